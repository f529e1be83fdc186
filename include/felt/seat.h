/* seat.h -- seats, sets of seats, and chips.
 *
 * Seats are numbered clockwise, 0 .. FELT_SEATS_MAX-1.  A set is a mask, bit s for seat s.  Chips
 * are whole numbers of the smallest unit: there are no fractions anywhere. */
#ifndef FELT_SEAT_H
#define FELT_SEAT_H

#include "felt/macros.h"

#include <stdbool.h>
#include <stdint.h>

FELT_BEGIN

typedef int64_t felt_chips;
typedef int8_t felt_seat;
typedef uint16_t felt_seats;

enum { FELT_SEATS_MAX = 10, FELT_SEAT_NONE = -1 };

/* No stack, blind, ante or bet is larger than this, about 1.1 million millions: sums of them, and a
 * pot times ten thousand, stay far from the end of 64 bits. */
#define FELT_CHIPS_BITS 40
#define FELT_CHIPS_MAX  ((INT64_C(1) << FELT_CHIPS_BITS) - 1)

static inline felt_seats felt_seats_of(int seat)
{
    return (felt_seats)(1u << seat);
}
static inline bool felt_seats_has(felt_seats seats, int seat)
{
    return seats >> seat & 1;
}
static inline int felt_seats_count(felt_seats seats)
{
#ifdef __POPCNT__
    return __builtin_popcount(seats);
#else /* else the compiler calls a function */
    unsigned pairs = seats - (seats >> 1 & 0x5555u);
    unsigned fours = (pairs & 0x3333u) + (pairs >> 2 & 0x3333u);
    unsigned bytes = (fours + (fours >> 4)) & 0x0f0fu;
    return (int)((bytes + (bytes >> 8)) & 0x1fu);
#endif
}
/* At most one seat? */
static inline bool felt_seats_lone(felt_seats seats)
{
    return (seats & (seats - 1)) == 0;
}
/* The lowest seat of a set that is not empty. */
static inline felt_seat felt_seats_first(felt_seats seats)
{
    return (felt_seat)__builtin_ctz(seats);
}
/* The first seat of a set that is not empty, at or clockwise after `from`, which is not negative
 * and may be one past the last seat. */
static inline felt_seat felt_seats_from(felt_seats seats, int from)
{
    unsigned behind = (unsigned)seats >> from << from;
    return (felt_seat)__builtin_ctz(behind ? behind : (unsigned)seats);
}
/* Removes and returns the lowest seat of a set that is not empty. */
static inline felt_seat felt_seats_take(felt_seats *seats)
{
    felt_seat seat = felt_seats_first(*seats);
    *seats = (felt_seats)(*seats & (*seats - 1));
    return seat;
}

FELT_END

#endif
