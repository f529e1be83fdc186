/* journal.h -- the file that survives kill -9: records appended in order, read back in order.
 *
 * Knows bytes and nothing of what they mean.  A journal is a directory of segments, journal.000001
 * and so on, mode 0600.  A segment begins with a header (magic, format version, signature of the
 * build) and holds records: length, CRC-32C of length and bytes, bytes.
 *
 *   J1  what felt_journal_flush() returned FELT_OK for is read back after kill -9 of the process.
 *   J2  a torn or damaged record ends its segment: what is before it is read, what is behind is
 *       not, and the reader says so.  Damage before the last record of a segment that was completed
 *       is an error, not an end.
 *   J3  one process at a time: the directory is locked.
 *   J4  a new segment begins with a snapshot; it takes the place of the old one only when the whole
 *       snapshot is in it (written under another name, synced, renamed).  Then older ones go.
 *
 * The essay on the format is in journal.c. */
#ifndef FELT_STORE_JOURNAL_H
#define FELT_STORE_JOURNAL_H

#include "felt/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FELT_JOURNAL_RECORD_MAX = 32768 };

struct felt_journal; /* owned by felt_journal_open() */

/* Opens or makes the directory and reads the newest complete segment: `record` is called for each
 * record in order, with the signature that the segment was written under; it returns false if it
 * cannot make sense of it, which ends the reading with FELT_BAD_FORMAT.  `record` may be NULL.
 * FELT_UNSUPPORTED: locked by another process, no permission, a foreign format; FELT_BAD_FORMAT:
 * damaged; FELT_FULL: the disk or memory failed.  The complaint says what to do; with FELT_OK its
 * text is empty, or says that a torn end was cut off.  *out is NULL unless FELT_OK. */
FELT_MUST_USE enum felt_status
felt_journal_open(const char *directory, uint64_t signature,
                  bool (*record)(void *self, uint64_t signature, const void *bytes, size_t count),
                  void *self, struct felt_journal **out, struct felt_complaint *complaint);
void felt_journal_close(struct felt_journal *journal);

/* Was the segment under way written under another signature?  Then a turn must come before anything
 * is appended: a record belongs to the build that its header names. */
bool felt_journal_is_foreign(const struct felt_journal *journal);

/* Adds a record to the batch in memory: 1 .. FELT_JOURNAL_RECORD_MAX bytes. */
void felt_journal_append(struct felt_journal *journal, const void *bytes, size_t count);
/* One write of the whole batch; nothing is done if it is empty.  Anything but FELT_OK: the disk
 * failed, and the caller must stop. */
FELT_MUST_USE enum felt_status felt_journal_flush(struct felt_journal *journal);

/* Begins a new segment (J4): what is appended between the two is the snapshot, which counts as a
 * whole when turn_end() has returned FELT_OK and not before, flushed or not.  The batch must be
 * flushed before.  Anything but FELT_OK: as above. */
FELT_MUST_USE enum felt_status felt_journal_turn_begin(struct felt_journal *journal);
FELT_MUST_USE enum felt_status felt_journal_turn_end(struct felt_journal *journal);

/* Bytes of the segment under way, with what is in the batch. */
uint64_t felt_journal_bytes(const struct felt_journal *journal);

#endif
