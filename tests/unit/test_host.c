/* test_host.c -- lines and their allowances, order of journal and frames, what is kept of matches.
 * Paragraphs are those of docs/PROTOCOL.md. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "hall.h"
#include "host/poker_plug.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct game {
    struct hall hall;
    struct felt_poker_plug poker;
    char brief[HALL_BRIEF_BYTES];
    int droppable, kept; /* frames that a slow reader may miss, and others                    */
    bool disk_fails;
    char *match; /* the text of a match that was kept                                         */
    size_t match_bytes;
    int matches, winners;
    int holds, together[HALL_LINES]; /* held lines: 1 and the frames since then, 0: not held    */
};

static void begin_with(struct game *game, const char *variant)
{
    struct felt_complaint complaint;
    *game = (struct game){0};
    assert_int_equal(
        felt_poker_plug_make(&game->poker, variant, FELT_NO_LIMIT, 50, 100, &complaint), FELT_OK);
    hall_init(&game->hall, &game->poker.plug);
}

static void begin(struct game *game)
{
    begin_with(game, "holdem");
}

static void hello(struct game *game, uint32_t line, const char *team)
{
    hall_connect(&game->hall, line, "");
    hall_say(&game->hall, line, "{\"type\":\"hello\",\"v\":1,\"team\":\"%s\",\"join_code\":\"%s\"}",
             team, team);
}

static void seat_two(struct game *game)
{
    begin(game);
    hall_open(&game->hall);
    hello(game, 0, "Alpha");
    hello(game, 1, "Beta");
    hall_deafen(&game->hall);
}

static const struct felt_host_counts *counts(const struct game *game)
{
    return felt_host_counts(game->hall.host);
}

/* Answers the last act of a line, if there is one: checks, else calls. */
static bool answer(struct game *game, uint32_t line, bool numbered)
{
    char reply[256] = "";
    for (struct hall_frame *frame; (frame = hall_take(&game->hall, line)); free(frame)) {
        json_t *json = json_loads(frame->text, 0, NULL);
        if (strcmp(json_string_value(json_object_get(json, "type")), "act") == 0) {
            long long req_id = json_integer_value(json_object_get(json, "req_id"));
            char number[48] = "";
            if (numbered) snprintf(number, sizeof number, ",\"req_id\":%lld", req_id);
            snprintf(reply, sizeof reply,
                     "{\"type\":\"action\",\"hand_id\":\"%s\",\"action\":\"%s\"%s}",
                     json_string_value(json_object_get(json, "hand_id")),
                     json_object_get(json, "call_amount") ? "CALL" : "CHECK", number);
        }
        json_decref(json);
    }
    if (*reply) hall_say(&game->hall, line, "%s", reply);
    return *reply != '\0';
}

/* Any action; what needs no amount takes no notice of it. */
static void bet(struct game *game, uint32_t line, int hand, const char *action, int64_t amount)
{
    hall_say(&game->hall, line,
             "{\"type\":\"action\",\"hand_id\":\"H-2025-10-17-%05d\",\"action\":\"%s\","
             "\"amount\":%lld}",
             hand, action, (long long)amount);
}

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

/* Guesses are counted by address, and nothing that others do makes room for more of them. */
static void host_wrong_codes_are_not_forgotten_for_others(void **state)
{
    (void)state;
    enum { OTHERS = 70 };
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

/* ---- 12.5 ---- */

static json_t *ask_api(struct game *game, const char *path)
{
    char *text;
    size_t bytes;
    if (!felt_host_api(game->hall.host, path, "", &text, &bytes)) return NULL;
    json_t *json = json_loadb(text, bytes, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(json);
    free(text);
    return json;
}

static void host_keeps_matches_once_they_are_over(void **state)
{
    (void)state;
    static const char match[] = "/api/arena/matches/M-2025-10-17-00001";
    struct game game;
    begin(&game);
    game.hall.table.max_hands = 2;
    hall_open(&game.hall);
    hello(&game, 0, "Alpha");
    hello(&game, 1, "Beta");
    answer(&game, 0, true);
    assert_null(ask_api(&game, match));
    for (bool answered = true; answered;) {
        answered = answer(&game, 0, true);
        answered = answer(&game, 1, true) || answered;
    }
    json_t *kept = ask_api(&game, match), *arena = ask_api(&game, "/api/arena");
    assert_non_null(kept);
    assert_non_null(arena);
    const char *phh = json_string_value(json_object_get(kept, "phh"));
    assert_non_null(phh);
    assert_non_null(strstr(phh, "H-2025-10-17-00001"));
    assert_non_null(strstr(phh, "H-2025-10-17-00002"));
    assert_string_equal(json_string_value(json_object_get(json_object_get(kept, "end"), "reason")),
                        "hand_limit");
    json_decref(kept);
    json_decref(arena);
    assert_null(ask_api(&game, "/api/arena/matches/M-2025-10-17-00002"));
    hall_close(&game.hall);
}

/* Hands from before a restart are not there: the match says so instead of showing the others. */
static void host_says_that_hands_are_missing_after_a_restart(void **state)
{
    (void)state;
    struct game game;
    begin(&game);
    game.hall.table.max_hands = 2;
    hall_open(&game.hall);
    hello(&game, 0, "Alpha");
    hello(&game, 1, "Beta");
    hall_say(&game.hall, 0,
             "{\"type\":\"action\",\"hand_id\":\"H-2025-10-17-00001\",\"action\":\"FOLD\"}");
    assert_true(hall_crash(&game.hall, 0, true));
    hall_turn(&game.hall);
    hall_deafen(&game.hall);
    hello(&game, 0, "Alpha");
    hello(&game, 1, "Beta");
    for (bool answered = true; answered;) {
        answered = answer(&game, 0, true);
        answered = answer(&game, 1, true) || answered;
    }
    json_t *kept = ask_api(&game, "/api/arena/matches/M-2025-10-17-00001");
    assert_non_null(kept);
    assert_true(json_is_true(json_object_get(kept, "phh_omitted")));
    assert_false(json_is_string(json_object_get(kept, "phh")));
    json_decref(kept);
    hall_close(&game.hall);
}

/* ---- a restart ---- */

/* A part of /api/arena as text, which the caller frees. */
static char *part_of(struct game *game, const char *key)
{
    json_t *arena = ask_api(game, "/api/arena");
    char *text = json_dumps(json_object_get(arena, key), JSON_SORT_KEYS | JSON_INDENT(1));
    json_decref(arena);
    assert_non_null(text);
    return text;
}

static void crash_and_compare(struct game *game, bool snapshot, bool same_build)
{
    char *before = part_of(game, "standings");
    if (snapshot) hall_snapshot(&game->hall);
    assert_true(hall_crash(&game->hall, 0, same_build));
    char *after = part_of(game, "standings");
    assert_string_equal(after, before);
    free(before);
    free(after);
    hall_turn(&game->hall);
    hall_deafen(&game->hall);
    hello(game, 0, "Alpha");
    hello(game, 1, "Beta");
}

/* Matches, wins and hands of both teams together. */
static void expect_sums(struct game *game, int matches, int wins, int hands)
{
    json_t *arena = ask_api(game, "/api/arena"), *team;
    json_int_t sum[3] = {0};
    size_t index;
    json_array_foreach(json_object_get(arena, "standings"), index, team)
    {
        sum[0] += json_integer_value(json_object_get(team, "matches"));
        sum[1] += json_integer_value(json_object_get(team, "wins"));
        sum[2] += json_integer_value(json_object_get(team, "hands"));
    }
    json_decref(arena);
    assert_int_equal(sum[0], matches);
    assert_int_equal(sum[1], wins);
    assert_int_equal(sum[2], hands);
}

/* The server dies after every few answers, with and without a new segment before.  Another build
 * gives up the hand under way; its matches here have no end that this could bring about. */
static void host_standings_survive(void **state)
{
    (void)state;
    enum { HANDS = 8, ANSWERS_MAX = 150 };
    static const struct {
        int every;
        bool snapshot, same_build;
    } row[] = {{1, false, true}, {1, true, true}, {13, false, false}, {13, true, false}};
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        struct game game;
        begin(&game);
        if (row[i].same_build) game.hall.table.max_hands = HANDS;
        hall_open(&game.hall);
        hello(&game, 0, "Alpha");
        hello(&game, 1, "Beta");
        int answers = 0;
        for (bool answered = true; answered && answers < ANSWERS_MAX;) {
            answered = answer(&game, 0, true) || answer(&game, 1, true);
            if (answered && ++answers % row[i].every == 0)
                crash_and_compare(&game, row[i].snapshot, row[i].same_build);
        }
        assert_int_equal(answers < ANSWERS_MAX, row[i].same_build);
        if (row[i].same_build) expect_sums(&game, 2, 1, 2 * HANDS);
        for (int again = 0; again < 4; again++) crash_and_compare(&game, again % 2, again < 3);
        if (row[i].same_build) expect_sums(&game, 2, 1, 2 * HANDS);
        hall_close(&game.hall);
    }
}

static void keep_match(void *self, const char *id, const char *text, size_t bytes)
{
    struct game *game = self; /* the hall is its first part */
    assert_string_equal(id, "M-2025-10-17-00001");
    assert_int_equal(game->hall.flushed, game->hall.records); /* the journal has it */
    free(game->match);
    game->match = malloc(bytes);
    memcpy(game->match, text, bytes);
    game->match_bytes = bytes;
    game->matches++;
}

static char *find_kept(void *self, const char *id, size_t *bytes)
{
    const struct game *game = self;
    if (strcmp(id, "M-2025-10-17-00001") != 0 || !game->match) return NULL;
    char *text = malloc(game->match_bytes);
    memcpy(text, game->match, game->match_bytes);
    *bytes = game->match_bytes;
    return text;
}

static void note_winner(void *self, const struct felt_tell *match_end)
{
    (void)match_end;
    ((struct game *)self)->winners++;
}

static void play_kept(struct game *game)
{
    begin(game);
    game->hall.table.max_hands = 2;
    game->hall.services.keep_match = keep_match;
    game->hall.services.find_match = find_kept;
    game->hall.services.match_over = note_winner;
    hall_open(&game->hall);
    hello(game, 0, "Alpha");
    hello(game, 1, "Beta");
    while (answer(game, 0, true) || answer(game, 1, true)) continue;
    assert_int_equal(game->matches, 1);
}

static void host_keeps_a_match_once(void **state)
{
    (void)state;
    static const char match[] = "/api/arena/matches/M-2025-10-17-00001";
    struct game game;
    play_kept(&game);
    char *list = part_of(&game, "matches");
    json_t *kept = ask_api(&game, match);
    char *text = json_dumps(kept, 0), *file = strndup(game.match, game.match_bytes);
    json_decref(kept);
    kept = json_loads(file, JSON_REJECT_DUPLICATES, NULL);
    char *again = json_dumps(kept, 0);
    assert_string_equal(again, text);
    assert_non_null(strstr(list, "\"reason\": \"hand_limit\""));
    assert_non_null(strstr(list, "\"winner\": "));
    assert_null(ask_api(&game, "/api/arena/matches/../M-2025-10-17-00001"));
    assert_null(ask_api(&game, "/api/arena/matches/"));

    /* The file is there: it is listed, found, and not written again. */
    hall_snapshot(&game.hall);
    assert_true(hall_crash(&game.hall, 0, true));
    felt_host_recall(game.hall.host, &(struct felt_match_row){.id = "M-2025-10-17-00001",
                                                              .table = "T-1",
                                                              .winner = json_string_value(
                                                                  json_object_get(kept, "winner")),
                                                              .reason = "hand_limit",
                                                              .hands = 2});
    hall_turn(&game.hall);
    char *listed = part_of(&game, "matches");
    assert_string_equal(listed, list);
    json_decref(kept);
    kept = ask_api(&game, match);
    assert_true(json_is_string(json_object_get(kept, "phh")));
    assert_int_equal(game.matches, 1);
    json_decref(kept);
    free(list), free(listed), free(text), free(again), free(file), free(game.match);
    hall_close(&game.hall);
}

/* Death between the journal and the file: it is made again, but nobody wins twice. */
static void host_keeps_a_match_that_only_the_journal_knows(void **state)
{
    (void)state;
    struct game game;
    play_kept(&game);
    char *list = part_of(&game, "matches");
    free(game.match);
    game.match = NULL;
    assert_true(hall_crash(&game.hall, 0, true));
    hall_turn(&game.hall);
    assert_int_equal(game.matches, 2);
    assert_int_equal(game.winners, 1);
    assert_int_equal(counts(&game)->default_matches, 0);
    char *listed = part_of(&game, "matches");
    assert_string_equal(listed, list);
    json_t *kept = json_loadb(game.match, game.match_bytes, JSON_REJECT_DUPLICATES, NULL);
    assert_true(json_is_true(json_object_get(kept, "phh_omitted")));
    assert_int_equal(json_array_size(json_object_get(json_object_get(kept, "end"), "reveals")), 2);
    json_decref(kept);
    free(list), free(listed), free(game.match);
    hall_close(&game.hall);
}

/* ---- stakes and hands of any size ---- */

/* Standings are sums of bounded results; a table may be for more than that.  The default table is
 * counted apart: names belong to teams there, and --once waits for its end, not for any. */
static void host_counts_matches_for_all_the_chips_there_are(void **state)
{
    (void)state;
    static const felt_chips stack = 100000000000;
    static const char *const table[] = {"other", ""};
    struct game game;
    struct felt_complaint complaint;
    begin(&game);
    assert_int_equal(felt_poker_plug_make(&game.poker, "holdem", FELT_NO_LIMIT, 1, 2, &complaint),
                     FELT_OK);
    game.hall.table.stack = stack;
    hall_open(&game.hall);
    for (int i = 0; i < 2; i++) {
        uint32_t first = 2 * (uint32_t)i;
        for (uint32_t line = first; line < first + 2; line++) {
            hall_connect(&game.hall, line, table[i]);
            hall_say(&game.hall, line, "{\"type\":\"hello\",\"team\":\"%s\",\"join_code\":\"c\"}",
                     line == first ? "Alpha" : "Beta");
        }
        bet(&game, first, i + 1, "RAISE_TO", stack);
        bet(&game, first + 1, i + 1, "CALL", 0);
        assert_int_equal(felt_room_counts(felt_host_room(game.hall.host))->matches, i + 1);
        assert_int_equal(counts(&game)->default_matches, i);
    }
    json_t *arena = ask_api(&game, "/api/arena"), *team;
    size_t index;
    json_array_foreach(json_object_get(arena, "standings"), index, team)
        assert_int_equal(json_integer_value(json_object_get(team, "hands")), 1);
    assert_int_equal(index, 2);
    json_decref(arena);
    hall_close(&game.hall);
}

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

/* ---- 11.1: everybody may look on ---- */

enum { LOOKED_HANDS = 40, LOOKED_CARDS = 4 };

struct looked_hand {
    char id[24];
    char hole[2][LOOKED_CARDS][3]; /* of lines 0 and 1; "": it was never asked                   */
    bool folded;
};

/* What line 0 or 1 was asked, noted with its cards; then it folds now and then, or calls. */
static bool look_and_answer(struct game *game, uint32_t line, struct looked_hand *hand, int *acts)
{
    char reply[256] = "";
    for (struct hall_frame *frame; (frame = hall_take(&game->hall, line)); free(frame)) {
        json_t *json = json_loads(frame->text, 0, NULL);
        const char *id = json_string_value(json_object_get(json, "hand_id"));
        json_t *hole = json_object_get(json_object_get(json, "you"), "hole");
        if (id && hole) {
            if (strcmp(hand->id, id) != 0) *hand = (struct looked_hand){0};
            (void)snprintf(hand->id, sizeof hand->id, "%s", id);
            for (size_t i = 0; i < json_array_size(hole); i++)
                (void)snprintf(hand->hole[line][i], 3, "%s",
                               json_string_value(json_array_get(hole, i)));
            bool folds = ++*acts % 13 == 0;
            (void)snprintf(reply, sizeof reply,
                           "{\"type\":\"action\",\"hand_id\":\"%s\",\"action\":\"%s\"}", id,
                           folds                                  ? "FOLD"
                           : json_object_get(json, "call_amount") ? "CALL"
                                                                  : "CHECK");
            hand->folded = folds;
        }
        json_decref(json);
    }
    if (*reply) hall_say(&game->hall, line, "%s", reply);
    return *reply != '\0';
}

/* Of the frames of a hand no card of the players is in any but their own SHOWDOWN, and none came
 * before the hand was over.  Returns how many were SHOWDOWNs. */
static int expect_no_hidden_card(struct game *game, uint32_t line, const struct looked_hand *hand)
{
    int shown = 0;
    for (struct hall_frame *frame; (frame = hall_take(&game->hall, line)); free(frame)) {
        bool showdown = strstr(frame->text, "\"SHOWDOWN\"") != NULL;
        assert_null(strstr(frame->text, "\"act\""));
        assert_null(strstr(frame->text, "\"hole\""));
        assert_false(showdown && hand->folded);
        shown += showdown;
        for (int i = 0; i < 2 * LOOKED_CARDS && !showdown; i++) {
            char card[8];
            const char *held = hand->hole[i / LOOKED_CARDS][i % LOOKED_CARDS];
            (void)snprintf(card, sizeof card, "\"%s\"", held);
            if (*held && strstr(frame->text, card)) fail_msg("%s in %s", held, frame->text);
        }
    }
    return shown;
}

static void look_on_at(const char *variant)
{
    struct game game;
    struct looked_hand hand = {0};
    int acts = 0, shown = 0, folded = 0;
    begin_with(&game, variant);
    game.hall.table.max_hands = LOOKED_HANDS;
    game.hall.config.watch_open = true;
    hall_open(&game.hall);
    hello(&game, 0, "Alpha");
    hello(&game, 1, "Beta");
    hall_connect(&game.hall, 2, "");
    hall_say(&game.hall, 2, "{\"type\":\"hello\",\"role\":\"spectator\"}");
    assert_int_equal(strncmp(hall_brief(&game.hall, 2, game.brief), "welcome T-1\n", 12), 0);
    hall_connect(&game.hall, 3, "");
    hall_say(&game.hall, 3, "{\"type\":\"hello\",\"role\":\"operator\",\"secret\":\"guess\"}");
    assert_string_equal(hall_brief(&game.hall, 3, game.brief), "error FORBIDDEN\nclosed 1008\n");
    for (bool answered = true; answered;) {
        uint64_t hands = felt_room_counts(felt_host_room(game.hall.host))->hands;
        answered =
            look_and_answer(&game, 0, &hand, &acts) || look_and_answer(&game, 1, &hand, &acts);
        bool over = felt_room_counts(felt_host_room(game.hall.host))->hands > hands;
        if (!over) {
            assert_null(game.hall.line[2].first); /* one hand behind */
        } else if (hands + 1 < LOOKED_HANDS) {
            shown += expect_no_hidden_card(&game, 2, &hand);
            folded += hand.folded;
        } else {
            hall_deafen(&game.hall); /* match_end has the keys */
        }
    }
    assert_true(shown > LOOKED_HANDS / 2 && folded > LOOKED_HANDS / 10);
    json_t *arena = ask_api(&game, "/api/arena");
    assert_string_equal(json_string_value(json_object_get(arena, "watch")), "open");
    assert_true(json_is_false(json_object_get(arena, "practice")));
    json_decref(arena);
    hall_close(&game.hall);
}

/* Players of hold'em learn their cards from `act`, of other games by events that watchers hear too.
 */
static void host_lets_everybody_look_on_where_it_is_open(void **state)
{
    (void)state;
    look_on_at("holdem");
    look_on_at("omaha");
}

/* The answer to a spectator from this address, whose line stays. */
static const char *look_on(struct game *game, uint32_t line, const char *address, bool loopback)
{
    struct hall *hall = &game->hall;
    hall->line[line].open = true;
    hall->line[line].closed = 0;
    assert_true(felt_host_line(hall->host, line, address, loopback, "", hall->now_us));
    hall_say(hall, line, "{\"type\":\"hello\",\"role\":\"spectator\"}");
    return hall_brief(hall, line, game->brief);
}

/* A few of an address, and never so many that bots find no line. */
static void host_lets_not_too_many_look_on(void **state)
{
    (void)state;
    enum { OF_ADDRESS = 3, FIRST = 2 };
    static const char full[] = "error TOO_MANY\nclosed 1008\n";
    struct game game;
    uint32_t line = FIRST;
    begin(&game);
    game.hall.config.watch_open = true;
    game.hall.config.limits.watchers = OF_ADDRESS;
    hall_open(&game.hall);
    hello(&game, 0, "Alpha");
    for (; line < FIRST + OF_ADDRESS; line++)
        assert_int_equal(strncmp(look_on(&game, line, "192.0.2.7", false), "welcome", 7), 0);
    assert_string_equal(look_on(&game, line, "192.0.2.7", false), full);
    hall_gone(&game.hall, line);
    assert_int_equal(strncmp(look_on(&game, line, "192.0.2.8", false), "welcome", 7), 0);
    hall_gone(&game.hall, FIRST);
    assert_int_equal(strncmp(look_on(&game, FIRST, "192.0.2.7", false), "welcome", 7), 0);
    for (line++; line < FIRST + HALL_LINES / 2; line++)
        assert_int_equal(strncmp(look_on(&game, line, "127.0.0.1", true), "welcome", 7), 0);
    assert_string_equal(look_on(&game, line, "127.0.0.1", true), full);
    hall_gone(&game.hall, line);
    assert_string_equal(look_on(&game, line, "192.0.2.9", false), full);
    hello(&game, 1, "Beta"); /* who plays is no spectator */
    assert_true(felt_room_counts(felt_host_room(game.hall.host))->seated == 2);
    hall_close(&game.hall);
}

static void host_lets_nobody_look_on_where_it_is_not(void **state)
{
    (void)state;
    struct game game;
    seat_two(&game);
    hall_connect(&game.hall, 2, "");
    hall_say(&game.hall, 2, "{\"type\":\"hello\",\"role\":\"spectator\"}");
    assert_string_equal(hall_brief(&game.hall, 2, game.brief), "error FORBIDDEN\nclosed 1008\n");
    json_t *arena = ask_api(&game, "/api/arena");
    assert_string_equal(json_string_value(json_object_get(arena, "watch")), "secret");
    json_decref(arena);
    hall_close(&game.hall);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(host_stops_reading_a_line_without_allowance),
        cmocka_unit_test(host_answers_cost_nothing),
        cmocka_unit_test(host_errors_have_an_allowance),
        cmocka_unit_test(host_rubbish_in_a_row_ends_the_line),
        cmocka_unit_test(host_waits_five_seconds_for_hello),
        cmocka_unit_test(host_wrong_codes_bar_an_address_for_a_minute),
        cmocka_unit_test(host_wrong_codes_are_not_forgotten_for_others),
        cmocka_unit_test(host_tells_nothing_that_would_not_survive),
        cmocka_unit_test(host_settles_before_it_tells),
        cmocka_unit_test(host_frames_of_a_line_do_not_reach_the_next),
        cmocka_unit_test(host_marks_lines_with_every_act),
        cmocka_unit_test(host_only_lobbies_may_be_missed),
        cmocka_unit_test(host_lets_go_of_what_it_holds),
        cmocka_unit_test(host_says_farewell),
        cmocka_unit_test(host_keeps_matches_once_they_are_over),
        cmocka_unit_test(host_says_that_hands_are_missing_after_a_restart),
        cmocka_unit_test(host_standings_survive),
        cmocka_unit_test(host_keeps_a_match_once),
        cmocka_unit_test(host_keeps_a_match_that_only_the_journal_knows),
        cmocka_unit_test(host_counts_matches_for_all_the_chips_there_are),
        cmocka_unit_test(host_bears_a_hand_of_thousands_of_raises),
        cmocka_unit_test(host_lets_everybody_look_on_where_it_is_open),
        cmocka_unit_test(host_lets_not_too_many_look_on),
        cmocka_unit_test(host_lets_nobody_look_on_where_it_is_not),
    };
    return cmocka_run_group_tests_name("host", tests, NULL, NULL);
}
