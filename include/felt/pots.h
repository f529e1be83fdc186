/* pots.h -- layers of the pot, and who gets which chips.
 *
 * Knows contributions and hand values; knows nothing of streets or of how values come about.
 * Rules: docs/RULES.md 9 and 10.
 *
 *   P1  the layers sum to the pot, and the awards of a layer to the layer.
 *   P2  the eligible set of a layer is a proper subset of the one of the layer below.
 *   P3  only eligible seats win, and nobody who folded is eligible. */
#ifndef FELT_POTS_H
#define FELT_POTS_H

#include "felt/seat.h"
#include "felt/value.h"

FELT_BEGIN

struct felt_pot {
    felt_chips amount;
    felt_seats eligible;
};

/* Cuts the contributions of all seats dealt in into layers, at each different contribution of a
 * live seat; returns how many (empty ones are left out).  Chips of folded seats fall into the
 * layers they reach, dead money into the lowest one.  `total` = sum of paid + dead. */
FELT_API int felt_pots_layer(const felt_chips paid[FELT_SEATS_MAX], felt_seats dealt,
                             felt_seats live, felt_chips dead, felt_chips total,
                             struct felt_pot out[FELT_SEATS_MAX]);

/* How pots are divided. */
struct felt_split {
    const felt_value *first; /* by seat; larger wins.  At least one eligible seat has more than 0 */
    const felt_value *second; /* by seat; 0 = no hand for the second half.  NULL: no second half */
    const felt_seat *order; /* odd chips go to the earlier seat in this list of all live seats;  */
    const felt_seat *order_second; /* the same for the second half                            */
    felt_seat from;                /* where a list is NULL: clockwise from here               */
};

/* Adds the shares of one pot to won[].  Returns the set of winners. */
FELT_API felt_seats felt_pots_award(const struct felt_pot *pot, const struct felt_split *split,
                                    felt_chips won[FELT_SEATS_MAX]);

/* Whole chips of rake: `per_10000` of the pot, at most `cap`, rounded down. */
FELT_API felt_chips felt_pots_rake(felt_chips pot, unsigned per_10000, felt_chips cap);

/* Takes up to `rake` from the pots in proportion to their size, rounding down for each of them;
 * returns what was taken. */
FELT_API felt_chips felt_pots_drop(struct felt_pot *pots, int count, felt_chips rake);

FELT_END

#endif
