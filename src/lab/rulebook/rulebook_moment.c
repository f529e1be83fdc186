/* rulebook_moment.c -- tests of the moment as clauses: "you hold at least three cards". */
#include "lab/rulebook/rulebook_tree.h"

static const char *pick(const struct tree *tree, const char *you, const char *starter,
                        const char *player)
{
    return tree->subject == SUBJECT_YOU ? you : tree->subject == SUBJECT_STARTER ? starter : player;
}

const char *rulebook_who(const struct tree *tree)
{
    return pick(tree, "you", "the starter", "the player whose turn it is");
}

static const char *whose(const struct tree *tree)
{
    return pick(tree, "your", "the starter's", "that player's");
}

const char *rulebook_verb(const struct tree *tree, const char *you, const char *other)
{
    return tree->subject == SUBJECT_YOU ? you : other;
}

struct wanted rulebook_wanted(const struct tree *tree, const struct node *node)
{
    struct wanted want = {0};
    int64_t min, max;
    rulebook_range(tree->author, &node->test, &min, &max);
    want.within = rulebook_limits(&node->test, &want.from, &want.to) != node->negated;
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
        rulebook_say(author, "%s %s captured ", rulebook_who(tree),
                     rulebook_verb(tree, "have", "has"));
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
    rulebook_say(author, "%s %s ", rulebook_who(tree), rulebook_verb(tree, "hold", "holds"));
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
        rulebook_say(author, "%s %s scored ", rulebook_who(tree),
                     rulebook_verb(tree, "have", "has"));
    else
        rulebook_say(author, "%s cards count ", whose(tree));
    amount(author, want, "point", "points");
}

static void leader(struct tree *tree, const struct node *node)
{
    struct rulebook_author *author = tree->author;
    const char *what = author->program.chips ? "more chips" : "a higher score";
    rulebook_say(author, "%s has %s than %s", node->negated ? "somebody" : "nobody", what,
                 rulebook_who(tree));
}

void rulebook_moment(struct tree *tree, const struct node *node)
{
    struct rulebook_author *author = tree->author;
    struct wanted want = rulebook_wanted(tree, node);
    rulebook_learn(author, CONCEPT_TEST + node->test.test);
    switch (node->test.test) {
    case FELT_TEST_HAND_SIZE:
        if (node->test.ref == FELT_REF_OTHERS) {
            other_hands(tree, &want);
            break;
        }
        rulebook_say(author, "%s %s ", rulebook_who(tree), rulebook_verb(tree, "hold", "holds"));
        amount(author, &want, "card", "cards");
        break;
    case FELT_TEST_ZONE_SIZE: zone(tree, node, &want); break;
    case FELT_TEST_CHIPS:
        rulebook_say(author, "%s %s ", rulebook_who(tree), rulebook_verb(tree, "have", "has"));
        amount(author, &want, "chip", "chips");
        break;
    case FELT_TEST_POT:
        rulebook_say(author, "there %s ", want.within && want.from == 1 ? "is" : "are");
        amount(author, &want, "chip", "chips");
        rulebook_say(author, " in the pot");
        break;
    case FELT_TEST_TRICKS:
        rulebook_say(author, "%s %s taken ", rulebook_who(tree),
                     rulebook_verb(tree, "have", "has"));
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
