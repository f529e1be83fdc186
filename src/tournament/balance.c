/* balance.c -- breaking and balancing tables, hand-for-hand, the final table (RULES 19.6 to 19.8,
 * 19.10).
 *
 * As long as the largest and the smallest table differ by two, one of the largest that is between
 * hands gives a player to a smallest one.  A table waits with its next hand while any other differs
 * from it by two (T4): that is, for one of the largest in the middle of a hand, which ends.
 *
 * Hand-for-hand every table plays one hand, then waits for the others: nothing is moved before all
 * have, and those who went out meanwhile went out together. */
#include "tournament/tour_parts.h"

struct felt_tour_sizes felt_tour_sizes(const struct felt_tour *tour)
{
    struct felt_tour_sizes sizes = {.least = UINT32_MAX, .counted = UINT32_MAX};
    for (uint32_t i = 0; i < tour->plan.tables_max; i++) {
        const struct felt_tour_table *table = &felt_tour_tables(tour)[i];
        if (!table->open) continue;
        if (table->size < sizes.least) sizes.least = table->size;
        if (table->size > sizes.most) sizes.most = table->size;
        if (table->size < sizes.counted && !table->filling) sizes.counted = table->size;
        if (table->in_hand) sizes.in_hand = true;
    }
    return sizes;
}

bool felt_tour_awaits_final(const struct felt_tour *tour)
{
    return tour->closed && !tour->final && tour->tables > 1 &&
           tour->alive <= tour->plan.final_seats;
}

static void carry(struct felt_tour_work *work, uint16_t entry, uint32_t table, felt_seat chair)
{
    uint16_t from = felt_tour_entries(work->tour)[entry].table;
    felt_tour_rise(work->tour, entry);
    felt_tour_tell(work, (struct felt_tour_event){.kind = FELT_TOUR_WENT,
                                                  .entry = entry,
                                                  .from = from,
                                                  .table = (uint16_t)table,
                                                  .chair = (uint8_t)chair});
    felt_tour_sit(work, entry, table, chair);
    felt_tour_entries(work->tour)[entry].flags |= FELT_ENTRY_MOVED;
}

/* Whoever has the big blind next; somebody who was moved already only if everybody was. */
static uint16_t who_moves(const struct felt_tour *tour, const struct felt_tour_table *table)
{
    struct felt_button_plan plan;
    int chairs = felt_tour_chairs(tour);
    felt_seats taken = felt_tour_taken(tour, table);
    felt_button_next(&table->at, taken, felt_tour_fresh(tour, table), chairs, &plan);
    felt_assert(plan.possible);
    for (int step = 0; step < chairs; step++) {
        felt_seat chair = (felt_seat)((plan.at.big + step) % chairs);
        if (!felt_seats_has(taken, chair)) continue;
        if (felt_tour_entries(tour)[table->chair[chair]].flags & FELT_ENTRY_MOVED) continue;
        return table->chair[chair];
    }
    return table->chair[plan.at.big];
}

/* One of the largest tables that is between hands, or tables_max. */
static uint32_t giver(const struct felt_tour *tour, uint32_t most)
{
    uint32_t table = 0;
    for (; table < tour->plan.tables_max; table++) {
        const struct felt_tour_table *at = &felt_tour_tables(tour)[table];
        if (at->open && !at->in_hand && at->size == most) break;
    }
    return table;
}

static void even_out(struct felt_tour_work *work)
{
    struct felt_tour *tour = work->tour;
    for (uint32_t moves = 0;; moves++) {
        felt_assert(moves <= tour->plan.entrants_max); /* each makes them differ less */
        struct felt_tour_sizes sizes = felt_tour_sizes(tour);
        if (sizes.most - sizes.least < 2) return;
        uint32_t from = giver(tour, sizes.most), to = 0;
        if (from == tour->plan.tables_max) return;
        while (!felt_tour_tables(tour)[to].open || felt_tour_tables(tour)[to].size != sizes.least)
            to++;
        uint16_t entry = who_moves(tour, &felt_tour_tables(tour)[from]);
        carry(work, entry, to, felt_tour_worst_chair(tour, &felt_tour_tables(tour)[to]));
    }
}

/* The players of the last table fit into the others; while people may come, with some room left,
 * unless that would leave people alone at their tables. */
static bool may_break(const struct felt_tour *tour)
{
    if (tour->tables < 2) return false;
    uint32_t others = tour->tables - 1, chairs = tour->plan.seats;
    if (!tour->closed && chairs > 2) chairs--;
    return tour->alive <= others * chairs;
}

static bool break_last(struct felt_tour_work *work)
{
    struct felt_tour *tour = work->tour;
    uint32_t table = tour->plan.tables_max - 1, count = 0;
    while (!felt_tour_tables(tour)[table].open) table--;
    struct felt_tour_table *at = &felt_tour_tables(tour)[table];
    if (at->in_hand) return false;
    for (int i = 0; i < felt_tour_chairs(tour); i++) {
        uint16_t entry = at->chair[i];
        if (entry == FELT_TOUR_NOBODY) continue;
        felt_tour_list(tour)[count++] = entry;
        felt_tour_rise(tour, entry);
    }
    felt_tour_close_table(work, table);
    felt_tour_shuffle(tour, count);
    for (uint32_t i = 0; i < count; i++) {
        uint16_t entry = felt_tour_list(tour)[i];
        felt_tour_sit_anywhere(work, entry);
        felt_tour_entries(tour)[entry].flags |= FELT_ENTRY_MOVED;
    }
    return true;
}

/* All seats of the final table are drawn anew, the button too. */
static void draw_final(struct felt_tour_work *work)
{
    struct felt_tour *tour = work->tour;
    for (uint32_t i = 0; i < tour->plan.tables_max; i++) {
        struct felt_tour_table *table = &felt_tour_tables(tour)[i];
        if (!table->open) continue;
        for (int chair = 0; chair < felt_tour_chairs(tour); chair++)
            if (table->chair[chair] != FELT_TOUR_NOBODY) felt_tour_rise(tour, table->chair[chair]);
        felt_tour_close_table(work, i);
    }
    tour->final = true;
    uint32_t count = felt_tour_live(tour);
    felt_tour_tell(work, (struct felt_tour_event){.kind = FELT_TOUR_FINAL_TABLE});
    felt_tour_shuffle(tour, count);
    felt_tour_seat_list(work, count, 0, 1);
}

static bool on_the_bubble(const struct felt_tour *tour)
{
    if (!tour->closed || !tour->plan.bubble || tour->tables < 2) return false;
    uint32_t places = felt_prizes_places(&tour->plan.prizes, tour->entries);
    return tour->alive > places && tour->alive <= places + tour->plan.bubble;
}

/* Hand-for-hand: has every table played that can? */
static bool all_have_played(const struct felt_tour *tour)
{
    for (uint32_t i = 0; i < tour->plan.tables_max; i++) {
        const struct felt_tour_table *table = &felt_tour_tables(tour)[i];
        if (table->open && (table->in_hand || (!table->played && table->size > 1))) return false;
    }
    return true;
}

static void begin_turn(struct felt_tour_work *work)
{
    struct felt_tour *tour = work->tour;
    bool now = on_the_bubble(tour);
    if (now != tour->by_hand)
        felt_tour_tell(work, (struct felt_tour_event){.kind = FELT_TOUR_BUBBLE, .amount = now});
    bool joined = now && !tour->by_hand;
    tour->by_hand = now;
    if (!now) return;
    /* Tables that are in the middle of a hand when it begins finish it: the others wait. */
    bool wait = joined && felt_tour_sizes(tour).in_hand;
    for (uint32_t i = 0; i < tour->plan.tables_max; i++) felt_tour_tables(tour)[i].played = wait;
}

void felt_tour_balance(struct felt_tour_work *work)
{
    struct felt_tour *tour = work->tour;
    if (tour->by_hand) {
        if (!all_have_played(tour)) return;
        felt_tour_place_pending(work);
    }
    /* With one player no hand is played, and a level of hands would never end. */
    if (!tour->closed && tour->alive == 1 && !felt_tour_is_timed(tour)) felt_tour_close(work);
    if (tour->closed && tour->alive == 1) {
        felt_tour_finish(work);
        return;
    }
    if (felt_tour_awaits_final(tour)) {
        if (!felt_tour_sizes(tour).in_hand) draw_final(work);
    } else {
        while (may_break(tour) && break_last(work)) {
        }
        even_out(work);
    }
    begin_turn(work);
}

enum felt_tour_no felt_tour_move(struct felt_tour_work *work, int64_t user, uint32_t table,
                                 felt_seat chair)
{
    struct felt_tour *tour = work->tour;
    if (tour->state != FELT_TOUR_RUNNING || felt_tour_is_rounds(tour)) return FELT_TOUR_NOT_NOW;
    uint32_t entry = felt_tour_entry_of(tour, user);
    if (entry == FELT_TOUR_NOBODY || felt_tour_entries(tour)[entry].state != FELT_ENTRY_IN)
        return FELT_TOUR_NO_SUCH_USER;
    if (table >= tour->plan.tables_max || !felt_tour_tables(tour)[table].open)
        return FELT_TOUR_NO_SUCH_TABLE;
    if (tour->by_hand) return FELT_TOUR_HAND_FOR_HAND;
    uint32_t from = felt_tour_entries(tour)[entry].table;
    struct felt_tour_table *to = &felt_tour_tables(tour)[table];
    if (felt_tour_tables(tour)[from].in_hand) return FELT_TOUR_IN_HAND;
    if (from != table && to->size >= felt_tour_tables(tour)[from].size) return FELT_TOUR_UNBALANCED;
    if (to->size == felt_tour_chairs(tour)) return FELT_TOUR_BAD_CHAIR;
    if (chair == FELT_SEAT_NONE) chair = felt_tour_worst_chair(tour, to);
    if (chair < 0 || chair >= felt_tour_chairs(tour) || to->chair[chair] != FELT_TOUR_NOBODY)
        return FELT_TOUR_BAD_CHAIR;
    carry(work, (uint16_t)entry, table, chair);
    return FELT_TOUR_OK;
}
