/* match_probe.h -- felt match --probe: the parts of a match that are of the probe alone.
 *
 * The probe is the first of the two players of a duel: hands, results, files and intervals are
 * those of any duel. */
#ifndef FELT_CLI_MATCH_MATCH_PROBE_H
#define FELT_CLI_MATCH_MATCH_PROBE_H

#include "cli/match/match_run.h"
#include "felt/buffer.h"

/* Is one asked for? */
bool felt_cli_match_probe_given(const struct felt_args *args);
/* The options, and both players.  False: complained. */
bool felt_cli_match_probe_read(struct felt_cli_match_plan *plan);
/* The probe of the pairing, which is made.  True if there is none, too.  False: complained. */
bool felt_cli_match_probe_make(struct felt_cli_match_plan *plan);
/* What tells it from others, behind its name. */
void felt_cli_match_probe_write(const struct felt_cli_match_plan *plan, struct felt_buffer *text);

/* What it means, in a sentence. */
void felt_cli_match_probe_print(const struct felt_cli_match_run *run);

#endif
