/* conn.c -- see parts.h: WebSocket connections.
 *
 * Writing.  A frame goes to the socket at once if nothing waits before it; waiting for the loop to
 * say "writable" would cost twice the system calls.  If the socket takes only a part, libwebsockets
 * keeps the rest of that one frame, and further frames wait in our queue until it is gone.  A frame
 * is never begun while another is incomplete, so frames cannot mix.
 *
 * Stale messages.  A message is stale if it had reached this machine before the connection was
 * marked. At that time it is in the socket's buffer (counted by FIONREAD), or further back in what
 * libwebsockets has just read and is handing over piece by piece (then it comes in this same turn
 * of the loop), or here, because the connection is paused.  Counting down what is delivered, with
 * the headers of its frames, tells where the marked part ends.  Pings are answered below us and are
 * not seen, so the count ends in any case when the socket has been read up to the mark, by the
 * kernel's own count.  Behind TLS the socket's bytes are more than those of the frames, and a
 * message that is read together with the last stale one may be taken for stale too.
 *
 * Closing.  A callback that answers "close" while it writes is closed twice by builds of
 * libwebsockets with debugging and libuv, as Debian's is, and the second time cuts the close frame
 * off.  So a connection is closed from outside of its callbacks, as an errand, when its queue is
 * empty.
 *
 * Pausing.  libwebsockets is told between turns of the loop, when it holds nothing it has read;
 * what it hands over until then waits here, at most what was read at once. */
#include "net/parts.h"

#include "felt/assert.h"
#include "net/socket.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum { MASKED_HEAD = 6, MASKED_HEAD_16 = 8, MASKED_HEAD_64 = 14 };

/* --- numbers --- */

/* The lowest is taken first. */
bool felt_net_conn_numbers(struct felt_net *net)
{
    const struct felt_net_path *ws = net->config.ws;
    for (int i = 0; i < FELT_NET_PATHS_MAX && ws[i].path; i++) {
        net->path[i] = (struct path){.first = net->conns_size, .free = ws[i].connections_max};
        net->conns_size += ws[i].connections_max;
    }
    net->conns = calloc(net->conns_size, sizeof(struct conn *));
    net->free_numbers = calloc(net->conns_size, sizeof *net->free_numbers);
    if (!net->conns || !net->free_numbers) return false;
    for (int i = 0; i < FELT_NET_PATHS_MAX; i++) {
        const struct path *path = &net->path[i];
        for (uint32_t index = 0; index < path->free; index++)
            net->free_numbers[path->first + index] = path->first + path->free - 1 - index;
    }
    return true;
}

static uint32_t take_number(struct felt_net *net, struct path *path)
{
    felt_assert(path->free > 0);
    return net->free_numbers[path->first + --path->free];
}

static void free_number(struct felt_net *net, const struct conn *conn)
{
    struct path *path = &net->path[conn->path];
    net->conns[conn->number] = NULL;
    net->free_numbers[path->first + path->free++] = conn->number;
}

static struct conn *conn_at(struct felt_net *net, uint32_t connection)
{
    felt_assert(connection < net->conns_size);
    struct conn *conn = net->conns[connection];
    felt_assert(conn);
    return conn;
}

static void add_errand(struct conn *conn)
{
    if (conn->on_errand) return;
    conn->on_errand = true;
    conn->errand = conn->net->errands;
    conn->net->errands = conn;
}

/* --- what is called: those of its path, or those of the net --- */

static const struct felt_net_taker *taker_of(const struct conn *conn)
{
    return conn->net->config.ws[conn->path].taker;
}

static uint32_t own_number(const struct conn *conn)
{
    return conn->number - conn->net->path[conn->path].first;
}

static bool give_open(struct conn *conn, const struct felt_net_conn_info *info)
{
    const struct felt_net_taker *taker = taker_of(conn);
    if (taker) return taker->open(taker->self, own_number(conn), info);
    return conn->net->calls.open(conn->net->calls.self, conn->number, info);
}

static void give_text(const struct conn *conn, const char *text, size_t bytes, bool stale)
{
    const struct felt_net_taker *taker = taker_of(conn);
    if (taker)
        taker->text(taker->reader, own_number(conn), text, bytes, stale);
    else
        conn->net->calls.text(conn->net->calls.self, conn->number, text, bytes, stale);
}

static void give_gone(const struct conn *conn)
{
    const struct felt_net_taker *taker = taker_of(conn);
    if (taker)
        taker->gone(taker->self, own_number(conn));
    else
        conn->net->calls.gone(conn->net->calls.self, conn->number);
}

/* gone(), once. */
static void tell_gone(struct conn *conn)
{
    if (!conn->told) return;
    conn->told = false;
    conn->net->busy = true;
    give_gone(conn);
}

/* --- closing --- */

static void drop_queue(struct conn *conn)
{
    conn->net->counts.queue_bytes -= conn->queue.bytes;
    felt_net_queue_clear(&conn->queue);
}

/* From now on the connection is only written to, until it is closed with this code. */
static void begin_close(struct conn *conn, uint16_t code, const char *reason, uint64_t linger_ms)
{
    if (conn->closing) return;
    conn->closing = code;
    size_t length = reason ? strlen(reason) : 0;
    if (length > REASON_BYTES) length = REASON_BYTES;
    conn->reason = length ? strndup(reason, length) : NULL;
    uv_update_time(&conn->net->loop);
    conn->deadline = uv_now(&conn->net->loop) + linger_ms;
    conn->net->closing++;
    add_errand(conn);
}

/* Nothing more can be said. */
static void give_up(struct conn *conn)
{
    conn->lost = true;
    drop_queue(conn);
    begin_close(conn, 1006, NULL, 0);
}

static void state_reason(struct conn *conn, uint16_t code, const char *reason)
{
    lws_close_reason(conn->wsi, (enum lws_close_status)code, (unsigned char *)(uintptr_t)reason,
                     reason ? strlen(reason) : 0);
    conn->deadline = UINT64_MAX; /* libwebsockets has a clock of its own for this */
}

/* For use while something is received: closes by what it returns. */
static int refuse(struct conn *conn, uint16_t code, const char *reason)
{
    conn->net->counts.closed_protocol++;
    if (!conn->closing) conn->net->closing++;
    conn->closing = code;
    state_reason(conn, code, reason);
    return -1;
}

/* --- opening --- */

/* The value of ?table=, decoded, cut if it is too long. */
static void find_table(struct lws *wsi, char out[TABLE_BYTES + 1])
{
    static const char name[] = "table=";
    enum { ARGUMENTS_MAX = 16 };
    char text[1024];
    out[0] = '\0';
    for (int index = 0; index < ARGUMENTS_MAX; index++) {
        int bytes = lws_hdr_copy_fragment(wsi, text, sizeof text, WSI_TOKEN_HTTP_URI_ARGS, index);
        if (bytes < 0) { /* no more, or too long for any name */
            if (lws_hdr_fragment_length(wsi, WSI_TOKEN_HTTP_URI_ARGS, index) > 0)
                memcpy(out, "?", 2);
            return;
        }
        if (strncmp(text, name, sizeof name - 1) != 0) continue;
        const char *value = text + sizeof name - 1;
        size_t length = strnlen(value, TABLE_BYTES);
        memcpy(out, value, length);
        out[length] = '\0';
        return;
    }
}

/* open() of the program. */
static bool introduce(struct conn *conn)
{
    struct felt_net *net = conn->net;
    char address[INET6_ADDRSTRLEN], table[TABLE_BYTES + 1], cookie[COOKIE_BYTES + 1] = "";
    felt_net_address_show(&conn->address, address);
    find_table(conn->wsi, table);
    if (lws_hdr_copy(conn->wsi, cookie, sizeof cookie, WSI_TOKEN_HTTP_COOKIE) < 0) cookie[0] = '\0';
    struct felt_net_conn_info info = {.path = conn->path,
                                      .address = address,
                                      .table = table,
                                      .cookie = cookie,
                                      .loopback = conn->loopback,
                                      .secure = felt_net_http_is_secure(net, conn->wsi)};
    conn->told = true; /* open() may already send and dismiss */
    conn->told = give_open(conn, &info);
    return conn->told;
}

int felt_net_conn_open(struct felt_net *net, struct lws *wsi, struct net_req *req)
{
    const struct caller *caller = lws_get_opaque_user_data(wsi);
    struct path *path = &net->path[caller->path];
    if (path->free == 0) return -1; /* taken since the head was read */
    struct conn *conn = calloc(1, sizeof *conn);
    if (!conn) return -1;
    if (!felt_net_client_address(net, wsi, &conn->address, &conn->loopback)) {
        free(conn);
        return -1;
    }
    conn->net = net;
    conn->wsi = wsi;
    conn->heard = uv_now(&net->loop);
    conn->last = &conn->first;
    conn->path = caller->path;
    conn->number = take_number(net, path);
    conn->crowd = caller->crowd;
    felt_net_crowd_conns(conn->crowd, 1);
    net->conns[conn->number] = conn;
    net->counts.connections++;
    net->counts.accepted++;
    net->busy = true;
    req->conn = conn;

    if (net->stopping || !introduce(conn)) {
        net->counts.refused++;
        begin_close(conn, 1013, net->stopping ? "server stops" : "refused", LINGER_MS);
    }
    return 0;
}

/* --- receiving --- */

static bool stale_now(const struct conn *conn)
{
    return conn->stale_bytes > 0 || conn->stale_turn == conn->net->turns;
}

/* A whole message. */
static void deliver(struct conn *conn, const char *text, size_t bytes, bool stale)
{
    struct felt_net *net = conn->net;
    net->counts.frames_in++;
    net->busy = true;
    if (!conn->paused && !conn->first) {
        give_text(conn, text, bytes, stale);
        return;
    }
    struct arrival *arrival = malloc(sizeof *arrival + bytes);
    if (!arrival) {
        begin_close(conn, 1013, "out of memory", LINGER_MS);
        return;
    }
    arrival->next = NULL;
    arrival->bytes = bytes;
    arrival->stale = stale;
    memcpy(arrival->text, text, bytes);
    *conn->last = arrival;
    conn->last = &arrival->next;
}

/* What the frame that ends here took on the wire, beside its content. */
static int64_t head_bytes(uint64_t frame_bytes)
{
    return frame_bytes < 126 ? MASKED_HEAD : frame_bytes < 65536 ? MASKED_HEAD_16 : MASKED_HEAD_64;
}

static void count_down(struct conn *conn, size_t bytes, bool frame_ends)
{
    conn->frame_bytes += bytes;
    int64_t wire = (int64_t)bytes;
    if (frame_ends) {
        wire += head_bytes(conn->frame_bytes);
        conn->frame_bytes = 0;
    }
    /* What came in the turn of the mark had left the socket before it was counted. */
    if (conn->stale_turn == conn->net->turns) return;
    conn->stale_bytes = conn->stale_bytes > wire ? conn->stale_bytes - wire : 0;
}

static bool append(struct conn *conn, const char *in, size_t bytes)
{
    char *message = realloc(conn->message, conn->message_bytes + bytes + 1);
    if (!message) return false;
    memcpy(message + conn->message_bytes, in, bytes);
    conn->message = message;
    conn->message_bytes += bytes;
    return true;
}

static void forget_message(struct conn *conn)
{
    free(conn->message);
    conn->message = NULL;
    conn->message_bytes = 0;
    conn->message_open = false;
}

int felt_net_conn_receive(struct conn *conn, const char *in, size_t bytes)
{
    struct felt_net *net = conn->net;
    struct lws *wsi = conn->wsi;
    net->counts.bytes_in += bytes;
    conn->read_turn = net->turns;
    felt_net_conn_alive(conn);
    if (conn->closing) return 0;
    if (lws_frame_is_binary(wsi)) return refuse(conn, 1003, "text only");

    bool frame_ends = lws_remaining_packet_payload(wsi) == 0;
    bool ends = frame_ends && lws_is_final_fragment(wsi);
    if (!conn->message_open) conn->message_stale = stale_now(conn);
    bool stale = conn->message_stale;
    size_t waiting = lws_remaining_packet_payload(wsi);
    count_down(conn, bytes, frame_ends);
    if (conn->message_bytes + bytes + waiting > net->config.message_max)
        return refuse(conn, 1009, "message too long");

    if (ends && !conn->message_open) {
        deliver(conn, in, bytes, stale);
        return conn->lost ? -1 : 0;
    }
    conn->message_open = true;
    if (!append(conn, in, bytes)) return refuse(conn, 1013, "out of memory");
    if (!ends) return 0;
    char *message = conn->message;
    size_t total = conn->message_bytes;
    conn->message = NULL;
    forget_message(conn);
    deliver(conn, message, total, stale);
    free(message);
    return conn->lost ? -1 : 0;
}

/* --- writing --- */

static bool write_frame(struct conn *conn, char *text, size_t bytes)
{
    struct felt_net_counts *counts = &conn->net->counts;
    int written = lws_write(conn->wsi, (unsigned char *)text, bytes, LWS_WRITE_TEXT);
    if (written < 0) {
        give_up(conn);
        return false;
    }
    counts->frames_out++;
    counts->bytes_out += bytes;
    return true;
}

int felt_net_conn_writable(struct conn *conn)
{
    while (conn->queue.first && !lws_partial_buffered(conn->wsi)) {
        struct frame *frame = conn->queue.first;
        if (!write_frame(conn, frame->text, frame->bytes)) return -1;
        conn->net->counts.queue_bytes -= frame->bytes;
        felt_net_queue_drop_first(&conn->queue);
    }
    if (conn->queue.first || lws_partial_buffered(conn->wsi)) {
        lws_callback_on_writable(conn->wsi);
        return 0;
    }
    if (conn->closing) add_errand(conn);
    return 0;
}

/* --- silence --- */

void felt_net_conn_alive(struct conn *conn)
{
    conn->heard = uv_now(&conn->net->loop);
    conn->asked = false;
}

/* A ping is small: it need not wait for the frames in our queue, but it must not split the one that
 * libwebsockets has begun.  Its byte comes back in the pong: of an empty one nobody is told. */
static void ask(struct conn *conn)
{
    unsigned char ping[LWS_PRE + 1] = {0};
    ping[LWS_PRE] = '?';
    if (lws_partial_buffered(conn->wsi)) return;
    conn->asked = true;
    if (lws_write(conn->wsi, ping + LWS_PRE, 1, LWS_WRITE_PING) < 0) give_up(conn);
}

void felt_net_conn_listen(struct felt_net *net)
{
    uint64_t now = uv_now(&net->loop), ping_ms = 1000 * (uint64_t)net->config.ping_seconds;
    uint64_t lost_ms = ping_ms + 1000 * (uint64_t)net->config.pong_seconds;
    for (uint32_t number = 0; number < net->conns_size; number++) {
        struct conn *conn = net->conns[number];
        if (!conn || conn->closing || conn->held) continue;
        uint64_t silent = now - conn->heard;
        if (silent >= lost_ms)
            give_up(conn);
        else if (silent >= ping_ms && !conn->asked)
            ask(conn);
    }
}

/* --- leaving --- */

void felt_net_conn_hang_up(struct conn *conn)
{
    if (!conn->closing) conn->net->closing++;
    conn->closing = 1005;
    conn->deadline = UINT64_MAX;
    drop_queue(conn);
    tell_gone(conn);
}

void felt_net_conn_leave(struct conn *conn)
{
    if (!conn->closing) {
        /* A reason that neither we nor the peer gave is a breach of the protocol. */
        if (lws_get_close_length(conn->wsi) > 0) conn->net->counts.closed_protocol++;
        conn->net->closing++;
        conn->closing = 1006;
        conn->deadline = UINT64_MAX;
    }
    drop_queue(conn);
    tell_gone(conn);
}

static void unlist(struct conn *conn)
{
    struct felt_net *net = conn->net;
    for (struct conn **at = &net->errands; *at; at = &(*at)->errand) {
        if (*at != conn) continue;
        *at = conn->errand;
        break;
    }
    for (struct conn **at = &net->marked; *at; at = &(*at)->marked) {
        if (*at != conn) continue;
        *at = conn->marked;
        break;
    }
}

void felt_net_conn_free(struct conn *conn)
{
    struct felt_net *net = conn->net;
    felt_net_conn_leave(conn);
    if (conn->on_errand || conn->listed) unlist(conn);
    while (conn->first) {
        struct arrival *arrival = conn->first;
        conn->first = arrival->next;
        free(arrival);
    }
    forget_message(conn);
    free(conn->reason);
    felt_net_crowd_conns(conn->crowd, -1);
    net->closing--;
    net->counts.connections--;
    free_number(net, conn);
    free(conn);
}

/* --- once in every turn of the loop --- */

static void hand_over_arrivals(struct conn *conn)
{
    while (conn->first && !conn->paused && !conn->closing) {
        struct arrival *arrival = conn->first;
        conn->first = arrival->next;
        if (!conn->first) conn->last = &conn->first;
        conn->net->busy = true;
        give_text(conn, arrival->text, arrival->bytes, arrival->stale);
        free(arrival);
    }
}

static void run_errand(struct conn *conn)
{
    if (conn->closing) {
        /* Whoever was too slow, or is lost, is gone for the program at once. */
        if (conn->lost || conn->closing == 1013) tell_gone(conn);
        if (!conn->lost) {
            bool waits = conn->queue.first || lws_partial_buffered(conn->wsi);
            if (waits || conn->deadline == UINT64_MAX) return;
            state_reason(conn, conn->closing, conn->reason);
        }
        lws_set_timeout(conn->wsi, 1, LWS_TO_KILL_SYNC);
        return;
    }
    hand_over_arrivals(conn);
    bool hold = conn->paused || conn->first;
    if (hold == conn->held || conn->closing) return;
    conn->held = hold;
    if (!hold) felt_net_conn_alive(conn); /* while it was held its pongs were not read */
    lws_rx_flow_control(conn->wsi, !hold);
}

/* A marked line that has been read up to its mark has delivered all that was stale. */
static void forget_marks(struct felt_net *net)
{
    struct conn **at = &net->marked;
    while (*at) {
        struct conn *conn = *at;
        uint64_t received = 0;
        int unread = 0;
        if (conn->stale_bytes > 0 &&
            felt_net_socket_count(lws_get_socket_fd(conn->wsi), &received, &unread) &&
            received - (uint64_t)unread >= conn->stale_end)
            conn->stale_bytes = 0;
        if (conn->stale_bytes > 0) {
            at = &conn->marked;
            continue;
        }
        *at = conn->marked;
        conn->listed = false;
    }
}

bool felt_net_conn_errands(struct felt_net *net)
{
    bool any = net->errands;
    while (net->errands) {
        struct conn *conn = net->errands;
        net->errands = conn->errand;
        conn->on_errand = false;
        run_errand(conn);
    }
    if (net->marked) forget_marks(net);
    return any;
}

void felt_net_conn_sweep(struct felt_net *net, bool all)
{
    uint64_t now = uv_now(&net->loop);
    for (uint32_t number = 0; number < net->conns_size; number++) {
        struct conn *conn = net->conns[number];
        if (!conn || !(all || (conn->closing && conn->deadline <= now))) continue;
        felt_net_conn_leave(conn);
        conn->deadline = UINT64_MAX; /* asking twice would prolong it */
        lws_set_timeout(conn->wsi, 1, LWS_TO_KILL_SYNC);
    }
}

/* --- what the program calls --- */

void felt_net_send(struct felt_net *net, uint32_t connection, char *text, size_t bytes,
                   bool droppable)
{
    struct conn *conn = conn_at(net, connection);
    felt_assert(bytes > 0);
    if (conn->closing) return;
    if (droppable && conn->queue.bytes > net->config.queue_soft) return;
    if (!conn->queue.first && !lws_partial_buffered(conn->wsi)) {
        write_frame(conn, text, bytes);
        return;
    }
    if (conn->queue.bytes + bytes > net->config.queue_max ||
        !felt_net_queue_put(&conn->queue, text, bytes)) {
        net->counts.closed_slow++;
        drop_queue(conn);
        begin_close(conn, 1013, "too slow", LINGER_MS);
        return;
    }
    net->counts.frames_queued++;
    net->counts.queue_bytes += bytes;
    lws_callback_on_writable(conn->wsi);
}

void felt_net_hold(struct felt_net *net, uint32_t connection, bool held)
{
    struct conn *conn = conn_at(net, connection);
    if (!conn->lost) felt_net_socket_hold(lws_get_socket_fd(conn->wsi), held);
}

void felt_net_dismiss(struct felt_net *net, uint32_t connection, uint16_t code, const char *reason)
{
    felt_assert(code >= 1000);
    begin_close(conn_at(net, connection), code, reason, LINGER_MS);
}

void felt_net_pause(struct felt_net *net, uint32_t connection, bool paused)
{
    struct conn *conn = conn_at(net, connection);
    if (conn->paused == paused) return;
    conn->paused = paused;
    add_errand(conn);
}

void felt_net_mark(struct felt_net *net, uint32_t connection)
{
    struct conn *conn = conn_at(net, connection);
    int unread = 0;
    int socket = lws_get_socket_fd(conn->wsi);
    if (conn->closing || !felt_net_socket_unread(socket, &unread)) return;
    /* There is rarely anything: the second question is saved. */
    if (unread > 0 && !felt_net_socket_count(socket, &conn->stale_end, &unread)) return;
    conn->stale_bytes = unread;
    conn->message_stale = conn->message_open;
    if (conn->read_turn == net->turns) conn->stale_turn = net->turns;
    for (struct arrival *arrival = conn->first; arrival; arrival = arrival->next)
        arrival->stale = true;
    if (unread == 0 || conn->listed) return;
    conn->listed = true;
    conn->marked = net->marked;
    net->marked = conn;
}
