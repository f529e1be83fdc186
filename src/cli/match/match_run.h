/* match_run.h -- plays what was planned, on threads.
 *
 * A job is `chunk` consecutive groups of one pairing; pairings take turns.  Jobs are taken in order
 * and everything is decided there, so results do not depend on the number of threads, nor on how
 * often the match was broken off. */
#ifndef FELT_CLI_MATCH_MATCH_RUN_H
#define FELT_CLI_MATCH_MATCH_RUN_H

#include "cli/match/match_plan.h"

enum felt_cli_match_end {
    FELT_CLI_MATCH_PLAYED,      /* all hands                                                  */
    FELT_CLI_MATCH_DECIDED,     /* by the sequential test                                     */
    FELT_CLI_MATCH_INTERRUPTED, /* by a signal                                                */
    FELT_CLI_MATCH_FAILED,      /* complained on stderr: exit 1                               */
    FELT_CLI_MATCH_REFUSED      /* complained on stderr: exit 2                               */
};

struct felt_cli_match_run {
    const struct felt_cli_match_plan *plan;
    struct felt_cli_match_sum *sum; /* of each pairing; owned                                 */
    uint64_t interval_plan;         /* groups that intervals are made for: of the first run    */
    enum felt_cli_match_end end;
    uint64_t left_out; /* hands that no record could hold                                 */
};

/* Plays.  Close it in any case. */
void felt_cli_match_run(struct felt_cli_match_run *run, const struct felt_cli_match_plan *plan);
void felt_cli_match_run_close(struct felt_cli_match_run *run);

/* The sequential test as it stands; the plan has one. */
enum felt_verdict felt_cli_match_run_verdict(const struct felt_cli_match_run *run);

#endif
