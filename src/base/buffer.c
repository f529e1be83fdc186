/* buffer.c -- appending to a bounded piece of memory, and numbers as text.
 *
 * Decimals.  A double is m * 2^-s with m < 2^53, and in the range we accept (below 9e9 < 2^34) s is
 * always at least 19.  The number in units of the last digit is therefore m * 10^decimals / 2^s,
 * and m * 10^9 < 2^83 fits into 128 bits: the quotient is a shift, the remainder is exact, and
 * rounding half away from zero is "add one half and shift".  Example: 0.375 with two decimals is
 * m = 3 * 2^51, s = 54; 37.5 units; written 0.38.  And 1.005, which as a double is a little less
 * than it seems (1.00499999999999989...), is written 1.00, as printf would.
 *
 * A number that rounds to zero is written without a sign. */
#include "felt/buffer.h"

#include "felt/assert.h"

#include <string.h>

__extension__ typedef unsigned __int128 wide;

enum {
    DIGITS_MAX = 20,   /* of 2^64 - 1 */
    DECIMALS_MAX = 9,  /* 9e9 with nine decimals are nineteen digits */
    DECIMAL_BYTES = 24 /* sign, ten digits, point, nine digits */
};

struct felt_buffer felt_buffer_make(void *memory, size_t capacity)
{
    felt_assert(memory != NULL || capacity == 0);
    return (struct felt_buffer){.bytes = memory, .capacity = capacity};
}

void felt_buffer_clear(struct felt_buffer *buffer)
{
    buffer->used = 0;
    buffer->overflow = false;
}

void felt_buffer_bytes(struct felt_buffer *buffer, const void *bytes, size_t count)
{
    felt_assert(buffer->used <= buffer->capacity); /* I1 */
    if (buffer->overflow || count > buffer->capacity - buffer->used) {
        buffer->overflow = buffer->overflow || count > 0;
        return;
    }
    if (count == 0) return;
    memcpy(buffer->bytes + buffer->used, bytes, count);
    buffer->used += count;
}

void felt_buffer_text(struct felt_buffer *buffer, const char *text)
{
    felt_buffer_bytes(buffer, text, strlen(text));
}

void felt_buffer_char(struct felt_buffer *buffer, char c)
{
    felt_assert(buffer->used <= buffer->capacity); /* I1 */
    if (buffer->overflow || buffer->used == buffer->capacity) {
        buffer->overflow = true;
        return;
    }
    buffer->bytes[buffer->used++] = c;
}

/* Writes the digits so that they end before `end`; returns where they begin. */
static char *write_digits(char *end, uint64_t number)
{
    do {
        *--end = (char)('0' + number % 10);
        number /= 10;
    } while (number != 0);
    return end;
}

void felt_buffer_int(struct felt_buffer *buffer, int64_t number)
{
    char text[DIGITS_MAX + 1], *end = text + sizeof text;
    uint64_t size = number < 0 ? 0 - (uint64_t)number : (uint64_t)number;
    char *start = write_digits(end, size);
    if (number < 0) *--start = '-';
    felt_buffer_bytes(buffer, start, (size_t)(end - start));
}

void felt_buffer_uint(struct felt_buffer *buffer, uint64_t number)
{
    char text[DIGITS_MAX], *end = text + sizeof text;
    char *start = write_digits(end, number);
    felt_buffer_bytes(buffer, start, (size_t)(end - start));
}

/* |number| * power, rounded half away from zero; zero if |number| >= 9e9 or not a number. */
static uint64_t scale(double number, uint64_t power)
{
    uint64_t bits;
    _Static_assert(sizeof bits == sizeof number, "IEEE doubles");
    if (!(number < 9e9 && number > -9e9)) return 0;
    memcpy(&bits, &number, sizeof bits);
    uint64_t mantissa = (bits & ((UINT64_C(1) << 52) - 1)) | UINT64_C(1) << 52;
    int shift = 1075 - (int)(bits >> 52 & 0x7FF);
    felt_assert(shift >= 19);
    if (shift > 100) return 0; /* less than 2^83 / 2^100; zero and subnormal numbers, too */
    wide half = (wide)1 << (shift - 1);
    return (uint64_t)(((wide)mantissa * power + half) >> shift);
}

void felt_buffer_decimal(struct felt_buffer *buffer, double number, int decimals)
{
    felt_assert(decimals >= 0 && decimals <= DECIMALS_MAX);
    uint64_t power = 1;
    for (int i = 0; i < decimals; i++) power *= 10;
    uint64_t units = scale(number, power);

    char text[DECIMAL_BYTES], *end = text + sizeof text, *start = end;
    if (decimals > 0) {
        start = write_digits(end, units % power);
        while (end - start < decimals) *--start = '0';
        *--start = '.';
    }
    start = write_digits(start, units / power);
    if (number < 0 && units != 0) *--start = '-';
    felt_buffer_bytes(buffer, start, (size_t)(end - start));
}

const char *felt_buffer_terminate(struct felt_buffer *buffer)
{
    felt_assert(buffer->capacity >= 1);
    felt_assert(buffer->used <= buffer->capacity); /* I1 */
    if (buffer->used == buffer->capacity) {
        buffer->used--;
        buffer->overflow = true;
    }
    buffer->bytes[buffer->used] = 0;
    return buffer->bytes;
}
