/* crowd_load.c -- a room full of people: for ./dev soak crowd.
 *
 * usage: crowd_load PORT SERVER PEOPLE TABLES SECONDS ECHO_PORT JOURNAL MORE
 *
 * SERVER is the server's process, which must run with --behind-proxy: each person is a guest from
 * an address of their own.  All sit down at tables t<n>-<n> of six seats, a hundred of a kind, and
 * act about a second after they are asked, mostly check, call and fold.  When every table has ended
 * a hand it is measured for SECONDS, and at most MORE seconds on until a new segment, which begins
 * with a snapshot, has appeared in the directory JOURNAL.  ECHO_PORT is that of crowd_echo.
 * Printed is
 *
 *   seconds=N actions=N frames=N cpu=US memory=BYTES p50=US p99=US ping50=US ping99=US echo50=US
 *   echo99=US hands=N snapshots=N lost=N starved=N
 *
 * cpu: of the server for an action; memory: of the server for a person, from before any of them
 * signed in; p50, p99: from an action to the first event behind it; ping: from a ping of the room
 * to its pong, on lines that do nothing else, through the same loop; echo: from a message to its
 * answer by the bare echo, a process that has nothing else to do, so that it waits for the
 * processor and for this client as the room does, and for nothing of the room's.  lost: lines that
 * the server closed; starved: tables that ended no hand in the last STARVED_S seconds.
 *
 * One thread, epoll, and a wheel of milliseconds for what is said later. */
#define _GNU_SOURCE
#include "frames.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <sys/epoll.h>
#include <unistd.h>

enum {
    IN_BYTES = 1 << 16,
    TEXT_BYTES = 512,
    EVENTS = 512,
    TIMES_MAX = 1 << 22,
    WHEEL = 4096, /* milliseconds: nothing is planned further ahead                          */
    PINGS = 20,   /* lines that ping the room                                                */
    ECHOES = 20,  /* lines to the bare echo, which pairs them: as many again say nothing     */
    CONNS = PINGS + 2 * ECHOES, /* besides people                                            */
    ECHO_MS = 100,
    THINK_MS = 1000,
    OF_A_KIND = 100,
    AT_ONCE = 256, /* people who come at the same time                                        */
    STARVED_S = 60,
    HANGS_S = 600,
    TOKEN_BYTES = 64
};

struct conn {
    int socket;
    bool upgraded, seated, gone;
    uint32_t used, table, next; /* next: in its place of the wheel, index + 1                 */
    int64_t sent_us;            /* an action or a ping that was not answered; 0: none         */
    char token[TOKEN_BYTES], answer[TEXT_BYTES / 2];
    char *in;
};

struct times {
    uint32_t *us, count;
};

struct crowd {
    uint16_t port, echo_port;
    const char *journal;
    uint32_t people, tables, come, seated;
    struct conn *conn;     /* people, then those that ping, then those of the bare echo        */
    int64_t *hand_us;      /* by table: when the last hand ended; 0: none did                  */
    uint32_t wheel[WHEEL]; /* index of a line + 1                                             */
    int64_t wheel_ms;      /* everything before it is done                                     */
    int poll;
    bool measures;
    uint64_t random, actions, frames, hands, lost;
    struct times acts, pings, echoes;
};

static uint64_t draw(struct crowd *crowd, uint64_t below)
{
    crowd->random ^= crowd->random << 13;
    crowd->random ^= crowd->random >> 7;
    crowd->random ^= crowd->random << 17;
    return (crowd->random >> 11) % below;
}

static void note(struct crowd *crowd, struct times *times, int64_t since_us)
{
    if (crowd->measures && times->count < TIMES_MAX)
        times->us[times->count++] = (uint32_t)(now_us() - since_us);
}

/* ---- lines ---- */

/* The room's, but not a person's. */
static bool is_ping(const struct crowd *crowd, const struct conn *conn)
{
    return conn >= crowd->conn + crowd->people;
}

static bool is_echo(const struct crowd *crowd, const struct conn *conn)
{
    return conn >= crowd->conn + crowd->people + PINGS;
}

static void lose(struct crowd *crowd, struct conn *conn)
{
    if (conn->gone) return;
    close(conn->socket);
    conn->gone = true;
    crowd->lost++;
}

static void say(struct crowd *crowd, struct conn *conn, const char *text)
{
    char frame[TEXT_BYTES + 16];
    size_t all = write_frame(1, text, strlen(text), frame);
    if (!conn->gone && send(conn->socket, frame, all, MSG_NOSIGNAL) != (ssize_t)all)
        lose(crowd, conn);
}

/* `line` will be heard in so many milliseconds. */
static void plan(struct crowd *crowd, struct conn *conn, uint32_t wait_ms)
{
    uint32_t *place = &crowd->wheel[(crowd->wheel_ms + 1 + wait_ms % (WHEEL - 2)) % WHEEL];
    conn->next = *place;
    *place = (uint32_t)(conn - crowd->conn) + 1;
}

/* An address for each: a network of its own. */
static void write_address(uint32_t number, char out[32])
{
    snprintf(out, 32, "10.%u.%u.7", number >> 8 & 255, number & 255);
}

/* A guest; his token is that of the cookie. */
static void sign_in(int socket, uint32_t number, struct conn *conn)
{
    char head[TEXT_BYTES], address[32], answer[4096];
    size_t used = 0;
    const char *body, *token;
    write_address(number, address);
    int length = snprintf(head, sizeof head,
                          "POST /api/guest HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: %s\r\n"
                          "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
                          address);
    if (send(socket, head, (size_t)length, MSG_NOSIGNAL) != length) fail("send");
    for (;;) {
        ssize_t got = recv(socket, answer + used, sizeof answer - 1 - used, 0);
        if (got <= 0) fail("the answer to a guest");
        answer[used += (size_t)got] = '\0';
        body = strstr(answer, "\r\n\r\n");
        const char *bytes = strcasestr(answer, "content-length:");
        if (body && bytes && body + 4 + atol(bytes + 15) <= answer + used) break;
    }
    token = strstr(answer, "felt_session=");
    if (!token) {
        fprintf(stderr, "no guest: %s\n", body + 4);
        exit(1);
    }
    snprintf(conn->token, sizeof conn->token, "%.*s", (int)strcspn(token + 13, ";"), token + 13);
}

static void listen_to(struct crowd *crowd, struct conn *conn)
{
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = (uint32_t)(conn - crowd->conn)};
    fcntl(conn->socket, F_SETFL, O_NONBLOCK);
    if (epoll_ctl(crowd->poll, EPOLL_CTL_ADD, conn->socket, &event) != 0) fail("epoll_ctl");
}

/* A line to the bare echo.  One after the other: it pairs them as they come, and sends to both of a
 * pair, so only the first of each speaks. */
static void come_to_echo(struct crowd *crowd, struct conn *conn, bool speaks)
{
    static const char head[] = "GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                               "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                               "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    ssize_t got = 0;
    conn->socket = connect_here(crowd->echo_port);
    if (send(conn->socket, head, sizeof head - 1, MSG_NOSIGNAL) != sizeof head - 1) fail("send");
    for (uint32_t used = 0; !memmem(conn->in, used, "\r\n\r\n", 4); used += (uint32_t)got)
        if ((got = recv(conn->socket, conn->in + used, IN_BYTES - used, 0)) <= 0)
            fail("the bare echo");
    conn->upgraded = true;
    listen_to(crowd, conn);
    if (speaks) plan(crowd, conn, (uint32_t)draw(crowd, ECHO_MS));
}

static void come(struct crowd *crowd, struct conn *conn)
{
    char head[TEXT_BYTES], address[32];
    uint32_t number = (uint32_t)(conn - crowd->conn);
    write_address(number, address);
    int length = snprintf(head, sizeof head,
                          "GET /room HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                          "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                          "X-Forwarded-For: %s\r\nCookie: felt_session=%s\r\n\r\n",
                          address, conn->token);
    conn->socket = connect_here(crowd->port);
    if (send(conn->socket, head, (size_t)length, MSG_NOSIGNAL) != length) fail("send");
    listen_to(crowd, conn);
}

/* ---- what frames say ---- */

static bool is_legal(const char *text, size_t bytes, const char *word)
{
    const char *at = find(text, bytes, "\"legal\":[");
    const char *end = at ? memchr(at, ']', (size_t)(text + bytes - at)) : NULL;
    return end && memmem(at, (size_t)(end - at), word, strlen(word));
}

/* Hands go on to the end, and few go broke. */
static void take_act(struct crowd *crowd, struct conn *conn, const char *text, size_t bytes)
{
    char hand[64], request[24], more[48] = "";
    const char *word = is_legal(text, bytes, "\"CHECK\"") ? "CHECK" : "CALL";
    uint64_t mood = draw(crowd, 20);
    copy_value(text, bytes, "\"hand_id\":\"", hand, sizeof hand);
    copy_value(text, bytes, "\"req_id\":", request, sizeof request);
    if (mood < 2 && is_legal(text, bytes, "\"RAISE_TO\"")) {
        word = "RAISE_TO";
        snprintf(more, sizeof more, ",\"amount\":%lld",
                 number_of(text, bytes, "\"min_raise_to\":"));
    } else if (strcmp(word, "CALL") == 0 && (mood < 10 || !is_legal(text, bytes, "\"CALL\""))) {
        word = "FOLD";
    }
    snprintf(conn->answer, sizeof conn->answer,
             "{\"type\":\"action\",\"table\":\"t%u-%u\",\"hand_id\":\"%s\",\"action\":\"%s\"%s,"
             "\"req_id\":%s}",
             conn->table / OF_A_KIND, conn->table % OF_A_KIND + 1, hand, word, more, request);
    plan(crowd, conn, THINK_MS / 2 + (uint32_t)draw(crowd, THINK_MS));
}

static void take_welcome(struct crowd *crowd, struct conn *conn)
{
    char text[TEXT_BYTES];
    if (is_ping(crowd, conn)) {
        crowd->seated++;
        plan(crowd, conn, (uint32_t)draw(crowd, ECHO_MS));
        return;
    }
    snprintf(text, sizeof text,
             "{\"req\":2,\"type\":\"sit\",\"table\":\"t%u-%u\",\"buy_in\":200,\"auto_rebuy\":true,"
             "\"wait_bb\":false}",
             conn->table / OF_A_KIND, conn->table % OF_A_KIND + 1);
    say(crowd, conn, text);
}

static void take_echo(struct crowd *crowd, struct conn *conn, struct times *times)
{
    if (!conn->sent_us) return;
    note(crowd, times, conn->sent_us);
    conn->sent_us = 0;
    plan(crowd, conn, ECHO_MS);
}

static void take_text(struct crowd *crowd, struct conn *conn, const char *text, size_t bytes)
{
    char type[24];
    if (is_echo(crowd, conn)) {
        take_echo(crowd, conn, &crowd->echoes);
        return;
    }
    crowd->frames += crowd->measures;
    copy_value(text, bytes < 256 ? bytes : 256, "\"type\":\"", type, sizeof type);
    if (strcmp(type, "event") == 0) {
        if (conn->sent_us) note(crowd, &crowd->acts, conn->sent_us);
        conn->sent_us = 0;
    } else if (strcmp(type, "pong") == 0) {
        take_echo(crowd, conn, &crowd->pings);
    } else if (strcmp(type, "act") == 0) {
        take_act(crowd, conn, text, bytes);
    } else if (strcmp(type, "end_hand") == 0) {
        int64_t now = now_us();
        crowd->hands += crowd->measures && now - crowd->hand_us[conn->table] > 100000;
        crowd->hand_us[conn->table] = now; /* every seat hears of it, at the same time */
    } else if (strcmp(type, "welcome") == 0) {
        take_welcome(crowd, conn);
    } else if (strcmp(type, "ok") == 0 && !conn->seated) {
        conn->seated = true;
        crowd->seated++;
    } else if (strcmp(type, "error") == 0 && !conn->seated) {
        fprintf(stderr, "no seat: %.*s\n", (int)bytes, text);
        exit(1);
    }
}

/* ---- bytes ---- */

static void split(struct crowd *crowd, struct conn *conn)
{
    uint32_t at = 0;
    size_t start, bytes, all;
    while ((all = read_frame((uint8_t *)conn->in + at, conn->used - at, &start, &bytes)) > 0) {
        uint8_t opcode = (uint8_t)conn->in[at] & 15;
        char frame[160];
        if (opcode == 1) take_text(crowd, conn, conn->in + at + start, bytes);
        if (opcode == 9 && bytes < 126) /* the server wants to know whether we live */
            (void)send(conn->socket, frame, write_frame(10, conn->in + at + start, bytes, frame),
                       MSG_NOSIGNAL);
        at += (uint32_t)all;
        if (opcode == 8) lose(crowd, conn);
        if (conn->gone) return;
    }
    memmove(conn->in, conn->in + at, conn->used - at);
    conn->used -= at;
}

static void receive(struct crowd *crowd, struct conn *conn)
{
    ssize_t got = recv(conn->socket, conn->in + conn->used, IN_BYTES - conn->used, 0);
    if (got <= 0) {
        if (got == 0 || errno != EAGAIN) lose(crowd, conn);
        return;
    }
    conn->used += (uint32_t)got;
    if (!conn->upgraded) {
        char *end = memmem(conn->in, conn->used, "\r\n\r\n", 4);
        if (!end) return;
        if (memcmp(conn->in, "HTTP/1.1 101", 12) != 0) {
            fprintf(stderr, "no line: %.*s\n", (int)conn->used, conn->in);
            exit(1);
        }
        conn->upgraded = true;
        conn->used -= (uint32_t)(end + 4 - conn->in);
        memmove(conn->in, end + 4, conn->used);
        say(crowd, conn, "{\"req\":1,\"type\":\"hello\",\"v\":1}");
    }
    split(crowd, conn);
}

/* ---- the loop ---- */

static void speak(struct crowd *crowd, struct conn *conn)
{
    conn->sent_us = now_us();
    if (is_ping(crowd, conn)) {
        say(crowd, conn, "{\"req\":3,\"type\":\"ping\"}");
        return;
    }
    crowd->actions += crowd->measures;
    say(crowd, conn, conn->answer);
}

static void turn(struct crowd *crowd)
{
    struct epoll_event events[EVENTS];
    int count = epoll_wait(crowd->poll, events, EVENTS, 1);
    for (int i = 0; i < count; i++) {
        struct conn *conn = &crowd->conn[events[i].data.u32];
        if (!conn->gone) receive(crowd, conn);
    }
    for (int64_t now_ms = now_us() / 1000; crowd->wheel_ms < now_ms;) {
        uint32_t *place = &crowd->wheel[++crowd->wheel_ms % WHEEL], index = *place;
        *place = 0;
        while (index) {
            struct conn *conn = &crowd->conn[index - 1];
            index = conn->next;
            if (!conn->gone) speak(crowd, conn);
        }
    }
}

static bool all_played(const struct crowd *crowd)
{
    for (uint32_t i = 0; i < crowd->tables; i++)
        if (!crowd->hand_us[i]) return false;
    return true;
}

/* ---- the server ---- */

/* Microseconds of processor time: fields 14 and 15, the name before them may have blanks. */
static int64_t server_cpu_us(long server)
{
    char path[64], text[1024];
    long long user = 0, system = 0;
    snprintf(path, sizeof path, "/proc/%ld/stat", server);
    FILE *in = fopen(path, "r");
    if (!in || !fgets(text, sizeof text, in)) fail(path);
    fclose(in);
    const char *at = strrchr(text, ')');
    if (!at ||
        sscanf(at, ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lld %lld", &user, &system) != 2)
        fail(path);
    return (user + system) * 1000000 / sysconf(_SC_CLK_TCK);
}

static int64_t server_memory(long server)
{
    char path[64];
    long long pages = 0;
    snprintf(path, sizeof path, "/proc/%ld/statm", server);
    FILE *in = fopen(path, "r");
    if (!in || fscanf(in, "%*d %lld", &pages) != 1) fail(path);
    fclose(in);
    return pages * sysconf(_SC_PAGESIZE);
}

/* Number of the newest segment: each begins with a snapshot. */
static long newest_segment(const struct crowd *crowd)
{
    long newest = 0, number;
    DIR *directory = opendir(crowd->journal);
    if (!directory) fail(crowd->journal);
    for (const struct dirent *entry; (entry = readdir(directory));)
        if (sscanf(entry->d_name, "journal.%ld", &number) == 1 && number > newest) newest = number;
    closedir(directory);
    return newest;
}

/* ---- an evening ---- */

static void open_crowd(struct crowd *crowd)
{
    uint32_t conns = crowd->people + CONNS;
    crowd->poll = epoll_create1(EPOLL_CLOEXEC);
    crowd->conn = calloc(conns, sizeof *crowd->conn);
    crowd->hand_us = calloc(crowd->tables, sizeof *crowd->hand_us);
    crowd->acts.us = malloc(TIMES_MAX * sizeof(uint32_t));
    crowd->pings.us = malloc(TIMES_MAX * sizeof(uint32_t));
    crowd->echoes.us = malloc(TIMES_MAX * sizeof(uint32_t));
    if (!crowd->conn || !crowd->hand_us || !crowd->acts.us || !crowd->pings.us || !crowd->echoes.us)
        fail("memory");
    int socket = connect_here(crowd->port);
    for (uint32_t i = 0; i < conns; i++) {
        crowd->conn[i].in = malloc(IN_BYTES);
        if (!crowd->conn[i].in) fail("memory");
        crowd->conn[i].table = i % crowd->tables;
        if (i < crowd->people) sign_in(socket, i, &crowd->conn[i]);
    }
    close(socket);
    fprintf(stderr, "%u guests\n", crowd->people);
    crowd->wheel_ms = now_us() / 1000;
    for (uint32_t i = 0; i < 2 * ECHOES; i++)
        come_to_echo(crowd, &crowd->conn[crowd->people + PINGS + i], i % 2 == 0);
}

/* All come and sit down, and every table plays a hand. */
static void begin(struct crowd *crowd)
{
    int64_t hangs_us = now_us() + HANGS_S * INT64_C(1000000);
    uint32_t conns = crowd->people + PINGS;
    while (crowd->seated < conns || !all_played(crowd)) {
        for (int i = 0; i < AT_ONCE / 16; i++)
            if (crowd->come < conns && crowd->come - crowd->seated < AT_ONCE)
                come(crowd, &crowd->conn[crowd->come++]);
        turn(crowd);
        if (now_us() > hangs_us) {
            fprintf(stderr, "it does not begin: %u of %u are there\n", crowd->seated, conns);
            exit(1);
        }
    }
    fprintf(stderr, "all sit, every table has played\n");
}

static uint32_t part(struct times *times, uint32_t percent)
{
    return times->count ? times->us[(uint64_t)(times->count - 1) * percent / 100] : 0;
}

/* For so long, and then until a snapshot was made, but not longer than `more`; how many were. */
static long measure(struct crowd *crowd, int64_t seconds, int64_t more)
{
    int64_t end_us = now_us() + seconds * 1000000, hangs_us = end_us + more * 1000000;
    int64_t look_us = 0;
    long first = newest_segment(crowd), newest = first;
    crowd->measures = true;
    while (now_us() < end_us || (newest == first && now_us() < hangs_us)) {
        turn(crowd);
        if (now_us() < look_us) continue;
        long now = newest_segment(crowd);
        look_us = now_us() + 1000000;
        /* What stood still meanwhile must be heard of. */
        if (now > newest && end_us < look_us) end_us = look_us;
        newest = now;
    }
    crowd->measures = false;
    return newest - first;
}

static int report(struct crowd *crowd, int64_t us, int64_t cpu, int64_t memory, long snapshots)
{
    uint32_t starved = 0;
    for (uint32_t i = 0; i < crowd->tables; i++)
        starved += now_us() - crowd->hand_us[i] > STARVED_S * INT64_C(1000000);
    struct times *all[] = {&crowd->acts, &crowd->pings, &crowd->echoes};
    for (int i = 0; i < 3; i++) qsort(all[i]->us, all[i]->count, sizeof(uint32_t), compare_times);
    printf("seconds=%lld actions=%llu frames=%llu cpu=%lld memory=%lld p50=%u p99=%u ping50=%u "
           "ping99=%u echo50=%u echo99=%u hands=%llu snapshots=%ld lost=%llu starved=%u\n",
           (long long)(us / 1000000), (unsigned long long)crowd->actions,
           (unsigned long long)crowd->frames,
           (long long)(crowd->actions ? cpu / (int64_t)crowd->actions : 0),
           (long long)(memory / crowd->people), part(&crowd->acts, 50), part(&crowd->acts, 99),
           part(&crowd->pings, 50), part(&crowd->pings, 99), part(&crowd->echoes, 50),
           part(&crowd->echoes, 99), (unsigned long long)crowd->hands, snapshots,
           (unsigned long long)crowd->lost, starved);
    return crowd->lost > 0 || starved > 0 || crowd->actions == 0;
}

int main(int argc, char **argv)
{
    static struct crowd crowd;
    if (argc != 9) {
        fprintf(stderr,
                "usage: crowd_load PORT SERVER PEOPLE TABLES SECONDS ECHO_PORT JOURNAL MORE\n");
        return 2;
    }
    long server = atol(argv[2]);
    crowd.port = (uint16_t)atoi(argv[1]);
    crowd.people = (uint32_t)atoi(argv[3]);
    crowd.tables = (uint32_t)atoi(argv[4]);
    crowd.echo_port = (uint16_t)atoi(argv[6]);
    crowd.journal = argv[7];
    crowd.random = 88172645463325252u;
    int64_t memory = server_memory(server);
    open_crowd(&crowd);
    begin(&crowd);
    memory = server_memory(server) - memory;
    int64_t cpu = server_cpu_us(server), begin_us = now_us();
    long snapshots = measure(&crowd, atoll(argv[5]), atoll(argv[8]));
    return report(&crowd, now_us() - begin_us, server_cpu_us(server) - cpu, memory, snapshots);
}
