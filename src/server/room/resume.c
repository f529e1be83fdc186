/* resume.c -- the first moments after a start: orders without an answer, the ledger's word, tables
 * of the lobby. */
#include "server/room/floor_parts.h"

static void open_tables(struct felt_floor *floor)
{
    for (int stake = 0; stake < floor->config->stakes; stake++) {
        for (uint32_t number = 1; number <= floor->config->stake[stake]->tables; number++) {
            bool there = false;
            for (uint32_t index = 0; index < floor->fresh_ring && !there; index++) {
                const struct felt_ring *ring = felt_ring_at(floor, index);
                there = ring->used && ring->stake == stake && ring->number == number;
            }
            if (!there && !felt_ring_open(floor, stake, number)) return;
        }
    }
}

void felt_floor_resume(struct felt_floor *floor, int64_t now_ms)
{
    /* Orders and hands of this start can have no key and no number of another one, whatever the
     * journal has lost; orders that wait keep theirs. */
    floor->services->entropy(floor->services->self, floor->epoch, sizeof floor->epoch);
    if (floor->has_epoch) floor->next_hand += FELT_HANDS_SKIPPED;
    bool before = floor->has_epoch || floor->config->dealt_before;
    if (before && floor->next_hand < floor->hands_above) floor->next_hand = floor->hands_above;
    floor->has_epoch = true;
    felt_entry_floor(floor);
    for (uint32_t index = 0; index < floor->fresh_ring; index++) {
        struct felt_ring *ring = felt_ring_at(floor, index);
        ring->missing = false;
        if (!ring->used) continue;
        ring->ended_ms = ring->started_ms = now_ms;
        for (int seat = 0; seat < FELT_SEATS_MAX; seat++) ring->chair[seat].since_ms = now_ms;
        /* What another program began to settle is settled first: the ledger may have it. */
        if (ring->guide.any && !ring->hand) ring->guide.over = true;
        if (ring->foreign && !ring->settling)
            felt_ring_void(floor, ring, "the hand was under way when the server was replaced");
    }
    felt_stakes_resume(floor);
    open_tables(floor);
    for (uint32_t player = 0; player < floor->fresh_player; player++)
        if (floor->player[player].user) {
            floor->player[player].cut = true;
            felt_away_begin(floor, player, now_ms);
        }
    for (uint32_t index = 0; index < floor->fresh_ring; index++) {
        struct felt_ring *ring = felt_ring_at(floor, index);
        if (ring->used) felt_ring_go_on(floor, ring, now_ms);
    }
}

static void correct(struct felt_floor *floor, struct felt_ring *ring, felt_seat seat,
                    felt_chips balance)
{
    struct felt_chair *chair = &ring->chair[seat];
    if (chair->stack + chair->extra == balance) return;
    floor->services->alarm(floor->services->self, ring->name,
                           "a stack is not what the ledger has; the ledger counts");
    if (ring->hand) felt_ring_void(floor, ring, "the ledger knows other stacks");
    chair->stack = balance;
    chair->extra = 0;
    felt_entry_chair(floor, ring, seat);
}

bool felt_floor_reconcile(struct felt_floor *floor, const char *table, int64_t user,
                          felt_chips balance, int64_t now_ms)
{
    struct felt_ring *ring = felt_ring_find(floor, table);
    (void)now_ms;
    felt_assert(!floor->open && floor->counts.pending == 0);
    if (ring && !felt_ring_has_chips(floor, ring)) return false;
    for (int seat = 0; ring && seat < felt_ring_stake(floor, ring)->seats; seat++) {
        struct felt_chair *chair = &ring->chair[seat];
        if (chair->user != user) continue;
        chair->proved = true;
        correct(floor, ring, (felt_seat)seat, balance);
        return true;
    }
    return false;
}

void felt_floor_open(struct felt_floor *floor, int64_t now_ms)
{
    felt_assert(floor->counts.pending == 0);
    for (uint32_t index = 0; index < floor->fresh_ring; index++) {
        struct felt_ring *ring = felt_ring_at(floor, index);
        if (!ring->used || !felt_ring_has_chips(floor, ring)) continue;
        for (int seat = 0; seat < felt_ring_stake(floor, ring)->seats; seat++)
            if (ring->chair[seat].user && !ring->chair[seat].proved)
                correct(floor, ring, (felt_seat)seat, 0);
    }
    floor->open = true;
    for (uint32_t index = 0; index < floor->fresh_ring; index++) {
        struct felt_ring *ring = felt_ring_at(floor, index);
        if (ring->used) felt_ring_go_on(floor, ring, now_ms);
    }
}
