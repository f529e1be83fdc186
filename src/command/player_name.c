/* player_name.c -- players by name, and personas in files: "house:@rock.json,aggr=4". */
#include "command/player_name.h"

#include "base/format.h"
#include "base/utf8.h"
#include "felt/persona_json.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* Names are printed in tables and greetings: no byte of one may drive a terminal.  What is harmless
 * is quoted as it is. */
bool felt_player_name_is_printable(const char *text)
{
    size_t bytes = strlen(text), used;
    for (size_t at = 0; at < bytes; at += used) {
        char quoted[FELT_QUOTE_BYTES];
        uint32_t character;
        if (!felt_utf8_read(text + at, bytes - at, &used, &character)) return false;
        felt_quote(text + at, used, quoted);
        if (strlen(quoted) != used || memcmp(quoted, text + at, used) != 0) return false;
    }
    return true;
}

/* One byte more than a persona may have: what is longer is seen to be so. */
static bool read_file(const struct felt_args *args, const char *name,
                      char text[FELT_PERSONA_TEXT_MAX + 1], size_t *bytes)
{
    FILE *in = fopen(name, "rb");
    *bytes = in ? fread(text, 1, FELT_PERSONA_TEXT_MAX + 1, in) : 0;
    bool good = in != NULL && !ferror(in);
    if (!good) (void)felt_args_refuse(args, "%s cannot be read: %s", name, strerror(errno));
    if (in) fclose(in);
    return good;
}

/* The kind, without dials; `bytes` of it stand before the colon. */
static bool read_kind(const struct felt_args *args, const char *text, size_t bytes,
                      struct felt_player_spec *out)
{
    struct felt_complaint complaint = {0};
    if (felt_player_read(text, bytes, out, &complaint) != FELT_OK) {
        (void)felt_args_complain(args, text, &complaint);
        return false;
    }
    if (out->kind->has_settings) return true;
    (void)felt_args_refuse(args, "%s has no dials that a file could set; name it alone",
                           out->kind->name);
    return false;
}

static bool read_persona(const struct felt_args *args, const char *text, const char *at,
                         struct felt_player_spec *out)
{
    char name[FELT_PLAYER_TEXT_MAX + 1], json[FELT_PERSONA_TEXT_MAX + 1];
    struct felt_persona persona;
    struct felt_complaint complaint = {0};
    const char *file = at + 2, *comma = strchr(file, ',');
    size_t bytes, length = comma ? (size_t)(comma - file) : strlen(file);
    if (strlen(text) > FELT_PLAYER_TEXT_MAX || length == 0) {
        (void)felt_args_refuse(args, "\"%s\": name a player in at most %d letters, as in %s", text,
                               FELT_PLAYER_TEXT_MAX, "house:@rock.json");
        return false;
    }
    memcpy(name, file, length);
    name[length] = '\0';
    if (!read_kind(args, text, (size_t)(at - text), out) || !read_file(args, name, json, &bytes))
        return false;
    if (felt_persona_json_read(json, bytes, &persona, &complaint) != FELT_OK) {
        (void)felt_args_refuse(args, "%s: %s", name, complaint.text);
        return false;
    }
    const struct felt_persona_kind *kind = felt_persona_find(persona.name, strlen(persona.name));
    out->settings = persona.config;
    out->explains = kind && kind->explains;
    memcpy(out->text, text, strlen(text) + 1);
    if (comma == NULL || felt_strategy_config_read(comma + 1, strlen(comma + 1), &out->settings,
                                                   &complaint) == FELT_OK)
        return true;
    complaint.at += (size_t)(comma + 1 - text);
    (void)felt_args_complain(args, text, &complaint);
    return false;
}

/* "teacher" of "zoo:teacher": personas belong to the house, whatever player stands before them.
 * NULL: the name is wrong in another way. */
static const char *find_persona(const char *text)
{
    const char *colon = strchr(text, ':');
    const struct felt_persona_kind *persona =
        colon ? felt_persona_find(colon + 1, strcspn(colon + 1, ",:")) : NULL;
    return persona ? persona->name : NULL;
}

bool felt_player_name_read(const struct felt_args *args, const char *text,
                           struct felt_player_spec *out)
{
    struct felt_complaint complaint = {0};
    const char *at = strstr(text, ":@");
    if (!felt_player_name_is_printable(text)) {
        (void)felt_args_refuse(
            args, "\"%s\": name a player, and its file, in UTF-8 without control characters", text);
        return false;
    }
    if (at) return read_persona(args, text, at, out);
    enum felt_status status = felt_player_read(text, strlen(text), out, &complaint);
    if (status == FELT_OK) return true;
    const char *persona = status == FELT_BAD_NAME ? find_persona(text) : NULL;
    if (persona)
        (void)felt_args_refuse(args, "there is no player \"%s\"; did you mean house:%s?", text,
                               persona);
    else
        (void)felt_args_complain(args, text, &complaint);
    return false;
}
