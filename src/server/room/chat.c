/* chat.c -- words at a table: said, kept a while, not told to those who do not want them. */
#include "server/room/room_parts.h"

#include <string.h>

static bool is_blocked(const struct felt_room *room, uint32_t index, int64_t user)
{
    if (index == FELT_NO_PLAYER) return false;
    const struct felt_room_player *player = &room->player[index];
    for (uint32_t i = 0; i < player->blocks; i++)
        if (player->block[i] == user) return true;
    return false;
}

uint32_t felt_room_chat_of(const struct felt_room *room, const struct felt_room_table *table,
                           uint32_t conn, const struct felt_room_chat_line *out[FELT_CHATS_KEPT])
{
    uint32_t kept = table->chats < FELT_CHATS_KEPT ? table->chats : FELT_CHATS_KEPT, count = 0;
    for (uint32_t i = 0; i < kept; i++) {
        const struct felt_room_chat_line *one =
            &table->chat[(table->chats - kept + i) % FELT_CHATS_KEPT];
        if (!is_blocked(room, room->conn[conn].player, one->user)) out[count++] = one;
    }
    return count;
}

/* One word every chat_ms, and chat_burst at once after a silence. */
static bool may_speak(const struct felt_room *room, struct felt_room_player *player, int64_t now_ms)
{
    int64_t each = room->config->chat_ms, most = each * room->config->chat_burst;
    int64_t from = player->chat_ms > now_ms ? player->chat_ms : now_ms;
    if (from + each - now_ms > most) return false;
    player->chat_ms = from + each;
    return true;
}

void felt_room_chat_msg(struct felt_room *room, uint32_t conn,
                        const struct felt_room_client_msg *msg, struct felt_room_table *table,
                        int64_t now_ms)
{
    uint32_t index = room->conn[conn].player;
    struct felt_room_player *player = &room->player[index];
    if (felt_room_conn_watches(room, conn, table) == FELT_NO_WATCH) {
        felt_room_refuse(room, conn, msg, FELT_NO_TABLE, "watch this table before you speak");
        return;
    }
    if (player->silent_ms > now_ms) {
        felt_room_refuse(room, conn, msg, FELT_NO_MUTED, "you may not speak for a while");
        return;
    }
    if (!may_speak(room, player, now_ms)) {
        felt_room_refuse(room, conn, msg, FELT_NO_TOO_MANY, "slower: wait a few seconds");
        return;
    }
    struct felt_room_chat_line *said = &table->chat[table->chats++ % FELT_CHATS_KEPT];
    *said = (struct felt_room_chat_line){.at_ms = now_ms, .user = player->user};
    memcpy(said->name, player->name, sizeof said->name);
    memcpy(said->text, msg->text, strlen(msg->text) + 1);
    room->counts.chats++;
    struct felt_room_face face;
    const struct felt_room_chat_line *one[] = {said};
    struct felt_room_server_msg out = {.kind = FELT_ROOM_SERVER_CHAT,
                                       .table = &face,
                                       .seat = FELT_SEAT_NONE,
                                       .chat = one,
                                       .count = 1};
    int count = 0;
    felt_room_table_face(room, table, &face);
    for (uint32_t at = table->watches; at != FELT_NO_WATCH; at = room->watch[at].next) {
        const struct felt_watch *watch = &room->watch[at];
        if (watch->mute || is_blocked(room, room->conn[watch->conn].player, said->user)) continue;
        room->to[count++] = watch->conn;
        if (count < FELT_CONNS_AT_ONCE) continue;
        room->services->post(room->services->self, room->to, count, &out);
        count = 0;
    }
    if (count) room->services->post(room->services->self, room->to, count, &out);
    felt_room_ok(room, conn, msg, table, FELT_SEAT_NONE, 0);
}

/* Somebody who is here under that handle. */
static int64_t user_named(const struct felt_room *room, const char *name)
{
    for (uint32_t i = 0; i < room->fresh_player; i++)
        if (room->player[i].user && strcmp(room->player[i].name, name) == 0)
            return room->player[i].user;
    return 0;
}

void felt_room_chat_block(struct felt_room *room, uint32_t conn,
                          const struct felt_room_client_msg *msg)
{
    struct felt_room_player *player = &room->player[room->conn[conn].player];
    int64_t user = user_named(room, msg->name);
    if (!user || user == player->user) {
        felt_room_refuse(room, conn, msg, FELT_NO_USER, "nobody else of that name is here");
        return;
    }
    uint32_t at = 0;
    while (at < player->blocks && player->block[at] != user) at++;
    if (msg->on && at == player->blocks) {
        if (at == FELT_BLOCKS_MAX) {
            felt_room_refuse(room, conn, msg, FELT_NO_TOO_MANY,
                             "you block as many as can be: unblock one first");
            return;
        }
        player->block[player->blocks++] = user;
    } else if (!msg->on && at < player->blocks) {
        player->block[at] = player->block[--player->blocks];
    }
    felt_room_ok(room, conn, msg, NULL, FELT_SEAT_NONE, 0);
}
