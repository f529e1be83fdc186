/* director_sim_witness.c -- looks at a tournament from outside, by the rules. */
#include "director_sim_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_freezeout(const struct director_sim *sim)
{
    return sim->plan.format == FELT_DIRECTOR_FREEZEOUT;
}

static int size_of(const struct director_sim *sim, uint32_t table)
{
    uint16_t entry[FELT_SEATS_MAX];
    int size = 0;
    if (!felt_director_table(sim->director, table, entry)) return 0;
    for (int i = 0; i < FELT_SEATS_MAX; i++) size += entry[i] != FELT_DIRECTOR_NOBODY;
    return size;
}

/* T4, as the hand begins. */
static bool sizes_at_begin(struct director_sim *sim, uint32_t table)
{
    struct felt_director_face face;
    felt_director_face(sim->director, &face);
    if (!is_freezeout(sim) || face.hand_for_hand) return true;
    int own = size_of(sim, table);
    for (uint32_t i = 0; i < sim->open_count; i++) {
        uint32_t other = sim->open[i];
        if (!sim->spot[other].dealt_once) continue;
        int size = size_of(sim, other);
        if (size - own > 1 || own - size > 1)
            return DIRECTOR_FAIL(sim, "table %u begins with %d players, table %u has %d", table,
                                 own, other, size);
    }
    return true;
}

/* The big blind goes to the next one who sits there, never twice running to the same. */
static bool big_is_next(struct director_sim *sim, uint32_t table,
                        const struct felt_director_hand *hand)
{
    struct director_spot *spot = &sim->spot[table];
    struct director_seen *big = &sim->seen[hand->entry[hand->big]];
    if (big->was_big) return DIRECTOR_FAIL(sim, "table %u: the big blind twice running", table);
    if (spot->big < 0) return true;
    for (int at = (spot->big + 1) % FELT_SEATS_MAX; at != hand->big; at = (at + 1) % FELT_SEATS_MAX)
        if (hand->entry[at] != FELT_DIRECTOR_NOBODY)
            return DIRECTOR_FAIL(sim, "table %u: the big blind passes chair %d", table, at);
    return true;
}

bool director_witness_begin(struct director_sim *sim, uint32_t table)
{
    struct felt_director_hand hand;
    struct director_spot *spot = &sim->spot[table];
    if (!felt_director_under_way(sim->director, table, &hand))
        return DIRECTOR_FAIL(sim, "no hand began");
    const struct felt_director_level *level = &sim->plan.level[sim->level_told];
    if (hand.level != sim->level_told || hand.small_blind != level->small ||
        hand.big_blind != level->big || hand.ante != level->ante || level->big == 0)
        return DIRECTOR_FAIL(sim, "table %u: not the blinds of level %d", table, sim->level_told);
    if (!sizes_at_begin(sim, table) || !big_is_next(sim, table, &hand)) return false;
    for (int i = 0; i < FELT_SEATS_MAX; i++) {
        if (hand.entry[i] == FELT_DIRECTOR_NOBODY) continue;
        struct director_seen *seen = &sim->seen[hand.entry[i]];
        if (felt_seats_has(hand.seats, i)) {
            seen->sat = false;
            seen->waits = 0;
            seen->was_big = i == hand.big;
            if (hand.stack[i] < 1) return DIRECTOR_FAIL(sim, "somebody without chips is dealt in");
        } else if (!seen->sat || ++seen->waits > 1) {
            return DIRECTOR_FAIL(sim, "table %u: chair %d waits too long", table, i);
        }
    }
    spot->big_before = spot->big;
    spot->big = hand.big;
    spot->in_hand = spot->dealt_once = true;
    spot->dealt = felt_seats_count(hand.seats);
    return true;
}

static void table_is_up(struct director_sim *sim, uint32_t table)
{
    struct felt_director_face face;
    felt_director_face(sim->director, &face);
    sim->spot[table] = (struct director_spot){.open = true, .big = -1};
    sim->open[sim->open_count++] = table;
}

static void table_is_down(struct director_sim *sim, uint32_t table)
{
    uint32_t at = 0;
    while (sim->open[at] != table) at++;
    sim->open[at] = sim->open[--sim->open_count];
    sim->spot[table].open = false;
}

static bool note_event(struct director_sim *sim, const struct felt_director_event *event)
{
    struct director_seen *seen = &sim->seen[event->entry];
    switch (event->kind) {
    case FELT_DIRECTOR_SEATED:
        *seen = (struct director_seen){.sat = true};
        if (sim->spot[event->table].in_hand) return true;
        break;
    case FELT_DIRECTOR_WENT: sim->result->moves++; break;
    case FELT_DIRECTOR_TABLE_UP: table_is_up(sim, event->table); break;
    case FELT_DIRECTOR_TABLE_DOWN: table_is_down(sim, event->table); break;
    case FELT_DIRECTOR_LEVEL: sim->level_told = (uint8_t)event->amount; break;
    case FELT_DIRECTOR_ROUND: sim->result->rounds++; break;
    case FELT_DIRECTOR_REFUND:
        sim->money_out += event->amount;
        sim->refunds++;
        break;
    case FELT_DIRECTOR_PRIZE: sim->money_out += event->amount; break;
    case FELT_DIRECTOR_BUSTED: sim->spot[event->table].lost++; break;
    default: break;
    }
    return true;
}

/* What the last input led to; `table`: whose hand was over, or none. */
bool director_witness_events(struct director_sim *sim, uint32_t table)
{
    if (sim->log.lost) return DIRECTOR_FAIL(sim, "too many events");
    if (table != FELT_DIRECTOR_NO_TABLE) {
        sim->spot[table].lost = 0;
        sim->spot[table].in_hand = false;
    }
    for (uint32_t i = 0; i < sim->log.count; i++)
        if (!note_event(sim, &sim->log.event[i])) return false;
    return true;
}

/* T4, at any time: two, and one more for each further player who went out in the same hand. */
bool director_witness_sizes(struct director_sim *sim)
{
    struct felt_director_face face;
    felt_director_face(sim->director, &face);
    if (!is_freezeout(sim) || face.state != FELT_DIRECTOR_RUNNING || face.hand_for_hand)
        return true;
    if (face.closed && face.left <= sim->plan.final_seats) return true; /* all wait for the draw */
    int most = 0, in_hand = 0;
    for (uint32_t i = 0; i < sim->open_count; i++) {
        int size = size_of(sim, sim->open[i]);
        if (size > most) most = size;
        in_hand += sim->spot[sim->open[i]].in_hand;
    }
    for (uint32_t i = 0; i < sim->open_count; i++) {
        const struct director_spot *spot = &sim->spot[sim->open[i]];
        int size = size_of(sim, sim->open[i]), more = spot->lost > 1 ? spot->lost - 1 : 0;
        if (!spot->dealt_once && in_hand) continue;
        if (most - size > (in_hand ? 2 + more : 1))
            return DIRECTOR_FAIL(sim, "table %u has %d players, another %d (%d in hands)",
                                 sim->open[i], size, most, in_hand);
    }
    return true;
}

static int by_value(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

/* Nobody sits twice; all stacks are all chips. */
bool director_witness_seats(struct director_sim *sim)
{
    int64_t *users = malloc(sim->plan.entrants_max * sizeof *users);
    uint32_t count = 0;
    felt_chips chips = 0;
    bool twice = false;
    struct felt_director_face face;
    felt_director_face(sim->director, &face);
    for (uint32_t i = 0; i < sim->plan.tables_max; i++) {
        uint16_t entry[FELT_SEATS_MAX];
        if (!felt_director_table(sim->director, i, entry)) continue;
        for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
            if (entry[seat] == FELT_DIRECTOR_NOBODY) continue;
            users[count++] = felt_director_entry(sim->director, entry[seat])->user;
            chips += felt_director_entry(sim->director, entry[seat])->stack;
        }
    }
    qsort(users, count, sizeof *users, by_value);
    for (uint32_t i = 1; i < count; i++) twice |= users[i] == users[i - 1];
    free(users);
    if (twice) return DIRECTOR_FAIL(sim, "somebody sits twice");
    if (is_freezeout(sim) && (count != face.left || chips != face.chips))
        return DIRECTOR_FAIL(sim, "%u sit of %u, with %lld of %lld chips", count, face.left,
                             (long long)chips, (long long)face.chips);
    return true;
}

/* The ledger: what came in is fees, refunds and prizes; every place once. */
bool director_witness_end(struct director_sim *sim)
{
    struct felt_director_face face;
    felt_director_face(sim->director, &face);
    if (sim->money_in + face.overlay * (face.state == FELT_DIRECTOR_OVER) !=
        sim->money_out + face.fees)
        return DIRECTOR_FAIL(sim, "in %lld, overlay %lld, out %lld, fees %lld",
                             (long long)sim->money_in, (long long)face.overlay,
                             (long long)sim->money_out, (long long)face.fees);
    if (face.state != FELT_DIRECTOR_OVER) return true;
    uint32_t *at_place = calloc(face.entries + 2, sizeof *at_place);
    uint32_t place = 1;
    felt_chips before = INT64_MAX;
    for (uint32_t i = 0; i < sim->plan.entrants_max; i++)
        if (felt_director_entry(sim->director, i)->state == FELT_DIRECTOR_ENTRY_OUT)
            at_place[felt_director_place(sim->director, i)]++;
    while (place <= face.entries && at_place[place]) {
        felt_chips least = INT64_MAX, most = 0;
        for (uint32_t i = 0; i < sim->plan.entrants_max && place <= face.places; i++) {
            if (felt_director_place(sim->director, i) != place) continue;
            felt_chips prize = felt_director_entry(sim->director, i)->prize;
            if (prize < least) least = prize;
            if (prize > most) most = prize;
        }
        if (most > before || (place <= face.places && most - least > 1)) break;
        before = place <= face.places ? least : before;
        place += at_place[place];
    }
    free(at_place);
    if (place != face.entries + 1) return DIRECTOR_FAIL(sim, "place %u is wrong", place);
    return true;
}
