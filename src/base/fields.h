/* fields.h -- records of a journal, field by field: fixed widths, little-endian. */
#ifndef FELT_BASE_FIELDS_H
#define FELT_BASE_FIELDS_H

#include "felt/assert.h"
#include "felt/buffer.h"

#include <string.h>

enum { FELT_FIELDS_BYTES_MAX = 8192, FELT_FIELD_BYTES_MAX = 32 };

struct felt_putter {
    struct felt_buffer out;
    char bytes[FELT_FIELDS_BYTES_MAX];
};

static inline void felt_put(struct felt_putter *putter, uint64_t value, int bytes)
{
    for (int i = 0; i < bytes; i++) felt_buffer_char(&putter->out, (char)(value >> (8 * i)));
}

static inline void felt_put_text(struct felt_putter *putter, const char *text)
{
    size_t length = strlen(text);
    felt_assert(length < 256);
    felt_put(putter, length, 1);
    felt_buffer_bytes(&putter->out, text, length);
}

struct felt_getter {
    const uint8_t *at;
    size_t left;
    bool bad; /* something was not there                                                     */
};

/* At most FELT_FIELD_BYTES_MAX; zeros if they are not there. */
static inline const uint8_t *felt_get_bytes(struct felt_getter *getter, size_t bytes)
{
    static const uint8_t nothing[FELT_FIELD_BYTES_MAX];
    if (getter->left < bytes) {
        getter->bad = true;
        getter->left = 0;
        felt_assert(bytes <= sizeof nothing);
        return nothing;
    }
    const uint8_t *at = getter->at;
    getter->at += bytes;
    getter->left -= bytes;
    return at;
}

static inline uint64_t felt_get(struct felt_getter *getter, int bytes)
{
    const uint8_t *at = felt_get_bytes(getter, (size_t)bytes);
    uint64_t value = 0;
    for (int i = 0; i < bytes; i++) value |= (uint64_t)at[i] << (8 * i);
    return value;
}

static inline void felt_get_text(struct felt_getter *getter, char *out, size_t bytes)
{
    size_t length = (size_t)felt_get(getter, 1);
    if (length >= bytes || length > getter->left) {
        getter->bad = true;
        length = 0;
    }
    memcpy(out, getter->at, length);
    out[length] = '\0';
    getter->at += length;
    getter->left -= length;
}

/* Everything was there, and nothing more. */
static inline bool felt_get_is_over(const struct felt_getter *getter)
{
    return !getter->bad && getter->left == 0;
}

#endif
