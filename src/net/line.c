/* line.c -- see parts.h: WebSocket connections.
 *
 * Writing.  A frame goes to the socket at once if nothing waits before it; waiting for the loop to
 * say "writable" would cost twice the system calls.  If the socket takes only a part, libwebsockets
 * keeps the rest of that one frame, and further frames wait in our queue until it is gone.  A frame
 * is never begun while another is incomplete, so frames cannot mix.
 *
 * Stale messages.  A message is stale if it had reached this machine before the line was marked.
 * At that time it is in the socket's buffer (counted by FIONREAD), or further back in what
 * libwebsockets has just read and is handing over piece by piece (then it comes in this same turn
 * of the loop), or here, because the line is paused.  Counting down what is delivered, with the
 * headers of its frames, tells where the marked part ends.  Pings are answered below us and are not
 * seen, so the count ends in any case when the socket has been read up to the mark, by the kernel's
 * own count.  Behind TLS the socket's bytes are more than those of the frames, and a message that
 * is read together with the last stale one may be taken for stale too.
 *
 * Closing.  A callback that answers "close" while it writes is closed twice by builds of
 * libwebsockets with debugging and libuv, as Debian's is, and the second time cuts the close frame
 * off.  So a line is closed from outside of its callbacks, as an errand, when its queue is empty.
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
bool felt_net_line_numbers(struct felt_net *net)
{
    const struct felt_net_path *ws = net->config.ws;
    for (int i = 0; i < FELT_NET_PATHS_MAX && ws[i].path; i++) {
        net->path[i] = (struct path){.first = net->lines_size, .free = ws[i].connections_max};
        net->lines_size += ws[i].connections_max;
    }
    net->lines = calloc(net->lines_size, sizeof(struct line *));
    net->free_numbers = calloc(net->lines_size, sizeof *net->free_numbers);
    if (!net->lines || !net->free_numbers) return false;
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

static void free_number(struct felt_net *net, const struct line *line)
{
    struct path *path = &net->path[line->path];
    net->lines[line->number] = NULL;
    net->free_numbers[path->first + path->free++] = line->number;
}

static struct line *line_at(struct felt_net *net, uint32_t connection)
{
    felt_assert(connection < net->lines_size);
    struct line *line = net->lines[connection];
    felt_assert(line);
    return line;
}

static void add_errand(struct line *line)
{
    if (line->on_errand) return;
    line->on_errand = true;
    line->errand = line->net->errands;
    line->net->errands = line;
}

/* gone(), once. */
static void tell_gone(struct line *line)
{
    if (!line->told) return;
    line->told = false;
    line->net->busy = true;
    line->net->calls.gone(line->net->calls.self, line->number);
}

/* --- closing --- */

static void drop_queue(struct line *line)
{
    line->net->counts.queue_bytes -= line->queue.bytes;
    felt_net_queue_clear(&line->queue);
}

/* From now on the line is only written to, until it is closed with this code. */
static void begin_close(struct line *line, uint16_t code, const char *reason, uint64_t linger_ms)
{
    if (line->closing) return;
    line->closing = code;
    size_t length = reason ? strlen(reason) : 0;
    if (length > REASON_BYTES) length = REASON_BYTES;
    line->reason = length ? strndup(reason, length) : NULL;
    uv_update_time(&line->net->loop);
    line->deadline = uv_now(&line->net->loop) + linger_ms;
    line->net->closing++;
    add_errand(line);
}

/* Nothing more can be said. */
static void give_up(struct line *line)
{
    line->lost = true;
    drop_queue(line);
    begin_close(line, 1006, NULL, 0);
}

static void state_reason(struct line *line, uint16_t code, const char *reason)
{
    lws_close_reason(line->wsi, (enum lws_close_status)code, (unsigned char *)(uintptr_t)reason,
                     reason ? strlen(reason) : 0);
    line->deadline = UINT64_MAX; /* libwebsockets has a clock of its own for this */
}

/* For use while something is received: closes by what it returns. */
static int refuse(struct line *line, uint16_t code, const char *reason)
{
    line->net->counts.closed_protocol++;
    if (!line->closing) line->net->closing++;
    line->closing = code;
    state_reason(line, code, reason);
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
static bool introduce(struct line *line)
{
    struct felt_net *net = line->net;
    char address[INET6_ADDRSTRLEN], table[TABLE_BYTES + 1], cookie[COOKIE_BYTES + 1] = "";
    felt_net_address_show(&line->address, address);
    find_table(line->wsi, table);
    if (lws_hdr_copy(line->wsi, cookie, sizeof cookie, WSI_TOKEN_HTTP_COOKIE) < 0) cookie[0] = '\0';
    struct felt_net_visitor visitor = {.path = line->path,
                                       .address = address,
                                       .table = table,
                                       .cookie = cookie,
                                       .loopback = line->loopback,
                                       .secure = felt_net_http_is_secure(net, line->wsi)};
    line->told = true; /* open() may already send and dismiss */
    line->told = net->calls.open(net->calls.self, line->number, &visitor);
    return line->told;
}

int felt_net_line_open(struct felt_net *net, struct lws *wsi, struct visit *visit)
{
    const struct caller *caller = lws_get_opaque_user_data(wsi);
    struct path *path = &net->path[caller->path];
    if (path->free == 0) return -1; /* taken since the head was read */
    struct line *line = calloc(1, sizeof *line);
    if (!line) return -1;
    if (!felt_net_client_address(net, wsi, &line->address, &line->loopback)) {
        free(line);
        return -1;
    }
    line->net = net;
    line->wsi = wsi;
    line->heard = uv_now(&net->loop);
    line->last = &line->first;
    line->path = caller->path;
    line->number = take_number(net, path);
    line->guest = caller->guest;
    felt_net_guest_lines(line->guest, 1);
    net->lines[line->number] = line;
    net->counts.connections++;
    net->counts.accepted++;
    net->busy = true;
    visit->line = line;

    if (net->stopping || !introduce(line)) {
        net->counts.refused++;
        begin_close(line, 1013, net->stopping ? "server stops" : "refused", LINGER_MS);
    }
    return 0;
}

/* --- receiving --- */

static bool stale_now(const struct line *line)
{
    return line->stale_bytes > 0 || line->stale_turn == line->net->turns;
}

/* A whole message. */
static void deliver(struct line *line, const char *text, size_t bytes, bool stale)
{
    struct felt_net *net = line->net;
    net->counts.frames_in++;
    net->busy = true;
    if (!line->paused && !line->first) {
        net->calls.text(net->calls.self, line->number, text, bytes, stale);
        return;
    }
    struct arrival *arrival = malloc(sizeof *arrival + bytes);
    if (!arrival) {
        begin_close(line, 1013, "out of memory", LINGER_MS);
        return;
    }
    arrival->next = NULL;
    arrival->bytes = bytes;
    arrival->stale = stale;
    memcpy(arrival->text, text, bytes);
    *line->last = arrival;
    line->last = &arrival->next;
}

/* What the frame that ends here took on the wire, beside its content. */
static int64_t head_bytes(uint64_t frame_bytes)
{
    return frame_bytes < 126 ? MASKED_HEAD : frame_bytes < 65536 ? MASKED_HEAD_16 : MASKED_HEAD_64;
}

static void count_down(struct line *line, size_t bytes, bool frame_ends)
{
    line->frame_bytes += bytes;
    int64_t wire = (int64_t)bytes;
    if (frame_ends) {
        wire += head_bytes(line->frame_bytes);
        line->frame_bytes = 0;
    }
    /* What came in the turn of the mark had left the socket before it was counted. */
    if (line->stale_turn == line->net->turns) return;
    line->stale_bytes = line->stale_bytes > wire ? line->stale_bytes - wire : 0;
}

static bool append(struct line *line, const char *in, size_t bytes)
{
    char *message = realloc(line->message, line->message_bytes + bytes + 1);
    if (!message) return false;
    memcpy(message + line->message_bytes, in, bytes);
    line->message = message;
    line->message_bytes += bytes;
    return true;
}

static void forget_message(struct line *line)
{
    free(line->message);
    line->message = NULL;
    line->message_bytes = 0;
    line->message_open = false;
}

int felt_net_line_receive(struct line *line, const char *in, size_t bytes)
{
    struct felt_net *net = line->net;
    struct lws *wsi = line->wsi;
    net->counts.bytes_in += bytes;
    line->read_turn = net->turns;
    felt_net_line_alive(line);
    if (line->closing) return 0;
    if (lws_frame_is_binary(wsi)) return refuse(line, 1003, "text only");

    bool frame_ends = lws_remaining_packet_payload(wsi) == 0;
    bool ends = frame_ends && lws_is_final_fragment(wsi);
    if (!line->message_open) line->message_stale = stale_now(line);
    bool stale = line->message_stale;
    size_t waiting = lws_remaining_packet_payload(wsi);
    count_down(line, bytes, frame_ends);
    if (line->message_bytes + bytes + waiting > net->config.message_max)
        return refuse(line, 1009, "message too long");

    if (ends && !line->message_open) {
        deliver(line, in, bytes, stale);
        return line->lost ? -1 : 0;
    }
    line->message_open = true;
    if (!append(line, in, bytes)) return refuse(line, 1013, "out of memory");
    if (!ends) return 0;
    char *message = line->message;
    size_t total = line->message_bytes;
    line->message = NULL;
    forget_message(line);
    deliver(line, message, total, stale);
    free(message);
    return line->lost ? -1 : 0;
}

/* --- writing --- */

static bool write_frame(struct line *line, char *text, size_t bytes)
{
    struct felt_net_counts *counts = &line->net->counts;
    int written = lws_write(line->wsi, (unsigned char *)text, bytes, LWS_WRITE_TEXT);
    if (written < 0) {
        give_up(line);
        return false;
    }
    counts->frames_out++;
    counts->bytes_out += bytes;
    return true;
}

int felt_net_line_writable(struct line *line)
{
    while (line->queue.first && !lws_partial_buffered(line->wsi)) {
        struct frame *frame = line->queue.first;
        if (!write_frame(line, frame->text, frame->bytes)) return -1;
        line->net->counts.queue_bytes -= frame->bytes;
        felt_net_queue_drop_first(&line->queue);
    }
    if (line->queue.first || lws_partial_buffered(line->wsi)) {
        lws_callback_on_writable(line->wsi);
        return 0;
    }
    if (line->closing) add_errand(line);
    return 0;
}

/* --- silence --- */

void felt_net_line_alive(struct line *line)
{
    line->heard = uv_now(&line->net->loop);
    line->asked = false;
}

/* A ping is small: it need not wait for the frames in our queue, but it must not split the one that
 * libwebsockets has begun.  Its byte comes back in the pong: of an empty one nobody is told. */
static void ask(struct line *line)
{
    unsigned char ping[LWS_PRE + 1] = {0};
    ping[LWS_PRE] = '?';
    if (lws_partial_buffered(line->wsi)) return;
    line->asked = true;
    if (lws_write(line->wsi, ping + LWS_PRE, 1, LWS_WRITE_PING) < 0) give_up(line);
}

void felt_net_line_listen(struct felt_net *net)
{
    uint64_t now = uv_now(&net->loop), ping_ms = 1000 * (uint64_t)net->config.ping_seconds;
    uint64_t lost_ms = ping_ms + 1000 * (uint64_t)net->config.pong_seconds;
    for (uint32_t number = 0; number < net->lines_size; number++) {
        struct line *line = net->lines[number];
        if (!line || line->closing || line->held) continue;
        uint64_t silent = now - line->heard;
        if (silent >= lost_ms)
            give_up(line);
        else if (silent >= ping_ms && !line->asked)
            ask(line);
    }
}

/* --- leaving --- */

void felt_net_line_hang_up(struct line *line)
{
    if (!line->closing) line->net->closing++;
    line->closing = 1005;
    line->deadline = UINT64_MAX;
    drop_queue(line);
    tell_gone(line);
}

void felt_net_line_leave(struct line *line)
{
    if (!line->closing) {
        /* A reason that neither we nor the peer gave is a breach of the protocol. */
        if (lws_get_close_length(line->wsi) > 0) line->net->counts.closed_protocol++;
        line->net->closing++;
        line->closing = 1006;
        line->deadline = UINT64_MAX;
    }
    drop_queue(line);
    tell_gone(line);
}

static void unlist(struct line *line)
{
    struct felt_net *net = line->net;
    for (struct line **at = &net->errands; *at; at = &(*at)->errand) {
        if (*at != line) continue;
        *at = line->errand;
        break;
    }
    for (struct line **at = &net->marked; *at; at = &(*at)->marked) {
        if (*at != line) continue;
        *at = line->marked;
        break;
    }
}

void felt_net_line_free(struct line *line)
{
    struct felt_net *net = line->net;
    felt_net_line_leave(line);
    if (line->on_errand || line->listed) unlist(line);
    while (line->first) {
        struct arrival *arrival = line->first;
        line->first = arrival->next;
        free(arrival);
    }
    forget_message(line);
    free(line->reason);
    felt_net_guest_lines(line->guest, -1);
    net->closing--;
    net->counts.connections--;
    free_number(net, line);
    free(line);
}

/* --- once in every turn of the loop --- */

static void hand_over_arrivals(struct line *line)
{
    while (line->first && !line->paused && !line->closing) {
        struct arrival *arrival = line->first;
        line->first = arrival->next;
        if (!line->first) line->last = &line->first;
        line->net->busy = true;
        line->net->calls.text(line->net->calls.self, line->number, arrival->text, arrival->bytes,
                              arrival->stale);
        free(arrival);
    }
}

static void run_errand(struct line *line)
{
    if (line->closing) {
        /* Whoever was too slow, or is lost, is gone for the program at once. */
        if (line->lost || line->closing == 1013) tell_gone(line);
        if (!line->lost) {
            bool waits = line->queue.first || lws_partial_buffered(line->wsi);
            if (waits || line->deadline == UINT64_MAX) return;
            state_reason(line, line->closing, line->reason);
        }
        lws_set_timeout(line->wsi, 1, LWS_TO_KILL_SYNC);
        return;
    }
    hand_over_arrivals(line);
    bool hold = line->paused || line->first;
    if (hold == line->held || line->closing) return;
    line->held = hold;
    if (!hold) felt_net_line_alive(line); /* while it was held its pongs were not read */
    lws_rx_flow_control(line->wsi, !hold);
}

/* A marked line that has been read up to its mark has delivered all that was stale. */
static void forget_marks(struct felt_net *net)
{
    struct line **at = &net->marked;
    while (*at) {
        struct line *line = *at;
        uint64_t received = 0;
        int unread = 0;
        if (line->stale_bytes > 0 &&
            felt_net_socket_count(lws_get_socket_fd(line->wsi), &received, &unread) &&
            received - (uint64_t)unread >= line->stale_end)
            line->stale_bytes = 0;
        if (line->stale_bytes > 0) {
            at = &line->marked;
            continue;
        }
        *at = line->marked;
        line->listed = false;
    }
}

bool felt_net_line_errands(struct felt_net *net)
{
    bool any = net->errands;
    while (net->errands) {
        struct line *line = net->errands;
        net->errands = line->errand;
        line->on_errand = false;
        run_errand(line);
    }
    if (net->marked) forget_marks(net);
    return any;
}

void felt_net_line_sweep(struct felt_net *net, bool all)
{
    uint64_t now = uv_now(&net->loop);
    for (uint32_t number = 0; number < net->lines_size; number++) {
        struct line *line = net->lines[number];
        if (!line || !(all || (line->closing && line->deadline <= now))) continue;
        felt_net_line_leave(line);
        line->deadline = UINT64_MAX; /* asking twice would prolong it */
        lws_set_timeout(line->wsi, 1, LWS_TO_KILL_SYNC);
    }
}

/* --- what the program calls --- */

void felt_net_send(struct felt_net *net, uint32_t connection, char *text, size_t bytes,
                   bool droppable)
{
    struct line *line = line_at(net, connection);
    felt_assert(bytes > 0);
    if (line->closing) return;
    if (droppable && line->queue.bytes > net->config.queue_soft) return;
    if (!line->queue.first && !lws_partial_buffered(line->wsi)) {
        write_frame(line, text, bytes);
        return;
    }
    if (line->queue.bytes + bytes > net->config.queue_max ||
        !felt_net_queue_put(&line->queue, text, bytes)) {
        net->counts.closed_slow++;
        drop_queue(line);
        begin_close(line, 1013, "too slow", LINGER_MS);
        return;
    }
    net->counts.frames_queued++;
    net->counts.queue_bytes += bytes;
    lws_callback_on_writable(line->wsi);
}

void felt_net_hold(struct felt_net *net, uint32_t connection, bool held)
{
    struct line *line = line_at(net, connection);
    if (!line->lost) felt_net_socket_hold(lws_get_socket_fd(line->wsi), held);
}

void felt_net_dismiss(struct felt_net *net, uint32_t connection, uint16_t code, const char *reason)
{
    felt_assert(code >= 1000);
    begin_close(line_at(net, connection), code, reason, LINGER_MS);
}

void felt_net_pause(struct felt_net *net, uint32_t connection, bool paused)
{
    struct line *line = line_at(net, connection);
    if (line->paused == paused) return;
    line->paused = paused;
    add_errand(line);
}

void felt_net_mark(struct felt_net *net, uint32_t connection)
{
    struct line *line = line_at(net, connection);
    int unread = 0;
    int socket = lws_get_socket_fd(line->wsi);
    if (line->closing || !felt_net_socket_unread(socket, &unread)) return;
    /* There is rarely anything: the second question is saved. */
    if (unread > 0 && !felt_net_socket_count(socket, &line->stale_end, &unread)) return;
    line->stale_bytes = unread;
    line->message_stale = line->message_open;
    if (line->read_turn == net->turns) line->stale_turn = net->turns;
    for (struct arrival *arrival = line->first; arrival; arrival = arrival->next)
        arrival->stale = true;
    if (unread == 0 || line->listed) return;
    line->listed = true;
    line->marked = net->marked;
    net->marked = line;
}
