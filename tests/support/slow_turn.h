/* slow_turn.h -- who acts next, told the long way: a table of ten seats, walked round one by one.
 *
 * Written from the description of the policies in felt/turn.h and from nothing else; it shares no
 * code with the machine it stands beside, and holds no masks. */
#ifndef FELT_TESTS_SLOW_TURN_H
#define FELT_TESTS_SLOW_TURN_H

#include "felt/turn.h"

FELT_BEGIN

struct slow_seat {
    bool live, able, owes, may_raise;
};

struct slow_turn {
    struct slow_seat seat[FELT_SEATS_MAX];
    int actor, holder, raiser, first; /* -1: nobody */
    int raises, cap;
    bool on_option;
};

/* Every seat of `seats` is live, able, owes an action and may raise. */
void slow_turn_begin(struct slow_turn *turn, felt_seats seats, int first, int cap);
void slow_turn_pass(struct slow_turn *turn, const struct felt_turn_rules *rules);
void slow_turn_fold(struct slow_turn *turn, const struct felt_turn_rules *rules);
/* Everybody able regains the right to raise if `full`, else nobody does. */
void slow_turn_raise(struct slow_turn *turn, const struct felt_turn_rules *rules, bool full,
                     bool count);
void slow_turn_spent(struct slow_turn *turn, int seat);

/* Do the two stand at the same point of the same round? */
bool slow_turn_agrees(const struct slow_turn *slow, const struct felt_turn *turn);

FELT_END

#endif
