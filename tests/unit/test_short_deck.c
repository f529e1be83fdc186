/* test_short_deck.c -- 36 cards, six to ace: a flush beats a full house, A-6-7-8-9 is the lowest
 * straight (RULES 3.7). */
#include "expect.h"
#include "published.h"

#include "felt/deck.h"
#include "felt/eval.h"
#include "module.h"

enum { HANDS = 1000000, HANDS_QUICK = 50000, SHORT_CARDS = 36, FIRST = 16 };

static void expect_short(struct order *order, const felt_card *cards, int count)
{
    felt_value value = felt_eval(FELT_HIGH_SHORT, cards, count);
    expect_rated(order, FELT_HIGH_SHORT, value, reference_eval(FELT_HIGH_SHORT, cards, count),
                 cards, count);
}

static void short_deck_all_hands_of_up_to_five_cards_agree(void **state)
{
    (void)state;
    struct order *order = order_open();
    int counts[FELT_CATEGORIES] = {0};
    for (int count = 1; count <= 5; count++) {
        felt_card numbers[5] = {0, 1, 2, 3, 4}, cards[5];
        do {
            for (int i = 0; i < count; i++) cards[i] = (felt_card)(numbers[i] + FIRST);
            expect_short(order, cards, count);
            felt_value value = felt_eval(FELT_HIGH_SHORT, cards, count);
            if (count == 5) counts[felt_value_category(FELT_HIGH_SHORT, value)]++;
        } while (choice_next(SHORT_CARDS, numbers, count));
    }
    expect_ordered(order);
    expect_published(FELT_HIGH_SHORT, counts);
}

static void short_deck_six_and_seven_random_cards_agree(void **state)
{
    (void)state;
    struct order *order = order_open();
    struct felt_rng rng = felt_rng_make(36);
    felt_cards deck = FELT_CARDS_ALL & ~(felt_cards)0xffff;
    for (int hand = 0; hand < (test_is_quick() ? HANDS_QUICK : HANDS); hand++) {
        felt_card cards[7];
        int count = hand % 4 == 0 ? 6 : 7;
        cards_deal(&rng, hand % 8 ? deck : deck & UINT64_C(0x3333333333333), count, cards);
        expect_short(order, cards, count);
    }
    expect_ordered(order);
}

static void short_deck_worked_examples_stand_in_order(void **state)
{
    (void)state;
    static const char *const rising[] = {
        "8c 7d 6h Ts Jd", "Ac Kd Qh Js 9d", "6c 6d 9h 8s 7d", "7c 7d 6h 6s 8d",
        "6c 6d 6h 8s 7d", "Ac Ad Ah Ks Qd", "Ac 6d 7h 8s 9d", "6c 7d 8h 9s Td Ac Ad",
        "Ac Kd Qh Js Td", "6c 6d 6h 7s 7d", "Ac Ad Ah Ks Kd", "6c 7c 8c 9c Jc",
        "Ac Kc Qc Jc 9c", "6c 6d 6h 6s 7d", "Ac Ad Ah As Kd", "Ac 6c 7c 8c 9c",
        "6c 7c 8c 9c Tc", "Ac Kc Qc Jc Tc"};
    felt_value last = 0;
    felt_card cards[7] = {0};
    assert_int_equal(felt_eval(FELT_HIGH_SHORT, cards, 0), 0);
    for (size_t i = 0; i < sizeof rising / sizeof rising[0]; i++) {
        int count = cards_parse(rising[i], cards, 7);
        felt_value value = felt_eval(FELT_HIGH_SHORT, cards, count);
        if (value <= last) fail_msg("%s is not better than the hand before", rising[i]);
        last = value;
    }
}

TEST_MODULE(short_deck)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_deck_worked_examples_stand_in_order),
        cmocka_unit_test(short_deck_all_hands_of_up_to_five_cards_agree),
        cmocka_unit_test(short_deck_six_and_seven_random_cards_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
