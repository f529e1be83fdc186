/* test_lab_archive.c -- distances between games, genres, and the archive of elites
 * (lab/search/distance.h, lab/archive/archive.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "command/lab_file.h"
#include "lab/archive/archive.h"
#include "module.h"

#include <stdlib.h>
#include <math.h>
#include <string.h>

enum { KNOWN_MAX = 64 };
static struct felt_genome known[KNOWN_MAX];

static int index_of(const char *name)
{
    for (int i = 0; i < felt_lab_known_count(); i++)
        if (!strcmp(felt_lab_known_at(i)->name, name)) return i;
    fail_msg("no known game %s", name);
    return -1;
}

static const struct felt_genome *game(const char *name)
{
    return &known[index_of(name)];
}

static int read_known(void **state)
{
    (void)state;
    assert_true(felt_lab_known_count() <= KNOWN_MAX);
    for (int i = 0; i < felt_lab_known_count(); i++) {
        const struct felt_lab_known *text = felt_lab_known_at(i);
        struct felt_genome_error error;
        if (felt_genome_json_read(text->text, text->bytes, &known[i], &error) != FELT_OK) return -1;
    }
    return 0;
}

static struct felt_weights even(void)
{
    struct felt_weights weights;
    for (int i = 0; i < FELT_METRICS; i++) weights.weight[i] = 1;
    return weights;
}

/* Measures of a good game: all metrics are this. */
static struct felt_measures measures_of(uint64_t hash, double metric, double decisions)
{
    struct felt_measures measures = {.hash = hash, .seats = 2, .stage = FELT_STAGE_FULL};
    for (int i = 0; i < FELT_METRICS; i++) measures.metric[i] = (struct felt_measure){metric, 0.01};
    measures.metric[FELT_METRIC_COMPLETION].mean = 1;
    measures.metric[FELT_METRIC_DECIDED].mean = 1;
    measures.metric[FELT_METRIC_BALANCE].mean = 1;
    measures.fact[FELT_FACT_DECISIONS] = decisions;
    measures.fact[FELT_FACT_MINUTES] = 10;
    return measures;
}

/* ---- distance ---- */

static void distance_is_a_distance(void **state)
{
    (void)state;
    for (int i = 0; i < felt_lab_known_count(); i++) {
        assert_true(felt_distance_rules(&known[i], &known[i]) == 0);
        for (int j = 0; j < i; j++) {
            double there = felt_distance_rules(&known[i], &known[j]);
            assert_true(there > 0.02 && there <= 1);
            assert_true(there == felt_distance_rules(&known[j], &known[i]));
        }
    }
}

static void distance_is_small_within_a_family(void **state)
{
    static const char *const nearer[][3] = {
        {"simple-poker", "five-card-draw", "hearts"}, {"kuhn", "leduc", "crazy-eights"},
        {"whist", "spades", "simple-poker"},          {"crazy-eights", "uno-style", "gin-lite"},
        {"holdem-like", "open-pit", "blackjack"},     {"cheat", "liars-poker-style", "whist"},
        {"hearts", "knock-out-whist", "scopa"},       {"war", "gops", "five-card-draw"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof nearer / sizeof nearer[0]; i++) {
        const struct felt_genome *from = game(nearer[i][0]);
        double near = felt_distance_rules(from, game(nearer[i][1]));
        double far = felt_distance_rules(from, game(nearer[i][2]));
        if (near >= far) fail_msg("%s: %s", nearer[i][0], nearer[i][1]);
    }
}

static void distance_grows_with_what_is_changed(void **state)
{
    struct felt_genome one = *game("five-card-draw"), two;
    (void)state;
    one.phase[1].genes.gene[FELT_BET_MIN] *= 2;
    two = one;
    two.evaluation.gene[FELT_EVAL_METHOD] = FELT_EVAL_HIGH_CARD;
    double small = felt_distance_rules(game("five-card-draw"), &one);
    double large = felt_distance_rules(game("five-card-draw"), &two);
    assert_true(small > 0 && small < 0.02);
    assert_true(large > small + 0.05);
}

static void distance_of_play_is_by_ratios(void **state)
{
    const struct felt_measures ten = measures_of(1, 0.5, 10), more = measures_of(2, 0.5, 20);
    const struct felt_measures most = measures_of(3, 0.5, 40), other = measures_of(4, 0.7, 10);
    (void)state;
    assert_true(felt_distance_play(&ten, &ten) == 0);
    assert_true(felt_distance_play(&ten, &more) < felt_distance_play(&ten, &most));
    assert_float_equal(felt_distance_play(&ten, &more), felt_distance_play(&more, &most), 0.005);
    assert_true(felt_distance_play(&ten, &other) == felt_distance_play(&other, &ten));
    assert_in_range((int)(100 * felt_distance_play(&ten, &other)), 15, 35);
}

static void distance_to_the_nearest_names_it(void **state)
{
    const struct felt_measures same = measures_of(1, 0.5, 10);
    const struct felt_described others[] = {
        {game("hearts"), &same}, {game("leduc"), &same}, {game("holdem-like"), &same}};
    const struct felt_described kuhn = {game("kuhn"), &same};
    int nearest = -1;
    (void)state;
    double distance = felt_distance_nearest(&kuhn, others, 3, &nearest);
    assert_int_equal(nearest, 1);
    assert_true(distance == felt_distance(&kuhn, &others[1]));
    assert_true(felt_distance_nearest(&kuhn, others, 0, NULL) == 1);
}

static void genre_is_what_players_would_say(void **state)
{
    static const char *const genres[FELT_GENRES][9] = {
        [FELT_GENRE_SHED] = {"crazy-eights", "uno-style", "president", "fan-tan", "old-maid"},
        [FELT_GENRE_TRICK] = {"hearts", "whist", "spades", "knock-out-whist"},
        [FELT_GENRE_CAPTURE] = {"war", "gops", "scopa"},
        [FELT_GENRE_POKER] = {"simple-poker", "five-card-draw", "holdem-like", "kuhn", "leduc",
                              "open-pit", "blackjack", "betting-war"},
        [FELT_GENRE_BLUFF] = {"cheat", "liars-poker-style"},
        [FELT_GENRE_OTHER] = {"gin-lite", "go-fish"}};
    int count = 0;
    (void)state;
    for (int genre = 0; genre < FELT_GENRES; genre++)
        for (int i = 0; i < 9 && genres[genre][i]; i++, count++)
            if (felt_genre_of(game(genres[genre][i])) != (enum felt_genre)genre)
                fail_msg("%s is %s", genres[genre][i],
                         felt_genre_name(felt_genre_of(game(genres[genre][i]))));
    assert_int_equal(count, felt_lab_known_count());
}

/* ---- archive ---- */

/* Decisions of a game, one number for each row of cells. */
static const double lengths[FELT_CELL_LENGTH] = {12, 20, 50, 120, 400};

static struct felt_elite elite_of(const char *name, uint32_t id, double metric, double decisions)
{
    return (struct felt_elite){.id = id,
                               .measured = 1,
                               .genome = *game(name),
                               .measures = measures_of(id, metric, decisions)};
}

static enum felt_archive_answer put(struct felt_archive *archive, struct felt_elite elite)
{
    return felt_archive_put(archive, &elite);
}

/* R3, R4, and cell[] is where elites are. */
static void assert_in_order(const struct felt_archive *archive)
{
    uint32_t filled = 0;
    for (int i = 0; i < FELT_CELLS; i++) {
        if (!archive->cell[i]) continue;
        assert_int_equal(archive->elite[archive->cell[i] - 1].cell, i);
        assert_int_equal(archive->cell[i], ++filled);
    }
    assert_int_equal(filled, archive->count);
    for (uint32_t i = 0; i < archive->count; i++)
        assert_int_equal(felt_archive_find(archive, archive->elite[i].measures.hash), i);
}

static struct felt_archive *new_archive(void)
{
    struct felt_archive *archive = malloc(sizeof *archive);
    struct felt_weights weights = even();
    assert_non_null(archive);
    felt_archive_clear(archive, &weights);
    return archive;
}

static void archive_cells_have_numbers_both_ways(void **state)
{
    (void)state;
    for (int i = 0; i < FELT_CELLS; i++) {
        struct felt_cell cell = felt_cell_at(i);
        assert_int_equal(felt_cell_index(&cell), i);
        assert_true(cell.genre < FELT_GENRES && cell.seats < FELT_CELL_SEATS);
        assert_true(cell.length < FELT_CELL_LENGTH && cell.skill < FELT_CELL_SKILL);
    }
    struct felt_measures measures = measures_of(1, 0.9, 76);
    measures.seats = 6;
    measures.metric[FELT_METRIC_SKILL].mean = 0;
    struct felt_cell cell = felt_cell_of(game("hearts"), &measures);
    assert_int_equal(cell.genre, FELT_GENRE_TRICK);
    assert_int_equal(cell.seats, 2);
    assert_int_equal(cell.length, 3);
    assert_int_equal(cell.skill, 0);
    assert_int_equal(cell.interaction, FELT_CELL_INTERACTION - 1);
}

static void archive_keeps_the_fittest_of_a_cell(void **state)
{
    struct felt_archive *archive = new_archive();
    (void)state;
    assert_int_equal(put(archive, elite_of("whist", 1, 0.60, 20)), FELT_ARCHIVE_NEW);
    assert_int_equal(put(archive, elite_of("whist", 2, 0.56, 20)), FELT_ARCHIVE_WORSE);
    assert_int_equal(put(archive, elite_of("spades", 3, 0.64, 20)), FELT_ARCHIVE_BETTER);
    assert_int_equal(put(archive, elite_of("spades", 3, 0.64, 20)), FELT_ARCHIVE_TWICE);
    assert_int_equal(put(archive, elite_of("spades", 4, 0.60, 40)), FELT_ARCHIVE_NEW);
    assert_int_equal(put(archive, elite_of("war", 5, 0.60, 20)), FELT_ARCHIVE_NEW);
    assert_int_equal(put(archive, elite_of("uno-style", 6, 0.60, 20)), FELT_ARCHIVE_NEW);
    assert_int_equal(archive->count, 4);
    assert_in_order(archive);
    assert_int_equal(archive->elite[0].id, 6); /* shedding is the first genre */
    assert_int_equal(felt_archive_find(archive, 1), -1);
    struct felt_archive_sums sums = felt_archive_sum(archive);
    assert_true(sums.best > sums.mean && sums.mean > 0.5);
    assert_true(fabs(sums.quality - 4 * sums.mean) < 1e-9);
    assert_float_equal(sums.coverage, 4.0 / FELT_CELLS, 1e-9);
    free(archive);
}

static void archive_refuses_what_is_unfit(void **state)
{
    struct felt_archive *archive = new_archive();
    struct felt_elite elite = elite_of("whist", 1, 0.6, 20);
    (void)state;
    elite.measures.stage = FELT_STAGE_SKETCH;
    assert_int_equal(felt_archive_put(archive, &elite), FELT_ARCHIVE_UNFIT);
    elite = elite_of("whist", 1, 0.6, 20);
    elite.measures.flaw = FELT_FLAW_UNFAIR;
    assert_int_equal(felt_archive_put(archive, &elite), FELT_ARCHIVE_UNFIT);
    elite = elite_of("whist", 1, 0.6, 20);
    elite.measures.metric[FELT_METRIC_COMPLETION].mean = 0; /* a gate is closed */
    assert_int_equal(felt_archive_put(archive, &elite), FELT_ARCHIVE_UNFIT);
    assert_int_equal(archive->count, 0);
    free(archive);
}

static void archive_drops_and_keeps_its_order(void **state)
{
    static const char *const names[] = {"hearts", "war", "kuhn", "cheat", "go-fish", "president"};
    struct felt_archive *archive = new_archive();
    (void)state;
    for (uint32_t i = 0; i < 24; i++)
        assert_int_equal(put(archive, elite_of(names[i % 6], i + 1, 0.6, lengths[i / 6])),
                         FELT_ARCHIVE_NEW);
    while (archive->count > 0) {
        uint32_t index = archive->count * 2 / 3;
        uint64_t hash = archive->elite[index].measures.hash;
        felt_archive_drop(archive, index);
        assert_in_order(archive);
        assert_int_equal(felt_archive_find(archive, hash), -1);
    }
    free(archive);
}

/* A full archive has room for what is fitter than its worst. */
static void archive_full_gives_up_its_worst(void **state)
{
    struct felt_archive *archive = new_archive();
    uint32_t id = 0;
    (void)state;
    for (int i = 0; archive->count < FELT_ELITES_MAX; i += 3) {
        struct felt_cell cell = felt_cell_at(i);
        static const char *const names[FELT_GENRES] = {"president", "whist", "war",
                                                       "kuhn",      "cheat", "go-fish"};
        struct felt_elite elite = elite_of(names[cell.genre], ++id, 0.6, lengths[cell.length]);
        elite.measures.seats = (uint8_t)(2 + cell.seats);
        elite.measures.metric[FELT_METRIC_SKILL].mean = 0.15 + 0.15 * cell.skill;
        elite.measures.fact[FELT_FACT_BETTING] = 0.4 * cell.betting;
        if (felt_archive_put(archive, &elite) != FELT_ARCHIVE_NEW) fail();
    }
    assert_int_equal(put(archive, elite_of("go-fish", 5000, 0.30, 12)), FELT_ARCHIVE_FULL);
    assert_int_equal(put(archive, elite_of("go-fish", 5001, 0.99, 12)), FELT_ARCHIVE_NEW);
    assert_int_equal(archive->count, FELT_ELITES_MAX);
    assert_in_order(archive);
    free(archive);
}

static void archive_good_ones_are_distinct(void **state)
{
    struct felt_archive *archive = new_archive();
    uint16_t good[FELT_GOOD_MAX];
    (void)state;
    (void)put(archive, elite_of("crazy-eights", 1, 0.60, 25));
    (void)put(archive, elite_of("uno-style", 2, 0.62, 35)); /* a near relative, and fitter */
    (void)put(archive, elite_of("hearts", 3, 0.61, 25));
    (void)put(archive, elite_of("gin-lite", 4, 0.40, 25)); /* not good enough */
    assert_int_equal(archive->count, 4);
    assert_int_equal(felt_archive_good(archive, 0.58, good), 2);
    assert_int_equal(archive->elite[good[0]].id, 2);
    assert_int_equal(archive->elite[good[1]].id, 3);
    assert_int_equal(felt_archive_good(archive, 0.1, good), 3);
    assert_int_equal(felt_archive_good(archive, 0.9, good), 0);
    free(archive);
}

TEST_MODULE(lab_archive)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distance_is_a_distance),
        cmocka_unit_test(distance_is_small_within_a_family),
        cmocka_unit_test(distance_grows_with_what_is_changed),
        cmocka_unit_test(distance_of_play_is_by_ratios),
        cmocka_unit_test(distance_to_the_nearest_names_it),
        cmocka_unit_test(genre_is_what_players_would_say),
        cmocka_unit_test(archive_cells_have_numbers_both_ways),
        cmocka_unit_test(archive_keeps_the_fittest_of_a_cell),
        cmocka_unit_test(archive_refuses_what_is_unfit),
        cmocka_unit_test(archive_drops_and_keeps_its_order),
        cmocka_unit_test(archive_full_gives_up_its_worst),
        cmocka_unit_test(archive_good_ones_are_distinct),
    };
    return cmocka_run_group_tests(tests, read_known, NULL);
}
