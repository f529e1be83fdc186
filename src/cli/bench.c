/* bench.c -- felt bench: how fast things are, as ratios to yardsticks (bench/bench.h). */
#include "bench/bench.h"
#include "cli/args.h"
#include "cli/cli.h"
#include "cli/term.h"
#include "felt/felt.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OPTION_JSON, OPTION_ROUNDS, OPTIONS };
enum { JSON_BYTES = 16384, ROUNDS = 15 };

static const struct felt_args_option options[OPTIONS] = {{"json", false}, {"rounds", true}};

static const char help[] =
    "Usage: felt bench eval [--rounds N] [--json]\n"
    "\n"
    "Measures the evaluators and the equity calculator.  Every row runs beside a yardstick, our "
    "own\n"
    "scalar evaluator by additive keys, on the same input in the same process; all rows take "
    "turns.\n"
    "`ratio` is how many times faster than the yardstick, best round against best round: compare\n"
    "ratios between machines and runs, not the absolute figures.  `cycles` is what the yardstick\n"
    "takes for one evaluation, in dependent additions (one a clock cycle).\n"
    "\n"
    "  --rounds N  how often each row runs, 9 to 999 (15)\n"
    "  --json      for a script\n"
    "\n"
    "Examples:\n"
    "  felt bench eval\n"
    "  felt bench eval --rounds 9 --json\n";

static const struct felt_args_spec spec = {"bench", help, options, OPTIONS};

/* 1234567890 as "1234.6 M"; times as they are. */
static void print_figure(const struct bench_row *row, double figure)
{
    if (strcmp(row->unit, "ms"))
        printf(" %9.1f M", figure / 1e6);
    else
        printf(" %8.3f ms", figure);
}

static void print_table(const struct bench_row *rows, const struct bench_result *results, int count,
                        double clock_ghz, int rounds)
{
    struct felt_term term = felt_term_make(stdout);
    printf("%s kernels, %d rounds, %.2f additions a nanosecond\n\n", felt_high_kernels(), rounds,
           clock_ghz);
    felt_term_style(&term, FELT_BOLD);
    printf("%-29s %11s %11s %11s %7s %7s  %s", "row", "best", "median", "yardstick", "cycles",
           "ratio", "compared with");
    felt_term_style(&term, FELT_PLAIN);
    printf("\n");
    for (int i = 0; i < count; i++) {
        printf("%-29s", rows[i].name);
        print_figure(&rows[i], results[i].best);
        print_figure(&rows[i], results[i].median);
        print_figure(&rows[i], results[i].yardstick_best);
        if (strcmp(rows[i].unit, "ms"))
            printf(" %7.2f", results[i].yardstick_additions);
        else
            printf(" %7s", "");
        felt_term_style(&term, FELT_GREEN);
        printf(" %7.2f", results[i].ratio);
        felt_term_style(&term, FELT_PLAIN);
        printf("  %s\n", rows[i].yardstick);
    }
    printf("\nM: million evaluations or deals a second.  ms: milliseconds for one answer.\n");
}

static int print_json(const struct bench_row *rows, const struct bench_result *results, int count,
                      double clock_ghz, int rounds)
{
    char memory[JSON_BYTES];
    struct felt_buffer buffer = felt_buffer_make(memory, sizeof memory);
    struct felt_json json = felt_json_make(&buffer);
    felt_json_object(&json);
    felt_json_key(&json, "bench");
    felt_json_text(&json, "eval");
    felt_json_key(&json, "kernels");
    felt_json_text(&json, felt_high_kernels());
    felt_json_key(&json, "rounds");
    felt_json_int(&json, rounds);
    felt_json_key(&json, "additions_per_ns");
    felt_json_decimal(&json, clock_ghz, 3);
    felt_json_key(&json, "rows");
    felt_json_array(&json);
    for (int i = 0; i < count; i++) {
        int decimals = strcmp(rows[i].unit, "ms") ? 0 : 4;
        felt_json_object(&json);
        felt_json_key(&json, "name");
        felt_json_text(&json, rows[i].name);
        felt_json_key(&json, "unit");
        felt_json_text(&json, rows[i].unit);
        felt_json_key(&json, "best");
        felt_json_decimal(&json, results[i].best, decimals);
        felt_json_key(&json, "median");
        felt_json_decimal(&json, results[i].median, decimals);
        felt_json_key(&json, "yardstick_best");
        felt_json_decimal(&json, results[i].yardstick_best, decimals);
        felt_json_key(&json, "yardstick_additions");
        felt_json_decimal(&json, results[i].yardstick_additions, 2);
        felt_json_key(&json, "ratio");
        felt_json_decimal(&json, results[i].ratio, 3);
        felt_json_key(&json, "yardstick");
        felt_json_text(&json, rows[i].yardstick);
        felt_json_end(&json);
    }
    felt_json_end(&json);
    felt_json_end(&json);
    felt_assert(felt_json_done(&json));
    puts(felt_buffer_terminate(&buffer));
    return FELT_EXIT_OK;
}

static void show_progress(void *self, double done)
{
    felt_progress_tick(self, done);
}

int felt_cli_bench(int argc, char **argv)
{
    struct felt_args args;
    struct bench_row rows[BENCH_ROWS_MAX];
    struct bench_result results[BENCH_ROWS_MAX];
    uint64_t rounds = ROUNDS;
    double clock_ghz;
    void *input = NULL;
    if (!felt_args_read(&spec, argc, argv, &args)) return args.exit;
    if (!felt_args_uint(&args, OPTION_ROUNDS, BENCH_ROUNDS_MIN, BENCH_ROUNDS_MAX, &rounds))
        return FELT_EXIT_USAGE;
    if (args.count > 1 || (args.count == 1 && strcmp(args.word[0], "eval")))
        return felt_args_refuse(&args, "there is no bench %s; give eval",
                                args.word[args.count - 1]);

    int count = bench_eval_rows(rows, &input);
    if (!count) {
        fputs("felt bench: not enough memory\n", stderr);
        return FELT_EXIT_FAILED;
    }
    struct felt_progress progress = felt_progress_make();
    bench_measure(rows, count, input, (int)rounds, results, &clock_ghz, show_progress, &progress);
    felt_progress_end(&progress);
    free(input);
    if (felt_args_flag(&args, OPTION_JSON))
        return print_json(rows, results, count, clock_ghz, (int)rounds);
    print_table(rows, results, count, clock_ghz, (int)rounds);
    return FELT_EXIT_OK;
}
