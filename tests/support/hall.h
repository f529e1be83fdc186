/* hall.h -- a whole server without sockets, files and time: lines, journal and clock are made up.
 *
 * Lines are numbers below HALL_LINES.  What the host sends is kept for each line until it is read;
 * what it writes to its journal is kept in memory, so that a second host may be restored from it.
 * Time stands still but for hall_wait(), which calls the host exactly when it wants to be called.
 */
#ifndef FELT_TESTS_HALL_H
#define FELT_TESTS_HALL_H

#include "server/session/host.h"
#include "made_up.h"

enum { HALL_LINES = 64, HALL_TABLES = 8, HALL_BRIEF_BYTES = 65536 };
#define HALL_DATE 20251017u

struct hall_frame {
    struct hall_frame *next;
    size_t bytes;
    char text[];
};

struct hall_line {
    bool open, paused;
    uint16_t closed; /* code, 0: not by the host                                              */
    uint32_t marks;  /* how often what had arrived was called old                             */
    struct hall_frame *first, *last;
};

struct hall {
    /* To be changed between hall_init() and hall_open(). */
    struct felt_table_config table;
    struct felt_host_config config;
    struct felt_host_services services;
    const char *secret; /* of watchers                                                        */
    uint64_t entropy;   /* secrets follow from it                                             */
    bool keeps_script;  /* every frame goes into `script` as well                             */
    /* Called for each frame after it was kept, and for each record. NULL: nobody listens.    */
    void *listener;
    void (*heard)(void *listener, uint32_t line, const char *text, size_t bytes, bool droppable);
    void (*noted)(void *listener, const void *bytes, size_t count);
    bool (*flushes)(void *listener); /* false: the disk fails                                 */
    void (*marked)(void *listener, uint32_t line);
    void (*asked)(void *listener, uint32_t table, felt_seat seat, uint64_t req_id,
                  const struct felt_view *view);

    struct felt_host *host;
    struct felt_link link;
    int64_t now_us, next_us; /* next_us: when the host wants to be called                     */
    struct hall_line line[HALL_LINES];
    struct made_up_record *record;
    uint32_t records, flushed, records_room;
    uint32_t given;     /* records that were flushed, perhaps not safe yet                     */
    uint64_t forgotten; /* records of segments before                                          */
    int64_t given_us;
    uint64_t restored_hash; /* of the room after a crash, before it went on                   */
    char *script;
    size_t script_used, script_room;
};

/* Defaults of PROTOCOL 12.2 for a game. */
void hall_init(struct hall *hall, const struct felt_plug *plug);
void hall_open(struct hall *hall);
/* Frees everything, records too. */
void hall_close(struct hall *hall);
/* The process dies and comes back with the records that were flushed and `more` behind them: every
 * line is gone.  False: a record made no sense. */
bool hall_crash(struct hall *hall, uint32_t more, bool same_build);
/* A new segment of the journal: the records are those of a snapshot. */
void hall_snapshot(struct hall *hall);
void hall_forget_records(struct hall *hall);

/* A client connects (`table`: "" for the default), sends, breaks off.  hall_say() is a frame and a
 * turn; the others wait for one. */
void hall_connect(struct hall *hall, uint32_t line, const char *table);
void hall_send(struct hall *hall, uint32_t line, const char *text, bool stale);
void hall_gone(struct hall *hall, uint32_t line);
void hall_say(struct hall *hall, uint32_t line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void hall_turn(struct hall *hall);
void hall_wait(struct hall *hall, int64_t ms);

/* The next frame of a line, which the caller frees; NULL: none.  Its text ends with a zero. */
struct hall_frame *hall_take(struct hall *hall, uint32_t line);
/* Everything a line got, one frame in each row, in few words:
 *
 *     welcome T-1 seat 0
 *     lobby 0 Alpha 10000
 *     start H-2025-10-17-00001 button 0 stacks 0:10000 1:10000
 *     POST_BLINDS 0 1 50 100
 *     act 0 PRE_FLOP [As Kd] stack 9950 in 50 to_call 50 time 15000 | FOLD CALL 50 RAISE_TO
 * 200-10000 closed 4000
 *
 * Events are their values in order; of true and false only true is said, by its name.  Names of
 * hands, config, commit and seed are left out. */
const char *hall_brief(struct hall *hall, uint32_t line, char out[HALL_BRIEF_BYTES]);
void hall_deafen(struct hall *hall); /* forgets all frames that were not read                 */

/* Tells whether what clients send and get, and the time, are what a file of tests/golden/arena
 * holds; FELT_REWRITE_GOLDEN=1 writes the file instead. */
bool hall_script_equals(struct hall *hall, const char *file);

/* Digests that shuffle nothing: cards come in the order of plug->deck. */
extern const struct felt_digests hall_unshuffled;

#endif
