/* instructions.h -- how many instructions a piece of work takes: on a noisy machine the figure that
 * does not move. */
#ifndef FELT_CLI_INSTRUCTIONS_H
#define FELT_CLI_INSTRUCTIONS_H

#include <stdint.h>

/* Instructions of run(self, times) for each of `times`, start-up not counted.  By the processor's
 * counter if the system lets us; else by running `felt bench hands --only ROW --hands N` under
 * valgrind, if that is installed.  Negative: neither. */
double felt_instructions_per_hand(const char *row, void (*run)(const char *row, uint64_t times));

#endif
