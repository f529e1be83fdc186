/* rulebook_expr.c -- expressions in English.
 *
 * The tree of an expression (rulebook_tree.h) is read in two ways:
 *
 *   as a clause   "you hold at least three cards and the pot is empty": conditions
 *   as a phrase   "a card of the same suit or rank as the top discard": cards that may be played
 *
 * A clause about cards asks for a card of the hand: "you hold a seven".  For that "or" may be said
 * of two clauses, "and" only of one card. */
#include "felt/assert.h"
#include "lab/rulebook/rulebook_tree.h"

#include <string.h>

/* ---- phrases about cards ---- */

static void reference(struct tree *tree, const struct node *node)
{
    bool any = node->test.ref == FELT_REF_ANY;
    rulebook_say(tree->author, !any            ? "the top discard"
                               : node->negated ? "any card on the table"
                                               : "a card on the table");
}

/* "a seven", "a card of hearts": what stands for itself.  False: it needs a noun before it. */
static bool noun(struct tree *tree, const struct node *node)
{
    struct rulebook_author *author = tree->author;
    bool equal = node->test.cmp == FELT_EQ;
    if (node->kind != LEAF || (node->test.cmp == FELT_NE) == equal) return false;
    if ((node->test.cmp == FELT_EQ) == node->negated && node->test.test != FELT_TEST_IS_WILD)
        return false;
    if (node->test.test == FELT_TEST_CARD_RANK)
        rulebook_say(author, "%s", rulebook_a_rank(node->test.value));
    else if (node->test.test == FELT_TEST_CARD_SUIT)
        rulebook_say(author, "%s", rulebook_a_suit(node->test.value));
    else
        return false;
    rulebook_learn(author, CONCEPT_TEST + node->test.test);
    return true;
}

static void ranked_words(struct tree *tree, const struct node *node)
{
    static const uint8_t other[FELT_CMPS] = {FELT_NE, FELT_EQ, FELT_GE, FELT_LE, FELT_GT, FELT_LT};
    int cmp = node->negated ? other[node->test.cmp] : node->test.cmp;
    const char *rank = rulebook_a_rank(node->test.value);
    switch (cmp) {
    case FELT_EQ: rulebook_say(tree->author, "that is %s", rank); break;
    case FELT_NE: rulebook_say(tree->author, "that is not %s", rank); break;
    case FELT_LT: rulebook_say(tree->author, "lower than %s", rank); break;
    case FELT_GT: rulebook_say(tree->author, "higher than %s", rank); break;
    case FELT_LE: rulebook_say(tree->author, "no higher than %s", rank); break;
    default: rulebook_say(tree->author, "no lower than %s", rank); break;
    }
}

/* What stands behind "a card". */
static void quality(struct tree *tree, const struct node *node)
{
    struct rulebook_author *author = tree->author;
    bool no = node->negated, any = node->test.ref == FELT_REF_ANY;
    rulebook_learn(author, CONCEPT_TEST + node->test.test);
    switch (node->test.test) {
    case FELT_TEST_CARD_RANK: ranked_words(tree, node); return;
    case FELT_TEST_CARD_SUIT:
        rulebook_say(author, "that is %s%s", (node->test.cmp == FELT_NE) != no ? "not " : "",
                     rulebook_a_suit(node->test.value));
        return;
    case FELT_TEST_IS_WILD: rulebook_say(author, no ? "that is not wild" : "that is wild"); return;
    case FELT_TEST_SAME_RANK:
        rulebook_say(author, no ? "of another rank than " : "of the same rank as ");
        break;
    case FELT_TEST_SAME_SUIT:
        rulebook_say(author, no ? "of another suit than " : "of the same suit as ");
        break;
    case FELT_TEST_SAME_COLOR:
        rulebook_say(author, no ? "of another colour than " : "of the same colour as ");
        break;
    case FELT_TEST_BEATS: rulebook_say(author, no ? "no higher than " : "higher than "); break;
    default:
        rulebook_say(author, no ? "not next in rank to " : "next in rank to ");
        if (any) {
            rulebook_say(author, no ? "any card of its suit on the table"
                                    : "a card of its suit on the table");
            return;
        }
        break;
    }
    reference(tree, node);
}

/* Same suit, same rank, same colour as the same card can be said in one breath. */
static bool same_kind(const struct node *node)
{
    return node->kind == LEAF && !node->negated && node->test.test >= FELT_TEST_SAME_RANK &&
           node->test.test <= FELT_TEST_SAME_COLOR;
}

/* The children of a node that go with the first of them in one breath; said if there are several.
 */
static unsigned in_one_breath(struct tree *tree, const struct node *node, unsigned left)
{
    static const char *const words[] = {"rank", "suit", "colour"};
    const struct node *lead = &tree->node[node->child[__builtin_ctz(left)]];
    unsigned same = 0;
    if (!same_kind(lead)) return 0;
    for (int i = 0; i < node->count; i++) {
        const struct node *child = &tree->node[node->child[i]];
        if (left >> i & 1 && same_kind(child) && child->test.ref == lead->test.ref) same |= 1u << i;
    }
    int count = __builtin_popcount(same);
    if (count < 2) return 0;
    rulebook_say(tree->author, "of the same ");
    for (int i = 0, said = 0; i < node->count; i++) {
        if (!(same >> i & 1)) continue;
        int test = tree->node[node->child[i]].test.test;
        rulebook_learn(tree->author, CONCEPT_TEST + test);
        rulebook_say(tree->author, "%s%s",
                     rulebook_between(said++, count, node->kind == ANY_OF ? " or " : " and "),
                     words[test - FELT_TEST_SAME_RANK]);
    }
    rulebook_say(tree->author, " as ");
    reference(tree, lead);
    return same;
}

static void clause(struct tree *tree, int index, bool nested);
static void phrase(struct tree *tree, int index, bool nested);

/* Alternatives: "a seven, or a card of the same suit as the top discard". */
static void phrase_any(struct tree *tree, const struct node *node, bool nested)
{
    unsigned left = (1u << node->count) - 1;
    bool begun = false;
    if (nested) rulebook_say(tree->author, "either ");
    while (left) {
        int first = __builtin_ctz(left);
        if (begun) rulebook_say(tree->author, nested ? " or " : ", or ");
        begun = true;
        if (same_kind(&tree->node[node->child[first]])) {
            rulebook_say(tree->author, "a card ");
            unsigned said = in_one_breath(tree, node, left);
            if (!said) {
                quality(tree, &tree->node[node->child[first]]);
                said = 1u << first;
            }
            left &= ~said;
            continue;
        }
        phrase(tree, node->child[first], true);
        left &= left - 1;
    }
}

static void say_whens(struct tree *tree, const struct node *node)
{
    bool begun = false;
    for (int i = 0; i < node->count; i++) {
        if (tree->node[node->child[i]].cards) continue;
        rulebook_say(tree->author, begun ? " and " : "if ");
        clause(tree, node->child[i], true);
        begun = true;
    }
}

/* One card of which several things are true: "a heart higher than a six". */
static void phrase_all(struct tree *tree, const struct node *node, bool nested)
{
    struct rulebook_author *author = tree->author;
    unsigned left = 0;
    bool whens = false, qualities = false;
    for (int i = 0; i < node->count; i++) {
        if (tree->node[node->child[i]].cards)
            left |= 1u << i;
        else
            whens = true;
    }
    bool named = false;
    for (int i = 0; i < node->count && !named; i++) {
        if (!(left >> i & 1) || !noun(tree, &tree->node[node->child[i]])) continue;
        named = true;
        left &= ~(1u << i);
    }
    if (!named) rulebook_say(author, "a card");
    for (int i = 0; i < node->count; i++) {
        const struct node *child = &tree->node[node->child[i]];
        if (!(left >> i & 1) || child->kind != LEAF) continue;
        rulebook_say(author, qualities ? " and " : " ");
        qualities = true;
        unsigned said = in_one_breath(tree, node, left & ~((1u << i) - 1));
        if (!said) quality(tree, child);
        left &= ~(said | 1u << i);
    }
    for (; left; left &= left - 1) {
        rulebook_say(author, ", which must also be ");
        phrase(tree, node->child[__builtin_ctz(left)], true);
    }
    if (whens) {
        rulebook_say(author, nested ? " (only " : ", and only ");
        say_whens(tree, node);
        if (nested) rulebook_say(author, ")");
    }
}

static void phrase(struct tree *tree, int index, bool nested)
{
    const struct node *node = &tree->node[index];
    if (!node->cards) {
        rulebook_say(tree->author, "any card if ");
        clause(tree, index, true);
    } else if (node->kind == ANY_OF) {
        phrase_any(tree, node, nested);
    } else if (node->kind == ALL_OF) {
        phrase_all(tree, node, nested);
    } else if (!noun(tree, node)) {
        rulebook_say(tree->author, "a card ");
        quality(tree, node);
    }
}

/* ---- clauses ---- */

static void holds(struct tree *tree, int index)
{
    rulebook_say(tree->author, "%s %s ", rulebook_who(tree), rulebook_verb(tree, "hold", "holds"));
    phrase(tree, index, false);
}

/* Of "and" with cards in it the clauses about the moment come first, then the one card. */
static void clause_all(struct tree *tree, const struct node *node)
{
    struct node rest = *node;
    bool begun = false;
    rest.count = 0;
    rest.cards = false;
    for (int i = 0; i < node->count; i++) {
        if (tree->node[node->child[i]].cards) {
            rest.child[rest.count++] = node->child[i];
            rest.cards = true;
            continue;
        }
        if (begun) rulebook_say(tree->author, " and ");
        clause(tree, node->child[i], true);
        begun = true;
    }
    if (!rest.count) return;
    if (begun) rulebook_say(tree->author, " and ");
    if (rest.count == 1) {
        clause(tree, rest.child[0], true);
        return;
    }
    rulebook_say(tree->author, "%s %s ", rulebook_who(tree), rulebook_verb(tree, "hold", "holds"));
    phrase_all(tree, &rest, true);
}

static void clause_any(struct tree *tree, const struct node *node, bool nested)
{
    if (nested) rulebook_say(tree->author, "either ");
    for (int i = 0; i < node->count; i++) {
        if (i > 0) rulebook_say(tree->author, nested ? " or " : ", or ");
        clause(tree, node->child[i], true);
    }
}

/* Does it speak of nothing but cards, so that one "you hold" is enough? */
static bool only_cards(const struct tree *tree, const struct node *node)
{
    if (node->kind == LEAF) return node->cards;
    for (int i = 0; i < node->count; i++)
        if (tree->node[node->child[i]].kind != LEAF || !tree->node[node->child[i]].cards)
            return false;
    return true;
}

static void clause(struct tree *tree, int index, bool nested)
{
    const struct node *node = &tree->node[index];
    if (only_cards(tree, node))
        holds(tree, index);
    else if (node->kind == ALL_OF)
        clause_all(tree, node);
    else if (node->kind == ANY_OF)
        clause_any(tree, node, nested);
    else
        rulebook_moment(tree, node);
}

/* ---- public ---- */

void rulebook_condition(struct rulebook_author *author, const struct felt_expr *expr,
                        enum rulebook_subject subject)
{
    struct tree tree;
    rulebook_plant(author, expr, &tree);
    tree.subject = subject;
    felt_assert(tree.node[tree.root].truth == TRUTH_DEPENDS);
    clause(&tree, tree.root, false);
}

void rulebook_fitting(struct rulebook_author *author, const struct felt_expr *expr)
{
    struct tree tree;
    rulebook_plant(author, expr, &tree);
    tree.subject = SUBJECT_YOU;
    felt_assert(tree.node[tree.root].truth == TRUTH_DEPENDS);
    phrase(&tree, tree.root, false);
}

/* Is the leaf only asked when there is such a card? */
static bool guarded(const struct tree *tree, int leaf, int ref)
{
    int zone_ref = ref == FELT_REF_ANY ? FELT_REF_TABLE : FELT_REF_DISCARD;
    for (int i = 0; i < tree->used; i++) {
        const struct node *node = &tree->node[i];
        bool here = false, guard = false;
        if (node->kind != ALL_OF) continue;
        for (int n = 0; n < node->count; n++) {
            const struct node *child = &tree->node[node->child[n]];
            here |= node->child[n] == leaf;
            if (child->kind != LEAF || child->test.test != FELT_TEST_ZONE_SIZE ||
                child->test.ref != zone_ref)
                continue;
            struct wanted want = rulebook_wanted(tree, child);
            guard |= want.within && want.low && want.from >= 1;
        }
        if (here && guard) return true;
    }
    return false;
}

unsigned rulebook_bare(struct rulebook_author *author, const struct felt_expr *expr, int ref)
{
    struct tree tree;
    unsigned found = 0;
    if (expr->count == 0) return 0;
    rulebook_plant(author, expr, &tree);
    for (int i = 0; i < tree.used; i++) {
        const struct node *node = &tree.node[i];
        if (node->kind != LEAF || node->truth != TRUTH_DEPENDS || node->test.ref != ref ||
            node->test.test < FELT_TEST_SAME_RANK || node->test.test > FELT_TEST_ADJACENT ||
            guarded(&tree, i, ref))
            continue;
        found |= node->negated ? 2 : 1;
    }
    return found;
}

bool rulebook_asks_suits(const struct felt_expr *expr)
{
    for (int i = 0; i < expr->count; i++) {
        const struct felt_expr_node *node = &expr->node[i];
        if (node->op != FELT_EXPR_TEST) continue;
        if (node->test == FELT_TEST_CARD_SUIT || node->test == FELT_TEST_SAME_SUIT ||
            node->test == FELT_TEST_SAME_COLOR ||
            (node->test == FELT_TEST_ADJACENT && node->ref == FELT_REF_ANY))
            return true;
    }
    return false;
}
