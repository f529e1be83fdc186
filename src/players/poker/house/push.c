/* push.c -- before the flop of no-limit hold'em with a short stack: all-in or fold (first.h).
 *
 * First in, with at most PUSH_DEPTH big blinds that can be lost; or against somebody who went
 * all-in first in, when those in between folded.  Tightness makes stacks seem deeper. */
#include "felt/assert.h"
#include "players/poker/first/first.h"
#include "players/poker/house/house.h"

static const double push_depth = 12;

static bool is_table_game(const struct house_turn *turn)
{
    const struct felt_variant *variant = turn->rules->variant;
    return turn->rules->limit == FELT_NO_LIMIT && turn->view->street == 0 &&
           turn->view->phase == FELT_PHASE_BET && variant->forced == FELT_FORCED_BLINDS &&
           variant->deck == FELT_CARDS_ALL && turn->known.holes == 2 && turn->known.boards == 0 &&
           turn->known.showdown.first == FELT_HIGH && !turn->known.showdown.two_three &&
           turn->known.showdown.second == FELT_FAMILY_NONE && !turn->known.showdown.wild &&
           turn->plan.boards_end == 5 && turn->plan.draws == 0;
}

static felt_chips reach_of(const struct felt_view *view, felt_seat seat)
{
    return view->betting.staked[seat] + view->betting.stack[seat];
}

static felt_chips most_reach(const struct felt_view *view, felt_seats seats)
{
    felt_chips most = 0;
    while (seats) {
        felt_chips his = reach_of(view, felt_seats_take(&seats));
        if (his > most) most = his;
    }
    return most;
}

/* Blinds and antes of everybody: what lies there before the first action. */
static felt_chips forced_chips(const struct house_turn *turn)
{
    const struct felt_view *view = turn->view;
    felt_chips forced = view->dead + (3 * turn->rules->bet[0] + 1) / 2;
    for (felt_seats left = view->seats; left;) forced += view->paid[felt_seats_take(&left)];
    return forced;
}

/* Seats that act behind `seat`, of those in `from`. */
static int count_behind(const struct house_turn *turn, felt_seats from, felt_seat seat)
{
    const struct felt_view *view = turn->view;
    int first = view->opener >= 0 ? view->opener : 0, count = 0;
    int turn_of_seat = (seat - first + FELT_SEATS_MAX) % FELT_SEATS_MAX;
    for (; from;) {
        felt_seat other = felt_seats_take(&from);
        count += (other - first + FELT_SEATS_MAX) % FELT_SEATS_MAX > turn_of_seat;
    }
    return count;
}

/* The one who went all-in as the first to come in while everybody else folded; NONE. */
static felt_seat find_pusher(const struct house_turn *turn)
{
    const struct house_hand *hand = &turn->house->hand;
    felt_seat pusher = FELT_SEAT_NONE;
    for (int i = 0; i < hand->acts; i++) {
        const struct house_act *act = &hand->act[i];
        if (act->kind == FELT_FOLD) continue;
        if (act->kind != FELT_RAISE_TO || pusher >= 0) return FELT_SEAT_NONE;
        pusher = act->seat;
    }
    return pusher >= 0 && turn->view->betting.stack[pusher] == 0 ? pusher : FELT_SEAT_NONE;
}

static bool nobody_came_in(const struct house_turn *turn)
{
    const struct house_hand *hand = &turn->house->hand;
    for (int i = 0; i < hand->acts; i++)
        if (hand->act[i].kind != FELT_FOLD) return false;
    return turn->view->betting.turn.raises == 0;
}

static double depth_of(const struct house_turn *turn, felt_chips stack)
{
    double tight = turn->house->seat.decider.config.tightness;
    return felt_first_depth(stack, forced_chips(turn)) * (1 + 0.03 * (tight - 5));
}

static void answer(struct house_turn *turn, const struct felt_strategy_state *state,
                   enum felt_strategy_action action, double chance,
                   struct felt_strategy_decision *out)
{
    double call = (double)state->call_amount;
    bool does = felt_rng_unit(&turn->house->seat.decider.rng) < chance;
    *out = (struct felt_strategy_decision){.action = does ? action : FELT_STRATEGY_FOLD,
                                           .reasoning = does ? "push" : "too_expensive",
                                           .confidence = does ? chance : 1 - chance,
                                           .strength = turn->house->deals.strength,
                                           .price = call / ((double)state->pot_size + call)};
}

bool house_push(struct house_turn *turn, const struct felt_strategy_state *state,
                struct felt_strategy_decision *out)
{
    const struct felt_view *view = turn->view;
    felt_chips most, mine = reach_of(view, view->viewer);
    if (!is_table_game(turn) || !felt_strategy_may(state, FELT_STRATEGY_FOLD) ||
        felt_strategy_may(state, FELT_STRATEGY_CHECK))
        return false;
    int kind = felt_first_kind(turn->known.hole[0], turn->known.hole[1]);
    felt_seats others = view->betting.turn.live & (felt_seats)~felt_seats_of(view->viewer);
    felt_seat pusher = find_pusher(turn);
    if (pusher >= 0) {
        felt_seats waiting = others & (felt_seats)~felt_seats_of(pusher);
        most = most_reach(view, others); /* who waits may have more to lose, and win */
        double depth = depth_of(turn, most < mine ? most : mine);
        int left = count_behind(turn, waiting, view->viewer);
        int behind = count_behind(turn, view->seats, pusher);
        if (depth > push_depth || behind <= left) return false;
        answer(turn, state, FELT_STRATEGY_CALL, felt_first_call(depth, behind, left, kind), out);
        return true;
    }
    most = most_reach(view, others);
    double depth = depth_of(turn, most < mine ? most : mine);
    if (depth > push_depth || !nobody_came_in(turn) ||
        !felt_strategy_may(state, FELT_STRATEGY_RAISE))
        return false;
    answer(turn, state, FELT_STRATEGY_RAISE, felt_first_push(depth, turn->house->others, kind),
           out);
    if (out->action == FELT_STRATEGY_RAISE) out->amount = state->max_bet;
    return true;
}
