/* rulebook_tree.h -- an expression as a tree that can be read aloud.  Private to the lab.
 *
 * Negation stands at the leaves (sets of cards obey De Morgan), what is always or never so in this
 * game is gone, and an operation has no child of its own kind. */
#ifndef FELT_LAB_RULEBOOK_RULEBOOK_TREE_H
#define FELT_LAB_RULEBOOK_RULEBOOK_TREE_H

#include "lab/rulebook/rulebook_parts.h"

enum { LEAF, ALL_OF, ANY_OF };

struct node {
    uint8_t kind, truth;
    bool negated; /* leaf                                                                 */
    bool cards;   /* asks about cards, here or below                                      */
    uint8_t count;
    uint8_t child[FELT_EXPR_NODES_MAX];
    struct felt_expr_node test;
};
struct tree {
    struct rulebook_author *author;
    enum rulebook_subject subject;
    uint8_t used, root;
    struct node node[FELT_EXPR_NODES_MAX];
};

/* The expression has at least one node. */
void rulebook_plant(struct rulebook_author *author, const struct felt_expr *expr,
                    struct tree *tree);
/* The numbers that a test of the moment can find in this game. */
void rulebook_range(const struct rulebook_author *author, const struct felt_expr_node *test,
                    int64_t *min, int64_t *max);
/* Every comparison as low <= number <= high, or, if this says false, the opposite of that. */
bool rulebook_limits(const struct felt_expr_node *test, int64_t *low, int64_t *high);

/* ---- rulebook_moment.c ---- */

/* The comparison of a leaf, negation included, with the ends of its range left out. */
struct wanted {
    bool within, low, high; /* within the limits; there is a lower, an upper one            */
    int64_t from, to;
};
struct wanted rulebook_wanted(const struct tree *tree, const struct node *node);
/* "you", "the starter"; and the verb that goes with it. */
const char *rulebook_who(const struct tree *tree);
const char *rulebook_verb(const struct tree *tree, const char *you, const char *other);
/* A leaf that does not ask about cards. */
void rulebook_moment(struct tree *tree, const struct node *node);

#endif
