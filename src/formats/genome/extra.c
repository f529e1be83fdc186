/* extra.c -- unknown fields of a genome.
 *
 * What nobody knows is kept as text in genome.extra_text: the members of an object without its
 * braces, compact, sorted by key at every level, and a zero.  So the unknown fields of
 *
 *     {"type":"AntePhase","why":"blood","amount":5,"by":[1, 0.50]}      are
 * "by":[1,0.5],"why":"blood"
 *
 * Text that is there already is not stored twice: phases that were copied share it.  Strings are as
 * they were, letter for letter; numbers with a point have as few digits as say the same number. */
#include "formats/genome/parts.h"

#include "base/format.h"
#include "felt/assert.h"
#include "felt/json.h"

#include <string.h>

enum {
    DEPTH_MAX = 16,
    MEMBERS_MAX = FELT_GENOME_EXTRA_BYTES / 5, /* "":0, is the shortest */
    REAL_BYTES = 40,
    DIGITS_MIN = 15, /* which every number of so few digits survives */
    DIGITS_MAX = 17  /* which tell any two numbers apart */
};

/* ---- values as text ---- */

static void write_text(struct felt_buffer *out, const char *text, size_t bytes)
{
    struct felt_json json = felt_json_make(out);
    felt_json_text_n(&json, text, bytes);
}

static void write_real(struct felt_buffer *out, const json_t *value)
{
    char text[REAL_BYTES];
    size_t bytes = 0;
    for (unsigned digits = DIGITS_MIN; digits <= DIGITS_MAX; digits++) {
        bytes = json_dumpb(value, text, sizeof text, JSON_ENCODE_ANY | JSON_REAL_PRECISION(digits));
        felt_assert(bytes > 0 && bytes < sizeof text);
        json_t *again = json_loadb(text, bytes, JSON_DECODE_ANY, NULL);
        bool same = again && json_real_value(again) == json_real_value(value);
        json_decref(again);
        if (same) break;
    }
    felt_buffer_bytes(out, text, bytes);
}

/* The first key behind `last`, in the order of bytes; NULL: there is none. */
static const char *next_key(const json_t *object, const char *last)
{
    const char *best = NULL;
    json_t *walked = (json_t *)(uintptr_t)object; /* jansson's iterators do not say const */
    for (void *at = json_object_iter(walked); at; at = json_object_iter_next(walked, at)) {
        const char *key = json_object_iter_key(at);
        if ((last == NULL || strcmp(key, last) > 0) && (best == NULL || strcmp(key, best) < 0))
            best = key;
    }
    return best;
}

static bool write_value(struct felt_buffer *out, const json_t *value, int depth);

/* False: too much, or too deep. */
static bool write_members(struct felt_buffer *out, const json_t *object, int depth)
{
    if (json_object_size(object) > MEMBERS_MAX) return false;
    const char *key = next_key(object, NULL);
    for (bool first = true; key; key = next_key(object, key), first = false) {
        if (!first) felt_buffer_char(out, ',');
        write_text(out, key, strlen(key));
        felt_buffer_char(out, ':');
        if (!write_value(out, json_object_get(object, key), depth)) return false;
    }
    return true;
}

static bool write_items(struct felt_buffer *out, const json_t *list, int depth)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        if (i > 0) felt_buffer_char(out, ',');
        if (!write_value(out, json_array_get(list, i), depth)) return false;
    }
    return true;
}

static bool write_value(struct felt_buffer *out, const json_t *value, int depth)
{
    if (depth > DEPTH_MAX || out->overflow) return false;
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        felt_buffer_char(out, '{');
        if (!write_members(out, value, depth + 1)) return false;
        felt_buffer_char(out, '}');
        break;
    case JSON_ARRAY:
        felt_buffer_char(out, '[');
        if (!write_items(out, value, depth + 1)) return false;
        felt_buffer_char(out, ']');
        break;
    case JSON_STRING: write_text(out, json_string_value(value), json_string_length(value)); break;
    case JSON_INTEGER: felt_buffer_int(out, json_integer_value(value)); break;
    case JSON_REAL: write_real(out, value); break;
    case JSON_TRUE: felt_buffer_text(out, "true"); break;
    case JSON_FALSE: felt_buffer_text(out, "false"); break;
    case JSON_NULL: felt_buffer_text(out, "null"); break;
    }
    return !out->overflow;
}

/* ---- the pool ---- */

/* Where this text stands already, or 0. */
static uint16_t find_text(const struct felt_genome *genome, const char *text)
{
    for (size_t at = 1; at < genome->extra_bytes; at += strlen(genome->extra_text + at) + 1)
        if (!strcmp(genome->extra_text + at, text)) return (uint16_t)at;
    return 0;
}

enum felt_status felt_genome_keep(struct genome_reader *reader, const struct genome_place *at,
                                  const json_t *object, uint16_t *out)
{
    struct felt_genome *genome = &reader->genome;
    char text[FELT_GENOME_EXTRA_BYTES];
    struct felt_buffer members = felt_buffer_make(text, sizeof text - 1);
    *out = 0;
    if (json_object_size(object) == 0) return FELT_OK;
    bool good = write_members(&members, object, 1);
    text[members.used] = '\0';
    if (good) *out = find_text(genome, text);
    if (*out) return FELT_OK;
    if (!good || members.used + 1 > sizeof genome->extra_text - genome->extra_bytes) {
        char quoted[FELT_QUOTE_BYTES];
        const char *key = next_key(object, NULL);
        felt_quote(key, strlen(key), quoted);
        return felt_genome_refuse(reader, at, FELT_FULL,
                                  "there is no room to keep unknown fields, \"%s\" among them: all "
                                  "of them have %d bytes and %d levels",
                                  quoted, FELT_GENOME_EXTRA_BYTES, DEPTH_MAX);
    }
    *out = genome->extra_bytes;
    memcpy(genome->extra_text + *out, text, members.used + 1);
    genome->extra_bytes = (uint16_t)(genome->extra_bytes + members.used + 1);
    return FELT_OK;
}

/* ---- kept text ---- */

/* Behind the string that begins at `text`. */
static const char *skip_text(const char *text)
{
    felt_assert(*text == '"');
    for (text++; *text != '"'; text++) {
        if (*text == '\\') text++;
        felt_assert(*text != '\0');
    }
    return text + 1;
}

bool felt_genome_next_kept(const char **text, struct genome_kept *out)
{
    const char *at = *text;
    if (*at == ',') at++;
    if (*at == '\0') return false;
    const char *behind = skip_text(at);
    out->key = at + 1;
    out->key_bytes = (size_t)(behind - at) - 2;
    felt_assert(*behind == ':');
    out->value = at = behind + 1;
    for (int depth = 0; *at && (depth > 0 || *at != ',');) {
        if (*at == '{' || *at == '[') depth++;
        if (*at == '}' || *at == ']') depth--;
        at = *at == '"' ? skip_text(at) : at + 1;
    }
    out->value_bytes = (size_t)(at - out->value);
    *text = at;
    return true;
}
