/* tournaments.h -- the tournaments of a room: who registers, what the ledger moves for it, the
 * director (tournament/director.h), and the directed tables (server/room/directed.h) where it is
 * played.
 *
 * Every tournament has an id, which another one may have after it, and a number of its own; its
 * prize pool in the ledger is "ID.NUMBER-TAG" with a tag drawn for it, so that no other ever has
 * its pool, even if the journal is lost and numbers begin again.  The tournament service sits
 * beside the room in the room session: the same journal, the same thread, nothing here waits.
 *
 *   Q1  chips: what was paid into a tournament's account is refunded, or paid out as fee and
 *       prizes, and when it is settled its account is empty.  Each of these orders has a key of its
 *       own, also if the journal loses its end (ROOM-16), and is given until the ledger has it;
 *       nobody is in before his buy-in is there.
 *   Q2  every input of a director is in the journal before what follows from it is told, and a
 *       director that is restored has the same felt_director_hash().
 *   Q3  the seats of directed tables are those of the director: after every call, for tables
 *       between hands, unless the room has no room; no hand begins before they are.
 *   Q4  a crash at any point resumes with the same seats, stacks, level and clock.
 *   Q5  a tournament that cannot go on (its game is gone) is paused, and an operator is told.
 *
 * Time is that of a calendar.  If it is set back, or nobody ticks for FELT_TOURNAMENTS_GAP_MS, then
 * that time has not passed for levels. */
#ifndef FELT_SERVER_ROOM_TOURNAMENTS_TOURNAMENTS_H
#define FELT_SERVER_ROOM_TOURNAMENTS_TOURNAMENTS_H

#include "accounts/question.h"
#include "server/room/directed.h"
#include "server/room/tournaments/row.h"

enum {
    FELT_TOURNAMENTS_MAX_OPEN = 64, /* that are not settled */
    FELT_TOURNAMENT_KEPT = 64,      /* and so many of the others */
    FELT_TOURNAMENTS_GAP_MS = 30000,
    FELT_TOURNAMENTS_RECORD_BYTES = 8000 /* of a record, at most */
};

struct felt_tournaments_config {
    uint32_t tables_max;      /* of the room                                                    */
    uint32_t retry_ms;        /* an order that was not answered is given again after: 1000       */
    uint32_t house_seat_ms;   /* a sit-and-go: one house player comes every: 15000               */
    uint32_t house_before_ms; /* they come so long before a scheduled start: 30000               */
    uint32_t gather_ms; /* after a start of the server, those who are late start after: 15000    */
};
extern const struct felt_tournaments_config felt_tournaments_config_usual; /* all but tables_max */

/* What everybody may know of a tournament. */
struct felt_tournament_face {
    uint32_t number; /* counts up: it was created as the n-th                                    */
    const struct felt_tournament_row *row;
    struct felt_director_face director;
    int64_t opens_ms, starts_ms; /* since 1970; 0: when it is full                               */
    int64_t level_ends_ms;       /* since 1970; 0: not timed, or paused                          */
    bool registering;            /* one can register now                                         */
    bool settled;                /* over, and the ledger has everything                          */
};

/* One entry, as everybody may know it. */
struct felt_tournament_entrant {
    const struct felt_director_entry *entry;
    const char *name; /* handle                                                                  */
    uint32_t place;   /* 0: none yet                                                             */
};

/* The end of an entry whose owner had no connection. */
struct felt_tournament_message {
    int64_t user;
    uint32_t entry;  /* its row: another's, if it was given back before the start and taken again */
    uint32_t number; /* of the entry                                                             */
};

/* `event` is an index of felt_tournaments_face(), as of this moment. */
struct felt_tournaments_services {
    void *self;
    struct felt_digests digests;
    /* To the ledger, answered by felt_tournaments_receipt(); false: later.  Tickets are below 2^48.
     * */
    bool (*order)(void *self, const struct felt_order *order, uint64_t ticket);
    /* What users have paid into a pool (FELT_QUESTION_POOL, all rows), asked after a start and
     * answered by felt_tournaments_pool_found(); false: later.  NULL: nobody can be asked. */
    bool (*ask_pool)(void *self, uint32_t number, const char *pool);
    void (*append)(void *self, const void *bytes, size_t count);
    void (*entropy)(void *self, void *out, size_t bytes);
    int64_t (*room_ms)(void *self); /* now, by the clock of the room                           */
    /* The number of a directed stake whose game[i] is that of plan.level[i] (of a break: any); the
     * same for rows that are the same.  -1: it cannot be made, and `why` says why not.  Asked for
     * when a row is added, and by felt_tournaments_resume(); given back once for each time. */
    int (*stake)(void *self, const struct felt_tournament_row *row, struct felt_complaint *why);
    void (*stake_done)(void *self, int stake);
    /* A house player who is free and has so many chips in his bank; false: none is there now.  One
     * who has been hired in an earlier life (after a start).  And back. */
    bool (*hire)(void *self, felt_chips buy_in, struct felt_room_guest *who);
    void (*hired)(void *self, int64_t user);
    void (*let_go)(void *self, int64_t user);
    /* Something about a tournament has changed (a row of the list); somebody's entry has: where he
     * sits, what he won. */
    void (*changed)(void *self, uint32_t event);
    void (*entry_changed)(void *self, uint32_t event, uint32_t entry);
    /* To a client message: FELT_NO_NOT, or why not. */
    void (*answer)(void *self, uint32_t conn, bool has_req, uint64_t req, enum felt_no no,
                   const char *text);
    void (*log)(void *self, const char *level, const char *event, const char *text);
    void (*alarm)(void *self, const char *event, const char *text);
};

struct felt_tournaments;

/* The room, *config and *services stay.  NULL: no memory. */
struct felt_tournaments *felt_tournaments_open(struct felt_room *room,
                                               const struct felt_tournaments_config *config,
                                               const struct felt_tournaments_services *services);
void felt_tournaments_close(struct felt_tournaments *tournaments);

/* ---- what happens ---- */

/* Another tournament; its number, or -1 and the complaint says why.  Ids may be used again when the
 * one before is settled.  A scheduled one of a series whose time is past is the next of it. */
int64_t felt_tournaments_add(struct felt_tournaments *tournaments,
                             const struct felt_tournament_row *row, int64_t wall_ms,
                             struct felt_complaint *complaint);
/* Answered by services.answer(), when the ledger has answered.  `word`: the key of a private one.
 */
void felt_tournaments_register(struct felt_tournaments *tournaments, const char *id, uint32_t conn,
                               bool has_req, uint64_t req, const struct felt_room_guest *who,
                               const char *word, int64_t wall_ms);
void felt_tournaments_unregister(struct felt_tournaments *tournaments, const char *id,
                                 uint32_t conn, bool has_req, uint64_t req, int64_t user,
                                 int64_t wall_ms);
/* Who asked by this connection hears no answer any more. */
void felt_tournaments_conn_gone(struct felt_tournaments *tournaments, uint32_t conn);
/* The last one of its series: none follows.  False: there is none of that id. */
bool felt_tournaments_retire(struct felt_tournaments *tournaments, const char *id);
/* PAUSE, RESUME, ADD_TIME, MOVE, REMOVE, CALL_OFF of the director, by an operator. */
FELT_MUST_USE enum felt_director_no felt_tournaments_direct(struct felt_tournaments *tournaments,
                                                            const char *id,
                                                            const struct felt_director_input *input,
                                                            int64_t wall_ms);
void felt_tournaments_receipt(struct felt_tournaments *tournaments, uint64_t ticket,
                              const struct felt_receipt *receipt, int64_t wall_ms);
/* `rows` are those of a pool; NULL: the ledger did not answer, and is asked again.  What was paid
 * there and is not in the journal, which lost its end, goes back. */
void felt_tournaments_pool_found(struct felt_tournaments *tournaments, uint32_t number,
                                 const struct felt_pool_row *rows, uint32_t count, int64_t wall_ms);
/* Of room services: the hand of a directed table is over. */
void felt_tournaments_hand_over(struct felt_tournaments *tournaments, uint32_t table,
                                uint64_t number, const felt_chips stack[FELT_SEATS_MAX],
                                bool is_void, int64_t wall_ms);
/* An entry has ended (out, refunded, given back), and nobody was there to be told. */
void felt_tournaments_undelivered(struct felt_tournaments *tournaments, uint32_t index,
                                  uint32_t entry);
/* Somebody is there again: one that he did not hear of; he is told now.  False: none is left. */
bool felt_tournaments_deliver(struct felt_tournaments *tournaments, uint32_t index, int64_t user,
                              struct felt_tournament_message *one);
/* Begins hands, ticks directors, gives orders again.  When to come again (wall). */
int64_t felt_tournaments_tick(struct felt_tournaments *tournaments, int64_t wall_ms);
/* Tables stood still until now, waiting for the journal: that time counts for no level. */
void felt_tournaments_stood(struct felt_tournaments *tournaments, int64_t wall_ms);

/* ---- what is there ---- */

uint32_t felt_tournaments_count(
    const struct felt_tournaments *tournaments); /* faces: 0 .. count-1, newest last */
void felt_tournaments_face(const struct felt_tournaments *tournaments, uint32_t index,
                           struct felt_tournament_face *face);
/* The index of the newest of that id, or of "ID.NUMBER"; -1: none.  Everything that takes an id
 * finds it so. */
int64_t felt_tournaments_find(const struct felt_tournaments *tournaments, const char *id);
bool felt_tournaments_entrant(const struct felt_tournaments *tournaments, uint32_t index,
                              uint32_t entry, struct felt_tournament_entrant *out);
/* The name of its prize pool in the ledger (accounts/order.h, `table`). */
void felt_tournaments_pool(const struct felt_tournaments *tournaments, uint32_t index,
                           char out[FELT_ORDER_TABLE_BYTES + 1]);
/* The room's table of a director's table; -1: it is not open. */
int64_t felt_tournaments_table(const struct felt_tournaments *tournaments, uint32_t index,
                               uint32_t table);
/* The number of the tournament that a table of the room belongs to; 0: none. */
uint32_t felt_tournaments_at(const struct felt_tournaments *tournaments, uint32_t table);
/* Looking only, until the next call. */
const struct felt_director *felt_tournaments_director(const struct felt_tournaments *tournaments,
                                                      uint32_t index);
uint64_t felt_tournaments_hash(const struct felt_tournaments *tournaments);

/* ---- surviving ---- */

/* False: this is no record of ours, or it does not belong here. */
bool felt_tournaments_restore(struct felt_tournaments *tournaments, const void *bytes,
                              size_t count);
/* After the last record, when the room is open: hands of directed tables and of directors are
 * brought together, orders given again.  Before it nothing happens by itself. */
void felt_tournaments_resume(struct felt_tournaments *tournaments, int64_t wall_ms);
void felt_tournaments_snapshot(struct felt_tournaments *tournaments);

#endif
