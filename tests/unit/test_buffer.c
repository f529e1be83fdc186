/* test_buffer.c -- bounded appends, and numbers as text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "assert_trap.h"
#include "felt/buffer.h"
#include "felt/rng.h"
#include "module.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static void buffer_appends_stand_side_by_side(void **state)
{
    (void)state;
    char memory[64];
    struct felt_buffer b = felt_buffer_make(memory, sizeof memory);
    felt_buffer_text(&b, "seat ");
    felt_buffer_int(&b, -3);
    felt_buffer_char(&b, ':');
    felt_buffer_bytes(&b, "a\0b", 3);
    felt_buffer_bytes(&b, NULL, 0);
    felt_buffer_uint(&b, 7);
    felt_buffer_decimal(&b, 0.5, 1);
    assert_int_equal(b.used, 15);
    assert_memory_equal(memory, "seat -3:a\0b70.5", 15);
    assert_false(b.overflow);
    felt_buffer_clear(&b);
    assert_int_equal(b.used, 0);
}

/* The capacities around the length of three appends: each is there whole or not at all, and nothing
 * is written behind the end. */
static void buffer_too_small_keeps_whole_appends(void **state)
{
    (void)state;
    static const size_t kept[] = {0, 0, 2, 2, 2, 5, 6};
    for (size_t capacity = 0; capacity <= 6; capacity++) {
        char memory[8];
        memset(memory, '#', sizeof memory);
        struct felt_buffer b = felt_buffer_make(memory, capacity);
        felt_buffer_text(&b, "ab");
        felt_buffer_int(&b, 123);
        felt_buffer_char(&b, 'z');
        assert_int_equal(b.used, kept[capacity]);
        assert_int_equal(b.overflow, capacity < 6);
        assert_memory_equal(memory, "ab123z", kept[capacity]);
        for (size_t i = capacity; i < sizeof memory; i++) assert_int_equal(memory[i], '#');
    }
}

static void buffer_after_overflow_takes_nothing(void **state)
{
    (void)state;
    char memory[4];
    struct felt_buffer b = felt_buffer_make(memory, sizeof memory);
    felt_buffer_text(&b, "ab");
    felt_buffer_text(&b, "cde");
    felt_buffer_char(&b, 'c'); /* would fit, but must not: the text would have a hole */
    felt_buffer_text(&b, "");
    assert_true(b.overflow);
    assert_string_equal(felt_buffer_terminate(&b), "ab");
    felt_buffer_clear(&b);
    assert_false(b.overflow);
    felt_buffer_text(&b, "cde");
    assert_string_equal(felt_buffer_terminate(&b), "cde");
}

static void buffer_empty_appends_never_overflow(void **state)
{
    (void)state;
    struct felt_buffer b = felt_buffer_make(NULL, 0);
    felt_buffer_text(&b, "");
    felt_buffer_bytes(&b, NULL, 0);
    assert_false(b.overflow);
    felt_buffer_char(&b, 'x');
    assert_true(b.overflow);
}

static void buffer_huge_count_overflows(void **state)
{
    (void)state;
    char memory[4];
    struct felt_buffer b = felt_buffer_make(memory, sizeof memory);
    felt_buffer_char(&b, 'x');
    felt_buffer_bytes(&b, memory, SIZE_MAX); /* used + count wraps round to 0 */
    assert_true(b.overflow);
    assert_int_equal(b.used, 1);
}

static void terminate_full_buffer_gives_up_the_last_byte(void **state)
{
    (void)state;
    char memory[3];
    struct felt_buffer b = felt_buffer_make(memory, sizeof memory);
    felt_buffer_text(&b, "ab");
    assert_string_equal(felt_buffer_terminate(&b), "ab");
    assert_false(b.overflow);
    felt_buffer_char(&b, 'c');
    assert_false(b.overflow);
    assert_string_equal(felt_buffer_terminate(&b), "ab");
    assert_true(b.overflow);
}

static void buffer_misuse_stops(void **state)
{
    (void)state;
    struct felt_buffer none = felt_buffer_make(NULL, 0);
    char memory[2];
    struct felt_buffer broken = {.bytes = memory, .capacity = 2, .used = 3};
    assert_stops((void)felt_buffer_make(NULL, 1));
    assert_stops((void)felt_buffer_terminate(&none));
    assert_stops(felt_buffer_char(&broken, 'x'));
    assert_stops(felt_buffer_text(&broken, "x"));
    assert_stops(felt_buffer_decimal(&none, 1, 10));
    assert_stops(felt_buffer_decimal(&none, 1, -1));
}

static void integers_agree_with_printf(void **state)
{
    (void)state;
    static const int64_t numbers[] = {0,   1,   -1,       9,         10,        99,
                                      100, -10, INT8_MIN, INT32_MIN, INT64_MAX, INT64_MIN};
    struct felt_rng rng = felt_rng_make(1);
    for (size_t i = 0; i < 20000; i++) {
        int64_t number = i < sizeof numbers / sizeof numbers[0]
                             ? numbers[i]
                             : (int64_t)(felt_rng_next(&rng) >> felt_rng_below(&rng, 64));
        char memory[32], expected[32];
        struct felt_buffer b = felt_buffer_make(memory, sizeof memory);
        felt_buffer_int(&b, number);
        snprintf(expected, sizeof expected, "%" PRId64, number);
        assert_string_equal(felt_buffer_terminate(&b), expected);
        felt_buffer_clear(&b);
        felt_buffer_uint(&b, (uint64_t)number);
        snprintf(expected, sizeof expected, "%" PRIu64, (uint64_t)number);
        assert_string_equal(felt_buffer_terminate(&b), expected);
    }
}

static void decimal_rounds_half_away_from_zero(void **state)
{
    (void)state;
    static const struct {
        double number;
        int decimals;
        const char *text;
    } rows[] = {
        {0, 0, "0"},
        {0, 3, "0.000"},
        {-0.0, 2, "0.00"},
        {0.5, 0, "1"},
        {-0.5, 0, "-1"},
        {1.5, 0, "2"},
        {2.5, 0, "3"}, /* printf says 2 */
        {-2.5, 0, "-3"},
        {0.49999999999999994, 0, "0"}, /* the last double below a half */
        {0.125, 2, "0.13"},
        {0.375, 2, "0.38"},
        {-0.375, 2, "-0.38"},
        {1.005, 2, "1.00"}, /* as a double a little less than it seems */
        {-0.004, 2, "0.00"},
        {-0.005, 2, "-0.01"},
        {0.05, 1, "0.1"},
        {99.995, 2, "100.00"},
        {0.999999999, 9, "0.999999999"},
        {0.9999999999, 9, "1.000000000"},
        {1e-9, 9, "0.000000001"},
        {4.9e-10, 9, "0.000000000"},
        {5e-324, 9, "0.000000000"},
        {2.2250738585072014e-308, 9, "0.000000000"},
        {1234567.891, 3, "1234567.891"},
        {8999999999.5, 0, "9000000000"},
        {8999999999.999998, 9, "8999999999.999998093"},
        {-8999999999.999998, 9, "-8999999999.999998093"},
        {9e9, 2, "0.00"}, /* outside */
        {-9e9, 0, "0"},
        {1e300, 1, "0.0"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char memory[32];
        struct felt_buffer b = felt_buffer_make(memory, sizeof memory);
        felt_buffer_decimal(&b, rows[i].number, rows[i].decimals);
        assert_string_equal(felt_buffer_terminate(&b), rows[i].text);
    }
}

static void decimal_not_finite_is_zero(void **state)
{
    (void)state;
    const double numbers[] = {(double)NAN, (double)-NAN, (double)INFINITY, (double)-INFINITY};
    for (int i = 0; i < 4; i++) {
        char memory[8];
        struct felt_buffer b = felt_buffer_make(memory, sizeof memory);
        felt_buffer_decimal(&b, numbers[i], 1);
        assert_string_equal(felt_buffer_terminate(&b), "0.0");
    }
}

/* The oracle: printf's digits of the exact value (a double has at most 1074 decimals), rounded by
 * hand on the text. */
static void round_text(double number, int decimals, char *out, size_t bytes)
{
    char exact[1200];
    snprintf(exact + 1, sizeof exact - 1, "%.1074f", fabs(number));
    exact[0] = '0'; /* room for a carry */
    char *end = strchr(exact, '.') + 1 + decimals;
    bool up = *end >= '5';
    *end = 0;
    for (char *at = end - 1; up; at--) {
        if (*at == '.') continue;
        up = *at == '9';
        *at = up ? '0' : (char)(*at + 1);
    }
    if (decimals == 0) end[-1] = 0;
    const char *start = exact[0] == '0' ? exact + 1 : exact;
    bool zero = strspn(start, "0.") == strlen(start);
    int length = snprintf(out, bytes, "%s%s", number < 0 && !zero ? "-" : "", start);
    assert_true(length > 0 && (size_t)length < bytes);
}

static void decimal_agrees_with_exact_digits(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(2);
    for (int i = 0; i < 30000; i++) {
        int decimals = (int)felt_rng_below(&rng, 10);
        double number = (felt_rng_unit(&rng) - 0.5) * 1.8e10;
        if (i % 3 == 1) number = ldexp(number, -(int)felt_rng_below(&rng, 80));
        if (i % 3 == 2) { /* ties and their neighbours */
            number = ldexp(floor(number), -(int)felt_rng_below(&rng, 12));
            if (i % 2 == 0) number = nextafter(number, i % 4 == 0 ? 0 : 1e10);
        }
        char memory[32], expected[32];
        struct felt_buffer b = felt_buffer_make(memory, sizeof memory);
        felt_buffer_decimal(&b, number, decimals);
        round_text(number, decimals, expected, sizeof expected);
        assert_string_equal(felt_buffer_terminate(&b), expected);
    }
}

TEST_MODULE(buffer)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(buffer_appends_stand_side_by_side),
        cmocka_unit_test(buffer_too_small_keeps_whole_appends),
        cmocka_unit_test(buffer_after_overflow_takes_nothing),
        cmocka_unit_test(buffer_empty_appends_never_overflow),
        cmocka_unit_test(buffer_huge_count_overflows),
        cmocka_unit_test(terminate_full_buffer_gives_up_the_last_byte),
        cmocka_unit_test(buffer_misuse_stops),
        cmocka_unit_test(integers_agree_with_printf),
        cmocka_unit_test(decimal_rounds_half_away_from_zero),
        cmocka_unit_test(decimal_not_finite_is_zero),
        cmocka_unit_test(decimal_agrees_with_exact_digits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
