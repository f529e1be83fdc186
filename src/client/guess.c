/* guess.c -- a view from one `act` alone.
 *
 * Used when the hand could not be played along: frames were missed, or the server plays by rules
 * that are not ours.  What the frame does not tell is made up so that the chips add up and the
 * engine could play on from there: chips of earlier streets are what is missing from the stacks of
 * the start, or, if these are not known, the pot in equal parts. */
#include "client/mirror.h"

#include <string.h>

/* ---- cards ---- */

static bool are_known(const struct client_cards *cards, felt_cards deck, felt_cards *used)
{
    for (int i = 0; i < cards->count; i++) {
        felt_card card = cards->card[i];
        if (card == FELT_CARD_NONE || !(deck >> card & 1) || *used >> card & 1) return false;
        *used |= felt_cards_of(card);
    }
    return true;
}

/* The betting round in which so many cards of the board lie open. */
static bool find_step(const struct felt_variant *variant, int boards, struct felt_view *view)
{
    int open = 0;
    view->street = 0;
    for (int i = 0; i < variant->steps; i++) {
        open += variant->step[i].board;
        if (variant->step[i].kind != FELT_STEP_BET) continue;
        view->step = (uint8_t)i;
        if (open == boards) return true;
        view->street++;
    }
    return false;
}

static void add_zone(struct felt_view *view, enum felt_zone_kind kind, felt_seat owner,
                     const felt_card *cards, int count)
{
    struct felt_zone *zone = &view->zone[view->zones];
    zone->kind = (uint8_t)kind;
    zone->owner = owner;
    zone->at = (uint8_t)(view->zones ? zone[-1].at + zone[-1].count : 0);
    zone->count = (uint8_t)count;
    zone->up = kind == FELT_ZONE_BOARD ? ((uint64_t)1 << count) - 1 : 0;
    if (cards)
        memcpy(view->cards + zone->at, cards, (size_t)count);
    else
        memset(view->cards + zone->at, FELT_CARD_NONE, (size_t)count);
    view->zones++;
}

static bool lay_cards(const struct felt_poker_rules *rules, const struct client_table *table,
                      struct felt_view *view)
{
    const struct felt_variant *variant = rules->variant;
    felt_cards used = 0;
    int stub = rules->deck_count - variant->board_cards -
               felt_seats_count(view->seats) * variant->hole_cards;
    if (table->hole.count != variant->hole_cards || stub < 0) return false;
    if (!are_known(&table->hole, variant->deck, &used) ||
        !are_known(&table->community, variant->deck, &used) ||
        !find_step(variant, table->community.count, view))
        return false;
    add_zone(view, FELT_ZONE_BOARD, FELT_SEAT_NONE, table->community.card, table->community.count);
    for (felt_seats left = view->seats; left;) {
        felt_seat seat = felt_seats_take(&left);
        add_zone(view, FELT_ZONE_HAND, seat, seat == view->viewer ? table->hole.card : NULL,
                 variant->hole_cards);
    }
    view->number[FELT_POKER_STUB] = stub;
    return true;
}

/* ---- chips ---- */

static felt_chips least(felt_chips a, felt_chips b)
{
    return a < b ? a : b;
}

/* Stakes of this street.  Of a folded seat they may be left from an earlier one. */
static void stake(const struct client_table *table, struct felt_view *view)
{
    struct felt_betting *betting = &view->betting;
    betting->to_match = table->current_bet > 0 ? table->current_bet : 0;
    for (felt_seats left = betting->turn.live; left;) {
        felt_chips committed = table->committed[felt_seats_take(&left)];
        if (committed > betting->to_match) betting->to_match = committed;
    }
    for (felt_seats left = view->seats; left;) {
        felt_seat seat = felt_seats_take(&left);
        betting->stack[seat] = table->stack[seat];
        betting->staked[seat] = least(table->committed[seat], betting->to_match);
        betting->pot += betting->staked[seat];
    }
}

/* Chips of earlier streets, from the stacks of the start. */
static bool pay_from_start(const struct client_hand *hand, struct felt_view *view)
{
    const struct felt_betting *betting = &view->betting;
    if (!hand->begun) return false;
    for (felt_seats left = view->seats; left;) {
        felt_seat seat = felt_seats_take(&left);
        view->paid[seat] = hand->start[seat] - betting->stack[seat] - betting->staked[seat];
        if (view->paid[seat] < 0) return false;
    }
    return true;
}

/* The same in equal parts. */
static void pay_evenly(const struct client_table *table, struct felt_view *view)
{
    felt_seats live = view->betting.turn.live;
    felt_chips rest = table->pot > view->betting.pot ? table->pot - view->betting.pot : 0;
    felt_chips part = rest / felt_seats_count(live);
    memset(view->paid, 0, sizeof view->paid);
    for (felt_seats left = live; left;) view->paid[felt_seats_take(&left)] = part;
    view->paid[view->viewer] += rest - part * felt_seats_count(live);
}

static bool count_chips(const struct client_hand *hand, const struct client_table *table,
                        struct felt_view *view)
{
    struct felt_betting *betting = &view->betting;
    felt_chips paid = 0;
    stake(table, view);
    if (!pay_from_start(hand, view)) pay_evenly(table, view);
    for (felt_seats left = view->seats; left;) {
        felt_seat seat = felt_seats_take(&left);
        paid += view->paid[seat];
        view->start[seat] = betting->stack[seat] + betting->staked[seat] + view->paid[seat];
        if (view->start[seat] > FELT_CHIPS_MAX) return false;
    }
    betting->pot += paid;
    if (paid)
        view->pots = (uint8_t)felt_pots_layer(view->paid, view->seats, betting->turn.live, 0, paid,
                                              view->pot);
    return true;
}

/* ---- turns ---- */

/* Who owes: those below the price, and where there is none, those between the viewer and the
 * button, who were not asked yet. */
static felt_seats find_owing(const struct felt_view *view)
{
    const struct felt_betting *betting = &view->betting;
    felt_seats owes = felt_seats_of(view->viewer), able = betting->turn.able;
    for (felt_seats left = able; left;) {
        felt_seat seat = felt_seats_take(&left);
        int behind = (seat - view->viewer + FELT_SEATS_MAX) % FELT_SEATS_MAX;
        int button = (view->button - view->viewer + FELT_SEATS_MAX) % FELT_SEATS_MAX;
        if (betting->staked[seat] < betting->to_match ||
            (betting->to_match == 0 && behind <= button))
            owes |= felt_seats_of(seat);
    }
    return owes;
}

static void take_turns(const struct felt_poker_rules *rules, const struct client_table *table,
                       struct felt_view *view)
{
    struct felt_betting *betting = &view->betting;
    struct felt_turn *turn = &betting->turn;
    felt_chips bet = rules->bet[rules->variant->step[view->step].big];
    betting->limit = rules->limit;
    betting->raise_from = betting->to_match;
    betting->raise_min = bet;
    if (rules->limit != FELT_FIXED_LIMIT && table->increment > bet)
        betting->raise_min = table->increment;
    for (felt_seats left = turn->live; left;) {
        felt_seat seat = felt_seats_take(&left);
        if (betting->stack[seat] > 0) turn->able |= felt_seats_of(seat);
    }
    turn->actor = view->viewer;
    turn->owes = turn->may_raise = find_owing(view);
    turn->holder = turn->raiser = FELT_SEAT_NONE;
    turn->first = (felt_seat)(view->button + 1);
    turn->cap = rules->cap;
    felt_chips raises = betting->to_match / bet;
    turn->raises = (uint8_t)(rules->limit == FELT_FIXED_LIMIT ? least(raises, rules->cap) : 0);
}

/* ---- all of it ---- */

static bool find_seats(const struct client_hand *hand, const struct client_table *table,
                       struct felt_view *view)
{
    felt_seats live = table->seats & (felt_seats)~table->folded;
    view->seats = hand->begun ? table->seats & hand->seats : table->seats;
    view->betting.turn.live = live & view->seats;
    return felt_seats_has(view->betting.turn.live, view->viewer) &&
           !felt_seats_lone(view->betting.turn.live) && table->stack[view->viewer] > 0;
}

bool client_guess_view(const struct client_game *game, const struct client_hand *hand,
                       const struct client_table *table, felt_seat seat, struct felt_view *out)
{
    const struct felt_poker_rules *rules = &game->rules;
    const struct felt_variant *variant = rules->variant;
    memset(out, 0, sizeof *out);
    if (rules->special || rules->up || seat < 0) return false;
    out->viewer = out->actor = seat;
    out->opener = FELT_SEAT_NONE;
    out->button = table->button >= 0 ? table->button : hand->button;
    if (out->button < 0) out->button = 0;
    out->phase = FELT_PHASE_BET;
    if (!find_seats(hand, table, out)) return false;
    int count = felt_seats_count(out->seats);
    if (count < variant->seats_min || count > variant->seats_max) return false;
    if (!count_chips(hand, table, out) || !lay_cards(rules, table, out)) return false;
    take_turns(rules, table, out);
    return true;
}
