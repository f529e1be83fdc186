/* read_arena_client.c -- bytes of a client of the arena, strictly read: see read_json.h for the
 * steps. */
#include "server/protocol/read_arena_client.h"

#include "server/protocol/read_json.h"

#include <string.h>

static enum felt_refusal bad(char text[FELT_PROTOCOL_TEXT_BYTES], const char *why)
{
    felt_protocol_refuse(text, why);
    return FELT_REFUSED_BAD_SCHEMA;
}

/* ---- hello ---- */

static enum felt_refusal read_team(const json_t *value, struct felt_arena_client_hello *hello,
                                   char *why)
{
    if (!json_is_string(value)) return bad(why, "team must be a string, for example \"Alpha\"");
    struct felt_protocol_piece team = felt_protocol_trim(value);
    if (team.bytes == 0 || team.bytes > FELT_TEAM_BYTES)
        return bad(why, "team must have 1 to 64 bytes besides blanks at its ends");
    if (!felt_protocol_is_visible(team.text, team.bytes))
        return bad(why, "team must not hold control characters or invisible ones");
    memcpy(hello->team, team.text, team.bytes);
    return FELT_REFUSED_NOT;
}

static enum felt_refusal read_role(const json_t *value, struct felt_arena_client_hello *hello,
                                   char *why)
{
    static const char *const roles[] = {"player", "spectator", "operator"};
    hello->role = FELT_AS_PLAYER;
    if (value == NULL) return FELT_REFUSED_NOT;
    for (int role = 0; json_is_string(value) && role < 3; role++) {
        if (strcmp(json_string_value(value), roles[role]) != 0) continue;
        hello->role = (uint8_t)role;
        return FELT_REFUSED_NOT;
    }
    return bad(why, "role must be \"player\", \"spectator\" or \"operator\"; players may omit it");
}

static enum felt_refusal read_hello(const json_t *object, struct felt_arena_client_msg *out,
                                    char *why)
{
    struct felt_arena_client_hello *hello = &out->hello;
    const json_t *team = json_object_get(object, "team");
    const json_t *code = json_object_get(object, "join_code");
    const json_t *secret = json_object_get(object, "secret");
    out->kind = FELT_ARENA_CLIENT_HELLO;
    enum felt_refusal refusal = read_role(json_object_get(object, "role"), hello, why);
    if (refusal) return refusal;
    if (team || hello->role == FELT_AS_PLAYER) refusal = read_team(team, hello, why);
    if (refusal) return refusal;
    if (code && !felt_protocol_copy(code, hello->code, FELT_CODE_BYTES))
        return bad(why, "join_code must be a string of at most 128 bytes");
    hello->has_code = hello->code[0] != 0;
    if (secret && !felt_protocol_copy(secret, hello->secret, FELT_CODE_BYTES))
        return bad(why, "secret must be a string of at most 128 bytes");
    return FELT_REFUSED_NOT;
}

/* ---- control ---- */

static enum felt_refusal read_control(const json_t *object, struct felt_arena_client_msg *out,
                                      char *why)
{
    const json_t *command = json_object_get(object, "command");
    int64_t seat = 0;
    int control = 0;
    out->kind = FELT_ARENA_CLIENT_CONTROL;
    out->seat = FELT_SEAT_NONE;
    while (control < FELT_CONTROLS && json_is_string(command) &&
           strcmp(json_string_value(command), felt_control_word((enum felt_control)control)) != 0)
        control++;
    if (control == FELT_CONTROLS || !json_is_string(command))
        return bad(why, "command must be START_HAND, SKIP_ACTION, FORFEIT_SEAT, PAUSE, RESUME or "
                        "STATUS");
    out->control = (uint8_t)control;
    if (control != FELT_CONTROL_FORFEIT_SEAT) return FELT_REFUSED_NOT;
    if (!felt_protocol_number(json_object_get(object, "seat"), FELT_SEATS_MAX - 1, &seat))
        return bad(why, "seat must be the number of a seat, 0 to 9");
    out->seat = (felt_seat)seat;
    return FELT_REFUSED_NOT;
}

/* ---- all of it ---- */

static enum felt_refusal read_object(const json_t *object, struct felt_arena_client_msg *out,
                                     char *why)
{
    const json_t *type = json_object_get(object, "type");
    if (!json_is_string(type)) return bad(why, "type must be a string, for example \"action\"");
    if (!felt_protocol_read_version(object, why)) return FELT_REFUSED_BAD_SCHEMA;
    const char *word = json_string_value(type);
    if (strcmp(word, "action") == 0) {
        out->kind = FELT_ARENA_CLIENT_ACTION;
        return felt_protocol_read_action(object, true, &out->action, why) ? FELT_REFUSED_NOT
                                                                          : FELT_REFUSED_BAD_SCHEMA;
    }
    if (strcmp(word, "hello") == 0) return read_hello(object, out, why);
    if (strcmp(word, "control") == 0) return read_control(object, out, why);
    felt_protocol_refuse(why, "type must be hello, action or control");
    return FELT_REFUSED_UNKNOWN_TYPE;
}

enum felt_refusal felt_protocol_read_slowly(const char *bytes, size_t count,
                                            struct felt_arena_client_msg *out,
                                            char text[FELT_PROTOCOL_TEXT_BYTES])
{
    memset(out, 0, sizeof *out);
    json_t *object = felt_protocol_load(bytes, count, text);
    if (object == NULL) return FELT_REFUSED_BAD_SCHEMA;
    enum felt_refusal refusal = read_object(object, out, text);
    json_decref(object);
    return refusal;
}

enum felt_refusal felt_protocol_read_arena_client(const char *bytes, size_t count,
                                                  struct felt_arena_client_msg *out,
                                                  char text[FELT_PROTOCOL_TEXT_BYTES])
{
    const unsigned fields = 1u << FELT_PROTOCOL_TYPE | 1u << FELT_PROTOCOL_HAND_ID |
                            1u << FELT_PROTOCOL_ACTION | 1u << FELT_PROTOCOL_V |
                            1u << FELT_PROTOCOL_AMOUNT | 1u << FELT_PROTOCOL_REQ_ID;
    struct felt_protocol_plain plain;
    memset(out, 0, sizeof *out);
    if (!felt_protocol_read_plain(bytes, count, fields, &plain, &out->action))
        return felt_protocol_read_slowly(bytes, count, out, text);
    out->kind = FELT_ARENA_CLIENT_ACTION;
    return FELT_REFUSED_NOT;
}
