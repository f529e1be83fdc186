/* entrants.c -- who comes in, who gets his buy-in back, and when it starts (RULES 19.1 to 19.3). */
#include "tournament/director_parts.h"

static bool holds(const struct felt_director_entry *entry, int64_t user)
{
    return entry->state != FELT_DIRECTOR_ENTRY_FREE && entry->user == user;
}

uint32_t felt_director_entry_of(const struct felt_director *director, int64_t user)
{
    uint32_t found = FELT_DIRECTOR_NOBODY;
    for (uint32_t i = 0; i < director->used; i++) {
        const struct felt_director_entry *entry = &felt_director_entries(director)[i];
        if (!holds(entry, user)) continue;
        if (entry->state == FELT_DIRECTOR_ENTRY_WAITS || entry->state == FELT_DIRECTOR_ENTRY_IN)
            return i;
        if (found == FELT_DIRECTOR_NOBODY ||
            felt_director_entries(director)[found].number < entry->number)
            found = i;
    }
    return found;
}

static uint32_t entries_of(const struct felt_director *director, int64_t user)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < director->used; i++)
        count += holds(&felt_director_entries(director)[i], user);
    return count;
}

enum felt_director_no felt_director_may_register(const struct felt_director *director, int64_t user,
                                                 bool house)
{
    if (director->state != FELT_DIRECTOR_OPEN && director->state != FELT_DIRECTOR_RUNNING)
        return FELT_DIRECTOR_NOT_NOW;
    if (director->closed) return FELT_DIRECTOR_CLOSED;
    uint32_t last = felt_director_entry_of(director, user);
    if (last != FELT_DIRECTOR_NOBODY) {
        uint8_t state = felt_director_entries(director)[last].state;
        if (state == FELT_DIRECTOR_ENTRY_WAITS || state == FELT_DIRECTOR_ENTRY_IN)
            return FELT_DIRECTOR_ALREADY_IN;
        if (entries_of(director, user) > director->plan.reentries) return FELT_DIRECTOR_NO_REENTRY;
    }
    if (director->entries == director->plan.entrants_max) return FELT_DIRECTOR_FULL;
    if (house && director->house >= director->plan.house_max) return FELT_DIRECTOR_HOUSE_FULL;
    return FELT_DIRECTOR_OK;
}

/* The first row that nobody has: those of refunded entries are used again. */
static uint16_t free_row(struct felt_director *director)
{
    uint32_t row = 0;
    if (director->entries == director->used) {
        row = director->used++;
    } else {
        while (felt_director_entries(director)[row].state != FELT_DIRECTOR_ENTRY_FREE) row++;
    }
    felt_assert(row < director->plan.entrants_max);
    return (uint16_t)row;
}

enum felt_director_no felt_director_come(struct felt_director_work *work, int64_t user, bool house)
{
    struct felt_director *director = work->director;
    enum felt_director_no no = felt_director_may_register(director, user, house);
    if (no) return no;
    uint16_t row = free_row(director);
    struct felt_director_entry *entry = &felt_director_entries(director)[row];
    *entry = (struct felt_director_entry){.user = user,
                                          .number = ++director->next_number,
                                          .table = FELT_DIRECTOR_NO_TABLE,
                                          .state = FELT_DIRECTOR_ENTRY_WAITS,
                                          .flags = house ? FELT_DIRECTOR_ENTRY_HOUSE : 0};
    director->entries++;
    director->house += house;
    if (director->state == FELT_DIRECTOR_RUNNING) {
        entry->state = FELT_DIRECTOR_ENTRY_IN;
        entry->stack = director->plan.stack;
        director->chips += director->plan.stack;
        director->alive++;
        felt_director_sit_anywhere(work, row);
    } else if (director->plan.start == FELT_DIRECTOR_WHEN_FULL &&
               director->entries == director->plan.entrants_max) {
        felt_director_start(work);
    }
    return FELT_DIRECTOR_OK;
}

static void refund(struct felt_director_work *work, uint16_t row,
                   enum felt_director_entry_state state)
{
    struct felt_director *director = work->director;
    struct felt_director_entry *entry = &felt_director_entries(director)[row];
    entry->state = (uint8_t)state;
    director->entries--;
    if (entry->flags & FELT_DIRECTOR_ENTRY_HOUSE) director->house--;
    felt_director_tell(work, (struct felt_director_event){.kind = FELT_DIRECTOR_REFUND,
                                                          .entry = row,
                                                          .amount = director->plan.buy_in});
}

enum felt_director_no felt_director_remove(struct felt_director_work *work, int64_t user)
{
    struct felt_director *director = work->director;
    if (director->state != FELT_DIRECTOR_OPEN && director->state != FELT_DIRECTOR_RUNNING)
        return FELT_DIRECTOR_NOT_NOW;
    uint32_t row = felt_director_entry_of(director, user);
    if (row == FELT_DIRECTOR_NOBODY) return FELT_DIRECTOR_NO_SUCH_USER;
    struct felt_director_entry *entry = &felt_director_entries(director)[row];
    if (entry->state == FELT_DIRECTOR_ENTRY_WAITS)
        refund(work, (uint16_t)row, FELT_DIRECTOR_ENTRY_FREE);
    else if (entry->state == FELT_DIRECTOR_ENTRY_IN &&
             !(entry->flags & FELT_DIRECTOR_ENTRY_REMOVED))
        entry->flags |= FELT_DIRECTOR_ENTRY_REMOVED;
    else
        return FELT_DIRECTOR_NO_SUCH_USER;
    return FELT_DIRECTOR_OK;
}

enum felt_director_no felt_director_call_off(struct felt_director_work *work)
{
    struct felt_director *director = work->director;
    if (director->state != FELT_DIRECTOR_OPEN) return FELT_DIRECTOR_NOT_NOW;
    director->state = FELT_DIRECTOR_CALLED_OFF;
    felt_director_tell(work, (struct felt_director_event){.kind = FELT_DIRECTOR_WAS_CALLED_OFF});
    for (uint32_t i = 0; i < director->used; i++)
        if (felt_director_entries(director)[i].state == FELT_DIRECTOR_ENTRY_WAITS)
            refund(work, (uint16_t)i, FELT_DIRECTOR_ENTRY_REFUNDED);
    felt_assert(director->entries == 0); /* T6 */
    return FELT_DIRECTOR_OK;
}

/* Nobody sits any more. */
static void clear_tables(struct felt_director_work *work)
{
    struct felt_director *director = work->director;
    for (uint32_t i = 0; i < director->used; i++)
        if (felt_director_entries(director)[i].table != FELT_DIRECTOR_NO_TABLE)
            felt_director_rise(director, (uint16_t)i);
    for (uint32_t i = 0; i < director->plan.tables_max; i++)
        if (felt_director_tables(director)[i].open) felt_director_close_table(work, i);
    director->alive = 0;
    director->chips = 0;
    director->by_hand = false;
}

/* As if it had never begun.  Fees have left the pool and a guarantee has come in: that is told. */
static void refund_all(struct felt_director_work *work)
{
    struct felt_director *director = work->director;
    struct felt_director_face face;
    felt_director_face(director, &face);
    int64_t missing = director->closed ? face.fees - face.overlay : 0;
    clear_tables(work);
    director->state = FELT_DIRECTOR_CALLED_OFF;
    director->placed = 0;
    director->pool = 0;
    felt_director_tell(work, (struct felt_director_event){.kind = FELT_DIRECTOR_WAS_CALLED_OFF,
                                                          .amount = missing});
    for (uint32_t i = 0; i < director->used; i++)
        if (felt_director_entries(director)[i].state != FELT_DIRECTOR_ENTRY_FREE)
            refund(work, (uint16_t)i, FELT_DIRECTOR_ENTRY_REFUNDED);
    felt_assert(director->entries == 0); /* T6 */
}

/* All who are in tie for the places that are left. */
static void share_rest(struct felt_director_work *work)
{
    struct felt_director *director = work->director;
    clear_tables(work);
    for (uint32_t i = 0; i < director->used; i++) {
        struct felt_director_entry *entry = &felt_director_entries(director)[i];
        if (entry->state != FELT_DIRECTOR_ENTRY_IN) continue;
        entry->state = FELT_DIRECTOR_ENTRY_PENDING;
        entry->rank = INT64_MAX;
    }
    felt_director_place_pending(work);
    director->state = FELT_DIRECTOR_OVER;
    felt_assert(director->placed == director->entries); /* T7 */
    felt_assert(director->given == director->pool);     /* T6 */
    felt_director_tell(work, (struct felt_director_event){.kind = FELT_DIRECTOR_DONE});
}

enum felt_director_no felt_director_give_up(struct felt_director_work *work)
{
    const struct felt_director *director = work->director;
    if (director->state != FELT_DIRECTOR_RUNNING) return FELT_DIRECTOR_NOT_NOW;
    for (uint32_t i = 0; i < director->plan.tables_max; i++)
        if (felt_director_tables(director)[i].in_hand) return FELT_DIRECTOR_IN_HAND;
    if (director->given)
        share_rest(work);
    else
        refund_all(work);
    return FELT_DIRECTOR_OK;
}

void felt_director_start(struct felt_director_work *work)
{
    struct felt_director *director = work->director;
    felt_assert(director->state == FELT_DIRECTOR_OPEN && director->entries >= 2);
    director->state = FELT_DIRECTOR_RUNNING;
    felt_director_tell(work, (struct felt_director_event){.kind = FELT_DIRECTOR_STARTED});
    for (uint32_t i = 0; i < director->used; i++) {
        struct felt_director_entry *entry = &felt_director_entries(director)[i];
        if (entry->state != FELT_DIRECTOR_ENTRY_WAITS) continue;
        entry->state = FELT_DIRECTOR_ENTRY_IN;
        entry->stack = director->plan.stack;
    }
    director->alive = director->entries;
    director->chips = director->plan.stack * director->alive;
    if (felt_director_is_rounds(director)) {
        felt_director_first_round(work);
        return;
    }
    uint32_t count = felt_director_live(director);
    felt_assert(count == director->alive);
    uint32_t tables = (count + director->plan.seats - 1) / director->plan.seats;
    felt_director_shuffle(director, count);
    felt_director_seat_list(work, count, 0, tables);
    felt_director_clock_start(work);
}

/* Registration is over: entries, pool and places are what they are. */
void felt_director_close(struct felt_director_work *work)
{
    struct felt_director *director = work->director;
    director->closed = true;
    director->pool = felt_director_pool(director);
    felt_director_tell(work, (struct felt_director_event){.kind = FELT_DIRECTOR_NO_MORE,
                                                          .amount = director->pool});
    for (uint32_t i = 0; i < director->used; i++)
        if (felt_director_entries(director)[i].state == FELT_DIRECTOR_ENTRY_OUT)
            felt_director_pay(work, (uint16_t)i);
}
