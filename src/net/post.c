/* post.c -- see post.h.
 *
 * A libwebsockets context for the one request: its loop runs until the answer is complete, the
 * connection fails, or the time is over. */
#include "net/post.h"

#include "felt/assert.h"
#include "net/place.h"

#include <libwebsockets.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

enum { CHUNK_BYTES = 2048 };

struct request {
    struct lws_context *context;
    lws_sorted_usec_list_t alarm;
    const char *json; /* NULL: a GET */
    size_t bytes;
    bool answered, over, rang;
    struct felt_net_response *answer;
    char why[96];
};

/* --- what libwebsockets calls --- */

static int add_headers(struct request *request, struct lws *wsi, unsigned char **at,
                       unsigned char *end)
{
    static const char type[] = "application/json";
    char length[24];
    if (!request->json) return 0;
    int digits = snprintf(length, sizeof length, "%zu", request->bytes);
    if (lws_add_http_header_by_token(wsi, WSI_TOKEN_HTTP_CONTENT_TYPE, (const unsigned char *)type,
                                     sizeof type - 1, at, end) ||
        lws_add_http_header_by_token(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH,
                                     (const unsigned char *)length, digits, at, end))
        return -1;
    lws_client_http_body_pending(wsi, 1);
    lws_callback_on_writable(wsi);
    return 0;
}

static int send_body(struct request *request, struct lws *wsi)
{
    unsigned char frame[LWS_PRE + FELT_NET_POST_BODY_MAX];
    felt_assert(request->bytes <= FELT_NET_POST_BODY_MAX);
    memcpy(frame + LWS_PRE, request->json, request->bytes);
    int written = lws_write(wsi, frame + LWS_PRE, request->bytes, LWS_WRITE_HTTP_FINAL);
    memset(frame, 0, sizeof frame); /* it may be a password */
    lws_client_http_body_pending(wsi, 0);
    return written < 0 ? -1 : 0;
}

static void note_head(struct request *request, struct lws *wsi)
{
    struct felt_net_response *answer = request->answer;
    answer->status = (int)lws_http_client_http_response(wsi);
    if (lws_hdr_copy(wsi, answer->cookie, sizeof answer->cookie, WSI_TOKEN_HTTP_SET_COOKIE) < 0)
        answer->cookie[0] = '\0';
}

static int read_body(struct lws *wsi)
{
    char memory[LWS_PRE + CHUNK_BYTES], *at = memory + LWS_PRE;
    int bytes = CHUNK_BYTES;
    return lws_http_client_read(wsi, &at, &bytes) < 0 ? -1 : 0;
}

static void keep_body(struct request *request, const char *in, size_t bytes)
{
    struct felt_net_response *answer = request->answer;
    size_t room = FELT_NET_POST_BODY_MAX - answer->bytes;
    if (bytes > room) bytes = room;
    memcpy(answer->body + answer->bytes, in, bytes);
    answer->bytes += bytes;
    answer->body[answer->bytes] = '\0';
}

static void note_failure(struct request *request, const char *in)
{
    (void)snprintf(request->why, sizeof request->why, "%s", in ? in : "");
    request->over = true;
}

static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t bytes)
{
    struct request *request = lws_context_user(lws_get_context(wsi));
    (void)user;
    switch ((int)reason) {
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR: note_failure(request, in); return 0;
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER: {
        unsigned char **at = in;
        return add_headers(request, wsi, at, *at + bytes);
    }
    case LWS_CALLBACK_CLIENT_HTTP_WRITEABLE: return send_body(request, wsi);
    case LWS_CALLBACK_ESTABLISHED_CLIENT_HTTP: note_head(request, wsi); return 0;
    case LWS_CALLBACK_RECEIVE_CLIENT_HTTP: return read_body(wsi);
    case LWS_CALLBACK_RECEIVE_CLIENT_HTTP_READ: keep_body(request, in, bytes); return 0;
    case LWS_CALLBACK_COMPLETED_CLIENT_HTTP: request->answered = request->over = true; return 0;
    case LWS_CALLBACK_CLOSED_CLIENT_HTTP: request->over = true; return 0;
    default: return 0;
    }
}

static void ring(lws_sorted_usec_list_t *alarm)
{
    struct request *request = lws_container_of(alarm, struct request, alarm);
    request->rang = true;
    lws_cancel_service(request->context);
}

/* --- the request --- */

static const struct lws_protocols protocols[] = {
    {.name = "felt-post", .callback = callback, .rx_buffer_size = CHUNK_BYTES},
    {.name = NULL},
};

static void run(struct request *request, const struct felt_net_place *place, uint32_t timeout_ms)
{
    char origin_host[FELT_NET_URL_BYTES];
    (void)snprintf(origin_host, sizeof origin_host, "%s:%d", place->host, place->port);
    struct lws_client_connect_info info = {
        .context = request->context,
        .address = place->host,
        .host = origin_host,
        .port = place->port,
        .path = place->path,
        .method = request->json ? "POST" : "GET",
        .ssl_connection = felt_net_place_tls(place),
        .local_protocol_name = "felt-post",
        .alpn = "http/1.1",
    };
    lws_sul_schedule(request->context, 0, &request->alarm, ring,
                     (lws_usec_t)timeout_ms * LWS_US_PER_MS + 1);
    if (!lws_client_connect_via_info(&info)) request->over = true;
    while (!request->over && !request->rang)
        if (lws_service(request->context, 0) < 0) break;
    lws_sul_schedule(request->context, 0, &request->alarm, ring, LWS_SET_TIMER_USEC_CANCEL);
}

static enum felt_status ask(const char *url, const char *json, size_t bytes, uint32_t timeout_ms,
                            struct felt_net_response *answer, struct felt_complaint *complaint)
{
    struct felt_net_place place;
    *answer = (struct felt_net_response){0};
    if (!felt_net_place_read(url, "http", "https", &place))
        return felt_complain(complaint, FELT_BAD_FORMAT, 0, strlen(url),
                             "\"%s\" is no http://host:port/path", url);
    lws_set_log_level(0, NULL);
    struct request request = {.json = json, .bytes = bytes, .answer = answer};
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN,
        .protocols = protocols,
        .options = place.tls ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0,
        .user = &request,
        .uid = -1,
        .gid = -1,
        .fd_limit_per_thread = 16,
    };
    request.context = lws_create_context(&info);
    if (!request.context)
        return felt_complain(complaint, FELT_UNSUPPORTED, 0, 0, "libwebsockets does not start");
    run(&request, &place, timeout_ms);
    lws_context_destroy(request.context);
    if (request.answered || answer->status) return FELT_OK;
    return felt_complain(complaint, FELT_UNSUPPORTED, 0, 0, "cannot connect to %s: %s", url,
                         request.why[0] ? request.why : "nobody answers");
}

enum felt_status felt_net_post(const char *url, const char *json, size_t bytes, uint32_t timeout_ms,
                               struct felt_net_response *answer, struct felt_complaint *complaint)
{
    felt_assert(bytes > 0 && bytes <= FELT_NET_POST_BODY_MAX);
    return ask(url, json, bytes, timeout_ms, answer, complaint);
}

enum felt_status felt_net_get(const char *url, uint32_t timeout_ms,
                              struct felt_net_response *answer, struct felt_complaint *complaint)
{
    return ask(url, NULL, 0, timeout_ms, answer, complaint);
}
