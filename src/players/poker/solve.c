/* solve.c -- see solve.h: iterations, and what came out.
 *
 * CFR+: each seat in turn adds up, for every action of every information set, how much more it
 * would have won by always taking it; what is below nothing is forgotten at once.  It plays actions
 * in proportion to these regrets.  The strategy that converges is the average over iterations, the
 * later ones counting more: the n-th n times. */
#include "felt/assert.h"
#include "players/poker/solve.h"

void felt_solve_iterate(struct felt_solve *solve, uint64_t iterations)
{
    for (uint64_t i = 0; i < iterations; i++) {
        double weight = (double)++solve->iterations;
        (void)felt_solve_pass(solve, PASS_LEARN, 0, weight);
        (void)felt_solve_pass(solve, PASS_LEARN, 1, weight);
    }
}

void felt_solve_rate(struct felt_solve *solve, struct felt_solve_rating *out)
{
    *out = (struct felt_solve_rating){.iterations = solve->iterations,
                                      .first = solve->seat[0],
                                      .second = solve->seat[1],
                                      .value = felt_solve_pass(solve, PASS_VALUE, 0, 0)};
    for (int i = 0; i < 2; i++) out->best[i] = felt_solve_pass(solve, PASS_BEST, i, 0);
    out->exploitability = (out->best[0] + out->best[1]) / 2;
}

/* ---- information sets ----------------------------------------------------------------------- */

uint64_t felt_solve_sets(const struct felt_solve *solve)
{
    return solve->sets;
}

/* The decision an information set belongs to. */
static const struct solve_node *decision_of(const struct felt_solve *solve, uint64_t index)
{
    felt_assert(index < solve->sets);
    uint64_t low = 0, high = solve->decisions;
    while (high - low > 1) {
        uint64_t middle = (low + high) / 2;
        if (solve->node[solve->decision[middle]].decision.set <= index)
            low = middle;
        else
            high = middle;
    }
    return &solve->node[solve->decision[low]];
}

static double share_of(const struct felt_solve *solve, const struct solve_node *node, int action,
                       int group)
{
    int classes = solve->board[node->board].classes;
    const double *average = solve->average + node->decision.slot + group;
    double sum = 0;
    for (int a = 0; a < node->children; a++) sum += average[a * classes];
    return sum > 0 ? average[action * classes] / sum : 1.0 / node->children;
}

static int number_among(const struct felt_solve *solve, const struct solve_node *parent,
                        const struct solve_node *child)
{
    int number = 0;
    for (uint32_t at = (uint32_t)(parent - solve->node) + 1; &solve->node[at] != child; number++)
        at = solve->node[at].end;
    return number;
}

/* What happened, from the last action back to the first, and how often this hand gets here. */
static void trace(const struct felt_solve *solve, const struct solve_node *node, int hand,
                  struct felt_solve_set *out)
{
    size_t hands = (size_t)solve->cards.hands;
    int steps = 0;
    out->reach = 1;
    for (const struct solve_node *at = node; at != solve->node;) {
        const struct solve_node *parent = &solve->node[at->parent];
        if (parent->kind == NODE_DECISION) {
            felt_assert(steps < FELT_SOLVE_PATH_MAX);
            out->path[steps++] = at->taken;
            int group = solve->class_of[parent->board * hands + (size_t)hand];
            if (parent->seat == node->seat)
                out->reach *= share_of(solve, parent, number_among(solve, parent, at), group);
        }
        at = parent;
    }
    out->steps = (uint8_t)steps;
    for (int i = 0; i < steps / 2; i++) {
        struct felt_solve_action swap = out->path[i];
        out->path[i] = out->path[steps - 1 - i];
        out->path[steps - 1 - i] = swap;
    }
}

static void spell_board(const struct felt_solve *solve, uint32_t board, struct felt_solve_set *out)
{
    out->boards = solve->board[board].count;
    for (; board > 0; board = solve->board[board].parent)
        out->board[solve->board[board].count - 1] = solve->cards.deck[solve->board[board].card];
}

void felt_solve_look(const struct felt_solve *solve, uint64_t index, struct felt_solve_set *out)
{
    const struct solve_node *node = decision_of(solve, index);
    size_t row = (size_t)node->board * (size_t)solve->cards.hands;
    int group = (int)(index - node->decision.set), hand = solve->first_of[row + (size_t)group];
    *out = (struct felt_solve_set){
        .seat = solve->seat[node->seat], .actions = node->children, .suits = solve->cards.suits};
    out->holes = (uint8_t)felt_solve_spell(&solve->cards, solve->hand[hand], out->hole);
    spell_board(solve, node->board, out);
    for (int h = 0; h < solve->cards.hands; h++)
        out->hands += solve->class_of[row + (size_t)h] == group &&
                      (solve->hand[h] & solve->board[node->board].cards) == 0;
    uint32_t child = (uint32_t)(node - solve->node) + 1;
    for (int a = 0; a < node->children; a++, child = solve->node[child].end) {
        out->action[a] = solve->node[child].taken;
        out->share[a] = share_of(solve, node, a, group);
    }
    trace(solve, node, hand, out);
}

void felt_solve_replace(struct felt_solve *solve, uint64_t index, const double *share)
{
    const struct solve_node *node = decision_of(solve, index);
    int classes = solve->board[node->board].classes;
    double *average = solve->average + node->decision.slot + (index - node->decision.set);
    double sum = 0;
    for (int a = 0; a < node->children; a++) {
        felt_assert(share[a] >= 0);
        average[a * classes] = share[a];
        sum += share[a];
    }
    felt_assert(sum > 0);
}
