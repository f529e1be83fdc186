/* clock.c -- levels, breaks, pauses (RULES 19.9).
 *
 * left_ms is what was left of the level at at_ms.  While the clock stands nothing but at_ms is
 * looked at anew, so that a pause, or the time of a crash, takes nothing away. */
#include "tournament/tour_parts.h"

static bool is_last(const struct felt_tour *tour)
{
    return tour->level + 1 == tour->plan.levels;
}

bool felt_tour_is_timed(const struct felt_tour *tour)
{
    return !is_last(tour) && tour->plan.level[tour->level].ms > 0;
}

static void enter_level(struct felt_tour_work *work, uint8_t level)
{
    struct felt_tour *tour = work->tour;
    felt_assert(level < tour->plan.levels);
    tour->level = level;
    tour->left_ms = tour->plan.level[level].ms;
    tour->left_hands = tour->plan.level[level].hands;
    for (uint32_t i = 0; i < tour->plan.tables_max; i++) felt_tour_tables(tour)[i].level_hands = 0;
    felt_tour_tell(work, (struct felt_tour_event){.kind = FELT_TOUR_LEVEL, .amount = level});
    if (!tour->closed && level >= tour->plan.late_levels) felt_tour_close(work);
}

void felt_tour_clock_start(struct felt_tour_work *work)
{
    if (work->now_ms > work->tour->at_ms) work->tour->at_ms = work->now_ms;
    enter_level(work, 0);
}

/* The clock goes on to now. */
void felt_tour_clock_pass(struct felt_tour_work *work)
{
    struct felt_tour *tour = work->tour;
    if (work->now_ms <= tour->at_ms) return;
    int64_t gone = work->now_ms - tour->at_ms;
    tour->at_ms = work->now_ms;
    if (tour->state != FELT_TOUR_RUNNING || tour->paused) return;
    while (felt_tour_is_timed(tour) && gone >= tour->left_ms) {
        gone -= tour->left_ms;
        enter_level(work, (uint8_t)(tour->level + 1));
    }
    if (felt_tour_is_timed(tour)) tour->left_ms -= gone;
}

/* A level that lasts some hands is over when a table has played them. */
void felt_tour_clock_hands(struct felt_tour_work *work)
{
    struct felt_tour *tour = work->tour;
    if (is_last(tour) || !tour->left_hands) return;
    for (uint32_t i = 0; i < tour->plan.tables_max; i++) {
        if (felt_tour_tables(tour)[i].level_hands < tour->left_hands) continue;
        if (work->now_ms > tour->at_ms) tour->at_ms = work->now_ms; /* nobody looked until now */
        enter_level(work, (uint8_t)(tour->level + 1));
        return;
    }
}

enum felt_tour_no felt_tour_clock_pause(struct felt_tour_work *work, bool paused)
{
    struct felt_tour *tour = work->tour;
    if (tour->state != FELT_TOUR_RUNNING || tour->paused == paused) return FELT_TOUR_NOT_NOW;
    felt_tour_clock_pass(work);
    tour->paused = paused;
    return FELT_TOUR_OK;
}

enum felt_tour_no felt_tour_clock_add(struct felt_tour_work *work, int64_t amount)
{
    enum { DAY_MS = 86400000, HANDS_MAX = 10000 };
    struct felt_tour *tour = work->tour;
    if (tour->state != FELT_TOUR_RUNNING || is_last(tour)) return FELT_TOUR_NOT_NOW;
    if (amount < 1 || amount > (felt_tour_is_timed(tour) ? DAY_MS : HANDS_MAX))
        return FELT_TOUR_BAD_AMOUNT;
    if (felt_tour_is_timed(tour))
        tour->left_ms += amount;
    else if (tour->left_hands > HANDS_MAX)
        return FELT_TOUR_BAD_AMOUNT;
    else
        tour->left_hands += (uint32_t)amount;
    return FELT_TOUR_OK;
}

int64_t felt_tour_alarm(const struct felt_tour *tour)
{
    if (tour->state == FELT_TOUR_OPEN)
        return tour->plan.start == FELT_TOUR_AT_TIME ? tour->plan.start_ms : INT64_MAX;
    if (tour->state != FELT_TOUR_RUNNING || tour->paused || !felt_tour_is_timed(tour))
        return INT64_MAX;
    return tour->at_ms + tour->left_ms;
}
