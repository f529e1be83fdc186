/* round.h -- one betting round in chips, inline.  The hand machine is built of these functions: a
 * call costs as much as most of them do.  chips.c makes the public functions of felt/chips.h of
 * them; what they do stands there.
 *
 * `raise_from` carries four rules in one number: a full raise goes to at least raise_from +
 * raise_min.  No limit and pot limit set it to the price after every raise; fixed limit only after
 * a raise that counts, so that a short all-in is completed (RULES 8.5); a bring-in leaves it at 0,
 * so that the completion is an ordinary raise.  No other code knows about bring-ins. */
#ifndef FELT_BETTING_ROUND_H
#define FELT_BETTING_ROUND_H

#include "felt/chips.h"

#define ROUND_INLINE static inline __attribute__((always_inline))

static inline felt_chips round_least(felt_chips a, felt_chips b)
{
    return a < b ? a : b;
}

/* From the stack to the pot; returns what moved. */
ROUND_INLINE felt_chips round_pay(struct felt_betting *betting, felt_seat seat, felt_chips amount)
{
    felt_chips moved = round_least(amount, betting->stack[seat]);
    felt_assert(moved >= 0); /* C1 */
    betting->stack[seat] -= moved;
    betting->pot += moved;
    if (betting->stack[seat] == 0) felt_turn_spent(&betting->turn, seat); /* C3 */
    return moved;
}

ROUND_INLINE void round_stake(struct felt_betting *betting, felt_seat seat, felt_chips amount)
{
    betting->staked[seat] += round_pay(betting, seat, amount);
}

ROUND_INLINE felt_chips round_ante(struct felt_betting *betting, felt_seat seat, felt_chips amount)
{
    return round_pay(betting, seat, amount);
}

ROUND_INLINE felt_chips round_post(struct felt_betting *betting, felt_seat seat, felt_chips amount)
{
    felt_chips moved = round_pay(betting, seat, amount);
    betting->staked[seat] += moved;
    betting->missing += amount - moved;
    if (amount > betting->to_match) betting->to_match = amount; /* RULES 6.4, 6.5 */
    return moved;
}

/* Ends the round when nobody is left who could win or lose more by acting (RULES 7.7).  A lone seat
 * with chips is compared with what others have really staked, not with the price: a short blind has
 * a price nobody paid. */
static inline void round_close_if_idle(struct felt_betting *betting)
{
    struct felt_turn *turn = &betting->turn;
    if (!felt_seats_lone(turn->able) || turn->actor < 0) return;
    if (turn->able) {
        felt_chips mine = betting->staked[felt_seats_first(turn->able)];
        felt_seats others = turn->live & (felt_seats)~turn->able;
        while (others)
            if (betting->staked[felt_seats_take(&others)] > mine) return;
    }
    felt_turn_close(turn);
}

ROUND_INLINE void round_begin(struct felt_betting *betting, felt_seat first, felt_chips unit,
                              uint8_t cap)
{
    felt_assert(unit > 0);
    betting->raise_from = betting->to_match;
    betting->raise_min = unit;
    if (betting->limit <= FELT_POT_LIMIT && betting->to_match > unit)
        betting->raise_min = betting->to_match;
    felt_turn_begin(&betting->turn, betting->turn.able, first, cap);
    round_close_if_idle(betting);
}

/* RULES 7.6: can another seat put in more than the price? */
static inline bool round_somebody_can_answer(const struct felt_betting *betting, felt_seat me)
{
    felt_seats others = betting->turn.able & (felt_seats)~felt_seats_of(me);
    while (others) {
        felt_seat seat = felt_seats_take(&others);
        if (betting->staked[seat] + betting->stack[seat] > betting->to_match) return true;
    }
    return false;
}

/* The smallest and the largest raise of the actor, or false. */
ROUND_INLINE bool round_raise_bounds(const struct felt_betting *betting, felt_chips *min,
                                     felt_chips *max)
{
    felt_seat me = betting->turn.actor;
    felt_chips staked = betting->staked[me], all_in = staked + betting->stack[me];
    if (all_in <= betting->to_match || !felt_seats_has(betting->turn.may_raise, me) ||
        felt_turn_capped(&betting->turn) || !round_somebody_can_answer(betting, me))
        return false;
    felt_chips low = betting->raise_from + betting->raise_min, high = all_in;
    if (betting->limit == FELT_FIXED_LIMIT) {
        high = low;
    } else if (betting->limit == FELT_POT_LIMIT) { /* RULES 8.2, 8.3 */
        high = 2 * betting->to_match - staked + betting->pot + betting->missing;
        if (high < low) high = low;
    }
    *min = round_least(low, all_in);
    *max = round_least(high, all_in);
    return true;
}

/* RULES 8.6: its raises need nobody who could answer. */
static inline bool round_step_bounds(const struct felt_betting *betting, felt_chips *min,
                                     felt_chips *max)
{
    felt_seat me = betting->turn.actor;
    felt_chips stack = betting->stack[me], owed = betting->to_match - betting->staked[me];
    felt_chips step = betting->raise_min;
    if (stack >= owed + step) {
        *min = *max = betting->to_match + step;
        return betting->to_match == 0 || !felt_turn_capped(&betting->turn);
    }
    *min = *max = betting->staked[me] + stack; /* all-in for less, if there is nothing to call */
    return owed == 0;
}

ROUND_INLINE bool round_bounds(const struct felt_betting *betting, felt_chips *min, felt_chips *max)
{
    if (__builtin_expect(betting->limit == FELT_STEP_LIMIT, 0))
        return round_step_bounds(betting, min, max);
    return round_raise_bounds(betting, min, max);
}

/* RULES 7.5; with steps only against a bet. */
static inline bool round_may_fold(const struct felt_betting *betting, bool owes)
{
    return owes || betting->limit != FELT_STEP_LIMIT;
}

static inline void round_legal(const struct felt_betting *betting, struct felt_legal *out)
{
    felt_seat me = betting->turn.actor;
    felt_chips min = 0, max = 0;
    felt_assert(me >= 0);
    felt_chips owed = betting->to_match - betting->staked[me];
    unsigned kinds = owed ? 1u << FELT_CALL : 1u << FELT_CHECK;
    if (round_may_fold(betting, owed > 0)) kinds |= 1u << FELT_FOLD;
    if (round_bounds(betting, &min, &max))
        kinds |= 1u << FELT_RAISE_TO;
    else
        min = max = 0;
    out->kinds = (uint16_t)kinds;
    out->discard_min = out->discard_max = 0;
    out->to_call = round_least(owed, betting->stack[me]);
    out->raise_to_min = min;
    out->raise_to_max = max;
}

ROUND_INLINE enum felt_status round_verify(const struct felt_betting *betting,
                                           enum felt_action_kind kind, felt_chips amount)
{
    felt_seat me = betting->turn.actor;
    felt_assert(me >= 0);
    if (kind == FELT_RAISE_TO) {
        felt_chips min, max;
        if (!round_bounds(betting, &min, &max)) return FELT_NOT_LEGAL;
        return amount >= min && amount <= max ? FELT_OK : FELT_BAD_AMOUNT;
    }
    bool owes = betting->to_match > betting->staked[me];
    bool offered = kind == FELT_FOLD    ? round_may_fold(betting, owes)
                   : kind == FELT_CHECK ? !owes
                                        : kind == FELT_CALL && owes;
    if (!offered) return FELT_NOT_LEGAL;
    return amount ? FELT_BAD_AMOUNT : FELT_OK;
}

/* Is `by` more chips a full raise?  RULES 7.3; fixed limit 8.5. */
static inline bool round_is_full(const struct felt_betting *betting, felt_chips by)
{
    return (betting->limit == FELT_FIXED_LIMIT ? 2 * by : by) >= betting->raise_min;
}

/* Seats that face a full raise in sum after a short all-in to `to`: RULES 7.4. */
static inline felt_seats round_facing_full(const struct felt_betting *betting, felt_chips to)
{
    felt_seats facing = 0, seats = betting->turn.able;
    while (seats) {
        felt_seat seat = felt_seats_take(&seats);
        if (round_is_full(betting, to - betting->staked[seat])) facing |= felt_seats_of(seat);
    }
    return facing;
}

ROUND_INLINE void round_raise_to(struct felt_betting *betting, felt_chips to)
{
    felt_seat me = betting->turn.actor;
    felt_chips by = to - betting->raise_from;
    bool full = round_is_full(betting, by), count = full;
    felt_seats regain = (felt_seats)-1;
    felt_assert(to > betting->to_match);
    if (betting->limit == FELT_STEP_LIMIT) count = full && betting->to_match > 0;
    round_stake(betting, me, to - betting->staked[me]);
    betting->to_match = to;
    if (betting->limit <= FELT_POT_LIMIT) {
        betting->raise_from = to;
        if (full) betting->raise_min = by; /* C2 */
    } else if (full || betting->limit == FELT_STEP_LIMIT) {
        betting->raise_from = to;
    }
    if (!full && betting->limit != FELT_STEP_LIMIT) regain = round_facing_full(betting, to);
    felt_turn_raise(&betting->turn, &felt_turn_poker, regain, count);
}

ROUND_INLINE void round_apply(struct felt_betting *betting, enum felt_action_kind kind,
                              felt_chips to)
{
    felt_seat me = betting->turn.actor;
    felt_assert(me >= 0);
    if (kind == FELT_RAISE_TO) {
        round_raise_to(betting, to);
    } else if (kind == FELT_FOLD) {
        felt_turn_fold(&betting->turn, &felt_turn_poker);
    } else {
        felt_assert(kind == FELT_CALL || kind == FELT_CHECK);
        round_stake(betting, me, betting->to_match - betting->staked[me]);
        felt_turn_pass(&betting->turn, &felt_turn_poker);
    }
    round_close_if_idle(betting);
    felt_assert(betting->staked[me] <= betting->to_match); /* C1 */
}

static inline void round_bring_in(struct felt_betting *betting, felt_chips bring_in)
{
    felt_assert(betting->to_match == 0 && bring_in > 0);
    round_stake(betting, betting->turn.actor, bring_in);
    betting->to_match = bring_in; /* raise_from stays 0: C5 */
    felt_turn_pass(&betting->turn, &felt_turn_poker);
    round_close_if_idle(betting);
}

static inline felt_chips round_give(struct felt_betting *betting, felt_seats dealt, felt_seat *seat)
{
    felt_chips top = 0, second = 0;
    *seat = FELT_SEAT_NONE;
    while (dealt) {
        felt_seat here = felt_seats_take(&dealt);
        felt_chips staked = betting->staked[here];
        if (staked > top) {
            second = top;
            top = staked;
            *seat = here;
        } else if (staked > second) {
            second = staked;
        }
    }
    felt_chips back = top - second;
    /* A folded seat gets nothing back: RULES 9.2. */
    if (back == 0 || !felt_seats_has(betting->turn.live, *seat)) return 0;
    betting->staked[*seat] -= back;
    betting->stack[*seat] += back;
    betting->pot -= back;
    return back;
}

static inline void round_collect(struct felt_betting *betting, felt_chips paid[FELT_SEATS_MAX])
{
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        paid[seat] += betting->staked[seat];
        betting->staked[seat] = 0;
    }
    betting->to_match = 0;
    betting->missing = 0;
}

#endif
