/* entrants.c -- who comes in, who gets his buy-in back, and when it starts (RULES 19.1 to 19.3). */
#include "tournament/tour_parts.h"

static bool holds(const struct felt_tour_entry *entry, int64_t user)
{
    return entry->state != FELT_ENTRY_FREE && entry->user == user;
}

uint32_t felt_tour_entry_of(const struct felt_tour *tour, int64_t user)
{
    uint32_t found = FELT_TOUR_NOBODY;
    for (uint32_t i = 0; i < tour->used; i++) {
        const struct felt_tour_entry *entry = &felt_tour_entries(tour)[i];
        if (!holds(entry, user)) continue;
        if (entry->state == FELT_ENTRY_WAITS || entry->state == FELT_ENTRY_IN) return i;
        if (found == FELT_TOUR_NOBODY || felt_tour_entries(tour)[found].number < entry->number)
            found = i;
    }
    return found;
}

static uint32_t entries_of(const struct felt_tour *tour, int64_t user)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < tour->used; i++) count += holds(&felt_tour_entries(tour)[i], user);
    return count;
}

enum felt_tour_no felt_tour_may_register(const struct felt_tour *tour, int64_t user, bool house)
{
    if (tour->state != FELT_TOUR_OPEN && tour->state != FELT_TOUR_RUNNING) return FELT_TOUR_NOT_NOW;
    if (tour->closed) return FELT_TOUR_CLOSED;
    uint32_t last = felt_tour_entry_of(tour, user);
    if (last != FELT_TOUR_NOBODY) {
        uint8_t state = felt_tour_entries(tour)[last].state;
        if (state == FELT_ENTRY_WAITS || state == FELT_ENTRY_IN) return FELT_TOUR_ALREADY_IN;
        if (entries_of(tour, user) > tour->plan.reentries) return FELT_TOUR_NO_REENTRY;
    }
    if (tour->entries == tour->plan.entrants_max) return FELT_TOUR_FULL;
    if (house && tour->house >= tour->plan.house_max) return FELT_TOUR_HOUSE_FULL;
    return FELT_TOUR_OK;
}

/* The first row that nobody has: those of refunded entries are used again. */
static uint16_t free_row(struct felt_tour *tour)
{
    uint32_t row = 0;
    if (tour->entries == tour->used) {
        row = tour->used++;
    } else {
        while (felt_tour_entries(tour)[row].state != FELT_ENTRY_FREE) row++;
    }
    felt_assert(row < tour->plan.entrants_max);
    return (uint16_t)row;
}

enum felt_tour_no felt_tour_come(struct felt_tour_work *work, int64_t user, bool house)
{
    struct felt_tour *tour = work->tour;
    enum felt_tour_no no = felt_tour_may_register(tour, user, house);
    if (no) return no;
    uint16_t row = free_row(tour);
    struct felt_tour_entry *entry = &felt_tour_entries(tour)[row];
    *entry = (struct felt_tour_entry){.user = user,
                                      .number = ++tour->next_number,
                                      .table = FELT_TOUR_NO_TABLE,
                                      .state = FELT_ENTRY_WAITS,
                                      .flags = house ? FELT_ENTRY_HOUSE : 0};
    tour->entries++;
    tour->house += house;
    if (tour->state == FELT_TOUR_RUNNING) {
        entry->state = FELT_ENTRY_IN;
        entry->stack = tour->plan.stack;
        tour->chips += tour->plan.stack;
        tour->alive++;
        felt_tour_sit_anywhere(work, row);
    } else if (tour->plan.start == FELT_TOUR_WHEN_FULL &&
               tour->entries == tour->plan.entrants_max) {
        felt_tour_start(work);
    }
    return FELT_TOUR_OK;
}

static void refund(struct felt_tour_work *work, uint16_t row, enum felt_entry_state state)
{
    struct felt_tour *tour = work->tour;
    struct felt_tour_entry *entry = &felt_tour_entries(tour)[row];
    entry->state = (uint8_t)state;
    tour->entries--;
    if (entry->flags & FELT_ENTRY_HOUSE) tour->house--;
    felt_tour_tell(work, (struct felt_tour_event){
                             .kind = FELT_TOUR_REFUND, .entry = row, .amount = tour->plan.buy_in});
}

enum felt_tour_no felt_tour_remove(struct felt_tour_work *work, int64_t user)
{
    struct felt_tour *tour = work->tour;
    if (tour->state != FELT_TOUR_OPEN && tour->state != FELT_TOUR_RUNNING) return FELT_TOUR_NOT_NOW;
    uint32_t row = felt_tour_entry_of(tour, user);
    if (row == FELT_TOUR_NOBODY) return FELT_TOUR_NO_SUCH_USER;
    struct felt_tour_entry *entry = &felt_tour_entries(tour)[row];
    if (entry->state == FELT_ENTRY_WAITS)
        refund(work, (uint16_t)row, FELT_ENTRY_FREE);
    else if (entry->state == FELT_ENTRY_IN && !(entry->flags & FELT_ENTRY_REMOVED))
        entry->flags |= FELT_ENTRY_REMOVED;
    else
        return FELT_TOUR_NO_SUCH_USER;
    return FELT_TOUR_OK;
}

enum felt_tour_no felt_tour_call_off(struct felt_tour_work *work)
{
    struct felt_tour *tour = work->tour;
    if (tour->state != FELT_TOUR_OPEN) return FELT_TOUR_NOT_NOW;
    tour->state = FELT_TOUR_CALLED_OFF;
    felt_tour_tell(work, (struct felt_tour_event){.kind = FELT_TOUR_WAS_CALLED_OFF});
    for (uint32_t i = 0; i < tour->used; i++)
        if (felt_tour_entries(tour)[i].state == FELT_ENTRY_WAITS)
            refund(work, (uint16_t)i, FELT_ENTRY_REFUNDED);
    felt_assert(tour->entries == 0); /* T6 */
    return FELT_TOUR_OK;
}

/* Nobody sits any more. */
static void clear_tables(struct felt_tour_work *work)
{
    struct felt_tour *tour = work->tour;
    for (uint32_t i = 0; i < tour->used; i++)
        if (felt_tour_entries(tour)[i].table != FELT_TOUR_NO_TABLE)
            felt_tour_rise(tour, (uint16_t)i);
    for (uint32_t i = 0; i < tour->plan.tables_max; i++)
        if (felt_tour_tables(tour)[i].open) felt_tour_close_table(work, i);
    tour->alive = 0;
    tour->chips = 0;
    tour->by_hand = false;
}

/* As if it had never begun.  Fees have left the pool and a guarantee has come in: that is told. */
static void refund_all(struct felt_tour_work *work)
{
    struct felt_tour *tour = work->tour;
    struct felt_tour_face face;
    felt_tour_face(tour, &face);
    int64_t missing = tour->closed ? face.fees - face.overlay : 0;
    clear_tables(work);
    tour->state = FELT_TOUR_CALLED_OFF;
    tour->placed = 0;
    tour->pool = 0;
    felt_tour_tell(work,
                   (struct felt_tour_event){.kind = FELT_TOUR_WAS_CALLED_OFF, .amount = missing});
    for (uint32_t i = 0; i < tour->used; i++)
        if (felt_tour_entries(tour)[i].state != FELT_ENTRY_FREE)
            refund(work, (uint16_t)i, FELT_ENTRY_REFUNDED);
    felt_assert(tour->entries == 0); /* T6 */
}

/* All who are in tie for the places that are left. */
static void share_rest(struct felt_tour_work *work)
{
    struct felt_tour *tour = work->tour;
    clear_tables(work);
    for (uint32_t i = 0; i < tour->used; i++) {
        struct felt_tour_entry *entry = &felt_tour_entries(tour)[i];
        if (entry->state != FELT_ENTRY_IN) continue;
        entry->state = FELT_ENTRY_PENDING;
        entry->rank = INT64_MAX;
    }
    felt_tour_place_pending(work);
    tour->state = FELT_TOUR_OVER;
    felt_assert(tour->placed == tour->entries); /* T7 */
    felt_assert(tour->given == tour->pool);     /* T6 */
    felt_tour_tell(work, (struct felt_tour_event){.kind = FELT_TOUR_DONE});
}

enum felt_tour_no felt_tour_give_up(struct felt_tour_work *work)
{
    const struct felt_tour *tour = work->tour;
    if (tour->state != FELT_TOUR_RUNNING) return FELT_TOUR_NOT_NOW;
    for (uint32_t i = 0; i < tour->plan.tables_max; i++)
        if (felt_tour_tables(tour)[i].in_hand) return FELT_TOUR_IN_HAND;
    if (tour->given)
        share_rest(work);
    else
        refund_all(work);
    return FELT_TOUR_OK;
}

void felt_tour_start(struct felt_tour_work *work)
{
    struct felt_tour *tour = work->tour;
    felt_assert(tour->state == FELT_TOUR_OPEN && tour->entries >= 2);
    tour->state = FELT_TOUR_RUNNING;
    felt_tour_tell(work, (struct felt_tour_event){.kind = FELT_TOUR_STARTED});
    for (uint32_t i = 0; i < tour->used; i++) {
        struct felt_tour_entry *entry = &felt_tour_entries(tour)[i];
        if (entry->state != FELT_ENTRY_WAITS) continue;
        entry->state = FELT_ENTRY_IN;
        entry->stack = tour->plan.stack;
    }
    tour->alive = tour->entries;
    tour->chips = tour->plan.stack * tour->alive;
    if (felt_tour_is_rounds(tour)) {
        felt_tour_first_round(work);
        return;
    }
    uint32_t count = felt_tour_live(tour);
    felt_assert(count == tour->alive);
    uint32_t tables = (count + tour->plan.seats - 1) / tour->plan.seats;
    felt_tour_shuffle(tour, count);
    felt_tour_seat_list(work, count, 0, tables);
    felt_tour_clock_start(work);
}

/* Registration is over: entries, pool and places are what they are. */
void felt_tour_close(struct felt_tour_work *work)
{
    struct felt_tour *tour = work->tour;
    tour->closed = true;
    tour->pool = felt_tour_pool(tour);
    felt_tour_tell(work, (struct felt_tour_event){.kind = FELT_TOUR_NO_MORE, .amount = tour->pool});
    for (uint32_t i = 0; i < tour->used; i++)
        if (felt_tour_entries(tour)[i].state == FELT_ENTRY_OUT) felt_tour_pay(work, (uint16_t)i);
}
