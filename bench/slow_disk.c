/* slow_disk.c -- see slow_disk.h. */
#include "bench/slow_disk.h"

#include <sys/prctl.h>
#include <time.h>

static bool sync_slowly(void *self, int file)
{
    struct timespec until;
    (void)self, (void)file;
    (void)clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += BENCH_SYNC_US * 1000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    /* The kernel may end a sleep 50 us late to save wake-ups, which would be 5 % of it. */
    (void)prctl(PR_SET_TIMERSLACK, 1);
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) != 0) continue;
    return true;
}

struct felt_disk bench_slow_disk(void)
{
    struct felt_disk disk = felt_disk_usual;
    disk.sync = sync_slowly;
    return disk;
}
