/* test_showdown.c -- the rows of games, the values of both halves and the cards that make them.
 *
 * Worked hands with winners are in tests/golden/hands (test_golden_hands.c). */
#include "expect.h"

#include "felt/showdown.h"
#include "module.h"

#include <string.h>

enum { HANDS = 3000 };

struct row {
    const char *name;
    int hole, board;
    bool two_three;
    enum felt_family first, second;
    felt_cards wild;
    unsigned second_of;
    felt_cards deck; /* cards it surely has, see lacks */
    felt_cards lacks;
};

#define JOKERS FELT_CARDS_JOKERS
#define DEUCES ((felt_cards)0xf)
#define ALL    FELT_CARDS_ALL
#define SIX_UP (ALL & ~(felt_cards)0xffff)
#define TEN_UP (ALL & ~(felt_cards)0xffffffff)
#define RED    ((felt_cards)1 << FELT_JOKER_RED)
#define NONE   FELT_FAMILY_NONE

static const struct row rows[] = {
    {"holdem", 2, 5, false, FELT_HIGH, NONE, 0, 0, ALL, JOKERS},
    {"short-deck", 2, 5, false, FELT_HIGH_SHORT, NONE, 0, 0, SIX_UP, ~SIX_UP},
    {"royal", 2, 5, false, FELT_HIGH, NONE, 0, 0, TEN_UP, ~TEN_UP},
    {"holdem-jokers", 2, 5, false, FELT_HIGH, NONE, 0, 0, ALL | RED, 0},
    {"omaha", 4, 5, true, FELT_HIGH, NONE, 0, 0, ALL, JOKERS},
    {"omaha-hilo", 4, 5, true, FELT_HIGH, FELT_LOW_8, 0, 0, ALL, JOKERS},
    {"omaha5", 5, 5, true, FELT_HIGH, NONE, 0, 0, ALL, JOKERS},
    {"omaha5-hilo", 5, 5, true, FELT_HIGH, FELT_LOW_8, 0, 0, ALL, JOKERS},
    {"omaha6", 6, 5, true, FELT_HIGH, NONE, 0, 0, ALL, JOKERS},
    {"courchevel", 5, 5, true, FELT_HIGH, NONE, 0, 0, ALL, JOKERS},
    {"courchevel-hilo", 5, 5, true, FELT_HIGH, FELT_LOW_8, 0, 0, ALL, JOKERS},
    {"stud", 7, 0, false, FELT_HIGH, NONE, 0, 0, ALL, JOKERS},
    {"stud-hilo", 7, 0, false, FELT_HIGH, FELT_LOW_8, 0, 0, ALL, JOKERS},
    {"stud-jokers", 7, 0, false, FELT_HIGH, NONE, 0, 0, ALL | RED, 0},
    {"razz", 7, 0, false, FELT_LOW_A5, NONE, 0, 0, ALL, JOKERS},
    {"draw", 5, 0, false, FELT_HIGH, NONE, 0, 0, ALL, JOKERS},
    {"draw-deuces", 5, 0, false, FELT_HIGH, NONE, DEUCES, 0, ALL, 0},
    {"draw-jokers", 5, 0, false, FELT_HIGH, NONE, 0, 0, ALL | RED, 0},
    {"low-27", 5, 0, false, FELT_LOW_27, NONE, 0, 0, ALL, JOKERS},
    {"low-a5", 5, 0, false, FELT_LOW_A5, NONE, 0, 0, ALL, JOKERS},
    {"badugi", 4, 0, false, FELT_BADUGI, NONE, 0, 0, ALL, JOKERS},
    {"badacey", 5, 0, false, FELT_LOW_A5, FELT_BADUGI, 0, 0, ALL, JOKERS},
    {"badeucy", 5, 0, false, FELT_LOW_27, FELT_BADUGI_HIGH, 0, 0, ALL, JOKERS},
    {"chicago", 7, 0, false, FELT_HIGH, FELT_SPADE, 0, 0x43, ALL, JOKERS},
    {"three-card", 1, 2, false, FELT_HIGH_THREE, NONE, 0, 0, ALL, JOKERS},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

static const struct felt_showdown *find(const char *name)
{
    const struct felt_showdown *game = felt_showdown_find(name);
    if (!game) fail_msg("there is no game %s", name);
    return game;
}

static void showdown_rows_have_their_numbers_of_cards_and_families(void **state)
{
    (void)state;
    for (int i = 0; i < ROWS; i++) {
        const struct felt_showdown *game = find(rows[i].name);
        felt_cards deck = felt_deck_cards(game->deck);
        if (strcmp(game->name, rows[i].name) != 0 || game->hole != rows[i].hole ||
            game->board != rows[i].board || game->two_three != rows[i].two_three ||
            game->first != rows[i].first || game->second != rows[i].second ||
            game->wild != rows[i].wild || game->second_of != rows[i].second_of)
            fail_msg("the row of %s is not as it should be", rows[i].name);
        if ((deck & rows[i].deck) != rows[i].deck || (deck & rows[i].lacks))
            fail_msg("the deck of %s is %#llx", rows[i].name, (unsigned long long)deck);
        assert_non_null(game->title);
        assert_true(strlen(game->title) > 0);
    }
}

static void showdown_every_row_can_be_found_by_its_name(void **state)
{
    (void)state;
    assert_true(felt_showdown_count() >= ROWS);
    for (int i = 0; i < felt_showdown_count(); i++) {
        const struct felt_showdown *game = felt_showdown_at(i);
        assert_non_null(game);
        assert_ptr_equal(felt_showdown_find(game->name), game);
        assert_true(game->hole <= FELT_HOLE_MAX); /* I1 */
        assert_true(game->board <= FELT_BOARD_MAX);
        assert_int_not_equal(game->first, FELT_FAMILY_NONE);
    }
}

static void showdown_unknown_name_finds_nothing(void **state)
{
    (void)state;
    assert_null(felt_showdown_find("whist"));
    assert_null(felt_showdown_find(""));
    assert_null(felt_showdown_find("holde"));
    assert_null(felt_showdown_find("holdem2"));
}

/* --- values --- */

struct deal {
    int holes, boards;
    felt_card hole[FELT_HOLE_MAX], board[FELT_BOARD_MAX];
};

/* A value of a family from own cards that count and the board, by the evaluators of eval.h. */
static felt_value value_of(const struct felt_showdown *game, enum felt_family family,
                           const felt_card *own, int owns, const felt_card *board, int boards)
{
    felt_card all[FELT_HOLE_MAX + FELT_BOARD_MAX];
    if (family == FELT_FAMILY_NONE) return 0;
    if (game->two_three) {
        if (owns < 2 || boards < 3) return 0;
        return felt_eval_two_three(family, own, owns, board, boards);
    }
    memcpy(all, own, (size_t)owns);
    memcpy(all + owns, board, (size_t)boards);
    bool may_be_wild = game->wild || (felt_deck_cards(game->deck) & FELT_CARDS_JOKERS);
    if (family == FELT_HIGH && may_be_wild) return felt_eval_wild(game->wild, all, owns + boards);
    return felt_eval(family, all, owns + boards);
}

/* Own cards that count for a half. */
static int own_cards(const struct felt_showdown *game, int half, const struct deal *deal,
                     felt_card out[FELT_HOLE_MAX])
{
    int count = 0;
    for (int i = 0; i < deal->holes; i++) {
        bool counts = !game->second_of || (game->second_of >> i & 1);
        if (game->second_only && !(game->second_only >> deal->hole[i] & 1)) counts = false;
        if (half == 0 || counts) out[count++] = deal->hole[i];
    }
    return count;
}

/* Mostly complete hands, sometimes fewer cards. */
static struct deal deal_random(struct felt_rng *rng, const struct felt_showdown *game, int hand)
{
    struct deal deal = {.holes = game->hole, .boards = game->board};
    felt_card cards[FELT_HOLE_MAX + FELT_BOARD_MAX];
    felt_cards deck = felt_deck_cards(game->deck);
    if (hand % 4 == 0) deal.holes = (int)felt_rng_below(rng, game->hole + 1u);
    if (hand % 4 == 0) deal.boards = (int)felt_rng_below(rng, game->board + 1u);
    cards_deal(rng, deck, deal.holes + deal.boards, cards);
    if (hand % 4 == 1 && (deck & FELT_CARDS_JOKERS)) { /* make sure of a joker */
        bool there = felt_cards_from(cards, deal.holes + deal.boards) & RED;
        if (!there) cards[felt_rng_below(rng, game->hole + 0u)] = FELT_JOKER_RED;
    }
    memcpy(deal.hole, cards, (size_t)deal.holes);
    memcpy(deal.board, cards + deal.holes, (size_t)deal.boards);
    return deal;
}

static void showdown_values_are_those_of_the_families(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(5);
    for (int i = 0; i < felt_showdown_count(); i++) {
        const struct felt_showdown *game = felt_showdown_at(i);
        for (int hand = 0; hand < HANDS; hand++) {
            struct deal deal = deal_random(&rng, game, hand);
            felt_value values[2];
            felt_showdown_values(game, deal.hole, deal.holes, deal.board, deal.boards, values);
            for (int half = 0; half < 2; half++) {
                felt_card own[FELT_HOLE_MAX];
                int owns = own_cards(game, half, &deal, own);
                felt_value want = value_of(game, half ? game->second : game->first, own, owns,
                                           deal.board, deal.boards);
                char text[CARDS_TEXT_BYTES], board[CARDS_TEXT_BYTES];
                if (values[half] != want)
                    fail_msg("%s, half %d: %s on %s: %#x, family says %#x", game->name, half,
                             cards_show(deal.hole, deal.holes, text),
                             cards_show(deal.board, deal.boards, board), values[half], want);
            }
        }
    }
}

static void showdown_names_are_those_of_the_families(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(6);
    for (int i = 0; i < felt_showdown_count(); i++) {
        const struct felt_showdown *game = felt_showdown_at(i);
        for (int hand = 0; hand < 200; hand++) {
            struct deal deal = deal_random(&rng, game, hand);
            felt_value values[2];
            char one[FELT_VALUE_NAME_BYTES], other[FELT_VALUE_NAME_BYTES];
            felt_showdown_values(game, deal.hole, deal.holes, deal.board, deal.boards, values);
            felt_showdown_name(game, 0, values[0], one, sizeof one);
            felt_value_name(game->first, values[0], other, sizeof other);
            assert_string_equal(one, other);
            if (game->second == FELT_FAMILY_NONE) continue;
            felt_showdown_name(game, 1, values[1], one, sizeof one);
            felt_value_name(game->second, values[1], other, sizeof other);
            bool lacks_the_card = game->second_only && values[1] == 0;
            assert_string_equal(one, lacks_the_card ? "no queen of spades" : other);
        }
    }
}

/* --- cards --- */

/* How many cards make a value: five, or as many as there are; fewer in families of their own. */
static int cards_needed(enum felt_family family, felt_value value, int there)
{
    enum felt_category category = felt_value_category(family, value);
    int needed = 5;
    if (value == 0) return 0;
    if (family == FELT_SPADE) needed = 1;
    if (family == FELT_HIGH_THREE) needed = 3;
    if (family == FELT_BADUGI || family == FELT_BADUGI_HIGH)
        needed = (int)category - (int)FELT_BADUGI_1 + 1;
    return there < needed ? there : needed;
}

/* The first choice of cards, in the order of the list of own cards and board, that has the value.
 */
static int first_choice(const struct felt_showdown *game, enum felt_family family, felt_value value,
                        const felt_card *own, int owns, const felt_card *board, int boards,
                        felt_card out[5])
{
    int needed = cards_needed(family, value, owns + boards);
    felt_card numbers[5] = {0, 1, 2, 3, 4};
    if (needed == 0) return 0;
    do {
        int mine = 0;
        for (int i = 0; i < needed; i++) {
            out[i] = numbers[i] < owns ? own[numbers[i]] : board[numbers[i] - owns];
            mine += numbers[i] < owns;
        }
        if (game->two_three && mine != 2) continue;
        if (value_of(game, family, out, mine, out + mine, needed - mine) == value) return needed;
    } while (choice_next(owns + boards, numbers, needed));
    fail_msg("%s: no choice of cards has the value %#x", game->name, value);
    return 0;
}

static void expect_cards(const struct felt_showdown *game, int half, const struct deal *deal)
{
    char hole[CARDS_TEXT_BYTES], board[CARDS_TEXT_BYTES], got[CARDS_TEXT_BYTES],
        wanted[CARDS_TEXT_BYTES];
    enum felt_family family = half ? game->second : game->first;
    felt_card own[FELT_HOLE_MAX], want[5], out[5] = {0};
    felt_value values[2];
    int owns = own_cards(game, half, deal, own);
    felt_showdown_values(game, deal->hole, deal->holes, deal->board, deal->boards, values);
    int needed =
        first_choice(game, family, values[half], own, owns, deal->board, deal->boards, want);
    int count =
        felt_showdown_cards(game, half, deal->hole, deal->holes, deal->board, deal->boards, out);
    assert_in_range(count, 0, 5);
    if (count != needed || memcmp(out, want, (size_t)needed) != 0)
        fail_msg("%s, half %d: %s on %s: cards %s, should be %s", game->name, half,
                 cards_show(deal->hole, deal->holes, hole),
                 cards_show(deal->board, deal->boards, board), cards_show(out, count, got),
                 cards_show(want, needed, wanted));
}

static void showdown_cards_are_the_earliest_that_have_the_value(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(7);
    for (int i = 0; i < felt_showdown_count(); i++) {
        const struct felt_showdown *game = felt_showdown_at(i);
        for (int hand = 0; hand < HANDS; hand++) {
            struct deal deal = deal_random(&rng, game, hand);
            expect_cards(game, 0, &deal);
            if (game->second != FELT_FAMILY_NONE) expect_cards(game, 1, &deal);
        }
    }
}

static struct deal deal_of(const char *hole, const char *board)
{
    struct deal deal = {0};
    deal.holes = cards_parse(hole, deal.hole, FELT_HOLE_MAX);
    deal.boards = cards_parse(board, deal.board, FELT_BOARD_MAX);
    return deal;
}

static void showdown_cards_worked_examples(void **state)
{
    (void)state;
    static const struct {
        const char *game;
        int half;
        const char *hole, *board, *cards;
    } examples[] = {
        {"holdem", 0, "Ah Kd", "As Kc 7h 7d 2c", "Ah Kd As Kc 7h"},
        {"holdem", 0, "3h 2d", "As Ks Qs Js Ts", "As Ks Qs Js Ts"},
        {"holdem", 0, "Ah 2d", "As Ks Qs Js Td", "Ah Ks Qs Js Td"},
        {"holdem", 0, "Ah", "", "Ah"},
        {"omaha", 0, "Ah Ad Kh Kd", "As Ac 7h 6d 2c", "Ah Ad As Ac 7h"},
        {"omaha-hilo", 1, "Ah 2d Kh Kd", "3s 4c 7h 8d Kc", "Ah 2d 3s 4c 7h"},
        {"omaha-hilo", 1, "Ah Kd Kh Qd", "3s 4c 7h 8d Kc", ""},
        {"badugi", 0, "4c 3d 2h Ah", "", "4c 3d Ah"},
        {"badugi", 0, "Kc Kd Kh Ks", "", "Kc"},
        {"badeucy", 1, "7c 5d 4h 3s 2d", "", "7c 4h 3s 2d"},
        {"chicago", 1, "2s 9s As Ks Qs Js Ts", "", "Ts"},
        {"chicago", 1, "2h 9h As Ks Qs Js Th", "", ""},
        {"draw-deuces", 0, "2c Ac Ad Kh Kd", "", "2c Ac Ad Kh Kd"},
        {"three-card", 0, "Ac", "Kd 9h", "Ac Kd 9h"},
        {"razz", 0, "Kc Ac 2d 3h 4s 5d 6c", "", "Ac 2d 3h 4s 5d"},
    };
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
        const struct felt_showdown *game = find(examples[i].game);
        struct deal deal = deal_of(examples[i].hole, examples[i].board);
        felt_card out[5] = {0};
        char text[CARDS_TEXT_BYTES];
        int count = felt_showdown_cards(game, examples[i].half, deal.hole, deal.holes, deal.board,
                                        deal.boards, out);
        if (strcmp(cards_show(out, count, text), examples[i].cards) != 0)
            fail_msg("%s: %s on %s: cards %s, should be %s", examples[i].game, examples[i].hole,
                     examples[i].board, text, examples[i].cards);
    }
}

/* --- rules of single games --- */

static void values_of(const char *game, const char *hole, const char *board, felt_value out[2])
{
    struct deal deal = deal_of(hole, board);
    felt_showdown_values(find(game), deal.hole, deal.holes, deal.board, deal.boards, out);
}

static void showdown_omaha_needs_two_hole_and_three_board_cards(void **state)
{
    (void)state;
    felt_value values[2];
    values_of("omaha-hilo", "Ah", "As Kc 7h", values);
    assert_int_equal(values[0] | values[1], 0);
    values_of("omaha-hilo", "Ah Kd Qh Jd", "As Kc", values);
    assert_int_equal(values[0] | values[1], 0);
    values_of("omaha-hilo", "Ah 2d Qh Jd", "3s 4c 5c", values);
    assert_true(values[0] > 0);
    assert_true(values[1] > 0);
}

static void showdown_chicago_counts_spades_in_the_hole_only(void **state)
{
    (void)state;
    felt_value ace[2], king[2], none[2];
    values_of("chicago", "As 2h 3h 4h 5h 6c 7c", "", ace);
    values_of("chicago", "2h 2d As Qs Js Ts Ks", "", king); /* only the seventh is in the hole */
    values_of("chicago", "2h 2d As Qs Js Ts Kd", "", none);
    assert_true(ace[1] > king[1]);
    assert_true(king[1] > 0);
    assert_int_equal(none[1], 0);
    assert_true(none[0] > 0);
}

/* RULES 4.3: the seventh card that eight seats share is nobody's down card. */
static void showdown_shared_card_is_nobodys_spade(void **state)
{
    (void)state;
    static const char *const names[] = {"chicago", "the-bitch"};
    for (int i = 0; i < 2; i++) {
        const struct felt_showdown *game = felt_showdown_find(names[i]);
        felt_card hole[6], shared[1], out[5];
        felt_value values[2];
        assert_int_equal(cards_parse("Ac Ad 3s 4s 5s 6s", hole, 6), 6);
        assert_int_equal(cards_parse("Qs", shared, 1), 1);
        felt_showdown_values(game, hole, 6, shared, 1, values);
        assert_true(felt_value_category(game->first, values[0]) == FELT_FLUSH);
        assert_int_equal(values[1], 0);
        assert_int_equal(felt_showdown_cards(game, 1, hole, 6, shared, 1, out), 0);
        assert_int_equal(cards_parse("Qs", hole, 1), 1);
        assert_int_equal(cards_parse("2s", shared, 1), 1);
        felt_showdown_values(game, hole, 6, shared, 1, values);
        assert_int_equal(felt_showdown_cards(game, 1, hole, 6, shared, 1, out), 1);
        assert_int_equal(out[0], hole[0]);
    }
}

static void showdown_games_without_second_half_have_no_second_value(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(8);
    for (int i = 0; i < felt_showdown_count(); i++) {
        const struct felt_showdown *game = felt_showdown_at(i);
        if (game->second != FELT_FAMILY_NONE) continue;
        struct deal deal = deal_random(&rng, game, 1);
        felt_value values[2] = {1, 1};
        felt_showdown_values(game, deal.hole, deal.holes, deal.board, deal.boards, values);
        assert_int_equal(values[1], 0);
    }
}

TEST_MODULE(showdown)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(showdown_rows_have_their_numbers_of_cards_and_families),
        cmocka_unit_test(showdown_every_row_can_be_found_by_its_name),
        cmocka_unit_test(showdown_unknown_name_finds_nothing),
        cmocka_unit_test(showdown_values_are_those_of_the_families),
        cmocka_unit_test(showdown_names_are_those_of_the_families),
        cmocka_unit_test(showdown_cards_are_the_earliest_that_have_the_value),
        cmocka_unit_test(showdown_cards_worked_examples),
        cmocka_unit_test(showdown_omaha_needs_two_hole_and_three_board_cards),
        cmocka_unit_test(showdown_chicago_counts_spades_in_the_hole_only),
        cmocka_unit_test(showdown_shared_card_is_nobodys_spade),
        cmocka_unit_test(showdown_games_without_second_half_have_no_second_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
