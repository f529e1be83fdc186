/* process.h -- a program of somebody else's, spoken to in lines over pipes (line_io.h).
 *
 * Knows processes and time; nothing of games.
 *
 *   Q1  once stopped, neither the program nor what it started is left: it leads a process group of
 *       its own, which is killed as a whole.  (What moves to another group on purpose gets away.)
 *       If we are killed ourselves the program is too, where the system can do that.
 *
 * Different processes may be used by different threads at
 * the same time. */
#ifndef FELT_OS_PROCESS_H
#define FELT_OS_PROCESS_H

#include "os/line_io.h"

#include <sys/types.h>

/* 0: no limit of ours. */
struct felt_process_limits {
    uint64_t memory_bytes; /* address space                                                */
    uint64_t file_bytes;   /* of each file it writes                                       */
    uint64_t processes;    /* of its user, all counted                                     */
};

struct felt_process {
    pid_t pid; /* 0: it does not run                                                       */
    struct felt_line_io io;
};

/* Starts `command` by /bin/sh, with its complaints going to the file `complaints` (-1: nowhere).
 * False: errno says why.  A command that is not there is a program that ends at once. */
bool felt_process_start(struct felt_process *process, const char *command,
                        const struct felt_process_limits *limits, int complaints);

/* Closes its input, waits until the deadline for it to end by itself, then kills it and its group.
 * Nothing is done if it does not run. */
void felt_process_stop(struct felt_process *process, int64_t deadline_ms);

#endif
