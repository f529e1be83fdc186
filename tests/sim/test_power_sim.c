/* test_power_sim.c -- seeds of the simulations of power failures as TAP.
 *
 *     test_power_sim KIND                the seeds of a test run (FELT_SIM_SEEDS: another number of
 *                                        them), and that broken servers are found out
 *     test_power_sim KIND SEED           one seed
 *     test_power_sim KIND --seeds A-B    a soak
 *     test_power_sim KIND --break NAME   the first seed that finds this mistake: see
 * power_journal.h
 *
 * KIND is room, tournament or arena. */
#include "power_sim.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEEDS_QUICK = 200, SEEDS = 1000, SEEDS_TO_FIND = 40 };

struct kind {
    const char *word;
    bool (*run)(uint64_t seed, enum power_break breaks, struct power_sim_result *result);
};

static const struct kind kinds[] = {
    {"room", power_room_run}, {"tournament", power_tournament_run}, {"arena", power_arena_run}};

/* Seeds that ever failed stay here. */
static const uint64_t failed_once[] = {1, 499, 2172};

static bool run_seed(const struct kind *kind, int number, uint64_t seed)
{
    struct power_sim_result result;
    bool good = kind->run(seed, POWER_SOUND, &result);
    printf("%s %d - %s, seed %llu: a disk that %s\n", good ? "ok" : "not ok", number, kind->word,
           (unsigned long long)seed, power_sim_lies(seed) ? "lies" : "tells the truth");
    if (good)
        printf(
            "# %llu hands, %llu frames, %llu power failures, %llu stalls, %llu syncs, %llu facts "
            "compared\n",
            (unsigned long long)result.hands, (unsigned long long)result.frames,
            (unsigned long long)result.failures, (unsigned long long)result.stalls,
            (unsigned long long)result.syncs, (unsigned long long)result.compared);
    else
        printf("# %s\n", result.failure);
    fflush(stdout);
    return good;
}

static int run_seeds(const struct kind *kind, unsigned long long from, unsigned long long to,
                     int *number)
{
    int bad = 0;
    for (unsigned long long seed = from; seed <= to; seed++)
        bad += !run_seed(kind, ++*number, seed);
    return bad;
}

/* A simulation that finds nothing proves nothing: each mistake must be found by one of some seeds.
 */
static bool find_break(const struct kind *kind, int number, enum power_break breaks)
{
    struct power_sim_result result;
    for (uint64_t seed = 1; seed <= SEEDS_TO_FIND; seed++) {
        if (kind->run(seed, breaks, &result)) continue;
        printf("ok %d - %s: a server that is %s is found out by seed %llu\n# %s\n", number,
               kind->word, power_break_word(breaks), (unsigned long long)seed, result.failure);
        return true;
    }
    printf("not ok %d - %s: a server that is %s is not found out\n", number, kind->word,
           power_break_word(breaks));
    return false;
}

static int run_all(const struct kind *kind, int *number)
{
    const char *seeds = getenv("FELT_SIM_SEEDS");
    unsigned long long last = test_is_quick() ? SEEDS_QUICK : SEEDS;
    if (seeds) last = strtoull(seeds, NULL, 10);
    int bad = 0, known = (int)(sizeof failed_once / sizeof failed_once[0]);
    for (int i = 0; i < known; i++) bad += !run_seed(kind, ++*number, failed_once[i]);
    bad += run_seeds(kind, 1, last, number);
    for (int i = POWER_SOUND + 1; i < POWER_BREAKS; i++)
        bad += !find_break(kind, ++*number, (enum power_break)i);
    return bad;
}

static int find_named_break(const struct kind *kind, int *number, const char *name)
{
    for (int i = POWER_SOUND + 1; i < POWER_BREAKS; i++)
        if (strcmp(name, power_break_word((enum power_break)i)) == 0)
            return !find_break(kind, ++*number, (enum power_break)i);
    fprintf(stderr, "test_power_sim: there is no break '%s'\n", name);
    return 1;
}

static const struct kind *find_kind(const char *word)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(kinds[i].word, word) == 0) return &kinds[i];
    return NULL;
}

int main(int count, char **args)
{
    unsigned long long from, to;
    int number = 0, bad;
    const struct kind *kind = count > 1 ? find_kind(args[1]) : NULL;
    if (!kind) {
        fputs("usage: test_power_sim room|tournament|arena [SEED | --seeds A-B | --break NAME]\n",
              stderr);
        return 2;
    }
    if (count == 2) {
        bad = run_all(kind, &number);
    } else if (count == 4 && strcmp(args[2], "--break") == 0) {
        bad = find_named_break(kind, &number, args[3]);
    } else if (count == 4 && strcmp(args[2], "--seeds") == 0 &&
               sscanf(args[3], "%llu-%llu", &from, &to) == 2) {
        bad = run_seeds(kind, from, to, &number);
    } else {
        from = strtoull(args[2], NULL, 10);
        bad = run_seeds(kind, from, from, &number);
    }
    printf("1..%d\n", number);
    return bad ? 1 : 0;
}
