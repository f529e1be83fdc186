/* fake_arena.h -- a whole server without sockets, files and time: lines, journal and clock are made
 * up.
 *
 * Connections are numbers below FAKE_ARENA_LINES.  What the session sends is kept for each
 * connection until it is read; what it writes to its journal is kept in memory, so that a second
 * host may be restored from it. Time stands still but for fake_arena_wait(), which calls the
 * session exactly when it wants to be called.
 */
#ifndef FELT_TESTS_FAKE_ARENA_H
#define FELT_TESTS_FAKE_ARENA_H

#include "server/session/arena_session.h"
#include "made_up.h"

enum { FAKE_ARENA_CONNS = 64, FAKE_ARENA_TABLES = 8, FAKE_ARENA_BRIEF_BYTES = 65536 };
#define FAKE_ARENA_DATE 20251017u

struct fake_arena_frame {
    struct fake_arena_frame *next;
    size_t bytes;
    char text[];
};

struct fake_arena_line {
    bool open, paused;
    uint16_t closed; /* code, 0: not by the session                                              */
    uint32_t marks;  /* how often what had arrived was called old                             */
    struct fake_arena_frame *first, *last;
};

struct fake_arena {
    /* To be changed between fake_arena_init() and fake_arena_open(). */
    struct felt_table_config table;
    struct felt_arena_session_config config;
    struct felt_arena_session_services services;
    const char *secret; /* of watchers                                                        */
    uint64_t entropy;   /* secrets follow from it                                             */
    bool keeps_script;  /* every frame goes into `script` as well                             */
    /* Called for each frame after it was kept, and for each record. NULL: nobody listens.    */
    void *listener;
    void (*heard)(void *listener, uint32_t conn, const char *text, size_t bytes, bool droppable);
    void (*noted)(void *listener, const void *bytes, size_t count);
    bool (*flushes)(void *listener); /* false: the disk fails                                 */
    void (*marked)(void *listener, uint32_t conn);
    void (*asked)(void *listener, uint32_t table, felt_seat seat, uint64_t req_id,
                  const struct felt_view *view);

    struct felt_arena_session *host;
    struct felt_transport link;
    int64_t now_us, next_us; /* next_us: when the session wants to be called                     */
    struct fake_arena_line conn[FAKE_ARENA_CONNS];
    struct made_up_record *record;
    uint32_t records, flushed, records_room;
    uint32_t given;     /* records that were flushed, perhaps not safe yet                     */
    uint64_t forgotten; /* records of segments before                                          */
    int64_t given_us;
    uint64_t restored_hash; /* of the arena after a crash, before it went on                   */
    char *script;
    size_t script_used, script_room;
};

/* Defaults of PROTOCOL 12.2 for a game. */
void fake_arena_init(struct fake_arena *fake_arena, const struct felt_game_adapter *adapter);
void fake_arena_open(struct fake_arena *fake_arena);
/* Frees everything, records too. */
void fake_arena_close(struct fake_arena *fake_arena);
/* The process dies and comes back with the records that were flushed and `more` behind them: every
 * line is gone.  False: a record made no sense. */
bool fake_arena_crash(struct fake_arena *fake_arena, uint32_t more, bool same_build);
/* A new segment of the journal: the records are those of a snapshot. */
void fake_arena_snapshot(struct fake_arena *fake_arena);
void fake_arena_forget_records(struct fake_arena *fake_arena);

/* A client connects (`table`: "" for the default), sends, breaks off.  fake_arena_say() is a frame
 * and a turn; the others wait for one. */
void fake_arena_connect(struct fake_arena *fake_arena, uint32_t conn, const char *table);
void fake_arena_send(struct fake_arena *fake_arena, uint32_t conn, const char *text, bool stale);
void fake_arena_gone(struct fake_arena *fake_arena, uint32_t conn);
void fake_arena_say(struct fake_arena *fake_arena, uint32_t conn, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void fake_arena_turn(struct fake_arena *fake_arena);
void fake_arena_wait(struct fake_arena *fake_arena, int64_t ms);

/* The next frame of a connection, which the caller frees; NULL: none.  Its text ends with a zero.
 */
struct fake_arena_frame *fake_arena_take(struct fake_arena *fake_arena, uint32_t conn);
/* Everything a connection got, one frame in each row, in few words:
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
const char *fake_arena_brief(struct fake_arena *fake_arena, uint32_t conn,
                             char out[FAKE_ARENA_BRIEF_BYTES]);
void fake_arena_deafen(struct fake_arena *fake_arena); /* forgets all frames that were not read */

/* Tells whether what clients send and get, and the time, are what a file of tests/golden/arena
 * holds; FELT_REWRITE_GOLDEN=1 writes the file instead. */
bool fake_arena_script_equals(struct fake_arena *fake_arena, const char *file);

/* Digests that shuffle nothing: cards come in the order of adapter->deck. */
extern const struct felt_digests fake_arena_unshuffled;

#endif
