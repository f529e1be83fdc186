/* taste.c -- see taste.h.
 *
 *   stars = a + sum over metrics of b[j] x (metric[j] - 1/2) + noise
 *
 * Noise is normal with a variance of NOISE: people who play the same game twice do not rate it the
 * same.  Prior of the slopes: normal around RANGE x weight[j] / sum of weights, each by itself with
 * a variance of SPREAD; so a game whose metrics are all 1 is RANGE stars above one whose metrics
 * are all 0, as the preset has it.  Prior of `a`: 3 stars, with a wide spread, so that it is the
 * differences between ratings that count.  Posterior:
 *
 *   precision = prior precision + X'X / NOISE
 *   precision x mean = prior precision x prior mean + X'y / NOISE
 *
 * which a Cholesky decomposition solves.  With metrics that differ by 0.2 from game to game (their
 * sd), about NOISE / (SPREAD x 0.04) = 100 ratings say as much about a slope as the preset does.
 *
 * Ratings are summed as whole numbers, metrics in units of 1 / UNIT, so that their order does not
 * matter to the last bit (H2). */
#include "lab/search/taste.h"

#include "felt/assert.h"

#include <math.h>

enum { SLOPES = FELT_METRICS, TERMS = FELT_METRICS + 1, UNIT = 1 << 14 };
_Static_assert(TERMS == 17, "sixteen slopes and where they cross the middle");

#define RANGE         4.0
#define MIDDLE        3.0
#define NOISE         0.64
#define SPREAD        0.16
#define MIDDLE_SPREAD 16.0

struct sums {
    int64_t xx[TERMS][TERMS]; /* the lower half; in units of 1 / UNIT squared                    */
    int64_t xy[TERMS];        /* in units of 1 / UNIT; y: stars - MIDDLE                         */
};

/* A metric as a whole number around its middle. */
static int64_t whole(double metric)
{
    double bounded = metric < 0 ? 0 : metric > 1 ? 1 : metric;
    return (int64_t)floor((bounded - 0.5) * UNIT + 0.5);
}

/* What is usual: the mean of those that are known.  It stands for what is not, so that a game says
 * nothing about metrics that it was not measured for. */
static void find_usual(const struct felt_rating_of *ratings, uint32_t count, int64_t usual[SLOPES])
{
    for (int j = 0; j < SLOPES; j++) {
        int64_t sum = 0, known = 0;
        for (uint32_t i = 0; i < count; i++) {
            if (isnan(ratings[i].metric[j])) continue;
            sum += whole(ratings[i].metric[j]);
            known++;
        }
        usual[j] = known ? sum / known : 0;
    }
}

static void add_rating(struct sums *sums, const struct felt_rating_of *rating,
                       const int64_t usual[SLOPES])
{
    int64_t x[TERMS];
    int stars = rating->stars < 1 ? 1 : rating->stars > 5 ? 5 : rating->stars;
    for (int j = 0; j < SLOPES; j++)
        x[j] = isnan(rating->metric[j]) ? usual[j] : whole(rating->metric[j]);
    x[SLOPES] = UNIT;
    for (int i = 0; i < TERMS; i++) {
        for (int j = 0; j <= i; j++) sums->xx[i][j] += x[i] * x[j];
        sums->xy[i] += x[i] * (stars - (int)MIDDLE);
    }
}

/* The lower triangle L with L L' = a, in its place. */
static void decompose(double a[TERMS][TERMS])
{
    for (int i = 0; i < TERMS; i++) {
        for (int j = 0; j <= i; j++) {
            double sum = a[i][j];
            for (int k = 0; k < j; k++) sum -= a[i][k] * a[j][k];
            if (i == j) felt_assert(sum > 0); /* the prior alone makes it positive definite */
            a[i][j] = i == j ? sqrt(sum) : sum / a[j][j];
        }
    }
}

/* x with L L' x = b, in the place of b. */
static void solve(double lower[TERMS][TERMS], double b[TERMS])
{
    for (int i = 0; i < TERMS; i++) {
        for (int k = 0; k < i; k++) b[i] -= lower[i][k] * b[k];
        b[i] /= lower[i][i];
    }
    for (int i = TERMS - 1; i >= 0; i--) {
        for (int k = i + 1; k < TERMS; k++) b[i] -= lower[k][i] * b[k];
        b[i] /= lower[i][i];
    }
}

/* What the search goes on with: nothing below 0, the same sum as the preset's; the preset's own if
 * nothing is left. */
static void cut(const struct felt_weights *preset, double total, struct felt_preference *out)
{
    double sum = 0;
    for (int j = 0; j < SLOPES; j++)
        if (out->mean[j] > 0) sum += out->mean[j];
    for (int j = 0; j < SLOPES; j++)
        out->weights.weight[j] = out->mean[j] > 0 ? out->mean[j] * total / sum : 0;
    if (!(sum > 0)) out->weights = *preset;
}

void felt_preference_learn(const struct felt_weights *preset, const struct felt_rating_of *ratings,
                           uint32_t count, struct felt_preference *out)
{
    struct sums sums = {0};
    double precision[TERMS][TERMS], mean[TERMS], total = 0;
    for (int j = 0; j < SLOPES; j++) total += preset->weight[j];
    felt_assert(total > 0);
    int64_t usual[SLOPES];
    find_usual(ratings, count, usual);
    for (uint32_t i = 0; i < count; i++) add_rating(&sums, &ratings[i], usual);
    double scale = RANGE / total; /* from the preset's scale to stars */
    for (int i = 0; i < TERMS; i++) {
        double prior = i < SLOPES ? 1 / SPREAD : 1 / MIDDLE_SPREAD;
        double before = i < SLOPES ? preset->weight[i] * scale : 0;
        for (int j = 0; j <= i; j++)
            precision[i][j] = (double)sums.xx[i][j] / ((double)UNIT * UNIT * NOISE);
        precision[i][i] += prior;
        mean[i] = prior * before + (double)sums.xy[i] / (UNIT * NOISE);
    }
    decompose(precision);
    solve(precision, mean);
    *out = (struct felt_preference){.ratings = count};
    for (int j = 0; j < SLOPES; j++) {
        double column[TERMS] = {0};
        column[j] = 1;
        solve(precision, column);
        out->mean[j] = count ? mean[j] / scale : preset->weight[j]; /* H1, to the last bit */
        out->sd[j] = sqrt(column[j]) / scale;
    }
    if (count)
        cut(preset, total, out);
    else
        out->weights = *preset;
}
