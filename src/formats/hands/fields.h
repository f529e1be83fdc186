/* fields.h -- the fields of a record and their names in files.  Private to formats/.
 *
 * One table serves both readers and both writers; it stands in the order of writing.  Each name is
 * understood in either form, so `id` of JSON and `_id` of PHH never get into each other's way. */
#ifndef FELT_FORMATS_HANDS_FIELDS_H
#define FELT_FORMATS_HANDS_FIELDS_H

#include "felt/record.h"

/* The name of a field that is only kept is not longer. */
enum { FELT_FIELD_KEY_MAX = 64 };

enum felt_field_type {
    FELT_FIELD_TEXT,      /* struct felt_record_text                                  */
    FELT_FIELD_VARIANT,   /* uint8_t                                                  */
    FELT_FIELD_CHIPS,     /* felt_chips                                               */
    FELT_FIELD_LIST,      /* felt_chips[FELT_SEATS_MAX]                               */
    FELT_FIELD_FLAG,      /* bool                                                     */
    FELT_FIELD_SMALL,     /* uint8_t                                                  */
    FELT_FIELD_NUMBER,    /* uint16_t                                                 */
    FELT_FIELD_CARDS,     /* felt_cards, as a text: "QcQdQhQs"                        */
    FELT_FIELD_STREAM,    /* struct felt_rng, as a text of 32 hexadecimal digits      */
    FELT_FIELD_ACTIONS,   /* action[]                                                 */
    FELT_FIELD_DECISIONS, /* decision[]                                               */
};

enum felt_field_id {
    FELT_FIELD_ID,
    FELT_FIELD_VARIANT_CODE,
    FELT_FIELD_DECIMALS,
    FELT_FIELD_STACKS,
    FELT_FIELD_ANTES,
    FELT_FIELD_MATCHED,
    FELT_FIELD_DEAD,
    FELT_FIELD_BLINDS,
    FELT_FIELD_OPENER,
    FELT_FIELD_BRING_IN,
    FELT_FIELD_SMALL_BET,
    FELT_FIELD_BIG_BET,
    FELT_FIELD_MIN_BET,
    FELT_FIELD_CAP,
    FELT_FIELD_CAP_BLIND,
    FELT_FIELD_HEADS_UP,
    FELT_FIELD_RAKE,
    FELT_FIELD_RAKE_CAP,
    FELT_FIELD_RAKE_BOARD,
    FELT_FIELD_RUNS,
    FELT_FIELD_BOMB,
    FELT_FIELD_WILD,
    FELT_FIELD_LATER,
    FELT_FIELD_ACTION_LIST,
    FELT_FIELD_FINISH,
    FELT_FIELD_DECISION_LIST,
    FELT_FIELDS
};

struct felt_field {
    const char *phh, *json;
    uint8_t type;
    bool required;
    bool reversed; /* two seats: the list stands the other way round, small blind first */
    size_t offset; /* in struct felt_record                                             */
    int64_t min, max;
};
extern const struct felt_field felt_fields[FELT_FIELDS];

/* The field of a name in either form, or -1. */
int felt_field_find(const char *name, size_t bytes);
/* Is it to be written?  What is not has its usual value, which readers put back. */
bool felt_field_present(const struct felt_record *record, enum felt_field_id id);

static inline void *felt_field_at(struct felt_record *record, enum felt_field_id id)
{
    return (char *)record + felt_fields[id].offset;
}
static inline const void *felt_field_of(const struct felt_record *record, enum felt_field_id id)
{
    return (const char *)record + felt_fields[id].offset;
}
/* The index in a list of the file that belongs to a seat. */
static inline int felt_field_index(const struct felt_record *record, enum felt_field_id id,
                                   int seat)
{
    return felt_fields[id].reversed && record->seats == 2 ? 1 - seat : seat;
}

/* CARDS and STREAM: the text of a field, at most FELT_FIELD_WORD_MAX bytes; false: it is none. */
enum { FELT_FIELD_WORD_MAX = 2 * FELT_CARDS_MAX };
#define FELT_FIELD_WORD_WANTED                                                                     \
    "%s is a text: cards as in \"QcQd\", or 32 hexadecimal digits of a stream"
bool felt_field_parse(struct felt_record *record, enum felt_field_id id, const char *text,
                      size_t bytes);
void felt_field_print(const struct felt_record *record, enum felt_field_id id,
                      struct felt_buffer *out);

/* What the readers have seen. */
struct felt_fields_seen {
    uint32_t fields;            /* bit per enum felt_field_id                       */
    uint8_t count[FELT_FIELDS]; /* items of lists                                  */
};

/* After the last field: are the required ones there, and the lists of one length?  Sets seats,
 * turns lists of two seats round, and verifies the record.  Complaints point to the start of the
 * text. */
FELT_MUST_USE enum felt_status felt_fields_finish(const struct felt_fields_seen *seen,
                                                  struct felt_record *record,
                                                  struct felt_complaint *complaint);

/* What notes say.  False: there is no such note, or it is of another kind or too long. */
bool felt_note_text(const struct felt_record *record, const char *key, struct felt_buffer *out);
bool felt_note_int(const struct felt_record *record, const char *key, int64_t *out);
/* The name of a seat in the list `players`, or p1, p2, ... */
void felt_note_player(const struct felt_record *record, int seat, struct felt_buffer *out);
/* The number of its chair in the list `seats`, or 1, 2, ... */
int felt_note_chair(const struct felt_record *record, int seat);

/* An action's text with amounts in ten-thousandths; *digits only grows. */
FELT_MUST_USE enum felt_status felt_action_text_read(const char *text, size_t bytes,
                                                     struct felt_record *record,
                                                     struct felt_record_action *out, int *digits,
                                                     struct felt_complaint *complaint);

#endif
