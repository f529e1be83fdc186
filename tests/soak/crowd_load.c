/* crowd_load.c -- a room full of people: for ./dev soak crowd.
 *
 * usage: crowd_load PORT SERVER PEOPLE TABLES SECONDS
 *
 * SERVER is the server's process, which must run with --behind-proxy: each person is a guest from
 * an address of his own.  All sit down at tables t<n>-<n> of six seats, a hundred of a kind, and
 * act about a second after they are asked, mostly check, call and fold.  When every table has ended
 * a hand it is measured for SECONDS, and printed is
 *
 *   actions=N frames=N cpu=US memory=BYTES p50=US p99=US echo50=US echo99=US hands=N lost=N
 * starved=N
 *
 * cpu: of the server for an action; memory: of the server for a person; p50, p99: from an action to
 * the first event behind it; echo: from a ping to its pong, on lines that do nothing else; lost:
 * lines that the server closed; starved: tables that ended no hand in the last STARVED_S seconds.
 *
 * One thread, epoll, and a wheel of milliseconds for what is said later. */
#define _GNU_SOURCE
#include "frames.h"

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
    ECHOES = 20,  /* lines that ping                                                         */
    ECHO_MS = 100,
    THINK_MS = 1000,
    OF_A_KIND = 100,
    AT_ONCE = 256, /* people who come at the same time                                        */
    STARVED_S = 60,
    HANGS_S = 600,
    TOKEN_BYTES = 64
};

struct line {
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
    uint16_t port;
    uint32_t people, tables, come, seated;
    struct line *line;     /* people, then those that ping                                     */
    int64_t *hand_us;      /* by table: when the last hand ended; 0: none did                  */
    uint32_t wheel[WHEEL]; /* index of a line + 1                                             */
    int64_t wheel_ms;      /* everything before it is done                                     */
    int poll;
    bool measures;
    uint64_t random, actions, frames, hands, lost;
    struct times acts, echoes;
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

static bool is_echo(const struct crowd *crowd, const struct line *line)
{
    return line >= crowd->line + crowd->people;
}

static void lose(struct crowd *crowd, struct line *line)
{
    if (line->gone) return;
    close(line->socket);
    line->gone = true;
    crowd->lost++;
}

static void say(struct crowd *crowd, struct line *line, const char *text)
{
    char frame[TEXT_BYTES + 16];
    size_t all = write_frame(1, text, strlen(text), frame);
    if (!line->gone && send(line->socket, frame, all, MSG_NOSIGNAL) != (ssize_t)all)
        lose(crowd, line);
}

/* `line` will be heard in so many milliseconds. */
static void plan(struct crowd *crowd, struct line *line, uint32_t wait_ms)
{
    uint32_t *place = &crowd->wheel[(crowd->wheel_ms + 1 + wait_ms % (WHEEL - 2)) % WHEEL];
    line->next = *place;
    *place = (uint32_t)(line - crowd->line) + 1;
}

/* An address for each: a network of its own. */
static void write_address(uint32_t number, char out[32])
{
    snprintf(out, 32, "10.%u.%u.7", number >> 8 & 255, number & 255);
}

/* A guest; his token is that of the cookie. */
static void sign_in(int socket, uint32_t number, struct line *line)
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
    snprintf(line->token, sizeof line->token, "%.*s", (int)strcspn(token + 13, ";"), token + 13);
}

static void come(struct crowd *crowd, struct line *line)
{
    char head[TEXT_BYTES], address[32];
    uint32_t number = (uint32_t)(line - crowd->line);
    write_address(number, address);
    int length = snprintf(head, sizeof head,
                          "GET /room HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                          "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                          "X-Forwarded-For: %s\r\nCookie: felt_session=%s\r\n\r\n",
                          address, line->token);
    line->socket = connect_here(crowd->port);
    fcntl(line->socket, F_SETFL, O_NONBLOCK);
    if (send(line->socket, head, (size_t)length, MSG_NOSIGNAL) != length) fail("send");
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = number};
    if (epoll_ctl(crowd->poll, EPOLL_CTL_ADD, line->socket, &event) != 0) fail("epoll_ctl");
}

/* ---- what frames say ---- */

static bool is_legal(const char *text, size_t bytes, const char *word)
{
    const char *at = find(text, bytes, "\"legal\":[");
    const char *end = at ? memchr(at, ']', (size_t)(text + bytes - at)) : NULL;
    return end && memmem(at, (size_t)(end - at), word, strlen(word));
}

/* Hands go on to the end, and few go broke. */
static void take_act(struct crowd *crowd, struct line *line, const char *text, size_t bytes)
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
    snprintf(line->answer, sizeof line->answer,
             "{\"type\":\"action\",\"table\":\"t%u-%u\",\"hand_id\":\"%s\",\"action\":\"%s\"%s,"
             "\"req_id\":%s}",
             line->table / OF_A_KIND, line->table % OF_A_KIND + 1, hand, word, more, request);
    plan(crowd, line, THINK_MS / 2 + (uint32_t)draw(crowd, THINK_MS));
}

static void take_welcome(struct crowd *crowd, struct line *line)
{
    char text[TEXT_BYTES];
    if (is_echo(crowd, line)) {
        crowd->seated++;
        plan(crowd, line, (uint32_t)draw(crowd, ECHO_MS));
        return;
    }
    snprintf(text, sizeof text,
             "{\"req\":2,\"type\":\"sit\",\"table\":\"t%u-%u\",\"buy_in\":200,\"auto_rebuy\":true,"
             "\"wait_bb\":false}",
             line->table / OF_A_KIND, line->table % OF_A_KIND + 1);
    say(crowd, line, text);
}

static void take_text(struct crowd *crowd, struct line *line, const char *text, size_t bytes)
{
    char type[24];
    crowd->frames += crowd->measures;
    copy_value(text, bytes < 256 ? bytes : 256, "\"type\":\"", type, sizeof type);
    if (strcmp(type, "event") == 0 || strcmp(type, "pong") == 0) {
        bool echo = is_echo(crowd, line);
        if (line->sent_us) note(crowd, echo ? &crowd->echoes : &crowd->acts, line->sent_us);
        line->sent_us = 0;
        if (echo) plan(crowd, line, ECHO_MS);
    } else if (strcmp(type, "act") == 0) {
        take_act(crowd, line, text, bytes);
    } else if (strcmp(type, "end_hand") == 0) {
        int64_t now = now_us();
        crowd->hands += crowd->measures && now - crowd->hand_us[line->table] > 100000;
        crowd->hand_us[line->table] = now; /* every seat hears of it, at the same time */
    } else if (strcmp(type, "welcome") == 0) {
        take_welcome(crowd, line);
    } else if (strcmp(type, "ok") == 0 && !line->seated) {
        line->seated = true;
        crowd->seated++;
    } else if (strcmp(type, "error") == 0 && !line->seated) {
        fprintf(stderr, "no seat: %.*s\n", (int)bytes, text);
        exit(1);
    }
}

/* ---- bytes ---- */

static void split(struct crowd *crowd, struct line *line)
{
    uint32_t at = 0;
    size_t start, bytes, all;
    while ((all = read_frame((uint8_t *)line->in + at, line->used - at, &start, &bytes)) > 0) {
        uint8_t opcode = (uint8_t)line->in[at] & 15;
        char frame[160];
        if (opcode == 1) take_text(crowd, line, line->in + at + start, bytes);
        if (opcode == 9 && bytes < 126) /* the server wants to know whether we live */
            (void)send(line->socket, frame, write_frame(10, line->in + at + start, bytes, frame),
                       MSG_NOSIGNAL);
        at += (uint32_t)all;
        if (opcode == 8) lose(crowd, line);
        if (line->gone) return;
    }
    memmove(line->in, line->in + at, line->used - at);
    line->used -= at;
}

static void receive(struct crowd *crowd, struct line *line)
{
    ssize_t got = recv(line->socket, line->in + line->used, IN_BYTES - line->used, 0);
    if (got <= 0) {
        if (got == 0 || errno != EAGAIN) lose(crowd, line);
        return;
    }
    line->used += (uint32_t)got;
    if (!line->upgraded) {
        char *end = memmem(line->in, line->used, "\r\n\r\n", 4);
        if (!end) return;
        if (memcmp(line->in, "HTTP/1.1 101", 12) != 0) {
            fprintf(stderr, "no line: %.*s\n", (int)line->used, line->in);
            exit(1);
        }
        line->upgraded = true;
        line->used -= (uint32_t)(end + 4 - line->in);
        memmove(line->in, end + 4, line->used);
        say(crowd, line, "{\"req\":1,\"type\":\"hello\",\"v\":1}");
    }
    split(crowd, line);
}

/* ---- the loop ---- */

static void speak(struct crowd *crowd, struct line *line)
{
    line->sent_us = now_us();
    if (is_echo(crowd, line)) {
        say(crowd, line, "{\"req\":3,\"type\":\"ping\"}");
        return;
    }
    crowd->actions += crowd->measures;
    say(crowd, line, line->answer);
}

static void turn(struct crowd *crowd)
{
    struct epoll_event events[EVENTS];
    int count = epoll_wait(crowd->poll, events, EVENTS, 1);
    for (int i = 0; i < count; i++) {
        struct line *line = &crowd->line[events[i].data.u32];
        if (!line->gone) receive(crowd, line);
    }
    for (int64_t now_ms = now_us() / 1000; crowd->wheel_ms < now_ms;) {
        uint32_t *place = &crowd->wheel[++crowd->wheel_ms % WHEEL], index = *place;
        *place = 0;
        while (index) {
            struct line *line = &crowd->line[index - 1];
            index = line->next;
            if (!line->gone) speak(crowd, line);
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

/* ---- an evening ---- */

static void open_crowd(struct crowd *crowd)
{
    uint32_t lines = crowd->people + ECHOES;
    crowd->poll = epoll_create1(EPOLL_CLOEXEC);
    crowd->line = calloc(lines, sizeof *crowd->line);
    crowd->hand_us = calloc(crowd->tables, sizeof *crowd->hand_us);
    crowd->acts.us = malloc(TIMES_MAX * sizeof(uint32_t));
    crowd->echoes.us = malloc(TIMES_MAX * sizeof(uint32_t));
    if (!crowd->line || !crowd->hand_us || !crowd->acts.us || !crowd->echoes.us) fail("memory");
    int socket = connect_here(crowd->port);
    for (uint32_t i = 0; i < lines; i++) {
        crowd->line[i].in = malloc(IN_BYTES);
        if (!crowd->line[i].in) fail("memory");
        crowd->line[i].table = i % crowd->tables;
        if (i < crowd->people) sign_in(socket, i, &crowd->line[i]);
    }
    close(socket);
    fprintf(stderr, "%u guests\n", crowd->people);
    crowd->wheel_ms = now_us() / 1000;
}

/* All come and sit down, and every table plays a hand. */
static void begin(struct crowd *crowd)
{
    int64_t hangs_us = now_us() + HANGS_S * INT64_C(1000000);
    uint32_t lines = crowd->people + ECHOES;
    while (crowd->seated < lines || !all_played(crowd)) {
        for (int i = 0; i < AT_ONCE / 16; i++)
            if (crowd->come < lines && crowd->come - crowd->seated < AT_ONCE)
                come(crowd, &crowd->line[crowd->come++]);
        turn(crowd);
        if (now_us() > hangs_us) {
            fprintf(stderr, "it does not begin: %u of %u are there\n", crowd->seated, lines);
            exit(1);
        }
    }
    fprintf(stderr, "all sit, every table has played\n");
}

static uint32_t part(struct times *times, uint32_t percent)
{
    return times->count ? times->us[(uint64_t)(times->count - 1) * percent / 100] : 0;
}

int main(int argc, char **argv)
{
    static struct crowd crowd;
    if (argc != 6) {
        fprintf(stderr, "usage: crowd_load PORT SERVER PEOPLE TABLES SECONDS\n");
        return 2;
    }
    long server = atol(argv[2]);
    crowd.port = (uint16_t)atoi(argv[1]);
    crowd.people = (uint32_t)atoi(argv[3]);
    crowd.tables = (uint32_t)atoi(argv[4]);
    crowd.random = 88172645463325252u;
    open_crowd(&crowd);
    int64_t memory = server_memory(server);
    begin(&crowd);
    memory = server_memory(server) - memory;
    int64_t cpu = server_cpu_us(server), end_us = now_us() + atoll(argv[5]) * 1000000;
    crowd.measures = true;
    while (now_us() < end_us) turn(&crowd);
    cpu = server_cpu_us(server) - cpu;
    uint32_t starved = 0;
    for (uint32_t i = 0; i < crowd.tables; i++)
        starved += now_us() - crowd.hand_us[i] > STARVED_S * INT64_C(1000000);
    qsort(crowd.acts.us, crowd.acts.count, sizeof(uint32_t), compare_times);
    qsort(crowd.echoes.us, crowd.echoes.count, sizeof(uint32_t), compare_times);
    printf("actions=%llu frames=%llu cpu=%lld memory=%lld p50=%u p99=%u echo50=%u echo99=%u "
           "hands=%llu lost=%llu starved=%u\n",
           (unsigned long long)crowd.actions, (unsigned long long)crowd.frames,
           (long long)(crowd.actions ? cpu / (int64_t)crowd.actions : 0),
           (long long)(memory / crowd.people), part(&crowd.acts, 50), part(&crowd.acts, 99),
           part(&crowd.echoes, 50), part(&crowd.echoes, 99), (unsigned long long)crowd.hands,
           (unsigned long long)crowd.lost, starved);
    return crowd.lost > 0 || starved > 0 || crowd.actions == 0;
}
