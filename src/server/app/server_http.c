/* server_http.c -- what a server answers itself over HTTP: /healthz, /metrics, and / without web
 * files.  Anything else is an endpoint's. */
#include "server/app/server_parts.h"

#include "base/metric.h"

#include <stdlib.h>
#include <string.h>

enum { METRICS_BYTES = 256 * 1024 };

static void write_net_metrics(const struct felt_net_counts *net, struct felt_buffer *text)
{
    felt_metric(text, "connections", "gauge", "Lines that are open", net->connections);
    felt_metric(text, "connections_accepted_total", "counter", "Lines that were let in",
                net->accepted);
    felt_metric(text, "connections_refused_total", "counter", "Lines that were not let in",
                net->refused);
    felt_metric(text, "connections_slow_total", "counter", "Lines closed because they did not read",
                net->closed_slow);
    felt_metric(text, "connections_protocol_total", "counter",
                "Lines closed for breaches of WebSocket", net->closed_protocol);
    felt_metric(text, "queue_bytes", "gauge", "Bytes that wait for slow readers", net->queue_bytes);
    felt_metric(text, "frames_queued_total", "counter", "Frames that had to wait",
                net->frames_queued);
    felt_metric(text, "bytes_in_total", "counter", "Bytes that were read", net->bytes_in);
    felt_metric(text, "bytes_out_total", "counter", "Bytes that were written", net->bytes_out);
}

static bool answer_metrics(const struct felt_server *server, struct felt_net_answer *out)
{
    out->body = malloc(METRICS_BYTES);
    if (!out->body) return false;
    struct felt_buffer text = felt_buffer_make(out->body, METRICS_BYTES);
    write_net_metrics(felt_net_counts(server->net), &text);
    felt_server_store_metrics(server, &text);
    for (int i = 0; i < server->slots; i++) {
        const struct felt_endpoint *endpoint = &server->slot[i].endpoint;
        if (endpoint->metrics) endpoint->metrics(endpoint->self, &text);
    }
    out->type = "text/plain; version=0.0.4; charset=utf-8";
    out->bytes = text.used;
    return !text.overflow;
}

static bool answer_text(const char *text, const char *type, struct felt_net_answer *out)
{
    out->body = strdup(text);
    out->bytes = strlen(text);
    out->type = type;
    return out->body != NULL;
}

static bool answer_health(const struct felt_server *server, struct felt_net_answer *out)
{
    const char *wrong = felt_server_store_health(server);
    for (int i = 0; i < server->slots && !wrong; i++) {
        const struct felt_endpoint *endpoint = &server->slot[i].endpoint;
        if (endpoint->health) wrong = endpoint->health(endpoint->self);
    }
    if (wrong) out->status = 503;
    return answer_text(wrong ? wrong : "ok\n", "text/plain; charset=utf-8", out);
}

static bool has_path(const struct felt_server *server, const char *path)
{
    for (int i = 0; i < server->slots; i++) {
        const char *own = server->slot[i].endpoint.path;
        if (own && strcmp(own, path) == 0) return true;
    }
    return false;
}

static bool answer_root(const struct felt_server *server, struct felt_net_answer *out)
{
    bool room = has_path(server, "/room"), arena = has_path(server, "/ws");
    return answer_text(
        room && arena ? "felt: play at /room, connect a bot to /ws (docs/PROTOCOL.md); "
                        "look at /api/arena, /metrics, /healthz\n"
        : room        ? "felt: play at /room (docs/PROTOCOL.md); look at /metrics, /healthz\n"
                      : "felt: connect a bot to /ws (docs/PROTOCOL.md); look at "
                        "/api/arena, /metrics, /healthz\n",
        "text/plain; charset=utf-8", out);
}

bool felt_server_get(void *self, const char *path, const char *query, struct felt_net_answer *out)
{
    const struct felt_server *server = self;
    out->status = 200;
    if (strcmp(path, "/healthz") == 0 || strcmp(path, "/health") == 0)
        return answer_health(server, out);
    if (strcmp(path, "/metrics") == 0)
        return server->options->metrics != FELT_METRICS_OFF && answer_metrics(server, out);
    if (strcmp(path, "/") == 0 && !server->options->web) return answer_root(server, out);
    out->type = "application/json";
    for (int i = 0; i < server->slots; i++) {
        const struct felt_endpoint *endpoint = &server->slot[i].endpoint;
        if (endpoint->get && endpoint->get(endpoint->self, path, query, out)) return true;
    }
    return false;
}

/* ---- requests ---- */

bool felt_server_request(void *self, uint32_t number, const struct felt_net_request *request)
{
    struct felt_server *server = self;
    for (int i = 0; i < server->slots; i++) {
        const struct felt_endpoint *endpoint = &server->slot[i].endpoint;
        if (!endpoint->request) continue;
        server->taker[number] = (uint8_t)i; /* the answer may come within the call */
        if (endpoint->request(endpoint->self, number, request)) return true;
    }
    return false;
}

void felt_server_request_gone(void *self, uint32_t number)
{
    const struct felt_server *server = self;
    const struct felt_endpoint *endpoint = &server->slot[server->taker[number]].endpoint;
    endpoint->request_gone(endpoint->self, number);
}
