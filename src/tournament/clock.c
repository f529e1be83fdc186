/* clock.c -- levels, breaks, pauses (RULES 19.9).
 *
 * left_ms is what was left of the level at at_ms.  While the clock stands nothing but at_ms is
 * looked at anew, so that a pause, or the time of a crash, takes nothing away. */
#include "tournament/director_parts.h"

static bool is_last(const struct felt_director *director)
{
    return director->level + 1 == director->plan.levels;
}

bool felt_director_is_timed(const struct felt_director *director)
{
    return !is_last(director) && director->plan.level[director->level].ms > 0;
}

static void enter_level(struct felt_director_work *work, uint8_t level)
{
    struct felt_director *director = work->director;
    felt_assert(level < director->plan.levels);
    director->level = level;
    director->left_ms = director->plan.level[level].ms;
    director->left_hands = director->plan.level[level].hands;
    for (uint32_t i = 0; i < director->plan.tables_max; i++)
        felt_director_tables(director)[i].level_hands = 0;
    felt_director_tell(work,
                       (struct felt_director_event){.kind = FELT_DIRECTOR_LEVEL, .amount = level});
    if (!director->closed && level >= director->plan.late_levels) felt_director_close(work);
}

void felt_director_clock_start(struct felt_director_work *work)
{
    if (work->now_ms > work->director->at_ms) work->director->at_ms = work->now_ms;
    enter_level(work, 0);
}

/* The clock goes on to now. */
void felt_director_clock_pass(struct felt_director_work *work)
{
    struct felt_director *director = work->director;
    if (work->now_ms <= director->at_ms) return;
    int64_t gone = work->now_ms - director->at_ms;
    director->at_ms = work->now_ms;
    if (director->state != FELT_DIRECTOR_RUNNING || director->paused) return;
    while (felt_director_is_timed(director) && gone >= director->left_ms) {
        gone -= director->left_ms;
        enter_level(work, (uint8_t)(director->level + 1));
    }
    if (felt_director_is_timed(director)) director->left_ms -= gone;
}

/* A level that lasts some hands is over when a table has played them. */
void felt_director_clock_hands(struct felt_director_work *work)
{
    struct felt_director *director = work->director;
    if (is_last(director) || !director->left_hands) return;
    for (uint32_t i = 0; i < director->plan.tables_max; i++) {
        if (felt_director_tables(director)[i].level_hands < director->left_hands) continue;
        if (work->now_ms > director->at_ms)
            director->at_ms = work->now_ms; /* nobody looked until now */
        enter_level(work, (uint8_t)(director->level + 1));
        return;
    }
}

enum felt_director_no felt_director_clock_pause(struct felt_director_work *work, bool paused)
{
    struct felt_director *director = work->director;
    if (director->state != FELT_DIRECTOR_RUNNING || director->paused == paused)
        return FELT_DIRECTOR_NOT_NOW;
    felt_director_clock_pass(work);
    director->paused = paused;
    return FELT_DIRECTOR_OK;
}

enum felt_director_no felt_director_clock_add(struct felt_director_work *work, int64_t amount)
{
    enum { DAY_MS = 86400000, HANDS_MAX = 10000 };
    struct felt_director *director = work->director;
    if (director->state != FELT_DIRECTOR_RUNNING || is_last(director)) return FELT_DIRECTOR_NOT_NOW;
    if (amount < 1 || amount > (felt_director_is_timed(director) ? DAY_MS : HANDS_MAX))
        return FELT_DIRECTOR_BAD_AMOUNT;
    if (felt_director_is_timed(director))
        director->left_ms += amount;
    else if (director->left_hands > HANDS_MAX)
        return FELT_DIRECTOR_BAD_AMOUNT;
    else
        director->left_hands += (uint32_t)amount;
    return FELT_DIRECTOR_OK;
}

int64_t felt_director_alarm(const struct felt_director *director)
{
    if (director->state == FELT_DIRECTOR_OPEN)
        return director->plan.start == FELT_DIRECTOR_AT_TIME ? director->plan.start_ms : INT64_MAX;
    if (director->state != FELT_DIRECTOR_RUNNING || director->paused ||
        !felt_director_is_timed(director))
        return INT64_MAX;
    return director->at_ms + director->left_ms;
}
