/* parts.h -- what the files of the journal share.
 *
 *   journal.c  the directory, reading, appending
 *   work.c     batches that wait, rounds of writing and syncing, the thread */
#ifndef FELT_STORE_JOURNAL_PARTS_H
#define FELT_STORE_JOURNAL_PARTS_H

#include "store/journal/journal.h"
#include "store/journal/segment.h"

#include <pthread.h>

enum { FELT_JOURNAL_NAME_BYTES = 32, FELT_JOURNAL_BATCH_FIRST = 4096 };
#define felt_journal_part "journal.part"

/* Records that are flushed together, or a whole snapshot. */
struct felt_journal_batch {
    struct felt_journal_batch *next;
    uint64_t number;
    bool snapshot;
    uint8_t *bytes; /* `used` of `room`                                                       */
    size_t used, room;
};

struct felt_journal {
    /* Of the caller's thread. */
    int directory, lock;
    uint64_t signature;
    uint64_t bytes; /* of the segment under way, with what waits                              */
    bool turning;
    bool failed;  /* no memory: nothing goes on                                               */
    bool foreign; /* the segment is of another build                                          */
    bool unsynced;
    struct felt_journal_batch *open; /* what is appended to, or NULL                          */
    uint64_t given;                  /* number of the last batch                              */
    const struct felt_disk *disk;
    void (*wake)(void *waker);
    void *waker;
    /* Of whoever does a round: the thread, or the caller where nothing waits for the thread. */
    int file;        /* the segment under way                                                 */
    uint32_t number; /* of it                                                                 */
    uint64_t end;    /* bytes of it that are written                                          */
    uint64_t synced; /* and how many of those are synced                                      */
    /* Of both, under the mutex. */
    pthread_mutex_t mutex;
    pthread_cond_t work, done;
    struct felt_journal_batch *first, *last; /* wait for a round                              */
    struct felt_journal_batch *spare;
    uint64_t acked;
    int trouble;
    bool working; /* a round is under way                                                     */
    bool stopping, has_thread;
    struct felt_journal_counts counts;
    pthread_t thread;
};

/* journal.c */
void felt_journal_name(uint32_t number, char out[FELT_JOURNAL_NAME_BYTES]);
uint32_t felt_journal_number(const char *name);
void felt_journal_shut(int *file);

/* work.c */
void felt_journal_work_init(struct felt_journal *journal);
bool felt_journal_work_start(struct felt_journal *journal);
void felt_journal_work_stop(struct felt_journal *journal);
/* The batch that is appended to; NULL: no memory. */
struct felt_journal_batch *felt_journal_batch(struct felt_journal *journal);
enum felt_flush felt_journal_give(struct felt_journal *journal, bool snapshot, uint64_t *number);

#endif
