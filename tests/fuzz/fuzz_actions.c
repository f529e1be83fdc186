/* fuzz_actions.c -- any bytes as a table and a stream of actions, legal or not.
 *
 * The bytes choose variant, limit, options of the house, seats, stacks, forced bets and the seed of
 * the cards; the rest are actions: bets, discards, boards, showing.  An action is accepted exactly
 * if an option admits it; a refused one leaves every byte of the state alone; chips and cards are
 * conserved; the pots are nested; nobody sees what others hold or threw away; a view can be
 * imagined from.  When the bytes are used up everybody checks or calls and throws as little away as
 * it may.
 */
#include "table_bytes.h"

#include <string.h>

enum { ACTIONS_MAX = 4000, TRIES_MAX = 20000 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void verify_state(const struct felt_poker_rules *rules, const struct felt_poker *state)
{
    felt_chips sum = state->betting.pot + state->rake, middle = 0;
    struct felt_pot pots[FELT_SEATS_MAX];
    felt_seats below = state->betting.turn.live;
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        felt_assert(state->betting.stack[seat] >= 0);
        felt_assert(state->betting.staked[seat] <= state->betting.to_match);
        sum += state->betting.stack[seat];
        middle += state->betting.staked[seat];
    }
    felt_assert(sum == state->total);
    felt_assert(felt_cards_from(state->deck, state->size) == rules->variant->deck);
    felt_assert((state->phase == FELT_PHASE_OVER) == (felt_poker_actor(state) < 0));
    int count = felt_poker_pots(state, pots);
    for (int i = 0; i < count; i++) {
        felt_assert((pots[i].eligible & ~below) == 0);
        felt_assert(i == 0 || pots[i].eligible != below);
        below = pots[i].eligible;
        middle += pots[i].amount;
    }
    felt_assert(middle == state->betting.pot);
}

static void verify_view(const struct felt_poker_rules *rules, const struct felt_poker *state,
                        felt_seat viewer, struct felt_rng *rng)
{
    struct felt_view view, again;
    struct felt_poker imagined;
    felt_poker_view(rules, state, viewer, &view);
    felt_poker_imagine(rules, &view, rng, &imagined);
    felt_poker_view(rules, &imagined, viewer, &again);
    felt_assert(felt_view_equal(&view, &again));
    felt_assert(felt_cards_from(imagined.deck, imagined.size) == rules->variant->deck);
    for (int i = 0; i < view.zones; i++) {
        const struct felt_zone *zone = &view.zone[i];
        bool in_view = zone->owner < 0 || zone->owner == viewer ||
                       (zone->kind == FELT_ZONE_HAND && felt_seats_has(state->shown, zone->owner));
        felt_assert(zone->kind != FELT_ZONE_DISCARDS || zone->owner == viewer);
        for (int card = 0; card < zone->count; card++)
            if (!in_view && !(zone->up >> card & 1))
                felt_assert(view.cards[zone->at + card] == FELT_CARD_NONE);
    }
}

/* Chips go only to those who have not folded, and a pot to none that mucked. */
static void verify_events(const struct felt_poker *state, const struct felt_event_log *log)
{
    for (uint32_t i = 0; i < log->count; i++) {
        const struct felt_event *event = &log->event[i];
        bool paid = event->kind == FELT_EVENT_RETURN || event->kind == FELT_EVENT_WIN;
        if (paid) felt_assert(felt_seats_has(state->betting.turn.live, event->seat));
        if (paid) felt_assert(event->amount > 0);
        if (paid) felt_assert(!felt_seats_has(state->mucked, event->seat));
    }
}

/* So many of the lowest cards of an option. */
static uint64_t lowest_cards(const struct felt_option *option, int count)
{
    uint64_t from = option->cards, cards = 0;
    for (; count > 0; count--, from &= from - 1) cards |= from & -from;
    return cards;
}

/* Check, call, bring in, one board, show; the first cards if some must go. */
static struct felt_action quiet_action(const struct felt_option *option, int count)
{
    struct felt_action action = {0};
    for (int i = count; i-- > 0;) {
        if (option[i].kind == FELT_FOLD || option[i].kind == FELT_RAISE_TO) continue;
        action.kind = option[i].kind;
        action.cards = lowest_cards(&option[i], option[i].cards_min);
    }
    return action;
}

/* An action from the bytes: near what is offered, or anything at all. */
static struct felt_action read_action(struct bytes *bytes, const struct felt_option *option,
                                      int count)
{
    struct felt_action action = {0};
    if (bytes->left == 0) return quiet_action(option, count);
    unsigned byte = take(bytes);
    if (byte & 128) { /* anything */
        action.kind = (uint8_t)take(bytes);
        action.amount = (felt_chips)take_two(bytes) - 32768;
        if (byte & 64) action.amount *= INT64_C(1) << 40;
        if (byte & 32) action.cards = (uint64_t)take(bytes) << (byte & 8 ? 3 : 0);
        if (byte & 16) action.choice = (uint16_t)take(bytes);
        if (byte & 4) action.amount = 0;
        return action;
    }
    const struct felt_option *chosen = &option[byte % (unsigned)count];
    action.kind = chosen->kind;
    if (action.kind == FELT_RAISE_TO) {
        action.amount = byte & 64 ? chosen->max : chosen->min;
        action.amount += (felt_chips)(take(bytes) % 16) - 2;
    }
    if (action.kind == FELT_DISCARD) action.cards = byte & 64 ? chosen->cards : take(bytes);
    if (action.kind == FELT_RUNS) action.choice = byte >> 5 & 3;
    return action;
}

static void play(const struct felt_poker_rules *rules, struct felt_poker *state,
                 struct bytes *bytes, struct felt_event_log *log)
{
    struct felt_rng rng = felt_rng_make(bytes->left);
    int accepted = 0;
    for (int tries = 0; felt_poker_actor(state) >= 0 && tries < TRIES_MAX; tries++) {
        struct felt_option option[FELT_OPTIONS_MAX];
        struct felt_poker before;
        struct felt_complaint complaint;
        int count = felt_poker_options(rules, state, option);
        felt_assert(count > 0);
        felt_seat seat = felt_poker_actor(state);
        struct felt_action action = read_action(bytes, option, count);
        bool legal = false;
        for (int i = 0; i < count; i++) legal |= felt_option_admits(&option[i], action);
        memcpy(&before, state, sizeof before);
        log->count = 0; /* room for what happens between two calls */
        felt_assert((felt_poker_explain(rules, state, seat, action, &complaint) == FELT_OK) ==
                    legal);
        enum felt_status status = felt_poker_apply(rules, state, seat, action, log);
        felt_assert((status == FELT_OK) == legal);
        if (legal)
            felt_assert(++accepted <= ACTIONS_MAX && log->count > 0);
        else
            felt_assert(memcmp(&before, state, sizeof before) == 0 && log->count == 0);
        verify_events(state, log);
        if (legal) verify_state(rules, state);
        if (legal) verify_view(rules, state, (felt_seat)(tries % (FELT_SEATS_MAX + 1) - 1), &rng);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct felt_event event[FELT_EVENTS_MAX];
    struct felt_event_log log = {.event = event, .room = FELT_EVENTS_MAX};
    struct bytes bytes = {data, size};
    struct felt_complaint complaint;
    struct felt_poker state;
    struct felt_poker_rules rules = read_rules(&bytes);
    struct felt_deal deal = read_deal(&bytes, &rules);
    struct felt_rng rng = felt_rng_make(take_two(&bytes));
    enum felt_status status = felt_poker_deal_verify(&rules, &deal, &complaint);
    felt_assert(felt_poker_open(&rules, &deal, &state, &log) == status);
    if (status != FELT_OK) return 0;
    felt_assert(felt_poker_deal(&rules, &deal, &rng, &state, &log) == FELT_OK);
    verify_state(&rules, &state);
    play(&rules, &state, &bytes, &log);
    if (felt_poker_actor(&state) >= 0) return 0;
    felt_assert(log.count == 0 || log.event[log.count - 1].kind == FELT_EVENT_OVER);
    felt_chips payoff[FELT_SEATS_MAX], sum = state.rake;
    felt_poker_payoff(&state, payoff);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) sum += payoff[seat];
    felt_assert(sum == 0);
    return 0;
}
