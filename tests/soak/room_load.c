/* room_load.c -- people of the room who do anything at all: for ./dev soak room.
 *
 * usage: room_load PORT TOKENS TABLES HANDS SECONDS SEED
 *
 * TOKENS is a file with a token a line, TABLES one with a table's name a line.  Each token gets a
 * line to /room.  It sits down at some table, does what `act` allows at random, now and then what
 * it does not allow, sits out, tops up, talks, stands up, or is gone without a word and comes
 * back.  It ends when HANDS ends of hands were seen by players, or after SECONDS, and prints
 *
 *   hands=N actions=N errors=N drops=N lost=N gaps=N p50=US p99=US max=US
 *
 * lost: lines that the server closed; gaps: numbers that were missing in what a table told, which
 * is a mistake of the server.  The times go from an action to the first event behind it.
 *
 * One thread, epoll; frames and values are found by frames.h. */
#define _GNU_SOURCE
#include "frames.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <sys/epoll.h>
#include <unistd.h>

enum {
    IN_BYTES = 1 << 17,
    EVENTS = 256,
    TIMES_MAX = 1 << 20,
    NAME_BYTES = 64,
    TEXT_BYTES = 512,
    THINK_US = 30000,
    AWAY_US = 3000000,
    AGAIN_US = 300000
};
enum state { AWAY, UPGRADING, STRANGER, STANDING, SITTING, SEATED };

struct conn {
    int socket;
    enum state state;
    uint32_t number, used;
    int64_t due_us, sent_us; /* something will be said; an action was sent; 0: none         */
    int64_t seq;             /* of the table where it sits; -1: not known                   */
    char token[NAME_BYTES], table[NAME_BYTES], hand[NAME_BYTES], request[24];
    char answer[TEXT_BYTES];
    char *in;
};

struct load {
    uint16_t port;
    uint32_t count, tables;
    char (*table)[NAME_BYTES];
    struct conn *conn;
    int poll;
    uint64_t random, hands, actions, errors, drops, lost, gaps, hands_max;
    int64_t end_us;
    uint32_t *time;
    uint32_t times;
};

static uint64_t draw(struct load *load, uint64_t below)
{
    load->random ^= load->random << 13;
    load->random ^= load->random >> 7;
    load->random ^= load->random << 17;
    return (load->random >> 11) % below;
}

/* ---- lines ---- */

static void hang_up(struct load *load, struct conn *conn, int64_t away_us)
{
    if (conn->state == AWAY) return;
    close(conn->socket);
    conn->state = AWAY;
    conn->sent_us = 0;
    conn->due_us = now_us() + away_us + (int64_t)draw(load, 100000);
}

static void lose(struct load *load, struct conn *conn)
{
    hang_up(load, conn, AGAIN_US);
    load->lost++;
}

static void connect_conn(struct load *load, struct conn *conn)
{
    static const char head[] = "GET /room HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                               "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                               "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    conn->socket = connect_here(load->port);
    fcntl(conn->socket, F_SETFL, O_NONBLOCK);
    conn->state = UPGRADING;
    conn->used = 0;
    conn->due_us = 0;
    conn->seq = -1;
    if (send(conn->socket, head, sizeof head - 1, MSG_NOSIGNAL) != (ssize_t)sizeof head - 1)
        fail("send");
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = conn->number};
    if (epoll_ctl(load->poll, EPOLL_CTL_ADD, conn->socket, &event) != 0) fail("epoll_ctl");
}

static void send_frame(struct load *load, struct conn *conn, uint8_t opcode, const char *text,
                       size_t bytes)
{
    char frame[TEXT_BYTES + 16];
    size_t all = write_frame(opcode, text, bytes, frame);
    if (send(conn->socket, frame, all, MSG_NOSIGNAL) != (ssize_t)all) lose(load, conn);
}

static void say(struct load *load, struct conn *conn, const char *text)
{
    send_frame(load, conn, 1, text, strlen(text));
}

static void say_of_table(struct load *load, struct conn *conn, const char *type, const char *more)
{
    char text[TEXT_BYTES];
    snprintf(text, sizeof text, "{\"req\":2,\"type\":\"%s\",\"table\":\"%s\"%s}", type, conn->table,
             more);
    say(load, conn, text);
}

/* ---- what frames say ---- */

/* The first `count` cards of the own hand, as a list. */
static void copy_cards(const char *text, size_t bytes, long long count, char out[128])
{
    const char *at = find(text, bytes, "\"hole\":[");
    size_t used = 0;
    out[0] = '\0';
    for (long long i = 0; at && i < count && i < 8 && *at == '"'; i++) {
        used += (size_t)snprintf(out + used, 128 - used, "%s%.4s", i ? "," : "", at);
        at += at[4] == ',' ? 5 : 4;
    }
}

/* What belongs to an action besides its word. */
static void write_details(struct load *load, const char *word, const char *text, size_t bytes,
                          char out[192])
{
    char cards[128];
    out[0] = '\0';
    if (strcmp(word, "RAISE_TO") == 0) {
        long long least = number_of(text, bytes, "\"min_raise_to\":");
        long long most = number_of(text, bytes, "\"max_raise_to\":");
        long long to =
            draw(load, 3) ? least : least + (long long)draw(load, (uint64_t)(most - least) + 1);
        snprintf(out, 192, ",\"amount\":%lld", to);
    } else if (strcmp(word, "DISCARD") == 0) {
        long long least = number_of(text, bytes, "\"discard_min\":");
        long long most = number_of(text, bytes, "\"discard_max\":");
        copy_cards(text, bytes, least + (long long)draw(load, (uint64_t)(most - least) + 1), cards);
        snprintf(out, 192, ",\"cards\":[%s]", cards);
    } else if (strcmp(word, "CHOOSE") == 0 || strcmp(word, "RUNS") == 0) {
        long long most = number_of(text, bytes, "\"choice_max\":");
        snprintf(out, 192, ",\"choice\":%llu", (unsigned long long)draw(load, (uint64_t)most + 1));
    }
}

/* One of the legal words; folding is seldom, so that hands go on. */
static void pick_word(struct load *load, const char *text, size_t bytes, char out[24])
{
    const char *at = find(text, bytes, "\"legal\":[");
    char words[8][24];
    unsigned count = 0;
    while (at && *at == '"' && count < 8) {
        size_t length = strcspn(at + 1, "\"");
        snprintf(words[count++], 24, "%.*s", (int)length, at + 1);
        at += length + 2;
        if (*at == ',') at++;
    }
    snprintf(out, 24, "%s", count ? words[draw(load, count)] : "FOLD");
    if (strcmp(out, "FOLD") == 0 && count > 1 && draw(load, 3)) snprintf(out, 24, "%s", words[1]);
}

static void take_act(struct load *load, struct conn *conn, const char *text, size_t bytes)
{
    char word[24], details[192];
    copy_value(text, bytes, "\"hand_id\":\"", conn->hand, sizeof conn->hand);
    copy_value(text, bytes, "\"req_id\":", conn->request, sizeof conn->request);
    pick_word(load, text, bytes, word);
    write_details(load, word, text, bytes, details);
    snprintf(conn->answer, sizeof conn->answer,
             "{\"type\":\"action\",\"table\":\"%s\",\"hand_id\":\"%s\",\"action\":\"%s\"%s,"
             "\"req_id\":%s}",
             conn->table, conn->hand, word, details, conn->request);
    if (draw(load, 200) == 0) return; /* his clock runs out */
    conn->due_us = now_us() + (int64_t)draw(load, THINK_US);
}

static void take_choose(struct load *load, struct conn *conn, const char *text, size_t bytes)
{
    copy_value(text, bytes, "\"req_id\":", conn->request, sizeof conn->request);
    snprintf(conn->answer, sizeof conn->answer,
             "{\"type\":\"action\",\"table\":\"%s\",\"action\":\"CHOOSE\",\"choice\":%d,"
             "\"req_id\":%s}",
             conn->table, (int)draw(load, 2), conn->request);
    conn->due_us = now_us() + (int64_t)draw(load, THINK_US);
}

static void sit_down(struct load *load, struct conn *conn)
{
    snprintf(conn->table, sizeof conn->table, "%s", load->table[draw(load, load->tables)]);
    conn->state = SITTING;
    conn->seq = -1;
    say_of_table(load, conn, "sit", ",\"auto_rebuy\":true,\"wait_bb\":false");
}

/* Between two hands. */
static void amuse_himself(struct load *load, struct conn *conn)
{
    load->hands++;
    switch (draw(load, 60)) {
    case 0:
        conn->state = STANDING;
        conn->due_us = now_us() + AGAIN_US;
        say_of_table(load, conn, "stand", "");
        break;
    case 1:
        load->drops++;
        hang_up(load, conn, (int64_t)draw(load, AWAY_US));
        break;
    case 2: say_of_table(load, conn, "sit_out", ",\"on\":true"); break;
    case 3: say_of_table(load, conn, "top_up", ""); break;
    case 4: say_of_table(load, conn, "chat", ",\"text\":\"nice hand\""); break;
    case 5: say(load, conn, "{\"req\":3,\"type\":\"hands\",\"limit\":5}"); break;
    case 6: say(load, conn, "{\"type\":\"action\",\"table\":\"nowhere\"}"); break;
    case 7: say(load, conn, "{\"req\":4,\"type\":\"lobby\",\"free_seat\":true}"); break;
    case 8:
    case 9:
    case 10: say_of_table(load, conn, "sit_out", ",\"on\":false"); break;
    default: break;
    }
}

/* Everything that a table tells has a number, one more than the one before; what is told again
 * bears the last one. */
static void mind_number(struct load *load, struct conn *conn, const char *text, size_t bytes,
                        bool begins)
{
    char seq[24], table[NAME_BYTES];
    copy_value(text, bytes, "\"seq\":", seq, sizeof seq);
    copy_value(text, bytes, "\"table\":\"", table, sizeof table);
    if (!seq[0] || strcmp(table, conn->table) != 0) return;
    int64_t number = atoll(seq);
    if (!begins && conn->seq >= 0 && number != conn->seq && number != conn->seq + 1) load->gaps++;
    conn->seq = number;
}

static void take_answer(struct load *load, struct conn *conn, const char *text, size_t bytes,
                        bool good)
{
    (void)text, (void)bytes;
    load->errors += !good;
    if (conn->state != SITTING) return;
    conn->state = good ? SEATED : STANDING;
    if (!good) conn->due_us = now_us() + AGAIN_US;
}

static void take_table(struct conn *conn, const char *text, size_t bytes)
{
    if (!find(text, bytes, "\"you\":{")) return;
    copy_value(text, bytes, "\"table\":\"", conn->table, sizeof conn->table);
    conn->state = SEATED; /* the seat was kept while he was away */
    conn->due_us = 0;
}

static void take_text(struct load *load, struct conn *conn, const char *text, size_t bytes)
{
    char type[24];
    copy_value(text, bytes < 256 ? bytes : 256, "\"type\":\"", type, sizeof type);
    if (strcmp(type, "table") == 0) take_table(conn, text, bytes);
    mind_number(load, conn, text, bytes < 256 ? bytes : 256, strcmp(type, "table") == 0);
    if (strcmp(type, "welcome") == 0) {
        conn->state = STANDING;
        conn->due_us = now_us() + AGAIN_US; /* a seat of his is told before that */
    } else if (strcmp(type, "ok") == 0 || strcmp(type, "error") == 0) {
        take_answer(load, conn, text, bytes, type[0] == 'o');
    } else if (strcmp(type, "act") == 0) {
        take_act(load, conn, text, bytes);
    } else if (strcmp(type, "choose") == 0) {
        take_choose(load, conn, text, bytes);
    } else if (strcmp(type, "event") == 0 && conn->sent_us) {
        if (load->times < TIMES_MAX)
            load->time[load->times++] = (uint32_t)(now_us() - conn->sent_us);
        conn->sent_us = 0;
    } else if (strcmp(type, "end_hand") == 0 && conn->state == SEATED) {
        amuse_himself(load, conn);
    }
}

/* ---- bytes ---- */

/* Takes whole frames off the front. */
static void split(struct load *load, struct conn *conn)
{
    uint32_t at = 0;
    while (conn->state >= STRANGER && conn->used - at >= 2) {
        const uint8_t *head = (const uint8_t *)conn->in + at;
        size_t start, bytes, all = read_frame(head, conn->used - at, &start, &bytes);
        if (!all && conn->used == IN_BYTES && at == 0) {
            lose(load, conn); /* it will never be complete */
            return;
        }
        if (!all) break;
        at += (uint32_t)all;
        if ((head[0] & 15) == 1)
            take_text(load, conn, (const char *)head + start, bytes);
        else if ((head[0] & 15) == 9)
            send_frame(load, conn, 10, (const char *)head + start, bytes);
        else if ((head[0] & 15) == 8)
            lose(load, conn);
    }
    if (conn->state < STRANGER) return;
    memmove(conn->in, conn->in + at, conn->used - at);
    conn->used -= at;
}

static void say_hello(struct load *load, struct conn *conn)
{
    char text[TEXT_BYTES];
    conn->state = STRANGER;
    snprintf(text, sizeof text, "{\"type\":\"hello\",\"v\":1,\"bot\":true,\"token\":\"%s\"}",
             conn->token);
    say(load, conn, text);
}

static void receive(struct load *load, struct conn *conn)
{
    ssize_t got = recv(conn->socket, conn->in + conn->used, IN_BYTES - conn->used, 0);
    if (got <= 0) {
        if (got == 0 || errno != EAGAIN) lose(load, conn);
        return;
    }
    conn->used += (uint32_t)got;
    if (conn->state == UPGRADING) {
        char *end = memmem(conn->in, conn->used, "\r\n\r\n", 4);
        if (!end) return;
        if (memcmp(conn->in, "HTTP/1.1 101", 12) != 0) {
            lose(load, conn);
            return;
        }
        conn->used -= (uint32_t)(end + 4 - conn->in);
        memmove(conn->in, end + 4, conn->used);
        say_hello(load, conn);
    }
    split(load, conn);
}

/* ---- the loop ---- */

static void do_due(struct load *load, struct conn *conn)
{
    conn->due_us = 0;
    if (conn->state == AWAY) {
        connect_conn(load, conn);
    } else if (conn->state == STANDING) {
        sit_down(load, conn);
    } else if (conn->state == SEATED) {
        if (draw(load, 100) == 0) say(load, conn, "{\"type\":\"action\""); /* and then a good one */
        if (conn->state != SEATED) return;
        load->actions++;
        conn->sent_us = now_us();
        say(load, conn, conn->answer);
    }
}

static void turn(struct load *load)
{
    struct epoll_event events[EVENTS];
    int count = epoll_wait(load->poll, events, EVENTS, 1);
    for (int i = 0; i < count; i++) {
        struct conn *conn = &load->conn[events[i].data.u32];
        if (conn->state != AWAY) receive(load, conn);
    }
    int64_t now = now_us();
    for (uint32_t i = 0; i < load->count; i++)
        if (load->conn[i].due_us && load->conn[i].due_us <= now) do_due(load, &load->conn[i]);
}

static uint32_t read_names(const char *file, char (**out)[NAME_BYTES])
{
    FILE *in = fopen(file, "r");
    uint32_t count = 0, room = 0;
    char name[NAME_BYTES];
    *out = NULL;
    if (!in) fail(file);
    while (fscanf(in, "%63s", name) == 1) {
        if (count == room) *out = realloc(*out, (room = room ? 2 * room : 64) * sizeof **out);
        if (!*out) fail("memory");
        memcpy((*out)[count++], name, sizeof name);
    }
    fclose(in);
    return count;
}

int main(int argc, char **argv)
{
    struct load load = {.poll = epoll_create1(EPOLL_CLOEXEC)};
    char(*token)[NAME_BYTES];
    if (argc != 7) {
        fprintf(stderr, "usage: room_load PORT TOKENS TABLES HANDS SECONDS SEED\n");
        return 2;
    }
    load.port = (uint16_t)atoi(argv[1]);
    load.count = read_names(argv[2], &token);
    load.tables = read_names(argv[3], &load.table);
    load.hands_max = (uint64_t)atoll(argv[4]);
    load.end_us = now_us() + (int64_t)(atof(argv[5]) * 1e6);
    load.random = (uint64_t)atoll(argv[6]) * 2654435761u + 88172645463325252u;
    load.conn = calloc(load.count, sizeof *load.conn);
    load.time = malloc(TIMES_MAX * sizeof *load.time);
    if (!load.conn || !load.time || load.count == 0 || load.tables == 0) fail("memory");
    for (uint32_t i = 0; i < load.count; i++) {
        struct conn *conn = &load.conn[i];
        memcpy(conn->token, token[i], sizeof conn->token);
        conn->number = i;
        conn->in = malloc(IN_BYTES);
        if (!conn->in) fail("memory");
        conn->due_us = now_us() + (int64_t)draw(&load, 1000000);
    }
    while (now_us() < load.end_us && load.hands < load.hands_max) turn(&load);
    qsort(load.time, load.times, sizeof *load.time, compare_times);
    printf("hands=%llu actions=%llu errors=%llu drops=%llu lost=%llu gaps=%llu p50=%u p99=%u "
           "max=%u\n",
           (unsigned long long)load.hands, (unsigned long long)load.actions,
           (unsigned long long)load.errors, (unsigned long long)load.drops,
           (unsigned long long)load.lost, (unsigned long long)load.gaps,
           load.times ? load.time[load.times / 2] : 0,
           load.times ? load.time[(uint64_t)load.times * 99 / 100] : 0,
           load.times ? load.time[load.times - 1] : 0);
    return load.hands < load.hands_max || load.gaps > 0;
}
