/* match_print.h -- the results of a match, for people and for programs.
 *
 * Nothing here depends on time or threads: two runs of one match print the same bytes. */
#ifndef FELT_CLI_MATCH_MATCH_PRINT_H
#define FELT_CLI_MATCH_MATCH_PRINT_H

#include "cli/match/match_run.h"
#include "felt/json.h"

/* What a player won, in units per 100 hands, at 95 %. */
struct felt_cli_match_view {
    struct felt_interval anytime, fixed; /* adjusted for luck                              */
    struct felt_interval played;         /* as it happened, anytime                        */
};
struct felt_cli_match_view felt_cli_match_view(const struct felt_cli_match_run *run,
                                               const struct felt_cli_match_line *line);

/* One entry for each name of a league, by rating. */
struct felt_cli_match_place {
    int name; /* number of plan->player[]                                                  */
    struct felt_rating rating;
    double won; /* units per 100 hands, over all pairings                                   */
    uint64_t wins, draws, losses;
};
void felt_cli_match_places(const struct felt_cli_match_run *run,
                           struct felt_cli_match_place out[FELT_CLI_MATCH_NAMES_MAX]);
/* Half of a 95 % interval of a rating. */
double felt_cli_match_margin(const struct felt_rating *rating);

void felt_cli_match_print(const struct felt_cli_match_run *run);
/* A line for each player, whose name takes so many columns. */
void felt_cli_match_print_play_stats(const struct felt_cli_match_run *run, int columns);
/* Exit code. */
int felt_cli_match_print_json(const struct felt_cli_match_run *run);
/* A key and its object. */
void felt_cli_match_write_play_stats(struct felt_json *json,
                                     const struct felt_play_stats *play_stats);

#endif
