/* room.c -- see room.h.
 *
 * Frames of a hand are those of the arena and read as such (frame.h); all others are read here, one
 * function for each type.  A table that is told of without having been introduced by its `table`
 * frame is passed over: the connection dropped, or we stopped watching it. */
#include "client/room.h"
#include "base/json_member.h"

#include "felt/assert.h"
#include "felt/json.h"
#include "client/room_parts.h"

#include <stdlib.h>
#include <string.h>

struct felt_client_room *felt_client_room_open(void)
{
    struct felt_client_room *room = calloc(1, sizeof *room);
    if (room == NULL) return NULL;
    room->frame = calloc(1, sizeof *room->frame);
    if (room->frame) return room;
    free(room);
    return NULL;
}

void felt_client_room_close(struct felt_client_room *room)
{
    if (room) free(room->frame);
    free(room);
}

void felt_client_room_dropped(struct felt_client_room *room)
{
    for (int i = 0; i < FELT_CLIENT_ROOM_TABLES_MAX; i++) room->table[i].known = false;
    room->signed_in = false;
}

int felt_client_room_find(const struct felt_client_room *room, const char *table)
{
    for (int i = 0; i < FELT_CLIENT_ROOM_TABLES_MAX; i++)
        if (room->table[i].known && strcmp(room->table[i].id, table) == 0) return i;
    return -1;
}

/* ---- the lobby ---- */

static void read_row(const json_t *object, struct felt_client_room_row *row)
{
    *row = (struct felt_client_room_row){0};
    room_read_text(object, "table", row->id, sizeof row->id);
    room_read_text(object, "title", row->title, sizeof row->title);
    room_read_text(object, "variant", row->variant, sizeof row->variant);
    room_read_text(object, "limit", row->limit, sizeof row->limit);
    row->small_blind = room_read_chips(object, "sb");
    row->big_blind = room_read_chips(object, "bb");
    row->buy_in_min = room_read_chips(object, "buy_in_min");
    row->buy_in_max = room_read_chips(object, "buy_in_max");
    row->seats = room_read_count(object, "seats", FELT_SEATS_MAX);
    row->taken = room_read_count(object, "taken", FELT_SEATS_MAX);
    row->people = room_read_count(object, "people", FELT_SEATS_MAX);
    row->in_hand = room_read_count(object, "in_hand", FELT_SEATS_MAX);
    row->bots_welcome = room_read_bool(object, "bots_welcome");
}

static void take_lobby(struct felt_client_room *room, const json_t *object)
{
    size_t index;
    const json_t *item;
    room->rows = 0;
    json_array_foreach(json_object_get(object, "tables"), index, item)
    {
        if (room->rows == FELT_CLIENT_ROOM_ROWS_MAX) break;
        read_row(item, &room->row[room->rows]);
        if (room->row[room->rows].id[0]) room->rows++;
    }
    room->news.kind = FELT_CLIENT_ROOM_LOBBY;
    room->news.more = room_read_bool(object, "more");
}

static void take_row(struct felt_client_room *room, const json_t *object)
{
    struct felt_client_room_row row;
    int at = 0;
    read_row(object, &row);
    while (at < room->rows && strcmp(room->row[at].id, row.id) != 0) at++;
    if (row.id[0] == '\0' || at == FELT_CLIENT_ROOM_ROWS_MAX) return;
    room->row[at] = row;
    if (at == room->rows) room->rows++;
    room->news.kind = FELT_CLIENT_ROOM_ROW;
}

/* ---- tables ---- */

static void read_table_seat(const json_t *object, struct felt_client_room_seat *table_seat)
{
    felt_chips stack = room_read_chips(object, "stack");
    *table_seat = (struct felt_client_room_seat){.bot = room_read_bool(object, "bot"),
                                                 .connected = room_read_bool(object, "connected"),
                                                 .in_hand = room_read_bool(object, "in_hand"),
                                                 .stack = stack > 0 ? stack : 0};
    room_read_text(object, "name", table_seat->name, sizeof table_seat->name);
    room_read_text(object, "state", table_seat->state, sizeof table_seat->state);
    room_read_text(object, "kind", table_seat->kind, sizeof table_seat->kind);
    table_seat->taken = table_seat->name[0] != '\0' && strcmp(table_seat->state, "free") != 0;
}

static void read_mine(const json_t *object, struct felt_client_room_table *table)
{
    felt_chips top_up = room_read_chips(object, "top_up");
    struct felt_client_room_mine *mine = &table->mine;
    *mine = (struct felt_client_room_mine){.wait = room_read_bool(object, "wait_bb"),
                                           .rebuy = room_read_bool(object, "auto_rebuy"),
                                           .muck = room_read_bool(object, "auto_muck"),
                                           .out = room_read_bool(object, "sitting_out"),
                                           .leaving = room_read_bool(object, "leaving"),
                                           .top_up = top_up > 0 ? top_up : 0};
    room_read_text(object, "run_twice", mine->twice, sizeof mine->twice);
    room_read_text(object, "auto_action", mine->auto_action, sizeof mine->auto_action);
    room_read_text(object, "preselect", mine->preselect, sizeof mine->preselect);
    table->seat = room_read_seat(object, "seat");
}

/* A place for a table: its own, or a free one; -1: there are too many. */
static int find_place(const struct felt_client_room *room, const char *id)
{
    int known = felt_client_room_find(room, id);
    if (known >= 0) return known;
    for (int i = 0; i < FELT_CLIENT_ROOM_TABLES_MAX; i++)
        if (!room->table[i].known) return i;
    return -1;
}

static void take_table(struct felt_client_room *room, const json_t *object)
{
    struct felt_client_room_row row;
    char game[FELT_CLIENT_ROOM_WORD_BYTES + 1];
    size_t index;
    const json_t *item, *you = json_object_get(object, "you");
    read_row(object, &row);
    int place = row.id[0] ? find_place(room, row.id) : -1;
    if (place < 0) return;
    struct felt_client_room_table *table = &room->table[place];
    memset(table, 0, sizeof *table);
    table->known = true;
    table->seat = table->hand.button = table->hand.actor = FELT_SEAT_NONE;
    memcpy(table->id, row.id, sizeof table->id);
    memcpy(table->title, row.title, sizeof table->title);
    table->small_blind = row.small_blind;
    table->big_blind = row.big_blind;
    table->buy_in_min = row.buy_in_min;
    table->buy_in_max = row.buy_in_max;
    table->seats = row.seats;
    table->narc.here = strcmp(row.variant, "narc") == 0;
    table->genome.here = table->narc.here || strcmp(row.variant, "genome") == 0;
    room_read_text(object, "rules", table->narc.rules, sizeof table->narc.rules);
    room_read_text(object, "host", table->host, sizeof table->host);
    table->paused = room_read_bool(object, "paused");
    table->bomb_next = room_read_bool(object, "bomb_next");
    json_array_foreach(json_object_get(object, "chairs"), index, item)
    {
        felt_seat seat = room_read_seat(item, "seat");
        if (seat >= 0) read_table_seat(item, &table->table_seat[seat]);
    }
    if (json_is_object(you)) read_mine(you, table);
    room_read_text(object, "game", game, sizeof game);
    memcpy(table->game, game[0] ? game : row.variant, sizeof table->game);
    room_hand_rules(table, table->game, row.limit);
    room->news.kind = FELT_CLIENT_ROOM_TABLE;
    room->news.table = place;
    room->news.seat = table->seat;
}

static void take_table_seat(struct felt_client_room *room, struct felt_client_room_table *table,
                            const json_t *object)
{
    felt_seat seat = room_read_seat(object, "seat");
    if (seat < 0) return;
    room->news.before = table->table_seat[seat];
    read_table_seat(object, &table->table_seat[seat]);
    if (seat == table->seat && !table->table_seat[seat].taken) table->seat = FELT_SEAT_NONE;
    room->news.kind = FELT_CLIENT_ROOM_SEAT;
    room->news.seat = seat;
}

static void take_turn(struct felt_client_room *room, struct felt_client_room_table *table,
                      const json_t *object)
{
    room->news.kind = FELT_CLIENT_ROOM_TURN;
    room->news.seat = table->hand.actor = room_read_seat(object, "seat");
    room->news.time_ms = (uint32_t)room_read_count(object, "time_ms", INT32_MAX);
    room_read_text(object, "what", room->news.text, sizeof room->news.text);
    if (room->news.seat != table->seat) table->offer.asked = false;
}

static void take_choose(struct felt_client_room *room, struct felt_client_room_table *table,
                        const json_t *object)
{
    struct felt_client_room_offer *offer = &table->offer;
    const json_t *req = json_object_get(object, "req_id");
    size_t index;
    const json_t *item;
    *offer = (struct felt_client_room_offer){
        .asked = true,
        .has_req = json_is_integer(req) && json_integer_value(req) >= 0,
        .time_ms = (uint32_t)room_read_count(object, "time_ms", INT32_MAX)};
    if (offer->has_req) offer->req_id = (uint64_t)json_integer_value(req);
    json_array_foreach(json_object_get(object, "games"), index, item)
    {
        if (offer->games == FELT_CLIENT_ROOM_GAMES_MAX) break;
        if (!json_is_string(item)) continue;
        room_text_copy(json_string_value(item), json_string_length(item), false,
                       offer->game[offer->games++], sizeof offer->game[0]);
    }
    offer->asked = offer->games > 0;
    room->news.kind = FELT_CLIENT_ROOM_ASKED;
    room->news.seat = table->seat;
}

static void take_game(struct felt_client_room_table *table, const json_t *object)
{
    char game[FELT_CLIENT_ROOM_WORD_BYTES + 1];
    felt_chips small = room_read_chips(object, "sb"), big = room_read_chips(object, "bb");
    room_read_text(object, "game", game, sizeof game);
    if (game[0] == '\0') return;
    if (small >= 0) table->small_blind = small;
    if (big > 0) table->big_blind = big;
    memcpy(table->game, game, sizeof game);
    room_hand_rules(table, game, "");
}

/* ---- a hand ---- */

/* After a snapshot the same question follows as an `act`: who was quick has answered it already. */
static bool was_answered(const struct felt_client_room_offer *offer,
                         const struct client_offer *asked)
{
    return offer->answered && offer->has_req && asked->has_req && offer->req_id == asked->req_id;
}

/* Of games that are told in words. */
static void take_state(const struct felt_client_room *room, struct felt_client_room_table *table,
                       const json_t *object)
{
    if (table->narc.here)
        room_narc_state(room, table, object);
    else if (table->genome.here)
        room_genome_state(table, object);
}

static void take_hand(struct felt_client_room *room, struct felt_client_room_table *table,
                      const json_t *object, uint8_t kind)
{
    const struct client_frame *frame = room->frame;
    struct felt_client_room_news *news = &room->news;
    switch ((enum client_kind)kind) {
    case CLIENT_START_HAND:
        take_game(table, object);
        room_hand_begin(table, frame);
        news->kind = FELT_CLIENT_ROOM_BEGIN;
        break;
    case CLIENT_EVENT:
        if (table->narc.here) {
            room_narc_said(room, table, object, frame->said[0].ev, news->text, sizeof news->text);
            news->kind = FELT_CLIENT_ROOM_SAID;
            break;
        }
        if (table->genome.here && !room_genome_is_chips(frame->said[0].ev)) {
            room_genome_said(table, object, frame->said[0].ev, news->text, sizeof news->text);
            news->kind = FELT_CLIENT_ROOM_SAID;
            break;
        }
        news->first = table->hand.events;
        room_hand_said(table, &frame->said[0]);
        news->kind = FELT_CLIENT_ROOM_EVENT;
        break;
    case CLIENT_ACT:
        if (was_answered(&table->offer, &frame->offer)) break;
        news->again = table->offer.asked && table->offer.has_req && frame->offer.has_req &&
                      table->offer.req_id == frame->offer.req_id;
        news->first = table->hand.events;
        take_state(room, table, object);
        room_hand_state(table, frame);
        room_hand_asked(table, frame);
        table->offer.bank_ms = (uint32_t)room_read_count(object, "bank_ms", INT32_MAX);
        news->kind = FELT_CLIENT_ROOM_ASKED;
        break;
    case CLIENT_SNAPSHOT:
        take_game(table, object);
        take_state(room, table, object);
        room_hand_snapshot(table, frame);
        news->kind = FELT_CLIENT_ROOM_SNAPSHOT;
        break;
    case CLIENT_END_HAND:
        room_hand_end(table, frame);
        news->kind = FELT_CLIENT_ROOM_END;
        break;
    default: break;
    }
}

/* ---- somebody ---- */

static void take_welcome(struct felt_client_room *room, const json_t *object)
{
    const json_t *user = json_object_get(object, "user");
    felt_chips bank = room_read_chips(object, "bank");
    room->signed_in = json_is_object(user);
    room_read_text(user, "name", room->name, sizeof room->name);
    room->bank = bank > 0 ? bank : 0;
    room->news.kind = FELT_CLIENT_ROOM_WELCOME;
}

/* The seat that was taken is told here first. */
static void take_ok(struct felt_client_room *room, const json_t *object)
{
    struct felt_client_room_news *news = &room->news;
    felt_chips amount = room_read_chips(object, "amount");
    news->kind = FELT_CLIENT_ROOM_OK;
    news->amount = amount > 0 ? amount : 0;
    news->seat = room_read_seat(object, "seat");
    room_read_text(object, "table", news->name, sizeof news->name);
    int place = felt_client_room_find(room, news->name);
    if (place >= 0 && news->seat >= 0) room->table[place].seat = news->seat;
}

static void take_report(struct felt_client_room *room, const json_t *object)
{
    struct felt_client_room_news *news = &room->news;
    size_t index;
    const json_t *item;
    felt_chips then = room_read_chips(object, "stack_then");
    news->kind = FELT_CLIENT_ROOM_REPORT;
    news->amount = then > 0 ? then : 0;
    news->time_ms = (uint32_t)room_read_count(object, "away_ms", INT32_MAX);
    news->more = room_read_bool(object, "more");
    json_array_foreach(json_object_get(object, "notes"), index, item)
    {
        if (news->count == FELT_CLIENT_ROOM_LIST_MAX) break;
        struct felt_client_room_note *note = &news->note[news->count++];
        note->result = json_object_get(item, "won") != NULL;
        note->amount = room_read_signed(item, note->result ? "won" : "amount");
        room_read_text(item, "hand_id", note->hand_id, sizeof note->hand_id);
        room_read_text(item, "action", note->action, sizeof note->action);
    }
}

static void take_hands(struct felt_client_room *room, const json_t *object)
{
    struct felt_client_room_news *news = &room->news;
    size_t index;
    const json_t *item;
    news->kind = FELT_CLIENT_ROOM_HANDS;
    news->more = room_read_bool(object, "more");
    json_array_foreach(json_object_get(object, "hands"), index, item)
    {
        if (news->count == FELT_CLIENT_ROOM_LIST_MAX) break;
        struct felt_client_room_record *record = &news->record[news->count++];
        record->won = room_read_signed(item, "won");
        room_read_text(item, "hand_id", record->hand_id, sizeof record->hand_id);
        room_read_text(item, "table", record->table, sizeof record->table);
        room_read_text(item, "game", record->variant, sizeof record->variant);
    }
}

static void take_one_hand(struct felt_client_room *room, const json_t *object)
{
    const json_t *phh = json_object_get(object, "phh");
    room->news.kind = FELT_CLIENT_ROOM_ONE_HAND;
    room_text_copy(json_is_string(phh) ? json_string_value(phh) : "", json_string_length(phh), true,
                   room->news.text, sizeof room->news.text);
}

/* ---- all of it ---- */

static const struct {
    const char *type;
    uint8_t kind;
} types[] = {
    {"welcome", FELT_CLIENT_ROOM_WELCOME},
    {"pong", FELT_CLIENT_ROOM_PONG},
    {"ok", FELT_CLIENT_ROOM_OK},
    {"error", FELT_CLIENT_ROOM_ERROR},
    {"lobby", FELT_CLIENT_ROOM_LOBBY},
    {"lobby_row", FELT_CLIENT_ROOM_ROW},
    {"table", FELT_CLIENT_ROOM_TABLE},
    {"chair", FELT_CLIENT_ROOM_SEAT},
    {"mine", FELT_CLIENT_ROOM_MINE},
    {"turn", FELT_CLIENT_ROOM_TURN},
    {"game", FELT_CLIENT_ROOM_GAME},
    {"void", FELT_CLIENT_ROOM_VOID},
    {"settling", FELT_CLIENT_ROOM_SETTLING},
    {"chat", FELT_CLIENT_ROOM_CHAT},
    {"report", FELT_CLIENT_ROOM_REPORT},
    {"cashier", FELT_CLIENT_ROOM_CASHIER},
    {"gone", FELT_CLIENT_ROOM_GONE},
    {"notice", FELT_CLIENT_ROOM_NOTICE},
    {"hands", FELT_CLIENT_ROOM_HANDS},
    {"hand", FELT_CLIENT_ROOM_ONE_HAND},
    {"choose", FELT_CLIENT_ROOM_ASKED},
};

static int find_type(const char *type)
{
    for (size_t i = 0; type && i < sizeof types / sizeof types[0]; i++)
        if (strcmp(type, types[i].type) == 0) return types[i].kind;
    return -1;
}

/* What is about a table that we know. */
static void take_of_table(struct felt_client_room *room, struct felt_client_room_table *table,
                          const json_t *object, int kind)
{
    struct felt_client_room_news *news = &room->news;
    news->table = (int)(table - room->table);
    switch (kind) {
    case FELT_CLIENT_ROOM_SEAT: take_table_seat(room, table, object); return;
    case FELT_CLIENT_ROOM_MINE: read_mine(object, table); break;
    case FELT_CLIENT_ROOM_TURN: take_turn(room, table, object); return;
    case FELT_CLIENT_ROOM_ASKED: take_choose(room, table, object); return;
    case FELT_CLIENT_ROOM_GAME:
        take_game(table, object);
        news->seat = room_read_seat(object, "seat");
        break;
    case FELT_CLIENT_ROOM_VOID:
        table->hand.under_way = table->offer.asked = false;
        room_read_text(object, "msg", news->text, sizeof news->text);
        break;
    case FELT_CLIENT_ROOM_CHAT:
        room_read_text(object, "name", news->name, sizeof news->name);
        room_read_text(object, "text", news->text, sizeof news->text);
        break;
    case FELT_CLIENT_ROOM_REPORT: take_report(room, object); return;
    case FELT_CLIENT_ROOM_GONE:
        table->known = false;
        room_read_text(object, "msg", news->text, sizeof news->text);
        break;
    default: break;
    }
    news->kind = (uint8_t)kind;
}

/* What is about no table, or about one that need not be known. */
static void take_other(struct felt_client_room *room, const json_t *object, int kind)
{
    struct felt_client_room_news *news = &room->news;
    felt_chips chips;
    switch (kind) {
    case FELT_CLIENT_ROOM_WELCOME: take_welcome(room, object); break;
    case FELT_CLIENT_ROOM_LOBBY: take_lobby(room, object); break;
    case FELT_CLIENT_ROOM_ROW: take_row(room, object); break;
    case FELT_CLIENT_ROOM_TABLE: take_table(room, object); break;
    case FELT_CLIENT_ROOM_HANDS: take_hands(room, object); break;
    case FELT_CLIENT_ROOM_ONE_HAND: take_one_hand(room, object); break;
    case FELT_CLIENT_ROOM_CASHIER:
        chips = room_read_chips(object, "bank");
        if (chips >= 0) room->bank = chips;
        news->kind = FELT_CLIENT_ROOM_CASHIER;
        break;
    case FELT_CLIENT_ROOM_OK: take_ok(room, object); break;
    case FELT_CLIENT_ROOM_ERROR:
        room_read_text(object, "code", news->code, sizeof news->code);
        room_read_text(object, "msg", news->text, sizeof news->text);
        news->kind = FELT_CLIENT_ROOM_ERROR;
        break;
    case FELT_CLIENT_ROOM_NOTICE:
        room_read_text(object, "msg", news->text, sizeof news->text);
        news->kind = FELT_CLIENT_ROOM_NOTICE;
        break;
    case FELT_CLIENT_ROOM_PONG: news->kind = FELT_CLIENT_ROOM_PONG; break;
    default: break;
    }
}

/* Numbers count up by one; the same moment may be told twice under one (PROTOCOL 15). */
static void note_seq(struct felt_client_room_table *table, const json_t *object)
{
    const json_t *seq = json_object_get(object, "seq");
    if (!json_is_integer(seq)) return;
    uint32_t number = (uint32_t)json_integer_value(seq);
    if (table->seq && number > table->seq + 1) table->gap = true;
    table->seq = number;
}

static bool is_of_table(int kind)
{
    return kind == FELT_CLIENT_ROOM_SEAT || kind == FELT_CLIENT_ROOM_MINE ||
           kind == FELT_CLIENT_ROOM_TURN || kind == FELT_CLIENT_ROOM_ASKED ||
           kind == FELT_CLIENT_ROOM_GAME || kind == FELT_CLIENT_ROOM_VOID ||
           kind == FELT_CLIENT_ROOM_SETTLING || kind == FELT_CLIENT_ROOM_CHAT ||
           kind == FELT_CLIENT_ROOM_REPORT || kind == FELT_CLIENT_ROOM_GONE;
}

static void take_object(struct felt_client_room *room, const json_t *object)
{
    struct felt_client_room_news *news = &room->news;
    char id[FELT_CLIENT_ROOM_ID_BYTES + 1];
    const char *type = json_string_value(json_object_get(object, "type"));
    int kind = find_type(type);
    const json_t *req = json_object_get(object, "req");
    news->has_req = json_is_integer(req) && json_integer_value(req) >= 0;
    news->req = news->has_req ? (uint64_t)json_integer_value(req) : 0;
    room_read_text(object, "table", id, sizeof id);
    bool taken = type && room_events_take(room, object, type);
    if (kind >= 0 && !is_of_table(kind)) take_other(room, object, kind);
    int place = felt_client_room_find(room, id);
    if (place < 0) return;
    note_seq(&room->table[place], object);
    if (taken) return;
    if (kind >= 0 && !is_of_table(kind)) return;
    news->table = place;
    if (kind >= 0) {
        take_of_table(room, &room->table[place], object, kind);
        return;
    }
    client_frame_object(object, room->frame);
    take_hand(room, &room->table[place], object, room->frame->kind);
}

const struct felt_client_room_news *felt_client_room_take(struct felt_client_room *room,
                                                          const char *frame, size_t bytes)
{
    struct felt_client_room_news *news = &room->news;
    memset(news, 0, offsetof(struct felt_client_room_news, note));
    news->text[0] = '\0';
    news->table = -1;
    news->seat = FELT_SEAT_NONE;
    if (bytes > CLIENT_FRAME_BYTES) return news;
    json_t *object = json_loadb(frame, bytes, 0, NULL);
    if (object) take_object(room, object);
    json_decref(object);
    return news;
}

/* ---- the answer ---- */

static const char *action_word(uint8_t kind)
{
    static const char *const words[FELT_ACTION_KINDS] = {
        [FELT_FOLD] = "FOLD",         [FELT_CHECK] = "CHECK",       [FELT_CALL] = "CALL",
        [FELT_RAISE_TO] = "RAISE_TO", [FELT_BRING_IN] = "BRING_IN", [FELT_DISCARD] = "DISCARD",
        [FELT_CHOOSE] = "CHOOSE",     [FELT_SHOW] = "SHOW",         [FELT_MUCK] = "MUCK",
        [FELT_RUNS] = "RUNS",         [FELT_MOVE] = "MOVE",         [FELT_COMMIT] = "COMMIT",
        [FELT_CONTINUE] = "CONTINUE"};
    felt_assert(kind < FELT_ACTION_KINDS && words[kind]);
    return words[kind];
}

static void put_cards(struct felt_json *json, const struct felt_client_room_hand *hand,
                      uint64_t mask)
{
    felt_json_key(json, "cards");
    felt_json_array(json);
    for (int i = 0; i < hand->holes; i++) {
        char name[FELT_CARD_TEXT_BYTES];
        if (!(mask >> i & 1)) continue;
        felt_card_write(hand->hole[i], name);
        felt_json_text(json, name);
    }
    felt_json_end(json);
}

void felt_client_room_answer(struct felt_client_room_table *table, uint64_t req,
                             struct felt_action action, struct felt_buffer *out)
{
    struct felt_json json = felt_json_make(out);
    const char *card = "";
    felt_assert(table->offer.asked);
    if (table->narc.here && action.kind == FELT_MOVE) {
        felt_assert(action.choice < table->genome.moves);
        card = table->narc.card[action.choice];
        action = (struct felt_action){.kind = table->narc.kind[action.choice]};
    }
    felt_json_object(&json);
    felt_json_key(&json, "req");
    felt_json_uint(&json, req);
    felt_json_put_text(&json, "type", "action");
    felt_json_put_text(&json, "table", table->id);
    if (action.kind != FELT_CHOOSE) felt_json_put_text(&json, "hand_id", table->hand.id);
    if (table->offer.has_req) {
        felt_json_key(&json, "req_id");
        felt_json_uint(&json, table->offer.req_id);
    }
    felt_json_put_text(&json, "action", action_word(action.kind));
    if (card[0]) felt_json_put_text(&json, "card", card);
    if (action.kind == FELT_RAISE_TO) {
        felt_json_key(&json, "amount");
        felt_json_int(&json, action.amount);
    }
    if (action.kind == FELT_DISCARD) put_cards(&json, &table->hand, action.cards);
    if (action.kind == FELT_RUNS || action.kind == FELT_CHOOSE || action.kind == FELT_MOVE) {
        felt_json_key(&json, "choice");
        felt_json_int(&json, action.choice);
    }
    felt_json_end(&json);
    table->offer.asked = false;
    table->offer.answered = true;
}
