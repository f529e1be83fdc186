/* credentials.h -- how a request says who sent it, for whoever else takes requests beside the
 * accounts API.
 */
#ifndef FELT_SERVER_HTTP_CREDENTIALS_H
#define FELT_SERVER_HTTP_CREDENTIALS_H

#include "base/digests.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Content-Type is application/json, whatever parameters it has. */
bool felt_http_is_json(const char *type);
/* Names of cookies; over TLS FELT_HTTP_HOST stands before them. */
#define FELT_HTTP_SESSION "felt_session"
#define FELT_HTTP_DEVICE  "felt_device"
#define FELT_HTTP_HOST    "__Host-"
/* The value of a cookie.  1: it is there; 0: it is not; -1: more than once. */
int felt_http_find_cookie(const char *header, bool secure, const char *which, const char **value,
                          size_t *bytes);
/* That of a session.  1: it is there; 0: it is not; -1: more than once. */
int felt_http_read_cookie(const char *header, bool secure, const char **value, size_t *bytes);
/* The hash of a token.  False: this is no token. */
bool felt_http_read_token(const struct felt_digests *digests, const char *text, size_t bytes,
                          uint8_t out[FELT_DIGEST_BYTES]);

#endif
