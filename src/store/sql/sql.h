/* sql.h -- one database, two kinds: SQLite in a directory, or a PostgreSQL server.
 *
 * Knows statements, values and rows; nothing of chips.  Statements are written once, in the SQL
 * that both understand, with parameters $1, $2 ... in order of their first use; only schemas differ
 * (schema.h).  Statements are prepared at their first use and kept.
 *
 * Statements are added, then run together: SQLite does each at once, PostgreSQL sends all of them
 * in one go (pipeline mode), so that a batch costs a journey or two, not one for each statement.
 *
 *   Q1  rows come back in the order in which statements were added, during felt_sql_run() or
 *       felt_sql_add().
 *   Q2  after the first failure nothing more is done: the transaction is over, nothing of it is
 *       kept (or nobody knows, FELT_SQL_LOST of a commit), and felt_sql_run() says how.
 *   Q3  what felt_sql_commit() returned FELT_SQL_OK for survives kill -9 and loss of power: WAL and
 *       synchronous=FULL, or synchronous_commit=on.
 *   Q4  one thread at a time. */
#ifndef FELT_STORE_SQL_SQL_H
#define FELT_STORE_SQL_SQL_H

#include "felt/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum felt_sql_kind { FELT_SQL_SQLITE, FELT_SQL_POSTGRES };

struct felt_sql_config {
    uint8_t kind;
    const char *place; /* SQLite: a directory, made if need be (0700; the file felt.db 0600);
                          PostgreSQL: a conninfo text or URL                                     */
    const char *vfs;   /* SQLite: another file system, for tests; NULL: the usual                */
    bool read_only;
    bool patient;     /* answers of a server take as long as they take: proofs, backups          */
    uint32_t wait_ms; /* for locks, for a connection, and for each answer of a server            */
};
/* "sqlite:DIR" or "postgres:CONNINFO" ("postgresql://..." too).  The text must stay. */
FELT_MUST_USE enum felt_status felt_sql_config_read(const char *text, struct felt_sql_config *out,
                                                    struct felt_complaint *complaint);

enum felt_sql_result {
    FELT_SQL_OK,
    FELT_SQL_CONFLICT, /* somebody else was first: roll back, try the whole transaction again     */
    FELT_SQL_REFUSED,  /* a constraint, a wrong statement: trying again is of no use              */
    FELT_SQL_LOST      /* disk, memory or connection: felt_sql_reopen(), then try again           */
};

enum { FELT_SQL_PARAMETERS_MAX = 128, FELT_SQL_COLUMNS_MAX = 32 };
struct felt_value {
    enum { FELT_VALUE_NULL, FELT_VALUE_INT, FELT_VALUE_TEXT } kind;
    int64_t number;
    const char *text; /* as long as the call lasts                                               */
    size_t bytes;
};
static inline struct felt_value felt_value_int(int64_t number)
{
    return (struct felt_value){.kind = FELT_VALUE_INT, .number = number};
}
struct felt_value felt_value_text(const char *text);
struct felt_value felt_value_text_or_null(const char *text); /* "": NULL                          */
static inline struct felt_value felt_value_int_or_null(int64_t number) /* 0: NULL */
{
    return (struct felt_value){.kind = number ? FELT_VALUE_INT : FELT_VALUE_NULL, .number = number};
}

struct felt_statement {
    const char *sql;
    const char *types; /* of the parameters, one letter each: i a whole number, t a text          */
};

typedef void (*felt_sql_row)(void *self, const struct felt_value *value, int count);

struct felt_sql;

/* FELT_UNSUPPORTED: cannot be reached or made; the complaint says what to do, without passwords. */
FELT_MUST_USE enum felt_status felt_sql_open(const struct felt_sql_config *config,
                                             struct felt_sql **out,
                                             struct felt_complaint *complaint);
void felt_sql_close(struct felt_sql *sql); /* NULL is nothing                                    */
enum felt_sql_kind felt_sql_kind(const struct felt_sql *sql);
bool felt_sql_reads_only(const struct felt_sql *sql);
/* After FELT_SQL_LOST: a new connection.  May be called again and again. */
FELT_MUST_USE enum felt_sql_result felt_sql_reopen(struct felt_sql *sql);
/* What went wrong last, one line. */
const char *felt_sql_why(const struct felt_sql *sql);
/* What went wrong last was a value that must be unique and is there already: a FELT_SQL_CONFLICT
 * that may last for ever. */
bool felt_sql_met_twin(const struct felt_sql *sql);
/* Perhaps it was lost by what all connections of this process to the database share: then
 * felt_sql_leave() all of them before one is opened again. */
bool felt_sql_shares_damage(const struct felt_sql *sql);
/* Outside of transactions: ends the connection, as if it had been lost. */
void felt_sql_leave(struct felt_sql *sql);

/* Begins a transaction: to write, as if nobody else were there (IMMEDIATE; SERIALIZABLE), or to
 * read one state of everything. */
void felt_sql_begin(struct felt_sql *sql, bool write);
/* `statement` stays for ever (it is static); parameters are copied or used at once.  `row` may be
 * NULL; `self` is for it. */
void felt_sql_add(struct felt_sql *sql, const struct felt_statement *statement,
                  const struct felt_value *parameter, int count, felt_sql_row row, void *self);
/* Everything that was added has been done, and its rows were given.  After anything but FELT_SQL_OK
 * the transaction is rolled back. */
FELT_MUST_USE enum felt_sql_result felt_sql_run(struct felt_sql *sql);
/* Runs what was added, and commits. */
FELT_MUST_USE enum felt_sql_result felt_sql_commit(struct felt_sql *sql);
void felt_sql_rollback(struct felt_sql *sql);
/* For functions that take rows: what was found there cannot be.  The transaction fails as if the
 * database had refused it. */
void felt_sql_reject(struct felt_sql *sql, const char *why);
/* A text of several statements without parameters: schemas. */
FELT_MUST_USE enum felt_sql_result felt_sql_script(struct felt_sql *sql, const char *text);

#endif
