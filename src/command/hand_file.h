/* hand_file.h -- the hands of a file, one text after the other.
 *
 * A file is read through a window, so it may be of any length; only one hand may not be longer than
 * FELT_RECORD_TEXT_MAX.  What a hand's text says is not looked at here, only where it ends: at the
 * end of a line, or in PHH and PokerStars texts before the next header. */
#ifndef FELT_COMMAND_HAND_FILE_H
#define FELT_COMMAND_HAND_FILE_H

#include "felt/record.h"

#include <stdio.h>

enum felt_hand_form {
    FELT_HAND_ANY,
    FELT_HAND_PHH,
    FELT_HAND_JSON,
    FELT_HAND_ACPC,
    FELT_HAND_POKERSTARS, /* only read    */
    FELT_HAND_OHH,        /* only written */
    FELT_HAND_FORMS
};

/* "phh", "json", "acpc", "pokerstars", "ohh": what an option calls them.  FELT_HAND_ANY if the name
 * is none. */
enum felt_hand_form felt_hand_form_find(const char *name);

struct felt_hand_file {
    FILE *in;
    enum felt_hand_form form; /* after open: what it is */
    bool failed;              /* reading went wrong; errno says why */
    char *window;             /* owned */
    size_t at, used;          /* what is not yet handed out */
    bool end;                 /* nothing comes after the window */
    uint64_t line;            /* of window[at] */
    uint64_t taken, size;     /* bytes handed out, bytes of the file or 0 */
};

struct felt_hand_text {
    const char *text; /* valid until the next call */
    size_t bytes;
    uint64_t line; /* of its first byte that is not white space */
    bool too_long; /* only the beginning is there */
};

/* "-" is standard input.  FELT_HAND_ANY: by the name, or else by the first line.  False: errno. */
bool felt_hand_file_open(struct felt_hand_file *file, const char *name, enum felt_hand_form form);
/* False: no more hands, or `failed`. */
bool felt_hand_file_next(struct felt_hand_file *file, struct felt_hand_text *out);
void felt_hand_file_close(struct felt_hand_file *file);

/* The line of byte `at` of the hand's text. */
uint64_t felt_hand_line(const struct felt_hand_text *hand, size_t at);

#endif
