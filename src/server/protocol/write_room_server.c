/* write_room_server.c -- what the room tells, as frames.
 *
 * A frame begins with its envelope: `req` if it answers one, `seq` if it is numbered (J3), `table`
 * if it is about one, `at`, `type`; then comes what belongs to the type, in the order of
 * docs/PROTOCOL.md 15, whose samples are compared byte for byte.  Numbers of users are in no frame
 * but the receiver's own in `welcome`. */
#include "server/protocol/write_room_server.h"

#include "felt/assert.h"
#include "server/table/live_hand.h"
#include "server/protocol/put.h"
#include "server/protocol/words.h"
#include "server/protocol/write_tournament.h"
#include "server/protocol/write_hand.h"

#include <inttypes.h>
#include <stdio.h>

struct pen {
    struct felt_json json;
    const struct felt_room_server_msg *news;
    int64_t wall_ms, now_ms;
};

/* ---- the envelope ---- */

static const char *type_of(const struct felt_room_server_msg *msg)
{
    static const char *const words[FELT_ROOM_SERVER_KINDS] = {
        [FELT_ROOM_SERVER_WELCOME] = "welcome",
        [FELT_ROOM_SERVER_PONG] = "pong",
        [FELT_ROOM_SERVER_OK] = "ok",
        [FELT_ROOM_SERVER_ERROR] = "error",
        [FELT_ROOM_SERVER_LOBBY] = "lobby",
        [FELT_ROOM_SERVER_LOBBY_ROW] = "lobby_row",
        [FELT_ROOM_SERVER_TABLE] = "table",
        [FELT_ROOM_SERVER_SEAT] = "chair",
        [FELT_ROOM_SERVER_MINE] = "mine",
        [FELT_ROOM_SERVER_TURN] = "turn",
        [FELT_ROOM_SERVER_CHOOSE] = "choose",
        [FELT_ROOM_SERVER_GAME] = "game",
        [FELT_ROOM_SERVER_VOID] = "void",
        [FELT_ROOM_SERVER_SETTLING] = "settling",
        [FELT_ROOM_SERVER_CHAT] = "chat",
        [FELT_ROOM_SERVER_REPORT] = "report",
        [FELT_ROOM_SERVER_CASHIER] = "cashier",
        [FELT_ROOM_SERVER_GONE] = "gone",
        [FELT_ROOM_SERVER_NOTICE] = "notice",
        [FELT_ROOM_SERVER_HANDS] = "hands",
        [FELT_ROOM_SERVER_ONE_HAND] = "hand",
        [FELT_ROOM_SERVER_PRIVATE] = "private",
        [FELT_ROOM_SERVER_TERMS] = "terms",
        [FELT_ROOM_SERVER_EVENTS] = "events",
        [FELT_ROOM_SERVER_EVENT] = "event_page",
        [FELT_ROOM_SERVER_EVENT_ROW] = "event_row",
        [FELT_ROOM_SERVER_ENTRY] = "entry"};
    felt_assert(msg->kind < FELT_ROOM_SERVER_KINDS);
    const char *word = msg->kind == FELT_ROOM_SERVER_HAND
                           ? felt_protocol_hand_type((enum felt_arena_server_kind)msg->tell->kind)
                           : words[msg->kind];
    felt_assert(word != NULL);
    return word;
}

static bool is_numbered(enum felt_room_server_kind kind)
{
    switch (kind) {
    case FELT_ROOM_SERVER_TABLE:
    case FELT_ROOM_SERVER_SEAT:
    case FELT_ROOM_SERVER_HAND:
    case FELT_ROOM_SERVER_TURN:
    case FELT_ROOM_SERVER_CHOOSE:
    case FELT_ROOM_SERVER_GAME:
    case FELT_ROOM_SERVER_TERMS:
    case FELT_ROOM_SERVER_SETTLING:
    case FELT_ROOM_SERVER_VOID: return true;
    default: return false;
    }
}

static void begin(struct pen *pen)
{
    const struct felt_room_server_msg *msg = pen->news;
    struct felt_json *json = &pen->json;
    felt_json_object(json);
    if (msg->has_req) felt_json_put_uint(json, "req", msg->req);
    if (is_numbered((enum felt_room_server_kind)msg->kind))
        felt_json_put_int(json, "seq", msg->seq);
    if (msg->table) felt_json_put_text(json, "table", msg->table->id);
    felt_json_put_int(json, "at", pen->wall_ms);
    felt_json_put_text(json, "type", type_of(msg));
}

/* ---- tables and seats ---- */

/* What its host or the operator wants besides the blinds: only what is not as usual. */
static void put_options(struct felt_json *json, const struct felt_room_face *face)
{
    const struct felt_room_table_options *options = &face->stake->options;
    if (options->ante_by != FELT_ANTE_NONE) {
        felt_json_put_int(json, "ante", options->ante);
        felt_json_put_text(json, "ante_by", felt_ante_word((enum felt_ante)options->ante_by));
    }
    if (options->straddle != FELT_STRADDLE_NONE)
        felt_json_put_text(json, "straddle",
                           felt_straddle_word((enum felt_straddle)options->straddle));
    if (options->bomb_every) {
        felt_json_put_int(json, "bomb_every", options->bomb_every);
        felt_json_put_int(json, "bomb_bb", options->bomb_units);
    }
    if (options->twice != FELT_TWICE_ASK)
        felt_json_put_text(json, "run_twice", felt_twice_word((enum felt_twice)options->twice));
    if (options->no_rathole) felt_json_put_bool(json, "rathole", false);
    if (!face->is_private) return;
    felt_json_put_bool(json, "private", true);
    if (face->host && face->host[0]) felt_json_put_text(json, "host", face->host);
    if (face->club) felt_json_put_int(json, "club", face->club);
    if (face->paused) felt_json_put_bool(json, "paused", true);
    if (face->bomb_next) felt_json_put_bool(json, "bomb_next", true);
}

/* What a table is, and how busy: members of a row of the lobby and of `table`. */
static void put_row(struct felt_json *json, const struct felt_room_face *face)
{
    const struct felt_stake *stake = face->stake;
    felt_json_put_text(json, "title", stake->title);
    felt_json_put_text(json, "variant", stake->variant);
    felt_json_put_text(json, "limit", stake->limit);
    felt_json_put_int(json, "sb", stake->small_blind);
    felt_json_put_int(json, "bb", stake->big_blind);
    felt_json_put_int(json, "buy_in_min", stake->buy_in_min);
    felt_json_put_int(json, "buy_in_max", stake->buy_in_max);
    felt_json_put_bool(json, "bots_welcome", stake->bots_welcome);
    felt_json_put_int(json, "seats", stake->seats);
    felt_json_put_int(json, "taken", face->taken);
    felt_json_put_int(json, "people", face->people);
    felt_json_put_int(json, "in_hand", face->in_hand);
    felt_json_put_int(json, "watchers", face->watchers);
    if (face->hands_per_hour) felt_json_put_int(json, "hands_per_hour", face->hands_per_hour);
    if (face->average_pot) felt_json_put_int(json, "average_pot", face->average_pot);
    if (face->percent_flop) felt_json_put_int(json, "percent_flop", face->percent_flop);
    if (face->closing) felt_json_put_bool(json, "closing", true);
    put_options(json, face);
}

static void put_seat(struct felt_json *json, const struct felt_room_seat_face *place, int seat)
{
    felt_json_put_int(json, "seat", seat);
    felt_json_put_text(json, "state", felt_room_seat_word((enum felt_room_seat_state)place->state));
    if (place->state == FELT_ROOM_SEAT_FREE || place->name == NULL) return;
    felt_json_put_text(json, "name", place->name);
    felt_json_put_text(json, "kind", felt_user_kind_word((enum felt_user_kind)place->kind));
    felt_json_put_bool(json, "bot", place->bot);
    felt_json_put_bool(json, "connected", place->connected);
    felt_json_put_bool(json, "in_hand", place->in_hand);
    felt_json_put_int(json, "stack", place->stack);
    felt_json_put_int(json, "bank_ms", place->bank_ms);
}

static void put_owes(struct felt_json *json, unsigned owes)
{
    put_list(json, "owes");
    if (owes & FELT_OWES_ENTRY) felt_json_text(json, "entry");
    if (owes & FELT_OWES_BIG) felt_json_text(json, "bb");
    if (owes & FELT_OWES_SMALL) felt_json_text(json, "sb");
    felt_json_end(json);
}

static void put_mine(struct felt_json *json, felt_seat seat, const struct felt_room_mine *mine)
{
    char text[FELT_ROOM_AUTO_ACTION_BYTES];
    felt_json_put_int(json, "seat", seat);
    felt_json_put_bool(json, "sitting_out", mine->out);
    felt_json_put_bool(json, "leaving", mine->leaving);
    felt_json_put_bool(json, "wait_bb", mine->wait);
    felt_json_put_bool(json, "auto_rebuy", mine->rebuy);
    felt_json_put_bool(json, "auto_muck", mine->muck);
    if (mine->straddle) felt_json_put_bool(json, "straddle", true);
    felt_json_put_text(json, "run_twice", felt_twice_word((enum felt_twice)mine->twice));
    felt_json_put_text(json, "auto_action",
                       felt_room_auto_action_write((enum felt_room_auto_action)mine->auto_action,
                                                   mine->auto_limit, text));
    felt_json_put_text(json, "preselect",
                       felt_preselect_word((enum felt_preselect)mine->preselect));
    if (mine->preselect == FELT_PRESELECT_CALL)
        felt_json_put_int(json, "preselect_amount", mine->preselect_amount);
    put_owes(json, mine->owes);
    if (mine->top_up) felt_json_put_int(json, "top_up", mine->top_up);
}

static void put_chat(struct felt_json *json, const struct felt_room_chat_line *line)
{
    felt_json_put_text(json, "name", line->name);
    felt_json_put_text(json, "text", line->text);
}

static void put_seats(struct felt_json *json, const struct felt_room_face *face)
{
    put_list(json, "chairs");
    for (int seat = 0; seat < face->stake->seats; seat++) {
        if (face->seat[seat].state == FELT_ROOM_SEAT_FREE) continue;
        felt_json_object(json);
        put_seat(json, &face->seat[seat], seat);
        felt_json_end(json);
    }
    felt_json_end(json);
}

static void put_chats(struct pen *pen)
{
    struct felt_json *json = &pen->json;
    put_list(json, "chat");
    for (uint32_t i = 0; i < pen->news->count; i++) {
        const struct felt_room_chat_line *line = pen->news->chat[i];
        felt_json_object(json);
        felt_json_put_int(json, "at", pen->wall_ms - (pen->now_ms - line->at_ms));
        put_chat(json, line);
        felt_json_end(json);
    }
    felt_json_end(json);
}

static void put_hand_id(struct felt_json *json, const char *hand_id)
{
    if (hand_id && hand_id[0]) felt_json_put_text(json, "hand_id", hand_id);
}

/* The hand that news are about: the one they name, else that of the table. */
static void put_hand_of(struct felt_json *json, const struct felt_room_server_msg *msg)
{
    put_hand_id(json, msg->hand_id || !msg->table ? msg->hand_id : msg->table->hand_id);
}

static void put_game_of(struct felt_json *json, const struct felt_game_adapter *adapter)
{
    felt_json_put_text(json, "game", adapter->variant);
    if (adapter->rules_id) felt_json_put_text(json, "rules", adapter->rules_id);
    if (!adapter->roles) return;
    put_list(json, "roles");
    for (int i = 0; i < adapter->seats_max; i++) felt_json_text(json, adapter->roles[i]);
    felt_json_end(json);
}

/* "evening.2": what wants call the tournament of a table. */
static void put_event(struct felt_json *json, const char *id, uint32_t number)
{
    char text[FELT_STAKE_ID_BYTES + 12];
    (void)snprintf(text, sizeof text, "%s.%" PRIu32, id, number);
    felt_json_put_text(json, "event", text);
}

static void put_table(struct pen *pen)
{
    const struct felt_room_face *face = pen->news->table;
    struct felt_json *json = &pen->json;
    put_row(json, face);
    if (pen->news->event) put_event(json, face->stake->id, pen->news->event);
    felt_json_put_int(json, "move_ms", face->stake->move_ms);
    felt_json_put_int(json, "bank_ms", face->stake->bank_ms);
    felt_json_put_int(json, "pause_ms", face->stake->pause_ms);
    if (face->adapter) put_game_of(json, face->adapter);
    put_hand_id(json, face->hand_id);
    if (face->choosing) felt_json_put_bool(json, "choosing", true);
    if (face->settling) felt_json_put_bool(json, "settling", true);
    put_seats(json, face);
    if (pen->news->seat >= 0 && pen->news->mine) {
        felt_json_key(json, "you");
        felt_json_object(json);
        put_mine(json, pen->news->seat, pen->news->mine);
        felt_json_end(json);
    }
    put_chats(pen);
}

static void put_lobby(struct pen *pen)
{
    struct felt_json *json = &pen->json;
    put_list(json, "tables");
    for (uint32_t i = 0; i < pen->news->count; i++) {
        felt_json_object(json);
        felt_json_put_text(json, "table", pen->news->faces[i].id);
        put_row(json, &pen->news->faces[i]);
        felt_json_end(json);
    }
    felt_json_end(json);
    if (pen->news->more) felt_json_put_bool(json, "more", true);
}

/* ---- turns and games ---- */

static void put_turn(struct felt_json *json, const struct felt_room_server_msg *msg)
{
    put_hand_of(json, msg);
    felt_json_put_int(json, "seat", msg->seat);
    if (msg->text) felt_json_put_text(json, "what", msg->text);
    felt_json_put_int(json, "time_ms", msg->time_ms);
    felt_json_put_int(json, "bank_ms", msg->bank_ms);
}

static void put_choose(struct felt_json *json, const struct felt_room_server_msg *msg)
{
    felt_json_put_int(json, "seat", msg->seat);
    felt_json_put_int(json, "time_ms", msg->time_ms);
    put_list(json, "games");
    for (uint32_t i = 0; i < msg->count; i++) felt_json_text(json, msg->games[i]->variant);
    felt_json_end(json);
    felt_json_put_uint(json, "req_id", msg->req_id);
}

static void put_game(struct felt_json *json, const struct felt_room_server_msg *msg)
{
    const struct felt_game_adapter *adapter = msg->table->adapter;
    if (msg->seat >= 0) felt_json_put_int(json, "seat", msg->seat);
    felt_json_put_text(json, "game", adapter->variant);
    felt_json_put_int(json, "sb", adapter->small_blind);
    felt_json_put_int(json, "bb", adapter->big_blind);
}

/* A frame of a hand.  What the arena calls `table` there is `blinds` here: `table` is taken. */
static void put_hand(struct felt_json *json, const struct felt_room_server_msg *msg)
{
    felt_protocol_put_hand(json, msg->tell, "blinds");
    if (msg->tell->kind == FELT_ARENA_SERVER_ACT) felt_json_put_int(json, "bank_ms", msg->bank_ms);
    bool begins = msg->tell->kind == FELT_ARENA_SERVER_START_HAND ||
                  msg->tell->kind == FELT_ARENA_SERVER_SNAPSHOT;
    if (begins && msg->table && msg->table->adapter)
        felt_json_put_text(json, "game", msg->table->adapter->variant);
}

/* ---- somebody ---- */

static void put_welcome(struct felt_json *json, const struct felt_room_server_msg *msg)
{
    felt_json_put_int(json, "v", 1);
    if (msg->user == NULL) return;
    felt_json_key(json, "user");
    felt_json_object(json);
    felt_json_put_int(json, "id", msg->user->id);
    felt_json_put_text(json, "kind", felt_user_kind_word((enum felt_user_kind)msg->user->kind));
    felt_json_put_text(json, "name", msg->user->handle);
    felt_json_end(json);
    felt_json_put_int(json, "bank", msg->bank);
}

static void put_ok(struct felt_json *json, const struct felt_room_server_msg *msg)
{
    if (msg->table && msg->seat >= 0) felt_json_put_int(json, "seat", msg->seat);
    if (msg->amount) felt_json_put_int(json, "amount", msg->amount);
}

static void put_msg(struct felt_json *json, const char *text)
{
    if (text) felt_json_put_text(json, "msg", text);
}

static void put_note(struct felt_json *json, const struct felt_room_away_note *note)
{
    char hand_id[FELT_LIVE_HAND_ID_BYTES + 1];
    felt_json_object(json);
    felt_json_put_text(json, "hand_id", felt_live_hand_id(note->date, note->counter, hand_id));
    if (note->result) {
        felt_json_put_int(json, "won", note->amount);
    } else {
        felt_assert(note->action < FELT_ACTION_KINDS);
        felt_json_put_text(json, "action", felt_protocol_actions[note->action]);
        felt_json_put_int(json, "amount", note->amount);
    }
    felt_json_end(json);
}

/* For the host alone; `link` is what he sends to his friends. */
static void put_private(struct felt_json *json, const struct felt_room_server_msg *msg)
{
    char text[FELT_TABLE_NAME_BYTES + FELT_ROOM_CLIENT_KEY_BYTES + 32];
    struct felt_buffer link = felt_buffer_make(text, sizeof text);
    felt_buffer_text(&link, "/?table=");
    felt_buffer_text(&link, msg->table->id);
    felt_buffer_text(&link, "&key=");
    felt_buffer_text(&link, msg->text);
    felt_buffer_terminate(&link);
    felt_json_put_text(json, "key", msg->text);
    felt_json_put_text(json, "link", text);
    felt_json_put_bool(json, "password", msg->more);
}

static void put_terms(struct felt_json *json, const struct felt_room_server_msg *msg)
{
    felt_json_put_text(json, "when", msg->more ? "next" : "now");
    put_row(json, msg->table);
}

static void put_report(struct felt_json *json, const struct felt_room_server_msg *msg)
{
    felt_json_put_int(json, "seat", msg->seat);
    felt_json_put_int(json, "away_ms", msg->time_ms);
    felt_json_put_int(json, "stack_then", msg->amount);
    if (msg->table && msg->seat >= 0)
        felt_json_put_int(json, "stack", msg->table->seat[msg->seat].stack);
    put_list(json, "notes");
    for (uint32_t i = 0; i < msg->count; i++) put_note(json, &msg->notes[i]);
    felt_json_end(json);
    if (msg->more) felt_json_put_bool(json, "more", true);
}

static void put_hands(struct felt_json *json, const struct felt_room_server_msg *msg)
{
    put_list(json, "hands");
    for (uint32_t i = 0; i < msg->count; i++) {
        const struct felt_hand_store_row *row = &msg->rows[i];
        felt_json_object(json);
        felt_json_put_text(json, "hand_id", row->hand_id);
        felt_json_put_text(json, "table", row->table);
        felt_json_put_text(json, "game", row->variant);
        felt_json_put_int(json, "at", row->at_ms);
        felt_json_put_int(json, "won", row->won);
        felt_json_end(json);
    }
    felt_json_end(json);
    if (msg->more) felt_json_put_bool(json, "more", true);
}

/* ---- all of it ---- */

static void put_error(struct felt_json *json, const struct felt_room_server_msg *msg)
{
    felt_json_put_text(json, "code", felt_no_word((enum felt_no)msg->no));
    put_msg(json, msg->text);
}

static void put_members(struct pen *pen)
{
    const struct felt_room_server_msg *msg = pen->news;
    struct felt_json *json = &pen->json;
    switch ((enum felt_room_server_kind)msg->kind) {
    case FELT_ROOM_SERVER_WELCOME: put_welcome(json, msg); break;
    case FELT_ROOM_SERVER_OK: put_ok(json, msg); break;
    case FELT_ROOM_SERVER_ERROR: put_error(json, msg); break;
    case FELT_ROOM_SERVER_LOBBY: put_lobby(pen); break;
    case FELT_ROOM_SERVER_LOBBY_ROW: put_row(json, msg->table); break;
    case FELT_ROOM_SERVER_TABLE: put_table(pen); break;
    case FELT_ROOM_SERVER_SEAT: put_seat(json, &msg->table->seat[msg->seat], msg->seat); break;
    case FELT_ROOM_SERVER_MINE: put_mine(json, msg->seat, msg->mine); break;
    case FELT_ROOM_SERVER_HAND: put_hand(json, msg); break;
    case FELT_ROOM_SERVER_TURN: put_turn(json, msg); break;
    case FELT_ROOM_SERVER_CHOOSE: put_choose(json, msg); break;
    case FELT_ROOM_SERVER_GAME: put_game(json, msg); break;
    case FELT_ROOM_SERVER_VOID:
        put_hand_id(json, msg->hand_id);
        put_msg(json, msg->text);
        break;
    case FELT_ROOM_SERVER_SETTLING: put_hand_of(json, msg); break;
    case FELT_ROOM_SERVER_CHAT: put_chat(json, msg->chat[0]); break;
    case FELT_ROOM_SERVER_REPORT: put_report(json, msg); break;
    case FELT_ROOM_SERVER_CASHIER: felt_json_put_int(json, "bank", msg->bank); break;
    case FELT_ROOM_SERVER_GONE:
    case FELT_ROOM_SERVER_NOTICE: put_msg(json, msg->text); break;
    case FELT_ROOM_SERVER_HANDS: put_hands(json, msg); break;
    case FELT_ROOM_SERVER_PRIVATE: put_private(json, msg); break;
    case FELT_ROOM_SERVER_TERMS: put_terms(json, msg); break;
    case FELT_ROOM_SERVER_ONE_HAND:
        put_hand_id(json, msg->hand_id);
        felt_json_put_text(json, "phh", msg->text);
        break;
    case FELT_ROOM_SERVER_EVENTS:
        felt_protocol_put_tournament_cards(json, msg->cards, msg->count);
        break;
    case FELT_ROOM_SERVER_EVENT_ROW: felt_protocol_put_tournament_card(json, msg->cards); break;
    case FELT_ROOM_SERVER_EVENT: felt_protocol_put_tournament_page(json, msg->page); break;
    case FELT_ROOM_SERVER_ENTRY: felt_protocol_put_tournament_entry(json, msg->entry); break;
    case FELT_ROOM_SERVER_PONG:
    case FELT_ROOM_SERVER_KINDS: break;
    }
}

void felt_protocol_write_room_server(const struct felt_room_server_msg *msg, int64_t wall_ms,
                                     int64_t now_ms, struct felt_buffer *out)
{
    struct pen pen = {felt_json_make(out), msg, wall_ms, now_ms};
    begin(&pen);
    put_members(&pen);
    felt_json_end(&pen.json);
    felt_assert(pen.json.complete && pen.json.depth == 0);
}
