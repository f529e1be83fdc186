/* crew.h -- jobs (felt/jobs.h) on threads. */
#ifndef FELT_OS_CREW_H
#define FELT_OS_CREW_H

#include "felt/jobs.h"

enum { FELT_CREW_MAX = 256 };

/* Runs the jobs on so many threads (1 .. FELT_CREW_MAX; 1 makes none), with slots of its own.
 * False: no memory, or a slot could not be opened. */
bool felt_crew_run(int threads, const struct felt_jobs *jobs);

/* How many threads this machine runs at a time. */
int felt_crew_processors(void);

#endif
