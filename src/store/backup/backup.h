/* backup.h -- the ledger as a whole: proved, written out, put back, while a ledger store works on
 * them.
 *
 * Each function opens a connection of its own and reads one state of everything.
 *
 * A backup is a text of JSON lines, the same for every kind of database, so that it can move from
 * one to the other: a head, one line for each row, an end with the number of rows and a SHA-256 of
 * everything before it (lines.h).  The same ledger give the same bytes.  To restore is to
 * let the database book every transaction again, by its own rules; then balances, chips and all
 * other rows are compared with those of the backup.
 *
 * Sessions and used signatures are not part of a backup: whoever was signed in signs in again.
 * Hashes of passwords are, so the file is to be as private as the database.
 *
 *   W1  memory does not grow with the number of rows.
 *   W2  a restore that is refused leaves no row behind.
 *
 * Every function: FELT_UNSUPPORTED if the database cannot be opened, or has tables that we do not
 * know; FELT_FULL if the database, the file or the memory failed. */
#ifndef FELT_STORE_BACKUP_BACKUP_H
#define FELT_STORE_BACKUP_BACKUP_H

#include "store/sql/sql.h"

#include <stdio.h>

enum felt_proof_kind {
    FELT_PROOF_SUM,      /* all balances sum to zero                                          */
    FELT_PROOF_NEGATIVE, /* none but the mint's is below zero                                 */
    FELT_PROOF_BALANCES, /* every balance is the sum of its lines, every `after` that so far    */
    FELT_PROOF_TRANSACTIONS, /* every transaction has two lines or more that sum to zero          */
    FELT_PROOF_NUMBERS,      /* transactions are numbered without gaps                            */
    FELT_PROOF_CHIPS,        /* users.chips is the balance of the bank account                    */
    FELT_PROOF_INVESTED,     /* users.invested is the sum of the user's transactions              */
    FELT_PROOF_OWNERS,       /* every ledger store and seat belongs to a user that is there */
    FELT_PROOF_AMOUNTS,      /* every transaction says what its lines move, and whose they are    */
    FELT_PROOF_COUNTERS,     /* every counter is there and not behind the numbers given           */
    FELT_PROOF_AUDIT,        /* the audit is numbered without gaps                                */
    FELT_PROOF_SCHEMA,       /* tables, triggers, indexes, functions are those of a new database  */
    FELT_PROOF_DATABASE,     /* the database's own check; not one of the quick ones               */
    FELT_PROOFS
};
struct felt_proof {
    uint8_t kind;
    uint64_t looked_at, wrong;
    char first[96]; /* the first wrong one, "" without                                           */
};
const char *felt_proof_text(enum felt_proof_kind kind);

/* FELT_PROOF_SCHEMA makes tables beside the ledger of a PostgreSQL server, in a transaction that is
 * rolled back: that needs the right to create a schema, and fails without.
 *
 * `quick`: only what sums and counts can tell in a moment (SUM, NEGATIVE, CHIPS).  FELT_OK also if
 * proofs fail: *good says it. */
FELT_MUST_USE enum felt_status felt_ledger_backup_prove(const struct felt_sql_config *config,
                                                        bool quick,
                                                        struct felt_proof out[FELT_PROOFS],
                                                        int *count, bool *good,
                                                        struct felt_complaint *complaint);

/* Only FELT_PROOF_DATABASE, and of a file of SQLite: are its pages and trees whole, and (unless
 * `quick`) do its indexes say what its tables say?  There are no checksums: a value that was
 * changed where it stands is not found so, but by the sums of felt_ledger_backup_prove() if it
 * counts.  A file of more than most_bytes is not looked at, nor is another database: out->looked_at
 * is 0. */
FELT_MUST_USE enum felt_status felt_ledger_backup_prove_file(const struct felt_sql_config *config,
                                                             bool quick, int64_t most_bytes,
                                                             struct felt_proof *out,
                                                             struct felt_complaint *complaint);

struct felt_ledger_backup_sums {
    uint64_t users, transactions, rows;
};
/* FELT_BAD_FORMAT: a row that no backup can hold, since no bank of ours wrote it. */
FELT_MUST_USE enum felt_status felt_ledger_backup_backup(const struct felt_sql_config *config,
                                                         FILE *out,
                                                         struct felt_ledger_backup_sums *sums,
                                                         struct felt_complaint *complaint);
/* Into a database that is empty or not there, in one transaction.  FELT_BAD_FORMAT: the backup is
 * damaged, the complaint names the line; FELT_UNSUPPORTED: the database is not empty, or the backup
 * is newer than we are. */
FELT_MUST_USE enum felt_status felt_ledger_backup_restore(const struct felt_sql_config *config,
                                                          FILE *in,
                                                          struct felt_ledger_backup_sums *sums,
                                                          struct felt_complaint *complaint);

/* All transactions, oldest first, or those of a user (0: all; else those about him or with a line
 * of his accounts): JSON lines or CSV (backup.c).  sums->rows are lines of transactions. */
FELT_MUST_USE enum felt_status felt_ledger_backup_export(const struct felt_sql_config *config,
                                                         int64_t user, bool csv, FILE *out,
                                                         struct felt_ledger_backup_sums *sums,
                                                         struct felt_complaint *complaint);

#endif
