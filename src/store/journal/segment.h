/* segment.h -- the bytes of one segment of a journal, in memory: no files here.
 *
 * What the bytes are is told at the top of segment.c; who keeps them, and when, in journal.h.
 *
 *   S1  a scan calls back for whole records only, in order, and never reads beyond `count`.
 *   S2  a segment that lost any part of what was written behind its last sync is torn, not damaged;
 *       one that lost what a mark says was synced is damaged. */
#ifndef FELT_STORE_JOURNAL_SEGMENT_H
#define FELT_STORE_JOURNAL_SEGMENT_H

#include "felt/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    FELT_SEGMENT_VERSION = 2, /* 1, without marks, is read too                                 */
    FELT_SEGMENT_HEADER_BYTES = 32,
    FELT_SEGMENT_PREFIX_BYTES = 8, /* length and checksum, before each record             */
    FELT_SEGMENT_RECORD_MAX = 32768,
    FELT_SEGMENT_MARK_BYTES = 16
};

/* CRC-32C (Castagnoli), going on from `crc`; 0 begins. */
uint32_t felt_segment_crc(uint32_t crc, const void *bytes, size_t count);

struct felt_segment_header {
    uint64_t signature;    /* of the build that wrote it                                  */
    uint64_t snapshot_end; /* offset of the first byte behind the snapshot                */
    bool has_marks;        /* read only: one of this program's version                    */
};
void felt_segment_write_header(const struct felt_segment_header *header,
                               uint8_t out[FELT_SEGMENT_HEADER_BYTES]);

/* What stands before a record of so many bytes (1 .. FELT_SEGMENT_RECORD_MAX). */
void felt_segment_write_prefix(const void *bytes, size_t count,
                               uint8_t out[FELT_SEGMENT_PREFIX_BYTES]);

/* A mark, which stands before what is written at once: everything before byte `synced` was on the
 * disk by then. */
void felt_segment_write_mark(uint64_t synced, uint8_t out[FELT_SEGMENT_MARK_BYTES]);

/* False: no sense can be made of it. */
typedef bool (*felt_segment_record)(void *self, uint64_t signature, const void *bytes,
                                    size_t count);

/* Reads a whole segment.  *good is how many of its bytes hold (the rest is torn and may be cut
 * off).  FELT_UNSUPPORTED: not ours, or another version; FELT_BAD_FORMAT: damage (S2), or `record`
 * said false.  `record` may be NULL. */
FELT_MUST_USE enum felt_status felt_segment_scan(const uint8_t *bytes, size_t count,
                                                 felt_segment_record record, void *self,
                                                 struct felt_segment_header *header, size_t *good,
                                                 struct felt_complaint *complaint);

#endif
