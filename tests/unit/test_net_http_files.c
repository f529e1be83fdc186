/* test_net_http_files.c -- what a server of lines answers over HTTP: figures, files, hostile heads,
 * other pages. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "module.h"
#include "net_scene.h"

/* --- HTTP --- */

static const struct {
    const char *name, *text;
} files[] = {{"index.html", "<p>felt"}, {"app.js", "let a"}, {".secret", "no"}};

static void net_http_answers(void **state)
{
    (void)state;
    char root[] = "/tmp/felt_net_XXXXXX", path[128];
    assert_non_null(mkdtemp(root));
    for (size_t index = 0; index < 3; index++) {
        snprintf(path, sizeof path, "%s/%s", root, files[index].name);
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fputs(files[index].text, file);
        fclose(file);
    }
    static const struct {
        const char *request, *status, *contains;
    } cases[] = {
        {"GET / HTTP/1.1\r\nHost: a\r\n\r\n", "200", "text/html"},
        {"GET /index.html HTTP/1.1\r\nHost: a\r\n\r\n", "200", "<p>felt"},
        {"GET /app.js HTTP/1.1\r\nHost: a\r\n\r\n", "200", "text/javascript"},
        {"GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n", "200", "mmmmm"},
        {"GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n", "200", "no-store"},
        {"GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n", "200", "content-length: 5"},
        {"GET /nothing HTTP/1.1\r\nHost: a\r\n\r\n", "404", ""},
        {"GET /.secret HTTP/1.1\r\nHost: a\r\n\r\n", "404", ""},
        {"GET /%2esecret HTTP/1.1\r\nHost: a\r\n\r\n", "404", ""},
        {"GET /../../etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n", "40", ""},
        {"GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n", "40", ""},
        {"GET /a/..%2f..%2f..%2fetc/passwd HTTP/1.1\r\nHost: a\r\n\r\n", "40", ""},
        {"GET //etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n", "40", ""},
        {"POST /metrics HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi", "405", ""},
        {"DELETE / HTTP/1.1\r\nHost: a\r\n\r\n", "405", ""},
        {"GET /ws HTTP/1.1\r\nHost: a\r\n\r\n", "426", "connect by WebSocket"},
        {RAW_UPGRADE("/elsewhere", ""), "404", ""},
        {RAW_UPGRADE("/ws", "Origin: http://evil.example\r\n"), "403", ""},
        {RAW_UPGRADE("/ws", "Origin: null\r\n"), "403", ""},
        {RAW_UPGRADE("/ws", "Origin: http://localhost\r\n"), "101", ""},
        {RAW_UPGRADE("/ws", ""), "101", ""},
        {"GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
         "HTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n",
         "403", ""},
    };
    struct house house;
    struct felt_net_config config = usual_config();
    config.files = root;
    house_open(&house, &config);
    static const char head[] = "HEAD /app.js HTTP/1.1\r\nHost: a\r\n\r\n",
                      doubtful[] = "HEAD /app.js HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n\r\n";
    char about[RAW_BYTES];
    int raw = raw_connect(felt_net_port(house.net));
    for (int round = 0; round < 3; round++) { /* a head, nothing behind it, and the next one */
        raw_write(raw, round < 2 ? head : doubtful, strlen(round < 2 ? head : doubtful));
        raw_head(raw, about);
        assert_memory_equal(about + 9, "200", 3);
        assert_non_null(strstr(about, "content-length: 5\r\n"));
    }
    assert_int_equal(recv(raw, about, sizeof about, 0), 0);
    close(raw);
    for (size_t index = 0; index < sizeof cases / sizeof cases[0]; index++) {
        char answer[RAW_BYTES], status[16];
        raw_ask(felt_net_port(house.net), cases[index].request, answer);
        snprintf(status, sizeof status, " %s", cases[index].status);
        if (strncmp(answer + 8, status, strlen(status)) != 0 ||
            !strstr(answer, cases[index].contains))
            fail_msg("%s\n gives %s", cases[index].request, answer);
        assert_null(strstr(answer, "root:"));
    }
    house_close(&house);
    for (size_t index = 0; index < 3; index++) {
        snprintf(path, sizeof path, "%s/%s", root, files[index].name);
        unlink(path);
    }
    rmdir(root);
}

/* What a browser is told about files: what may run, what may be kept, and packed copies. */
static void net_http_files_are_guarded_kept_and_packed(void **state)
{
    (void)state;
    static const char *const names[] = {"index.html", "index.html.gz", "app-3KZQ7A2B.js",
                                        "app-3kzq7a2b.js", "app-3KZQ7A2BX.js"};
    char root[] = "/tmp/felt_net_XXXXXX", path[128];
    assert_non_null(mkdtemp(root));
    for (size_t index = 0; index < sizeof names / sizeof names[0]; index++) {
        snprintf(path, sizeof path, "%s/%s", root, names[index]);
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fputs(index == 1 ? "packed" : "a plain file", file);
        fclose(file);
    }
    static const struct {
        const char *path, *accepts, *contains, *lacks;
    } cases[] = {
        {"/", "", "content-security-policy: default-src 'none'; script-src 'self';", "unsafe"},
        {"/", "", "frame-ancestors 'none'\r\n", "gzip"},
        {"/", "", "referrer-policy: no-referrer\r\n", "no-store"},
        {"/", "", "x-frame-options: DENY\r\n", "immutable"},
        {"/", "", "cross-origin-opener-policy: same-origin\r\n", "packed"},
        {"/", "", "cache-control: no-cache\r\n", "immutable"},
        {"/", "", "vary: accept-encoding\r\n", "packed"},
        {"/", "gzip", "content-encoding: gzip\r\n", "a plain"},
        {"/", "deflate, GZIP;q=0.5, br", "packed", "a plain"},
        {"/", "gzip", "content-type: text/html; charset=utf-8\r\n", "octet"},
        {"/", "gzip", "content-length: 6\r\n", "a plain"},
        {"/", "gzip", "vary: accept-encoding\r\n", "a plain"},
        {"/", "gzip;q=0", "a plain file", "gzip"},
        {"/", "gzip; q=0.000, br", "a plain file", "gzip"},
        {"/", "xgzip, gzipped, identity", "a plain file", "gzip"},
        {"/app-3KZQ7A2B.js", "gzip", "cache-control: public, max-age=31536000, immutable\r\n",
         "gzip"},
        {"/app-3KZQ7A2B.js", "gzip", "a plain file", "vary"},
        {"/app-3kzq7a2b.js", "", "cache-control: no-cache\r\n", "immutable"},
        {"/app-3KZQ7A2BX.js", "", "cache-control: no-cache\r\n", "immutable"},
    };
    struct house house;
    struct felt_net_config config = usual_config();
    config.files = root;
    house_open(&house, &config);
    for (size_t index = 0; index < sizeof cases / sizeof cases[0]; index++) {
        char ask[256], answer[RAW_BYTES];
        bool accepts = *cases[index].accepts;
        snprintf(ask, sizeof ask, "GET %s HTTP/1.1\r\nHost: a\r\n%s%s%s\r\n", cases[index].path,
                 accepts ? "Accept-Encoding: " : "", cases[index].accepts, accepts ? "\r\n" : "");
        raw_ask(felt_net_port(house.net), ask, answer);
        assert_memory_equal(answer + 9, "200", 3);
        if (!strstr(answer, cases[index].contains) || strstr(answer, cases[index].lacks))
            fail_msg("%s\n gives %s", ask, answer);
    }
    house_close(&house);
    for (size_t index = 0; index < sizeof names / sizeof names[0]; index++) {
        snprintf(path, sizeof path, "%s/%s", root, names[index]);
        unlink(path);
    }
    rmdir(root);
}

static void net_http_long_answer_is_whole(void **state)
{
    (void)state;
    struct house house;
    struct felt_net_config config = usual_config();
    house_open(&house, &config);
    int raw = raw_connect(felt_net_port(house.net));
    static const char ask[] = "GET /metrics?long HTTP/1.1\r\nHost: a\r\n\r\n";
    raw_write(raw, ask, strlen(ask));
    static char answer[400000];
    size_t bytes = 0;
    const char *body = NULL;
    while (!body || bytes < (size_t)(body - answer) + 300000) {
        ssize_t got = read(raw, answer + bytes, sizeof answer - 1 - bytes);
        assert_true(got > 0);
        bytes += (size_t)got;
        answer[bytes] = '\0';
        body = strstr(answer, "\r\n\r\n");
        if (body) body += 4;
    }
    assert_int_equal(strspn(body, "m"), 300000);
    /* The same connection serves again. */
    static const char again[] = "GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n";
    raw_write(raw, again, strlen(again));
    assert_true(read(raw, answer, sizeof answer) > 0);
    close(raw);
    house_close(&house);
}

static void net_hostile_heads_hurt_nobody(void **state)
{
    (void)state;
    struct house house;
    struct felt_net_config config = usual_config();
    config.head_seconds = 1;
    house_open(&house, &config);
    int slow = raw_connect(felt_net_port(house.net));
    raw_write(slow, "GET / HTTP/1.1\r\nHo", 18);
    int silent = raw_connect(felt_net_port(house.net));
    static const char *const garbage[] = {
        "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "\r\n\r\n\r\n", "GET  / / HTTP/9.9\r\n\r\n", "\x81\x82\x01\x02\x03\x04zz"};
    for (size_t index = 0; index < sizeof garbage / sizeof garbage[0]; index++) {
        int raw = raw_connect(felt_net_port(house.net));
        raw_write(raw, garbage[index], strlen(garbage[index]));
        close(raw);
    }
    int line, raw = raw_connect(felt_net_port(house.net));
    static char huge[20000];
    memset(huge, 'h', sizeof huge);
    memcpy(huge, "GET /", 5);
    send(raw, huge, sizeof huge, MSG_NOSIGNAL); /* a head without end */
    struct felt_net_client *client = sit(&house, &line);
    tell(client, "well");
    assert_string_equal(hear(client), "4 fresh well");
    char rest[512];
    raw_expect_end(raw, rest, sizeof rest);
    raw_expect_end(slow, rest, sizeof rest); /* after head_seconds */
    raw_expect_end(silent, rest, sizeof rest);
    close(raw);
    close(slow);
    close(silent);
    felt_net_client_close(client);
    house_close(&house);
}

/* A link within the directory is a file of it; one that leads out is not. */
static void net_http_links_do_not_lead_out(void **state)
{
    (void)state;
    char root[] = "/tmp/felt_net_XXXXXX", path[128], answer[RAW_BYTES];
    static const struct {
        const char *name, *to, *status;
    } links[] = {
        {"inner", "plain.txt", "200"},          {"outer", "/etc/passwd", "404"},
        {"up", "../../etc/passwd", "404"},      {"folder", "/etc", "404"},
        {"plain.txt.gz", "/etc/passwd", "404"},
    };
    assert_non_null(mkdtemp(root));
    snprintf(path, sizeof path, "%s/plain.txt", root);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("plain", file);
    fclose(file);
    struct house house;
    struct felt_net_config config = usual_config();
    config.files = root;
    house_open(&house, &config);
    for (size_t index = 0; index < sizeof links / sizeof links[0]; index++) {
        char ask[256];
        snprintf(path, sizeof path, "%s/%s", root, links[index].name);
        assert_int_equal(symlink(links[index].to, path), 0);
        snprintf(ask, sizeof ask, "GET /%s%s HTTP/1.1\r\nHost: a\r\n\r\n", links[index].name,
                 strcmp(links[index].name, "folder") == 0 ? "/passwd" : "");
        raw_ask(felt_net_port(house.net), ask, answer);
        if (strncmp(answer + 9, links[index].status, 3) != 0)
            fail_msg("%s\n gives %s", ask, answer);
    }
    raw_ask(felt_net_port(house.net),
            "GET /plain.txt HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n", answer);
    assert_non_null(strstr(answer, "\r\n\r\nplain"));
    house_close(&house);
    for (size_t index = 0; index < sizeof links / sizeof links[0]; index++) {
        snprintf(path, sizeof path, "%s/%s", root, links[index].name);
        unlink(path);
    }
    snprintf(path, sizeof path, "%s/plain.txt", root);
    unlink(path);
    rmdir(root);
}

#define HANDSHAKE(headers)                                                                         \
    "GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n" headers \
    "\r\n"
#define KEY(key) "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " key "\r\n"

static void net_websockets_begin_as_they_must(void **state)
{
    (void)state;
    static const struct {
        const char *request, *status, *contains;
    } cases[] = {
        {HANDSHAKE(KEY("dGhlIHNhbXBsZSBub25jZQ==")), "101", ""},
        {HANDSHAKE("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"), "426",
         "sec-websocket-version: 13\r\n"},
        {HANDSHAKE("Sec-WebSocket-Version: 8\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"),
         "426", "sec-websocket-version: 13\r\n"},
        {HANDSHAKE("Sec-WebSocket-Version: 13\r\n"), "400", ""},
        {HANDSHAKE(KEY("abc")), "400", ""},
        {HANDSHAKE(KEY("dGhlIHNhbXBsZSBub25jZQ=")), "400", ""},
        {HANDSHAKE(KEY("dGhlIHNhbXBsZSBub25jZQAA")), "400", ""},
        {HANDSHAKE(KEY("dGhlIHNhbXBsZSBub25jZR==")), "400", ""},
        {HANDSHAKE(KEY("dGhlIHNhbXBsZSBub25j-Q==")), "400", ""},
        {HANDSHAKE("Host: other\r\n" KEY("dGhlIHNhbXBsZSBub25jZQ==")), "400", ""},
    };
    struct house house;
    struct felt_net_config config = usual_config();
    house_open(&house, &config);
    for (size_t index = 0; index < sizeof cases / sizeof cases[0]; index++) {
        char answer[RAW_BYTES];
        raw_ask(felt_net_port(house.net), cases[index].request, answer);
        if (strncmp(answer + 9, cases[index].status, 3) != 0 ||
            !strstr(answer, cases[index].contains))
            fail_msg("%s\n gives %s", cases[index].request, answer);
    }
    house_close(&house);
}

static void net_origins_are_those_configured(void **state)
{
    (void)state;
    struct house house;
    struct felt_net_config config = usual_config();
    config.origins = "play.example, other.example:8080";
    house_open(&house, &config);
    static const struct {
        const char *request, *status;
    } cases[] = {
        {RAW_UPGRADE("/ws", "Origin: https://play.example\r\n"), "101"},
        {RAW_UPGRADE("/ws", "Origin: https://PLAY.example:444\r\n"), "101"},
        {RAW_UPGRADE("/ws", "Origin: https://other.example:8080\r\n"), "101"},
        {RAW_UPGRADE("/ws", "Origin: https://other.example:8081\r\n"), "403"},
        {RAW_UPGRADE("/ws", "Origin: https://xplay.example\r\n"), "403"},
        {RAW_UPGRADE("/ws", "Origin: https://play.example.evil\r\n"), "403"},
        {RAW_UPGRADE("/ws", "Origin: http://localhost\r\n"), "403"},
    };
    for (size_t index = 0; index < sizeof cases / sizeof cases[0]; index++) {
        char answer[RAW_BYTES];
        raw_ask(felt_net_port(house.net), cases[index].request, answer);
        if (strncmp(answer + 9, cases[index].status, 3) != 0)
            fail_msg("%s\n gives %s", cases[index].request, answer);
    }
    house_close(&house);
}

TEST_MODULE(net_http_files)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(net_http_answers),
        cmocka_unit_test(net_http_files_are_guarded_kept_and_packed),
        cmocka_unit_test(net_http_long_answer_is_whole),
        cmocka_unit_test(net_hostile_heads_hurt_nobody),
        cmocka_unit_test(net_http_links_do_not_lead_out),
        cmocka_unit_test(net_websockets_begin_as_they_must),
        cmocka_unit_test(net_origins_are_those_configured),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
