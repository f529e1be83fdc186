/* complaint.h -- what every refused text must come with: a complaint that points into the text and
 * is fit to be printed. */
#ifndef FELT_FUZZ_COMPLAINT_H
#define FELT_FUZZ_COMPLAINT_H

#include "base/utf8.h"
#include "felt/assert.h"
#include "felt/status.h"

#include <string.h>

static inline void verify_complaint(const struct felt_complaint *complaint, size_t bytes)
{
    felt_assert(complaint->at <= bytes);
    felt_assert(complaint->length <= bytes - complaint->at);
    size_t length = strlen(complaint->text), used;
    felt_assert(length > 0 && length < FELT_COMPLAINT_BYTES);
    for (size_t at = 0; at < length; at += used) {
        uint32_t c;
        felt_assert(felt_utf8_read(complaint->text + at, length - at, &used, &c));
        felt_assert(c >= 0x20 && c != 0x7F && !(c >= 0x80 && c < 0xA0));
    }
}

#endif
