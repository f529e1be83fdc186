/* server.c -- see server.h and parts.h: the loop, the listening socket, opening and stopping.
 *
 * The socket that listens is ours, not libwebsockets': a port that is taken can be named, newcomers
 * are counted before anything is allocated for them, and it is closed first when the server stops.
 *
 * One turn of the loop is: timers; what libwebsockets put off; prepare, which is settle() here;
 * sleep until something can be read or written, and hand all of it over.  So settle() comes after
 * everything that was readable has been read, and last before the loop sleeps.
 *
 * libwebsockets keeps its clocks in one sorted list and walks it to set one: with ten thousand
 * connections a millisecond each time.  So pings are ours, by one clock for all, and its own are
 * left for heads and closes, of which there are few at a time.
 *
 * libwebsockets loads its libuv part as a plug-in and unloads it with the context, from within a
 * function of that very plug-in.  Loading it here too, for good, keeps its code in place. */
#define _GNU_SOURCE /* accept4 */
#include "net/parts.h"

#include "felt/assert.h"
#include "net/socket.h"

#include <dlfcn.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BACKLOG = 4096, SETTLE_ROUNDS = 8, SWEEP_MS = 250, PULSE_MS = 500, CLOSE_ROUNDS = 1000 };

/* --- what libwebsockets calls --- */

static int call_http(struct felt_net *net, struct lws *wsi, enum lws_callback_reasons reason,
                     struct net_req *req, const char *in, size_t bytes)
{
    switch ((int)reason) {
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return felt_net_http_upgrade(net, wsi, in);
    case LWS_CALLBACK_HTTP: return felt_net_http_request(net, wsi, req, in);
    case LWS_CALLBACK_HTTP_FILE_COMPLETION: return felt_net_file_sent(wsi);
    case LWS_CALLBACK_HTTP_BODY: return felt_net_request_body(net, req, in, bytes);
    case LWS_CALLBACK_HTTP_BODY_COMPLETION: return felt_net_request_complete(net, req);
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
        if (req) felt_net_http_done(net, wsi, req);
        return 0;
    case LWS_CALLBACK_CLOSED_HTTP:
        if (req) felt_net_request_leave(net, req);
        return 0;
    default: return 0;
    }
}

void felt_net_caller_heard(struct felt_net *net, struct caller *caller)
{
    if (!caller->listed) return;
    *(caller->older ? &caller->older->younger : &net->oldest) = caller->younger;
    *(caller->younger ? &caller->younger->older : &net->youngest) = caller->older;
    caller->older = caller->younger = NULL;
    caller->listed = false;
    net->unheard--;
}

static void list_caller(struct felt_net *net, struct lws *wsi, struct caller *caller)
{
    caller->wsi = wsi;
    caller->came = uv_now(&net->loop);
    caller->older = net->youngest;
    *(net->youngest ? &net->youngest->younger : &net->oldest) = caller;
    net->youngest = caller;
    caller->listed = true;
    net->unheard++;
}

static void forget_caller(struct felt_net *net, struct lws *wsi)
{
    struct caller *caller = lws_get_opaque_user_data(wsi);
    if (!caller) return;
    felt_net_caller_heard(net, caller);
    felt_net_crowd_drop(net, caller->crowd);
    lws_set_opaque_user_data(wsi, NULL);
    free(caller);
}

/* Who has kept us waiting longest makes room.  False: everybody has sent a head. */
static bool make_room(struct felt_net *net)
{
    struct caller *caller = net->oldest;
    if (!caller) return false;
    felt_net_caller_heard(net, caller);
    net->counts.refused++;
    lws_set_timeout(caller->wsi, 1, LWS_TO_KILL_SYNC);
    return true;
}

/* Heads that never end would use up those that libwebsockets holds. */
static void thin_out(struct felt_net *net)
{
    uint64_t now = uv_now(&net->loop);
    while (net->unheard >= HEADS_MAX && now - net->oldest->came >= UNHEARD_MS) make_room(net);
}

/* The one callback, for every reason. */
static int handle_reason(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                         size_t bytes)
{
    struct felt_net *net = lws_context_user(lws_get_context(wsi));
    struct net_req *req = user;
    switch ((int)reason) {
    case LWS_CALLBACK_WSI_DESTROY:
        net->sockets--;
        forget_caller(net, wsi);
        if (req) felt_net_request_leave(net, req);
        return 0;
    case LWS_CALLBACK_WSI_CREATE: net->sockets++; return 0;
    case LWS_CALLBACK_ESTABLISHED: return felt_net_conn_open(net, wsi, req);
    case LWS_CALLBACK_RECEIVE: return req->conn ? felt_net_conn_receive(req->conn, in, bytes) : -1;
    case LWS_CALLBACK_SERVER_WRITEABLE: return req->conn ? felt_net_conn_writable(req->conn) : -1;
    case LWS_CALLBACK_WS_SERVER_DROP_PROTOCOL:
        if (req && req->conn) felt_net_conn_leave(req->conn);
        return 0;
    case LWS_CALLBACK_RECEIVE_PONG:
        if (req->conn) felt_net_conn_alive(req->conn);
        return 0;
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
        if (req->conn) felt_net_conn_hang_up(req->conn);
        return 0;
    case LWS_CALLBACK_CLOSED:
        if (req->conn) felt_net_conn_free(req->conn);
        req->conn = NULL;
        return 0;
    default: return call_http(net, wsi, reason, req, in, bytes);
    }
}

/* --- the loop --- */

static void ring(uv_timer_t *timer)
{
    ((struct felt_net *)timer->data)->busy = true;
}

static void sweep(uv_timer_t *timer)
{
    struct felt_net *net = timer->data;
    felt_net_conn_sweep(net, false);
    felt_net_request_watch(net);
    if (net->door_shut && net->listening >= 0) {
        net->door_shut = false;
        uv_poll_start(&net->door, UV_READABLE, net->door.poll_cb);
    }
}

/* Twice a second: who has been silent is asked, who does not answer is lost. */
static void listen_in(uv_timer_t *timer)
{
    felt_net_conn_listen(timer->data);
    thin_out(timer->data);
}

static void take_turn(struct felt_net *net)
{
    net->busy = false;
    int64_t wait = net->calls.turn ? net->calls.turn(net->calls.self) : -1;
    if (wait < 0) {
        uv_timer_stop(&net->alarm);
        return;
    }
    uv_update_time(&net->loop);
    uv_timer_start(&net->alarm, ring, (uint64_t)wait, 0);
}

/* Before the loop sleeps. */
static void settle(uv_prepare_t *prepare)
{
    struct felt_net *net = prepare->data;
    bool more = true;
    for (int round = 0; more && round < SETTLE_ROUNDS; round++) {
        more = felt_net_conn_errands(net);
        if (net->due && felt_net_request_errands(net)) more = true;
        if (!net->busy || net->stopping) continue;
        take_turn(net);
        more = true;
    }
    if (more) uv_async_send(&net->async); /* no sleep yet */
    net->turns++;
    bool waits = net->due || net->sending || net->request_count < net->config.requests_max;
    bool sweeps = net->closing > 0 || net->door_shut || waits;
    if (sweeps && !uv_is_active((uv_handle_t *)&net->sweep))
        uv_timer_start(&net->sweep, sweep, SWEEP_MS, SWEEP_MS);
    else if (!sweeps)
        uv_timer_stop(&net->sweep);
    if (net->stopping && net->counts.connections == 0) uv_stop(&net->loop);
}

static void shut_door(struct felt_net *net)
{
    if (net->listening < 0) return;
    uv_poll_stop(&net->door);
    close(net->listening);
    net->listening = -1;
}

static void give_up(uv_timer_t *timer)
{
    uv_stop(timer->loop);
}

static void begin_stop(struct felt_net *net)
{
    net->stopping = true;
    shut_door(net);
    for (uint32_t number = 0; number < net->conns_size; number++)
        if (net->conns[number]) felt_net_dismiss(net, number, 1001, "server stops");
    felt_net_request_stop(net);
    uv_timer_start(&net->end, give_up, STOP_MS, 0);
}

static void wake(uv_async_t *async)
{
    struct felt_net *net = async->data;
    if (atomic_exchange(&net->woken, false)) net->busy = true;
    if (atomic_load(&net->stop) && !net->stopping) begin_stop(net);
}

/* --- newcomers --- */

/* False: its address has enough.  Without a limit, and on loopback, nobody is counted. */
static bool count_crowd(struct felt_net *net, int socket, struct crowd **crowd)
{
    struct in6_addr address;
    bool loopback;
    uint32_t most = net->config.per_address_max;
    if (!most) return true;
    if (!felt_net_socket_peer(socket, &address, &loopback)) return false;
    if (loopback) return true;
    *crowd = felt_net_crowd_add(net, &address);
    if (!*crowd) return false;
    if (!felt_net_crowd_is_crowded(*crowd, most + HTTP_PER_ADDRESS)) return true;
    felt_net_crowd_drop(net, *crowd);
    *crowd = NULL;
    return false;
}

static void greet(struct felt_net *net, int socket)
{
    int on = 1;
    unsigned int patience_ms = 1000 * (net->config.ping_seconds + net->config.pong_seconds);
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (patience_ms > 0)
        setsockopt(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, &patience_ms, sizeof patience_ms);
    thin_out(net);
    if (net->sockets >= net->conns_size + HTTP_EXTRA && !make_room(net)) {
        net->counts.refused++;
        close(socket);
        return;
    }
    struct caller *caller = calloc(1, sizeof *caller);
    if (!caller || !count_crowd(net, socket, &caller->crowd)) {
        net->counts.refused++;
        free(caller);
        close(socket);
        return;
    }
    struct lws *wsi = lws_adopt_socket_vhost(net->host, socket); /* closes it if it fails */
    if (wsi) {
        lws_set_opaque_user_data(wsi, caller);
        list_caller(net, wsi, caller);
        return;
    }
    felt_net_crowd_drop(net, caller->crowd);
    free(caller);
}

static void answer_door(uv_poll_t *door, int status, int events)
{
    struct felt_net *net = door->data;
    (void)events;
    if (status < 0) return;
    for (int count = 0; count < ACCEPTS_PER_TURN; count++) {
        int socket = accept4(net->listening, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (socket >= 0) {
            greet(net, socket);
            continue;
        }
        if (errno == EINTR || errno == ECONNABORTED) continue;
        if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
            /* It stays readable: asking again at once would only burn time. */
            uv_poll_stop(door);
            net->door_shut = true;
        }
        return;
    }
}

/* --- opening --- */

static enum felt_status complain_errno(struct felt_complaint *complaint, const char *what,
                                       const char *name)
{
    const char *why = strerror(errno);
    return felt_complain(complaint, FELT_UNSUPPORTED, 0, 0, "%s %s: %s", what, name, why);
}

static int listen_at(const struct addrinfo *place)
{
    int socket_ = socket(place->ai_family, place->ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (socket_ < 0) return -1;
    int on = 1, off = 0;
    setsockopt(socket_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (place->ai_family == AF_INET6)
        setsockopt(socket_, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
    if (bind(socket_, place->ai_addr, place->ai_addrlen) == 0 && listen(socket_, BACKLOG) == 0)
        return socket_;
    int error = errno;
    close(socket_);
    errno = error;
    return -1;
}

/* All addresses: an IPv6 socket takes IPv4 too; without IPv6, the other one. */
static enum felt_status listen_on(struct felt_net *net, struct felt_complaint *complaint)
{
    char port[8];
    snprintf(port, sizeof port, "%u", (unsigned int)net->config.port);
    const char *place = net->config.bind ? net->config.bind : "::";
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE}, *found = NULL;
    int code = getaddrinfo(place, port, &hints, &found);
    if (code != 0) {
        return felt_complain(complaint, FELT_UNSUPPORTED, 0, 0, "cannot listen on %s: %s", place,
                             gai_strerror(code));
    }
    net->listening = listen_at(found);
    int error = errno;
    freeaddrinfo(found);
    if (net->listening < 0 && !net->config.bind && error != EADDRINUSE) {
        struct sockaddr_in any = {.sin_family = AF_INET, .sin_port = htons(net->config.port)};
        struct addrinfo four = {.ai_family = AF_INET,
                                .ai_socktype = SOCK_STREAM,
                                .ai_addr = (struct sockaddr *)&any,
                                .ai_addrlen = sizeof any};
        net->listening = listen_at(&four);
        error = errno;
    }
    errno = error;
    if (net->listening < 0 && error == EADDRNOTAVAIL)
        return complain_errno(complaint, "cannot listen on address", place);
    if (net->listening < 0) return complain_errno(complaint, "cannot listen on port", port);

    struct sockaddr_storage own;
    socklen_t bytes = sizeof own;
    int named = getsockname(net->listening, (struct sockaddr *)&own, &bytes);
    felt_assert(named == 0);
    net->port = ntohs(own.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&own)->sin6_port
                                                : ((struct sockaddr_in *)&own)->sin_port);
    return FELT_OK;
}

static void raise_file_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == limit.rlim_max) return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

static const struct lws_protocols protocols[] = {
    {.name = "felt",
     .callback = handle_reason,
     .per_session_data_size = sizeof(struct net_req),
     .rx_buffer_size = RX_BYTES,
     .tx_packet_size = TX_BYTES},
    {.name = NULL},
};

static enum felt_status make_context(struct felt_net *net, struct felt_complaint *complaint)
{
    static const char plug_in[] = "libwebsockets-evlib_uv.so";
    if (!dlopen(plug_in, RTLD_NOW | RTLD_NODELETE)) {
        return felt_complain(complaint, FELT_UNSUPPORTED, 0, 0,
                             "%s is missing: install the package libwebsockets-evlib-uv", plug_in);
    }
    bool tls = net->config.cert;
    void *loops[1] = {&net->loop};
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN_SERVER,
        .protocols = protocols,
        .options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_EXPLICIT_VHOSTS |
                   LWS_SERVER_OPTION_VALIDATE_UTF8 |
                   (tls ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0),
        .foreign_loops = loops,
        .pcontext = &net->context,
        .user = net,
        .uid = -1,
        .gid = -1,
        .timeout_secs = net->config.head_seconds,
        .timeout_secs_ah_idle = net->config.head_seconds,
        .keepalive_timeout = (int)net->config.head_seconds,
        .max_http_header_data2 = HEAD_BYTES,
        .max_http_header_pool2 = HEADS_MAX + net->config.requests_max,
        .retry_and_idle_policy = &net->patience,
        .alpn = "http/1.1",
    };
    net->context = lws_create_context(&info);
    if (!net->context)
        return felt_complain(complaint, FELT_UNSUPPORTED, 0, 0, "libwebsockets does not start");
    if (tls) {
        /* What was recorded cannot be read later, also by those who get the key. */
        info.ssl_cipher_list = "ECDHE+AESGCM:ECDHE+CHACHA20";
        info.ssl_options_set = SSL_OP_NO_SSLv3 | SSL_OP_NO_TLSv1 | SSL_OP_NO_TLSv1_1;
        info.ssl_cert_filepath = net->config.cert;
        info.ssl_private_key_filepath = net->config.key;
    }
    net->host = lws_create_vhost(net->context, &info);
    if (net->host) return FELT_OK;
    if (!tls)
        return felt_complain(complaint, FELT_UNSUPPORTED, 0, 0, "libwebsockets does not start");
    return felt_complain(complaint, FELT_UNSUPPORTED, 0, 0,
                         "%s and %s are no certificate and key that belong together",
                         net->config.cert, net->config.key);
}

static enum felt_status verify_config(const struct felt_net_config *config,
                                      struct felt_complaint *complaint)
{
    if (!config->cert != !config->key) {
        return felt_complain(complaint, FELT_UNSUPPORTED, 0, 0,
                             "a certificate and a key are needed, or neither");
    }
    if (config->cert && access(config->cert, R_OK) != 0)
        return complain_errno(complaint, "cannot read", config->cert);
    if (config->key && access(config->key, R_OK) != 0)
        return complain_errno(complaint, "cannot read", config->key);
    if (config->files && access(config->files, R_OK | X_OK) != 0)
        return complain_errno(complaint, "cannot read", config->files);
    return FELT_OK;
}

static enum felt_status make_numbers(struct felt_net *net, struct felt_complaint *complaint)
{
    if (!felt_net_conn_numbers(net))
        return felt_complain(complaint, FELT_UNSUPPORTED, 0, 0, "out of memory");
    if (!net->calls.request) net->config.requests_max = 0;
    uint32_t count = net->config.requests_max;
    if (!count) return FELT_OK;
    net->requests = calloc(count, sizeof(struct request *));
    net->request_numbers = calloc(count, sizeof *net->request_numbers);
    if (!net->requests || !net->request_numbers)
        return felt_complain(complaint, FELT_UNSUPPORTED, 0, 0, "out of memory");
    for (uint32_t number = 0; number < count; number++)
        net->request_numbers[count - 1 - number] = number;
    net->request_count = count;
    return FELT_OK;
}

static void init_handles(struct felt_net *net)
{
    uv_prepare_init(&net->loop, &net->prepare);
    uv_timer_init(&net->loop, &net->alarm);
    uv_timer_init(&net->loop, &net->sweep);
    uv_timer_init(&net->loop, &net->end);
    uv_timer_init(&net->loop, &net->pulse);
    uv_async_init(&net->loop, &net->async, wake);
    net->pulse.data = net;
    net->prepare.data = net->alarm.data = net->sweep.data = net->async.data = net;
}

enum felt_status felt_net_open(const struct felt_net_config *config,
                               const struct felt_net_calls *calls, struct felt_net **out,
                               struct felt_complaint *complaint)
{
    for (int i = 0; i < FELT_NET_PATHS_MAX && config->ws[i].path; i++)
        felt_assert(config->ws[i].taker || (calls->open && calls->text && calls->gone));
    felt_assert(config->ws[0].path && config->ws[0].connections_max > 0);
    felt_assert(config->message_max > 0);
    felt_assert(!calls->request || (calls->request_gone && config->requests_max > 0));
    lws_set_log_level(0, NULL);
    enum felt_status status = verify_config(config, complaint);
    if (status != FELT_OK) return status;
    raise_file_limit();
    struct felt_net *net = calloc(1, sizeof *net);
    if (!net || uv_loop_init(&net->loop) != 0) {
        free(net);
        return felt_complain(complaint, FELT_UNSUPPORTED, 0, 0, "out of memory");
    }
    net->config = *config;
    net->calls = *calls;
    net->listening = -1;
    net->busy = true; /* a first turn(), to learn when the next is wanted */
    net->turns = 1;
    init_handles(net);
    status = make_numbers(net, complaint);
    if (status == FELT_OK) status = listen_on(net, complaint);
    if (status == FELT_OK) {
        uv_poll_init(&net->loop, &net->door, net->listening);
        net->door.data = net;
        status = make_context(net, complaint);
    }
    if (status != FELT_OK) {
        felt_net_close(net);
        return status;
    }
    uv_poll_start(&net->door, UV_READABLE, answer_door);
    if (config->ping_seconds > 0) uv_timer_start(&net->pulse, listen_in, PULSE_MS, PULSE_MS);
    uv_prepare_start(&net->prepare, settle);
    *out = net;
    return FELT_OK;
}

uint16_t felt_net_port(const struct felt_net *net)
{
    return net->port;
}

void felt_net_run(struct felt_net *net)
{
    uv_run(&net->loop, UV_RUN_DEFAULT);
    felt_net_conn_sweep(net, true);
}

void felt_net_stop(struct felt_net *net)
{
    atomic_store(&net->stop, true);
    uv_async_send(&net->async);
}

void felt_net_wake(struct felt_net *net)
{
    atomic_store(&net->woken, true);
    uv_async_send(&net->async);
}

const struct felt_net_counts *felt_net_counts(const struct felt_net *net)
{
    return &net->counts;
}

/* --- closing --- */

static void close_handle(uv_handle_t *handle, void *unused)
{
    (void)unused;
    if (!uv_is_closing(handle)) uv_close(handle, NULL);
}

void felt_net_close(struct felt_net *net)
{
    if (!net) return;
    net->stopping = true;
    uv_prepare_stop(&net->prepare);
    shut_door(net);
    /* libwebsockets closes in steps, each of which the loop must carry out. */
    if (net->context) lws_context_destroy(net->context);
    for (int round = 0; net->context && round < CLOSE_ROUNDS; round++) {
        uv_run(&net->loop, UV_RUN_NOWAIT);
        if (net->context && round % 8 == 7) lws_context_destroy(net->context);
    }
    uv_walk(&net->loop, close_handle, NULL);
    uv_run(&net->loop, UV_RUN_DEFAULT);
    int code = uv_loop_close(&net->loop);
    felt_assert(code == 0);
    free(net->conns);
    free(net->free_numbers);
    free(net->requests);
    free(net->request_numbers);
    free(net);
}
