/* test_arena.c -- hands, turns, clocks and ends of a table, frame by frame.  Paragraphs are those
 * of docs/PROTOCOL.md. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "module.h"
#include "arena_game.h"

/* ---- seats and hands ---- */

/* 3.5, 6.4: heads-up the button posts the small blind; a fold ends the hand with one award and
 * without questions; the button goes on. */
static void arena_heads_up_fold_wins_everything(void **state)
{
    (void)state;
    struct game game;
    begin(&game, "As Kd Ah Kc");
    game.fake_arena.table.min_players = 2;
    fake_arena_open(&game.fake_arena);
    hello(&game, 0, "Alpha");
    expect(&game, 0,
           "welcome T-1 seat 0\n"
           "lobby 0:Alpha:10000\n");
    hello(&game, 1, "Beta");
    expect(&game, 0,
           "lobby 0:Alpha:10000 1:Beta:10000\n"
           "start_hand H-2025-10-17-00001 button 0 stacks 0:10000 1:10000\n"
           "POST_BLINDS 0 1 50 100\n"
           "act 0 PRE_FLOP [Kd Kc] stack 9950 in 50 to_call 50 time 15000 | FOLD CALL 50 RAISE_TO "
           "200-10000 req 1\n");
    expect(&game, 1,
           "welcome T-1 seat 1\n"
           "lobby 0:Alpha:10000 1:Beta:10000\n"
           "start_hand H-2025-10-17-00001 button 0 stacks 0:10000 1:10000\n"
           "POST_BLINDS 0 1 50 100\n");
    play(&game, "0 RAISE_TO 300, 1 FOLD");
    expect(&game, 0,
           "BET 0 250 300\n"
           "FOLD 1\n"
           "POT_AWARD 0 400 0\n"
           "end_hand 0:10100 1:9900\n"
           "start_hand H-2025-10-17-00002 button 1 stacks 0:10100 1:9900\n"
           "POST_BLINDS 1 0 50 100\n");
    expect(&game, 1,
           "BET 0 250 300\n"
           "act 1 PRE_FLOP [As Ah] stack 9900 in 100 to_call 200 time 15000 | FOLD CALL 200 "
           "RAISE_TO 500-10000 req 2\n"
           "FOLD 1\n"
           "POT_AWARD 0 400 0\n"
           "end_hand 0:10100 1:9900\n"
           "start_hand H-2025-10-17-00002 button 1 stacks 0:10100 1:9900\n"
           "POST_BLINDS 1 0 50 100\n"
           "act 1 PRE_FLOP [Kd Kc] stack 9850 in 50 to_call 50 time 15000 | FOLD CALL 50 RAISE_TO "
           "200-9900 req 3\n");
    fake_arena_close(&game.fake_arena);
}

/* 7.4, 7.5: prices, smallest raises, who is asked after a raise. */
static void arena_raise_sets_prices_and_asks_the_others(void **state)
{
    (void)state;
    struct game game;
    begin(&game, "");
    seat(&game, 3, 10000);
    play(&game, "0 RAISE_TO 300, 1 RAISE_TO 700, 2 FOLD");
    expect(&game, 0,
           "BET 0 300 300\n"
           "BET 1 650 700\n"
           "FOLD 2\n"
           "act 0 PRE_FLOP [2h 3d] stack 9700 in 300 to_call 400 time 15000 | FOLD CALL 400 "
           "RAISE_TO 1100-10000 req 4\n");
    expect(&game, 1,
           "BET 0 300 300\n"
           "act 1 PRE_FLOP [2c 2s] stack 9950 in 50 to_call 250 time 15000 | FOLD CALL 250 "
           "RAISE_TO 500-10000 req 2\n"
           "BET 1 650 700\n"
           "FOLD 2\n");
    fake_arena_close(&game.fake_arena);
}

/* 7.4: nothing to call: CHECK, and no call_amount; a fold after the flop deals no more streets. */
static void arena_check_is_free_and_folds_end_the_hand(void **state)
{
    (void)state;
    struct game game;
    begin(&game, "2c 2d 2h 3c 3d 3h As Ks Qs");
    seat(&game, 3, 10000);
    play(&game, "0 CALL, 1 CALL");
    fake_arena_deafen(&game.fake_arena);
    play(&game, "2 CHECK, 1 RAISE_TO 200, 2 FOLD, 0 FOLD");
    expect(&game, 2,
           "CHECK 2\n"
           "FLOP [As Ks Qs]\n"
           "BET 1 200 200\n"
           "act 2 FLOP [2d 3d] stack 9900 in 0 to_call 200 time 15000 | FOLD CALL 200 RAISE_TO "
           "400-9900 req 5\n"
           "FOLD 2\n"
           "FOLD 0\n"
           "POT_AWARD 1 500 0\n"
           "end_hand 0:9900 1:10200 2:9900\n"
           "start_hand H-2025-10-17-00002 button 1 stacks 0:9900 1:10200 2:9900\n"
           "POST_BLINDS 2 0 50 100\n");
    fake_arena_close(&game.fake_arena);
}

/* 7.5: a stack that the smallest raise would take whole; one that cannot even call. */
static void arena_raise_is_capped_by_the_stack(void **state)
{
    (void)state;
    struct game game;
    begin(&game, "");
    seat(&game, 2, 200);
    expect(&game, 0, "");
    fake_arena_wait(&game.fake_arena, 100);
    fake_arena_gone(&game.fake_arena, 0);
    hello(&game, 0, "Alpha");
    expect(&game, 0,
           "welcome T-1 seat 0\n"
           "lobby 0:Alpha:150 1:Beta:100\n"
           "snapshot 0 PRE_FLOP [2d 2s] stack 150 in 50 to_call 50 next 0 time 14900 | FOLD CALL "
           "50 RAISE_TO 200-200 req 1 history 1\n"
           "act 0 PRE_FLOP [2d 2s] stack 150 in 50 to_call 50 time 14900 | FOLD CALL 50 RAISE_TO "
           "200-200 req 1\n");
    act(&game, 0, "RAISE_TO 199");
    act(&game, 0, "RAISE_TO 201");
    expect(&game, 0,
           "error INVALID_ACTION\n"
           "error INVALID_ACTION\n");
    fake_arena_deafen(&game.fake_arena);
    act(&game, 0, "RAISE_TO 200");
    expect(
        &game, 1,
        "BET 0 150 200 all_in\n"
        "act 1 PRE_FLOP [2c 2h] stack 100 in 100 to_call 100 time 15000 | FOLD CALL 100 req 2\n");
    fake_arena_close(&game.fake_arena);
}

/* 6.1, 6.4, 6.5: run-out, every hand is shown, main pot first, uncalled chips last, eliminations by
 * stack.  Alpha and Beta tie for the main pot of an odd number of chips. */
static void arena_side_pots_odd_chip_and_eliminations(void **state)
{
    (void)state;
    struct game game;
    begin(&game, "Ac Ad 7h Kc Kd 7d As Ks 2h 3h 4c");
    seat(&game, 3, 1001);
    play(&game, "0 FOLD, 1 FOLD"); /* Gamma has 1051, Beta 951 */
    game.hand = 2;
    fake_arena_deafen(&game.fake_arena);
    /* Button Beta: blinds Gamma and Alpha; cards from left of the button: Gamma, Alpha, Beta. */
    play(&game, "1 RAISE_TO 951, 2 RAISE_TO 1051, 0 CALL");
    expect(&game, 0,
           "BET 1 951 951 all_in\n"
           "BET 2 1001 1051 all_in\n"
           "act 0 PRE_FLOP [Ad Kd] stack 901 in 100 to_call 951 time 15000 | FOLD CALL 901 req 5\n"
           "CALL 0 901 1001 all_in\n"
           "FLOP [As Ks 2h]\n"
           "TURN 3h\n"
           "RIVER 4c\n"
           "SHOWDOWN 2 [Ac Kc] [As Ks 2h 3h 4c] two_pair\n"
           "SHOWDOWN 0 [Ad Kd] [As Ks 2h 3h 4c] two_pair\n"
           "SHOWDOWN 1 [7h 7d] [As Ks 2h 3h 4c] pair\n"
           "POT_AWARD 2 1427 0\n"
           "POT_AWARD 0 1426 0\n"
           "POT_AWARD 2 50 1\n"
           "POT_AWARD 0 50 1\n"
           "POT_AWARD 2 50 2\n"
           "ELIMINATED 1\n"
           "end_hand 0:1476 1:0 2:1527\n"
           "start_hand H-2025-10-17-00003 button 2 stacks 0:1476 1:0 2:1527\n"
           "POST_BLINDS 2 0 50 100\n");
    fake_arena_close(&game.fake_arena);
}

/* 3.3, 3.4: the match is over when one has everything. */
static void arena_match_ends_with_a_bust(void **state)
{
    (void)state;
    struct game game;
    begin(&game, "2c As 7d Ah Kc Kd Qs 3h 4d");
    seat(&game, 2, 1000);
    play(&game, "0 RAISE_TO 1000, 1 CALL");
    expect(&game, 1,
           "BET 0 950 1000 all_in\n"
           "act 1 PRE_FLOP [2c 7d] stack 900 in 100 to_call 900 time 15000 | FOLD CALL 900 req 2\n"
           "CALL 1 900 1000 all_in\n"
           "FLOP [Kc Kd Qs]\n"
           "TURN 3h\n"
           "RIVER 4d\n"
           "SHOWDOWN 0 [As Ah] [Kc Kd Qs 3h 4d] two_pair\n"
           "SHOWDOWN 1 [2c 7d] [Kc Kd Qs 3h 4d] pair\n"
           "POT_AWARD 0 2000 0\n"
           "ELIMINATED 1\n"
           "end_hand 0:2000 1:0\n"
           "match_end winner 0 Alpha stacks 0:Alpha:2000 1:Beta:0 reveals 1\n");
    /* 10.3, 3.6 */
    fake_arena_gone(&game.fake_arena, 1);
    hello(&game, 1, "Beta");
    expect(&game, 1,
           "welcome T-1 seat 1\n"
           "lobby 0:Alpha:2000 1:Beta:0\n"
           "match_end winner 0 Alpha stacks 0:Alpha:2000 1:Beta:0 reveals 1\n");
    hello(&game, 3, "Delta");
    expect(&game, 3,
           "error TABLE_FULL\n"
           "closed 1008\n");
    fake_arena_close(&game.fake_arena);
}

/* 3.4: after the last hand the most chips win; equals are told. */
static void arena_hand_limit_tells_a_tie(void **state)
{
    (void)state;
    struct game game;
    begin(&game, "2c 2d 3c 3d As Ks Qs Js Ts");
    game.fake_arena.table.max_hands = 1;
    seat(&game, 2, 1000);
    play(&game, "0 CALL, 1 CHECK, 1 CHECK, 0 CHECK, 1 CHECK, 0 CHECK, 1 CHECK, 0 CHECK");
    expect(&game, 0,
           "CALL 0 50 100\n"
           "CHECK 1\n"
           "FLOP [As Ks Qs]\n"
           "CHECK 1\n"
           "act 0 FLOP [2d 3d] stack 900 in 0 to_call 0 time 15000 | FOLD CHECK RAISE_TO 100-900 "
           "req 4\n"
           "CHECK 0\n"
           "TURN Js\n"
           "CHECK 1\n"
           "act 0 TURN [2d 3d] stack 900 in 0 to_call 0 time 15000 | FOLD CHECK RAISE_TO 100-900 "
           "req 6\n"
           "CHECK 0\n"
           "RIVER Ts\n"
           "CHECK 1\n"
           "act 0 RIVER [2d 3d] stack 900 in 0 to_call 0 time 15000 | FOLD CHECK RAISE_TO 100-900 "
           "req 8\n"
           "CHECK 0\n"
           "SHOWDOWN 1 [2c 3c] [As Ks Qs Js Ts] straight_flush\n"
           "SHOWDOWN 0 [2d 3d] [As Ks Qs Js Ts] straight_flush\n"
           "POT_AWARD 1 100 0\n"
           "POT_AWARD 0 100 0\n"
           "end_hand 0:1000 1:1000\n"
           "match_end hand_limit 0 Alpha stacks 0:Alpha:1000 1:Beta:1000 tied 2 reveals 1\n");
    fake_arena_close(&game.fake_arena);
}

/* 3.6: who comes during a hand waits for the next one, and knows no cards. */
static void arena_newcomer_waits_for_the_next_hand(void **state)
{
    (void)state;
    struct game game;
    begin(&game, "");
    seat(&game, 2, 10000);
    hello(&game, 2, "Gamma");
    expect(&game, 2,
           "welcome T-1 seat 2\n"
           "lobby 0:Alpha:9950 1:Beta:9900 2:Gamma:10000\n"
           "snapshot 2 PRE_FLOP [] stack 10000 in 0 to_call 0 next 0 time 15000 history 1\n");
    act(&game, 0, "FOLD");
    expect(&game, 2,
           "FOLD 0\n"
           "POT_AWARD 1 150 0\n"
           "end_hand 0:9950 1:10050 2:10000\n"
           "start_hand H-2025-10-17-00002 button 1 stacks 0:9950 1:10050 2:10000\n"
           "POST_BLINDS 2 0 50 100\n");
    fake_arena_close(&game.fake_arena);
}

/* 3.2 */
static void arena_waits_for_enough_players(void **state)
{
    (void)state;
    struct game game;
    begin(&game, "");
    game.fake_arena.table.min_players = 3;
    fake_arena_open(&game.fake_arena);
    hello(&game, 0, "Alpha");
    hello(&game, 1, "Beta");
    fake_arena_wait(&game.fake_arena, 100000);
    assert_int_equal(felt_arena_counts(felt_arena_session_arena(game.fake_arena.host))->in_hand, 0);
    hello(&game, 2, "Gamma");
    assert_int_equal(felt_arena_counts(felt_arena_session_arena(game.fake_arena.host))->in_hand, 1);
    fake_arena_close(&game.fake_arena);
}

/* 3.6: the seat of a team without chips is not given away, and not dealt to. */
static void arena_busted_seat_stays_its_teams(void **state)
{
    (void)state;
    struct game game;
    begin(&game, "As 2c Kh Ah 7d Qc Kc Kd Qs 3h 4d");
    game.fake_arena.table.seats = 3;
    seat(&game, 3, 1000);
    play(&game, "0 FOLD, 1 RAISE_TO 1000, 2 CALL");
    fake_arena_deafen(&game.fake_arena);
    hello(&game, 3, "Delta");
    expect(&game, 3,
           "error TABLE_FULL\n"
           "closed 1008\n");
    fake_arena_gone(&game.fake_arena, 2);
    hello(&game, 2, "Gamma");
    expect(&game, 2,
           "welcome T-1 seat 2\n"
           "lobby 0:Alpha:900 1:Beta:1950 2:Gamma:0\n"
           "snapshot 2 PRE_FLOP [] stack 0 in 0 to_call 0 next 1 time 15000 history 1\n");
    fake_arena_close(&game.fake_arena);
}

/* ---- turns and time ---- */

/* 5.1, 5.2: CHECK if it is free, else CALL; the hand goes on by itself. */
static void arena_clock_checks_then_calls(void **state)
{
    (void)state;
    struct game game;
    begin(&game, "");
    seat(&game, 2, 10000);
    fake_arena_wait(&game.fake_arena, 14999);
    expect(&game, 1, "");
    fake_arena_wait(&game.fake_arena, 1);
    expect(&game, 1,
           "CALL 0 50 100\n"
           "act 1 PRE_FLOP [2c 2h] stack 9900 in 100 to_call 0 time 15000 | FOLD CHECK RAISE_TO "
           "200-10000 req 2\n");
    fake_arena_wait(&game.fake_arena, 15000);
    expect(&game, 1,
           "CHECK 1\n"
           "FLOP [3c 3d 3h]\n"
           "act 1 FLOP [2c 2h] stack 9900 in 0 to_call 0 time 15000 | FOLD CHECK RAISE_TO 100-9900 "
           "req 3\n");
    act(&game, 1, "RAISE_TO 9900");
    fake_arena_deafen(&game.fake_arena);
    fake_arena_wait(&game.fake_arena, 15000);
    expect(&game, 1,
           "CALL 0 9900 9900 all_in\n"
           "TURN 3s\n"
           "RIVER 4c\n"
           "SHOWDOWN 1 [2c 2h] [3c 3d 3h 3s 4c] four_of_a_kind\n"
           "SHOWDOWN 0 [2d 2s] [3c 3d 3h 3s 4c] four_of_a_kind\n"
           "POT_AWARD 1 10000 0\n"
           "POT_AWARD 0 10000 0\n"
           "end_hand 0:10000 1:10000\n"
           "start_hand H-2025-10-17-00002 button 1 stacks 0:10000 1:10000\n"
           "POST_BLINDS 1 0 50 100\n"
           "act 1 PRE_FLOP [2d 2s] stack 9950 in 50 to_call 50 time 15000 | FOLD CALL 50 RAISE_TO "
           "200-10000 req 5\n");
    assert_int_equal(felt_arena_counts(felt_arena_session_arena(game.fake_arena.host))->timeouts,
                     3);
    fake_arena_close(&game.fake_arena);
}

/* 5.1: a team that is away when it is asked has another clock; 5.3: leaving stops none. */
static void arena_clock_of_an_absent_team(void **state)
{
    (void)state;
    struct game game;
    begin(&game, "");
    game.fake_arena.table.absent_ms = 2000;
    seat(&game, 2, 10000);
    fake_arena_gone(&game.fake_arena, 0);
    fake_arena_wait(&game.fake_arena, 14999);
    expect(&game, 1, "lobby 0:Alpha:9950 away 1:Beta:9900\n");
    fake_arena_wait(&game.fake_arena, 1);
    act(&game, 1, "CHECK");
    fake_arena_deafen(&game.fake_arena);
    act(&game, 1, "CHECK");
    fake_arena_wait(&game.fake_arena, 1999);
    expect(&game, 1, "CHECK 1\n");
    fake_arena_wait(&game.fake_arena, 1);
    expect(&game, 1,
           "CHECK 0\n"
           "TURN 3s\n"
           "act 1 TURN [2c 2h] stack 9900 in 0 to_call 0 time 15000 | FOLD CHECK RAISE_TO 100-9900 "
           "req 5\n");
    fake_arena_close(&game.fake_arena);
}

/* 5.4: the order of questions.  What is refused changes neither turn nor clock. */
static void arena_refuses_in_order(void **state)
{
    (void)state;
    static const struct {
        uint32_t conn;
        const char *text, *answer;
    } rows[] = {
        {1, "{\"type\":\"action\",\"hand_id\":7,\"action\":\"CALL\"}", "error BAD_SCHEMA\n"},
        {0, "{\"type\":\"action\",\"hand_id\":\"H-2025-10-17-00001\",\"action\":\"RAISE_TO\"}",
         "error BAD_SCHEMA\n"},
        {1, "{\"type\":\"action\",\"hand_id\":\"H-2025-10-17-00002\",\"action\":\"HOP\"}",
         "error ACTION_TOO_LATE\n"},
        {0, "{\"type\":\"action\",\"hand_id\":\"H-2025-10-17-00002\",\"action\":\"CALL\"}",
         "error ACTION_TOO_LATE\n"},
        {1,
         "{\"type\":\"action\",\"hand_id\":\"H-2025-10-17-00001\",\"action\":\"CALL\",\"req_id\":"
         "2}",
         "error ACTION_TOO_LATE\n"},
        {1,
         "{\"type\":\"action\",\"hand_id\":\"H-2025-10-17-00001\",\"action\":\"HOP\",\"req_id\":1}",
         "error OUT_OF_TURN\n"},
        {0, "{\"type\":\"action\",\"hand_id\":\"H-2025-10-17-00001\",\"action\":\"CHECK\"}",
         "error INVALID_ACTION\n"},
        {0, "{\"type\":\"action\",\"hand_id\":\"H-2025-10-17-00001\",\"action\":\"HOP\"}",
         "error INVALID_ACTION\n"},
        {0,
         "{\"type\":\"action\",\"hand_id\":\"H-2025-10-17-00001\",\"action\":\"DISCARD\",\"cards\":"
         "[]}",
         "error INVALID_ACTION\n"},
        {0,
         "{\"type\":\"action\",\"hand_id\":\"H-2025-10-17-00001\",\"action\":\"RAISE_TO\","
         "\"amount\":"
         "199}",
         "error INVALID_ACTION\n"},
        {0,
         "{\"type\":\"action\",\"hand_id\":\"H-2025-10-17-00001\",\"action\":\"RAISE_TO\","
         "\"amount\":"
         "10001}",
         "error INVALID_ACTION\n"},
        {0,
         "{\"type\":\"action\",\"hand_id\":\"H-2025-10-17-00001\",\"action\":\"CALL\",\"amount\":"
         "9}",
         "CALL 0 50 100\n"},
    };
    struct game game;
    begin(&game, "");
    seat(&game, 2, 10000);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint64_t hash = felt_arena_hash(felt_arena_session_arena(game.fake_arena.host));
        fake_arena_say(&game.fake_arena, rows[i].conn, "%s", rows[i].text);
        expect(&game, rows[i].conn, rows[i].answer);
        if (strncmp(rows[i].answer, "error", 5) == 0)
            assert_int_equal(felt_arena_hash(felt_arena_session_arena(game.fake_arena.host)), hash);
        fake_arena_wait(&game.fake_arena, 1000);
    }
    fake_arena_close(&game.fake_arena);
}

/* 5.5: an action that was there before its question answers nothing, unless it bears the number;
 * of two at once the second is too many. */
static void arena_takes_one_action_for_each_act(void **state)
{
    (void)state;
    static const char call[] =
        "{\"type\":\"action\",\"hand_id\":\"H-2025-10-17-00001\",\"action\":\"CALL\"}";
    static const char check[] =
        "{\"type\":\"action\",\"hand_id\":\"H-2025-10-17-00001\",\"action\":\"CHECK\"}";
    struct game game;
    begin(&game, "");
    seat(&game, 2, 10000);
    fake_arena_send(&game.fake_arena, 0, call, true);
    fake_arena_turn(&game.fake_arena);
    expect(&game, 0, "error ACTION_TOO_LATE\n");
    fake_arena_send(&game.fake_arena, 0, call, false);
    fake_arena_send(&game.fake_arena, 0, call, false);
    fake_arena_send(&game.fake_arena, 1, check, false); /* its act is not sent yet */
    fake_arena_turn(&game.fake_arena);
    expect(&game, 0,
           "CALL 0 50 100\n"
           "error OUT_OF_TURN\n");
    expect(&game, 1,
           "CALL 0 50 100\n"
           "act 1 PRE_FLOP [2c 2h] stack 9900 in 100 to_call 0 time 15000 | FOLD CHECK RAISE_TO "
           "200-10000 req 2\n"
           "error ACTION_TOO_LATE\n");
    fake_arena_send(&game.fake_arena, 1,
                    "{\"type\":\"action\",\"hand_id\":\"H-2025-10-17-00001\",\"action\":\"CHECK\","
                    "\"req_id\":2}",
                    true);
    fake_arena_turn(&game.fake_arena);
    expect(&game, 1,
           "CHECK 1\n"
           "FLOP [3c 3d 3h]\n"
           "act 1 FLOP [2c 2h] stack 9900 in 0 to_call 0 time 15000 | FOLD CHECK RAISE_TO 100-9900 "
           "req 3\n");
    fake_arena_close(&game.fake_arena);
}

/* ---- coming back ---- */

/* 10.1, 10.2: the old line is closed, the question comes again with the time that is left. */
static void arena_reconnect_gets_snapshot_and_act(void **state)
{
    (void)state;
    struct game game;
    begin(&game, "");
    seat(&game, 3, 10000);
    fake_arena_wait(&game.fake_arena, 6000);
    hello(&game, 5, "alpha"); /* letters are alike; the code is not */
    expect(&game, 5,
           "error TEAM_TAKEN\n"
           "closed 1008\n");
    hello(&game, 6, "Alpha");
    expect(&game, 6,
           "welcome T-1 seat 0\n"
           "lobby 0:Alpha:10000 1:Beta:9950 2:Gamma:9900\n"
           "snapshot 0 PRE_FLOP [2h 3d] stack 10000 in 0 to_call 100 next 0 time 9000 | FOLD CALL "
           "100 RAISE_TO 200-10000 req 1 history 1\n"
           "act 0 PRE_FLOP [2h 3d] stack 10000 in 0 to_call 100 time 9000 | FOLD CALL 100 RAISE_TO "
           "200-10000 req 1\n");
    expect(&game, 0, "closed 4000\n");
    hello(&game, 7, "Alpha"); /* one replacement a second */
    expect(&game, 7,
           "error TOO_MANY\n"
           "closed 1008\n");
    act(&game, 6, "FOLD");
    fake_arena_deafen(&game.fake_arena);
    fake_arena_gone(&game.fake_arena, 6);
    hello(&game, 6, "Alpha"); /* folded: own cards, nothing to call */
    expect(&game, 6,
           "welcome T-1 seat 0\n"
           "lobby 0:Alpha:10000 1:Beta:9950 2:Gamma:9900\n"
           "snapshot 0 PRE_FLOP [2h 3d] stack 10000 in 0 to_call 0 next 1 time 15000 history 2\n");
    fake_arena_close(&game.fake_arena);
}

/* 7.3, 12.3: numbers of hands go on after a crash, and so does the hand. */
static void arena_goes_on_after_a_crash(void **state)
{
    (void)state;
    struct game game;
    begin(&game, "");
    seat(&game, 2, 10000);
    play(&game, "0 RAISE_TO 300");
    assert_true(fake_arena_crash(&game.fake_arena, 0, true));
    fake_arena_turn(&game.fake_arena);
    fake_arena_deafen(&game.fake_arena);
    hello(&game, 1, "Beta");
    expect(&game, 1,
           "welcome T-1 seat 1\n"
           "lobby 0:Alpha:9700 away 1:Beta:9900\n"
           "snapshot 1 PRE_FLOP [2c 2h] stack 9900 in 100 to_call 200 next 1 time 15000 | FOLD "
           "CALL 200 RAISE_TO 500-10000 req 2 history 2\n"
           "act 1 PRE_FLOP [2c 2h] stack 9900 in 100 to_call 200 time 15000 | FOLD CALL 200 "
           "RAISE_TO 500-10000 req 2\n");
    act(&game, 1, "FOLD");
    expect(&game, 1,
           "FOLD 1\n"
           "POT_AWARD 0 400 0\n"
           "end_hand 0:10100 1:9900\n"
           "start_hand H-2025-10-17-10002 button 1 stacks 0:10100 1:9900\n"
           "POST_BLINDS 1 0 50 100\n"
           "act 1 PRE_FLOP [2d 2s] stack 9850 in 50 to_call 50 time 15000 | FOLD CALL 50 RAISE_TO "
           "200-9900 req 3\n");
    assert_true(fake_arena_crash(&game.fake_arena, 0, false)); /* another build: the hand is void */
    fake_arena_turn(&game.fake_arena);
    fake_arena_deafen(&game.fake_arena);
    hello(&game, 1, "Beta");
    expect(&game, 1,
           "welcome T-1 seat 1\n"
           "lobby 0:Alpha:10100 away 1:Beta:9900\n"
           "start_hand H-2025-10-17-20003 button 0 stacks 0:10100 1:9900\n"
           "POST_BLINDS 0 1 50 100\n");
    fake_arena_close(&game.fake_arena);
}

TEST_MODULE(arena)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arena_heads_up_fold_wins_everything),
        cmocka_unit_test(arena_raise_sets_prices_and_asks_the_others),
        cmocka_unit_test(arena_check_is_free_and_folds_end_the_hand),
        cmocka_unit_test(arena_raise_is_capped_by_the_stack),
        cmocka_unit_test(arena_side_pots_odd_chip_and_eliminations),
        cmocka_unit_test(arena_match_ends_with_a_bust),
        cmocka_unit_test(arena_hand_limit_tells_a_tie),
        cmocka_unit_test(arena_newcomer_waits_for_the_next_hand),
        cmocka_unit_test(arena_waits_for_enough_players),
        cmocka_unit_test(arena_busted_seat_stays_its_teams),
        cmocka_unit_test(arena_clock_checks_then_calls),
        cmocka_unit_test(arena_clock_of_an_absent_team),
        cmocka_unit_test(arena_refuses_in_order),
        cmocka_unit_test(arena_takes_one_action_for_each_act),
        cmocka_unit_test(arena_reconnect_gets_snapshot_and_act),
        cmocka_unit_test(arena_goes_on_after_a_crash),
    };
    return cmocka_run_group_tests_name("arena", tests, NULL, NULL);
}
