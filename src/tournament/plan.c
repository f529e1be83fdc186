/* plan.c -- what a plan must be, and how much memory it needs. */
#include "tournament/director_parts.h"

static const char *levels_verify(const struct felt_director_plan *plan)
{
    if (plan->levels < 1 || plan->levels > FELT_DIRECTOR_LEVELS_MAX)
        return "there are 1 to 64 levels";
    if (plan->late_levels >= plan->levels && plan->late_levels)
        return "registration must end before the last level";
    for (int i = 0; i < plan->levels; i++) {
        const struct felt_director_level *level = &plan->level[i];
        bool last = i == plan->levels - 1, is_break = level->big == 0;
        if (level->small < 0 || level->ante < 0 || level->big < 0 || level->small > level->big)
            return "a small blind is at most the big blind, and nothing is negative";
        if (level->big > FELT_CHIPS_MAX || level->ante > FELT_CHIPS_MAX)
            return "blinds and antes must be smaller";
        if (is_break && (level->ante || level->hands || !level->ms))
            return "a break lasts some time, and has no ante";
        if (is_break && last) return "the last level must not be a break";
        if (level->ms && level->hands) return "a level lasts some time or some hands, not both";
        if (!last && !level->ms && !level->hands) return "only the last level may last for ever";
    }
    return NULL;
}

static const char *rounds_verify(const struct felt_director_plan *plan)
{
    if (plan->format == FELT_DIRECTOR_BRACKET && plan->seats != 2)
        return "matches of a bracket have two seats";
    if (plan->format == FELT_DIRECTOR_FREEZEOUT) return NULL;
    if (plan->late_levels) return "nobody comes late to a bracket or shoot-out";
    if (plan->final_seats || plan->bubble)
        return "a bracket or shoot-out has no final table to draw and no hand-for-hand";
    return NULL;
}

static const char *chips_verify(const struct felt_director_plan *plan)
{
    if (plan->stack < 1 || plan->stack > FELT_CHIPS_MAX / plan->entrants_max)
        return "a stack is 1 or more, and all stacks together are not too many chips";
    if (plan->buy_in < 0 || plan->buy_in > FELT_CHIPS_MAX / plan->entrants_max)
        return "a buy-in is 0 or more, and all together are not too many chips";
    if (plan->fee < 0 || plan->fee > plan->buy_in) return "the fee is a part of the buy-in";
    if (plan->guarantee < 0 || plan->guarantee > FELT_CHIPS_MAX)
        return "the guarantee is 0 or more, and not too many chips";
    return felt_prizes_verify(&plan->prizes);
}

const char *felt_director_verify(const struct felt_director_plan *plan)
{
    if (plan->format >= FELT_DIRECTOR_FORMATS || plan->start > FELT_DIRECTOR_AT_TIME ||
        plan->ante > FELT_DIRECTOR_ANTE_OF_BIG)
        return "no such format, start or ante";
    if (plan->seats < 2 || plan->seats > FELT_SEATS_MAX) return "a table has 2 to 10 seats";
    if (plan->final_seats &&
        (plan->final_seats < plan->seats || plan->final_seats > FELT_SEATS_MAX))
        return "the final table has as many seats as the others, or more, up to 10";
    if (plan->entrants_max < 2 || plan->entrants_max > FELT_DIRECTOR_ENTRANTS_MAX)
        return "there are 2 to 10000 entries";
    if (plan->entrants_min < 2 || plan->entrants_min > plan->entrants_max)
        return "at least two must come, and no more than fit in";
    uint32_t needed = (plan->entrants_max + plan->seats - 1) / plan->seats;
    if (plan->tables_max < needed || plan->tables_max > FELT_DIRECTOR_ENTRANTS_MAX)
        return "there must be a seat for every entry, and not too many tables";
    if (plan->start == FELT_DIRECTOR_WHEN_FULL && plan->late_levels)
        return "nobody comes late to a tournament that starts when it is full";
    if (plan->reentries && !plan->late_levels) return "re-entries need late registration";
    if (plan->bubble > FELT_DIRECTOR_ENTRANTS_MAX) return "hand-for-hand begins later";
    const char *why = levels_verify(plan);
    if (!why) why = rounds_verify(plan);
    if (!why) why = chips_verify(plan);
    return why;
}

static size_t rounded(size_t bytes)
{
    return (bytes + 7) / 8 * 8;
}

size_t felt_director_bytes(const struct felt_director_plan *plan)
{
    return sizeof(struct felt_director) + plan->entrants_max * sizeof(struct felt_director_entry) +
           plan->tables_max * sizeof(struct felt_director_table) +
           rounded(plan->entrants_max * sizeof(uint16_t));
}

/* Copied field by field: bytes between them that nobody set would be in the hash. */
static void copy_plan(const struct felt_director_plan *from, struct felt_director_plan *to)
{
    to->format = from->format, to->start = from->start, to->ante = from->ante;
    to->seats = from->seats, to->final_seats = from->final_seats;
    to->reentries = from->reentries, to->levels = from->levels;
    to->late_levels = from->late_levels, to->bubble = from->bubble;
    to->entrants_min = from->entrants_min, to->entrants_max = from->entrants_max;
    to->house_max = from->house_max, to->tables_max = from->tables_max;
    to->start_ms = from->start_ms, to->stack = from->stack;
    to->buy_in = from->buy_in, to->fee = from->fee, to->guarantee = from->guarantee;
    to->prizes.rows = from->prizes.rows, to->prizes.runs = from->prizes.runs;
    for (uint32_t i = 0; i < from->prizes.rows; i++) to->prizes.row[i] = from->prizes.row[i];
    for (uint32_t i = 0; i < from->prizes.runs; i++) to->prizes.run[i] = from->prizes.run[i];
    for (int i = 0; i < from->levels; i++) to->level[i] = from->level[i];
}

struct felt_director *felt_director_init(void *memory, const struct felt_director_plan *plan,
                                         struct felt_rng draws)
{
    felt_assert(felt_director_verify(plan) == NULL);
    felt_assert((uintptr_t)memory % 8 == 0);
    struct felt_director *director = memory;
    memset(memory, 0, felt_director_bytes(plan));
    director->mark = FELT_DIRECTOR_MARK;
    director->bytes = felt_director_bytes(plan);
    director->draws = draws;
    copy_plan(plan, &director->plan);
    for (uint32_t i = 0; i < plan->entrants_max; i++)
        felt_director_entries(director)[i].table = FELT_DIRECTOR_NO_TABLE;
    for (uint32_t i = 0; i < plan->tables_max; i++)
        for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
            felt_director_tables(director)[i].seat[seat] = FELT_DIRECTOR_NOBODY;
    return director;
}

const struct felt_director_plan *felt_director_plan_of(const struct felt_director *director)
{
    return &director->plan;
}
