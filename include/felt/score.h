/* score.h -- what a series of results proves: mean, intervals, and a test that may stop early.
 *
 * A result is a whole number (thousandths of a chip won by a group of deals), so sums are exact and
 * do not depend on their order.  Results are independent and of one distribution; it need not be a
 * normal one, and poker's is far from it, hence FELT_SCORE_MIN.
 *
 *   S1  adding the parts of a series in any order and grouping gives the same score.
 *   S2  an `anytime` interval may be looked at after every result: that it ever leaves the true
 *       mean out, however long one goes on, happens in at most one series of twenty (at 95 %, for
 *       long series).
 *   S3  a `fixed` interval holds for one look, at a length chosen beforehand.
 *   S4  results that are all equal have no spread that could be estimated: with fewer than
 *       FELT_SCORE_EQUAL_MIN of them there is no interval and no verdict, with more the interval
 *       is a point.  That is right for players who always do the same, and promises nothing (S2,
 *       S3) where fewer than one result in a few hundred is another one.
 *
 * docs/MATCHES.md says how they are computed and tested. */
#ifndef FELT_SCORE_H
#define FELT_SCORE_H

#include "felt/macros.h"

#include <stdbool.h>
#include <stdint.h>

FELT_BEGIN

struct felt_score {
    uint64_t count;
    int64_t sum;
    uint64_t squares[2]; /* sum of squares, 128 bits: low half, high half                  */
};

/* No interval is given, and no test decided, on fewer results. */
enum { FELT_SCORE_MIN = 100 };
/* The same for results that are all equal (S4).  If one in a hundred were another one, a hundred
 * equal results are seen in 37 % of series, a thousand in 0.004 %. */
enum { FELT_SCORE_EQUAL_MIN = 1000 };
/* Results are smaller than this, either sign; 2^47 of them can be added, as long as their sum stays
 * within 64 bits. */
#define FELT_SCORE_RESULT_MAX (INT64_C(1) << 40)

FELT_API void felt_score_add(struct felt_score *score, int64_t result);
FELT_API void felt_score_merge(struct felt_score *score, const struct felt_score *other);
/* Of nothing: 0. */
FELT_API double felt_score_mean(const struct felt_score *score);
/* The unbiased estimate; of fewer than two results: 0. */
FELT_API double felt_score_variance(const struct felt_score *score);

struct felt_interval {
    double mean, low, high; /* -inf .. +inf while there are too few results (S4)           */
};
/* S3.  `level` is 0.95, or another probability. */
FELT_API struct felt_interval felt_interval_fixed(const struct felt_score *score, double level);
/* S2.  Narrowest, in comparison, after about `plan` results: a number fixed before the first. */
FELT_API struct felt_interval felt_interval_anytime(const struct felt_score *score, double level,
                                                    double plan);

/* Wald's sequential test between two means, with the variance estimated on the way. */
struct felt_sprt {
    double low, high;   /* the means; low < high                                          */
    double alpha, beta; /* chance to accept `high` though `low` holds, and the other way round */
};
enum felt_verdict { FELT_VERDICT_OPEN, FELT_VERDICT_LOW, FELT_VERDICT_HIGH };
/* The log of the likelihood ratio, high against low.  If all results are equal, it is infinite in
 * favour of the nearer mean. */
FELT_API double felt_sprt_ratio(const struct felt_sprt *sprt, const struct felt_score *score);
/* Where it ends: at *lower or below `low` is accepted, at *upper or above `high`. */
FELT_API void felt_sprt_bounds(const struct felt_sprt *sprt, double *lower, double *upper);
FELT_API enum felt_verdict felt_sprt_verdict(const struct felt_sprt *sprt,
                                             const struct felt_score *score);

FELT_END

#endif
