/* phase_score.c -- points for what a seat has, in the middle of a hand.
 *
 *   hand      the hand_end points of the cards it holds now; those of the end of the hand come
 *             besides
 *   captured  one point for the most captured cards (piles face down: the most cards), of `suit` if
 *             one is named, none if two have as many.  What captured cards score by card_scoring
 *             they scored when they were taken
 *   tricks    one point for each trick of this hand, of the side's tricks after the first `beyond`
 *
 * `who`: all live seats, or the seat that starts alone. */
#include "games/genome/parts.h"

static int cards_won(genome_program program, genome_look state, felt_seat seat)
{
    int suit = genome_step(program, state)->gene[FELT_SCORE_SUIT];
    felt_cards cards = program->queue ? state->hand[seat] : state->pile.captured[seat];
    if (suit >= 0) cards &= genome_suit_cards(suit);
    return felt_cards_count(cards);
}

/* Partners' tricks are added up. */
static int tricks_beyond(genome_program program, genome_look state, felt_seat seat, int beyond)
{
    int tricks = 0;
    for (int other = 0; other < program->seats && !program->queue; other++)
        if (other == seat || (program->teams && program->team[other] == program->team[seat]))
            tricks += state->by.count.tricks[other];
    return tricks > beyond ? tricks - beyond : 0;
}

/* The seat with the most captured cards; FELT_SEAT_NONE: there is no such seat. */
static felt_seat most_captured(genome_program program, genome_look state)
{
    felt_seat best = FELT_SEAT_NONE;
    int most = 0;
    for (unsigned seats = genome_live(state); seats; seats &= seats - 1) {
        felt_seat seat = (felt_seat)__builtin_ctz(seats);
        int count = cards_won(program, state, seat);
        if (count > most)
            best = seat;
        else if (count == most)
            best = FELT_SEAT_NONE;
        if (count > most) most = count;
    }
    return best;
}

void felt_phase_score(genome_program program, genome_state state, struct felt_event_log *log)
{
    const int32_t *gene = genome_step(program, state)->gene;
    unsigned seats = genome_live(state);
    felt_seat best = FELT_SEAT_NONE;
    if (gene[FELT_SCORE_WHO]) seats &= 1u << state->start;
    if (gene[FELT_SCORE_ZONE] == FELT_ZONE_OF_CAPTURED) best = most_captured(program, state);
    for (; seats; seats &= seats - 1) {
        felt_seat seat = (felt_seat)__builtin_ctz(seats);
        int points = seat == best;
        if (gene[FELT_SCORE_ZONE] == FELT_ZONE_OF_HAND)
            points = felt_genome_points(program, FELT_SCORE_HAND_END, state->hand[seat]);
        else if (gene[FELT_SCORE_ZONE] == FELT_ZONE_OF_TRICKS)
            points = tricks_beyond(program, state, seat, gene[FELT_SCORE_BEYOND]);
        felt_genome_score(state, seat, points, log);
    }
}
