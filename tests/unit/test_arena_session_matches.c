/* test_arena_session_matches.c -- matches as the session counts and keeps them: over HTTP, after a
 * restart, in a store. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "arena_session_scene.h"
#include "module.h"

static void host_keeps_matches_once_they_are_over(void **state)
{
    (void)state;
    static const char match[] = "/api/arena/matches/M-2025-10-17-00001";
    struct game game;
    begin(&game);
    game.fake_arena.table.max_hands = 2;
    fake_arena_open(&game.fake_arena);
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
    fake_arena_close(&game.fake_arena);
}

/* Hands from before a restart are not there: the match says so instead of showing the others. */
static void host_says_that_hands_are_missing_after_a_restart(void **state)
{
    (void)state;
    struct game game;
    begin(&game);
    game.fake_arena.table.max_hands = 2;
    fake_arena_open(&game.fake_arena);
    hello(&game, 0, "Alpha");
    hello(&game, 1, "Beta");
    fake_arena_say(&game.fake_arena, 0,
                   "{\"type\":\"action\",\"hand_id\":\"H-2025-10-17-00001\",\"action\":\"FOLD\"}");
    assert_true(fake_arena_crash(&game.fake_arena, 0, true));
    fake_arena_turn(&game.fake_arena);
    fake_arena_deafen(&game.fake_arena);
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
    fake_arena_close(&game.fake_arena);
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
    if (snapshot) fake_arena_snapshot(&game->fake_arena);
    assert_true(fake_arena_crash(&game->fake_arena, 0, same_build));
    char *after = part_of(game, "standings");
    assert_string_equal(after, before);
    free(before);
    free(after);
    fake_arena_turn(&game->fake_arena);
    fake_arena_deafen(&game->fake_arena);
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
        if (row[i].same_build) game.fake_arena.table.max_hands = HANDS;
        fake_arena_open(&game.fake_arena);
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
        fake_arena_close(&game.fake_arena);
    }
}

static void keep_match(void *self, const char *id, const char *text, size_t bytes)
{
    struct game *game = self; /* the fake arena is its first part */
    assert_string_equal(id, "M-2025-10-17-00001");
    assert_int_equal(game->fake_arena.flushed, game->fake_arena.records); /* the journal has it */
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

static void note_winner(void *self, const struct felt_arena_server_msg *match_end)
{
    (void)match_end;
    ((struct game *)self)->winners++;
}

static void play_kept(struct game *game)
{
    begin(game);
    game->fake_arena.table.max_hands = 2;
    game->fake_arena.services.keep_match = keep_match;
    game->fake_arena.services.find_match = find_kept;
    game->fake_arena.services.match_over = note_winner;
    fake_arena_open(&game->fake_arena);
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
    fake_arena_snapshot(&game.fake_arena);
    assert_true(fake_arena_crash(&game.fake_arena, 0, true));
    felt_arena_session_recall(
        game.fake_arena.host,
        &(struct felt_arena_match_row){.id = "M-2025-10-17-00001",
                                       .table = "T-1",
                                       .winner = json_string_value(json_object_get(kept, "winner")),
                                       .reason = "hand_limit",
                                       .hands = 2});
    fake_arena_turn(&game.fake_arena);
    char *listed = part_of(&game, "matches");
    assert_string_equal(listed, list);
    json_decref(kept);
    kept = ask_api(&game, match);
    assert_true(json_is_string(json_object_get(kept, "phh")));
    assert_int_equal(game.matches, 1);
    json_decref(kept);
    free(list), free(listed), free(text), free(again), free(file), free(game.match);
    fake_arena_close(&game.fake_arena);
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
    assert_true(fake_arena_crash(&game.fake_arena, 0, true));
    fake_arena_turn(&game.fake_arena);
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
    fake_arena_close(&game.fake_arena);
}

/* ---- stakes of any size ---- */

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
    assert_int_equal(
        felt_poker_adapter_make(&game.poker, "holdem", FELT_NO_LIMIT, 1, 2, &complaint), FELT_OK);
    game.fake_arena.table.stack = stack;
    fake_arena_open(&game.fake_arena);
    for (int i = 0; i < 2; i++) {
        uint32_t first = 2 * (uint32_t)i;
        for (uint32_t conn = first; conn < first + 2; conn++) {
            fake_arena_connect(&game.fake_arena, conn, table[i]);
            fake_arena_say(&game.fake_arena, conn,
                           "{\"type\":\"hello\",\"team\":\"%s\",\"join_code\":\"c\"}",
                           conn == first ? "Alpha" : "Beta");
        }
        bet(&game, first, i + 1, "RAISE_TO", stack);
        bet(&game, first + 1, i + 1, "CALL", 0);
        assert_int_equal(felt_arena_counts(felt_arena_session_arena(game.fake_arena.host))->matches,
                         i + 1);
        assert_int_equal(counts(&game)->default_matches, i);
    }
    json_t *arena = ask_api(&game, "/api/arena"), *team;
    size_t index;
    json_array_foreach(json_object_get(arena, "standings"), index, team)
        assert_int_equal(json_integer_value(json_object_get(team, "hands")), 1);
    assert_int_equal(index, 2);
    json_decref(arena);
    fake_arena_close(&game.fake_arena);
}

TEST_MODULE(arena_session_matches)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(host_keeps_matches_once_they_are_over),
        cmocka_unit_test(host_says_that_hands_are_missing_after_a_restart),
        cmocka_unit_test(host_standings_survive),
        cmocka_unit_test(host_keeps_a_match_once),
        cmocka_unit_test(host_keeps_a_match_that_only_the_journal_knows),
        cmocka_unit_test(host_counts_matches_for_all_the_chips_there_are),
    };
    return cmocka_run_group_tests_name("arena_session_matches", tests, NULL, NULL);
}
