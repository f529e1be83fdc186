/* view.c -- what a seat may know, a state that fits it, and the table of game.h.
 *
 * A view takes the whole public state as it is and adds the cards the seat may see.  So imagine()
 * has only the deck to make up: known cards go to their places, the others are shuffled over the
 * places that are left. */
#include "games/poker/poker.h"

#include "felt/hash.h"

#include <string.h>

int felt_poker_hole(const struct felt_poker_rules *rules, const struct felt_poker *state,
                    felt_seat seat, felt_card out[FELT_HOLE_MAX])
{
    int count = poker_held(state, seat);
    const felt_card *cards = poker_cards(state, seat, out);
    (void)rules; /* like its neighbours: a caller need not know which of them look at the rules */
    if (cards != out) memcpy(out, cards, (size_t)count);
    return count;
}

int felt_poker_pots(const struct felt_poker *state, struct felt_pot out[FELT_SEATS_MAX])
{
    felt_chips total = state->betting.pot;
    if (state->phase == FELT_PHASE_OVER) return 0;
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) total -= state->betting.staked[seat];
    return felt_pots_layer(state->paid, state->dealt, state->betting.turn.live, state->dead, total,
                           out);
}

void felt_poker_payoff(const struct felt_poker *state, felt_chips out[FELT_SEATS_MAX])
{
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        out[seat] = state->betting.stack[seat] - state->start[seat];
}

int felt_poker_options(const struct felt_poker_rules *rules, const struct felt_poker *state,
                       struct felt_option out[FELT_OPTIONS_MAX])
{
    struct felt_legal legal;
    int count = 0;
    if (felt_poker_actor(state) < 0) return 0;
    felt_poker_legal(rules, state, &legal);
    for (int kind = 0; kind < FELT_ACTION_KINDS; kind++) {
        if (!felt_legal_has(&legal, (enum felt_action_kind)kind)) continue;
        struct felt_option *option = &out[count++];
        *option = (struct felt_option){.kind = (uint8_t)kind};
        if (kind == FELT_CALL || kind == FELT_BRING_IN) option->min = option->max = legal.to_call;
        if (kind == FELT_RAISE_TO) {
            option->min = legal.raise_to_min;
            option->max = legal.raise_to_max;
        }
        if (kind == FELT_DISCARD) {
            option->cards = ((uint64_t)1 << state->slots) - 1;
            option->cards_min = legal.discard_min;
            option->cards_max = legal.discard_max;
        }
        if (kind == FELT_RUNS) option->choice_max = 1;
    }
    return count;
}

/* ---- views ---------------------------------------------------------------------------------- */

static void add_zone(struct felt_view *view, enum felt_zone_kind kind, felt_seat owner,
                     const felt_card *cards, int count, unsigned visible, unsigned up)
{
    struct felt_zone *zone = &view->zone[view->zones];
    int at = view->zones ? zone[-1].at + zone[-1].count : 0;
    felt_assert(view->zones < FELT_ZONES_MAX && at + count <= FELT_ZONE_CARDS_MAX);
    zone->kind = (uint8_t)kind;
    zone->owner = owner;
    zone->at = (uint8_t)at;
    zone->count = (uint8_t)count;
    zone->up = up & ((1u << count) - 1);
    for (int i = 0; i < count; i++)
        view->cards[at + i] = visible >> i & 1 ? cards[i] : (felt_card)FELT_CARD_NONE;
    view->zones++;
}

/* What a seat threw away, as far as it still lies where it went. */
static void add_discards(const struct felt_poker_rules *rules, const struct felt_poker *state,
                         felt_seat seat, struct felt_view *view)
{
    uint8_t places[FELT_CARDS_MAX];
    felt_card cards[FELT_CARDS_MAX];
    int count = poker_discard_places(rules, state, seat, places);
    for (int i = 0; i < count; i++) cards[i] = state->deck[places[i]];
    if (count) add_zone(view, FELT_ZONE_DISCARDS, seat, cards, count, ~0u, 0);
}

static void add_numbers(const struct felt_poker *state, felt_seat seat, struct felt_view *view)
{
    for (int i = 0; i < FELT_SEATS_MAX; i++) view->number[FELT_POKER_DREW + i] = state->drew[i];
    if (seat >= 0) view->number[FELT_POKER_THROWN] = state->thrown[seat];
    view->number[FELT_POKER_STUB] = state->size - state->next;
    view->number[FELT_POKER_FOLLOW] = state->follow;
    view->number[FELT_POKER_REDEALS] = state->redeals + 256 * state->shuffles + 65536 * state->gone;
    view->number[FELT_POKER_RUNS] = state->runs + 256 * state->common;
    view->number[FELT_POKER_SHOWN] = state->shown + 65536 * state->mucked;
}

void felt_poker_view(const struct felt_poker_rules *rules, const struct felt_poker *state,
                     felt_seat seat, struct felt_view *out)
{
    const unsigned all = ~0u;
    felt_card second[FELT_BOARD_MAX];
    unsigned up_slots = rules->up;
    felt_assert(seat >= FELT_SEAT_NONE && seat < FELT_SEATS_MAX);
    memset(out, 0, sizeof *out);
    out->viewer = seat;
    out->actor = felt_poker_actor(state);
    out->button = state->button;
    out->opener = state->opener;
    out->phase = state->phase;
    out->step = state->step;
    out->street = state->street;
    out->seats = state->dealt;
    out->betting = state->betting;
    memcpy(out->start, state->start, sizeof out->start);
    memcpy(out->paid, state->paid, sizeof out->paid);
    out->dead = state->dead;
    out->rake = state->rake;
    out->pots = (uint8_t)felt_poker_pots(state, out->pot);
    add_zone(out, FELT_ZONE_BOARD, FELT_SEAT_NONE, state->deck, state->boards, all, all);
    for (felt_seats left = state->dealt; left;) {
        felt_seat owner = felt_seats_take(&left);
        /* Cards that once lay open stay known, also when their owner folds. */
        unsigned up = felt_seats_has(state->shown, owner) ? all : up_slots;
        felt_card copy[FELT_HOLE_MAX];
        add_zone(out, FELT_ZONE_HAND, owner, poker_cards(state, owner, copy),
                 poker_held(state, owner), owner == seat ? all : up, up);
    }
    int seconds = felt_poker_second_board(rules, state, second);
    if (seconds) add_zone(out, FELT_ZONE_SECOND_BOARD, FELT_SEAT_NONE, second, seconds, all, all);
    if (seat >= 0 && state->draws) add_discards(rules, state, seat, out);
    add_numbers(state, seat, out);
    if (seat >= 0 && seat == out->actor)
        out->options = (uint8_t)felt_poker_options(rules, state, out->option);
}

/* Draws, boards and what else is counted: as the view says, and discards of others as many as are
 * known. */
static void imagine_numbers(const struct felt_view *view, struct felt_poker *state)
{
    const int64_t *number = view->number;
    state->follow = (uint8_t)number[FELT_POKER_FOLLOW];
    state->redeals = (uint8_t)number[FELT_POKER_REDEALS];
    state->shuffles = (uint8_t)(number[FELT_POKER_REDEALS] >> 8);
    state->gone = (uint8_t)(number[FELT_POKER_REDEALS] >> 16);
    state->runs = (uint8_t)number[FELT_POKER_RUNS];
    state->common = (uint8_t)(number[FELT_POKER_RUNS] >> 8);
    state->shown = (felt_seats)number[FELT_POKER_SHOWN];
    state->mucked = (felt_seats)(number[FELT_POKER_SHOWN] >> 16);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        state->drew[seat] = (uint16_t)number[FELT_POKER_DREW + seat];
    for (felt_seats left = state->betting.turn.live; left;) {
        felt_seat seat = felt_seats_take(&left);
        int drew = felt_poker_drew(state->drew[seat], state->draws);
        if (drew > 0) state->thrown[seat] = (uint8_t)((1u << drew) - 1);
        if (seat == view->viewer) state->thrown[seat] = (uint8_t)number[FELT_POKER_THROWN];
    }
}

/* DISCARD steps that are done. */
static uint8_t count_draws(const struct felt_variant *variant, const struct felt_view *view)
{
    int draws = 0;
    for (int i = 0; i < view->step; i++) draws += variant->step[i].kind == FELT_STEP_DISCARD;
    return (uint8_t)draws;
}

/* Rows for the seats that hold cards, and how many they hold; the last one apart at a crowded
 * table. */
static void imagine_rows(const struct felt_poker_rules *rules, const struct felt_view *view,
                         struct felt_poker *state)
{
    const struct felt_zone *board = felt_view_zone(view, FELT_ZONE_BOARD, FELT_SEAT_NONE);
    felt_seats holding = state->betting.turn.live, last = 0;
    uint8_t places[FELT_CARDS_MAX];
    state->boards = board->count;
    for (int i = 0; i < view->zones; i++) {
        const struct felt_zone *zone = &view->zone[i];
        if (zone->kind != FELT_ZONE_HAND) continue;
        if (zone->count) holding |= felt_seats_of(zone->owner);
        if (zone->count == rules->variant->hole_cards) last |= felt_seats_of(zone->owner);
        if (felt_seats_has(state->betting.turn.live, zone->owner))
            state->slots = zone->count;
        else
            state->kept[zone->owner] = zone->count;
    }
    poker_lay_rows(rules, state, holding);
    if (state->crowded) (void)poker_free_places(rules, state, places);
    for (int i = 0; state->crowded && last; i++) {
        felt_seat seat = felt_seats_from(last, state->button + 1);
        state->late[seat] = (uint8_t)(places[i] + 1);
        last &= (felt_seats)~felt_seats_of(seat);
    }
    state->next = (uint8_t)(state->size - view->number[FELT_POKER_STUB]);
}

/* Cards the viewer knows, at their places. */
static void imagine_cards(const struct felt_poker_rules *rules, const struct felt_view *view,
                          const struct felt_poker *state, felt_card fixed[FELT_CARDS_MAX])
{
    uint8_t places[FELT_CARDS_MAX];
    for (int i = 0; i < view->zones; i++) {
        const struct felt_zone *zone = &view->zone[i];
        const felt_card *cards = view->cards + zone->at;
        int own = zone->kind == FELT_ZONE_HAND && zone->count && state->late[zone->owner] ? 1 : 0;
        switch ((enum felt_zone_kind)zone->kind) {
        case FELT_ZONE_BOARD: memcpy(fixed, cards, zone->count); break;
        case FELT_ZONE_HAND:
            memcpy(fixed + state->row[zone->owner], cards, (size_t)(zone->count - own));
            if (own) fixed[state->late[zone->owner] - 1] = cards[zone->count - 1];
            break;
        case FELT_ZONE_SECOND_BOARD:
            memcpy(fixed + state->next, cards + state->common,
                   (size_t)(zone->count - state->common));
            break;
        case FELT_ZONE_DISCARDS:
            (void)poker_discard_places(rules, state, zone->owner, places);
            for (int k = 0; k < zone->count; k++) fixed[places[k]] = cards[k];
            break;
        case FELT_ZONE_PILE: /* not of poker */
        case FELT_ZONE_LAID:
        case FELT_ZONE_STUB:
        case FELT_ZONE_KINDS: break;
        }
    }
}

void felt_poker_imagine(const struct felt_poker_rules *rules, const struct felt_view *view,
                        struct felt_rng *rng, struct felt_poker *state)
{
    felt_card fixed[FELT_CARDS_MAX];
    memset(fixed, FELT_CARD_NONE, sizeof fixed);
    *state = (struct felt_poker){.betting = view->betting,
                                 .dead = view->dead,
                                 .rake = view->rake,
                                 .phase = view->phase,
                                 .step = view->step,
                                 .street = view->street,
                                 .button = view->button,
                                 .opener = view->opener,
                                 .size = rules->deck_count,
                                 .draws = count_draws(rules->variant, view),
                                 .dealt = view->seats};
    memcpy(state->start, view->start, sizeof state->start);
    memcpy(state->paid, view->paid, sizeof state->paid);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) state->total += view->start[seat];
    state->antes = true; /* who paid what says the rest */
    imagine_numbers(view, state);
    imagine_rows(rules, view, state);
    imagine_cards(rules, view, state, fixed);
    memcpy(state->deck, rules->deck, sizeof state->deck);
    poker_fill_deck(rules, state, fixed, rng);
    if (rules->reshuffles) state->later = felt_rng_split(rng, 0);
}

/* ---- comparing ------------------------------------------------------------------------------ */

static uint64_t hash_betting(uint64_t hash, const struct felt_betting *betting)
{
    const struct felt_turn *turn = &betting->turn;
    const felt_chips prices[5] = {betting->to_match, betting->raise_from, betting->raise_min,
                                  betting->pot, betting->missing};
    const uint8_t small[8] = {(uint8_t)turn->actor, (uint8_t)turn->holder, (uint8_t)turn->raiser,
                              (uint8_t)turn->first, turn->raises,          turn->cap,
                              turn->on_option,      betting->limit};
    const felt_seats sets[4] = {turn->live, turn->able, turn->owes, turn->may_raise};
    hash = felt_hash_bytes(hash, betting->stack, sizeof betting->stack);
    hash = felt_hash_bytes(hash, betting->staked, sizeof betting->staked);
    hash = felt_hash_bytes(hash, prices, sizeof prices);
    hash = felt_hash_bytes(hash, small, sizeof small);
    return felt_hash_bytes(hash, sets, sizeof sets);
}

/* Of draws, boards and redeals. */
static uint64_t hash_extras(uint64_t hash, const struct felt_poker *state)
{
    const uint8_t small[8] = {state->runs,     state->common, state->follow,  state->redeals,
                              state->shuffles, state->draws,  state->crowded, state->bomb};
    const uint8_t places[4] = {state->next, state->special, state->gone, state->antes};
    hash = felt_hash_bytes(hash, small, sizeof small);
    hash = felt_hash_bytes(hash, places, sizeof places);
    hash = felt_hash_bytes(hash, state->row, sizeof state->row);
    hash = felt_hash_bytes(hash, &state->mucked, sizeof state->mucked);
    hash = felt_hash_bytes(hash, state->late, sizeof state->late);
    hash = felt_hash_bytes(hash, state->thrown, sizeof state->thrown);
    hash = felt_hash_bytes(hash, state->drew, sizeof state->drew);
    return felt_hash_bytes(hash, &state->later, sizeof state->later);
}

uint64_t felt_poker_hash(const struct felt_poker *state)
{
    const felt_chips sums[3] = {state->total, state->dead, state->rake};
    const uint8_t small[8] = {
        state->phase,           state->step, state->street, (uint8_t)state->button,
        (uint8_t)state->opener, state->size, state->boards, state->slots};
    const felt_seats sets[2] = {state->dealt, state->shown};
    uint64_t hash = hash_betting(0, &state->betting);
    hash = felt_hash_bytes(hash, state->paid, sizeof state->paid);
    hash = felt_hash_bytes(hash, state->start, sizeof state->start);
    hash = felt_hash_bytes(hash, sums, sizeof sums);
    hash = felt_hash_bytes(hash, small, sizeof small);
    hash = felt_hash_bytes(hash, sets, sizeof sets);
    hash = felt_hash_bytes(hash, state->kept, sizeof state->kept);
    hash = hash_extras(hash, state);
    return felt_hash_bytes(hash, state->deck, state->size);
}

/* Of draws, boards and redeals. */
static bool same_extras(const struct felt_poker *a, const struct felt_poker *b)
{
    return a->mucked == b->mucked && a->runs == b->runs && a->common == b->common &&
           a->follow == b->follow && a->redeals == b->redeals && a->shuffles == b->shuffles &&
           a->draws == b->draws && a->gone == b->gone && a->crowded == b->crowded &&
           a->special == b->special && a->bomb == b->bomb && a->antes == b->antes &&
           !memcmp(a->late, b->late, sizeof a->late) &&
           !memcmp(a->thrown, b->thrown, sizeof a->thrown) &&
           !memcmp(a->drew, b->drew, sizeof a->drew) &&
           !memcmp(&a->later, &b->later, sizeof a->later);
}

bool felt_poker_equal(const struct felt_poker *a, const struct felt_poker *b)
{
    return felt_betting_equal(&a->betting, &b->betting) &&
           !memcmp(a->paid, b->paid, sizeof a->paid) &&
           !memcmp(a->start, b->start, sizeof a->start) && a->total == b->total &&
           a->dead == b->dead && a->rake == b->rake && a->phase == b->phase && a->step == b->step &&
           a->street == b->street && a->button == b->button && a->opener == b->opener &&
           a->size == b->size && a->next == b->next && !memcmp(a->row, b->row, sizeof a->row) &&
           a->boards == b->boards && a->slots == b->slots && a->dealt == b->dealt &&
           a->shown == b->shown && !memcmp(a->kept, b->kept, sizeof a->kept) &&
           !memcmp(a->deck, b->deck, a->size) && same_extras(a, b);
}

/* ---- the table of game.h -------------------------------------------------------------------- */

static enum felt_status open_any(const void *rules, const struct felt_deal *from, void *state,
                                 struct felt_event_log *log)
{
    return felt_poker_open(rules, from, state, log);
}
static enum felt_status deal_any(const void *rules, const struct felt_deal *from,
                                 struct felt_rng *rng, void *state, struct felt_event_log *log)
{
    return felt_poker_deal(rules, from, rng, state, log);
}
static felt_seat actor_of_any(const void *rules, const void *state)
{
    (void)rules;
    return felt_poker_actor(state);
}
static int legal_of_any(const void *rules, const void *state, struct felt_option out[])
{
    return felt_poker_options(rules, state, out);
}
static enum felt_status apply_any(const void *rules, void *state, felt_seat seat,
                                  struct felt_action action, struct felt_event_log *log)
{
    return felt_poker_apply(rules, state, seat, action, log);
}
static void view_any(const void *rules, const void *state, felt_seat seat, struct felt_view *out)
{
    felt_poker_view(rules, state, seat, out);
}
static void imagine_any(const void *rules, const struct felt_view *view, struct felt_rng *rng,
                        void *state)
{
    felt_poker_imagine(rules, view, rng, state);
}
static bool future_of_any(const void *rules, struct felt_rng *rng, void *state)
{
    return felt_poker_future(rules, rng, state);
}
static void payoff_of_any(const void *rules, const void *state, felt_chips out[])
{
    (void)rules;
    felt_poker_payoff(state, out);
}

const struct felt_game felt_poker_game = {.name = "poker",
                                          .rules_bytes = sizeof(struct felt_poker_rules),
                                          .state_bytes = sizeof(struct felt_poker),
                                          .open = open_any,
                                          .deal = deal_any,
                                          .actor = actor_of_any,
                                          .legal = legal_of_any,
                                          .apply = apply_any,
                                          .view = view_any,
                                          .imagine = imagine_any,
                                          .future = future_of_any,
                                          .payoff = payoff_of_any};
