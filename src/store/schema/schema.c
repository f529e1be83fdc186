/* schema.c -- which version a database has, and how it gets the next.
 *
 * Each version is a transaction: it is there as a whole or not at all, and it writes its own number
 * into meta.  Two programs that begin at the same time must not both bring a database up.  SQLite
 * has its lock for writers.  A transaction of PostgreSQL sees the state of its first statement,
 * also if that statement waited for somebody; so the lock is taken before it, in a transaction of
 * its own, and belongs to the connection. */
#include "store/schema/schema.h"

#include "base/hex.h"
#include "felt/assert.h"
#include "os/secret.h"

#include <stdlib.h>
#include <string.h>

enum { TABLES_FIRST = 6, TRIES = 10 };

struct finding {
    int64_t tables, ours; /* of version 1                                                        */
    int version;          /* -1: none that can be read                                           */
};

static const struct felt_statement count_sqlite = {
    "SELECT count(*), count(CASE WHEN name IN"
    " ('meta', 'counters', 'users', 'account', 'ledger_tx', 'ledger_entry') THEN 1 END)"
    " FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite~_%' ESCAPE '~'",
    ""};
static const struct felt_statement count_postgres = {
    "SELECT count(*), count(CASE WHEN c.relname IN"
    " ('meta', 'counters', 'users', 'account', 'ledger_tx', 'ledger_entry') THEN 1 END)"
    " FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace"
    " WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p')",
    ""};
static const struct felt_statement read_version = {"SELECT value FROM meta WHERE name = 'version'",
                                                   ""};
/* "felt" in ASCII, as a number. */
static const struct felt_statement take_lock = {"SELECT 1 FROM pg_advisory_lock(1717922932)", ""};
static const struct felt_statement give_lock = {"SELECT 1 FROM pg_advisory_unlock(1717922932)", ""};

/* ---- which version --------------------------------------------------------------------------- */

static void see_tables(void *self, const struct felt_value *value, int count)
{
    struct finding *finding = self;
    felt_assert(count == 2);
    finding->tables = value[0].number;
    finding->ours = value[1].number;
}

static void see_version(void *self, const struct felt_value *value, int count)
{
    struct finding *finding = self;
    felt_assert(count == 1);
    if (value[0].kind != FELT_VALUE_TEXT) return;
    size_t digits = strspn(value[0].text, "0123456789");
    if (digits == 0 || digits > 6 || value[0].text[digits] != '\0') return;
    finding->version = atoi(value[0].text);
}

/* Inside a transaction.  -1: not ours. */
static enum felt_sql_result find_version(struct felt_sql *sql, int *version)
{
    struct finding finding = {.version = -1};
    bool sqlite = felt_sql_kind(sql) == FELT_SQL_SQLITE;
    *version = -1;
    felt_sql_add(sql, sqlite ? &count_sqlite : &count_postgres, NULL, 0, see_tables, &finding);
    enum felt_sql_result result = felt_sql_run(sql);
    if (result != FELT_SQL_OK) return result;
    if (finding.tables == 0) *version = 0;
    if (finding.ours < TABLES_FIRST) return FELT_SQL_OK;
    felt_sql_add(sql, &read_version, NULL, 0, see_version, &finding);
    result = felt_sql_run(sql);
    if (finding.version > 0) *version = finding.version;
    return result;
}

int felt_schema_version(struct felt_sql *sql)
{
    int version = -1;
    felt_sql_begin(sql, false);
    if (find_version(sql, &version) != FELT_SQL_OK) return -1;
    felt_sql_rollback(sql);
    return version;
}

/* ---- the next version ------------------------------------------------------------------------ */

static enum felt_status verify(int found, int wanted, struct felt_complaint *complaint)
{
    if (found < 0)
        return felt_complain(complaint, FELT_UNSUPPORTED, 0, 0,
                             "the database belongs to another program; name an empty one");
    if (found > wanted)
        return felt_complain(complaint, FELT_UNSUPPORTED, 0, 0,
                             "the database has version %d, this program knows %d; use a newer one",
                             found, wanted);
    return FELT_OK;
}

/* One version more, unless there are `wanted`.  *found: what there was. */
static enum felt_sql_result step(struct felt_sql *sql, int wanted, int *found)
{
    felt_sql_begin(sql, true);
    enum felt_sql_result result = find_version(sql, found);
    if (result != FELT_SQL_OK) return result;
    if (*found < 0 || *found >= wanted) {
        felt_sql_rollback(sql);
        return FELT_SQL_OK;
    }
    const char *const *text = felt_sql_kind(sql) == FELT_SQL_SQLITE ? felt_schema_sqlite[*found]
                                                                    : felt_schema_postgres[*found];
    for (; *text; text++) {
        result = felt_sql_script(sql, *text);
        if (result != FELT_SQL_OK) return result;
    }
    return felt_sql_commit(sql);
}

static enum felt_sql_result set_lock(struct felt_sql *sql, bool on)
{
    if (felt_sql_kind(sql) == FELT_SQL_SQLITE) return FELT_SQL_OK;
    felt_sql_begin(sql, false);
    felt_sql_add(sql, on ? &take_lock : &give_lock, NULL, 0, NULL, NULL);
    return felt_sql_commit(sql);
}

static enum felt_sql_result climb(struct felt_sql *sql, int wanted, int *found)
{
    enum felt_sql_result result = set_lock(sql, true);
    if (result != FELT_SQL_OK) return result;
    do result = step(sql, wanted, found);
    while (result == FELT_SQL_OK && *found >= 0 && *found < wanted);
    enum felt_sql_result unlocked = set_lock(sql, false);
    return result == FELT_SQL_OK ? unlocked : result;
}

enum felt_status felt_schema_bring_up(struct felt_sql *sql, int version,
                                      struct felt_complaint *complaint)
{
    felt_assert(version >= 1 && version <= FELT_SCHEMA_VERSION);
    int found = -1;
    enum felt_sql_result result = FELT_SQL_OK;
    felt_sql_begin(sql, false);
    result = find_version(sql, &found);
    felt_sql_rollback(sql);
    if (result == FELT_SQL_OK && found >= 0 && found < version) {
        if (felt_sql_reads_only(sql))
            return felt_complain(complaint, FELT_UNSUPPORTED, 0, 0,
                                 "the database has version %d and is only read; start the server "
                                 "once, it brings it up to %d",
                                 found, version);
        result = FELT_SQL_CONFLICT;
        for (int i = 0; i < TRIES && result == FELT_SQL_CONFLICT; i++)
            result = climb(sql, version, &found);
    }
    if (result != FELT_SQL_OK)
        return felt_complain(complaint, FELT_FULL, 0, 0, "the tables cannot be made: %s",
                             felt_sql_why(sql));
    return verify(found, version, complaint);
}

/* ---- the name of the ledger -------------------------------------------------------------------
 */

static void see_identity(void *self, const struct felt_value *value, int count)
{
    char *out = self;
    felt_assert(count == 1);
    if (value[0].kind == FELT_VALUE_TEXT && value[0].bytes == FELT_IDENTITY_BYTES)
        memcpy(out, value[0].text, FELT_IDENTITY_BYTES + 1);
}

bool felt_schema_identity(struct felt_sql *sql, char out[FELT_IDENTITY_BYTES + 1])
{
    static const struct felt_statement read = {"SELECT value FROM meta WHERE name = 'identity'",
                                               ""};
    *out = '\0';
    felt_sql_begin(sql, false);
    felt_sql_add(sql, &read, NULL, 0, see_identity, out);
    return felt_sql_commit(sql) == FELT_SQL_OK;
}

enum felt_status felt_schema_identify(struct felt_sql *sql, struct felt_complaint *complaint)
{
    static const struct felt_statement write = {"INSERT INTO meta (name, value)"
                                                " VALUES ('identity', $1) ON CONFLICT DO NOTHING",
                                                "t"};
    char identity[FELT_IDENTITY_BYTES + 1];
    uint8_t drawn[FELT_IDENTITY_BYTES / 2];
    if (felt_schema_identity(sql, identity) && *identity) return FELT_OK;
    felt_secret_fill(drawn, sizeof drawn);
    felt_hex_write(drawn, sizeof drawn, identity);
    const struct felt_value value = felt_value_text(identity);
    felt_sql_begin(sql, true);
    felt_sql_add(sql, &write, &value, 1, NULL, NULL);
    enum felt_sql_result result = felt_sql_commit(sql);
    /* Another program was first: then they have one. */
    if (result == FELT_SQL_OK || result == FELT_SQL_CONFLICT) return FELT_OK;
    return felt_complain(complaint, FELT_FULL, 0, 0, "the books cannot be given a name: %s",
                         felt_sql_why(sql));
}
