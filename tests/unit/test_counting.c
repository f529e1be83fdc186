/* test_counting.c -- a hand of the room as the hand store counts it: stakes and their kinds, who is
 * a person, time at the table, pairs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "server/app/room/counting.h"
#include "felt/poker.h"
#include "module.h"

#include <string.h>

#define NOW INT64_C(1794873600000) /* 2026-11-17, the first moment */

/* Two people, a bot and the house; everybody folds to the raise of the first. */
static const struct felt_event events[] = {
    {.kind = FELT_EVENT_BLIND, .seat = 2, .amount = 1},
    {.kind = FELT_EVENT_BLIND, .seat = 3, .amount = 2},
    {.kind = FELT_EVENT_ACT, .act = FELT_RAISE_TO, .seat = 0, .amount = 6, .to = 6},
    {.kind = FELT_EVENT_ACT, .act = FELT_FOLD, .seat = 1},
    {.kind = FELT_EVENT_ACT, .act = FELT_FOLD, .seat = 2},
    {.kind = FELT_EVENT_ACT, .act = FELT_FOLD, .seat = 3},
    {.kind = FELT_EVENT_RETURN, .seat = 0, .amount = 4},
    {.kind = FELT_EVENT_WIN, .seat = 0, .amount = 5},
};
static const felt_chips won[FELT_SEATS_MAX] = {3, 0, -1, -2};

struct scene {
    struct felt_counting counting;
    struct felt_poker_rules rules; /* without cards to compare */
    struct felt_game_adapter adapter;
    struct felt_stake stake;
    struct felt_room_face face;
    struct felt_deal deal;
    struct felt_room_report report;
    struct felt_counted_hand counted;
};

static int set_up(void **state)
{
    static struct scene scene;
    memset(&scene, 0, sizeof scene);
    scene.adapter =
        (struct felt_game_adapter){.game = &felt_poker_game, .rules = &scene.rules, .big_blind = 2};
    scene.stake = (struct felt_stake){.id = "nl-2"};
    scene.face =
        (struct felt_room_face){.index = 1, .stake = &scene.stake, .adapter = &scene.adapter};
    scene.deal = (struct felt_deal){.seats = 15, .stack = {100, 100, 100, 100}};
    for (int seat = 0; seat < 4; seat++) {
        scene.face.seat[seat].user = 11 + seat;
        scene.face.seat[seat].kind = FELT_USER_HUMAN;
    }
    scene.face.seat[2].kind = FELT_USER_HOUSE;
    scene.face.seat[3].bot = true;
    scene.report = (struct felt_room_report){.table = &scene.face,
                                             .hand_id = "H-2026-11-17-00007",
                                             .deal = &scene.deal,
                                             .events = events,
                                             .count = sizeof events / sizeof events[0],
                                             .seats = 15,
                                             .won = won};
    *state = &scene;
    return felt_counting_open(&scene.counting, 2) ? 0 : -1;
}

static int tear_down(void **state)
{
    struct scene *scene = *state;
    felt_counting_close(&scene->counting);
    return 0;
}

static const struct felt_counted_hand *count(struct scene *scene, int64_t wall_ms)
{
    felt_counting_hand(&scene->counting, &scene->report, wall_ms, &scene->counted);
    return &scene->counted;
}

static void counting_knows_people_from_bots_and_the_house(void **state)
{
    const struct felt_counted_hand *hand = count(*state, NOW);
    static const uint8_t seated[] = {FELT_SEATED_PERSON, FELT_SEATED_PERSON, FELT_SEATED_HOUSE,
                                     FELT_SEATED_BOT};
    assert_string_equal(hand->hand_id, "H-2026-11-17-00007");
    assert_string_equal(hand->stake, "nl-2");
    assert_int_equal(hand->kind, FELT_HAND_STORE_TABLE_CASH);
    assert_int_equal(hand->day, 20774);
    assert_int_equal(hand->seats, 4);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(hand->seat[i].user, 11 + i);
        assert_int_equal(hand->seat[i].seated, seated[i]);
        assert_int_equal(hand->seat[i].stats.won, won[i]);
    }
    assert_int_equal(hand->seat[0].stats.manners.raised, 1);
    assert_int_equal(hand->seat[0].stats.won_mbb, 1500);
    /* Three who are not the house's: six pairs, each in both directions. */
    assert_int_equal(hand->pairs, 6);
    for (int i = 0; i < 6; i++) {
        assert_int_not_equal(hand->pair[i].giver, 13);
        assert_int_not_equal(hand->pair[i].taker, 13);
        int64_t gave = hand->pair[i].giver == 14 && hand->pair[i].taker == 11 ? 1000 : 0;
        assert_int_equal(hand->pair[i].of.gave_mbb, gave);
    }
}

/* Q1 */
static void counting_of_time_is_from_hand_to_hand(void **state)
{
    struct scene *scene = *state;
    assert_int_equal(count(scene, NOW)->seat[0].stats.time_ms, 0);
    assert_int_equal(count(scene, NOW + 45000)->seat[0].stats.time_ms, 45000);
    assert_int_equal(count(scene, NOW + 9045000)->seat[0].stats.time_ms, FELT_COUNTING_MS_MAX);
    assert_int_equal(count(scene, NOW)->seat[0].stats.time_ms, 0); /* the clock was set back */
    scene->face.index = 0;
    assert_int_equal(count(scene, NOW + 1000)->seat[0].stats.time_ms, 0);
}

static void counting_puts_private_tables_and_tournaments_apart(void **state)
{
    struct scene *scene = *state;
    scene->face.is_private = true;
    assert_string_equal(count(scene, NOW)->stake, "private");
    assert_int_equal(scene->counted.kind, FELT_HAND_STORE_TABLE_PRIVATE);
    scene->stake.directed = true;
    assert_string_equal(count(scene, NOW)->stake, "tournaments");
    assert_int_equal(scene->counted.kind, FELT_HAND_STORE_TABLE_EVENT);
}

/* Whoever has left, and games that are not poker. */
static void counting_leaves_out_what_it_does_not_know(void **state)
{
    struct scene *scene = *state;
    const struct felt_game other = {.name = "other"};
    scene->face.seat[1].user = 0;
    assert_int_equal(count(scene, NOW)->seats, 3);
    assert_int_equal(scene->counted.pairs, 2);
    scene->adapter.game = &other;
    assert_int_equal(count(scene, NOW)->pairs, 0);
    assert_int_equal(scene->counted.seat[0].stats.manners.hands, 1);
    assert_int_equal(scene->counted.seat[0].stats.manners.raised, 0);
    assert_int_equal(scene->counted.seat[0].stats.won, 3);
}

#define CASE(name)                                                                                 \
    {                                                                                              \
        "counting_" #name, counting_##name, set_up, tear_down, NULL                                \
    }

TEST_MODULE(counting)
{
    const struct CMUnitTest tests[] = {
        CASE(knows_people_from_bots_and_the_house),
        CASE(of_time_is_from_hand_to_hand),
        CASE(puts_private_tables_and_tournaments_apart),
        CASE(leaves_out_what_it_does_not_know),
    };
    return cmocka_run_group_tests_name("counting", tests, NULL, NULL);
}
