/* journal.c -- segments in a directory: which one counts, how it is read, what is appended to it.
 *
 *     DIRECTORY/lock              locked (flock) while the journal is open; stays
 *     DIRECTORY/journal.000007    the segment under way (segment.c has its bytes)
 *     DIRECTORY/journal.part      a snapshot that is being written
 *
 * A turn, from segment 7 to 8:
 *
 *     1  journal.part is made and written: the header, with the length of the snapshot, and the
 *        snapshot; it is synced
 *     2  journal.part becomes journal.000008; the directory is synced
 *     3  journal.000007 is removed
 *
 * Whoever opens the directory takes the highest number and removes everything else.  A failure
 * before step 2 leaves 7 as it was, a failure after it leaves 8 whole: there is no step at which
 * neither counts.  The first segment is made in the same way, so a segment never has half a header.
 *
 * Before anything is appended to a segment its torn end is cut off; else the next record would
 * stand behind rubbish.  What is written, and when, is in work.c. */
#include "store/journal/parts.h"

#include "felt/assert.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

_Static_assert((int)FELT_JOURNAL_RECORD_MAX == (int)FELT_SEGMENT_RECORD_MAX, "one limit");

enum { DIGITS_MIN = 6, DIGITS_MAX = 9, FLAGS = O_CLOEXEC };

static const char prefix[] = "journal.";

/* ---- the world ------------------------------------------------------------------------------- */

static enum felt_status refuse(struct felt_complaint *complaint, const char *what)
{
    int reason = errno;
    bool world = reason == ENOSPC || reason == EIO || reason == ENOMEM || reason == EDQUOT ||
                 reason == EFBIG;
    return felt_complain(complaint, world ? FELT_FULL : FELT_UNSUPPORTED, 0, 0, "%s: %s", what,
                         strerror(reason));
}

/* As much as there is, up to `count`; -1: it failed. */
static ssize_t read_all(int file, uint8_t *out, size_t count)
{
    size_t at = 0;
    while (at < count) {
        ssize_t got = read(file, out + at, count - at);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return -1;
        if (got == 0) break;
        at += (size_t)got;
    }
    return (ssize_t)at;
}

void felt_journal_shut(int *file)
{
    if (*file >= 0) close(*file);
    *file = -1;
}

void felt_journal_name(uint32_t number, char out[FELT_JOURNAL_NAME_BYTES])
{
    (void)snprintf(out, FELT_JOURNAL_NAME_BYTES, "%s%0*u", prefix, DIGITS_MIN, number);
}

/* The number of a segment of this name; 0: it is none. */
uint32_t felt_journal_number(const char *name)
{
    size_t before = sizeof prefix - 1;
    if (strncmp(name, prefix, before) != 0) return 0;
    const char *digits = name + before;
    size_t count = strspn(digits, "0123456789");
    if (count < DIGITS_MIN || count > DIGITS_MAX || digits[count] != '\0') return 0;
    if (count > DIGITS_MIN && digits[0] == '0') return 0;
    return (uint32_t)strtoul(digits, NULL, 10);
}

/* ---- the directory --------------------------------------------------------------------------- */

static enum felt_status open_directory(struct felt_journal *journal, const char *name,
                                       struct felt_complaint *complaint)
{
    struct stat about;
    if (mkdir(name, 0700) != 0 && errno != EEXIST)
        return refuse(complaint, "the directory cannot be made");
    journal->directory = open(name, O_RDONLY | O_DIRECTORY | FLAGS);
    if (journal->directory < 0) return refuse(complaint, "the directory cannot be opened");
    if (fstat(journal->directory, &about) != 0)
        return refuse(complaint, "the directory cannot be looked at");
    if (about.st_mode & (S_IWGRP | S_IWOTH))
        return felt_complain(complaint, FELT_UNSUPPORTED, 0, 0,
                             "others may write to the directory; chmod 700 it");
    return FELT_OK;
}

static enum felt_status lock_directory(struct felt_journal *journal,
                                       struct felt_complaint *complaint)
{
    journal->lock = openat(journal->directory, "lock",
                           O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | FLAGS, 0600);
    if (journal->lock < 0) return refuse(complaint, "the lock cannot be made");
    if (flock(journal->lock, LOCK_EX | LOCK_NB) == 0) return FELT_OK;
    if (errno != EWOULDBLOCK) return refuse(complaint, "the directory cannot be locked");
    return felt_complain(complaint, FELT_UNSUPPORTED, 0, 0,
                         "another process uses the directory; stop it, or name another one");
}

/* The highest number there is (0: none), and if `keep` is not 0 everything of ours but that one
 * segment is removed.  False: errno says why. */
static bool walk(int directory, uint32_t keep, uint32_t *highest)
{
    *highest = 0;
    /* A directory that is opened anew is read from its beginning. */
    int copy = openat(directory, ".", O_RDONLY | O_DIRECTORY | FLAGS);
    DIR *list = copy < 0 ? NULL : fdopendir(copy);
    if (list == NULL) {
        felt_journal_shut(&copy);
        return false;
    }
    for (;;) {
        errno = 0;
        const struct dirent *entry = readdir(list);
        if (entry == NULL) break;
        uint32_t number = felt_journal_number(entry->d_name);
        if (number > *highest) *highest = number;
        bool ours = number > 0 || strcmp(entry->d_name, felt_journal_part) == 0;
        if (keep && ours && number != keep) (void)unlinkat(directory, entry->d_name, 0);
    }
    int reason = errno;
    closedir(list);
    errno = reason;
    return reason == 0;
}

/* ---- reading --------------------------------------------------------------------------------- */

static enum felt_status open_segment(struct felt_journal *journal, size_t *bytes,
                                     struct felt_complaint *complaint)
{
    char name[FELT_JOURNAL_NAME_BYTES];
    struct stat about;
    felt_journal_name(journal->number, name);
    journal->file = openat(journal->directory, name, O_RDWR | O_NOFOLLOW | O_NONBLOCK | FLAGS);
    if (journal->file < 0) return refuse(complaint, "the segment cannot be opened");
    if (fstat(journal->file, &about) != 0)
        return refuse(complaint, "the segment cannot be looked at");
    if (!S_ISREG(about.st_mode))
        return felt_complain(complaint, FELT_UNSUPPORTED, 0, 0,
                             "%s is no regular file; name another directory", name);
    *bytes = (size_t)about.st_size;
    return FELT_OK;
}

/* A complaint about the bytes of a segment also says which one. */
static enum felt_status name_complaint(const struct felt_journal *journal, enum felt_status status,
                                       struct felt_complaint *complaint)
{
    char name[FELT_JOURNAL_NAME_BYTES];
    if (status == FELT_OK || complaint == NULL) return status;
    struct felt_complaint inner = *complaint;
    felt_journal_name(journal->number, name);
    return felt_complain(complaint, status, inner.at, inner.length, "%s: %s", name, inner.text);
}

/* What holds stays; what is torn is cut off and told. */
static enum felt_status keep_good(struct felt_journal *journal, size_t bytes, size_t good,
                                  struct felt_complaint *complaint)
{
    journal->bytes = journal->end = journal->synced = good;
    if (good == bytes) return FELT_OK;
    if (!journal->disk->cut(journal->disk->self, journal->file, good))
        return refuse(complaint, "the torn end of the segment cannot be cut off");
    char name[FELT_JOURNAL_NAME_BYTES];
    felt_journal_name(journal->number, name);
    return felt_complain(complaint, FELT_OK, good, bytes - good,
                         "%s: its last %zu bytes were torn by a crash; they were cut off", name,
                         bytes - good);
}

static enum felt_status read_segment(struct felt_journal *journal, felt_segment_record record,
                                     void *self, struct felt_complaint *complaint)
{
    size_t bytes = 0, good = 0;
    struct felt_segment_header header;
    enum felt_status status = open_segment(journal, &bytes, complaint);
    if (status != FELT_OK) return status;
    uint8_t *memory = malloc(bytes ? bytes : 1);
    if (memory == NULL) return refuse(complaint, "the segment cannot be read");
    ssize_t got = read_all(journal->file, memory, bytes);
    if (got < 0) {
        status = refuse(complaint, "the segment cannot be read");
    } else {
        bytes = (size_t)got;
        status = felt_segment_scan(memory, bytes, record, self, &header, &good, complaint);
        status = name_complaint(journal, status, complaint);
    }
    free(memory);
    if (status != FELT_OK) return status;
    journal->foreign = header.signature != journal->signature;
    return keep_good(journal, bytes, good, complaint);
}

/* ---- opening --------------------------------------------------------------------------------- */

/* What a kill left may be in memory only: it is read as good, so it must last. */
static enum felt_status sync_read(const struct felt_journal *journal,
                                  struct felt_complaint *complaint)
{
    if (journal->disk->sync(journal->disk->self, journal->file)) return FELT_OK;
    return refuse(complaint, "the segment cannot be synced");
}

/* A new journal: the first segment comes from a turn with nothing in it. */
static enum felt_status make_first(struct felt_journal *journal, struct felt_complaint *complaint)
{
    uint64_t number;
    felt_journal_turn_begin(journal);
    enum felt_flush flush = felt_journal_turn_end(journal, &number);
    if (flush != FELT_FLUSH_FAILED && felt_journal_wait(journal, 0) == FELT_OK) return FELT_OK;
    errno = journal->trouble ? journal->trouble : ENOMEM;
    return refuse(complaint, "the journal cannot be written");
}

static enum felt_status open_all(struct felt_journal *journal,
                                 const struct felt_journal_config *config,
                                 struct felt_complaint *complaint)
{
    uint32_t highest;
    enum felt_status status = open_directory(journal, config->directory, complaint);
    if (status == FELT_OK) status = lock_directory(journal, complaint);
    if (status != FELT_OK) return status;
    if (!walk(journal->directory, 0, &journal->number))
        return refuse(complaint, "the directory cannot be read");
    if (journal->number == 0) return make_first(journal, complaint);
    status = read_segment(journal, config->record, config->self, complaint);
    if (status == FELT_OK) status = sync_read(journal, complaint);
    /* Older segments and parts only take room: it does not matter if they stay. */
    if (status == FELT_OK) (void)walk(journal->directory, journal->number, &highest);
    return status;
}

enum felt_status felt_journal_open(const struct felt_journal_config *config,
                                   struct felt_journal **out, struct felt_complaint *complaint)
{
    *out = NULL;
    if (complaint) *complaint = (struct felt_complaint){0};
    struct felt_journal *journal = calloc(1, sizeof *journal);
    if (journal == NULL) return refuse(complaint, "the journal cannot be opened");
    journal->directory = journal->lock = journal->file = -1;
    journal->signature = config->signature;
    journal->unsynced = config->unsynced;
    journal->wake = config->wake;
    journal->waker = config->waker;
    journal->disk = config->disk ? config->disk : &felt_disk_usual;
    felt_journal_work_init(journal);
    enum felt_status status = open_all(journal, config, complaint);
    if (status == FELT_OK && config->wake && !felt_journal_work_start(journal))
        status = refuse(complaint, "the journal's thread cannot be started");
    if (status == FELT_OK)
        *out = journal;
    else
        felt_journal_close(journal);
    return status;
}

void felt_journal_close(struct felt_journal *journal)
{
    if (journal == NULL) return;
    felt_journal_work_stop(journal);
    felt_journal_shut(&journal->file);
    felt_journal_shut(&journal->lock);
    felt_journal_shut(&journal->directory);
    free(journal);
}

bool felt_journal_is_foreign(const struct felt_journal *journal)
{
    return journal->foreign;
}

/* ---- appending ---------------------------------------------------------------------------------
 */

static bool make_room(struct felt_journal_batch *batch, size_t more)
{
    size_t room = batch->room ? batch->room : FELT_JOURNAL_BATCH_FIRST;
    while (room - batch->used < more) room *= 2;
    if (room == batch->room) return true;
    uint8_t *bytes = realloc(batch->bytes, room);
    if (bytes == NULL) return false;
    batch->bytes = bytes;
    batch->room = room;
    return true;
}

void felt_journal_append(struct felt_journal *journal, const void *bytes, size_t count)
{
    felt_assert(count > 0);
    felt_assert(count <= FELT_JOURNAL_RECORD_MAX);
    felt_assert(journal->turning || !journal->foreign);
    struct felt_journal_batch *batch = felt_journal_batch(journal);
    if (!batch || !make_room(batch, FELT_SEGMENT_PREFIX_BYTES + count)) {
        journal->failed = true; /* the next flush says so */
        return;
    }
    uint8_t *at = batch->bytes + batch->used;
    felt_segment_write_prefix(bytes, count, at);
    memcpy(at + FELT_SEGMENT_PREFIX_BYTES, bytes, count);
    batch->used += FELT_SEGMENT_PREFIX_BYTES + count;
    journal->bytes += FELT_SEGMENT_PREFIX_BYTES + count;
}

enum felt_flush felt_journal_flush(struct felt_journal *journal, uint64_t *number)
{
    felt_assert(!journal->turning);
    return felt_journal_give(journal, false, number);
}

void felt_journal_turn_begin(struct felt_journal *journal)
{
    uint64_t number;
    felt_assert(!journal->turning);
    if (felt_journal_give(journal, false, &number) == FELT_FLUSH_FAILED) return;
    journal->turning = true;
    journal->bytes = FELT_SEGMENT_HEADER_BYTES;
}

enum felt_flush felt_journal_turn_end(struct felt_journal *journal, uint64_t *number)
{
    *number = 0;
    if (!journal->turning) return FELT_FLUSH_FAILED; /* no memory at its beginning */
    journal->turning = false;
    journal->foreign = false;
    return felt_journal_give(journal, true, number);
}

uint64_t felt_journal_bytes(const struct felt_journal *journal)
{
    return journal->bytes;
}
