/* buffer.h -- bytes appended to memory of the caller, never beyond its end.
 *
 *   I1  used <= capacity.
 *   I2  once something did not fit, `overflow` is true and nothing more is appended: what is there
 *       is a prefix of what was meant, cut between two appends.  Test it once, at the end. */
#ifndef FELT_BUFFER_H
#define FELT_BUFFER_H

#include "felt/macros.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

FELT_BEGIN

struct felt_buffer {
    char *bytes; /* not owned */
    size_t capacity;
    size_t used;
    bool overflow;
};

FELT_API struct felt_buffer felt_buffer_make(void *memory, size_t capacity);
FELT_API void felt_buffer_clear(struct felt_buffer *buffer);

FELT_API void felt_buffer_bytes(struct felt_buffer *buffer, const void *bytes, size_t count);
FELT_API void felt_buffer_text(struct felt_buffer *buffer, const char *text);
FELT_API void felt_buffer_char(struct felt_buffer *buffer, char c);
FELT_API void felt_buffer_int(struct felt_buffer *buffer, int64_t number);
FELT_API void felt_buffer_uint(struct felt_buffer *buffer, uint64_t number);
/* `decimals` digits after the point, 0 .. 9; rounded half away from zero, never "-0".  Must be
 * finite and below 9e9 in size, else it is written as 0 (see json.h for null). */
FELT_API void felt_buffer_decimal(struct felt_buffer *buffer, double number, int decimals);

/* Terminates the text without counting the zero byte; the last byte is given up if need be, which
 * is an overflow.  The capacity must not be 0.  Returns `bytes`. */
FELT_API const char *felt_buffer_terminate(struct felt_buffer *buffer);

FELT_END

#endif
