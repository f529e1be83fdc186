/* thread_pool.h -- jobs (felt/jobs.h) on threads.
 *
 *   C1  work under way and results that wait to be taken are never more than the slots, two for
 *       each thread: a slow take() holds the workers up, not memory.
 *   C2  open() and close() are called by the calling thread, as take() is.
 *   C3  workers leave signals from outside to the calling thread. */
#ifndef FELT_OS_THREAD_POOL_H
#define FELT_OS_THREAD_POOL_H

#include "felt/jobs.h"

enum { FELT_THREAD_POOL_MAX = 256 };

/* Runs the jobs on so many threads (1 .. FELT_THREAD_POOL_MAX; 1 makes none), with slots of its
 * own, each aligned to 64 bytes.  False: no memory, or a slot could not be opened; then nothing was
 * taken. */
bool felt_thread_pool_run(int threads, const struct felt_jobs *jobs);

/* How many threads this machine runs at a time, for this process. */
int felt_thread_pool_processors(void);

#endif
