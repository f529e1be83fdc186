/* options.c -- what a table may want besides blinds: antes, straddles, bomb pots (RULES 16.10 ff.).
 *
 * All of it follows from the stake, the settings of the seats, the plan of the blinds and the
 * number of the hand, so that a hand that is restored has the bets it had. */
#include "server/room/floor_parts.h"

#include <string.h>

bool felt_options_is_bomb(const struct felt_floor *floor, const struct felt_ring *ring)
{
    const struct felt_table_options *options = &felt_ring_stake(floor, ring)->options;
    if (!felt_ring_plug(floor, ring)->has_board) return false;
    return ring->private.bomb || (options->bomb_every && ring->hands % options->bomb_every == 0);
}

/* Everybody puts in the same, and nobody a blind; what somebody owes is paid by that (RULES 6.9).
 */
static void make_bomb(const struct felt_floor *floor, struct felt_ring *ring,
                      const struct felt_blinds_plan *plan)
{
    enum { USUAL_UNITS = 2 };
    const struct felt_stake *stake = felt_ring_stake(floor, ring);
    felt_chips units = stake->options.bomb_units ? stake->options.bomb_units : USUAL_UNITS;
    struct felt_deal *deal = &ring->deal;
    memset(deal->blind, 0, sizeof deal->blind);
    memset(deal->dead, 0, sizeof deal->dead);
    memset(deal->ante, 0, sizeof deal->ante);
    for (felt_seats left = plan->dealt; left;)
        deal->ante[felt_seats_take(&left)] = units * stake->big_blind;
    deal->opener = FELT_SEAT_NONE;
    deal->bomb = true;
}

static void add_antes(const struct felt_table_options *options, struct felt_deal *deal,
                      const struct felt_blinds_plan *plan)
{
    if (options->ante_by == FELT_ANTE_BIG) deal->dead[plan->big] += options->ante;
    if (options->ante_by != FELT_ANTE_EACH) return;
    for (felt_seats left = plan->dealt; left;) deal->ante[felt_seats_take(&left)] += options->ante;
}

/* The seat behind the big blind posts two of them, if it has as much, and is asked last. */
static void add_straddle(const struct felt_floor *floor, struct felt_ring *ring,
                         const struct felt_blinds_plan *plan)
{
    const struct felt_stake *stake = felt_ring_stake(floor, ring);
    const struct felt_plug *plug = felt_ring_plug(floor, ring);
    struct felt_deal *deal = &ring->deal;
    if (stake->options.straddle == FELT_STRADDLE_NONE || !plug->may_straddle ||
        felt_seats_count(plan->dealt) < 3)
        return;
    felt_seat seat = felt_seats_from(plan->dealt, plan->big + 1);
    const struct felt_chair *chair = &ring->chair[seat];
    if (stake->options.straddle == FELT_STRADDLE_OPTIONAL && !chair->straddle) return;
    felt_chips straddle = 2 * plug->big_blind;
    if (chair->stack < deal->dead[seat] + deal->ante[seat] + straddle) return;
    deal->blind[seat] = straddle;
    deal->opener = felt_seats_from(plan->dealt, seat + 1);
}

void felt_options_deal(const struct felt_floor *floor, struct felt_ring *ring, bool bomb,
                       const struct felt_blinds_plan *plan)
{
    if (bomb) {
        make_bomb(floor, ring, plan);
        return;
    }
    if (felt_ring_plug(floor, ring)->small_blind == 0) return;
    add_antes(&felt_ring_stake(floor, ring)->options, &ring->deal, plan);
    add_straddle(floor, ring, plan);
}
