/* server.c -- the life of a server: opened, endpoints attached, listening, turns, the end. */
#include "server/app/server_parts.h"

#include "felt/assert.h"
#include "felt/hash.h"
#include "felt/json.h"
#include "os/clock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    FAREWELL_US = 5000000, /* for requests whose answers are not there yet                        */
    BUSY_MS = 20,          /* until it is looked again whether they are                           */
    DAY_SECONDS = 86400,
    LOG_BYTES = 1024
};

/* ---- what endpoints ask for ---- */

const struct felt_server_options *felt_server_options_of(const struct felt_server *server)
{
    return server->options;
}

const struct felt_args *felt_server_args(const struct felt_server *server)
{
    return server->args;
}

void felt_server_wake(void *self)
{
    felt_net_bell_ring(&((struct felt_server *)self)->bell);
}

struct felt_net_bell *felt_server_bell(struct felt_server *server)
{
    return &server->bell;
}

bool felt_server_log(const struct felt_server *server, const char *json, size_t bytes)
{
    char now[FELT_CLOCK_TEXT_BYTES];
    if (!server->log) return false;
    felt_clock_text(now);
    fprintf(server->log, "{\"ts\":\"%s\",%.*s\n", now, (int)bytes - 1, json + 1);
    return true;
}

bool felt_server_log_text(const struct felt_server *server, const char *level, const char *event,
                          const char *text)
{
    char line[LOG_BYTES];
    struct felt_buffer out = felt_buffer_make(line, sizeof line);
    struct felt_json json = felt_json_make(&out);
    felt_json_object(&json);
    felt_json_key(&json, "level"), felt_json_text(&json, level);
    felt_json_key(&json, "event"), felt_json_text(&json, event);
    felt_json_key(&json, "text"), felt_json_text(&json, text);
    felt_json_end(&json);
    return felt_json_done(&json) && felt_server_log(server, line, out.used);
}

void felt_server_reply(struct felt_server *server, uint32_t number, struct felt_net_answer *answer)
{
    felt_net_reply(server->net, number, answer);
}

uint64_t felt_server_signature(void)
{
    uint64_t hash = felt_hash_text(FELT_VERSION);
    static const size_t piece = 1 << 16;
    char *bytes = malloc(piece);
    int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    for (ssize_t got; bytes && file >= 0 && (got = read(file, bytes, piece)) > 0;)
        hash = felt_hash_bytes(hash, bytes, (size_t)got);
    if (file >= 0) (void)close(file);
    free(bytes);
    return hash;
}

int64_t felt_server_sooner(int64_t a, int64_t b)
{
    if (a < 0 || b < 0) return a < 0 ? b : a;
    return a < b ? a : b;
}

/* ---- turns ---- */

static void fail(struct felt_server *server)
{
    server->failed = true;
    felt_net_stop(server->net);
}

static int64_t turn_slot(struct felt_server *server, const struct felt_endpoint *endpoint)
{
    int64_t next = endpoint->turn(endpoint->self);
    if (!endpoint->failed || !endpoint->failed(endpoint->self)) return next;
    fail(server);
    return -1;
}

static bool is_busy(const struct felt_server *server)
{
    for (int i = 0; i < server->slots; i++) {
        const struct felt_endpoint *endpoint = &server->slot[i].endpoint;
        if (endpoint->busy && endpoint->busy(endpoint->self)) return true;
    }
    return false;
}

static void tell_clients(struct felt_server *server)
{
    for (int i = server->slots - 1; i >= 0; i--) {
        const struct felt_endpoint *endpoint = &server->slot[i].endpoint;
        if (endpoint->shutdown)
            endpoint->shutdown(endpoint->self, "the server stops; connect again later");
    }
}

/* Clients are told immediately; connections are closed when no request waits for its answer. */
static int64_t say_farewell(struct felt_server *server, int64_t now_us)
{
    if (!server->stopping && !server->finished) return -1;
    if (!server->said_farewell) {
        server->said_farewell = true;
        server->farewell_us = now_us;
        tell_clients(server);
    }
    if (is_busy(server) && now_us - server->farewell_us < FAREWELL_US) return BUSY_MS;
    if (!server->ended) felt_net_stop(server->net);
    server->ended = true;
    return -1;
}

static int64_t take_turn(void *self)
{
    struct felt_server *server = self;
    int64_t next = felt_server_store_turn(server);
    if (felt_server_is_fenced(server)) fail(server);
    for (int i = server->slots - 1; i >= 0; i--) /* P2 */
        next = felt_server_sooner(next, turn_slot(server, &server->slot[i].endpoint));
    return felt_server_sooner(next, say_farewell(server, felt_clock_us()));
}

/* ---- opening ---- */

static bool open_log(struct felt_server *server)
{
    const char *name = server->options->log;
    if (!name) return true;
    int file =
        strcmp(name, "-") == 0 ? -1 : open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    server->log = strcmp(name, "-") == 0 ? stderr : file < 0 ? NULL : fdopen(file, "a");
    if (server->log) {
        (void)setvbuf(server->log, NULL, _IOLBF, 0);
        return true;
    }
    felt_args_refuse(server->args, "cannot write %s: %s", name, strerror(errno));
    return false;
}

struct felt_server *felt_server_open(const struct felt_server_options *options,
                                     const struct felt_args *args)
{
    struct felt_server *server = calloc(1, sizeof *server);
    if (!server) return NULL;
    (void)pthread_mutex_init(&server->lock, NULL);
    felt_net_bell_init(&server->bell);
    server->options = options;
    server->args = args;
    if (open_log(server)) return server;
    felt_server_close(server);
    return NULL;
}

struct felt_server_slot *felt_server_attach(struct felt_server *server,
                                            const struct felt_endpoint *endpoint)
{
    felt_assert(server->slots < FELT_SERVER_ENDPOINTS_MAX && !server->net);
    felt_assert(endpoint->requests_max <= FELT_SERVER_REQUESTS_MAX);
    struct felt_server_slot *slot = &server->slot[server->slots++];
    *slot = (struct felt_server_slot){.server = server, .endpoint = *endpoint};
    return slot;
}

/* A server on loopback is asked for by this machine only, which calls it localhost, or by its own
 * name: any other one is a trick of a foreign page.  Elsewhere our name is not known. */
static const char *usual_hosts(const struct felt_server_options *options,
                               char own[FELT_SERVER_HOST_NAME_BYTES])
{
    bool here = strncmp(options->bind, "127.", 4) == 0 || strcmp(options->bind, "::1") == 0 ||
                strcmp(options->bind, "localhost") == 0;
    if (!here || options->proxy) return NULL;
    if (gethostname(own, FELT_SERVER_HOST_NAME_BYTES - 1) != 0) own[0] = '\0';
    return own;
}

/* Paths and requests, as endpoints want them; connections are numbered one endpoint after another.
 */
static void add_endpoints(struct felt_server *server, struct felt_net_config *config)
{
    uint32_t first = 0;
    int paths = 0;
    for (int i = 0; i < server->slots; i++) {
        struct felt_server_slot *slot = &server->slot[i];
        const struct felt_endpoint *endpoint = &slot->endpoint;
        if (endpoint->requests_max > config->requests_max)
            config->requests_max = endpoint->requests_max;
        if (endpoint->body_max > config->body_max) config->body_max = endpoint->body_max;
        if (!endpoint->path) continue;
        slot->transport.first = first;
        first += endpoint->conns_max;
        config->ws[paths++] =
            (struct felt_net_path){endpoint->path, endpoint->conns_max, &endpoint->conns};
    }
}

bool felt_server_listen(struct felt_server *server)
{
    const struct felt_server_options *options = server->options;
    struct felt_net_config config = {.bind = options->bind,
                                     .port = options->port,
                                     .cert = options->cert,
                                     .key = options->key,
                                     .files = options->web,
                                     .per_address_max = options->per_address,
                                     .message_max = 4096,
                                     .queue_soft = 64 * 1024,
                                     .queue_max = 256 * 1024,
                                     .head_seconds = 5,
                                     .ping_seconds = 20,
                                     .pong_seconds = 20,
                                     .strict_seconds = options->hsts_days * DAY_SECONDS,
                                     .origins = options->origins,
                                     .proxy = options->proxy};
    struct felt_complaint complaint = {0};
    add_endpoints(server, &config);
    if (options->metrics == FELT_METRICS_LOOPBACK) config.local_path = "/metrics";
    config.hosts = options->hosts ? options->hosts : usual_hosts(options, server->host_name);
    server->calls =
        (struct felt_net_calls){.self = server, .get = felt_server_get, .turn = take_turn};
    if (config.requests_max) {
        server->calls.request = felt_server_request;
        server->calls.request_gone = felt_server_request_gone;
    }
    if (felt_net_open(&config, &server->calls, &server->net, &complaint) != FELT_OK) {
        felt_args_refuse(server->args, "%s", complaint.text);
        return false;
    }
    for (int i = 0; i < server->slots; i++)
        server->slot[i].transport =
            felt_net_transport(server->net, server->slot[i].transport.first);
    felt_net_bell_hang(&server->bell, server->net);
    return true;
}

uint16_t felt_server_port(const struct felt_server *server)
{
    return felt_net_port(server->net);
}

/* ---- running, and the end ---- */

int felt_server_run(struct felt_server *server)
{
    felt_net_run(server->net);
    return server->failed ? 1 : 0;
}

/* A signal handler takes no lock: it does not ring the bell. */
void felt_server_stop(struct felt_server *server)
{
    server->stopping = 1;
    if (server->net) felt_net_wake(server->net);
}

void felt_server_finish(struct felt_server *server)
{
    server->finished = true;
}

/* From then on nobody is reached, and threads that wake the loop find none. */
static void close_net(struct felt_server *server)
{
    struct felt_net *net = server->net;
    felt_net_bell_hang(&server->bell, NULL);
    server->net = NULL;
    if (net) felt_net_close(net);
    for (int i = 0; i < server->slots; i++) server->slot[i].transport = (struct felt_transport){0};
}

void felt_server_close(struct felt_server *server)
{
    if (!server) return;
    close_net(server);
    for (int i = server->slots - 1; i >= 0; i--) /* P2 */
        server->slot[i].endpoint.close(server->slot[i].endpoint.self);
    for (int i = 0; i < server->slots; i++) felt_tables_journal_close(&server->slot[i].journal);
    felt_server_close_store(server);
    if (server->log && server->log != stderr) (void)fclose(server->log);
    felt_net_bell_close(&server->bell);
    (void)pthread_mutex_destroy(&server->lock);
    free(server);
}

/* ---- where it is found ---- */

const char *felt_server_place(const struct felt_server *server, char out[FELT_SERVER_PLACE_BYTES])
{
    const char *bind = server->options->bind;
    if (strcmp(bind, "0.0.0.0") == 0 || strcmp(bind, "::") == 0) bind = "127.0.0.1";
    bool six = strchr(bind, ':') != NULL;
    (void)snprintf(out, FELT_SERVER_PLACE_BYTES, "%s%s%s:%u", six ? "[" : "", bind, six ? "]" : "",
                   felt_server_port(server));
    return out;
}

const char *felt_server_url(const struct felt_server *server, char out[FELT_SERVER_URL_BYTES])
{
    char place[FELT_SERVER_PLACE_BYTES];
    (void)snprintf(out, FELT_SERVER_URL_BYTES, "%s://%s/ws", server->options->cert ? "wss" : "ws",
                   felt_server_place(server, place));
    return out;
}
