/* test_ledger_toy.c -- the ledger that tests of the room play with fails as a real one may. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "ledger_toy.h"
#include "module.h"
#include "os/secret.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct felt_order buy_in(int64_t user, felt_chips amount, const char *key)
{
    struct felt_order order = {
        .kind = FELT_ORDER_BUY_IN, .now_ms = 1, .user = user, .amount = amount, .table = "nl-2-1"};
    snprintf(order.key, sizeof order.key, "%s", key);
    return order;
}

static uint8_t next_outcome(struct ledger_toy *toy, uint64_t ticket)
{
    struct ledger_toy_reply reply;
    assert_true(ledger_toy_take(toy, &reply));
    assert_int_equal(reply.ticket, ticket);
    assert_false(reply.is_answer);
    return reply.receipt.outcome;
}

static void toy_order_is_done_when_due(void **state)
{
    struct ledger_toy *toy = *state;
    int64_t user = ledger_toy_user(toy, FELT_USER_HUMAN, "anna", 1000);
    struct felt_order order = buy_in(user, 300, "k1");
    struct felt_ledger_services counter = ledger_toy_counter(toy);
    ledger_toy_fault(toy, &(struct ledger_toy_faults){.delay_ms = 500});
    assert_true(counter.order(counter.self, &order, 7));
    assert_int_equal(ledger_toy_bank(toy, user), 1000);
    assert_int_equal(ledger_toy_waiting(toy), 1);
    ledger_toy_clock(toy, ledger_toy_next(toy));
    assert_int_equal(next_outcome(toy, 7), FELT_OUTCOME_OK);
    assert_int_equal(ledger_toy_bank(toy, user), 700);
    assert_int_equal(ledger_toy_seat(toy, "nl-2-1", user), 300);
    assert_int_equal(ledger_toy_next(toy), INT64_MAX);
    assert_null(ledger_toy_wrong(toy));
}

/* Whether it was done or not, the same key again brings the same end. */
static void toy_order_of_unknown_fate_is_given_again(void **state)
{
    static const struct ledger_toy_faults faults[] = {
        {.before = 100}, {.after = 100}, {.down = true}};
    struct ledger_toy *toy = *state;
    struct felt_ledger_services counter = ledger_toy_counter(toy);
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        ledger_toy_clear(toy, i);
        int64_t user = ledger_toy_user(toy, FELT_USER_HUMAN, "anna", 1000);
        struct felt_order order = buy_in(user, 300, "k1");
        ledger_toy_fault(toy, &faults[i]);
        assert_true(counter.order(counter.self, &order, 1));
        assert_int_equal(next_outcome(toy, 1), FELT_OUTCOME_UNAVAILABLE);
        assert_int_equal(ledger_toy_bank(toy, user), faults[i].after ? 700 : 1000);
        ledger_toy_fault(toy, &(struct ledger_toy_faults){0});
        assert_true(counter.order(counter.self, &order, 2));
        assert_int_equal(next_outcome(toy, 2), FELT_OUTCOME_OK);
        assert_int_equal(ledger_toy_bank(toy, user), 700);
    }
}

static void toy_busy_takes_nothing(void **state)
{
    struct ledger_toy *toy = *state;
    struct felt_ledger_services counter = ledger_toy_counter(toy);
    int64_t user = ledger_toy_user(toy, FELT_USER_HUMAN, "anna", 1000);
    struct felt_order order = buy_in(user, 300, "k1");
    ledger_toy_fault(toy, &(struct ledger_toy_faults){.busy = 100});
    assert_false(counter.order(counter.self, &order, 1));
    assert_int_equal(ledger_toy_waiting(toy), 0);
    assert_int_equal(ledger_toy_bank(toy, user), 1000);
}

static void toy_crash_loses_receipts_not_ledger(void **state)
{
    struct ledger_toy *toy = *state;
    struct felt_ledger_services counter = ledger_toy_counter(toy);
    int64_t anna = ledger_toy_user(toy, FELT_USER_HUMAN, "anna", 1000);
    int64_t house = ledger_toy_user(toy, FELT_USER_HOUSE, "HousePlayer1", 5000);
    struct felt_order first = buy_in(anna, 300, "k1"), second = buy_in(house, 200, "k2");
    assert_true(counter.order(counter.self, &first, 1));
    assert_true(counter.order(counter.self, &second, 2));
    ledger_toy_crash(toy, 1);
    assert_int_equal(ledger_toy_waiting(toy), 0);
    assert_int_equal(ledger_toy_seat(toy, "nl-2-1", anna), 300);
    assert_int_equal(ledger_toy_seat(toy, "nl-2-1", house), 0);
    char table[FELT_ORDER_TABLE_BYTES + 1];
    int at = 0;
    int64_t user;
    felt_chips balance;
    assert_true(ledger_toy_seats(toy, &at, table, &user, &balance));
    assert_string_equal(table, "nl-2-1");
    assert_int_equal(user, anna);
    assert_int_equal(balance, 300);
    assert_false(ledger_toy_seats(toy, &at, table, &user, &balance));
}

static void toy_answers_questions(void **state)
{
    struct ledger_toy *toy = *state;
    struct felt_ledger_services counter = ledger_toy_counter(toy);
    struct ledger_toy_reply reply;
    int64_t anna = ledger_toy_user(toy, FELT_USER_HUMAN, "anna", 1000);
    struct felt_receipt receipt;
    struct felt_order order = buy_in(anna, 300, "k1");
    ledger_toy_do(toy, &order, &receipt);
    ledger_toy_session(toy, anna, "sesame");
    struct felt_question question = {.kind = FELT_QUESTION_SESSION, .now_ms = 5};
    felt_secret_hash("sesame", 6, question.token);
    assert_true(counter.ask(counter.self, &question, 9));
    question.token[0] ^= 1;
    assert_true(counter.ask(counter.self, &question, 10));
    question = (struct felt_question){.kind = FELT_QUESTION_TABLES, .limit = 100};
    assert_true(counter.ask(counter.self, &question, 11));
    assert_true(ledger_toy_take(toy, &reply));
    assert_int_equal(reply.answer.outcome, FELT_OUTCOME_OK);
    assert_int_equal(reply.answer.user.id, anna);
    assert_int_equal(reply.answer.total, 1000);
    assert_true(ledger_toy_take(toy, &reply));
    assert_int_equal(reply.answer.outcome, FELT_OUTCOME_NO_SESSION);
    assert_true(ledger_toy_take(toy, &reply));
    assert_int_equal(reply.answer.count, 1);
    assert_int_equal(reply.answer.accounts[0].balance, 300);
    free(reply.answer.rows);
}

static int open_toy(void **state)
{
    *state = ledger_toy_open(1);
    return 0;
}

static int close_toy(void **state)
{
    ledger_toy_close(*state);
    return 0;
}

#define TOY(name) cmocka_unit_test_setup_teardown(name, open_toy, close_toy)

TEST_MODULE(ledger_toy)
{
    const struct CMUnitTest tests[] = {
        TOY(toy_order_is_done_when_due), TOY(toy_order_of_unknown_fate_is_given_again),
        TOY(toy_busy_takes_nothing),     TOY(toy_crash_loses_receipts_not_ledger),
        TOY(toy_answers_questions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
