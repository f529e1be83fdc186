/* test_rotation.c -- dealer's choice and lists of games: what is read, what is refused and where,
 * and what is dealt next (RULES 15). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/rotation.h"
#include "module.h"
#include "refusal.h"

#include <stdio.h>
#include <string.h>

static struct felt_rotation read_rotation(const char *text, enum felt_limit limit)
{
    struct felt_rotation rotation = {0};
    struct felt_complaint complaint = {0};
    if (felt_rotation_make(text, strlen(text), limit, &rotation, &complaint) != FELT_OK)
        fail_msg("\"%s\" is refused at %zu: %s", text, complaint.at, complaint.text);
    return rotation;
}

/* "holdem:nl razz:fl" */
static const char *write_rotation(const struct felt_rotation *rotation, char out[2048])
{
    static const char *const limits[] = {"nl", "pl", "fl"};
    size_t used = 0;
    out[0] = '\0';
    for (int i = 0; i < rotation->count; i++) {
        assert_in_range(rotation->game[i].limit, 0, FELT_FIXED_LIMIT);
        used += (size_t)snprintf(out + used, 2048 - used, "%s%s:%s", i ? " " : "",
                                 felt_rotation_variant(rotation, i)->name,
                                 limits[rotation->game[i].limit]);
    }
    return out;
}

static void rotation_texts_are_read(void **unused)
{
    (void)unused;
    static const struct {
        const char *text;
        enum felt_limit limit;
        const char *games, *title;
        enum felt_rotation_order order;
    } rows[] = {
        {"holdem", FELT_LIMITS, "holdem:nl", NULL, FELT_ROTATION_IN_TURN},
        {"holdem", FELT_FIXED_LIMIT, "holdem:fl", NULL, FELT_ROTATION_IN_TURN},
        {"omaha,stud", FELT_LIMITS, "omaha:pl stud:fl", NULL, FELT_ROTATION_IN_TURN},
        {" omaha , stud:nl\t", FELT_LIMITS, "omaha:pl stud:nl", NULL, FELT_ROTATION_IN_TURN},
        {"holdem:pl,holdem,holdem:fl", FELT_NO_LIMIT, "holdem:pl holdem:nl holdem:fl", NULL,
         FELT_ROTATION_IN_TURN},
        {"horse", FELT_LIMITS, "holdem:fl omaha-hilo:fl razz:fl stud:fl stud-hilo:fl", "HORSE",
         FELT_ROTATION_IN_TURN},
        {"horse", FELT_NO_LIMIT, "holdem:nl omaha-hilo:nl razz:nl stud:nl stud-hilo:nl", "HORSE",
         FELT_ROTATION_IN_TURN},
        {"eight-game", FELT_LIMITS,
         "27-triple:fl holdem:fl omaha-hilo:fl razz:fl stud:fl stud-hilo:fl holdem:nl omaha:pl",
         "Eight-game", FELT_ROTATION_IN_TURN},
        {"dealers-choice:razz,holdem:pl", FELT_LIMITS, "razz:fl holdem:pl", "Dealer's choice",
         FELT_ROTATION_CHOICE},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[2048];
        struct felt_rotation rotation = read_rotation(rows[i].text, rows[i].limit);
        assert_string_equal(write_rotation(&rotation, text), rows[i].games);
        assert_int_equal(rotation.order, rows[i].order);
        if (rows[i].title == NULL)
            assert_null(rotation.title);
        else
            assert_string_equal(rotation.title, rows[i].title);
    }
}

static void rotation_dealers_choice_has_every_row(void **unused)
{
    (void)unused;
    struct felt_rotation usual = read_rotation("dealers-choice", FELT_LIMITS);
    struct felt_rotation pot = read_rotation("dealers-choice", FELT_POT_LIMIT);
    assert_int_equal(usual.order, FELT_ROTATION_CHOICE);
    assert_int_equal(usual.count, felt_variant_count());
    for (int i = 0; i < usual.count; i++) {
        assert_ptr_equal(felt_rotation_variant(&usual, i), felt_variant_at(i));
        assert_int_equal(usual.game[i].limit, felt_variant_at(i)->limit);
        assert_int_equal(pot.game[i].row, i);
        assert_int_equal(pot.game[i].limit, FELT_POT_LIMIT);
    }
}

static void rotation_bad_texts_are_refused_at_their_place(void **unused)
{
    (void)unused;
    static const struct refusal rows[] = {
        {"", FELT_BAD_NAME, 0, 0, "a game is missing"},
        {"   ", FELT_BAD_NAME, 3, 0, "a game is missing"},
        {"bridge", FELT_BAD_NAME, 0, 6, "no game \"bridge\""},
        {"holdem,,razz", FELT_BAD_NAME, 7, 0, "a game is missing"},
        {"holdem,", FELT_BAD_NAME, 7, 0, "a game is missing"},
        {",holdem", FELT_BAD_NAME, 0, 0, "a game is missing"},
        {"holdem, whist ,razz", FELT_BAD_NAME, 8, 5, "no game \"whist\""},
        {"holdem:xl", FELT_BAD_NAME, 7, 2, "behind holdem: comes nl, pl or fl"},
        {"holdem:", FELT_BAD_NAME, 7, 0, "behind holdem: comes nl, pl or fl"},
        {"holdem:nl:fl", FELT_BAD_NAME, 7, 5, "behind holdem: comes nl, pl or fl"},
        {"Holdem", FELT_BAD_NAME, 0, 6, "no game \"Holdem\""},
        {"holdem razz", FELT_BAD_NAME, 0, 11, "no game \"holdem razz\""},
        {"horse:nl", FELT_BAD_NAME, 6, 2, "nothing comes behind horse"},
        {"horse,holdem", FELT_BAD_NAME, 0, 5, "no game \"horse\""},
        {"dealers-choice:", FELT_BAD_NAME, 15, 0, "a game is missing"},
        {"dealers-choice:razz,go", FELT_BAD_NAME, 20, 2, "no game \"go\""},
        {"dealers-choice,razz", FELT_BAD_NAME, 0, 14, "no game \"dealers-choice\""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_rotation rotation = {.count = 77};
        struct felt_complaint complaint = {0};
        size_t bytes = strlen(rows[i].text);
        enum felt_status status =
            felt_rotation_make(rows[i].text, bytes, FELT_LIMITS, &rotation, &complaint);
        verify_refusal(&rows[i], status, &complaint);
        assert_int_equal(rotation.count, 77);
        assert_int_equal(felt_rotation_make(rows[i].text, bytes, FELT_LIMITS, &rotation, NULL),
                         rows[i].status);
    }
}

static void rotation_holds_64_games_and_no_more(void **unused)
{
    (void)unused;
    char text[8 * 70] = "";
    size_t used = 0;
    struct felt_rotation rotation;
    struct felt_complaint complaint;
    for (int i = 1; i <= 70; i++) {
        used += (size_t)snprintf(text + used, sizeof text - used, "%srazz", i > 1 ? "," : "");
        enum felt_status status =
            felt_rotation_make(text, used, FELT_LIMITS, &rotation, &complaint);
        assert_int_equal(status, i <= FELT_ROTATION_MAX ? FELT_OK : FELT_WRONG_COUNT);
        assert_int_equal(rotation.count, i <= FELT_ROTATION_MAX ? i : FELT_ROTATION_MAX);
    }
    assert_int_equal(complaint.at, 5 * FELT_ROTATION_MAX);
}

/* R2 */
static void rotation_option_is_what_the_seats_allow(void **unused)
{
    (void)unused;
    struct felt_rotation rotation = read_rotation("dealers-choice", FELT_LIMITS);
    for (int seats = 0; seats <= FELT_SEATS_MAX + 1; seats++) {
        uint8_t playable[FELT_ROTATION_MAX];
        struct felt_option option = {0};
        int count = felt_rotation_playable(&rotation, seats, playable), allowed = 0;
        for (int i = 0; i < felt_variant_count(); i++) {
            const struct felt_variant *row = felt_variant_at(i);
            if (seats < row->seats_min || seats > row->seats_max) continue;
            assert_true(allowed < count);
            assert_int_equal(playable[allowed], i);
            allowed++;
        }
        assert_int_equal(allowed, count);
        assert_int_equal(felt_rotation_option(&rotation, seats, &option), count > 0);
        if (count == 0) continue;
        assert_int_equal(option.kind, FELT_CHOOSE);
        assert_int_equal(felt_options_count(&option, 1), count);
        struct felt_action last = {.kind = FELT_CHOOSE, .choice = (uint16_t)(count - 1)};
        assert_true(felt_option_admits(&option, last));
        last.choice++;
        assert_false(felt_option_admits(&option, last));
    }
}

static void rotation_game_lasts_a_round_of_the_button(void **unused)
{
    (void)unused;
    struct felt_rotation rotation = read_rotation("holdem,razz,omaha", FELT_LIMITS);
    static const int expected[] = {0, 0, 0, 1, 1, 1, 2, 2, 2, 0, 0, 0, 1};
    int index = -1, played = 0;
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        int next = felt_rotation_next(&rotation, index, played, 3);
        played = next == index ? played + 1 : 1;
        index = next;
        assert_int_equal(index, expected[i]);
    }
}

/* Seats may come and go between hands.  R3 */
static void rotation_passes_over_games_the_seats_do_not_allow(void **unused)
{
    (void)unused;
    struct felt_rotation rotation = read_rotation("kuhn,stud,holdem,leduc", FELT_LIMITS);
    assert_int_equal(felt_rotation_next(&rotation, -1, 0, 2), 0);
    assert_int_equal(felt_rotation_next(&rotation, -1, 0, 6), 1);
    assert_int_equal(felt_rotation_next(&rotation, 0, 1, 2), 0);
    assert_int_equal(felt_rotation_next(&rotation, 0, 1, 3), 1); /* somebody sat down */
    assert_int_equal(felt_rotation_next(&rotation, 1, 6, 10), 2);
    assert_int_equal(felt_rotation_next(&rotation, 1, 2, 10), 2);  /* ten are too many for stud */
    assert_int_equal(felt_rotation_next(&rotation, 2, 10, 10), 2); /* nothing else is possible */
    assert_int_equal(felt_rotation_next(&rotation, 2, 6, 6), 1);
    assert_int_equal(felt_rotation_next(&rotation, 2, 2, 2), 3);
    assert_int_equal(felt_rotation_next(&rotation, 2, 2, 1), -1);
    struct felt_rotation toys = read_rotation("kuhn,leduc", FELT_LIMITS);
    assert_int_equal(felt_rotation_next(&toys, -1, 0, 3), -1);
    assert_int_equal(felt_rotation_next(&toys, 1, 2, 2), 0);
}

/* RULES 15.2 */
static void rotation_rules_follow_the_big_blind(void **unused)
{
    (void)unused;
    struct felt_rotation rotation = read_rotation("eight-game", FELT_LIMITS);
    struct felt_poker_rules rules;
    struct felt_complaint complaint;
    const felt_chips stacks[2] = {1000, 1000};
    assert_int_equal(felt_rotation_rules(&rotation, 4, 22, &rules, &complaint), FELT_OK);
    assert_string_equal(rules.variant->name, "stud");
    assert_int_equal(rules.limit, FELT_FIXED_LIMIT);
    assert_int_equal(rules.bet[0], 22);
    assert_int_equal(rules.bet[1], 44);
    assert_int_equal(rules.bring_in, 5);
    assert_int_equal(felt_poker_deal_make(&rules, 2, stacks, 0).ante[0], 4);
    assert_int_equal(felt_rotation_rules(&rotation, 4, 3, &rules, &complaint), FELT_OK);
    assert_int_equal(rules.bring_in, 1);
    assert_int_equal(felt_poker_deal_make(&rules, 2, stacks, 0).ante[1], 1);
    assert_int_equal(felt_rotation_rules(&rotation, 7, 22, &rules, &complaint), FELT_OK);
    assert_string_equal(rules.variant->name, "omaha");
    assert_int_equal(rules.limit, FELT_POT_LIMIT);
    assert_int_equal(felt_poker_deal_make(&rules, 2, stacks, 0).blind[1], 22);
    assert_int_equal(felt_rotation_rules(&rotation, 7, 0, &rules, &complaint), FELT_BAD_RULES);
}

/* Every row can be dealt to every number of seats that its rotation offers it for. */
static void rotation_offers_what_can_be_dealt(void **unused)
{
    (void)unused;
    struct felt_rotation rotation = read_rotation("dealers-choice", FELT_LIMITS);
    felt_chips stacks[FELT_SEATS_MAX];
    for (int i = 0; i < FELT_SEATS_MAX; i++) stacks[i] = 5000;
    for (int seats = 2; seats <= FELT_SEATS_MAX; seats++) {
        uint8_t playable[FELT_ROTATION_MAX];
        int count = felt_rotation_playable(&rotation, seats, playable);
        for (int i = 0; i < count; i++) {
            struct felt_poker_rules rules;
            assert_int_equal(felt_rotation_rules(&rotation, playable[i], 100, &rules, NULL),
                             FELT_OK);
            struct felt_deal deal = felt_poker_deal_make(&rules, seats, stacks, 0);
            assert_int_equal(felt_poker_deal_verify(&rules, &deal, NULL), FELT_OK);
        }
    }
}

TEST_MODULE(rotation)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rotation_texts_are_read),
        cmocka_unit_test(rotation_dealers_choice_has_every_row),
        cmocka_unit_test(rotation_bad_texts_are_refused_at_their_place),
        cmocka_unit_test(rotation_holds_64_games_and_no_more),
        cmocka_unit_test(rotation_option_is_what_the_seats_allow),
        cmocka_unit_test(rotation_game_lasts_a_round_of_the_button),
        cmocka_unit_test(rotation_passes_over_games_the_seats_do_not_allow),
        cmocka_unit_test(rotation_rules_follow_the_big_blind),
        cmocka_unit_test(rotation_offers_what_can_be_dealt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
