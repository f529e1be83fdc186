/* stage.h -- what tests of accidents share: a ledger store, its log, and rounds of deeds before a
 * witness. Included by one file of a program, after cmocka.h. */
#ifndef FELT_TESTS_LEDGER_STAGE_H
#define FELT_TESTS_LEDGER_STAGE_H

#include "place.h"
#include "wire_cutter.h"
#include "witness.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { ROUND = 6, LOG_BYTES = 1 << 16 };

struct stage {
    struct place place, image;  /* image: the files after a loss of power                         */
    struct wire_cutter *cutter; /* between bank and server                                       */
    struct felt_ledger_store_config config;
    struct felt_ledger_store *bank;
    struct felt_ledger_client *client;
    struct world world;
    struct witness witness;
    struct felt_rng rng;
    uint64_t number;
    int64_t away_us;
    pthread_mutex_t lock; /* of the log */
    char log[LOG_BYTES];
};

static void keep_line(void *self, const char *level, const char *text)
{
    struct stage *stage = self;
    pthread_mutex_lock(&stage->lock);
    size_t used = strlen(stage->log);
    if (used < LOG_BYTES / 2)
        (void)snprintf(stage->log + used, LOG_BYTES - used, "%s %s\n", level, text);
    pthread_mutex_unlock(&stage->lock);
}

static bool said(struct stage *stage, const char *what)
{
    pthread_mutex_lock(&stage->lock);
    bool found = strstr(stage->log, what) != NULL;
    pthread_mutex_unlock(&stage->lock);
    return found;
}

static void wipe_log(struct stage *stage)
{
    pthread_mutex_lock(&stage->lock);
    stage->log[0] = '\0';
    pthread_mutex_unlock(&stage->lock);
}

static void send_all(struct stage *stage, const struct deed *deed, int count)
{
    bool known[ROUND];
    for (int i = 0; i < count; i++) {
        struct felt_order order;
        deed_order(&deed[i], &order);
        known[i] = witness_give(&stage->witness, &deed[i]);
        assert_true(felt_ledger_client_order(stage->client, &order, (uint64_t)i));
    }
    for (int i = 0; i < count; i++) {
        struct felt_ledger_store_reply reply;
        assert_true(felt_ledger_client_take(stage->client, -1, &reply));
        const struct deed *own = &deed[reply.ticket];
        struct word word = word_of(own, known[reply.ticket], &reply.receipt);
        witness_hear(&stage->witness, &word);
        world_hear(&stage->world, own, &word);
    }
}

static void do_round(struct stage *stage)
{
    struct deed deed[ROUND];
    for (int i = 0; i < ROUND; i++)
        world_make_deed(&stage->world, &stage->rng, ++stage->number, &deed[i]);
    send_all(stage, deed, ROUND);
}

#endif
