/* utf8.h -- one character of UTF-8 at a time.  Private to the library.
 *
 * Strict: overlong forms, surrogates, values above U+10FFFF and cut sequences are not characters.
 */
#ifndef FELT_BASE_UTF8_H
#define FELT_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Looks at the start of text[0 .. bytes), bytes >= 1.  True: *character is there and takes *used
 * bytes.  False: the first *used bytes (at least one) are to be replaced together, by one U+FFFD;
 * they are the longest beginning of some character, as the Unicode standard recommends. */
bool felt_utf8_read(const char *text, size_t bytes, size_t *used, uint32_t *character);

#endif
