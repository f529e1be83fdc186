/* genome_solve.h -- tiny genomes for two seats, solved: one hand, every deal counted.
 *
 * Knows a genome only by its moves and events: an information set is what a seat has been told
 * since the hand began, and what it did.  So any phase will do, as long as the deck is the only
 * chance of the hand: Kuhn and Leduc as genomes, or what a search for games finds with three ranks.
 * Games of poker with many cards are for solve.h, which knows what hands have in common.
 *
 *     struct felt_genome_solve_size size;
 *     felt_genome_solve_measure(&program, &size, &complaint);
 *     felt_genome_solve_init(&program, memory, size.bytes, &solve, &complaint);
 *     felt_genome_solve_iterate(solve, 1000);
 *     felt_genome_solve_rate(solve, &rating);
 *
 *   X1  same program and number of iterations: the same strategy, bit for bit.
 *   X2  best[0] + best[1] >= 0, up to rounding; it is 0 exactly for an equilibrium.
 *
 * Results are chips won in the hand; without chips FELT_GENOME_POINT for a hand that is won.
 * Nothing allocates or prints; all memory is one block of the caller's. */
#ifndef FELT_GENOME_SOLVE_H
#define FELT_GENOME_SOLVE_H

#include "felt/genome_play.h"

FELT_BEGIN

enum {
    FELT_GENOME_SOLVE_DEALS_MAX = 50000,
    FELT_GENOME_SOLVE_NODES_MAX = 4000000,
    FELT_GENOME_SOLVE_DEPTH_MAX = 64 /* moves of a hand                                        */
};

struct felt_genome_solve; /* lives at the beginning of the caller's block */

struct felt_genome_solve_size {
    uint32_t deals; /* orders of the cards that can be dealt                                   */
    uint32_t cards; /* of the deck, from the top, that the hand can use                        */
    uint32_t nodes; /* decisions and ends, all deals together                                  */
    uint32_t decisions, moves;
    size_t bytes; /* of the block                                                              */
};

/* FELT_UNSUPPORTED: more than two seats, or chance besides the deck.  FELT_FULL: too large.
 */
FELT_API FELT_MUST_USE enum felt_status
felt_genome_solve_measure(const struct felt_genome_program *program,
                          struct felt_genome_solve_size *out, struct felt_complaint *complaint);
/* Builds the tree in `memory` (aligned as malloc does); the program is not kept.  Statuses as
 * above; also FELT_FULL if bytes are fewer than were measured. */
FELT_API FELT_MUST_USE enum felt_status
felt_genome_solve_init(const struct felt_genome_program *program, void *memory, size_t bytes,
                       struct felt_genome_solve **out, struct felt_complaint *complaint);

/* Each iteration improves both seats, one after the other (CFR+). */
FELT_API void felt_genome_solve_iterate(struct felt_genome_solve *solve, uint64_t iterations);

struct felt_genome_solve_rating {
    uint64_t iterations;
    uint32_t sets;         /* information sets                                                 */
    double value;          /* what seat 0, which starts, wins when both play the average strategy */
    double best[2];        /* what each seat wins at most against it                           */
    double exploitability; /* (best[0] + best[1]) / 2                                          */
};
FELT_API void felt_genome_solve_rate(struct felt_genome_solve *solve,
                                     struct felt_genome_solve_rating *out);

/* The average strategy in an information set: how often each move is played. */
struct felt_genome_solve_set {
    felt_seat seat;
    uint8_t moves;
    uint8_t move[FELT_MOVE_CODES];
    double share[FELT_MOVE_CODES];
    /* One of the deals that lead there: its first cards, and the moves so far. */
    uint8_t cards, steps;
    felt_card card[FELT_CARDS];
    uint8_t step[FELT_GENOME_SOLVE_DEPTH_MAX];
};
FELT_API void felt_genome_solve_look(const struct felt_genome_solve *solve, uint32_t index,
                                     struct felt_genome_solve_set *out);

FELT_END

#endif
