/* test_calendar.c -- days by the calendar and moments as texts, against the C library's. */
#include "base/calendar.h"
#include "module.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <cmocka.h>

static void days_are_dates(void **state)
{
    (void)state;
    static const struct {
        int32_t day;
        const char *text;
    } rows[] = {{0, "1970-01-01"},     {59, "1970-03-01"},      {11016, "2000-02-29"},
                {11017, "2000-03-01"}, {20453, "2025-12-31"},   {20774, "2026-11-17"},
                {-1, "1970-01-01"},    {2932896, "9999-12-31"}, {2932897, "10000-01-01"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[FELT_DATE_BYTES];
        assert_string_equal(felt_date_write(rows[i].day, text), rows[i].text);
    }
}

static void dates_of_eight_centuries_are_the_c_librarys(void **state)
{
    (void)state;
    for (int64_t day = 0; day < 800 * 366; day++) {
        time_t seconds = (time_t)(day * 86400);
        struct tm utc;
        struct felt_date date = felt_date_of(day);
        assert_non_null(gmtime_r(&seconds, &utc));
        assert_int_equal(date.year, utc.tm_year + 1900);
        assert_int_equal(date.month, utc.tm_mon + 1);
        assert_int_equal(date.day, utc.tm_mday);
        assert_int_equal(felt_date_days(date), day);
    }
}

static void days_that_are_not_there_are_counted_on(void **state)
{
    (void)state;
    int64_t march = felt_date_days((struct felt_date){2026, 3, 1});
    assert_int_equal(felt_date_days((struct felt_date){2026, 2, 29}), march);
    assert_int_equal(felt_date_days((struct felt_date){2026, 2, 31}), march + 2);
    assert_int_equal(felt_date_days((struct felt_date){2028, 2, 29}) + 1,
                     felt_date_days((struct felt_date){2028, 3, 1}));
}

static void moments_are_texts(void **state)
{
    (void)state;
    char text[FELT_MOMENT_BYTES];
    assert_string_equal(felt_moment_write(0, text), "1970-01-01T00:00:00Z");
    assert_string_equal(felt_moment_write(-1, text), "1970-01-01T00:00:00Z");
    assert_string_equal(felt_moment_write(999, text), "1970-01-01T00:00:00Z");
    assert_string_equal(felt_moment_write(86399999, text), "1970-01-01T23:59:59Z");
    assert_string_equal(felt_moment_write(86400000, text), "1970-01-02T00:00:00Z");
    assert_string_equal(felt_moment_write(INT64_C(1767323045678), text), "2026-01-02T03:04:05Z");
    assert_string_equal(felt_moment_write(INT64_MAX, text), "292278994-08-17T07:12:55Z");
}

TEST_MODULE(calendar)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(days_are_dates),
        cmocka_unit_test(dates_of_eight_centuries_are_the_c_librarys),
        cmocka_unit_test(days_that_are_not_there_are_counted_on),
        cmocka_unit_test(moments_are_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
