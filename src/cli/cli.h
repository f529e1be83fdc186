/* cli.h -- the sub-commands of `felt`: their entry points.
 *
 * A command gets its own name as argv[0].  It reads its arguments with args.h, prints results on
 * stdout and everything else on stderr, and returns an exit code.  main() makes sure afterwards
 * that the output arrived. */
#ifndef FELT_CLI_CLI_H
#define FELT_CLI_CLI_H

#include "command/exit.h"

/* The commands, in the order of the help; NULL behind the last. */
struct felt_command {
    const char *name;
    const char *summary;
    int (*run)(int argc, char **argv);
};
const struct felt_command *felt_command_at(int index);
const struct felt_command *felt_command_find(const char *name); /* NULL: there is none */

int felt_cli_admin(int argc, char **argv);
int felt_cli_arena(int argc, char **argv);
int felt_cli_bench(int argc, char **argv);
int felt_cli_bot(int argc, char **argv);
int felt_cli_complete(int argc, char **argv);
int felt_cli_convert(int argc, char **argv);
int felt_cli_equity(int argc, char **argv);
int felt_cli_eval(int argc, char **argv);
int felt_cli_games(int argc, char **argv);
int felt_cli_lab(int argc, char **argv);
int felt_cli_match(int argc, char **argv);
int felt_cli_narc(int argc, char **argv);
int felt_cli_perft(int argc, char **argv);
int felt_cli_replay(int argc, char **argv);
int felt_cli_play(int argc, char **argv);
int felt_cli_serve(int argc, char **argv);
int felt_cli_sim(int argc, char **argv);
int felt_cli_solve(int argc, char **argv);
int felt_cli_tour(int argc, char **argv);
int felt_cli_variants(int argc, char **argv);

#endif
