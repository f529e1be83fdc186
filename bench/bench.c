/* bench.c -- the rounds, the clock and the figures. */
#include "bench/bench.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { ADDITIONS = 2000000 };

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Time of one addition that waits for the one before. */
static double time_additions(void)
{
    double start = seconds();
    uint64_t x = 1;
    for (int i = 0; i < ADDITIONS / 8; i++) {
#pragma GCC unroll 8
        for (int j = 0; j < 8; j++) {
            x += 1;
            __asm__ volatile("" : "+r"(x));
        }
    }
    return (seconds() - start) / ADDITIONS;
}

/* The second of two runs: the first one fetches tables and input that other rows have pushed out of
 * the cache. */
static double time_run(bench_run run, void *input)
{
    double start = 0;
    for (int i = 0; i < 2; i++) {
        start = seconds();
        uint64_t result = run(input);
        __asm__ volatile("" : : "r"(result)); /* the work is wanted */
    }
    return seconds() - start;
}

static int by_time(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* A time for the whole run in the unit of the row. */
static double in_unit(const struct bench_row *row, double time, double work)
{
    return strcmp(row->unit, "ms") ? work / time : time / work * 1e3;
}

void bench_measure(const struct bench_row *rows, int count, void *input, int rounds,
                   struct bench_result *results, double *clock_ghz, void (*tick)(void *, double),
                   void *self)
{
    static double ours[BENCH_ROWS_MAX][BENCH_ROUNDS_MAX], theirs[BENCH_ROWS_MAX][BENCH_ROUNDS_MAX];
    double addition = 1;
    for (int round = 0; round < rounds; round++)
        for (int i = 0; i < count; i++) {
            double clock = time_additions();
            if (clock < addition) addition = clock;
            ours[i][round] = time_run(rows[i].ours, rows[i].input ? rows[i].input : input);
            theirs[i][round] =
                time_run(rows[i].theirs, rows[i].their_input ? rows[i].their_input : input);
            if (tick) tick(self, (double)(round * count + i + 1) / (rounds * count));
        }
    *clock_ghz = 1e-9 / addition;
    for (int i = 0; i < count; i++) {
        const struct bench_row *row = &rows[i];
        struct bench_result *result = &results[i];
        qsort(ours[i], (size_t)rounds, sizeof(double), by_time);
        qsort(theirs[i], (size_t)rounds, sizeof(double), by_time);
        result->best = in_unit(row, ours[i][0], row->work);
        result->median = in_unit(row, ours[i][rounds / 2], row->work);
        result->yardstick_best = in_unit(row, theirs[i][0], row->their_work);
        result->yardstick_median = in_unit(row, theirs[i][rounds / 2], row->their_work);
        result->ratio = theirs[i][0] / row->their_work / (ours[i][0] / row->work);
        result->yardstick_additions = theirs[i][0] / row->their_work / addition;
    }
}
