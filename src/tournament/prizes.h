/* prizes.h -- how a prize pool is shared: whole chips, all of them (RULES 19.12).
 *
 * A table of payouts has rows: from so many entries on, these runs of places count.  A run says up
 * to which place its weight holds for each place.  A place gets pool * weight / sum of weights,
 * rounded down; the chips left over go to the first place.
 *
 *   P1  the prizes of all places add up to the pool.
 *   P2  a better place never gets less, as long as the weights do not grow. */
#ifndef FELT_TOURNAMENT_PRIZES_H
#define FELT_TOURNAMENT_PRIZES_H

#include "felt/seat.h"

FELT_BEGIN

enum { FELT_PRIZE_ROWS_MAX = 16, FELT_PRIZE_RUNS_MAX = 128 };
#define FELT_PRIZE_WEIGHT_MAX                                                                      \
    UINT32_C(1000000) /* sums over ten thousand places stay small          */

struct felt_prize_run {
    uint32_t last_place; /* the first run begins at place 1, others behind the one before         */
    uint32_t weight;     /* of each place of the run                                              */
};

struct felt_prize_row {
    uint32_t entries_min; /* the row holds from so many entries on                                */
    uint16_t first, count; /* runs                                                                */
};

struct felt_prize_table {
    uint32_t rows, runs;
    struct felt_prize_row row[FELT_PRIZE_ROWS_MAX];
    struct felt_prize_run run[FELT_PRIZE_RUNS_MAX];
};

/* NULL, or why nothing can be paid by this table. */
const char *felt_prizes_verify(const struct felt_prize_table *table);
/* How many places are paid with so many entries; never more than there are entries. */
uint32_t felt_prizes_places(const struct felt_prize_table *table, uint32_t entries);
/* What a place gets, 1 the best.  0 behind the last place that is paid. */
felt_chips felt_prizes_of(const struct felt_prize_table *table, uint32_t entries, felt_chips pool,
                          uint32_t place);

FELT_END

#endif
