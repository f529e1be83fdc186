/* instructions.c -- counted by the processor, or by valgrind. */
#define _GNU_SOURCE
#include "cli/bench/instructions.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <linux/perf_event.h>
#include <sys/ioctl.h>
#endif

enum { FEW = 1000, MANY = 4000, PATH_BYTES = 4096, REPORT_BYTES = 8192 };

static double by_processor(const char *row, uint64_t times,
                           void (*run)(const char *row, uint64_t times))
{
#ifdef __linux__
    struct perf_event_attr attributes = {.type = PERF_TYPE_HARDWARE,
                                         .size = sizeof attributes,
                                         .config = PERF_COUNT_HW_INSTRUCTIONS,
                                         .disabled = 1,
                                         .exclude_kernel = 1,
                                         .exclude_hv = 1};
    int counter = (int)syscall(SYS_perf_event_open, &attributes, 0, -1, -1, 0);
    uint64_t count = 0;
    if (counter < 0) return -1;
    ioctl(counter, PERF_EVENT_IOC_ENABLE, 0);
    run(row, times);
    ioctl(counter, PERF_EVENT_IOC_DISABLE, 0);
    ssize_t got = read(counter, &count, sizeof count);
    close(counter);
    return got == sizeof count && count ? (double)count : -1;
#else
    (void)row, (void)times, (void)run;
    return -1;
#endif
}

/* The child: valgrind over ourselves, its report into the pipe.  Does not return. */
static void become_valgrind(const char *bench, const char *row, const char *hands, int pipe_end)
{
    char self[PATH_BYTES] = {0};
    if (readlink("/proc/self/exe", self, sizeof self - 1) < 0) _exit(1);
    int nowhere = open("/dev/null", O_RDWR);
    if (nowhere < 0 || dup2(nowhere, STDIN_FILENO) < 0 || dup2(nowhere, STDOUT_FILENO) < 0 ||
        dup2(pipe_end, STDERR_FILENO) < 0)
        _exit(1);
    execlp("valgrind", "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", self,
           "bench", bench, "--only", row, "--hands", hands, (char *)NULL);
    _exit(1);
}

/* Instructions of a whole run, -1 if there is no valgrind. */
static double by_valgrind(const char *bench, const char *row, uint64_t hands)
{
    char count[24], report[REPORT_BYTES + 1];
    int ends[2], status = 0;
    size_t used = 0;
    ssize_t got;
    snprintf(count, sizeof count, "%llu", (unsigned long long)hands);
    if (pipe(ends)) return -1;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) become_valgrind(bench, row, count, ends[1]);
    close(ends[1]);
    while (child > 0 && (got = read(ends[0], report + used, REPORT_BYTES - used)) > 0)
        used += (size_t)got;
    close(ends[0]);
    if (child < 0 || waitpid(child, &status, 0) < 0 || status != 0) return -1;
    report[used] = 0;
    const char *found = strstr(report, "Collected : ");
    return found ? strtod(found + strlen("Collected : "), NULL) : -1;
}

double felt_bench_instructions_between(const char *bench, const char *row, uint64_t few,
                                       uint64_t many, void (*run)(const char *row, uint64_t times))
{
    double less = by_processor(row, few, run);
    double more = less < 0 ? -1 : by_processor(row, many, run);
    if (more < 0) {
        less = by_valgrind(bench, row, few);
        more = less < 0 ? -1 : by_valgrind(bench, row, many);
    }
    return less < 0 || more < less ? -1 : more - less;
}

double felt_bench_instructions_per_hand(const char *row,
                                        void (*run)(const char *row, uint64_t times))
{
    double count = felt_bench_instructions_between("hands", row, FEW, MANY, run);
    return count < 0 ? -1 : count / (MANY - FEW);
}
