/* operator_floor.h -- a floor and a staff that take notes, for tests of the operator's requests:
 * the functions of floor.h and staff.h that he calls are here, so that a request which must change
 * nothing can be seen to change nothing.  Included once in a program, after cmocka.h. */
#ifndef FELT_TESTS_OPERATOR_FLOOR_H
#define FELT_TESTS_OPERATOR_FLOOR_H

#include "server/http/admin/serve_operator.h"
#include "operator_office.h"

#include <stdio.h>
#include <string.h>

enum { TABLES = 3 };
struct felt_floor {
    struct felt_floor_counts counts;
    bool there[TABLES];
    bool crowded; /* somebody else sits at every table                                          */
    char id[TABLES][FELT_TABLE_NAME_BYTES + 1];
    const struct felt_stake *stake;
    int changes; /* calls that change something                                                 */
    int64_t cleared, silenced, until_ms, now_ms;
    char closed[64], notice[FELT_FLOOR_TEXT_BYTES];
};
struct felt_staff {
    struct felt_staff_member member[2];
    struct felt_staff_config config;
    int changes;
};

bool felt_floor_is_open(const struct felt_floor *floor)
{
    return floor != NULL;
}

const struct felt_floor_counts *felt_floor_counts(const struct felt_floor *floor)
{
    return &floor->counts;
}

bool felt_floor_face(const struct felt_floor *floor, uint32_t table, struct felt_floor_face *face)
{
    if (table >= TABLES || !floor->there[table]) return false;
    *face = (struct felt_floor_face){.index = table,
                                     .id = floor->id[table],
                                     .stake = floor->stake,
                                     .hand = true,
                                     .taken = 2,
                                     .people = 1,
                                     .hands = 12};
    face->chair[0] = (struct felt_chair_face){.state = FELT_CHAIR_PLAYING,
                                              .kind = FELT_USER_HUMAN,
                                              .name = "Ada \"<b>\"",
                                              .stack = 250,
                                              .user = 7,
                                              .connected = true};
    face->chair[3] = (struct felt_chair_face){
        .state = FELT_CHAIR_OUT, .kind = FELT_USER_HOUSE, .name = "HousePlayer1", .user = 2};
    if (floor->crowded) {
        face->chair[5] = face->chair[0];
        face->chair[5].user = 8;
    }
    return true;
}

int64_t felt_floor_add_table(struct felt_floor *floor, int stake, int64_t now_ms)
{
    assert_int_equal(stake, 0);
    for (int i = 0; i < TABLES; i++) {
        if (floor->there[i]) continue;
        floor->changes++;
        floor->now_ms = now_ms;
        floor->there[i] = true;
        (void)snprintf(floor->id[i], sizeof floor->id[i], "nl-2-%d", i + 1);
        return i;
    }
    return -1;
}

bool felt_floor_close_table(struct felt_floor *floor, const char *table, int64_t now_ms)
{
    for (int i = 0; i < TABLES; i++) {
        if (!floor->there[i] || strcmp(floor->id[i], table) != 0) continue;
        floor->changes++;
        floor->now_ms = now_ms;
        (void)snprintf(floor->closed, sizeof floor->closed, "%s", table);
        return true;
    }
    return false;
}

void felt_floor_clear(struct felt_floor *floor, int64_t user, int64_t now_ms)
{
    floor->changes++;
    floor->cleared = user;
    floor->now_ms = now_ms;
}

bool felt_floor_silence(struct felt_floor *floor, int64_t user, int64_t until_ms)
{
    if (user != 7) return false;
    floor->changes++;
    floor->silenced = user;
    floor->until_ms = until_ms;
    return true;
}

void felt_floor_notice(struct felt_floor *floor, const char *text)
{
    floor->changes++;
    (void)snprintf(floor->notice, sizeof floor->notice, "%s", text);
}

felt_chips felt_floor_chips(const struct felt_floor *floor, int64_t user)
{
    return floor && user == 2 ? 150 : 0;
}

uint32_t felt_staff_count(const struct felt_staff *staff)
{
    return staff ? 2 : 0;
}

const struct felt_staff_member *felt_staff_at(const struct felt_staff *staff, uint32_t member)
{
    return &staff->member[member];
}

void felt_staff_configure(struct felt_staff *staff, const struct felt_staff_config *config)
{
    staff->changes++;
    staff->config = *config;
}

#endif
