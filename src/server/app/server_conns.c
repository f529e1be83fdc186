/* server_conns.c -- connections and requests, on their way to an endpoint and back.
 *
 * The net numbers connections of one path behind those of the path before, so that each endpoint
 * has its own from 0 on. */
#include "server/app/server_parts.h"

#include "felt/assert.h"

/* ---- as endpoints reach them ---- */

/* What is said after the last connection was closed is for nobody. */
static struct felt_net *net_of(const struct felt_server_slot *slot)
{
    return slot->server->net;
}

static void send_text(void *self, uint32_t conn, char *text, size_t bytes, bool droppable)
{
    const struct felt_server_slot *slot = self;
    if (net_of(slot)) felt_net_send(net_of(slot), slot->first_conn + conn, text, bytes, droppable);
}

static void hold(void *self, uint32_t conn, bool held)
{
    const struct felt_server_slot *slot = self;
    if (net_of(slot)) felt_net_hold(net_of(slot), slot->first_conn + conn, held);
}

static void dismiss(void *self, uint32_t conn, uint16_t code, const char *reason)
{
    const struct felt_server_slot *slot = self;
    if (net_of(slot)) felt_net_dismiss(net_of(slot), slot->first_conn + conn, code, reason);
}

static void pause_reading(void *self, uint32_t conn, bool paused)
{
    const struct felt_server_slot *slot = self;
    if (net_of(slot)) felt_net_pause(net_of(slot), slot->first_conn + conn, paused);
}

static void mark(void *self, uint32_t conn)
{
    const struct felt_server_slot *slot = self;
    if (net_of(slot)) felt_net_mark(net_of(slot), slot->first_conn + conn);
}

struct felt_transport felt_server_transport(struct felt_server_slot *slot)
{
    return (struct felt_transport){.self = slot,
                                   .send = send_text,
                                   .hold = hold,
                                   .dismiss = dismiss,
                                   .pause = pause_reading,
                                   .mark = mark};
}

/* ---- as they come in ---- */

static const struct felt_server_slot *slot_of(const struct felt_server *server, uint32_t conn)
{
    for (int i = 0; i < server->slots; i++) {
        const struct felt_server_slot *slot = &server->slot[i];
        if (slot->endpoint.path && conn - slot->first_conn < slot->endpoint.conns_max) return slot;
    }
    felt_assert(!"a connection belongs to an endpoint");
    return NULL;
}

bool felt_server_conn_open(void *self, uint32_t conn, const struct felt_net_conn_info *info)
{
    const struct felt_server *server = self;
    const struct felt_server_slot *slot = &server->slot[server->slot_of_path[info->path]];
    return slot->endpoint.open(slot->endpoint.self, conn - slot->first_conn, info);
}

void felt_server_conn_text(void *self, uint32_t conn, const char *text, size_t bytes, bool stale)
{
    const struct felt_server_slot *slot = slot_of(self, conn);
    slot->endpoint.message(slot->endpoint.self, conn - slot->first_conn, text, bytes, stale);
}

void felt_server_conn_gone(void *self, uint32_t conn)
{
    const struct felt_server_slot *slot = slot_of(self, conn);
    slot->endpoint.closed(slot->endpoint.self, conn - slot->first_conn);
}

/* ---- requests ---- */

bool felt_server_request(void *self, uint32_t number, const struct felt_net_request *request)
{
    struct felt_server *server = self;
    for (int i = 0; i < server->slots; i++) {
        const struct felt_endpoint *endpoint = &server->slot[i].endpoint;
        if (!endpoint->request) continue;
        server->taker[number] = (uint8_t)i; /* the answer may come within the call */
        if (endpoint->request(endpoint->self, number, request)) return true;
    }
    return false;
}

void felt_server_request_gone(void *self, uint32_t number)
{
    const struct felt_server *server = self;
    const struct felt_endpoint *endpoint = &server->slot[server->taker[number]].endpoint;
    endpoint->request_gone(endpoint->self, number);
}
