/* hex.h -- bytes as lower-case hexadecimal digits. */
#ifndef FELT_BASE_HEX_H
#define FELT_BASE_HEX_H

#include <stdbool.h>
#include <stddef.h>

/* Writes two digits for each byte and a zero behind them. */
void felt_hex_write(const void *bytes, size_t count, char *out);
/* Reads 2 * count digits.  False: not so many, or others than 0-9 a-f. */
bool felt_hex_read(const char *text, size_t length, void *out, size_t count);

#endif
