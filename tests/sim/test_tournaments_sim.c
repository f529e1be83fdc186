/* test_tournaments_sim.c -- seeds of rooms with tournaments as TAP.
 *
 *     test_tournaments_sim                    those of a test run (FELT_SIM_SEEDS: another number
 *     of
 * them) test_tournaments_sim SEED               one seed test_tournaments_sim --seeds A-B        a
 * soak
 *     test_tournaments_sim --large N SEED     a freeze-out of N house players and some people */
#include "tournaments_sim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool run_seed(int number, uint64_t seed, uint32_t large)
{
    struct tournaments_sim_result result;
    char plan[400] = "";
    tournaments_sim_describe(seed, plan);
    if (large) (void)snprintf(plan, sizeof plan, "a freeze-out of %u", large);
    bool good = tournaments_sim_run(seed, large, &result);
    printf("%s %d - seed %llu: %s\n", good ? "ok" : "not ok", number, (unsigned long long)seed,
           plan);
    printf("# events %llu entries %llu hands %llu crashes %llu snapshots %llu alarms %llu\n",
           (unsigned long long)result.events, (unsigned long long)result.entries,
           (unsigned long long)result.hands, (unsigned long long)result.crashes,
           (unsigned long long)result.snapshots, (unsigned long long)result.alarms);
    if (!good) printf("# %s\n", result.failure);
    fflush(stdout);
    return good;
}

static int run_seeds(unsigned long long from, unsigned long long to)
{
    int bad = 0, number = 0;
    for (unsigned long long seed = from; seed <= to; seed++) bad += !run_seed(++number, seed, 0);
    printf("1..%d\n", number);
    return bad;
}

int main(int count, char **args)
{
    unsigned long long from = 1, to = 40;
    const char *seeds = getenv("FELT_SIM_SEEDS");
    if (seeds) to = strtoull(seeds, NULL, 10);
    if (count == 4 && strcmp(args[1], "--large") == 0) {
        bool good = run_seed(1, strtoull(args[3], NULL, 10), (uint32_t)strtoul(args[2], NULL, 10));
        printf("1..1\n");
        return good ? 0 : 1;
    }
    if (count == 3 && strcmp(args[1], "--seeds") == 0) {
        if (sscanf(args[2], "%llu-%llu", &from, &to) != 2) {
            fprintf(stderr, "test_tournaments_sim: --seeds takes A-B, as in 1-1000\n");
            return 2;
        }
    } else if (count == 2) {
        from = to = strtoull(args[1], NULL, 10);
    }
    return run_seeds(from, to) ? 1 : 0;
}
