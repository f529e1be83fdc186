/* phase_score.c -- being written. */
#include "games/genome/parts.h"

void felt_phase_score(genome_program program, genome_state state, struct felt_event_log *log)
{
    (void)program, (void)state, (void)log;
}
