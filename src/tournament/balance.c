/* balance.c -- breaking and balancing tables, hand-for-hand, the final table (RULES 19.6 to 19.8,
 * 19.10).
 *
 * As long as the largest and the smallest table differ by two, one of the largest that is between
 * hands gives a player to a smallest one.  A table waits with its next hand while any other differs
 * from it by two (T4): that is, for one of the largest in the middle of a hand, which ends.
 *
 * Hand-for-hand every table plays one hand, then waits for the others: nothing is moved before all
 * have, and those who went out meanwhile went out together. */
#include "tournament/director_parts.h"

struct felt_director_sizes felt_director_sizes(const struct felt_director *director)
{
    struct felt_director_sizes sizes = {.least = UINT32_MAX, .counted = UINT32_MAX};
    for (uint32_t i = 0; i < director->plan.tables_max; i++) {
        const struct felt_director_table *table = &felt_director_tables(director)[i];
        if (!table->open) continue;
        if (table->size < sizes.least) sizes.least = table->size;
        if (table->size > sizes.most) sizes.most = table->size;
        if (table->size < sizes.counted && !table->filling) sizes.counted = table->size;
        if (table->in_hand) sizes.in_hand = true;
    }
    return sizes;
}

bool felt_director_awaits_final(const struct felt_director *director)
{
    return director->closed && !director->final && director->tables > 1 &&
           director->alive <= director->plan.final_seats;
}

static void carry(struct felt_director_work *work, uint16_t entry, uint32_t table, felt_seat seat)
{
    uint16_t from = felt_director_entries(work->director)[entry].table;
    felt_director_rise(work->director, entry);
    felt_director_tell(work, (struct felt_director_event){.kind = FELT_DIRECTOR_WENT,
                                                          .entry = entry,
                                                          .from = from,
                                                          .table = (uint16_t)table,
                                                          .seat = (uint8_t)seat});
    felt_director_sit(work, entry, table, seat);
    felt_director_entries(work->director)[entry].flags |= FELT_DIRECTOR_ENTRY_MOVED;
}

/* Whoever has the big blind next; somebody who was moved already only if everybody was. */
static uint16_t who_moves(const struct felt_director *director,
                          const struct felt_director_table *table)
{
    struct felt_button_plan plan;
    int seats = felt_director_seats(director);
    felt_seats taken = felt_director_taken(director, table);
    felt_button_next(&table->at, taken, felt_director_fresh(director, table), seats, &plan);
    felt_assert(plan.possible);
    for (int step = 0; step < seats; step++) {
        felt_seat seat = (felt_seat)((plan.at.big + step) % seats);
        if (!felt_seats_has(taken, seat)) continue;
        if (felt_director_entries(director)[table->seat[seat]].flags & FELT_DIRECTOR_ENTRY_MOVED)
            continue;
        return table->seat[seat];
    }
    return table->seat[plan.at.big];
}

/* One of the largest tables that is between hands, or tables_max. */
static uint32_t giver(const struct felt_director *director, uint32_t most)
{
    uint32_t table = 0;
    for (; table < director->plan.tables_max; table++) {
        const struct felt_director_table *at = &felt_director_tables(director)[table];
        if (at->open && !at->in_hand && at->size == most) break;
    }
    return table;
}

static void even_out(struct felt_director_work *work)
{
    struct felt_director *director = work->director;
    for (uint32_t moves = 0;; moves++) {
        felt_assert(moves <= director->plan.entrants_max); /* each makes them differ less */
        struct felt_director_sizes sizes = felt_director_sizes(director);
        if (sizes.most - sizes.least < 2) return;
        uint32_t from = giver(director, sizes.most), to = 0;
        if (from == director->plan.tables_max) return;
        while (!felt_director_tables(director)[to].open ||
               felt_director_tables(director)[to].size != sizes.least)
            to++;
        uint16_t entry = who_moves(director, &felt_director_tables(director)[from]);
        carry(work, entry, to,
              felt_director_worst_seat(director, &felt_director_tables(director)[to]));
    }
}

/* The players of the last table fit into the others; while people may come, with some room left,
 * unless that would leave people alone at their tables. */
static bool may_break(const struct felt_director *director)
{
    if (director->tables < 2) return false;
    uint32_t others = director->tables - 1, seats = director->plan.seats;
    if (!director->closed && seats > 2) seats--;
    return director->alive <= others * seats;
}

static bool break_last(struct felt_director_work *work)
{
    struct felt_director *director = work->director;
    uint32_t table = director->plan.tables_max - 1, count = 0;
    while (!felt_director_tables(director)[table].open) table--;
    struct felt_director_table *at = &felt_director_tables(director)[table];
    if (at->in_hand) return false;
    for (int i = 0; i < felt_director_seats(director); i++) {
        uint16_t entry = at->seat[i];
        if (entry == FELT_DIRECTOR_NOBODY) continue;
        felt_director_list(director)[count++] = entry;
        felt_director_rise(director, entry);
    }
    felt_director_close_table(work, table);
    felt_director_shuffle(director, count);
    for (uint32_t i = 0; i < count; i++) {
        uint16_t entry = felt_director_list(director)[i];
        felt_director_sit_anywhere(work, entry);
        felt_director_entries(director)[entry].flags |= FELT_DIRECTOR_ENTRY_MOVED;
    }
    return true;
}

/* All seats of the final table are drawn anew, the button too. */
static void draw_final(struct felt_director_work *work)
{
    struct felt_director *director = work->director;
    for (uint32_t i = 0; i < director->plan.tables_max; i++) {
        struct felt_director_table *table = &felt_director_tables(director)[i];
        if (!table->open) continue;
        for (int seat = 0; seat < felt_director_seats(director); seat++)
            if (table->seat[seat] != FELT_DIRECTOR_NOBODY)
                felt_director_rise(director, table->seat[seat]);
        felt_director_close_table(work, i);
    }
    director->final = true;
    uint32_t count = felt_director_live(director);
    felt_director_tell(work, (struct felt_director_event){.kind = FELT_DIRECTOR_FINAL_TABLE});
    felt_director_shuffle(director, count);
    felt_director_seat_list(work, count, 0, 1);
}

static bool on_the_bubble(const struct felt_director *director)
{
    if (!director->closed || !director->plan.bubble || director->tables < 2) return false;
    uint32_t places = felt_prizes_places(&director->plan.prizes, director->entries);
    return director->alive > places && director->alive <= places + director->plan.bubble;
}

/* Hand-for-hand: has every table played that can? */
static bool all_have_played(const struct felt_director *director)
{
    for (uint32_t i = 0; i < director->plan.tables_max; i++) {
        const struct felt_director_table *table = &felt_director_tables(director)[i];
        if (table->open && (table->in_hand || (!table->played && table->size > 1))) return false;
    }
    return true;
}

static void begin_turn(struct felt_director_work *work)
{
    struct felt_director *director = work->director;
    bool now = on_the_bubble(director);
    if (now != director->by_hand)
        felt_director_tell(
            work, (struct felt_director_event){.kind = FELT_DIRECTOR_BUBBLE, .amount = now});
    bool joined = now && !director->by_hand;
    director->by_hand = now;
    if (!now) return;
    /* Tables that are in the middle of a hand when it begins finish it: the others wait. */
    bool wait = joined && felt_director_sizes(director).in_hand;
    for (uint32_t i = 0; i < director->plan.tables_max; i++)
        felt_director_tables(director)[i].played = wait;
}

void felt_director_balance(struct felt_director_work *work)
{
    struct felt_director *director = work->director;
    if (director->by_hand) {
        if (!all_have_played(director)) return;
        felt_director_place_pending(work);
    }
    /* With one player no hand is played, and a level of hands would never end. */
    if (!director->closed && director->alive == 1 && !felt_director_is_timed(director))
        felt_director_close(work);
    if (director->closed && director->alive == 1) {
        felt_director_finish(work);
        return;
    }
    if (felt_director_awaits_final(director)) {
        if (!felt_director_sizes(director).in_hand) draw_final(work);
    } else {
        while (may_break(director) && break_last(work)) {
        }
        even_out(work);
    }
    begin_turn(work);
}

enum felt_director_no felt_director_move(struct felt_director_work *work, int64_t user,
                                         uint32_t table, felt_seat seat)
{
    struct felt_director *director = work->director;
    if (director->state != FELT_DIRECTOR_RUNNING || felt_director_is_rounds(director))
        return FELT_DIRECTOR_NOT_NOW;
    uint32_t entry = felt_director_entry_of(director, user);
    if (entry == FELT_DIRECTOR_NOBODY ||
        felt_director_entries(director)[entry].state != FELT_DIRECTOR_ENTRY_IN)
        return FELT_DIRECTOR_NO_SUCH_USER;
    if (table >= director->plan.tables_max || !felt_director_tables(director)[table].open)
        return FELT_DIRECTOR_NO_SUCH_TABLE;
    if (director->by_hand) return FELT_DIRECTOR_HAND_FOR_HAND;
    uint32_t from = felt_director_entries(director)[entry].table;
    struct felt_director_table *to = &felt_director_tables(director)[table];
    if (felt_director_tables(director)[from].in_hand) return FELT_DIRECTOR_IN_HAND;
    if (from != table && to->size >= felt_director_tables(director)[from].size)
        return FELT_DIRECTOR_UNBALANCED;
    if (to->size == felt_director_seats(director)) return FELT_DIRECTOR_BAD_SEAT;
    if (seat == FELT_SEAT_NONE) seat = felt_director_worst_seat(director, to);
    if (seat < 0 || seat >= felt_director_seats(director) || to->seat[seat] != FELT_DIRECTOR_NOBODY)
        return FELT_DIRECTOR_BAD_SEAT;
    carry(work, (uint16_t)entry, table, seat);
    return FELT_DIRECTOR_OK;
}
