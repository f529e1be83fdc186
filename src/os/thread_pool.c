/* thread_pool.c -- see thread_pool.h.
 *
 * Slots form a ring: job j works in slot (j - first) % slots, when the job that was there before,
 * j - slots, has been taken.  Workers draw job numbers from one counter, so that a long job holds
 * up nobody but those who are a whole ring ahead of it.  The calling thread waits for the earliest
 * job that was not taken, takes it, and lets the ring move on by one.
 *
 * The counter is atomic; everything else that threads share is behind one lock, which is held for a
 * few instructions twice a job.  The earliest job always has its slot, so somebody can always go
 * on. */
#define _GNU_SOURCE /* sched_getaffinity */
#include "os/thread_pool.h"

#include "felt/assert.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

enum { SLOT_ALIGN = 64, SLOTS_PER_THREAD = 2, SLOTS_MAX = SLOTS_PER_THREAD * FELT_THREAD_POOL_MAX };

struct pool {
    const struct felt_jobs *jobs;
    char *memory;
    size_t stride; /* from slot to slot, bytes */
    uint64_t slots;
    _Atomic uint64_t next; /* the first job that nobody has drawn */

    pthread_mutex_t lock; /* of everything below */
    pthread_cond_t moved; /* the ring went on, or the thread pool stops */
    pthread_cond_t ready; /* job `taken` is done */
    uint64_t taken;       /* the first job that was not taken */
    uint64_t waiting;     /* workers that wait for the ring */
    bool stops;
    bool done[SLOTS_MAX]; /* the slot holds a result */
};

static uint64_t slot_of(const struct pool *pool, uint64_t job)
{
    return (job - pool->jobs->first) % pool->slots;
}

static void *slot_at(const struct pool *pool, uint64_t slot)
{
    return pool->memory + slot * pool->stride;
}

static void lock(struct pool *pool)
{
    int code = pthread_mutex_lock(&pool->lock);
    felt_assert(code == 0);
}

static void unlock(struct pool *pool)
{
    int code = pthread_mutex_unlock(&pool->lock);
    felt_assert(code == 0);
}

/* ---- workers -------------------------------------------------------------------------------- */

/* True when the job has its slot; false when the thread pool stops. */
static bool await_slot(struct pool *pool, uint64_t job)
{
    lock(pool);
    pool->waiting++;
    while (!pool->stops && job - pool->taken >= pool->slots)
        (void)pthread_cond_wait(&pool->moved, &pool->lock);
    pool->waiting--;
    bool go_on = !pool->stops;
    unlock(pool);
    return go_on;
}

static void hand_in(struct pool *pool, uint64_t job)
{
    lock(pool);
    pool->done[slot_of(pool, job)] = true;
    if (job == pool->taken) (void)pthread_cond_signal(&pool->ready);
    unlock(pool);
}

static void *labour(void *self)
{
    struct pool *pool = self;
    const struct felt_jobs *jobs = pool->jobs;
    for (;;) {
        uint64_t job = atomic_fetch_add_explicit(&pool->next, 1, memory_order_relaxed);
        if (job >= jobs->end || !await_slot(pool, job)) return NULL;
        jobs->work(jobs->self, job, slot_at(pool, slot_of(pool, job)));
        hand_in(pool, job);
    }
}

/* Signals that come from outside are for the calling thread, which knows what to do about them;
 * those that an instruction causes are for the one that ran it. */
static int hire(struct pool *pool, pthread_t worker[FELT_THREAD_POOL_MAX], int threads)
{
    static const int own[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP};
    sigset_t outside, before;
    (void)sigfillset(&outside);
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) (void)sigdelset(&outside, own[i]);
    int code = pthread_sigmask(SIG_BLOCK, &outside, &before), hired = 0;
    felt_assert(code == 0);
    while (hired < threads && pthread_create(&worker[hired], NULL, labour, pool) == 0) hired++;
    code = pthread_sigmask(SIG_SETMASK, &before, NULL);
    felt_assert(code == 0);
    return hired;
}

/* ---- the calling thread --------------------------------------------------------------------- */

static void take_all(struct pool *pool)
{
    const struct felt_jobs *jobs = pool->jobs;
    bool wanted = true;
    for (uint64_t job = jobs->first; wanted && job < jobs->end; job++) {
        uint64_t slot = slot_of(pool, job);
        lock(pool);
        while (!pool->done[slot]) (void)pthread_cond_wait(&pool->ready, &pool->lock);
        unlock(pool);
        wanted = jobs->take(jobs->self, job, slot_at(pool, slot));
        lock(pool);
        pool->done[slot] = false;
        pool->taken = job + 1;
        pool->stops = !wanted;
        if (pool->waiting > 0) (void)pthread_cond_broadcast(&pool->moved);
        unlock(pool);
    }
}

/* False: no thread can be had. */
static bool run_threads(struct pool *pool, int threads)
{
    pthread_t worker[FELT_THREAD_POOL_MAX];
    int code = pthread_mutex_init(&pool->lock, NULL);
    code |= pthread_cond_init(&pool->moved, NULL);
    code |= pthread_cond_init(&pool->ready, NULL);
    felt_assert(code == 0);
    int hired = hire(pool, worker, threads);
    if (hired > 0) take_all(pool);
    for (int i = 0; i < hired; i++) {
        code = pthread_join(worker[i], NULL);
        felt_assert(code == 0);
    }
    code = pthread_cond_destroy(&pool->ready);
    code |= pthread_cond_destroy(&pool->moved);
    code |= pthread_mutex_destroy(&pool->lock);
    felt_assert(code == 0);
    return hired > 0;
}

static bool open_and_run(struct pool *pool, int threads)
{
    const struct felt_jobs *jobs = pool->jobs;
    if (threads == 1) return felt_jobs_run(jobs, pool->memory);
    uint64_t opened = 0;
    while (opened < pool->slots && (!jobs->open || jobs->open(jobs->self, slot_at(pool, opened))))
        opened++;
    bool is_open = opened == pool->slots, ran = is_open && run_threads(pool, threads);
    while (jobs->close && opened > 0) jobs->close(jobs->self, slot_at(pool, --opened));
    if (is_open && !ran) return felt_jobs_run(jobs, pool->memory);
    return ran;
}

bool felt_thread_pool_run(int threads, const struct felt_jobs *jobs)
{
    felt_assert(threads >= 1 && threads <= FELT_THREAD_POOL_MAX);
    felt_assert(jobs->work != NULL && jobs->take != NULL);
    felt_assert(jobs->first <= jobs->end);
    felt_assert(jobs->end <=
                UINT64_MAX - FELT_THREAD_POOL_MAX); /* every worker draws once too often */
    uint64_t count = jobs->end - jobs->first;
    if (count == 0) return true;
    if ((uint64_t)threads > count) threads = (int)count;

    struct pool *pool = calloc(1, sizeof *pool);
    if (pool == NULL) return false;
    pool->jobs = jobs;
    pool->taken = jobs->first;
    atomic_init(&pool->next, jobs->first);
    pool->slots = threads == 1 ? 1 : (uint64_t)threads * SLOTS_PER_THREAD;
    if (pool->slots > count) pool->slots = count;
    bool ran = false;
    if (jobs->slot_bytes <= SIZE_MAX / SLOTS_MAX - SLOT_ALIGN) {
        pool->stride = (jobs->slot_bytes + SLOT_ALIGN) / SLOT_ALIGN * SLOT_ALIGN;
        pool->memory = aligned_alloc(SLOT_ALIGN, pool->slots * pool->stride);
        ran = pool->memory != NULL && open_and_run(pool, threads);
        free(pool->memory);
    }
    free(pool);
    return ran;
}

int felt_thread_pool_processors(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) count = CPU_COUNT(&allowed);
    return count < 1 ? 1 : count > FELT_THREAD_POOL_MAX ? FELT_THREAD_POOL_MAX : (int)count;
}
