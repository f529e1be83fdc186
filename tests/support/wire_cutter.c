/* wire_cutter.c -- see wire_cutter.h.
 *
 * A client's bytes are messages: a letter, four bytes of length (of themselves and what follows),
 * the rest.  Only the first one has no letter.  'P' prepares a statement (its name, its text), 'B'
 * binds one (a portal, the name of a statement): so the name whose text is COMMIT is learnt from
 * the one and recognised in the other. */
#define _GNU_SOURCE /* accept4 */
#include "wire_cutter.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { LINES_MAX = 32, BUFFER_BYTES = 1 << 20, NAME_BYTES = 32, CONNINFO_BYTES = 512, TICK_MS = 5 };

struct line {
    int client, server; /* -1: free                                                              */
    bool greeted;       /* the first message has passed                                          */
    bool deaf;          /* a COMMIT went to the server: its answer does not come back            */
    char commit[NAME_BYTES];
    size_t used;
    unsigned char *bytes; /* of the client, not yet passed on; owned                             */
};

struct wire_cutter {
    pthread_t thread;
    int listener;
    char folder[64], path[108], server[108], conninfo[CONNINFO_BYTES];
    atomic_bool over;
    pthread_mutex_t lock; /* of mode, before, cuts                                               */
    enum wire_mode mode;
    uint64_t before, cuts;
    struct line line[LINES_MAX];
};

static enum wire_mode mode_of(struct wire_cutter *cutter)
{
    pthread_mutex_lock(&cutter->lock);
    enum wire_mode mode = cutter->mode;
    pthread_mutex_unlock(&cutter->lock);
    return mode;
}

static void cut(struct line *line)
{
    if (line->client < 0) return;
    close(line->client);
    close(line->server);
    line->client = line->server = -1;
    line->used = 0;
    line->greeted = line->deaf = false;
    line->commit[0] = '\0';
}

/* Cuts because it was told to, and passes from now on. */
static void cut_once(struct wire_cutter *cutter, struct line *line)
{
    cut(line);
    pthread_mutex_lock(&cutter->lock);
    cutter->cuts++;
    if (cutter->mode != WIRE_REFUSE) cutter->mode = WIRE_PASS;
    pthread_mutex_unlock(&cutter->lock);
}

static bool send_all(int to, const unsigned char *bytes, size_t count)
{
    while (count > 0) {
        ssize_t done = send(to, bytes, count, MSG_NOSIGNAL);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return false;
        bytes += done;
        count -= (size_t)done;
    }
    return true;
}

/* ---- messages of a client -------------------------------------------------------------------- */

static size_t length_at(const unsigned char *bytes)
{
    return (size_t)bytes[0] << 24 | (size_t)bytes[1] << 16 | (size_t)bytes[2] << 8 | bytes[3];
}

/* 0: it is not complete. */
static size_t message_bytes(const struct line *line, size_t at)
{
    size_t letter = line->greeted ? 1 : 0, left = line->used - at;
    if (left < letter + 4) return 0;
    size_t bytes = letter + length_at(line->bytes + at + letter);
    return bytes <= left ? bytes : 0;
}

/* Texts of messages end with a zero, and messages are complete. */
static bool is_commit(struct line *line, const unsigned char *message)
{
    const char *first = (const char *)message + 5;
    const char *second = first + strlen(first) + 1;
    if (message[0] == 'P' && strcmp(second, "COMMIT") == 0)
        (void)snprintf(line->commit, sizeof line->commit, "%s", first);
    return message[0] == 'B' && line->commit[0] && strcmp(second, line->commit) == 0;
}

/* May this message go on?  False: the line was cut. */
static bool judge(struct wire_cutter *cutter, struct line *line, const unsigned char *message)
{
    bool commit =
        line->greeted && (message[0] == 'P' || message[0] == 'B') && is_commit(line, message);
    pthread_mutex_lock(&cutter->lock);
    bool cuts = commit && cutter->mode == WIRE_CUT_BEFORE_COMMIT;
    if (cutter->mode == WIRE_CUT_MESSAGE) cuts = cutter->before-- == 0;
    if (commit && cutter->mode == WIRE_CUT_AFTER_COMMIT) line->deaf = true;
    pthread_mutex_unlock(&cutter->lock);
    if (cuts) cut_once(cutter, line);
    return !cuts;
}

static void pass_up(struct wire_cutter *cutter, struct line *line)
{
    ssize_t got = recv(line->client, line->bytes + line->used, BUFFER_BYTES - line->used, 0);
    if (got <= 0) {
        cut(line);
        return;
    }
    line->used += (size_t)got;
    size_t at = 0;
    for (size_t bytes; (bytes = message_bytes(line, at)) > 0; at += bytes) {
        if (!judge(cutter, line, line->bytes + at)) return;
        if (!send_all(line->server, line->bytes + at, bytes)) {
            cut(line);
            return;
        }
        line->greeted = true;
    }
    line->used -= at;
    memmove(line->bytes, line->bytes + at, line->used);
    if (line->used == BUFFER_BYTES) abort(); /* a message that no client of ours sends */
}

static void pass_down(struct wire_cutter *cutter, struct line *line)
{
    unsigned char bytes[16384];
    ssize_t got = recv(line->server, bytes, sizeof bytes, 0);
    if (got <= 0) {
        cut(line);
    } else if (line->deaf) {
        /* What comes first may be answers to what was sent before it; the last is the COMMIT's. */
        for (ssize_t i = 0; i + 6 < got; i++)
            if (memcmp(bytes + i, "COMMIT", 7) == 0) {
                cut_once(cutter, line);
                return;
            }
    } else if (!send_all(line->client, bytes, (size_t)got)) {
        cut(line);
    }
}

/* ---- lines ----------------------------------------------------------------------------------- */

static void welcome(struct wire_cutter *cutter)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int client = accept4(cutter->listener, NULL, NULL, SOCK_CLOEXEC);
    int server = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    memcpy(address.sun_path, cutter->server, sizeof cutter->server);
    struct line *line = NULL;
    for (int i = 0; i < LINES_MAX && !line; i++)
        if (cutter->line[i].client < 0) line = &cutter->line[i];
    if (client < 0 || server < 0 || !line || mode_of(cutter) == WIRE_REFUSE ||
        connect(server, (const struct sockaddr *)&address, sizeof address) != 0) {
        if (client >= 0) close(client);
        if (server >= 0) close(server);
        return;
    }
    line->client = client;
    line->server = server;
}

static void *work(void *self)
{
    struct wire_cutter *cutter = self;
    while (!atomic_load(&cutter->over)) {
        struct pollfd poller[1 + 2 * LINES_MAX];
        enum wire_mode mode = mode_of(cutter);
        poller[0] = (struct pollfd){.fd = cutter->listener, .events = POLLIN};
        for (int i = 0; i < LINES_MAX; i++) {
            struct line *line = &cutter->line[i];
            if (mode == WIRE_REFUSE && line->client >= 0) cut_once(cutter, line);
            bool held = mode == WIRE_HOLD;
            poller[1 + 2 * i] = (struct pollfd){.fd = held ? -1 : line->client, .events = POLLIN};
            poller[2 + 2 * i] = (struct pollfd){.fd = held ? -1 : line->server, .events = POLLIN};
        }
        (void)poll(poller, 1 + 2 * LINES_MAX, TICK_MS);
        if (mode_of(cutter) != mode) continue; /* what was heard comes under the new one */
        for (int i = 0; i < LINES_MAX; i++) {
            struct line *line = &cutter->line[i];
            if (poller[2 + 2 * i].revents && line->server == poller[2 + 2 * i].fd)
                pass_down(cutter, line);
            if (poller[1 + 2 * i].revents && line->client == poller[1 + 2 * i].fd)
                pass_up(cutter, line);
        }
        if (poller[0].revents && mode != WIRE_HOLD) welcome(cutter);
    }
    return NULL;
}

/* ---- opening and closing --------------------------------------------------------------------- */

/* Of two hosts in a conninfo the last one counts. */
static bool name_sockets(struct wire_cutter *cutter, const char *conninfo)
{
    char host[64];
    const char *at = strstr(conninfo, "host=");
    (void)snprintf(cutter->folder, sizeof cutter->folder, "/tmp/felt_wire_XXXXXX");
    if (!at || sscanf(at, "host=%63s", host) != 1 || !mkdtemp(cutter->folder)) return false;
    (void)snprintf(cutter->server, sizeof cutter->server, "%s/.s.PGSQL.5432", host);
    (void)snprintf(cutter->path, sizeof cutter->path, "%s/.s.PGSQL.5432", cutter->folder);
    return snprintf(cutter->conninfo, sizeof cutter->conninfo, "%s host=%s", conninfo,
                    cutter->folder) < CONNINFO_BYTES;
}

static bool start(struct wire_cutter *cutter)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    memcpy(address.sun_path, cutter->path, sizeof cutter->path);
    cutter->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    return cutter->listener >= 0 &&
           bind(cutter->listener, (const struct sockaddr *)&address, sizeof address) == 0 &&
           listen(cutter->listener, LINES_MAX) == 0 &&
           pthread_create(&cutter->thread, NULL, work, cutter) == 0;
}

struct wire_cutter *wire_cutter_open(const char *conninfo)
{
    struct wire_cutter *cutter = calloc(1, sizeof *cutter);
    if (!cutter) return NULL;
    pthread_mutex_init(&cutter->lock, NULL);
    for (int i = 0; i < LINES_MAX; i++) {
        cutter->line[i] = (struct line){.client = -1, .server = -1};
        cutter->line[i].bytes = malloc(BUFFER_BYTES);
        if (!cutter->line[i].bytes) abort();
    }
    if (name_sockets(cutter, conninfo) && start(cutter)) return cutter;
    for (int i = 0; i < LINES_MAX; i++) free(cutter->line[i].bytes);
    free(cutter);
    return NULL;
}

void wire_cutter_close(struct wire_cutter *cutter)
{
    if (!cutter) return;
    atomic_store(&cutter->over, true);
    pthread_join(cutter->thread, NULL);
    for (int i = 0; i < LINES_MAX; i++) {
        cut(&cutter->line[i]);
        free(cutter->line[i].bytes);
    }
    close(cutter->listener);
    (void)unlink(cutter->path);
    (void)rmdir(cutter->folder);
    free(cutter);
}

const char *wire_cutter_conninfo(const struct wire_cutter *cutter)
{
    return cutter->conninfo;
}

void wire_cutter_set(struct wire_cutter *cutter, enum wire_mode mode, uint64_t nth)
{
    pthread_mutex_lock(&cutter->lock);
    cutter->mode = mode;
    cutter->before = nth > 0 ? nth - 1 : 0;
    cutter->cuts = 0;
    pthread_mutex_unlock(&cutter->lock);
}

uint64_t wire_cutter_cuts(struct wire_cutter *cutter)
{
    pthread_mutex_lock(&cutter->lock);
    uint64_t cuts = cutter->cuts;
    pthread_mutex_unlock(&cutter->lock);
    return cuts;
}
