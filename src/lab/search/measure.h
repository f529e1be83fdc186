/* measure.h -- how a game plays: metrics between 0 and 1, each with its interval.
 *
 * Metrics come from what players of different strength make of a game, and from win probabilities
 * along sampled games (rollouts over imagined deals, as a spectator sees the table), never from
 * counts of legal moves.  docs/LAB.md has a definition for each.
 *
 * Measuring is a cascade.  A stage adds its own games to those before it, so that bad games cost
 * little:
 *
 *     FILTER   random games: do they end, is there anything to decide?
 *     SKETCH   greedy against random, some games watched decision by decision
 *     FULL     the ladder of searches, restricted players, more games watched
 *
 *   Q1  the answer is a function of genome, seats, seed, effort and stage, whatever was asked
 *       before and on however many threads.
 *   Q2  a metric of a stage that was not reached is unknown: mean 0.5, half 0.5.
 *   Q3  the true value lies within mean +- half in 95 % of measurements (bounded to 0 .. 1).
 *   Q4  chips are conserved and no game gets stuck, or felt_assert() says so. */
#ifndef FELT_LAB_SEARCH_MEASURE_H
#define FELT_LAB_SEARCH_MEASURE_H

#include "felt/genome_players.h"

enum felt_lab_metric {
    FELT_METRIC_COMPLETION,   /* games that end by a rule or after the agreed number of hands   */
    FELT_METRIC_DECIDED,      /* games that are not drawn                                       */
    FELT_METRIC_BALANCE,      /* 1 - max over seats of |n * winrate - 1| / (n - 1), same player */
    FELT_METRIC_SKILL,        /* the ladder: how much a stronger player wins, step by step       */
    FELT_METRIC_DECISION,     /* what the best move is worth more than any move                 */
    FELT_METRIC_DRAMA,        /* how far back winners were                                      */
    FELT_METRIC_COMEBACK,     /* how often the winner trails at half-time; best at 0.35          */
    FELT_METRIC_LEAD,         /* how often the lead changes                                     */
    FELT_METRIC_UNCERTAINTY,  /* how long it stays open                                         */
    FELT_METRIC_DECISIVENESS, /* how little is played once it is decided                        */
    FELT_METRIC_INTERACTION,  /* how much a move matters to the others                          */
    FELT_METRIC_BLUFF,        /* what a player loses who never bluffs                           */
    FELT_METRIC_FOLD,         /* what a player loses who never folds                            */
    FELT_METRIC_SIMPLICITY,   /* short rulebook, few concepts                                   */
    FELT_METRIC_LENGTH,       /* near a quarter of an hour                                      */
    FELT_METRIC_NOVELTY,      /* distance to the nearest known game (distance.h fills it in)     */
    FELT_METRICS
};
/* "skill", and one line for people. */
const char *felt_lab_metric_name(enum felt_lab_metric metric);
const char *felt_lab_metric_says(enum felt_lab_metric metric);
/* -1: there is none of this name. */
int felt_lab_metric_find(const char *name);

struct felt_measure {
    double mean, half; /* mean +- half is the 95 % interval                                    */
};

/* Plain numbers besides. */
enum felt_fact {
    FELT_FACT_DECISIONS, /* a game, with more than one move, all players together              */
    FELT_FACT_TURNS,
    FELT_FACT_HANDS,
    FELT_FACT_MINUTES,   /* a game between people, estimated                                    */
    FELT_FACT_BRANCHING, /* moves of a decision                                                */
    FELT_FACT_BETTING,   /* 0 .. 1: share of the outcome that bets and folds explain            */
    FELT_FACT_SHOWDOWN,  /* share of hands with bets that are shown down, between searches      */
    FELT_FACT_POT,       /* how many times the forced bets the pot is at the end                */
    FELT_FACT_LUCK,      /* 1 - variance explained by strength of players in duplicate deals    */
    FELT_FACT_WORDS,     /* of the rulebook                                                    */
    FELT_FACT_CONCEPTS,
    FELT_FACT_PHASES,
    FELT_FACT_BLUFF_CHIPS, /* bluff value as it was measured: forced or smallest bets a hand ...  */
    FELT_FACT_BLUFF_LOW,   /* ... and the lower end of its 95 % interval: above 0 it is proven    */
    FELT_FACTS
};
const char *felt_fact_name(enum felt_fact fact);
int felt_fact_find(const char *name);

enum felt_stage {
    FELT_STAGE_NONE,
    FELT_STAGE_FILTER,
    FELT_STAGE_SKETCH,
    FELT_STAGE_FULL,
    FELT_STAGES
};

/* Why a game is not worth more time. */
enum felt_flaw {
    FELT_FLAW_NONE,
    FELT_FLAW_ENDLESS, /* games are cut at their cap of turns                                  */
    FELT_FLAW_EMPTY,   /* next to no decisions                                                 */
    FELT_FLAW_DRAWN,
    FELT_FLAW_UNFAIR, /* a seat wins far too often                                            */
    FELT_FLAW_LONG,   /* hours between people                                                 */
    FELT_FLAW_SHORT,
    FELT_FLAW_IDLE,  /* decisions that do not matter                                         */
    FELT_FLAW_BLIND, /* cards that do not matter                                             */
    FELT_FLAWS
};
const char *felt_flaw_says(enum felt_flaw flaw);

struct felt_measures {
    uint64_t hash; /* of the program                                                           */
    uint8_t seats, stage, flaw;
    struct felt_measure metric[FELT_METRICS];
    double fact[FELT_FACTS];
};

struct felt_measure_plan {
    int seats; /* 0: as few as the genome allows                                            */
    uint64_t seed;
    double effort; /* 1: usual numbers of games; 0.25 a quarter of them, 4 four times as many   */
};

/* What a measurement works in: programs, agents, searches.  One for each thread. */
size_t felt_measure_bytes(void);
struct felt_measurer;
struct felt_measurer *felt_measurer_init(void *memory); /* aligned as malloc does              */

/* Begins with FILTER and goes on to `until`; stops before that at a flaw.  The genome is in
 * order. */
void felt_measure(struct felt_measurer *measurer, const struct felt_genome *genome,
                  const struct felt_measure_plan *plan, enum felt_stage until,
                  struct felt_measures *out);
/* Goes on from where *out is, with the same genome and plan; the same as if it had been asked for
 * at once. */
void felt_measure_more(struct felt_measurer *measurer, const struct felt_genome *genome,
                       const struct felt_measure_plan *plan, enum felt_stage until,
                       struct felt_measures *out);

#endif
