/* tables_journal.h -- the journal of an endpoint that has tables: its segments, its clock, and
 * whether its records are of tables like ours.
 *
 * A segment begins with a record of this file, the fingerprint of what is played; what follows is
 * the session's (first bytes of other values).  A segment that is long enough ends with the turn,
 * and the next one begins with a snapshot.
 *
 *   J1  time of the tables stands while the disk takes nothing (journal_clock.h).
 *   J2  nothing is appended while records are played back, or what follows from them. */
#ifndef FELT_STORE_JOURNAL_TABLES_JOURNAL_H
#define FELT_STORE_JOURNAL_TABLES_JOURNAL_H

#include "store/journal/journal_clock.h"
#include "store/journal/journal.h"

/* Starts from {0}: without a journal nothing survives, and the clock is the real one. */
struct felt_tables_journal {
    struct felt_journal *journal;
    struct felt_journal_clock clock;
    uint64_t signature;     /* of this program                                                    */
    uint64_t fingerprint;   /* of what is played                                                  */
    uint64_t segment_hands; /* that were over when the segment began                              */
    int64_t segment_us;     /* when its snapshot was begun                                        */
    uint64_t snapshots, snapshot_us,
        snapshot_us_max; /* that the loop stood still for them        */
    bool foreign;  /* its records are of tables of another fingerprint                            */
    bool resuming; /* J2                                                                          */
    bool failed;   /* no memory: the server must end                                              */
};

/* Is this our record?  Then `foreign` says what it said. */
bool felt_tables_journal_takes(struct felt_tables_journal *tables, const void *bytes, size_t count);
/* Microseconds of the tables; K1 of journal_clock.h.  This and the next two are services of
 * sessions: `self` is a struct felt_tables_journal. */
int64_t felt_tables_journal_us(void *self);
void felt_tables_journal_append(void *self, const void *bytes, size_t count);
enum felt_flush felt_tables_journal_flush(void *self, uint64_t *number);
/* A new segment; between the two the session appends its snapshot.  False: no memory. */
void felt_tables_journal_begin_segment(struct felt_tables_journal *tables, uint64_t hands);
bool felt_tables_journal_end_segment(struct felt_tables_journal *tables);
/* After so many hands in all, at most hands_max of them in a segment: is it time for a new one? */
bool felt_tables_journal_is_long(const struct felt_tables_journal *tables, uint64_t hands,
                                 uint64_t hands_max);
/* Must the tables wait for the disk?  `waiting`: bytes of frames that do.  *changed: the operator
 * should hear of it. */
bool felt_tables_journal_stands(struct felt_tables_journal *tables, size_t waiting, bool *changed);
/* The operator knows that the tables wait, or the disk has trouble. */
bool felt_tables_journal_is_ill(const struct felt_tables_journal *tables);
/* Why, in words. */
const char *felt_tables_journal_why(const struct felt_tables_journal *tables);
/* What was flushed is on the disk; false: it is not, for two seconds. */
bool felt_tables_journal_settle(const struct felt_tables_journal *tables);
/* The same of everything that was appended. */
bool felt_tables_journal_finish(const struct felt_tables_journal *tables);
void felt_tables_journal_close(struct felt_tables_journal *tables);

#endif
