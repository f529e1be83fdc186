/* disk.c -- see disk.h. */
#include "store/journal/disk.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/types.h>
#include <unistd.h>

static int make_file(void *self, int directory, const char *name)
{
    (void)self;
    if (unlinkat(directory, name, 0) != 0 && errno != ENOENT) return -1;
    return openat(directory, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
}

static bool write_all(void *self, int file, uint64_t at, const void *bytes, size_t count)
{
    const uint8_t *from = bytes;
    (void)self;
    while (count > 0) {
        ssize_t written = pwrite(file, from, count, (off_t)at);
        if (written < 0 && errno == EINTR) continue;
        if (written == 0) errno = ENOSPC;
        if (written <= 0) return false;
        from += written;
        at += (uint64_t)written;
        count -= (size_t)written;
    }
    return true;
}

static bool cut_file(void *self, int file, uint64_t bytes)
{
    (void)self;
    return ftruncate(file, (off_t)bytes) == 0;
}

static bool sync_file(void *self, int file)
{
    (void)self;
    return fdatasync(file) == 0;
}

static bool rename_file(void *self, int directory, const char *from, const char *to)
{
    (void)self;
    return renameat(directory, from, directory, to) == 0;
}

static bool sync_names(void *self, int directory)
{
    (void)self;
    return fsync(directory) == 0;
}

static void remove_file(void *self, int directory, const char *name)
{
    (void)self;
    (void)unlinkat(directory, name, 0);
}

const struct felt_disk felt_disk_usual = {.make = make_file,
                                          .write = write_all,
                                          .cut = cut_file,
                                          .sync = sync_file,
                                          .rename = rename_file,
                                          .sync_names = sync_names,
                                          .remove = remove_file};
