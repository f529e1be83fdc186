/* test_lab_report.c -- the page of an evolution: well formed, escaped, with the archive's numbers.
 *
 * Pages are read by a small reader of tags of our own, which is stricter than browsers: everything
 * that is opened is closed, attributes are quoted, and no character stands bare that must not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "command/lab_file.h"
#include "felt/rng.h"
#include "lab/report/plot.h"
#include "module.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ELITES = 60, POINTS = 500, PAGE_BYTES = 4 << 20, DEPTH_MAX = 32 };

/* ---- an evolution made by hand ---- */

struct scene {
    struct felt_evolve evolve;
    struct felt_known_game known[64];
    struct felt_progress_point point[POINTS];
    struct felt_report report;
    char page[PAGE_BYTES];
};

static double chance(struct felt_rng *rng)
{
    return (double)felt_rng_below(rng, 1 << 20) / (1 << 20);
}

static void invent_measures(struct felt_rng *rng, struct felt_measures *measures)
{
    measures->stage = FELT_STAGE_FULL;
    measures->seats = (uint8_t)(2 + felt_rng_below(rng, 3));
    for (int i = 0; i < FELT_METRICS; i++)
        measures->metric[i] = (struct felt_measure){chance(rng), 0.02 + 0.1 * chance(rng)};
    for (int i = 0; i < FELT_FACTS; i++) measures->fact[i] = 40 * chance(rng);
    measures->fact[FELT_FACT_BLUFF_LOW] = chance(rng) - 0.5;
}

/* Elites in rising cells, made of known games so that they are different. */
static void fill_archive(struct scene *scene, struct felt_rng *rng, uint32_t count)
{
    struct felt_archive *archive = &scene->evolve.archive;
    archive->count = count;
    for (uint32_t i = 0; i < count; i++) {
        struct felt_elite *elite = &archive->elite[i];
        int cell = (int)(i * (FELT_CELLS - 7) / count);
        elite->id = i + 1;
        elite->cell = (uint16_t)cell;
        elite->born = i;
        elite->emitter = (uint8_t)(i % FELT_EMITTERS);
        elite->genome = scene->known[i % (uint32_t)felt_lab_known_count()].genome;
        snprintf(elite->genome.name, sizeof elite->genome.name, "Game %u", (unsigned)i);
        invent_measures(rng, &elite->measures);
        elite->measures.hash = i + 1;
        elite->fitness = (struct felt_fitness){0.2 + 0.5 * chance(rng), 0.02, 1};
        archive->cell[cell] = (uint16_t)(i + 1);
    }
}

static struct scene *make_scene(uint32_t elites, int points)
{
    struct scene *scene = calloc(1, sizeof *scene);
    assert_non_null(scene);
    struct felt_rng rng = felt_rng_make(12);
    struct felt_evolve *evolve = &scene->evolve;
    for (int i = 0; i < felt_lab_known_count(); i++) {
        const struct felt_lab_known *known = felt_lab_known_at(i);
        struct felt_known_game *game = &scene->known[i];
        struct felt_genome_error error;
        assert_int_equal(felt_genome_json_read(known->text, known->bytes, &game->genome, &error),
                         FELT_OK);
        snprintf(game->name, sizeof game->name, "%s", known->name);
        invent_measures(&rng, &game->measures);
        game->fitness = (struct felt_fitness){0.2 + 0.4 * chance(&rng), 0.02, 1};
    }
    for (int i = 0; i < FELT_METRICS; i++) evolve->plan.weights.weight[i] = 0.5 * (1 + i % 3);
    evolve->plan.known = scene->known;
    evolve->plan.known_count = felt_lab_known_count();
    evolve->plan.seed = 77;
    evolve->archive.weights = evolve->plan.weights;
    evolve->floor = 0.4;
    evolve->counts = (struct felt_evolve_counts){
        .generation = 31, .made = 2048, .viable = 1024, .again = 50, .again_squares = 0.04};
    for (int i = 0; i < FELT_EMITTERS; i++)
        evolve->emitter[i] = (struct felt_emitter_record){
            .tried = 1000 + (uint64_t)i, .viable = 500, .kept = 100 + (uint64_t)i};
    fill_archive(scene, &rng, elites);
    for (int i = 0; i < points; i++) {
        double share = (i + 1.0) / points;
        scene->point[i] = (struct felt_progress_point){.seconds = 600 * share,
                                                       .generation = (uint32_t)i,
                                                       .elites = (uint32_t)(elites * share),
                                                       .good = (uint32_t)(20 * share * share),
                                                       .made = (uint64_t)(64 * i),
                                                       .viable = (uint64_t)(32 * i),
                                                       .best = 0.7 * sqrt(share),
                                                       .mean = 0.5 * sqrt(share),
                                                       .coverage = 0.02 * share};
    }
    scene->report = (struct felt_report){.title = "Evening games",
                                         .preset = "balanced",
                                         .evolve = evolve,
                                         .point = scene->point,
                                         .points = points};
    return scene;
}

/* Every second elite has files. */
static const char *file_of(void *self, uint32_t index)
{
    char *name = self;
    snprintf(name, 32, "game-%u", (unsigned)index);
    return index % 2 ? NULL : name;
}

static const char *write_page(struct scene *scene)
{
    char name[32];
    struct felt_buffer out = felt_buffer_make(scene->page, sizeof scene->page);
    felt_report_write(&scene->report, file_of, name, &out);
    assert_false(out.overflow);
    return felt_buffer_terminate(&out);
}

static const char *write_plot(struct scene *scene, int plot)
{
    struct felt_buffer out = felt_buffer_make(scene->page, sizeof scene->page);
    felt_plot_write(&scene->report, (enum felt_plot)plot, &out);
    assert_false(out.overflow);
    return felt_buffer_terminate(&out);
}

/* ---- a reader of tags ---- */

static bool reads_name(const char **at)
{
    const char *start = *at;
    while (isalnum((unsigned char)**at) || **at == '-' || **at == ':') ++*at;
    return *at > start;
}

static bool reads_entity(const char **at)
{
    static const char *const known[] = {"&amp;", "&lt;", "&gt;", "&quot;"};
    for (int i = 0; i < 4; i++)
        if (!strncmp(*at, known[i], strlen(known[i]))) {
            *at += strlen(known[i]);
            return true;
        }
    if (strncmp(*at, "&#", 2) != 0) return false;
    char *end;
    unsigned long number = strtoul(*at + 2, &end, 10);
    bool good = end > *at + 2 && *end == ';' && number >= 32;
    *at = end + 1;
    return good;
}

/* Up to `stop`: what may stand between tags, or between quotes. */
static bool reads_text(const char **at, char stop)
{
    while (**at && **at != stop) {
        if (**at == '<' || ((unsigned char)**at < 32 && **at != '\n')) return false;
        if (**at != '&')
            ++*at;
        else if (!reads_entity(at))
            return false;
    }
    return true;
}

static bool reads_attributes(const char **at)
{
    while (**at == ' ') {
        ++*at;
        if (!reads_name(at) || **at != '=') return false;
        char quote = *++*at;
        if (quote != '\'' && quote != '"') return false;
        ++*at;
        if (!reads_text(at, quote) || **at != quote) return false;
        ++*at;
    }
    return true;
}

/* The place of the first mistake, or NULL. */
static const char *find_mistake(const char *text)
{
    struct {
        const char *name;
        size_t bytes;
    } open[DEPTH_MAX];
    int depth = 0;
    const char *at = text;
    if (!strncmp(at, "<!DOCTYPE html>", 15)) at += 15;
    while (reads_text(&at, '<') && *at) {
        const char *tag = at++;
        bool closes = *at == '/';
        at += closes;
        const char *name = at;
        if (!reads_name(&at)) return tag;
        size_t bytes = (size_t)(at - name);
        if (closes) {
            if (depth-- == 0 || open[depth].bytes != bytes ||
                memcmp(open[depth].name, name, bytes) != 0 || *at++ != '>')
                return tag;
            continue;
        }
        if (!reads_attributes(&at)) return tag;
        if (at[0] == '/' && at[1] == '>') {
            at += 2;
            continue;
        }
        if (*at++ != '>' || depth == DEPTH_MAX) return tag;
        open[depth].name = name;
        open[depth++].bytes = bytes;
    }
    return *at || depth ? at : NULL;
}

static void assert_well_formed(const char *text)
{
    const char *mistake = find_mistake(text);
    if (mistake) fail_msg("not well formed: %.80s", mistake);
}

static int count_of(const char *text, const char *word)
{
    int count = 0;
    for (const char *at = strstr(text, word); at; at = strstr(at + 1, word)) count++;
    return count;
}

static void reader_of_tags_sees_mistakes(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "<p>",        "<p></b>", "<p><b></p></b>", "</p>",        "a & b", "<p a=b></p>", "<br>",
        "<p a='<'/>", "&nbsp;",  "<p a='x></p>",   "<p>\x01</p>", "<>",    "<p>&#7;</p>"};
    assert_null(find_mistake("<!DOCTYPE html>\n<p a='1' b=\"2\">x &amp; &#39;<br/>\n</p>"));
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_non_null(find_mistake(wrong[i]));
}

/* ---- cases ---- */

static void report_is_well_formed_and_loads_nothing(void **state)
{
    (void)state;
    static const char *const refused[] = {"<script", "src=",        "@import", "url(", "<link",
                                          "<iframe", "javascript:", " onload", "nan",  "inf'"};
    static const uint32_t elites[] = {0, 1, 3, ELITES};
    static const int points[] = {0, 1, 2, POINTS};
    for (int i = 0; i < 4; i++) {
        struct scene *scene = make_scene(elites[i], points[i]);
        for (int plot = -1; plot < FELT_PLOTS; plot++) {
            const char *text = plot < 0 ? write_page(scene) : write_plot(scene, plot);
            assert_well_formed(text);
            for (size_t k = 0; k < sizeof refused / sizeof refused[0]; k++)
                assert_null(strstr(text, refused[k]));
            assert_int_equal(count_of(text, "http"), count_of(text, "http://www.w3.org/2000/svg") +
                                                         count_of(text, "http-equiv"));
            assert_int_equal(count_of(text, "<svg"), plot < 0 ? FELT_PLOTS : 1);
            assert_true(count_of(text, "<title id=") == count_of(text, "<svg"));
            assert_true(count_of(text, "<desc id=") == count_of(text, "<svg"));
        }
        free(scene);
    }
}

static void report_escapes_names(void **state)
{
    (void)state;
    struct scene *scene = make_scene(ELITES, POINTS);
    static const char *const names[] = {"<script>alert(1)</script>",
                                        "\"><img src=x onerror='a()'>",
                                        "Tom & Jerry's",
                                        "\xff\xfe\xc0\x80 bad",
                                        "turn \xe2\x80\xae around",
                                        "\x1b[2J\x07\x01",
                                        "</title></svg><b>",
                                        ""};
    for (uint32_t i = 0; i < ELITES; i++)
        snprintf(scene->evolve.archive.elite[i].genome.name, FELT_GENOME_NAME_BYTES, "%s",
                 names[i % 8]);
    for (int i = 0; i < 8; i++)
        snprintf(scene->known[i].name, sizeof scene->known[i].name, "%s", names[i]);
    scene->report.title = "Games <of> \"ours\" & 'yours'";
    scene->report.preset = "</p><script>x</script>";
    for (int plot = -1; plot < FELT_PLOTS; plot++) {
        const char *text = plot < 0 ? write_page(scene) : write_plot(scene, plot);
        assert_well_formed(text);
        assert_null(strstr(text, "<script"));
        assert_null(strstr(text, "<img"));
        assert_null(strstr(text, "\xe2\x80\xae"));
        assert_null(strchr(text, '\x1b'));
        assert_null(strchr(text, '\xff'));
    }
    const char *page = write_page(scene);
    assert_non_null(
        strstr(page, "<h1>Games &lt;of&gt; &quot;ours&quot; &amp; &#39;yours&#39;</h1>"));
    assert_non_null(strstr(page, "Tom &amp; Jerry&#39;s"));
    assert_non_null(strstr(page, "&lt;script&gt;alert(1)&lt;/script&gt;"));
    assert_non_null(strstr(page, "a game without a name"));
    free(scene);
}

/* The row that begins with these words, up to its end. */
static const char *row_of(const char *text, const char *start, char *row, size_t room)
{
    const char *at = strstr(text, start);
    assert_non_null(at);
    const char *end = strstr(at, "</tr>");
    assert_non_null(end);
    assert_true((size_t)(end - at) < room);
    memcpy(row, at, (size_t)(end - at));
    row[end - at] = '\0';
    return row;
}

static void assert_holds(const char *row, const char *format, double number)
{
    char want[64];
    snprintf(want, sizeof want, format, number);
    if (!strstr(row, want)) fail_msg("no %s in %s", want, row);
}

static void report_has_the_numbers_of_the_archive(void **state)
{
    (void)state;
    struct scene *scene = make_scene(ELITES, POINTS);
    const struct felt_archive *archive = &scene->evolve.archive;
    uint16_t good[FELT_GOOD_MAX];
    int goods = felt_archive_good(archive, scene->evolve.floor, good);
    assert_true(goods > 3);
    const char *page = write_page(scene);
    const char *table = strstr(page, "<caption>Distinct good games, the fittest first</caption>");
    assert_non_null(table);
    for (int i = 0; i < goods; i++) {
        const struct felt_elite *elite = &archive->elite[good[i]];
        char start[64], row[2048];
        snprintf(start, sizeof start, "<tr><td class='n'>%d</td>", i + 1);
        (void)row_of(table, start, row, sizeof row);
        assert_holds(row, good[i] % 2 ? ">Game %.0f</th>" : "html'>Game %.0f</a>", good[i]);
        assert_int_equal(count_of(row, "<a "), good[i] % 2 ? 0 : 2);
        if (good[i] % 2 == 0) assert_holds(row, "href='games/game-%.0f.html'", good[i]);
        if (good[i] % 2 == 0) assert_holds(row, "href='games/game-%.0f.json'", good[i]);
        assert_holds(row, "<b>%.3f</b>", elite->fitness.value);
        assert_holds(row, ">%.2f</td>", elite->measures.metric[FELT_METRIC_SKILL].mean);
        assert_int_equal(count_of(row, "&#10003;"), elite->measures.fact[FELT_FACT_BLUFF_LOW] > 0);
    }
    for (int i = 0; i < FELT_EMITTERS; i++) {
        char start[64], row[512];
        snprintf(start, sizeof start, "<tr><th scope='row'>%s</th>",
                 felt_emitter_name((enum felt_emitter)i));
        (void)row_of(strstr(page, "<caption>Emitters"), start, row, sizeof row);
        assert_holds(row, "<td class='n'>%.0f</td>", 1000 + i);
        assert_holds(row, "<td class='n'>%.0f <", 100 + i);
    }
    for (int i = 0; i < FELT_METRICS; i++) {
        char start[64], row[512];
        snprintf(start, sizeof start, "<tr><th scope='row'>%s</th>",
                 felt_lab_metric_name((enum felt_lab_metric)i));
        (void)row_of(strstr(page, "<caption>Metrics and their"), start, row, sizeof row);
        assert_holds(row, "<b>%.2f</b>", scene->evolve.plan.weights.weight[i]);
    }
    for (int i = 0; i < scene->evolve.plan.known_count; i++) {
        char start[128], row[2048];
        snprintf(start, sizeof start, "<tr><th scope='row'>%s</th>", scene->known[i].name);
        (void)row_of(strstr(page, "<caption>Known games"), start, row, sizeof row);
        assert_holds(row, "<b>%.3f</b>", scene->known[i].fitness.value);
    }
    free(scene);
}

/* Every square is drawn, full or empty; and all games are in one. */
static void coverage_map_shows_every_cell(void **state)
{
    (void)state;
    struct scene *scene = make_scene(ELITES, 0);
    const char *text = write_plot(scene, FELT_PLOT_COVERAGE);
    int squares = FELT_GENRES * FELT_CELL_SEATS * FELT_CELL_LENGTH * FELT_CELL_SKILL, games = 0;
    int full = count_of(text, " of 9 cells, the best: ");
    assert_true(full > 10);
    assert_int_equal(full + count_of(text, "class='empty'"), squares + 1); /* the legend has one */
    for (const char *at = strstr(text, "<g><title>"); at; at = strstr(at + 1, "<g><title>"))
        games += (int)strtol(at + 10, NULL, 10);
    assert_int_equal(games, ELITES);
    free(scene);
}

/* Front: no good game has more of both; and whoever is not on it is beaten by a good one. */
static void pareto_front_is_what_nobody_beats(void **state)
{
    (void)state;
    struct scene *scene = make_scene(ELITES, 0);
    struct felt_plot_view *view = malloc(sizeof *view);
    assert_non_null(view);
    felt_plot_look(&scene->report, view);
    uint16_t front[FELT_ELITES_MAX];
    int count = felt_plot_front(view, FELT_METRIC_SKILL, FELT_METRIC_BLUFF, front);
    assert_in_range(count, 2, 30);
    for (int i = 0; i < ELITES; i++) {
        const struct felt_measure *own = scene->evolve.archive.elite[i].measures.metric;
        bool on = false, beaten = scene->evolve.archive.elite[i].fitness.value < 0.4;
        for (int k = 0; k < count; k++) on |= front[k] == i;
        for (int k = 0; k < ELITES; k++) {
            const struct felt_measure *other = scene->evolve.archive.elite[k].measures.metric;
            if (scene->evolve.archive.elite[k].fitness.value < 0.4) continue;
            beaten |= other[FELT_METRIC_SKILL].mean > own[FELT_METRIC_SKILL].mean &&
                      other[FELT_METRIC_BLUFF].mean > own[FELT_METRIC_BLUFF].mean;
        }
        assert_int_equal(on, !beaten);
    }
    free(view);
    free(scene);
}

static void report_survives_what_is_no_number(void **state)
{
    (void)state;
    struct scene *scene = make_scene(ELITES, POINTS);
    for (uint32_t i = 0; i < ELITES; i++) {
        struct felt_elite *elite = &scene->evolve.archive.elite[i];
        elite->fitness.value = i % 3 ? NAN : -INFINITY;
        for (int k = 0; k < FELT_METRICS; k++) elite->measures.metric[k].mean = i % 2 ? NAN : 1e300;
        for (int k = 0; k < FELT_FACTS; k++) elite->measures.fact[k] = INFINITY;
    }
    for (int i = 0; i < POINTS; i++)
        scene->point[i].best = scene->point[i].coverage = i % 2 ? NAN : 1e308;
    scene->evolve.floor = NAN;
    for (int plot = -1; plot < FELT_PLOTS; plot++) {
        const char *text = plot < 0 ? write_page(scene) : write_plot(scene, plot);
        assert_well_formed(text);
        assert_null(strstr(text, "nan"));
        assert_null(strstr(text, "'inf"));
        assert_null(strstr(text, ">inf"));
    }
    free(scene);
}

/* A page that does not fit is a beginning of the whole one, and the buffer says so. */
static void report_that_does_not_fit_is_cut(void **state)
{
    (void)state;
    struct scene *scene = make_scene(ELITES, POINTS);
    char name[32];
    const char *whole = write_page(scene);
    size_t bytes = strlen(whole);
    char *copy = malloc(bytes + 1);
    assert_non_null(copy);
    memcpy(copy, whole, bytes + 1);
    for (size_t room = 1; room < bytes; room = room * 3 + 17) {
        memset(scene->page, 'x', sizeof scene->page);
        struct felt_buffer out = felt_buffer_make(scene->page, room);
        felt_report_write(&scene->report, file_of, name, &out);
        assert_true(out.overflow);
        assert_true(out.used <= room);
        assert_memory_equal(scene->page, copy, out.used);
        assert_int_equal(scene->page[room], 'x');
    }
    free(copy);
    free(scene);
}

static void names_are_cut_between_characters(void **state)
{
    (void)state;
    char out[FELT_PLOT_SHORT_BYTES];
    assert_string_equal(felt_plot_short("Copper Heron", 12, out), "Copper Heron");
    assert_string_equal(felt_plot_short("Copper Heron", 11, out), "Copper Her\xe2\x80\xa6");
    assert_string_equal(felt_plot_short("\xc3\xa4\xc3\xb6\xc3\xbc\xc3\x9f", 4, out),
                        "\xc3\xa4\xc3\xb6\xc3\xbc\xc3\x9f");
    assert_string_equal(felt_plot_short("\xc3\xa4\xc3\xb6\xc3\xbc\xc3\x9f", 3, out),
                        "\xc3\xa4\xc3\xb6\xe2\x80\xa6");
    assert_string_equal(felt_plot_short("", 3, out), "");
    assert_string_equal(felt_plot_short("a", 1, out), "a");
}

TEST_MODULE(lab_report)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reader_of_tags_sees_mistakes),
        cmocka_unit_test(report_is_well_formed_and_loads_nothing),
        cmocka_unit_test(report_escapes_names),
        cmocka_unit_test(report_has_the_numbers_of_the_archive),
        cmocka_unit_test(coverage_map_shows_every_cell),
        cmocka_unit_test(pareto_front_is_what_nobody_beats),
        cmocka_unit_test(report_survives_what_is_no_number),
        cmocka_unit_test(report_that_does_not_fit_is_cut),
        cmocka_unit_test(names_are_cut_between_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
