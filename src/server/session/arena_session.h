/* arena_session.h -- connections of the arena, without sockets, files and clock: messages come in,
 * frames go out.
 *
 * The session reads what a connection sends (server/protocol), minds its limits, lets the arena
 * play, and collects what the arena posts.  At the end of a turn of the loop it gives its records
 * to the journal; frames leave when the journal has them.  All of it runs in a test on a transport,
 * a journal and a clock that are made up.
 *
 *   O1  no frame leaves before the records it rests on were flushed to the journal.
 *   O2  a connection that sends faster than its allowance is not read from until it has one again;
 *       an action that answers the pending `act` costs nothing.
 *   O3  a mistake costs one `error` frame at most, and no more of them than its allowance.
 *
 * Time is given in microseconds of a clock that never runs backwards. */
#ifndef FELT_SERVER_SESSION_ARENA_SESSION_H
#define FELT_SERVER_SESSION_ARENA_SESSION_H

#include "base/flush.h"
#include "base/network.h"
#include "felt/buffer.h"
#include "felt/score.h"
#include "base/transport.h"
#include "server/arena/tournament.h"

struct felt_arena_session_services {
    void *self;
    void *journal; /* the first argument of append, flush and now_us; NULL: self                  */
    struct felt_digests digests;
    void (*entropy)(void *self, void *out, size_t bytes);
    int64_t (*now_us)(void *self); /* of the tables                                              */
    /* The journal.  NULL: nothing survives. */
    void (*append)(void *self, const void *bytes, size_t count);
    /* FAILED: the session stops (felt_arena_session_failed()).  LATER: felt_arena_session_acked()
     * follows with this number or a higher one. */
    enum felt_flush (*flush)(void *self, uint64_t *number);
    enum felt_arena_identity (*identify)(void *self, const char *team, const char *code);
    bool (*admit)(void *self, enum felt_comes_as role, const char *secret);
    /* A line of the log: one JSON object.  NULL: none is kept. */
    void (*log)(void *self, const char *json, size_t bytes);
    /* A hand in PHH, the moment it is over.  NULL: not wanted. */
    void (*phh)(void *self, const char *text, size_t bytes);
    /* A match is over, as its players are told.  NULL: not wanted. */
    void (*match_over)(void *self, const struct felt_arena_server_msg *match_end);
    /* What /api/arena/matches/ID answers, once, when the journal has the end of the match; and the
     * same text again, malloc'ed, NULL: there is none.  An id is letters, digits and '-'.  Both
     * NULL: the last matches are kept in memory only. */
    void (*keep_match)(void *self, const char *id, const char *text, size_t bytes);
    char *(*find_match)(void *self, const char *id, size_t *bytes);
    /* Local players (room.h); NULL without any. */
    void (*local_begin)(void *self, uint32_t table, felt_seat seat,
                        const struct felt_game_adapter *adapter);
    void (*local_event)(void *self, uint32_t table, felt_seat seat, const struct felt_event *event);
    void (*local_ask)(void *self, uint32_t table, felt_seat seat, uint64_t req_id,
                      const struct felt_view *view);
    void (*local_gone)(void *self, uint32_t table);
};

enum { FELT_ARENA_SESSION_BUCKETS = 12, FELT_ARENA_SESSION_MATCHES_KEPT = 64 };

struct felt_arena_session_limits {
    uint32_t burst, per_second;             /* messages of a connection: 50, 20 */
    uint32_t error_burst, error_per_second; /* error frames: 20, 10                           */
    uint32_t bad_in_row;                    /* BAD_SCHEMA, then 1008: 20                      */
    uint32_t hello_ms;                      /* 5000                                           */
    uint32_t wrong_codes;                   /* from an address in a minute, then 1008: 5; 0: any
                                               number                                         */
    uint32_t watchers; /* of an address, where spectators need no secret: 32; 0: any number.  All of
                          them have half of the connections: bots find one */
};
extern const struct felt_arena_session_limits felt_arena_session_limits_usual;

struct felt_arena_session_config {
    struct felt_arena_config arena; /* sessions_max: lines                                      */
    struct felt_arena_session_limits limits;
    size_t phh_bytes_max;   /* of a match that is kept for /api/arena; 0: no hands are kept     */
    size_t phh_bytes_total; /* of all of them                                                 */
    uint64_t phh_written; /* hands that the file of `phh` holds already: they are numbered       */
    const struct felt_arena_tournament_plan
        *tournament; /* NULL: no tournament; else the arena is directed */
    bool watch_open; /* spectators need no secret: they see what is over, and what was shown     */
};

struct felt_arena_session_counts {
    uint64_t messages, frames, errors, errors_left_out, paused, bad_closed;
    uint64_t latency[FELT_ARENA_SESSION_BUCKETS]; /* action read -> its events sent */
    uint64_t latency_us, latencies;
    uint64_t hands_left_out; /* too long for a record                                         */
    uint64_t hands_written;
    uint64_t default_matches; /* that ended at the default table                              */
    uint64_t refusals[FELT_REFUSALS];
};
/* Upper ends of the buckets in microseconds; the last has none. */
extern const uint32_t felt_arena_session_bucket_us[FELT_ARENA_SESSION_BUCKETS - 1];

struct felt_arena_session;

/* NULL: no memory.  Everything given stays where it is. */
struct felt_arena_session *
felt_arena_session_open(const struct felt_arena_session_config *config,
                        const struct felt_arena_session_services *services,
                        const struct felt_transport *transport);
void felt_arena_session_close(struct felt_arena_session *session);

/* A match that is over, as /api/arena lists it. */
struct felt_arena_match_row {
    const char *id, *table, *winner, *reason; /* winner "": there is none                     */
    uint32_t hands;
};
/* Before the journal: matches that were kept, the oldest first. */
void felt_arena_session_recall(struct felt_arena_session *session,
                               const struct felt_arena_match_row *row);
/* Before the first connection: a record of the journal; then all are read. */
bool felt_arena_session_restore(struct felt_arena_session *session, bool same_build,
                                const void *bytes, size_t count);
void felt_arena_session_resume(struct felt_arena_session *session, uint32_t date, int64_t now_us);
/* Appends records that make a session like this one: the beginning of a segment. */
void felt_arena_session_snapshot(struct felt_arena_session *session);

/* ---- connections: numbers below sessions_max ---- */

/* `table`: what ?table= said; `address` is the peer's.  False: refused. */
bool felt_arena_session_conn(struct felt_arena_session *session, uint32_t conn, const char *address,
                             bool loopback, const char *table, int64_t now_us);
/* The networks of a connection that has just been opened, as numbers; 0: there is none.  Without,
 * its address is its only network. */
void felt_arena_session_networks(struct felt_arena_session *session, uint32_t conn,
                                 const uint64_t network[FELT_NETWORKS]);
void felt_arena_session_text(struct felt_arena_session *session, uint32_t conn, const char *text,
                             size_t bytes, bool stale, int64_t now_us);
/* The same at the time of now_us: a reader of net/server.h, whose `self` is the session. */
void felt_arena_session_message(void *self, uint32_t conn, const char *text, size_t bytes,
                                bool stale);
void felt_arena_session_gone(struct felt_arena_session *session, uint32_t conn, int64_t now_us);
void felt_arena_session_answer(struct felt_arena_session *session, uint32_t table, felt_seat seat,
                               uint64_t req_id, struct felt_action action, int64_t now_us);
/* The journal has everything up to this number: frames that waited for it leave. */
void felt_arena_session_acked(struct felt_arena_session *session, uint64_t number, int64_t now_us);
/* Bytes of frames that wait for the journal; 0: none. */
size_t felt_arena_session_waiting(const struct felt_arena_session *session);
/* The journal takes nothing: no connection is read from until it does. */
void felt_arena_session_freeze(struct felt_arena_session *session, bool frozen);
/* The end of a turn: alarms, journal, frames (O1).  Returns when it wants to be called at the
 * latest, INT64_MAX: never. */
int64_t felt_arena_session_turn(struct felt_arena_session *session, uint32_t date, int64_t now_us);
/* The journal could not be written: nothing may be sent any more, and the server must end. */
bool felt_arena_session_failed(const struct felt_arena_session *session);
/* Tells everybody that the server stops. */
void felt_arena_session_farewell(struct felt_arena_session *session, const char *text,
                                 int64_t now_us);

/* ---- looking ---- */

struct felt_arena *felt_arena_session_arena(struct felt_arena_session *session);
/* NULL: there is no tournament. */
struct felt_arena_tournament *felt_arena_session_tournament(struct felt_arena_session *session);
/* What an operator may do to it, at this moment.  NULL: done; else why not. */
const char *felt_arena_session_direct(struct felt_arena_session *session,
                                      enum felt_arena_tournament_order order, const char *team,
                                      int64_t amount, int64_t now_us);
const struct felt_arena_session_counts *
felt_arena_session_counts(const struct felt_arena_session *session);
/* Prometheus text.  `net` is appended as it is, by the owner of the sockets. */
void felt_arena_session_metrics(const struct felt_arena_session *session, struct felt_buffer *out);
/* GET /api/arena...: JSON.  False: there is nothing of that name.  The text is malloc'ed. */
bool felt_arena_session_api(const struct felt_arena_session *session, const char *path,
                            const char *query, char **out, size_t *bytes);

#endif
