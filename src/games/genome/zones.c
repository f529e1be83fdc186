/* zones.c -- where cards lie: draw pile, discards, piles in order; chance, scores.
 *
 * order[] holds two piles in one array.  Cards leave the draw pile at its front, so the places in
 * front of it are free, and there are never more discards than cards that have left: the discards
 * grow there from place 0, their top last. */
#include "felt/deck.h"
#include "felt/hash.h"
#include "games/genome/parts.h"

#include <string.h>

/* ---- chance ---- */

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

struct felt_rng felt_genome_chance(genome_state state)
{
    uint64_t first = mix(state->chance += UINT64_C(0x9e3779b97f4a7c15));
    uint64_t second = mix(state->chance += UINT64_C(0x9e3779b97f4a7c15));
    return (struct felt_rng){{first | 1, second}}; /* never all zero */
}

felt_card felt_genome_random(genome_state state, felt_cards cards)
{
    struct felt_rng rng = felt_genome_chance(state);
    felt_assert(cards);
    for (uint32_t n = felt_rng_below(&rng, (uint32_t)felt_cards_count(cards)); n > 0; n--)
        cards &= cards - 1;
    return (felt_card)__builtin_ctzll(cards);
}

/* ---- draw pile and discards ---- */

int felt_genome_drawable(genome_program program, genome_look state)
{
    int left = program->deck_count - state->deck_at;
    if (left == 0 && program->session[FELT_SESSION_EMPTY] == FELT_EMPTY_RESHUFFLE &&
        state->discards > 1 && !state->carried)
        left = state->discards - 1;
    return left;
}

/* All discards but the top one become the draw pile. */
static bool reshuffle(genome_program program, genome_state state, struct felt_event_log *log)
{
    int count = state->discards - 1, at = program->deck_count - count;
    if (count <= 0 || state->carried) return false; /* carried cards wait for a winner */
    felt_card top = state->order[count];
    struct felt_rng rng = felt_genome_chance(state);
    felt_cards_shuffle(state->order, count, count, &rng);
    memmove(state->order + at, state->order, (size_t)count);
    state->order[0] = top;
    state->discards = 1;
    state->deck_at = (uint8_t)at;
    genome_tell(log, FELT_EVENT_SHUFFLE, FELT_SEAT_NONE, count, 0);
    return true;
}

felt_card felt_genome_top(genome_program program, genome_state state, struct felt_event_log *log)
{
    if (__builtin_expect(state->deck_at == program->deck_count, 0)) {
        int rule = program->session[FELT_SESSION_EMPTY];
        if (rule == FELT_EMPTY_END_HAND) state->flags |= FELT_FLAG_ENDING;
        if (rule != FELT_EMPTY_RESHUFFLE || !reshuffle(program, state, log)) return FELT_CARD_NONE;
    }
    return state->order[state->deck_at++];
}

bool felt_genome_deal_to(genome_program program, genome_state state, felt_seat seat, bool face_up,
                         struct felt_event_log *log)
{
    felt_card card = felt_genome_top(program, state, log);
    if (card == FELT_CARD_NONE) return false;
    if (program->queue)
        felt_genome_push(state, seat, card);
    else
        state->hand[seat] |= felt_cards_of(card);
    if (face_up || program->setup[FELT_SETUP_VISIBLE] == FELT_HAND_ALL)
        state->shown |= felt_cards_of(card);
    if (log) {
        bool all = face_up || program->setup[FELT_SETUP_VISIBLE] == FELT_HAND_ALL;
        bool none = program->setup[FELT_SETUP_VISIBLE] == FELT_HAND_NOBODY;
        felt_genome_tell_cards(log, FELT_EVENT_DRAW, seat, felt_cards_of(card),
                               all    ? (felt_seats)-1
                               : none ? 0
                                      : felt_seats_of(seat),
                               0);
    }
    return true;
}

void felt_genome_discard(genome_program program, genome_state state, felt_cards cards)
{
    (void)program;
    state->shown &= ~cards;
    while (cards) state->order[state->discards++] = felt_cards_take(&cards);
    felt_assert(state->discards <= state->deck_at); /* M2: the piles do not meet */
}

felt_card felt_genome_undiscard(genome_state state)
{
    felt_assert(state->discards > 0);
    return state->order[--state->discards];
}

/* ---- piles in order ---- */

void felt_genome_push(genome_state state, felt_seat seat, felt_card card)
{
    if (state->by.queue.bottom[seat] == FELT_CARD_NONE)
        state->by.queue.top[seat] = card;
    else
        state->next[state->by.queue.bottom[seat]] = card;
    state->by.queue.bottom[seat] = card;
    state->hand[seat] |= felt_cards_of(card);
}

felt_card felt_genome_pop(genome_state state, felt_seat seat)
{
    felt_card card = state->by.queue.top[seat];
    if (card == FELT_CARD_NONE) return card;
    bool last = card == state->by.queue.bottom[seat];
    state->by.queue.top[seat] = last ? (uint8_t)FELT_CARD_NONE : state->next[card];
    if (last) state->by.queue.bottom[seat] = FELT_CARD_NONE;
    state->hand[seat] &= ~felt_cards_of(card);
    return card;
}

/* ---- scores ---- */

void felt_genome_score(genome_state state, felt_seat seat, int points, struct felt_event_log *log)
{
    int score = state->score[seat] + points;
    if (!points) return;
    score = score > INT16_MAX ? INT16_MAX : score < INT16_MIN ? INT16_MIN : score;
    state->score[seat] = (int16_t)score;
    genome_tell(log, FELT_EVENT_SCORE, seat, points, score);
}

int felt_genome_points(genome_program program, enum felt_scoring_trigger trigger, felt_cards cards)
{
    int points = 0;
    cards &= program->scored[trigger];
    while (cards) points += program->points[trigger][felt_cards_take(&cards)];
    return points;
}

void felt_genome_capture(genome_program program, genome_state state, felt_seat seat,
                         felt_cards cards, enum felt_scoring_trigger trigger,
                         struct felt_event_log *log)
{
    felt_cards taken = cards;
    if (program->queue)
        while (taken) felt_genome_push(state, seat, felt_cards_take(&taken));
    else
        state->pile.captured[seat] |= cards;
    state->shown &= ~cards;
    if (log) {
        struct felt_event *event =
            genome_tell(log, FELT_EVENT_TAKE, seat, felt_cards_count(cards), 1);
        for (felt_cards left = cards; event && left && event->count < FELT_EVENT_CARDS;)
            event->cards[event->count++] = felt_cards_take(&left);
    }
    felt_genome_score(state, seat, felt_genome_points(program, trigger, cards), log);
}

/* ---- events ---- */

void felt_genome_tell_cards(struct felt_event_log *log, enum felt_event_kind kind, felt_seat seat,
                            felt_cards cards, felt_seats who, felt_chips to)
{
    while (log && cards) {
        struct felt_event *event = genome_tell(log, kind, seat, 0, to);
        if (!event) return;
        event->cards_to = who;
        while (cards && event->count < FELT_EVENT_CARDS)
            event->cards[event->count++] = felt_cards_take(&cards);
        if (kind == FELT_EVENT_TAKE) event->amount = event->count;
    }
}
