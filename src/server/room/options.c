/* options.c -- what a table may want besides blinds: antes, straddles, bomb pots (RULES 16.10 ff.).
 *
 * All of it follows from the stake, the settings of the seats, the plan of the blinds and the
 * number of the hand, so that a hand that is restored has the bets it had. */
#include "server/room/room_parts.h"

#include <string.h>

bool felt_room_options_is_bomb(const struct felt_room *room, const struct felt_room_table *table)
{
    const struct felt_room_table_options *options = &felt_room_table_stake(room, table)->options;
    if (!felt_room_table_adapter(room, table)->has_board) return false;
    return table->private_table.bomb ||
           (options->bomb_every && table->hands % options->bomb_every == 0);
}

/* Everybody puts in the same, and nobody a blind; what somebody owes is paid by that (RULES 6.9).
 */
static void make_bomb(const struct felt_room *room, struct felt_room_table *table,
                      const struct felt_room_blinds_plan *plan)
{
    enum { USUAL_UNITS = 2 };
    const struct felt_stake *stake = felt_room_table_stake(room, table);
    felt_chips units = stake->options.bomb_units ? stake->options.bomb_units : USUAL_UNITS;
    struct felt_deal *deal = &table->deal;
    memset(deal->blind, 0, sizeof deal->blind);
    memset(deal->dead, 0, sizeof deal->dead);
    memset(deal->ante, 0, sizeof deal->ante);
    for (felt_seats left = plan->dealt; left;)
        deal->ante[felt_seats_take(&left)] = units * stake->big_blind;
    deal->opener = FELT_SEAT_NONE;
    deal->bomb = true;
}

static void add_antes(const struct felt_room_table_options *options, struct felt_deal *deal,
                      const struct felt_room_blinds_plan *plan)
{
    if (options->ante_by == FELT_ANTE_BIG) deal->dead[plan->big] += options->ante;
    if (options->ante_by != FELT_ANTE_EACH) return;
    for (felt_seats left = plan->dealt; left;) deal->ante[felt_seats_take(&left)] += options->ante;
}

/* The seat behind the big blind posts two of them, if it has as much, and is asked last. */
static void add_straddle(const struct felt_room *room, struct felt_room_table *table,
                         const struct felt_room_blinds_plan *plan)
{
    const struct felt_stake *stake = felt_room_table_stake(room, table);
    const struct felt_game_adapter *adapter = felt_room_table_adapter(room, table);
    struct felt_deal *deal = &table->deal;
    if (stake->options.straddle == FELT_STRADDLE_NONE || !adapter->may_straddle ||
        felt_seats_count(plan->dealt) < 3)
        return;
    felt_seat seat = felt_seats_from(plan->dealt, plan->big + 1);
    const struct felt_room_seat *place = &table->seat[seat];
    if (stake->options.straddle == FELT_STRADDLE_OPTIONAL && !place->straddle) return;
    felt_chips straddle = 2 * adapter->big_blind;
    if (place->stack < deal->dead[seat] + deal->ante[seat] + straddle) return;
    deal->blind[seat] = straddle;
    deal->opener = felt_seats_from(plan->dealt, seat + 1);
}

void felt_room_options_deal(const struct felt_room *room, struct felt_room_table *table, bool bomb,
                            const struct felt_room_blinds_plan *plan)
{
    if (bomb) {
        make_bomb(room, table, plan);
        return;
    }
    if (felt_room_table_adapter(room, table)->small_blind == 0) return;
    add_antes(&felt_room_table_stake(room, table)->options, &table->deal, plan);
    add_straddle(room, table, plan);
}
