/* test_floor_games.c -- ten thousand hands over all games, between house players only: every hand
 * ends, and no chip is lost. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "module.h"
#include "salon.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HANDS = 10000, HANDS_QUICK = 500, HOUSE = 8 };

static int hands_each(void)
{
    int hands = test_is_quick() ? HANDS_QUICK : HANDS, games = felt_variant_count();
    return (hands + games - 1) / games;
}

static void play(struct salon *salon, struct salon_crowd *crowd, uint64_t hands)
{
    int64_t last_ms = salon->now_ms + 3600000;
    uint64_t seen = 0;
    while (salon->hands < hands) {
        salon_crowd_answer(crowd, 100);
        salon_step(salon, 1000);
        if (seen != salon->hands) {
            salon_crowd_seat_house(crowd);
            seen = salon->hands;
            last_ms = salon->now_ms + 3600000;
            salon_verify(salon);
        }
        assert_string_equal(salon->failure, "");
        if (salon->now_ms >= last_ms) {
            struct felt_floor_face face;
            (void)felt_floor_face(salon->floor, 0, &face);
            for (int i = 0; i < face.stake->seats; i++)
                print_error("seat %d: %s, %lld\n", i,
                            felt_chair_word((enum felt_chair_state)face.chair[i].state),
                            (long long)face.chair[i].stack);
            fail_msg("%s: no hand comes", salon->stake[0].variant);
        }
    }
}

static felt_chips all_chips(const struct salon *salon)
{
    felt_chips sum = 0;
    for (int64_t user = 1; user < SALON_USERS; user++)
        sum += shelf_total(ledger_toy_shelf(salon->toy), user);
    return sum;
}

static struct salon *open_salon(const struct felt_plug *const *plugs, int count, uint64_t seed)
{
    struct salon *salon = malloc(sizeof *salon);
    assert_non_null(salon);
    salon_init(salon, seed);
    salon->hashes = false;
    salon->slack_ms = 60000;
    int seats = plugs[0]->seats_max < 6 ? plugs[0]->seats_max : 6;
    struct felt_stake *stake = salon_stake(salon, "game", plugs[0], seats, 1);
    stake->games = count;
    for (int i = 0; i < count; i++) stake->game[i] = plugs[i];
    salon_open(salon, NULL);
    return salon;
}

/* Everybody stands up; what they bring home is what they came with. */
static void close_salon(struct salon *salon, struct salon_crowd *crowd, felt_chips chips)
{
    assert_true(felt_floor_close_table(salon->floor, "game-1", salon->now_ms));
    for (int i = 0; i < 1000 && felt_floor_counts(salon->floor)->seated; i++) {
        salon_crowd_answer(crowd, 100);
        salon_step(salon, 1000);
    }
    assert_string_equal(salon->failure, "");
    assert_int_equal(felt_floor_counts(salon->floor)->seated, 0);
    assert_int_equal(all_chips(salon), chips);
    for (int i = 0; i < crowd->house; i++)
        assert_int_equal(ledger_toy_bank(salon->toy, crowd->house_player[i]),
                         shelf_total(ledger_toy_shelf(salon->toy), crowd->house_player[i]));
    assert_null(ledger_toy_wrong(salon->toy));
    salon_close(salon);
    free(salon);
}

static void floor_plays_every_game(void **state)
{
    (void)state;
    for (int i = 0; i < felt_variant_count(); i++) {
        struct felt_poker_plug poker;
        struct felt_complaint complaint;
        struct salon_crowd crowd;
        const struct felt_variant *variant = felt_variant_at(i);
        assert_int_equal(felt_poker_plug_make(&poker, variant->name,
                                              (enum felt_limit)variant->limit, 5, 10, &complaint),
                         FELT_OK);
        if (i % 3 == 1) poker.rules.may_muck = true;
        if (i % 3 == 2 && variant->board_cards) poker.rules.run_twice = true;
        const struct felt_plug *plug = &poker.plug;
        struct salon *salon = open_salon(&plug, 1, (uint64_t)i);
        salon_crowd_make(&crowd, salon, (uint64_t)i, 0, HOUSE);
        felt_chips chips = all_chips(salon);
        salon_crowd_seat_house(&crowd);
        salon_turn(salon);
        play(salon, &crowd, (uint64_t)hands_each());
        close_salon(salon, &crowd, chips);
    }
}

static void floor_plays_dealers_choice(void **state)
{
    (void)state;
    static const struct {
        const char *variant;
        enum felt_limit limit;
    } games[] = {{"holdem", FELT_NO_LIMIT},  {"omaha", FELT_POT_LIMIT},
                 {"stud", FELT_FIXED_LIMIT}, {"badugi", FELT_FIXED_LIMIT},
                 {"razz", FELT_FIXED_LIMIT}, {"draw", FELT_NO_LIMIT}};
    enum { GAMES = sizeof games / sizeof games[0] };
    struct felt_poker_plug poker[GAMES];
    const struct felt_plug *plug[GAMES];
    struct felt_complaint complaint;
    struct salon_crowd crowd;
    int count = 0;
    for (int i = 0; i < GAMES; i++) {
        if (!felt_variant_find(games[i].variant)) continue;
        assert_int_equal(felt_poker_plug_make(&poker[count], games[i].variant, games[i].limit, 5,
                                              10, &complaint),
                         FELT_OK);
        plug[count] = &poker[count].plug;
        count++;
    }
    struct salon *salon = open_salon(plug, count, 99);
    salon_crowd_make(&crowd, salon, 99, 0, HOUSE);
    felt_chips chips = all_chips(salon);
    salon_crowd_seat_house(&crowd);
    salon_turn(salon);
    play(salon, &crowd, (uint64_t)hands_each());
    close_salon(salon, &crowd, chips);
}

TEST_MODULE(floor_games)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floor_plays_every_game),
        cmocka_unit_test(floor_plays_dealers_choice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
