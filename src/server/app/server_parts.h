/* server_parts.h -- a server from inside: what server.c, server_http.c and server_store.c
 * share. */
#ifndef FELT_SERVER_APP_SERVER_PARTS_H
#define FELT_SERVER_APP_SERVER_PARTS_H

#include "net/bell.h"
#include "server/app/file_check.h"
#include "server/app/scheduled_jobs.h"
#include "server/app/server.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>

enum { FELT_SERVER_HOST_NAME_BYTES = 256 };

struct felt_server {
    struct felt_net_bell bell; /* wakes the loop from any thread                                  */
    struct felt_net *net;      /* NULL: not yet, or not any more                                  */
    pthread_mutex_t lock;      /* of the next: a thread of the ledger says it                     */
    bool fenced;               /* the ledger is another server's now                              */
    char host_name[FELT_SERVER_HOST_NAME_BYTES]; /* of this machine                               */
    const struct felt_server_options *options;
    const struct felt_args *args;
    FILE *log; /* NULL: none is kept                                                              */
    struct felt_net_calls calls;
    struct felt_server_slot slot[FELT_SERVER_ENDPOINTS_MAX];
    int slots;
    uint8_t taker[FELT_SERVER_REQUESTS_MAX]; /* by request: the slot that took it                 */
    /* server_store.c */
    struct felt_ledger_store *store;
    struct felt_scheduled_jobs *jobs;
    struct felt_file_check *file_check;
    void (*guests_told)(void *self, uint64_t count);
    void *guests_self;
    /* the end */
    int64_t farewell_us;
    bool failed, finished, said_farewell, ended;
    volatile sig_atomic_t stopping;
};

/* server_http.c: calls of net/server.h; self is the server. */
bool felt_server_request(void *self, uint32_t number, const struct felt_net_request *request);
void felt_server_request_gone(void *self, uint32_t number);
bool felt_server_get(void *self, const char *path, const char *query, struct felt_net_answer *out);

/* server_store.c: nothing happens in a server without a ledger. */
int64_t felt_server_store_turn(struct felt_server *server);
void felt_server_store_metrics(const struct felt_server *server, struct felt_buffer *out);
const char *felt_server_store_health(const struct felt_server *server);
/* The ledger belongs to another server now. */
bool felt_server_is_fenced(struct felt_server *server);
void felt_server_close_store(struct felt_server *server);

#endif
