/* test_room_games.c -- ten thousand hands over all games, between house players only: every hand
 * ends, and no chip is lost. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "module.h"
#include "fake_tables.h"
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

static void play(struct fake_tables *fake_tables, struct fake_tables_crowd *crowd, uint64_t hands)
{
    int64_t last_ms = fake_tables->now_ms + 3600000;
    uint64_t seen = 0;
    while (fake_tables->hands < hands) {
        fake_tables_crowd_answer(crowd, 100);
        fake_tables_step(fake_tables, 1000);
        if (seen != fake_tables->hands) {
            fake_tables_crowd_seat_house(crowd);
            seen = fake_tables->hands;
            last_ms = fake_tables->now_ms + 3600000;
            fake_tables_verify(fake_tables);
        }
        assert_string_equal(fake_tables->failure, "");
        if (fake_tables->now_ms >= last_ms) {
            struct felt_room_face face;
            (void)felt_room_face(fake_tables->room, 0, &face);
            for (int i = 0; i < face.stake->seats; i++)
                print_error("seat %d: %s, %lld\n", i,
                            felt_room_seat_word((enum felt_room_seat_state)face.seat[i].state),
                            (long long)face.seat[i].stack);
            fail_msg("%s: no hand comes", fake_tables->stake[0].variant);
        }
    }
}

static felt_chips all_chips(const struct fake_tables *fake_tables)
{
    felt_chips sum = 0;
    for (int64_t user = 1; user < FAKE_TABLES_USERS; user++)
        sum += fake_store_total(ledger_toy_fake_store(fake_tables->toy), user);
    return sum;
}

static struct fake_tables *open_fake_tables(const struct felt_game_adapter *const *adapters,
                                            int count, uint64_t seed)
{
    struct fake_tables *fake_tables = malloc(sizeof *fake_tables);
    assert_non_null(fake_tables);
    fake_tables_init(fake_tables, seed);
    fake_tables->hashes = false;
    fake_tables->slack_ms = 60000;
    int seats = adapters[0]->seats_max < 6 ? adapters[0]->seats_max : 6;
    struct felt_stake *stake = fake_tables_stake(fake_tables, "game", adapters[0], seats, 1);
    stake->games = count;
    for (int i = 0; i < count; i++) stake->game[i] = adapters[i];
    fake_tables_open(fake_tables, NULL);
    return fake_tables;
}

/* Everybody stands up; what they bring home is what they came with. */
static void close_fake_tables(struct fake_tables *fake_tables, struct fake_tables_crowd *crowd,
                              felt_chips chips)
{
    assert_true(felt_room_close_table(fake_tables->room, "game-1", fake_tables->now_ms));
    for (int i = 0; i < 1000 && felt_room_counts(fake_tables->room)->seated; i++) {
        fake_tables_crowd_answer(crowd, 100);
        fake_tables_step(fake_tables, 1000);
    }
    assert_string_equal(fake_tables->failure, "");
    assert_int_equal(felt_room_counts(fake_tables->room)->seated, 0);
    assert_int_equal(all_chips(fake_tables), chips);
    for (int i = 0; i < crowd->house; i++)
        assert_int_equal(
            ledger_toy_bank(fake_tables->toy, crowd->house_player[i]),
            fake_store_total(ledger_toy_fake_store(fake_tables->toy), crowd->house_player[i]));
    assert_null(ledger_toy_wrong(fake_tables->toy));
    fake_tables_close(fake_tables);
    free(fake_tables);
}

static void room_plays_every_game(void **state)
{
    (void)state;
    for (int i = 0; i < felt_variant_count(); i++) {
        struct felt_poker_adapter poker;
        struct felt_complaint complaint;
        struct fake_tables_crowd crowd;
        const struct felt_variant *variant = felt_variant_at(i);
        assert_int_equal(felt_poker_adapter_make(&poker, variant->name,
                                                 (enum felt_limit)variant->limit, 5, 10,
                                                 &complaint),
                         FELT_OK);
        if (i % 3 == 1) poker.rules.may_muck = true;
        if (i % 3 == 2 && variant->board_cards) poker.rules.run_twice = true;
        const struct felt_game_adapter *adapter = &poker.adapter;
        struct fake_tables *fake_tables = open_fake_tables(&adapter, 1, (uint64_t)i);
        fake_tables_crowd_make(&crowd, fake_tables, (uint64_t)i, 0, HOUSE);
        felt_chips chips = all_chips(fake_tables);
        fake_tables_crowd_seat_house(&crowd);
        fake_tables_turn(fake_tables);
        play(fake_tables, &crowd, (uint64_t)hands_each());
        close_fake_tables(fake_tables, &crowd, chips);
    }
}

static void room_plays_dealers_choice(void **state)
{
    (void)state;
    static const struct {
        const char *variant;
        enum felt_limit limit;
    } games[] = {{"holdem", FELT_NO_LIMIT},  {"omaha", FELT_POT_LIMIT},
                 {"stud", FELT_FIXED_LIMIT}, {"badugi", FELT_FIXED_LIMIT},
                 {"razz", FELT_FIXED_LIMIT}, {"draw", FELT_NO_LIMIT}};
    enum { GAMES = sizeof games / sizeof games[0] };
    struct felt_poker_adapter poker[GAMES];
    const struct felt_game_adapter *adapter[GAMES];
    struct felt_complaint complaint;
    struct fake_tables_crowd crowd;
    int count = 0;
    for (int i = 0; i < GAMES; i++) {
        if (!felt_variant_find(games[i].variant)) continue;
        assert_int_equal(felt_poker_adapter_make(&poker[count], games[i].variant, games[i].limit, 5,
                                                 10, &complaint),
                         FELT_OK);
        adapter[count] = &poker[count].adapter;
        count++;
    }
    struct fake_tables *fake_tables = open_fake_tables(adapter, count, 99);
    fake_tables_crowd_make(&crowd, fake_tables, 99, 0, HOUSE);
    felt_chips chips = all_chips(fake_tables);
    fake_tables_crowd_seat_house(&crowd);
    fake_tables_turn(fake_tables);
    play(fake_tables, &crowd, (uint64_t)hands_each());
    close_fake_tables(fake_tables, &crowd, chips);
}

TEST_MODULE(room_games)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(room_plays_every_game),
        cmocka_unit_test(room_plays_dealers_choice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
