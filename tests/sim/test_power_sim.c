/* test_power_sim.c -- seeds of the simulation of power failures as TAP.
 *
 *     test_power_sim                those of a test run (FELT_SIM_SEEDS: another number of them)
 *     test_power_sim SEED           one seed
 *     test_power_sim --seeds A-B    a soak */
#include "power_sim.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Seeds that ever failed stay here. */
static const uint64_t failed_once[] = {1};

static bool run_seed(int number, uint64_t seed)
{
    struct power_sim_result result;
    bool good = power_sim_run(seed, &result);
    printf("%s %d - seed %llu: a disk that %s\n", good ? "ok" : "not ok", number,
           (unsigned long long)seed, power_sim_lies(seed) ? "lies" : "tells the truth");
    if (good)
        printf("# %llu hands, %llu frames, %llu power failures, %llu stalls, %llu syncs\n",
               (unsigned long long)result.hands, (unsigned long long)result.frames,
               (unsigned long long)result.failures, (unsigned long long)result.stalls,
               (unsigned long long)result.syncs);
    else
        printf("# %s\n", result.failure);
    fflush(stdout);
    return good;
}

static int run_seeds(unsigned long long from, unsigned long long to, int number)
{
    int bad = 0;
    for (unsigned long long seed = from; seed <= to; seed++) bad += !run_seed(++number, seed);
    printf("1..%d\n", number);
    return bad;
}

int main(int count, char **args)
{
    unsigned long long from, to;
    if (count == 3 && strcmp(args[1], "--seeds") == 0 &&
        sscanf(args[2], "%llu-%llu", &from, &to) == 2)
        return run_seeds(from, to, 0) ? 1 : 0;
    if (count == 2) {
        unsigned long long seed = strtoull(args[1], NULL, 10);
        return run_seeds(seed, seed, 0) ? 1 : 0;
    }
    const char *seeds = getenv("FELT_SIM_SEEDS");
    unsigned long long last = test_is_quick() ? 200 : 1000;
    if (seeds) last = strtoull(seeds, NULL, 10);
    int bad = 0, known = (int)(sizeof failed_once / sizeof failed_once[0]);
    for (int i = 0; i < known; i++) bad += !run_seed(i + 1, failed_once[i]);
    return bad + run_seeds(1, last, known) ? 1 : 0;
}
