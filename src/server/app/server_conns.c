/* server_conns.c -- connections: those of the session, and those of a wing.
 *
 * net/server.h gives the numbers of the wing's lines behind those of the session's, so that either
 * has its own from 0 on. */
#include "server/app/server_parts.h"
#include "server/http/limits.h"
#include "felt/hash.h"
#include "os/clock.h"

/* ---- as the session reaches them ---- */

static void link_send(void *self, uint32_t conn, char *text, size_t bytes, bool droppable)
{
    felt_net_send(((struct felt_server *)self)->net, conn, text, bytes, droppable);
}

static void link_hold(void *self, uint32_t conn, bool held)
{
    felt_net_hold(((struct felt_server *)self)->net, conn, held);
}

static void link_dismiss(void *self, uint32_t conn, uint16_t code, const char *reason)
{
    felt_net_dismiss(((struct felt_server *)self)->net, conn, code, reason);
}

static void link_pause(void *self, uint32_t conn, bool paused)
{
    felt_net_pause(((struct felt_server *)self)->net, conn, paused);
}

static void link_mark(void *self, uint32_t conn)
{
    felt_net_mark(((struct felt_server *)self)->net, conn);
}

struct felt_transport felt_server_transport(struct felt_server *server)
{
    return (struct felt_transport){.self = server,
                                   .send = link_send,
                                   .hold = link_hold,
                                   .dismiss = link_dismiss,
                                   .pause = link_pause,
                                   .mark = link_mark};
}

/* ---- as they come in ---- */

static void number_networks(const char *address, uint64_t out[FELT_NETWORKS])
{
    struct felt_limits_source source;
    felt_limits_source_of(address, &source);
    for (int level = 0; level < FELT_NETWORKS; level++)
        out[level] = source.whom[level][0] ? felt_hash_text(source.whom[level]) : 0;
}

bool felt_server_conn_open(void *self, uint32_t conn, const struct felt_net_conn_info *info)
{
    struct felt_server *server = self;
    const struct felt_server_wing *wing = server->options->wing;
    if (info->path > 0) return wing->open(wing->self, conn - server->options->connections, info);
    if (!felt_arena_session_conn(server->host, conn, info->address, info->loopback, info->table,
                                 felt_server_us(server)))
        return false;
    uint64_t network[FELT_NETWORKS];
    number_networks(info->address, network);
    felt_arena_session_networks(server->host, conn, network);
    return true;
}

void felt_server_conn_text(void *self, uint32_t conn, const char *text, size_t bytes, bool stale)
{
    struct felt_server *server = self;
    uint32_t first = server->options->connections;
    if (conn < first)
        felt_arena_session_text(server->host, conn, text, bytes, stale, felt_server_us(server));
    else
        server->options->wing->text(server->options->wing->self, conn - first, text, bytes, stale);
}

void felt_server_conn_gone(void *self, uint32_t conn)
{
    struct felt_server *server = self;
    uint32_t first = server->options->connections;
    if (conn < first)
        felt_arena_session_gone(server->host, conn, felt_server_us(server));
    else
        server->options->wing->gone(server->options->wing->self, conn - first);
}
