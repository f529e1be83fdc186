/* phase_transfer.c -- everybody hands cards to a neighbour, as at Hearts.
 *
 * Nobody gets a card before all have chosen.  The cards that the actor has chosen so far are
 * chosen & hand[actor].  When the choice is complete they leave the hand and wait, unseen, with
 * whoever is to have them: chosen & captured[receiver].  Afterwards giver and receiver know the
 * cards.  Who has no more than `count` cards gives them all and is not asked.
 *
 * state->repeat counts the cards that the actor has chosen.
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

/* Left, right, across, and a hand in which nobody passes; three have no across. */
static int direction_of(genome_program program, genome_look state)
{
    int direction = genome_step(program, state)->gene[FELT_TRANSFER_DIRECTION];
    int across = felt_seats_count((felt_seats)genome_live(state)) > 3;
    if (direction != FELT_PASS_ROTATES) return direction;
    direction = state->hands % (3 + across);
    return direction == 2 && !across ? FELT_PASS_ROTATES : direction;
}

static felt_seat receiver_of(genome_program program, genome_look state, felt_seat giver)
{
    int direction = direction_of(program, state);
    felt_seats live = (felt_seats)genome_live(state);
    int count = felt_seats_count(live);
    int steps = direction == FELT_LEFT ? 1 : direction == FELT_RIGHT ? count - 1 : count / 2;
    while (steps-- > 0) giver = felt_seats_from(live, giver + 1);
    return giver;
}

/* The cards that a seat has chosen are put aside. */
static void give(genome_program program, genome_state state, felt_seat giver)
{
    felt_cards given = state->chosen & state->hand[giver];
    /* Which of the cards that everybody knew are still there? */
    state->shown &= genome_open(program) ? ~given : ~state->hand[giver];
    state->hand[giver] &= ~given;
    state->pile.captured[receiver_of(program, state, giver)] |= given;
}

static void exchange(genome_program program, genome_state state, struct felt_event_log *log)
{
    felt_seats live = (felt_seats)genome_live(state);
    for (felt_seats left = log ? live : 0; left;) {
        felt_seat giver = felt_seats_take(&left), receiver = receiver_of(program, state, giver);
        felt_cards given = state->chosen & state->pile.captured[receiver];
        felt_genome_tell_cards(log, FELT_EVENT_GIVE, giver, given,
                               genome_knowing(program, 1u << giver | 1u << receiver), receiver);
    }
    for (felt_seats left = live; left;) {
        felt_seat receiver = felt_seats_take(&left);
        state->hand[receiver] |= state->chosen & state->pile.captured[receiver];
        state->pile.captured[receiver] &= ~state->chosen;
    }
    if (genome_open(program)) state->shown |= state->chosen;
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
        give(program, state, seat);
    }
    exchange(program, state, log);
    return FLOW_NEXT;
}

enum genome_flow felt_phase_transfer_enter(genome_program program, genome_state state,
                                           struct felt_event_log *log)
{
    felt_assert(!program->queue); /* chosen is there */
    if (felt_seats_lone((felt_seats)genome_live(state)) ||
        direction_of(program, state) == FELT_PASS_ROTATES)
        return FLOW_NEXT;
    return ask_giver(program, state, state->start, log);
}

enum genome_flow felt_transfer_chosen(genome_program program, genome_state state,
                                      struct felt_event_log *log)
{
    state->repeat = 0;
    give(program, state, state->actor);
    return ask_giver(program, state, state->actor, log);
}

void felt_phase_transfer_moves(genome_program program, genome_look state, struct felt_moves *out)
{
    felt_cards hand = state->hand[state->actor];
    int count = genome_step(program, state)->gene[FELT_TRANSFER_COUNT];
    out->items = genome_choice_need(hand, hand & state->chosen, count - state->repeat);
    out->others = 0;
}

enum genome_flow felt_phase_transfer_play(genome_program program, genome_state state, int move,
                                          struct felt_event_log *log)
{
    felt_cards card = felt_cards_of((felt_card)move);
    felt_assert(state->hand[state->actor] & card);
    state->chosen |= card;
    if (++state->repeat < genome_step(program, state)->gene[FELT_TRANSFER_COUNT]) return FLOW_ASK;
    return felt_transfer_chosen(program, state, log);
}
