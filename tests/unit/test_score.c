/* test_score.c -- sums, intervals and the sequential test, against numbers known beforehand.
 *
 * Quantiles of Student's distribution were integrated numerically by another program.  Whether
 * intervals hold what they promise is the business of test_intervals.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/rng.h"
#include "felt/score.h"
#include "match/logarithm.h"
#include "module.h"

#include <math.h>
#include <string.h>

static bool near(double a, double b, double relative)
{
    return fabs(a - b) <= relative * fmax(fabs(a), fabs(b));
}

/* `times` results of each of the two values. */
static struct felt_score two_values(int64_t a, int64_t b, int times)
{
    struct felt_score score = {0};
    for (int i = 0; i < times; i++) {
        felt_score_add(&score, a);
        felt_score_add(&score, b);
    }
    return score;
}

/* The score added to itself `times` times: count and sum double each time. */
static struct felt_score doubled(struct felt_score score, int times)
{
    for (int i = 0; i < times; i++) {
        struct felt_score copy = score;
        felt_score_merge(&score, &copy);
    }
    return score;
}

static void logarithm_agrees_with_the_hand_store(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(1);
    for (int i = 0; i < 20000; i++) {
        double x = (felt_rng_unit(&rng) - 0.5) * 1400;
        assert_true(near(felt_exp(x), exp(x), 1e-13));
        double y = exp(x / (1 + i % 50));
        assert_true(fabs(felt_log(y) - log(y)) <= 4e-16 * fmax(1, fabs(log(y))));
    }
    assert_true(felt_log(1) == 0 && felt_exp(0) == 1);
    assert_true(near(felt_log(0x1p-1022), log(0x1p-1022), 1e-15));
    assert_true(near(felt_log(0x1p1023), log(0x1p1023), 1e-15));
}

static void score_of_few_results_has_known_moments(void **state)
{
    (void)state;
    static const struct {
        int count;
        int64_t result[6];
        double mean, variance;
    } rows[] = {
        {0, {0}, 0, 0},
        {1, {-7}, -7, 0},
        {2, {1, 2}, 1.5, 0.5},
        {2, {-5, 5}, 0, 50},
        {3, {-1, -1, -2}, -4.0 / 3, 1.0 / 3},
        {5, {2, 4, 4, 4, 5}, 3.8, 1.2},
        {6, {1000000, 1000001, 1000002, 1000003, 1000004, 1000005}, 1000002.5, 3.5},
        {4,
         {1099511627775, 1099511627775, -1099511627775, -1099511627775},
         0,
         1099511627775.0 * 1099511627775.0 * 4 / 3},
        {4,
         {-1099511627775, -1099511627774, -1099511627775, -1099511627774},
         -1099511627774.5,
         1.0 / 3},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_score score = {0};
        for (int k = 0; k < rows[i].count; k++) felt_score_add(&score, rows[i].result[k]);
        assert_int_equal(score.count, rows[i].count);
        assert_true(near(felt_score_mean(&score), rows[i].mean, 1e-15));
        assert_true(near(felt_score_variance(&score), rows[i].variance, 1e-15));
    }
}

/* Sums that no double could hold: a spread of 1 about a mean of 2^39, over 2^23 results; and the
 * largest results as often as they can be added. */
static void score_of_many_large_results_is_exact(void **state)
{
    (void)state;
    int64_t large = INT64_C(1) << 39;
    struct felt_score close = doubled(two_values(large, large + 1, 1), 22);
    assert_true(close.count == UINT64_C(1) << 23);
    assert_true(near(felt_score_variance(&close), 0.25 * 8388608 / 8388607, 1e-15));
    /* All but one of 2^30 are equal: where q is rounded the wrong way, digits are lost. */
    struct felt_score one = {0}, rest = {0};
    felt_score_add(&rest, 1);
    rest = doubled(rest, 30);
    felt_score_add(&one, 0);
    felt_score_merge(&one, &rest);
    double count = 0x1p30 + 1;
    assert_true(near(felt_score_variance(&one), 1 / count, 1e-15));

    int64_t largest = FELT_SCORE_RESULT_MAX - 1;
    struct felt_score wide = doubled(two_values(largest, -largest, 1), 46);
    assert_true(wide.count == UINT64_C(1) << 47 && wide.sum == 0);
    assert_true(near(felt_score_variance(&wide), (double)largest * (double)largest, 1e-13));
}

static void score_does_not_depend_on_grouping(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(7);
    struct felt_score whole = {0}, part[5] = {0}, joined = {0};
    for (int i = 0; i < 5000; i++) {
        int64_t result = (int64_t)(felt_rng_next(&rng) >> 23) - (INT64_C(1) << 40);
        if (result == -FELT_SCORE_RESULT_MAX) continue;
        felt_score_add(&whole, result);
        felt_score_add(&part[felt_rng_below(&rng, 5)], result);
    }
    for (int i = 4; i >= 0; i--) felt_score_merge(&joined, &part[i]);
    assert_true(whole.count == joined.count && whole.sum == joined.sum);
    assert_memory_equal(whole.squares, joined.squares, sizeof whole.squares);
    assert_true(whole.squares[1] > 0); /* the upper half took part */
}

static void interval_of_few_results_is_everything(void **state)
{
    (void)state;
    struct felt_score score = {0};
    for (int i = 0; i < FELT_SCORE_MIN; i++) {
        struct felt_interval fixed = felt_interval_fixed(&score, 0.95);
        struct felt_interval anytime = felt_interval_anytime(&score, 0.95, 1000);
        assert_true(isinf(fixed.low) && fixed.low < 0 && isinf(fixed.high) && fixed.high > 0);
        assert_true(isinf(anytime.low) && anytime.low < 0);
        assert_true(isinf(anytime.high) && anytime.high > 0);
        felt_score_add(&score, i % 7);
    }
    assert_true(isfinite(felt_interval_fixed(&score, 0.95).low));
    assert_true(isfinite(felt_interval_anytime(&score, 0.95, 1000).high));
}

static void interval_of_equal_results_is_a_point_in_time(void **state)
{
    (void)state;
    static const int64_t results[] = {0, -250, FELT_SCORE_RESULT_MAX - 1};
    for (size_t i = 0; i < sizeof results / sizeof results[0]; i++) {
        struct felt_score score = {0};
        double result = (double)results[i];
        for (int k = 0; k < FELT_SCORE_EQUAL_MIN; k++) {
            struct felt_interval fixed = felt_interval_fixed(&score, 0.95);
            struct felt_interval anytime = felt_interval_anytime(&score, 0.95, 100);
            assert_true(isinf(fixed.low) && isinf(fixed.high));
            assert_true(isinf(anytime.low) && isinf(anytime.high));
            felt_score_add(&score, results[i]);
        }
        struct felt_interval fixed = felt_interval_fixed(&score, 0.95);
        struct felt_interval anytime = felt_interval_anytime(&score, 0.95, 100);
        assert_true(fixed.low == result && fixed.high == result && fixed.mean == result);
        assert_true(anytime.low == result && anytime.high == result && anytime.mean == result);
    }
    /* One that differs is enough. */
    struct felt_score score = two_values(7, 7, 50);
    felt_score_add(&score, 8);
    assert_true(isfinite(felt_interval_fixed(&score, 0.95).low));
    assert_true(felt_interval_anytime(&score, 0.95, 100).high > 7);
}

static void interval_fixed_has_known_quantiles(void **state)
{
    (void)state;
    static const struct {
        int pairs; /* half the count */
        double level, quantile;
    } rows[] = {
        {50, 0.5, 0.6769759855461436},   {50, 0.95, 1.9842169515863946},
        {50, 0.99, 2.6264054572802777},  {50, 0.999, 3.3915288333574445},
        {500, 0.5, 0.6747354103465816},  {500, 0.95, 1.9623414611320744},
        {500, 0.99, 2.5807596372614103}, {500, 0.999, 3.3002924403490908},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_score score = two_values(10, 30, rows[i].pairs);
        double root = sqrt(felt_score_variance(&score) / (double)score.count);
        struct felt_interval interval = felt_interval_fixed(&score, rows[i].level);
        assert_true(interval.mean == 20);
        assert_true(near(interval.high - 20, rows[i].quantile * root, 1e-6));
        assert_true(near(20 - interval.low, rows[i].quantile * root, 1e-6));
    }
    /* So many that it is the normal distribution's. */
    struct felt_score many = doubled(two_values(-1000000, 1000000, 1), 35);
    double root = 1e6 / sqrt((double)many.count);
    assert_true(near(felt_interval_fixed(&many, 0.95).high, 1.959963984540054 * root, 1e-9));
    assert_true(near(felt_interval_fixed(&many, 0.999999).high, 4.891638475698 * root, 1e-9));
}

static void interval_anytime_is_the_mixture_boundary(void **state)
{
    (void)state;
    struct felt_score score = two_values(-3, 5, 5000);
    double n = 10000, s = sqrt(felt_score_variance(&score)), u = 8.211968062068253;
    for (double plan = 100; plan < 1e9; plan *= 7) {
        double rho = plan / u;
        double radius = s * sqrt((n + rho) / (n * n) * log((n + rho) / (rho * 0.05 * 0.05)));
        struct felt_interval interval = felt_interval_anytime(&score, 0.95, plan);
        assert_true(near(interval.high - 1, radius, 1e-12));
        assert_true(near(1 - interval.low, radius, 1e-12));
    }
}

static void interval_anytime_is_narrowest_at_its_plan(void **state)
{
    (void)state;
    static const double levels[] = {0.5, 0.8, 0.95, 0.999};
    struct felt_score score = two_values(-3, 3, 5000);
    for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++) {
        double best = felt_interval_anytime(&score, levels[i], 10000).high;
        static const double others[] = {100, 5000, 9900, 10100, 20000, 1e7};
        for (size_t k = 0; k < sizeof others / sizeof others[0]; k++)
            assert_true(felt_interval_anytime(&score, levels[i], others[k]).high > best);
        assert_true(best > felt_interval_fixed(&score, levels[i]).high);
    }
}

static void sprt_ratio_is_that_of_normal_densities(void **state)
{
    (void)state;
    struct felt_sprt sprt = {-1, 2, 0.05, 0.1};
    struct felt_score score = {0};
    double by_result = 0, variance;
    for (int i = 0; i < 300; i++) felt_score_add(&score, i % 11 - 4);
    variance = felt_score_variance(&score);
    for (int i = 0; i < 300; i++) {
        double x = i % 11 - 4;
        by_result += ((x + 1) * (x + 1) - (x - 2) * (x - 2)) / (2 * variance);
    }
    assert_true(near(felt_sprt_ratio(&sprt, &score), by_result, 1e-12));
    double lower, upper;
    felt_sprt_bounds(&sprt, &lower, &upper);
    assert_true(near(lower, log(0.1 / 0.95), 1e-14) && near(upper, log(0.9 / 0.05), 1e-14));
}

static void sprt_gives_no_early_verdict(void **state)
{
    (void)state;
    struct felt_sprt sprt = {0, 10, 0.05, 0.05};
    struct felt_score score = {0};
    for (int i = 0; i < FELT_SCORE_MIN; i++) {
        assert_int_equal(felt_sprt_verdict(&sprt, &score), FELT_VERDICT_OPEN);
        felt_score_add(&score, 9 + i % 2);
    }
    assert_int_equal(felt_sprt_verdict(&sprt, &score), FELT_VERDICT_HIGH);
}

static void sprt_of_equal_results_takes_the_nearer_mean(void **state)
{
    (void)state;
    static const struct {
        int64_t result;
        enum felt_verdict verdict;
    } rows[] = {{0, FELT_VERDICT_LOW},
                {4, FELT_VERDICT_LOW},
                {5, FELT_VERDICT_OPEN},
                {6, FELT_VERDICT_HIGH},
                {10, FELT_VERDICT_HIGH}};
    struct felt_sprt sprt = {0, 10, 0.05, 0.05};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_score score = two_values(rows[i].result, rows[i].result, 499);
        assert_int_equal(felt_sprt_verdict(&sprt, &score), FELT_VERDICT_OPEN);
        score = two_values(rows[i].result, rows[i].result, 500);
        assert_int_equal(felt_sprt_verdict(&sprt, &score), rows[i].verdict);
        assert_true(felt_sprt_ratio(&sprt, &score) == felt_sprt_ratio(&sprt, &score));
    }
    struct felt_score none = {0};
    assert_true(felt_sprt_ratio(&sprt, &none) == 0);
}

TEST_MODULE(score)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(logarithm_agrees_with_the_hand_store),
        cmocka_unit_test(score_of_few_results_has_known_moments),
        cmocka_unit_test(score_of_many_large_results_is_exact),
        cmocka_unit_test(score_does_not_depend_on_grouping),
        cmocka_unit_test(interval_of_few_results_is_everything),
        cmocka_unit_test(interval_of_equal_results_is_a_point_in_time),
        cmocka_unit_test(interval_fixed_has_known_quantiles),
        cmocka_unit_test(interval_anytime_is_the_mixture_boundary),
        cmocka_unit_test(interval_anytime_is_narrowest_at_its_plan),
        cmocka_unit_test(sprt_ratio_is_that_of_normal_densities),
        cmocka_unit_test(sprt_gives_no_early_verdict),
        cmocka_unit_test(sprt_of_equal_results_takes_the_nearer_mean),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
