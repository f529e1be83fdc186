/* net_shop.h -- for the tests of HTTP: a server that answers requests, and sockets that send them.
 * Include it behind cmocka.h.
 *
 * A server runs in a thread of its own.  What it does with a request depends on the path: "/now" is
 * answered within the call, "/later" in the next turn of the loop, "/hold" when the test lets go,
 * "/echo" with everything the server knows of the request, "/long/N" with N kilobytes. */
#ifndef FELT_TESTS_NET_SHOP_H
#define FELT_TESTS_NET_SHOP_H

#include "net/parts.h"
#include "net/server.h"
#include "net_raw.h"
#include "os/clock.h"

#include <netinet/tcp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

enum { NUMBERS_MAX = 64, WAIT_MS = 60000, BODY_MAX = 8192 };

/* --- a server that answers --- */

enum fate { FREE, HELD, DUE };

struct shop {
    struct felt_net *net;
    pthread_t thread;
    uint16_t port;
    uint32_t numbers;
    enum fate fate[NUMBERS_MAX];
    char said[NUMBERS_MAX][BODY_MAX + 1];
    atomic_int asked, gone, answered, held;
    atomic_bool release;
};

static inline char *make_body(size_t bytes)
{
    char *body = malloc(bytes + 1);
    for (size_t at = 0; at < bytes; at++) body[at] = (char)('a' + at % 26);
    return body;
}

static inline void answer_text(struct shop *shop, uint32_t number, const char *text)
{
    struct felt_net_answer answer = {.status = 200, .type = "text/plain; charset=utf-8"};
    answer.body = strdup(text);
    answer.bytes = strlen(text);
    atomic_fetch_add(&shop->answered, 1);
    shop->fate[number] = FREE;
    felt_net_reply(shop->net, number, &answer);
}

static inline void answer_echo(struct shop *shop, uint32_t number,
                               const struct felt_net_request *request)
{
    char text[4 * BODY_MAX];
    snprintf(text, sizeof text,
             "%s path[%s] query[%s] type[%s] cookie[%.200s] bearer[%s] agent[%s] address[%s]%s%s%s "
             "%zu body[%s]",
             request->post ? "POST" : "GET", request->path, request->query, request->type,
             request->cookie, request->bearer, request->agent, request->address,
             request->loopback ? " loopback" : "", request->foreign ? " foreign" : "",
             request->secure ? " secure" : "", request->bytes, request->body);
    answer_text(shop, number, text);
}

static inline void answer_headers(struct shop *shop, uint32_t number)
{
    char cookie[] = "felt_session=abc; HttpOnly; Path=/", filename[] = "ada.json";
    char cookie_two[] = "felt_device=def; Path=/";
    struct felt_net_answer answer = {.status = 429,
                                     .type = "application/json",
                                     .body = strdup("{}"),
                                     .bytes = 2,
                                     .cookie = cookie,
                                     .cookie_two = cookie_two,
                                     .retry_s = 17,
                                     .filename = filename};
    atomic_fetch_add(&shop->answered, 1);
    shop->fate[number] = FREE;
    felt_net_reply(shop->net, number, &answer);
    memset(cookie, 'x', sizeof cookie - 1); /* it was copied */
    memset(filename, 'x', sizeof filename - 1);
}

static inline void answer_long(struct shop *shop, uint32_t number, size_t bytes)
{
    struct felt_net_answer answer = {.status = 200, .type = "text/plain", .bytes = bytes};
    answer.body = make_body(bytes);
    atomic_fetch_add(&shop->answered, 1);
    shop->fate[number] = FREE;
    felt_net_reply(shop->net, number, &answer);
}

static inline bool on_request(void *self, uint32_t number, const struct felt_net_request *request)
{
    struct shop *shop = self;
    int kilobytes;
    assert_true(number < shop->numbers);
    assert_int_equal(shop->fate[number], FREE);
    assert_int_equal(strlen(request->query) < HEAD_BYTES, 1);
    assert_int_equal(request->body[request->bytes], '\0');
    if (strcmp(request->path, "/unknown") == 0 || strcmp(request->path, "/metrics") == 0)
        return false;
    atomic_fetch_add(&shop->asked, 1);
    shop->fate[number] = HELD;
    snprintf(shop->said[number], sizeof shop->said[number], "%s", request->body);
    if (strcmp(request->path, "/whole") == 0 && request->bytes > 0)
        assert_string_equal(request->body, "{\"a\":12}");
    if (strcmp(request->path, "/now") == 0)
        answer_text(shop, number, request->body);
    else if (strcmp(request->path, "/later") == 0)
        shop->fate[number] = DUE;
    else if (strcmp(request->path, "/hold") == 0)
        atomic_fetch_add(&shop->held, 1);
    else if (strcmp(request->path, "/headers") == 0)
        answer_headers(shop, number);
    else if (strcmp(request->path, "/empty") == 0)
        answer_long(shop, number, 0);
    else if (sscanf(request->path, "/long/%d", &kilobytes) == 1)
        answer_long(shop, number, (size_t)kilobytes << 10);
    else
        answer_echo(shop, number, request);
    return true;
}

static inline void on_request_gone(void *self, uint32_t number)
{
    struct shop *shop = self;
    assert_int_equal(shop->fate[number], HELD);
    shop->fate[number] = FREE;
    atomic_fetch_add(&shop->gone, 1);
}

static inline int64_t on_turn(void *self)
{
    struct shop *shop = self;
    bool release = atomic_exchange(&shop->release, false);
    for (uint32_t number = 0; number < shop->numbers; number++)
        if (shop->fate[number] == DUE || (release && shop->fate[number] == HELD))
            answer_text(shop, number, shop->said[number]);
    return -1;
}

static inline bool on_get(void *self, const char *path, const char *query,
                          struct felt_net_answer *out)
{
    (void)self;
    (void)query;
    if (strcmp(path, "/metrics") != 0) return false;
    out->body = strdup("metrics");
    out->bytes = 7;
    return true;
}

static inline bool on_open(void *self, uint32_t conn, const struct felt_net_conn_info *info)
{
    struct shop *shop = self;
    char frame[FELT_TRANSPORT_PRE + 256];
    int bytes = snprintf(frame + FELT_TRANSPORT_PRE, 256, "open %s%s [%s] %d%s {%s}", info->address,
                         info->loopback ? " loopback" : "", info->table, info->path,
                         info->secure ? " secure" : "", info->cookie);
    felt_net_send(shop->net, conn, frame + FELT_TRANSPORT_PRE, (size_t)bytes, false);
    return true;
}

static inline void on_text(void *self, uint32_t conn, const char *text, size_t bytes, bool stale)
{
    (void)self, (void)conn, (void)text, (void)bytes, (void)stale;
}

static inline void on_gone(void *self, uint32_t conn)
{
    (void)self, (void)conn;
}

static inline void *serve(void *self)
{
    felt_net_run(((struct shop *)self)->net);
    return NULL;
}

static inline struct felt_net_config usual_config(void)
{
    return (struct felt_net_config){.bind = "127.0.0.1",
                                    .ws = {{.path = "/ws", .connections_max = 1200}},
                                    .per_address_max = 2,
                                    .message_max = 4096,
                                    .queue_soft = 64 << 10,
                                    .queue_max = 256 << 10,
                                    .head_seconds = 60,
                                    .body_max = BODY_MAX,
                                    .requests_max = 8,
                                    .ping_seconds = 20,
                                    .pong_seconds = 20};
}

static inline void shop_open(struct shop *shop, const struct felt_net_config *config)
{
    memset(shop, 0, sizeof *shop);
    shop->numbers = config->requests_max;
    struct felt_net_calls calls = {.self = shop,
                                   .open = on_open,
                                   .text = on_text,
                                   .gone = on_gone,
                                   .get = on_get,
                                   .request = on_request,
                                   .request_gone = on_request_gone,
                                   .turn = on_turn};
    struct felt_complaint complaint = {0};
    if (felt_net_open(config, &calls, &shop->net, &complaint) != FELT_OK)
        fail_msg("%s", complaint.text);
    shop->port = felt_net_port(shop->net);
    assert_int_equal(pthread_create(&shop->thread, NULL, serve, shop), 0);
}

/* Everything that was asked has been answered, or its client was gone. */
static inline void shop_close(struct shop *shop)
{
    felt_net_stop(shop->net);
    pthread_join(shop->thread, NULL);
    felt_net_close(shop->net);
    for (uint32_t number = 0; number < shop->numbers; number++)
        assert_int_equal(shop->fate[number], FREE);
    assert_int_equal(shop->asked, shop->answered + shop->gone);
}

/* --- clients --- */

/* The next answer of a connection: head and body.  Returns its status. */
static inline int read_answer(int raw, char out[RAW_BYTES])
{
    int status = 0, body = 0;
    raw_head(raw, out);
    size_t bytes = strlen(out);
    const char *length = strstr(out, "content-length: ");
    assert_non_null(length);
    sscanf(length, "content-length: %d", &body);
    assert_true(bytes + (size_t)body < RAW_BYTES);
    raw_exactly(raw, out + bytes, (size_t)body);
    out[bytes + (size_t)body] = '\0';
    assert_int_equal(sscanf(out, "HTTP/1.1 %d", &status), 1);
    return status;
}

static inline const char *body_of(const char *answer)
{
    return strstr(answer, "\r\n\r\n") + 4;
}

static inline void expect_body(int raw, int status, const char *body)
{
    char answer[RAW_BYTES];
    int got = read_answer(raw, answer);
    if (got != status || strcmp(body_of(answer), body) != 0)
        fail_msg("not %d %s but %s", status, body, answer);
}

#endif
