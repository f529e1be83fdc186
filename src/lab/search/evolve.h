/* evolve.h -- the search: emitters make games, the cascade measures them, the archive keeps the
 * best.
 *
 * Work is done in generations of a fixed number of candidates.  A candidate is made from the
 * archive as it is at the beginning of the generation, by an emitter that a bandit chose; it is
 * measured on whatever thread; and it is put into the archive in the order of its number.  So the
 * archive depends on plan and number of generations alone.
 *
 *   V1  same plan, same known games, same number of generations: same archive, byte for byte, on
 *       any number of threads, and also if it was stopped, written, read and gone on with.
 *   V2  every elite obeys archive.h R1, and the plan's locks: what is locked is as in the plan's
 *       genome.
 *   V3  a game that was measured is not measured again (cache by program hash), except elites,
 *       each of which is every so often.
 *
 * Known games are in the cache from the beginning, so they never become elites: the archive holds
 * new games; and what is nearer to one of them than FELT_NEW_DISTANCE is no new game (unless the
 * plan has a start, which its games should be like).  Their own novelty is the distance to the
 * nearest other known game, so that their fitness compares with that of a new one.  The floor is
 * the median fitness of those without a flaw; a flawed one says nothing about what a good game is
 * worth. */
#ifndef FELT_LAB_SEARCH_EVOLVE_H
#define FELT_LAB_SEARCH_EVOLVE_H

#include "felt/jobs.h"
#include "lab/archive/archive.h"

#define FELT_NEW_DISTANCE 0.15

enum felt_emitter {
    FELT_EMIT_MUTATE, /* one to three operators on an elite                                    */
    FELT_EMIT_CROSS,  /* a child of two elites, mutated at times                               */
    FELT_EMIT_NOVEL,  /* mutates the elites that have the fewest neighbours                    */
    FELT_EMIT_KNOWN,  /* mutates or crosses a known game                                       */
    FELT_EMIT_INVENT, /* out of nothing                                                        */
    FELT_EMIT_GUEST,  /* came from another island, or from a run before                        */
    FELT_EMITTERS
};
const char *felt_emitter_name(enum felt_emitter emitter);

struct felt_emitter_record {
    uint64_t tried;  /* candidates made                                                       */
    uint64_t viable; /* of them, passed FILTER                                                */
    uint64_t kept;   /* entered the archive                                                   */
    double gain;     /* what the bandit goes by: discounted rewards and tries                  */
    double weight;
};

/* How often an operator's children could be played; fades as a bandit's records do. */
struct felt_operator_record {
    double tried, viable;
};

/* What FULL made of a SKETCH's fitness: sums over those that went through both, fading. */
struct felt_race {
    double count, sum, squares;
};

/* A known game, for starts, novelty and comparison. */
struct felt_known_game {
    char name[FELT_GENOME_NAME_BYTES]; /* "crazy-eights"                                        */
    struct felt_genome genome;
    struct felt_measures measures; /* filled in by felt_evolve_begin()                          */
    struct felt_fitness fitness;
};

/* A quarter more than usual: the sd of a fitness that is measured again stays below 0.02. */
#define FELT_EVOLVE_EFFORT 1.25

struct felt_evolve_plan {
    struct felt_weights weights;
    uint64_t seed;
    uint32_t candidates; /* of a generation; 0: 64; at most FELT_CANDIDATES_MAX                 */
    double effort;       /* of measure.h; 0: FELT_EVOLVE_EFFORT                                 */
    uint32_t locks;      /* operators.h; 0: none                                                */
    const struct felt_genome *start; /* what is locked, and where all begins; NULL: known games  */
    struct felt_known_game *known;
    int known_count;
};

struct felt_evolve_counts {
    uint32_t generation;
    uint64_t made;   /* offspring that was not known already                                 */
    uint64_t viable; /* that passed FILTER without a flaw                                    */
    uint64_t sketched, measured; /* reached SKETCH, reached FULL                                 */
    uint64_t cached;      /* were known already                                                  */
    uint64_t again;       /* elites measured again                                               */
    double again_squares; /* sum of squared differences of fitness, new against old measurement:
                             noise sd = sqrt(again_squares / (2 * again))                       */
};

enum {
    FELT_CANDIDATES_MAX = 256,
    FELT_GUESTS_MAX = 64,
    FELT_CACHE_MAX = 1 << 16,
    FELT_OPERATORS_MAX = 32,
    FELT_TRIES_MAX = 6 /* offspring of one candidate's place, until one can be played            */
};

/* What became of a candidate's place.  Of no meaning between generations. */
struct felt_candidate {
    bool again;         /* an elite, measured once more                                        */
    bool viable, ready; /* passed FILTER; went through FULL                                     */
    bool sketched;
    bool is_new; /* not too near a known game                                                  */
    uint8_t emitter;
    uint8_t made, passed, cached;
    uint8_t tries, hashes;
    uint8_t operators[FELT_TRIES_MAX]; /* that made offspring; with FELT_OPERATORS_MAX: none     */
    uint8_t played;                    /* bit per try: it passed FILTER                         */
    uint32_t parent[2];
    uint32_t elite; /* again: its index                                                        */
    double sketch;  /* fitness after SKETCH                                                    */
    uint64_t hash[FELT_TRIES_MAX + 2]; /* of programs, for the cache                            */
    struct felt_genome genome;
    struct felt_measures measures;
};

/* Everything that goes on from generation to generation; a value without pointers but the plan's,
 * a few megabytes: allocate it. */
struct felt_evolve {
    struct felt_evolve_plan plan;
    struct felt_archive archive;
    struct felt_evolve_counts counts;
    struct felt_emitter_record emitter[FELT_EMITTERS];
    struct felt_operator_record operators[FELT_OPERATORS_MAX]; /* by index (operators.h)         */
    struct felt_race race;
    uint32_t next_id;
    double floor;    /* median fitness of the known games: what a good game has               */
    uint32_t guests; /* that wait to be candidates of the next generation                     */
    struct felt_genome guest[FELT_GUESTS_MAX];
    uint32_t cached; /* of cache[], an open table: program hashes that were measured          */
    uint64_t cache[FELT_CACHE_MAX];
    struct felt_candidate candidate[FELT_CANDIDATES_MAX]; /* scratch: not part of what goes on */
};

struct felt_evolve_pool {
    felt_jobs_runner runner;
    void *pool;
    bool (*tick)(void *self, uint32_t done, uint32_t of); /* may say false: stop; NULL           */
    void *self;
};

/* Measures the known games (jobs of their own) and clears everything else.  False: no memory, or
 * tick() said stop. */
FELT_MUST_USE bool felt_evolve_begin(struct felt_evolve *evolve,
                                     const struct felt_evolve_plan *plan,
                                     const struct felt_evolve_pool *pool);
/* One generation.  False: no memory, or tick() said stop; then nothing has changed. */
FELT_MUST_USE bool felt_evolve_step(struct felt_evolve *evolve,
                                    const struct felt_evolve_pool *pool);
/* A game from elsewhere becomes a candidate of the next generation.  False: too many wait. */
bool felt_evolve_invite(struct felt_evolve *evolve, const struct felt_genome *genome);

/* The cache: is a program in it, and put it there.  A full one begins anew. */
bool felt_evolve_knows(const struct felt_evolve *evolve, uint64_t hash);
void felt_evolve_remember(struct felt_evolve *evolve, uint64_t hash);
/* The floor (see above); 0 if there are no known games without a flaw. */
double felt_evolve_median(const struct felt_known_game *known, int count);
/* Other weights from now on: fitness of known games and elites, floor. */
void felt_evolve_reweigh(struct felt_evolve *evolve, const struct felt_weights *weights);

#endif
