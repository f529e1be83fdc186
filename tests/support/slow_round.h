/* slow_round.h -- one betting round in chips, straight from docs/RULES.md 5 to 8.
 *
 * Keeps a clock instead of rights and duties: when each seat last acted, when the betting was last
 * reopened.  Whose turn it is and what may be done follow from these, each time anew.  Shares no
 * code with felt/chips.h and felt/turn.h; only the names of limits and actions. */
#ifndef FELT_TESTS_SLOW_ROUND_H
#define FELT_TESTS_SLOW_ROUND_H

#include "felt/action.h"
#include "felt/chips.h"

FELT_BEGIN

struct slow_player {
    bool live; /* dealt in and not folded */
    felt_chips stack, staked;
    long acted_at; /* 0: not in this round */
};

struct slow_round {
    struct slow_player player[FELT_SEATS_MAX];
    int limit, actor, cap, counted;
    felt_chips price, level, last_full; /* level: the last full bet stands there        */
    felt_chips pot, missing, unit;
    long clock, reopened_at;
};

/* What the actor may do; 0 where it may not. */
struct slow_choice {
    bool fold, check, call;
    felt_chips call_chips, raise_min, raise_max;
};

void slow_round_ante(struct slow_round *round, int seat, felt_chips amount);
void slow_round_post(struct slow_round *round, int seat, felt_chips amount);
void slow_round_begin(struct slow_round *round, int first, felt_chips unit, int cap);
/* There is an actor. */
struct slow_choice slow_round_choices(const struct slow_round *round);
void slow_round_apply(struct slow_round *round, enum felt_action_kind kind, felt_chips to);
void slow_round_bring_in(struct slow_round *round, felt_chips bring_in);
/* Uncalled chips go back to their owner (RULES 9.3); what and whose. */
felt_chips slow_round_give(struct slow_round *round, int *seat);
/* The stakes are taken in. */
void slow_round_end(struct slow_round *round);

FELT_END

#endif
