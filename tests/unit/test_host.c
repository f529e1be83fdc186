/* test_host.c -- lines and their allowances, order of journal and frames, hands of any size.
 * Matches are in test_host_matches.c, who looks on in test_host_watch.c.  Paragraphs are those of
 * docs/PROTOCOL.md. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "host_scene.h"
#include "module.h"

/* ---- 9.2 ---- */

static void host_stops_reading_a_line_without_allowance(void **state)
{
    (void)state;
    struct game game;
    seat_two(&game);
    hall_wait(&game.hall, 5000);
    for (int i = 0; i < 49; i++) hall_say(&game.hall, 1, "{\"type\":\"ping\"}");
    assert_false(game.hall.line[1].paused);
    hall_say(&game.hall, 1, "{\"type\":\"ping\"}");
    assert_true(game.hall.line[1].paused);
    assert_false(game.hall.line[0].paused);
    hall_wait(&game.hall, 49);
    assert_true(game.hall.line[1].paused);
    hall_wait(&game.hall, 2);
    assert_false(game.hall.line[1].paused);
    hall_say(&game.hall, 1, "{\"type\":\"ping\"}");
    assert_true(game.hall.line[1].paused);
    assert_int_equal(counts(&game)->paused, 2);
    hall_close(&game.hall);
}

static void host_answers_cost_nothing(void **state)
{
    (void)state;
    struct game game;
    begin(&game);
    hall_open(&game.hall);
    hello(&game, 0, "Alpha");
    hello(&game, 1, "Beta");
    for (int i = 0; i < 300; i++) {
        bool answered = answer(&game, 0, i % 2 == 0);
        answered = answer(&game, 1, true) || answered;
        assert_true(answered);
    }
    assert_int_equal(counts(&game)->paused, 0);
    assert_int_equal(counts(&game)->errors, 0);
    hall_close(&game.hall);
}

static void host_errors_have_an_allowance(void **state)
{
    (void)state;
    struct game game;
    seat_two(&game);
    for (int i = 0; i < 30; i++) hall_say(&game.hall, 1, "{\"type\":\"ping\"}");
    assert_int_equal(counts(&game)->errors, 20);
    assert_int_equal(counts(&game)->errors_left_out, 10);
    hall_wait(&game.hall, 500);
    for (int i = 0; i < 15; i++) hall_say(&game.hall, 1, "{\"type\":\"ping\"}");
    assert_int_equal(counts(&game)->errors, 25);
    assert_int_equal(counts(&game)->refusals[FELT_REFUSED_UNKNOWN_TYPE], 45);
    hall_close(&game.hall);
}

static void host_rubbish_in_a_row_ends_the_line(void **state)
{
    (void)state;
    struct game game;
    seat_two(&game);
    for (int i = 0; i < 19; i++) hall_say(&game.hall, 1, "{");
    hall_say(&game.hall, 1,
             "{\"type\":\"action\",\"hand_id\":\"H\",\"action\":\"CALL\"}"); /* can be read */
    for (int i = 0; i < 19; i++) hall_say(&game.hall, 1, "{");
    assert_int_equal(game.hall.line[1].closed, 0);
    hall_deafen(&game.hall);
    hall_say(&game.hall, 1, "{");
    assert_int_equal(game.hall.line[1].closed, 1008);
    assert_string_equal(hall_brief(&game.hall, 0, game.brief),
                        "lobby 0:Alpha:9950 1:Beta:9900 away\n");
    assert_int_equal(counts(&game)->bad_closed, 1);
    hall_close(&game.hall);
}

/* 3.1 */
static void host_waits_five_seconds_for_hello(void **state)
{
    (void)state;
    struct game game;
    begin(&game);
    hall_open(&game.hall);
    hall_connect(&game.hall, 3, "");
    hall_wait(&game.hall, 4999);
    assert_string_equal(hall_brief(&game.hall, 3, game.brief), "");
    hall_wait(&game.hall, 1);
    assert_string_equal(hall_brief(&game.hall, 3, game.brief), "error BAD_HELLO\nclosed 1008\n");
    hall_close(&game.hall);
}

static void say_from(struct game *game, const char *address, const char *code)
{
    struct hall *hall = &game->hall;
    hall->line[9].open = true;
    hall->line[9].closed = 0;
    assert_true(felt_host_line(hall->host, 9, address, false, "", hall->now_us));
    hall_say(hall, 9, "{\"type\":\"hello\",\"team\":\"Alpha\",\"join_code\":\"%s\"}", code);
    (void)hall_brief(hall, 9, game->brief);
    hall_gone(hall, 9);
}

static void host_wrong_codes_bar_an_address_for_a_minute(void **state)
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
    hall_wait(&game.hall, 60001);
    say_from(&game, "192.0.2.7", "Alpha");
    assert_int_equal(strncmp(game.brief, "welcome T-1 seat 0\n", 19), 0);
    hall_close(&game.hall);
}

/* Five codes of a /64, and no more than sixteen times as many of its /48. */
static void host_wrong_codes_bar_a_network(void **state)
{
    (void)state;
    struct game game;
    uint64_t network[FELT_NETWORKS] = {0, 0, 77};
    seat_two(&game);
    for (uint64_t i = 0; i <= 80; i++) {
        struct hall *hall = &game.hall;
        network[FELT_NETWORK_NARROW] = 1000 + i;
        network[FELT_NETWORK_MIDDLE] = 2000 + i;
        hall->line[9].open = true;
        hall->line[9].closed = 0;
        assert_true(felt_host_line(hall->host, 9, "2001:db8::1", false, "", hall->now_us));
        felt_host_networks(hall->host, 9, network);
        hall_say(hall, 9, "{\"type\":\"hello\",\"team\":\"Alpha\",\"join_code\":\"guess\"}");
        (void)hall_brief(hall, 9, game.brief);
        hall_gone(hall, 9);
        assert_string_equal(game.brief, i < 80 ? "error TEAM_TAKEN\nclosed 1008\n"
                                               : "error TOO_MANY\nclosed 1008\n");
    }
    say_from(&game, "192.0.2.7", "guess"); /* another network */
    assert_string_equal(game.brief, "error TEAM_TAKEN\nclosed 1008\n");
    hall_close(&game.hall);
}

/* Guesses are counted by address, and nothing that others do makes room for more of them. */
static void host_wrong_codes_are_not_forgotten_for_others(void **state)
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
                hall_wait(&game.hall, 1);
            }
        }
        say_from(&game, "192.0.2.7", "Alpha");
        assert_string_equal(game.brief, "error TOO_MANY\nclosed 1008\n");
        hall_close(&game.hall);
    }
}

/* ---- the journal ---- */

static bool flush(void *self)
{
    return !((struct game *)self)->disk_fails;
}

static void host_tells_nothing_that_would_not_survive(void **state)
{
    (void)state;
    struct game game;
    seat_two(&game);
    game.hall.listener = &game;
    game.hall.flushes = flush;
    uint32_t records = game.hall.flushed;
    game.disk_fails = true;
    assert_false(felt_host_failed(game.hall.host));
    hall_say(&game.hall, 0,
             "{\"type\":\"action\",\"hand_id\":\"H-2025-10-17-00001\",\"action\":\"CALL\"}");
    assert_true(felt_host_failed(game.hall.host));
    assert_int_equal(game.hall.flushed, records);
    assert_string_equal(hall_brief(&game.hall, 0, game.brief), "");
    assert_string_equal(hall_brief(&game.hall, 1, game.brief), "");
    game.disk_fails = false;
    hall_say(&game.hall, 1, "{\"type\":\"ping\"}");
    assert_string_equal(hall_brief(&game.hall, 1, game.brief), "");
    assert_false(felt_host_line(game.hall.host, 5, "192.0.2.1", true, "", game.hall.now_us));
    hall_close(&game.hall);
}

static void note_end(void *self, uint32_t line, const char *text, size_t bytes, bool droppable)
{
    struct game *game = self;
    (void)line, (void)bytes, (void)droppable;
    if (!game->kept && strstr(text, "\"type\":\"end_hand\"")) game->kept = (int)game->hall.flushed;
}

/* The end of a long hand before many watchers is more than a turn can hold: some of it leaves
 * early, but not before the result is in the journal. */
static void host_settles_before_it_tells(void **state)
{
    (void)state;
    enum { RAISES = 400, FRAMES = 16384 };
    struct game game;
    begin(&game);
    game.hall.table.stack = 1000000;
    game.hall.table.pace = FELT_PACE_OPERATOR;
    game.hall.listener = &game;
    game.hall.heard = note_end;
    hall_open(&game.hall);
    hello(&game, 0, "Alpha");
    hello(&game, 1, "Beta");
    for (uint32_t line = 2; line < HALL_LINES; line++) {
        hall_connect(&game.hall, line, "");
        hall_say(&game.hall, line,
                 "{\"type\":\"hello\",\"role\":\"operator\",\"secret\":\"sesame\"}");
    }
    hall_say(&game.hall, 2, "{\"type\":\"control\",\"command\":\"START_HAND\"}");
    for (int i = 0; i < RAISES; i++) bet(&game, (uint32_t)i % 2, 1, "RAISE_TO", 200 + 100 * i);
    uint64_t frames = counts(&game)->frames;
    bet(&game, 0, 1, "FOLD", 0);
    assert_true(counts(&game)->frames - frames > FRAMES);
    assert_true(game.kept > 0);
    assert_int_equal(game.kept, game.hall.flushed);
    hall_close(&game.hall);
}

/* ---- lines ---- */

static void host_frames_of_a_line_do_not_reach_the_next(void **state)
{
    (void)state;
    struct game game;
    seat_two(&game);
    hall_send(&game.hall, 1, "{\"type\":\"ping\"}", false);
    hall_gone(&game.hall, 1);
    hall_connect(&game.hall, 1, "");
    hall_turn(&game.hall);
    assert_string_equal(hall_brief(&game.hall, 1, game.brief), "");
    assert_string_equal(hall_brief(&game.hall, 0, game.brief),
                        "lobby 0:Alpha:9950 1:Beta:9900 away\n");
    hall_close(&game.hall);
}

/* 5.5: also a client that echoes req_id, since it might leave it out the next time. */
static void host_marks_lines_with_every_act(void **state)
{
    (void)state;
    struct game game;
    begin(&game);
    hall_open(&game.hall);
    hello(&game, 0, "Alpha");
    hello(&game, 1, "Beta");
    assert_int_equal(game.hall.line[0].marks, 1);
    for (int i = 0; i < 10; i++) {
        answer(&game, 0, true);
        answer(&game, 1, false);
    }
    assert_true(game.hall.line[0].marks >= 9);
    assert_true(game.hall.line[1].marks >= 9);
    hall_close(&game.hall);
}

static void count_frame(void *self, uint32_t line, const char *text, size_t bytes, bool droppable)
{
    struct game *game = self;
    bool lobby = strstr(text, "\"type\":\"lobby\"") != NULL;
    (void)line, (void)bytes;
    assert_int_equal(lobby, droppable);
    if (droppable)
        game->droppable++;
    else
        game->kept++;
}

/* 9.3 */
static void host_only_lobbies_may_be_missed(void **state)
{
    (void)state;
    struct game game;
    begin(&game);
    game.hall.listener = &game;
    game.hall.heard = count_frame;
    hall_open(&game.hall);
    hello(&game, 0, "Alpha");
    hello(&game, 1, "Beta");
    assert_int_equal(game.droppable, 3);
    assert_int_equal(game.kept, 7);
    hall_close(&game.hall);
}

/* What a line is to get in a turn leaves together, and no line stays held. */
static void hold_line(void *self, uint32_t line, bool held)
{
    struct game *game = self; /* the hall is its first part */
    assert_int_equal(held, game->together[line] == 0);
    if (!held) assert_true(game->together[line] > 2);
    game->together[line] = held;
    game->holds += held;
}

static void count_held(void *self, uint32_t line, const char *text, size_t bytes, bool droppable)
{
    struct game *game = self;
    (void)text, (void)bytes, (void)droppable;
    if (game->together[line])
        game->together[line]++;
    else
        game->kept++;
}

static void host_lets_go_of_what_it_holds(void **state)
{
    (void)state;
    struct game game;
    begin(&game);
    game.hall.listener = &game;
    game.hall.heard = count_held;
    game.hall.link.hold = hold_line;
    hall_open(&game.hall);
    hello(&game, 0, "Alpha"); /* welcome, lobby */
    assert_int_equal(game.holds, 1);
    hello(&game, 1, "Beta");
    assert_int_equal(game.holds, 3);
    assert_int_equal(game.kept, 0);
    hall_say(&game.hall, 1, "{\"type\":\"ping\"}"); /* one frame needs no holding */
    assert_int_equal(game.holds, 3);
    assert_int_equal(game.kept, 1);
    for (int i = 0; i < 40; i++) {
        (void)answer(&game, (uint32_t)i % 2, true);
        for (int line = 0; line < HALL_LINES; line++) assert_int_equal(game.together[line], 0);
    }
    for (int i = 0; i < 3; i++) hall_send(&game.hall, 1, "{\"type\":\"ping\"}", false);
    hall_gone(&game.hall, 1); /* with frames that wait for it */
    hall_turn(&game.hall);
    hello(&game, 1, "Beta");
    assert_int_equal(game.together[1], 0);
    for (int i = 0; i < 21; i++) hall_send(&game.hall, 1, "{", false); /* dismissed */
    hall_turn(&game.hall);
    assert_int_equal(game.hall.line[1].closed, 1008);
    assert_int_equal(game.together[1], 0);
    hall_close(&game.hall);
}

/* 7.11 */
static void host_says_farewell(void **state)
{
    (void)state;
    struct game game;
    seat_two(&game);
    hall_connect(&game.hall, 2, "");
    felt_host_farewell(game.hall.host, "bye", game.hall.now_us);
    assert_string_equal(hall_brief(&game.hall, 0, game.brief), "notice bye\n");
    assert_string_equal(hall_brief(&game.hall, 2, game.brief), "");
    hall_close(&game.hall);
}

/* ---- hands of any size ---- */

/* A line comes back; the snapshot it gets, which the caller frees. */
static struct hall_frame *come_back(struct game *game, uint32_t line, const char *table,
                                    const char *team)
{
    if (game->hall.line[line].open) hall_gone(&game->hall, line);
    hall_deafen(&game->hall);
    hall_connect(&game->hall, line, table);
    hall_say(&game->hall, line, "{\"type\":\"hello\",\"team\":\"%s\",\"join_code\":\"%s\"}", team,
             team);
    struct hall_frame *frame;
    while ((frame = hall_take(&game->hall, line)) && !strstr(frame->text, "\"type\":\"snapshot\""))
        free(frame);
    assert_non_null(frame);
    return frame;
}

static void expect_history(struct hall_frame *frame, size_t least, size_t most, bool cut)
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
static void host_bears_a_hand_of_thousands_of_raises(void **state)
{
    (void)state;
    enum { RAISES = 7000 };
    struct game game;
    begin(&game);
    game.hall.table.stack = 10000000;
    hall_open(&game.hall);
    hello(&game, 0, "Alpha");
    hello(&game, 1, "Beta");
    for (int i = 0; i < RAISES; i++) {
        bet(&game, (uint32_t)i % 2, 1, "RAISE_TO", 200 + 100 * i);
        if (i % 64 == 0) hall_deafen(&game.hall);
    }
    assert_int_equal(counts(&game)->errors, 0);
    expect_history(come_back(&game, 1, "", "Beta"), 100, 1984, true);

    for (uint32_t line = 2; line < 4; line++) {
        hall_connect(&game.hall, line, "next");
        hall_say(&game.hall, line, "{\"type\":\"hello\",\"team\":\"%s\",\"join_code\":\"%s\"}",
                 line == 2 ? "Gamma" : "Delta", line == 2 ? "Gamma" : "Delta");
    }
    bet(&game, 2, 2, "RAISE_TO", 200);
    expect_history(come_back(&game, 3, "next", "Delta"), 2, 2, false);

    assert_true(hall_crash(&game.hall, 0, true));
    hall_turn(&game.hall);
    expect_history(come_back(&game, 0, "", "Alpha"), 100, 1984, true);
    bet(&game, 0, 1, "FOLD", 0);
    assert_int_equal(felt_room_counts(felt_host_room(game.hall.host))->hands, 1);
    assert_int_equal(counts(&game)->hands_left_out, 1);
    hall_close(&game.hall);
}

TEST_MODULE(host)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(host_stops_reading_a_line_without_allowance),
        cmocka_unit_test(host_answers_cost_nothing),
        cmocka_unit_test(host_errors_have_an_allowance),
        cmocka_unit_test(host_rubbish_in_a_row_ends_the_line),
        cmocka_unit_test(host_waits_five_seconds_for_hello),
        cmocka_unit_test(host_wrong_codes_bar_an_address_for_a_minute),
        cmocka_unit_test(host_wrong_codes_bar_a_network),
        cmocka_unit_test(host_wrong_codes_are_not_forgotten_for_others),
        cmocka_unit_test(host_tells_nothing_that_would_not_survive),
        cmocka_unit_test(host_settles_before_it_tells),
        cmocka_unit_test(host_frames_of_a_line_do_not_reach_the_next),
        cmocka_unit_test(host_marks_lines_with_every_act),
        cmocka_unit_test(host_only_lobbies_may_be_missed),
        cmocka_unit_test(host_lets_go_of_what_it_holds),
        cmocka_unit_test(host_says_farewell),
        cmocka_unit_test(host_bears_a_hand_of_thousands_of_raises),
    };
    return cmocka_run_group_tests_name("host", tests, NULL, NULL);
}
