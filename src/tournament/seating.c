/* seating.c -- chairs: draws, moves, tables that open and close (RULES 19.4, 19.6). */
#include "tournament/tour_parts.h"

felt_seats felt_tour_taken(const struct felt_tour *tour, const struct felt_tour_table *table)
{
    felt_seats set = 0;
    for (int i = 0; i < felt_tour_chairs(tour); i++)
        if (table->chair[i] != FELT_TOUR_NOBODY) set |= felt_seats_of(i);
    return set;
}

felt_seats felt_tour_fresh(const struct felt_tour *tour, const struct felt_tour_table *table)
{
    felt_seats set = 0;
    for (felt_seats left = felt_tour_taken(tour, table); left;) {
        felt_seat chair = felt_seats_take(&left);
        if (felt_tour_entries(tour)[table->chair[chair]].flags & FELT_ENTRY_FRESH)
            set |= felt_seats_of(chair);
    }
    return set;
}

uint32_t felt_tour_live(const struct felt_tour *tour)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < tour->used; i++)
        if (felt_tour_entries(tour)[i].state == FELT_ENTRY_IN)
            felt_tour_list(tour)[count++] = (uint16_t)i;
    return count;
}

void felt_tour_shuffle(struct felt_tour *tour, uint32_t count)
{
    uint16_t *list = felt_tour_list(tour);
    for (uint32_t left = count; left > 1; left--) {
        uint32_t other = felt_rng_below(&tour->draws, left);
        uint16_t one = list[left - 1];
        list[left - 1] = list[other];
        list[other] = one;
    }
}

void felt_tour_sort(const struct felt_tour *tour, uint32_t count,
                    bool (*is_before)(const struct felt_tour_entry *a,
                                      const struct felt_tour_entry *b))
{
    uint16_t *list = felt_tour_list(tour);
    const struct felt_tour_entry *entry = felt_tour_entries(tour);
    for (uint32_t gap = count / 2; gap > 0; gap /= 2) {
        for (uint32_t i = gap; i < count; i++) {
            uint16_t one = list[i];
            uint32_t at = i;
            for (; at >= gap && is_before(&entry[one], &entry[list[at - gap]]); at -= gap)
                list[at] = list[at - gap];
            list[at] = one;
        }
    }
}

/* A chair by lot. */
static felt_seat draw_chair(struct felt_tour *tour, felt_seats set)
{
    felt_assert(set != 0);
    uint32_t skip = felt_rng_below(&tour->draws, (uint32_t)felt_seats_count(set));
    while (skip--) felt_seats_take(&set);
    return felt_seats_first(set);
}

static felt_seats all_chairs(const struct felt_tour *tour)
{
    return (felt_seats)((1u << felt_tour_chairs(tour)) - 1);
}

static felt_seats free_chairs(const struct felt_tour *tour, const struct felt_tour_table *table)
{
    return (felt_seats)(all_chairs(tour) & ~felt_tour_taken(tour, table));
}

void felt_tour_sit(struct felt_tour_work *work, uint16_t entry, uint32_t table, felt_seat chair)
{
    struct felt_tour_table *at = &felt_tour_tables(work->tour)[table];
    struct felt_tour_entry *who = &felt_tour_entries(work->tour)[entry];
    felt_assert(at->open && chair >= 0 && chair < felt_tour_chairs(work->tour));
    felt_assert(at->chair[chair] == FELT_TOUR_NOBODY);                            /* T2 */
    felt_assert(who->state == FELT_ENTRY_IN && who->table == FELT_TOUR_NO_TABLE); /* T2 */
    at->chair[chair] = entry;
    at->size++;
    at->chips += who->stack;
    who->table = (uint16_t)table;
    who->chair = (uint8_t)chair;
    who->flags |= FELT_ENTRY_FRESH;
    felt_tour_tell(work, (struct felt_tour_event){.kind = FELT_TOUR_SEATED,
                                                  .entry = entry,
                                                  .table = (uint16_t)table,
                                                  .chair = (uint8_t)chair});
}

void felt_tour_rise(struct felt_tour *tour, uint16_t entry)
{
    struct felt_tour_entry *who = &felt_tour_entries(tour)[entry];
    struct felt_tour_table *at = &felt_tour_tables(tour)[who->table];
    felt_assert(at->chair[who->chair] == entry); /* T2 */
    at->chair[who->chair] = FELT_TOUR_NOBODY;
    at->size--;
    at->chips -= who->stack;
    who->table = FELT_TOUR_NO_TABLE;
    who->chair = 0;
}

void felt_tour_open_table(struct felt_tour_work *work, uint32_t table, bool filling)
{
    struct felt_tour *tour = work->tour;
    felt_assert(table < tour->plan.tables_max);
    struct felt_tour_table *at = &felt_tour_tables(tour)[table];
    felt_assert(!at->open && at->size == 0);
    at->open = true;
    at->filling = filling;
    at->played = true; /* joins the next turn of hand-for-hand */
    at->at =
        (struct felt_button){draw_chair(tour, all_chairs(tour)), FELT_SEAT_NONE, FELT_SEAT_NONE};
    at->before = at->at;
    at->level_hands = 0;
    tour->tables++;
    felt_tour_tell(work,
                   (struct felt_tour_event){.kind = FELT_TOUR_TABLE_UP, .table = (uint16_t)table});
}

void felt_tour_close_table(struct felt_tour_work *work, uint32_t table)
{
    struct felt_tour_table *at = &felt_tour_tables(work->tour)[table];
    felt_assert(at->open && !at->in_hand && at->size == 0);
    at->open = false;
    at->filling = false;
    work->tour->tables--;
    felt_tour_tell(
        work, (struct felt_tour_event){.kind = FELT_TOUR_TABLE_DOWN, .table = (uint16_t)table});
}

void felt_tour_seat_list(struct felt_tour_work *work, uint32_t count, uint32_t first,
                         uint32_t tables)
{
    struct felt_tour *tour = work->tour;
    for (uint32_t i = 0; i < tables; i++) felt_tour_open_table(work, first + i, false);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t table = first + i % tables;
        felt_seats chairs = free_chairs(tour, &felt_tour_tables(tour)[table]);
        felt_tour_sit(work, felt_tour_list(tour)[i], table, draw_chair(tour, chairs));
    }
}

/* The free chairs of the smallest tables are one urn. */
void felt_tour_sit_anywhere(struct felt_tour_work *work, uint16_t entry)
{
    struct felt_tour *tour = work->tour;
    struct felt_tour_table *tables = felt_tour_tables(tour);
    uint32_t least = felt_tour_sizes(tour).least, urn = 0;
    if (tour->tables == 0 || least >= (uint32_t)felt_tour_chairs(tour)) {
        uint32_t table = 0;
        while (tables[table].open) table++;
        felt_tour_open_table(work, table, true);
        felt_tour_sit(work, entry, table, draw_chair(tour, all_chairs(tour)));
        return;
    }
    uint32_t chairs = (uint32_t)felt_tour_chairs(tour) - least;
    for (uint32_t i = 0; i < tour->plan.tables_max; i++)
        if (tables[i].open && tables[i].size == least) urn += chairs;
    uint32_t lot = felt_rng_below(&tour->draws, urn), table = 0;
    while (!tables[table].open || tables[table].size != least || lot >= chairs) {
        if (tables[table].open && tables[table].size == least) lot -= chairs;
        table++;
    }
    felt_seats set = free_chairs(tour, &tables[table]);
    while (lot--) felt_seats_take(&set);
    felt_tour_sit(work, entry, table, felt_seats_first(set));
}

/* The free chair that the big blind comes to first, the small blind's place last.  No hand was
 * played there yet: by lot. */
felt_seat felt_tour_worst_chair(struct felt_tour *tour, const struct felt_tour_table *table)
{
    felt_seats set = free_chairs(tour, table);
    felt_assert(set != 0);
    if (table->at.big == FELT_SEAT_NONE) return draw_chair(tour, set);
    return felt_button_behind(set, table->at.big, felt_tour_chairs(tour));
}
