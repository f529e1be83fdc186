/* test_room.c -- the life of a cash table, rule by rule: seats, blinds, clocks, chips, words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "module.h"
#include "fake_tables.h"

#include <stdlib.h>
#include <string.h>

#define TABLE "nl-1"
enum { ADA, BEA, CID, PEOPLE };

struct evening {
    struct fake_tables fake_tables;
    struct felt_poker_adapter adapter, omaha;
    int64_t user[PEOPLE];
};

/* Three people with 1000 chips at their connections; hold'em 5/10, six seats, 200 to 1000. */
static int open_with(void **state, void (*change)(struct evening *))
{
    struct evening *evening = calloc(1, sizeof *evening);
    struct felt_complaint complaint;
    if (!evening || felt_poker_adapter_make(&evening->adapter, "holdem", FELT_NO_LIMIT, 5, 10,
                                            &complaint) != FELT_OK)
        return -1;
    if (felt_poker_adapter_make(&evening->omaha, "omaha", FELT_POT_LIMIT, 5, 10, &complaint) !=
        FELT_OK)
        return -1;
    struct fake_tables *fake_tables = &evening->fake_tables;
    fake_tables_init(fake_tables, 7);
    struct felt_stake *stake =
        fake_tables_stake(fake_tables, "nl", &evening->adapter.adapter, 6, 1);
    stake->buy_in_min = 200;
    stake->buy_in_max = 1000;
    stake->move_ms = 10000;
    stake->bank_ms = 30000;
    if (change) change(evening);
    fake_tables_open(fake_tables, NULL);
    for (int i = 0; i < PEOPLE; i++) {
        evening->user[i] = fake_tables_user(fake_tables, FELT_USER_HUMAN, 1000);
        if (!fake_tables_enter(fake_tables, (uint32_t)i, evening->user[i], false)) return -1;
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
    fake_tables_verify(&evening->fake_tables);
    bool good = evening->fake_tables.failure[0] == '\0';
    if (!good) print_error("%s\n", evening->fake_tables.failure);
    fake_tables_close(&evening->fake_tables);
    free(evening);
    return good ? 0 : -1;
}

static enum felt_no sit(struct fake_tables *fake_tables, int who, int seat, felt_chips amount)
{
    struct felt_room_client_msg msg = fake_tables_make(FELT_ROOM_CLIENT_SIT, TABLE);
    msg.seat = (felt_seat)seat;
    msg.amount = amount;
    return fake_tables_do(fake_tables, (uint32_t)who, &msg);
}

static enum felt_no say(struct fake_tables *fake_tables, int who, enum felt_room_client_kind kind,
                        bool on)
{
    struct felt_room_client_msg msg = fake_tables_make(kind, TABLE);
    msg.on = on;
    return fake_tables_do(fake_tables, (uint32_t)who, &msg);
}

static struct felt_room_face face_of(struct fake_tables *fake_tables)
{
    struct felt_room_face face;
    assert_true(felt_room_face(fake_tables->room, 0, &face));
    return face;
}

/* Until somebody is asked. */
static const struct fake_tables_ask *wait_for_ask(struct fake_tables *fake_tables)
{
    for (int i = 0; i < 200 && !fake_tables->ask[0].due; i++) fake_tables_step(fake_tables, 500);
    assert_true(fake_tables->ask[0].due);
    return &fake_tables->ask[0];
}

static int who_sits(struct evening *evening, felt_seat seat)
{
    struct felt_room_face face = face_of(&evening->fake_tables);
    for (int i = 0; i < PEOPLE; i++)
        if (face.seat[seat].user == evening->user[i]) return i;
    return -1;
}

/* Whoever is asked does this. */
static enum felt_no act(struct evening *evening, enum felt_action_kind kind, felt_chips amount)
{
    struct fake_tables *fake_tables = &evening->fake_tables;
    const struct fake_tables_ask *ask = wait_for_ask(fake_tables);
    struct felt_room_client_msg msg = fake_tables_action(
        TABLE, ask, (struct felt_action){.kind = (uint8_t)kind, .amount = amount});
    return fake_tables_do(fake_tables, (uint32_t)who_sits(evening, ask->seat), &msg);
}

static void fold_out(struct evening *evening)
{
    uint64_t hands = evening->fake_tables.hands;
    for (int i = 0; i < 20 && evening->fake_tables.hands == hands; i++) {
        if (!evening->fake_tables.ask[0].due)
            fake_tables_step(&evening->fake_tables, 200);
        else
            assert_int_equal(act(evening, FELT_FOLD, 0), FELT_NO_NOT);
    }
    assert_true(evening->fake_tables.hands > hands);
}

/* ---- sitting down and standing up ---- */

static void chips_come_and_go_by_the_ledger(void **state)
{
    struct evening *evening = *state;
    struct fake_tables *fake_tables = &evening->fake_tables;
    assert_int_equal(sit(fake_tables, ADA, 2, 400), FELT_NO_NOT);
    assert_int_equal(fake_tables->answer_seat, 2);
    assert_int_equal(ledger_toy_bank(fake_tables->toy, evening->user[ADA]), 600);
    assert_int_equal(face_of(fake_tables).seat[2].stack, 400);
    assert_int_equal(felt_room_chips(fake_tables->room, evening->user[ADA]), 400);
    assert_int_equal(say(fake_tables, ADA, FELT_ROOM_CLIENT_STAND, true), FELT_NO_NOT);
    fake_tables_wait(fake_tables, 100);
    assert_int_equal(ledger_toy_bank(fake_tables->toy, evening->user[ADA]), 1000);
    assert_int_equal(face_of(fake_tables).taken, 0);
}

static void refused_seats(void **state)
{
    struct evening *evening = *state;
    struct fake_tables *fake_tables = &evening->fake_tables;
    assert_int_equal(sit(fake_tables, ADA, 2, 199), FELT_NO_AMOUNT);
    assert_int_equal(sit(fake_tables, ADA, 2, 1001), FELT_NO_AMOUNT);
    assert_int_equal(sit(fake_tables, ADA, 6, 400), FELT_NO_SEAT);
    assert_int_equal(sit(fake_tables, ADA, 2, 400), FELT_NO_NOT);
    assert_int_equal(sit(fake_tables, ADA, 3, 400), FELT_NO_SEATED);
    assert_int_equal(sit(fake_tables, BEA, 2, 400), FELT_NO_SEAT);
    struct felt_room_client_msg nowhere = fake_tables_make(FELT_ROOM_CLIENT_SIT, "nl-9");
    assert_int_equal(fake_tables_do(fake_tables, BEA, &nowhere), FELT_NO_TABLE);
    int64_t poor = fake_tables_user(fake_tables, FELT_USER_HUMAN, 100);
    assert_true(fake_tables_enter(fake_tables, 10, poor, false));
    assert_int_equal(sit(fake_tables, 10, 4, 200), FELT_NO_CHIPS);
    assert_int_equal(face_of(fake_tables).taken, 1);
    assert_true(fake_tables_enter(fake_tables, 11, 0, false)); /* nobody known */
    assert_int_equal(sit(fake_tables, 11, 4, 200), FELT_NO_SIGN_IN);
    struct felt_room_client_msg watch = fake_tables_make(FELT_ROOM_CLIENT_WATCH, TABLE);
    assert_int_equal(fake_tables_do(fake_tables, 11, &watch), FELT_NO_NOT);
    assert_int_equal(say(fake_tables, BEA, FELT_ROOM_CLIENT_STAND, true), FELT_NO_NOT_SEATED);
}

static void a_full_table_has_no_seat(void **state)
{
    struct evening *evening = *state;
    struct fake_tables *fake_tables = &evening->fake_tables;
    for (uint32_t i = 0; i < 6; i++) {
        assert_true(fake_tables_enter(fake_tables, 20 + i,
                                      fake_tables_user(fake_tables, FELT_USER_HUMAN, 500), false));
        assert_int_equal(sit(fake_tables, 20 + (int)i, FELT_SEAT_NONE, 0), FELT_NO_NOT);
    }
    assert_int_equal(sit(fake_tables, ADA, FELT_SEAT_NONE, 0), FELT_NO_FULL);
}

static void whoever_left_with_more_brings_it_again(void **state)
{
    struct evening *evening = *state;
    struct fake_tables *fake_tables = &evening->fake_tables;
    assert_int_equal(sit(fake_tables, ADA, 0, 900), FELT_NO_NOT);
    assert_int_equal(say(fake_tables, ADA, FELT_ROOM_CLIENT_STAND, true), FELT_NO_NOT);
    fake_tables_wait(fake_tables, 100);
    assert_int_equal(sit(fake_tables, ADA, 0, 300), FELT_NO_RATHOLE);
    fake_tables_wait(fake_tables, fake_tables->config.rathole_ms + 1);
    assert_int_equal(sit(fake_tables, ADA, 0, 300), FELT_NO_NOT);
}

static void standing_up_in_a_hand_is_after_it(void **state)
{
    struct evening *evening = *state;
    struct fake_tables *fake_tables = &evening->fake_tables;
    assert_int_equal(sit(fake_tables, ADA, 0, 400), FELT_NO_NOT);
    assert_int_equal(sit(fake_tables, BEA, 1, 400), FELT_NO_NOT);
    (void)wait_for_ask(fake_tables);
    assert_int_equal(say(fake_tables, ADA, FELT_ROOM_CLIENT_STAND, true), FELT_NO_NOT);
    assert_true(face_of(fake_tables).seat[0].in_hand);
    fold_out(evening);
    fake_tables_wait(fake_tables, 100);
    assert_int_equal(face_of(fake_tables).taken, 1);
    assert_int_equal(ledger_toy_bank(fake_tables->toy, evening->user[ADA]) +
                         ledger_toy_seat(fake_tables->toy, TABLE, evening->user[BEA]),
                     1400);
}

/* ---- blinds ---- */

static void newcomers_wait_or_post(void **state)
{
    struct evening *evening = *state;
    struct fake_tables *fake_tables = &evening->fake_tables;
    assert_int_equal(sit(fake_tables, ADA, 0, 400), FELT_NO_NOT);
    assert_int_equal(sit(fake_tables, BEA, 1, 400), FELT_NO_NOT);
    (void)wait_for_ask(fake_tables);
    struct felt_room_client_msg msg = fake_tables_make(FELT_ROOM_CLIENT_SIT, TABLE);
    msg.seat = 4;
    msg.amount = 400;
    msg.settings = (struct felt_room_client_settings){.has_wait = true, .wait = true};
    assert_int_equal(fake_tables_do(fake_tables, CID, &msg), FELT_NO_NOT);
    assert_int_equal(face_of(fake_tables).seat[4].state, FELT_ROOM_SEAT_WAITING);
    fold_out(evening); /* the big blind moves from seat 1 to seat 4 */
    (void)wait_for_ask(fake_tables);
    assert_true(face_of(fake_tables).seat[4].in_hand);
    assert_int_equal(fake_tables->ask[0].view.betting.staked[4], 10);
}

static void sitting_out_is_from_the_next_hand(void **state)
{
    struct evening *evening = *state;
    struct fake_tables *fake_tables = &evening->fake_tables;
    for (int i = 0; i < PEOPLE; i++) assert_int_equal(sit(fake_tables, i, i, 400), FELT_NO_NOT);
    for (int i = 0; i < 3; i++) fold_out(evening);
    (void)wait_for_ask(fake_tables);
    assert_int_equal(say(fake_tables, CID, FELT_ROOM_CLIENT_SIT_OUT, true), FELT_NO_NOT);
    fold_out(evening);
    (void)wait_for_ask(fake_tables);
    assert_int_equal(face_of(fake_tables).seat[2].state, FELT_ROOM_SEAT_OUT);
    assert_false(face_of(fake_tables).seat[2].in_hand);
    assert_int_equal(say(fake_tables, CID, FELT_ROOM_CLIENT_SIT_OUT, false), FELT_NO_NOT);
    for (int i = 0; i < 3 && !face_of(fake_tables).seat[2].in_hand; i++) {
        fold_out(evening);
        (void)wait_for_ask(fake_tables);
    }
    assert_true(face_of(fake_tables).seat[2].in_hand);
    assert_int_equal(say(fake_tables, CID, FELT_ROOM_CLIENT_SIT_OUT, true), FELT_NO_NOT);
    fold_out(evening);
    for (int64_t i = 0; i < 40 && face_of(fake_tables).taken == 3; i++) {
        for (int k = 0; k < 4; k++)
            if (fake_tables->ask[0].due) assert_int_equal(act(evening, FELT_FOLD, 0), FELT_NO_NOT);
        fake_tables_wait(fake_tables, 20000); /* nobody keeps a seat for ever */
        (void)say(fake_tables, ADA, FELT_ROOM_CLIENT_SIT_OUT, false);
        (void)say(fake_tables, BEA, FELT_ROOM_CLIENT_SIT_OUT, false);
    }
    assert_int_equal(face_of(fake_tables).seat[2].state, FELT_ROOM_SEAT_FREE);
}

/* ---- more chips ---- */

static void a_top_up_comes_after_the_hand(void **state)
{
    struct evening *evening = *state;
    struct fake_tables *fake_tables = &evening->fake_tables;
    assert_int_equal(sit(fake_tables, ADA, 0, 400), FELT_NO_NOT);
    assert_int_equal(sit(fake_tables, BEA, 1, 400), FELT_NO_NOT);
    (void)wait_for_ask(fake_tables);
    struct felt_room_client_msg msg = fake_tables_make(FELT_ROOM_CLIENT_TOP_UP, TABLE);
    msg.amount = 601;
    assert_int_equal(fake_tables_do(fake_tables, ADA, &msg), FELT_NO_AMOUNT);
    msg.amount = 300;
    assert_int_equal(fake_tables_do(fake_tables, ADA, &msg), FELT_NO_NOT);
    fake_tables_wait(fake_tables, 50);
    assert_int_equal(ledger_toy_seat(fake_tables->toy, TABLE, evening->user[ADA]), 400);
    fold_out(evening);
    fake_tables_wait(fake_tables, 100);
    felt_chips won = ledger_toy_seat(fake_tables->toy, TABLE, evening->user[BEA]) - 400;
    assert_int_equal(ledger_toy_seat(fake_tables->toy, TABLE, evening->user[ADA]), 700 - won);
}

static void a_rebuy_is_by_itself(void **state)
{
    struct evening *evening = *state;
    struct fake_tables *fake_tables = &evening->fake_tables;
    for (int i = 0; i < 2; i++) {
        struct felt_room_client_msg msg = fake_tables_make(FELT_ROOM_CLIENT_SIT, TABLE);
        msg.amount = 200;
        msg.seat = (felt_seat)i;
        msg.settings = (struct felt_room_client_settings){.has_rebuy = true, .rebuy = true};
        assert_int_equal(fake_tables_do(fake_tables, (uint32_t)i, &msg), FELT_NO_NOT);
    }
    uint64_t hands = fake_tables->hands;
    assert_int_equal(act(evening, FELT_RAISE_TO, 200), FELT_NO_NOT);
    assert_int_equal(act(evening, FELT_CALL, 0), FELT_NO_NOT);
    for (int i = 0; i < 20 && fake_tables->hands == hands; i++) fake_tables_step(fake_tables, 200);
    for (int i = 0; i < 20 && felt_room_counts(fake_tables->room)->pending; i++)
        fake_tables_step(fake_tables, 50);
    struct felt_room_face face = face_of(fake_tables);
    assert_true(face.seat[0].stack >= 200 - 10 && face.seat[1].stack >= 200 - 10);
}

static void who_has_lost_all_is_broke_for_everybody(void **state)
{
    struct evening *evening = *state;
    struct fake_tables *fake_tables = &evening->fake_tables;
    assert_int_equal(sit(fake_tables, ADA, 0, 200), FELT_NO_NOT);
    assert_int_equal(sit(fake_tables, BEA, 1, 200), FELT_NO_NOT);
    int broke = -1;
    while (broke < 0) { /* a pot that is split goes another round */
        uint64_t hands = fake_tables->hands;
        assert_int_equal(act(evening, FELT_RAISE_TO, 200), FELT_NO_NOT);
        assert_int_equal(act(evening, FELT_CALL, 0), FELT_NO_NOT);
        for (int i = 0; i < 20 && fake_tables->hands == hands; i++)
            fake_tables_step(fake_tables, 200);
        struct felt_room_face face = face_of(fake_tables);
        for (int seat = 0; seat < 2; seat++)
            if (face.seat[seat].stack == 0) broke = seat;
    }
    assert_int_equal(fake_tables->told_state[0][broke], FELT_ROOM_SEAT_BROKE);
    assert_int_equal(fake_tables->told_state[0][1 - broke], FELT_ROOM_SEAT_PLAYING);
}

/* ---- ahead of the turn ---- */

static enum felt_no preselect(struct evening *evening, int who, enum felt_preselect what,
                              felt_chips amount)
{
    struct felt_room_client_msg msg = fake_tables_make(FELT_ROOM_CLIENT_PRESELECT, TABLE);
    msg.preselect = (uint8_t)what;
    msg.amount = amount;
    memcpy(msg.hand_id, evening->fake_tables.ask[0].hand_id, sizeof msg.hand_id);
    return fake_tables_do(&evening->fake_tables, (uint32_t)who, &msg);
}

/* Ada is asked first, Bea has the big blind. */
static void begin_heads_up(struct evening *evening)
{
    assert_int_equal(sit(&evening->fake_tables, ADA, 0, 400), FELT_NO_NOT);
    assert_int_equal(sit(&evening->fake_tables, BEA, 1, 400), FELT_NO_NOT);
    assert_int_equal(wait_for_ask(&evening->fake_tables)->seat, 0);
}

static void a_check_chosen_ahead_is_a_check_or_nothing(void **state)
{
    struct evening *evening = *state;
    begin_heads_up(evening);
    assert_int_equal(preselect(evening, BEA, FELT_PRESELECT_CHECK, 0), FELT_NO_NOT);
    assert_int_equal(act(evening, FELT_RAISE_TO, 30), FELT_NO_NOT);
    assert_int_equal(wait_for_ask(&evening->fake_tables)->seat,
                     1); /* she is asked: it would cost 20 */
    assert_int_equal(act(evening, FELT_CALL, 0), FELT_NO_NOT);
    assert_int_equal(wait_for_ask(&evening->fake_tables)->seat, 1); /* the flop: she acts first */
    assert_int_equal(preselect(evening, ADA, FELT_PRESELECT_CHECK, 0), FELT_NO_NOT);
    assert_int_equal(act(evening, FELT_CHECK, 0), FELT_NO_NOT);
    assert_int_equal(wait_for_ask(&evening->fake_tables)->seat, 1); /* Ada has checked: the turn */
    assert_int_equal(evening->fake_tables.ask[0].view.street, 2);
}

static void a_call_chosen_ahead_costs_what_was_seen(void **state)
{
    struct evening *evening = *state;
    begin_heads_up(evening);
    assert_int_equal(preselect(evening, BEA, FELT_PRESELECT_CALL, 20), FELT_NO_NOT);
    assert_int_equal(act(evening, FELT_RAISE_TO, 31), FELT_NO_NOT); /* 21 more */
    assert_int_equal(wait_for_ask(&evening->fake_tables)->seat, 1);
    assert_int_equal(evening->fake_tables.ask[0].view.street, 0);
    assert_int_equal(act(evening, FELT_CALL, 0), FELT_NO_NOT);
    assert_int_equal(preselect(evening, BEA, FELT_PRESELECT_FOLD, 0), FELT_NO_TOO_LATE);
    assert_int_equal(preselect(evening, ADA, FELT_PRESELECT_CALL, 40), FELT_NO_NOT);
    assert_int_equal(act(evening, FELT_RAISE_TO, 40), FELT_NO_NOT);
    assert_int_equal(wait_for_ask(&evening->fake_tables)->view.street, 2); /* it was just that */
}

/* ---- time ---- */

static void time_runs_out(void **state)
{
    struct evening *evening = *state;
    struct fake_tables *fake_tables = &evening->fake_tables;
    begin_heads_up(evening);
    fake_tables_wait(fake_tables, 12000); /* 10 s of the turn, 2 of the bank */
    assert_true(fake_tables->ask[0].due);
    assert_int_equal(act(evening, FELT_CALL, 0), FELT_NO_NOT);
    assert_in_range(face_of(fake_tables).seat[0].bank_ms, 27000, 28100);
    for (int i = 0; i < 2 * 45 && face_of(fake_tables).seat[0].state != FELT_ROOM_SEAT_OUT; i++) {
        const struct fake_tables_ask *ask = &fake_tables->ask[0];
        if (ask->due && ask->seat == 1)
            assert_int_equal(act(evening, FELT_CHECK, 0) == FELT_NO_NOT ||
                                 act(evening, FELT_FOLD, 0) == FELT_NO_NOT,
                             true);
        fake_tables_wait(fake_tables, 1000);
    }
    assert_int_equal(face_of(fake_tables).seat[0].state, FELT_ROOM_SEAT_OUT); /* twice in a row */
    assert_int_equal(face_of(fake_tables).seat[0].bank_ms / 1000, 0);
}

/* ---- the ledger ---- */

static void a_result_waits_for_the_ledger(void **state)
{
    struct evening *evening = *state;
    struct fake_tables *fake_tables = &evening->fake_tables;
    begin_heads_up(evening);
    ledger_toy_fault(fake_tables->toy, &(struct ledger_toy_faults){.down = true});
    assert_int_equal(act(evening, FELT_FOLD, 0), FELT_NO_NOT);
    fake_tables_wait(fake_tables, 30000);
    assert_int_equal(fake_tables->hands, 0);
    assert_true(face_of(fake_tables).settling);
    ledger_toy_fault(fake_tables->toy, &(struct ledger_toy_faults){0});
    fake_tables_wait(fake_tables, 3000);
    assert_int_equal(fake_tables->hands, 1);
    assert_int_equal(ledger_toy_seat(fake_tables->toy, TABLE, evening->user[BEA]), 405);
}

static void a_result_that_is_refused_voids_the_hand(void **state)
{
    struct evening *evening = *state;
    struct fake_tables *fake_tables = &evening->fake_tables;
    begin_heads_up(evening);
    /* Behind the room's back: nothing that the room does can bring this about. */
    struct felt_order order = {.kind = FELT_ORDER_CASH_OUT, .user = evening->user[ADA]};
    struct felt_receipt receipt;
    memcpy(order.table, TABLE, sizeof TABLE);
    memcpy(order.key, "thief", 6);
    ledger_toy_do(fake_tables->toy, &order, &receipt);
    assert_int_equal(receipt.outcome, FELT_OUTCOME_OK);
    assert_int_equal(act(evening, FELT_FOLD, 0), FELT_NO_NOT);
    for (int i = 0; i < 100 && felt_room_find(fake_tables->room, TABLE) >= 0; i++)
        fake_tables_wait(fake_tables, 1000);
    assert_int_equal(felt_room_counts(fake_tables->room)->voids, 1);
    assert_true(fake_tables->alarms > 0);
    assert_int_equal(felt_room_find(fake_tables->room, TABLE), -1); /* nobody plays on there */
    for (int i = 0; i < 2; i++)
        assert_int_equal(ledger_toy_bank(fake_tables->toy, evening->user[i]), 1000);
    fake_tables->failure[0] = '\0'; /* of course the seats were wrong for a moment */
    fake_tables->seats = 0;
}

/* ---- connections ---- */

static void a_player_with_two_conns(void **state)
{
    struct evening *evening = *state;
    struct fake_tables *fake_tables = &evening->fake_tables;
    begin_heads_up(evening);
    assert_true(fake_tables_enter(fake_tables, 30, evening->user[ADA], false));
    fake_tables_leave(fake_tables, ADA);
    assert_true(face_of(fake_tables).seat[0].connected);
    fake_tables_turn(fake_tables);
    struct felt_room_client_msg msg = fake_tables_action(TABLE, wait_for_ask(fake_tables),
                                                         (struct felt_action){.kind = FELT_CALL});
    assert_int_equal(fake_tables_do(fake_tables, 30, &msg), FELT_NO_NOT);
    fake_tables_leave(fake_tables, 30);
    assert_false(face_of(fake_tables).seat[0].connected);
    assert_true(fake_tables_enter(fake_tables, ADA, evening->user[ADA], false));
    assert_true(face_of(fake_tables).seat[0].connected);
}

static void nobody_acts_for_another(void **state)
{
    struct evening *evening = *state;
    struct fake_tables *fake_tables = &evening->fake_tables;
    begin_heads_up(evening);
    struct felt_room_client_msg msg = fake_tables_action(TABLE, wait_for_ask(fake_tables),
                                                         (struct felt_action){.kind = FELT_CALL});
    assert_int_equal(fake_tables_do(fake_tables, BEA, &msg), FELT_NO_OUT_OF_TURN);
    assert_int_equal(fake_tables_do(fake_tables, CID, &msg), FELT_NO_NOT_SEATED);
    msg.action.req_id++;
    assert_int_equal(fake_tables_do(fake_tables, ADA, &msg), FELT_NO_TOO_LATE);
    msg = fake_tables_action(TABLE, wait_for_ask(fake_tables),
                             (struct felt_action){.kind = FELT_RAISE_TO, .amount = 11});
    assert_int_equal(fake_tables_do(fake_tables, ADA, &msg), FELT_NO_INVALID_ACTION);
    assert_int_equal(act(evening, FELT_CALL, 0), FELT_NO_NOT);
}

/* ---- words ---- */

static enum felt_no chat(struct fake_tables *fake_tables, int who)
{
    struct felt_room_client_msg msg = fake_tables_make(FELT_ROOM_CLIENT_CHAT, TABLE);
    memcpy(msg.text, "hello", 6);
    return fake_tables_do(fake_tables, (uint32_t)who, &msg);
}

static void words_have_limits(void **state)
{
    struct evening *evening = *state;
    struct fake_tables *fake_tables = &evening->fake_tables;
    assert_int_equal(chat(fake_tables, ADA), FELT_NO_TABLE); /* she does not look at it */
    for (uint32_t i = 0; i < 2; i++) {
        struct felt_room_client_msg watch = fake_tables_make(FELT_ROOM_CLIENT_WATCH, TABLE);
        assert_int_equal(fake_tables_do(fake_tables, i, &watch), FELT_NO_NOT);
    }
    uint64_t heard = fake_tables->conn[BEA].heard;
    for (uint32_t i = 0; i < fake_tables->config.chat_burst; i++)
        assert_int_equal(chat(fake_tables, ADA), FELT_NO_NOT);
    assert_int_equal(chat(fake_tables, ADA), FELT_NO_TOO_MANY);
    assert_true(fake_tables->conn[BEA].heard >= heard + fake_tables->config.chat_burst);
    struct felt_room_client_msg block = fake_tables_make(FELT_ROOM_CLIENT_BLOCK, "");
    struct felt_room_face face = face_of(fake_tables);
    (void)face;
    memcpy(block.name, "nobody here", 12);
    block.on = true;
    assert_int_equal(fake_tables_do(fake_tables, BEA, &block), FELT_NO_USER);
    assert_true(
        felt_room_silence(fake_tables->room, evening->user[ADA], fake_tables->now_ms + 60000));
    fake_tables_wait(fake_tables, 30000);
    assert_int_equal(chat(fake_tables, ADA), FELT_NO_MUTED);
    fake_tables_wait(fake_tables, 31000);
    struct felt_room_client_msg mute = fake_tables_make(FELT_ROOM_CLIENT_MUTE, TABLE);
    mute.on = true;
    assert_int_equal(fake_tables_do(fake_tables, BEA, &mute), FELT_NO_NOT);
    heard = fake_tables->conn[BEA].heard;
    assert_int_equal(chat(fake_tables, ADA), FELT_NO_NOT);
    assert_int_equal(fake_tables->conn[BEA].heard, heard);
}

/* ---- dealer's choice ---- */

static void two_games(struct evening *evening)
{
    struct felt_stake *stake = &evening->fake_tables.stake[0];
    stake->game[1] = &evening->omaha.adapter;
    stake->games = 2;
}

static int open_choice(void **state)
{
    return open_with(state, two_games);
}

static void the_button_chooses(void **state)
{
    struct evening *evening = *state;
    struct fake_tables *fake_tables = &evening->fake_tables;
    assert_int_equal(sit(fake_tables, ADA, 0, 400), FELT_NO_NOT);
    assert_int_equal(sit(fake_tables, BEA, 1, 400), FELT_NO_NOT);
    const struct fake_tables_ask *ask = wait_for_ask(fake_tables);
    assert_true(ask->choose);
    assert_int_equal(ask->games, 2);
    struct felt_room_client_msg msg =
        fake_tables_action(TABLE, ask, (struct felt_action){.kind = FELT_CHOOSE, .choice = 2});
    assert_int_equal(fake_tables_do(fake_tables, (uint32_t)ask->seat, &msg),
                     FELT_NO_INVALID_ACTION);
    msg.action.choice = 1;
    assert_int_equal(fake_tables_do(fake_tables, (uint32_t)ask->seat, &msg), FELT_NO_NOT);
    assert_ptr_equal(face_of(fake_tables).adapter, &evening->omaha.adapter);
    fold_out(evening);
    ask = wait_for_ask(fake_tables);
    assert_true(ask->choose);
    fake_tables_wait(fake_tables, fake_tables->config.choose_ms + 100); /* the first game, then */
    assert_ptr_equal(face_of(fake_tables).adapter, &evening->adapter.adapter);
    assert_true(face_of(fake_tables).hand);
}

/* ---- the lobby and the operator ---- */

static void bots_and_house(struct evening *evening)
{
    evening->fake_tables.stake[0].bots_welcome = false;
    (void)fake_tables_stake(&evening->fake_tables, "bots", &evening->adapter.adapter, 6, 1);
    evening->fake_tables.stake[1].bots_welcome = true;
}

static int open_bots(void **state)
{
    return open_with(state, bots_and_house);
}

static void a_quick_seat_suits(void **state)
{
    struct evening *evening = *state;
    struct fake_tables *fake_tables = &evening->fake_tables;
    assert_int_equal(sit(fake_tables, ADA, 3, 400), FELT_NO_NOT);
    struct felt_room_client_msg msg = fake_tables_make(FELT_ROOM_CLIENT_QUICK, "");
    msg.seat = FELT_SEAT_NONE;
    assert_int_equal(fake_tables_do(fake_tables, BEA, &msg), FELT_NO_NOT);
    assert_int_equal(face_of(fake_tables).taken, 2); /* where somebody plays */
    msg.filter.bots_welcome = true;
    assert_int_equal(fake_tables_do(fake_tables, CID, &msg), FELT_NO_NOT);
    assert_int_equal(face_of(fake_tables).taken, 2);
    memcpy(msg.filter.variant, "badugi", 7);
    assert_int_equal(fake_tables_do(fake_tables, CID, &msg), FELT_NO_FULL);
}

static void a_table_that_closes(void **state)
{
    struct evening *evening = *state;
    struct fake_tables *fake_tables = &evening->fake_tables;
    begin_heads_up(evening);
    assert_true(felt_room_close_table(fake_tables->room, TABLE, fake_tables->now_ms));
    assert_int_equal(sit(fake_tables, CID, 4, 400), FELT_NO_CLOSED);
    assert_int_equal(act(evening, FELT_FOLD, 0), FELT_NO_NOT);
    fake_tables_wait(fake_tables, 2000);
    assert_int_equal(felt_room_find(fake_tables->room, TABLE), -1);
    assert_int_equal(ledger_toy_bank(fake_tables->toy, evening->user[ADA]) +
                         ledger_toy_bank(fake_tables->toy, evening->user[BEA]),
                     2000);
    int64_t again = felt_room_add_table(fake_tables->room, 0, fake_tables->now_ms);
    assert_true(again >= 0);
    assert_int_equal(felt_room_find(fake_tables->room, TABLE), again);
    assert_int_equal(sit(fake_tables, CID, 4, 400), FELT_NO_NOT);
    felt_room_clear(fake_tables->room, 0, fake_tables->now_ms);
    fake_tables_wait(fake_tables, 1000);
    assert_int_equal(ledger_toy_bank(fake_tables->toy, evening->user[CID]), 1000);
}

/* ---- surviving ---- */

static void a_hand_goes_on_after_a_crash(void **state)
{
    struct evening *evening = *state;
    struct fake_tables *fake_tables = &evening->fake_tables;
    begin_heads_up(evening);
    assert_int_equal(act(evening, FELT_RAISE_TO, 30), FELT_NO_NOT);
    (void)wait_for_ask(fake_tables);
    fake_tables_crash(fake_tables, 0, 0, true);
    struct felt_room_face face = face_of(fake_tables);
    assert_true(face.hand);
    assert_int_equal(face.seat[0].stack, 370);
    assert_false(face.seat[0].connected);
    assert_true(fake_tables_enter(fake_tables, BEA, evening->user[BEA], false));
    assert_true(fake_tables_enter(fake_tables, ADA, evening->user[ADA], false));
    fake_tables_wait(fake_tables, 100);
    face = face_of(fake_tables);
    assert_true(face.seat[0].connected && face.seat[1].connected);
    assert_int_equal(face.taken, 2);
}

static void a_hand_of_another_program_is_void(void **state)
{
    struct evening *evening = *state;
    struct fake_tables *fake_tables = &evening->fake_tables;
    begin_heads_up(evening);
    assert_int_equal(act(evening, FELT_RAISE_TO, 30), FELT_NO_NOT);
    fake_tables_crash(fake_tables, 0, 0, false);
    struct felt_room_face face = face_of(fake_tables);
    assert_int_equal(face.seat[0].stack, 400);
    assert_int_equal(face.seat[1].stack, 400);
    assert_int_equal(felt_room_counts(fake_tables->room)->voids, 1);
}

#define evening_test(f) cmocka_unit_test_setup_teardown(f, open_evening, close_evening)

TEST_MODULE(room)
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
        evening_test(a_player_with_two_conns),
        evening_test(nobody_acts_for_another),
        evening_test(words_have_limits),
        cmocka_unit_test_setup_teardown(the_button_chooses, open_choice, close_evening),
        cmocka_unit_test_setup_teardown(a_quick_seat_suits, open_bots, close_evening),
        evening_test(a_table_that_closes),
        evening_test(a_hand_goes_on_after_a_crash),
        evening_test(a_hand_of_another_program_is_void),
    };
    return cmocka_run_group_tests_name("room", tests, NULL, NULL);
}
