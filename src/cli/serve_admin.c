/* serve_admin.c -- the server's end of the operator's socket (admin.h says what goes over it).
 *
 * A thread of its own takes one client at a time, so that the loop never waits for a proof of the
 * books or for bcrypt.  The socket is for its owner only, and a client must be the same user or
 * root. */
#define _GNU_SOURCE /* accept4, struct ucred, fopencookie */
#include "cli/admin.h"
#include "cli/cli.h"
#include "cli/serve.h"

#include <errno.h>
#include <jansson.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum { BACKLOG = 16, READ_SECONDS = 10, WRITE_SECONDS = 60 };

struct felt_admin_door {
    const struct felt_serve_data *data;
    struct felt_bank *bank;
    struct felt_bank_desk *desk;
    int directory, listener, ending; /* ending: an eventfd                                       */
    pthread_mutex_t lock;            /* of client and closed                                     */
    int client;                      /* whom we talk with, -1: nobody                            */
    bool closed;
    pthread_t thread;
    char path[FELT_SERVE_SOCKET_BYTES];
};

/* ---- talking ---- */

static bool send_all(int client, const char *bytes, size_t count)
{
    while (count) {
        ssize_t sent = send(client, bytes, count, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return false;
        bytes += sent;
        count -= (size_t)sent;
    }
    return true;
}

/* A stream whose bytes become chunks. */
struct stream {
    int client;
    const char *word; /* "out", "err"                                                            */
};

static ssize_t write_chunk(void *self, const char *bytes, size_t count)
{
    const struct stream *stream = self;
    char head[32];
    int length = snprintf(head, sizeof head, "%s %zu\n", stream->word, count);
    if (!send_all(stream->client, head, (size_t)length) || !send_all(stream->client, bytes, count))
        return 0;
    return (ssize_t)count;
}

static FILE *open_stream(struct stream *stream)
{
    return fopencookie(stream, "w", (cookie_io_functions_t){.write = write_chunk});
}

/* One line, without its end.  NULL: it did not come. */
static char *read_request(int client)
{
    char *text = malloc(FELT_ADMIN_REQUEST_BYTES + 1);
    size_t used = 0;
    while (text && used < FELT_ADMIN_REQUEST_BYTES) {
        ssize_t got = recv(client, text + used, FELT_ADMIN_REQUEST_BYTES - used, 0);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        char *end = memchr(text + used, '\n', (size_t)got);
        used += (size_t)got;
        if (!end) continue;
        *end = '\0';
        return text;
    }
    free(text);
    return NULL;
}

/* ---- a command ---- */

static int run_words(const struct felt_admin_door *door, json_t *words,
                     const struct felt_admin *admin)
{
    struct felt_args args;
    char name[] = "admin", *argv[FELT_ARGS_WORDS_MAX + 1] = {name};
    int argc = 1;
    for (size_t i = 0; i < json_array_size(words) && argc < FELT_ARGS_WORDS_MAX; i++) {
        const char *word = json_string_value(json_array_get(words, i));
        if (!word) return felt_admin_refuse(admin, "the server cannot read this command");
        argv[argc++] = (char *)(uintptr_t)word;
    }
    bool wants_help = argc > 1 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0);
    if (wants_help || !felt_args_read(&felt_admin_spec, argc, argv, &args))
        return felt_admin_refuse(admin, "the server does not know this: is it another version?");
    const char *store = args.value[FELT_ADMIN_STORE];
    if (store && strcmp(store, door->data->store) != 0)
        return felt_admin_refuse(admin, "the server that works on %s has another --store",
                                 door->data->directory);
    struct felt_admin ready = *admin;
    ready.args = &args;
    return felt_admin_run(&ready);
}

static int run_request(const struct felt_admin_door *door, const char *text, long uid, FILE *out,
                       FILE *err)
{
    char actor[FELT_ORDER_ACTOR_BYTES + 1];
    felt_admin_actor(uid, actor);
    struct felt_admin admin = {.data = door->data,
                               .desk = door->desk,
                               .actor = actor,
                               .out = out,
                               .err = err,
                               .served = true};
    json_t *request = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    json_t *words = json_object_get(request, "words");
    int code;
    if (json_integer_value(json_object_get(request, "v")) != 1 || !json_is_array(words)) {
        code = felt_admin_refuse(&admin, "the server cannot read this command");
    } else {
        admin.in = json_string_value(json_object_get(request, "in"));
        code = run_words(door, words, &admin);
    }
    json_decref(request);
    return code;
}

static void answer(const struct felt_admin_door *door, int client, const char *text, long uid)
{
    struct stream streams[2] = {{client, "out"}, {client, "err"}};
    FILE *out = open_stream(&streams[0]), *err = open_stream(&streams[1]);
    char last[32];
    int code = FELT_EXIT_FAILED;
    if (out && err) code = run_request(door, text, uid, out, err);
    bool lost = !out || fflush(out) != 0 || ferror(out);
    if (out) lost |= fclose(out) != 0;
    if (err) (void)fclose(err);
    if (lost && code == FELT_EXIT_OK) code = FELT_EXIT_FAILED;
    int length = snprintf(last, sizeof last, "exit %d\n", code);
    (void)send_all(client, last, (size_t)length);
}

static void talk(const struct felt_admin_door *door, int client)
{
    struct ucred peer;
    socklen_t bytes = sizeof peer;
    struct timeval reading = {.tv_sec = READ_SECONDS}, writing = {.tv_sec = WRITE_SECONDS};
    (void)setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &reading, sizeof reading);
    (void)setsockopt(client, SOL_SOCKET, SO_SNDTIMEO, &writing, sizeof writing);
    if (getsockopt(client, SOL_SOCKET, SO_PEERCRED, &peer, &bytes) != 0) return;
    if (peer.uid != geteuid() && peer.uid != 0) return;
    char *text = read_request(client);
    if (text) {
        answer(door, client, text, (long)peer.uid);
        explicit_bzero(text, strlen(text));
    }
    free(text);
}

/* ---- the thread ---- */

/* False: the door is closed. */
static bool let_in(struct felt_admin_door *door, int client)
{
    (void)pthread_mutex_lock(&door->lock);
    bool open = !door->closed;
    door->client = open ? client : -1;
    (void)pthread_mutex_unlock(&door->lock);
    return open;
}

static void *attend(void *self)
{
    struct felt_admin_door *door = self;
    struct pollfd wait[] = {{.fd = door->listener, .events = POLLIN},
                            {.fd = door->ending, .events = POLLIN}};
    for (;;) {
        if (poll(wait, 2, -1) < 0 && errno != EINTR) break;
        if (wait[1].revents) break;
        int client = accept4(door->listener, NULL, NULL, SOCK_CLOEXEC);
        if (client < 0) continue;
        if (let_in(door, client)) {
            talk(door, client);
            (void)let_in(door, -1);
        }
        (void)close(client);
    }
    return NULL;
}

/* ---- opening ---- */

static bool listen_there(struct felt_admin_door *door)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    door->directory = felt_serve_socket_path(door->data, door->path);
    if (door->directory < 0) return false;
    memcpy(address.sun_path, door->path, sizeof door->path);
    (void)unlink(door->path); /* of a server that was killed: we have its lock */
    door->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    door->ending = eventfd(0, EFD_CLOEXEC);
    return door->listener >= 0 && door->ending >= 0 &&
           bind(door->listener, (const struct sockaddr *)&address, sizeof address) == 0 &&
           chmod(door->path, 0600) == 0 && listen(door->listener, BACKLOG) == 0;
}

static void release(struct felt_admin_door *door)
{
    if (door->listener >= 0) (void)close(door->listener);
    if (door->ending >= 0) (void)close(door->ending);
    if (door->directory >= 0) (void)unlink(door->path), (void)close(door->directory);
    if (door->desk) felt_bank_desk_close(door->desk);
    (void)pthread_mutex_destroy(&door->lock);
    free(door);
}

struct felt_admin_door *felt_admin_door_open(const struct felt_serve_data *data,
                                             struct felt_bank *bank, const struct felt_args *args)
{
    struct felt_admin_door *door = calloc(1, sizeof *door);
    if (!door) return NULL;
    *door = (struct felt_admin_door){
        .data = data, .bank = bank, .directory = -1, .listener = -1, .ending = -1, .client = -1};
    (void)pthread_mutex_init(&door->lock, NULL);
    door->desk = felt_bank_desk_open(bank, NULL, NULL);
    errno = 0;
    if (door->desk && listen_there(door) && pthread_create(&door->thread, NULL, attend, door) == 0)
        return door;
    felt_args_refuse(args, "cannot listen at %s/admin.sock: %s", data->directory, strerror(errno));
    release(door);
    return NULL;
}

void felt_admin_door_close(struct felt_admin_door *door)
{
    (void)pthread_mutex_lock(&door->lock);
    door->closed = true;
    if (door->client >= 0) (void)shutdown(door->client, SHUT_RDWR);
    (void)pthread_mutex_unlock(&door->lock);
    uint64_t one = 1;
    if (write(door->ending, &one, sizeof one) == (ssize_t)sizeof one)
        (void)pthread_join(door->thread, NULL);
    release(door);
}
