/* test_high.c -- high hands: batch kernels, tally and felt_eval against the reference.
 *
 * All five-card hands and all partial hands are looked at; six and seven cards here at random, all
 * of them in test_seven.c. */
#include "expect.h"
#include "published.h"

#include "felt/eval.h"
#include "felt/hand.h"
#include "module.h"

#include <stdlib.h>
#include <string.h>

enum { FIVE_HANDS = 2598960, CHUNK = 1000, GARBAGE = 0xa5 };

static felt_value tally_of(const felt_card *cards, int count)
{
    struct felt_tally tally = felt_tally_empty();
    for (int i = 0; i < count; i++) felt_tally_add(&tally, cards[i]);
    return felt_tally_value(tally);
}

/* All three ways for one list of cards; returns the value. */
static felt_value eval_and_tally(struct order *order, const felt_card *cards, int count)
{
    char text[CARDS_TEXT_BYTES];
    felt_value value = felt_eval(FELT_HIGH, cards, count), tally = tally_of(cards, count);
    if (value != tally)
        fail_msg("%s: eval %#x, tally %#x", cards_show(cards, count, text), value, tally);
    expect_rated(order, FELT_HIGH, value, reference_eval(FELT_HIGH, cards, count), cards, count);
    return value;
}

struct chunk {
    int count;
    felt_card cards[CHUNK][8];
    felt_hand words[CHUNK];
    felt_value value[CHUNK];
    felt_strength from_words[CHUNK], from_ids[CHUNK];
};

typedef void word_batch(const felt_hand *hands, felt_strength *out, size_t count);
typedef void ids_batch(const felt_card (*hands)[8], felt_strength *out, size_t count);

/* Strengths of all hands of a chunk lead to the values that were found one by one, and each value
 * always has the same strength. */
static void expect_batches(struct chunk *chunk, word_batch *by_words, ids_batch *by_ids,
                           felt_strength strength_of[ORDER_VALUES])
{
    char text[CARDS_TEXT_BYTES];
    by_words(chunk->words, chunk->from_words, (size_t)chunk->count);
    if (by_ids) by_ids((const felt_card(*)[8])chunk->cards, chunk->from_ids, (size_t)chunk->count);
    for (int i = 0; i < chunk->count; i++) {
        felt_strength strength = chunk->from_words[i];
        felt_value value = felt_strength_value(strength);
        if (value != chunk->value[i])
            fail_msg("%s: batch %#x, eval %#x", cards_show(chunk->cards[i], 5, text), value,
                     chunk->value[i]);
        if (by_ids && chunk->from_ids[i] != strength)
            fail_msg("%s: ids %#x, words %#x", cards_show(chunk->cards[i], 5, text),
                     chunk->from_ids[i], strength);
        if (strength_of[value] == 0) strength_of[value] = strength;
        if (strength_of[value] != strength)
            fail_msg("%s: strength %#x, before %#x", cards_show(chunk->cards[i], 5, text), strength,
                     strength_of[value]);
    }
    chunk->count = 0;
}

static void chunk_add(struct chunk *chunk, const felt_card *cards, int count, felt_value value)
{
    int at = chunk->count++;
    memset(chunk->cards[at], GARBAGE + at, 8);
    for (int i = 0; i < count; i++) chunk->cards[at][i] = cards[i];
    chunk->words[at] = felt_hand_from(cards, count);
    chunk->value[at] = value;
}

static void expect_strengths_rise(const felt_strength strength_of[ORDER_VALUES])
{
    felt_strength last = 0;
    for (int value = 1; value < ORDER_VALUES; value++) {
        if (!strength_of[value]) continue;
        assert_true(strength_of[value] > last);
        last = strength_of[value];
    }
}

static void high_all_five_card_hands_agree_in_every_way(void **state)
{
    (void)state;
    struct order *order = order_open();
    struct chunk *chunk = calloc(1, sizeof *chunk);
    felt_strength *strength_of = calloc(ORDER_VALUES, sizeof *strength_of);
    felt_card cards[5] = {0, 1, 2, 3, 4};
    int counts[FELT_CATEGORIES] = {0}, hands = 0;
    assert_non_null(chunk);
    assert_non_null(strength_of);
    do {
        felt_value value = eval_and_tally(order, cards, 5);
        chunk_add(chunk, cards, 5, value);
        if (chunk->count == CHUNK)
            expect_batches(chunk, felt_high5_batch, felt_high5_ids_batch, strength_of);
        counts[felt_value_category(FELT_HIGH, value)]++;
        hands++;
    } while (choice_next(FELT_CARDS, cards, 5));
    expect_batches(chunk, felt_high5_batch, felt_high5_ids_batch, strength_of);
    expect_strengths_rise(strength_of);
    free(strength_of);
    free(chunk);

    assert_int_equal(hands, FIVE_HANDS);
    expect_published(FELT_HIGH, counts);
    assert_int_equal(order->different, 7462);

    /* Partial hands stand in the same order as complete ones. */
    for (int count = 1; count < 5; count++) {
        for (int i = 0; i < 5; i++) cards[i] = (felt_card)i;
        do {
            eval_and_tally(order, cards, count);
        } while (choice_next(FELT_CARDS, cards, count));
    }
    int partial = 13 + 91 + 455 + 1820; /* multisets of one to four ranks */
    assert_int_equal(order->different, 7462 + partial);
    expect_ordered(order);
}

static void high_six_and_seven_random_cards_agree_in_every_way(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(67);
    for (int count = 6; count <= 7; count++) {
        struct order *order = order_open();
        struct chunk *chunk = calloc(1, sizeof *chunk);
        felt_strength *strength_of = calloc(ORDER_VALUES, sizeof *strength_of);
        assert_non_null(chunk);
        assert_non_null(strength_of);
        word_batch *by_words = count == 6 ? felt_high6_batch : felt_high7_batch;
        ids_batch *by_ids = count == 6 ? NULL : felt_high7_ids_batch;
        for (int hand = 0; hand < (test_is_quick() ? 50000 : 1000000); hand++) {
            felt_card cards[7];
            /* Every eighth hand of two suits, every eighth of five ranks: rare categories. */
            felt_cards from = FELT_CARDS_ALL;
            if (hand % 8 == 0) from = UINT64_C(0x3333333333333);
            if (hand % 8 == 1) from = UINT64_C(0xfffff) << 4 * (hand / 8 % 9);
            cards_deal(&rng, from, count, cards);
            chunk_add(chunk, cards, count, eval_and_tally(order, cards, count));
            if (chunk->count == CHUNK) expect_batches(chunk, by_words, by_ids, strength_of);
        }
        expect_batches(chunk, by_words, by_ids, strength_of);
        expect_strengths_rise(strength_of);
        expect_ordered(order);
        free(strength_of);
        free(chunk);
    }
}

/* Odd numbers of hands, arrays that do not start at a multiple of 16 or 32 bytes, and nothing is
 * written past the end. */
static void expect_ragged_words(word_batch *batch, int count_of_cards)
{
    enum { MOST = 33, ROOM = MOST + 40, UNTOUCHED = 0x5a5a5a5a };
    static const size_t counts[] = {0, 1, 2, 7, 8, 9, 15, 16, 17, 31, 32, 33};
    struct felt_rng rng = felt_rng_make(33);
    felt_hand hands[ROOM];
    felt_strength whole[ROOM], out[ROOM];
    for (int i = 0; i < ROOM; i++) {
        felt_card cards[7];
        cards_deal(&rng, FELT_CARDS_ALL, count_of_cards, cards);
        hands[i] = felt_hand_from(cards, count_of_cards);
    }
    for (int i = 0; i < ROOM; i++) batch(&hands[i], &whole[i], 1);
    for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++)
        for (size_t from = 0; from < 5; from++)
            for (size_t to = 0; to < 9; to++) {
                for (size_t i = 0; i < ROOM; i++) out[i] = UNTOUCHED;
                batch(hands + from, out + to, counts[c]);
                for (size_t i = 0; i < ROOM; i++) {
                    bool inside = i >= to && i < to + counts[c];
                    assert_int_equal(out[i], inside ? whole[from + i - to] : UNTOUCHED);
                }
            }
}

static void high_batches_of_any_size_and_place_write_only_their_part(void **state)
{
    (void)state;
    expect_ragged_words(felt_high5_batch, 5);
    expect_ragged_words(felt_high6_batch, 6);
    expect_ragged_words(felt_high7_batch, 7);
    expect_ragged_words(felt_low27_batch, 5);
}

static void expect_ragged_ids(ids_batch *batch, word_batch *words, int count_of_cards)
{
    enum { MOST = 33, ROOM = MOST + 8, UNTOUCHED = 0x5a5a5a5a };
    static const size_t counts[] = {0, 1, 2, 7, 8, 9, 15, 16, 17, 31, 32, 33};
    struct felt_rng rng = felt_rng_make(34);
    felt_card bytes[8 * ROOM + 8];
    felt_strength out[ROOM], want;
    for (size_t shift = 0; shift < 8; shift++)
        for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++) {
            felt_card(*hands)[8] = (felt_card(*)[8])(bytes + shift);
            for (size_t i = 0; i < ROOM; i++) {
                cards_deal(&rng, FELT_CARDS_ALL, count_of_cards, hands[i]);
                for (int byte = count_of_cards; byte < 8; byte++)
                    hands[i][byte] = (felt_card)felt_rng_next(&rng);
                out[i] = UNTOUCHED;
            }
            batch((const felt_card(*)[8])hands, out + 1, counts[c]);
            for (size_t i = 0; i < ROOM; i++) {
                want = UNTOUCHED;
                if (i >= 1 && i < 1 + counts[c]) {
                    felt_hand word = felt_hand_from(hands[i - 1], count_of_cards);
                    words(&word, &want, 1);
                }
                assert_int_equal(out[i], want);
            }
        }
}

static void high_ids_with_garbage_after_the_cards_equal_words(void **state)
{
    (void)state;
    expect_ragged_ids(felt_high5_ids_batch, felt_high5_batch, 5);
    expect_ragged_ids(felt_high7_ids_batch, felt_high7_batch, 7);
}

static void high_tally_with_a_card_removed_is_as_before(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(3);
    for (int hand = 0; hand < 10000; hand++) {
        felt_card cards[7];
        int count = 1 + (int)felt_rng_below(&rng, 7);
        cards_deal(&rng, FELT_CARDS_ALL, count, cards);
        struct felt_tally tally = felt_tally_empty();
        for (int i = 0; i < count; i++) felt_tally_add(&tally, cards[i]);
        for (int i = 0; i < count; i++) {
            assert_int_equal(felt_tally_value(tally), tally_of(cards + i, count - i));
            felt_tally_remove(&tally, cards[i]);
        }
        assert_true(tally.key == felt_tally_empty().key);
        assert_true(tally.ranks == 0);
    }
}

static void high_no_card_is_nothing(void **state)
{
    (void)state;
    felt_card none[1] = {0};
    assert_int_equal(felt_eval(FELT_HIGH, none, 0), 0);
    assert_int_equal(felt_tally_value(felt_tally_empty()), 0);
    assert_int_equal(felt_value_category(FELT_HIGH, 0), FELT_NOTHING);
}

/* Each hand beats the one before it. */
static void high_worked_examples_stand_in_order(void **state)
{
    (void)state;
    static const char *const rising[] = {
        "7c 5d 4h 3s 2d",       "Ac 6d 4h 3s 2d", "Ac Kd Qh Js 9d 7c 5h", "2c 2d 5h 4s 3d",
        "Ac Ad Kh Qs Jd 9c 8h", "3c 3d 2h 2s 4d", "Ac Ad Kh Ks Qd Qc Jh", "2c 2d 2h 4s 3d",
        "Ac Ad Ah Ks Qd 9c 8h", "5c 4d 3h 2s Ad", "6c 5d 4h 3s 2d Ac Ah", "Ac Kd Qh Js Td",
        "7c 5c 4c 3c 2c",       "Ac Kc Qc Jc 9c", "2c 2d 2h 3s 3d",       "2c 2d 2h 3s 3d 4c 4h",
        "Ac Ad Ah Kc Kd Kh 2c", "2c 2d 2h 2s 3d", "Ac Ad Ah As Kd Kc Kh", "5c 4c 3c 2c Ac",
        "6c 5c 4c 3c 2c Ac Ad", "9d Td Jd Qd Kd", "Ts Js Qs Ks As"};
    felt_value last = 0;
    for (size_t i = 0; i < sizeof rising / sizeof rising[0]; i++) {
        felt_card cards[7];
        int count = cards_parse(rising[i], cards, 7);
        felt_value value = felt_eval(FELT_HIGH, cards, count);
        if (value <= last) fail_msg("%s is not better than the hand before", rising[i]);
        last = value;
    }
}

static void high_kernels_have_a_name(void **state)
{
    (void)state;
    const char *name = felt_high_kernels();
    assert_true(strcmp(name, "avx2") == 0 || strcmp(name, "portable") == 0);
}

TEST_MODULE(high)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(high_no_card_is_nothing),
        cmocka_unit_test(high_worked_examples_stand_in_order),
        cmocka_unit_test(high_batches_of_any_size_and_place_write_only_their_part),
        cmocka_unit_test(high_ids_with_garbage_after_the_cards_equal_words),
        cmocka_unit_test(high_tally_with_a_card_removed_is_as_before),
        cmocka_unit_test(high_all_five_card_hands_agree_in_every_way),
        cmocka_unit_test(high_six_and_seven_random_cards_agree_in_every_way),
        cmocka_unit_test(high_kernels_have_a_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
