/* watch.c -- what was done in this hand. */
#include "players/poker/house/house.h"

void house_hand_begin(struct house_hand *hand, uint8_t street)
{
    *hand =
        (struct house_hand){.street = street, .raiser = FELT_SEAT_NONE, .presser = FELT_SEAT_NONE};
}

struct house_spot house_spot_of(const struct house_hand *hand, felt_seat seat)
{
    felt_chips call = hand->top - hand->stake[seat];
    bool new_street = hand->turned && hand->acted;
    struct house_spot spot = {
        .street = hand->street,
        .boards = hand->boards,
        .others = (uint8_t)felt_seats_count(hand->live & (felt_seats)~felt_seats_of(seat)),
        .raises = hand->raises,
        .free = call <= 0,
        .pressing = hand->presser == seat,
        .alpha = hand->alpha,
        .price = call > 0 ? (double)call / (double)(hand->pot + call) : 0};
    if (!new_street) return spot;
    spot.street++;
    spot.raises = 0;
    spot.free = true;
    spot.pressing = (hand->raiser >= 0 ? hand->raiser : hand->presser) == seat;
    spot.price = spot.alpha = 0;
    return spot;
}

static void begin_street(struct house_hand *hand)
{
    if (hand->raiser >= 0) hand->presser = hand->raiser;
    hand->raiser = FELT_SEAT_NONE;
    hand->street++;
    hand->raises = 0;
    hand->top = 0;
    hand->alpha = 0;
    hand->acted = false;
    for (int i = 0; i < FELT_SEATS_MAX; i++) hand->stake[i] = 0;
}

static void move(struct house_hand *hand, const struct felt_event *event, felt_seat own)
{
    hand->pot += event->amount;
    if (event->seat == own) hand->paid += event->amount;
}

/* Raises of a stake are those that go over the highest; a short all-in may not. */
static void raise(struct house_hand *hand, const struct felt_event *event)
{
    felt_chips pot = hand->pot - event->amount;
    hand->alpha = pot > 0 ? (double)event->amount / (double)(pot + event->amount) : 1;
    hand->raiser = event->seat;
    if (hand->raises < UINT8_MAX) hand->raises++;
}

static void take_act(struct house_hand *hand, const struct felt_event *event, felt_seat own)
{
    bool bets = event->act == FELT_FOLD || event->act == FELT_CHECK || event->act == FELT_CALL ||
                event->act == FELT_RAISE_TO || event->act == FELT_BRING_IN;
    if (!bets) {
        if (event->act == FELT_DISCARD) hand->turned = true;
        return;
    }
    if (hand->turned && hand->acted) begin_street(hand);
    hand->turned = false;
    hand->acted = true;
    struct house_act act = {
        .spot = house_spot_of(hand, event->seat), .seat = event->seat, .kind = event->act};
    felt_chips call = hand->top - hand->stake[event->seat];
    if (event->act == FELT_RAISE_TO)
        act.size =
            (double)(event->to - hand->top) / (double)(hand->pot + (call > 0 ? call : 0) + 1);
    move(hand, event, own);
    if (event->act == FELT_FOLD) hand->live &= (felt_seats)~felt_seats_of(event->seat);
    if (event->act == FELT_RAISE_TO) raise(hand, event);
    if (event->amount > 0) hand->stake[event->seat] = event->to;
    if (hand->stake[event->seat] > hand->top) hand->top = hand->stake[event->seat];
    if (event->act != FELT_BRING_IN && hand->acts < HOUSE_ACTS) hand->act[hand->acts++] = act;
}

void house_hand_observe(struct house_hand *hand, const struct felt_event *event, felt_seat own)
{
    switch (event->kind) {
    case FELT_EVENT_ACT: take_act(hand, event, own); break;
    case FELT_EVENT_ANTE:
    case FELT_EVENT_DEAD: move(hand, event, own); break;
    case FELT_EVENT_BLIND:
        move(hand, event, own);
        hand->stake[event->seat] = event->to;
        if (event->to > hand->top) hand->top = event->to;
        break;
    case FELT_EVENT_DEAL:
    case FELT_EVENT_DEAL_UP:
        if (!hand->acted) hand->live |= felt_seats_of(event->seat);
        hand->turned = true;
        break;
    case FELT_EVENT_BOARD:
        if (event->board == 0) hand->boards = (uint8_t)(hand->boards + event->count);
        if (!hand->acted && event->count >= 3) hand->street = 1; /* a bomb pot begins here */
        hand->turned = true;
        break;
    case FELT_EVENT_DRAW: hand->turned = true; break;
    case FELT_EVENT_RETURN:
    case FELT_EVENT_WIN:
        if (event->seat == own) hand->won += event->amount;
        break;
    default: break;
    }
}
