/* seat_map.c -- see seat_map.h. */
#include "server/table/seat_map.h"

#include "felt/genome_play.h"

#include <string.h>

felt_seat felt_seat_map_to_table(felt_seats seats, int first, felt_seat seat)
{
    int count = felt_seats_count(seats), place = seat + first;
    if (seat < 0) return seat;
    if (seat >= count) return FELT_SEAT_NONE;
    if (place >= count) place -= count;
    felt_seats left = seats;
    while (place-- > 0) (void)felt_seats_take(&left);
    return felt_seats_take(&left);
}

felt_seat felt_seat_map_to_game(felt_seats seats, int first, felt_seat table_seat)
{
    if (table_seat < 0) return table_seat;
    int place = felt_seats_count((felt_seats)(seats & (felt_seats_of(table_seat) - 1))) - first;
    return (felt_seat)(place < 0 ? place + felt_seats_count(seats) : place);
}

felt_seat felt_seat_map_one(const struct felt_seat_map *turning, felt_seat seat)
{
    return turning->out ? felt_seat_map_to_table(turning->seats, turning->first, seat)
                        : felt_seat_map_to_game(turning->seats, turning->first, seat);
}

felt_seats felt_seat_map_set(const struct felt_seat_map *turning, felt_seats set)
{
    felt_seats turned = 0;
    if (set == (felt_seats)-1) return set; /* everybody */
    if (!turning->out) set &= turning->seats;
    while (set) {
        felt_seat one = felt_seat_map_one(turning, felt_seats_take(&set));
        if (one >= 0) turned |= felt_seats_of(one);
    }
    return turned;
}

void felt_seat_map_chips(const struct felt_seat_map *turning, felt_chips chips[FELT_SEATS_MAX])
{
    felt_chips turned[FELT_SEATS_MAX] = {0};
    int count = felt_seats_count(turning->seats);
    for (int i = 0; i < count; i++) {
        felt_seat table_seat = felt_seat_map_to_table(turning->seats, turning->first, (felt_seat)i);
        if (turning->out)
            turned[table_seat] = chips[i];
        else
            turned[i] = chips[table_seat];
    }
    memcpy(chips, turned, sizeof turned);
}

void felt_seat_map_event(const struct felt_seat_map *turning, struct felt_event *event)
{
    event->seat = felt_seat_map_one(turning, event->seat);
    event->cards_to = felt_seat_map_set(turning, event->cards_to);
    bool to_seat = event->kind == FELT_EVENT_GIVE ||
                   (event->kind == FELT_EVENT_SAY && event->amount == FELT_ASKS_SEAT);
    if (to_seat) event->to = felt_seat_map_one(turning, (felt_seat)event->to);
    if (event->kind == FELT_EVENT_OVER) /* the winners */
        event->amount = felt_seat_map_set(turning, (felt_seats)event->amount);
}

void felt_seat_map_log(const struct felt_seat_map *turning, struct felt_event_log *log,
                       uint32_t from)
{
    for (uint32_t i = from; log && i < log->count; i++)
        felt_seat_map_event(turning, &log->event[i]);
}

void felt_seat_map_view(const struct felt_seat_map *turning, struct felt_view *view)
{
    struct felt_turn *turn = &view->betting.turn;
    felt_seat *ones[] = {&view->viewer, &view->actor,  &view->opener, &turn->actor,
                         &turn->holder, &turn->raiser, &turn->first};
    felt_seats *sets[] = {&view->seats, &turn->live, &turn->able, &turn->owes, &turn->may_raise};
    felt_chips *chips[] = {view->betting.stack, view->betting.staked, view->start, view->paid};
    for (size_t i = 0; i < sizeof ones / sizeof ones[0]; i++)
        *ones[i] = felt_seat_map_one(turning, *ones[i]);
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++)
        *sets[i] = felt_seat_map_set(turning, *sets[i]);
    for (size_t i = 0; i < sizeof chips / sizeof chips[0]; i++)
        felt_seat_map_chips(turning, chips[i]);
    for (int i = 0; i < view->pots; i++)
        view->pot[i].eligible = felt_seat_map_set(turning, view->pot[i].eligible);
    for (int i = 0; i < view->zones; i++)
        view->zone[i].owner = felt_seat_map_one(turning, view->zone[i].owner);
}
