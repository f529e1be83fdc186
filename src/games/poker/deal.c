/* deal.c -- where the cards lie: opening a hand, shuffling, given decks, dealing anew.
 *
 * All chance is spent at the deal, so that dealing later is only counting: see "where the cards
 * lie" in felt/poker.h.  What goes back into the deck within a hand is shuffled with a stream that
 * is fixed here (RULES 2.5). */
#include "betting/round.h"
#include "games/poker/poker.h"

#include <string.h>

/* ---- rows ----------------------------------------------------------------------------------- */

/* Cards of each row, and places of board. */
static int row_cards(const struct felt_poker_rules *rules, const struct felt_poker *state)
{
    return rules->variant->hole_cards - state->crowded;
}
static int board_places(const struct felt_poker_rules *rules, const struct felt_poker *state)
{
    return rules->variant->board_cards + state->crowded;
}

ROUND_INLINE void lay_rows(const struct felt_poker_rules *rules, struct felt_poker *state,
                           felt_seats seats)
{
    const struct felt_variant *variant = rules->variant;
    state->crowded =
        variant->shares_last &&
        felt_seats_count(seats) * variant->hole_cards + variant->board_cards > rules->deck_count;
    state->special = rules->special || rules->run_twice || state->crowded;
    uint8_t place = (uint8_t)board_places(rules, state), cards = (uint8_t)row_cards(rules, state);
    while (seats) {
        state->row[felt_seats_take(&seats)] = place;
        place = (uint8_t)(place + cards);
    }
    state->next = place;
}

void poker_lay_rows(const struct felt_poker_rules *rules, struct felt_poker *state,
                    felt_seats seats)
{
    lay_rows(rules, state, seats);
}

int poker_free_places(const struct felt_poker_rules *rules, const struct felt_poker *state,
                      uint8_t places[FELT_CARDS_MAX])
{
    int count = 0, cards = row_cards(rules, state);
    felt_seats folded = state->dealt & (felt_seats)~state->betting.turn.live;
    places[count++] = 0;
    for (int place = state->next; place < state->size; place++) places[count++] = (uint8_t)place;
    while (folded) {
        felt_seat seat = felt_seats_from(folded, state->button + 1);
        folded &= (felt_seats)~felt_seats_of(seat);
        /* Rows begin behind the place of board; seats that were left out of a redeal have none. */
        for (int i = state->kept[seat]; state->row[seat] && i < cards; i++)
            places[count++] = (uint8_t)(state->row[seat] + i);
    }
    return count;
}

/* ---- opening -------------------------------------------------------------------------------- */

/* One kind of forced bet, clockwise from left of the button. */
static void log_posts(const struct felt_poker *state, enum felt_event_kind kind, felt_seats seats,
                      const felt_chips amount[FELT_SEATS_MAX], struct felt_event_log *log)
{
    while (seats) {
        felt_seat seat = felt_seats_from(seats, state->button + 1);
        struct felt_event *event = poker_emit(log, kind, seat, amount[seat]);
        if (kind == FELT_EVENT_BLIND) event->to = amount[seat];
        seats &= (felt_seats)~felt_seats_of(seat);
    }
}

/* Everything but the deck.  In pieces: the whole of it at once the compiler clears eight bytes at a
 * time, which takes longer than all the rest of opening a hand. */
static inline void clear(struct felt_poker *state)
{
    memset(state->betting.stack, 0, sizeof state->betting.stack);
    memset(state->betting.staked, 0, sizeof state->betting.staked);
    memset(&state->betting.to_match, 0,
           sizeof state->betting - offsetof(struct felt_betting, to_match));
    memset(state->paid, 0, sizeof state->paid);
    memset(state->start, 0, sizeof state->start);
    memset(&state->total, 0,
           offsetof(struct felt_poker, deck) - offsetof(struct felt_poker, total));
}

enum felt_status felt_poker_open(const struct felt_poker_rules *rules, const struct felt_deal *from,
                                 struct felt_poker *state, struct felt_event_log *log)
{
    felt_chips dead[FELT_SEATS_MAX];
    felt_seats has_dead = 0, has_ante = 0, has_blind = 0;
    if (poker_wrong_seat(rules, from) != FELT_SEAT_NONE) return FELT_BAD_DEAL;
    clear(state);
    struct felt_betting *betting = &state->betting;
    state->button = from->button;
    state->opener = from->opener;
    state->bomb = from->bomb;
    state->dealt = betting->turn.live = betting->turn.able = from->seats;
    state->size = rules->deck_count;
    betting->limit = rules->limit;
    betting->turn.actor = betting->turn.holder = betting->turn.raiser = FELT_SEAT_NONE;
    betting->turn.first = (felt_seat)(from->button + 1);
    memcpy(state->deck, rules->deck, sizeof state->deck);
    lay_rows(rules, state, from->seats);
    for (felt_seats left = from->seats; left;) { /* RULES 6.1: dead money, ante, blind */
        felt_seat seat = felt_seats_take(&left);
        felt_seats me = felt_seats_of(seat);
        state->start[seat] = betting->stack[seat] = from->stack[seat];
        state->total += from->stack[seat];
        if (from->dead[seat]) {
            state->dead += dead[seat] = round_ante(betting, seat, from->dead[seat]);
            has_dead |= me;
        }
        if (from->ante[seat]) {
            state->paid[seat] = round_ante(betting, seat, from->ante[seat]);
            if (state->paid[seat]) has_ante |= me;
        }
        if (from->blind[seat] && round_post(betting, seat, from->blind[seat])) has_blind |= me;
    }
    state->antes = has_ante != 0;
    if (LOGGING(log)) {
        log_posts(state, FELT_EVENT_DEAD, has_dead, dead, log);
        log_posts(state, FELT_EVENT_ANTE, has_ante, state->paid, log);
        log_posts(state, FELT_EVENT_BLIND, has_blind, betting->staked, log);
    }
    return FELT_OK;
}

/* ---- dealing -------------------------------------------------------------------------------- */

#define STREAM_LATER UINT64_C(0x6c61746572) /* label of the stream that is split off: "later" */

static __attribute__((noinline)) void fix_later(struct felt_poker *state,
                                                const struct felt_rng *rng)
{
    state->later = felt_rng_split(rng, STREAM_LATER);
}

void felt_poker_shuffle(const struct felt_poker_rules *rules, struct felt_rng *rng,
                        struct felt_poker *state, struct felt_event_log *log)
{
    felt_assert(state->phase == FELT_PHASE_DEAL);
    if (__builtin_expect(rules->reshuffles, 0)) fix_later(state, rng);
    /* The stub too, if it may be dealt. */
    int count = state->special ? state->size : state->next;
    felt_cards_shuffle(state->deck, state->size, count, rng);
    poker_start(rules, state, log);
}

/* Lays a given deck out in its places (RULES 2.4) for the seats in `left`: fixed[] gets
 * FELT_CARD_NONE where a card is not known. */
static void place_cards(const struct felt_poker_rules *rules, const struct felt_poker *state,
                        felt_seats left, const felt_card *deck, int count,
                        felt_card fixed[FELT_CARDS_MAX])
{
    int seats = felt_seats_count(left), holes = row_cards(rules, state);
    int boards = board_places(rules, state), at = 0;
    memset(fixed, FELT_CARD_NONE, FELT_CARDS_MAX);
    for (int k = 0; k < seats; k++) {
        felt_seat seat = felt_seats_from(left, state->button + 1);
        left &= (felt_seats)~felt_seats_of(seat);
        for (int i = 0; i < holes; i++)
            if (i * seats + k < count) fixed[state->row[seat] + i] = deck[i * seats + k];
    }
    at = seats * holes;
    for (int i = 0; i < boards && at < count; i++) fixed[i] = deck[at++];
    for (int i = boards + seats * holes; at < count; i++) fixed[i] = deck[at++];
}

void poker_fill_deck(const struct felt_poker_rules *rules, struct felt_poker *state,
                     const felt_card fixed[FELT_CARDS_MAX], struct felt_rng *rng)
{
    felt_card unknown[FELT_CARDS_MAX];
    felt_cards known = 0;
    int count = 0, next = 0;
    for (int i = 0; i < rules->deck_count; i++)
        if (fixed[i] != FELT_CARD_NONE) known |= felt_cards_of(fixed[i]);
    for (int i = 0; i < rules->deck_count; i++)
        if (!(known & felt_cards_of(rules->deck[i]))) unknown[count++] = rules->deck[i];
    if (rng) felt_cards_shuffle(unknown, count, count, rng);
    for (int i = 0; i < rules->deck_count; i++)
        state->deck[i] = fixed[i] != FELT_CARD_NONE ? fixed[i] : unknown[next++];
    felt_assert(next == count); /* H2 */
}

enum felt_status felt_poker_deal(const struct felt_poker_rules *rules, const struct felt_deal *from,
                                 struct felt_rng *rng, struct felt_poker *state,
                                 struct felt_event_log *log)
{
    felt_card fixed[FELT_CARDS_MAX];
    if (state->phase != FELT_PHASE_DEAL) return FELT_BAD_DEAL;
    if (from->deck == NULL && from->later == NULL) {
        if (rng == NULL) return FELT_BAD_DEAL;
        felt_poker_shuffle(rules, rng, state, log);
        return FELT_OK;
    }
    if (rng == NULL && (from->deck == NULL || (rules->reshuffles && from->later == NULL)))
        return FELT_BAD_DEAL;
    if (felt_poker_deal_verify(rules, from, NULL) != FELT_OK) return FELT_BAD_DEAL;
    if (rules->reshuffles && from->later) state->later = *from->later;
    if (rules->reshuffles && !from->later) fix_later(state, rng);
    if (from->deck)
        place_cards(rules, state, state->dealt, from->deck, from->deck_count, fixed);
    else
        memset(fixed, FELT_CARD_NONE, sizeof fixed);
    poker_fill_deck(rules, state, fixed, rng);
    poker_start(rules, state, log);
    return FELT_OK;
}

/* ---- dealing anew --------------------------------------------------------------------------- */

struct felt_rng poker_later(const struct felt_poker *state)
{
    return felt_rng_split(&state->later, (uint64_t)state->redeals << 8 | state->shuffles);
}

void poker_redeal(const struct felt_poker_rules *rules, struct felt_poker *state,
                  struct felt_event_log *log)
{
    state->redeals++;
    struct felt_rng rng = poker_later(state);
    felt_card deck[FELT_CARDS_MAX];
    memcpy(deck, rules->deck, sizeof deck); /* 2.5: nothing but the stream decides */
    felt_cards_shuffle(deck, state->size, state->size, &rng);
    memset(state->kept, 0, sizeof state->kept);
    memset(state->late, 0, sizeof state->late);
    memset(state->row, 0, sizeof state->row);
    state->opener = FELT_SEAT_NONE; /* the new cards say who brings it in */
    state->slots = state->boards = state->street = state->follow = 0;
    poker_lay_rows(rules, state, state->betting.turn.live);
    /* From left of the button (2.4): which numbers the seats have does not matter. */
    place_cards(rules, state, state->betting.turn.live, deck, state->size, state->deck);
    if (LOGGING(log)) (void)poker_emit(log, FELT_EVENT_REDEAL, FELT_SEAT_NONE, 0);
}

/* ---- another future ------------------------------------------------------------------------- */

/* Do the steps that are left deal cards? */
static bool cards_to_come(const struct felt_variant *variant, const struct felt_poker *state)
{
    for (int i = state->step; i < variant->steps; i++) {
        const struct felt_step *step = &variant->step[i];
        if (step->kind == FELT_STEP_DISCARD && step->replace) return true;
        if (step->kind == FELT_STEP_DEAL && i > state->step) return true;
    }
    return false;
}

bool felt_poker_future(const struct felt_poker_rules *rules, struct felt_rng *rng,
                       struct felt_poker *state)
{
    const struct felt_variant *variant = rules->variant;
    bool at_once = variant->hole_cards == variant->step[0].down + variant->step[0].up;
    felt_card fixed[FELT_CARDS_MAX];
    if (felt_poker_actor(state) < 0 || !cards_to_come(variant, state)) return false;
    /* What lies before the stub stays, but for cards of the board and of rows that are not dealt.
     * (Where all own cards come at once, a row behind `slots` holds what was thrown away.) */
    memset(fixed, FELT_CARD_NONE, sizeof fixed);
    memcpy(fixed, state->deck, state->next);
    for (int i = state->boards; i < board_places(rules, state); i++) fixed[i] = FELT_CARD_NONE;
    for (felt_seats left = at_once ? 0 : state->dealt; left;) {
        felt_seat seat = felt_seats_take(&left);
        int held = poker_held(state, seat) - (state->late[seat] != 0);
        if (held == 0) continue; /* folded before all cards were dealt anew: it has no row */
        for (int i = held; i < row_cards(rules, state); i++)
            fixed[state->row[seat] + i] = FELT_CARD_NONE;
    }
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        if (state->late[seat]) fixed[state->late[seat] - 1] = state->deck[state->late[seat] - 1];
    poker_fill_deck(rules, state, fixed, rng);
    if (rules->reshuffles) state->later = felt_rng_split(rng, STREAM_LATER);
    return true;
}
