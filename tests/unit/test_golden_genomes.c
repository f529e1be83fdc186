/* test_golden_genomes.c -- plays the games of tests/golden/genomes (genome_script.h), and sees to
 * it that every genome of data/genomes has one, stands there in its canonical form and can be
 * played by as many as it says; and that every paragraph of docs/RULES.md 17 is shown.
 *
 * test_games golden_genomes --echo FILE prints a file with the lines as they really are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/genome_json.h"
#include "felt/genome_play.h"
#include "genome_script.h"
#include "module.h"
#include "support.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>

enum { PATH = 1024, FILES_MAX = 64, NAME = 64, GAMES = 4 };

/* Paragraphs no transcript can show, and where they are tested instead. */
static const struct {
    int paragraph;
    const char *where;
} elsewhere[] = {
    {18, "test_genome_json.c: files; test_genome_verify.c: repair"},
    {19, "test_betting_phase_games.c: the greedy player"},
};

static void play_file(const char *path, struct genome_report *report, FILE *echo)
{
    FILE *stream = fopen(path, "r");
    assert_non_null(stream);
    genome_script_run(stream, strrchr(path, '/') + 1, report, echo);
    fclose(stream);
}

static void golden_genomes_file_is_played(void **state)
{
    struct genome_report report = {0};
    play_file(*state, &report, NULL);
    if (report.failures) fail_msg("%d cases\n%s", report.failures, report.message);
    assert_true(report.cases > 0 && report.moves > 0 && report.claims > 0);
}

static void golden_genomes_cite_every_paragraph(void **state)
{
    (void)state;
    struct genome_report report = {0};
    bool is_there[GENOME_RULES_PARAGRAPHS] = {false};
    char path[PATH], line[PATH];
    glob_t files;
    snprintf(path, sizeof path, "%s/../../docs/RULES.md", golden_folder());
    FILE *rules = fopen(path, "r");
    assert_non_null(rules);
    while (fgets(line, sizeof line, rules)) {
        int section = 0, paragraph = 0;
        if (sscanf(line, "%d.%d ", &section, &paragraph) == 2 && section == GENOME_RULES_SECTION &&
            paragraph > 0 && paragraph < GENOME_RULES_PARAGRAPHS)
            is_there[paragraph] = true;
    }
    fclose(rules);
    snprintf(path, sizeof path, "%s/genomes/*.txt", golden_folder());
    assert_int_equal(glob(path, 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++) play_file(files.gl_pathv[i], &report, NULL);
    globfree(&files);
    for (size_t i = 0; i < sizeof elsewhere / sizeof elsewhere[0]; i++)
        report.cited[elsewhere[i].paragraph] = true;
    for (int i = 1; i < GENOME_RULES_PARAGRAPHS; i++)
        if (is_there[i] != report.cited[i])
            fail_msg("%s RULES 17.%d", is_there[i] ? "no game shows" : "there is no", i);
    assert_true(is_there[1]);
    print_message("# %d cases, %d moves, %d claims\n", report.cases, report.moves, report.claims);
}

/* ---- the files ---- */

static void expect_canonical(const char *name, const struct felt_genome *genome)
{
    static char memory[FELT_GENOME_TEXT_MAX];
    struct felt_buffer out = felt_buffer_make(memory, sizeof memory);
    size_t bytes = 0;
    char *text = known_genome_text(name, &bytes);
    assert_int_equal(felt_genome_json_write(genome, &out), FELT_OK);
    if (out.used != bytes || memcmp(memory, text, bytes) != 0)
        fail_msg("data/genomes/%s.json is not in its canonical form", name);
    free(text);
}

static void expect_played(const char *name, const struct felt_genome *genome)
{
    const int32_t *players = genome->players.gene;
    for (int seats = players[FELT_PLAYERS_MIN]; seats <= players[FELT_PLAYERS_MAX]; seats++) {
        struct felt_genome_program program;
        felt_genome_compile(genome, seats, &program);
        for (uint64_t seed = 0; seed < GAMES; seed++) {
            struct felt_genome_state state;
            struct felt_rng rng = felt_rng_make(seed);
            felt_genome_begin(&program, NULL, seed, &state, NULL);
            uint32_t moves = felt_genome_playout(&program, &state, &rng, false);
            if (moves == 0 || state.actor >= 0) fail_msg("%s, %d seats: no game", name, seats);
        }
    }
}

static void golden_genomes_known_ones_are_canonical_and_have_a_transcript(void **state)
{
    (void)state;
    char pattern[PATH], complaint[KNOWN_COMPLAINT_BYTES];
    glob_t files;
    snprintf(pattern, sizeof pattern, "%s/../../data/genomes/*.json", golden_folder());
    assert_int_equal(glob(pattern, 0, NULL, &files), 0);
    assert_true(files.gl_pathc >= 20);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        struct felt_genome genome;
        char name[NAME], path[PATH];
        snprintf(name, sizeof name, "%s", strrchr(files.gl_pathv[i], '/') + 1);
        *strrchr(name, '.') = 0;
        if (!known_genome_read(name, &genome, complaint)) fail_msg("%s", complaint);
        expect_canonical(name, &genome);
        expect_played(name, &genome);
        snprintf(path, sizeof path, "%s/genomes/%s.txt", golden_folder(), name);
        FILE *transcript = fopen(path, "r");
        if (!transcript) fail_msg("%s has no transcript", name);
        fclose(transcript);
    }
    globfree(&files);
}

/* ---- Hearts: left, right, across, not at all ---- */

static void golden_genomes_hearts_pass_rotates(void **state)
{
    (void)state;
    static const int ways[] = {1, 3, 2, 0};
    struct felt_genome genome;
    struct felt_genome_program program;
    struct felt_genome_state table;
    struct felt_event event[FELT_EVENTS_MAX];
    struct felt_event_log log = {.event = event, .room = FELT_EVENTS_MAX};
    char complaint[KNOWN_COMPLAINT_BYTES];
    int given[8] = {0};
    assert_true(known_genome_read("hearts", &genome, complaint));
    felt_genome_compile(&genome, 4, &program);
    felt_genome_begin(&program, NULL, 1, &table, &log);
    while (table.actor >= 0 && table.hands < 8) {
        struct felt_moves moves;
        int hand = table.hands;
        log.count = 0;
        felt_genome_moves(&program, &table, &moves);
        felt_genome_play(&program, &table, felt_moves_pick(&moves, 0), &log);
        for (uint32_t i = 0; i < log.count; i++) {
            if (event[i].kind != FELT_EVENT_GIVE) continue;
            assert_int_equal((event[i].seat + ways[hand % 4]) % 4, event[i].to);
            given[hand] += event[i].count;
        }
    }
    for (int hand = 0; hand < table.hands; hand++)
        assert_int_equal(given[hand], ways[hand % 4] ? 12 : 0);
    assert_true(table.hands > 3);
}

/* ---- claims that are not so ---- */

static const char *const table = "% a table\n"
                                 "genome crazy-eights seats 2\n"
                                 "A holds 8c 4d 5s 9s Kh\n"
                                 "B holds 2h 3d 4s Jd Qc\n"
                                 "discard 9h\n"
                                 "> hand 1, A starts\n"
                                 "> ...\n";

static void expect_noticed(const char *claim, const char *word)
{
    struct genome_report report = {0};
    char text[PATH];
    snprintf(text, sizeof text, "%s%s\n", table, claim);
    FILE *stream = fmemopen(text, strlen(text), "r");
    assert_non_null(stream);
    genome_script_run(stream, "text", &report, NULL);
    fclose(stream);
    if (report.failures != (word != NULL)) fail_msg("\"%s\": %s", claim, report.message);
    if (word && !strstr(report.message, word))
        fail_msg("\"%s\" does not say \"%s\"", report.message, word);
}

static void golden_genomes_wrong_claims_are_noticed(void **state)
{
    (void)state;
    expect_noticed("A may: play 8c, play 9s, play Kh", NULL);
    expect_noticed("A may: play 8c, play 9s", "may: play 8c, play 9s, play Kh");
    expect_noticed("B may: play 8c", "A is asked");
    expect_noticed("A: play 9s\n> A plays 9s", NULL);
    expect_noticed("A: play 9s", "not said: > A plays 9s");
    expect_noticed("A: play 9s\n> A plays Kh", "the line is \"A plays 9s\"");
    expect_noticed("A: play 9s\n> A plays 9s\n> more", "nothing more");
    expect_noticed("A: play 5s", "cannot play 5s");
    expect_noticed("B: play 4s", "A is asked");
    expect_noticed("trick: 9s 4s\n> ...", NULL);
    expect_noticed("trick: 9s 4d", "B cannot play 4d");
    expect_noticed("A hand: 8c 4d 5s 9s Kh", NULL);
    expect_noticed("A hand: 8c 4d 5s 9s", "there is 4d 5s 8c 9s Kh");
    expect_noticed("score: A 0 B 0", NULL);
    expect_noticed("score: A 1", "A has 0, not 1");
    expect_noticed("stacks: A 0", NULL);
    expect_noticed("pot: 1", "the pot is 0");
    expect_noticed("table:", NULL);
    expect_noticed("table: 9h", "there is ");
    expect_noticed("winner: A", "not over");
    expect_noticed("rest 1\nwinner: nobody", "winners are");
    expect_noticed("seed 2", "too late");
    expect_noticed("sit down", "no such line");
}

TEST_MODULE(golden_genomes)
{
    struct CMUnitTest tests[FILES_MAX] = {
        cmocka_unit_test(golden_genomes_known_ones_are_canonical_and_have_a_transcript),
        cmocka_unit_test(golden_genomes_cite_every_paragraph),
        cmocka_unit_test(golden_genomes_hearts_pass_rotates),
        cmocka_unit_test(golden_genomes_wrong_claims_are_noticed),
    };
    size_t count = 4;
    char pattern[PATH];
    glob_t files;
    if (argc == 3 && !strcmp(argv[1], "--echo")) {
        struct genome_report report = {0};
        play_file(argv[2], &report, stdout);
        return report.failures ? 1 : 0;
    }
    snprintf(pattern, sizeof pattern, "%s/genomes/*.txt", golden_folder());
    if (glob(pattern, 0, NULL, &files) != 0 || files.gl_pathc + count > FILES_MAX) return 2;
    for (size_t i = 0; i < files.gl_pathc; i++)
        tests[count++] = (struct CMUnitTest){.name = strrchr(files.gl_pathv[i], '/') + 1,
                                             .test_func = golden_genomes_file_is_played,
                                             .initial_state = files.gl_pathv[i]};
    int failed = _cmocka_run_group_tests("golden_genomes", tests, count, NULL, NULL);
    globfree(&files);
    return failed;
}
