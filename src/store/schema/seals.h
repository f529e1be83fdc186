/* seals.h -- rows of the ledger, many to a statement.
 *
 * A statement of many rows costs a server little more than one of one, and its triggers run once
 * for all of them (postgres.c).  All lines of some transactions go in first, in the order of
 * their transactions; then the rows of ledger_tx seal them.  Knows columns, nothing of orders. */
#ifndef FELT_STORE_SCHEMA_SEALS_H
#define FELT_STORE_SCHEMA_SEALS_H

#include "accounts/ledger.h"
#include "store/sql/sql.h"

enum {
    FELT_LEDGER_STORE_LINES = 32, /* at most, in a statement */
    FELT_LEDGER_STORE_LINE_COLUMNS = 4,
    FELT_LEDGER_STORE_SEALS = 8,
    FELT_LEDGER_STORE_SEAL_COLUMNS = 9
};

/* Lines on their way to the database. */
struct felt_ledger_store_lines {
    struct felt_sql *sql;
    int rows;
    struct felt_value value[FELT_LEDGER_STORE_LINES * FELT_LEDGER_STORE_LINE_COLUMNS];
};
/* Adds a statement whenever there are enough lines for one. */
void felt_ledger_store_add_line(struct felt_ledger_store_lines *lines, int64_t transaction,
                                const struct felt_ledger_line *line);
/* Adds statements for the lines that are left. */
void felt_ledger_store_end_lines(struct felt_ledger_store_lines *lines);

/* Adds statements for rows of ledger_tx: id, kind, idem_key, fingerprint, user_id, invested,
 * amount, hand, created. */
void felt_ledger_store_add_seals(struct felt_sql *sql, const struct felt_value *value, int rows);

#endif
