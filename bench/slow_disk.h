/* slow_disk.h -- a disk for benches whose sync takes a known time.
 *
 * Everything is done by the kernel but the sync, which asks the kernel for nothing and returns when
 * BENCH_SYNC_US have passed.  With it a figure says what waiting for a disk costs, not which disk
 * this machine has. */
#ifndef FELT_BENCH_SLOW_DISK_H
#define FELT_BENCH_SLOW_DISK_H

#include "store/journal/disk.h"

enum { BENCH_SYNC_US = 1000 };

struct felt_disk bench_slow_disk(void);

#endif
