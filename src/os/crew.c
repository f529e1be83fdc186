/* crew.c -- see crew.h.
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
#include "os/crew.h"

#include "felt/assert.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

enum { SLOT_ALIGN = 64, SLOTS_PER_THREAD = 2, SLOTS_MAX = SLOTS_PER_THREAD * FELT_CREW_MAX };

struct crew {
    const struct felt_jobs *jobs;
    char *memory;
    size_t stride; /* from slot to slot, bytes */
    uint64_t slots;
    _Atomic uint64_t next; /* the first job that nobody has drawn */

    pthread_mutex_t lock; /* of everything below */
    pthread_cond_t moved; /* the ring went on, or the crew stops */
    pthread_cond_t ready; /* job `taken` is done */
    uint64_t taken;       /* the first job that was not taken */
    uint64_t waiting;     /* workers that wait for the ring */
    bool stops;
    bool done[SLOTS_MAX]; /* the slot holds a result */
};

static uint64_t slot_of(const struct crew *crew, uint64_t job)
{
    return (job - crew->jobs->first) % crew->slots;
}

static void *slot_at(const struct crew *crew, uint64_t slot)
{
    return crew->memory + slot * crew->stride;
}

static void lock(struct crew *crew)
{
    int code = pthread_mutex_lock(&crew->lock);
    felt_assert(code == 0);
}

static void unlock(struct crew *crew)
{
    int code = pthread_mutex_unlock(&crew->lock);
    felt_assert(code == 0);
}

/* ---- workers -------------------------------------------------------------------------------- */

/* True when the job has its slot; false when the crew stops. */
static bool await_slot(struct crew *crew, uint64_t job)
{
    lock(crew);
    crew->waiting++;
    while (!crew->stops && job - crew->taken >= crew->slots)
        (void)pthread_cond_wait(&crew->moved, &crew->lock);
    crew->waiting--;
    bool go_on = !crew->stops;
    unlock(crew);
    return go_on;
}

static void hand_in(struct crew *crew, uint64_t job)
{
    lock(crew);
    crew->done[slot_of(crew, job)] = true;
    if (job == crew->taken) (void)pthread_cond_signal(&crew->ready);
    unlock(crew);
}

static void *labour(void *self)
{
    struct crew *crew = self;
    const struct felt_jobs *jobs = crew->jobs;
    for (;;) {
        uint64_t job = atomic_fetch_add_explicit(&crew->next, 1, memory_order_relaxed);
        if (job >= jobs->end || !await_slot(crew, job)) return NULL;
        jobs->work(jobs->self, job, slot_at(crew, slot_of(crew, job)));
        hand_in(crew, job);
    }
}

/* Signals that come from outside are for the calling thread, which knows what to do about them;
 * those that an instruction causes are for the one that ran it. */
static int hire(struct crew *crew, pthread_t worker[FELT_CREW_MAX], int threads)
{
    static const int own[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP};
    sigset_t outside, before;
    (void)sigfillset(&outside);
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) (void)sigdelset(&outside, own[i]);
    int code = pthread_sigmask(SIG_BLOCK, &outside, &before), hired = 0;
    felt_assert(code == 0);
    while (hired < threads && pthread_create(&worker[hired], NULL, labour, crew) == 0) hired++;
    code = pthread_sigmask(SIG_SETMASK, &before, NULL);
    felt_assert(code == 0);
    return hired;
}

/* ---- the calling thread --------------------------------------------------------------------- */

static void take_all(struct crew *crew)
{
    const struct felt_jobs *jobs = crew->jobs;
    bool wanted = true;
    for (uint64_t job = jobs->first; wanted && job < jobs->end; job++) {
        uint64_t slot = slot_of(crew, job);
        lock(crew);
        while (!crew->done[slot]) (void)pthread_cond_wait(&crew->ready, &crew->lock);
        unlock(crew);
        wanted = jobs->take(jobs->self, job, slot_at(crew, slot));
        lock(crew);
        crew->done[slot] = false;
        crew->taken = job + 1;
        crew->stops = !wanted;
        if (crew->waiting > 0) (void)pthread_cond_broadcast(&crew->moved);
        unlock(crew);
    }
}

/* False: no thread can be had. */
static bool run_threads(struct crew *crew, int threads)
{
    pthread_t worker[FELT_CREW_MAX];
    int code = pthread_mutex_init(&crew->lock, NULL);
    code |= pthread_cond_init(&crew->moved, NULL);
    code |= pthread_cond_init(&crew->ready, NULL);
    felt_assert(code == 0);
    int hired = hire(crew, worker, threads);
    if (hired > 0) take_all(crew);
    for (int i = 0; i < hired; i++) {
        code = pthread_join(worker[i], NULL);
        felt_assert(code == 0);
    }
    code = pthread_cond_destroy(&crew->ready);
    code |= pthread_cond_destroy(&crew->moved);
    code |= pthread_mutex_destroy(&crew->lock);
    felt_assert(code == 0);
    return hired > 0;
}

static bool open_and_run(struct crew *crew, int threads)
{
    const struct felt_jobs *jobs = crew->jobs;
    if (threads == 1) return felt_jobs_run(jobs, crew->memory);
    uint64_t opened = 0;
    while (opened < crew->slots && (!jobs->open || jobs->open(jobs->self, slot_at(crew, opened))))
        opened++;
    bool is_open = opened == crew->slots, ran = is_open && run_threads(crew, threads);
    while (jobs->close && opened > 0) jobs->close(jobs->self, slot_at(crew, --opened));
    if (is_open && !ran) return felt_jobs_run(jobs, crew->memory);
    return ran;
}

bool felt_crew_run(int threads, const struct felt_jobs *jobs)
{
    felt_assert(threads >= 1 && threads <= FELT_CREW_MAX);
    felt_assert(jobs->work != NULL && jobs->take != NULL);
    felt_assert(jobs->first <= jobs->end);
    felt_assert(jobs->end <= UINT64_MAX - FELT_CREW_MAX); /* every worker draws once too often */
    uint64_t count = jobs->end - jobs->first;
    if (count == 0) return true;
    if ((uint64_t)threads > count) threads = (int)count;

    struct crew *crew = calloc(1, sizeof *crew);
    if (crew == NULL) return false;
    crew->jobs = jobs;
    crew->taken = jobs->first;
    atomic_init(&crew->next, jobs->first);
    crew->slots = threads == 1 ? 1 : (uint64_t)threads * SLOTS_PER_THREAD;
    if (crew->slots > count) crew->slots = count;
    bool ran = false;
    if (jobs->slot_bytes <= SIZE_MAX / SLOTS_MAX - SLOT_ALIGN) {
        crew->stride = (jobs->slot_bytes + SLOT_ALIGN) / SLOT_ALIGN * SLOT_ALIGN;
        crew->memory = aligned_alloc(SLOT_ALIGN, crew->slots * crew->stride);
        ran = crew->memory != NULL && open_and_run(crew, threads);
        free(crew->memory);
    }
    free(crew);
    return ran;
}

int felt_crew_processors(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) count = CPU_COUNT(&allowed);
    return count < 1 ? 1 : count > FELT_CREW_MAX ? FELT_CREW_MAX : (int)count;
}
