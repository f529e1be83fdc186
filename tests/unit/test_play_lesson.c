/* test_play_lesson.c -- decisions in plain sentences. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "cli/play_lesson.h"
#include "felt/chips.h"

#include <string.h>

static const char *write(const struct felt_thought *thought, const char *others,
                         char text[FELT_LESSON_BYTES])
{
    struct felt_buffer out = felt_buffer_make(text, FELT_LESSON_BYTES);
    felt_lesson_write(thought, "Bob", others, &out);
    return felt_buffer_terminate(&out);
}

/* ---- sentences ------------------------------------------------------------------------------- */

/* Of struct felt_thought: act, bet, amount; reasoning; share, price, range, gain. */
static const struct {
    uint8_t act;
    bool bet;
    felt_chips amount;
    const char *reasoning;
    double share, price, range, gain;
    const char *text;
} rows[] = {
    {FELT_FOLD, true, 0, "too_expensive", 0.18, 0.28, 0.2, -40,
     "Bob folded: the price was too high. Bob put the others on the best 20 % of hands; against "
     "these the hand was good for 18 % of the pot, and a call cost 28 % of it. Calling would have "
     "lost about 40 chips."},
    {FELT_FOLD, true, 0, "too_expensive", 0, 0.28, 0, 5.4,
     "Bob folded: the price was too high. A call cost 28 % of the pot. Calling would have won only "
     "about 5 chips."},
    {FELT_FOLD, true, 0, "weak_hand", 0, 0, 0, 0.2,
     "Bob folded: the hand was too weak. Calling would have brought nothing."},
    {FELT_CHECK, false, 0, "free_card", 0.31, 0, 0.999, 0,
     "Bob checked: it cost nothing to wait. Bob thought that the others could have any hand; "
     "against that the hand was good for 31 % of the pot."},
    {FELT_CHECK, false, 0, "slow_play", 0.95, 0, 0, 0,
     "Bob checked: a strong hand that lay in wait. The hand was good for 95 % of the pot."},
    {FELT_CALL, true, 300, "pot_odds", 0.41, 0.284, 0.35, 120.4,
     "Bob called 300: the price was right. Bob put the others on the best 35 % of hands; against "
     "these the hand was good for 41 % of the pot, and the call cost 28 % of it. That was worth "
     "about 120 chips more than giving up."},
    {FELT_CALL, true, 1500, "bluff_catch", 0, 0.3, 0.5, 0,
     "Bob called 1,500: a hand that beats a bluff, and the bet could be one. Bob put the others on "
     "the best 50 % of hands; the call cost 30 % of the pot."},
    {FELT_RAISE_TO, false, 200, "value_bet", 0.8, 0, 0, 1,
     "Bob bet 200: for value, since worse hands might pay. The hand was good for 80 % of the pot. "
     "That was worth about 1 chip more than giving up."},
    {FELT_RAISE_TO, true, 1200, "raise_for_value", 0, 0, 0.1, 0,
     "Bob raised to 1,200: for value, since worse hands might pay even more. Bob put the others on "
     "the best 10 % of hands."},
    {FELT_RAISE_TO, true, 600, "bluff", 0.004, 0, 0, -12,
     "Bob raised to 600: a bluff, with a hand that could hardly win if it was called. The hand was "
     "good for less than 1 % of the pot. That was worth about 12 chips less than giving up."},
    {FELT_DISCARD, false, 1, "draw", 0, 0, 0, 0,
     "Bob threw away 1 card: new cards promised more than the old ones."},
    {FELT_DISCARD, false, 3, "draw", 0.5, 0, 0, 0,
     "Bob threw away 3 cards: new cards promised more than the old ones. The hand was good for "
     "50 % of the pot."},
    {FELT_DISCARD, false, 0, "stand_pat", 0, 0, 0, 0,
     "Bob stood pat: the hand was good as it was."},
    {FELT_BRING_IN, false, 20, "formality", 0, 0, 0, 0,
     "Bob brought in 20: there was nothing to think about."},
    {FELT_MOVE, false, 0, "fancy_play", 0, 0, 0, 0,
     "Bob chose move: for a reason called \"fancy play\"."},
    {FELT_FOLD, false, 0, "", 0, 0, 0, 0, "Bob folded: for a reason called \"\"."},
};

static void lesson_reads_well(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct felt_thought thought = {.act = rows[i].act,
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
    struct felt_thought thought = {.act = FELT_CALL,
                                   .amount = 50,
                                   .reasoning = "medium_hand",
                                   .strength = 0.54,
                                   .price = 0.25};
    char text[FELT_LESSON_BYTES];
    assert_string_equal(write(&thought, "you", text),
                        "Bob called 50: the hand was fair, neither one to raise with nor one to "
                        "give up. The hand looked good for 54 % of the pot, and the call cost 25 % "
                        "of it.");
    thought.range = 0.39;
    assert_non_null(strstr(write(&thought, "you", text),
                           "Bob put you on the best 39 % of hands; the hand looked good for 54 % "
                           "of the pot, and the call cost 25 % of it."));
    thought.share = 0.44;
    assert_non_null(strstr(write(&thought, "you", text),
                           "; against these the hand was good for 44 % of the pot, and"));
}

static void lesson_for_one_is_about_you(void **unused)
{
    (void)unused;
    const struct felt_thought thought = {.act = FELT_CHECK, .reasoning = "open", .range = 0.5};
    char text[FELT_LESSON_BYTES];
    assert_non_null(strstr(write(&thought, "you", text), "Bob put you on the best 50 % of hands."));
}

/* Words of players are many; each that is known has a clause of its own, or none is quoted. */
static void lesson_known_words_are_not_quoted(void **unused)
{
    (void)unused;
    static const char *const words[] = {
        "strong_hand", "medium_hand",   "weak_hand",       "bluff",       "slow_play",
        "pot_odds",    "too_expensive", "value_bet",       "semi_bluff",  "push",
        "free_card",   "draw",          "raise_for_value", "bluff_catch", "stand_pat",
        "open",        "defend",        "timeout",         "formality",   "no_time"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        const struct felt_thought thought = {.act = FELT_CALL, .reasoning = words[i]};
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
    struct felt_thought thought = {.act = FELT_RAISE_TO,
                                   .bet = true,
                                   .amount = FELT_CHIPS_MAX,
                                   .reasoning = "open",
                                   .strength = 1,
                                   .price = 0.999,
                                   .range = 0.99,
                                   .share = 0.99,
                                   .gain = -1e12};
    struct felt_buffer out = felt_buffer_make(text, FELT_LESSON_BYTES / 2 + 60);
    felt_lesson_write(&thought, "Bob", "the others", &out);
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
        struct felt_view view = {.viewer = 2, .street = 1, .options = 1};
        const struct felt_decision decision = {
            .action = cases[i].action, .reasoning = "test", .range = 0.5, .gain = -3};
        char memory[40];
        struct felt_buffer out = felt_buffer_make(memory, sizeof memory);
        view.betting.to_match = cases[i].to_match;
        view.option[0] = (struct felt_option){.kind = cases[i].action.kind, .min = 250, .max = 250};
        struct felt_thought thought = felt_lesson_think(&view, &decision);
        assert_int_equal(thought.seat, 2);
        assert_int_equal(thought.round, 2);
        assert_int_equal(thought.amount, cases[i].amount);
        assert_true(thought.range > 0.4 && thought.gain < -2);
        felt_lesson_action(&thought, &out);
        assert_string_equal(felt_buffer_terminate(&out), cases[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lesson_reads_well),
        cmocka_unit_test(lesson_without_a_share_tells_how_the_hand_looked),
        cmocka_unit_test(lesson_for_one_is_about_you),
        cmocka_unit_test(lesson_known_words_are_not_quoted),
        cmocka_unit_test(lesson_has_room),
        cmocka_unit_test(lesson_thought_knows_what_was_done),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
