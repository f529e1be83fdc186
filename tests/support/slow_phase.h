/* slow_phase.h -- a betting phase of fixed increments (RULES 8.6) as a list of who needs to act.
 *
 * The phase is told in its own six words (check, bet, call, raise, all-in, fold) and its own
 * variables, the way such phases are usually described: every increase makes everybody else need to
 * act.  Shares no code with felt/chips.h. */
#ifndef FELT_TESTS_SLOW_PHASE_H
#define FELT_TESTS_SLOW_PHASE_H

#include "felt/macros.h"

#include <stdbool.h>

FELT_BEGIN

enum phase_move { PHASE_CHECK, PHASE_BET, PHASE_CALL, PHASE_RAISE, PHASE_ALL_IN, PHASE_FOLD };

enum { PHASE_SEATS = 4 };

struct phase_player {
    bool folded, needs_to_act;
    long chips, current_bet;
};

struct slow_phase {
    int seats, current; /* current: -1 when the phase is over */
    long min_bet, pot, current_bet;
    int max_raises, raise_count;
    struct phase_player player[PHASE_SEATS];
};

void slow_phase_begin(struct slow_phase *phase, int start);
/* Bit m for each move m of the current player. */
unsigned slow_phase_moves(const struct slow_phase *phase);
void slow_phase_apply(struct slow_phase *phase, enum phase_move move);

FELT_END

#endif
