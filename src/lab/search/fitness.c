/* fitness.c -- see fitness.h.
 *
 * The gates, each a slope from 0 to 1:
 *
 *     completion   0.70 .. 0.99      minutes, too short   0.25 .. 1
 *     decided      0.30 .. 0.75      minutes, too long    400 .. 150
 *     balance      0.30 .. 0.75      decisions            0.5 .. 3
 *
 * The first three are metrics and have intervals, the others are facts.  Decisions are those of a
 * player in a hand: where cards are dealt anew after one or two, nothing builds on anything. */
#include "lab/search/fitness.h"

#include "felt/assert.h"

#include <math.h>
#include <string.h>

/* ---- presets ---- */

static const struct felt_preset presets[] = {
    {"balanced",
     "a bit of everything: decisions that matter, skill, tension, rules that are soon told",
     {{[FELT_METRIC_BALANCE] = 0.5,
       [FELT_METRIC_SKILL] = 1.75,
       [FELT_METRIC_DECISION] = 1.75,
       [FELT_METRIC_DRAMA] = 0.75,
       [FELT_METRIC_COMEBACK] = 0.5,
       [FELT_METRIC_LEAD] = 0.5,
       [FELT_METRIC_UNCERTAINTY] = 0.75,
       [FELT_METRIC_DECISIVENESS] = 0.5,
       [FELT_METRIC_INTERACTION] = 1,
       [FELT_METRIC_BLUFF] = 0.25,
       [FELT_METRIC_SIMPLICITY] = 1,
       [FELT_METRIC_LENGTH] = 0.5,
       [FELT_METRIC_NOVELTY] = 0.25}}},
    {"strategic",
     "the better player wins, and every move counts",
     {{[FELT_METRIC_BALANCE] = 0.5,
       [FELT_METRIC_SKILL] = 4,
       [FELT_METRIC_DECISION] = 3,
       [FELT_METRIC_DRAMA] = 0.25,
       [FELT_METRIC_COMEBACK] = 0.5,
       [FELT_METRIC_LEAD] = 0.25,
       [FELT_METRIC_UNCERTAINTY] = 0.5,
       [FELT_METRIC_DECISIVENESS] = 0.5,
       [FELT_METRIC_INTERACTION] = 1.5,
       [FELT_METRIC_SIMPLICITY] = 0.5,
       [FELT_METRIC_LENGTH] = 0.25,
       [FELT_METRIC_NOVELTY] = 0.25}}},
    {"bluffing",
     "bets and claims that may be lies, and reasons to give up",
     {{[FELT_METRIC_BALANCE] = 0.5,
       [FELT_METRIC_SKILL] = 1,
       [FELT_METRIC_DECISION] = 1,
       [FELT_METRIC_DRAMA] = 0.5,
       [FELT_METRIC_COMEBACK] = 0.5,
       [FELT_METRIC_LEAD] = 0.5,
       [FELT_METRIC_UNCERTAINTY] = 0.5,
       [FELT_METRIC_DECISIVENESS] = 0.25,
       [FELT_METRIC_INTERACTION] = 1,
       [FELT_METRIC_BLUFF] = 3,
       [FELT_METRIC_FOLD] = 1.5,
       [FELT_METRIC_SIMPLICITY] = 1,
       [FELT_METRIC_LENGTH] = 0.5,
       [FELT_METRIC_NOVELTY] = 0.25}}},
    {"party",
     "soon told, soon played, open to the last, and nobody is left out",
     {{[FELT_METRIC_BALANCE] = 0.5,
       [FELT_METRIC_SKILL] = 0.25,
       [FELT_METRIC_DECISION] = 0.75,
       [FELT_METRIC_DRAMA] = 1,
       [FELT_METRIC_COMEBACK] = 1.25,
       [FELT_METRIC_LEAD] = 1,
       [FELT_METRIC_UNCERTAINTY] = 1.25,
       [FELT_METRIC_DECISIVENESS] = 0.75,
       [FELT_METRIC_INTERACTION] = 1.5,
       [FELT_METRIC_BLUFF] = 0.25,
       [FELT_METRIC_SIMPLICITY] = 3,
       [FELT_METRIC_LENGTH] = 1.5,
       [FELT_METRIC_NOVELTY] = 0.25}}},
    {"trick",
     "as around a table of whist: skill, replies to each other's cards, a close end",
     {{[FELT_METRIC_BALANCE] = 0.75,
       [FELT_METRIC_SKILL] = 2,
       [FELT_METRIC_DECISION] = 2,
       [FELT_METRIC_DRAMA] = 1,
       [FELT_METRIC_COMEBACK] = 1,
       [FELT_METRIC_LEAD] = 1,
       [FELT_METRIC_UNCERTAINTY] = 1,
       [FELT_METRIC_DECISIVENESS] = 0.5,
       [FELT_METRIC_INTERACTION] = 2.5,
       [FELT_METRIC_SIMPLICITY] = 1,
       [FELT_METRIC_LENGTH] = 0.25,
       [FELT_METRIC_NOVELTY] = 0.25}}},
};

int felt_preset_count(void)
{
    return (int)(sizeof presets / sizeof presets[0]);
}

const struct felt_preset *felt_preset_at(int index)
{
    felt_assert(index >= 0 && index < felt_preset_count());
    return &presets[index];
}

const struct felt_preset *felt_preset_find(const char *name)
{
    for (int i = 0; i < felt_preset_count(); i++)
        if (!strcmp(presets[i].name, name)) return &presets[i];
    return NULL;
}

/* ---- gates ---- */

static double slope(double from, double to, double x)
{
    double share = (x - from) / (to - from);
    return share < 0 ? 0 : share > 1 ? 1 : share;
}

static const struct {
    enum felt_lab_metric metric;
    double from, to;
} gates[] = {{FELT_METRIC_COMPLETION, 0.7, 0.99},
             {FELT_METRIC_DECIDED, 0.3, 0.75},
             {FELT_METRIC_BALANCE, 0.3, 0.75}};
enum { GATES = sizeof gates / sizeof gates[0] };

/* Of facts.  `lenient`: facts of a stage before the last are those of poor players. */
static double gate_facts(const struct felt_measures *measures, double lenient)
{
    const double *fact = measures->fact;
    double minutes = fact[FELT_FACT_MINUTES], hands = fmax(fact[FELT_FACT_HANDS], 1);
    double each = fact[FELT_FACT_DECISIONS] / hands / (measures->seats ? measures->seats : 1);
    return slope(0.5, 3, each * lenient) * slope(0.25, 1, minutes * lenient) *
           slope(400, 150, minutes / lenient);
}

static double gate_metrics(const double value[FELT_METRICS])
{
    double product = 1;
    for (int i = 0; i < GATES; i++)
        product *= slope(gates[i].from, gates[i].to, value[gates[i].metric]);
    return product;
}

/* ---- the mean ---- */

static double bounded(double x)
{
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

static double geometric(const double value[FELT_METRICS], const struct felt_weights *weights)
{
    double sum = 0, all = 0;
    for (int i = 0; i < FELT_METRICS; i++) {
        felt_assert(weights->weight[i] >= 0);
        sum += weights->weight[i] * log(0.05 + 0.95 * bounded(value[i]));
        all += weights->weight[i];
    }
    felt_assert(all > 0);
    return exp(sum / all);
}

static double at(const struct felt_measures *measures, const struct felt_weights *weights,
                 const double value[FELT_METRICS], double lenient)
{
    return gate_facts(measures, lenient) * gate_metrics(value) * geometric(value, weights);
}

/* F2: how far the fitness goes with each metric within its interval, added up as squares. */
struct felt_fitness felt_fitness_of(const struct felt_measures *measures,
                                    const struct felt_weights *weights)
{
    double value[FELT_METRICS], squares = 0;
    for (int i = 0; i < FELT_METRICS; i++) value[i] = bounded(measures->metric[i].mean);
    struct felt_fitness fitness = {.value = at(measures, weights, value, 1),
                                   .gates = gate_facts(measures, 1) * gate_metrics(value)};
    for (int i = 0; i < FELT_METRICS; i++) {
        double mean = value[i], half = measures->metric[i].half;
        if (half <= 0) continue;
        value[i] = bounded(mean + half);
        double high = at(measures, weights, value, 1);
        value[i] = bounded(mean - half);
        double step = (high - at(measures, weights, value, 1)) / 2;
        value[i] = mean;
        squares += step * step;
    }
    fitness.half = sqrt(squares);
    return fitness;
}

double felt_fitness_hope(const struct felt_measures *measures, const struct felt_weights *weights)
{
    double value[FELT_METRICS];
    for (int i = 0; i < FELT_METRICS; i++)
        value[i] = bounded(measures->metric[i].mean + measures->metric[i].half);
    return at(measures, weights, value, measures->stage < FELT_STAGE_SKETCH ? 2 : 1.2);
}

/* ---- Pareto ---- */

bool felt_fitness_dominated(const struct felt_measures *a, const struct felt_measures *b,
                            const struct felt_weights *weights)
{
    bool worse = false;
    for (int i = 0; i < FELT_METRICS; i++) {
        if (weights->weight[i] <= 0) continue;
        if (a->metric[i].mean > b->metric[i].mean) return false;
        worse |= a->metric[i].mean < b->metric[i].mean;
    }
    return worse;
}

void felt_fitness_pareto(const struct felt_measures *const *measures, int count,
                         const struct felt_weights *weights, bool *front)
{
    for (int i = 0; i < count; i++) {
        front[i] = true;
        for (int k = 0; k < count && front[i]; k++)
            front[i] = !felt_fitness_dominated(measures[i], measures[k], weights);
    }
}
