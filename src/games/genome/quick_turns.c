/* quick_turns.c -- random turns of games like Crazy Eights, without a stop at every card.
 *
 * A turn there is: draw from the deck until a card fits the top of the discards, and play one that
 * fits.  What fits is in a table (program->top_mask), so a turn is a look into it, a random bit and
 * a few cards of the deck; finding out through run.c that this is what comes next costs more than
 * all of that.
 *
 *   Q1  as in quick.c: state and random numbers are those of single moves.
 *
 * Whatever is rare is left to the phases, at a place where they go on as if nothing had happened: a
 * card with an effect, a player who cannot draw what fits, the last card of a hand, the end of the
 * turns. */
#include "games/genome/hands.h"
#include "games/genome/quick.h"

/* Nothing but such turns, and nothing to look at after them but empty hands. */
static bool fits_block(genome_program program, genome_look state)
{
    const struct felt_genome_step *play = genome_step(program, state), *draw = &program->step[0];
    const int32_t *gene = play->gene;
    if (state->pc + 1 != program->steps || program->steps > 2 || !program->all_turns ||
        play->condition != FELT_SLOT_NONE || play->valid != program->top_slot ||
        play->valid == FELT_SLOT_NONE || program->hand_ends ||
        program->session[FELT_SESSION_CYCLES] || program->scores >> FELT_SCORE_PLAY & 1)
        return false;
    if (gene[FELT_PLAY_GROUP] != FELT_GROUP_SINGLE || gene[FELT_PLAY_TARGET] != FELT_TO_DISCARD ||
        gene[FELT_PLAY_LADDER] || !gene[FELT_PLAY_MANDATORY])
        return false;
    if (!(program->win_types >> FELT_WIN_EMPTY_HAND & 1) ||
        genome_holding(state) != genome_live(state))
        return false;
    if (program->steps == 1) return true;
    return draw->type == FELT_PHASE_TYPE_DRAW && draw->condition == FELT_SLOT_NONE &&
           draw->gene[FELT_DRAW_SOURCE] == FELT_FROM_DECK && draw->gene[FELT_DRAW_MANDATORY] &&
           draw->gene[FELT_DRAW_REPEAT] == FELT_REPEAT_UNTIL_PLAYABLE &&
           draw->gene[FELT_DRAW_COUNT] == 1 && !draw->gene[FELT_DRAW_REFILL] &&
           program->setup[FELT_SETUP_VISIBLE] == FELT_HAND_OWNER;
}

/* The next seat has, or draws, a card that fits; false: it does not, and nothing has changed. */
static inline bool begin_turn(genome_program program, genome_state state, felt_seat seat,
                              felt_cards valid, int draws)
{
    felt_cards hand = state->hand[seat];
    if (hand & valid) return true;
    int at = state->deck_at, end = at + draws;
    if (end > program->deck_count) end = program->deck_count;
    while (!(hand & valid)) {
        if (at == end) return false;
        hand |= felt_cards_of(state->order[at++]);
    }
    state->hand[seat] = hand;
    state->deck_at = (uint8_t)at;
    return true;
}

/* Effects that do more than let a card be any suit. */
static unsigned acting_effects(genome_program program)
{
    unsigned acting = 0;
    for (int i = 0; i < program->effects; i++)
        acting |= (unsigned)(program->effect[i][FELT_EFFECT_TYPE] != FELT_EFFECT_WILD) << i;
    return acting;
}

QUICK_INLINE enum genome_flow play_turns(genome_program program, genome_state state,
                                         struct felt_rng *rng, pick_card *pick)
{
    unsigned live = genome_live(state), acting = acting_effects(program);
    int draws = program->steps == 2 ? program->step[0].gene[FELT_DRAW_MAX_REPEAT] : 0;
    int turns = program->session[FELT_SESSION_TURNS] - 2; /* a card, and a suit */
    int slot = genome_step(program, state)->valid;
    bool names = felt_genome_names_suits(program);
    felt_cards valid = genome_valid(program, state, slot, state->turn) | program->wild;
    if (!(state->hand[state->turn] & valid)) return FLOW_ASK; /* is asked to pass */
    while (state->turns < turns) {
        felt_seat seat = state->turn;
        felt_card card = pick(state->hand[seat] & valid, rng);
        state->turns++;
        if (program->effects_of[card] & acting)
            return felt_phase_play_play(program, state, card, NULL);
        state->hand[seat] &= ~felt_cards_of(card);
        state->shown &= ~felt_cards_of(card);
        state->order[state->discards++] = card;
        state->suit = FELT_CARD_NONE;
        if (!state->hand[seat]) return FLOW_NEXT;
        if (program->wild >> card & 1 && names) {
            state->suit = pick(15, rng);
            state->sub = 1; /* it was asked for */
            state->turns++;
        }
        valid = genome_valid(program, state, slot, seat) | program->wild;
        felt_seat next = genome_after(state, live, seat);
        if (!begin_turn(program, state, next, valid, draws)) return FLOW_NEXT;
        state->turn = state->actor = next;
        state->sub = 0;
        state->turned |= (uint8_t)(1u << seat);
        if (state->turned >> next & 1) {
            state->turned = 0;
            state->cycle = (uint8_t)(state->cycle + (state->cycle < UINT8_MAX));
        }
    }
    return FLOW_ASK;
}

#ifdef QUICK_DEPOSIT
QUICK_DEPOSIT static enum genome_flow deposit_turns(genome_program program, genome_state state,
                                                    struct felt_rng *rng)
{
    return play_turns(program, state, rng, pick_by_deposit);
}
#endif

enum genome_flow felt_quick_turns(genome_program program, genome_state state, struct felt_rng *rng)
{
    if (state->sub || !state->discards || !fits_block(program, state)) return FLOW_ASK;
#ifdef QUICK_DEPOSIT
    if (quick_can_deposit()) return deposit_turns(program, state, rng);
#endif
    return play_turns(program, state, rng, pick_by_steps);
}
