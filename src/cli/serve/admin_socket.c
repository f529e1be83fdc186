/* admin_socket.c -- the server's end of the operator's socket (admin.h says what goes over it).
 *
 * One thread takes clients in, each of them then has a thread of its own, so that neither the loop
 * nor another operator waits for a proof of the ledger, for bcrypt, or for a pager.  Commands may
 * run at the same time: each has its own client of the ledger store, and what reads the ledger as a
 * whole opens them for itself.
 *
 * What a command prints goes to a spool (memory, and if it is long a file without a name in the
 * data directory), and from there to the client when the command is done: whoever reads slowly, or
 * not at all, holds up nothing but his own thread, and that for TALK_SECONDS at most.
 *
 * The socket is for its owner only, and a client must be the same user or root. */
#define _GNU_SOURCE /* accept4, struct ucred, fopencookie, memfd_create, O_TMPFILE */
#include "cli/admin/admin.h"
#include "cli/cli.h"
#include "server/app/http_endpoint.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

enum {
    BACKLOG = 16,
    CLIENTS_MAX = 8,
    REQUEST_SECONDS = 10,  /* for the command to come in                                          */
    SPOOL_BYTES = 1 << 20, /* in memory; what is longer goes to a file                           */
    IO_SECONDS = 600,      /* for the answer to be taken                                          */
    SEAT_SECONDS = 2       /* a client waits so long for another one to leave                     */
};

struct client {
    struct felt_admin_door *listener;
    pthread_t thread;
    int socket; /* -1: nobody is there                                                           */
    bool began; /* the thread is to be joined                                                    */
};

struct felt_admin_door {
    const struct felt_data_dir *data;
    struct felt_ledger_store *bank;
    int directory, listener, ending; /* ending: an eventfd                                       */
    pthread_mutex_t lock;            /* of clients and closed                                    */
    pthread_cond_t left;             /* a client has                                             */
    struct client clients[CLIENTS_MAX];
    bool closed;
    struct felt_admin_requests *requests; /* to the room, NULL: there is none (yet) */
    pthread_t thread;
    char path[FELT_DATA_DIR_SOCKET_BYTES];
};

/* ---- talking ---- */

static int64_t clock_ms(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* False: the time is over. */
static bool await(int socket, short events, int64_t deadline)
{
    struct pollfd wait = {.fd = socket, .events = events};
    for (;;) {
        int64_t left = deadline - clock_ms();
        if (left <= 0) return false;
        int ready = poll(&wait, 1, (int)left);
        if (ready > 0) return true;
        if (ready == 0 || errno != EINTR) return false;
    }
}

static bool send_all(int client, const char *bytes, size_t count, int64_t deadline)
{
    while (count) {
        ssize_t sent = send(client, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && errno == EINTR) continue;
        if (sent < 0 && errno == EAGAIN && await(client, POLLOUT, deadline)) continue;
        if (sent <= 0) return false;
        bytes += sent;
        count -= (size_t)sent;
    }
    return true;
}

/* One line, without its end.  NULL: it did not come. */
static char *read_request(int client)
{
    int64_t deadline = clock_ms() + 1000 * REQUEST_SECONDS;
    char *text = malloc(FELT_CLI_ADMIN_REQUEST_BYTES + 1);
    size_t used = 0;
    while (text && used < FELT_CLI_ADMIN_REQUEST_BYTES && await(client, POLLIN, deadline)) {
        ssize_t got = recv(client, text + used, FELT_CLI_ADMIN_REQUEST_BYTES - used, MSG_DONTWAIT);
        if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (got <= 0) break;
        char *end = memchr(text + used, '\n', (size_t)got);
        used += (size_t)got;
        if (!end) continue;
        *end = '\0';
        return text;
    }
    if (text) explicit_bzero(text, used);
    free(text);
    return NULL;
}

/* ---- the spool ---- */

/* Memory at first: most answers are short, and a token should not touch the disk. */
static int open_spool(void)
{
    return memfd_create("felt-admin", MFD_CLOEXEC);
}

static bool write_all(int spool, const char *bytes, size_t count)
{
    while (count) {
        ssize_t written = write(spool, bytes, count);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return false;
        bytes += written;
        count -= (size_t)written;
    }
    return true;
}

/* What is long goes on in a file.  Where files without a name are not known it stays in memory. */
static void move_spool(int spool, const char *directory)
{
    char piece[16384];
    int file = open(directory, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (file < 0) return;
    off_t at = 0;
    ssize_t got;
    while ((got = pread(spool, piece, sizeof piece, at)) > 0 && write_all(file, piece, (size_t)got))
        at += got;
    if (got == 0) (void)dup3(file, spool, O_CLOEXEC);
    (void)close(file);
}

/* A stream whose bytes become chunks. */
struct stream {
    int spool;
    const char *directory;
    const char *word; /* "out", "err"                                                            */
};

/* A chunk is there wholly or not at all: behind half of one the client would lose its place. */
static ssize_t write_chunk(void *self, const char *bytes, size_t count)
{
    const struct stream *stream = self;
    char head[32];
    off_t before = lseek(stream->spool, 0, SEEK_CUR);
    if (before / SPOOL_BYTES == 0 && (before + (off_t)count) / SPOOL_BYTES > 0)
        move_spool(stream->spool, stream->directory);
    int length = snprintf(head, sizeof head, "%s %zu\n", stream->word, count);
    if (write_all(stream->spool, head, (size_t)length) && write_all(stream->spool, bytes, count))
        return (ssize_t)count;
    (void)lseek(stream->spool, before, SEEK_SET);
    (void)!ftruncate(stream->spool, before);
    return 0;
}

static FILE *open_stream(struct stream *stream)
{
    return fopencookie(stream, "w", (cookie_io_functions_t){.write = write_chunk});
}

static bool send_spool(int spool, int client, int64_t deadline)
{
    char piece[16384];
    if (lseek(spool, 0, SEEK_SET) != 0) return false;
    for (;;) {
        ssize_t got = read(spool, piece, sizeof piece);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return got == 0;
        if (!send_all(client, piece, (size_t)got, deadline)) return false;
    }
}

/* ---- a command ---- */

static int run_words(const struct felt_admin_door *listener, json_t *words,
                     const struct felt_cli_admin_job *admin)
{
    struct felt_args args;
    char name[] = "admin", *argv[FELT_ARGS_WORDS_MAX + 1] = {name};
    int argc = 1;
    for (size_t i = 0; i < json_array_size(words) && argc < FELT_ARGS_WORDS_MAX; i++) {
        const char *word = json_string_value(json_array_get(words, i));
        if (!word) return felt_cli_admin_refuse(admin, "the server cannot read this command");
        argv[argc++] = (char *)(uintptr_t)word;
    }
    bool wants_help = argc > 1 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
                                   strcmp(argv[1], FELT_ARGS_SUGGEST) == 0);
    if (wants_help || !felt_args_read(&felt_cli_admin_spec, argc, argv, &args))
        return felt_cli_admin_refuse(admin,
                                     "the server does not know this: is it another version?");
    const char *store = args.value[FELT_CLI_ADMIN_STORE];
    if (store && strcmp(store, listener->data->store) != 0)
        return felt_cli_admin_refuse(admin, "the server that works on %s has another --store",
                                     listener->data->directory);
    struct felt_cli_admin_job ready = *admin;
    ready.args = &args;
    return felt_cli_admin_run(&ready);
}

static int run_request(struct felt_admin_door *listener, struct felt_ledger_client *client,
                       const char *text, long uid, FILE *out, FILE *err)
{
    char actor[FELT_ORDER_ACTOR_BYTES + 1];
    felt_cli_admin_actor(uid, actor);
    (void)pthread_mutex_lock(&listener->lock);
    struct felt_admin_requests *requests = listener->requests;
    (void)pthread_mutex_unlock(&listener->lock);
    struct felt_cli_admin_job admin = {.data = listener->data,
                                       .client = client,
                                       .actor = actor,
                                       .out = out,
                                       .err = err,
                                       .served = true,
                                       .requests = requests};
    json_t *request = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    json_t *words = json_object_get(request, "words");
    int code;
    if (json_integer_value(json_object_get(request, "v")) != 1 || !json_is_array(words)) {
        code = felt_cli_admin_refuse(&admin, "the server cannot read this command");
    } else {
        admin.in = json_string_value(json_object_get(request, "in"));
        code = run_words(listener, words, &admin);
    }
    json_decref(request);
    return code;
}

static void answer(struct felt_admin_door *listener, int client, const char *text, long uid)
{
    int spool = open_spool();
    const char *directory = listener->data->directory;
    struct felt_ledger_client *ledger = felt_ledger_client_open(listener->bank, NULL, NULL);
    struct stream streams[2] = {{spool, directory, "out"}, {spool, directory, "err"}};
    FILE *out = open_stream(&streams[0]), *err = open_stream(&streams[1]);
    char last[32];
    int code = FELT_EXIT_FAILED;
    if (spool >= 0 && ledger && out && err)
        code = run_request(listener, ledger, text, uid, out, err);
    bool lost = !out || fflush(out) != 0 || ferror(out);
    if (out) lost |= fclose(out) != 0;
    if (err) (void)fclose(err);
    if (ledger) felt_ledger_client_close(ledger);
    if (lost && code == FELT_EXIT_OK) code = FELT_EXIT_FAILED;
    int length = snprintf(last, sizeof last, "exit %d\n", code);
    int64_t deadline = clock_ms() + 1000 * IO_SECONDS;
    if (spool < 0 || send_spool(spool, client, deadline))
        (void)send_all(client, last, (size_t)length, deadline);
    if (spool >= 0) (void)close(spool);
}

static void io(struct felt_admin_door *listener, int client)
{
    struct ucred peer;
    socklen_t bytes = sizeof peer;
    if (getsockopt(client, SOL_SOCKET, SO_PEERCRED, &peer, &bytes) != 0) return;
    if (peer.uid != geteuid() && peer.uid != 0) return;
    char *text = read_request(client);
    if (text) {
        size_t length = strlen(text);
        answer(listener, client, text, (long)peer.uid);
        explicit_bzero(text, length);
    }
    free(text);
}

/* ---- threads ---- */

static void *serve_client(void *self)
{
    struct client *client = self;
    struct felt_admin_door *listener = client->listener;
    io(listener, client->socket);
    (void)pthread_mutex_lock(&listener->lock);
    (void)close(client->socket); /* under the lock: nobody shuts down a number that is not ours */
    client->socket = -1;
    (void)pthread_cond_signal(&listener->left);
    (void)pthread_mutex_unlock(&listener->lock);
    return NULL;
}

/* A free place, if there is one before long.  With the lock. */
static struct client *find_place(struct felt_admin_door *listener)
{
    struct timespec until;
    (void)clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += SEAT_SECONDS;
    while (!listener->closed) {
        for (int i = 0; i < CLIENTS_MAX; i++)
            if (listener->clients[i].socket < 0) return &listener->clients[i];
        if (pthread_cond_timedwait(&listener->left, &listener->lock, &until) == ETIMEDOUT) break;
    }
    return NULL;
}

static void turn_away(int socket)
{
    static const char text[] = "felt admin: too many operators at once: try again when one of "
                               "their commands is done\n";
    char line[sizeof text + 64];
    int length = snprintf(line, sizeof line, "err %zu\n%sexit %d\n", sizeof text - 1, text,
                          FELT_EXIT_FAILED);
    (void)send(socket, line, (size_t)length, MSG_NOSIGNAL | MSG_DONTWAIT);
    (void)close(socket);
}

static void let_in(struct felt_admin_door *listener, int socket)
{
    (void)pthread_mutex_lock(&listener->lock);
    struct client *client = find_place(listener);
    bool begun = false;
    if (client) {
        if (client->began) (void)pthread_join(client->thread, NULL); /* it has let go of the lock */
        client->socket = socket;
        begun = pthread_create(&client->thread, NULL, serve_client, client) == 0;
        client->began = begun;
        if (!begun) client->socket = -1;
    }
    (void)pthread_mutex_unlock(&listener->lock);
    if (!begun) turn_away(socket);
}

static void *attend(void *self)
{
    struct felt_admin_door *listener = self;
    struct pollfd wait[] = {{.fd = listener->listener, .events = POLLIN},
                            {.fd = listener->ending, .events = POLLIN}};
    for (;;) {
        if (poll(wait, 2, -1) < 0 && errno != EINTR) break;
        if (wait[1].revents) break;
        int client = accept4(listener->listener, NULL, NULL, SOCK_CLOEXEC);
        if (client >= 0) let_in(listener, client);
    }
    return NULL;
}

/* ---- opening ---- */

static bool listen_there(struct felt_admin_door *listener)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    listener->directory = felt_data_dir_socket_path(listener->data, listener->path);
    if (listener->directory < 0) return false;
    memcpy(address.sun_path, listener->path, sizeof listener->path);
    (void)unlink(listener->path); /* of a server that was killed: we have its lock */
    listener->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    listener->ending = eventfd(0, EFD_CLOEXEC);
    return listener->listener >= 0 && listener->ending >= 0 &&
           bind(listener->listener, (const struct sockaddr *)&address, sizeof address) == 0 &&
           chmod(listener->path, 0600) == 0 && listen(listener->listener, BACKLOG) == 0;
}

static void release(struct felt_admin_door *listener)
{
    if (listener->listener >= 0) (void)close(listener->listener);
    if (listener->ending >= 0) (void)close(listener->ending);
    if (listener->directory >= 0) (void)unlink(listener->path), (void)close(listener->directory);
    (void)pthread_cond_destroy(&listener->left);
    (void)pthread_mutex_destroy(&listener->lock);
    free(listener);
}

static void init_lock(struct felt_admin_door *listener)
{
    pthread_condattr_t steady; /* not the clock that somebody sets                               */
    (void)pthread_condattr_init(&steady);
    (void)pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    (void)pthread_mutex_init(&listener->lock, NULL);
    (void)pthread_cond_init(&listener->left, &steady);
    (void)pthread_condattr_destroy(&steady);
}

struct felt_admin_door *felt_admin_socket_open(const struct felt_data_dir *data,
                                               struct felt_ledger_store *store,
                                               const struct felt_args *args)
{
    struct felt_admin_door *listener = calloc(1, sizeof *listener);
    if (!listener) return NULL;
    *listener = (struct felt_admin_door){
        .data = data, .bank = store, .directory = -1, .listener = -1, .ending = -1};
    for (int i = 0; i < CLIENTS_MAX; i++)
        listener->clients[i] = (struct client){.listener = listener, .socket = -1};
    init_lock(listener);
    errno = 0;
    if (listen_there(listener) && pthread_create(&listener->thread, NULL, attend, listener) == 0)
        return listener;
    felt_args_refuse(args, "cannot listen at %s/admin.sock: %s", data->directory, strerror(errno));
    release(listener);
    return NULL;
}

void felt_admin_socket_join(struct felt_admin_door *listener, struct felt_admin_requests *requests)
{
    (void)pthread_mutex_lock(&listener->lock);
    listener->requests = requests;
    (void)pthread_mutex_unlock(&listener->lock);
}

void felt_admin_socket_close(struct felt_admin_door *listener)
{
    (void)pthread_mutex_lock(&listener->lock);
    listener->closed = true;
    if (listener->requests)
        felt_admin_requests_shut(listener->requests); /* the loop takes no letters any more */
    for (int i = 0; i < CLIENTS_MAX; i++)
        if (listener->clients[i].socket >= 0)
            (void)shutdown(listener->clients[i].socket, SHUT_RDWR);
    (void)pthread_cond_signal(&listener->left);
    (void)pthread_mutex_unlock(&listener->lock);
    uint64_t one = 1;
    if (write(listener->ending, &one, sizeof one) == (ssize_t)sizeof one)
        (void)pthread_join(listener->thread, NULL);
    for (int i = 0; i < CLIENTS_MAX; i++)
        if (listener->clients[i].began) (void)pthread_join(listener->clients[i].thread, NULL);
    release(listener);
}
