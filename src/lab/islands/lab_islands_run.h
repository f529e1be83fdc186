/* lab_islands_run.h -- one island from its beginning to its end: generations, letters, files.
 *
 * Generations are worked out on a thread of their own.  The main thread meanwhile carries letters
 * and listens to signals, so that an island that computes for long is not silent, and one that is
 * told to end has its state on disk within a fraction of a second.
 *
 *     DIR/island-R.json   the evolution of rank R as it was after a generation
 *     DIR/archive.json    all of them merged (lab_islands_merge.h)
 *
 *   J1  whoever gathers writes what lab_dir.h describes; each island writes its own file, wherever
 *       it is.  Nothing is written before rank 0 has looked at the directory and said that it may.
 *   J2  no island waits for one that is gone (lab_islands.h L3), and none longer than half a second
 *       once it was told to end. */
#ifndef FELT_LAB_ISLANDS_LAB_ISLANDS_RUN_H
#define FELT_LAB_ISLANDS_LAB_ISLANDS_RUN_H

#include "command/args.h"
#include "lab/archive/lab_dir.h"
#include "lab/islands/lab_islands.h"
#include "lab/islands/lab_islands_merge.h"

#include <stdatomic.h>
#include <sys/types.h>

struct felt_island_job {
    const struct felt_args *args; /* for complaints                                            */
    struct felt_islands_plan plan;
    const struct felt_post *post;
    const char *dir;
    bool resume;
    const struct felt_preset *preset; /* of this island; those below too: not if it goes on     */
    uint64_t seed;
    uint32_t candidates;
    double effort;
    int threads;
    int64_t limit_ms; /* 0: none                                                               */
    uint32_t generations;
    const atomic_int *interrupted;
    pid_t parent; /* what started us: if it is gone, nobody else tells us to end.  0: no matter  */
};

struct felt_island {
    const struct felt_island_job *job;
    struct felt_islands islands;
    struct felt_lab_archive *own, *merged, *scratch;
    char *text; /* FELT_ARCHIVE_TEXT_MAX: our evolution after the last generation              */
    size_t bytes;
    int lock; /* of the directory; -1: we have none                                            */
    int64_t start_ms;
    double before_s; /* that the run we go on with took                                        */
    bool new_beside_old;
    atomic_int stop;
    bool orphaned, hurried, failed;
    bool merging; /* an errand has merged, scratch and handed_in to itself                      */
    struct felt_peer handed_in[FELT_ISLANDS_MAX]; /* texts that are merged; the newest of each   */
    bool from_disk[FELT_ISLANDS_MAX]; /* that they were not handed in                          */
    bool told[FELT_ISLANDS_MAX]; /* that an island is gone                                      */
};

/* All of it.  Returns the exit code. */
int felt_island_run(const struct felt_island_job *job);

/* ---- parts ---- */

void felt_island_complain(const struct felt_island *island, const char *what,
                          const struct felt_complaint *complaint);
/* May an evolution be begun or gone on with here?  For rank 0. */
bool felt_island_look(struct felt_island *island);
/* Fills in own->evolve: what is on disk, or a plan that is to be begun.  *ready: there is nothing
 * to begin.  False: complained. */
bool felt_island_open(struct felt_island *island, bool *ready);
/* A new island among others that go on invites some of their games, once it has begun. */
void felt_island_settle(struct felt_island *island);
/* What an island saved, if its file is where we are; malloc'ed.  NULL: there is none. */
char *felt_island_saved(const struct felt_island *island, int rank, size_t *bytes);
/* Writes text to island-R.json. */
bool felt_island_save(struct felt_island *island);

#endif
