/* power_journal.h -- a real journal on a disk that loses what was not synced (lossy_disk.h), for
 * simulators of power failures.
 *
 * Each flush is numbered and ends with a record that bears the number, so that it is known after a
 * failure how far the journal came.  The numbers that were acknowledged are kept apart from what
 * the server believes: `breaks` lies to the server, and the simulator must find it out.
 *
 *   N1  after a power failure at least everything that was acknowledged is read back.
 *   N2  power_journal_released() is true only while an acknowledgement is given, or when everything
 *       that was appended is on the disk: frames and orders may leave then, and at no other time.
 */
#ifndef FELT_TESTS_POWER_JOURNAL_H
#define FELT_TESTS_POWER_JOURNAL_H

#include "base/flush.h"
#include "felt/rng.h"
#include "lossy_disk.h"
#include "store/journal/journal.h"

enum { POWER_WAITING_MAX = 65536, POWER_STALLED = 300 };

/* Mistakes that a server might make: each is to be found. */
enum power_break {
    POWER_SOUND,
    POWER_EARLY,    /* a turn's frames leave when it ends, as from an outbox that does not wait   */
    POWER_EAGER,    /* everything that was given is called acknowledged                           */
    POWER_UNSYNCED, /* syncs say that they are done, and are not                                  */
    POWER_BREAKS
};

struct power_journal {
    struct felt_rng rng;
    struct lossy_disk disk;
    struct felt_journal *journal;
    char root[256], directory[300];
    bool lies; /* the disk is rolled back to its last snapshot: N1 cannot hold                    */
    enum power_break breaks;
    bool resuming; /* what is appended while a server is restored is left out                   */
    bool acking;   /* N2                                                                        */
    bool safe;     /* N2: all that was appended is on the disk                                  */
    bool exact;    /* the last record that was read back is that of `found`                     */
    uint64_t flushes; /* so far                                                                   */
    uint64_t durable; /* the last one that was acknowledged                                       */
    uint64_t found;   /* the last one that was read back                                          */
    uint64_t number_of[POWER_WAITING_MAX], flush_of[POWER_WAITING_MAX]; /* what waits            */
    int waiting;
    uint64_t given; /* the journal's number of the last flush                                     */
    /* A record that was read back. */
    void *self;
    void (*record)(void *self, const void *bytes, size_t count);
    uint64_t failures, stalls, syncs;
    char failure[300]; /* the first mistake                                                       */
};

const char *power_break_word(enum power_break breaks);

/* `record` and `self` are set before. */
void power_journal_open(struct power_journal *power, uint64_t seed, bool lies,
                        enum power_break breaks);
void power_journal_close(struct power_journal *power);
void power_journal_complain(struct power_journal *power, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
uint32_t power_journal_below(struct power_journal *power, uint32_t bound);

void power_journal_append(struct power_journal *power, const void *bytes, size_t count);
enum felt_flush power_journal_flush(struct power_journal *power, uint64_t *number);
/* What the server is told to be safe.  It is told between these two. */
uint64_t power_journal_ack_begin(struct power_journal *power);
void power_journal_ack_end(struct power_journal *power);
/* What is appended between the two is a snapshot, a flush of its own; `wait`: until it is on the
 * disk. */
void power_journal_turn_begin(struct power_journal *power);
void power_journal_turn_end(struct power_journal *power, bool wait);
bool power_journal_released(const struct power_journal *power); /* N2                            */
/* The disk works, or is slow, or fails for a while.  True: the power fails now. */
bool power_journal_mind(struct power_journal *power);
/* The power fails; the journal is opened again and read (N1). */
void power_journal_lose(struct power_journal *power);

#endif
