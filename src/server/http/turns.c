/* turns.c -- see turns.h.
 *
 * Ranks of a network are numbered on as its requests come: 4, 5, 6 ... if three were served of
 * late. The one that leaves need not be the one with the lowest rank of its wide network, as the
 * networks within decide who it is; but it takes that rank along, and the other gets its own:
 *
 *     /48 A: request of /56 x, ranks 1 and 1     /56 x again: 2, 2     /56 y: 3, 1
 *     first x (1, 1); then y, for its 1 in A's second place; x keeps (3, 2)
 *
 * So a network's ranks are always those of its places that are left. */
#include "server/http/turns.h"

#include "felt/assert.h"

static bool is_within(const struct felt_turns_one *turn, const struct felt_turns_one *other,
                      int level)
{
    return level == FELT_NETWORKS || turn->network[level] == other->network[level];
}

static uint32_t count_places(const struct felt_turns *turns, const struct felt_turns_one *turn,
                             int level)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < turns->count; i++) count += is_within(&turns->waiting[i], turn, level);
    return count;
}

static bool is_sooner(const struct felt_turns_one *a, const struct felt_turns_one *b, int level)
{
    if (a->rank[level] != b->rank[level]) return a->rank[level] < b->rank[level];
    return a->arrival < b->arrival;
}

/* R3; among networks with as many places the one that had the most of late. */
static bool is_greedier(const struct felt_turns *turns, const struct felt_turns_one *a,
                        const struct felt_turns_one *b, int level)
{
    if (!is_within(a, b, level)) {
        uint32_t places_a = count_places(turns, a, level), places_b = count_places(turns, b, level);
        if (places_a != places_b) return places_a > places_b;
    }
    return is_sooner(b, a, level);
}

static void swap_ranks(struct felt_turns_one *a, struct felt_turns_one *b, int level)
{
    uint32_t rank = a->rank[level];
    a->rank[level] = b->rank[level];
    b->rank[level] = rank;
}

/* The place that is next, or (`last`) the one to be sent away, of the network of that level that
 * `of` is in.  It has its network's lowest or highest ranks then. */
static uint32_t find_end(struct felt_turns *turns, bool last, uint32_t of, int within)
{
    uint32_t chosen = of, ends[FELT_NETWORKS];
    for (int level = within - 1; level >= 0; level--) {
        const struct felt_turns_one *network = &turns->waiting[chosen];
        uint32_t best = chosen;
        for (uint32_t i = 0; i < turns->count; i++) {
            const struct felt_turns_one *turn = &turns->waiting[i];
            if (!is_within(turn, network, level + 1)) continue;
            if (last ? is_greedier(turns, turn, &turns->waiting[best], level)
                     : is_sooner(turn, &turns->waiting[best], level))
                best = i;
        }
        chosen = ends[level] = best;
    }
    for (int level = 0; level < within; level++)
        swap_ranks(&turns->waiting[chosen], &turns->waiting[ends[level]], level);
    return chosen;
}

static uint64_t leave(struct felt_turns *turns, uint32_t index)
{
    uint64_t ticket = turns->waiting[index].ticket;
    felt_assert(index < turns->count);
    turns->waiting[index] = turns->waiting[--turns->count];
    turns->waiting[turns->count] = (struct felt_turns_one){0};
    return ticket;
}

uint64_t felt_turns_add(struct felt_turns *turns, const struct felt_turns_one *turn)
{
    felt_assert(turn->ticket != 0);
    felt_assert(turns->places <= FELT_TURNS_MAX && turns->count <= turns->places);
    uint32_t newest = turns->count++;
    turns->waiting[newest] = *turn;
    turns->waiting[newest].arrival = ++turns->arrivals;
    for (int level = 0; level < FELT_NETWORKS; level++) /* R2 */
        if (count_places(turns, turn, level) > turns->each[level])
            return leave(turns, find_end(turns, true, newest, level));
    if (turns->count <= turns->places) return 0;
    return leave(turns, find_end(turns, true, newest, FELT_NETWORKS)); /* R3 */
}

uint32_t felt_turns_least(const struct felt_turns *turns)
{
    uint32_t least = UINT32_MAX;
    for (uint32_t i = 0; i < turns->count; i++) {
        uint32_t rank = turns->waiting[i].rank[FELT_NETWORK_WIDE];
        if (rank < least) least = rank;
    }
    return least;
}

uint64_t felt_turns_next(struct felt_turns *turns)
{
    if (turns->count == 0) return 0;
    return leave(turns, find_end(turns, false, 0, FELT_NETWORKS));
}

void felt_turns_drop(struct felt_turns *turns, uint64_t ticket)
{
    for (uint32_t i = 0; i < turns->count; i++)
        if (turns->waiting[i].ticket == ticket) {
            leave(turns, i);
            return;
        }
}
