/* parts.h -- what the files of the server share.
 *
 *   server.c  the loop, the listening socket, opening and stopping
 *   conn.c    WebSocket connections: receiving, pausing, marking, closing
 *   queue.c   frames that wait for a slow reader
 *   http.c    answers, and who may become a WebSocket
 *   http_file.c  files for browsers
 *   http_head.c  headers that must not be believed
 *   http_origin.c  whose page asks, by which name, and how a WebSocket begins
 *   http_request.c  requests that the program answers later
 *   address.c who the client is, and how many sockets an address has
 *
 * libwebsockets calls handle_reason() of server.c, which hands each reason to one of these.
 *
 * The rule that keeps this simple: nothing calls into the program's own callbacks from within
 * felt_net_send() and its kin.  What they cause (a connection that must be dropped, a connection
 * that reads again) is noted as an errand and done in settle(), once in every turn of the loop. */
#ifndef FELT_NET_PARTS_H
#define FELT_NET_PARTS_H

#include "net/server.h"

#include <libwebsockets.h>
#include <netinet/in.h>
#include <stdatomic.h>
#include <uv.h>

_Static_assert(LWS_PRE <= FELT_TRANSPORT_PRE, "libwebsockets writes its header before the text");

enum {
    RX_BYTES = 512,     /* read at once from a connection; each holds a buffer of this size   */
    TX_BYTES = 1 << 20, /* written at once; a longer frame is copied by libwebsockets         */
    HEAD_BYTES = 8192,  /* of an HTTP head                                                    */
    TABLE_BYTES = 64,   /* of ?table=                                                         */
    REASON_BYTES = 123, /* of a close frame                                                   */
    LINGER_MS = 5000,   /* a connection that is dismissed may take so long to read the rest */
    STOP_MS = 1000,     /* the same when the server stops                                     */
    HTTP_EXTRA = 64,    /* sockets beyond those of all WebSockets, for HTTP                   */
    CROWD_BUCKETS = 1024,
    HTTP_PER_ADDRESS = 8, /* sockets of an address beyond per_address_max                       */
    COOKIE_BYTES = 4096,  /* of a Cookie header                                                 */
    AGENT_BYTES = 127,    /* of User-Agent, what is longer is cut                               */
    HEADS_MAX = 1024,     /* HTTP heads that libwebsockets holds, beside those of requests_max  */
    UNHEARD_MS = 1000,    /* so long a head may take when there are too many of them            */
    ANSWER_RATE = 16384,  /* bytes a second: who reads an answer slower is cut off              */
    ACCEPTS_PER_TURN = 64 /* so that a storm of newcomers leaves time for those who are here    */
};

struct frame {
    struct frame *next;
    size_t bytes;
    char pre
        [FELT_TRANSPORT_PRE]; /* libwebsockets writes the header here                             */
    char text[];
};

/* What waits for one connection, first in first out. */
struct queue {
    struct frame *first, *last;
    size_t bytes;
};

/* A message that came while its connection was paused. */
struct arrival {
    struct arrival *next;
    size_t bytes;
    bool stale;
    char text[];
};

/* One WebSocket. */
struct conn {
    struct felt_net *net;
    struct lws *wsi;
    uint32_t number;
    struct in6_addr address;
    uint8_t path;
    bool loopback;
    struct crowd *crowd; /* NULL: not counted                                                   */

    uint64_t heard; /* uv_now() of the last sign of life */
    bool asked;     /* a ping is on its way */
    bool told;      /* open() returned true and gone() was not yet called                       */
    bool lost;      /* a write failed: nothing more can be said                                 */
    bool paused;    /* as the program wants it                                                  */
    bool held;      /* as libwebsockets was told                                                */
    bool on_errand; /* in net->errands                                                          */
    bool listed;    /* in net->marked                                                           */

    uint16_t closing;      /* the code, 0: open                                                 */
    char *reason;          /* malloc'ed, NULL: none                                             */
    uint64_t deadline;     /* uv_now() at which a closing line is cut off                       */
    struct conn *errand;   /* the next one in net->errands                                      */
    struct conn *marked;   /* the next one in net->marked                                       */
    struct queue queue;    /* out                                                               */
    struct arrival *first; /* in, while paused                                                  */
    struct arrival **last;

    char *message; /* parts of an incomplete message                                            */
    size_t message_bytes;
    bool message_open, message_stale;
    uint64_t frame_bytes; /* of the frame that is being received, without its header          */
    int64_t stale_bytes; /* of what had arrived when the connection was marked, not yet delivered */
    uint64_t stale_end;  /* where the mark lies in all that the socket ever received */
    uint64_t read_turn;  /* last turn of the loop in which something was received            */
    uint64_t stale_turn; /* everything received in this turn is stale                        */
};

enum stage {
    READING,  /* its body comes in                                                              */
    READ,     /* all of it is here                                                              */
    WAITING,  /* the program has it: only now it has a number                                   */
    ANSWERED, /* the program's answer is to be written                                          */
    SENDING   /* libwebsockets has what the socket did not take                                 */
};

/* One HTTP request that is offered to request(). */
struct request {
    struct request *next, **at; /* in net->due if READ or ANSWERED, in net->sending if SENDING   */
    struct lws *wsi;
    enum stage stage;
    uint32_t number;
    uint64_t taken;    /* bytes of the connection that were read when it was offered; 0: held   */
    uint64_t deadline; /* uv_now() at which its body must be here                               */
    uint64_t
        farewell;     /* uv_now() when its client was seen to have closed its side; 0: it has not */
    size_t announced; /* bytes of its body                                                     */
    char *body;       /* so far; NULL: nothing yet                                             */
    struct felt_net_request head; /* points into texts                                          */
    struct felt_net_answer answer;
    char *cookie, *cookie_two, *filename; /* of the answer                                      */
    bool last; /* close after the answer                                          */
    char address[INET6_ADDRSTRLEN], agent[AGENT_BYTES + 1];
    size_t used; /* of texts                                                                    */
    char texts[2 * HEAD_BYTES];
};

/* What libwebsockets keeps for us with each of its connections: until it is a WebSocket, a new one
 * for each request. */
struct net_req {
    struct conn *conn;       /* WebSocket                                                       */
    struct request *request; /* HTTP                                                            */
    bool held;               /* HTTP: nothing is read until the answer has left                 */
};

/* A network with open sockets. */
struct crowd {
    struct crowd *next, *wider; /* wider: the network that it lies in, NULL: none is counted      */
    struct in6_addr network;
    uint8_t bits, level; /* of the network; enum felt_network_level                              */
    uint32_t sockets, conns;
};

/* One socket, from the moment it is accepted: lws_get_opaque_user_data(). */
struct caller {
    struct crowd *crowd; /* NULL: not counted                                                   */
    bool again;          /* it has made a request                                               */
    bool last;           /* closed after the answer                                             */
    bool bare;           /* its request is a HEAD                                               */
    uint8_t path;        /* it becomes a WebSocket of                                           */
    bool listed; /* between oldest and youngest                                                  */
    uint64_t came; /* uv_now()                                                            */
    struct lws *wsi;
    struct caller *older, *younger;
};

/* Numbers of the WebSockets of a path: those that are free are free_numbers[first] and on. */
struct path {
    uint32_t first, free;
};

struct felt_net {
    struct felt_net_config config;
    struct felt_net_calls calls;
    struct felt_net_counts counts;
    struct lws_context *context;
    struct lws_vhost *host;
    lws_retry_bo_t patience; /* all zero: libwebsockets sends no pings of its own */

    uv_loop_t loop;
    uv_prepare_t prepare;
    uv_timer_t alarm; /* when turn() wants to be called                                         */
    uv_timer_t sweep; /* while lines close: cuts off those that take too long                   */
    uv_timer_t pulse; /* looks for silent connections */
    uv_timer_t end;   /* when stopping                                                          */
    uv_async_t async;
    uv_poll_t door; /* the listening socket                                                     */
    int listening;  /* its descriptor, -1: closed                                               */
    uint16_t port;

    atomic_bool stop, woken; /* asked for, from anywhere                                        */
    bool stopping;
    bool busy; /* something happened: turn() is due                                             */
    bool door_shut; /* no more descriptors: the sweep opens it again                            */
    uint64_t turns; /* of the loop                                                              */
    uint32_t sockets, closing;
    struct caller *oldest,
        *youngest; /* of those who have not sent a whole head, with their count */
    uint32_t unheard;
    bool warned; /* of a proxy that names no address                                            */

    struct conn **conns; /* by number; NULL: free                                               */
    uint32_t conns_size; /* of all paths                                                        */
    uint32_t *free_numbers;
    struct path path[FELT_NET_PATHS_MAX];
    struct conn *errands;

    struct request **requests; /* by number; NULL: free                                         */
    uint32_t *request_numbers; /* those that are free                                           */
    uint32_t request_count;    /* how many are                                                  */
    struct request *due;       /* to be offered or written                                        */
    struct request *sending;   /* written, but not all of it is in the socket: watched only       */
    struct crowd *guests[CROWD_BUCKETS];
    struct conn *marked; /* lines with stale_bytes                                              */
};

/* address.c: one more socket, also for its wider networks; NULL: no memory.  One less; NULL is
 * nothing. */
struct crowd *felt_net_crowd_add(struct felt_net *net, const struct in6_addr *address);
void felt_net_crowd_drop(struct felt_net *net, struct crowd *crowd);
/* So many WebSockets more; may one more open; and does any network have too many sockets?  The most
 * are those of an address: wider networks have more (felt_network_times()). */
void felt_net_crowd_conns(struct crowd *crowd, int32_t change);
bool felt_net_crowd_has_room(const struct crowd *crowd, uint32_t conns_max);
bool felt_net_crowd_is_crowded(const struct crowd *crowd, uint32_t sockets_max);
/* The client: the peer, or whom a proxy names.  False: it is gone. */
bool felt_net_client_address(struct felt_net *net, struct lws *wsi, struct in6_addr *address,
                             bool *loopback);
/* Is the client on this machine?  Also one who does not come through the proxy. */
bool felt_net_is_local(const struct felt_net *net, struct lws *wsi);
/* Is the peer the proxy? */
bool felt_net_is_proxied(const struct felt_net *net, struct lws *wsi);
void felt_net_address_show(const struct in6_addr *address, char out[INET6_ADDRSTRLEN]);

/* queue.c: takes a copy.  False: no memory. */
bool felt_net_queue_put(struct queue *queue, const char *text, size_t bytes);
void felt_net_queue_drop_first(struct queue *queue);
void felt_net_queue_clear(struct queue *queue);

/* conn.c: the numbers of all connections; false: no memory. */
bool felt_net_conn_numbers(struct felt_net *net);
/* Answers of libwebsockets' callbacks; -1 closes. */
int felt_net_conn_open(struct felt_net *net, struct lws *wsi, struct net_req *req);
int felt_net_conn_receive(struct conn *conn, const char *in, size_t bytes);
int felt_net_conn_writable(struct conn *conn);
/* libwebsockets starts to close the connection, for whatever reason. */
void felt_net_conn_leave(struct conn *conn);
/* The peer wants to close: nothing more is sent to it. */
void felt_net_conn_hang_up(struct conn *conn);
void felt_net_conn_free(struct conn *conn);
/* Does what was noted; true if there was something. */
bool felt_net_conn_errands(struct felt_net *net);
/* Cuts off closing lines whose time is over, or all. */
void felt_net_conn_sweep(struct felt_net *net, bool all);
/* A sign of life; and the round that looks for lines without one. */
void felt_net_conn_alive(struct conn *conn);
void felt_net_conn_listen(struct felt_net *net);

/* http.c */
int felt_net_http_upgrade(struct felt_net *net, struct lws *wsi, const char *to);
int felt_net_http_request(struct felt_net *net, struct lws *wsi, struct net_req *req,
                          const char *path);
/* A refusal of one connection, after which the connection is closed: always -1. */
int felt_net_http_refuse(const struct felt_net *net, struct lws *wsi, int status);
/* Writes head and body and frees the body.  False: the connection must be closed; else it is ready
 * for the next request, at once or when all is sent. */
bool felt_net_http_answer(struct felt_net *net, struct lws *wsi, struct net_req *req,
                          struct felt_net_answer *answer, bool guarded, bool last);
/* Stops or goes on reading. */
void felt_net_http_hold(struct lws *wsi, struct net_req *req, bool held);
/* A request is done with: its answer has left, or the connection is closed. */
void felt_net_http_done(struct felt_net *net, struct lws *wsi, struct net_req *req);
/* What stands behind '?', decoded, "" without; "?" if it does not fit.  Returns its length. */
size_t felt_net_http_query(struct lws *wsi, char *out, size_t size);
/* TLS, here or at the proxy? */
bool felt_net_http_is_secure(const struct felt_net *net, struct lws *wsi);

/* http_origin.c: does Origin name another page than ours, or than those configured? */
bool felt_net_http_is_foreign(const struct felt_net *net, struct lws *wsi);
/* May this page open a WebSocket? */
bool felt_net_http_is_welcome(const struct felt_net *net, struct lws *wsi);
/* 0, or the status that says what is wrong with Host; with the beginning of a WebSocket. */
int felt_net_http_host(const struct felt_net *net, struct lws *wsi);
int felt_net_http_handshake(struct lws *wsi);
/* Over TLS: what Strict-Transport-Security says.  False: it is not said. */
enum { STRICT_BYTES = 32 };
bool felt_net_http_strict(const struct felt_net *net, struct lws *wsi, char out[STRICT_BYTES]);

/* http_file.c: is this path a file?  `out`, which may be NULL, is its name. */
enum { FILE_PATH_BYTES = 1024 };
bool felt_net_file_find(const struct felt_net *net, const char *path, char out[FILE_PATH_BYTES]);
/* Answers of libwebsockets' callbacks; the second: it has left, the next request may come. */
int felt_net_file_send(const struct felt_net *net, struct lws *wsi, const char *file);
int felt_net_file_sent(struct lws *wsi);

/* http_head.c: whether everybody reads the same end of this request.  DOUBTED: to be answered, and
 * then closed. */
enum felt_net_doubt { FELT_NET_BELIEVED, FELT_NET_DOUBTED, FELT_NET_REFUSED };
enum felt_net_doubt felt_net_http_doubt(struct lws *wsi, const char *path);

/* http_request.c: 0, or the status of a refusal; -1: closed without an answer. */
int felt_net_request_open(struct felt_net *net, struct lws *wsi, struct net_req *req,
                          const char *path, bool post, size_t announced);
/* `held`: nothing is read until it is answered. */
int felt_net_request_offer(struct felt_net *net, struct net_req *req, bool held);
/* Answers of libwebsockets' callbacks. */
int felt_net_request_body(struct felt_net *net, struct net_req *req, const char *in, size_t bytes);
int felt_net_request_complete(struct felt_net *net, struct net_req *req);
/* The connection is gone, or goes on to the next request. */
void felt_net_request_leave(struct felt_net *net, struct net_req *req);
/* Offers requests that are read, writes answers; true if there was one. */
bool felt_net_request_errands(struct felt_net *net);
/* An answer that get() gave is on its way. */
void felt_net_request_track(struct felt_net *net, struct lws *wsi, struct net_req *req);
/* Looks for clients that went away while they waited, and for those that do not wait. */
void felt_net_request_watch(struct felt_net *net);
/* The server stops: nobody waits any longer. */
void felt_net_request_stop(struct felt_net *net);

/* server.c: it has sent a whole head. */
void felt_net_caller_heard(struct felt_net *net, struct caller *caller);

#endif
