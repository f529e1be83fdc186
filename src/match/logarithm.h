/* logarithm.h -- log and exp from + - * / alone.
 *
 * The library of mathematics may round its logarithms differently on every machine, and a match
 * that ends when an interval is narrow enough would then end elsewhere.  These give the same bits
 * everywhere.  They are right to about 15 digits, and not fast. */
#ifndef FELT_MATCH_LOGARITHM_H
#define FELT_MATCH_LOGARITHM_H

#include "felt/assert.h"

#include <stdint.h>
#include <string.h>

/* log 2 in two parts: the first has so few bits that its multiples by an exponent are exact. */
#define FELT_LOG_2_HIGH 0x1.62e42fefap-1
#define FELT_LOG_2_LOW  0x1.cf79abc9e3b3ap-40

enum { FELT_DOUBLE_BITS = 52, FELT_DOUBLE_BIAS = 1023, FELT_LOG_TERMS = 12, FELT_EXP_TERMS = 16 };

/* 2 to a power that a normal number has. */
static inline double felt_power_of_two(int power)
{
    uint64_t bits = (uint64_t)(power + FELT_DOUBLE_BIAS) << FELT_DOUBLE_BITS;
    double result;
    memcpy(&result, &bits, sizeof result);
    return result;
}

/* Of a normal number above 0.  x = m * 2^e with m near 1, and log m = 2 artanh((m-1) / (m+1)): the
 * argument is below 0.172, so that a dozen terms of the series are enough. */
static inline double felt_log(double x)
{
    felt_assert(x >= 0x1p-1022 && x <= 0x1.fffffffffffffp1023);
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int exponent = (int)(bits >> FELT_DOUBLE_BITS) - FELT_DOUBLE_BIAS;
    double m = x * felt_power_of_two(-exponent / 2) * felt_power_of_two(-exponent + exponent / 2);
    if (m > 0x1.6a09e667f3bcdp0) { /* the root of 2 */
        m /= 2;
        exponent++;
    }
    double s = (m - 1) / (m + 1), square = s * s, series = 0;
    for (int k = FELT_LOG_TERMS; k > 0; k--) series = (series + 1.0 / (2 * k + 1)) * square;
    return exponent * FELT_LOG_2_HIGH + (2 * (s + s * series) + exponent * FELT_LOG_2_LOW);
}

/* Of -700 .. 700; beyond, as of the end of that range. */
static inline double felt_exp(double x)
{
    felt_assert(x == x);
    x = x < -700 ? -700 : x > 700 ? 700 : x;
    double turns = x / FELT_LOG_2_HIGH;
    int power = (int)(turns < 0 ? turns - 0.5 : turns + 0.5);
    double rest = x - power * FELT_LOG_2_HIGH - power * FELT_LOG_2_LOW, series = 1;
    for (int k = FELT_EXP_TERMS; k > 0; k--) series = 1 + series * rest / k;
    return series * felt_power_of_two(power);
}

#endif
