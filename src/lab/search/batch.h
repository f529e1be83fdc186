/* batch.h -- many games of one program between agents: who wins, how games end, what is done.
 *
 * Names are agents; seats that are more than the names get them again in the same order.  A group
 * is one deal, played once for each leg: the same cards lie at the same seats, and the agents have
 * moved on, so that every name sits in every seat equally often.  Luck that belongs to a seat
 * cancels, and groups are independent of each other.
 *
 * Knows programs and agents.  Threads and progress are the caller's (jobs.h).
 *
 *   B1  a group is a function of the batch and its number: seeds are hashes of the batch's seed,
 * the program's hash and that number.  The games of other batches with the same program have the
 *       same cards.
 *   B2  tallies of groups may be added in any order; so the answer does not depend on threads.
 *   B3  what is looked at more closely (watched) does not change any game. */
#ifndef FELT_LAB_SEARCH_BATCH_H
#define FELT_LAB_SEARCH_BATCH_H

#include "felt/genome_players.h"
#include "felt/jobs.h"
#include "felt/score.h"

struct felt_batch {
    const struct felt_genome_program *program;
    const struct felt_strengths *strengths; /* of the program                               */
    int names;                              /* 1 .. seats of the program                    */
    struct felt_agent_spec agent[FELT_GENOME_SEATS_MAX];
    uint64_t seed;
    uint32_t watch; /* every so many groups are watched, the first one among them; 0: none  */
};

enum felt_batch_end {
    FELT_BATCH_RULE,  /* somebody has won, or the one deal is over                            */
    FELT_BATCH_HANDS, /* session.max_hands were played                                        */
    FELT_BATCH_TURNS, /* cut by session.max_turns                                             */
    FELT_BATCH_ENDS
};

/* Games are won in parts of FELT_GENOME_POINT: winners share one, a draw is shared by all. */
struct felt_batch_line {
    uint64_t games; /* seats times games                                                     */
    uint64_t wins;  /* alone or with others                                                  */
    /* results of groups, summed over the name's seats and games: */
    struct felt_score won;    /* of FELT_GENOME_POINT                                         */
    struct felt_score payoff; /* felt_genome_payoff()                                         */
};

/* Of watched games. */
struct felt_batch_watch {
    uint64_t games, hands, turns;
    uint64_t decisions; /* with more than one move                               */
    uint64_t moves;     /* that were legal in them                               */
    uint64_t words[FELT_MOVE_CODES - FELT_MOVE_ITEMS]; /* how often each was said            */
    uint64_t all_ins;   /* bets of whole stacks, whatever they were called       */
    uint64_t showdowns; /* hands in which cards were shown                       */
};

struct felt_batch_tally {
    uint64_t groups, games, hands, turns, draws;
    uint64_t ends[FELT_BATCH_ENDS];
    uint64_t seat_won[FELT_GENOME_SEATS_MAX]; /* in parts of FELT_GENOME_POINT               */
    struct felt_batch_line line[FELT_GENOME_SEATS_MAX];
    struct felt_batch_watch watched;
    uint64_t result; /* a fingerprint of how all games ended; of parts it adds up, modulo 2^64 */
};

/* Games of a group. */
int felt_batch_legs(const struct felt_batch *batch);
/* Which name sits in a seat. */
int felt_batch_name(const struct felt_batch *batch, int leg, felt_seat seat);

/* What a slot of a job needs: agents, and a log. */
size_t felt_batch_bytes(const struct felt_batch *batch);
/* In `memory`, aligned as malloc does. */
struct felt_batch_table;
struct felt_batch_table *felt_batch_sit(const struct felt_batch *batch, void *memory);
/* Plays a group and adds it. */
void felt_batch_play(struct felt_batch_table *table, uint64_t group,
                     struct felt_batch_tally *tally);
/* One game of a group with its events: tell() is called after the deal and after every move, and
 * may say false: stop.  Returns whether it went to the end. */
struct felt_batch_ear {
    void *self;
    bool (*tell)(void *self, const struct felt_genome_state *state,
                 const struct felt_event_log *log);
};
bool felt_batch_listen(struct felt_batch_table *table, uint64_t group, int leg,
                       const struct felt_batch_ear *ear);

void felt_batch_add(struct felt_batch_tally *tally, const struct felt_batch_tally *part);

/* Groups first .. first+count-1 as jobs.  `tick` is told how many groups are done; it may be NULL,
 * or say false: stop.  False: there is no memory. */
struct felt_batch_run {
    uint64_t first, count;
    felt_jobs_runner runner;
    void *pool;
    bool (*tick)(void *self, uint64_t groups);
    void *self;
};
FELT_MUST_USE bool felt_batch_run(const struct felt_batch *batch, const struct felt_batch_run *run,
                                  struct felt_batch_tally *tally);

#endif
