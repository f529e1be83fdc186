/* lanes_portable.h -- eight 16-bit numbers side by side, in the vector language of gcc and clang.
 *
 * The same names as lanes_avx2.h, half as many lanes: 16 bytes are what every 64-bit machine has in
 * one register (SSE2, NEON).  Wider vectors would be taken apart again, badly. */
#ifndef FELT_CARDS_LANES_H
#define FELT_CARDS_LANES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define LANES  8
#define INLINE static inline __attribute__((always_inline))

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
    uint64_t word[2];
    lanes_store(word, a);
    return !(word[0] | word[1]);
}
INLINE int lanes_count(lanes mask)
{
    uint64_t word[2];
    lanes_store(word, mask);
    return (__builtin_popcountll(word[0]) + __builtin_popcountll(word[1])) / 16;
}

/* The first (last) four of a and b, in turn. */
INLINE lanes interleave_low(lanes a, lanes b)
{
    return __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
}
INLINE lanes interleave_high(lanes a, lanes b)
{
    return __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
}

INLINE void lanes_split(const uint64_t *words, lanes suit[4])
{
    typedef uint64_t pairs __attribute__((vector_size(2 * LANES)));
    lanes w[4], x[4];
    memcpy(w, words, sizeof w);
    for (int i = 0; i < 4; i += 2) {
        lanes even = interleave_low(w[i], w[i + 1]), odd = interleave_high(w[i], w[i + 1]);
        x[i] = interleave_low(even, odd);      /* c c c c d d d d */
        x[i + 1] = interleave_high(even, odd); /* h h h h s s s s */
    }
    for (int i = 0; i < 2; i++) {
        pairs a = (pairs)x[i], b = (pairs)x[i + 2];
        suit[2 * i] = (lanes)__builtin_shufflevector(a, b, 0, 2);
        suit[2 * i + 1] = (lanes)__builtin_shufflevector(a, b, 1, 3);
    }
}

INLINE lanes lanes_load_split(const int16_t *numbers)
{
    return lanes_load(numbers);
}

#define CARD_WORD(c) (((UINT64_C(1) << ((c) >> 2)) + (UINT64_C(1) << 13)) << (16 * ((c)&3)))
#define RANK_WORDS(r)                                                                              \
    CARD_WORD(4 * (r)), CARD_WORD(4 * (r) + 1), CARD_WORD(4 * (r) + 2), CARD_WORD(4 * (r) + 3)
static const uint64_t card_word[52] = {RANK_WORDS(0), RANK_WORDS(1), RANK_WORDS(2),  RANK_WORDS(3),
                                       RANK_WORDS(4), RANK_WORDS(5), RANK_WORDS(6),  RANK_WORDS(7),
                                       RANK_WORDS(8), RANK_WORDS(9), RANK_WORDS(10), RANK_WORDS(11),
                                       RANK_WORDS(12)};

/* Hands given as card numbers, eight bytes each, as words. */
struct lanes_bytes {
    uint64_t word[2 * LANES];
};
INLINE void lanes_cards_to_bytes(const uint8_t *ids, int cards, struct lanes_bytes *out)
{
    for (int i = 0; i < 2 * LANES; i++) {
        uint64_t word = 0;
        for (int j = 0; j < cards; j++) word += card_word[ids[8 * i + j]];
        out->word[i] = word;
    }
}
INLINE void lanes_from_bytes(const struct lanes_bytes *bytes, int half, lanes suit[4])
{
    lanes_split(bytes->word + LANES * half, suit);
}

/* Sums of signed lanes, two and two. */
typedef int32_t lanes_sum __attribute__((vector_size(2 * LANES)));
INLINE lanes_sum lanes_sum_zero(void)
{
    return (lanes_sum){0};
}
INLINE lanes_sum lanes_sum_of(lanes a)
{
    lanes_sum both = (lanes_sum)a;
    return (both >> 16) + ((both << 16) >> 16);
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
    for (int i = 0; i < LANES / 2; i++) total += sum[i];
    return total;
}

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "words are split into lanes in memory");

INLINE void lanes_join(uint32_t *out, lanes high, lanes low)
{
    lanes first = interleave_low(low, high), second = interleave_high(low, high);
    lanes_store(out, first);
    lanes_store(out + LANES / 2, second);
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
