/* arena_load.c -- see arena.h: bots that call and check.
 *
 * Latency is from sending an action to reading its event on the same line.  With a rate, answers
 * wait in one queue and are sent at times that are apart as those of independent players are, by
 * an exponential distribution; how late we are ourselves counts as latency of nobody. */
#define _GNU_SOURCE /* memmem, epoll_pwait2 */
#include "bench/arena.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    EVENTS = 256,
    HELLOS = 16,
    DRAIN_MS = 20,
    SILENT_GAP_NS = 100000,
    FLOOD_PER_S = 50000,
    FLOOD_GAP_NS = 1000000,
    PATH_BYTES = 64
};

#define SIT_NS INT64_C(10000000000)

/* ---- what comes ---- */

static void keep_sample(struct bench_load *load, int64_t ns)
{
    if (load->samples < BENCH_SAMPLES)
        load->sample[load->samples++] = ns > UINT32_MAX ? UINT32_MAX : (uint32_t)ns;
}

/* Call if there is something to call, else check; written as a frame, not yet sent. */
static bool prepare(struct bench_conn *conn, const char *text, size_t bytes)
{
    static const char hand_key[] = "\"hand_id\":\"", legal_key[] = "\"legal\":[\"FOLD\",\"C",
                      turn_key[] = "\"req_id\":";
    enum { TAIL = 40, DIGITS = 20 };
    const char *hand = memmem(text, bytes, hand_key, sizeof hand_key - 1);
    const char *legal = memmem(text, bytes, legal_key, sizeof legal_key - 1);
    size_t tail = bytes < TAIL ? bytes : TAIL;
    const char *turn = memmem(text + bytes - tail, tail, turn_key, sizeof turn_key - 1);
    if (!hand || !legal || !turn) return false;
    hand += sizeof hand_key - 1;
    turn += sizeof turn_key - 1;
    const char *hand_end = memchr(hand, '"', bytes - (size_t)(hand - text));
    if (!hand_end || hand_end - hand > 32) return false;
    char digits[DIGITS + 1], answer[BENCH_ANSWER_BYTES - 8];
    int count = 0;
    while (count < DIGITS && turn[count] >= '0' && turn[count] <= '9') {
        digits[count] = turn[count];
        count++;
    }
    digits[count] = '\0';
    bool check = legal[sizeof legal_key - 1] == 'H';
    int used = snprintf(answer, sizeof answer,
                        "{\"type\":\"action\",\"v\":1,\"hand_id\":\"%.*s\",\"action\":\"%s\","
                        "\"req_id\":%s}",
                        (int)(hand_end - hand), hand, check ? "CHECK" : "CALL", digits);
    conn->answer_bytes = bench_conn_frame(conn->answer, 1, answer, (size_t)used);
    return true;
}

static void send_answer(struct bench_load *load, struct bench_conn *conn)
{
    conn->sent_ns = bench_now_ns();
    if (send(conn->socket, conn->answer, conn->answer_bytes, MSG_NOSIGNAL) !=
        (ssize_t)conn->answer_bytes)
        load->broken = true;
    load->actions++;
}

static void take_act(struct bench_load *load, struct bench_conn *conn, const char *text,
                     size_t bytes)
{
    if (load->silent) {
        conn->asked_ns = bench_now_ns();
        return;
    }
    if (!prepare(conn, text, bytes)) {
        load->broken = true;
        return;
    }
    if (load->at_once) {
        send_answer(load, conn);
        return;
    }
    uint32_t at = (load->waiting_first + load->waiting_count++) % load->conns;
    load->waiting[at] = (uint32_t)(conn - load->conn);
}

static void take_event(struct bench_load *load, struct bench_conn *conn)
{
    int64_t since = load->silent ? conn->asked_ns : conn->sent_ns;
    if (since) keep_sample(load, bench_now_ns() - since);
    conn->sent_ns = conn->asked_ns = 0;
}

static void take_text(void *self, struct bench_conn *conn, const char *text, size_t bytes)
{
    struct bench_load *load = self;
    load->frames++;
    load->bytes += bytes;
    if (bytes < 16) return;
    if (load->script && !bench_script_add(load->script, (uint32_t)(conn - load->conn), text, bytes))
        load->broken = true;
    /* {"type":"act", "event", "end_hand", "error", "match_end" */
    const char *type = text + 9;
    if (memcmp(type, "act\"", 4) == 0)
        take_act(load, conn, text, bytes);
    else if (memcmp(type, "ev", 2) == 0)
        take_event(load, conn);
    else if (memcmp(type, "en", 2) == 0)
        load->hand_ends++;
    else if (memcmp(type, "er", 2) == 0)
        load->errors++;
    else if (type[0] == 'm')
        load->broken = true;
}

static void ignore_text(void *self, struct bench_conn *conn, const char *text, size_t bytes)
{
    (void)self, (void)conn, (void)text, (void)bytes;
}

/* Waits at most so long and reads what there is; how many lines had something. */
static int turn(struct bench_load *load, int64_t wait_ns)
{
    struct epoll_event events[EVENTS];
    if (wait_ns < 0) wait_ns = 0;
    struct timespec wait = {.tv_sec = wait_ns / 1000000000, .tv_nsec = wait_ns % 1000000000};
    int count = epoll_pwait2(load->poll, events, EVENTS, &wait, NULL);
    if (count < 0 && errno == ENOSYS)
        count = epoll_wait(load->poll, events, EVENTS, (int)(wait_ns / 1000000));
    for (int i = 0; i < count; i++) {
        if (events[i].data.u32 == load->conns) {
            (void)bench_conn_read(&load->flood->conn, load->memory, ignore_text, load);
            continue;
        }
        struct bench_conn *conn = &load->conn[events[i].data.u32];
        if (!bench_conn_read(conn, load->memory, take_text, load)) load->broken = true;
    }
    return count;
}

/* ---- opening ---- */

static bool watch(const struct bench_load *load, int socket, uint32_t index)
{
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = index};
    return epoll_ctl(load->poll, EPOLL_CTL_ADD, socket, &event) == 0;
}

static bool say_hello(struct bench_load *load, uint32_t index)
{
    static const char *const hello[] = {
        "{\"type\":\"hello\",\"v\":1,\"team\":\"Left\",\"join_code\":\"left\"}",
        "{\"type\":\"hello\",\"v\":1,\"team\":\"Right\",\"join_code\":\"right\"}"};
    const char *text = hello[index % 2];
    if (!bench_conn_send(&load->conn[index], text, strlen(text))) return false;
    /* Tables that nobody plays at must not all run out of time at once. */
    if (load->silent)
        (void)turn(load, SILENT_GAP_NS);
    else if (index % HELLOS == HELLOS - 1)
        (void)turn(load, 0);
    return !load->broken;
}

bool bench_load_open(struct bench_load *load, uint16_t port, uint32_t tables, bool hello)
{
    *load = (struct bench_load){.conns = 2 * tables,
                                .poll = epoll_create1(EPOLL_CLOEXEC),
                                .memory = malloc(BENCH_READ_BYTES),
                                .conn = calloc(2 * tables, sizeof(struct bench_conn)),
                                .waiting = calloc(2 * tables, sizeof(uint32_t)),
                                .sample = malloc(BENCH_SAMPLES * sizeof(uint32_t)),
                                .random = 88172645463325252u};
    if (load->poll < 0 || !load->memory || !load->conn || !load->waiting || !load->sample)
        return false;
    for (uint32_t i = 0; i < load->conns; i++) load->conn[i].socket = -1;
    for (uint32_t i = 0; i < load->conns; i++) {
        char path[PATH_BYTES];
        (void)snprintf(path, sizeof path, "/ws?table=B-%u", i / 2);
        if (!bench_conn_open(&load->conn[i], port, path) || !watch(load, load->conn[i].socket, i) ||
            (hello && !say_hello(load, i)))
            return false;
    }
    return true;
}

bool bench_load_sit(struct bench_load *load, bool hello)
{
    for (uint32_t i = 0; hello && i < load->conns; i++)
        if (!say_hello(load, i)) return false;
    if (load->silent) return true;
    int64_t end = bench_now_ns() + SIT_NS;
    while (load->waiting_count < load->conns / 2 && bench_now_ns() < end) {
        (void)turn(load, DRAIN_MS * INT64_C(1000000));
        if (load->broken || load->errors) return false;
    }
    return load->waiting_count == load->conns / 2;
}

void bench_load_close(struct bench_load *load)
{
    for (uint32_t i = 0; load->conn && i < load->conns; i++) bench_conn_close(&load->conn[i]);
    if (load->poll >= 0) (void)close(load->poll);
    free(load->memory);
    free(load->conn);
    free(load->waiting);
    free(load->sample);
    *load = (struct bench_load){.poll = -1};
}

/* ---- playing ---- */

bool bench_load_answer(struct bench_load *load)
{
    if (load->waiting_count == 0) return false;
    struct bench_conn *conn = &load->conn[load->waiting[load->waiting_first]];
    load->waiting_first = (load->waiting_first + 1) % load->conns;
    load->waiting_count--;
    send_answer(load, conn);
    return true;
}

void bench_load_drain(struct bench_load *load, int quiet_ms)
{
    while (turn(load, quiet_ms * INT64_C(1000000)) > 0 && !load->broken) {
    }
}

/* Uniform in 0 < u <= 1, by xorshift. */
static double draw(struct bench_load *load)
{
    load->random ^= load->random << 13;
    load->random ^= load->random >> 7;
    load->random ^= load->random << 17;
    return ((double)(load->random >> 11) + 1) / 9007199254740992.0;
}

static void send_flood(struct bench_flood *flood, int64_t now)
{
    while (flood->next_ns <= now) {
        flood->next_ns += FLOOD_GAP_NS;
        size_t bytes = flood->count * flood->frame_bytes;
        ssize_t sent =
            send(flood->conn.socket, flood->frames + flood->sent_bytes, bytes, MSG_NOSIGNAL);
        if (sent <= 0) continue;
        size_t all = flood->sent_bytes + (size_t)sent;
        flood->sent += all / flood->frame_bytes;
        flood->sent_bytes = (uint32_t)(all % flood->frame_bytes);
    }
}

/* Sends what is due; returns how long nothing will be. */
static int64_t send_due(struct bench_load *load, int64_t now, int64_t end)
{
    int64_t next = end;
    while (load->gap_ns > 0 && load->next_ns <= now) {
        (void)bench_load_answer(load);
        load->next_ns += (int64_t)(-log(draw(load)) * load->gap_ns);
    }
    if (load->gap_ns > 0 && load->next_ns < next) next = load->next_ns;
    if (load->flood) {
        send_flood(load->flood, now);
        if (load->flood->next_ns < next) next = load->flood->next_ns;
    }
    return next - now;
}

static int by_size(const void *a, const void *b)
{
    uint32_t first = *(const uint32_t *)a, second = *(const uint32_t *)b;
    return first < second ? -1 : first > second;
}

static double quantile_us(const struct bench_load *load, double part)
{
    if (load->samples == 0) return 0;
    uint32_t at = (uint32_t)(part * load->samples);
    return load->sample[at < load->samples ? at : load->samples - 1] / 1000.0;
}

static void sum_up(struct bench_load *load, int64_t ns, struct bench_load_result *out)
{
    qsort(load->sample, load->samples, sizeof *load->sample, by_size);
    *out = (struct bench_load_result){.seconds = (double)ns / 1e9,
                                      .actions = load->actions,
                                      .frames = load->frames,
                                      .bytes = load->bytes,
                                      .samples = load->samples,
                                      .hands = (double)load->hand_ends / 2,
                                      .p50_us = quantile_us(load, 0.5),
                                      .p99_us = quantile_us(load, 0.99),
                                      .max_us = quantile_us(load, 1)};
}

static void begin(struct bench_load *load)
{
    load->samples = 0;
    load->actions = load->hand_ends = load->frames = load->bytes = load->errors = 0;
}

static bool play(struct bench_load *load, double seconds, struct bench_load_result *out)
{
    int64_t start = bench_now_ns(), end = start + (int64_t)(seconds * 1e9), now = start;
    load->next_ns = start;
    if (load->flood) load->flood->next_ns = start;
    while (now < end && !load->broken) {
        (void)turn(load, send_due(load, now, end));
        now = bench_now_ns();
    }
    load->at_once = false;
    load->gap_ns = 0;
    bench_load_drain(load, DRAIN_MS);
    sum_up(load, now - start, out);
    return !load->broken && load->errors == 0;
}

bool bench_load_run(struct bench_load *load, double seconds, double rate,
                    struct bench_load_result *out)
{
    begin(load);
    load->at_once = rate <= 0;
    load->gap_ns = rate > 0 ? 1e9 / rate : 0;
    if (load->at_once)
        while (bench_load_answer(load)) {
        }
    return play(load, seconds, out);
}

bool bench_load_wait(struct bench_load *load, double seconds, struct bench_load_result *out)
{
    begin(load);
    int64_t start = bench_now_ns(), end = start + (int64_t)(seconds * 1e9), now = start;
    while (now < end && !load->broken) {
        (void)turn(load, end - now);
        now = bench_now_ns();
    }
    sum_up(load, now - start, out);
    return !load->broken && load->errors == 0;
}

/* ---- a flood ---- */

bool bench_flood_open(struct bench_flood *flood, uint16_t port, bool pings)
{
    static const char hello[] =
        "{\"type\":\"hello\",\"v\":1,\"team\":\"Flood\",\"join_code\":\"flood\"}";
    static const char late[] = "{\"type\":\"action\",\"v\":1,\"hand_id\":\"H-2000-01-01-00001\","
                               "\"action\":\"CALL\",\"req_id\":1}";
    memset(flood, 0, sizeof *flood);
    if (!bench_conn_open(&flood->conn, port, "/ws?table=flood")) return false;
    if (!bench_conn_send(&flood->conn, hello, sizeof hello - 1)) return false;
    unsigned char frame[BENCH_ANSWER_BYTES];
    flood->frame_bytes = pings ? bench_conn_frame(frame, 9, "ping", 4)
                               : bench_conn_frame(frame, 1, late, sizeof late - 1);
    flood->count = FLOOD_PER_S / (1000000000 / FLOOD_GAP_NS);
    /* One more than are sent at a time, because sending may begin within a message. */
    for (uint32_t i = 0; i <= flood->count; i++)
        memcpy(flood->frames + i * flood->frame_bytes, frame, flood->frame_bytes);
    return true;
}

bool bench_load_flood(struct bench_load *load, struct bench_flood *flood)
{
    load->flood = flood;
    return watch(load, flood->conn.socket, load->conns);
}

void bench_flood_close(struct bench_load *load)
{
    bench_conn_close(&load->flood->conn);
    load->flood = NULL;
}
