/* http_admin_room.h -- a room and a house seating that take notes, for tests of the operator's
 * requests: the functions of room.h and house_seating.h that he calls are here, so that a request
 * which must change nothing can be seen to change nothing.  Included once in a program, after
 * cmocka.h. */
#ifndef FELT_TESTS_HTTP_ADMIN_ROOM_H
#define FELT_TESTS_HTTP_ADMIN_ROOM_H

#include "server/http/admin/admin.h"
#include "http_admin_tournaments.h"

#include <stdio.h>
#include <string.h>

enum { TABLES = 3 };
struct felt_room {
    struct felt_room_counts counts;
    bool there[TABLES];
    bool crowded; /* somebody else sits at every table                                          */
    char id[TABLES][FELT_TABLE_NAME_BYTES + 1];
    const struct felt_stake *stake;
    int changes; /* calls that change something                                                 */
    int64_t cleared, silenced, until_ms, now_ms;
    char closed[64], notice[FELT_ROOM_TEXT_BYTES];
};
struct felt_house_seating {
    struct felt_house_seating_member member[2];
    struct felt_house_seating_config config;
    int changes;
};

bool felt_room_is_open(const struct felt_room *room)
{
    return room != NULL;
}

const struct felt_room_counts *felt_room_counts(const struct felt_room *room)
{
    return &room->counts;
}

bool felt_room_face(const struct felt_room *room, uint32_t table, struct felt_room_face *face)
{
    if (table >= TABLES || !room->there[table]) return false;
    *face = (struct felt_room_face){.index = table,
                                    .id = room->id[table],
                                    .stake = room->stake,
                                    .hand = true,
                                    .taken = 2,
                                    .people = 1,
                                    .hands = 12};
    face->seat[0] = (struct felt_room_seat_face){.state = FELT_ROOM_SEAT_PLAYING,
                                                 .kind = FELT_USER_HUMAN,
                                                 .name = "Ada \"<b>\"",
                                                 .stack = 250,
                                                 .user = 7,
                                                 .connected = true};
    face->seat[3] = (struct felt_room_seat_face){
        .state = FELT_ROOM_SEAT_OUT, .kind = FELT_USER_HOUSE, .name = "HousePlayer1", .user = 2};
    if (room->crowded) {
        face->seat[5] = face->seat[0];
        face->seat[5].user = 8;
    }
    return true;
}

int64_t felt_room_add_table(struct felt_room *room, int stake, int64_t now_ms)
{
    assert_int_equal(stake, 0);
    for (int i = 0; i < TABLES; i++) {
        if (room->there[i]) continue;
        room->changes++;
        room->now_ms = now_ms;
        room->there[i] = true;
        (void)snprintf(room->id[i], sizeof room->id[i], "nl-2-%d", i + 1);
        return i;
    }
    return -1;
}

bool felt_room_close_table(struct felt_room *room, const char *table, int64_t now_ms)
{
    for (int i = 0; i < TABLES; i++) {
        if (!room->there[i] || strcmp(room->id[i], table) != 0) continue;
        room->changes++;
        room->now_ms = now_ms;
        (void)snprintf(room->closed, sizeof room->closed, "%s", table);
        return true;
    }
    return false;
}

void felt_room_clear(struct felt_room *room, int64_t user, int64_t now_ms)
{
    room->changes++;
    room->cleared = user;
    room->now_ms = now_ms;
}

bool felt_room_silence(struct felt_room *room, int64_t user, int64_t until_ms)
{
    if (user != 7) return false;
    room->changes++;
    room->silenced = user;
    room->until_ms = until_ms;
    return true;
}

void felt_room_notice(struct felt_room *room, const char *text)
{
    room->changes++;
    (void)snprintf(room->notice, sizeof room->notice, "%s", text);
}

felt_chips felt_room_chips(const struct felt_room *room, int64_t user)
{
    return room && user == 2 ? 150 : 0;
}

uint32_t felt_house_seating_count(const struct felt_house_seating *seating)
{
    return seating ? 2 : 0;
}

const struct felt_house_seating_member *
felt_house_seating_at(const struct felt_house_seating *seating, uint32_t member)
{
    return &seating->member[member];
}

void felt_house_seating_configure(struct felt_house_seating *seating,
                                  const struct felt_house_seating_config *config)
{
    seating->changes++;
    seating->config = *config;
}

#endif
