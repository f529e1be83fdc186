/* server_parts.h -- a server from inside: what server.c, server_conns.c and server_http.c share.
 */
#ifndef FELT_SERVER_APP_SERVER_PARTS_H
#define FELT_SERVER_APP_SERVER_PARTS_H

#include "server/app/server.h"
#include "server/app/journal_clock.h"
#include "store/journal.h"

#include <signal.h>

enum { FELT_SERVER_HOST_NAME_BYTES = 256 };

struct felt_server {
    char host_name[FELT_SERVER_HOST_NAME_BYTES]; /* of this machine */
    const struct felt_server_options *options;
    const struct felt_args *args;
    struct felt_team_file teams;
    struct felt_arena_session_config config;
    struct felt_arena_session_services services;
    struct felt_transport link;
    struct felt_net_calls calls;
    struct felt_net *net;
    struct felt_arena_session *host;
    struct felt_journal *journal; /* NULL: nothing survives                                    */
    struct felt_journal_clock clock;
    struct felt_house_threads *threads;
    FILE *phh, *log;
    struct felt_server_overview {
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

/* How the session reaches its connections. */
struct felt_transport felt_server_transport(struct felt_server *server);
/* Calls of net/server.h; self is the arena. */
bool felt_server_conn_open(void *self, uint32_t conn, const struct felt_net_conn_info *info);
void felt_server_conn_text(void *self, uint32_t conn, const char *text, size_t bytes, bool stale);
void felt_server_conn_gone(void *self, uint32_t conn);
bool felt_server_get(void *self, const char *path, const char *query, struct felt_net_answer *out);
bool felt_server_request(void *self, uint32_t number, const struct felt_net_request *request);
void felt_server_request_gone(void *self, uint32_t number);

#endif
