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

int64_t felt_clock_cpu_us(void)
{
    return read_us(CLOCK_PROCESS_CPUTIME_ID);
}

uint32_t felt_clock_date(void)
{
    time_t now = time(NULL);
    struct tm utc;
    (void)gmtime_r(&now, &utc);
    return (uint32_t)((utc.tm_year + 1900) * 10000 + (utc.tm_mon + 1) * 100 + utc.tm_mday);
}

void felt_clock_text(char out[FELT_CLOCK_TEXT_BYTES])
{
    time_t now = time(NULL);
    struct tm utc;
    (void)gmtime_r(&now, &utc);
    (void)strftime(out, FELT_CLOCK_TEXT_BYTES, "%Y-%m-%dT%H:%M:%SZ", &utc);
}
