/* seat_map.h -- table seats of a table and seats of a game that lie side by side.
 *
 * A table has table seats, of which any may be empty.  Games that are not poker count the seats
 * that are dealt in from 0 on.  A turning says which is which, in either direction: seat 0 is one
 * of the dealt table seats, the others follow it clockwise.
 *
 *   U1  back and forth is what it was, for seats that are dealt in; what is no seat, and everybody
 *       (all bits), stays what it is. */
#ifndef FELT_SERVER_TABLE_SEAT_MAP_H
#define FELT_SERVER_TABLE_SEAT_MAP_H

#include "felt/game.h"

struct felt_seat_map {
    felt_seats seats; /* table seats that are dealt in                                           */
    uint8_t first;    /* how many of them come before that of seat 0                        */
    bool out;         /* from seats to table seats; else back                                    */
};

/* The table seat of a seat, FELT_SEAT_NONE if there are not so many. */
felt_seat felt_seat_map_to_table(felt_seats seats, int first, felt_seat seat);
/* The seat of a table seat, which is dealt in. */
felt_seat felt_seat_map_to_game(felt_seats seats, int first, felt_seat table_seat);

felt_seat felt_seat_map_one(const struct felt_seat_map *turning, felt_seat seat);
felt_seats felt_seat_map_set(const struct felt_seat_map *turning, felt_seats set);
/* Chips by seat: those of no seat are nothing. */
void felt_seat_map_chips(const struct felt_seat_map *turning, felt_chips chips[FELT_SEATS_MAX]);
void felt_seat_map_event(const struct felt_seat_map *turning, struct felt_event *event);
/* Events of a log from `from` on. */
void felt_seat_map_log(const struct felt_seat_map *turning, struct felt_event_log *log,
                       uint32_t from);
/* All but the button, and numbers that only the game can read. */
void felt_seat_map_view(const struct felt_seat_map *turning, struct felt_view *view);

#endif
