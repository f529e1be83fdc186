/* statistics.h -- is a count of draws what chance would give?  For tests with fixed seeds: a result
 * is either always in or always out of its limits. */
#ifndef FELT_TESTS_STATISTICS_H
#define FELT_TESTS_STATISTICS_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

/* The sum of (seen - expected)^2 / expected over cells that are equally likely. */
static inline double chi_square(const uint32_t *cells, int count, double expected)
{
    double sum = 0;
    for (int i = 0; i < count; i++) {
        sum += (cells[i] - expected) * (cells[i] - expected) / expected;
    }
    return sum;
}

/* The value that chi-square exceeds as seldom as a normal variable exceeds z (Wilson, Hilferty). */
static inline double chi_square_quantile(int freedom, double z)
{
    double part = 2.0 / (9.0 * freedom);
    double root = 1 - part + z * sqrt(part);
    return root <= 0 ? 0 : freedom * root * root * root;
}

/* Neither too far from uniform nor suspiciously close to it: 4 standard deviations each way. */
static inline bool looks_uniform(const uint32_t *cells, int count, double expected)
{
    double sum = chi_square(cells, count, expected);
    return sum < chi_square_quantile(count - 1, 4) && sum > chi_square_quantile(count - 1, -4);
}

#endif
