/* stats_join.h -- requests for figures, joined to the ledger store and the hand store of a server.
 *
 * The hand store answers one loop: users (stats.h) and the operator (admin.h) ask the
 * same one, and their tickets are told apart by a bit. */
#ifndef FELT_SERVER_APP_STATS_JOIN_H
#define FELT_SERVER_APP_STATS_JOIN_H

#include "server/http/admin/admin.h"
#include "server/http/stats/stats.h"
#include "store/ledger/ledger_store.h"

struct felt_stats_join {
    struct felt_http_stats_services services;
    struct felt_http_stats *stats;
    struct felt_ledger_client *ledger_client;
    uint32_t given;                     /* to the ledger store, without an answer so far */
    struct felt_hand_store *hand_store; /* NULL: there is none (any more) */
};

/* `answer` and `wake` are called with `self`.  False: no memory. */
bool felt_stats_join_open(struct felt_stats_join *join, struct felt_ledger_store *store,
                          uint32_t requests_max,
                          void (*answer)(void *self, uint32_t request,
                                         const struct felt_http_accounts_answer *answer),
                          void (*wake)(void *self), void *self);
void felt_stats_join_close(struct felt_stats_join *join);
/* A question of the operator. */
bool felt_stats_join_ask(struct felt_stats_join *join,
                         const struct felt_hand_store_question *question, uint64_t ticket);
/* Takes what came back; operator NULL: there is none. */
void felt_stats_join_turn(struct felt_stats_join *join, struct felt_http_admin *admin,
                          int64_t now_ms);

#endif
