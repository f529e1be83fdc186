/* test_neighbours.c -- who at a table came from the same address. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "server/app/room/neighbours.h"
#include "module.h"

enum { CONNS = 8, ANN = 5, BOB = 6, CAT = 7 };

static struct felt_neighbours all;

static void come(uint32_t conn, int64_t user, const char *address)
{
    felt_neighbours_line(&all, conn, address);
    felt_neighbours_known(&all, conn, user);
}

static void expect(bool ann, bool bob, bool cat)
{
    static const int64_t users[] = {CAT, ANN, BOB};
    bool found[3] = {true, true, true};
    felt_neighbours_find(&all, users, 3, found);
    assert_int_equal(found[0], cat);
    assert_int_equal(found[1], ann);
    assert_int_equal(found[2], bob);
}

static int set_up(void **state)
{
    (void)state;
    return felt_neighbours_open(&all, CONNS) ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    felt_neighbours_close(&all);
    return 0;
}

static void neighbours_are_two_of_one_address(void **state)
{
    (void)state;
    expect(false, false, false);
    come(0, ANN, "a");
    come(3, CAT, "c");
    expect(false, false, false);
    come(1, BOB, "a");
    expect(true, true, false);
    felt_neighbours_gone(&all, 1);
    expect(false, false, false);
}

/* N1 */
static void neighbours_without_an_address_are_none(void **state)
{
    (void)state;
    come(0, ANN, "");
    come(1, BOB, "");
    felt_neighbours_line(&all, 2, "a"); /* has not said who it is */
    come(3, CAT, "a");
    expect(false, false, false);
}

/* N2, and every line of somebody counts. */
static void neighbours_by_any_of_their_conns(void **state)
{
    (void)state;
    come(0, ANN, "a");
    come(1, ANN, "a");
    expect(false, false, false);
    come(2, ANN, "b");
    come(3, CAT, "b");
    come(4, CAT, "c");
    expect(true, false, true);
    felt_neighbours_line(&all, 3, "b"); /* the next one on that line */
    expect(false, false, false);
}

/* Some users of this machine's database have numbers of any size. */
static void neighbours_of_large_numbers(void **state)
{
    (void)state;
    const int64_t users[] = {INT64_MAX, 1};
    bool found[2];
    come(7, INT64_MAX, "a");
    come(6, 1, "a");
    felt_neighbours_find(&all, users, 2, found);
    assert_true(found[0] && found[1]);
}

TEST_MODULE(neighbours)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(neighbours_are_two_of_one_address, set_up, tear_down),
        cmocka_unit_test_setup_teardown(neighbours_without_an_address_are_none, set_up, tear_down),
        cmocka_unit_test_setup_teardown(neighbours_by_any_of_their_conns, set_up, tear_down),
        cmocka_unit_test_setup_teardown(neighbours_of_large_numbers, set_up, tear_down),
    };
    return cmocka_run_group_tests_name("neighbours", tests, NULL, NULL);
}
