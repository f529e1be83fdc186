/* solve.h -- what `felt solve` has found, for people and for scripts. */
#ifndef FELT_CLI_HAND_SOLVE_H
#define FELT_CLI_HAND_SOLVE_H

#include "command/setting.h"
#include "felt/solve.h"

/* Powers of two up to 2^40, and the last one. */
enum { FELT_CLI_SOLVE_LOOKS_MAX = 42 };

struct felt_cli_solve_found {
    const struct felt_setting *setting;
    const struct felt_solve *solve;
    struct felt_solve_size size;
    felt_chips ante; /* what results are counted in; the unit if there is none             */
    bool antes;
    bool strategy;                                           /* print it too                     */
    int looks;                                               /* the last one is the result       */
    struct felt_solve_rating look[FELT_CLI_SOLVE_LOOKS_MAX]; /* in chips                         */
};

/* What was asked for, of a genome. */
struct felt_cli_solve_wish {
    uint64_t iterations;
    double until; /* exploitability, in chips */
    bool strategy, json;
};
/* Solves a genome and prints what was found; returns the exit code. */
int felt_cli_solve_genome(const struct felt_args *args, const char *name,
                          const struct felt_cli_solve_wish *wish);

void felt_cli_solve_print(const struct felt_cli_solve_found *found);
/* Returns the exit code. */
int felt_cli_solve_print_json(const struct felt_args *args,
                              const struct felt_cli_solve_found *found);

#endif
