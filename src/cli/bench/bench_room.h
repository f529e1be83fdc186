/* bench_room.h -- what the two files of felt bench room share: the figures.
 *
 *   bench_room.c        rooms, rounds, rows
 *   bench_room_print.c  tables and JSON */
#ifndef FELT_CLI_BENCH_BENCH_ROOM_H
#define FELT_CLI_BENCH_BENCH_ROOM_H

#include "bench/room.h"

enum { ROOM_PACES = BENCH_ROOM_BARE + 1 };

struct room_figure {
    double best, median;
};

/* One pace, over all rounds.  Processor time is in parts of one core. */
struct room_figures {
    struct room_figure actions, hands; /* a second                                              */
    struct room_figure cpu, loop, minds, bank;
    struct room_figure waited; /* the part of the time in which others had the loop's processor   */
    struct room_figure cpu_us, loop_us, minds_us, bank_us; /* for an action                     */
};

/* A journal of one kind, over all rounds. */
struct room_journal_figures {
    uint32_t samples;
    double p50_us, p99_us, max_us; /* of a person's action, at an action a second               */
    struct room_figure actions;    /* a second, at tables without people and without a ledger   */
    struct room_figure ratio;      /* of them, to those of the written journal in the same round */
};

struct room_report {
    int rounds;
    uint32_t tables, people, spectators;
    double seconds, filled_s; /* of a row; until every seat was taken                          */
    struct room_figures figures[ROOM_PACES];
    struct room_figure engine_us; /* for an action of the bare engine                           */
    uint32_t samples;
    double p50_us, p99_us, max_us; /* of a person's action                                      */
    double frames, bytes;          /* sent, for an action, at the bare pace                     */
    /* spectators of one table: processor time for a frame to one of them */
    struct room_figure spectator_ns, echo_ns;
    double spectator_frames, spectator_bytes; /* of one, for an action; of a frame              */
    struct room_journal_figures journals[BENCH_JOURNALS];
};

void felt_bench_room_print(const struct room_report *report);
int felt_bench_room_json(const struct room_report *report);

#endif
