/* turning.c -- see turning.h. */
#include "server/table/turning.h"

#include "felt/genome_play.h"

#include <string.h>

felt_seat felt_turning_chair(felt_seats seats, int first, felt_seat seat)
{
    int count = felt_seats_count(seats), place = seat + first;
    if (seat < 0) return seat;
    if (seat >= count) return FELT_SEAT_NONE;
    if (place >= count) place -= count;
    felt_seats left = seats;
    while (place-- > 0) (void)felt_seats_take(&left);
    return felt_seats_take(&left);
}

felt_seat felt_turning_seat(felt_seats seats, int first, felt_seat chair)
{
    if (chair < 0) return chair;
    int place = felt_seats_count((felt_seats)(seats & (felt_seats_of(chair) - 1))) - first;
    return (felt_seat)(place < 0 ? place + felt_seats_count(seats) : place);
}

felt_seat felt_turn_one(const struct felt_turning *turning, felt_seat seat)
{
    return turning->out ? felt_turning_chair(turning->seats, turning->first, seat)
                        : felt_turning_seat(turning->seats, turning->first, seat);
}

felt_seats felt_turn_set(const struct felt_turning *turning, felt_seats set)
{
    felt_seats turned = 0;
    if (set == (felt_seats)-1) return set; /* everybody */
    if (!turning->out) set &= turning->seats;
    while (set) {
        felt_seat one = felt_turn_one(turning, felt_seats_take(&set));
        if (one >= 0) turned |= felt_seats_of(one);
    }
    return turned;
}

void felt_turn_chips(const struct felt_turning *turning, felt_chips chips[FELT_SEATS_MAX])
{
    felt_chips turned[FELT_SEATS_MAX] = {0};
    int count = felt_seats_count(turning->seats);
    for (int i = 0; i < count; i++) {
        felt_seat chair = felt_turning_chair(turning->seats, turning->first, (felt_seat)i);
        if (turning->out)
            turned[chair] = chips[i];
        else
            turned[i] = chips[chair];
    }
    memcpy(chips, turned, sizeof turned);
}

void felt_turn_event(const struct felt_turning *turning, struct felt_event *event)
{
    event->seat = felt_turn_one(turning, event->seat);
    event->cards_to = felt_turn_set(turning, event->cards_to);
    bool to_seat = event->kind == FELT_EVENT_GIVE ||
                   (event->kind == FELT_EVENT_SAY && event->amount == FELT_ASKS_SEAT);
    if (to_seat) event->to = felt_turn_one(turning, (felt_seat)event->to);
    if (event->kind == FELT_EVENT_OVER) /* the winners */
        event->amount = felt_turn_set(turning, (felt_seats)event->amount);
}

void felt_turn_log(const struct felt_turning *turning, struct felt_event_log *log, uint32_t from)
{
    for (uint32_t i = from; log && i < log->count; i++) felt_turn_event(turning, &log->event[i]);
}

void felt_turn_view(const struct felt_turning *turning, struct felt_view *view)
{
    struct felt_turn *turn = &view->betting.turn;
    felt_seat *ones[] = {&view->viewer, &view->actor,  &view->opener, &turn->actor,
                         &turn->holder, &turn->raiser, &turn->first};
    felt_seats *sets[] = {&view->seats, &turn->live, &turn->able, &turn->owes, &turn->may_raise};
    felt_chips *chips[] = {view->betting.stack, view->betting.staked, view->start, view->paid};
    for (size_t i = 0; i < sizeof ones / sizeof ones[0]; i++)
        *ones[i] = felt_turn_one(turning, *ones[i]);
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++)
        *sets[i] = felt_turn_set(turning, *sets[i]);
    for (size_t i = 0; i < sizeof chips / sizeof chips[0]; i++) felt_turn_chips(turning, chips[i]);
    for (int i = 0; i < view->pots; i++)
        view->pot[i].eligible = felt_turn_set(turning, view->pot[i].eligible);
    for (int i = 0; i < view->zones; i++)
        view->zone[i].owner = felt_turn_one(turning, view->zone[i].owner);
}
