/* test_hash.c -- the hash against known answers, and what a good hash should do.
 *
 * The known answers were computed by another program from the description in hash.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/hash.h"
#include "felt/rng.h"
#include "module.h"
#include "statistics.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEYS = 1 << 20 };

static void hash_known_input_gives_known_word(void **state)
{
    (void)state;
    assert_true(felt_hash_word(0, 0) == 0x8E96060D57C9A260);
    assert_true(felt_hash_word(1, 2) == 0xAD4D979B5A46876B);
    assert_true(felt_hash_word(2, 1) == 0xF95F203ED6BE7778);
    assert_true(felt_hash_word(UINT64_MAX, UINT64_MAX) == 0x489216EDC2931E50);

    assert_true(felt_hash_bytes(0, NULL, 0) == 0x8E96060D57C9A260);
    assert_true(felt_hash_bytes(1, "abc", 3) == 0x60CB18312CBAFC80);
    assert_true(felt_hash_bytes(0, "12345678", 8) == 0x9B8F57EA99020590);
    assert_true(felt_hash_bytes(0, "123456789", 9) == 0xA299D26168114772);
    unsigned char bytes[256];
    for (int i = 0; i < 256; i++) bytes[i] = (unsigned char)i;
    assert_true(felt_hash_bytes(5, bytes, sizeof bytes) == 0xD23426E6CDAE6AF8);

    assert_true(felt_hash_text("abc") == 0x448378B5190F2705);
    assert_true(felt_hash_text("deal") == 0x66490A1179AB2B6E);
    assert_true(felt_hash_text("") == felt_hash_bytes(0, NULL, 0));
}

static void hash_does_not_depend_on_alignment(void **state)
{
    (void)state;
    char memory[64 + 8];
    for (size_t count = 0; count <= 64; count++) {
        uint64_t first = 0;
        for (size_t offset = 0; offset < 8; offset++) {
            for (size_t i = 0; i < count; i++) memory[offset + i] = (char)(i * 7 + 1);
            uint64_t hash = felt_hash_bytes(3, memory + offset, count);
            if (offset == 0) first = hash;
            assert_true(hash == first);
        }
    }
}

static void hash_neighbouring_inputs_differ(void **state)
{
    (void)state;
    assert_true(felt_hash_bytes(0, "a", 1) != felt_hash_bytes(0, "a\0", 2));
    assert_true(felt_hash_bytes(0, "", 0) != felt_hash_bytes(0, "\0", 1));
    assert_true(felt_hash_bytes(0, "abc", 3) != felt_hash_bytes(1, "abc", 3));
    assert_true(felt_hash_text("ab") != felt_hash_text("ba"));
}

/* The constants of hash.c, where one of the two folds is zero: the other input must still count. */
static void hash_no_word_wipes_out_the_other(void **state)
{
    (void)state;
    static const uint64_t words[] = {0, UINT64_MAX, 0x6A09E667F3BCC909, 0xBB67AE8584CAA73B,
                                     0x3C6EF372FE94F82B};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        assert_true(felt_hash_word(1, words[i]) != felt_hash_word(2, words[i]));
        assert_true(felt_hash_word(words[i], 1) != felt_hash_word(words[i], 2));
    }
}

/* Flips each bit of random inputs and counts how often each bit of the hash follows: half of the
 * time, within 6 standard deviations for each of the pairs. */
static void verify_avalanche(uint64_t (*hash)(const uint64_t input[2]))
{
    enum { SAMPLES = 2048, BITS = 128 };
    static uint32_t flips[BITS][64];
    memset(flips, 0, sizeof flips);
    struct felt_rng rng = felt_rng_make(4);
    for (int sample = 0; sample < SAMPLES; sample++) {
        uint64_t input[2] = {felt_rng_next(&rng), felt_rng_next(&rng)};
        if (sample % 2 == 0) input[0] &= 0xFFFF, input[1] &= 0xFFFF; /* small numbers, too */
        uint64_t before = hash(input);
        for (int bit = 0; bit < BITS; bit++) {
            uint64_t changed[2] = {input[0], input[1]};
            changed[bit / 64] ^= UINT64_C(1) << bit % 64;
            uint64_t difference = before ^ hash(changed);
            for (int out = 0; out < 64; out++) flips[bit][out] += difference >> out & 1;
        }
    }
    double limit = 6 * sqrt(SAMPLES) / 2;
    for (int bit = 0; bit < BITS; bit++) {
        for (int out = 0; out < 64; out++) {
            assert_true(fabs(flips[bit][out] - SAMPLES / 2.0) < limit);
        }
    }
}

static uint64_t hash_as_words(const uint64_t input[2])
{
    return felt_hash_word(input[0], input[1]);
}

static uint64_t hash_as_bytes(const uint64_t input[2])
{
    return felt_hash_bytes(0, input, 16);
}

static void hash_every_input_bit_moves_every_output_bit(void **state)
{
    (void)state;
    verify_avalanche(hash_as_words);
    verify_avalanche(hash_as_bytes);
}

static int compare_words(const void *a, const void *b)
{
    uint64_t x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return (x > y) - (x < y);
}

/* No two of the hashes are equal, and their low and high bits fill tables evenly. */
static void verify_spread(uint64_t *hashes)
{
    enum { CELLS = 1 << 12 };
    static uint32_t low[CELLS], high[CELLS];
    memset(low, 0, sizeof low);
    memset(high, 0, sizeof high);
    for (int i = 0; i < KEYS; i++) {
        low[hashes[i] % CELLS]++;
        high[hashes[i] >> 52]++;
    }
    assert_true(looks_uniform(low, CELLS, KEYS / CELLS));
    assert_true(looks_uniform(high, CELLS, KEYS / CELLS));
    qsort(hashes, KEYS, sizeof hashes[0], compare_words);
    for (int i = 1; i < KEYS; i++) assert_true(hashes[i] != hashes[i - 1]);
}

static void hash_a_million_structured_keys_do_not_collide(void **state)
{
    (void)state;
    static uint64_t hashes[KEYS];
    for (uint64_t i = 0; i < KEYS; i++) hashes[i] = felt_hash_word(0, i);
    verify_spread(hashes);

    for (uint64_t i = 0; i < KEYS; i++) {
        hashes[i] = felt_hash_word(felt_hash_word(0, i >> 10), i & 1023);
    }
    verify_spread(hashes);

    for (uint64_t i = 0; i < KEYS; i++) { /* three-card masks and the like: few bits, far apart */
        hashes[i] = felt_hash_word(0, (i & 1023) | (i >> 10) << 42);
    }
    verify_spread(hashes);

    for (int i = 0; i < KEYS; i++) {
        char text[40];
        snprintf(text, sizeof text, "table:%d:hand:%d", i >> 10, i & 1023);
        hashes[i] = felt_hash_text(text);
    }
    verify_spread(hashes);
}

TEST_MODULE(hash)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hash_known_input_gives_known_word),
        cmocka_unit_test(hash_does_not_depend_on_alignment),
        cmocka_unit_test(hash_neighbouring_inputs_differ),
        cmocka_unit_test(hash_no_word_wipes_out_the_other),
        cmocka_unit_test(hash_every_input_bit_moves_every_output_bit),
        cmocka_unit_test(hash_a_million_structured_keys_do_not_collide),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
