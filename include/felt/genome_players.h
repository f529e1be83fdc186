/* genome_players.h -- who plays genomes: random, greedy, a search, and each of them under a limit.
 *
 * An agent is given the whole state and looks only at what its seat may see: at its own hand and at
 * what lies open, or at a copy in which everything hidden was drawn anew (felt_genome_redeal()).
 * That is faster than a view for each decision.  For tables with people and other programs the same
 * agents are players with views (player.h): "greedy", "mcts:400/never-bluff".
 *
 *     struct felt_strengths strengths;
 *     struct felt_agent_spec spec;
 *     felt_agent_read("mcts:400", 8, &spec, &complaint);
 *     felt_strengths_make(&program, &strengths);
 *     agent = felt_agent_init(&spec, &program, &strengths, malloc(felt_agent_bytes(&spec)));
 *     while (state.actor >= 0)
 *         felt_genome_play(&program, &state, felt_agent_choose(agent, &state, &rng, NULL), NULL);
 *
 *   U1  the choice is a legal move.
 *   U2  it depends on the spec, the program, the generator and on what the actor can see: the same
 *       again, whatever lies hidden, and the same move follows.
 *   U3  an agent remembers nothing from one decision to the next. */
#ifndef FELT_GENOME_PLAYERS_H
#define FELT_GENOME_PLAYERS_H

#include "felt/genome_play.h"
#include "felt/player.h"

FELT_BEGIN

enum felt_agent_kind {
    FELT_AGENT_RANDOM, /* any legal move, each as likely                                        */
    FELT_AGENT_GREEDY, /* thresholds and rules of thumb (docs/SEARCH.md)                        */
    FELT_AGENT_MCTS,   /* a tree of moves over imagined deals                                   */
    FELT_AGENT_KINDS
};

/* What an agent may not do.  Restricted agents measure what a part of a game is worth. */
enum felt_agent_limit {
    FELT_AGENT_FREE,
    FELT_AGENT_NEVER_FOLD,
    FELT_AGENT_NEVER_RAISE, /* no bet, no raise; it goes all-in only to call                    */
    FELT_AGENT_NEVER_BLUFF, /* no bet or raise with a strength below a half, and no false claim
                               if a true one is possible                                        */
    FELT_AGENT_ALWAYS_MAX,  /* raise, bet, all-in, call: the first of these that is legal       */
    FELT_AGENT_LIMITS
};

struct felt_agent_spec {
    uint8_t kind, limit;
    uint32_t samples; /* of a search: iterations for a decision                                */
};
enum { FELT_AGENT_TEXT_BYTES = 32, FELT_AGENT_SAMPLES = 400 /* if none are named */ };

/* "random", "greedy", "mcts", "mcts:400", "greedy/never-fold".  FELT_BAD_NAME, FELT_BAD_FORMAT,
 * FELT_BAD_NUMBER; *out is written only on FELT_OK. */
FELT_API FELT_MUST_USE enum felt_status felt_agent_read(const char *text, size_t bytes,
                                                        struct felt_agent_spec *out,
                                                        struct felt_complaint *complaint);
/* The name that reads as this spec; returns `out`. */
FELT_API const char *felt_agent_write(const struct felt_agent_spec *spec,
                                      char out[FELT_AGENT_TEXT_BYTES]);

/* ---- how good a hand is ---- */

enum { FELT_STRENGTH_QUANTILES = 256 };

/* Hands that are held in the betting phases of a program, found by playing some. */
struct felt_strengths {
    uint16_t count[FELT_PHASES_MAX]; /* quantiles of this step; 0: no hand was seen there       */
    uint32_t quantile[FELT_PHASES_MAX][FELT_STRENGTH_QUANTILES]; /* rising                      */
};
/* Depends on the program alone.  Takes about a millisecond. */
FELT_API void felt_strengths_make(const struct felt_genome_program *program,
                                  struct felt_strengths *out);
/* The probability to have a better hand than one opponent with any cards, a tie counting half; 0.5
 * if the seat does not see its cards.  Where cards of the table count, opponents' hands are drawn
 * with rng. */
FELT_API double felt_strengths_of(const struct felt_strengths *strengths,
                                  const struct felt_genome_program *program,
                                  const struct felt_genome_state *state, felt_seat seat,
                                  struct felt_rng *rng);

/* ---- agents ---- */

struct felt_agent; /* lives at the beginning of the caller's block */

/* Of the block, which is aligned as malloc does. */
FELT_API size_t felt_agent_bytes(const struct felt_agent_spec *spec);
/* Program and strengths stay where they are as long as the agent is used. */
FELT_API struct felt_agent *felt_agent_init(const struct felt_agent_spec *spec,
                                            const struct felt_genome_program *program,
                                            const struct felt_strengths *strengths, void *memory);
/* A move of state->actor (U1, U2).  budget may be NULL; its samples, if any, are those of a search
 * whose spec names none. */
FELT_API int felt_agent_choose(struct felt_agent *agent, const struct felt_genome_state *state,
                               struct felt_rng *rng, const struct felt_budget *budget);

/* What was done since felt_agent_init(). */
struct felt_agent_work {
    uint64_t decisions;  /* with more than one move                                            */
    uint64_t iterations; /* of searches                                                        */
    uint64_t turns;      /* moves in them, in the tree and behind it                            */
};
FELT_API struct felt_agent_work felt_agent_worked(const struct felt_agent *agent);

FELT_END

#endif
