/* button.h -- where button and blinds go at a tournament table: the dead button (RULES 19.5).
 *
 * The big blind moves to the next seat somebody plays in; the small blind is where the big blind
 * was, the button where the small blind was, even if nobody sits there any more.  So everybody who
 * stays pays one big blind in a round and a small blind after it, and nobody the big blind twice
 * running, heads-up neither: there the button has the small blind and the big blind moves on.
 * Somebody new plays at once wherever he sits, except between button and small blind: there he
 * waits, one hand at most.
 *
 *   D1  big is dealt in; nobody who plays sits between the last big blind and it.
 *   D2  three or more dealt in: button, small seat and big are three seats.  Two: the button has
 *       the small blind.
 *   D3  whoever plays is dealt in, but for new ones between button and small blind; and those too
 *       if fewer than three others play (then small blind and button are the two before the big
 *       blind).  So nobody waits more than one hand.
 *
 * Knows seats only: no chips, no names. */
#ifndef FELT_TOURNAMENT_BUTTON_H
#define FELT_TOURNAMENT_BUTTON_H

#include "felt/seat.h"

FELT_BEGIN

/* Seats of the last hand; perhaps nobody sits there any more.  big NONE: there was no hand, and
 * button is the seat that was drawn. */
struct felt_button {
    felt_seat button, small, big;
};

struct felt_button_plan {
    bool possible; /* two play                                                                   */
    felt_seats dealt;
    struct felt_button at;
    felt_seat poster; /* at.small, or NONE: nobody is dealt in there, no small blind is posted   */
};

/* `live`: seats of those who have chips; `fresh`: of them, those never dealt in here.  seats: of
 * the table, 2 .. FELT_SEATS_MAX. */
void felt_button_next(const struct felt_button *last, felt_seats live, felt_seats fresh, int seats,
                      struct felt_button_plan *plan);

/* The next seat of the set behind this one, itself if it is the only one; NONE: the set is empty.
 */
felt_seat felt_button_behind(felt_seats set, felt_seat seat, int seats);

FELT_END

#endif
