/* http_request.c -- see parts.h: requests that the program answers, at once or later.
 *
 * A request is read (READING), given to the program with a number (WAITING), answered by
 * felt_net_reply() (ANSWERED) and written once in every turn of the loop, like the errands of
 * lines; so felt_net_reply() never calls back.  A number is taken when the whole body is here:
 * whoever sends slowly holds a socket and what he has sent, but no number.
 *
 * While a request waits, nothing is read from its connection: libwebsockets would take the next
 * request, sent before the answer to this one, for a mistake and hang up.  Then it does not see
 * either that the client has left; so the kernel is asked for that, by the sweep.  A client that
 * has closed its side only, or wholly, looks the same until something is written to it: it is given
 * twice head_seconds.
 *
 * Requests that are sent without waiting for answers.  What libwebsockets 4.1 has read too much it
 * keeps, and reads the next request from there.  It does that well for a GET.  The body of a POST
 * it then takes from the wrong place, and even from memory that it has freed; so a connection is
 * closed when a POST begins in what was kept (is_kept).  A connection cannot be held as long as
 * something is kept; so a GET that is not the first waits without, and if more is read meanwhile,
 * or comes in while an answer leaves slowly, the loop would not sleep any more: the sweep closes
 * that connection.  Clients that do not wait must expect this (RFC 9112, 9.3.2); no POST is cut off
 * for it once the program has it. */
#include "net/parts.h"

#include "felt/assert.h"
#include "net/socket.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

/* --- the head --- */

/* A header as text that stays with the request; "" if there is none. */
static const char *keep(struct request *request, enum lws_token_indexes token)
{
    int total = lws_hdr_total_length(request->wsi, token);
    char *at = request->texts + request->used;
    size_t room = sizeof request->texts - request->used;
    /* All headers together have less than half of this room: see HEAD_BYTES. */
    if (total <= 0 || lws_hdr_copy(request->wsi, at, (int)room, token) <= 0) return "";
    request->used += strlen(at) + 1;
    felt_assert(request->used < sizeof request->texts);
    return at;
}

static const char *keep_path(struct request *request, const char *path)
{
    char *at = request->texts + request->used;
    size_t bytes = strlen(path) + 1;
    felt_assert(bytes <= HEAD_BYTES);
    memcpy(at, path, bytes);
    request->used += bytes;
    return at;
}

static const char *keep_query(struct request *request)
{
    char *at = request->texts + request->used;
    request->used +=
        felt_net_http_query(request->wsi, at, sizeof request->texts - request->used) + 1;
    return at;
}

static const char *find_bearer(const char *authorization)
{
    static const char scheme[] = "Bearer";
    size_t name = strcspn(authorization, " ");
    if (name != sizeof scheme - 1 || strncasecmp(authorization, scheme, name) != 0) return "";
    const char *token = authorization + name;
    return token + strspn(token, " ");
}

/* For logs and lists: short, and nothing but letters, digits and signs. */
static void keep_agent(struct request *request)
{
    const char *agent = keep(request, WSI_TOKEN_HTTP_USER_AGENT);
    size_t bytes = strnlen(agent, AGENT_BYTES);
    for (size_t index = 0; index < bytes; index++) {
        unsigned char letter = (unsigned char)agent[index];
        request->agent[index] = letter < 0x20 || letter > 0x7e ? '?' : (char)letter;
    }
    request->agent[bytes] = '\0';
}

bool felt_net_http_is_secure(const struct felt_net *net, struct lws *wsi)
{
    static const char name[] = "x-forwarded-proto:";
    char value[16];
    if (lws_is_ssl(wsi)) return true;
    return felt_net_is_proxied(net, wsi) &&
           lws_hdr_custom_copy(wsi, value, sizeof value, name, (int)sizeof name - 1) > 0 &&
           strcasecmp(value, "https") == 0;
}

static void read_head(const struct felt_net *net, struct request *request, const char *path)
{
    struct lws *wsi = request->wsi;
    struct felt_net_request *head = &request->head;
    head->path = keep_path(request, path);
    head->query = keep_query(request);
    head->type = keep(request, WSI_TOKEN_HTTP_CONTENT_TYPE);
    head->cookie = keep(request, WSI_TOKEN_HTTP_COOKIE);
    head->bearer = find_bearer(keep(request, WSI_TOKEN_HTTP_AUTHORIZATION));
    keep_agent(request);
    head->agent = request->agent;
    head->address = request->address;
    head->foreign = felt_net_http_is_foreign(net, wsi);
    head->secure = felt_net_http_is_secure(net, wsi);
}

/* Does libuv look at this socket?  It knows by number whom it looks at; to walk over all handles
 * for every POST, as uv_walk() would, costs the more the more connections there are. */
static bool is_watched(const struct felt_net *net, int socket)
{
    return socket >= 0 && (unsigned int)socket < net->loop.nwatchers &&
           net->loop.watchers[socket] != NULL;
}

/* Does libwebsockets read this request from what it has kept?  It does not say so; but then it does
 * not stop listening to the socket when it is told to. */
static bool is_kept(const struct felt_net *net, struct lws *wsi)
{
    lws_rx_flow_control(wsi, 0);
    bool awake = is_watched(net, lws_get_socket_fd(wsi));
    lws_rx_flow_control(wsi, 1);
    return awake;
}

int felt_net_request_open(struct felt_net *net, struct lws *wsi, struct net_req *req,
                          const char *path, bool post, size_t announced)
{
    struct in6_addr address;
    bool loopback;
    felt_assert(!req->request);
    if (post && is_kept(net, wsi)) return -1;
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_COOKIE) > COOKIE_BYTES) return 431;
    if (!felt_net_client_address(net, wsi, &address, &loopback)) return 503;
    struct request *request = calloc(1, sizeof *request);
    if (!request) return 503;
    request->wsi = wsi;
    request->announced = announced;
    request->deadline = uv_now(&net->loop) + 1000 * (uint64_t)net->config.head_seconds;
    request->head.post = post;
    request->last = ((const struct caller *)lws_get_opaque_user_data(wsi))->last;
    request->head.loopback = loopback;
    felt_net_address_show(&address, request->address);
    read_head(net, request, path);
    req->request = request;
    return 0;
}

/* --- lists --- */

static void list(struct request **first, struct request *request)
{
    felt_assert(!request->at);
    request->next = *first;
    request->at = first;
    if (request->next) request->next->at = &request->next;
    *first = request;
}

/* From the list it is in, if any. */
static void unlist(struct request *request)
{
    if (!request->at) return;
    *request->at = request->next;
    if (request->next) request->next->at = request->at;
    request->next = NULL;
    request->at = NULL;
}

/* --- the body --- */

int felt_net_request_body(struct felt_net *net, struct net_req *req, const char *in, size_t bytes)
{
    struct request *request = req->request;
    if (!request || request->stage != READING) return bytes > 0 ? -1 : 0;
    size_t before = request->head.bytes;
    if (bytes > request->announced - before || uv_now(&net->loop) > request->deadline) return -1;
    char *body = realloc(request->body, before + bytes + 1);
    if (!body) return -1;
    if (bytes > 0) memcpy(body + before, in, bytes);
    body[before + bytes] = '\0';
    request->body = body;
    request->head.bytes = before + bytes;
    return 0;
}

int felt_net_request_complete(struct felt_net *net, struct net_req *req)
{
    struct request *request = req->request;
    if (!request || request->stage != READING) return -1;
    if (request->head.bytes != request->announced) return -1;
    net->busy = true;
    request->stage = READ;
    felt_net_http_hold(request->wsi, req, true);
    list(&net->due, request);
    return 0;
}

/* --- the program --- */

static void free_number(struct felt_net *net, struct request *request)
{
    felt_assert(net->requests[request->number] == request);
    net->requests[request->number] = NULL;
    net->request_numbers[net->request_count++] = request->number;
}

/* Bytes of the connection that were read from the socket; 0: nobody knows. */
static uint64_t count_taken(const struct request *request)
{
    uint64_t received = 0;
    int unread = 0;
    if (!felt_net_socket_count(lws_get_socket_fd(request->wsi), &received, &unread)) return 0;
    return received - (uint64_t)unread;
}

int felt_net_request_offer(struct felt_net *net, struct net_req *req, bool held)
{
    struct request *request = req->request;
    felt_assert(request->stage == READING || request->stage == READ);
    if (net->stopping || net->request_count == 0) return 503;
    request->number = net->request_numbers[--net->request_count];
    net->requests[request->number] = request;
    request->stage = WAITING;
    request->head.body = request->body ? request->body : "";
    lws_set_timeout(request->wsi, NO_PENDING_TIMEOUT, 0);
    if (held)
        felt_net_http_hold(request->wsi, req, true);
    else
        request->taken = count_taken(request);
    bool known = net->calls.request(net->calls.self, request->number, &request->head);
    free(request->body);
    request->body = NULL;
    if (known) return 0;
    felt_assert(request->stage == WAITING); /* who says no must not reply */
    free_number(net, request);
    request->stage = READING;
    felt_net_http_hold(request->wsi, req, false);
    return 404;
}

static char *copy(const char *text)
{
    if (!text) return NULL;
    char *made = strdup(text);
    felt_assert(made);
    return made;
}

void felt_net_reply(struct felt_net *net, uint32_t number, struct felt_net_answer *answer)
{
    felt_assert(number < net->config.requests_max);
    struct request *request = net->requests[number];
    felt_assert(request && request->stage == WAITING);
    felt_assert(answer->status >= 200 && answer->type);
    free_number(net, request);
    request->stage = ANSWERED;
    request->answer = *answer;
    request->answer.cookie = request->cookie = copy(answer->cookie);
    request->answer.cookie_two = request->cookie_two = copy(answer->cookie_two);
    request->answer.filename = request->filename = copy(answer->filename);
    answer->body = NULL;
    list(&net->due, request);
}

/* --- the end --- */

static void free_request(struct request *request)
{
    free(request->body);
    free(request->answer.body);
    free(request->cookie);
    free(request->cookie_two);
    free(request->filename);
    free(request);
}

void felt_net_request_leave(struct felt_net *net, struct net_req *req)
{
    struct request *request = req->request;
    if (!request) return;
    req->request = NULL;
    if (request->stage == WAITING) {
        free_number(net, request);
        net->busy = true;
        net->calls.request_gone(net->calls.self, request->number);
    }
    unlist(request);
    free_request(request);
}

static void hang_up(struct lws *wsi)
{
    lws_set_timeout(wsi, 1, LWS_TO_KILL_SYNC);
}

/* Offers a POST. */
static void offer(struct felt_net *net, struct request *request)
{
    struct lws *wsi = request->wsi;
    unlist(request);
    int status = felt_net_request_offer(net, lws_wsi_user(wsi), true);
    if (!status) return;
    felt_net_http_refuse(net, wsi, status);
    hang_up(wsi);
}

static void write_answer(struct felt_net *net, struct request *request)
{
    struct lws *wsi = request->wsi;
    struct felt_net_answer answer = request->answer; /* the request may be gone before it returns */
    request->answer.body = NULL;
    unlist(request);
    request->stage = SENDING;
    list(&net->sending, request);
    if (!felt_net_http_answer(net, wsi, lws_wsi_user(wsi), &answer, true, request->last))
        hang_up(wsi);
}

bool felt_net_request_errands(struct felt_net *net)
{
    bool any = false;
    /* Each of them leaves the list, and others may leave it meanwhile. */
    for (struct request *request; (request = net->due) != NULL; any = true)
        if (request->stage == READ)
            offer(net, request);
        else
            write_answer(net, request);
    return any;
}

void felt_net_request_track(struct felt_net *net, struct lws *wsi, struct net_req *req)
{
    if (req->request) return;
    struct request *request = calloc(1, sizeof *request);
    if (!request) return;
    request->wsi = wsi;
    request->stage = SENDING;
    list(&net->sending, request);
    req->request = request;
}

static bool has_unread(const struct request *request)
{
    int unread = 0;
    return felt_net_socket_unread(lws_get_socket_fd(request->wsi), &unread) && unread > 0;
}

static bool has_left(const struct felt_net *net, struct request *request)
{
    enum felt_net_peer peer = felt_net_socket_look(lws_get_socket_fd(request->wsi));
    if (peer == FELT_NET_PEER_THERE) return false;
    if (peer == FELT_NET_PEER_GONE) return true;
    uint64_t now = uv_now(&net->loop);
    if (!request->farewell) request->farewell = now;
    return now - request->farewell >= 2000 * (uint64_t)net->config.head_seconds;
}

void felt_net_request_watch(struct felt_net *net)
{
    for (uint32_t number = 0; number < net->config.requests_max; number++) {
        struct request *request = net->requests[number];
        if (!request) continue;
        if (has_left(net, request) || (request->taken && request->taken != count_taken(request)))
            hang_up(request->wsi);
    }
    for (struct request *request = net->sending; request;) {
        struct request *next = request->next;
        if (has_unread(request)) {
            shutdown(lws_get_socket_fd(request->wsi), SHUT_RDWR); /* it would send the rest first */
            hang_up(request->wsi);
        }
        request = next;
    }
}

void felt_net_request_stop(struct felt_net *net)
{
    static const char text[] =
        "{\"error\":{\"code\":\"UNAVAILABLE\",\"message\":\"the server stops\"}}\n";
    for (uint32_t number = 0; number < net->config.requests_max; number++) {
        struct request *request = net->requests[number];
        if (!request) continue;
        net->calls.request_gone(net->calls.self, number);
        struct felt_net_answer answer = {.status = 503, .type = "application/json"};
        answer.body = strdup(text);
        answer.bytes = answer.body ? strlen(text) : 0;
        request->last = true;
        felt_net_reply(net, number, &answer);
    }
}
