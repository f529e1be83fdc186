/* parts.h -- what the files of the backup share.
 *
 *     backup.c   opening a database to read; transactions as JSON lines or CSV
 *     prove.c    proofs: a statement each
 *     schema.c   the proof of the tables and rules themselves
 *     lines.c    a line of a backup
 *     copy.c     tables -> lines
 *     verify.c   a row that a ledger store could have written
 *     restore.c  lines -> tables, and the same lines again */
#ifndef FELT_STORE_BACKUP_PARTS_H
#define FELT_STORE_BACKUP_PARTS_H

#include "store/backup/backup.h"
#include "store/backup/lines.h"

#include <openssl/evp.h>

/* A database of ours that is up to date, to read from. */
FELT_MUST_USE enum felt_status felt_ledger_backup_open(const struct felt_sql_config *config,
                                                       struct felt_sql **out,
                                                       struct felt_complaint *complaint);
/* FELT_OK, or FELT_FULL and why the database did not do it. */
FELT_MUST_USE enum felt_status felt_ledger_backup_result(struct felt_sql *sql,
                                                         enum felt_sql_result result,
                                                         struct felt_complaint *complaint);
/* FELT_OK, or FELT_FULL: the file could not be written. */
FELT_MUST_USE enum felt_status felt_ledger_backup_flush(FILE *out,
                                                        struct felt_complaint *complaint);

/* Lines go by here: to a file, if there is one, into the digest and the counts. */
struct felt_ledger_backup_tally {
    FILE *out;
    int schema; /* the version of the tables that is told                                        */
    EVP_MD_CTX *digest;
    uint64_t count[FELT_LEDGER_BACKUP_KINDS];
    uint64_t hash[FELT_LEDGER_BACKUP_KINDS]; /* of the lines of each kind: tells where two differ */
};
void felt_ledger_backup_tally_open(struct felt_ledger_backup_tally *tally, FILE *out, int schema);
void felt_ledger_backup_tally_close(struct felt_ledger_backup_tally *tally);
/* A line with "\n". */
void felt_ledger_backup_tally_line(struct felt_ledger_backup_tally *tally,
                                   enum felt_ledger_backup_kind kind, const char *line,
                                   size_t bytes);
/* SHA-256 of all lines so far. */
void felt_ledger_backup_tally_hex(const struct felt_ledger_backup_tally *tally,
                                  char out[2 * FELT_DIGEST_BYTES + 1]);
void felt_ledger_backup_tally_sums(const struct felt_ledger_backup_tally *tally,
                                   struct felt_ledger_backup_sums *out);

/* The head. */
void felt_ledger_backup_tally_head(struct felt_ledger_backup_tally *tally);
/* Every row of every table, page by page, inside the transaction that was begun. */
FELT_MUST_USE enum felt_status
felt_ledger_backup_tally_tables(struct felt_ledger_backup_tally *tally, struct felt_sql *sql,
                                struct felt_complaint *complaint);

/* ---- proofs ---- */

/* What a database has, compared with what one of this version has that was made just now. */
FELT_MUST_USE enum felt_status felt_ledger_backup_prove_schema(struct felt_sql *sql,
                                                               const struct felt_sql_config *config,
                                                               struct felt_proof *out,
                                                               struct felt_complaint *complaint);
/* Inside the transaction of a restore: what booking again does not prove.  FELT_BAD_FORMAT: wrong.
 */
FELT_MUST_USE enum felt_status felt_ledger_backup_prove_restored(struct felt_sql *sql,
                                                                 struct felt_complaint *complaint);
/* Could a ledger store have written this row?  FELT_BAD_FORMAT: no, it would stumble over it. */
FELT_MUST_USE enum felt_status
felt_ledger_backup_row_verify(const struct felt_ledger_backup_row *row,
                              struct felt_complaint *complaint);

#endif
