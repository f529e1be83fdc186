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

#include <errno.h>
#include <fcntl.h>
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

static void shut(int *file)
{
    if (*file >= 0) close(*file);
    *file = -1;
}

/* ---- the child ------------------------------------------------------------------------------- */

/* No more than `most`, and no more than it was; 0: as it was. */
static struct rlimit cut(struct rlimit limit, uint64_t most)
{
    rlim_t wanted = (rlim_t)most;
    if (most == 0) return limit;
    if (limit.rlim_max == RLIM_INFINITY || limit.rlim_max > wanted) limit.rlim_max = wanted;
    limit.rlim_cur = limit.rlim_max;
    return limit;
}

/* Resources have a type of their own in some libraries: they cannot be passed on. */
static void set_limits(const struct felt_process_limits *limits)
{
    static const struct rlimit no_core = {0, 0};
    struct rlimit limit;
    (void)setrlimit(RLIMIT_CORE, &no_core);
    if (getrlimit(RLIMIT_FSIZE, &limit) == 0) {
        limit = cut(limit, limits->file_bytes);
        (void)setrlimit(RLIMIT_FSIZE, &limit);
    }
    if (getrlimit(RLIMIT_NPROC, &limit) == 0) {
        limit = cut(limit, limits->processes);
        (void)setrlimit(RLIMIT_NPROC, &limit);
    }
    if (getrlimit(RLIMIT_AS, &limit) == 0) {
        limit = cut(limit, limits->memory_bytes);
        (void)setrlimit(RLIMIT_AS, &limit);
    }
}

/* One program and its arguments: the shell makes way for it.  Else the shell would stay between us,
 * with a copy of its files, and an output that the program closes would not end. */
static bool is_simple(const char *command)
{
    const char *word = command + strspn(command, " ");
    return word[strcspn(word, ";&|(){}!`\n")] == '\0' && strncmp(word, "exec ", 5) != 0 &&
           memchr(word, '=', strcspn(word, " ")) == NULL;
}

static void become(const char *command, const struct felt_process_limits *limits,
                   const int files[3], pid_t parent)
{
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
    set_limits(limits);
    if (is_simple(command))
        execl("/bin/sh", "sh", "-c", "eval \"exec $0\"", command, (char *)NULL);
    else
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
    process->io.to = in[1];
    process->io.from = out[0];
    files[1] = out[1];
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    files[2] = fcntl(complaints >= 0 ? complaints : nowhere, F_DUPFD_CLOEXEC, 3);
    shut(&nowhere);
    return good && files[2] >= 0 && is_nonblocking(process->io.to) &&
           is_nonblocking(process->io.from);
}

bool felt_process_start(struct felt_process *process, const char *command,
                        const struct felt_process_limits *limits, int complaints)
{
    int files[3];
    process->pid = 0;
    process->io.at = process->io.end = 0;
    bool good = make_files(process, complaints, files);
    pid_t self = getpid(), child = good ? fork() : -1;
    if (child == 0) become(command, limits, files, self);
    int reason = errno;
    for (int i = 0; i < 3; i++) shut(&files[i]);
    if (child < 0) {
        felt_line_io_close(&process->io);
        errno = reason;
        return false;
    }
    (void)setpgid(child, child); /* the child does the same: whoever comes first */
    process->pid = child;
    return true;
}

/* ---- stopping -------------------------------------------------------------------------------- */

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
    felt_line_io_close(&process->io);
    while (felt_line_io_now_ms() < deadline_ms && !has_ended(process->pid)) {
        struct timespec nap = {.tv_nsec = NAP_NS};
        (void)nanosleep(&nap, NULL);
    }
    (void)kill(-process->pid, SIGKILL);
    (void)kill(process->pid, SIGKILL); /* should it not lead its group yet */
    while (waitpid(process->pid, NULL, 0) < 0 && errno == EINTR) continue;
    process->pid = 0;
}
