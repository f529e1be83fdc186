/* args.c -- see args.h.
 *
 * Names are compared by edit distance (insert, delete, replace, one row of the table at a time).
 * "Near" is a distance of at most a third of the longer name, rounded up, or a name that begins
 * with what was typed. */
#include "command/args.h"

#include "base/format.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "command/exit.h"
#include "command/term.h"
#include "felt/assert.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUOTE_MAX = 60, LINE_BYTES = 512 };

/* ---- complaints ---- */

/* Between "felt" and the command: nothing in the name of a program of its own, "felt-lab-mpi". */
static const char *gap(const char *command)
{
    return *command && *command != '-' ? " " : "";
}

/* What was typed is shown without anything that could drive a terminal: felt_format() sees to it.
 */
int felt_args_refuse(const struct felt_args *args, const char *format, ...)
{
    char line[LINE_BYTES];
    struct felt_buffer buffer = felt_buffer_make(line, sizeof line - 1);
    va_list rest;
    va_start(rest, format);
    felt_format(&buffer, format, rest);
    va_end(rest);
    const char *command = args->spec->command;
    fprintf(stderr, "felt%s%s: %s\n", gap(command), command, felt_buffer_terminate(&buffer));
    return FELT_EXIT_USAGE;
}

/* Prints what was typed, one column for each character, and returns the column of byte `at`. */
static size_t print_typed(const char *text, size_t at)
{
    size_t bytes = strlen(text), columns = 0, column = 0;
    for (size_t i = 0; i < bytes; columns++) {
        size_t used;
        uint32_t character;
        bool good = felt_utf8_read(text + i, bytes - i, &used, &character);
        if (i <= at) column = columns;
        if (good && character >= 0x20 && character != 0x7f &&
            !(character >= 0x80 && character < 0xa0))
            fwrite(text + i, 1, used, stderr);
        else
            fputc('?', stderr);
        i += used;
    }
    return at < bytes ? column : columns;
}

int felt_args_complain(const struct felt_args *args, const char *text,
                       const struct felt_complaint *complaint)
{
    (void)felt_args_refuse(args, "%s", complaint->text);
    struct felt_term term = felt_term_make(stderr);
    if (text == NULL || !term.terminal) return FELT_EXIT_USAGE;
    fputs("    ", stderr);
    size_t column = print_typed(text, complaint->at);
    fputs("\n    ", stderr);
    for (; column > 0; column--) fputc(' ', stderr);
    felt_term_style(&term, FELT_RED);
    fputc('^', stderr);
    felt_term_style(&term, FELT_PLAIN);
    fputc('\n', stderr);
    return FELT_EXIT_USAGE;
}

/* ---- names ---- */

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

const char *felt_args_nearest(const char *typed, const char *const *names, int count)
{
    return felt_nearest(typed, strlen(typed), names, count);
}

static int refuse_option(const struct felt_args *args, const char *typed)
{
    char name[QUOTE_MAX + 1];
    size_t bytes = smaller(strcspn(typed, "="), QUOTE_MAX);
    memcpy(name, typed, bytes);
    name[bytes] = '\0';
    const char *names[FELT_ARGS_OPTIONS_MAX + 1];
    int count = args->spec->option_count;
    for (int i = 0; i < count; i++) names[i] = args->spec->options[i].name;
    names[count] = "help";
    const char *near = felt_args_nearest(name + strspn(name, "-"), names, count + 1);
    if (near)
        return felt_args_refuse(args, "there is no option %s; did you mean --%s?", name, near);
    return felt_args_refuse(args, "there is no option %s; felt%s%s --help lists them", name,
                            gap(args->spec->command), args->spec->command);
}

/* ---- reading ---- */

static int find_option(const struct felt_args_spec *spec, const char *name, size_t bytes)
{
    for (int i = 0; i < spec->option_count; i++) {
        const char *known = spec->options[i].name;
        if (strlen(known) == bytes && memcmp(known, name, bytes) == 0) return i;
    }
    return -1;
}

/* Reads the option in argv[*at], and its value, which may be the next argument.  False: complained.
 */
static bool read_option(struct felt_args *args, int argc, char **argv, int *at)
{
    const char *name = argv[*at] + 2, *equals = strchr(name, '=');
    size_t bytes = equals ? (size_t)(equals - name) : strlen(name);
    int option = strncmp(argv[*at], "--", 2) == 0 ? find_option(args->spec, name, bytes) : -1;
    if (option < 0) {
        (void)refuse_option(args, argv[*at]);
        return false;
    }
    const char *known = args->spec->options[option].name;
    if (args->value[option]) {
        (void)felt_args_refuse(args, "--%s is given twice; give it once", known);
        return false;
    }
    if (!args->spec->options[option].takes_value) {
        if (equals) (void)felt_args_refuse(args, "--%s takes no value; leave out the =", known);
        args->value[option] = "";
        return equals == NULL;
    }
    if (equals) {
        args->value[option] = equals + 1;
        return true;
    }
    if (*at + 1 >= argc) {
        (void)felt_args_refuse(args, "--%s needs a value; see felt%s%s --help", known,
                               gap(args->spec->command), args->spec->command);
        return false;
    }
    args->value[option] = argv[++*at];
    return true;
}

/* ---- completion ---- */

/* "--cert FILE", "[--out DIR]": what the help says of an option is what it wants. */
static bool wants_file(const struct felt_args_spec *spec, const char *name)
{
    size_t bytes = strlen(name);
    for (const char *at = spec->help; (at = strstr(at, name)); at += bytes) {
        if (at < spec->help + 2 || at[-1] != '-' || at[-2] != '-' || at[bytes] != ' ') continue;
        const char *value = at + bytes + 1;
        if (strncmp(value, "FILE", 4) == 0 || strncmp(value, "DIR", 3) == 0) return true;
    }
    return false;
}

static bool was_typed(const char *name, int count, char *const *typed)
{
    size_t bytes = strlen(name);
    for (int i = 0; i < count; i++) {
        if (strncmp(typed[i], "--", 2) != 0 || strncmp(typed[i] + 2, name, bytes) != 0) continue;
        if (typed[i][2 + bytes] == '\0' || typed[i][2 + bytes] == '=') return true;
    }
    return false;
}

bool felt_args_suggest(const struct felt_args_spec *spec, int count, char *const *typed,
                       uint64_t which, int *exit)
{
    const char *last = count ? typed[count - 1] : "";
    int option = strncmp(last, "--", 2) == 0 ? find_option(spec, last + 2, strlen(last + 2)) : -1;
    *exit = FELT_EXIT_OK;
    if (option >= 0 && spec->options[option].takes_value) {
        *exit = wants_file(spec, last + 2) ? FELT_ARGS_WANTS_FILE : FELT_ARGS_WANTS_VALUE;
        return false;
    }
    for (int i = 0; i < spec->option_count; i++)
        if (which >> i & 1 && !was_typed(spec->options[i].name, count, typed))
            printf("--%s\n", spec->options[i].name);
    puts("--help");
    return true;
}

bool felt_args_read(const struct felt_args_spec *spec, int argc, char **argv,
                    struct felt_args *args)
{
    felt_assert(spec->option_count <= FELT_ARGS_OPTIONS_MAX);
    *args = (struct felt_args){.spec = spec, .exit = FELT_EXIT_USAGE};
    if (argc > 1 && strcmp(argv[1], FELT_ARGS_SUGGEST) == 0) {
        (void)felt_args_suggest(spec, argc - 2, argv + 2, UINT64_MAX, &args->exit);
        return false;
    }
    bool options = true;
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        if (options && strcmp(word, "--") == 0) {
            options = false;
        } else if (options && (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)) {
            fputs(spec->help, stdout);
            args->exit = FELT_EXIT_OK;
            return false;
        } else if (options && word[0] == '-' && word[1] != '\0') {
            if (!read_option(args, argc, argv, &i)) return false;
        } else if (args->count == FELT_ARGS_WORDS_MAX) {
            (void)felt_args_refuse(args, "more than %d arguments", FELT_ARGS_WORDS_MAX);
            return false;
        } else {
            args->word[args->count++] = word;
        }
    }
    return true;
}

/* ---- numbers ---- */

static bool refuse_number(const struct felt_args *args, int option, const char *wanted)
{
    (void)felt_args_refuse(args, "--%s %s: %s", args->spec->options[option].name,
                           args->value[option], wanted);
    return false;
}

bool felt_args_uint(const struct felt_args *args, int option, uint64_t min, uint64_t max,
                    uint64_t *number)
{
    const char *text = args->value[option], *at = text;
    if (text == NULL) return true;
    uint64_t value = 0;
    bool over = false;
    for (; *at >= '0' && *at <= '9'; at++)
        over |= __builtin_mul_overflow(value, 10, &value) ||
                __builtin_add_overflow(value, (uint64_t)(*at - '0'), &value);
    bool digits = at > text;
    uint64_t unit = *at == 'k' ? 1000 : *at == 'M' ? 1000000 : *at == 'G' ? 1000000000 : 1;
    if (unit > 1) at++;
    over |= __builtin_mul_overflow(value, unit, &value);
    char wanted[96];
    snprintf(wanted, sizeof wanted, "take a whole number from %llu to %llu",
             (unsigned long long)min, (unsigned long long)max);
    if (!digits || *at != '\0' || over || value < min || value > max)
        return refuse_number(args, option, wanted);
    *number = value;
    return true;
}

bool felt_args_decimal(const struct felt_args *args, int option, double min, double max,
                       double *number)
{
    const char *text = args->value[option];
    if (text == NULL) return true;
    char *end = NULL;
    double value = strtod(text, &end);
    char wanted[96];
    snprintf(wanted, sizeof wanted, "take a number from %g to %g", min, max);
    if (end == text || *end != '\0' || !(value >= min && value <= max))
        return refuse_number(args, option, wanted);
    *number = value;
    return true;
}

int felt_args_choose(const struct felt_args_spec *spec, const struct felt_args_command *commands,
                     int count, const char *choice, int argc, char **argv)
{
    const char *names[FELT_ARGS_COMMANDS_MAX];
    struct felt_args args;
    felt_assert(count <= FELT_ARGS_COMMANDS_MAX);
    bool suggest = argc > 1 && strcmp(argv[1], FELT_ARGS_SUGGEST) == 0;
    if (suggest && argc > 2) { /* it is the command that knows what may follow */
        char *word = argv[1];
        argv[1] = argv[2];
        argv[2] = word;
    }
    for (int i = 0; suggest && argc == 2 && i < count; i++) puts(commands[i].name);
    for (int i = 0; i < count; i++) {
        names[i] = commands[i].name;
        if (argc > 1 && !strcmp(argv[1], names[i])) return commands[i].run(argc - 1, argv + 1);
    }
    if (!felt_args_read(spec, argc, argv, &args)) return args.exit;
    if (args.count == 0) return felt_args_refuse(&args, "say what to do: %s", choice);
    const char *near = felt_args_nearest(args.word[0], names, count);
    if (near)
        return felt_args_refuse(&args, "there is no %s %s; did you mean %s?", spec->command,
                                args.word[0], near);
    return felt_args_refuse(&args, "there is no %s %s; take %s", spec->command, args.word[0],
                            choice);
}
