/* match_sum.h -- what the groups of a pairing add up to.
 *
 *   U1  all sums are whole numbers: adding them in any order gives the same.
 *   U2  wins + draws + losses = groups, for every player. */
#ifndef FELT_CLI_MATCH_MATCH_SUM_H
#define FELT_CLI_MATCH_MATCH_SUM_H

#include "felt/json.h"
#include "felt/match.h"
#include "felt/score.h"

struct felt_cli_match_line {
    struct felt_score won, adjusted; /* thousandths of a chip, one result a group            */
    uint64_t wins, draws, losses;    /* groups, by the adjusted result                       */
    uint64_t illegal, warnings, decisions;
};

struct felt_cli_match_sum {
    uint64_t groups, hands, showdowns, lucky;
    struct felt_cli_match_line line[FELT_SEATS_MAX];
    struct felt_play_stats manners[FELT_SEATS_MAX]; /* of the players, if somebody counts       */
};

/* A group that was not stopped. */
void felt_cli_match_sum_add(struct felt_cli_match_sum *sum, const struct felt_match_group *group,
                            int players);
void felt_cli_match_sum_merge(struct felt_cli_match_sum *sum,
                              const struct felt_cli_match_sum *other, int players);

/* Members of an object that is open: wins, draws, losses, illegal, warnings, decisions. */
void felt_cli_match_write_counts(struct felt_json *json, const struct felt_cli_match_line *line);
/* And every counter of felt/manners.h by its name. */
void felt_cli_match_write_counters(struct felt_json *json,
                                   const struct felt_play_stats *play_stats);

#endif
