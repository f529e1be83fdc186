/* prover.c -- see prover.h. */
#include "store/backup/prover.h"

#include <pthread.h>
#include <stdlib.h>

enum state { IDLE, WORKS, DONE };

struct felt_prover {
    const struct felt_sql_config *sql;
    bool file;
    void (*wake)(void *self);
    void *self;
    pthread_mutex_t lock; /* of state                                                            */
    enum state state;
    pthread_t thread; /* to be joined unless idle                                                */
    struct felt_proved result;
};

struct felt_prover *felt_prover_open(const struct felt_sql_config *sql, bool file,
                                     void (*wake)(void *self), void *self)
{
    struct felt_prover *prover = calloc(1, sizeof *prover);
    if (!prover) return NULL;
    prover->sql = sql;
    prover->file = file;
    prover->wake = wake;
    prover->self = self;
    (void)pthread_mutex_init(&prover->lock, NULL);
    return prover;
}

static enum state look(struct felt_prover *prover)
{
    (void)pthread_mutex_lock(&prover->lock);
    enum state state = prover->state;
    (void)pthread_mutex_unlock(&prover->lock);
    return state;
}

void felt_prover_close(struct felt_prover *prover)
{
    if (!prover) return;
    if (look(prover) != IDLE) (void)pthread_join(prover->thread, NULL);
    (void)pthread_mutex_destroy(&prover->lock);
    free(prover);
}

static void *prove(void *self)
{
    struct felt_prover *prover = self;
    struct felt_proved *result = &prover->result;
    if (prover->file) {
        result->done = felt_ledger_backup_prove_file(prover->sql, false, INT64_MAX, result->proof,
                                                     &result->complaint) == FELT_OK;
        result->count = 1;
        result->good = result->done && result->proof[0].wrong == 0;
    } else {
        result->done = felt_ledger_backup_prove(prover->sql, false, result->proof, &result->count,
                                                &result->good, &result->complaint) == FELT_OK;
    }
    (void)pthread_mutex_lock(&prover->lock);
    prover->state = DONE;
    (void)pthread_mutex_unlock(&prover->lock);
    if (prover->wake) prover->wake(prover->self);
    return NULL;
}

bool felt_prover_begin(struct felt_prover *prover, uint64_t ticket)
{
    if (look(prover) != IDLE) return false;
    prover->result = (struct felt_proved){.ticket = ticket};
    prover->state = WORKS;
    if (pthread_create(&prover->thread, NULL, prove, prover) == 0) return true;
    prover->state = IDLE;
    return false;
}

bool felt_prover_take(struct felt_prover *prover, struct felt_proved *out)
{
    if (look(prover) != DONE) return false;
    (void)pthread_join(prover->thread, NULL);
    *out = prover->result;
    prover->state = IDLE;
    return true;
}
