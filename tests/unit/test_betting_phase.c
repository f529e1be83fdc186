/* test_betting_phase.c -- the tests of the design document of the betting phase, by its names: 21
 * of moves, actions, rounds and showdowns, 5 edge cases; whole games are in
 * test_betting_phase_games.c.  Each plays the real engine through its public functions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "betting_phase_scene.h"
#include "module.h"

/* ---- move generation ---- */

static void TestBettingMoves_NoCurrentBet(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, 3, even);
    expect_moves(&table, 0, MAY(CHECK) | MAY(BET));
    play(&table, 0, FELT_MOVE_CHECK);
    expect_moves(&table, 1, MAY(CHECK) | MAY(BET));
}

static void TestBettingMoves_WithCurrentBet(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, 3, even);
    play(&table, 0, FELT_MOVE_BET);
    expect_moves(&table, 1, MAY(CALL) | MAY(RAISE) | MAY(FOLD));
}

static void TestBettingMoves_CantAffordCall(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, 2, (felt_chips[]){100, 9});
    play(&table, 0, FELT_MOVE_BET);
    expect_moves(&table, 1, MAY(ALL_IN) | MAY(FOLD));
}

/* The document's comment says "all-in only (no bet)", its code offers the check too (BET-4). */
static void TestBettingMoves_CantAffordMinBet(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, 2, (felt_chips[]){9, 100});
    expect_moves(&table, 0, MAY(CHECK) | MAY(ALL_IN));
}

static void TestBettingMoves_FoldedPlayer(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, 3, even);
    play(&table, 0, FELT_MOVE_BET);
    play(&table, 1, FELT_MOVE_FOLD);
    expect_no_moves(&table, 1);
    play(&table, 2, FELT_MOVE_RAISE);
    expect_no_moves(&table, 1);
    play(&table, 0, FELT_MOVE_CALL);
    play(&table, 0, FELT_MOVE_CHECK); /* the second phase */
    expect_no_moves(&table, 1);
    expect_moves(&table, 2, MAY(CHECK) | MAY(BET));
}

static void TestBettingMoves_AllInPlayer(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, 3, (felt_chips[]){100, 5, 100});
    play(&table, 0, FELT_MOVE_BET);
    play(&table, 1, FELT_MOVE_ALL_IN);
    expect_no_moves(&table, 1);
    play(&table, 2, FELT_MOVE_RAISE);
    expect_no_moves(&table, 1);
    play(&table, 0, FELT_MOVE_CALL);
    play(&table, 0, FELT_MOVE_CHECK);
    expect_no_moves(&table, 1);
    assert_int_equal(table.state.actor, 2);
}

static void TestBettingMoves_MaxRaisesReached(void **state)
{
    (void)state;
    struct table table;
    make_genome(&table.genome, MIN_BET, 2);
    open_table_with(&table, 2, even, NULL);
    play(&table, 0, FELT_MOVE_BET);
    play(&table, 1, FELT_MOVE_RAISE);
    expect_moves(&table, 0, MAY(CALL) | MAY(RAISE) | MAY(FOLD));
    play(&table, 0, FELT_MOVE_RAISE);
    expect_moves(&table, 1, MAY(CALL) | MAY(FOLD));
}

/* ---- action application ---- */

static void TestApplyBet(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, 2, even);
    play(&table, 0, FELT_MOVE_BET);
    const struct felt_betting *betting = &table.state.betting;
    assert_int_equal(betting->stack[0], CHIPS - MIN_BET);
    assert_int_equal(betting->staked[0], MIN_BET);
    assert_int_equal(betting->to_match, MIN_BET);
    assert_int_equal(betting->pot, MIN_BET);
    assert_int_equal(betting->turn.raises, 0); /* a bet is no raise */
}

static void TestApplyCall(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, 3, even);
    play(&table, 0, FELT_MOVE_BET);
    play(&table, 1, FELT_MOVE_RAISE);
    play(&table, 2, FELT_MOVE_CALL);
    const struct felt_betting *betting = &table.state.betting;
    assert_int_equal(betting->stack[2], CHIPS - 2 * MIN_BET);
    assert_int_equal(betting->staked[2], betting->to_match);
    assert_int_equal(betting->pot, 5 * MIN_BET);
    play(&table, 0, FELT_MOVE_CALL); /* only what is missing */
    assert_int_equal(betting->stack[0], CHIPS - 2 * MIN_BET);
    assert_int_equal(betting->pot, 6 * MIN_BET);
}

static void TestApplyRaise(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, 2, even);
    play(&table, 0, FELT_MOVE_BET);
    play(&table, 1, FELT_MOVE_RAISE);
    const struct felt_betting *betting = &table.state.betting;
    assert_int_equal(betting->stack[1], CHIPS - 2 * MIN_BET);
    assert_int_equal(betting->staked[1], 2 * MIN_BET);
    assert_int_equal(betting->to_match, 2 * MIN_BET);
    assert_int_equal(betting->pot, 3 * MIN_BET);
    assert_int_equal(betting->turn.raises, 1);
}

static void TestApplyAllIn(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, 3, (felt_chips[]){7, 9, 100});
    play(&table, 0, FELT_MOVE_ALL_IN);
    const struct felt_betting *betting = &table.state.betting;
    assert_int_equal(betting->stack[0], 0);
    assert_int_equal(betting->staked[0], 7);
    assert_int_equal(betting->pot, 7);
    assert_int_equal(betting->to_match, 7); /* above the current bet: the new one */
    assert_int_equal(betting->turn.raises, 0);
    assert_true(felt_seats_has(betting->turn.live, 0)); /* IsAllIn: in the hand, not to act */
    assert_false(felt_seats_has(betting->turn.able, 0));
    play(&table, 1, FELT_MOVE_CALL);
    play(&table, 2, FELT_MOVE_RAISE);
    assert_int_equal(betting->to_match, 17);
    play(&table, 1, FELT_MOVE_ALL_IN); /* below it: the bet stays, and the round is over */
    assert_int_equal(betting->stack[1], 0);
}

static void TestApplyFold(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, 3, even);
    play(&table, 0, FELT_MOVE_BET);
    struct felt_betting before = table.state.betting;
    play(&table, 1, FELT_MOVE_FOLD);
    const struct felt_betting *betting = &table.state.betting;
    assert_false(felt_seats_has(betting->turn.live, 1)); /* HasFolded */
    assert_int_equal(betting->pot, before.pot);
    assert_int_equal(betting->stack[1], before.stack[1]);
}

/* ---- round termination ---- */

static void TestRoundEnds_AllMatched(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, 3, even);
    play(&table, 0, FELT_MOVE_CHECK);
    play(&table, 1, FELT_MOVE_BET);
    play(&table, 2, FELT_MOVE_CALL);
    assert_int_equal(table.state.pc, 0);
    play(&table, 0, FELT_MOVE_CALL);
    assert_int_equal(table.state.pc, 1);
    assert_int_equal(table.state.betting.pot, 3 * MIN_BET);
    for (int seat = 0; seat < 3; seat++) /* BET-14: the next phase begins at 0 */
        assert_int_equal(table.state.betting.staked[seat], 0);
    assert_int_equal(table.state.betting.to_match, 0);
}

static void TestRoundEnds_AllFoldedButOne(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, 3, even);
    play(&table, 0, FELT_MOVE_CHECK);
    play(&table, 1, FELT_MOVE_BET);
    play(&table, 2, FELT_MOVE_FOLD);
    assert_int_equal(table.state.hands, 0);
    play(&table, 0, FELT_MOVE_FOLD);
    assert_int_equal(table.state.hands, 1); /* no second phase: the hand is over */
}

/* The first bets too little for anybody to answer with more; a call of the last chip is all-in. */
static void TestRoundEnds_AllAllIn(void **state)
{
    (void)state;
    struct table table;
    static const char *const hands[] = {"As Ah Ad 2c 3c", "Ks Kh Kd 2d 3d", "Qs Qh Qd 2h 3h"};
    make_genome(&table.genome, MIN_BET, MAX_RAISES);
    open_table_with(&table, 3, (felt_chips[]){5, 5, 5}, hands);
    play(&table, 0, FELT_MOVE_ALL_IN);
    play(&table, 1, FELT_MOVE_CALL);
    play(&table, 2, FELT_MOVE_CALL);
    assert_int_equal(won(&table, 0), 15);
    assert_int_equal(table.state.actor, FELT_SEAT_NONE); /* two are broke: the game is over */
}

static void TestRoundContinues_UnmatchedBet(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, 3, even);
    play(&table, 0, FELT_MOVE_BET);
    play(&table, 1, FELT_MOVE_CALL);
    assert_int_equal(table.state.pc, 0);
    assert_int_equal(table.state.actor, 2);
}

static void TestRoundContinues_RaiseReopens(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, 3, even);
    play(&table, 0, FELT_MOVE_BET);
    play(&table, 1, FELT_MOVE_CALL);
    play(&table, 2, FELT_MOVE_RAISE);
    expect_moves(&table, 0, MAY(CALL) | MAY(RAISE) | MAY(FOLD));
    play(&table, 0, FELT_MOVE_CALL);
    expect_moves(&table, 1, MAY(CALL) | MAY(RAISE) | MAY(FOLD));
    play(&table, 1, FELT_MOVE_CALL);
    assert_int_equal(table.state.pc, 1);
}

/* ---- showdown ---- */

static void TestShowdown_SingleWinner(void **state)
{
    (void)state;
    struct table table;
    static const char *const hands[] = {"As Ah 4d 2c 3c", "Ks Kh Kd 2d 3d", "Qs Qh 4h 2h 3h"};
    make_genome(&table.genome, MIN_BET, MAX_RAISES);
    open_table_with(&table, 3, even, hands);
    play_called_bet(&table, 3);
    assert_true(told(&table, FELT_EVENT_SHOW));
    assert_int_equal(won(&table, 0), 0);
    assert_int_equal(won(&table, 1), 3 * MIN_BET);
    assert_int_equal(won(&table, 2), 0);
    assert_int_equal(table.state.betting.stack[1], CHIPS + 2 * MIN_BET);
}

static void TestShowdown_TiedHands(void **state)
{
    (void)state;
    struct table table;
    static const char *const hands[] = {"As Ah 9d 5c 3c", "Ac Ad 9h 5d 3d"};
    make_genome(&table.genome, MIN_BET, MAX_RAISES);
    open_table_with(&table, 2, even, hands);
    play_called_bet(&table, 2);
    assert_int_equal(won(&table, 0), MIN_BET);
    assert_int_equal(won(&table, 1), MIN_BET);
}

static void TestShowdown_EveryoneFolded(void **state)
{
    (void)state;
    struct table table;
    static const char *const hands[] = {"7s 5h 4d 3c 2c", "Ks Kh Kd 2d 3d", "Qs Qh Qd 2h 3h"};
    make_genome(&table.genome, MIN_BET, MAX_RAISES);
    open_table_with(&table, 3, even, hands);
    play(&table, 0, FELT_MOVE_BET);
    play(&table, 1, FELT_MOVE_CALL);
    play(&table, 2, FELT_MOVE_RAISE);
    play(&table, 0, FELT_MOVE_RAISE);
    play(&table, 1, FELT_MOVE_FOLD);
    play(&table, 2, FELT_MOVE_FOLD);
    assert_false(told(&table, FELT_EVENT_SHOW)); /* the last player wins with nothing */
    assert_int_equal(table.state.betting.stack[0], CHIPS + 3 * MIN_BET);
    assert_int_equal(table.state.betting.stack[1], CHIPS - MIN_BET);
    assert_int_equal(table.state.betting.stack[2], CHIPS - 2 * MIN_BET);
}

static void TestShowdown_OddChipRemainder(void **state)
{
    (void)state;
    struct table table;
    static const char *const hands[] = {"7s 5h 4d 3c 2c", "As Ah 9d 5c 3h", "Ac Ad 9h 5d 3d"};
    make_genome(&table.genome, 5, MAX_RAISES);
    open_table_with(&table, 3, even, hands);
    play_called_bet(&table, 3);
    assert_int_equal(won(&table, 1), 8); /* the first winner from the start seat */
    assert_int_equal(won(&table, 2), 7);
}

/* ---- edge cases ---- */

static void edge_player_starts_with_fewer_chips_than_min_bet(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, 3, (felt_chips[]){MIN_BET - 1, 100, 100});
    expect_moves(&table, 0, MAY(CHECK) | MAY(ALL_IN));
    play(&table, 0, FELT_MOVE_CHECK);
    play(&table, 1, FELT_MOVE_BET);
    play(&table, 2, FELT_MOVE_FOLD);
    expect_moves(&table, 0, MAY(ALL_IN) | MAY(FOLD));
}

static void edge_all_players_go_all_in_immediately(void **state)
{
    (void)state;
    struct table table;
    static const char *const hands[] = {"Ks Kh Kd 2d 3d", "As Ah Ad 2c 3c"};
    make_genome(&table.genome, MIN_BET, MAX_RAISES);
    open_table_with(&table, 2, (felt_chips[]){MIN_BET, MIN_BET}, hands);
    play(&table, 0, FELT_MOVE_BET); /* the whole stack: all-in by whatever action (BET-13) */
    play(&table, 1, FELT_MOVE_CALL);
    assert_true(told(&table, FELT_EVENT_SHOW));
    assert_int_equal(won(&table, 1), 2 * MIN_BET);
    assert_int_equal(table.state.actor, FELT_SEAT_NONE);
}

static void edge_player_raises_to_exactly_max_raises(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, 2, even);
    play(&table, 0, FELT_MOVE_BET);
    for (int raise = 0; raise < MAX_RAISES; raise++)
        play(&table, (felt_seat)((raise + 1) % 2), FELT_MOVE_RAISE);
    assert_int_equal(table.state.betting.turn.raises, MAX_RAISES);
    expect_moves(&table, 0, MAY(CALL) | MAY(FOLD));
}

/* 101 chips: two bets of 50, and a third player's last chip. */
static void edge_two_players_tie_with_odd_pot(void **state)
{
    (void)state;
    struct table table;
    static const char *const hands[] = {"As Ah 9d 5c 3h", "Ac Ad 9h 5d 3d", "7s 5h 4d 3c 2c"};
    make_genome(&table.genome, 50, MAX_RAISES);
    open_table_with(&table, 3, (felt_chips[]){100, 100, 1}, hands);
    play(&table, 0, FELT_MOVE_BET);
    play(&table, 1, FELT_MOVE_CALL);
    play(&table, 2, FELT_MOVE_ALL_IN);
    assert_int_equal(table.state.betting.pot, 101);
    play(&table, 0, FELT_MOVE_CHECK);
    play(&table, 1, FELT_MOVE_CHECK);
    assert_int_equal(won(&table, 0), 51);
    assert_int_equal(won(&table, 1), 50);
}

static void edge_all_but_one_player_folds_before_showdown(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, 4, even);
    play(&table, 0, FELT_MOVE_CHECK);
    play(&table, 1, FELT_MOVE_BET);
    play(&table, 2, FELT_MOVE_FOLD);
    play(&table, 3, FELT_MOVE_CALL);
    play(&table, 0, FELT_MOVE_FOLD);
    play(&table, 1, FELT_MOVE_BET);
    play(&table, 3, FELT_MOVE_FOLD);
    assert_false(told(&table, FELT_EVENT_SHOW));
    assert_int_equal(table.state.betting.stack[1], CHIPS + MIN_BET);
    assert_int_equal(table.state.hands, 1);
}

TEST_MODULE(betting_phase)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(TestBettingMoves_NoCurrentBet),
        cmocka_unit_test(TestBettingMoves_WithCurrentBet),
        cmocka_unit_test(TestBettingMoves_CantAffordCall),
        cmocka_unit_test(TestBettingMoves_CantAffordMinBet),
        cmocka_unit_test(TestBettingMoves_FoldedPlayer),
        cmocka_unit_test(TestBettingMoves_AllInPlayer),
        cmocka_unit_test(TestBettingMoves_MaxRaisesReached),
        cmocka_unit_test(TestApplyBet),
        cmocka_unit_test(TestApplyCall),
        cmocka_unit_test(TestApplyRaise),
        cmocka_unit_test(TestApplyAllIn),
        cmocka_unit_test(TestApplyFold),
        cmocka_unit_test(TestRoundEnds_AllMatched),
        cmocka_unit_test(TestRoundEnds_AllFoldedButOne),
        cmocka_unit_test(TestRoundEnds_AllAllIn),
        cmocka_unit_test(TestRoundContinues_UnmatchedBet),
        cmocka_unit_test(TestRoundContinues_RaiseReopens),
        cmocka_unit_test(TestShowdown_SingleWinner),
        cmocka_unit_test(TestShowdown_TiedHands),
        cmocka_unit_test(TestShowdown_EveryoneFolded),
        cmocka_unit_test(TestShowdown_OddChipRemainder),
        cmocka_unit_test(edge_player_starts_with_fewer_chips_than_min_bet),
        cmocka_unit_test(edge_all_players_go_all_in_immediately),
        cmocka_unit_test(edge_player_raises_to_exactly_max_raises),
        cmocka_unit_test(edge_two_players_tie_with_odd_pot),
        cmocka_unit_test(edge_all_but_one_player_folds_before_showdown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
