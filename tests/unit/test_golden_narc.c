/* test_golden_narc.c -- plays the hands of tests/golden/narc (narc_script.h), and sees to it that
 * every paragraph of docs/RULES.md 18 is shown by one of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "module.h"
#include "narc_script.h"
#include "support.h"

#include <glob.h>
#include <string.h>

enum { PATH = 1024, FILES_MAX = 32 };

/* Paragraphs no hand can show, and where they are tested instead. */
static const struct {
    int paragraph;
    const char *where;
} elsewhere[] = {
    {28, "a list of the others"},
};

static void play_file(const char *path, struct narc_report *report)
{
    FILE *stream = fopen(path, "r");
    assert_non_null(stream);
    narc_script_run(stream, strrchr(path, '/') + 1, report);
    fclose(stream);
}

static void golden_narc_file_is_played(void **state)
{
    struct narc_report report = {0};
    play_file(*state, &report);
    if (report.failures) fail_msg("%d cases\n%s", report.failures, report.message);
    assert_true(report.cases > 0 && report.claims > 0);
}

static void golden_narc_cites_every_paragraph(void **state)
{
    (void)state;
    struct narc_report report = {0};
    bool is_there[NARC_RULES_PARAGRAPHS] = {false};
    char path[PATH], line[PATH];
    glob_t files;
    snprintf(path, sizeof path, "%s/../../docs/RULES.md", golden_folder());
    FILE *rules = fopen(path, "r");
    assert_non_null(rules);
    while (fgets(line, sizeof line, rules)) {
        int section = 0, paragraph = 0;
        if (sscanf(line, "%d.%d **", &section, &paragraph) == 2 && section == NARC_RULES_SECTION &&
            paragraph > 0 && paragraph < NARC_RULES_PARAGRAPHS && strstr(line, " **"))
            is_there[paragraph] = true;
    }
    fclose(rules);
    snprintf(path, sizeof path, "%s/narc/*.txt", golden_folder());
    assert_int_equal(glob(path, 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++) play_file(files.gl_pathv[i], &report);
    globfree(&files);
    for (size_t i = 0; i < sizeof elsewhere / sizeof elsewhere[0]; i++)
        report.cited[elsewhere[i].paragraph] = true;
    for (int i = 1; i < NARC_RULES_PARAGRAPHS; i++)
        if (is_there[i] != report.cited[i])
            fail_msg("%s RULES 18.%d", is_there[i] ? "no hand shows" : "there is no", i);
    assert_true(is_there[1] && is_there[28]);
    print_message("# %d cases, %d claims\n", report.cases, report.claims);
}

/* ---- claims that are not so ---- */

static const char *const table = "% a table\nnarc parked_van\nplayer bootleg_records\ndeal\n";

static void expect_noticed(const char *claim, const char *word)
{
    struct narc_report report = {0};
    char text[PATH];
    snprintf(text, sizeof text, "%s%s\n", table, claim);
    FILE *stream = fmemopen(text, strlen(text), "r");
    assert_non_null(stream);
    narc_script_run(stream, "text", &report);
    fclose(stream);
    if (report.failures != (word != NULL)) fail_msg("\"%s\": %s", claim, report.message);
    if (word && !strstr(report.message, word))
        fail_msg("\"%s\" does not say \"%s\"", report.message, word);
}

static void golden_narc_wrong_claims_are_noticed(void **state)
{
    (void)state;
    expect_noticed("turn: N", NULL);
    expect_noticed("turn: P", "the turn is \"N\", not \"P\"");
    expect_noticed("may: check raise", "\"check raise fold\"");
    expect_noticed("Cc", "is refused");
    expect_noticed("refused: Nc", "Nc is accepted");
    expect_noticed("refused: Nr week_off", "N does not hold week_off");
    expect_noticed("Nr parked_van\nholder: C", "the holder is \"N\"");
    expect_noticed("Nr parked_van\noption: yes", "the option is \"no\"");
    expect_noticed("Nr parked_van\nleft: 3", "raises left is 2, not 3");
    expect_noticed("totals: evidence 1", "evidence is 0, not 1");
    expect_noticed("totals: glamour 1", "what is glamour");
    expect_noticed("totals: evidence", "NAME N");
    expect_noticed("N holds: parked_van", "the hand is");
    expect_noticed("N holds: 2", "the hand is 3, not 2");
    expect_noticed("Nr parked_van\nP sees: parked_van", "the table is \"?\"");
    expect_noticed("automatic: 1", "is 0, not 1");
    expect_noticed("end: safe banked 0 session over", "the end is \"playing");
    expect_noticed("set cap 4", "too late");
    expect_noticed("deal", "not over");
    expect_noticed("weather: fine", "no such line");
    expect_noticed("Qc", "who does");
    expect_noticed("Nx", "what is");
    expect_noticed("% another\nset colour red", "no option colour");
    expect_noticed("% another\nset cap 9\ndeal", "/cap");
    expect_noticed("% another\nnarc spaceship", "no card spaceship");
    expect_noticed("% another\nplayer parked_van\ndeal", "no parked_van is left");
    expect_noticed("% another\nturn: N", "nothing is dealt");
}

TEST_MODULE(golden_narc)
{
    struct CMUnitTest tests[FILES_MAX] = {
        cmocka_unit_test(golden_narc_cites_every_paragraph),
        cmocka_unit_test(golden_narc_wrong_claims_are_noticed),
    };
    size_t count = 2;
    char pattern[PATH];
    glob_t files;
    snprintf(pattern, sizeof pattern, "%s/narc/*.txt", golden_folder());
    if (glob(pattern, 0, NULL, &files) != 0 || files.gl_pathc + count > FILES_MAX) return 2;
    for (size_t i = 0; i < files.gl_pathc; i++)
        tests[count++] = (struct CMUnitTest){.name = strrchr(files.gl_pathv[i], '/') + 1,
                                             .test_func = golden_narc_file_is_played,
                                             .initial_state = files.gl_pathv[i]};
    int failed = _cmocka_run_group_tests("golden_narc", tests, count, NULL, NULL);
    globfree(&files);
    return failed;
}
