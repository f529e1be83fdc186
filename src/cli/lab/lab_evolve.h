/* lab_evolve.h -- felt lab evolve: what is asked for, how it goes, and what came of it. */
#ifndef FELT_CLI_LAB_LAB_EVOLVE_H
#define FELT_CLI_LAB_LAB_EVOLVE_H

#include "command/args.h"
#include "lab/archive/lab_dir.h"
#include "command/term.h"

/* What is asked for. */
struct felt_cli_lab_wish {
    const struct felt_preset *preset;
    const char *path;     /* of the directory                                                     */
    bool resume;          /* it is there already                                                  */
    const char *ratings;  /* a directory whose ratings shift the weights; NULL: none             */
    double minutes;       /* 0: no limit                                                          */
    uint64_t generations; /* to be reached in all; 0: no limit                                  */
    int threads;
    bool script, quiet;
};

/* ---- how it goes: a block on a terminal, else a line every ten seconds ---- */

struct felt_cli_lab_display {
    struct felt_term term; /* stderr                                                            */
    bool quiet, block;     /* says nothing; draws over what it drew before                      */
    int lines;             /* that are drawn now                                                */
    int64_t shown_us;
    const char *path, *preset;
    double limit; /* seconds; 0: none                                                           */
    uint64_t generations;
};
struct felt_cli_lab_display felt_cli_lab_display_make(const struct felt_cli_lab_wish *wish);
/* `done` of `of` candidates of this generation (known games, before the first one). */
void felt_cli_lab_display_tick(struct felt_cli_lab_display *display,
                               const struct felt_evolve *evolve,
                               const struct felt_progress_point *point, double seconds,
                               uint32_t done, uint32_t of, bool begun);
/* Wipes the block away. */
void felt_cli_lab_display_end(struct felt_cli_lab_display *display);
/* 151 seconds as "2:31". */
enum { FELT_CLI_LAB_TIME_BYTES = 24 };
const char *felt_cli_lab_time(double seconds, char out[FELT_CLI_LAB_TIME_BYTES]);
/* "12 ratings shift the weights", and which. */
void felt_cli_lab_display_preference(const struct felt_weights *before,
                                     const struct felt_preference *preference);

/* ---- what came of it ---- */

/* On stdout, for people or for scripts; an exit code. */
int felt_cli_lab_summary(const char *path, const struct felt_lab_archive *archive, bool script);

#endif
