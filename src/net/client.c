/* client.c -- see client.h.
 *
 * One libwebsockets context for each client, with its own poll loop, which runs only inside the
 * calls.  What one round of the loop brings may be several messages: they wait in a list.  Nothing
 * is read between calls, so that a program that is slow slows the sender down. */
#include "net/client.h"

#include "felt/assert.h"
#include "net/place.h"

#include <libwebsockets.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

enum {
    REASON_BYTES = 123,
    RX_BYTES = 4096,
    TX_BYTES = 1 << 20,
    MESSAGE_MAX = 16 << 20, /* longer ones close the line                                        */
    CLOSE_MS = 1000         /* for the server to answer our close                                */
};

struct message {
    struct message *next;
    size_t bytes;
    char text[];
};

struct felt_net_client {
    struct lws_context *context;
    struct lws *wsi;
    lws_retry_bo_t patience;
    lws_sorted_usec_list_t alarm;
    bool open, closed, rang, leaving;
    struct message *first, **last;
    struct message *shown; /* what the last felt_net_client_next() returned                      */
    char *part;            /* of an incomplete message                                           */
    size_t part_bytes, part_size;
    uint16_t code;
    char reason[REASON_BYTES + 1];
    char why[96]; /* it could not connect                                                        */
};

/* --- what libwebsockets calls --- */

static bool append(struct felt_net_client *client, const char *in, size_t bytes)
{
    size_t wanted = client->part_bytes + bytes;
    if (wanted > MESSAGE_MAX) return false;
    if (wanted > client->part_size) {
        size_t size = client->part_size ? client->part_size : RX_BYTES;
        while (size < wanted) size *= 2;
        char *part = realloc(client->part, size);
        if (!part) return false;
        client->part = part;
        client->part_size = size;
    }
    memcpy(client->part + client->part_bytes, in, bytes);
    client->part_bytes = wanted;
    return true;
}

static bool keep(struct felt_net_client *client, const char *text, size_t bytes)
{
    struct message *message = malloc(sizeof *message + bytes + 1);
    if (!message) return false;
    message->next = NULL;
    message->bytes = bytes;
    memcpy(message->text, text, bytes);
    message->text[bytes] = '\0';
    *client->last = message;
    client->last = &message->next;
    return true;
}

static int receive(struct felt_net_client *client, struct lws *wsi, const char *in, size_t bytes)
{
    bool ends = lws_is_final_fragment(wsi) && lws_remaining_packet_payload(wsi) == 0;
    if (ends && client->part_bytes == 0) return keep(client, in, bytes) ? 0 : -1;
    if (!append(client, in, bytes)) return -1;
    if (!ends) return 0;
    bool kept = keep(client, client->part, client->part_bytes);
    free(client->part);
    client->part = NULL;
    client->part_bytes = client->part_size = 0;
    return kept ? 0 : -1;
}

static void note_close(struct felt_net_client *client, const unsigned char *in, size_t bytes)
{
    if (bytes < 2) return;
    client->code = (uint16_t)(in[0] << 8 | in[1]);
    size_t length = bytes - 2 < REASON_BYTES ? bytes - 2 : REASON_BYTES;
    memcpy(client->reason, in + 2, length);
    client->reason[length] = '\0';
}

static void note_failure(struct felt_net_client *client, const char *in, size_t bytes)
{
    size_t length =
        in ? strnlen(in, bytes < sizeof client->why ? bytes : sizeof client->why - 1) : 0;
    memcpy(client->why, in ? in : "", length);
    client->why[length] = '\0';
    client->closed = true;
    client->wsi = NULL;
}

static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t bytes)
{
    struct felt_net_client *client = lws_context_user(lws_get_context(wsi));
    (void)user;
    switch ((int)reason) {
    case LWS_CALLBACK_CLIENT_ESTABLISHED: {
        int on = 1;
        setsockopt(lws_get_socket_fd(wsi), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        client->open = true;
        return 0;
    }
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR: note_failure(client, in, bytes); return 0;
    case LWS_CALLBACK_CLIENT_RECEIVE: return receive(client, wsi, in, bytes);
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE: note_close(client, in, bytes); return 0;
    case LWS_CALLBACK_CLIENT_WRITEABLE:
        if (!client->leaving) return 0;
        lws_close_reason(wsi, LWS_CLOSE_STATUS_NORMAL, NULL, 0);
        return -1;
    case LWS_CALLBACK_CLIENT_CLOSED:
        client->closed = true;
        client->wsi = NULL;
        return 0;
    default: return 0;
    }
}

/* --- waiting --- */

static void ring(lws_sorted_usec_list_t *alarm)
{
    struct felt_net_client *client = lws_container_of(alarm, struct felt_net_client, alarm);
    client->rang = true;
    /* The loop looks at its clocks before it waits, and would wait all the same. */
    lws_cancel_service(client->context);
}

static void set_alarm(struct felt_net_client *client, int64_t timeout_ms)
{
    client->rang = false;
    if (timeout_ms < 0) return;
    lws_sul_schedule(client->context, 0, &client->alarm, ring,
                     timeout_ms > 0 ? timeout_ms * LWS_US_PER_MS : 1);
}

static void stop_alarm(struct felt_net_client *client)
{
    lws_sul_schedule(client->context, 0, &client->alarm, ring, LWS_SET_TIMER_USEC_CANCEL);
}

/* --- opening --- */

static const struct lws_protocols protocols[] = {
    {.name = "felt", .callback = callback, .rx_buffer_size = RX_BYTES, .tx_packet_size = TX_BYTES},
    {.name = NULL},
};

static bool make_context(struct felt_net_client *client, bool tls)
{
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN,
        .protocols = protocols,
        .options = tls ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0,
        .user = client,
        .uid = -1,
        .gid = -1,
        .fd_limit_per_thread = 16,
        .retry_and_idle_policy = &client->patience,
    };
    client->context = lws_create_context(&info);
    return client->context;
}

static bool connect_to(struct felt_net_client *client, const struct felt_net_place *place,
                       uint32_t timeout_ms)
{
    struct lws_client_connect_info info = {
        .context = client->context,
        .address = place->host,
        .host = place->host,
        .port = place->port,
        .path = place->path,
        .ssl_connection = felt_net_place_tls(place),
        .pwsi = &client->wsi,
        .local_protocol_name = "felt",
        .alpn = "http/1.1",
    };
    set_alarm(client, timeout_ms);
    if (!lws_client_connect_via_info(&info) && !client->closed) return false;
    while (!client->open && !client->closed && !client->rang)
        if (lws_service(client->context, 0) < 0) break;
    stop_alarm(client);
    return client->open;
}

enum felt_status felt_net_client_open(const char *url, uint32_t timeout_ms,
                                      struct felt_net_client **out,
                                      struct felt_complaint *complaint)
{
    struct felt_net_place place;
    if (!felt_net_place_read(url, "ws", "wss", &place)) {
        return felt_complain(complaint, FELT_BAD_FORMAT, 0, strlen(url),
                             "\"%s\" is no ws://host:port/path", url);
    }
    lws_set_log_level(0, NULL);
    struct felt_net_client *client = calloc(1, sizeof *client);
    if (!client) return felt_complain(complaint, FELT_UNSUPPORTED, 0, 0, "out of memory");
    client->last = &client->first;
    client->code = 1006;
    if (!make_context(client, place.tls)) {
        free(client);
        return felt_complain(complaint, FELT_UNSUPPORTED, 0, 0, "libwebsockets does not start");
    }
    if (connect_to(client, &place, timeout_ms)) {
        *out = client;
        return FELT_OK;
    }
    enum felt_status status =
        felt_complain(complaint, FELT_UNSUPPORTED, 0, 0, "cannot connect to %s: %s", url,
                      client->why[0] ? client->why : "nobody answers");
    felt_net_client_close(client);
    return status;
}

/* --- talking --- */

enum felt_net_news felt_net_client_next(struct felt_net_client *client, int64_t timeout_ms,
                                        const char **text, size_t *bytes)
{
    free(client->shown);
    client->shown = NULL;
    if (!client->first && !client->closed) {
        set_alarm(client, timeout_ms);
        while (!client->first && !client->closed && !client->rang)
            if (lws_service(client->context, 0) < 0) client->closed = true;
        if (timeout_ms >= 0) stop_alarm(client);
    }
    struct message *message = client->first;
    if (!message) return client->closed ? FELT_NET_CLOSED : FELT_NET_TIMEOUT;
    client->first = message->next;
    if (!client->first) client->last = &client->first;
    client->shown = message;
    *text = message->text;
    *bytes = message->bytes;
    return FELT_NET_TEXT;
}

enum felt_status felt_net_client_send(struct felt_net_client *client, const char *text,
                                      size_t bytes)
{
    felt_assert(bytes > 0);
    /* What was sent before goes first; the server may have to read it. */
    while (!client->closed && lws_partial_buffered(client->wsi))
        if (lws_service(client->context, 0) < 0) client->closed = true;
    if (client->closed) return FELT_UNSUPPORTED;
    unsigned char small[LWS_PRE + RX_BYTES];
    unsigned char *frame = bytes <= RX_BYTES ? small : malloc(LWS_PRE + bytes);
    if (!frame) return FELT_UNSUPPORTED;
    memcpy(frame + LWS_PRE, text, bytes); /* it is masked in place */
    int written = lws_write(client->wsi, frame + LWS_PRE, bytes, LWS_WRITE_TEXT);
    if (frame != small) free(frame);
    return written < 0 ? FELT_UNSUPPORTED : FELT_OK;
}

uint16_t felt_net_client_code(const struct felt_net_client *client)
{
    return client->code;
}

const char *felt_net_client_reason(const struct felt_net_client *client)
{
    return client->reason;
}

void felt_net_client_close(struct felt_net_client *client)
{
    if (!client) return;
    if (client->open && !client->closed) {
        client->leaving = true;
        lws_callback_on_writable(client->wsi);
        set_alarm(client, CLOSE_MS);
        while (!client->closed && !client->rang)
            if (lws_service(client->context, 0) < 0) break;
        stop_alarm(client);
    }
    lws_context_destroy(client->context);
    while (client->first) {
        struct message *message = client->first;
        client->first = message->next;
        free(message);
    }
    free(client->shown);
    free(client->part);
    free(client);
}
