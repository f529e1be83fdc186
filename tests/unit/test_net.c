/* test_net.c -- the server and the client over real sockets of this machine.
 *
 * A server runs in a thread of its own and does what frames tell it to do ("burst 100 5000"); tests
 * talk to it by the client, or by a bare socket where they must break rules. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "net/client.h"
#include "net/parts.h"
#include "net/server.h"
#include "net_raw.h"

#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINES_MAX = 64, WAIT_MS = 60000, TEXT_BYTES = 2 << 20 };

/* --- a server that obeys --- */

struct house {
    struct felt_net *net;
    pthread_t thread;
    char url[64];
    atomic_int opened, left, turns, texts;
    bool here[LINES_MAX];
    int64_t next_turn; /* what turn() returns */
    bool refuses;
    char *frame; /* FELT_NET_PRE bytes, then the text */
};

static void say(struct house *house, uint32_t line, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int bytes = vsnprintf(house->frame + FELT_NET_PRE, TEXT_BYTES, format, list);
    va_end(list);
    felt_net_send(house->net, line, house->frame + FELT_NET_PRE, (size_t)bytes, false);
}

/* Frame `index` of a burst: its number, then letters that differ from frame to frame. */
static void fill(char *text, int index, int bytes)
{
    int head = snprintf(text, 16, "%08d ", index);
    for (int at = head; at < bytes; at++) text[at] = (char)('a' + (index * 7 + at) % 26);
}

static void burst(struct house *house, uint32_t line, int first, int count, int bytes)
{
    for (int index = first; index < first + count; index++) {
        fill(house->frame + FELT_NET_PRE, index, bytes);
        felt_net_send(house->net, line, house->frame + FELT_NET_PRE, (size_t)bytes, false);
    }
}

/* Whoever is dismissed has five seconds to read the rest; on a slow machine he gets more. */
static void linger(struct house *house, uint32_t number)
{
    struct line *line = house->net->lines[number];
    if (line && line->closing && line->deadline != UINT64_MAX)
        line->deadline = uv_now(&house->net->loop) + WAIT_MS;
}

static bool on_open(void *self, uint32_t line, const struct felt_net_visitor *visitor)
{
    struct house *house = self;
    assert_true(line < LINES_MAX);
    assert_false(house->here[line]);
    if (house->refuses) return false;
    house->here[line] = true;
    atomic_fetch_add(&house->opened, 1);
    say(house, line, "open %u %s %d [%s] %d {%s}", line, visitor->address, visitor->loopback,
        visitor->table, visitor->path, visitor->cookie);
    return true;
}

static void on_text(void *self, uint32_t line, const char *text, size_t bytes, bool stale)
{
    struct house *house = self;
    assert_true(house->here[line]);
    atomic_fetch_add(&house->texts, 1);
    char copy[256];
    snprintf(copy, sizeof copy, "%.*s", (int)(bytes < 255 ? bytes : 255), text);
    int a, b, c, d;
    if (sscanf(copy, "burst %d %d %d %d", &a, &b, &c, &d) == 4)
        burst(house, (uint32_t)a, b, c, d);
    else if (sscanf(copy, "dismiss %d %d", &a, &b) == 2)
        felt_net_dismiss(house->net, (uint32_t)a, (uint16_t)b, "as you wish");
    else if (sscanf(copy, "pause %d %d", &a, &b) == 2)
        felt_net_pause(house->net, (uint32_t)a, b != 0);
    else if (sscanf(copy, "mark %d", &a) == 1)
        felt_net_mark(house->net, (uint32_t)a);
    else if (strcmp(copy, "counts") == 0) {
        const struct felt_net_counts *counts = felt_net_counts(house->net);
        say(house, line, "slow %d protocol %d queued %d waiting %d here %u",
            (int)counts->closed_slow, (int)counts->closed_protocol, (int)counts->frames_queued,
            (int)counts->queue_bytes, counts->connections);
    } else if (strcmp(copy, "stop") == 0)
        felt_net_stop(house->net);
    else
        say(house, line, "%zu %s %s", bytes, stale ? "stale" : "fresh", copy);
    for (uint32_t number = 0; number < house->net->lines_size; number++) linger(house, number);
}

static void on_gone(void *self, uint32_t line)
{
    struct house *house = self;
    assert_true(house->here[line]);
    house->here[line] = false;
    atomic_fetch_add(&house->left, 1);
}

static bool on_get(void *self, const char *path, const char *query, struct felt_net_answer *out)
{
    (void)self;
    if (strcmp(path, "/metrics") != 0) return false;
    out->bytes = strcmp(query, "long") == 0 ? 300000 : 5;
    out->body = malloc(out->bytes);
    memset(out->body, 'm', out->bytes);
    return true;
}

static int64_t on_turn(void *self)
{
    struct house *house = self;
    atomic_fetch_add(&house->turns, 1);
    return house->next_turn;
}

static void *serve(void *self)
{
    felt_net_run(((struct house *)self)->net);
    return NULL;
}

static struct felt_net_config usual_config(void)
{
    return (struct felt_net_config){.bind = "127.0.0.1",
                                    .ws = {{"/ws", 50}, {"/room", 2}},
                                    .per_address_max = 2,
                                    .message_max = 4096,
                                    .queue_soft = 64 << 10,
                                    .queue_max = 256 << 10,
                                    .head_seconds = 60,
                                    .ping_seconds = 20,
                                    .pong_seconds = 20};
}

static void house_open(struct house *house, const struct felt_net_config *config)
{
    *house = (struct house){.next_turn = -1, .frame = malloc(FELT_NET_PRE + TEXT_BYTES)};
    struct felt_net_calls calls = {.self = house,
                                   .open = on_open,
                                   .text = on_text,
                                   .gone = on_gone,
                                   .get = on_get,
                                   .turn = on_turn};
    struct felt_complaint complaint = {0};
    if (felt_net_open(config, &calls, &house->net, &complaint) != FELT_OK)
        fail_msg("%s", complaint.text);
    snprintf(house->url, sizeof house->url, "%s://%s:%d/ws", config->cert ? "wss" : "ws",
             config->cert ? "localhost" : "127.0.0.1", felt_net_port(house->net));
    assert_int_equal(pthread_create(&house->thread, NULL, serve, house), 0);
}

static void house_close(struct house *house)
{
    felt_net_stop(house->net);
    pthread_join(house->thread, NULL);
    assert_int_equal(felt_net_counts(house->net)->queue_bytes, 0);
    felt_net_close(house->net);
    assert_int_equal(atomic_load(&house->opened), atomic_load(&house->left)); /* K4 */
    free(house->frame);
}

/* --- clients --- */

static struct felt_net_client *join(const char *url)
{
    struct felt_net_client *client = NULL;
    struct felt_complaint complaint = {0};
    if (felt_net_client_open(url, WAIT_MS, &client, &complaint) != FELT_OK)
        fail_msg("%s", complaint.text);
    return client;
}

static const char *hear(struct felt_net_client *client)
{
    const char *text = NULL;
    size_t bytes = 0;
    enum felt_net_news news = felt_net_client_next(client, WAIT_MS, &text, &bytes);
    if (news != FELT_NET_TEXT)
        fail_msg("no frame: %d, code %d", (int)news, felt_net_client_code(client));
    assert_int_equal(strlen(text), bytes);
    return text;
}

/* The program hears of a farewell a little before the place is free: until then a newcomer is
 * refused, and comes again. */
static struct felt_net_client *join_freed(const char *url)
{
    struct felt_net_client *client = NULL;
    struct felt_complaint complaint = {0};
    for (int ms = 0; ms < WAIT_MS; ms++) {
        if (felt_net_client_open(url, WAIT_MS, &client, &complaint) == FELT_OK) return client;
        usleep(1000);
    }
    fail_msg("%s", complaint.text);
    return NULL;
}

/* Joins, and reads the number the server gave it. */
static struct felt_net_client *sit(const struct house *house, int *line)
{
    struct felt_net_client *client = join(house->url);
    const char *text = hear(client);
    if (sscanf(text, "open %d", line) != 1) fail_msg("%s", text);
    return client;
}

static void tell(struct felt_net_client *client, const char *format, ...)
{
    char text[256];
    va_list list;
    va_start(list, format);
    int bytes = vsnprintf(text, sizeof text, format, list);
    va_end(list);
    assert_int_equal(felt_net_client_send(client, text, (size_t)bytes), FELT_OK);
}

static void expect_closed(struct felt_net_client *client, int code)
{
    const char *text = "";
    size_t bytes;
    enum felt_net_news news = felt_net_client_next(client, WAIT_MS, &text, &bytes);
    if (news != FELT_NET_CLOSED) fail_msg("news %d %s", (int)news, text);
    assert_int_equal(felt_net_client_code(client), code);
}

/* Until a counter of the server has reached a value. */
static void await(atomic_int *counter, int value)
{
    for (int round = 0; round < WAIT_MS; round++) {
        if (atomic_load(counter) >= value) return;
        usleep(1000);
    }
    fail_msg("counter %d, not %d", atomic_load(counter), value);
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
        int line;
        struct felt_net_client *client = sit(&house, &line);
        assert_true(line < 3);
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
    int slow_line, line;
    struct felt_net_client *slow = sit(&house, &slow_line), *other = sit(&house, &line);
    int round = 0;
    for (; round < ROUNDS; round++) {
        int one, two;
        tell(other, "burst %d %d %d %d", slow_line, round * FRAMES, FRAMES, BYTES);
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
    int slow_line, line, queued = 0, frames = 0, sent = 0;
    struct felt_net_client *slow = sit(&house, &slow_line), *other = sit(&house, &line);
    for (int round = 0; round < 60; round++) {
        int bytes = 1 + round * 499, count = 20; /* 11 to 29,442 bytes */
        if (bytes < 11) bytes = 11;
        tell(other, "burst %d %d %d %d", slow_line, sent, count, bytes);
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
    int slow_line, line;
    struct felt_net_client *slow = sit(&house, &slow_line), *other = sit(&house, &line);
    tell(other, "burst %d 0 200 50000", slow_line);
    tell(other, "dismiss %d 4000", slow_line);
    tell(other, "burst %d 200 5 50000", slow_line); /* too late */
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
    int slow_line, line;
    struct felt_net_client *slow = sit(&house, &slow_line), *other = sit(&house, &line);
    tell(other, "burst %d 0 500 50000", slow_line);
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

static void net_paused_line_is_not_heard_until_it_goes_on(void **state)
{
    (void)state;
    struct house house;
    struct felt_net_config config = usual_config();
    house_open(&house, &config);
    int line, own, raw = raw_join(felt_net_port(house.net));
    struct felt_net_client *other = sit(&house, &own);
    char text[RAW_BYTES];
    raw_read(raw, text);
    assert_int_equal(sscanf(text, "open %d", &line), 1);
    /* Four frames in one segment: those after the pause have already been read. */
    char frames[512], order[32];
    size_t bytes = raw_frame(frames, 0x81, "one");
    snprintf(order, sizeof order, "pause %d 1", line);
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
    tell(other, "mark %d", line);
    tell(other, "pause %d 0", line);
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
    int line, own, raw = raw_join(felt_net_port(house.net));
    struct felt_net_client *other = sit(&house, &own);
    char text[RAW_BYTES], frames[2048], order[32];
    raw_read(raw, text);
    assert_int_equal(sscanf(text, "open %d", &line), 1);

    snprintf(order, sizeof order, "mark %d", line);
    size_t bytes = raw_frame(frames, 0x81, order);
    bytes += raw_frame(frames + bytes, 0x81, "behind the mark");
    raw_write(raw, frames, bytes);
    raw_read(raw, text);
    assert_string_equal(text, "15 stale behind the mark");
    raw_write(raw, frames, raw_frame(frames, 0x81, "new"));
    raw_read(raw, text);
    assert_string_equal(text, "3 fresh new");

    /* 1,200 bytes wait in the socket: three reads. */
    tell(other, "pause %d 1", line);
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
    tell(other, "mark %d", line);
    tell(other, "pause %d 0", line);
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
    tell(other, "mark %d", line);
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
    usleep(20000);
    assert_true(atomic_load(&house.turns) <= 2); /* nothing happens: it sleeps */
    int before = atomic_load(&house.turns);
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

/* --- limits --- */

static void net_full_server_refuses(void **state)
{
    (void)state;
    struct house house;
    struct felt_net_config config = usual_config();
    config.ws[0].connections_max = 3;
    house_open(&house, &config);
    struct felt_net_client *clients[3], *late = NULL;
    int line;
    for (int index = 0; index < 3; index++) clients[index] = sit(&house, &line);
    struct felt_complaint complaint;
    assert_int_equal(felt_net_client_open(house.url, WAIT_MS, &late, &complaint), FELT_UNSUPPORTED);
    felt_net_client_close(clients[1]);
    await(&house.left, 1);
    clients[1] = join_freed(house.url);
    for (int index = 0; index < 3; index++) felt_net_client_close(clients[index]);
    house_close(&house);
}

/* Each path has its own room and its own numbers, which are used again. */
static void net_paths_have_their_own_numbers(void **state)
{
    (void)state;
    struct house house;
    struct felt_net_config config = usual_config();
    config.ws[0].connections_max = 1;
    house_open(&house, &config);
    char room[64];
    snprintf(room, sizeof room, "ws://127.0.0.1:%d/room", felt_net_port(house.net));
    int line, number, path;
    struct felt_net_client *arena = sit(&house, &line), *guests[2], *late = NULL;
    assert_int_equal(line, 0);
    for (int round = 0; round < 2; round++) {
        bool seen[2] = {false};
        for (int index = 0; index < 2; index++) {
            guests[index] = join_freed(room);
            assert_int_equal(sscanf(hear(guests[index]), "open %d %*s %*d [] %d", &number, &path),
                             2);
            assert_int_equal(path, 1);
            assert_in_range(number, 1, 2);
            assert_false(seen[number - 1]);
            seen[number - 1] = true;
        }
        struct felt_complaint complaint;
        assert_int_equal(felt_net_client_open(room, WAIT_MS, &late, &complaint), FELT_UNSUPPORTED);
        for (int index = 0; index < 2; index++) felt_net_client_close(guests[index]);
        await(&house.left, 2 * (round + 1));
    }
    felt_net_client_close(arena);
    house_close(&house);
}

/* Of IPv4 an address counts, of IPv6 the network that one customer has. */
static void net_guests_are_counted_by_address(void **state)
{
    (void)state;
    static const struct {
        const char *address;
        int guest; /* which one it is; the same number: the same guest                         */
    } rows[] = {
        {"::ffff:192.0.2.1", 0}, {"::ffff:192.0.2.2", 1},     {"::ffff:192.0.2.1", 0},
        {"2001:db8:0:1::1", 2},  {"2001:db8:0:1:ffff::9", 2}, {"2001:db8:0:2::1", 3},
        {"::ffff:192.0.3.1", 4}, {"2001:db8::1", 5},
    };
    enum { ROWS = sizeof rows / sizeof rows[0] };
    struct felt_net *net = calloc(1, sizeof *net);
    struct guest *guests[ROWS];
    uint32_t sockets[ROWS] = {0};
    for (int i = 0; i < ROWS; i++) {
        struct in6_addr address;
        assert_int_equal(inet_pton(AF_INET6, rows[i].address, &address), 1);
        guests[i] = felt_net_guest_add(net, &address);
        assert_non_null(guests[i]);
        assert_int_equal(guests[i]->sockets, ++sockets[rows[i].guest]);
        for (int j = 0; j < i; j++)
            assert_int_equal(guests[i] == guests[j], rows[i].guest == rows[j].guest);
    }
    felt_net_guest_drop(net, NULL);
    for (int i = 0; i < ROWS; i++) felt_net_guest_drop(net, guests[i]);
    for (int i = 0; i < GUEST_BUCKETS; i++) assert_null(net->guests[i]);
    free(net);
}

/* Enough addresses that some share a bucket, dropped in another order than they came. */
static void net_guests_share_buckets(void **state)
{
    (void)state;
    enum { COUNT = 3 * GUEST_BUCKETS };
    struct felt_net *net = calloc(1, sizeof *net);
    struct guest **guests = calloc(COUNT, sizeof(struct guest *));
    for (int i = 0; i < COUNT; i++) {
        struct in6_addr address = {.s6_addr = {0x20, 1, (uint8_t)(i >> 8), (uint8_t)i}};
        guests[i] = felt_net_guest_add(net, &address);
        assert_int_equal(guests[i]->sockets, 1);
    }
    for (int i = 0; i < COUNT; i++) felt_net_guest_drop(net, guests[i * 7 % COUNT]);
    for (int i = 0; i < GUEST_BUCKETS; i++) assert_null(net->guests[i]);
    free(guests);
    free(net);
}

/* An address of this machine at which it meets itself as a stranger.  False: it has none. */
static bool find_address(struct in_addr *address)
{
    struct ifaddrs *list = NULL;
    bool found = false;
    if (getifaddrs(&list) != 0) return false;
    for (struct ifaddrs *one = list; one && !found; one = one->ifa_next) {
        found = one->ifa_addr && one->ifa_addr->sa_family == AF_INET && (one->ifa_flags & IFF_UP) &&
                !(one->ifa_flags & IFF_LOOPBACK);
        if (found)
            memcpy(address, &((struct sockaddr_in *)one->ifa_addr)->sin_addr, sizeof *address);
    }
    freeifaddrs(list);
    return found;
}

static int knock(struct in_addr address, const struct house *house)
{
    int raw = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_addr = address};
    to.sin_port = htons((uint16_t)felt_net_port(house->net));
    struct timeval patience = {.tv_sec = RAW_SECONDS};
    setsockopt(raw, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    assert_int_equal(connect(raw, (struct sockaddr *)&to, sizeof to), 0);
    return raw;
}

/* The status of the answer; 0: closed without one. */
static int status_of(int raw, const char *request)
{
    char answer[16] = "";
    int status = 0;
    if (send(raw, request, strlen(request), MSG_NOSIGNAL) < 0) return 0;
    if (recv(raw, answer, sizeof answer - 1, MSG_WAITALL) < 0) return 0;
    return sscanf(answer, "HTTP/1.%*d %d", &status) == 1 ? status : 0;
}

/* Sockets that never become lines count too, and shut nobody else out. */
static void net_address_has_so_many_sockets(void **state)
{
    (void)state;
    enum { MOST = 2 + HTTP_PER_ADDRESS };
    static const char get[] = "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n";
    struct house house;
    struct felt_net_config config = usual_config();
    struct in_addr address = {0};
    if (!find_address(&address)) skip();
    config.bind = "0.0.0.0";
    house_open(&house, &config);
    int raw[MOST], line, again = 0;
    char byte;
    for (int i = 0; i < MOST; i++) raw[i] = knock(address, &house);
    for (int i = 0; i < 3; i++) {
        int late = knock(address, &house);
        raw_expect_end(late, &byte, 1);
        close(late);
    }
    for (int i = 0; i < MOST; i++) {
        assert_int_equal(recv(raw[i], &byte, 1, MSG_DONTWAIT), -1);
        assert_int_equal(errno, EAGAIN);
    }
    felt_net_client_close(sit(&house, &line)); /* this machine itself is not counted */
    for (int i = 0; i < MOST; i++) close(raw[i]);
    for (int round = 0; round < WAIT_MS && again != 200; round++) {
        int late = knock(address, &house);
        again = status_of(late, get);
        close(late);
        usleep(1000);
    }
    assert_int_equal(again, 200);
    house_close(&house);
}

/* Of those sockets so many may be WebSockets. */
static void net_address_has_so_many_lines(void **state)
{
    (void)state;
    static const int answers[] = {101, 101, 503};
    struct house house;
    struct felt_net_config config = usual_config();
    struct in_addr address = {0};
    if (!find_address(&address)) skip();
    config.bind = "0.0.0.0";
    house_open(&house, &config);
    int raw[3];
    for (int i = 0; i < 3; i++) {
        raw[i] = knock(address, &house);
        assert_int_equal(status_of(raw[i], RAW_UPGRADE("/ws", "")), answers[i]);
    }
    for (int i = 0; i < 3; i++) close(raw[i]);
    await(&house.left, 2);
    house_close(&house);
}

static void net_refused_by_the_program_is_1013(void **state)
{
    (void)state;
    struct house house;
    struct felt_net_config config = usual_config();
    house_open(&house, &config);
    house.refuses = true;
    int raw = raw_join(felt_net_port(house.net));
    assert_int_equal(raw_read_close(raw), 1013);
    close(raw);
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
    int line, protocol = 0;
    struct felt_net_client *client = sit(&house, &line);
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
static void net_silent_line_is_given_up(void **state)
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
static void net_answering_line_is_kept(void **state)
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
        {"ws://localhost:99999/ws", FELT_BAD_FORMAT},
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
    int line;
    struct felt_net_client *client = sit(&house, &line);
    const char *text;
    size_t bytes;
    assert_int_equal(felt_net_client_next(client, 20, &text, &bytes), FELT_NET_TIMEOUT);
    assert_int_equal(felt_net_client_next(client, 0, &text, &bytes), FELT_NET_TIMEOUT);
    tell(client, "late");
    assert_string_equal(hear(client), "4 fresh late");
    tell(client, "dismiss %d 1008", line);
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
    int line;
    snprintf(house.url, sizeof house.url, "wss://127.0.0.1:%u/ws", felt_net_port(house.net));
    felt_net_client_close(sit(&house, &line));
    snprintf(house.url, sizeof house.url, "wss://127.0.0.2:%u/ws", felt_net_port(house.net));
    assert_int_equal(felt_net_client_open(house.url, WAIT_MS, &client, &complaint),
                     FELT_UNSUPPORTED);
    setenv("SSL_CERT_FILE", cert, 1);
    client = sit(&house, &line);
    if (__lsan_enable) __lsan_enable();
    tell(client, "burst %d 0 50 50000", line);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(net_frames_come_back_whole),
        cmocka_unit_test(net_number_is_used_again),
        cmocka_unit_test(net_long_table_is_cut),
        cmocka_unit_test(net_slow_reader_gets_whole_frames_until_1013),
        cmocka_unit_test(net_reader_that_resumes_gets_everything),
        cmocka_unit_test(net_dismissed_reader_gets_what_was_queued),
        cmocka_unit_test(net_stop_says_1001_and_does_not_wait_for_the_slow),
        cmocka_unit_test(net_paused_line_is_not_heard_until_it_goes_on),
        cmocka_unit_test(net_mark_divides_stale_from_fresh),
        cmocka_unit_test(net_turn_comes_when_asked_for),
        cmocka_unit_test(net_full_server_refuses),
        cmocka_unit_test(net_paths_have_their_own_numbers),
        cmocka_unit_test(net_guests_are_counted_by_address),
        cmocka_unit_test(net_guests_share_buckets),
        cmocka_unit_test(net_address_has_so_many_sockets),
        cmocka_unit_test(net_address_has_so_many_lines),
        cmocka_unit_test(net_refused_by_the_program_is_1013),
        cmocka_unit_test(net_broken_frames_close_with_their_code),
        cmocka_unit_test(net_messages_in_pieces_are_put_together),
        cmocka_unit_test(net_many_frames_in_one_segment_stay_in_order),
        cmocka_unit_test(net_silent_line_is_given_up),
        cmocka_unit_test(net_answering_line_is_kept),
        cmocka_unit_test(net_http_answers),
        cmocka_unit_test(net_http_files_are_guarded_kept_and_packed),
        cmocka_unit_test(net_http_long_answer_is_whole),
        cmocka_unit_test(net_hostile_heads_hurt_nobody),
        cmocka_unit_test(net_origins_are_those_configured),
        cmocka_unit_test(net_open_says_what_is_wrong),
        cmocka_unit_test(net_client_says_what_is_wrong),
        cmocka_unit_test(net_client_times_out),
        cmocka_unit_test(net_tls_needs_a_trusted_certificate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
