/* test_betting_phase.c -- the tests of the design document of the betting phase, by its names: 21
 * of moves, actions, rounds and showdowns, 5 of whole games, 5 edge cases, 8 criteria of success.
 * Each plays the real engine through its public functions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/genome_json.h"
#include "felt/genome_players.h"
#include "genome_script.h"
#include "lab/operators.h"
#include "support.h"

#include <stdlib.h>
#include <string.h>

enum { CHIPS = 100, MIN_BET = 10, MAX_RAISES = 3, HAND_CARDS = 5 };

#define MAY(move) (1u << (FELT_MOVE_##move - FELT_MOVE_ITEMS))

/* A game of five cards, two betting phases and a showdown: when the first round is over, its pot
 * still lies there to be looked at. */
struct table {
    struct felt_genome genome;
    struct felt_genome_program program;
    struct felt_genome_state state;
    struct felt_event event[FELT_EVENTS_MAX];
    struct felt_event_log log; /* of the last move */
};

static struct felt_genome_phase *add_phase(struct felt_genome *genome, enum felt_phase_type type)
{
    struct felt_genome_phase *phase = &genome->phase[genome->phases++];
    felt_phase_init(phase, type);
    return phase;
}

static void add_betting(struct felt_genome *genome, int min_bet, int max_raises)
{
    struct felt_genome_phase *phase = add_phase(genome, FELT_PHASE_TYPE_BETTING);
    phase->genes.gene[FELT_BET_MIN] = min_bet;
    phase->genes.gene[FELT_BET_RAISES] = max_raises;
}

static void make_genome(struct felt_genome *genome, int min_bet, int max_raises)
{
    felt_genome_init(genome);
    snprintf(genome->name, sizeof genome->name, "document");
    genome->players.gene[FELT_PLAYERS_MAX] = 4;
    genome->setup.gene[FELT_SETUP_CARDS] = HAND_CARDS;
    genome->setup.gene[FELT_SETUP_CHIPS] = CHIPS;
    genome->session.gene[FELT_SESSION_CYCLES] = 1;
    genome->evaluation.gene[FELT_EVAL_METHOD] = FELT_EVAL_POKER;
    add_betting(genome, min_bet, max_raises);
    add_betting(genome, min_bet, max_raises);
    felt_genes_init(&genome->win[0], FELT_SECTION_WIN);
    genome->win[0].gene[FELT_WIN_TYPE] = FELT_WIN_MOST_CHIPS;
    genome->wins = 1;
}

/* `hands` may be NULL: a random deal.  Else five cards for each seat. */
static void open_table_with(struct table *table, int seats, const felt_chips *stack,
                            const char *const *hands)
{
    struct felt_deal deal = {.seats = (felt_seats)((1 << seats) - 1), .opener = 0};
    felt_card deck[FELT_CARDS];
    struct felt_genome_error error;
    if (felt_genome_verify(&table->genome, &error, 1))
        fail_msg("%s: %s", error.pointer, error.text);
    felt_genome_compile(&table->genome, seats, &table->program);
    memcpy(deal.stack, stack, (size_t)seats * sizeof *stack);
    if (hands) {
        for (int seat = 0; seat < seats; seat++) {
            felt_card hand[HAND_CARDS];
            assert_int_equal(cards_parse(hands[seat], hand, HAND_CARDS), HAND_CARDS);
            for (int i = 0; i < HAND_CARDS; i++) deck[i * seats + seat] = hand[i];
        }
        deal.deck = deck;
        deal.deck_count = HAND_CARDS * seats;
    }
    table->log = (struct felt_event_log){.event = table->event, .room = FELT_EVENTS_MAX};
    felt_genome_begin(&table->program, &deal, 1, &table->state, &table->log);
}

static void open_table(struct table *table, int seats, const felt_chips *stack)
{
    make_genome(&table->genome, MIN_BET, MAX_RAISES);
    open_table_with(table, seats, stack, NULL);
}

/* This seat is asked, and may do just that. */
static void expect_moves(const struct table *table, felt_seat seat, unsigned others)
{
    struct felt_moves moves;
    assert_int_equal(table->state.actor, seat);
    felt_genome_moves(&table->program, &table->state, &moves);
    assert_true(moves.items == 0);
    assert_int_equal(moves.others, others);
}

/* Seats that are not asked have no moves. */
static void expect_no_moves(const struct table *table, felt_seat seat)
{
    struct felt_view view;
    assert_int_not_equal(table->state.actor, seat);
    felt_genome_game.view(&table->program, &table->state, seat, &view);
    assert_int_equal(view.options, 0);
}

static void play(struct table *table, felt_seat seat, int move)
{
    struct felt_moves moves;
    assert_int_equal(table->state.actor, seat);
    felt_genome_moves(&table->program, &table->state, &moves);
    assert_true(felt_moves_has(&moves, move));
    table->log.count = 0;
    felt_genome_play(&table->program, &table->state, move, &table->log);
}

/* Chips that a seat won by the last move. */
static felt_chips won(const struct table *table, felt_seat seat)
{
    felt_chips sum = 0;
    for (uint32_t i = 0; i < table->log.count; i++)
        if (table->event[i].kind == FELT_EVENT_WIN && table->event[i].seat == seat)
            sum += table->event[i].amount;
    return sum;
}

static bool told(const struct table *table, enum felt_event_kind kind)
{
    for (uint32_t i = 0; i < table->log.count; i++)
        if (table->event[i].kind == kind) return true;
    return false;
}

static const felt_chips even[] = {CHIPS, CHIPS, CHIPS, CHIPS};

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

/* A bets in the first phase, everybody calls; all check in the second. */
static void play_called_bet(struct table *table, int seats)
{
    play(table, 0, FELT_MOVE_BET);
    for (int seat = 1; seat < seats; seat++) play(table, (felt_seat)seat, FELT_MOVE_CALL);
    for (int seat = 0; seat < seats; seat++) play(table, (felt_seat)seat, FELT_MOVE_CHECK);
}

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

/* ---- whole games ---- */

static felt_chips chips_at(const struct table *table)
{
    felt_chips sum = table->state.betting.pot;
    for (int seat = 0; seat < table->program.seats; seat++) sum += table->state.betting.stack[seat];
    return sum;
}

static int random_move(const struct table *table, struct felt_rng *rng)
{
    struct felt_moves moves;
    felt_genome_moves(&table->program, &table->state, &moves);
    return felt_moves_pick(&moves, (int)felt_rng_below(rng, (uint32_t)felt_moves_count(&moves)));
}

static void read_text(const char *text, struct felt_genome *out)
{
    struct felt_genome_error error;
    if (felt_genome_json_read(text, strlen(text), out, &error) != FELT_OK)
        fail_msg("%s: %s", error.pointer, error.text);
}

static void test_betting_genome_roundtrip(void **state)
{
    (void)state;
    static char text[FELT_GENOME_TEXT_MAX];
    struct felt_genome genome, again;
    struct felt_buffer out = felt_buffer_make(text, sizeof text);
    make_genome(&genome, MIN_BET, MAX_RAISES);
    assert_int_equal(felt_genome_json_write(&genome, &out), FELT_OK);
    read_text(felt_buffer_terminate(&out), &again);
    assert_true(felt_genome_equal(&genome, &again));
    assert_non_null(strstr(text, "{\"type\":\"BettingPhase\",\"min_bet\":10,\"max_raises\":3}"));
    /* A genome without betting fields loads with defaults. */
    read_text("{\"setup\":{\"cards_per_player\":5},\"turn_structure\":{\"phases\":["
              "{\"type\":\"BettingPhase\"}]},\"win_conditions\":[{\"type\":\"best_hand\"}]}",
              &again);
    assert_int_equal(again.setup.gene[FELT_SETUP_CHIPS], 0);
    assert_int_equal(again.phase[0].genes.gene[FELT_BET_MIN], 10);
    assert_int_equal(again.phase[0].genes.gene[FELT_BET_RAISES], 3);
}

static void test_betting_simulation_completes(void **state)
{
    (void)state;
    struct table table;
    struct felt_rng rng = felt_rng_make(1);
    make_genome(&table.genome, MIN_BET, MAX_RAISES);
    for (int game = 0; game < 100; game++) {
        open_table_with(&table, 2 + game % 3, even, NULL);
        assert_true(felt_genome_playout(&table.program, &table.state, &rng, false) > 0);
        assert_int_equal(table.state.actor, FELT_SEAT_NONE);
        assert_false(table.state.flags & FELT_FLAG_CUT);
    }
}

static void test_betting_chips_conserved(void **state)
{
    (void)state;
    struct table table;
    struct felt_rng rng = felt_rng_make(2);
    make_genome(&table.genome, MIN_BET, MAX_RAISES);
    for (int game = 0; game < 50; game++) {
        int seats = 2 + game % 3;
        open_table_with(&table, seats, even, NULL);
        while (table.state.actor >= 0) {
            assert_int_equal(chips_at(&table), seats * CHIPS);
            felt_genome_play(&table.program, &table.state, random_move(&table, &rng), NULL);
        }
        assert_int_equal(chips_at(&table), seats * CHIPS);
        assert_int_equal(table.state.betting.pot, 0);
    }
}

/* ---- mutations ---- */

static bool bets_fit(const struct felt_genome *genome)
{
    int chips = genome->setup.gene[FELT_SETUP_CHIPS];
    for (int i = 0; i < genome->phases; i++) {
        int least = genome->phase[i].genes.gene[FELT_BET_MIN];
        if (genome->phase[i].type == FELT_PHASE_TYPE_BETTING && (least < 1 || least > chips))
            return false;
    }
    return true;
}

static int count_bets(const struct felt_genome *genome)
{
    int count = 0;
    for (int i = 0; i < genome->phases; i++)
        count += genome->phase[i].type == FELT_PHASE_TYPE_BETTING;
    return count;
}

static bool mutate(const char *name, struct felt_genome *genome, struct felt_rng *rng)
{
    const struct felt_operator *operation = felt_operator_find(name);
    assert_non_null(operation);
    return felt_operator_apply(operation, genome, rng, 0);
}

static void test_betting_mutations(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(3);
    struct felt_genome genome;
    char complaint[KNOWN_COMPLAINT_BYTES];
    assert_true(known_genome_read("crazy-eights", &genome, complaint));
    assert_true(mutate("AddBettingPhase", &genome, &rng));
    assert_int_equal(count_bets(&genome), 1);
    assert_true(genome.setup.gene[FELT_SETUP_CHIPS] > 0);
    assert_true(bets_fit(&genome));
    assert_int_equal(felt_genome_verify(&genome, NULL, 0), 0);
    assert_true(mutate("RemoveBettingPhase", &genome, &rng));
    assert_int_equal(count_bets(&genome), 0);
}

static void test_betting_parameter_validation(void **state)
{
    (void)state;
    static const char *const names[] = {"AddBettingPhase", "RemoveBettingPhase",
                                        "MutateBettingPhase", "MutateStartingChips"};
    struct felt_rng rng = felt_rng_make(4);
    struct felt_genome genome;
    make_genome(&genome, MIN_BET, MAX_RAISES);
    for (int i = 0; i < 2000; i++) {
        (void)mutate(names[felt_rng_below(&rng, 4)], &genome, &rng);
        assert_true(bets_fit(&genome));
        assert_int_equal(felt_genome_verify(&genome, NULL, 0), 0);
        if (count_bets(&genome) == 0) make_genome(&genome, MIN_BET, MAX_RAISES);
    }
}

/* ---- criteria of success ---- */

static const char *const known[] = {"war",    "crazy-eights", "hearts",   "old-maid",  "go-fish",
                                    "cheat",  "scopa",        "gin-lite", "president", "gops",
                                    "spades", "kuhn",         "blackjack"};
enum { KNOWN = sizeof known / sizeof known[0] };

static void success_1_betting_phase_can_be_added_to_any_genome(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(5);
    for (int i = 0; i < KNOWN; i++) {
        struct table table;
        char complaint[KNOWN_COMPLAINT_BYTES];
        bool bet = false;
        assert_true(known_genome_read(known[i], &table.genome, complaint));
        int before = count_bets(&table.genome);
        if (!mutate("AddBettingPhase", &table.genome, &rng)) fail_msg("%s", known[i]);
        assert_true(count_bets(&table.genome) > before);
        felt_genome_compile(&table.genome, table.genome.players.gene[FELT_PLAYERS_MIN],
                            &table.program);
        felt_genome_begin(&table.program, NULL, 1, &table.state, NULL);
        while (table.state.actor >= 0) {
            int move = random_move(&table, &rng);
            bet |= move == FELT_MOVE_CHECK || move == FELT_MOVE_BET;
            felt_genome_play(&table.program, &table.state, move, NULL);
        }
        if (!bet) fail_msg("%s: nobody was asked for a bet", known[i]);
    }
}

static void success_2_evolution_can_mutate_betting_parameters(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(6);
    struct felt_genome genome;
    bool bets = false, raises = false, chips = false;
    for (int i = 0; i < 200 && !(bets && raises && chips); i++) {
        make_genome(&genome, MIN_BET, MAX_RAISES);
        (void)mutate("MutateBettingPhase", &genome, &rng);
        (void)mutate("MutateStartingChips", &genome, &rng);
        for (int phase = 0; phase < 2; phase++) {
            bets |= genome.phase[phase].genes.gene[FELT_BET_MIN] != MIN_BET;
            raises |= genome.phase[phase].genes.gene[FELT_BET_RAISES] != MAX_RAISES;
        }
        chips |= genome.setup.gene[FELT_SETUP_CHIPS] != CHIPS;
    }
    assert_true(bets && raises && chips);
}

static void success_3_ai_players_make_legal_betting_decisions(void **state)
{
    (void)state;
    static const char *const names[] = {"random", "greedy", "mcts:20", "greedy/never-fold",
                                        "random/always-max"};
    struct table table;
    struct felt_strengths strengths;
    struct felt_rng rng = felt_rng_make(7);
    make_genome(&table.genome, MIN_BET, MAX_RAISES);
    open_table_with(&table, 3, even, NULL);
    felt_strengths_make(&table.program, &strengths);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct felt_agent_spec spec;
        struct felt_complaint complaint;
        assert_int_equal(felt_agent_read(names[i], strlen(names[i]), &spec, &complaint), FELT_OK);
        void *memory = malloc(felt_agent_bytes(&spec));
        struct felt_agent *agent = felt_agent_init(&spec, &table.program, &strengths, memory);
        open_table_with(&table, 3, even, NULL);
        while (table.state.actor >= 0 && table.state.hands < 10) {
            struct felt_moves moves;
            int move = felt_agent_choose(agent, &table.state, &rng, NULL);
            felt_genome_moves(&table.program, &table.state, &moves);
            assert_true(felt_moves_has(&moves, move));
            felt_genome_play(&table.program, &table.state, move, NULL);
        }
        free(memory);
    }
}

/* RULES 17.19: what the greedy player does with a hand, as B when A has bet (or C raised to the
 * cap), or as A when nothing is to be called. */
static void expect_greedy(const char *hand, felt_chips stack, const char *before, int move)
{
    struct felt_agent_spec spec = {.kind = FELT_AGENT_GREEDY};
    static struct felt_strengths strengths;
    struct table table;
    struct felt_rng rng = felt_rng_make(9);
    bool opens = strcmp(before, "") == 0;
    const char *hands[] = {opens ? hand : "Js Th 6d 5c 3h", opens ? "Js Th 6d 5c 3h" : hand};
    felt_chips stacks[] = {opens ? stack : CHIPS, opens ? CHIPS : stack};
    make_genome(&table.genome, MIN_BET, strcmp(before, "bet") == 0 ? MAX_RAISES : 0);
    open_table_with(&table, 2, stacks, hands);
    felt_strengths_make(&table.program, &strengths);
    if (!opens) play(&table, 0, FELT_MOVE_BET);
    void *memory = malloc(felt_agent_bytes(&spec));
    struct felt_agent *agent = felt_agent_init(&spec, &table.program, &strengths, memory);
    int choice = felt_agent_choose(agent, &table.state, &rng, NULL);
    free(memory);
    if (choice != move)
        fail_msg("%s, %lld chips, after \"%s\": move %d, not %d", hand, (long long)stack, before,
                 choice, move);
}

static void success_3_greedy_ai_goes_by_the_thresholds_of_the_document(void **state)
{
    (void)state;
    static const char *const strong = "As Ah Ad Ac 2c", *const medium = "4s 4d Qd 9c 2h";
    static const char *const weak = "7s 4h 3d 2c 8d";
    expect_greedy(strong, CHIPS, "", FELT_MOVE_BET);
    expect_greedy(strong, CHIPS, "bet", FELT_MOVE_RAISE);
    expect_greedy(strong, CHIPS, "bet to the cap", FELT_MOVE_CALL); /* S10 */
    expect_greedy(strong, 5, "", FELT_MOVE_ALL_IN);
    expect_greedy(strong, 5, "bet", FELT_MOVE_ALL_IN);
    expect_greedy(medium, CHIPS, "", FELT_MOVE_CHECK);
    expect_greedy(medium, CHIPS, "bet", FELT_MOVE_CALL);
    expect_greedy(medium, 5, "", FELT_MOVE_CHECK);
    expect_greedy(medium, 5, "bet", FELT_MOVE_FOLD);
    expect_greedy(weak, CHIPS, "", FELT_MOVE_CHECK);
    expect_greedy(weak, CHIPS, "bet", FELT_MOVE_FOLD);
}

static void success_4_short_stack_goes_all_in_instead_of_folding(void **state)
{
    (void)state;
    struct table table;
    static const char *const hands[] = {"7s 5h 4d 3c 2c", "As Ah Ad 2d 3d"};
    make_genome(&table.genome, MIN_BET, MAX_RAISES);
    open_table_with(&table, 2, (felt_chips[]){100, 3}, hands);
    play(&table, 0, FELT_MOVE_BET);
    expect_moves(&table, 1, MAY(ALL_IN) | MAY(FOLD));
    play(&table, 1, FELT_MOVE_ALL_IN);
    assert_int_equal(won(&table, 1), 6); /* its own chips, and as many of A */
    assert_int_equal(table.state.betting.stack[0], 97);
}

/* S4: the document has one pot, which a short stack may win; with side_pots it wins from each
 * other player no more than it put in. */
static void success_4_short_stack_wins_one_pot_or_its_layer(void **state)
{
    (void)state;
    static const char *const hands[] = {"7s 5h 4d 3c 2c", "Ks Kh 9d 2d 3d", "As Ah Ad 2h 3h"};
    for (int layers = 0; layers < 2; layers++) {
        struct table table;
        make_genome(&table.genome, MIN_BET, MAX_RAISES);
        table.genome.phase[0].genes.gene[FELT_BET_SIDE_POTS] = layers;
        open_table_with(&table, 3, (felt_chips[]){100, 100, 4}, hands);
        play(&table, 0, FELT_MOVE_BET);
        play(&table, 1, FELT_MOVE_CALL);
        play(&table, 2, FELT_MOVE_ALL_IN);
        play(&table, 0, FELT_MOVE_CHECK);
        play(&table, 1, FELT_MOVE_CHECK);
        assert_int_equal(won(&table, 2), layers ? 12 : 24);
        assert_int_equal(won(&table, 1), layers ? 12 : 0);
    }
}

/* A bet, the raises, and an all-in of each: after any of them everybody else acts once. */
static void success_5_betting_rounds_terminate(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(8);
    for (int round = 0; round < 3000; round++) {
        struct table table;
        felt_chips stack[4];
        int seats = 2 + round % 3, raises = round % 5, moves = 0;
        make_genome(&table.genome, MIN_BET, raises);
        for (int seat = 0; seat < seats; seat++) stack[seat] = 1 + felt_rng_below(&rng, 60);
        open_table_with(&table, seats, stack, NULL);
        while (table.state.actor >= 0 && table.state.hands == 0 && table.state.pc == 0) {
            felt_genome_play(&table.program, &table.state, random_move(&table, &rng), NULL);
            moves++;
        }
        assert_true(moves <= seats * (2 + raises + seats));
    }
}

static void success_6_tied_hands_split_the_pot_fairly(void **state)
{
    (void)state;
    struct table table;
    static const char *const hands[] = {"As Ah 9d 5c 3c", "Ac Ad 9h 5d 3d", "7s 5h 4d 4c 2c"};
    make_genome(&table.genome, MIN_BET, MAX_RAISES);
    open_table_with(&table, 3, even, hands);
    play_called_bet(&table, 3);
    assert_int_equal(won(&table, 0), 3 * MIN_BET / 2);
    assert_int_equal(won(&table, 1), 3 * MIN_BET / 2);
    assert_int_equal(chips_at(&table), 3 * CHIPS);
}

static void success_7_position_rotates_each_hand(void **state)
{
    (void)state;
    struct table table;
    open_table(&table, 3, even);
    for (int hand = 0; hand < 7; hand++) {
        assert_int_equal(table.state.start, hand % 3);
        assert_int_equal(table.state.actor, hand % 3);
        for (int i = 0; i < 6; i++) play(&table, (felt_seat)((hand + i) % 3), FELT_MOVE_CHECK);
    }
}

static void success_8_genomes_with_betting_save_and_load(void **state)
{
    (void)state;
    static const char *const names[] = {"betting-war", "simple-poker", "five-card-draw", "leduc",
                                        "holdem-like", "open-pit",     "fan-tan",        "kuhn"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        static char text[FELT_GENOME_TEXT_MAX];
        struct felt_buffer out = felt_buffer_make(text, sizeof text);
        struct felt_genome genome, again;
        struct felt_genome_program program[2];
        char complaint[KNOWN_COMPLAINT_BYTES];
        if (!known_genome_read(names[i], &genome, complaint)) fail_msg("%s", complaint);
        assert_int_equal(felt_genome_json_write(&genome, &out), FELT_OK);
        read_text(felt_buffer_terminate(&out), &again);
        assert_true(felt_genome_equal(&genome, &again));
        felt_genome_compile(&genome, genome.players.gene[FELT_PLAYERS_MIN], &program[0]);
        felt_genome_compile(&again, genome.players.gene[FELT_PLAYERS_MIN], &program[1]);
        assert_true(program[0].hash == program[1].hash);
    }
}

int main(void)
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
        cmocka_unit_test(test_betting_genome_roundtrip),
        cmocka_unit_test(test_betting_simulation_completes),
        cmocka_unit_test(test_betting_chips_conserved),
        cmocka_unit_test(test_betting_mutations),
        cmocka_unit_test(test_betting_parameter_validation),
        cmocka_unit_test(success_1_betting_phase_can_be_added_to_any_genome),
        cmocka_unit_test(success_2_evolution_can_mutate_betting_parameters),
        cmocka_unit_test(success_3_ai_players_make_legal_betting_decisions),
        cmocka_unit_test(success_3_greedy_ai_goes_by_the_thresholds_of_the_document),
        cmocka_unit_test(success_4_short_stack_goes_all_in_instead_of_folding),
        cmocka_unit_test(success_4_short_stack_wins_one_pot_or_its_layer),
        cmocka_unit_test(success_5_betting_rounds_terminate),
        cmocka_unit_test(success_6_tied_hands_split_the_pot_fairly),
        cmocka_unit_test(success_7_position_rotates_each_hand),
        cmocka_unit_test(success_8_genomes_with_betting_save_and_load),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
