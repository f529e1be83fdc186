/* poker.h -- what the files of games/poker share.  Private to this folder. */
#ifndef FELT_GAMES_POKER_POKER_H
#define FELT_GAMES_POKER_POKER_H

#include "felt/assert.h"
#include "felt/poker.h"

const struct felt_showdown *poker_find_showdown(const char *name);

/* How many cards of its row a seat holds, or held when it folded. */
static inline int poker_held(const struct felt_poker *state, felt_seat seat)
{
    if (felt_seats_has(state->betting.turn.live, seat)) return state->slots;
    return felt_seats_has(state->dealt, seat) ? state->kept[seat] : 0;
}

/* Bit i: card i of every row is dealt face up. */
unsigned poker_up_slots(const struct felt_variant *variant);

/* Search and simulation pass no log: recording stays off the straight path. */
#define LOGGING(log) __builtin_expect((log) != NULL, 0)

static inline struct felt_event *poker_emit(struct felt_event_log *log, enum felt_event_kind kind,
                                            felt_seat seat, felt_chips amount)
{
    felt_assert(log->count < log->room);
    struct felt_event *event = &log->event[log->count++];
    *event = (struct felt_event){.kind = (uint8_t)kind, .seat = seat, .amount = amount};
    return event;
}

/* hand.c: the deck with these cards at their places, FELT_CARD_NONE being any of the others:
 * shuffled, or in order if rng is NULL. */
void poker_fill_deck(const struct felt_poker_rules *rules, struct felt_poker *state,
                     const felt_card fixed[FELT_CARDS_MAX], struct felt_rng *rng);

/* hand.c: rows and stub for the seats dealt in. */
void poker_lay_rows(const struct felt_poker_rules *rules, struct felt_poker *state);

/* settle.c: the end of a hand.  The stakes are collected. */
void poker_settle(const struct felt_poker_rules *rules, struct felt_poker *state,
                  struct felt_event_log *log);

/* FELT_SEAT_NONE if the hand can be dealt, else a seat whose numbers are wrong, or FELT_SEATS_MAX
 * if it is the table. */
static inline felt_seat poker_wrong_seat(const struct felt_poker_rules *rules,
                                         const struct felt_deal *from)
{
    const struct felt_variant *row = rules->variant;
    int count = felt_seats_count(from->seats);
    if (from->seats >> FELT_SEATS_MAX || count < row->seats_min || count > row->seats_max ||
        count * row->hole_cards + row->board_cards > rules->deck_count || from->button < 0 ||
        from->button >= FELT_SEATS_MAX || from->opener < FELT_SEAT_NONE ||
        (from->opener >= 0 && !felt_seats_has(from->seats, from->opener)))
        return FELT_SEATS_MAX;
    felt_chips bits = 0; /* negative and too large numbers have high bits, and so has 0 - 1 */
    for (felt_seats left = from->seats; left;) {
        felt_seat seat = felt_seats_take(&left);
        felt_chips stack = from->stack[seat];
        bits |= stack | (felt_chips)((uint64_t)stack - 1) | from->ante[seat] | from->dead[seat] |
                from->blind[seat];
        if (__builtin_expect(bits >> FELT_CHIPS_BITS, 0)) return seat;
    }
    return FELT_SEAT_NONE;
}

#endif
