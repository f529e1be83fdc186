/* test_golden_betting.c -- plays the hands of tests/golden/betting (betting_script.h), and sees to
 * it that every paragraph of docs/RULES.md from the table to the cards face up, each game among
 * them, is shown by one of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "betting_script.h"
#include "module.h"
#include "support.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

enum { PATH = 1024, FILES_MAX = 64, SECTION_FIRST = 5, SECTION_LAST = 14 };

/* Paragraphs no hand can show, and where they are tested instead. */
static const struct {
    int section, paragraph;
    const char *where;
} elsewhere[] = {
    {8, 6, "test_chips.c: no poker variant is played with fixed increments"},
    {13, 6, "test_poker_cards.c: these hands are dealt, not recorded"},
};

static void play_file(const char *path, struct betting_report *report)
{
    FILE *stream = fopen(path, "r");
    assert_non_null(stream);
    betting_script_run(stream, strrchr(path, '/') + 1, report);
    fclose(stream);
}

static void golden_betting_file_is_played(void **state)
{
    struct betting_report report = {0};
    play_file(*state, &report);
    if (report.failures) fail_msg("%d cases\n%s", report.failures, report.message);
    assert_true(report.cases > 0);
    assert_true(report.claims > 0);
}

/* The paragraphs there are: lines of docs/RULES.md that begin with a number. */
static void read_rules(bool is_there[RULES_SECTIONS][RULES_PARAGRAPHS])
{
    char path[PATH], line[PATH];
    snprintf(path, sizeof path, "%s/../../docs/RULES.md", golden_folder());
    FILE *stream = fopen(path, "r");
    assert_non_null(stream);
    while (fgets(line, sizeof line, stream)) {
        char *end;
        long section = strtol(line, &end, 10),
             paragraph = *end == '.' ? strtol(end + 1, &end, 10) : 0;
        if (section < 1 || section >= RULES_SECTIONS || paragraph < 1) continue;
        assert_true(paragraph < RULES_PARAGRAPHS);
        if (*end == ' ') is_there[section][paragraph] = true;
    }
    fclose(stream);
}

static void golden_betting_cites_every_paragraph(void **state)
{
    (void)state;
    static bool is_there[RULES_SECTIONS][RULES_PARAGRAPHS];
    static struct betting_report report;
    char pattern[PATH];
    glob_t files;
    read_rules(is_there);
    snprintf(pattern, sizeof pattern, "%s/betting/*.txt", golden_folder());
    assert_int_equal(glob(pattern, 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++) play_file(files.gl_pathv[i], &report);
    globfree(&files);
    for (size_t i = 0; i < sizeof elsewhere / sizeof elsewhere[0]; i++)
        report.cited[elsewhere[i].section][elsewhere[i].paragraph] = true;
    for (int section = 0; section < RULES_SECTIONS; section++)
        for (int paragraph = 0; paragraph < RULES_PARAGRAPHS; paragraph++) {
            bool there = is_there[section][paragraph], cited = report.cited[section][paragraph];
            if (cited && !there)
                fail_msg("RULES %d.%d is cited; there is none", section, paragraph);
            if (there && !cited && section >= SECTION_FIRST && section <= SECTION_LAST)
                fail_msg("no hand shows RULES %d.%d", section, paragraph);
        }
    assert_true(is_there[SECTION_FIRST][1] && is_there[SECTION_LAST][1]);
    print_message("# %d cases, %d claims\n", report.cases, report.claims);
}

/* ---- claims that are not so ----------------------------------------------------------------- */

struct wrong_claim {
    const char *right, *wrong, *word; /* the word is in the message */
};

/* A claim that is not so must be noticed, each kind of it. */
static void expect_noticed(const char *table, const struct wrong_claim *row)
{
    for (int wrong = 0; wrong < 2; wrong++) {
        struct betting_report report = {0};
        const char *claim = wrong ? row->wrong : row->right;
        char text[PATH];
        /* Claims that take the rest of their line stand on one of their own. */
        snprintf(text, sizeof text, "%s%s\n", table, claim);
        FILE *stream = fmemopen(text, strlen(text), "r");
        assert_non_null(stream);
        betting_script_run(stream, "text", &report);
        fclose(stream);
        if (report.failures != wrong) fail_msg("\"%s\": %s", claim, report.message);
        if (wrong && !strstr(report.message, row->word))
            fail_msg("\"%s\" does not say \"%s\"", report.message, row->word);
    }
}

static void golden_betting_wrong_claims_are_noticed(void **state)
{
    (void)state;
    static const char *const table = "% a table      RULES 5.1\n"
                                     "game holdem no-limit, unit 20\n"
                                     "stacks A 500 B 500 C 130 button C\n"
                                     "blinds A 10 B 20 first C\n"
                                     "cards A AhAd B KhKd C QhQd   board 2c 3c 4d 9s Ts\n";
    static const struct wrong_claim rows[] = {
        {"C turn: fold, call 20, raise-to 40..130", "C turn: fold, call 20, raise-to 40..131",
         "131"},
        {"C turn: fold, call 20, raise-to 40..130", "C turn: fold, call 20", "offered"},
        {"C turn", "A turn", "C is asked"},
        {"C raise-to 40", "C raise-to 39", "refused"},
        {"C call", "C check", "refused"},
        {"C call", "A call", "refused"},
        {"C raise-to 40", "C bet 40", "no bet"},
        {"refused C raise-to 39: wrong amount", "refused C raise-to 40: wrong amount",
         "not refused"},
        {"refused C check: not offered", "refused C check: wrong amount", "because"},
        {"refused A call: not your turn", "refused A call: not offered", "because"},
        {"C call before-flop A call B check flop", "C call before-flop A call B check turn",
         "round 2"},
        {"C call A call B check pots: main 60 A B C", "C call A call B check pots: main 60 A B",
         "pot"},
        {"C fold A call B check board: 2c 3c 4d", "C fold A call B check board: 2c 3c 4h", "board"},
        {"stack A 490", "stack A 500", "stack"},
        {"in A 10", "in A 0", "in"},
        {"pot 30", "pot 31", "pot"},
        {"C fold A fold returned: B 10", "C fold A fold returned: nothing", "returned"},
        {"C fold A fold won: B 20 main", "C fold A fold won: B 30 main", "won"},
        {"C fold A fold shown: nobody", "C fold A fold shown: B", "shown"},
        {"C fold A fold rake 0", "C fold A fold rake 1", "rake"},
        {"C fold A fold end: A 490 B 510 C 130", "C fold A fold end: A 490 B 510 C 131", "end"},
        {"C fold", "C fold end: A 490 B 510 C 130", "not over"},
        {"C all-in A call B call A check B check A check B check A check B check shown: A, B, C",
         "C all-in A call B call A check B check A check B check A check B check shown: B, A, C",
         "shown"},
        {"C fold", "C folds", "folds"},
        {"C fold", "sit down", "sit"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) expect_noticed(table, &rows[i]);
}

static void golden_betting_wrong_draws_are_noticed(void **state)
{
    (void)state;
    static const char *const table = "% a table      RULES 5.1\n"
                                     "game 27-single no-limit, unit 20, may muck\n"
                                     "stacks A 500 B 500 button B\n"
                                     "blinds B 10 A 20 first B\n"
                                     "cards A 7h 5h 4c 3d Ks B 8h 6h 4d 3c 2c\n"
                                     "stub 2d 9c\n"
                                     "B call A check\n";
    static const struct wrong_claim rows[] = {
        {"A turn: discard 0..5", "A turn: discard 0..4", "offered"},
        {"A discards Ks", "A discards Kd", "does not hold"},
        {"A discards Ks", "A draws Ks", "draws"},
        {"A stands-pat", "A check", "refused"},
        {"round 2", "round 1", "round"},
        {"A holds: 7h 5h 4c 3d Ks", "A holds: 7h 5h 4c 3d", "holds"},
        {"A discards Ks B stands-pat A drew 1", "A discards Ks B stands-pat A drew 2", "drew"},
        {"A discards Ks B stands-pat A drew 1", "A discards Ks B stands-pat A drew 1 0", "often"},
        {"wild: nothing", "wild: queens", "wild"},
        {"redeals 0", "redeals 1", "redeals"},
        {"reshuffled: nothing", "reshuffled: 5", "reshuffled"},
        {"A discards Ks B stands-pat A check B check mucked: nobody",
         "A discards Ks B stands-pat A check B check mucked: B", "mucked"},
        {"A discards Ks B stands-pat A check B check B mucks",
         "A discards Ks B stands-pat A check B check A mucks", "refused"},
        {"A discards Ks B stands-pat A check B check B turn: show, muck",
         "A discards Ks B stands-pat A check B check B turn: show", "offered"},
        {"A discards Ks B stands-pat A fold next-hand", "A discards Ks next-hand", "not over"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) expect_noticed(table, &rows[i]);
}

static void golden_betting_wrong_boards_are_noticed(void **state)
{
    (void)state;
    static const char *const table = "% a table      RULES 5.1\n"
                                     "game holdem no-limit, unit 20, run twice\n"
                                     "stacks A 500 B 500 button B\n"
                                     "blinds B 10 A 20 first B\n"
                                     "cards A AsAh B KsKh board 2c 3d 4h 9s Td\n"
                                     "stub Kc 5c 6d 7d 8h\n"
                                     "B raise-to 500 A call\n";
    static const struct wrong_claim rows[] = {
        {"A turn: runs once, runs twice", "A turn: runs twice", "offered"},
        {"A runs once", "A runs thrice", "once or twice"},
        {"A runs once", "A check", "refused"},
        {"A runs twice B runs twice second-board: Kc 5c 6d 7d 8h",
         "A runs twice B runs twice second-board: Kc 5c 6d 7d 9h", "second board"},
        {"A runs twice B runs twice won: A 500 main first, B 500 main second",
         "A runs twice B runs twice won: A 500 main, B 500 main", "won"},
        {"A runs once won: A 1000 main", "A runs once won: A 1000 main first", "won"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) expect_noticed(table, &rows[i]);
}

TEST_MODULE(golden_betting)
{
    struct CMUnitTest tests[FILES_MAX] = {
        cmocka_unit_test(golden_betting_wrong_claims_are_noticed),
        cmocka_unit_test(golden_betting_wrong_draws_are_noticed),
        cmocka_unit_test(golden_betting_wrong_boards_are_noticed),
        cmocka_unit_test(golden_betting_cites_every_paragraph),
    };
    size_t count = 4;
    char pattern[PATH];
    glob_t files;
    snprintf(pattern, sizeof pattern, "%s/betting/*.txt", golden_folder());
    if (glob(pattern, 0, NULL, &files) != 0 || files.gl_pathc + count > FILES_MAX) return 2;
    for (size_t i = 0; i < files.gl_pathc; i++)
        tests[count++] = (struct CMUnitTest){.name = strrchr(files.gl_pathv[i], '/') + 1,
                                             .test_func = golden_betting_file_is_played,
                                             .initial_state = files.gl_pathv[i]};
    int failed = _cmocka_run_group_tests("golden_betting", tests, count, NULL, NULL);
    globfree(&files);
    return failed;
}
