/* http_endpoint.h -- the HTTP APIs of `felt serve`: accounts, the operator, the lab, statistics,
 * and what GET tells of Narc.  PROTOCOL 14 to 18. */
#ifndef FELT_SERVER_APP_HTTP_ENDPOINT_H
#define FELT_SERVER_APP_HTTP_ENDPOINT_H

#include "server/app/data_dir.h"
#include "server/app/room/room_endpoint.h"
#include "server/http/admin/requests.h"

struct felt_http_endpoint_config {
    const struct felt_data_dir *data;
    const char *facebook_secret; /* NULL: that sign-in is off                                    */
    const char *facebook_app;    /* NULL: pages are not told of it                               */
    const char *lab;             /* the directory of the lab; NULL: there is none                */
    bool closed, factor_required;
    const uint32_t *numbers; /* of felt.conf, by enum felt_conf_number                           */
};

struct felt_http_endpoint;
/* Attached to a server that has a ledger; `room` is NULL if there is none.  Closed with the server,
 * before the room.  NULL: complained. */
struct felt_http_endpoint *felt_http_endpoint_open(struct felt_server *server,
                                                   const struct felt_http_endpoint_config *config,
                                                   struct felt_room_endpoint *room);
/* Where commands of `felt admin` about the room are sent. */
struct felt_admin_requests *felt_http_endpoint_admin_requests(struct felt_http_endpoint *http);

#endif
