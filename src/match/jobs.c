/* jobs.c -- see jobs.h. */
#include "felt/jobs.h"

#include "felt/assert.h"

bool felt_jobs_run(const struct felt_jobs *jobs, void *slot)
{
    felt_assert(jobs->work != NULL && jobs->take != NULL);
    felt_assert(jobs->first <= jobs->end);
    if (jobs->open && !jobs->open(jobs->self, slot)) return false;
    bool wanted = true;
    for (uint64_t job = jobs->first; wanted && job < jobs->end; job++) {
        jobs->work(jobs->self, job, slot);
        wanted = jobs->take(jobs->self, job, slot);
    }
    if (jobs->close) jobs->close(jobs->self, slot);
    return true;
}
