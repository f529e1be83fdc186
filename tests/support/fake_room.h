/* fake_room.h -- a whole room without sockets, files, threads and time: lines, journal, ledger,
 * hand store, house threads and clock are made up.
 *
 * Connections of people are numbers below FAKE_ROOM_LINES - config.house_players -
 * config.event_house; what the room session sends is kept for each until it is read.  The ledger is
 * ledger_toy.h, with its delays and faults; what is written to the journal is kept in memory, so
 * that a second room session may be restored from it. Time stands still but for fake_room_wait(),
 * which calls the room session exactly when it wants to be called, and whenever the ledger or a
 * thinker has something for it.
 *
 *     struct fake room fake room;
 *     fake_room_init(&fake room, 7);
 *     fake_room_add_stake(&fake room, &(struct felt_stake){.id = "nl-2", .games = 1, ...});
 *     fake_room_open(&fake room);                               the ledger agrees, the room is open
 *     int64_t alice = fake_room_user(&fake room, FELT_USER_HUMAN, "Alice", 1000);
 *     fake_room_enter(&fake room, 0, alice);                    connects, and says hello with a
 *     token fake_room_say(&fake room, 0, "{\"type\":\"sit\",\"req\":1,\"table\":\"nl-2-1\",...}");
 *
 *   L1  nothing is ever sent to a connection that is not open, nor to one of the house (asserted).
 *   L2  frames are sent only when the journal has answered (asserted). */
#ifndef FELT_TESTS_FAKE_ROOM_H
#define FELT_TESTS_FAKE_ROOM_H

#ifdef __cplusplus
extern "C" {
#endif

#include "server/session/room_session.h"
#include "ledger_toy.h"
#include "made_up.h"

enum {
    FAKE_ROOM_CONNS = 256,
    FAKE_ROOM_STAKES = 8,
    FAKE_ROOM_TOKEN_BYTES = 43,
    FAKE_ROOM_HANDS = 4096
};
#define FAKE_ROOM_DATE    20260131u
#define FAKE_ROOM_WALL_MS INT64_C(1769817600000) /* at the clock's 0 */

struct fake_room_frame {
    struct fake_room_frame *next;
    size_t bytes;
    char text[]; /* ends with a zero                                                          */
};

struct fake_room_line {
    bool open, paused, held;
    uint16_t closed; /* code, 0: not by the room session */
    uint32_t marks, frames;
    struct fake_room_frame *first, *last;
};

/* A hand in the hand store. */
struct fake_room_hand {
    int64_t user;
    struct felt_hand_store_row row;
    char *phh;
};

/* A question to a house player that was not answered yet. */
struct fake_room_thought {
    uint32_t table;
    felt_seat seat;
    uint64_t req_id;
    int64_t due_us;
    struct felt_action action;
};

struct fake_room {
    /* To be changed between fake_room_init() and fake_room_open(). */
    struct felt_room_session_config config;
    struct felt_room_session_services services;
    struct felt_stake stake[FAKE_ROOM_STAKES];
    uint32_t sync_us;  /* that the journal takes to answer a flush: 0, then with the same turn   */
    uint32_t think_us; /* that a thinker computes: 0, then it answers at once                  */
    /* What a house player does; the usual one plays any legal action, folds seldom. */
    struct felt_action (*chooses)(void *listener, uint32_t table, felt_seat seat,
                                  const struct felt_view *view, struct felt_rng *rng);
    bool threads_sleep; /* nobody answers: clocks do                                          */
    /* Called for each frame, record and line of the log.  NULL: nobody listens. */
    void *listener;
    void (*heard)(void *listener, uint32_t conn, const char *text, size_t bytes, bool droppable);
    void (*noted)(void *listener, const void *bytes, size_t count);
    bool (*flushes)(void *listener); /* false: the disk fails                                  */
    void (*logged)(void *listener, const char *json);
    void (*kept)(void *listener, int64_t user, const struct felt_hand_store_row *row,
                 const char *phh);

    struct felt_room_session *session;
    struct ledger_toy *ledger; /* outlives the room session */
    struct felt_transport link;
    struct felt_rng rng;
    uint64_t entropy;
    int64_t now_us, next_us; /* next_us: when the room session wants to be called */
    struct fake_room_line conn[FAKE_ROOM_CONNS];
    struct made_up_record *record;
    uint32_t records, flushed, records_room;
    uint32_t given;     /* records that were flushed, perhaps not safe yet                */
    uint64_t forgotten; /* records of segments before                                     */
    int64_t given_us;
    struct fake_room_thought *thought;
    uint32_t thoughts, thoughts_room;
    struct fake_room_hand *hand;
    uint32_t hands;
    uint64_t restored_hash; /* of the room after a crash, before it went on                  */
    uint32_t asks;          /* questions to house players                                      */
    char log[256];          /* the last connection of it */
};

/* No stakes, no house players, usual limits, an empty ledger. */
void fake_room_init(struct fake_room *fake_room, uint64_t seed);
/* A copy of it; texts and plugs stay where they are. */
void fake_room_add_stake(struct fake_room *fake_room, const struct felt_stake *stake);
/* Opens, resumes, and lets time pass until the room is open and house players are hired (at most
 * ten seconds, so a ledger that is down leaves it closed). */
void fake_room_open(struct fake_room *fake_room);
void fake_room_close(struct fake_room *fake_room);
/* The process dies and comes back with the records that were flushed and `more` behind them; of
 * what the ledger has not answered yet, the first `done` are done all the same.  Every connection
 * is gone.  False: a record made no sense.  The room is not open yet: fake_room_wait(). */
bool fake_room_crash(struct fake_room *fake_room, uint32_t more, int done, bool same_build);
/* A new segment of the journal: the records are those of a snapshot. */
void fake_room_snapshot(struct fake_room *fake_room);

/* ---- people ---- */

/* A user of the ledger with so many chips; his number. */
int64_t fake_room_user(struct fake_room *fake_room, enum felt_user_kind kind, const char *name,
                       felt_chips chips);
/* A session of his, and its token. */
const char *fake_room_token(struct fake_room *fake_room, int64_t user, enum felt_session_kind kind,
                            char out[FAKE_ROOM_TOKEN_BYTES + 1]);
/* A client connects, sends, breaks off.  fake_room_say() is a frame and a turn; the others wait for
 * one.  A connection that is paused is heard all the same. */
void fake_room_connect(struct fake_room *fake_room, uint32_t conn, const char *cookie);
void fake_room_send(struct fake_room *fake_room, uint32_t conn, const char *text, bool stale);
void fake_room_gone(struct fake_room *fake_room, uint32_t conn);
void fake_room_say(struct fake_room *fake_room, uint32_t conn, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Connects, says hello with a fresh token of his and waits for the answer.  0: watches only. */
void fake_room_enter(struct fake_room *fake_room, uint32_t conn, int64_t user);

/* ---- time ---- */

/* Gives what the ledger and house threads have, and one turn. */
void fake_room_turn(struct fake_room *fake_room);
void fake_room_wait(struct fake_room *fake_room, int64_t ms);

/* ---- looking ---- */

/* The next frame of a connection, which the caller frees; NULL: none. */
struct fake_room_frame *fake_room_take(struct fake_room *fake_room, uint32_t conn);
/* Forgets frames of the connection up to the next one of that `type`, which the caller frees. */
struct fake_room_frame *fake_room_find(struct fake_room *fake_room, uint32_t conn,
                                       const char *type);
void fake_room_deafen(struct fake_room *fake_room); /* forgets all frames that were not read */
/* The number of a table, of which there must be one; and its face. */
uint32_t fake_room_table(struct fake_room *fake_room, const char *name);
/* Chips are where they should be: the ledger broke no rule, and each of its seats holds what the
 * room says the user has there (when nothing is under way).  NULL, or what is wrong. */
const char *fake_room_wrong(struct fake_room *fake_room);

#ifdef __cplusplus
}
#endif
#endif
