/* test_player.c -- the list of players, the texts that name them, and the timid answer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/player.h"
#include "module.h"
#include "refusal.h"

#include <string.h>

static void player_list_is_complete(void **unused)
{
    (void)unused;
    static const char *const names[] = {
        "zoo:random",  "zoo:call",      "zoo:fold",    "zoo:shove",     "zoo:stealer",
        "zoo:tag",     "zoo:lag",       "zoo:station", "zoo:threshold", "house",
        "house-plain", "house-classic", "greedy",      "narc:usual",    "narc:1",
        "narc:2",      "narc:3",        "narc:4",      "mcts"};
    int count = sizeof names / sizeof names[0];
    assert_int_equal(felt_player_count(), count);
    for (int i = 0; i < felt_player_count(); i++) {
        const struct felt_player_kind *kind = felt_player_at(i);
        assert_string_equal(kind->name, names[i]);
        assert_ptr_equal(felt_player_find(kind->name, strlen(kind->name)), kind);
        assert_true(strlen(kind->title) > 0 && strlen(kind->title) <= 80);
        assert_true(kind->bytes > 0 && kind->plays && kind->sit && kind->begin && kind->choose);
        assert_int_equal(kind->has_settings, strncmp(kind->name, "house", 5) == 0);
        assert_int_equal(kind->has_effort, strcmp(kind->name, "mcts") == 0);
    }
}

static void player_names_are_found(void **unused)
{
    (void)unused;
    static const struct {
        const char *text, *name;
    } rows[] = {
        {"zoo:tag", "zoo:tag"},
        {"tag", "zoo:tag"},
        {"threshold", "zoo:threshold"},
        {"zoo:tag ", NULL},
        {"Tag", NULL},
        {"", NULL},
        {"zoo:", NULL},
        {"zoo:zoo:tag", NULL},
        {"ta", NULL},
        {"house", "house"},
        {"house-plain", "house-plain"},
        {"house-classic", "house-classic"},
        {"zoo", NULL},
        {"zoo:house", NULL},
        {"zoo:tag:", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct felt_player_kind *kind = felt_player_find(rows[i].text, strlen(rows[i].text));
        const char *name = kind ? kind->name : NULL;
        if (!name != !rows[i].name || (name && strcmp(name, rows[i].name) != 0))
            fail_msg("\"%s\" is %s", rows[i].text, name ? name : "nobody");
    }
    assert_ptr_equal(felt_player_find("tagalong", 3), felt_player_find("zoo:tag", 7));
}

static void player_texts_are_read(void **unused)
{
    (void)unused;
    static const struct {
        const char *text, *name;
        struct felt_strategy_config settings;
    } rows[] = {
        {"zoo:tag", "zoo:tag", {5, 5, 0.10, 0.15, 0.85}},
        {"tag", "zoo:tag", {5, 5, 0.10, 0.15, 0.85}},
        {"house", "house", {5, 5, 0.10, 0.15, 0.85}},
        {"house:tight=7,aggr=3", "house", {3, 7, 0.10, 0.15, 0.85}},
        {"house-plain:aggr=2", "house-plain", {2, 5, 0.10, 0.15, 0.85}},
        {"house-classic:slow=1", "house-classic", {5, 5, 0.10, 0.15, 1}},
        {"house:rock", "house", {3, 9, 0.05, 0.05, 0.9}},
        {"house:tag", "house", {7, 7, 0.08, 0.1, 0.95}},
        {"house:maniac,aggr=9", "house", {9, 1, 0.15, 0.15, 1}},
        {"house-classic:station,slow=1,tight=2", "house-classic", {1.5, 2, 0.05, 0.1, 1}},
        {"house:teacher", "house", {5, 5, 0.10, 0.15, 0.85}},
        {"house:teacher,aggr=8", "house", {8, 5, 0.10, 0.15, 0.85}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_player_spec spec;
        struct felt_complaint complaint = {0};
        if (felt_player_read(rows[i].text, strlen(rows[i].text), &spec, &complaint) != FELT_OK)
            fail_msg("\"%s\" is refused: %s", rows[i].text, complaint.text);
        assert_string_equal(spec.text, rows[i].text);
        assert_string_equal(spec.kind->name, rows[i].name);
        assert_memory_equal(&spec.settings, &rows[i].settings, sizeof spec.settings);
        assert_int_equal(spec.explains, strstr(rows[i].text, "teacher") != NULL);
    }
}

static void player_wrong_texts_are_refused(void **unused)
{
    (void)unused;
    static const struct refusal rows[] = {
        {"", FELT_BAD_FORMAT, 0, 0, "name a player"},
        {"zoo:tga", FELT_BAD_NAME, 0, 7, "did you mean zoo:tag?"},
        {"statoin", FELT_BAD_NAME, 0, 7, "did you mean station?"},
        {"zoo", FELT_BAD_NAME, 0, 3, "did you mean zoo:"},
        {"zoo:", FELT_BAD_NAME, 0, 4, "did you mean zoo:"},
        {"xyzzy", FELT_BAD_NAME, 0, 5, "no player \"xyzzy\""},
        {"stealr:tight=3", FELT_BAD_NAME, 0, 6, "did you mean stealer?"},
        {"zoo:tag:", FELT_BAD_FORMAT, 7, 1, "zoo:tag has no settings"},
        {"zoo:tag:tight=7", FELT_BAD_FORMAT, 7, 8, "zoo:tag has no settings"},
        {"call:aggr=3", FELT_BAD_FORMAT, 4, 7, "zoo:call has no settings"},
        {"house:", FELT_BAD_FORMAT, 6, 0, "tight=7"},
        {"house:tight", FELT_BAD_FORMAT, 6, 5, "tight=7"},
        {"house:tight=7,agr=3", FELT_BAD_NAME, 14, 3, "did you mean aggr?"},
        {"house:tight=70", FELT_BAD_NUMBER, 12, 2, "from 1 to 10"},
        {"hause", FELT_BAD_NAME, 0, 5, "did you mean house?"},
        {"house_classic:tight=7", FELT_BAD_NAME, 0, 13, "did you mean house-classic?"},
        {"house:rok", FELT_BAD_NAME, 6, 3, "no persona \"rok\"; did you mean rock?"},
        {"house:rok,aggr=3", FELT_BAD_NAME, 6, 3, "did you mean rock?"},
        {"house:rock,agr=3", FELT_BAD_NAME, 11, 3, "did you mean aggr?"},
        {"house:rock,tight=70", FELT_BAD_NUMBER, 17, 2, "from 1 to 10"},
        {"zoo:tag:rock", FELT_BAD_FORMAT, 7, 5, "zoo:tag has no settings"},
        {"rock", FELT_BAD_NAME, 0, 4, "did you mean house:rock?"},
        {"hause:rock", FELT_BAD_NAME, 0, 5, "did you mean house?"},
        {"zo:tag", FELT_BAD_NAME, 0, 6, "did you mean zoo:tag?"},
        {"xyzzy:rock", FELT_BAD_NAME, 0, 10, "no player \"xyzzy:rock\""},
        {":", FELT_BAD_NAME, 0, 1, "no player"},
        {"a\x01:tight=7", FELT_BAD_NAME, 0, 2, "\\x01"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_player_spec spec = {.text = "before"};
        struct felt_complaint complaint = {0};
        enum felt_status status =
            felt_player_read(rows[i].text, strlen(rows[i].text), &spec, &complaint);
        verify_refusal(&rows[i], status, &complaint);
        assert_string_equal(spec.text, "before");
    }
}

static void player_long_text_is_refused(void **unused)
{
    (void)unused;
    char text[FELT_PLAYER_TEXT_MAX + 1];
    struct felt_player_spec spec;
    memset(text, 'a', sizeof text);
    assert_int_equal(felt_player_read(text, sizeof text - 1, &spec, NULL), FELT_BAD_NAME);
    assert_int_equal(felt_player_read(text, sizeof text, &spec, NULL), FELT_WRONG_COUNT);
}

static void player_warnings_have_words(void **unused)
{
    (void)unused;
    assert_string_equal(felt_warning_word(FELT_WARN_NONE), "none");
    assert_string_equal(felt_warning_word(FELT_WARN_TIMEOUT), "timeout");
    assert_string_equal(felt_warning_word(FELT_WARN_BAD_STATE), "bad_state");
    assert_string_equal(felt_warning_word(FELT_WARN_NO_EVALUATOR), "no_evaluator");
    assert_string_equal(felt_warning_word(FELT_WARN_BAD_CONFIG), "bad_config");
    assert_string_equal(felt_warning_word(FELT_WARN_NO_ENTROPY), "no_entropy");
}

static void player_timid_answers(void **unused)
{
    (void)unused;
    const struct felt_option fold = {.kind = FELT_FOLD}, check = {.kind = FELT_CHECK};
    const struct felt_option call = {.kind = FELT_CALL, .min = 10, .max = 10};
    const struct felt_option raise = {.kind = FELT_RAISE_TO, .min = 20, .max = 90};
    const struct felt_option bring_in = {.kind = FELT_BRING_IN, .min = 5, .max = 5};
    const struct felt_option draw = {.kind = FELT_DISCARD, .cards_max = 5, .cards = 31};
    const struct felt_option must = {
        .kind = FELT_DISCARD, .cards_min = 2, .cards_max = 2, .cards = 14};
    const struct felt_option runs = {.kind = FELT_RUNS, .choice_max = 1};
    const struct felt_option show = {.kind = FELT_SHOW}, muck = {.kind = FELT_MUCK};
    const struct felt_option move = {.kind = FELT_MOVE, .choice_max = 6};
    const struct {
        struct felt_option options[3];
        int count;
        struct felt_action wanted;
    } rows[] = {
        {{fold, check, raise}, 3, {.kind = FELT_CHECK}},
        {{fold, call, raise}, 3, {.kind = FELT_FOLD}},
        {{raise, bring_in}, 2, {.kind = FELT_BRING_IN}},
        {{draw}, 1, {.kind = FELT_DISCARD}},
        {{must}, 1, {.kind = FELT_DISCARD, .cards = 10}},
        {{runs}, 1, {.kind = FELT_RUNS}},
        {{show, muck}, 2, {.kind = FELT_MUCK}},
        {{show}, 1, {.kind = FELT_SHOW}},
        {{move}, 1, {.kind = FELT_MOVE}},
        {{raise}, 1, {.kind = FELT_RAISE_TO, .amount = 20}},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_view view = {.options = (uint8_t)rows[i].count, .zones = 1};
        view.zone[0] = (struct felt_zone){.kind = FELT_ZONE_HAND, .count = 5};
        memcpy(view.cards, "\x30\x14\x20\x04\x08", 5); /* A 7 T 3 4: the lowest are the last two */
        memcpy(view.option, rows[i].options, sizeof rows[i].options);
        struct felt_action action = felt_player_timid(&view);
        assert_int_equal(action.kind, rows[i].wanted.kind);
        assert_int_equal(action.choice, rows[i].wanted.choice);
        assert_int_equal(action.amount, rows[i].wanted.amount);
        assert_int_equal(action.cards, rows[i].wanted.cards);
    }
}

/* 900 to call, all of it: what a shove of 10,000 has in it beyond that is not to be won. */
static void player_pot_is_what_can_be_won(void **unused)
{
    (void)unused;
    struct felt_view view = {.viewer = 0, .seats = 7};
    view.betting.pot = 11100;
    view.betting.stack[0] = 900;
    view.betting.staked[0] = 100;
    view.betting.staked[1] = 10000;
    view.betting.staked[2] = 1000;
    assert_int_equal(felt_player_pot(&view), 2100);
    view.betting.stack[0] = 20000;
    assert_int_equal(felt_player_pot(&view), 11100);
}

TEST_MODULE(player)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(player_pot_is_what_can_be_won),
        cmocka_unit_test(player_list_is_complete),
        cmocka_unit_test(player_names_are_found),
        cmocka_unit_test(player_texts_are_read),
        cmocka_unit_test(player_wrong_texts_are_refused),
        cmocka_unit_test(player_long_text_is_refused),
        cmocka_unit_test(player_warnings_have_words),
        cmocka_unit_test(player_timid_answers),
    };
    return cmocka_run_group_tests_name("player", tests, NULL, NULL);
}
