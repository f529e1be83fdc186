/* test_low.c -- lows: deuce to seven, ace to five, eight or better, against the reference. */
#include "expect.h"

#include "felt/eval.h"
#include "felt/hand.h"
#include "module.h"

#include <stdlib.h>

enum { HANDS = 1000000, HANDS_QUICK = 50000, CHUNK = 1000 };

static int hands_to_deal(void)
{
    return test_is_quick() ? HANDS_QUICK : HANDS;
}

static felt_value expect_low(struct order *order, enum felt_family family, const felt_card *cards,
                             int count)
{
    felt_value value = felt_eval(family, cards, count);
    expect_rated(order, family, value, reference_eval(family, cards, count), cards, count);
    return value;
}

static void expect_all_of(struct order *order, enum felt_family family, int count)
{
    felt_card cards[5] = {0, 1, 2, 3, 4};
    do {
        expect_low(order, family, cards, count);
    } while (choice_next(FELT_CARDS, cards, count));
}

/* Random hands of six and seven cards, some from few ranks so that pairs must play. */
static void expect_random(struct order *order, enum felt_family family, uint64_t seed)
{
    struct felt_rng rng = felt_rng_make(seed);
    for (int hand = 0; hand < hands_to_deal(); hand++) {
        felt_card cards[7];
        int count = hand % 4 == 0 ? 6 : 7;
        felt_cards from = FELT_CARDS_ALL;
        if (hand % 8 == 1) from = UINT64_C(0xffff) << 4 * (hand / 8 % 10);
        if (hand % 8 == 2) from = UINT64_C(0xf0000000fffff); /* ace to six */
        if (hand % 8 == 3) from = UINT64_C(0x3333333333333); /* two suits */
        cards_deal(&rng, from, count, cards);
        expect_low(order, family, cards, count);
    }
}

static void low_27_all_five_card_hands_agree(void **state)
{
    (void)state;
    struct order *order = order_open();
    expect_all_of(order, FELT_LOW_27, 5);
    assert_int_equal(order->different, 7462);
    expect_ordered(order);
}

static void low_27_batch_agrees_with_eval(void **state)
{
    (void)state;
    char text[CARDS_TEXT_BYTES];
    felt_card cards[5] = {0, 1, 2, 3, 4}, list[CHUNK][5];
    felt_hand hands[CHUNK];
    felt_strength out[CHUNK], *strength_of = calloc(ORDER_VALUES, sizeof *strength_of);
    assert_non_null(strength_of);
    bool more = true;
    while (more) {
        size_t count = 0;
        do {
            for (int i = 0; i < 5; i++) list[count][i] = cards[i];
            hands[count++] = felt_hand_from(cards, 5);
            more = choice_next(FELT_CARDS, cards, 5);
        } while (more && count < CHUNK);
        felt_low27_batch(hands, out, count);
        for (size_t i = 0; i < count; i++) {
            felt_value value = felt_low27_value(out[i]), want = felt_eval(FELT_LOW_27, list[i], 5);
            if (value != want)
                fail_msg("%s: batch %#x, eval %#x", cards_show(list[i], 5, text), value, want);
            if (strength_of[value] == 0) strength_of[value] = out[i];
            if (strength_of[value] != out[i])
                fail_msg("%s: strength %#x, before %#x", cards_show(list[i], 5, text), out[i],
                         strength_of[value]);
        }
    }
    felt_strength last = 0;
    for (int value = 1; value < ORDER_VALUES; value++) {
        if (!strength_of[value]) continue;
        assert_true(strength_of[value] > last || last == 0);
        last = strength_of[value];
    }
    free(strength_of);
}

static void low_a5_all_five_card_hands_agree(void **state)
{
    (void)state;
    struct order *order = order_open();
    expect_all_of(order, FELT_LOW_A5, 5);
    assert_int_equal(order->different, 6175);
    expect_random(order, FELT_LOW_A5, 5);
    assert_int_equal(order->different, 6175);
    expect_ordered(order);
}

static void low_27_of_six_and_seven_cards_takes_the_best_five(void **state)
{
    (void)state;
    struct order *order = order_open();
    expect_random(order, FELT_LOW_27, 27);
    expect_ordered(order);
}

static void low_8_all_five_card_hands_agree(void **state)
{
    (void)state;
    struct order *order = order_open();
    expect_all_of(order, FELT_LOW_8, 5);
    assert_int_equal(order->different, 56 + 1); /* and "no low" */
    expect_random(order, FELT_LOW_8, 8);
    assert_int_equal(order->different, 56 + 1);
    expect_ordered(order);
}

/* Partial lows compare between hands of the same number of cards only. */
static void low_partial_hands_agree_for_each_number_of_cards(void **state)
{
    (void)state;
    static const int multisets[5] = {1, 13, 91, 455, 1820};
    for (int count = 1; count < 5; count++) {
        struct order *deuce = order_open(), *ace = order_open(), *eight = order_open();
        expect_all_of(deuce, FELT_LOW_27, count);
        expect_all_of(ace, FELT_LOW_A5, count);
        expect_all_of(eight, FELT_LOW_8, count);
        assert_int_equal(deuce->different, multisets[count]);
        assert_int_equal(ace->different, multisets[count]);
        assert_int_equal(eight->different, 1);
        expect_ordered(deuce);
        expect_ordered(ace);
        expect_ordered(eight);
    }
}

static void low_no_card_is_nothing(void **state)
{
    (void)state;
    felt_card none[1] = {0};
    assert_int_equal(felt_eval(FELT_LOW_27, none, 0), 0);
    assert_int_equal(felt_eval(FELT_LOW_A5, none, 0), 0);
    assert_int_equal(felt_eval(FELT_LOW_8, none, 0), 0);
}

static void expect_rising(enum felt_family family, const char *const *rising, size_t hands)
{
    felt_value last = 0;
    for (size_t i = 0; i < hands; i++) {
        felt_card cards[7];
        int count = cards_parse(rising[i], cards, 7);
        felt_value value = felt_eval(family, cards, count);
        if (value <= last) fail_msg("%s is not better than the hand before", rising[i]);
        last = value;
    }
}

/* Each hand beats the one before it. */
static void low_worked_examples_stand_in_order(void **state)
{
    (void)state;
    static const char *const deuce[] = {
        "As Ks Qs Js Ts", "6c 5c 4c 3c 2c", "Ac Ad Ah As Kd", "2c 2d 2h 2s 3d", "Ac Ad Ah Kc Kd",
        "2c 2d 2h 3c 3d", "Ac Kc Qc Jc 9c", "Ac 5c 4c 3c 2c", "7c 5c 4c 3c 2c", "Ac Kd Qh Js Td",
        "6c 5d 4h 3s 2d", "Ac Ad Ah Ks Qd", "2c 2d 2h 4s 3d", "Ac Ad Kh Ks Qd", "3c 3d 2h 2s 4d",
        "Ac Ad Kh Qs Jd", "2c 2d 5h 4s 3d", "Ac Kd Qh Js 9d", "Ac 5d 4h 3s 2d", "Kc 5d 4h 3s 2d",
        "8c 7d 6h 5s 3d", "8c 5d 4h 3s 2d", "7c 6d 5h 4s 2d", "7c 6d 4h 3s 2d", "7c 5d 4h 3s 2d"};
    static const char *const ace[] = {"Kc Kd Kh Ks Qd",       "Ac Ad Ah As 2d", "Kc Kd Kh Qs Qd",
                                      "Ac Ad Ah 2s 2d",       "Kc Kd Kh Qs Jd", "Ac Ad Ah 3s 2d",
                                      "Kc Kd Qh Qs Jd",       "2c 2d Ah As 3d", "Kc Kd Qh Js Td",
                                      "Ac Ad 4h 3s 2d",       "Kc Qd Jh Ts 9d", "Kc 4c 3c 2c Ac",
                                      "8c 7d 6h 5s 4d",       "6c 5c 4c 3c 2c", "6c 5d 4h 3s Ad",
                                      "6c 4d 3h 2s Ad Ac Ah", "5c 4c 3c 2c Ac"};
    static const char *const eight[] = {
        "8c 7d 6h 5s 4d",       "8c 7d 6h 5s Ad 9c Kd", "8c 4d 3h 2s Ad",      "7c 6d 5h 4s 3d",
        "7c 4d 3h 2s Ad Ac Ah", "6c 5c 4c 3c 2c",       "5c 4c 3c 2c Ac 6c 7c"};
    expect_rising(FELT_LOW_27, deuce, sizeof deuce / sizeof deuce[0]);
    expect_rising(FELT_LOW_A5, ace, sizeof ace / sizeof ace[0]);
    expect_rising(FELT_LOW_8, eight, sizeof eight / sizeof eight[0]);
}

TEST_MODULE(low)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(low_no_card_is_nothing),
        cmocka_unit_test(low_worked_examples_stand_in_order),
        cmocka_unit_test(low_27_all_five_card_hands_agree),
        cmocka_unit_test(low_27_batch_agrees_with_eval),
        cmocka_unit_test(low_27_of_six_and_seven_cards_takes_the_best_five),
        cmocka_unit_test(low_a5_all_five_card_hands_agree),
        cmocka_unit_test(low_8_all_five_card_hands_agree),
        cmocka_unit_test(low_partial_hands_agree_for_each_number_of_cards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
