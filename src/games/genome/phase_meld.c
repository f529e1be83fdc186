/* phase_meld.c -- being written. */
#include "games/genome/parts.h"

enum genome_flow felt_phase_meld_enter(genome_program program, genome_state state,
                                 struct felt_event_log *log)
{
    (void)program, (void)state, (void)log;
    return FLOW_NEXT;
}
void felt_phase_meld_moves(genome_program program, genome_look state, struct felt_moves *out)
{
    (void)program, (void)state;
    *out = (struct felt_moves){.others = 1u << (FELT_MOVE_PASS - FELT_MOVE_ITEMS)};
}
enum genome_flow felt_phase_meld_play(genome_program program, genome_state state, int move,
                                struct felt_event_log *log)
{
    (void)program, (void)state, (void)move, (void)log;
    return FLOW_NEXT;
}
int felt_meld_deadwood(genome_program program, const struct felt_genome_step *step, felt_cards hand)
{
    (void)program, (void)step, (void)hand;
    return 0;
}
