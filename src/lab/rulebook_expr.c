/* rulebook_expr.c -- expressions in English.
 *
 * A postfix list becomes a tree in which negation stands at the leaves (sets of cards obey De
 * Morgan), what is always or never so in this game is gone, and an operation has no child of its
 * own kind.  Such a tree is read in two ways:
 *
 *   as a clause   "you hold at least three cards and the pot is empty": conditions
 *   as a phrase   "a card of the same suit or rank as the top discard": cards that may be played
 *
 * A clause about cards asks for a card of the hand: "you hold a seven".  For that "or" may be said
 * of two clauses, "and" only of one card. */
#include "felt/assert.h"
#include "lab/rulebook_parts.h"

#include <string.h>

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

/* ---- what is always so ---- */

static bool of_cards(int test)
{
    return test >= FELT_TEST_CARD_RANK;
}

/* The numbers that a test of the moment can find in this game. */
static void range_of(const struct rulebook_author *author, const struct felt_expr_node *test,
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

/* Every comparison as low <= number <= high, or the opposite of that. */
static bool limits_of(const struct felt_expr_node *test, int64_t *low, int64_t *high)
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
    range_of(author, test, &min, &max);
    bool within = limits_of(test, &low, &high);
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

static void plant(struct rulebook_author *author, const struct felt_expr *expr, struct tree *tree)
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
    plant(author, expr, &tree);
    return (enum rulebook_truth)tree.node[tree.root].truth;
}

/* ---- clauses about the moment ---- */

static const char *pick(const struct tree *tree, const char *you, const char *starter,
                        const char *player)
{
    return tree->subject == SUBJECT_YOU ? you : tree->subject == SUBJECT_STARTER ? starter : player;
}

static const char *who(const struct tree *tree)
{
    return pick(tree, "you", "the starter", "the player whose turn it is");
}

static const char *whose(const struct tree *tree)
{
    return pick(tree, "your", "the starter's", "that player's");
}

static const char *verb(const struct tree *tree, const char *you, const char *other)
{
    return tree->subject == SUBJECT_YOU ? you : other;
}

/* The comparison of a leaf, negation included, with the ends of its range left out. */
struct wanted {
    bool within, low, high; /* within the limits; there is a lower, an upper one            */
    int64_t from, to;
};

static struct wanted wanted_of(const struct tree *tree, const struct node *node)
{
    struct wanted want = {0};
    int64_t min, max;
    range_of(tree->author, &node->test, &min, &max);
    want.within = limits_of(&node->test, &want.from, &want.to) != node->negated;
    want.low = want.from > min;
    want.high = want.to < max;
    if (want.within || (want.low && want.high)) return want;
    /* outside of a range that is open at one end: within the other part */
    if (want.low) {
        want.to = want.from - 1;
        want.high = want.to < max;
        want.low = false;
        want.from = min;
    } else {
        want.from = want.to + 1;
        want.low = want.from > min;
        want.high = false;
        want.to = max;
    }
    want.within = true;
    if (want.from == min) want.low = false;
    return want;
}

/* "at least three cards", "no chips", "exactly two tricks". */
static void amount(struct rulebook_author *author, const struct wanted *want, const char *one,
                   const char *many)
{
    const char *words = "";
    int64_t number = want->low ? want->from : want->to;
    if (!want->within)
        words = want->low && want->high ? "any number but exactly " : "not ";
    else if (want->low && want->high && want->from == want->to)
        words = "exactly ";
    else if (want->low)
        words = "at least ";
    else if (number == 0)
        words = "";
    else
        words = "at most ";
    if (want->within && !want->low && number == 0) {
        rulebook_say(author, "no %s", many);
        return;
    }
    if (want->within && want->low && want->high && want->from == 0 && want->to == 0) {
        rulebook_say(author, "no %s", many);
        return;
    }
    rulebook_say(author, "%s", words);
    if (number == 0)
        rulebook_say(author, "zero %s", many);
    else
        rulebook_count(author, number, one, many);
}

static void other_hands(struct tree *tree, const struct wanted *want)
{
    struct rulebook_author *author = tree->author;
    if (author->duel)
        rulebook_say(author, "the other player holds ");
    else if (want->within && want->low && !want->high)
        rulebook_say(author, "everybody else holds ");
    else if (want->within && !want->low)
        rulebook_say(author, "somebody else holds ");
    else
        rulebook_say(author, "the smallest other hand has ");
    amount(author, want, "card", "cards");
}

static void zone(struct tree *tree, const struct node *node, const struct wanted *want)
{
    struct rulebook_author *author = tree->author;
    bool none = want->within && want->high && want->to == 0;
    bool some = want->within && !want->high && want->from == 1;
    switch (node->test.ref) {
    case FELT_REF_TABLE:
        if (none)
            rulebook_say(author, "the table is empty");
        else if (some)
            rulebook_say(author, "there is a card on the table");
        else {
            rulebook_say(author, "the table holds ");
            amount(author, want, "card", "cards");
        }
        break;
    case FELT_REF_CAPTURED:
        rulebook_say(author, "%s %s captured ", who(tree), verb(tree, "have", "has"));
        amount(author, want, "card", "cards");
        break;
    default:
        rulebook_say(author,
                     node->test.ref == FELT_REF_DECK ? "the draw pile " : "the discard pile ");
        if (none)
            rulebook_say(author, "is empty");
        else if (some)
            rulebook_say(author, "is not empty");
        else {
            rulebook_say(author, "has ");
            amount(author, want, "card", "cards");
        }
        break;
    }
}

/* Cycles that are over: 0 in the first round. */
static void round_of(struct tree *tree, const struct wanted *want)
{
    struct rulebook_author *author = tree->author;
    int last = author->genome->session.gene[FELT_SESSION_CYCLES];
    bool one = want->low && want->high && want->from == want->to;
    if (!want->within || (one && want->from > 0)) {
        rulebook_say(author, "it is %sthe ", want->within ? "" : "not ");
        if (last && want->from + 1 == last)
            rulebook_say(author, "last");
        else
            rulebook_ordinal(author, want->from + 1);
        rulebook_say(author, " round of the hand");
    } else if (!want->low && want->to == 0) {
        rulebook_say(author, "it is the first round of the hand");
    } else if (!want->low) {
        rulebook_say(author, "it is one of the first ");
        rulebook_number(author, want->to + 1);
        rulebook_say(author, " rounds of the hand");
    } else if (last && want->from + 1 == last) {
        rulebook_say(author, "it is the last round of the hand");
    } else {
        rulebook_say(author, "at least ");
        rulebook_count(author, want->from, "round", "rounds");
        rulebook_say(author, " of the hand %s over", want->from == 1 ? "is" : "are");
    }
}

static void groups_held(struct tree *tree, const struct node *node, const struct wanted *want)
{
    struct rulebook_author *author = tree->author;
    bool run = node->test.test == FELT_TEST_HAS_RUN;
    rulebook_say(author, "%s %s ", who(tree), verb(tree, "hold", "holds"));
    if (want->within && want->low && !want->high) {
        rulebook_say(author, run ? "a run of at least " : "at least ");
        rulebook_count(author, want->from, "card", "cards");
        rulebook_say(author, run ? " in one suit" : " of one rank");
    } else if (want->within && !want->low) {
        rulebook_say(author, run ? "no run of more than " : "no more than ");
        rulebook_count(author, want->to, "card", "cards");
        rulebook_say(author, run ? " in one suit" : " of any one rank");
    } else {
        rulebook_say(author,
                     run ? "a longest run in one suit of " : "as the most cards of one rank ");
        amount(author, want, "card", "cards");
    }
}

static void folded(struct rulebook_author *author, const struct wanted *want)
{
    if (want->within && !want->low && want->to == 0) {
        rulebook_say(author, "nobody has folded");
    } else if (want->within && want->from == 1 && !want->high) {
        rulebook_say(author, "somebody has folded");
    } else {
        amount(author, want, "player", "players");
        rulebook_say(author,
                     want->within && want->to == 1 && want->high ? " has folded" : " have folded");
    }
}

static void score(struct tree *tree, const struct node *node, const struct wanted *want)
{
    struct rulebook_author *author = tree->author;
    if (node->test.test == FELT_TEST_SCORE)
        rulebook_say(author, "%s %s scored ", who(tree), verb(tree, "have", "has"));
    else
        rulebook_say(author, "%s cards count ", whose(tree));
    amount(author, want, "point", "points");
}

static void leader(struct tree *tree, const struct node *node)
{
    struct rulebook_author *author = tree->author;
    const char *what = author->program.chips ? "more chips" : "a higher score";
    rulebook_say(author, "%s has %s than %s", node->negated ? "somebody" : "nobody", what,
                 who(tree));
}

static void moment(struct tree *tree, const struct node *node)
{
    struct rulebook_author *author = tree->author;
    struct wanted want = wanted_of(tree, node);
    rulebook_learn(author, CONCEPT_TEST + node->test.test);
    switch (node->test.test) {
    case FELT_TEST_HAND_SIZE:
        if (node->test.ref == FELT_REF_OTHERS) {
            other_hands(tree, &want);
            break;
        }
        rulebook_say(author, "%s %s ", who(tree), verb(tree, "hold", "holds"));
        amount(author, &want, "card", "cards");
        break;
    case FELT_TEST_ZONE_SIZE: zone(tree, node, &want); break;
    case FELT_TEST_CHIPS:
        rulebook_say(author, "%s %s ", who(tree), verb(tree, "have", "has"));
        amount(author, &want, "chip", "chips");
        break;
    case FELT_TEST_POT:
        rulebook_say(author, "there %s ", want.within && want.from == 1 ? "is" : "are");
        amount(author, &want, "chip", "chips");
        rulebook_say(author, " in the pot");
        break;
    case FELT_TEST_TRICKS:
        rulebook_say(author, "%s %s taken ", who(tree), verb(tree, "have", "has"));
        amount(author, &want, "trick", "tricks");
        rulebook_say(author, " in this hand");
        break;
    case FELT_TEST_FOLDED_COUNT: folded(author, &want); break;
    case FELT_TEST_CYCLE: round_of(tree, &want); break;
    case FELT_TEST_IS_LEADER: leader(tree, node); break;
    case FELT_TEST_SCORE:
    case FELT_TEST_HAND_VALUE: score(tree, node, &want); break;
    default: groups_held(tree, node, &want); break;
    }
}

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
    rulebook_say(tree->author, "%s %s ", who(tree), verb(tree, "hold", "holds"));
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
    rulebook_say(tree->author, "%s %s ", who(tree), verb(tree, "hold", "holds"));
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
        moment(tree, node);
}

/* ---- public ---- */

void rulebook_condition(struct rulebook_author *author, const struct felt_expr *expr,
                        enum rulebook_subject subject)
{
    struct tree tree;
    plant(author, expr, &tree);
    tree.subject = subject;
    felt_assert(tree.node[tree.root].truth == TRUTH_DEPENDS);
    clause(&tree, tree.root, false);
}

void rulebook_fitting(struct rulebook_author *author, const struct felt_expr *expr)
{
    struct tree tree;
    plant(author, expr, &tree);
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
            struct wanted want = wanted_of(tree, child);
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
    plant(author, expr, &tree);
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
