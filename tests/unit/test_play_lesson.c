/* test_play_lesson.c -- decisions in plain sentences. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "terminal/local/play_lesson.h"
#include "felt/chips.h"
#include "module.h"

#include <string.h>

static const char *write(const struct felt_lesson_thought *thought, const char *others,
                         char text[FELT_LESSON_BYTES])
{
    struct felt_buffer out = felt_buffer_make(text, FELT_LESSON_BYTES);
    felt_lesson_write(thought, others, false, &out);
    return felt_buffer_terminate(&out);
}

/* ---- sentences ------------------------------------------------------------------------------- */

/* Of struct felt_lesson_thought: act, bet, amount; reasoning; share, price, range, gain. */
static const struct {
    uint8_t act;
    bool bet;
    felt_chips amount;
    const char *reasoning;
    double share, price, range, gain;
    const char *text;
} rows[] = {
    {FELT_FOLD, true, 0, "too_expensive", 0.18, 0.28, 0.2, -40,
     "folded, since a call would have lost about 40 chips. With the others narrowed down to 20 % "
     "of "
     "all hands, its share of the pot was 18 %, the price 28 %."},
    {FELT_FOLD, true, 0, "too_expensive", 0.31, 0.28, 0, -1,
     "folded, since a call would have lost about 1 chip with the bets to come. Its share of the "
     "pot "
     "was 31 %, the price 28 %."},
    {FELT_FOLD, true, 0, "too_expensive", 0, 0.28, 0, 0,
     "folded, since the price was too high. The price was 28 % of the pot."},
    {FELT_FOLD, true, 0, "not_enough", 0.29, 0.28, 0.5, 5.4,
     "folded, since a call promised only about 5 chips, too little for the risk. With the others "
     "narrowed down to 50 % of all hands, its share of the pot was 29 %, the price 28 %."},
    {FELT_FOLD, true, 0, "not_enough", 0, 0, 0, 0.2,
     "folded, since a call promised too little for the risk."},
    {FELT_CHECK, false, 0, "free_card", 0.31, 0, 0.999, 120,
     "checked, which cost nothing. With nothing known of the others, its share of the pot was "
     "31 %."},
    {FELT_CHECK, false, 0, "slow_play", 0.95, 0, 0, 300,
     "checked, lying in wait with a strong hand. Its share of the pot was 95 %."},
    {FELT_CALL, true, 300, "pot_odds", 0.41, 0.284, 0.35, 1200.4,
     "called 300, worth about 1,200 chips more than a fold. With the others narrowed down to 35 % "
     "of all hands, its share of the pot was 41 %, the price 28 %."},
    {FELT_CALL, true, 300, "pot_odds", 0.25, 0.284, 0, 12,
     "called 300, worth about 12 chips more than a fold with the bets to come. Its share of the "
     "pot "
     "was 25 %, the price 28 %."},
    {FELT_CALL, true, 1500, "bluff_catch", 0.2, 0.3, 0, -90,
     "called 1,500, losing about 90 chips so as not to be bluffed every time. Its share of the pot "
     "was 20 %, the price 30 %."},
    {FELT_CALL, true, 1500, "bluff_catch", 0, 0.3, 0.5, 0,
     "called 1,500, since the bet could be a bluff. With the others narrowed down to 50 % of all "
     "hands, the price was 30 % of the pot."},
    {FELT_RAISE_TO, false, 200, "value_bet", 0.8, 0.3, 0, 1,
     "bet 200, for value, worth about 1 chip, since worse hands might pay. Its share of the pot "
     "was "
     "80 %."},
    {FELT_RAISE_TO, true, 200, "value_bet", 0, 0, 0, -20,
     "raised to 200, for value, though about 20 chips worse than giving up."},
    {FELT_RAISE_TO, true, 1200, "raise_for_value", 0, 0, 0.1, 0,
     "raised to 1,200, for value, since worse hands might pay even more."},
    {FELT_RAISE_TO, true, 600, "bluff", 0.004, 0, 0, -12,
     "raised to 600, a bluff that loses about 12 chips so that good hands get paid. Its share of "
     "the pot was less than 1 %."},
    {FELT_RAISE_TO, true, 600, "bluff", 0, 0, 0, 12,
     "raised to 600, a bluff worth about 12 chips, since better hands might fold."},
    {FELT_RAISE_TO, false, 600, "semi_bluff", 0, 0, 0, 12,
     "bet 600, half a bluff worth about 12 chips: others might fold, or better cards come."},
    {FELT_RAISE_TO, true, 900, "push", 0, 0, 0, 0,
     "raised to 900, since with stacks this short it is all-in or fold."},
    {FELT_DISCARD, false, 1, "draw", 0, 0, 0, 0, "threw away 1 card, hoping for better ones."},
    {FELT_DISCARD, false, 3, "draw", 0.5, 0, 0, 0,
     "threw away 3 cards, hoping for better ones. Its share of the pot was 50 %."},
    {FELT_DISCARD, false, 0, "stand_pat", 0, 0, 0, 0,
     "stood pat, since the hand was good as it was."},
    {FELT_BRING_IN, false, 20, "bring_in", 0, 0.4, 0, -3, "brought in 20, as the rules demand."},
    {FELT_MOVE, false, 0, "fancy_play", 0, 0, 0, 0,
     "chose move, for a reason called \"fancy play\"."},
    {FELT_FOLD, false, 0, "", 0, 0, 0, 0, "folded, for a reason called \"\"."},
};

static void lesson_reads_well(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct felt_lesson_thought thought = {.act = rows[i].act,
                                                    .bet = rows[i].bet,
                                                    .amount = rows[i].amount,
                                                    .reasoning = rows[i].reasoning,
                                                    .share = rows[i].share,
                                                    .price = rows[i].price,
                                                    .range = rows[i].range,
                                                    .gain = rows[i].gain};
        char text[FELT_LESSON_BYTES];
        assert_string_equal(write(&thought, "the others", text), rows[i].text);
    }
}

/* Who did not ask what it can win from the others has an opinion of its hand at most. */
static void lesson_without_a_share_tells_how_the_hand_looked(void **unused)
{
    (void)unused;
    struct felt_lesson_thought thought = {.act = FELT_CALL,
                                          .amount = 50,
                                          .reasoning = "medium_hand",
                                          .strength = 0.54,
                                          .price = 0.25};
    char text[FELT_LESSON_BYTES];
    assert_string_equal(
        write(&thought, "you", text),
        "called 50, with a fair hand. The hand looked good for 54 % of the pot, the "
        "price 25 %.");
    thought.range = 0.39;
    assert_non_null(strstr(write(&thought, "you", text),
                           "With you narrowed down to 39 % of all hands, the hand looked good for "
                           "54 % of the pot, the price 25 %."));
    thought.share = 0.44;
    assert_non_null(strstr(write(&thought, "you", text), ", its share of the pot was 44 %, the"));
}

static void lesson_in_brief_is_one_sentence(void **unused)
{
    (void)unused;
    const struct felt_lesson_thought thought = {
        .act = FELT_CALL, .amount = 50, .reasoning = "pot_odds", .share = 0.5, .price = 0.25};
    char text[FELT_LESSON_BYTES];
    struct felt_buffer out = felt_buffer_make(text, sizeof text);
    felt_lesson_write(&thought, "you", true, &out);
    assert_string_equal(felt_buffer_terminate(&out), "called 50, since the price was right.");
}

/* On the last street no card comes that could help, and no bets follow. */
static void lesson_of_the_river_knows_that_it_is_the_last_street(void **unused)
{
    (void)unused;
    struct felt_lesson_thought thought = {.act = FELT_RAISE_TO,
                                          .amount = 50,
                                          .reasoning = "semi_bluff",
                                          .gain = 5,
                                          .round = 4,
                                          .boards = 4,
                                          .variant = felt_variant_find("holdem")};
    char text[FELT_LESSON_BYTES];
    assert_non_null(strstr(write(&thought, "you", text), "half a bluff"));
    thought.boards = 5;
    assert_non_null(strstr(write(&thought, "you", text), ", a bluff worth about 5 chips"));
    thought.variant = felt_variant_find("stud");
    thought.boards = 0;
    assert_non_null(strstr(write(&thought, "you", text), "half a bluff"));
    thought.round = 5;
    assert_null(strstr(write(&thought, "you", text), "half a bluff"));
    thought.act = FELT_CALL;
    thought.reasoning = "pot_odds";
    thought.share = 0.2;
    thought.price = 0.3;
    assert_null(strstr(write(&thought, "you", text), "to come"));
    thought.round = 4;
    assert_non_null(strstr(write(&thought, "you", text), "more than a fold with the bets to come"));
}

static void lesson_rounds_have_names(void **unused)
{
    (void)unused;
    static const struct {
        const char *variant;
        uint8_t round, boards, act;
        const char *text;
    } cases[] = {
        {"holdem", 1, 0, FELT_CALL, "preflop"},     {"holdem", 2, 3, FELT_CALL, "flop"},
        {"holdem", 1, 3, FELT_CALL, "flop"}, /* of a bomb pot */
        {"omaha", 3, 4, FELT_CALL, "turn"},         {"omaha", 4, 5, FELT_CALL, "river"},
        {"courchevel", 1, 1, FELT_CALL, "preflop"}, {"leduc", 2, 1, FELT_CALL, "round 2"},
        {"stud", 1, 0, FELT_CALL, "third street"},  {"razz", 5, 0, FELT_CALL, "seventh street"},
        {"draw", 2, 0, FELT_CALL, "round 2"},       {"draw", 2, 0, FELT_DISCARD, "draw"},
        {"holdem", 4, 5, FELT_MUCK, "showdown"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const struct felt_lesson_thought thought = {.variant = felt_variant_find(cases[i].variant),
                                                    .round = cases[i].round,
                                                    .boards = cases[i].boards,
                                                    .act = cases[i].act};
        char memory[40];
        struct felt_buffer out = felt_buffer_make(memory, sizeof memory);
        assert_non_null(thought.variant);
        felt_lesson_round(&thought, &out);
        assert_string_equal(felt_buffer_terminate(&out), cases[i].text);
    }
}

/* Words of players are many; each that is known has a clause of its own, or none is quoted. */
static void lesson_known_words_are_not_quoted(void **unused)
{
    (void)unused;
    static const char *const words[] = {
        "strong_hand",     "medium_hand", "weak_hand",  "bluff",   "slow_play", "pot_odds",
        "too_expensive",   "value_bet",   "semi_bluff", "push",    "free_card", "draw",
        "raise_for_value", "bluff_catch", "stand_pat",  "open",    "defend",    "timeout",
        "formality",       "no_time",     "not_enough", "bring_in"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        const struct felt_lesson_thought thought = {.act = FELT_CALL, .reasoning = words[i]};
        char text[FELT_LESSON_BYTES];
        if (strchr(write(&thought, "you", text), '"')) fail_msg("%s: %s", words[i], text);
        assert_int_equal(text[strlen(text) - 1], '.');
    }
}

/* The longest sentences, with the longest numbers, have room; a word without end is cut. */
static void lesson_has_room(void **unused)
{
    (void)unused;
    char text[FELT_LESSON_BYTES], word[2 * FELT_LESSON_BYTES];
    struct felt_lesson_thought thought = {.act = FELT_RAISE_TO,
                                          .bet = true,
                                          .amount = FELT_CHIPS_MAX,
                                          .reasoning = "open",
                                          .strength = 1,
                                          .price = 0.999,
                                          .range = 0.99,
                                          .share = 0.99,
                                          .gain = -1e12};
    struct felt_buffer out = felt_buffer_make(text, FELT_LESSON_BYTES / 2 + 60);
    felt_lesson_write(&thought, "the others", false, &out);
    assert_false(out.overflow);
    memset(word, 'x', sizeof word);
    word[sizeof word - 1] = '\0';
    thought.reasoning = word;
    assert_true(strlen(write(&thought, "you", text)) < FELT_LESSON_BYTES);
}

/* ---- thoughts -------------------------------------------------------------------------------- */

static void lesson_thought_knows_what_was_done(void **unused)
{
    (void)unused;
    static const struct {
        struct felt_action action;
        felt_chips to_match;
        felt_chips amount;
        const char *text;
    } cases[] = {
        {{.kind = FELT_CALL}, 300, 250, "call 250"},
        {{.kind = FELT_RAISE_TO, .amount = 1200}, 300, 1200, "raise to 1,200"},
        {{.kind = FELT_RAISE_TO, .amount = 1200}, 0, 1200, "bet 1,200"},
        {{.kind = FELT_DISCARD, .cards = 0x15}, 0, 3, "discard 3"},
        {{.kind = FELT_DISCARD}, 0, 0, "stand pat"},
        {{.kind = FELT_RUNS, .choice = 1}, 0, 0, "two boards"},
        {{.kind = FELT_FOLD}, 300, 0, "fold"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct felt_view view = {.viewer = 2, .street = 1, .options = 1, .zones = 2};
        const struct felt_decision decision = {
            .action = cases[i].action, .reasoning = "test", .range = 0.5, .gain = -3};
        char memory[40];
        struct felt_buffer out = felt_buffer_make(memory, sizeof memory);
        view.betting.to_match = cases[i].to_match;
        view.option[0] = (struct felt_option){.kind = cases[i].action.kind, .min = 250, .max = 250};
        view.zone[0] =
            (struct felt_zone){.kind = FELT_ZONE_BOARD, .owner = FELT_SEAT_NONE, .count = 3};
        view.zone[1] = (struct felt_zone){.kind = FELT_ZONE_HAND, .owner = 2, .at = 3, .count = 2};
        for (felt_card card = 0; card < 5; card++) view.cards[card] = (felt_card)(10 + card);
        struct felt_lesson_thought thought =
            felt_lesson_think(felt_variant_find("holdem"), &view, &decision);
        assert_int_equal(thought.boards, 3);
        assert_int_equal(thought.cards, 2);
        assert_int_equal(thought.card[0], 13);
        assert_int_equal(thought.card[1], 14);
        assert_int_equal(thought.seat, 2);
        assert_int_equal(thought.round, 2);
        assert_int_equal(thought.amount, cases[i].amount);
        assert_true(thought.range > 0.4 && thought.gain < -2);
        felt_lesson_action(&thought, &out);
        assert_string_equal(felt_buffer_terminate(&out), cases[i].text);
    }
}

TEST_MODULE(play_lesson)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lesson_reads_well),
        cmocka_unit_test(lesson_without_a_share_tells_how_the_hand_looked),
        cmocka_unit_test(lesson_in_brief_is_one_sentence),
        cmocka_unit_test(lesson_of_the_river_knows_that_it_is_the_last_street),
        cmocka_unit_test(lesson_rounds_have_names),
        cmocka_unit_test(lesson_known_words_are_not_quoted),
        cmocka_unit_test(lesson_has_room),
        cmocka_unit_test(lesson_thought_knows_what_was_done),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
