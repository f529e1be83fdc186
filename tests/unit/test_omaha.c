/* test_omaha.c -- exactly two hole cards and three of the board, high and low, against the
 * reference: all 2 + 3 choices with the five-card rules. */
#include "expect.h"

#include "felt/eval.h"
#include "module.h"

#include <stdlib.h>
#include <string.h>

enum { BATCH = 1009 };

/* Deals of each number of hole cards; together a million high and a million low ones. */
static const int deals_of[7] = {0, 0, 100000, 100000, 400000, 200000, 200000};

static int deals_with(int holes)
{
    return test_is_quick() ? deals_of[holes] / 50 : deals_of[holes];
}

/* Some deals of few suits, some of low cards, the rest from the whole deck. */
static felt_cards cards_for(int deal)
{
    if (deal % 8 == 0) return UINT64_C(0x3333333333333);
    if (deal % 8 == 1) return UINT64_C(0xf0000ffffffff);
    if (deal % 8 == 2) return UINT64_C(0xffffff) << 4 * (deal / 8 % 8);
    return FELT_CARDS_ALL;
}

static void omaha_prepared_board_agrees_for_two_to_six_hole_cards(void **state)
{
    (void)state;
    char text[CARDS_TEXT_BYTES];
    struct order *high = order_open(), *low = order_open();
    struct felt_rng rng = felt_rng_make(60);
    for (int holes = 2; holes <= 6; holes++)
        for (int deal = 0; deal < deals_with(holes); deal++) {
            felt_card cards[11], *hole = cards + 5;
            cards_deal(&rng, cards_for(deal), 5 + holes, cards);
            struct felt_omaha_board board = felt_omaha_board_make(cards);
            felt_value value[2] = {felt_omaha_high(&board, hole, holes),
                                   felt_omaha_low(&board, hole, holes)};
            expect_rated(high, FELT_HIGH, value[0],
                         reference_two_three(FELT_HIGH, hole, holes, cards, 5), cards, 5 + holes);
            expect_rated(low, FELT_LOW_8, value[1],
                         reference_two_three(FELT_LOW_8, hole, holes, cards, 5), cards, 5 + holes);
            if (value[0] != felt_eval_two_three(FELT_HIGH, hole, holes, cards, 5) ||
                value[1] != felt_eval_two_three(FELT_LOW_8, hole, holes, cards, 5))
                fail_msg("%s: board first, then hole: eval_two_three differs from the prepared "
                         "board",
                         cards_show(cards, 5 + holes, text));
        }
    assert_int_equal(low->different, 56 + 1);
    expect_ordered(high);
    expect_ordered(low);
}

/* The value is the same number that the five cards have in FELT_HIGH and FELT_LOW_8. */
static void omaha_values_are_those_of_five_cards(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(61);
    for (int deal = 0; deal < 20000; deal++) {
        felt_card cards[9];
        cards_deal(&rng, cards_for(deal), 9, cards);
        felt_value high = 0, low = 0;
        for (int a = 5; a < 9; a++)
            for (int b = a + 1; b < 9; b++)
                for (int c = 0; c < 5; c++)
                    for (int d = c + 1; d < 5; d++)
                        for (int e = d + 1; e < 5; e++) {
                            felt_card five[5] = {cards[a], cards[b], cards[c], cards[d], cards[e]};
                            felt_value value = felt_eval(FELT_HIGH, five, 5);
                            if (value > high) high = value;
                            value = felt_eval(FELT_LOW_8, five, 5);
                            if (value > low) low = value;
                        }
        assert_int_equal(felt_eval_two_three(FELT_HIGH, cards + 5, 4, cards, 5), high);
        assert_int_equal(felt_eval_two_three(FELT_LOW_8, cards + 5, 4, cards, 5), low);
    }
}

static void omaha_incomplete_boards_agree(void **state)
{
    (void)state;
    struct order *high = order_open(), *low = order_open();
    struct felt_rng rng = felt_rng_make(34);
    for (int deal = 0; deal < (test_is_quick() ? 10000 : 300000); deal++) {
        felt_card cards[10];
        int boards = 3 + deal % 2, holes = 2 + deal / 2 % 5;
        cards_deal(&rng, cards_for(deal / 2), boards + holes, cards);
        const felt_card *hole = cards + boards;
        expect_rated(high, FELT_HIGH, felt_eval_two_three(FELT_HIGH, hole, holes, cards, boards),
                     reference_two_three(FELT_HIGH, hole, holes, cards, boards), cards,
                     boards + holes);
        expect_rated(low, FELT_LOW_8, felt_eval_two_three(FELT_LOW_8, hole, holes, cards, boards),
                     reference_two_three(FELT_LOW_8, hole, holes, cards, boards), cards,
                     boards + holes);
    }
    expect_ordered(high);
    expect_ordered(low);
}

static void omaha_batch_agrees_with_the_prepared_board(void **state)
{
    (void)state;
    char text[CARDS_TEXT_BYTES];
    static const size_t counts[] = {0, 1, 15, 16, 17, 33, BATCH};
    struct felt_rng rng = felt_rng_make(16);
    felt_card *bytes = calloc(16, BATCH + 1);
    felt_value *out = calloc(BATCH + 2, sizeof *out);
    assert_non_null(bytes);
    assert_non_null(out);
    for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++)
        for (size_t shift = 0; shift < 16; shift += 5) {
            felt_card(*deals)[16] = (felt_card(*)[16])(bytes + shift);
            for (size_t i = 0; i < counts[c]; i++) {
                memset(deals[i], (int)(0xf3 + i), 16); /* garbage after the ninth card */
                cards_deal(&rng, cards_for((int)i), 9, deals[i]);
            }
            for (size_t i = 0; i < counts[c] + 2; i++) out[i] = 0x5a5a;
            felt_omaha4_batch((const felt_card(*)[16])deals, out + 1, counts[c]);
            assert_int_equal(out[0], 0x5a5a);
            assert_int_equal(out[counts[c] + 1], 0x5a5a);
            for (size_t i = 0; i < counts[c]; i++) {
                struct felt_omaha_board board = felt_omaha_board_make(deals[i]);
                felt_value want = felt_omaha_high(&board, deals[i] + 5, 4);
                if (out[i + 1] != want)
                    fail_msg("%s: batch %#x, board %#x", cards_show(deals[i], 9, text), out[i + 1],
                             want);
            }
        }
    free(out);
    free(bytes);
}

static void omaha_worked_examples(void **state)
{
    (void)state;
    static const struct {
        const char *hole, *board;
        enum felt_category high, low;
    } rows[] = {
        /* four to a flush on the board and one of the suit in the hand is no flush */
        {"As Kd Qc 9h", "Ks 8s 7s 3s 2d", FELT_PAIR, FELT_NOTHING},
        {"As Ks Qc 9h", "Qs 8s 7s 3s 2d", FELT_FLUSH, FELT_NOTHING},
        /* quads in the hand count as a pair */
        {"Ac Ad Ah As", "Kc Qd 9h 8s 2d", FELT_PAIR, FELT_NOTHING},
        /* a board of its own straight needs two cards of the hand */
        {"Ac Ad 2h 3s", "5c 6d 7h 8s 9d", FELT_PAIR, FELT_HIGH_CARD},
        {"Tc Jd 2h 2s", "5c 6d 7h 8s 9d", FELT_STRAIGHT, FELT_NOTHING},
        /* trips on the board: the pair in the hand fills up */
        {"3c 3d Kh Qs", "7c 7d 7h As 2d", FELT_FULL_HOUSE, FELT_NOTHING},
        {"3c 4d Kh Qs", "7c 7d 7h 7s 2d", FELT_TRIPS, FELT_NOTHING},
        {"7s 4d Kh Qs", "7c 7d 7h As 2d", FELT_QUADS, FELT_NOTHING},
        /* an ace and a deuce on the board counterfeit those of the hand */
        {"Ac 2d Kh Qs", "Ad 2h 8c 7d Ks", FELT_TWO_PAIR, FELT_NOTHING},
        {"Ac 2d 3h Qs", "Ad 8c 7d 6h Ks", FELT_PAIR, FELT_HIGH_CARD},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        felt_card hole[6], board[5];
        int holes = cards_parse(rows[i].hole, hole, 6),
            boards = cards_parse(rows[i].board, board, 5);
        felt_value high = felt_eval_two_three(FELT_HIGH, hole, holes, board, boards);
        felt_value low = felt_eval_two_three(FELT_LOW_8, hole, holes, board, boards);
        if (felt_value_category(FELT_HIGH, high) != rows[i].high ||
            felt_value_category(FELT_LOW_8, low) != rows[i].low)
            fail_msg("%s on %s: categories %d, %d", rows[i].hole, rows[i].board,
                     felt_value_category(FELT_HIGH, high), felt_value_category(FELT_LOW_8, low));
    }
}

TEST_MODULE(omaha)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(omaha_worked_examples),
        cmocka_unit_test(omaha_values_are_those_of_five_cards),
        cmocka_unit_test(omaha_prepared_board_agrees_for_two_to_six_hole_cards),
        cmocka_unit_test(omaha_incomplete_boards_agree),
        cmocka_unit_test(omaha_batch_agrees_with_the_prepared_board),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
