/* slow_pots.h -- who gets which chips, by looking at the chips one at a time (RULES 9 and 10).
 *
 * The k-th chip of every seat lies in the k-th slice of the pot; a slice belongs to the live seats
 * that paid that much.  Slices with the same owners are one pot.  A share is dealt out chip by chip
 * to the winners in their order.  Shares no code with felt/pots.h, only its types. */
#ifndef FELT_TESTS_SLOW_POTS_H
#define FELT_TESTS_SLOW_POTS_H

#include "felt/pots.h"

FELT_BEGIN

/* Returns the number of pots, the lowest one first; empty ones are left out. */
int slow_pots_cut(const felt_chips paid[FELT_SEATS_MAX], felt_seats dealt, felt_seats live,
                  felt_chips dead, struct felt_pot out[FELT_SEATS_MAX]);

/* Adds the shares of one pot to won[]. */
void slow_pots_share(const struct felt_pot *pot, const struct felt_split *split,
                     felt_chips won[FELT_SEATS_MAX]);

FELT_END

#endif
