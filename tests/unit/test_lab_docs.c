/* test_lab_docs.c -- docs/LAB.md says of every gene, test and fault what the tables of the program
 * say: its name, its values, its default. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/genome_json.h"
#include "module.h"
#include "support.h"

#include <stdlib.h>
#include <string.h>

enum { PATH = 1024, LINE = 2048, PAGE = 1 << 18, FIELDS = 8 };

static char page[PAGE];

static void read_page(void)
{
    char path[PATH];
    snprintf(path, sizeof path, "%s/../../docs/LAB.md", golden_folder());
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    page[fread(page, 1, sizeof page - 1, file)] = 0;
    fclose(file);
}

/* Copies the next line; false: the text is over. */
static bool next_line(const char **text, char line[LINE])
{
    size_t bytes = strcspn(*text, "\n");
    if (!**text) return false;
    assert_true(bytes < LINE);
    memcpy(line, *text, bytes);
    line[bytes] = 0;
    *text += bytes + ((*text)[bytes] == '\n');
    return true;
}

/* The first table behind a heading: its next row, cut into fields; false: there are no more. */
static bool next_row(const char **text, char line[LINE], char *fields[FIELDS])
{
    while (next_line(text, line)) {
        if (!strncmp(line, "##", 2)) return false;
        if (line[0] == '|') break;
    }
    if (line[0] != '|') return false;
    return fields_split(line + 1, '|', fields, FIELDS) >= 2;
}

/* Behind the heading and the two lines that head its table. */
static const char *find_table(const char *heading)
{
    char wanted[LINE], line[LINE], *fields[FIELDS];
    snprintf(wanted, sizeof wanted, "\n%s\n", heading);
    const char *at = strstr(page, wanted);
    if (!at) fail_msg("docs/LAB.md has no heading \"%s\"", heading);
    at += strlen(wanted);
    assert_true(next_row(&at, line, fields));
    assert_true(next_row(&at, line, fields));
    assert_string_equal(fields[0], "---");
    return at;
}

static void describe_value(const struct felt_gene_row *row, int32_t value, char out[LINE])
{
    static const char *const suits[] = {"C", "D", "H", "S"};
    switch (row->kind) {
    case FELT_GENE_BOOL: snprintf(out, LINE, "%s", value ? "true" : "false"); break;
    case FELT_GENE_WORD: snprintf(out, LINE, "`%s`", row->words[value]); break;
    case FELT_GENE_RANK:
    case FELT_GENE_SUIT:
        snprintf(out, LINE, "%s", value == FELT_GENE_NONE ? "null" : suits[value & 3]);
        break;
    default: snprintf(out, LINE, "%d", value); break;
    }
}

static void describe_values(const struct felt_gene_row *row, char out[LINE])
{
    size_t used = 0;
    switch (row->kind) {
    case FELT_GENE_INT: snprintf(out, LINE, "%d .. %d", row->min, row->max); break;
    case FELT_GENE_BOOL: snprintf(out, LINE, "true, false"); break;
    case FELT_GENE_RANK: snprintf(out, LINE, "2 .. A, null"); break;
    case FELT_GENE_SUIT: snprintf(out, LINE, "C, D, H, S, null"); break;
    default:
        for (int i = 0; i <= row->max && used < LINE; i++)
            used +=
                (size_t)snprintf(out + used, LINE - used, "%s`%s`", i ? ", " : "", row->words[i]);
    }
}

static void expect_gene(const char *section, const struct felt_gene_row *row, char *fields[FIELDS])
{
    char name[LINE], values[LINE], value[LINE];
    snprintf(name, sizeof name, "`%s`%s", row->key, row->always ? "*" : "");
    describe_values(row, values);
    describe_value(row, row->otherwise, value);
    if (strcmp(fields[0], name) || strcmp(fields[1], values) || strcmp(fields[2], value))
        fail_msg("docs/LAB.md, %s: | %s | %s | %s |, not | %s | %s | %s |", section, fields[0],
                 fields[1], fields[2], name, values, value);
}

static void lab_docs_name_every_gene_with_its_range_and_default(void **state)
{
    (void)state;
    for (int section = 0; section < FELT_SECTIONS; section++) {
        int count;
        const struct felt_gene_row *rows = felt_genes_of((enum felt_section)section, &count);
        const char *word = felt_section_word((enum felt_section)section);
        char heading[LINE], line[LINE], *fields[FIELDS];
        snprintf(heading, sizeof heading, "### `%s`", word);
        const char *at = find_table(heading);
        for (int i = 0; i < count; i++) {
            if (!next_row(&at, line, fields))
                fail_msg("docs/LAB.md, %s: %s is missing", word, rows[i].key);
            expect_gene(word, &rows[i], fields);
        }
    }
}

/* The words of a list are the first fields of the rows of a table, in any order. */
static void expect_rows(const char *heading, int count, const char *(*word)(int))
{
    for (int i = 0; i < count; i++) {
        const char *at = find_table(heading);
        char line[LINE], *fields[FIELDS], name[LINE];
        bool found = false;
        snprintf(name, sizeof name, "`%s`", word(i));
        while (!found && next_row(&at, line, fields)) found = strstr(fields[0], name) != NULL;
        if (!found) fail_msg("docs/LAB.md, %s: %s is missing", heading, name);
    }
}

static const char *test_word(int i)
{
    return felt_test_word((enum felt_test)i);
}
static const char *fault_word(int i)
{
    return felt_fault_word((enum felt_genome_fault)(i + 1));
}

static void lab_docs_name_every_test_and_fault(void **state)
{
    (void)state;
    expect_rows("## Expressions", FELT_TESTS, test_word);
    expect_rows("## What can be wrong", FELT_FAULTS - 1, fault_word);
}

/* Words of a gene that a table of their own explains. */
static void expect_words(enum felt_section section, int gene, const char *before)
{
    int count;
    const struct felt_gene_row *row = felt_genes_of(section, &count) + gene;
    const char *at = strstr(page, before);
    assert_non_null(at);
    for (int i = 0; i <= row->max; i++) {
        char name[LINE];
        snprintf(name, sizeof name, "`%s`", row->words[i]);
        const char *end = strstr(at, "\n### ");
        const char *found = strstr(at, name);
        if (!found || (end && found > end)) fail_msg("docs/LAB.md does not explain %s", name);
    }
}

static void lab_docs_explain_every_effect_and_win(void **state)
{
    (void)state;
    expect_words(FELT_SECTION_EFFECT, FELT_EFFECT_TYPE, "| effect | |");
    expect_words(FELT_SECTION_WIN, FELT_WIN_TYPE, "| win | |");
    expect_words(FELT_SECTION_EVALUATION, FELT_EVAL_METHOD, "### `hand_evaluation`");
}

/* Every known game is a row of the list, and every row a known game. */
static void lab_docs_name_every_known_game(void **state)
{
    (void)state;
    const char *at = find_table("## Known games");
    char line[LINE], path[PATH], *fields[FIELDS];
    int rows = 0;
    while (next_row(&at, line, fields)) {
        snprintf(path, sizeof path, "%s/../../data/genomes/%.*s.json", golden_folder(),
                 (int)strcspn(fields[0] + 1, "`"), fields[0] + 1);
        FILE *file = fopen(path, "r");
        if (!file) fail_msg("docs/LAB.md: there is no %s", path);
        fclose(file);
        rows++;
    }
    assert_true(rows >= 20);
}

/* ---- examples ---- */

static void expect_read(const char *text, size_t bytes, bool whole)
{
    static char memory[FELT_GENOME_TEXT_MAX];
    struct felt_genome genome;
    struct felt_genome_error error;
    if (felt_genome_json_read(text, bytes, &genome, &error) != FELT_OK)
        fail_msg("docs/LAB.md: %.*s: %s: %s", (int)bytes, text, error.pointer, error.text);
    if (!whole) return;
    struct felt_buffer out = felt_buffer_make(memory, sizeof memory);
    assert_int_equal(felt_genome_verify(&genome, NULL, 0), 0);
    assert_int_equal(felt_genome_json_write(&genome, &out), FELT_OK);
    if (out.used != bytes || memcmp(memory, text, bytes) != 0)
        fail_msg("docs/LAB.md: not in its canonical form: %.*s", (int)bytes, text);
}

/* A phase or an expression of one line, in a genome around it. */
static void expect_part_read(const char *line)
{
    char text[2 * LINE];
    const char *format =
        strstr(line, "\"data\"") ? "" : "\"format\":\"betlab.genome\",\"version\":1,";
    const char *phase = strncmp(line, "{\"type\"", 7) == 0 ? line : "{\"type\":\"TrickPhase\"}";
    const char *expr = phase == line ? "{\"test\":\"is_leader\"}" : line;
    int bytes = snprintf(text, sizeof text,
                         "{%s\"players\":{\"min\":2,\"max\":2},\"setup\":{\"cards_per_player\":5},"
                         "\"turn_structure\":{\"phases\":[%s]},\"hand_end\":%s,"
                         "\"win_conditions\":[{\"type\":\"best_hand\"}]}",
                         format, phase, expr);
    assert_true(bytes > 0 && (size_t)bytes < sizeof text);
    expect_read(text, (size_t)bytes, false);
}

static void lab_docs_examples_are_read(void **state)
{
    (void)state;
    int whole = 0, parts = 0;
    for (const char *at = page; (at = strstr(at, "```json\n")) != NULL;) {
        at += strlen("```json\n");
        const char *end = strstr(at, "```");
        assert_non_null(end);
        if (!strncmp(at, "{\n", 2)) {
            expect_read(at, (size_t)(end - at), true);
            whole++;
        } else {
            char line[LINE];
            while (at < end && next_line(&at, line)) {
                expect_part_read(line);
                parts++;
            }
        }
        at = end + 3;
    }
    assert_true(whole > 0 && parts > 4);
}

TEST_MODULE(lab_docs)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(lab_docs_name_every_gene_with_its_range_and_default),
        cmocka_unit_test(lab_docs_name_every_test_and_fault),
        cmocka_unit_test(lab_docs_explain_every_effect_and_win),
        cmocka_unit_test(lab_docs_name_every_known_game),
        cmocka_unit_test(lab_docs_examples_are_read),
    };
    read_page();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
