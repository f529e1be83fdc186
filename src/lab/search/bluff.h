/* bluff.h -- what bets are worth to those who may bluff and fold: an equilibrium over strengths.
 *
 * A search over imagined deals is bad at bluffing, so bluff and fold values of bets are measured
 * with another player.  Hands of the game are played from fresh stacks; betting decisions go by
 * what a player knows roughly (the bucket of the hand's strength, felt_strengths_of(), and all bets
 * of the hand so far), everything else is decided by `greedy`.  External-sampling counterfactual
 * regret minimisation over that (MCCFR, with averaging) approaches an equilibrium of this smaller
 * game.
 *
 * It is done twice more with one player restricted: never a bet or raise with a strength below a
 * half; never a fold.  The others know it and adapt.  What the restricted player then loses a hand,
 * compared with a free one, in smallest bets, is the value.
 *
 * In duels a value below 0 is an error of the measurement.  With four seats and more there are too
 * many lines of bets for the time: strategies stay rough, and values come out too low.
 *
 *   X1  a function of program, seed and effort.
 *   X2  of a game without bets everything is 0. */
#ifndef FELT_LAB_SEARCH_BLUFF_H
#define FELT_LAB_SEARCH_BLUFF_H

#include "felt/genome_players.h"
#include "felt/score.h"

struct felt_bluff {
    struct felt_interval bluff, fold; /* smallest bets a hand; 95 %, training included          */
    double raised;   /* share of bets and raises that were made with strength below a half      */
    double folded;   /* share of hands that ended by folds                                      */
    double showdown; /* share of hands with a showdown                                          */
    double pot;      /* final pot, in forced bets (antes and blinds; smallest bets without)      */
    double forced;   /* antes and blinds of a hand, all seats together, in smallest bets        */
    uint32_t sets;   /* information sets that were visited                                      */
};
size_t felt_bluff_bytes(void);
/* `memory` is aligned as malloc does; effort as in measure.h.  At effort 1 about half a second. */
void felt_bluff_measure(const struct felt_genome_program *program,
                        const struct felt_strengths *strengths, uint64_t seed, double effort,
                        void *memory, struct felt_bluff *out);

#endif
