/* phase_transfer.c -- everybody hands cards to a neighbour, as at Hearts.
 *
 * Nobody gets a card before all have chosen.  Chosen cards stay in the hand of their giver and are
 * marked in state->chosen, which holds the choices of all seats here: chosen & hand[seat] is what
 * the seat gives.  A choice is known to its giver alone; afterwards giver and receiver know the
 * cards.  Who has no more than `count` cards gives them all and is not asked.
 *
 * Left, right and across go by the seats that are still in the hand; across at a table of three is
 * the left. */
#include "games/genome/hands.h"

/* Are there more than `count` cards? */
static bool more_than(felt_cards cards, int count)
{
    while (cards && count-- > 0) cards &= cards - 1;
    return cards != 0;
}

static void exchange(genome_program program, genome_state state, struct felt_event_log *log)
{
    int count = 0, by = genome_step(program, state)->gene[FELT_TRANSFER_DIRECTION];
    felt_seat at[FELT_GENOME_SEATS_MAX];
    felt_cards given[FELT_GENOME_SEATS_MAX];
    for (unsigned seats = genome_live(state); seats; seats &= seats - 1) {
        felt_seat seat = (felt_seat)__builtin_ctz(seats);
        at[count] = seat;
        given[count++] = state->chosen & state->hand[seat];
        /* Which of the cards that were known are still there? */
        state->shown &= ~state->hand[seat];
    }
    int step = by == FELT_LEFT ? 1 : by == FELT_RIGHT ? count - 1 : count / 2;
    for (int i = 0; i < count; i++) {
        felt_seat from = at[i], to = at[(i + step) % count];
        unsigned who = 1u << from | 1u << to;
        state->hand[from] &= ~given[i];
        state->hand[to] |= given[i];
        felt_genome_tell_cards(log, FELT_EVENT_GIVE, from, given[i], genome_knowing(program, who),
                               to);
    }
    state->chosen = 0;
}

/* The next seat that has a choice, or the exchange. */
static enum genome_flow ask_giver(genome_program program, genome_state state, int from,
                                  struct felt_event_log *log)
{
    int count = genome_step(program, state)->gene[FELT_TRANSFER_COUNT];
    for (unsigned rest; (rest = genome_holding(state) & ~(unsigned)state->asked) != 0;) {
        felt_seat seat = genome_from(state, rest, from);
        state->asked |= (uint8_t)(1u << seat);
        if (more_than(state->hand[seat], count)) {
            state->actor = seat;
            return FLOW_ASK;
        }
        state->chosen |= state->hand[seat];
    }
    exchange(program, state, log);
    return FLOW_NEXT;
}

enum genome_flow felt_phase_transfer_enter(genome_program program, genome_state state,
                                           struct felt_event_log *log)
{
    felt_assert(!program->queue); /* chosen is there */
    if (felt_seats_lone((felt_seats)genome_live(state))) return FLOW_NEXT;
    return ask_giver(program, state, state->start, log);
}

void felt_phase_transfer_moves(genome_program program, genome_look state, struct felt_moves *out)
{
    felt_cards hand = state->hand[state->actor];
    int count = genome_step(program, state)->gene[FELT_TRANSFER_COUNT];
    out->items = choice_next(hand, hand & state->chosen, count);
    out->others = 0;
}

enum genome_flow felt_phase_transfer_play(genome_program program, genome_state state, int move,
                                          struct felt_event_log *log)
{
    felt_cards card = felt_cards_of((felt_card)move);
    felt_assert(state->hand[state->actor] & card);
    state->chosen |= card;
    int chosen = felt_cards_count(state->chosen & state->hand[state->actor]);
    if (chosen < genome_step(program, state)->gene[FELT_TRANSFER_COUNT]) return FLOW_ASK;
    return ask_giver(program, state, state->actor, log);
}
