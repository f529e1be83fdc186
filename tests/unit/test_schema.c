/* test_schema.c -- the database refuses what must never be, whoever asks, and keeps its data when
 * it gets a newer version. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "databases.h"
#include "module.h"
#include "store/schema/schema.h"

#include <pthread.h>

#define DIGEST "'0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef'"
/* Lines of a transaction, and the row that seals them. */
#define LINE(tx, account, amount, after)                                                           \
    "INSERT INTO ledger_entry VALUES (" #tx ", " #account ", " #amount ", " #after ");"
#define WORD(tx, kind, key, user)                                                                  \
    "INSERT INTO ledger_tx VALUES (" #tx ", '" kind "', '" key "', " DIGEST ", " #user             \
    ", 0, 300, NULL, 1000);"
#define SEAL(tx, key, user, invested)                                                              \
    "INSERT INTO ledger_tx VALUES (" #tx ", 'reload', '" key "', " DIGEST ", " #user               \
    ", " #invested ", 1, NULL, 1000);"
#define USER(id, name)                                                                             \
    "INSERT INTO users (id, username, username_folded, handle, handle_folded, kind, reg_date)"     \
    " VALUES (" #id ", '" name "', '" name "', 'Player" #id "', 'player" #id "', 'human', 1000);"
#define ACCOUNT(id, kind, owner, name)                                                             \
    "INSERT INTO account (id, kind, owner, name) VALUES (" #id ", '" kind "', " #owner ", '" name  \
    "');"

/* Two users with 400 each, one of them with 100 of them on a table. */
static const char small_world[] = USER(1, "ann") USER(2, "bob") ACCOUNT(1, "mint", NULL, "mint")
    ACCOUNT(2, "bank", 1, "bank:1") ACCOUNT(3, "bank", 2, "bank:2")
        ACCOUNT(4, "seat", 1, "seat:t:1") ACCOUNT(5, "pot", NULL, "pot:t") LINE(1, 1, -400, -400)
            LINE(1, 2, 400, 400) SEAL(1, "a", 1, 400) LINE(2, 1, -400, -800) LINE(2, 3, 400, 400)
                SEAL(2, "b", 2, 400) LINE(3, 2, -100, 300) LINE(3, 4, 100, 100) SEAL(3, "c", 1, 0);

static struct felt_sql *make(void **state, int version)
{
    struct scene *scene = *state;
    struct felt_complaint complaint;
    if (felt_schema_bring_up(scene->sql, version, &complaint) != FELT_OK)
        fail_msg("%s", complaint.text);
    if (felt_sql_script(scene->sql, small_world) != FELT_SQL_OK)
        fail_msg("%s", felt_sql_why(scene->sql));
    return scene->sql;
}

/* Balances, chips and invested are what the lines say: 1 for each that is not. */
static const struct felt_statement count_wrong = {
    "SELECT (SELECT count(*) FROM account WHERE balance <>"
    "  coalesce((SELECT sum(amount) FROM ledger_entry WHERE account_id = account.id), 0))"
    " + (SELECT count(*) FROM users WHERE chips <>"
    "  coalesce((SELECT balance FROM account WHERE owner = users.id AND kind = 'bank'), 0))"
    " + (SELECT count(*) FROM users WHERE invested <>"
    "  coalesce((SELECT sum(invested) FROM ledger_tx WHERE user_id = users.id), 0))"
    " + (SELECT CASE WHEN sum(balance) = 0 THEN 0 ELSE 1 END FROM account)",
    ""};
static const struct felt_statement digest_of_all = {
    "SELECT (SELECT count(*) FROM users) * 1000000 + (SELECT count(*) FROM ledger_tx) * 10000"
    " + (SELECT count(*) FROM ledger_entry) * 100 + (SELECT count(*) FROM account)",
    ""};

static void balances_are_brought_along(void **state)
{
    static const struct felt_statement chips = {"SELECT chips * 1000 + invested FROM users"
                                                " WHERE id = 1",
                                                ""};
    static const struct felt_statement mint = {"SELECT balance FROM account WHERE id = 1", ""};
    struct felt_sql *sql = make(state, FELT_SCHEMA_VERSION);
    assert_int_equal(ask_number(sql, &chips), 300400);
    assert_int_equal(ask_number(sql, &mint), -800);
    assert_int_equal(ask_number(sql, &digest_of_all), 2030605);
    /* a reset: invested may go down */
    assert_int_equal(
        felt_sql_script(sql, LINE(4, 2, -50, 250) LINE(4, 1, 50, -750) SEAL(4, "d", 1, -100)),
        FELT_SQL_OK);
    assert_int_equal(ask_number(sql, &chips), 250300);
}

/* ---- S1 -------------------------------------------------------------------------------------- */

struct refusal {
    const char *name, *text;
    const char *kinds;           /* as in struct scene_test                                      */
    enum felt_sql_result result; /* FELT_SQL_OK stands for FELT_SQL_REFUSED                      */
};

static const struct refusal refusals[] = {
    {"bank below zero", LINE(4, 2, -301, -1) LINE(4, 5, 301, 301) SEAL(4, "d", 1, 0), "sp", 0},
    {"pot below zero", LINE(4, 5, -1, -1) LINE(4, 2, 1, 301) SEAL(4, "d", 1, 0), "sp", 0},
    {"sum not zero", LINE(4, 2, -10, 290) LINE(4, 5, 11, 11) SEAL(4, "d", 1, 0), "sp", 0},
    {"one line", LINE(4, 2, -10, 290) SEAL(4, "d", 1, 0), "sp", 0},
    {"no line", SEAL(4, "d", 1, 0), "sp", 0},
    {"no seal", LINE(4, 2, -10, 290) LINE(4, 5, 10, 10), "sp", 0},
    {"line of nothing", LINE(4, 2, 0, 300) LINE(4, 5, 0, 0) SEAL(4, "d", 1, 0), "sp", 0},
    {"wrong balance behind", LINE(4, 2, -10, 291) LINE(4, 5, 10, 10) SEAL(4, "d", 1, 0), "sp", 0},
    {"huge",
     LINE(4, 1, -1000000000000001, -1000000000000801) LINE(4, 5, 1000000000000001, 1000000000000001)
         SEAL(4, "d", 1, 0),
     "sp", 0},
    {"beyond all numbers", LINE(4, 1, -9223372036854775807, -9223372036854776607), "sp", 0},
    {"account that is not there", LINE(4, 2, -10, 290) LINE(4, 77, 10, 10) SEAL(4, "d", 1, 0), "sp",
     0},
    {"account twice", LINE(4, 2, -10, 290) LINE(4, 2, 10, 300) SEAL(4, "d", 1, 0), "sp",
     FELT_SQL_CONFLICT},
    {"key twice", LINE(4, 2, -10, 290) LINE(4, 5, 10, 10) SEAL(4, "c", 1, 0), "sp",
     FELT_SQL_CONFLICT},
    {"user that is not there", LINE(4, 2, -10, 290) LINE(4, 5, 10, 10) SEAL(4, "d", 9, 0), "sp", 0},
    {"invested below zero", LINE(4, 2, -10, 290) LINE(4, 5, 10, 10) SEAL(4, "d", 1, -401), "sp", 0},
    {"invested by nobody", LINE(4, 2, -10, 290) LINE(4, 5, 10, 10) SEAL(4, "d", NULL, 5), "sp", 0},
    {"more lines behind the seal", LINE(3, 5, 10, 10) LINE(3, 3, -10, 390), "sp", 0},
    {"older than what is there",
     LINE(9, 2, -10, 290) LINE(9, 5, 10, 10) SEAL(9, "d", 1, 0) LINE(8, 2, -10, 280)
         LINE(8, 5, 10, 20) SEAL(8, "e", 1, 0),
     "sp", 0},
    {"line changed", "UPDATE ledger_entry SET amount = amount + 1", "sp", 0},
    {"line moved", "UPDATE ledger_entry SET account_id = 5 WHERE tx_id = 3", "sp", 0},
    {"line removed", "DELETE FROM ledger_entry WHERE tx_id = 3", "sp", 0},
    {"line replaced", "INSERT OR REPLACE INTO ledger_entry VALUES (3, 2, -100, 300)", "s", 0},
    {"transaction changed", "UPDATE ledger_tx SET hand = 'x' WHERE id = 3", "sp", 0},
    {"transaction removed", "DELETE FROM ledger_tx WHERE id = 3", "sp", 0},
    {"transaction replaced",
     "INSERT OR REPLACE INTO ledger_tx SELECT * FROM ledger_tx WHERE id = 3", "s", 0},
    {"lines emptied", "TRUNCATE ledger_entry", "p", 0},
    {"all emptied", "TRUNCATE ledger_tx CASCADE", "p", 0},
    {"users emptied", "TRUNCATE users CASCADE", "p", 0},
    {"balance by hand", "UPDATE account SET balance = balance + 1 WHERE id = 2", "sp", 0},
    {"balances by hand", "UPDATE account SET balance = 0", "sp", 0},
    {"chips by hand", "UPDATE users SET chips = chips + 1 WHERE id = 1", "sp", 0},
    {"invested by hand", "UPDATE users SET invested = 0 WHERE id = 1", "sp", 0},
    {"account with a gift", "INSERT INTO account VALUES (6, 'pot', NULL, 'pot:x', 5)", "sp", 0},
    {"user with a gift",
     "INSERT INTO users (id, username, username_folded, handle, handle_folded,"
     " kind, reg_date, chips) VALUES (3, 'c', 'c', 'c', 'c', 'human', 1, 5)",
     "sp", 0},
    {"account removed", "DELETE FROM account WHERE id = 5", "sp", 0},
    {"account given away", "UPDATE account SET owner = 2 WHERE id = 4", "sp", 0},
    {"account of another kind", "UPDATE account SET kind = 'mint' WHERE id = 5", "sp", 0},
    {"user removed", "DELETE FROM users WHERE id = 2", "sp", 0},
    {"bank without owner", ACCOUNT(6, "bank", NULL, "bank:x"), "sp", 0},
    {"seat without owner", ACCOUNT(6, "seat", NULL, "seat:x:1"), "sp", 0},
    {"seat of nobody there", ACCOUNT(6, "seat", 9, "seat:x:9"), "sp", 0},
    {"pot with owner", ACCOUNT(6, "pot", 1, "pot:x"), "sp", 0},
    {"second bank", ACCOUNT(6, "bank", 1, "bank:x"), "sp", FELT_SQL_CONFLICT},
    {"second mint", ACCOUNT(6, "mint", NULL, "mint2"), "sp", 0},
    {"name of an account twice", ACCOUNT(6, "pot", NULL, "pot:t"), "sp", FELT_SQL_CONFLICT},
    {"unknown kind of account", ACCOUNT(6, "purse", NULL, "x"), "sp", 0},
    {"username twice", USER(3, "ann"), "sp", FELT_SQL_CONFLICT},
    {"username too long", USER(3, "abcdefghijklmnopqrstuvwxy"), "sp", 0},
    {"user of no kind", "UPDATE users SET kind = 'king' WHERE id = 1", "sp", 0},
    {"user without a name", "UPDATE users SET username = NULL, username_folded = NULL", "sp", 0},
    {"text for a number", "UPDATE users SET level = 'high'", "sp", 0},
    {"session of nobody",
     "INSERT INTO sessions VALUES (" DIGEST ", 9, 'cookie', 1, 1, 1, NULL,"
     " NULL)",
     "sp", 0},
    {"session of no kind", "INSERT INTO sessions VALUES (" DIGEST ", 1, 'x', 1, 1, 1, NULL, NULL)",
     "sp", 0},
    {"short token", "INSERT INTO sessions VALUES ('ab', 1, 'cookie', 1, 1, 1, NULL, NULL)", "sp",
     0},
    {"signature twice",
     "INSERT INTO signatures VALUES (" DIGEST ", NULL, 1);"
     "INSERT INTO signatures VALUES (" DIGEST ", NULL, 1)",
     "sp", FELT_SQL_CONFLICT},
    {"audit changed",
     "INSERT INTO audit VALUES (1, 1, 'op', 'credit', 1, 5, 'why', NULL, NULL);"
     "UPDATE audit SET actor = 'x'",
     "sp", 0},
    {"audit removed",
     "INSERT INTO audit VALUES (1, 1, 'op', 'credit', 1, 5, 'why', NULL, NULL);"
     "DELETE FROM audit",
     "sp", 0},
    {"counter below zero", "UPDATE counters SET value = -1", "sp", 0},
};

static void what_must_never_be_is_refused(void **state)
{
    struct felt_sql *sql = make(state, FELT_SCHEMA_VERSION);
    char letter = felt_sql_kind(sql) == FELT_SQL_SQLITE ? 's' : 'p';
    int wrong = 0;
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        const struct refusal *row = &refusals[i];
        enum felt_sql_result wanted = row->result ? row->result : FELT_SQL_REFUSED;
        if (!strchr(row->kinds, letter)) continue;
        enum felt_sql_result result = felt_sql_script(sql, row->text);
        if (result != wanted)
            print_message("%s: %d instead of %d: %s\n", row->name, result, wanted,
                          result ? felt_sql_why(sql) : "");
        wrong += result != wanted;
        if (ask_number(sql, &count_wrong) != 0) fail_msg("%s: the books are wrong", row->name);
        if (ask_number(sql, &digest_of_all) != 2030605) fail_msg("%s: rows changed", row->name);
    }
    assert_int_equal(wrong, 0);
    assert_int_equal(
        felt_sql_script(sql, LINE(4, 2, -300, 0) LINE(4, 5, 300, 300) SEAL(4, "d", 1, 0)),
        FELT_SQL_OK);
}

static void what_may_be_is_taken(void **state)
{
    struct felt_sql *sql = make(state, FELT_SCHEMA_VERSION);
    static const char *const texts[] = {
        "UPDATE users SET last_visit = 5, handle = 'Zoë ♠', handle_folded = 'zoë ♠' WHERE id = 1",
        "UPDATE users SET username = NULL, username_folded = NULL, deleted_at = 9 WHERE id = 2",
        "INSERT INTO sessions VALUES (" DIGEST ", 1, 'link', 1, NULL, 1, '::1', 'curl');"
        "DELETE FROM sessions",
        "INSERT INTO audit VALUES (1, 1, 'op', 'credit', NULL, 5, NULL, NULL, NULL)",
        "UPDATE counters SET value = 7 WHERE name = 'audit'",
        ACCOUNT(6, "house", NULL, "house") ACCOUNT(7, "rake", NULL, "rake")
            ACCOUNT(8, "prize", NULL, "prize:x"),
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (felt_sql_script(sql, texts[i]) != FELT_SQL_OK)
            fail_msg("%s: %s", texts[i], felt_sql_why(sql));
}

/* ---- versions -------------------------------------------------------------------------------- */

static void older_version_is_brought_up(void **state)
{
    static const struct felt_statement sessions = {"SELECT count(*) FROM sessions", ""};
    static const struct felt_statement counters = {"SELECT count(*) FROM counters", ""};
    static const struct felt_statement restrained = {
        "SELECT count(disabled_until) + count(silenced_until) FROM users", ""};
    struct scene *scene = *state;
    struct felt_complaint complaint;
    assert_int_equal(felt_schema_version(scene->sql), 0);
    struct felt_sql *sql = make(state, 1);
    assert_int_equal(felt_schema_version(sql), 1);
    assert_int_equal(ask_number(sql, &counters), 3);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(felt_schema_bring_up(sql, 2, &complaint), FELT_OK);
        assert_int_equal(felt_schema_version(sql), 2);
    }
    assert_int_equal(ask_number(sql, &digest_of_all), 2030605);
    assert_int_equal(ask_number(sql, &count_wrong), 0);
    assert_int_equal(ask_number(sql, &sessions), 0);
    assert_int_equal(ask_number(sql, &counters), 4);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(felt_schema_bring_up(sql, 3, &complaint), FELT_OK);
        assert_int_equal(felt_schema_version(sql), 3);
    }
    assert_int_equal(ask_number(sql, &digest_of_all), 2030605);
    assert_int_equal(ask_number(sql, &count_wrong), 0);
    assert_int_equal(ask_number(sql, &counters), 7);
    assert_int_equal(ask_number(sql, &restrained), 0);
    /* a word that came with it, one that never came */
    assert_int_equal(
        felt_sql_script(sql, LINE(4, 2, -300, 0) LINE(4, 5, 300, 300) WORD(4, "refund", "d", 1)),
        FELT_SQL_OK);
    assert_int_equal(
        felt_sql_script(sql, LINE(5, 5, -300, 0) LINE(5, 2, 300, 300) WORD(5, "gift", "e", 1)),
        FELT_SQL_REFUSED);
    /* the rules of version 1 still hold */
    assert_int_equal(felt_sql_script(sql, "DELETE FROM ledger_tx"), FELT_SQL_REFUSED);
    static const struct felt_statement factors = {"SELECT count(factor) FROM users", ""};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(felt_schema_bring_up(sql, 4, &complaint), FELT_OK);
        assert_int_equal(felt_schema_version(sql), 4);
    }
    assert_int_equal(ask_number(sql, &factors), 0);
    assert_int_equal(ask_number(sql, &count_wrong), 0);
    /* and a program that knows only version 1 keeps its hands off */
    assert_int_equal(felt_schema_bring_up(sql, 1, &complaint), FELT_UNSUPPORTED);
    assert_non_null(strstr(complaint.text, "version 4"));
}

static void half_a_version_is_none(void **state)
{
    struct felt_sql *sql = make(state, 1);
    struct felt_complaint complaint;
    assert_int_equal(felt_sql_script(sql, "CREATE TABLE audit (id BIGINT)"), FELT_SQL_OK);
    assert_int_equal(felt_schema_bring_up(sql, 2, &complaint), FELT_FULL);
    assert_non_null(strstr(complaint.text, "audit"));
    assert_int_equal(felt_schema_version(sql), 1);
    assert_int_equal(felt_sql_script(sql, "DROP TABLE audit"), FELT_SQL_OK);
    assert_int_equal(felt_schema_bring_up(sql, 2, &complaint), FELT_OK);
    assert_int_equal(felt_schema_version(sql), 2);
}

static void strange_databases_are_refused(void **state)
{
    struct scene *scene = *state;
    struct felt_complaint complaint;
    static const struct {
        const char *text;
        int version;
    } rows[] = {
        {"CREATE TABLE meta (name TEXT, value TEXT);"
         "INSERT INTO meta VALUES ('version', '2')",
         -1},
        {"CREATE TABLE users (id BIGINT); CREATE TABLE counters (id BIGINT);"
         "CREATE TABLE account (id BIGINT); CREATE TABLE ledger_tx (id BIGINT);"
         "CREATE TABLE ledger_entry (id BIGINT)",
         2},
        {"UPDATE meta SET value = '3'", 3},
        {"UPDATE meta SET value = 'two'", -1},
        {"UPDATE meta SET value = '-2'", -1},
        {"UPDATE meta SET value = '99999999999999999999'", -1},
        {"DELETE FROM meta", -1},
        {"DROP TABLE meta", -1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(felt_sql_script(scene->sql, rows[i].text), FELT_SQL_OK);
        assert_int_equal(felt_schema_version(scene->sql), rows[i].version);
        if (rows[i].version == 2) continue;
        assert_int_equal(felt_schema_bring_up(scene->sql, 2, &complaint), FELT_UNSUPPORTED);
        assert_true(strstr(complaint.text, "another program") || strstr(complaint.text, "newer"));
    }
}

static void read_only_is_not_brought_up(void **state)
{
    struct scene *scene = *state;
    struct felt_complaint complaint;
    struct felt_sql_config config = scene->config;
    struct felt_sql *reader = NULL;
    (void)make(state, 1);
    config.read_only = true;
    assert_int_equal(felt_sql_open(&config, &reader, &complaint), FELT_OK);
    assert_int_equal(felt_schema_bring_up(reader, 1, &complaint), FELT_OK);
    assert_int_equal(felt_schema_bring_up(reader, 2, &complaint), FELT_UNSUPPORTED);
    assert_int_equal(felt_schema_version(reader), 1);
    felt_sql_close(reader);
}

/* ---- several programs begin at the same time ------------------------------------------------- */

enum { CROWD = 6 };

static void *bring_up(void *self)
{
    struct felt_sql *sql = self;
    struct felt_complaint complaint;
    if (felt_schema_bring_up(sql, FELT_SCHEMA_VERSION, &complaint) == FELT_OK) return NULL;
    print_message("%s\n", complaint.text);
    return self;
}

static void crowd_brings_up_once(void **state)
{
    struct scene *scene = *state;
    struct felt_sql *sql[CROWD];
    pthread_t thread[CROWD];
    for (int i = 0; i < CROWD; i++) sql[i] = connect_again(scene, SCENE_WAIT_MS);
    for (int i = 0; i < CROWD; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, bring_up, sql[i]), 0);
    for (int i = 0; i < CROWD; i++) {
        void *failed = NULL;
        pthread_join(thread[i], &failed);
        assert_null(failed);
    }
    for (int i = 0; i < CROWD; i++) felt_sql_close(sql[i]);
    assert_int_equal(felt_schema_version(scene->sql), FELT_SCHEMA_VERSION);
}

TEST_MODULE(schema)
{
    static const struct scene_test tests[] = {
        {"balances are brought along", balances_are_brought_along, "sp"},
        {"what must never be is refused", what_must_never_be_is_refused, "sp"},
        {"what may be is taken", what_may_be_is_taken, "sp"},
        {"older version is brought up", older_version_is_brought_up, "sp"},
        {"half a version is none", half_a_version_is_none, "sp"},
        {"strange databases are refused", strange_databases_are_refused, "sp"},
        {"read-only is not brought up", read_only_is_not_brought_up, "sp"},
        {"crowd brings up once", crowd_brings_up_once, "sp"},
    };
    return run_scenes("schema", tests, sizeof tests / sizeof tests[0]);
}
