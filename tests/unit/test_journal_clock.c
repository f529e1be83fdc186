/* test_journal_clock.c -- the time of tables stands while their journal takes nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "store/journal/journal_clock.h"
#include "module.h"

enum { MS = 1000, STALL = FELT_JOURNAL_STALL_US };

static void clock_goes_while_the_journal_does(void **state)
{
    (void)state;
    struct felt_journal_clock clock = {0};
    for (int64_t now = MS; now < 5000 * MS; now += 100 * MS) { /* slow, but it goes on */
        assert_false(felt_journal_clock_mind(&clock, (uint64_t)now, 10, now));
        assert_int_equal(felt_journal_clock_at(&clock, now), now);
    }
    /* Nothing waits: a silent journal is no slow one. */
    assert_false(felt_journal_clock_mind(&clock, 1, 0, 9000 * MS));
    assert_false(felt_journal_clock_mind(&clock, 1, 0, 20000 * MS));
}

static void clock_stands_while_nothing_is_acknowledged(void **state)
{
    (void)state;
    struct felt_journal_clock clock = {0};
    assert_false(felt_journal_clock_mind(&clock, 7, 10, 1000 * MS));
    assert_false(felt_journal_clock_mind(&clock, 7, 10, 1000 * MS + STALL));
    int64_t stands = 1000 * MS + STALL + 1;
    assert_true(felt_journal_clock_mind(&clock, 7, 10, stands));
    assert_int_equal(felt_journal_clock_at(&clock, stands + 5000 * MS), stands);
    assert_true(felt_journal_clock_mind(&clock, 7, 10, stands + 9000 * MS));
    assert_false(felt_journal_clock_mind(&clock, 8, 10, stands + 10000 * MS));
    assert_int_equal(felt_journal_clock_at(&clock, stands + 10000 * MS), stands);
    assert_int_equal(felt_journal_clock_at(&clock, stands + 10001 * MS), stands + MS);
}

static void clock_stands_while_too_much_waits(void **state)
{
    (void)state;
    struct felt_journal_clock clock = {0};
    assert_false(felt_journal_clock_mind(&clock, 1, FELT_JOURNAL_WAITING_MAX, 1000 * MS));
    assert_true(felt_journal_clock_mind(&clock, 2, FELT_JOURNAL_WAITING_MAX + 1, 1001 * MS));
    assert_true(felt_journal_clock_mind(&clock, 3, FELT_JOURNAL_WAITING_MAX + 1, 1002 * MS));
    assert_false(felt_journal_clock_mind(&clock, 4, 100, 1003 * MS));
    assert_int_equal(felt_journal_clock_at(&clock, 1003 * MS), 1001 * MS);
}

static void clock_is_news_after_an_error_or_a_long_silence(void **state)
{
    (void)state;
    struct felt_journal_clock clock = {0};
    (void)felt_journal_clock_mind(&clock, 7, 10, 1000 * MS);
    int64_t stands = 1000 * MS + STALL + 1;
    assert_true(felt_journal_clock_mind(&clock, 7, 10, stands));
    assert_false(felt_journal_clock_news(&clock, false, stands + FELT_JOURNAL_SILENCE_US));
    assert_true(felt_journal_clock_news(&clock, false, stands + FELT_JOURNAL_SILENCE_US + 1));
    assert_true(clock.told);
    assert_false(felt_journal_clock_news(&clock, true, stands + FELT_JOURNAL_SILENCE_US + 2));
    assert_false(felt_journal_clock_mind(&clock, 8, 10, stands + 9000 * MS));
    assert_true(felt_journal_clock_news(&clock, false, stands + 9000 * MS));
    assert_false(clock.told);
    /* An error is told at once; a short stall never. */
    assert_true(felt_journal_clock_mind(&clock, 8, 10, stands + 9300 * MS));
    assert_true(felt_journal_clock_news(&clock, true, stands + 9300 * MS));
    assert_false(felt_journal_clock_mind(&clock, 9, 10, stands + 9400 * MS));
    assert_true(felt_journal_clock_news(&clock, false, stands + 9400 * MS));
    assert_true(felt_journal_clock_mind(&clock, 9, 10, stands + 9700 * MS));
    assert_false(felt_journal_clock_news(&clock, false, stands + 9700 * MS));
}

TEST_MODULE(journal_clock)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clock_goes_while_the_journal_does),
        cmocka_unit_test(clock_stands_while_nothing_is_acknowledged),
        cmocka_unit_test(clock_stands_while_too_much_waits),
        cmocka_unit_test(clock_is_news_after_an_error_or_a_long_silence),
    };
    return cmocka_run_group_tests_name("journal_clock", tests, NULL, NULL);
}
