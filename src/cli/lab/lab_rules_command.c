/* lab_rules_command.c -- felt lab rules: the rulebook of a genome. */
#include "command/args.h"
#include "cli/cli.h"
#include "cli/lab/lab.h"
#include "lab/lab_names.h"
#include "lab/rulebook/lab_rules.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    OPTION_HTML,
    OPTION_SEATS,
    OPTION_SEED,
    OPTION_OUT,
    OPTION_NO_EXAMPLE,
    OPTION_NO_HINTS,
    OPTIONS
};

static const struct felt_args_option options[OPTIONS] = {
    [OPTION_HTML] = {"html", false},
    [OPTION_SEATS] = {"seats", true},
    [OPTION_SEED] = {"seed", true},
    [OPTION_OUT] = {"out", true},
    [OPTION_NO_EXAMPLE] = {"no-example", false},
    [OPTION_NO_HINTS] = {"no-hints", false},
};

static const char help[] =
    "Usage: felt lab rules GENOME [--html] [--out FILE] [--seats N] [--seed S]\n"
    "                      [--no-example] [--no-hints]\n"
    "\n"
    "Writes the rules of a game that is given as data in plain English, to be read and played "
    "from:\n"
    "what you need, the deal, how a hand goes, betting, what beats what, how it ends, who wins.\n"
    "GENOME is a file, - for standard input, or a name of felt lab list.\n"
    "\n"
    "  --html        a page to print or to look at, instead of Markdown\n"
    "  --out FILE    into a new file; a file that is there already is not touched\n"
    "  --seats N     players in the example and for the hints; as few as the game allows if not\n"
    "                given\n"
    "  --seed S      another example; 1 if not given\n"
    "  --no-example  without a hand as it was played\n"
    "  --no-hints    without hints.  They come of games in which a player never folds, never\n"
    "                raises, never bluffs or always bets, and are written only if they are more\n"
    "                than chance (99 %); this takes a second or two\n"
    "\n"
    "Examples:\n"
    "  felt lab rules crazy-eights\n"
    "  felt lab rules hearts --no-hints --no-example\n"
    "  felt lab rules five-card-draw --html --out draw.html\n";

static const struct felt_args_spec spec = {"lab rules", help, options, OPTIONS};

/* Into a file that was not there before; an unfinished one is taken away again. */
static int save(const struct felt_args *args, const char *path, const struct felt_buffer *text)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0) {
        (void)felt_args_refuse(args,
                               errno == EEXIST ? "%s is there already; name another file"
                                               : "%s cannot be written: %s",
                               path, strerror(errno));
        return FELT_EXIT_FAILED;
    }
    size_t done = 0;
    while (done < text->used) {
        ssize_t wrote = write(fd, text->bytes + done, text->used - done);
        if (wrote < 0 && errno == EINTR) continue;
        if (wrote <= 0) break;
        done += (size_t)wrote;
    }
    int failed = close(fd);
    if (done == text->used && failed == 0) {
        printf("%s is written\n", path);
        return FELT_EXIT_OK;
    }
    (void)unlink(path);
    (void)felt_args_refuse(args, "%s cannot be written: %s", path, strerror(errno));
    return FELT_EXIT_FAILED;
}

static int print(const struct felt_buffer *text)
{
    bool good = fwrite(text->bytes, 1, text->used, stdout) == text->used && fflush(stdout) == 0;
    return good ? FELT_EXIT_OK : FELT_EXIT_FAILED;
}

static int write_book(const struct felt_args *args, const struct felt_lab_file *file,
                      struct felt_buffer *text)
{
    struct felt_lab_rules rules = {.genome = &file->genome,
                                   .seed = 1,
                                   .effort = 1,
                                   .example = !felt_args_flag(args, OPTION_NO_EXAMPLE),
                                   .hints = !felt_args_flag(args, OPTION_NO_HINTS)};
    rules.seats = felt_lab_seats(args, OPTION_SEATS, file, 2);
    if (rules.seats == 0 || !felt_args_uint(args, OPTION_SEED, 0, UINT64_MAX, &rules.seed))
        return FELT_EXIT_USAGE;
    if (!felt_lab_rules_write(
            &rules, felt_args_flag(args, OPTION_HTML) ? FELT_RULEBOOK_HTML : FELT_RULEBOOK_MARKDOWN,
            text)) {
        (void)felt_args_refuse(args, "out of memory; free some and try again");
        return FELT_EXIT_FAILED;
    }
    if (args->value[OPTION_OUT]) return save(args, args->value[OPTION_OUT], text);
    return print(text);
}

int felt_cli_lab_rules(int argc, char **argv)
{
    struct felt_args args;
    if (!felt_args_read(&spec, argc, argv, &args)) return args.exit;
    struct felt_lab_file *file = felt_lab_file_only(&args);
    if (!file) return FELT_EXIT_USAGE;
    char *memory = malloc(FELT_RULEBOOK_BYTES);
    int code = FELT_EXIT_FAILED;
    if (memory) {
        struct felt_buffer text = felt_buffer_make(memory, FELT_RULEBOOK_BYTES);
        code = write_book(&args, file, &text);
    } else {
        (void)felt_args_refuse(&args, "out of memory; free some and try again");
    }
    free(memory);
    free(file);
    return code;
}
