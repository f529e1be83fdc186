/* test_deck.c -- decks, and shuffles worked by hand and counted against chance. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "assert_trap.h"
#include "felt/deck.h"
#include "module.h"
#include "statistics.h"

#include <string.h>

static void deck_kinds_hold_their_cards_in_order(void **state)
{
    (void)state;
    static const struct {
        enum felt_deck_kind kind;
        int count;
        felt_card first, last;
    } rows[] = {
        {FELT_DECK_52, 52, 0, 51},     {FELT_DECK_53, 53, 0, FELT_JOKER_RED},
        {FELT_DECK_54, 54, 0, 53},     {FELT_DECK_SHORT, 36, 4 * FELT_SIX, 51},
        {FELT_DECK_ROYAL, 20, 32, 51},
    };
    assert_int_equal(sizeof rows / sizeof rows[0], FELT_DECK_KINDS);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_deck deck = felt_deck_make(felt_deck_cards(rows[i].kind));
        assert_int_equal(deck.count, rows[i].count);
        for (int k = 0; k < deck.count; k++) assert_int_equal(deck.card[k], rows[i].first + k);
        assert_int_equal(deck.card[deck.count - 1], rows[i].last);
    }
}

static void deck_of_any_set_is_in_order(void **state)
{
    (void)state;
    struct felt_deck deck = felt_deck_make(0);
    assert_int_equal(deck.count, 0);
    deck = felt_deck_make(felt_cards_of(53) | felt_cards_of(7) | felt_cards_of(40));
    assert_int_equal(deck.count, 3);
    assert_memory_equal(deck.card, ((felt_card[]){7, 40, 53}), 3);
}

static void deck_from_list_keeps_the_order(void **state)
{
    (void)state;
    static const felt_card kuhn[] = {45, 37, 41};
    struct felt_deck deck;
    assert_int_equal(felt_deck_from_list(kuhn, 3, &deck), FELT_OK);
    assert_int_equal(deck.count, 3);
    assert_memory_equal(deck.card, kuhn, 3);
    assert_int_equal(felt_deck_from_list(NULL, 0, &deck), FELT_OK);
    assert_int_equal(deck.count, 0);

    felt_card whole[FELT_CARDS_MAX];
    for (int i = 0; i < FELT_CARDS_MAX; i++) whole[i] = (felt_card)(FELT_CARDS_MAX - 1 - i);
    assert_int_equal(felt_deck_from_list(whole, FELT_CARDS_MAX, &deck), FELT_OK);
    assert_memory_equal(deck.card, whole, FELT_CARDS_MAX);
}

static void deck_from_wrong_list_is_refused_and_untouched(void **state)
{
    (void)state;
    static const struct {
        felt_card cards[4];
        int count;
        enum felt_status status;
    } rows[] = {
        {{1, 2, 3, 1}, 4, FELT_DUPLICATE_CARD},
        {{53, 53}, 2, FELT_DUPLICATE_CARD},
        {{1, 54}, 2, FELT_BAD_CARD},
        {{FELT_CARD_NONE}, 1, FELT_BAD_CARD},
    };
    struct felt_deck deck = felt_deck_make(FELT_CARDS_ALL), before = deck;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(felt_deck_from_list(rows[i].cards, rows[i].count, &deck), rows[i].status);
        assert_memory_equal(&deck, &before, sizeof deck);
    }
    felt_card many[FELT_CARDS_MAX + 1] = {0};
    assert_int_equal(felt_deck_from_list(many, FELT_CARDS_MAX + 1, &deck), FELT_WRONG_COUNT);
    assert_memory_equal(&deck, &before, sizeof deck);
}

static void deck_misuse_stops(void **state)
{
    (void)state;
    struct felt_deck deck = felt_deck_make(7);
    struct felt_rng rng = felt_rng_make(1);
    int no_kind = FELT_DECK_KINDS + 3;
    assert_stops((void)felt_deck_cards(FELT_DECK_KINDS));
    assert_stops((void)felt_deck_cards((enum felt_deck_kind)no_kind));
    assert_stops((void)felt_deck_make((felt_cards)1 << FELT_CARDS_MAX));
    assert_stops((void)!felt_deck_from_list(NULL, -1, &deck));
    assert_stops(felt_deck_shuffle(&deck, 4, &rng));
    assert_stops(felt_deck_shuffle(&deck, -1, &rng));
    assert_stops(felt_deck_shuffle_words(&deck, 4, NULL, NULL));
    assert_stops(felt_deck_shuffle_words(&deck, -1, NULL, NULL));
}

/* Words from a list, counted. */
struct words {
    const uint32_t *words;
    int count, used;
};

static uint32_t next_word(void *self)
{
    struct words *words = self;
    assert_true(words->used < words->count);
    return words->words[words->used++];
}

#define LAST 0xFFFFFFFFU

/* Worked by hand.  2^32 mod 3 = 1, mod 5 = 1, mod 6 = 4, mod 7 = 4; mod 1, 2, 4 = 0. */
static void shuffle_words_follows_the_written_rule(void **state)
{
    (void)state;
    static const struct {
        int cards, count;
        uint32_t words[8];
        int words_used;
        felt_card result[7];
    } rows[] = {
        {3, 3, {0, 0, 0}, 3, {0, 1, 2}},
        {3, 3, {1, 0, 0}, 3, {1, 0, 2}},
        {3, 3, {2, 0, 0}, 3, {2, 1, 0}},
        {3, 3, {2, 1, 5}, 3, {2, 0, 1}},
        {3, 3, {7, 3, 9}, 3, {1, 2, 0}},
        {3, 3, {LAST, 5, 1, 9}, 4, {2, 0, 1}},             /* the example of RULES 2.3       */
        {3, 3, {LAST, 7, 3, 9}, 4, {1, 2, 0}},             /* LAST is rejected for n = 3...  */
        {3, 3, {LAST - 1, LAST, LAST}, 3, {2, 0, 1}},      /* ... and taken for n = 2 and 1  */
        {3, 3, {LAST, LAST, LAST, 1, 0, 0}, 6, {1, 0, 2}}, /* as often as it takes           */
        {3, 2, {LAST, 2, 1}, 3, {2, 0, 1}},                /* no third draw                  */
        {3, 1, {2}, 1, {2, 1, 0}},
        {3, 0, {0}, 0, {0, 1, 2}},
        {1, 1, {LAST}, 1, {0}},
        {0, 0, {0}, 0, {0}},
        {4, 4, {LAST, LAST, 3, 2, 1}, 5, {3, 1, 2, 0}}, /* taken for n = 4, not for n = 3 */
        {6, 1, {LAST - 3, LAST - 2, LAST, LAST - 4}, 4, {5, 1, 2, 3, 4, 0}},
        {7, 2, {LAST - 3, LAST - 4, LAST - 3, LAST - 4}, 4, {6, 0, 2, 3, 4, 5, 1}},
        {5, 5, {LAST, LAST - 1, 4, 3, 2, 1}, 6, {4, 1, 2, 3, 0}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_deck deck = felt_deck_make(((felt_cards)1 << rows[i].cards) - 1);
        struct words words = {rows[i].words, 8, 0};
        felt_deck_shuffle_words(&deck, rows[i].count, next_word, &words);
        assert_int_equal(words.used, rows[i].words_used);
        assert_memory_equal(deck.card, rows[i].result, (size_t)rows[i].cards);
    }
}

static void shuffle_whole_deck_is_a_permutation(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(9);
    for (int kind = 0; kind < FELT_DECK_KINDS; kind++) {
        felt_cards cards = felt_deck_cards((enum felt_deck_kind)kind);
        struct felt_deck deck = felt_deck_make(cards), fresh = deck;
        for (int i = 0; i < 100; i++) {
            felt_deck_shuffle(&deck, deck.count, &rng);
            assert_int_equal(deck.count, felt_cards_count(cards));
            assert_true(felt_cards_from(deck.card, deck.count) == cards);
        }
        assert_memory_not_equal(&deck, &fresh, sizeof deck);
    }
}

static void shuffle_same_seed_gives_same_deck(void **state)
{
    (void)state;
    struct felt_rng a = felt_rng_make(6), b = felt_rng_make(6);
    struct felt_deck x = felt_deck_make(FELT_CARDS_ALL), y = x, partial = x;
    felt_deck_shuffle(&x, 52, &a);
    felt_deck_shuffle(&y, 52, &b);
    assert_memory_equal(&x, &y, sizeof x);

    /* A partial shuffle is the beginning of the whole one, and draws no more than it needs. */
    struct felt_rng c = felt_rng_make(6), d = c;
    felt_deck_shuffle(&partial, 5, &c);
    assert_memory_equal(partial.card, x.card, 5);
    (void)felt_rng_next(&d); /* one word serves up to ten places */
    assert_memory_equal(&c, &d, sizeof c);
}

/* The number of a permutation of 0 .. 3, 0 .. 23 (Lehmer's code). */
static int permutation_number(const felt_card *card)
{
    int number = 0;
    for (int i = 0; i < 4; i++) {
        int smaller = 0;
        for (int k = i + 1; k < 4; k++) smaller += card[k] < card[i];
        number = number * (4 - i) + smaller;
    }
    return number;
}

static uint32_t rng_word(void *self)
{
    return (uint32_t)(felt_rng_next(self) >> 32);
}

static void shuffle_all_24_orders_are_equally_likely(void **state)
{
    (void)state;
    enum { SHUFFLES = 240000, ORDERS = 24 };
    uint32_t by_rng[ORDERS] = {0}, by_words[ORDERS] = {0};
    struct felt_rng rng = felt_rng_make(10);
    for (int i = 0; i < SHUFFLES; i++) {
        struct felt_deck deck = felt_deck_make(15);
        felt_deck_shuffle(&deck, 4, &rng);
        by_rng[permutation_number(deck.card)]++;
        deck = felt_deck_make(15);
        felt_deck_shuffle_words(&deck, 4, rng_word, &rng);
        by_words[permutation_number(deck.card)]++;
    }
    assert_true(looks_uniform(by_rng, ORDERS, SHUFFLES / ORDERS));
    assert_true(looks_uniform(by_words, ORDERS, SHUFFLES / ORDERS));
}

/* Three of 52: each place has each card equally often, and so has each pair of a first and a second
 * card, of which the equal ones do not occur. */
static void shuffle_partial_marginals_are_uniform(void **state)
{
    (void)state;
    enum { SHUFFLES = 52 * 51 * 100 };
    static uint32_t place[3][52], pair[52 * 52];
    struct felt_rng rng = felt_rng_make(12);
    for (int i = 0; i < SHUFFLES; i++) {
        struct felt_deck deck = felt_deck_make(FELT_CARDS_ALL);
        felt_deck_shuffle(&deck, 3, &rng);
        for (int k = 0; k < 3; k++) place[k][deck.card[k]]++;
        pair[deck.card[0] * 52 + deck.card[1]]++;
    }
    for (int k = 0; k < 3; k++) assert_true(looks_uniform(place[k], 52, SHUFFLES / 52));
    int pairs = 0;
    for (int i = 0; i < 52 * 52; i++) {
        if (i / 52 != i % 52)
            pair[pairs++] = pair[i];
        else
            assert_int_equal(pair[i], 0);
    }
    assert_true(looks_uniform(pair, pairs, 100));
}

TEST_MODULE(deck)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(deck_kinds_hold_their_cards_in_order),
        cmocka_unit_test(deck_of_any_set_is_in_order),
        cmocka_unit_test(deck_from_list_keeps_the_order),
        cmocka_unit_test(deck_from_wrong_list_is_refused_and_untouched),
        cmocka_unit_test(deck_misuse_stops),
        cmocka_unit_test(shuffle_words_follows_the_written_rule),
        cmocka_unit_test(shuffle_whole_deck_is_a_permutation),
        cmocka_unit_test(shuffle_same_seed_gives_same_deck),
        cmocka_unit_test(shuffle_all_24_orders_are_equally_likely),
        cmocka_unit_test(shuffle_partial_marginals_are_uniform),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
