/* admin_socket.c -- the server's end of the operator's socket (cli/admin/admin.h says what goes
 * over it).
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
#include "server/app/admin_socket.h"

#include "command/exit.h"

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
    PLACE_SECONDS = 2      /* a client waits so long for another one to leave                     */
};

struct client {
    struct felt_admin_socket *admin;
    pthread_t thread;
    int socket; /* -1: nobody is there                                                           */
    bool began; /* the thread is to be joined                                                    */
};

struct felt_admin_socket {
    struct felt_admin_socket_config config;
    int directory, listener, ending; /* ending: an eventfd                                       */
    pthread_mutex_t lock;            /* of clients and closed                                    */
    pthread_cond_t left;             /* a client has                                             */
    struct client clients[CLIENTS_MAX];
    bool closed;
    pthread_t thread;
    char path[FELT_DATA_DIR_SOCKET_BYTES];
};

/* ---- input and output ---- */

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
    char *text = malloc(FELT_ADMIN_SOCKET_REQUEST_BYTES + 1);
    size_t used = 0;
    while (text && used < FELT_ADMIN_SOCKET_REQUEST_BYTES && await(client, POLLIN, deadline)) {
        ssize_t got =
            recv(client, text + used, FELT_ADMIN_SOCKET_REQUEST_BYTES - used, MSG_DONTWAIT);
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

static void answer(struct felt_admin_socket *admin, int client, const char *text, long uid)
{
    int spool = open_spool();
    const char *directory = admin->config.data->directory;
    struct felt_ledger_client *ledger = felt_ledger_client_open(admin->config.store, NULL, NULL);
    struct stream streams[2] = {{spool, directory, "out"}, {spool, directory, "err"}};
    FILE *out = open_stream(&streams[0]), *err = open_stream(&streams[1]);
    char last[32];
    struct felt_admin_command command = {.data = admin->config.data,
                                         .client = ledger,
                                         .requests = admin->config.requests,
                                         .text = text,
                                         .uid = uid,
                                         .out = out,
                                         .err = err};
    int code = FELT_EXIT_FAILED;
    if (spool >= 0 && ledger && out && err) code = admin->config.run(&command);
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

static void io(struct felt_admin_socket *admin, int client)
{
    struct ucred peer;
    socklen_t bytes = sizeof peer;
    if (getsockopt(client, SOL_SOCKET, SO_PEERCRED, &peer, &bytes) != 0) return;
    if (peer.uid != geteuid() && peer.uid != 0) return;
    char *text = read_request(client);
    if (text) {
        size_t length = strlen(text);
        answer(admin, client, text, (long)peer.uid);
        explicit_bzero(text, length);
    }
    free(text);
}

/* ---- threads ---- */

static void *serve_client(void *self)
{
    struct client *client = self;
    struct felt_admin_socket *admin = client->admin;
    io(admin, client->socket);
    (void)pthread_mutex_lock(&admin->lock);
    (void)close(client->socket); /* under the lock: nobody shuts down a number that is not ours */
    client->socket = -1;
    (void)pthread_cond_signal(&admin->left);
    (void)pthread_mutex_unlock(&admin->lock);
    return NULL;
}

/* A free place, if there is one before long.  With the lock. */
static struct client *find_place(struct felt_admin_socket *admin)
{
    struct timespec until;
    (void)clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += PLACE_SECONDS;
    while (!admin->closed) {
        for (int i = 0; i < CLIENTS_MAX; i++)
            if (admin->clients[i].socket < 0) return &admin->clients[i];
        if (pthread_cond_timedwait(&admin->left, &admin->lock, &until) == ETIMEDOUT) break;
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

static void let_in(struct felt_admin_socket *admin, int socket)
{
    (void)pthread_mutex_lock(&admin->lock);
    struct client *client = find_place(admin);
    bool begun = false;
    if (client) {
        if (client->began) (void)pthread_join(client->thread, NULL); /* it has let go of the lock */
        client->socket = socket;
        begun = pthread_create(&client->thread, NULL, serve_client, client) == 0;
        client->began = begun;
        if (!begun) client->socket = -1;
    }
    (void)pthread_mutex_unlock(&admin->lock);
    if (!begun) turn_away(socket);
}

static void *attend(void *self)
{
    struct felt_admin_socket *admin = self;
    struct pollfd wait[] = {{.fd = admin->listener, .events = POLLIN},
                            {.fd = admin->ending, .events = POLLIN}};
    for (;;) {
        if (poll(wait, 2, -1) < 0 && errno != EINTR) break;
        if (wait[1].revents) break;
        int client = accept4(admin->listener, NULL, NULL, SOCK_CLOEXEC);
        if (client >= 0) let_in(admin, client);
    }
    return NULL;
}

/* ---- opening ---- */

static bool listen_there(struct felt_admin_socket *admin)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    admin->directory = felt_data_dir_socket_path(admin->config.data, admin->path);
    if (admin->directory < 0) return false;
    memcpy(address.sun_path, admin->path, sizeof admin->path);
    (void)unlink(admin->path); /* of a server that was killed: we have its lock */
    admin->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    admin->ending = eventfd(0, EFD_CLOEXEC);
    return admin->listener >= 0 && admin->ending >= 0 &&
           bind(admin->listener, (const struct sockaddr *)&address, sizeof address) == 0 &&
           chmod(admin->path, 0600) == 0 && listen(admin->listener, BACKLOG) == 0;
}

static void release(struct felt_admin_socket *admin)
{
    if (admin->listener >= 0) (void)close(admin->listener);
    if (admin->ending >= 0) (void)close(admin->ending);
    if (admin->directory >= 0) (void)unlink(admin->path), (void)close(admin->directory);
    (void)pthread_cond_destroy(&admin->left);
    (void)pthread_mutex_destroy(&admin->lock);
    free(admin);
}

static void init_lock(struct felt_admin_socket *admin)
{
    pthread_condattr_t steady; /* not the clock that somebody sets                               */
    (void)pthread_condattr_init(&steady);
    (void)pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    (void)pthread_mutex_init(&admin->lock, NULL);
    (void)pthread_cond_init(&admin->left, &steady);
    (void)pthread_condattr_destroy(&steady);
}

struct felt_admin_socket *felt_admin_socket_open(const struct felt_admin_socket_config *config,
                                                 const struct felt_args *args)
{
    struct felt_admin_socket *admin = calloc(1, sizeof *admin);
    if (!admin) return NULL;
    *admin = (struct felt_admin_socket){
        .config = *config, .directory = -1, .listener = -1, .ending = -1};
    for (int i = 0; i < CLIENTS_MAX; i++)
        admin->clients[i] = (struct client){.admin = admin, .socket = -1};
    init_lock(admin);
    errno = 0;
    if (listen_there(admin) && pthread_create(&admin->thread, NULL, attend, admin) == 0)
        return admin;
    felt_args_refuse(args, "cannot listen at %s/admin.sock: %s", config->data->directory,
                     strerror(errno));
    release(admin);
    return NULL;
}

void felt_admin_socket_close(struct felt_admin_socket *admin)
{
    (void)pthread_mutex_lock(&admin->lock);
    admin->closed = true;
    if (admin->config.requests)
        felt_admin_requests_shut(admin->config.requests); /* the loop takes no requests any more */
    for (int i = 0; i < CLIENTS_MAX; i++)
        if (admin->clients[i].socket >= 0) (void)shutdown(admin->clients[i].socket, SHUT_RDWR);
    (void)pthread_cond_signal(&admin->left);
    (void)pthread_mutex_unlock(&admin->lock);
    uint64_t one = 1;
    if (write(admin->ending, &one, sizeof one) == (ssize_t)sizeof one)
        (void)pthread_join(admin->thread, NULL);
    for (int i = 0; i < CLIENTS_MAX; i++)
        if (admin->clients[i].began) (void)pthread_join(admin->clients[i].thread, NULL);
    release(admin);
}
