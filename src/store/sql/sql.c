/* sql.c -- the order in which a database may be used, whatever its kind.
 *
 *     begin ── add ── add ── run ── add ── commit
 *                 └─ failed: nothing more is done; run or commit rolls back and says how
 *
 * Statements are known by their address: each has a slot in a small hash table, and the kinds keep
 * what they prepared in the same slot.  A failure is noted once, the first one; everything after it
 * is passed over in silence, so that callers need to look only at run and commit. */
#include "store/sql/sql.h"

#include "base/utf8.h"
#include "felt/assert.h"
#include "store/sql/parts.h"

#include <stdlib.h>
#include <string.h>

_Static_assert((FELT_SQL_STATEMENTS_MAX & (FELT_SQL_STATEMENTS_MAX - 1)) == 0, "a mask");

/* ---- config ---------------------------------------------------------------------------------- */

static bool begins_with(const char *text, const char *prefix)
{
    return strncmp(text, prefix, strlen(prefix)) == 0;
}

enum felt_status felt_sql_config_read(const char *text, struct felt_sql_config *out,
                                      struct felt_complaint *complaint)
{
    static const char sqlite[] = "sqlite:", postgres[] = "postgres:";
    *out = (struct felt_sql_config){.wait_ms = FELT_SQL_WAIT_MS};
    if (begins_with(text, sqlite)) {
        out->kind = FELT_SQL_SQLITE;
        out->place = text + sizeof sqlite - 1;
        if (out->place[0] != '\0') return FELT_OK;
        return felt_complain(complaint, FELT_BAD_NAME, sizeof sqlite - 1, 0,
                             "the directory is missing; write sqlite:DIR");
    }
    out->kind = FELT_SQL_POSTGRES;
    if (begins_with(text, "postgres://") || begins_with(text, "postgresql://"))
        out->place = text;
    else if (begins_with(text, postgres))
        out->place = text + sizeof postgres - 1;
    else
        /* The text itself is not shown: it may be a conninfo with a password. */
        return felt_complain(complaint, FELT_BAD_NAME, 0, strcspn(text, ":"),
                             "no such kind of store; write sqlite:DIR or postgres:CONNINFO");
    if (felt_postgres_can_read(out->place)) return FELT_OK;
    return felt_complain(complaint, FELT_BAD_FORMAT, (size_t)(out->place - text),
                         strlen(out->place),
                         "not a conninfo; write postgres:host=HOST dbname=NAME user=USER");
}

/* ---- values ---------------------------------------------------------------------------------- */

struct felt_value felt_value_text(const char *text)
{
    return (struct felt_value){.kind = FELT_VALUE_TEXT, .text = text, .bytes = strlen(text)};
}

struct felt_value felt_value_text_or_null(const char *text)
{
    return text[0] ? felt_value_text(text) : (struct felt_value){.kind = FELT_VALUE_NULL};
}

/* PostgreSQL takes neither zeros nor broken UTF-8; that SQLite would must not hide a mistake. */
static bool is_clean(const char *text, size_t bytes)
{
    size_t used = 0;
    uint32_t character = 0;
    for (size_t at = 0; at < bytes; at += used) {
        used = 1;
        if (text[at] == '\0') return false;
        if ((unsigned char)text[at] < 0x80) continue;
        if (!felt_utf8_read(text + at, bytes - at, &used, &character)) return false;
    }
    return true;
}

static void verify_parameters(const struct felt_statement *statement,
                              const struct felt_value *parameter, int count)
{
    felt_assert(count >= 0);
    felt_assert(count <= FELT_SQL_PARAMETERS_MAX);
    felt_assert(strlen(statement->types) == (size_t)count);
    for (int i = 0; i < count; i++) {
        bool number = statement->types[i] == 'i';
        felt_assert(number || statement->types[i] == 't');
        if (parameter[i].kind == FELT_VALUE_NULL) continue;
        felt_assert(number == (parameter[i].kind == FELT_VALUE_INT));
        if (!number) felt_assert(is_clean(parameter[i].text, parameter[i].bytes));
    }
}

/* ---- for the kinds --------------------------------------------------------------------------- */

void felt_sql_fail(struct felt_sql *sql, enum felt_sql_result result, const char *why)
{
    felt_assert(result != FELT_SQL_OK);
    if (result == FELT_SQL_LOST) sql->lost = true;
    if (sql->result != FELT_SQL_OK) return;
    sql->result = result;
    size_t used = 0;
    for (; *why && used + 1 < sizeof sql->why; why++) {
        bool blank = *why == '\n' || *why == '\r' || *why == '\t' || *why == ' ';
        if (blank && (used == 0 || sql->why[used - 1] == ' ')) continue;
        sql->why[used++] = blank ? ' ' : *why;
    }
    while (used > 0 && sql->why[used - 1] == ' ') used--;
    sql->why[used] = '\0';
}

void felt_sql_give(struct felt_sql *sql, felt_sql_row row, void *self,
                   const struct felt_value *value, int count)
{
    if (!row) return;
    sql->giving = true;
    row(self, value, count);
    sql->giving = false;
}

static int find_slot(struct felt_sql *sql, const struct felt_statement *statement)
{
    const size_t mask = FELT_SQL_STATEMENTS_MAX - 1;
    size_t slot = ((uintptr_t)statement / sizeof *statement) & mask;
    for (size_t tried = 0; tried <= mask; tried++, slot = (slot + 1) & mask) {
        if (!sql->known[slot]) sql->known[slot] = statement;
        if (sql->known[slot] == statement) return (int)slot;
    }
    felt_assert(!"more statements than FELT_SQL_STATEMENTS_MAX");
    return 0;
}

/* ---- connections ----------------------------------------------------------------------------- */

static char *keep(const char *text)
{
    return text ? strdup(text) : NULL;
}

static void release(struct felt_sql *sql)
{
    free((char *)sql->config.place);
    free((char *)sql->config.vfs);
    free(sql);
}

enum felt_status felt_sql_open(const struct felt_sql_config *config, struct felt_sql **out,
                               struct felt_complaint *complaint)
{
    static const struct felt_sql_driver *const drivers[] = {&felt_sqlite_driver,
                                                            &felt_postgres_driver};
    felt_assert(config->kind <= FELT_SQL_POSTGRES);
    *out = NULL;
    const struct felt_sql_driver *driver = drivers[config->kind];
    struct felt_sql *sql = calloc(1, driver->bytes);
    if (!sql) return felt_complain(complaint, FELT_FULL, 0, 0, "no memory");
    sql->driver = driver;
    sql->config = *config;
    sql->config.place = keep(config->place);
    sql->config.vfs = keep(config->vfs);
    if (sql->config.wait_ms == 0) sql->config.wait_ms = FELT_SQL_WAIT_MS;
    enum felt_status status = FELT_OK;
    if (driver->connect(sql) != FELT_SQL_OK) {
        status = felt_complain(complaint, FELT_UNSUPPORTED, 0, 0, "%s", sql->why);
        driver->disconnect(sql);
        release(sql);
        return status;
    }
    *out = sql;
    return status;
}

void felt_sql_close(struct felt_sql *sql)
{
    if (!sql) return;
    felt_sql_rollback(sql);
    sql->driver->disconnect(sql);
    release(sql);
}

enum felt_sql_kind felt_sql_kind(const struct felt_sql *sql)
{
    return (enum felt_sql_kind)sql->config.kind;
}

bool felt_sql_reads_only(const struct felt_sql *sql)
{
    return sql->config.read_only;
}

enum felt_sql_result felt_sql_reopen(struct felt_sql *sql)
{
    felt_assert(!sql->under_way);
    sql->driver->disconnect(sql);
    memset(sql->known, 0, sizeof sql->known);
    sql->result = FELT_SQL_OK;
    sql->lost = sql->twin = sql->shared_damage = false;
    if (sql->driver->connect(sql) == FELT_SQL_OK) return FELT_SQL_OK;
    sql->lost = true;
    return FELT_SQL_LOST;
}

const char *felt_sql_why(const struct felt_sql *sql)
{
    return sql->why;
}

bool felt_sql_met_twin(const struct felt_sql *sql)
{
    return sql->twin;
}

bool felt_sql_shares_damage(const struct felt_sql *sql)
{
    return sql->shared_damage;
}

void felt_sql_leave(struct felt_sql *sql)
{
    felt_assert(!sql->under_way);
    sql->driver->disconnect(sql);
    memset(sql->known, 0, sizeof sql->known);
    sql->lost = true;
}

/* ---- transactions ---------------------------------------------------------------------------- */

void felt_sql_begin(struct felt_sql *sql, bool write)
{
    felt_assert(!sql->under_way);
    felt_assert(!(write && sql->config.read_only));
    sql->under_way = true;
    sql->writes = write;
    sql->twin = false;
    sql->result = sql->lost ? FELT_SQL_LOST : FELT_SQL_OK;
    if (!sql->lost) sql->driver->begin(sql);
}

void felt_sql_add(struct felt_sql *sql, const struct felt_statement *statement,
                  const struct felt_value *parameter, int count, felt_sql_row row, void *self)
{
    felt_assert(sql->under_way);
    felt_assert(!sql->giving);
    verify_parameters(statement, parameter, count);
    if (sql->result != FELT_SQL_OK) return;
    sql->driver->add(sql, statement, find_slot(sql, statement), parameter, count, row, self);
}

/* The end of a transaction that failed. */
static enum felt_sql_result give_up(struct felt_sql *sql)
{
    enum felt_sql_result result = sql->result;
    if (!sql->lost) sql->driver->rollback(sql);
    sql->under_way = false;
    return result;
}

enum felt_sql_result felt_sql_run(struct felt_sql *sql)
{
    felt_assert(sql->under_way);
    felt_assert(!sql->giving);
    if (sql->result == FELT_SQL_OK) sql->driver->run(sql);
    return sql->result == FELT_SQL_OK ? FELT_SQL_OK : give_up(sql);
}

enum felt_sql_result felt_sql_commit(struct felt_sql *sql)
{
    felt_assert(sql->under_way);
    felt_assert(!sql->giving);
    if (sql->result == FELT_SQL_OK) sql->driver->commit(sql);
    if (sql->result != FELT_SQL_OK) return give_up(sql);
    sql->under_way = false;
    return FELT_SQL_OK;
}

void felt_sql_rollback(struct felt_sql *sql)
{
    felt_assert(!sql->giving);
    if (sql->under_way) (void)give_up(sql);
}

void felt_sql_reject(struct felt_sql *sql, const char *why)
{
    felt_assert(sql->under_way);
    felt_sql_fail(sql, FELT_SQL_REFUSED, why);
}

enum felt_sql_result felt_sql_script(struct felt_sql *sql, const char *text)
{
    bool alone = !sql->under_way;
    if (alone) felt_sql_begin(sql, true);
    enum felt_sql_result result = felt_sql_run(sql);
    if (result != FELT_SQL_OK) return result;
    sql->driver->script(sql, text);
    if (sql->result != FELT_SQL_OK) return give_up(sql);
    return alone ? felt_sql_commit(sql) : FELT_SQL_OK;
}
