/* settle.c -- the end of a hand: who shows, which pots there are, who gets them (RULES 9 to 11). */
#include "games/poker/poker.h"

#include <string.h>

/* ---- odd chips by card ---------------------------------------------------------------------- */

/* The highest card among those that play, ranks first, then suits: with cards as numbers, the
 * largest.  Of several fives that make the hand the one that has it.  Wild cards are skipped. */
static int top_card(const struct felt_poker_rules *rules, const struct felt_poker *state,
                    felt_seat seat, int half)
{
    felt_card hole[FELT_HOLE_MAX];
    felt_value goal[2], value[2];
    int holes = felt_poker_hole(rules, state, seat, hole), top = -1;
    felt_showdown_values(rules->showdown, hole, holes, NULL, 0, goal);
    for (unsigned choice = 0; choice < 1u << holes; choice++) {
        felt_card five[FELT_HOLE_MAX];
        int count = 0, best = -1;
        for (unsigned left = choice; left; left &= left - 1) {
            felt_card card = hole[__builtin_ctz(left)];
            five[count++] = card;
            if (card < FELT_CARDS && !(rules->showdown->wild >> card & 1) && card > best)
                best = card;
        }
        if (count != 5 || best <= top) continue;
        felt_showdown_values(rules->showdown, five, count, NULL, 0, value);
        if (value[half] == goal[half]) top = best;
    }
    return top;
}

/* RULES 10.4: live seats by their highest card, then clockwise from left of the button. */
static const felt_seat *order_by_card(const struct felt_poker_rules *rules,
                                      const struct felt_poker *state, int half,
                                      felt_seat order[FELT_SEATS_MAX])
{
    int top[FELT_SEATS_MAX], count = 0;
    for (felt_seats left = state->betting.turn.live; left;) {
        felt_seat seat = felt_seats_from(left, state->button + 1);
        int mine = top_card(rules, state, seat, half), at = count++;
        left &= (felt_seats)~felt_seats_of(seat);
        for (; at > 0 && top[at - 1] < mine; at--) {
            top[at] = top[at - 1];
            order[at] = order[at - 1];
        }
        top[at] = mine;
        order[at] = seat;
    }
    return order;
}

/* Do two live seats have the same hand? */
static bool tied(const felt_value *value, felt_seats live)
{
    while (live) {
        felt_value mine = value[felt_seats_take(&live)];
        for (felt_seats others = live; others;)
            if (value[felt_seats_take(&others)] == mine) return true;
    }
    return false;
}

/* ---- showing -------------------------------------------------------------------------------- */

static void evaluate(const struct felt_poker_rules *rules, const struct felt_poker *state,
                     felt_value first[FELT_SEATS_MAX], felt_value second[FELT_SEATS_MAX])
{
    const felt_card *hole[FELT_SEATS_MAX];
    felt_value values[2][FELT_SEATS_MAX];
    int hands = 0;
    for (felt_seats left = state->betting.turn.live; left;)
        hole[hands++] = state->deck + state->row[felt_seats_take(&left)];
    felt_showdown_values_each(rules->showdown, hole, hands, state->slots, state->deck,
                              state->boards, values[0], values[1]);
    hands = 0;
    for (felt_seats left = state->betting.turn.live; left; hands++) {
        felt_seat seat = felt_seats_take(&left);
        first[seat] = values[0][hands];
        if (rules->showdown->second) second[seat] = values[1][hands];
    }
}

/* RULES 11.1. */
static void log_shows(const struct felt_poker_rules *rules, const struct felt_poker *state,
                      const felt_value *first, const felt_value *second, struct felt_event_log *log)
{
    const struct felt_turn *turn = &state->betting.turn;
    int from = turn->raiser >= 0 ? turn->raiser : turn->first;
    for (felt_seats left = turn->live; left;) {
        felt_seat seat = felt_seats_from(left, from);
        struct felt_event *event = poker_emit(log, FELT_EVENT_SHOW, seat, first[seat]);
        event->to = rules->showdown->second ? second[seat] : 0;
        event->cards_to = (felt_seats)-1;
        event->count = (uint8_t)felt_poker_hole(rules, state, seat, event->cards);
        left &= (felt_seats)~felt_seats_of(seat);
    }
}

/* ---- paying --------------------------------------------------------------------------------- */

static inline void pay(struct felt_poker *state, int pot, felt_seat seat, felt_chips amount,
                       struct felt_event_log *log)
{
    state->betting.stack[seat] += amount;
    state->betting.pot -= amount;
    if (LOGGING(log)) poker_emit(log, FELT_EVENT_WIN, seat, amount)->pot = (uint8_t)pot;
}

static void pay_pot(struct felt_poker *state, int pot, felt_seats winners,
                    const felt_chips won[FELT_SEATS_MAX], struct felt_event_log *log)
{
    while (winners) {
        felt_seat seat = felt_seats_from(winners, state->button + 1);
        winners &= (felt_seats)~felt_seats_of(seat);
        if (won[seat]) pay(state, pot, seat, won[seat], log);
    }
}

static void take_rake(const struct felt_poker_rules *rules, struct felt_poker *state,
                      struct felt_pot *pots, int count, struct felt_event_log *log)
{
    if (rules->rake_needs_board && state->boards == 0) return;
    felt_chips rake = felt_pots_rake(state->betting.pot, rules->rake_per_10000, rules->rake_cap);
    state->rake = felt_pots_drop(pots, count, rake);
    state->betting.pot -= state->rake;
    if (LOGGING(log) && state->rake)
        (void)poker_emit(log, FELT_EVENT_RAKE, FELT_SEAT_NONE, state->rake);
}

static void pay_all(const struct felt_poker_rules *rules, struct felt_poker *state,
                    const struct felt_split *split, struct felt_event_log *log)
{
    struct felt_pot pots[FELT_SEATS_MAX];
    struct felt_betting *betting = &state->betting;
    int count = felt_pots_layer(state->paid, state->dealt, betting->turn.live, state->dead,
                                betting->pot, pots);
    if (rules->rake_per_10000) take_rake(rules, state, pots, count, log);
    for (int i = 0; i < count; i++) {
        felt_chips won[FELT_SEATS_MAX] = {0};
        felt_seats winners = felt_pots_award(&pots[i], split, won);
        pay_pot(state, i, winners, won, log);
    }
}

/* Everybody else has folded: nothing is shown (RULES 11.2). */
static void settle_alone(const struct felt_poker_rules *rules, struct felt_poker *state,
                         struct felt_event_log *log)
{
    felt_seats live = state->betting.turn.live;
    struct felt_pot pot = {state->betting.pot, live};
    if (rules->rake_per_10000) take_rake(rules, state, &pot, 1, log);
    if (pot.amount) pay(state, 0, felt_seats_first(live), pot.amount, log);
}

static void settle_showdown(const struct felt_poker_rules *rules, struct felt_poker *state,
                            struct felt_event_log *log)
{
    felt_seats live = state->betting.turn.live;
    felt_value first[FELT_SEATS_MAX], second[FELT_SEATS_MAX];
    felt_seat order[2][FELT_SEATS_MAX];
    struct felt_split split = {.first = first, .from = (felt_seat)(state->button + 1)};
    evaluate(rules, state, first, second);
    if (rules->showdown->second) split.second = second;
    if (rules->variant->odd_chips == FELT_ODD_BY_CARD) {
        if (tied(first, live)) split.order = order_by_card(rules, state, 0, order[0]);
        if (split.second && tied(second, live))
            split.order_second = order_by_card(rules, state, 1, order[1]);
    }
    state->shown = live;
    if (LOGGING(log)) log_shows(rules, state, first, second, log);
    pay_all(rules, state, &split, log);
}

void poker_settle(const struct felt_poker_rules *rules, struct felt_poker *state,
                  struct felt_event_log *log)
{
    felt_assert(state->betting.turn.actor < 0 && state->phase != FELT_PHASE_OVER);
    state->phase = FELT_PHASE_OVER;
    if (felt_seats_lone(state->betting.turn.live))
        settle_alone(rules, state, log);
    else
        settle_showdown(rules, state, log);
    felt_assert(state->betting.pot == 0); /* P1 */
    if (LOGGING(log)) (void)poker_emit(log, FELT_EVENT_OVER, FELT_SEAT_NONE, 0);
}
