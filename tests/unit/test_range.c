/* test_range.c -- the range language: what is accepted, what is refused and where, and the text
 * that comes back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/range.h"
#include "module.h"

#include <stdio.h>
#include <string.h>

static struct felt_range read_range(const char *text)
{
    struct felt_range range;
    struct felt_complaint complaint;
    if (felt_range_read(text, strlen(text), &range, &complaint) != FELT_OK)
        fail_msg("\"%s\" is refused at %zu: %s", text, complaint.at, complaint.text);
    return range;
}

static bool is_same(const struct felt_range *a, const struct felt_range *b)
{
    for (int combo = 0; combo < FELT_COMBOS; combo++)
        if (felt_range_has(a, combo) != felt_range_has(b, combo)) return false;
    return true;
}

/* ---- combinations ---- */

static void combo_numbers_are_all_different(void **state)
{
    (void)state;
    bool seen[FELT_COMBOS] = {false};
    for (felt_card a = 0; a < FELT_CARDS; a++) {
        for (felt_card b = 0; b < a; b++) {
            int combo = felt_combo_index(a, b);
            assert_int_equal(combo, felt_combo_index(b, a));
            assert_in_range(combo, 0, FELT_COMBOS - 1);
            assert_false(seen[combo]);
            seen[combo] = true;
            felt_card high, low;
            felt_combo_cards(combo, &high, &low);
            assert_int_equal(high, a);
            assert_int_equal(low, b);
        }
    }
}

static void range_remove_cards_takes_out_every_combination_with_them(void **state)
{
    (void)state;
    struct felt_range range = read_range("random");
    felt_range_remove_cards(&range, felt_cards_of(51) | felt_cards_of(0) | FELT_CARDS_JOKERS);
    assert_int_equal(felt_range_count(&range), 50 * 49 / 2);
    for (int combo = 0; combo < FELT_COMBOS; combo++) {
        felt_card high, low;
        felt_combo_cards(combo, &high, &low);
        assert_int_equal(felt_range_has(&range, combo), high != 51 && low != 0);
    }
}

/* ---- reading ---- */

static void range_terms_have_the_right_number_of_combinations(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int count;
    } cases[] = {
        {"QQ", 6},
        {"QQ+", 18},
        {"AA+", 6},
        {"22+", 78},
        {"TT-77", 24},
        {"77-TT", 24},
        {"TT-TT", 6},
        {"AKs", 4},
        {"AKo", 12},
        {"AK", 16},
        {"KA", 16},
        {"A2s+", 48},
        {"KTo+", 36},
        {"AKs+", 4},
        {"K2+", 176},
        {"76s+", 4},
        {"76s-54s", 12},
        {"54s-76s", 12},
        {"A5s-A2s", 16},
        {"A2s-A5s", 16},
        {"AT-A8", 48},
        {"KJo-J9o", 36},
        {"AhKh", 1},
        {"KhAh", 1},
        {"Ah*", 51},
        {"ahX", 51},
        {"10h10d", 1},
        {"1010+", 30},
        {"a10s", 4},
        {"random", 1326},
        {"RANDOM", 1326},
        {"random,!AA", 1320},
        {"AA,!AhAd", 5},
        {"100%", 1326},
        {"0.45%", 6},
        {"0.452489%", 6},
        {"15%", 196},
        {"015.000%", 196},
        {"qq+,aks", 22},
        {" QQ+ , AKs\t\n", 22},
        {"AA,AA", 6},
        {"AA,! AA,KK", 6},
        {"A\u2665K\u2660", 1},
        {"22", 6},
        {"54", 16},
        {"22%", 288},
        {".5%", 6},
        {"1.%", 12},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct felt_range range = read_range(cases[i].text);
        if (felt_range_count(&range) != cases[i].count)
            fail_msg("\"%s\" has %d combinations, not %d", cases[i].text, felt_range_count(&range),
                     cases[i].count);
    }
}

static void range_terms_mean_the_same_as_their_lists(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        {"QQ+", "QQ,KK,AA"},
        {"TT-77", "77,88,99,TT"},
        {"A2s+", "A2s,A3s,A4s,A5s,A6s,A7s,A8s,A9s,ATs,AJs,AQs,AKs"},
        {"KTo+", "KTo,KJo,KQo"},
        {"76s-54s", "76s,65s,54s"},
        {"J8o-96o", "J8o,T7o,96o"},
        {"A5s-A2s", "A5s,A4s,A3s,A2s"},
        {"AK", "AKs,AKo"},
        {"AKs", "AcKc,AdKd,AhKh,AsKs"},
        {"QQ", "QcQd,QcQh,QcQs,QdQh,QdQs,QhQs"},
        {"87o", "8c7d,8c7h,8c7s,8d7c,8d7h,8d7s,8h7c,8h7d,8h7s,8s7c,8s7d,8s7h"},
        {"random,!22+,!A2+", "random,!A2+,!22+"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        struct felt_range a = read_range(pairs[i][0]), b = read_range(pairs[i][1]);
        if (!is_same(&a, &b)) fail_msg("\"%s\" is not \"%s\"", pairs[i][0], pairs[i][1]);
    }
}

static void range_with_a_card_holds_that_card(void **state)
{
    (void)state;
    struct felt_range range = read_range("Td*");
    felt_card ten = felt_card_make(FELT_TEN, FELT_DIAMONDS);
    for (int combo = 0; combo < FELT_COMBOS; combo++) {
        felt_card high, low;
        felt_combo_cards(combo, &high, &low);
        assert_int_equal(felt_range_has(&range, combo), high == ten || low == ten);
    }
}

static void range_percent_takes_whole_kinds_that_fit(void **state)
{
    (void)state;
    int before = 0;
    for (int percent = 1; percent <= 100; percent++) {
        char text[8];
        snprintf(text, sizeof text, "%d%%", percent);
        struct felt_range range = read_range(text);
        int count = felt_range_count(&range), most = (percent * FELT_COMBOS + 50) / 100;
        assert_true(count <= most);
        assert_true(count > most - 12); /* the next kind would not fit */
        assert_true(count >= before);
        before = count;
    }
}

/* ---- refusing ---- */

static const struct refusal {
    const char *text;
    enum felt_status status;
    size_t at, length;
    const char *complaint;
} refusals[] = {
    {"", FELT_BAD_RANGE, 0, 0, "a range names at least one hand, as in QQ+,AKs"},
    {" \t", FELT_BAD_RANGE, 2, 0, "a range names at least one hand, as in QQ+,AKs"},
    {",AA", FELT_BAD_RANGE, 0, 1, "a range names at least one hand, as in QQ+,AKs"},
    {"AA,", FELT_BAD_RANGE, 3, 0, "a comma needs a hand behind it, as in AA,KK"},
    {"AA,,KK", FELT_BAD_RANGE, 3, 1, "a comma needs a hand behind it, as in AA,KK"},
    {"AKx", FELT_BAD_RANGE, 2, 1,
     "\"AKx\": after two ranks comes s (suited), o (offsuit) or nothing"},
    {"QQ+,AKd,JJ", FELT_BAD_RANGE, 6, 1,
     "\"AKd\": after two ranks comes s (suited), o (offsuit) or nothing"},
    {"JJ-", FELT_BAD_RANGE, 3, 0, "\"JJ-\": a pair range needs its other end, as in JJ-77"},
    {"JJ-,QQ", FELT_BAD_RANGE, 3, 1, "\"JJ-\": a pair range needs its other end, as in JJ-77"},
    {"AKs-", FELT_BAD_RANGE, 4, 0, "\"AKs-\": a dash needs its other end, as in 76s-54s"},
    {"AKs-!", FELT_BAD_RANGE, 4, 1, "\"AKs-!\": after the dash comes the other end, as in 76s-54s"},
    {"AKs-A", FELT_BAD_RANGE, 5, 0, "\"AKs-A\": after the dash come two ranks, as in A5s-A2s"},
    {"AKs-Ah", FELT_BAD_RANGE, 5, 1, "\"AKs-Ah\": after the dash come two ranks, as in A5s-A2s"},
    {"98s-76o", FELT_BAD_RANGE, 0, 7, "\"98s-76o\": both ends must be suited, or both offsuit"},
    {"K2-Q5s", FELT_BAD_RANGE, 0, 6, "\"K2-Q5s\": write s or o at both ends, or at neither"},
    {"K2s-Q5s", FELT_BAD_RANGE, 0, 7,
     "\"K2s-Q5s\": the ends must share the first rank, as in A5s-A2s, or the gap, as in 76s-54s"},
    {"JJ-AK", FELT_BAD_RANGE, 0, 5, "\"JJ-AK\": both ends must be pairs, as in JJ-77, or neither"},
    {"QQs", FELT_BAD_RANGE, 2, 1, "\"QQs\": a pair is neither suited nor offsuit; leave it out"},
    {"QQ-88o", FELT_BAD_RANGE, 5, 1,
     "\"QQ-88o\": a pair is neither suited nor offsuit; leave it out"},
    {"120%", FELT_BAD_RANGE, 0, 4, "\"120%\": a percentage is more than 0 and at most 100"},
    {"100.000001%", FELT_BAD_RANGE, 0, 11,
     "\"100.000001%\": a percentage is more than 0 and at most 100"},
    {"AA,0%", FELT_BAD_RANGE, 3, 2, "\"0%\": a percentage is more than 0 and at most 100"},
    {"99999999999999999999999%", FELT_BAD_RANGE, 0, 24,
     "\"99999999999999999999999%\": a percentage is more than 0 and at most 100"},
    {"0.4%", FELT_BAD_RANGE, 0, 4,
     "\"0.4%\": the best kind of hand, AA, is 0.45% of all; take at least that much"},
    {"1.5.5%", FELT_BAD_RANGE, 3, 1, "\"1.5.5%\": a number has one decimal point"},
    {"1.0000000%", FELT_BAD_RANGE, 8, 1, "\"1.0000000%\": a percentage has at most six decimals"},
    {".%", FELT_BAD_RANGE, 0, 1, "\".%\": a percentage needs a number"},
    {"15", FELT_BAD_RANGE, 0, 1, "\"15\": a share of all hands ends in %, as in 15%"},
    {"AhAh", FELT_BAD_RANGE, 2, 2,
     "\"AhAh\": a hand is two different cards; this one is there twice"},
    {"AhK", FELT_BAD_CARD, 3, 0, "\"AhK\": the second card needs a suit too: c, d, h or s"},
    {"AhKx", FELT_BAD_CARD, 3, 1, "\"AhKx\": the second card needs a suit too: c, d, h or s"},
    {"Ah", FELT_BAD_RANGE, 2, 0,
     "\"Ah\": after a card comes a second card, as in AhKd, or * for any card"},
    {"Ax", FELT_BAD_RANGE, 1, 1,
     "\"Ax\": * follows a card, as in Ah*; for every hand with a rank write A2+,AA"},
    {"A", FELT_BAD_RANGE, 1, 0,
     "\"A\": after a rank comes a second rank, as in AK, or a suit, as in Ah"},
    {"Jr", FELT_BAD_RANGE, 1, 1,
     "\"Jr\": after a rank comes a second rank, as in AK, or a suit, as in Ah"},
    {"XX", FELT_BAD_RANGE, 0, 1,
     "\"XX\": a hand begins with one of A K Q J T 9 .. 2; or write a share, as in 15%, or random"},
    {"AA KK", FELT_BAD_RANGE, 3, 1, "\"AA KK\": hands are separated by commas, as in AA,KK"},
    {"JJ - 77", FELT_BAD_RANGE, 3, 1,
     "\"JJ - 77\": write it without white space, as in JJ-77 or JJ+"},
    {"QQ++", FELT_BAD_RANGE, 3, 1, "\"QQ++\": here a comma or the end should follow"},
    {"AhKh+", FELT_BAD_RANGE, 4, 1, "\"AhKh+\": here a comma or the end should follow"},
    {"randomly", FELT_BAD_RANGE, 6, 1, "\"randomly\": here a comma or the end should follow"},
    {"TT\u201377", FELT_BAD_RANGE, 2, 3, "\"TT\u201377\": here a comma or the end should follow"},
    {"!AA", FELT_BAD_RANGE, 0, 1, "! takes hands out of what stands before it, as in random,!AA"},
    {"AA,!", FELT_BAD_RANGE, 3, 1, "! needs a hand behind it, as in random,!AA"},
    {"AA,!,KK", FELT_BAD_RANGE, 3, 1, "! needs a hand behind it, as in random,!AA"},
    {"AA,!AA", FELT_BAD_RANGE, 0, 6,
     "nothing is left of this range: its ! terms take all of it out"},
};

static void range_errors_say_where_and_what_to_do(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        const struct refusal *c = &refusals[i];
        struct felt_range range = {{42}};
        struct felt_complaint complaint;
        enum felt_status status = felt_range_read(c->text, strlen(c->text), &range, &complaint);
        if (status != c->status || complaint.at != c->at || complaint.length != c->length ||
            strcmp(complaint.text, c->complaint) != 0)
            fail_msg("\"%s\": status %d at %zu + %zu: %s", c->text, status, complaint.at,
                     complaint.length, complaint.text);
        assert_int_equal(range.combos[0], 42);
        assert_int_equal(felt_range_read(c->text, strlen(c->text), &range, NULL), status);
    }
}

static void range_text_of_any_bytes_is_refused_with_a_printable_complaint(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t bytes;
    } cases[] = {{"\0", 1},    {"AA\0", 3},        {"\xff\xfe", 2},
                 {"A\x80", 2}, {"AA,\x1b[31m", 8}, {"A\0K", 3}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct felt_range range;
        struct felt_complaint complaint;
        assert_int_equal(felt_range_read(cases[i].text, cases[i].bytes, &range, &complaint),
                         FELT_BAD_RANGE);
        for (const char *c = complaint.text; *c; c++) assert_in_range(*c, ' ', '~');
    }
}

static void range_text_has_a_longest_length(void **state)
{
    (void)state;
    char text[FELT_RANGE_TEXT_MAX + 1];
    memset(text, ' ', sizeof text);
    text[0] = text[1] = 'A';
    struct felt_range range;
    struct felt_complaint complaint;
    assert_int_equal(felt_range_read(text, FELT_RANGE_TEXT_MAX, &range, &complaint), FELT_OK);
    assert_int_equal(felt_range_read(text, sizeof text, &range, &complaint), FELT_BAD_RANGE);
    assert_int_equal(complaint.at, FELT_RANGE_TEXT_MAX);
    assert_string_equal(complaint.text, "a range has at most 4096 characters");
}

/* ---- writing ---- */

static void range_write_is_short_and_canonical(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"AA,KK,QQ", "QQ+"},
        {"AA", "AA"},
        {"KK,QQ,JJ", "KK-JJ"},
        {"KK,QQ", "KK,QQ"},
        {"AKs,AKo", "AK"},
        {"AK,AQs", "AK,AQs"},
        {"A2s+,ATo+", "A2s+,ATo+"},
        {"KQs,KJs", "KJs+"},
        {"A5s-A2s", "A5s-A2s"},
        {"76s-54s", "76s-54s"},
        {"76-54", "76-54"},
        {"76s,65s", "76s,65s"},
        {"KTs+,QTs+,JTs-54s", "KTs+,QTs+,JTs-54s"},
        {"AhKh", "AhKh"},
        {"AKs,!AhKh", "AKs,!AhKh"},
        {"AsKs,AcKc", "AsKs,AcKc"},
        {"Ah*", "Ah*"},
        {"100%", "random"},
        {"random,!AA", "random,!AA"},
        {"random,!As*,!Kd*", "random,!As*,!Kd*"},
        {"random,!Ac*,!Ad*,!Ah*,!As*", "random,!AA,!A2+"},
        {"22+,AT+,!Ah*", "22+,AT+,!Ah*"},
        {"2%", "JJ+"},
        {"15%", "55+,A7s+,A5s,A9o+,K9s+,KJo+,QJs"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[FELT_RANGE_TEXT_MAX];
        struct felt_range range = read_range(cases[i][0]);
        size_t length = felt_range_write(&range, text, sizeof text);
        assert_int_equal(length, strlen(text));
        assert_string_equal(text, cases[i][1]);
    }
}

static void range_write_cuts_like_snprintf(void **state)
{
    (void)state;
    struct felt_range range = read_range("QQ+,AKs"), empty = {0};
    char text[8] = "xxxxxxx";
    assert_int_equal(felt_range_write(&range, NULL, 0), 7);
    assert_int_equal(felt_range_write(&range, text, 1), 7);
    assert_string_equal(text, "");
    assert_int_equal(felt_range_write(&range, text, 5), 7);
    assert_string_equal(text, "QQ+,");
    assert_int_equal(text[5], 'x');
    assert_int_equal(felt_range_write(&range, text, 8), 7);
    assert_string_equal(text, "QQ+,AKs");
    assert_int_equal(felt_range_write(&empty, text, 8), 0);
    assert_string_equal(text, "");
}

/* The longest text we know how to ask for: in every kind the number of combinations that takes the
 * most room.  It must still be short enough to be read. */
static void range_write_of_the_worst_range_reads_back(void **state)
{
    (void)state;
    struct felt_range range = {0}, again;
    for (int high = 0; high < FELT_RANKS; high++) {
        for (int low = 0; low <= high; low++) {
            int suited = 0, offsuit = 0;
            for (int a = 0; a < FELT_SUITS; a++) {
                for (int b = 0; b < FELT_SUITS; b++) {
                    int combo = felt_combo_index(felt_card_make(high, a), felt_card_make(low, b));
                    if (high == low && a <= b) continue;
                    if (high != low && a == b && suited++ >= 2) continue;
                    if (a != b && offsuit++ >= (high == low ? 3 : 7)) continue;
                    felt_range_add(&range, combo);
                }
            }
        }
    }
    char text[FELT_RANGE_TEXT_MAX];
    size_t length = felt_range_write(&range, text, sizeof text);
    assert_in_range(length, 2500, 3627);
    assert_int_equal(felt_range_read(text, length, &again, NULL), FELT_OK);
    assert_true(is_same(&range, &again));
}

TEST_MODULE(range)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(combo_numbers_are_all_different),
        cmocka_unit_test(range_remove_cards_takes_out_every_combination_with_them),
        cmocka_unit_test(range_terms_have_the_right_number_of_combinations),
        cmocka_unit_test(range_terms_mean_the_same_as_their_lists),
        cmocka_unit_test(range_with_a_card_holds_that_card),
        cmocka_unit_test(range_percent_takes_whole_kinds_that_fit),
        cmocka_unit_test(range_errors_say_where_and_what_to_do),
        cmocka_unit_test(range_text_of_any_bytes_is_refused_with_a_printable_complaint),
        cmocka_unit_test(range_text_has_a_longest_length),
        cmocka_unit_test(range_write_is_short_and_canonical),
        cmocka_unit_test(range_write_cuts_like_snprintf),
        cmocka_unit_test(range_write_of_the_worst_range_reads_back),
    };
    return cmocka_run_group_tests_name("range", tests, NULL, NULL);
}
