/* bench_arena.h -- what the two files of felt bench arena share: the figures.
 *
 *   bench_arena.c        servers, rounds, rows
 *   bench_arena_print.c  tables and JSON */
#ifndef FELT_CLI_BENCH_BENCH_ARENA_H
#define FELT_CLI_BENCH_BENCH_ARENA_H

#include "bench/arena.h"
#include "bench/bench.h"

enum arena_server {
    ARENA_PLAIN,   /* no journal                                                                */
    ARENA_WRITTEN, /* frames wait for a write                                                   */
    ARENA_SYNCED,  /* for a sync, group commit                                                  */
    ARENA_SLOW,    /* the same on a disk that syncs in 1 ms (bench/slow_disk.h)                 */
    ARENA_ECHO,
    ARENA_SERVERS
};
enum arena_row { ARENA_ONE, ARENA_MANY, ARENA_PACED, ARENA_ROWS };
enum arena_flood { ARENA_CALM, ARENA_MESSAGES, ARENA_PINGS, ARENA_FLOODS };

struct arena_figure {
    double best, median;
};

/* One server in one row, over all rounds. */
struct arena_figures {
    struct arena_figure actions, hands; /* a second                                       */
    struct arena_figure plain_ratio;    /* actions to those without a journal in the same round   */
    struct arena_figure cpu_us, kernel_part; /* for an action; of it in the kernel, 0 .. 1     */
    struct arena_figure p50_us, p99_us;
    struct arena_figure waited; /* the part of the time in which others had its processor   */
    double frames, bytes; /* out, for an action                                               */
};

struct arena_memory {
    uint32_t connections, tables;
    double opened_per_s, hand_store_opened_per_s; /* lines: the arena's, the echo's */
    double connection, hand_store; /* bytes for a connection: the arena's, the echo's          */
    double table;                  /* bytes more for a table of two, with a hand under way     */
};

struct arena_report {
    int rounds;
    double seconds;
    int server_cpu, client_cpu; /* -1: not bound                                              */
    uint32_t files;
    uint32_t tables[ARENA_ROWS];
    double rate[ARENA_ROWS]; /* actions a second in all, 0: as fast as they go                */
    struct arena_figures figures[ARENA_ROWS][ARENA_SERVERS];
    struct arena_memory memory;
    uint32_t late_tables;
    uint64_t late_moves;
    /* Medians only: a client that stalls reads its act late, and the smallest figure would be that
     * of the round in which it stalled most. */
    double late_p50_ms, late_p99_ms, late_max_ms, late_waited;
    uint32_t flood_tables;
    double flood_rate;
    struct arena_figure flood_p50_us[ARENA_FLOODS], flood_p99_us[ARENA_FLOODS];
    double flood_sent[ARENA_FLOODS]; /* messages a second that its socket took **/
};

enum { ARENA_MOVE_MS = 200 };

void felt_bench_arena_print(const struct arena_report *report);
int felt_bench_arena_json(const struct arena_report *report);

#endif
