/* test_narc_balance.c -- trials of Narc: sums that add up, threads that do not matter, intervals
 * that hold, goals, answers and pages (lab/narc/narc_balance.h and what is built on it). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "lab/narc/narc_goals.h"
#include "lab/narc/narc_page.h"
#include "module.h"
#include "narc_curios.h"
#include "os/thread_pool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SOME_HANDS = 3000, PAGE_BYTES = 1 << 20 };

static bool run_pool(void *threads, const struct felt_jobs *jobs)
{
    return felt_thread_pool_run(*(const int *)threads, jobs);
}

static struct felt_narc_study study_of(int *threads)
{
    struct felt_narc_study study = {.catalogue = &narc_curios,
                                    .options = felt_narc_options_usual,
                                    .seed = 7,
                                    .hands = SOME_HANDS,
                                    .sessions_max = 1,
                                    .runner = run_pool,
                                    .pool = threads};
    struct felt_narc_rules *rules = calloc(1, sizeof *rules);
    assert_non_null(rules);
    assert_int_equal(felt_narc_rules_make(&study.options, &narc_curios, true, rules, NULL),
                     FELT_OK);
    felt_narc_bots_usual(rules, study.bot);
    free(rules);
    return study;
}

static struct felt_narc_case *cases_of(const struct felt_narc_study *study, int count)
{
    struct felt_narc_case *cases = calloc((size_t)count, sizeof *cases);
    assert_non_null(cases);
    for (int i = 0; i < count; i++)
        assert_int_equal(
            felt_narc_rules_make(&study->options, study->catalogue, true, &cases[i].rules, NULL),
            FELT_OK);
    return cases;
}

static void play(struct felt_narc_study *study, const struct felt_narc_case *first,
                 struct felt_narc_case *out)
{
    assert_int_equal(felt_narc_study_play(study, first, 0, out), FELT_STUDY_DONE);
}

/* ---- sums ---- */

static int64_t sum(const struct felt_narc_tally *tally, int from, int count)
{
    int64_t all = 0;
    for (int i = 0; i < count; i++) all += tally->at[from + i];
    return all;
}

static void look_at_sums(const struct felt_narc_case *played)
{
    const struct felt_narc_tally *all = &played->result.all;
    int64_t hands = all->at[FELT_SUM_HANDS], money = 0, sessions = 0;
    assert_true(hands >= SOME_HANDS);
    assert_int_equal(all->at[FELT_SUM_ENDS + FELT_NARC_PLAYING], 0);
    assert_int_equal(sum(all, FELT_SUM_ENDS, FELT_NARC_ENDS), hands);
    assert_int_equal(sum(all, FELT_SUM_FOLDS, FELT_NARC_ROUNDS_MAX),
                     all->at[FELT_SUM_ENDS + FELT_NARC_FOLDED]);
    assert_int_equal(all->at[FELT_SUM_FOLDS + 3], 0);
    assert_int_equal(all->at[FELT_SUM_BEGUN], hands);
    assert_int_equal(sum(all, FELT_SUM_BEGUN, FELT_NARC_ROUNDS_MAX), all->at[FELT_SUM_ROUNDS]);
    assert_int_equal(all->at[FELT_SUM_CHECKS] + all->at[FELT_SUM_RAISES] +
                         all->at[FELT_SUM_TURN_FOLDS],
                     all->at[FELT_SUM_TURNS]);
    assert_int_equal(all->at[FELT_SUM_TURNS] + all->at[FELT_SUM_POINTS],
                     all->at[FELT_SUM_DECISIONS]);
    assert_int_equal(all->at[FELT_SUM_STAYS] + all->at[FELT_SUM_RAISES] +
                         all->at[FELT_SUM_ENDS + FELT_NARC_FOLDED],
                     all->at[FELT_SUM_DECISIONS]);
    assert_int_equal(all->at[FELT_SUM_TURN_FOLDS] + all->at[FELT_SUM_POINT_FOLDS],
                     all->at[FELT_SUM_ENDS + FELT_NARC_FOLDED]);
    assert_true(sum(all, FELT_SUM_HOLDERS, FELT_ROLES) <= all->at[FELT_SUM_ROUNDS]);
    assert_true(all->at[FELT_SUM_OPTIONS_USED] <= all->at[FELT_SUM_OPTIONS]);
    for (int i = 0; i < FELT_NARC_MONEY_BINS; i++) {
        sessions += played->result.money[i];
        money += (int64_t)played->result.money[i] * (FELT_NARC_MONEY_LOW + i);
    }
    assert_int_equal(sessions, all->at[FELT_SUM_SESSIONS]);
    assert_int_equal(money, all->at[FELT_SUM_MONEY]);
    for (int kind = 0; kind < narc_curios.kinds; kind++) {
        assert_true(all->at[FELT_SUM_PLAYED + kind] <= all->at[FELT_SUM_PLAYABLE + kind]);
        assert_true(all->at[FELT_SUM_PLAYABLE + kind] <= all->at[FELT_SUM_DRAWN + kind]);
        assert_true(all->at[FELT_SUM_DRAWN + kind] <= hands);
    }
}

static void sums_of_a_trial_add_up(void **state)
{
    static const char *const policies[] = {"",       ",,random",  "random,random,random",
                                           ",,dump", ",,passive", ",,cover"};
    int threads = 1;
    (void)state;
    struct felt_narc_study study = study_of(&threads);
    struct felt_narc_case *cases = cases_of(&study, 1);
    for (size_t i = 0; i < sizeof policies / sizeof policies[0]; i++) {
        struct felt_narc_study own = study;
        assert_int_equal(felt_narc_policy_read(policies[i], own.bot, NULL), FELT_OK);
        play(&own, NULL, cases);
        look_at_sums(cases);
        assert_int_equal(cases->result.all.at[FELT_SUM_RUNS],
                         cases->result.all.at[FELT_SUM_SESSIONS]);
    }
    free(cases);
}

static void groups_are_of_one_size_and_make_up_the_whole(void **state)
{
    int threads = 1;
    (void)state;
    struct felt_narc_study study = study_of(&threads);
    struct felt_narc_case *cases = cases_of(&study, 1);
    play(&study, NULL, cases);
    for (int i = 0; i < FELT_SUMS; i++) {
        int64_t all = 0;
        for (int j = 0; j < FELT_NARC_GROUPS; j++) all += cases->result.group[j].at[i];
        assert_int_equal(all, cases->result.all.at[i]);
    }
    for (int j = 0; j < FELT_NARC_GROUPS; j++)
        assert_int_equal(cases->result.group[j].at[FELT_SUM_RUNS] * FELT_NARC_GROUPS,
                         cases->result.sessions);
    free(cases);
}

static void runs_keep_heat_and_end_with_a_bust(void **state)
{
    int threads = 1;
    (void)state;
    struct felt_narc_study study = study_of(&threads);
    study.sessions_max = 8;
    struct felt_narc_case *cases = cases_of(&study, 1);
    play(&study, NULL, cases);
    look_at_sums(cases);
    const int64_t *at = cases->result.all.at;
    assert_true(at[FELT_SUM_SESSIONS] > at[FELT_SUM_RUNS]);
    assert_true(at[FELT_SUM_SESSIONS] <= 8 * at[FELT_SUM_RUNS]);
    /* no more busts than runs, and heat at the end of sessions beyond what one session makes */
    assert_true(at[FELT_SUM_ENDS + FELT_NARC_BUSTED] <= at[FELT_SUM_RUNS]);
    assert_true(felt_narc_value(&cases->values, FELT_FIGURE_HEAT_END, 0) >
                felt_narc_value(&cases->values, FELT_FIGURE_HEAT_HAND, 0) *
                    felt_narc_value(&cases->values, FELT_FIGURE_HANDS_SESSION, 0));
    free(cases);
}

/* ---- threads, seeds, pairs ---- */

static bool same_result(const struct felt_narc_result *a, const struct felt_narc_result *b)
{
    return a->sessions == b->sessions && !memcmp(&a->all, &b->all, sizeof a->all) &&
           !memcmp(a->group, b->group, sizeof a->group) &&
           !memcmp(a->money, b->money, sizeof a->money);
}

static void threads_do_not_matter(void **state)
{
    (void)state;
    int threads = 1;
    struct felt_narc_study study = study_of(&threads);
    struct felt_narc_case *cases = cases_of(&study, 3);
    for (int i = 0; i < 3; i++) {
        threads = i == 2 ? 5 : i + 1;
        play(&study, NULL, &cases[i]);
        assert_true(same_result(&cases[0].result, &cases[i].result));
    }
    study.seed++;
    play(&study, NULL, &cases[1]);
    assert_false(same_result(&cases[0].result, &cases[1].result));
    free(cases);
}

static void a_rule_set_compared_with_itself_is_exactly_the_same(void **state)
{
    int threads = 2;
    (void)state;
    struct felt_narc_study study = study_of(&threads);
    struct felt_narc_sweep sweep;
    assert_int_equal(felt_narc_sweep_read("cap=3", &sweep, NULL), FELT_OK);
    struct felt_narc_case *cases = cases_of(&study, 2);
    play(&study, NULL, &cases[0]);
    struct felt_narc_options options = study.options;
    felt_narc_sweep_set(&sweep, 0, &options, cases[1].label);
    assert_string_equal(cases[1].label, "cap 3");
    assert_int_equal(felt_narc_rules_make(&options, &narc_curios, true, &cases[1].rules, NULL),
                     FELT_OK);
    play(&study, &cases[0], &cases[1]);
    assert_true(same_result(&cases[0].result, &cases[1].result));
    for (int i = 0; i < FELT_NARC_FIGURES; i++) {
        enum felt_narc_figure figure = (enum felt_narc_figure)i;
        for (int j = 0; j < felt_narc_figure_count(&cases->rules, figure); j++) {
            if (isnan(felt_narc_value(&cases->values, figure, j))) continue;
            struct felt_interval change =
                felt_narc_difference(&cases[1].values, &cases[0].values, figure, j);
            assert_true(change.mean == 0 && change.low == 0 && change.high == 0);
        }
    }
    free(cases);
}

static void another_player_gets_the_same_cards(void **state)
{
    (void)state;
    int threads = 1;
    struct felt_narc_study study = study_of(&threads);
    struct felt_narc_case *cases = cases_of(&study, 2);
    play(&study, NULL, &cases[0]);
    assert_int_equal(felt_narc_policy_read(",,dump", study.bot, NULL), FELT_OK);
    play(&study, &cases[0], &cases[1]);
    assert_int_equal(cases[0].result.sessions, cases[1].result.sessions);
    /* Pairs: the difference is surer than two numbers that know nothing of each other. */
    struct felt_interval a = felt_narc_interval(&cases[0].values, FELT_FIGURE_MONEY_SESSION, 0);
    struct felt_interval b = felt_narc_interval(&cases[1].values, FELT_FIGURE_MONEY_SESSION, 0);
    struct felt_interval d =
        felt_narc_difference(&cases[1].values, &cases[0].values, FELT_FIGURE_MONEY_SESSION, 0);
    double apart = hypot(a.high - a.mean, b.high - b.mean);
    assert_true(d.high - d.mean < apart);
    assert_true(fabs(d.mean - (b.mean - a.mean)) < 1e-9);
    free(cases);
}

/* ---- intervals ---- */

/* A toy whose truth is known: sessions of one to four hands, of which a third is won; money is 10
 * for a hand won. */
static void fill_toy(struct felt_narc_result *result, uint64_t seed)
{
    struct felt_rng rng = felt_rng_make(seed);
    memset(result, 0, sizeof *result);
    for (int session = 0; session < FELT_NARC_GROUPS * 8; session++) {
        int64_t *at = result->group[session % FELT_NARC_GROUPS].at;
        int hands = 1 + (int)felt_rng_below(&rng, 4);
        /* hands of a session are alike: what naive intervals miss */
        uint32_t chance = felt_rng_below(&rng, 2) ? 1 : 5;
        at[FELT_SUM_SESSIONS]++;
        at[FELT_SUM_HANDS] += hands;
        for (int i = 0; i < hands; i++) {
            bool won = felt_rng_below(&rng, 9) < chance;
            at[FELT_SUM_ENDS + FELT_NARC_SAFE] += won;
            at[FELT_SUM_MONEY] += won ? 10 : 0;
        }
    }
    for (int j = 0; j < FELT_NARC_GROUPS; j++)
        for (int i = 0; i < FELT_SUMS; i++) result->all.at[i] += result->group[j].at[i];
}

static bool holds(struct felt_interval interval, double truth)
{
    return interval.low <= truth && truth <= interval.high;
}

static void intervals_hold_the_truth_as_often_as_they_say(void **state)
{
    enum { SERIES = 400 };
    struct felt_narc_result *result = malloc(sizeof *result);
    struct felt_narc_values *values = malloc(sizeof *values);
    int share = 0, money = 0;
    (void)state;
    assert_non_null(result);
    assert_non_null(values);
    for (uint64_t i = 0; i < SERIES; i++) {
        fill_toy(result, i);
        felt_narc_values_of(result, values);
        share += holds(felt_narc_interval(values, FELT_FIGURE_WIN, 0), 100.0 / 3);
        money += holds(felt_narc_interval(values, FELT_FIGURE_MONEY_SESSION, 0), 25.0 / 3);
    }
    /* 95 % of 400 are 380, with a standard deviation of 4.4 */
    assert_in_range(share, 362, 394);
    assert_in_range(money, 362, 394);
    free(values);
    free(result);
}

static void what_was_never_seen_has_an_interval_too(void **state)
{
    struct felt_narc_result *result = malloc(sizeof *result);
    struct felt_narc_values *values = malloc(sizeof *values);
    (void)state;
    assert_non_null(result);
    assert_non_null(values);
    fill_toy(result, 1);
    felt_narc_values_of(result, values);
    struct felt_interval busts = felt_narc_interval(values, FELT_FIGURE_BUST, 0);
    assert_true(busts.mean == 0 && busts.low == 0 && busts.high > 0 && busts.high < 1);
    assert_true(isnan(felt_narc_value(values, FELT_FIGURE_OPTION_USED, 0))); /* M1 */
    free(values);
    free(result);
}

/* ---- chances after flips ---- */

static void chances_spread_from_flip_to_flip(void **state)
{
    int threads = 2;
    double before = 0;
    (void)state;
    struct felt_narc_study study = study_of(&threads);
    struct felt_narc_case *cases = cases_of(&study, 1);
    study.hands = 1000;
    assert_int_equal(felt_narc_policy_read(",,careful/never-fold", study.bot, NULL), FELT_OK);
    assert_int_equal(felt_narc_study_play(&study, NULL, 16, cases), FELT_STUDY_DONE);
    for (int round = 0; round < 3; round++) {
        double spread = felt_narc_value(&cases->values, FELT_FIGURE_SPREAD, round);
        assert_true(spread > before);
        before = spread;
        assert_int_equal(cases->result.all.at[FELT_SUM_SEEN + round],
                         cases->result.all.at[FELT_SUM_HANDS]);
    }
    /* after the last flip a chance is 0 or 1 */
    double win = felt_narc_value(&cases->values, FELT_FIGURE_WIN, 0) / 100;
    assert_true(fabs(before - 100 * sqrt(win * (1 - win))) < 1e-6);
    assert_true(fabs(felt_narc_value(&cases->values, FELT_FIGURE_CHANCE, 2) - 100 * win) < 1e-6);
    free(cases);
}

/* ---- names ---- */

static void figures_are_found_by_what_they_are_called(void **state)
{
    int threads = 1;
    (void)state;
    struct felt_narc_study study = study_of(&threads);
    struct felt_narc_case *cases = cases_of(&study, 1);
    struct felt_complaint complaint;
    enum felt_narc_figure found;
    int index;
    for (int i = 0; i < FELT_NARC_FIGURES; i++) {
        enum felt_narc_figure figure = (enum felt_narc_figure)i;
        for (int j = 0; j < felt_narc_figure_count(&cases->rules, figure); j++) {
            char name[FELT_NARC_FIGURE_BYTES];
            felt_narc_figure_write(&cases->rules, figure, j, name);
            assert_int_equal(felt_narc_figure_read(&cases->rules, name, &found, &index, &complaint),
                             FELT_OK);
            assert_int_equal(found, figure);
            assert_int_equal(index, j);
        }
    }
    assert_int_equal(felt_narc_figure_read(&cases->rules, "fold_share", &found, &index, NULL),
                     FELT_OK);
    assert_int_equal(index, -1);
    assert_int_equal(felt_narc_figure_read(&cases->rules, "wim", &found, &index, &complaint),
                     FELT_BAD_NAME);
    assert_string_equal(complaint.text, "there is no metric wim; did you mean win?");
    free(cases);
}

static void policies_and_sweeps_are_refused_with_a_place(void **state)
{
    static const struct {
        const char *text;
        enum felt_status status;
    } sweeps[] = {{"cap", FELT_BAD_FORMAT},
                  {"cap=", FELT_BAD_FORMAT},
                  {"=3", FELT_BAD_NAME},
                  {"cups=3", FELT_BAD_NAME},
                  {"cap=x", FELT_BAD_NUMBER},
                  {"cap=99999999999", FELT_BAD_NUMBER},
                  {"cap=5..2", FELT_BAD_NUMBER},
                  {"cap=2..", FELT_BAD_NUMBER},
                  {"cap=2,,3", FELT_BAD_NUMBER},
                  {"order=NNP", FELT_BAD_NAME},
                  {"initiative=maybe", FELT_BAD_NAME},
                  {"pot_per_card=0..999", FELT_FULL}};
    struct felt_complaint complaint;
    struct felt_narc_sweep sweep = {.values = 77};
    int threads = 1;
    (void)state;
    for (size_t i = 0; i < sizeof sweeps / sizeof sweeps[0]; i++) {
        assert_int_equal(felt_narc_sweep_read(sweeps[i].text, &sweep, &complaint),
                         sweeps[i].status);
        assert_int_equal(sweep.values, 77);
    }
    assert_int_equal(felt_narc_sweep_read("cap=2..4,6", &sweep, &complaint), FELT_OK);
    assert_int_equal(sweep.values, 4);
    assert_int_equal(sweep.value[3], 6);
    struct felt_narc_study study = study_of(&threads);
    struct felt_narc_bot bot[FELT_ROLES];
    memcpy(bot, study.bot, sizeof bot);
    assert_int_equal(felt_narc_policy_read("best,wary,carefull", bot, &complaint), FELT_BAD_NAME);
    assert_int_equal(complaint.at, 10);
    assert_int_equal(felt_narc_policy_read("best,wary,careful,more", bot, &complaint),
                     FELT_BAD_FORMAT);
    assert_memory_equal(bot, study.bot, sizeof bot);
    char text[FELT_NARC_POLICY_BYTES];
    assert_int_equal(felt_narc_policy_read("seed,,rollout:4/never-fold", bot, &complaint), FELT_OK);
    assert_string_equal(felt_narc_policy_write(bot, text), "seed,wary,rollout:4/never-fold");
}

static void every_option_that_is_swept_changes_the_rules(void **state)
{
    static const char *const texts[] = {
        "rounds=2",        "hand_size=4",    "cap=4",         "fold_price=2", "session_hands=3",
        "session_cards=6", "pot_per_card=5", "initiative=no", "rotates=yes",  "pays_to_stay=yes",
        "insurance=no",    "conviction=no",  "open=yes",      "recycles=no",  "answers=others",
        "cap_effect=mute", "order=PCN"};
    int threads = 1;
    (void)state;
    struct felt_narc_study study = study_of(&threads);
    struct felt_narc_case *cases = cases_of(&study, 2);
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct felt_narc_options options = study.options;
        struct felt_narc_sweep sweep;
        assert_int_equal(felt_narc_sweep_read(texts[i], &sweep, NULL), FELT_OK);
        felt_narc_sweep_set(&sweep, 0, &options, cases[1].label);
        assert_int_equal(felt_narc_rules_make(&options, &narc_curios, true, &cases[1].rules, NULL),
                         FELT_OK);
        assert_true(cases[1].rules.hash != cases[0].rules.hash);
    }
    free(cases);
}

/* ---- goals ---- */

#define HEAD "{\"format\": \"felt.narc.goals\", \"version\": 1, \"hands\": 500, \"goals\": ["
#define TAIL "]}"

static void goals_are_met_or_missed(void **state)
{
    static const char text[] = HEAD
        "{\"about\": \"wins\", \"metric\": \"win\", \"min\": 1, \"max\": 99},"
        "{\"metric\": \"win\", \"max\": 1},"
        "{\"metric\": \"money_session\", \"player\": \"random\", \"of\": {\"player\": "
        "\"careful\"}, \"max\": 60},"
        "{\"metric\": \"bust\", \"player\": \"cover\", \"heat\": 101, \"above\": {\"heat\": 0}, "
        "\"min\": 1},"
        "{\"metric\": \"fold_share\", \"max\": 100},"
        "{\"metric\": \"play\", \"cards\": \"player\", \"min\": 99.5}" TAIL;
    static const bool met[] = {true, false, true, true, true, false};
    int threads = 2;
    struct felt_narc_goals goals;
    struct felt_complaint complaint;
    char name[FELT_NARC_FIGURE_BYTES];
    (void)state;
    struct felt_narc_study study = study_of(&threads);
    struct felt_narc_case *one = cases_of(&study, 1);
    assert_int_equal(felt_narc_goals_read(text, sizeof text - 1, &one->rules, &goals, &complaint),
                     FELT_OK);
    assert_int_equal(goals.count, 6);
    assert_int_equal(goals.trials, 4); /* the usual ones are played once */
    assert_string_equal(goals.goal[1].about, "goal 2");
    struct felt_narc_case *cases = cases_of(&study, goals.trials);
    assert_int_equal(felt_narc_goals_play(&study, cases, &goals), FELT_STUDY_DONE);
    for (int i = 0; i < goals.count; i++) assert_int_equal(goals.goal[i].met, met[i]);
    assert_int_equal(felt_narc_goals_missed(&goals), 2);
    felt_narc_goal_name(&one->rules, &goals.goal[5], name);
    assert_int_equal(strncmp(name, "play:", 5), 0);
    free(cases);
    free(one);
}

static void goals_that_make_no_sense_are_refused(void **state)
{
    static const struct {
        const char *text, *why;
    } bads[] = {
        {"[]", "/: this must be an object"},
        {"{", NULL},
        {"{\"format\": \"felt.narc.goals\", \"version\": 2, \"goals\": []}", "/version: "},
        {"{\"format\": \"felt.narc.rules\", \"version\": 1, \"goals\": [{}]}", "/format: "},
        {"{\"format\": \"felt.narc.goals\", \"version\": 1, \"goals\": []}", "/goals: "},
        {HEAD "3" TAIL, "/goals/0: this must be an object"},
        {HEAD "{\"min\": 1}" TAIL, "/goals/0/metric: "},
        {HEAD "{\"metric\": \"win\"}" TAIL, "/goals/0: give min, max or both"},
        {HEAD "{\"metric\": \"wins\", \"min\": 1}" TAIL, "/goals/0/metric: "},
        {HEAD "{\"metric\": \"win\", \"min\": 3, \"max\": 2}" TAIL, "/goals/0/max: "},
        {HEAD "{\"metric\": \"win\", \"min\": \"3\"}" TAIL, "/goals/0/min: "},
        {HEAD "{\"metric\": \"win\", \"least\": 3}" TAIL, "/goals/0: there is no field"},
        {HEAD "{\"metric\": \"win\", \"min\": 3, \"player\": \"best\"}" TAIL, "/goals/0/player: "},
        {HEAD "{\"metric\": \"win\", \"min\": 3, \"heat\": -1}" TAIL, "/goals/0/heat: "},
        {HEAD "{\"metric\": \"win\", \"min\": 3, \"cards\": \"player\"}" TAIL, "/goals/0/cards: "},
        {HEAD "{\"metric\": \"play\", \"min\": 3, \"cards\": \"nobody\"}" TAIL, "/goals/0/cards: "},
        {HEAD "{\"metric\": \"win\", \"min\": 3, \"of\": {}, \"above\": {}}" TAIL,
         "/goals/0/above: "},
        {HEAD "{\"metric\": \"win\", \"min\": 3, \"of\": {\"hands\": 3}}" TAIL,
         "/goals/0: there is no field"},
        {HEAD "{\"metric\": \"win\", \"metric\": \"bust\", \"min\": 3}" TAIL, NULL},
    };
    int threads = 1;
    (void)state;
    struct felt_narc_study study = study_of(&threads);
    struct felt_narc_case *one = cases_of(&study, 1);
    for (size_t i = 0; i < sizeof bads / sizeof bads[0]; i++) {
        struct felt_narc_goals goals = {.count = 77};
        struct felt_complaint complaint = {0};
        assert_int_not_equal(felt_narc_goals_read(bads[i].text, strlen(bads[i].text), &one->rules,
                                                  &goals, &complaint),
                             FELT_OK);
        assert_int_equal(goals.count, 77);
        assert_true(complaint.text[0] != 0);
        if (bads[i].why && strncmp(complaint.text, bads[i].why, strlen(bads[i].why)) != 0)
            fail_msg("%s: %s", bads[i].text, complaint.text);
    }
    free(one);
}

/* ---- validations and pages ---- */

static void four_answers_have_words_and_numbers(void **state)
{
    static const int rows[FELT_VALIDATIONS] = {12, 18, 12, 12};
    int threads = 2;
    (void)state;
    struct felt_narc_study study = study_of(&threads);
    struct felt_narc_case *work = cases_of(&study, FELT_VALIDATE_CASES);
    struct felt_narc_answer answers[FELT_VALIDATIONS];
    study.hands = 64;
    for (int role = 0; role < FELT_ROLES; role++)
        assert_true(study.bot[role].kind < FELT_BOT_KINDS);
    assert_int_equal(felt_narc_validate(&study, work, answers), FELT_STUDY_DONE);
    assert_int_equal(study.hands, 64);
    for (int i = 0; i < FELT_VALIDATIONS; i++) {
        assert_int_equal(answers[i].rows, rows[i]);
        assert_true(strlen(answers[i].words) > 40);
        for (int j = 0; j < answers[i].rows; j++)
            assert_true(isfinite(answers[i].row[j].value.mean));
    }
    char *memory = malloc(PAGE_BYTES);
    assert_non_null(memory);
    struct felt_buffer out = felt_buffer_make(memory, PAGE_BYTES);
    const struct felt_narc_page page = {.study = &study, .answers = answers};
    felt_narc_page_write(&page, &out);
    assert_false(out.overflow);
    assert_non_null(strstr(felt_buffer_terminate(&out), "Do three rounds create escalation?"));
    free(memory);
    free(work);
}

static bool stop_soon(void *self, double done)
{
    (void)done;
    return ++*(int *)self < 3;
}

static void a_trial_can_be_stopped(void **state)
{
    int threads = 1, calls = 0;
    (void)state;
    struct felt_narc_study study = study_of(&threads);
    struct felt_narc_case *one = cases_of(&study, 1);
    study.tick = stop_soon;
    study.self = &calls;
    assert_int_equal(felt_narc_study_play(&study, NULL, 0, one), FELT_STUDY_STOPPED);
    assert_int_equal(calls, 3);
    free(one);
}

static void a_page_needs_no_scripts_and_escapes_names(void **state)
{
    int threads = 2;
    (void)state;
    struct felt_narc_catalogue *catalogue = malloc(sizeof *catalogue);
    assert_non_null(catalogue);
    *catalogue = narc_curios;
    memcpy(catalogue->card[0].name, "<b>&'\"", 7);
    struct felt_narc_study study = study_of(&threads);
    study.catalogue = catalogue;
    struct felt_narc_case *cases = cases_of(&study, 3);
    char *memory = malloc(PAGE_BYTES);
    assert_non_null(memory);
    study.hands = 500;
    for (int i = 0; i < 3; i++) {
        memcpy(cases[i].label, "<i>", 4);
        play(&study, i ? cases : NULL, &cases[i]);
    }
    struct felt_narc_sweep sweep;
    assert_int_equal(felt_narc_sweep_read("cap=3,3", &sweep, NULL), FELT_OK);
    for (int i = 0; i < 2; i++) {
        struct felt_buffer out = felt_buffer_make(memory, PAGE_BYTES);
        const struct felt_narc_page page = {.study = &study,
                                            .play = cases,
                                            .cases = i ? 3 : 1,
                                            .ladder = cases + 1,
                                            .rungs = i ? 0 : 2,
                                            .sweep = i ? &sweep : NULL};
        felt_narc_page_write(&page, &out);
        assert_false(out.overflow);
        const char *text = felt_buffer_terminate(&out);
        assert_null(strstr(text, "<script"));
        assert_null(strstr(text, "<i>"));
        assert_null(strstr(text, "<b>&'"));
        assert_null(strstr(text, "nan"));
        if (!i) assert_non_null(strstr(text, "&lt;b&gt;&amp;&#39;&quot;"));
        assert_non_null(strstr(text, "</html>"));
    }
    free(memory);
    free(cases);
    free(catalogue);
}

TEST_MODULE(narc_balance)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_of_a_trial_add_up),
        cmocka_unit_test(groups_are_of_one_size_and_make_up_the_whole),
        cmocka_unit_test(runs_keep_heat_and_end_with_a_bust),
        cmocka_unit_test(threads_do_not_matter),
        cmocka_unit_test(a_rule_set_compared_with_itself_is_exactly_the_same),
        cmocka_unit_test(another_player_gets_the_same_cards),
        cmocka_unit_test(intervals_hold_the_truth_as_often_as_they_say),
        cmocka_unit_test(what_was_never_seen_has_an_interval_too),
        cmocka_unit_test(chances_spread_from_flip_to_flip),
        cmocka_unit_test(figures_are_found_by_what_they_are_called),
        cmocka_unit_test(policies_and_sweeps_are_refused_with_a_place),
        cmocka_unit_test(every_option_that_is_swept_changes_the_rules),
        cmocka_unit_test(goals_are_met_or_missed),
        cmocka_unit_test(goals_that_make_no_sense_are_refused),
        cmocka_unit_test(four_answers_have_words_and_numbers),
        cmocka_unit_test(a_trial_can_be_stopped),
        cmocka_unit_test(a_page_needs_no_scripts_and_escapes_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
