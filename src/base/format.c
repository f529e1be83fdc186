/* format.c -- a small printf that cannot be made to print garbage.
 *
 * Complaints quote what somebody typed or sent.  They end on terminals, in logs and in JSON, so
 * the one place that puts foreign text into a complaint also disarms it: each character is taken
 * by itself and becomes a "piece", which is the character as it stands if it is harmless, and \xNN
 * for each of its bytes if not.  A backslash stands for itself: pieces are for reading by people,
 * not for reading back.
 *
 * A piece is appended whole or not at all (buffer.h, I2), hence a cut text is still good UTF-8 and
 * never ends in half an escape. */
#include "base/format.h"

#include "base/utf8.h"
#include "felt/assert.h"

#include <string.h>

enum { PIECE_BYTES = 16 }; /* four bytes as \xNN */

struct piece {
    size_t length;
    char text[PIECE_BYTES];
};

/* Controls, and what makes a line look other than it is: zero-width characters, line separators,
 * changes of direction, the byte order mark, tags. */
static bool is_harmless(uint32_t c)
{
    if (c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0xAD) return false;
    if ((c >= 0x200B && c <= 0x200F) || (c >= 0x2028 && c <= 0x202E)) return false;
    if ((c >= 0x2060 && c <= 0x206F) || c == 0xFEFF || c == 0x061C) return false;
    return c < 0xE0000;
}

/* Takes the first character of text[0 .. bytes), bytes >= 1; returns how many bytes it had. */
static size_t make_piece(const char *text, size_t bytes, struct piece *piece)
{
    static const char digits[] = "0123456789ABCDEF";
    size_t used;
    uint32_t c;
    if (felt_utf8_read(text, bytes, &used, &c) && is_harmless(c)) {
        memcpy(piece->text, text, used);
        piece->length = used;
        return used;
    }
    piece->length = 0;
    for (size_t i = 0; i < used; i++) {
        unsigned byte = (unsigned char)text[i];
        char *at = piece->text + piece->length;
        at[0] = '\\';
        at[1] = 'x';
        at[2] = digits[byte >> 4];
        at[3] = digits[byte & 15];
        piece->length += 4;
    }
    felt_assert(piece->length <= PIECE_BYTES);
    return used;
}

static void append_foreign(struct felt_buffer *out, const char *text, size_t bytes)
{
    struct piece piece;
    for (size_t at = 0; at < bytes && !out->overflow;) {
        at += make_piece(text + at, bytes - at, &piece);
        felt_buffer_bytes(out, piece.text, piece.length);
    }
}

/* strnlen() is POSIX, and the precision of %.*s may be larger than the text. */
static size_t length_within(const char *text, size_t max)
{
    const char *end = memchr(text, 0, max);
    return end ? (size_t)(end - text) : max;
}

/* The conversions of integers: `size` is 0, 1 (l), 2 (ll) or 3 (z). */
static int64_t take_signed(va_list *arguments, int size)
{
    if (size == 1) return va_arg(*arguments, long);
    if (size == 2) return va_arg(*arguments, long long);
    if (size == 3) return va_arg(*arguments, ptrdiff_t);
    return va_arg(*arguments, int);
}

static uint64_t take_unsigned(va_list *arguments, int size)
{
    if (size == 1) return va_arg(*arguments, unsigned long);
    if (size == 2) return va_arg(*arguments, unsigned long long);
    if (size == 3) return va_arg(*arguments, size_t);
    return va_arg(*arguments, unsigned);
}

/* Carries out the conversion that begins after a percent sign; returns the first byte behind it. */
static const char *convert(struct felt_buffer *out, const char *format, va_list *arguments)
{
    int precision = -1, size = 0;
    if (format[0] == '.' && format[1] == '*') {
        precision = va_arg(*arguments, int);
        format += 2;
        felt_assert(*format == 's');
    } else if (*format == 'z') {
        size = 3;
        format++;
    } else {
        for (; *format == 'l' && size < 2; format++) size++;
    }
    if (*format == 's') {
        const char *text = va_arg(*arguments, const char *);
        append_foreign(out, text,
                       precision < 0 ? strlen(text) : length_within(text, (size_t)precision));
    } else if (*format == 'c') {
        char c = (char)va_arg(*arguments, int);
        append_foreign(out, &c, 1);
    } else if (*format == 'd') {
        felt_buffer_int(out, take_signed(arguments, size));
    } else if (*format == 'u') {
        felt_buffer_uint(out, take_unsigned(arguments, size));
    } else {
        felt_assert(*format == '%'); /* else: a conversion that felt_format() does not know */
        felt_buffer_char(out, '%');
    }
    return format + 1;
}

void felt_format(struct felt_buffer *out, const char *format, va_list arguments)
{
    va_list rest;
    va_copy(rest, arguments);
    while (*format != 0) {
        if (*format == '%') {
            format = convert(out, format + 1, &rest);
            continue;
        }
        size_t used;
        uint32_t c;
        (void)felt_utf8_read(format, 4, &used, &c); /* the zero at the end stops it in time */
        felt_buffer_bytes(out, format, used);
        format += used;
    }
    va_end(rest);
}

void felt_quote(const char *text, size_t bytes, char out[FELT_QUOTE_BYTES])
{
    static const char more[] = "...";
    struct piece piece;
    size_t used = 0;
    for (size_t at = 0; at < bytes;) {
        at += make_piece(text + at, bytes - at, &piece);
        if (used + piece.length + sizeof more > FELT_QUOTE_BYTES) {
            memcpy(out + used, more, sizeof more);
            return;
        }
        memcpy(out + used, piece.text, piece.length);
        used += piece.length;
    }
    out[used] = 0;
}
