/* room_session.h -- the whole room but its sockets, files, threads and clock: lines of people come
 * in, frames go out; house players sit at local connections; the ledger is a counter.
 *
 * The room session reads what a connection sends (server/protocol/read_room_client.h), minds its
 * limits, finds out whose connection it is, lets the room play, and collects what the room posts.
 * At the end of a turn of the loop it gives its records to the journal; frames and orders leave
 * when the journal has them.
 *
 *   A1  no frame leaves, and no order of the room goes to the ledger, before the records it rests
 *       on were flushed to the journal.
 *   A2  a connection that sends faster than its allowance is not read from until it has one again;
 *       an action that answers the pending `act` costs nothing.
 *   A3  whose connection it is, is what the ledger says of its token (SHA-256 of it:
 *       FELT_QUESTION_SESSION), asked once at the hello.  Without a token a connection watches.
 *   A4  nothing is ever sent to a local connection (ROOM-8); no link function is called for it.
 *   A5  news of hidden cards go to the connections of their owner only (F7).
 *
 * Time is given in microseconds of a clock that never runs backwards; wall_ms is that of a
 * calendar.
 */
#ifndef FELT_SERVER_SESSION_ROOM_SESSION_H
#define FELT_SERVER_SESSION_ROOM_SESSION_H

#include "accounts/question.h"
#include "felt/json.h"
#include "server/room/house_seating.h"
#include "server/session/arena_session.h"
#include "server/room/tournaments/tournaments.h"

struct felt_room_session_services {
    void *self;
    void *journal; /* the first argument of append, flush and now_us; NULL: self                  */
    struct felt_digests digests;
    struct felt_ledger_services
        bank; /* tickets are the room session's; felt_room_session_receipt(), _found() */
    void (*entropy)(void *self, void *out, size_t bytes);
    int64_t (*now_us)(
        void *self); /* of the tables                                                */
    void (*append)(void *self, const void *bytes, size_t count); /* NULL: nothing survives       */
    /* LATER: felt_room_session_acked() follows with this number or a higher one.  NULL: it is done.
     * */
    enum felt_flush (*flush)(void *self, uint64_t *number);
    void (*log)(void *self, const char *json, size_t bytes); /* one JSON object; NULL: none      */
    /* A hand as a user may know it, in PHH.  NULL: none are kept. */
    void (*keep_hand)(void *self, int64_t user, const struct felt_hand_store_row *row,
                      const char *phh, size_t bytes);
    /* A hand that is over, of any game, before it is kept; NULL: nobody counts.  Told again after a
     * crash. */
    void (*hand_over)(void *self, const struct felt_room_report *report, int64_t wall_ms);
    /* The hello of a connection was that of this user; NULL: not needed. */
    void (*known)(void *self, uint32_t conn, int64_t user);
    /* The same, when the user has a row of the database: once for each connection, with the hello
     * or, of a guest, with the first want that needs one.  NULL: not needed. */
    void (*visited)(void *self, uint32_t conn, int64_t user);
    /* Own hands, newest first, before `before` ("": the newest); answered later, or at once, by
     * felt_room_session_hands() / felt_room_session_hand() with the ticket.  False: too many wait.
     */
    bool (*find_hands)(void *self, int64_t user, const char *before, uint32_t limit,
                       uint64_t ticket);
    bool (*find_hand)(void *self, int64_t user, const char *hand_id, uint64_t ticket);
    /* Thinkers, as in room.h; `people`: whoever thinks may take human time (house_seating.h W3). */
    void (*local_sit)(void *self, uint32_t table, felt_seat seat, int64_t user);
    void (*local_stand)(void *self, uint32_t table, felt_seat seat);
    void (*local_begin)(void *self, uint32_t table, felt_seat seat,
                        const struct felt_game_adapter *adapter);
    void (*local_event)(void *self, uint32_t table, felt_seat seat, const struct felt_event *event);
    void (*local_ask)(void *self, uint32_t table, felt_seat seat, uint64_t req_id,
                      const struct felt_view *view);
    /* Stakes that are added, as in room.h; NULL: none are. */
    const struct felt_stake *(*stake_again)(void *self, const char *text, size_t bytes);
    void (*stake_gone)(void *self, const struct felt_stake *stake);
    const struct felt_stake *(*stake_make)(void *self, const char *id,
                                           const struct felt_room_client_terms *terms,
                                           const struct felt_stake *old,
                                           char why[FELT_ROOM_TEXT_BYTES]);
    /* Games of a tournament, one for each level, as a directed stake of its id.  Its text is
     * FELT_EVENT_STAKE_MARK and the row's.  NULL: `why` says why there cannot be such a one. */
    const struct felt_stake *(*event_stake)(void *self, const struct felt_tournament_row *row,
                                            struct felt_complaint *why);
    /* The room is open, and the tournaments of the journal go on; NULL: nobody cares. */
    void (*opened)(void *self);
};
#define FELT_EVENT_STAKE_MARK "event\n"

struct felt_room_session_config {
    struct felt_room_config room; /* lines_max: lines of the net, then those of the house */
    struct felt_arena_session_limits limits;
    struct felt_house_seating_config seating;
    uint32_t house_players; /* that are made, if they are not there yet                   */
    uint32_t event_house;   /* and so many more, for tournaments                          */
    bool tournaments;       /* there are tournaments                                      */
    uint32_t event_seat_ms; /* a house player comes to a sit-and-go every so long; 0: usual */
    felt_chips house_fund;  /* the house account is filled up by so much; 0: by hand only */
};

struct felt_room_session_counts {
    uint64_t messages, frames, bytes, errors, errors_left_out, paused, bad_closed, strays;
    uint64_t latency[FELT_ARENA_SESSION_BUCKETS], latency_us,
        latencies; /* action read -> its frames sent */
    uint64_t refusals[FELT_NOS];
};

struct felt_room_session;

struct felt_room_session *felt_room_session_open(const struct felt_room_session_config *config,
                                                 const struct felt_room_session_services *services,
                                                 const struct felt_transport *transport);
void felt_room_session_close(struct felt_room_session *session);

bool felt_room_session_restore(struct felt_room_session *session, bool same_build,
                               const void *bytes, size_t count);
/* After the journal: the room opens when the ledger agrees, house players come after that. */
void felt_room_session_resume(struct felt_room_session *session, uint32_t date, int64_t now_us,
                              int64_t wall_ms);
void felt_room_session_snapshot(struct felt_room_session *session);

/* ---- connections: numbers below config.room.lines_max - house_players - event_house ---- */

/* `cookie` is the session token that came with the connection, "": none. */
bool felt_room_session_conn(struct felt_room_session *session, uint32_t conn, const char *address,
                            bool loopback, const char *cookie, int64_t now_us);
/* The network of a connection that has just been opened, as a number; 0 at first: not known.
 * Guesses are counted by it. */
void felt_room_session_network(struct felt_room_session *session, uint32_t conn, uint64_t network);
void felt_room_session_text(struct felt_room_session *session, uint32_t conn, const char *text,
                            size_t bytes, bool stale, int64_t now_us);
/* The same at the time of now_us: a reader of net/server.h, whose `self` is the session. */
void felt_room_session_message(void *self, uint32_t conn, const char *text, size_t bytes,
                               bool stale);
void felt_room_session_gone(struct felt_room_session *session, uint32_t conn, int64_t now_us);

/* ---- answers that come later ---- */

/* The journal has everything up to this number: frames and orders that waited for it leave. */
void felt_room_session_acked(struct felt_room_session *session, uint64_t number, int64_t now_us);
/* Bytes of frames that wait for the journal; 0: none. */
size_t felt_room_session_waiting(const struct felt_room_session *session);
/* The journal takes nothing: no connection is read from until it does. */
void felt_room_session_freeze(struct felt_room_session *session, bool frozen);
void felt_room_session_receipt(struct felt_room_session *session, uint64_t ticket,
                               const struct felt_receipt *receipt, int64_t now_us);
/* The rows are the room session's from now on. */
void felt_room_session_found(struct felt_room_session *session, uint64_t ticket,
                             struct felt_ledger_answer *answer, int64_t now_us);
void felt_room_session_hands(struct felt_room_session *session, uint64_t ticket,
                             const struct felt_hand_store_row *rows, uint32_t count, bool more,
                             int64_t now_us);
void felt_room_session_hand(struct felt_room_session *session, uint64_t ticket, const char *phh,
                            size_t bytes,
                            int64_t now_us); /* NULL: there is none of his               */
/* What a thinker chose; it is given to the room when its thinking time is over. */
void felt_room_session_answer(struct felt_room_session *session, uint32_t table, felt_seat seat,
                              uint64_t req_id, struct felt_action action, int64_t now_us);

/* The end of a turn: alarms, house seating, journal, frames.  When it wants to be called at the
 * latest. */
int64_t felt_room_session_turn(struct felt_room_session *session, uint32_t date, int64_t now_us,
                               int64_t wall_ms);
bool felt_room_session_failed(const struct felt_room_session *session);
/* Tells everybody that the server stops. */
void felt_room_session_farewell(struct felt_room_session *session, const char *text,
                                int64_t now_us);

/* ---- looking, and the operator ---- */

struct felt_room *felt_room_session_room(struct felt_room_session *session);
struct felt_house_seating *felt_room_session_seating(struct felt_room_session *session);
/* NULL: there are no tournaments. */
struct felt_tournaments *felt_room_session_tournaments(struct felt_room_session *session);
/* A user whose sessions ended or who was disabled: his connections are closed. */
void felt_room_session_dismiss(struct felt_room_session *session, int64_t user, const char *why,
                               int64_t now_us);
/* A session has ended, that of the hash `token`: lines that were opened with it are closed. */
void felt_room_session_end_session(struct felt_room_session *session,
                                   const uint8_t token[FELT_DIGEST_BYTES], int64_t now_us);
/* Somebody is no member of a club any more: he stands up from its tables after the hands, and their
 * keys are others.  A club is closed: so are its tables.  Its tables for members: an array. */
void felt_room_session_club_left(struct felt_room_session *session, int64_t club, int64_t user,
                                 int64_t now_us);
void felt_room_session_club_closed(struct felt_room_session *session, int64_t club, int64_t now_us);
void felt_room_session_club_tables(const struct felt_room_session *session, int64_t club,
                                   struct felt_json *json);
const struct felt_room_session_counts *
felt_room_session_counts(const struct felt_room_session *session);
void felt_room_session_metrics(const struct felt_room_session *session, struct felt_buffer *out);

#endif
