/* lab_names.h -- who plays a genome, and how many sit there, as a command line says it. */
#ifndef FELT_CLI_LAB_NAMES_H
#define FELT_CLI_LAB_NAMES_H

#include "cli/args.h"
#include "cli/lab_file.h"
#include "felt/genome_players.h"

/* "random,greedy mcts:400": agents with commas or blanks between them, the value of an option.
 * False: complained. */
bool felt_lab_names(const struct felt_args *args, int option, const char *text, int max,
                    struct felt_agent_spec *out, int *count);

/* Seats of the table: what an option says, else as few as the game and `least` players need.  0:
 * complained. */
int felt_lab_seats(const struct felt_args *args, int option, const struct felt_lab_file *file,
                   int least);

#endif
