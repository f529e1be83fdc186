/* journal.h -- the file that survives a power failure: records appended in order, read back in
 * order.
 *
 * Knows bytes and nothing of what they mean.  A journal is a directory of segments, journal.000001
 * and so on, mode 0600.  A segment begins with a header (magic, format version, signature of the
 * build) and holds records: length, CRC-32C of length and bytes, bytes.
 *
 * The caller's thread only fills buffers.  A thread of the journal's own writes what has gathered,
 * syncs it once, and wakes the caller, who asks felt_journal_acked() how far it has come (group
 * commit).  While the disk is full or fails the thread tries again, with the same bytes.
 *
 *   J1  what felt_journal_acked() covers is read back after a kill of the process; if the journal
 * is synced, after a power failure too.  Acknowledgements come in order: what is read back is
 *       always a beginning of what was appended.
 *   J2  what was lost behind the last sync is cut off, and the reader says so.  Damage to what was
 *       synced is an error, not an end (segment.c).
 *   J3  one process at a time: the directory is locked.
 *   J4  a new segment begins with a snapshot; it takes the place of the old one only when the whole
 *       snapshot is in it (written under another name, synced, renamed).  Then older ones go.
 *   J5  a failing disk loses nothing and ends nothing: felt_journal_trouble() says what is wrong,
 *       and it goes on when the disk does.
 *
 * The essay on the format is in segment.c, that on segments in journal.c. */
#ifndef FELT_STORE_JOURNAL_JOURNAL_H
#define FELT_STORE_JOURNAL_JOURNAL_H

#include "base/flush.h"
#include "felt/status.h"
#include "store/journal/disk.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FELT_JOURNAL_RECORD_MAX = 32768, FELT_JOURNAL_PATIENCE_MS = 2000 };

struct felt_journal; /* owned by felt_journal_open() */

struct felt_journal_config {
    const char *directory;
    uint64_t signature; /* of this build                                                       */
    /* Called for each record in order, with the signature that the segment was written under;
     * false: it makes no sense, which ends the reading with FELT_BAD_FORMAT.  NULL: nobody reads.
     */
    bool (*record)(void *self, uint64_t signature, const void *bytes, size_t count);
    void *self;
    /* Acknowledged when written, not when synced: a power failure may take the last seconds. */
    bool unsynced;
    /* From the journal's thread: felt_journal_acked() has changed, or the trouble.  Never from
     * within a flush, which says itself what became of it.  NULL: there is no thread,
     * felt_journal_work() does its work. */
    void (*wake)(void *waker);
    void *waker;
    const struct felt_disk *disk; /* NULL: felt_disk_usual                                      */
};

/* Opens or makes the directory and reads the newest complete segment.
 * FELT_UNSUPPORTED: locked by another process, no permission, a foreign format; FELT_BAD_FORMAT:
 * damaged; FELT_FULL: the disk or memory failed.  The complaint says what to do; with FELT_OK its
 * text is empty, or says that a torn end was cut off.  *out is NULL unless FELT_OK. */
FELT_MUST_USE enum felt_status felt_journal_open(const struct felt_journal_config *config,
                                                 struct felt_journal **out,
                                                 struct felt_complaint *complaint);
/* What was flushed and is not on the disk yet is lost: felt_journal_wait() before. */
void felt_journal_close(struct felt_journal *journal);

/* Was the segment under way written under another signature?  Then a turn must come before anything
 * is appended: a record belongs to the build that its header names. */
bool felt_journal_is_foreign(const struct felt_journal *journal);

/* Adds a record to the batch in memory: 1 .. FELT_JOURNAL_RECORD_MAX bytes. */
void felt_journal_append(struct felt_journal *journal, const void *bytes, size_t count);
/* Gives the batch away.  LATER: it is safe when felt_journal_acked() has reached *number.  FAILED:
 * no memory. */
enum felt_flush felt_journal_flush(struct felt_journal *journal, uint64_t *number);
uint64_t felt_journal_acked(struct felt_journal *journal);
/* Waits until everything that was flushed is safe.  FELT_FULL: it is not, the disk has failed for
 * `patience_ms`. */
FELT_MUST_USE enum felt_status felt_journal_wait(struct felt_journal *journal,
                                                 uint32_t patience_ms);

/* Begins a new segment (J4): what is appended between the two is the snapshot. */
void felt_journal_turn_begin(struct felt_journal *journal);
/* The segment is given away as by a flush. */
enum felt_flush felt_journal_turn_end(struct felt_journal *journal, uint64_t *number);

/* Bytes of the segment under way, with what waits. */
uint64_t felt_journal_bytes(const struct felt_journal *journal);
/* Why the disk takes nothing just now: an errno; 0: it does. */
int felt_journal_trouble(struct felt_journal *journal);

struct felt_journal_counts {
    uint64_t rounds; /* writes of what had gathered                                          */
    uint64_t syncs, sync_us, sync_us_max; /* the last: of the longest                         */
    uint64_t retries; /* rounds that failed                                                   */
    uint64_t waiting; /* batches that are not safe yet                                        */
};
void felt_journal_counts(struct felt_journal *journal, struct felt_journal_counts *out);

/* One round of the thread's work, for a journal without one.  False: there is nothing to do, or the
 * disk failed. */
bool felt_journal_work(struct felt_journal *journal);

#endif
