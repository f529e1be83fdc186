/* test_arena_session.c -- connections and their allowances, order of journal and frames, hands of
 * any size. Matches are in test_arena_session_matches.c, who looks on in
 * test_arena_session_watch.c.  Paragraphs are those of docs/PROTOCOL.md. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "arena_session_scene.h"
#include "module.h"

/* ---- 9.2 ---- */

static void arena_session_stops_reading_a_line_without_allowance(void **state)
{
    (void)state;
    struct game game;
    seat_two(&game);
    fake_arena_wait(&game.fake_arena, 5000);
    for (int i = 0; i < 49; i++) fake_arena_say(&game.fake_arena, 1, "{\"type\":\"ping\"}");
    assert_false(game.fake_arena.conn[1].paused);
    fake_arena_say(&game.fake_arena, 1, "{\"type\":\"ping\"}");
    assert_true(game.fake_arena.conn[1].paused);
    assert_false(game.fake_arena.conn[0].paused);
    fake_arena_wait(&game.fake_arena, 49);
    assert_true(game.fake_arena.conn[1].paused);
    fake_arena_wait(&game.fake_arena, 2);
    assert_false(game.fake_arena.conn[1].paused);
    fake_arena_say(&game.fake_arena, 1, "{\"type\":\"ping\"}");
    assert_true(game.fake_arena.conn[1].paused);
    assert_int_equal(counts(&game)->paused, 2);
    fake_arena_close(&game.fake_arena);
}

static void arena_session_answers_cost_nothing(void **state)
{
    (void)state;
    struct game game;
    begin(&game);
    fake_arena_open(&game.fake_arena);
    hello(&game, 0, "Alpha");
    hello(&game, 1, "Beta");
    for (int i = 0; i < 300; i++) {
        bool answered = answer(&game, 0, i % 2 == 0);
        answered = answer(&game, 1, true) || answered;
        assert_true(answered);
    }
    assert_int_equal(counts(&game)->paused, 0);
    assert_int_equal(counts(&game)->errors, 0);
    fake_arena_close(&game.fake_arena);
}

static void arena_session_errors_have_an_allowance(void **state)
{
    (void)state;
    struct game game;
    seat_two(&game);
    for (int i = 0; i < 30; i++) fake_arena_say(&game.fake_arena, 1, "{\"type\":\"ping\"}");
    assert_int_equal(counts(&game)->errors, 20);
    assert_int_equal(counts(&game)->errors_left_out, 10);
    fake_arena_wait(&game.fake_arena, 500);
    for (int i = 0; i < 15; i++) fake_arena_say(&game.fake_arena, 1, "{\"type\":\"ping\"}");
    assert_int_equal(counts(&game)->errors, 25);
    assert_int_equal(counts(&game)->refusals[FELT_REFUSED_UNKNOWN_TYPE], 45);
    fake_arena_close(&game.fake_arena);
}

static void arena_session_rubbish_in_a_row_ends_the_line(void **state)
{
    (void)state;
    struct game game;
    seat_two(&game);
    for (int i = 0; i < 19; i++) fake_arena_say(&game.fake_arena, 1, "{");
    fake_arena_say(&game.fake_arena, 1,
                   "{\"type\":\"action\",\"hand_id\":\"H\",\"action\":\"CALL\"}"); /* can be read */
    for (int i = 0; i < 19; i++) fake_arena_say(&game.fake_arena, 1, "{");
    assert_int_equal(game.fake_arena.conn[1].closed, 0);
    fake_arena_deafen(&game.fake_arena);
    fake_arena_say(&game.fake_arena, 1, "{");
    assert_int_equal(game.fake_arena.conn[1].closed, 1008);
    assert_string_equal(fake_arena_brief(&game.fake_arena, 0, game.brief),
                        "lobby 0:Alpha:9950 1:Beta:9900 away\n");
    assert_int_equal(counts(&game)->bad_closed, 1);
    fake_arena_close(&game.fake_arena);
}

/* 3.1 */
static void arena_session_waits_five_seconds_for_hello(void **state)
{
    (void)state;
    struct game game;
    begin(&game);
    fake_arena_open(&game.fake_arena);
    fake_arena_connect(&game.fake_arena, 3, "");
    fake_arena_wait(&game.fake_arena, 4999);
    assert_string_equal(fake_arena_brief(&game.fake_arena, 3, game.brief), "");
    fake_arena_wait(&game.fake_arena, 1);
    assert_string_equal(fake_arena_brief(&game.fake_arena, 3, game.brief),
                        "error BAD_HELLO\nclosed 1008\n");
    fake_arena_close(&game.fake_arena);
}

static void say_from(struct game *game, const char *address, const char *code)
{
    struct fake_arena *fake_arena = &game->fake_arena;
    fake_arena->conn[9].open = true;
    fake_arena->conn[9].closed = 0;
    assert_true(
        felt_arena_session_conn(fake_arena->host, 9, address, false, "", fake_arena->now_us));
    fake_arena_say(fake_arena, 9, "{\"type\":\"hello\",\"team\":\"Alpha\",\"join_code\":\"%s\"}",
                   code);
    (void)fake_arena_brief(fake_arena, 9, game->brief);
    fake_arena_gone(fake_arena, 9);
}

static void arena_session_wrong_codes_bar_an_address_for_a_minute(void **state)
{
    (void)state;
    struct game game;
    seat_two(&game);
    for (int i = 0; i < 5; i++) {
        say_from(&game, "192.0.2.7", "guess");
        assert_string_equal(game.brief, "error TEAM_TAKEN\nclosed 1008\n");
    }
    say_from(&game, "192.0.2.7", "Alpha");
    assert_string_equal(game.brief, "error TOO_MANY\nclosed 1008\n");
    say_from(&game, "192.0.2.8", "guess");
    assert_string_equal(game.brief, "error TEAM_TAKEN\nclosed 1008\n");
    fake_arena_wait(&game.fake_arena, 60001);
    say_from(&game, "192.0.2.7", "Alpha");
    assert_int_equal(strncmp(game.brief, "welcome T-1 seat 0\n", 19), 0);
    fake_arena_close(&game.fake_arena);
}

/* Five codes of a /64, and no more than sixteen times as many of its /48. */
static void arena_session_wrong_codes_bar_a_network(void **state)
{
    (void)state;
    struct game game;
    uint64_t network[FELT_NETWORKS] = {0, 0, 77};
    seat_two(&game);
    for (uint64_t i = 0; i <= 80; i++) {
        struct fake_arena *fake_arena = &game.fake_arena;
        network[FELT_NETWORK_NARROW] = 1000 + i;
        network[FELT_NETWORK_MIDDLE] = 2000 + i;
        fake_arena->conn[9].open = true;
        fake_arena->conn[9].closed = 0;
        assert_true(felt_arena_session_conn(fake_arena->host, 9, "2001:db8::1", false, "",
                                            fake_arena->now_us));
        felt_arena_session_networks(fake_arena->host, 9, network);
        fake_arena_say(fake_arena, 9,
                       "{\"type\":\"hello\",\"team\":\"Alpha\",\"join_code\":\"guess\"}");
        (void)fake_arena_brief(fake_arena, 9, game.brief);
        fake_arena_gone(fake_arena, 9);
        assert_string_equal(game.brief, i < 80 ? "error TEAM_TAKEN\nclosed 1008\n"
                                               : "error TOO_MANY\nclosed 1008\n");
    }
    say_from(&game, "192.0.2.7", "guess"); /* another network */
    assert_string_equal(game.brief, "error TEAM_TAKEN\nclosed 1008\n");
    fake_arena_close(&game.fake_arena);
}

/* Guesses are counted by address, and nothing that others do makes room for more of them. */
static void arena_session_wrong_codes_are_not_forgotten_for_others(void **state)
{
    (void)state;
    enum { OTHERS = 140 };
    struct game game;
    for (int wrong = 0; wrong < 2; wrong++) {
        seat_two(&game);
        for (int i = 0; i < 5; i++) {
            say_from(&game, "192.0.2.7", "guess");
            assert_string_equal(game.brief, "error TEAM_TAKEN\nclosed 1008\n");
            for (int other = 0; other < OTHERS && i > 0; other++) {
                char address[32];
                snprintf(address, sizeof address, "198.51.100.%d", other);
                say_from(&game, address, wrong && i == 1 ? "guess" : "Alpha");
                fake_arena_wait(&game.fake_arena, 1);
            }
        }
        say_from(&game, "192.0.2.7", "Alpha");
        assert_string_equal(game.brief, "error TOO_MANY\nclosed 1008\n");
        fake_arena_close(&game.fake_arena);
    }
}

/* ---- the journal ---- */

static bool flush(void *self)
{
    return !((struct game *)self)->disk_fails;
}

static void arena_session_tells_nothing_that_would_not_survive(void **state)
{
    (void)state;
    struct game game;
    seat_two(&game);
    game.fake_arena.listener = &game;
    game.fake_arena.flushes = flush;
    uint32_t records = game.fake_arena.flushed;
    game.disk_fails = true;
    assert_false(felt_arena_session_failed(game.fake_arena.host));
    fake_arena_say(&game.fake_arena, 0,
                   "{\"type\":\"action\",\"hand_id\":\"H-2025-10-17-00001\",\"action\":\"CALL\"}");
    assert_true(felt_arena_session_failed(game.fake_arena.host));
    assert_int_equal(game.fake_arena.flushed, records);
    assert_string_equal(fake_arena_brief(&game.fake_arena, 0, game.brief), "");
    assert_string_equal(fake_arena_brief(&game.fake_arena, 1, game.brief), "");
    game.disk_fails = false;
    fake_arena_say(&game.fake_arena, 1, "{\"type\":\"ping\"}");
    assert_string_equal(fake_arena_brief(&game.fake_arena, 1, game.brief), "");
    assert_false(felt_arena_session_conn(game.fake_arena.host, 5, "192.0.2.1", true, "",
                                         game.fake_arena.now_us));
    fake_arena_close(&game.fake_arena);
}

static void note_end(void *self, uint32_t conn, const char *text, size_t bytes, bool droppable)
{
    struct game *game = self;
    (void)conn, (void)bytes, (void)droppable;
    if (!game->kept && strstr(text, "\"type\":\"end_hand\""))
        game->kept = (int)game->fake_arena.flushed;
}

/* The end of a long hand before many watchers is more than a turn can hold: some of it leaves
 * early, but not before the result is in the journal. */
static void arena_session_settles_before_it_tells(void **state)
{
    (void)state;
    enum { RAISES = 400, FRAMES = 16384 };
    struct game game;
    begin(&game);
    game.fake_arena.table.stack = 1000000;
    game.fake_arena.table.pace = FELT_PACE_OPERATOR;
    game.fake_arena.listener = &game;
    game.fake_arena.heard = note_end;
    fake_arena_open(&game.fake_arena);
    hello(&game, 0, "Alpha");
    hello(&game, 1, "Beta");
    for (uint32_t conn = 2; conn < FAKE_ARENA_CONNS; conn++) {
        fake_arena_connect(&game.fake_arena, conn, "");
        fake_arena_say(&game.fake_arena, conn,
                       "{\"type\":\"hello\",\"role\":\"operator\",\"secret\":\"sesame\"}");
    }
    fake_arena_say(&game.fake_arena, 2, "{\"type\":\"control\",\"command\":\"START_HAND\"}");
    for (int i = 0; i < RAISES; i++) bet(&game, (uint32_t)i % 2, 1, "RAISE_TO", 200 + 100 * i);
    uint64_t frames = counts(&game)->frames;
    bet(&game, 0, 1, "FOLD", 0);
    assert_true(counts(&game)->frames - frames > FRAMES);
    assert_true(game.kept > 0);
    assert_int_equal(game.kept, game.fake_arena.flushed);
    fake_arena_close(&game.fake_arena);
}

/* ---- connections ---- */

static void arena_session_frames_of_a_line_do_not_reach_the_next(void **state)
{
    (void)state;
    struct game game;
    seat_two(&game);
    fake_arena_send(&game.fake_arena, 1, "{\"type\":\"ping\"}", false);
    fake_arena_gone(&game.fake_arena, 1);
    fake_arena_connect(&game.fake_arena, 1, "");
    fake_arena_turn(&game.fake_arena);
    assert_string_equal(fake_arena_brief(&game.fake_arena, 1, game.brief), "");
    assert_string_equal(fake_arena_brief(&game.fake_arena, 0, game.brief),
                        "lobby 0:Alpha:9950 1:Beta:9900 away\n");
    fake_arena_close(&game.fake_arena);
}

/* 5.5: also a client that echoes req_id, since it might leave it out the next time. */
static void arena_session_marks_lines_with_every_act(void **state)
{
    (void)state;
    struct game game;
    begin(&game);
    fake_arena_open(&game.fake_arena);
    hello(&game, 0, "Alpha");
    hello(&game, 1, "Beta");
    assert_int_equal(game.fake_arena.conn[0].marks, 1);
    for (int i = 0; i < 10; i++) {
        answer(&game, 0, true);
        answer(&game, 1, false);
    }
    assert_true(game.fake_arena.conn[0].marks >= 9);
    assert_true(game.fake_arena.conn[1].marks >= 9);
    fake_arena_close(&game.fake_arena);
}

static void count_frame(void *self, uint32_t conn, const char *text, size_t bytes, bool droppable)
{
    struct game *game = self;
    bool lobby = strstr(text, "\"type\":\"lobby\"") != NULL;
    (void)conn, (void)bytes;
    assert_int_equal(lobby, droppable);
    if (droppable)
        game->droppable++;
    else
        game->kept++;
}

/* 9.3 */
static void arena_session_only_lobbies_may_be_missed(void **state)
{
    (void)state;
    struct game game;
    begin(&game);
    game.fake_arena.listener = &game;
    game.fake_arena.heard = count_frame;
    fake_arena_open(&game.fake_arena);
    hello(&game, 0, "Alpha");
    hello(&game, 1, "Beta");
    assert_int_equal(game.droppable, 3);
    assert_int_equal(game.kept, 7);
    fake_arena_close(&game.fake_arena);
}

/* What a connection is to get in a turn leaves together, and no connection stays held. */
static void hold_conn(void *self, uint32_t conn, bool held)
{
    struct game *game = self; /* the fake arena is its first part */
    assert_int_equal(held, game->together[conn] == 0);
    if (!held) assert_true(game->together[conn] > 2);
    game->together[conn] = held;
    game->holds += held;
}

static void count_held(void *self, uint32_t conn, const char *text, size_t bytes, bool droppable)
{
    struct game *game = self;
    (void)text, (void)bytes, (void)droppable;
    if (game->together[conn])
        game->together[conn]++;
    else
        game->kept++;
}

static void arena_session_lets_go_of_what_it_holds(void **state)
{
    (void)state;
    struct game game;
    begin(&game);
    game.fake_arena.listener = &game;
    game.fake_arena.heard = count_held;
    game.fake_arena.link.hold = hold_conn;
    fake_arena_open(&game.fake_arena);
    hello(&game, 0, "Alpha"); /* welcome, lobby */
    assert_int_equal(game.holds, 1);
    hello(&game, 1, "Beta");
    assert_int_equal(game.holds, 3);
    assert_int_equal(game.kept, 0);
    fake_arena_say(&game.fake_arena, 1, "{\"type\":\"ping\"}"); /* one frame needs no holding */
    assert_int_equal(game.holds, 3);
    assert_int_equal(game.kept, 1);
    for (int i = 0; i < 40; i++) {
        (void)answer(&game, (uint32_t)i % 2, true);
        for (int conn = 0; conn < FAKE_ARENA_CONNS; conn++)
            assert_int_equal(game.together[conn], 0);
    }
    for (int i = 0; i < 3; i++) fake_arena_send(&game.fake_arena, 1, "{\"type\":\"ping\"}", false);
    fake_arena_gone(&game.fake_arena, 1); /* with frames that wait for it */
    fake_arena_turn(&game.fake_arena);
    hello(&game, 1, "Beta");
    assert_int_equal(game.together[1], 0);
    for (int i = 0; i < 21; i++) fake_arena_send(&game.fake_arena, 1, "{", false); /* dismissed */
    fake_arena_turn(&game.fake_arena);
    assert_int_equal(game.fake_arena.conn[1].closed, 1008);
    assert_int_equal(game.together[1], 0);
    fake_arena_close(&game.fake_arena);
}

/* 7.11 */
static void arena_session_says_farewell(void **state)
{
    (void)state;
    struct game game;
    seat_two(&game);
    fake_arena_connect(&game.fake_arena, 2, "");
    felt_arena_session_farewell(game.fake_arena.host, "bye", game.fake_arena.now_us);
    assert_string_equal(fake_arena_brief(&game.fake_arena, 0, game.brief), "notice bye\n");
    assert_string_equal(fake_arena_brief(&game.fake_arena, 2, game.brief), "");
    fake_arena_close(&game.fake_arena);
}

/* ---- hands of any size ---- */

/* A connection comes back; the snapshot it gets, which the caller frees. */
static struct fake_arena_frame *come_back(struct game *game, uint32_t conn, const char *table,
                                          const char *team)
{
    if (game->fake_arena.conn[conn].open) fake_arena_gone(&game->fake_arena, conn);
    fake_arena_deafen(&game->fake_arena);
    fake_arena_connect(&game->fake_arena, conn, table);
    fake_arena_say(&game->fake_arena, conn,
                   "{\"type\":\"hello\",\"team\":\"%s\",\"join_code\":\"%s\"}", team, team);
    struct fake_arena_frame *frame;
    while ((frame = fake_arena_take(&game->fake_arena, conn)) &&
           !strstr(frame->text, "\"type\":\"snapshot\""))
        free(frame);
    assert_non_null(frame);
    return frame;
}

static void expect_history(struct fake_arena_frame *frame, size_t least, size_t most, bool cut)
{
    json_t *json = json_loads(frame->text, JSON_REJECT_DUPLICATES, NULL);
    size_t count = json_array_size(json_object_get(json, "history"));
    assert_in_range(count, least, most);
    assert_int_equal(json_is_true(json_object_get(json, "history_cut")), cut);
    assert_true(frame->bytes < 64 * 1024);
    json_decref(json);
    free(frame);
}

/* Two teams may raise each other as long as they have chips.  What is kept of it has an end, and
 * other tables have their histories all the same. */
static void arena_session_bears_a_hand_of_thousands_of_raises(void **state)
{
    (void)state;
    enum { RAISES = 7000 };
    struct game game;
    begin(&game);
    game.fake_arena.table.stack = 10000000;
    fake_arena_open(&game.fake_arena);
    hello(&game, 0, "Alpha");
    hello(&game, 1, "Beta");
    for (int i = 0; i < RAISES; i++) {
        bet(&game, (uint32_t)i % 2, 1, "RAISE_TO", 200 + 100 * i);
        if (i % 64 == 0) fake_arena_deafen(&game.fake_arena);
    }
    assert_int_equal(counts(&game)->errors, 0);
    expect_history(come_back(&game, 1, "", "Beta"), 100, 1984, true);

    for (uint32_t conn = 2; conn < 4; conn++) {
        fake_arena_connect(&game.fake_arena, conn, "next");
        fake_arena_say(&game.fake_arena, conn,
                       "{\"type\":\"hello\",\"team\":\"%s\",\"join_code\":\"%s\"}",
                       conn == 2 ? "Gamma" : "Delta", conn == 2 ? "Gamma" : "Delta");
    }
    bet(&game, 2, 2, "RAISE_TO", 200);
    expect_history(come_back(&game, 3, "next", "Delta"), 2, 2, false);

    assert_true(fake_arena_crash(&game.fake_arena, 0, true));
    fake_arena_turn(&game.fake_arena);
    expect_history(come_back(&game, 0, "", "Alpha"), 100, 1984, true);
    bet(&game, 0, 1, "FOLD", 0);
    assert_int_equal(felt_arena_counts(felt_arena_session_arena(game.fake_arena.host))->hands, 1);
    assert_int_equal(counts(&game)->hands_left_out, 1);
    fake_arena_close(&game.fake_arena);
}

TEST_MODULE(arena_session)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arena_session_stops_reading_a_line_without_allowance),
        cmocka_unit_test(arena_session_answers_cost_nothing),
        cmocka_unit_test(arena_session_errors_have_an_allowance),
        cmocka_unit_test(arena_session_rubbish_in_a_row_ends_the_line),
        cmocka_unit_test(arena_session_waits_five_seconds_for_hello),
        cmocka_unit_test(arena_session_wrong_codes_bar_an_address_for_a_minute),
        cmocka_unit_test(arena_session_wrong_codes_bar_a_network),
        cmocka_unit_test(arena_session_wrong_codes_are_not_forgotten_for_others),
        cmocka_unit_test(arena_session_tells_nothing_that_would_not_survive),
        cmocka_unit_test(arena_session_settles_before_it_tells),
        cmocka_unit_test(arena_session_frames_of_a_line_do_not_reach_the_next),
        cmocka_unit_test(arena_session_marks_lines_with_every_act),
        cmocka_unit_test(arena_session_only_lobbies_may_be_missed),
        cmocka_unit_test(arena_session_lets_go_of_what_it_holds),
        cmocka_unit_test(arena_session_says_farewell),
        cmocka_unit_test(arena_session_bears_a_hand_of_thousands_of_raises),
    };
    return cmocka_run_group_tests_name("arena_session", tests, NULL, NULL);
}
