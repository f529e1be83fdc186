/* test_lab_fitness.c -- metrics to one number, and to none (lab/search/fitness.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/rng.h"
#include "lab/search/fitness.h"
#include "module.h"

#include <math.h>
#include <string.h>

static void assert_near(double a, double b, double by)
{
    if (!(fabs(a - b) <= by)) fail_msg("%.9f is not near %.9f", a, b);
}

/* A game that passes all gates: everything is `mean`, but ends, draws and seats are right. */
static struct felt_measures game(double mean, double half)
{
    struct felt_measures measures = {.seats = 2, .stage = FELT_STAGE_FULL};
    for (int i = 0; i < FELT_METRICS; i++) measures.metric[i] = (struct felt_measure){mean, half};
    measures.metric[FELT_METRIC_COMPLETION] = (struct felt_measure){1, 0};
    measures.metric[FELT_METRIC_DECIDED] = (struct felt_measure){1, 0};
    measures.metric[FELT_METRIC_BALANCE] = (struct felt_measure){1, 0};
    measures.fact[FELT_FACT_DECISIONS] = 40;
    measures.fact[FELT_FACT_HANDS] = 1;
    measures.fact[FELT_FACT_MINUTES] = 15;
    return measures;
}

static const struct felt_weights skill_and_drama = {
    {[FELT_METRIC_SKILL] = 3, [FELT_METRIC_DRAMA] = 1}};

static double value(const struct felt_measures *measures)
{
    return felt_fitness_of(measures, &skill_and_drama).value;
}

/* ---- presets ---- */

static void preset_each_is_found_by_its_name(void **state)
{
    static const char *const names[] = {"balanced", "strategic", "bluffing", "party", "trick"};
    (void)state;
    assert_int_equal(felt_preset_count(), 5);
    for (int i = 0; i < 5; i++) {
        const struct felt_preset *preset = felt_preset_at(i);
        double sum = 0;
        assert_string_equal(preset->name, names[i]);
        assert_ptr_equal(felt_preset_find(names[i]), preset);
        assert_true(strlen(preset->says) > 10);
        for (int k = 0; k < FELT_METRICS; k++) {
            assert_true(preset->weights.weight[k] >= 0);
            sum += preset->weights.weight[k];
        }
        assert_true(sum > 0);
    }
    assert_null(felt_preset_find("blanced"));
    /* What they are named after is what they ask for most. */
    const struct felt_weights *bluffing = &felt_preset_find("bluffing")->weights;
    const struct felt_weights *strategic = &felt_preset_find("strategic")->weights;
    for (int k = 0; k < FELT_METRICS; k++) {
        assert_true(bluffing->weight[FELT_METRIC_BLUFF] >= bluffing->weight[k]);
        assert_true(strategic->weight[FELT_METRIC_SKILL] >= strategic->weight[k]);
    }
}

/* ---- the formula ---- */

static void fitness_is_the_weighted_geometric_mean(void **state)
{
    struct felt_measures measures = game(0.5, 0);
    (void)state;
    assert_near(value(&measures), 0.525, 1e-12); /* 0.05 + 0.95 * 0.5 */
    measures.metric[FELT_METRIC_SKILL].mean = 1;
    measures.metric[FELT_METRIC_DRAMA].mean = 0;
    assert_near(value(&measures), pow(0.05, 0.25), 1e-12); /* three parts of 1, one of 0.05 */
    measures.metric[FELT_METRIC_LEAD].mean = 0;            /* has no weight */
    assert_near(value(&measures), pow(0.05, 0.25), 1e-12);
}

static void fitness_gates_close_where_a_game_is_not_fit_to_be_played(void **state)
{
    static const struct {
        int metric, fact; /* -1: not this one */
        double shut, half_open, open;
    } cases[] = {
        {FELT_METRIC_COMPLETION, -1, 0.7, 0.845, 0.99}, {FELT_METRIC_DECIDED, -1, 0.3, 0.525, 0.75},
        {FELT_METRIC_BALANCE, -1, 0.3, 0.525, 0.75},    {-1, FELT_FACT_DECISIONS, 1, 3.5, 6},
        {-1, FELT_FACT_MINUTES, 400, 275, 150},         {-1, FELT_FACT_MINUTES, 0.25, 0.625, 1}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct felt_measures measures = game(0.5, 0);
        double *gate = cases[i].fact >= 0 ? &measures.fact[cases[i].fact]
                                          : &measures.metric[cases[i].metric].mean;
        *gate = cases[i].shut;
        assert_near(value(&measures), 0, 1e-12);
        *gate = cases[i].half_open;
        assert_near(value(&measures), 0.525 / 2, 1e-12);
        assert_near(felt_fitness_of(&measures, &skill_and_drama).gates, 0.5, 1e-12);
        *gate = cases[i].open;
        assert_near(value(&measures), 0.525, 1e-12);
    }
}

/* F1 */
static void fitness_never_falls_when_a_metric_grows(void **state)
{
    struct felt_rng rng = felt_rng_make(12);
    (void)state;
    for (int i = 0; i < 2000; i++) {
        struct felt_measures measures = game(0, 0);
        struct felt_weights weights;
        for (int k = 0; k < FELT_METRICS; k++) {
            measures.metric[k].mean = felt_rng_unit(&rng);
            weights.weight[k] = felt_rng_unit(&rng);
        }
        int grows = (int)felt_rng_below(&rng, FELT_METRICS);
        double before = felt_fitness_of(&measures, &weights).value;
        measures.metric[grows].mean += felt_rng_unit(&rng) * (1 - measures.metric[grows].mean);
        double after = felt_fitness_of(&measures, &weights).value;
        assert_true(before >= 0 && before <= 1 && after <= 1);
        assert_true(after >= before - 1e-12);
    }
}

/* F2 */
static void fitness_intervals_add_up_as_squares(void **state)
{
    struct felt_measures skill = game(0.5, 0), drama = skill, both = skill, none = skill;
    (void)state;
    skill.metric[FELT_METRIC_SKILL].half = both.metric[FELT_METRIC_SKILL].half = 0.1;
    drama.metric[FELT_METRIC_DRAMA].half = both.metric[FELT_METRIC_DRAMA].half = 0.2;
    double one = felt_fitness_of(&skill, &skill_and_drama).half;
    double other = felt_fitness_of(&drama, &skill_and_drama).half;
    assert_near(felt_fitness_of(&none, &skill_and_drama).half, 0, 0);
    assert_near(felt_fitness_of(&both, &skill_and_drama).half, sqrt(one * one + other * other),
                1e-9);
    /* By the derivative: weight / sum of weights * 0.95 * half, as log 0.525 is in the mean. */
    assert_near(one, 0.75 * 0.95 * 0.1, 0.001);
}

static void fitness_hope_takes_the_unknown_for_the_best(void **state)
{
    struct felt_measures measures = game(0.5, 0.5);
    (void)state;
    assert_near(felt_fitness_hope(&measures, &skill_and_drama), 1, 1e-12);
    measures.metric[FELT_METRIC_SKILL] = (struct felt_measure){0.2, 0.1};
    assert_near(felt_fitness_hope(&measures, &skill_and_drama), pow(0.05 + 0.95 * 0.3, 0.75),
                1e-12);
    measures.metric[FELT_METRIC_COMPLETION] = (struct felt_measure){0.4, 0.1};
    assert_near(felt_fitness_hope(&measures, &skill_and_drama), 0, 1e-12);
}

/* ---- Pareto ---- */

static void pareto_front_is_whom_nobody_dominates(void **state)
{
    static const struct {
        double skill, drama;
        bool front;
    } games[] = {{0.9, 0.1, true},  {0.5, 0.5, true},   {0.1, 0.9, true},
                 {0.5, 0.4, false}, {0.05, 0.9, false}, {0.5, 0.5, true}};
    struct felt_measures measures[6];
    const struct felt_measures *list[6];
    bool front[6];
    (void)state;
    for (int i = 0; i < 6; i++) {
        measures[i] = game(0.5, 0.1);
        measures[i].metric[FELT_METRIC_SKILL].mean = games[i].skill;
        measures[i].metric[FELT_METRIC_DRAMA].mean = games[i].drama;
        measures[i].metric[FELT_METRIC_LEAD].mean = 0.1 * i; /* has no weight */
        list[i] = &measures[i];
    }
    felt_fitness_pareto(list, 6, &skill_and_drama, front);
    for (int i = 0; i < 6; i++) assert_int_equal(front[i], games[i].front);
    assert_true(felt_fitness_dominated(list[3], list[1], &skill_and_drama));
    assert_false(felt_fitness_dominated(list[1], list[3], &skill_and_drama));
    assert_false(felt_fitness_dominated(list[1], list[5], &skill_and_drama)); /* alike */
}

TEST_MODULE(lab_fitness)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(preset_each_is_found_by_its_name),
        cmocka_unit_test(fitness_is_the_weighted_geometric_mean),
        cmocka_unit_test(fitness_gates_close_where_a_game_is_not_fit_to_be_played),
        cmocka_unit_test(fitness_never_falls_when_a_metric_grows),
        cmocka_unit_test(fitness_intervals_add_up_as_squares),
        cmocka_unit_test(fitness_hope_takes_the_unknown_for_the_best),
        cmocka_unit_test(pareto_front_is_whom_nobody_dominates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
