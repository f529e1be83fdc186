/* test_http_lab.c -- what a request to the lab says, and what a file that grows says so far.
 * Paragraphs are those of docs/PROTOCOL.md. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "server/http/lab/parts.h"
#include "felt/rng.h"
#include "module.h"
#include "support.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- paths ---- */

static const struct {
    const char *path;
    bool post;
    int status, what;
    const char *archive, *game;
} paths[] = {
    {"/api/lab", false, 0, FELT_HTTP_LAB_LIST, "", ""},
    {"/api/lab", true, 405, FELT_HTTP_LAB_LIST, "", ""},
    {"/api/lab/", false, 404, -1, "", ""},
    {"/api/lab/evening", false, 0, FELT_HTTP_LAB_ARCHIVE, "evening", ""},
    {"/api/lab/-", false, 0, FELT_HTTP_LAB_ARCHIVE, "-", ""},
    {"/api/lab/a.b_c-9", false, 0, FELT_HTTP_LAB_ARCHIVE, "a.b_c-9", ""},
    {"/api/lab/evening/", false, 404, -1, "", ""},
    {"/api/lab/Evening", false, 404, -1, "", ""},
    {"/api/lab/.evening", false, 404, -1, "", ""},
    {"/api/lab/..", false, 404, -1, "", ""},
    {"/api/lab//", false, 404, -1, "", ""},
    {"/api/lab/a b", false, 404, -1, "", ""},
    {"/api/lab/a\xc3\xa4", false, 404, -1, "", ""},
    {"/api/lab/a\nb", false, 404, -1, "", ""},
    {"/api/lab/a/progress", false, 0, FELT_HTTP_LAB_PROGRESS, "a", ""},
    {"/api/lab/a/report.html", false, 0, FELT_HTTP_LAB_REPORT, "a", ""},
    {"/api/lab/a/report", false, 404, -1, "", ""},
    {"/api/lab/a/report.html/x", false, 404, -1, "", ""},
    {"/api/lab/a/plots/coverage.svg", false, 0, FELT_HTTP_LAB_PLOT, "a", ""},
    {"/api/lab/a/plots/.svg", false, 404, -1, "", ""},
    {"/api/lab/a/plots/coverage", false, 404, -1, "", ""},
    {"/api/lab/a/plots", false, 404, -1, "", ""},
    {"/api/lab/a/games", false, 404, -1, "", ""},
    {"/api/lab/a/games/x-1", false, 0, FELT_HTTP_LAB_GAME, "a", "x-1"},
    {"/api/lab/a/games/x-1.html", false, 0, FELT_HTTP_LAB_RULES_PAGE, "a", "x-1"},
    {"/api/lab/a/games/x-1.md", false, 0, FELT_HTTP_LAB_RULES_TEXT, "a", "x-1"},
    {"/api/lab/a/games/x-1.json", false, 0, FELT_HTTP_LAB_GENOME, "a", "x-1"},
    {"/api/lab/a/games/.json", false, 404, -1, "", ""},
    {"/api/lab/a/games/..", false, 404, -1, "", ""},
    {"/api/lab/a/games/x-1/rules", false, 0, FELT_HTTP_LAB_RULES, "a", "x-1"},
    {"/api/lab/a/games/x-1/rules.md", false, 0, FELT_HTTP_LAB_RULES_TEXT, "a", "x-1"},
    {"/api/lab/a/games/x-1/rules.html", false, 0, FELT_HTTP_LAB_RULES_PAGE, "a", "x-1"},
    {"/api/lab/a/games/x-1/genome.json", false, 0, FELT_HTTP_LAB_GENOME, "a", "x-1"},
    {"/api/lab/a/games/x-1/rating", true, 0, FELT_HTTP_LAB_RATE, "a", "x-1"},
    {"/api/lab/a/games/x-1/table", true, 0, FELT_HTTP_LAB_TABLE, "a", "x-1"},
    {"/api/lab/a/games/x-1/table", false, 405, FELT_HTTP_LAB_TABLE, "a", "x-1"},
    {"/api/lab/known/games/war/table", true, 0, FELT_HTTP_LAB_TABLE, "known", "war"},
    {"/api/lab/a/games/x-1/rating", false, 405, FELT_HTTP_LAB_RATE, "a", "x-1"},
    {"/api/lab/a/games/x-1/rules", true, 405, FELT_HTTP_LAB_RULES, "a", "x-1"},
    {"/api/lab/a/games//rules", false, 404, -1, "", ""},
    {"/api/lab/a/games/x-1/rules/", false, 404, -1, "", ""},
    {"/api/lab/a/games/x-1/x", false, 404, -1, "", ""},
};

static void http_lab_paths_are_read_strictly(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        struct felt_http_lab_want want;
        const char *code = NULL, *why = NULL;
        int status = felt_http_lab_read_path(paths[i].path, paths[i].post, &want, &code, &why);
        if (status != paths[i].status) fail_msg("%s: %d", paths[i].path, status);
        if (status) assert_non_null(why);
        if (paths[i].what < 0) continue;
        assert_int_equal(want.what, paths[i].what);
        assert_string_equal(want.archive, paths[i].archive);
        assert_string_equal(want.game, paths[i].game);
    }
}

/* A name that fits is taken, one letter more is not, and nothing is written behind its end. */
static void http_lab_long_names_are_names_of_nothing(void **state)
{
    (void)state;
    for (size_t bytes = 1; bytes < 2000; bytes = bytes < 70 ? bytes + 1 : bytes * 2) {
        char path[2200] = "/api/lab/";
        struct felt_http_lab_want want;
        const char *code, *why;
        size_t at = strlen(path);
        memset(path + at, 'a', bytes);
        path[at + bytes] = '\0';
        int status = felt_http_lab_read_path(path, false, &want, &code, &why);
        assert_int_equal(status, bytes <= FELT_HTTP_LAB_NAME_MAX ? 0 : 404);
        snprintf(path, sizeof path, "/api/lab/a/games/%0*d", (int)bytes, 0);
        status = felt_http_lab_read_path(path, false, &want, &code, &why);
        assert_int_equal(status, bytes < FELT_LAB_SLUG_BYTES ? 0 : 404);
    }
}

/* ---- queries ---- */

static const char *read_query(const char *path, const char *query, struct felt_http_lab_want *want)
{
    const char *code, *why;
    assert_int_equal(felt_http_lab_read_path(path, false, want, &code, &why), 0);
    return felt_http_lab_read_query(query, want);
}

static void http_lab_queries_are_read_strictly(void **state)
{
    (void)state;
    static const struct {
        const char *path, *query, *wrong;
    } cases[] = {
        {"/api/lab", "", NULL},
        {"/api/lab", "limit=200&offset=5", NULL},
        {"/api/lab", "limit=201", "limit"},
        {"/api/lab", "limit=0", "limit"},
        {"/api/lab", "limit=01", "limit"},
        {"/api/lab", "limit=", "limit"},
        {"/api/lab", "limit=1e1", "limit"},
        {"/api/lab", "limit=99999999999999999999", "limit"},
        {"/api/lab", "limit", "query"},
        {"/api/lab", "&", "query"},
        {"/api/lab", "limit=1&", "query"},
        {"/api/lab", "limit=1&limit=1", "limit"},
        {"/api/lab", "good=1", "query"},
        {"/api/lab/a", "good=1&seats=6&genre=poker&sort=-minutes&limit=1&offset=0", NULL},
        {"/api/lab/a", "good=2", "good"},
        {"/api/lab/a", "seats=7", "seats"},
        {"/api/lab/a", "genre=Poker", "genre"},
        {"/api/lab/a", "sort=-", "sort"},
        {"/api/lab/a", "sort=--skill", "sort"},
        {"/api/lab/a", "sort=skilled", "sort"},
        {"/api/lab/a", "after=1", "query"},
        {"/api/lab/a/progress", "after=0&wait=20&limit=1000", NULL},
        {"/api/lab/a/progress", "wait=21", "wait"},
        {"/api/lab/a/progress", "after=4294967296", "after"},
        {"/api/lab/a/progress", "sort=name", "query"},
        {"/api/lab/a/report.html", "limit=1", "query"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct felt_http_lab_want want;
        const char *wrong = read_query(cases[i].path, cases[i].query, &want);
        if (!wrong != !cases[i].wrong) fail_msg("%s: %s", cases[i].query, wrong ? wrong : "good");
        if (wrong) assert_string_equal(wrong, cases[i].wrong);
    }
}

static void http_lab_queries_say_what_is_wanted(void **state)
{
    (void)state;
    struct felt_http_lab_want want;
    assert_null(read_query("/api/lab/a", "", &want));
    assert_int_equal(want.limit, FELT_HTTP_LAB_ROWS_USUAL);
    assert_int_equal(want.sort, FELT_HTTP_LAB_FITNESS);
    assert_int_equal(want.genre, -1);
    assert_null(read_query("/api/lab/a", "sort=-skill&genre=bluff&seats=3&offset=7", &want));
    assert_int_equal(want.sort, FELT_HTTP_LAB_BY_METRIC);
    assert_int_equal(want.sort_index, FELT_METRIC_SKILL);
    assert_true(want.turned);
    assert_int_equal(want.genre, FELT_GENRE_BLUFF);
    assert_int_equal(want.seats, 3);
    assert_int_equal(want.offset, 7);
    assert_null(read_query("/api/lab/a", "sort=minutes", &want));
    assert_int_equal(want.sort, FELT_HTTP_LAB_BY_FACT);
    assert_int_equal(want.sort_index, FELT_FACT_MINUTES);
    assert_null(read_query("/api/lab/a/progress", "", &want));
    assert_int_equal(want.after, -1);
    assert_int_equal(want.limit, FELT_HTTP_LAB_POINTS_USUAL);
    assert_null(read_query("/api/lab/a/progress", "after=39&wait=3", &want));
    assert_int_equal(want.after, 39);
    assert_int_equal(want.wait_ms, 3000);
}

/* ---- ratings ---- */

static void http_lab_ratings_are_read_strictly(void **state)
{
    (void)state;
    static const struct {
        const char *body, *code;
        int stars;
        bool broken;
    } cases[] = {
        {"{\"stars\":1}", NULL, 1, false},
        {"{\"broken\":true,\"stars\":5}", NULL, 5, true},
        {"{\"stars\":3,\"broken\":false}", NULL, 3, false},
        {"{}", "BAD_FIELD", 0, false},
        {"{\"stars\":0}", "BAD_FIELD", 0, false},
        {"{\"stars\":6}", "BAD_FIELD", 0, false},
        {"{\"stars\":4.0}", "BAD_FIELD", 0, false},
        {"{\"stars\":true}", "BAD_FIELD", 0, false},
        {"{\"stars\":3,\"broken\":\"no\"}", "BAD_FIELD", 0, false},
        {"{\"stars\":3,\"at\":1}", "BAD_FIELD", 0, false},
        {"{\"stars\":3,\"stars\":3}", "BAD_JSON", 0, false},
        {"{\"stars\":3", "BAD_JSON", 0, false},
        {"[3]", "BAD_JSON", 0, false},
        {"", "BAD_JSON", 0, false},
        {"{\"stars\":3} x", "BAD_JSON", 0, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct felt_http_lab_want want = {0};
        const char *code = NULL, *field = NULL;
        const char *wrong =
            felt_http_lab_read_rating(cases[i].body, strlen(cases[i].body), &want, &code, &field);
        if (!wrong != !cases[i].code) fail_msg("%s: %s", cases[i].body, wrong ? wrong : "good");
        if (wrong) {
            assert_string_equal(code, cases[i].code);
            continue;
        }
        assert_int_equal(want.stars, cases[i].stars);
        assert_int_equal(want.broken, cases[i].broken);
    }
}

/* Whatever comes, there is an answer to it. */
static void http_lab_noise_is_refused_or_read(void **state)
{
    (void)state;
    static const char letters[] = "/.-_aA0%?&=lab gmesi\x01\x7f\xc3\"{}:[],";
    struct felt_rng rng = felt_rng_make(16);
    for (int round = 0; round < 20000; round++) {
        char path[80] = "/api/lab", query[40];
        struct felt_http_lab_want want;
        const char *code, *why, *field;
        size_t at = strlen(path), bytes = felt_rng_below(&rng, sizeof path - 9);
        for (size_t i = 0; i < bytes; i++)
            path[at + i] = letters[felt_rng_below(&rng, sizeof letters - 1)];
        path[at + bytes] = '\0';
        if (bytes) path[at] = '/';
        int status = felt_http_lab_read_path(path, round & 1, &want, &code, &why);
        assert_true(status == 0 || status == 404 || status == 405);
        assert_true(want.archive[0] == '\0' ||
                    felt_http_lab_is_name(want.archive, strlen(want.archive)));
        bytes = felt_rng_below(&rng, sizeof query);
        for (size_t i = 0; i < bytes; i++)
            query[i] = letters[felt_rng_below(&rng, sizeof letters - 1)];
        query[bytes < sizeof query ? bytes : bytes - 1] = '\0';
        (void)felt_http_lab_read_query(query, &want);
        (void)felt_http_lab_read_rating(query, strlen(query), &want, &code, &field);
    }
}

/* ---- progress ---- */

struct folder {
    char name[64];
    int directory;
};

static void write_file(const struct folder *folder, const char *text, int flags)
{
    int file = openat(folder->directory, "progress.jsonl", O_WRONLY | O_CREAT | flags, 0600);
    assert_true(file >= 0);
    assert_int_equal(write(file, text, strlen(text)), (ssize_t)strlen(text));
    assert_int_equal(close(file), 0);
}

static struct folder open_folder(void)
{
    struct folder folder = {.name = "/tmp/felt_serve_lab_XXXXXX"};
    assert_non_null(mkdtemp(folder.name));
    folder.directory = open(folder.name, O_RDONLY | O_DIRECTORY);
    assert_true(folder.directory >= 0);
    return folder;
}

static void close_folder(const struct folder *folder)
{
    (void)unlinkat(folder->directory, "progress.jsonl", 0);
    (void)close(folder->directory);
    (void)rmdir(folder->name);
}

static void http_lab_progress_is_followed_line_by_line(void **state)
{
    (void)state;
    struct folder folder = open_folder();
    struct felt_http_lab_book book = {0};
    felt_http_lab_book_follow(&book, folder.directory);
    assert_int_equal(book.points, 0);
    write_file(&folder, "{\"generation\":0,\"seconds\":1}\n{\"generation\":1}\n{\"gene", O_APPEND);
    felt_http_lab_book_follow(&book, folder.directory);
    assert_int_equal(book.points, 2);
    write_file(&folder, "ration\":2,\"best\":0.5}\nnoise\n[]\n{\"best\":1}\n", O_APPEND);
    felt_http_lab_book_follow(&book, folder.directory);
    assert_int_equal(book.points, 3);
    assert_true(book.point[2].best > 0.49 && book.point[2].best < 0.51);
    assert_false(book.done);
    /* Gone on with from an older state: those generations again. */
    write_file(&folder, "{\"generation\":1,\"elites\":7}\n{\"generation\":2,\"done\":true}\n",
               O_APPEND);
    felt_http_lab_book_follow(&book, folder.directory);
    assert_int_equal(book.points, 3);
    assert_int_equal(book.point[1].elites, 7);
    assert_true(book.done);
    /* Another file of the same name, longer than what was read. */
    write_file(&folder, "", O_TRUNC);
    for (int i = 0; i < 9; i++)
        write_file(&folder, i ? "{\"generation\":7,\"elites\":12345}\n" : "{\"generation\":6}\n",
                   O_APPEND);
    felt_http_lab_book_follow(&book, folder.directory);
    assert_int_equal(book.points, 2);
    assert_int_equal(book.point[0].generation, 6);
    assert_false(book.done);
    (void)unlinkat(folder.directory, "progress.jsonl", 0);
    assert_int_equal(symlinkat("/etc/passwd", folder.directory, "progress.jsonl"), 0);
    felt_http_lab_book_follow(&book, folder.directory);
    assert_int_equal(book.points, 0);
    felt_http_lab_book_forget(&book);
    close_folder(&folder);
}

/* A list needs to know only whether it is over; who follows afterwards has everything. */
static void http_lab_a_glance_keeps_no_points(void **state)
{
    (void)state;
    struct folder folder = open_folder();
    struct felt_http_lab_book book = {0};
    felt_http_lab_book_glance(&book, folder.directory);
    assert_false(book.progress.there);
    write_file(&folder, "{\"generation\":0}\n{\"generation\":1,\"done\":true}\n", O_APPEND);
    felt_http_lab_book_glance(&book, folder.directory);
    assert_true(book.done && book.progress.there);
    assert_null(book.point);
    felt_http_lab_book_follow(&book, folder.directory);
    assert_int_equal(book.points, 2);
    assert_true(book.done);
    write_file(&folder, "{\"generation\":2}\n", O_APPEND);
    felt_http_lab_book_glance(&book, folder.directory);
    assert_int_equal(book.points, 3);
    assert_false(book.done);
    felt_http_lab_book_unfollow(&book);
    write_file(&folder, "{\"generation\":3,\"done\":true}\n{\"gen", O_APPEND);
    felt_http_lab_book_glance(&book, folder.directory);
    assert_true(book.done);
    felt_http_lab_book_follow(&book, folder.directory);
    assert_int_equal(book.points, 4);
    felt_http_lab_book_forget(&book);
    close_folder(&folder);
}

/* Of very many the newest stay, in their order. */
static void http_lab_the_newest_points_are_kept(void **state)
{
    (void)state;
    enum { LINES = FELT_HTTP_LAB_KEPT_POINTS + 10 };
    struct folder folder = open_folder();
    struct felt_http_lab_book book = {0};
    char *text = malloc((size_t)LINES * 32), *at = text;
    for (int i = 0; i < LINES; i++) at += snprintf(at, 32, "{\"generation\":%d}\n", i);
    write_file(&folder, text, 0);
    felt_http_lab_book_follow(&book, folder.directory);
    assert_int_equal(book.points, FELT_HTTP_LAB_KEPT_POINTS / 4 * 3 + 10);
    for (uint32_t i = 0; i < book.points; i++)
        assert_int_equal(book.point[i].generation, LINES - book.points + i);
    free(text);
    felt_http_lab_book_forget(&book);
    close_folder(&folder);
}

/* Lines across the end of what is read at once, and one that never ends. */
static void http_lab_progress_may_be_long(void **state)
{
    (void)state;
    enum { LINES = 3000, LONG = 200000 };
    struct folder folder = open_folder();
    struct felt_http_lab_book book = {0};
    char *text = malloc(LINES * 64 + LONG + 64), *at = text;
    for (int i = 0; i < LINES; i++)
        at += snprintf(at, 64, "{\"generation\":%d,\"made\":%d}\n", i, i * 64);
    memset(at, 'x', LONG);
    snprintf(at + LONG, 64, "\n{\"generation\":%d}\n", LINES);
    write_file(&folder, text, 0);
    felt_http_lab_book_follow(&book, folder.directory);
    assert_int_equal(book.points, LINES + 1);
    for (uint32_t i = 0; i <= LINES; i++) assert_int_equal(book.point[i].generation, i);
    assert_int_equal(book.point[LINES - 1].made, (LINES - 1) * 64);
    free(text);
    felt_http_lab_book_forget(&book);
    close_folder(&folder);
}

TEST_MODULE(http_lab)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(http_lab_paths_are_read_strictly),
        cmocka_unit_test(http_lab_long_names_are_names_of_nothing),
        cmocka_unit_test(http_lab_queries_are_read_strictly),
        cmocka_unit_test(http_lab_queries_say_what_is_wanted),
        cmocka_unit_test(http_lab_ratings_are_read_strictly),
        cmocka_unit_test(http_lab_noise_is_refused_or_read),
        cmocka_unit_test(http_lab_progress_is_followed_line_by_line),
        cmocka_unit_test(http_lab_a_glance_keeps_no_points),
        cmocka_unit_test(http_lab_the_newest_points_are_kept),
        cmocka_unit_test(http_lab_progress_may_be_long),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
