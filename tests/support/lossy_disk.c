/* lossy_disk.c -- see lossy_disk.h. */
#include "lossy_disk.h"

#include "felt/assert.h"
#include "felt/rng.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SECTOR = 512, NAME = 64, PATH = 1024 };

enum lossy_kind { LOSSY_WRITE, LOSSY_CUT, LOSSY_MAKE, LOSSY_RENAME, LOSSY_REMOVE };

/* A write or a cut of a file, or a change of the directory. */
struct lossy_change {
    struct lossy_change *next;
    enum lossy_kind kind;
    uint64_t at;
    size_t count;
    struct lossy_file *file;
    char from[NAME], to[NAME];
    uint8_t bytes[];
};

struct lossy_file {
    struct lossy_file *next;
    uint64_t inode;
    uint8_t *bytes; /* on the disk                                                             */
    size_t count;
    struct lossy_change *first, *last; /* on their way                                         */
};

struct lossy_name {
    struct lossy_name *next;
    struct lossy_file *file;
    char name[NAME];
};

static void *must(void *memory)
{
    felt_assert(memory);
    return memory;
}

/* ---- lists ---- */

static struct lossy_change *add(struct lossy_change **first, struct lossy_change **last,
                                enum lossy_kind kind, size_t count)
{
    struct lossy_change *change = must(calloc(1, sizeof *change + count));
    change->kind = kind;
    change->count = count;
    if (*first)
        (*last)->next = change;
    else
        *first = change;
    *last = change;
    return change;
}

static void forget(struct lossy_change **first)
{
    for (struct lossy_change *change; (change = *first);) {
        *first = change->next;
        free(change);
    }
}

static struct lossy_name **find_name(struct lossy_name **list, const char *name)
{
    while (*list && strcmp((*list)->name, name) != 0) list = &(*list)->next;
    return list;
}

static void drop_name(struct lossy_name **list, const char *name)
{
    struct lossy_name **found = find_name(list, name), *gone = *found;
    if (!gone) return;
    *found = gone->next;
    free(gone);
}

static void set_name(struct lossy_name **list, const char *name, struct lossy_file *file)
{
    drop_name(list, name);
    struct lossy_name *one = must(calloc(1, sizeof *one));
    (void)snprintf(one->name, sizeof one->name, "%s", name);
    one->file = file;
    one->next = *list;
    *list = one;
}

static void apply_name(struct lossy_name **list, const struct lossy_change *change)
{
    if (change->kind == LOSSY_MAKE) set_name(list, change->to, change->file);
    if (change->kind == LOSSY_REMOVE) drop_name(list, change->from);
    if (change->kind != LOSSY_RENAME) return;
    struct lossy_name *from = *find_name(list, change->from);
    if (!from) return;
    set_name(list, change->to, from->file);
    drop_name(list, change->from);
}

/* ---- files ---- */

static void resize(struct lossy_file *file, size_t count)
{
    file->bytes = must(realloc(file->bytes, count + 1));
    if (count > file->count) memset(file->bytes + file->count, 0, count - file->count);
    file->count = count;
}

static void put(struct lossy_file *file, uint64_t at, const uint8_t *bytes, size_t count)
{
    if (at + count > file->count) resize(file, at + count);
    memcpy(file->bytes + at, bytes, count);
}

static void apply(struct lossy_file *file, const struct lossy_change *change)
{
    if (change->kind == LOSSY_CUT)
        resize(file, change->at);
    else
        put(file, change->at, change->bytes, change->count);
}

static struct lossy_file *add_file(struct lossy_disk *disk, uint64_t inode)
{
    struct lossy_file *file = must(calloc(1, sizeof *file));
    file->inode = inode;
    file->next = disk->files;
    disk->files = file;
    return file;
}

/* One that was there before the disk: all of it is safe, with its name. */
static struct lossy_file *adopt(struct lossy_disk *disk, int descriptor, uint64_t inode,
                                size_t count)
{
    char link[64], path[PATH];
    struct lossy_file *file = add_file(disk, inode);
    resize(file, count);
    felt_assert(pread(descriptor, file->bytes, count, 0) == (ssize_t)count);
    (void)snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    felt_assert(length > 0);
    path[length] = '\0';
    set_name(&disk->names, strrchr(path, '/') + 1, file);
    return file;
}

static struct lossy_file *file_of(struct lossy_disk *disk, int descriptor)
{
    struct stat about;
    felt_assert(fstat(descriptor, &about) == 0);
    for (struct lossy_file *file = disk->files; file; file = file->next)
        if (file->inode == about.st_ino) return file;
    return adopt(disk, descriptor, about.st_ino, (size_t)about.st_size);
}

static bool works(struct lossy_disk *disk)
{
    if (disk->left == 0) errno = disk->error ? disk->error : EIO;
    if (disk->left == 0) return false;
    if (disk->left != UINT64_MAX) disk->left--;
    return true;
}

/* ---- what a journal calls ---- */

static int make_file(void *self, int directory, const char *name)
{
    struct lossy_disk *disk = self;
    struct stat about;
    if (!works(disk)) return -1;
    int made = felt_disk_usual.make(NULL, directory, name);
    felt_assert(made >= 0 && fstat(made, &about) == 0);
    for (struct lossy_file *file = disk->files; file; file = file->next)
        if (file->inode == about.st_ino) file->inode = 0; /* the number is used again */
    struct lossy_change *change = add(&disk->first, &disk->last, LOSSY_MAKE, 0);
    change->file = add_file(disk, about.st_ino);
    (void)snprintf(change->to, sizeof change->to, "%s", name);
    return made;
}

/* One that fails in the middle has written half. */
static bool write_file(void *self, int descriptor, uint64_t at, const void *bytes, size_t count)
{
    struct lossy_disk *disk = self;
    struct lossy_file *file = file_of(disk, descriptor);
    bool good = works(disk);
    int reason = errno;
    size_t written = good ? count : count / 2;
    if (!written) return good;
    struct lossy_change *change = add(&file->first, &file->last, LOSSY_WRITE, written);
    change->at = at;
    memcpy(change->bytes, bytes, written);
    disk->writes++;
    felt_assert(felt_disk_usual.write(NULL, descriptor, at, bytes, written));
    errno = reason;
    return good;
}

static bool cut_file(void *self, int descriptor, uint64_t bytes)
{
    struct lossy_disk *disk = self;
    struct lossy_file *file = file_of(disk, descriptor);
    if (!works(disk)) return false;
    add(&file->first, &file->last, LOSSY_CUT, 0)->at = bytes;
    return felt_disk_usual.cut(NULL, descriptor, bytes);
}

static bool sync_file(void *self, int descriptor)
{
    struct lossy_disk *disk = self;
    struct lossy_file *file = file_of(disk, descriptor);
    bool good = works(disk);
    int reason = errno;
    if (disk->lies && good && file->count) return true;
    for (const struct lossy_change *change = file->first; good && change; change = change->next)
        apply(file, change);
    forget(&file->first);
    disk->syncs += good;
    errno = reason;
    return good;
}

static bool rename_file(void *self, int directory, const char *from, const char *to)
{
    struct lossy_disk *disk = self;
    if (!works(disk)) return false;
    struct lossy_change *change = add(&disk->first, &disk->last, LOSSY_RENAME, 0);
    (void)snprintf(change->from, sizeof change->from, "%s", from);
    (void)snprintf(change->to, sizeof change->to, "%s", to);
    return felt_disk_usual.rename(NULL, directory, from, to);
}

static bool sync_names(void *self, int directory)
{
    struct lossy_disk *disk = self;
    (void)directory;
    if (!works(disk)) return false;
    for (const struct lossy_change *change = disk->first; change; change = change->next)
        apply_name(&disk->names, change);
    forget(&disk->first);
    return true;
}

static void remove_file(void *self, int directory, const char *name)
{
    struct lossy_disk *disk = self;
    if (!works(disk)) return;
    struct lossy_change *change = add(&disk->first, &disk->last, LOSSY_REMOVE, 0);
    (void)snprintf(change->from, sizeof change->from, "%s", name);
    felt_disk_usual.remove(NULL, directory, name);
}

/* ---- losing ---- */

/* Of a write some sectors arrive. */
static void apply_part(struct lossy_file *file, const struct lossy_change *change,
                       struct felt_rng *rng)
{
    for (size_t at = 0; at < change->count;) {
        size_t end = SECTOR - (change->at + at) % SECTOR + at;
        if (end > change->count) end = change->count;
        if (felt_rng_below(rng, 2)) put(file, change->at + at, change->bytes + at, end - at);
        at = end;
    }
}

static void lose_writes(struct lossy_file *file, struct felt_rng *rng)
{
    for (const struct lossy_change *change = file->first; change && rng; change = change->next) {
        uint32_t fate = felt_rng_below(rng, 4);
        if (fate == 0) continue;
        if (fate == 1 && change->kind == LOSSY_WRITE)
            apply_part(file, change, rng);
        else
            apply(file, change);
    }
    forget(&file->first);
}

/* The directory is read and changed in the order of its changes: some of the last are missing. */
static void lose_names(struct lossy_disk *disk, struct felt_rng *rng)
{
    for (const struct lossy_change *change = disk->first; change && rng; change = change->next) {
        if (felt_rng_below(rng, 3) == 0) break;
        apply_name(&disk->names, change);
    }
    forget(&disk->first);
}

static void save(const char *directory, const struct lossy_name *name)
{
    char path[PATH];
    (void)snprintf(path, sizeof path, "%s/%s", directory, name->name);
    FILE *out = fopen(path, "wb");
    felt_assert(out);
    bool written = fwrite(name->file->bytes, 1, name->file->count, out) == name->file->count;
    bool closed = fclose(out) == 0;
    felt_assert(written && closed);
    felt_assert(chmod(path, 0600) == 0);
}

static void empty(const char *directory)
{
    char path[PATH];
    DIR *list = opendir(directory);
    felt_assert(list);
    for (const struct dirent *entry; (entry = readdir(list));) {
        if (strncmp(entry->d_name, "journal.", 8) != 0) continue;
        (void)snprintf(path, sizeof path, "%s/%.*s", directory, NAME, entry->d_name);
        (void)unlink(path);
    }
    (void)closedir(list);
}

void lossy_disk_lose_power(struct lossy_disk *disk, const char *directory, uint64_t seed)
{
    struct felt_rng rng = felt_rng_make(seed);
    for (struct lossy_file *file = disk->files; file; file = file->next)
        lose_writes(file, seed ? &rng : NULL);
    lose_names(disk, seed ? &rng : NULL);
    empty(directory);
    for (const struct lossy_name *name = disk->names; name; name = name->next)
        save(directory, name);
    lossy_disk_close(disk);
    lossy_disk_init(disk); /* files are found again as they are opened */
}

void lossy_disk_init(struct lossy_disk *disk)
{
    *disk = (struct lossy_disk){.left = UINT64_MAX};
    disk->calls = (struct felt_disk){.self = disk,
                                     .make = make_file,
                                     .write = write_file,
                                     .cut = cut_file,
                                     .sync = sync_file,
                                     .rename = rename_file,
                                     .sync_names = sync_names,
                                     .remove = remove_file};
}

void lossy_disk_close(struct lossy_disk *disk)
{
    for (struct lossy_file *file; (file = disk->files);) {
        disk->files = file->next;
        forget(&file->first);
        free(file->bytes);
        free(file);
    }
    for (struct lossy_name *name; (name = disk->names);) {
        disk->names = name->next;
        free(name);
    }
    forget(&disk->first);
}

void lossy_disk_die_after(struct lossy_disk *disk, uint64_t operations, int error)
{
    disk->left = operations;
    disk->error = error;
}

void lossy_disk_heal(struct lossy_disk *disk)
{
    disk->left = UINT64_MAX;
}
