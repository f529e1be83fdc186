/* lossy_disk.h -- a disk for journals (store/journal/disk.h) that loses what was not synced.
 *
 * Files are real ones, in a directory.  Beside them it keeps what a disk would have after a loss of
 * power: what was written before the last sync that succeeded, and of the rest any part, in any
 * order, torn at sectors, as seeds choose.  Names of files are lost likewise until sync_names().
 *
 * After a sync that failed, what was written before it never reaches the disk, even if the next
 * sync succeeds: so do real kernels, which take the pages for clean. */
#ifndef FELT_TESTS_LOSSY_DISK_H
#define FELT_TESTS_LOSSY_DISK_H

#ifdef __cplusplus
extern "C" {
#endif

#include "store/journal/disk.h"

struct lossy_disk {
    struct felt_disk calls; /* to be given to a journal                                        */
    struct lossy_file *files;
    struct lossy_name *names;          /* on the disk                                            */
    struct lossy_change *first, *last; /* of names, on their way                                */
    uint64_t writes, syncs;
    uint64_t left; /* operations until everything fails; UINT64_MAX: never                      */
    int error;     /* errno of what fails: EIO if it is 0                                       */
    bool lies;     /* only the first sync of a file is done, though the others say that they are */
};

void lossy_disk_init(struct lossy_disk *disk);
void lossy_disk_close(struct lossy_disk *disk);
/* So many operations go well, then all fail. */
void lossy_disk_die_after(struct lossy_disk *disk, uint64_t operations, int error);
void lossy_disk_heal(struct lossy_disk *disk);
/* The power fails: the files of the directory are what the disk has.  Seed 0: nothing but what was
 * synced.  No file is open. */
void lossy_disk_lose_power(struct lossy_disk *disk, const char *directory, uint64_t seed);

#ifdef __cplusplus
}
#endif
#endif
