#include "server/app/room/counting.h"

#include "felt/assert.h"
#include "felt/poker.h"

#include <stdio.h>
#include <stdlib.h>

bool felt_counting_open(struct felt_counting *counting, uint32_t tables)
{
    counting->tables = tables;
    counting->last_ms = calloc(tables, sizeof *counting->last_ms);
    return counting->last_ms != NULL;
}

void felt_counting_close(struct felt_counting *counting)
{
    free(counting->last_ms);
    counting->last_ms = NULL;
}

static int64_t time_of(struct felt_counting *counting, uint32_t table, int64_t wall_ms)
{
    felt_assert(table < counting->tables);
    int64_t before = counting->last_ms[table];
    int64_t time_ms = before ? wall_ms - before : 0;
    counting->last_ms[table] = wall_ms;
    if (time_ms < 0) return 0;
    return time_ms < FELT_COUNTING_MS_MAX ? time_ms : FELT_COUNTING_MS_MAX;
}

/* Private tables have names that nobody knows again: they are one stake of this book. */
static void name_stake(const struct felt_room_face *table, struct felt_counted_hand *out)
{
    const char *name = table->stake->id;
    out->kind = FELT_HAND_STORE_TABLE_CASH;
    if (table->stake->directed) {
        out->kind = FELT_HAND_STORE_TABLE_EVENT;
        name = "tournaments";
    } else if (table->is_private) {
        out->kind = FELT_HAND_STORE_TABLE_PRIVATE;
        name = "private";
    }
    (void)snprintf(out->stake, sizeof out->stake, "%s", name);
}

static enum felt_seated seated_as(const struct felt_room_seat_face *seat)
{
    if (seat->kind == FELT_USER_HOUSE) return FELT_SEATED_HOUSE;
    return seat->bot ? FELT_SEATED_BOT : FELT_SEATED_PERSON;
}

static bool is_guest(const struct felt_room_face *table, felt_seats seats, int seat)
{
    const struct felt_room_seat_face *place = &table->seat[seat];
    return felt_seats_has(seats, seat) && place->user && place->kind != FELT_USER_HOUSE;
}

static void count_pairs(const struct felt_told_hand *hand, const struct felt_room_face *table,
                        struct felt_counted_hand *out)
{
    struct felt_collusion_hand collusion;
    int guests = 0;
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) guests += is_guest(table, hand->seats, seat);
    if (guests < 2) return;
    felt_collusion_hand(hand, &collusion);
    for (int from = 0; from < FELT_SEATS_MAX; from++)
        for (int to = 0; to < FELT_SEATS_MAX; to++) {
            if (from == to || !is_guest(table, hand->seats, from) ||
                !is_guest(table, hand->seats, to))
                continue;
            out->pair[out->pairs++] = (struct felt_counted_pair){.giver = table->seat[from].user,
                                                                 .taker = table->seat[to].user,
                                                                 .clue = collusion.clue[from][to],
                                                                 .of = collusion.of[from][to]};
        }
}

void felt_counting_hand(struct felt_counting *counting, const struct felt_room_report *report,
                        int64_t wall_ms, struct felt_counted_hand *out)
{
    const struct felt_room_face *table = report->table;
    struct felt_user_stats stats[FELT_SEATS_MAX];
    bool poker = table->adapter->game == &felt_poker_game;
    struct felt_told_hand hand = {.deal = report->deal,
                                  .events = report->events,
                                  .count = poker ? report->count : 0,
                                  .seats = report->seats,
                                  .won = report->won,
                                  .big_blind = table->adapter->big_blind};
    if (poker) hand.game = ((const struct felt_poker_rules *)table->adapter->rules)->showdown;
    int64_t time_ms = time_of(counting, table->index, wall_ms);
    out->seats = out->pairs = 0;
    out->day = felt_hand_store_day(wall_ms);
    (void)snprintf(out->hand_id, sizeof out->hand_id, "%s", report->hand_id);
    name_stake(table, out);
    felt_user_stats_hand(&hand, stats);
    for (felt_seats left = report->seats; left;) {
        felt_seat seat = felt_seats_take(&left);
        const struct felt_room_seat_face *place = &table->seat[seat];
        if (!place->user) continue;
        stats[seat].time_ms = time_ms;
        out->seat[out->seats++] = (struct felt_counted_seat){
            .user = place->user, .seated = (uint8_t)seated_as(place), .stats = stats[seat]};
    }
    if (poker) count_pairs(&hand, table, out);
}
