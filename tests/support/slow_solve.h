/* slow_solve.h -- what strategies are worth, by playing every deal through the engine.
 *
 * All deals of a small game are played side by side.  Where a seat acts by a strategy, each deal
 * goes on with the share of the action; where the hero acts, deals that look alike to it do the
 * same, whatever wins most.  Slow, obvious, and without anything of src/players. */
#ifndef FELT_TESTS_SLOW_SOLVE_H
#define FELT_TESTS_SLOW_SOLVE_H

#include "felt/poker.h"

FELT_BEGIN

enum { SLOW_PATH_MAX = 64, SLOW_ACTIONS_MAX = 64 };

/* A strategy is a function of what a seat knows: always pass, or any mixture (by a hash). */
enum slow_manner { SLOW_CALL, SLOW_MIXED };

struct slow_knowledge {
    bool suits; /* they matter: else only ranks are looked at                                */
    int holes, boards, steps;
    felt_card hole[FELT_HOLE_MAX], board[FELT_BOARD_MAX];
    struct felt_action path[SLOW_PATH_MAX];
};

/* Shares of the actions.  A permutation of suits, and of the cards of one place, changes nothing.
 */
void slow_choose(enum slow_manner manner, const struct slow_knowledge *knows,
                 const struct felt_action *action, int actions, double *share);

/* One deal, and how likely it is that the hand has come to this with it. */
struct slow_world {
    struct felt_poker state;
    double weight;
};
struct slow_worlds {
    struct slow_world *world;
    int count, room;
};
/* All deals of two seats; a board of five comes at once, a smaller one card by card. */
struct slow_worlds slow_worlds_open(const struct felt_poker_rules *rules,
                                    const struct felt_deal *deal);
void slow_worlds_close(struct slow_worlds *worlds);

struct slow_table {
    const struct felt_poker_rules *rules;
    bool suits;
    enum slow_manner manner;
    felt_seat hero;    /* plays a best response; FELT_SEAT_NONE: nobody does                 */
    felt_seat counted; /* whose chips are counted                                            */
    int steps;
    struct felt_action path[SLOW_PATH_MAX];
};
/* Chips won on the average.  Nobody folds where a check is free. */
double slow_play(struct slow_table *table, const struct slow_worlds *worlds);

FELT_END

#endif
