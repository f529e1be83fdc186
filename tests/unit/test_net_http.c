/* test_net_http.c -- requests over real sockets: bodies, headers, answers that come later, clients
 * that leave at every stage.
 *
 * A server runs in a thread of its own.  What it does with a request depends on the path: "/now" is
 * answered within the call, "/later" in the next turn of the loop, "/hold" when the test lets go,
 * "/echo" with everything the server knows of the request, "/long/N" with N kilobytes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "os/clock.h"
#include "net/parts.h"
#include "net/server.h"
#include "net_raw.h"

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

static char *make_body(size_t bytes)
{
    char *body = malloc(bytes + 1);
    for (size_t at = 0; at < bytes; at++) body[at] = (char)('a' + at % 26);
    return body;
}

static void answer_text(struct shop *shop, uint32_t number, const char *text)
{
    struct felt_net_answer answer = {.status = 200, .type = "text/plain; charset=utf-8"};
    answer.body = strdup(text);
    answer.bytes = strlen(text);
    atomic_fetch_add(&shop->answered, 1);
    shop->fate[number] = FREE;
    felt_net_reply(shop->net, number, &answer);
}

static void answer_echo(struct shop *shop, uint32_t number, const struct felt_net_request *request)
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

static void answer_headers(struct shop *shop, uint32_t number)
{
    char cookie[] = "felt_session=abc; HttpOnly; Path=/", filename[] = "ada.json";
    struct felt_net_answer answer = {.status = 429,
                                     .type = "application/json",
                                     .body = strdup("{}"),
                                     .bytes = 2,
                                     .cookie = cookie,
                                     .retry_s = 17,
                                     .filename = filename};
    atomic_fetch_add(&shop->answered, 1);
    shop->fate[number] = FREE;
    felt_net_reply(shop->net, number, &answer);
    memset(cookie, 'x', sizeof cookie - 1); /* it was copied */
    memset(filename, 'x', sizeof filename - 1);
}

static void answer_long(struct shop *shop, uint32_t number, size_t bytes)
{
    struct felt_net_answer answer = {.status = 200, .type = "text/plain", .bytes = bytes};
    answer.body = make_body(bytes);
    atomic_fetch_add(&shop->answered, 1);
    shop->fate[number] = FREE;
    felt_net_reply(shop->net, number, &answer);
}

static bool on_request(void *self, uint32_t number, const struct felt_net_request *request)
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

static void on_request_gone(void *self, uint32_t number)
{
    struct shop *shop = self;
    assert_int_equal(shop->fate[number], HELD);
    shop->fate[number] = FREE;
    atomic_fetch_add(&shop->gone, 1);
}

static int64_t on_turn(void *self)
{
    struct shop *shop = self;
    bool release = atomic_exchange(&shop->release, false);
    for (uint32_t number = 0; number < shop->numbers; number++)
        if (shop->fate[number] == DUE || (release && shop->fate[number] == HELD))
            answer_text(shop, number, shop->said[number]);
    return -1;
}

static bool on_get(void *self, const char *path, const char *query, struct felt_net_answer *out)
{
    (void)self;
    (void)query;
    if (strcmp(path, "/metrics") != 0) return false;
    out->body = strdup("metrics");
    out->bytes = 7;
    return true;
}

static bool on_open(void *self, uint32_t line, const struct felt_net_visitor *visitor)
{
    struct shop *shop = self;
    char frame[FELT_NET_PRE + 256];
    int bytes = snprintf(frame + FELT_NET_PRE, 256, "open %s%s [%s] %d%s {%s}", visitor->address,
                         visitor->loopback ? " loopback" : "", visitor->table, visitor->path,
                         visitor->secure ? " secure" : "", visitor->cookie);
    felt_net_send(shop->net, line, frame + FELT_NET_PRE, (size_t)bytes, false);
    return true;
}

static void on_text(void *self, uint32_t line, const char *text, size_t bytes, bool stale)
{
    (void)self, (void)line, (void)text, (void)bytes, (void)stale;
}

static void on_gone(void *self, uint32_t line)
{
    (void)self, (void)line;
}

static void *serve(void *self)
{
    felt_net_run(((struct shop *)self)->net);
    return NULL;
}

static struct felt_net_config usual_config(void)
{
    return (struct felt_net_config){.bind = "127.0.0.1",
                                    .ws = {{"/ws", 1200}},
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

static void shop_open(struct shop *shop, const struct felt_net_config *config)
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
static void shop_close(struct shop *shop)
{
    felt_net_stop(shop->net);
    pthread_join(shop->thread, NULL);
    felt_net_close(shop->net);
    for (uint32_t number = 0; number < shop->numbers; number++)
        assert_int_equal(shop->fate[number], FREE);
    assert_int_equal(shop->asked, shop->answered + shop->gone);
}

static void let_go(struct shop *shop)
{
    atomic_store(&shop->release, true);
    felt_net_wake(shop->net);
}

static void await(atomic_int *counter, int value)
{
    for (int round = 0; round < WAIT_MS; round++) {
        if (atomic_load(counter) >= value) return;
        usleep(1000);
    }
    fail_msg("counter %d, not %d", atomic_load(counter), value);
}

/* --- clients --- */

/* The next answer of a connection: head and body.  Returns its status. */
static int read_answer(int raw, char out[RAW_BYTES])
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

static const char *body_of(const char *answer)
{
    return strstr(answer, "\r\n\r\n") + 4;
}

static size_t make_post(char out[RAW_BYTES * 2], const char *path, const char *header,
                        const char *body)
{
    return (size_t)snprintf(
        out, RAW_BYTES * 2,
        "POST %s HTTP/1.1\r\nHost: localhost\r\n%sContent-Length: %zu\r\n\r\n%s", path, header,
        strlen(body), body);
}

static void send_post(int raw, const char *path, const char *header, const char *body)
{
    char text[RAW_BYTES * 2];
    raw_write(raw, text, make_post(text, path, header, body));
}

static void expect_body(int raw, int status, const char *body)
{
    char answer[RAW_BYTES];
    int got = read_answer(raw, answer);
    if (got != status || strcmp(body_of(answer), body) != 0)
        fail_msg("not %d %s but %s", status, body, answer);
}

/* --- what the program gets --- */

static void net_http_request_is_handed_over(void **state)
{
    (void)state;
    static const struct {
        const char *request, *contains;
    } cases[] = {
        {"GET /echo HTTP/1.1\r\nHost: a\r\n\r\n",
         "GET path[/echo] query[] type[] cookie[] bearer[] agent[] address[127.0.0.1] loopback 0 "
         "body[]"},
        {"GET /echo?a=1&b=2 HTTP/1.1\r\nHost: a\r\n\r\n", "query[a=1&b=2]"},
        {"POST /echo HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n"
         "\r\n{}",
         "POST path[/echo] query[] type[application/json]"},
        {"POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n", " 0 body[]"},
        {"POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 007\r\n\r\n1234567",
         " 7 body[1234567]"},
        {"GET /echo HTTP/1.1\r\nHost: a\r\nCookie: a=b; felt_session=x\r\n\r\n",
         "cookie[a=b; felt_session=x]"},
        {"GET /echo HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer abc-_9\r\n\r\n", "bearer[abc-_9]"},
        {"GET /echo HTTP/1.1\r\nHost: a\r\nAuthorization: bearer abc\r\n\r\n", "bearer[abc]"},
        {"GET /echo HTTP/1.1\r\nHost: a\r\nAuthorization: Basic abc\r\n\r\n", "bearer[]"},
        {"GET /echo HTTP/1.1\r\nHost: a\r\nUser-Agent: M\xc3\xa4x\t1\r\n\r\n", "agent[M??x?1]"},
        {"GET /echo HTTP/1.1\r\nHost: a\r\nOrigin: http://a\r\n\r\n", " loopback 0"},
        {"GET /echo HTTP/1.1\r\nHost: a\r\nOrigin: https://A\r\n\r\n", " loopback 0"},
        {"GET /echo HTTP/1.1\r\nHost: a\r\nOrigin: http://a:81\r\n\r\n", " foreign"},
        {"GET /echo HTTP/1.1\r\nHost: a\r\nOrigin: http://evil.example\r\n\r\n", " foreign"},
        {"GET /echo HTTP/1.1\r\nHost: a\r\nOrigin: null\r\n\r\n", " foreign"},
        {"GET /echo HTTP/1.1\r\nOrigin: http://a\r\n\r\n", " foreign"},
        {"GET /echo HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 192.0.2.1\r\n"
         "X-Forwarded-Proto: https\r\n\r\n",
         "address[127.0.0.1] loopback 0"},
        {"GET /echo%20x HTTP/1.1\r\nHost: a\r\n\r\n", "path[/echo x]"},
    };
    struct shop shop;
    struct felt_net_config config = usual_config();
    shop_open(&shop, &config);
    for (size_t index = 0; index < sizeof cases / sizeof cases[0]; index++) {
        char answer[RAW_BYTES];
        raw_ask(shop.port, cases[index].request, answer);
        if (strncmp(answer, "HTTP/1.1 200", 12) != 0 || !strstr(answer, cases[index].contains))
            fail_msg("%s\n gives %s", cases[index].request, answer);
        if (strstr(cases[index].contains, "loopback 0")) assert_null(strstr(answer, " foreign"));
    }
    shop_close(&shop);
}

static void net_http_long_agent_is_cut(void **state)
{
    (void)state;
    struct shop shop;
    struct felt_net_config config = usual_config();
    char name[301], request[512], answer[RAW_BYTES];
    shop_open(&shop, &config);
    memset(name, 'n', 300);
    name[300] = '\0';
    snprintf(request, sizeof request, "GET /echo HTTP/1.1\r\nHost: a\r\nUser-Agent: %s\r\n\r\n",
             name);
    raw_ask(shop.port, request, answer);
    const char *agent = strstr(answer, "agent[");
    assert_non_null(agent);
    assert_int_equal(strspn(agent + 6, "n"), AGENT_BYTES);
    shop_close(&shop);
}

/* Each is answered with its status and not given to the program. */
static void net_http_bad_requests_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *request, *status, *contains;
    } cases[] = {
        {"POST /echo HTTP/1.1\r\nHost: a\r\n\r\n", "411", "NO_LENGTH"},
        {"POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "411",
         ""},
        {"POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n"
         "{}",
         "411", ""},
        {"POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 8193\r\n\r\n", "413", "TOO_LARGE"},
        {"POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999999\r\n\r\n", "413",
         "TOO_LARGE"},
        {"POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", "400", ""},
        {"POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: +2\r\n\r\n{}", "400", ""},
        {"POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 0x2\r\n\r\n{}", "400", ""},
        {"POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 2, 2\r\n\r\n{}", "400", ""},
        {"POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
         "400", ""},
        {"POST /unknown HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}", "404", "NOT_FOUND"},
        {"POST /ws HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}", "405",
         "allow: GET, HEAD, POST"},
        {"GET /unknown HTTP/1.1\r\nHost: a\r\n\r\n", "404", "not found"},
        {"GET /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}", "400", ""},
        {"GET /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "400", ""},
        {"PUT /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}", "405", ""},
        {"DELETE /echo HTTP/1.1\r\nHost: a\r\n\r\n", "405", ""},
    };
    struct shop shop;
    struct felt_net_config config = usual_config();
    shop_open(&shop, &config);
    for (size_t index = 0; index < sizeof cases / sizeof cases[0]; index++) {
        char answer[RAW_BYTES];
        raw_ask(shop.port, cases[index].request, answer);
        if (strncmp(answer + 9, cases[index].status, 3) != 0 ||
            !strstr(answer, cases[index].contains) || !strstr(answer, "connection: close"))
            fail_msg("%s\n gives %s", cases[index].request, answer);
    }
    assert_int_equal(shop.asked, 0);
    shop_close(&shop);
}

/* Lines that somebody before us could read as the length of a body: whatever follows such a head is
 * not taken for a request, and is the head refused too if `status` says so. */
static void net_http_doubtful_heads_end_the_line(void **state)
{
    (void)state;
    static const struct {
        const char *line, *status;
    } cases[] = {
        {"Content-Length : 33", "400"},
        {"Content-Length\t: 33", "400"},
        {" Content-Length: 33", "400"},
        {"\tContent-Length: 33", "400"},
        {"\rContent-Length: 33", "400"},
        {"Content-Length: \x0b"
         "33",
         "400"},
        {"Content_Length: 33", "400"},
        {"X-Content-Length: 33", "400"},
        {"Content-Length\x01: 33", "400"},
        {"Transfer-Encoding : chunked", "400"},
        {"Transfer-Encoding:\x0b"
         "chunked",
         "400"},
        {"transfer-encoding\t: chunked", "400"},
        {"Q: a\rContent-Length: 33", "400"},
        {"Q: a\r\n Content-Length: 33", "400"},
        {"Q: a\r\n b", "400"},
        {"Q Z: a", "400"},
        {"X: a", "400"}, /* to libwebsockets the next line is a part of its name */
        {"If: a\r\nContent-Length: 33", "400"},
        {": a", "400"},
        {"Q: a\x01", "400"},
        {"Cookie: a\x7f", "400"},
        {"Q: b\r\nQ: d\r\nContent-Length : 33\r\nQ: f", "400"},
        {"Cookie: a\r\nCookie: b\r\nCookie: c\r\nContent-Length : 33\r\nAccept: f", "400"},
        {"Accept:\r\nContent-Length : 33", "400"},
        {"Content-Length: ", "200"},
        {"Content-Length:", "200"},
        {"Transfer-Encoding:", "200"},
        {"Q: b\r\nAccept:\r\nQ: b", "200"},
    };
    static const char *const paths[] = {"/now", "/later?a=b&c", "/metrics?x=1&&y="};
    struct shop shop;
    struct felt_net_config config = usual_config();
    shop_open(&shop, &config);
    for (size_t index = 0; index < 3 * sizeof cases / sizeof cases[0]; index++) {
        char text[RAW_BYTES], answer[RAW_BYTES], rest[512];
        int raw = raw_connect(shop.port);
        int bytes = snprintf(text, sizeof text,
                             "GET %s HTTP/1.1\r\nHost: h\r\nA-Header: of ours\r\n%s\r\nQ: z\r\n\r\n"
                             "GET /now HTTP/1.1\r\nHost: h\r\n\r\n",
                             paths[index % 3], cases[index / 3].line);
        raw_write(raw, text, (size_t)bytes);
        read_answer(raw, answer);
        if (strncmp(answer + 9, cases[index / 3].status, 3) != 0 ||
            !strstr(answer, "connection: close"))
            fail_msg("%s\n gives %s", text, answer);
        raw_expect_end(raw, rest, sizeof rest);
        close(raw);
    }
    shop_close(&shop);
}

static void expect_good(int raw, const char *request)
{
    char answer[RAW_BYTES];
    if (read_answer(raw, answer) != 200 || strstr(answer, "connection: close"))
        fail_msg("%s\n gives %s", request, answer);
}

/* Headers that libwebsockets does not know, of all lengths, are no reason to refuse anybody. */
static void net_http_usual_heads_are_believed(void **state)
{
    (void)state;
    static const char *const heads[] = {
        "",
        "Host: h\r\n",
        "X-Nothing:\r\n",
        "Sec-CH-Prefers-Reduced-Transparency: \"x\"\r\nSec-Fetch-Mode: cors\r\nHost: h\r\n",
        "Accept: */*\r\nAccept-Language: de,en;q=0.5\r\nUpgrade-Insecure-Requests: 1\r\nDNT: 1\r\n",
        "Cookie: a=1\r\nCookie: b=2\r\nX-Request-Id: 0123456789abcdef\r\nCookie: c=3\r\n",
        "X-Tab: a\tb\r\nX-Late: \t blank \r\nX-Colon: a: b: c\r\n",
        "Forwarded: for=\"[2001:db8::1]:80\";proto=https\r\nVia: 1.1 a\r\nX-Real-IP: 192.0.2.1\r\n",
        "X-M\x21#$%&'*+-.^_`|~9: odd\r\nUser-Agent: M\xc3\xa4x\r\n",
    };
    static const char *const paths[] = {"/now", "/now?", "/now?a=1&&b=%01&c", "/a/../now"};
    struct shop shop;
    struct felt_net_config config = usual_config();
    char text[RAW_BYTES], value[4001];
    shop_open(&shop, &config);
    int raw = raw_connect(shop.port);
    for (size_t index = 0; index < 4 * sizeof heads / sizeof heads[0]; index++) {
        int bytes = snprintf(text, sizeof text, "GET %s HTTP/1.1\r\n%s\r\n", paths[index % 4],
                             heads[index / 4]);
        raw_write(raw, text, (size_t)bytes);
        expect_good(raw, text);
    }
    for (size_t length = 0; length < 600; length = length < 300 ? length + 7 : length + 97) {
        memset(value, 'v', length);
        value[length] = '\0';
        int bytes = snprintf(text, sizeof text, "GET /now HTTP/1.1\r\nQ%s: %s\r\nY: %s\r\n\r\n",
                             value, value + length / 3, value);
        raw_write(raw, text, (size_t)bytes);
        expect_good(raw, text);
    }
    close(raw);
    shop_close(&shop);
}

/* HEAD is GET without the body, and the connection goes on. */
static void net_http_head_has_no_body(void **state)
{
    (void)state;
    static const struct {
        const char *path, *status, *length;
        bool closes;
    } cases[] = {{"/metrics", "200", "content-length: 7\r\n", false},
                 {"/long/3", "200", "content-length: 3072\r\n", false},
                 {"/later", "200", "content-length: 0\r\n", false},
                 {"/echo", "200", "content-length: ", false},
                 {"/unknown", "404", "content-length: 10\r\n", true}};
    struct shop shop;
    struct felt_net_config config = usual_config();
    char text[256], answer[RAW_BYTES];
    shop_open(&shop, &config);
    int raw = raw_connect(shop.port);
    for (size_t index = 0; index < sizeof cases / sizeof cases[0]; index++) {
        int bytes =
            snprintf(text, sizeof text, "HEAD %s HTTP/1.1\r\nHost: a\r\n\r\n", cases[index].path);
        raw_write(raw, text, (size_t)bytes);
        raw_head(raw, answer);
        assert_memory_equal(answer + 9, cases[index].status, 3);
        assert_non_null(strstr(answer, cases[index].length));
        if (!cases[index].closes) continue;
        assert_int_equal(recv(raw, text, sizeof text, 0), 0);
    }
    close(raw);
    shop_close(&shop);
}

static void net_http_large_cookie_is_431(void **state)
{
    (void)state;
    struct shop shop;
    struct felt_net_config config = usual_config();
    char value[COOKIE_BYTES + 2], request[RAW_BYTES], answer[RAW_BYTES];
    shop_open(&shop, &config);
    for (int bytes = COOKIE_BYTES; bytes <= COOKIE_BYTES + 1; bytes++) {
        memset(value, 'c', (size_t)bytes);
        value[bytes] = '\0';
        snprintf(request, sizeof request, "GET /echo HTTP/1.1\r\nHost: a\r\nCookie: %s\r\n\r\n",
                 value);
        raw_ask(shop.port, request, answer);
        assert_memory_equal(answer + 9, bytes > COOKIE_BYTES ? "431" : "200", 3);
    }
    shop_close(&shop);
}

static void net_http_without_bodies_post_is_405(void **state)
{
    (void)state;
    struct shop shop;
    struct felt_net_config config = usual_config();
    char answer[RAW_BYTES];
    config.body_max = 0;
    shop_open(&shop, &config);
    raw_ask(shop.port, "POST /now HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi", answer);
    assert_memory_equal(answer + 9, "405", 3);
    assert_non_null(strstr(answer, "allow: GET, HEAD\r\n"));
    shop_close(&shop);
}

/* --- answers --- */

static void net_http_answer_has_its_headers(void **state)
{
    (void)state;
    static const char *const headers[] = {
        "HTTP/1.1 429 ",
        "\r\nset-cookie: felt_session=abc; HttpOnly; Path=/\r\n",
        "\r\nretry-after: 17\r\n",
        "\r\ncontent-disposition: attachment; filename=\"ada.json\"\r\n",
        "\r\ncache-control: no-store\r\n",
        "\r\nx-content-type-options: nosniff\r\n",
        "\r\nreferrer-policy: no-referrer\r\n",
        "\r\nx-frame-options: DENY\r\n",
        "\r\ncontent-security-policy: default-src 'none'; frame-ancestors 'none'\r\n",
        "\r\ncontent-type: application/json\r\n",
        "\r\ncontent-length: 2\r\n",
        "\r\n\r\n{}",
    };
    struct shop shop;
    struct felt_net_config config = usual_config();
    char answer[RAW_BYTES];
    shop_open(&shop, &config);
    raw_ask(shop.port, "GET /headers HTTP/1.1\r\nHost: a\r\n\r\n", answer);
    for (size_t index = 0; index < sizeof headers / sizeof headers[0]; index++)
        if (!strstr(answer, headers[index])) fail_msg("no %s in %s", headers[index], answer);
    raw_ask(shop.port, "GET /echo HTTP/1.1\r\nHost: a\r\n\r\n", answer);
    assert_null(strstr(answer, "set-cookie"));
    assert_null(strstr(answer, "retry-after"));
    assert_null(strstr(answer, "content-disposition"));
    raw_ask(shop.port, "GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n", answer);
    assert_null(strstr(answer, "content-security-policy")); /* not of the API */
    shop_close(&shop);
}

static void net_http_connection_is_used_again(void **state)
{
    (void)state;
    static const char *const paths[] = {"/now", "/later"};
    struct shop shop;
    struct felt_net_config config = usual_config();
    config.requests_max = 1; /* the number is free again each time */
    shop_open(&shop, &config);
    int raw = raw_connect(shop.port);
    for (int round = 0; round < 200; round++) {
        char body[32];
        snprintf(body, sizeof body, "round %d", round);
        send_post(raw, paths[round % 2], "", body);
        expect_body(raw, 200, body);
        if (round % 10) continue;
        static const char get[] = "GET /empty HTTP/1.1\r\nHost: a\r\n\r\n";
        raw_write(raw, get, sizeof get - 1);
        expect_body(raw, 200, "");
    }
    close(raw);
    shop_close(&shop);
}

static void net_http_old_client_is_closed_after_its_answer(void **state)
{
    (void)state;
    struct shop shop;
    struct felt_net_config config = usual_config();
    char rest[64];
    shop_open(&shop, &config);
    static const char *const requests[] = {
        "POST /later HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 2\r\n\r\nhi",
        "POST /later HTTP/1.0\r\nContent-Length: 2\r\n\r\nhi"};
    for (int index = 0; index < 2; index++) {
        int raw = raw_connect(shop.port);
        raw_write(raw, requests[index], strlen(requests[index]));
        char answer[RAW_BYTES];
        raw_head(raw, answer);
        raw_exactly(raw, rest, 2);
        assert_memory_equal(rest, "hi", 2);
        raw_expect_end(raw, rest, sizeof rest);
        close(raw);
    }
    shop_close(&shop);
}

static void net_http_long_answer_waits_for_its_reader(void **state)
{
    (void)state;
    enum { BYTES = 6000 << 10, PIECE = 100000 };
    static const char ask[] = "GET /long/6000 HTTP/1.1\r\nHost: a\r\n\r\n";
    struct shop shop;
    struct felt_net_config config = usual_config();
    char head[RAW_BYTES], answer[RAW_BYTES];
    shop_open(&shop, &config);
    int raw = raw_connect(shop.port);
    raw_write(raw, ask, sizeof ask - 1);
    raw_head(raw, head);
    assert_non_null(strstr(head, "content-length: 6144000\r\n"));
    char *piece = malloc(PIECE);
    for (size_t at = 0; at < BYTES;) {
        size_t bytes = BYTES - at < PIECE ? BYTES - at : PIECE;
        raw_exactly(raw, piece, bytes);
        for (size_t index = 0; index < bytes; index++)
            if (piece[index] != (char)('a' + (at + index) % 26)) fail_msg("wrong at %zu", at);
        if (at / PIECE % 8 == 0) { /* others are served meanwhile */
            usleep(2000);
            raw_ask(shop.port, "GET /now HTTP/1.1\r\nHost: a\r\n\r\n", answer);
        }
        at += bytes;
    }
    free(piece);
    send_post(raw, "/now", "", "and on");
    expect_body(raw, 200, "and on");
    close(raw);
    int silent = raw_connect(shop.port); /* one who never reads does not hinder the end */
    raw_write(silent, ask, sizeof ask - 1);
    raw_head(silent, head);
    shop_close(&shop);
    close(silent);
}

/* --- how requests arrive --- */

static void net_http_request_comes_byte_by_byte(void **state)
{
    (void)state;
    struct shop shop;
    struct felt_net_config config = usual_config();
    shop_open(&shop, &config);
    char text[RAW_BYTES * 2];
    size_t bytes = make_post(text, "/echo?x=1", "Cookie: a=b\r\n", "{\"slowly\":true}");
    for (int round = 0; round < 2; round++) {
        int raw = raw_connect(shop.port), on = 1;
        setsockopt(raw, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        for (size_t at = 0; at < bytes; at++) {
            raw_write(raw, text + at, 1);
            usleep(round ? 500 : 0);
        }
        char answer[RAW_BYTES];
        assert_int_equal(read_answer(raw, answer), 200);
        assert_non_null(strstr(answer, "query[x=1]"));
        assert_non_null(strstr(answer, "cookie[a=b]"));
        assert_non_null(strstr(answer, " 15 body[{\"slowly\":true}]"));
        close(raw);
    }
    shop_close(&shop);
}

static void net_http_largest_body_is_whole(void **state)
{
    (void)state;
    struct shop shop;
    struct felt_net_config config = usual_config();
    shop_open(&shop, &config);
    static const int sizes[] = {1, 511, 512, 513, 3900, 4095, 4096, 4097, 6000};
    int raw = raw_connect(shop.port);
    for (size_t index = 0; index < sizeof sizes / sizeof sizes[0]; index++) {
        char *body = make_body((size_t)sizes[index]);
        body[sizes[index]] = '\0';
        send_post(raw, index % 2 ? "/now" : "/later", "", body);
        expect_body(raw, 200, body);
        free(body);
    }
    close(raw);
    shop_close(&shop);
}

/* A GET behind anything is answered in its turn, before or after it could be read. */
static void net_http_pipelined_requests_are_answered_in_order(void **state)
{
    (void)state;
    static const char get[] = "GET /now HTTP/1.1\r\nHost: a\r\n\r\n",
                      metrics[] = "GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n";
    struct shop shop;
    struct felt_net_config config = usual_config();
    char text[RAW_BYTES * 2];
    shop_open(&shop, &config);
    int raw = raw_connect(shop.port);
    size_t bytes = make_post(text, "/hold", "", "first");
    memcpy(text + bytes, get, sizeof get);
    raw_write(raw, text, strlen(text)); /* in one piece */
    await(&shop.held, 1);
    let_go(&shop);
    expect_body(raw, 200, "first");
    expect_body(raw, 200, "");
    send_post(raw, "/hold", "", "second"); /* one after the other */
    await(&shop.held, 2);
    send_post(raw, "/later", "", "third");
    usleep(20000);
    assert_int_equal(shop.asked, 3);
    let_go(&shop);
    expect_body(raw, 200, "second");
    expect_body(raw, 200, "third");
    for (int round = 0; round < 5; round++) raw_write(raw, metrics, sizeof metrics - 1);
    for (int round = 0; round < 5; round++) expect_body(raw, 200, "metrics");
    close(raw);
    shop_close(&shop);
}

/* libwebsockets would give us a part of its head as its body, or worse: the line is closed. */
static void net_http_pipelined_post_is_never_mistaken(void **state)
{
    (void)state;
    struct shop shop;
    struct felt_net_config config = usual_config();
    char text[RAW_BYTES * 4], rest[512];
    shop_open(&shop, &config);
    for (int cut = 0; cut < 3; cut++) {
        int raw = raw_connect(shop.port);
        size_t bytes = make_post(text, "/now", "", "first");
        bytes += make_post(text + bytes, "/now", "", cut == 1 ? "" : "{\"second\":1}");
        if (cut == 2) bytes -= 5; /* a part of its body comes later */
        raw_write(raw, text, bytes);
        expect_body(raw, 200, "first");
        usleep(5000);
        if (cut == 2) send(raw, text + bytes, 5, MSG_NOSIGNAL);
        raw_expect_end(raw, rest, sizeof rest);
        close(raw);
        raw_ask(shop.port, "GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n", text);
    }
    assert_int_equal(shop.asked, 3);
    shop_close(&shop);
}

/* The same if the end of the body comes so late that libwebsockets seems to have all of it. */
static void net_http_pipelined_post_in_parts_is_never_mistaken(void **state)
{
    (void)state;
    enum { BODY = 600, EARLY = 5 };
    struct shop shop;
    struct felt_net_config config = usual_config();
    char text[RAW_BYTES * 4], rest[512], *body = make_body(BODY);
    body[BODY] = '\0';
    shop_open(&shop, &config);
    int raw = raw_connect(shop.port);
    size_t first = make_post(text, "/now", "", "first");
    size_t bytes = make_post(text + first, "/now", "", body) - BODY + EARLY;
    raw_write(raw, text, first + bytes);
    expect_body(raw, 200, "first");
    usleep(5000);
    send(raw, text + first + bytes, BODY - bytes, MSG_NOSIGNAL);
    raw_expect_end(raw, rest, sizeof rest);
    assert_int_equal(shop.asked, 1);
    close(raw);
    free(body);
    shop_close(&shop);
}

/* Requests of all kinds, one behind the other, cut anywhere: whatever is answered is right, and the
 * program sees no body that was not sent. */
static void net_http_random_pieces_hurt_nobody(void **state)
{
    (void)state;
    static const char *const kinds[] = {
        "GET /now HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /later HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n",
        "GET /long/40 HTTP/1.1\r\nHost: a\r\n\r\n",
        "POST /whole HTTP/1.1\r\nHost: a\r\nContent-Length: 8\r\n\r\n{\"a\":12}",
        "POST /whole HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n",
    };
    enum { KINDS = sizeof kinds / sizeof kinds[0], MOST = 6 };
    int rounds = getenv("FELT_TEST_QUICK") ? 150 : 400;
    struct shop shop;
    struct felt_net_config config = usual_config();
    uint32_t seed = 12345;
    char text[4096], answer[RAW_BYTES];
    shop_open(&shop, &config);
    for (int round = 0; round < rounds; round++) {
        size_t bytes = 0;
        for (int index = 0; index < MOST; index++) {
            seed = seed * 1664525 + 1013904223;
            bytes += (size_t)snprintf(text + bytes, sizeof text - bytes, "%s",
                                      kinds[(seed >> 16) % KINDS]);
        }
        int raw = raw_connect(shop.port);
        for (size_t at = 0; at < bytes;) {
            seed = seed * 1664525 + 1013904223;
            size_t piece = 1 + (seed >> 16) % 200;
            if (piece > bytes - at) piece = bytes - at;
            if (send(raw, text + at, piece, MSG_NOSIGNAL) < 0) break;
            at += piece;
            if (seed & 1 << 12) usleep(300);
            while (recv(raw, answer, sizeof answer, MSG_DONTWAIT) > 0) {
            }
        }
        close(raw);
    }
    raw_ask(shop.port, "GET /now HTTP/1.1\r\nHost: a\r\n\r\n", answer);
    assert_memory_equal(answer + 9, "200", 3);
    shop_close(&shop);
}

/* The loop sleeps although somebody sends what cannot be read yet. */
static void net_http_impatient_client_does_not_keep_us_awake(void **state)
{
    (void)state;
    static const char gets[] = "GET /hold HTTP/1.1\r\nHost: a\r\n\r\nGET /hold HTTP/1.1\r\nHost: "
                               "a\r\n\r\n",
                      ask[] = "GET /long/9000 HTTP/1.1\r\nHost: a\r\n\r\n";
    struct shop shop;
    struct felt_net_config config = usual_config();
    char head[RAW_BYTES];
    shop_open(&shop, &config);
    int patient = raw_connect(shop.port), raw = raw_connect(shop.port);
    send_post(patient, "/hold", "", "x");
    await(&shop.held, 1);
    send_post(patient, "/hold", "", "y");
    raw_write(raw, ask, sizeof ask - 1);
    raw_head(raw, head);
    raw_write(raw, gets, sizeof gets - 1);
    usleep(400000);
    int64_t used = INT64_MAX;
    for (int round = 0; used > 20000 && round < WAIT_MS / 200; round++) { /* until it sleeps */
        int64_t before = felt_clock_cpu_us();                             /* as we do */
        usleep(200000);
        used = felt_clock_cpu_us() - before;
    }
    assert_in_range(used, 0, 20000);
    close(raw);
    let_go(&shop);
    expect_body(patient, 200, "x");
    await(&shop.held, 2);
    let_go(&shop);
    expect_body(patient, 200, "y");
    close(patient);
    shop_close(&shop);
}

static void net_http_body_is_shorter_or_longer_than_announced(void **state)
{
    (void)state;
    struct shop shop;
    struct felt_net_config config = usual_config();
    char rest[512];
    config.head_seconds = 3;
    shop_open(&shop, &config);
    static const char shorter[] = "POST /now HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nshort",
                      longer[] = "POST /now HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nlonger";
    int raw = raw_connect(shop.port), trickle = raw_connect(shop.port);
    raw_write(raw, shorter, sizeof shorter - 1);
    raw_write(trickle, "POST /now HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\n", 52);
    int second = raw_connect(shop.port);
    raw_write(second, longer, sizeof longer - 1);
    expect_body(second, 200, "lon");
    int round = 0;
    for (; round < WAIT_MS / 100; round++) { /* a byte now and then does not help either */
        usleep(100000);
        if (send(trickle, "t", 1, MSG_NOSIGNAL) < 0) break;
    }
    assert_true(round < WAIT_MS / 100);
    raw_expect_end(trickle, rest, sizeof rest);
    raw_expect_end(raw, rest, sizeof rest);
    raw_expect_end(second, rest, sizeof rest); /* "ger" is no request */
    assert_int_equal(shop.asked, 1);
    close(raw);
    close(second);
    close(trickle);
    shop_close(&shop);
}

/* The refusal reaches a client that is still sending. */
static void net_http_too_long_body_is_413_at_once(void **state)
{
    (void)state;
    struct shop shop;
    struct felt_net_config config = usual_config();
    char answer[RAW_BYTES], *body = make_body(1 << 20);
    shop_open(&shop, &config);
    static const char head[] = "POST /now HTTP/1.1\r\nHost: a\r\nContent-Length: 1048576\r\n\r\n";
    int raw = raw_connect(shop.port);
    raw_write(raw, head, sizeof head - 1);
    assert_int_equal(read_answer(raw, answer), 413);
    close(raw);
    raw = raw_connect(shop.port);
    static const char expect[] = "POST /now HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n"
                                 "Content-Length: 2\r\n\r\n";
    raw_write(raw, expect, sizeof expect - 1);
    raw_head(raw, answer);
    assert_memory_equal(answer, "HTTP/1.1 100 ", 13);
    raw_write(raw, "hi", 2);
    expect_body(raw, 200, "hi");
    close(raw);
    free(body);
    shop_close(&shop);
}

static void net_http_hostile_heads_hurt_nobody(void **state)
{
    (void)state;
    enum { BOMB = 60000 };
    struct shop shop;
    struct felt_net_config config = usual_config();
    char answer[RAW_BYTES], *bomb = malloc(BOMB);
    shop_open(&shop, &config);
    for (int kind = 0; kind < 5; kind++) {
        int raw = raw_connect(shop.port);
        size_t at = (size_t)snprintf(bomb, BOMB, "%s",
                                     kind == 0   ? "GET /echo?"
                                     : kind == 1 ? "GET /echo HTTP/1.1\r\nX: "
                                     : kind == 2 ? "POST /"
                                     : kind == 3 ? "GET /echo HTTP/1.1\r\n"
                                                 : "GET /echo HTTP/1.1\r\nCookie: ");
        while (at < BOMB - 64)
            at += (size_t)snprintf(bomb + at, BOMB - at, "%s",
                                   kind == 3 ? "X-Forwarded-For: 1\r\n" : "aaaaaaaaaaaaaaaa");
        at += (size_t)snprintf(bomb + at, BOMB - at, "%s", "\r\n\r\n");
        send(raw, bomb, at, MSG_NOSIGNAL);
        while (recv(raw, answer, sizeof answer, 0) > 0) {
        }
        close(raw);
    }
    free(bomb);
    static const struct {
        const char *text;
        size_t bytes;
    } rows[] = {
        {"GET /ec\0ho HTTP/1.1\r\nHost: a\r\n\r\n", 33},
        {"GET /%00echo HTTP/1.1\r\nHost: a\r\n\r\n", 34},
        {"GET /echo%00 HTTP/1.1\r\nHost: a\r\n\r\n", 34},
        {"GET /echo?a=%00b HTTP/1.1\r\nHost: a\r\n\r\n", 38},
        {"GET /echo%0d%0aSet-Cookie:x HTTP/1.1\r\nHost: a\r\n\r\n", 49},
        {"GET /echo HTTP/1.1\r\nHost: a\r\nCookie: a\0b\r\n\r\n", 44},
    };
    for (size_t index = 0; index < sizeof rows / sizeof rows[0]; index++) {
        int raw = raw_connect(shop.port);
        raw_write(raw, rows[index].text, rows[index].bytes);
        shutdown(raw, SHUT_WR);
        while (recv(raw, answer, sizeof answer, 0) > 0) {
        }
        close(raw);
    }
    raw_ask(shop.port, "GET /echo HTTP/1.1\r\nHost: a\r\n\r\n", answer);
    assert_memory_equal(answer + 9, "200", 3);
    shop_close(&shop);
}

/* The longest query that a head has room for arrives whole. */
static void net_http_long_query_is_whole(void **state)
{
    (void)state;
    struct shop shop;
    struct felt_net_config config = usual_config();
    char query[3001], request[4096], answer[RAW_BYTES];
    shop_open(&shop, &config);
    memset(query, 'q', 3000);
    query[3000] = '\0';
    snprintf(request, sizeof request, "GET /echo?%s HTTP/1.1\r\nHost: a\r\n\r\n", query);
    raw_ask(shop.port, request, answer);
    const char *got = strstr(answer, "query[");
    assert_non_null(got);
    assert_int_equal(strspn(got + 6, "q"), 3000);
    shop_close(&shop);
}

/* --- numbers --- */

static void net_http_full_is_503(void **state)
{
    (void)state;
    enum { MOST = 4 };
    struct shop shop;
    struct felt_net_config config = usual_config();
    char answer[RAW_BYTES];
    int raw[MOST];
    config.requests_max = MOST;
    shop_open(&shop, &config);
    for (int index = 0; index < MOST; index++) {
        raw[index] = raw_connect(shop.port);
        send_post(raw[index], "/hold", "", "h");
    }
    await(&shop.held, MOST);
    raw_ask(shop.port, "POST /now HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n", answer);
    assert_memory_equal(answer + 9, "503", 3);
    assert_non_null(strstr(answer, "\"BUSY\""));
    raw_ask(shop.port, "GET /echo HTTP/1.1\r\nHost: a\r\n\r\n", answer);
    assert_memory_equal(answer + 9, "503", 3);
    raw_ask(shop.port, "GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n", answer);
    assert_memory_equal(answer + 9, "200", 3); /* whoever looks after the server still can */
    struct linger hard = {.l_onoff = 1};
    setsockopt(raw[0], SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
    close(raw[0]);
    await(&shop.gone, 1);
    raw_ask(shop.port, "GET /echo HTTP/1.1\r\nHost: a\r\n\r\n", answer);
    assert_memory_equal(answer + 9, "200", 3);
    let_go(&shop);
    for (int index = 1; index < MOST; index++) {
        expect_body(raw[index], 200, "h");
        close(raw[index]);
    }
    shop_close(&shop);
}

/* Many at once, few numbers: each is answered or told that all is full, and tries again. */
static void net_http_a_thousand_at_once(void **state)
{
    (void)state;
    int count = getenv("FELT_TEST_QUICK") ? 200 : 1000, done = 0, full = 0;
    struct shop shop;
    struct felt_net_config config = usual_config();
    int *raw = malloc((size_t)count * sizeof *raw);
    char body[16], answer[RAW_BYTES];
    shop_open(&shop, &config);
    for (int index = 0; index < count; index++) raw[index] = raw_connect(shop.port);
    for (int index = 0; index < count; index++) {
        snprintf(body, sizeof body, "%d", index);
        send_post(raw[index], index % 3 ? "/later" : "/now", "", body);
    }
    for (int index = 0; index < count; index++) {
        snprintf(body, sizeof body, "%d", index);
        int status = read_answer(raw[index], answer);
        while (status == 503) {
            full++;
            close(raw[index]);
            raw[index] = raw_connect(shop.port);
            send_post(raw[index], "/later", "", body);
            status = read_answer(raw[index], answer);
        }
        assert_int_equal(status, 200);
        assert_string_equal(body_of(answer), body);
        done++;
        close(raw[index]);
    }
    assert_int_equal(done, count);
    assert_int_equal(shop.asked, count);
    print_message("# %d answered, %d were told to come again\n", done, full);
    free(raw);
    shop_close(&shop);
}

/* --- clients that leave --- */

static void net_http_client_leaves_at_every_byte(void **state)
{
    (void)state;
    struct shop shop;
    struct felt_net_config config = usual_config();
    char text[RAW_BYTES * 2], answer[RAW_BYTES];
    struct linger hard = {.l_onoff = 1};
    shop_open(&shop, &config);
    size_t bytes = make_post(text, "/hold", "Cookie: a=b\r\n", "{\"leaves\":true}");
    for (size_t at = 0; at < bytes; at++) {
        int raw = raw_connect(shop.port);
        if (at > 0) raw_write(raw, text, at);
        if (at % 2) setsockopt(raw, SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
        close(raw);
    }
    raw_ask(shop.port, "GET /now HTTP/1.1\r\nHost: a\r\n\r\n", answer);
    assert_int_equal(shop.asked, 1);
    assert_int_equal(shop.gone, 0);
    shop_close(&shop);
}

static void net_http_client_leaves_while_it_waits(void **state)
{
    (void)state;
    enum { ROUNDS = 8 };
    struct shop shop;
    struct felt_net_config config = usual_config();
    struct linger hard = {.l_onoff = 1};
    config.head_seconds = 2; /* whoever has closed his side is given twice that */
    shop_open(&shop, &config);
    int raw[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
        raw[round] = raw_connect(shop.port);
        send_post(raw[round], "/hold", "", "h");
    }
    await(&shop.held, ROUNDS);
    for (int round = 0; round < ROUNDS; round++) {
        if (round % 2) send_post(raw[round], "/hold", "", "more");
        if (round & 2) setsockopt(raw[round], SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
        if (round & 4) shutdown(raw[round], SHUT_WR);
        if (!(round & 4)) close(raw[round]);
    }
    await(&shop.gone, ROUNDS);
    for (int round = 4; round < ROUNDS; round++) close(raw[round]);
    assert_int_equal(shop.answered, 0);
    shop_close(&shop);
}

/* A client that says it will send nothing more still gets its answer. */
static void net_http_half_closed_client_is_answered(void **state)
{
    (void)state;
    static const char *const paths[] = {"/hold", "/later", "/now"};
    struct shop shop;
    struct felt_net_config config = usual_config();
    char rest[64];
    shop_open(&shop, &config);
    for (int index = 0; index < 6; index++) {
        int raw = raw_connect(shop.port);
        char text[128];
        if (index < 3)
            send_post(raw, paths[index], "", "x");
        else
            raw_write(raw, text,
                      (size_t)snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: a\r\n\r\n",
                                       paths[index - 3]));
        shutdown(raw, SHUT_WR);
        if (index % 3 == 0) {
            await(&shop.held, index / 3 + 1);
            usleep(400000); /* longer than it takes to look for those who have left */
            let_go(&shop);
        }
        expect_body(raw, 200, index < 3 ? "x" : "");
        assert_int_equal(recv(raw, rest, sizeof rest, 0), 0);
        close(raw);
    }
    assert_int_equal(shop.gone, 0);
    shop_close(&shop);
}

/* The answer and the farewell cross: one of both happens, never both. */
static void net_http_answer_and_farewell_cross(void **state)
{
    (void)state;
    int rounds = getenv("FELT_TEST_QUICK") ? 50 : 300;
    struct shop shop;
    struct felt_net_config config = usual_config();
    char answer[RAW_BYTES];
    shop_open(&shop, &config);
    for (int round = 0; round < rounds; round++) {
        int raw = raw_connect(shop.port);
        send_post(raw, round % 2 ? "/later" : "/long/300", "", "x");
        if (round % 3 == 0) usleep((useconds_t)(round % 100) * 3);
        close(raw);
    }
    raw_ask(shop.port, "GET /now HTTP/1.1\r\nHost: a\r\n\r\n", answer);
    assert_memory_equal(answer + 9, "200", 3);
    shop_close(&shop);
}

/* Sockets that say nothing do not keep others out, and those who did say something stay. */
static void net_http_newest_callers_find_room(void **state)
{
    (void)state;
    enum { MOST = 4, IDLE = MOST + HTTP_EXTRA + 20 };
    struct shop shop;
    struct felt_net_config config = usual_config();
    char answer[RAW_BYTES];
    int idle[IDLE];
    config.ws[0].connections_max = MOST;
    shop_open(&shop, &config);
    int waits = raw_connect(shop.port), line = raw_join(shop.port);
    send_post(waits, "/hold", "", "still here");
    await(&shop.held, 1);
    for (int index = 0; index < IDLE; index++) {
        idle[index] = raw_connect(shop.port);
        if (index % 2) raw_write(idle[index], "GET /now HTTP/1.1\r\n", 19);
    }
    for (int round = 0; round < 20; round++) {
        raw_ask(shop.port, "GET /now HTTP/1.1\r\nHost: a\r\n\r\n", answer);
        assert_memory_equal(answer + 9, "200", 3);
    }
    raw_expect_end(idle[0], answer, sizeof answer); /* the oldest */
    raw_write(idle[IDLE - 1], "Host: a\r\n\r\n", 11);
    expect_body(idle[IDLE - 1], 200, "");
    let_go(&shop);
    expect_body(waits, 200, "still here");
    raw_read(line, answer);
    assert_memory_equal(answer, "open ", 5);
    for (int index = 0; index < IDLE; index++) close(idle[index]);
    close(waits);
    close(line);
    shop_close(&shop);
}

/* Heads without an end do not use up what libwebsockets has for heads. */
static void net_http_endless_heads_make_room(void **state)
{
    (void)state;
    enum { MANY = HEADS_MAX + 100 };
    struct shop shop;
    struct felt_net_config config = usual_config();
    char answer[RAW_BYTES];
    int *raw = malloc(MANY * sizeof *raw);
    shop_open(&shop, &config);
    for (int index = 0; index < MANY; index++) {
        raw[index] = raw_connect(shop.port);
        raw_write(raw[index], "GET /now HTTP/1.1\r\n", 19);
    }
    int64_t begin_us = felt_clock_us();
    raw_ask(shop.port, "GET /now HTTP/1.1\r\nHost: a\r\n\r\n", answer);
    assert_memory_equal(answer + 9, "200", 3);
    assert_true(felt_clock_us() - begin_us < 30 * 1000000); /* not head_seconds */
    for (int index = 0; index < MANY; index++) close(raw[index]);
    free(raw);
    shop_close(&shop);
}

static void net_http_stop_ends_what_is_under_way(void **state)
{
    (void)state;
    struct shop shop;
    struct felt_net_config config = usual_config();
    char answer[RAW_BYTES];
    shop_open(&shop, &config);
    int held = raw_connect(shop.port), half = raw_connect(shop.port);
    send_post(held, "/hold", "", "h");
    raw_write(half, "POST /now HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf", 55);
    await(&shop.held, 1);
    shop_close(&shop);
    assert_int_equal(shop.gone, 1);
    assert_int_equal(read_answer(held, answer), 503);
    assert_non_null(strstr(answer, "UNAVAILABLE")); /* it may have been done */
    close(held);
    close(half);
}

/* --- proxies, origins, TLS --- */

static void net_http_proxy_names_the_client(void **state)
{
    (void)state;
    static const struct {
        const char *headers, *contains;
    } cases[] = {
        {"X-Forwarded-For: 192.0.2.1\r\n", "address[192.0.2.1] 0"},
        {"X-Forwarded-For: 127.0.0.1, 198.51.100.7\r\n", "address[198.51.100.7] 0"},
        {"X-Forwarded-For: 10.0.0.1,10.0.0.2 , 192.0.2.8\r\n", "address[192.0.2.8] 0"},
        {"X-Forwarded-For: 10.0.0.1\r\nX-Forwarded-For: 192.0.2.9\r\n", "address[192.0.2.9] 0"},
        {"X-Forwarded-For: 2001:db8::7\r\nX-Forwarded-Proto: https\r\n",
         "address[2001:db8::7] secure"},
        {"X-Forwarded-For: ::ffff:192.0.2.3\r\n", "address[192.0.2.3] 0"},
        {"X-Forwarded-For: 192.0.2.1, unknown\r\n", "address[127.0.0.1] 0"},
        {"X-Forwarded-For: 192.0.2.1,\r\n", "address[127.0.0.1] 0"},
        {"X-Forwarded-For: 192.0.2.4:4711\r\n", "address[192.0.2.4] 0"},
        {"X-Forwarded-For: 10.0.0.1, [2001:db8::8]:4711\r\n", "address[2001:db8::8] 0"},
        {"X-Forwarded-For: [2001:db8::9]\r\n", "address[2001:db8::9] 0"},
        {"X-Forwarded-For: \"[2001:db8::a]:80\"\r\n", "address[2001:db8::a] 0"},
        {"X-Forwarded-For: \"192.0.2.5\"\r\n", "address[192.0.2.5] 0"},
        {"X-Forwarded-For: 192.0.2.5:\r\n", "address[127.0.0.1] 0"},
        {"X-Forwarded-For: 192.0.2.5:8x\r\n", "address[127.0.0.1] 0"},
        {"X-Forwarded-For: [2001:db8::9\r\n", "address[127.0.0.1] 0"},
        {"X-Forwarded-For: [2001:db8::9]80\r\n", "address[127.0.0.1] 0"},
        {"X-Forwarded-For: \"\r\n", "address[127.0.0.1] 0"},
        {"X-Forwarded-For: 192.0.2.256\r\n", "address[127.0.0.1] 0"},
        {"X-Forwarded-Proto: http\r\n", "address[127.0.0.1] 0"},
        {"X-Forwarded-Proto: HTTPS\r\n", "address[127.0.0.1] secure"},
        {"", "address[127.0.0.1] 0"},
    };
    struct shop shop;
    struct felt_net_config config = usual_config();
    config.proxy = true;
    shop_open(&shop, &config);
    for (size_t index = 0; index < sizeof cases / sizeof cases[0]; index++) {
        char request[256], answer[RAW_BYTES];
        snprintf(request, sizeof request, "GET /echo HTTP/1.1\r\nHost: a\r\n%s\r\n",
                 cases[index].headers);
        raw_ask(shop.port, request, answer);
        if (!strstr(answer, cases[index].contains))
            fail_msg("%s\n gives %s", cases[index].headers, answer);
    }
    shop_close(&shop);
}

/* per_address_max counts the WebSockets of those whom the proxy names. */
static void net_http_proxied_lines_are_counted(void **state)
{
    (void)state;
    static const char one[] = RAW_UPGRADE("/ws", "X-Forwarded-For: 192.0.2.1\r\n"),
                      two[] = RAW_UPGRADE("/ws", "X-Forwarded-For: 192.0.2.2\r\n"
                                                 "X-Forwarded-Proto: https\r\n"
                                                 "Cookie: a=1; felt_session=x\r\n");
    static const struct {
        const char *request;
        const char *status;
    } rows[] = {{one, "101"}, {one, "101"}, {one, "503"}, {two, "101"}};
    struct shop shop;
    struct felt_net_config config = usual_config();
    char text[RAW_BYTES];
    int raw[4];
    config.proxy = true;
    shop_open(&shop, &config);
    for (int index = 0; index < 4; index++) {
        raw[index] = raw_connect(shop.port);
        raw_write(raw[index], rows[index].request, strlen(rows[index].request));
        raw_head(raw[index], text);
        assert_memory_equal(text + 9, rows[index].status, 3);
    }
    raw_read(raw[3], text);
    assert_string_equal(text, "open 192.0.2.2 [] 0 secure {a=1; felt_session=x}");
    for (int index = 0; index < 4; index++) close(raw[index]);
    shop_close(&shop);
}

static void net_http_origins_decide_who_is_foreign(void **state)
{
    (void)state;
    static const struct {
        const char *origins, *origin;
        bool foreign;
    } rows[] = {
        {"*", "http://evil.example", false},
        {"*", "null", false},
        {"play.example", "https://play.example", false},
        {"play.example", "http://a", false}, /* this host stays welcome */
        {"play.example", "http://evil.example", true},
    };
    for (size_t index = 0; index < sizeof rows / sizeof rows[0]; index++) {
        struct shop shop;
        struct felt_net_config config = usual_config();
        char request[256], answer[RAW_BYTES];
        config.origins = rows[index].origins;
        shop_open(&shop, &config);
        snprintf(request, sizeof request, "GET /echo HTTP/1.1\r\nHost: a\r\nOrigin: %s\r\n\r\n",
                 rows[index].origin);
        raw_ask(shop.port, request, answer);
        assert_int_equal(strstr(answer, " foreign") != NULL, rows[index].foreign);
        shop_close(&shop);
    }
}

static void net_http_tls_is_secure(void **state)
{
    (void)state;
    char root[] = "/tmp/felt_tls_XXXXXX", cert[64], key[64], heard[64], command[512],
         answer[RAW_BYTES] = "";
    assert_non_null(mkdtemp(root));
    snprintf(cert, sizeof cert, "%s/cert.pem", root);
    snprintf(key, sizeof key, "%s/key.pem", root);
    snprintf(heard, sizeof heard, "%s/heard", root);
    snprintf(command, sizeof command,
             "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 "
             "-subj /CN=felt -keyout %s -out %s >/dev/null 2>&1",
             key, cert);
    if (system(command) != 0) skip();
    struct shop shop;
    struct felt_net_config config = usual_config();
    config.cert = cert;
    config.key = key;
    shop_open(&shop, &config);
    snprintf(command, sizeof command,
             "(printf 'POST /later HTTP/1.1\\r\\nHost: a\\r\\nContent-Length: 2\\r\\n\\r\\nhi'; "
             "for i in $(seq 600); do grep -q '^hi' %s && break; sleep 0.1; done; "
             "printf 'GET /echo HTTP/1.1\\r\\nHost: a\\r\\nConnection: close\\r\\n\\r\\n') | "
             "openssl s_client -quiet -connect 127.0.0.1:%d >%s 2>/dev/null",
             heard, shop.port, heard);
    (void)!system(command); /* it says how the line ended, which may be rudely */
    FILE *file = fopen(heard, "r");
    assert_non_null(file);
    size_t bytes = fread(answer, 1, sizeof answer - 1, file);
    fclose(file);
    answer[bytes] = '\0';
    assert_non_null(strstr(answer, "\r\n\r\nhi"));
    assert_non_null(strstr(answer, " loopback secure 0 body[]"));
    shop_close(&shop);
    unlink(cert);
    unlink(key);
    unlink(heard);
    rmdir(root);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(net_http_request_is_handed_over),
        cmocka_unit_test(net_http_long_agent_is_cut),
        cmocka_unit_test(net_http_bad_requests_are_refused),
        cmocka_unit_test(net_http_doubtful_heads_end_the_line),
        cmocka_unit_test(net_http_usual_heads_are_believed),
        cmocka_unit_test(net_http_head_has_no_body),
        cmocka_unit_test(net_http_large_cookie_is_431),
        cmocka_unit_test(net_http_without_bodies_post_is_405),
        cmocka_unit_test(net_http_answer_has_its_headers),
        cmocka_unit_test(net_http_connection_is_used_again),
        cmocka_unit_test(net_http_old_client_is_closed_after_its_answer),
        cmocka_unit_test(net_http_long_answer_waits_for_its_reader),
        cmocka_unit_test(net_http_request_comes_byte_by_byte),
        cmocka_unit_test(net_http_largest_body_is_whole),
        cmocka_unit_test(net_http_pipelined_requests_are_answered_in_order),
        cmocka_unit_test(net_http_pipelined_post_is_never_mistaken),
        cmocka_unit_test(net_http_pipelined_post_in_parts_is_never_mistaken),
        cmocka_unit_test(net_http_random_pieces_hurt_nobody),
        cmocka_unit_test(net_http_impatient_client_does_not_keep_us_awake),
        cmocka_unit_test(net_http_body_is_shorter_or_longer_than_announced),
        cmocka_unit_test(net_http_too_long_body_is_413_at_once),
        cmocka_unit_test(net_http_hostile_heads_hurt_nobody),
        cmocka_unit_test(net_http_long_query_is_whole),
        cmocka_unit_test(net_http_full_is_503),
        cmocka_unit_test(net_http_a_thousand_at_once),
        cmocka_unit_test(net_http_client_leaves_at_every_byte),
        cmocka_unit_test(net_http_client_leaves_while_it_waits),
        cmocka_unit_test(net_http_half_closed_client_is_answered),
        cmocka_unit_test(net_http_newest_callers_find_room),
        cmocka_unit_test(net_http_endless_heads_make_room),
        cmocka_unit_test(net_http_answer_and_farewell_cross),
        cmocka_unit_test(net_http_stop_ends_what_is_under_way),
        cmocka_unit_test(net_http_proxy_names_the_client),
        cmocka_unit_test(net_http_proxied_lines_are_counted),
        cmocka_unit_test(net_http_origins_decide_who_is_foreign),
        cmocka_unit_test(net_http_tls_is_secure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
