/* phase_play.c -- being written. */
#include "games/genome/parts.h"

enum genome_flow felt_phase_play_enter(genome_program program, genome_state state,
                                 struct felt_event_log *log)
{
    (void)program, (void)state, (void)log;
    return FLOW_NEXT;
}
void felt_phase_play_moves(genome_program program, genome_look state, struct felt_moves *out)
{
    (void)program, (void)state;
    *out = (struct felt_moves){.others = 1u << (FELT_MOVE_PASS - FELT_MOVE_ITEMS)};
}
enum genome_flow felt_phase_play_play(genome_program program, genome_state state, int move,
                                struct felt_event_log *log)
{
    (void)program, (void)state, (void)move, (void)log;
    return FLOW_NEXT;
}
enum felt_asks felt_phase_play_asks(genome_program program, genome_look state)
{
    (void)program, (void)state;
    return FELT_ASKS_CARD;
}
felt_cards felt_phase_play_cards(genome_program program, genome_look state, int step,
                                 felt_seat seat)
{
    return felt_genome_mask(program, state, program->step[step].valid, seat) & state->hand[seat];
}
int felt_genome_captures(const struct felt_genome_program *program,
                         const struct felt_genome_state *state, felt_card card, felt_cards out[64])
{
    (void)program, (void)state, (void)card, (void)out;
    return 0;
}
