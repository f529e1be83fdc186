/* arena_parts.h -- what the files of the arena share.
 *
 *   arena.c     the pools, sessions, faces, asking and answering from outside
 *   hello.c    who sits down where
 *   hand.c     the life of a hand: dealt, asked, applied, settled
 *   match.c    between hands: next one, end of the match, tables that are given up
 *   directed.c   teams that come into the arena and are told where to sit (directed.h)
 *   live_hand.c     a hand and its history, which other tables have too; chunks.c is its memory
 *   journal_records.c    records of the journal: written, read, applied again; arena_hash.c proves
 *                        it
 *
 * A table changes in few ways, and each has one function here (table_*): live play calls them after
 * it has decided, and restoring calls them with what was decided then. */
#ifndef FELT_SERVER_ARENA_ARENA_PARTS_H
#define FELT_SERVER_ARENA_ARENA_PARTS_H

#include "felt/assert.h"
#include "server/arena/directed.h"
#include "server/table/heap.h"
#include "server/table/live_hand.h"
#include "server/arena/arena.h"

enum {
    FELT_MATCH_ID_BYTES = 32,
    FELT_ALARMS_AT_ONCE = 16,
    FELT_ARENA_WATCHERS_AT_ONCE = 64,
    FELT_REPLACE_MS = 1000, /* one new connection for a seat in this time */
    FELT_MISSED_MAX = 3,    /* turns in a row: then a directed team is not waited for          */
    FELT_HANDS_AT_ONCE = 32 /* hands without a question that are dealt in one call           */
};

struct felt_arena_seat {
    uint32_t conn;
    bool taken, local, forfeited, has_code;
    int64_t away_ms;     /* since when it has no connection */
    int64_t replaced_ms; /* when its connection was last replaced */
    felt_chips stack;    /* at the last settlement                                           */
    uint32_t member;     /* of a directed arena: the team                                       */
    uint8_t code[FELT_KEY_BYTES]; /* keyed hash of its join code                             */
    char team[FELT_TEAM_BYTES + 1];
};

struct felt_arena_conn {
    uint32_t table; /* or FELT_ARENA_CONN_NONE                                                  */
    uint32_t next;  /* the next watcher of the table                                         */
    felt_seat seat; /* NONE: a watcher                                                       */
    uint8_t role;
    uint32_t member; /* of a directed arena: team + 1, who may be at no table; 0: none          */
};

/* A team of a directed arena. */
struct felt_arena_team {
    struct felt_arena_seat who; /* as it would sit down; `stack` is not used                  */
    uint32_t table;             /* or FELT_ARENA_CONN_NONE                                       */
    felt_seat seat;
    uint32_t timeouts, errors;
    uint32_t missed; /* turns in a row                                                       */
};

enum felt_arena_table_end {
    FELT_END_NOT,
    FELT_END_WINNER,
    FELT_END_HAND_LIMIT,
    FELT_END_ABANDONED
};

struct felt_arena_table {
    bool used, durable, paused, started, in_hand, foreign; /* foreign: a hand of another build */
    bool asked;
    bool skip;      /* the clock of this turn is over at once                                */
    uint8_t end;    /* enum felt_arena_table_end */
    uint8_t config; /* index                                                                */
    felt_seat actor;
    uint32_t next;     /* of the same name's bucket, or free: number + 1, 0: none            */
    uint32_t watchers; /* first session                                                      */
    uint32_t hands;    /* of the match                                                       */
    uint32_t asked_turn;
    uint32_t conns, players; /* lines; those of seats                                    */
    int64_t deadline; /* of the turn; while paused: the time that was left                    */
    uint64_t req_id;
    /* Directed: blinds of the hand, its number in the match, its deal (directed.h). */
    felt_seat small, big;
    uint32_t number, deal;
    bool voided; /* the last hand was given up in this life                                  */
    uint8_t secret[FELT_KEY_BYTES];
    uint8_t fresh[FELT_KEY_BYTES]; /* of the hand under way, or the last one                 */
    char match_id[FELT_MATCH_ID_BYTES];
    char name[FELT_TABLE_NAME_BYTES + 1];
    struct felt_chunks past;
    struct felt_live_hand live;
};

struct felt_arena {
    const struct felt_arena_config *config;
    const struct felt_arena_services *services;
    struct felt_arena_counts counts;
    uint32_t date, next_hand, next_match;
    uint32_t turn, turn_sent; /* the turn under way; turns whose frames are on their way      */
    bool quiet; /* restoring: nothing is posted or appended                                   */
    size_t table_bytes, state_bytes;
    uint32_t free_table, fresh_table; /* number + 1, 0: none; those behind were never used    */
    uint32_t buckets, *bucket;        /* tables by name: number + 1                           */
    char *tables;
    struct felt_arena_conn *conn;
    struct felt_chunk_pool pool;
    struct felt_heap alarms;
    /* directed */
    struct felt_arena_team *team;
    uint32_t teams, numbers; /* that came; hands of the match                    */
    struct felt_chunks past; /* of all tables                                     */
    bool over;
    struct felt_arena_directed_end end;
    struct felt_place_face *standing;
    uint32_t standings;
    /* for one call */
    struct felt_event event[FELT_EVENTS_MAX];
    struct felt_view view;
    struct felt_reveal reveal[FELT_HANDS_KEPT];
};

/* ---- arena.c ---- */

static inline struct felt_arena_table *felt_arena_table_at(const struct felt_arena *arena,
                                                           uint32_t index)
{
    felt_assert(index < arena->config->tables_max);
    return (struct felt_arena_table *)(arena->tables + index * arena->table_bytes);
}
static inline uint32_t felt_arena_table_index(const struct felt_arena *arena,
                                              const struct felt_arena_table *table)
{
    return (uint32_t)((size_t)((const char *)table - arena->tables) / arena->table_bytes);
}
static inline const struct felt_table_config *
felt_arena_table_config(const struct felt_arena *arena, const struct felt_arena_table *table)
{
    return arena->config->config[table->config];
}
/* The game's state and the seats lie behind the table. */
static inline void *felt_arena_table_state(const struct felt_arena_table *table)
{
    return (void *)(table + 1);
}
static inline struct felt_arena_seat *felt_arena_table_seat(const struct felt_arena *arena,
                                                            const struct felt_arena_table *table,
                                                            int seat)
{
    felt_assert(seat >= 0 && seat < felt_arena_table_config(arena, table)->seats);
    return (struct felt_arena_seat *)((char *)(table + 1) + arena->state_bytes) + seat;
}
/* The question under way has left: an answer can be one to it (R5). */
static inline bool felt_arena_table_was_asked(const struct felt_arena *arena,
                                              const struct felt_arena_table *table)
{
    return (int32_t)(table->asked_turn - arena->turn_sent) < 0;
}
static inline bool felt_arena_is_directed(const struct felt_arena *arena)
{
    return arena->config->directed_teams > 0;
}
void felt_arena_table_face(const struct felt_arena *arena, const struct felt_arena_table *table,
                           struct felt_table_face *face);
/* A server message for every player whose connection is open. */
void felt_arena_table_post(struct felt_arena *arena, const struct felt_arena_table *table,
                           const struct felt_arena_server_msg *msg);
void felt_arena_table_lobby(struct felt_arena *arena, const struct felt_arena_table *table);
/* The next watchers from `session` on; returns the one behind them. */
uint32_t felt_arena_watchers_next(const struct felt_arena *arena, uint32_t conn,
                                  uint32_t out[FELT_ARENA_WATCHERS_AT_ONCE], int *count);
/* Lets go of a session without closing its connection. */
void felt_arena_conn_release(struct felt_arena *arena, uint32_t conn);

/* ---- hand.c ---- */

/* What happened so far, as a seat (or a spectator) may hear it. */
struct felt_arena_retell {
    const struct felt_arena *arena;
    const struct felt_arena_table *table;
    felt_seat seat;
};

/* Deals the next hand of a table with this id. */
void felt_arena_table_deal(struct felt_arena *arena, struct felt_arena_table *table, uint32_t date,
                           uint32_t counter, felt_seat button, felt_seats dealt);
/* The actor's action, which must be legal; false: it is not, and nothing changed. */
FELT_MUST_USE bool felt_arena_table_apply(struct felt_arena *arena, struct felt_arena_table *table,
                                          felt_seat seat, struct felt_action action);
/* Stacks after the hand; it must be over. */
void felt_arena_table_settle(struct felt_arena *arena, struct felt_arena_table *table);
/* The hand under way counts, and this is what its seats won. */
void felt_arena_table_count(struct felt_arena *arena, const struct felt_arena_table *table,
                            const felt_chips won[FELT_SEATS_MAX]);
/* Asks the actor, if there is one who was not asked. */
void felt_arena_table_ask(struct felt_arena *arena, struct felt_arena_table *table, int64_t now_ms);
void felt_arena_table_snapshot_to(struct felt_arena *arena, struct felt_arena_table *table,
                                  felt_seat seat, uint32_t conn, int64_t now_ms);
/* What the clock does for the actor. */
struct felt_action felt_arena_table_default(struct felt_arena *arena,
                                            const struct felt_arena_table *table);
/* The number of the hand in its match. */
static inline uint32_t felt_arena_table_number(const struct felt_arena *arena,
                                               const struct felt_arena_table *table)
{
    return felt_arena_is_directed(arena) ? table->number : table->hands;
}
void felt_arena_table_hand_of(const struct felt_arena *arena, const struct felt_arena_table *table,
                              struct felt_deal *deal, felt_chips stack[FELT_SEATS_MAX]);

/* ---- match.c ---- */

/* Opens a table; NULL: none is free. */
struct felt_arena_table *felt_arena_table_open(struct felt_arena *arena, const char *name,
                                               int config, bool durable);
/* Is there no table left for this name?  Gives one up that nobody plays at, if there is one. */
bool felt_arena_table_is_short(const struct felt_arena *arena, const char *name);
void felt_arena_table_give_up_one(struct felt_arena *arena);
struct felt_arena_table *felt_arena_table_find(const struct felt_arena *arena, const char *name);
/* Watchers are sent away; no seat may have a connection. */
void felt_arena_table_close(struct felt_arena *arena, struct felt_arena_table *table);
/* Goes on as far as it can without an answer: settles, ends, deals, asks.  Sets the alarm. */
void felt_arena_table_go_on(struct felt_arena *arena, struct felt_arena_table *table,
                            int64_t now_ms);
void felt_arena_table_match_end(struct felt_arena *arena, struct felt_arena_table *table,
                                const uint32_t *to, int count);

/* ---- hello.c ---- */

void felt_arena_table_take_seat(struct felt_arena *arena, struct felt_arena_table *table,
                                felt_seat seat, const struct felt_arena_seat *as);

/* Names and codes: false, refused.  `taken` is NULL for a team that was never here. */
bool felt_arena_hello_identify(struct felt_arena *arena, const struct felt_arena_table *table,
                               const struct felt_arena_client_hello *hello,
                               const struct felt_arena_seat *taken, struct felt_arena_reply *reply);
void felt_arena_hello_code(const struct felt_arena *arena, const struct felt_arena_table *table,
                           const struct felt_arena_client_hello *hello,
                           uint8_t out[FELT_KEY_BYTES]);
void felt_arena_hello_refuse(struct felt_arena_reply *reply, enum felt_refusal refusal,
                             const char *text);
/* Takes over a seat whose connection may still be open.  False: refused. */
bool felt_arena_hello_replace(struct felt_arena *arena, struct felt_arena_seat *mine,
                              int64_t now_ms, struct felt_arena_reply *reply);

/* ---- directed.c ---- */

size_t felt_arena_directed_bytes(const struct felt_arena_config *config);
void felt_arena_directed_open(struct felt_arena *arena, void *memory);
void felt_arena_directed_hello(struct felt_arena *arena, uint32_t conn,
                               const struct felt_arena_client_hello *hello, int64_t now_ms,
                               struct felt_arena_reply *reply);
/* The connection of a team is gone. */
void felt_arena_directed_leave(struct felt_arena *arena, uint32_t conn, int64_t now_ms);
void felt_arena_directed_release(struct felt_arena *arena, uint32_t conn);
/* Blinds of a hand whose button may be before an empty seat. */
void felt_arena_directed_blinds(const struct felt_arena *arena,
                                const struct felt_arena_table *table,
                                const felt_chips stack[FELT_SEATS_MAX], struct felt_deal *deal);
/* The key of a hand that was dealt: the `number`th of the match. */
void felt_arena_table_reveal(const struct felt_arena *arena, const struct felt_arena_table *table,
                             const struct felt_dealt *hand, uint32_t number,
                             struct felt_reveal *out);
/* A turn that the clock played, or an action that was refused. */
void felt_arena_directed_count(struct felt_arena *arena, const struct felt_arena_table *table,
                               felt_seat seat, bool timeout);
void felt_arena_directed_answered(struct felt_arena *arena, const struct felt_arena_table *table,
                                  felt_seat seat);
bool felt_arena_directed_is_idle(const struct felt_arena *arena,
                                 const struct felt_arena_seat *seat);
/* A seat as the team is, with this stack. */
void felt_arena_directed_fill(struct felt_arena *arena, struct felt_arena_table *table,
                              felt_seat seat, uint32_t team, felt_chips stack);
void felt_arena_directed_resume(struct felt_arena *arena, int64_t now_ms);
/* Two lists of the same length: hands and their deals. */

/* ---- journal_records.c ---- */

void felt_arena_journal_table(struct felt_arena *arena, const struct felt_arena_table *table);
void felt_arena_journal_seat(struct felt_arena *arena, const struct felt_arena_table *table,
                             felt_seat seat);
void felt_arena_journal_team(struct felt_arena *arena, uint32_t team);
void felt_arena_journal_guide(struct felt_arena *arena, const struct felt_arena_table *table);
void felt_arena_journal_deal(struct felt_arena *arena, const struct felt_arena_table *table);
void felt_arena_journal_act(struct felt_arena *arena, const struct felt_arena_table *table,
                            felt_seat seat, const struct felt_action *action);
void felt_arena_journal_settle(struct felt_arena *arena, const struct felt_arena_table *table,
                               const felt_chips stack[FELT_SEATS_MAX]);
/* paused, end, forfeits, or a hand that is void. */
void felt_arena_journal_flags(struct felt_arena *arena, const struct felt_arena_table *table);
/* The hand under way never was; stacks are as before it. */
void felt_arena_table_void(struct felt_arena *arena, struct felt_arena_table *table);
void felt_arena_journal_close(struct felt_arena *arena, const struct felt_arena_table *table);

#endif
