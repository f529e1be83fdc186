/* seating.c -- seats: draws, moves, tables that open and close (RULES 19.4, 19.6). */
#include "tournament/director_parts.h"

felt_seats felt_director_taken(const struct felt_director *director,
                               const struct felt_director_table *table)
{
    felt_seats set = 0;
    for (int i = 0; i < felt_director_seats(director); i++)
        if (table->seat[i] != FELT_DIRECTOR_NOBODY) set |= felt_seats_of(i);
    return set;
}

felt_seats felt_director_fresh(const struct felt_director *director,
                               const struct felt_director_table *table)
{
    felt_seats set = 0;
    for (felt_seats left = felt_director_taken(director, table); left;) {
        felt_seat seat = felt_seats_take(&left);
        if (felt_director_entries(director)[table->seat[seat]].flags & FELT_DIRECTOR_ENTRY_FRESH)
            set |= felt_seats_of(seat);
    }
    return set;
}

uint32_t felt_director_live(const struct felt_director *director)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < director->used; i++)
        if (felt_director_entries(director)[i].state == FELT_DIRECTOR_ENTRY_IN)
            felt_director_list(director)[count++] = (uint16_t)i;
    return count;
}

void felt_director_shuffle(struct felt_director *director, uint32_t count)
{
    uint16_t *list = felt_director_list(director);
    for (uint32_t left = count; left > 1; left--) {
        uint32_t other = felt_rng_below(&director->draws, left);
        uint16_t one = list[left - 1];
        list[left - 1] = list[other];
        list[other] = one;
    }
}

void felt_director_sort(const struct felt_director *director, uint32_t count,
                        bool (*is_before)(const struct felt_director_entry *a,
                                          const struct felt_director_entry *b))
{
    uint16_t *list = felt_director_list(director);
    const struct felt_director_entry *entry = felt_director_entries(director);
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

/* A seat by lot. */
static felt_seat draw_seat(struct felt_director *director, felt_seats set)
{
    felt_assert(set != 0);
    uint32_t skip = felt_rng_below(&director->draws, (uint32_t)felt_seats_count(set));
    while (skip--) felt_seats_take(&set);
    return felt_seats_first(set);
}

static felt_seats all_seats(const struct felt_director *director)
{
    return (felt_seats)((1u << felt_director_seats(director)) - 1);
}

static felt_seats free_seats(const struct felt_director *director,
                             const struct felt_director_table *table)
{
    return (felt_seats)(all_seats(director) & ~felt_director_taken(director, table));
}

void felt_director_sit(struct felt_director_work *work, uint16_t entry, uint32_t table,
                       felt_seat seat)
{
    struct felt_director_table *at = &felt_director_tables(work->director)[table];
    struct felt_director_entry *who = &felt_director_entries(work->director)[entry];
    felt_assert(at->open && seat >= 0 && seat < felt_director_seats(work->director));
    felt_assert(at->seat[seat] == FELT_DIRECTOR_NOBODY); /* T2 */
    felt_assert(who->state == FELT_DIRECTOR_ENTRY_IN &&
                who->table == FELT_DIRECTOR_NO_TABLE); /* T2 */
    at->seat[seat] = entry;
    at->size++;
    at->chips += who->stack;
    who->table = (uint16_t)table;
    who->seat = (uint8_t)seat;
    who->flags |= FELT_DIRECTOR_ENTRY_FRESH;
    felt_director_tell(work, (struct felt_director_event){.kind = FELT_DIRECTOR_SEATED,
                                                          .entry = entry,
                                                          .table = (uint16_t)table,
                                                          .seat = (uint8_t)seat});
}

void felt_director_rise(struct felt_director *director, uint16_t entry)
{
    struct felt_director_entry *who = &felt_director_entries(director)[entry];
    struct felt_director_table *at = &felt_director_tables(director)[who->table];
    felt_assert(at->seat[who->seat] == entry); /* T2 */
    at->seat[who->seat] = FELT_DIRECTOR_NOBODY;
    at->size--;
    at->chips -= who->stack;
    who->table = FELT_DIRECTOR_NO_TABLE;
    who->seat = 0;
}

void felt_director_open_table(struct felt_director_work *work, uint32_t table, bool filling)
{
    struct felt_director *director = work->director;
    felt_assert(table < director->plan.tables_max);
    struct felt_director_table *at = &felt_director_tables(director)[table];
    felt_assert(!at->open && at->size == 0);
    at->open = true;
    at->filling = filling;
    at->played = true; /* joins the next turn of hand-for-hand */
    at->at = (struct felt_button){draw_seat(director, all_seats(director)), FELT_SEAT_NONE,
                                  FELT_SEAT_NONE};
    at->before = at->at;
    at->level_hands = 0;
    director->tables++;
    felt_director_tell(work, (struct felt_director_event){.kind = FELT_DIRECTOR_TABLE_UP,
                                                          .table = (uint16_t)table});
}

void felt_director_close_table(struct felt_director_work *work, uint32_t table)
{
    struct felt_director_table *at = &felt_director_tables(work->director)[table];
    felt_assert(at->open && !at->in_hand && at->size == 0);
    at->open = false;
    at->filling = false;
    work->director->tables--;
    felt_director_tell(work, (struct felt_director_event){.kind = FELT_DIRECTOR_TABLE_DOWN,
                                                          .table = (uint16_t)table});
}

void felt_director_seat_list(struct felt_director_work *work, uint32_t count, uint32_t first,
                             uint32_t tables)
{
    struct felt_director *director = work->director;
    for (uint32_t i = 0; i < tables; i++) felt_director_open_table(work, first + i, false);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t table = first + i % tables;
        felt_seats seats = free_seats(director, &felt_director_tables(director)[table]);
        felt_director_sit(work, felt_director_list(director)[i], table, draw_seat(director, seats));
    }
}

/* The free seats of the smallest tables are one urn. */
void felt_director_sit_anywhere(struct felt_director_work *work, uint16_t entry)
{
    struct felt_director *director = work->director;
    struct felt_director_table *tables = felt_director_tables(director);
    uint32_t least = felt_director_sizes(director).least, urn = 0;
    if (director->tables == 0 || least >= (uint32_t)felt_director_seats(director)) {
        uint32_t table = 0;
        while (tables[table].open) table++;
        felt_director_open_table(work, table, true);
        felt_director_sit(work, entry, table, draw_seat(director, all_seats(director)));
        return;
    }
    uint32_t seats = (uint32_t)felt_director_seats(director) - least;
    for (uint32_t i = 0; i < director->plan.tables_max; i++)
        if (tables[i].open && tables[i].size == least) urn += seats;
    uint32_t lot = felt_rng_below(&director->draws, urn), table = 0;
    while (!tables[table].open || tables[table].size != least || lot >= seats) {
        if (tables[table].open && tables[table].size == least) lot -= seats;
        table++;
    }
    felt_seats set = free_seats(director, &tables[table]);
    while (lot--) felt_seats_take(&set);
    felt_director_sit(work, entry, table, felt_seats_first(set));
}

/* The free seat that the big blind comes to first, the small blind's place last.  No hand was
 * played there yet: by lot. */
felt_seat felt_director_worst_seat(struct felt_director *director,
                                   const struct felt_director_table *table)
{
    felt_seats set = free_seats(director, table);
    felt_assert(set != 0);
    if (table->at.big == FELT_SEAT_NONE) return draw_seat(director, set);
    return felt_button_behind(set, table->at.big, felt_director_seats(director));
}
