/* button.c -- where button and blinds go: the dead button. */
#include "tournament/button.h"

#include "felt/assert.h"

felt_seat felt_button_behind(felt_seats set, felt_seat seat, int seats)
{
    for (int step = 1; step <= seats; step++) {
        felt_seat at = (felt_seat)((seat + step) % seats);
        if (felt_seats_has(set, at)) return at;
    }
    return FELT_SEAT_NONE;
}

static felt_seat before(felt_seats set, felt_seat seat, int seats)
{
    for (int step = 1; step <= seats; step++) {
        felt_seat at = (felt_seat)((seat - step + seats) % seats);
        if (felt_seats_has(set, at)) return at;
    }
    return FELT_SEAT_NONE;
}

/* The seats behind `from` and before `to`, going round. */
static felt_seats between(felt_seat from, felt_seat to, int seats)
{
    felt_seats set = 0;
    for (int at = (from + 1) % seats; at != to && at != from; at = (at + 1) % seats)
        set |= felt_seats_of(at);
    return set;
}

/* Small blind and button are those who play before the big blind: heads-up, or when it was heads-up
 * (D3). */
static void place_before_big(struct felt_button_plan *plan, int seats)
{
    plan->at.small = before(plan->dealt, plan->at.big, seats);
    plan->at.button = felt_seats_count(plan->dealt) == 2
                          ? plan->at.small
                          : before(plan->dealt, plan->at.small, seats);
}

static void first_hand(felt_seat drawn, felt_seats live, int seats, struct felt_button_plan *plan)
{
    plan->dealt = live;
    plan->at.button = felt_seats_has(live, drawn) ? drawn : felt_button_behind(live, drawn, seats);
    plan->at.small = felt_seats_count(live) == 2 ? plan->at.button
                                                 : felt_button_behind(live, plan->at.button, seats);
    plan->at.big = felt_button_behind(live, plan->at.small, seats);
}

static void next_hand(const struct felt_button *last, felt_seats live, felt_seats fresh, int seats,
                      struct felt_button_plan *plan)
{
    plan->at.button = last->small;
    plan->at.small = last->big;
    felt_seats waits = live & fresh & between(plan->at.button, plan->at.small, seats);
    plan->dealt = (felt_seats)(live & ~waits);
    bool afresh = waits && felt_seats_count(plan->dealt) < 3;
    if (afresh) plan->dealt = live;
    plan->at.big = felt_button_behind(live, last->big, seats);
    if (afresh || felt_seats_count(plan->dealt) == 2) place_before_big(plan, seats);
}

void felt_button_next(const struct felt_button *last, felt_seats live, felt_seats fresh, int seats,
                      struct felt_button_plan *plan)
{
    felt_assert(seats >= 2 && seats <= FELT_SEATS_MAX);
    felt_assert(live >> seats == 0);
    *plan = (struct felt_button_plan){.at = {FELT_SEAT_NONE, FELT_SEAT_NONE, FELT_SEAT_NONE},
                                      .poster = FELT_SEAT_NONE};
    if (felt_seats_count(live) < 2) return;
    plan->possible = true;
    if (last->big == FELT_SEAT_NONE)
        first_hand(last->button, live, seats, plan);
    else
        next_hand(last, live, fresh, seats, plan);
    if (felt_seats_has(plan->dealt, plan->at.small)) plan->poster = plan->at.small;
    felt_assert(felt_seats_has(plan->dealt, plan->at.big));                         /* D1 */
    felt_assert(plan->at.small != plan->at.big && plan->at.button != plan->at.big); /* D2 */
    felt_assert((plan->at.button == plan->at.small) == (felt_seats_count(plan->dealt) == 2));
}
