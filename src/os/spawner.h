/* spawner.h -- a thread that starts processes for other threads, and lives longer than they do.
 *
 * A system that kills a process when its parent is gone (process.h, Q1) means the thread that
 * started it.  Threads of a thread pool end before their processes should. */
#ifndef FELT_OS_SPAWNER_H
#define FELT_OS_SPAWNER_H

#include "os/process.h"

struct felt_spawner; /* owned by felt_spawner_open()                                       */

/* NULL: no memory, or no thread. */
struct felt_spawner *felt_spawner_open(void);
/* Processes that still run are killed, where the system can do that; NULL is nothing. */
void felt_spawner_close(struct felt_spawner *spawner);

/* felt_process_start() by the spawner's thread; from any thread. */
bool felt_spawner_start(struct felt_spawner *spawner, struct felt_process *process,
                        const char *command, const struct felt_process_limits *limits,
                        int complaints);

#endif
