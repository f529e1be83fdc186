/* room.h -- a whole room in this process, on a made-up link: what its tables cost.
 *
 * The room session, a ledger store on SQLite and a journal are the real ones, in a directory; house
 * players think wherever the caller lets them.  Lines are people who fold or check, and spectators,
 * whose frames are copied as a socket would.  One thread is the room's loop: the caller's.
 *
 *     room.c          opening, the loop, what is measured
 *     room_journal.c  the journal
 *     room_lines.c    people and spectators */
#ifndef FELT_BENCH_ROOM_H
#define FELT_BENCH_ROOM_H

#include "felt/status.h"
#include "server/session/room_session.h"

enum { BENCH_ROOM_SEATS = 6, BENCH_ROOM_HOUSE = 4, BENCH_ROOM_TABLES_MAX = 10000 };

/* What a turn's frames and orders wait for. */
enum bench_room_journal {
    BENCH_JOURNAL_WRITTEN,    /* a write; the disk syncs once a second                           */
    BENCH_JOURNAL_GROUP,      /* a sync, shared by all turns that gathered during the last one   */
    BENCH_JOURNAL_TURNS,      /* a sync for each turn; the loop stands still until then          */
    BENCH_JOURNAL_SLOW,       /* GROUP on a disk that syncs in 1 ms (slow_disk.h)                */
    BENCH_JOURNAL_SLOW_TURNS, /* TURNS on it                                                     */
    BENCH_JOURNALS
};

struct bench_room_config {
    const char *directory; /* empty; stays                                                       */
    bool no_ledger; /* no chips are won or lost, so no hand has an order for the ledger           */
    uint32_t tables, people, spectators; /* people: at most one a table; spectators: of the first */
};

/* Who thinks for house players; as in room_session.h. */
struct bench_room_thought {
    uint32_t table;
    felt_seat seat;
    uint64_t req_id;
    struct felt_action action;
};
struct bench_room_minds {
    void *self;
    void (*sit)(void *self, uint32_t table, felt_seat seat, int64_t user);
    void (*stand)(void *self, uint32_t table, felt_seat seat);
    void (*begin)(void *self, uint32_t table, felt_seat seat,
                  const struct felt_game_adapter *adapter);
    void (*event)(void *self, uint32_t table, felt_seat seat, const struct felt_event *event);
    void (*ask)(void *self, uint32_t table, felt_seat seat, uint64_t req_id,
                const struct felt_view *view);
    bool (*take)(void *self, struct bench_room_thought *out);
};

enum bench_room_pace {
    BENCH_ROOM_PACED, /* a question of a house player in a second at each table                  */
    BENCH_ROOM_FAST,  /* as fast as they think                                                   */
    BENCH_ROOM_BARE   /* nobody thinks: check, else call                                         */
};

struct bench_room_result {
    double seconds;
    uint64_t actions, hands, frames, bytes;
    double loop_s, minds_s,
        bank_s;      /* processor time: of the loop, of house threads, of the ledger store */
    double waited_s; /* in which the loop could have run and others had its processor            */
};

struct bench_room;

struct bench_room *bench_room_open(const struct bench_room_config *config,
                                   struct felt_complaint *complaint); /* NULL: complained        */
void bench_room_close(struct bench_room *room);
/* From any thread: a thought is there. */
void bench_room_wake(void *room);
/* Opens the room.  False: tables, people and spectators were not all there in so many seconds.
 * Threads that were begun since the room was opened are taken for the house threads'. */
bool bench_room_start(struct bench_room *room, const struct bench_room_minds *minds,
                      double seconds);
/* From now on the journal is one of this kind: GROUP after opening.  False: it failed. */
bool bench_room_journal(struct bench_room *room, enum bench_room_journal kind);
bool bench_room_run(struct bench_room *room, enum bench_room_pace pace, double seconds,
                    struct bench_room_result *out);

/* From the arrival of a person's action to the frame that tells it, in microseconds, of all runs
 * since the last call; how many there were. */
uint32_t bench_room_latency(struct bench_room *room, double *p50_us, double *p99_us,
                            double *max_us);
/* The same one by one, at most `count` of them; how many. */
uint32_t bench_room_samples(struct bench_room *room, uint32_t *out, uint32_t count);

/* The yardstick of spectators: frames as they were sent to one of them, sent to all of them again,
 * without a room.  Processor seconds for each copy of a frame; 0: there were none. */
double bench_room_echo(struct bench_room *room, double seconds);

#endif
