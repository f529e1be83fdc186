/* test_ledger_store.c -- receipts after the commit, once for each order, in order, whatever the
 * database does meanwhile.  Every case runs on SQLite and on a PostgreSQL server of its own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "ledger_store_scene.h"
#include "module.h"
#include "support.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- who somebody is ------------------------------------------------------------------------- */

static void bank_user_signs_up_and_is_found(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    struct felt_order order = bank_sign_up_order("Anna");
    order.has_token = true;
    order.token[0] = 7;
    order.expires_ms = BANK_NOW_MS + 1000;
    (void)snprintf(order.agent, sizeof order.agent, "Brow\xff\xc3ser \xc3\xa9");
    struct felt_receipt receipt;
    felt_ledger_client_do(scene->client, &order, &receipt);
    assert_int_equal(receipt.outcome, FELT_OUTCOME_OK);
    assert_true(receipt.created);
    assert_int_equal(receipt.user.chips, FELT_GRANT_CHIPS);

    struct felt_question question = {
        .kind = FELT_QUESTION_SESSION, .now_ms = BANK_NOW_MS, .token = {7}, .limit = 1};
    struct felt_ledger_answer answer;
    felt_ledger_client_find(scene->client, &question, &answer);
    assert_int_equal(answer.outcome, FELT_OUTCOME_OK);
    assert_string_equal(answer.user.username, "Anna");
    assert_string_equal(answer.user.bookmark, receipt.user.bookmark);
    assert_int_equal(answer.user.chips, FELT_GRANT_CHIPS);
    assert_int_equal(answer.user.invested, FELT_GRANT_CHIPS);
    assert_int_equal(answer.user.reg_date, BANK_NOW_MS);
    assert_int_equal(answer.total, FELT_GRANT_CHIPS);
    assert_int_equal(answer.session.user, receipt.user.id);
    assert_int_equal(answer.session.expires, BANK_NOW_MS + 1000);
    assert_string_equal(answer.session.agent, "Brow??ser \xc3\xa9");

    question.now_ms = BANK_NOW_MS + 1000; /* expired */
    felt_ledger_client_find(scene->client, &question, &answer);
    assert_int_equal(answer.outcome, FELT_OUTCOME_NO_SESSION);
    question.token[0] = 8; /* nobody's */
    question.now_ms = BANK_NOW_MS;
    felt_ledger_client_find(scene->client, &question, &answer);
    assert_int_equal(answer.outcome, FELT_OUTCOME_NO_SESSION);

    struct felt_question name = {.kind = FELT_QUESTION_NAME, .text = "aNNA"};
    felt_ledger_client_find(scene->client, &name, &answer);
    assert_int_equal(answer.outcome, FELT_OUTCOME_OK);
    assert_int_equal(answer.user.id, receipt.user.id);
    (void)snprintf(name.text, sizeof name.text, "anna\xe2\x82");
    felt_ledger_client_find(scene->client, &name, &answer);
    assert_int_equal(answer.outcome, FELT_OUTCOME_NO_USER);
}

static void bank_sessions_end_but_the_one_that_is_kept(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    int64_t user = bank_sign_up(scene->client, "bert");
    for (uint8_t i = 1; i <= 3; i++) bank_sign_in(scene->client, user, i);
    struct felt_question question = {
        .kind = FELT_QUESTION_SESSIONS, .now_ms = BANK_NOW_MS, .number = user, .limit = 10};
    assert_int_equal(bank_rows(scene->client, &question), 3);

    struct felt_order seen = {.kind = FELT_ORDER_SEEN,
                              .now_ms = BANK_NOW_MS + 5,
                              .has_old_token = true,
                              .old_token = {2}};
    assert_int_equal(bank_do(scene->client, &seen), FELT_OUTCOME_OK);
    struct felt_question session = {
        .kind = FELT_QUESTION_SESSION, .now_ms = BANK_NOW_MS, .token = {2}, .limit = 1};
    struct felt_ledger_answer answer;
    felt_ledger_client_find(scene->client, &session, &answer);
    assert_int_equal(answer.session.last_seen, BANK_NOW_MS + 5);
    assert_int_equal(answer.user.last_visit, BANK_NOW_MS + 5);

    struct felt_order order = {.kind = FELT_ORDER_PASSWORD,
                               .now_ms = BANK_NOW_MS,
                               .user = user,
                               .password = "$2b$04$other",
                               .has_old_token = true,
                               .old_token = {2}};
    assert_int_equal(bank_do(scene->client, &order), FELT_OUTCOME_OK);
    assert_int_equal(bank_rows(scene->client, &question), 1);
    assert_int_equal(bank_find(scene->client, &session), FELT_OUTCOME_OK);

    order = (struct felt_order){.kind = FELT_ORDER_SIGN_OUT,
                                .now_ms = BANK_NOW_MS,
                                .has_old_token = true,
                                .old_token = {2}};
    assert_int_equal(bank_do(scene->client, &order), FELT_OUTCOME_OK);
    assert_int_equal(bank_do(scene->client, &order), FELT_OUTCOME_NO_SESSION);
    assert_int_equal(bank_rows(scene->client, &question), 0);
}

static void bank_link_is_no_session_until_it_is_redeemed(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    int64_t user = bank_sign_up(scene->client, "linda");
    struct felt_order order = {.kind = FELT_ORDER_ISSUE,
                               .now_ms = BANK_NOW_MS,
                               .user = user,
                               .session_kind = FELT_SESSION_LINK,
                               .has_token = true,
                               .token = {1},
                               .expires_ms = BANK_NOW_MS + 1000,
                               .actor = "operator",
                               .reason = "asked \xff for it"};
    assert_int_equal(bank_do(scene->client, &order), FELT_OUTCOME_OK);
    struct felt_question question = {
        .kind = FELT_QUESTION_SESSION, .now_ms = BANK_NOW_MS, .token = {1}, .limit = 1};
    assert_int_equal(bank_find(scene->client, &question), FELT_OUTCOME_NO_SESSION);
    order = (struct felt_order){.kind = FELT_ORDER_REDEEM,
                                .now_ms = BANK_NOW_MS,
                                .has_token = true,
                                .token = {2},
                                .expires_ms = BANK_NOW_MS + 1000,
                                .has_old_token = true,
                                .old_token = {1}};
    assert_int_equal(bank_do(scene->client, &order), FELT_OUTCOME_OK);
    question.token[0] = 2;
    assert_int_equal(bank_find(scene->client, &question), FELT_OUTCOME_OK);
    order.token[0] = 3;
    assert_int_equal(bank_do(scene->client, &order), FELT_OUTCOME_NO_SESSION);
    assert_int_equal(bank_number(scene, "SELECT count(*) FROM audit WHERE reason IS NOT NULL"), 1);
}

static void bank_expired_rows_are_swept(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    int64_t user = bank_sign_up(scene->client, "otto");
    bank_sign_in(scene->client, user, 1);
    assert_int_equal(bank_number(scene, "SELECT count(*) FROM sessions"), 1);
    struct felt_order order = bank_sign_up_order("late");
    order.now_ms = BANK_NOW_MS + 2 * BANK_SESSION_MS;
    assert_int_equal(bank_do(scene->client, &order), FELT_OUTCOME_OK);
    /* The sweep follows the receipt: another order waits for it. */
    order = bank_sign_up_order("later");
    order.now_ms = BANK_NOW_MS + 2 * BANK_SESSION_MS;
    assert_int_equal(bank_do(scene->client, &order), FELT_OUTCOME_OK);
    assert_int_equal(bank_number(scene, "SELECT count(*) FROM sessions"), 0);
}

/* ---- chips ----------------------------------------------------------------------------------- */

static void bank_key_moves_chips_once(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    int64_t user = bank_sign_up(scene->client, "cleo");
    struct felt_order order = bank_table_order(FELT_ORDER_BUY_IN, user, 150, "t1", "cleo/1");
    struct felt_receipt first, again;
    felt_ledger_client_do(scene->client, &order, &first);
    assert_int_equal(first.outcome, FELT_OUTCOME_OK);
    assert_false(first.replayed);
    assert_int_equal(first.user.chips, FELT_GRANT_CHIPS - 150);
    assert_int_equal(first.total, FELT_GRANT_CHIPS);
    felt_ledger_client_do(scene->client, &order, &again);
    assert_int_equal(again.outcome, FELT_OUTCOME_OK);
    assert_true(again.replayed);
    assert_int_equal(again.transaction, first.transaction);
    assert_int_equal(again.user.chips, FELT_GRANT_CHIPS - 150);
    assert_int_equal(again.total, FELT_GRANT_CHIPS);
    order.amount = 151;
    assert_int_equal(bank_do(scene->client, &order), FELT_OUTCOME_KEY_REUSED);
    struct felt_ledger_store_counts counts;
    felt_ledger_store_counts(scene->bank, &counts);
    assert_int_equal(counts.orders, 4);
    assert_int_equal(counts.replayed, 1);
    assert_int_equal(counts.refused, 1);
    assert_int_equal(counts.outcomes[FELT_OUTCOME_OK], 3);
    assert_int_equal(counts.waiting, 0);
    bank_prove(scene);
}

static void bank_receipt_comes_after_the_commit(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    for (int i = 1; i <= 5; i++) {
        char name[24];
        (void)snprintf(name, sizeof name, "user%d", i);
        (void)bank_sign_up(scene->client, name);
        assert_int_equal(bank_number(scene, "SELECT count(*) FROM users"), i);
        assert_int_equal(bank_number(scene, "SELECT -balance FROM account WHERE name = 'mint'"),
                         i * FELT_GRANT_CHIPS);
    }
}

static void bank_settles_hands_with_rake_and_pot(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    enum { SEATS = 9 };
    struct felt_order hand = bank_table_order(FELT_ORDER_SETTLE, 0, 0, "t9", "t9/hand/1");
    hand.seats = SEATS;
    for (int i = 0; i < SEATS; i++) {
        char name[24];
        (void)snprintf(name, sizeof name, "seat%d", i);
        int64_t user = bank_sign_up(scene->client, name);
        struct felt_order order = bank_table_order(FELT_ORDER_BUY_IN, user, 100, "t9", name);
        assert_int_equal(bank_do(scene->client, &order), FELT_OUTCOME_OK);
        hand.seat[i] = (struct felt_order_seat){.user = user, .won = i == 0 ? 70 : -10};
    }
    hand.rake = 4;
    hand.pot = 6;
    (void)snprintf(hand.hand, sizeof hand.hand, "hand-1");
    assert_int_equal(bank_do(scene->client, &hand), FELT_OUTCOME_OK);
    assert_int_equal(bank_do(scene->client, &hand), FELT_OUTCOME_OK); /* again: a replay */
    assert_int_equal(bank_number(scene, "SELECT balance FROM account WHERE name = 'rake'"), 4);
    assert_int_equal(bank_number(scene, "SELECT balance FROM account WHERE name = 'pot:t9'"), 6);

    struct felt_question question = {
        .kind = FELT_QUESTION_SEATS, .number = hand.seat[0].user, .limit = 10};
    struct felt_ledger_answer answer;
    felt_ledger_client_find(scene->client, &question, &answer);
    assert_int_equal(answer.count, 2); /* the ledger store, and the seat */
    assert_int_equal(answer.accounts[0].balance, 300);
    assert_int_equal(answer.accounts[1].balance, 170);
    assert_int_equal(answer.accounts[1].kind, FELT_ACCOUNT_SEAT);
    free(answer.rows);
    question = (struct felt_question){.kind = FELT_QUESTION_SUMMARY, .limit = 10};
    assert_int_equal(bank_rows(scene->client, &question), 3);
    bank_prove(scene);
}

/* ---- questions ------------------------------------------------------------------------------- */

static void bank_history_comes_in_pages(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    int64_t user = bank_sign_up(scene->client, "hist");
    for (int i = 0; i < 5; i++) {
        char key[24];
        (void)snprintf(key, sizeof key, "in%d", i);
        struct felt_order order = bank_table_order(FELT_ORDER_TOP_UP, user, 10, "h", key);
        if (i == 0) order.kind = FELT_ORDER_BUY_IN;
        assert_int_equal(bank_do(scene->client, &order), FELT_OUTCOME_OK);
    }
    /* Eleven lines: two for each buy-in, one of the grant.  Any page size finds each once. */
    for (uint32_t limit = 1; limit <= 12; limit++) {
        struct felt_question question = {
            .kind = FELT_QUESTION_HISTORY, .number = user, .limit = limit};
        int lines = 0;
        felt_chips sum = 0;
        for (;;) {
            struct felt_ledger_answer answer;
            felt_ledger_client_find(scene->client, &question, &answer);
            assert_int_equal(answer.outcome, FELT_OUTCOME_OK);
            if (answer.count == 0) break;
            assert_true(answer.count <= (limit < 2 ? 2 : limit));
            for (uint32_t i = 0; i < answer.count; i++) sum += answer.history[i].amount;
            lines += (int)answer.count;
            question.before = answer.history[answer.count - 1].transaction;
            free(answer.rows);
        }
        assert_int_equal(lines, 11);
        assert_int_equal(sum, FELT_GRANT_CHIPS);
    }
    struct felt_question question = {.kind = FELT_QUESTION_HISTORY, .number = user, .limit = 2};
    struct felt_ledger_answer answer;
    felt_ledger_client_find(scene->client, &question, &answer);
    assert_int_equal(answer.count, 2);
    assert_int_equal(answer.history[0].kind, FELT_ORDER_TOP_UP);
    assert_int_equal(answer.history[0].after, FELT_GRANT_CHIPS - 50);
    assert_int_equal(answer.history[1].after, 50);
    assert_int_equal(answer.history[1].at_ms, BANK_NOW_MS);
    free(answer.rows);
}

static void bank_users_are_listed_and_found(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    static const char *const names[] = {"ann_a", "annXb", "bob", "ANN_c"};
    for (size_t i = 0; i < 4; i++) (void)bank_sign_up(scene->client, names[i]);
    struct felt_order guest = bank_sign_up_order("");
    guest.user_kind = FELT_USER_GUEST;
    (void)snprintf(guest.key, sizeof guest.key, "guest");
    assert_int_equal(bank_do(scene->client, &guest), FELT_OUTCOME_OK);
    static const struct {
        const char *part;
        int64_t before;
        uint32_t limit, count;
    } cases[] = {{"", 0, 1000, 5}, {"", 2, 1000, 3},     {"", 0, 2, 2},    {"ann", 0, 9, 3},
                 {"NN_", 0, 9, 2}, {"%", 0, 9, 0},       {"!", 0, 9, 0},   {"guest-5", 0, 9, 1},
                 {"bob", 3, 9, 0}, {"player3", 0, 9, 1}, {"\xff", 0, 9, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct felt_question question = {
            .kind = FELT_QUESTION_USERS, .before = cases[i].before, .limit = cases[i].limit};
        (void)snprintf(question.text, sizeof question.text, "%s", cases[i].part);
        assert_int_equal(bank_rows(scene->client, &question), cases[i].count);
    }
    struct felt_question guests = {
        .kind = FELT_QUESTION_GUESTS, .before = BANK_NOW_MS + 1, .limit = 10};
    assert_int_equal(bank_rows(scene->client, &guests), 1);
    guests.before = BANK_NOW_MS;
    assert_int_equal(bank_rows(scene->client, &guests), 0);
    guests.idle = BANK_NOW_MS + 1; /* this guest never sat down */
    assert_int_equal(bank_rows(scene->client, &guests), 1);
    guests.before = BANK_NOW_MS + 1;
    struct felt_order order = bank_table_order(FELT_ORDER_BUY_IN, 5, 10, "t", "sits");
    assert_int_equal(bank_do(scene->client, &order), FELT_OUTCOME_OK);
    assert_int_equal(bank_rows(scene->client, &guests), 0); /* chips are on a table */
    struct felt_question count = {.kind = FELT_QUESTION_GUEST_COUNT, .limit = 1};
    struct felt_ledger_answer answer;
    felt_ledger_client_find(scene->client, &count, &answer);
    assert_int_equal(answer.count, 1);
    assert_int_equal(answer.accounts[0].balance, 1);
    free(answer.rows);
}

static void bank_many_rows_come_whole(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    enum { USERS = 70 };
    for (int i = 0; i < USERS; i++) {
        struct felt_order order = bank_sign_up_order("");
        (void)snprintf(order.username, sizeof order.username, "many%d", i);
        (void)snprintf(order.key, sizeof order.key, "many%d", i);
        assert_true(felt_ledger_client_order(scene->client, &order, (uint64_t)i));
    }
    assert_int_equal(bank_take_good(scene->client, USERS), USERS);
    struct felt_question question = {.kind = FELT_QUESTION_USERS, .limit = 1000};
    struct felt_ledger_answer answer;
    felt_ledger_client_find(scene->client, &question, &answer);
    assert_int_equal(answer.count, USERS);
    for (uint32_t i = 0; i < answer.count; i++) assert_int_equal(answer.users[i].id, i + 1);
    free(answer.rows);
}

/* ---- many at a time -------------------------------------------------------------------------- */

static void bank_orders_in_flight_share_commits(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    int64_t user = bank_sign_up(scene->client, "fleet");
    struct felt_ledger_store_counts before, after;
    felt_ledger_store_counts(scene->bank, &before);
    bank_hold(scene); /* until all are there */
    for (int i = 0; i < 100; i++) {
        char key[24];
        (void)snprintf(key, sizeof key, "fleet/%d", i);
        struct felt_order order = bank_table_order(i % 2 ? FELT_ORDER_CASH_OUT : FELT_ORDER_BUY_IN,
                                                   user, i % 2 ? 0 : 100, "f", key);
        assert_true(felt_ledger_client_order(scene->client, &order, (uint64_t)i));
    }
    bank_let_go(scene);
    /* N2: buying in twice without cashing out in between would be refused. */
    for (uint64_t i = 0; i < 100; i++) {
        struct felt_ledger_store_reply reply;
        assert_true(felt_ledger_client_take(scene->client, -1, &reply));
        assert_true(reply.is_receipt);
        assert_int_equal(reply.ticket, i);
        assert_int_equal(reply.receipt.outcome, FELT_OUTCOME_OK);
        assert_int_equal(reply.receipt.amount, 100);
    }
    felt_ledger_store_counts(scene->bank, &after);
    assert_int_equal(after.orders - before.orders, 100);
    assert_true(after.batches - before.batches <= 20);
    uint64_t sum = 0;
    for (int i = 0; i < FELT_LEDGER_STORE_BUCKETS; i++) sum += after.latency[i];
    assert_int_equal(sum, after.orders);
    bank_prove(scene);
}

struct customer {
    struct felt_ledger_store *bank;
    int64_t user;
    int number, rounds, wrong;
    pthread_t thread;
};

/* Buys in and cashes out at a table of his own, each order up to three times. */
static void *visit_bank(void *self)
{
    struct customer *customer = self;
    struct felt_ledger_client *client = felt_ledger_client_open(customer->bank, NULL, NULL);
    char table[24], key[48];
    (void)snprintf(table, sizeof table, "c%d", customer->number);
    for (int i = 0; i < customer->rounds; i++) {
        (void)snprintf(key, sizeof key, "c%d/%d", customer->number, i);
        struct felt_order order = bank_table_order(i % 2 ? FELT_ORDER_CASH_OUT : FELT_ORDER_BUY_IN,
                                                   customer->user, i % 2 ? 0 : 10, table, key);
        for (int again = 0; again <= i % 3; again++) {
            struct felt_receipt receipt;
            felt_ledger_client_do(client, &order, &receipt);
            if (receipt.outcome != FELT_OUTCOME_OK || receipt.amount != 10) customer->wrong++;
            if (receipt.replayed != (again > 0)) customer->wrong++;
        }
    }
    felt_ledger_client_close(client);
    return NULL;
}

static void let_visit(struct customer *customer, int count)
{
    for (int i = 0; i < count; i++)
        assert_int_equal(pthread_create(&customer[i].thread, NULL, visit_bank, &customer[i]), 0);
    for (int i = 0; i < count; i++) {
        assert_int_equal(pthread_join(customer[i].thread, NULL), 0);
        assert_int_equal(customer[i].wrong, 0);
    }
}

static void bank_serves_many_desks(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    enum { CUSTOMERS = 6 };
    struct customer customer[CUSTOMERS] = {{0}};
    for (int i = 0; i < CUSTOMERS; i++) {
        char name[24];
        (void)snprintf(name, sizeof name, "desk%d", i / 2); /* two at a time are one user */
        customer[i] = (struct customer){.bank = scene->bank,
                                        .number = i,
                                        .rounds = test_is_quick() ? 10 : 20,
                                        .user = i % 2 ? customer[i - 1].user
                                                      : bank_sign_up(scene->client, name)};
    }
    let_visit(customer, CUSTOMERS);
    assert_int_equal(bank_number(scene, "SELECT count(*) FROM users WHERE chips <> 400"), 0);
    bank_prove(scene);
}

static void bank_two_banks_on_one_database_lose_no_chip(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    struct felt_ledger_store *other = bank_open(scene);
    enum { CUSTOMERS = 6 };
    int64_t user = bank_sign_up(scene->client, "shared");
    struct customer customer[CUSTOMERS] = {{0}};
    for (int i = 0; i < CUSTOMERS; i++)
        customer[i] = (struct customer){.bank = i % 2 ? other : scene->bank,
                                        .number = i,
                                        .rounds = test_is_quick() ? 10 : 20,
                                        .user = user};
    let_visit(customer, CUSTOMERS);
    struct felt_ledger_store_counts one, two;
    felt_ledger_store_counts(scene->bank, &one);
    felt_ledger_store_counts(other, &two);
    assert_int_equal(one.unavailable + two.unavailable, 0);
    assert_int_equal(bank_number(scene, "SELECT chips FROM users"), 400);
    bank_prove(scene);
    felt_ledger_store_close(other);
}

/* ---- limits ---------------------------------------------------------------------------------- */

static void bank_more_than_may_wait_are_refused(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    scene->config.waiting_max = 5;
    bank_reopen(scene);
    bank_hold(scene);
    for (int i = 0; i < 7; i++) {
        char name[24];
        (void)snprintf(name, sizeof name, "wait%d", i);
        struct felt_order order = bank_sign_up_order(name);
        assert_int_equal(felt_ledger_client_order(scene->client, &order, (uint64_t)i), i < 5);
    }
    struct felt_order order = bank_sign_up_order("busy");
    assert_int_equal(bank_do(scene->client, &order), FELT_OUTCOME_BUSY);
    struct felt_ledger_store_counts counts;
    felt_ledger_store_counts(scene->bank, &counts);
    assert_int_equal(counts.waiting, 5);
    assert_int_equal(counts.outcomes[FELT_OUTCOME_BUSY], 3);
    struct felt_question question = {.kind = FELT_QUESTION_USERS, .limit = 10};
    assert_int_equal(bank_rows(scene->client, &question), 0); /* questions go on */
    bank_let_go(scene);
    assert_int_equal(bank_take_good(scene->client, 5), 5);
    assert_int_equal(bank_number(scene, "SELECT count(*) FROM users"), 5);
}

static void bank_close_does_what_was_taken(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    for (int i = 0; i < 300; i++) {
        struct felt_order order = bank_sign_up_order("");
        (void)snprintf(order.username, sizeof order.username, "close%d", i);
        (void)snprintf(order.key, sizeof order.key, "close%d", i);
        assert_true(felt_ledger_client_order(scene->client, &order, 0));
        struct felt_question question = {.kind = FELT_QUESTION_USERS, .limit = 10};
        if (i % 10 == 0) assert_true(felt_ledger_client_ask(scene->client, &question, 0));
    }
    bank_reopen(scene);
    assert_int_equal(bank_number(scene, "SELECT count(*) FROM users"), 300);
    bank_prove(scene);
}

static void count_wakes(void *self)
{
    __atomic_add_fetch((int *)self, 1, __ATOMIC_SEQ_CST);
}

static void bank_client_wakes_its_owner(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    int wakes = 0;
    struct felt_ledger_client *client = felt_ledger_client_open(scene->bank, count_wakes, &wakes);
    struct felt_ledger_services counter = felt_ledger_client_services(client);
    struct felt_ledger_store_reply reply;
    assert_false(felt_ledger_client_take(client, 0, &reply));
    assert_false(felt_ledger_client_take(client, 1, &reply));
    struct felt_order order = bank_sign_up_order("wake");
    assert_true(counter.order(counter.self, &order, 41));
    assert_true(felt_ledger_client_take(client, BANK_PATIENCE_MS, &reply));
    assert_int_equal(reply.ticket, 41);
    struct felt_question question = {.kind = FELT_QUESTION_USER, .number = reply.receipt.user.id};
    assert_true(counter.ask(counter.self, &question, 42));
    assert_true(felt_ledger_client_take(client, BANK_PATIENCE_MS, &reply));
    assert_int_equal(reply.ticket, 42);
    assert_false(reply.is_receipt);
    assert_string_equal(reply.answer.user.username, "wake");
    assert_int_equal(__atomic_load_n(&wakes, __ATOMIC_SEQ_CST), 2);
    felt_ledger_client_close(client);
}

/* ---- a database that hesitates, fails or refuses --------------------------------------------- */

static void bank_patience_ends_and_the_key_can_be_sent_again(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    int64_t user = bank_sign_up(scene->client, "dora");
    bank_hurry(scene, 200, 100);
    bank_hold(scene);
    struct felt_order order = bank_table_order(FELT_ORDER_BUY_IN, user, 100, "p", "dora/1");
    assert_int_equal(bank_do(scene->client, &order), FELT_OUTCOME_UNAVAILABLE);
    bank_let_go(scene);
    uint64_t unavailable = 1;
    assert_int_equal(bank_insist(scene->client, &order, &unavailable), FELT_OUTCOME_OK);
    assert_int_equal(bank_number(scene, "SELECT chips FROM users"), FELT_GRANT_CHIPS - 100);
    struct felt_ledger_store_counts counts;
    felt_ledger_store_counts(scene->bank, &counts);
    assert_int_equal(counts.unavailable, unavailable);
    bank_prove(scene);
}

static void bank_lost_database_comes_back(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    int64_t user = bank_sign_up(scene->client, "eve");
    bank_break(scene);
    struct felt_order order = bank_table_order(FELT_ORDER_BUY_IN, user, 100, "l", "eve/1");
    assert_true(felt_ledger_client_order(scene->client, &order, 1));
    struct felt_ledger_store_reply reply;
    bank_await_said(scene, "writer: the database is lost");
    assert_false(felt_ledger_client_take(scene->client, 150, &reply));
    struct felt_ledger_store_counts counts;
    felt_ledger_store_counts(scene->bank, &counts);
    assert_true(counts.lost);
    assert_int_equal(counts.waiting, 1);
    bank_mend(scene);
    assert_true(felt_ledger_client_take(scene->client, -1, &reply));
    assert_int_equal(reply.receipt.outcome, FELT_OUTCOME_OK);
    struct felt_question question = {.kind = FELT_QUESTION_USER, .number = user};
    assert_int_equal(bank_find(scene->client, &question), FELT_OUTCOME_OK);
    felt_ledger_store_counts(scene->bank, &counts);
    assert_false(counts.lost);
    assert_true(counts.reopened > 0);
    assert_int_equal(bank_said(scene, "writer: the database is lost"), 1);
    assert_int_equal(bank_said(scene, "writer: the database is back"), 1);
    assert_int_equal(bank_number(scene, "SELECT chips FROM users"), FELT_GRANT_CHIPS - 100);
    bank_prove(scene);
}

/* The whole server goes away in the middle of the work, and comes back.  The writer is held until
 * all orders are given: whoever came when the server had been away for a while would be told soon.
 */
static void bank_server_is_restarted(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    if (!felt_cluster_is_ours()) skip();
    scene->config.patience_ms = 5 * BANK_PATIENCE_MS; /* servers may take long to come back */
    bank_reopen(scene);
    int64_t user = bank_sign_up(scene->client, "eli");
    for (uint64_t i = 0; i < 200; i++) {
        if (i == 100) {
            assert_int_equal(bank_take_good(scene->client, 100), 100);
            bank_hold(scene);
        }
        char key[24];
        (void)snprintf(key, sizeof key, "eli/%d", (int)i);
        struct felt_order order = bank_table_order(i % 2 ? FELT_ORDER_CASH_OUT : FELT_ORDER_BUY_IN,
                                                   user, i % 2 ? 0 : 100, "r", key);
        assert_true(felt_ledger_client_order(scene->client, &order, i));
    }
    assert_true(felt_cluster_order("kill"));
    assert_true(felt_cluster_order("restart"));
    assert_int_equal(bank_take_good(scene->client, 100), 100);
    assert_int_equal(bank_number(scene, "SELECT count(*) FROM ledger_tx"), 201);
    assert_int_equal(bank_number(scene, "SELECT chips FROM users"), FELT_GRANT_CHIPS);
    bank_prove(scene);
}

static void bank_lost_database_and_no_patience(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    int64_t user = bank_sign_up(scene->client, "fay");
    bank_hurry(scene, 100, 5000);
    bank_break(scene);
    for (int i = 0; i < 10; i++) {
        char key[24];
        (void)snprintf(key, sizeof key, "fay/%d", i);
        struct felt_order order = bank_table_order(FELT_ORDER_BUY_IN, user, 10, key + 4, key);
        assert_true(felt_ledger_client_order(scene->client, &order, (uint64_t)i));
    }
    unsigned told = 0; /* who loses patience first is up to the clock: N2 is about decisions */
    for (int i = 0; i < 10; i++) {
        struct felt_ledger_store_reply reply;
        assert_true(felt_ledger_client_take(scene->client, -1, &reply));
        assert_in_range(reply.ticket, 0, 9);
        assert_false(told >> reply.ticket & 1);
        told |= 1u << reply.ticket;
        assert_int_equal(reply.receipt.outcome, FELT_OUTCOME_UNAVAILABLE);
    }
    bank_mend(scene);
    struct felt_order order = bank_table_order(FELT_ORDER_BUY_IN, user, 10, "0", "fay/0");
    uint64_t unavailable = 0;
    for (int i = 0; i < 2; i++) /* done, and done before */
        assert_int_equal(bank_insist(scene->client, &order, &unavailable), FELT_OUTCOME_OK);
    assert_int_equal(bank_number(scene, "SELECT balance FROM account WHERE name LIKE 'seat:0:%'"),
                     10);
    bank_prove(scene);
}

static void bank_refused_order_harms_no_other(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    bank_poison(scene);
    bank_hold(scene);
    for (int i = 0; i < 10; i++) {
        char name[24];
        (void)snprintf(name, sizeof name, i == 5 ? "poison" : "good%d", i);
        struct felt_order order = bank_sign_up_order(name);
        assert_true(felt_ledger_client_order(scene->client, &order, (uint64_t)i));
    }
    bank_let_go(scene);
    for (uint64_t i = 0; i < 10; i++) {
        struct felt_ledger_store_reply reply;
        assert_true(felt_ledger_client_take(scene->client, -1, &reply));
        assert_int_equal(reply.ticket, i);
        assert_int_equal(reply.receipt.outcome,
                         i == 5 ? FELT_OUTCOME_UNAVAILABLE : FELT_OUTCOME_OK);
    }
    assert_int_equal(bank_said(scene, "critical"), 1);
    assert_int_equal(bank_number(scene, "SELECT count(*) FROM users"), 9);
    bank_script(scene, "DROP TRIGGER poison", "ALTER TABLE users DROP CONSTRAINT poison");
    bank_prove(scene);
}

static void bank_handles_are_exchanged_in_one_batch(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    int64_t one = bank_sign_up(scene->client, "one"), two = bank_sign_up(scene->client, "two");
    const struct {
        int64_t user;
        const char *handle;
    } steps[] = {{one, "Ace"},   {two, "Deuce"}, /* beforehand                      */
                 {two, "Deuce"},                 /* keeps the writer busy           */
                 {one, "Spare"}, {two, "Ace"},   {one, "Deuce"}}; /* together                     */
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        if (i == 2) bank_hold(scene);
        struct felt_order order = {
            .kind = FELT_ORDER_PROFILE, .now_ms = BANK_NOW_MS, .user = steps[i].user};
        (void)snprintf(order.handle, sizeof order.handle, "%s", steps[i].handle);
        assert_true(felt_ledger_client_order(scene->client, &order, i));
        if (i < 2) assert_int_equal(bank_take_good(scene->client, 1), 1);
    }
    bank_let_go(scene);
    assert_int_equal(bank_take_good(scene->client, 4), 4);
    assert_int_equal(bank_number(scene, "SELECT id FROM users WHERE handle = 'Deuce'"), one);
    assert_int_equal(bank_number(scene, "SELECT id FROM users WHERE handle = 'Ace'"), two);
}

static void bank_of_wrong_ledger_is_not_opened(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    (void)bank_sign_up(scene->client, "gus");
    felt_ledger_store_close(scene->bank);
    scene->bank = NULL;
    bank_tamper(scene);
    struct felt_complaint complaint = {0};
    assert_int_equal(felt_ledger_store_open(&scene->config, &scene->bank, &complaint),
                     FELT_BAD_FORMAT);
    assert_null(scene->bank);
    assert_non_null(strstr(complaint.text, "do not add up"));
}

#define ON(kind, name)                                                                             \
    {                                                                                              \
        "bank_" #kind "_" #name, bank_##name, bank_set_up_##kind, bank_tear_down, NULL             \
    }
#define ON_EACH(kind)                                                                              \
    ON(kind, user_signs_up_and_is_found), ON(kind, sessions_end_but_the_one_that_is_kept),         \
        ON(kind, link_is_no_session_until_it_is_redeemed), ON(kind, expired_rows_are_swept),       \
        ON(kind, key_moves_chips_once), ON(kind, receipt_comes_after_the_commit),                  \
        ON(kind, settles_hands_with_rake_and_pot), ON(kind, history_comes_in_pages),               \
        ON(kind, users_are_listed_and_found), ON(kind, many_rows_come_whole),                      \
        ON(kind, orders_in_flight_share_commits), ON(kind, serves_many_desks),                     \
        ON(kind, two_banks_on_one_database_lose_no_chip),                                          \
        ON(kind, more_than_may_wait_are_refused), ON(kind, close_does_what_was_taken),             \
        ON(kind, client_wakes_its_owner), ON(kind, patience_ends_and_the_key_can_be_sent_again),   \
        ON(kind, lost_database_comes_back), ON(kind, lost_database_and_no_patience),               \
        ON(kind, refused_order_harms_no_other), ON(kind, handles_are_exchanged_in_one_batch),      \
        ON(kind, of_wrong_ledger_is_not_opened)

TEST_MODULE(ledger_store)
{
    const struct CMUnitTest tests[] = {ON_EACH(sqlite), ON_EACH(postgres),
                                       ON(postgres, server_is_restarted)};
    return cmocka_run_group_tests_name("ledger_store", tests, bank_group_set_up,
                                       bank_group_tear_down);
}
