/* read_json.c -- what the readers of frames have in common. */
#include "server/protocol/read_json.h"

#include "base/utf8.h"
#include "felt/buffer.h"
#include "server/protocol/words.h"

#include <string.h>

enum { DEPTH_MAX = 8, MEMBERS_MAX = 32 };

bool felt_protocol_refuse(char text[FELT_PROTOCOL_TEXT_BYTES], const char *why)
{
    struct felt_buffer out = felt_buffer_make(text, FELT_PROTOCOL_TEXT_BYTES);
    felt_buffer_text(&out, why);
    (void)felt_buffer_terminate(&out);
    return false;
}

/* The kind of a word, or FELT_ACTION_KINDS. */
static int find_action(const char *word, size_t bytes)
{
    int kind = 0;
    while (kind < FELT_ACTION_KINDS && (strlen(felt_protocol_actions[kind]) != bytes ||
                                        memcmp(felt_protocol_actions[kind], word, bytes) != 0))
        kind++;
    return kind;
}

/* ---- 1: the plain action ---- */

struct place {
    const char *at, *end;
};

static void skip_blanks(struct place *in)
{
    while (in->at < in->end &&
           (*in->at == ' ' || *in->at == '\t' || *in->at == '\n' || *in->at == '\r'))
        in->at++;
}

static bool take_char(struct place *in, char c)
{
    skip_blanks(in);
    if (in->at == in->end || *in->at != c) return false;
    in->at++;
    return true;
}

/* A string without escapes, of printing ASCII. */
static bool take_string(struct place *in, struct felt_protocol_piece *out)
{
    if (!take_char(in, '"')) return false;
    const char *from = in->at;
    while (in->at < in->end && *in->at >= ' ' && *in->at <= '~' && *in->at != '"' &&
           *in->at != '\\')
        in->at++;
    if (in->at == in->end || *in->at != '"') return false;
    *out = (struct felt_protocol_piece){from, (size_t)(in->at - from)};
    in->at++;
    return true;
}

/* Up to 15 digits, so below 2^53, without a leading zero. */
static bool take_number(struct place *in, int64_t *out)
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

static bool is(struct felt_protocol_piece piece, const char *word)
{
    return strlen(word) == piece.bytes && memcmp(piece.text, word, piece.bytes) == 0;
}

static int find_field(struct felt_protocol_piece key)
{
    static const char *const names[FELT_PROTOCOL_FIELDS] = {
        [FELT_PROTOCOL_TYPE] = "type",     [FELT_PROTOCOL_HAND_ID] = "hand_id",
        [FELT_PROTOCOL_ACTION] = "action", [FELT_PROTOCOL_TABLE] = "table",
        [FELT_PROTOCOL_V] = "v",           [FELT_PROTOCOL_AMOUNT] = "amount",
        [FELT_PROTOCOL_REQ_ID] = "req_id", [FELT_PROTOCOL_REQ] = "req"};
    int field = 0;
    while (field < FELT_PROTOCOL_FIELDS && !is(key, names[field])) field++;
    return field;
}

static bool take_members(struct place *in, unsigned allowed, struct felt_protocol_plain *plain)
{
    do {
        struct felt_protocol_piece key;
        if (!take_string(in, &key) || !take_char(in, ':')) return false;
        int field = find_field(key);
        if (!(allowed >> field & 1) || plain->seen >> field & 1) return false;
        plain->seen |= 1u << field;
        if (field < FELT_PROTOCOL_V ? !take_string(in, &plain->text[field])
                                    : !take_number(in, &plain->number[field]))
            return false;
    } while (take_char(in, ','));
    return true;
}

bool felt_protocol_read_plain(const char *bytes, size_t count, unsigned allowed,
                              struct felt_protocol_plain *plain,
                              struct felt_arena_client_action *out)
{
    const unsigned needed =
        1u << FELT_PROTOCOL_TYPE | 1u << FELT_PROTOCOL_HAND_ID | 1u << FELT_PROTOCOL_ACTION;
    struct place in = {bytes, bytes + count};
    *plain = (struct felt_protocol_plain){0};
    if (count > FELT_PROTOCOL_ASK_BYTES || !take_char(&in, '{') ||
        !take_members(&in, allowed, plain) || !take_char(&in, '}'))
        return false;
    skip_blanks(&in);
    unsigned seen = plain->seen;
    if (in.at != in.end || (seen & needed) != needed) return false;
    if (!is(plain->text[FELT_PROTOCOL_TYPE], "action")) return false;
    if ((seen >> FELT_PROTOCOL_V & 1) && plain->number[FELT_PROTOCOL_V] != 1) return false;
    struct felt_protocol_piece hand = plain->text[FELT_PROTOCOL_HAND_ID];
    int kind = find_action(plain->text[FELT_PROTOCOL_ACTION].text,
                           plain->text[FELT_PROTOCOL_ACTION].bytes);
    if (hand.bytes == 0 || hand.bytes > FELT_LIVE_HAND_ID_BYTES) return false;
    if (kind > FELT_RAISE_TO) return false;
    if (kind == FELT_RAISE_TO && !(seen >> FELT_PROTOCOL_AMOUNT & 1)) return false;
    memset(out, 0, sizeof *out);
    out->known = true;
    out->kind = (uint8_t)kind;
    memcpy(out->hand_id, hand.text, hand.bytes);
    out->has_req = seen >> FELT_PROTOCOL_REQ_ID & 1;
    out->req_id = (uint64_t)plain->number[FELT_PROTOCOL_REQ_ID];
    out->has_amount = kind == FELT_RAISE_TO;
    if (kind == FELT_RAISE_TO) out->amount = plain->number[FELT_PROTOCOL_AMOUNT];
    return true;
}

/* ---- 2: counting ---- */

/* NULL, or what is too much.  A text that is no JSON may come through: jansson sees to it. */
static const char *count_up(const char *bytes, size_t count)
{
    int depth = 0, members = 0;
    bool within = false;
    if (count > FELT_PROTOCOL_ASK_BYTES) return "the message is too long: send at most 4096 bytes";
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

/* ---- 3: objects and fields ---- */

/* What jansson did not like, in words of ours. */
static const char *advise(const json_error_t *error)
{
    switch (json_error_code(error)) {
    case json_error_duplicate_key: return "name each member of the object once";
    case json_error_numeric_overflow: return "numbers must be whole and at most 9007199254740991";
    default: return "this is no JSON: send one object in each message";
    }
}

json_t *felt_protocol_load(const char *bytes, size_t count, char text[FELT_PROTOCOL_TEXT_BYTES])
{
    json_error_t error;
    const char *why = count_up(bytes, count);
    json_t *object = why ? NULL : json_loadb(bytes, count, JSON_REJECT_DUPLICATES, &error);
    if (why == NULL && object == NULL) why = advise(&error);
    if (object && !json_is_object(object)) {
        json_decref(object);
        object = NULL;
        why = "send one JSON object in each message";
    }
    if (object == NULL) felt_protocol_refuse(text, why);
    return object;
}

bool felt_protocol_copy(const json_t *value, char *out, size_t max)
{
    if (!json_is_string(value) || json_string_length(value) > max) return false;
    memcpy(out, json_string_value(value), json_string_length(value) + 1);
    return true;
}

bool felt_protocol_number(const json_t *value, int64_t max, int64_t *out)
{
    if (!json_is_integer(value)) return false;
    *out = json_integer_value(value);
    return *out >= 0 && *out <= max;
}

bool felt_protocol_read_version(const json_t *object, char text[FELT_PROTOCOL_TEXT_BYTES])
{
    const json_t *version = json_object_get(object, "v");
    if (version && (!json_is_integer(version) || json_integer_value(version) != 1))
        return felt_protocol_refuse(text, "v must be 1; you may omit it");
    return true;
}

/* ---- an action ---- */

static bool read_cards(const json_t *list, struct felt_arena_client_action *action, char *why)
{
    size_t count = json_array_size(list);
    felt_cards seen = 0;
    if (!json_is_array(list))
        return felt_protocol_refuse(why, "cards must be a list, for example [\"As\",\"2d\"]");
    if (count > FELT_ARENA_CLIENT_CARDS_MAX)
        return felt_protocol_refuse(why, "cards must be at most 8");
    for (size_t i = 0; i < count; i++) {
        const json_t *item = json_array_get(list, i);
        size_t bytes = json_is_string(item) ? json_string_length(item) : 0, used = 0;
        felt_card card = FELT_CARD_NONE;
        if (bytes == 0 || felt_card_read(json_string_value(item), bytes, &used, &card, NULL) ||
            used != bytes)
            return felt_protocol_refuse(why, "each of cards must be a card, for example \"As\"");
        if (seen & felt_cards_of(card))
            return felt_protocol_refuse(why, "cards must not name a card twice");
        seen |= felt_cards_of(card);
        action->card[i] = card;
    }
    action->cards = (uint8_t)count;
    return true;
}

/* A move by its text, or by its number. */
static bool read_move(const json_t *object, struct felt_arena_client_action *action, char *why)
{
    const json_t *move = json_object_get(object, "move"),
                 *choice = json_object_get(object, "choice");
    int64_t number = 0;
    if (move &&
        (!felt_protocol_copy(move, action->move, sizeof action->move - 1) || !action->move[0]))
        return felt_protocol_refuse(why, "move must be one of the moves that came with act");
    if (!move && !felt_protocol_number(choice, UINT16_MAX, &number))
        return felt_protocol_refuse(why, "name the move, or its place in moves as choice, from 0");
    action->choice = (uint16_t)number;
    return true;
}

/* A card of the own hand that is staked: by its name, or by its place in the hand.  CALL may do
 * without: most games know no such card. */
static bool read_card(const json_t *object, struct felt_arena_client_action *action, char *why)
{
    const json_t *card = json_object_get(object, "card"),
                 *choice = json_object_get(object, "choice");
    int64_t number = 0;
    if (!card && !choice && action->kind == FELT_CALL) return true;
    if (card &&
        (!felt_protocol_copy(card, action->move, sizeof action->move - 1) || !action->move[0]))
        return felt_protocol_refuse(why, "card must be the name of a card of your hand");
    if (!card && !felt_protocol_number(choice, UINT16_MAX, &number))
        return felt_protocol_refuse(why,
                                    "name the card, or its place in your hand as choice, from 0");
    action->choice = (uint16_t)number;
    action->names_card = true;
    return true;
}

/* What a word takes besides itself; other fields are passed over. */
static bool read_details(const json_t *object, struct felt_arena_client_action *action, char *why)
{
    int64_t number = 0;
    switch (action->kind) {
    case FELT_RAISE_TO:
        if (!felt_protocol_number(json_object_get(object, "amount"), FELT_PROTOCOL_NUMBER_MAX,
                                  &number))
            return felt_protocol_refuse(why, "amount must be a whole number, for example 1200");
        action->has_amount = true;
        action->amount = number;
        return true;
    case FELT_COMMIT:
    case FELT_CALL: return read_card(object, action, why);
    case FELT_DISCARD: return read_cards(json_object_get(object, "cards"), action, why);
    case FELT_CHOOSE:
    case FELT_RUNS:
        if (!felt_protocol_number(json_object_get(object, "choice"), UINT16_MAX, &number))
            return felt_protocol_refuse(why, "choice must be a whole number, for example 0");
        action->choice = (uint16_t)number;
        return true;
    case FELT_MOVE: return read_move(object, action, why);
    default: return true;
    }
}

bool felt_protocol_read_action(const json_t *object, bool needs_hand,
                               struct felt_arena_client_action *action,
                               char text[FELT_PROTOCOL_TEXT_BYTES])
{
    const json_t *hand = json_object_get(object, "hand_id");
    const json_t *word = json_object_get(object, "action");
    const json_t *req_id = json_object_get(object, "req_id");
    int64_t number = 0;
    if ((hand || needs_hand) &&
        (!felt_protocol_copy(hand, action->hand_id, FELT_LIVE_HAND_ID_BYTES) ||
         action->hand_id[0] == 0))
        return felt_protocol_refuse(text, "hand_id must be the string that came with act");
    if (!json_is_string(word))
        return felt_protocol_refuse(text,
                                    "action must be a string: one of those act lists as legal");
    if (req_id && !felt_protocol_number(req_id, FELT_PROTOCOL_NUMBER_MAX, &number))
        return felt_protocol_refuse(
            text, "req_id must be the number that came with act; you may omit it");
    action->has_req = req_id != NULL;
    action->req_id = (uint64_t)number;
    int kind = find_action(json_string_value(word), json_string_length(word));
    action->known = kind < FELT_ACTION_KINDS;
    if (!action->known) return true; /* whoever plays answers */
    action->kind = (uint8_t)kind;
    return read_details(object, action, text);
}

/* ---- texts ---- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

struct felt_protocol_piece felt_protocol_trim(const json_t *string)
{
    const char *text = json_string_value(string);
    size_t bytes = json_string_length(string);
    while (bytes && is_blank(*text)) text++, bytes--;
    while (bytes && is_blank(text[bytes - 1])) bytes--;
    return (struct felt_protocol_piece){text, bytes};
}

bool felt_protocol_is_hidden(uint32_t character)
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

bool felt_protocol_is_visible(const char *text, size_t bytes)
{
    for (size_t at = 0, used; at < bytes; at += used) {
        uint32_t character;
        if (!felt_utf8_read(text + at, bytes - at, &used, &character) ||
            felt_protocol_is_hidden(character))
            return false;
    }
    return true;
}
