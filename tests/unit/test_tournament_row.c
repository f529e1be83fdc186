/* test_tournament_row.c -- settings of tournaments as texts (docs/ROOM.md 13). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/rng.h"
#include "server/room/tournaments/row.h"
#include "module.h"
#include "os/secret.h"

#include <string.h>

static char text[2][FELT_TOURNAMENT_ROW_BYTES + 1];

static const char *written(const struct felt_tournament_row *row,
                           char out[FELT_TOURNAMENT_ROW_BYTES + 1])
{
    struct felt_buffer buffer = felt_buffer_make(out, FELT_TOURNAMENT_ROW_BYTES + 1);
    felt_tournament_row_write(row, &buffer);
    assert_false(buffer.overflow);
    return felt_buffer_terminate(&buffer);
}

/* The value of one setting, as it is written. */
static const char *value_of(const struct felt_tournament_row *row, const char *key)
{
    static char out[FELT_TOURNAMENT_ROW_BYTES + 1];
    struct felt_buffer buffer = felt_buffer_make(out, sizeof out);
    for (int i = 0; felt_tournament_row_key(i, NULL); i++)
        if (strcmp(felt_tournament_row_key(i, NULL), key) == 0)
            felt_tournament_row_value(row, i, &buffer);
    return felt_buffer_terminate(&buffer);
}

static void set(struct felt_tournament_row *row, const char *key, const char *value)
{
    struct felt_complaint complaint = {0};
    if (felt_tournament_row_set(row, key, value, &complaint) != FELT_OK)
        fail_msg("%s = %s: %s", key, value, complaint.text);
}

static struct felt_tournament_row usual(void)
{
    struct felt_tournament_row row;
    felt_tournament_row_usual(&row);
    set(&row, "id", "friday");
    return row;
}

static void verify(const struct felt_tournament_row *row)
{
    struct felt_complaint complaint = {0};
    if (felt_tournament_row_verify(row, &complaint) != FELT_OK) fail_msg("%s", complaint.text);
}

static void same_plans(const struct felt_director_plan *a, const struct felt_director_plan *b)
{
    assert_int_equal(a->levels, b->levels);
    for (int i = 0; i < a->levels; i++) {
        assert_int_equal(a->level[i].small, b->level[i].small);
        assert_int_equal(a->level[i].big, b->level[i].big);
        assert_int_equal(a->level[i].ante, b->level[i].ante);
        assert_int_equal(a->level[i].ms, b->level[i].ms);
        assert_int_equal(a->level[i].hands, b->level[i].hands);
    }
    assert_int_equal(a->prizes.rows, b->prizes.rows);
    assert_int_equal(a->prizes.runs, b->prizes.runs);
    for (uint32_t i = 0; i < a->prizes.rows; i++) {
        assert_int_equal(a->prizes.row[i].entries_min, b->prizes.row[i].entries_min);
        assert_int_equal(a->prizes.row[i].first, b->prizes.row[i].first);
        assert_int_equal(a->prizes.row[i].count, b->prizes.row[i].count);
    }
    for (uint32_t i = 0; i < a->prizes.runs; i++) {
        assert_int_equal(a->prizes.run[i].last_place, b->prizes.run[i].last_place);
        assert_int_equal(a->prizes.run[i].weight, b->prizes.run[i].weight);
    }
    assert_int_equal(a->start, b->start);
    assert_int_equal(a->start_ms, b->start_ms);
    assert_int_equal(a->house_max, b->house_max);
    assert_int_equal(a->tables_max, b->tables_max);
    assert_int_equal(a->entrants_min, b->entrants_min);
    assert_int_equal(a->entrants_max, b->entrants_max);
}

/* Written, read and written again: the same row. */
static void round_trip(const struct felt_tournament_row *row)
{
    struct felt_complaint complaint = {0};
    struct felt_tournament_row again;
    const char *first = written(row, text[0]);
    if (felt_tournament_row_read(&again, first, strlen(first), &complaint) != FELT_OK)
        fail_msg("%s\n%s", complaint.text, first);
    assert_string_equal(written(&again, text[1]), first);
    same_plans(&row->plan, &again.plan);
    assert_memory_equal(row->key, again.key, sizeof row->key);
    assert_int_equal(row->pace, again.pace);
    assert_int_equal(row->start, again.start);
}

static void tournament_row_usual_is_a_sit_and_go(void **state)
{
    (void)state;
    struct felt_tournament_row row = usual();
    verify(&row);
    assert_int_equal(row.plan.start, FELT_DIRECTOR_WHEN_FULL);
    assert_int_equal(row.plan.entrants_max, 6);
    assert_int_equal(row.plan.house_max, 6);
    assert_int_equal(row.plan.level[0].small, 10); /* 1500 chips are 75 big blinds */
    assert_int_equal(row.plan.level[0].big, 20);
    assert_int_equal(felt_prizes_places(&row.plan.prizes, 6), 2);
    round_trip(&row);
}

static void tournament_row_levels_are_read_as_written(void **state)
{
    (void)state;
    static const char list[] = "10m 10/20 15/30 25/50 break=5m 8m 50/100/10 20hands 75/150/15 "
                               "100/200/20";
    struct felt_tournament_row row = usual();
    set(&row, "levels", list);
    assert_string_equal(value_of(&row, "levels"), list);
    assert_int_equal(row.plan.levels, 7);
    assert_int_equal(row.plan.level[2].ms, 600000);
    assert_int_equal(row.plan.level[3].big, 0);
    assert_int_equal(row.plan.level[3].ms, 300000);
    assert_int_equal(row.plan.level[4].ante, 10);
    assert_int_equal(row.plan.level[4].ms, 480000);
    assert_int_equal(row.plan.level[5].hands, 20);
    assert_int_equal(row.plan.level[6].hands, 0); /* the last one: for ever */
    verify(&row);
    round_trip(&row);
    set(&row, "levels", "1/2");
    verify(&row);
    round_trip(&row);
}

/* A preset follows the stack, whichever is said first. */
static void tournament_row_presets_follow_the_stack(void **state)
{
    (void)state;
    static const char *const paces[] = {"hyper", "turbo", "regular", "deep"};
    for (int i = 0; i < 4; i++) {
        struct felt_tournament_row first = usual(), last = usual();
        set(&first, "stack", "30000");
        set(&first, "levels", paces[i]);
        set(&last, "levels", paces[i]);
        set(&last, "ante", "big");
        set(&last, "stack", "30000");
        set(&last, "ante", "each");
        same_plans(&first.plan, &last.plan);
        verify(&first);
        round_trip(&first);
        felt_tournament_row_fix(&first, 1, &felt_secret_digests);
        assert_true(felt_tournament_row_fixed(&first));
        same_plans(&first.plan, &last.plan);
        set(&first, "stack", "100");
        same_plans(&first.plan, &first.plan);
        assert_int_equal(first.plan.level[0].small, last.plan.level[0].small);
        round_trip(&first);
    }
    struct felt_tournament_row row = usual();
    set(&row, "ante", "big");
    assert_int_equal(row.plan.level[5].ante, row.plan.level[5].big);
    set(&row, "stack", "1"); /* never less than one chip */
    assert_int_equal(row.plan.level[0].small, 1);
    verify(&row);
}

static void tournament_row_prizes(void **state)
{
    (void)state;
    struct felt_tournament_row row = usual();
    set(&row, "prizes", "2: 100, 5: 65 35, 9: 50 30 20, 28: 30 20.25 14 10 2.5*8");
    assert_string_equal(value_of(&row, "prizes"),
                        "2: 100, 5: 65 35, 9: 50 30 20, 28: 30 20.25 14 10 2.5*8");
    assert_int_equal(felt_prizes_places(&row.plan.prizes, 28), 12);
    assert_int_equal(felt_prizes_of(&row.plan.prizes, 5, 1000, 2), 350);
    round_trip(&row);
    set(&row, "prizes", "100");
    assert_string_equal(value_of(&row, "prizes"), "winner");
}

static void tournament_row_prizes_must_not_grow(void **state)
{
    (void)state;
    struct felt_tournament_row row = usual();
    struct felt_complaint complaint = {0};
    assert_int_equal(felt_tournament_row_set(&row, "prizes", "10 10 10 5 5.5", &complaint),
                     FELT_BAD_FORMAT);
    assert_non_null(strstr(complaint.text, "never grow"));
    static const char *const presets[] = {"usual", "winner", "top3", "flat"};
    for (int i = 0; i < 4; i++) {
        set(&row, "prizes", presets[i]);
        assert_string_equal(value_of(&row, "prizes"), presets[i]);
        round_trip(&row);
        struct felt_tournament_row fixed = row;
        felt_tournament_row_fix(&fixed, 1, &felt_secret_digests);
        round_trip(&fixed); /* as a list: the next version may have another preset */
        assert_null(strstr(value_of(&fixed, "prizes"), presets[i]));
        for (uint32_t entries = 2; entries <= 10000; entries += 1 + entries / 9) {
            uint32_t places = felt_prizes_places(&row.plan.prizes, entries);
            felt_chips sum = 0;
            for (uint32_t place = 1; place <= places; place++)
                sum += felt_prizes_of(&row.plan.prizes, entries, 1000003, place);
            assert_int_equal(sum, 1000003);
            assert_true(places <= entries);
        }
    }
}

static void tournament_row_start(void **state)
{
    (void)state;
    static const struct {
        const char *typed, *kept;
        int64_t ms;
    } rows[] = {
        {"2026-11-20 20:00", "2026-11-20 20:00", INT64_C(1795204800000)},
        {"2026-11-20 20:00Z", "2026-11-20 20:00", INT64_C(1795204800000)},
        {"2026-11-20T20:00 UTC", "2026-11-20 20:00", INT64_C(1795204800000)},
        {"2026-11-20 21:00 +01:00", "2026-11-20 20:00", INT64_C(1795204800000)},
        {"2026-11-20 15:30-0430", "2026-11-20 20:00", INT64_C(1795204800000)},
        {"2024-02-29 00:00:07.050", "2024-02-29 00:00:07.050", INT64_C(1709164807050)},
        {"daily 20:00", "daily 20:00", 20 * 3600000},
        {"+90s", "+90s", 90000},
        {"+10m", "+10m", 600000},
        {"full", "full", 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_tournament_row row = usual();
        set(&row, "start", rows[i].typed);
        assert_string_equal(value_of(&row, "start"), rows[i].kept);
        assert_int_equal(row.plan.start_ms, rows[i].ms);
        round_trip(&row);
    }
}

static void tournament_row_fix_makes_a_moment_of_it(void **state)
{
    (void)state;
    const int64_t day = 86400000, noon = 20000 * day + day / 2;
    struct felt_tournament_row row = usual();
    set(&row, "start", "daily 20:00");
    felt_tournament_row_fix(&row, noon, &felt_secret_digests);
    assert_int_equal(row.plan.start_ms, 20000 * day + 20 * 3600000);
    assert_int_equal(row.every_ms, day);
    row = usual();
    set(&row, "start", "daily 12:00");
    felt_tournament_row_fix(&row, noon, &felt_secret_digests);
    assert_int_equal(row.plan.start_ms, noon + day); /* this very moment is too late */
    row = usual();
    set(&row, "start", "+10m");
    felt_tournament_row_fix(&row, noon, &felt_secret_digests);
    assert_int_equal(row.plan.start_ms, noon + 600000);
    assert_int_equal(row.every_ms, 0);
    round_trip(&row);
}

static void tournament_row_key_is_not_told(void **state)
{
    (void)state;
    struct felt_tournament_row row = usual();
    felt_tournament_row_fix(&row, 1, &felt_secret_digests);
    assert_true(felt_tournament_row_opens(&row, "", &felt_secret_digests));
    assert_false(felt_tournament_row_private(&row));
    set(&row, "key", "open sesame");
    assert_true(felt_tournament_row_private(&row));
    round_trip(&row);
    felt_tournament_row_fix(&row, 1, &felt_secret_digests);
    assert_true(felt_tournament_row_private(&row));
    assert_true(felt_tournament_row_opens(&row, "open sesame", &felt_secret_digests));
    assert_false(felt_tournament_row_opens(&row, "open sesam", &felt_secret_digests));
    assert_false(felt_tournament_row_opens(&row, "", &felt_secret_digests));
    assert_string_equal(value_of(&row, "key"), "yes");
    assert_null(strstr(written(&row, text[0]), "sesame"));
    round_trip(&row);
    set(&row, "key", "none");
    assert_false(felt_tournament_row_private(&row));
}

/* What is refused, and what the complaint tells to write. */
static void tournament_row_refuses(void **state)
{
    (void)state;
    static const struct {
        const char *key, *value, *says;
    } rows[] = {
        {"id", "Friday", "small letters"},
        {"id", "-a", "small letters"},
        {"id", "", "small letters"},
        {"id", "abcdefghijklmnopqrst", "1 to 19"},
        {"title", "a\tb", "control"},
        {"game", "holdme", "is it \"holdem\"?"},
        {"game", "narc", "felt variants"},
        {"limit", "none", "pot-limit"},
        {"format", "knockout", "bracket"},
        {"start", "tomorrow", "2026-11-20 20:00"},
        {"start", "2026-02-30 20:00", "2026-11-20 20:00"},
        {"start", "2026-11-20 24:00", "2026-11-20 20:00"},
        {"start", "2026-11-20 20:00 +99:00", "2026-11-20 20:00"},
        {"start", "+10", "+10m"},
        {"start", "daily 8pm", "daily 20:00"},
        {"seats", "1", "2 to 10"},
        {"seats", "6 ", "2 to 10"},
        {"seats", "99999999999999999999999", "2 to 10"},
        {"entrants", "9-6", "2-200"},
        {"entrants", "1", "2-200"},
        {"entrants", "2-10001", "10000"},
        {"house", "101", "0 to 100"},
        {"bots", "maybe", "yes or no"},
        {"stack", "0", "1 to"},
        {"buy-in", "-5", "0 to"},
        {"prizes", "", "rows"},
        {"prizes", "50 x", "50 30 20"},
        {"prizes", "50.123", "50 30 20"},
        {"prizes", "0", "50 30 20"},
        {"prizes", "50, 30", "50 30 20"},
        {"prizes", "5: 100", "begin at 2"},
        {"prizes", "2: 100, 2: 65 35", "grow"},
        {"prizes", "10*99999", "50 30 20"},
        {"levels", "", "ends with blinds"},
        {"levels", "fast", "10m 10/20"},
        {"levels", "10/20 15/30", "comes first"},
        {"levels", "10m 20/10", "neither"},
        {"levels", "10m 10/20 break=5m", "ends with blinds"},
        {"levels", "10m 10/20 break=3hands 20/40", "break=5m"},
        {"levels", "10m 10/20/1/1", "neither"},
        {"levels", "25h 10/20", "neither"},
        {"ante", "all", "big blind"},
        {"late", "65", "0 to 64"},
        {"clock", "20", "20s"},
        {"clock", "0s", "1s to"},
        {"every", "1s", "60s"},
        {"open", "60d", "0s to"},
        {"key", "abc", "4 to 63"},
        {"key", "sha256:12", "64 digits"},
        {"levls", "turbo", "is it \"levels\"?"},
        {"colour", "red", "docs/ROOM.md 13"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_tournament_row row = usual();
        struct felt_complaint complaint = {0};
        enum felt_status status =
            felt_tournament_row_set(&row, rows[i].key, rows[i].value, &complaint);
        if (status == FELT_OK || !strstr(complaint.text, rows[i].says))
            fail_msg("%s = %s: %d, \"%s\"", rows[i].key, rows[i].value, status, complaint.text);
        struct felt_tournament_row before = usual();
        assert_string_equal(written(&row, text[0]), written(&before, text[1]));
    }
}

/* Settings that are good each for itself, and not together. */
static void tournament_row_verify_refuses(void **state)
{
    (void)state;
    static const struct {
        const char *key[2], *value[2], *says;
    } rows[] = {
        {{"game"}, {"stud"}, "only games with blinds"},
        {{"late"}, {"3"}, "starts when it is full"},
        {{"start", "reentries"}, {"+10m", "1"}, "need late registration"},
        {{"format"}, {"bracket"}, "two seats"},
        {{"fee"}, {"101"}, "part of the buy-in"},
        {{"open"}, {"10m"}, "open at once"},
        {{"start", "every"}, {"daily 20:00", "2h"}, "24 hours"},
        {{"final-seats"}, {"5"}, "as many seats"},
        {{"entrants", "stack"}, {"10000", "1000000000000"}, "all stacks together"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_tournament_row row = usual();
        struct felt_complaint complaint = {0};
        for (int j = 0; j < 2 && rows[i].key[j]; j++) set(&row, rows[i].key[j], rows[i].value[j]);
        enum felt_status status = felt_tournament_row_verify(&row, &complaint);
        if (status == FELT_OK || !strstr(complaint.text, rows[i].says))
            fail_msg("%s = %s: %d, \"%s\"", rows[i].key[0], rows[i].value[0], status,
                     complaint.text);
    }
    struct felt_tournament_row row;
    felt_tournament_row_usual(&row);
    assert_int_equal(felt_tournament_row_verify(&row, NULL), FELT_BAD_NAME); /* no id */
}

/* Any of these values, in any order: if the row is good, its text makes the same row. */
static void tournament_row_any_text_makes_the_same_row(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        {"title", "Friday = fun # 100 %"},
        {"title", "\xc3\xa9t\xc3\xa9"},
        {"game", "omaha"},
        {"game", "holdem"},
        {"game", "short-deck"},
        {"limit", "pot-limit"},
        {"limit", "no-limit"},
        {"limit", "usual"},
        {"format", "shootout"},
        {"format", "freezeout"},
        {"start", "2031-01-02 03:04:05.6"},
        {"start", "2031-01-02 03:04:05.678"},
        {"start", "daily 00:00"},
        {"start", "+1d"},
        {"start", "full"},
        {"seats", "2"},
        {"seats", "6"},
        {"final-seats", "6"},
        {"final-seats", "0"},
        {"entrants", "2-300"},
        {"entrants", "9"},
        {"house", "33"},
        {"bots", "yes"},
        {"stack", "20000"},
        {"stack", "7"},
        {"buy-in", "1000"},
        {"fee", "50"},
        {"guarantee", "5000"},
        {"prizes", "33.33*3"},
        {"prizes", "1: 70 30, 9: 3 2 1"},
        {"prizes", "usual"},
        {"ante", "big"},
        {"levels", "90s 1/2 2/4/1 4/8"},
        {"levels", "9hands 1/2, break=60s, 2/4"},
        {"levels", "deep"},
        {"levels", "hyper"},
        {"late", "2"},
        {"late", "0"},
        {"reentries", "2"},
        {"bubble", "3"},
        {"clock", "1500ms"},
        {"bank", "0s"},
        {"pause", "1h"},
        {"open", "2d"},
        {"open", "0s"},
        {"every", "7d"},
        {"every", "once"},
        {"key", "four"},
        {"key", "none"},
    };
    struct felt_rng rng = felt_rng_make(14);
    int good = 0;
    for (int round = 0; round < 3000; round++) {
        struct felt_tournament_row row = usual();
        for (int i = 0; i < 8; i++) {
            uint32_t at = felt_rng_below(&rng, sizeof pairs / sizeof pairs[0]);
            (void)!felt_tournament_row_set(&row, pairs[at][0], pairs[at][1], NULL);
        }
        if (felt_rng_below(&rng, 2)) felt_tournament_row_fix(&row, 1234567, &felt_secret_digests);
        if (felt_tournament_row_verify(&row, NULL) != FELT_OK) continue;
        good++;
        round_trip(&row);
    }
    assert_true(good > 500);
}

static void tournament_row_read_refuses_bad_texts(void **state)
{
    (void)state;
    static const char *const texts[] = {"", "id = a\nnothing", "id = a\nseats = 11\n", "id=a\n",
                                        "id = a\nlevels = 10m 1/2 break=5m\n"};
    struct felt_tournament_row row = usual(), before = usual();
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct felt_complaint complaint = {0};
        assert_int_not_equal(felt_tournament_row_read(&row, texts[i], strlen(texts[i]), &complaint),
                             FELT_OK);
        assert_true(complaint.text[0] != '\0');
        assert_string_equal(written(&row, text[0]), written(&before, text[1]));
    }
}

TEST_MODULE(tournament_row)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tournament_row_usual_is_a_sit_and_go),
        cmocka_unit_test(tournament_row_levels_are_read_as_written),
        cmocka_unit_test(tournament_row_presets_follow_the_stack),
        cmocka_unit_test(tournament_row_prizes),
        cmocka_unit_test(tournament_row_prizes_must_not_grow),
        cmocka_unit_test(tournament_row_start),
        cmocka_unit_test(tournament_row_fix_makes_a_moment_of_it),
        cmocka_unit_test(tournament_row_key_is_not_told),
        cmocka_unit_test(tournament_row_refuses),
        cmocka_unit_test(tournament_row_verify_refuses),
        cmocka_unit_test(tournament_row_any_text_makes_the_same_row),
        cmocka_unit_test(tournament_row_read_refuses_bad_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
