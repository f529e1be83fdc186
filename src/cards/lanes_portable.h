/* lanes_portable.h -- sixteen 16-bit numbers side by side, in the vector language of gcc and clang.
 *
 * The same names as lanes_avx2.h.  Every 64-bit machine has some vector unit that this compiles to
 * (SSE2, NEON); where it has none, plain instructions come out. */
#ifndef FELT_CARDS_LANES_H
#define FELT_CARDS_LANES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define LANES  16
#define INLINE static inline __attribute__((always_inline))

/* Vectors wider than the machine's registers are passed in memory: everything here is inlined, so
 * that calling convention never comes up. */
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wpsabi"
#endif

typedef uint16_t lanes __attribute__((vector_size(2 * LANES)));
typedef int16_t lanes_signed __attribute__((vector_size(2 * LANES)));

INLINE lanes lanes_all(unsigned number)
{
    return (lanes){0} + (uint16_t)number;
}
INLINE lanes lanes_load(const void *from)
{
    lanes a;
    memcpy(&a, from, sizeof a);
    return a;
}
INLINE void lanes_store(void *to, lanes a)
{
    memcpy(to, &a, sizeof a);
}
INLINE lanes lanes_and(lanes a, lanes b)
{
    return a & b;
}
INLINE lanes lanes_without(lanes a, lanes b)
{
    return ~a & b;
}
INLINE lanes lanes_or(lanes a, lanes b)
{
    return a | b;
}
INLINE lanes lanes_xor(lanes a, lanes b)
{
    return a ^ b;
}
INLINE lanes lanes_add(lanes a, lanes b)
{
    return a + b;
}
INLINE lanes lanes_excess(lanes a, lanes b)
{
    return (a - b) & (lanes)(a > b);
}
INLINE lanes lanes_choose(lanes a, lanes b, lanes mask)
{
    return (a & ~mask) | (b & mask);
}
INLINE lanes lanes_max(lanes a, lanes b)
{
    return lanes_choose(b, a, (lanes)(a > b));
}
#define lanes_left(a, by)  ((a) << (by))
#define lanes_right(a, by) ((a) >> (by))
INLINE lanes lanes_equal(lanes a, lanes b)
{
    return (lanes)(a == b);
}
INLINE lanes lanes_greater(lanes a, lanes b)
{
    return (lanes)((lanes_signed)a > (lanes_signed)b);
}
INLINE bool lanes_none(lanes a)
{
    uint64_t word[4];
    lanes_store(word, a);
    return !(word[0] | word[1] | word[2] | word[3]);
}
INLINE int lanes_count(lanes mask)
{
    uint64_t word[4];
    lanes_store(word, mask);
    return (__builtin_popcountll(word[0]) + __builtin_popcountll(word[1]) +
            __builtin_popcountll(word[2]) + __builtin_popcountll(word[3])) /
           16;
}

INLINE void lanes_split(const uint64_t *words, lanes suit[4])
{
    for (int i = 0; i < LANES; i++)
        for (int s = 0; s < 4; s++) suit[s][i] = (uint16_t)(words[i] >> (16 * s));
}

INLINE lanes lanes_load_split(const int16_t *numbers)
{
    return lanes_load(numbers);
}

/* 32 hands given as card numbers, eight bytes each, as words. */
struct lanes_bytes {
    uint64_t word[2 * LANES];
};
INLINE void lanes_cards_to_bytes(const uint8_t *ids, int cards, struct lanes_bytes *out)
{
    for (int i = 0; i < 2 * LANES; i++) {
        uint64_t word = 0;
        for (int j = 0; j < cards; j++) {
            unsigned card = ids[8 * i + j];
            word += ((UINT64_C(1) << (card >> 2)) + (1 << 13)) << (16 * (card & 3));
        }
        out->word[i] = word;
    }
}
INLINE void lanes_from_bytes(const struct lanes_bytes *bytes, int half, lanes suit[4])
{
    lanes_split(bytes->word + LANES * half, suit);
}

typedef int32_t lanes_sum __attribute__((vector_size(4 * LANES)));
INLINE lanes_sum lanes_sum_zero(void)
{
    return (lanes_sum){0};
}
INLINE lanes_sum lanes_sum_of(lanes a)
{
    return __builtin_convertvector((lanes_signed)a, lanes_sum);
}
INLINE lanes_sum lanes_sum_join(lanes_sum a, lanes_sum b)
{
    return a + b;
}
INLINE lanes_sum lanes_sum_add(lanes_sum sum, lanes a)
{
    return lanes_sum_join(sum, lanes_sum_of(a));
}
INLINE int64_t lanes_sum_total(lanes_sum sum)
{
    int64_t total = 0;
    for (int i = 0; i < LANES; i++) total += sum[i];
    return total;
}

INLINE void lanes_join(uint32_t *out, lanes high, lanes low)
{
    for (int i = 0; i < LANES; i++) out[i] = (uint32_t)high[i] << 16 | low[i];
}

/* Four 64-bit numbers. */
typedef uint64_t quads __attribute__((vector_size(32)));
INLINE quads quads_times(quads a, uint32_t by)
{
    return (a & UINT32_MAX) * by;
}
INLINE bool quads_any_top(quads a)
{
    return (a[0] | a[1] | a[2] | a[3]) >> 63;
}

#endif
