/* any.c -- random genes, phases and tests.
 *
 * Numbers move in steps that grow with them: from 10 to 11, 15, 20 or 5, not to 731,204.  So a
 * change is seldom so large that the game it makes has nothing to do with the one it was. */
#include "lab/search/parts.h"

#include "games/genome/needs.h"

static int32_t clamp(int64_t number, int32_t min, int32_t max)
{
    return (int32_t)(number < min ? min : number > max ? max : number);
}

int32_t felt_any_near(struct felt_rng *rng, const struct felt_gene_row *row, int32_t number)
{
    static const struct {
        int8_t times, by;
    } steps[] = {{1, 2}, {2, 3}, {3, 4}, {4, 3}, {3, 2}, {2, 1}};
    int64_t next = number;
    if ((number > 4 || number < -4) && any_chance(rng, 60)) {
        int step = any_below(rng, (int)(sizeof steps / sizeof steps[0]));
        next = next * steps[step].times / steps[step].by;
    }
    if (next == number) next += any_chance(rng, 50) ? 1 : -1;
    if (clamp(next, row->min, row->max) == number) next = 2 * (int64_t)number - next;
    return clamp(next, row->min, row->max);
}

int32_t felt_any_word(struct felt_rng *rng, const struct felt_gene_row *row)
{
    return any_between(rng, row->min, row->max);
}

void felt_any_genes(struct felt_rng *rng, enum felt_section section, int percent,
                    struct felt_genes *out)
{
    int count;
    const struct felt_gene_row *rows = felt_genes_of(section, &count);
    felt_genes_init(out, section);
    for (int i = 0; i < count; i++) {
        if (!any_chance(rng, percent)) continue;
        if (rows[i].kind != FELT_GENE_INT) {
            out->gene[i] = felt_any_word(rng, &rows[i]);
            continue;
        }
        for (int steps = any_between(rng, 1, 4); steps > 0; steps--)
            out->gene[i] = felt_any_near(rng, &rows[i], out->gene[i]);
    }
}

void felt_any_phase(struct felt_rng *rng, enum felt_phase_type type, int percent,
                    struct felt_genome_phase *out)
{
    felt_phase_init(out, type);
    felt_any_genes(rng, (enum felt_section)(FELT_SECTION_PHASE + (int)type), percent, &out->genes);
    if (type == FELT_PHASE_TYPE_BETTING) out->genes.gene[FELT_BET_SIDE_POTS] = 1; /* O3 */
    if (!felt_phase_has_valid((int)type) ||
        !any_chance(rng, type == FELT_PHASE_TYPE_PLAY ? percent : percent / 4))
        return;
    out->valid.count = 1;
    felt_any_test(rng, true, NULL, &out->valid.node[0]);
}

/* ---- tests ---- */

/* Values with which a test can come out either way. */
static int any_value(struct felt_rng *rng, enum felt_test test, const struct felt_genome *genome)
{
    int chips = genome ? genome->setup.gene[FELT_SETUP_CHIPS] : 0;
    if (chips > INT16_MAX) chips = INT16_MAX;
    switch (test) {
    case FELT_TEST_HAND_SIZE: return any_between(rng, 1, 8);
    case FELT_TEST_ZONE_SIZE: return any_between(rng, 0, 20);
    case FELT_TEST_CHIPS: return any_between(rng, 0, chips);
    case FELT_TEST_POT: return any_between(rng, 0, chips / 2);
    case FELT_TEST_TO_CALL: return any_between(rng, 0, chips / 8);
    case FELT_TEST_TRICKS: return any_between(rng, 0, 6);
    case FELT_TEST_SCORE: return any_between(rng, 0, 30);
    case FELT_TEST_FOLDED_COUNT: return any_between(rng, 0, 2);
    case FELT_TEST_CYCLE: return any_between(rng, 0, 4);
    case FELT_TEST_HAND_VALUE: return any_between(rng, 5, 50);
    case FELT_TEST_HAS_SET: return any_between(rng, 2, 4);
    case FELT_TEST_HAS_RUN: return any_between(rng, 2, 5);
    case FELT_TEST_CARD_RANK: return any_below(rng, FELT_RANKS);
    case FELT_TEST_CARD_SUIT: return any_below(rng, FELT_SUITS);
    default: return 0;
    }
}

void felt_any_test(struct felt_rng *rng, bool of_cards, const struct felt_genome *genome,
                   struct felt_expr_node *out)
{
    int first = of_cards && any_chance(rng, 85) ? FELT_TEST_CARD_RANK : 0;
    int last = !of_cards && any_chance(rng, 85) ? FELT_TEST_CARD_RANK : FELT_TESTS;
    enum felt_test test = (enum felt_test)any_between(rng, first, last - 1);
    unsigned refs = felt_test_refs(test);
    int ref;
    do {
        ref = any_below(rng, FELT_REFS);
    } while (!(refs >> ref & 1));
    *out =
        (struct felt_expr_node){.op = FELT_EXPR_TEST, .test = (uint8_t)test, .ref = (uint8_t)ref};
    if (!felt_test_compares(test)) return;
    out->cmp = (uint8_t)any_below(rng, test == FELT_TEST_CARD_SUIT ? FELT_NE + 1 : FELT_CMPS);
    out->value = (int16_t)any_value(rng, test, genome);
}
