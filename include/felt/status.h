/* status.h -- why a request was refused.
 *
 * One list for the whole platform, so that a status can travel from the engine to a socket without
 * being translated.  A status names the reason; a text for people comes from felt_status_text(),
 * and parsers add a place and an advice with struct felt_complaint.
 *
 * Programmer's mistakes are not statuses: they are felt_assert() (assert.h). */
#ifndef FELT_STATUS_H
#define FELT_STATUS_H

#include "felt/macros.h"

#include <stddef.h>

FELT_BEGIN

enum felt_status {
    FELT_OK = 0,

    /* texts */
    FELT_BAD_CARD,       /* not the name of a card                          */
    FELT_BAD_NUMBER,     /* not a number, or out of its range               */
    FELT_BAD_RANGE,      /* not a range of starting hands                   */
    FELT_BAD_NAME,       /* no game, command or option of that name         */
    FELT_DUPLICATE_CARD, /* one card in two places                          */
    FELT_WRONG_COUNT,    /* too few or too many cards, players, ...         */
    FELT_IMPOSSIBLE,     /* well formed, but no deal can satisfy it         */

    /* a game */
    FELT_BAD_RULES,     /* no game can be played by these rules            */
    FELT_BAD_DEAL,      /* these seats, stacks or cards cannot be dealt    */
    FELT_NOT_YOUR_TURN, /* another seat acts, or the hand is over          */
    FELT_NOT_LEGAL,     /* this kind of action is not offered now          */
    FELT_BAD_AMOUNT,    /* below the smallest or above the largest raise   */
    FELT_BAD_DISCARD,   /* cards the seat does not hold, or too many       */

    /* files */
    FELT_BAD_FORMAT,  /* not written as its format demands               */
    FELT_UNSUPPORTED, /* well formed, but a game or feature we do not know */

    /* room */
    FELT_FULL, /* a buffer, pool or table has no room             */

    FELT_STATUS_COUNT
};

/* A short English text: "no such card".  Never NULL, also for values that are no status. */
FELT_API const char *felt_status_text(enum felt_status status);

/* What is wrong with a text, where, and what to do about it. */
#define FELT_COMPLAINT_BYTES 192
struct felt_complaint {
    size_t at;                       /* offset of the first wrong byte in the text    */
    size_t length;                   /* how many bytes are wrong, 0 at the end        */
    char text[FELT_COMPLAINT_BYTES]; /* one line, no full stop, always terminated     */
};

/* Fills *complaint (which may be NULL) and returns `status`.  A text that does not fit is cut.
 *
 * Conversions: %s %.*s %c %d %u (sizes l, ll, z) and %%.  Inserted text may come from outside:
 * control characters, bytes that are not UTF-8 and invisible characters are shown as \xNN. */
FELT_API FELT_PRINTF(5, 6) enum felt_status
    felt_complain(struct felt_complaint *complaint, enum felt_status status, size_t at,
                  size_t length, const char *format, ...);

FELT_END

#endif
