/* hand.c -- the hand machine.  Read run_steps() first: it is the whole life of a hand.
 *
 * All chance is spent at the deal, so that dealing later is only counting: see "where the cards
 * lie" in felt/poker.h. */
#include "games/poker/hand.h"

#include <string.h>

/* ---- cards ---------------------------------------------------------------------------------- */

unsigned poker_up_slots(const struct felt_variant *variant)
{
    unsigned up = 0, at = 0;
    for (int i = 0; i < variant->steps; i++) {
        const struct felt_step *step = &variant->step[i];
        up |= ((1u << step->up) - 1) << (at + step->down);
        at += step->down + step->up;
    }
    return up;
}

static void log_cards(struct felt_event_log *log, enum felt_event_kind kind, felt_seat seat,
                      felt_seats cards_to, const felt_card *cards, int count)
{
    if (count == 0) return;
    struct felt_event *event = poker_emit(log, kind, seat, 0);
    event->cards_to = cards_to;
    event->count = (uint8_t)count;
    for (int i = 0; i < count; i++) event->cards[i] = cards[i];
}

static void log_dealing(const struct felt_poker *state, const struct felt_step *step,
                        struct felt_event_log *log)
{
    felt_seats everybody = (felt_seats)-1;
    felt_seats left = step->down + step->up ? state->betting.turn.live : 0;
    while (left) {
        felt_seat seat = felt_seats_from(left, state->button + 1);
        const felt_card *cards = state->deck + state->row[seat] + state->slots;
        log_cards(log, FELT_EVENT_DEAL, seat, felt_seats_of(seat), cards, step->down);
        log_cards(log, FELT_EVENT_DEAL_UP, seat, everybody, cards + step->down, step->up);
        left &= (felt_seats)~felt_seats_of(seat);
    }
    log_cards(log, FELT_EVENT_BOARD, FELT_SEAT_NONE, everybody, state->deck + state->boards,
              step->board);
}

/* ---- who opens ------------------------------------------------------------------------------ */

/* The live seat whose first card up is lowest: suits break ties, clubs lowest.  For razz the
 * highest, with the ace low. */
static felt_seat bring_in_seat(const struct felt_poker_rules *rules, const struct felt_poker *state)
{
    bool highest = rules->variant->opener == FELT_OPENER_SHOW_LOW;
    int slot = __builtin_ctz(poker_up_slots(rules->variant)), extreme = 0;
    felt_seat who = FELT_SEAT_NONE;
    for (felt_seats left = state->betting.turn.live; left;) {
        felt_seat seat = felt_seats_take(&left);
        int card = state->deck[state->row[seat] + slot];
        if (highest) card = felt_card_rank((felt_card)card) == FELT_ACE ? FELT_CARDS - card : -card;
        if (who >= 0 && card > extreme) continue;
        who = seat;
        extreme = card;
    }
    return who;
}

/* The live seat with the best cards up; ties to the first one left of the button. */
static felt_seat best_showing(const struct felt_poker_rules *rules, const struct felt_poker *state)
{
    enum felt_family family =
        rules->variant->opener == FELT_OPENER_SHOW_LOW ? FELT_LOW_A5 : FELT_HIGH;
    unsigned up = poker_up_slots(rules->variant) & ((1u << state->slots) - 1);
    felt_seat who = FELT_SEAT_NONE;
    felt_value top = 0;
    for (felt_seats left = state->betting.turn.live; left;) {
        felt_seat seat = felt_seats_from(left, state->button + 1);
        const felt_card *row = state->deck + state->row[seat];
        felt_card showing[FELT_HOLE_MAX];
        int count = 0;
        for (unsigned slots = up; slots; slots &= slots - 1)
            showing[count++] = row[__builtin_ctz(slots)];
        felt_value value = felt_eval(family, showing, count);
        if (who < 0 || value > top) {
            who = seat;
            top = value;
        }
        left &= (felt_seats)~felt_seats_of(seat);
    }
    return who;
}

/* ---- steps ---------------------------------------------------------------------------------- */

static inline void deal_step(struct felt_poker *state, const struct felt_step *step,
                             struct felt_event_log *log)
{
    if (LOGGING(log)) log_dealing(state, step, log);
    state->slots = (uint8_t)(state->slots + step->down + step->up);
    state->boards = (uint8_t)(state->boards + step->board);
}

static inline void begin_betting(const struct felt_poker_rules *rules, struct felt_poker *state,
                                 const struct felt_step *step)
{
    struct felt_betting *betting = &state->betting;
    bool blinds = betting->to_match > 0, showing = rules->variant->opener != FELT_OPENER_BUTTON;
    felt_seat first = (felt_seat)(state->button + 1);
    uint8_t cap = rules->cap;
    if (state->street == 0 && state->opener >= 0)
        first = state->opener;
    else if (showing)
        first = state->street ? best_showing(rules, state) : bring_in_seat(rules, state);
    if (rules->heads_up_uncapped && felt_seats_count(betting->turn.able) == 2) cap = FELT_CAP_NONE;
    round_begin(betting, first, rules->bet[step->big], cap);
    if (blinds && rules->cap_counts_blind) betting->turn.raises = 1;
    state->phase = FELT_PHASE_BET;
    if (showing && state->street == 0 && rules->bring_in && !blinds && betting->turn.actor >= 0)
        state->phase = FELT_PHASE_BRING_IN;
}

/* The betting of a step is over: uncalled chips go back (RULES 9.3), the others to the middle. */
static inline void end_betting(struct felt_poker *state, struct felt_event_log *log)
{
    struct felt_betting *betting = &state->betting;
    if (betting->to_match == 0) return; /* checked round, or none */
    if (felt_seats_lone(betting->turn.able) || felt_seats_lone(betting->turn.live)) {
        felt_seat owner;
        felt_chips back = round_give(betting, state->dealt, &owner);
        if (LOGGING(log) && back) (void)poker_emit(log, FELT_EVENT_RETURN, owner, back);
    }
    round_collect(betting, state->paid);
}

/* From the beginning of a step to the next decision, or to the end of the hand. */
static void run_steps(const struct felt_poker_rules *rules, struct felt_poker *state, int at,
                      struct felt_event_log *log)
{
    const struct felt_variant *variant = rules->variant;
    const struct felt_turn *turn = &state->betting.turn;
    for (; at < variant->steps; at++) {
        const struct felt_step *step = &variant->step[at];
        state->step = (uint8_t)at;
        if (step->kind == FELT_STEP_DEAL) {
            deal_step(state, step, log);
            continue;
        }
        /* Later than the blinds a lone seat has nobody to bet with (RULES 7.7). */
        if (state->street == 0 || !felt_seats_lone(turn->able)) {
            begin_betting(rules, state, step);
            if (turn->actor >= 0) return;
            end_betting(state, log);
        }
        state->street++;
    }
    poker_settle(rules, state, log);
}

/* The round of the step under way is over. */
void poker_advance(const struct felt_poker_rules *rules, struct felt_poker *state,
                   struct felt_event_log *log)
{
    end_betting(state, log);
    if (felt_seats_lone(state->betting.turn.live)) {
        poker_settle(rules, state, log);
        return;
    }
    state->street++;
    run_steps(rules, state, state->step + 1, log);
}

/* ---- opening and dealing -------------------------------------------------------------------- */

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

void poker_lay_rows(const struct felt_poker_rules *rules, struct felt_poker *state)
{
    uint8_t place = rules->variant->board_cards;
    for (felt_seats left = state->dealt; left;) {
        state->row[felt_seats_take(&left)] = place;
        place = (uint8_t)(place + rules->variant->hole_cards);
    }
    state->next = place;
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
    state->dealt = betting->turn.live = betting->turn.able = from->seats;
    state->size = rules->deck_count;
    betting->limit = rules->limit;
    betting->turn.actor = betting->turn.holder = betting->turn.raiser = FELT_SEAT_NONE;
    memcpy(state->deck, rules->deck, sizeof state->deck);
    poker_lay_rows(rules, state);
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
    if (LOGGING(log)) {
        log_posts(state, FELT_EVENT_DEAD, has_dead, dead, log);
        log_posts(state, FELT_EVENT_ANTE, has_ante, state->paid, log);
        log_posts(state, FELT_EVENT_BLIND, has_blind, betting->staked, log);
    }
    return FELT_OK;
}

static inline void start(const struct felt_poker_rules *rules, struct felt_poker *state,
                         struct felt_event_log *log)
{
    run_steps(rules, state, 0, log);
    poker_assert_chips(state);
}

void felt_poker_shuffle(const struct felt_poker_rules *rules, struct felt_rng *rng,
                        struct felt_poker *state, struct felt_event_log *log)
{
    felt_assert(state->phase == FELT_PHASE_DEAL);
    felt_cards_shuffle(state->deck, state->size, state->next, rng);
    start(rules, state, log);
}

/* Lays a given deck out in its places (RULES 2.4): fixed[] gets FELT_CARD_NONE where a card is not
 * known. */
static void place_cards(const struct felt_poker_rules *rules, const struct felt_poker *state,
                        const struct felt_deal *from, felt_card fixed[FELT_CARDS_MAX])
{
    int seats = felt_seats_count(state->dealt), holes = rules->variant->hole_cards;
    int boards = rules->variant->board_cards, at = 0;
    felt_seats left = state->dealt;
    memset(fixed, FELT_CARD_NONE, FELT_CARDS_MAX);
    for (int k = 0; k < seats; k++) {
        felt_seat seat = felt_seats_from(left, state->button + 1);
        left &= (felt_seats)~felt_seats_of(seat);
        for (int i = 0; i < holes; i++)
            if (i * seats + k < from->deck_count)
                fixed[state->row[seat] + i] = from->deck[i * seats + k];
    }
    at = seats * holes;
    for (int i = 0; i < boards && at < from->deck_count; i++) fixed[i] = from->deck[at++];
    for (int i = boards + seats * holes; at < from->deck_count; i++) fixed[i] = from->deck[at++];
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
    if (from->deck == NULL) {
        if (rng == NULL) return FELT_BAD_DEAL;
        felt_poker_shuffle(rules, rng, state, log);
        return FELT_OK;
    }
    if (felt_poker_deal_verify(rules, from, NULL) != FELT_OK) return FELT_BAD_DEAL;
    place_cards(rules, state, from, fixed);
    poker_fill_deck(rules, state, fixed, rng);
    start(rules, state, log);
    return FELT_OK;
}

/* ---- playing -------------------------------------------------------------------------------- */

/* RULES 6.7: bring in or complete.  A stack of no more than the bring-in cannot complete; a seat
 * that opens only because the one with the card is all-in may fold as well. */
void poker_legal_opening(const struct felt_poker_rules *rules, const struct felt_poker *state,
                         struct felt_legal *out)
{
    const struct felt_turn *turn = &state->betting.turn;
    felt_chips stack = state->betting.stack[turn->actor];
    bool completes = felt_legal_has(out, FELT_RAISE_TO) && out->raise_to_max > rules->bring_in;
    out->kinds = 1u << FELT_BRING_IN;
    if (completes)
        out->kinds |= 1u << FELT_RAISE_TO;
    else
        out->raise_to_min = out->raise_to_max = 0;
    if (turn->actor != turn->first) out->kinds |= 1u << FELT_FOLD;
    out->to_call = rules->bring_in < stack ? rules->bring_in : stack;
}

void felt_poker_legal(const struct felt_poker_rules *rules, const struct felt_poker *state,
                      struct felt_legal *out)
{
    poker_legal(rules, state, out);
}

enum felt_status felt_poker_apply(const struct felt_poker_rules *rules, struct felt_poker *state,
                                  felt_seat seat, struct felt_action action,
                                  struct felt_event_log *log)
{
    return poker_apply(rules, state, seat, action, log);
}
