/* blinds.h -- who has the button, who posts what, who is dealt in: cash tables (docs/RULES.md 16).
 *
 * The big blind moves on from seat to seat and leaves nobody out who wants cards; small blind and
 * button are the two seats dealt in before it (heads-up the small blind has the button).  So nobody
 * posts the big blind twice running while somebody else can, and everybody pays it once a round.
 *
 * Somebody new owes an entry: he waits until the big blind comes to him, or posts as much at once,
 * but never between button and big blind.  Whoever sits out owes what passed him by: the big blind
 * is posted live, the small one dead.  When the big blind comes to him, all is paid.  A table where
 * fewer than two played the last hand begins afresh, and nobody owes anything.
 *
 *   B1  dealt seats are present and have chips; there are two or more, or it is not possible.
 *   B2  button, small and big are dealt in; small != big; button == small only heads-up.
 *   B3  whoever is dealt in owes nothing afterwards.
 *   B4  with the same seats present the big blind is at every one of them once in as many hands. */
#ifndef FELT_SERVER_ROOM_BLINDS_H
#define FELT_SERVER_ROOM_BLINDS_H

#include "felt/seat.h"

#include <stdbool.h>
#include <stdint.h>

enum felt_owes { FELT_OWES_ENTRY = 1, FELT_OWES_BIG = 2, FELT_OWES_SMALL = 4 };

struct felt_room_blinds { /* of the last hand; all FELT_SEAT_NONE: there was none */
    felt_seat button, small, big;
    felt_seats dealt;
};

struct felt_room_blinds_seat {
    bool taken;   /* somebody sits there                                                        */
    bool present; /* he has chips and wants cards                                               */
    bool waits;   /* for the big blind rather than post                                         */
    uint8_t owes; /* enum felt_owes                                                             */
};

struct felt_room_blinds_plan {
    bool possible;
    felt_seat button, small, big;
    felt_seats dealt;
    felt_seats posts; /* a big blind, live, besides `big`                                   */
    felt_seats dead;  /* a small blind, dead                                                */
    uint8_t owes[FELT_SEATS_MAX]; /* by everybody who is taken, after this hand began           */
};

extern const struct felt_room_blinds felt_room_blinds_none;

/* `blinds`: the game has some.  Else everybody present is dealt in, nobody posts or owes more than
 * before, and the big blind moves on for the sake of the button. */
void felt_room_blinds_next(const struct felt_room_blinds *last,
                           const struct felt_room_blinds_seat seat[FELT_SEATS_MAX], int seats,
                           bool blinds, struct felt_room_blinds_plan *plan);

#endif
