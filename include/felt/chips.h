/* chips.h -- one betting round in chips: prices, sizes, and what may be done now.
 *
 * Knows stacks and seats, uses turn.h for the order.  Knows nothing of cards, streets or side pots
 * (pots.h, poker.h).  Rules: docs/RULES.md 6 to 8.
 *
 *   C1  0 <= stack[s], 0 <= staked[s] <= to_match.
 *   C2  raise_min never shrinks within a round; only a full bet or raise changes it.
 *   C3  a seat in turn.able has chips behind.
 *   C4  the sum of stack[] and pot changes only by felt_betting_give() and by who settles the pot.
 *   C5  raise_from <= to_match; they differ only after a bring-in, and in fixed limit after an
 *       all-in of less than half a bet.
 *
 * A plain value: no pointers, copied with `=`. */
#ifndef FELT_CHIPS_H
#define FELT_CHIPS_H

#include "felt/action.h"
#include "felt/status.h"
#include "felt/turn.h"

FELT_BEGIN

enum felt_limit {
    FELT_NO_LIMIT,
    FELT_POT_LIMIT,
    FELT_FIXED_LIMIT,
    FELT_STEP_LIMIT, /* fixed increments, RULES 8.6: any increase reopens, a bet is not a raise */
    FELT_LIMITS
};

struct felt_betting {
    felt_chips stack[FELT_SEATS_MAX];  /* behind                                              */
    felt_chips staked[FELT_SEATS_MAX]; /* put in on this street                               */
    felt_chips to_match;   /* the price: highest stake, at least the nominal blind            */
    felt_chips raise_from; /* a full raise goes to at least raise_from + raise_min            */
    felt_chips raise_min;  /* last full bet or raise of this street                           */
    felt_chips pot;        /* everything put in this hand, stakes included                    */
    felt_chips missing;    /* what short blinds did not post: pot limit counts it (RULES 8.3) */
    struct felt_turn turn;
    uint8_t limit; /* enum felt_limit */
};
FELT_STATIC_ASSERT(sizeof(struct felt_betting) <= 224, "search copies this a lot");

/* What the actor may do, as a range; a list is made at the edges (felt_option). */
struct felt_legal {
    uint16_t kinds;      /* bit per enum felt_action_kind                               */
    uint8_t discard_min; /* DISCARD: how many cards                                     */
    uint8_t discard_max;
    felt_chips to_call; /* chips a CALL or BRING_IN moves                              */
    felt_chips raise_to_min, raise_to_max; /* 0 if the actor may not raise                */
};
static inline bool felt_legal_has(const struct felt_legal *legal, enum felt_action_kind kind)
{
    return legal->kinds >> kind & 1;
}

/* Before the round: moves up to `amount` from the stack of a seat to the pot, as an ante that
 * matches nothing; returns what moved. */
FELT_API felt_chips felt_betting_ante(struct felt_betting *betting, felt_seat seat,
                                      felt_chips amount);
/* Before the round: a blind, straddle or live post.  The price is the nominal amount, also if the
 * stack is shorter (RULES 6.4).  Returns what moved. */
FELT_API felt_chips felt_betting_post(struct felt_betting *betting, felt_seat seat,
                                      felt_chips amount);

/* Starts the round.  `unit` is the smallest bet; with blinds in, the smallest raise is the largest
 * of them if that is more (no limit, pot limit).  turn.actor is FELT_SEAT_NONE if nobody can act.
 */
FELT_API void felt_betting_begin(struct felt_betting *betting, felt_seat first, felt_chips unit,
                                 uint8_t cap);

/* The actor's choices.  There is an actor. */
FELT_API void felt_betting_legal(const struct felt_betting *betting, struct felt_legal *out);

/* FELT_OK, FELT_NOT_LEGAL or FELT_BAD_AMOUNT: the same answer as felt_betting_legal(), at less
 * cost. There is an actor. */
FELT_API FELT_MUST_USE enum felt_status felt_betting_verify(const struct felt_betting *betting,
                                                            enum felt_action_kind kind,
                                                            felt_chips amount);

/* The actor's action, which must be legal: FOLD, CHECK, CALL or RAISE_TO. */
FELT_API void felt_betting_apply(struct felt_betting *betting, enum felt_action_kind kind,
                                 felt_chips to);
/* The actor opens for the bring-in, or for its whole stack if that is less.  The price is the full
 * bring-in; the seat has acted. */
FELT_API void felt_betting_bring_in(struct felt_betting *betting, felt_chips bring_in);

/* Gives back the part of the highest stake that nobody matched, if its owner is live (RULES 9.3);
 * returns it, and its owner in *seat. */
FELT_API felt_chips felt_betting_give(struct felt_betting *betting, felt_seats dealt,
                                      felt_seat *seat);

/* The round is over: adds the stakes to paid[] and clears the table. */
FELT_API void felt_betting_collect(struct felt_betting *betting, felt_chips paid[FELT_SEATS_MAX]);

/* Field by field. */
FELT_API bool felt_betting_equal(const struct felt_betting *a, const struct felt_betting *b);

/* Converters between "raise to", the chips a seat adds, and the increment over the current bet
 * (RULES 7.1): bet 20, add 40 -> to 40, increment 20. */
static inline felt_chips felt_raise_to_by_adding(const struct felt_betting *betting, felt_seat seat,
                                                 felt_chips added)
{
    return betting->staked[seat] + added;
}
static inline felt_chips felt_raise_to_by_increment(const struct felt_betting *betting,
                                                    felt_chips increment)
{
    return betting->to_match + increment;
}
static inline felt_chips felt_raise_added(const struct felt_betting *betting, felt_seat seat,
                                          felt_chips to)
{
    return to - betting->staked[seat];
}
static inline felt_chips felt_raise_increment(const struct felt_betting *betting, felt_chips to)
{
    return to - betting->to_match;
}

FELT_END

#endif
