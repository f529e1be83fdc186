/* lab_validate.c -- felt lab validate: what is wrong with a genome, where, and how to mend it. */
#include "command/args.h"
#include "cli/cli.h"
#include "cli/lab/lab.h"
#include "command/lab_file.h"
#include "felt/assert.h"
#include "felt/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPTION_CANONICAL, OPTION_REPAIR, OPTION_JSON, OPTIONS };
/* A text of JSON has room for all errors of a genome, each byte of them as an escape. */
enum { TEXT_BYTES = 2 * FELT_GENOME_TEXT_MAX };
FELT_STATIC_ASSERT(TEXT_BYTES > FELT_LAB_ERRORS_MAX * 7 * (int)sizeof(struct felt_genome_error),
                   "or felt_json_done() fails");

static const struct felt_args_option options[OPTIONS] = {
    {"canonical", false}, {"repair", false}, {"json", false}};

static const char help[] =
    "Usage: felt lab validate GENOME... [--json]\n"
    "       felt lab validate GENOME --canonical | --repair\n"
    "\n"
    "Says whether genomes are in order: can be read, can be played, and end.  What is wrong is "
    "told\n"
    "with its place (a JSON pointer), what would do, and a code for scripts.  GENOME is a file, -\n"
    "for standard input, or a name of felt lab list.\n"
    "\n"
    "  --canonical  writes the genome in its canonical form, if it is in order\n"
    "  --repair     mends what has one obvious answer, drops genes that nothing refers to, and\n"
    "               writes the canonical form; a genome that is in order stays as it is\n"
    "  --json       the answer for a script\n"
    "\n"
    "Exit code 1 if a genome is wrong, or cannot be mended.\n"
    "\n"
    "Examples:\n"
    "  felt lab validate war crazy-eights\n"
    "  felt lab validate simple-poker --canonical\n"
    "  felt lab validate hearts --json\n";

static const struct felt_args_spec spec = {"lab validate", help, options, OPTIONS};

/* ---- texts ---- */

static void print_errors(FILE *out, const struct felt_lab_file *file)
{
    int kept = file->errors < FELT_LAB_ERRORS_MAX ? file->errors : FELT_LAB_ERRORS_MAX;
    for (int i = 0; i < kept; i++) {
        const struct felt_genome_error *error = &file->error[i];
        fprintf(out, "%s: %s%s%s", file->name, error->pointer, error->pointer[0] ? ": " : "",
                error->text);
        if (error->fault)
            fprintf(out, " [%s]", felt_fault_word((enum felt_genome_fault)error->fault));
        fputc('\n', out);
    }
    if (file->errors > kept) fprintf(out, "%s: and %d more\n", file->name, file->errors - kept);
}

static void print_good(const struct felt_lab_file *file)
{
    const int32_t *players = file->genome.players.gene;
    printf("%s: ok, ", file->name);
    if (file->genome.name[0]) printf("%s, ", file->title);
    if (players[FELT_PLAYERS_MIN] == players[FELT_PLAYERS_MAX])
        printf("%d players\n", players[FELT_PLAYERS_MIN]);
    else
        printf("%d to %d players\n", players[FELT_PLAYERS_MIN], players[FELT_PLAYERS_MAX]);
}

static void print_json(const struct felt_lab_file *file, char *memory)
{
    struct felt_buffer buffer = felt_buffer_make(memory, TEXT_BYTES);
    struct felt_json json = felt_json_make(&buffer);
    int kept = file->errors < FELT_LAB_ERRORS_MAX ? file->errors : FELT_LAB_ERRORS_MAX;
    felt_json_object(&json);
    felt_json_key(&json, "file");
    felt_json_text(&json, file->name);
    felt_json_key(&json, "ok");
    felt_json_bool(&json, file->errors == 0);
    felt_json_key(&json, "name");
    if (file->read)
        felt_json_text(&json, file->genome.name);
    else
        felt_json_null(&json);
    felt_json_key(&json, "errors");
    felt_json_array(&json);
    for (int i = 0; i < kept; i++) {
        const struct felt_genome_error *error = &file->error[i];
        felt_json_object(&json);
        felt_json_key(&json, "pointer");
        felt_json_text(&json, error->pointer);
        felt_json_key(&json, "code");
        felt_json_text(&json, !file->found ? "file"
                              : !file->read
                                  ? "format"
                                  : felt_fault_word((enum felt_genome_fault)error->fault));
        felt_json_key(&json, "reason");
        felt_json_text(&json, error->text);
        felt_json_end(&json);
    }
    felt_json_end(&json);
    felt_json_end(&json);
    felt_assert(felt_json_done(&json));
    fwrite(buffer.bytes, 1, buffer.used, stdout);
}

/* ---- commands ---- */

static int look_at_all(const struct felt_args *args, struct felt_lab_file *file, char *memory)
{
    bool script = felt_args_flag(args, OPTION_JSON), good = true;
    for (int i = 0; i < args->count; i++) {
        felt_lab_file_look(args->word[i], file);
        good &= file->errors == 0;
        if (script) {
            fputs(i ? ",\n" : "[", stdout);
            print_json(file, memory);
        } else if (file->errors) {
            print_errors(stdout, file);
        } else {
            print_good(file);
        }
    }
    if (script) fputs("]\n", stdout);
    return good ? FELT_EXIT_OK : FELT_EXIT_FAILED;
}

static int write_genome(const struct felt_args *args, struct felt_lab_file *file, char *memory)
{
    struct felt_buffer text = felt_buffer_make(memory, TEXT_BYTES);
    felt_lab_file_look(args->word[0], file);
    if (file->read && felt_args_flag(args, OPTION_REPAIR) && felt_genome_repair(&file->genome))
        file->errors = 0;
    else if (file->read)
        file->errors = felt_genome_verify(&file->genome, file->error, FELT_LAB_ERRORS_MAX);
    if (file->errors) {
        print_errors(stderr, file);
        return FELT_EXIT_FAILED;
    }
    if (felt_genome_json_write(&file->genome, &text) != FELT_OK) {
        fprintf(stderr, "%s: its canonical form is longer than %d bytes\n", file->name, TEXT_BYTES);
        return FELT_EXIT_FAILED;
    }
    fwrite(text.bytes, 1, text.used, stdout);
    return FELT_EXIT_OK;
}

static int validate(const struct felt_args *args, struct felt_lab_file *file, char *memory)
{
    bool canonical = felt_args_flag(args, OPTION_CANONICAL);
    bool repair = felt_args_flag(args, OPTION_REPAIR), script = felt_args_flag(args, OPTION_JSON);
    int inputs = 0;
    for (int i = 0; i < args->count; i++) inputs += !strcmp(args->word[i], "-");
    if (args->count == 0)
        return felt_args_refuse(args, "name a genome: a file, -, or a name of felt lab list");
    if (inputs > 1)
        return felt_args_refuse(args, "- is standard input, which can be read once; name it once");
    if (canonical + repair + script > 1)
        return felt_args_refuse(args, "take one of --canonical, --repair and --json");
    if ((canonical || repair) && args->count > 1)
        return felt_args_refuse(args, "--%s writes one genome; these are %d",
                                canonical ? "canonical" : "repair", args->count);
    return canonical || repair ? write_genome(args, file, memory) : look_at_all(args, file, memory);
}

int felt_cli_lab_validate(int argc, char **argv)
{
    struct felt_args args;
    if (!felt_args_read(&spec, argc, argv, &args)) return args.exit;
    struct felt_lab_file *file = malloc(sizeof *file);
    char *memory = malloc(TEXT_BYTES);
    int code = FELT_EXIT_FAILED;
    if (file && memory)
        code = validate(&args, file, memory);
    else
        (void)felt_args_refuse(&args, "out of memory; free some and try again");
    free(memory);
    free(file);
    return code;
}
