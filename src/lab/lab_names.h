/* lab_names.h -- words of the lab as a command line says them: who plays, how many sit there,
 * presets, locks. */
#ifndef FELT_LAB_LAB_NAMES_H
#define FELT_LAB_LAB_NAMES_H

#include "command/args.h"
#include "command/lab_file.h"
#include "felt/genome_players.h"
#include "lab/search/fitness.h"

/* "random,greedy mcts:400": agents with commas or blanks between them, the value of an option.
 * False: complained. */
bool felt_lab_names(const struct felt_args *args, int option, const char *text, int max,
                    struct felt_agent_spec *out, int *count);

/* Seats of the table: what an option says, else as few as the game and `least` players need.  0:
 * complained. */
int felt_lab_seats(const struct felt_args *args, int option, const struct felt_lab_file *file,
                   int least);

/* The preset that an option names; balanced if it is not given.  NULL: complained. */
const struct felt_preset *felt_lab_preset(const struct felt_args *args, int option);

/* Adds the locks (operators.h) of an option: "setup,BettingPhase".  False: complained. */
bool felt_lab_locks(const struct felt_args *args, int option, uint32_t *locks);

#endif
