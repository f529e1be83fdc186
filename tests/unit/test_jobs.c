/* test_jobs.c -- the runner without threads: order, stopping, opening and closing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/jobs.h"
#include "module.h"

struct account {
    uint64_t stop_at; /* take() says so at this job */
    bool refuses;     /* to open */
    int opened, closed, worked, taken;
    uint64_t next;
};

static bool open_slot(void *self, void *slot)
{
    struct account *account = self;
    *(uint64_t *)slot = 0;
    account->opened++;
    return !account->refuses;
}

static void close_slot(void *self, void *slot)
{
    struct account *account = self;
    (void)slot;
    account->closed++;
}

static void work(void *self, uint64_t job, void *slot)
{
    struct account *account = self;
    *(uint64_t *)slot = job * job;
    account->worked++;
}

static bool take(void *self, uint64_t job, void *slot)
{
    struct account *account = self;
    assert_true(job == account->next);
    assert_true(*(uint64_t *)slot == job * job);
    account->next++;
    account->taken++;
    return job != account->stop_at;
}

static void jobs_are_taken_in_order(void **state)
{
    (void)state;
    static const struct {
        uint64_t first, end, stop_at;
        int taken;
    } rows[] = {
        {0, 0, UINT64_MAX, 0},
        {0, 1, UINT64_MAX, 1},
        {5, 105, UINT64_MAX, 100},
        {0, 100, 0, 1},
        {7, 100, 50, 44},
        {0, 10, 9, 10},
        {UINT64_MAX - 3, UINT64_MAX, UINT64_MAX, 3},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct account account = {.stop_at = rows[i].stop_at, .next = rows[i].first};
        struct felt_jobs jobs = {rows[i].first, rows[i].end, sizeof(uint64_t),
                                 &account,      open_slot,   close_slot,
                                 work,          take};
        uint64_t slot;
        assert_true(felt_jobs_run(&jobs, &slot));
        assert_int_equal(account.taken, rows[i].taken);
        assert_int_equal(account.worked, rows[i].taken);
        assert_int_equal(account.opened, 1);
        assert_int_equal(account.closed, 1);
    }
}

static void jobs_need_neither_open_nor_close(void **state)
{
    (void)state;
    struct account account = {.stop_at = UINT64_MAX};
    struct felt_jobs jobs = {0, 9, sizeof(uint64_t), &account, NULL, NULL, work, take};
    uint64_t slot;
    assert_true(felt_jobs_run(&jobs, &slot));
    assert_int_equal(account.taken, 9);
}

static void jobs_without_a_slot_are_not_begun(void **state)
{
    (void)state;
    struct account account = {.refuses = true};
    struct felt_jobs jobs = {0, 9, sizeof(uint64_t), &account, open_slot, close_slot, work, take};
    uint64_t slot;
    assert_false(felt_jobs_run(&jobs, &slot));
    assert_int_equal(account.worked, 0);
    assert_int_equal(account.closed, 0);
}

TEST_MODULE(jobs)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jobs_are_taken_in_order),
        cmocka_unit_test(jobs_need_neither_open_nor_close),
        cmocka_unit_test(jobs_without_a_slot_are_not_begun),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
