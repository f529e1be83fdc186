/* test_room_orders.c -- receipts that cannot be, unless a journal lost orders that the ledger did:
 * they raise an alarm and never give chips.
 *
 * The ledger of these tests does an order before the room gives it, and then takes its chips back,
 * as an evening would that was played and lost. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "module.h"
#include "fake_tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TABLE "nl-1"
enum { ADA, BEA, PEOPLE };
enum { BANK = 1000, BUY_IN = 400 };

enum trick {
    NONE,
    DONE_BEFORE, /* the very same order */
    REUSED,      /* another order of the same key */
    BUSY,        /* not done, and said so; when it comes again, the same order was done before */
};

struct evening {
    struct fake_tables fake_tables;
    struct felt_poker_adapter adapter;
    int64_t user[PEOPLE];
    enum trick trick;
    uint8_t kind; /* of the order that it is played on                                          */
    int undone;
    char key[FELT_ORDER_KEY_BYTES + 1];  /* of that order                                        */
    char last[FELT_ORDER_KEY_BYTES + 1]; /* of the last one of the kind                         */
};

/* ---- the ledger's past ---- */

static void book(struct evening *evening, struct felt_order order)
{
    struct felt_receipt receipt;
    ledger_toy_do(evening->fake_tables.toy, &order, &receipt);
    assert_int_equal(receipt.outcome, FELT_OUTCOME_OK);
}

static struct felt_order undoing(struct evening *evening, const struct felt_order *order,
                                 enum felt_order_kind kind, felt_chips amount)
{
    struct felt_order other = *order;
    other.kind = (uint8_t)kind;
    other.amount = amount;
    (void)snprintf(other.key, sizeof other.key, "undo-%d", ++evening->undone);
    return other;
}

static void undo_settle(struct evening *evening, const struct felt_order *order)
{
    struct felt_order other = undoing(evening, order, FELT_ORDER_SETTLE, 0);
    (void)snprintf(other.hand, sizeof other.hand, "H-undo");
    for (int i = 0; i < other.seats; i++) other.seat[i].won = -other.seat[i].won;
    book(evening, other);
}

/* The seat holds again what it held before. */
static void undo(struct evening *evening, const struct felt_order *order, felt_chips held)
{
    felt_chips holds = ledger_toy_seat(evening->fake_tables.toy, TABLE, order->user);
    if (holds) book(evening, undoing(evening, order, FELT_ORDER_CASH_OUT, 0));
    if (held) book(evening, undoing(evening, order, FELT_ORDER_BUY_IN, held));
}

static void do_before(struct evening *evening, const struct felt_order *order, felt_chips more)
{
    struct felt_order done = *order;
    felt_chips held = ledger_toy_seat(evening->fake_tables.toy, TABLE, order->user);
    done.amount += more;
    book(evening, done);
    if (order->kind == FELT_ORDER_SETTLE)
        undo_settle(evening, order);
    else
        undo(evening, order, held);
    fake_tables_done_before(&evening->fake_tables, order->key);
}

static bool play_trick(void *listener, const struct felt_order *order, uint64_t ticket)
{
    struct evening *evening = listener;
    enum trick trick = evening->trick;
    if (order->kind == evening->kind) memcpy(evening->last, order->key, sizeof order->key);
    if (trick == NONE || order->kind != evening->kind) return true;
    evening->trick = NONE;
    memcpy(evening->key, order->key, sizeof order->key);
    do_before(evening, order, trick == REUSED ? 1 : 0);
    if (trick != BUSY) return true;
    felt_room_receipt(evening->fake_tables.room, ticket,
                      &(struct felt_receipt){.outcome = FELT_OUTCOME_BUSY},
                      evening->fake_tables.now_ms);
    return false;
}

/* ---- the evening ---- */

static int open_evening(void **state)
{
    struct evening *evening = calloc(1, sizeof *evening);
    struct felt_complaint complaint;
    if (!evening || felt_poker_adapter_make(&evening->adapter, "holdem", FELT_NO_LIMIT, 5, 10,
                                            &complaint) != FELT_OK)
        return -1;
    struct fake_tables *fake_tables = &evening->fake_tables;
    fake_tables_init(fake_tables, 7);
    struct felt_stake *stake =
        fake_tables_stake(fake_tables, "nl", &evening->adapter.adapter, 6, 1);
    stake->buy_in_min = 200;
    stake->buy_in_max = BANK;
    stake->move_ms = 10000;
    fake_tables->listener = evening;
    fake_tables->gives = play_trick;
    fake_tables_open(fake_tables, NULL);
    for (int i = 0; i < PEOPLE; i++) {
        evening->user[i] = fake_tables_user(fake_tables, FELT_USER_HUMAN, BANK);
        if (!fake_tables_enter(fake_tables, (uint32_t)i, evening->user[i], false)) return -1;
    }
    *state = evening;
    return 0;
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

static void prepare(struct evening *evening, enum trick trick, enum felt_order_kind kind)
{
    evening->trick = trick;
    evening->kind = (uint8_t)kind;
}

static enum felt_no sit(struct evening *evening, int who)
{
    struct felt_room_client_msg msg = fake_tables_make(FELT_ROOM_CLIENT_SIT, TABLE);
    msg.amount = BUY_IN;
    msg.seat = (felt_seat)who;
    return fake_tables_do(&evening->fake_tables, (uint32_t)who, &msg);
}

static enum felt_no say(struct evening *evening, enum felt_room_client_kind kind, felt_chips amount)
{
    struct felt_room_client_msg msg = fake_tables_make(kind, TABLE);
    msg.amount = amount;
    msg.on = true;
    enum felt_no no = fake_tables_do(&evening->fake_tables, ADA, &msg);
    fake_tables_wait(&evening->fake_tables, 3000); /* longer than a retry */
    return no;
}

static felt_chips stack(struct evening *evening)
{
    struct felt_room_face face;
    assert_true(felt_room_face(evening->fake_tables.room, 0, &face));
    return face.seat[ADA].user ? face.seat[ADA].stack : 0;
}

/* Room and ledger agree: so much on the seat, the rest in the bank. */
static void has(struct evening *evening, felt_chips chips)
{
    assert_int_equal(stack(evening), chips);
    assert_int_equal(ledger_toy_seat(evening->fake_tables.toy, TABLE, evening->user[ADA]), chips);
    assert_int_equal(ledger_toy_bank(evening->fake_tables.toy, evening->user[ADA]), BANK - chips);
}

static void alarmed_and_given_anew(struct evening *evening)
{
    assert_int_equal(evening->fake_tables.alarms, 1);
    assert_string_not_equal(evening->key, "");
    assert_string_not_equal(evening->key, evening->last);
}

/* ---- an order that the ledger did before ---- */

static void a_replayed_buy_in_is_given_anew(void **state)
{
    struct evening *evening = *state;
    prepare(evening, DONE_BEFORE, FELT_ORDER_BUY_IN);
    assert_int_equal(sit(evening, ADA), FELT_NO_NOT);
    alarmed_and_given_anew(evening);
    has(evening, BUY_IN);
}

static void a_replayed_top_up_is_given_anew(void **state)
{
    struct evening *evening = *state;
    assert_int_equal(sit(evening, ADA), FELT_NO_NOT);
    prepare(evening, DONE_BEFORE, FELT_ORDER_TOP_UP);
    assert_int_equal(say(evening, FELT_ROOM_CLIENT_TOP_UP, 100), FELT_NO_NOT);
    alarmed_and_given_anew(evening);
    has(evening, BUY_IN + 100);
}

static void a_replayed_cash_out_is_given_anew(void **state)
{
    struct evening *evening = *state;
    assert_int_equal(sit(evening, ADA), FELT_NO_NOT);
    prepare(evening, DONE_BEFORE, FELT_ORDER_CASH_OUT);
    assert_int_equal(say(evening, FELT_ROOM_CLIENT_STAND, 0), FELT_NO_NOT);
    alarmed_and_given_anew(evening);
    has(evening, 0);
}

/* The other seats' chips depend on it: the hand is void, and nobody plays on at the table. */
static void a_replayed_result_voids_the_hand(void **state)
{
    struct evening *evening = *state;
    struct fake_tables *fake_tables = &evening->fake_tables;
    assert_int_equal(sit(evening, ADA), FELT_NO_NOT);
    assert_int_equal(sit(evening, BEA), FELT_NO_NOT);
    prepare(evening, DONE_BEFORE, FELT_ORDER_SETTLE);
    for (int i = 0; i < 100 && felt_room_find(fake_tables->room, TABLE) >= 0; i++)
        fake_tables_wait(fake_tables, 1000); /* clocks fold */
    assert_int_equal(evening->trick, NONE);
    assert_int_equal(fake_tables->alarms, 1);
    assert_int_equal(felt_room_counts(fake_tables->room)->voids, 1);
    assert_int_equal(felt_room_find(fake_tables->room, TABLE), -1);
    for (int i = 0; i < PEOPLE; i++)
        assert_int_equal(ledger_toy_bank(fake_tables->toy, evening->user[i]), BANK);
}

/* ---- a key that the ledger knows by another order ---- */

static void a_buy_in_with_a_used_key_is_an_alarm(void **state)
{
    struct evening *evening = *state;
    prepare(evening, REUSED, FELT_ORDER_BUY_IN);
    assert_int_equal(sit(evening, ADA), FELT_NO_BANK);
    assert_int_equal(evening->fake_tables.alarms, 1);
    has(evening, 0);
}

static void a_top_up_with_a_used_key_is_an_alarm(void **state)
{
    struct evening *evening = *state;
    assert_int_equal(sit(evening, ADA), FELT_NO_NOT);
    prepare(evening, REUSED, FELT_ORDER_TOP_UP);
    (void)say(evening, FELT_ROOM_CLIENT_TOP_UP, 100);
    assert_int_equal(evening->fake_tables.alarms, 1);
    has(evening, BUY_IN);
}

/* ---- what excuses a replay ---- */

static void a_busy_ledger_excuses_no_replay(void **state)
{
    struct evening *evening = *state;
    prepare(evening, BUSY, FELT_ORDER_BUY_IN);
    assert_int_equal(sit(evening, ADA), FELT_NO_NOT);
    alarmed_and_given_anew(evening);
    has(evening, BUY_IN);
}

static void a_ledger_that_did_not_answer_does(void **state)
{
    struct evening *evening = *state;
    struct fake_tables *fake_tables = &evening->fake_tables;
    struct felt_room_client_msg msg = fake_tables_make(FELT_ROOM_CLIENT_SIT, TABLE);
    msg.amount = BUY_IN;
    msg.seat = ADA;
    evening->kind = FELT_ORDER_BUY_IN;
    ledger_toy_fault(fake_tables->toy, &(struct ledger_toy_faults){.after = 100});
    (void)fake_tables_want(fake_tables, ADA, &msg);
    fake_tables_turn(fake_tables);
    fake_tables_wait(fake_tables, 100);
    memcpy(evening->key, evening->last, sizeof evening->key);
    ledger_toy_fault(fake_tables->toy, &(struct ledger_toy_faults){0});
    fake_tables_wait(fake_tables, 3000);
    assert_int_equal(fake_tables->alarms, 0);
    assert_string_equal(evening->key, evening->last);
    has(evening, BUY_IN);
}

#define evening_test(f) cmocka_unit_test_setup_teardown(f, open_evening, close_evening)

TEST_MODULE(room_orders)
{
    const struct CMUnitTest tests[] = {
        evening_test(a_replayed_buy_in_is_given_anew),
        evening_test(a_replayed_top_up_is_given_anew),
        evening_test(a_replayed_cash_out_is_given_anew),
        evening_test(a_replayed_result_voids_the_hand),
        evening_test(a_buy_in_with_a_used_key_is_an_alarm),
        evening_test(a_top_up_with_a_used_key_is_an_alarm),
        evening_test(a_busy_ledger_excuses_no_replay),
        evening_test(a_ledger_that_did_not_answer_does),
    };
    return cmocka_run_group_tests_name("room_orders", tests, NULL, NULL);
}
