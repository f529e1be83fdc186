/* disk.h -- what a journal does to files: the calls that a power failure can undo.
 *
 * Tests give a disk that keeps what was not synced apart, and loses any part of it. */
#ifndef FELT_STORE_JOURNAL_DISK_H
#define FELT_STORE_JOURNAL_DISK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* All return true, or false and errno.  `directory` and `file` are descriptors. */
struct felt_disk {
    void *self;
    /* A new empty file, in place of one that may be there; -1: it failed. */
    int (*make)(void *self, int directory, const char *name);
    bool (*write)(void *self, int file, uint64_t at, const void *bytes, size_t count);
    bool (*cut)(void *self, int file, uint64_t bytes); /* the file ends there                     */
    bool (*sync)(void *self, int file);
    bool (*rename)(void *self, int directory, const char *from, const char *to);
    bool (*sync_names)(void *self, int directory); /* of files that were made, renamed, removed   */
    void (*remove)(void *self, int directory, const char *name);
};

/* The kernel's. */
extern const struct felt_disk felt_disk_usual;

#endif
