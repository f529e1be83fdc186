/* narc_balance.h -- Narc in numbers: sessions played by bots, what came of them, how sure that is.
 *
 * A trial says what is played: rules, bots by role, heat at the beginning, a seed.  Its sessions
 * are independent of each other (with `sessions_max` above one, its runs are: heat, cash and used
 * insurances go on from session to session), hands of one session are not: they share a deck.  So
 * sessions are dealt into FELT_NARC_GROUPS groups, everything is summed by group, and the interval
 * of any number is that of the jackknife which leaves one group out at a time:
 *
 *     variance = (G - 1) / G * sum of (number without group g - their mean)^2
 *
 * with Student's quantile of G - 1 degrees.  That holds for ratios of sums (wins of hands, money of
 * sessions), for differences and ratios between two trials of the same sessions, and for spreads.
 *
 *   B1  a session is a function of the trial and its number: chance is hashed of seed, number, hand
 *       and role, so trials that differ in rules or in one bot have the same cards (common random
 *       numbers), and a bot's dice do not depend on what the others rolled.
 *   B2  sums are whole numbers, added in the order of jobs: nothing depends on threads.
 *   B3  how many sessions are played is a function of the hands that are wanted and of what the
 *       sessions themselves were; the same number of sessions is in every group.
 *   B4  ends add up to hands; money of hands to money of sessions.
 *
 * Knows no files and no threads (jobs.h). */
#ifndef FELT_LAB_NARC_NARC_BALANCE_H
#define FELT_LAB_NARC_NARC_BALANCE_H

#include "felt/jobs.h"
#include "felt/narc_players.h"

enum {
    FELT_NARC_GROUPS = 64,
    FELT_NARC_CHUNK_MAX = 64,     /* sessions of a job                                        */
    FELT_NARC_MONEY_LOW = -8192,  /* of a session, in the distribution: what is less or more   */
    FELT_NARC_MONEY_HIGH = 24575, /* counts as these                                          */
    FELT_NARC_MONEY_BINS = FELT_NARC_MONEY_HIGH - FELT_NARC_MONEY_LOW + 1,
    FELT_NARC_PLAYOUTS_MAX = 1000
};

struct felt_narc_trial {
    const struct felt_narc_rules *rules;
    struct felt_narc_bot bot[FELT_ROLES];
    uint64_t seed;
    int32_t heat;         /* of a new run; its cash is 0                                        */
    uint8_t sessions_max; /* of a run; 1: every session is a run of its own                     */
    uint16_t playouts;    /* after each flip, to see how likely a safe end is; even; 0: none    */
};

/* What is summed.  Those with an index have so many places. */
enum felt_narc_sum {
    FELT_SUM_RUNS,
    FELT_SUM_SESSIONS,
    FELT_SUM_HANDS,
    FELT_SUM_MONEY,
    FELT_SUM_HEAT,      /* by which hands raised the heat of the run                         */
    FELT_SUM_HEAT_END,  /* of the run, at the end of a session                               */
    FELT_SUM_ACTIONS,   /* automatic ones included                                           */
    FELT_SUM_AUTOMATIC, /* checks of seats without cards                                     */
    FELT_SUM_DECISIONS, /* of the Player                                                     */
    FELT_SUM_STAYS,     /* of these: checks, cards to stay, and going on                      */
    FELT_SUM_NULL,      /* safe, and nothing banked                                          */
    FELT_SUM_CUSTOMER_FOLDS,
    FELT_SUM_NARC_FOLDS,
    FELT_SUM_TURNS,  /* of the Player in betting ...                                      */
    FELT_SUM_CHECKS, /* ... and what was done in them; a card to stay is a check          */
    FELT_SUM_RAISES,
    FELT_SUM_TURN_FOLDS,
    FELT_SUM_POINTS, /* decision points                                                   */
    FELT_SUM_POINT_FOLDS,
    FELT_SUM_ROUNDS,  /* begun                                                             */
    FELT_SUM_CAPPED,  /* rounds that reached the cap                                       */
    FELT_SUM_OPTIONS, /* turns of the holder on its option                                 */
    FELT_SUM_OPTIONS_USED,
    FELT_SUM_ENDS, /* by enum felt_narc_end                                             */
    FELT_SUM_HOLDERS = FELT_SUM_ENDS + FELT_NARC_ENDS, /* rounds, by role                         */
    /* by round: */
    FELT_SUM_BEGUN = FELT_SUM_HOLDERS + FELT_ROLES,
    FELT_SUM_FLIPPED = FELT_SUM_BEGUN + FELT_NARC_ROUNDS_MAX,
    FELT_SUM_RAISED = FELT_SUM_FLIPPED + FELT_NARC_ROUNDS_MAX, /* raises of all seats */
    FELT_SUM_CARDS = FELT_SUM_RAISED + FELT_NARC_ROUNDS_MAX, /* that were flipped                */
    FELT_SUM_FOLDS = FELT_SUM_CARDS + FELT_NARC_ROUNDS_MAX,  /* of the Player                    */
    FELT_SUM_EVIDENCE = FELT_SUM_FOLDS + FELT_NARC_ROUNDS_MAX, /* after its flip */
    FELT_SUM_COVER = FELT_SUM_EVIDENCE + FELT_NARC_ROUNDS_MAX,
    FELT_SUM_SEEN = FELT_SUM_COVER + FELT_NARC_ROUNDS_MAX, /* flips with playouts */
    FELT_SUM_HITS = FELT_SUM_SEEN + FELT_NARC_ROUNDS_MAX, /* playouts that were safe              */
    FELT_SUM_BOTH = FELT_SUM_HITS + FELT_NARC_ROUNDS_MAX, /* hits of one half times the other's   */
    /* by kind of card: */
    FELT_SUM_DRAWN = FELT_SUM_BOTH + FELT_NARC_ROUNDS_MAX, /* hands in which it was held        */
    FELT_SUM_PLAYABLE = FELT_SUM_DRAWN + FELT_NARC_KINDS_MAX, /* ... when a raise was legal */
    FELT_SUM_PLAYED = FELT_SUM_PLAYABLE + FELT_NARC_KINDS_MAX,
    FELT_SUM_DRAWN_MONEY = FELT_SUM_PLAYED + FELT_NARC_KINDS_MAX, /* banked by hands that held it */
    FELT_SUM_DRAWN_WINS = FELT_SUM_DRAWN_MONEY + FELT_NARC_KINDS_MAX,
    FELT_SUMS = FELT_SUM_DRAWN_WINS + FELT_NARC_KINDS_MAX
};

struct felt_narc_tally {
    int64_t at[FELT_SUMS];
};

/* Half a megabyte: the caller's memory. */
struct felt_narc_result {
    struct felt_narc_trial trial;
    uint64_t sessions; /* for felt_narc_plan.sessions of a trial that is compared with this one   */
    bool complete;     /* false: stopped by tick()                                               */
    struct felt_narc_tally all, group[FELT_NARC_GROUPS];
    uint32_t money[FELT_NARC_MONEY_BINS]; /* sessions that banked FELT_NARC_MONEY_LOW + i         */
};

/* How much of it.  `tick` is told which part is done; it may be NULL, or say false: stop. */
struct felt_narc_plan {
    uint64_t hands;    /* at least so many ...                                                   */
    uint64_t sessions; /* ... or, if not 0, as many sessions as another trial's result            */
    uint64_t chunk;    /* 0: by hands; else that of the other trial                               */
    felt_jobs_runner runner;
    void *pool;
    bool (*tick)(void *self, double done);
    void *self;
};

/* Plays.  False: there is no memory. */
FELT_MUST_USE bool felt_narc_trial_run(const struct felt_narc_trial *trial,
                                       const struct felt_narc_plan *plan,
                                       struct felt_narc_result *result);
/* Sessions of a job, by the hands that are wanted. */
uint64_t felt_narc_trial_chunk(uint64_t hands);
/* One run (one session, usually) is added to the sums; `money` gets what each session banked.
 * Returns how many sessions. */
int felt_narc_trial_play(const struct felt_narc_trial *trial, uint64_t number,
                         struct felt_narc_tally *tally, int32_t *money);

/* What a share of sessions (0 .. 1) banked at most; 0 of no sessions. */
int32_t felt_narc_quantile(const struct felt_narc_result *result, double share);

#endif
