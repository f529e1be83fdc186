/* utf8.c -- a strict reader of UTF-8.
 *
 * The first byte says how many follow, each of the form 10xxxxxx.  Everything that is forbidden
 * beyond that (overlong forms, surrogates, values above U+10FFFF) shows in the second byte already:
 *
 *     first      second     others
 *     00 .. 7F
 *     C2 .. DF   80 .. BF
 *     E0         A0 .. BF   80 .. BF             below A0: overlong
 *     E1 .. EC   80 .. BF   80 .. BF
 *     ED         80 .. 9F   80 .. BF             above 9F: a surrogate
 *     EE .. EF   80 .. BF   80 .. BF
 *     F0         90 .. BF   80 .. BF   80 .. BF  below 90: overlong
 *     F1 .. F3   80 .. BF   80 .. BF   80 .. BF
 *     F4         80 .. 8F   80 .. BF   80 .. BF  above 8F: beyond U+10FFFF
 *
 * So a sequence is refused at the first byte that cannot continue it, and that byte is looked at
 * again as a possible beginning: E2 28 is one wrong byte and a parenthesis. */
#include "base/utf8.h"

#include "felt/assert.h"

/* The range of the second byte. */
static void second_range(unsigned first, unsigned *low, unsigned *high)
{
    *low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    *high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
}

bool felt_utf8_read(const char *text, size_t bytes, size_t *used, uint32_t *character)
{
    felt_assert(bytes >= 1);
    unsigned first = (unsigned char)text[0];
    *used = 1;
    *character = first;
    if (first < 0x80) return true;
    if (first < 0xC2 || first > 0xF4) return false;

    size_t length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    unsigned low, high;
    second_range(first, &low, &high);
    uint32_t value = first & (0xFFU >> (length + 1));
    for (size_t i = 1; i < length; i++) {
        unsigned next = i < bytes ? (unsigned char)text[i] : 0;
        if (next < low || next > high) return false;
        value = value << 6 | (next & 0x3F);
        *used = i + 1;
        low = 0x80;
        high = 0xBF;
    }
    *character = value;
    return true;
}
