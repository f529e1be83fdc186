/* lobby_narc.c -- see lobby_narc.h. */
#include "server/config/lobby_narc.h"
#include "server/http/mistake.h"
#include "base/json_member.h"

#include "command/narc_file.h"
#include "lab/narc/narc_lesson.h"
#include "felt/assert.h"
#include "felt/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char word[] = "narc";
static const char root[] = "/api/narc";
static const char lesson[] = "/lesson";

enum { BODY_BYTES = 2 * FELT_NARC_TEXT_MAX + 4096, SHOWN_BYTES = 120 };

/* ---- rows ---- */

bool felt_lobby_is_narc(const struct felt_lobby_row *row)
{
    size_t bytes = sizeof word - 1;
    return strncmp(row->game, word, bytes) == 0 && (!row->game[bytes] || row->game[bytes] == ':');
}

/* "narc:RULES,CARDS": either may be left out. */
static enum felt_status load(const struct felt_lobby_row *row, struct felt_narc_rules *out,
                             char why[FELT_NARC_WHY_BYTES])
{
    char names[sizeof row->game];
    felt_assert(felt_lobby_is_narc(row));
    memcpy(names, row->game, sizeof names);
    char *rules = names + sizeof word - 1;
    if (*rules) rules++;
    char *cards = strchr(rules, ',');
    if (cards) {
        *cards++ = '\0';
        cards += strspn(cards, " ");
    }
    /* A server does not read its rules from standard input. */
    if (strcmp(rules, "-") == 0 || (cards && strcmp(cards, "-") == 0)) {
        (void)snprintf(why, FELT_NARC_WHY_BYTES, "name a rule set or a file, as in narc:house");
        return FELT_BAD_NAME;
    }
    return felt_narc_load(*rules ? rules : NULL, cards && *cards ? cards : NULL, false, out, why);
}

enum felt_status felt_lobby_narc_verify(const struct felt_lobby_row *row,
                                        struct felt_complaint *complaint)
{
    char why[FELT_NARC_WHY_BYTES];
    if (row->seats != FELT_ROLES)
        return felt_complain(complaint, FELT_BAD_RULES, 0, 0, "seats: Narc is for three");
    if (row->limit != FELT_LIMITS)
        return felt_complain(complaint, FELT_BAD_RULES, 0, 0,
                             "limit: Narc has its own: say usual, or nothing");
    if (row->big_blind == 0 && (row->buy_in_min != 1 || row->buy_in_max != 1))
        return felt_complain(complaint, FELT_BAD_RULES, 0, 0,
                             "buy-in: without a unit it is played for the score: say 1-1, or "
                             "nothing");
    struct felt_narc_rules *rules = malloc(sizeof *rules);
    if (!rules) return felt_complain(complaint, FELT_FULL, 0, 0, "no memory");
    enum felt_status status = load(row, rules, why);
    free(rules);
    if (status == FELT_OK) return FELT_OK;
    return felt_complain(complaint, status, 0, 0, "game: %.*s", SHOWN_BYTES, why);
}

struct felt_narc_adapter *felt_lobby_narc_open(const struct felt_lobby_row *row)
{
    char why[FELT_NARC_WHY_BYTES];
    struct felt_narc_rules *rules = malloc(sizeof *rules);
    struct felt_narc_adapter *adapter = malloc(sizeof *adapter);
    bool turns = row->roles == FELT_LOBBY_ROLES_TURN ||
                 (row->roles == FELT_LOBBY_ROLES_USUAL && row->big_blind > 0);
    bool good = rules && adapter && load(row, rules, why) == FELT_OK;
    if (good) felt_narc_adapter_make(adapter, rules, row->big_blind, turns);
    free(rules);
    if (good) return adapter;
    free(adapter);
    return NULL;
}

void felt_lobby_narc_name(const struct felt_lobby *lobby, int stake)
{
    struct felt_narc_adapter *adapter = lobby->narc[stake];
    felt_assert(adapter != NULL);
    for (int i = 0; i < stake; i++) {
        const struct felt_narc_adapter *other = lobby->narc[i];
        if (!other || strcmp(other->variant, adapter->variant) != 0) continue;
        if (other->rules.narc.hash == adapter->rules.narc.hash) continue;
        (void)snprintf(adapter->variant, sizeof adapter->variant, "%s", lobby->stake[stake].id);
        return;
    }
}

/* ---- /api/narc ---- */

bool felt_http_narc_owns(const char *path)
{
    size_t bytes = sizeof root - 1;
    return strncmp(path, root, bytes) == 0 && (!path[bytes] || path[bytes] == '/');
}

static const struct felt_narc_adapter *find_played(const struct felt_lobby *lobby, const char *name)
{
    for (int i = 0; lobby && i < lobby->stakes; i++)
        if (lobby->narc[i] && strcmp(lobby->narc[i]->variant, name) == 0) return lobby->narc[i];
    return NULL;
}

static void put_hash(struct felt_json *json, uint64_t hash)
{
    char text[17];
    (void)snprintf(text, sizeof text, "%016llx", (unsigned long long)hash);
    felt_json_put_text(json, "hash", text);
}

static void put_row(struct felt_json *json, const char *name, const struct felt_narc_rules *rules,
                    bool played)
{
    felt_json_object(json);
    felt_json_put_text(json, "name", name);
    felt_json_put_text(json, "title", rules->options.title);
    felt_json_put_text(json, "cards", rules->catalogue.name);
    put_hash(json, rules->hash);
    felt_json_key(json, "played");
    felt_json_bool(json, played);
    felt_json_end(json);
}

static void put_list(const struct felt_lobby *lobby, struct felt_narc_rules *rules,
                     struct felt_json *json)
{
    char why[FELT_NARC_WHY_BYTES];
    felt_json_object(json);
    felt_json_key(json, "rules");
    felt_json_array(json);
    for (int i = 0; lobby && i < lobby->stakes; i++) {
        const struct felt_narc_adapter *adapter = lobby->narc[i];
        if (adapter && find_played(lobby, adapter->variant) == adapter)
            put_row(json, adapter->variant, &adapter->rules.narc, true);
    }
    for (int i = 0; i < felt_narc_rules_known_count(); i++) {
        const char *name = felt_narc_rules_known_at(i)->name;
        if (find_played(lobby, name) || felt_narc_load(name, NULL, false, rules, why) != FELT_OK)
            continue;
        put_row(json, name, rules, false);
    }
    felt_json_end(json);
    felt_json_end(json);
}

/* Both as files have them, so that whoever reads files can read this. */
static void put_rules(const char *name, const struct felt_narc_rules *rules, char *text,
                      struct felt_json *json)
{
    struct felt_buffer part = felt_buffer_make(text, FELT_NARC_TEXT_MAX);
    felt_json_object(json);
    felt_json_put_text(json, "name", name);
    put_hash(json, rules->hash);
    felt_buffer_text(json->out, ",\"rules\":");
    if (felt_narc_options_write(&rules->options, &part) != FELT_OK) part.overflow = true;
    felt_buffer_bytes(json->out, part.bytes, part.used);
    bool whole = !part.overflow;
    part = felt_buffer_make(text, FELT_NARC_TEXT_MAX);
    felt_buffer_text(json->out, ",\"cards\":");
    if (felt_narc_cards_write(&rules->catalogue, &part) != FELT_OK) part.overflow = true;
    felt_buffer_bytes(json->out, part.bytes, part.used);
    felt_json_end(json);
    if (!whole || part.overflow) json->out->overflow = true;
}

/* The rules of a name that is played here or known; NULL: neither. */
static const struct felt_narc_rules *find_rules(const struct felt_lobby *lobby, const char *name,
                                                struct felt_narc_rules *memory)
{
    char why[FELT_NARC_WHY_BYTES];
    const struct felt_narc_adapter *adapter = find_played(lobby, name);
    if (adapter) return &adapter->rules.narc;
    if (!felt_narc_rules_known_find(name)) return NULL; /* no file of the server's */
    return felt_narc_load(name, NULL, false, memory, why) == FELT_OK ? memory : NULL;
}

/* The lesson by the usual rules, whatever is played here.  False: no memory, or no room. */
static bool put_lesson(struct felt_narc_rules *rules, struct felt_buffer *out)
{
    char why[FELT_NARC_WHY_BYTES];
    return felt_narc_load(NULL, NULL, false, rules, why) == FELT_OK &&
           felt_narc_lesson_write(rules, out) == FELT_OK && !out->overflow;
}

static int answer(const struct felt_lobby *lobby, bool post, const char *name, char *text,
                  struct felt_narc_rules *memory, struct felt_buffer *out)
{
    struct felt_json json = felt_json_make(out);
    const struct felt_narc_rules *rules = NULL;
    if (!post && strcmp(name, lesson) == 0) return put_lesson(memory, out) ? 200 : 503;
    if (*name) rules = find_rules(lobby, name + 1, memory);
    if (post)
        felt_json_put_mistake(&json, "WRONG_METHOD", "ask with GET", NULL);
    else if (!*name)
        put_list(lobby, memory, &json);
    else if (rules)
        put_rules(name + 1, rules, text, &json);
    else
        felt_json_put_mistake(&json, "NOT_FOUND", "no such rules: GET /api/narc lists them", NULL);
    felt_assert(felt_json_done(&json));
    return post ? 405 : *name && !rules ? 404 : 200;
}

void felt_http_narc_answer(const struct felt_lobby *lobby, bool post, const char *path,
                           struct felt_net_answer *out)
{
    struct felt_narc_rules *memory = malloc(sizeof *memory);
    char *text = malloc(FELT_NARC_TEXT_MAX), *body = malloc(BODY_BYTES);
    *out = (struct felt_net_answer){.status = 503, .type = "application/json"};
    if (memory && text && body) {
        struct felt_buffer buffer = felt_buffer_make(body, BODY_BYTES);
        out->status = answer(lobby, post, path + sizeof root - 1, text, memory, &buffer);
        if (out->status != 503) {
            out->body = body;
            out->bytes = buffer.used;
            body = NULL;
        }
    }
    free(memory);
    free(text);
    free(body);
}
