/* lanes_avx2.h -- sixteen 16-bit numbers side by side, in one AVX2 register.
 *
 * lanes_portable.h says the same in the compiler's vector language; kernel.h is written once on top
 * of either.  Masks are lanes that are all ones or all zeros. */
#ifndef FELT_CARDS_LANES_H
#define FELT_CARDS_LANES_H

#include <immintrin.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LANES  16
#define INLINE static inline __attribute__((always_inline))

typedef __m256i lanes;

INLINE lanes lanes_all(unsigned number)
{
    return _mm256_set1_epi16((short)number);
}
INLINE lanes lanes_load(const void *from)
{
    return _mm256_loadu_si256((const __m256i *)from);
}
INLINE void lanes_store(void *to, lanes a)
{
    _mm256_storeu_si256((__m256i *)to, a);
}
INLINE lanes lanes_and(lanes a, lanes b)
{
    return _mm256_and_si256(a, b);
}
/* b without the bits of a. */
INLINE lanes lanes_without(lanes a, lanes b)
{
    return _mm256_andnot_si256(a, b);
}
INLINE lanes lanes_or(lanes a, lanes b)
{
    return _mm256_or_si256(a, b);
}
INLINE lanes lanes_xor(lanes a, lanes b)
{
    return _mm256_xor_si256(a, b);
}
INLINE lanes lanes_add(lanes a, lanes b)
{
    return _mm256_add_epi16(a, b);
}
/* a - b, or 0 where b is larger. */
INLINE lanes lanes_excess(lanes a, lanes b)
{
    return _mm256_subs_epu16(a, b);
}
INLINE lanes lanes_max(lanes a, lanes b)
{
    return _mm256_max_epu16(a, b);
}
#define lanes_left(a, by)  _mm256_slli_epi16(a, by)
#define lanes_right(a, by) _mm256_srli_epi16(a, by)
INLINE lanes lanes_equal(lanes a, lanes b)
{
    return _mm256_cmpeq_epi16(a, b);
}
/* As signed numbers. */
INLINE lanes lanes_greater(lanes a, lanes b)
{
    return _mm256_cmpgt_epi16(a, b);
}
/* b where the mask is set, else a. */
INLINE lanes lanes_choose(lanes a, lanes b, lanes mask)
{
    return _mm256_blendv_epi8(a, b, mask);
}
INLINE bool lanes_none(lanes a)
{
    return _mm256_testz_si256(a, a);
}
INLINE int lanes_count(lanes mask)
{
    return __builtin_popcount((unsigned)_mm256_movemask_epi8(mask)) / 2;
}

/* Sixteen hand words to one register for each suit.  Within a register the hands then stand in the
 * order 0 1 4 5 8 9 12 13  2 3 6 7 10 11 14 15, which is what the unpack instructions give for
 * free; lanes_join() puts them right again. */
INLINE void lanes_split(const uint64_t *words, lanes suit[4])
{
    lanes v0 = lanes_load(words), v1 = lanes_load(words + 4);
    lanes v2 = lanes_load(words + 8), v3 = lanes_load(words + 12);
    lanes t0 = _mm256_unpacklo_epi16(v0, v1), t1 = _mm256_unpackhi_epi16(v0, v1);
    lanes t2 = _mm256_unpacklo_epi16(v2, v3), t3 = _mm256_unpackhi_epi16(v2, v3);
    lanes u0 = _mm256_unpacklo_epi16(t0, t1), u1 = _mm256_unpackhi_epi16(t0, t1);
    lanes u2 = _mm256_unpacklo_epi16(t2, t3), u3 = _mm256_unpackhi_epi16(t2, t3);
    suit[0] = _mm256_unpacklo_epi64(u0, u2);
    suit[1] = _mm256_unpackhi_epi64(u0, u2);
    suit[2] = _mm256_unpacklo_epi64(u1, u3);
    suit[3] = _mm256_unpackhi_epi64(u1, u3);
}

/* Sixteen numbers that belong to the words, in the order of lanes_split(). */
INLINE lanes lanes_load_split(const int16_t *numbers)
{
    const __m256i pairs = _mm256_setr_epi32(0, 2, 4, 6, 1, 3, 5, 7);
    return _mm256_permutevar8x32_epi32(lanes_load(numbers), pairs);
}

/* 32 hands given as card numbers, eight bytes each: the low and high bytes of their words, by suit.
 * A transpose makes columns (column j holds card j of all 32 hands), a byte shuffle turns ranks
 * into rank bits, four compares send them to their suits. */
struct lanes_bytes {
    __m256i low[4], high[4];
};
INLINE void lanes_cards_to_bytes(const uint8_t *ids, int cards, struct lanes_bytes *out)
{
    const __m256i bit_low = _mm256_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0,
                                             1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0);
    const __m256i bit_high =
        _mm256_setr_epi8(32, 32, 32, 32, 32, 32, 32, 32, 33, 34, 36, 40, 48, 0, 0, 0, 32, 32, 32,
                         32, 32, 32, 32, 32, 33, 34, 36, 40, 48, 0, 0, 0);
    __m256i v[8], u[8], column[8];
    for (int j = 0; j < 8; j++) v[j] = lanes_load(ids + 32 * j);
    for (int j = 0; j < 4; j++) {
        u[2 * j] = _mm256_unpacklo_epi8(v[2 * j], v[2 * j + 1]);
        u[2 * j + 1] = _mm256_unpackhi_epi8(v[2 * j], v[2 * j + 1]);
    }
    for (int j = 0; j < 4; j++) {
        v[2 * j] = _mm256_unpacklo_epi8(u[2 * j], u[2 * j + 1]);
        v[2 * j + 1] = _mm256_unpackhi_epi8(u[2 * j], u[2 * j + 1]);
    }
    for (int half = 0; half < 2; half++) { /* cards 0-3, then 4-7 */
        __m256i a0 = _mm256_unpacklo_epi32(v[half], v[half + 2]);
        __m256i a1 = _mm256_unpackhi_epi32(v[half], v[half + 2]);
        __m256i b0 = _mm256_unpacklo_epi32(v[half + 4], v[half + 6]);
        __m256i b1 = _mm256_unpackhi_epi32(v[half + 4], v[half + 6]);
        column[4 * half] = _mm256_unpacklo_epi64(a0, b0);
        column[4 * half + 1] = _mm256_unpackhi_epi64(a0, b0);
        column[4 * half + 2] = _mm256_unpacklo_epi64(a1, b1);
        column[4 * half + 3] = _mm256_unpackhi_epi64(a1, b1);
    }
    for (int s = 0; s < 4; s++) out->low[s] = out->high[s] = _mm256_setzero_si256();
#pragma GCC unroll 7
    for (int j = 0; j < cards; j++) {
        __m256i rank = _mm256_and_si256(_mm256_srli_epi16(column[j], 2), _mm256_set1_epi8(15));
        __m256i suit = _mm256_and_si256(column[j], _mm256_set1_epi8(3));
        __m256i low = _mm256_shuffle_epi8(bit_low, rank);
        __m256i high = _mm256_shuffle_epi8(bit_high, rank);
#pragma GCC unroll 4
        for (int s = 0; s < 4; s++) {
            __m256i mine = _mm256_cmpeq_epi8(suit, _mm256_set1_epi8((char)s));
            out->low[s] = _mm256_or_si256(out->low[s], _mm256_and_si256(low, mine));
            out->high[s] = _mm256_add_epi8(out->high[s], _mm256_and_si256(high, mine));
        }
    }
}

/* The first (half 0) or last sixteen of the 32 hands, in the order of lanes_split(). */
INLINE void lanes_from_bytes(const struct lanes_bytes *bytes, int half, lanes suit[4])
{
    for (int s = 0; s < 4; s++)
        suit[s] = half ? _mm256_unpackhi_epi8(bytes->low[s], bytes->high[s])
                       : _mm256_unpacklo_epi8(bytes->low[s], bytes->high[s]);
}

/* Sums of signed lanes, without overflow for 2^15 additions of small numbers. */
typedef __m256i lanes_sum;
INLINE lanes_sum lanes_sum_zero(void)
{
    return _mm256_setzero_si256();
}
INLINE lanes_sum lanes_sum_of(lanes a)
{
    return _mm256_madd_epi16(a, _mm256_set1_epi16(1));
}
INLINE lanes_sum lanes_sum_join(lanes_sum a, lanes_sum b)
{
    return _mm256_add_epi32(a, b);
}
INLINE lanes_sum lanes_sum_add(lanes_sum sum, lanes a)
{
    return lanes_sum_join(sum, lanes_sum_of(a));
}
INLINE int64_t lanes_sum_total(lanes_sum sum)
{
    int32_t part[8];
    int64_t total = 0;
    lanes_store(part, sum);
    for (int i = 0; i < 8; i++) total += part[i];
    return total;
}

/* Sixteen strengths from their two halves, back in the order of the words. */
INLINE void lanes_join(uint32_t *out, lanes high, lanes low)
{
    __m256i a = _mm256_unpacklo_epi16(low, high), b = _mm256_unpackhi_epi16(low, high);
    lanes_store(out, _mm256_permute4x64_epi64(a, 0xd8));
    lanes_store(out + 8, _mm256_permute4x64_epi64(b, 0xd8));
}

/* Four 64-bit numbers.  The compiler's vector language does what there is to do but for the product
 * of the low halves with a small number. */
typedef uint64_t quads __attribute__((vector_size(32)));
INLINE quads quads_times(quads a, uint32_t by)
{
    return (quads)_mm256_mul_epu32((__m256i)a, _mm256_set1_epi64x(by));
}
/* True if a top bit is set. */
INLINE bool quads_any_top(quads a)
{
    return _mm256_movemask_pd((__m256d)a) != 0;
}

#endif
