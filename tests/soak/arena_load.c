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

struct line {
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
    struct line *line;
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

static void hang_up(struct load *load, struct line *line)
{
    if (line->state == AWAY) return;
    close(line->socket);
    if (line->state == SEATED) load->standing--;
    line->state = AWAY;
    line->due_us = line->sent_us = 0;
}

static void lose(struct load *load, struct line *line)
{
    hang_up(load, line);
    load->lost++;
}

static void connect_line(struct load *load, struct line *line)
{
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(load->port)};
    int on = 1, small = 2048;
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    line->socket = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (line->socket < 0) fail("socket");
    setsockopt(line->socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (load->mode == SLOW) setsockopt(line->socket, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
    if (load->mode == STORM) { /* no TIME_WAIT: ports would run out */
        struct linger none = {.l_onoff = 1};
        setsockopt(line->socket, SOL_SOCKET, SO_LINGER, &none, sizeof none);
    }
    if (connect(line->socket, (struct sockaddr *)&to, sizeof to) != 0) fail("connect");
    fcntl(line->socket, F_SETFL, O_NONBLOCK);
    line->state = UPGRADING;
    line->used = 0;
    line->skip = 0;
    static const char *const tables[MODES] = {"p%u", "q%u", "s%u", "s0", "q0", "f%u", "r%u"};
    char table[24], head[256];
    bool two = load->mode <= SIT;
    snprintf(table, sizeof table, tables[load->mode], two ? line->number / 2 : line->number);
    int bytes = snprintf(head, sizeof head,
                         "GET /ws?table=%s HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                         "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                         "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
                         table);
    if (send(line->socket, head, (size_t)bytes, MSG_NOSIGNAL) != bytes) fail("send");
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = line->number};
    if (load->mode == FLOOD) event.events |= EPOLLOUT;
    if (epoll_ctl(load->poll, EPOLL_CTL_ADD, line->socket, &event) != 0) fail("epoll_ctl");
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

static void send_frame(struct load *load, struct line *line, uint8_t opcode, const char *text,
                       size_t bytes)
{
    char frame[512];
    size_t all = write_frame(frame, opcode, text, bytes);
    if (send(line->socket, frame, all, MSG_NOSIGNAL) != (ssize_t)all) lose(load, line);
}

static void say_hello(struct load *load, struct line *line)
{
    char text[160];
    bool watches = load->mode == WATCH || load->mode == SLOW;
    int bytes = watches ? snprintf(text, sizeof text,
                                   "{\"type\":\"hello\",\"v\":1,\"role\":\"spectator\","
                                   "\"secret\":\"sesame\"}")
                        : snprintf(text, sizeof text,
                                   "{\"type\":\"hello\",\"v\":1,\"team\":\"L%u\","
                                   "\"join_code\":\"c\"}",
                                   line->number);
    line->state = SEATED;
    load->standing++;
    send_frame(load, line, 1, text, (size_t)bytes);
    if (load->mode != SLOW || line->state != SEATED) return;
    if (epoll_ctl(load->poll, EPOLL_CTL_DEL, line->socket, NULL) != 0) fail("epoll_ctl");
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

static void take_act(struct load *load, struct line *line, const char *text, size_t bytes)
{
    copy_value(text, bytes, "\"hand_id\":\"", line->hand, sizeof line->hand);
    copy_value(text, bytes, "\"req_id\":", line->request, sizeof line->request);
    line->may_pass = memmem(text, bytes, "\"CHECK\"", 7) != NULL;
    line->due_us = now_us() + load->pause_us;
    load->waiting[(load->first + load->waits++) % load->count] = line->number;
}

static void take_text(struct load *load, struct line *line, const char *text, size_t bytes)
{
    if (load->mode == STORM && starts(text, bytes, "{\"type\":\"lobby\"")) {
        load->done++;
        hang_up(load, line);
        connect_line(load, line);
    } else if (load->mode <= RUSH && starts(text, bytes, "{\"type\":\"act\"")) {
        take_act(load, line, text, bytes);
    } else if (line->sent_us && starts(text, bytes, "{\"type\":\"event\"")) {
        if (load->times < TIMES_MAX)
            load->time[load->times++] = (uint32_t)(now_us() - line->sent_us);
        line->sent_us = 0;
        load->done++;
    }
}

/* Takes whole frames off the front.  A visit of the storm may end in between. */
static void split(struct load *load, struct line *line)
{
    uint32_t at = 0;
    int socket_ = line->socket;
    while (line->state == SEATED && line->socket == socket_ && line->used - at >= 4) {
        const uint8_t *head = (const uint8_t *)line->in + at;
        size_t bytes = head[1] & 127, start = 2;
        if (bytes == 126) bytes = (size_t)head[2] << 8 | head[3], start = 4;
        if ((head[1] & 127) == 127) { /* nothing that is needed is so long */
            lose(load, line);
            return;
        }
        if (start + bytes > IN_BYTES) {
            line->skip = start + bytes - (line->used - at);
            line->used = at;
            break;
        }
        if (line->used - at < start + bytes) break;
        uint8_t opcode = head[0] & 15;
        at += (uint32_t)(start + bytes);
        if (opcode == 1)
            take_text(load, line, (const char *)head + start, bytes);
        else if (opcode == 9)
            send_frame(load, line, 10, (const char *)head + start, bytes);
        else if (opcode == 8)
            lose(load, line);
    }
    if (line->state != SEATED || line->socket != socket_) return;
    memmove(line->in, line->in + at, line->used - at);
    line->used -= at;
}

static void receive(struct load *load, struct line *line)
{
    ssize_t got = recv(line->socket, line->in + line->used, IN_BYTES - line->used, 0);
    if (got <= 0) {
        if (got == 0 || errno != EAGAIN) lose(load, line);
        return;
    }
    if (line->skip) {
        size_t skipped = line->skip < (size_t)got ? line->skip : (size_t)got;
        memmove(line->in + line->used, line->in + line->used + skipped, (size_t)got - skipped);
        line->skip -= skipped;
        got -= (ssize_t)skipped;
    }
    line->used += (uint32_t)got;
    if (line->state == UPGRADING) {
        char *end = memmem(line->in, line->used, "\r\n\r\n", 4);
        if (!end) return;
        if (!starts(line->in, line->used, "HTTP/1.1 101")) {
            lose(load, line);
            return;
        }
        line->used -= (uint32_t)(end + 4 - line->in);
        memmove(line->in, end + 4, line->used);
        say_hello(load, line);
    }
    split(load, line);
}

/* ---- sending ---- */

static void answer_due(struct load *load)
{
    while (load->waits) {
        struct line *line = &load->line[load->waiting[load->first]];
        if (line->due_us > now_us()) return;
        load->first = (load->first + 1) % load->count;
        load->waits--;
        if (!line->due_us || line->state != SEATED) continue;
        char text[200];
        int bytes = snprintf(text, sizeof text,
                             "{\"type\":\"action\",\"v\":1,\"hand_id\":\"%s\",\"action\":\"%s\","
                             "\"req_id\":%s}",
                             line->hand, line->may_pass ? "CHECK" : "CALL", line->request);
        line->due_us = 0;
        line->sent_us = now_us();
        send_frame(load, line, 1, text, (size_t)bytes);
    }
}

static void pour(struct load *load, struct line *line)
{
    static const char text[] =
        "{\"type\":\"action\",\"v\":1,\"hand_id\":\"H\",\"action\":\"CALL\"}";
    char frames[FLOOD_FRAMES * (sizeof text + HEAD_BYTES)];
    size_t bytes = 0, one = 0;
    for (int i = 0; i < FLOOD_FRAMES; i++)
        bytes += one = write_frame(frames + bytes, 1, text, sizeof text - 1);
    /* Whole frames only: what the socket does not take at once is waited for. */
    for (size_t sent = 0; sent < bytes;) {
        ssize_t got = send(line->socket, frames + sent, bytes - sent, MSG_NOSIGNAL);
        if (got > 0) {
            sent += (size_t)got;
            load->done += (uint64_t)got / one;
        } else if (errno == EAGAIN && sent % one == 0) {
            return;
        } else if (errno != EAGAIN || now_us() > load->end_us) {
            lose(load, line);
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
        int64_t next = load->line[load->waiting[load->first]].due_us - now_us();
        wait = next < 0 ? 0 : next < wait ? next : wait;
    }
    struct pollfd poll = {.fd = load->poll, .events = POLLIN};
    struct timespec time = {.tv_nsec = wait * 1000};
    if (ppoll(&poll, 1, &time, NULL) < 0 && errno != EINTR) fail("ppoll");
    int count = epoll_wait(load->poll, events, EVENTS, 0);
    for (int i = 0; i < count; i++) {
        struct line *line = &load->line[events[i].data.u32];
        if (line->state == AWAY) continue;
        if (events[i].events & (EPOLLIN | EPOLLHUP | EPOLLERR)) receive(load, line);
        if (events[i].events & EPOLLOUT && line->state == SEATED) pour(load, line);
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
    load.line = calloc(load.count, sizeof *load.line);
    load.waiting = calloc(load.count, sizeof *load.waiting);
    load.time = malloc(TIMES_MAX * sizeof *load.time);
    if (!load.line || !load.waiting || !load.time) fail("memory");
    load.end_us = INT64_MAX;
    for (uint32_t i = 0; i < load.count; i++) {
        load.line[i].number = i;
        connect_line(&load, &load.line[i]);
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
