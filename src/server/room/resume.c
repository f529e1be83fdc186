/* resume.c -- the first moments after a start: orders without an answer, the ledger's word, tables
 * of the lobby. */
#include "server/room/room_parts.h"

static void open_tables(struct felt_room *room)
{
    for (int stake = 0; stake < room->config->stakes; stake++) {
        for (uint32_t number = 1; number <= room->config->stake[stake]->tables; number++) {
            bool there = false;
            for (uint32_t index = 0; index < room->fresh_table && !there; index++) {
                const struct felt_room_table *table = felt_room_table_at(room, index);
                there = table->used && table->stake == stake && table->number == number;
            }
            if (!there && !felt_room_table_open(room, stake, number)) return;
        }
    }
}

void felt_room_resume(struct felt_room *room, int64_t now_ms)
{
    /* Orders and hands of this start can have no key and no number of another one, whatever the
     * journal has lost; orders that wait keep theirs. */
    room->services->entropy(room->services->self, room->epoch, sizeof room->epoch);
    if (room->has_epoch) room->next_hand += FELT_HANDS_SKIPPED;
    bool before = room->has_epoch || room->config->dealt_before;
    if (before && room->next_hand < room->hands_above) room->next_hand = room->hands_above;
    room->has_epoch = true;
    felt_room_journal_room(room);
    for (uint32_t index = 0; index < room->fresh_table; index++) {
        struct felt_room_table *table = felt_room_table_at(room, index);
        table->missing = false;
        if (!table->used) continue;
        table->ended_ms = table->started_ms = now_ms;
        for (int seat = 0; seat < FELT_SEATS_MAX; seat++) table->seat[seat].since_ms = now_ms;
        /* What another program began to settle is settled first: the ledger may have it. */
        if (table->direction.any && !table->hand) table->direction.over = true;
        if (table->foreign && !table->settling)
            felt_room_table_void(room, table,
                                 "the hand was under way when the server was replaced");
    }
    felt_room_stakes_resume(room);
    open_tables(room);
    for (uint32_t player = 0; player < room->fresh_player; player++)
        if (room->player[player].user) {
            room->player[player].cut = true;
            felt_room_away_begin(room, player, now_ms);
        }
    for (uint32_t index = 0; index < room->fresh_table; index++) {
        struct felt_room_table *table = felt_room_table_at(room, index);
        if (table->used) felt_room_table_go_on(room, table, now_ms);
    }
}

static void correct(struct felt_room *room, struct felt_room_table *table, felt_seat seat,
                    felt_chips balance)
{
    struct felt_room_seat *place = &table->seat[seat];
    if (place->stack + place->extra == balance) return;
    room->services->alarm(room->services->self, table->name,
                          "a stack is not what the ledger has; the ledger counts");
    if (table->hand) felt_room_table_void(room, table, "the ledger knows other stacks");
    place->stack = balance;
    place->extra = 0;
    felt_room_journal_seat(room, table, seat);
}

bool felt_room_reconcile(struct felt_room *room, const char *name, int64_t user, felt_chips balance,
                         int64_t now_ms)
{
    struct felt_room_table *table = felt_room_table_find(room, name);
    (void)now_ms;
    felt_assert(!room->open && room->counts.pending == 0);
    if (table && !felt_room_table_has_chips(room, table)) return false;
    for (int seat = 0; table && seat < felt_room_table_stake(room, table)->seats; seat++) {
        struct felt_room_seat *place = &table->seat[seat];
        if (place->user != user) continue;
        place->proved = true;
        correct(room, table, (felt_seat)seat, balance);
        return true;
    }
    return false;
}

void felt_room_open(struct felt_room *room, int64_t now_ms)
{
    felt_assert(room->counts.pending == 0);
    for (uint32_t index = 0; index < room->fresh_table; index++) {
        struct felt_room_table *table = felt_room_table_at(room, index);
        if (!table->used || !felt_room_table_has_chips(room, table)) continue;
        for (int seat = 0; seat < felt_room_table_stake(room, table)->seats; seat++)
            if (table->seat[seat].user && !table->seat[seat].proved)
                correct(room, table, (felt_seat)seat, 0);
    }
    room->open = true;
    for (uint32_t index = 0; index < room->fresh_table; index++) {
        struct felt_room_table *table = felt_room_table_at(room, index);
        if (table->used) felt_room_table_go_on(room, table, now_ms);
    }
}
