/* http_endpoint.h -- what the files of `felt serve` share.
 *
 *   serve.c         the command: what was typed, the banner, the life of the server
 *   data_dir.c    its directory: lock, secret, store
 *   web_files.c     where the files for browsers are
 *   conf.c    felt.conf; lobby.c: the tables it names
 *   http_endpoint.c  ledger store, hasher, accounts API and operator, joined to the arena's loop
 *   lab.c     archives of the lab, their games and ratings
 *   room_endpoint.c    the room: cash tables for people and house players
 *   scheduled_jobs.c  what is done by the clock: old guests, the daily reset
 *   admin_socket.c   the socket of `felt admin` */
#ifndef FELT_SERVER_APP_HTTP_ENDPOINT_H
#define FELT_SERVER_APP_HTTP_ENDPOINT_H

#include "server/app/server.h"
#include "server/app/scheduled_jobs.h"
#include "server/app/data_dir.h"
#include "server/app/room_endpoint.h"
#include "server/http/admin/requests.h"
#include "felt/buffer.h"

/* ---- files for browsers ---- */

/* The directory of the web client: `web` beside the program, or ../share/felt/web of it.  False:
 * it is in neither. */
bool felt_web_files_find(char *out, size_t bytes);

/* ---- the tournament service: accounts over HTTP ---- */

struct felt_http_endpoint_config {
    const struct felt_data_dir *data;
    const char *facebook_secret; /* NULL: that sign-in is off                                    */
    const char *facebook_app;    /* NULL: pages are not told of it                               */
    const char *origins;         /* NULL: our own host                                           */
    const char *lab;             /* the directory of the lab; NULL: there is none                */
    bool closed, proxy, factor_required;
    int reset_minute;  /* -1: never                                                              */
    uint32_t check_ms; /* how often the file of the ledger is read through                        */
    uint32_t reloads;  /* of a user in 24 hours; 0: any number                                    */
    const uint32_t *numbers; /* of felt.conf, by enum felt_conf_number                           */
};

struct felt_http_endpoint;
/* Opens the ledger.  NULL: complained. */
struct felt_http_endpoint *felt_http_endpoint_open(const struct felt_http_endpoint_config *config,
                                                   const struct felt_args *args);
void felt_http_endpoint_close(struct felt_http_endpoint *http);
/* To be joined to an arena before the first request comes, and to none (NULL) before that arena is
 * closed, which it must be before the tournament service is. */
const struct felt_server_annex *felt_http_endpoint_annex(const struct felt_http_endpoint *http);
void felt_http_endpoint_join(struct felt_http_endpoint *http, struct felt_server *server);
struct felt_ledger_store *felt_http_endpoint_ledger(struct felt_http_endpoint *http);
/* The operator's requests are answered, and the daily reset reaches seats.  Once, before the first
 * request; `room` is NULL if there is none.  False: no memory.  Until felt_http_endpoint_part(),
 * which must come before the room is closed, which must come before the tournament service is. */
bool felt_http_endpoint_host_admin(struct felt_http_endpoint *http,
                                   const struct felt_data_dir *data,
                                   struct felt_room_endpoint *room);
struct felt_admin_requests *felt_http_endpoint_admin_requests(struct felt_http_endpoint *http);
void felt_http_endpoint_part(struct felt_http_endpoint *http);

/* ---- the socket of the operator ---- */

struct felt_admin_door;
/* Listens, on a thread of its own, and has one more for each client.  NULL: complained. */
struct felt_admin_door *felt_admin_socket_open(const struct felt_data_dir *data,
                                               struct felt_ledger_store *store,
                                               const struct felt_args *args);
/* Commands about the room are sent there (felt_http_admin_requests()); before that, and without,
 * they are refused.  The mail is shut when the door closes, and must stay until then. */
void felt_admin_socket_join(struct felt_admin_door *listener, struct felt_admin_requests *requests);
/* Commands that are under way lose their clients. */
void felt_admin_socket_close(struct felt_admin_door *listener);

#endif
