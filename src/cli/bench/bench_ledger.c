/* bench_ledger.c -- felt bench ledger: settlements by the second, beside what the disk can do. */
#include "bench/ledger.h"
#include "base/json_member.h"

#include "bench/bench.h"
#include "cli/bench/bench_hands.h"
#include "cli/cli.h"
#include "command/term.h"
#include "felt/felt.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { JSON_BYTES = 8192, PATH_BYTES = 4096, STORES = 2 };

static const char *const row_names[LEDGER_ROWS] = {
    [LEDGER_SYNC] = "fdatasync of 4 KiB",
    [LEDGER_SINGLE] = "commits of one statement",
    [LEDGER_ONE] = "settlements, 1 in flight",
    [LEDGER_TEN] = "settlements, 10 in flight",
    [LEDGER_HUNDRED] = "settlements, 100 in flight",
    [LEDGER_UNBATCHED] = "100 in flight, each its own commit",
};
static const char *const row_words[LEDGER_ROWS] = {"fdatasync", "single",     "settle_1",
                                                   "settle_10", "settle_100", "unbatched_100"};
static const char *const store_names[STORES] = {"SQLite", "PostgreSQL"};

static double divide(double a, double b)
{
    return b > 0 ? a / b : 0;
}

static void print_store(const char *name, const struct ledger_figures figures[LEDGER_ROWS])
{
    struct felt_term term = felt_term_make(stdout);
    felt_term_style(&term, FELT_BOLD);
    printf("%-36s %9s %9s %9s %9s %7s %9s %9s", name, "best/s", "median/s", "p50 ms", "p99 ms",
           "batch", "x single", "x fsync");
    felt_term_style(&term, FELT_PLAIN);
    printf("\n");
    for (int row = 0; row < LEDGER_ROWS; row++) {
        const struct ledger_figures *one = &figures[row];
        printf("%-36s %9.0f %9.0f %9.2f %9.2f %7.1f", row_names[row], one->best, one->median,
               one->p50_us / 1000, one->p99_us / 1000, one->batch);
        felt_term_style(&term, FELT_GREEN);
        printf(" %9.2f %9.2f", divide(one->median, figures[LEDGER_SINGLE].median),
               divide(one->median, figures[LEDGER_SYNC].median));
        felt_term_style(&term, FELT_PLAIN);
        printf("\n");
    }
    printf("group commit: %.1f times the rate without it, at 100 in flight\n\n",
           divide(figures[LEDGER_HUNDRED].median, figures[LEDGER_UNBATCHED].median));
}

static void json_store(struct felt_json *json, const char *name,
                       const struct ledger_figures figures[LEDGER_ROWS])
{
    felt_json_object(json);
    felt_json_key(json, "store");
    felt_json_text(json, name);
    felt_json_put_decimal(json, "group_commit_ratio",
                          divide(figures[LEDGER_HUNDRED].median, figures[LEDGER_UNBATCHED].median),
                          2);
    felt_json_key(json, "rows");
    felt_json_array(json);
    for (int row = 0; row < LEDGER_ROWS; row++) {
        felt_json_object(json);
        felt_json_key(json, "name");
        felt_json_text(json, row_words[row]);
        felt_json_put_decimal(json, "best_per_s", figures[row].best, 0);
        felt_json_put_decimal(json, "median_per_s", figures[row].median, 0);
        felt_json_put_decimal(json, "p50_ms", figures[row].p50_us / 1000, 3);
        felt_json_put_decimal(json, "p99_ms", figures[row].p99_us / 1000, 3);
        felt_json_put_decimal(json, "batch", figures[row].batch, 1);
        felt_json_put_decimal(json, "ratio_single",
                              divide(figures[row].median, figures[LEDGER_SINGLE].median), 2);
        felt_json_put_decimal(json, "ratio_fdatasync",
                              divide(figures[row].median, figures[LEDGER_SYNC].median), 2);
        felt_json_end(json);
    }
    felt_json_end(json);
    felt_json_end(json);
}

struct report {
    int stores, rounds;
    const char *name[STORES];
    struct ledger_figures figures[STORES][LEDGER_ROWS];
};

static int print_json(const struct report *report)
{
    char memory[JSON_BYTES];
    struct felt_buffer buffer = felt_buffer_make(memory, sizeof memory);
    struct felt_json json = felt_json_make(&buffer);
    felt_json_object(&json);
    felt_json_key(&json, "bench");
    felt_json_text(&json, "ledger");
    felt_json_key(&json, "rounds");
    felt_json_int(&json, report->rounds);
    felt_json_key(&json, "stores");
    felt_json_array(&json);
    for (int i = 0; i < report->stores; i++) json_store(&json, report->name[i], report->figures[i]);
    felt_json_end(&json);
    felt_json_end(&json);
    felt_assert(felt_json_done(&json));
    puts(felt_buffer_terminate(&buffer));
    return FELT_EXIT_OK;
}

/* What is in it are files that we made. */
static void remove_directory(const char *name)
{
    DIR *directory = opendir(name);
    if (!directory) return;
    char path[PATH_BYTES];
    for (const struct dirent *entry; (entry = readdir(directory));) {
        if (entry->d_name[0] == '.') continue;
        int bytes = snprintf(path, sizeof path, "%s/%s", name, entry->d_name);
        if (bytes > 0 && bytes < PATH_BYTES) (void)unlink(path);
    }
    (void)closedir(directory);
    (void)rmdir(name);
}

static void show_progress(void *self, double done)
{
    (void)felt_progress_tick(self, done);
}

static bool measure(const struct felt_args *args, struct ledger_bench *bench, const char *name,
                    struct report *report)
{
    struct felt_complaint complaint;
    struct felt_progress progress = felt_progress_make();
    bool good =
        bench_ledger(bench, report->figures[report->stores], show_progress, &progress, &complaint);
    felt_progress_end(&progress);
    if (good)
        report->name[report->stores++] = name;
    else
        felt_args_refuse(args, "%s: %s", name, complaint.text);
    return good;
}

int felt_bench_ledger(const struct felt_args *args, int rounds)
{
    double seconds = 0.3;
    if (!felt_args_decimal(args, BENCH_SECONDS, 0.05, 60, &seconds)) return FELT_EXIT_USAGE;
    const char *place = args->value[BENCH_DIR] ? args->value[BENCH_DIR] : ".";
    char directory[PATH_BYTES];
    int bytes = snprintf(directory, sizeof directory, "%s/felt-bench-XXXXXX", place);
    if (bytes < 0 || bytes >= PATH_BYTES || !mkdtemp(directory)) {
        felt_args_refuse(args, "cannot make a directory in %s: %s; name another with --dir", place,
                         strerror(errno));
        return FELT_EXIT_FAILED;
    }
    struct ledger_bench bench = {
        .sql = {.kind = FELT_SQL_SQLITE, .place = directory, .wait_ms = 10000},
        .directory = directory,
        .rounds = rounds,
        .seconds = seconds};
    struct report report = {.rounds = rounds};
    bool good = measure(args, &bench, store_names[0], &report);
    if (good && args->value[BENCH_POSTGRES]) {
        bench.sql = (struct felt_sql_config){
            .kind = FELT_SQL_POSTGRES, .place = args->value[BENCH_POSTGRES], .wait_ms = 10000};
        good = measure(args, &bench, store_names[1], &report);
    }
    remove_directory(directory);
    if (!good) return FELT_EXIT_FAILED;
    if (felt_args_flag(args, BENCH_JSON)) return print_json(&report);
    printf("hands of six settled: sum zero, durable before anybody hears of it; %d rounds\n\n",
           rounds);
    for (int i = 0; i < report.stores; i++) print_store(report.name[i], report.figures[i]);
    return FELT_EXIT_OK;
}
