/* arena.h -- tables where hands are dealt, seats that belong to teams, clocks that never stop.
 *
 * The arena takes asks (arena_message.h) and the time, plays the games of its tables, and posts
 * tells.  It knows no socket, no file and no clock: those are services that somebody lends it, and
 * time is an argument in milliseconds that never runs backwards.  It names no game: tables have
 * adapters.
 *
 *   R1  chips: the stacks of a table and what is in its hand add up to what its seats brought.
 *   R2  whoever is asked has a running alarm, or the table is paused: no table ever waits for a
 *       client alone.
 *   R3  what is refused changes nothing: turn, clock and state are as they were.
 *   R4  everything that must survive is appended to the journal in the same call that does it, and
 *       felt_arena_restore() of the same records, in order, makes the same arena
 *       (felt_arena_hash()).
 *   R5  an action counts only if it was sent after the `act` it answers (felt_arena_sent(), and
 *       `stale` of felt_arena_act()).
 *
 * Memory is one block of the caller's; a full pool is a refusal. */
#ifndef FELT_SERVER_ARENA_ARENA_H
#define FELT_SERVER_ARENA_ARENA_H

#include "server/table/arena_message.h"
#include "server/table/shuffle.h"

#define FELT_ARENA_CONN_NONE UINT32_MAX
enum { FELT_ARENA_CONFIGS_MAX = 64, FELT_REFUSAL_TEXT_BYTES = 160 };

enum felt_arena_close_code {
    FELT_CLOSE_NORMAL = 1000,   /* the table is closed                                       */
    FELT_CLOSE_POLICY = 1008,   /* a refused hello, too many mistakes                        */
    FELT_CLOSE_REPLACED = 4000, /* the team came back on another line                        */
    FELT_CLOSE_FORFEIT = 4401
};

enum felt_arena_identity {
    FELT_ARENA_IDENTITY_OK,
    FELT_ARENA_IDENTITY_UNKNOWN,
    FELT_ARENA_IDENTITY_WRONG
};

/* A hand that is over, with all its cards: for records, never for a connection. */
struct felt_arena_report {
    const struct felt_table_face *table;
    const char *hand_id;
    const struct felt_deal *deal; /* with its deck                                           */
    const struct felt_event *events;
    uint32_t count;
    felt_seats seats;      /* dealt in                                                       */
    const felt_chips *won; /* by seat                                                        */
    const uint8_t *key;
};

/* What the arena needs from outside.  All are called on the caller's thread, from inside the
 * arena's functions, and must not call back into it. */
struct felt_arena_services {
    void *self;
    struct felt_digests digests;
    void (*entropy)(void *self, void *out, size_t bytes);
    /* A server message for these sessions. */
    void (*post)(void *self, const uint32_t *conns, int count,
                 const struct felt_arena_server_msg *tell);
    /* The session is over for the arena; its connection is to be closed. */
    void (*dismiss)(void *self, uint32_t conn, uint16_t code, const char *reason);
    /* A record of the journal (R4). */
    void (*append)(void *self, const void *bytes, size_t count);
    /* Tables that take registered teams only. */
    enum felt_arena_identity (*identify)(void *self, const char *team, const char *code);
    /* NULL: nobody wants to know.  The last two are called while restoring too, so that whoever
     * adds up results has the same sums after a restart; what a snapshot says of a match that was
     * over before is no news. */
    void (*hand_over)(void *self, const struct felt_arena_report *report);
    void (*hand_counted)(void *self, const struct felt_table_face *table, felt_seats seats,
                         const felt_chips won[FELT_SEATS_MAX]);
    void (*match_over)(void *self, const struct felt_arena_server_msg *match_end);
    /* Seats that are played inside the program: a hand begins, an event as the seat may know it, a
     * question, whose answer comes by felt_arena_answer(); the table is gone.  NULL: there are
     * none.
     */
    void (*local_begin)(void *self, uint32_t table, felt_seat seat,
                        const struct felt_game_adapter *adapter);
    void (*local_event)(void *self, uint32_t table, felt_seat seat, const struct felt_event *event);
    void (*local_ask)(void *self, uint32_t table, felt_seat seat, uint64_t req_id,
                      const struct felt_view *view);
    void (*local_gone)(void *self, uint32_t table);
    /* Directed rooms: NULL, or why a team that was never here may not come; and: it came.  Neither
     * is called while restoring. */
    const char *(*team_may)(void *self, const char *team);
    void (*team_came)(void *self, uint32_t team);
};

struct felt_arena_config {
    uint32_t tables_max, conns_max;
    int configs;
    const struct felt_table_config
        *config[FELT_ARENA_CONFIGS_MAX]; /* [0]: tables that are asked for
                                                                      by name                */
    const char *default_table; /* "T-1"                                                      */
    /* >= 0: every hello gets a table of its own from this config, the other seats of which are
     * played inside the program by `practice_team`.  Such tables are not in the journal. */
    int practice;
    const char *practice_team;
    uint32_t hold_ms;    /* a table whose match is over, or that never played, is kept so long
                            after the last session left                                      */
    uint32_t abandon_ms; /* the same for a match that is not over                            */
    /* > 0: directed.h.  So many teams; tables_max tables are open, all of them directed; a config
     * for each level. */
    uint32_t directed_teams;
};

struct felt_arena_counts { /* since the start, for /metrics                                   */
    uint64_t hands, actions, timeouts, matches;
    uint32_t tables, in_hand, seated;
};

struct felt_arena;

/* Bytes of the block; they need not be cleared, but a pool that is never used should cost nothing:
 * give it memory from calloc(). */
size_t felt_arena_bytes(const struct felt_arena_config *config);
/* `memory` is zero and aligned as malloc does; *config, *services and what they point to stay. */
struct felt_arena *felt_arena_init(void *memory, const struct felt_arena_config *config,
                                   const struct felt_arena_services *services);

/* Why something was refused. */
struct felt_arena_reply {
    enum felt_refusal refusal;
    uint16_t close; /* code, or 0: the connection stays */
    char text[FELT_REFUSAL_TEXT_BYTES];
};

/* The date that hand ids bear, as 20251017. */
void felt_arena_date(struct felt_arena *arena, uint32_t date);

/* A connection that said hello.  `table` is the name it asked for, "" for the default; spectators
 * and operators have been admitted by the caller.  Sessions are numbers 0 .. sessions_max-1 that
 * the caller gives out. */
void felt_arena_hello(struct felt_arena *arena, uint32_t conn,
                      const struct felt_arena_client_hello *hello, const char *table,
                      int64_t now_ms, struct felt_arena_reply *reply);
bool felt_arena_seated(const struct felt_arena *arena, uint32_t conn);
/* `stale`: the frame had arrived before the last `act` of this session was sent. */
void felt_arena_act(struct felt_arena *arena, uint32_t conn,
                    const struct felt_arena_client_action *action, bool stale, int64_t now_ms,
                    struct felt_arena_reply *reply);
/* Whether an action of this session would now be the answer to its `act`: it costs no token. */
bool felt_arena_awaits(const struct felt_arena *arena, uint32_t conn);
/* The table that an operator's line watches; FELT_ARENA_CONN_NONE: it is no operator's. */
uint32_t felt_arena_operates(const struct felt_arena *arena, uint32_t conn);
void felt_arena_control(struct felt_arena *arena, uint32_t conn, enum felt_control control,
                        felt_seat seat, int64_t now_ms, struct felt_arena_reply *reply);
/* The connection is gone.  Nothing happens to a session that is not seated. */
void felt_arena_leave(struct felt_arena *arena, uint32_t conn, int64_t now_ms);
/* The answer to local_ask().  A late one is dropped. */
void felt_arena_answer(struct felt_arena *arena, uint32_t table, felt_seat seat, uint64_t req_id,
                       struct felt_action action, int64_t now_ms);

/* Rings alarms that are due, not too many at once.  Returns the time of the next one, which may be
 * over: then call it again soon; INT64_MAX without one. */
int64_t felt_arena_tick(struct felt_arena *arena, int64_t now_ms);
/* The same time again. */
int64_t felt_arena_alarm(const struct felt_arena *arena);
/* A turn is over: what is posted from now on is of the next one. */
void felt_arena_sealed(struct felt_arena *arena);
/* What was posted in the oldest turn that is not sent yet is on its way (R5). */
void felt_arena_sent(struct felt_arena *arena);

/* ---- what is there ---- */

const struct felt_arena_counts *felt_arena_counts(const struct felt_arena *arena);
/* Tables are numbers 0 .. tables_max-1; false: none of that number.  The face points into the
 * arena.
 */
bool felt_arena_face(const struct felt_arena *arena, uint32_t table, struct felt_table_face *face);
/* The hand under way, "" without one. */
const char *felt_arena_hand(const struct felt_arena *arena, uint32_t table,
                            char out[FELT_LIVE_HAND_ID_BYTES + 1]);

/* ---- surviving ---- */

/* One record of the journal, in order, before anything else happens.  `same_build`: it was written
 * by a program that plays every hand as this one does.  False: it makes no sense here. */
bool felt_arena_restore(struct felt_arena *arena, bool same_build, const void *bytes, size_t count);
/* After the last record: hands of another build are void and their chips back, clocks start anew.
 */
void felt_arena_resume(struct felt_arena *arena, int64_t now_ms);
/* Appends records that make an arena like this one: the beginning of a segment. */
void felt_arena_snapshot(struct felt_arena *arena);
/* Of everything that must survive. */
uint64_t felt_arena_hash(const struct felt_arena *arena);

#endif
