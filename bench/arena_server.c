/* arena_server.c -- see arena.h: processes that serve.
 *
 * Servers share the first processor we may use, one at work at a time; the client has the second.
 * Without that the scheduler moves both about, and figures differ by half from run to run. */
#define _GNU_SOURCE /* sched_setaffinity */
#include "bench/arena.h"

#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int64_t bench_now_ns(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

bool bench_server_cpus(int *first, int *last)
{
    cpu_set_t allowed;
    *first = *last = -1;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0 || CPU_COUNT(&allowed) < 2)
        return false;
    for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
        if (!CPU_ISSET((size_t)cpu, &allowed)) continue;
        if (*first < 0) *first = cpu;
        *last = cpu;
    }
    return true;
}

void bench_server_pin(int cpu)
{
    if (cpu < 0) return;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET((size_t)cpu, &one);
    (void)sched_setaffinity(0, sizeof one, &one);
}

bool bench_server_start(struct bench_server *server, bench_serve serve, void *self, int cpu)
{
    int ends[2];
    if (pipe(ends) != 0) return false;
    pid_t parent = getpid();
    server->pid = fork();
    if (server->pid == 0) {
        bench_server_pin(cpu);
        (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent) _exit(1);
        (void)close(ends[0]);
        serve(self, ends[1]);
        _exit(1);
    }
    (void)close(ends[1]);
    bool good = server->pid > 0 &&
                read(ends[0], &server->port, sizeof server->port) == (ssize_t)sizeof server->port;
    (void)close(ends[0]);
    if (!good) bench_server_stop(server);
    return good;
}

void bench_server_ready(int ready, uint16_t port)
{
    if (write(ready, &port, sizeof port) != (ssize_t)sizeof port) _exit(1);
    (void)close(ready);
}

void bench_server_stop(struct bench_server *server)
{
    if (server->pid <= 0) return;
    (void)kill(server->pid, SIGKILL);
    (void)waitpid(server->pid, NULL, 0);
    server->pid = 0;
}

int64_t bench_server_cpu_ns(const struct bench_server *server)
{
    clockid_t clock;
    struct timespec spent;
    if (clock_getcpuclockid(server->pid, &clock) != 0 || clock_gettime(clock, &spent) != 0)
        return 0;
    return (int64_t)spent.tv_sec * 1000000000 + spent.tv_nsec;
}

int64_t bench_server_system_ticks(const struct bench_server *server)
{
    char name[64], text[1024];
    (void)snprintf(name, sizeof name, "/proc/%d/stat", (int)server->pid);
    FILE *file = fopen(name, "r");
    if (!file) return 0;
    size_t bytes = fread(text, 1, sizeof text - 1, file);
    (void)fclose(file);
    text[bytes] = '\0';
    /* The fifteenth field; the second is a name in parentheses, which may hold blanks. */
    const char *at = strrchr(text, ')');
    for (int field = 2; at && field < 15; field++) at = strchr(at + 1, ' ');
    return at ? atoll(at) : 0;
}

int64_t bench_server_waited_ns(const struct bench_server *server)
{
    char name[64];
    long long ran = 0, waited = 0;
    (void)snprintf(name, sizeof name, "/proc/%d/schedstat", (int)server->pid);
    FILE *file = fopen(name, "r");
    if (!file) return 0;
    if (fscanf(file, "%lld %lld", &ran, &waited) != 2) waited = 0;
    (void)fclose(file);
    return waited;
}

int64_t bench_server_memory(const struct bench_server *server)
{
    char name[64], text[256];
    long long kilobytes = 0;
    (void)snprintf(name, sizeof name, "/proc/%d/status", (int)server->pid);
    FILE *file = fopen(name, "r");
    if (!file) return 0;
    while (fgets(text, sizeof text, file))
        if (strncmp(text, "RssAnon:", 8) == 0) kilobytes = atoll(text + 8);
    (void)fclose(file);
    return kilobytes * 1024;
}

uint32_t bench_server_files(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return 256;
    limit.rlim_cur = limit.rlim_max;
    (void)setrlimit(RLIMIT_NOFILE, &limit);
    return limit.rlim_cur > 1000000 ? 1000000 : (uint32_t)limit.rlim_cur;
}
