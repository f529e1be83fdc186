/* test_equity_verify.c -- questions without an answer are refused, and the complaint says why. */
#include "expect.h"

#include "ask.h"
#include "module.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool contains(const char *text, const char *word)
{
    size_t length = strlen(word);
    for (; *text; text++) {
        size_t i = 0;
        while (i < length && tolower((unsigned char)text[i]) == tolower((unsigned char)word[i]))
            i++;
        if (i == length) return true;
    }
    return length == 0;
}

/* verify() and ask() refuse in the same way; `word` is in the complaint. */
static void expect_refused(const struct felt_equity_question *question, enum felt_status status,
                           const char *word, const char *what)
{
    struct felt_complaint complaint = {0}, asked = {0};
    struct felt_equity_options options = felt_equity_defaults();
    struct felt_equity_answer answer;
    struct felt_equity_work *work = malloc(sizeof *work);
    assert_non_null(work);
    options.samples_max = 100;
    enum felt_status verified = felt_equity_verify(question, &complaint);
    if (verified != status)
        fail_msg("%s: status %d (%s), should be %d", what, verified, complaint.text, status);
    assert_int_equal(felt_equity_ask(question, &options, work, &answer, &asked), status);
    assert_string_equal(asked.text, complaint.text);
    assert_int_equal(asked.at, complaint.at);
    assert_true(strlen(complaint.text) > 0);
    if (!contains(complaint.text, word))
        fail_msg("%s: the complaint \"%s\" does not name %s", what, complaint.text, word);
    assert_int_equal(felt_equity_verify(question, NULL), status); /* no complaint wanted */
    free(work);
}

static void expect_accepted(const struct felt_equity_question *question, const char *what)
{
    struct felt_complaint complaint = {0};
    enum felt_status status = felt_equity_verify(question, &complaint);
    if (status != FELT_OK) fail_msg("%s: refused: %s", what, complaint.text);
}

static void equity_questions_that_can_be_dealt_are_accepted(void **state)
{
    (void)state;
    static const struct {
        const char *game, *hands, *board, *dead;
    } rows[] = {{"holdem", "Ah Ad | Kh Kd", "", ""},
                {"holdem", "Ah Ad | Kh Kd", "2c 3c 4c 5c 6c", "7c"},
                {"holdem", "=AA | =AA", "", ""},
                {"holdem", "=AA | =KK | Ah Kd", "", ""},
                {"holdem", "Ah |", "", ""},
                {"royal", "| | | | | | ", "", ""},
                {"stud", "| | | | | | ", "", "2c 3c 4c"},
                {"holdem-jokers", "Jr Jb | Ah Ad", "", ""},
                {"omaha6", "Ah Ad As Ac Kh Kd | Qh Qd Qs Qc Jh Jd", "", ""}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_equity_question question;
        question_read(&question, rows[i].game, rows[i].hands, rows[i].board, rows[i].dead);
        expect_accepted(&question, rows[i].hands);
    }
}

static void equity_card_in_two_places_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *game, *hands, *board, *dead, *card;
    } rows[] = {{"holdem", "Ah Ad | Ah Kd", "", "", "Ah"},
                {"holdem", "Ah Ad | Kh Kd", "2c Kd 4c", "", "Kd"},
                {"holdem", "Ah Ad | Kh Kd", "2c 3c 4c", "3c", "3c"},
                {"holdem", "Ah Ad | Kh Kd", "2c 3c 4c", "Ad", "Ad"},
                {"holdem", "Ah Ah | Kh Kd", "", "", "Ah"},
                {"holdem", "Ah Ad | Kh Kd", "2c 3c 2c", "", "2c"},
                {"omaha", "Ah Ad As Ac | Kh Kd Ks As", "", "", "As"},
                {"stud", "Ah Ad As Ac | Kh Kd Ks Ts", "", "Ts", "Ts"},
                {"badugi", "Ah 2d | | | 2d", "", "", "2d"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_equity_question question;
        question_read(&question, rows[i].game, rows[i].hands, rows[i].board, rows[i].dead);
        expect_refused(&question, FELT_DUPLICATE_CARD, rows[i].card, rows[i].hands);
    }
}

static void equity_complaint_points_at_the_player(void **state)
{
    (void)state;
    struct felt_equity_question question;
    struct felt_complaint complaint;
    question_read(&question, "holdem", "Qh Qd | Ah Ad | Kh Kd | Ah 2c", "", "");
    assert_int_equal(felt_equity_verify(&question, &complaint), FELT_DUPLICATE_CARD);
    assert_true(complaint.at == 1 || complaint.at == 3);
    question_read(&question, "holdem", "Qh Qd | Ah Ad | Kh Kd", "2c Kd 4c", "");
    assert_int_equal(felt_equity_verify(&question, &complaint), FELT_DUPLICATE_CARD);
    assert_int_equal(complaint.at, 2);
    question_read(&question, "short-deck", "Qh Qd | Ah 2d", "", "");
    assert_int_equal(felt_equity_verify(&question, &complaint), FELT_BAD_CARD);
    assert_int_equal(complaint.at, 1);
    question_read(&question, "holdem", "Qh Qd | Ah Ad 2c", "", "");
    assert_int_equal(felt_equity_verify(&question, &complaint), FELT_WRONG_COUNT);
    assert_int_equal(complaint.at, 1);
}

static void equity_card_that_the_deck_lacks_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *game, *hands, *board, *card;
    } rows[] = {{"short-deck", "Ah Ad | Kh 2d", "", "2d"},
                {"short-deck", "Ah Ad | Kh Kd", "6c 7c 5c", "5c"},
                {"royal", "Ah 9d | Kh Kd", "", "9d"},
                {"holdem", "Ah Jr | Kh Kd", "", "Jr"},
                {"holdem", "Ah Ad | Kh Kd", "2c 3c Jb", "Jb"}};
    struct felt_equity_question question;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        question_read(&question, rows[i].game, rows[i].hands, rows[i].board, "");
        expect_refused(&question, FELT_BAD_CARD, rows[i].card, rows[i].hands);
    }
    question_read(&question, "holdem", "Ah Ad | Kh Kd", "", "");
    question.holding[1].card[1] = FELT_CARD_NONE;
    expect_refused(&question, FELT_BAD_CARD, "", "no card");
    question.holding[1].card[1] = 54;
    expect_refused(&question, FELT_BAD_CARD, "", "card 54");
    question_read(&question, "holdem", "Ah Ad | Kh Kd", "2c 3c 4c", "");
    question.board[2] = 60;
    expect_refused(&question, FELT_BAD_CARD, "", "card 60 on the board");
}

static void equity_wrong_numbers_are_refused(void **state)
{
    (void)state;
    struct felt_equity_question question;
    static const int players[] = {-1, 0, 1, FELT_EQUITY_PLAYERS_MAX + 1, 1000};
    for (size_t i = 0; i < sizeof players / sizeof players[0]; i++) {
        question_read(&question, "holdem", "Ah Ad | Kh Kd", "", "");
        question.players = players[i];
        expect_refused(&question, FELT_WRONG_COUNT, "", "players");
    }
    question_read(&question, "holdem", "Ah Ad | Kh Kd Qd", "", "");
    expect_refused(&question, FELT_WRONG_COUNT, "hand 2", "three own cards");
    question_read(&question, "badugi", "Ah 2d 3c 4s 5s | ", "", "");
    expect_refused(&question, FELT_WRONG_COUNT, "hand 1", "five cards at badugi");
    question_read(&question, "holdem", "Ah Ad | Kh Kd", "", "");
    question.holding[0].count = 200;
    expect_refused(&question, FELT_WRONG_COUNT, "hand 1", "200 own cards");
    question_read(&question, "holdem", "Ah Ad | Kh Kd", "2c 3c 4c 5c 6c", "");
    question.board_count = 6;
    expect_refused(&question, FELT_WRONG_COUNT, "board", "six board cards");
    question.board_count = 255;
    expect_refused(&question, FELT_WRONG_COUNT, "board", "255 board cards");
    question_read(&question, "stud", "Ah Ad | Kh Kd", "2c", "");
    expect_refused(&question, FELT_WRONG_COUNT, "board", "a board in stud");
}

static void equity_ranges_that_can_never_be_dealt_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *hands, *board, *dead;
    } rows[] = {{"=AA | =AA | =AA", "", ""},
                {"=AA | =AA", "As Kh 2h", ""},
                {"=AA | Kh Kd", "As Ac 2h", "Ad"},
                {"=AhAd | Ah Kd", "", ""},
                {"=AhAd | =AhKd", "", ""},
                {"=AA | =AKs | =AA", "", ""},
                {"=AA,KK | =AA,KK | =AA,KK | =AA,KK | =AK", "", ""},
                {"=AhKh,AdKd | =AhKd,AdKh | =AhAd,KhKd", "", ""}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_equity_question question;
        question_read(&question, "holdem", rows[i].hands, rows[i].board, rows[i].dead);
        expect_refused(&question, FELT_IMPOSSIBLE, "", rows[i].hands);
        struct felt_complaint complaint = {0};
        assert_int_equal(felt_equity_verify(&question, &complaint), FELT_IMPOSSIBLE);
        if (complaint.at >= (size_t)question.players || !question.holding[complaint.at].is_range)
            fail_msg("%s: the complaint points at player %zu", rows[i].hands, complaint.at);
    }
    /* Tight, but one deal is left. */
    struct felt_equity_question question;
    question_read(&question, "holdem", "=AA,KK | =AA,KK | =AA,KK | =AA,KK", "", "");
    expect_accepted(&question, "four times AA, KK");
    question_read(&question, "holdem", "=AhKh,AdKd | =AhKd,AdKd | =AcKc", "", "");
    expect_accepted(&question, "AhKh and AdKd");
}

static void equity_more_cards_than_the_deck_has_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *game;
        int players;
    } rows[] = {{"royal", 8}, {"omaha6", 8}, {"stud", 8}};
    struct felt_equity_question question;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        question_read(&question, rows[i].game, "|", "", "");
        question.players = rows[i].players;
        expect_refused(&question, FELT_IMPOSSIBLE, "", rows[i].game);
    }
    question_read(&question, "royal", "|", "", "Tc Td Th Ts Jc Jd Jh Js Qc Qd Qh Qs");
    expect_refused(&question, FELT_IMPOSSIBLE, "", "royal with eight cards left");
    question_read(&question, "royal", "|", "", "Tc Td Th Ts Jc Jd Jh Js Qc Qd Qh");
    expect_accepted(&question, "royal with nine cards left");
}

static void equity_ranges_outside_holdem_are_refused(void **state)
{
    (void)state;
    struct felt_equity_question question;
    struct felt_complaint complaint;
    question_read(&question, "omaha", "=AA | ", "", "");
    assert_int_not_equal(felt_equity_verify(&question, &complaint), FELT_OK);
    question_read(&question, "stud", "=AA | ", "", "");
    assert_int_not_equal(felt_equity_verify(&question, &complaint), FELT_OK);
}

TEST_MODULE(equity_verify)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equity_questions_that_can_be_dealt_are_accepted),
        cmocka_unit_test(equity_card_in_two_places_is_refused),
        cmocka_unit_test(equity_complaint_points_at_the_player),
        cmocka_unit_test(equity_card_that_the_deck_lacks_is_refused),
        cmocka_unit_test(equity_wrong_numbers_are_refused),
        cmocka_unit_test(equity_ranges_that_can_never_be_dealt_are_refused),
        cmocka_unit_test(equity_more_cards_than_the_deck_has_are_refused),
        cmocka_unit_test(equity_ranges_outside_holdem_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
