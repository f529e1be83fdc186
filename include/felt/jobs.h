/* jobs.h -- many pieces of work, done by any number of hands, taken in order.
 *
 * What `sim`, `match` and every other long simulation run on.  A job is a number; its work is a
 * function of that number and of things that do not change, written to a slot of its own.  Results
 * are taken one after the other in the order of jobs, so they add up to the same whatever the
 * number of threads.
 *
 *   J1  work() of different jobs may run at the same time; each has its own slot.
 *   J2  take() is called for jobs first, first + 1, ... without a gap, one at a time, by the
 *       thread that called the runner.
 *   J3  after take() has returned false nothing is taken; work under way is thrown away. */
#ifndef FELT_JOBS_H
#define FELT_JOBS_H

#include "felt/macros.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

FELT_BEGIN

struct felt_jobs {
    uint64_t first, end; /* jobs first .. end-1                                          */
    size_t slot_bytes;   /* memory of one job, and what its work needs besides           */
    void *self;
    /* Before the first job of a slot, whose contents do not matter yet, and after its last one;
     * either may be NULL.  open() may say false: there is no memory; it is not closed then. */
    bool (*open)(void *self, void *slot);
    void (*close)(void *self, void *slot);
    void (*work)(void *self, uint64_t job, void *slot);
    /* False: stop. */
    bool (*take)(void *self, uint64_t job, void *slot);
};

/* Who runs jobs: felt_jobs_run() here, threads in src/os/thread_pool.h.  True: all jobs, or as many
 * as take() wanted.  False: a slot could not be opened. */
typedef bool (*felt_jobs_runner)(void *crew, const struct felt_jobs *jobs);

/* One after the other, in a slot of the caller's (aligned as malloc does). */
FELT_API bool felt_jobs_run(const struct felt_jobs *jobs, void *slot);

FELT_END

#endif
