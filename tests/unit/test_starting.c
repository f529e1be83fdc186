/* test_starting.c -- the order of the 169 kinds of starting hands, and some rows counted anew. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "module.h"
#include "starting_count.h"

#include <string.h>

static void starting_kinds_are_all_there_once(void **state)
{
    (void)state;
    bool seen[FELT_STARTING_KINDS] = {false};
    for (int place = 0; place < FELT_STARTING_KINDS; place++) {
        int kind = felt_starting_kind(place);
        assert_in_range(kind, 0, FELT_STARTING_KINDS - 1);
        assert_false(seen[kind]);
        seen[kind] = true;
    }
}

static void starting_equities_fall_and_average_a_half(void **state)
{
    (void)state;
    int64_t sum = 0;
    for (int place = 0; place < FELT_STARTING_KINDS; place++) {
        int kind = felt_starting_kind(place), first = kind / 13, second = kind % 13;
        if (place > 0) assert_true(felt_starting_equity(place) <= felt_starting_equity(place - 1));
        sum += (int64_t)felt_starting_equity(place) * (first == second  ? 6
                                                       : first > second ? 4
                                                                        : 12);
    }
    /* Random against random is a half; every row may be off by half a millionth. */
    assert_in_range(sum, (int64_t)FELT_COMBOS * 500000 - FELT_COMBOS / 2,
                    (int64_t)FELT_COMBOS * 500000 + FELT_COMBOS / 2);
}

static void starting_names_are_those_of_the_range_language(void **state)
{
    (void)state;
    static const struct {
        int kind;
        const char *name;
    } cases[] = {{13 * 12 + 12, "AA"}, {13 * 12 + 11, "AKs"}, {13 * 11 + 12, "AKo"}, {0, "22"},
                 {13 * 5 + 0, "72s"},  {13 * 0 + 5, "72o"}};
    char name[4];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        felt_starting_write(cases[i].kind, name);
        assert_string_equal(name, cases[i].name);
    }
    for (int kind = 0; kind < FELT_STARTING_KINDS; kind++) {
        struct felt_range range;
        felt_starting_write(kind, name);
        assert_int_equal(felt_range_read(name, strlen(name), &range, NULL), FELT_OK);
        int first = kind / 13, second = kind % 13;
        assert_int_equal(felt_range_count(&range), first == second ? 6 : first > second ? 4 : 12);
    }
}

static void starting_rows_counted_anew_are_the_same(void **state)
{
    (void)state;
    static const int places[] = {0, 7, 168};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        assert_int_equal(starting_count(places[i]), felt_starting_equity(places[i]));
}

TEST_MODULE(starting)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(starting_kinds_are_all_there_once),
        cmocka_unit_test(starting_equities_fall_and_average_a_half),
        cmocka_unit_test(starting_names_are_those_of_the_range_language),
        cmocka_unit_test(starting_rows_counted_anew_are_the_same),
    };
    return cmocka_run_group_tests_name("starting", tests, NULL, NULL);
}
