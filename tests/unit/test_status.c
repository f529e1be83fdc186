/* test_status.c -- texts of statuses, complaints and the small printf behind them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "assert_trap.h"
#include "base/format.h"
#include "felt/status.h"
#include "module.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

static void status_every_value_has_its_own_text(void **state)
{
    (void)state;
    for (int a = 0; a < FELT_STATUS_COUNT; a++) {
        const char *text = felt_status_text((enum felt_status)a);
        assert_true(strlen(text) > 0);
        assert_string_not_equal(text, "unknown status");
        for (int b = 0; b < a; b++) {
            assert_string_not_equal(text, felt_status_text((enum felt_status)b));
        }
    }
}

static void status_value_outside_the_list_has_a_text(void **state)
{
    (void)state;
    assert_string_equal(felt_status_text(FELT_STATUS_COUNT), "unknown status");
    int outside = 10000;
    assert_string_equal(felt_status_text((enum felt_status)outside), "unknown status");
}

static void complain_without_complaint_returns_status(void **state)
{
    (void)state;
    assert_int_equal(felt_complain(NULL, FELT_BAD_CARD, 1, 2, "%s", "text"), FELT_BAD_CARD);
}

static void complain_fills_place_and_text(void **state)
{
    (void)state;
    struct felt_complaint c;
    memset(&c, 'x', sizeof c);
    assert_int_equal(felt_complain(&c, FELT_FULL, 7, 3, "no room"), FELT_FULL);
    assert_int_equal(c.at, 7);
    assert_int_equal(c.length, 3);
    assert_string_equal(c.text, "no room");
}

/* What printf can do as well is compared with printf. */
#define same_as_printf(...)                                                                        \
    do {                                                                                           \
        struct felt_complaint c_;                                                                  \
        char expected_[FELT_COMPLAINT_BYTES];                                                      \
        snprintf(expected_, sizeof expected_, __VA_ARGS__);                                        \
        (void)felt_complain(&c_, FELT_OK, 0, 0, __VA_ARGS__);                                      \
        assert_string_equal(c_.text, expected_);                                                   \
    } while (0)

static void complain_conversions_agree_with_printf(void **state)
{
    (void)state;
    const char *no_text = "";
    same_as_printf("%s", no_text);
    same_as_printf("[%s]%%[%s]", "Ah", "");
    same_as_printf("[%.*s]", 3, "abcdef");
    same_as_printf("[%.*s]", 9, "abc");
    same_as_printf("[%.*s]", 0, "abc");
    same_as_printf("[%.*s]", -1, "abc");
    same_as_printf("%c%c", 'x', '~');
    same_as_printf("%d %d %d %d", 0, -1, INT_MIN, INT_MAX);
    same_as_printf("%u %u", 0U, UINT_MAX);
    same_as_printf("%ld %ld %lu", LONG_MIN, LONG_MAX, ULONG_MAX);
    same_as_printf("%lld %lld %llu", LLONG_MIN, LLONG_MAX, ULLONG_MAX);
    same_as_printf("%zu %zu", (size_t)0, SIZE_MAX);
    same_as_printf("%s %d %.*s %zu %c", "one", 2, 1, "3x", (size_t)4, '5');
    same_as_printf("five \xE2\x99\xA0 spades");
}

static void complain_foreign_text_is_disarmed(void **state)
{
    (void)state;
    static const struct {
        const char *text, *shown;
    } rows[] = {
        {"plain ~", "plain ~"},
        {"a\nb", "a\\x0Ab"},
        {"\x1B[31m", "\\x1B[31m"},
        {"\x7F", "\\x7F"},
        {"\xC2\xAD\xC2\xA0", "\\xC2\\xAD\xC2\xA0"}, /* soft hyphen; a hard space is fine */
        {"\xC3\x84\xE2\x99\xA0\xF0\x9F\x82\xA1", "\xC3\x84\xE2\x99\xA0\xF0\x9F\x82\xA1"},
        {"\xC2\x9B", "\\xC2\\x9B"},                   /* a control of 8 bits           */
        {"\xE2\x80\xAE", "\\xE2\\x80\\xAE"},          /* right to left                 */
        {"\xE2\x80\x8B", "\\xE2\\x80\\x8B"},          /* no width                      */
        {"\xEF\xBB\xBF", "\\xEF\\xBB\\xBF"},          /* byte order mark               */
        {"\xF3\xA0\x81\x81", "\\xF3\\xA0\\x81\\x81"}, /* a tag                       */
        {"\xFFz", "\\xFFz"},
        {"\xE2\x99", "\\xE2\\x99"},
        {"\xE2(", "\\xE2("},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_complaint c;
        (void)felt_complain(&c, FELT_OK, 0, 0, "%s", rows[i].text);
        assert_string_equal(c.text, rows[i].shown);
    }
    struct felt_complaint c;
    (void)felt_complain(&c, FELT_OK, 0, 0, "<%c%c>", 0, 0xE2);
    assert_string_equal(c.text, "<\\x00\\xE2>");
}

static void complain_long_text_is_cut_between_characters(void **state)
{
    (void)state;
    static const char *const last[] = {"z", "\xC3\x84", "\xE2\x99\xA0", "\xF0\x9F\x82\xA1", "\n"};
    for (size_t i = 0; i < sizeof last / sizeof last[0]; i++) {
        size_t bytes = last[i][0] == '\n' ? 4 : strlen(last[i]);
        for (size_t before = FELT_COMPLAINT_BYTES - 8; before < FELT_COMPLAINT_BYTES; before++) {
            char text[FELT_COMPLAINT_BYTES + 8] = {0};
            memset(text, 'a', before);
            memcpy(text + before, last[i], strlen(last[i]));
            struct felt_complaint c;
            (void)felt_complain(&c, FELT_OK, 0, 0, "%s", text);
            size_t room = FELT_COMPLAINT_BYTES - 1;
            size_t expected = before + bytes <= room ? before + bytes : before;
            assert_int_equal(strlen(c.text), expected < room ? expected : room);
        }
    }
}

static void complain_number_that_does_not_fit_is_left_out(void **state)
{
    (void)state;
    char text[FELT_COMPLAINT_BYTES - 2];
    memset(text, 'a', sizeof text);
    struct felt_complaint c;
    (void)felt_complain(&c, FELT_OK, 0, 0, "%.*s%d", (int)sizeof text, text, 12);
    assert_int_equal(strlen(c.text), sizeof text);
}

static void complain_unknown_conversion_stops(void **state)
{
    (void)state;
    struct felt_complaint c;
    assert_stops((void)felt_complain(&c, FELT_OK, 0, 0, "%x", 1U));
    assert_stops((void)felt_complain(&c, FELT_OK, 0, 0, "%5d", 1));
    assert_stops((void)felt_complain(&c, FELT_OK, 0, 0, "%.*d", 2, 1));
    assert_stops((void)felt_complain(&c, FELT_OK, 0, 0, "%f", 1.0));
}

static void quote_any_bytes_gives_short_printable_text(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t bytes;
        const char *shown;
    } rows[] = {
        {"", 0, ""},
        {"Xx", 2, "Xx"},
        {"a\0b", 3, "a\\x00b"},
        {"123456789012345678901234567890123456", 36, "123456789012345678901234567890123456"},
        {"1234567890123456789012345678901234567", 37, "123456789012345678901234567890123456..."},
        {"\0\0\0\0\0\0\0\0\0\0\0\0", 12, "\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00\\x00..."},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char out[FELT_QUOTE_BYTES];
        felt_quote(rows[i].text, rows[i].bytes, out);
        assert_string_equal(out, rows[i].shown);
    }
}

TEST_MODULE(status)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(status_every_value_has_its_own_text),
        cmocka_unit_test(status_value_outside_the_list_has_a_text),
        cmocka_unit_test(complain_without_complaint_returns_status),
        cmocka_unit_test(complain_fills_place_and_text),
        cmocka_unit_test(complain_conversions_agree_with_printf),
        cmocka_unit_test(complain_foreign_text_is_disarmed),
        cmocka_unit_test(complain_long_text_is_cut_between_characters),
        cmocka_unit_test(complain_number_that_does_not_fit_is_left_out),
        cmocka_unit_test(complain_unknown_conversion_stops),
        cmocka_unit_test(quote_any_bytes_gives_short_printable_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
