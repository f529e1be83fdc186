/* test_lab_measure.c -- how games play (lab/search/measure.h): the cascade, orderings of known
 * games, flaws, intervals, and what a spectator sees. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "command/lab_file.h"
#include "lab/search/fitness.h"
#include "module.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void read_known(const char *name, struct felt_genome *genome)
{
    struct felt_genome_error error;
    for (int i = 0; i < felt_lab_known_count(); i++) {
        const struct felt_lab_known *known = felt_lab_known_at(i);
        if (strcmp(known->name, name) != 0) continue;
        assert_int_equal(felt_genome_json_read(known->text, known->bytes, genome, &error), FELT_OK);
        return;
    }
    fail_msg("%s is not known", name);
}

static int sit(void **state)
{
    *state = malloc(felt_measure_bytes());
    return *state == NULL;
}

static int leave(void **state)
{
    free(*state);
    return 0;
}

static struct felt_measures measure(void *memory, const struct felt_genome *genome, double effort,
                                    uint64_t seed, enum felt_stage until)
{
    const struct felt_measure_plan plan = {.seed = seed, .effort = effort};
    struct felt_measures out;
    felt_measure(felt_measurer_init(memory), genome, &plan, until, &out);
    return out;
}

static struct felt_measures measure_known(void *memory, const char *name, double effort)
{
    struct felt_genome genome;
    read_known(name, &genome);
    return measure(memory, &genome, effort, 1, FELT_STAGE_FULL);
}

static void assert_same(const struct felt_measures *a, const struct felt_measures *b)
{
    assert_int_equal(a->hash, b->hash);
    assert_int_equal(a->seats, b->seats);
    assert_int_equal(a->stage, b->stage);
    assert_int_equal(a->flaw, b->flaw);
    assert_memory_equal(a->metric, b->metric, sizeof a->metric);
    assert_memory_equal(a->fact, b->fact, sizeof a->fact);
}

/* ---- words ---- */

static void measure_names_are_found_again(void **state)
{
    (void)state;
    for (int i = 0; i < FELT_METRICS; i++) {
        assert_int_equal(felt_lab_metric_find(felt_lab_metric_name((enum felt_lab_metric)i)), i);
        assert_true(strlen(felt_lab_metric_says((enum felt_lab_metric)i)) > 5);
    }
    for (int i = 0; i < FELT_FACTS; i++)
        assert_int_equal(felt_fact_find(felt_fact_name((enum felt_fact)i)), i);
    for (int i = 0; i < FELT_FLAWS; i++) assert_non_null(felt_flaw_says((enum felt_flaw)i));
    assert_int_equal(felt_lab_metric_find("skil"), -1);
    assert_int_equal(felt_fact_find(""), -1);
}

/* ---- the cascade ---- */

/* Q1: whatever was asked before, and however it was asked. */
static void measure_in_stages_is_as_at_once(void **state)
{
    static const char *const names[] = {"crazy-eights", "kuhn", "whist"};
    const struct felt_measure_plan plan = {.seed = 7, .effort = 0.03};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct felt_genome genome, other;
        struct felt_measures parts, elsewhere;
        read_known(names[i], &genome);
        read_known("gops", &other);
        struct felt_measures once = measure(*state, &genome, 0.03, 7, FELT_STAGE_FULL);
        if (once.flaw) fail_msg("%s: %s", names[i], felt_flaw_says((enum felt_flaw)once.flaw));
        assert_int_equal(once.stage, FELT_STAGE_FULL);
        struct felt_measurer *measurer = felt_measurer_init(*state);
        felt_measure(measurer, &genome, &plan, FELT_STAGE_FILTER, &parts);
        felt_measure_more(measurer, &genome, &plan, FELT_STAGE_SKETCH, &parts);
        felt_measure_more(measurer, &genome, &plan, FELT_STAGE_FULL, &parts);
        assert_same(&once, &parts);
        /* Something else in between, and going on from the sketch all the same. */
        felt_measure(measurer, &genome, &plan, FELT_STAGE_SKETCH, &parts);
        felt_measure(measurer, &other, &plan, FELT_STAGE_FULL, &elsewhere);
        felt_measure_more(measurer, &genome, &plan, FELT_STAGE_FULL, &parts);
        assert_same(&once, &parts);
    }
}

static void measure_other_seed_other_numbers(void **state)
{
    struct felt_genome genome;
    read_known("crazy-eights", &genome);
    struct felt_measures a = measure(*state, &genome, 0.03, 1, FELT_STAGE_SKETCH);
    struct felt_measures b = measure(*state, &genome, 0.03, 2, FELT_STAGE_SKETCH);
    assert_true(memcmp(a.metric, b.metric, sizeof a.metric) != 0);
}

/* Q2 */
static void measure_says_nothing_about_stages_that_were_not_reached(void **state)
{
    static const enum felt_lab_metric later[] = {FELT_METRIC_BALANCE,     FELT_METRIC_SKILL,
                                                 FELT_METRIC_DECISION,    FELT_METRIC_DRAMA,
                                                 FELT_METRIC_INTERACTION, FELT_METRIC_NOVELTY};
    struct felt_genome genome;
    read_known("whist", &genome);
    struct felt_measures out = measure(*state, &genome, 0.1, 1, FELT_STAGE_FILTER);
    assert_int_equal(out.stage, FELT_STAGE_FILTER);
    for (size_t i = 0; i < sizeof later / sizeof later[0]; i++) {
        assert_true(out.metric[later[i]].mean == 0.5);
        assert_true(out.metric[later[i]].half == 0.5);
    }
    assert_true(out.metric[FELT_METRIC_COMPLETION].mean == 1);
    out = measure(*state, &genome, 0.1, 1, FELT_STAGE_SKETCH);
    assert_true(out.metric[FELT_METRIC_BALANCE].half < 0.5);
    assert_true(out.metric[FELT_METRIC_SKILL].half == 0.5);
}

/* Q3: short measurements against a long one, which has an interval of its own. */
static void measure_intervals_hold(void **state)
{
    enum { TIMES = 16 };
    static const char *const names[] = {"knock-out-whist", "kuhn"};
    int outside = 0, all = 0;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct felt_genome genome;
        read_known(names[i], &genome);
        struct felt_measures truth = measure(*state, &genome, 0.5, 1000, FELT_STAGE_FULL);
        for (uint64_t seed = 1; seed <= TIMES; seed++) {
            struct felt_measures out = measure(*state, &genome, 0.03, seed, FELT_STAGE_FULL);
            for (int k = 0; k < FELT_METRICS; k++) {
                double off = fabs(out.metric[k].mean - truth.metric[k].mean);
                double half = out.metric[k].half, own = truth.metric[k].half;
                assert_true(out.metric[k].mean >= 0 && out.metric[k].mean <= 1);
                all++;
                outside += off > sqrt(half * half + own * own) + 1e-9;
            }
        }
    }
    if (outside * 100 > all * 5) fail_msg("%d of %d are outside", outside, all);
}

/* ---- orderings that any card player would expect ---- */

static void measure_skill_war_below_crazy_eights_below_gin(void **state)
{
    struct felt_measures war = measure_known(*state, "war", 0.15);
    struct felt_measures eights = measure_known(*state, "crazy-eights", 0.15);
    struct felt_measures gin = measure_known(*state, "gin-lite", 0.15);
    double skill[] = {war.metric[FELT_METRIC_SKILL].mean, eights.metric[FELT_METRIC_SKILL].mean,
                      gin.metric[FELT_METRIC_SKILL].mean};
    assert_true(skill[0] < 0.01);
    assert_true(skill[1] > skill[0] + 0.03);
    assert_true(skill[2] > skill[1] + 0.03);
    assert_true(war.fact[FELT_FACT_LUCK] > 0.99);
    assert_true(gin.fact[FELT_FACT_LUCK] < eights.fact[FELT_FACT_LUCK]);
    /* And nobody would rather play War. */
    const struct felt_weights *balanced = &felt_preset_find("balanced")->weights;
    assert_true(felt_fitness_of(&war, balanced).value < felt_fitness_of(&eights, balanced).value);
    assert_true(felt_fitness_of(&war, balanced).value < felt_fitness_of(&gin, balanced).value);
}

/* Betting War has bets and choices, and is over before anything comes of them. */
static void measure_games_that_people_love_are_above_betting_war(void **state)
{
    static const char *const loved[] = {"hearts", "spades", "gin-lite", "crazy-eights"};
    const struct felt_weights *balanced = &felt_preset_find("balanced")->weights;
    struct felt_measures war = measure_known(*state, "betting-war", 0.15);
    double least = felt_fitness_of(&war, balanced).value;
    for (size_t i = 0; i < sizeof loved / sizeof loved[0]; i++) {
        struct felt_measures game = measure_known(*state, loved[i], 0.15);
        if (felt_fitness_of(&game, balanced).value <= least)
            fail_msg("%s is below Betting War", loved[i]);
    }
}

static void measure_bluffs_are_for_poker_not_for_hearts(void **state)
{
    struct felt_measures kuhn = measure_known(*state, "kuhn", 0.3);
    struct felt_measures hearts = measure_known(*state, "hearts", 0.05);
    assert_true(hearts.metric[FELT_METRIC_BLUFF].mean == 0);
    assert_true(hearts.metric[FELT_METRIC_BLUFF].half == 0);
    assert_true(hearts.metric[FELT_METRIC_FOLD].mean == 0);
    assert_true(hearts.fact[FELT_FACT_BETTING] == 0);
    assert_true(kuhn.metric[FELT_METRIC_BLUFF].mean > 0.2);
    assert_true(kuhn.metric[FELT_METRIC_FOLD].mean > 0.1);
    assert_true(kuhn.fact[FELT_FACT_BLUFF_LOW] > 0); /* proven */
    assert_true(kuhn.fact[FELT_FACT_BETTING] > 0);
    assert_true(kuhn.fact[FELT_FACT_SHOWDOWN] > 0.3);
}

/* ---- flaws ---- */

static void measure_war_has_nothing_to_decide(void **state)
{
    struct felt_measures war = measure_known(*state, "war", 1);
    assert_int_equal(war.flaw, FELT_FLAW_EMPTY);
    assert_int_equal(war.stage, FELT_STAGE_FILTER); /* no more time is spent */
    assert_true(felt_fitness_of(&war, &felt_preset_at(0)->weights).value == 0);
}

static void measure_games_that_are_cut_are_endless(void **state)
{
    struct felt_genome genome;
    read_known("crazy-eights", &genome);
    genome.session.gene[FELT_SESSION_TURNS] = 10;
    struct felt_measures out = measure(*state, &genome, 0.2, 1, FELT_STAGE_FULL);
    assert_true(out.metric[FELT_METRIC_COMPLETION].mean < 0.5);
    assert_int_equal(out.flaw, FELT_FLAW_ENDLESS);
}

/* Everybody holds as many cards: nobody's are better, and people bet on nothing. */
static void measure_cards_that_do_not_matter_are_a_flaw(void **state)
{
    struct felt_genome genome;
    struct felt_genome_error error;
    read_known("simple-poker", &genome);
    assert_int_equal(measure(*state, &genome, 0.2, 1, FELT_STAGE_FILTER).flaw, FELT_FLAW_NONE);
    genome.evaluation.gene[FELT_EVAL_METHOD] = FELT_EVAL_CARD_COUNT;
    assert_int_equal(felt_genome_verify(&genome, &error, 1), 0);
    assert_int_equal(measure(*state, &genome, 0.2, 1, FELT_STAGE_FULL).flaw, FELT_FLAW_BLIND);
}

static void measure_known_games_pass_the_filter(void **state)
{
    for (int i = 0; i < felt_lab_known_count(); i++) {
        struct felt_genome genome;
        const char *name = felt_lab_known_at(i)->name;
        bool idle = !strcmp(name, "war") || !strcmp(name, "old-maid");
        read_known(name, &genome);
        struct felt_measures out = measure(*state, &genome, 0.5, 1, FELT_STAGE_FILTER);
        if ((out.flaw != FELT_FLAW_NONE) != idle)
            fail_msg("%s: %s", name, felt_flaw_says((enum felt_flaw)out.flaw));
    }
}

/* ---- what a spectator sees ---- */

/* Cards that nobody can see change places, as often as you like; all others stay, nothing is lost,
 * and the game can go on. */
static void spectator_imagines_games_that_look_the_same(void **state)
{
    (void)state;
    for (int i = 0; i < felt_lab_known_count(); i++) {
        struct felt_genome genome;
        struct felt_genome_program program;
        struct felt_rng rng = felt_rng_make((uint64_t)i);
        int moved = 0;
        read_known(felt_lab_known_at(i)->name, &genome);
        felt_genome_compile(&genome, genome.players.gene[FELT_PLAYERS_MIN], &program);
        for (int game = 0; game < 12; game++) {
            struct felt_genome_state now, other;
            struct felt_moves moves;
            felt_genome_begin(&program, NULL, felt_rng_next(&rng), &now, NULL);
            for (int left = 2 * game; left > 0 && now.actor >= 0; left--) {
                felt_genome_moves(&program, &now, &moves);
                int n = (int)felt_rng_below(&rng, (uint32_t)felt_moves_count(&moves));
                felt_genome_play(&program, &now, felt_moves_pick(&moves, n), NULL);
            }
            if (now.actor < 0) continue;
            other = now;
            felt_genome_redeal(&program, FELT_SEAT_NONE, &rng, &other);
            felt_cards all = other.table;
            for (int seat = 0; seat < program.seats; seat++) {
                assert_int_equal(felt_cards_count(other.hand[seat]),
                                 felt_cards_count(now.hand[seat]));
                if (!program.queue)
                    assert_int_equal(other.hand[seat] & now.shown, now.hand[seat] & now.shown);
                moved += other.hand[seat] != now.hand[seat];
                assert_int_equal(all & other.hand[seat], 0); /* no card twice */
                all |= other.hand[seat];
            }
            assert_int_equal(other.table, now.table);
            assert_int_equal(other.discards, now.discards);
            if (program.open_discards && now.discards && program.queue)
                assert_int_equal(other.order[now.discards - 1], now.order[now.discards - 1]);
            assert_int_equal(other.actor, now.actor);
            felt_genome_moves(&program, &other, &moves);
            assert_true(felt_moves_count(&moves) > 0);
            (void)felt_genome_playout(&program, &other, &rng, false);
            assert_int_equal(other.actor, FELT_SEAT_NONE);
        }
        /* The hands of Goofspiel are known: everybody has a suit of his own. */
        if (!moved && !program.setup[FELT_SETUP_OWN_SUITS])
            fail_msg("%s: every hand stays", felt_lab_known_at(i)->name);
    }
}

TEST_MODULE(lab_measure)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(measure_names_are_found_again),
        cmocka_unit_test_setup_teardown(measure_in_stages_is_as_at_once, sit, leave),
        cmocka_unit_test_setup_teardown(measure_other_seed_other_numbers, sit, leave),
        cmocka_unit_test_setup_teardown(measure_says_nothing_about_stages_that_were_not_reached,
                                        sit, leave),
        cmocka_unit_test_setup_teardown(measure_intervals_hold, sit, leave),
        cmocka_unit_test_setup_teardown(measure_skill_war_below_crazy_eights_below_gin, sit, leave),
        cmocka_unit_test_setup_teardown(measure_games_that_people_love_are_above_betting_war, sit,
                                        leave),
        cmocka_unit_test_setup_teardown(measure_bluffs_are_for_poker_not_for_hearts, sit, leave),
        cmocka_unit_test_setup_teardown(measure_war_has_nothing_to_decide, sit, leave),
        cmocka_unit_test_setup_teardown(measure_games_that_are_cut_are_endless, sit, leave),
        cmocka_unit_test_setup_teardown(measure_cards_that_do_not_matter_are_a_flaw, sit, leave),
        cmocka_unit_test_setup_teardown(measure_known_games_pass_the_filter, sit, leave),
        cmocka_unit_test(spectator_imagines_games_that_look_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
