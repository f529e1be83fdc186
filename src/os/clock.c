#include "os/clock.h"

#include <time.h>

static int64_t read_us(clockid_t clock)
{
    struct timespec now;
    (void)clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int64_t felt_clock_us(void)
{
    return read_us(CLOCK_MONOTONIC);
}

int64_t felt_clock_wall_ms(void)
{
    return read_us(CLOCK_REALTIME) / 1000;
}

int64_t felt_clock_cpu_us(void)
{
    return read_us(CLOCK_PROCESS_CPUTIME_ID);
}

uint32_t felt_clock_date(void)
{
    struct felt_date date = felt_date_of((int64_t)time(NULL) / 86400);
    return (uint32_t)(date.year * 10000 + date.month * 100 + date.day);
}

void felt_clock_text(char out[FELT_CLOCK_TEXT_BYTES])
{
    (void)felt_moment_write((int64_t)time(NULL) * 1000, out);
}
