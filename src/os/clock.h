/* clock.h -- the time, for those few who may ask. */
#ifndef FELT_OS_CLOCK_H
#define FELT_OS_CLOCK_H

#include "base/calendar.h"

#include <stdint.h>

/* Microseconds of a clock that never runs backwards. */
int64_t felt_clock_us(void);
/* Milliseconds since 1970, by the clock on the wall: it may be set. */
int64_t felt_clock_wall_ms(void);
/* Processor time of this process so far, in microseconds. */
int64_t felt_clock_cpu_us(void);
/* Today in UTC as a number: 20251017. */
uint32_t felt_clock_date(void);
/* "2025-10-17T18:22:31Z" */
enum { FELT_CLOCK_TEXT_BYTES = FELT_MOMENT_BYTES };
void felt_clock_text(char out[FELT_CLOCK_TEXT_BYTES]);

#endif
