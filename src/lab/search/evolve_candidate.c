/* evolve_candidate.c -- one candidate's way through the cascade.
 *
 *     make a child -> known already? -> FILTER -> flaw? mend it or make another, a few times
 *       -> simplify (what is left is another program: known already?) -> SKETCH
 *       -> the race: can it still become an elite? -> FULL -> novelty
 *
 * The race.  A SKETCH's fitness says something about that of FULL: their difference has a mean and
 * a spread, learned from all that went through both.  A game goes on only if the sketch plus that
 * mean plus one and a half spreads, and what its intervals allow at all (felt_fitness_hope()), are
 * above the least fit elite (or nothing) of the cells that it may come to: those of its genre,
 * seats and length; and not far below the floor. */
#include "lab/search/evolve_parts.h"

#include "felt/assert.h"
#include "felt/hash.h"
#include "lab/search/parts.h"

#include <math.h>
#include <string.h>

enum { ALIGNED = 64 };
#define SPREADS     1.5
#define NEAR_FLOOR  0.8  /* of the floor: stepping stones are worth their time           */
#define SAME_RULES  0.06 /* a known game with another number or two                      */
#define PRIOR_COUNT 4.0  /* of the race: as if so many had been seen, ...                */
#define PRIOR_SD    0.12 /* ... with this spread                                         */

static size_t measurer_offset(void)
{
    return (sizeof(struct felt_evolve_slot) + ALIGNED - 1) / ALIGNED * ALIGNED;
}

size_t felt_evolve_slot_bytes(void)
{
    return measurer_offset() + felt_measure_bytes();
}

void felt_evolve_slot_open(struct felt_evolve_slot *slot)
{
    slot->measurer = felt_measurer_init((char *)slot + measurer_offset());
}

struct felt_measure_plan felt_evolve_measure_plan(const struct felt_evolve_plan *plan,
                                                  uint32_t times)
{
    uint64_t seed = felt_hash_word(felt_hash_word(felt_hash_text("measure"), plan->seed), times);
    return (struct felt_measure_plan){.seed = seed, .effort = plan->effort};
}

/* ---- novelty ---- */

struct felt_measure felt_evolve_novelty(const struct felt_evolve_plan *plan,
                                        const struct felt_genome *genome,
                                        const struct felt_measures *measures, int except)
{
    const struct felt_described game = {genome, measures};
    struct felt_measure novelty = {1, 0};
    for (int i = 0; i < plan->known_count; i++) {
        const struct felt_known_game *known = &plan->known[i];
        const struct felt_described other = {&known->genome, &known->measures};
        if (i == except) continue;
        double distance = felt_distance(&game, &other);
        if (distance < novelty.mean) novelty.mean = distance;
    }
    return novelty;
}

/* Before all is measured: by the rules alone. */
static struct felt_measure guess_novelty(const struct felt_evolve_plan *plan,
                                         const struct felt_genome *genome)
{
    struct felt_measure novelty = {1, 0.2};
    for (int i = 0; i < plan->known_count; i++) {
        double distance = felt_distance_rules(genome, &plan->known[i].genome);
        if (distance < novelty.mean) novelty.mean = distance;
    }
    return novelty;
}

/* ---- the race ---- */

/* The least fitness that the elite of a cell has, of all that the game may come to; 0: there is an
 * empty one. */
static double least_rival(const struct felt_archive *archive, const struct felt_genome *genome,
                          const struct felt_measures *measures)
{
    struct felt_cell cell = felt_cell_of(genome, measures);
    double least = INFINITY;
    for (cell.skill = 0; cell.skill < FELT_CELL_SKILL; cell.skill++)
        for (cell.betting = 0; cell.betting < FELT_CELL_BETTING; cell.betting++)
            for (cell.interaction = 0; cell.interaction < FELT_CELL_INTERACTION;
                 cell.interaction++) {
                uint16_t elite = archive->cell[felt_cell_index(&cell)];
                if (!elite) return 0;
                double value = archive->elite[elite - 1].fitness.value;
                if (value < least) least = value;
            }
    return least;
}

/* Fitness after SKETCH goes to result->sketch. */
static bool may_win(const struct felt_evolve *evolve, struct felt_candidate *result)
{
    const struct felt_race *race = &evolve->race;
    const struct felt_weights *weights = &evolve->archive.weights;
    struct felt_measures guess = result->measures;
    guess.metric[FELT_METRIC_NOVELTY] = guess_novelty(&evolve->plan, &result->genome);
    if (!evolve->plan.start && guess.metric[FELT_METRIC_NOVELTY].mean < SAME_RULES) return false;
    result->sketch = felt_fitness_of(&guess, weights).value;
    double count = race->count + PRIOR_COUNT, mean = race->sum / count;
    double squares = race->squares + PRIOR_COUNT * PRIOR_SD * PRIOR_SD;
    double variance = squares / count - mean * mean;
    double bound = result->sketch + mean + SPREADS * sqrt(variance > 0 ? variance : 0);
    double hope = felt_fitness_hope(&guess, weights);
    if (hope < bound) bound = hope;
    double rival = least_rival(&evolve->archive, &result->genome, &result->measures);
    return bound > rival && bound >= NEAR_FLOOR * evolve->floor;
}

/* ---- the cascade ---- */

static bool note(const struct felt_evolve *evolve, struct felt_candidate *result, uint64_t hash)
{
    bool known = felt_evolve_knows(evolve, hash);
    for (int i = 0; i < result->hashes; i++) known |= result->hash[i] == hash;
    if (known)
        result->cached++;
    else
        result->hash[result->hashes++] = hash;
    return !known;
}

static uint64_t hash_of(struct felt_evolve_slot *slot, const struct felt_genome *genome)
{
    felt_genome_compile(genome, genome->players.gene[FELT_PLAYERS_MIN], &slot->program);
    return slot->program.hash;
}

/* A child that can be played is in result->genome, measured by FILTER. */
static bool find_viable(const struct felt_evolve *evolve, uint32_t number, struct felt_rng *rng,
                        const struct felt_measure_plan *plan, struct felt_evolve_slot *slot)
{
    struct felt_candidate *result = &slot->result;
    struct felt_child *child = &slot->child;
    bool guest = number < evolve->guests, mended = false;
    enum felt_emitter emitter = guest ? FELT_EMIT_GUEST : felt_emitter_choose(evolve, rng);
    child->emitter = result->emitter = (uint8_t)emitter;
    while (result->tries < FELT_TRIES_MAX) {
        int attempt = result->tries++;
        result->operators[attempt] = FELT_OPERATORS_MAX;
        if (guest) {
            *child = (struct felt_child){.emitter = FELT_EMIT_GUEST,
                                         .operation = FELT_OPERATORS_MAX,
                                         .genome = evolve->guest[number]};
        } else if (!mended && !felt_emit(evolve, emitter, rng, child)) {
            continue;
        }
        mended = false;
        if (!note(evolve, result, hash_of(slot, &child->genome))) {
            if (guest) return false;
            continue;
        }
        result->made++;
        result->operators[attempt] = child->operation;
        felt_measure(slot->measurer, &child->genome, plan, FELT_STAGE_FILTER, &result->measures);
        result->emitter = child->emitter;
        result->parent[0] = child->parent[0];
        result->parent[1] = child->parent[1];
        if (result->measures.flaw == FELT_FLAW_NONE) {
            result->played |= (uint8_t)(1u << attempt);
            result->passed++;
            result->genome = child->genome;
            return true;
        }
        if (guest) return false;
        child->operation = FELT_OPERATORS_MAX; /* the mend is nobody's merit */
        mended = felt_mend(evolve, (enum felt_flaw)result->measures.flaw, rng, &child->genome);
    }
    return false;
}

/* So many hands as people like to play.  False: what came of it was known already, or has a flaw.
 */
static bool make_short(const struct felt_evolve *evolve, struct felt_evolve_slot *slot,
                       const struct felt_measure_plan *plan)
{
    struct felt_candidate *result = &slot->result;
    double minutes = result->measures.fact[FELT_FACT_MINUTES];
    if (result->emitter == FELT_EMIT_GUEST ||
        !felt_genome_fit_length(&evolve->plan, minutes, &result->genome))
        return true;
    if (hash_of(slot, &result->genome) == result->measures.hash) return true;
    if (!note(evolve, result, slot->program.hash)) return false;
    felt_measure(slot->measurer, &result->genome, plan, FELT_STAGE_FILTER, &result->measures);
    return result->measures.flaw == FELT_FLAW_NONE;
}

/* What does not matter goes, unless it is locked.  False: what is left was known already. */
static bool make_simple(const struct felt_evolve *evolve, struct felt_evolve_slot *slot,
                        const struct felt_measure_plan *plan)
{
    struct felt_candidate *result = &slot->result;
    struct felt_simplified simplified;
    struct felt_genome *simple = &slot->child.genome;
    *simple = result->genome;
    if (felt_genome_simplify(simple, plan->seed, FELT_SIMPLIFY_GAMES, &simplified) == 0)
        return true;
    if (evolve->plan.start && !felt_locks_hold(evolve->plan.start, simple, evolve->plan.locks))
        return true;
    result->genome = *simple;
    if (hash_of(slot, simple) == result->measures.hash) return true;
    if (!note(evolve, result, slot->program.hash)) return false;
    felt_measure(slot->measurer, &result->genome, plan, FELT_STAGE_FILTER, &result->measures);
    return result->measures.flaw == FELT_FLAW_NONE;
}

static bool is_new(const struct felt_evolve *evolve, const struct felt_candidate *result)
{
    return evolve->plan.start ||
           result->measures.metric[FELT_METRIC_NOVELTY].mean >= FELT_NEW_DISTANCE;
}

void felt_evolve_try(const struct felt_evolve *evolve, uint32_t number,
                     struct felt_evolve_slot *slot)
{
    struct felt_candidate *result = &slot->result;
    const struct felt_measure_plan plan = felt_evolve_measure_plan(&evolve->plan, 0);
    uint64_t seed = felt_hash_word(felt_hash_word(felt_hash_text("candidate"), evolve->plan.seed),
                                   evolve->counts.generation);
    struct felt_rng rng = felt_rng_make(felt_hash_word(seed, number));
    memset(result, 0, sizeof *result);
    if (!find_viable(evolve, number, &rng, &plan, slot)) return;
    result->viable = true;
    if (!make_short(evolve, slot, &plan) || !make_simple(evolve, slot, &plan)) return;
    felt_measure_more(slot->measurer, &result->genome, &plan, FELT_STAGE_SKETCH, &result->measures);
    result->sketched = true;
    if (result->measures.flaw != FELT_FLAW_NONE) return;
    if (!may_win(evolve, result)) return;
    felt_measure_more(slot->measurer, &result->genome, &plan, FELT_STAGE_FULL, &result->measures);
    if (result->measures.flaw != FELT_FLAW_NONE) return;
    result->measures.metric[FELT_METRIC_NOVELTY] =
        felt_evolve_novelty(&evolve->plan, &result->genome, &result->measures, -1);
    result->ready = true;
    result->is_new = is_new(evolve, result);
}

void felt_evolve_again(const struct felt_evolve *evolve, uint32_t index,
                       struct felt_evolve_slot *slot)
{
    struct felt_candidate *result = &slot->result;
    const struct felt_elite *elite = &evolve->archive.elite[index];
    const struct felt_measure_plan plan = felt_evolve_measure_plan(&evolve->plan, elite->measured);
    memset(result, 0, sizeof *result);
    result->again = true;
    result->elite = index;
    result->genome = elite->genome;
    felt_measure(slot->measurer, &elite->genome, &plan, FELT_STAGE_FULL, &result->measures);
    result->measures.metric[FELT_METRIC_NOVELTY] =
        felt_evolve_novelty(&evolve->plan, &elite->genome, &result->measures, -1);
    result->ready = result->measures.flaw == FELT_FLAW_NONE;
}
