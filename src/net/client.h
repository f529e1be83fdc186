/* client.h -- one WebSocket to a server, for programs that do nothing but wait for frames.
 *
 * Certificates must be trusted (SSL_CERT_FILE names others than the system's), but for servers on
 * loopback.
 *
 * Blocking: felt_net_client_next() returns a whole text frame or why there is none.  TLS by wss://.
 * One thread. */
#ifndef FELT_NET_CLIENT_H
#define FELT_NET_CLIENT_H

#include "felt/status.h"

#include <stddef.h>
#include <stdint.h>

enum felt_net_news { FELT_NET_TEXT, FELT_NET_CLOSED, FELT_NET_TIMEOUT };

struct felt_net_client;

/* ws://host[:port]/path?query or wss://.  Connects within `timeout_ms`.  FELT_BAD_FORMAT: not such
 * an address; FELT_UNSUPPORTED: nobody answers, no WebSocket there, a certificate is not trusted.
 */
FELT_MUST_USE enum felt_status felt_net_client_open(const char *url, uint32_t timeout_ms,
                                                    struct felt_net_client **out,
                                                    struct felt_complaint *complaint);
/* The text is terminated and valid until the next call.  `timeout_ms` < 0: waits. */
enum felt_net_news felt_net_client_next(struct felt_net_client *client, int64_t timeout_ms,
                                        const char **text, size_t *bytes);
/* FELT_UNSUPPORTED: the line is down. */
FELT_MUST_USE enum felt_status felt_net_client_send(struct felt_net_client *client,
                                                    const char *text, size_t bytes);
/* After FELT_NET_CLOSED: close code and reason as the server gave them, else 1006 and "".
 * libwebsockets 4.1 does not know the codes 1012 to 1015 and shows 1002 for them; the reason stays.
 */
uint16_t felt_net_client_code(const struct felt_net_client *client);
const char *felt_net_client_reason(const struct felt_net_client *client);
void felt_net_client_close(struct felt_net_client *client);

#endif
