/* fitness.h -- metrics to one number: gates, and a weighted geometric mean; or to none: Pareto.
 *
 *   fitness = product of gates x exp(sum of weight x log(0.05 + 0.95 x metric) / sum of weights)
 *
 * A gate is 1 where a game is fit to be played at all, 0 where it is not, with a slope between.
 *
 *   F1  fitness is in [0, 1]; a metric with a weight never makes it smaller by growing.
 *   F2  the interval of a fitness is that of its metrics, as if they were independent. */
#ifndef FELT_LAB_SEARCH_FITNESS_H
#define FELT_LAB_SEARCH_FITNESS_H

#include "lab/search/measure.h"

struct felt_weights {
    double weight[FELT_METRICS]; /* 0 or more; not all of them 0                               */
};
struct felt_preset {
    const char *name; /* balanced, strategic, bluffing, party, trick                           */
    const char *says;
    struct felt_weights weights;
};
int felt_preset_count(void);
const struct felt_preset *felt_preset_at(int index);
/* NULL: there is none of this name. */
const struct felt_preset *felt_preset_find(const char *name);

struct felt_fitness {
    double value, half; /* 95 %                                                                */
    double gates;       /* product of the gates                                                */
};
struct felt_fitness felt_fitness_of(const struct felt_measures *measures,
                                    const struct felt_weights *weights);
/* The largest fitness that metrics within their intervals allow; those of stages that were not
 * reached may be anything. */
double felt_fitness_hope(const struct felt_measures *measures, const struct felt_weights *weights);

/* Is there a metric with a weight that is worse, and none that is better? (a is dominated by b) */
bool felt_fitness_dominated(const struct felt_measures *a, const struct felt_measures *b,
                            const struct felt_weights *weights);
/* Marks those that nobody dominates. */
void felt_fitness_pareto(const struct felt_measures *const *measures, int count,
                         const struct felt_weights *weights, bool *front);

#endif
