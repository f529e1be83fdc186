/* test_thread_pool.c -- jobs on threads: the same results in the same order with any number of
 * them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/hash.h"
#include "felt/rng.h"
#include "module.h"
#include "os/thread_pool.h"
#include "support.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static const int crews[] = {1, 2, 3, 7, 40};
enum { CREWS = sizeof crews / sizeof crews[0] };

/* Odd on purpose: slots must be aligned all the same. */
struct slot {
    uint64_t job, result;
    char rest[83];
};

struct account {
    pthread_t caller;
    uint64_t stop_at;        /* take() says so at this job                             */
    int open_max;            /* slots that can be opened                               */
    int opened, closed;      /* by the caller                                          */
    uint64_t next, hash;     /* of what was taken                                      */
    atomic_int worked, busy; /* jobs done; slots at work or waiting to be taken        */
    atomic_int busiest, strangers;
};

static bool open_slot(void *self, void *slot)
{
    struct account *account = self;
    assert_true(pthread_equal(account->caller, pthread_self()));
    assert_true((uintptr_t)slot % 64 == 0);
    if (account->opened == account->open_max) return false;
    account->opened++;
    memset(slot, 0, sizeof(struct slot));
    return true;
}

static void close_slot(void *self, void *slot)
{
    struct account *account = self;
    assert_true(pthread_equal(account->caller, pthread_self()));
    ((struct slot *)slot)->result = 0;
    account->closed++;
}

/* Jobs take differently long, so that late ones are done before early ones. */
static void work(void *self, uint64_t job, void *slot)
{
    struct account *account = self;
    struct slot *own = slot;
    int busy = atomic_fetch_add(&account->busy, 1) + 1, busiest = atomic_load(&account->busiest);
    while (busy > busiest && !atomic_compare_exchange_weak(&account->busiest, &busiest, busy)) {
    }
    struct felt_rng rng = felt_rng_make(job);
    uint64_t steps = felt_rng_below(&rng, 10) == 0 ? 20000 : 100;
    own->job = job;
    own->result = job;
    for (uint64_t i = 0; i < steps; i++) own->result = felt_hash_word(own->result, i);
    atomic_fetch_add(&account->worked, 1);
    if (!pthread_equal(account->caller, pthread_self())) atomic_fetch_add(&account->strangers, 1);
}

static bool take(void *self, uint64_t job, void *slot)
{
    struct account *account = self;
    struct slot *own = slot;
    assert_true(pthread_equal(account->caller, pthread_self()));
    assert_true(job == account->next && own->job == job);
    account->next++;
    account->hash = felt_hash_word(account->hash, own->result);
    atomic_fetch_sub(&account->busy, 1);
    return job != account->stop_at;
}

static bool run(int threads, uint64_t first, uint64_t end, struct account *account)
{
    struct felt_jobs jobs = {first, end, sizeof(struct slot), account, open_slot, close_slot,
                             work,  take};
    account->caller = pthread_self();
    account->next = first;
    return felt_thread_pool_run(threads, &jobs);
}

static uint64_t jobs_in_a_run(void)
{
    return test_is_quick() ? 300 : 3000;
}

static void thread_pool_of_any_size_takes_the_same(void **state)
{
    (void)state;
    uint64_t count = jobs_in_a_run(), hash = 0;
    for (int i = 0; i < CREWS; i++) {
        struct account account = {.stop_at = UINT64_MAX, .open_max = INT32_MAX};
        assert_true(run(crews[i], 17, 17 + count, &account));
        assert_true(account.next == 17 + count);
        assert_true((uint64_t)account.worked == count);
        assert_int_equal(account.closed, account.opened);
        /* One is no thread; more leave the work to threads. */
        assert_true((uint64_t)account.strangers == (crews[i] == 1 ? 0 : count));
        /* Work runs ahead of taking, but no further than the slots. */
        assert_true(account.busiest <= account.opened);
        assert_true(account.opened == (crews[i] == 1 ? 1 : 2 * crews[i]));
        if (i == 0) hash = account.hash;
        assert_true(account.hash == hash);
    }
}

static void thread_pool_with_few_jobs_ends(void **state)
{
    (void)state;
    for (int i = 0; i < CREWS; i++)
        for (uint64_t count = 0; count < 12; count++) {
            struct account account = {.stop_at = UINT64_MAX, .open_max = INT32_MAX};
            assert_true(run(crews[i], 5, 5 + count, &account));
            assert_true(account.next == 5 + count);
            assert_true((uint64_t)account.worked == count);
            assert_true((uint64_t)account.opened <= count);
        }
}

static void thread_pool_stops_when_told(void **state)
{
    (void)state;
    static const uint64_t stops[] = {0, 1, 13, 100, 299};
    for (int i = 0; i < CREWS; i++)
        for (size_t k = 0; k < sizeof stops / sizeof stops[0]; k++) {
            struct account account = {.stop_at = stops[k], .open_max = INT32_MAX};
            assert_true(run(crews[i], 0, UINT64_C(1) << 60, &account));
            assert_true(account.next == stops[k] + 1);
            /* Nothing was begun but what had a slot. */
            assert_true((uint64_t)account.worked <= stops[k] + 1 + (uint64_t)account.opened);
            assert_int_equal(account.closed, account.opened);
        }
}

static void thread_pool_without_slots_says_so(void **state)
{
    (void)state;
    for (int i = 0; i < CREWS; i++) {
        int slots = crews[i] == 1 ? 1 : 2 * crews[i];
        for (int can = 0; can < slots; can++) {
            struct account account = {.stop_at = UINT64_MAX, .open_max = can};
            assert_false(run(crews[i], 0, 1000, &account));
            assert_int_equal(account.worked, 0);
            assert_int_equal(account.opened, can);
            assert_int_equal(account.closed, can);
        }
    }
    struct felt_jobs huge = {0, 9, SIZE_MAX - 100, NULL, NULL, NULL, work, take};
    assert_false(felt_thread_pool_run(2, &huge));
}

/* While the caller takes its time, workers wait; they do not run away, nor get stuck. */
static bool take_slowly(void *self, uint64_t job, void *slot)
{
    struct slot own = {0};
    for (int i = 0; i < 20000; i++) own.result = felt_hash_word(own.result, 1);
    return take(self, job, slot) && own.result != 0;
}

static void thread_pool_waits_for_a_slow_taker(void **state)
{
    (void)state;
    struct account account = {.stop_at = UINT64_MAX, .open_max = INT32_MAX};
    struct felt_jobs jobs = {0,          400,  sizeof(struct slot), &account, open_slot,
                             close_slot, work, take_slowly};
    account.caller = pthread_self();
    assert_true(felt_thread_pool_run(3, &jobs));
    assert_true(account.next == 400 && account.worked == 400);
    assert_true(account.busiest <= 6);
}

static void thread_pool_knows_the_machine(void **state)
{
    (void)state;
    assert_in_range(felt_thread_pool_processors(), 1, FELT_THREAD_POOL_MAX);
}

TEST_MODULE(thread_pool)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(thread_pool_of_any_size_takes_the_same),
        cmocka_unit_test(thread_pool_with_few_jobs_ends),
        cmocka_unit_test(thread_pool_stops_when_told),
        cmocka_unit_test(thread_pool_without_slots_says_so),
        cmocka_unit_test(thread_pool_waits_for_a_slow_taker),
        cmocka_unit_test(thread_pool_knows_the_machine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
