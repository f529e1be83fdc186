/* evolve_parts.h -- what the files of the search share.  Private to the lab.
 *
 *   evolve.c            generations: who is measured, what enters the archive, what is learned
 *   evolve_candidate.c  one candidate's way through the cascade (a job)
 *   emitters.c          parents and children; games that do not work are mended
 *   tidy.c              muddles that people would stumble over are cleared up
 *
 * While a generation is worked on, the evolution is only read; so a candidate is a function of it
 * and of the candidate's number (V1). */
#ifndef FELT_LAB_SEARCH_EVOLVE_PARTS_H
#define FELT_LAB_SEARCH_EVOLVE_PARTS_H

#include "lab/search/evolve.h"
#include "lab/search/operators.h"

/* ---- emitters.c ---- */

struct felt_child {
    uint8_t emitter;
    uint8_t operation; /* the first operator that was used; FELT_OPERATORS_MAX: none            */
    uint32_t parent[2];
    struct felt_genome genome;
};
/* Which emitter makes the next child: Thompson sampling over reward for cost. */
enum felt_emitter felt_emitter_choose(const struct felt_evolve *evolve, struct felt_rng *rng);
/* False: nothing came of it (the child would be its parent, or break a lock). */
bool felt_emit(const struct felt_evolve *evolve, enum felt_emitter emitter, struct felt_rng *rng,
               struct felt_child *out);
/* Changes what a flaw comes from, as far as it can be guessed.  False: no idea. */
bool felt_mend(const struct felt_evolve *evolve, enum felt_flaw flaw, struct felt_rng *rng,
               struct felt_genome *genome);

/* ---- tidy.c ---- */

/* Clears up what is in order and makes no sense to people.  False: nothing good comes of it. */
bool felt_genome_tidy(const struct felt_evolve_plan *plan, struct felt_genome *genome);
/* More or fewer hands for a game that takes so many minutes.  False: it is right, or has one. */
bool felt_genome_fit_length(const struct felt_evolve_plan *plan, double minutes,
                            struct felt_genome *genome);

/* ---- evolve_candidate.c ---- */

enum { FELT_SIMPLIFY_GAMES = 12 };

/* One slot of a job: what comes of it, and memory to work in. */
struct felt_evolve_slot {
    struct felt_candidate result;
    struct felt_measurer *measurer;
    struct felt_genome_program program;
    struct felt_child child;
};
size_t felt_evolve_slot_bytes(void);
void felt_evolve_slot_open(struct felt_evolve_slot *slot);
struct felt_measure_plan felt_evolve_measure_plan(const struct felt_evolve_plan *plan,
                                                  uint32_t times);
/* A new game, or a guest, if `number` is below the guests. */
void felt_evolve_try(const struct felt_evolve *evolve, uint32_t number,
                     struct felt_evolve_slot *slot);
/* The elite once more; the measures are those of this time alone. */
void felt_evolve_again(const struct felt_evolve *evolve, uint32_t elite,
                       struct felt_evolve_slot *slot);
/* Distance to the nearest known game but `except` (-1: none is left out), as a metric. */
struct felt_measure felt_evolve_novelty(const struct felt_evolve_plan *plan,
                                        const struct felt_genome *genome,
                                        const struct felt_measures *measures, int except);

#endif
