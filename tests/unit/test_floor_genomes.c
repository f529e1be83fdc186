/* test_floor_genomes.c -- genomes at cash tables: every known game is played to its end, no chip is
 * lost, nobody sees a card he may not see; a crash in the middle of a game leaves it as it was. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/genome_json.h"
#include "felt/player.h"
#include "server/table/genome_plug.h"
#include "module.h"
#include "salon.h"
#include "support.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HOUSE = 7, UNIT = 5, TURNS_MAX = 200000, GAMES_MAX = 64 };

static void open_genome(const char *name, struct felt_genome_plug *plug)
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
    felt_genome_plug_make(plug, &genome, UNIT);
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

static struct salon *open_salon(const struct felt_plug *plug, uint64_t seed, bool wire)
{
    struct salon *salon = malloc(sizeof *salon);
    assert_non_null(salon);
    salon_init(salon, seed);
    salon->wire = wire;
    salon->slack_ms = 60000;
    salon_stake(salon, "game", plug, plug->seats_max, 1);
    salon_open(salon, NULL);
    return salon;
}

static felt_chips all_chips(const struct salon *salon)
{
    felt_chips sum = 0;
    for (int64_t user = 1; user < SALON_USERS; user++)
        sum += shelf_total(ledger_toy_shelf(salon->toy), user);
    return sum;
}

/* Everybody stands up; what they bring home is what they came with. */
static void close_salon(struct salon *salon, struct salon_crowd *crowd, felt_chips chips)
{
    assert_true(felt_floor_close_table(salon->floor, "game-1", salon->now_ms));
    for (int i = 0; i < TURNS_MAX && felt_floor_counts(salon->floor)->seated; i++) {
        salon_crowd_answer(crowd, 100);
        salon_step(salon, 1000);
    }
    assert_string_equal(salon->failure, "");
    assert_int_equal(felt_floor_counts(salon->floor)->seated, 0);
    assert_int_equal(all_chips(salon), chips);
    assert_null(ledger_toy_wrong(salon->toy));
    salon_close(salon);
    free(salon);
}

static void play(struct salon *salon, struct salon_crowd *crowd, uint64_t hands)
{
    uint64_t seen = salon->hands;
    for (int i = 0; salon->hands < hands; i++) {
        salon_crowd_answer(crowd, 100);
        salon_step(salon, 1000);
        if (seen != salon->hands) {
            salon_crowd_seat_house(crowd);
            salon_verify(salon);
        }
        seen = salon->hands;
        if (*salon->failure) fail_msg("%s: %s", salon->stake[0].variant, salon->failure);
        if (i == TURNS_MAX) fail_msg("%s: no hand comes to its end", salon->stake[0].variant);
    }
}

static void floor_plays_every_genome(void **state)
{
    (void)state;
    static char names[GAMES_MAX][64];
    static struct felt_genome_plug plug;
    int games = list_games(names);
    assert_true(games >= 16);
    for (int i = 0; i < games; i++) {
        struct salon_crowd crowd;
        open_genome(names[i], &plug);
        struct salon *salon = open_salon(&plug.plug, (uint64_t)i, true);
        salon_crowd_make(&crowd, salon, (uint64_t)i, 0, HOUSE);
        felt_chips chips = all_chips(salon);
        salon_crowd_seat_house(&crowd);
        salon_turn(salon);
        play(salon, &crowd, test_is_quick() ? 1 : 2);
        close_salon(salon, &crowd, chips);
    }
}

/* ---- people ---- */

/* So many people sit down at a table of this game, each at the line of his number. */
static struct salon *seat_people(const struct felt_plug *plug, int people, int64_t user[])
{
    struct salon *salon = open_salon(plug, 11, true);
    for (int i = 0; i < people; i++) {
        struct felt_want want = salon_make(FELT_WANT_SIT, "game-1");
        user[i] = salon_user(salon, FELT_USER_HUMAN, 10000);
        assert_true(salon_enter(salon, (uint32_t)i, user[i], false));
        assert_int_equal(salon_do(salon, (uint32_t)i, &want), FELT_NO_NOT);
    }
    salon_wait(salon, 3000);
    return salon;
}

/* The line of whoever is asked. */
static uint32_t line_asked(const struct salon *salon)
{
    struct felt_floor_face face;
    const struct salon_ask *ask = &salon->ask[0];
    assert_true(ask->due && felt_floor_face(salon->floor, 0, &face));
    int line = salon_line_of(salon, face.chair[ask->seat].user);
    assert_true(line >= 0);
    return (uint32_t)line;
}

static struct felt_want move_want(const struct salon *salon, const char *text)
{
    struct felt_want want =
        salon_action("game-1", &salon->ask[0], (struct felt_action){.kind = FELT_MOVE});
    snprintf(want.action.move, sizeof want.action.move, "%s", text);
    return want;
}

static void done(struct salon *salon)
{
    assert_string_equal(salon->failure, "");
    salon_close(salon);
    free(salon);
}

static void floor_genome_takes_moves_by_text(void **state)
{
    (void)state;
    static struct felt_genome_plug plug;
    int64_t user[3];
    open_genome("crazy-eights", &plug);
    struct salon *salon = seat_people(&plug.plug, 3, user);
    for (int turn = 0; salon->hands == 0; turn++) {
        struct felt_move_texts moves;
        uint32_t line = line_asked(salon);
        assert_true(turn < 1000);
        plug.plug.moves(&plug.plug, &salon->ask[0].view, &moves);
        assert_true(moves.count > 0);
        /* F3: what is no move is refused, and nothing changes (V3). */
        struct felt_want wrong = move_want(salon, "play 1x");
        assert_int_equal(salon_do(salon, line, &wrong), FELT_NO_INVALID_ACTION);
        wrong = move_want(salon, "");
        wrong.action.choice = (uint16_t)moves.count;
        assert_int_equal(salon_do(salon, line, &wrong), FELT_NO_INVALID_ACTION);
        struct felt_want other = move_want(salon, moves.text[0]);
        assert_int_equal(salon_do(salon, (line + 1) % 3, &other), FELT_NO_OUT_OF_TURN);
        struct felt_want want = move_want(salon, moves.text[moves.count - 1]);
        assert_int_equal(salon_do(salon, line, &want), FELT_NO_NOT);
        salon_wait(salon, 10);
        salon_verify(salon);
        assert_string_equal(salon->failure, "");
    }
    felt_chips chips = 0;
    for (int i = 0; i < 3; i++) chips += felt_floor_chips(salon->floor, user[i]);
    assert_int_equal(chips, 3 * salon->stake[0].buy_in_max);
    done(salon);
}

/* Nobody answers: after two turns nobody waits for anybody, and the game comes to its end. */
static void floor_genome_goes_on_without_answers(void **state)
{
    (void)state;
    static struct felt_genome_plug plug;
    int64_t user[2];
    open_genome("crazy-eights", &plug);
    struct salon *salon = seat_people(&plug.plug, 2, user);
    int64_t began = salon->now_ms;
    for (int i = 0; salon->hands == 0; i++) {
        assert_true(i < 1000);
        salon_step(salon, 60000);
    }
    /* Two clocks and the time bank of each; the rest took no time. */
    assert_true(salon->now_ms - began < 2 * (2 * 15000 + 30000) + 1000);
    salon_wait(salon, 1000);
    struct felt_floor_face face;
    for (int i = 0; i < 2; i++) {
        int seat = salon_find(salon, 0, user[i], &face);
        assert_int_equal(face.chair[seat].state, FELT_CHAIR_OUT);
    }
    done(salon);
}

/* A seat that said nothing for long and is back is asked again. */
static void floor_genome_wakes_who_is_back(void **state)
{
    (void)state;
    static struct felt_genome_plug plug;
    struct salon_crowd crowd;
    int64_t user[1];
    open_genome("hearts", &plug);
    struct salon *salon = seat_people(&plug.plug, 1, user);
    salon_crowd_make(&crowd, salon, 5, 0, 3);
    struct felt_floor_face face;
    int asked = 0;
    bool woken = false;
    for (int i = 0; i < 4000 && asked < 3; i++) {
        salon_crowd_seat_house(&crowd);
        if (salon->local[0].due)
            (void)salon_answer(salon, 0, salon_choose_ask(&crowd.rng, &salon->local[0]));
        salon_step(salon, 1000);
        int seat = salon_find(salon, 0, user[0], &face);
        bool out = seat >= 0 && face.chair[seat].state == FELT_CHAIR_OUT && face.hand;
        if (out && !woken) { /* asleep: others play on, he is not asked */
            salon->ask[0].due = false;
            struct felt_want want = salon_make(FELT_WANT_SIT_OUT, "game-1");
            want.on = false;
            assert_int_equal(salon_do(salon, 0, &want), FELT_NO_NOT);
            woken = true;
        }
        if (woken && salon->ask[0].due && salon->ask[0].has_view) {
            struct felt_want want =
                salon_action("game-1", &salon->ask[0], felt_player_timid(&salon->ask[0].view));
            assert_int_equal(salon_do(salon, 0, &want), FELT_NO_NOT);
            asked++;
        }
        assert_string_equal(salon->failure, "");
    }
    assert_int_equal(asked, 3);
    done(salon);
}

/* Hearts needs four: three wait. */
static void floor_genome_waits_for_enough_players(void **state)
{
    (void)state;
    static struct felt_genome_plug plug;
    int64_t user[4];
    open_genome("hearts", &plug);
    struct salon *salon = seat_people(&plug.plug, 3, user);
    struct felt_floor_face face;
    salon_wait(salon, 20000);
    salon_verify(salon);
    assert_true(felt_floor_face(salon->floor, 0, &face) && !face.hand);
    struct felt_want want = salon_make(FELT_WANT_SIT, "game-1");
    user[3] = salon_user(salon, FELT_USER_HUMAN, 10000);
    assert_true(salon_enter(salon, 3, user[3], false));
    assert_int_equal(salon_do(salon, 3, &want), FELT_NO_NOT);
    salon_wait(salon, 3000);
    assert_true(felt_floor_face(salon->floor, 0, &face) && face.hand && face.in_hand == 4);
    done(salon);
}

/* ---- surviving ---- */

/* A game that the process dies in, again and again, is the game that it was, to its end. */
static void crash_within(const char *name, bool snapshot)
{
    static struct felt_genome_plug plug;
    struct salon_crowd crowd;
    open_genome(name, &plug);
    struct salon *salon = open_salon(&plug.plug, 3, false);
    salon_crowd_make(&crowd, salon, 3, 0, HOUSE);
    felt_chips chips = all_chips(salon);
    salon_crowd_seat_house(&crowd);
    salon_turn(salon);
    for (int i = 0; i < 12; i++) {
        struct felt_floor_face face;
        char hand_id[FELT_HAND_ID_BYTES + 1];
        for (int turn = 0; turn < 5 + 7 * i; turn++) {
            salon_crowd_answer(&crowd, 100);
            salon_step(salon, 1000);
            salon_crowd_seat_house(&crowd);
        }
        assert_true(felt_floor_face(salon->floor, 0, &face));
        snprintf(hand_id, sizeof hand_id, "%s", face.hand_id);
        if (snapshot) salon_snapshot(salon);
        salon_crash(salon, 0, 100, true); /* V4 */
        if (*salon->failure) fail_msg("%s: %s", name, salon->failure);
        assert_true(felt_floor_face(salon->floor, 0, &face));
        if (!face.settling) assert_string_equal(face.hand_id, hand_id);
        salon_crowd_seat_house(&crowd);
        salon_verify(salon);
    }
    assert_int_equal(salon->voids, 0);
    play(salon, &crowd, salon->hands + 1);
    close_salon(salon, &crowd, chips);
}

static void floor_genome_survives_crashes(void **state)
{
    (void)state;
    static const char *const names[] = {"crazy-eights", "hearts", "betting-war", "war"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        crash_within(names[i], false);
        crash_within(names[i], true);
    }
}

/* A long game: its history has an end, and whoever comes late gets a frame that fits. */
static void floor_genome_long_game_has_a_short_history(void **state)
{
    (void)state;
    static struct felt_genome_plug plug;
    struct salon_crowd crowd;
    open_genome("war", &plug);
    struct salon *salon = open_salon(&plug.plug, 4, false);
    salon_crowd_make(&crowd, salon, 4, 0, 2);
    salon_crowd_seat_house(&crowd);
    salon_turn(salon);
    uint32_t late = 0;
    for (int turn = 0; salon->hands == 0 && turn < 3000; turn++) {
        salon_crowd_answer(&crowd, 100);
        salon_step(salon, 1000);
        if (turn % 100 != 99 || late == 20) continue;
        struct felt_want want = salon_make(FELT_WANT_WATCH, "game-1");
        salon->wire = true; /* every frame is written */
        int64_t user = late == 0 ? salon_user(salon, FELT_USER_HUMAN, 1000) : 0;
        assert_true(salon_enter(salon, late, user, false));
        assert_int_equal(salon_do(salon, late++, &want), FELT_NO_NOT);
        salon->wire = false;
    }
    assert_true(late > 2);
    done(salon);
}

TEST_MODULE(floor_genomes)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floor_plays_every_genome),
        cmocka_unit_test(floor_genome_takes_moves_by_text),
        cmocka_unit_test(floor_genome_goes_on_without_answers),
        cmocka_unit_test(floor_genome_wakes_who_is_back),
        cmocka_unit_test(floor_genome_waits_for_enough_players),
        cmocka_unit_test(floor_genome_survives_crashes),
        cmocka_unit_test(floor_genome_long_game_has_a_short_history),
    };
    return cmocka_run_group_tests_name("floor_genomes", tests, NULL, NULL);
}
