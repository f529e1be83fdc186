/* arena_tour_desk.c -- whoever runs a tournament: words typed in the terminal, and requests that
 * know the operator's secret (PROTOCOL 17.9). */
#include "server/app/arena_tour.h"

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

static struct felt_contest *contest_of(struct felt_tourney *tourney)
{
    return felt_host_contest(felt_arena_host(tourney->arena));
}

/* ---- what is typed ---- */

static void obey_line(struct felt_tourney *tourney, char *line)
{
    enum felt_contest_order order = FELT_CONTEST_START;
    char *word = line + strspn(line, " \t"), *rest = word + strcspn(word, " \t");
    if (*rest) *rest++ = '\0';
    rest += strspn(rest, " \t");
    felt_tourney_wipe(tourney);
    if (strcmp(word, "standings") == 0) {
        felt_tourney_print(contest_of(tourney), stdout);
        return;
    }
    struct felt_tour_face face;
    felt_tour_face(felt_contest_tour(contest_of(tourney)), &face);
    if (!*word && face.state != FELT_TOUR_OPEN) return;
    if (*word && !felt_contest_order_read(word, &order)) {
        printf("type start, pause, resume, remove TEAM, time N, or standings\n");
        return;
    }
    const char *why = felt_host_direct(felt_arena_host(tourney->arena), order, rest,
                                       strtoll(rest, NULL, 10), felt_arena_us(tourney->arena));
    printf("%s\n", why ? why : "done");
    (void)fflush(stdout);
    felt_arena_wake(tourney->arena); /* tables wait for it */
}

/* Input of a job in the background would stop it. */
static bool may_read(const struct felt_tourney *tourney)
{
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    if (!tourney->listens || poll(&in, 1, 0) <= 0 || !(in.revents & (POLLIN | POLLHUP)))
        return false;
    return !isatty(STDIN_FILENO) || tcgetpgrp(STDIN_FILENO) == getpgrp();
}

static void listen_to_keys(struct felt_tourney *tourney)
{
    while (may_read(tourney)) {
        char c;
        ssize_t got = read(STDIN_FILENO, &c, 1);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) {
            tourney->listens = false;
            return;
        }
        if (c == '\n') {
            tourney->line[tourney->typed] = '\0';
            tourney->typed = 0;
            obey_line(tourney, tourney->line);
        } else if (tourney->typed + 1 < sizeof tourney->line && c != '\r') {
            tourney->line[tourney->typed++] = c;
        }
    }
}

/* ---- requests ---- */

static void reply(struct felt_tourney *tourney, uint32_t number, int status, const char *error)
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
    felt_arena_reply(tourney->arena, number, &answer);
}

/* Wrong secrets are counted by network: whoever guesses keeps an operator at another address out of
 * nothing, one at this machine least of all. */
static bool is_operator(struct felt_tourney *tourney, const struct felt_net_request *request)
{
    static const struct felt_limits_rule rule = {.burst = WRONG_BURST,
                                                 .per_hour = 60 * WRONG_BURST};
    struct felt_limits_source from;
    int64_t now_ms = felt_clock_us() / 1000;
    felt_limits_source_of(request->address, &from);
    if (felt_limits_take_from(&tourney->wrong, rule, &from, now_ms) > 0) return false;
    if (!*request->bearer || !felt_arena_is_operator(tourney->arena, request->bearer)) return false;
    felt_limits_return_from(&tourney->wrong, rule, &from, now_ms);
    return true;
}

static bool take_request(void *self, uint32_t number, const struct felt_net_request *request)
{
    struct felt_tourney *tourney = self;
    enum felt_contest_order order;
    size_t prefix = sizeof requests_path - 1;
    if (!request->post || strncmp(request->path, requests_path, prefix) != 0 ||
        !felt_contest_order_read(request->path + prefix, &order))
        return false;
    if (!is_operator(tourney, request)) {
        reply(tourney, number, 403,
              "send the operator's secret of --watch-secret: Authorization: Bearer SECRET");
        return true;
    }
    struct felt_complaint complaint = {0};
    enum felt_status status;
    json_t *body = request->bytes ? felt_load_json(request->body, request->bytes, BODY_MAX, "this",
                                                   &status, &complaint)
                                  : json_object();
    if (!body) {
        reply(tourney, number, 400, complaint.text);
        return true;
    }
    const char *team = json_string_value(json_object_get(body, "team"));
    int64_t amount = json_integer_value(json_object_get(body, "amount"));
    const char *why = felt_host_direct(felt_arena_host(tourney->arena), order, team ? team : "",
                                       amount, felt_arena_us(tourney->arena));
    json_decref(body);
    reply(tourney, number, why ? 409 : 200, why);
    return true;
}

static void forget_request(void *self, uint32_t number)
{
    (void)self, (void)number; /* every request is answered at once */
}

/* ---- turns ---- */

static void write_report(struct felt_tourney *tourney)
{
    if (tourney->reported || !felt_contest_over(contest_of(tourney))) return;
    tourney->reported = true;
    felt_tourney_wipe(tourney);
    felt_tourney_print(contest_of(tourney), stdout);
    (void)fflush(stdout);
    if (tourney->report && !felt_tourney_report(contest_of(tourney), tourney->report))
        fprintf(stderr, "felt arena tournament: cannot write %s: %s\n", tourney->report,
                strerror(errno));
}

static int64_t turn(void *self)
{
    struct felt_tourney *tourney = self;
    listen_to_keys(tourney);
    felt_tourney_show(tourney);
    write_report(tourney);
    return tourney->listens || tourney->term.terminal ? TURN_MS : -1;
}

static bool is_busy(void *self)
{
    (void)self;
    return false;
}

static void write_metrics(void *self, struct felt_buffer *out)
{
    (void)self, (void)out;
}

static const char *find_ailment(void *self)
{
    (void)self;
    return NULL;
}

void felt_tourney_desk(struct felt_tourney *tourney)
{
    tourney->annex = (struct felt_arena_annex){.self = tourney,
                                               .requests_max = REQUESTS_MAX,
                                               .body_max = BODY_MAX,
                                               .request = take_request,
                                               .request_gone = forget_request,
                                               .turn = turn,
                                               .busy = is_busy,
                                               .metrics = write_metrics,
                                               .ailment = find_ailment};
    tourney->wrong = (struct felt_limits){.buckets = tourney->wrong_bucket,
                                          .sets = FELT_TOURNEY_SETS,
                                          .digests = &felt_secret_digests};
    felt_secret_fill(tourney->wrong.seed, sizeof tourney->wrong.seed);
}
