/* serve_stats_join.h -- requests for figures, joined to the bank and the library of a server.
 *
 * The library answers one loop: users (serve_stats.h) and the operator (serve_operator.h) ask the
 * same one, and their tickets are told apart by a bit. */
#ifndef FELT_SERVER_APP_SERVE_STATS_JOIN_H
#define FELT_SERVER_APP_SERVE_STATS_JOIN_H

#include "server/http/admin/serve_operator.h"
#include "server/http/stats/serve_stats.h"
#include "store/bank.h"

struct felt_stats_join {
    struct felt_serve_stats_services services;
    struct felt_serve_stats *stats;
    struct felt_bank_desk *counter;
    uint32_t given;               /* to the bank, without an answer so far                       */
    struct felt_library *library; /* NULL: there is none (any more)                              */
};

/* `answer` and `wake` are called with `self`.  False: no memory. */
bool felt_stats_join_open(struct felt_stats_join *join, struct felt_bank *bank,
                          uint32_t requests_max,
                          void (*answer)(void *self, uint32_t request,
                                         const struct felt_desk_answer *answer),
                          void (*wake)(void *self), void *self);
void felt_stats_join_close(struct felt_stats_join *join);
/* A question of the operator. */
bool felt_stats_join_ask(struct felt_stats_join *join, const struct felt_library_question *question,
                         uint64_t ticket);
/* Takes what came back; operator NULL: there is none. */
void felt_stats_join_turn(struct felt_stats_join *join, struct felt_operator *operator,
                          int64_t now_ms);

#endif
