/* read_json.h -- what the readers of frames have in common.  Private to this folder.
 *
 * Three steps, each cheaper than the next:
 *
 *   1. A flat `action` of plain characters, the frame that comes with every turn, is read where it
 *      stands (felt_wire_read_plain).  It takes only what step 3 takes, with the same result;
 *      whatever looks unusual goes on to step 2.  Tests and fuzzing compare the two ways.
 *   2. One pass counts levels and members, so that nothing is built from a bomb.
 *   3. jansson reads the object (felt_wire_load), and the fields are taken from it one by one.
 *
 * Texts of refusals never repeat what was sent: they go into logs and terminals. */
#ifndef FELT_SERVER_PROTOCOL_READ_JSON_H
#define FELT_SERVER_PROTOCOL_READ_JSON_H

#include "server/protocol/read_ask.h"

#include <jansson.h>

enum { FELT_WIRE_ASK_BYTES = 4096 };
#define FELT_WIRE_NUMBER_MAX ((INT64_C(1) << 53) - 1)

/* The text of a refusal; always false, so that a reader can say it and be done. */
bool felt_wire_refuse(char text[FELT_WIRE_TEXT_BYTES], const char *why);

/* ---- the plain action ---- */

struct felt_wire_piece {
    const char *text;
    size_t bytes;
};

enum felt_wire_field { /* that a plain action may have                                          */
                       FELT_WIRE_TYPE,
                       FELT_WIRE_HAND_ID,
                       FELT_WIRE_ACTION,
                       FELT_WIRE_TABLE,
                       FELT_WIRE_V, /* from here on: numbers */
                       FELT_WIRE_AMOUNT,
                       FELT_WIRE_REQ_ID,
                       FELT_WIRE_REQ,
                       FELT_WIRE_FIELDS
};

struct felt_wire_plain {
    unsigned seen; /* bit of a field: it is there                                               */
    struct felt_wire_piece text[FELT_WIRE_V];
    int64_t number[FELT_WIRE_FIELDS];
};

/* True: this is an action with fields of `allowed` alone, and *out is what step 3 would say.
 * False: unusual, or wrong. */
bool felt_wire_read_plain(const char *bytes, size_t count, unsigned allowed,
                          struct felt_wire_plain *plain, struct felt_ask_action *out);

/* ---- objects and fields ---- */

/* An object of at most FELT_WIRE_ASK_BYTES bytes, for json_decref(); NULL: the text says why. */
json_t *felt_wire_load(const char *bytes, size_t count, char text[FELT_WIRE_TEXT_BYTES]);
/* A string of at most `max` bytes, which is copied. */
bool felt_wire_copy(const json_t *value, char *out, size_t max);
/* A whole number of 0 .. max. */
bool felt_wire_number(const json_t *value, int64_t max, int64_t *out);
/* `v` of any frame: 1, or left out. */
bool felt_wire_read_version(const json_t *object, char text[FELT_WIRE_TEXT_BYTES]);
/* An action, which has to be all zero before.  `needs_hand`: without a hand_id it is refused. */
bool felt_wire_read_action(const json_t *object, bool needs_hand, struct felt_ask_action *action,
                           char text[FELT_WIRE_TEXT_BYTES]);

/* ---- texts ---- */

/* Without blanks at its ends. */
struct felt_wire_piece felt_wire_trim(const json_t *string);
/* Control characters, blanks other than the usual one, and what has no shape of its own: with them
 * two names could look alike. */
bool felt_wire_is_hidden(uint32_t character);
bool felt_wire_is_visible(const char *text, size_t bytes);

#endif
