/* row_times.c -- moments and spans of a tournament as texts. */
#include "server/room/tournaments/row_parts.h"

#include "base/calendar.h"

#include <string.h>

enum { SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE, DAY = 24 * HOUR };
enum { YEAR_MIN = 1970, YEAR_MAX = 9999 };

static const struct {
    const char *word;
    uint32_t ms;
} units[] = {{"d", DAY}, {"h", HOUR}, {"min", MINUTE}, {"m", MINUTE}, {"s", SECOND}, {"ms", 1}};
enum { UNITS = sizeof units / sizeof units[0] };

const char *felt_tournament_number(const char *text, uint64_t max, uint64_t *number)
{
    size_t digits = strspn(text, "0123456789");
    if (digits == 0 || digits > 18) return NULL;
    *number = 0;
    for (size_t i = 0; i < digits; i++) *number = *number * 10 + (uint64_t)(text[i] - '0');
    return *number <= max ? text + digits : NULL;
}

const char *felt_tournament_span(const char *text, uint64_t *ms)
{
    uint64_t number;
    const char *unit = felt_tournament_number(text, UINT32_MAX, &number);
    if (!unit) return NULL;
    size_t letters = strspn(unit, "abcdefghijklmnopqrstuvwxyz");
    for (int i = 0; i < UNITS; i++) {
        if (strlen(units[i].word) != letters || memcmp(unit, units[i].word, letters) != 0) continue;
        *ms = number * units[i].ms;
        return unit + letters;
    }
    return NULL;
}

void felt_tournament_span_write(uint64_t ms, struct felt_buffer *out)
{
    int unit = 0;
    while (ms == 0 ? units[unit].ms != SECOND
                   : ms % units[unit].ms != 0 || strcmp(units[unit].word, "min") == 0)
        unit++;
    felt_buffer_uint(out, ms / units[unit].ms);
    felt_buffer_text(out, units[unit].word);
}

/* ---- moments ---- */

/* Just so many digits. */
static const char *read_digits(const char *text, int count, int64_t *number)
{
    *number = 0;
    for (int i = 0; i < count; i++) {
        if (text[i] < '0' || text[i] > '9') return NULL;
        *number = *number * 10 + (text[i] - '0');
    }
    return text + count;
}

/* "-" and so many digits. */
static const char *read_next(const char *at, char sign, int count, int64_t *number)
{
    return at && *at == sign ? read_digits(at + 1, count, number) : NULL;
}

/* "20:00", "20:00:05.250"; ms of a day. */
static const char *read_clock(const char *text, int64_t *ms)
{
    int64_t hour, minute, second = 0, thousandth = 0;
    const char *at = read_digits(text, 2, &hour);
    at = read_next(at, ':', 2, &minute);
    if (at && *at == ':') {
        at = read_next(at, ':', 2, &second);
        if (at && *at == '.') at = read_next(at, '.', 3, &thousandth);
    }
    if (!at || hour > 23 || minute > 59 || second > 59) return NULL;
    *ms = hour * HOUR + minute * MINUTE + second * SECOND + thousandth;
    return at;
}

/* "", "Z", " UTC", "+01:00", "-0530": what is to be taken away. */
static const char *read_zone(const char *at, int64_t *ms)
{
    int64_t hour, minute;
    *ms = 0;
    at += strspn(at, " ");
    if (strcmp(at, "Z") == 0) return at + 1;
    if (strcmp(at, "UTC") == 0) return at + 3;
    if (*at != '+' && *at != '-') return at;
    char sign = *at;
    at = read_digits(at + 1, 2, &hour);
    if (at && *at == ':') at++;
    if (at) at = read_digits(at, 2, &minute);
    if (!at || hour > 14 || minute > 59) return NULL;
    *ms = (hour * HOUR + minute * MINUTE) * (sign == '+' ? 1 : -1);
    return at;
}

static bool read_moment(const char *text, int64_t *ms)
{
    int64_t year, month, day, clock, zone;
    const char *at = read_digits(text, 4, &year);
    at = read_next(at, '-', 2, &month);
    at = read_next(at, '-', 2, &day);
    if (!at || (*at != ' ' && *at != 'T') || year < YEAR_MIN || month < 1 || month > 12 || day < 1)
        return false;
    int64_t days = felt_date_days((struct felt_date){year, (int)month, (int)day});
    if (felt_date_of(days).day != (int)day) return false; /* the 30th of February */
    at = read_clock(at + 1, &clock);
    if (at) at = read_zone(at, &zone);
    if (!at || *at) return false;
    *ms = days * DAY + clock - zone;
    return *ms > 0 && *ms < felt_date_days((struct felt_date){YEAR_MAX, 12, 31}) * DAY;
}

static void write_digits(int64_t number, int count, struct felt_buffer *out)
{
    char text[8];
    for (int i = count; i-- > 0; number /= 10) text[i] = (char)('0' + number % 10);
    felt_buffer_bytes(out, text, (size_t)count);
}

static void write_clock(int64_t ms, struct felt_buffer *out)
{
    write_digits(ms / HOUR, 2, out);
    felt_buffer_char(out, ':');
    write_digits(ms / MINUTE % 60, 2, out);
    if (ms % MINUTE == 0) return;
    felt_buffer_char(out, ':');
    write_digits(ms / SECOND % 60, 2, out);
    if (ms % SECOND == 0) return;
    felt_buffer_char(out, '.');
    write_digits(ms % SECOND, 3, out);
}

/* "2026-11-20 20:00", seconds and milliseconds only if there are any. */
static void write_time(int64_t ms, struct felt_buffer *out)
{
    char date[FELT_DATE_BYTES];
    if (ms < 0) ms = 0;
    felt_buffer_text(out, felt_date_write(ms / DAY, date));
    felt_buffer_char(out, ' ');
    write_clock(ms % DAY, out);
}

/* ---- when it starts ---- */

static enum felt_status start_at(struct felt_tournament_row *row, enum felt_tournament_start how,
                                 int64_t ms)
{
    row->start = (uint8_t)how;
    row->plan.start = how == FELT_TOURNAMENT_FULL ? FELT_DIRECTOR_WHEN_FULL : FELT_DIRECTOR_AT_TIME;
    row->plan.start_ms = ms;
    return FELT_OK;
}

enum felt_status felt_tournament_start_read(struct felt_tournament_row *row, const char *value,
                                            struct felt_complaint *complaint)
{
    static const char daily[] = "daily ";
    int64_t ms;
    uint64_t span;
    if (strcmp(value, "full") == 0) return start_at(row, FELT_TOURNAMENT_FULL, 0);
    if (*value == '+') {
        const char *end = felt_tournament_span(value + 1, &span);
        if (!end || *end || span > (uint64_t)366 * DAY)
            return felt_complain(complaint, FELT_BAD_NUMBER, 0, 0,
                                 "start: a while from now is as in +10m, +90s or +2h");
        return start_at(row, FELT_TOURNAMENT_IN, (int64_t)span);
    }
    if (strncmp(value, daily, sizeof daily - 1) == 0) {
        const char *end = read_clock(value + sizeof daily - 1, &ms);
        if (!end || (*end && strcmp(end, "Z") != 0 && strcmp(end, " UTC") != 0))
            return felt_complain(complaint, FELT_BAD_NUMBER, 0, 0,
                                 "start: daily, and a time of the day (UTC), as in daily 20:00");
        return start_at(row, FELT_TOURNAMENT_DAILY, ms);
    }
    if (read_moment(value, &ms)) return start_at(row, FELT_TOURNAMENT_AT, ms);
    return felt_complain(complaint, FELT_BAD_NUMBER, 0, 0,
                         "start: 2026-11-20 20:00 (UTC, or +01:00 behind it), daily 20:00, +10m "
                         "from now, or full for a sit-and-go");
}

void felt_tournament_start_write(const struct felt_tournament_row *row, struct felt_buffer *out)
{
    switch ((enum felt_tournament_start)row->start) {
    case FELT_TOURNAMENT_AT: write_time(row->plan.start_ms, out); return;
    case FELT_TOURNAMENT_IN:
        felt_buffer_char(out, '+');
        felt_tournament_span_write((uint64_t)row->plan.start_ms, out);
        return;
    case FELT_TOURNAMENT_DAILY:
        felt_buffer_text(out, "daily ");
        write_clock(row->plan.start_ms, out);
        return;
    case FELT_TOURNAMENT_FULL:
    case FELT_TOURNAMENT_STARTS: break;
    }
    felt_buffer_text(out, "full");
}
