/* endpoint.h -- what a server (server.h) knows of a part of it: the arena, the room, HTTP.
 *
 * An endpoint may take WebSockets at a path of its own, requests over HTTP, or both.  What it has
 * no use for is NULL.  All calls come on the loop's thread.
 *
 *   P1  connections are numbered by the endpoint: from 0, below conns_max.
 *   P2  an endpoint may use those that were attached before it: it has its turn before theirs, so
 *       that what it asks of them is done in the same turn of the loop, and is closed before them.
 */
#ifndef FELT_SERVER_APP_ENDPOINT_H
#define FELT_SERVER_APP_ENDPOINT_H

#include "felt/buffer.h"
#include "net/server.h"

struct felt_endpoint {
    void *self;

    /* ---- WebSockets ---- */
    const char *path; /* "/ws"; NULL: none */
    uint32_t conns_max;
    struct felt_net_taker conns; /* what it does with them: net/server.h                          */

    /* ---- HTTP ---- */
    uint32_t requests_max, body_max; /* as net/server.h wants them                               */
    /* Takes a request, which is answered by felt_server_reply(); false: it is for somebody else. */
    bool (*request)(void *self, uint32_t number, const struct felt_net_request *request);
    void (*request_gone)(void *self, uint32_t number);
    /* A GET that is answered immediately; false: the same. */
    bool (*get)(void *self, const char *path, const char *query, struct felt_net_answer *out);

    /* ---- its life ---- */
    /* What is due.  Milliseconds until it wants to be called again if nothing happens, -1: never.
     * */
    int64_t (*turn)(void *self);
    bool (*failed)(void *self); /* after a turn: the server must end                              */
    bool (*busy)(void *self);   /* a server that stops waits for it, five seconds at most         */
    void (*metrics)(void *self, struct felt_buffer *out);
    const char *(*health)(void *self); /* what is wrong, for /healthz; NULL: all is well          */
    void (*shutdown)(void *self,
                     const char *text); /* the server stops: clients are told          */
    void (*close)(void *self);
};

#endif
