/* backup_ledger.h -- for the tests of the backup: stores of both kinds, and books to put into them.
 * Include it behind cmocka.h. */
#ifndef FELT_TESTS_BACKUP_LEDGER_H
#define FELT_TESTS_BACKUP_LEDGER_H

#include "accounts/user.h"
#include "cluster.h"
#include "felt/rng.h"
#include "remove_folder.h"
#include "store/schema/schema.h"
#include "store/backup/backup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_BYTES = 512, USERS_MAX = 2000, BATCH = 500, KEY_BYTES = 64 };

/* ---- stores ---------------------------------------------------------------------------------- */

struct place {
    char text[PATH_BYTES];
    struct felt_sql_config config;
};

/* False: there is no PostgreSQL here. */
static inline bool open_place(struct place *place, enum felt_sql_kind kind)
{
    *place = (struct place){0};
    snprintf(place->text, sizeof place->text, "%s/felt_vault_XXXXXX", felt_test_folder());
    place->config =
        (struct felt_sql_config){.kind = (uint8_t)kind, .place = place->text, .wait_ms = 60000};
    if (kind == FELT_SQL_POSTGRES) return felt_cluster_database(place->text);
    assert_non_null(mkdtemp(place->text));
    return true;
}

static inline void close_place(struct place *place)
{
    if (place->config.kind == FELT_SQL_POSTGRES)
        felt_cluster_drop(place->text);
    else
        remove_folder(place->text);
}

/* Another one, empty. */
static inline void change_place(struct place *place)
{
    enum felt_sql_kind kind = (enum felt_sql_kind)place->config.kind;
    close_place(place);
    assert_true(open_place(place, kind));
}

/* The kind that a test is about. */
static inline enum felt_sql_kind kind_of(void **state)
{
    return *state ? FELT_SQL_POSTGRES : FELT_SQL_SQLITE;
}

/* ---- books to work with ---------------------------------------------------------------------- */

struct maker {
    struct felt_sql *sql;
    int64_t mint, balance[USERS_MAX + 1];
    int64_t transaction;
    int added;
};

static const struct felt_statement add_user = {
    "INSERT INTO users (id, username, username_folded, handle, handle_folded, password, level,"
    " kind, bookmark, reg_date, last_visit) VALUES ($1, $2, $3, $4, $5, $6, 1, 'human', $7, $8, "
    "$9)",
    "ittttttii"};
static const struct felt_statement add_account = {
    "INSERT INTO account (id, kind, owner, name, balance) VALUES ($1, $2, $3, $4, 0)", "itit"};
static const struct felt_statement add_entry = {
    "INSERT INTO ledger_entry (tx_id, account_id, amount, balance_after) VALUES ($1, $2, $3, $4)",
    "iiii"};
static const struct felt_statement add_transaction = {
    "INSERT INTO ledger_tx (id, kind, idem_key, fingerprint, user_id, invested, amount, hand,"
    " created) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    "itttiiiti"};
static const struct felt_statement add_audit = {
    "INSERT INTO audit (id, at, actor, kind, user_id, amount, reason)"
    " VALUES ($1, $2, $3, $4, $5, $6, $7)",
    "iittiit"};
static const struct felt_statement set_counter = {"UPDATE counters SET value = $1 WHERE name = $2",
                                                  "it"};

static void put(struct maker *maker, const struct felt_statement *statement,
                const struct felt_value *value)
{
    felt_sql_add(maker->sql, statement, value, (int)strlen(statement->types), NULL, NULL);
    if (++maker->added % BATCH != 0) return;
    enum felt_sql_result result = felt_sql_run(maker->sql);
    if (result != FELT_SQL_OK) fail_msg("%s", felt_sql_why(maker->sql));
}

static void make_account(struct maker *maker, int64_t id, const char *kind, int64_t owner,
                         const char *name)
{
    struct felt_value value[] = {felt_value_int(id), felt_value_text(kind),
                                 felt_value_int_or_null(owner), felt_value_text(name)};
    put(maker, &add_account, value);
}

/* Users with all kinds of characters in their names; account 1 is the mint, 1 + n the bank of n. */
static void make_user(struct maker *maker, int64_t id)
{
    char username[24], folded[24], handle[80], handle_folded[FELT_HANDLE_BYTES + 1], bookmark[41],
        bank[32];
    snprintf(username, sizeof username, "Ada.%d", (int)id);
    snprintf(folded, sizeof folded, "ada.%d", (int)id);
    snprintf(handle, sizeof handle, "%s %d", id % 2 ? "J\xc3\xb6rg \"\\ \x01" : "\xf0\x9f\x83\x8f",
             (int)id);
    felt_handle_fold(handle, handle_folded);
    snprintf(bookmark, sizeof bookmark, "%040d", (int)id);
    snprintf(bank, sizeof bank, "bank:%d", (int)id);
    struct felt_value value[] = {felt_value_int(id),
                                 felt_value_text(username),
                                 felt_value_text(folded),
                                 felt_value_text(handle),
                                 felt_value_text(handle_folded),
                                 felt_value_text_or_null(id % 3 ? "$2b$04$hash" : ""),
                                 felt_value_text(bookmark),
                                 felt_value_int(1767323045000 + id),
                                 felt_value_int_or_null(id % 4 ? 1767323046000 : 0)};
    put(maker, &add_user, value);
    make_account(maker, id + 1, "bank", id, bank);
}

/* Bank to bank, or from the mint (user 0). */
static void make_transfer(struct maker *maker, int64_t from, int64_t to, int64_t amount)
{
    int64_t id = ++maker->transaction, *source = from ? &maker->balance[from] : &maker->mint;
    char key[KEY_BYTES];
    snprintf(key, sizeof key, "%skey:%d", id % 3 ? "" : "=", (int)id);
    *source -= amount;
    maker->balance[to] += amount;
    struct felt_value value[] = {felt_value_int(id),
                                 felt_value_text(from ? "prize" : "sign_up"),
                                 felt_value_text(key),
                                 felt_value_text("0123456789abcdef0123456789abcdef"
                                                 "0123456789abcdef0123456789abcdef"),
                                 felt_value_int(to),
                                 felt_value_int(from ? 0 : amount),
                                 felt_value_int(amount),
                                 felt_value_text_or_null(id % 5 ? "" : "hand,\"5\""),
                                 felt_value_int(1767323047000 + id)};
    struct felt_value minus[] = {value[0], felt_value_int(from + 1), felt_value_int(-amount),
                                 felt_value_int(*source)};
    struct felt_value plus[] = {value[0], felt_value_int(to + 1), felt_value_int(amount),
                                felt_value_int(maker->balance[to])};
    put(maker, &add_entry, minus);
    put(maker, &add_entry, plus);
    put(maker, &add_transaction, value);
}

static void make_counters(struct maker *maker, int users)
{
    struct felt_value value[][2] = {
        {felt_value_int(users), felt_value_text("user")},
        {felt_value_int(users + 1), felt_value_text("account")},
        {felt_value_int(maker->transaction), felt_value_text("transaction")},
        {felt_value_int(users > 0), felt_value_text("audit")}};
    for (int i = 0; i < 4; i++) put(maker, &set_counter, value[i]);
}

/* Books of so many users and transfers; without users: only the tables. */
static inline void make_ledger(const struct place *place, int users, int transfers)
{
    struct maker maker = {0};
    struct felt_complaint complaint = {0};
    struct felt_rng rng = felt_rng_make(8);
    if (felt_sql_open(&place->config, &maker.sql, &complaint) != FELT_OK ||
        felt_schema_bring_up(maker.sql, FELT_SCHEMA_VERSION, &complaint) != FELT_OK)
        fail_msg("%s", complaint.text);
    felt_sql_begin(maker.sql, true);
    if (users > 0) make_account(&maker, 1, "mint", 0, "mint");
    for (int i = 1; i <= users; i++) make_user(&maker, i);
    for (int i = 1; i <= users; i++) make_transfer(&maker, 0, i, 400);
    for (int i = 0; i < transfers; i++) {
        int64_t from = 1 + (int64_t)felt_rng_below(&rng, (uint32_t)users);
        int64_t to = 1 + from % users;
        if (maker.balance[from] > 0 && from != to)
            make_transfer(&maker, from, to, 1 + maker.balance[from] / 7);
        else
            make_transfer(&maker, 0, from, 10);
    }
    struct felt_value audit[] = {felt_value_int(1),
                                 felt_value_int(1767323048000),
                                 felt_value_text("root"),
                                 felt_value_text("credit"),
                                 felt_value_int(1),
                                 felt_value_int(400),
                                 felt_value_text("a \"reason\"\n")};
    if (users > 0) put(&maker, &add_audit, audit);
    make_counters(&maker, users);
    if (felt_sql_commit(maker.sql) != FELT_SQL_OK) fail_msg("%s", felt_sql_why(maker.sql));
    felt_sql_close(maker.sql);
}

#define ON_BOTH(test) cmocka_unit_test(test), cmocka_unit_test_prestate(test, &postgres)

#endif
