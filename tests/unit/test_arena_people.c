/* test_arena_people.c -- who may sit, watch and rule at a table, frame by frame.  Paragraphs are
 * those of docs/PROTOCOL.md. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "module.h"
#include "arena_game.h"

/* ---- hello ---- */

/* 3.9, 3.10 in each mode. */
static void room_hello_by_mode(void **state)
{
    (void)state;
#define HELLO(team, more) "{\"type\":\"hello\",\"v\":1,\"team\":\"" team "\"" more "}"
#define CODE(code)        ",\"join_code\":\"" code "\""
    static const struct {
        uint8_t join;
        const char *text, *answer;
    } rows[] = {
        {FELT_JOIN_CLAIM, HELLO("A", ""), "error BAD_SCHEMA\nclosed 1008\n"},
        {FELT_JOIN_CLAIM, HELLO("A", ",\"join_code\":5"), "error BAD_SCHEMA\nclosed 1008\n"},
        {FELT_JOIN_CLAIM, HELLO("Alpha", CODE("other")), "error TEAM_TAKEN\nclosed 1008\n"},
        {FELT_JOIN_CLAIM, HELLO("ALPHA", CODE("other")), "error TEAM_TAKEN\nclosed 1008\n"},
        {FELT_JOIN_CLAIM, HELLO("B", CODE("b")), "welcome T-1 seat 1\n"},
        {FELT_JOIN_REGISTERED, HELLO("Stranger", CODE("x")), "error TEAM_UNKNOWN\nclosed 1008\n"},
        {FELT_JOIN_REGISTERED, HELLO("B", CODE("b")), "error TEAM_TAKEN\nclosed 1008\n"},
        {FELT_JOIN_REGISTERED, HELLO("B", CODE("BB")), "welcome T-1 seat 1\n"},
        {FELT_JOIN_REGISTERED, HELLO("B", ""), "error BAD_SCHEMA\nclosed 1008\n"},
        {FELT_JOIN_OPEN, HELLO("B", ""), "welcome T-1 seat 1\n"},
        {FELT_JOIN_OPEN, HELLO("Alpha", ""), "error TEAM_TAKEN\nclosed 1008\n"},
        {FELT_JOIN_CLAIM, "{\"type\":\"hello\",\"team\":\"B\",\"join_code\":\"b\"}",
         "welcome T-1 seat 1\n"},
        {FELT_JOIN_CLAIM, "{\"type\":\"hello\",\"v\":2,\"team\":\"B\",\"join_code\":\"b\"}",
         "error BAD_SCHEMA\nclosed 1008\n"},
        {FELT_JOIN_CLAIM, "{\"type\":\"action\",\"hand_id\":\"H\",\"action\":\"CALL\"}",
         "error BAD_HELLO\nclosed 1008\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct game game;
        begin(&game, "");
        game.fake_arena.table.join = rows[i].join;
        game.fake_arena.table.min_players = 3;
        fake_arena_open(&game.fake_arena);
        fake_arena_connect(&game.fake_arena, 0, "");
        fake_arena_say(&game.fake_arena, 0, "%s", HELLO("Alpha", CODE("AlphaAlpha")));
        fake_arena_connect(&game.fake_arena, 1, "");
        fake_arena_say(&game.fake_arena, 1, "%s", rows[i].text);
        const char *got = fake_arena_brief(&game.fake_arena, 1, game.brief);
        if (strncmp(got, rows[i].answer, strlen(rows[i].answer)) != 0)
            fail_msg("row %zu: %s", i, got);
        fake_arena_close(&game.fake_arena);
    }
#undef HELLO
#undef CODE
}

/* 3.10, 1.2, 9.1 */
static void room_hello_again_and_tables(void **state)
{
    (void)state;
    struct game game;
    begin(&game, "");
    game.fake_arena.table.seats = 2;
    game.fake_arena.config.arena.tables_max = 2;
    seat(&game, 2, 10000);
    fake_arena_say(&game.fake_arena, 1,
                   "{\"type\":\"hello\",\"team\":\"Beta\",\"join_code\":\"Beta\"}");
    expect(&game, 1, "error BAD_SCHEMA\n");
    hello(&game, 2, "Gamma");
    expect(&game, 2,
           "error TABLE_FULL\n"
           "closed 1008\n");
    fake_arena_connect(&game.fake_arena, 3, "second");
    fake_arena_say(&game.fake_arena, 3,
                   "{\"type\":\"hello\",\"team\":\"Gamma\",\"join_code\":\"g\"}");
    expect(&game, 3,
           "welcome second seat 0\n"
           "lobby 0:Gamma:10000\n");
    fake_arena_connect(&game.fake_arena, 4, "third");
    fake_arena_say(&game.fake_arena, 4,
                   "{\"type\":\"hello\",\"team\":\"Gamma\",\"join_code\":\"g\"}");
    expect(&game, 4,
           "error TABLE_FULL\n"
           "closed 1008\n");
    fake_arena_connect(&game.fake_arena, 5, "no such name!");
    fake_arena_say(&game.fake_arena, 5,
                   "{\"type\":\"hello\",\"team\":\"Gamma\",\"join_code\":\"g\"}");
    expect(&game, 5,
           "error BAD_SCHEMA\n"
           "closed 1008\n");
    fake_arena_close(&game.fake_arena);
}

/* ---- watchers ---- */

static void watch(struct game *game, uint32_t conn, const char *role, const char *secret)
{
    fake_arena_connect(&game->fake_arena, conn, "");
    fake_arena_say(&game->fake_arena, conn,
                   "{\"type\":\"hello\",\"role\":\"%s\",\"secret\":\"%s\"}", role, secret);
}

static void control(struct game *game, uint32_t conn, const char *command, int at)
{
    fake_arena_say(&game->fake_arena, conn, "{\"type\":\"control\",\"command\":\"%s\",\"seat\":%d}",
                   command, at);
}

/* 11.1, 11.2: one hand behind, and without hole cards. */
static void room_spectator_is_a_hand_behind(void **state)
{
    (void)state;
    struct game game;
    begin(&game, "As Kd Ah Kc 2c 7d 9h Js 3s");
    seat(&game, 2, 10000);
    watch(&game, 8, "spectator", "guess");
    expect(&game, 8,
           "error FORBIDDEN\n"
           "closed 1008\n");
    watch(&game, 9, "spectator", "sesame");
    expect(&game, 9,
           "welcome T-1\n"
           "lobby 0:Alpha:9950 1:Beta:9900\n");
    play(&game, "0 CALL, 1 CHECK, 1 CHECK, 0 CHECK, 1 CHECK, 0 CHECK, 1 CHECK");
    expect(&game, 9, "");
    act(&game, 0, "CHECK");
    expect(&game, 9,
           "start_hand H-2025-10-17-00001 button 0 stacks 0:10000 1:10000\n"
           "POST_BLINDS 0 1 50 100\n"
           "CALL 0 50 100\n"
           "CHECK 1\n"
           "FLOP [2c 7d 9h]\n"
           "CHECK 1\n"
           "CHECK 0\n"
           "TURN Js\n"
           "CHECK 1\n"
           "CHECK 0\n"
           "RIVER 3s\n"
           "CHECK 1\n"
           "CHECK 0\n"
           "SHOWDOWN 1 [As Ah] [2c 7d 9h Js 3s] pair\n"
           "SHOWDOWN 0 [Kd Kc] [2c 7d 9h Js 3s] pair\n"
           "POT_AWARD 1 200 0\n"
           "end_hand 0:9900 1:10100\n");
    act(&game, 9, "FOLD");
    expect(&game, 9, "error OUT_OF_TURN\n");
    control(&game, 9, "PAUSE", 0);
    expect(&game, 9, "error FORBIDDEN\n");
    fake_arena_close(&game.fake_arena);
}

/* 11.3 */
static void room_admin_rules_the_table(void **state)
{
    (void)state;
    struct game game;
    begin(&game, "");
    game.fake_arena.table.pace = FELT_PACE_OPERATOR;
    seat(&game, 3, 10000);
    watch(&game, 9, "operator", "sesame");
    fake_arena_deafen(&game.fake_arena);
    control(&game, 9, "SKIP_ACTION", 0);
    control(&game, 9, "START_HAND", 0);
    control(&game, 9, "START_HAND", 0);
    expect(&game, 9,
           "error INVALID_ACTION\n"
           "status in_hand hands 1 next 0 time 15000\n"
           "error INVALID_ACTION\n");
    fake_arena_wait(&game.fake_arena, 5000);
    control(&game, 9, "PAUSE", 0);
    fake_arena_wait(&game.fake_arena, 100000);
    control(&game, 9, "STATUS", 0);
    expect(&game, 9,
           "status paused in_hand hands 1 next 0 time 10000\n"
           "status paused in_hand hands 1 next 0 time 10000\n");
    control(&game, 9, "RESUME", 0);
    fake_arena_deafen(&game.fake_arena);
    fake_arena_wait(&game.fake_arena, 9999);
    expect(&game, 1, "");
    fake_arena_wait(&game.fake_arena, 1);
    expect(&game, 1,
           "CALL 0 100 100\n"
           "act 1 PRE_FLOP [2c 2s] stack 9950 in 50 to_call 50 time 15000 | FOLD CALL 50 RAISE_TO "
           "200-10000 req 2\n");
    control(&game, 9, "SKIP_ACTION", 0);
    control(&game, 9, "FORFEIT_SEAT", 0);
    control(&game, 9, "FORFEIT_SEAT", 5);
    expect(&game, 9,
           "status in_hand hands 1 next 2 time 15000\n"
           "lobby 0:Alpha:9900 away forfeited 1:Beta:9900 2:Gamma:9900\n"
           "status in_hand hands 1 next 2 time 15000\n"
           "error INVALID_ACTION\n");
    expect(&game, 0,
           "CALL 0 100 100\n"
           "CALL 1 50 100\n"
           "closed 4401\n");
    fake_arena_deafen(&game.fake_arena);
    hello(&game, 7, "Alpha");
    expect(&game, 7,
           "error TABLE_FULL\n"
           "closed 1008\n");
    control(&game, 9, "FORFEIT_SEAT", 1);
    expect(&game, 2, "lobby 0:Alpha:9900 away forfeited 1:Beta:9900 away forfeited 2:Gamma:9900\n");
    fake_arena_close(&game.fake_arena);
}

/* A result that was told stays: nobody forfeits after the end. */
static void room_nobody_forfeits_after_the_end(void **state)
{
    (void)state;
    struct game game;
    begin(&game, "2c As 7d Ah Kc Kd Qs 3h 4d");
    seat(&game, 2, 1000);
    play(&game, "0 RAISE_TO 1000, 1 CALL");
    watch(&game, 9, "operator", "sesame");
    fake_arena_deafen(&game.fake_arena);
    control(&game, 9, "FORFEIT_SEAT", 0);
    expect(&game, 9, "error INVALID_ACTION\n");
    fake_arena_gone(&game.fake_arena, 1);
    hello(&game, 1, "Beta");
    expect(&game, 1,
           "welcome T-1 seat 1\n"
           "lobby 0:Alpha:2000 1:Beta:0\n"
           "match_end winner 0 Alpha stacks 0:Alpha:2000 1:Beta:0 reveals 1\n");
    fake_arena_close(&game.fake_arena);
}

/* 3.4, 3.7: nobody comes back, the match is given up; later its name is free. */
static void room_abandoned_table_is_given_up(void **state)
{
    (void)state;
    struct game game;
    begin(&game, "");
    seat(&game, 2, 10000);
    act(&game, 0, "FOLD");
    fake_arena_gone(&game.fake_arena, 0);
    fake_arena_gone(&game.fake_arena, 1);
    fake_arena_wait(&game.fake_arena, 15000 * 8); /* the hand under way is played by the clock */
    assert_int_equal(felt_arena_counts(felt_arena_session_arena(game.fake_arena.host))->in_hand, 0);
    fake_arena_wait(&game.fake_arena, 600000);
    fake_arena_deafen(&game.fake_arena);
    hello(&game, 1, "Beta");
    expect(&game, 1,
           "welcome T-1 seat 1\n"
           "lobby 0:Alpha:9950 away 1:Beta:10050\n"
           "match_end abandoned 1 Beta stacks 0:Alpha:9950 1:Beta:10050 reveals 2\n");
    fake_arena_gone(&game.fake_arena, 1);
    fake_arena_wait(&game.fake_arena, 60000);
    assert_int_equal(felt_arena_counts(felt_arena_session_arena(game.fake_arena.host))->tables, 0);
    fake_arena_close(&game.fake_arena);
}

/* ---- seats without a connection ---- */

static const struct felt_arena_counts *counts(const struct game *game)
{
    return felt_arena_counts(felt_arena_session_arena(game->fake_arena.host));
}

static void join(struct game *game, uint32_t conn, const char *table, const char *team)
{
    fake_arena_connect(&game->fake_arena, conn, table);
    fake_arena_say(&game->fake_arena, conn,
                   "{\"type\":\"hello\",\"team\":\"%s\",\"join_code\":\"%s\"}", team, team);
}

/* 5.1: a connection that broke a moment ago may come back in time. */
static void room_absence_counts_after_the_time_of_a_move(void **state)
{
    (void)state;
    struct game game;
    begin(&game, "");
    game.fake_arena.table.absent_ms = 50;
    seat(&game, 2, 10000);
    fake_arena_gone(&game.fake_arena, 1);
    act(&game, 0, "CALL"); /* Beta is asked, and was here just now */
    fake_arena_wait(&game.fake_arena, 14999);
    assert_int_equal(counts(&game)->timeouts, 0);
    fake_arena_wait(&game.fake_arena, 1); /* asked again on the flop */
    assert_int_equal(counts(&game)->timeouts, 1);
    fake_arena_wait(&game.fake_arena, 49);
    assert_int_equal(counts(&game)->timeouts, 1);
    fake_arena_wait(&game.fake_arena, 1);
    assert_int_equal(counts(&game)->timeouts, 2);
    fake_arena_close(&game.fake_arena);
}

/* A restart cuts every connection: nobody could be here yet, however long they were away before. */
static void room_absence_counts_anew_after_a_restart(void **state)
{
    (void)state;
    struct game game;
    begin(&game, "");
    game.fake_arena.table.absent_ms = 50;
    seat(&game, 2, 10000);
    fake_arena_gone(&game.fake_arena, 1);
    fake_arena_wait(&game.fake_arena, 14000);
    act(&game, 0, "CALL");
    fake_arena_wait(&game.fake_arena, 14000);
    assert_int_equal(counts(&game)->timeouts, 0);
    assert_true(fake_arena_crash(&game.fake_arena, 0, true));
    fake_arena_turn(&game.fake_arena);
    fake_arena_wait(&game.fake_arena, 14999);
    assert_int_equal(counts(&game)->timeouts, 0);
    fake_arena_wait(&game.fake_arena, 51);
    assert_int_equal(counts(&game)->timeouts, 2);
    fake_arena_close(&game.fake_arena);
}

/* 3.4, 11.1: whoever watches is no reason to deal, nor to keep a table. */
static void room_spectators_keep_no_table(void **state)
{
    (void)state;
    struct game game;
    begin(&game, "2c As 7d Ah Kc Kd Qs 3h 4d");
    seat(&game, 2, 10000);
    watch(&game, 9, "spectator", "sesame");
    fake_arena_gone(&game.fake_arena, 0);
    fake_arena_gone(&game.fake_arena, 1);
    fake_arena_wait(&game.fake_arena, 15000 * 8); /* the hand under way is played by the clock */
    assert_int_equal(counts(&game)->hands, 1);
    fake_arena_deafen(&game.fake_arena);
    fake_arena_wait(&game.fake_arena, 599999);
    expect(&game, 9, "");
    fake_arena_wait(&game.fake_arena, 1);
    expect(&game, 9, "match_end abandoned 0 Alpha stacks 0:Alpha:10100 1:Beta:9900 reveals 1\n");
    fake_arena_wait(&game.fake_arena, 59999);
    assert_int_equal(counts(&game)->tables, 1);
    fake_arena_wait(&game.fake_arena, 1);
    expect(&game, 9, "closed 1000\n");
    assert_int_equal(counts(&game)->tables, 0);
    fake_arena_close(&game.fake_arena);
}

/* 11.3: a pause stops the clocks of a hand, but a table that everybody left is not kept for it. */
static void room_paused_table_without_people_is_given_up(void **state)
{
    (void)state;
    struct game game;
    begin(&game, "");
    seat(&game, 2, 10000);
    watch(&game, 9, "operator", "sesame");
    act(&game, 0, "RAISE_TO 5000");
    control(&game, 9, "PAUSE", 0);
    for (uint32_t conn = 0; conn < 2; conn++) fake_arena_gone(&game.fake_arena, conn);
    fake_arena_gone(&game.fake_arena, 9);
    fake_arena_deafen(&game.fake_arena);
    fake_arena_wait(&game.fake_arena, 599999);
    assert_int_equal(counts(&game)->in_hand, 1);
    fake_arena_wait(&game.fake_arena, 1);
    assert_int_equal(counts(&game)->in_hand, 0);
    assert_true(fake_arena_crash(&game.fake_arena, 0, true)); /* it stays so */
    fake_arena_turn(&game.fake_arena);
    hello(&game, 1, "Beta");
    static const char end[] = "match_end abandoned 0 Alpha stacks 0:Alpha:10000 1:Beta:10000";
    assert_non_null(strstr(fake_arena_brief(&game.fake_arena, 1, game.brief), end));
    fake_arena_gone(&game.fake_arena, 1);
    fake_arena_wait(&game.fake_arena, 60000);
    assert_int_equal(counts(&game)->tables, 0);
    fake_arena_close(&game.fake_arena);
}

/* 1.2: nobody can take the default table by opening others, and tables that nobody plays at make
 * room for those who want to. */
static void room_tables_without_players_make_room(void **state)
{
    (void)state;
    static const char full[] = "error TABLE_FULL\nclosed 1008\n";
    struct game game;
    begin(&game, "");
    game.fake_arena.config.arena.tables_max = 3;
    fake_arena_open(&game.fake_arena);
    join(&game, 0, "a", "Alpha");
    join(&game, 1, "b", "Beta");
    fake_arena_deafen(&game.fake_arena);
    join(&game, 2, "c", "Gamma");
    expect(&game, 2, full); /* the third is kept back */
    hello(&game, 3, "Delta");
    expect(&game, 3, "welcome T-1 seat 0\nlobby 0:Delta:10000\n");

    fake_arena_gone(&game.fake_arena, 0);
    join(&game, 4, "c", "Gamma");
    expect(&game, 4, "welcome c seat 0\nlobby 0:Gamma:10000\n");

    join(&game, 5, "b", "Alpha"); /* they play, and both leave */
    fake_arena_gone(&game.fake_arena, 1);
    fake_arena_gone(&game.fake_arena, 5);
    join(&game, 6, "d", "Beta");
    expect(&game, 6, full);
    fake_arena_wait(&game.fake_arena, 15000 * 8);
    join(&game, 7, "d", "Beta");
    expect(&game, 7, "welcome d seat 0\nlobby 0:Beta:10000\n");
    assert_int_equal(counts(&game)->matches, 1);

    fake_arena_gone(&game.fake_arena, 3); /* the default table is not given up for another */
    join(&game, 8, "e", "Alpha");
    expect(&game, 8, full);
    assert_int_equal(counts(&game)->tables, 3);
    fake_arena_close(&game.fake_arena);
}

/* ---- clocks that ring together ---- */

static void room_alarms_table_a_few_at_a_time(void **state)
{
    (void)state;
    enum { TABLES = 20, AT_ONCE = 16 };
    struct game game;
    begin(&game, "");
    game.fake_arena.config.arena.tables_max = TABLES;
    fake_arena_open(&game.fake_arena);
    for (uint32_t conn = 0; conn < 2 * TABLES; conn++) {
        char table[16];
        snprintf(table, sizeof table, "t%u", conn / 2);
        if (conn / 2 == 0) table[0] = '\0'; /* one of them is the default table */
        join(&game, conn, table, teams[conn % 2]);
    }
    assert_int_equal(counts(&game)->in_hand, TABLES);
    game.fake_arena.now_us += 15000000;
    int64_t next =
        felt_arena_session_turn(game.fake_arena.host, FAKE_ARENA_DATE, game.fake_arena.now_us);
    assert_int_equal(counts(&game)->timeouts, AT_ONCE);
    assert_true(next <= game.fake_arena.now_us); /* it wants to be called again at once */
    next = felt_arena_session_turn(game.fake_arena.host, FAKE_ARENA_DATE, game.fake_arena.now_us);
    assert_int_equal(counts(&game)->timeouts, TABLES);
    assert_true(next > game.fake_arena.now_us);
    fake_arena_close(&game.fake_arena);
}

TEST_MODULE(arena_people)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(room_hello_by_mode),
        cmocka_unit_test(room_hello_again_and_tables),
        cmocka_unit_test(room_spectator_is_a_hand_behind),
        cmocka_unit_test(room_admin_rules_the_table),
        cmocka_unit_test(room_nobody_forfeits_after_the_end),
        cmocka_unit_test(room_abandoned_table_is_given_up),
        cmocka_unit_test(room_absence_counts_after_the_time_of_a_move),
        cmocka_unit_test(room_absence_counts_anew_after_a_restart),
        cmocka_unit_test(room_spectators_keep_no_table),
        cmocka_unit_test(room_paused_table_without_people_is_given_up),
        cmocka_unit_test(room_tables_without_players_make_room),
        cmocka_unit_test(room_alarms_table_a_few_at_a_time),
    };
    return cmocka_run_group_tests_name("arena_people", tests, NULL, NULL);
}
