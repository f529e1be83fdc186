/* prover.h -- proves the ledger while a server works on them, without anybody waiting for it:
 * on a thread of its own, which reads one state of everything (backup.h).  One proof at a
 * time. */
#ifndef FELT_STORE_BACKUP_PROVER_H
#define FELT_STORE_BACKUP_PROVER_H

#include "store/backup/backup.h"

struct felt_proved {
    uint64_t ticket;
    bool done; /* else `complaint` says why the ledger could not be looked at */
    bool good;
    int count;
    struct felt_proof proof[FELT_PROOFS];
    struct felt_complaint complaint;
};

struct felt_prover;
/* `wake` is called from the thread when a proof is done.  *sql stays.  `file`: only that of the
 * file (felt_ledger_backup_prove_file()).  NULL: no memory. */
struct felt_prover *felt_prover_open(const struct felt_sql_config *sql, bool file,
                                     void (*wake)(void *self), void *self);
/* Waits for a proof that is under way. */
void felt_prover_close(struct felt_prover *prover);
/* False: one is under way, or there is no thread for it. */
bool felt_prover_begin(struct felt_prover *prover, uint64_t ticket);
bool felt_prover_take(struct felt_prover *prover, struct felt_proved *out);

#endif
