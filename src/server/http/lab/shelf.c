/* shelf.c -- the directory of the lab: which archives there are, and what was read.
 *
 * An archive is a directory with an archive.json in it.  It is read when somebody asks, and again
 * when the file is another one: `felt lab evolve` writes beside it and renames, so that a new state
 * is a new file.  A few archives stay in memory as a whole; of all others a line for the list does,
 * which also says if the file is damaged.
 *
 * Names of the directory are only ever taken from itself.  Everything below is opened from the
 * directory that holds it, without following a link, and without waiting for a pipe. */
#include "server/http/lab/parts.h"

#include "felt/assert.h"
#include "os/clock.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LOOK_MS = 1000 };
/* What the directory itself is called, if it is an archive. */
static const char itself[] = "-";

/* ---- files ---- */

static struct felt_http_lab_mark mark_of(const struct stat *about)
{
    return (struct felt_http_lab_mark){.there = true,
                                       .device = about->st_dev,
                                       .file = about->st_ino,
                                       .bytes = about->st_size,
                                       .at = about->st_mtim};
}

bool felt_http_lab_mark_equal(const struct felt_http_lab_mark *a,
                              const struct felt_http_lab_mark *b)
{
    return a->there == b->there && a->device == b->device && a->file == b->file &&
           a->bytes == b->bytes && a->at.tv_sec == b->at.tv_sec && a->at.tv_nsec == b->at.tv_nsec;
}

struct felt_http_lab_mark felt_http_lab_mark_of(int directory, const char *name)
{
    struct stat about;
    if (fstatat(directory, name, &about, AT_SYMLINK_NOFOLLOW) != 0 || !S_ISREG(about.st_mode))
        return (struct felt_http_lab_mark){0};
    return mark_of(&about);
}

/* Exactly `bytes`; a file that is cut meanwhile is none. */
static bool read_all(int file, char *out, size_t bytes)
{
    size_t used = 0;
    while (used < bytes) {
        ssize_t got = read(file, out + used, bytes - used);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        used += (size_t)got;
    }
    return true;
}

char *felt_http_lab_text(int directory, const char *name, size_t most, size_t *bytes,
                         struct felt_http_lab_mark *mark)
{
    struct stat about;
    char *text = NULL;
    int file = openat(directory, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    *bytes = 0;
    if (file < 0) return NULL;
    if (fstat(file, &about) == 0 && S_ISREG(about.st_mode) && about.st_size >= 0 &&
        (uint64_t)about.st_size <= most) {
        *bytes = (size_t)about.st_size;
        if (mark) *mark = mark_of(&about);
        text = malloc(*bytes + 1);
    }
    if (text && !read_all(file, text, *bytes)) {
        free(text);
        text = NULL;
    }
    if (text) text[*bytes] = '\0';
    (void)close(file);
    return text;
}

/* ---- books ---- */

static void close_book(struct felt_http_lab_book *book)
{
    free(book->opened);
    book->opened = NULL;
}

int felt_http_lab_book_enter(const struct felt_http_lab_shelf *shelf,
                             const struct felt_http_lab_book *book)
{
    const char *name = strcmp(book->name, itself) == 0 ? "." : book->name;
    return openat(shelf->directory, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

int felt_http_lab_book_game(const struct felt_http_lab_opened *opened, const char *slug)
{
    const struct felt_archive *archive = &opened->archive.evolve.archive;
    char name[FELT_LAB_SLUG_BYTES];
    for (uint32_t i = 0; i < archive->count; i++)
        if (strcmp(felt_lab_slug(&archive->elite[i], name), slug) == 0) return (int)i;
    return -1;
}

/* Those that were not asked for of late go. */
static void make_room(struct felt_http_lab_shelf *shelf)
{
    for (;;) {
        struct felt_http_lab_book *oldest = NULL;
        int opened = 0;
        for (uint32_t i = 0; i < shelf->ledger; i++) {
            struct felt_http_lab_book *book = &shelf->book[i];
            if (!book->opened) continue;
            opened++;
            if (!oldest || book->used < oldest->used) oldest = book;
        }
        if (opened < FELT_HTTP_LAB_OPEN_MAX) return;
        close_book(oldest);
    }
}

void felt_http_lab_shelf_tidy(struct felt_http_lab_shelf *shelf)
{
    struct felt_http_lab_book *oldest = NULL;
    int followed = 0;
    for (uint32_t i = 0; i < shelf->ledger; i++) {
        struct felt_http_lab_book *book = &shelf->book[i];
        if (!book->point) continue;
        followed++;
        if (!oldest || book->used < oldest->used) oldest = book;
    }
    if (followed > FELT_HTTP_LAB_FOLLOWED_MAX) felt_http_lab_book_unfollow(oldest);
}

static void sum_up(struct felt_http_lab_book *book, struct felt_http_lab_opened *opened)
{
    const struct felt_evolve *evolve = &opened->archive.evolve;
    uint16_t good[FELT_GOOD_MAX];
    int count = felt_archive_good(&evolve->archive, evolve->floor, good);
    for (int i = 0; i < count; i++) opened->good[good[i]] = true;
    book->generation = evolve->counts.generation;
    book->elites = evolve->archive.count;
    book->good = (uint32_t)count;
    book->best = felt_archive_sum(&evolve->archive).best;
    (void)snprintf(book->preset, sizeof book->preset, "%s", opened->archive.preset);
}

/* NULL: book->why says what is wrong. */
static struct felt_http_lab_opened *read_book(struct felt_http_lab_book *book, int directory)
{
    struct felt_complaint complaint = {0};
    size_t bytes;
    char *text =
        felt_http_lab_text(directory, "archive.json", FELT_ARCHIVE_TEXT_MAX, &bytes, &book->read);
    struct felt_http_lab_opened *opened = text ? calloc(1, sizeof *opened) : NULL;
    if (!opened) {
        (void)snprintf(book->why, sizeof book->why, "%s",
                       text ? "there is not enough memory"
                       : book->mark.bytes > FELT_ARCHIVE_TEXT_MAX
                           ? "archive.json is too long"
                           : "archive.json cannot be opened");
        free(text);
        return NULL;
    }
    struct felt_lab_archive *archive = &opened->archive;
    archive->evolve.plan.known = archive->known;
    archive->evolve.plan.known_count = (int)(sizeof archive->known / sizeof archive->known[0]);
    enum felt_status status = felt_archive_json_read(text, bytes, &archive->evolve, &archive->start,
                                                     archive->preset, &complaint);
    free(text);
    if (status == FELT_OK) return opened;
    (void)snprintf(book->why, sizeof book->why, "%s",
                   complaint.text[0] ? complaint.text : felt_status_text(status));
    free(opened);
    return NULL;
}

const struct felt_http_lab_opened *felt_http_lab_book_open(struct felt_http_lab_shelf *shelf,
                                                           struct felt_http_lab_book *book)
{
    int directory = felt_http_lab_book_enter(shelf, book);
    if (directory < 0) {
        (void)snprintf(book->why, sizeof book->why, "it is gone");
        return NULL;
    }
    book->mark = felt_http_lab_mark_of(directory, "archive.json");
    if (!felt_http_lab_mark_equal(&book->mark, &book->read) || (!book->damaged && !book->opened)) {
        close_book(book);
        make_room(shelf);
        book->read = book->mark; /* if it cannot be opened it is not tried again */
        book->why[0] = '\0';
        book->opened = read_book(book, directory);
        book->damaged = !book->opened;
        if (book->opened) sum_up(book, book->opened);
    }
    (void)close(directory);
    return book->opened;
}

bool felt_http_lab_book_sum(struct felt_http_lab_shelf *shelf, struct felt_http_lab_book *book)
{
    if (felt_http_lab_mark_equal(&book->mark, &book->read)) return !book->damaged;
    return felt_http_lab_book_open(shelf, book) != NULL;
}

enum felt_http_lab_state felt_http_lab_book_state(const struct felt_http_lab_book *book)
{
    if (book->damaged) return FELT_HTTP_LAB_DAMAGED;
    if (book->done) return FELT_HTTP_LAB_DONE;
    struct timespec now;
    (void)clock_gettime(CLOCK_REALTIME, &now);
    time_t last = book->mark.at.tv_sec;
    if (book->progress.there && book->progress.at.tv_sec > last) last = book->progress.at.tv_sec;
    return now.tv_sec - last <= FELT_HTTP_LAB_RUNNING_S ? FELT_HTTP_LAB_RUNNING
                                                        : FELT_HTTP_LAB_STOPPED;
}

/* ---- the directory ---- */

static int compare_names(const void *a, const void *b)
{
    return strcmp(((const struct felt_http_lab_book *)a)->name,
                  ((const struct felt_http_lab_book *)b)->name);
}

static int compare_name(const void *name, const void *book)
{
    return strcmp(name, ((const struct felt_http_lab_book *)book)->name);
}

struct felt_http_lab_book *felt_http_lab_shelf_find(struct felt_http_lab_shelf *shelf,
                                                    const char *name)
{
    return bsearch(name, shelf->book, shelf->ledger, sizeof shelf->book[0], compare_name);
}

/* An entry of the directory, if it is an archive. */
static void take_entry(struct felt_http_lab_shelf *shelf, uint32_t known, const char *entry,
                       const char *name)
{
    int directory = openat(shelf->directory, entry,
                           O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (directory < 0) return;
    struct felt_http_lab_mark mark = felt_http_lab_mark_of(directory, "archive.json");
    (void)close(directory);
    if (!mark.there) return;
    uint32_t all = shelf->ledger;
    struct felt_http_lab_book *book = NULL;
    shelf->ledger = known; /* what was added is not in order yet */
    if (felt_http_lab_is_name(name, strlen(name))) book = felt_http_lab_shelf_find(shelf, name);
    shelf->ledger = all;
    if (!book && (!felt_http_lab_is_name(name, strlen(name)) || all == FELT_HTTP_LAB_BOOKS_MAX)) {
        shelf->others++;
        return;
    }
    if (!book) {
        book = &shelf->book[shelf->ledger++];
        *book = (struct felt_http_lab_book){0};
        (void)snprintf(book->name, sizeof book->name, "%s", name);
    }
    book->seen = true;
    book->mark = mark;
}

static void drop_unseen(struct felt_http_lab_shelf *shelf)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < shelf->ledger; i++) {
        if (!shelf->book[i].seen) {
            close_book(&shelf->book[i]);
            felt_http_lab_book_forget(&shelf->book[i]);
            continue;
        }
        if (kept != i) shelf->book[kept] = shelf->book[i];
        kept++;
    }
    shelf->ledger = kept;
}

void felt_http_lab_shelf_look(struct felt_http_lab_shelf *shelf)
{
    int64_t now_ms = felt_clock_us() / 1000;
    if (shelf->looked_ms && now_ms - shelf->looked_ms < LOOK_MS) return;
    int copy = openat(shelf->directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    DIR *list = copy >= 0 ? fdopendir(copy) : NULL;
    uint32_t known = shelf->ledger;
    if (!list && copy >= 0) (void)close(copy);
    if (!list) return; /* what was known stays */
    shelf->looked_ms = now_ms;
    shelf->others = 0;
    for (uint32_t i = 0; i < known; i++) shelf->book[i].seen = false;
    take_entry(shelf, known, ".", itself);
    const struct dirent *entry;
    for (int i = 0; i < FELT_HTTP_LAB_ENTRIES_MAX && (entry = readdir(list)) != NULL; i++)
        if (entry->d_name[0] != '.' && strcmp(entry->d_name, itself) != 0)
            take_entry(shelf, known, entry->d_name, entry->d_name);
    (void)closedir(list);
    drop_unseen(shelf);
    if (shelf->ledger) qsort(shelf->book, shelf->ledger, sizeof *shelf->book, compare_names);
}

bool felt_http_lab_shelf_open(struct felt_http_lab_shelf *shelf, int directory)
{
    *shelf = (struct felt_http_lab_shelf){.directory = directory};
    shelf->book = calloc(FELT_HTTP_LAB_BOOKS_MAX, sizeof *shelf->book);
    return shelf->book != NULL;
}

void felt_http_lab_shelf_close(struct felt_http_lab_shelf *shelf)
{
    for (uint32_t i = 0; i < shelf->ledger; i++) {
        close_book(&shelf->book[i]);
        felt_http_lab_book_forget(&shelf->book[i]);
    }
    free(shelf->book);
    if (shelf->directory >= 0) (void)close(shelf->directory);
}
