/* lobby.c -- tables to choose from: lists, rows that change, a quick seat.
 *
 * Rows of tables that changed are told together, not more often than every lobby_ms: the lobby is a
 * picture, not a record. */
#include "server/room/room_parts.h"

#include <string.h>

static bool passes(const struct felt_room *room, const struct felt_room_table *table,
                   const struct felt_room_client_filter *filter)
{
    const struct felt_stake *stake = felt_room_table_stake(room, table);
    if (stake->directed) return false; /* nobody can sit down there */
    if (filter->variant[0] && strcmp(filter->variant, stake->variant) != 0) return false;
    if (filter->limit[0] && strcmp(filter->limit, stake->limit) != 0) return false;
    if (filter->big_blind_max && stake->big_blind > filter->big_blind_max) return false;
    if (filter->bots_welcome && !stake->bots_welcome) return false;
    if (!filter->free_seat) return true;
    for (int seat = 0; seat < stake->seats; seat++)
        if (!table->seat[seat].user) return true;
    return false;
}

static uint32_t alarm_number(const struct felt_room *room)
{
    return room->config->tables_max + room->config->players_max;
}

void felt_room_lobby_touch(struct felt_room *room, struct felt_room_table *table)
{
    if (room->quiet || table->dirty || room->lobby == FELT_NO_LINE) return;
    table->dirty = true;
    table->next_dirty = room->dirty;
    room->dirty = felt_room_table_index(room, table) + 1;
}

static void tell_row(struct felt_room *room, const struct felt_room_table *table)
{
    struct felt_room_face face;
    int count = 0;
    struct felt_room_server_msg msg = {.kind = FELT_ROOM_SERVER_LOBBY_ROW, .table = &face};
    felt_room_table_face(room, table, &face);
    for (uint32_t conn = room->lobby; conn != FELT_NO_LINE; conn = room->conn[conn].next_lobby) {
        struct felt_room_client_filter filter = room->conn[conn].filter;
        filter.free_seat = false; /* that the last one was taken is news too */
        if (!passes(room, table, &filter) || !felt_room_private_is_open_to(room, conn, table))
            continue;
        room->to[count++] = conn;
        if (count < FELT_CONNS_AT_ONCE) continue;
        room->services->post(room->services->self, room->to, count, &msg);
        count = 0;
    }
    if (count) room->services->post(room->services->self, room->to, count, &msg);
}

int64_t felt_room_lobby_tick(struct felt_room *room, int64_t now_ms)
{
    while (room->dirty) {
        struct felt_room_table *table = felt_room_table_at(room, room->dirty - 1);
        room->dirty = table->next_dirty;
        table->dirty = false;
        if (table->used) tell_row(room, table);
    }
    if (room->lobby != FELT_NO_LINE && now_ms != INT64_MAX)
        felt_heap_set(&room->alarms, alarm_number(room), now_ms + room->config->lobby_ms);
    return INT64_MAX;
}

void felt_room_lobby_leave(struct felt_room *room, uint32_t conn)
{
    if (!room->conn[conn].lobby) return;
    uint32_t *link = &room->lobby;
    while (*link != conn) link = &room->conn[*link].next_lobby;
    *link = room->conn[conn].next_lobby;
    room->conn[conn].lobby = false;
    if (room->lobby == FELT_NO_LINE) felt_heap_clear(&room->alarms, alarm_number(room));
}

void felt_room_lobby_msg(struct felt_room *room, uint32_t conn,
                         const struct felt_room_client_msg *msg, int64_t now_ms)
{
    enum { ROWS_AT_ONCE = 32 };
    struct felt_room_face face[ROWS_AT_ONCE];
    struct felt_room_server_msg out = {.kind = FELT_ROOM_SERVER_LOBBY,
                                       .has_req = msg->has_req,
                                       .req = msg->req,
                                       .seat = FELT_SEAT_NONE,
                                       .faces = face};
    felt_room_lobby_leave(room, conn);
    for (uint32_t index = 0; index < room->fresh_table; index++) {
        const struct felt_room_table *table = felt_room_table_at(room, index);
        if (!table->used || !passes(room, table, &msg->filter) ||
            !felt_room_private_is_open_to(room, conn, table))
            continue;
        if (out.count == ROWS_AT_ONCE) {
            out.more = true;
            felt_room_post_conn(room, conn, &out);
            out.count = 0;
        }
        felt_room_table_face(room, table, &face[out.count++]);
    }
    out.more = false;
    felt_room_post_conn(room, conn, &out);
    if (!msg->on) return;
    struct felt_room_conn *mine = &room->conn[conn];
    if (room->lobby == FELT_NO_LINE)
        felt_heap_set(&room->alarms, alarm_number(room), now_ms + room->config->lobby_ms);
    mine->lobby = true;
    mine->filter = msg->filter;
    mine->next_lobby = room->lobby;
    room->lobby = conn;
}

/* ---- a quick seat ---- */

/* How well a table suits somebody with so many chips; less than 0: not at all. */
static int suit(const struct felt_room *room, const struct felt_room_table *table, felt_chips bank)
{
    const struct felt_stake *stake = felt_room_table_stake(room, table);
    int playing = 0, people = 0, taken = 0;
    for (int seat = 0; seat < stake->seats; seat++) {
        const struct felt_room_seat *place = &table->seat[seat];
        if (!place->user) continue;
        taken++;
        playing += felt_room_seat_is_present(place);
        people += place->kind != FELT_USER_HOUSE;
    }
    if (!felt_room_table_has_chips(room, table)) bank = stake->buy_in_max; /* he needs none */
    if (taken == stake->seats || bank < stake->buy_in_min || table->closing) return -1;
    /* Somebody to play with, people above all; not all he has, if that can be; the tables that are
     * named first. */
    int score = playing ? 1000 : 0;
    score += people ? 300 : 0;
    score += bank >= stake->buy_in_max ? 500 : 0;
    return score + 10 * playing - table->stake;
}

struct felt_room_table *felt_room_lobby_pick(const struct felt_room *room, uint32_t index,
                                             const struct felt_room_client_filter *filter)
{
    const struct felt_room_player *player = &room->player[index];
    struct felt_room_table *best = NULL;
    int most = -1;
    for (uint32_t i = 0; i < room->fresh_table; i++) {
        struct felt_room_table *table = felt_room_table_at(room, i);
        bool there = false;
        for (uint32_t k = 0; k < player->seats; k++) there |= player->table[k] == i;
        if (!table->used || there || !passes(room, table, filter)) continue;
        if (felt_room_table_is_private(room, table)) continue;
        const struct felt_stake *stake = felt_room_table_stake(room, table);
        if (player->bot && !stake->bots_welcome) continue;
        int score = suit(room, table, player->bank);
        if (score > most) {
            most = score;
            best = table;
        }
    }
    return best;
}
