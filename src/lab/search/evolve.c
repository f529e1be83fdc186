/* evolve.c -- see evolve.h.
 *
 * A generation.  The first jobs measure elites again: those that were measured least often, the
 * oldest of them first, a tenth of all jobs.  Then come guests, then children.  Jobs only read the
 * evolution and write to slots of their own; take() puts what they found beside each other in
 * candidate[].  When all are there, and not before, the archive, the cache and all records learn
 * from them in the order of their numbers. */
#include "lab/search/evolve_parts.h"

#include "felt/assert.h"
#include "felt/hash.h"
#include "lab/rulebook/rulebook.h"

#include <math.h>
#include <string.h>

enum { CANDIDATES = 64, AGAIN_PARTS = 10 };
#define FADE_EMITTERS  0.93 /* of a generation; half of it is forgotten after nine          */
#define FADE_OPERATORS 0.98
#define FADE_RACE      0.98
/* What stages take, as shares of FULL: what the bandit divides rewards by. */
#define COST_FILTER 0.02
#define COST_SKETCH 0.1
#define COST_FULL   1.0

/* ---- cache ---- */

static uint32_t cache_place(const uint64_t *cache, uint64_t hash)
{
    uint32_t place = (uint32_t)hash & (FELT_CACHE_MAX - 1);
    while (cache[place] && cache[place] != hash) place = (place + 1) & (FELT_CACHE_MAX - 1);
    return place;
}

static uint64_t cache_key(uint64_t hash)
{
    return hash ? hash : 1; /* 0 is an empty place */
}

bool felt_evolve_knows(const struct felt_evolve *evolve, uint64_t hash)
{
    return evolve->cache[cache_place(evolve->cache, cache_key(hash))] != 0;
}

static void remember(struct felt_evolve *evolve, uint64_t hash)
{
    uint64_t key = cache_key(hash);
    uint32_t place = cache_place(evolve->cache, key);
    evolve->cached += !evolve->cache[place];
    evolve->cache[place] = key;
}

/* Known games are in it, whatever else is forgotten. */
static void clear_cache(struct felt_evolve *evolve)
{
    memset(evolve->cache, 0, sizeof evolve->cache);
    evolve->cached = 0;
    for (int i = 0; i < evolve->plan.known_count; i++)
        remember(evolve, evolve->plan.known[i].measures.hash);
    for (uint32_t i = 0; i < evolve->archive.count; i++)
        remember(evolve, evolve->archive.elite[i].measures.hash);
}

void felt_evolve_remember(struct felt_evolve *evolve, uint64_t hash)
{
    if (evolve->cached >= FELT_CACHE_MAX / 4 * 3) clear_cache(evolve);
    remember(evolve, hash);
}

/* ---- fitness of the known games ---- */

double felt_evolve_median(const struct felt_known_game *known, int count)
{
    double sorted[256];
    int fit = 0;
    for (int i = 0; i < count && fit < 256; i++) {
        if (known[i].measures.flaw != FELT_FLAW_NONE) continue;
        double value = known[i].fitness.value;
        int j = fit++;
        for (; j > 0 && sorted[j - 1] > value; j--) sorted[j] = sorted[j - 1];
        sorted[j] = value;
    }
    if (fit == 0) return 0;
    return (sorted[(fit - 1) / 2] + sorted[fit / 2]) / 2;
}

static void weigh_known(struct felt_evolve *evolve)
{
    struct felt_evolve_plan *plan = &evolve->plan;
    for (int i = 0; i < plan->known_count; i++)
        plan->known[i].fitness = felt_fitness_of(&plan->known[i].measures, &plan->weights);
    evolve->floor = felt_evolve_median(plan->known, plan->known_count);
}

/* Cells do not depend on weights: every elite stays where it is. */
void felt_evolve_reweigh(struct felt_evolve *evolve, const struct felt_weights *weights)
{
    evolve->plan.weights = evolve->archive.weights = *weights;
    weigh_known(evolve);
    for (uint32_t i = 0; i < evolve->archive.count; i++) {
        struct felt_elite *elite = &evolve->archive.elite[i];
        elite->fitness = felt_fitness_of(&elite->measures, weights);
    }
    memset(&evolve->race, 0, sizeof evolve->race);
}

/* ---- jobs ---- */

struct generation {
    struct felt_evolve *evolve;
    const struct felt_evolve_pool *pool;
    uint32_t jobs, again, taken;
    uint32_t elite[FELT_CANDIDATES_MAX]; /* of the jobs that measure again                      */
    bool stopped;
};

static bool open_slot(void *self, void *slot)
{
    (void)self;
    felt_evolve_slot_open(slot);
    return true;
}

static bool tick(struct generation *generation)
{
    const struct felt_evolve_pool *pool = generation->pool;
    generation->taken++;
    generation->stopped =
        pool->tick && !pool->tick(pool->self, generation->taken, generation->jobs);
    return !generation->stopped;
}

static bool run(struct generation *generation, void (*work)(void *, uint64_t, void *),
                bool (*take)(void *, uint64_t, void *))
{
    const struct felt_jobs jobs = {.end = generation->jobs,
                                   .slot_bytes = felt_evolve_slot_bytes(),
                                   .self = generation,
                                   .open = open_slot,
                                   .work = work,
                                   .take = take};
    const struct felt_evolve_pool *pool = generation->pool;
    return pool->runner(pool->pool, &jobs) && !generation->stopped;
}

/* ---- begin ---- */

static void work_known(void *self, uint64_t job, void *memory)
{
    const struct felt_evolve_plan *plan = &((struct generation *)self)->evolve->plan;
    const struct felt_measure_plan measure = felt_evolve_measure_plan(plan, 0);
    struct felt_evolve_slot *slot = memory;
    felt_measure(slot->measurer, &plan->known[job].genome, &measure, FELT_STAGE_FULL,
                 &slot->result.measures);
}

static bool take_known(void *self, uint64_t job, void *memory)
{
    struct generation *generation = self;
    struct felt_evolve_slot *slot = memory;
    generation->evolve->plan.known[job].measures = slot->result.measures;
    return tick(generation);
}

bool felt_evolve_begin(struct felt_evolve *evolve, const struct felt_evolve_plan *plan,
                       const struct felt_evolve_pool *pool)
{
    struct generation generation = {.evolve = evolve, .pool = pool};
    memset(evolve, 0, sizeof *evolve);
    evolve->plan = *plan;
    if (evolve->plan.candidates == 0) evolve->plan.candidates = CANDIDATES;
    if (evolve->plan.candidates > FELT_CANDIDATES_MAX)
        evolve->plan.candidates = FELT_CANDIDATES_MAX;
    if (!(evolve->plan.effort > 0)) evolve->plan.effort = FELT_EVOLVE_EFFORT;
    felt_archive_clear(&evolve->archive, &plan->weights);
    evolve->next_id = 1;
    generation.jobs = (uint32_t)plan->known_count;
    if (!run(&generation, work_known, take_known)) return false;
    for (int i = 0; i < plan->known_count; i++) {
        struct felt_known_game *known = &plan->known[i];
        known->measures.metric[FELT_METRIC_NOVELTY] =
            felt_evolve_novelty(&evolve->plan, &known->genome, &known->measures, i);
    }
    weigh_known(evolve);
    clear_cache(evolve);
    return true;
}

/* ---- what is learned ---- */

/* The old mean of `times` measurements, and one more. */
static double mix(double old, double once, uint32_t times)
{
    return (old * times + once) / (times + 1);
}

static double mix_half(double old, double once, uint32_t times)
{
    double weighed = old * times;
    return sqrt(weighed * weighed + once * once) / (times + 1);
}

static void average(struct felt_measures *measures, const struct felt_measures *once,
                    uint32_t times)
{
    double low = measures->fact[FELT_FACT_BLUFF_CHIPS] - measures->fact[FELT_FACT_BLUFF_LOW];
    double once_low = once->fact[FELT_FACT_BLUFF_CHIPS] - once->fact[FELT_FACT_BLUFF_LOW];
    for (int i = 0; i < FELT_METRICS; i++) {
        measures->metric[i].mean = mix(measures->metric[i].mean, once->metric[i].mean, times);
        measures->metric[i].half = mix_half(measures->metric[i].half, once->metric[i].half, times);
    }
    for (int i = 0; i < FELT_FACTS; i++)
        measures->fact[i] = mix(measures->fact[i], once->fact[i], times);
    measures->fact[FELT_FACT_BLUFF_LOW] =
        measures->fact[FELT_FACT_BLUFF_CHIPS] - mix_half(low, once_low, times);
}

/* An elite was measured once more: it stays, moves to another cell, or leaves. */
static void settle(struct felt_evolve *evolve, const struct felt_candidate *candidate)
{
    struct felt_archive *archive = &evolve->archive;
    int index = felt_archive_find(archive, candidate->measures.hash);
    if (index < 0) return; /* one that moved took its cell */
    struct felt_elite elite = archive->elite[index];
    felt_archive_drop(archive, (uint32_t)index);
    evolve->counts.again++;
    if (!candidate->ready) return; /* a flaw, after all */
    double once = felt_fitness_of(&candidate->measures, &archive->weights).value;
    double differs = once - elite.fitness.value;
    /* The old value is a mean: its part of the variance is smaller. */
    evolve->counts.again_squares += differs * differs * 2 / (1 + 1.0 / elite.measured);
    average(&elite.measures, &candidate->measures, elite.measured);
    elite.measured++;
    (void)felt_archive_put(archive, &elite);
}

static bool name_is_taken(const struct felt_evolve *evolve, const char *name)
{
    for (uint32_t i = 0; i < evolve->archive.count; i++)
        if (!strcmp(evolve->archive.elite[i].genome.name, name)) return true;
    for (int i = 0; i < evolve->plan.known_count; i++)
        if (!strcmp(evolve->plan.known[i].genome.name, name)) return true;
    return false;
}

static void christen(const struct felt_evolve *evolve, struct felt_elite *elite)
{
    uint64_t hash = elite->measures.hash;
    memset(elite->genome.name, 0, sizeof elite->genome.name);
    do {
        (void)felt_rulebook_name(hash, elite->genome.name);
        hash = felt_hash_word(hash, 1);
    } while (name_is_taken(evolve, elite->genome.name));
}

/* 1 for a game of a new kind that is good; less for one that is not, or betters another. */
static double reward_of(enum felt_archive_answer answer, double value, double before, double floor)
{
    double good = floor > 0 && value < floor ? value / floor * 0.5 : 1;
    if (answer == FELT_ARCHIVE_NEW) return good;
    double more = (value - before) * 5;
    return answer == FELT_ARCHIVE_BETTER ? good * (more < 0.5 ? more : 0.5) : 0;
}

static double put(struct felt_evolve *evolve, const struct felt_candidate *candidate)
{
    struct felt_archive *archive = &evolve->archive;
    struct felt_elite elite = {.id = evolve->next_id++,
                               .parent = {candidate->parent[0], candidate->parent[1]},
                               .born = evolve->counts.generation,
                               .measured = 1,
                               .emitter = candidate->emitter,
                               .genome = candidate->genome,
                               .measures = candidate->measures};
    struct felt_cell cell = felt_cell_of(&elite.genome, &elite.measures);
    uint16_t there = archive->cell[felt_cell_index(&cell)];
    double before = there ? archive->elite[there - 1].fitness.value : 0;
    christen(evolve, &elite);
    enum felt_archive_answer answer = felt_archive_put(archive, &elite);
    if (answer != FELT_ARCHIVE_NEW && answer != FELT_ARCHIVE_BETTER) return 0;
    evolve->emitter[candidate->emitter].kept++;
    double value = felt_fitness_of(&elite.measures, &archive->weights).value;
    return reward_of(answer, value, before, evolve->floor);
}

static void learn(struct felt_evolve *evolve, const struct felt_candidate *candidate)
{
    struct felt_evolve_counts *counts = &evolve->counts;
    struct felt_emitter_record *record = &evolve->emitter[candidate->emitter];
    counts->made += candidate->made;
    counts->viable += candidate->passed;
    counts->cached += candidate->cached;
    counts->sketched += candidate->sketched;
    counts->measured += candidate->ready;
    record->tried += candidate->made;
    record->viable += candidate->passed;
    for (int i = 0; i < candidate->tries; i++) {
        if (candidate->operators[i] >= FELT_OPERATORS_MAX) continue;
        evolve->operators[candidate->operators[i]].tried += 1;
        evolve->operators[candidate->operators[i]].viable += candidate->played >> i & 1;
    }
    for (int i = 0; i < candidate->hashes; i++) felt_evolve_remember(evolve, candidate->hash[i]);
    double cost = COST_FILTER * candidate->made + COST_SKETCH * candidate->sketched +
                  COST_FULL * candidate->ready;
    record->weight += cost;
    if (!candidate->ready) return;
    double differs =
        felt_fitness_of(&candidate->measures, &evolve->archive.weights).value - candidate->sketch;
    evolve->race.count += 1;
    evolve->race.sum += differs;
    evolve->race.squares += differs * differs;
    if (candidate->is_new) record->gain += put(evolve, candidate);
}

static void fade(struct felt_evolve *evolve)
{
    for (int i = 0; i < FELT_EMITTERS; i++) {
        evolve->emitter[i].gain *= FADE_EMITTERS;
        evolve->emitter[i].weight *= FADE_EMITTERS;
    }
    for (int i = 0; i < FELT_OPERATORS_MAX; i++) {
        evolve->operators[i].tried *= FADE_OPERATORS;
        evolve->operators[i].viable *= FADE_OPERATORS;
    }
    evolve->race.count *= FADE_RACE;
    evolve->race.sum *= FADE_RACE;
    evolve->race.squares *= FADE_RACE;
}

/* ---- a generation ---- */

/* Measured less often, or as often and older. */
static bool sooner(const struct felt_elite *a, const struct felt_elite *b)
{
    return a->measured != b->measured ? a->measured < b->measured : a->id < b->id;
}

/* Elites to measure again, and how many. */
static uint32_t pick_again(const struct felt_archive *archive, uint32_t want,
                           uint32_t out[FELT_CANDIDATES_MAX])
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < archive->count; i++) {
        uint32_t place = count < want ? count : want;
        while (place > 0 && sooner(&archive->elite[i], &archive->elite[out[place - 1]])) place--;
        if (place == want) continue;
        uint32_t behind = (count < want ? count : want - 1) - place;
        memmove(&out[place + 1], &out[place], behind * sizeof out[0]);
        out[place] = i;
        if (count < want) count++;
    }
    return count;
}

static void work(void *self, uint64_t job, void *memory)
{
    const struct generation *generation = self;
    struct felt_evolve_slot *slot = memory;
    if (job < generation->again)
        felt_evolve_again(generation->evolve, generation->elite[job], slot);
    else
        felt_evolve_try(generation->evolve, (uint32_t)job - generation->again, slot);
}

static bool take(void *self, uint64_t job, void *memory)
{
    struct generation *generation = self;
    const struct felt_evolve_slot *slot = memory;
    generation->evolve->candidate[job] = slot->result;
    return tick(generation);
}

bool felt_evolve_step(struct felt_evolve *evolve, const struct felt_evolve_pool *pool)
{
    struct generation generation = {
        .evolve = evolve, .pool = pool, .jobs = evolve->plan.candidates};
    uint32_t again = generation.jobs / AGAIN_PARTS;
    felt_assert(generation.jobs > 0 && generation.jobs <= FELT_CANDIDATES_MAX);
    generation.again = pick_again(&evolve->archive, again, generation.elite);
    if (!run(&generation, work, take)) return false;
    felt_assert(generation.taken == generation.jobs);
    fade(evolve);
    for (uint32_t i = 0; i < generation.jobs; i++)
        if (evolve->candidate[i].again)
            settle(evolve, &evolve->candidate[i]);
        else
            learn(evolve, &evolve->candidate[i]);
    uint32_t seen = generation.jobs - generation.again;
    uint32_t left = evolve->guests > seen ? evolve->guests - seen : 0;
    memmove(&evolve->guest[0], &evolve->guest[evolve->guests - left],
            left * sizeof evolve->guest[0]);
    evolve->guests = left;
    evolve->counts.generation++;
    return true;
}

bool felt_evolve_invite(struct felt_evolve *evolve, const struct felt_genome *genome)
{
    const struct felt_evolve_plan *plan = &evolve->plan;
    if (evolve->guests == FELT_GUESTS_MAX || felt_genome_verify(genome, NULL, 0) != 0) return false;
    if (plan->start && !felt_locks_hold(plan->start, genome, plan->locks)) return false;
    evolve->guest[evolve->guests++] = *genome;
    return true;
}
