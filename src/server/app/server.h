/* server.h -- one process that serves: the loop, the log, the ledger store and the journals, and
 * the endpoints that are attached to it.
 *
 *     felt arena            the arena
 *     felt serve            the room, HTTP, the arena
 *     --no-room, --no-arena without that endpoint
 *
 * It knows nothing of tables, players or accounts: those are the endpoints' (endpoint.h).
 *
 *   server.c        the life of a server: attached, listening, turns, the end
 *   server_http.c   /healthz, /metrics, /; requests on their way to an endpoint
 *   server_store.c  the ledger store, checks of its file, scheduled jobs */
#ifndef FELT_SERVER_APP_SERVER_H
#define FELT_SERVER_APP_SERVER_H

#include "server/app/endpoint.h"
#include "server/app/server_options.h"
#include "net/bell.h"
#include "store/journal/tables_journal.h"
#include "server/session/arena_session.h"

enum { FELT_SERVER_ENDPOINTS_MAX = 4, FELT_SERVER_REQUESTS_MAX = 1024 };

struct felt_server;
struct felt_data_dir;
struct felt_scheduled_jobs_room;

/* A place of an endpoint in a server. */
struct felt_server_slot {
    struct felt_server *server;
    struct felt_endpoint endpoint;
    struct felt_transport transport;    /* to its connections                                     */
    struct felt_tables_journal journal; /* of its tables, if it opens one; the server closes it   */
};

/* Opens the log.  *options stays.  NULL: complained on stderr. */
struct felt_server *felt_server_open(const struct felt_server_options *options,
                                     const struct felt_args *args);
/* Before felt_server_listen().  The endpoint is closed with the server. */
struct felt_server_slot *felt_server_attach(struct felt_server *server,
                                            const struct felt_endpoint *endpoint);
/* From now on clients may come.  False: complained. */
bool felt_server_listen(struct felt_server *server);
uint16_t felt_server_port(const struct felt_server *server);
/* Serves until it is stopped; 0, or 1 if an endpoint failed. */
int felt_server_run(struct felt_server *server);
/* From a signal handler. */
void felt_server_stop(struct felt_server *server);
/* The server ends by itself, when its answers have left. */
void felt_server_finish(struct felt_server *server);
void felt_server_close(struct felt_server *server);

/* ---- for endpoints ---- */

const struct felt_server_options *felt_server_options_of(const struct felt_server *server);
const struct felt_args *felt_server_args(const struct felt_server *server);
/* The loop takes a turn.  From any thread, at any time; self is the server. */
void felt_server_wake(void *self);
/* The same for a callback that gets no server: felt_net_bell_ring(). */
struct felt_net_bell *felt_server_bell(struct felt_server *server);
/* A line of the log: one JSON object.  From any thread.  False: no log is kept. */
bool felt_server_log(const struct felt_server *server, const char *json, size_t bytes);
/* {"level":..., "event":..., "text":...}; false: the same. */
bool felt_server_log_text(const struct felt_server *server, const char *level, const char *event,
                          const char *text);
void felt_server_reply(struct felt_server *server, uint32_t number, struct felt_net_answer *answer);
/* Of this very program: a hand that another one left open is not played on. */
uint64_t felt_server_signature(void);
/* Of two times in milliseconds the sooner; -1: never. */
int64_t felt_server_sooner(int64_t a, int64_t b);

/* ---- the ledger ---- */

struct felt_server_store_config {
    const struct felt_data_dir *data;
    int reset_minute;       /* of the daily reset; -1: never                                     */
    uint32_t check_ms;      /* how often the file of the ledger is read through                  */
    uint32_t reloads;       /* of a user in 24 hours; 0: any number                              */
    uint32_t guest_away_ms; /* guests unseen for so long are closed,                             */
    uint32_t guest_idle_ms; /* and those who never sat down                                      */
};
/* Once, before endpoints that want it.  False: complained. */
bool felt_server_open_store(struct felt_server *server,
                            const struct felt_server_store_config *config);
/* NULL: this server has none. */
struct felt_ledger_store *felt_server_store(const struct felt_server *server);
/* Where people sit: scheduled_jobs.h.  Its members may be NULL; {0}: nowhere any more. */
void felt_server_join_jobs(struct felt_server *server, const struct felt_scheduled_jobs_room *room);
/* Called every hour with the number of guests there are. */
void felt_server_count_guests(struct felt_server *server, void (*told)(void *self, uint64_t count),
                              void *self);

/* ---- where it is found ---- */

/* By somebody on this machine: "127.0.0.1:8080", "ws://127.0.0.1:8080/ws". */
enum { FELT_SERVER_PLACE_BYTES = 96, FELT_SERVER_URL_BYTES = 128 };
const char *felt_server_place(const struct felt_server *server, char out[FELT_SERVER_PLACE_BYTES]);
const char *felt_server_url(const struct felt_server *server, char out[FELT_SERVER_URL_BYTES]);

#endif
