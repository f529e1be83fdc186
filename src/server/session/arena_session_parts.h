/* arena_session_parts.h -- what the files of the session share.
 *
 *   arena_session.c       lines, asks, turns
 *   rate_limit.c  how much a connection may send (the room session's lines too)
 *   outbox.c     frames of a turn, written once and sent after the journal (the room session's too)
 *   arena_records.c    hands in PHH, finished matches, standings of teams
 *   arena_metrics.c    what /metrics and /api/arena say */
#ifndef FELT_SERVER_SESSION_ARENA_SESSION_PARTS_H
#define FELT_SERVER_SESSION_ARENA_SESSION_PARTS_H

#include "felt/replay.h"
#include "server/session/rate_limit.h"
#include "server/session/outbox.h"
#include "server/table/heap.h"

enum {
    FELT_ARENA_SESSION_OUTBOX_BYTES = 1 << 20,
    FELT_TEAMS_KEPT = 1024,
    FELT_ADDRESSES_KEPT = 128,
    FELT_HANDS_BYTES = 2048, /* room for the first hands of a match                            */
    FELT_HAND_HEAD_BYTES = 32,
    FELT_RECORD_STANDING = 0x80, /* first byte of a record; the arena's are smaller             */
    FELT_REASON_BYTES = 15
};

enum felt_arena_session_conn_state {
    FELT_ARENA_SESSION_CONN_NONE,
    FELT_ARENA_SESSION_CONN_SILENT,
    FELT_ARENA_SESSION_CONN_SEATED,
    FELT_ARENA_SESSION_CONN_REFUSED
};

struct felt_arena_session_conn {
    uint8_t state;
    bool loopback, paused;
    bool watches; /* and needed no secret for it                                             */
    uint32_t bad_in_row;
    struct felt_rate_limit messages, errors;
    uint64_t network[FELT_NETWORKS]; /* hashes, 0: none of that level                         */
    char table[FELT_TABLE_NAME_BYTES + 2]; /* a name that is too long stays one               */
};

struct felt_arena_standing {
    char team[FELT_TEAM_BYTES + 1];
    uint32_t matches, wins;
    struct felt_score score; /* thousandths of a big blind won, hand by hand                  */
};

struct felt_arena_match_kept {
    char *frame; /* match_end                                                                 */
    char *phh;
    char id[FELT_LIVE_HAND_ID_BYTES + 1], table[FELT_TABLE_NAME_BYTES + 1];
    char winner[FELT_TEAM_BYTES + 1], reason[FELT_REASON_BYTES + 1];
    size_t phh_room;
    uint32_t hands;
    bool phh_cut;
    bool unsaved;  /* keep_match() comes when the journal has the end of the match             */
    uint32_t turn; /* in which it ended                                                       */
};

struct felt_arena_table_hands { /* PHH of a match under way */
    char *text;
    size_t used, room;
    bool cut;
};

struct felt_arena_wrong_codes {
    uint64_t network;
    int64_t since_us;
    uint32_t count;
};

struct felt_arena_session {
    struct felt_arena_session_config config;
    const struct felt_arena_session_services *services;
    const struct felt_transport *link;
    struct felt_arena_services arena_services;
    struct felt_arena *arena;
    struct felt_arena_tournament *tournament; /* or NULL */
    struct felt_arena_tournament_services tournament_services;
    struct felt_arena_session_conn *conn;
    struct felt_heap alarms; /* of connections: hello, or its next token */
    struct felt_arena_session_counts counts;
    bool restoring, unsaved; /* unsaved: some match is                                        */
    bool frozen;             /* no connection is read from */
    int64_t now_us;
    struct felt_outbox box;
    /* records */
    struct felt_record *record;
    char *hand_text;    /* one hand in PHH                                                       */
    size_t hands_bytes; /* of all matches, under way and kept                                 */
    struct felt_arena_table_hands *hands; /* by table */
    struct felt_arena_match_kept kept[FELT_ARENA_SESSION_MATCHES_KEPT];
    uint64_t matches; /* kept so far; the last at (matches - 1) % KEPT                        */
    uint32_t teams;
    struct felt_arena_standing *team;
    struct felt_arena_wrong_codes wrong[FELT_ADDRESSES_KEPT];
    void *arena_memory, *alarm_memory;
};

/* Whose append, flush and now_us they are. */
static inline void *felt_arena_session_journal(const struct felt_arena_session *session)
{
    const struct felt_arena_session_services *services = session->services;
    return services->journal ? services->journal : services->self;
}

/* arena_records.c */
void felt_arena_records_hand(void *session, const struct felt_arena_report *report);
void felt_arena_records_count(void *session, const struct felt_table_face *table, felt_seats seats,
                              const felt_chips won[FELT_SEATS_MAX]);
void felt_arena_records_match(void *session, const struct felt_arena_server_msg *match_end);
/* Matches that ended in this turn; the journal knows. */
void felt_arena_records_save(struct felt_arena_session *session);
void felt_arena_records_snapshot(struct felt_arena_session *session);
bool felt_arena_records_restore(struct felt_arena_session *session, const uint8_t *bytes,
                                size_t count);
/* A table that closes in the middle of its match. */
void felt_arena_records_forget(struct felt_arena_session *session, uint32_t table);
void felt_arena_records_close(struct felt_arena_session *session);

/* arena_metrics.c: what /api/arena/matches/ID answers; false: it does not fit. */
bool felt_arena_match_write(const struct felt_arena_match_kept *kept, char **text, size_t *bytes);

/* A line of the log, if one is kept: {"at":..., "event":..., "line":n, ...}. */
void felt_arena_session_log(struct felt_arena_session *session, const char *event, uint32_t conn,
                            const char *key, const char *value);

#endif
