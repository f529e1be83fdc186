/* test_rng.c -- the generator against known answers and against chance.
 *
 * The known answers were computed by another program from the published definitions of SplitMix64
 * and xoroshiro128++ (the ones that begin with 0x60001 are also in other people's test suites). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/rng.h"
#include "module.h"
#include "statistics.h"

#include <stdlib.h>
#include <string.h>

static void rng_known_state_gives_known_words(void **state)
{
    (void)state;
    static const uint64_t words[] = {0x60001, 0x260C000660007, 0x180ACC04718606D3,
                                     0x9E226D35036FC4C7, 0x849BC9AC6B960BE4};
    struct felt_rng rng = {{1, 2}};
    for (int i = 0; i < 5; i++) assert_true(felt_rng_next(&rng) == words[i]);
}

static void rng_known_seed_gives_known_words(void **state)
{
    (void)state;
    static const struct {
        uint64_t seed, words[4];
    } rows[] = {
        {0, {0x6F68E1E7E2646EE1, 0xBF971B7F454094AD, 0x48F2DE556F30DE38, 0x6EA7C59F89BBFC75}},
        {1, {0x08260B0F1B52FCAC, 0x5D9320F71CE29FF1, 0x28197699EC67F190, 0x593B393B9D1E5795}},
        {20240, {0x8859479842EDA283, 0xFF27B192D7822143, 0x747A7B750552BE32, 0xD47482F8C1180A45}},
        {UINT64_MAX,
         {0xB897602E7938C912, 0x92AC733C00C69E74, 0x79077F68C57FD4F5, 0xC2236F3F6278B151}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_rng rng = felt_rng_make(rows[i].seed);
        for (int k = 0; k < 4; k++) assert_true(felt_rng_next(&rng) == rows[i].words[k]);
    }
}

static void rng_copy_repeats_the_future(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(5);
    (void)felt_rng_next(&rng);
    struct felt_rng copy = rng;
    for (int i = 0; i < 100; i++) assert_true(felt_rng_next(&rng) == felt_rng_next(&copy));
}

static void rng_state_is_never_zero(void **state)
{
    (void)state;
    /* The seeds that make one of the two words zero: they undo mix() and the step before it. */
    static const uint64_t seeds[] = {0, 0 - UINT64_C(0x9E3779B97F4A7C15),
                                     0 - 2 * UINT64_C(0x9E3779B97F4A7C15)};
    for (size_t i = 0; i < sizeof seeds / sizeof seeds[0]; i++) {
        struct felt_rng rng = felt_rng_make(seeds[i]);
        assert_true(rng.state[0] != 0 || rng.state[1] != 0);
        assert_true((rng.state[0] == 0) == (i == 1));
        assert_true((rng.state[1] == 0) == (i == 2));
    }
}

static void split_known_parent_gives_known_words(void **state)
{
    (void)state;
    static const struct {
        uint64_t label, words[3];
    } rows[] = {
        {0, {0xE2622626B1966224, 0x2229405E2A635D44, 0xC88ADBB36B40EAF2}},
        {1, {0x53562D248F56E2D9, 0x39E867E74CE6A69B, 0x5A708B5D468B302D}},
        {UINT64_MAX, {0x5EAC05DCD3AC3BEF, 0x26FF8C3840FF7C66, 0xAD863B1A34C4A50A}},
    };
    const struct felt_rng parent = felt_rng_make(7);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_rng child = felt_rng_split(&parent, rows[i].label);
        for (int k = 0; k < 3; k++) assert_true(felt_rng_next(&child) == rows[i].words[k]);
    }
}

static void split_leaves_parent_alone(void **state)
{
    (void)state;
    struct felt_rng parent = felt_rng_make(3), before = parent;
    struct felt_rng a = felt_rng_split(&parent, 9), b = felt_rng_split(&parent, 9);
    assert_memory_equal(&parent, &before, sizeof parent);
    assert_memory_equal(&a, &b, sizeof a);
    (void)felt_rng_next(&parent);
    b = felt_rng_split(&parent, 9);
    assert_memory_not_equal(&a, &b, sizeof a);
}

/* Two streams agree in half of their bits, give or take; so do a stream and another one shifted by
 * a word. */
static void split_streams_are_uncorrelated(void **state)
{
    (void)state;
    enum { STREAMS = 24, WORDS = 2048 };
    static uint64_t words[STREAMS][WORDS];
    struct felt_rng parent = felt_rng_make(1);
    struct felt_rng child = felt_rng_split(&parent, 0), same = parent;
    for (int s = 0; s < STREAMS; s++) {
        struct felt_rng rng = felt_rng_split(&parent, (uint64_t)s);
        if (s == 0) rng = same;                      /* the parent itself */
        if (s == 1) rng = felt_rng_split(&child, 0); /* a grandchild      */
        if (s == 2) rng = felt_rng_split(&parent, UINT64_C(1) << 63);
        for (int w = 0; w < WORDS; w++) words[s][w] = felt_rng_next(&rng);
    }
    double spread = sqrt(64.0 * WORDS) / 2;
    for (int a = 0; a < STREAMS; a++) {
        for (int b = 0; b < a; b++) {
            int agree = 0, shifted = 0;
            for (int w = 0; w < WORDS; w++) {
                agree += __builtin_popcountll(words[a][w] ^ words[b][w]);
                shifted += __builtin_popcountll(words[a][w] ^ words[b][(w + 1) % WORDS]);
            }
            assert_true(fabs(agree - 32.0 * WORDS) < 5 * spread);
            assert_true(fabs(shifted - 32.0 * WORDS) < 5 * spread);
        }
    }
}

static int compare_words(const void *a, const void *b)
{
    uint64_t x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return (x > y) - (x < y);
}

static void split_neighbouring_labels_spread_evenly(void **state)
{
    (void)state;
    enum { LABELS = 1 << 16, CELLS = 256 };
    static uint64_t firsts[LABELS];
    uint32_t high[CELLS] = {0}, low[CELLS] = {0};
    const struct felt_rng parent = felt_rng_make(11);
    for (uint64_t label = 0; label < LABELS; label++) {
        struct felt_rng child = felt_rng_split(&parent, label);
        firsts[label] = felt_rng_next(&child);
        high[firsts[label] >> 56]++;
        low[firsts[label] & 255]++;
    }
    assert_true(looks_uniform(high, CELLS, LABELS / CELLS));
    assert_true(looks_uniform(low, CELLS, LABELS / CELLS));
    qsort(firsts, LABELS, sizeof firsts[0], compare_words);
    for (int i = 1; i < LABELS; i++) assert_true(firsts[i] != firsts[i - 1]);
}

static void below_one_is_zero(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(1);
    for (int i = 0; i < 1000; i++) assert_int_equal(felt_rng_below(&rng, 1), 0);
}

static void below_small_bounds_is_uniform(void **state)
{
    (void)state;
    static const uint32_t bounds[] = {2, 3, 5, 6, 7, 10, 13, 52, 54, 100, 255, 256, 1000};
    for (size_t i = 0; i < sizeof bounds / sizeof bounds[0]; i++) {
        uint32_t cells[1000] = {0}, bound = bounds[i];
        struct felt_rng rng = felt_rng_make(bound);
        for (uint32_t k = 0; k < 200 * bound; k++) {
            uint32_t drawn = felt_rng_below(&rng, bound);
            assert_true(drawn < bound);
            cells[drawn]++;
        }
        assert_true(looks_uniform(cells, (int)bound, 200));
    }
}

/* For large bounds a draw without rejection would prefer some numbers by a factor of two: with 3 *
 * 2^30 the lowest third (modulo) or the multiples of three (multiplication). */
static void below_large_bounds_has_no_bias(void **state)
{
    (void)state;
    static const uint32_t bounds[] = {UINT32_C(3) << 30, (UINT32_C(1) << 31) + 1, 0xFFFFFFFF,
                                      UINT32_C(5) << 29, (UINT32_C(1) << 31)};
    enum { DRAWS = 90000, CELLS = 3 };
    for (size_t i = 0; i < sizeof bounds / sizeof bounds[0]; i++) {
        uint32_t thirds[CELLS] = {0}, residues[CELLS] = {0};
        struct felt_rng rng = felt_rng_make(100 + i);
        for (int k = 0; k < DRAWS; k++) {
            uint32_t drawn = felt_rng_below(&rng, bounds[i]);
            assert_true(drawn < bounds[i]);
            thirds[(uint64_t)drawn * CELLS / bounds[i]]++;
            residues[drawn % CELLS]++;
        }
        /* Two degrees of freedom: being too even is no offence. */
        assert_true(chi_square(thirds, CELLS, DRAWS / CELLS) < chi_square_quantile(2, 4));
        assert_true(chi_square(residues, CELLS, DRAWS / CELLS) < chi_square_quantile(2, 4));
    }
}

/* 2^32 mod (2^31 + 1) = 2^31 - 1: nearly every second word must be thrown away. */
static void below_just_above_half_rejects_half(void **state)
{
    (void)state;
    enum { DRAWS = 10000 };
    struct felt_rng rng = felt_rng_make(8), counter = rng;
    int words = 0;
    for (int k = 0; k < DRAWS; k++) (void)felt_rng_below(&rng, (UINT32_C(1) << 31) + 1);
    while (memcmp(&counter, &rng, sizeof rng) != 0) {
        (void)felt_rng_next(&counter);
        words++;
        assert_true(words < 3 * DRAWS);
    }
    assert_true(abs(words - 2 * DRAWS) < 5 * 142); /* the spread is sqrt(2 * DRAWS) */
}

static void unit_is_uniform_and_below_one(void **state)
{
    (void)state;
    enum { DRAWS = 200000, CELLS = 200 };
    uint32_t cells[CELLS] = {0};
    struct felt_rng rng = felt_rng_make(77);
    for (int k = 0; k < DRAWS; k++) {
        double x = felt_rng_unit(&rng);
        assert_true(x >= 0 && x < 1);
        cells[(int)(x * CELLS)]++;
    }
    assert_true(looks_uniform(cells, CELLS, DRAWS / CELLS));

    /* The largest word gives the largest double below one. */
    struct felt_rng top = {{UINT64_MAX, 0}}; /* rotate(2^64 - 1) + 2^64 - 1 = 2^64 - 2 */
    assert_true(felt_rng_unit(&top) == 1 - 0x1.0p-53);
}

TEST_MODULE(rng)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rng_known_state_gives_known_words),
        cmocka_unit_test(rng_known_seed_gives_known_words),
        cmocka_unit_test(rng_copy_repeats_the_future),
        cmocka_unit_test(rng_state_is_never_zero),
        cmocka_unit_test(split_known_parent_gives_known_words),
        cmocka_unit_test(split_leaves_parent_alone),
        cmocka_unit_test(split_streams_are_uncorrelated),
        cmocka_unit_test(split_neighbouring_labels_spread_evenly),
        cmocka_unit_test(below_one_is_zero),
        cmocka_unit_test(below_small_bounds_is_uniform),
        cmocka_unit_test(below_large_bounds_has_no_bias),
        cmocka_unit_test(below_just_above_half_rejects_half),
        cmocka_unit_test(unit_is_uniform_and_below_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
