/* lab_islands_merge.h -- the archives that islands handed in, as one evolution.
 *
 * It has plan, preset and known games of the lowest rank that handed one in, and of all islands the
 * elites, judged by its weights, the sums of what was counted, and the cache.
 *
 *   M1  texts in the order of ranks give the same evolution, byte for byte; one text alone gives
 *       itself.
 *   M2  ids stay different: that of elite i of island r of n is (i - 1) * n + r + 1.
 *   M3  a text that cannot be read is counted and left out. */
#ifndef FELT_LAB_ISLANDS_LAB_ISLANDS_MERGE_H
#define FELT_LAB_ISLANDS_LAB_ISLANDS_MERGE_H

#include "lab/archive/lab_dir.h"
#include "lab/islands/lab_islands.h"

struct felt_islands_merged {
    int islands; /* whose archives are in it                                                   */
    int damaged;
    uint32_t generation_min;
};

/* False: there is none that can be read; *out is of no use then.  *scratch is overwritten.  Both
 * are allocated, and their points[] are left as they are. */
FELT_MUST_USE bool felt_islands_merge(const struct felt_peer *peer, int count,
                                      struct felt_lab_archive *scratch,
                                      struct felt_lab_archive *out,
                                      struct felt_islands_merged *merged);

#endif
