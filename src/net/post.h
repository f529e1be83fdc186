/* post.h -- one POST of JSON to a server, or a GET, and its answer, for programs that do nothing
 * meanwhile.
 *
 * TLS by https://, with the trust of client.h.  One request, one connection, one thread. */
#ifndef FELT_NET_POST_H
#define FELT_NET_POST_H

#include "felt/status.h"

#include <stddef.h>
#include <stdint.h>

enum { FELT_NET_POST_BODY_MAX = 16 * 1024, FELT_NET_POST_COOKIE_MAX = 1024 };

struct felt_net_response {
    int status; /* of HTTP: 200, 401, ...                                                        */
    size_t bytes;
    char body[FELT_NET_POST_BODY_MAX + 1]; /* terminated; what is longer is cut off              */
    char cookie[FELT_NET_POST_COOKIE_MAX + 1]; /* the first Set-Cookie as it came; ""            */
};

/* http://host[:port]/path or https://.  FELT_OK: *answer is filled, whatever its status says.
 * FELT_BAD_FORMAT: not such an address; FELT_UNSUPPORTED: no answer within `timeout_ms`. */
FELT_MUST_USE enum felt_status felt_net_post(const char *url, const char *json, size_t bytes,
                                             uint32_t timeout_ms, struct felt_net_response *answer,
                                             struct felt_complaint *complaint);
/* The same for GET. */
FELT_MUST_USE enum felt_status felt_net_get(const char *url, uint32_t timeout_ms,
                                            struct felt_net_response *answer,
                                            struct felt_complaint *complaint);

#endif
