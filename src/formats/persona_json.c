/* persona_json.c -- see persona_json.h. */
#include "felt/persona_json.h"

#include "base/format.h"
#include "base/nearest.h"
#include "felt/assert.h"
#include "felt/json.h"
#include "formats/load.h"
#include "players/kinds.h"

#include <string.h>

#define NAME "name"

struct reader {
    const char *text;
    size_t bytes;
    struct felt_persona persona;
    struct felt_complaint *complaint;
};

/* ---- names ---- */

static bool is_name_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_';
}

static bool is_name(const char *text, size_t bytes)
{
    if (bytes == 0 || bytes > FELT_PERSONA_NAME_MAX) return false;
    for (size_t i = 0; i < bytes; i++)
        if (!is_name_letter(text[i])) return false;
    return true;
}

/* ---- reading ---- */

/* Where "key" stands in the text, to point at it; the beginning if it is written with escapes. */
static size_t find_key(const struct reader *reader, const char *key, size_t *length)
{
    size_t bytes = strlen(key);
    *length = 0;
    for (size_t at = 0; at + bytes + 2 <= reader->bytes; at++) {
        const char *here = reader->text + at;
        if (here[0] != '"' || here[bytes + 1] != '"' || memcmp(here + 1, key, bytes) != 0) continue;
        *length = bytes + 2;
        return at;
    }
    return 0;
}

static enum felt_status refuse_key(const struct reader *reader, const char *key)
{
    const char *names[FELT_STRATEGY_DIALS + 1] = {NAME};
    char quoted[FELT_QUOTE_BYTES];
    size_t length, at = find_key(reader, key, &length);
    for (int i = 0; i < FELT_STRATEGY_DIALS; i++) names[i + 1] = felt_strategy_dial_at(i)->name;
    const char *near = felt_nearest(key, strlen(key), names, FELT_STRATEGY_DIALS + 1);
    felt_quote(key, strlen(key), quoted);
    if (near)
        return felt_complain(reader->complaint, FELT_BAD_NAME, at, length,
                             "a persona has no \"%s\"; did you mean %s?", quoted, near);
    return felt_complain(reader->complaint, FELT_BAD_NAME, at, length,
                         "a persona has no \"%s\"; it has %s, %s, %s, %s, %s and %s", quoted,
                         names[0], names[1], names[2], names[3], names[4], names[5]);
}

static enum felt_status read_name(struct reader *reader, const json_t *value)
{
    size_t length, at = find_key(reader, NAME, &length);
    if (!json_is_string(value))
        return felt_complain(reader->complaint, FELT_BAD_FORMAT, at, length,
                             "name: take a text, as in \"rock\"");
    size_t bytes = json_string_length(value);
    if (!is_name(json_string_value(value), bytes))
        return felt_complain(reader->complaint, FELT_BAD_NAME, at, length,
                             "name: take 1 to %d letters, digits, - or _", FELT_PERSONA_NAME_MAX);
    memcpy(reader->persona.name, json_string_value(value), bytes);
    return FELT_OK;
}

static enum felt_status read_dial(struct reader *reader, const struct felt_strategy_dial *dial,
                                  const json_t *value)
{
    struct felt_strategy_config config = felt_strategy_config_default();
    size_t length, at = find_key(reader, dial->name, &length);
    if (!json_is_number(value))
        return felt_complain(reader->complaint, FELT_BAD_FORMAT, at, length, "%s: take a number",
                             dial->name);
    double number = json_number_value(value) + 0.0; /* no -0 */
    memcpy((char *)&config + dial->at, &number, sizeof number);
    enum felt_status status = felt_strategy_config_validate(&config, reader->complaint);
    if (status != FELT_OK) {
        if (reader->complaint) reader->complaint->at = at, reader->complaint->length = length;
        return status;
    }
    if (felt_dial_places(number) < 0)
        return felt_complain(reader->complaint, FELT_BAD_NUMBER, at, length,
                             "%s: take at most %d digits behind the point", dial->name,
                             FELT_DIAL_PLACES);
    memcpy((char *)&reader->persona.config + dial->at, &number, sizeof number);
    return FELT_OK;
}

static enum felt_status read_member(struct reader *reader, const char *key, const json_t *value)
{
    if (!strcmp(key, NAME)) return read_name(reader, value);
    for (int i = 0; i < FELT_STRATEGY_DIALS; i++)
        if (!strcmp(key, felt_strategy_dial_at(i)->name))
            return read_dial(reader, felt_strategy_dial_at(i), value);
    return refuse_key(reader, key);
}

static enum felt_status read_object(struct reader *reader, json_t *root)
{
    if (!json_is_object(root))
        return felt_complain(reader->complaint, FELT_BAD_FORMAT, 0, 0,
                             "a persona is an object in {}");
    for (void *at = json_object_iter(root); at; at = json_object_iter_next(root, at)) {
        enum felt_status status =
            read_member(reader, json_object_iter_key(at), json_object_iter_value(at));
        if (status != FELT_OK) return status;
    }
    if (reader->persona.name[0] == '\0')
        return felt_complain(reader->complaint, FELT_BAD_FORMAT, 0, 0, "a persona needs a name");
    return FELT_OK;
}

enum felt_status felt_persona_json_read(const char *text, size_t bytes, struct felt_persona *out,
                                        struct felt_complaint *complaint)
{
    struct reader reader = {.text = text, .bytes = bytes, .complaint = complaint};
    reader.persona.config = felt_strategy_config_default();
    enum felt_status status = FELT_OK;
    json_t *root =
        felt_load_json(text, bytes, FELT_PERSONA_TEXT_MAX, "a persona", &status, complaint);
    if (root == NULL) return status;
    status = read_object(&reader, root);
    json_decref(root);
    if (status == FELT_OK) *out = reader.persona;
    return status;
}

/* ---- writing ---- */

enum felt_status felt_persona_json_write(const struct felt_persona *persona,
                                         struct felt_buffer *out)
{
    felt_assert(felt_strategy_config_validate(&persona->config, NULL) == FELT_OK);
    if (!is_name(persona->name, strnlen(persona->name, sizeof persona->name))) return FELT_BAD_NAME;
    struct felt_json json = felt_json_make(out);
    felt_json_object(&json);
    felt_json_key(&json, NAME);
    felt_json_text(&json, persona->name);
    for (int i = 0; i < FELT_STRATEGY_DIALS; i++) {
        const struct felt_strategy_dial *dial = felt_strategy_dial_at(i);
        double number;
        memcpy(&number, (const char *)&persona->config + dial->at, sizeof number);
        int places = felt_dial_places(number);
        felt_json_key(&json, dial->name);
        felt_json_decimal(&json, number, places < 0 ? FELT_DIAL_PLACES : places);
    }
    felt_json_end(&json);
    return out->overflow ? FELT_FULL : FELT_OK;
}
