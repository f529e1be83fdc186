/* test_backup_prove.c -- books that are right are proved, those that are not are found out, each
 * kind of mistake by the proof that is about it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "module.h"
#include "support.h"
#include "backup_ledger.h"

#include <sqlite3.h>

struct triggers {
    char drop[4096], make[8192];
};

static int note_trigger(void *self, int count, char **value, char **name)
{
    struct triggers *all = self;
    (void)count, (void)name;
    size_t drop = strlen(all->drop), make = strlen(all->make);
    (void)snprintf(all->drop + drop, sizeof all->drop - drop, "%s", value[0]);
    (void)snprintf(all->make + make, sizeof all->make - make, "%s;", value[1]);
    return 0;
}

/* Past every rule: without triggers, keys and (SQLite) constraints.  Triggers come back, so that
 * nobody sees that they were away. */
static void forge_sqlite(const struct place *place, const char *sql)
{
    char path[PATH_BYTES + 16];
    struct triggers all = {0};
    sqlite3 *raw = NULL;
    snprintf(path, sizeof path, "%s/felt.db", place->text);
    assert_int_equal(sqlite3_open(path, &raw), SQLITE_OK);
    assert_int_equal(sqlite3_exec(raw,
                                  "SELECT 'DROP TRIGGER ' || name || ';', sql FROM sqlite_schema"
                                  " WHERE type = 'trigger'",
                                  note_trigger, &all, NULL),
                     SQLITE_OK);
    sqlite3_exec(raw, "PRAGMA ignore_check_constraints = ON", NULL, NULL, NULL);
    assert_int_equal(sqlite3_exec(raw, all.drop, NULL, NULL, NULL), SQLITE_OK);
    if (sqlite3_exec(raw, sql, NULL, NULL, NULL) != SQLITE_OK)
        fail_msg("%s: %s", sql, sqlite3_errmsg(raw));
    assert_int_equal(sqlite3_exec(raw, all.make, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(raw);
}

static void forge(const struct place *place, const char *sql)
{
    char text[512];
    snprintf(text, sizeof text, "SET session_replication_role = replica; %s", sql);
    if (place->config.kind == FELT_SQL_SQLITE)
        forge_sqlite(place, sql);
    else if (!felt_cluster_do(place->text, text))
        fail_msg("%s", sql);
}

#define BIT(kind) (1u << FELT_PROOF_##kind)

/* SQLite can be told to ignore constraints, a server cannot. */
enum where { BOTH, ON_SQLITE, ON_POSTGRES };
static const struct wrong {
    enum where only;
    const char *sql;
    unsigned wrong;            /* all proofs that fail */
    enum felt_proof_kind kind; /* one of them, ... */
    const char *first;         /* ... and what it names; NULL: something */
} wrong_ledger[] = {
    {BOTH, "UPDATE account SET balance = balance + 1 WHERE id = 1", BIT(SUM) | BIT(BALANCES),
     FELT_PROOF_SUM, "the sum is 1"},
    {ON_SQLITE, "UPDATE account SET balance = -1 WHERE id = 3",
     BIT(SUM) | BIT(NEGATIVE) | BIT(BALANCES) | BIT(CHIPS) | BIT(DATABASE), FELT_PROOF_NEGATIVE,
     "account bank:2"},
    {BOTH, "UPDATE ledger_entry SET balance_after = 399 WHERE tx_id = 2 AND account_id = 3",
     BIT(BALANCES), FELT_PROOF_BALANCES, "account bank:2"},
    {BOTH, "DELETE FROM ledger_entry WHERE tx_id = 1 AND account_id = 2",
     BIT(TRANSACTIONS) | BIT(BALANCES) | BIT(AMOUNTS), FELT_PROOF_TRANSACTIONS, "transaction 1"},
    {BOTH, "DELETE FROM ledger_tx WHERE id = 2",
     BIT(TRANSACTIONS) | BIT(NUMBERS) | BIT(INVESTED) | BIT(DATABASE), FELT_PROOF_TRANSACTIONS,
     "transaction 2"},
    {BOTH,
     "UPDATE ledger_tx SET id = 13 WHERE id = 12; UPDATE ledger_entry SET tx_id = 13"
     " WHERE tx_id = 12",
     BIT(NUMBERS) | BIT(COUNTERS), FELT_PROOF_NUMBERS, "transaction 12"},
    {BOTH, "UPDATE counters SET value = 13 WHERE name = 'transaction'", BIT(NUMBERS),
     FELT_PROOF_NUMBERS, "transaction 13"},
    {BOTH, "UPDATE counters SET value = 11 WHERE name = 'transaction'",
     BIT(NUMBERS) | BIT(COUNTERS), FELT_PROOF_NUMBERS, "transaction 12"},
    {BOTH, "DELETE FROM counters WHERE name = 'account'", BIT(COUNTERS), FELT_PROOF_COUNTERS,
     "counter account"},
    {BOTH, "UPDATE counters SET value = 2 WHERE name = 'user'", BIT(COUNTERS), FELT_PROOF_COUNTERS,
     "counter user"},
    {BOTH, "UPDATE counters SET value = 0 WHERE name = 'audit'", BIT(COUNTERS), FELT_PROOF_COUNTERS,
     "counter audit"},
    {BOTH, "DELETE FROM audit", BIT(AUDIT), FELT_PROOF_AUDIT, "audit 1"},
    {BOTH, "UPDATE counters SET value = 2 WHERE name = 'audit'", BIT(AUDIT), FELT_PROOF_AUDIT,
     "audit 2"},
    {BOTH, "UPDATE ledger_tx SET amount = amount + 1 WHERE id = 5", BIT(AMOUNTS),
     FELT_PROOF_AMOUNTS, "transaction 5"},
    {BOTH,
     "UPDATE ledger_tx SET user_id = 2 WHERE id = 1; UPDATE ledger_tx SET user_id = 1"
     " WHERE id = 2",
     BIT(AMOUNTS), FELT_PROOF_AMOUNTS, "transaction 1"},
    {BOTH, "UPDATE users SET chips = chips + 1 WHERE id = 2", BIT(CHIPS), FELT_PROOF_CHIPS,
     "user 2"},
    {BOTH, "UPDATE users SET invested = invested - 1 WHERE id = 3", BIT(INVESTED),
     FELT_PROOF_INVESTED, "user 3"},
    {BOTH, "UPDATE account SET name = 'bank:9' WHERE id = 3", BIT(OWNERS), FELT_PROOF_OWNERS,
     "account bank:9"},
    {BOTH, "UPDATE account SET owner = 99 WHERE id = 4",
     BIT(OWNERS) | BIT(CHIPS) | BIT(AMOUNTS) | BIT(DATABASE), FELT_PROOF_OWNERS, "account bank:3"},
    {ON_SQLITE, "UPDATE account SET owner = 1 WHERE id = 1", BIT(OWNERS) | BIT(DATABASE),
     FELT_PROOF_OWNERS, "account mint"},
    {BOTH, "UPDATE audit SET user_id = 99", BIT(DATABASE), FELT_PROOF_DATABASE,
     "a row that points to nothing in audit"},
    {ON_SQLITE, "UPDATE users SET level = -1", BIT(DATABASE), FELT_PROOF_DATABASE,
     "fault: CHECK constraint failed in users"},
    {ON_SQLITE, "UPDATE account SET balance = 9000000000000000000 WHERE kind = 'bank'",
     BIT(SUM) | BIT(BALANCES) | BIT(CHIPS) | BIT(DATABASE), FELT_PROOF_SUM,
     "the sum is beyond 9223372036854775807"},
    {ON_SQLITE, "UPDATE ledger_entry SET amount = 9000000000000000000 WHERE account_id = 1",
     BIT(BALANCES) | BIT(TRANSACTIONS) | BIT(AMOUNTS) | BIT(DATABASE), FELT_PROOF_BALANCES,
     "refused: integer overflow"},
    {ON_POSTGRES, "ALTER TABLE counters ADD CONSTRAINT small CHECK (value < 1) NOT VALID",
     BIT(SCHEMA) | BIT(DATABASE), FELT_PROOF_DATABASE, "rule small"},
    {ON_POSTGRES, "ALTER TABLE audit DISABLE TRIGGER USER", BIT(SCHEMA) | BIT(DATABASE),
     FELT_PROOF_DATABASE, "rule audit_remains"},
    {BOTH, "DROP INDEX ledger_tx_user", BIT(SCHEMA), FELT_PROOF_SCHEMA,
     "index ledger_tx_user is gone"},
    {BOTH, "CREATE INDEX another ON ledger_tx (kind)", BIT(SCHEMA), FELT_PROOF_SCHEMA,
     "index another is not ours"},
    {BOTH, "ALTER TABLE audit ADD COLUMN more TEXT", BIT(SCHEMA), FELT_PROOF_SCHEMA, NULL},
    {ON_POSTGRES, "DROP TRIGGER audit_stays ON audit", BIT(SCHEMA), FELT_PROOF_SCHEMA,
     "trigger audit_stays is gone"},
    {ON_POSTGRES, "ALTER TABLE account DROP CONSTRAINT account_check", BIT(SCHEMA),
     FELT_PROOF_SCHEMA, "constraint account_check is gone"},
    {ON_POSTGRES,
     "CREATE OR REPLACE FUNCTION ledger_refuse() RETURNS trigger LANGUAGE plpgsql AS"
     " 'BEGIN RETURN NEW; END'",
     BIT(SCHEMA), FELT_PROOF_SCHEMA, "function ledger_refuse is another one"},
    {ON_POSTGRES, "CREATE RULE quiet AS ON DELETE TO audit DO INSTEAD NOTHING", BIT(SCHEMA),
     FELT_PROOF_SCHEMA, "rule quiet is not ours"},
};

static void expect_wrong(const struct place *place, const struct wrong *row)
{
    struct felt_proof proof[FELT_PROOFS];
    struct felt_complaint complaint = {0};
    unsigned wrong = 0;
    int count;
    bool good, quick;
    if (felt_ledger_backup_prove(&place->config, false, proof, &count, &good, &complaint) !=
        FELT_OK)
        fail_msg("%s: %s", row->sql, complaint.text);
    assert_int_equal(count, FELT_PROOFS);
    assert_false(good);
    for (int i = 0; i < count; i++) {
        if (proof[i].wrong > 0) wrong |= 1u << proof[i].kind;
        if (proof[i].kind == row->kind && row->first && strcmp(proof[i].first, row->first) != 0)
            fail_msg("%s: \"%s\"", row->sql, proof[i].first);
    }
    if (wrong != row->wrong) fail_msg("%s: wrong are %#x", row->sql, wrong);
    assert_int_equal(
        felt_ledger_backup_prove(&place->config, true, proof, &count, &quick, &complaint), FELT_OK);
    assert_int_equal(count, 3);
    assert_int_equal(quick, !(wrong & (BIT(SUM) | BIT(NEGATIVE) | BIT(CHIPS))));
}

static void backup_finds_every_kind_of_wrong_ledger(void **state)
{
    struct place place;
    if (!open_place(&place, kind_of(state))) skip();
    for (size_t i = 0; i < sizeof wrong_ledger / sizeof *wrong_ledger; i++) {
        const struct wrong *row = &wrong_ledger[i];
        if (row->only != BOTH && row->only != (*state ? ON_POSTGRES : ON_SQLITE)) continue;
        if (*state && test_is_quick() && i % 3 != 0) continue;
        make_ledger(&place, 3, 9);
        if (row->only == ON_POSTGRES)
            assert_true(felt_cluster_do(place.text, row->sql));
        else
            forge(&place, row->sql);
        expect_wrong(&place, row);
        change_place(&place);
    }
    close_place(&place);
}

/* A trigger that is gone or another one is found, though all rows are right. */
static void backup_finds_triggers_that_were_changed(void **state)
{
    static const struct {
        const char *sql, *first;
    } rows[] = {
        {"DROP TRIGGER audit_stays", "trigger audit_stays is gone"},
        {"DROP TRIGGER audit_stays; CREATE TRIGGER audit_stays BEFORE UPDATE ON audit BEGIN"
         " SELECT 1; END",
         "trigger audit_stays is another one"},
        {"CREATE TRIGGER thief AFTER INSERT ON audit BEGIN SELECT 1; END",
         "trigger thief is not ours"},
    };
    struct place place;
    (void)state;
    open_place(&place, FELT_SQL_SQLITE);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char path[PATH_BYTES + 16];
        sqlite3 *raw = NULL;
        struct wrong row = {ON_SQLITE, rows[i].sql, BIT(SCHEMA), FELT_PROOF_SCHEMA, rows[i].first};
        make_ledger(&place, 3, 9);
        snprintf(path, sizeof path, "%s/felt.db", place.text);
        assert_int_equal(sqlite3_open(path, &raw), SQLITE_OK);
        assert_int_equal(sqlite3_exec(raw, rows[i].sql, NULL, NULL, NULL), SQLITE_OK);
        sqlite3_close(raw);
        expect_wrong(&place, &row);
        change_place(&place);
    }
    close_place(&place);
}

TEST_MODULE(backup_prove)
{
    char postgres = 1;
    const struct CMUnitTest tests[] = {cmocka_unit_test(backup_finds_triggers_that_were_changed),
                                       ON_BOTH(backup_finds_every_kind_of_wrong_ledger)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
