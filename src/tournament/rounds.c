/* rounds.c -- brackets and shoot-outs: every table plays to one winner, then the winners meet
 * (RULES 19.11).
 *
 * A bracket has slots, twice as many as pairs; those of pair p are 2p and 2p + 1, and the winner
 * has slot p in the next round.  With fewer players than slots some pairs of the first round, drawn
 * by lot, have one player, who needs not play: a bye. */
#include "tournament/director_parts.h"

static bool is_before(const struct felt_director_entry *a, const struct felt_director_entry *b)
{
    return a->slot < b->slot;
}

static void seat_pairs(struct felt_director_work *work, uint32_t count)
{
    struct felt_director *director = work->director;
    uint16_t *list = felt_director_list(director);
    uint32_t table = 0;
    felt_director_sort(director, count, is_before);
    for (uint32_t i = 0; i + 1 < count; i++) {
        const struct felt_director_entry *entry = felt_director_entries(director);
        if (entry[list[i]].slot / 2 != entry[list[i + 1]].slot / 2) continue;
        felt_director_open_table(work, table, false);
        felt_director_sit(work, list[i], table, 0);
        felt_director_sit(work, list[i + 1], table, 1);
        table++;
        i++;
    }
}

static void begin_round(struct felt_director_work *work)
{
    struct felt_director *director = work->director;
    uint32_t count = felt_director_live(director);
    felt_assert(count == director->alive && count >= 2);
    director->round++;
    director->chips = director->plan.stack * count;
    felt_director_tell(
        work, (struct felt_director_event){.kind = FELT_DIRECTOR_ROUND, .amount = director->round});
    if (director->plan.format == FELT_DIRECTOR_BRACKET) {
        seat_pairs(work, count);
    } else {
        felt_director_shuffle(director, count);
        felt_director_seat_list(work, count, 0,
                                (count + director->plan.seats - 1) / director->plan.seats);
    }
    felt_director_clock_start(work);
}

/* Which pairs are whole is drawn: so many of those that are left. */
static void draw_bracket(struct felt_director *director, uint32_t count)
{
    uint32_t pairs = 1, next = 0;
    while (pairs * 2 < count) pairs *= 2;
    uint32_t whole = count - pairs;
    felt_director_shuffle(director, count);
    for (uint32_t pair = 0; pair < pairs; pair++) {
        bool is_whole = felt_rng_below(&director->draws, pairs - pair) < whole;
        felt_director_entries(director)[felt_director_list(director)[next++]].slot = 2 * pair;
        if (!is_whole) continue;
        felt_director_entries(director)[felt_director_list(director)[next++]].slot = 2 * pair + 1;
        whole--;
    }
    felt_assert(next == count);
}

void felt_director_first_round(struct felt_director_work *work)
{
    if (work->director->plan.format == FELT_DIRECTOR_BRACKET)
        draw_bracket(work->director, felt_director_live(work->director));
    begin_round(work);
}

void felt_director_rounds_go_on(struct felt_director_work *work)
{
    struct felt_director *director = work->director;
    for (uint32_t i = 0; i < director->plan.tables_max; i++) {
        const struct felt_director_table *table = &felt_director_tables(director)[i];
        if (table->open && (table->in_hand || table->size > 1)) return;
    }
    felt_director_place_pending(work);
    if (director->alive == 1) {
        felt_director_finish(work);
        return;
    }
    for (uint32_t i = 0; i < director->used; i++) {
        struct felt_director_entry *entry = &felt_director_entries(director)[i];
        if (entry->state != FELT_DIRECTOR_ENTRY_IN) continue;
        uint32_t table = entry->table;
        entry->slot /= 2;
        if (table != FELT_DIRECTOR_NO_TABLE) {
            felt_director_rise(director, (uint16_t)i);
            felt_director_close_table(work, table);
        }
        entry->stack = director->plan.stack;
    }
    felt_assert(director->tables == 0);
    begin_round(work);
}
