/* journal_clock.c -- see journal_clock.h. */
#include "store/journal/journal_clock.h"

int64_t felt_journal_clock_at(const struct felt_journal_clock *clock, int64_t real_us)
{
    return (clock->stands_us ? clock->stands_us : real_us) - clock->lost_us;
}

bool felt_journal_clock_mind(struct felt_journal_clock *clock, uint64_t acked, size_t waiting,
                             int64_t real_us)
{
    bool progress = !waiting || acked != clock->acked || !clock->progress_us;
    clock->acked = acked;
    if (progress) clock->progress_us = real_us;
    bool stands =
        real_us - clock->progress_us > FELT_JOURNAL_STALL_US || waiting > FELT_JOURNAL_WAITING_MAX;
    if (stands && !clock->stands_us) clock->stands_us = real_us;
    if (!stands && clock->stands_us) {
        clock->lost_us += real_us - clock->stands_us;
        clock->stands_us = 0;
    }
    return stands;
}

bool felt_journal_clock_news(struct felt_journal_clock *clock, bool trouble, int64_t real_us)
{
    bool told = clock->told, stands = clock->stands_us != 0;
    if (!stands)
        clock->told = false;
    else if (trouble || real_us - clock->stands_us > FELT_JOURNAL_SILENCE_US)
        clock->told = true;
    return clock->told != told;
}
