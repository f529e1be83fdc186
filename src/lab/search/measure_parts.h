/* measure_parts.h -- what the files of the measurer share.  Private to lab/.
 *
 *   measure.c         the cascade, and flaws
 *   measure_names.c   words of metrics, facts and flaws
 *   measure_play.c    how hands and games are played for it, and what comes of them
 *   measure_ladder.c  stronger players against weaker ones, on the same deals
 *   measure_decide.c  what moves are worth, and what they do to the others
 *   measure_trace.c   games watched from beginning to end
 *   measure_sum.c     metrics out of tallies
 *
 * Long games are sessions of many hands.  What players of different strength make of it, seats and
 * moves are measured by single hands, and reckoned up to a session: a hand costs little, and a
 * session of many hands shows the same with much more patience.  Only traces, ends and draws are
 * those of whole games.
 *
 * Effort is counted in units of about 0.1 microseconds: turns, not time (Q1). */
#ifndef FELT_LAB_SEARCH_MEASURE_PARTS_H
#define FELT_LAB_SEARCH_MEASURE_PARTS_H

#include "felt/assert.h"
#include "lab/search/measure.h"

#include <math.h>

/* ---- results ---- */

struct series {
    double count, sum, squares;
};
static inline void series_add(struct series *series, double x)
{
    series->count++;
    series->sum += x;
    series->squares += x * x;
}
static inline double series_mean(const struct series *series)
{
    return series->count > 0 ? series->sum / series->count : 0;
}
/* Of one result, unbiased. */
static inline double series_variance(const struct series *series)
{
    if (series->count < 2) return 0;
    double mean = series->sum / series->count;
    double squares = series->squares - series->count * mean * mean;
    return squares > 0 ? squares / (series->count - 1) : 0;
}
/* Of the mean. */
static inline double series_error(const struct series *series)
{
    return series->count > 0 ? sqrt(series_variance(series) / series->count) : 0;
}

/* ---- the measurer ---- */

enum {
    MEASURE_MOVES = 8192, /* of a game that is watched; longer ones are not                     */
    MEASURE_SAMPLES = 256 /* of the strongest search                                            */
};

/* Whole games, by players of one kind. */
struct ends {
    uint64_t games, cut, drawn, hands, turns, decisions, moves;
    uint64_t empty; /* decisions to bet on nothing                                              */
    double seconds; /* that people would need                                                  */
};

/* One player against another. */
struct step_duel {
    struct series edge; /* by group of duplicate deals                                          */
    struct series game; /* by game                                                             */
};

enum ladder_step {
    LADDER_GREEDY, /* greedy against random                                                     */
    LADDER_LOW,    /* a short search against greedy                                             */
    LADDER_HIGH,   /* one four times as long against that                                       */
    LADDER_CLAIM,  /* a search against one that never bluffs; games with claims                 */
    LADDER_STEPS
};

struct tallies {
    struct ends random, casual;
    struct series seat[FELT_GENOME_SEATS_MAX]; /* results of hands between casual players        */
    struct series spread;                      /* of any seat                                   */
    struct step_duel duel[LADDER_STEPS];
    struct series value, counts, choice, reply; /* of decisions                                 */
    double offered[FELT_MOVE_CODES - FELT_MOVE_ITEMS]; /* decisions with this word ...          */
    double best[FELT_MOVE_CODES - FELT_MOVE_ITEMS];    /* ... and in which it was the best       */
    struct series drama, trailing, changes, open, settled; /* of traces                         */
    double cards; /* share of pairs of deals with different results                             */
    double with_bets, checked, both; /* sums of squares and products: betting                   */
    double bluff, bluff_half, fold, fold_half, showdown, pot;
};

struct felt_measurer {
    struct felt_genome_program program;
    struct felt_genome_program hand;  /* ends with the first hand                               */
    struct felt_genome_program ahead; /* its caps are set for each rollout                      */
    struct felt_strengths strengths;
    struct felt_measure_plan plan;
    uint8_t stage;    /* whose games are in the tallies                                       */
    bool by_rule;     /* casual players, not random ones, are what the game is measured with   */
    bool random_ends; /* random players finish it                                             */
    bool bets, claims, melds; /* there are such phases                                         */
    uint8_t quick; /* searches of tricks and plain play are so many times as fast           */
    int direction; /* of scores: 1 more is better, -1 fewer                                */
    uint8_t sides, side[FELT_GENOME_SEATS_MAX];
    uint64_t work;  /* units                                                                    */
    double scale;   /* results of hands times this are as wide as won and lost games             */
    double stretch; /* the same for chips won in a whole game                                   */
    struct tallies tallies;
    struct felt_agent *greedy, *agent[2];
    void *greedy_block, *agent_block[2], *bluff_block;
    uint8_t move[MEASURE_MOVES];
};

static inline double measure_bound(double x)
{
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

/* Whole games between the players that the game is measured with. */
static inline const struct ends *felt_measure_ends(const struct felt_measurer *measurer)
{
    const struct tallies *tallies = &measurer->tallies;
    return measurer->by_rule && tallies->casual.games ? &tallies->casual : &tallies->random;
}

/* ---- measure_play.c ---- */

/* Program, strengths, agents and what follows from the genome. */
void felt_measure_sit(struct felt_measurer *measurer, const struct felt_genome *genome, int seats);
struct felt_rng felt_measure_rng(const struct felt_measurer *measurer, uint64_t part, uint64_t n);
/* A casual player: three moves of four by rules of thumb, one just so.  Random, if that is what the
 * game is measured with. */
int felt_measure_casual(struct felt_measurer *measurer, const struct felt_genome_state *state,
                        const struct felt_moves *moves, struct felt_rng *rng);
/* Casual moves until the game of `program` is over. */
void felt_measure_roll(struct felt_measurer *measurer, const struct felt_genome_program *program,
                       struct felt_genome_state *state, struct felt_rng *rng);
/* What a hand that is over came to for each seat: chips, points ahead of the others, or the win. */
void felt_measure_result(const struct felt_measurer *measurer,
                         const struct felt_genome_state *state, double out[FELT_GENOME_SEATS_MAX]);
/* Of a game that is won, what a seat has of it. */
double felt_measure_part(const struct felt_measurer *measurer,
                         const struct felt_genome_state *state, int seat);
void felt_measure_games(struct felt_measurer *measurer, bool casual, uint64_t budget, int least,
                        int most);
/* How often another deal gives another result, if nobody looks at cards (to bet), in so many
 * pairs. */
double felt_measure_cards(struct felt_measurer *measurer, bool bets_only, int pairs);
/* Hands between casual players: seats, spread, what bets do. */
void felt_measure_hands(struct felt_measurer *measurer, uint64_t budget, int most);
/* Agent n (0, 1) for a program. */
struct felt_agent *felt_measure_agent(struct felt_measurer *measurer, int n,
                                      const struct felt_genome_program *program,
                                      struct felt_agent_spec spec);
/* The units that an agent's searches took since it was made. */
uint64_t felt_measure_worked(const struct felt_measurer *measurer, const struct felt_agent *agent);

/* ---- the others ---- */

void felt_measure_duel(struct felt_measurer *measurer, enum ladder_step step,
                       const struct felt_agent_spec spec[2], uint64_t budget, int most);
/* How surely the stronger one is ahead after an evening of so many hands: 2 P - 1, -1 .. 1. */
struct felt_measure felt_measure_edge(const struct step_duel *duel, double hands);
void felt_measure_ladder(struct felt_measurer *measurer, uint64_t units);

void felt_measure_decide(struct felt_measurer *measurer, uint64_t budget, int most);
void felt_measure_trace(struct felt_measurer *measurer, uint64_t budget, int most);

/* Metrics and facts of out->stage, from the tallies. */
void felt_measure_sum(const struct felt_measurer *measurer, const struct felt_genome *genome,
                      struct felt_measures *out);

#endif
