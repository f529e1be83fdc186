/* test_card.c -- numbers, names and texts of cards. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "assert_trap.h"
#include "felt/card.h"
#include "module.h"

#include <string.h>

static void card_numbers_follow_rank_then_suit(void **state)
{
    (void)state;
    assert_int_equal(felt_card_make(FELT_DEUCE, FELT_CLUBS), 0);
    assert_int_equal(felt_card_make(FELT_DEUCE, FELT_SPADES), 3);
    assert_int_equal(felt_card_make(FELT_THREE, FELT_CLUBS), 4);
    assert_int_equal(felt_card_make(FELT_ACE, FELT_SPADES), 51);
    for (felt_card card = 0; card < FELT_CARDS; card++) {
        assert_int_equal(felt_card_make(felt_card_rank(card), felt_card_suit(card)), card);
    }
}

static void cards_sets_hold_what_was_put_in(void **state)
{
    (void)state;
    assert_int_equal(felt_cards_count(FELT_CARDS_ALL), 52);
    assert_int_equal(felt_cards_count(FELT_CARDS_JOKERS), 2);
    assert_true((FELT_CARDS_ALL & FELT_CARDS_JOKERS) == 0);
    assert_true(felt_cards_of_rank(FELT_ACE) == (felt_cards)15 << 48);

    static const felt_card list[] = {51, 0, FELT_JOKER_BLACK, 17, 0};
    felt_cards set = felt_cards_from(list, 5);
    static const felt_card sorted[] = {0, 17, 51, FELT_JOKER_BLACK};
    for (int i = 0; i < 4; i++) {
        assert_int_equal(felt_cards_count(set), 4 - i);
        assert_int_equal(felt_cards_take(&set), sorted[i]);
    }
    assert_true(set == 0);
}

static void card_names_are_the_usual_ones(void **state)
{
    (void)state;
    static const char *const ranks[FELT_RANKS][3] = {
        {"2", "deuce", "deuces"}, {"3", "three", "threes"}, {"4", "four", "fours"},
        {"5", "five", "fives"},   {"6", "six", "sixes"},    {"7", "seven", "sevens"},
        {"8", "eight", "eights"}, {"9", "nine", "nines"},   {"T", "ten", "tens"},
        {"J", "jack", "jacks"},   {"Q", "queen", "queens"}, {"K", "king", "kings"},
        {"A", "ace", "aces"}};
    static const char *const suits[FELT_SUITS][2] = {
        {"c", "clubs"}, {"d", "diamonds"}, {"h", "hearts"}, {"s", "spades"}};
    for (int rank = 0; rank < FELT_RANKS; rank++) {
        assert_int_equal(felt_rank_letter(rank), ranks[rank][0][0]);
        assert_string_equal(felt_rank_name(rank), ranks[rank][1]);
        assert_string_equal(felt_rank_plural(rank), ranks[rank][2]);
    }
    for (int suit = 0; suit < FELT_SUITS; suit++) {
        assert_int_equal(felt_suit_letter(suit), suits[suit][0][0]);
        assert_string_equal(felt_suit_name(suit), suits[suit][1]);
    }
}

static void card_names_outside_the_range_stop(void **state)
{
    (void)state;
    char text[FELT_CARD_TEXT_BYTES];
    assert_stops((void)felt_rank_letter(-1));
    assert_stops((void)felt_rank_letter(FELT_RANKS));
    assert_stops((void)felt_rank_name(FELT_RANKS));
    assert_stops((void)felt_rank_plural(-1));
    assert_stops((void)felt_suit_letter(FELT_SUITS));
    assert_stops((void)felt_suit_name(-1));
    assert_stops(felt_card_write(FELT_CARDS_MAX, text));
    assert_stops(felt_card_write(FELT_CARD_NONE - 1, text));
}

static void rank_from_letter_knows_26_letters_no_more(void **state)
{
    (void)state;
    static const char upper[] = "23456789TJQKA", lower[] = "23456789tjqka";
    for (int c = -128; c < 128; c++) {
        const char *at = c == 0 ? NULL : strchr(upper, c);
        int expected = at ? (int)(at - upper) : -1;
        at = c == 0 ? NULL : strchr(lower, c);
        if (at) expected = (int)(at - lower);
        assert_int_equal(felt_rank_from_letter((char)c), expected);
    }
}

static void card_text_of_every_card_reads_back(void **state)
{
    (void)state;
    for (felt_card card = 0; card < FELT_CARDS_MAX; card++) {
        char text[FELT_CARD_TEXT_BYTES];
        felt_card_write(card, text);
        assert_int_equal(strlen(text), 2);
        felt_card read = FELT_CARD_NONE;
        size_t used = 0;
        assert_int_equal(felt_card_read(text, 2, &used, &read, NULL), FELT_OK);
        assert_int_equal(read, card);
        assert_int_equal(used, 2);
    }
    char text[FELT_CARD_TEXT_BYTES];
    felt_card_write(0, text);
    assert_string_equal(text, "2c");
    felt_card_write(50, text);
    assert_string_equal(text, "Ah");
    felt_card_write(FELT_JOKER_RED, text);
    assert_string_equal(text, "Jr");
    felt_card_write(FELT_JOKER_BLACK, text);
    assert_string_equal(text, "Jb");
    felt_card_write(FELT_CARD_NONE, text);
    assert_string_equal(text, "??");
}

static void card_other_spellings_are_accepted(void **state)
{
    (void)state;
    static const struct {
        const char *text, *card;
        size_t used;
    } rows[] = {
        {"aH", "Ah", 2},
        {"tD", "Td", 2},
        {"10d", "Td", 3},
        {"10S", "Ts", 3},
        {"jR", "Jr", 2},
        {"JB", "Jb", 2},
        {"jc", "Jc", 2},
        {"AhKd", "Ah", 2},
        {"A\xE2\x99\xA0", "As", 4}, /* black spade */
        {"A\xE2\x99\xA1", "Ah", 4}, /* white heart */
        {"A\xE2\x99\xA2", "Ad", 4},
        {"A\xE2\x99\xA3", "Ac", 4},
        {"A\xE2\x99\xA4", "As", 4},
        {"A\xE2\x99\xA5", "Ah", 4},
        {"A\xE2\x99\xA6", "Ad", 4},
        {"A\xE2\x99\xA7", "Ac", 4},
        {"10\xE2\x99\xA5", "Th", 5},
        {"A\xE2\x99\xA0\xEF\xB8\x8F", "As", 7}, /* as a picture */
        {"A\xE2\x99\xA0\xEF\xB8\x8E", "As", 7}, /* as text      */
        {"A\xE2\x99\xA0\xEF\xB8", "As", 4},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        felt_card card = FELT_CARD_NONE;
        size_t used = 0;
        assert_int_equal(felt_card_read(rows[i].text, strlen(rows[i].text), &used, &card, NULL),
                         FELT_OK);
        char text[FELT_CARD_TEXT_BYTES];
        felt_card_write(card, text);
        assert_string_equal(text, rows[i].card);
        assert_int_equal(used, rows[i].used);
    }
}

static void card_selector_beyond_the_end_is_not_read(void **state)
{
    (void)state;
    static const char text[] = "A\xE2\x99\xA0\xEF\xB8\x8F";
    static const size_t expected[] = {0, 0, 0, 0, 4, 4, 4, 7};
    for (size_t bytes = 4; bytes <= 7; bytes++) {
        felt_card card = FELT_CARD_NONE;
        size_t used = 0;
        assert_int_equal(felt_card_read(text, bytes, &used, &card, NULL), FELT_OK);
        assert_int_equal(card, 51);
        assert_int_equal(used, expected[bytes]);
    }
}

static void card_wrong_text_gets_a_complaint_that_helps(void **state)
{
    (void)state;
#define ALL_HELP "ranks are 2-9 T J Q K A (or 10), suits are c d h s"
    static const struct {
        const char *text;
        size_t bytes, at, length;
        const char *complaint;
    } rows[] = {
        {"Xx", 2, 0, 1, "\"Xx\" is not a card: " ALL_HELP},
        {"Xx Ah", 5, 0, 1, "\"Xx\" is not a card: " ALL_HELP},
        {"0h", 2, 0, 1, "\"0h\" is not a card: " ALL_HELP},
        {"Ax", 2, 1, 1, "\"Ax\" is not a card: \"x\" is not a suit, suits are c d h s"},
        {"10x", 3, 2, 1, "\"10x\" is not a card: \"x\" is not a suit, suits are c d h s"},
        {"Jx", 2, 1, 1,
         "\"Jx\" is not a card: \"x\" is not a suit, suits are c d h s (jokers are Jr and Jb)"},
        {"Ar", 2, 1, 1, "\"Ar\" is not a card: \"r\" is not a suit, suits are c d h s"},
        {"A", 1, 1, 0, "the suit of \"A\" is missing: suits are c d h s, as in Ah"},
        {"A Kd", 4, 1, 0, "the suit of \"A\" is missing: suits are c d h s, as in Ah"},
        {"J", 1, 1, 0, "the suit of \"J\" is missing: suits are c d h s, as in Ah"},
        {"10", 2, 2, 0, "the suit of \"10\" is missing: suits are c d h s, as in Ah"},
        {"Ah", 1, 1, 0, "the suit of \"A\" is missing: suits are c d h s, as in Ah"},
        {"1h", 2, 0, 1, "\"1h\" is not a card: ten is T or 10, an ace is A"},
        {"1", 1, 0, 1, "\"1\" is not a card: ten is T or 10, an ace is A"},
        {"hA", 2, 0, 1, "\"hA\" is not a card: the rank comes first, as in Ah"},
        {"\xE2\x99\xA0"
         "A",
         4, 0, 3,
         "\"\xE2\x99\xA0"
         "A\" is not a card: the rank comes first, as in Ah"},
        {"", 0, 0, 0, "a card is missing: write its rank and suit, as in Ah"},
        {" Ah", 3, 0, 0, "a card is missing: write its rank and suit, as in Ah"},
        {"\0h", 2, 0, 1, "\"\\x00h\" is not a card: " ALL_HELP},
        {"A\0", 2, 1, 1, "\"A\\x00\" is not a card: \"\\x00\" is not a suit, suits are c d h s"},
        {"A\x1B[2J", 5, 1, 1,
         "\"A\\x1B[2J\" is not a card: \"\\x1B\" is not a suit, suits are c d h s"},
        {"A\xE2\x99\xA8", 4, 1, 3,
         "\"A\xE2\x99\xA8\" is not a card: \"\xE2\x99\xA8\" is not a suit, suits are c d h s"},
        {"A\xE2\x99\x9F", 4, 1, 3,
         "\"A\xE2\x99\x9F\" is not a card: \"\xE2\x99\x9F\" is not a suit, suits are c d h s"},
        {"A\xE2\x99", 3, 1, 2,
         "\"A\\xE2\\x99\" is not a card: \"\\xE2\\x99\" is not a suit, suits are c d h s"},
        {"\xFF", 1, 0, 1, "\"\\xFF\" is not a card: " ALL_HELP},
        {"abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz", 52, 1, 1,
         "\"abcdefghijklmnopqrstuvwxyzabcdefghij...\" is not a card: \"b\" is not a suit, suits "
         "are "
         "c d h s"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        felt_card card = 77;
        size_t used = 99;
        struct felt_complaint complaint;
        assert_int_equal(felt_card_read(rows[i].text, rows[i].bytes, &used, &card, &complaint),
                         FELT_BAD_CARD);
        assert_string_equal(complaint.text, rows[i].complaint);
        assert_int_equal(complaint.at, rows[i].at);
        assert_int_equal(complaint.length, rows[i].length);
        assert_int_equal(card, 77);
        assert_int_equal(used, 99);
        assert_int_equal(felt_card_read(rows[i].text, rows[i].bytes, &used, &card, NULL),
                         FELT_BAD_CARD);
    }
}

static void cards_lists_may_be_spaced_in_any_way(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int count;
    } rows[] = {
        {"", 0},
        {"  ,\t\r\n\v\f", 0},
        {"AhKd10c", 3},
        {"Ah Kd Tc", 3},
        {"Ah,Kd,Tc", 3},
        {" ah, KD ,10C ", 3},
        {"Ah\nKd\tTc", 3},
        {",Ah,,Kd", 2},
        {"A\xE2\x99\xA5K\xE2\x99\xA6\xEF\xB8\x8F"
         "10\xE2\x99\xA3",
         3},
    };
    static const felt_card expected[] = {50, 45, 32};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        felt_card out[3];
        int count = -1;
        assert_int_equal(felt_cards_read(rows[i].text, strlen(rows[i].text), 3, out, &count, NULL),
                         FELT_OK);
        assert_int_equal(count, rows[i].count);
        assert_memory_equal(out, expected, (size_t)count);
    }
}

static void cards_whole_deck_is_read(void **state)
{
    (void)state;
    char text[2 * FELT_CARDS_MAX + 1];
    for (felt_card card = 0; card < FELT_CARDS_MAX; card++) felt_card_write(card, text + 2 * card);
    felt_card out[FELT_CARDS_MAX];
    int count;
    assert_int_equal(felt_cards_read(text, 2 * FELT_CARDS_MAX, 1000, out, &count, NULL), FELT_OK);
    assert_int_equal(count, FELT_CARDS_MAX);
    for (int i = 0; i < count; i++) assert_int_equal(out[i], i);
}

static void cards_wrong_list_is_refused_and_nothing_written(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int max;
        enum felt_status status;
        size_t at, length;
        const char *complaint;
    } rows[] = {
        {"As Kd aS", 9, FELT_DUPLICATE_CARD, 6, 2, "As is there twice; each card exists once"},
        {"Tc10c", 9, FELT_DUPLICATE_CARD, 2, 3, "Tc is there twice; each card exists once"},
        {"JrJr", 9, FELT_DUPLICATE_CARD, 2, 2, "Jr is there twice; each card exists once"},
        {"AhAh", 1, FELT_DUPLICATE_CARD, 2, 2, "Ah is there twice; each card exists once"},
        {"AhKd,Qc", 2, FELT_WRONG_COUNT, 5, 2, "Qc is one card too many; at most 2 fit here"},
        {"AhKd", 1, FELT_WRONG_COUNT, 2, 2, "Kd is one card too many; at most 1 fits here"},
        {"10h", 0, FELT_WRONG_COUNT, 0, 3, "Th is one card too many; at most 0 fit here"},
        {"Ah, Kx", 9, FELT_BAD_CARD, 5, 1,
         "\"Kx\" is not a card: \"x\" is not a suit, suits are c d h s"},
        {"Ah;Kd", 9, FELT_BAD_CARD, 2, 1, "\";Kd\" is not a card: " ALL_HELP},
        {"Ah K", 9, FELT_BAD_CARD, 4, 0,
         "the suit of \"K\" is missing: suits are c d h s, as in Ah"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        felt_card out[9];
        memset(out, 77, sizeof out);
        int count = -5;
        struct felt_complaint complaint;
        size_t bytes = strlen(rows[i].text);
        assert_int_equal(felt_cards_read(rows[i].text, bytes, rows[i].max, out, &count, &complaint),
                         rows[i].status);
        assert_string_equal(complaint.text, rows[i].complaint);
        assert_int_equal(complaint.at, rows[i].at);
        assert_int_equal(complaint.length, rows[i].length);
        assert_int_equal(count, -5);
        for (int k = 0; k < 9; k++) assert_int_equal(out[k], 77);
        assert_int_equal(felt_cards_read(rows[i].text, bytes, rows[i].max, out, &count, NULL),
                         rows[i].status);
    }
}

TEST_MODULE(card)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(card_numbers_follow_rank_then_suit),
        cmocka_unit_test(cards_sets_hold_what_was_put_in),
        cmocka_unit_test(card_names_are_the_usual_ones),
        cmocka_unit_test(card_names_outside_the_range_stop),
        cmocka_unit_test(rank_from_letter_knows_26_letters_no_more),
        cmocka_unit_test(card_text_of_every_card_reads_back),
        cmocka_unit_test(card_other_spellings_are_accepted),
        cmocka_unit_test(card_selector_beyond_the_end_is_not_read),
        cmocka_unit_test(card_wrong_text_gets_a_complaint_that_helps),
        cmocka_unit_test(cards_lists_may_be_spaced_in_any_way),
        cmocka_unit_test(cards_whole_deck_is_read),
        cmocka_unit_test(cards_wrong_list_is_refused_and_nothing_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
