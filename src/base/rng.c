/* rng.c -- where streams of random numbers begin.
 *
 * The generator itself (xoroshiro128++ of Blackman and Vigna) is inline in rng.h.  What is here has
 * to turn a seed that people type, 1 or 2 or 20240, into 128 bits that look random.
 *
 * mix() is the finaliser of SplitMix64: two rounds of "xor with the upper half, multiply by an odd
 * number".  Each step can be undone, so mix() is a permutation of the 64-bit words; and each input
 * bit flips each output bit about half of the time.
 *
 * make():   the two words are mix(seed + G) and mix(seed + 2G), the first outputs of SplitMix64.
 *           mix() is a permutation, the arguments differ, so the words differ: never both zero
 * (I1).
 *
 * split():  first the parent's state is digested into two words that no label enters; then each is
 *           moved by an odd multiple of the label and mixed again.  For one parent the label
 *           determines the first word by a permutation: two labels never give the same child.  The
 *           parent is only read (I2). */
#include "felt/rng.h"

#define GOLDEN UINT64_C(0x9E3779B97F4A7C15) /* 2^64 divided by the golden ratio, odd */
#define SILVER UINT64_C(0x6A09E667F3BCC909) /* 2^64 * (sqrt 2 - 1), odd              */

static uint64_t mix(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    x = (x ^ x >> 27) * UINT64_C(0x94D049BB133111EB);
    return x ^ x >> 31;
}

struct felt_rng felt_rng_make(uint64_t seed)
{
    return (struct felt_rng){{mix(seed + GOLDEN), mix(seed + 2 * GOLDEN)}};
}

struct felt_rng felt_rng_split(const struct felt_rng *parent, uint64_t label)
{
    uint64_t first = mix(mix(parent->state[0] + GOLDEN) ^ parent->state[1]);
    uint64_t second = mix(mix(parent->state[1] + SILVER) ^ parent->state[0]);
    struct felt_rng child = {{mix(first + label * GOLDEN), mix(second + label * SILVER)}};
    if (child.state[0] == 0 && child.state[1] == 0) child.state[1] = GOLDEN; /* I1 */
    return child;
}
