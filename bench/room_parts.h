/* room_parts.h -- what the files of room.h share. */
#ifndef FELT_BENCH_ROOM_PARTS_H
#define FELT_BENCH_ROOM_PARTS_H

#include "bench/room.h"
#include "bench/slow_disk.h"
#include "server/table/heap.h"
#include "store/journal/journal.h"

enum {
    ROOM_STAKE_TABLES = 250,
    ROOM_NAME_BYTES = 33,
    ROOM_TOKEN_BYTES = 44, /* as long as those that are given out                                 */
    ROOM_SAMPLES_MAX = 1 << 20,
    ROOM_SINK_BYTES = 1 << 18,
    ROOM_PATH_BYTES = 4096,
    ROOM_TAPE_BYTES = 1 << 20,
    ROOM_TAPE_FRAMES = 4096
};

enum room_step { ROOM_STRANGER, ROOM_WELCOME, ROOM_SEATED, ROOM_ASKED };

struct room_person {
    uint8_t step;
    bool may_pass;
    int64_t sent_us; /* an action arrived then and was not told yet; 0: none                     */
    char table[ROOM_NAME_BYTES], hand[FELT_LIVE_HAND_ID_BYTES + 1], request[24];
};

/* Lines 0 .. people-1 are people, then come spectators. */
struct room_conns {
    uint32_t people, spectators, seated, watching;
    struct room_person *person;
    struct felt_heap due; /* people who will say something                                       */
    void *due_memory;
    uint32_t *sample;
    uint32_t samples;
    uint64_t frames, bytes, random;
    char *sink; /* where frames go                                                               */
    size_t sunk;
    char *tape; /* frames of the first spectator                                                 */
    size_t taped;
    uint32_t frame_bytes[ROOM_TAPE_FRAMES], taped_frames;
};

bool room_conns_open(struct room_conns *conns, const struct bench_room_config *config);
void room_conns_close(struct room_conns *conns);
/* Everybody connects; `cookie` of person i is room_lines_token(). */
void room_conns_connect(struct room_conns *conns, struct felt_room_session *session,
                        int64_t now_us);
void room_conns_token(uint32_t person, char out[ROOM_TOKEN_BYTES]);
void room_conns_table(uint32_t table, char out[ROOM_NAME_BYTES]);
/* What people say by now; when the next one will. */
int64_t room_conns_speak(struct room_conns *conns, struct felt_room_session *session,
                         int64_t now_us);
/* felt_transport.send, with `self` the lines. */
void room_conns_send(void *self, uint32_t conn, char *text, size_t bytes, bool droppable);
uint32_t room_conns_latency(struct room_conns *conns, double *p50_us, double *p99_us,
                            double *max_us);
uint32_t room_conns_samples(struct room_conns *conns, uint32_t *out, uint32_t room);
/* Sends what was recorded to every spectator; how many copies that were. */
uint64_t room_conns_echo(struct room_conns *conns);

/* ---- room_journal.c ---- */

struct room_journal {
    struct felt_journal *journal;
    bool turns;            /* each turn waits for its own sync                                   */
    struct felt_disk slow; /* used if the kind says so                                           */
    char place[ROOM_PATH_BYTES];
};

/* In journal->place; `waker` is the room. */
bool room_journal_open(struct room_journal *journal, enum bench_room_journal kind, void *waker,
                       struct felt_complaint *complaint);
/* Its directory is gone too. */
void room_journal_close(struct room_journal *journal);
enum felt_flush room_journal_flush(struct room_journal *journal, uint64_t *number);
/* Removes a directory and the files in it. */
void room_empty(const char *name);

#endif
