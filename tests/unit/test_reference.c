/* test_reference.c -- the references of tests/support against counts anyone can look up, and
 * against each other.  Nothing of src/cards is used here. */
#include "module.h"
#include "published.h"
#include "reference.h"
#include "support.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

enum { SCORE_MAX = 0x1000000 };

/* Evaluates every hand of `count` cards of a deck; counts categories and different scores. */
static int count_all(enum felt_family family, felt_cards deck, int count, int by_category[])
{
    felt_card list[FELT_CARDS], numbers[5] = {0, 1, 2, 3, 4}, cards[5];
    int n = 0, different = 0;
    for (int card = 0; card < FELT_CARDS; card++)
        if (deck >> card & 1) list[n++] = (felt_card)card;
    bool *seen = calloc(SCORE_MAX + 1, sizeof *seen);
    assert_non_null(seen);
    memset(by_category, 0, sizeof(int) * FELT_CATEGORIES);
    do {
        for (int i = 0; i < count; i++) cards[i] = list[numbers[i]];
        struct reference rated = reference_eval(family, cards, count);
        assert_in_range(rated.score, 0, SCORE_MAX);
        by_category[rated.category]++;
        different += !seen[rated.score];
        seen[rated.score] = true;
    } while (choice_next(n, numbers, count));
    free(seen);
    return different;
}

static void reference_all_high_hands_have_known_counts(void **state)
{
    (void)state;
    int counts[FELT_CATEGORIES];
    assert_int_equal(count_all(FELT_HIGH, FELT_CARDS_ALL, 5, counts), 7462);
    expect_published(FELT_HIGH, counts);
}

static void reference_all_short_hands_have_known_counts(void **state)
{
    (void)state;
    int counts[FELT_CATEGORIES];
    felt_cards six_up = FELT_CARDS_ALL & ~(felt_cards)0xffff;
    count_all(FELT_HIGH_SHORT, six_up, 5, counts);
    expect_published(FELT_HIGH_SHORT, counts);
}

static void reference_all_low_hands_have_known_counts(void **state)
{
    (void)state;
    int counts[FELT_CATEGORIES];
    assert_int_equal(count_all(FELT_LOW_27, FELT_CARDS_ALL, 5, counts), 7462);
    assert_int_equal(counts[FELT_HIGH_CARD], 1303560);
    assert_int_equal(counts[FELT_STRAIGHT], 9180);
    assert_int_equal(counts[FELT_FLUSH], 5112);
    assert_int_equal(counts[FELT_STRAIGHT_FLUSH], 36);
    assert_int_equal(count_all(FELT_LOW_A5, FELT_CARDS_ALL, 5, counts), 6175);
    assert_int_equal(counts[FELT_HIGH_CARD], 1317888);
    assert_int_equal(counts[FELT_PAIR], 1098240);
    assert_int_equal(counts[FELT_STRAIGHT], 0);
    assert_int_equal(counts[FELT_FLUSH], 0);
    assert_int_equal(count_all(FELT_LOW_8, FELT_CARDS_ALL, 5, counts), 56 + 1);
    assert_int_equal(counts[FELT_HIGH_CARD], 57344);
}

static void reference_all_badugi_hands_have_known_counts(void **state)
{
    (void)state;
    int counts[FELT_CATEGORIES];
    int sets = 715 + 286 + 78 + 13; /* of four, three, two ranks, and of one */
    assert_int_equal(count_all(FELT_BADUGI, FELT_CARDS_ALL, 4, counts), sets);
    assert_int_equal(counts[FELT_BADUGI_4], 17160);
    assert_int_equal(counts[FELT_BADUGI_3], 154440);
    assert_int_equal(counts[FELT_BADUGI_2], 96252);
    assert_int_equal(counts[FELT_BADUGI_1], 2873);
    count_all(FELT_BADUGI_HIGH, FELT_CARDS_ALL, 4, counts);
    assert_int_equal(counts[FELT_BADUGI_4], 17160);
    assert_int_equal(counts[FELT_BADUGI_1], 2873);
}

static void reference_all_three_card_hands_have_known_counts(void **state)
{
    (void)state;
    int counts[FELT_CATEGORIES];
    assert_int_equal(count_all(FELT_HIGH_THREE, FELT_CARDS_ALL, 3, counts),
                     12 + 13 + 12 + 274 + 156 + 274);
    expect_published(FELT_HIGH_THREE, counts);
}

/* Five cards of 53: the published counts with one wild joker. */
static void reference_one_joker_has_known_counts(void **state)
{
    (void)state;
    struct reference_targets *targets = reference_targets_open();
    felt_card cards[5] = {0, 1, 2, 3, FELT_JOKER_RED};
    int counts[FELT_CATEGORIES] = {0};
    do {
        counts[reference_wild(targets, 0, cards, 5).category]++;
    } while (choice_next(FELT_CARDS, cards, 4));
    reference_targets_close(targets);
    assert_int_equal(counts[FELT_FIVE_OF_A_KIND], 13);
    assert_int_equal(counts[FELT_STRAIGHT_FLUSH], 204 - 40);
    assert_int_equal(counts[FELT_QUADS], 3120 - 624);
    assert_int_equal(counts[FELT_FULL_HOUSE], 6552 - 3744);
    assert_int_equal(counts[FELT_FLUSH], 7804 - 5108);
    assert_int_equal(counts[FELT_STRAIGHT], 20532 - 10200);
    assert_int_equal(counts[FELT_TRIPS], 137280 - 54912);
    assert_int_equal(counts[FELT_TWO_PAIR], 0);
    assert_int_equal(counts[FELT_PAIR], 1268088 - 1098240);
    assert_int_equal(counts[FELT_HIGH_CARD], 0);
}

/* Five cards with deuces wild: hands that hold at least one deuce, by the published pay tables. */
static void reference_deuces_wild_have_known_counts(void **state)
{
    (void)state;
    struct reference_targets *targets = reference_targets_open();
    felt_cards deuces = felt_cards_of_rank(FELT_DEUCE);
    felt_card cards[5] = {0, 1, 2, 3, 4};
    int counts[FELT_CATEGORIES] = {0};
    do { /* in order, so the first card tells whether there is a deuce */
        struct reference rated = cards[0] < 4 ? reference_wild(targets, deuces, cards, 5)
                                              : reference_eval(FELT_HIGH, cards, 5);
        counts[rated.category]++;
    } while (choice_next(FELT_CARDS, cards, 5));
    reference_targets_close(targets);
    assert_int_equal(counts[FELT_FIVE_OF_A_KIND], 624 + 48);
    assert_int_equal(counts[FELT_STRAIGHT_FLUSH], 4 + 480 + 2068);
    assert_int_equal(counts[FELT_QUADS], 31552);
    assert_int_equal(counts[FELT_FULL_HOUSE], 12672);
    assert_int_equal(counts[FELT_FLUSH], 14472);
    assert_int_equal(counts[FELT_STRAIGHT], 62232);
    assert_int_equal(counts[FELT_TRIPS], 355080);
}

static void agree_on_wild(const struct reference_targets *targets, felt_cards wild,
                          const felt_card *cards, int count)
{
    char text[CARDS_TEXT_BYTES];
    struct reference one = reference_wild(targets, wild, cards, count);
    struct reference other = reference_wild_by_substitution(wild, cards, count);
    if (one.score != other.score || one.category != other.category)
        fail_msg("%s: by targets %d %llx, by substitution %d %llx", cards_show(cards, count, text),
                 one.category, (unsigned long long)one.score, other.category,
                 (unsigned long long)other.score);
}

static void reference_wild_both_ways_agree(void **state)
{
    (void)state;
    static const struct {
        int naturals, wilds, hands;
    } rows[] = {{1, 0, 100}, {4, 0, 1000}, {5, 0, 3000}, {7, 0, 3000}, {0, 1, 1},   {1, 1, 200},
                {3, 1, 500}, {4, 1, 3000}, {6, 1, 1000}, {0, 2, 1},    {1, 2, 100}, {2, 2, 300},
                {3, 2, 500}, {5, 2, 100},  {0, 3, 1},    {1, 3, 10},   {2, 3, 20}};
    struct reference_targets *targets = reference_targets_open();
    struct felt_rng rng = felt_rng_make(53);
    felt_cards deuces = felt_cards_of_rank(FELT_DEUCE);
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row++)
        for (int hand = 0; hand < rows[row].hands; hand += test_is_quick() ? 20 : 1) {
            felt_card cards[7];
            cards_deal(&rng, FELT_CARDS_ALL & ~deuces, rows[row].naturals, cards);
            cards_deal(&rng, deuces | FELT_CARDS_JOKERS, rows[row].wilds,
                       cards + rows[row].naturals);
            agree_on_wild(targets, deuces, cards, rows[row].naturals + rows[row].wilds);
        }
    reference_targets_close(targets);
}

static void reference_wild_without_wild_cards_is_high(void **state)
{
    (void)state;
    struct reference_targets *targets = reference_targets_open();
    struct felt_rng rng = felt_rng_make(7);
    for (int hand = 0; hand < 20000; hand++) {
        felt_card cards[7];
        int count = (int)felt_rng_below(&rng, 8);
        cards_deal(&rng, FELT_CARDS_ALL, count, cards);
        assert_true(reference_wild(targets, 0, cards, count).score ==
                    reference_eval(FELT_HIGH, cards, count).score);
    }
    reference_targets_close(targets);
}

static void reference_a_missing_card_loses_to_any_card(void **state)
{
    (void)state;
    static const char *const rising[] = {"2c",       "Ac",          "Ac 2d",      "Ac Kd",
                                         "Ac Kd 2h", "Ac Kd Qh 2s", "2c 2d",      "2c 2d 3c",
                                         "2c 2d Ah", "2c 2d Ah 3c", "Ac Ad",      "3c 3d 2c 2d",
                                         "2c 2d 2h", "2c 2d 2h 3c", "2c 2d 2h 2s"};
    int64_t last = 0;
    for (size_t i = 0; i < sizeof rising / sizeof rising[0]; i++) {
        felt_card cards[7];
        int count = cards_parse(rising[i], cards, 7);
        int64_t score = reference_eval(FELT_HIGH, cards, count).score;
        assert_true(score > last);
        last = score;
    }
}

TEST_MODULE(reference)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reference_all_high_hands_have_known_counts),
        cmocka_unit_test(reference_all_short_hands_have_known_counts),
        cmocka_unit_test(reference_all_low_hands_have_known_counts),
        cmocka_unit_test(reference_all_badugi_hands_have_known_counts),
        cmocka_unit_test(reference_all_three_card_hands_have_known_counts),
        cmocka_unit_test(reference_wild_both_ways_agree),
        cmocka_unit_test(reference_wild_without_wild_cards_is_high),
        cmocka_unit_test(reference_a_missing_card_loses_to_any_card),
        /* The slow ones last: a quick run does not reach them. */
        cmocka_unit_test(reference_one_joker_has_known_counts),
        cmocka_unit_test(reference_deuces_wild_have_known_counts),
    };
    size_t count = sizeof tests / sizeof tests[0] - (test_is_quick() ? 2 : 0);
    return _cmocka_run_group_tests("reference", tests, count, NULL, NULL);
}
