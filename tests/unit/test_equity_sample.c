/* test_equity_sample.c -- Monte Carlo: near the exact answer, honest about its error, stops when
 * told to.  All seeds are fixed, so nothing here fails by chance. */
#include "expect.h"

#include "ask.h"
#include "brute.h"
#include "module.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct felt_equity_work *work;

static int work_open(void **state)
{
    (void)state;
    work = malloc(sizeof *work);
    if (work) memset(work, 0x3c, sizeof *work); /* contents do not matter */
    return work ? 0 : -1;
}

static int work_close(void **state)
{
    (void)state;
    free(work);
    return 0;
}

static void ask(const struct felt_equity_question *question,
                const struct felt_equity_options *options, struct felt_equity_answer *answer)
{
    struct felt_complaint complaint = {0};
    enum felt_status status = felt_equity_ask(question, options, work, answer, &complaint);
    if (status != FELT_OK) fail_msg("%s: refused: %s", question->game->name, complaint.text);
}

static struct felt_equity_options sampling(uint64_t seed, uint64_t samples)
{
    struct felt_equity_options options = felt_equity_defaults();
    options.method = FELT_EQUITY_SAMPLE;
    options.samples_max = samples;
    options.error_max = 0;
    options.rng = felt_rng_make(seed);
    return options;
}

static const struct {
    const char *game, *hands, *board, *dead;
} questions[] = {
    {"holdem", "Ah Ad | Kh Kd", "", ""},
    {"holdem", "As Ks | Qh Qd", "", ""},
    {"holdem", "Ah Ad | Ks Kc | Qh Qc", "", ""},
    {"holdem", "Ah Kh | Ad Kd", "2c 7d 9s", "Ac"},
    {"holdem", "=QQ+,AKs | =22+,A2s+,K9s+", "Qs Jh 2h 7c", ""},
    {"holdem", "=AA,KK | =AK | =KK,QQ", "2s 7h 9h Jc", ""},
    {"holdem", "=random | Ah Kh", "Qs Jh 2h 7c", ""},
    {"omaha", "Ah Ad Ks Kc | 9s 8s 7h 6h", "2c 7d 9d", ""},
    {"omaha-hilo", "Ac 2d Kh Qd | Ad 2h Jc Td | 3d 4h 5h 6s", "3c 4d 8h", ""},
    {"short-deck", "Ah Kh | Ts Td", "9h 8h 6c", ""},
    {"stud", "Ah Ad Ks Kc 2d 3d | 9s 8s 7h 6h 5d Th", "", "Qh Jh"},
    {"stud-hilo", "Ah 2d 3s 4c Kd Qd | 9s 8s 7h 6h 5d Th", "", ""},
    {"chicago", "Ah Ad Ks Kc 2d 3d | 9s 8s 7h 6h 5d Th", "", ""},
    {"badugi", "Ah 2d 3s | 4h 5d 6s", "", ""},
    {"low-27", "2h 3d 4s 7c | 2d 3s 4c 8h", "", ""},
    {"draw-deuces", "Ah Ad As 3c | 2d 4s 5s 6h", "", ""},
    {"holdem-jokers", "Ah Ad | Jr 2c", "9h 8h 6c", ""},
};
enum { QUESTIONS = sizeof questions / sizeof questions[0] };

static void equity_samples_are_near_the_exact_answer(void **state)
{
    (void)state;
    for (int q = 0; q < QUESTIONS; q++) {
        struct felt_equity_question question;
        struct felt_equity_options options = sampling(17 + (uint64_t)q, 100000);
        struct felt_equity_answer answer;
        struct brute_answer brute;
        question_read(&question, questions[q].game, questions[q].hands, questions[q].board,
                      questions[q].dead);
        brute_equity(&question, &brute);
        ask(&question, &options, &answer);
        assert_int_equal(answer.method, FELT_EQUITY_SAMPLE);
        assert_int_equal(answer.matchups, 100000);
        assert_false(answer.stopped);
        double sum = 0, pots = (double)brute.matchups * FELT_EQUITY_SHARE;
        for (int i = 0; i < question.players; i++) {
            const struct felt_equity_player *player = &answer.player[i];
            double want = brute_share(&brute, i);
            if (!(player->error > 0 && player->error < 0.002))
                fail_msg("%s %s: standard error %g", questions[q].game, questions[q].hands,
                         player->error);
            if (!(fabs(player->equity - want) <= 5 * player->error))
                fail_msg("%s %s: player %d has %.5f +- %.5f, exactly %.5f", questions[q].game,
                         questions[q].hands, i, player->equity, player->error, want);
            assert_true(fabs(player->first - (double)brute.share[i][0] / pots) < 0.01);
            assert_true(fabs(player->first + player->second - player->equity) < 1e-9);
            assert_true(player->wins + player->ties <= answer.matchups);
            assert_true(fabs((double)player->wins / 1e5 -
                             (double)brute.wins[i] / (double)brute.matchups) < 0.01);
            sum += player->equity;
        }
        assert_true(fabs(sum - 1) < 1e-9);
    }
}

/* 200 runs with different seeds: the estimates scatter as the standard error says, and about 95
 * percent of them lie within two standard errors. */
static void equity_standard_error_is_honest(void **state)
{
    (void)state;
    static const int asked[] = {0, 2, 4, 8, 10, 13};
    enum { RUNS = 200, SAMPLES = 2048 };
    for (size_t a = 0; a < sizeof asked / sizeof asked[0]; a++) {
        int q = asked[a], inside = 0;
        struct felt_equity_question question;
        struct brute_answer brute;
        double squares = 0, errors = 0, bias = 0;
        question_read(&question, questions[q].game, questions[q].hands, questions[q].board,
                      questions[q].dead);
        brute_equity(&question, &brute);
        double want = brute_share(&brute, 0);
        for (uint64_t run = 0; run < RUNS; run++) {
            struct felt_equity_options options = sampling(1000 + run, SAMPLES);
            struct felt_equity_answer answer;
            ask(&question, &options, &answer);
            double off = answer.player[0].equity - want;
            inside += fabs(off) <= 2 * answer.player[0].error;
            squares += off * off;
            bias += off;
            errors += answer.player[0].error;
        }
        double scatter = sqrt(squares / RUNS), error = errors / RUNS;
        if (inside < 176 || !(scatter > 0.8 * error) || !(scatter < 1.25 * error))
            fail_msg("%s %s: %d of %d within two errors, scatter %g, error %g", questions[q].game,
                     questions[q].hands, inside, RUNS, scatter, error);
        /* The mean of all runs is nearer still. */
        if (!(fabs(bias / RUNS) <= 5 * error / sqrt(RUNS)))
            fail_msg("%s %s: biased by %g", questions[q].game, questions[q].hands, bias / RUNS);
    }
}

static void equity_same_seed_gives_the_same_answer(void **state)
{
    (void)state;
    for (int q = 0; q < QUESTIONS; q++) {
        struct felt_equity_question question;
        struct felt_equity_options options = sampling(5, 5000), other = sampling(6, 5000);
        struct felt_equity_answer one, two, three;
        question_read(&question, questions[q].game, questions[q].hands, questions[q].board,
                      questions[q].dead);
        ask(&question, &options, &one);
        memset(work, 0xff, sizeof *work);
        ask(&question, &options, &two);
        ask(&question, &other, &three);
        for (int i = 0; i < question.players; i++) {
            assert_int_equal(one.player[i].wins, two.player[i].wins);
            assert_int_equal(one.player[i].ties, two.player[i].ties);
            assert_true(one.player[i].equity == two.player[i].equity);
        }
        assert_true(one.player[0].wins != three.player[0].wins ||
                    one.player[0].ties != three.player[0].ties ||
                    one.player[0].equity != three.player[0].equity);
    }
}

static void equity_sampling_stops_when_the_error_is_small_enough(void **state)
{
    (void)state;
    static const double limits[] = {0.01, 0.003};
    for (int q = 0; q < QUESTIONS; q++)
        for (int l = 0; l < 2; l++) {
            struct felt_equity_question question;
            struct felt_equity_options options = sampling(9, 50000000);
            struct felt_equity_answer answer;
            options.error_max = limits[l];
            question_read(&question, questions[q].game, questions[q].hands, questions[q].board,
                          questions[q].dead);
            ask(&question, &options, &answer);
            /* A share of the pot scatters by 1/2 at most: n = (1 / (2 error))^2 samples do. */
            double enough = 0.25 / (limits[l] * limits[l]);
            if (!((double)answer.matchups < 4 * enough + 65536))
                fail_msg("%s %s: %llu samples for an error of %g", questions[q].game,
                         questions[q].hands, (unsigned long long)answer.matchups, limits[l]);
            assert_false(answer.stopped);
            for (int i = 0; i < question.players; i++)
                assert_true(answer.player[i].error <= limits[l]);
        }
}

/* Hands of which nothing is known, or which differ by a change of suits, have equal chances. */
static void equity_symmetric_hands_share_evenly(void **state)
{
    (void)state;
    static const struct {
        const char *game, *hands;
    } rows[] = {{"badugi", "|"},
                {"stud", "|"},
                {"draw", "|"},
                {"razz", "|"},
                {"low-27", "|"},
                {"low-a5", "|"},
                {"badacey", "|"},
                {"badeucy", "|"},
                {"chicago", "|"},
                {"stud-hilo", "|"},
                {"omaha", "|"},
                {"omaha-hilo", "|"},
                {"omaha6", "|"},
                {"courchevel-hilo", "|"},
                {"draw-deuces", "|"},
                {"stud-jokers", "|"},
                {"holdem", "|"},
                {"holdem", "=random | =random"},
                {"short-deck", "|"},
                {"royal", "|"},
                {"three-card", "|"},
                {"stud", "Ah Kh 2c | As Ks 2d"},
                {"razz", "Ah 2h 7c | As 2s 7d"},
                {"badugi", "Ah 2d | As 2c"},
                {"draw", "Jh Jd | Js Jc"}};
    for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
        struct felt_equity_question question;
        struct felt_equity_options options = sampling(50 + r, 40000);
        struct felt_equity_answer answer;
        question_read(&question, rows[r].game, rows[r].hands, "", "");
        ask(&question, &options, &answer);
        for (int i = 0; i < 2; i++)
            if (!(fabs(answer.player[i].equity - 0.5) <= 5 * answer.player[i].error))
                fail_msg("%s %s: player %d has %.5f +- %.5f", rows[r].game, rows[r].hands, i,
                         answer.player[i].equity, answer.player[i].error);
    }
}

static void equity_many_unknown_players_share_evenly(void **state)
{
    (void)state;
    static const struct {
        const char *game;
        int players;
    } rows[] = {{"holdem", 10}, {"omaha", 10}, {"stud", 7},   {"razz", 7},       {"badugi", 10},
                {"draw", 10},   {"royal", 7},  {"omaha6", 7}, {"low-27", 10},    {"omaha5-hilo", 9},
                {"chicago", 7}, {"holdem", 3}, {"holdem", 6}, {"short-deck", 10}};
    for (size_t r = 0; r < sizeof rows / sizeof rows[0]; r++) {
        struct felt_equity_question question;
        struct felt_equity_options options = sampling(70 + r, 20000);
        struct felt_equity_answer answer;
        question_read(&question, rows[r].game, "|", "", "");
        question.players = rows[r].players;
        ask(&question, &options, &answer);
        double sum = 0;
        for (int i = 0; i < question.players; i++) {
            double want = 1. / question.players;
            if (!(fabs(answer.player[i].equity - want) <= 5 * answer.player[i].error))
                fail_msg("%s: player %d of %d has %.5f +- %.5f", rows[r].game, i, question.players,
                         answer.player[i].equity, answer.player[i].error);
            sum += answer.player[i].equity;
        }
        assert_true(fabs(sum - 1) < 1e-9);
    }
}

/* Ranges that hinder each other: AA is dealt more seldom against AA, and so on. */
static void equity_ranges_that_block_each_other_are_sampled_fairly(void **state)
{
    (void)state;
    static const char *const hands[] = {"=AA,QQ | =AKs,KK | =AQo,JJ", "=AA | =AA | Kh Kd",
                                        "=AA,KK,22 | =AK,22 | =AA,KK | =22,33"};
    for (size_t h = 0; h < sizeof hands / sizeof hands[0]; h++) {
        struct felt_equity_question question;
        struct felt_equity_options options = sampling(90 + h, 200000);
        struct felt_equity_answer answer;
        struct brute_answer brute;
        question_read(&question, "holdem", hands[h], "4s 7h 9h Jc Td", "");
        brute_equity(&question, &brute);
        ask(&question, &options, &answer);
        for (int i = 0; i < question.players; i++) {
            double want = brute_share(&brute, i);
            if (!(fabs(answer.player[i].equity - want) <= 5 * answer.player[i].error + 1e-12))
                fail_msg("%s: player %d has %.5f +- %.5f, exactly %.5f", hands[h], i,
                         answer.player[i].equity, answer.player[i].error, want);
        }
    }
}

/* --- choosing and stopping --- */

static void equity_defaults_are_as_documented(void **state)
{
    (void)state;
    struct felt_equity_options options = felt_equity_defaults();
    assert_int_equal(options.method, FELT_EQUITY_CHOOSE);
    assert_int_equal(options.exact_max, UINT64_C(10000000000));
    assert_int_equal(options.samples_max, 20000000);
    assert_true(options.error_max == 0.0002);
    assert_null(options.progress);
}

static void equity_choice_follows_the_number_of_match_ups(void **state)
{
    (void)state;
    struct felt_equity_question question;
    struct felt_equity_answer answer;
    struct felt_equity_options options = felt_equity_defaults();
    question_read(&question, "holdem", "Ah Ad | Kh Kd", "", "");
    ask(&question, &options, &answer);
    assert_int_equal(answer.method, FELT_EQUITY_EXACT);
    options.exact_max = 1;
    options.samples_max = 1000;
    ask(&question, &options, &answer);
    assert_int_equal(answer.method, FELT_EQUITY_SAMPLE);
    /* Far too many to count: stud with nothing known. */
    options = felt_equity_defaults();
    options.samples_max = 1000;
    question_read(&question, "stud", "|", "", "");
    ask(&question, &options, &answer);
    assert_int_equal(answer.method, FELT_EQUITY_SAMPLE);
}

struct watch {
    int calls, allowed;
    double last;
    bool out_of_range, went_back;
};

static bool watch_progress(void *self, double done)
{
    struct watch *watch = self;
    if (!(done >= 0 && done <= 1)) watch->out_of_range = true;
    if (done < watch->last) watch->went_back = true;
    watch->last = done;
    return ++watch->calls < watch->allowed;
}

static void equity_progress_can_stop_sampling(void **state)
{
    (void)state;
    struct felt_equity_question question;
    struct felt_equity_answer answer;
    for (int q = 0; q < QUESTIONS; q++) {
        struct felt_equity_options options = sampling(3, UINT64_C(1) << 50);
        struct watch watch = {.allowed = 3};
        options.progress = watch_progress;
        options.self = &watch;
        question_read(&question, questions[q].game, questions[q].hands, questions[q].board,
                      questions[q].dead);
        ask(&question, &options, &answer);
        assert_true(answer.stopped);
        assert_int_equal(watch.calls, 3);
        assert_false(watch.out_of_range);
        assert_false(watch.went_back);
        assert_true(answer.matchups > 0);
        assert_true(answer.matchups < UINT64_C(1) << 40);
    }
}

static void equity_progress_rises_and_can_stop_an_exact_answer(void **state)
{
    (void)state;
    struct felt_equity_question question;
    struct felt_equity_answer answer;
    struct felt_equity_options options = felt_equity_defaults();
    struct watch watch = {.allowed = 1 << 30};
    options.method = FELT_EQUITY_EXACT;
    options.progress = watch_progress;
    options.self = &watch;
    question_read(&question, "holdem", "=random | =random", "Qs Jh 2h", "");
    ask(&question, &options, &answer);
    assert_false(answer.stopped);
    assert_true(watch.calls >= 2);
    assert_false(watch.out_of_range);
    assert_false(watch.went_back);
    watch = (struct watch){.allowed = 1};
    ask(&question, &options, &answer);
    assert_true(answer.stopped);
    assert_int_equal(watch.calls, 1);
}

TEST_MODULE(equity_sample)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equity_defaults_are_as_documented),
        cmocka_unit_test(equity_choice_follows_the_number_of_match_ups),
        cmocka_unit_test(equity_samples_are_near_the_exact_answer),
        cmocka_unit_test(equity_standard_error_is_honest),
        cmocka_unit_test(equity_same_seed_gives_the_same_answer),
        cmocka_unit_test(equity_sampling_stops_when_the_error_is_small_enough),
        cmocka_unit_test(equity_symmetric_hands_share_evenly),
        cmocka_unit_test(equity_many_unknown_players_share_evenly),
        cmocka_unit_test(equity_ranges_that_block_each_other_are_sampled_fairly),
        cmocka_unit_test(equity_progress_can_stop_sampling),
        cmocka_unit_test(equity_progress_rises_and_can_stop_an_exact_answer),
    };
    return cmocka_run_group_tests(tests, work_open, work_close);
}
