/* test_golden_arena.c -- whole matches as the lines hear them, byte for byte: tests/golden/arena.
 *
 *     > line 0 {...}      what a client sends
 *     < line 1 {...}      what the server sends
 *     @ 15000 ms          the clock
 *
 * FELT_REWRITE_GOLDEN=1 writes the files anew; read them before they are committed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "fake_arena.h"
#include "server/table/poker_adapter.h"
#include "module.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CONNS = 4, QUESTIONS_MAX = 2000 };

struct game {
    struct fake_arena fake_arena;
    struct felt_poker_adapter poker;
    int asked[CONNS]; /* how many questions each line had                                     */
};

static void begin(struct game *game, uint64_t secret, felt_chips stack)
{
    struct felt_complaint complaint;
    *game = (struct game){0};
    assert_int_equal(
        felt_poker_adapter_make(&game->poker, "holdem", FELT_NO_LIMIT, 50, 100, &complaint),
        FELT_OK);
    fake_arena_init(&game->fake_arena, &game->poker.adapter);
    game->fake_arena.entropy = secret;
    game->fake_arena.keeps_script = true;
    game->fake_arena.table.stack = stack;
}

static void hello(struct game *game, uint32_t conn, const char *team)
{
    fake_arena_connect(&game->fake_arena, conn, "");
    fake_arena_say(&game->fake_arena, conn,
                   "{\"type\":\"hello\",\"v\":1,\"team\":\"%s\",\"join_code\":\"%s-42\"}", team,
                   team);
}

/* Which of its options a line takes, by how many it was asked before: 'm' raises to the least, 'M'
 * to the most, 'c' checks or calls, 'f' folds, '.' lets the clock decide. */
static bool reply_to(struct game *game, uint32_t conn, const json_t *act, char manner)
{
    const char *hand_id = json_string_value(json_object_get(act, "hand_id"));
    long long req_id = json_integer_value(json_object_get(act, "req_id"));
    const json_t *least = json_object_get(act, "min_raise_to");
    const json_t *most = json_object_get(act, "max_raise_to");
    const char *word = json_object_get(act, "call_amount") ? "CALL" : "CHECK";
    if (manner == '.') return false;
    if ((manner == 'm' || manner == 'M') && least) {
        fake_arena_say(
            &game->fake_arena, conn,
            "{\"type\":\"action\",\"v\":1,\"hand_id\":\"%s\",\"action\":\"RAISE_TO\",\"amount\":"
            "%lld,\"req_id\":%lld}",
            hand_id, json_integer_value(manner == 'm' ? least : most), req_id);
        return true;
    }
    fake_arena_say(
        &game->fake_arena, conn,
        "{\"type\":\"action\",\"v\":1,\"hand_id\":\"%s\",\"action\":\"%s\",\"req_id\":%lld}",
        hand_id, manner == 'f' ? "FOLD" : word, req_id);
    return true;
}

/* Reads what a line got; answers if the last of it is a question. */
static bool serve(struct game *game, uint32_t conn, const char *play_stats)
{
    json_t *act = NULL;
    for (struct fake_arena_frame *frame; (frame = fake_arena_take(&game->fake_arena, conn));
         free(frame)) {
        json_t *json = json_loads(frame->text, 0, NULL);
        const char *type = json_string_value(json_object_get(json, "type"));
        json_decref(act);
        act = strcmp(type, "act") == 0 ? json_incref(json) : NULL;
        json_decref(json);
    }
    if (!act) return false;
    char manner = play_stats[game->asked[conn]++ % (int)strlen(play_stats)];
    bool answered = reply_to(game, conn, act, manner);
    json_decref(act);
    return answered;
}

/* Until nobody answers any more. */
static void play(struct game *game, const char *const play_stats[CONNS])
{
    for (int i = 0, idle = 0; i < QUESTIONS_MAX && idle < CONNS; i++) {
        uint32_t conn = (uint32_t)(i % CONNS);
        idle = play_stats[conn] && serve(game, conn, play_stats[conn]) ? 0 : idle + 1;
    }
}

static void finish(struct game *game, const char *file)
{
    assert_true(fake_arena_script_equals(&game->fake_arena, file));
    fake_arena_close(&game->fake_arena);
}

static void golden_heads_up_to_a_bust(void **state)
{
    (void)state;
    static const char *const play_stats[CONNS] = {"cmc", "ccmccMc"};
    struct game game;
    begin(&game, 7, 1000);
    fake_arena_open(&game.fake_arena);
    hello(&game, 0, "Alpha");
    hello(&game, 1, "Beta");
    play(&game, play_stats);
    finish(&game, "heads_up.txt");
}

/* A main pot that two share with an odd chip, and a side pot. */
static void run_side_pot(struct game *game, uint64_t secret)
{
    static const char *const play_stats[CONNS] = {"fMc", "fMc", "cMc"};
    begin(game, secret, 1001);
    game->fake_arena.table.min_players = 3;
    game->fake_arena.table.max_hands = 2;
    fake_arena_open(&game->fake_arena);
    hello(game, 0, "Alpha");
    hello(game, 1, "Beta");
    hello(game, 2, "Gamma");
    play(game, play_stats);
}

static void golden_side_pot_and_odd_chip(void **state)
{
    (void)state;
    struct game game;
    run_side_pot(&game, 30);
    finish(&game, "side_pot.txt");
}

/* The clock checks, else calls; a team that is away has a shorter one. */
static void golden_timeouts(void **state)
{
    (void)state;
    static const char *const play_stats[CONNS] = {".", "c.cm"};
    struct game game;
    begin(&game, 3, 1000);
    game.fake_arena.table.max_hands = 2;
    game.fake_arena.table.absent_ms = 3000;
    fake_arena_open(&game.fake_arena);
    hello(&game, 0, "Alpha");
    hello(&game, 1, "Beta");
    for (int i = 0; i < 12; i++) {
        play(&game, play_stats);
        fake_arena_wait(&game.fake_arena, 15000);
        if (i == 8) fake_arena_gone(&game.fake_arena, 0);
    }
    finish(&game, "timeouts.txt");
}

static void golden_reconnect(void **state)
{
    (void)state;
    struct game game;
    begin(&game, 4, 2000);
    fake_arena_open(&game.fake_arena);
    hello(&game, 0, "Alpha");
    hello(&game, 1, "Beta");
    serve(&game, 0, "m");
    fake_arena_wait(&game.fake_arena, 4000);
    hello(&game, 2, "Beta"); /* the old line is still open */
    fake_arena_gone(&game.fake_arena, 1);
    serve(&game, 2, "c");
    fake_arena_gone(&game.fake_arena, 2);
    fake_arena_wait(&game.fake_arena, 5000);
    hello(&game, 3, "Gamma"); /* waits for the next hand */
    hello(&game, 1, "Beta");
    serve(&game, 1, "f");
    finish(&game, "reconnect.txt");
}

static void watch(struct game *game, uint32_t conn, const char *role)
{
    fake_arena_connect(&game->fake_arena, conn, "");
    fake_arena_say(&game->fake_arena, conn,
                   "{\"type\":\"hello\",\"v\":1,\"role\":\"%s\",\"secret\":\"sesame\"}", role);
}

static void golden_spectator(void **state)
{
    (void)state;
    static const char *const play_stats[CONNS] = {"cm", "c"};
    struct game game;
    begin(&game, 5, 500);
    game.fake_arena.table.max_hands = 2;
    game.fake_arena.table.reveal_hands = true;
    fake_arena_open(&game.fake_arena);
    hello(&game, 0, "Alpha");
    hello(&game, 1, "Beta");
    watch(&game, 3, "spectator");
    play(&game, play_stats);
    finish(&game, "spectator.txt");
}

static void control(struct game *game, const char *command)
{
    fake_arena_say(&game->fake_arena, 3,
                   "{\"type\":\"control\",\"v\":1,\"command\":\"%s\",\"seat\":2}", command);
}

static void golden_admin(void **state)
{
    (void)state;
    static const char *const play_stats[CONNS] = {"c", "c", "c"};
    struct game game;
    begin(&game, 6, 1000);
    game.fake_arena.table.pace = FELT_PACE_OPERATOR;
    game.fake_arena.table.min_players = 3;
    fake_arena_open(&game.fake_arena);
    hello(&game, 0, "Alpha");
    hello(&game, 1, "Beta");
    hello(&game, 2, "Gamma");
    watch(&game, 3, "operator");
    control(&game, "START_HAND");
    fake_arena_wait(&game.fake_arena, 2000);
    control(&game, "PAUSE");
    fake_arena_wait(&game.fake_arena, 60000);
    control(&game, "RESUME");
    control(&game, "SKIP_ACTION");
    control(&game, "FORFEIT_SEAT");
    fake_arena_gone(&game.fake_arena, 2);
    play(&game, play_stats);
    control(&game, "START_HAND");
    play(&game, play_stats);
    control(&game, "STATUS");
    finish(&game, "operator.txt");
}

TEST_MODULE(golden_arena)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_heads_up_to_a_bust), cmocka_unit_test(golden_side_pot_and_odd_chip),
        cmocka_unit_test(golden_timeouts),           cmocka_unit_test(golden_reconnect),
        cmocka_unit_test(golden_spectator),          cmocka_unit_test(golden_admin),
    };
    return cmocka_run_group_tests_name("golden_arena", tests, NULL, NULL);
}
