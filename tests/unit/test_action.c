/* test_action.c -- options: what they admit, how many actions they stand for, the n-th of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "assert_trap.h"
#include "felt/action.h"
#include "module.h"

#include <stdio.h>
#include <string.h>

enum { AMOUNTS = 24, CARD_SETS = 64, CHOICES = 6 };

static void action_words_are_all_there(void **state)
{
    (void)state;
    assert_string_equal(felt_action_word(FELT_FOLD), "fold");
    assert_string_equal(felt_action_word(FELT_RAISE_TO), "raise_to");
    assert_string_equal(felt_action_word(FELT_BRING_IN), "bring_in");
    for (int a = 0; a < FELT_ACTION_KINDS; a++) {
        const char *word = felt_action_word((enum felt_action_kind)a);
        assert_non_null(word);
        assert_true(word[0] != 0 && strspn(word, "abcdefghijklmnopqrstuvwxyz_") == strlen(word));
        for (int b = 0; b < a; b++)
            assert_string_not_equal(word, felt_action_word((enum felt_action_kind)b));
    }
    assert_stops(felt_action_word(FELT_ACTION_KINDS));
}

static void action_options_admit_what_they_say(void **state)
{
    (void)state;
    static const struct felt_option fold = {.kind = FELT_FOLD},
                                    call = {.kind = FELT_CALL, .min = 30, .max = 30},
                                    raise = {.kind = FELT_RAISE_TO, .min = 40, .max = 60},
                                    discard = {.kind = FELT_DISCARD,
                                               .cards = 0x1B,
                                               .cards_min = 1,
                                               .cards_max = 2},
                                    choose = {.kind = FELT_CHOOSE, .choice_max = 3};
    static const struct {
        const struct felt_option *option;
        struct felt_action action;
        bool admitted;
    } rows[] = {
        {&fold, {.kind = FELT_FOLD}, true},
        {&fold, {.kind = FELT_CHECK}, false},
        {&fold, {.kind = FELT_FOLD, .amount = 1}, false},
        {&fold, {.kind = FELT_FOLD, .choice = 1}, false},
        {&fold, {.kind = FELT_FOLD, .cards = 1}, false},
        {&call, {.kind = FELT_CALL}, true},
        {&call, {.kind = FELT_CALL, .amount = 30}, false}, /* what moves is not what is said */
        {&raise, {.kind = FELT_RAISE_TO, .amount = 40}, true},
        {&raise, {.kind = FELT_RAISE_TO, .amount = 60}, true},
        {&raise, {.kind = FELT_RAISE_TO, .amount = 39}, false},
        {&raise, {.kind = FELT_RAISE_TO, .amount = 61}, false},
        {&raise, {.kind = FELT_RAISE_TO, .amount = -40}, false},
        {&raise, {.kind = FELT_RAISE_TO, .amount = 50, .cards = 2}, false},
        {&raise, {.kind = FELT_RAISE_TO}, false},
        {&discard, {.kind = FELT_DISCARD, .cards = 1}, true},
        {&discard, {.kind = FELT_DISCARD, .cards = 0x12}, true},
        {&discard, {.kind = FELT_DISCARD}, false},
        {&discard, {.kind = FELT_DISCARD, .cards = 0x13}, false},
        {&discard, {.kind = FELT_DISCARD, .cards = 4}, false},
        {&discard, {.kind = FELT_DISCARD, .cards = (uint64_t)1 << 63}, false},
        {&choose, {.kind = FELT_CHOOSE}, true},
        {&choose, {.kind = FELT_CHOOSE, .choice = 3}, true},
        {&choose, {.kind = FELT_CHOOSE, .choice = 4}, false},
        {&choose, {.kind = FELT_CHOOSE, .choice = 65535}, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (felt_option_admits(rows[i].option, rows[i].action) != rows[i].admitted)
            fail_msg("row %zu: %d", i, !rows[i].admitted);
}

/* Lists of options small enough to try every action there could be. */
struct list {
    int count;
    struct felt_option option[FELT_OPTIONS_MAX];
    int64_t actions;
};
static const struct list lists[] = {
    {0, {{0}}, 0},
    {1, {{.kind = FELT_FOLD}}, 1},
    {3,
     {{.kind = FELT_FOLD},
      {.kind = FELT_CALL, .min = 5, .max = 5},
      {.kind = FELT_RAISE_TO, .min = 7, .max = 20}},
     16},
    {2, {{.kind = FELT_CHECK}, {.kind = FELT_RAISE_TO, .min = 9, .max = 9}}, 2},
    {1, {{.kind = FELT_DISCARD, .cards = 0x1F, .cards_max = 5}}, 32},
    {1, {{.kind = FELT_DISCARD, .cards = 0x1F, .cards_max = 3}}, 26},
    {1, {{.kind = FELT_DISCARD, .cards = 0x2A, .cards_min = 1, .cards_max = 1}}, 3},
    {1, {{.kind = FELT_DISCARD, .cards = 0x3, .cards_min = 2, .cards_max = 5}}, 1},
    {2, {{.kind = FELT_CHOOSE, .choice_max = 4}, {.kind = FELT_RUNS, .choice_max = 1}}, 7},
    {2,
     {{.kind = FELT_COMMIT, .cards = 0x15, .cards_min = 1, .cards_max = 1},
      {.kind = FELT_CONTINUE}},
     4},
    {1, {{.kind = FELT_MOVE, .choice_max = 2, .cards = 0x7, .cards_max = 1}}, 12},
};

static int admitting(const struct list *list, struct felt_action action)
{
    int count = 0;
    for (int i = 0; i < list->count; i++) count += felt_option_admits(&list->option[i], action);
    return count;
}

/* A3: every legal action once.  There are as many as trying them all finds. */
static void action_count_is_what_trying_finds(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        const struct list *list = &lists[i];
        int64_t found = 0;
        struct felt_action action = {0};
        for (int kind = 0; kind < FELT_ACTION_KINDS; kind++)
            for (action.amount = -1; action.amount < AMOUNTS; action.amount++)
                for (action.cards = 0; action.cards < CARD_SETS; action.cards++)
                    for (action.choice = 0; action.choice < CHOICES; action.choice++) {
                        action.kind = (uint8_t)kind;
                        int by = admitting(list, action);
                        assert_true(by <= 1); /* A2 */
                        found += by;
                    }
        assert_int_equal(found, list->actions);
        assert_int_equal(felt_options_count(list->option, list->count), list->actions);
    }
}

static bool same(struct felt_action a, struct felt_action b)
{
    return a.kind == b.kind && a.amount == b.amount && a.cards == b.cards && a.choice == b.choice;
}

static void action_pick_numbers_them_all(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        const struct list *list = &lists[i];
        struct felt_action seen[32];
        for (int64_t n = 0; n < list->actions; n++) {
            seen[n] = felt_options_pick(list->option, list->count, n);
            assert_int_equal(admitting(list, seen[n]), 1);
            for (int64_t m = 0; m < n; m++) assert_false(same(seen[m], seen[n]));
        }
    }
    struct felt_action third = felt_options_pick(lists[2].option, lists[2].count, 2);
    assert_int_equal(third.kind, FELT_RAISE_TO); /* options in order, amounts upwards */
    assert_int_equal(third.amount, 7);
    assert_int_equal(felt_options_pick(lists[2].option, lists[2].count, 15).amount, 20);
}

static void action_pick_of_no_action_stops(void **state)
{
    (void)state;
    assert_stops(felt_options_pick(lists[2].option, lists[2].count, lists[2].actions));
    assert_stops(felt_options_pick(lists[2].option, lists[2].count, -1));
    assert_stops(felt_options_pick(lists[0].option, lists[0].count, 0));
}

static void action_count_stops_at_the_largest_number(void **state)
{
    (void)state;
    struct felt_option all = {.kind = FELT_DISCARD, .cards = UINT64_MAX, .cards_max = 64};
    struct felt_option two[2] = {{.kind = FELT_RAISE_TO, .min = 1, .max = INT64_MAX - 1},
                                 {.kind = FELT_CHOOSE, .choice_max = 65535}};
    assert_true(felt_options_count(&all, 1) == INT64_MAX);
    assert_true(felt_options_count(two, 1) == INT64_MAX - 1);
    assert_true(felt_options_count(two, 2) == INT64_MAX);
    all.cards_min = 1; /* nearly all of 2^64 sets: the last that can be numbered is one of them */
    all.cards_max = 60;
    assert_true(felt_option_admits(&all, felt_options_pick(&all, 1, INT64_MAX - 1)));
    all.cards_min = 0;
    all.cards_max = 3; /* 1 + 64 + 2016 + 41664 */
    assert_int_equal(felt_options_count(&all, 1), 43745);
    assert_int_equal(felt_options_pick(&all, 1, 43744).cards, (uint64_t)7 << 61);
}

TEST_MODULE(action)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(action_words_are_all_there),
        cmocka_unit_test(action_options_admit_what_they_say),
        cmocka_unit_test(action_count_is_what_trying_finds),
        cmocka_unit_test(action_pick_numbers_them_all),
        cmocka_unit_test(action_pick_of_no_action_stops),
        cmocka_unit_test(action_count_stops_at_the_largest_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
