/* phase_claim.c -- cards face down and a claim about them (Cheat): anybody may doubt it.
 *
 *   NAMING     the rank that will be claimed, if the player may choose it
 *   CHOOSING   the cards, whatever they are
 *   ANSWERING  the others in turn: DOUBT or BELIEVE; state->asked are those who were asked
 *
 * state->rank is the rank of the claim, also after it: the next one goes on from there.  The cards
 * of the claim are the last state->size of the discards.  The first who doubts has them turned up;
 * whoever was wrong, liar or doubter, takes the pile or pays. */
#include "games/genome/hands.h"

enum { CHOOSING, NAMING, ANSWERING };

/* After the highest rank comes the lowest. */
static int rank_after(genome_program program, int rank)
{
    int up = rank == FELT_CARD_NONE ? -1 : genome_rank_up(program, rank);
    return up < 0 ? genome_rank_lowest(program) : up;
}

static uint64_t ranks_allowed(genome_program program, genome_look state,
                              const struct felt_genome_step *step)
{
    felt_cards beside = 0;
    if (step->gene[FELT_CLAIM_MODE] == FELT_CLAIM_UP_DOWN && state->rank != FELT_CARD_NONE)
        beside = program->beside[state->rank];
    if (beside) return genome_rank_items(beside);
    int lowest = genome_rank_lowest(program);
    return genome_rank_items(program->above[lowest] | felt_cards_of_rank(lowest));
}

static felt_cards eligible(genome_program program, genome_look state,
                           const struct felt_genome_step *step)
{
    felt_cards hand = state->hand[state->turn];
    if (step->valid == FELT_SLOT_NONE) return hand;
    return hand & felt_genome_mask(program, state, step->valid, state->turn);
}

static enum genome_flow ask(genome_state state, felt_seat seat, int sub)
{
    state->sub = (uint8_t)sub;
    state->actor = seat;
    return FLOW_ASK;
}

/* ---- answers ---- */

static enum genome_flow ask_next(genome_state state, const struct felt_genome_step *step)
{
    unsigned others = genome_live(state) & ~(1u << state->turn);
    if (!others) return FLOW_NEXT;
    if (step->gene[FELT_CLAIM_CHALLENGERS] == FELT_CHALLENGE_NEXT)
        others = felt_seats_of(genome_after(state, others, state->turn));
    others &= ~(unsigned)state->asked;
    if (!others) return FLOW_NEXT;
    return ask(state, genome_after(state, others, state->turn), ANSWERING);
}

static void take_pile(genome_program program, genome_state state, felt_seat seat, felt_cards known,
                      struct felt_event_log *log)
{
    felt_cards pile = felt_cards_from(state->order, state->discards);
    state->discards = 0;
    state->suit = FELT_CARD_NONE;
    state->hand[seat] |= pile;
    state->shown |= genome_open(program) ? pile : known;
    if (log)
        felt_genome_tell_cards(log, FELT_EVENT_TAKE, seat, pile,
                               genome_knowing(program, felt_seats_of(seat)), 0);
}

static void reveal(genome_program program, genome_state state, const struct felt_genome_step *step,
                   felt_seat doubter, struct felt_event_log *log)
{
    felt_assert(state->discards >= state->size);
    felt_cards claimed = felt_cards_from(state->order + state->discards - state->size, state->size);
    if (log)
        felt_genome_tell_cards(log, FELT_EVENT_SHOW, state->turn, claimed, GENOME_EVERYBODY, 0);
    bool honest = !(claimed & ~felt_cards_of_rank(state->rank));
    felt_seat wrong = honest ? doubter : state->turn;
    if (step->gene[FELT_CLAIM_PENALTY] == FELT_PENALTY_CHIPS)
        felt_genome_pay(state, wrong, step->gene[FELT_CLAIM_CHIPS], log);
    else
        take_pile(program, state, wrong, claimed, log);
}

/* ---- the claim ---- */

static enum genome_flow claim(genome_program program, genome_state state,
                              const struct felt_genome_step *step, struct felt_event_log *log)
{
    state->size = (uint8_t)felt_cards_count(state->chosen);
    state->leader = state->turn;
    genome_shed(program, state, state->turn, state->chosen, log);
    state->chosen = 0;
    genome_tell(log, FELT_EVENT_SAY, state->turn, FELT_ASKS_RANK, state->rank);
    return ask_next(state, step);
}

static enum genome_flow choose(genome_program program, genome_state state,
                               const struct felt_genome_step *step, struct felt_event_log *log)
{
    felt_cards from = eligible(program, state, step);
    if (!genome_choice_over(from, step->gene[FELT_CLAIM_MIN], step->gene[FELT_CLAIM_MAX],
                            &state->chosen))
        return ask(state, state->turn, CHOOSING);
    return claim(program, state, step, log);
}

enum genome_flow felt_phase_claim_enter(genome_program program, genome_state state,
                                        struct felt_event_log *log)
{
    const struct felt_genome_step *step = genome_step(program, state);
    if (!eligible(program, state, step)) return FLOW_NEXT;
    if (step->gene[FELT_CLAIM_MODE] != FELT_CLAIM_SEQUENTIAL)
        return ask(state, state->turn, NAMING);
    state->rank = (uint8_t)rank_after(program, state->rank);
    return choose(program, state, step, log);
}

enum felt_asks felt_phase_claim_asks(genome_program program, genome_look state)
{
    (void)program;
    return state->sub == NAMING     ? FELT_ASKS_RANK
           : state->sub == CHOOSING ? FELT_ASKS_CARD
                                    : FELT_ASKS_NOTHING;
}

void felt_phase_claim_moves(genome_program program, genome_look state, struct felt_moves *out)
{
    const struct felt_genome_step *step = genome_step(program, state);
    if (state->sub == CHOOSING)
        genome_choice_moves(eligible(program, state, step), state->chosen,
                            step->gene[FELT_CLAIM_MIN], out);
    else if (state->sub == NAMING)
        *out = (struct felt_moves){.items = ranks_allowed(program, state, step)};
    else
        *out = (struct felt_moves){.others = GENOME_WORD(FELT_MOVE_DOUBT) |
                                             GENOME_WORD(FELT_MOVE_BELIEVE)};
}

enum genome_flow felt_phase_claim_play(genome_program program, genome_state state, int move,
                                       struct felt_event_log *log)
{
    const struct felt_genome_step *step = genome_step(program, state);
    if (state->sub == NAMING) {
        state->rank = (uint8_t)move;
        return choose(program, state, step, log);
    }
    if (state->sub == CHOOSING) {
        if (move == FELT_MOVE_DONE) return claim(program, state, step, log);
        state->chosen |= felt_cards_of((felt_card)move);
        return choose(program, state, step, log);
    }
    felt_seat seat = state->actor;
    genome_tell(log, FELT_EVENT_SAY, seat, FELT_ASKS_NOTHING, move);
    state->asked |= (uint8_t)felt_seats_of(seat);
    if (move == FELT_MOVE_BELIEVE) return ask_next(state, step);
    reveal(program, state, step, seat, log);
    return FLOW_NEXT;
}
