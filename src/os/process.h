/* process.h -- a program of somebody else's, spoken to in lines over pipes.
 *
 * Knows processes, pipes and time; nothing of games.
 *
 *   Q1  no call waits longer than it was told to.
 *   Q2  once stopped, neither the program nor what it started is left: it leads a process group of
 *       its own, which is killed as a whole.  (What moves to another group on purpose gets away.)
 *       If we are killed ourselves the program is too, where the system can do that.
 *   Q3  what it says before it has been asked is bounded by the buffer and the pipe.
 *
 * The calling program must ignore SIGPIPE.  Different processes may be used by different threads at
 * the same time. */
#ifndef FELT_OS_PROCESS_H
#define FELT_OS_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { FELT_PROCESS_BYTES = 65536 }; /* the longest line, with its end                     */

/* 0: no limit of ours. */
struct felt_process_limits {
    uint64_t memory_bytes; /* address space                                                */
    uint64_t file_bytes;   /* of each file it writes                                       */
    uint64_t processes;    /* of its user, all counted                                     */
};

struct felt_process {
    pid_t pid; /* 0: it does not run                                                       */
    int in, out;
    size_t from, end; /* of what was read and not yet taken                                */
    char bytes[FELT_PROCESS_BYTES];
};

enum felt_heard {
    FELT_HEARD_LINE,
    FELT_HEARD_NOTHING, /* time is over                                                    */
    FELT_HEARD_END,     /* it closed its output, or is gone                                */
    FELT_HEARD_TOO_MUCH /* a line that is longer than the buffer                           */
};

/* Milliseconds of a clock that is never put back. */
int64_t felt_process_now_ms(void);

/* Starts `command` by /bin/sh, with its complaints going to the file `complaints` (-1: nowhere).
 * False: errno says why.  A command that is not there is a program that ends at once. */
bool felt_process_start(struct felt_process *process, const char *command,
                        const struct felt_process_limits *limits, int complaints);

/* Sends all of it by the deadline.  False: it does not read, or is gone. */
bool felt_process_send(struct felt_process *process, const char *bytes, size_t count,
                       int64_t deadline_ms);

/* The next line by the deadline, without its end, valid until the next call. */
enum felt_heard felt_process_hear(struct felt_process *process, int64_t deadline_ms,
                                  const char **line, size_t *count);

/* Throws away what it has said so far; at most a buffer and a pipe full.  How many bytes. */
size_t felt_process_forget(struct felt_process *process);

/* Closes its input: a polite program ends. */
void felt_process_hang_up(struct felt_process *process);

/* Waits until the deadline for it to end by itself, then kills it and its group.  Nothing is done
 * if it does not run. */
void felt_process_stop(struct felt_process *process, int64_t deadline_ms);

#endif
