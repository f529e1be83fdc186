/* work.c -- batches on their way to the disk.
 *
 * A round takes everything that waits, up to the next snapshot, and writes it behind what is there:
 * a mark (segment.c), then the batches.  One sync makes all of it last; meanwhile the next batches
 * gather.  A round that fails leaves everything as it was, and the next one writes the same bytes
 * to the same place: after a sync that failed the kernel may take pages for clean that never
 * reached the disk, so what was not synced is always written again.
 *
 * A snapshot is a round of its own: steps 1 to 3 of a turn (journal.c).
 *
 * An unsynced journal does its rounds in the caller's thread, where a write is all there is to wait
 * for; only if that fails, or the thread has something in hand, the thread takes over.  Once a
 * second the thread syncs what has been written. */
#include "store/journal/parts.h"

#include "felt/assert.h"
#include "os/clock.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { RETRY_MS = 200, BACKGROUND_MS = 1000, SPARE_BYTES_MAX = 1 << 20 };

/* ---- batches ---- */

static void free_batches(struct felt_journal_batch *batch)
{
    while (batch) {
        struct felt_journal_batch *next = batch->next;
        free(batch->bytes);
        free(batch);
        batch = next;
    }
}

struct felt_journal_batch *felt_journal_batch(struct felt_journal *journal)
{
    if (journal->open) return journal->open;
    (void)pthread_mutex_lock(&journal->mutex);
    struct felt_journal_batch *batch = journal->spare;
    if (batch) journal->spare = batch->next;
    (void)pthread_mutex_unlock(&journal->mutex);
    if (!batch) batch = calloc(1, sizeof *batch);
    if (!batch) return NULL;
    batch->next = NULL;
    batch->used = 0;
    return journal->open = batch;
}

/* What is safe is used again; under the mutex. */
static void keep_spare(struct felt_journal *journal, struct felt_journal_batch *batch)
{
    if (batch->room > SPARE_BYTES_MAX) {
        batch->next = NULL;
        free_batches(batch);
        return;
    }
    batch->next = journal->spare;
    journal->spare = batch;
}

/* ---- writing ---- */

static bool sync_file(struct felt_journal *journal, int file)
{
    int64_t begin = felt_clock_us();
    if (!journal->disk->sync(journal->disk->self, file)) return false;
    int64_t took = felt_clock_us() - begin;
    (void)pthread_mutex_lock(&journal->mutex);
    journal->counts.syncs++;
    journal->counts.sync_us += (uint64_t)(took > 0 ? took : 0);
    if (took > 0 && (uint64_t)took > journal->counts.sync_us_max)
        journal->counts.sync_us_max = (uint64_t)took;
    (void)pthread_mutex_unlock(&journal->mutex);
    return true;
}

/* A mark and the batches from `first` to `last`, behind the end of the segment. */
static bool write_round(struct felt_journal *journal, const struct felt_journal_batch *first,
                        const struct felt_journal_batch *last)
{
    const struct felt_disk *disk = journal->disk;
    uint8_t mark[FELT_SEGMENT_MARK_BYTES];
    uint64_t at = journal->end;
    felt_segment_write_mark(journal->synced, mark);
    if (!disk->write(disk->self, journal->file, at, mark, sizeof mark)) return false;
    at += sizeof mark;
    for (const struct felt_journal_batch *batch = first;; batch = batch->next) {
        if (!disk->write(disk->self, journal->file, at, batch->bytes, batch->used)) return false;
        at += batch->used;
        if (batch == last) break;
    }
    if (!journal->unsynced) {
        if (!sync_file(journal, journal->file)) return false;
        journal->synced = at;
    }
    journal->end = at;
    return true;
}

/* Step 1 of a turn: the file, or -1. */
static int write_part(struct felt_journal *journal, const struct felt_journal_batch *batch)
{
    const struct felt_disk *disk = journal->disk;
    uint8_t bytes[FELT_SEGMENT_HEADER_BYTES];
    const struct felt_segment_header header = {.signature = journal->signature,
                                               .snapshot_end = sizeof bytes + batch->used};
    felt_segment_write_header(&header, bytes);
    int part = disk->make(disk->self, journal->directory, felt_journal_part);
    if (part < 0) return -1;
    if (disk->write(disk->self, part, 0, bytes, sizeof bytes) &&
        (!batch->used || disk->write(disk->self, part, sizeof bytes, batch->bytes, batch->used)) &&
        sync_file(journal, part))
        return part;
    int reason = errno;
    felt_journal_shut(&part);
    errno = reason;
    return -1;
}

/* Steps 2 and 3. */
static bool name_part(struct felt_journal *journal)
{
    const struct felt_disk *disk = journal->disk;
    char name[FELT_JOURNAL_NAME_BYTES];
    felt_journal_name(journal->number + 1, name);
    if (felt_journal_number(name) != journal->number + 1) {
        errno = EFBIG; /* a thousand million turns */
        return false;
    }
    if (!disk->rename(disk->self, journal->directory, felt_journal_part, name) ||
        !disk->sync_names(disk->self, journal->directory))
        return false;
    felt_journal_name(journal->number, name);
    if (journal->number > 0) disk->remove(disk->self, journal->directory, name);
    return true;
}

static bool write_snapshot(struct felt_journal *journal, const struct felt_journal_batch *batch)
{
    int part = write_part(journal, batch);
    if (part < 0) return false;
    if (!name_part(journal)) {
        int reason = errno;
        felt_journal_shut(&part);
        errno = reason;
        return false;
    }
    felt_journal_shut(&journal->file);
    journal->file = part;
    journal->number++;
    journal->end = journal->synced = FELT_SEGMENT_HEADER_BYTES + batch->used;
    return true;
}

/* ---- rounds ---- */

/* The last batch of the round that begins with the first one; under the mutex. */
static struct felt_journal_batch *round_end(const struct felt_journal *journal)
{
    struct felt_journal_batch *last = journal->first;
    if (last->snapshot) return last;
    while (last->next && !last->next->snapshot) last = last->next;
    return last;
}

/* The round is over; under the mutex. */
static void end_round(struct felt_journal *journal, struct felt_journal_batch *last, int trouble)
{
    journal->working = false;
    journal->trouble = trouble;
    journal->counts.rounds += !trouble;
    journal->counts.retries += trouble != 0;
    while (!trouble) {
        struct felt_journal_batch *batch = journal->first;
        journal->first = batch->next;
        journal->acked = batch->number;
        journal->counts.waiting--;
        keep_spare(journal, batch);
        if (batch == last) break;
    }
    if (!journal->first) journal->last = NULL;
    (void)pthread_cond_broadcast(&journal->done);
}

/* What came of a round. */
struct outcome {
    bool good; /* it is written                                                                */
    bool news; /* acknowledgements have changed, or the trouble                                */
};

static struct outcome do_round(struct felt_journal *journal)
{
    (void)pthread_mutex_lock(&journal->mutex);
    if (!journal->first || journal->working) {
        (void)pthread_mutex_unlock(&journal->mutex);
        return (struct outcome){0};
    }
    struct felt_journal_batch *first = journal->first, *last = round_end(journal);
    int before = journal->trouble;
    journal->working = true;
    (void)pthread_mutex_unlock(&journal->mutex);
    bool good =
        first->snapshot ? write_snapshot(journal, first) : write_round(journal, first, last);
    int trouble = good ? 0 : errno ? errno : EIO;
    (void)pthread_mutex_lock(&journal->mutex);
    end_round(journal, last, trouble);
    (void)pthread_mutex_unlock(&journal->mutex);
    return (struct outcome){.good = good, .news = good || !before};
}

bool felt_journal_work(struct felt_journal *journal)
{
    struct outcome outcome = do_round(journal);
    if (journal->wake && outcome.news) journal->wake(journal->waker);
    return outcome.good;
}

/* ---- giving ---- */

/* An unsynced journal with nothing under way writes at once. */
static bool writes_at_once(struct felt_journal *journal)
{
    return journal->unsynced && !journal->first->snapshot && journal->first == journal->last &&
           !journal->working;
}

/* In the caller's thread, who reads what came of it from the return value: a wake would cost
 * another turn of the loop for each write.  If it fails the thread takes over now, not when it next
 * looks. */
static bool write_here(struct felt_journal *journal)
{
    if (do_round(journal).good) return true;
    (void)pthread_mutex_lock(&journal->mutex);
    (void)pthread_cond_signal(&journal->work);
    (void)pthread_mutex_unlock(&journal->mutex);
    return false;
}

enum felt_flush felt_journal_give(struct felt_journal *journal, bool snapshot, uint64_t *number)
{
    struct felt_journal_batch *batch = snapshot ? felt_journal_batch(journal) : journal->open;
    if (journal->failed || (snapshot && !batch)) return FELT_FLUSH_FAILED;
    bool gives = batch && (snapshot || batch->used);
    (void)pthread_mutex_lock(&journal->mutex);
    if (gives) {
        batch->number = ++journal->given;
        batch->snapshot = snapshot;
        if (journal->last)
            journal->last->next = batch;
        else
            journal->first = batch;
        journal->last = batch;
        journal->open = NULL;
        journal->counts.waiting++;
    }
    *number = journal->given;
    bool at_once = gives && writes_at_once(journal);
    if (gives && !at_once) (void)pthread_cond_signal(&journal->work);
    bool done = journal->acked == journal->given;
    (void)pthread_mutex_unlock(&journal->mutex);
    if (at_once) done = write_here(journal);
    return done ? FELT_FLUSH_DONE : FELT_FLUSH_LATER;
}

uint64_t felt_journal_acked(struct felt_journal *journal)
{
    (void)pthread_mutex_lock(&journal->mutex);
    uint64_t acked = journal->acked;
    (void)pthread_mutex_unlock(&journal->mutex);
    return acked;
}

int felt_journal_trouble(struct felt_journal *journal)
{
    (void)pthread_mutex_lock(&journal->mutex);
    int trouble = journal->trouble;
    (void)pthread_mutex_unlock(&journal->mutex);
    return trouble;
}

void felt_journal_counts(struct felt_journal *journal, struct felt_journal_counts *out)
{
    (void)pthread_mutex_lock(&journal->mutex);
    *out = journal->counts;
    (void)pthread_mutex_unlock(&journal->mutex);
}

/* felt_clock_us and the conditions have the same clock. */
static struct timespec time_in(uint32_t ms)
{
    int64_t us = felt_clock_us() + (int64_t)ms * 1000;
    return (struct timespec){.tv_sec = us / 1000000, .tv_nsec = us % 1000000 * 1000};
}

enum felt_status felt_journal_wait(struct felt_journal *journal, uint32_t patience_ms)
{
    int64_t end = felt_clock_us() + (int64_t)patience_ms * 1000;
    for (;;) {
        if (!journal->has_thread)
            while (felt_journal_work(journal)) continue;
        (void)pthread_mutex_lock(&journal->mutex);
        bool waits = journal->first != NULL, troubled = journal->trouble != 0;
        /* A disk may also hang without an error: somebody with patience stops waiting all the
         * same, so that a server can be ended. */
        bool over = !waits || ((troubled || patience_ms) && felt_clock_us() >= end);
        struct timespec until = time_in(RETRY_MS);
        if (!over) (void)pthread_cond_timedwait(&journal->done, &journal->mutex, &until);
        (void)pthread_mutex_unlock(&journal->mutex);
        if (over) return waits ? FELT_FULL : FELT_OK;
    }
}

/* ---- the thread ---- */

/* What an unsynced journal has written is synced now and then.  `end` and `synced` belong to the
 * round that is working, so they are read only if none is. */
static void sync_background(struct felt_journal *journal)
{
    (void)pthread_mutex_lock(&journal->mutex);
    bool idle = !journal->working && journal->synced < journal->end;
    uint64_t end = idle ? journal->end : 0;
    journal->working |= idle;
    (void)pthread_mutex_unlock(&journal->mutex);
    if (!idle) return;
    bool good = sync_file(journal, journal->file);
    (void)pthread_mutex_lock(&journal->mutex);
    journal->working = false;
    if (good) journal->synced = end;
    (void)pthread_mutex_unlock(&journal->mutex);
}

static void *run(void *self)
{
    struct felt_journal *journal = self;
    for (;;) {
        (void)pthread_mutex_lock(&journal->mutex);
        uint32_t ms = journal->trouble ? RETRY_MS : BACKGROUND_MS;
        struct timespec until = time_in(ms);
        if (!journal->stopping && (!journal->first || journal->trouble))
            (void)pthread_cond_timedwait(&journal->work, &journal->mutex, &until);
        bool stops = journal->stopping;
        (void)pthread_mutex_unlock(&journal->mutex);
        if (stops) return NULL;
        if (!felt_journal_work(journal) && journal->unsynced) sync_background(journal);
    }
}

void felt_journal_work_init(struct felt_journal *journal)
{
    pthread_condattr_t clock;
    (void)pthread_condattr_init(&clock);
    (void)pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    (void)pthread_mutex_init(&journal->mutex, NULL);
    (void)pthread_cond_init(&journal->work, &clock);
    (void)pthread_cond_init(&journal->done, &clock);
    (void)pthread_condattr_destroy(&clock);
}

bool felt_journal_work_start(struct felt_journal *journal)
{
    int reason = pthread_create(&journal->thread, NULL, run, journal);
    journal->has_thread = reason == 0;
    errno = reason;
    return journal->has_thread;
}

void felt_journal_work_stop(struct felt_journal *journal)
{
    (void)pthread_mutex_lock(&journal->mutex);
    journal->stopping = true;
    (void)pthread_cond_broadcast(&journal->work);
    (void)pthread_mutex_unlock(&journal->mutex);
    if (journal->has_thread) (void)pthread_join(journal->thread, NULL);
    (void)pthread_cond_destroy(&journal->done);
    (void)pthread_cond_destroy(&journal->work);
    (void)pthread_mutex_destroy(&journal->mutex);
    free_batches(journal->first);
    free_batches(journal->spare);
    free_batches(journal->open);
}
