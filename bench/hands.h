/* hands.h -- whole hands of poker by random players: speed, and a signature of the engine's
 * behaviour.
 *
 * The policy is the one other engines were measured with: at each decision uniformly one of check
 * or call, fold if there is a bet, raise if that is legal; raises uniformly to the smallest amount,
 * the pot, or all-in, as far as legal; in a draw each card is thrown away with an even chance.
 * Blinds 50 and 100, stacks of 10,000 in every hand. */
#ifndef FELT_BENCH_HANDS_H
#define FELT_BENCH_HANDS_H

#include "felt/poker.h"

enum bench_hands_mode {
    BENCH_HANDS_SILENT, /* opened and posted for each hand, no events        */
    BENCH_HANDS_EVENTS, /* the same with the event log                       */
    BENCH_HANDS_COPIED, /* the opened state is copied for each hand          */
    BENCH_HANDS_PUBLIC  /* silent, through the public functions: what a user of the hand store gets;
                           the others have the decisions inline (games/poker/hand.h) */
};

struct bench_hands {
    const char *name; /* "nlhe_2" */
    const char *variant;
    enum felt_limit limit;
    int seats;
    enum bench_hands_mode mode;
};

int bench_hands_count(void);
const struct bench_hands *bench_hands_at(int index);
/* NULL if there is no such row. */
const struct bench_hands *bench_hands_find(const char *name);

/* Plays `hands` hands; returns a hash of all results, and the number of actions in *actions. */
uint64_t bench_hands_play(const struct bench_hands *row, uint64_t hands, uint64_t *actions);

/* Copies a state `copies` times: the cost of a node of search. */
uint64_t bench_hands_copy(uint64_t copies);

/* A hash of `hands` fixed-seed hands of a variant under a limit: every event, legal range and final
 * state goes into it.  It changes exactly when behaviour changes. */
uint64_t bench_hands_signature(const struct felt_variant *variant, enum felt_limit limit,
                               int hands);

#endif
