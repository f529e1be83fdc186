/* test_staff.c -- house players at tables that are made up here, one by one. */
#include "expect.h"
#include "floor/staff.h"

static void staff_usual_config_thinks(void **state)
{
    (void)state;
    assert_int_equal(felt_staff_config_usual.think_ms, 1200);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(staff_usual_config_thinks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
