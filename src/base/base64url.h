/* base64url.h -- bytes as letters, digits, '-' and '_', without padding (RFC 4648, section 5).
 *
 * Strict: one text for every sequence of bytes.  Other characters, padding, a single letter at the
 * end and bits that would be thrown away are refused. */
#ifndef FELT_BASE_BASE64URL_H
#define FELT_BASE_BASE64URL_H

#include <stdbool.h>
#include <stddef.h>

#define FELT_BASE64URL_BYTES(bytes) (((bytes)*4 + 2) / 3)

/* Writes FELT_BASE64URL_BYTES(bytes) characters and a zero. */
void felt_base64url_write(const void *bytes, size_t count, char *out);
/* False: not base64url, or more than `capacity` bytes; *count is untouched, what lies in `out` is
 * not. */
bool felt_base64url_read(const char *text, size_t bytes, void *out, size_t capacity, size_t *count);

#endif
