/* rounds.c -- brackets and shoot-outs: every table plays to one winner, then the winners meet
 * (RULES 19.11).
 *
 * A bracket has slots, twice as many as pairs; those of pair p are 2p and 2p + 1, and the winner
 * has slot p in the next round.  With fewer players than slots some pairs of the first round, drawn
 * by lot, have one player, who needs not play: a bye. */
#include "tournament/tour_parts.h"

static bool is_before(const struct felt_tour_entry *a, const struct felt_tour_entry *b)
{
    return a->slot < b->slot;
}

static void seat_pairs(struct felt_tour_work *work, uint32_t count)
{
    struct felt_tour *tour = work->tour;
    uint16_t *list = felt_tour_list(tour);
    uint32_t table = 0;
    felt_tour_sort(tour, count, is_before);
    for (uint32_t i = 0; i + 1 < count; i++) {
        const struct felt_tour_entry *entry = felt_tour_entries(tour);
        if (entry[list[i]].slot / 2 != entry[list[i + 1]].slot / 2) continue;
        felt_tour_open_table(work, table, false);
        felt_tour_sit(work, list[i], table, 0);
        felt_tour_sit(work, list[i + 1], table, 1);
        table++;
        i++;
    }
}

static void begin_round(struct felt_tour_work *work)
{
    struct felt_tour *tour = work->tour;
    uint32_t count = felt_tour_live(tour);
    felt_assert(count == tour->alive && count >= 2);
    tour->round++;
    tour->chips = tour->plan.stack * count;
    felt_tour_tell(work, (struct felt_tour_event){.kind = FELT_TOUR_ROUND, .amount = tour->round});
    if (tour->plan.format == FELT_TOUR_BRACKET) {
        seat_pairs(work, count);
    } else {
        felt_tour_shuffle(tour, count);
        felt_tour_seat_list(work, count, 0, (count + tour->plan.seats - 1) / tour->plan.seats);
    }
    felt_tour_clock_start(work);
}

/* Which pairs are whole is drawn: so many of those that are left. */
static void draw_bracket(struct felt_tour *tour, uint32_t count)
{
    uint32_t pairs = 1, next = 0;
    while (pairs * 2 < count) pairs *= 2;
    uint32_t whole = count - pairs;
    felt_tour_shuffle(tour, count);
    for (uint32_t pair = 0; pair < pairs; pair++) {
        bool is_whole = felt_rng_below(&tour->draws, pairs - pair) < whole;
        felt_tour_entries(tour)[felt_tour_list(tour)[next++]].slot = 2 * pair;
        if (!is_whole) continue;
        felt_tour_entries(tour)[felt_tour_list(tour)[next++]].slot = 2 * pair + 1;
        whole--;
    }
    felt_assert(next == count);
}

void felt_tour_first_round(struct felt_tour_work *work)
{
    if (work->tour->plan.format == FELT_TOUR_BRACKET)
        draw_bracket(work->tour, felt_tour_live(work->tour));
    begin_round(work);
}

void felt_tour_rounds_go_on(struct felt_tour_work *work)
{
    struct felt_tour *tour = work->tour;
    for (uint32_t i = 0; i < tour->plan.tables_max; i++) {
        const struct felt_tour_table *table = &felt_tour_tables(tour)[i];
        if (table->open && (table->in_hand || table->size > 1)) return;
    }
    felt_tour_place_pending(work);
    if (tour->alive == 1) {
        felt_tour_finish(work);
        return;
    }
    for (uint32_t i = 0; i < tour->used; i++) {
        struct felt_tour_entry *entry = &felt_tour_entries(tour)[i];
        if (entry->state != FELT_ENTRY_IN) continue;
        uint32_t table = entry->table;
        entry->slot /= 2;
        if (table != FELT_TOUR_NO_TABLE) {
            felt_tour_rise(tour, (uint16_t)i);
            felt_tour_close_table(work, table);
        }
        entry->stack = tour->plan.stack;
    }
    felt_assert(tour->tables == 0);
    begin_round(work);
}
