/* test_turns.c -- whose turn it is, among networks, those within them, and addresses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "server/http/turns.h"
#include "module.h"

#include <string.h>

/* A queue, and how many each network has had: what limits count for the accounts API. */
struct line {
    struct felt_turns turns;
    uint32_t had[FELT_NETWORKS][256];
};

static struct line make_line(uint32_t places)
{
    return (struct line){.turns = {.places = places, .each = {8, 16, 32}}};
}

/* "Abc": network A, in it b, in it c.  The ticket is the number. */
static uint64_t add(struct line *line, const char *whom, uint64_t ticket)
{
    struct felt_turns_one turn = {.ticket = ticket};
    uint8_t path[FELT_NETWORKS] = {(uint8_t)whom[2], (uint8_t)whom[1], (uint8_t)whom[0]};
    for (int level = FELT_NETWORKS - 1; level >= 0; level--) {
        turn.network[level] =
            path[level] + (level < FELT_NETWORK_WIDE ? turn.network[level + 1] * 256 : 0);
        turn.rank[level] = ++line->had[level][turn.network[level] % 251];
    }
    return felt_turns_add(&line->turns, &turn);
}

static void assert_order(struct line *line, const char *wanted)
{
    for (; *wanted; wanted++)
        assert_int_equal(felt_turns_next(&line->turns), (uint64_t)(*wanted - '0'));
    assert_int_equal(felt_turns_next(&line->turns), 0);
}

static void turns_networks_come_one_after_the_other(void **state)
{
    struct line line = make_line(64);
    (void)state;
    add(&line, "Aaa", 1);
    add(&line, "Aaa", 2);
    add(&line, "Aba", 3);
    add(&line, "Baa", 4);
    add(&line, "Baa", 5);
    add(&line, "Caa", 6);
    assert_order(&line, "146352");
}

/* The example of turns.c: within a network the rarer one is first, and takes no turn of others. */
static void turns_within_a_network_go_to_the_rarest(void **state)
{
    struct line line = make_line(64);
    (void)state;
    add(&line, "Aaa", 1);
    add(&line, "Aaa", 2);
    add(&line, "Aaa", 3);
    add(&line, "Aba", 4);
    add(&line, "Aab", 5);
    add(&line, "Baa", 6);
    add(&line, "Baa", 7);
    assert_order(&line, "1647523");
}

static void turns_newcomer_is_next_after_a_crowd(void **state)
{
    struct line line = make_line(64);
    (void)state;
    for (uint64_t i = 1; i <= 8; i++) assert_int_equal(add(&line, "Aaa", i), 0);
    for (uint64_t i = 1; i <= 4; i++) assert_int_equal(felt_turns_next(&line.turns), i);
    assert_int_equal(add(&line, "Baa", 99), 0);
    assert_int_equal(felt_turns_next(&line.turns), 99);
}

/* R2 */
static void turns_network_that_is_full_loses_its_own(void **state)
{
    struct line line = make_line(64);
    (void)state;
    for (uint64_t i = 1; i <= 8; i++) assert_int_equal(add(&line, "Aaa", i), 0);
    assert_int_equal(add(&line, "Aaa", 9), 9); /* the ninth of an address */
    for (uint64_t i = 11; i <= 18; i++) assert_int_equal(add(&line, "Aab", i), 0);
    assert_int_equal(add(&line, "Aac", 20),
                     18); /* the seventeenth of its network: a rarer address */
    assert_int_equal(line.turns.count, 16);
    assert_int_equal(add(&line, "Bac", 21), 0);
}

/* R3 */
static void turns_full_queue_sends_the_greediest_away(void **state)
{
    struct line line = make_line(6);
    (void)state;
    for (uint64_t i = 1; i <= 4; i++) assert_int_equal(add(&line, "Aaa", i), 0);
    for (uint64_t i = 5; i <= 6; i++) assert_int_equal(add(&line, "Baa", i), 0);
    assert_int_equal(add(&line, "Caa", 7), 4);
    assert_int_equal(add(&line, "Aba", 8), 3); /* A keeps three places, and b in it has none yet */
    assert_int_equal(add(&line, "Daa", 9), 2);
    assert_order(&line, "157968");
}

static void turns_that_are_given_up_leave_room(void **state)
{
    struct line line = make_line(2);
    (void)state;
    add(&line, "Aaa", 1);
    add(&line, "Baa", 2);
    felt_turns_drop(&line.turns, 1);
    felt_turns_drop(&line.turns, 77); /* it does not wait */
    assert_int_equal(add(&line, "Caa", 3), 0);
    assert_order(&line, "23");
}

TEST_MODULE(turns)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turns_networks_come_one_after_the_other),
        cmocka_unit_test(turns_within_a_network_go_to_the_rarest),
        cmocka_unit_test(turns_newcomer_is_next_after_a_crowd),
        cmocka_unit_test(turns_network_that_is_full_loses_its_own),
        cmocka_unit_test(turns_full_queue_sends_the_greediest_away),
        cmocka_unit_test(turns_that_are_given_up_leave_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
