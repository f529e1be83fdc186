/* parts.h -- what the files of the genome players share.  Private to players/.
 *
 *   players.c   names, blocks, limits
 *   seat.c      the same agents as players with views
 *   strength.c  how good a hand is: quantiles of a program
 *   greedy.c    the document's thresholds; which rule of thumb for which phase
 *   rules.c     rules of thumb for cards that go and come
 *   tricks.c    rules of thumb for tricks, bids, claims and questions
 *   playout.c   how the search plays hands out
 *   search.c    the tree search */
#ifndef FELT_PLAYERS_GENOME_PARTS_H
#define FELT_PLAYERS_GENOME_PARTS_H

#include "felt/assert.h"
#include "felt/genome_players.h"
#include "players/kinds.h"

#define MOVE_BIT(move) (1u << ((move)-FELT_MOVE_ITEMS))

/* Who decides, and about what.  The state is the true one: only what state->actor can see of it is
 * looked at (U2). */
struct genome_spot {
    const struct felt_genome_program *program;
    const struct felt_genome_state *state;
    const struct felt_strengths *strengths;
    struct felt_moves moves; /* the legal ones, or some of them                                */
    felt_seat seat;
};

static inline const struct felt_genome_step *spot_step(const struct genome_spot *spot)
{
    return &spot->program->step[spot->state->pc];
}
static inline bool spot_has(const struct genome_spot *spot, int move)
{
    return felt_moves_has(&spot->moves, move);
}
static inline bool genome_is_betting(const struct felt_genome_program *program,
                                     const struct felt_genome_state *state)
{
    return program->step[state->pc].type == FELT_PHASE_TYPE_BETTING;
}

/* Any of the moves. */
int felt_moves_random(const struct felt_moves *moves, struct felt_rng *rng);

/* ---- strength.c ---- */

/* Among hands as they are held in a betting step, whatever lies on the table. */
double felt_strengths_at(const struct felt_strengths *strengths,
                         const struct felt_genome_program *program,
                         const struct felt_genome_state *state, felt_seat seat, int step);

/* ---- greedy.c ---- */

/* The document's thresholds. */
#define STRONG 0.7
#define MEDIUM 0.3
/* A betting move for a hand of this strength, of those there are (S10). */
int felt_greedy_bet(const struct felt_moves *moves, double strength);
/* Stays in, as cheaply as it can. */
int felt_greedy_stay(const struct felt_moves *moves);
int felt_greedy_choose(const struct genome_spot *spot, struct felt_rng *rng);
/* A decision that is no bet, by rules of thumb. */
int felt_greedy_cards(const struct genome_spot *spot, struct felt_rng *rng);

/* ---- playout.c ---- */

/* What playouts of a program need to know. */
struct genome_playout {
    bool at_random; /* by felt_genome_playout()                                                */
    bool melds;
};
void felt_playout_init(const struct felt_genome_program *program, struct genome_playout *out);
/* One of the moves of the spot; its strengths are not needed. */
int felt_playout_move(const struct genome_playout *playout, const struct genome_spot *spot,
                      struct felt_rng *rng);

/* ---- search.c ---- */

struct genome_search;
size_t felt_genome_search_bytes(uint32_t nodes);
/* *search has felt_genome_search_bytes(nodes). */
void felt_genome_search_init(const struct felt_genome_program *program,
                             const struct felt_strengths *strengths, uint8_t limit, uint32_t nodes,
                             struct genome_search *search);
/* The moves of the spot, more than one, are those that may be chosen. */
int felt_genome_search_choose(struct genome_search *search, const struct genome_spot *spot,
                              uint32_t samples, struct felt_rng *rng,
                              const struct felt_budget *budget, struct felt_agent_work *work,
                              double *confidence);

/* ---- players.c ---- */

/* Of a tree. */
enum { FELT_AGENT_NODES_MAX = 1 << 16 };

/* Takes away what the limit forbids whatever the cards are; something is left. */
void felt_agent_restrict(uint8_t limit, const struct felt_genome_program *program,
                         const struct felt_genome_state *state, struct felt_moves *moves);
/* As felt_agent_bytes() and felt_agent_init(), with a tree of so many nodes. */
size_t felt_agent_bytes_for(uint8_t kind, uint32_t nodes);
struct felt_agent *felt_agent_init_for(const struct felt_agent_spec *spec, uint32_t nodes,
                                       const struct felt_genome_program *program,
                                       const struct felt_strengths *strengths, void *memory);
/* How sure the last choice was, 0 .. 1. */
double felt_agent_confidence(const struct felt_agent *agent);

/* ---- seat.c ---- */

/* An agent at a table: what it knows of the program, and behind it the agent. */
struct genome_seat {
    const struct felt_place *place;
    uint64_t hash; /* of the program that the strengths are of; 0: none                        */
    uint8_t kind, limit;
    struct felt_strengths strengths;
};
enum { FELT_GENOME_SEAT_NODES = 16384, FELT_GENOME_SEAT_BYTES = 440000 };
/* *seat has FELT_GENOME_SEAT_BYTES if it searches. */
void felt_genome_seat_begin(struct genome_seat *seat, uint8_t kind, uint8_t limit,
                            const struct felt_place *place);
struct felt_decision felt_genome_seat_choose(struct genome_seat *seat, struct felt_rng *rng,
                                             const struct felt_view *view,
                                             const struct felt_budget *budget);

#endif
