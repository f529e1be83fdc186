/* test_room_genomes.c -- genomes at cash tables: every known game is played to its end, no chip is
 * lost, nobody sees a card he may not see; a crash in the middle of a game leaves it as it was. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/genome_json.h"
#include "felt/player.h"
#include "server/table/genome_adapter.h"
#include "module.h"
#include "fake_tables.h"
#include "support.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HOUSE = 7, UNIT = 5, TURNS_MAX = 200000, GAMES_MAX = 64 };

static void open_genome(const char *name, struct felt_genome_adapter *adapter)
{
    static char text[FELT_GENOME_TEXT_MAX];
    static struct felt_genome genome;
    struct felt_genome_error error = {0};
    char path[1024];
    snprintf(path, sizeof path, "%s/../../data/genomes/%s.json", golden_folder(), name);
    FILE *in = fopen(path, "rb");
    assert_non_null(in);
    size_t bytes = fread(text, 1, sizeof text, in);
    fclose(in);
    if (felt_genome_json_read(text, bytes, &genome, &error) != FELT_OK)
        fail_msg("%s: %s %s", name, error.pointer, error.text);
    felt_genome_adapter_make(adapter, &genome, UNIT);
}

/* Names of all known games, in order. */
static int list_games(char names[GAMES_MAX][64])
{
    char path[1024];
    int count = 0;
    snprintf(path, sizeof path, "%s/../../data/genomes", golden_folder());
    DIR *dir = opendir(path);
    assert_non_null(dir);
    for (struct dirent *entry; (entry = readdir(dir)) && count < GAMES_MAX;) {
        const char *dot = strstr(entry->d_name, ".json");
        if (!dot) continue;
        snprintf(names[count++], 64, "%.*s", (int)(dot - entry->d_name), entry->d_name);
    }
    closedir(dir);
    qsort(names, (size_t)count, 64, (int (*)(const void *, const void *))strcmp);
    return count;
}

static struct fake_tables *open_fake_tables(const struct felt_game_adapter *adapter, uint64_t seed,
                                            bool wire)
{
    struct fake_tables *fake_tables = malloc(sizeof *fake_tables);
    assert_non_null(fake_tables);
    fake_tables_init(fake_tables, seed);
    fake_tables->wire = wire;
    fake_tables->slack_ms = 60000;
    fake_tables_stake(fake_tables, "game", adapter, adapter->seats_max, 1);
    fake_tables_open(fake_tables, NULL);
    return fake_tables;
}

static felt_chips all_chips(const struct fake_tables *fake_tables)
{
    felt_chips sum = 0;
    for (int64_t user = 1; user < FAKE_TABLES_USERS; user++)
        sum += fake_store_total(ledger_toy_fake_store(fake_tables->toy), user);
    return sum;
}

/* Everybody stands up; what they bring home is what they came with. */
static void close_fake_tables(struct fake_tables *fake_tables, struct fake_tables_crowd *crowd,
                              felt_chips chips)
{
    assert_true(felt_room_close_table(fake_tables->room, "game-1", fake_tables->now_ms));
    for (int i = 0; i < TURNS_MAX && felt_room_counts(fake_tables->room)->seated; i++) {
        fake_tables_crowd_answer(crowd, 100);
        fake_tables_step(fake_tables, 1000);
    }
    assert_string_equal(fake_tables->failure, "");
    assert_int_equal(felt_room_counts(fake_tables->room)->seated, 0);
    assert_int_equal(all_chips(fake_tables), chips);
    assert_null(ledger_toy_wrong(fake_tables->toy));
    fake_tables_close(fake_tables);
    free(fake_tables);
}

static void play(struct fake_tables *fake_tables, struct fake_tables_crowd *crowd, uint64_t hands)
{
    uint64_t seen = fake_tables->hands;
    for (int i = 0; fake_tables->hands < hands; i++) {
        fake_tables_crowd_answer(crowd, 100);
        fake_tables_step(fake_tables, 1000);
        if (seen != fake_tables->hands) {
            fake_tables_crowd_seat_house(crowd);
            fake_tables_verify(fake_tables);
        }
        seen = fake_tables->hands;
        if (*fake_tables->failure)
            fail_msg("%s: %s", fake_tables->stake[0].variant, fake_tables->failure);
        if (i == TURNS_MAX) fail_msg("%s: no hand comes to its end", fake_tables->stake[0].variant);
    }
}

static void room_plays_every_genome(void **state)
{
    (void)state;
    static char names[GAMES_MAX][64];
    static struct felt_genome_adapter adapter;
    int games = list_games(names);
    assert_true(games >= 16);
    for (int i = 0; i < games; i++) {
        struct fake_tables_crowd crowd;
        open_genome(names[i], &adapter);
        struct fake_tables *fake_tables = open_fake_tables(&adapter.adapter, (uint64_t)i, true);
        fake_tables_crowd_make(&crowd, fake_tables, (uint64_t)i, 0, HOUSE);
        felt_chips chips = all_chips(fake_tables);
        fake_tables_crowd_seat_house(&crowd);
        fake_tables_turn(fake_tables);
        play(fake_tables, &crowd, test_is_quick() ? 1 : 2);
        close_fake_tables(fake_tables, &crowd, chips);
    }
}

/* ---- people ---- */

/* So many people sit down at a table of this game, each at the connection of his number. */
static struct fake_tables *seat_people(const struct felt_game_adapter *adapter, int people,
                                       int64_t user[])
{
    struct fake_tables *fake_tables = open_fake_tables(adapter, 11, true);
    for (int i = 0; i < people; i++) {
        struct felt_room_client_msg msg = fake_tables_make(FELT_ROOM_CLIENT_SIT, "game-1");
        user[i] = fake_tables_user(fake_tables, FELT_USER_HUMAN, 10000);
        assert_true(fake_tables_enter(fake_tables, (uint32_t)i, user[i], false));
        assert_int_equal(fake_tables_do(fake_tables, (uint32_t)i, &msg), FELT_NO_NOT);
    }
    fake_tables_wait(fake_tables, 3000);
    return fake_tables;
}

/* The connection of whoever is asked. */
static uint32_t conn_asked(const struct fake_tables *fake_tables)
{
    struct felt_room_face face;
    const struct fake_tables_ask *ask = &fake_tables->ask[0];
    assert_true(ask->due && felt_room_face(fake_tables->room, 0, &face));
    int conn = fake_tables_line_of(fake_tables, face.seat[ask->seat].user);
    assert_true(conn >= 0);
    return (uint32_t)conn;
}

static struct felt_room_client_msg move_want(const struct fake_tables *fake_tables,
                                             const char *text)
{
    struct felt_room_client_msg msg =
        fake_tables_action("game-1", &fake_tables->ask[0], (struct felt_action){.kind = FELT_MOVE});
    snprintf(msg.action.move, sizeof msg.action.move, "%s", text);
    return msg;
}

static void done(struct fake_tables *fake_tables)
{
    assert_string_equal(fake_tables->failure, "");
    fake_tables_close(fake_tables);
    free(fake_tables);
}

static void room_genome_takes_moves_by_text(void **state)
{
    (void)state;
    static struct felt_genome_adapter adapter;
    int64_t user[3];
    open_genome("crazy-eights", &adapter);
    struct fake_tables *fake_tables = seat_people(&adapter.adapter, 3, user);
    for (int turn = 0; fake_tables->hands == 0; turn++) {
        struct felt_table_move_texts moves;
        uint32_t conn = conn_asked(fake_tables);
        assert_true(turn < 1000);
        adapter.adapter.moves(&adapter.adapter, &fake_tables->ask[0].view, &moves);
        assert_true(moves.count > 0);
        /* F3: what is no move is refused, and nothing changes (V3). */
        struct felt_room_client_msg wrong = move_want(fake_tables, "play 1x");
        assert_int_equal(fake_tables_do(fake_tables, conn, &wrong), FELT_NO_INVALID_ACTION);
        wrong = move_want(fake_tables, "");
        wrong.action.choice = (uint16_t)moves.count;
        assert_int_equal(fake_tables_do(fake_tables, conn, &wrong), FELT_NO_INVALID_ACTION);
        struct felt_room_client_msg other = move_want(fake_tables, moves.text[0]);
        assert_int_equal(fake_tables_do(fake_tables, (conn + 1) % 3, &other), FELT_NO_OUT_OF_TURN);
        struct felt_room_client_msg msg = move_want(fake_tables, moves.text[moves.count - 1]);
        assert_int_equal(fake_tables_do(fake_tables, conn, &msg), FELT_NO_NOT);
        fake_tables_wait(fake_tables, 10);
        fake_tables_verify(fake_tables);
        assert_string_equal(fake_tables->failure, "");
    }
    felt_chips chips = 0;
    for (int i = 0; i < 3; i++) chips += felt_room_chips(fake_tables->room, user[i]);
    assert_int_equal(chips, 3 * fake_tables->stake[0].buy_in_max);
    done(fake_tables);
}

/* Nobody answers: after two turns nobody waits for anybody, and the game comes to its end. */
static void room_genome_goes_on_without_answers(void **state)
{
    (void)state;
    static struct felt_genome_adapter adapter;
    int64_t user[2];
    open_genome("crazy-eights", &adapter);
    struct fake_tables *fake_tables = seat_people(&adapter.adapter, 2, user);
    int64_t began = fake_tables->now_ms;
    for (int i = 0; fake_tables->hands == 0; i++) {
        assert_true(i < 1000);
        fake_tables_step(fake_tables, 60000);
    }
    /* Two clocks and the time bank of each; the rest took no time. */
    assert_true(fake_tables->now_ms - began < 2 * (2 * 15000 + 30000) + 1000);
    fake_tables_wait(fake_tables, 1000);
    struct felt_room_face face;
    for (int i = 0; i < 2; i++) {
        int seat = fake_tables_find(fake_tables, 0, user[i], &face);
        assert_int_equal(face.seat[seat].state, FELT_ROOM_SEAT_OUT);
    }
    done(fake_tables);
}

/* A seat that said nothing for long and is back is asked again. */
static void room_genome_wakes_who_is_back(void **state)
{
    (void)state;
    static struct felt_genome_adapter adapter;
    struct fake_tables_crowd crowd;
    int64_t user[1];
    open_genome("hearts", &adapter);
    struct fake_tables *fake_tables = seat_people(&adapter.adapter, 1, user);
    fake_tables_crowd_make(&crowd, fake_tables, 5, 0, 3);
    struct felt_room_face face;
    int asked = 0;
    bool woken = false;
    for (int i = 0; i < 4000 && asked < 3; i++) {
        fake_tables_crowd_seat_house(&crowd);
        if (fake_tables->local[0].due)
            (void)fake_tables_answer(fake_tables, 0,
                                     fake_tables_choose_ask(&crowd.rng, &fake_tables->local[0]));
        fake_tables_step(fake_tables, 1000);
        int seat = fake_tables_find(fake_tables, 0, user[0], &face);
        bool out = seat >= 0 && face.seat[seat].state == FELT_ROOM_SEAT_OUT && face.hand;
        if (out && !woken) { /* asleep: others play on, he is not asked */
            fake_tables->ask[0].due = false;
            struct felt_room_client_msg msg = fake_tables_make(FELT_ROOM_CLIENT_SIT_OUT, "game-1");
            msg.on = false;
            assert_int_equal(fake_tables_do(fake_tables, 0, &msg), FELT_NO_NOT);
            woken = true;
        }
        if (woken && fake_tables->ask[0].due && fake_tables->ask[0].has_view) {
            struct felt_room_client_msg msg = fake_tables_action(
                "game-1", &fake_tables->ask[0], felt_player_timid(&fake_tables->ask[0].view));
            assert_int_equal(fake_tables_do(fake_tables, 0, &msg), FELT_NO_NOT);
            asked++;
        }
        assert_string_equal(fake_tables->failure, "");
    }
    assert_int_equal(asked, 3);
    done(fake_tables);
}

/* Hearts needs four: three wait. */
static void room_genome_waits_for_enough_players(void **state)
{
    (void)state;
    static struct felt_genome_adapter adapter;
    int64_t user[4];
    open_genome("hearts", &adapter);
    struct fake_tables *fake_tables = seat_people(&adapter.adapter, 3, user);
    struct felt_room_face face;
    fake_tables_wait(fake_tables, 20000);
    fake_tables_verify(fake_tables);
    assert_true(felt_room_face(fake_tables->room, 0, &face) && !face.hand);
    struct felt_room_client_msg msg = fake_tables_make(FELT_ROOM_CLIENT_SIT, "game-1");
    user[3] = fake_tables_user(fake_tables, FELT_USER_HUMAN, 10000);
    assert_true(fake_tables_enter(fake_tables, 3, user[3], false));
    assert_int_equal(fake_tables_do(fake_tables, 3, &msg), FELT_NO_NOT);
    fake_tables_wait(fake_tables, 3000);
    assert_true(felt_room_face(fake_tables->room, 0, &face) && face.hand && face.in_hand == 4);
    done(fake_tables);
}

/* ---- surviving ---- */

/* A game that the process dies in, again and again, is the game that it was, to its end. */
static void crash_within(const char *name, bool snapshot)
{
    static struct felt_genome_adapter adapter;
    struct fake_tables_crowd crowd;
    open_genome(name, &adapter);
    struct fake_tables *fake_tables = open_fake_tables(&adapter.adapter, 3, false);
    fake_tables_crowd_make(&crowd, fake_tables, 3, 0, HOUSE);
    felt_chips chips = all_chips(fake_tables);
    fake_tables_crowd_seat_house(&crowd);
    fake_tables_turn(fake_tables);
    for (int i = 0; i < 12; i++) {
        struct felt_room_face face;
        char hand_id[FELT_LIVE_HAND_ID_BYTES + 1];
        for (int turn = 0; turn < 5 + 7 * i; turn++) {
            fake_tables_crowd_answer(&crowd, 100);
            fake_tables_step(fake_tables, 1000);
            fake_tables_crowd_seat_house(&crowd);
        }
        assert_true(felt_room_face(fake_tables->room, 0, &face));
        snprintf(hand_id, sizeof hand_id, "%s", face.hand_id);
        if (snapshot) fake_tables_snapshot(fake_tables);
        fake_tables_crash(fake_tables, 0, 100, true); /* V4 */
        if (*fake_tables->failure) fail_msg("%s: %s", name, fake_tables->failure);
        assert_true(felt_room_face(fake_tables->room, 0, &face));
        if (!face.settling) assert_string_equal(face.hand_id, hand_id);
        fake_tables_crowd_seat_house(&crowd);
        fake_tables_verify(fake_tables);
    }
    assert_int_equal(fake_tables->voids, 0);
    play(fake_tables, &crowd, fake_tables->hands + 1);
    close_fake_tables(fake_tables, &crowd, chips);
}

static void room_genome_survives_crashes(void **state)
{
    (void)state;
    static const char *const names[] = {"crazy-eights", "hearts", "betting-war", "war"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        crash_within(names[i], false);
        crash_within(names[i], true);
    }
}

/* A long game: its history has an end, and whoever comes late gets a frame that fits. */
static void room_genome_long_game_has_a_short_history(void **state)
{
    (void)state;
    static struct felt_genome_adapter adapter;
    struct fake_tables_crowd crowd;
    open_genome("war", &adapter);
    struct fake_tables *fake_tables = open_fake_tables(&adapter.adapter, 4, false);
    fake_tables_crowd_make(&crowd, fake_tables, 4, 0, 2);
    fake_tables_crowd_seat_house(&crowd);
    fake_tables_turn(fake_tables);
    uint32_t late = 0;
    for (int turn = 0; fake_tables->hands == 0 && turn < 3000; turn++) {
        fake_tables_crowd_answer(&crowd, 100);
        fake_tables_step(fake_tables, 1000);
        if (turn % 100 != 99 || late == 20) continue;
        struct felt_room_client_msg msg = fake_tables_make(FELT_ROOM_CLIENT_WATCH, "game-1");
        fake_tables->wire = true; /* every frame is written */
        int64_t user = late == 0 ? fake_tables_user(fake_tables, FELT_USER_HUMAN, 1000) : 0;
        assert_true(fake_tables_enter(fake_tables, late, user, false));
        assert_int_equal(fake_tables_do(fake_tables, late++, &msg), FELT_NO_NOT);
        fake_tables->wire = false;
    }
    assert_true(late > 2);
    done(fake_tables);
}

TEST_MODULE(room_genomes)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(room_plays_every_genome),
        cmocka_unit_test(room_genome_takes_moves_by_text),
        cmocka_unit_test(room_genome_goes_on_without_answers),
        cmocka_unit_test(room_genome_wakes_who_is_back),
        cmocka_unit_test(room_genome_waits_for_enough_players),
        cmocka_unit_test(room_genome_survives_crashes),
        cmocka_unit_test(room_genome_long_game_has_a_short_history),
    };
    return cmocka_run_group_tests_name("room_genomes", tests, NULL, NULL);
}
