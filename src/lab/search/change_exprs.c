/* change_exprs.c -- operators on expressions: conditions of phases, what may be played, the end of
 * a hand.
 *
 * The list is in postfix order, so an expression within it is a run of nodes that ends with its own
 * node (felt_expr_begin()): it is taken out, put in and copied like a run of text. */
#include "lab/search/parts.h"

#include "felt/assert.h"
#include "games/genome/needs.h"

#include <string.h>

struct place {
    struct felt_expr *expr;
    bool of_cards; /* says which cards may be played */
};

static void consider(struct felt_expr *expr, bool of_cards, bool empty_too, struct felt_rng *rng,
                     int *found, struct place *out)
{
    if (!empty_too && expr->count == 0) return;
    if (any_below(rng, ++*found) == 0) *out = (struct place){expr, of_cards};
}

/* A random expression of the genome; expr is NULL if there is none. */
static struct place any_place(struct felt_genome *genome, struct felt_rng *rng, bool empty_too)
{
    struct place place = {0};
    int found = 0;
    for (int i = 0; i < genome->phases; i++) {
        struct felt_genome_phase *phase = &genome->phase[i];
        consider(&phase->condition, false, empty_too, rng, &found, &place);
        if (felt_phase_has_valid(phase->type))
            consider(&phase->valid, true, empty_too, rng, &found, &place);
    }
    consider(&genome->hand_end, false, empty_too, rng, &found, &place);
    return place;
}

/* Nodes [from, to) are replaced by others; the list must have room. */
static void splice(struct felt_expr *expr, int from, int to, const struct felt_expr_node *nodes,
                   int count)
{
    felt_assert(expr->count - (to - from) + count <= FELT_EXPR_NODES_MAX);
    memmove(&expr->node[from + count], &expr->node[to],
            (size_t)(expr->count - to) * sizeof expr->node[0]);
    memcpy(&expr->node[from], nodes, (size_t)count * sizeof expr->node[0]);
    expr->count = (uint8_t)(expr->count - (to - from) + count);
}

/* An expression E becomes E and T, E or T, or not E. */
bool felt_change_grow_expr(struct felt_genome *genome, struct felt_rng *rng)
{
    struct place place = any_place(genome, rng, true);
    struct felt_expr grown = *place.expr;
    struct felt_expr_node more[2];
    felt_any_test(rng, place.of_cards, genome, &more[0]);
    if (grown.count == 0) {
        splice(&grown, 0, 0, more, 1);
    } else {
        int node = any_below(rng, grown.count);
        if (any_chance(rng, 15)) {
            more[0] = (struct felt_expr_node){.op = FELT_EXPR_NOT, .args = 1};
            if (grown.count + 1 > FELT_EXPR_NODES_MAX) return false;
            splice(&grown, node + 1, node + 1, more, 1);
        } else {
            more[1] = (struct felt_expr_node){
                .op = any_chance(rng, 50) ? FELT_EXPR_AND : FELT_EXPR_OR, .args = 2};
            if (grown.count + 2 > FELT_EXPR_NODES_MAX) return false;
            splice(&grown, node + 1, node + 1, more, 2);
        }
    }
    if (felt_expr_depth(&grown) > FELT_EXPR_DEPTH_MAX) return false;
    *place.expr = grown;
    return true;
}

/* One of and, or, not is replaced by one of its arguments; a test alone goes. */
bool felt_change_shrink_expr(struct felt_genome *genome, struct felt_rng *rng)
{
    struct place place = any_place(genome, rng, false);
    if (!place.expr) return false;
    struct felt_expr *expr = place.expr;
    int node = any_below(rng, expr->count);
    if (expr->node[node].op == FELT_EXPR_TEST) node = expr->count - 1;
    if (expr->node[node].op == FELT_EXPR_TEST) {
        expr->count = 0;
        return true;
    }
    int end = node - 1; /* the last node of an argument */
    for (int skip = any_below(rng, expr->node[node].args); skip > 0; skip--)
        end = felt_expr_begin(expr, end) - 1;
    int from = felt_expr_begin(expr, node), begin = felt_expr_begin(expr, end);
    struct felt_expr_node kept[FELT_EXPR_NODES_MAX];
    memcpy(kept, &expr->node[begin], (size_t)(end + 1 - begin) * sizeof kept[0]);
    splice(expr, from, node + 1, kept, end + 1 - begin);
    return true;
}

static void change_test(struct felt_expr_node *node, bool of_cards,
                        const struct felt_genome *genome, struct felt_rng *rng)
{
    enum felt_test test = (enum felt_test)node->test;
    int act = any_below(rng, 3), min, max;
    if (act == 0 || !felt_test_compares(test)) {
        felt_any_test(rng, of_cards, genome, node);
    } else if (act == 1) {
        node->cmp = (uint8_t)any_below(rng, test == FELT_TEST_CARD_SUIT ? FELT_NE + 1 : FELT_CMPS);
    } else {
        felt_test_values(test, &min, &max);
        const struct felt_gene_row row = {.min = min, .max = max};
        node->value = (int16_t)felt_any_near(rng, &row, node->value);
    }
}

/* One node becomes another one of its kind. */
bool felt_change_point_expr(struct felt_genome *genome, struct felt_rng *rng)
{
    struct place place = any_place(genome, rng, false);
    if (!place.expr) return false;
    struct felt_expr_node *node = &place.expr->node[any_below(rng, place.expr->count)];
    switch (node->op) {
    case FELT_EXPR_AND: node->op = FELT_EXPR_OR; return true;
    case FELT_EXPR_OR: node->op = FELT_EXPR_AND; return true;
    case FELT_EXPR_NOT: return false;
    default: change_test(node, place.of_cards, genome, rng); return true;
    }
}
