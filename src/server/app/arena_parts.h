/* arena_parts.h -- a server from inside: what arena_serve.c, arena_lines.c and arena_http.c share.
 */
#ifndef FELT_SERVER_APP_ARENA_PARTS_H
#define FELT_SERVER_APP_ARENA_PARTS_H

#include "server/app/arena.h"
#include "server/app/journal_clock.h"
#include "store/journal.h"

#include <signal.h>

enum { FELT_HOST_NAME_BYTES = 256 };

struct felt_arena {
    char host_name[FELT_HOST_NAME_BYTES]; /* of this machine                                    */
    const struct felt_arena_options *options;
    const struct felt_args *args;
    struct felt_arena_teams teams;
    struct felt_host_config config;
    struct felt_host_services services;
    struct felt_link link;
    struct felt_net_calls calls;
    struct felt_net *net;
    struct felt_host *host;
    struct felt_journal *journal; /* NULL: nothing survives                                    */
    struct felt_journal_clock clock;
    struct felt_thinkers *thinkers;
    FILE *phh, *log;
    struct felt_arena_overview {
        char *text;
        size_t bytes;
        int64_t made_us;
        uint64_t matches;
    } overview[2]; /* the last answers of /api/arena, and /api/arena/tournament                */
    uint64_t signature, fingerprint, snapshot_hands;
    uint32_t date, restored;
    int64_t date_us, farewell_us;
    bool other_config, disk_failed, said_farewell, ended, resuming;
    volatile sig_atomic_t stopping;
};

/* How the host reaches its lines. */
struct felt_link felt_arena_link(struct felt_arena *arena);
/* Calls of net/server.h; self is the arena. */
bool felt_arena_line_open(void *self, uint32_t line, const struct felt_net_visitor *visitor);
void felt_arena_line_text(void *self, uint32_t line, const char *text, size_t bytes, bool stale);
void felt_arena_line_gone(void *self, uint32_t line);
bool felt_arena_get(void *self, const char *path, const char *query, struct felt_net_answer *out);
bool felt_arena_request(void *self, uint32_t number, const struct felt_net_request *request);
void felt_arena_request_gone(void *self, uint32_t number);

#endif
