/* journal_clock.h -- the time of tables whose journal may be slow: it stands still while the disk
 * takes nothing.
 *
 * Frames wait for the journal.  If a question waits too, its player cannot answer it; so the clock
 * of the tables stops until the disk goes on, and no turn is over because of it.  Then, too,
 * nothing more is read from lines: what waits stays bounded.
 *
 *   K1  the clock never runs backwards, and never faster than the real one.
 *   K2  it stands when nothing has been acknowledged for FELT_JOURNAL_STALL_US although something
 *       waits, or when FELT_JOURNAL_WAITING_MAX bytes of frames wait.
 *   K3  the operator hears of it when the disk reports an error, or after FELT_JOURNAL_SILENCE_US:
 * a disk that is busy for a second is no news. */
#ifndef FELT_STORE_JOURNAL_JOURNAL_CLOCK_H
#define FELT_STORE_JOURNAL_JOURNAL_CLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    FELT_JOURNAL_STALL_US = 250000,
    FELT_JOURNAL_SILENCE_US = 5000000,
    FELT_JOURNAL_WAITING_MAX = 4 << 20
};

/* Starts from {0}. */
struct felt_journal_clock {
    int64_t lost_us;     /* that it stood so far                                                */
    int64_t stands_us;   /* since when it stands, by the real clock; 0: it goes                 */
    int64_t progress_us; /* when something was acknowledged, or nothing waited                  */
    uint64_t acked;
    bool told; /* the operator knows that it stands                                             */
};

/* The time, given the real one. */
int64_t felt_journal_clock_at(const struct felt_journal_clock *clock, int64_t real_us);
/* Looks at the journal: its acknowledgements so far, and bytes of frames that wait (0: none do).
 * Whether the clock stands now. */
bool felt_journal_clock_mind(struct felt_journal_clock *clock, uint64_t acked, size_t waiting,
                             int64_t real_us);
/* After mind: whether `told` has just changed.  trouble: the disk reports an error. */
bool felt_journal_clock_news(struct felt_journal_clock *clock, bool trouble, int64_t real_us);

#endif
