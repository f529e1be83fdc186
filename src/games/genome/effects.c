/* effects.c -- being written. */
#include "games/genome/parts.h"

void felt_genome_effects(genome_program program, genome_state state, felt_seat seat,
                         felt_cards played, struct felt_event_log *log)
{
    (void)program, (void)state, (void)seat, (void)played, (void)log;
}
