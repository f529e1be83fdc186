/* parts.h -- what the readers and writers of Narc's files share.  Private to this folder.
 *
 *   fields.c   reads and writes objects by tables of their fields
 *   cards.c    catalogues
 *   options.c  rule sets, and rules of both texts
 *   run.c      runs that were played
 *   replay.c   plays them again
 *
 * A table stands in the order of writing, which is that of reading too: whatever the order of the
 * text, the same thing is found to be wrong first. */
#ifndef FELT_FORMATS_NARC_PARTS_H
#define FELT_FORMATS_NARC_PARTS_H

#include "felt/json.h"
#include "felt/narc_json.h"

#include <jansson.h>

struct narc_reader {
    struct felt_narc_error *error; /* may be NULL                                               */
    const char *what;              /* "a catalogue"                                             */
    bool in_options;
    size_t used; /* of pointer: where the value stands that is being read                       */
    char pointer[FELT_NARC_POINTER_BYTES];
};

enum narc_field_kind {
    NARC_UINT8,
    NARC_INT16,
    NARC_INT32,
    NARC_STEPS, /* uint8_t, in the file per cent in steps of 5                                  */
    NARC_FLAG,
    NARC_TEXT, /* char[max]                                                                     */
    NARC_NAME, /* the same of lower-case letters, digits, - and _                               */
    NARC_WORD, /* uint8_t, one of `words`                                                       */
    NARC_APART /* read and written by functions of its own                                      */
};
enum narc_field_use {
    NARC_MAY,  /* left out if it has its usual value                                             */
    NARC_SAID, /* may be missing, is always written                                             */
    NARC_MUST
};

struct narc_field;
typedef enum felt_status narc_read(struct narc_reader *reader, const json_t *value, void *object);
typedef void narc_write(struct felt_json *json, const void *object);

struct narc_field {
    const char *name;
    uint8_t kind, use;
    size_t offset;
    int32_t min, max, usual;
    const char *const *words;
    narc_read *read;
    narc_write *write; /* the value behind its key                                              */
};

/* ---- what is wrong ---- */

FELT_PRINTF(3, 4)
enum felt_status felt_narc_refuse(struct narc_reader *reader, enum felt_status status,
                                  const char *format, ...);
/* Go into a value and back: the mark of before is to be put back into reader->used. */
size_t felt_narc_enter(struct narc_reader *reader, const char *key);
size_t felt_narc_enter_item(struct narc_reader *reader, size_t index);
void felt_narc_leave(struct narc_reader *reader, size_t mark);

/* ---- values ---- */

FELT_MUST_USE enum felt_status felt_narc_read_int(struct narc_reader *reader, const json_t *value,
                                                  int64_t min, int64_t max, int64_t *out);
/* One of the words up to NULL. */
FELT_MUST_USE enum felt_status felt_narc_read_word(struct narc_reader *reader, const json_t *value,
                                                   const char *const *words, uint8_t *out);
FELT_MUST_USE enum felt_status felt_narc_want_list(struct narc_reader *reader, const json_t *value,
                                                   size_t max, const char *of_what);
/* A word that is none of `count` names: the nearest one, or the first few of them. */
enum felt_status felt_narc_refuse_word(struct narc_reader *reader, const char *word,
                                       const char *const *names, int count);

/* ---- objects ---- */

/* Fields that are not there leave *object as it is. */
FELT_MUST_USE enum felt_status felt_narc_read_fields(struct narc_reader *reader,
                                                     const json_t *value,
                                                     const struct narc_field *fields, int count,
                                                     void *object);
/* An object of one line. */
void felt_narc_write_fields(struct felt_json *json, const struct narc_field *fields, int count,
                            const void *object);
/* An object with a line for each field. */
void felt_narc_write_lines(struct felt_buffer *out, const char *format,
                           const struct narc_field *fields, int count, const void *object);

/* ---- texts ---- */

/* Loads, and sees to it that it is an object of this format, version 1, whose two fields are taken
 * out of it.  NULL: *status says why not. */
json_t *felt_narc_load_json(struct narc_reader *reader, const char *text, size_t bytes,
                            size_t bytes_max, const char *format, enum felt_status *status);

extern const char *const felt_narc_roles_in_files[FELT_ROLES + 1];

/* ---- runs ---- */

/* The action with the first card of its kind in the actor's hand; there is none: without cards. */
struct felt_action felt_narc_action_with(const struct felt_narc_rules *rules,
                                         const struct felt_narc_state *state, felt_seat seat,
                                         struct felt_narc_run_action from);

#endif
