/* phase_ask.c -- a player asks another one for a rank (Go Fish).
 *
 *   WHOM  which of the others, if several have cards
 *   WHAT  which rank of the own hand; state->asked is the seat that is asked, as a bit
 *
 * All cards of the rank are handed over, for everybody to see.  Else the player draws; who draws
 * the very rank shows it and goes on asking.  Sets are laid down as soon as they are complete. */
#include "games/genome/hands.h"

enum { WHOM, WHAT };

static unsigned others(genome_look state)
{
    return genome_holding(state) & ~(1u << state->turn);
}

/* With `size` 2, four of a rank are two sets. */
static void lay_sets(genome_program program, genome_state state, int size,
                     struct felt_event_log *log)
{
    felt_cards hand = state->hand[state->turn];
    for (uint64_t left = genome_rank_items(hand); left; left &= left - 1) {
        felt_cards rank = hand & felt_cards_of_rank(__builtin_ctzll(left));
        int complete = felt_cards_count(rank) / size * size;
        if (complete)
            genome_lay_down(program, state, state->turn, genome_lowest(rank, complete),
                            FELT_SCORE_SET_COMPLETE, log);
    }
}

/* An empty hand gets a card before it asks. */
static enum genome_flow go_on(genome_program program, genome_state state,
                              const struct felt_genome_step *step, struct felt_event_log *log)
{
    felt_seat seat = state->turn;
    lay_sets(program, state, step->gene[FELT_ASK_SET], log);
    if (!state->hand[seat]) felt_genome_deal_to(program, state, seat, false, log);
    unsigned asked = others(state);
    if (!state->hand[seat] || !asked) return FLOW_NEXT;
    state->asked = (uint8_t)asked;
    state->sub = felt_seats_lone((felt_seats)asked) ? WHAT : WHOM;
    state->actor = seat;
    return FLOW_ASK;
}

static enum genome_flow ask_for(genome_program program, genome_state state, int rank,
                                struct felt_event_log *log)
{
    const struct felt_genome_step *step = genome_step(program, state);
    felt_seat seat = state->turn, other = felt_seats_first(state->asked);
    felt_cards wanted = felt_cards_of_rank(rank), given = state->hand[other] & wanted;
    bool again = step->gene[FELT_ASK_AGAIN];
    genome_tell(log, FELT_EVENT_SAY, seat, FELT_ASKS_RANK, rank);
    if (given) {
        state->hand[other] &= ~given;
        state->hand[seat] |= given;
        state->shown |= given;
        if (log) felt_genome_tell_cards(log, FELT_EVENT_GIVE, other, given, GENOME_EVERYBODY, seat);
    } else if (step->gene[FELT_ASK_DRAW]) {
        felt_cards before = state->hand[seat];
        felt_genome_deal_to(program, state, seat, false, log);
        felt_cards caught = state->hand[seat] & ~before & wanted;
        if (caught && again) {
            state->shown |= caught;
            if (log)
                felt_genome_tell_cards(log, FELT_EVENT_SHOW, seat, caught, GENOME_EVERYBODY, 0);
        }
        again = again && caught;
    } else {
        again = false;
    }
    if (again && !(state->flags & FELT_FLAG_ENDING)) return go_on(program, state, step, log);
    lay_sets(program, state, step->gene[FELT_ASK_SET], log);
    return FLOW_NEXT;
}

enum genome_flow felt_phase_ask_enter(genome_program program, genome_state state,
                                      struct felt_event_log *log)
{
    return go_on(program, state, genome_step(program, state), log);
}

enum felt_asks felt_phase_ask_asks(genome_program program, genome_look state)
{
    (void)program;
    return state->sub == WHOM ? FELT_ASKS_SEAT : FELT_ASKS_RANK;
}

void felt_phase_ask_moves(genome_program program, genome_look state, struct felt_moves *out)
{
    (void)program;
    out->items = state->sub == WHOM ? state->asked : genome_rank_items(state->hand[state->turn]);
    out->others = 0;
}

enum genome_flow felt_phase_ask_play(genome_program program, genome_state state, int move,
                                     struct felt_event_log *log)
{
    if (state->sub == WHAT) return ask_for(program, state, move, log);
    genome_tell(log, FELT_EVENT_SAY, state->turn, FELT_ASKS_SEAT, move);
    state->asked = (uint8_t)felt_seats_of(move);
    state->sub = WHAT;
    return FLOW_ASK;
}
