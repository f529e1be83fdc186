/* lab.h -- games of genomes by random players, searches in them, and what they are measured beside.
 *
 * The yardsticks are three games as one writes them for one game alone, without much thought of
 * speed: cards in lists, a list of the legal moves at each turn, one of them at random.  A turn is
 * a move of a player in both. */
#ifndef FELT_BENCH_LAB_H
#define FELT_BENCH_LAB_H

#include "lab/search/batch.h"

enum bench_lab_plain { BENCH_PLAIN_WAR, BENCH_PLAIN_EIGHTS, BENCH_PLAIN_POKER };

/* Plays so many games by hand; returns a number that depends on all of them. */
uint64_t bench_lab_plain(enum bench_lab_plain game, uint64_t games, uint64_t *turns);

enum { BENCH_LAB_STATES = 32 };

/* A game on the bench.  Filled by bench_lab_open(); the batch and its program stay where they are.
 */
struct bench_lab {
    const struct felt_batch *batch; /* random players                                      */
    struct felt_batch_table *table; /* owned                                               */
    uint64_t games, turns, hands;   /* of one run                                          */
    enum bench_lab_plain plain;
    uint64_t plain_games, plain_turns;
    /* searches: decisions of random games, each thought about once in a run */
    struct felt_agent *agent; /* owned                                                       */
    int states;               /* 0: there is nothing to decide in this game                  */
    struct felt_genome_state state[BENCH_LAB_STATES];
    struct felt_agent_work work; /* of one run                                               */
};

/* Runs of about `ms` milliseconds each.  False: no memory; close it in any case. */
bool bench_lab_open(struct bench_lab *lab, const struct felt_batch *batch,
                    enum bench_lab_plain plain, uint32_t iterations, double ms);
void bench_lab_close(struct bench_lab *lab);

/* One run of each, for struct bench_row: the input is a struct bench_lab. */
uint64_t bench_lab_random(void *lab);
uint64_t bench_lab_by_hand(void *lab);
uint64_t bench_lab_search(void *lab);

#endif
