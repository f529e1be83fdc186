/* taste.h -- what people's ratings say about what they like: a linear model over metrics.
 *
 * A rating of 1 .. 5 is, up to noise, a linear function of the metrics of the game.  The prior of
 * the slopes is the preset's weights (scaled), with a spread; the posterior after the ratings is a
 * normal distribution, worked out exactly (conjugate).  Its mean, cut at 0 and scaled back, are the
 * weights that a search goes on with.
 *
 *   H1  without ratings the weights are those of the preset.
 *   H2  more ratings narrow the posterior; their order does not matter. */
#ifndef FELT_LAB_SEARCH_TASTE_H
#define FELT_LAB_SEARCH_TASTE_H

#include "lab/search/fitness.h"

struct felt_rating_of {
    double metric[FELT_METRICS]; /* of the game; NAN: unknown, as usual as that of the others   */
    int stars;                   /* 1 .. 5                                                     */
};
struct felt_preference {
    uint32_t ratings;
    double mean[FELT_METRICS], sd[FELT_METRICS]; /* of the weights, on the preset's scale        */
    struct felt_weights weights;
};
void felt_preference_learn(const struct felt_weights *preset, const struct felt_rating_of *ratings,
                           uint32_t count, struct felt_preference *out);

#endif
