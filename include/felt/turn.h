/* turn.h -- who acts next, what a raise reopens, when the round is over.
 *
 * Knows seats and nothing else: no chips, no cards, no streets.  The economy above it (chips.h, or
 * cards that are committed) says what happened -- pass, raise, fold, spent -- and the policies say
 * what follows.  One machine serves poker of any limit, fixed-increment phases, games in which a
 * raise is a card, and rounds of discards, in which everybody passes once.
 *
 *   T1  able, owes and may_raise are subsets of live; may_raise of able.
 *   T2  the actor is in owes, or is the holder on its option, or is FELT_SEAT_NONE: round over.
 *   T3  the holder is the first raiser of the round, or none (also once the holder has folded).
 *   T4  each call removes the actor from owes, and only a raise adds seats; so a round with a cap
 *       ends after at most seats * (cap + 1) actions and options.
 *   T5  a round that ends because nobody owes anything has asked every seat it began with that did
 *       not run out of means meanwhile.
 *
 * The point of the interface is `regain`: the economy tells the turn which seats get their right to
 * raise back (RULES 7.4), so that may_raise alone answers "may it raise?". */
#ifndef FELT_TURN_H
#define FELT_TURN_H

#include "felt/assert.h"
#include "felt/seat.h"

FELT_BEGIN

/* Which seats must act again after a raise. */
enum felt_reopen {
    FELT_REOPEN_NONE,
    FELT_REOPEN_BEHIND, /* those after the actor in this lap, which begins at `first` */
    FELT_REOPEN_OTHERS
};
/* Where the search for the next seat begins. */
enum felt_scan { FELT_SCAN_AFTER_ACTOR, FELT_SCAN_FROM_FIRST };
/* What the last raise under the cap does: nobody may raise any more, or the round is over. */
enum felt_cap_effect { FELT_CAP_MUTES, FELT_CAP_ENDS };
/* Who is asked once more when nobody owes anything: the first raiser may raise again. */
enum felt_turn_option { FELT_OPTION_NONE, FELT_OPTION_FIRST_RAISER };

enum { FELT_CAP_NONE = 255 }; /* raises without end */

struct felt_turn_rules {
    uint8_t reopen;        /* after a raise in the lap               */
    uint8_t reopen_option; /* after a raise on the holder's option   */
    uint8_t scan, cap_effect, option;
};

struct felt_turn {
    felt_seats live;      /* still in the hand                                          */
    felt_seats able;      /* live and with means left: not all-in, not out of cards     */
    felt_seats owes;      /* must still act in this round                               */
    felt_seats may_raise; /* has not used its right to raise, or got it back            */
    felt_seat actor;
    felt_seat holder; /* first raiser of the round                                  */
    felt_seat raiser; /* last raiser of the round                                   */
    felt_seat first;  /* where laps begin                                           */
    uint8_t raises;   /* that count towards the cap                                 */
    uint8_t cap;      /* per round: it may depend on the seats that are left        */
    bool on_option;
};

/* Poker of every limit, and fixed-increment phases. */
static const struct felt_turn_rules felt_turn_poker = {FELT_REOPEN_OTHERS, FELT_REOPEN_OTHERS,
                                                       FELT_SCAN_AFTER_ACTOR, FELT_CAP_MUTES,
                                                       FELT_OPTION_NONE};

static inline bool felt_turn_capped(const struct felt_turn *turn)
{
    return turn->raises >= turn->cap;
}

/* Ends the round where it stands. */
static inline void felt_turn_close(struct felt_turn *turn)
{
    turn->owes = 0;
    turn->actor = FELT_SEAT_NONE;
    turn->on_option = false;
}

/* Starts a round: the seats in `owes` must act, beginning with the first of them at or clockwise
 * after `first`.  Everybody able may raise. */
static inline void felt_turn_begin(struct felt_turn *turn, felt_seats owes, felt_seat first,
                                   uint8_t cap)
{
    felt_assert((owes & ~turn->live) == 0); /* T1 */
    turn->owes = owes;
    turn->may_raise = turn->able;
    turn->holder = turn->raiser = FELT_SEAT_NONE;
    turn->first = first;
    turn->raises = 0;
    turn->cap = cap;
    turn->on_option = false;
    turn->actor = owes ? felt_seats_from(owes, first) : (felt_seat)FELT_SEAT_NONE;
}

/* Starts a round in which nobody raises (discards, showing cards): the seats in `owes` are asked in
 * turn, able or not.  What is known of the last betting round stays. */
static inline void felt_turn_ask(struct felt_turn *turn, felt_seats owes, felt_seat first)
{
    felt_assert(owes && (owes & ~turn->live) == 0); /* T1 */
    turn->owes = owes;
    turn->may_raise = 0;
    turn->on_option = false;
    turn->actor = felt_seats_from(owes, first);
}

/* The seat has nothing left to stake: it stays in the hand and acts no more.  Call it before the
 * pass or raise that took the last of it. */
static inline void felt_turn_spent(struct felt_turn *turn, felt_seat seat)
{
    felt_seats others = (felt_seats)~felt_seats_of(seat);
    turn->able &= others;
    turn->may_raise &= others;
    turn->owes &= others;
}

/* Live seats after the actor that the lap has not come to. */
static inline felt_seats felt_turn_behind(const struct felt_turn *turn)
{
    unsigned to_actor = (2u << turn->actor) - 1, before_first = (1u << turn->first) - 1;
    unsigned rest =
        turn->actor >= turn->first ? ~to_actor | before_first : before_first & ~to_actor;
    return (felt_seats)(rest & turn->live);
}

/* Hands the turn on, or the option to the holder, or ends the round. */
static inline void felt_turn_next(struct felt_turn *turn, const struct felt_turn_rules *rules)
{
    if (turn->owes) {
        int from = rules->scan == FELT_SCAN_FROM_FIRST ? turn->first : turn->actor;
        turn->actor = felt_seats_from(turn->owes, from);
        return;
    }
    turn->on_option = rules->option == FELT_OPTION_FIRST_RAISER && turn->holder >= 0 &&
                      !felt_turn_capped(turn) && felt_seats_has(turn->able, turn->holder);
    turn->actor = turn->on_option ? turn->holder : (felt_seat)FELT_SEAT_NONE;
    if (turn->on_option) turn->may_raise |= felt_seats_of(turn->holder);
}

/* The actor checks, calls, declines its option or has made its discards. */
static inline void felt_turn_pass(struct felt_turn *turn, const struct felt_turn_rules *rules)
{
    felt_assert(turn->actor >= 0);
    felt_seats others = (felt_seats)~felt_seats_of(turn->actor);
    turn->may_raise &= others;
    turn->owes &= others;
    if (turn->on_option)
        felt_turn_close(turn);
    else
        felt_turn_next(turn, rules);
}

/* The actor leaves the hand.  On its option, or with one seat left, the round ends. */
static inline void felt_turn_fold(struct felt_turn *turn, const struct felt_turn_rules *rules)
{
    felt_assert(turn->actor >= 0);
    felt_seats others = (felt_seats)~felt_seats_of(turn->actor);
    if (turn->holder == turn->actor) turn->holder = FELT_SEAT_NONE; /* T3 */
    turn->live &= others;
    turn->able &= others;
    turn->owes &= others;
    turn->may_raise &= others;
    if (turn->on_option || felt_seats_lone(turn->live))
        felt_turn_close(turn);
    else
        felt_turn_next(turn, rules);
}

/* The actor raises.  `regain` are the seats that may raise again because of it: all for a full
 * raise.  `count`: whether it counts towards the cap. */
static inline void felt_turn_raise(struct felt_turn *turn, const struct felt_turn_rules *rules,
                                   felt_seats regain, bool count)
{
    felt_assert(turn->actor >= 0);
    felt_seats me = felt_seats_of(turn->actor);
    felt_seats others = (felt_seats)(turn->able & ~me);
    uint8_t reopen = turn->on_option ? rules->reopen_option : rules->reopen;
    if (reopen == FELT_REOPEN_BEHIND) others &= felt_turn_behind(turn);
    if (reopen == FELT_REOPEN_NONE) others = 0;
    if (turn->raiser < 0) turn->holder = turn->actor; /* T3 */
    turn->raiser = turn->actor;
    if (count && turn->raises < FELT_CAP_NONE - 1) turn->raises++;
    turn->may_raise = (felt_seats)((turn->may_raise | regain) & turn->able & ~me);
    turn->owes = (felt_seats)((turn->owes | others) & ~me);
    turn->on_option = false;
    if (rules->cap_effect == FELT_CAP_ENDS && felt_turn_capped(turn))
        felt_turn_close(turn);
    else
        felt_turn_next(turn, rules);
}

FELT_END

#endif
