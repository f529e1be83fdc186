/* hands.c -- the next hand of a table, its begin and its end (RULES 19.5, 19.6). */
#include "tournament/tour_parts.h"

static bool is_table(const struct felt_tour *tour, uint32_t table)
{
    return table < tour->plan.tables_max && felt_tour_tables(tour)[table].open;
}

/* Why no hand may begin there. */
static enum felt_tour_no may_begin(const struct felt_tour *tour, uint32_t table)
{
    if (tour->state != FELT_TOUR_RUNNING) return FELT_TOUR_NOT_NOW;
    if (!is_table(tour, table)) return FELT_TOUR_NO_SUCH_TABLE;
    const struct felt_tour_table *at = &felt_tour_tables(tour)[table];
    if (at->in_hand) return FELT_TOUR_IN_HAND;
    if (tour->paused) return FELT_TOUR_PAUSED;
    if (felt_tour_is_break(tour)) return FELT_TOUR_BREAK;
    if (at->size < 2) return FELT_TOUR_ALONE;
    if (felt_tour_is_rounds(tour) || tour->tables == 1) return FELT_TOUR_OK;
    if (tour->by_hand) return at->played ? FELT_TOUR_HAND_FOR_HAND : FELT_TOUR_OK;
    if (felt_tour_awaits_final(tour)) return FELT_TOUR_FINAL;
    struct felt_tour_sizes sizes = felt_tour_sizes(tour);
    if (at->size + 1u < sizes.most || at->size > sizes.counted + 1) return FELT_TOUR_BALANCING;
    return FELT_TOUR_OK;
}

static void tell_hand(const struct felt_tour *tour, const struct felt_tour_table *table,
                      const struct felt_button *at, felt_seats dealt, uint8_t level,
                      struct felt_tour_hand *hand)
{
    const struct felt_tour_level *row = &tour->plan.level[level];
    *hand = (struct felt_tour_hand){
        .seats = dealt,
        .button = at->button,
        .small = felt_seats_has(dealt, at->small) ? at->small : (felt_seat)FELT_SEAT_NONE,
        .big = at->big,
        .ante_style = tour->plan.ante,
        .level = level,
        .number = table->hands,
        .small_blind = row->small,
        .big_blind = row->big,
        .ante = row->ante};
    for (int i = 0; i < FELT_SEATS_MAX; i++) {
        hand->entry[i] = table->chair[i];
        if (!felt_seats_has(dealt, i)) continue;
        const struct felt_tour_entry *entry = &felt_tour_entries(tour)[table->chair[i]];
        hand->stack[i] = entry->stack;
        if (entry->flags & FELT_ENTRY_REMOVED) hand->removed |= felt_seats_of(i);
    }
}

static void next_button(const struct felt_tour *tour, const struct felt_tour_table *table,
                        struct felt_button_plan *plan)
{
    felt_button_next(&table->at, felt_tour_taken(tour, table), felt_tour_fresh(tour, table),
                     felt_tour_chairs(tour), plan);
    felt_assert(plan->possible);
}

enum felt_tour_no felt_tour_next(const struct felt_tour *tour, uint32_t table,
                                 struct felt_tour_hand *hand)
{
    enum felt_tour_no no = may_begin(tour, table);
    if (no) return no;
    const struct felt_tour_table *at = &felt_tour_tables(tour)[table];
    struct felt_button_plan plan;
    next_button(tour, at, &plan);
    tell_hand(tour, at, &plan.at, plan.dealt, tour->level, hand);
    return FELT_TOUR_OK;
}

bool felt_tour_under_way(const struct felt_tour *tour, uint32_t table, struct felt_tour_hand *hand)
{
    if (!is_table(tour, table) || !felt_tour_tables(tour)[table].in_hand) return false;
    const struct felt_tour_table *at = &felt_tour_tables(tour)[table];
    tell_hand(tour, at, &at->at, at->dealt, at->level, hand);
    return true;
}

enum felt_tour_no felt_tour_begin(struct felt_tour_work *work, uint32_t table)
{
    struct felt_tour *tour = work->tour;
    enum felt_tour_no no = may_begin(tour, table);
    if (no) return no;
    struct felt_tour_table *at = &felt_tour_tables(tour)[table];
    struct felt_button_plan plan;
    next_button(tour, at, &plan);
    at->before = at->at;
    at->at = plan.at;
    at->dealt = plan.dealt;
    at->level = tour->level;
    at->in_hand = true;
    at->played = true;
    return FELT_TOUR_OK;
}

static enum felt_tour_no may_end(const struct felt_tour *tour, uint32_t table)
{
    if (tour->state != FELT_TOUR_RUNNING) return FELT_TOUR_NOT_NOW;
    if (!is_table(tour, table)) return FELT_TOUR_NO_SUCH_TABLE;
    return felt_tour_tables(tour)[table].in_hand ? FELT_TOUR_OK : FELT_TOUR_NO_HAND;
}

/* Of those who go out in one hand, who had more before it is better placed (RULES 19.10).  Where
 * several tables play apart, the place at the own table counts. */
static void go_out(struct felt_tour_work *work, uint32_t table, felt_seats out)
{
    struct felt_tour *tour = work->tour;
    struct felt_tour_table *at = &felt_tour_tables(tour)[table];
    bool apart = felt_tour_is_rounds(tour) && tour->tables > 1;
    int left = at->size - felt_seats_count(out);
    int64_t place[FELT_SEATS_MAX] = {0};
    for (felt_seats ones = out; ones;) {
        felt_seat one = felt_seats_take(&ones);
        place[one] = left + 1;
        for (felt_seats others = out; others;) {
            felt_seat other = felt_seats_take(&others);
            place[one] += felt_tour_entries(tour)[at->chair[other]].rank >
                          felt_tour_entries(tour)[at->chair[one]].rank;
        }
    }
    while (out) {
        felt_seat one = felt_seats_take(&out);
        uint16_t entry = at->chair[one];
        felt_tour_rise(tour, entry);
        struct felt_tour_entry *who = &felt_tour_entries(tour)[entry];
        who->state = FELT_ENTRY_PENDING;
        if (apart) who->rank = -place[one];
        who->flags &= (uint8_t) ~(FELT_ENTRY_FRESH | FELT_ENTRY_MOVED);
        tour->alive--;
        felt_tour_tell(work, (struct felt_tour_event){.kind = FELT_TOUR_BUSTED,
                                                      .entry = entry,
                                                      .table = (uint16_t)table});
    }
    if (!apart && !tour->by_hand) felt_tour_place_pending(work);
}

enum felt_tour_no felt_tour_end(struct felt_tour_work *work, uint32_t table,
                                const felt_chips stack[FELT_SEATS_MAX])
{
    struct felt_tour *tour = work->tour;
    enum felt_tour_no no = may_end(tour, table);
    if (no) return no;
    struct felt_tour_table *at = &felt_tour_tables(tour)[table];
    felt_chips before = 0, after = 0;
    for (felt_seats left = at->dealt; left;) {
        felt_seat chair = felt_seats_take(&left);
        if (stack[chair] < 0 || stack[chair] > FELT_CHIPS_MAX) return FELT_TOUR_BAD_AMOUNT;
        before += felt_tour_entries(tour)[at->chair[chair]].stack;
        after += stack[chair];
    }
    if (before != after) return FELT_TOUR_BAD_AMOUNT; /* T1 */
    felt_seats out = 0;
    for (felt_seats left = at->dealt; left;) {
        felt_seat chair = felt_seats_take(&left);
        struct felt_tour_entry *who = &felt_tour_entries(tour)[at->chair[chair]];
        who->rank = who->stack;
        who->stack = stack[chair];
        who->flags &= (uint8_t)~FELT_ENTRY_FRESH;
        if (chair == at->at.big) who->flags &= (uint8_t)~FELT_ENTRY_MOVED;
        if (who->stack == 0)
            out |= felt_seats_of(chair);
        else
            who->rank = 0;
    }
    at->in_hand = false;
    at->filling = false;
    at->dealt = 0;
    at->hands++;
    at->level_hands++;
    if (out) go_out(work, table, out);
    felt_tour_clock_hands(work);
    return FELT_TOUR_OK;
}

enum felt_tour_no felt_tour_undo(struct felt_tour_work *work, uint32_t table)
{
    struct felt_tour *tour = work->tour;
    enum felt_tour_no no = may_end(tour, table);
    if (no) return no;
    struct felt_tour_table *at = &felt_tour_tables(tour)[table];
    at->at = at->before;
    at->in_hand = false;
    at->dealt = 0;
    at->played = false;
    return FELT_TOUR_OK;
}
