/* test_floor.c -- the life of a cash table, rule by rule: chairs, blinds, clocks, chips, words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "module.h"
#include "salon.h"

#include <stdlib.h>
#include <string.h>

#define TABLE "nl-1"
enum { ADA, BEA, CID, PEOPLE };

struct evening {
    struct salon salon;
    struct felt_poker_plug plug, omaha;
    int64_t user[PEOPLE];
};

/* Three people with 1000 chips at their lines; hold'em 5/10, six seats, 200 to 1000. */
static int open_with(void **state, void (*change)(struct evening *))
{
    struct evening *evening = calloc(1, sizeof *evening);
    struct felt_complaint complaint;
    if (!evening ||
        felt_poker_plug_make(&evening->plug, "holdem", FELT_NO_LIMIT, 5, 10, &complaint) != FELT_OK)
        return -1;
    if (felt_poker_plug_make(&evening->omaha, "omaha", FELT_POT_LIMIT, 5, 10, &complaint) !=
        FELT_OK)
        return -1;
    struct salon *salon = &evening->salon;
    salon_init(salon, 7);
    struct felt_stake *stake = salon_stake(salon, "nl", &evening->plug.plug, 6, 1);
    stake->buy_in_min = 200;
    stake->buy_in_max = 1000;
    stake->move_ms = 10000;
    stake->bank_ms = 30000;
    if (change) change(evening);
    salon_open(salon, NULL);
    for (int i = 0; i < PEOPLE; i++) {
        evening->user[i] = salon_user(salon, FELT_USER_HUMAN, 1000);
        if (!salon_enter(salon, (uint32_t)i, evening->user[i], false)) return -1;
    }
    *state = evening;
    return 0;
}

static int open_evening(void **state)
{
    return open_with(state, NULL);
}

static int close_evening(void **state)
{
    struct evening *evening = *state;
    salon_verify(&evening->salon);
    bool good = evening->salon.failure[0] == '\0';
    if (!good) print_error("%s\n", evening->salon.failure);
    salon_close(&evening->salon);
    free(evening);
    return good ? 0 : -1;
}

static enum felt_no sit(struct salon *salon, int who, int seat, felt_chips amount)
{
    struct felt_want want = salon_make(FELT_WANT_SIT, TABLE);
    want.seat = (felt_seat)seat;
    want.amount = amount;
    return salon_do(salon, (uint32_t)who, &want);
}

static enum felt_no say(struct salon *salon, int who, enum felt_want_kind kind, bool on)
{
    struct felt_want want = salon_make(kind, TABLE);
    want.on = on;
    return salon_do(salon, (uint32_t)who, &want);
}

static struct felt_floor_face face_of(struct salon *salon)
{
    struct felt_floor_face face;
    assert_true(felt_floor_face(salon->floor, 0, &face));
    return face;
}

/* Until somebody is asked. */
static const struct salon_ask *wait_for_ask(struct salon *salon)
{
    for (int i = 0; i < 200 && !salon->ask[0].due; i++) salon_step(salon, 500);
    assert_true(salon->ask[0].due);
    return &salon->ask[0];
}

static int who_sits(struct evening *evening, felt_seat seat)
{
    struct felt_floor_face face = face_of(&evening->salon);
    for (int i = 0; i < PEOPLE; i++)
        if (face.chair[seat].user == evening->user[i]) return i;
    return -1;
}

/* Whoever is asked does this. */
static enum felt_no act(struct evening *evening, enum felt_action_kind kind, felt_chips amount)
{
    struct salon *salon = &evening->salon;
    const struct salon_ask *ask = wait_for_ask(salon);
    struct felt_want want =
        salon_action(TABLE, ask, (struct felt_action){.kind = (uint8_t)kind, .amount = amount});
    return salon_do(salon, (uint32_t)who_sits(evening, ask->seat), &want);
}

static void fold_out(struct evening *evening)
{
    uint64_t hands = evening->salon.hands;
    for (int i = 0; i < 20 && evening->salon.hands == hands; i++) {
        if (!evening->salon.ask[0].due)
            salon_step(&evening->salon, 200);
        else
            assert_int_equal(act(evening, FELT_FOLD, 0), FELT_NO_NOT);
    }
    assert_true(evening->salon.hands > hands);
}

/* ---- sitting down and standing up ---- */

static void chips_come_and_go_by_the_ledger(void **state)
{
    struct evening *evening = *state;
    struct salon *salon = &evening->salon;
    assert_int_equal(sit(salon, ADA, 2, 400), FELT_NO_NOT);
    assert_int_equal(salon->answer_seat, 2);
    assert_int_equal(ledger_toy_bank(salon->toy, evening->user[ADA]), 600);
    assert_int_equal(face_of(salon).chair[2].stack, 400);
    assert_int_equal(felt_floor_chips(salon->floor, evening->user[ADA]), 400);
    assert_int_equal(say(salon, ADA, FELT_WANT_STAND, true), FELT_NO_NOT);
    salon_wait(salon, 100);
    assert_int_equal(ledger_toy_bank(salon->toy, evening->user[ADA]), 1000);
    assert_int_equal(face_of(salon).taken, 0);
}

static void refused_seats(void **state)
{
    struct evening *evening = *state;
    struct salon *salon = &evening->salon;
    assert_int_equal(sit(salon, ADA, 2, 199), FELT_NO_AMOUNT);
    assert_int_equal(sit(salon, ADA, 2, 1001), FELT_NO_AMOUNT);
    assert_int_equal(sit(salon, ADA, 6, 400), FELT_NO_SEAT);
    assert_int_equal(sit(salon, ADA, 2, 400), FELT_NO_NOT);
    assert_int_equal(sit(salon, ADA, 3, 400), FELT_NO_SEATED);
    assert_int_equal(sit(salon, BEA, 2, 400), FELT_NO_SEAT);
    struct felt_want nowhere = salon_make(FELT_WANT_SIT, "nl-9");
    assert_int_equal(salon_do(salon, BEA, &nowhere), FELT_NO_TABLE);
    int64_t poor = salon_user(salon, FELT_USER_HUMAN, 100);
    assert_true(salon_enter(salon, 10, poor, false));
    assert_int_equal(sit(salon, 10, 4, 200), FELT_NO_CHIPS);
    assert_int_equal(face_of(salon).taken, 1);
    assert_true(salon_enter(salon, 11, 0, false)); /* nobody known */
    assert_int_equal(sit(salon, 11, 4, 200), FELT_NO_SIGN_IN);
    struct felt_want watch = salon_make(FELT_WANT_WATCH, TABLE);
    assert_int_equal(salon_do(salon, 11, &watch), FELT_NO_NOT);
    assert_int_equal(say(salon, BEA, FELT_WANT_STAND, true), FELT_NO_NOT_SEATED);
}

static void a_full_table_has_no_seat(void **state)
{
    struct evening *evening = *state;
    struct salon *salon = &evening->salon;
    for (uint32_t i = 0; i < 6; i++) {
        assert_true(salon_enter(salon, 20 + i, salon_user(salon, FELT_USER_HUMAN, 500), false));
        assert_int_equal(sit(salon, 20 + (int)i, FELT_SEAT_NONE, 0), FELT_NO_NOT);
    }
    assert_int_equal(sit(salon, ADA, FELT_SEAT_NONE, 0), FELT_NO_FULL);
}

static void whoever_left_with_more_brings_it_again(void **state)
{
    struct evening *evening = *state;
    struct salon *salon = &evening->salon;
    assert_int_equal(sit(salon, ADA, 0, 900), FELT_NO_NOT);
    assert_int_equal(say(salon, ADA, FELT_WANT_STAND, true), FELT_NO_NOT);
    salon_wait(salon, 100);
    assert_int_equal(sit(salon, ADA, 0, 300), FELT_NO_RATHOLE);
    salon_wait(salon, salon->config.rathole_ms + 1);
    assert_int_equal(sit(salon, ADA, 0, 300), FELT_NO_NOT);
}

static void standing_up_in_a_hand_is_after_it(void **state)
{
    struct evening *evening = *state;
    struct salon *salon = &evening->salon;
    assert_int_equal(sit(salon, ADA, 0, 400), FELT_NO_NOT);
    assert_int_equal(sit(salon, BEA, 1, 400), FELT_NO_NOT);
    (void)wait_for_ask(salon);
    assert_int_equal(say(salon, ADA, FELT_WANT_STAND, true), FELT_NO_NOT);
    assert_true(face_of(salon).chair[0].in_hand);
    fold_out(evening);
    salon_wait(salon, 100);
    assert_int_equal(face_of(salon).taken, 1);
    assert_int_equal(ledger_toy_bank(salon->toy, evening->user[ADA]) +
                         ledger_toy_seat(salon->toy, TABLE, evening->user[BEA]),
                     1400);
}

/* ---- blinds ---- */

static void newcomers_wait_or_post(void **state)
{
    struct evening *evening = *state;
    struct salon *salon = &evening->salon;
    assert_int_equal(sit(salon, ADA, 0, 400), FELT_NO_NOT);
    assert_int_equal(sit(salon, BEA, 1, 400), FELT_NO_NOT);
    (void)wait_for_ask(salon);
    struct felt_want want = salon_make(FELT_WANT_SIT, TABLE);
    want.seat = 4;
    want.amount = 400;
    want.settings = (struct felt_want_settings){.has_wait = true, .wait = true};
    assert_int_equal(salon_do(salon, CID, &want), FELT_NO_NOT);
    assert_int_equal(face_of(salon).chair[4].state, FELT_CHAIR_WAITING);
    fold_out(evening); /* the big blind moves from seat 1 to seat 4 */
    (void)wait_for_ask(salon);
    assert_true(face_of(salon).chair[4].in_hand);
    assert_int_equal(salon->ask[0].view.betting.staked[4], 10);
}

static void sitting_out_is_from_the_next_hand(void **state)
{
    struct evening *evening = *state;
    struct salon *salon = &evening->salon;
    for (int i = 0; i < PEOPLE; i++) assert_int_equal(sit(salon, i, i, 400), FELT_NO_NOT);
    for (int i = 0; i < 3; i++) fold_out(evening);
    (void)wait_for_ask(salon);
    assert_int_equal(say(salon, CID, FELT_WANT_SIT_OUT, true), FELT_NO_NOT);
    fold_out(evening);
    (void)wait_for_ask(salon);
    assert_int_equal(face_of(salon).chair[2].state, FELT_CHAIR_OUT);
    assert_false(face_of(salon).chair[2].in_hand);
    assert_int_equal(say(salon, CID, FELT_WANT_SIT_OUT, false), FELT_NO_NOT);
    for (int i = 0; i < 3 && !face_of(salon).chair[2].in_hand; i++) {
        fold_out(evening);
        (void)wait_for_ask(salon);
    }
    assert_true(face_of(salon).chair[2].in_hand);
    assert_int_equal(say(salon, CID, FELT_WANT_SIT_OUT, true), FELT_NO_NOT);
    fold_out(evening);
    for (int64_t i = 0; i < 40 && face_of(salon).taken == 3; i++) {
        for (int k = 0; k < 4; k++)
            if (salon->ask[0].due) assert_int_equal(act(evening, FELT_FOLD, 0), FELT_NO_NOT);
        salon_wait(salon, 20000); /* nobody keeps a chair for ever */
        (void)say(salon, ADA, FELT_WANT_SIT_OUT, false);
        (void)say(salon, BEA, FELT_WANT_SIT_OUT, false);
    }
    assert_int_equal(face_of(salon).chair[2].state, FELT_CHAIR_FREE);
}

/* ---- more chips ---- */

static void a_top_up_comes_after_the_hand(void **state)
{
    struct evening *evening = *state;
    struct salon *salon = &evening->salon;
    assert_int_equal(sit(salon, ADA, 0, 400), FELT_NO_NOT);
    assert_int_equal(sit(salon, BEA, 1, 400), FELT_NO_NOT);
    (void)wait_for_ask(salon);
    struct felt_want want = salon_make(FELT_WANT_TOP_UP, TABLE);
    want.amount = 601;
    assert_int_equal(salon_do(salon, ADA, &want), FELT_NO_AMOUNT);
    want.amount = 300;
    assert_int_equal(salon_do(salon, ADA, &want), FELT_NO_NOT);
    salon_wait(salon, 50);
    assert_int_equal(ledger_toy_seat(salon->toy, TABLE, evening->user[ADA]), 400);
    fold_out(evening);
    salon_wait(salon, 100);
    felt_chips won = ledger_toy_seat(salon->toy, TABLE, evening->user[BEA]) - 400;
    assert_int_equal(ledger_toy_seat(salon->toy, TABLE, evening->user[ADA]), 700 - won);
}

static void a_rebuy_is_by_itself(void **state)
{
    struct evening *evening = *state;
    struct salon *salon = &evening->salon;
    for (int i = 0; i < 2; i++) {
        struct felt_want want = salon_make(FELT_WANT_SIT, TABLE);
        want.amount = 200;
        want.seat = (felt_seat)i;
        want.settings = (struct felt_want_settings){.has_rebuy = true, .rebuy = true};
        assert_int_equal(salon_do(salon, (uint32_t)i, &want), FELT_NO_NOT);
    }
    uint64_t hands = salon->hands;
    assert_int_equal(act(evening, FELT_RAISE_TO, 200), FELT_NO_NOT);
    assert_int_equal(act(evening, FELT_CALL, 0), FELT_NO_NOT);
    for (int i = 0; i < 20 && salon->hands == hands; i++) salon_step(salon, 200);
    for (int i = 0; i < 20 && felt_floor_counts(salon->floor)->pending; i++) salon_step(salon, 50);
    struct felt_floor_face face = face_of(salon);
    assert_true(face.chair[0].stack >= 200 - 10 && face.chair[1].stack >= 200 - 10);
}

static void who_has_lost_all_is_broke_for_everybody(void **state)
{
    struct evening *evening = *state;
    struct salon *salon = &evening->salon;
    assert_int_equal(sit(salon, ADA, 0, 200), FELT_NO_NOT);
    assert_int_equal(sit(salon, BEA, 1, 200), FELT_NO_NOT);
    int broke = -1;
    while (broke < 0) { /* a pot that is split goes another round */
        uint64_t hands = salon->hands;
        assert_int_equal(act(evening, FELT_RAISE_TO, 200), FELT_NO_NOT);
        assert_int_equal(act(evening, FELT_CALL, 0), FELT_NO_NOT);
        for (int i = 0; i < 20 && salon->hands == hands; i++) salon_step(salon, 200);
        struct felt_floor_face face = face_of(salon);
        for (int seat = 0; seat < 2; seat++)
            if (face.chair[seat].stack == 0) broke = seat;
    }
    assert_int_equal(salon->told_state[0][broke], FELT_CHAIR_BROKE);
    assert_int_equal(salon->told_state[0][1 - broke], FELT_CHAIR_PLAYING);
}

/* ---- ahead of the turn ---- */

static enum felt_no preselect(struct evening *evening, int who, enum felt_preselect what,
                              felt_chips amount)
{
    struct felt_want want = salon_make(FELT_WANT_PRESELECT, TABLE);
    want.preselect = (uint8_t)what;
    want.amount = amount;
    memcpy(want.hand_id, evening->salon.ask[0].hand_id, sizeof want.hand_id);
    return salon_do(&evening->salon, (uint32_t)who, &want);
}

/* Ada is asked first, Bea has the big blind. */
static void begin_heads_up(struct evening *evening)
{
    assert_int_equal(sit(&evening->salon, ADA, 0, 400), FELT_NO_NOT);
    assert_int_equal(sit(&evening->salon, BEA, 1, 400), FELT_NO_NOT);
    assert_int_equal(wait_for_ask(&evening->salon)->seat, 0);
}

static void a_check_chosen_ahead_is_a_check_or_nothing(void **state)
{
    struct evening *evening = *state;
    begin_heads_up(evening);
    assert_int_equal(preselect(evening, BEA, FELT_PRESELECT_CHECK, 0), FELT_NO_NOT);
    assert_int_equal(act(evening, FELT_RAISE_TO, 30), FELT_NO_NOT);
    assert_int_equal(wait_for_ask(&evening->salon)->seat, 1); /* she is asked: it would cost 20 */
    assert_int_equal(act(evening, FELT_CALL, 0), FELT_NO_NOT);
    assert_int_equal(wait_for_ask(&evening->salon)->seat, 1); /* the flop: she acts first */
    assert_int_equal(preselect(evening, ADA, FELT_PRESELECT_CHECK, 0), FELT_NO_NOT);
    assert_int_equal(act(evening, FELT_CHECK, 0), FELT_NO_NOT);
    assert_int_equal(wait_for_ask(&evening->salon)->seat, 1); /* Ada has checked: the turn */
    assert_int_equal(evening->salon.ask[0].view.street, 2);
}

static void a_call_chosen_ahead_costs_what_was_seen(void **state)
{
    struct evening *evening = *state;
    begin_heads_up(evening);
    assert_int_equal(preselect(evening, BEA, FELT_PRESELECT_CALL, 20), FELT_NO_NOT);
    assert_int_equal(act(evening, FELT_RAISE_TO, 31), FELT_NO_NOT); /* 21 more */
    assert_int_equal(wait_for_ask(&evening->salon)->seat, 1);
    assert_int_equal(evening->salon.ask[0].view.street, 0);
    assert_int_equal(act(evening, FELT_CALL, 0), FELT_NO_NOT);
    assert_int_equal(preselect(evening, BEA, FELT_PRESELECT_FOLD, 0), FELT_NO_TOO_LATE);
    assert_int_equal(preselect(evening, ADA, FELT_PRESELECT_CALL, 40), FELT_NO_NOT);
    assert_int_equal(act(evening, FELT_RAISE_TO, 40), FELT_NO_NOT);
    assert_int_equal(wait_for_ask(&evening->salon)->view.street, 2); /* it was just that */
}

/* ---- time ---- */

static void time_runs_out(void **state)
{
    struct evening *evening = *state;
    struct salon *salon = &evening->salon;
    begin_heads_up(evening);
    salon_wait(salon, 12000); /* 10 s of the turn, 2 of the bank */
    assert_true(salon->ask[0].due);
    assert_int_equal(act(evening, FELT_CALL, 0), FELT_NO_NOT);
    assert_in_range(face_of(salon).chair[0].bank_ms, 27000, 28100);
    for (int i = 0; i < 2 * 45 && face_of(salon).chair[0].state != FELT_CHAIR_OUT; i++) {
        const struct salon_ask *ask = &salon->ask[0];
        if (ask->due && ask->seat == 1)
            assert_int_equal(act(evening, FELT_CHECK, 0) == FELT_NO_NOT ||
                                 act(evening, FELT_FOLD, 0) == FELT_NO_NOT,
                             true);
        salon_wait(salon, 1000);
    }
    assert_int_equal(face_of(salon).chair[0].state, FELT_CHAIR_OUT); /* twice in a row */
    assert_int_equal(face_of(salon).chair[0].bank_ms / 1000, 0);
}

/* ---- the ledger ---- */

static void a_result_waits_for_the_ledger(void **state)
{
    struct evening *evening = *state;
    struct salon *salon = &evening->salon;
    begin_heads_up(evening);
    ledger_toy_fault(salon->toy, &(struct ledger_toy_faults){.down = true});
    assert_int_equal(act(evening, FELT_FOLD, 0), FELT_NO_NOT);
    salon_wait(salon, 30000);
    assert_int_equal(salon->hands, 0);
    assert_true(face_of(salon).settling);
    ledger_toy_fault(salon->toy, &(struct ledger_toy_faults){0});
    salon_wait(salon, 3000);
    assert_int_equal(salon->hands, 1);
    assert_int_equal(ledger_toy_seat(salon->toy, TABLE, evening->user[BEA]), 405);
}

static void a_result_that_is_refused_voids_the_hand(void **state)
{
    struct evening *evening = *state;
    struct salon *salon = &evening->salon;
    begin_heads_up(evening);
    /* Behind the floor's back: nothing that the room does can bring this about. */
    struct felt_order order = {.kind = FELT_ORDER_CASH_OUT, .user = evening->user[ADA]};
    struct felt_receipt receipt;
    memcpy(order.table, TABLE, sizeof TABLE);
    memcpy(order.key, "thief", 6);
    ledger_toy_do(salon->toy, &order, &receipt);
    assert_int_equal(receipt.outcome, FELT_OUTCOME_OK);
    assert_int_equal(act(evening, FELT_FOLD, 0), FELT_NO_NOT);
    for (int i = 0; i < 100 && felt_floor_find(salon->floor, TABLE) >= 0; i++)
        salon_wait(salon, 1000);
    assert_int_equal(felt_floor_counts(salon->floor)->voids, 1);
    assert_true(salon->alarms > 0);
    assert_int_equal(felt_floor_find(salon->floor, TABLE), -1); /* nobody plays on there */
    for (int i = 0; i < 2; i++)
        assert_int_equal(ledger_toy_bank(salon->toy, evening->user[i]), 1000);
    salon->failure[0] = '\0'; /* of course the seats were wrong for a moment */
    salon->seats = 0;
}

/* ---- lines ---- */

static void a_player_with_two_lines(void **state)
{
    struct evening *evening = *state;
    struct salon *salon = &evening->salon;
    begin_heads_up(evening);
    assert_true(salon_enter(salon, 30, evening->user[ADA], false));
    salon_leave(salon, ADA);
    assert_true(face_of(salon).chair[0].connected);
    salon_turn(salon);
    struct felt_want want =
        salon_action(TABLE, wait_for_ask(salon), (struct felt_action){.kind = FELT_CALL});
    assert_int_equal(salon_do(salon, 30, &want), FELT_NO_NOT);
    salon_leave(salon, 30);
    assert_false(face_of(salon).chair[0].connected);
    assert_true(salon_enter(salon, ADA, evening->user[ADA], false));
    assert_true(face_of(salon).chair[0].connected);
}

static void nobody_acts_for_another(void **state)
{
    struct evening *evening = *state;
    struct salon *salon = &evening->salon;
    begin_heads_up(evening);
    struct felt_want want =
        salon_action(TABLE, wait_for_ask(salon), (struct felt_action){.kind = FELT_CALL});
    assert_int_equal(salon_do(salon, BEA, &want), FELT_NO_OUT_OF_TURN);
    assert_int_equal(salon_do(salon, CID, &want), FELT_NO_NOT_SEATED);
    want.action.req_id++;
    assert_int_equal(salon_do(salon, ADA, &want), FELT_NO_TOO_LATE);
    want = salon_action(TABLE, wait_for_ask(salon),
                        (struct felt_action){.kind = FELT_RAISE_TO, .amount = 11});
    assert_int_equal(salon_do(salon, ADA, &want), FELT_NO_INVALID_ACTION);
    assert_int_equal(act(evening, FELT_CALL, 0), FELT_NO_NOT);
}

/* ---- words ---- */

static enum felt_no chat(struct salon *salon, int who)
{
    struct felt_want want = salon_make(FELT_WANT_CHAT, TABLE);
    memcpy(want.text, "hello", 6);
    return salon_do(salon, (uint32_t)who, &want);
}

static void words_have_limits(void **state)
{
    struct evening *evening = *state;
    struct salon *salon = &evening->salon;
    assert_int_equal(chat(salon, ADA), FELT_NO_TABLE); /* she does not look at it */
    for (uint32_t i = 0; i < 2; i++) {
        struct felt_want watch = salon_make(FELT_WANT_WATCH, TABLE);
        assert_int_equal(salon_do(salon, i, &watch), FELT_NO_NOT);
    }
    uint64_t heard = salon->line[BEA].heard;
    for (uint32_t i = 0; i < salon->config.chat_burst; i++)
        assert_int_equal(chat(salon, ADA), FELT_NO_NOT);
    assert_int_equal(chat(salon, ADA), FELT_NO_TOO_MANY);
    assert_true(salon->line[BEA].heard >= heard + salon->config.chat_burst);
    struct felt_want block = salon_make(FELT_WANT_BLOCK, "");
    struct felt_floor_face face = face_of(salon);
    (void)face;
    memcpy(block.name, "nobody here", 12);
    block.on = true;
    assert_int_equal(salon_do(salon, BEA, &block), FELT_NO_USER);
    assert_true(felt_floor_silence(salon->floor, evening->user[ADA], salon->now_ms + 60000));
    salon_wait(salon, 30000);
    assert_int_equal(chat(salon, ADA), FELT_NO_MUTED);
    salon_wait(salon, 31000);
    struct felt_want mute = salon_make(FELT_WANT_MUTE, TABLE);
    mute.on = true;
    assert_int_equal(salon_do(salon, BEA, &mute), FELT_NO_NOT);
    heard = salon->line[BEA].heard;
    assert_int_equal(chat(salon, ADA), FELT_NO_NOT);
    assert_int_equal(salon->line[BEA].heard, heard);
}

/* ---- dealer's choice ---- */

static void two_games(struct evening *evening)
{
    struct felt_stake *stake = &evening->salon.stake[0];
    stake->game[1] = &evening->omaha.plug;
    stake->games = 2;
}

static int open_choice(void **state)
{
    return open_with(state, two_games);
}

static void the_button_chooses(void **state)
{
    struct evening *evening = *state;
    struct salon *salon = &evening->salon;
    assert_int_equal(sit(salon, ADA, 0, 400), FELT_NO_NOT);
    assert_int_equal(sit(salon, BEA, 1, 400), FELT_NO_NOT);
    const struct salon_ask *ask = wait_for_ask(salon);
    assert_true(ask->choose);
    assert_int_equal(ask->games, 2);
    struct felt_want want =
        salon_action(TABLE, ask, (struct felt_action){.kind = FELT_CHOOSE, .choice = 2});
    assert_int_equal(salon_do(salon, (uint32_t)ask->seat, &want), FELT_NO_INVALID_ACTION);
    want.action.choice = 1;
    assert_int_equal(salon_do(salon, (uint32_t)ask->seat, &want), FELT_NO_NOT);
    assert_ptr_equal(face_of(salon).plug, &evening->omaha.plug);
    fold_out(evening);
    ask = wait_for_ask(salon);
    assert_true(ask->choose);
    salon_wait(salon, salon->config.choose_ms + 100); /* the first game, then */
    assert_ptr_equal(face_of(salon).plug, &evening->plug.plug);
    assert_true(face_of(salon).hand);
}

/* ---- the lobby and the operator ---- */

static void bots_and_house(struct evening *evening)
{
    evening->salon.stake[0].bots_welcome = false;
    (void)salon_stake(&evening->salon, "bots", &evening->plug.plug, 6, 1);
    evening->salon.stake[1].bots_welcome = true;
}

static int open_bots(void **state)
{
    return open_with(state, bots_and_house);
}

static void a_quick_seat_suits(void **state)
{
    struct evening *evening = *state;
    struct salon *salon = &evening->salon;
    assert_int_equal(sit(salon, ADA, 3, 400), FELT_NO_NOT);
    struct felt_want want = salon_make(FELT_WANT_QUICK, "");
    want.seat = FELT_SEAT_NONE;
    assert_int_equal(salon_do(salon, BEA, &want), FELT_NO_NOT);
    assert_int_equal(face_of(salon).taken, 2); /* where somebody plays */
    want.filter.bots_welcome = true;
    assert_int_equal(salon_do(salon, CID, &want), FELT_NO_NOT);
    assert_int_equal(face_of(salon).taken, 2);
    memcpy(want.filter.variant, "badugi", 7);
    assert_int_equal(salon_do(salon, CID, &want), FELT_NO_FULL);
}

static void a_table_that_closes(void **state)
{
    struct evening *evening = *state;
    struct salon *salon = &evening->salon;
    begin_heads_up(evening);
    assert_true(felt_floor_close_table(salon->floor, TABLE, salon->now_ms));
    assert_int_equal(sit(salon, CID, 4, 400), FELT_NO_CLOSED);
    assert_int_equal(act(evening, FELT_FOLD, 0), FELT_NO_NOT);
    salon_wait(salon, 2000);
    assert_int_equal(felt_floor_find(salon->floor, TABLE), -1);
    assert_int_equal(ledger_toy_bank(salon->toy, evening->user[ADA]) +
                         ledger_toy_bank(salon->toy, evening->user[BEA]),
                     2000);
    int64_t again = felt_floor_add_table(salon->floor, 0, salon->now_ms);
    assert_true(again >= 0);
    assert_int_equal(felt_floor_find(salon->floor, TABLE), again);
    assert_int_equal(sit(salon, CID, 4, 400), FELT_NO_NOT);
    felt_floor_clear(salon->floor, 0, salon->now_ms);
    salon_wait(salon, 1000);
    assert_int_equal(ledger_toy_bank(salon->toy, evening->user[CID]), 1000);
}

/* ---- surviving ---- */

static void a_hand_goes_on_after_a_crash(void **state)
{
    struct evening *evening = *state;
    struct salon *salon = &evening->salon;
    begin_heads_up(evening);
    assert_int_equal(act(evening, FELT_RAISE_TO, 30), FELT_NO_NOT);
    (void)wait_for_ask(salon);
    salon_crash(salon, 0, 0, true);
    struct felt_floor_face face = face_of(salon);
    assert_true(face.hand);
    assert_int_equal(face.chair[0].stack, 370);
    assert_false(face.chair[0].connected);
    assert_true(salon_enter(salon, BEA, evening->user[BEA], false));
    assert_true(salon_enter(salon, ADA, evening->user[ADA], false));
    salon_wait(salon, 100);
    face = face_of(salon);
    assert_true(face.chair[0].connected && face.chair[1].connected);
    assert_int_equal(face.taken, 2);
}

static void a_hand_of_another_program_is_void(void **state)
{
    struct evening *evening = *state;
    struct salon *salon = &evening->salon;
    begin_heads_up(evening);
    assert_int_equal(act(evening, FELT_RAISE_TO, 30), FELT_NO_NOT);
    salon_crash(salon, 0, 0, false);
    struct felt_floor_face face = face_of(salon);
    assert_int_equal(face.chair[0].stack, 400);
    assert_int_equal(face.chair[1].stack, 400);
    assert_int_equal(felt_floor_counts(salon->floor)->voids, 1);
}

#define evening_test(f) cmocka_unit_test_setup_teardown(f, open_evening, close_evening)

TEST_MODULE(floor)
{
    const struct CMUnitTest tests[] = {
        evening_test(chips_come_and_go_by_the_ledger),
        evening_test(refused_seats),
        evening_test(a_full_table_has_no_seat),
        evening_test(whoever_left_with_more_brings_it_again),
        evening_test(standing_up_in_a_hand_is_after_it),
        evening_test(newcomers_wait_or_post),
        evening_test(sitting_out_is_from_the_next_hand),
        evening_test(a_top_up_comes_after_the_hand),
        evening_test(a_rebuy_is_by_itself),
        evening_test(who_has_lost_all_is_broke_for_everybody),
        evening_test(a_check_chosen_ahead_is_a_check_or_nothing),
        evening_test(a_call_chosen_ahead_costs_what_was_seen),
        evening_test(time_runs_out),
        evening_test(a_result_waits_for_the_ledger),
        evening_test(a_result_that_is_refused_voids_the_hand),
        evening_test(a_player_with_two_lines),
        evening_test(nobody_acts_for_another),
        evening_test(words_have_limits),
        cmocka_unit_test_setup_teardown(the_button_chooses, open_choice, close_evening),
        cmocka_unit_test_setup_teardown(a_quick_seat_suits, open_bots, close_evening),
        evening_test(a_table_that_closes),
        evening_test(a_hand_goes_on_after_a_crash),
        evening_test(a_hand_of_another_program_is_void),
    };
    return cmocka_run_group_tests_name("floor", tests, NULL, NULL);
}
