/* hash.c -- a hash by multiplication and folding.
 *
 * fold(a, b) multiplies two words to 128 bits and xors the halves.  The middle of a product depends
 * on all bits of both factors; its lower half alone does not feel the high bits, its upper half not
 * the low ones, but their xor feels all.
 *
 * Two weaknesses have to be mended.  If one factor is a constant, a change of the highest bit of
 * the other moves the result by almost the same pattern each time; and a factor of zero wipes out
 * the other one.  So a word is taken in two folds, and both see the running hash and the word:
 *
 *     inner = fold(hash ^ K0, word ^ K1)
 *     hash' = fold(inner ^ hash ^ K2, word ^ K3)
 *
 * No single word makes the result forget the hash (for word = K1 the second fold still has it), and
 * no single hash makes it forget the word.
 *
 * Bytes are read as little-endian words whatever the machine is, the last one filled up with zeros.
 * The number of bytes is the first word, so "a" and "a\0" differ.  Example: the three bytes "abc"
 * with seed s are  word(word(s, 3), 0x636261). */
#include "felt/hash.h"

#include "felt/assert.h"

#include <string.h>

/* The fractions of the square roots of 2, 3, 5 and 7, made odd: nothing up our sleeve. */
#define K0 UINT64_C(0x6A09E667F3BCC909)
#define K1 UINT64_C(0xBB67AE8584CAA73B)
#define K2 UINT64_C(0x3C6EF372FE94F82B)
#define K3 UINT64_C(0xA54FF53A5F1D36F1)

__extension__ typedef unsigned __int128 wide;

static inline uint64_t fold(uint64_t a, uint64_t b)
{
    wide product = (wide)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static inline uint64_t take(uint64_t hash, uint64_t word)
{
    uint64_t inner = fold(hash ^ K0, word ^ K1);
    return fold(inner ^ hash ^ K2, word ^ K3);
}

/* Compilers make one load of this where bytes lie in that order. */
static inline uint64_t read_word(const unsigned char *at)
{
    return (uint64_t)at[0] | (uint64_t)at[1] << 8 | (uint64_t)at[2] << 16 | (uint64_t)at[3] << 24 |
           (uint64_t)at[4] << 32 | (uint64_t)at[5] << 40 | (uint64_t)at[6] << 48 |
           (uint64_t)at[7] << 56;
}

uint64_t felt_hash_word(uint64_t hash, uint64_t word)
{
    return take(hash, word);
}

uint64_t felt_hash_bytes(uint64_t seed, const void *bytes, size_t count)
{
    felt_assert(bytes != NULL || count == 0);
    const unsigned char *at = bytes;
    uint64_t hash = take(seed, count);
    for (; count >= 8; count -= 8, at += 8) hash = take(hash, read_word(at));
    if (count > 0) {
        unsigned char last[8] = {0};
        memcpy(last, at, count);
        hash = take(hash, read_word(last));
    }
    return hash;
}

uint64_t felt_hash_text(const char *text)
{
    return felt_hash_bytes(0, text, strlen(text));
}
