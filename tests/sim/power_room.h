/* power_room.h -- what power_room.c, power_room_told.c and power_tournament.c share. */
#ifndef FELT_TESTS_POWER_ROOM_H
#define FELT_TESTS_POWER_ROOM_H

#include "server/table/poker_adapter.h"
#include "fake_room.h"
#include "power_sim.h"
#include "power_told.h"

#include <jansson.h>

enum {
    POWER_PEOPLE = 4,
    POWER_TABLES = 2, /* of cash                                                                 */
    POWER_USERS = 64,
    POWER_LEVELS = 3,
    POWER_EVENT_BYTES = 8000
};

/* What a person was told last. */
struct power_person {
    int64_t user;
    bool has_bank;
    felt_chips bank;
    bool seated[POWER_TABLES]; /* a buy-in was accepted, and no cash-out was given since          */
    bool has_entry, is_out;
    uint32_t event, place; /* number of the tournament; place: 0 while none is told               */
};

/* The stacks that the last end_hand of a table told. */
struct power_end {
    char hand_id[POWER_ID_BYTES + 1], table[FELT_TABLE_NAME_BYTES + 1];
    felt_chips stack[FELT_SEATS_MAX]; /* -1: not in the hand                                      */
};

struct power_room {
    struct fake_room fake_room; /* first: services are the fake room's */
    struct power_journal power;
    struct power_told told;
    struct felt_ledger_services ledger; /* orders go there when they were looked at */
    struct felt_poker_adapter adapter;
    bool tournament;
    struct felt_poker_adapter level[POWER_LEVELS]; /* of the tournament */
    struct felt_stake stake;
    char text[POWER_EVENT_BYTES];
    struct power_person person[POWER_PEOPLE];
    struct power_end end[POWER_TABLES_MAX];
    uint64_t touched[POWER_USERS];    /* flushes when the last order of a user left              */
    uint64_t hash[POWER_WAITING_MAX]; /* of the room, by flush                                  */
    struct power_sim_result *result;
};

/* ---- power_room_told.c ---- */

void power_room_hear(struct power_room *room, uint32_t conn, const json_t *frame);
/* An order leaves. */
void power_room_order(struct power_room *room, const struct felt_order *order);
/* The room as it is at this flush. */
void power_room_flushed(struct power_room *room);
/* The room as it was read back: P1. */
void power_room_restored(struct power_room *room);
/* Banks, when nothing is on its way. */
void power_room_banks(struct power_room *room);

/* ---- power_tournament.c ---- */

void power_tournament_configure(struct power_room *room);
/* A tournament after the one before. */
void power_tournament_add(struct power_room *room);
void power_tournament_hear(struct power_room *room, uint32_t conn, const json_t *frame);
void power_tournament_restored(struct power_room *room);

#endif
