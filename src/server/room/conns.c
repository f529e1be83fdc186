/* conns.c -- connections of people: entering, leaving, watching, being told; what they want. */
#include "server/room/room_parts.h"

#include "felt/buffer.h"

#include <string.h>

/* ---- faces ---- */

static enum felt_room_seat_state state_of(const struct felt_room_table *table,
                                          const struct felt_room_seat *place)
{
    if (!place->user) return FELT_ROOM_SEAT_FREE;
    if (place->sitting == FELT_SITTING_BUYING) return FELT_ROOM_SEAT_BUYING;
    if (place->leaving || place->sitting == FELT_SITTING_UP) return FELT_ROOM_SEAT_LEAVING;
    if (place->out) return FELT_ROOM_SEAT_OUT;
    felt_seat seat = (felt_seat)(place - table->seat);
    if (felt_room_seat_in_hand(table, seat)) return FELT_ROOM_SEAT_PLAYING;
    if (place->stack + place->extra == 0) return FELT_ROOM_SEAT_BROKE;
    return place->owes ? FELT_ROOM_SEAT_WAITING : FELT_ROOM_SEAT_PLAYING;
}

static felt_chips stack_of(const struct felt_room_table *table, felt_seat seat)
{
    return felt_room_seat_in_hand(table, seat) && !table->foreign
               ? table->live.announcer.stack[seat]
               : table->seat[seat].stack;
}

void felt_room_table_face(const struct felt_room *room, const struct felt_room_table *table,
                          struct felt_room_face *face)
{
    const struct felt_stake *stake = felt_room_table_stake(room, table);
    *face = (struct felt_room_face){.index = felt_room_table_index(room, table),
                                    .id = table->name,
                                    .stake = stake,
                                    .adapter = felt_room_table_adapter(room, table),
                                    .hand = table->hand,
                                    .choosing = table->choosing,
                                    .settling = table->settling,
                                    .closing = table->closing,
                                    .hand_id = table->hand_id,
                                    .knocked_ms = table->knocked_ms,
                                    .knocked_seat = table->knocked_seat,
                                    .watchers = table->watchers,
                                    .seq = table->seq,
                                    .average_pot = (uint32_t)table->pot,
                                    .percent_flop = (uint32_t)(table->flops * 100),
                                    .hands = table->hands};
    if (felt_room_table_is_private(room, table)) {
        face->is_private = true;
        face->paused = table->private_table.paused;
        face->bomb_next = table->private_table.bomb;
        face->host = table->private_table.host_name;
        face->club = table->private_table.club;
    }
    if (table->hand_ms > 0) face->hands_per_hour = (uint32_t)(3600000 / table->hand_ms);
    for (int seat = 0; seat < stake->seats; seat++) {
        const struct felt_room_seat *place = &table->seat[seat];
        if (!place->user) continue;
        face->taken++;
        if (place->kind != FELT_USER_HOUSE) face->people++;
        bool playing = felt_room_seat_in_hand(table, (felt_seat)seat);
        if (playing) face->in_hand++;
        face->seat[seat] =
            (struct felt_room_seat_face){.state = (uint8_t)state_of(table, place),
                                         .kind = place->kind,
                                         .bot = place->bot,
                                         .connected = felt_room_seat_is_here(room, place),
                                         .in_hand = playing,
                                         .name = place->name,
                                         .stack = stack_of(table, (felt_seat)seat),
                                         .bank_ms = place->bank_ms,
                                         .user = place->user};
    }
}

void felt_room_table_hand_face(const struct felt_room *room, const struct felt_room_table *table,
                               struct felt_room_hand_face *out)
{
    const struct felt_stake *stake = felt_room_table_stake(room, table);
    *out = (struct felt_room_hand_face){.config = {.adapter = felt_room_table_adapter(room, table),
                                                   .seats = stake->seats,
                                                   .stack = stake->buy_in_max,
                                                   .move_ms = stake->move_ms},
                                        .face = {.index = felt_room_table_index(room, table),
                                                 .id = table->name,
                                                 .in_hand = table->hand,
                                                 .hands = (uint32_t)table->hands}};
    out->face.config = &out->config;
    for (int seat = 0; seat < stake->seats; seat++) {
        const struct felt_room_seat *place = &table->seat[seat];
        if (!felt_room_seat_in_hand(table, (felt_seat)seat)) continue;
        out->face.seat[seat] =
            (struct felt_seat_face){.team = place->name,
                                    .connected = felt_room_seat_is_here(room, place),
                                    .stack = stack_of(table, (felt_seat)seat)};
    }
}

/* ---- telling ---- */

static void post(struct felt_room *room, const uint32_t *conns, int count,
                 const struct felt_room_server_msg *msg)
{
    if (count && !room->quiet) room->services->post(room->services->self, conns, count, msg);
}

void felt_room_table_post_seats(struct felt_room *room, const struct felt_room_table *table,
                                struct felt_room_server_msg *msg, felt_seats seats, bool others)
{
    int count = 0;
    if (room->quiet) return;
    msg->seq = table->seq;
    for (uint32_t at = table->watches; at != FELT_NO_WATCH; at = room->watch[at].next) {
        const struct felt_watch *watch = &room->watch[at];
        bool named = watch->seat != FELT_SEAT_NONE && felt_seats_has(seats, watch->seat);
        if (named == others) continue;
        room->to[count++] = watch->conn;
        if (count < FELT_CONNS_AT_ONCE) continue;
        post(room, room->to, count, msg);
        count = 0;
    }
    post(room, room->to, count, msg);
}

void felt_room_table_post(struct felt_room *room, struct felt_room_table *table,
                          struct felt_room_server_msg *msg)
{
    table->seq++;
    felt_room_table_post_seats(room, table, msg, 0, true);
}

void felt_room_post_conn(struct felt_room *room, uint32_t conn, struct felt_room_server_msg *msg)
{
    if (conn != FELT_NO_LINE && room->conn[conn].in) post(room, &conn, 1, msg);
}

void felt_room_post_player(struct felt_room *room, uint32_t player,
                           struct felt_room_server_msg *msg)
{
    for (uint32_t conn = room->player[player].conns; conn != FELT_NO_LINE;
         conn = room->conn[conn].next)
        post(room, &conn, 1, msg);
}

void felt_room_table_post_seat(struct felt_room *room, struct felt_room_table *table,
                               felt_seat seat)
{
    struct felt_room_face face;
    if (room->quiet) return;
    felt_room_table_face(room, table, &face);
    felt_room_table_post(room, table,
                         &(struct felt_room_server_msg){
                             .kind = FELT_ROOM_SERVER_SEAT, .table = &face, .seat = seat});
    felt_room_lobby_touch(room, table);
}

static struct felt_room_mine mine_of(const struct felt_room_table *table,
                                     const struct felt_room_seat *seat)
{
    bool ahead = table->hand && seat->preselect_hand == table->live.counter;
    return (struct felt_room_mine){.wait = seat->wait,
                                   .rebuy = seat->rebuy,
                                   .muck = seat->muck,
                                   .straddle = seat->straddle,
                                   .out = seat->out,
                                   .leaving = seat->leaving,
                                   .twice = seat->twice,
                                   .auto_action = seat->auto_action,
                                   .auto_limit = seat->auto_limit,
                                   .preselect = ahead ? seat->preselect : FELT_PRESELECT_NONE,
                                   .preselect_amount = ahead ? seat->preselect_amount : 0,
                                   .owes = seat->owes,
                                   .top_up = seat->top_up};
}

void felt_room_table_post_mine(struct felt_room *room, const struct felt_room_table *table,
                               felt_seat seat)
{
    struct felt_room_face face;
    if (room->quiet || felt_room_player_of(room, &table->seat[seat])->local) return;
    struct felt_room_mine mine = mine_of(table, &table->seat[seat]);
    felt_room_table_face(room, table, &face);
    felt_room_table_post_seats(
        room, table,
        &(struct felt_room_server_msg){
            .kind = FELT_ROOM_SERVER_MINE, .table = &face, .seat = seat, .mine = &mine},
        felt_seats_of(seat), false);
}

/* ---- watching ---- */

uint32_t felt_room_conn_watches(const struct felt_room *room, uint32_t conn,
                                const struct felt_room_table *table)
{
    uint32_t index = felt_room_table_index(room, table);
    uint32_t at = room->conn[conn].watches;
    while (at != FELT_NO_WATCH && room->watch[at].table != index) at = room->watch[at].next_of_conn;
    return at;
}

static felt_seat seat_of_conn(const struct felt_room *room, uint32_t conn,
                              const struct felt_room_table *table)
{
    uint32_t index = room->conn[conn].player, at = felt_room_table_index(room, table);
    if (index == FELT_NO_PLAYER) return FELT_SEAT_NONE;
    const struct felt_room_player *player = &room->player[index];
    for (uint32_t i = 0; i < player->seats; i++)
        if (player->table[i] == at) return player->seat[i];
    return FELT_SEAT_NONE;
}

static void tell_table(struct felt_room *room, uint32_t conn, struct felt_room_table *table,
                       felt_seat seat, int64_t now_ms)
{
    struct felt_room_face face;
    const struct felt_room_chat_line *chat[FELT_CHATS_KEPT];
    struct felt_room_mine mine = {0};
    felt_room_table_face(room, table, &face);
    if (seat != FELT_SEAT_NONE) mine = mine_of(table, &table->seat[seat]);
    struct felt_room_server_msg msg = {.kind = FELT_ROOM_SERVER_TABLE,
                                       .table = &face,
                                       .seq = table->seq,
                                       .seat = seat,
                                       .mine = seat != FELT_SEAT_NONE ? &mine : NULL,
                                       .chat = chat};
    msg.count = felt_room_chat_of(room, table, conn, chat);
    felt_room_post_conn(room, conn, &msg);
    if (table->hand && !table->settling && !table->foreign)
        felt_room_table_snapshot_to(room, table, conn, seat, now_ms);
    if (table->choosing && table->actor == seat && seat != FELT_SEAT_NONE)
        felt_room_table_tell_choose(room, table, conn, now_ms);
}

bool felt_room_conn_watch(struct felt_room *room, uint32_t conn, struct felt_room_table *table,
                          int64_t now_ms)
{
    uint32_t at = felt_room_conn_watches(room, conn, table), count = 0;
    felt_seat seat = seat_of_conn(room, conn, table);
    if (at == FELT_NO_WATCH) {
        for (uint32_t i = room->conn[conn].watches; i != FELT_NO_WATCH;
             i = room->watch[i].next_of_conn)
            count++;
        /* Where he sits he must see, whatever else he looks at. */
        uint32_t more = seat != FELT_SEAT_NONE ? FELT_SEATS_OF_PLAYER : 0;
        if (count >= FELT_TABLES_OF_LINE + more) return false;
        if (room->free_watch) {
            at = room->free_watch - 1;
            room->free_watch = room->watch[at].next;
        } else if (room->fresh_watch < room->config->watches_max) {
            at = room->fresh_watch++;
        } else {
            return false;
        }
        room->watch[at] = (struct felt_watch){.conn = conn,
                                              .table = felt_room_table_index(room, table),
                                              .next = table->watches,
                                              .previous = FELT_NO_WATCH,
                                              .next_of_conn = room->conn[conn].watches,
                                              .seat = seat};
        if (table->watches != FELT_NO_WATCH) room->watch[table->watches].previous = at;
        table->watches = room->conn[conn].watches = at;
        table->watchers++;
    }
    room->watch[at].seat = seat;
    tell_table(room, conn, table, seat, now_ms);
    return true;
}

void felt_room_conn_unwatch(struct felt_room *room, uint32_t conn,
                            const struct felt_room_table *from)
{
    uint32_t at = felt_room_conn_watches(room, conn, from);
    if (at == FELT_NO_WATCH) return;
    struct felt_watch *watch = &room->watch[at];
    struct felt_room_table *table = felt_room_table_at(room, watch->table);
    uint32_t *link = &room->conn[conn].watches;
    while (*link != at) link = &room->watch[*link].next_of_conn;
    *link = watch->next_of_conn;
    if (watch->previous != FELT_NO_WATCH)
        room->watch[watch->previous].next = watch->next;
    else
        table->watches = watch->next;
    if (watch->next != FELT_NO_WATCH) room->watch[watch->next].previous = watch->previous;
    *watch = (struct felt_watch){.next = room->free_watch};
    room->free_watch = at + 1;
    table->watchers--;
}

void felt_room_player_looks(struct felt_room *room, uint32_t player,
                            const struct felt_room_table *table, felt_seat seat)
{
    for (uint32_t conn = room->player[player].conns; conn != FELT_NO_LINE;
         conn = room->conn[conn].next) {
        uint32_t at = felt_room_conn_watches(room, conn, table);
        if (at != FELT_NO_WATCH) room->watch[at].seat = seat;
    }
}

void felt_room_player_looks_away(struct felt_room *room, uint32_t player,
                                 const struct felt_room_table *table, const char *why)
{
    struct felt_room_face face;
    felt_room_table_face(room, table, &face);
    for (uint32_t conn = room->player[player].conns; conn != FELT_NO_LINE;
         conn = room->conn[conn].next) {
        if (felt_room_conn_watches(room, conn, table) == FELT_NO_WATCH) continue;
        felt_room_conn_unwatch(room, conn, table);
        felt_room_post_conn(room, conn,
                            &(struct felt_room_server_msg){.kind = FELT_ROOM_SERVER_GONE,
                                                           .table = &face,
                                                           .seat = FELT_SEAT_NONE,
                                                           .text = why});
    }
}

/* ---- entering and leaving ---- */

bool felt_room_is_in(const struct felt_room *room, uint32_t conn)
{
    felt_assert(conn < room->config->conns_max);
    return room->conn[conn].in;
}

static bool turn_away(struct felt_room_reply *reply, const char *text)
{
    struct felt_buffer out = felt_buffer_make(reply->text, sizeof reply->text);
    reply->no = FELT_NO_TOO_MANY;
    felt_buffer_text(&out, text);
    felt_buffer_terminate(&out);
    return false;
}

bool felt_room_enter(struct felt_room *room, uint32_t conn, const struct felt_room_guest *who,
                     int64_t now_ms, struct felt_room_reply *reply)
{
    felt_assert(conn < room->config->conns_max && !room->conn[conn].in);
    struct felt_room_conn *mine = &room->conn[conn];
    *reply = (struct felt_room_reply){0};
    uint32_t index = FELT_NO_PLAYER;
    if (who->user) {
        index = felt_room_player_make(room, who->user, who->name, who->kind, who->bot);
        if (index == FELT_NO_PLAYER)
            return turn_away(reply, "the room is full: try again in a while");
        struct felt_room_player *player = &room->player[index];
        if (player->conn_count == FELT_CONNS_OF_PLAYER)
            return turn_away(reply, "too many connections of yours: close one");
        if (!player->seats) player->bot = who->bot; /* whoever sits is what he sat down as */
        player->local = who->local;
        player->bank = who->bank;
    }
    *mine = (struct felt_room_conn){.in = true,
                                    .local = who->local,
                                    .network = who->network,
                                    .player = index,
                                    .next = FELT_NO_LINE,
                                    .next_lobby = FELT_NO_LINE,
                                    .watches = FELT_NO_WATCH};
    room->counts.conns++;
    if (index == FELT_NO_PLAYER) return true;
    struct felt_room_player *player = &room->player[index];
    mine->next = player->conns;
    player->conns = conn;
    player->conn_count++;
    felt_room_away_end(room, index, conn, now_ms);
    return true;
}

void felt_room_leave(struct felt_room *room, uint32_t conn, int64_t now_ms)
{
    if (!felt_room_is_in(room, conn)) return;
    struct felt_room_conn *mine = &room->conn[conn];
    felt_room_lobby_leave(room, conn);
    while (mine->watches != FELT_NO_WATCH)
        felt_room_conn_unwatch(room, conn,
                               felt_room_table_at(room, room->watch[mine->watches].table));
    uint32_t index = mine->player;
    mine->in = false;
    room->counts.conns--;
    if (index == FELT_NO_PLAYER) return;
    struct felt_room_player *player = &room->player[index];
    uint32_t *link = &player->conns;
    while (*link != conn) link = &room->conn[*link].next;
    *link = mine->next;
    player->conn_count--;
    for (uint32_t i = 0; i < player->seats; i++) { /* whoever has this number next asked nothing */
        struct felt_due *due =
            &felt_room_table_at(room, player->table[i])->seat[player->seat[i]].due;
        if (due->conn == conn) due->conn = FELT_NO_LINE;
    }
    if (player->conn_count) return;
    felt_room_away_begin(room, index, now_ms);
    felt_room_player_drop(room, index);
}

/* ---- wants ---- */

void felt_room_ok(struct felt_room *room, uint32_t conn, const struct felt_room_client_msg *msg,
                  const struct felt_room_table *table, felt_seat seat, felt_chips amount)
{
    struct felt_room_face face = {0};
    if (table) felt_room_table_face(room, table, &face);
    felt_room_post_conn(room, conn,
                        &(struct felt_room_server_msg){.kind = FELT_ROOM_SERVER_OK,
                                                       .has_req = msg->has_req,
                                                       .req = msg->req,
                                                       .table = table ? &face : NULL,
                                                       .seat = seat,
                                                       .amount = amount});
}

static void refuse_req(struct felt_room *room, uint32_t conn, bool has_req, uint64_t req,
                       enum felt_no no, const char *text)
{
    felt_room_post_conn(room, conn,
                        &(struct felt_room_server_msg){.kind = FELT_ROOM_SERVER_ERROR,
                                                       .has_req = has_req,
                                                       .req = req,
                                                       .no = (uint8_t)no,
                                                       .seat = FELT_SEAT_NONE,
                                                       .text = text});
}

void felt_room_refuse(struct felt_room *room, uint32_t conn, const struct felt_room_client_msg *msg,
                      enum felt_no no, const char *text)
{
    refuse_req(room, conn, msg->has_req, msg->req, no, text);
}

static void watch_or_not(struct felt_room *room, uint32_t conn,
                         const struct felt_room_client_msg *msg, struct felt_room_table *table,
                         int64_t now_ms)
{
    uint32_t at = felt_room_conn_watches(room, conn, table);
    switch (msg->kind) {
    case FELT_ROOM_CLIENT_WATCH:
        if (felt_room_conn_watch(room, conn, table, now_ms)) {
            felt_room_private_tell_host(room, conn, table);
            felt_room_ok(room, conn, msg, table, seat_of_conn(room, conn, table), 0);
        } else {
            felt_room_refuse(room, conn, msg, FELT_NO_TOO_MANY,
                             "too many tables are watched: unwatch one first");
        }
        return;
    case FELT_ROOM_CLIENT_MUTE:
        if (at == FELT_NO_WATCH) {
            felt_room_refuse(room, conn, msg, FELT_NO_TABLE, "you do not watch this table");
            return;
        }
        room->watch[at].mute = msg->on;
        break;
    default: felt_room_conn_unwatch(room, conn, table); break;
    }
    felt_room_ok(room, conn, msg, table, seat_of_conn(room, conn, table), 0);
}

static void want_quick(struct felt_room *room, uint32_t conn,
                       const struct felt_room_client_msg *msg, int64_t now_ms)
{
    struct felt_room_table *table =
        felt_room_lobby_pick(room, room->conn[conn].player, &msg->filter);
    if (!table) {
        felt_room_refuse(room, conn, msg, FELT_NO_FULL,
                         "no table has a free seat for you: try other limits, or reload chips");
        return;
    }
    struct felt_room_client_msg sit = *msg;
    sit.kind = FELT_ROOM_CLIENT_SIT;
    sit.seat = FELT_SEAT_NONE;
    felt_room_seat_sit(room, conn, &sit, table, now_ms);
}

static void want_at_seat(struct felt_room *room, uint32_t conn,
                         const struct felt_room_client_msg *msg, struct felt_room_table *table,
                         bool stale, int64_t now_ms)
{
    felt_seat seat = seat_of_conn(room, conn, table);
    if (seat == FELT_SEAT_NONE) {
        felt_room_refuse(room, conn, msg, FELT_NO_NOT_SEATED, "you have no seat at this table");
        return;
    }
    if (msg->kind == FELT_ROOM_CLIENT_ACTION)
        felt_room_table_act(room, conn, msg, table, seat, stale, now_ms);
    else
        felt_room_seat_msg(room, conn, msg, table, seat, now_ms);
}

void felt_room_client_msg_take(struct felt_room *room, uint32_t conn,
                               const struct felt_room_client_msg *msg, bool stale, int64_t now_ms)
{
    felt_assert(felt_room_is_in(room, conn));
    bool known = room->conn[conn].player != FELT_NO_PLAYER;
    if (msg->kind == FELT_ROOM_CLIENT_LOBBY) {
        felt_room_lobby_msg(room, conn, msg, now_ms);
        return;
    }
    bool looks = msg->kind == FELT_ROOM_CLIENT_WATCH || msg->kind == FELT_ROOM_CLIENT_UNWATCH ||
                 msg->kind == FELT_ROOM_CLIENT_MUTE;
    if (!known && !looks) {
        felt_room_refuse(room, conn, msg, FELT_NO_SIGN_IN,
                         "sign in first, as a guest if you like; without that you can watch");
        return;
    }
    if (msg->kind == FELT_ROOM_CLIENT_BLOCK) {
        felt_room_chat_block(room, conn, msg);
        return;
    }
    if (msg->kind == FELT_ROOM_CLIENT_QUICK) {
        want_quick(room, conn, msg, now_ms);
        return;
    }
    if (msg->kind == FELT_ROOM_CLIENT_CREATE) {
        felt_room_private_create(room, conn, msg, now_ms);
        return;
    }
    struct felt_room_table *table = felt_room_table_find(room, msg->table);
    bool hidden = !table || felt_room_table_is_private(room, table);
    if (hidden && !felt_room_private_admits(room, conn, msg, table, now_ms)) return;
    if (msg->kind == FELT_ROOM_CLIENT_CHANGE || msg->kind == FELT_ROOM_CLIENT_HOST)
        felt_room_private_host(room, conn, msg, table, now_ms);
    else if (looks)
        watch_or_not(room, conn, msg, table, now_ms);
    else if (msg->kind == FELT_ROOM_CLIENT_SIT)
        felt_room_seat_sit(room, conn, msg, table, now_ms);
    else if (msg->kind == FELT_ROOM_CLIENT_CHAT)
        felt_room_chat_msg(room, conn, msg, table, now_ms);
    else
        want_at_seat(room, conn, msg, table, stale, now_ms);
}

bool felt_room_awaits(const struct felt_room *room, uint32_t conn, const char *name)
{
    if (!room->conn[conn].in || room->conn[conn].player == FELT_NO_PLAYER) return false;
    const struct felt_room_table *table = felt_room_table_find(room, name);
    if (!table || !(table->asked || table->choosing)) return false;
    felt_seat seat = seat_of_conn(room, conn, table);
    return seat != FELT_SEAT_NONE && table->actor == seat && felt_room_table_was_asked(room, table);
}
