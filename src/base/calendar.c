/* calendar.c -- see calendar.h.
 *
 * A year begins in March here, so that the day that is there every fourth year is its last; 400
 * years are an era. */
#include "base/calendar.h"

#include "felt/buffer.h"

enum { ERA_DAYS = 146097, ERA_YEARS = 400, TO_1970 = 719468 };

struct felt_date felt_date_of(int64_t days)
{
    days = (days < 0 ? 0 : days) + TO_1970;
    int64_t era = days / ERA_DAYS, of = days % ERA_DAYS;
    int64_t of_era = (of - of / 1460 + of / 36524 - of / 146096) / 365;
    int64_t of_year = of - (365 * of_era + of_era / 4 - of_era / 100);
    int from_march = (int)((5 * of_year + 2) / 153);
    int month = from_march < 10 ? from_march + 3 : from_march - 9;
    return (struct felt_date){.year = of_era + era * ERA_YEARS + (month <= 2),
                              .month = month,
                              .day = (int)of_year - (153 * from_march + 2) / 5 + 1};
}

int64_t felt_date_days(struct felt_date date)
{
    int64_t year = date.month <= 2 ? date.year - 1 : date.year;
    int64_t era = year / ERA_YEARS, of_era = year % ERA_YEARS;
    int64_t of_year = (153 * (date.month + (date.month > 2 ? -3 : 9)) + 2) / 5 + date.day - 1;
    return era * ERA_DAYS + of_era * 365 + of_era / 4 - of_era / 100 + of_year - TO_1970;
}

/* At least so many digits. */
static void write_digits(struct felt_buffer *out, int64_t number, int count)
{
    for (int64_t least = 10; count > 1; count--, least *= 10)
        if (number < least) felt_buffer_char(out, '0');
    felt_buffer_int(out, number);
}

static void write_date(struct felt_buffer *out, int64_t days)
{
    struct felt_date date = felt_date_of(days);
    write_digits(out, date.year, 4);
    felt_buffer_char(out, '-');
    write_digits(out, date.month, 2);
    felt_buffer_char(out, '-');
    write_digits(out, date.day, 2);
}

const char *felt_date_write(int64_t days, char out[FELT_DATE_BYTES])
{
    struct felt_buffer text = felt_buffer_make(out, FELT_DATE_BYTES);
    write_date(&text, days);
    return felt_buffer_terminate(&text);
}

const char *felt_moment_write(int64_t ms, char out[FELT_MOMENT_BYTES])
{
    struct felt_buffer text = felt_buffer_make(out, FELT_MOMENT_BYTES);
    int64_t seconds = ms < 0 ? 0 : ms / 1000;
    write_date(&text, seconds / 86400);
    felt_buffer_char(&text, 'T');
    write_digits(&text, seconds / 3600 % 24, 2);
    felt_buffer_char(&text, ':');
    write_digits(&text, seconds / 60 % 60, 2);
    felt_buffer_char(&text, ':');
    write_digits(&text, seconds % 60, 2);
    felt_buffer_char(&text, 'Z');
    return felt_buffer_terminate(&text);
}
