/* test_wild.c -- high hands with jokers and wild ranks against the reference (RULES 3.8): a wild
 * card is any card not in the hand, except to make five of a kind, which is the best hand. */
#include "expect.h"

#include "felt/eval.h"
#include "module.h"

enum { HANDS = 1000000 };

struct fixture {
    struct reference_targets *targets;
    struct order *order;
};

static void expect_wild(const struct fixture *fixture, felt_cards wild, const felt_card *cards,
                        int count)
{
    expect_rated(fixture->order, FELT_HIGH, felt_eval_wild(wild, cards, count),
                 reference_wild(fixture->targets, wild, cards, count), cards, count);
}

static struct fixture fixture_open(void)
{
    return (struct fixture){reference_targets_open(), order_open()};
}

static void fixture_close(struct fixture *fixture)
{
    reference_targets_close(fixture->targets);
    expect_ordered(fixture->order);
}

static void wild_without_wild_cards_equals_high(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(1);
    for (int hand = 0; hand < 200000; hand++) {
        felt_card cards[7];
        int count = hand % 8;
        cards_deal(&rng, FELT_CARDS_ALL, count, cards);
        assert_int_equal(felt_eval_wild(0, cards, count), felt_eval(FELT_HIGH, cards, count));
    }
}

/* All hands of five cards with one joker, and all of three cards with both. */
static void wild_jokers_with_all_cards_agree(void **state)
{
    (void)state;
    struct fixture fixture = fixture_open();
    felt_card one[5] = {0, 1, 2, 3, FELT_JOKER_RED};
    int counts[FELT_CATEGORIES] = {0}, hand = 0, step = test_is_quick() ? 97 : 1;
    do {
        if (hand++ % step == 0) expect_wild(&fixture, 0, one, 5);
        counts[felt_value_category(FELT_HIGH, felt_eval_wild(0, one, 5))]++;
    } while (choice_next(FELT_CARDS, one, 4));
    assert_int_equal(counts[FELT_FIVE_OF_A_KIND], 13);
    assert_int_equal(counts[FELT_STRAIGHT_FLUSH], 204 - 40);
    assert_int_equal(counts[FELT_QUADS], 3120 - 624);
    assert_int_equal(counts[FELT_PAIR], 1268088 - 1098240);
    felt_card both[5] = {0, 1, 2, FELT_JOKER_BLACK, FELT_JOKER_RED};
    do {
        expect_wild(&fixture, 0, both, 5);
    } while (choice_next(FELT_CARDS, both, 3));
    fixture_close(&fixture);
}

/* Hands of 0 .. 7 cards of which 0 .. 7 are wild, wherever they stand in the list. */
static void wild_any_number_of_wild_cards_agrees(void **state)
{
    (void)state;
    static const struct {
        felt_cards wild;
        int most; /* wild cards there are, jokers with them */
    } rows[] = {{0, 2},
                {(felt_cards)0xf << 4 * FELT_DEUCE, 6},
                {(felt_cards)0xf << 4 * FELT_QUEEN, 6},
                {(felt_cards)0xf << 4 * FELT_ACE, 6},
                {(felt_cards)0xf << 4 * FELT_KING, 6},
                {(felt_cards)0xf << 4 * FELT_QUEEN | (felt_cards)0xf << 4 * FELT_FIVE, 10},
                {(felt_cards)0xf << 4 * FELT_ACE | (felt_cards)0xf << 4 * FELT_DEUCE, 10},
                {(felt_cards)1 << (4 * FELT_JACK + FELT_SPADES), 3},
                {(felt_cards)0x888 << 4 * FELT_JACK, 5}};
    struct fixture fixture = fixture_open();
    struct felt_rng rng = felt_rng_make(23);
    int hands = test_is_quick() ? HANDS / 20 : HANDS;
    for (int hand = 0; hand < hands; hand++) {
        size_t row = felt_rng_below(&rng, sizeof rows / sizeof rows[0]);
        felt_cards wild = rows[row].wild, naturals = FELT_CARDS_ALL & ~wild;
        int count = hand % 4 ? 5 + hand % 3 : (int)felt_rng_below(&rng, 8);
        int most = rows[row].most < count ? rows[row].most : count;
        int wilds = (int)felt_rng_below(&rng, (uint32_t)most + 1);
        if (hand % 8 == 1) naturals &= UINT64_C(0x3333333333333);
        if (hand % 8 == 2) naturals &= UINT64_C(0xffffffff) << 4 * (hand / 8 % 6);
        felt_card cards[7], mixed[7], places[7];
        cards_deal(&rng, naturals, count - wilds, cards);
        cards_deal(&rng, wild | FELT_CARDS_JOKERS, wilds, cards + count - wilds);
        cards_deal(&rng, ((felt_cards)1 << count) - 1, count, places);
        for (int i = 0; i < count; i++) mixed[places[i]] = cards[i];
        expect_wild(&fixture, wild, mixed, count);
    }
    fixture_close(&fixture);
}

static void wild_natural_and_wild_hands_tie(void **state)
{
    (void)state;
    felt_cards deuces = felt_cards_of_rank(FELT_DEUCE);
    static const struct {
        const char *natural, *with_wild;
    } rows[] = {{"Ac Ad Ah Ks Kd", "Ac Ad Jr Ks Kd"},
                {"As Ks Qs Js Ts", "As Ks Jr Jb Ts"},
                {"As Ks Qs Js Ts", "Ah 2c 2d 2h Th"},
                {"9c 9d 9h 9s Ad", "9c 9d 2h Ad 2s"},
                {"Tc 9d 8h 7s 6d", "Tc 9d 8h Jr 6d"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        felt_card natural[7], with_wild[7];
        int n = cards_parse(rows[i].natural, natural, 7);
        int w = cards_parse(rows[i].with_wild, with_wild, 7);
        felt_value one = felt_eval_wild(0, natural, n),
                   other = felt_eval_wild(deuces, with_wild, w);
        if (one != other)
            fail_msg("%s: %#x, %s: %#x", rows[i].natural, one, rows[i].with_wild, other);
    }
}

/* Each hand beats the one before it; deuces and jokers are wild. */
static void wild_worked_examples_stand_in_order(void **state)
{
    (void)state;
    static const char *const rising[] = {
        "3c",
        "2c",
        "3c Jr",
        "2c 2d",
        "2c 2d 2h",
        "Kc Qd Jh Ts 2c", /* straight, ace high */
        "9c 7c 5c 3c Jr", /* flush, ace high */
        "Kc Kd 3h 3s Jr",
        "3c 3d 3h 4s Jr",
        "Ac 2d 2c 2h Qd",
        "Ac Ad Jr Kc Jb",
        "3c 4c 5c Ac Jr",
        "3c 4c 5c Jr Jb",
        "Kc Qc Jc 2d Jr",
        "3c 3d 3h 3s Jr",
        "Kc Kd Kh Jb Jr",
        "2c 2d 2h 2s Ac",
    };
    felt_cards deuces = felt_cards_of_rank(FELT_DEUCE);
    felt_value last = 0;
    for (size_t i = 0; i < sizeof rising / sizeof rising[0]; i++) {
        felt_card cards[7];
        int count = cards_parse(rising[i], cards, 7);
        felt_value value = felt_eval_wild(deuces, cards, count);
        if (value <= last) fail_msg("%s is not better than the hand before", rising[i]);
        last = value;
    }
    /* Five wild cards are five aces, whatever else there is. */
    felt_card cards[7];
    int count = cards_parse("2c 2d 2h 2s Jr 3c 3d", cards, 7);
    assert_int_equal(felt_eval_wild(deuces, cards, count), last);
    assert_int_equal(felt_eval_wild(deuces, cards, 0), 0);
}

TEST_MODULE(wild)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wild_worked_examples_stand_in_order),
        cmocka_unit_test(wild_natural_and_wild_hands_tie),
        cmocka_unit_test(wild_without_wild_cards_equals_high),
        cmocka_unit_test(wild_jokers_with_all_cards_agree),
        cmocka_unit_test(wild_any_number_of_wild_cards_agrees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
