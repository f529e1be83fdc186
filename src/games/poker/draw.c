/* draw.c -- throwing cards away, and getting new ones (RULES 13).
 *
 * Discards wait in `thrown` until the last seat has made its own; then new cards are dealt in the
 * same order.  As long as the stub suffices a new card changes places with the old one, which then
 * lies before the stub, in the order of draws, seats and cards.  If it does not suffice, the deck
 * is laid out anew from lists: see deal_short(). */
#include "games/poker/poker.h"

#include <string.h>

static int count_bits(unsigned mask)
{
    int count = 0;
    for (; mask; mask &= mask - 1) count++;
    return count;
}

/* New cards that are due when all have thrown. */
static int cards_due(const struct felt_poker *state)
{
    int due = 0;
    for (felt_seats left = state->betting.turn.live; left;)
        due += count_bits(state->thrown[felt_seats_take(&left)]);
    return due;
}

int felt_poker_draw_due(const struct felt_poker_rules *rules, const struct felt_poker *state,
                        uint64_t cards)
{
    const struct felt_turn *turn = &state->betting.turn;
    if (state->phase != FELT_PHASE_DISCARD || !rules->variant->step[state->step].replace) return 0;
    if (turn->owes & (felt_seats)~felt_seats_of(turn->actor)) return 0;
    return cards_due(state) + count_bits((unsigned)cards);
}

/* ---- enough cards --------------------------------------------------------------------------- */

static void swap(felt_card *a, felt_card *b)
{
    felt_card card = *a;
    *a = *b;
    *b = card;
}

/* Brings the given cards to the top of the stub, if all of them are in it. */
static bool stack_stub(struct felt_poker *state, const felt_card *given, int due)
{
    felt_card deck[FELT_CARDS_MAX];
    felt_cards named = 0;
    if (due > state->size - state->next) return false;
    memcpy(deck, state->deck, sizeof deck);
    for (int i = 0; i < due; i++)
        if (given[i] != FELT_CARD_NONE) named |= felt_cards_of(given[i]);
    for (int i = 0; i < due; i++) {
        int at = state->next + i;
        /* The named card, or, where any will do, one that is not named for another place. */
        while (at < state->size &&
               (given[i] != FELT_CARD_NONE ? deck[at] != given[i] : named >> deck[at] & 1))
            at++;
        if (at == state->size) return false;
        swap(&deck[state->next + i], &deck[at]);
    }
    memcpy(state->deck, deck, sizeof deck);
    return true;
}

static void deal_from_stub(struct felt_poker *state, struct felt_event_log *log)
{
    for (felt_seats left = state->betting.turn.live; left;) {
        felt_seat seat = felt_seats_from(left, state->button + 1);
        felt_card *row = state->deck + state->row[seat], fresh[FELT_HOLE_MAX];
        int count = 0;
        left &= (felt_seats)~felt_seats_of(seat);
        for (unsigned slots = state->thrown[seat]; slots; slots &= slots - 1) {
            felt_card *card = &row[__builtin_ctz(slots)];
            swap(card, &state->deck[state->next++]);
            fresh[count++] = *card;
        }
        if (LOGGING(log))
            poker_emit_cards(log, FELT_EVENT_DRAW, seat, felt_seats_of(seat), fresh, count);
    }
}

/* ---- too few cards -------------------------------------------------------------------------- */

struct stub {
    felt_card card[FELT_CARDS_MAX];
    int count;
};

static void remove_at(struct stub *stub, int at)
{
    stub->count--;
    memmove(&stub->card[at], &stub->card[at + 1], (size_t)(stub->count - at));
}

/* Shuffles `cards` and puts them on top of what is left of the stub. */
static void refill(struct felt_poker *state, struct stub *stub, felt_cards cards,
                   struct felt_event_log *log)
{
    struct stub full = {.count = 0};
    state->shuffles++;
    struct felt_rng rng = poker_later(state);
    while (cards) full.card[full.count++] = felt_cards_take(&cards);
    felt_cards_shuffle(full.card, full.count, full.count, &rng);
    if (LOGGING(log)) (void)poker_emit(log, FELT_EVENT_SHUFFLE, FELT_SEAT_NONE, full.count);
    for (int i = 0; i < stub->count; i++) full.card[full.count++] = stub->card[i];
    *stub = full;
}

/* The first card of the stub that is not barred, or -1. */
static int find_card(const struct stub *stub, felt_cards barred)
{
    for (int i = 0; i < stub->count; i++)
        if (!(barred >> stub->card[i] & 1)) return i;
    return -1;
}

/* What lies on the board, is to come there, or is in the hand of a live seat and not thrown away;
 * cards of rows that are still to be dealt too. */
static felt_cards cards_in_use(const struct felt_poker_rules *rules, const struct felt_poker *state)
{
    const struct felt_variant *variant = rules->variant;
    felt_cards use = felt_cards_from(state->deck, variant->board_cards);
    for (felt_seats left = state->betting.turn.live; left;) {
        felt_seat seat = felt_seats_take(&left);
        for (int i = 0; i < variant->hole_cards; i++)
            if (!(state->thrown[seat] >> i & 1))
                use |= felt_cards_of(state->deck[state->row[seat] + i]);
    }
    return use;
}

static felt_cards cards_thrown(const struct felt_poker *state, felt_seat seat)
{
    felt_cards thrown = 0;
    for (unsigned slots = state->thrown[seat]; slots; slots &= slots - 1)
        thrown |= felt_cards_of(state->deck[state->row[seat] + __builtin_ctz(slots)]);
    return thrown;
}

/* The deck with these rows: board, rows of live seats, what is in neither, the stub.  Folded hands
 * are given up. */
static void lay_out(const struct felt_poker_rules *rules, struct felt_poker *state,
                    felt_card hand[FELT_SEATS_MAX][FELT_HOLE_MAX], const struct stub *stub)
{
    felt_cards rest = rules->variant->deck & ~felt_cards_from(stub->card, stub->count);
    felt_seats live = state->betting.turn.live;
    int holes = rules->variant->hole_cards;
    rest &= ~felt_cards_from(state->deck, rules->variant->board_cards);
    memset(state->kept, 0, sizeof state->kept);
    memset(state->row, 0, sizeof state->row);
    poker_lay_rows(rules, state, live);
    while (live) {
        felt_seat seat = felt_seats_take(&live);
        memcpy(state->deck + state->row[seat], hand[seat], (size_t)holes);
        rest &= ~felt_cards_from(hand[seat], holes);
    }
    while (rest) state->deck[state->next++] = felt_cards_take(&rest);
    felt_assert(state->next + stub->count == state->size); /* H2 */
    memcpy(state->deck + state->next, stub->card, (size_t)stub->count);
}

/* RULES 13.4: the stub is dealt out, then what others threw away and folded hands are shuffled in.
 * Or, for a replay, the cards that are given, wherever they are. */
static void deal_short(const struct felt_poker_rules *rules, struct felt_poker *state,
                       const felt_card *given, int due, struct felt_event_log *log)
{
    felt_card hand[FELT_SEATS_MAX][FELT_HOLE_MAX];
    felt_cards use = cards_in_use(rules, state), named = 0;
    struct stub stub = {.count = state->size - state->next};
    memcpy(stub.card, state->deck + state->next, (size_t)stub.count);
    for (int i = 0; given && i < due; i++)
        if (given[i] != FELT_CARD_NONE) named |= felt_cards_of(given[i]);
    if (given)
        refill(state, &stub, rules->variant->deck & ~use & ~felt_cards_from(stub.card, stub.count),
               log);
    for (felt_seats left = state->betting.turn.live; left;) {
        felt_seat seat = felt_seats_from(left, state->button + 1);
        felt_cards barred = cards_thrown(state, seat) | named;
        felt_card fresh[FELT_HOLE_MAX];
        int count = 0;
        left &= (felt_seats)~felt_seats_of(seat);
        memcpy(hand[seat], state->deck + state->row[seat], rules->variant->hole_cards);
        for (unsigned slots = state->thrown[seat]; slots; slots &= slots - 1) {
            felt_card want = given ? *given++ : (felt_card)FELT_CARD_NONE;
            int at = want == FELT_CARD_NONE ? find_card(&stub, barred)
                                            : find_card(&stub, ~felt_cards_of(want));
            if (at < 0) {
                felt_cards back = rules->variant->deck & ~use & ~barred;
                refill(state, &stub, back & ~felt_cards_from(stub.card, stub.count), log);
                at = find_card(&stub, barred);
            }
            felt_assert(at >= 0); /* seats x cards + one full draw <= deck */
            fresh[count++] = hand[seat][__builtin_ctz(slots)] = stub.card[at];
            use |= felt_cards_of(stub.card[at]);
            remove_at(&stub, at);
        }
        if (LOGGING(log))
            poker_emit_cards(log, FELT_EVENT_DRAW, seat, felt_seats_of(seat), fresh, count);
    }
    lay_out(rules, state, hand, &stub);
    state->gone = (uint8_t)(state->draws + 1);
}

/* ---- throwing ------------------------------------------------------------------------------- */

/* RULES 13.5: a card goes to the end of its row, and those behind it move up. */
static void drop_cards(const struct felt_poker_rules *rules, struct felt_poker *state)
{
    int last = rules->variant->hole_cards - 1;
    for (felt_seats left = state->betting.turn.live; left;) {
        felt_seat seat = felt_seats_take(&left);
        felt_card *row = state->deck + state->row[seat];
        for (int slot = last; slot >= 0; slot--) {
            felt_card card = row[slot];
            if (!(state->thrown[seat] >> slot & 1)) continue;
            memmove(row + slot, row + slot + 1, (size_t)(last - slot));
            row[last] = card;
        }
    }
    state->slots = (uint8_t)(state->slots - rules->variant->step[state->step].discard_min);
}

static void end_draw(const struct felt_poker_rules *rules, struct felt_poker *state,
                     const felt_card *given, struct felt_event_log *log)
{
    if (rules->variant->step[state->step].replace) {
        int due = cards_due(state);
        if (given ? stack_stub(state, given, due) : due <= state->size - state->next)
            deal_from_stub(state, log);
        else
            deal_short(rules, state, given, due, log);
    } else {
        drop_cards(rules, state);
    }
    memset(state->thrown, 0, sizeof state->thrown);
    state->draws++;
}

bool poker_throw(const struct felt_poker_rules *rules, struct felt_poker *state, uint64_t cards,
                 const felt_card *given, struct felt_event_log *log)
{
    struct felt_turn *turn = &state->betting.turn;
    felt_seat seat = turn->actor;
    int count = count_bits((unsigned)cards);
    state->thrown[seat] = (uint8_t)cards;
    state->drew[seat] |= (uint16_t)((count + 1) << (4 * state->draws));
    if (LOGGING(log)) {
        struct felt_event *event = poker_emit(log, FELT_EVENT_ACT, seat, 0);
        event->act = FELT_DISCARD;
        event->cards_to = felt_seats_of(seat);
        for (unsigned slots = (unsigned)cards; slots; slots &= slots - 1)
            event->cards[event->count++] = state->deck[state->row[seat] + __builtin_ctz(slots)];
    }
    felt_turn_pass(turn, &felt_turn_poker);
    if (turn->actor >= 0) return false;
    end_draw(rules, state, given, log);
    return true;
}

/* How many cards a seat has thrown away in a draw that is done. */
static int thrown_in(const struct felt_poker *state, felt_seat seat, int draw)
{
    int drew = felt_poker_drew(state->drew[seat], draw);
    return drew > 0 ? drew : 0;
}

int poker_discard_places(const struct felt_poker_rules *rules, const struct felt_poker *state,
                         felt_seat seat, uint8_t places[FELT_CARDS_MAX])
{
    const struct felt_variant *variant = rules->variant;
    int count = 0, row_end = state->row[seat] + variant->hole_cards, muck = state->next, draw = 0;
    bool replace[FELT_DRAWS_MAX] = {0};
    for (int i = 0; i < variant->steps; i++)
        if (variant->step[i].kind == FELT_STEP_DISCARD) replace[draw++] = variant->step[i].replace;
    /* Backwards from the stub: what was thrown away last lies right before it. */
    for (draw = state->draws - 1; draw >= 0; draw--) {
        felt_seats left = replace[draw] && draw >= state->gone ? state->dealt : 0;
        for (felt_seats others = left; others;)
            muck -= thrown_in(state, felt_seats_take(&others), draw);
        for (int place = muck; left;) {
            felt_seat who = felt_seats_from(left, state->button + 1);
            left &= (felt_seats)~felt_seats_of(who);
            for (int k = thrown_in(state, who, draw); k > 0; k--, place++)
                if (who == seat) places[count++] = (uint8_t)place;
        }
        /* Who holds nothing any more has no row. */
        bool dropped = !replace[draw] && poker_held(state, seat) > 0;
        for (int k = dropped ? thrown_in(state, seat, draw) : 0; k > 0; k--)
            places[count++] = (uint8_t)--row_end;
    }
    return count;
}
