/* write_arena_server.c -- what a server tells, as frames.
 *
 * A frame is written from front to back by the JSON writer, in the order of docs/PROTOCOL.md, whose
 * samples are compared byte for byte.  Frames of a hand, and all cards, are in write_hand.c. */
#include "server/protocol/write_arena_server.h"

#include "felt/assert.h"
#include "server/protocol/put.h"
#include "server/protocol/write_hand.h"
#include "server/table/shuffle.h"

static void begin(struct felt_json *json, const char *type)
{
    felt_json_object(json);
    felt_json_put_text(json, "type", type);
    felt_json_put_int(json, "v", 1);
}

static bool is_occupied(const struct felt_table_face *table, int seat)
{
    return table->seat[seat].team != NULL;
}

/* ---- words ---- */

static const char *join_word(int join)
{
    static const char *const words[] = {"claim", "open", "registered"};
    felt_assert(join >= FELT_JOIN_CLAIM && join <= FELT_JOIN_REGISTERED);
    return words[join];
}

/* ---- seats ---- */

static void put_face(struct felt_json *json, const struct felt_table_face *table, int seat,
                     bool connected)
{
    const struct felt_seat_face *face = &table->seat[seat];
    felt_json_object(json);
    felt_json_put_int(json, "seat", seat);
    felt_json_put_text(json, "team", face->team);
    if (connected) felt_json_put_bool(json, "connected", face->connected);
    felt_json_put_int(json, "stack", face->stack);
    if (face->forfeited) felt_json_put_bool(json, "forfeited", true);
    felt_json_end(json);
}

static void put_faces(struct felt_json *json, const char *key, const struct felt_table_face *table,
                      bool connected)
{
    felt_json_key(json, key);
    felt_json_array(json);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        if (is_occupied(table, seat)) put_face(json, table, seat, connected);
    felt_json_end(json);
}

/* ---- the table ---- */

static void write_welcome(struct felt_json *json, const struct felt_arena_server_msg *msg)
{
    const struct felt_table_config *config = msg->table->config;
    begin(json, "welcome");
    felt_json_put_text(json, "table_id", msg->table->id);
    if (msg->seat >= 0) felt_json_put_int(json, "seat", msg->seat);
    felt_json_key(json, "config");
    felt_json_object(json);
    felt_json_put_text(json, "variant", config->adapter->variant);
    felt_json_put_int(json, "seats", config->seats);
    felt_json_put_int(json, "starting_stack", config->stack);
    felt_json_put_int(json, "sb", config->adapter->small_blind);
    felt_json_put_int(json, "bb", config->adapter->big_blind);
    felt_json_put_int(json, "move_time_ms", config->move_ms);
    felt_json_put_int(json, "absent_time_ms", config->absent_ms);
    felt_json_put_int(json, "min_players", config->min_players);
    if (config->max_hands) felt_json_put_int(json, "max_hands", config->max_hands);
    felt_json_put_text(json, "join", join_word(config->join));
    felt_json_put_text(json, "pace", config->pace == FELT_PACE_OPERATOR ? "operator" : "auto");
    felt_json_put_text(json, "reveal", config->reveal_hands ? "hand" : "match");
    felt_json_end(json);
    if (msg->match_id) felt_json_put_text(json, "match_id", msg->match_id);
    felt_json_end(json);
}

static void write_lobby(struct felt_json *json, const struct felt_arena_server_msg *msg)
{
    begin(json, "lobby");
    put_faces(json, "players", msg->table, true);
    felt_json_end(json);
}

/* ---- the end of a match, and the rest ---- */

static void put_reveals(struct felt_json *json, const struct felt_arena_server_msg *msg)
{
    felt_json_key(json, "reveals");
    felt_json_array(json);
    for (uint32_t i = 0; i < msg->reveals; i++) {
        felt_json_object(json);
        felt_json_put_text(json, "hand_id", msg->reveal[i].hand_id);
        put_hex(json, "key", msg->reveal[i].key);
        if (felt_shuffle_is_fresh(msg->reveal[i].fresh))
            put_hex(json, "fresh", msg->reveal[i].fresh);
        if (msg->reveal[i].deal) {
            felt_json_put_int(json, "deal", msg->reveal[i].deal);
            put_hex(json, "blind", msg->reveal[i].blind);
        }
        felt_json_end(json);
    }
    felt_json_end(json);
    if (msg->reveals_omitted) felt_json_put_int(json, "reveals_omitted", msg->reveals_omitted);
}

/* Of a tournament: the receiver's own place, and all of them. */
static void put_places(struct felt_json *json, const struct felt_arena_server_msg *msg)
{
    if (!msg->places) return;
    if (msg->place) felt_json_put_int(json, "place", msg->place);
    felt_json_key(json, "standings");
    felt_json_array(json);
    for (uint32_t i = 0; i < msg->places; i++) {
        felt_json_object(json);
        felt_json_put_int(json, "place", msg->standing[i].place);
        felt_json_put_text(json, "team", msg->standing[i].team);
        felt_json_end(json);
    }
    felt_json_end(json);
}

static void write_match_end(struct felt_json *json, const struct felt_arena_server_msg *msg)
{
    begin(json, "match_end");
    if (msg->seat >= 0) {
        felt_json_key(json, "winner");
        felt_json_object(json);
        felt_json_put_int(json, "seat", msg->seat);
        felt_json_put_text(json, "team", msg->table->seat[msg->seat].team);
        felt_json_end(json);
    }
    put_faces(json, "final_stacks", msg->table, false);
    felt_json_put_text(json, "reason", msg->text);
    if (msg->tied) {
        felt_json_key(json, "tied");
        felt_json_array(json);
        for (felt_seats left = msg->tied; left;) felt_json_int(json, felt_seats_take(&left));
        felt_json_end(json);
    }
    if (msg->match_id) felt_json_put_text(json, "match_id", msg->match_id);
    put_places(json, msg);
    if (msg->secret) put_hex(json, "secret", msg->secret);
    if (msg->secret || msg->reveals || msg->reveals_omitted) put_reveals(json, msg);
    felt_json_end(json);
}

static void write_error(struct felt_json *json, const struct felt_arena_server_msg *msg)
{
    begin(json, "error");
    felt_json_put_text(json, "code", felt_refusal_word(msg->refusal));
    felt_json_put_text(json, "msg", msg->text);
    felt_json_end(json);
}

static void write_status(struct felt_json *json, const struct felt_arena_server_msg *msg)
{
    const struct felt_table_face *table = msg->table;
    begin(json, "status");
    felt_json_put_text(json, "table_id", table->id);
    if (msg->match_id) felt_json_put_text(json, "match_id", msg->match_id);
    felt_json_put_text(json, "pace",
                       table->config->pace == FELT_PACE_OPERATOR ? "operator" : "auto");
    felt_json_put_bool(json, "paused", table->paused);
    felt_json_put_bool(json, "over", table->over);
    felt_json_put_bool(json, "in_hand", table->in_hand);
    felt_json_put_int(json, "hands", table->hands);
    if (msg->hand_id) felt_json_put_text(json, "hand_id", msg->hand_id);
    felt_protocol_put_actor(json, msg->seat, msg->time_ms);
    put_faces(json, "players", table, true);
    felt_json_end(json);
}

static void write_notice(struct felt_json *json, const struct felt_arena_server_msg *msg)
{
    begin(json, "notice");
    felt_json_put_text(json, "msg", msg->text);
    felt_json_end(json);
}

static void write_hand(struct felt_json *json, const struct felt_arena_server_msg *msg)
{
    begin(json, felt_protocol_hand_type((enum felt_arena_server_kind)msg->kind));
    felt_protocol_put_hand(json, msg, "table");
    felt_json_end(json);
}

void felt_protocol_write_arena_server(const struct felt_arena_server_msg *msg,
                                      struct felt_buffer *out)
{
    struct felt_json json = felt_json_make(out);
    switch ((enum felt_arena_server_kind)msg->kind) {
    case FELT_ARENA_SERVER_WELCOME: write_welcome(&json, msg); break;
    case FELT_ARENA_SERVER_LOBBY: write_lobby(&json, msg); break;
    case FELT_ARENA_SERVER_START_HAND:
    case FELT_ARENA_SERVER_ACT:
    case FELT_ARENA_SERVER_EVENT:
    case FELT_ARENA_SERVER_END_HAND:
    case FELT_ARENA_SERVER_SNAPSHOT: write_hand(&json, msg); break;
    case FELT_ARENA_SERVER_MATCH_END: write_match_end(&json, msg); break;
    case FELT_ARENA_SERVER_ERROR: write_error(&json, msg); break;
    case FELT_ARENA_SERVER_STATUS: write_status(&json, msg); break;
    case FELT_ARENA_SERVER_NOTICE: write_notice(&json, msg); break;
    case FELT_ARENA_SERVER_MSGS: break;
    }
    felt_assert(json.complete && json.depth == 0);
}
