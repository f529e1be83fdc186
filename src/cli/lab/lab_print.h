/* lab_print.h -- the answer of felt lab run, for people and for scripts. */
#ifndef FELT_CLI_LAB_LAB_PRINT_H
#define FELT_CLI_LAB_LAB_PRINT_H

#include "lab/search/batch.h"

struct felt_cli_lab_outcome {
    const char *title; /* of the game, fit to be shown                                        */
    const struct felt_batch *batch;
    struct felt_genome_program program; /* of the batch                                      */
    struct felt_strengths strengths;
    uint64_t groups; /* that were wanted                                                     */
    int threads;
    double seconds;
    struct felt_batch_tally tally;
};

/* Both return the exit code. */
int felt_cli_lab_print(const struct felt_cli_lab_outcome *outcome);
int felt_cli_lab_print_json(const struct felt_cli_lab_outcome *outcome);

#endif
