/* test_ledger.c -- orders that move chips, decided on rows in memory: what moves, what is refused,
 * what is done again.  Users and sessions are in test_ledger_users.c.
 *
 * Cases that begin with `old_` are mistakes of the room that this one learned from: each was a way
 * to lose, mint or steal chips there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "ledger_scene.h"
#include "felt/assert.h"
#include "module.h"
#include "support.h"

#include <stdlib.h>

static struct felt_order hand(const char *table, int64_t a, felt_chips won_a, int64_t b,
                              felt_chips won_b)
{
    struct felt_order order = at_table(FELT_ORDER_SETTLE, 0, 0, table);
    order.seats = 2;
    order.seat[0] = (struct felt_order_seat){a, won_a};
    order.seat[1] = (struct felt_order_seat){b, won_b};
    return order;
}

/* ---- chips ---- */

static void ledger_new_user_has_400_and_a_bookmark(void **state)
{
    (void)state;
    int64_t id = sign_up(FELT_USER_HUMAN, "ada");
    const struct felt_user *user = fake_store_user(fake_store, id);
    assert_int_equal(user->chips, 400);
    assert_int_equal(user->invested, 400);
    assert_int_equal(fake_store_balance(fake_store, "bank:1"), 400);
    assert_int_equal(fake_store_balance(fake_store, "mint"), -400);
    assert_string_equal(user->handle, "Player1");
    uint8_t secret[FELT_DIGEST_BYTES], digest[FELT_DIGEST_SHA1_BYTES];
    char hex[FELT_BOOKMARK_BYTES + 1];
    memset(secret, 7, sizeof secret);
    felt_secret_sign_sha1(secret, sizeof secret, "1", 1, digest);
    for (int i = 0; i < FELT_DIGEST_SHA1_BYTES; i++)
        (void)snprintf(hex + 2 * i, 3, "%02x", digest[i]);
    assert_string_equal(user->bookmark, hex);
}

static void ledger_buy_in_hand_and_cash_out_balance(void **state)
{
    (void)state;
    int64_t ada = sign_up(FELT_USER_HUMAN, "ada"), bob = sign_up(FELT_USER_HUMAN, "bob");
    sit(ada, 200, "main");
    sit(bob, 150, "main");
    assert_int_equal(fake_store_user(fake_store, ada)->chips, 200);
    struct felt_order order = hand("main", ada, -120, bob, 117);
    order.rake = 3;
    struct felt_receipt receipt = do_order(&order);
    assert_int_equal(receipt.outcome, FELT_OUTCOME_OK);
    assert_int_equal(receipt.amount, 120);
    assert_int_equal(fake_store_balance(fake_store, "seat:main:1"), 80);
    assert_int_equal(fake_store_balance(fake_store, "seat:main:2"), 267);
    assert_int_equal(fake_store_balance(fake_store, "rake"), 3);
    order = at_table(FELT_ORDER_CASH_OUT, bob, 0, "main");
    receipt = do_order(&order);
    assert_int_equal(receipt.amount, 267);
    assert_int_equal(receipt.user.chips, 517);
    assert_int_equal(receipt.total, 517);
    order = at_table(FELT_ORDER_CASH_OUT, bob, 0, "main");
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_NOT_SEATED);
}

static void ledger_pot_stays_in_the_middle_and_is_won_later(void **state)
{
    (void)state;
    int64_t ada = sign_up(FELT_USER_HUMAN, "ada"), bob = sign_up(FELT_USER_HUMAN, "bob");
    sit(ada, 100, "t");
    sit(bob, 100, "t");
    struct felt_order order = hand("t", ada, -10, bob, -10);
    order.pot = 20;
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_OK);
    assert_int_equal(fake_store_balance(fake_store, "pot:t"), 20);
    order = hand("t", ada, 40, bob, -10);
    order.pot = -30; /* more than there is */
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_INSUFFICIENT);
    order = hand("t", ada, 30, bob, -10);
    order.pot = -20;
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_OK);
    assert_int_equal(fake_store_balance(fake_store, "pot:t"), 0);
    assert_int_equal(fake_store_balance(fake_store, "seat:t:1"), 120);
}

static void ledger_reload_fills_up_to_400_with_tables_counted(void **state)
{
    (void)state;
    int64_t ada = sign_up(FELT_USER_HUMAN, "ada"), bob = sign_up(FELT_USER_HUMAN, "bob");
    sit(ada, 400, "t");
    sit(bob, 400, "t");
    struct felt_order order = order_of(FELT_ORDER_RELOAD, ada, 0);
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_ENOUGH); /* all of it on the table */
    order = hand("t", ada, -250, bob, 250);
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_OK);
    order = order_of(FELT_ORDER_RELOAD, ada, 0);
    struct felt_receipt receipt = do_order(&order);
    assert_int_equal(receipt.amount, 250);
    assert_int_equal(receipt.total, 400);
    assert_int_equal(receipt.user.chips, 250);
    assert_int_equal(receipt.user.invested, 650);
}

/* Loses everything and reloads at that time. */
static struct felt_receipt lose_and_reload(int64_t user, int64_t now_ms)
{
    felt_chips chips = fake_store_user(fake_store, user)->chips;
    struct felt_order order = order_of(FELT_ORDER_DEBIT, user, chips);
    if (chips) assert_int_equal(outcome_of(&order), FELT_OUTCOME_OK);
    order = order_of(FELT_ORDER_RELOAD, user, 0);
    order.now_ms = now_ms;
    return do_order(&order);
}

static void ledger_reloads_of_a_day_are_counted(void **state)
{
    (void)state;
    const int64_t start = INT64_C(1767323045000), hour = 3600 * 1000, day = 24 * hour;
    int64_t ada = sign_up(FELT_USER_HUMAN, "ada"), bob = sign_up(FELT_USER_HUMAN, "bob");
    fake_store_allow_reloads(fake_store, 2);
    assert_int_equal(lose_and_reload(ada, start).outcome, FELT_OUTCOME_OK);
    assert_int_equal(lose_and_reload(ada, start + hour).outcome, FELT_OUTCOME_OK);
    struct felt_receipt receipt = lose_and_reload(ada, start + 2 * hour);
    assert_int_equal(receipt.outcome, FELT_OUTCOME_RELOADS);
    assert_true(receipt.next_ms == start + day);
    assert_int_equal(fake_store_user(fake_store, ada)->chips, 0); /* nothing was given */
    assert_int_equal(lose_and_reload(bob, start + 2 * hour).outcome, FELT_OUTCOME_OK);
    assert_int_equal(lose_and_reload(ada, start + day - 1).outcome, FELT_OUTCOME_RELOADS);
    assert_int_equal(lose_and_reload(ada, start + day).outcome, FELT_OUTCOME_OK);
    receipt = lose_and_reload(ada, start + day);
    assert_int_equal(receipt.outcome, FELT_OUTCOME_RELOADS);
    assert_true(receipt.next_ms == start + hour + day);
    fake_store_allow_reloads(fake_store, 1); /* the operator takes one away: the last one counts */
    assert_true(lose_and_reload(ada, start + day).next_ms == start + 2 * day);
    fake_store_allow_reloads(fake_store, 0);
    for (int i = 0; i < 2 * FELT_RELOADS_MAX; i++)
        assert_int_equal(lose_and_reload(ada, start + day + i).outcome, FELT_OUTCOME_OK);
    fake_store_allow_reloads(fake_store, FELT_RELOADS_MAX);
    receipt = lose_and_reload(ada, start + day + 2 * FELT_RELOADS_MAX);
    assert_int_equal(receipt.outcome, FELT_OUTCOME_RELOADS);
    assert_true(receipt.next_ms == start + 2 * day + FELT_RELOADS_MAX);
}

/* Enough is enough whatever was used up, and a reload sent again is told again and not counted. */
static void ledger_reloads_sent_again_count_once(void **state)
{
    (void)state;
    int64_t ada = sign_up(FELT_USER_HUMAN, "ada");
    fake_store_allow_reloads(fake_store, 2);
    struct felt_order debit = order_of(FELT_ORDER_DEBIT, ada, 100),
                      first = order_of(FELT_ORDER_RELOAD, ada, 0);
    struct felt_order batch[] = {debit,
                                 first,
                                 first,
                                 order_of(FELT_ORDER_DEBIT, ada, 200),
                                 order_of(FELT_ORDER_RELOAD, ada, 0),
                                 order_of(FELT_ORDER_RELOAD, ada, 0),
                                 order_of(FELT_ORDER_DEBIT, ada, 300),
                                 order_of(FELT_ORDER_RELOAD, ada, 0),
                                 first};
    enum { COUNT = sizeof batch / sizeof *batch };
    static const enum felt_outcome expected[COUNT] = {
        [5] = FELT_OUTCOME_ENOUGH, [7] = FELT_OUTCOME_RELOADS};
    struct felt_receipt receipt[COUNT];
    fake_store_do(fake_store, batch, COUNT, receipt, false);
    for (int i = 0; i < COUNT; i++) assert_int_equal(receipt[i].outcome, expected[i]);
    assert_true(receipt[2].replayed && receipt[8].replayed);
    assert_int_equal(receipt[8].amount, 100);
    assert_int_equal(fake_store_user(fake_store, ada)->chips, 100);
}

static void ledger_reset_makes_400_of_everything(void **state)
{
    (void)state;
    static const felt_chips lost[] = {0, 150, 400};
    for (size_t i = 0; i < sizeof lost / sizeof lost[0]; i++) {
        char name[FELT_USERNAME_MAX + 1];
        (void)snprintf(name, sizeof name, "user%zu", i);
        int64_t id = sign_up(FELT_USER_HUMAN, name);
        struct felt_order order;
        if (lost[i]) {
            order = order_of(FELT_ORDER_DEBIT, id, lost[i]);
            assert_int_equal(outcome_of(&order), FELT_OUTCOME_OK);
        }
        order = order_of(FELT_ORDER_CREDIT, id, 5);
        assert_int_equal(outcome_of(&order), FELT_OUTCOME_OK);
        order = order_of(FELT_ORDER_RESET, id, 0);
        struct felt_receipt receipt = do_order(&order);
        assert_int_equal(receipt.outcome, FELT_OUTCOME_OK);
        assert_int_equal(receipt.user.chips, 400);
        assert_int_equal(fake_store_user(fake_store, id)->invested, 400);
        receipt = do_order(&order);
        assert_true(receipt.replayed);
        sit(id, 10, "t");
        order = order_of(FELT_ORDER_RESET, id, 0);
        assert_int_equal(outcome_of(&order), FELT_OUTCOME_SEATED);
    }
    struct felt_order order = order_of(FELT_ORDER_RESET, sign_up(FELT_USER_ADMIN, "root"), 0);
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_WRONG_KIND);
    order = order_of(FELT_ORDER_RESET, sign_up(FELT_USER_HOUSE, "HousePlayer1"), 0);
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_WRONG_KIND);
}

static void ledger_house_players_are_staked_by_the_house(void **state)
{
    (void)state;
    int64_t id = sign_up(FELT_USER_HOUSE, "HousePlayer1");
    assert_int_equal(fake_store_user(fake_store, id)->chips, 0);
    assert_string_equal(fake_store_user(fake_store, id)->handle, "HousePlayer1");
    struct felt_order order = order_of(FELT_ORDER_STAKE, id, 1000000);
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_INSUFFICIENT);
    order = order_of(FELT_ORDER_FUND, 0, 1000000);
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_OK);
    order = order_of(FELT_ORDER_STAKE, id, 1000000);
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_OK);
    assert_int_equal(fake_store_user(fake_store, id)->chips, 1000000);
    assert_int_equal(fake_store_user(fake_store, id)->invested, 0);
    order = order_of(FELT_ORDER_UNSTAKE, id, 400000);
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_OK);
    assert_int_equal(fake_store_balance(fake_store, "house"), 400000);
    static const enum felt_order_kind not_for_him[] = {FELT_ORDER_RELOAD, FELT_ORDER_CREDIT,
                                                       FELT_ORDER_CLOSE, FELT_ORDER_PASSWORD};
    for (size_t i = 0; i < sizeof not_for_him / sizeof not_for_him[0]; i++) {
        order = order_of(not_for_him[i], id, 1);
        assert_int_equal(outcome_of(&order), FELT_OUTCOME_WRONG_KIND);
    }
    order = order_of(FELT_ORDER_STAKE, sign_up(FELT_USER_HUMAN, "ada"), 5);
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_WRONG_KIND);
}

static void ledger_prizes_come_out_of_entries(void **state)
{
    (void)state;
    int64_t ada = sign_up(FELT_USER_HUMAN, "ada"), bob = sign_up(FELT_USER_HUMAN, "bob");
    struct felt_order order = at_table(FELT_ORDER_ENTER, ada, 100, "sunday");
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_OK);
    order = at_table(FELT_ORDER_ENTER, bob, 100, "sunday");
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_OK);
    order = at_table(FELT_ORDER_PRIZE, bob, 201, "sunday");
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_INSUFFICIENT);
    order = at_table(FELT_ORDER_PRIZE, bob, 200, "sunday");
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_OK);
    assert_int_equal(fake_store_user(fake_store, bob)->chips, 500);
}

static void ledger_credit_is_audited_with_its_reason(void **state)
{
    (void)state;
    int64_t ada = sign_up(FELT_USER_HUMAN, "ada");
    struct felt_order order = order_of(FELT_ORDER_CREDIT, ada, 50);
    (void)snprintf(order.actor, sizeof order.actor, "admin:root");
    (void)snprintf(order.reason, sizeof order.reason, "a prize");
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_OK);
    assert_true(do_order(&order).replayed);
    assert_int_equal(fake_store_audits(fake_store), 1); /* a replay is no second act */
    assert_string_equal(fake_store_audit(fake_store, 0)->reason, "a prize");
    assert_int_equal(fake_store_audit(fake_store, 0)->amount, 50);
    assert_int_equal(fake_store_user(fake_store, ada)->invested, 450);
    order.amount = 9999;
    order.kind = FELT_ORDER_DEBIT;
    (void)snprintf(order.key, sizeof order.key, "another");
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_INSUFFICIENT);
    assert_int_equal(fake_store_audits(fake_store), 1);
}

static void ledger_seventeenth_table_is_refused(void **state)
{
    (void)state;
    int64_t ada = sign_up(FELT_USER_HUMAN, "ada");
    char table[16];
    for (int i = 0; i < FELT_ORDER_SEATED_MAX; i++) {
        (void)snprintf(table, sizeof table, "t%d", i);
        sit(ada, 2, table);
    }
    struct felt_order order = at_table(FELT_ORDER_BUY_IN, ada, 2, "more");
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_TOO_MANY);
    order = at_table(FELT_ORDER_TOP_UP, ada, 2, "t3");
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_OK);
    order = at_table(FELT_ORDER_CASH_OUT, ada, 0, "t0");
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_OK);
    order = at_table(FELT_ORDER_BUY_IN, ada, 2, "more");
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_OK);
}

/* ---- keys ---- */

static void ledger_same_key_moves_chips_once(void **state)
{
    (void)state;
    int64_t ada = sign_up(FELT_USER_HUMAN, "ada");
    struct felt_order order = at_table(FELT_ORDER_BUY_IN, ada, 100, "t");
    struct felt_receipt first = do_order(&order);
    order.now_ms += 5000;
    for (int i = 0; i < 3; i++) {
        struct felt_receipt again = do_order(&order);
        assert_int_equal(again.outcome, FELT_OUTCOME_OK);
        assert_true(again.replayed);
        assert_int_equal(again.transaction, first.transaction);
        assert_int_equal(again.amount, 100);
    }
    assert_int_equal(fake_store_user(fake_store, ada)->chips, 300);
    order.amount = 101;
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_KEY_REUSED);
    order.amount = 100;
    order.kind = FELT_ORDER_TOP_UP;
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_KEY_REUSED);
}

static void ledger_same_key_in_one_batch_moves_chips_once(void **state)
{
    (void)state;
    int64_t ada = sign_up(FELT_USER_HUMAN, "ada");
    struct felt_order order[3];
    struct felt_receipt receipt[3];
    order[0] = order[1] = order[2] = at_table(FELT_ORDER_BUY_IN, ada, 100, "t");
    fake_store_do(fake_store, order, 3, receipt, false);
    assert_false(receipt[0].replayed);
    assert_true(receipt[1].replayed && receipt[2].replayed);
    assert_int_equal(fake_store_user(fake_store, ada)->chips, 300);
}

static void ledger_refused_order_leaves_no_trace(void **state)
{
    (void)state;
    int64_t ada = sign_up(FELT_USER_HUMAN, "ada");
    int accounts = fake_store_accounts(fake_store),
        transactions = fake_store_transactions(fake_store);
    struct felt_order order = at_table(FELT_ORDER_BUY_IN, ada, 401, "t");
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_INSUFFICIENT);
    struct felt_order fund = order_of(FELT_ORDER_FUND, 0, FELT_ACCOUNT_CHIPS_MAX);
    assert_int_equal(outcome_of(&fund), FELT_OUTCOME_MINT_EMPTY);
    assert_int_equal(fake_store_accounts(fake_store), accounts);
    assert_int_equal(fake_store_transactions(fake_store), transactions);
    order.amount = 399; /* the key is free */
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_OK);
}

static void ledger_batch_done_twice_changes_nothing_more(void **state)
{
    (void)state;
    struct felt_order order[5];
    struct felt_receipt receipt[5];
    order[0] = named(FELT_USER_HUMAN, "ada");
    with_token(&order[0], 1);
    fake_store_do(fake_store, order, 1, receipt, true);
    assert_int_equal(receipt[0].outcome, FELT_OUTCOME_OK);
    assert_true(receipt[0].replayed);
    assert_int_equal(receipt[0].user.id, 1);
    assert_int_equal(receipt[0].user.chips, 400);
    order[0] = named(FELT_USER_GUEST, "");
    with_token(&order[0], 2);
    order[1] = order_of(FELT_ORDER_SIGN_IN, 1, 0);
    with_token(&order[1], 3);
    with_old(&order[1], 1);
    fake_store_do(fake_store, order, 2, receipt, true);
    assert_int_equal(receipt[0].outcome, FELT_OUTCOME_OK);
    assert_int_equal(receipt[0].user.kind, FELT_USER_GUEST);
    assert_int_equal(receipt[1].outcome, FELT_OUTCOME_OK);
    assert_int_equal(fake_store_users(fake_store), 2);
    assert_true(has_session(3) && !has_session(1));
    order[0] = named(FELT_USER_HUMAN, "carl"); /* the guest registers, and nobody hears of it */
    with_old(&order[0], 2);
    with_token(&order[0], 4);
    fake_store_do(fake_store, order, 1, receipt, true);
    assert_int_equal(receipt[0].outcome, FELT_OUTCOME_OK);
    assert_int_equal(receipt[0].user.id, 2);
    assert_int_equal(fake_store_users(fake_store), 2);
}

/* Operators cannot take the last chips; when grants have, nobody is let in, and nobody is harmed.
 */
static void ledger_empty_mint_refuses_and_takes_nothing(void **state)
{
    (void)state;
    int64_t ada = sign_up(FELT_USER_HUMAN, "ada");
    struct felt_order order = order_of(FELT_ORDER_DEBIT, ada, 300);
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_OK);
    felt_chips most = FELT_ACCOUNT_CHIPS_MAX - FELT_MINT_RESERVE - 100;
    order = order_of(FELT_ORDER_FUND, 0, most + 1);
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_MINT_EMPTY);
    order = order_of(FELT_ORDER_CREDIT, ada, most + 1);
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_MINT_EMPTY);
    order = order_of(FELT_ORDER_FUND, 0, most);
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_OK);
    assert_int_equal(sign_up(FELT_USER_HUMAN, "bob"), 2); /* the reserve */
    fake_store_set_balance(fake_store, "mint", 10 - FELT_ACCOUNT_CHIPS_MAX);
    struct felt_order refused[] = {named(FELT_USER_HUMAN, "carl"), named(FELT_USER_GUEST, ""),
                                   facebook("77", 1, 1), order_of(FELT_ORDER_RELOAD, ada, 0),
                                   order_of(FELT_ORDER_RESET, ada, 0)};
    int transactions = fake_store_transactions(fake_store), users = fake_store_users(fake_store);
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
        assert_int_equal(outcome_of(&refused[i]), FELT_OUTCOME_MINT_EMPTY);
    assert_int_equal(fake_store_transactions(fake_store), transactions);
    assert_int_equal(fake_store_users(fake_store), users);
    assert_int_equal(fake_store_user(fake_store, ada)->chips, 100);
    assert_int_equal(sign_up(FELT_USER_HOUSE, "HousePlayer1"), 3); /* wants nothing of it */
    fake_store_forgive(fake_store);
}

static void ledger_done_again_is_done_once(void **state)
{
    (void)state;
    struct felt_receipt receipt;
    struct felt_order order = named(FELT_USER_HOUSE, "HousePlayer1");
    fake_store_do(fake_store, &order, 1, &receipt, true);
    assert_true(receipt.outcome == FELT_OUTCOME_OK && receipt.replayed);
    int64_t ada = sign_up(FELT_USER_HUMAN, "ada");
    static const enum felt_order_kind kinds[] = {FELT_ORDER_PASSWORD, FELT_ORDER_DISABLE,
                                                 FELT_ORDER_CLOSE};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        order = order_of(kinds[i], ada, 1);
        (void)snprintf(order.actor, sizeof order.actor, "admin:root");
        (void)snprintf(order.password, sizeof order.password, "$2b$12$new");
        fake_store_do(fake_store, &order, 1, &receipt, true);
        assert_true(receipt.outcome == FELT_OUTCOME_OK && receipt.replayed);
        assert_int_equal(receipt.user.id, ada);
        assert_int_equal(fake_store_audits(fake_store), (int)i + 1);
    }
}

/* ---- mistakes of an older room ---- */

static void old_negative_and_absurd_amounts_are_refused(void **state)
{
    (void)state;
    int64_t ada = sign_up(FELT_USER_HUMAN, "ada");
    sit(ada, 100, "t");
    static const felt_chips amounts[] = {
        0, -1, -1000000, INT64_MIN, INT64_MAX, INT64_MIN + 1, FELT_ACCOUNT_CHIPS_MAX + 1};
    static const enum felt_order_kind kinds[] = {
        FELT_ORDER_BUY_IN, FELT_ORDER_TOP_UP, FELT_ORDER_CREDIT, FELT_ORDER_DEBIT,
        FELT_ORDER_FUND,   FELT_ORDER_STAKE,  FELT_ORDER_ENTER,  FELT_ORDER_PRIZE};
    int transactions = fake_store_transactions(fake_store);
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++)
        for (size_t a = 0; a < sizeof amounts / sizeof amounts[0]; a++) {
            struct felt_order order = at_table(kinds[k], ada, amounts[a], "t");
            assert_int_equal(outcome_of(&order), FELT_OUTCOME_BAD_AMOUNT);
        }
    assert_int_equal(fake_store_transactions(fake_store), transactions);
}

static void old_hand_that_pays_more_than_its_pot_is_refused(void **state)
{
    (void)state;
    int64_t ada = sign_up(FELT_USER_HUMAN, "ada"), bob = sign_up(FELT_USER_HUMAN, "bob");
    sit(ada, 100, "t");
    sit(bob, 100, "t");
    static const felt_chips won[][2] = {
        {-60, 90}, {-60, 30}, {1, 0}, {0, -1}, {INT64_MIN, INT64_MIN}};
    for (size_t i = 0; i < sizeof won / sizeof won[0]; i++) {
        struct felt_order order = hand("t", ada, won[i][0], bob, won[i][1]);
        enum felt_outcome outcome = outcome_of(&order);
        assert_true(outcome == FELT_OUTCOME_BAD_SUM || outcome == FELT_OUTCOME_BAD_AMOUNT);
    }
    struct felt_order order = hand("t", ada, -50, ada, 50);
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_BAD_SUM); /* one seat twice */
    order = hand("t", ada, -101, bob, 101);
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_INSUFFICIENT); /* more than he has there */
    order = hand("t", ada, -10, 99, 10);
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_NOT_SEATED);
}

/* There the balance was read, then debited in a second statement: two buy-ins at once both passed.
 */
static void old_two_buy_ins_at_once_cannot_both_have_the_chips(void **state)
{
    (void)state;
    int64_t ada = sign_up(FELT_USER_HUMAN, "ada");
    struct felt_order order[2] = {at_table(FELT_ORDER_BUY_IN, ada, 300, "a"),
                                  at_table(FELT_ORDER_BUY_IN, ada, 300, "b")};
    struct felt_receipt receipt[2];
    fake_store_do(fake_store, order, 2, receipt, false);
    assert_int_equal(receipt[0].outcome, FELT_OUTCOME_OK);
    assert_int_equal(receipt[1].outcome, FELT_OUTCOME_INSUFFICIENT);
    assert_int_equal(fake_store_total(fake_store, ada), 400);
}

/* There a reset wrote 400 into every row, whatever lay on tables, also of the house. */
static void old_reset_mints_nothing_for_chips_on_tables(void **state)
{
    (void)state;
    int64_t ada = sign_up(FELT_USER_HUMAN, "ada");
    sit(ada, 400, "t");
    struct felt_order order = order_of(FELT_ORDER_RESET, ada, 0);
    assert_int_equal(outcome_of(&order), FELT_OUTCOME_SEATED);
    assert_int_equal(fake_store_total(fake_store, ada), 400);
}

static void ledger_bad_keys_and_tables_are_refused(void **state)
{
    (void)state;
    int64_t ada = sign_up(FELT_USER_HUMAN, "ada");
    static const char *const bad_keys[] = {"", "two words", "tab\t", "\x7f", "\xc3\xa9"};
    for (size_t i = 0; i < sizeof bad_keys / sizeof bad_keys[0]; i++) {
        struct felt_order order = at_table(FELT_ORDER_BUY_IN, ada, 10, "t");
        (void)snprintf(order.key, sizeof order.key, "%s", bad_keys[i]);
        assert_int_equal(outcome_of(&order), FELT_OUTCOME_BAD_KEY);
    }
    static const char *const bad_tables[] = {"", "a:b", "a b", "a/b", "\xc3\xa9"};
    for (size_t i = 0; i < sizeof bad_tables / sizeof bad_tables[0]; i++) {
        struct felt_order order = at_table(FELT_ORDER_BUY_IN, ada, 10, bad_tables[i]);
        assert_int_equal(outcome_of(&order), FELT_OUTCOME_BAD_NAME);
    }
}

static void ledger_full_batch_of_full_orders_fits(void **state)
{
    (void)state;
    static struct felt_order order[FELT_LEDGER_ORDERS_MAX];
    static struct felt_receipt receipt[FELT_LEDGER_ORDERS_MAX];
    char table[16];
    for (int first = 0; first < 2; first++) { /* 256 users, each on 16 tables */
        for (int i = 0; i < FELT_LEDGER_ORDERS_MAX; i++) {
            char name[FELT_USERNAME_MAX + 1];
            (void)snprintf(name, sizeof name, "user%d", first * FELT_LEDGER_ORDERS_MAX + i);
            order[i] = named(FELT_USER_HUMAN, name);
        }
        fake_store_do(fake_store, order, FELT_LEDGER_ORDERS_MAX, receipt, false);
    }
    for (int t = 0; t < FELT_ORDER_SEATED_MAX; t++) {
        (void)snprintf(table, sizeof table, "t%d", t);
        for (int i = 0; i < FELT_LEDGER_ORDERS_MAX; i++)
            order[i] = at_table(FELT_ORDER_BUY_IN, i + 1, 10, table);
        fake_store_do(fake_store, order, FELT_LEDGER_ORDERS_MAX, receipt, false);
        for (int i = 0; i < FELT_LEDGER_ORDERS_MAX; i++)
            assert_int_equal(receipt[i].outcome, FELT_OUTCOME_OK);
    }
    for (int i = 0; i < FELT_LEDGER_ORDERS_MAX; i++) {
        (void)snprintf(table, sizeof table, "t%d", i % FELT_ORDER_SEATED_MAX);
        order[i] = at_table(FELT_ORDER_SETTLE, 0, 0, table);
        order[i].seats = FELT_SEATS_MAX;
        for (int s = 0; s < FELT_SEATS_MAX; s++)
            order[i].seat[s] = (struct felt_order_seat){(i + s * 3) % 128 + 1, s ? -1 : 7};
        order[i].rake = 1;
        order[i].pot = 1;
    }
    fake_store_do(fake_store, order, FELT_LEDGER_ORDERS_MAX, receipt, false);
    for (int i = 0; i < FELT_LEDGER_ORDERS_MAX; i++)
        assert_int_equal(receipt[i].outcome, FELT_OUTCOME_OK);
    for (int i = 0; i < FELT_LEDGER_ORDERS_MAX; i++)
        order[i] = order_of(FELT_ORDER_RELOAD, i + 1, 0);
    fake_store_do(fake_store, order, FELT_LEDGER_ORDERS_MAX, receipt, false);
}

TEST_MODULE(ledger)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, open_fake_store, close_fake_store)
    const struct CMUnitTest tests[] = {
        CASE(ledger_new_user_has_400_and_a_bookmark),
        CASE(ledger_buy_in_hand_and_cash_out_balance),
        CASE(ledger_pot_stays_in_the_middle_and_is_won_later),
        CASE(ledger_reload_fills_up_to_400_with_tables_counted),
        CASE(ledger_reloads_of_a_day_are_counted),
        CASE(ledger_reloads_sent_again_count_once),
        CASE(ledger_reset_makes_400_of_everything),
        CASE(ledger_house_players_are_staked_by_the_house),
        CASE(ledger_prizes_come_out_of_entries),
        CASE(ledger_credit_is_audited_with_its_reason),
        CASE(ledger_seventeenth_table_is_refused),
        CASE(ledger_same_key_moves_chips_once),
        CASE(ledger_same_key_in_one_batch_moves_chips_once),
        CASE(ledger_refused_order_leaves_no_trace),
        CASE(ledger_batch_done_twice_changes_nothing_more),
        CASE(ledger_empty_mint_refuses_and_takes_nothing),
        CASE(ledger_done_again_is_done_once),
        CASE(old_negative_and_absurd_amounts_are_refused),
        CASE(old_hand_that_pays_more_than_its_pot_is_refused),
        CASE(old_two_buy_ins_at_once_cannot_both_have_the_chips),
        CASE(old_reset_mints_nothing_for_chips_on_tables),
        CASE(ledger_bad_keys_and_tables_are_refused),
        CASE(ledger_full_batch_of_full_orders_fits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
