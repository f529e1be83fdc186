/* test_starting_all.c -- all 169 rows of starting.c counted anew.  FELT_TEST_QUICK=1 takes five. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "module.h"
#include "starting_count.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void starting_rows_are_exact(void **state)
{
    (void)state;
    int step = test_is_quick() ? 42 : 1; /* places 0, 42, 84, 126, 168 */
    for (int place = 0; place < FELT_STARTING_KINDS; place += step) {
        int counted = starting_count(place);
        if (counted == felt_starting_equity(place)) continue;
        char name[4];
        felt_starting_write(felt_starting_kind(place), name);
        fail_msg("place %d, %s: %d in the table, %d counted", place, name,
                 felt_starting_equity(place), counted);
    }
}

TEST_MODULE(starting_all)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(starting_rows_are_exact)};
    return cmocka_run_group_tests_name("starting_all", tests, NULL, NULL);
}
