/* phase_draw.c -- being written. */
#include "games/genome/parts.h"

enum genome_flow felt_phase_draw_enter(genome_program program, genome_state state,
                                 struct felt_event_log *log)
{
    (void)program, (void)state, (void)log;
    return FLOW_NEXT;
}
void felt_phase_draw_moves(genome_program program, genome_look state, struct felt_moves *out)
{
    (void)program, (void)state;
    *out = (struct felt_moves){.others = 1u << (FELT_MOVE_PASS - FELT_MOVE_ITEMS)};
}
enum genome_flow felt_phase_draw_play(genome_program program, genome_state state, int move,
                                struct felt_event_log *log)
{
    (void)program, (void)state, (void)move, (void)log;
    return FLOW_NEXT;
}
