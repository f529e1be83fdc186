/* phase_trick.c -- being written. */
#include "games/genome/parts.h"

enum genome_flow felt_phase_trick_enter(genome_program program, genome_state state,
                                 struct felt_event_log *log)
{
    (void)program, (void)state, (void)log;
    return FLOW_NEXT;
}
void felt_phase_trick_moves(genome_program program, genome_look state, struct felt_moves *out)
{
    (void)program, (void)state;
    *out = (struct felt_moves){.others = 1u << (FELT_MOVE_PASS - FELT_MOVE_ITEMS)};
}
enum genome_flow felt_phase_trick_play(genome_program program, genome_state state, int move,
                                struct felt_event_log *log)
{
    (void)program, (void)state, (void)move, (void)log;
    return FLOW_NEXT;
}

enum genome_flow felt_phase_bidding_enter(genome_program program, genome_state state,
                                 struct felt_event_log *log)
{
    (void)program, (void)state, (void)log;
    return FLOW_NEXT;
}
void felt_phase_bidding_moves(genome_program program, genome_look state, struct felt_moves *out)
{
    (void)program, (void)state;
    *out = (struct felt_moves){.others = 1u << (FELT_MOVE_PASS - FELT_MOVE_ITEMS)};
}
enum genome_flow felt_phase_bidding_play(genome_program program, genome_state state, int move,
                                struct felt_event_log *log)
{
    (void)program, (void)state, (void)move, (void)log;
    return FLOW_NEXT;
}
void felt_contracts_score(genome_program program, genome_state state, struct felt_event_log *log)
{
    (void)program, (void)state, (void)log;
}
