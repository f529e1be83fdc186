/* walk.h -- a hand that is over, event by event: which betting round it is, who is still in it, and
 * what everybody has put in.
 *
 * It knows events of games that bet, nothing of cards or variants.  A betting round ends where
 * cards are dealt, drawn or thrown away after somebody has acted; so rounds are counted the same
 * way in hold'em, stud and draw, as struct felt_view counts them.
 *
 *   K1  put[s] + stack[s] is what seat s began with, until pots are won. */
#ifndef FELT_MATCH_WALK_H
#define FELT_MATCH_WALK_H

#include "felt/game.h"
#include "felt/showdown.h"

/* A hand that is over, as whoever dealt it knows it. */
struct felt_told_hand {
    const struct felt_deal *deal;
    const struct felt_event *events;
    uint32_t count; /* 0: there were too many, and only the result is known                    */
    felt_seats seats;
    const felt_chips *won; /* net, by seat                                                      */
    felt_chips big_blind;  /* or what stands for it; 0: none                                    */
    const struct felt_showdown *game; /* what is compared; NULL: cards are not looked at          */
};

struct felt_probe_walk {
    uint8_t round;    /* of betting, from 1; the flop of a bomb pot is 2                          */
    bool acted;       /* in this round                                                            */
    bool turned;      /* cards came: the next action is of another round                          */
    uint8_t raises;   /* bets and raises of this round                                         */
    felt_seat raiser; /* who made the last one, or NONE                                        */
    felt_seats in;    /* not folded                                                            */
    felt_chips to_match, pot;
    felt_chips stake[FELT_SEATS_MAX]; /* of this round                                          */
    felt_chips put[FELT_SEATS_MAX];   /* of the hand                                            */
    felt_chips stack[FELT_SEATS_MAX]; /* behind                                                 */
};

void felt_probe_walk_begin(struct felt_probe_walk *walk, const struct felt_deal *deal,
                           felt_seats seats);
/* Before an action of a betting round is looked at: it may be the first of its round. */
void felt_probe_walk_turn(struct felt_probe_walk *walk);
/* The event has happened. */
void felt_probe_walk_on(struct felt_probe_walk *walk, const struct felt_event *event);
/* To check, call, raise, fold or bring in. */
static inline bool felt_probe_walk_bets(const struct felt_event *event)
{
    return event->kind == FELT_EVENT_ACT && event->act <= FELT_BRING_IN;
}
/* Chips that `seat` must put in to stay. */
static inline felt_chips felt_probe_walk_price(const struct felt_probe_walk *walk, felt_seat seat)
{
    felt_chips price = walk->to_match - walk->stake[seat];
    return price < walk->stack[seat] ? price : walk->stack[seat];
}
/* Chips in thousandths of a big blind, to the nearest one. */
int64_t felt_probe_walk_mbb(felt_chips chips, felt_chips big_blind);

#endif
