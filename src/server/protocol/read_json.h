/* read_json.h -- what the readers of frames have in common.  Private to this folder.
 *
 * Three steps, each cheaper than the next:
 *
 *   1. A flat `action` of plain characters, the frame that comes with every turn, is read where it
 *      stands (felt_protocol_read_plain).  It takes only what step 3 takes, with the same result;
 *      whatever looks unusual goes on to step 2.  Tests and fuzzing compare the two ways.
 *   2. One pass counts levels and members, so that nothing is built from a bomb.
 *   3. jansson reads the object (felt_protocol_load), and the fields are taken from it one by one.
 *
 * Texts of refusals never repeat what was sent: they go into logs and terminals. */
#ifndef FELT_SERVER_PROTOCOL_READ_JSON_H
#define FELT_SERVER_PROTOCOL_READ_JSON_H

#include "server/protocol/read_arena_client.h"

#include <jansson.h>

enum { FELT_PROTOCOL_ASK_BYTES = 4096 };
#define FELT_PROTOCOL_NUMBER_MAX ((INT64_C(1) << 53) - 1)

/* The text of a refusal; always false, so that a reader can say it and be done. */
bool felt_protocol_refuse(char text[FELT_PROTOCOL_TEXT_BYTES], const char *why);

/* ---- the plain action ---- */

struct felt_protocol_piece {
    const char *text;
    size_t bytes;
};

enum felt_protocol_field { /* that a plain action may have */
                           FELT_PROTOCOL_TYPE,
                           FELT_PROTOCOL_HAND_ID,
                           FELT_PROTOCOL_ACTION,
                           FELT_PROTOCOL_TABLE,
                           FELT_PROTOCOL_V, /* from here on: numbers */
                           FELT_PROTOCOL_AMOUNT,
                           FELT_PROTOCOL_REQ_ID,
                           FELT_PROTOCOL_REQ,
                           FELT_PROTOCOL_FIELDS
};

struct felt_protocol_plain {
    unsigned seen; /* bit of a field: it is there                                               */
    struct felt_protocol_piece text[FELT_PROTOCOL_V];
    int64_t number[FELT_PROTOCOL_FIELDS];
};

/* True: this is an action with fields of `allowed` alone, and *out is what step 3 would say.
 * False: unusual, or wrong. */
bool felt_protocol_read_plain(const char *bytes, size_t count, unsigned allowed,
                              struct felt_protocol_plain *plain,
                              struct felt_arena_client_action *out);

/* ---- objects and fields ---- */

/* An object of at most FELT_PROTOCOL_ASK_BYTES bytes, for json_decref(); NULL: the text says why.
 */
json_t *felt_protocol_load(const char *bytes, size_t count, char text[FELT_PROTOCOL_TEXT_BYTES]);
/* A string of at most `max` bytes, which is copied. */
bool felt_protocol_copy(const json_t *value, char *out, size_t max);
/* A whole number of 0 .. max. */
bool felt_protocol_number(const json_t *value, int64_t max, int64_t *out);
/* `v` of any frame: 1, or left out. */
bool felt_protocol_read_version(const json_t *object, char text[FELT_PROTOCOL_TEXT_BYTES]);
/* An action, which has to be all zero before.  `needs_hand`: without a hand_id it is refused. */
bool felt_protocol_read_action(const json_t *object, bool needs_hand,
                               struct felt_arena_client_action *action,
                               char text[FELT_PROTOCOL_TEXT_BYTES]);

/* ---- texts ---- */

/* Without blanks at its ends. */
struct felt_protocol_piece felt_protocol_trim(const json_t *string);
/* Control characters, blanks other than the usual one, and what has no shape of its own: with them
 * two names could look alike. */
bool felt_protocol_is_hidden(uint32_t character);
bool felt_protocol_is_visible(const char *text, size_t bytes);

#endif
