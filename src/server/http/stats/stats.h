/* stats.h -- what users may know of how they and others play: GET /api/stats,
 * /api/stats/graph and /api/leaderboard (docs/PROTOCOL.md 14.8), without sockets, store or clock.
 *
 *   U1  figures of a user are told to himself; of others a handle, hands and one figure, on a
 *       leaderboard, if they are people who are neither disabled nor closed.
 *   U2  every request is answered exactly once, or its client is gone.
 *   U3  a leaderboard is made at most every FELT_HTTP_STATS_FRESH_MS; nothing here waits.
 *
 * Time is in milliseconds since 1970. */
#ifndef FELT_SERVER_HTTP_STATS_STATS_H
#define FELT_SERVER_HTTP_STATS_STATS_H

#include "server/http/accounts/accounts.h"
#include "store/hands/hand_store.h"

enum {
    FELT_HTTP_STATS_FRESH_MS = 15000,
    FELT_HTTP_STATS_LEADERS = 50,    /* of a leaderboard */
    FELT_HTTP_STATS_HANDS_MIN = 100, /* of one by big blinds */
    FELT_HTTP_STATS_BOARDS = 12      /* leaderboards that are remembered */
};

struct felt_http_stats_services {
    void *self;
    struct felt_ledger_services bank; /* answers: felt_http_stats_found() */
    struct felt_digests digests;
    void (*entropy)(void *self, void *out, size_t bytes);
    /* Asks the hand store; answered by felt_http_stats_counted().  False: too many wait.  NULL: no
     * figures are kept. */
    bool (*stats)(void *self, const struct felt_hand_store_question *question, uint64_t ticket);
    void *stats_of; /* its self                                                                */
    void (*answer)(void *self, uint32_t request, const struct felt_http_accounts_answer *answer);
};

struct felt_http_stats;
/* Services stay where they are.  NULL: no memory. */
struct felt_http_stats *felt_http_stats_open(uint32_t requests_max,
                                             const struct felt_http_stats_services *services);
void felt_http_stats_close(struct felt_http_stats *stats);

bool felt_http_stats_owns(const char *path);
void felt_http_stats_request(struct felt_http_stats *stats, uint32_t number,
                             const struct felt_http_accounts_request *request, int64_t now_ms);
void felt_http_stats_gone(struct felt_http_stats *stats, uint32_t number);

/* What comes back.  Rows stay the caller's. */
void felt_http_stats_found(struct felt_http_stats *stats, uint64_t ticket,
                           const struct felt_ledger_answer *answer, int64_t now_ms);
void felt_http_stats_counted(struct felt_http_stats *stats,
                             const struct felt_hand_store_findings *findings, int64_t now_ms);

#endif
