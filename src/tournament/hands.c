/* hands.c -- the next hand of a table, its begin and its end (RULES 19.5, 19.6). */
#include "tournament/director_parts.h"

static bool is_table(const struct felt_director *director, uint32_t table)
{
    return table < director->plan.tables_max && felt_director_tables(director)[table].open;
}

/* Why no hand may begin there. */
static enum felt_director_no may_begin(const struct felt_director *director, uint32_t table)
{
    if (director->state != FELT_DIRECTOR_RUNNING) return FELT_DIRECTOR_NOT_NOW;
    if (!is_table(director, table)) return FELT_DIRECTOR_NO_SUCH_TABLE;
    const struct felt_director_table *at = &felt_director_tables(director)[table];
    if (at->in_hand) return FELT_DIRECTOR_IN_HAND;
    if (director->paused) return FELT_DIRECTOR_PAUSED;
    if (felt_director_is_break(director)) return FELT_DIRECTOR_BREAK;
    if (at->size < 2) return FELT_DIRECTOR_ALONE;
    if (felt_director_is_rounds(director) || director->tables == 1) return FELT_DIRECTOR_OK;
    if (director->by_hand) return at->played ? FELT_DIRECTOR_HAND_FOR_HAND : FELT_DIRECTOR_OK;
    if (felt_director_awaits_final(director)) return FELT_DIRECTOR_FINAL;
    struct felt_director_sizes sizes = felt_director_sizes(director);
    if (at->size + 1u < sizes.most || at->size > sizes.counted + 1) return FELT_DIRECTOR_BALANCING;
    return FELT_DIRECTOR_OK;
}

static void tell_hand(const struct felt_director *director, const struct felt_director_table *table,
                      const struct felt_button *at, felt_seats dealt, uint8_t level,
                      struct felt_director_hand *hand)
{
    const struct felt_director_level *row = &director->plan.level[level];
    *hand = (struct felt_director_hand){
        .seats = dealt,
        .button = at->button,
        .small = felt_seats_has(dealt, at->small) ? at->small : (felt_seat)FELT_SEAT_NONE,
        .big = at->big,
        .ante_style = director->plan.ante,
        .level = level,
        .number = table->hands,
        .small_blind = row->small,
        .big_blind = row->big,
        .ante = row->ante};
    for (int i = 0; i < FELT_SEATS_MAX; i++) {
        hand->entry[i] = table->seat[i];
        if (!felt_seats_has(dealt, i)) continue;
        const struct felt_director_entry *entry = &felt_director_entries(director)[table->seat[i]];
        hand->stack[i] = entry->stack;
        if (entry->flags & FELT_DIRECTOR_ENTRY_REMOVED) hand->removed |= felt_seats_of(i);
    }
}

static void next_button(const struct felt_director *director,
                        const struct felt_director_table *table, struct felt_button_plan *plan)
{
    felt_button_next(&table->at, felt_director_taken(director, table),
                     felt_director_fresh(director, table), felt_director_seats(director), plan);
    felt_assert(plan->possible);
}

enum felt_director_no felt_director_next(const struct felt_director *director, uint32_t table,
                                         struct felt_director_hand *hand)
{
    enum felt_director_no no = may_begin(director, table);
    if (no) return no;
    const struct felt_director_table *at = &felt_director_tables(director)[table];
    struct felt_button_plan plan;
    next_button(director, at, &plan);
    tell_hand(director, at, &plan.at, plan.dealt, director->level, hand);
    return FELT_DIRECTOR_OK;
}

bool felt_director_under_way(const struct felt_director *director, uint32_t table,
                             struct felt_director_hand *hand)
{
    if (!is_table(director, table) || !felt_director_tables(director)[table].in_hand) return false;
    const struct felt_director_table *at = &felt_director_tables(director)[table];
    tell_hand(director, at, &at->at, at->dealt, at->level, hand);
    return true;
}

enum felt_director_no felt_director_begin(struct felt_director_work *work, uint32_t table)
{
    struct felt_director *director = work->director;
    enum felt_director_no no = may_begin(director, table);
    if (no) return no;
    struct felt_director_table *at = &felt_director_tables(director)[table];
    struct felt_button_plan plan;
    next_button(director, at, &plan);
    at->before = at->at;
    at->at = plan.at;
    at->dealt = plan.dealt;
    at->level = director->level;
    at->in_hand = true;
    at->played = true;
    return FELT_DIRECTOR_OK;
}

static enum felt_director_no may_end(const struct felt_director *director, uint32_t table)
{
    if (director->state != FELT_DIRECTOR_RUNNING) return FELT_DIRECTOR_NOT_NOW;
    if (!is_table(director, table)) return FELT_DIRECTOR_NO_SUCH_TABLE;
    return felt_director_tables(director)[table].in_hand ? FELT_DIRECTOR_OK : FELT_DIRECTOR_NO_HAND;
}

/* Of those who go out in one hand, who had more before it is better placed (RULES 19.10).  Where
 * several tables play apart, the place at the own table counts. */
static void go_out(struct felt_director_work *work, uint32_t table, felt_seats out)
{
    struct felt_director *director = work->director;
    struct felt_director_table *at = &felt_director_tables(director)[table];
    bool apart = felt_director_is_rounds(director) && director->tables > 1;
    int left = at->size - felt_seats_count(out);
    int64_t place[FELT_SEATS_MAX] = {0};
    for (felt_seats ones = out; ones;) {
        felt_seat one = felt_seats_take(&ones);
        place[one] = left + 1;
        for (felt_seats others = out; others;) {
            felt_seat other = felt_seats_take(&others);
            place[one] += felt_director_entries(director)[at->seat[other]].rank >
                          felt_director_entries(director)[at->seat[one]].rank;
        }
    }
    while (out) {
        felt_seat one = felt_seats_take(&out);
        uint16_t entry = at->seat[one];
        felt_director_rise(director, entry);
        struct felt_director_entry *who = &felt_director_entries(director)[entry];
        who->state = FELT_DIRECTOR_ENTRY_PENDING;
        if (apart) who->rank = -place[one];
        who->flags &= (uint8_t) ~(FELT_DIRECTOR_ENTRY_FRESH | FELT_DIRECTOR_ENTRY_MOVED);
        director->alive--;
        felt_director_tell(work, (struct felt_director_event){.kind = FELT_DIRECTOR_BUSTED,
                                                              .entry = entry,
                                                              .table = (uint16_t)table});
    }
    if (!apart && !director->by_hand) felt_director_place_pending(work);
}

enum felt_director_no felt_director_end(struct felt_director_work *work, uint32_t table,
                                        const felt_chips stack[FELT_SEATS_MAX])
{
    struct felt_director *director = work->director;
    enum felt_director_no no = may_end(director, table);
    if (no) return no;
    struct felt_director_table *at = &felt_director_tables(director)[table];
    felt_chips before = 0, after = 0;
    for (felt_seats left = at->dealt; left;) {
        felt_seat seat = felt_seats_take(&left);
        if (stack[seat] < 0 || stack[seat] > FELT_CHIPS_MAX) return FELT_DIRECTOR_BAD_AMOUNT;
        before += felt_director_entries(director)[at->seat[seat]].stack;
        after += stack[seat];
    }
    if (before != after) return FELT_DIRECTOR_BAD_AMOUNT; /* T1 */
    felt_seats out = 0;
    for (felt_seats left = at->dealt; left;) {
        felt_seat seat = felt_seats_take(&left);
        struct felt_director_entry *who = &felt_director_entries(director)[at->seat[seat]];
        who->rank = who->stack;
        who->stack = stack[seat];
        who->flags &= (uint8_t)~FELT_DIRECTOR_ENTRY_FRESH;
        if (seat == at->at.big) who->flags &= (uint8_t)~FELT_DIRECTOR_ENTRY_MOVED;
        if (who->stack == 0)
            out |= felt_seats_of(seat);
        else
            who->rank = 0;
    }
    at->in_hand = false;
    at->filling = false;
    at->dealt = 0;
    at->hands++;
    at->level_hands++;
    if (out) go_out(work, table, out);
    felt_director_clock_hands(work);
    return FELT_DIRECTOR_OK;
}

enum felt_director_no felt_director_undo(struct felt_director_work *work, uint32_t table)
{
    struct felt_director *director = work->director;
    enum felt_director_no no = may_end(director, table);
    if (no) return no;
    struct felt_director_table *at = &felt_director_tables(director)[table];
    at->at = at->before;
    at->in_hand = false;
    at->dealt = 0;
    at->played = false;
    return FELT_DIRECTOR_OK;
}
