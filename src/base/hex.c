/* hex.c -- see hex.h. */
#include "base/hex.h"

#include <stdint.h>

void felt_hex_write(const void *bytes, size_t count, char *out)
{
    static const char digits[] = "0123456789abcdef";
    const uint8_t *byte = bytes;
    for (size_t i = 0; i < count; i++) {
        *out++ = digits[byte[i] >> 4];
        *out++ = digits[byte[i] & 15];
    }
    *out = '\0';
}

static int value_of(char digit)
{
    if (digit >= '0' && digit <= '9') return digit - '0';
    return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

bool felt_hex_read(const char *text, size_t length, void *out, size_t count)
{
    uint8_t *byte = out;
    if (length != 2 * count) return false;
    for (size_t i = 0; i < count; i++) {
        int high = value_of(text[2 * i]), low = value_of(text[2 * i + 1]);
        if (high < 0 || low < 0) return false;
        byte[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}
