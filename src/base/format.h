/* format.h -- text for complaints: a small printf, and foreign bytes made fit to be read.
 * Private to the library; allocates nothing and knows no locale. */
#ifndef FELT_BASE_FORMAT_H
#define FELT_BASE_FORMAT_H

#include "felt/buffer.h"

#include <stdarg.h>

/* Appends one character after another until the buffer is full, so a text that does not fit is cut
 * between two characters.
 *
 * Conversions: %s %.*s %c %d %u with the sizes l, ll and z, and %%.  Any other one is an assertion.
 * What %s, %.*s and %c insert comes from outside: control characters, bytes that are not UTF-8 and
 * characters that are invisible or turn the direction of writing are shown as \xNN. */
void felt_format(struct felt_buffer *out, const char *format, va_list arguments);

/* A short, printable form of any bytes (zeros too), to be put between quotes in a complaint.  What
 * does not fit is replaced by "...". */
enum { FELT_QUOTE_BYTES = 40 };
void felt_quote(const char *text, size_t bytes, char out[FELT_QUOTE_BYTES]);

#endif
