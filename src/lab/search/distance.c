/* distance.c -- see distance.h.
 *
 * Rules.  Two lists of phases are aligned at the least cost: a phase that only one of them has
 * costs 1, a phase of the same type in both costs what its genes differ, at most SAME_MAX.  Other
 * parts of a genome are items with a weight: each costs a share of its weight.  The distance is the
 * sum of costs, divided by the most that it could be:
 *
 *     simple-poker          Betting                     Showdown
 *     five-card-draw   Ante Betting Discard Draw Betting Showdown
 *     cost             1    0.3     1       1    1       0           of at most 2 + 6
 *
 * Play.  Metrics and facts are numbers of a similar scale after scaling (facts by logarithms); the
 * distance is the mean of their differences, each relative to a span within which games usually
 * lie, and at most 1. */
#include "lab/search/distance.h"

#include "felt/assert.h"

#include <math.h>
#include <string.h>

/* ---- parts of the rules ---- */

#define SAME_MAX     0.8 /* phases of one type are never further apart */
#define PHASE_WEIGHT 1.5 /* what is done counts for more than with what   */

static double at_most(double number, double most)
{
    return number < most ? number : most;
}

/* Numbers differ by their ratio: 5 and 10 cards as much as 10 and 20. */
static double number_differs(int32_t a, int32_t b)
{
    double ratio;
    if (a == b) return 0;
    if (a < 0 || b < 0) return 1;
    ratio = log2(1.0 + a) - log2(1.0 + b);
    return at_most(fabs(ratio) / 3, 1);
}

/* Share of genes that differ; numbers by how much. */
static double genes_differ(const struct felt_genes *a, const struct felt_genes *b,
                           enum felt_section section)
{
    int count;
    double sum = 0;
    const struct felt_gene_row *rows = felt_genes_of(section, &count);
    for (int i = 0; i < count; i++)
        if (rows[i].kind == FELT_GENE_INT)
            sum += number_differs(a->gene[i], b->gene[i]);
        else
            sum += a->gene[i] != b->gene[i];
    return sum;
}

static bool same_test(const struct felt_expr_node *a, const struct felt_expr_node *b)
{
    return a->op == b->op && (a->op != FELT_EXPR_TEST || (a->test == b->test && a->ref == b->ref));
}

/* 0: the same; 1: nothing in common.  Nodes are paired once each, in any order; a pair that
 * compares with other values is half a pair. */
static double expr_differs(const struct felt_expr *a, const struct felt_expr *b)
{
    uint32_t taken = 0;
    double common = 0;
    int most = a->count > b->count ? a->count : b->count;
    if (felt_expr_equal(a, b)) return 0;
    for (int i = 0; i < a->count; i++)
        for (int j = 0; j < b->count; j++) {
            if (taken >> j & 1 || !same_test(&a->node[i], &b->node[j])) continue;
            taken |= UINT32_C(1) << j;
            common +=
                a->node[i].cmp == b->node[j].cmp && a->node[i].value == b->node[j].value ? 1 : 0.5;
            break;
        }
    return 1 - 0.9 * common / most; /* the same nodes in another order are not the same */
}

static double phase_differs(const struct felt_genome_phase *a, const struct felt_genome_phase *b)
{
    if (a->type != b->type) return 2;
    double genes =
        genes_differ(&a->genes, &b->genes, (enum felt_section)(FELT_SECTION_PHASE + a->type));
    return at_most(0.25 * genes + 0.3 * expr_differs(&a->condition, &b->condition) +
                       0.4 * expr_differs(&a->valid, &b->valid),
                   SAME_MAX);
}

static double align(const struct felt_genome *a, const struct felt_genome *b)
{
    double cost[FELT_PHASES_MAX + 1][FELT_PHASES_MAX + 1];
    for (int i = 0; i <= a->phases; i++)
        for (int j = 0; j <= b->phases; j++) {
            double best = i + j == 0 ? 0 : INFINITY;
            if (i > 0) best = at_most(best, cost[i - 1][j] + 1);
            if (j > 0) best = at_most(best, cost[i][j - 1] + 1);
            if (i > 0 && j > 0)
                best = at_most(best, cost[i - 1][j - 1] +
                                         phase_differs(&a->phase[i - 1], &b->phase[j - 1]));
            cost[i][j] = best;
        }
    return cost[a->phases][b->phases];
}

/* ---- items ---- */

struct sum {
    double cost, most;
};

static void add(struct sum *sum, double weight, double differs)
{
    felt_assert(differs >= 0 && differs <= 1);
    sum->cost += weight * differs;
    sum->most += weight;
}

/* Of what either of them has, how much the other has not. */
static double sets_differ(uint32_t a, uint32_t b)
{
    if (!(a | b)) return 0;
    return 1 - (double)__builtin_popcount(a & b) / __builtin_popcount(a | b);
}

static uint32_t set_of(const struct felt_genes *list, int count, int gene)
{
    uint32_t set = 0;
    for (int i = 0; i < count; i++) set |= UINT32_C(1) << (list[i].gene[gene] & 31);
    return set;
}

static void add_lists(struct sum *sum, const struct felt_genome *a, const struct felt_genome *b)
{
    add(sum, 2,
        sets_differ(set_of(a->win, a->wins, FELT_WIN_TYPE),
                    set_of(b->win, b->wins, FELT_WIN_TYPE)));
    if (a->effects || b->effects) {
        add(sum, 1,
            sets_differ(set_of(a->effect, a->effects, FELT_EFFECT_TYPE),
                        set_of(b->effect, b->effects, FELT_EFFECT_TYPE)));
        add(sum, 0.5, number_differs(a->effects, b->effects));
    }
    if (a->scorings || b->scorings) {
        add(sum, 1,
            sets_differ(set_of(a->scoring, a->scorings, FELT_SCORING_TRIGGER),
                        set_of(b->scoring, b->scorings, FELT_SCORING_TRIGGER)));
        add(sum, 0.5, number_differs(a->scorings, b->scorings));
    }
}

static void add_evaluation(struct sum *sum, const struct felt_genome *a,
                           const struct felt_genome *b)
{
    const int32_t *x = a->evaluation.gene, *y = b->evaluation.gene;
    if (x[FELT_EVAL_METHOD] == FELT_EVAL_NONE && y[FELT_EVAL_METHOD] == FELT_EVAL_NONE) return;
    if (x[FELT_EVAL_METHOD] != y[FELT_EVAL_METHOD])
        add(sum, 1.5, 1);
    else
        add(sum, 1.5,
            at_most(0.25 * genes_differ(&a->evaluation, &b->evaluation, FELT_SECTION_EVALUATION),
                    1));
}

static void add_items(struct sum *sum, const struct felt_genome *a, const struct felt_genome *b)
{
    const int32_t *x = a->setup.gene, *y = b->setup.gene;
    felt_cards decks = felt_genome_deck(a) ^ felt_genome_deck(b);
    add(sum, 0.5, at_most(felt_cards_count(decks) / 16.0, 1));
    add(sum, 0.25, a->deck.gene[FELT_DECK_ACE] != b->deck.gene[FELT_DECK_ACE]);
    add(sum, 0.75,
        x[FELT_SETUP_DEAL_ALL] != y[FELT_SETUP_DEAL_ALL]
            ? 0.75
            : number_differs(x[FELT_SETUP_CARDS], y[FELT_SETUP_CARDS]));
    if (x[FELT_SETUP_COMMUNITY] || y[FELT_SETUP_COMMUNITY])
        add(sum, 0.5, number_differs(x[FELT_SETUP_COMMUNITY], y[FELT_SETUP_COMMUNITY]));
    if (x[FELT_SETUP_TRUMP_MODE] || y[FELT_SETUP_TRUMP_MODE])
        add(sum, 0.75, x[FELT_SETUP_TRUMP_MODE] != y[FELT_SETUP_TRUMP_MODE]);
    if (x[FELT_SETUP_CHIPS] || y[FELT_SETUP_CHIPS])
        add(sum, 1, (x[FELT_SETUP_CHIPS] > 0) != (y[FELT_SETUP_CHIPS] > 0));
    if (x[FELT_SETUP_VISIBLE] || y[FELT_SETUP_VISIBLE])
        add(sum, 0.5, x[FELT_SETUP_VISIBLE] != y[FELT_SETUP_VISIBLE]);
    if (a->wild_ranks || b->wild_ranks) add(sum, 0.5, sets_differ(a->wild_ranks, b->wild_ranks));
    if (a->teams[0] || b->teams[0]) add(sum, 0.5, (a->teams[0] > 0) != (b->teams[0] > 0));
    add(sum, 0.5, a->session.gene[FELT_SESSION_MODE] != b->session.gene[FELT_SESSION_MODE]);
    if (a->hand_end.count || b->hand_end.count)
        add(sum, 0.5, expr_differs(&a->hand_end, &b->hand_end));
}

static double rules_differ(const struct felt_genome *a, const struct felt_genome *b)
{
    struct sum sum = {PHASE_WEIGHT * align(a, b), PHASE_WEIGHT * (a->phases + b->phases)};
    add_items(&sum, a, b);
    add_evaluation(&sum, a, b);
    add_lists(&sum, a, b);
    felt_assert(sum.cost <= sum.most);
    return sum.cost / sum.most;
}

/* Nodes of expressions are paired as they come, and sums are rounded: looked at from both sides,
 * the distance is the same in both directions to the last bit (E1). */
double felt_distance_rules(const struct felt_genome *a, const struct felt_genome *b)
{
    return (rules_differ(a, b) + rules_differ(b, a)) / 2;
}

/* ---- how they play ---- */

/* Within which span most games lie; 0: it says how good a game is, not which one it is. */
static double span_of(enum felt_lab_metric metric)
{
    switch (metric) {
    case FELT_METRIC_COMPLETION:
    case FELT_METRIC_DECIDED:
    case FELT_METRIC_BALANCE:
    case FELT_METRIC_SIMPLICITY:
    case FELT_METRIC_LENGTH:
    case FELT_METRIC_NOVELTY: return 0;
    default: return 0.5;
    }
}

/* Facts that are many times as large in one game as in another: so many doublings. */
static double doublings_of(enum felt_fact fact)
{
    switch (fact) {
    case FELT_FACT_DECISIONS:
    case FELT_FACT_TURNS:
    case FELT_FACT_HANDS:
    case FELT_FACT_MINUTES: return 3;
    case FELT_FACT_BRANCHING:
    case FELT_FACT_POT: return 2;
    default: return 0;
    }
}

double felt_distance_play(const struct felt_measures *a, const struct felt_measures *b)
{
    static const enum felt_fact shares[] = {FELT_FACT_BETTING, FELT_FACT_SHOWDOWN, FELT_FACT_LUCK};
    struct sum sum = {0};
    for (int i = 0; i < FELT_METRICS; i++) {
        double span = span_of((enum felt_lab_metric)i);
        if (span > 0) add(&sum, 1, at_most(fabs(a->metric[i].mean - b->metric[i].mean) / span, 1));
    }
    for (int i = 0; i < FELT_FACTS; i++) {
        double doublings = doublings_of((enum felt_fact)i);
        if (doublings <= 0) continue;
        double ratio = log2(0.5 + fabs(a->fact[i])) - log2(0.5 + fabs(b->fact[i]));
        add(&sum, 1, at_most(fabs(ratio) / doublings, 1));
    }
    for (size_t i = 0; i < sizeof shares / sizeof shares[0]; i++)
        add(&sum, 1, at_most(fabs(a->fact[shares[i]] - b->fact[shares[i]]) / 0.5, 1));
    return sum.cost / sum.most;
}

/* ---- both ---- */

double felt_distance(const struct felt_described *a, const struct felt_described *b)
{
    return (felt_distance_rules(a->genome, b->genome) +
            felt_distance_play(a->measures, b->measures)) /
           2;
}

double felt_distance_nearest(const struct felt_described *game, const struct felt_described *others,
                             int count, int *nearest)
{
    double least = 1;
    int index = -1;
    for (int i = 0; i < count; i++) {
        double distance = felt_distance(game, &others[i]);
        if (index >= 0 && distance >= least) continue;
        least = distance;
        index = i;
    }
    if (nearest) *nearest = index;
    return least;
}

/* ---- genres ---- */

enum felt_genre felt_genre_of(const struct felt_genome *genome)
{
    bool compares = false, captures = false, plays = false;
    uint32_t phases = 0, wins = set_of(genome->win, genome->wins, FELT_WIN_TYPE);
    for (int i = 0; i < genome->phases; i++) {
        const struct felt_genome_phase *phase = &genome->phase[i];
        phases |= UINT32_C(1) << phase->type;
        compares |= phase->type == FELT_PHASE_TYPE_COMPARE &&
                    phase->genes.gene[FELT_COMPARE_TAKES] == FELT_TAKES_POT;
        if (phase->type != FELT_PHASE_TYPE_PLAY) continue;
        captures |= phase->genes.gene[FELT_PLAY_CAPTURE] != FELT_CAPTURE_NONE;
        plays |= phase->genes.gene[FELT_PLAY_CAPTURE] == FELT_CAPTURE_NONE;
    }
#define HAS(type)  (phases >> FELT_PHASE_TYPE_##type & 1)
#define WINS(type) (wins >> FELT_WIN_##type & 1)
    bool sheds = (WINS(EMPTY_HAND) && (plays || captures || HAS(DISCARD))) || WINS(NOT_HOLDING);
    if (HAS(CLAIM)) return FELT_GENRE_BLUFF;
    if (HAS(TRICK)) return FELT_GENRE_TRICK;
    if (HAS(MELD) || HAS(ASK)) return FELT_GENRE_OTHER;
    if (HAS(BETTING) && !sheds &&
        (HAS(SHOWDOWN) || compares || WINS(BEST_HAND) ||
         genome->evaluation.gene[FELT_EVAL_METHOD] != FELT_EVAL_NONE))
        return FELT_GENRE_POKER;
    if (sheds) return FELT_GENRE_SHED;
    if (captures || HAS(COMPARE) || WINS(MOST_CAPTURED) || WINS(CAPTURE_ALL))
        return FELT_GENRE_CAPTURE;
    if (plays && WINS(ALL_HANDS_EMPTY)) return FELT_GENRE_SHED;
    if (HAS(BETTING)) return FELT_GENRE_POKER;
    return FELT_GENRE_OTHER;
#undef HAS
#undef WINS
}

const char *felt_genre_name(enum felt_genre genre)
{
    static const char *const names[FELT_GENRES] = {"shedding", "trick", "capture",
                                                   "poker",    "bluff", "other"};
    felt_assert((int)genre >= 0 && genre < FELT_GENRES);
    return names[genre];
}
