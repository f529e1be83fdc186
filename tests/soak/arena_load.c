/* arena_load.c -- clients of the arena that cost next to nothing: for ./dev soak arena.
 *
 * usage: arena_load PORT MODE COUNT SECONDS [RATE]
 *
 *   play    COUNT tables of two that check and call, RATE actions a second in all
 *   rush    the same at tables of its own
 *   sit     COUNT lines at tables of two that are dealt a hand and never act
 *   watch   COUNT spectators of the table s0 who answer pings and do nothing else
 *   slow    COUNT spectators of the table q0 (rush) who never read
 *   flood   COUNT lines that send actions as fast as the socket takes them
 *   storm   COUNT lines that come, say hello, go without a word, and come again
 *
 * One thread, epoll, no JSON: frames are told apart by their first bytes, and what an answer needs
 * is found by its key.  The masks are zero, which the protocol allows.  It prints `ready` when
 * every line stands, and at the end one line of figures:
 *
 *   done=N p50=US p99=US max=US lost=N
 *
 * done: actions taken, messages sent (flood) or visits (storm).  The times go from an action to the
 * first event after it, in microseconds.  lost: lines that the server closed. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { IN_BYTES = 8192, EVENTS = 512, TIMES_MAX = 1 << 22, FLOOD_FRAMES = 256, HEAD_BYTES = 14 };
enum mode { PLAY, RUSH, SIT, WATCH, SLOW, FLOOD, STORM, MODES };
enum state { AWAY, UPGRADING, SEATED };

struct conn {
    int socket;
    enum state state;
    uint32_t number, used;
    size_t skip;             /* bytes of a frame that does not fit                             */
    int64_t due_us, sent_us; /* an answer waits until; an action was sent at; 0: none          */
    char hand[40], request[24];
    bool may_pass;
    char in[IN_BYTES];
};

struct load {
    uint16_t port;
    enum mode mode;
    uint32_t count, standing, lost;
    int64_t end_us, pause_us;
    int poll;
    bool ready;
    struct conn *conn;
    uint32_t *waiting; /* a ring of lines whose answers are due one after the other            */
    uint32_t first, waits;
    uint32_t *time; /* microseconds                                                            */
    uint64_t times, done;
};

static int64_t now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static void fail(const char *what)
{
    perror(what);
    exit(1);
}

/* ---- lines ---- */

static void hang_up(struct load *load, struct conn *conn)
{
    if (conn->state == AWAY) return;
    close(conn->socket);
    if (conn->state == SEATED) load->standing--;
    conn->state = AWAY;
    conn->due_us = conn->sent_us = 0;
}

static void lose(struct load *load, struct conn *conn)
{
    hang_up(load, conn);
    load->lost++;
}

static void connect_conn(struct load *load, struct conn *conn)
{
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(load->port)};
    int on = 1, small = 2048;
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    conn->socket = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (conn->socket < 0) fail("socket");
    setsockopt(conn->socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (load->mode == SLOW) setsockopt(conn->socket, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    if (load->mode == STORM) { /* no TIME_WAIT: ports would run out */
        struct linger none = {.l_onoff = 1};
        setsockopt(conn->socket, SOL_SOCKET, SO_LINGER, &none, sizeof none);
    }
    if (connect(conn->socket, (struct sockaddr *)&to, sizeof to) != 0) fail("connect");
    fcntl(conn->socket, F_SETFL, O_NONBLOCK);
    conn->state = UPGRADING;
    conn->used = 0;
    conn->skip = 0;
    static const char *const tables[MODES] = {"p%u", "q%u", "s%u", "s0", "q0", "f%u", "r%u"};
    char table[24], head[256];
    bool two = load->mode <= SIT;
    snprintf(table, sizeof table, tables[load->mode], two ? conn->number / 2 : conn->number);
    int bytes = snprintf(head, sizeof head,
                         "GET /ws?table=%s HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                         "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                         "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
                         table);
    if (send(conn->socket, head, (size_t)bytes, MSG_NOSIGNAL) != bytes) fail("send");
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = conn->number};
    if (load->mode == FLOOD) event.events |= EPOLLOUT;
    if (epoll_ctl(load->poll, EPOLL_CTL_ADD, conn->socket, &event) != 0) fail("epoll_ctl");
}

/* A frame with a mask of zero. */
static size_t write_frame(char *out, uint8_t opcode, const char *text, size_t bytes)
{
    size_t head = bytes < 126 ? 2 : 4;
    out[0] = (char)(0x80 | opcode);
    out[1] = (char)(0x80 | (bytes < 126 ? bytes : 126));
    if (head == 4) {
        out[2] = (char)(bytes >> 8);
        out[3] = (char)bytes;
    }
    memset(out + head, 0, 4);
    memcpy(out + head + 4, text, bytes);
    return head + 4 + bytes;
}

static void send_frame(struct load *load, struct conn *conn, uint8_t opcode, const char *text,
                       size_t bytes)
{
    char frame[512];
    size_t all = write_frame(frame, opcode, text, bytes);
    if (send(conn->socket, frame, all, MSG_NOSIGNAL) != (ssize_t)all) lose(load, conn);
}

static void say_hello(struct load *load, struct conn *conn)
{
    char text[160];
    bool watches = load->mode == WATCH || load->mode == SLOW;
    int bytes = watches ? snprintf(text, sizeof text,
                                   "{\"type\":\"hello\",\"v\":1,\"role\":\"spectator\","
                                   "\"secret\":\"sesame\"}")
                        : snprintf(text, sizeof text,
                                   "{\"type\":\"hello\",\"v\":1,\"team\":\"L%u\","
                                   "\"join_code\":\"c\"}",
                                   conn->number);
    conn->state = SEATED;
    load->standing++;
    send_frame(load, conn, 1, text, (size_t)bytes);
    if (load->mode != SLOW || conn->state != SEATED) return;
    if (epoll_ctl(load->poll, EPOLL_CTL_DEL, conn->socket, NULL) != 0) fail("epoll_ctl");
}

/* ---- frames ---- */

static bool starts(const char *text, size_t bytes, const char *word)
{
    size_t length = strlen(word);
    return bytes >= length && memcmp(text, word, length) == 0;
}

/* The value behind a key, up to a comma, brace or quote. */
static void copy_value(const char *text, size_t bytes, const char *key, char *out, size_t room)
{
    const char *at = memmem(text, bytes, key, strlen(key)), *end = text + bytes;
    size_t used = 0;
    if (at)
        for (at += strlen(key); at < end && !strchr(",}\"", *at) && used + 1 < room;)
            out[used++] = *at++;
    out[used] = '\0';
}

static void take_act(struct load *load, struct conn *conn, const char *text, size_t bytes)
{
    copy_value(text, bytes, "\"hand_id\":\"", conn->hand, sizeof conn->hand);
    copy_value(text, bytes, "\"req_id\":", conn->request, sizeof conn->request);
    conn->may_pass = memmem(text, bytes, "\"CHECK\"", 7) != NULL;
    conn->due_us = now_us() + load->pause_us;
    load->waiting[(load->first + load->waits++) % load->count] = conn->number;
}

static void take_text(struct load *load, struct conn *conn, const char *text, size_t bytes)
{
    if (load->mode == STORM && starts(text, bytes, "{\"type\":\"lobby\"")) {
        load->done++;
        hang_up(load, conn);
        connect_conn(load, conn);
    } else if (load->mode <= RUSH && starts(text, bytes, "{\"type\":\"act\"")) {
        take_act(load, conn, text, bytes);
    } else if (conn->sent_us && starts(text, bytes, "{\"type\":\"event\"")) {
        if (load->times < TIMES_MAX)
            load->time[load->times++] = (uint32_t)(now_us() - conn->sent_us);
        conn->sent_us = 0;
        load->done++;
    }
}

/* Takes whole frames off the front.  A visit of the storm may end in between. */
static void split(struct load *load, struct conn *conn)
{
    uint32_t at = 0;
    int socket_ = conn->socket;
    while (conn->state == SEATED && conn->socket == socket_ && conn->used - at >= 4) {
        const uint8_t *head = (const uint8_t *)conn->in + at;
        size_t bytes = head[1] & 127, start = 2;
        if (bytes == 126) bytes = (size_t)head[2] << 8 | head[3], start = 4;
        if ((head[1] & 127) == 127) { /* nothing that is needed is so long */
            lose(load, conn);
            return;
        }
        if (start + bytes > IN_BYTES) {
            conn->skip = start + bytes - (conn->used - at);
            conn->used = at;
            break;
        }
        if (conn->used - at < start + bytes) break;
        uint8_t opcode = head[0] & 15;
        at += (uint32_t)(start + bytes);
        if (opcode == 1)
            take_text(load, conn, (const char *)head + start, bytes);
        else if (opcode == 9)
            send_frame(load, conn, 10, (const char *)head + start, bytes);
        else if (opcode == 8)
            lose(load, conn);
    }
    if (conn->state != SEATED || conn->socket != socket_) return;
    memmove(conn->in, conn->in + at, conn->used - at);
    conn->used -= at;
}

static void receive(struct load *load, struct conn *conn)
{
    ssize_t got = recv(conn->socket, conn->in + conn->used, IN_BYTES - conn->used, 0);
    if (got <= 0) {
        if (got == 0 || errno != EAGAIN) lose(load, conn);
        return;
    }
    if (conn->skip) {
        size_t skipped = conn->skip < (size_t)got ? conn->skip : (size_t)got;
        memmove(conn->in + conn->used, conn->in + conn->used + skipped, (size_t)got - skipped);
        conn->skip -= skipped;
        got -= (ssize_t)skipped;
    }
    conn->used += (uint32_t)got;
    if (conn->state == UPGRADING) {
        char *end = memmem(conn->in, conn->used, "\r\n\r\n", 4);
        if (!end) return;
        if (!starts(conn->in, conn->used, "HTTP/1.1 101")) {
            lose(load, conn);
            return;
        }
        conn->used -= (uint32_t)(end + 4 - conn->in);
        memmove(conn->in, end + 4, conn->used);
        say_hello(load, conn);
    }
    split(load, conn);
}

/* ---- sending ---- */

static void answer_due(struct load *load)
{
    while (load->waits) {
        struct conn *conn = &load->conn[load->waiting[load->first]];
        if (conn->due_us > now_us()) return;
        load->first = (load->first + 1) % load->count;
        load->waits--;
        if (!conn->due_us || conn->state != SEATED) continue;
        char text[200];
        int bytes = snprintf(text, sizeof text,
                             "{\"type\":\"action\",\"v\":1,\"hand_id\":\"%s\",\"action\":\"%s\","
                             "\"req_id\":%s}",
                             conn->hand, conn->may_pass ? "CHECK" : "CALL", conn->request);
        conn->due_us = 0;
        conn->sent_us = now_us();
        send_frame(load, conn, 1, text, (size_t)bytes);
    }
}

static void pour(struct load *load, struct conn *conn)
{
    static const char text[] =
        "{\"type\":\"action\",\"v\":1,\"hand_id\":\"H\",\"action\":\"CALL\"}";
    char frames[FLOOD_FRAMES * (sizeof text + HEAD_BYTES)];
    size_t bytes = 0, one = 0;
    for (int i = 0; i < FLOOD_FRAMES; i++)
        bytes += one = write_frame(frames + bytes, 1, text, sizeof text - 1);
    /* Whole frames only: what the socket does not take at once is waited for. */
    for (size_t sent = 0; sent < bytes;) {
        ssize_t got = send(conn->socket, frames + sent, bytes - sent, MSG_NOSIGNAL);
        if (got > 0) {
            sent += (size_t)got;
            load->done += (uint64_t)got / one;
        } else if (errno == EAGAIN && sent % one == 0) {
            return;
        } else if (errno != EAGAIN || now_us() > load->end_us) {
            lose(load, conn);
            return;
        } else {
            usleep(100);
        }
    }
}

/* ---- the loop ---- */

static int compare(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static void print_figures(struct load *load)
{
    uint64_t count = load->times;
    qsort(load->time, count, sizeof *load->time, compare);
    printf("done=%llu p50=%u p99=%u max=%u lost=%u\n", (unsigned long long)load->done,
           count ? load->time[count / 2] : 0, count ? load->time[count * 99 / 100] : 0,
           count ? load->time[count - 1] : 0, load->lost);
}

static void wait_for_events(struct load *load)
{
    struct epoll_event events[EVENTS];
    int64_t wait = 100000; /* microseconds: epoll_wait() itself knows only whole milliseconds */
    if (load->waits) {
        int64_t next = load->conn[load->waiting[load->first]].due_us - now_us();
        wait = next < 0 ? 0 : next < wait ? next : wait;
    }
    struct pollfd poll = {.fd = load->poll, .events = POLLIN};
    struct timespec time = {.tv_nsec = wait * 1000};
    if (ppoll(&poll, 1, &time, NULL) < 0 && errno != EINTR) fail("ppoll");
    int count = epoll_wait(load->poll, events, EVENTS, 0);
    for (int i = 0; i < count; i++) {
        struct conn *conn = &load->conn[events[i].data.u32];
        if (conn->state == AWAY) continue;
        if (events[i].events & (EPOLLIN | EPOLLHUP | EPOLLERR)) receive(load, conn);
        if (events[i].events & EPOLLOUT && conn->state == SEATED) pour(load, conn);
    }
    answer_due(load);
}

static bool read_mode(const char *word, enum mode *out)
{
    static const char *const words[MODES] = {"play", "rush",  "sit",  "watch",
                                             "slow", "flood", "storm"};
    for (int i = 0; i < MODES; i++) {
        if (strcmp(word, words[i]) != 0) continue;
        *out = (enum mode)i;
        return true;
    }
    return false;
}

int main(int argc, char **argv)
{
    struct load load = {.poll = epoll_create1(EPOLL_CLOEXEC)};
    if (argc < 5 || !read_mode(argv[2], &load.mode)) {
        fprintf(stderr, "usage: arena_load PORT MODE COUNT SECONDS [RATE]\n");
        return 2;
    }
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    uint32_t count = (uint32_t)atoi(argv[3]);
    load.port = (uint16_t)atoi(argv[1]);
    load.count = load.mode <= RUSH ? 2 * count : count;
    if (argc > 5) load.pause_us = (int64_t)count * 1000000 / atoi(argv[5]);
    load.conn = calloc(load.count, sizeof *load.conn);
    load.waiting = calloc(load.count, sizeof *load.waiting);
    load.time = malloc(TIMES_MAX * sizeof *load.time);
    if (!load.conn || !load.waiting || !load.time) fail("memory");
    load.end_us = INT64_MAX;
    for (uint32_t i = 0; i < load.count; i++) {
        load.conn[i].number = i;
        connect_conn(&load, &load.conn[i]);
        if (i % 64 == 63) wait_for_events(&load);
    }
    while (now_us() < load.end_us) {
        if (!load.ready && load.standing + load.lost >= load.count) {
            load.ready = true;
            load.end_us = now_us() + (int64_t)(atof(argv[4]) * 1e6);
            puts("ready");
            fflush(stdout);
            load.times = load.done = 0;
        }
        wait_for_events(&load);
    }
    print_figures(&load);
    return 0;
}
