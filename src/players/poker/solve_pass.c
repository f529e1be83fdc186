/* solve_pass.c -- see players/poker/solve.h: one pass over the tree for one seat.
 *
 * The walk goes over what everybody sees, and carries a number for every hand: how often the other
 * seat gets here with it (`other`: chance included), how often this one would (`own`: its actions
 * alone), and on the way back what each hand of this seat has won, counted with `other`.  Hands
 * that hold a card of the board have an `other` of 0 and have won 0.
 *
 * At an end each hand meets all hands that share no card with it.  On a complete board hands lie in
 * the order of their strength, so the sums over weaker and stronger ones are running sums, from
 * which the few hands with a card in common are taken out. */
#include "felt/assert.h"
#include "players/poker/solve.h"

#include <string.h>

struct pass {
    struct felt_solve *solve;
    enum pass_kind kind;
    int seat;
    double weight;
};

/* Doubles for each level of the tree. */
static uint64_t level_doubles(int hands, int actions_max)
{
    return (uint64_t)hands * (uint64_t)(3 + actions_max);
}

uint64_t felt_solve_scratch(int hands, int depth, int actions_max)
{
    return level_doubles(hands, actions_max) * (uint64_t)(depth + 1);
}

struct level {
    double *own, *other, *won; /* [hands] */
    double *share;             /* [action][class] */
};

static struct level level_at(const struct felt_solve *solve, int depth)
{
    size_t hands = (size_t)solve->cards.hands;
    double *from = solve->scratch;
    from += (size_t)level_doubles(solve->cards.hands, solve->actions_max) * (size_t)depth;
    return (struct level){from, from + hands, from + 2 * hands, from + 3 * hands};
}

/* Shares in proportion to what is above 0, equal ones if nothing is: of [action][class]. */
static void shares(const double *from, int actions, int classes, double *out)
{
    for (int c = 0; c < classes; c++) {
        double sum = 0;
        for (int a = 0; a < actions; a++) sum += from[a * classes + c];
        for (int a = 0; a < actions; a++)
            out[a * classes + c] = sum > 0 ? from[a * classes + c] / sum : 1.0 / actions;
    }
}

/* ---- ends ----------------------------------------------------------------------------------- */

static double sum_of(const double *reach, const uint16_t *hands, int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++) sum += reach[hands[i]];
    return sum;
}

static void pay_fold(const struct pass *pass, const struct solve_node *node, const double *other,
                     double *won)
{
    const struct felt_solve *solve = pass->solve;
    const uint16_t *live = &solve->live[(size_t)node->board * (size_t)solve->cards.hands];
    int lives = solve->board[node->board].live, conflicts = solve->cards.conflicts;
    double total = sum_of(other, live, lives);
    double pay = node->pay[0]; /* cards change nothing: the three are the same */
    if (pass->seat == 1) pay = -pay;
    for (int i = 0; i < lives; i++) {
        const uint16_t *conflict = &solve->conflict[live[i] * conflicts];
        won[live[i]] = pay * (total - sum_of(other, conflict, conflicts));
    }
}

/* What one hand wins, given the sums over all that are weaker and as strong. */
static double pay_hand(const struct felt_solve *solve, const felt_value *strength,
                       const double *other, int hand, const double sum[OUTCOMES],
                       const double pay[OUTCOMES])
{
    double left[OUTCOMES] = {sum[0], sum[1], sum[2]};
    const uint16_t *conflict = &solve->conflict[hand * solve->cards.conflicts];
    for (int i = 0; i < solve->cards.conflicts; i++) {
        felt_value a = strength[hand], b = strength[conflict[i]];
        left[a > b ? OUTCOME_WIN : a == b ? OUTCOME_TIE : OUTCOME_LOSS] -= other[conflict[i]];
    }
    return pay[OUTCOME_WIN] * left[OUTCOME_WIN] + pay[OUTCOME_TIE] * left[OUTCOME_TIE] +
           pay[OUTCOME_LOSS] * left[OUTCOME_LOSS];
}

static void pay_showdown(const struct pass *pass, const struct solve_node *node,
                         const double *other, double *won)
{
    const struct felt_solve *solve = pass->solve;
    size_t row = (size_t)node->board * (size_t)solve->cards.hands;
    const uint16_t *live = &solve->live[row];
    const felt_value *strength = &solve->strength[row];
    int lives = solve->board[node->board].live;
    double pay[OUTCOMES] = {node->pay[0], node->pay[1], node->pay[2]};
    if (pass->seat == 1) {
        pay[OUTCOME_WIN] = -node->pay[OUTCOME_LOSS];
        pay[OUTCOME_TIE] = -node->pay[OUTCOME_TIE];
        pay[OUTCOME_LOSS] = -node->pay[OUTCOME_WIN];
    }
    double sum[OUTCOMES] = {0, 0, sum_of(other, live, lives)};
    for (int i = 0, end; i < lives; i = end) {
        sum[OUTCOME_TIE] = 0;
        for (end = i; end < lives && strength[live[end]] == strength[live[i]]; end++)
            sum[OUTCOME_TIE] += other[live[end]];
        sum[OUTCOME_LOSS] -= sum[OUTCOME_TIE];
        for (int k = i; k < end; k++)
            won[live[k]] = pay_hand(solve, strength, other, live[k], sum, pay);
        sum[OUTCOME_WIN] += sum[OUTCOME_TIE];
    }
}

/* ---- the walk ------------------------------------------------------------------------------- */

static void visit(const struct pass *pass, uint32_t at, const double *own, const double *other);

static void visit_boards(const struct pass *pass, uint32_t at, const double *own,
                         const double *other, double *won)
{
    const struct felt_solve *solve = pass->solve;
    const struct solve_node *node = &solve->node[at];
    const struct cards *cards = &solve->cards;
    struct level below = level_at(solve, node->depth + 1);
    int dealt = 2 * cards->hole + solve->board[node->board].count;
    double chance = 1.0 / (cards->cards - dealt);
    for (uint32_t child = at + 1; child < node->end; child = solve->node[child].end) {
        uint32_t b = solve->node[child].board;
        uint64_t card = felt_cards_of(solve->board[b].card);
        for (int h = 0; h < cards->hands; h++)
            below.other[h] = solve->hand[h] & card ? 0 : other[h] * chance;
        visit(pass, child, own, below.other);
        const uint8_t *turn_to = &solve->turn_to[(size_t)b * (size_t)cards->cards];
        for (int i = 0; i < solve->board[b].orbit; i++) {
            const uint16_t *image = &solve->image[turn_to[i] * cards->hands];
            for (int h = 0; h < cards->hands; h++) won[h] += below.won[image[h]];
        }
    }
}

/* The other seat acts. */
static void visit_other(const struct pass *pass, uint32_t at, const double *own,
                        const double *other, double *won)
{
    const struct felt_solve *solve = pass->solve;
    const struct solve_node *node = &solve->node[at];
    struct level level = level_at(solve, node->depth), below = level_at(solve, node->depth + 1);
    int hands = solve->cards.hands, classes = solve->board[node->board].classes;
    const uint16_t *class_of = &solve->class_of[(size_t)node->board * (size_t)hands];
    const double *from = pass->kind == PASS_LEARN ? solve->regret : solve->average;
    shares(from + node->decision.slot, node->children, classes, level.share);
    uint32_t child = at + 1;
    for (int a = 0; a < node->children; a++, child = solve->node[child].end) {
        const double *share = level.share + a * classes;
        for (int h = 0; h < hands; h++) below.other[h] = other[h] * share[class_of[h]];
        visit(pass, child, own, below.other);
        for (int h = 0; h < hands; h++) won[h] += below.won[h];
    }
}

/* This seat acts, and learns or plays its average strategy. */
static void visit_own(const struct pass *pass, uint32_t at, const double *own, const double *other,
                      double *won)
{
    const struct felt_solve *solve = pass->solve;
    const struct solve_node *node = &solve->node[at];
    struct level level = level_at(solve, node->depth), below = level_at(solve, node->depth + 1);
    int hands = solve->cards.hands, classes = solve->board[node->board].classes;
    size_t row = (size_t)node->board * (size_t)hands;
    const uint16_t *class_of = &solve->class_of[row], *first_of = &solve->first_of[row];
    double *regret = solve->regret + node->decision.slot;
    double *average = solve->average + node->decision.slot;
    bool learns = pass->kind == PASS_LEARN;
    shares(learns ? regret : average, node->children, classes, level.share);
    uint32_t child = at + 1;
    for (int a = 0; a < node->children; a++, child = solve->node[child].end) {
        const double *share = level.share + a * classes;
        for (int h = 0; h < hands; h++) below.own[h] = own[h] * share[class_of[h]];
        visit(pass, child, below.own, other);
        for (int h = 0; h < hands; h++) won[h] += share[class_of[h]] * below.won[h];
        for (int c = 0; learns && c < classes; c++) {
            regret[a * classes + c] += below.won[first_of[c]];
            average[a * classes + c] += pass->weight * below.own[first_of[c]];
        }
    }
    for (int i = 0; learns && i < node->children * classes; i++) {
        double change = regret[i] - won[first_of[i % classes]];
        regret[i] = change > 0 ? change : 0;
    }
}

/* This seat takes for every hand the action that wins most. */
static void visit_best(const struct pass *pass, uint32_t at, const double *own, const double *other,
                       double *won)
{
    const struct felt_solve *solve = pass->solve;
    const struct solve_node *node = &solve->node[at];
    struct level below = level_at(solve, node->depth + 1);
    uint32_t child = at + 1;
    for (int a = 0; a < node->children; a++, child = solve->node[child].end) {
        visit(pass, child, own, other);
        for (int h = 0; h < solve->cards.hands; h++)
            if (a == 0 || below.won[h] > won[h]) won[h] = below.won[h];
    }
}

static bool is_nothing(const double *reach, int hands)
{
    for (int h = 0; h < hands; h++)
        if (reach[h] > 0) return false;
    return true;
}

/* Where the other seat never gets, nothing is won and nothing is learnt; only the average strategy
 * may still change. */
static bool is_idle(const struct pass *pass, const double *own, const double *other)
{
    int hands = pass->solve->cards.hands;
    return is_nothing(other, hands) && (pass->kind != PASS_LEARN || is_nothing(own, hands));
}

static void visit(const struct pass *pass, uint32_t at, const double *own, const double *other)
{
    const struct solve_node *node = &pass->solve->node[at];
    double *won = level_at(pass->solve, node->depth).won;
    memset(won, 0, (size_t)pass->solve->cards.hands * sizeof *won);
    if (is_idle(pass, own, other)) return;
    switch ((enum node_kind)node->kind) {
    case NODE_CHANCE: visit_boards(pass, at, own, other, won); break;
    case NODE_FOLD: pay_fold(pass, node, other, won); break;
    case NODE_SHOWDOWN: pay_showdown(pass, node, other, won); break;
    case NODE_DECISION:
        if (node->seat != pass->seat)
            visit_other(pass, at, own, other, won);
        else if (pass->kind == PASS_BEST)
            visit_best(pass, at, own, other, won);
        else
            visit_own(pass, at, own, other, won);
        break;
    }
}

double felt_solve_pass(struct felt_solve *solve, enum pass_kind kind, int seat, double weight)
{
    struct pass pass = {solve, kind, seat, weight};
    const struct cards *cards = &solve->cards;
    felt_assert(seat == 0 || seat == 1);
    double own[FELT_SOLVE_HANDS_MAX], other[FELT_SOLVE_HANDS_MAX], sum = 0;
    double pairs = (double)cards->hands * (cards->hands - cards->conflicts);
    for (int h = 0; h < cards->hands; h++) {
        own[h] = 1;
        other[h] = 1 / pairs;
    }
    visit(&pass, 0, own, other);
    const double *won = level_at(solve, 0).won;
    for (int h = 0; h < cards->hands; h++) sum += won[h];
    return sum;
}
