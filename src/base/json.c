/* json.c -- the JSON writer.
 *
 * The writer keeps two bits for each open level: is it an object, and has it an item already.  With
 * `after_key` they decide what may come next and what stands in front of it:
 *
 *     where              a key may come    a value may come    in front of it
 *     top                no                once                nothing
 *     array              no                yes                 a comma, but not before the first
 *     object             yes               no                  (key) likewise
 *     object after key   no                yes                 nothing: the colon came with the key
 *
 * Level 0 is the top, so level 31 is the deepest and the bits of one word suffice.
 *
 * Text is copied in runs of bytes that need no care.  A quote, a backslash or a control character
 * ends a run and is escaped; a byte above 127 ends it too and must begin a good UTF-8 character,
 * which is copied, or else is replaced by U+FFFD (utf8.c says how much of it). */
#include "felt/json.h"

#include "base/utf8.h"
#include "felt/assert.h"

#include <string.h>

_Static_assert(FELT_JSON_DEPTH_MAX < 32, "one bit for each level and the top");

struct felt_json felt_json_make(struct felt_buffer *out)
{
    felt_assert(out != NULL);
    return (struct felt_json){.out = out};
}

static uint32_t level_bit(const struct felt_json *json)
{
    return UINT32_C(1) << json->depth;
}

/* Before a key or a value within an array. */
static void separate(struct felt_json *json)
{
    if (json->has_item & level_bit(json)) felt_buffer_char(json->out, ',');
    json->has_item |= level_bit(json);
}

/* Before every value: may one come here?  Writes the comma if one is due. */
static void begin_value(struct felt_json *json)
{
    if (json->depth == 0) {
        felt_assert(!json->complete); /* one value at the top */
        json->complete = true;
    } else if (json->in_object & level_bit(json)) {
        felt_assert(json->after_key); /* a value in an object needs a key */
        json->after_key = false;
    } else {
        separate(json);
    }
}

static void open_level(struct felt_json *json, bool object)
{
    begin_value(json);
    felt_assert(json->depth < FELT_JSON_DEPTH_MAX);
    json->depth++;
    json->has_item &= ~level_bit(json);
    json->in_object &= ~level_bit(json);
    if (object) json->in_object |= level_bit(json);
    felt_buffer_char(json->out, object ? '{' : '[');
}

void felt_json_object(struct felt_json *json)
{
    open_level(json, true);
}

void felt_json_array(struct felt_json *json)
{
    open_level(json, false);
}

void felt_json_end(struct felt_json *json)
{
    felt_assert(json->depth > 0);
    felt_assert(!json->after_key); /* a key needs a value */
    felt_buffer_char(json->out, json->in_object & level_bit(json) ? '}' : ']');
    json->depth--;
}

static bool is_plain(char c)
{
    unsigned char byte = (unsigned char)c;
    return byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\';
}

/* A quote, a backslash or a control character. */
static void write_escape(struct felt_buffer *out, char c)
{
    static const char named[] = "\"\"\\\\\bb\ff\nn\rr\tt"; /* pairs: the character, its letter */
    static const char digits[] = "0123456789abcdef";
    char escape[6] = {'\\', 'u', '0', '0', digits[(c >> 4) & 15], digits[c & 15]};
    size_t length = 6;
    for (size_t i = 0; i + 1 < sizeof named; i += 2) {
        if (named[i] != c) continue;
        escape[1] = named[i + 1];
        length = 2;
    }
    felt_buffer_bytes(out, escape, length);
}

static void write_string(struct felt_buffer *out, const char *text, size_t bytes)
{
    felt_buffer_char(out, '"');
    for (size_t at = 0; at < bytes;) {
        size_t run = at;
        while (run < bytes && is_plain(text[run])) run++;
        felt_buffer_bytes(out, text + at, run - at);
        at = run;
        if (at == bytes) break;
        if ((unsigned char)text[at] < 0x80) {
            write_escape(out, text[at++]);
            continue;
        }
        size_t used;
        uint32_t character;
        if (felt_utf8_read(text + at, bytes - at, &used, &character)) {
            felt_buffer_bytes(out, text + at, used);
        } else {
            felt_buffer_bytes(out, "\xEF\xBF\xBD", 3);
        }
        at += used;
    }
    felt_buffer_char(out, '"');
}

void felt_json_key(struct felt_json *json, const char *key)
{
    felt_assert(json->depth > 0);
    felt_assert(json->in_object & level_bit(json));
    felt_assert(!json->after_key);
    separate(json);
    write_string(json->out, key, strlen(key));
    felt_buffer_char(json->out, ':');
    json->after_key = true;
}

void felt_json_text(struct felt_json *json, const char *text)
{
    felt_json_text_n(json, text, strlen(text));
}

void felt_json_text_n(struct felt_json *json, const char *text, size_t bytes)
{
    begin_value(json);
    write_string(json->out, text, bytes);
}

void felt_json_int(struct felt_json *json, int64_t number)
{
    begin_value(json);
    felt_buffer_int(json->out, number);
}

void felt_json_uint(struct felt_json *json, uint64_t number)
{
    begin_value(json);
    felt_buffer_uint(json->out, number);
}

void felt_json_decimal(struct felt_json *json, double number, int decimals)
{
    begin_value(json);
    if (number < 9e9 && number > -9e9) {
        felt_buffer_decimal(json->out, number, decimals);
    } else {
        felt_buffer_text(json->out, "null");
    }
}

void felt_json_bool(struct felt_json *json, bool value)
{
    begin_value(json);
    felt_buffer_text(json->out, value ? "true" : "false");
}

void felt_json_null(struct felt_json *json)
{
    begin_value(json);
    felt_buffer_text(json->out, "null");
}

bool felt_json_done(const struct felt_json *json)
{
    return json->complete && json->depth == 0 && !json->out->overflow;
}
