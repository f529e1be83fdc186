/* read_arena_server.c -- frames of a server, read as they come: strict about types, lenient about
 * the rest.
 *
 * A field of a wrong type is an absent field.  Numbers may be written with a point as long as they
 * are whole, since some servers compute in floating point. */
#include "client/frame.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* ---- fields ---- */

static bool read_whole(const json_t *value, int64_t *out)
{
    if (json_is_integer(value)) {
        *out = json_integer_value(value);
        return true;
    }
    double number = json_is_real(value) ? json_real_value(value) : 0.5;
    if (!(number >= -9e15 && number <= 9e15) || (double)(int64_t)number != number) return false;
    *out = (int64_t)number;
    return true;
}

static felt_chips read_chips(const json_t *object, const char *key)
{
    int64_t number;
    if (!read_whole(json_object_get(object, key), &number)) return CLIENT_NO_CHIPS;
    return number >= 0 && number <= FELT_CHIPS_MAX ? number : CLIENT_NO_CHIPS;
}

static felt_seat read_seat(const json_t *object, const char *key)
{
    felt_chips number = read_chips(object, key);
    return number < FELT_SEATS_MAX ? (felt_seat)number : (felt_seat)FELT_SEAT_NONE;
}

/* Cut off behind the last whole character that fits. */
static void read_text(const json_t *object, const char *key, char *out, size_t room)
{
    const json_t *value = json_object_get(object, key);
    const char *text = json_is_string(value) ? json_string_value(value) : "";
    size_t bytes = strlen(text);
    if (bytes >= room)
        for (bytes = room - 1; bytes > 0 && ((unsigned char)text[bytes] & 0xc0) == 0x80;) bytes--;
    memcpy(out, text, bytes);
    out[bytes] = '\0';
}

static uint32_t read_time(const json_t *object, const char *key)
{
    felt_chips number = read_chips(object, key);
    return number < 0 ? 0 : number > UINT32_MAX ? UINT32_MAX : (uint32_t)number;
}

static felt_card read_card(const json_t *value)
{
    felt_card card;
    size_t used, bytes = json_string_length(value);
    const char *text = json_string_value(value);
    if (text == NULL || felt_card_read(text, bytes, &used, &card, NULL) != FELT_OK || used != bytes)
        return FELT_CARD_NONE;
    return card;
}

/* A list of cards, or a single one. */
static void read_cards(const json_t *value, struct client_cards *out)
{
    size_t index;
    const json_t *item;
    out->count = 0;
    if (json_is_string(value)) out->card[out->count++] = read_card(value);
    json_array_foreach(value, index, item)
    {
        if (out->count < CLIENT_CARDS_MAX) out->card[out->count++] = read_card(item);
    }
}

/* ---- words ---- */

static const struct {
    const char *word;
    uint8_t kind;
} words[] = {
    {"FOLD", FELT_FOLD},         {"CHECK", FELT_CHECK},       {"CALL", FELT_CALL},
    {"RAISE_TO", FELT_RAISE_TO}, {"BRING_IN", FELT_BRING_IN}, {"DISCARD", FELT_DISCARD},
    {"CHOOSE", FELT_CHOOSE},     {"SHOW", FELT_SHOW},         {"MUCK", FELT_MUCK},
    {"RUNS", FELT_RUNS},         {"MOVE", FELT_MOVE},         {"COMMIT", FELT_COMMIT},
    {"CONTINUE", FELT_CONTINUE},
};

static uint8_t find_kind(const char *word)
{
    for (size_t i = 0; word && i < sizeof words / sizeof words[0]; i++)
        if (strcmp(word, words[i].word) == 0) return words[i].kind;
    return FELT_ACTION_KINDS;
}

/* ---- events ---- */

static uint8_t read_ev(const json_t *object)
{
    const char *word = json_string_value(json_object_get(object, "ev"));
    for (int i = 0; word && i < FELT_SAIDS; i++)
        if (strcmp(word, felt_said_word((enum felt_said)i)) == 0) return (uint8_t)i;
    return FELT_SAIDS;
}

/* Cards that the seat may not see are told as a number. */
static void read_hidden(const json_t *object, struct client_cards *cards)
{
    felt_chips count = read_chips(object, "count");
    if (cards->count || count <= 0) return;
    cards->count = (uint8_t)(count < CLIENT_CARDS_MAX ? count : CLIENT_CARDS_MAX);
    memset(cards->card, FELT_CARD_NONE, cards->count);
}

static void read_said(const json_t *object, struct client_said *out)
{
    *out = (struct client_said){.ev = read_ev(object),
                                .seat = read_seat(object, "seat"),
                                .other = FELT_SEAT_NONE,
                                .up = json_is_true(json_object_get(object, "up")),
                                .amount = read_chips(object, "amount"),
                                .to = read_chips(object, "to")};
    if (out->ev == FELT_SAID_POST_BLINDS) {
        out->seat = read_seat(object, "sb_seat");
        out->other = read_seat(object, "bb_seat");
        out->amount = read_chips(object, "sb");
        out->to = read_chips(object, "bb");
    }
    const json_t *cards = json_object_get(object, "cards");
    if (!json_is_array(cards)) cards = json_object_get(object, "card");
    if (out->ev == FELT_SAID_SHOWDOWN) cards = json_object_get(object, "hand");
    if (out->ev == FELT_SAID_SHOWDOWN) read_cards(json_object_get(object, "board"), &out->board);
    if (out->ev == FELT_SAID_SHUFFLE) out->amount = read_chips(object, "count");
    out->act = find_kind(json_string_value(json_object_get(object, "action")));
    out->choice = (uint16_t)(read_chips(object, "choice") > 0);
    out->run = read_chips(object, "run") == 1;
    felt_chips pot = read_chips(object, "pot");
    if (pot > 0 && pot < FELT_SEATS_MAX) out->pot = (uint8_t)pot;
    read_cards(cards, &out->cards);
    read_hidden(object, &out->cards);
}

/* ---- tables ---- */

static void read_stacks(const json_t *list, struct client_frame *out)
{
    size_t index;
    const json_t *item;
    json_array_foreach(list, index, item)
    {
        felt_seat seat = read_seat(item, "seat");
        felt_chips stack = read_chips(item, "stack");
        if (seat < 0 || stack < 0) continue;
        out->stacks |= felt_seats_of(seat);
        out->stack[seat] = stack;
    }
}

static void read_players(const json_t *list, struct client_table *table)
{
    size_t index;
    const json_t *item;
    json_array_foreach(list, index, item)
    {
        felt_seat seat = read_seat(item, "seat");
        felt_chips stack = read_chips(item, "stack"), committed = read_chips(item, "committed");
        if (seat < 0 || stack < 0) continue;
        table->seats |= felt_seats_of(seat);
        table->stack[seat] = stack;
        table->committed[seat] = committed > 0 ? committed : 0;
        read_cards(json_object_get(item, "up"), &table->up[seat]);
        if (json_is_true(json_object_get(item, "has_folded"))) table->folded |= felt_seats_of(seat);
    }
}

static void read_table(const json_t *object, struct client_table *out)
{
    const json_t *you = json_object_get(object, "you"), *table = json_object_get(object, "table");
    if (!json_is_object(table)) table = json_object_get(object, "blinds"); /* in the room */
    out->button = read_seat(table, "button");
    out->small_blind = read_chips(table, "sb");
    out->big_blind = read_chips(table, "bb");
    out->pot = read_chips(object, "pot");
    out->current_bet = read_chips(object, "current_bet");
    out->increment = read_chips(object, "min_raise_increment");
    out->own_stack = read_chips(you, "stack");
    read_cards(json_object_get(you, "hole"), &out->hole);
    read_cards(json_object_get(object, "community"), &out->community);
    read_cards(json_object_get(object, "second_community"), &out->second);
    read_players(json_object_get(object, "players"), out);
}

/* ---- offers ---- */

static uint16_t read_kinds(const json_t *list)
{
    uint16_t kinds = 0;
    size_t index;
    const json_t *item;
    json_array_foreach(list, index, item)
    {
        uint8_t kind = find_kind(json_string_value(item));
        if (kind < FELT_ACTION_KINDS) kinds |= (uint16_t)(1u << kind);
    }
    return kinds;
}

static void read_offer(const json_t *object, struct client_offer *out)
{
    int64_t req;
    out->kinds = read_kinds(json_object_get(object, "legal"));
    out->call = read_chips(object, "call_amount");
    if (out->call < 0) out->call = read_chips(json_object_get(object, "you"), "to_call");
    out->raise_to_min = read_chips(object, "min_raise_to");
    out->raise_to_max = read_chips(object, "max_raise_to");
    out->bring_in = read_chips(object, "bring_in");
    out->discard_min = (int)(read_time(object, "discard_min") & 15);
    felt_chips most = read_chips(object, "discard_max");
    out->discard_max = most < 0 || most > CLIENT_CARDS_MAX ? CLIENT_CARDS_MAX : (int)most;
    out->choice_max = (int)(read_time(object, "choice_max") & 0xffff);
    out->has_req = read_whole(json_object_get(object, "req_id"), &req) && req >= 0;
    out->req_id = out->has_req ? (uint64_t)req : 0;
}

/* ---- frames ---- */

static void read_welcome(const json_t *object, struct client_frame *out)
{
    const json_t *config = json_object_get(object, "config");
    out->seat = read_seat(object, "seat");
    read_text(config, "variant", out->variant, sizeof out->variant);
    out->small_blind = read_chips(config, "sb");
    out->big_blind = read_chips(config, "bb");
}

static void read_act(const json_t *object, struct client_frame *out)
{
    out->seat = read_seat(object, "seat");
    out->time_ms = read_time(json_object_get(object, "you"), "time_ms");
    read_text(object, "phase", out->phase, sizeof out->phase);
    read_table(object, &out->table);
    read_offer(object, &out->offer);
}

static void read_snapshot(const json_t *object, struct client_frame *out)
{
    size_t index;
    const json_t *item, *history = json_object_get(object, "history");
    read_text(object, "at_hand_id", out->hand_id, sizeof out->hand_id);
    out->seat = read_seat(json_object_get(object, "you"), "seat");
    out->time_ms = read_time(object, "time_ms_remaining");
    out->actor = read_seat(object, "next_actor");
    read_text(object, "phase", out->phase, sizeof out->phase);
    read_table(object, &out->table);
    read_offer(object, &out->offer);
    read_stacks(json_object_get(object, "stacks"), out);
    out->has_history = json_is_array(history);
    json_array_foreach(history, index, item)
    {
        if (out->saids < CLIENT_SAIDS_MAX) read_said(item, &out->said[out->saids++]);
    }
}

static void read_match_end(const json_t *object, struct client_frame *out)
{
    const json_t *winner = json_object_get(object, "winner");
    out->seat = read_seat(winner, "seat");
    read_text(winner, "team", out->winner, sizeof out->winner);
    read_stacks(json_object_get(object, "final_stacks"), out);
}

static const struct {
    const char *type;
    uint8_t kind;
} types[] = {
    {"welcome", CLIENT_WELCOME},
    {"start_hand", CLIENT_START_HAND},
    {"act", CLIENT_ACT},
    {"event", CLIENT_EVENT},
    {"end_hand", CLIENT_END_HAND},
    {"snapshot", CLIENT_SNAPSHOT},
    {"match_end", CLIENT_MATCH_END},
    {"error", CLIENT_ERROR},
};

static void read_object(const json_t *object, struct client_frame *out)
{
    const char *type = json_string_value(json_object_get(object, "type"));
    for (size_t i = 0; type && i < sizeof types / sizeof types[0]; i++)
        if (strcmp(type, types[i].type) == 0) out->kind = types[i].kind;
    read_text(object, "hand_id", out->hand_id, sizeof out->hand_id);
    switch ((enum client_kind)out->kind) {
    case CLIENT_WELCOME: read_welcome(object, out); break;
    case CLIENT_START_HAND:
        out->button = read_seat(object, "button");
        read_stacks(json_object_get(object, "stacks"), out);
        break;
    case CLIENT_ACT: read_act(object, out); break;
    case CLIENT_EVENT: read_said(object, &out->said[out->saids++]); break;
    case CLIENT_END_HAND: read_stacks(json_object_get(object, "stacks"), out); break;
    case CLIENT_SNAPSHOT: read_snapshot(object, out); break;
    case CLIENT_MATCH_END: read_match_end(object, out); break;
    case CLIENT_ERROR:
        read_text(object, "code", out->code, sizeof out->code);
        read_text(object, "msg", out->text, sizeof out->text);
        break;
    case CLIENT_OTHER: break;
    }
}

void client_frame_object(const struct json_t *object, struct client_frame *out)
{
    memset(out, 0, offsetof(struct client_frame, said));
    out->seat = out->button = out->table.button = out->actor = FELT_SEAT_NONE;
    if (object) read_object(object, out);
}

void client_frame_read(const char *bytes, size_t count, struct client_frame *out)
{
    json_t *object = count <= CLIENT_FRAME_BYTES ? json_loadb(bytes, count, 0, NULL) : NULL;
    client_frame_object(object, out);
    json_decref(object);
}
