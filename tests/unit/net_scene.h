/* net_scene.h -- for the tests of lines: a server and clients.  Include it behind cmocka.h.
 *
 * A server runs in a thread of its own and does what frames tell it to do ("burst 100 5000"); tests
 * talk to it by the client, or by a bare socket where they must break rules. */
#ifndef FELT_TESTS_NET_SCENE_H
#define FELT_TESTS_NET_SCENE_H

#include "net/client.h"
#include "net/parts.h"
#include "net/server.h"
#include "net_raw.h"

#include <arpa/inet.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CONNS_MAX = 64, WAIT_MS = 60000, TEXT_BYTES = 2 << 20 };

/* --- a server that obeys --- */

struct house {
    struct felt_net *net;
    pthread_t thread;
    char url[64];
    atomic_int opened, left, turns, texts;
    bool here[CONNS_MAX];
    int64_t next_turn; /* what turn() returns */
    bool refuses;
    char *frame; /* FELT_TRANSPORT_PRE bytes, then the text */
};

static inline void say(struct house *house, uint32_t conn, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int bytes = vsnprintf(house->frame + FELT_TRANSPORT_PRE, TEXT_BYTES, format, list);
    va_end(list);
    felt_net_send(house->net, conn, house->frame + FELT_TRANSPORT_PRE, (size_t)bytes, false);
}

/* Frame `index` of a burst: its number, then letters that differ from frame to frame. */
static inline void fill(char *text, int index, int bytes)
{
    int head = snprintf(text, 16, "%08d ", index);
    for (int at = head; at < bytes; at++) text[at] = (char)('a' + (index * 7 + at) % 26);
}

static inline void burst(struct house *house, uint32_t conn, int first, int count, int bytes)
{
    for (int index = first; index < first + count; index++) {
        fill(house->frame + FELT_TRANSPORT_PRE, index, bytes);
        felt_net_send(house->net, conn, house->frame + FELT_TRANSPORT_PRE, (size_t)bytes, false);
    }
}

/* Whoever is dismissed has five seconds to read the rest; on a slow machine he gets more. */
static inline void linger(struct house *house, uint32_t number)
{
    struct conn *conn = house->net->conns[number];
    if (conn && conn->closing && conn->deadline != UINT64_MAX)
        conn->deadline = uv_now(&house->net->loop) + WAIT_MS;
}

static inline bool on_open(void *self, uint32_t conn, const struct felt_net_conn_info *info)
{
    struct house *house = self;
    assert_true(conn < CONNS_MAX);
    assert_false(house->here[conn]);
    if (house->refuses) return false;
    house->here[conn] = true;
    atomic_fetch_add(&house->opened, 1);
    say(house, conn, "open %u %s %d [%s] %d {%s}", conn, info->address, info->loopback, info->table,
        info->path, info->cookie);
    return true;
}

static inline void on_text(void *self, uint32_t conn, const char *text, size_t bytes, bool stale)
{
    struct house *house = self;
    assert_true(house->here[conn]);
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
        say(house, conn, "slow %d protocol %d queued %d waiting %d here %u",
            (int)counts->closed_slow, (int)counts->closed_protocol, (int)counts->frames_queued,
            (int)counts->queue_bytes, counts->connections);
    } else if (strcmp(copy, "stop") == 0)
        felt_net_stop(house->net);
    else
        say(house, conn, "%zu %s %s", bytes, stale ? "stale" : "fresh", copy);
    for (uint32_t number = 0; number < house->net->conns_size; number++) linger(house, number);
}

static inline void on_gone(void *self, uint32_t conn)
{
    struct house *house = self;
    assert_true(house->here[conn]);
    house->here[conn] = false;
    atomic_fetch_add(&house->left, 1);
}

static inline bool on_get(void *self, const char *path, const char *query,
                          struct felt_net_answer *out)
{
    (void)self;
    if (strcmp(path, "/metrics") != 0) return false;
    out->bytes = strcmp(query, "long") == 0 ? 300000 : 5;
    out->body = malloc(out->bytes);
    memset(out->body, 'm', out->bytes);
    return true;
}

static inline int64_t on_turn(void *self)
{
    struct house *house = self;
    atomic_fetch_add(&house->turns, 1);
    return house->next_turn;
}

static inline void *serve(void *self)
{
    felt_net_run(((struct house *)self)->net);
    return NULL;
}

static inline struct felt_net_config usual_config(void)
{
    return (struct felt_net_config){
        .bind = "127.0.0.1",
        .ws = {{.path = "/ws", .connections_max = 50}, {.path = "/room", .connections_max = 2}},
        .per_address_max = 2,
        .message_max = 4096,
        .queue_soft = 64 << 10,
        .queue_max = 256 << 10,
        .head_seconds = 60,
        .ping_seconds = 20,
        .pong_seconds = 20};
}

static inline void house_open(struct house *house, const struct felt_net_config *config)
{
    *house = (struct house){.next_turn = -1, .frame = malloc(FELT_TRANSPORT_PRE + TEXT_BYTES)};
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

static inline void house_close(struct house *house)
{
    felt_net_stop(house->net);
    pthread_join(house->thread, NULL);
    assert_int_equal(felt_net_counts(house->net)->queue_bytes, 0);
    felt_net_close(house->net);
    assert_int_equal(atomic_load(&house->opened), atomic_load(&house->left)); /* K4 */
    free(house->frame);
}

/* --- clients --- */

static inline struct felt_net_client *join(const char *url)
{
    struct felt_net_client *client = NULL;
    struct felt_complaint complaint = {0};
    if (felt_net_client_open(url, WAIT_MS, &client, &complaint) != FELT_OK)
        fail_msg("%s", complaint.text);
    return client;
}

static inline const char *hear(struct felt_net_client *client)
{
    const char *text = NULL;
    size_t bytes = 0;
    enum felt_net_news news = felt_net_client_next(client, WAIT_MS, &text, &bytes);
    if (news != FELT_NET_TEXT)
        fail_msg("no frame: %d, code %d", (int)news, felt_net_client_code(client));
    assert_int_equal(strlen(text), bytes);
    return text;
}

/* Joins, and reads the number the server gave it. */
static inline struct felt_net_client *sit(const struct house *house, int *conn)
{
    struct felt_net_client *client = join(house->url);
    const char *text = hear(client);
    if (sscanf(text, "open %d", conn) != 1) fail_msg("%s", text);
    return client;
}

static inline void tell(struct felt_net_client *client, const char *format, ...)
{
    char text[256];
    va_list list;
    va_start(list, format);
    int bytes = vsnprintf(text, sizeof text, format, list);
    va_end(list);
    assert_int_equal(felt_net_client_send(client, text, (size_t)bytes), FELT_OK);
}

#endif
