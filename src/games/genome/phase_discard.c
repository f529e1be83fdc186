/* phase_discard.c -- a player throws cards away: min .. max of them, chosen one by one and put down
 * together; or pairs of a rank, as in Old Maid.
 *
 * Pairs must go if `min` is not 0: there is nothing to decide then and they all go at once.  With
 * `min` 0 the player lays pair after pair until DONE. */
#include "games/genome/hands.h"

static felt_cards eligible(genome_program program, genome_look state,
                           const struct felt_genome_step *step)
{
    felt_cards hand = state->hand[state->turn];
    if (step->valid == FELT_SLOT_NONE) return hand;
    return hand & felt_genome_mask(program, state, step->valid, state->turn);
}

/* All pairs of a set of cards, lowest suits first: an odd third card stays. */
static felt_cards pairs_in(felt_cards cards)
{
    felt_cards pairs = 0;
    for (felt_cards ranks = genome_ranks_of(cards); ranks;) {
        felt_cards rank = felt_cards_of_rank(__builtin_ctzll(ranks) >> 2);
        pairs |= genome_lowest(cards & rank, felt_cards_count(cards & rank) & ~1);
        ranks &= ~rank;
    }
    return pairs;
}

static enum genome_flow ask(genome_state state)
{
    state->actor = state->turn;
    return FLOW_ASK;
}

static enum genome_flow go_on(genome_program program, genome_state state,
                              const struct felt_genome_step *step, struct felt_event_log *log)
{
    felt_cards from = eligible(program, state, step);
    if (!genome_choice_over(from, step->gene[FELT_DISCARD_MIN], step->gene[FELT_DISCARD_MAX],
                            &state->chosen))
        return ask(state);
    if (state->chosen) genome_shed(program, state, state->turn, state->chosen, log);
    state->chosen = 0;
    return FLOW_NEXT;
}

enum genome_flow felt_phase_discard_enter(genome_program program, genome_state state,
                                          struct felt_event_log *log)
{
    const struct felt_genome_step *step = genome_step(program, state);
    if (step->gene[FELT_DISCARD_MATCHING] != FELT_MATCHING_PAIRS)
        return go_on(program, state, step, log);
    felt_cards pairs = pairs_in(eligible(program, state, step));
    if (!pairs) return FLOW_NEXT;
    if (step->gene[FELT_DISCARD_MIN] == 0) return ask(state);
    genome_shed(program, state, state->turn, pairs, log);
    return FLOW_NEXT;
}

void felt_phase_discard_moves(genome_program program, genome_look state, struct felt_moves *out)
{
    const struct felt_genome_step *step = genome_step(program, state);
    felt_cards from = eligible(program, state, step);
    if (step->gene[FELT_DISCARD_MATCHING] != FELT_MATCHING_PAIRS) {
        genome_choice_moves(from, state->chosen, step->gene[FELT_DISCARD_MIN], out);
        return;
    }
    out->items = genome_ranks_of(pairs_in(from)) & GENOME_RANKS << 1; /* 4 * rank + 2 - 1 */
    out->others = GENOME_WORD(FELT_MOVE_DONE);
}

enum genome_flow felt_phase_discard_play(genome_program program, genome_state state, int move,
                                         struct felt_event_log *log)
{
    const struct felt_genome_step *step = genome_step(program, state);
    felt_seat seat = state->turn;
    if (step->gene[FELT_DISCARD_MATCHING] == FELT_MATCHING_PAIRS) {
        if (move == FELT_MOVE_DONE) return FLOW_NEXT;
        felt_cards rank = eligible(program, state, step) & felt_cards_of_rank(move >> 2);
        genome_shed(program, state, seat, genome_lowest(rank, 2), log);
        return pairs_in(eligible(program, state, step)) ? ask(state) : FLOW_NEXT;
    }
    if (move == FELT_MOVE_DONE) {
        if (state->chosen)
            genome_shed(program, state, seat, state->chosen, log);
        else
            genome_tell(log, FELT_EVENT_SAY, seat, FELT_ASKS_NOTHING, FELT_MOVE_DONE);
        state->chosen = 0;
        return FLOW_NEXT;
    }
    state->chosen |= felt_cards_of((felt_card)move);
    return go_on(program, state, step, log);
}
