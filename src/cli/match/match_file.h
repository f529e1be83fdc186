/* match_file.h -- a match that goes on later: its sums so far, in one JSON document.
 *
 *     {"format":"felt-match","version":2,
 *      "match":{"program":"0.1.0","variant":"holdem", ...},      every setting that changes results
 *      "plan":2500,                                              groups the intervals are made for
 *      "pairings":[{"groups":64,"hands":128,"showdowns":31,"lucky":4,"players":[
 *          {"won":-1200000,"won_squares":"0000...","adjusted":...,"adjusted_squares":"...",
 *           "wins":20,"draws":11,"losses":33,"illegal":0,"warnings":0,"decisions":310,
 *           "manners":{"hands":128,"entered":90, ...}}, ...]}, ...],   felt/manners.h
 *      "checksum":"0123456789abcdef"}                            of every byte before its comma
 *
 * in one line (sums of squares have 128 bits: 32 hexadecimal digits).  A file is ours if every byte
 * of it is as we would write it.
 *
 *   F1  what was read could have been written: no sum in it stops the program, now or later,
 *       whoever made the checksum fit.
 *
 * Where it lies on the disk is the business of match_store.h. */
#ifndef FELT_CLI_MATCH_MATCH_FILE_H
#define FELT_CLI_MATCH_MATCH_FILE_H

#include "cli/match/match_sum.h"
#include "felt/buffer.h"

/* What makes a match that match: each value a text. */
enum felt_cli_match_key {
    FELT_CLI_MATCH_KEY_PROGRAM,
    FELT_CLI_MATCH_KEY_FORM,
    FELT_CLI_MATCH_KEY_VARIANT,
    FELT_CLI_MATCH_KEY_LIMIT,
    FELT_CLI_MATCH_KEY_UNIT,
    FELT_CLI_MATCH_KEY_STACKS,
    FELT_CLI_MATCH_KEY_SEED,
    FELT_CLI_MATCH_KEY_DEALS,
    FELT_CLI_MATCH_KEY_FUTURES,
    FELT_CLI_MATCH_KEY_SAMPLES,
    FELT_CLI_MATCH_KEY_ILLEGAL,
    FELT_CLI_MATCH_KEY_SPRT,
    FELT_CLI_MATCH_KEY_CHUNK,
    FELT_CLI_MATCH_KEY_PLAYERS,
    FELT_CLI_MATCH_KEYS
};

/* Sums of results stay below: no match has more groups than so many of its largest results. */
#define FELT_CLI_MATCH_FILE_SUM_MAX (INT64_C(1) << 62)

struct felt_cli_match_file {
    const char *key[FELT_CLI_MATCH_KEYS]; /* not owned                                         */
    int pairings, players;                /* players of each pairing                           */
    uint64_t hands;                       /* of each group                                     */
    int64_t result_max;                   /* no group brings anybody more, thousandths         */
    uint64_t groups_max;                  /* no pairing has more; also within SUM_MAX          */
    uint64_t plan;                  /* felt_cli_match_file_plan() of the first run           */
    struct felt_cli_match_sum *sum; /* of each pairing; not owned */
};

/* The number of groups that intervals of a match of so many are made for.  Few in a long match:
 * that costs little at its end, and somebody may look, or a test stop it, long before. */
static inline uint64_t felt_cli_match_file_plan(uint64_t groups)
{
    const uint64_t most = 5000;
    return groups > 2 * most ? most : groups > 1 ? groups / 2 : 1;
}

/* Room for the text. */
size_t felt_cli_match_file_bytes(const struct felt_cli_match_file *file);
void felt_cli_match_file_write(const struct felt_cli_match_file *file, struct felt_buffer *out);

/* *file comes with everything but plan and sums, which are filled in.  FELT_BAD_FORMAT: not ours,
 * or damaged.  FELT_UNSUPPORTED: of another version.  FELT_IMPOSSIBLE: of another match.  On any
 * status but FELT_OK plan and sums are not to be used.  Allocates while it reads. */
FELT_MUST_USE enum felt_status felt_cli_match_file_read(const char *text, size_t bytes,
                                                        struct felt_cli_match_file *file,
                                                        struct felt_complaint *complaint);

#endif
