/* luck.h -- what a hand was worth when its last decision was made.  Private to match. */
#ifndef FELT_MATCH_LUCK_H
#define FELT_MATCH_LUCK_H

#include "felt/match.h"

/* The mean result of taking `action` in the state *before, over match->futures ways to deal what is
 * then to come, in thousandths of a chip by seat.  The sum over seats is that of the results,
 * rounded once.  `scratch` is room for a state.  False: no card is to come, or the game cannot say;
 * then *out is as it was. */
bool felt_luck_mean(const struct felt_match *match, const void *before, felt_seat seat,
                    struct felt_action action, struct felt_rng rng, void *scratch,
                    int64_t out[FELT_SEATS_MAX]);

#endif
