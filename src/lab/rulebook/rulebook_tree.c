/* rulebook_tree.c -- see rulebook_tree.h: expressions without what is always so, negation at the
 * leaves. */
#include "lab/rulebook/rulebook_tree.h"

#include "felt/assert.h"

/* ---- what is always so ---- */

static bool of_cards(int test)
{
    return test >= FELT_TEST_CARD_RANK;
}

void rulebook_range(const struct rulebook_author *author, const struct felt_expr_node *test,
                    int64_t *min, int64_t *max)
{
    int cycles = author->genome->session.gene[FELT_SESSION_CYCLES];
    int64_t chips = (int64_t)author->program.starting_chips * author->max;
    *min = 0;
    *max = felt_cards_count(author->deck);
    switch (test->test) {
    case FELT_TEST_ZONE_SIZE:
        if (test->ref == FELT_REF_TABLE && !author->table) *max = 0;
        if (test->ref == FELT_REF_DISCARD && !author->discards) *max = 0;
        if (test->ref == FELT_REF_CAPTURED && (author->program.queue || !author->has.captures))
            *max = 0;
        break;
    case FELT_TEST_CHIPS:
    case FELT_TEST_POT: *max = chips; break;
    case FELT_TEST_TO_CALL: *max = 0; break; /* asked between phases: nobody owes anything */
    case FELT_TEST_TRICKS:
        if (!genome_has_phase(&author->has, FELT_PHASE_TYPE_TRICK)) *max = 0;
        break;
    case FELT_TEST_FOLDED_COUNT:
        *max = genome_has_phase(&author->has, FELT_PHASE_TYPE_BETTING) ? author->max - 1 : 0;
        break;
    case FELT_TEST_CYCLE: *max = cycles ? cycles - 1 : UINT8_MAX; break;
    case FELT_TEST_HAS_SET: *max = FELT_SUITS; break;
    case FELT_TEST_HAS_RUN: *max = FELT_RANKS; break;
    case FELT_TEST_SCORE:
    case FELT_TEST_HAND_VALUE:
        *min = INT32_MIN;
        *max = INT32_MAX;
        break;
    default: break;
    }
}

bool rulebook_limits(const struct felt_expr_node *test, int64_t *low, int64_t *high)
{
    int64_t value = test->value;
    *low = INT64_MIN;
    *high = INT64_MAX;
    switch (test->cmp) {
    case FELT_EQ: *low = *high = value; return true;
    case FELT_NE: *low = *high = value; return false;
    case FELT_LT: *high = value - 1; return true;
    case FELT_LE: *high = value; return true;
    case FELT_GT: *low = value + 1; return true;
    default: *low = value; return true;
    }
}

static enum rulebook_truth number_truth(const struct rulebook_author *author,
                                        const struct felt_expr_node *test)
{
    int64_t min, max, low, high;
    rulebook_range(author, test, &min, &max);
    bool within = rulebook_limits(test, &low, &high);
    if (min >= low && max <= high) return within ? TRUTH_ALWAYS : TRUTH_NEVER;
    if (min > high || max < low) return within ? TRUTH_NEVER : TRUTH_ALWAYS;
    return TRUTH_DEPENDS;
}

static felt_cards ranked(const struct rulebook_author *author, const struct felt_expr_node *test)
{
    felt_cards equal = felt_cards_of_rank(test->value), above = author->program.above[test->value];
    switch (test->cmp) {
    case FELT_EQ: return equal;
    case FELT_NE: return ~equal;
    case FELT_LT: return ~above & ~equal;
    case FELT_GT: return above;
    case FELT_LE: return ~above;
    default: return above | equal;
    }
}

static enum rulebook_truth set_truth(const struct rulebook_author *author, felt_cards pass)
{
    pass &= author->deck;
    return pass == 0 ? TRUTH_NEVER : pass == author->deck ? TRUTH_ALWAYS : TRUTH_DEPENDS;
}

static enum rulebook_truth leaf_truth(const struct rulebook_author *author,
                                      const struct felt_expr_node *test)
{
    felt_cards suit;
    switch (test->test) {
    case FELT_TEST_IS_LEADER: return TRUTH_DEPENDS;
    case FELT_TEST_CARD_RANK: return set_truth(author, ranked(author, test));
    case FELT_TEST_CARD_SUIT:
        suit = rulebook_suit_cards(test->value);
        return set_truth(author, test->cmp == FELT_NE ? ~suit : suit);
    case FELT_TEST_IS_WILD: return set_truth(author, author->program.wild);
    case FELT_TEST_SAME_RANK:
    case FELT_TEST_SAME_SUIT:
    case FELT_TEST_SAME_COLOR:
    case FELT_TEST_BEATS:
    case FELT_TEST_ADJACENT: /* without a card to compare with all cards pass */
        if (test->ref == FELT_REF_LED) return TRUTH_ALWAYS; /* no trick is open then */
        if (test->ref == FELT_REF_ANY) return author->table ? TRUTH_DEPENDS : TRUTH_ALWAYS;
        return author->program.open_discards && author->discards ? TRUTH_DEPENDS : TRUTH_ALWAYS;
    default: return number_truth(author, test);
    }
}

/* ---- the tree ---- */

static uint8_t opposite(uint8_t truth)
{
    return truth == TRUTH_DEPENDS ? TRUTH_DEPENDS
           : truth == TRUTH_NEVER ? TRUTH_ALWAYS
                                  : TRUTH_NEVER;
}

/* Nodes of a subtree follow each other, its root last. */
static void negate(struct tree *tree, int from, int to)
{
    for (int i = from; i <= to; i++) {
        struct node *node = &tree->node[i];
        node->truth = opposite(node->truth);
        if (node->kind == LEAF)
            node->negated = !node->negated;
        else
            node->kind = node->kind == ALL_OF ? ANY_OF : ALL_OF;
    }
}

/* A child that decides nothing is left out, one of the same kind gives its own children. */
static void adopt(struct tree *tree, struct node *node, int index)
{
    const struct node *child = &tree->node[index];
    if (child->truth != TRUTH_DEPENDS) return;
    if (child->kind != LEAF && (child->kind == node->kind || child->count == 1)) {
        for (int i = 0; i < child->count; i++) adopt(tree, node, child->child[i]);
        return;
    }
    node->child[node->count++] = (uint8_t)index;
    node->cards |= child->cards;
}

static void join(struct tree *tree, struct node *node, const uint8_t *children, int count)
{
    uint8_t dull = node->kind == ALL_OF ? TRUTH_ALWAYS : TRUTH_NEVER;
    node->truth = dull;
    for (int i = 0; i < count; i++) {
        uint8_t truth = tree->node[children[i]].truth;
        if (truth == dull) continue;
        if (truth == opposite(dull))
            node->truth = truth;
        else if (node->truth == dull)
            node->truth = TRUTH_DEPENDS;
    }
    for (int i = 0; i < count; i++) adopt(tree, node, children[i]);
}

void rulebook_plant(struct rulebook_author *author, const struct felt_expr *expr, struct tree *tree)
{
    uint8_t stack[FELT_EXPR_NODES_MAX], begin[FELT_EXPR_NODES_MAX];
    int height = 0;
    tree->author = author;
    tree->used = 0;
    for (int i = 0; i < expr->count; i++) {
        const struct felt_expr_node *test = &expr->node[i];
        if (test->op == FELT_EXPR_NOT) {
            felt_assert(height > 0);
            negate(tree, begin[height - 1], stack[height - 1]);
            continue;
        }
        struct node *node = &tree->node[tree->used];
        *node = (struct node){.kind = test->op == FELT_EXPR_TEST  ? LEAF
                                      : test->op == FELT_EXPR_AND ? ALL_OF
                                                                  : ANY_OF,
                              .test = *test};
        begin[height] = tree->used;
        if (node->kind == LEAF) {
            node->truth = (uint8_t)leaf_truth(author, test);
            node->cards = of_cards(test->test);
        } else {
            felt_assert(height >= test->args);
            height -= test->args;
            join(tree, node, stack + height, test->args);
        }
        stack[height++] = tree->used++;
    }
    felt_assert(height == 1);
    tree->root = stack[0];
    while (tree->node[tree->root].kind != LEAF && tree->node[tree->root].count == 1)
        tree->root = tree->node[tree->root].child[0];
}

enum rulebook_truth rulebook_truth(struct rulebook_author *author, const struct felt_expr *expr)
{
    struct tree tree;
    if (expr->count == 0) return TRUTH_ALWAYS;
    rulebook_plant(author, expr, &tree);
    return (enum rulebook_truth)tree.node[tree.root].truth;
}
