/* test_three.c -- three-card hands, and the highest spade, against the reference. */
#include "expect.h"
#include "published.h"

#include "felt/eval.h"
#include "module.h"

enum { HANDS = 1000000, HANDS_QUICK = 50000 };

static void three_all_hands_of_up_to_three_cards_agree(void **state)
{
    (void)state;
    struct order *order = order_open();
    int counts[FELT_CATEGORIES] = {0};
    for (int count = 1; count <= 3; count++) {
        felt_card cards[3] = {0, 1, 2};
        do {
            felt_value value = felt_eval(FELT_HIGH_THREE, cards, count);
            expect_rated(order, FELT_HIGH_THREE, value,
                         reference_eval(FELT_HIGH_THREE, cards, count), cards, count);
            if (count == 3) counts[felt_value_category(FELT_HIGH_THREE, value)]++;
        } while (choice_next(FELT_CARDS, cards, count));
    }
    expect_ordered(order);
    expect_published(FELT_HIGH_THREE, counts);
}

static void three_of_more_cards_takes_the_best_three(void **state)
{
    (void)state;
    struct order *order = order_open();
    struct felt_rng rng = felt_rng_make(3);
    for (int hand = 0; hand < (test_is_quick() ? HANDS_QUICK : HANDS); hand++) {
        felt_card cards[7];
        int count = 4 + hand % 4;
        cards_deal(&rng, FELT_CARDS_ALL, count, cards);
        expect_rated(order, FELT_HIGH_THREE, felt_eval(FELT_HIGH_THREE, cards, count),
                     reference_eval(FELT_HIGH_THREE, cards, count), cards, count);
    }
    expect_ordered(order);
}

static void three_worked_examples_stand_in_order(void **state)
{
    (void)state;
    static const char *const rising[] = {"5c 3d 2h", "Ac Kd Jh", "2c 2d 3h", "Ac Ad Kh", "5c 3c 2c",
                                         "Ac Kc Jc", "Ac 2d 3h", "4c 2d 3h", "Ac Kd Qh", "2c 2d 2h",
                                         "Ac Ad Ah", "Ac 2c 3c", "4c 2c 3c", "Ac Kc Qc"};
    felt_value last = 0;
    felt_card cards[3] = {0};
    assert_int_equal(felt_eval(FELT_HIGH_THREE, cards, 0), 0);
    for (size_t i = 0; i < sizeof rising / sizeof rising[0]; i++) {
        int count = cards_parse(rising[i], cards, 3);
        felt_value value = felt_eval(FELT_HIGH_THREE, cards, count);
        if (value <= last) fail_msg("%s is not better than the hand before", rising[i]);
        last = value;
    }
}

static void spade_any_cards_agree(void **state)
{
    (void)state;
    struct order *order = order_open();
    struct felt_rng rng = felt_rng_make(13);
    for (int hand = 0; hand < (test_is_quick() ? HANDS_QUICK : HANDS); hand++) {
        felt_card cards[7];
        int count = hand % 8;
        cards_deal(&rng, FELT_CARDS_ALL, count, cards);
        expect_rated(order, FELT_SPADE, felt_eval(FELT_SPADE, cards, count),
                     reference_eval(FELT_SPADE, cards, count), cards, count);
    }
    assert_int_equal(order->different, 13 + 1);
    expect_ordered(order);
}

static void spade_without_a_spade_is_nothing(void **state)
{
    (void)state;
    felt_card cards[3] = {0};
    int count = cards_parse("Ah Ad Ac", cards, 3);
    assert_int_equal(felt_eval(FELT_SPADE, cards, count), 0);
    assert_int_equal(felt_eval(FELT_SPADE, cards, 0), 0);
    count = cards_parse("Ah Ad 2s", cards, 3);
    assert_true(felt_eval(FELT_SPADE, cards, count) > 0);
}

TEST_MODULE(three)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(three_worked_examples_stand_in_order),
        cmocka_unit_test(three_all_hands_of_up_to_three_cards_agree),
        cmocka_unit_test(three_of_more_cards_takes_the_best_three),
        cmocka_unit_test(spade_any_cards_agree),
        cmocka_unit_test(spade_without_a_spade_is_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
