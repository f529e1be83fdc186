/* process.c -- see process.h.
 *
 * Between fork() and exec() the child of a program with threads may do nothing but call the system:
 * all it needs is made ready before.
 *
 * Killing a group takes some care.  A number is free for others as soon as its process was waited
 * for and nobody is left in its group; to kill the group after that could hit a stranger.  So we
 * look whether the leader has ended without waiting for it (WNOWAIT), kill the group while its
 * number is still taken, and wait then. */
#define _GNU_SOURCE
#include "os/process.h"

#include "felt/assert.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

enum { FAILED_CODE = 126, NAP_NS = 2000000 };

int64_t felt_process_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void shut(int *file)
{
    if (*file >= 0) close(*file);
    *file = -1;
}

/* ---- the child ------------------------------------------------------------------------------- */

static void limit(int which, uint64_t most)
{
    struct rlimit before, after;
    if (most == 0 || getrlimit(which, &before) != 0) return;
    after.rlim_cur = after.rlim_max = (rlim_t)most;
    if (before.rlim_max != RLIM_INFINITY && before.rlim_max < after.rlim_max)
        after.rlim_cur = after.rlim_max = before.rlim_max;
    (void)setrlimit(which, &after);
}

static void become(const char *command, const struct felt_process_limits *limits,
                   const int files[3], pid_t parent)
{
    static const struct rlimit no_core = {0, 0};
    sigset_t none;
    (void)setpgid(0, 0);
#ifdef __linux__
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != parent) _exit(FAILED_CODE); /* it died in between */
    for (int i = 0; i < 3; i++)
        if (dup2(files[i], i) < 0) _exit(FAILED_CODE);
    sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
    (void)signal(SIGPIPE, SIG_DFL);
    (void)setrlimit(RLIMIT_CORE, &no_core);
    limit(RLIMIT_FSIZE, limits->file_bytes);
    limit(RLIMIT_NPROC, limits->processes);
    limit(RLIMIT_AS, limits->memory_bytes);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(FAILED_CODE);
}

/* ---- starting -------------------------------------------------------------------------------- */

/* A file below 3 would be closed by the dup2() that makes another one of them. */
static bool make_pipe(int out[2])
{
    if (pipe2(out, O_CLOEXEC) != 0) return false;
    for (int i = 0; i < 2; i++) {
        int higher = out[i] > 2 ? out[i] : fcntl(out[i], F_DUPFD_CLOEXEC, 3);
        if (higher < 0) return false;
        if (higher != out[i]) close(out[i]);
        out[i] = higher;
    }
    return true;
}

static bool is_nonblocking(int file)
{
    int flags = fcntl(file, F_GETFL);
    return flags >= 0 && fcntl(file, F_SETFL, flags | O_NONBLOCK) == 0;
}

/* Opens what the child gets and what we keep of it. */
static bool make_files(struct felt_process *process, int complaints, int files[3])
{
    int in[2] = {-1, -1}, out[2] = {-1, -1};
    bool good = make_pipe(in);
    good = make_pipe(out) && good;
    files[0] = in[0];
    process->in = in[1];
    process->out = out[0];
    files[1] = out[1];
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    files[2] = fcntl(complaints >= 0 ? complaints : nowhere, F_DUPFD_CLOEXEC, 3);
    shut(&nowhere);
    return good && files[2] >= 0 && is_nonblocking(process->in) && is_nonblocking(process->out);
}

bool felt_process_start(struct felt_process *process, const char *command,
                        const struct felt_process_limits *limits, int complaints)
{
    int files[3];
    process->pid = 0;
    process->from = process->end = 0;
    bool good = make_files(process, complaints, files);
    pid_t self = getpid(), child = good ? fork() : -1;
    if (child == 0) become(command, limits, files, self);
    int reason = errno;
    for (int i = 0; i < 3; i++) shut(&files[i]);
    if (child < 0) {
        shut(&process->in);
        shut(&process->out);
        errno = reason;
        return false;
    }
    (void)setpgid(child, child); /* the child does the same: whoever comes first */
    process->pid = child;
    return true;
}

/* ---- talking --------------------------------------------------------------------------------- */

/* False: time is over. */
static bool await(int file, short what, int64_t deadline_ms)
{
    for (;;) {
        int64_t left = deadline_ms - felt_process_now_ms();
        struct pollfd one = {.fd = file, .events = what};
        int ready = poll(&one, 1, left <= 0 ? 0 : left > 60000 ? 60000 : (int)left);
        if (ready > 0) return true;
        if (ready < 0 && errno != EINTR) return true; /* the call itself will say */
        if (left <= 0) return false;
    }
}

bool felt_process_send(struct felt_process *process, const char *bytes, size_t count,
                       int64_t deadline_ms)
{
    if (process->pid == 0 || process->in < 0) return false;
    while (count > 0) {
        ssize_t written = write(process->in, bytes, count);
        if (written > 0) {
            bytes += written;
            count -= (size_t)written;
        } else if (written < 0 && errno == EAGAIN) {
            if (!await(process->in, POLLOUT, deadline_ms)) return false;
        } else if (written == 0 || errno != EINTR) {
            return false;
        }
    }
    return true;
}

/* What was read moves to the front, and more is read behind it: LINE means that some was. */
static enum felt_heard read_more(struct felt_process *process, int64_t deadline_ms)
{
    memmove(process->bytes, process->bytes + process->from, process->end - process->from);
    process->end -= process->from;
    process->from = 0;
    if (process->end == sizeof process->bytes) return FELT_HEARD_TOO_MUCH;
    for (;;) {
        ssize_t got =
            read(process->out, process->bytes + process->end, sizeof process->bytes - process->end);
        if (got > 0) {
            process->end += (size_t)got;
            return FELT_HEARD_LINE;
        }
        if (got == 0) return FELT_HEARD_END;
        if (errno == EINTR) continue;
        if (errno != EAGAIN) return FELT_HEARD_END;
        if (!await(process->out, POLLIN, deadline_ms)) return FELT_HEARD_NOTHING;
    }
}

enum felt_heard felt_process_hear(struct felt_process *process, int64_t deadline_ms,
                                  const char **line, size_t *count)
{
    if (process->pid == 0) return FELT_HEARD_END;
    for (size_t seen = 0;;) {
        size_t used = process->end - process->from;
        char *start = process->bytes + process->from;
        const char *end = memchr(start + seen, '\n', used - seen);
        if (end) {
            *line = start;
            *count = (size_t)(end - start);
            process->from += *count + 1;
            return FELT_HEARD_LINE;
        }
        seen = used;
        enum felt_heard heard = read_more(process, deadline_ms);
        if (heard != FELT_HEARD_LINE) return heard;
    }
}

size_t felt_process_forget(struct felt_process *process)
{
    size_t thrown = process->end - process->from;
    process->from = process->end = 0;
    if (process->pid == 0) return thrown;
    /* Bounded: a program that never stops talking must not keep us here. */
    for (int i = 0; i < 2; i++) {
        ssize_t got = read(process->out, process->bytes, sizeof process->bytes);
        if (got <= 0) break;
        thrown += (size_t)got;
    }
    return thrown;
}

/* ---- stopping -------------------------------------------------------------------------------- */

void felt_process_hang_up(struct felt_process *process)
{
    if (process->pid) shut(&process->in);
}

static bool has_ended(pid_t pid)
{
    siginfo_t about = {.si_pid = 0};
    int code;
    do {
        code = waitid(P_PID, (id_t)pid, &about, WEXITED | WNOHANG | WNOWAIT);
    } while (code != 0 && errno == EINTR);
    return code != 0 || about.si_pid == pid;
}

void felt_process_stop(struct felt_process *process, int64_t deadline_ms)
{
    if (process->pid == 0) return;
    felt_process_hang_up(process);
    shut(&process->out);
    while (felt_process_now_ms() < deadline_ms && !has_ended(process->pid)) {
        struct timespec nap = {.tv_nsec = NAP_NS};
        (void)nanosleep(&nap, NULL);
    }
    (void)kill(-process->pid, SIGKILL);
    (void)kill(process->pid, SIGKILL); /* should it not lead its group yet */
    while (waitpid(process->pid, NULL, 0) < 0 && errno == EINTR) continue;
    process->pid = 0;
    process->from = process->end = 0;
}
