/* test_room_people.c -- who may sit, watch and rule at a table, frame by frame.  Paragraphs are
 * those of docs/PROTOCOL.md. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "room_game.h"

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
        game.hall.table.join = rows[i].join;
        game.hall.table.min_players = 3;
        hall_open(&game.hall);
        hall_connect(&game.hall, 0, "");
        hall_say(&game.hall, 0, "%s", HELLO("Alpha", CODE("AlphaAlpha")));
        hall_connect(&game.hall, 1, "");
        hall_say(&game.hall, 1, "%s", rows[i].text);
        const char *got = hall_brief(&game.hall, 1, game.brief);
        if (strncmp(got, rows[i].answer, strlen(rows[i].answer)) != 0)
            fail_msg("row %zu: %s", i, got);
        hall_close(&game.hall);
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
    game.hall.table.seats = 2;
    game.hall.config.room.tables_max = 2;
    seat(&game, 2, 10000);
    hall_say(&game.hall, 1, "{\"type\":\"hello\",\"team\":\"Beta\",\"join_code\":\"Beta\"}");
    expect(&game, 1, "error BAD_SCHEMA\n");
    hello(&game, 2, "Gamma");
    expect(&game, 2,
           "error TABLE_FULL\n"
           "closed 1008\n");
    hall_connect(&game.hall, 3, "second");
    hall_say(&game.hall, 3, "{\"type\":\"hello\",\"team\":\"Gamma\",\"join_code\":\"g\"}");
    expect(&game, 3,
           "welcome second seat 0\n"
           "lobby 0:Gamma:10000\n");
    hall_connect(&game.hall, 4, "third");
    hall_say(&game.hall, 4, "{\"type\":\"hello\",\"team\":\"Gamma\",\"join_code\":\"g\"}");
    expect(&game, 4,
           "error TABLE_FULL\n"
           "closed 1008\n");
    hall_connect(&game.hall, 5, "no such name!");
    hall_say(&game.hall, 5, "{\"type\":\"hello\",\"team\":\"Gamma\",\"join_code\":\"g\"}");
    expect(&game, 5,
           "error BAD_SCHEMA\n"
           "closed 1008\n");
    hall_close(&game.hall);
}

/* ---- watchers ---- */

static void watch(struct game *game, uint32_t line, const char *role, const char *secret)
{
    hall_connect(&game->hall, line, "");
    hall_say(&game->hall, line, "{\"type\":\"hello\",\"role\":\"%s\",\"secret\":\"%s\"}", role,
             secret);
}

static void control(struct game *game, uint32_t line, const char *command, int at)
{
    hall_say(&game->hall, line, "{\"type\":\"control\",\"command\":\"%s\",\"seat\":%d}", command,
             at);
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
    hall_close(&game.hall);
}

/* 11.3 */
static void room_operator_rules_the_table(void **state)
{
    (void)state;
    struct game game;
    begin(&game, "");
    game.hall.table.pace = FELT_PACE_OPERATOR;
    seat(&game, 3, 10000);
    watch(&game, 9, "operator", "sesame");
    hall_deafen(&game.hall);
    control(&game, 9, "SKIP_ACTION", 0);
    control(&game, 9, "START_HAND", 0);
    control(&game, 9, "START_HAND", 0);
    expect(&game, 9,
           "error INVALID_ACTION\n"
           "status in_hand hands 1 next 0 time 15000\n"
           "error INVALID_ACTION\n");
    hall_wait(&game.hall, 5000);
    control(&game, 9, "PAUSE", 0);
    hall_wait(&game.hall, 100000);
    control(&game, 9, "STATUS", 0);
    expect(&game, 9,
           "status paused in_hand hands 1 next 0 time 10000\n"
           "status paused in_hand hands 1 next 0 time 10000\n");
    control(&game, 9, "RESUME", 0);
    hall_deafen(&game.hall);
    hall_wait(&game.hall, 9999);
    expect(&game, 1, "");
    hall_wait(&game.hall, 1);
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
    hall_deafen(&game.hall);
    hello(&game, 7, "Alpha");
    expect(&game, 7,
           "error TABLE_FULL\n"
           "closed 1008\n");
    control(&game, 9, "FORFEIT_SEAT", 1);
    expect(&game, 2, "lobby 0:Alpha:9900 away forfeited 1:Beta:9900 away forfeited 2:Gamma:9900\n");
    hall_close(&game.hall);
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
    hall_deafen(&game.hall);
    control(&game, 9, "FORFEIT_SEAT", 0);
    expect(&game, 9, "error INVALID_ACTION\n");
    hall_gone(&game.hall, 1);
    hello(&game, 1, "Beta");
    expect(&game, 1,
           "welcome T-1 seat 1\n"
           "lobby 0:Alpha:2000 1:Beta:0\n"
           "match_end winner 0 Alpha stacks 0:Alpha:2000 1:Beta:0 reveals 1\n");
    hall_close(&game.hall);
}

/* 3.4, 3.7: nobody comes back, the match is given up; later its name is free. */
static void room_abandoned_table_is_given_up(void **state)
{
    (void)state;
    struct game game;
    begin(&game, "");
    seat(&game, 2, 10000);
    act(&game, 0, "FOLD");
    hall_gone(&game.hall, 0);
    hall_gone(&game.hall, 1);
    hall_wait(&game.hall, 15000 * 8); /* the hand under way is played by the clock */
    assert_int_equal(felt_room_counts(felt_host_room(game.hall.host))->in_hand, 0);
    hall_wait(&game.hall, 600000);
    hall_deafen(&game.hall);
    hello(&game, 1, "Beta");
    expect(&game, 1,
           "welcome T-1 seat 1\n"
           "lobby 0:Alpha:9950 away 1:Beta:10050\n"
           "match_end abandoned 1 Beta stacks 0:Alpha:9950 1:Beta:10050 reveals 2\n");
    hall_gone(&game.hall, 1);
    hall_wait(&game.hall, 60000);
    assert_int_equal(felt_room_counts(felt_host_room(game.hall.host))->tables, 0);
    hall_close(&game.hall);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(room_hello_by_mode),
        cmocka_unit_test(room_hello_again_and_tables),
        cmocka_unit_test(room_spectator_is_a_hand_behind),
        cmocka_unit_test(room_operator_rules_the_table),
        cmocka_unit_test(room_nobody_forfeits_after_the_end),
        cmocka_unit_test(room_abandoned_table_is_given_up),
    };
    return cmocka_run_group_tests_name("room_people", tests, NULL, NULL);
}
