/* solve.h -- small games between two seats, solved: strategies that nobody can beat.
 *
 * Every deal is counted, none is sampled.  The rows of poker whose cards are dealt face down before
 * the first bet and then only to the board can be solved if their tree is small enough: Kuhn,
 * Leduc, Rhode Island, or a row of your own.  Draws, cards face up, divided pots, rake and more
 * than two seats are refused.  The method is regret matching on the tree of what everybody sees
 * (docs/SOLVER.md); it knows the games only by what the engine allows and pays.
 *
 *     struct felt_solve_size size;
 *     felt_solve_measure(&rules, &deal, &size, &complaint);
 *     felt_solve_init(&rules, &deal, memory, size.bytes, &solve, &complaint);
 *     felt_solve_iterate(solve, 1000);
 *     felt_solve_rate(solve, &rate);          // how far from perfect it still is
 *
 *   V1  same rules, deal and number of iterations: the same strategy, bit for bit.
 *   V2  shares of an information set are 0 .. 1 and add up to 1, up to rounding.
 *   V3  best[0] + best[1] >= 0, up to rounding; it is 0 exactly for an equilibrium.
 *   V4  hands that differ only in suits that do not matter are one information set.
 *   V5  nobody folds where a check is free: it gains nothing, and is left out of the tree.
 *
 * Chips won are per hand, from the stacks before forced bets: who always folds to a bet loses the
 * ante.  Nothing allocates or prints; all memory is one block of the caller's. */
#ifndef FELT_SOLVE_H
#define FELT_SOLVE_H

#include "felt/poker.h"

FELT_BEGIN

enum {
    FELT_SOLVE_HANDS_MAX = 256,      /* different hands a seat can be dealt                      */
    FELT_SOLVE_BOARDS_MAX = 1 << 17, /* boards, incomplete ones too, that differ but in suits  */
    FELT_SOLVE_ACTIONS_MAX = 64,     /* of one decision                                          */
    FELT_SOLVE_PATH_MAX = 64         /* actions of one hand                                      */
};
/* Positions in the tree, all boards together. */
#define FELT_SOLVE_NODES_MAX UINT64_C(1000000000)

struct felt_solve; /* lives at the beginning of the caller's block */

struct felt_solve_size {
    uint64_t nodes;       /* decisions, ends, and places where a board card is dealt          */
    uint64_t information; /* information sets (V4)                                            */
    uint64_t deals;       /* ways to deal both hands and the board; boards in order           */
    uint32_t boards, hands;
    size_t bytes; /* of the block                                                             */
};

/* How large the tree would be.  FELT_BAD_DEAL: the deal cannot be dealt.  FELT_UNSUPPORTED: a kind
 * of game that is not solved.  FELT_FULL: the tree is too large, *out tells what is known of it
 * (0: too much to be counted). */
FELT_API FELT_MUST_USE enum felt_status felt_solve_measure(const struct felt_poker_rules *rules,
                                                           const struct felt_deal *deal,
                                                           struct felt_solve_size *out,
                                                           struct felt_complaint *complaint);

/* Builds the tree in `memory` (aligned as malloc does), which the caller keeps until it is done
 * with *out; rules and deal are not kept.  Statuses as above; also FELT_FULL if bytes are fewer
 * than felt_solve_measure() said. */
FELT_API FELT_MUST_USE enum felt_status felt_solve_init(const struct felt_poker_rules *rules,
                                                        const struct felt_deal *deal, void *memory,
                                                        size_t bytes, struct felt_solve **out,
                                                        struct felt_complaint *complaint);

/* Each iteration improves both seats, one after the other. */
FELT_API void felt_solve_iterate(struct felt_solve *solve, uint64_t iterations);

/* How good the average strategy is.  All in chips per hand; divide by the ante for antes. */
struct felt_solve_rating {
    uint64_t iterations;
    felt_seat first, second; /* who opens the betting, and the other seat                     */
    double value;            /* what `first` wins when both play the average strategy         */
    double best[2];          /* what first and second win at most against it, each with a best
                                response to the other                                         */
    double exploitability;   /* (best[0] + best[1]) / 2: what a perfect opponent wins, the mean
                                of both seats                                                 */
};
FELT_API void felt_solve_rate(struct felt_solve *solve, struct felt_solve_rating *out);

struct felt_solve_action {
    uint8_t kind; /* enum felt_action_kind                                                 */
    bool opens;   /* RAISE_TO: nobody has bet in this round                                */
    felt_seat seat;
    uint8_t boards; /* board cards that lay open                                             */
    felt_chips to;  /* RAISE_TO: the stake of the street                                     */
};

/* What a seat knows when it acts, and what it does. */
struct felt_solve_set {
    felt_seat seat;
    uint8_t holes, boards, actions, steps;
    bool suits; /* false: only the ranks of these cards matter                              */
    int hands;  /* that are alike (V4); `hole` is the first of them                         */
    felt_card hole[FELT_HOLE_MAX], board[FELT_BOARD_MAX];
    struct felt_solve_action path[FELT_SOLVE_PATH_MAX]; /* steps: what happened               */
    struct felt_solve_action action[FELT_SOLVE_ACTIONS_MAX];
    double share[FELT_SOLVE_ACTIONS_MAX]; /* how often each is taken, in the average strategy */
    double reach; /* how often the seat's own actions lead here, given its cards              */
};
FELT_API uint64_t felt_solve_sets(const struct felt_solve *solve);
/* In the order of the tree: what happened, then hands from low cards to high ones. */
FELT_API void felt_solve_look(const struct felt_solve *solve, uint64_t index,
                              struct felt_solve_set *out);
/* Another average strategy for one information set, to be rated: a share for each of its actions,
 * none below 0, not all of them 0.  Iterations that follow mix it with theirs. */
FELT_API void felt_solve_replace(struct felt_solve *solve, uint64_t index, const double *share);

FELT_END

#endif
