/* view.c -- what a seat may know, and a state that looks like it (N4, G3, G4).
 *
 * Zones come in a fixed order: hands by seat, the table, discards by seat, what is gone, decks by
 * seat.  Cards are kinds.  Discards: first what everybody has seen, then the rest, which only its
 * owner knows; both by kind. */
#include "games/narc/parts.h"

#include <string.h>

enum { OWNERS_IN_A_NUMBER = 31 };

/* ---- looking ---- */

struct desk {
    const struct felt_narc_rules *rules;
    const struct felt_narc_state *state;
    struct felt_view *out;
    int cards;
};

static struct felt_zone *lay_zone(struct desk *desk, enum felt_zone_kind kind, felt_seat owner)
{
    struct felt_view *out = desk->out;
    felt_assert(out->zones < FELT_ZONES_MAX);
    struct felt_zone *zone = &out->zone[out->zones++];
    *zone = (struct felt_zone){.kind = (uint8_t)kind, .owner = owner, .at = (uint8_t)desk->cards};
    return zone;
}

/* card < 0: one that is not known. */
static void lay_card(struct desk *desk, struct felt_zone *zone, int card, bool up)
{
    felt_assert(desk->cards < FELT_ZONE_CARDS_MAX && zone->count < 64);
    if (up) zone->up |= UINT64_C(1) << zone->count;
    desk->out->cards[desk->cards++] =
        card < 0 ? (felt_card)FELT_CARD_NONE
                 : (felt_card)felt_narc_kind(desk->rules, desk->state, card);
    zone->count++;
}

static void lay_set(struct desk *desk, struct felt_zone *zone, felt_cards cards, bool known,
                    bool up)
{
    while (cards) {
        int card = felt_cards_take(&cards);
        lay_card(desk, zone, known ? card : -1, up);
    }
}

static void lay_table(struct desk *desk, int viewer)
{
    const struct felt_narc_state *state = desk->state;
    struct felt_zone *zone = lay_zone(desk, FELT_ZONE_BOARD, FELT_SEAT_NONE);
    int64_t *numbers = desk->out->number;
    for (int i = 0; i < state->commits; i++) {
        enum felt_narc_role role = narc_owner(desk->rules, state->commit[i]);
        bool up = i < state->flipped || desk->rules->options.open;
        lay_card(desk, zone, up || viewer == (int)role ? state->commit[i] : -1, up);
        int64_t bits = (int64_t)role << (2 * (i % OWNERS_IN_A_NUMBER));
        numbers[i < OWNERS_IN_A_NUMBER ? FELT_NARC_OWNERS : FELT_NARC_MORE_OWNERS] |= bits;
    }
}

static void lay_zones(struct desk *desk, int viewer)
{
    const struct felt_narc_rules *rules = desk->rules;
    const struct felt_narc_state *state = desk->state;
    for (felt_seat seat = 0; seat < FELT_ROLES; seat++) {
        int role = rules->options.order[seat];
        lay_set(desk, lay_zone(desk, FELT_ZONE_HAND, seat), state->hand & rules->of_role[role],
                role == viewer, false);
    }
    lay_table(desk, viewer);
    for (felt_seat seat = 0; seat < FELT_ROLES; seat++) {
        int role = rules->options.order[seat];
        felt_cards spent = state->spent & rules->of_role[role];
        struct felt_zone *zone = lay_zone(desk, FELT_ZONE_DISCARDS, seat);
        lay_set(desk, zone, spent & state->open_spent, true, true);
        lay_set(desk, zone, spent & ~state->open_spent, role == viewer, false);
    }
    lay_set(desk, lay_zone(desk, FELT_ZONE_PILE, felt_narc_seat(rules, FELT_ROLE_PLAYER)),
            state->gone, true, true);
    for (felt_seat seat = 0; seat < FELT_ROLES; seat++) {
        int role = rules->options.order[seat];
        lay_set(desk, lay_zone(desk, FELT_ZONE_STUB, seat), state->deck & rules->of_role[role],
                false, false);
    }
}

static void put_numbers(const struct felt_narc_state *state, int64_t *number)
{
    number[FELT_NARC_EVIDENCE_NOW] = state->totals.evidence;
    number[FELT_NARC_COVER_NOW] = state->totals.cover;
    number[FELT_NARC_HEAT_NOW] = state->totals.heat;
    number[FELT_NARC_PROFIT_NOW] = state->totals.profit;
    number[FELT_NARC_RUN_HEAT] = state->heat;
    number[FELT_NARC_RUN_CASH] = state->cash;
    number[FELT_NARC_TIER] = state->tier;
    number[FELT_NARC_ROUND] = state->round + 1;
    number[FELT_NARC_HAND_NUMBER] = state->hand_number;
    number[FELT_NARC_END] = state->end;
    number[FELT_NARC_BANKED] = state->banked;
    number[FELT_NARC_SESSION] = state->session_banked;
    number[FELT_NARC_FOLDED_ROLES] = state->folded;
    number[FELT_NARC_COUNTS] = state->actions | (int64_t)state->session_over << 16 |
                               (int64_t)state->flipped << 24 | (int64_t)state->betting.faces << 32;
}

static void put_options(const struct felt_narc_rules *rules, const struct felt_narc_state *state,
                        struct felt_view *out)
{
    out->options = (uint8_t)felt_narc_game.legal(rules, state, out->option);
}

void narc_view(const struct felt_narc_rules *rules, const struct felt_narc_state *state,
               felt_seat seat, struct felt_view *out)
{
    static const uint8_t phases[] = {[FELT_NARC_BETTING] = FELT_PHASE_BET,
                                     [FELT_NARC_DECISION] = FELT_PHASE_DECIDE,
                                     [FELT_NARC_OVER] = FELT_PHASE_OVER};
    struct desk desk = {.rules = rules, .state = state, .out = out};
    memset(out, 0, sizeof *out);
    out->viewer = seat;
    out->actor = felt_narc_actor(rules, state);
    out->button = FELT_SEAT_NONE;
    out->opener = state->betting.turn.first;
    out->phase = phases[state->phase];
    out->street = state->round;
    out->seats = (1u << FELT_ROLES) - 1;
    out->betting.turn = state->betting.turn;
    memset(out->cards, FELT_CARD_NONE, sizeof out->cards);
    lay_zones(&desk, seat >= 0 ? (int)felt_narc_role(rules, seat) : -1);
    put_numbers(state, out->number);
    if (seat >= 0 && seat == out->actor) put_options(rules, state, out);
}

/* ---- imagining ---- */

struct dream {
    const struct felt_narc_rules *rules;
    const struct felt_view *view;
    struct felt_narc_state *state;
    felt_cards left; /* copies that have no place yet */
};

/* A copy of a kind that has no place yet. */
static int find_copy(struct dream *dream, int kind)
{
    felt_cards left = dream->left;
    int card;
    do {
        felt_assert(left); /* a view shows no more copies of a card than there are */
        card = felt_cards_take(&left);
    } while (felt_narc_kind(dream->rules, dream->state, card) != kind);
    dream->left &= ~felt_cards_of((felt_card)card);
    return card;
}

/* Cards of a zone that are known, as a set of copies; `up` chooses among all, up and not up. */
enum facing { ANY, UP, NOT_UP };
static felt_cards find_known(struct dream *dream, const struct felt_zone *zone, enum facing facing)
{
    felt_cards set = 0;
    for (int i = 0; zone && i < zone->count; i++) {
        int kind = dream->view->cards[zone->at + i];
        bool up = zone->up >> i & 1;
        if (kind == FELT_CARD_NONE || (facing == UP && !up) || (facing == NOT_UP && up)) continue;
        set |= felt_cards_of((felt_card)find_copy(dream, kind));
    }
    return set;
}

static int owner_in_view(const struct felt_view *view, int i)
{
    int64_t bits = view->number[i < OWNERS_IN_A_NUMBER ? FELT_NARC_OWNERS : FELT_NARC_MORE_OWNERS];
    return (int)(bits >> (2 * (i % OWNERS_IN_A_NUMBER)) & 3);
}

/* First everything that is known, so that what is not cannot take its copies. */
static void place_known(struct dream *dream)
{
    const struct felt_view *view = dream->view;
    struct felt_narc_state *state = dream->state;
    const struct felt_zone *table = felt_view_zone(view, FELT_ZONE_BOARD, FELT_SEAT_NONE);
    felt_seat player = felt_narc_seat(dream->rules, FELT_ROLE_PLAYER);
    state->gone = find_known(dream, felt_view_zone(view, FELT_ZONE_PILE, player), ANY);
    for (felt_seat seat = 0; seat < FELT_ROLES; seat++) {
        const struct felt_zone *spent = felt_view_zone(view, FELT_ZONE_DISCARDS, seat);
        state->hand |= find_known(dream, felt_view_zone(view, FELT_ZONE_HAND, seat), ANY);
        state->open_spent |= find_known(dream, spent, UP);
        state->spent |= find_known(dream, spent, NOT_UP);
    }
    state->spent |= state->open_spent;
    state->commits = table->count;
    for (int i = 0; i < table->count; i++) {
        int kind = view->cards[table->at + i];
        state->commit[i] = (uint8_t)(kind == FELT_CARD_NONE ? kind : find_copy(dream, kind));
    }
}

/* How many cards of a zone are not known. */
static int unknown(const struct felt_view *view, enum felt_zone_kind kind, felt_seat seat)
{
    const struct felt_zone *zone = felt_view_zone(view, kind, seat);
    int count = 0;
    for (int i = 0; zone && i < zone->count; i++)
        count += view->cards[zone->at + i] == FELT_CARD_NONE;
    return count;
}

/* Then the rest of a role's copies, in an order of chance. */
static void place_unknown(struct dream *dream, int role, struct felt_rng *rng)
{
    const struct felt_narc_rules *rules = dream->rules;
    struct felt_narc_state *state = dream->state;
    felt_seat seat = felt_narc_seat(rules, (enum felt_narc_role)role);
    uint8_t cards[FELT_NARC_CARDS_MAX];
    int count = narc_list(dream->left & rules->of_role[role], cards), at = 0;
    narc_mix(cards, count, count, rng);
    for (int i = unknown(dream->view, FELT_ZONE_HAND, seat); i > 0; i--)
        state->hand |= felt_cards_of(cards[at++]);
    for (int i = unknown(dream->view, FELT_ZONE_DISCARDS, seat); i > 0; i--)
        state->spent |= felt_cards_of(cards[at++]);
    for (int i = 0; i < state->commits; i++)
        if (state->commit[i] == FELT_CARD_NONE && owner_in_view(dream->view, i) == role)
            state->commit[i] = cards[at++];
    felt_assert(at <= count);
    state->left[role] = (uint8_t)(count - at);
    for (uint8_t *pile = state->pile + rules->first[role]; at < count; at++) {
        state->deck |= felt_cards_of(cards[at]);
        *pile++ = cards[at];
    }
}

static void copy_numbers(const struct felt_view *view, struct felt_narc_state *state)
{
    const int64_t *number = view->number, counts = number[FELT_NARC_COUNTS];
    state->heat = (int32_t)number[FELT_NARC_RUN_HEAT];
    state->cash = (int32_t)number[FELT_NARC_RUN_CASH];
    state->tier = (uint8_t)number[FELT_NARC_TIER];
    state->round = (uint8_t)(number[FELT_NARC_ROUND] - 1);
    state->hand_number = (uint8_t)number[FELT_NARC_HAND_NUMBER];
    state->end = (uint8_t)number[FELT_NARC_END];
    state->banked = (int32_t)number[FELT_NARC_BANKED];
    state->session_banked = (int32_t)number[FELT_NARC_SESSION];
    state->folded = (uint8_t)number[FELT_NARC_FOLDED_ROLES];
    state->actions = (uint16_t)counts;
    state->session_over = counts >> 16 & 1;
    state->flipped = (uint8_t)(counts >> 24);
    state->betting.faces = (felt_seats)(counts >> 32);
}

void narc_imagine(const struct felt_narc_rules *rules, const struct felt_view *view,
                  struct felt_rng *rng, struct felt_narc_state *state)
{
    struct dream dream = {.rules = rules, .view = view, .state = state, .left = narc_all(rules)};
    memset(state, 0, sizeof *state);
    copy_numbers(view, state);
    state->phase = view->phase == FELT_PHASE_BET      ? FELT_NARC_BETTING
                   : view->phase == FELT_PHASE_DECIDE ? FELT_NARC_DECISION
                                                      : FELT_NARC_OVER;
    state->betting.turn = view->betting.turn;
    place_known(&dream);
    for (int role = 0; role < FELT_ROLES; role++) place_unknown(&dream, role, rng);
    for (int i = 0; i < state->commits; i++) {
        felt_cards bit = felt_cards_of(state->commit[i]);
        *(i < state->flipped ? &state->up : &state->down) |= bit;
        if (i >= state->flipped)
            state->betting.committed[rules->seat_of[narc_owner(rules, state->commit[i])]]++;
    }
    for (int role = 0; role < FELT_ROLES; role++)
        state->betting.held[rules->seat_of[role]] =
            (uint8_t)narc_count(state->hand & rules->of_role[role]);
    state->totals = narc_totals(rules, state, state->flipped);
    narc_renew(state, rng);
    felt_assert(narc_piles_are_sound(rules, state)); /* N1 */
}
