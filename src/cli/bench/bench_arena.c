/* bench_arena.c -- felt bench arena: what a table on the server costs, beside a bare echo. */
#include "cli/bench/bench_arena.h"
#include "bench/slow_disk.h"
#include "server/app/arena/arena_endpoint.h"
#include "cli/bench/bench_hands.h"
#include "cli/cli.h"
#include "command/term.h"
#include "felt/assert.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

enum {
    ROUNDS = 9,
    MANY = 64,
    PACED = 1000,
    PACED_RATE = 5000,
    IDLE = 5000,
    STRANGERS = 2000,
    FLOOD_RATE = 2000,
    SPARE_FILES = 64,
    DIRECTORY_BYTES = 256,
    NUMBER_BYTES = 16,
    TABLES_MAX = 50000
};

#define SILENCE_S 0.25 /* more than a move */

struct bench {
    struct arena_report report;
    const struct felt_args *args;
    struct felt_progress progress;
    double done, all; /* seconds of measuring                                                 */
    struct bench_script script;
    char data[DIRECTORY_BYTES]; /* where the journals are                                     */
};

static uint32_t least(uint64_t a, uint64_t b)
{
    return (uint32_t)(a < b ? a : b);
}

/* ---- servers --------------------------------------------------------------------------------- */

struct serving {
    uint32_t tables, move_ms;
    const char *data; /* NULL: no journal                                                     */
    bool unsynced, slow;
};

/* In a process of its own, which is killed in the end. */
static void serve_arena(void *self, int ready)
{
    const struct serving *serving = self;
    char tables[NUMBER_BYTES], lines[NUMBER_BYTES], move[NUMBER_BYTES];
    (void)snprintf(tables, sizeof tables, "%u", serving->tables + 1);
    (void)snprintf(lines, sizeof lines, "%u", 2 * serving->tables + 8);
    (void)snprintf(move, sizeof move, "%u", serving->move_ms);
    const char *argv[] = {
        "arena",       "--port",   "0",    "--seats",       "2",   "--stack",
        "100000000",   "--sb",     "50",   "--bb",          "100", "--move-ms",
        move,          "--tables", tables, "--connections", lines, serving->data ? "--data" : NULL,
        serving->data, NULL};
    const struct felt_disk slow = bench_slow_disk();
    int argc = 0;
    while (argv[argc]) argc++;
    struct felt_args args;
    struct felt_server_options *options = calloc(1, sizeof *options);
    if (!options || !felt_args_read(&felt_server_spec, argc, (char **)(uintptr_t)argv, &args) ||
        !felt_server_options_read(options, &args))
        return;
    options->unsynced = serving->unsynced;
    options->disk = serving->slow ? &slow : NULL;
    struct felt_server *server = felt_server_open(options, &args);
    if (!server || !felt_arena_endpoint_open(server) || !felt_server_listen(server)) return;
    bench_server_ready(ready, felt_server_port(server));
    (void)felt_server_run(server);
}

static void remove_directory(const char *name)
{
    DIR *directory = opendir(name);
    if (!directory) return;
    for (const struct dirent *entry; (entry = readdir(directory));)
        if (entry->d_name[0] != '.') (void)unlinkat(dirfd(directory), entry->d_name, 0);
    (void)closedir(directory);
    (void)rmdir(name);
}

/* Of the journal of a server; each has its own, as they stand by together. */
static void name_journal(const struct bench *bench, enum arena_server kind,
                         char out[DIRECTORY_BYTES + 16])
{
    (void)snprintf(out, DIRECTORY_BYTES + 16, "%s/%d", bench->data, (int)kind);
}

static bool start(struct bench *bench, enum arena_server kind, uint32_t tables, uint32_t move_ms,
                  struct bench_server *server)
{
    int cpu = bench->report.server_cpu;
    char data[DIRECTORY_BYTES + 16];
    if (kind == ARENA_ECHO)
        return bench_server_start(server, bench_echo_serve, &bench->script, cpu);
    name_journal(bench, kind, data);
    remove_directory(data);
    struct serving serving = {.tables = tables,
                              .move_ms = move_ms,
                              .data = kind == ARENA_PLAIN ? NULL : data,
                              .unsynced = kind == ARENA_WRITTEN,
                              .slow = kind == ARENA_SLOW};
    return bench_server_start(server, serve_arena, &serving, cpu);
}

static void tick(struct bench *bench, double seconds)
{
    bench->done += seconds;
    (void)felt_progress_tick(&bench->progress,
                             bench->done < bench->all ? bench->done / bench->all : 1);
}

enum { LONG_MS = 24 * 3600 * 1000 };

static bool write_script(struct bench *bench)
{
    struct bench_server server = {0};
    bool good = start(bench, ARENA_PLAIN, 1, LONG_MS, &server) &&
                bench_script_record(&bench->script, server.port);
    bench_server_stop(&server);
    tick(bench, 1);
    return good;
}

/* ---- rounds ---------------------------------------------------------------------------------- */

static int by_size(const void *a, const void *b)
{
    double first = *(const double *)a, second = *(const double *)b;
    return first < second ? -1 : first > second;
}

static struct arena_figure sum_up(double *values, int count, bool large_is_good)
{
    felt_assert(count > 0);
    qsort(values, (size_t)count, sizeof *values, by_size);
    return (struct arena_figure){.best = values[large_is_good ? count - 1 : 0],
                                 .median = values[count / 2]};
}

enum measure { ACTIONS, PLAIN_RATIO, HANDS, CPU, KERNEL, WAITED, P50, P99, MEASURES };

/* The rounds of a server. */
struct rounds {
    double value[MEASURES][BENCH_ROUNDS_MAX];
    uint64_t frames, bytes, actions;
};

static bool run_round(const struct bench_server *server, struct bench_load *load, double seconds,
                      double rate, struct rounds *rounds, int round)
{
    struct bench_load_result result;
    int64_t cpu = bench_server_cpu_ns(server), kernel = bench_server_system_ticks(server);
    int64_t waited = bench_server_waited_ns(server);
    if (!bench_load_run(load, seconds, rate, &result) || result.actions == 0) return false;
    cpu = bench_server_cpu_ns(server) - cpu;
    kernel = bench_server_system_ticks(server) - kernel;
    double actions = (double)result.actions, cpu_ns = cpu > 0 ? (double)cpu : 1;
    rounds->value[ACTIONS][round] = actions / result.seconds;
    rounds->value[HANDS][round] = result.hands / result.seconds;
    rounds->value[CPU][round] = cpu_ns / 1000 / actions;
    double kernel_part = (double)kernel * 1e9 / (double)sysconf(_SC_CLK_TCK) / cpu_ns;
    rounds->value[KERNEL][round] = kernel_part < 1 ? kernel_part : 1;
    waited = bench_server_waited_ns(server) - waited;
    rounds->value[WAITED][round] = (double)waited / 1e9 / result.seconds;
    rounds->value[P50][round] = result.p50_us;
    rounds->value[P99][round] = result.p99_us;
    rounds->frames += result.frames;
    rounds->bytes += result.bytes;
    rounds->actions += result.actions;
    return true;
}

static void keep(struct rounds *rounds, int count, struct arena_figures *out)
{
    *out = (struct arena_figures){.actions = sum_up(rounds->value[ACTIONS], count, true),
                                  .plain_ratio = sum_up(rounds->value[PLAIN_RATIO], count, true),
                                  .hands = sum_up(rounds->value[HANDS], count, true),
                                  .cpu_us = sum_up(rounds->value[CPU], count, false),
                                  .kernel_part = sum_up(rounds->value[KERNEL], count, false),
                                  .waited = sum_up(rounds->value[WAITED], count, false),
                                  .p50_us = sum_up(rounds->value[P50], count, false),
                                  .p99_us = sum_up(rounds->value[P99], count, false),
                                  .frames = (double)rounds->frames / (double)rounds->actions,
                                  .bytes = (double)rounds->bytes / (double)rounds->actions};
}

/* All servers stand by; they are driven in turns. */
static bool run_row(struct bench *bench, enum arena_row row)
{
    struct arena_report *report = &bench->report;
    struct bench_server server[ARENA_SERVERS] = {0};
    struct bench_load load[ARENA_SERVERS];
    struct rounds *rounds = calloc(ARENA_SERVERS, sizeof *rounds);
    double seconds = report->seconds / report->rounds;
    bool good = rounds != NULL;
    for (int k = 0; k < ARENA_SERVERS; k++) load[k] = (struct bench_load){.poll = -1};
    /* Servers first: a process begun later would keep the lines of those before it open. */
    for (int k = 0; k < ARENA_SERVERS && good; k++)
        good = start(bench, (enum arena_server)k, report->tables[row], LONG_MS, &server[k]);
    for (int k = 0; k < ARENA_SERVERS && good; k++)
        good = bench_load_open(&load[k], server[k].port, report->tables[row], true) &&
               bench_load_sit(&load[k], false);
    for (int round = 0; round < report->rounds && good; round++)
        for (int k = 0; k < ARENA_SERVERS && good; k++) {
            good = run_round(&server[k], &load[k], seconds, report->rate[row], &rounds[k], round);
            rounds[k].value[PLAIN_RATIO][round] =
                rounds[k].value[ACTIONS][round] / rounds[ARENA_PLAIN].value[ACTIONS][round];
            tick(bench, seconds);
        }
    for (int k = 0; k < ARENA_SERVERS && good; k++)
        keep(&rounds[k], report->rounds, &report->figures[row][k]);
    for (int k = 0; k < ARENA_SERVERS; k++) {
        bench_load_close(&load[k]);
        bench_server_stop(&server[k]);
    }
    free(rounds);
    return good;
}

/* ---- other rows ------------------------------------------------------------------------------ */

/* What a server's memory grows by for each table of two lines. */
static bool weigh(struct bench *bench, enum arena_server kind, uint32_t tables, bool hello,
                  double *bytes, double *lines_per_s)
{
    struct bench_server server = {0};
    struct bench_load load = {.poll = -1};
    bool good = start(bench, kind, tables, LONG_MS, &server);
    double before = (double)bench_server_memory(&server);
    int64_t begin = bench_now_ns();
    good = good && bench_load_open(&load, server.port, tables, hello);
    *lines_per_s = 2 * tables / ((double)(bench_now_ns() - begin) / 1e9);
    good = good && (!hello || bench_load_sit(&load, false));
    *bytes = ((double)bench_server_memory(&server) - before) / tables;
    bench_load_close(&load);
    bench_server_stop(&server);
    tick(bench, 1);
    return good;
}

/* Whoever does not say hello soon is sent away, so lines alone are weighed with fewer of them. */
static bool run_idle(struct bench *bench)
{
    struct arena_memory *memory = &bench->report.memory;
    double strangers, seated, hand_store, unused;
    if (!weigh(bench, ARENA_PLAIN, least(memory->tables, STRANGERS / 2), false, &strangers,
               &unused) ||
        !weigh(bench, ARENA_PLAIN, memory->tables, true, &seated, &memory->opened_per_s) ||
        !weigh(bench, ARENA_ECHO, memory->tables, true, &hand_store,
               &memory->hand_store_opened_per_s))
        return false;
    memory->connection = strangers / 2;
    memory->hand_store = hand_store / 2;
    memory->table = seated - strangers;
    return true;
}

/* A window of silence in every round; a table that waits goes on waiting in the next. */
static bool watch_silence(struct bench *bench, const struct bench_server *server,
                          struct bench_load *load)
{
    struct arena_report *report = &bench->report;
    double p50[BENCH_ROUNDS_MAX] = {0}, p99[BENCH_ROUNDS_MAX] = {0}, most[BENCH_ROUNDS_MAX] = {0};
    double waited[BENCH_ROUNDS_MAX] = {0}, seconds = report->seconds / report->rounds;
    if (seconds < SILENCE_S) seconds = SILENCE_S;
    for (int round = 0; round < report->rounds; round++) {
        struct bench_load_result result;
        int64_t before = bench_server_waited_ns(server);
        if (!bench_load_wait(load, seconds, &result) || result.samples == 0) return false;
        p50[round] = result.p50_us / 1000 - ARENA_MOVE_MS;
        p99[round] = result.p99_us / 1000 - ARENA_MOVE_MS;
        most[round] = result.max_us / 1000 - ARENA_MOVE_MS;
        waited[round] = (double)(bench_server_waited_ns(server) - before) / 1e9 / result.seconds;
        report->late_moves += result.samples;
        tick(bench, seconds);
    }
    report->late_p50_ms = sum_up(p50, report->rounds, false).median;
    report->late_p99_ms = sum_up(p99, report->rounds, false).median;
    report->late_max_ms = sum_up(most, report->rounds, false).median;
    report->late_waited = sum_up(waited, report->rounds, false).median;
    return true;
}

static bool run_late(struct bench *bench)
{
    struct bench_server server = {0};
    struct bench_load load = {.poll = -1};
    uint32_t tables = bench->report.late_tables;
    bool good = start(bench, ARENA_PLAIN, tables, ARENA_MOVE_MS, &server) &&
                bench_load_open(&load, server.port, tables, false);
    load.silent = true;
    good = good && bench_load_sit(&load, true) && watch_silence(bench, &server, &load);
    bench_load_close(&load);
    bench_server_stop(&server);
    return good;
}

static bool flood_round(struct bench *bench, const struct bench_server *server,
                        struct bench_load *load, enum arena_flood kind,
                        struct bench_load_result *result)
{
    struct arena_report *report = &bench->report;
    double seconds = report->seconds / report->rounds;
    struct bench_flood *flood = NULL;
    if (kind != ARENA_CALM) {
        flood = calloc(1, sizeof *flood);
        if (!flood || !bench_flood_open(flood, server->port, kind == ARENA_PINGS) ||
            !bench_load_flood(load, flood)) {
            free(flood);
            return false;
        }
    }
    bool good = bench_load_run(load, seconds, report->flood_rate, result);
    if (flood) {
        report->flood_sent[kind] += (double)flood->sent / result->seconds / report->rounds;
        bench_flood_close(load);
        bench_load_drain(load, 10);
    }
    free(flood);
    tick(bench, seconds);
    return good;
}

static bool run_flood(struct bench *bench)
{
    struct arena_report *report = &bench->report;
    struct bench_server server = {0};
    struct bench_load load = {.poll = -1};
    double p50[ARENA_FLOODS][BENCH_ROUNDS_MAX], p99[ARENA_FLOODS][BENCH_ROUNDS_MAX];
    bool good = start(bench, ARENA_PLAIN, report->flood_tables, LONG_MS, &server) &&
                bench_load_open(&load, server.port, report->flood_tables, true) &&
                bench_load_sit(&load, false);
    for (int round = 0; round < report->rounds && good; round++)
        for (int kind = 0; kind < ARENA_FLOODS && good; kind++) {
            struct bench_load_result result = {0};
            good = flood_round(bench, &server, &load, (enum arena_flood)kind, &result);
            p50[kind][round] = result.p50_us;
            p99[kind][round] = result.p99_us;
        }
    for (int kind = 0; kind < ARENA_FLOODS && good; kind++) {
        report->flood_p50_us[kind] = sum_up(p50[kind], report->rounds, false);
        report->flood_p99_us[kind] = sum_up(p99[kind], report->rounds, false);
    }
    bench_load_close(&load);
    bench_server_stop(&server);
    return good;
}

/* ---- the command ----------------------------------------------------------------------------- */

static void plan(struct bench *bench, uint64_t tables)
{
    struct arena_report *report = &bench->report;
    report->files = bench_server_files();
    uint32_t most = report->files > SPARE_FILES + 2 ? (report->files - SPARE_FILES) / 2 : 1;
    most = least(most, tables);
    report->tables[ARENA_ONE] = 1;
    report->tables[ARENA_MANY] = report->flood_tables = least(MANY, most);
    /* All servers stand by together, and this process has the lines to all of them. */
    report->tables[ARENA_PACED] = least(PACED, most < ARENA_SERVERS ? 1 : most / ARENA_SERVERS);
    report->late_tables = least(PACED, most);
    report->rate[ARENA_PACED] = PACED_RATE * report->tables[ARENA_PACED] / (double)PACED;
    report->flood_rate = FLOOD_RATE * report->flood_tables / (double)MANY;
    report->memory.tables = least(IDLE, most);
    report->memory.connections = 2 * report->memory.tables;
    bench->all = report->seconds * (ARENA_ROWS * ARENA_SERVERS + 1 + ARENA_FLOODS) + 5;
    (void)bench_server_cpus(&report->server_cpu, &report->client_cpu);
    bench_server_pin(report->client_cpu);
    (void)prctl(PR_SET_TIMERSLACK, 1);
}

static bool run_all(struct bench *bench)
{
    static const char *const names[] = {"one table", "many tables", "a fixed rate"};
    const char *failed = NULL;
    if (!write_script(bench)) failed = "a first table";
    for (int row = 0; row < ARENA_ROWS && !failed; row++)
        if (!run_row(bench, (enum arena_row)row)) failed = names[row];
    if (!failed && !run_idle(bench)) failed = "idle lines";
    if (!failed && !run_late(bench)) failed = "silent players";
    if (!failed && !run_flood(bench)) failed = "a flood";
    felt_progress_end(&bench->progress);
    if (failed)
        fprintf(stderr, "felt bench: %s: a server did not start, or a line broke\n", failed);
    return !failed;
}

static void remove_journals(const struct bench *bench)
{
    char data[DIRECTORY_BYTES + 16];
    for (int kind = 0; kind < ARENA_SERVERS; kind++) {
        name_journal(bench, (enum arena_server)kind, data);
        remove_directory(data);
    }
    (void)rmdir(bench->data);
}

int felt_bench_arena(const struct felt_args *args)
{
    uint64_t rounds = ROUNDS, tables = TABLES_MAX;
    double seconds = 5;
    if (!felt_args_uint(args, BENCH_ROUNDS, BENCH_ROUNDS_MIN, BENCH_ROUNDS_MAX, &rounds) ||
        !felt_args_decimal(args, BENCH_SECONDS, 0.1, 3600, &seconds) ||
        !felt_args_uint(args, BENCH_TABLES, 1, TABLES_MAX, &tables))
        return FELT_EXIT_USAGE;
    struct bench *bench = calloc(1, sizeof *bench);
    const char *place = args->value[BENCH_DIR] ? args->value[BENCH_DIR] : ".";
    if (!bench) return FELT_EXIT_FAILED;
    bench->args = args;
    bench->report.rounds = (int)rounds;
    bench->report.seconds = seconds;
    bench->progress = felt_progress_make();
    int bytes = snprintf(bench->data, sizeof bench->data, "%s/felt-bench-XXXXXX", place);
    int code = FELT_EXIT_FAILED;
    if (bytes < 0 || bytes >= DIRECTORY_BYTES || !mkdtemp(bench->data)) {
        felt_args_refuse(args, "cannot make a directory in %s: %s; name another with --dir", place,
                         strerror(errno));
    } else {
        plan(bench, tables);
        if (run_all(bench)) {
            code = FELT_EXIT_OK;
            if (felt_args_flag(args, BENCH_JSON))
                code = felt_bench_arena_json(&bench->report);
            else
                felt_bench_arena_print(&bench->report);
        }
        remove_journals(bench);
    }
    bench_script_close(&bench->script);
    free(bench);
    return code;
}
