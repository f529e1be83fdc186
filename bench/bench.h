/* bench.h -- measuring by ratio.
 *
 * These machines are noisy: a figure alone says little.  So every row is run beside a yardstick
 * that does the same job on the same input by a well-known method; all rows take turns, round after
 * round, in one process, and best is compared with best.  A loop of dependent additions, one a
 * clock cycle, tells how fast the machine is at that moment. */
#ifndef FELT_BENCH_H
#define FELT_BENCH_H

#include <stdbool.h>
#include <stdint.h>

enum { BENCH_ROWS_MAX = 32, BENCH_ROUNDS_MIN = 9, BENCH_ROUNDS_MAX = 999 };

/* Runs once; returns a number that depends on all results, so that nothing is optimised away. */
typedef uint64_t (*bench_run)(void *input);

struct bench_row {
    const char *name;
    const char *unit;      /* "evals/s", or "ms": then figures are times and small is good */
    const char *yardstick; /* what it is compared with */
    bench_run ours, theirs;
    double work, their_work; /* units of work in one run; for "ms": runs in one run */
    void *input;             /* what `ours` gets; NULL: the input of all rows */
    void *their_input;       /* and `theirs` */
};

struct bench_result {
    double best, median; /* in the row's unit */
    double yardstick_best, yardstick_median;
    double ratio;               /* how many times faster than the yardstick */
    double yardstick_additions; /* clock cycles the yardstick takes for a unit */
};

/* Runs all rows `rounds` times in turn.  `tick` (may be NULL) is told the part that is done. */
void bench_measure(const struct bench_row *rows, int count, void *input, int rounds,
                   struct bench_result *results, double *clock_ghz, void (*tick)(void *, double),
                   void *self);

/* The rows of `felt bench eval`; `*input` is allocated, to be freed by the caller.  0: no memory.
 */
int bench_eval_rows(struct bench_row rows[BENCH_ROWS_MAX], void **input);

/* The rows of `felt bench players`.  0: no memory. */
int bench_players_rows(struct bench_row rows[BENCH_ROWS_MAX], void **input);
void bench_players_free(void *input);

#endif
