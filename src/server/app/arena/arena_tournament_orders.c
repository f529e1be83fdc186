/* arena_tournament_orders.c -- whoever runs a tournament: words typed in the terminal, and requests
 * that know the operator's secret (PROTOCOL 17.9). */
#include "server/app/arena/arena_tournament.h"

#include "felt/json.h"
#include "formats/load.h"
#include "os/clock.h"
#include "os/secret.h"

#include <errno.h>
#include <jansson.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    TURN_MS = 200,
    BODY_MAX = 1024,
    REQUESTS_MAX = 16,
    WRONG_BURST = 20 /* secrets, and as many in a minute                                         */
};
static const char requests_path[] = "/api/arena/tournament/";

struct felt_arena_tournament *
felt_arena_tournament_report_of(const struct felt_arena_tournament_report *report)
{
    return felt_arena_session_tournament(felt_arena_endpoint_session(report->arena));
}

/* ---- what is typed ---- */

static void obey_conn(struct felt_arena_tournament_report *report, char *line)
{
    enum felt_arena_tournament_order order = FELT_ARENA_TOURNAMENT_START;
    char *word = line + strspn(line, " \t"), *rest = word + strcspn(word, " \t");
    if (*rest) *rest++ = '\0';
    rest += strspn(rest, " \t");
    felt_arena_tournament_report_wipe(report);
    if (strcmp(word, "standings") == 0) {
        felt_arena_tournament_report_print(felt_arena_tournament_report_of(report), stdout);
        return;
    }
    struct felt_director_face face;
    felt_director_face(felt_arena_tournament_director(felt_arena_tournament_report_of(report)),
                       &face);
    if (!*word && face.state != FELT_DIRECTOR_OPEN) return;
    if (*word && !felt_arena_tournament_order_read(word, &order)) {
        printf("type start, pause, resume, remove TEAM, time N, or standings\n");
        return;
    }
    const char *why =
        felt_arena_session_direct(felt_arena_endpoint_session(report->arena), order, rest,
                                  strtoll(rest, NULL, 10), felt_arena_endpoint_us(report->arena));
    printf("%s\n", why ? why : "done");
    (void)fflush(stdout);
    felt_server_wake(report->server); /* tables wait for it */
}

/* Input of a job in the background would stop it. */
static bool may_read(const struct felt_arena_tournament_report *report)
{
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    if (!report->listens || poll(&in, 1, 0) <= 0 || !(in.revents & (POLLIN | POLLHUP)))
        return false;
    return !isatty(STDIN_FILENO) || tcgetpgrp(STDIN_FILENO) == getpgrp();
}

static void listen_to_keys(struct felt_arena_tournament_report *report)
{
    while (may_read(report)) {
        char c;
        ssize_t got = read(STDIN_FILENO, &c, 1);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) {
            report->listens = false;
            return;
        }
        if (c == '\n') {
            report->line[report->typed] = '\0';
            report->typed = 0;
            obey_conn(report, report->line);
        } else if (report->typed + 1 < sizeof report->line && c != '\r') {
            report->line[report->typed++] = c;
        }
    }
}

/* ---- requests ---- */

static void reply(struct felt_arena_tournament_report *report, uint32_t number, int status,
                  const char *error)
{
    struct felt_net_answer answer = {.status = status, .type = "application/json"};
    char text[512];
    struct felt_buffer out = felt_buffer_make(text, sizeof text);
    struct felt_json json = felt_json_make(&out);
    felt_json_object(&json);
    felt_json_key(&json, error ? "error" : "ok");
    if (error)
        felt_json_text(&json, error);
    else
        felt_json_bool(&json, true);
    felt_json_end(&json);
    felt_buffer_terminate(&out);
    answer.body = strdup(text);
    answer.bytes = answer.body ? strlen(text) : 0;
    felt_server_reply(report->server, number, &answer);
}

/* Wrong secrets are counted by network: whoever guesses keeps an operator at another address out of
 * nothing, one at this machine least of all. */
static bool is_admin(struct felt_arena_tournament_report *report,
                     const struct felt_net_request *request)
{
    static const struct felt_limits_rule rule = {.burst = WRONG_BURST,
                                                 .per_hour = 60 * WRONG_BURST};
    struct felt_limits_source from;
    int64_t now_ms = felt_clock_us() / 1000;
    felt_limits_source_of(request->address, &from);
    if (felt_limits_take_from(&report->wrong, rule, &from, now_ms) > 0) return false;
    if (!*request->bearer || !felt_arena_endpoint_is_admin(report->arena, request->bearer))
        return false;
    felt_limits_return_from(&report->wrong, rule, &from, now_ms);
    return true;
}

static bool take_request(void *self, uint32_t number, const struct felt_net_request *request)
{
    struct felt_arena_tournament_report *report = self;
    enum felt_arena_tournament_order order;
    size_t prefix = sizeof requests_path - 1;
    if (!request->post || strncmp(request->path, requests_path, prefix) != 0 ||
        !felt_arena_tournament_order_read(request->path + prefix, &order))
        return false;
    if (!is_admin(report, request)) {
        reply(report, number, 403,
              "send the operator's secret of --watch-secret: Authorization: Bearer SECRET");
        return true;
    }
    struct felt_complaint complaint = {0};
    enum felt_status status;
    json_t *body = request->bytes ? felt_load_json(request->body, request->bytes, BODY_MAX, "this",
                                                   &status, &complaint)
                                  : json_object();
    if (!body) {
        reply(report, number, 400, complaint.text);
        return true;
    }
    const char *team = json_string_value(json_object_get(body, "team"));
    int64_t amount = json_integer_value(json_object_get(body, "amount"));
    const char *why =
        felt_arena_session_direct(felt_arena_endpoint_session(report->arena), order,
                                  team ? team : "", amount, felt_arena_endpoint_us(report->arena));
    json_decref(body);
    reply(report, number, why ? 409 : 200, why);
    return true;
}

static void forget_request(void *self, uint32_t number)
{
    (void)self, (void)number; /* every request is answered at once */
}

/* ---- turns ---- */

static void write_report(struct felt_arena_tournament_report *report)
{
    if (report->reported || !felt_arena_tournament_over(felt_arena_tournament_report_of(report)))
        return;
    report->reported = true;
    felt_arena_tournament_report_wipe(report);
    felt_arena_tournament_report_print(felt_arena_tournament_report_of(report), stdout);
    (void)fflush(stdout);
    if (report->report &&
        !felt_arena_tournament_report_make(felt_arena_tournament_report_of(report), report->report))
        fprintf(stderr, "felt arena tournament: cannot write %s: %s\n", report->report,
                strerror(errno));
}

static int64_t turn(void *self)
{
    struct felt_arena_tournament_report *report = self;
    listen_to_keys(report);
    felt_arena_tournament_report_show(report);
    write_report(report);
    return report->listens || report->term.terminal ? TURN_MS : -1;
}

static void close_nothing(void *self)
{
    (void)self;
}

void felt_arena_tournament_report_attach(struct felt_arena_tournament_report *report)
{
    (void)felt_server_attach(report->server, &(struct felt_endpoint){.self = report,
                                                                     .requests_max = REQUESTS_MAX,
                                                                     .body_max = BODY_MAX,
                                                                     .request = take_request,
                                                                     .request_gone = forget_request,
                                                                     .turn = turn,
                                                                     .close = close_nothing});
    report->wrong = (struct felt_limits){.buckets = report->wrong_bucket,
                                         .sets = FELT_ARENA_TOURNAMENT_REPORT_SETS,
                                         .digests = &felt_secret_digests};
    felt_secret_fill(report->wrong.seed, sizeof report->wrong.seed);
}
