/* persona_json.h -- a named manner of play as a file: the dials of a house player as JSON.
 *
 *     {"name": "rock", "aggression": 3, "tightness": 9}
 *
 * Dials that are not named have their defaults.  What is not known is refused: a mistyped dial
 * would else be a dial that does nothing.  Knows texts in memory, no files.
 *
 *   F1  what was read, written and read again is the same: numbers have at most nine places behind
 *       the point.  A number of a program's own with more of them is rounded when it is written. */
#ifndef FELT_PERSONA_JSON_H
#define FELT_PERSONA_JSON_H

#include "felt/buffer.h"
#include "felt/persona.h"

FELT_BEGIN

enum { FELT_PERSONA_NAME_MAX = 32, FELT_PERSONA_TEXT_MAX = 4096 };

struct felt_persona {
    char name[FELT_PERSONA_NAME_MAX + 1]; /* letters, digits, '-' and '_'; at least one        */
    struct felt_strategy_config config;
};

/* FELT_BAD_FORMAT (no JSON, no object, a value of the wrong type, no name), FELT_BAD_NAME (a key
 * that is not known, or a name that is none), FELT_BAD_NUMBER (a dial out of its range, or with too
 * many digits), FELT_FULL (longer than FELT_PERSONA_TEXT_MAX, or no memory).  *out is written only
 * on FELT_OK. */
FELT_API FELT_MUST_USE enum felt_status felt_persona_json_read(const char *text, size_t bytes,
                                                               struct felt_persona *out,
                                                               struct felt_complaint *complaint);

/* One object, without a line end: the name and all dials.  The dials are valid.  FELT_BAD_NAME,
 * FELT_FULL. */
FELT_API FELT_MUST_USE enum felt_status felt_persona_json_write(const struct felt_persona *persona,
                                                                struct felt_buffer *out);

FELT_END

#endif
