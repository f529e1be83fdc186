/* test_ledger_store_more.c -- the ledger store among accidents that last: values that are taken for
 * ever, locks that are never released, rows that nobody understands, disks that stay full, files of
 * others, work that takes long. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#pragma GCC diagnostic ignored "-Wunused-function" /* the scene has more than these cases need */
#include "ledger_store_scene.h"
#include "faulty_files.h"
#include "module.h"
#include "os/clock.h"

#include <sys/stat.h>

static void wait_ms(int ms)
{
    (void)usleep((useconds_t)ms * 1000); /* luck: its callers say what they wait for */
}

static struct felt_sql *open_with(const struct felt_sql_config *config)
{
    struct felt_complaint complaint = {0};
    struct felt_sql *sql = NULL;
    if (felt_sql_open(config, &sql, &complaint) != FELT_OK) fail_msg("%s", complaint.text);
    return sql;
}

static enum felt_sql_result do_one(struct felt_sql *sql, const struct felt_statement *statement,
                                   bool writes)
{
    felt_sql_begin(sql, writes);
    felt_sql_add(sql, statement, NULL, 0, NULL, NULL);
    return felt_sql_commit(sql);
}

/* ---- work that takes long -------------------------------------------------------------------- */

static void bank_patient_work_takes_its_time(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    static const struct felt_statement slow = {"SELECT 1 FROM pg_sleep(3.5)", ""};
    struct felt_sql_config config = scene->config.sql;
    config.wait_ms = 3000; /* of which a quarter is left for the server to say why */
    for (int patient = 0; patient < 2; patient++) {
        config.patient = patient;
        struct felt_sql *sql = open_with(&config);
        assert_int_equal(do_one(sql, &slow, false), patient ? FELT_SQL_OK : FELT_SQL_CONFLICT);
        felt_sql_close(sql);
    }
}

static void bank_opens_though_nobody_proved_the_ledger(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    static const struct felt_statement lock = {"LOCK TABLE account IN ACCESS EXCLUSIVE MODE", ""};
    felt_ledger_store_close(scene->bank);
    scene->bank = NULL;
    scene->holder = bank_connect(scene);
    felt_sql_begin(scene->holder, true);
    felt_sql_add(scene->holder, &lock, NULL, 0, NULL, NULL);
    assert_int_equal(felt_sql_run(scene->holder), FELT_SQL_OK);
    scene->config.sql.wait_ms = 3000;
    scene->bank = bank_open(scene);
    assert_int_equal(bank_said(scene, "error store: the books were not proved: "), 1);
    bank_let_go(scene);
    scene->client = felt_ledger_client_open(scene->bank, NULL, NULL);
    (void)bank_sign_up(scene->client, "ann");
}

/* ---- conflicts that last --------------------------------------------------------------------- */

static void bank_value_that_stays_taken_is_refused(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    scene->config.patience_ms =
        24 * 3600 * 1000; /* no order is answered because its patience ended */
    bank_reopen(scene);
    (void)bank_sign_up(scene->client, "ann");
    /* The ledger does not know that only one may have come at a time. */
    static const char index[] = "CREATE UNIQUE INDEX one_at_a_time ON users (reg_date)";
    bank_script(scene, index, index);
    bank_hold(scene);
    for (int i = 0; i < 5; i++) {
        char name[8];
        (void)snprintf(name, sizeof name, "bob%d", i);
        struct felt_order order = bank_sign_up_order(name);
        if (i != 2) order.now_ms += 1 + i;
        assert_true(felt_ledger_client_order(scene->client, &order, (uint64_t)i));
    }
    bank_let_go(scene);
    for (uint64_t i = 0; i < 5; i++) {
        struct felt_ledger_store_reply reply;
        assert_true(felt_ledger_client_take(scene->client, -1, &reply));
        assert_int_equal(reply.ticket, i);
        assert_int_equal(reply.receipt.outcome,
                         i == 2 ? FELT_OUTCOME_UNAVAILABLE : FELT_OUTCOME_OK);
    }
    assert_int_equal(bank_said(scene, "critical"), 1);
    assert_int_equal(
        bank_said(scene, scene->kind == FELT_SQL_SQLITE ? "users.reg_date" : "one_at_a_time"), 2);
}

/* Somebody keeps the row of one user for himself. */
static void bank_conflict_of_one_starves_no_other(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    static const struct felt_statement keep = {"UPDATE users SET level = level WHERE id = 1", ""};
    int64_t ann = bank_sign_up(scene->client, "ann"), bob = bank_sign_up(scene->client, "bob");
    bank_hurry(scene, 12000, 600); /* of which a quarter is left when the others are served */
    assert_int_equal(ann, 1);
    scene->holder = bank_connect(scene);
    felt_sql_begin(scene->holder, true);
    felt_sql_add(scene->holder, &keep, NULL, 0, NULL, NULL);
    assert_int_equal(felt_sql_run(scene->holder), FELT_SQL_OK);
    for (uint64_t i = 0; i < 6; i++) {
        char key[8];
        (void)snprintf(key, sizeof key, "b%d", (int)i);
        struct felt_order order =
            bank_table_order(FELT_ORDER_BUY_IN, i == 1 ? ann : bob, 10, key, key);
        assert_true(felt_ledger_client_order(scene->client, &order, i));
    }
    for (uint64_t i = 0; i < 6; i++) {
        struct felt_ledger_store_reply reply;
        assert_true(felt_ledger_client_take(scene->client, -1, &reply));
        assert_int_equal(reply.ticket, i);
        assert_int_equal(reply.receipt.outcome,
                         i == 1 ? FELT_OUTCOME_UNAVAILABLE : FELT_OUTCOME_OK);
    }
    assert_int_equal(bank_said(scene, "kept waiting by conflicts of one"), 1);
    bank_let_go(scene);
}

struct rival {
    struct felt_ledger_store *bank;
    int64_t user, took_us;
    int number;
    pthread_t thread;
};

static void *order_many(void *self)
{
    struct rival *rival = self;
    struct felt_ledger_client *client = felt_ledger_client_open(rival->bank, NULL, NULL);
    int64_t began_us = felt_clock_us();
    for (int i = 0; i < 60; i++) {
        char key[16];
        (void)snprintf(key, sizeof key, "r%d/%d", rival->number, i);
        struct felt_order order = bank_table_order(i % 2 ? FELT_ORDER_CASH_OUT : FELT_ORDER_BUY_IN,
                                                   rival->user, i % 2 ? 0 : 10, "r", key);
        struct felt_receipt receipt;
        felt_ledger_client_do(client, &order, &receipt);
        if (receipt.outcome != FELT_OUTCOME_OK) abort();
    }
    rival->took_us = felt_clock_us() - began_us;
    felt_ledger_client_close(client);
    return NULL;
}

/* Of two ledger stores on one server neither has to try again, and neither has to wait for long. */
static void bank_rivals_take_turns(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    struct felt_ledger_store *other = bank_open(scene);
    struct rival rival[2] = {{.bank = scene->bank, .number = 0, .user = 0},
                             {.bank = other, .number = 1, .user = 0}};
    for (int i = 0; i < 2; i++) rival[i].user = bank_sign_up(scene->client, i ? "bob" : "ann");
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&rival[i].thread, NULL, order_many, &rival[i]), 0);
    struct felt_ledger_store_counts counts[2];
    for (int i = 0; i < 2; i++) assert_int_equal(pthread_join(rival[i].thread, NULL), 0);
    felt_ledger_store_counts(scene->bank, &counts[0]);
    felt_ledger_store_counts(other, &counts[1]);
    print_message("# %lld and %lld us for 60 orders, %llu conflicts\n", (long long)rival[0].took_us,
                  (long long)rival[1].took_us,
                  (unsigned long long)(counts[0].conflicts + counts[1].conflicts));
    assert_true(counts[0].conflicts + counts[1].conflicts <= 5);
    felt_ledger_store_close(other);
    bank_prove(scene);
}

/* ---- rows that nobody understands ------------------------------------------------------------ */

#define HAND_MADE "PRAGMA ignore_check_constraints = ON;"
static const struct strange {
    const char *name, *sqlite, *postgres, *said;
    uint8_t question; /* that meets it                                                           */
} stranges[] = {
    {"user", HAND_MADE "UPDATE users SET kind = 'wizard' WHERE id = 1",
     "ALTER TABLE users DROP CONSTRAINT users_kind_check;"
     "UPDATE users SET kind = 'wizard' WHERE id = 1",
     "users: user 1 has the unknown kind \"wizard\"", FELT_QUESTION_USER},
    {"session", HAND_MADE "UPDATE sessions SET kind = 'spell' WHERE user_id = 1",
     "ALTER TABLE sessions DROP CONSTRAINT sessions_kind_check;"
     "UPDATE sessions SET kind = 'spell' WHERE user_id = 1",
     "sessions: a session of user 1 has the unknown kind \"spell\"", FELT_QUESTION_SESSIONS},
    {"account",
     HAND_MADE "DROP TRIGGER account_stays; UPDATE account SET kind = 'cave'"
               " WHERE owner = 1",
     "ALTER TABLE account DISABLE TRIGGER USER;"
     "ALTER TABLE account DROP CONSTRAINT account_kind_check;"
     "ALTER TABLE account DROP CONSTRAINT account_check1;"
     "UPDATE account SET kind = 'cave' WHERE owner = 1",
     "has the unknown kind \"cave\"", FELT_QUESTION_SEATS},
    {"transaction",
     HAND_MADE "DROP TRIGGER ledger_tx_stays; UPDATE ledger_tx SET kind = 'curse'"
               " WHERE user_id = 1",
     "ALTER TABLE ledger_tx DISABLE TRIGGER USER;"
     "ALTER TABLE ledger_tx DROP CONSTRAINT ledger_tx_kind_check;"
     "UPDATE ledger_tx SET kind = 'curse' WHERE user_id = 1",
     "ledger_tx: transaction 1 has the unknown kind \"curse\"", FELT_QUESTION_HISTORY},
};

static void bank_unknown_words_are_errors_of_their_questions(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    int64_t ann = bank_sign_up(scene->client, "ann"), bob = bank_sign_up(scene->client, "bob");
    assert_int_equal(ann, 1);
    bank_sign_in(scene->client, ann, 1);
    for (size_t i = 0; i < sizeof stranges / sizeof stranges[0]; i++) {
        const struct strange *strange = &stranges[i];
        bank_script(scene, strange->sqlite, strange->postgres);
        struct felt_question question = {
            .kind = strange->question, .number = ann, .limit = 10, .now_ms = BANK_NOW_MS};
        assert_int_equal(bank_find(scene->client, &question), FELT_OUTCOME_UNAVAILABLE);
        if (bank_said(scene, strange->said) != 1) fail_msg("%s: %s", strange->name, scene->log);
        question.number = bob;
        assert_int_equal(bank_find(scene->client, &question), FELT_OUTCOME_OK);
    }
    struct felt_order order = bank_table_order(FELT_ORDER_BUY_IN, ann, 10, "t", "ann/1");
    assert_int_equal(bank_do(scene->client, &order), FELT_OUTCOME_UNAVAILABLE);
    order = bank_table_order(FELT_ORDER_BUY_IN, bob, 10, "t", "bob/1");
    assert_int_equal(bank_do(scene->client, &order), FELT_OUTCOME_OK);
    assert_int_equal(bank_said(scene, "critical store: writer: "), 1);
    assert_int_equal(bank_said(scene, "critical store: reader: a question cannot be answered"), 4);
}

/* ---- disks ----------------------------------------------------------------------------------- */

static bool is_lost(struct bank_scene *scene)
{
    struct felt_ledger_store_counts counts;
    felt_ledger_store_counts(scene->bank, &counts);
    return counts.lost;
}

static void bank_is_back_when_something_was_written(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    int64_t user = bank_sign_up(scene->client, "ann");
    scene->config.sql.vfs = faulty_files_name();
    bank_hurry(scene, 150, 5000);
    faulty_files_arm(FAULTY_FULL, FAULTY_LOG, 1, FAULTY_FOR_EVER);
    struct felt_order order = bank_table_order(FELT_ORDER_BUY_IN, user, 10, "t", "ann/1");
    int tries = 0; /* more than one if patience was over before anything was written */
    do assert_int_equal(bank_do(scene->client, &order), FELT_OUTCOME_UNAVAILABLE);
    while (!is_lost(scene) && ++tries < 100);
    bank_await_said(scene, "writer: the database is lost");
    for (int i = 0; i < 40; i++) {
        wait_ms(10);
        assert_true(is_lost(scene));
    }
    assert_int_equal(bank_said(scene, "writer: the database is lost"), 1);
    assert_int_equal(bank_said(scene, "is back"), 0);
    faulty_files_heal();
    bank_await_said(scene, "writer: the database is back"); /* though nobody has ordered anything */
    int64_t until_us = felt_clock_us() + BANK_INSIST_US;
    while (is_lost(scene) && felt_clock_us() < until_us)
        wait_ms(5); /* the reader has its own time */
    assert_false(is_lost(scene));
    uint64_t unavailable = 0;
    assert_int_equal(bank_insist(scene->client, &order, &unavailable), FELT_OUTCOME_OK);
    bank_prove(scene);
    felt_ledger_store_close(scene->bank);
    scene->bank = NULL;
    faulty_files_forget();
}

static void bank_doubtful_log_is_emptied_before_writing(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    static const struct felt_statement write = {"UPDATE counters SET value = value + 1", ""};
    static const struct felt_statement look = {"SELECT value FROM counters", ""};
    felt_ledger_store_close(scene->bank);
    scene->bank = NULL;
    struct felt_sql_config config = scene->config.sql;
    config.vfs = faulty_files_name();
    config.wait_ms = 50;
    struct felt_sql *sql = open_with(&config);
    config.read_only = true;
    scene->eye = open_with(&config);
    assert_int_equal(do_one(sql, &write, true), FELT_SQL_OK);
    felt_sql_begin(scene->eye, false);
    felt_sql_add(scene->eye, &look, NULL, 0, NULL, NULL);
    assert_int_equal(felt_sql_run(scene->eye), FELT_SQL_OK);
    faulty_files_arm(FAULTY_SYNC, FAULTY_LOG, 1, 1);
    assert_int_equal(do_one(sql, &write, true), FELT_SQL_LOST);
    faulty_files_heal();
    assert_int_equal(felt_sql_reopen(sql), FELT_SQL_OK);
    assert_int_equal(do_one(sql, &look, false), FELT_SQL_OK);
    assert_int_equal(do_one(sql, &write, true), FELT_SQL_CONFLICT);
    felt_sql_rollback(scene->eye);
    assert_int_equal(do_one(sql, &write, true), FELT_SQL_OK);
    felt_sql_close(sql);
    felt_sql_close(scene->eye);
    scene->eye = NULL;
    faulty_files_forget();
}

/* ---- files of others ------------------------------------------------------------------------- */

static void assert_refused(const struct felt_sql_config *config, const char *text)
{
    struct felt_complaint complaint = {0};
    struct felt_sql *sql = NULL;
    assert_int_equal(felt_sql_open(config, &sql, &complaint), FELT_UNSUPPORTED);
    if (!strstr(complaint.text, text)) fail_msg("%s", complaint.text);
}

static void bank_links_are_not_followed(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    static const char *const names[] = {"felt.db", "felt.db-wal", "felt.db-shm"};
    felt_ledger_store_close(scene->bank);
    scene->bank = NULL;
    char target[CLUSTER_CONNINFO_BYTES + 16], link[CLUSTER_CONNINFO_BYTES + 16];
    (void)snprintf(target, sizeof target, "%s/precious", scene->place);
    FILE *file = fopen(target, "w");
    assert_non_null(file);
    fclose(file);
    for (size_t i = 0; i < 3; i++) {
        struct stat about;
        assert_int_equal(chmod(target, 0644), 0);
        (void)snprintf(link, sizeof link, "%s/%s", scene->place, names[i]);
        (void)unlink(link);
        assert_int_equal(symlink(target, link), 0);
        assert_refused(&scene->config.sql, "is not a file");
        assert_int_equal(stat(target, &about), 0);
        assert_int_equal(about.st_mode & 0777, 0644);
        assert_int_equal(unlink(link), 0);
    }
    if (geteuid() == 0) {
        assert_int_equal(chown(target, 12345, 12345), 0);
        (void)snprintf(link, sizeof link, "%s/felt.db-wal", scene->place);
        assert_int_equal(rename(target, link), 0);
        assert_refused(&scene->config.sql, "felt.db-wal belongs to somebody else");
        assert_int_equal(unlink(link), 0);
        assert_int_equal(chown(scene->place, 12345, 12345), 0);
        assert_refused(&scene->config.sql, "the directory of the store belongs to somebody else");
    }
    (void)unlink(target);
}

#define ON(kind, name)                                                                             \
    {                                                                                              \
        "bank_" #kind "_" #name, bank_##name, bank_set_up_##kind, bank_tear_down, NULL             \
    }

/* ---- a database that is away for long, a user who signs in for ever ----------------------------
 */

static void bank_tells_newcomers_soon_that_it_is_lost(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    int64_t user = bank_sign_up(scene->client, "fay");
    bank_break(scene);
    struct felt_order first = bank_table_order(FELT_ORDER_BUY_IN, user, 100, "s", "fay/1");
    struct felt_order later = bank_table_order(FELT_ORDER_BUY_IN, user, 100, "t", "fay/2");
    assert_true(felt_ledger_client_order(scene->client, &first, 1));
    bank_await_said(scene, "writer: the database is lost");
    wait_ms(1300); /* a second after the loss it no longer waits for newcomers; later is as good */
    assert_true(felt_ledger_client_order(scene->client, &later, 2));
    struct felt_ledger_store_reply reply;
    assert_true(felt_ledger_client_take(scene->client, -1, &reply));
    assert_int_equal(reply.ticket, 2); /* the first still has patience */
    assert_int_equal(reply.receipt.outcome, FELT_OUTCOME_UNAVAILABLE);
    bank_mend(scene);
    assert_true(felt_ledger_client_take(scene->client, -1, &reply));
    assert_int_equal(reply.ticket, 1);
    assert_int_equal(reply.receipt.outcome, FELT_OUTCOME_OK);
    bank_prove(scene);
}

static void bank_keeps_fifty_sessions_of_a_user(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    int64_t user = bank_sign_up(scene->client, "gus"), other = bank_sign_up(scene->client, "hal");
    bank_sign_in(scene->client, other, 200);
    for (uint8_t i = 1; i <= 60; i++) {
        struct felt_order order = {.kind = FELT_ORDER_SIGN_IN,
                                   .now_ms = BANK_NOW_MS + i,
                                   .user = user,
                                   .has_token = true,
                                   .token = {i},
                                   .expires_ms = BANK_NOW_MS + 1000000};
        assert_int_equal(bank_do(scene->client, &order), FELT_OUTCOME_OK);
    }
    struct felt_question all = {
        .kind = FELT_QUESTION_SESSIONS, .now_ms = BANK_NOW_MS, .number = user, .limit = 100};
    assert_int_equal(bank_rows(scene->client, &all), 50);
    struct felt_question one = {
        .kind = FELT_QUESTION_SESSION, .now_ms = BANK_NOW_MS, .token = {10}, .limit = 1};
    assert_int_equal(bank_find(scene->client, &one), FELT_OUTCOME_NO_SESSION);
    one.token[0] = 11;
    assert_int_equal(bank_find(scene->client, &one), FELT_OUTCOME_OK);
    one.token[0] = 200;
    assert_int_equal(bank_find(scene->client, &one), FELT_OUTCOME_OK);
}

/* ---- seats of everybody ---------------------------------------------------------------------- */

/* Three users at two tables each, of which one seat was cashed out: five are left, and any size of
 * page finds each of them once, in order. */
static void bank_finds_all_seats_with_chips(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    enum { USERS = 3, SEATS = 2 * USERS - 1 };
    int64_t owner[SEATS];
    char name[SEATS][FELT_ACCOUNT_NAME_BYTES + 1];
    int seats = 0;
    for (int i = 0; i < USERS; i++) {
        char text[24];
        (void)snprintf(text, sizeof text, "user%d", i);
        int64_t user = bank_sign_up(scene->client, text);
        for (int table = 1; table <= 2; table++) {
            char at[8], key[32];
            (void)snprintf(at, sizeof at, "t-%d", table);
            (void)snprintf(key, sizeof key, "in/%d/%d", i, table);
            struct felt_order order =
                bank_table_order(FELT_ORDER_BUY_IN, user, 10 * table + i, at, key);
            assert_int_equal(bank_do(scene->client, &order), FELT_OUTCOME_OK);
            if (i == 1 && table == 1) {
                order = bank_table_order(FELT_ORDER_CASH_OUT, user, 0, at, "out");
                assert_int_equal(bank_do(scene->client, &order), FELT_OUTCOME_OK);
                continue;
            }
            owner[seats] = user;
            (void)snprintf(name[seats++], sizeof name[0], "seat:t-%d:%lld", table, (long long)user);
        }
    }
    for (uint32_t limit = 1; limit <= SEATS + 1; limit++) {
        struct felt_question question = {.kind = FELT_QUESTION_TABLES, .limit = limit};
        int found = 0;
        for (;;) {
            struct felt_ledger_answer answer;
            felt_ledger_client_find(scene->client, &question, &answer);
            assert_int_equal(answer.outcome, FELT_OUTCOME_OK);
            assert_true(answer.count <= limit);
            if (answer.count == 0) break;
            for (uint32_t k = 0; k < answer.count; k++, found++) {
                assert_true(found < SEATS);
                assert_true(answer.accounts[k].id > question.before);
                assert_int_equal(answer.accounts[k].kind, FELT_ACCOUNT_SEAT);
                assert_int_equal(answer.accounts[k].owner, owner[found]);
                assert_string_equal(answer.accounts[k].name, name[found]);
                assert_true(answer.accounts[k].balance > 0);
                question.before = answer.accounts[k].id;
            }
            free(answer.rows);
        }
        assert_int_equal(found, SEATS);
    }
}

/* Loses everything and reloads, so many hours after the beginning. */
static struct felt_receipt lose_and_reload(struct bank_scene *scene, int64_t user, int hours)
{
    static int number;
    struct felt_receipt receipt;
    struct felt_order order = {.kind = FELT_ORDER_DEBIT,
                               .now_ms = BANK_NOW_MS + hours * INT64_C(3600000),
                               .user = user,
                               .amount = 400};
    (void)snprintf(order.key, sizeof order.key, "debit:%d", ++number);
    (void)snprintf(order.actor, sizeof order.actor, "test");
    felt_ledger_client_do(scene->client, &order, &receipt); /* or there is nothing to lose */
    order =
        (struct felt_order){.kind = FELT_ORDER_RELOAD, .now_ms = order.now_ms, .user = order.user};
    (void)snprintf(order.key, sizeof order.key, "reload:%d", number);
    felt_ledger_client_do(scene->client, &order, &receipt);
    return receipt;
}

static void bank_counts_reloads_of_a_day_across_restarts(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    scene->config.ledger.reloads = 2;
    bank_reopen(scene);
    int64_t ann = bank_sign_up(scene->client, "ann"), bob = bank_sign_up(scene->client, "bob");
    assert_int_equal(lose_and_reload(scene, ann, 0).outcome, FELT_OUTCOME_OK);
    assert_int_equal(lose_and_reload(scene, ann, 3).outcome, FELT_OUTCOME_OK);
    bank_reopen(scene);
    struct felt_receipt receipt = lose_and_reload(scene, ann, 4);
    assert_int_equal(receipt.outcome, FELT_OUTCOME_RELOADS);
    assert_true(receipt.next_ms == BANK_NOW_MS + FELT_RELOADS_MS);
    assert_int_equal(lose_and_reload(scene, bob, 4).outcome, FELT_OUTCOME_OK);
    assert_int_equal(lose_and_reload(scene, ann, 24).outcome, FELT_OUTCOME_OK);
    receipt = lose_and_reload(scene, ann, 25);
    assert_int_equal(receipt.outcome, FELT_OUTCOME_RELOADS);
    assert_true(receipt.next_ms == BANK_NOW_MS + 3 * INT64_C(3600000) + FELT_RELOADS_MS);
}

/* ---- prize pools ----------------------------------------------------------------------------- */

/* Two pools: what each user paid there and did not get back, and what the house has. */
static void bank_knows_who_paid_into_a_pool(void **state)
{
    struct bank_scene *scene = bank_begin(state);
    int64_t ann = bank_sign_up(scene->client, "ann"), bob = bank_sign_up(scene->client, "bob");
    const struct felt_order orders[] = {
        bank_table_order(FELT_ORDER_ENTER, ann, 50, "duel.1-ff", "a1"),
        bank_table_order(FELT_ORDER_ENTER, bob, 50, "duel.1-ff", "b1"),
        bank_table_order(FELT_ORDER_ENTER, ann, 70, "other.1", "o1"),
        bank_table_order(FELT_ORDER_REFUND, ann, 50, "duel.1-ff", "a2"),
        bank_table_order(FELT_ORDER_ENTER, ann, 50, "duel.1-ff", "a3"),
        bank_table_order(FELT_ORDER_FEE, 0, 10, "duel.1-ff", "fee")};
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
        assert_int_equal(bank_do(scene->client, &orders[i]), FELT_OUTCOME_OK);
    struct felt_question question = {.kind = FELT_QUESTION_POOLS, .limit = 1};
    struct felt_ledger_answer answer;
    felt_ledger_client_find(scene->client, &question, &answer);
    assert_int_equal(answer.count, 1);
    assert_string_equal(answer.accounts[0].name, "prize:duel.1-ff");
    assert_int_equal(answer.accounts[0].balance, 90);
    question.before = answer.accounts[0].id;
    free(answer.rows);
    assert_int_equal(bank_rows(scene->client, &question), 1);
    question = (struct felt_question){
        .kind = FELT_QUESTION_POOL, .text = "duel.1-ff", .before = -1, .limit = 100};
    felt_ledger_client_find(scene->client, &question, &answer);
    assert_int_equal(answer.outcome, FELT_OUTCOME_OK);
    assert_int_equal(answer.count, 3);
    const int64_t user[] = {0, ann, bob}, paid[] = {-10, 50, 50};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(answer.pools[i].user, user[i]);
        assert_int_equal(answer.pools[i].paid, paid[i]);
    }
    assert_int_equal(answer.pools[0].transaction, 0);
    assert_true(answer.pools[1].transaction > answer.pools[2].transaction);
    free(answer.rows);
    question.before = ann;
    assert_int_equal(bank_rows(scene->client, &question), 1);
    question.text[0] = 'x';
    assert_int_equal(bank_rows(scene->client, &question), 0);
}

TEST_MODULE(ledger_store_more)
{
    const struct CMUnitTest tests[] = {
        ON(postgres, patient_work_takes_its_time),
        ON(postgres, opens_though_nobody_proved_the_ledger),
        ON(sqlite, value_that_stays_taken_is_refused),
        ON(postgres, value_that_stays_taken_is_refused),
        ON(postgres, conflict_of_one_starves_no_other),
        ON(postgres, rivals_take_turns),
        ON(sqlite, unknown_words_are_errors_of_their_questions),
        ON(postgres, unknown_words_are_errors_of_their_questions),
        ON(sqlite, knows_who_paid_into_a_pool),
        ON(postgres, knows_who_paid_into_a_pool),
        ON(sqlite, is_back_when_something_was_written),
        ON(sqlite, doubtful_log_is_emptied_before_writing),
        ON(sqlite, links_are_not_followed),
        ON(sqlite, tells_newcomers_soon_that_it_is_lost),
        ON(postgres, tells_newcomers_soon_that_it_is_lost),
        ON(sqlite, keeps_fifty_sessions_of_a_user),
        ON(postgres, keeps_fifty_sessions_of_a_user),
        ON(sqlite, finds_all_seats_with_chips),
        ON(postgres, finds_all_seats_with_chips),
        ON(sqlite, counts_reloads_of_a_day_across_restarts),
        ON(postgres, counts_reloads_of_a_day_across_restarts),
    };
    return cmocka_run_group_tests_name("ledger_store_more", tests, bank_group_set_up,
                                       bank_group_tear_down);
}
