/* hand_source.h -- the hands of all files that a command line names, one record after the other.
 *
 * What a command does with them is its own; here are the options that say how files are to be read,
 * the forms, and the way hands are called and complained about.  A file that cannot be read is said
 * so and left behind; the others still are.  A file without any hand is no mistake, but is said. */
#ifndef FELT_CLI_HAND_HAND_SOURCE_H
#define FELT_CLI_HAND_HAND_SOURCE_H

#include "command/args.h"
#include "command/hand_file.h"
#include "command/term.h"
#include "felt/acpc.h"

/* The first options of every such command. */
enum {
    FELT_CLI_HAND_OPTION_FORMAT,
    FELT_CLI_HAND_OPTION_BLINDS,
    FELT_CLI_HAND_OPTION_STACKS,
    FELT_CLI_HAND_OPTION_LIMIT,
    FELT_CLI_HAND_OPTIONS
};
#define FELT_CLI_HAND_OPTION_ROWS                                                                  \
    [FELT_CLI_HAND_OPTION_FORMAT] = {"format", true},                                              \
    [FELT_CLI_HAND_OPTION_BLINDS] = {"blinds", true},                                              \
    [FELT_CLI_HAND_OPTION_STACKS] = {"stacks", true},                                              \
    [FELT_CLI_HAND_OPTION_LIMIT] = {"limit", true}
#define FELT_CLI_HAND_FILE_HELP                                                                    \
    "  FILE           poker hand histories (.phh, .phhs), one JSON object a line (.jsonl, "        \
    ".json),\n"                                                                                    \
    "                 log lines of the computer poker competition (.acpc, .log), texts of\n"       \
    "                 PokerStars; others by what their first line looks like; - is standard\n"     \
    "                 input\n"
#define FELT_CLI_HAND_OPTION_HELP                                                                  \
    "  --format F     what the files are, whatever their names: phh, json, acpc or pokerstars\n"   \
    "  --blinds S/B   of ACPC lines, which do not tell; with --limit fl the bets are B and 2 x "   \
    "B\n"                                                                                          \
    "  --stacks CHIPS of ACPC lines: 20k, or one for each seat as in 500,200\n"                    \
    "  --limit L      of ACPC lines: nl or fl; nl if not given\n"

enum { FELT_CLI_HAND_LABEL_BYTES = 80 };

struct felt_cli_hand_source {
    const struct felt_args *args;
    enum felt_hand_form format; /* FELT_HAND_ANY: each file by itself */
    struct felt_acpc_game game;
    bool has_game;

    int index; /* of the file that comes next */
    bool open; /* a file is */
    bool failed;
    struct felt_hand_file file;
    const char *name;           /* of that file */
    struct felt_hand_text hand; /* under way */
    uint64_t hands, number;     /* in all files, in this one */
    struct felt_progress progress;
    struct felt_record record;
};

/* Reads the options.  False: complained, exit 2. */
bool felt_cli_hand_source_begin(struct felt_cli_hand_source *source, const struct felt_args *args);
/* The next hand; false: no more.  *status is the reader's answer, with its complaint. */
bool felt_cli_hand_source_next(struct felt_cli_hand_source *source, enum felt_status *status,
                               struct felt_complaint *complaint);

/* How to call the hand: its id, else its `hand`, else its number in the file.  `readable`: the
 * record can be looked at. */
void felt_cli_hand_source_label(const struct felt_cli_hand_source *source, bool readable,
                                char out[FELT_CLI_HAND_LABEL_BYTES]);
/* The line of its file that a complaint is about: one of its reader, or the hand's first. */
uint64_t felt_cli_hand_source_line(const struct felt_cli_hand_source *source, bool readable,
                                   const struct felt_complaint *complaint);
/* One line on stderr, with nothing in it that could drive a terminal. */
__attribute__((format(printf, 2, 3))) void
felt_cli_hand_source_say(struct felt_cli_hand_source *source, const char *format, ...);

/* The form that an option names, FELT_HAND_ANY if it is not given.  False: complained. */
bool felt_cli_hand_source_form(const struct felt_args *args, int option, const char *choices,
                               unsigned forms, enum felt_hand_form *out);

#endif
