/* http.c -- see parts.h: answers, and who may become a WebSocket.
 *
 * An answer is handed to libwebsockets whole.  What the socket does not take is kept there and
 * leaves as the client reads; until then nothing more is read from it.  Whoever reads slower than
 * ANSWER_RATE is cut off.
 *
 * Where a body ends must be beyond doubt, or one request could hide another: a length is decimal
 * digits and nothing else, "chunked" is refused, and so is a GET that announces a body; http_head.c
 * looks at what libwebsockets does not show. */
#include "net/parts.h"

#include "felt/assert.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    ANSWER_HEAD = 4096,
    TEXT_HEADER_MAX = 1024, /* of Set-Cookie, and of a file name                                */
    PATH_MAX_BYTES = 1024,
    LENGTH_DIGITS = 15,
    REFUSAL_BYTES = 160
};

/* --- answers --- */

/* Where the next header goes. */
struct head {
    struct lws *wsi;
    unsigned char *at, *end;
};

static bool add_header(struct head *head, const char *name, const char *value)
{
    return lws_add_http_header_by_name(head->wsi, (const unsigned char *)name,
                                       (const unsigned char *)value, (int)strlen(value), &head->at,
                                       head->end) == 0;
}

/* Nothing of an answer of the API shall be kept, shown in a frame, or run.  A page of ours has its
 * styles within it; it is shown as if it came from nowhere, so that whatever got into it reaches
 * nothing of this host. */
static bool add_guards(struct head *head, bool page)
{
    return add_header(head, "referrer-policy:", "no-referrer") &&
           add_header(head, "x-frame-options:", "DENY") &&
           add_header(head, "content-security-policy:",
                      page ? "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; "
                             "form-action 'none'; frame-ancestors 'none'; sandbox"
                           : "default-src 'none'; frame-ancestors 'none'");
}

/* A line break would begin a header of its own. */
static bool is_one_line(const char *text)
{
    for (const char *at = text; *at; at++)
        if ((unsigned char)*at < 0x20 || *at == 0x7f) return false;
    return strlen(text) <= TEXT_HEADER_MAX;
}

static bool add_wishes(struct head *head, const struct felt_net_answer *answer)
{
    char text[TEXT_HEADER_MAX + 64];
    const char *cookies[] = {answer->cookie, answer->cookie_two};
    for (size_t i = 0; i < sizeof cookies / sizeof *cookies; i++) {
        if (!cookies[i]) continue;
        felt_assert(is_one_line(cookies[i]));
        if (!add_header(head, "set-cookie:", cookies[i])) return false;
    }
    if (answer->retry_s > 0) {
        snprintf(text, sizeof text, "%d", answer->retry_s);
        if (!add_header(head, "retry-after:", text)) return false;
    }
    if (!answer->filename) return true;
    felt_assert(is_one_line(answer->filename) && !strpbrk(answer->filename, "\"\\/"));
    snprintf(text, sizeof text, "attachment; filename=\"%s\"", answer->filename);
    return add_header(head, "content-disposition:", text);
}

static bool write_head(const struct felt_net *net, struct lws *wsi,
                       const struct felt_net_answer *answer, bool guarded, bool last)
{
    unsigned char bytes[LWS_PRE + ANSWER_HEAD];
    unsigned char *start = bytes + LWS_PRE;
    struct head head = {wsi, start, bytes + sizeof bytes - 1};
    if (lws_add_http_common_headers(wsi, (unsigned int)answer->status, answer->type, answer->bytes,
                                    &head.at, head.end))
        return false;
    if (!add_header(&head, "cache-control:", "no-store") ||
        !add_header(&head, "x-content-type-options:", "nosniff"))
        return false;
    if (guarded && !add_guards(&head, answer->page)) return false;
    if (!add_wishes(&head, answer)) return false;
    bool posts = net->calls.request && net->config.body_max > 0;
    if (answer->status == 405 &&
        !add_header(&head, "allow:", posts ? "GET, HEAD, POST" : "GET, HEAD"))
        return false;
    if (answer->status == 426 && !add_header(&head, "sec-websocket-version:", "13")) return false;
    char strict[STRICT_BYTES];
    if (felt_net_http_strict(net, wsi, strict) &&
        !add_header(&head, "strict-transport-security:", strict))
        return false;
    if (last && !add_header(&head, "connection:", "close")) return false;
    return lws_finalize_write_http_header(wsi, start, &head.at, head.end) == 0;
}

void felt_net_http_hold(struct lws *wsi, struct net_req *req, bool held)
{
    if (req->held == held) return;
    req->held = held;
    lws_rx_flow_control(wsi, !held);
}

void felt_net_http_done(struct felt_net *net, struct lws *wsi, struct net_req *req)
{
    felt_net_http_hold(wsi, req, false);
    if (req->request && req->request->stage == SENDING) felt_net_request_leave(net, req);
}

/* HEAD: the same head, and nothing behind it. */
static bool is_bare(struct lws *wsi)
{
    return ((const struct caller *)lws_get_opaque_user_data(wsi))->bare;
}

bool felt_net_http_answer(struct felt_net *net, struct lws *wsi, struct net_req *req,
                          struct felt_net_answer *answer, bool guarded, bool last)
{
    bool done = write_head(net, wsi, answer, guarded, last);
    /* HTTP/1.1 puts nothing before a body, so that it needs no room there. */
    if (done && answer->bytes > 0 && !is_bare(wsi))
        done =
            lws_write(wsi, (unsigned char *)answer->body, answer->bytes, LWS_WRITE_HTTP_FINAL) >= 0;
    free(answer->body);
    answer->body = NULL;
    if (!done) return false;
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT,
                    (int)(net->config.head_seconds + answer->bytes / ANSWER_RATE));
    felt_net_http_hold(wsi, req, false); /* else it is not written to either */
    if (lws_partial_buffered(wsi)) felt_net_request_track(net, wsi, req);
    return lws_http_transaction_completed(wsi) == 0 &&
           !last; /* which may be felt_net_http_done() */
}

/* --- refusals --- */

static const struct refusal {
    int status;
    const char *code, *text;
} refusals[] = {
    {400, "BAD_REQUEST", "the request is not understood"},
    {403, "FOREIGN_ORIGIN", "forbidden"},
    {404, "NOT_FOUND", "not found"},
    {405, "WRONG_METHOD", "only GET, HEAD and POST"},
    {411, "NO_LENGTH", "a Content-Length is needed"},
    {413, "TOO_LARGE", "the body is too long"},
    {421, "WRONG_HOST",
     "this server has another name: ask for that, or add this one to hosts in felt.conf"},
    {426, "NO_WEBSOCKET", "connect by WebSocket, version 13"},
    {431, "TOO_LARGE", "a header is too long"},
    {503, "BUSY", "full"},
};

int felt_net_http_refuse(const struct felt_net *net, struct lws *wsi, int status)
{
    const struct refusal *refusal = refusals;
    while (refusal->status != status) refusal++;
    char body[LWS_PRE + REFUSAL_BYTES];
    bool posted = lws_hdr_total_length(wsi, WSI_TOKEN_POST_URI) > 0 && status != 405;
    int bytes = posted ? snprintf(body + LWS_PRE, REFUSAL_BYTES,
                                  "{\"error\":{\"code\":\"%s\",\"message\":\"%s\"}}\n",
                                  refusal->code, refusal->text)
                       : snprintf(body + LWS_PRE, REFUSAL_BYTES, "%s\n", refusal->text);
    struct felt_net_answer answer = {.status = status,
                                     .type =
                                         posted ? "application/json" : "text/plain; charset=utf-8",
                                     .bytes = (size_t)bytes};
    if (write_head(net, wsi, &answer, true, true) && !is_bare(wsi))
        lws_write(wsi, (unsigned char *)body + LWS_PRE, answer.bytes, LWS_WRITE_HTTP_FINAL);
    return -1;
}

/* --- requests --- */

/* Which path of WebSockets this is, -1: none. */
static int http_path(const struct felt_net *net, const char *path)
{
    const struct felt_net_path *ws = net->config.ws;
    for (int i = 0; i < FELT_NET_PATHS_MAX && ws[i].path; i++)
        if (strcmp(path, ws[i].path) == 0) return i;
    return -1;
}

static bool has_header(struct lws *wsi, enum lws_token_indexes token)
{
    return lws_hdr_total_length(wsi, token) > 0;
}

/* 0, or the status that says what is wrong with the announced length of a body. */
static int read_length(const struct felt_net *net, struct lws *wsi, size_t *length)
{
    char text[LENGTH_DIGITS + 1];
    *length = 0;
    if (has_header(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING)) return 411;
    if (!has_header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH)) return 411;
    int bytes = lws_hdr_copy(wsi, text, sizeof text, WSI_TOKEN_HTTP_CONTENT_LENGTH);
    if (bytes < 0) return 413;
    if (bytes == 0 || strspn(text, "0123456789") != (size_t)bytes) return 400;
    *length = (size_t)strtoull(text, NULL, 10);
    return *length > net->config.body_max ? 413 : 0;
}

/* HTTP/1.1 lets a client wait for this before it sends a body. */
static bool invite_body(struct lws *wsi)
{
    static const char text[] = "HTTP/1.1 100 Continue\r\n\r\n";
    unsigned char line[LWS_PRE + sizeof text];
    if (!has_header(wsi, WSI_TOKEN_HTTP_EXPECT)) return true;
    memcpy(line + LWS_PRE, text, sizeof text);
    return lws_write(wsi, line + LWS_PRE, sizeof text - 1, LWS_WRITE_RAW) >= 0;
}

static int take_post(struct felt_net *net, struct lws *wsi, struct net_req *req, const char *path)
{
    size_t length;
    if (!net->calls.request || net->config.body_max == 0)
        return felt_net_http_refuse(net, wsi, 405);
    if (http_path(net, path) >= 0 || felt_net_file_find(net, path, NULL))
        return felt_net_http_refuse(net, wsi, 405);
    int status = read_length(net, wsi, &length);
    if (!status) status = felt_net_request_open(net, wsi, req, path, true, length);
    if (status < 0) return -1;
    if (status) return felt_net_http_refuse(net, wsi, status);
    return length == 0 || invite_body(wsi) ? 0 : -1;
}

size_t felt_net_http_query(struct lws *wsi, char *out, size_t size)
{
    size_t used = 0;
    for (int index = 0; index < HEAD_BYTES; index++) { /* libwebsockets keeps the parts apart */
        int bytes = lws_hdr_fragment_length(wsi, WSI_TOKEN_HTTP_URI_ARGS, index);
        if (bytes <= 0) break;
        if (used + (size_t)bytes + 2 > size) {
            used = 0;
            out[used++] = '?';
            break;
        }
        if (index > 0) out[used++] = '&';
        bytes = lws_hdr_copy_fragment(wsi, out + used, (int)(size - used), WSI_TOKEN_HTTP_URI_ARGS,
                                      index);
        if (bytes > 0) used += (size_t)bytes;
    }
    out[used] = '\0';
    return used;
}

static int take_get(struct felt_net *net, struct lws *wsi, struct net_req *req, const char *path,
                    int otherwise)
{
    char query[HEAD_BYTES + 1];
    felt_net_http_query(wsi, query, sizeof query);
    struct felt_net_answer found = {.status = 200, .type = "text/plain; charset=utf-8"};
    if (!net->calls.get || !net->calls.get(net->calls.self, path, query, &found))
        return felt_net_http_refuse(net, wsi, otherwise);
    bool last = ((const struct caller *)lws_get_opaque_user_data(wsi))->last;
    return felt_net_http_answer(net, wsi, req, &found, false, last) ? 0 : -1;
}

int felt_net_http_request(struct felt_net *net, struct lws *wsi, struct net_req *req,
                          const char *path)
{
    struct caller *caller = lws_get_opaque_user_data(wsi);
    bool again = caller->again;
    net->busy = true;
    caller->again = true;
    caller->bare = has_header(wsi, WSI_TOKEN_HEAD_URI);
    felt_net_caller_heard(net, caller);
    enum felt_net_doubt doubt = felt_net_http_doubt(wsi, path);
    if (doubt == FELT_NET_REFUSED) return felt_net_http_refuse(net, wsi, 400);
    int status = felt_net_http_host(net, wsi);
    if (status) return felt_net_http_refuse(net, wsi, status);
    caller->last = doubt == FELT_NET_DOUBTED;
    if (has_header(wsi, WSI_TOKEN_POST_URI)) return take_post(net, wsi, req, path);
    if (!has_header(wsi, WSI_TOKEN_GET_URI) && !caller->bare)
        return felt_net_http_refuse(net, wsi, 405);
    size_t length;
    if (has_header(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) ||
        (has_header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH) &&
         (read_length(net, wsi, &length) || length > 0)))
        return felt_net_http_refuse(net, wsi, 400);
    if (http_path(net, path) >= 0) return felt_net_http_refuse(net, wsi, 426);
    char file[FILE_PATH_BYTES];
    if (felt_net_file_find(net, path, file)) return felt_net_file_send(net, wsi, file);
    if (net->config.local_path && strcmp(path, net->config.local_path) == 0 &&
        !felt_net_is_local(net, wsi))
        return felt_net_http_refuse(net, wsi, 403);
    int otherwise = 404;
    if (net->calls.request) {
        otherwise = felt_net_request_open(net, wsi, req, path, false, 0);
        if (!otherwise) otherwise = felt_net_request_offer(net, req, !again);
        if (!otherwise) return 0;
        felt_net_request_leave(net, req);
        if (otherwise == 431) return felt_net_http_refuse(net, wsi, otherwise);
    }
    return take_get(net, wsi, req, path, otherwise); /* these are answered even if all is full */
}

/* --- who may become a WebSocket --- */

/* A client behind a proxy is counted from here on; its socket was the proxy's before. */
static bool count_proxied(struct felt_net *net, struct lws *wsi)
{
    struct in6_addr address;
    bool loopback;
    struct caller *caller = lws_get_opaque_user_data(wsi);
    if (!net->config.per_address_max || caller->crowd) return true;
    if (!felt_net_is_proxied(net, wsi)) return true;
    if (!felt_net_client_address(net, wsi, &address, &loopback)) return false;
    caller->crowd = felt_net_crowd_add(net, &address);
    return caller->crowd;
}

static bool has_room(struct felt_net *net, struct lws *wsi, int path)
{
    if (net->stopping || net->path[path].free == 0) return false;
    if (!count_proxied(net, wsi)) return false;
    const struct crowd *crowd = ((const struct caller *)lws_get_opaque_user_data(wsi))->crowd;
    return felt_net_crowd_has_room(crowd, net->config.per_address_max);
}

int felt_net_http_upgrade(struct felt_net *net, struct lws *wsi, const char *to)
{
    char path[PATH_MAX_BYTES];
    int status = felt_net_http_host(net, wsi), which = -1;
    struct caller *caller = lws_get_opaque_user_data(wsi);
    felt_net_caller_heard(net, caller);
    if (status)
        ; /* it does not mean us */
    else if (strcasecmp(to, "websocket") != 0)
        status = 403;
    else if (lws_hdr_copy(wsi, path, sizeof path, WSI_TOKEN_GET_URI) <= 0)
        status = 405;
    else if ((which = strcmp(path, "/") == 0 ? 0 : http_path(net, path)) < 0)
        status = 404; /* whoever forgot the path is welcome too */
    else if (!felt_net_http_is_welcome(net, wsi))
        status = 403;
    else if ((status = felt_net_http_handshake(wsi)) != 0)
        ; /* no WebSocket that we speak */
    else if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_COOKIE) > COOKIE_BYTES)
        status = 431;
    else if (!has_room(net, wsi, which))
        status = 503;
    if (!status) {
        caller->path = (uint8_t)which;
        return 0;
    }
    net->counts.refused++;
    return felt_net_http_refuse(net, wsi, status);
}
