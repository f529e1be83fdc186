/* admin.h -- the operator's requests: tables, house players, users, chips and proofs of
 * the ledger as JSON over HTTP under /api/operator/ (docs/PROTOCOL.md 14.7), without sockets or
 * clock.
 *
 * It sits beside the accounts API (server/http/accounts/accounts.h), takes requests in the same
 * form, and lives on the loop's thread.  Commands of `felt admin` that are about the room come here
 * as well, by mail (requests.h): the same paths, the same answers, but whoever reaches that socket
 * needs no session.
 *
 *   P1  whoever has no session of an admin learns nothing and changes nothing, whatever he asks
 *       for: 403, before the path or the body is looked at.
 *   P2  a request that changes something is a POST of application/json from no other origin.
 *   P3  every change is in the log, with who made it, and in the audit: what is about users,
 *       chips, reports or clubs is an order with an actor, so by the same transaction; anything
 *       else by a note (FELT_ORDER_NOTE), of which the log says so if it was lost.
 *   P4  every request is answered exactly once, or its client is gone.
 *   P5  nothing here waits: the ledger answers later, and the ledger is proved on another thread.
 *
 * Time is in milliseconds since 1970; that of the room comes by services.floor_ms(). */
#ifndef FELT_SERVER_HTTP_ADMIN_ADMIN_H
#define FELT_SERVER_HTTP_ADMIN_ADMIN_H

#include "server/http/admin/requests.h"
#include "server/http/accounts/accounts.h"
#include "felt/player.h"
#include "server/room/tournaments/tournaments.h"
#include "server/session/room_session.h"
#include "store/ledger/ledger_store.h"
#include "store/hands/hand_store.h"

struct felt_http_admin_services {
    void *self;
    struct felt_ledger_services bank; /* not looked at if config.bank is given */
    struct felt_digests digests;
    void (*entropy)(void *self, void *out, size_t bytes);
    /* The answer to a request, as that of the accounts API. */
    void (*answer)(void *self, uint32_t request, const struct felt_http_accounts_answer *answer);
    void (*log)(void *self, const char *json, size_t bytes); /* one JSON object; NULL: none      */
    int64_t (*room_ms)(void *self);
    /* The lines of a user are closed (felt_room_session_dismiss). */
    void (*dismiss)(void *self, int64_t user, const char *why);
    /* His hands are forgotten (felt_hand_store_forget).  NULL: none are kept. */
    void (*forget)(void *self, int64_t user);
    /* A club is closed, and so are its tables.  NULL: nobody cares. */
    void (*club_closed)(void *self, int64_t club);
    /* How a house player plays, as it would be typed.  NULL: not told. */
    void (*persona)(void *self, const char *name, char out[FELT_PLAYER_TEXT_MAX + 1]);
    /* `who`: a name, or "*" for all of them; persona "": the usual one again.  Anything but
     * FELT_OK: the complaint says why. */
    enum felt_status (*dial)(void *self, const char *who, const char *persona,
                             struct felt_complaint *complaint);
    /* out[i]: users[i] came from the address of another one of them.  NULL: not told. */
    void (*neighbours)(void *self, const int64_t *users, int count, bool *out);
    /* Asks the hand store; answered by felt_http_admin_counted().  False: too many wait.  NULL: no
     * figures are kept. */
    bool (*stats)(void *self, const struct felt_hand_store_question *question, uint64_t ticket);
};

/* What house players won and lost in hands since the start, as whoever settles hands counts it. */
struct felt_http_admin_takings {
    uint64_t hands;
    felt_chips won, lost; /* both 0 or more                                                     */
};

struct felt_http_admin_config {
    uint32_t requests_max;  /* numbers of requests are below                                     */
    struct felt_room *room; /* NULL: there is no room; what needs one is refused               */
    struct felt_house_seating *seating;   /* NULL: no house players */
    struct felt_tournaments *tournaments; /* NULL: no tournaments */
    int64_t session_ms;   /* sessions of browsers that are older count no more; 0: all count      */
    int64_t proof_ms;     /* the same for moving chips and disabling users                        */
    bool factor_required; /* a session by password counts only of those with a second factor    */
    const struct felt_room_config *room_config;      /* for its stakes                       */
    struct felt_house_seating_config seating_config; /* as it is at the start */
    const struct felt_room_session_counts *counts;   /* NULL: not told                       */
    const struct felt_http_admin_takings *takings;   /* NULL: nobody counts                     */
    /* A desk of its own at this ledger store, a thread for proofs of this ledger, and letters of
     * felt admin; `wake` is called from other threads when felt_http_admin_turn() has something to
     * do. bank NULL: none of this (a test). */
    struct felt_ledger_store *bank;
    const struct felt_sql_config *sql;
    void (*wake)(void *self);
};

struct felt_http_admin_counts {
    uint64_t requests, letters, refused, forbidden, changes, proofs;
};

struct felt_http_admin;

/* The config is copied, services stay where they are.  NULL: no memory. */
struct felt_http_admin *felt_http_admin_open(const struct felt_http_admin_config *config,
                                             const struct felt_http_admin_services *services);
/* Waits for orders that were given and for a proof that is under way. */
void felt_http_admin_close(struct felt_http_admin *admin);
/* For felt_admin_socket_join(); NULL without a ledger store. */
struct felt_admin_requests *felt_http_admin_requests(struct felt_http_admin *admin);

/* /api/operator and everything below it: to be asked before felt_http_accounts_owns(). */
bool felt_http_admin_owns(const char *path);
/* As felt_http_accounts_request() and felt_http_accounts_gone(); a number that is not under way
 * here may be gone too.
 */
void felt_http_admin_request(struct felt_http_admin *admin, uint32_t number,
                             const struct felt_http_accounts_request *request, int64_t now_ms);
void felt_http_admin_gone(struct felt_http_admin *admin, uint32_t number);
/* Takes what came back: receipts, answers, proofs, letters. */
void felt_http_admin_turn(struct felt_http_admin *admin, int64_t now_ms);

/* What comes back where config.bank is NULL.  Rows of an answer become the operator's. */
void felt_http_admin_receipt(struct felt_http_admin *admin, uint64_t ticket,
                             const struct felt_receipt *receipt, int64_t now_ms);
void felt_http_admin_found(struct felt_http_admin *admin, uint64_t ticket,
                           struct felt_ledger_answer *answer, int64_t now_ms);
/* Of services.figures(); rows stay the caller's. */
void felt_http_admin_counted(struct felt_http_admin *admin,
                             const struct felt_hand_store_findings *findings, int64_t now_ms);

#endif
