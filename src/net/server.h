/* server.h -- HTTP and WebSocket on one port and one thread, by libwebsockets on libuv.
 *
 * Knows connections, text frames and HTTP answers; knows nothing of games.  A connection is a small
 * number, used again after it is closed.
 *
 *   K1  a frame is written at once if nothing waits for that connection; else it waits in its
 *       queue.  A queue never exceeds queue_max bytes: the connection is closed with 1013.
 *   K2  one slow, silent or hostile connection costs nobody else time: no call blocks.
 *   K3  text() gets whole messages of at most message_max bytes, valid UTF-8; anything else
 *       closes the connection (1002, 1003, 1007, 1009) without a call.
 *   K4  gone() comes exactly once for every open() that returned true, and no call for that
 *       connection follows.
 *   K5  for every request() that returned true there is one felt_net_reply() or one
 *       request_gone(), never both; a stop is a request_gone() for all that are under way.
 *   K6  request() gets whole bodies of exactly the announced length, at most body_max bytes, with
 *       a zero byte behind them.  Without a length: 411; too long: 413 before anything of it is
 *       read; later than head_seconds: closed.
 *   K7  a client that resets its connection while it waits for an answer is gone within half a
 *       second; one that closes its side may still read, and is gone after twice head_seconds, or
 *       when nobody takes its answer.
 *   K8  when sockets run out, the oldest that has not sent a whole head makes room.  One with a
 *       head that others could read another way is refused (400) and closed.
 *   K9  every path of config.ws has numbers of its own: as many as its connections_max, from 0 for
 *       the first path, and for each other one from where those of the path before it end.  So a
 *       path that is full takes no room from another.
 *
 * Behind a proxy (config.proxy) a WebSocket counts for the address that the proxy names, and so do
 * requests in felt_net_request.  Sockets that are no WebSocket (yet) do not: they are the proxy's,
 * which may use one for many clients, and the limit of those is the proxy's own. */
#ifndef FELT_NET_SERVER_H
#define FELT_NET_SERVER_H

#include "base/transport.h"
#include "felt/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct felt_net_answer {
    int status;       /* 200, 404, ...                                                       */
    const char *type; /* "text/plain; charset=utf-8"                                          */
    char *body;       /* malloc'ed; freed by net                                              */
    size_t bytes;
    const char *cookie;     /* Set-Cookie, NULL: none; copied                                     */
    const char *cookie_two; /* one more; copied                                                 */
    int retry_s;            /* Retry-After, 0: none                                               */
    const char *filename;   /* Content-Disposition: attachment, NULL: none; copied                */
    bool page; /* a page or picture by itself: styles within it count, and nothing else does      */
};

/* A request whose answer may come later: felt_net_reply().  Texts are "" where there is nothing,
 * and valid during the call. */
struct felt_net_request {
    bool post; /* else GET, or HEAD, whose answer's body is left out                           */
    const char *path, *query, *body;
    size_t bytes;
    const char *type;   /* Content-Type                                                         */
    const char *cookie; /* the whole header                                                     */
    const char *bearer; /* what stands behind "Bearer " in Authorization                        */
    const char *agent;  /* User-Agent                                                           */
    const char *address;
    bool loopback;
    bool foreign; /* Origin is there, and is neither this host nor one of `origins`             */
    bool secure;  /* TLS, here or at the proxy                                                  */
};

/* Who opened a WebSocket; texts are "" where there is nothing, and valid during the call.  A page
 * of a foreign origin gets no further than its head. */
struct felt_net_conn_info {
    int path;            /* which of config.ws                                                  */
    const char *address; /* the client's                                                        */
    const char *table;   /* the value of ?table=                                                */
    const char *cookie;  /* the whole header                                                    */
    bool loopback;
    bool secure; /* TLS, here or at the proxy                                                   */
};

/* Called on the loop's thread. */
struct felt_net_calls {
    void *self;
    /* A WebSocket is open.  False: refused, closed with 1013. */
    bool (*open)(void *self, uint32_t connection, const struct felt_net_conn_info *info);
    /* `stale`: this message, or its first part, had reached this machine before
     * felt_net_mark() was last called for the connection. */
    void (*text)(void *self, uint32_t connection, const char *text, size_t bytes, bool stale);
    void (*gone)(void *self, uint32_t connection);
    /* GET of a path that is no file.  False: 404. */
    bool (*get)(void *self, const char *path, const char *query, struct felt_net_answer *out);
    /* GET or POST of a path that is no file, before get() is asked.  True: it is answered by one
     * felt_net_reply(), at once or later; the number is below requests_max and is used again after
     * that.  False: not known here (a POST gets 404). */
    bool (*request)(void *self, uint32_t number, const struct felt_net_request *request);
    /* The client went away before its answer: no reply is wanted, the number is free. */
    void (*request_gone)(void *self, uint32_t number);
    /* Once in every turn of the loop, after everything that was readable has been read, and when
     * the time it returned last is over.  Returns milliseconds until it wants to be called again if
     * nothing happens, -1: never. */
    int64_t (*turn)(void *self);
};

enum { FELT_NET_PATHS_MAX = 4 };
/* What is called for connections of one path, which it numbers from 0 on. */
struct felt_net_taker {
    void *self;
    bool (*open)(void *self, uint32_t conn, const struct felt_net_conn_info *info);
    void (*gone)(void *self, uint32_t conn);
    void *reader; /* the `self` of the next */
    void (*text)(void *reader, uint32_t conn, const char *text, size_t bytes, bool stale);
};

struct felt_net_path {
    const char *path; /* "/ws"; NULL: there are no more                                        */
    uint32_t connections_max;
    const struct felt_net_taker
        *taker; /* NULL: the calls of the net, by its own numbers          */
};

struct felt_net_config {
    const char *bind; /* interface or address; NULL: all                                      */
    uint16_t port;    /* 0: any free one                                                      */
    const char *cert, *key; /* PEM files; NULL: no TLS                                        */
    const char *files;      /* directory of static files under /; NULL: none                  */
    struct felt_net_path ws[FELT_NET_PATHS_MAX]; /* other paths are refused with 404; whoever
                               names none gets the first                                      */
    const char *origins;      /* browsers: hosts, or SCHEME://HOST, allowed in Origin, commas
                                 between them; NULL: the server's own scheme and host only; "*":
                                 all                                                            */
    const char *hosts;        /* names in Host besides localhost and addresses, commas between them,
                                 else 421; NULL: any                                            */
    const char *local_path;   /* a path for this machine only, others get 403; NULL: none       */
    uint32_t strict_seconds;  /* so long browsers shall use TLS only; 0: that is not said       */
    uint32_t per_address_max; /* WebSockets, of wider networks more (base/network.h); 0: no
                                 limit by address; loopback has none                            */
    uint32_t message_max;     /* bytes, 4096                                            */
    uint32_t queue_soft, queue_max; /* bytes, 64 and 256 KiB                                  */
    uint32_t head_seconds;          /* for the HTTP head, and for a body, 5                   */
    uint32_t body_max;     /* bytes of a POST, else 413; 0: no POST is taken                      */
    uint32_t requests_max; /* under way at a time, else 503; not 0 with request() */
    bool proxy; /* connections from loopback are a proxy's: the client is the last address of
                   X-Forwarded-For, and X-Forwarded-Proto says whether it came by TLS             */
    uint32_t ping_seconds, pong_seconds; /* 20 and 20                                   */
};

struct felt_net_counts { /* for /metrics                                                      */
    uint64_t accepted, refused, closed_slow, closed_protocol, frames_in, frames_out;
    uint64_t bytes_in, bytes_out, frames_queued;
    uint32_t connections;
    uint64_t queue_bytes; /* now, of all connections                                          */
};

struct felt_net;

/* Binds and listens.  FELT_UNSUPPORTED: the port is taken, a certificate is missing, the libuv
 * plug-in is not installed ...; the complaint says what to do. */
FELT_MUST_USE enum felt_status felt_net_open(const struct felt_net_config *config,
                                             const struct felt_net_calls *calls,
                                             struct felt_net **out,
                                             struct felt_complaint *complaint);
uint16_t felt_net_port(const struct felt_net *net);
/* Serves until felt_net_stop(); then closes every connection with 1001 after what is queued was
 * sent or a second has passed. */
void felt_net_run(struct felt_net *net);
/* From any call, or from a signal handler: ends felt_net_run(). */
void felt_net_stop(struct felt_net *net);
void felt_net_close(struct felt_net *net);

/* Connections from this number on, as their owner reaches them. */
struct felt_transport felt_net_transport(struct felt_net *net, uint32_t first);

/* K1.  `text` has FELT_TRANSPORT_PRE bytes before it that may be overwritten; the text itself stays
 * as it is, so that one frame can go to many.  `droppable`: left out if the queue is above its soft
 * limit.
 */
void felt_net_send(struct felt_net *net, uint32_t connection, char *text, size_t bytes,
                   bool droppable);
/* Frames that are sent while a connection is held go out together, when it is let go: one packet
 * instead of one for each. */
void felt_net_hold(struct felt_net *net, uint32_t connection, bool held);
/* Closes after what is queued has been sent; nothing more is received from it. */
void felt_net_dismiss(struct felt_net *net, uint32_t connection, uint16_t code, const char *reason);
/* Stops or goes on reading from a connection: what it sends waits on its own side. */
void felt_net_pause(struct felt_net *net, uint32_t connection, bool paused);
/* What has arrived but was not yet given to text() counts as stale from now on. */
void felt_net_mark(struct felt_net *net, uint32_t connection);
/* The answer to a request that request() said true to, on the loop's thread.  `type` must be set;
 * cookie and filename are one connection of at most 1024 bytes.  It is written before the loop
 * sleeps. */
void felt_net_reply(struct felt_net *net, uint32_t number, struct felt_net_answer *answer);
/* Wakes the loop from another thread: turn() is called. */
void felt_net_wake(struct felt_net *net);
const struct felt_net_counts *felt_net_counts(const struct felt_net *net);

#endif
