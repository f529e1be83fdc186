/* fuzz_journal.c -- any bytes as a segment of a journal.
 *
 * Records come back as they stand, without a gap and within the bytes; what is said to hold is read
 * again with the same result, and cutting the torn end off leaves nothing torn.  Random changes
 * never hit a checksum, so every input is also tried with checksums that fit. */
#include "complaint.h"

#include "store/journal/segment.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct reader {
    const uint8_t *from;
    size_t at, records;
};

static bool take(void *self, uint64_t signature, const void *bytes, size_t count)
{
    struct reader *reader = self;
    (void)signature;
    size_t at = (size_t)((const uint8_t *)bytes - reader->from);
    felt_assert(at >= reader->at + FELT_SEGMENT_PREFIX_BYTES); /* marks may stand between */
    felt_assert((at - reader->at - FELT_SEGMENT_PREFIX_BYTES) % FELT_SEGMENT_MARK_BYTES == 0);
    reader->at = at;
    felt_assert(count > 0 && count <= FELT_SEGMENT_RECORD_MAX);
    uint8_t prefix[FELT_SEGMENT_PREFIX_BYTES];
    felt_segment_write_prefix(bytes, count, prefix);
    felt_assert(memcmp(prefix, (const uint8_t *)bytes - sizeof prefix, sizeof prefix) == 0);
    reader->at += count;
    reader->records++;
    return true;
}

static void try_bytes(const uint8_t *bytes, size_t size)
{
    struct reader reader = {bytes, FELT_SEGMENT_HEADER_BYTES, 0}, again = reader;
    struct felt_segment_header header, other;
    struct felt_complaint complaint;
    size_t good, rest;
    memset(&complaint, 0xFF, sizeof complaint);
    enum felt_status status =
        felt_segment_scan(bytes, size, take, &reader, &header, &good, &complaint);
    if (status != FELT_OK) {
        felt_assert(status == FELT_BAD_FORMAT || status == FELT_UNSUPPORTED);
        verify_complaint(&complaint, size);
        return;
    }
    felt_assert(good >= reader.at && good <= size);
    felt_assert(header.snapshot_end <= good);
    status = felt_segment_scan(bytes, good, take, &again, &other, &rest, NULL);
    felt_assert(status == FELT_OK);
    felt_assert(rest == good && again.records == reader.records);
}

/* Puts the right checksums into header and records, as far as lengths make sense. */
static void mend(uint8_t *bytes, size_t size)
{
    struct felt_segment_header header = {.snapshot_end = FELT_SEGMENT_HEADER_BYTES};
    if (size < FELT_SEGMENT_HEADER_BYTES) return;
    header.snapshot_end += bytes[24];
    felt_segment_write_header(&header, bytes);
    for (size_t at = FELT_SEGMENT_HEADER_BYTES; size - at > FELT_SEGMENT_PREFIX_BYTES;) {
        size_t length = bytes[at] | (size_t)bytes[at + 1] << 8;
        if (length == 0 || length > FELT_SEGMENT_RECORD_MAX) return;
        if (length > size - at - FELT_SEGMENT_PREFIX_BYTES) return;
        if (bytes[at + 2] == 0) /* others stay wrong */
            felt_segment_write_prefix(bytes + at + FELT_SEGMENT_PREFIX_BYTES, length, bytes + at);
        at += FELT_SEGMENT_PREFIX_BYTES + length;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t *bytes = malloc(size ? size : 1);
    felt_assert(bytes != NULL);
    memcpy(bytes, data, size);
    try_bytes(bytes, size);
    mend(bytes, size);
    try_bytes(bytes, size);
    free(bytes);
    return 0;
}
