/* match_outside.h -- players from outside in a match: their options, names and misdeeds. */
#ifndef FELT_CLI_MATCH_MATCH_OUTSIDE_H
#define FELT_CLI_MATCH_MATCH_OUTSIDE_H

#include "cli/match/match_plan.h"
#include "felt/json.h"

/* Reads the options for them, and the names of all players.  False: complained. */
bool felt_cli_match_outside_read(struct felt_cli_match_plan *plan);
/* How many threads may play: one if a player has one line only. */
int felt_cli_match_outside_threads(const struct felt_cli_match_plan *plan, int threads);
void felt_cli_match_outside_close(struct felt_cli_match_plan *plan);

/* A line on stderr for each that was asked and never gave a legal answer.  False: there are some.
 */
bool felt_cli_match_outside_answered(const struct felt_cli_match_plan *plan);
/* What went wrong with them, and that the match cannot be repeated; nothing if there are none. */
void felt_cli_match_outside_print(const struct felt_cli_match_plan *plan);
/* The member "outside" of a player: null, or its counts. */
void felt_cli_match_outside_write(struct felt_json *json, const struct felt_player_spec *player);

#endif
