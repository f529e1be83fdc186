/* sqlite.c -- SQLite as a store: the file felt.db in a directory of its own.
 *
 * The journal is a write-ahead log that is synced at every commit (WAL, synchronous=FULL): readers
 * do not hinder the writer, and what was committed survives a loss of power.  A transaction that
 * writes takes the lock when it begins, so it never has to be repeated because of what it read.
 *
 * After a failed write or sync nobody knows which bytes the disk has.  So a reopened database
 * moves everything out of its log into the file, synced, before anything is appended to the log: a
 * hole in the log would hide what comes behind it.  As long as readers are in the way of that,
 * nothing is written.
 *
 * The log may also be shorter than its index says: on a disk whose sectors can be torn SQLite fills
 * the last sector of a commit with copies, and what lies behind the sector is not synced.  The
 * index is shared by all connections, and only the first connection makes it anew from the log.
 *
 * Files are private.  The database is made by us with mode 0600 before SQLite sees it, and SQLite
 * gives its companions (-wal, -shm) the mode of the database. */
#include "felt/assert.h"
#include "store/sql/parts.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct sqlite {
    struct felt_sql sql;
    sqlite3 *database;
    bool was_open; /* a connection was lost                                                      */
    bool doubtful; /* the log: it must be empty before anything is written                       */
    sqlite3_stmt *prepared[FELT_SQL_STATEMENTS_MAX];
};

static struct sqlite *of(struct felt_sql *sql)
{
    return (struct sqlite *)sql;
}

/* ---- failures -------------------------------------------------------------------------------- */

static enum felt_sql_result judge(int code)
{
    switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
    case SQLITE_SCHEMA: return FELT_SQL_CONFLICT;
    case SQLITE_CONSTRAINT:
        return code == SQLITE_CONSTRAINT_UNIQUE || code == SQLITE_CONSTRAINT_PRIMARYKEY ||
                       code == SQLITE_CONSTRAINT_ROWID
                   ? FELT_SQL_CONFLICT
                   : FELT_SQL_REFUSED;
    case SQLITE_NOMEM:
    case SQLITE_READONLY: /* the file was moved away, or its file system went read-only */
    case SQLITE_INTERRUPT:
    case SQLITE_IOERR:
    case SQLITE_CORRUPT:
    case SQLITE_FULL:
    case SQLITE_CANTOPEN:
    case SQLITE_PROTOCOL:
    case SQLITE_NOTADB: return FELT_SQL_LOST;
    default: return FELT_SQL_REFUSED;
    }
}

static void fail(struct sqlite *self, int code)
{
    if (self->sql.result == FELT_SQL_OK)
        self->sql.twin = code == SQLITE_CONSTRAINT_UNIQUE || code == SQLITE_CONSTRAINT_PRIMARYKEY ||
                         code == SQLITE_CONSTRAINT_ROWID;
    if (code == SQLITE_IOERR_SHORT_READ || (code & 0xff) == SQLITE_CORRUPT)
        self->sql.shared_damage = true;
    const char *why = self->database ? sqlite3_errmsg(self->database) : sqlite3_errstr(code);
    felt_sql_fail(&self->sql, judge(code), why);
}

static void do_text(struct sqlite *self, const char *text)
{
    if (self->sql.result != FELT_SQL_OK) return;
    int code = sqlite3_exec(self->database, text, NULL, NULL, NULL);
    if (code != SQLITE_OK) fail(self, code);
}

/* ---- files ----------------------------------------------------------------------------------- */

static enum felt_sql_result refuse(struct felt_sql *sql, const char *what)
{
    char why[FELT_SQL_WHY_BYTES];
    snprintf(why, sizeof why, "%s: %s", what, strerror(errno));
    felt_sql_fail(sql, FELT_SQL_LOST, why);
    return sql->result;
}

static enum felt_sql_result refuse_file(struct felt_sql *sql, const char *name, const char *what)
{
    char why[FELT_SQL_WHY_BYTES];
    snprintf(why, sizeof why, "%s %s", name, what);
    felt_sql_fail(sql, FELT_SQL_LOST, why);
    return sql->result;
}

/* Whoever works in a directory of somebody else (root can) makes files that its owner cannot open,
 * and follows links that he may have laid. */
static enum felt_sql_result prepare_directory(struct felt_sql *sql)
{
    struct stat about;
    const char *name = sql->config.place;
    if (!sql->config.read_only && mkdir(name, 0700) != 0 && errno != EEXIST)
        return refuse(sql, "the directory of the store cannot be made");
    if (stat(name, &about) != 0) return refuse(sql, "the directory of the store is not there");
    errno = ENOTDIR;
    if (!S_ISDIR(about.st_mode)) return refuse(sql, "the store must be a directory");
    if (about.st_uid != geteuid())
        return refuse_file(sql, "the directory of the store",
                           "belongs to somebody else; run this as its owner");
    if (about.st_mode & (S_IWGRP | S_IWOTH))
        return refuse_file(sql, "the directory of the store",
                           "may be written by others; chmod 700 it");
    return sql->result;
}

/* A file of ours, which nobody else may read.  A file that is there is never opened here: to close
 * it would end the locks that other connections of this process have on it (the locks of POSIX
 * belong to processes). */
static enum felt_sql_result make_private(struct felt_sql *sql, const char *path, const char *name,
                                         bool optional)
{
    struct stat about;
    if (lstat(path, &about) != 0) {
        if (errno != ENOENT) return refuse_file(sql, name, "cannot be looked at");
        return optional ? sql->result : refuse_file(sql, name, "is not there");
    }
    if (!S_ISREG(about.st_mode)) return refuse_file(sql, name, "is not a file");
    if (about.st_uid != geteuid()) return refuse_file(sql, name, "belongs to somebody else");
    if ((about.st_mode & (S_IRWXG | S_IRWXO)) &&
        fchmodat(AT_FDCWD, path, 0600, AT_SYMLINK_NOFOLLOW) != 0)
        return refuse_file(sql, name, "cannot be made private");
    return sql->result;
}

static enum felt_sql_result prepare_file(struct felt_sql *sql, const char *path)
{
    if (!sql->config.read_only) {
        int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
        if (file < 0 && errno != EEXIST) return refuse(sql, "felt.db cannot be made");
        if (file >= 0) close(file);
    }
    return make_private(sql, path, "felt.db", false);
}

static enum felt_sql_result prepare_files(struct felt_sql *sql, char path[PATH_MAX])
{
    static const char *const companions[] = {"felt.db-wal", "felt.db-shm"};
    char companion[PATH_MAX + 8];
    errno = ENAMETOOLONG;
    if (snprintf(path, PATH_MAX, "%s/felt.db", sql->config.place) >= PATH_MAX)
        return refuse(sql, "the directory of the store");
    if (prepare_directory(sql) != FELT_SQL_OK) return sql->result;
    if (prepare_file(sql, path) != FELT_SQL_OK) return sql->result;
    for (size_t i = 0; i < sizeof companions / sizeof companions[0]; i++) {
        snprintf(companion, sizeof companion, "%s/%s", sql->config.place, companions[i]);
        if (make_private(sql, companion, companions[i], true) != FELT_SQL_OK) break;
    }
    return sql->result;
}

/* ---- connections ----------------------------------------------------------------------------- */

/* SQLite answers the wish for a journal with the one it has. */
static void demand_wal(struct sqlite *self)
{
    sqlite3_stmt *statement = NULL;
    if (self->sql.result != FELT_SQL_OK) return;
    int code =
        sqlite3_prepare_v2(self->database, "PRAGMA journal_mode = WAL", -1, &statement, NULL);
    if (code == SQLITE_OK) code = sqlite3_step(statement);
    if (code != SQLITE_ROW)
        fail(self, code);
    else if (strcmp((const char *)sqlite3_column_text(statement, 0), "wal") != 0)
        felt_sql_fail(&self->sql, FELT_SQL_LOST,
                      "this file system cannot hold a write-ahead log; choose a local disk");
    sqlite3_finalize(statement);
}

/* What the essay says about a log that may have holes. */
static void empty_log(struct sqlite *self)
{
    if (self->sql.result != FELT_SQL_OK || !self->doubtful) return;
    int code =
        sqlite3_wal_checkpoint_v2(self->database, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    self->doubtful = code != SQLITE_OK;
    if (code != SQLITE_OK) fail(self, code);
}

/* Readers that are in the way now may be gone when something is to be written. */
static void try_to_empty_log(struct sqlite *self)
{
    empty_log(self);
    if (self->sql.result == FELT_SQL_CONFLICT) self->sql.result = FELT_SQL_OK;
}

static enum felt_sql_result connect_sqlite(struct felt_sql *sql)
{
    struct sqlite *self = of(sql);
    char path[PATH_MAX];
    felt_assert(sqlite3_threadsafe() != 0);
    if (prepare_files(sql, path) != FELT_SQL_OK) return sql->result;
    int code = sqlite3_open_v2(path, &self->database,
                               SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE,
                               sql->config.vfs);
    if (code != SQLITE_OK) {
        fail(self, code);
        return sql->result;
    }
    sqlite3_busy_timeout(self->database,
                         sql->config.wait_ms > INT_MAX ? INT_MAX : (int)sql->config.wait_ms);
    sqlite3_db_config(self->database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)NULL);
    demand_wal(self);
    /* With recursive triggers, INSERT OR REPLACE asks the triggers that refuse removals. */
    do_text(self, "PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; "
                  "PRAGMA trusted_schema = OFF; PRAGMA recursive_triggers = ON; "
                  "PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY");
    self->doubtful = self->was_open && !sql->config.read_only;
    try_to_empty_log(self);
    if (sql->config.read_only) do_text(self, "PRAGMA query_only = ON");
    self->was_open = true;
    return sql->result;
}

static void disconnect(struct felt_sql *sql)
{
    struct sqlite *self = of(sql);
    for (int i = 0; i < FELT_SQL_STATEMENTS_MAX; i++) {
        sqlite3_finalize(self->prepared[i]);
        self->prepared[i] = NULL;
    }
    sqlite3_close_v2(self->database);
    self->database = NULL;
}

/* ---- statements ------------------------------------------------------------------------------ */

/* $1, $2 ... are names to SQLite, numbered by their first use: both must be the same. */
static void verify_names(sqlite3_stmt *prepared, int count)
{
    char name[16];
    felt_assert(sqlite3_bind_parameter_count(prepared) == count);
    for (int i = 1; i <= count; i++) {
        snprintf(name, sizeof name, "$%d", i);
        felt_assert(strcmp(sqlite3_bind_parameter_name(prepared, i), name) == 0);
    }
}

static sqlite3_stmt *prepare(struct sqlite *self, const struct felt_statement *statement, int slot,
                             int count)
{
    if (self->prepared[slot]) return self->prepared[slot];
    const char *rest = "";
    int code = sqlite3_prepare_v3(self->database, statement->sql, -1, SQLITE_PREPARE_PERSISTENT,
                                  &self->prepared[slot], &rest);
    if (code != SQLITE_OK) {
        fail(self, code);
        return NULL;
    }
    felt_assert(self->prepared[slot] && *rest == '\0'); /* one statement, not none, not two */
    verify_names(self->prepared[slot], count);
    return self->prepared[slot];
}

static int bind(sqlite3_stmt *prepared, const struct felt_value *parameter, int count)
{
    int code = SQLITE_OK;
    for (int i = 0; i < count && code == SQLITE_OK; i++) {
        const struct felt_value *value = &parameter[i];
        if (value->kind == FELT_VALUE_INT)
            code = sqlite3_bind_int64(prepared, i + 1, value->number);
        else if (value->kind == FELT_VALUE_TEXT)
            code = sqlite3_bind_text64(prepared, i + 1, value->text, value->bytes, SQLITE_STATIC,
                                       SQLITE_UTF8);
        else
            code = sqlite3_bind_null(prepared, i + 1);
    }
    return code;
}

/* False: no memory for a text. */
static bool give(struct sqlite *self, sqlite3_stmt *prepared, felt_sql_row row, void *whom)
{
    struct felt_value value[FELT_SQL_COLUMNS_MAX];
    int count = sqlite3_column_count(prepared);
    felt_assert(count <= FELT_SQL_COLUMNS_MAX);
    for (int i = 0; i < count; i++) {
        int type = sqlite3_column_type(prepared, i);
        value[i] = (struct felt_value){.kind = FELT_VALUE_NULL};
        if (type == SQLITE_INTEGER) value[i] = felt_value_int(sqlite3_column_int64(prepared, i));
        if (type == SQLITE_FLOAT || type == SQLITE_BLOB)
            felt_sql_reject(&self->sql, "a value is neither a whole number nor a text");
        if (type != SQLITE_TEXT) continue;
        value[i].kind = FELT_VALUE_TEXT;
        value[i].text = (const char *)sqlite3_column_text(prepared, i);
        value[i].bytes = (size_t)sqlite3_column_bytes(prepared, i);
        if (!value[i].text) return false;
    }
    if (self->sql.result == FELT_SQL_OK) felt_sql_give(&self->sql, row, whom, value, count);
    return true;
}

static void add(struct felt_sql *sql, const struct felt_statement *statement, int slot,
                const struct felt_value *parameter, int count, felt_sql_row row, void *whom)
{
    struct sqlite *self = of(sql);
    sqlite3_stmt *prepared = prepare(self, statement, slot, count);
    if (!prepared) return;
    felt_assert(sql->writes || sqlite3_stmt_readonly(prepared));
    int code = bind(prepared, parameter, count);
    if (code == SQLITE_OK) code = SQLITE_ROW;
    while (code == SQLITE_ROW) {
        code = sqlite3_step(prepared);
        if (code == SQLITE_ROW && !give(self, prepared, row, whom)) code = SQLITE_NOMEM;
    }
    if (code != SQLITE_DONE) fail(self, code);
    sqlite3_reset(prepared);
    sqlite3_clear_bindings(prepared);
}

/* ---- transactions ---------------------------------------------------------------------------- */

static void begin(struct felt_sql *sql)
{
    if (sql->writes) empty_log(of(sql));
    do_text(of(sql), sql->writes ? "BEGIN IMMEDIATE" : "BEGIN DEFERRED");
}

static void run(struct felt_sql *sql)
{
    (void)sql; /* every statement was done when it was added */
}

static void commit(struct felt_sql *sql)
{
    do_text(of(sql), "COMMIT");
}

/* Some failures have rolled back already. */
static void rollback(struct felt_sql *sql)
{
    struct sqlite *self = of(sql);
    if (sqlite3_get_autocommit(self->database)) return;
    if (sqlite3_exec(self->database, "ROLLBACK", NULL, NULL, NULL) != SQLITE_OK) sql->lost = true;
}

/* Schemas are our own texts, and one of them changes a rule of a table (schema/sqlite.c). */
static void script(struct felt_sql *sql, const char *text)
{
    struct sqlite *self = of(sql);
    if (sql->result != FELT_SQL_OK) return;
    sqlite3_db_config(self->database, SQLITE_DBCONFIG_DEFENSIVE, 0, (int *)NULL);
    do_text(self, text);
    sqlite3_db_config(self->database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)NULL);
}

const struct felt_sql_driver felt_sqlite_driver = {
    .bytes = sizeof(struct sqlite),
    .connect = connect_sqlite,
    .disconnect = disconnect,
    .begin = begin,
    .add = add,
    .run = run,
    .commit = commit,
    .rollback = rollback,
    .script = script,
};
