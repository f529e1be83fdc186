/* test_director_prizes.c -- how a prize pool is shared (RULES 19.12). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/rng.h"
#include "module.h"
#include "tournament/prizes.h"

static const struct felt_prize_table usual = {
    .rows = 3,
    .runs = 6,
    .row = {{2, 0, 1}, {4, 1, 2}, {7, 3, 3}},
    .run = {{1, 1}, {1, 65}, {2, 35}, {1, 50}, {2, 30}, {4, 10}}};

static void prizes_by_entries(void **state)
{
    (void)state;
    assert_int_equal(felt_prizes_places(&usual, 2), 1);
    assert_int_equal(felt_prizes_places(&usual, 3), 1);
    assert_int_equal(felt_prizes_places(&usual, 4), 2);
    assert_int_equal(felt_prizes_places(&usual, 6), 2);
    assert_int_equal(felt_prizes_places(&usual, 7), 4);
    assert_int_equal(felt_prizes_of(&usual, 3, 300, 1), 300);
    assert_int_equal(felt_prizes_of(&usual, 4, 400, 1), 260);
    assert_int_equal(felt_prizes_of(&usual, 4, 400, 2), 140);
    assert_int_equal(felt_prizes_of(&usual, 4, 400, 3), 0);
    assert_int_equal(felt_prizes_of(&usual, 9, 1000, 4), 100); /* a run of two places */
}

static void prizes_odd_chips_are_the_first_ones(void **state)
{
    (void)state;
    assert_int_equal(felt_prizes_of(&usual, 4, 101, 2), 35);
    assert_int_equal(felt_prizes_of(&usual, 4, 101, 1), 66);
    assert_int_equal(felt_prizes_of(&usual, 9, 7, 4), 0);
    assert_int_equal(felt_prizes_of(&usual, 9, 7, 2), 2);
    assert_int_equal(felt_prizes_of(&usual, 9, 7, 1), 5);
}

/* More places than entries: only those that are there. */
static void prizes_of_few_entries_add_up(void **state)
{
    (void)state;
    const struct felt_prize_table deep = {
        .rows = 1, .runs = 2, .row = {{0, 0, 2}}, .run = {{1, 3}, {50, 1}}};
    assert_int_equal(felt_prizes_places(&deep, 3), 3);
    assert_int_equal(felt_prizes_of(&deep, 3, 500, 1), 300);
    assert_int_equal(felt_prizes_of(&deep, 3, 500, 3), 100);
    assert_int_equal(felt_prizes_of(&deep, 3, 500, 4), 0);
}

/* P1, P2 with pools up to the largest. */
static void prizes_add_up_and_never_rise(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(18);
    for (int round = 0; round < 400; round++) {
        struct felt_prize_table table = {.rows = 1, .row = {{2, 0, 0}}};
        uint32_t weight = FELT_PRIZE_WEIGHT_MAX, place = 0;
        table.runs = 1 + felt_rng_below(&rng, 20);
        table.row[0].count = (uint16_t)table.runs;
        for (uint32_t i = 0; i < table.runs; i++) {
            weight = 1 + felt_rng_below(&rng, weight);
            place += 1 + felt_rng_below(&rng, 30);
            table.run[i] = (struct felt_prize_run){place, weight};
        }
        assert_null(felt_prizes_verify(&table));
        uint32_t entries = 2 + felt_rng_below(&rng, 10000);
        felt_chips pool = (felt_chips)(felt_rng_next(&rng) >> (20 + felt_rng_below(&rng, 40)));
        felt_chips sum = 0, before = INT64_MAX;
        for (uint32_t i = 1; i <= felt_prizes_places(&table, entries) + 2; i++) {
            felt_chips prize = felt_prizes_of(&table, entries, pool, i);
            assert_true(prize >= 0 && prize <= before);
            before = prize;
            sum += prize;
        }
        assert_int_equal(sum, pool);
    }
}

static void prizes_refuse_what_cannot_be_paid(void **state)
{
    (void)state;
    struct felt_prize_table bad = usual;
    assert_null(felt_prizes_verify(&bad));
    bad.rows = 0;
    assert_non_null(felt_prizes_verify(&bad));
    bad.rows = FELT_PRIZE_ROWS_MAX + 1;
    assert_non_null(felt_prizes_verify(&bad));
    bad = usual, bad.runs = FELT_PRIZE_RUNS_MAX + 1;
    assert_non_null(felt_prizes_verify(&bad));
    bad = usual, bad.row[0].entries_min = 3; /* two come: by which row? */
    assert_non_null(felt_prizes_verify(&bad));
    bad = usual, bad.row[2].entries_min = 4;
    assert_non_null(felt_prizes_verify(&bad));
    bad = usual, bad.row[2].count = 4;
    assert_non_null(felt_prizes_verify(&bad));
    bad = usual, bad.row[2].first = 60000;
    assert_non_null(felt_prizes_verify(&bad));
    bad = usual, bad.row[1].count = 0;
    assert_non_null(felt_prizes_verify(&bad));
    bad = usual, bad.run[2].last_place = 1;
    assert_non_null(felt_prizes_verify(&bad));
    bad = usual, bad.run[2].weight = 66; /* the second gets more than the first */
    assert_non_null(felt_prizes_verify(&bad));
    bad = usual, bad.run[0].weight = 0;
    assert_non_null(felt_prizes_verify(&bad));
}

TEST_MODULE(director_prizes)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(prizes_by_entries),
        cmocka_unit_test(prizes_odd_chips_are_the_first_ones),
        cmocka_unit_test(prizes_of_few_entries_add_up),
        cmocka_unit_test(prizes_add_up_and_never_rise),
        cmocka_unit_test(prizes_refuse_what_cannot_be_paid),
    };
    return cmocka_run_group_tests_name("director_prizes", tests, NULL, NULL);
}
