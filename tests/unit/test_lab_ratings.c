/* test_lab_ratings.c -- what people said about games: lines of ratings.jsonl
 * (lab/archive/lab_dir.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "lab/archive/lab_dir.h"
#include "module.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TEXT_BYTES = 1 << 16 };

struct scene {
    char dir[64], file[96];
    char text[TEXT_BYTES];
};

static int set_up(void **state)
{
    struct scene *scene = calloc(1, sizeof *scene);
    assert_non_null(scene);
    snprintf(scene->dir, sizeof scene->dir, "/tmp/felt-ratings-XXXXXX");
    assert_non_null(mkdtemp(scene->dir));
    snprintf(scene->file, sizeof scene->file, "%s/ratings.jsonl", scene->dir);
    *state = scene;
    return 0;
}

static int tear_down(void **state)
{
    struct scene *scene = *state;
    (void)unlink(scene->file);
    (void)rmdir(scene->file);
    (void)rmdir(scene->dir);
    free(scene);
    return 0;
}

static struct felt_measures measured(void)
{
    struct felt_measures measures = {.stage = FELT_STAGE_FULL};
    for (int i = 0; i < FELT_METRICS; i++) measures.metric[i].mean = i / 16.0;
    return measures;
}

static bool rate(struct scene *scene, const char *game, uint64_t hash, int64_t user, int stars)
{
    struct felt_lab_rating rating = {.hash = hash, .user = user, .stars = stars, .at = 1700000000};
    struct felt_measures measures = measured();
    struct felt_complaint complaint;
    snprintf(rating.game, sizeof rating.game, "%s", game);
    return felt_lab_rate(scene->dir, &rating, &measures, &complaint);
}

static const char *read_text(struct scene *scene)
{
    FILE *in = fopen(scene->file, "rb");
    assert_non_null(in);
    scene->text[fread(scene->text, 1, TEXT_BYTES - 1, in)] = '\0';
    assert_int_equal(fclose(in), 0);
    return scene->text;
}

static void write_text(struct scene *scene, const char *text)
{
    FILE *out = fopen(scene->file, "wb");
    assert_non_null(out);
    fputs(text, out);
    assert_int_equal(fclose(out), 0);
}

/* How many say something about taste; how many lines are damaged. */
static int count(struct scene *scene, int *damaged)
{
    struct felt_rating_of *ratings = NULL;
    int all = felt_lab_ratings(scene->dir, &ratings, damaged);
    free(ratings);
    return all;
}

static void a_rating_is_a_line(void **state)
{
    struct scene *scene = *state;
    assert_true(rate(scene, "copper-heron-17", 0xabcdef0123456789, 0, 4));
    assert_string_equal(
        read_text(scene),
        "{\"game\":\"copper-heron-17\",\"hash\":\"abcdef0123456789\",\"stars\":4,\"broken\":false,"
        "\"at\":1700000000,\"metrics\":{\"completion\":0.000000,\"decided\":0.062500,"
        "\"balance\":0.125000,\"skill\":0.187500,\"decision\":0.250000,\"drama\":0.312500,"
        "\"comeback\":0.375000,\"lead\":0.437500,\"uncertainty\":0.500000,"
        "\"decisiveness\":0.562500,\"interaction\":0.625000,\"bluff\":0.687500,"
        "\"fold\":0.750000,\"simplicity\":0.812500,\"length\":0.875000,\"novelty\":0.937500}}\n");
    struct felt_rating_of *ratings = NULL;
    int damaged = -1;
    assert_int_equal(felt_lab_ratings(scene->dir, &ratings, &damaged), 1);
    assert_int_equal(damaged, 0);
    assert_int_equal(ratings[0].stars, 4);
    for (int i = 0; i < FELT_METRICS; i++) assert_true(ratings[0].metric[i] == i / 16.0);
    free(ratings);
}

static void what_was_not_measured_is_unknown(void **state)
{
    struct scene *scene = *state;
    struct felt_lab_rating rating = {.game = "war", .hash = 1, .stars = 1};
    struct felt_measures measures = measured();
    struct felt_complaint complaint;
    measures.metric[FELT_METRIC_DRAMA] = (struct felt_measure){0.5, 0.5};
    assert_true(felt_lab_rate(scene->dir, &rating, &measures, &complaint));
    assert_null(strstr(read_text(scene), "drama"));
    struct felt_rating_of *ratings = NULL;
    int damaged = -1;
    assert_int_equal(felt_lab_ratings(scene->dir, &ratings, &damaged), 1);
    assert_int_equal(damaged, 0);
    for (int i = 0; i < FELT_METRICS; i++)
        assert_int_equal(isnan(ratings[0].metric[i]) != 0, i == FELT_METRIC_DRAMA);
    free(ratings);
}

static void ratings_are_appended_and_averaged(void **state)
{
    struct scene *scene = *state;
    double mean = -1;
    int damaged = -1;
    assert_int_equal(felt_lab_stars(scene->dir, 7, &mean), 0);
    assert_true(mean == 0);
    assert_int_equal(count(scene, &damaged), 0); /* no file: nobody said anything */
    assert_int_equal(damaged, 0);
    assert_true(rate(scene, "a-1", 7, 0, 5));
    assert_true(rate(scene, "b-2", 8, 0, 1));
    assert_true(rate(scene, "a-1", 7, 0, 2));
    assert_int_equal(felt_lab_stars(scene->dir, 7, &mean), 2);
    assert_true(mean == 3.5);
    assert_int_equal(count(scene, &damaged), 3);
}

static void a_user_counts_once_for_a_game(void **state)
{
    struct scene *scene = *state;
    double mean;
    assert_true(rate(scene, "a-1", 7, 3, 5));
    assert_true(rate(scene, "a-1", 7, 4, 4));
    assert_true(rate(scene, "b-2", 8, 3, 2));
    assert_true(rate(scene, "a-1", 7, 3, 1));
    struct felt_lab_rating *list = NULL;
    int damaged = -1;
    assert_int_equal(felt_lab_rating_list(scene->dir, &list, &damaged), 3);
    assert_int_equal(list[0].user, 4); /* in the order in which they were given */
    assert_int_equal(list[1].hash, 8);
    assert_int_equal(list[2].user, 3);
    assert_int_equal(list[2].stars, 1);
    assert_string_equal(list[2].game, "a-1");
    assert_int_equal(list[2].at, 1700000000);
    free(list);
    assert_int_equal(felt_lab_stars(scene->dir, 7, &mean), 2);
    assert_true(mean == 2.5);
    assert_int_equal(count(scene, &damaged), 3);
}

static void what_did_not_work_says_nothing_about_preference(void **state)
{
    struct scene *scene = *state;
    struct felt_lab_rating rating = {.game = "a-1", .hash = 7, .stars = 1, .broken = true};
    struct felt_measures measures = measured();
    struct felt_complaint complaint;
    double mean;
    int damaged;
    assert_true(felt_lab_rate(scene->dir, &rating, &measures, &complaint));
    rating.broken = false; /* nor does a game that was never measured */
    assert_true(felt_lab_rate(scene->dir, &rating, NULL, &complaint));
    assert_int_equal(count(scene, &damaged), 0);
    assert_int_equal(damaged, 0);
    assert_int_equal(felt_lab_stars(scene->dir, 7, &mean), 2); /* but they are kept */
}

static void damaged_lines_cost_only_themselves(void **state)
{
    struct scene *scene = *state;
    static const char good[] = "{\"game\":\"a-1\",\"hash\":\"0000000000000007\",\"stars\":3,"
                               "\"broken\":false,\"at\":1,\"metrics\":{\"skill\":0.5}}";
    static const char *const wrong[] = {
        "nonsense",
        "[]",
        "{}",
        "{\"game\":\"a-1\",\"hash\":\"7\",\"stars\":3,\"broken\":false,\"at\":1}",
        "{\"game\":\"../x\",\"hash\":\"0000000000000007\",\"stars\":3,\"broken\":false,\"at\":1}",
        "{\"game\":\"a-1\",\"hash\":\"0000000000000007\",\"stars\":6,\"broken\":false,\"at\":1}",
        "{\"game\":\"a-1\",\"hash\":\"0000000000000007\",\"stars\":3.5,\"broken\":false,\"at\":1}",
        "{\"game\":\"a-1\",\"hash\":\"0000000000000007\",\"stars\":3,\"broken\":0,\"at\":1}",
        "{\"game\":\"a-1\",\"hash\":\"0000000000000007\",\"stars\":3,\"broken\":false,\"at\":-1}",
        "{\"game\":\"a-1\",\"hash\":\"0000000000000007\",\"stars\":3,\"broken\":false,\"at\":1,"
        "\"metrics\":{\"skill\":1.5}}",
        "{\"game\":\"a-1\",\"hash\":\"0000000000000007\",\"stars\":3,\"broken\":false,\"at\":1,"
        "\"metrics\":7}",
        "{\"game\":\"a-1\",\"hash\":\"0000000000000007\",\"stars\":3,\"stars\":3,\"broken\":false,"
        "\"at\":1}",
    };
    enum { WRONG = sizeof wrong / sizeof wrong[0] };
    char text[8192] = "";
    size_t used = 0;
    for (int i = 0; i < WRONG; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s\n%s\n\n", wrong[i], good);
    write_text(scene, text);
    int damaged = -1;
    assert_int_equal(count(scene, &damaged), WRONG);
    assert_int_equal(damaged, WRONG);
    memset(text, 'x', 4000); /* longer than any line of ours, and without an end */
    text[4000] = '\0';
    write_text(scene, text);
    assert_int_equal(count(scene, &damaged), 0);
    assert_int_equal(damaged, 1);
}

/* A line that was cut by a crash does not take the next one with it. */
static void a_cut_line_is_ended_before_the_next(void **state)
{
    struct scene *scene = *state;
    int damaged;
    write_text(scene, "{\"game\":\"a-1\",\"ha");
    assert_true(rate(scene, "b-2", 8, 0, 4));
    assert_int_equal(count(scene, &damaged), 1);
    assert_int_equal(damaged, 1);
    assert_true(rate(scene, "b-2", 8, 0, 4));
    assert_int_equal(count(scene, &damaged), 2);
    assert_int_equal(damaged, 1);
}

static void what_is_no_rating_is_refused(void **state)
{
    struct scene *scene = *state;
    struct felt_complaint complaint = {.text = ""};
    struct felt_lab_rating rating = {.game = "a-1", .stars = 3};
    assert_false(rate(scene, "a-1", 7, 0, 0));
    assert_false(rate(scene, "a-1", 7, 0, 6));
    assert_false(rate(scene, "A \"b\"", 7, 0, 3));
    assert_false(rate(scene, "", 7, 0, 3));
    assert_int_equal(access(scene->file, F_OK), -1); /* nothing was written */
    assert_false(felt_lab_rate("/nowhere/at/all", &rating, NULL, &complaint));
    assert_non_null(strstr(complaint.text, "No such file or directory"));
    assert_int_equal(symlink("/dev/null", scene->file), 0); /* nothing is followed */
    assert_false(rate(scene, "a-1", 7, 0, 3));
    assert_int_equal(unlink(scene->file), 0);
    assert_int_equal(mkfifo(scene->file, 0600), 0); /* nothing is waited for */
    assert_false(rate(scene, "a-1", 7, 0, 3));
    int damaged = -1;
    assert_int_equal(count(scene, &damaged), 0);
    assert_int_equal(unlink(scene->file), 0);
    assert_int_equal(mkdir(scene->file, 0700), 0);
    assert_false(rate(scene, "a-1", 7, 0, 3));
    assert_int_equal(count(scene, &damaged), 0);
}

TEST_MODULE(lab_ratings)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_rating_is_a_line, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_was_not_measured_is_unknown, set_up, tear_down),
        cmocka_unit_test_setup_teardown(ratings_are_appended_and_averaged, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_user_counts_once_for_a_game, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_did_not_work_says_nothing_about_preference, set_up,
                                        tear_down),
        cmocka_unit_test_setup_teardown(damaged_lines_cost_only_themselves, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_cut_line_is_ended_before_the_next, set_up, tear_down),
        cmocka_unit_test_setup_teardown(what_is_no_rating_is_refused, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
