/* base64url.c -- see base64url.h.
 *
 * Three bytes are four letters of six bits, the highest bits first.  One byte at the end takes two
 * letters (four bits are left over), two bytes take three (two bits are left over); the bits left
 * over are zero.  That they are is what makes the text of given bytes the only one: most readers
 * throw them away, and then "QQ", "QR" and "QS" are all the letter A. */
#include "base/base64url.h"

#include "felt/assert.h"

#include <stdint.h>

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

enum { LETTER_BITS = 6, BYTE_BITS = 8 };

void felt_base64url_write(const void *bytes, size_t count, char *out)
{
    const uint8_t *from = bytes;
    uint32_t held = 0;
    unsigned bits = 0;
    for (size_t i = 0; i < count; i++) {
        held = (held << BYTE_BITS | from[i]) & 0xFFFF;
        bits += BYTE_BITS;
        while (bits >= LETTER_BITS) {
            bits -= LETTER_BITS;
            *out++ = letters[held >> bits & 0x3F];
        }
    }
    if (bits > 0) *out++ = letters[held << (LETTER_BITS - bits) & 0x3F];
    *out = '\0';
}

/* -1: no letter of ours. */
static int value_of(char c)
{
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '-' ? 62 : c == '_' ? 63 : -1;
}

bool felt_base64url_read(const char *text, size_t bytes, void *out, size_t capacity, size_t *count)
{
    uint8_t *to = out;
    uint32_t held = 0;
    unsigned bits = 0;
    size_t wanted = bytes / 4 * 3 + bytes % 4 * 3 / 4, written = 0;
    if (bytes % 4 == 1 || wanted > capacity) return false;
    for (size_t i = 0; i < bytes; i++) {
        int value = value_of(text[i]);
        if (value < 0) return false;
        held = (held << LETTER_BITS | (uint32_t)value) & 0xFFFF;
        bits += LETTER_BITS;
        if (bits < BYTE_BITS) continue;
        bits -= BYTE_BITS;
        to[written++] = (uint8_t)(held >> bits);
    }
    if (held & ((1U << bits) - 1)) return false;
    felt_assert(written == wanted);
    *count = written;
    return true;
}
