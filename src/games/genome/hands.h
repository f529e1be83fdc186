/* hands.h -- cards that leave a hand: choosing several of them, and who gets to know them.  Shared
 * by the phases of turns; private to the folder.
 *
 * Several cards are chosen by one move each, lowest first: who has chosen the nine may go on with a
 * higher card only.  So a set of cards can be chosen in one way, and no search looks at it twice.
 */
#ifndef FELT_GAMES_GENOME_HANDS_H
#define FELT_GAMES_GENOME_HANDS_H

#include "games/genome/parts.h"

#define GENOME_WORD(move) (1u << ((move)-FELT_MOVE_ITEMS))
#define GENOME_EVERYBODY  ((felt_seats)-1)
/* One bit for each rank. */
#define GENOME_RANKS UINT64_C(0x1111111111111)

/* Cards of the hand above those that are chosen. */
static inline felt_cards genome_choice_left(felt_cards from, felt_cards chosen)
{
    return chosen ? from & -(UINT64_C(2) << (63 - __builtin_clzll(chosen))) : from;
}

/* Which cards may come next, if `need` more are wanted. */
static inline felt_cards genome_choice_need(felt_cards from, felt_cards chosen, int need)
{
    felt_cards left = genome_choice_left(from, chosen);
    for (; need > 1 && left; need--) left &= ~(UINT64_C(1) << (63 - __builtin_clzll(left)));
    return left;
}
/* The same, so that `min` can still be reached. */
static inline felt_cards genome_choice_next(felt_cards from, felt_cards chosen, int min)
{
    return genome_choice_need(from, chosen, min - felt_cards_count(chosen));
}

/* Is the choice over?  If all that is left must be chosen, it is, and nobody is asked. */
static inline bool genome_choice_over(felt_cards from, int min, int max, felt_cards *chosen)
{
    int count = felt_cards_count(*chosen);
    felt_cards left = genome_choice_left(from, *chosen);
    if (count >= max || !left) return true;
    if (count + felt_cards_count(left) > min) return false;
    *chosen |= left;
    return true;
}

static inline void genome_choice_moves(felt_cards from, felt_cards chosen, int min,
                                       struct felt_moves *out)
{
    out->items = genome_choice_next(from, chosen, min);
    /* An imagined hand may hold too few. */
    bool done = felt_cards_count(chosen) >= min || !out->items;
    out->others = done ? GENOME_WORD(FELT_MOVE_DONE) : 0;
}

/* All cards of the ranks of a set. */
static inline felt_cards genome_ranks_of(felt_cards cards)
{
    cards |= cards >> 2;
    cards |= cards >> 1;
    return (cards & GENOME_RANKS) * 15;
}

/* Bit r for every rank r of a set: items that are ranks. */
static inline uint64_t genome_rank_items(felt_cards cards)
{
    uint64_t items = 0;
    for (; cards; cards &= ~felt_cards_of_rank(__builtin_ctzll(cards) >> 2))
        items |= UINT64_C(1) << (__builtin_ctzll(cards) >> 2);
    return items;
}

/* The next rank in the order of this deck, or -1.  (An ace that is high and low is beside the
 * lowest rank and above it too, but never the nearest.) */
static inline int genome_rank_up(genome_program program, int rank)
{
    felt_cards up = program->beside[rank] & program->above[rank];
    return up ? __builtin_ctzll(up) >> 2 : -1;
}
static inline int genome_rank_lowest(genome_program program)
{
    int at = 0; /* the deuce; else the first card that is there, or a low ace at the end */
    while (at < program->deck_count - 1 && program->order[felt_card_rank(program->deck[at])]) at++;
    return felt_card_rank(program->deck[at]);
}

/* The `count` lowest cards of a set. */
static inline felt_cards genome_lowest(felt_cards cards, int count)
{
    felt_cards rest = cards;
    while (count-- > 0) rest &= rest - 1;
    return cards & ~rest;
}

/* Hands lie face up: whatever is in them is in state->shown. */
static inline bool genome_open(genome_program program)
{
    return program->setup[FELT_SETUP_VISIBLE] == FELT_HAND_ALL;
}
/* Who may see what is in the hands of `seats`. */
static inline felt_seats genome_knowing(genome_program program, unsigned seats)
{
    return genome_open(program) ? GENOME_EVERYBODY : (felt_seats)seats;
}

/* Cards of a hand to the discards.  If those lie face down, nobody else knows any more which of the
 * cards that it knew are left. */
static inline void genome_shed(genome_program program, genome_state state, felt_seat seat,
                               felt_cards cards, struct felt_event_log *log)
{
    felt_seats who = GENOME_EVERYBODY;
    uint32_t told = log ? log->count : 0;
    if (!program->open_discards) {
        if (!genome_open(program)) state->shown &= ~state->hand[seat];
        who = genome_knowing(program, felt_seats_of(seat));
    }
    state->hand[seat] &= ~cards;
    if (log) felt_genome_tell_cards(log, FELT_EVENT_PLAY, seat, cards, who, FELT_TO_DISCARD);
    while (log && told < log->count) log->event[told++].act = FELT_DISCARD;
    felt_genome_discard(program, state, cards);
}

/* Cards of a hand to its owner's pile, face up, for the points of a trigger. */
static inline void genome_lay_down(genome_program program, genome_state state, felt_seat seat,
                                   felt_cards cards, enum felt_scoring_trigger trigger,
                                   struct felt_event_log *log)
{
    state->hand[seat] &= ~cards;
    state->shown &= ~cards;
    state->pile.captured[seat] |= cards;
    if (log)
        felt_genome_tell_cards(log, FELT_EVENT_PLAY, seat, cards, GENOME_EVERYBODY, FELT_TO_OWN);
    felt_genome_score(state, seat, felt_genome_points(program, trigger, cards), log);
}

/* felt_genome_mask(), by table if it is what the top of the discards asks for.  A wild card with a
 * named suit asks for the same as the card of its rank in that suit. */
static inline felt_cards genome_valid(genome_program program, genome_look state, int slot,
                                      felt_seat seat)
{
    if (slot == FELT_SLOT_NONE) return FELT_CARDS_ALL;
    if (slot != program->top_slot || !state->discards)
        return felt_genome_mask(program, state, slot, seat);
    unsigned top = state->order[state->discards - 1];
    if (state->suit != FELT_CARD_NONE) top = (top & ~3u) | state->suit;
    return program->top_mask[top];
}

/* So many cards of a suit in the order of this deck, from the lowest one up; 0: it ends before.  An
 * ace that is high and low begins a run too (phase_play.c). */
felt_cards felt_genome_run(genome_program program, felt_card lowest, int length);

/* Does it matter which suit a wild card on the discards stands for (phase_play.c)? */
bool felt_genome_names_suits(genome_program program);

/* Up to `count` random cards of a hand go to another one; the two players know which
 * (phase_draw.c). */
void felt_genome_rob(genome_program program, genome_state state, felt_seat from, felt_seat to,
                     int count, struct felt_event_log *log);

#endif
