/* faulty_files.h -- files for SQLite that fail when told to, and a disk that remembers what is on
 * it.
 *
 * A file system for SQLite (a VFS) over the usual one.  One operation after another can be made to
 * fail.  Beside each file it keeps what a disk would have after a loss of power: what was written
 * before the last sync that succeeded, and of the rest any part, as seeds choose.
 *
 * After a sync that failed, what was written before it never reaches the disk, even if the next
 * sync succeeds: so do real kernels, which take the pages for clean.
 *
 * There is one for the whole program; any thread. */
#ifndef FELT_TESTS_FAULTY_FILES_H
#define FELT_TESTS_FAULTY_FILES_H

#include <stdbool.h>
#include <stdint.h>

enum faulty_kind {
    FAULTY_WRITE,      /* nothing is written: EIO                                                */
    FAULTY_SHORT,      /* half of it is written, then ENOSPC                                     */
    FAULTY_FULL,       /* nothing is written: ENOSPC                                             */
    FAULTY_SYNC,       /* EIO; files look as if they had been written                            */
    FAULTY_SYNC_LOSES, /* EIO; and files are again as they were before                           */
    FAULTY_READ,       /* EIO                                                                    */
    FAULTY_OPEN,       /* cannot be opened                                                       */
    FAULTY_KINDS
};
enum faulty_target { FAULTY_ANY, FAULTY_DATABASE, FAULTY_LOG };

#define FAULTY_FOR_EVER UINT64_MAX

/* Its name, for felt_sql_config.vfs. */
const char *faulty_files_name(void);
const char *faulty_files_word(enum faulty_kind kind);

/* The `nth` operation from now on (1: the next) and so many behind it fail, `times` in all; of the
 * operations that this kind means, on that file. */
void faulty_files_arm(enum faulty_kind kind, enum faulty_target target, uint64_t nth,
                      uint64_t times);
void faulty_files_heal(void);
/* Files that are opened from now on are on a disk of which SQLite expects the worst: a sector that
 * is being written may be torn. */
void faulty_files_tear(bool tears);
/* How many have failed since it was armed. */
uint64_t faulty_files_failed(void);

/* Writes into a directory what the disk would have if the power went now.  Seed 0: nothing but what
 * was synced. */
bool faulty_files_lose_power(const char *directory, uint64_t seed);
/* Forgets all files; none is open. */
void faulty_files_forget(void);

#endif
