/* tree.h -- counting a betting game: all sequences of actions from one deal.
 *
 * Which cards lie where changes nothing in games whose order of betting does not depend on cards:
 * then the counts hold for every deal, and each sequence can be weighed with the number of ways in
 * which the cards on the table could have been dealt.  In stud the cards that lie open decide who
 * acts, and the counts are those of the one deal.  A discard is an action for each set of cards
 * that may be thrown away.
 *
 *   I1  rows[d] counts sequences of exactly d actions; rows[0].nodes is 1.
 *   I2  the sum of nodes is the sum of ends and decisions, as long as the depth is not limited.
 *   I3  a count that does not fit in 64 bits is FELT_TREE_MANY. */
#ifndef FELT_AUDIT_TREE_H
#define FELT_AUDIT_TREE_H

#include "felt/poker.h"

enum { FELT_TREE_DEPTH_MAX = 255 };
#define FELT_TREE_MANY UINT64_MAX

struct felt_tree_row {
    uint64_t nodes;
    uint64_t ends; /* of them: the hand is over                                              */
    /* With the cards as they were dealt so far, which of the same street in any order: */
    uint64_t states;      /* decisions                                                       */
    uint64_t information; /* decisions, as the actor sees them: its cards and the open ones  */
    uint64_t histories;   /* ends                                                            */
};

struct felt_tree_options {
    int depth;           /* 0 .. FELT_TREE_DEPTH_MAX: longer sequences are cut              */
    bool free_folds;     /* count folds also where a check is free                          */
    uint64_t visits_max; /* give up after so many positions                                 */
    bool (*progress)(void *self, double done); /* may be NULL                               */
    void *self;
};

struct felt_tree {
    int depth; /* of the longest sequence counted */
    struct felt_tree_row row[FELT_TREE_DEPTH_MAX + 1];
    struct felt_tree_row sum;
    bool cut; /* a hand was not over at the greatest depth */
};

/* Are sequences weighed?  Not where who acts depends on cards, as a count is then about one deal;
 * nor where cards are thrown away, as the ways to deal depend on which they are. */
bool felt_tree_weighs(const struct felt_variant *variant);

/* Counts from a state.  FELT_FULL: no memory; FELT_UNSUPPORTED: more than visits_max. */
FELT_MUST_USE enum felt_status felt_tree_count(const struct felt_poker_rules *rules,
                                               const struct felt_poker *state,
                                               const struct felt_tree_options *options,
                                               struct felt_tree *out);

#endif
