/* instructions.h -- how many instructions a piece of work takes: on a noisy machine the figure that
 * does not move. */
#ifndef FELT_CLI_BENCH_INSTRUCTIONS_H
#define FELT_CLI_BENCH_INSTRUCTIONS_H

#include <stdint.h>

/* What run(row, many) costs more than run(row, few), in instructions: start-up is not counted.  By
 * the processor's counter if the system lets us; else by running `felt bench BENCH --only ROW
 * --hands N` under valgrind, if that is installed.  Negative: neither. */
double felt_bench_instructions_between(const char *bench, const char *row, uint64_t few,
                                       uint64_t many, void (*run)(const char *row, uint64_t times));
/* The same of `felt bench hands`, for one hand. */
double felt_bench_instructions_per_hand(const char *row,
                                        void (*run)(const char *row, uint64_t times));

#endif
