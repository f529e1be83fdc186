/* server_http.c -- what a server answers over HTTP: /healthz, /metrics, /api/arena, and whatever
 * its annex knows. */
#include "server/app/server_parts.h"
#include "base/metric.h"
#include "os/clock.h"

#include <stdlib.h>
#include <string.h>

enum { METRICS_BYTES = 256 * 1024, OVERVIEW_US = 250000 };

static void write_journal_metrics(const struct felt_server *server, struct felt_buffer *text)
{
    struct felt_journal_counts counts;
    felt_journal_counts(server->journal, &counts);
    felt_metric(text, "journal_bytes", "gauge", "Bytes of the segment under way",
                felt_journal_bytes(server->journal));
    felt_metric(text, "journal_syncs_total", "counter", "Syncs of the journal", counts.syncs);
    felt_metric(text, "journal_sync_microseconds_total", "counter", "Time they took",
                counts.sync_us);
    felt_metric(text, "journal_retries_total", "counter",
                "Writes of the journal that failed and were tried again", counts.retries);
    felt_metric(text, "journal_waiting", "gauge", "Batches that are not on the disk yet",
                counts.waiting);
}

static bool answer_metrics(const struct felt_server *server, struct felt_net_answer *out)
{
    const struct felt_net_counts *net = felt_net_counts(server->net);
    out->body = malloc(METRICS_BYTES);
    if (!out->body) return false;
    struct felt_buffer text = felt_buffer_make(out->body, METRICS_BYTES);
    felt_arena_session_metrics(server->host, &text);
    felt_metric(&text, "connections", "gauge", "Lines that are open", net->connections);
    felt_metric(&text, "connections_accepted_total", "counter", "Lines that were let in",
                net->accepted);
    felt_metric(&text, "connections_refused_total", "counter", "Lines that were not let in",
                net->refused);
    felt_metric(&text, "connections_slow_total", "counter",
                "Lines closed because they did not read", net->closed_slow);
    felt_metric(&text, "connections_protocol_total", "counter",
                "Lines closed for breaches of WebSocket", net->closed_protocol);
    felt_metric(&text, "queue_bytes", "gauge", "Bytes that wait for slow readers",
                net->queue_bytes);
    felt_metric(&text, "frames_queued_total", "counter", "Frames that had to wait",
                net->frames_queued);
    felt_metric(&text, "bytes_in_total", "counter", "Bytes that were read", net->bytes_in);
    felt_metric(&text, "bytes_out_total", "counter", "Bytes that were written", net->bytes_out);
    if (server->journal) write_journal_metrics(server, &text);
    const struct felt_server_annex *annex = server->options->annex;
    const struct felt_server_wing *wing = server->options->wing;
    if (annex) annex->metrics(annex->self, &text);
    if (wing) wing->metrics(wing->self, &text);
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

/* Thousands of tables are a long answer: it is made at most four times a second. */
static bool answer_overview(struct felt_server *server, const char *path, int which,
                            struct felt_net_answer *out)
{
    struct felt_server_overview *overview = &server->overview[which];
    int64_t now = felt_clock_us();
    uint64_t matches = felt_arena_counts(felt_arena_session_arena(server->host))->matches;
    if (!overview->text || now - overview->made_us > OVERVIEW_US || matches != overview->matches) {
        free(overview->text);
        overview->text = NULL;
        if (!felt_arena_session_api(server->host, path, "", &overview->text, &overview->bytes))
            return false;
        overview->made_us = now;
        overview->matches = matches;
    }
    out->body = malloc(overview->bytes);
    if (!out->body) return false;
    memcpy(out->body, overview->text, overview->bytes);
    out->bytes = overview->bytes;
    return true;
}

static bool answer_health(const struct felt_server *server, struct felt_net_answer *out)
{
    const struct felt_server_annex *annex = server->options->annex;
    const struct felt_server_wing *wing = server->options->wing;
    const char *ailment = annex ? annex->ailment(annex->self) : NULL;
    if (!ailment && wing) ailment = wing->ailment(wing->self);
    if (!ailment && server->journal &&
        (server->clock.told || felt_journal_trouble(server->journal)))
        ailment = "the tables wait for the disk of the journal\n";
    if (ailment) out->status = 503;
    return answer_text(ailment ? ailment : "ok\n", "text/plain; charset=utf-8", out);
}

bool felt_server_get(void *self, const char *path, const char *query, struct felt_net_answer *out)
{
    const struct felt_server *server = self;
    out->status = 200;
    if (strcmp(path, "/healthz") == 0 || strcmp(path, "/health") == 0)
        return answer_health(server, out);
    if (strcmp(path, "/metrics") == 0)
        return server->options->metrics != FELT_METRICS_OFF && answer_metrics(server, out);
    if (strcmp(path, "/") == 0 && !server->options->web)
        return answer_text(server->options->wing
                               ? "felt: play at /room, connect a bot to /ws (docs/PROTOCOL.md); "
                                 "look at /api/arena, /metrics, /healthz\n"
                               : "felt: connect a bot to /ws (docs/PROTOCOL.md); look at "
                                 "/api/arena, /metrics, /healthz\n",
                           "text/plain; charset=utf-8", out);
    out->type = "application/json";
    if (strcmp(path, "/api/arena") == 0) return answer_overview(self, path, 0, out);
    if (strcmp(path, "/api/arena/tournament") == 0) return answer_overview(self, path, 1, out);
    return felt_arena_session_api(server->host, path, query, &out->body, &out->bytes);
}

bool felt_server_request(void *self, uint32_t number, const struct felt_net_request *request)
{
    const struct felt_server_annex *annex = ((struct felt_server *)self)->options->annex;
    return annex->request(annex->self, number, request);
}

void felt_server_request_gone(void *self, uint32_t number)
{
    const struct felt_server_annex *annex = ((struct felt_server *)self)->options->annex;
    annex->request_gone(annex->self, number);
}
