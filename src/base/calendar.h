/* calendar.h -- days by the calendar and moments as texts, always UTC.
 *
 * Nothing here asks the C library's calendar, which knows zones and a locale.  Days are counted
 * from 1970-01-01 on, moments are milliseconds since then; what lies before is that day. */
#ifndef FELT_BASE_CALENDAR_H
#define FELT_BASE_CALENDAR_H

#include <stdint.h>

enum { FELT_DATE_BYTES = 32, FELT_MOMENT_BYTES = 32 };

struct felt_date {
    int64_t year;
    int month, day; /* from 1 on */
};

struct felt_date felt_date_of(int64_t days);
/* A day that there is not (the 30th of February) is counted on: its number is another one's. */
int64_t felt_date_days(struct felt_date date);

/* "2026-01-02" */
const char *felt_date_write(int64_t days, char out[FELT_DATE_BYTES]);
/* "2026-01-02T03:04:05Z" */
const char *felt_moment_write(int64_t ms, char out[FELT_MOMENT_BYTES]);

#endif
