/* rating.h -- one number for each player of a league: Bradley and Terry's model on the scale of
 * Elo, with standard errors.
 *
 * It is fitted to who won how many deal groups against whom, not to chips: a player who wins one
 * fortune and loses nine small pots is no favourite.  A drawn group counts half for each.
 *
 *   B1  ratings have the mean 0; a difference of 400 is a chance of ten to one.
 *   B2  every pairing gets one drawn game besides those played: nobody's rating is infinite.
 *   B3  the order of players does not matter, but for rounding. */
#ifndef FELT_RATING_H
#define FELT_RATING_H

#include "felt/macros.h"

#include <stdint.h>

FELT_BEGIN

enum { FELT_RATING_PLAYERS_MAX = 64 };

struct felt_pairing {
    uint64_t wins, draws, losses; /* of the player of the row against that of the column  */
};
struct felt_rating {
    double elo;
    double error; /* standard error, from the spread of the results (a sandwich); or INFINITY */
};

/* `pairing` is a table of players * players, row by row, of which the part above the diagonal is
 * read.  Pairings that were not played are all zero and do not count (nor get their draw).
 * 2 <= players <= FELT_RATING_PLAYERS_MAX.
 *
 * If the pairings that were played do not join all players, no ratings compare them: all are 0 and
 * all errors INFINITY.  Should the ratings not be found, errors are INFINITY too, and the
 * ratings mean nothing: that happens where results contradict each other and some pairings have
 * more than 2^40 times as many games as others. */
FELT_API void felt_rating_fit(const struct felt_pairing *pairing, int players,
                              struct felt_rating *out);

FELT_END

#endif
