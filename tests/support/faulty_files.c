/* faulty_files.c -- see faulty_files.h.
 *
 * Of each file there is a shadow: its bytes as they were synced, and a list of writes and cuts
 * since then.  A sync applies the list to the shadow; a failed one throws it away. */
#include "faulty_files.h"

#include "felt/rng.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct change {
    struct change *next;
    int64_t at;
    size_t count;
    bool cuts; /* the file ends at `at`                                                          */
    unsigned char bytes[];
};

struct shadow {
    struct shadow *next;
    char path[512];
    unsigned char *bytes; /* owned: on the disk                                                  */
    int64_t size, room;
    struct change *first, *last; /* on its way                                                   */
};

struct faulty_file {
    sqlite3_file file;
    struct shadow *shadow; /* NULL: neither a database nor a log                                 */
    sqlite3_file *real;    /* behind this struct                                                 */
};

static struct {
    pthread_mutex_t lock;
    sqlite3_vfs vfs, *usual;
    sqlite3_io_methods methods;
    struct shadow *shadows;
    bool armed, tears;
    enum faulty_kind kind;
    enum faulty_target target;
    uint64_t before, times, failed;
} disk = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void *must(void *memory)
{
    if (!memory) abort();
    return memory;
}

static bool ends_with(const char *text, const char *end)
{
    size_t bytes = strlen(text), end_bytes = strlen(end);
    return bytes >= end_bytes && strcmp(text + bytes - end_bytes, end) == 0;
}

/* ---- shadows --------------------------------------------------------------------------------- */

static void resize(struct shadow *shadow, int64_t size)
{
    if (size > shadow->room) {
        shadow->room = 2 * size;
        shadow->bytes = must(realloc(shadow->bytes, (size_t)shadow->room));
    }
    if (size > shadow->size) memset(shadow->bytes + shadow->size, 0, (size_t)(size - shadow->size));
    shadow->size = size;
}

static void apply(struct shadow *shadow, const struct change *change)
{
    int64_t end = change->at + (int64_t)change->count;
    if (change->cuts) {
        resize(shadow, change->at);
        return;
    }
    if (end > shadow->size) resize(shadow, end);
    memcpy(shadow->bytes + change->at, change->bytes, change->count);
}

static void drop_changes(struct shadow *shadow, bool applied)
{
    while (shadow->first) {
        struct change *change = shadow->first;
        if (applied) apply(shadow, change);
        shadow->first = change->next;
        free(change);
    }
    shadow->last = NULL;
}

static void note(struct shadow *shadow, const void *bytes, size_t count, int64_t at, bool cuts)
{
    if (!shadow) return;
    struct change *change = must(malloc(sizeof *change + count));
    *change = (struct change){.at = at, .count = count, .cuts = cuts};
    if (count > 0) memcpy(change->bytes, bytes, count);
    if (shadow->last)
        shadow->last->next = change;
    else
        shadow->first = change;
    shadow->last = change;
}

static struct shadow *find_shadow(const char *path)
{
    struct shadow *shadow = disk.shadows;
    while (shadow && strcmp(shadow->path, path) != 0) shadow = shadow->next;
    return shadow;
}

/* A file that is met for the first time is on the disk as it is. */
static struct shadow *meet(const char *path, sqlite3_file *real)
{
    sqlite3_int64 size = 0;
    struct shadow *shadow = find_shadow(path);
    if (shadow) return shadow;
    shadow = must(calloc(1, sizeof *shadow));
    (void)snprintf(shadow->path, sizeof shadow->path, "%s", path);
    if (real->pMethods->xFileSize(real, &size) != SQLITE_OK) abort();
    resize(shadow, size);
    if (size > 0 && real->pMethods->xRead(real, shadow->bytes, (int)size, 0) != SQLITE_OK) abort();
    shadow->next = disk.shadows;
    disk.shadows = shadow;
    return shadow;
}

/* The file is again as it is on the disk. */
static void undo(const struct shadow *shadow, sqlite3_file *real)
{
    for (const struct change *change = shadow->first; change; change = change->next) {
        int64_t end = change->cuts ? shadow->size : change->at + (int64_t)change->count;
        if (end > shadow->size) end = shadow->size;
        if (end > change->at &&
            real->pMethods->xWrite(real, shadow->bytes + change->at, (int)(end - change->at),
                                   change->at) != SQLITE_OK)
            abort();
    }
    if (shadow->first && real->pMethods->xTruncate(real, shadow->size) != SQLITE_OK) abort();
}

/* ---- faults ---------------------------------------------------------------------------------- */

static bool is_meant(const struct shadow *shadow)
{
    if (disk.target == FAULTY_ANY) return true;
    if (!shadow) return false;
    return (disk.target == FAULTY_LOG) == ends_with(shadow->path, "-wal");
}

/* With the lock: does this operation fail?  Its kinds are a set. */
static bool fails(unsigned kinds, const struct shadow *shadow)
{
    if (!disk.armed || !(kinds >> disk.kind & 1) || !is_meant(shadow)) return false;
    if (disk.before > 0) {
        disk.before--;
        return false;
    }
    if (disk.times == 0) return false;
    if (disk.times != FAULTY_FOR_EVER) disk.times--;
    disk.failed++;
    return true;
}

static struct faulty_file *of(sqlite3_file *file)
{
    return (struct faulty_file *)file;
}

static int write_file(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 at)
{
    struct faulty_file *own = of(file);
    const unsigned kinds = 1U << FAULTY_WRITE | 1U << FAULTY_SHORT | 1U << FAULTY_FULL;
    int code = SQLITE_OK;
    pthread_mutex_lock(&disk.lock);
    if (fails(kinds, own->shadow)) {
        code = disk.kind == FAULTY_WRITE ? SQLITE_IOERR_WRITE : SQLITE_FULL;
        count = disk.kind == FAULTY_SHORT ? count / 2 : 0;
    }
    if (count > 0) {
        int done = own->real->pMethods->xWrite(own->real, bytes, count, at);
        if (done == SQLITE_OK) note(own->shadow, bytes, (size_t)count, at, false);
        if (code == SQLITE_OK) code = done;
    }
    pthread_mutex_unlock(&disk.lock);
    return code;
}

static int cut_file(sqlite3_file *file, sqlite3_int64 size)
{
    struct faulty_file *own = of(file);
    pthread_mutex_lock(&disk.lock);
    int code = own->real->pMethods->xTruncate(own->real, size);
    if (code == SQLITE_OK) note(own->shadow, NULL, 0, size, true);
    pthread_mutex_unlock(&disk.lock);
    return code;
}

static int sync_file(sqlite3_file *file, int flags)
{
    struct faulty_file *own = of(file);
    pthread_mutex_lock(&disk.lock);
    bool failed = fails(1U << FAULTY_SYNC | 1U << FAULTY_SYNC_LOSES, own->shadow);
    if (failed && own->shadow && disk.kind == FAULTY_SYNC_LOSES) undo(own->shadow, own->real);
    int code = failed ? SQLITE_IOERR_FSYNC : own->real->pMethods->xSync(own->real, flags);
    if (own->shadow) drop_changes(own->shadow, code == SQLITE_OK);
    pthread_mutex_unlock(&disk.lock);
    return code;
}

static int read_file(sqlite3_file *file, void *bytes, int count, sqlite3_int64 at)
{
    struct faulty_file *own = of(file);
    pthread_mutex_lock(&disk.lock);
    bool failed = fails(1U << FAULTY_READ, own->shadow);
    int code = failed ? SQLITE_IOERR_READ : own->real->pMethods->xRead(own->real, bytes, count, at);
    pthread_mutex_unlock(&disk.lock);
    return code;
}

/* ---- what is only passed on ------------------------------------------------------------------ */

static int close_file(sqlite3_file *file)
{
    return of(file)->real->pMethods->xClose(of(file)->real);
}

static int size_of(sqlite3_file *file, sqlite3_int64 *out)
{
    return of(file)->real->pMethods->xFileSize(of(file)->real, out);
}

static int lock_file(sqlite3_file *file, int level)
{
    return of(file)->real->pMethods->xLock(of(file)->real, level);
}

static int unlock_file(sqlite3_file *file, int level)
{
    return of(file)->real->pMethods->xUnlock(of(file)->real, level);
}

static int is_reserved(sqlite3_file *file, int *out)
{
    return of(file)->real->pMethods->xCheckReservedLock(of(file)->real, out);
}

static int control(sqlite3_file *file, int what, void *about)
{
    return of(file)->real->pMethods->xFileControl(of(file)->real, what, about);
}

static int sector_bytes(sqlite3_file *file)
{
    return of(file)->real->pMethods->xSectorSize(of(file)->real);
}

static int character(sqlite3_file *file)
{
    pthread_mutex_lock(&disk.lock);
    bool tears = disk.tears;
    pthread_mutex_unlock(&disk.lock);
    return tears ? 0 : of(file)->real->pMethods->xDeviceCharacteristics(of(file)->real);
}

static int map_shared(sqlite3_file *file, int page, int bytes, int extend, void volatile **out)
{
    return of(file)->real->pMethods->xShmMap(of(file)->real, page, bytes, extend, out);
}

static int lock_shared(sqlite3_file *file, int at, int count, int flags)
{
    return of(file)->real->pMethods->xShmLock(of(file)->real, at, count, flags);
}

static void order_shared(sqlite3_file *file)
{
    of(file)->real->pMethods->xShmBarrier(of(file)->real);
}

static int unmap_shared(sqlite3_file *file, int removes)
{
    return of(file)->real->pMethods->xShmUnmap(of(file)->real, removes);
}

/* ---- the file system ------------------------------------------------------------------------- */

static int open_file(sqlite3_vfs *self, const char *name, sqlite3_file *file, int flags, int *out)
{
    struct faulty_file *own = of(file);
    (void)self;
    *own = (struct faulty_file){.real = (sqlite3_file *)(own + 1)};
    pthread_mutex_lock(&disk.lock);
    int code = fails(1U << FAULTY_OPEN, name ? find_shadow(name) : NULL)
                   ? SQLITE_CANTOPEN
                   : disk.usual->xOpen(disk.usual, name, own->real, flags, out);
    if (code == SQLITE_OK) {
        file->pMethods = &disk.methods;
        if (flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL)) own->shadow = meet(name, own->real);
    }
    pthread_mutex_unlock(&disk.lock);
    return code;
}

/* A file that is removed is gone from the disk at once. */
static int remove_file(sqlite3_vfs *self, const char *name, int sync)
{
    (void)self;
    pthread_mutex_lock(&disk.lock);
    int code = disk.usual->xDelete(disk.usual, name, sync);
    struct shadow *shadow = find_shadow(name);
    if (code == SQLITE_OK && shadow) {
        drop_changes(shadow, false);
        resize(shadow, 0);
    }
    pthread_mutex_unlock(&disk.lock);
    return code;
}

const char *faulty_files_name(void)
{
    static const char name[] = "faulty";
    if (disk.usual) return name;
    disk.usual = sqlite3_vfs_find(NULL);
    disk.vfs = *disk.usual;
    disk.vfs.pNext = NULL;
    disk.vfs.zName = name;
    disk.vfs.szOsFile = (int)sizeof(struct faulty_file) + disk.usual->szOsFile;
    disk.vfs.xOpen = open_file;
    disk.vfs.xDelete = remove_file;
    disk.methods = (sqlite3_io_methods){
        2,           close_file,   read_file,    write_file, cut_file,     sync_file, size_of,
        lock_file,   unlock_file,  is_reserved,  control,    sector_bytes, character, map_shared,
        lock_shared, order_shared, unmap_shared, NULL,       NULL};
    if (sqlite3_vfs_register(&disk.vfs, 0) != SQLITE_OK) abort();
    return name;
}

const char *faulty_files_word(enum faulty_kind kind)
{
    static const char *const word[FAULTY_KINDS] = {
        [FAULTY_WRITE] = "write", [FAULTY_SHORT] = "short write",     [FAULTY_FULL] = "disk full",
        [FAULTY_SYNC] = "sync",   [FAULTY_SYNC_LOSES] = "sync loses", [FAULTY_READ] = "read",
        [FAULTY_OPEN] = "open"};
    return word[kind];
}

void faulty_files_arm(enum faulty_kind kind, enum faulty_target target, uint64_t nth,
                      uint64_t times)
{
    pthread_mutex_lock(&disk.lock);
    disk.armed = true;
    disk.kind = kind;
    disk.target = target;
    disk.before = nth - 1;
    disk.times = times;
    disk.failed = 0;
    pthread_mutex_unlock(&disk.lock);
}

void faulty_files_heal(void)
{
    pthread_mutex_lock(&disk.lock);
    disk.armed = false;
    pthread_mutex_unlock(&disk.lock);
}

void faulty_files_tear(bool tears)
{
    pthread_mutex_lock(&disk.lock);
    disk.tears = tears;
    pthread_mutex_unlock(&disk.lock);
}

uint64_t faulty_files_failed(void)
{
    pthread_mutex_lock(&disk.lock);
    uint64_t failed = disk.failed;
    pthread_mutex_unlock(&disk.lock);
    return failed;
}

/* ---- a loss of power ------------------------------------------------------------------------- */

/* Any of the changes may have reached the disk, each whole or its first half. */
static bool write_image(const struct shadow *shadow, const char *directory, struct felt_rng *rng)
{
    char path[512];
    struct shadow image = {0};
    const char *name = strrchr(shadow->path, '/');
    resize(&image, shadow->size);
    if (shadow->size > 0) memcpy(image.bytes, shadow->bytes, (size_t)shadow->size);
    for (struct change *change = shadow->first; rng && change; change = change->next) {
        uint32_t fate = felt_rng_below(rng, 5);
        size_t count = change->count;
        if (fate < 2) continue;
        if (fate == 2) change->count /= 2;
        apply(&image, change);
        change->count = count;
    }
    (void)snprintf(path, sizeof path, "%.250s/%.200s", directory, name ? name + 1 : shadow->path);
    FILE *file = fopen(path, "wb");
    bool good = file && fwrite(image.bytes, 1, (size_t)image.size, file) == (size_t)image.size;
    if (file && fclose(file) != 0) good = false;
    free(image.bytes);
    return good;
}

bool faulty_files_lose_power(const char *directory, uint64_t seed)
{
    struct felt_rng rng = felt_rng_make(seed);
    bool good = true;
    pthread_mutex_lock(&disk.lock);
    for (const struct shadow *shadow = disk.shadows; shadow && good; shadow = shadow->next)
        good = write_image(shadow, directory, seed ? &rng : NULL);
    pthread_mutex_unlock(&disk.lock);
    return good;
}

void faulty_files_forget(void)
{
    pthread_mutex_lock(&disk.lock);
    while (disk.shadows) {
        struct shadow *shadow = disk.shadows;
        disk.shadows = shadow->next;
        drop_changes(shadow, false);
        free(shadow->bytes);
        free(shadow);
    }
    pthread_mutex_unlock(&disk.lock);
}
