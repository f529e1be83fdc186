/* test_evaluators.c -- which evaluator a game has, and what the evaluators say of hands. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/strategy.h"
#include "known.h"
#include "module.h"

#include <math.h>
#include <string.h>

#define ROWS(table) (sizeof(table) / sizeof(table)[0])

static struct felt_strategy_strength evaluate(const char *evaluator, const struct felt_known *known,
                                              uint32_t samples)
{
    struct felt_rng rng = felt_rng_make(6);
    struct felt_strategy_means means = {.rng = &rng, .samples = samples};
    struct felt_strategy_strength strength;
    felt_strategy_evaluator_find(evaluator)->evaluate_hand(known, &means, &strength);
    return strength;
}

/* ---- which one ------------------------------------------------------------------------------ */

static void evaluators_are_found_by_name(void **unused)
{
    (void)unused;
    static const char *const names[] = {
        "holdem",  "omaha",          "draw",          "lowball",      "badugi",          "stud",
        "default", "classic-holdem", "classic-omaha", "classic-draw", "classic-default",
    };
    for (size_t i = 0; i < ROWS(names); i++) {
        const struct felt_strategy_evaluator *evaluator = felt_strategy_evaluator_find(names[i]);
        assert_non_null(evaluator);
        assert_string_equal(evaluator->name, names[i]);
        assert_true(evaluator->evaluate_hand && evaluator->evaluate_potential);
    }
    assert_null(felt_strategy_evaluator_find("whist"));
    assert_null(felt_strategy_evaluator_find(""));
}

static void evaluators_of_every_variant(void **unused)
{
    (void)unused;
    static const struct {
        const char *variant, *evaluator;
    } rows[] = {
        {"holdem", "holdem"},       {"holdem-jokers", "holdem"},  {"short-deck", "holdem"},
        {"royal", "holdem"},        {"pineapple", "holdem"},      {"crazy-pineapple", "holdem"},
        {"irish", "holdem"},        {"omaha", "omaha"},           {"omaha-hilo", "omaha"},
        {"omaha5", "omaha"},        {"omaha5-hilo", "omaha"},     {"omaha6", "omaha"},
        {"courchevel", "omaha"},    {"courchevel-hilo", "omaha"}, {"draw", "draw"},
        {"draw-deuces", "draw"},    {"draw-jokers", "draw"},      {"27-single", "lowball"},
        {"27-triple", "lowball"},   {"a5-single", "lowball"},     {"a5-triple", "lowball"},
        {"stud", "stud"},           {"stud-jokers", "stud"},      {"stud-hilo", "stud"},
        {"razz", "stud"},           {"chicago", "stud"},          {"follow-queen", "stud"},
        {"the-bitch", "stud"},      {"badugi", "badugi"},         {"badacey", "badugi"},
        {"badeucy", "badugi"},      {"kuhn", "default"},          {"leduc", "default"},
        {"rhode-island", "holdem"},
    };
    struct felt_strategy_manager house, classic;
    felt_strategy_init(&house, false);
    felt_strategy_init(&classic, true);
    for (size_t i = 0; i < ROWS(rows); i++) {
        const struct felt_strategy_evaluator *evaluator =
            felt_strategy_evaluator_of(&house, rows[i].variant);
        assert_non_null(felt_variant_find(rows[i].variant));
        if (!evaluator || strcmp(evaluator->name, rows[i].evaluator) != 0)
            fail_msg("%s has %s", rows[i].variant, evaluator ? evaluator->name : "none");
        const char *first = rows[i].variant; /* hold'em, Omaha and draw were all there was */
        bool old = !strcmp(first, "holdem") || !strcmp(first, "omaha") || !strcmp(first, "draw");
        evaluator = felt_strategy_evaluator_of(&classic, first);
        assert_int_equal(evaluator != NULL, old);
        if (old) assert_string_equal(evaluator->name + strlen("classic-"), first);
    }
    for (int i = 0; i < felt_variant_count(); i++) /* rows of the engine that came later, too */
        assert_non_null(felt_strategy_evaluator_of(&house, felt_variant_at(i)->name));
    assert_null(felt_strategy_evaluator_of(&house, "whist"));
}

/* ---- numbers -------------------------------------------------------------------------------- */

static void evaluators_normalize(void **unused)
{
    (void)unused;
    const struct {
        double raw, max, score;
    } rows[] = {{0, 10, 0},        {5, 10, 0.5}, {10, 10, 1}, {11, 10, 1},
                {-1, 10, 0},       {5, 0, 0},    {5, -1, 0},  {NAN, 10, 0},
                {INFINITY, 10, 1}, {0, 0, 0},    {5, NAN, 0}, {INFINITY, INFINITY, 0}};
    for (size_t i = 0; i < ROWS(rows); i++) {
        double score = felt_strategy_normalize_score(rows[i].raw, rows[i].max);
        if (!(fabs(score - rows[i].score) < 1e-15)) fail_msg("row %zu: %f", i, score);
    }
}

/* The place of the made hand among all hands, and nothing before five cards are there. */
static void evaluators_classic_strength(void **unused)
{
    (void)unused;
    static const struct {
        const char *evaluator, *variant, *hole, *board;
        double strength;
        enum felt_category rank;
    } rows[] = {
        {"classic-holdem", "holdem", "7h 2d", "As Ah Ad Ks Kh", 0.9778, FELT_FULL_HOUSE},
        {"classic-holdem", "holdem", "Ah Ad", "", 0, FELT_PAIR},
        {"classic-holdem", "holdem", "Ah Kh", "Qh Jh Th", 1, FELT_STRAIGHT_FLUSH},
        {"classic-holdem", "holdem", "7c 5d", "4h 3s 2c", 0.000134, FELT_HIGH_CARD},
        {"classic-holdem", "holdem", "7h 2d", "Kc 9s 4d", 0.0673, FELT_HIGH_CARD},
        {"classic-omaha", "omaha", "Ah Kh 2c 2d", "Qh Jh Th", 1, FELT_STRAIGHT_FLUSH},
        {"classic-omaha", "omaha", "Ah 3c 2c 2d", "Kh Qh Jh Th 9h", 0.1932, FELT_PAIR},
        {"classic-draw", "draw", "Ah Ad 9c 5s 2h", "", 0.5302, FELT_PAIR},
        {"classic-default", "stud", "Ah Kh Qh Jh Th", "", 1, FELT_STRAIGHT_FLUSH},
        {"classic-default", "stud", "Ah Kh Qh Jh", "", 0, FELT_HIGH_CARD},
    };
    for (size_t i = 0; i < ROWS(rows); i++) {
        struct felt_known known = known_of(rows[i].variant, rows[i].hole, rows[i].board, 1);
        struct felt_strategy_strength strength = evaluate(rows[i].evaluator, &known, 0);
        if (strength.hand_rank != rows[i].rank)
            fail_msg("%s %s: %s", rows[i].hole, rows[i].board,
                     felt_category_word(strength.hand_rank));
        if (fabs(strength.normalized - rows[i].strength) > 0.0003)
            fail_msg("%s %s: %f", rows[i].hole, rows[i].board, strength.normalized);
    }
}

/* The first version knows no other family: the number itself, once a whole hand is there. */
static void evaluators_classic_default_of_other_families(void **unused)
{
    (void)unused;
    static const struct {
        const char *variant, *better, *worse, *board;
    } rows[] = {
        {"27-single", "2c 3d 4h 5s 7c", "2c 3d 4h 5s 8c", ""},
        {"razz", "Ac 2d 3h 4s 5c", "Ac 2d 3h 4s 6c", ""},
        {"badugi", "Ac 2d 3h 4s", "Ac 2d 3h 4h", ""},
        {"short-deck", "Ah Kh", "As Ks", "Qh Jh 7h"},
        {"rhode-island", "Ah", "9c", "As Ad"},
    };
    for (size_t i = 0; i < ROWS(rows); i++) {
        struct felt_known better = known_of(rows[i].variant, rows[i].better, rows[i].board, 1);
        struct felt_known worse = known_of(rows[i].variant, rows[i].worse, rows[i].board, 1);
        double one = evaluate("classic-default", &better, 0).normalized;
        double two = evaluate("classic-default", &worse, 0).normalized;
        if (!(one > two && one <= 1 && two >= 0)) fail_msg("%s: %f, %f", rows[i].variant, one, two);
    }
    struct felt_known few = known_of("razz", "Ac 2d 3h 4s", "", 1);
    assert_true(evaluate("classic-default", &few, 0).normalized <= 0);
}

/* Half is an average hand at every table: the share is brought to that against one opponent. */
static void evaluators_strength_is_that_against_one(void **unused)
{
    (void)unused;
    static const struct {
        const char *variant, *hole, *board;
        int opponents;
        double min, max;
    } rows[] = {
        {"holdem", "Ah Ad", "", 1, 0.84, 0.87},
        {"holdem", "Ah Ad", "", 8, 0.78, 0.88},
        {"holdem", "7h 2d", "", 1, 0.31, 0.39},
        {"holdem", "7h 2d", "", 8, 0.20, 0.39},
        {"holdem", "Ah Kh", "Qh Jh Th", 5, 1, 1},
        {"omaha", "As Ks Qs Js", "", 1, 0.5, 0.7},
        {"stud", "2c 7d 9h", "", 5, 0.15, 0.45},
        {"razz", "Ac 2d 3h", "", 1, 0.6, 0.85},
        {"27-single", "2c 3d 4h 5s 7c", "", 3, 0.99, 1},
        {"kuhn", "Qs", "", 1, 0.3, 0.7},
        {"holdem", "7h 2d", "", 0, 1, 1}, /* nobody is left */
    };
    for (size_t i = 0; i < ROWS(rows); i++) {
        struct felt_known known =
            known_of(rows[i].variant, rows[i].hole, rows[i].board, rows[i].opponents);
        struct felt_strategy_strength strength = evaluate("default", &known, 3000);
        if (strength.normalized < rows[i].min || strength.normalized > rows[i].max)
            fail_msg("%s %s, %d opponents: %f", rows[i].variant, rows[i].hole, rows[i].opponents,
                     strength.normalized);
        assert_false(strength.timeout);
    }
}

static void evaluators_describe_the_hand(void **unused)
{
    (void)unused;
    struct felt_known known = known_of("holdem", "Js Ts", "9s 8s 2d", 1);
    struct felt_strategy_strength strength = evaluate("holdem", &known, 400);
    assert_int_equal(strength.hand_rank, FELT_HIGH_CARD);
    assert_int_equal(strength.outs, 15);
    assert_true(strength.potential > 0.4 && strength.potential < 0.8);
    struct felt_strategy_strength classic = evaluate("classic-holdem", &known, 0);
    assert_int_equal(classic.outs, 15);
    assert_int_equal(classic.raw_score, strength.raw_score);
    known = known_of("pineapple", "Ah 7c Ad", "", 1); /* of the two that will stay */
    assert_int_equal(evaluate("holdem", &known, 50).hand_rank, FELT_PAIR);
    known = known_of("pineapple", "9h 7c Ad", "", 1);
    assert_int_equal(evaluate("holdem", &known, 50).hand_rank, FELT_HIGH_CARD);
}

static void evaluators_potential_of_the_first_version_is_outs(void **unused)
{
    (void)unused;
    struct felt_known known = known_of("holdem", "Js Ts", "9s 8s 2d", 1);
    double potential =
        felt_strategy_evaluator_find("classic-holdem")->evaluate_potential(&known, NULL);
    assert_true(fabs(potential - 15.0 / 47) < 1e-12);
}

/* Usual samples if none are asked for. */
static void evaluators_samples_have_a_default(void **unused)
{
    (void)unused;
    struct felt_known known = known_of("omaha", "Js Ts 9c 8d", "9s 8s 2d", 2);
    double usual = evaluate("omaha", &known, 0).normalized;
    double same = evaluate("omaha", &known, FELT_STRATEGY_SAMPLES).normalized;
    assert_memory_equal(&usual, &same, sizeof usual);
}

static bool no_time(void *self)
{
    (void)self;
    return false;
}

static void evaluators_say_that_time_is_over(void **unused)
{
    (void)unused;
    struct felt_rng rng = felt_rng_make(6);
    struct felt_budget budget = {.time_left = no_time};
    struct felt_strategy_means means = {.rng = &rng, .samples = 100, .budget = &budget};
    struct felt_strategy_strength strength;
    struct felt_known known = known_of("holdem", "Js Ts", "9s 8s 2d", 1);
    felt_strategy_evaluator_find("holdem")->evaluate_hand(&known, &means, &strength);
    assert_true(strength.timeout);
    assert_int_equal(strength.hand_rank, FELT_HIGH_CARD); /* what costs nothing is there */
    assert_true(strength.normalized >= 0 && strength.normalized <= 1);
}

/* The rule of thumb, cut or filled up to what is asked for. */
static void evaluators_classic_discards(void **unused)
{
    (void)unused;
    static const struct {
        int min, max;
        uint64_t thrown;
    } rows[] = {
        {0, 5, 0x1a}, /* a pair stays       */
        {0, 2, 0x18}, {0, 0, 0}, {4, 5, 0x1b}, {5, 5, 0x1f},
    };
    struct felt_known known = known_of("draw", "Ah 9c Ad 5s 2h", "", 1);
    for (size_t i = 0; i < ROWS(rows); i++) {
        uint64_t thrown = felt_strategy_evaluator_find("classic-draw")
                              ->select_discards(&known, rows[i].min, rows[i].max, NULL);
        assert_int_equal(thrown, rows[i].thrown);
    }
}

TEST_MODULE(evaluators)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(evaluators_are_found_by_name),
        cmocka_unit_test(evaluators_of_every_variant),
        cmocka_unit_test(evaluators_normalize),
        cmocka_unit_test(evaluators_classic_strength),
        cmocka_unit_test(evaluators_classic_default_of_other_families),
        cmocka_unit_test(evaluators_strength_is_that_against_one),
        cmocka_unit_test(evaluators_describe_the_hand),
        cmocka_unit_test(evaluators_potential_of_the_first_version_is_outs),
        cmocka_unit_test(evaluators_samples_have_a_default),
        cmocka_unit_test(evaluators_say_that_time_is_over),
        cmocka_unit_test(evaluators_classic_discards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
