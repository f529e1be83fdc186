/* postgres.c -- PostgreSQL as a store: one connection in pipeline mode.
 *
 * Statements are handed to libpq as they are added and travel together; the answers are read when
 * they are run.  What each answer belongs to is kept in a queue:
 *
 *     added      BEGIN   prepare s7   s7(1)   s7(2)   prepare s9   s9(1)
 *     sent       one write, a mark (sync) behind it
 *     read       done    done         rows    rows    error        passed over      mark
 *
 * The server passes over everything between a failure and the mark, so nothing is done after it.  A
 * statement counts as prepared when its answer says so, not when it was sent.
 *
 * Nothing here blocks for longer than wait_ms, unless the config is patient: then an answer takes
 * as long as it takes, and a server whose machine is gone is noticed by the keepalives of TCP.  The
 * socket does not block, and every wait is a poll().  While we write, answers are read too; else
 * both ends could wait for each other.  (Names of hosts are looked up by the system, which takes
 * its own time: give addresses or a socket.)
 *
 * Servers and libpq may repeat parts of a conninfo in their complaints, so every text is searched
 * for its passwords. */
#include "felt/assert.h"
#include "os/clock.h"
#include "store/sql/parts.h"

#include <errno.h>
#include <libpq-fe.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    OLDEST_SERVER = 130000,
    WHY_BYTES = 1024, /* of libpq's text; the rest is cut                                        */
    IDLE_MS = 15000,  /* a transaction whose owner sleeps so long is ended by the server: a lease
                         (lease.h) can be taken when it has ended, and not much later            */
    /* numbers of the server's types */
    TYPE_BOOL = 16,
    TYPE_INT8 = 20,
    TYPE_INT2 = 21,
    TYPE_INT4 = 23,
    TYPE_TEXT = 25,
    TYPE_NUMERIC = 1700
};

/* Statements of our own have slots behind those of others. */
enum { SLOT_WRITE = FELT_SQL_STATEMENTS_MAX, SLOT_READ, SLOT_COMMIT, SLOT_ROLLBACK, SLOTS };
static const struct felt_statement own[SLOTS - FELT_SQL_STATEMENTS_MAX] = {
    {"BEGIN ISOLATION LEVEL SERIALIZABLE READ WRITE", ""},
    {"BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", ""},
    {"COMMIT", ""},
    {"ROLLBACK", ""},
};

enum readiness { NOT_PREPARED, SENT, PREPARED };

struct expected {
    int slot;
    bool prepares;
    felt_sql_row row;
    void *self;
};

struct postgres {
    struct felt_sql sql;
    PGconn *line;
    uint8_t ready[SLOTS];
    struct expected *queue; /* owned; `count` of `room`                                          */
    size_t count, room;
};

static struct postgres *of(struct felt_sql *sql)
{
    return (struct postgres *)sql;
}

/* ---- failures -------------------------------------------------------------------------------- */

static void hide(char *text, const char *secret)
{
    size_t bytes = secret ? strlen(secret) : 0;
    if (bytes == 0) return;
    for (char *at = text; (at = strstr(at, secret)); at += bytes) memset(at, '*', bytes);
}

static void fail(struct postgres *self, enum felt_sql_result result, const char *why)
{
    char text[WHY_BYTES];
    snprintf(text, sizeof text, "%s", why && *why ? why : "the server has gone");
    PQconninfoOption *options = PQconninfoParse(self->sql.config.place, NULL);
    for (PQconninfoOption *option = options; option && option->keyword; option++)
        if (strstr(option->keyword, "password")) hide(text, option->val);
    PQconninfoFree(options);
    felt_sql_fail(&self->sql, result, text);
}

static void lose(struct postgres *self)
{
    fail(self, FELT_SQL_LOST, PQerrorMessage(self->line));
}

#define UNIQUE "23505"

/* SQLSTATE; "" if there is none. */
static enum felt_sql_result judge(const char *state)
{
    static const struct {
        const char *prefix;
        enum felt_sql_result result;
    } rows[] = {
        {"40003", FELT_SQL_LOST},                               /* nobody knows               */
        {"40", FELT_SQL_CONFLICT},                              /* serialization, deadlock    */
        {UNIQUE, FELT_SQL_CONFLICT},                            /* is there already           */
        {"55P03", FELT_SQL_CONFLICT},                           /* a lock took too long       */
        {"57014", FELT_SQL_CONFLICT},                           /* a statement took too long  */
        {"25006", FELT_SQL_LOST},     {"25P03", FELT_SQL_LOST}, /* a standby; we slept        */
        {"08", FELT_SQL_LOST},        {"57P0", FELT_SQL_LOST},  /* connection; shutdown       */
        {"53", FELT_SQL_LOST},        {"58", FELT_SQL_LOST},    /* disk, memory; system       */
        {"XX", FELT_SQL_LOST},        {"28", FELT_SQL_LOST},    /* damage; no longer let in   */
    };
    if (*state == '\0') return FELT_SQL_LOST; /* it comes from libpq, not from the server */
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (strncmp(state, rows[i].prefix, strlen(rows[i].prefix)) == 0) return rows[i].result;
    return FELT_SQL_REFUSED;
}

static void fail_by(struct postgres *self, const PGresult *answer)
{
    const char *state = PQresultErrorField(answer, PG_DIAG_SQLSTATE);
    const char *text = PQresultErrorField(answer, PG_DIAG_MESSAGE_PRIMARY);
    bool gone = PQstatus(self->line) == CONNECTION_BAD;
    if (self->sql.result == FELT_SQL_OK) self->sql.twin = state && strcmp(state, UNIQUE) == 0;
    fail(self, gone ? FELT_SQL_LOST : judge(state ? state : ""),
         text ? text : PQresultErrorMessage(answer));
}

/* ---- waiting --------------------------------------------------------------------------------- */

/* False: not before `deadline_us`. */
static bool wait_for(PGconn *line, short events, int64_t deadline_us)
{
    struct pollfd poller = {.fd = PQsocket(line), .events = events};
    for (;;) {
        int64_t left_ms = (deadline_us - felt_clock_us()) / 1000 + 1;
        if (left_ms <= 0 || poller.fd < 0) return false;
        int ready = poll(&poller, 1, left_ms > 1000 ? 1000 : (int)left_ms);
        if (ready > 0) return true;
        if (ready < 0 && errno != EINTR) return false;
    }
}

static int64_t deadline_of(const struct postgres *self)
{
    return felt_clock_us() + INT64_C(1000) * self->sql.config.wait_ms;
}

static int64_t answer_deadline_of(const struct postgres *self)
{
    return self->sql.config.patient ? INT64_MAX : deadline_of(self);
}

/* An answer can be taken without waiting.  False: the connection is lost. */
static bool await(struct postgres *self)
{
    int64_t deadline_us = answer_deadline_of(self);
    for (;;) {
        int writing = PQflush(self->line);
        if (writing >= 0 && !PQisBusy(self->line)) return true;
        short events = writing > 0 ? POLLIN | POLLOUT : POLLIN;
        if (!wait_for(self->line, events, deadline_us)) {
            fail(self, FELT_SQL_LOST, "the server does not answer");
            return false;
        }
        if (!PQconsumeInput(self->line)) break;
        /* The server may have said why it went, before it went. */
        if (writing < 0 && !PQisBusy(self->line)) return true;
        if (writing < 0 && PQstatus(self->line) == CONNECTION_BAD) break;
    }
    lose(self);
    return false;
}

/* ---- answers --------------------------------------------------------------------------------- */

/* Sums of the server are of type numeric.  One that is no int64 remains a text. */
static struct felt_value read_value(const PGresult *answer, int row, int column)
{
    if (PQgetisnull(answer, row, column)) return (struct felt_value){.kind = FELT_VALUE_NULL};
    struct felt_value value = {.kind = FELT_VALUE_TEXT,
                               .text = PQgetvalue(answer, row, column),
                               .bytes = (size_t)PQgetlength(answer, row, column)};
    char *end = NULL;
    switch (PQftype(answer, column)) {
    case TYPE_BOOL: return felt_value_int(value.text[0] == 't');
    case TYPE_INT2:
    case TYPE_INT4:
    case TYPE_INT8:
    case TYPE_NUMERIC:
        errno = 0;
        value.number = strtoll(value.text, &end, 10);
        if (errno == 0 && *end == '\0') return felt_value_int(value.number);
        return value;
    default: return value;
    }
}

static void give_rows(struct postgres *self, const struct expected *expected,
                      const PGresult *answer)
{
    struct felt_value value[FELT_SQL_COLUMNS_MAX];
    int columns = PQnfields(answer), rows = PQntuples(answer);
    felt_assert(columns <= FELT_SQL_COLUMNS_MAX);
    for (int row = 0; row < rows && expected->row; row++) {
        for (int i = 0; i < columns; i++) value[i] = read_value(answer, row, i);
        felt_sql_give(&self->sql, expected->row, expected->self, value, columns);
    }
}

static void take(struct postgres *self, const struct expected *expected, const PGresult *answer)
{
    switch (PQresultStatus(answer)) {
    case PGRES_COMMAND_OK:
        if (expected->prepares)
            self->ready[expected->slot] = PREPARED;
        else if (expected->slot == SLOT_COMMIT &&
                 strcmp(PQcmdStatus((PGresult *)answer), "COMMIT") != 0)
            fail(self, FELT_SQL_REFUSED, "the server has rolled back");
        break;
    case PGRES_SINGLE_TUPLE:
    case PGRES_TUPLES_OK:
        if (self->sql.result == FELT_SQL_OK) give_rows(self, expected, answer);
        break;
    case PGRES_PIPELINE_ABORTED:
        if (expected->prepares) self->ready[expected->slot] = NOT_PREPARED;
        break;
    default:
        if (expected->prepares) self->ready[expected->slot] = NOT_PREPARED;
        fail_by(self, answer);
        break;
    }
}

/* All answers to one statement.  False: the connection is lost. */
static bool take_all(struct postgres *self, const struct expected *expected)
{
    /* Row by row: a table need not fit into memory. */
    if (expected->row) (void)PQsetSingleRowMode(self->line);
    for (;;) {
        if (!await(self)) return false;
        PGresult *answer = PQgetResult(self->line);
        if (!answer) break;
        take(self, expected, answer);
        PQclear(answer);
        if (self->sql.lost) return false;
    }
    if (PQstatus(self->line) == CONNECTION_BAD) lose(self);
    return !self->sql.lost;
}

/* Everything in the queue, and the mark behind it. */
static void settle(struct postgres *self)
{
    bool there = PQpipelineSync(self->line) == 1;
    if (!there) lose(self);
    for (size_t i = 0; i < self->count && there; i++) there = take_all(self, &self->queue[i]);
    self->count = 0;
    if (!there || !await(self)) return;
    PGresult *mark = PQgetResult(self->line);
    if (PQresultStatus(mark) != PGRES_PIPELINE_SYNC) lose(self);
    PQclear(mark);
}

/* ---- statements ------------------------------------------------------------------------------ */

static bool reserve(struct postgres *self, size_t more)
{
    if (self->count + more <= self->room) return true;
    size_t room = 2 * self->room + 64;
    struct expected *queue = realloc(self->queue, room * sizeof *queue);
    if (!queue) return false;
    self->queue = queue;
    self->room = room;
    return true;
}

static bool send_prepare(struct postgres *self, const struct felt_statement *statement, int slot,
                         const char *name)
{
    Oid types[FELT_SQL_PARAMETERS_MAX];
    int count = (int)strlen(statement->types);
    for (int i = 0; i < count; i++) types[i] = statement->types[i] == 'i' ? TYPE_INT8 : TYPE_TEXT;
    if (!PQsendPrepare(self->line, name, statement->sql, count, types)) return false;
    self->ready[slot] = SENT;
    self->queue[self->count++] = (struct expected){.slot = slot, .prepares = true};
    return true;
}

/* Parameters travel in the server's own form: eight bytes, the highest first; texts as they are. */
static bool send_query(struct postgres *self, const char *name, const struct felt_value *parameter,
                       int count)
{
    const char *values[FELT_SQL_PARAMETERS_MAX] = {NULL};
    int lengths[FELT_SQL_PARAMETERS_MAX] = {0}, formats[FELT_SQL_PARAMETERS_MAX] = {0};
    char numbers[FELT_SQL_PARAMETERS_MAX][8];
    for (int i = 0; i < count; i++) {
        formats[i] = 1;
        lengths[i] = 8;
        values[i] = NULL;
        if (parameter[i].kind == FELT_VALUE_INT) {
            for (int byte = 0; byte < 8; byte++)
                numbers[i][byte] = (char)((uint64_t)parameter[i].number >> (56 - 8 * byte));
            values[i] = numbers[i];
        } else if (parameter[i].kind == FELT_VALUE_TEXT) {
            values[i] = parameter[i].text;
            lengths[i] = (int)parameter[i].bytes;
        }
    }
    return PQsendQueryPrepared(self->line, name, count, values, lengths, formats, 0) == 1;
}

static void add(struct felt_sql *sql, const struct felt_statement *statement, int slot,
                const struct felt_value *parameter, int count, felt_sql_row row, void *whom)
{
    struct postgres *self = of(sql);
    char name[16];
    snprintf(name, sizeof name, "s%d", slot);
    if (!reserve(self, 2)) {
        fail(self, FELT_SQL_LOST, "no memory");
        return;
    }
    bool sent = self->ready[slot] != NOT_PREPARED || send_prepare(self, statement, slot, name);
    if (!sent || !send_query(self, name, parameter, count))
        lose(self);
    else
        self->queue[self->count++] = (struct expected){.slot = slot, .row = row, .self = whom};
}

static void add_own(struct postgres *self, int slot)
{
    add(&self->sql, &own[slot - FELT_SQL_STATEMENTS_MAX], slot, NULL, 0, NULL, NULL);
}

/* ---- transactions ---------------------------------------------------------------------------- */

static void begin(struct felt_sql *sql)
{
    add_own(of(sql), sql->writes ? SLOT_WRITE : SLOT_READ);
}

static void run(struct felt_sql *sql)
{
    if (of(sql)->count > 0) settle(of(sql));
}

static void commit(struct felt_sql *sql)
{
    add_own(of(sql), SLOT_COMMIT);
    if (!sql->lost) settle(of(sql));
}

/* What was added and not run is on its way and cannot be called back: it is done, and undone. */
static void rollback(struct felt_sql *sql)
{
    struct postgres *self = of(sql);
    for (size_t i = 0; i < self->count; i++) self->queue[i].row = NULL;
    if (self->count > 0) settle(self);
    if (sql->lost || PQtransactionStatus(self->line) == PQTRANS_IDLE) return;
    add_own(self, SLOT_ROLLBACK);
    if (!sql->lost) settle(self);
    if (PQtransactionStatus(self->line) != PQTRANS_IDLE) sql->lost = true;
}

/* The simple protocol, which pipelines do not speak: several statements in a text. */
static void script(struct felt_sql *sql, const char *text)
{
    struct postgres *self = of(sql);
    struct expected nothing = {0};
    if (PQpipelineStatus(self->line) != PQ_PIPELINE_OFF && !PQexitPipelineMode(self->line)) {
        lose(self);
        return;
    }
    if (!PQsendQuery(self->line, text))
        lose(self);
    else if (take_all(self, &nothing) && !PQenterPipelineMode(self->line))
        lose(self);
}

/* ---- connections ----------------------------------------------------------------------------- */

static void hear_nothing(void *self, const char *text)
{
    (void)self;
    (void)text;
}

/* What the conninfo says comes behind our wishes, and counts; but the encoding is ours. */
static PGconn *start(const struct postgres *self)
{
    char wait_ms[16];
    snprintf(wait_ms, sizeof wait_ms, "%u", self->sql.config.wait_ms);
    const char *keywords[] = {"target_session_attrs", "fallback_application_name",
                              "tcp_user_timeout",     "keepalives_idle",
                              "keepalives_interval",  "dbname",
                              "client_encoding",      NULL};
    const char *values[] = {self->sql.config.read_only ? "any" : "read-write",
                            "felt",
                            wait_ms,
                            "10", /* seconds of silence; unanswered for tcp_user_timeout, it ends */
                            "5",
                            self->sql.config.place,
                            "UTF8",
                            NULL};
    return PQconnectStartParams(keywords, values, 1);
}

static bool reach(struct postgres *self)
{
    int64_t deadline_us = deadline_of(self);
    if (PQstatus(self->line) == CONNECTION_BAD) {
        lose(self);
        return false;
    }
    PostgresPollingStatusType wish = PGRES_POLLING_WRITING;
    while (wish != PGRES_POLLING_OK && wish != PGRES_POLLING_FAILED) {
        if (!wait_for(self->line, wish == PGRES_POLLING_READING ? POLLIN : POLLOUT, deadline_us)) {
            fail(self, FELT_SQL_LOST, "the server does not answer");
            return false;
        }
        wish = PQconnectPoll(self->line);
    }
    if (wish == PGRES_POLLING_FAILED) lose(self);
    return wish == PGRES_POLLING_OK;
}

static bool suits(struct postgres *self)
{
    const char *encoding = PQparameterStatus(self->line, "server_encoding");
    if (PQserverVersion(self->line) < OLDEST_SERVER)
        fail(self, FELT_SQL_LOST, "PostgreSQL is too old: 13 or newer is needed");
    else if (!encoding || strcmp(encoding, "UTF8") != 0)
        fail(self, FELT_SQL_LOST, "the database must be made with ENCODING 'UTF8'");
    return !self->sql.lost;
}

/* The server gives up earlier than we do, so that we hear why.  Of patient ones it hears when their
 * connection ends. */
static void set_session(struct postgres *self)
{
    char text[640];
    uint64_t wait_ms = self->sql.config.wait_ms;
    bool patient = self->sql.config.patient;
    snprintf(text, sizeof text,
             "SET standard_conforming_strings = on;"
             "SET statement_timeout = %u;"
             "SET lock_timeout = %u;"
             "SET idle_in_transaction_session_timeout = %u;"
             "SET default_transaction_read_only = %s;"
             "SELECT set_config('synchronous_commit', 'on', false)"
             " WHERE current_setting('synchronous_commit') NOT IN ('on', 'remote_apply')",
             patient ? 0 : (unsigned)(wait_ms * 3 / 4 + 1), (unsigned)(wait_ms / 2 + 1),
             patient ? 0 : (unsigned)IDLE_MS, self->sql.config.read_only ? "on" : "off");
    script(&self->sql, text);
}

static enum felt_sql_result connect_postgres(struct felt_sql *sql)
{
    struct postgres *self = of(sql);
    if (!felt_postgres_can_read(sql->config.place)) {
        felt_sql_fail(sql, FELT_SQL_LOST, "the conninfo of PostgreSQL cannot be read");
        return sql->result;
    }
    self->line = start(self);
    if (!self->line) {
        fail(self, FELT_SQL_LOST, "no memory");
        return sql->result;
    }
    PQsetNoticeProcessor(self->line, hear_nothing, NULL);
    if (!reach(self) || !suits(self)) return sql->result;
    if (PQsetnonblocking(self->line, 1) != 0) lose(self);
    if (!sql->lost) set_session(self);
    /* Whatever the server dislikes in a session: it is not one to work with. */
    if (sql->result != FELT_SQL_OK) sql->result = FELT_SQL_LOST;
    return sql->result;
}

static void disconnect(struct felt_sql *sql)
{
    struct postgres *self = of(sql);
    PQfinish(self->line);
    free(self->queue);
    self->line = NULL;
    self->queue = NULL;
    self->count = self->room = 0;
    memset(self->ready, NOT_PREPARED, sizeof self->ready);
}

bool felt_postgres_can_read(const char *conninfo)
{
    PQconninfoOption *options = PQconninfoParse(conninfo, NULL);
    PQconninfoFree(options);
    return options != NULL;
}

const struct felt_sql_driver felt_postgres_driver = {
    .bytes = sizeof(struct postgres),
    .connect = connect_postgres,
    .disconnect = disconnect,
    .begin = begin,
    .add = add,
    .run = run,
    .commit = commit,
    .rollback = rollback,
    .script = script,
};
