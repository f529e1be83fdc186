/* test_shuffle.c -- the committed shuffle: the example of PROTOCOL 8, and what every key keeps to.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "module.h"
#include "os/secret.h"
#include "server/table/shuffle.h"
#include "support.h"

#include <string.h>

static const uint8_t no_fresh[FELT_KEY_BYTES];
static const struct felt_digests digests = {.hmac = felt_secret_hmac, .hash = felt_secret_hash};

static const char *hex(const uint8_t bytes[FELT_KEY_BYTES], char out[2 * FELT_KEY_BYTES + 1])
{
    for (int i = 0; i < FELT_KEY_BYTES; i++) snprintf(out + 2 * i, 3, "%02x", bytes[i]);
    return out;
}

static void fresh_deck(felt_card deck[FELT_CARDS_MAX])
{
    for (int i = 0; i < FELT_CARDS_MAX; i++) deck[i] = (felt_card)i;
}

/* The secret is the bytes 00 01 02 ... 1f. */
static void shuffle_of_the_example(void **state)
{
    (void)state;
    static const struct {
        const char *key, *commit;
        uint32_t seed;
        const char *deck;
    } hands[] = {
        {"86fd2cfc90cf4fc55579f2232866f7c3a222eea3bba902bdbe00fcd98d0fb206",
         "76e30a6a35cc4ca775262b4c2a6bdce03b6b922ba091a8961577a7eb18adeead", 414052013,
         "3s 9c Qs 8d Qd Qh 7h Td 4s 9h 5d Tc 6d 6c 5c Th 5h 8s 8h 9s 4d As Ac 4h Kc Jd "
         "Jh 4c 7c 5s 3c Jc Kh 3d 6s 2s Js Ks Kd 7d Qc Ts 8c 2d Ah 3h 6h 2c 9d Ad 7s 2h"},
        {"2ecfce018eb8bacb3229f0993d9682f65793294aaef36139d82316dc76124e39",
         "2a143adc51d72c34036234a7ef275a7cab6e6b11bca5666d96eeaff977944dc5", 2006207941,
         "5s 9h Jh 8s 5h 2s Jc Jd 8c 7s 7d Tc 7h Qh 6c 9c Ad Kh 8d Ks 4d Td Ac As 3c Qs "
         "Kc 8h Qd 2d 6h 3s Th 5c 3d 3h 2h 2c 6d Ts 9d 4s Js 4c Kd 4h 6s 7c Ah 5d 9s Qc"},
    };
    uint8_t secret[FELT_KEY_BYTES];
    for (int i = 0; i < FELT_KEY_BYTES; i++) secret[i] = (uint8_t)i;
    for (uint32_t hand = 0; hand < 2; hand++) {
        uint8_t key[FELT_KEY_BYTES], commit[FELT_KEY_BYTES];
        char text[2 * FELT_KEY_BYTES + 1], cards[CARDS_TEXT_BYTES];
        felt_card deck[FELT_CARDS_MAX];
        struct felt_rng later;
        felt_shuffle_key(&digests, secret, no_fresh, "M-2025-10-17-00001", hand + 1, key);
        assert_string_equal(hex(key, text), hands[hand].key);
        felt_shuffle_commit(&digests, key, commit);
        assert_string_equal(hex(commit, text), hands[hand].commit);
        assert_int_equal(felt_shuffle_seed(commit), hands[hand].seed);
        fresh_deck(deck);
        felt_shuffle_deck(&digests, key, deck, 52, &later);
        assert_string_equal(cards_show(deck, 52, cards), hands[hand].deck);
    }
}

/* A stream that is known: words 0, 1, 2, ...  No word is refused, so card k changes places with
 * card k + k mod (count - k), and the stream for later begins with word `count`. */
static void count_words(const uint8_t key[FELT_KEY_BYTES], const void *text, size_t bytes,
                        uint8_t out[FELT_KEY_BYTES])
{
    const char *label = text;
    unsigned block = 0;
    (void)key;
    assert_memory_equal(label, "felt/deck/1|", 12);
    for (size_t i = 12; i < bytes; i++) block = 10 * block + (unsigned)(label[i] - '0');
    memset(out, 0, FELT_KEY_BYTES);
    for (unsigned i = 0; i < 8; i++) out[4 * i + 3] = (uint8_t)(8 * block + i);
}

static void shuffle_takes_words_in_order_and_the_next_four_for_later(void **state)
{
    (void)state;
    const struct felt_digests counting = {.hmac = count_words, .hash = felt_secret_hash};
    const uint8_t key[FELT_KEY_BYTES] = {0};
    for (int count = 1; count <= FELT_CARDS_MAX; count++) {
        felt_card deck[FELT_CARDS_MAX], expected[FELT_CARDS_MAX];
        struct felt_rng later;
        fresh_deck(deck);
        fresh_deck(expected);
        for (int k = 0; k < count; k++) {
            int other = k + k % (count - k);
            felt_card card = expected[k];
            expected[k] = expected[other];
            expected[other] = card;
        }
        felt_shuffle_deck(&counting, key, deck, count, &later);
        assert_memory_equal(deck, expected, FELT_CARDS_MAX);
        uint64_t word = (uint64_t)count;
        assert_true(later.state[0] == (word << 32 | (word + 1)));
        assert_true(later.state[1] == ((word + 2) << 32 | (word + 3)));
    }
}

static void all_zero(const uint8_t key[FELT_KEY_BYTES], const void *text, size_t bytes,
                     uint8_t out[FELT_KEY_BYTES])
{
    (void)key, (void)text, (void)bytes;
    memset(out, 0, FELT_KEY_BYTES);
}

static void shuffle_never_makes_a_dead_generator(void **state)
{
    (void)state;
    const struct felt_digests zeros = {.hmac = all_zero, .hash = felt_secret_hash};
    const uint8_t key[FELT_KEY_BYTES] = {0};
    felt_card deck[FELT_CARDS_MAX];
    struct felt_rng later;
    fresh_deck(deck);
    felt_shuffle_deck(&zeros, key, deck, 52, &later);
    assert_true(later.state[0] == 0 && later.state[1] == 1);
}

static void shuffle_keys_differ_by_match_and_number(void **state)
{
    (void)state;
    static const struct {
        const char *match_id;
        uint32_t number;
    } rows[] = {{"M-1", 1}, {"M-1", 2}, {"M-1", 11}, {"M-1|1", 1}, {"M-2", 1}, {"M-11", 1}};
    enum { ROWS = sizeof rows / sizeof rows[0] };
    const uint8_t secret[FELT_KEY_BYTES] = {1};
    uint8_t key[ROWS][FELT_KEY_BYTES];
    for (int i = 0; i < ROWS; i++) {
        felt_shuffle_key(&digests, secret, no_fresh, rows[i].match_id, rows[i].number, key[i]);
        for (int k = 0; k < i; k++) assert_memory_not_equal(key[i], key[k], FELT_KEY_BYTES);
    }
}

/* K = HMAC(S, "felt/hand/2|" fresh "|" match "|" number), put together here by hand. */
static void shuffle_fresh_bytes_make_another_deck(void **state)
{
    (void)state;
    const uint8_t secret[FELT_KEY_BYTES] = {1};
    uint8_t fresh[FELT_KEY_BYTES], key[FELT_KEY_BYTES], plain[FELT_KEY_BYTES], mine[FELT_KEY_BYTES];
    static const char text[] = "felt/hand/2|"
                               "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
                               "|M-1|12";
    for (int i = 0; i < FELT_KEY_BYTES; i++) fresh[i] = (uint8_t)i;
    felt_secret_hmac(secret, text, sizeof text - 1, mine);
    felt_shuffle_key(&digests, secret, fresh, "M-1", 12, key);
    felt_shuffle_key(&digests, secret, no_fresh, "M-1", 12, plain);
    assert_memory_equal(key, mine, FELT_KEY_BYTES);
    assert_memory_not_equal(key, plain, FELT_KEY_BYTES);
    fresh[31]++;
    felt_shuffle_key(&digests, secret, fresh, "M-1", 12, mine);
    assert_memory_not_equal(key, mine, FELT_KEY_BYTES);
}

TEST_MODULE(shuffle)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shuffle_of_the_example),
        cmocka_unit_test(shuffle_takes_words_in_order_and_the_next_four_for_later),
        cmocka_unit_test(shuffle_never_makes_a_dead_generator),
        cmocka_unit_test(shuffle_keys_differ_by_match_and_number),
        cmocka_unit_test(shuffle_fresh_bytes_make_another_deck),
    };
    return cmocka_run_group_tests_name("shuffle", tests, NULL, NULL);
}
