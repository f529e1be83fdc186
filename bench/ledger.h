/* ledger.h -- settlements a second, and how long one waits, beside what the disk itself can do.
 *
 * Yardsticks in the same run: a block of 4 KiB written and synced, and a commit of one statement by
 * the same database.  Then hands of six are settled, so many in flight at a time, with group
 * commit; and a hundred in flight with a commit for each.  All rows take turns, round after round.
 */
#ifndef FELT_BENCH_LEDGER_H
#define FELT_BENCH_LEDGER_H

#include "store/sql/sql.h"

enum ledger_row {
    LEDGER_SYNC,      /* fdatasync of 4 KiB                                                       */
    LEDGER_SINGLE,    /* a commit of one statement                                                */
    LEDGER_ONE,       /* settlements, one in flight                                               */
    LEDGER_TEN,       /* ten                                                                      */
    LEDGER_HUNDRED,   /* a hundred                                                                */
    LEDGER_UNBATCHED, /* a hundred, each committed by itself                                      */
    LEDGER_ROWS
};

struct ledger_figures {
    double best, median;   /* a second                                                          */
    double p50_us, p99_us; /* medians over the rounds                                           */
    double batch;          /* orders in a commit, on average                                    */
};

struct ledger_bench {
    struct felt_sql_config sql;
    const char *directory; /* of the file that is synced                                         */
    int rounds;
    double seconds; /* of a row in a round                                                       */
};

/* A SQLite directory must be empty; a PostgreSQL database is left as it was.  False: the complaint
 * says why not. */
bool bench_ledger(const struct ledger_bench *bench, struct ledger_figures figures[LEDGER_ROWS],
                  void (*tick)(void *self, double done), void *self,
                  struct felt_complaint *complaint);

#endif
