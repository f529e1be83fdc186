/* term.h -- colour, width and progress, only where a person is looking.
 *
 * Colours are written to terminals and nowhere else, and never when the environment has NO_COLOR
 * or says TERM=dumb.  A progress bar appears on stderr, if that is a terminal, when work has taken
 * two seconds, and is wiped away at its end. */
#ifndef FELT_COMMAND_TERM_H
#define FELT_COMMAND_TERM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum felt_style { FELT_PLAIN, FELT_BOLD, FELT_DIM, FELT_GREEN, FELT_YELLOW, FELT_RED, FELT_BLUE };

/* How to write to a stream: made once by a command, passed to what it calls. */
struct felt_term {
    FILE *out;
    bool colour;
    bool terminal;
};
struct felt_term felt_term_make(FILE *out);

/* Begins a style, FELT_PLAIN ends it.  Nothing happens without colour. */
void felt_term_style(const struct felt_term *term, enum felt_style style);

/* A card in the colour of its suit. */
void felt_term_card(const struct felt_term *term, uint8_t card);

/* A bar of `width` places for a share 0 .. 1, in eighths of a place on a UTF-8 terminal and of '#'
 * elsewhere. */
void felt_term_bar(const struct felt_term *term, double share, int width);

/* 61642944 as "61,642,944". */
enum { FELT_TERM_NUMBER_BYTES = 28 };
const char *felt_term_number(uint64_t number, char out[FELT_TERM_NUMBER_BYTES]);

struct felt_progress {
    struct felt_term term;
    int64_t start_ms, shown_ms;
    bool visible;
};
struct felt_progress felt_progress_make(void);
/* `self` is a struct felt_progress; fits struct felt_equity_options.progress.  Always true. */
bool felt_progress_tick(void *self, double done);
void felt_progress_end(struct felt_progress *progress);

#endif
