/* arena_lines.c -- lines: those of the host, and those of a wing.
 *
 * net/server.h gives the numbers of the wing's lines behind those of the host's, so that either has
 * its own from 0 on. */
#include "server/app/arena_parts.h"
#include "server/http/limits.h"
#include "felt/hash.h"
#include "os/clock.h"

/* ---- as the host reaches them ---- */

static void link_send(void *self, uint32_t line, char *text, size_t bytes, bool droppable)
{
    felt_net_send(((struct felt_arena *)self)->net, line, text, bytes, droppable);
}

static void link_hold(void *self, uint32_t line, bool held)
{
    felt_net_hold(((struct felt_arena *)self)->net, line, held);
}

static void link_dismiss(void *self, uint32_t line, uint16_t code, const char *reason)
{
    felt_net_dismiss(((struct felt_arena *)self)->net, line, code, reason);
}

static void link_pause(void *self, uint32_t line, bool paused)
{
    felt_net_pause(((struct felt_arena *)self)->net, line, paused);
}

static void link_mark(void *self, uint32_t line)
{
    felt_net_mark(((struct felt_arena *)self)->net, line);
}

struct felt_link felt_arena_link(struct felt_arena *arena)
{
    return (struct felt_link){.self = arena,
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

bool felt_arena_line_open(void *self, uint32_t line, const struct felt_net_visitor *visitor)
{
    struct felt_arena *arena = self;
    const struct felt_arena_wing *wing = arena->options->wing;
    if (visitor->path > 0)
        return wing->open(wing->self, line - arena->options->connections, visitor);
    if (!felt_host_line(arena->host, line, visitor->address, visitor->loopback, visitor->table,
                        felt_arena_us(arena)))
        return false;
    uint64_t network[FELT_NETWORKS];
    number_networks(visitor->address, network);
    felt_host_networks(arena->host, line, network);
    return true;
}

void felt_arena_line_text(void *self, uint32_t line, const char *text, size_t bytes, bool stale)
{
    struct felt_arena *arena = self;
    uint32_t first = arena->options->connections;
    if (line < first)
        felt_host_text(arena->host, line, text, bytes, stale, felt_arena_us(arena));
    else
        arena->options->wing->text(arena->options->wing->self, line - first, text, bytes, stale);
}

void felt_arena_line_gone(void *self, uint32_t line)
{
    struct felt_arena *arena = self;
    uint32_t first = arena->options->connections;
    if (line < first)
        felt_host_gone(arena->host, line, felt_arena_us(arena));
    else
        arena->options->wing->gone(arena->options->wing->self, line - first);
}
