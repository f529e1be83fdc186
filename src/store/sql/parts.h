/* parts.h -- what sql.c and the two kinds of database share.  Private to them.
 *
 *     sql.c        the order of calls, parameters, the first failure, names of statements
 *     sqlite.c     SQLite: a file in a directory
 *     postgres.c   PostgreSQL: a connection in pipeline mode
 *
 * A kind embeds struct felt_sql as its first member and brings a table of functions.  sql.c keeps
 * the promises Q1 and Q2: it calls begin() only outside a transaction and on a connection that is
 * there, add(), run() and commit() only inside and as long as nothing failed, rollback() once after
 * a failure on a connection that is still there. */
#ifndef FELT_STORE_SQL_PARTS_H
#define FELT_STORE_SQL_PARTS_H

#include "store/sql/sql.h"

enum {
    FELT_SQL_STATEMENTS_MAX = 512, /* that a program has; a power of two                         */
    FELT_SQL_WHY_BYTES = 160,      /* fits in a complaint                                        */
    FELT_SQL_WAIT_MS = 5000        /* if the config says 0                                       */
};

struct felt_sql_driver {
    size_t bytes; /* of the struct that begins with a struct felt_sql                            */
    enum felt_sql_result (*connect)(struct felt_sql *sql);
    void (*disconnect)(struct felt_sql *sql); /* also what is half open                          */
    void (*begin)(struct felt_sql *sql);
    /* `slot`: the same for the same statement, below FELT_SQL_STATEMENTS_MAX. */
    void (*add)(struct felt_sql *sql, const struct felt_statement *statement, int slot,
                const struct felt_value *parameter, int count, felt_sql_row row, void *self);
    void (*run)(struct felt_sql *sql);
    void (*commit)(struct felt_sql *sql);
    void (*rollback)(struct felt_sql *sql);
    void (*script)(struct felt_sql *sql, const char *text); /* nothing waits to be run           */
};
extern const struct felt_sql_driver felt_sqlite_driver, felt_postgres_driver;

struct felt_sql {
    const struct felt_sql_driver *driver;
    struct felt_sql_config config; /* its texts are ours                                         */
    enum felt_sql_result result;   /* of the transaction: its first failure                      */
    bool under_way;                /* a transaction                                              */
    bool writes;                   /* it may                                                     */
    bool giving;                   /* rows: nobody may call us meanwhile                         */
    bool lost;                     /* until the next reopen                                      */
    bool twin;                     /* the failure was about a value that must be unique          */
    bool shared_damage;            /* all connections of the process must end                    */
    char why[FELT_SQL_WHY_BYTES];
    const struct felt_statement *known[FELT_SQL_STATEMENTS_MAX];
};

/* Notes a failure; the first one counts.  `why` may have several lines: they become one. */
void felt_sql_fail(struct felt_sql *sql, enum felt_sql_result result, const char *why);
void felt_sql_give(struct felt_sql *sql, felt_sql_row row, void *self,
                   const struct felt_value *value, int count);

/* Can libpq read this?  Says nothing about why not: the text may hold a password. */
bool felt_postgres_can_read(const char *conninfo);

#endif
