/* schema.c -- are the tables and their rules those that this program makes?
 *
 * A trigger that somebody dropped, a constraint that somebody loosened: the rows may still be
 * right, but nothing keeps them so.  Names and texts of everything in the database are compared
 * with those of a database that is made just now by the same scripts (schema_*.c): of SQLite one in
 * memory, on a PostgreSQL server a schema in a transaction that is rolled back.  A server writes
 * definitions in its own words, so both lists must come from the same one. */
#include "store/backup/parts.h"

#include "felt/assert.h"
#include "store/schema/schema.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

enum { ITEMS_MAX = 1024, NAME_BYTES = 80 };

struct item {
    char name[NAME_BYTES]; /* "trigger audit_stays"                                             */
    uint8_t digest[FELT_DIGEST_BYTES];
    bool found;
};
struct items {
    int count;
    struct item item[ITEMS_MAX];
};

#define LIST_SQLITE                                                                                \
    "SELECT type || ' ' || name, coalesce(sql, '') FROM sqlite_schema"                             \
    " WHERE name NOT LIKE 'sqlite~_%' ESCAPE '~' ORDER BY 1"
static const struct felt_statement list_sqlite = {LIST_SQLITE, ""};

/* Only our own tables and what hangs on them: others may have theirs beside them. */
static const struct felt_statement list_postgres = {
    "WITH ours AS (SELECT oid, relname, relpersistence, relrowsecurity FROM pg_class"
    " WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')"
    " AND relname IN ('meta', 'counters', 'users', 'account', 'ledger_tx', 'ledger_entry',"
    " 'sessions', 'signatures', 'audit', 'clubs', 'club_members', 'reports'))"
    " SELECT name, text FROM ("
    "SELECT 'table ' || o.relname AS name,"
    " o.relpersistence::text || ' ' || o.relrowsecurity::text AS text FROM ours AS o"
    " UNION ALL SELECT 'column ' || o.relname || '.' || a.attname,"
    " format_type(a.atttypid, a.atttypmod) || ' ' || a.attnotnull::text || ' ' ||"
    " coalesce((SELECT collname::text FROM pg_collation WHERE oid = a.attcollation), '') || ' ' ||"
    " coalesce(pg_get_expr(d.adbin, d.adrelid), '')"
    " FROM ours AS o JOIN pg_attribute AS a ON a.attrelid = o.oid AND a.attnum > 0"
    " AND NOT a.attisdropped"
    " LEFT JOIN pg_attrdef AS d ON d.adrelid = a.attrelid AND d.adnum = a.attnum"
    " UNION ALL SELECT 'constraint ' || k.conname,"
    " pg_get_constraintdef(k.oid, true) || ' ' || k.convalidated::text"
    " FROM ours AS o JOIN pg_constraint AS k ON k.conrelid = o.oid"
    " UNION ALL SELECT 'index ' || c.relname, pg_get_indexdef(i.indexrelid, 0, true)"
    " FROM ours AS o JOIN pg_index AS i ON i.indrelid = o.oid"
    " JOIN pg_class AS c ON c.oid = i.indexrelid"
    " UNION ALL SELECT 'trigger ' || g.tgname,"
    " pg_get_triggerdef(g.oid, true) || ' ' || g.tgenabled::text"
    " FROM ours AS o JOIN pg_trigger AS g ON g.tgrelid = o.oid WHERE NOT g.tgisinternal"
    " UNION ALL SELECT DISTINCT 'function ' || p.proname,"
    " p.prosrc || ' ' || p.prosecdef::text || ' ' || coalesce(p.proconfig::text, '') || ' ' ||"
    " (SELECT lanname::text FROM pg_language WHERE oid = p.prolang)"
    " FROM ours AS o JOIN pg_trigger AS g ON g.tgrelid = o.oid"
    " JOIN pg_proc AS p ON p.oid = g.tgfoid WHERE NOT g.tgisinternal"
    " UNION ALL SELECT 'rule ' || w.rulename, pg_get_ruledef(w.oid, true)"
    " FROM ours AS o JOIN pg_rewrite AS w ON w.ev_class = o.oid) AS everything ORDER BY name",
    ""};
#define FRESH_SCHEMA "felt_proof_of_tables"
static const char enter_fresh[] =
    "CREATE SCHEMA " FRESH_SCHEMA "; SET LOCAL search_path = " FRESH_SCHEMA;

/* ---- lists ----------------------------------------------------------------------------------- */

static void note(struct items *items, const char *name, const char *text, size_t bytes)
{
    if (items->count == ITEMS_MAX) return; /* more than ours has: that is found out */
    struct item *item = &items->item[items->count++];
    snprintf(item->name, sizeof item->name, "%s", name);
    int done = EVP_Digest(text, bytes, item->digest, NULL, EVP_sha256(), NULL);
    felt_assert(done == 1);
}

static void take_item(void *self, const struct felt_value *value, int count)
{
    felt_assert(count == 2);
    bool texts = value[0].kind == FELT_VALUE_TEXT && value[1].kind == FELT_VALUE_TEXT;
    note(self, texts ? value[0].text : "?", texts ? value[1].text : "", texts ? value[1].bytes : 0);
}

static int take_fresh(void *self, int count, char **value, char **name)
{
    (void)name;
    felt_assert(count == 2);
    note(self, value[0], value[1], strlen(value[1]));
    return 0;
}

static enum felt_status list_fresh_sqlite(struct items *out, struct felt_complaint *complaint)
{
    sqlite3 *memory = NULL;
    int code = sqlite3_open(":memory:", &memory);
    for (int version = 0; version < FELT_SCHEMA_VERSION; version++)
        for (const char *const *text = felt_schema_sqlite[version]; *text && code == SQLITE_OK;
             text++)
            code = sqlite3_exec(memory, *text, NULL, NULL, NULL);
    if (code == SQLITE_OK) code = sqlite3_exec(memory, LIST_SQLITE, take_fresh, out, NULL);
    sqlite3_close(memory);
    if (code == SQLITE_OK) return FELT_OK;
    return felt_complain(complaint, FELT_FULL, 0, 0, "there is no room for new tables: %s",
                         sqlite3_errstr(code));
}

/* *result: FELT_SQL_REFUSED if this user may not make tables; `why` then says it. */
static enum felt_status list_fresh_postgres(const struct felt_sql_config *config, struct items *out,
                                            enum felt_sql_result *result, char *why, size_t bytes,
                                            struct felt_complaint *complaint)
{
    struct felt_sql_config to_write = *config;
    struct felt_sql *sql = NULL;
    to_write.read_only = false;
    to_write.patient = true;
    enum felt_status status = felt_sql_open(&to_write, &sql, complaint);
    if (status != FELT_OK) return status;
    felt_sql_begin(sql, true);
    *result = felt_sql_script(sql, enter_fresh);
    for (int version = 0; version < FELT_SCHEMA_VERSION; version++)
        for (const char *const *text = felt_schema_postgres[version];
             *text && *result == FELT_SQL_OK; text++)
            *result = felt_sql_script(sql, *text);
    if (*result == FELT_SQL_OK) {
        felt_sql_add(sql, &list_postgres, NULL, 0, take_item, out);
        *result = felt_sql_run(sql);
    }
    snprintf(why, bytes, "%s", felt_sql_why(sql));
    if (*result != FELT_SQL_OK && *result != FELT_SQL_REFUSED)
        status = felt_ledger_backup_result(sql, *result, complaint);
    felt_sql_rollback(sql);
    felt_sql_close(sql);
    return status;
}

/* ---- comparing ------------------------------------------------------------------------------- */

static void tell(struct felt_proof *proof, const struct item *item, const char *what)
{
    if (proof->wrong++ == 0) snprintf(proof->first, sizeof proof->first, "%s %s", item->name, what);
}

static struct item *find(struct items *items, const char *name)
{
    for (int i = 0; i < items->count; i++)
        if (!items->item[i].found && strcmp(items->item[i].name, name) == 0) return &items->item[i];
    return NULL;
}

static void compare(struct items *fresh, const struct items *there, struct felt_proof *proof)
{
    proof->looked_at = (uint64_t)fresh->count;
    for (int i = 0; i < there->count; i++) {
        struct item *item = find(fresh, there->item[i].name);
        if (!item) {
            tell(proof, &there->item[i], "is not ours");
            continue;
        }
        item->found = true;
        if (memcmp(item->digest, there->item[i].digest, sizeof item->digest) != 0)
            tell(proof, item, "is another one");
    }
    for (int i = 0; i < fresh->count; i++)
        if (!fresh->item[i].found) tell(proof, &fresh->item[i], "is gone");
}

enum felt_status felt_ledger_backup_prove_schema(struct felt_sql *sql,
                                                 const struct felt_sql_config *config,
                                                 struct felt_proof *out,
                                                 struct felt_complaint *complaint)
{
    bool sqlite = felt_sql_kind(sql) == FELT_SQL_SQLITE;
    enum felt_sql_result result = FELT_SQL_OK;
    char why[64] = "";
    *out = (struct felt_proof){.kind = FELT_PROOF_SCHEMA};
    struct items *fresh = calloc(2, sizeof *fresh); /* and those that are there */
    if (!fresh) return felt_complain(complaint, FELT_FULL, 0, 0, "there is not enough memory");
    struct items *there = &fresh[1];
    felt_sql_add(sql, sqlite ? &list_sqlite : &list_postgres, NULL, 0, take_item, there);
    enum felt_status status = felt_ledger_backup_result(sql, felt_sql_run(sql), complaint);
    if (status == FELT_OK)
        status = sqlite ? list_fresh_sqlite(fresh, complaint)
                        : list_fresh_postgres(config, fresh, &result, why, sizeof why, complaint);
    if (status == FELT_OK && result == FELT_SQL_OK) compare(fresh, there, out);
    if (status == FELT_OK && result != FELT_SQL_OK) {
        out->wrong = 1;
        snprintf(out->first, sizeof out->first, "not compared: %s", why);
    }
    free(fresh);
    return status;
}
