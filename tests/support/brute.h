/* brute.h -- equities by dealing every match-up, one after the other.
 *
 * Nothing is merged, cached or sampled: for each choice of every unknown card the hands are
 * evaluated with felt_showdown_values (or, in hold'em, the tally) and the pot of 5040 is divided.
 * Good for a few million match-ups. */
#ifndef FELT_TESTS_BRUTE_H
#define FELT_TESTS_BRUTE_H

#include "felt/equity.h"

FELT_BEGIN

struct brute_answer {
    uint64_t matchups;
    uint64_t wins[FELT_EQUITY_PLAYERS_MAX], ties[FELT_EQUITY_PLAYERS_MAX];
    /* Sum over match-ups of the share won with each half, in 1/5040 of a pot. */
    uint64_t share[FELT_EQUITY_PLAYERS_MAX][2];
};

/* The question must be a possible one. */
void brute_equity(const struct felt_equity_question *question, struct brute_answer *answer);

/* The expected equity of a player, both halves together. */
double brute_share(const struct brute_answer *answer, int player);

FELT_END

#endif
