/* test_net.c -- the server and the client over real sockets of this machine: frames, slow readers,
 * pauses, pings, what does not open.  How many lines there may be is in test_net_limits.c, HTTP in
 * test_net_http_files.c and test_net_http.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "module.h"
#include "net_scene.h"

static void expect_closed(struct felt_net_client *client, int code)
{
    const char *text = "";
    size_t bytes;
    enum felt_net_news news = felt_net_client_next(client, WAIT_MS, &text, &bytes);
    if (news != FELT_NET_CLOSED) fail_msg("news %d %s", (int)news, text);
    assert_int_equal(felt_net_client_code(client), code);
}

/* --- the client and the server agree --- */

static void net_frames_come_back_whole(void **state)
{
    (void)state;
    struct house house;
    struct felt_net_config config = usual_config();
    house_open(&house, &config);
    char url[128];
    snprintf(url, sizeof url, "%s?x=1&table=T%%2D7%%20a", house.url);
    struct felt_net_client *client = join(url);
    assert_string_equal(hear(client), "open 0 127.0.0.1 1 [T-7 a] 0 {}");
    tell(client, "hello");
    assert_string_equal(hear(client), "5 fresh hello");
    static const int sizes[] = {1, 125, 126, 127, 511, 512, 513, 1024, 4095, 4096};
    for (size_t index = 0; index < sizeof sizes / sizeof sizes[0]; index++) {
        char text[5000], expected[32];
        memset(text, 'x', sizeof text);
        assert_int_equal(felt_net_client_send(client, text, (size_t)sizes[index]), FELT_OK);
        snprintf(expected, sizeof expected, "%d fresh x", sizes[index]);
        assert_memory_equal(hear(client), expected, strlen(expected));
    }
    tell(client, "burst 0 0 1 1000000");
    assert_int_equal(strlen(hear(client)), 1000000);
    felt_net_client_close(client);
    await(&house.left, 1);
    house_close(&house);
}

static void net_number_is_used_again(void **state)
{
    (void)state;
    struct house house;
    struct felt_net_config config = usual_config();
    house_open(&house, &config);
    for (int round = 0; round < 100; round++) {
        int conn;
        struct felt_net_client *client = sit(&house, &conn);
        assert_true(conn < 3);
        felt_net_client_close(client);
        await(&house.left, round + 1);
    }
    house_close(&house);
}

static void net_long_table_is_cut(void **state)
{
    (void)state;
    struct house house;
    struct felt_net_config config = usual_config();
    house_open(&house, &config);
    char url[512], name[201], heard[512];
    memset(name, 'n', 200);
    name[200] = '\0';
    snprintf(url, sizeof url, "%s?table=%s", house.url, name);
    struct felt_net_client *client = join(url);
    snprintf(heard, sizeof heard, "%s", hear(client));
    const char *bracket = strchr(heard, '[');
    assert_non_null(bracket);
    assert_int_equal(strcspn(bracket, "]"), 64 + 1);
    felt_net_client_close(client);
    house_close(&house);
}

/* --- slow readers --- */

static void expect_frame(const char *text, int index, int bytes)
{
    static char expected[TEXT_BYTES];
    fill(expected, index, bytes);
    expected[bytes] = '\0';
    assert_int_equal(strlen(text), (size_t)bytes);
    if (strcmp(text, expected) != 0) fail_msg("frame %d is %.20s", index, text);
}

static void net_slow_reader_gets_whole_frames_until_1013(void **state)
{
    (void)state;
    enum { FRAMES = 100, ROUNDS = 200, BYTES = 1111 };
    struct house house;
    struct felt_net_config config = usual_config();
    house_open(&house, &config);
    int slow_conn, conn;
    struct felt_net_client *slow = sit(&house, &slow_conn), *other = sit(&house, &conn);
    int round = 0;
    for (; round < ROUNDS; round++) {
        int one, two;
        tell(other, "burst %d %d %d %d", slow_conn, round * FRAMES, FRAMES, BYTES);
        tell(other, "counts");
        const char *text = hear(other); /* the other one is served meanwhile */
        assert_int_equal(sscanf(text, "slow %d protocol %d", &one, &two), 2);
        if (one == 1) break;
    }
    assert_true(round < ROUNDS);
    await(&house.left, 1); /* at once for the program, though it has not read anything */
    const char *text;
    size_t bytes;
    int frames = 0;
    while (felt_net_client_next(slow, WAIT_MS, &text, &bytes) == FELT_NET_TEXT)
        expect_frame(text, frames++, BYTES);
    assert_int_equal(felt_net_client_code(slow), 1002); /* on the wire it is 1013: client.h */
    assert_string_equal(felt_net_client_reason(slow), "too slow");
    assert_true((size_t)frames * BYTES > (256 << 10) && frames < (round + 1) * FRAMES);
    felt_net_client_close(slow);
    felt_net_client_close(other);
    house_close(&house);
}

static void net_reader_that_resumes_gets_everything(void **state)
{
    (void)state;
    struct house house;
    struct felt_net_config config = usual_config();
    config.queue_max = 64 << 20;
    house_open(&house, &config);
    int slow_conn, conn, queued = 0, frames = 0, sent = 0;
    struct felt_net_client *slow = sit(&house, &slow_conn), *other = sit(&house, &conn);
    for (int round = 0; round < 60; round++) {
        int bytes = 1 + round * 499, count = 20; /* 11 to 29,442 bytes */
        if (bytes < 11) bytes = 11;
        tell(other, "burst %d %d %d %d", slow_conn, sent, count, bytes);
        tell(other, "counts");
        assert_int_equal(sscanf(hear(other), "slow 0 protocol 0 queued %d", &queued), 1);
        sent += count;
        if (round % 20 < 10) continue; /* stops reading, resumes, stops */
        for (int index = 0; index < 10; index++, frames++) {
            int size = 1 + frames / 20 * 499;
            expect_frame(hear(slow), frames, size < 11 ? 11 : size);
        }
    }
    assert_true(queued > 100);
    for (; frames < sent; frames++) {
        int size = 1 + frames / 20 * 499;
        expect_frame(hear(slow), frames, size < 11 ? 11 : size);
    }
    tell(slow, "still here");
    assert_string_equal(hear(slow), "10 fresh still here");
    felt_net_client_close(slow);
    felt_net_client_close(other);
    house_close(&house);
}

static void net_dismissed_reader_gets_what_was_queued(void **state)
{
    (void)state;
    struct house house;
    struct felt_net_config config = usual_config();
    config.queue_max = 64 << 20;
    house_open(&house, &config);
    int slow_conn, conn;
    struct felt_net_client *slow = sit(&house, &slow_conn), *other = sit(&house, &conn);
    tell(other, "burst %d 0 200 50000", slow_conn);
    tell(other, "dismiss %d 4000", slow_conn);
    tell(other, "burst %d 200 5 50000", slow_conn); /* too late */
    tell(other, "counts");
    hear(other);
    for (int index = 0; index < 200; index++) expect_frame(hear(slow), index, 50000);
    expect_closed(slow, 4000);
    assert_string_equal(felt_net_client_reason(slow), "as you wish");
    felt_net_client_close(slow);
    felt_net_client_close(other);
    house_close(&house);
}

static void net_stop_says_1001_and_does_not_wait_for_the_slow(void **state)
{
    (void)state;
    struct house house;
    struct felt_net_config config = usual_config();
    config.queue_max = 64 << 20;
    house_open(&house, &config);
    int slow_conn, conn;
    struct felt_net_client *slow = sit(&house, &slow_conn), *other = sit(&house, &conn);
    tell(other, "burst %d 0 500 50000", slow_conn);
    tell(other, "stop");
    expect_closed(other, 1001);
    assert_string_equal(felt_net_client_reason(other), "server stops");
    pthread_join(house.thread, NULL);
    assert_int_equal(atomic_load(&house.left), 2);
    felt_net_close(house.net);
    felt_net_client_close(slow);
    felt_net_client_close(other);
    free(house.frame);
}

/* --- stale messages, pauses, turns --- */

static void net_paused_conn_is_not_heard_until_it_goes_on(void **state)
{
    (void)state;
    struct house house;
    struct felt_net_config config = usual_config();
    house_open(&house, &config);
    int conn, own, raw = raw_join(felt_net_port(house.net));
    struct felt_net_client *other = sit(&house, &own);
    char text[RAW_BYTES];
    raw_read(raw, text);
    assert_int_equal(sscanf(text, "open %d", &conn), 1);
    /* Four frames in one segment: those after the pause have already been read. */
    char frames[512], order[32];
    size_t bytes = raw_frame(frames, 0x81, "one");
    snprintf(order, sizeof order, "pause %d 1", conn);
    bytes += raw_frame(frames + bytes, 0x81, order);
    bytes += raw_frame(frames + bytes, 0x81, "two");
    bytes += raw_frame(frames + bytes, 0x81, "three");
    raw_write(raw, frames, bytes);
    raw_read(raw, text);
    assert_string_equal(text, "3 fresh one");
    await(&house.texts, 2);
    raw_write(raw, frames, raw_frame(frames, 0x81, "four"));
    raw_settle(raw);
    for (int round = 0; round < 20; round++) { /* the loop turns, and still */
        tell(other, "x");
        hear(other);
    }
    assert_int_equal(atomic_load(&house.texts), 22);
    tell(other, "mark %d", conn);
    tell(other, "pause %d 0", conn);
    raw_read(raw, text);
    assert_string_equal(text, "3 stale two");
    raw_read(raw, text);
    assert_string_equal(text, "5 stale three");
    raw_read(raw, text);
    assert_string_equal(text, "4 stale four");
    raw_write(raw, frames, raw_frame(frames, 0x81, "five"));
    raw_read(raw, text);
    assert_string_equal(text, "4 fresh five");
    close(raw);
    felt_net_client_close(other);
    house_close(&house);
}

/* Frames before and after the mark, in every position: in the segment of the mark, in the socket,
 * with a ping between that nobody counts, in two parts. */
static void net_mark_divides_stale_from_fresh(void **state)
{
    (void)state;
    struct house house;
    struct felt_net_config config = usual_config();
    house_open(&house, &config);
    int conn, own, raw = raw_join(felt_net_port(house.net));
    struct felt_net_client *other = sit(&house, &own);
    char text[RAW_BYTES], frames[2048], order[32];
    raw_read(raw, text);
    assert_int_equal(sscanf(text, "open %d", &conn), 1);

    snprintf(order, sizeof order, "mark %d", conn);
    size_t bytes = raw_frame(frames, 0x81, order);
    bytes += raw_frame(frames + bytes, 0x81, "behind the mark");
    raw_write(raw, frames, bytes);
    raw_read(raw, text);
    assert_string_equal(text, "15 stale behind the mark");
    raw_write(raw, frames, raw_frame(frames, 0x81, "new"));
    raw_read(raw, text);
    assert_string_equal(text, "3 fresh new");

    /* 1,200 bytes wait in the socket: three reads. */
    tell(other, "pause %d 1", conn);
    tell(other, "x");
    hear(other);
    char long_text[601];
    memset(long_text, 'l', 600);
    long_text[600] = '\0';
    bytes = raw_frame(frames, 0x81, long_text);
    bytes += raw_frame(frames + bytes, 0x89, "ping");
    bytes += raw_frame(frames + bytes, 0x81, long_text);
    raw_write(raw, frames, bytes);
    raw_settle(raw);
    tell(other, "mark %d", conn);
    tell(other, "pause %d 0", conn);
    for (int index = 0; index < 2; index++) {
        do raw_read(raw, text);
        while (strcmp(text, "ping") == 0); /* its pong */
        assert_memory_equal(text, "600 stale l", 11);
    }
    raw_write(raw, frames, raw_frame(frames, 0x81, "newer"));
    do raw_read(raw, text);
    while (strcmp(text, "ping") == 0);
    assert_string_equal(text, "5 fresh newer");

    raw_write(raw, frames, raw_frame(frames, 0x01, "begun "));
    raw_settle(raw);
    tell(other, "mark %d", conn);
    tell(other, "x");
    hear(other);
    raw_write(raw, frames, raw_frame(frames, 0x80, "before"));
    raw_read(raw, text);
    assert_string_equal(text, "12 stale begun before");
    close(raw);
    felt_net_client_close(other);
    house_close(&house);
}

static void net_turn_comes_when_asked_for(void **state)
{
    (void)state;
    struct house house;
    struct felt_net_config config = usual_config();
    house_open(&house, &config);
    await(&house.turns, 1);
    int before = 0, now = atomic_load(&house.turns);
    for (int round = 0; now != before && round < WAIT_MS / 20;
         round++) { /* nothing happens: it sleeps */
        before = now;
        usleep(20000);
        now = atomic_load(&house.turns);
    }
    assert_int_equal(now, before);
    felt_net_wake(house.net);
    await(&house.turns, before + 1);
    house_close(&house);

    house_open(&house, &config);
    await(&house.turns, 1);
    house.next_turn = 5;
    felt_net_wake(house.net);
    await(&house.turns, 10);
    house_close(&house);
}

/* --- broken frames --- */

static void net_broken_frames_close_with_their_code(void **state)
{
    (void)state;
    static const struct {
        const char *what;
        size_t bytes;
        const char *wire;
        int code;
    } cases[] = {
        /* A frame without a mask is taken: docs/adr/0008. */
        {"reserved bit", 6, "\xc1\x80\0\0\0\0", 1002},
        {"reserved opcode", 6, "\x83\x80\0\0\0\0", 1002},
        {"ping in parts", 6, "\x09\x80\0\0\0\0", 1002},
        {"ping of 126 bytes", 8, "\x89\xfe\0\x7e\0\0\0\0", 1006},
        {"continues nothing", 7, "\x80\x81\0\0\0\0x", 1002},
        {"begins twice", 14, "\x01\x81\0\0\0\0a\x01\x81\0\0\0\0b", 1002},
        {"binary", 8, "\x82\x82\0\0\0\0hi", 1003},
        {"empty binary", 6, "\x82\x80\0\0\0\0", 1003},
        {"a byte that starts nothing", 7, "\x81\x81\0\0\0\0\xff", 1007},
        {"overlong", 8, "\x81\x82\0\0\0\0\xc0\xaf", 1007},
        {"surrogate", 9, "\x81\x83\0\0\0\0\xed\xa0\x80", 1007},
        {"cut letter", 8, "\x81\x82\0\0\0\0\xe2\x82", 1007},
        {"4,097 bytes", 10, "\x81\xfe\x10\x01\0\0\0\0xx", 1009},
        {"2^40 bytes", 16, "\x81\xff\0\0\1\0\0\0\0\0\0\0\0\0xx", 1009},
    };
    struct house house;
    struct felt_net_config config = usual_config();
    house_open(&house, &config);
    for (size_t index = 0; index < sizeof cases / sizeof cases[0]; index++) {
        int raw = raw_join(felt_net_port(house.net));
        char text[RAW_BYTES];
        raw_read(raw, text);
        int texts = atomic_load(&house.texts);
        raw_write(raw, cases[index].wire, cases[index].bytes);
        int code = raw_read_close(raw);
        if (code != cases[index].code) fail_msg("%s: %d", cases[index].what, code);
        await(&house.left, (int)index + 1);
        assert_int_equal(atomic_load(&house.texts), texts);
        close(raw);
    }
    int conn, protocol = 0;
    struct felt_net_client *client = sit(&house, &conn);
    tell(client, "counts");
    assert_int_equal(sscanf(hear(client), "slow 0 protocol %d", &protocol), 1);
    assert_int_equal(protocol, sizeof cases / sizeof cases[0] - 1); /* one got no code */
    felt_net_client_close(client);
    house_close(&house);
}

static void net_messages_in_pieces_are_put_together(void **state)
{
    (void)state;
    struct house house;
    struct felt_net_config config = usual_config();
    house_open(&house, &config);
    int raw = raw_join(felt_net_port(house.net));
    char text[RAW_BYTES], frames[1024];
    raw_read(raw, text);
    /* Three parts with a ping between them, byte by byte; a letter is cut by the parts. */
    size_t bytes = raw_frame(frames, 0x01, "a\xc3");
    bytes += raw_frame(frames + bytes, 0x00,
                       "\xa4"
                       "b");
    bytes += raw_frame(frames + bytes, 0x89, "?");
    bytes += raw_frame(frames + bytes, 0x80, "c");
    for (size_t at = 0; at < bytes; at++) raw_write(raw, frames + at, 1);
    raw_read(raw, text);
    if (strcmp(text, "?") == 0) raw_read(raw, text);
    assert_string_equal(text, "5 fresh a\xc3\xa4"
                              "bc");
    /* Fragments count together. */
    char part[2001];
    memset(part, 'p', 2000);
    part[2000] = '\0';
    static char many[8000];
    bytes = raw_frame(many, 0x01, part);
    bytes += raw_frame(many + bytes, 0x00, part);
    bytes += raw_frame(many + bytes, 0x00, part);
    raw_write(raw, many, bytes);
    assert_int_equal(raw_read_close(raw), 1009);
    close(raw);
    house_close(&house);
}

static void net_many_frames_in_one_segment_stay_in_order(void **state)
{
    (void)state;
    enum { MANY = 500 };
    struct house house;
    struct felt_net_config config = usual_config();
    house_open(&house, &config);
    int raw = raw_join(felt_net_port(house.net));
    char text[RAW_BYTES], expected[64];
    static char frames[MANY * 16];
    raw_read(raw, text);
    size_t bytes = 0;
    for (int index = 0; index < MANY; index++) {
        snprintf(text, 16, "n%d", index);
        bytes += raw_frame(frames + bytes, 0x81, text);
    }
    raw_write(raw, frames, bytes);
    for (int index = 0; index < MANY; index++) {
        raw_read(raw, text);
        int length = snprintf(expected, 16, "n%d", index);
        snprintf(expected, sizeof expected, "%d fresh n%d", length, index);
        assert_string_equal(text, expected);
    }
    close(raw);
    await(&house.left, 1); /* vanished without a close */
    house_close(&house);
}

/* A peer that vanished does not answer pings. */
static void net_silent_conn_is_given_up(void **state)
{
    (void)state;
    struct house house;
    struct felt_net_config config = usual_config();
    config.ping_seconds = config.pong_seconds = 1;
    house_open(&house, &config);
    int raw = raw_join(felt_net_port(house.net));
    char text[RAW_BYTES];
    raw_read(raw, text);
    await(&house.left, 1); /* the ping comes, no pong goes back */
    close(raw);
    house_close(&house);
}

/* One that answers them is there, even if it never says a word: it is asked again and again. */
static void net_answering_conn_is_kept(void **state)
{
    (void)state;
    struct house house;
    struct felt_net_config config = usual_config();
    config.ping_seconds = 1;
    config.pong_seconds = RAW_SECONDS;
    house_open(&house, &config);
    int raw = raw_join(felt_net_port(house.net));
    char text[RAW_BYTES], pong[RAW_BYTES];
    raw_read(raw, text);
    for (int pings = 0; pings < 3; pings++) {
        assert_int_equal(raw_read(raw, text), 0x89);
        raw_write(raw, pong, raw_frame(pong, 0x8a, text));
    }
    close(raw);
    house_close(&house);
}

/* One that was not read for longer than an answer may take is asked again first.  The pings of
 * another one tell the time. */
static void net_conn_that_was_held_is_asked_before_it_is_given_up(void **state)
{
    (void)state;
    enum { PONG_SECONDS = 4 };
    struct house house;
    struct felt_net_config config = usual_config();
    config.ping_seconds = 1;
    config.pong_seconds = PONG_SECONDS;
    house_open(&house, &config);
    int conn, held = raw_join(felt_net_port(house.net)), other = raw_join(felt_net_port(house.net));
    char text[RAW_BYTES], order[RAW_BYTES], frame[RAW_BYTES];
    raw_read(held, text);
    assert_int_equal(sscanf(text, "open %d", &conn), 1);
    raw_read(other, text);
    snprintf(order, sizeof order, "pause %d 1", conn);
    raw_write(other, frame, raw_frame(frame, 0x81, order));
    for (int pings = 0; pings < PONG_SECONDS + 3; pings++) {
        assert_int_equal(raw_read(other, text), 0x89);
        raw_write(other, frame, raw_frame(frame, 0x8a, text));
    }
    snprintf(order, sizeof order, "pause %d 0", conn);
    raw_write(other, frame, raw_frame(frame, 0x81, order));
    assert_int_equal(raw_read(held, text), 0x89);
    close(held);
    close(other);
    house_close(&house);
}

/* --- what does not open --- */

static void net_open_says_what_is_wrong(void **state)
{
    (void)state;
    struct house house;
    struct felt_net_config config = usual_config();
    house_open(&house, &config);
    struct felt_net *net = NULL;
    struct felt_complaint complaint;
    struct felt_net_calls calls = {.self = &house,
                                   .open = on_open,
                                   .text = on_text,
                                   .gone = on_gone,
                                   .get = on_get,
                                   .turn = on_turn};
    config.port = felt_net_port(house.net);
    assert_int_equal(felt_net_open(&config, &calls, &net, &complaint), FELT_UNSUPPORTED);
    assert_non_null(strstr(complaint.text, "in use"));
    config.port = 0;
    config.bind = "no.such.host.invalid";
    assert_int_equal(felt_net_open(&config, &calls, &net, &complaint), FELT_UNSUPPORTED);
    config.bind = "127.0.0.1";
    config.cert = "/nowhere/cert.pem";
    assert_int_equal(felt_net_open(&config, &calls, &net, &complaint), FELT_UNSUPPORTED);
    config.key = "/nowhere/key.pem";
    assert_int_equal(felt_net_open(&config, &calls, &net, &complaint), FELT_UNSUPPORTED);
    assert_non_null(strstr(complaint.text, "/nowhere/cert.pem"));
    config.cert = config.key = __FILE__; /* no certificate */
    if (access(__FILE__, R_OK) == 0)
        assert_int_equal(felt_net_open(&config, &calls, &net, &complaint), FELT_UNSUPPORTED);
    house_close(&house);
}

static void net_client_says_what_is_wrong(void **state)
{
    (void)state;
    static const struct {
        const char *url;
        enum felt_status status;
    } cases[] = {
        {"", FELT_BAD_FORMAT},
        {"localhost", FELT_BAD_FORMAT},
        {"http://localhost/ws", FELT_BAD_FORMAT},
        {"ws://", FELT_BAD_FORMAT},
        {"ws://a b/ws", FELT_BAD_FORMAT},
        {"ws://localhost:99999/ws", FELT_BAD_FORMAT}, /* luck: no port */
        {"ws://localhost:0/ws", FELT_BAD_FORMAT},
        {"ws://127.0.0.1:1/ws", FELT_UNSUPPORTED},
    };
    for (size_t index = 0; index < sizeof cases / sizeof cases[0]; index++) {
        struct felt_net_client *client = NULL;
        struct felt_complaint complaint = {0};
        enum felt_status status = felt_net_client_open(cases[index].url, 1000, &client, &complaint);
        if (status != cases[index].status) fail_msg("%s: %d", cases[index].url, (int)status);
        assert_true(complaint.text[0]);
    }
}

static void net_client_times_out(void **state)
{
    (void)state;
    struct house house;
    struct felt_net_config config = usual_config();
    house_open(&house, &config);
    int conn;
    struct felt_net_client *client = sit(&house, &conn);
    const char *text;
    size_t bytes;
    assert_int_equal(felt_net_client_next(client, 20, &text, &bytes), FELT_NET_TIMEOUT);
    assert_int_equal(felt_net_client_next(client, 0, &text, &bytes), FELT_NET_TIMEOUT);
    tell(client, "late");
    assert_string_equal(hear(client), "4 fresh late");
    tell(client, "dismiss %d 1008", conn);
    expect_closed(client, 1008);
    expect_closed(client, 1008);
    assert_int_equal(felt_net_client_send(client, "x", 1), FELT_UNSUPPORTED);
    felt_net_client_close(client);
    house_close(&house);
}

/* --- TLS --- */

/* libwebsockets loses its lists of authorities if one process has a server and a client with TLS,
 * which no program of ours has: the leak checker need not tell us about it. */
void __lsan_disable(void) __attribute__((weak));
void __lsan_enable(void) __attribute__((weak));

static void net_tls_needs_a_trusted_certificate(void **state)
{
    (void)state;
    char root[] = "/tmp/felt_tls_XXXXXX", cert[64], key[64], command[512];
    assert_non_null(mkdtemp(root));
    snprintf(cert, sizeof cert, "%s/cert.pem", root);
    snprintf(key, sizeof key, "%s/key.pem", root);
    snprintf(command, sizeof command,
             "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 "
             "-subj /CN=felt -addext subjectAltName=IP:127.0.0.2,DNS:127.0.0.2 -keyout %s -out %s "
             ">/dev/null 2>&1",
             key, cert);
    if (system(command) != 0) skip();
    struct house house;
    struct felt_net_config config = usual_config();
    config.queue_max = 64 << 20; /* whatever the sockets take */
    config.cert = cert;
    config.key = key;
    config.bind = "0.0.0.0";
    if (__lsan_disable) __lsan_disable();
    house_open(&house, &config);
    struct felt_net_client *client = NULL;
    struct felt_complaint complaint;
    /* Our own machine, by its usual address, is trusted whatever it shows; another is not. */
    int conn;
    snprintf(house.url, sizeof house.url, "wss://127.0.0.1:%u/ws", felt_net_port(house.net));
    felt_net_client_close(sit(&house, &conn));
    snprintf(house.url, sizeof house.url, "wss://127.0.0.2:%u/ws", felt_net_port(house.net));
    assert_int_equal(felt_net_client_open(house.url, WAIT_MS, &client, &complaint),
                     FELT_UNSUPPORTED);
    setenv("SSL_CERT_FILE", cert, 1);
    client = sit(&house, &conn);
    if (__lsan_enable) __lsan_enable();
    tell(client, "burst %d 0 50 50000", conn);
    for (int index = 0; index < 50; index++) expect_frame(hear(client), index, 50000);
    char text[4096];
    memset(text, 'x', sizeof text);
    assert_int_equal(felt_net_client_send(client, text, sizeof text), FELT_OK);
    assert_memory_equal(hear(client), "4096 fresh x", 12);
    felt_net_client_close(client);
    unsetenv("SSL_CERT_FILE");
    house_close(&house);
    unlink(cert);
    unlink(key);
    rmdir(root);
}

TEST_MODULE(net)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(net_frames_come_back_whole),
        cmocka_unit_test(net_number_is_used_again),
        cmocka_unit_test(net_long_table_is_cut),
        cmocka_unit_test(net_slow_reader_gets_whole_frames_until_1013),
        cmocka_unit_test(net_reader_that_resumes_gets_everything),
        cmocka_unit_test(net_dismissed_reader_gets_what_was_queued),
        cmocka_unit_test(net_stop_says_1001_and_does_not_wait_for_the_slow),
        cmocka_unit_test(net_paused_conn_is_not_heard_until_it_goes_on),
        cmocka_unit_test(net_mark_divides_stale_from_fresh),
        cmocka_unit_test(net_turn_comes_when_asked_for),
        cmocka_unit_test(net_broken_frames_close_with_their_code),
        cmocka_unit_test(net_messages_in_pieces_are_put_together),
        cmocka_unit_test(net_many_frames_in_one_segment_stay_in_order),
        cmocka_unit_test(net_silent_conn_is_given_up),
        cmocka_unit_test(net_answering_conn_is_kept),
        cmocka_unit_test(net_conn_that_was_held_is_asked_before_it_is_given_up),
        cmocka_unit_test(net_open_says_what_is_wrong),
        cmocka_unit_test(net_client_says_what_is_wrong),
        cmocka_unit_test(net_client_times_out),
        cmocka_unit_test(net_tls_needs_a_trusted_certificate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
