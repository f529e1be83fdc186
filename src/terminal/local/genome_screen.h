/* genome_screen.h -- the game of a genome in words and as a table, the way one seat may see it.
 *
 * What it prints of cards is what felt_genome_game.view() and the events tell its viewer, so it
 * cannot show a hidden card; of the state it takes what everybody knows (whose turn, trumps). */
#ifndef FELT_TERMINAL_LOCAL_GENOME_SCREEN_H
#define FELT_TERMINAL_LOCAL_GENOME_SCREEN_H

#include "command/term.h"
#include "felt/genome_play.h"

struct felt_genome_screen {
    const struct felt_term *term;
    const struct felt_genome_program *program;
    felt_seat viewer;
    /* what was told since the hand began; owned */
    char *history;
    size_t used, room;
};

/* "you", "Ada", "Bob", ... */
const char *felt_genome_screen_name(const struct felt_genome_screen *table, felt_seat seat);

/* Sentences for the events of one call of felt_genome_begin() or felt_genome_play().  False: there
 * is no memory. */
bool felt_genome_screen_tell(struct felt_genome_screen *table, const struct felt_event *events,
                             uint32_t count);
/* The hand so far, once more. */
void felt_genome_screen_again(const struct felt_genome_screen *table);
/* The middle of the table, a line for each seat, and the viewer's hand. */
void felt_genome_screen_draw(const struct felt_genome_screen *table,
                             const struct felt_genome_state *state);
/* "chosen 7h 9c": so far, by the viewer. */
void felt_genome_screen_chosen(const struct felt_genome_screen *table, felt_cards cards);
/* "Chips: you 480, Ada 520."  "Scores: ..." */
void felt_genome_screen_sum(const struct felt_genome_screen *table,
                            const struct felt_genome_state *state);

/* Words that go on in the next line, before column 80, if need be. */
struct felt_genome_pen {
    const struct felt_term *term;
    int column, indent;
    int next; /* where the next word begins, if it does not begin a line                    */
};
void felt_genome_pen_word(struct felt_genome_pen *pen, const char *word);
void felt_genome_pen_end(struct felt_genome_pen *pen);

void felt_genome_screen_close(struct felt_genome_screen *table);

#endif
