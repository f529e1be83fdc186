/* json.c -- hands as JSON, one object a line.
 *
 *     {"id":"friday-12","variant":"NT","starting_stacks":[1000,2000,1500],"antes":[0,0,0],
 *      "ante_trimming_status":true,"blinds_or_straddles":[5,10,0],"min_bet":10,
 *      "actions":["d dh p1 AhKd","p3 f"],"finishing_stacks":[1010,1990,1500],"decisions":
 *      [{"call":10,"min_raise_to":20,"max_raise_to":1500,"actor":2,"street":0,"pot":15}]}
 *
 * The fields of PHH, with whole amounts: `_decimals` says how many of the digits are behind the
 * point.  null is "not there".  Notes are JSON values; what JSON has no word for, a time of day or
 * a 1.50 that must not become 1.5, is an object {"phh":"19:30:00"} with the text of PHH in it. */
#include "felt/record.h"

#include "base/format.h"
#include "felt/assert.h"
#include "felt/json.h"
#include "formats/hands/amount.h"
#include "formats/hands/fields.h"
#include "formats/hands/toml.h"
#include "formats/load.h"

#include <string.h>

#define WRAPPER "phh"

struct reader {
    const char *text;
    size_t bytes;
    struct felt_record *record;
    struct felt_fields_seen seen;
    struct felt_complaint *complaint;
    const char *key; /* of the field that is being read */
};

/* ---- reading ---- */

/* Where "key" stands in the text: good enough to point at. */
static size_t find_key(const struct reader *reader, size_t *length)
{
    size_t bytes = strlen(reader->key);
    *length = 0;
    for (size_t at = 0; at + bytes + 2 <= reader->bytes; at++) {
        const char *here = reader->text + at;
        if (here[0] != '"' || here[bytes + 1] != '"' || memcmp(here + 1, reader->key, bytes) != 0)
            continue;
        *length = bytes + 2;
        return at;
    }
    return 0;
}

static enum felt_status refuse(const struct reader *reader, enum felt_status status,
                               const char *wanted)
{
    size_t length, at = find_key(reader, &length);
    return felt_complain(reader->complaint, status, at, length, "%s: %s", reader->key, wanted);
}

static enum felt_status read_whole(const struct reader *reader, const json_t *value, int64_t min,
                                   int64_t max, int64_t *out)
{
    if (json_is_integer(value) && json_integer_value(value) >= min &&
        json_integer_value(value) <= max) {
        *out = json_integer_value(value);
        return FELT_OK;
    }
    size_t length, at = find_key(reader, &length);
    return felt_complain(reader->complaint, FELT_BAD_NUMBER, at, length,
                         "%s: take a whole number from %lld to %lld", reader->key, (long long)min,
                         (long long)max);
}

static enum felt_status read_list(struct reader *reader, const json_t *value, enum felt_field_id id)
{
    felt_chips *list = felt_field_at(reader->record, id);
    size_t count = json_array_size(value);
    if (!json_is_array(value) || count > FELT_SEATS_MAX)
        return refuse(reader, FELT_WRONG_COUNT, "take a list with a number for each seat");
    for (size_t i = 0; i < count; i++) {
        const json_t *item = json_array_get(value, i);
        list[i] = FELT_RECORD_NONE;
        if (id == FELT_FIELD_STACKS && json_is_null(item)) continue;
        enum felt_status status =
            read_whole(reader, item, felt_fields[id].min, felt_fields[id].max, &list[i]);
        if (status != FELT_OK) return status;
    }
    reader->seen.count[id] = (uint8_t)count;
    return FELT_OK;
}

static enum felt_status read_variant(struct reader *reader, const json_t *value)
{
    if (!json_is_string(value)) return refuse(reader, FELT_BAD_FORMAT, "take a text, as in \"NT\"");
    int variant = felt_record_variant_find(json_string_value(value), json_string_length(value));
    if (variant < 0) {
        char quoted[FELT_QUOTE_BYTES];
        size_t length, at = find_key(reader, &length);
        felt_quote(json_string_value(value), json_string_length(value), quoted);
        return felt_complain(reader->complaint, FELT_UNSUPPORTED, at, length,
                             "variant \"%s\" is not known", quoted);
    }
    reader->record->variant = (uint8_t)variant;
    return FELT_OK;
}

static enum felt_status read_id(struct reader *reader, const json_t *value)
{
    char memory[FELT_RECORD_LINE_MAX];
    struct felt_buffer text = felt_buffer_make(memory, sizeof memory);
    if (json_is_integer(value) && json_integer_value(value) >= 0)
        felt_buffer_int(&text, json_integer_value(value));
    else if (json_is_string(value))
        felt_buffer_bytes(&text, json_string_value(value), json_string_length(value));
    else
        return refuse(reader, FELT_BAD_FORMAT, "take a text or a number");
    if (text.overflow ||
        felt_record_keep(reader->record, memory, text.used, &reader->record->id) != FELT_OK)
        return refuse(reader, FELT_FULL, "it is too long");
    return FELT_OK;
}

/* A short text with a meaning: cards, a stream. */
static enum felt_status read_word(struct reader *reader, const json_t *value, enum felt_field_id id)
{
    size_t length, at = find_key(reader, &length);
    if (json_is_string(value) &&
        felt_field_parse(reader->record, id, json_string_value(value), json_string_length(value)))
        return FELT_OK;
    return felt_complain(reader->complaint, FELT_BAD_FORMAT, at, length, FELT_FIELD_WORD_WANTED,
                         felt_fields[id].json);
}

static enum felt_status read_actions(struct reader *reader, const json_t *value)
{
    struct felt_record *record = reader->record;
    size_t count = json_array_size(value);
    if (!json_is_array(value)) return refuse(reader, FELT_BAD_FORMAT, "take a list of texts");
    if (count > FELT_RECORD_ACTIONS_MAX)
        return refuse(reader, FELT_FULL, "a hand has at most 1024 of them");
    _Static_assert(FELT_RECORD_ACTIONS_MAX == 1024, "the text above");
    for (size_t i = 0; i < count; i++) {
        const json_t *item = json_array_get(value, i);
        struct felt_complaint inner = {0};
        enum felt_status status = FELT_BAD_FORMAT;
        size_t length, at = find_key(reader, &length);
        if (!json_is_string(item))
            (void)felt_complain(&inner, status, 0, 0, "it is not a text");
        else if (json_string_length(item) > FELT_RECORD_LINE_MAX)
            (void)felt_complain(&inner, status, 0, 0, "it is too long");
        else
            status = felt_record_action_read(json_string_value(item), json_string_length(item), 0,
                                             record, &record->action[i], &inner);
        if (status != FELT_OK)
            return felt_complain(reader->complaint, status, at, length, "action %d: %s", (int)i + 1,
                                 inner.text);
    }
    record->actions = (uint16_t)count;
    return FELT_OK;
}

/* A member of a decision; null is FELT_RECORD_NONE if `optional`. */
static enum felt_status read_member(struct reader *reader, const json_t *decision, const char *name,
                                    bool optional, int64_t max, int64_t *out)
{
    const json_t *value = json_object_get(decision, name);
    *out = FELT_RECORD_NONE;
    if (optional && json_is_null(value)) return FELT_OK;
    if (value) return read_whole(reader, value, 0, max, out);
    size_t length, at = find_key(reader, &length);
    return felt_complain(reader->complaint, FELT_BAD_FORMAT, at, length,
                         "a decision without \"%s\"", name);
}

static enum felt_status read_decision(struct reader *reader, const json_t *value,
                                      struct felt_record_decision *out)
{
    static const struct {
        const char *name;
        bool optional;
        int64_t max;
    } members[] = {
        {"call", true, 10 * FELT_CHIPS_MAX},
        {"min_raise_to", true, 10 * FELT_CHIPS_MAX},
        {"max_raise_to", true, 10 * FELT_CHIPS_MAX},
        {"actor", false, FELT_SEATS_MAX - 1},
        {"street", false, 255},
        {"pot", false, 10 * FELT_CHIPS_MAX},
    };
    enum { MEMBERS = sizeof members / sizeof members[0] };
    int64_t number[MEMBERS];
    if (!json_is_object(value) || json_object_size(value) > MEMBERS)
        return refuse(reader, FELT_BAD_FORMAT,
                      "a decision is an object of call, min_raise_to, max_raise_to, actor, street "
                      "and pot");
    for (int i = 0; i < MEMBERS; i++) {
        enum felt_status status = read_member(reader, value, members[i].name, members[i].optional,
                                              members[i].max, &number[i]);
        if (status != FELT_OK) return status;
    }
    *out = (struct felt_record_decision){
        number[0], number[1], number[2], number[5], (felt_seat)number[3], (uint8_t)number[4]};
    return FELT_OK;
}

static enum felt_status read_decisions(struct reader *reader, const json_t *value)
{
    size_t count = json_array_size(value);
    if (!json_is_array(value) || count > FELT_RECORD_ACTIONS_MAX)
        return refuse(reader, FELT_FULL, "take a list, not longer than that of the actions");
    for (size_t i = 0; i < count; i++) {
        enum felt_status status =
            read_decision(reader, json_array_get(value, i), &reader->record->decision[i]);
        if (status != FELT_OK) return status;
    }
    reader->record->decisions = (uint16_t)count;
    return FELT_OK;
}

/* ---- notes from JSON ---- */

/* "37.5" -> 37.5, exactly: fewer than 16 digits are a whole number of 53 bits, divided once by a
 * power of ten that is exact, too.  False: other texts. */
static bool parse_decimal(const char *text, size_t bytes, double *out, int *places)
{
    size_t at = bytes > 0 && text[0] == '-' ? 1 : 0, digits = 0;
    uint64_t whole = 0, power = 1;
    bool point = false;
    *places = 0;
    for (; at < bytes; at++) {
        if (text[at] == '.' && !point && digits > 0) {
            point = true;
            continue;
        }
        if (text[at] < '0' || text[at] > '9' || ++digits > 15) return false;
        whole = whole * 10 + (uint64_t)(text[at] - '0');
        if (point) power *= 10, ++*places;
    }
    if (*places == 0 || *places > 9) return false;
    *out = (double)whole / (double)power;
    if (text[0] == '-') *out = -*out;
    return true;
}

/* The shortest decimal that is this number, or all 17 digits of it. */
static void write_real(struct felt_buffer *out, const json_t *value)
{
    char memory[64];
    double number = json_real_value(value), same = 0;
    for (int decimals = 1, places = 0; decimals <= 9 && number < 9e9 && number > -9e9; decimals++) {
        struct felt_buffer text = felt_buffer_make(memory, sizeof memory);
        felt_buffer_decimal(&text, number, decimals);
        if (!parse_decimal(memory, text.used, &same, &places) || same > number || same < number)
            continue;
        felt_buffer_bytes(out, memory, text.used);
        return;
    }
    size_t bytes = json_dumpb(value, memory, sizeof memory, JSON_ENCODE_ANY);
    felt_assert(bytes > 0 && bytes <= sizeof memory);
    felt_buffer_bytes(out, memory, bytes);
}

/* A text of PHH within a wrapper. */
static bool write_wrapped(struct felt_buffer *out, const json_t *value)
{
    struct felt_toml toml = {.text = json_string_value(value), .bytes = json_string_length(value)};
    return felt_toml_verify(&toml) && felt_toml_value(&toml, out) && toml.at == toml.bytes;
}

static bool write_toml(struct felt_buffer *out, const json_t *value, int depth);

static bool write_table(struct felt_buffer *out, json_t *value, int depth)
{
    const json_t *wrapped = json_object_get(value, WRAPPER);
    if (json_object_size(value) == 1 && json_is_string(wrapped)) return write_wrapped(out, wrapped);
    bool first = true;
    felt_buffer_text(out, json_object_size(value) == 0 ? "{" : "{ ");
    for (void *at = json_object_iter(value); at; at = json_object_iter_next(value, at)) {
        const char *key = json_object_iter_key(at);
        if (strlen(key) > FELT_FIELD_KEY_MAX) return false;
        if (!first) felt_buffer_text(out, ", ");
        first = false;
        felt_toml_write_key(out, key, strlen(key));
        felt_buffer_text(out, " = ");
        if (!write_toml(out, json_object_iter_value(at), depth + 1)) return false;
    }
    felt_buffer_text(out, first ? "}" : " }");
    return true;
}

/* False: PHH has no word for it (null), or it is too deep. */
static bool write_toml(struct felt_buffer *out, const json_t *value, int depth)
{
    if (depth > FELT_RECORD_DEPTH_MAX) return false;
    switch (json_typeof(value)) {
    case JSON_STRING:
        felt_toml_write_text(out, json_string_value(value), json_string_length(value));
        return true;
    case JSON_INTEGER: felt_buffer_int(out, json_integer_value(value)); return true;
    case JSON_REAL: write_real(out, value); return true;
    case JSON_TRUE: felt_buffer_text(out, "true"); return true;
    case JSON_FALSE: felt_buffer_text(out, "false"); return true;
    case JSON_NULL: return false;
    case JSON_OBJECT: return write_table(out, (json_t *)value, depth);
    case JSON_ARRAY: break;
    }
    felt_buffer_char(out, '[');
    for (size_t i = 0; i < json_array_size(value); i++) {
        if (i > 0) felt_buffer_text(out, ", ");
        if (!write_toml(out, json_array_get(value, i), depth + 1)) return false;
    }
    felt_buffer_char(out, ']');
    return true;
}

static enum felt_status read_note(struct reader *reader, const json_t *value)
{
    char memory[FELT_RECORD_POOL_BYTES];
    struct felt_buffer text = felt_buffer_make(memory, sizeof memory);
    if (!write_toml(&text, value, 0))
        return refuse(reader, FELT_BAD_FORMAT,
                      "it cannot be kept: null in a list, a wrong \"phh\", or lists too deep");
    enum felt_status status = FELT_FULL;
    if (!text.overflow)
        status = felt_record_add_raw(reader->record, reader->key, memory, text.used);
    if (status == FELT_FULL)
        return refuse(reader, FELT_FULL, "there are too many other fields, or they are too long");
    return status == FELT_OK ? status : refuse(reader, FELT_BAD_FORMAT, "it cannot be kept");
}

/* ---- the object ---- */

static enum felt_status read_value(struct reader *reader, const json_t *value,
                                   enum felt_field_id id)
{
    const struct felt_field *field = &felt_fields[id];
    void *at = felt_field_at(reader->record, id);
    int64_t number = 0;
    enum felt_status status = FELT_OK;
    switch ((enum felt_field_type)field->type) {
    case FELT_FIELD_TEXT: return read_id(reader, value);
    case FELT_FIELD_VARIANT: return read_variant(reader, value);
    case FELT_FIELD_LIST: return read_list(reader, value, id);
    case FELT_FIELD_ACTIONS: return read_actions(reader, value);
    case FELT_FIELD_DECISIONS: return read_decisions(reader, value);
    case FELT_FIELD_CARDS:
    case FELT_FIELD_STREAM: return read_word(reader, value, id);
    case FELT_FIELD_FLAG:
        if (!json_is_boolean(value)) return refuse(reader, FELT_BAD_FORMAT, "take true or false");
        *(bool *)at = json_is_true(value);
        return FELT_OK;
    case FELT_FIELD_CHIPS: return read_whole(reader, value, field->min, field->max, at);
    case FELT_FIELD_SMALL:
    case FELT_FIELD_NUMBER: status = read_whole(reader, value, 0, field->max, &number); break;
    }
    if (status != FELT_OK) return status;
    if (field->type == FELT_FIELD_SMALL)
        *(uint8_t *)at = (uint8_t)number;
    else
        *(uint16_t *)at = (uint16_t)number;
    return FELT_OK;
}

static enum felt_status read_object(struct reader *reader, json_t *root)
{
    for (void *at = json_object_iter(root); at; at = json_object_iter_next(root, at)) {
        const json_t *value = json_object_iter_value(at);
        reader->key = json_object_iter_key(at);
        if (json_is_null(value)) continue;
        if (strlen(reader->key) > FELT_FIELD_KEY_MAX)
            return felt_complain(reader->complaint, FELT_FULL, 0, 0,
                                 "the name of a field has at most %d bytes", FELT_FIELD_KEY_MAX);
        int id = felt_field_find(reader->key, strlen(reader->key));
        if (id >= 0 && reader->seen.fields >> id & 1)
            return refuse(reader, FELT_BAD_FORMAT, "this field is there twice");
        enum felt_status status =
            id < 0 ? read_note(reader, value) : read_value(reader, value, (enum felt_field_id)id);
        if (status != FELT_OK) return status;
        if (id >= 0) reader->seen.fields |= UINT32_C(1) << id;
    }
    return felt_fields_finish(&reader->seen, reader->record, reader->complaint);
}

enum felt_status felt_hand_json_read(const char *text, size_t bytes, struct felt_record *out,
                                     struct felt_complaint *complaint)
{
    struct reader reader = {.text = text, .bytes = bytes, .record = out, .complaint = complaint};
    felt_record_clear(out);
    enum felt_status status = FELT_OK;
    json_t *root = felt_load_json(text, bytes, FELT_RECORD_TEXT_MAX, "a hand", &status, complaint);
    if (root == NULL) return status;
    status = json_is_object(root)
                 ? read_object(&reader, root)
                 : felt_complain(complaint, FELT_BAD_FORMAT, 0, 0, "a hand is an object in {}");
    json_decref(root);
    return status;
}

/* ---- writing ---- */

static void write_list(struct felt_json *json, const struct felt_record *record,
                       enum felt_field_id id)
{
    const felt_chips *list = felt_field_of(record, id);
    felt_json_array(json);
    for (int i = 0; i < record->seats; i++) {
        felt_chips amount = list[felt_field_index(record, id, i)];
        if (id == FELT_FIELD_STACKS && amount == FELT_RECORD_NONE)
            felt_json_null(json);
        else
            felt_json_int(json, amount);
    }
    felt_json_end(json);
}

static void write_actions(struct felt_json *json, const struct felt_record *record)
{
    char memory[FELT_RECORD_LINE_MAX];
    felt_json_array(json);
    for (int i = 0; i < record->actions; i++) {
        struct felt_buffer text = felt_buffer_make(memory, sizeof memory);
        felt_record_action_write(record, &record->action[i], 0, &text);
        felt_assert(!text.overflow);
        felt_json_text_n(json, memory, text.used);
    }
    felt_json_end(json);
}

static void write_choice(struct felt_json *json, const char *key, felt_chips amount)
{
    felt_json_key(json, key);
    if (amount == FELT_RECORD_NONE)
        felt_json_null(json);
    else
        felt_json_int(json, amount);
}

void felt_record_decisions_write(const struct felt_record_decision *decisions, int count,
                                 struct felt_json *json)
{
    felt_json_array(json);
    for (int i = 0; i < count; i++) {
        felt_json_object(json);
        write_choice(json, "call", decisions[i].call);
        write_choice(json, "min_raise_to", decisions[i].raise_to_min);
        write_choice(json, "max_raise_to", decisions[i].raise_to_max);
        write_choice(json, "actor", decisions[i].actor);
        write_choice(json, "street", decisions[i].street);
        write_choice(json, "pot", decisions[i].pot);
        felt_json_end(json);
    }
    felt_json_end(json);
}

static void write_word(struct felt_json *json, const struct felt_record *record,
                       enum felt_field_id id)
{
    char memory[FELT_FIELD_WORD_MAX];
    struct felt_buffer text = felt_buffer_make(memory, sizeof memory);
    felt_field_print(record, id, &text);
    felt_json_text_n(json, memory, text.used);
}

static void write_field(struct felt_json *json, const struct felt_record *record,
                        enum felt_field_id id)
{
    const void *at = felt_field_of(record, id);
    felt_json_key(json, felt_fields[id].json);
    switch ((enum felt_field_type)felt_fields[id].type) {
    case FELT_FIELD_TEXT:
        felt_json_text_n(json, felt_record_bytes(record, record->id), record->id.bytes);
        break;
    case FELT_FIELD_VARIANT:
        felt_json_text(json, felt_record_variant_at(record->variant).code);
        break;
    case FELT_FIELD_CHIPS: felt_json_int(json, *(const felt_chips *)at); break;
    case FELT_FIELD_LIST: write_list(json, record, id); break;
    case FELT_FIELD_FLAG: felt_json_bool(json, *(const bool *)at); break;
    case FELT_FIELD_SMALL: felt_json_uint(json, *(const uint8_t *)at); break;
    case FELT_FIELD_NUMBER: felt_json_uint(json, *(const uint16_t *)at); break;
    case FELT_FIELD_CARDS:
    case FELT_FIELD_STREAM: write_word(json, record, id); break;
    case FELT_FIELD_ACTIONS: write_actions(json, record); break;
    case FELT_FIELD_DECISIONS:
        felt_record_decisions_write(record->decision, record->decisions, json);
        break;
    }
}

/* ---- notes to JSON ---- */

static void write_wrapper(struct felt_json *json, const char *text, size_t bytes)
{
    felt_json_object(json);
    felt_json_key(json, WRAPPER);
    felt_json_text_n(json, text, bytes);
    felt_json_end(json);
}

/* A number, a date, true or false: the text of one token. */
static void write_token(struct felt_json *json, const char *text, size_t bytes)
{
    char memory[64];
    double number;
    int places;
    struct felt_toml toml = {.text = text, .bytes = bytes};
    bool whole = bytes > 0;
    for (size_t i = text[0] == '-'; i < bytes; i++) whole &= text[i] >= '0' && text[i] <= '9';
    if (text[0] == 't' || text[0] == 'f') {
        felt_json_bool(json, text[0] == 't');
    } else if (whole) {
        felt_chips amount = 0;
        for (size_t i = text[0] == '-'; i < bytes; i++) amount = amount * 10 - (text[i] - '0');
        felt_json_int(json, text[0] == '-' ? amount : -amount);
    } else if (parse_decimal(text, toml.bytes, &number, &places) && number < 9e9 && number > -9e9) {
        /* Only if the reader finds the same text again: not 1.50, which is 1.5. */
        struct felt_buffer shortest = felt_buffer_make(memory, sizeof memory);
        json_t *value = json_real(number);
        felt_assert(value != NULL);
        write_real(&shortest, value);
        json_decref(value);
        if (shortest.used == bytes && memcmp(memory, text, bytes) == 0)
            felt_json_decimal(json, number, places);
        else
            write_wrapper(json, text, bytes);
    } else {
        write_wrapper(json, text, bytes);
    }
}

static void write_value(struct felt_json *json, struct felt_toml *toml);

/* { a = 1, b = 2 } */
static void write_members(struct felt_json *json, struct felt_toml *toml)
{
    felt_json_object(json);
    toml->at++;
    while (felt_toml_peek(toml) != '}') {
        char key[FELT_FIELD_KEY_MAX + 1];
        struct felt_buffer name = felt_buffer_make(key, FELT_FIELD_KEY_MAX);
        while (felt_toml_peek(toml) == ' ' || felt_toml_peek(toml) == ',') toml->at++;
        bool good = felt_toml_key(toml, &name);
        felt_assert(good && !name.overflow);
        key[name.used] = '\0';
        felt_json_key(json, key);
        toml->at += 2; /* "= " */
        write_value(json, toml);
        felt_toml_skip_spaces(toml);
    }
    toml->at++;
    felt_json_end(json);
}

/* A text without a zero in it, which JSON readers refuse. */
static void write_text(struct felt_json *json, struct felt_toml *toml)
{
    char memory[FELT_RECORD_POOL_BYTES];
    struct felt_buffer text = felt_buffer_make(memory, sizeof memory);
    size_t start = toml->at;
    bool good = felt_toml_text(toml, &text);
    felt_assert(good && !text.overflow);
    if (memchr(memory, '\0', text.used))
        write_wrapper(json, toml->text + start, toml->at - start);
    else
        felt_json_text_n(json, memory, text.used);
}

/* The value at the cursor, which is in the one form of toml.h. */
static void write_value(struct felt_json *json, struct felt_toml *toml)
{
    size_t start = toml->at;
    char c = felt_toml_peek(toml);
    if (c == '"') {
        write_text(json, toml);
    } else if (c == '[') {
        felt_json_array(json);
        bool good = felt_toml_open(toml);
        felt_assert(good);
        for (int items = 0; felt_toml_more(toml, items); items = 1) write_value(json, toml);
        felt_json_end(json);
    } else if (c == '{') {
        static const char wrapper[] = "{ " WRAPPER " = ";
        size_t left = toml->bytes - start, bytes = sizeof wrapper - 1;
        if (left < bytes || memcmp(toml->text + start, wrapper, bytes) != 0) {
            write_members(json, toml);
            return;
        }
        /* A table that looks like our wrapper is wrapped itself. */
        char memory[FELT_RECORD_POOL_BYTES];
        struct felt_buffer skipped = felt_buffer_make(memory, sizeof memory);
        bool good = felt_toml_value(toml, &skipped);
        felt_assert(good);
        write_wrapper(json, toml->text + start, toml->at - start);
    } else {
        char memory[64];
        struct felt_buffer token = felt_buffer_make(memory, sizeof memory);
        bool good = felt_toml_value(toml, &token);
        felt_assert(good && !token.overflow);
        write_token(json, memory, token.used);
    }
}

enum felt_status felt_hand_json_write(const struct felt_record *record, struct felt_buffer *out)
{
    struct felt_json json = felt_json_make(out);
    felt_json_object(&json);
    for (int id = 0; id < FELT_FIELDS; id++)
        if (felt_field_present(record, (enum felt_field_id)id))
            write_field(&json, record, (enum felt_field_id)id);
    for (int i = 0; i < record->notes; i++) {
        const struct felt_record_note *note = &record->note[i];
        char key[FELT_FIELD_KEY_MAX + 1];
        memcpy(key, felt_record_bytes(record, note->key), note->key.bytes);
        key[note->key.bytes] = '\0';
        felt_json_key(&json, key);
        struct felt_toml toml = {.text = felt_record_bytes(record, note->value),
                                 .bytes = note->value.bytes};
        write_value(&json, &toml);
    }
    felt_json_end(&json);
    return out->overflow ? FELT_FULL : FELT_OK;
}
