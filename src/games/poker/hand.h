/* hand.h -- the two functions of a hand that run at every decision, inline for the hot loops of
 * this repository (bench, simulation, search): what to do, and doing it.  Everybody else calls
 * felt_poker_legal() and felt_poker_apply(), which are made of them.  Private: not installed. */
#ifndef FELT_GAMES_POKER_HAND_H
#define FELT_GAMES_POKER_HAND_H

#include "betting/round.h"
#include "games/poker/poker.h"

/* hand.c: the round of the step under way is over. */
void poker_advance(const struct felt_poker_rules *rules, struct felt_poker *state,
                   struct felt_event_log *log);
/* hand.c: the bring-in, and decisions that are no bets. */
void poker_legal_other(const struct felt_poker_rules *rules, const struct felt_poker *state,
                       struct felt_legal *out);
enum felt_status poker_verify_other(const struct felt_poker_rules *rules,
                                    const struct felt_poker *state, struct felt_action action);
/* The actor's action; new cards of a draw may be given (RULES 13.6). */
enum felt_status poker_apply_other(const struct felt_poker_rules *rules, struct felt_poker *state,
                                   struct felt_action action, const felt_card *given,
                                   struct felt_event_log *log);

/* H1, after everything that moves chips. */
static inline void poker_assert_chips(const struct felt_poker *state)
{
    felt_chips sum = state->betting.pot + state->rake;
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) sum += state->betting.stack[seat];
    felt_assert(sum == state->total); /* H1 */
}

ROUND_INLINE void poker_legal(const struct felt_poker_rules *rules, const struct felt_poker *state,
                              struct felt_legal *out)
{
    round_legal(&state->betting, out);
    if (__builtin_expect(state->phase != FELT_PHASE_BET, 0)) poker_legal_other(rules, state, out);
}

/* What the actor does is verified: chips move, and if the round is over, the hand goes on. */
ROUND_INLINE void poker_act(const struct felt_poker_rules *rules, struct felt_poker *state,
                            struct felt_action action, struct felt_event_log *log)
{
    struct felt_betting *betting = &state->betting;
    felt_seat seat = betting->turn.actor;
    felt_chips before = betting->staked[seat];
    if (action.kind == FELT_FOLD) state->kept[seat] = state->slots;
    if (action.kind == FELT_BRING_IN)
        round_bring_in(betting, rules->bring_in);
    else
        round_apply(betting, action.kind, action.amount);
    if (LOGGING(log)) {
        struct felt_event *event =
            poker_emit(log, FELT_EVENT_ACT, seat, betting->staked[seat] - before);
        event->act = action.kind;
        event->to = betting->staked[seat];
    }
    if (betting->turn.actor < 0) poker_advance(rules, state, log);
    felt_assert((state->phase == FELT_PHASE_OVER) == (betting->turn.actor < 0)); /* H3 */
    poker_assert_chips(state);
}

ROUND_INLINE enum felt_status poker_apply(const struct felt_poker_rules *rules,
                                          struct felt_poker *state, felt_seat seat,
                                          struct felt_action action, struct felt_event_log *log)
{
    if (seat < 0 || seat != state->betting.turn.actor) return FELT_NOT_YOUR_TURN;
    if (__builtin_expect(state->phase != FELT_PHASE_BET, 0))
        return poker_apply_other(rules, state, action, NULL, log);
    if (action.choice || action.cards) return FELT_NOT_LEGAL;
    enum felt_status status = round_verify(&state->betting, action.kind, action.amount);
    if (status != FELT_OK) return status;
    if (action.kind == FELT_BRING_IN) __builtin_unreachable(); /* refused in this phase */
    poker_act(rules, state, action, log);
    return FELT_OK;
}

#endif
