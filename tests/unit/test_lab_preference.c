/* test_lab_preference.c -- ratings to weights: priors, raters whose taste is known, hostile values.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/rng.h"
#include "lab/search/taste.h"
#include "module.h"

#include <math.h>
#include <string.h>

enum { MANY = 4000 };

/* Weights of no preset: the test knows them. */
static struct felt_weights plain_weights(void)
{
    struct felt_weights weights = {{0}};
    for (int j = 0; j < FELT_METRICS; j++) weights.weight[j] = 1;
    weights.weight[FELT_METRIC_SKILL] = 2;
    weights.weight[FELT_METRIC_LENGTH] = 0;
    return weights;
}

static double chance(struct felt_rng *rng)
{
    return (double)felt_rng_below(rng, 1 << 20) / (1 << 20);
}

/* Games at random, rated by somebody with these slopes, in whole stars and with noise. */
static void rate(const double slope[FELT_METRICS], uint64_t seed, struct felt_rating_of *out,
                 uint32_t count)
{
    struct felt_rng rng = felt_rng_make(seed);
    for (uint32_t i = 0; i < count; i++) {
        double stars = 3;
        for (int j = 0; j < FELT_METRICS; j++) {
            out[i].metric[j] = chance(&rng);
            stars += slope[j] * (out[i].metric[j] - 0.5);
        }
        double noise = chance(&rng) + chance(&rng) + chance(&rng) - 1.5;
        stars = floor(stars + noise + 0.5);
        out[i].stars = stars < 1 ? 1 : stars > 5 ? 5 : (int)stars;
    }
}

static struct felt_rating_of ratings[MANY], turned[MANY];

static void preference_without_ratings_is_the_preset(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct felt_weights weights = plain_weights();
        if (i)
            for (int j = 0; j < FELT_METRICS; j++) weights.weight[j] = 0.1 * (j + 1) / 3;
        struct felt_preference preference;
        felt_preference_learn(&weights, NULL, 0, &preference);
        assert_int_equal(preference.ratings, 0);
        assert_memory_equal(&preference.weights, &weights, sizeof weights); /* H1 */
        assert_memory_equal(preference.mean, weights.weight, sizeof preference.mean);
        for (int j = 0; j < FELT_METRICS; j++) {
            assert_true(preference.sd[j] > 0);
            assert_true(fabs(preference.sd[j] - preference.sd[0]) < 1e-12);
        }
    }
}

static void preference_finds_what_a_rater_likes(void **state)
{
    (void)state;
    double slope[FELT_METRICS] = {0};
    slope[FELT_METRIC_BLUFF] = 2;
    slope[FELT_METRIC_DRAMA] = 1;
    slope[FELT_METRIC_SKILL] = -1.5;
    struct felt_weights weights = plain_weights();
    struct felt_preference preference;
    rate(slope, 5, ratings, MANY);
    felt_preference_learn(&weights, ratings, MANY, &preference);
    const double *mean = preference.mean;
    double sum = 0;
    for (int j = 0; j < FELT_METRICS; j++) {
        /* 16: the preset's sum, 4: stars between the worst game and the best */
        assert_true(fabs(mean[j] * 4 / 16 - slope[j]) < 0.15);
        if (j != FELT_METRIC_BLUFF) assert_true(mean[FELT_METRIC_BLUFF] > mean[j]);
        assert_true(preference.weights.weight[j] >= 0);
        sum += preference.weights.weight[j];
    }
    assert_true(preference.weights.weight[FELT_METRIC_SKILL] == 0); /* disliked: cut */
    assert_true(preference.mean[FELT_METRIC_SKILL] < -4);
    assert_true(fabs(sum - 16) < 1e-9); /* the preset's scale */
}

/* Not only with thousands: a dozen clear answers already turn the weights the right way. */
static void preference_turns_after_a_dozen(void **state)
{
    (void)state;
    struct felt_weights weights = plain_weights();
    struct felt_preference preference;
    for (int i = 0; i < 12; i++) {
        for (int j = 0; j < FELT_METRICS; j++) ratings[i].metric[j] = 0.5;
        ratings[i].metric[FELT_METRIC_DRAMA] = i % 2 ? 0.9 : 0.1;
        ratings[i].stars = i % 2 ? 5 : 1;
    }
    felt_preference_learn(&weights, ratings, 12, &preference);
    assert_true(preference.weights.weight[FELT_METRIC_DRAMA] > 3);
    assert_true(preference.weights.weight[FELT_METRIC_DRAMA] >
                1.5 * preference.weights.weight[FELT_METRIC_SKILL]);
    /* what did not differ was not learnt about */
    assert_true(fabs(preference.mean[FELT_METRIC_LEAD] - 1) < 1e-9);
}

static void preference_narrows_and_forgets_the_order(void **state)
{
    (void)state;
    double slope[FELT_METRICS] = {[FELT_METRIC_LEAD] = 1};
    struct felt_weights weights = plain_weights();
    struct felt_preference before, preference, again;
    rate(slope, 9, ratings, MANY);
    felt_preference_learn(&weights, ratings, 0, &before);
    for (uint32_t count = 1; count <= MANY; count *= 4) {
        felt_preference_learn(&weights, ratings, count, &preference);
        for (int j = 0; j < FELT_METRICS; j++)
            assert_true(preference.sd[j] < before.sd[j]); /* H2 */
        for (uint32_t i = 0; i < count; i++) turned[i] = ratings[(i * 7919 + 13) % count];
        felt_preference_learn(&weights, turned, count, &again);
        assert_int_equal(again.ratings, count);
        assert_memory_equal(&again, &preference, sizeof preference); /* H2, to the last bit */
        before = preference;
    }
}

static void preference_clamps_hostile_values(void **state)
{
    (void)state;
    struct felt_weights weights = plain_weights();
    struct felt_preference hostile, tame;
    const double wild[] = {NAN, INFINITY, -INFINITY, 1e300, -3, 2};
    const double meant[] = {0.6, 1, 0, 1, 0, 1}; /* 0.6: the mean of the others */
    for (int i = 0; i < 6; i++) {
        for (int j = 0; j < FELT_METRICS; j++) {
            ratings[i].metric[j] = wild[(i + j) % 6];
            turned[i].metric[j] = meant[(i + j) % 6];
        }
        ratings[i].stars = i % 2 ? INT32_MAX : INT32_MIN;
        turned[i].stars = i % 2 ? 5 : 1;
    }
    felt_preference_learn(&weights, ratings, 6, &hostile);
    felt_preference_learn(&weights, turned, 6, &tame);
    assert_memory_equal(&hostile, &tame, sizeof tame);
    for (int j = 0; j < FELT_METRICS; j++) assert_true(isfinite(hostile.mean[j]));
}

/* A game that was not measured for something says nothing about it, however it was rated. */
static void preference_ignores_what_is_unknown(void **state)
{
    (void)state;
    struct felt_weights weights = plain_weights();
    struct felt_preference preference;
    for (int i = 0; i < 12; i++) {
        for (int j = 0; j < FELT_METRICS; j++) ratings[i].metric[j] = 0.2;
        if (i % 2) ratings[i].metric[FELT_METRIC_DRAMA] = NAN;
        ratings[i].metric[FELT_METRIC_FOLD] = NAN; /* of no game */
        ratings[i].stars = i % 2 ? 5 : 1;
    }
    felt_preference_learn(&weights, ratings, 12, &preference);
    assert_true(fabs(preference.mean[FELT_METRIC_DRAMA] - preference.mean[FELT_METRIC_LEAD]) <
                1e-9);
    assert_true(fabs(preference.mean[FELT_METRIC_FOLD] - 1) < 1e-9);
}

/* Who dislikes everything leaves no weight: the preset stays. */
static void preference_that_leaves_nothing_keeps_the_preset(void **state)
{
    (void)state;
    struct felt_weights weights = plain_weights();
    struct felt_preference preference;
    double slope[FELT_METRICS];
    for (int j = 0; j < FELT_METRICS; j++) slope[j] = -1;
    rate(slope, 3, ratings, MANY);
    felt_preference_learn(&weights, ratings, MANY, &preference);
    for (int j = 0; j < FELT_METRICS; j++) assert_true(preference.mean[j] < 0);
    assert_memory_equal(&preference.weights, &weights, sizeof weights);
}

TEST_MODULE(lab_preference)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(preference_without_ratings_is_the_preset),
        cmocka_unit_test(preference_finds_what_a_rater_likes),
        cmocka_unit_test(preference_turns_after_a_dozen),
        cmocka_unit_test(preference_narrows_and_forgets_the_order),
        cmocka_unit_test(preference_clamps_hostile_values),
        cmocka_unit_test(preference_ignores_what_is_unknown),
        cmocka_unit_test(preference_that_leaves_nothing_keeps_the_preset),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
