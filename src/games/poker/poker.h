/* poker.h -- what the files of games/poker share.  Private to this folder.
 *
 *     variants.c  the rows           rules.c    usual rules, and what is wrong with unusual ones
 *     deal.c      places of cards    hand.c     the life of a hand
 *     draw.c      discards, draws    showing.c  cards face up: who opens, what they bring about
 *     settle.c    the end            view.c     what a seat may know */
#ifndef FELT_GAMES_POKER_POKER_H
#define FELT_GAMES_POKER_POKER_H

#include "felt/assert.h"
#include "felt/poker.h"

#include <string.h>

const struct felt_showdown *poker_find_showdown(const char *name);
/* variants.c: are there other steps than deals and bets, or cards up that matter; may cards go back
 * into the deck? */
bool poker_is_special(const struct felt_variant *variant);
bool poker_reshuffles(const struct felt_variant *variant);
/* variants.c: bit i: card i of every row is dealt face up. */
uint8_t poker_up_slots(const struct felt_variant *variant);

/* ---- places --------------------------------------------------------------------------------- */

/* How many cards of its row a seat holds, or held when it folded. */
static inline int poker_held(const struct felt_poker *state, felt_seat seat)
{
    if (felt_seats_has(state->betting.turn.live, seat)) return state->slots;
    return felt_seats_has(state->dealt, seat) ? state->kept[seat] : 0;
}

/* The cards a seat holds, side by side: where they lie, or in `copy` if the last one lies apart. */
static inline const felt_card *poker_cards(const struct felt_poker *state, felt_seat seat,
                                           felt_card copy[FELT_HOLE_MAX])
{
    const felt_card *row = state->deck + state->row[seat];
    if (__builtin_expect(!state->late[seat], 1)) return row;
    int last = poker_held(state, seat) - 1;
    felt_assert(last >= 0 && last < FELT_HOLE_MAX);
    memcpy(copy, row, FELT_HOLE_MAX - 1);
    copy[last] = state->deck[state->late[seat] - 1];
    return copy;
}

/* RULES 14.1: with one card less in each row and one place of board everybody can be dealt in. */
static inline bool poker_fits_crowded(const struct felt_variant *row, int seats, int deck)
{
    return row->shares_last && seats * (row->hole_cards - 1) + row->board_cards + 1 <= deck;
}

/* deal.c: rows, board and stub for these seats. */
void poker_lay_rows(const struct felt_poker_rules *rules, struct felt_poker *state,
                    felt_seats seats);
/* deal.c: at a crowded table, the places of cards that are nobody's, in the order in which they are
 * dealt: the place of board, the stub, what folded seats did not get.  Returns how many. */
int poker_free_places(const struct felt_poker_rules *rules, const struct felt_poker *state,
                      uint8_t places[FELT_CARDS_MAX]);
/* deal.c: the deck with these cards at their places, FELT_CARD_NONE being any of the others:
 * shuffled, or in order if rng is NULL. */
void poker_fill_deck(const struct felt_poker_rules *rules, struct felt_poker *state,
                     const felt_card fixed[FELT_CARDS_MAX], struct felt_rng *rng);
/* deal.c: RULES 14.3. */
void poker_redeal(const struct felt_poker_rules *rules, struct felt_poker *state,
                  struct felt_event_log *log);
/* deal.c: the stream for the next reshuffle or redeal. */
struct felt_rng poker_later(const struct felt_poker *state);

/* hand.c: dealing begins. */
void poker_start(const struct felt_poker_rules *rules, struct felt_poker *state,
                 struct felt_event_log *log);

/* ---- cards face up: showing.c --------------------------------------------------------------- */

/* Cards that are wild as the hand stands, besides jokers. */
static inline felt_cards poker_wild(const struct felt_poker_rules *rules,
                                    const struct felt_poker *state)
{
    felt_cards follower = state->follow > 1 ? (felt_cards)15 << (4 * (state->follow - 2)) : 0;
    return rules->wild | follower;
}
/* Who brings it in, and who opens a later street. */
felt_seat poker_bring_in_seat(const struct felt_poker_rules *rules, const struct felt_poker *state);
felt_seat poker_best_showing(const struct felt_poker_rules *rules, const struct felt_poker *state);
/* A step has dealt cards up; true: all cards are to be dealt anew. */
bool poker_notice_up(const struct felt_poker_rules *rules, struct felt_poker *state,
                     const struct felt_step *step);

/* ---- discards: draw.c ----------------------------------------------------------------------- */

/* The actor throws cards away.  If it is the last one, the draw is done: true.  New cards are those
 * `given`, or the top of the stub if that is NULL. */
bool poker_throw(const struct felt_poker_rules *rules, struct felt_poker *state, uint64_t cards,
                 const felt_card *given, struct felt_event_log *log);
/* Places of the cards a seat has thrown away, as far as they are known to lie there. */
int poker_discard_places(const struct felt_poker_rules *rules, const struct felt_poker *state,
                         felt_seat seat, uint8_t places[FELT_CARDS_MAX]);

/* ---- events --------------------------------------------------------------------------------- */

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

/* Cards that move; nothing if there are none. */
static inline void poker_emit_cards(struct felt_event_log *log, enum felt_event_kind kind,
                                    felt_seat seat, felt_seats cards_to, const felt_card *cards,
                                    int count)
{
    if (count == 0) return;
    struct felt_event *event = poker_emit(log, kind, seat, 0);
    event->cards_to = cards_to;
    event->count = (uint8_t)count;
    for (int i = 0; i < count; i++) event->cards[i] = cards[i];
}

/* ---- the end: settle.c ---------------------------------------------------------------------- */

/* The stakes are collected: chips change hands, or seats are asked whether they show. */
void poker_settle(const struct felt_poker_rules *rules, struct felt_poker *state,
                  struct felt_event_log *log);
/* The actor shows or mucks. */
void poker_show(const struct felt_poker_rules *rules, struct felt_poker *state, bool shows,
                struct felt_event_log *log);

/* ---- deals ---------------------------------------------------------------------------------- */

/* FELT_SEAT_NONE if the hand can be dealt, else a seat whose numbers are wrong, or FELT_SEATS_MAX
 * if it is the table. */
static inline felt_seat poker_wrong_seat(const struct felt_poker_rules *rules,
                                         const struct felt_deal *from)
{
    const struct felt_variant *row = rules->variant;
    int count = felt_seats_count(from->seats);
    if (from->seats >> FELT_SEATS_MAX || count < row->seats_min || count > row->seats_max ||
        (count * row->hole_cards + row->board_cards > rules->deck_count &&
         !poker_fits_crowded(row, count, rules->deck_count)) ||
        from->button < 0 || from->button >= FELT_SEATS_MAX || from->opener < FELT_SEAT_NONE ||
        from->opener >= FELT_SEATS_MAX ||
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
    for (int seat = 0; from->bomb && seat < FELT_SEATS_MAX; seat++) /* RULES 6.9 */
        if (from->blind[seat] || row->board_cards == 0) return FELT_SEATS_MAX;
    return FELT_SEAT_NONE;
}

#endif
