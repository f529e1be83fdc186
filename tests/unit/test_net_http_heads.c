/* test_net_http_heads.c -- heads of HTTP requests: which are believed, which are refused, who is
 * behind them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "module.h"
#include "net_shop.h"

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
        {"GET /echo HTTP/1.1\r\nHost: a\r\nOrigin: HTTP://A\r\n\r\n", " loopback 0"},
        {"GET /echo HTTP/1.1\r\nHost: a\r\nOrigin: https://a\r\n\r\n", " foreign"},
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
        "\r\nset-cookie: felt_device=def; Path=/\r\n",
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

/* Heads without an end do not use up what libwebsockets has for heads. */
static void net_http_endless_heads_make_room(void **state)
{
    (void)state;
    enum { MANY = HEADS_MAX + 100 };
    struct shop shop;
    struct felt_net_config config = usual_config();
    char answer[RAW_BYTES];
    int *raw = malloc(MANY * sizeof *raw);
    config.head_seconds = 24 * 3600; /* who waited for the end of one would wait for ever */
    shop_open(&shop, &config);
    for (int index = 0; index < MANY; index++) {
        raw[index] = raw_connect(shop.port);
        raw_write(raw[index], "GET /now HTTP/1.1\r\n", 19);
    }
    raw_ask(shop.port, "GET /now HTTP/1.1\r\nHost: a\r\n\r\n", answer);
    assert_memory_equal(answer + 9, "200", 3);
    for (int index = 0; index < MANY; index++) close(raw[index]);
    free(raw);
    shop_close(&shop);
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
        {"X-Forwarded-Proto: https\r\nOrigin: https://a\r\n", "address[127.0.0.1] secure"},
        {"X-Forwarded-Proto: https\r\nOrigin: http://a\r\n", "foreign"},
        {"Origin: http://a\r\n", "address[127.0.0.1] 0"},
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
        {"play.example", "ftp://play.example", true},
        {"https://play.example", "https://play.example", false},
        {"https://play.example", "http://play.example", true},
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

static void net_http_host_is_one_of_ours(void **state)
{
    (void)state;
    static const struct {
        const char *hosts, *headers, *status;
    } rows[] = {
        {NULL, "Host: anything.example\r\n", "200"},
        {NULL, "Host: a\r\nHost: b\r\n", "400"},
        {NULL, "Host: a\r\nHost: a\r\n", "400"},
        {"", "Host: localhost\r\n", "200"},
        {"", "Host: LOCALHOST.:8080\r\n", "200"},
        {"", "Host: felt.localhost\r\n", "200"},
        {"", "Host: 192.168.1.7:8080\r\n", "200"},
        {"", "Host: [2001:db8::1]:8080\r\n", "200"},
        {"", "Host: evil.example\r\n", "421"},
        {"", "Host: evillocalhost\r\n", "421"},
        {"", "Host: localhost.evil.example\r\n", "421"},
        {"", "Host: 127.0.0.1.evil.example\r\n", "421"},
        {"a.example, b.example:81", "Host: A.example:8080\r\n", "200"},
        {"a.example, b.example:81", "Host: b.example:81\r\n", "200"},
        {"a.example, b.example:81", "Host: b.example:82\r\n", "421"},
        {"a.example, b.example:81", "Host: xa.example\r\n", "421"},
    };
    for (size_t index = 0; index < sizeof rows / sizeof rows[0]; index++) {
        struct shop shop;
        struct felt_net_config config = usual_config();
        char request[256], answer[RAW_BYTES];
        config.hosts = rows[index].hosts;
        shop_open(&shop, &config);
        snprintf(request, sizeof request, "GET /echo HTTP/1.1\r\n%s\r\n", rows[index].headers);
        raw_ask(shop.port, request, answer);
        if (strncmp(answer + 9, rows[index].status, 3) != 0)
            fail_msg("%s\n gives %s", request, answer);
        shop_close(&shop);
    }
}

static void net_http_local_path_is_for_this_machine(void **state)
{
    (void)state;
    static const struct {
        bool proxy;
        const char *headers, *status;
    } rows[] = {
        {false, "", "200"},
        {false, "X-Forwarded-For: 192.0.2.1\r\n", "200"}, /* it is not believed */
        {true, "", "200"},
        {true, "X-Forwarded-For: 192.0.2.1\r\n", "403"},
        {true, "X-Forwarded-For: 127.0.0.1\r\n", "403"},
    };
    for (size_t index = 0; index < sizeof rows / sizeof rows[0]; index++) {
        struct shop shop;
        struct felt_net_config config = usual_config();
        char request[256], answer[RAW_BYTES];
        config.proxy = rows[index].proxy;
        config.local_path = "/metrics";
        shop_open(&shop, &config);
        snprintf(request, sizeof request, "GET /metrics HTTP/1.1\r\nHost: a\r\n%s\r\n",
                 rows[index].headers);
        raw_ask(shop.port, request, answer);
        if (strncmp(answer + 9, rows[index].status, 3) != 0)
            fail_msg("%s\n gives %s", request, answer);
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
    config.strict_seconds = 86400;
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
    assert_non_null(strstr(answer, "strict-transport-security: max-age=86400\r\n"));
    static const struct {
        const char *options;
        bool taken;
    } hellos[] = {
        {"-tls1_3", true},
        {"-tls1_2", true},
        {"-tls1_2 -cipher ECDHE+AESGCM", true},
        {"-tls1_2 -cipher ECDHE+CHACHA20", true},
        {"-tls1_2 -cipher ECDHE+AES:!AESGCM:@SECLEVEL=0", false}, /* CBC */
        {"-tls1_2 -cipher kRSA:@SECLEVEL=0", false},
        {"-tls1_1 -cipher ALL:@SECLEVEL=0", false},
    };
    for (size_t index = 0; index < sizeof hellos / sizeof hellos[0]; index++) {
        snprintf(command, sizeof command,
                 "openssl s_client %s -connect 127.0.0.1:%d </dev/null >/dev/null 2>&1",
                 hellos[index].options, shop.port);
        if ((system(command) == 0) != hellos[index].taken) fail_msg("%s", hellos[index].options);
    }
    shop_close(&shop);
    unlink(cert);
    unlink(key);
    unlink(heard);
    rmdir(root);
}

TEST_MODULE(net_http_heads)
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
        cmocka_unit_test(net_http_too_long_body_is_413_at_once),
        cmocka_unit_test(net_http_hostile_heads_hurt_nobody),
        cmocka_unit_test(net_http_long_query_is_whole),
        cmocka_unit_test(net_http_endless_heads_make_room),
        cmocka_unit_test(net_http_proxy_names_the_client),
        cmocka_unit_test(net_http_origins_decide_who_is_foreign),
        cmocka_unit_test(net_http_host_is_one_of_ours),
        cmocka_unit_test(net_http_local_path_is_for_this_machine),
        cmocka_unit_test(net_http_tls_is_secure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
