/* rng.h -- fast random numbers for simulation, search and tests.  NOT for dealing to people: there
 * the words come from a keyed stream (deck.h, felt_deck_shuffle_words).
 *
 * The generator is a 16-byte value without pointers: copy it with `=` to repeat its future.
 *
 *   I1  the state is never all zero.
 *   I2  split() does not advance its parent: the same parent and label give the same child,
 *       different labels give streams that have nothing to do with each other.
 *   I3  below(n) is uniform over 0 .. n-1, without modulo bias, for every n >= 1. */
#ifndef FELT_RNG_H
#define FELT_RNG_H

#include "felt/macros.h"

#include <stdint.h>

FELT_BEGIN

struct felt_rng {
    uint64_t state[2];
};

/* Any seed will do, zero too. */
FELT_API struct felt_rng felt_rng_make(uint64_t seed);

/* A stream of its own for `label` (a table number, "deal", a worker's index ...). */
FELT_API struct felt_rng felt_rng_split(const struct felt_rng *parent, uint64_t label);

static inline uint64_t felt_rng_rotate(uint64_t x, int by)
{
    return x << by | x >> (64 - by);
}

/* The next 64 bits (xoroshiro128++). */
static inline uint64_t felt_rng_next(struct felt_rng *rng)
{
    uint64_t a = rng->state[0], b = rng->state[1];
    uint64_t result = felt_rng_rotate(a + b, 17) + a;
    b ^= a;
    rng->state[0] = felt_rng_rotate(a, 49) ^ b ^ (b << 21);
    rng->state[1] = felt_rng_rotate(b, 28);
    return result;
}

/* Uniform over 0 .. bound-1; bound >= 1.  One multiplication; a division only when a draw falls
 * into the short interval that would be biased. */
static inline uint32_t felt_rng_below(struct felt_rng *rng, uint32_t bound)
{
    uint64_t product = (felt_rng_next(rng) >> 32) * bound;
    if ((uint32_t)product < bound) {
        uint32_t reject_below = (uint32_t)(-bound) % bound;
        while ((uint32_t)product < reject_below) product = (felt_rng_next(rng) >> 32) * bound;
    }
    return (uint32_t)(product >> 32);
}

/* Uniform over [0, 1): 53 random bits. */
static inline double felt_rng_unit(struct felt_rng *rng)
{
    return (double)(felt_rng_next(rng) >> 11) * 0x1.0p-53;
}

FELT_END

#endif
