/* score.c -- see score.h.
 *
 * Variance.  With q = sum / count, rounded to the nearest, and r = sum - q * count,
 *
 *     D = sum of (x - q)^2 = squares - 2 q sum + count q^2
 *
 * is a whole number, exact in 128 bits: what wraps around on the way comes back.  The sum of
 * squares about the mean is D - r^2 / count.  No digits are lost in this last difference: results
 * are whole, so |r| <= D, and |r| <= count / 2, so what is taken away is at most half of D.
 *
 * Fixed interval.  mean +- t s / sqrt(n), t the quantile of Student's distribution, from that of
 * the normal one by the expansion of Cornish and Fisher.
 *
 * Anytime interval.  Robbins' mixture: for a standard normal walk S(n) and a normal prior of
 * variance 1 / rho on its drift, exp(S^2 / (2 (n + rho))) * sqrt(rho / (n + rho)) is a martingale
 * that starts at 1, and by Ville's inequality exceeds 1 / alpha with probability alpha at most,
 * ever.  Solved for S / n that is
 *
 *     radius = s * sqrt((n + rho) / n^2 * log((n + rho) / (rho alpha^2))).
 *
 * With u = n / rho its square is proportional to (1 + 1/u) (log(1 + u) - 2 log alpha); it is
 * smallest at a given n where u = log(1 + u) - 2 log alpha, which is 8.2 for alpha = 0.05.  So rho
 * = plan / u makes the interval at `plan` as narrow as a choice of rho can. */
#include "felt/score.h"

#include "felt/assert.h"
#include "match/logarithm.h"

#include <math.h>

__extension__ typedef unsigned __int128 wide;

enum { NEWTON_MAX = 200, FIXED_POINT_MAX = 100, SERIES_MAX = 1000 };

/* ---- sums ----------------------------------------------------------------------------------- */

static wide join(const uint64_t words[2])
{
    return (wide)words[1] << 64 | words[0];
}

static void add_squares(struct felt_score *score, wide squares)
{
    wide sum = join(score->squares) + squares;
    felt_assert(sum >= squares);
    score->squares[0] = (uint64_t)sum;
    score->squares[1] = (uint64_t)(sum >> 64);
}

void felt_score_add(struct felt_score *score, int64_t result)
{
    felt_assert(result > -FELT_SCORE_RESULT_MAX && result < FELT_SCORE_RESULT_MAX);
    bool over = __builtin_add_overflow(score->sum, result, &score->sum);
    felt_assert(!over);
    score->count++;
    uint64_t size = (uint64_t)(result < 0 ? -result : result);
    add_squares(score, (wide)size * size);
}

void felt_score_merge(struct felt_score *score, const struct felt_score *other)
{
    bool over = __builtin_add_overflow(score->sum, other->sum, &score->sum);
    felt_assert(!over);
    score->count += other->count;
    felt_assert(score->count >= other->count);
    add_squares(score, join(other->squares));
}

double felt_score_mean(const struct felt_score *score)
{
    return score->count == 0 ? 0 : (double)score->sum / (double)score->count;
}

static double to_double(wide number)
{
    return (double)(uint64_t)(number >> 64) * 0x1p64 + (double)(uint64_t)number;
}

double felt_score_variance(const struct felt_score *score)
{
    if (score->count < 2) return 0;
    felt_assert(score->count <= INT64_MAX);
    int64_t count = (int64_t)score->count;
    int64_t quotient = score->sum / count, rest = score->sum % count;
    if (rest > count - rest) {
        quotient++;
        rest -= count;
    } else if (-rest > count + rest) {
        quotient--;
        rest += count;
    }
    uint64_t rest_size = (uint64_t)(rest < 0 ? -rest : rest);
    /* Signs are extended; the arithmetic is modulo 2^128, and the result within it. */
    wide about = join(score->squares) - 2 * (wide)quotient * (wide)score->sum +
                 (wide)count * (wide)quotient * (wide)quotient;
    double correction = to_double((wide)rest_size * rest_size) / (double)count;
    return (to_double(about) - correction) / (double)(count - 1);
}

/* ---- intervals ------------------------------------------------------------------------------ */

/* The z within which a standard normal number lies with this probability.  The probability is 2
 * density(z) * (z + z^3/3 + z^5/(3*5) + ...): all terms are positive.  It is concave in z, so that
 * Newton's method comes from 0 without ever going too far. */
static double central_quantile(double level)
{
    const double density_0 = 0.39894228040143267794; /* 1 / sqrt(2 pi) */
    double z = 0;
    for (int i = 0; i < NEWTON_MAX; i++) {
        double density = density_0 * felt_exp(-z * z / 2), term = z, series = z;
        for (int k = 3; k < SERIES_MAX && term > series * 0x1p-60; k += 2) {
            term *= z * z / k;
            series += term;
        }
        double step = (level - 2 * density * series) / (2 * density);
        if (!(step > z * 0x1p-50)) break;
        z += step;
    }
    return z;
}

/* The same of Student's distribution; good to six digits from 20 degrees of freedom on. */
static double central_quantile_student(double level, double freedom)
{
    double z = central_quantile(level), y = z * z;
    double first = z * (y + 1) / 4;
    double second = z * ((5 * y + 16) * y + 3) / 96;
    double third = z * (((3 * y + 19) * y + 17) * y - 15) / 384;
    return z + (first + (second + third / freedom) / freedom) / freedom;
}

/* S4. */
static bool are_enough(const struct felt_score *score)
{
    if (score->count >= FELT_SCORE_EQUAL_MIN) return true;
    return score->count >= FELT_SCORE_MIN && felt_score_variance(score) > 0;
}

static struct felt_interval make_interval(const struct felt_score *score, double radius)
{
    double mean = felt_score_mean(score);
    if (!are_enough(score)) return (struct felt_interval){mean, -INFINITY, INFINITY};
    return (struct felt_interval){mean, mean - radius, mean + radius};
}

struct felt_interval felt_interval_fixed(const struct felt_score *score, double level)
{
    felt_assert(level > 0 && level < 1);
    if (!are_enough(score)) return make_interval(score, 0);
    double count = (double)score->count;
    double quantile = central_quantile_student(level, count - 1);
    return make_interval(score, quantile * sqrt(felt_score_variance(score) / count));
}

/* u = log(1 + u) + price; iterating it converges, by a factor of 1 / (1 + u). */
static double best_ratio(double price)
{
    double u = price, last = 0;
    for (int i = 0; i < FIXED_POINT_MAX && u - last > u * 0x1p-48; i++) {
        last = u;
        u = felt_log(1 + u) + price;
    }
    return u;
}

struct felt_interval felt_interval_anytime(const struct felt_score *score, double level,
                                           double plan)
{
    felt_assert(level > 0 && level < 1);
    felt_assert(plan >= 1 && plan <= 1e18);
    if (!are_enough(score)) return make_interval(score, 0);
    double count = (double)score->count;
    double price = -2 * felt_log(1 - level);
    double rho = plan / best_ratio(price);
    double boundary = (count + rho) * (felt_log((count + rho) / rho) + price);
    return make_interval(score, sqrt(felt_score_variance(score) * boundary) / count);
}

/* ---- the sequential test -------------------------------------------------------------------- */

static void verify_sprt(const struct felt_sprt *sprt)
{
    felt_assert(sprt->low < sprt->high);
    felt_assert(sprt->alpha > 0 && sprt->beta > 0);
    felt_assert(sprt->alpha + sprt->beta < 1);
}

double felt_sprt_ratio(const struct felt_sprt *sprt, const struct felt_score *score)
{
    verify_sprt(sprt);
    if (score->count < 2) return 0;
    double variance = felt_score_variance(score);
    double lead = felt_score_mean(score) - (sprt->high + sprt->low) / 2;
    /* All results are equal: whichever mean is nearer is infinitely more likely. */
    if (!(variance > 0)) return lead > 0 ? INFINITY : lead < 0 ? -INFINITY : 0;
    return (double)score->count * (sprt->high - sprt->low) * lead / variance;
}

void felt_sprt_bounds(const struct felt_sprt *sprt, double *lower, double *upper)
{
    verify_sprt(sprt);
    *lower = felt_log(sprt->beta / (1 - sprt->alpha));
    *upper = felt_log((1 - sprt->beta) / sprt->alpha);
}

enum felt_verdict felt_sprt_verdict(const struct felt_sprt *sprt, const struct felt_score *score)
{
    double lower, upper, ratio = felt_sprt_ratio(sprt, score);
    felt_sprt_bounds(sprt, &lower, &upper);
    if (!are_enough(score)) return FELT_VERDICT_OPEN;
    return ratio <= lower   ? FELT_VERDICT_LOW
           : ratio >= upper ? FELT_VERDICT_HIGH
                            : FELT_VERDICT_OPEN;
}
