/* test_badugi.c -- badugi with the ace low and high against the reference. */
#include "expect.h"

#include "felt/eval.h"
#include "module.h"

#include <stdlib.h>

enum { HANDS = 1000000, HANDS_QUICK = 50000, CHUNK = 1001 };

static felt_value expect_badugi(struct order *order, enum felt_family family,
                                const felt_card *cards, int count)
{
    felt_value value = felt_eval(family, cards, count);
    expect_rated(order, family, value, reference_eval(family, cards, count), cards, count);
    return value;
}

/* Hands of one, two and three cards stand in the same order as those of four. */
static void badugi_all_hands_of_up_to_four_cards_agree(void **state)
{
    (void)state;
    static const enum felt_family families[] = {FELT_BADUGI, FELT_BADUGI_HIGH};
    for (int f = 0; f < 2; f++) {
        struct order *order = order_open();
        for (int count = 1; count <= 4; count++) {
            felt_card cards[4] = {0, 1, 2, 3};
            do {
                expect_badugi(order, families[f], cards, count);
            } while (choice_next(FELT_CARDS, cards, count));
        }
        assert_int_equal(order->different, 13 + 78 + 286 + 715);
        expect_ordered(order);
    }
}

static void badugi_known_counts_of_four_cards(void **state)
{
    (void)state;
    int counts[FELT_CATEGORIES] = {0};
    felt_card cards[4] = {0, 1, 2, 3};
    do {
        counts[felt_value_category(FELT_BADUGI, felt_eval(FELT_BADUGI, cards, 4))]++;
    } while (choice_next(FELT_CARDS, cards, 4));
    assert_int_equal(counts[FELT_BADUGI_4], 17160);
    assert_int_equal(counts[FELT_BADUGI_3], 154440);
    assert_int_equal(counts[FELT_BADUGI_2], 96252);
    assert_int_equal(counts[FELT_BADUGI_1], 2873);
}

/* All 24 orders of every 13th hand. */
static void badugi_order_of_cards_does_not_matter(void **state)
{
    (void)state;
    felt_card cards[4] = {0, 1, 2, 3};
    int hand = 0;
    do {
        if (hand++ % 13) continue;
        for (int f = FELT_BADUGI; f <= FELT_BADUGI_HIGH; f++) {
            felt_value value = felt_eval((enum felt_family)f, cards, 4);
            for (int a = 0; a < 4; a++)
                for (int b = 0; b < 4; b++)
                    for (int c = 0; c < 4; c++) {
                        if (a == b || a == c || b == c) continue;
                        felt_card turned[4] = {cards[a], cards[b], cards[c], cards[6 - a - b - c]};
                        assert_int_equal(felt_eval((enum felt_family)f, turned, 4), value);
                        felt_value batch;
                        felt_badugi_batch((const felt_card(*)[4]) & turned, &batch, 1);
                        if (f == FELT_BADUGI) assert_int_equal(batch, value);
                    }
        }
    } while (choice_next(FELT_CARDS, cards, 4));
}

static void badugi_batch_agrees_with_eval(void **state)
{
    (void)state;
    char text[CARDS_TEXT_BYTES];
    struct felt_rng rng = felt_rng_make(24);
    felt_card(*hands)[4] = calloc(CHUNK, sizeof *hands);
    felt_value *out = calloc(CHUNK + 1, sizeof *out);
    assert_non_null(hands);
    assert_non_null(out);
    for (size_t count = 0; count <= CHUNK; count = count < 40 ? count + 1 : count + 961) {
        for (size_t i = 0; i < count; i++) cards_deal(&rng, FELT_CARDS_ALL, 4, hands[i]);
        out[count] = 0x5a5a;
        felt_badugi_batch((const felt_card(*)[4])hands, out, count);
        for (size_t i = 0; i < count; i++)
            if (out[i] != felt_eval(FELT_BADUGI, hands[i], 4))
                fail_msg("%s: batch %#x", cards_show(hands[i], 4, text), out[i]);
        assert_int_equal(out[count], 0x5a5a);
    }
    free(out);
    free(hands);
}

/* Five cards (badacey, badeucy) at random, and up to seven. */
static void badugi_of_more_cards_takes_the_best_four(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(4);
    struct order *low = order_open(), *high = order_open();
    for (int hand = 0; hand < (test_is_quick() ? HANDS_QUICK : HANDS); hand++) {
        felt_card cards[7];
        int count = hand % 16 == 0 ? 6 : hand % 16 == 1 ? 7 : 5;
        cards_deal(&rng, hand % 4 ? FELT_CARDS_ALL : UINT64_C(0x7777777777777), count, cards);
        expect_badugi(low, FELT_BADUGI, cards, count);
        expect_badugi(high, FELT_BADUGI_HIGH, cards, count);
    }
    expect_ordered(low);
    expect_ordered(high);
}

static void badugi_worked_examples_stand_in_order(void **state)
{
    (void)state;
    static const char *const low[] = {"Kc Kd Kh Ks", "Kc Qc Jc Tc", "Ac Ad Ah As", "Kc Qd Qc Kd",
                                      "Ac 2d 2c Ad", "Kc Qd Jh Jc", "4c 3d 2h 2s", "4c 3d 2h Ah",
                                      "3c 2d Ah 3h", "Kc Qd Jh Ts", "Kc 3d 2h As", "5c 4d 3h 2s",
                                      "5c 3d 2h As", "4c 3d 2h As"};
    static const char *const high[] = {"Ac Ad Ah As", "Kc Qc Jc Tc", "2c 2d 2h 2s",
                                       "Ac Kd Qh Qc", "4c 3d 2h 2s", "Ac Kd Qh Js",
                                       "Ac 4d 3h 2s", "Kc 4d 3h 2s", "5c 4d 3h 2s"};
    felt_card cards[7] = {0};
    felt_value last = 0;
    assert_int_equal(felt_eval(FELT_BADUGI, cards, 0), 0);
    assert_int_equal(felt_eval(FELT_BADUGI_HIGH, cards, 0), 0);
    for (size_t i = 0; i < sizeof low / sizeof low[0]; i++) {
        int count = cards_parse(low[i], cards, 7);
        felt_value value = felt_eval(FELT_BADUGI, cards, count);
        if (value <= last) fail_msg("%s is not better than the hand before", low[i]);
        last = value;
    }
    last = 0;
    for (size_t i = 0; i < sizeof high / sizeof high[0]; i++) {
        int count = cards_parse(high[i], cards, 7);
        felt_value value = felt_eval(FELT_BADUGI_HIGH, cards, count);
        if (value <= last) fail_msg("%s is not better than the hand before", high[i]);
        last = value;
    }
}

TEST_MODULE(badugi)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(badugi_worked_examples_stand_in_order),
        cmocka_unit_test(badugi_all_hands_of_up_to_four_cards_agree),
        cmocka_unit_test(badugi_known_counts_of_four_cards),
        cmocka_unit_test(badugi_order_of_cards_does_not_matter),
        cmocka_unit_test(badugi_batch_agrees_with_eval),
        cmocka_unit_test(badugi_of_more_cards_takes_the_best_four),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
