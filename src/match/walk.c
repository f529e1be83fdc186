#include "match/walk.h"

#include "felt/assert.h"

#include <string.h>

_Static_assert(FELT_FOLD < FELT_BRING_IN && FELT_CHECK < FELT_BRING_IN &&
                   FELT_CALL < FELT_BRING_IN && FELT_RAISE_TO < FELT_BRING_IN,
               "what is done in a betting round comes first");

void felt_probe_walk_begin(struct felt_probe_walk *walk, const struct felt_deal *deal,
                           felt_seats seats)
{
    *walk = (struct felt_probe_walk){
        .round = deal->bomb ? 2 : 1, .in = seats, .raiser = FELT_SEAT_NONE};
    memcpy(walk->stack, deal->stack, sizeof walk->stack);
}

void felt_probe_walk_turn(struct felt_probe_walk *walk)
{
    if (!walk->turned) return;
    walk->turned = walk->acted = false;
    walk->round++;
    walk->raises = 0;
    walk->raiser = FELT_SEAT_NONE;
    walk->to_match = 0;
    memset(walk->stake, 0, sizeof walk->stake);
}

/* Chips of a seat go in: as part of its stake, or not. */
static void pay(struct felt_probe_walk *walk, felt_seat seat, felt_chips amount, bool stakes)
{
    felt_assert(seat >= 0 && seat < FELT_SEATS_MAX);
    walk->stack[seat] -= amount;
    walk->put[seat] += amount;
    walk->pot += amount;
    if (!stakes) return;
    walk->stake[seat] += amount;
    if (walk->stake[seat] > walk->to_match) walk->to_match = walk->stake[seat];
}

static void act(struct felt_probe_walk *walk, const struct felt_event *event)
{
    if (event->act == FELT_DISCARD && walk->acted) walk->turned = true;
    if (!felt_probe_walk_bets(event)) return;
    walk->acted = true;
    if (event->act == FELT_FOLD) walk->in &= (felt_seats)~felt_seats_of(event->seat);
    pay(walk, event->seat, event->amount, true);
    if (event->act != FELT_RAISE_TO) return;
    walk->raises++;
    walk->raiser = event->seat;
}

void felt_probe_walk_on(struct felt_probe_walk *walk, const struct felt_event *event)
{
    switch (event->kind) {
    case FELT_EVENT_ANTE:
    case FELT_EVENT_DEAD: pay(walk, event->seat, event->amount, false); break;
    case FELT_EVENT_BLIND: pay(walk, event->seat, event->amount, true); break;
    case FELT_EVENT_RETURN: pay(walk, event->seat, -event->amount, true); break;
    case FELT_EVENT_ACT: act(walk, event); break;
    case FELT_EVENT_DEAL:
    case FELT_EVENT_DEAL_UP:
    case FELT_EVENT_BOARD:
    case FELT_EVENT_DRAW:
        if (walk->acted) walk->turned = true;
        break;
    case FELT_EVENT_REDEAL: /* what follows is the first round again */
        walk->round = 0;
        walk->turned = true;
        break;
    default: break;
    }
}

int64_t felt_probe_walk_mbb(felt_chips chips, felt_chips big_blind)
{
    if (big_blind <= 0) return 0;
    felt_chips half = chips < 0 ? -(big_blind / 2) : big_blind / 2;
    return (chips * 1000 + half) / big_blind;
}
