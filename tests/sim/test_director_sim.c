/* test_director_sim.c -- seeds of the simulation of tournaments as TAP.
 *
 *     test_director_sim                those of a test run (FELT_SIM_SEEDS: another number of them)
 *     test_director_sim SEED           one seed; those that 20 divides have 5,000 players
 *     test_director_sim --seeds A-B    a soak */
#include "director_sim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool run_seed(int number, uint64_t seed)
{
    struct director_sim_result result;
    char plan[200];
    director_sim_describe(seed, plan);
    bool good = director_sim_run(seed, &result);
    printf("%s %d - seed %llu: %s\n", good ? "ok" : "not ok", number, (unsigned long long)seed,
           plan);
    if (good)
        printf("# %llu inputs (%llu refused), %llu entries, %llu tables, %llu rounds, %llu hands, "
               "%llu moves, %llu crashes, %llu void\n",
               (unsigned long long)result.inputs, (unsigned long long)result.refused,
               (unsigned long long)result.entries, (unsigned long long)result.tables,
               (unsigned long long)result.rounds, (unsigned long long)result.hands,
               (unsigned long long)result.moves, (unsigned long long)result.crashes,
               (unsigned long long)result.voids);
    else
        printf("# %s\n", result.failure);
    fflush(stdout);
    return good;
}

static int run_seeds(unsigned long long from, unsigned long long to)
{
    int bad = 0, number = 0;
    for (unsigned long long seed = from; seed <= to; seed++) bad += !run_seed(++number, seed);
    printf("1..%d\n", number);
    return bad;
}

int main(int count, char **args)
{
    unsigned long long from = 0, to = 19;
    const char *seeds = getenv("FELT_SIM_SEEDS");
    if (seeds) to = strtoull(seeds, NULL, 10);
    if (count == 3 && strcmp(args[1], "--seeds") == 0) {
        if (sscanf(args[2], "%llu-%llu", &from, &to) != 2) {
            fprintf(stderr, "test_director_sim: --seeds takes A-B, as in 1-1000\n");
            return 2;
        }
    } else if (count == 2) {
        from = to = strtoull(args[1], NULL, 10);
    }
    return run_seeds(from, to) ? 1 : 0;
}
