/* read_ask.c -- bytes of a client, strictly read.
 *
 * Three steps, each cheaper than the next:
 *
 *   1. A flat `action` of plain characters, the frame that comes with every turn, is read where it
 *      stands (read_plain).  It takes only what step 3 takes, with the same result; whatever looks
 *      unusual goes on to step 2.  tests/unit/test_read_ask.c and tests/fuzz/fuzz_ask.c compare.
 *   2. One pass counts levels and members, so that nothing is built from a bomb.
 *   3. jansson reads the object, and the fields are taken from it one by one.
 *
 * Texts of refusals never repeat what was sent: they go into logs and terminals. */
#include "wire/read_ask.h"

#include "base/utf8.h"
#include "felt/assert.h"
#include "felt/buffer.h"
#include "wire/words.h"

#include <jansson.h>
#include <string.h>

enum { ASK_BYTES_MAX = 4096, DEPTH_MAX = 8, MEMBERS_MAX = 32 };
#define NUMBER_MAX ((INT64_C(1) << 53) - 1)

/* ---- refusing ---- */

static enum felt_refusal refuse(char text[FELT_WIRE_TEXT_BYTES], enum felt_refusal refusal,
                                const char *why)
{
    struct felt_buffer out = felt_buffer_make(text, FELT_WIRE_TEXT_BYTES);
    felt_buffer_text(&out, why);
    (void)felt_buffer_terminate(&out);
    return refusal;
}

static enum felt_refusal bad(char text[FELT_WIRE_TEXT_BYTES], const char *why)
{
    return refuse(text, FELT_REFUSED_BAD_SCHEMA, why);
}

/* ---- words ---- */

/* The kind of a word, or FELT_ACTION_KINDS. */
static int find_action(const char *word, size_t bytes)
{
    int kind = 0;
    while (kind < FELT_ACTION_KINDS && (strlen(felt_wire_actions[kind]) != bytes ||
                                        memcmp(felt_wire_actions[kind], word, bytes) != 0))
        kind++;
    return kind;
}

/* ---- 1: the plain action ---- */

struct plain {
    const char *at, *end;
};
struct piece {
    const char *text;
    size_t bytes;
};

static void skip_blanks(struct plain *in)
{
    while (in->at < in->end &&
           (*in->at == ' ' || *in->at == '\t' || *in->at == '\n' || *in->at == '\r'))
        in->at++;
}

static bool take_char(struct plain *in, char c)
{
    skip_blanks(in);
    if (in->at == in->end || *in->at != c) return false;
    in->at++;
    return true;
}

/* A string without escapes, of printing ASCII. */
static bool take_string(struct plain *in, struct piece *out)
{
    if (!take_char(in, '"')) return false;
    const char *from = in->at;
    while (in->at < in->end && *in->at >= ' ' && *in->at <= '~' && *in->at != '"' &&
           *in->at != '\\')
        in->at++;
    if (in->at == in->end || *in->at != '"') return false;
    *out = (struct piece){from, (size_t)(in->at - from)};
    in->at++;
    return true;
}

/* Up to 15 digits, so below 2^53, without a leading zero. */
static bool take_number(struct plain *in, int64_t *out)
{
    int64_t number = 0;
    int digits = 0;
    skip_blanks(in);
    bool zero = in->at < in->end && *in->at == '0';
    for (; in->at < in->end && *in->at >= '0' && *in->at <= '9' && digits < 16; digits++)
        number = 10 * number + (*in->at++ - '0');
    *out = number;
    if (digits == 0 || digits > 15 || (zero && digits > 1)) return false;
    return in->at < in->end && *in->at != '.' && *in->at != 'e' && *in->at != 'E';
}

static bool is(struct piece piece, const char *word)
{
    return strlen(word) == piece.bytes && memcmp(piece.text, word, piece.bytes) == 0;
}

enum field { TYPE, VERSION, HAND_ID, ACTION, AMOUNT, REQ_ID, FIELDS };

static int find_field(struct piece key)
{
    static const char *const names[FIELDS] = {"type", "v", "hand_id", "action", "amount", "req_id"};
    int field = 0;
    while (field < FIELDS && !is(key, names[field])) field++;
    return field;
}

static bool take_members(struct plain *in, struct piece text[FIELDS], int64_t number[FIELDS],
                         unsigned *seen)
{
    do {
        struct piece key;
        if (!take_string(in, &key) || !take_char(in, ':')) return false;
        int field = find_field(key);
        if (field == FIELDS || *seen >> field & 1) return false;
        *seen |= 1u << field;
        bool word = field == TYPE || field == HAND_ID || field == ACTION;
        if (word ? !take_string(in, &text[field]) : !take_number(in, &number[field])) return false;
    } while (take_char(in, ','));
    return true;
}

/* True: *out is what step 3 would say.  False: unusual, or wrong. */
static bool read_plain(const char *bytes, size_t count, struct felt_ask *out)
{
    const unsigned needed = 1u << TYPE | 1u << HAND_ID | 1u << ACTION;
    struct plain in = {bytes, bytes + count};
    struct piece text[FIELDS] = {{NULL, 0}};
    int64_t number[FIELDS] = {0};
    unsigned seen = 0;
    if (!take_char(&in, '{') || !take_members(&in, text, number, &seen) || !take_char(&in, '}'))
        return false;
    skip_blanks(&in);
    if (in.at != in.end || (seen & needed) != needed || !is(text[TYPE], "action")) return false;
    if ((seen >> VERSION & 1) && number[VERSION] != 1) return false;
    size_t length = text[HAND_ID].bytes;
    int kind = find_action(text[ACTION].text, text[ACTION].bytes);
    if (length == 0 || length > FELT_HAND_ID_BYTES) return false;
    if (kind > FELT_RAISE_TO || (kind == FELT_RAISE_TO && !(seen >> AMOUNT & 1))) return false;
    memset(out, 0, sizeof *out);
    out->kind = FELT_ASK_ACTION;
    out->action.known = true;
    out->action.kind = (uint8_t)kind;
    memcpy(out->action.hand_id, text[HAND_ID].text, length);
    out->action.has_req = seen >> REQ_ID & 1;
    out->action.req_id = (uint64_t)number[REQ_ID];
    out->action.has_amount = kind == FELT_RAISE_TO;
    if (kind == FELT_RAISE_TO) out->action.amount = number[AMOUNT];
    return true;
}

/* ---- 2: counting ---- */

/* NULL, or what is too much.  A text that is no JSON may come through: jansson sees to it. */
static const char *count_up(const char *bytes, size_t count)
{
    int depth = 0, members = 0;
    bool within = false;
    if (count > ASK_BYTES_MAX) return "the message is too long: send at most 4096 bytes";
    for (size_t i = 0; i < count; i++) {
        char c = bytes[i];
        if (c == '"') within = !within;
        if (within && c == '\\') i++;
        if (within) continue;
        if (c == ':') members++;
        if (c == '{' || c == '[') depth++;
        if (c == '}' || c == ']') depth--;
        if (depth > DEPTH_MAX) return "too many levels: send a flat object, at most 8 levels deep";
        if (members > MEMBERS_MAX) return "too many members: send at most 32";
    }
    return NULL;
}

/* ---- 3: fields ---- */

/* A string of at most `max` bytes, which is copied. */
static bool copy_string(const json_t *value, char *out, size_t max)
{
    if (!json_is_string(value) || json_string_length(value) > max) return false;
    memcpy(out, json_string_value(value), json_string_length(value) + 1);
    return true;
}

static bool read_number(const json_t *value, int64_t max, int64_t *out)
{
    if (!json_is_integer(value)) return false;
    *out = json_integer_value(value);
    return *out >= 0 && *out <= max;
}

/* ---- hello ---- */

/* Control characters, and those that are not seen: blanks of no width, marks of direction, the
 * byte-order mark.  Two names that look the same are to be the same. */
/* Control characters, blanks other than the usual one, and what has no shape of its own: with them
 * two names could look alike. */
static bool is_hidden(uint32_t character)
{
    static const struct {
        uint32_t first, last;
    } hidden[] = {{0x00, 0x1f},     {0x7f, 0xa0},     {0xad, 0xad},     {0x34f, 0x34f},
                  {0x61c, 0x61c},   {0x115f, 0x1160}, {0x1680, 0x1680}, {0x17b4, 0x17b5},
                  {0x180b, 0x180f}, {0x2000, 0x200f}, {0x2028, 0x202f}, {0x205f, 0x206f},
                  {0x2800, 0x2800}, {0x3000, 0x3000}, {0x3164, 0x3164}, {0xfe00, 0xfe0f},
                  {0xfeff, 0xfeff}, {0xffa0, 0xffa0}, {0xfff0, 0xfffb}, {0xe0000, 0xe0fff}};
    for (size_t i = 0; i < sizeof hidden / sizeof hidden[0]; i++)
        if (character >= hidden[i].first && character <= hidden[i].last) return true;
    return false;
}

static bool is_visible_text(const char *text, size_t bytes)
{
    for (size_t at = 0, used; at < bytes; at += used) {
        uint32_t character;
        if (!felt_utf8_read(text + at, bytes - at, &used, &character) || is_hidden(character))
            return false;
    }
    return true;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static enum felt_refusal read_team(const json_t *value, struct felt_ask_hello *hello, char *why)
{
    if (!json_is_string(value)) return bad(why, "team must be a string, for example \"Alpha\"");
    const char *text = json_string_value(value);
    size_t bytes = json_string_length(value);
    while (bytes && is_blank(*text)) text++, bytes--;
    while (bytes && is_blank(text[bytes - 1])) bytes--;
    if (bytes == 0 || bytes > FELT_TEAM_BYTES)
        return bad(why, "team must have 1 to 64 bytes besides blanks at its ends");
    if (!is_visible_text(text, bytes))
        return bad(why, "team must not hold control characters or invisible ones");
    memcpy(hello->team, text, bytes);
    return FELT_REFUSED_NOT;
}

static enum felt_refusal read_role(const json_t *value, struct felt_ask_hello *hello, char *why)
{
    static const char *const roles[] = {"player", "spectator", "operator"};
    hello->role = FELT_ROLE_PLAYER;
    if (value == NULL) return FELT_REFUSED_NOT;
    for (int role = 0; json_is_string(value) && role < 3; role++) {
        if (strcmp(json_string_value(value), roles[role]) != 0) continue;
        hello->role = (uint8_t)role;
        return FELT_REFUSED_NOT;
    }
    return bad(why, "role must be \"player\", \"spectator\" or \"operator\"; players may omit it");
}

static enum felt_refusal read_hello(const json_t *object, struct felt_ask *out, char *why)
{
    struct felt_ask_hello *hello = &out->hello;
    const json_t *team = json_object_get(object, "team");
    const json_t *code = json_object_get(object, "join_code");
    const json_t *secret = json_object_get(object, "secret");
    out->kind = FELT_ASK_HELLO;
    enum felt_refusal refusal = read_role(json_object_get(object, "role"), hello, why);
    if (refusal) return refusal;
    if (team || hello->role == FELT_ROLE_PLAYER) refusal = read_team(team, hello, why);
    if (refusal) return refusal;
    if (code && !copy_string(code, hello->code, FELT_CODE_BYTES))
        return bad(why, "join_code must be a string of at most 128 bytes");
    hello->has_code = hello->code[0] != 0;
    if (secret && !copy_string(secret, hello->secret, FELT_CODE_BYTES))
        return bad(why, "secret must be a string of at most 128 bytes");
    return FELT_REFUSED_NOT;
}

/* ---- action ---- */

static enum felt_refusal read_cards(const json_t *list, struct felt_ask_action *action, char *why)
{
    size_t count = json_array_size(list);
    felt_cards seen = 0;
    if (!json_is_array(list)) return bad(why, "cards must be a list, for example [\"As\",\"2d\"]");
    if (count > FELT_ASK_CARDS_MAX) return bad(why, "cards must be at most 8");
    for (size_t i = 0; i < count; i++) {
        const json_t *item = json_array_get(list, i);
        size_t bytes = json_is_string(item) ? json_string_length(item) : 0, used = 0;
        felt_card card = FELT_CARD_NONE;
        if (bytes == 0 || felt_card_read(json_string_value(item), bytes, &used, &card, NULL) ||
            used != bytes)
            return bad(why, "each of cards must be a card, for example \"As\"");
        if (seen & felt_cards_of(card)) return bad(why, "cards must not name a card twice");
        seen |= felt_cards_of(card);
        action->card[i] = card;
    }
    action->cards = (uint8_t)count;
    return FELT_REFUSED_NOT;
}

/* What a word takes besides itself; other fields are passed over. */
static enum felt_refusal read_details(const json_t *object, struct felt_ask_action *action,
                                      char *why)
{
    int64_t number = 0;
    switch (action->kind) {
    case FELT_RAISE_TO:
        if (!read_number(json_object_get(object, "amount"), NUMBER_MAX, &number))
            return bad(why, "amount must be a whole number, for example 1200");
        action->has_amount = true;
        action->amount = number;
        return FELT_REFUSED_NOT;
    case FELT_DISCARD:
    case FELT_COMMIT: return read_cards(json_object_get(object, "cards"), action, why);
    case FELT_CHOOSE:
    case FELT_RUNS:
    case FELT_MOVE:
        if (!read_number(json_object_get(object, "choice"), UINT16_MAX, &number))
            return bad(why, "choice must be a whole number, for example 0");
        action->choice = (uint16_t)number;
        return FELT_REFUSED_NOT;
    default: return FELT_REFUSED_NOT;
    }
}

static enum felt_refusal read_action(const json_t *object, struct felt_ask *out, char *why)
{
    struct felt_ask_action *action = &out->action;
    const json_t *word = json_object_get(object, "action");
    const json_t *req_id = json_object_get(object, "req_id");
    int64_t number = 0;
    out->kind = FELT_ASK_ACTION;
    if (!copy_string(json_object_get(object, "hand_id"), action->hand_id, FELT_HAND_ID_BYTES) ||
        action->hand_id[0] == 0)
        return bad(why, "hand_id must be the string that came with act");
    if (!json_is_string(word))
        return bad(why, "action must be a string: one of those act lists as legal");
    if (req_id && !read_number(req_id, NUMBER_MAX, &number))
        return bad(why, "req_id must be the number that came with act; you may omit it");
    action->has_req = req_id != NULL;
    action->req_id = (uint64_t)number;
    int kind = find_action(json_string_value(word), json_string_length(word));
    action->known = kind < FELT_ACTION_KINDS;
    if (!action->known) return FELT_REFUSED_NOT; /* the room answers */
    action->kind = (uint8_t)kind;
    return read_details(object, action, why);
}

/* ---- control ---- */

static enum felt_refusal read_control(const json_t *object, struct felt_ask *out, char *why)
{
    const json_t *command = json_object_get(object, "command");
    int64_t seat = 0;
    int control = 0;
    out->kind = FELT_ASK_CONTROL;
    out->seat = FELT_SEAT_NONE;
    while (control < FELT_CONTROLS && json_is_string(command) &&
           strcmp(json_string_value(command), felt_control_word((enum felt_control)control)) != 0)
        control++;
    if (control == FELT_CONTROLS || !json_is_string(command))
        return bad(why, "command must be START_HAND, SKIP_ACTION, FORFEIT_SEAT, PAUSE, RESUME or "
                        "STATUS");
    out->control = (uint8_t)control;
    if (control != FELT_CONTROL_FORFEIT_SEAT) return FELT_REFUSED_NOT;
    if (!read_number(json_object_get(object, "seat"), FELT_SEATS_MAX - 1, &seat))
        return bad(why, "seat must be the number of a seat, 0 to 9");
    out->seat = (felt_seat)seat;
    return FELT_REFUSED_NOT;
}

/* ---- all of it ---- */

static enum felt_refusal read_object(const json_t *object, struct felt_ask *out, char *why)
{
    const json_t *type = json_object_get(object, "type"), *version = json_object_get(object, "v");
    if (!json_is_object(object)) return bad(why, "send one JSON object in each message");
    if (!json_is_string(type)) return bad(why, "type must be a string, for example \"action\"");
    if (version && (!json_is_integer(version) || json_integer_value(version) != 1))
        return bad(why, "v must be 1; you may omit it");
    const char *word = json_string_value(type);
    if (strcmp(word, "action") == 0) return read_action(object, out, why);
    if (strcmp(word, "hello") == 0) return read_hello(object, out, why);
    if (strcmp(word, "control") == 0) return read_control(object, out, why);
    return refuse(why, FELT_REFUSED_UNKNOWN_TYPE, "type must be hello, action or control");
}

enum felt_refusal felt_wire_read_slowly(const char *bytes, size_t count, struct felt_ask *out,
                                        char text[FELT_WIRE_TEXT_BYTES])
{
    json_error_t error;
    const char *much = count_up(bytes, count);
    memset(out, 0, sizeof *out);
    if (much) return bad(text, much);
    json_t *object = json_loadb(bytes, count, JSON_REJECT_DUPLICATES, &error);
    if (object == NULL && json_error_code(&error) == json_error_duplicate_key)
        return bad(text, "name each member of the object once");
    if (object == NULL && json_error_code(&error) == json_error_numeric_overflow)
        return bad(text, "numbers must be whole and at most 9007199254740991");
    if (object == NULL) return bad(text, "this is no JSON: send one object in each message");
    enum felt_refusal refusal = read_object(object, out, text);
    json_decref(object);
    return refusal;
}

enum felt_refusal felt_wire_read_ask(const char *bytes, size_t count, struct felt_ask *out,
                                     char text[FELT_WIRE_TEXT_BYTES])
{
    if (count <= ASK_BYTES_MAX && read_plain(bytes, count, out)) return FELT_REFUSED_NOT;
    return felt_wire_read_slowly(bytes, count, out, text);
}
