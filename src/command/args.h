/* args.h -- options and arguments of a command.
 *
 *   --name value, --name=value, --flag   in any order, between and behind plain arguments
 *   --                                   everything behind it is a plain argument
 *   --help, -h                           every command has them
 *
 * An option may be given once.  What is wrong is said in one line on stderr, with the nearest name
 * we know, and costs exit code 2.  On a terminal a caret points at the wrong character. */
#ifndef FELT_COMMAND_ARGS_H
#define FELT_COMMAND_ARGS_H

#include "felt/status.h"

#include <stdbool.h>
#include <stdint.h>

enum { FELT_ARGS_WORDS_MAX = 128, FELT_ARGS_OPTIONS_MAX = 64 };

struct felt_args_option {
    const char *name; /* without the dashes */
    bool takes_value;
};

struct felt_args_spec {
    const char *command; /* "" for felt itself, "-lab-mpi" for felt-lab-mpi */
    const char *help;    /* the whole text of --help */
    const struct felt_args_option *options;
    int option_count;
};

struct felt_args {
    const struct felt_args_spec *spec;
    int exit; /* what to return when felt_args_read() says false */
    int count;
    const char *word[FELT_ARGS_WORDS_MAX];
    const char *value[FELT_ARGS_OPTIONS_MAX]; /* by index of the option; NULL: not given */
};

/* False if the command has nothing left to do: its help was printed, or the arguments are wrong. */
bool felt_args_read(const struct felt_args_spec *spec, int argc, char **argv,
                    struct felt_args *args);

static inline bool felt_args_flag(const struct felt_args *args, int option)
{
    return args->value[option] != 0;
}

/* As argv[1]: nothing is done, only the options that may follow argv[2] and so on are printed, one
 * a line, for completion in shells (complete.c); felt_args_choose() prints commands.  The exit code
 * is one of these if the last of the words is an option that wants a value, which is a file or not.
 */
#define FELT_ARGS_SUGGEST "--suggest-words"
enum { FELT_ARGS_WANTS_VALUE = 100, FELT_ARGS_WANTS_FILE };
/* The same for whoever has words of his own: false, and `exit` is set, if a value is wanted. */
bool felt_args_suggest(const struct felt_args_spec *spec, int count, char *const *typed,
                       uint64_t which, int *exit);

/* The number behind an option, `*number` as it was if the option is not there.  Whole numbers take
 * a suffix k, M or G.  False: complained, exit 2. */
bool felt_args_uint(const struct felt_args *args, int option, uint64_t min, uint64_t max,
                    uint64_t *number);
bool felt_args_decimal(const struct felt_args *args, int option, double min, double max,
                       double *number);

/* "felt eval: ..." on stderr; returns FELT_EXIT_USAGE.  Only the conversions of felt_complain(). */
__attribute__((format(printf, 2, 3))) int felt_args_refuse(const struct felt_args *args,
                                                           const char *format, ...);
/* The same for a complaint about a text that was typed: on a terminal the text follows, with a
 * caret under the place.  `text` may be NULL. */
int felt_args_complain(const struct felt_args *args, const char *text,
                       const struct felt_complaint *complaint);

/* The one of `count` names that is nearest to a mistyped one, or NULL if none is near. */
const char *felt_args_nearest(const char *typed, const char *const *names, int count);

/* A sub-command: `felt lab run` is "run".  It gets its own name as argv[0], and has its --help. */
struct felt_args_command {
    const char *name;
    int (*run)(int argc, char **argv);
};
enum { FELT_ARGS_COMMANDS_MAX = 16 };
/* Runs the one that argv[1] names, or says what there is: the spec's help, the nearest name, or
 * `choice`, as in "run, show or list".  Returns the exit code. */
int felt_args_choose(const struct felt_args_spec *spec, const struct felt_args_command *commands,
                     int count, const char *choice, int argc, char **argv);

#endif
