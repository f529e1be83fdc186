/* test_net_http.c -- requests over real sockets: how they arrive, answers that come later, clients
 * that leave at every stage.  What stands in their heads is in test_net_http_heads.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "module.h"
#include "net_shop.h"
#include "support.h"

static void let_go(struct shop *shop)
{
    atomic_store(&shop->release, true);
    felt_net_wake(shop->net);
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

/* --- answers --- */

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

/* Another client asks and is answered, three times: the loop has had its turns. */
static void turn_round(const struct shop *shop)
{
    char answer[RAW_BYTES];
    for (int round = 0; round < 3; round++)
        raw_ask(shop->port, "GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n", answer);
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
    turn_round(&shop);
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
        turn_round(&shop);
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
    turn_round(&shop);
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
    int rounds = test_is_quick() ? 150 : 400;
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
    turn_round(&shop);
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
    int count = test_is_quick() ? 200 : 1000, done = 0, full = 0;
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
    int rounds = test_is_quick() ? 50 : 300;
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

TEST_MODULE(net_http)
{
    const struct CMUnitTest tests[] = {
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
        cmocka_unit_test(net_http_full_is_503),
        cmocka_unit_test(net_http_a_thousand_at_once),
        cmocka_unit_test(net_http_client_leaves_at_every_byte),
        cmocka_unit_test(net_http_client_leaves_while_it_waits),
        cmocka_unit_test(net_http_half_closed_client_is_answered),
        cmocka_unit_test(net_http_newest_callers_find_room),
        cmocka_unit_test(net_http_answer_and_farewell_cross),
        cmocka_unit_test(net_http_stop_ends_what_is_under_way),
        cmocka_unit_test(net_http_proxied_lines_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
