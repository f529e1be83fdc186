/* desk.c -- visits and their tickets: a request comes in, waits for one thing after the other, and
 * is answered.  See parts.h. */
#include "server/http/accounts/parts.h"

#include "base/metric.h"
#include "felt/assert.h"

#include <stdlib.h>
#include <string.h>

enum { LIMIT_SETS = 16384 }; /* 131072 buckets, 3 MiB */

void felt_desk_wipe(void *memory, size_t bytes)
{
    explicit_bzero(memory, bytes);
}

/* ---- opening and closing ---- */

struct felt_desk *felt_desk_open(const struct felt_desk_config *config,
                                 const struct felt_desk_services *services)
{
    felt_assert(config->requests_max > 0);
    felt_assert(services->answer != NULL);
    struct felt_desk *desk = calloc(1, sizeof *desk);
    if (!desk) return NULL;
    desk->config = config;
    desk->services = services;
    desk->visits = calloc(config->requests_max, sizeof *desk->visits);
    desk->limits.sets = LIMIT_SETS;
    desk->limits.buckets =
        calloc((size_t)LIMIT_SETS * FELT_LIMITS_WAYS, sizeof *desk->limits.buckets);
    desk->limits.digests = &services->digests;
    if (!desk->visits || !desk->limits.buckets) {
        felt_desk_close(desk);
        return NULL;
    }
    services->entropy(services->self, desk->limits.seed, sizeof desk->limits.seed);
    if (config->device_key)
        memcpy(desk->device_key, config->device_key, sizeof desk->device_key);
    else
        services->entropy(services->self, desk->device_key, sizeof desk->device_key);
    felt_desk_open_lanes(desk);
    for (uint32_t i = 0; i < config->requests_max; i++) desk->visits[i].number = i;
    return desk;
}

void felt_desk_close(struct felt_desk *desk)
{
    if (!desk) return;
    for (uint32_t i = 0; desk->visits && i < desk->config->requests_max; i++)
        if (desk->visits[i].busy) felt_desk_release(desk, &desk->visits[i]);
    for (struct ending *ending; (ending = desk->endings) != NULL; free(ending))
        desk->endings = ending->next;
    free(desk->visits);
    free(desk->limits.buckets);
    free(desk->out);
    felt_desk_wipe(desk->device_key, sizeof desk->device_key);
    free(desk);
}

void felt_desk_release(struct felt_desk *desk, struct visit *visit)
{
    uint32_t number = visit->number, generation = visit->generation;
    felt_assert(visit->busy);
    if (visit->exporting) desk->exports--;
    felt_desk_leave_lane(desk, visit); /* D6 */
    free(visit->collection.lines);
    free(visit->collection.sessions);
    felt_desk_wipe(visit, sizeof *visit);
    visit->number = number;
    visit->generation = generation;
}

/* ---- waiting ---- */

uint64_t felt_desk_ticket(const struct visit *visit)
{
    return (uint64_t)visit->generation << 32 | visit->number;
}

void felt_desk_await(struct visit *visit, enum awaits what, felt_desk_step *then)
{
    visit->awaits = (uint8_t)what;
    visit->then = then;
}

void felt_desk_refuse_busy(struct felt_desk *desk, struct visit *visit)
{
    felt_desk_return_try(desk, visit);
    felt_desk_refuse_outcome(desk, visit, FELT_OUTCOME_BUSY);
}

void felt_desk_ask(struct felt_desk *desk, struct visit *visit,
                   const struct felt_question *question, felt_desk_step *then)
{
    const struct felt_counter *bank = &desk->services->bank;
    felt_desk_await(visit, AWAITS_ANSWER, then);
    if (!bank->ask(bank->self, question, felt_desk_ticket(visit)))
        felt_desk_refuse_busy(desk, visit);
}

void felt_desk_order(struct felt_desk *desk, struct visit *visit, felt_desk_step *then)
{
    const struct felt_counter *bank = &desk->services->bank;
    felt_desk_await(visit, AWAITS_RECEIPT, then);
    if (!bank->order(bank->self, &visit->order, felt_desk_ticket(visit)))
        felt_desk_refuse_busy(desk, visit);
}

/* ---- what comes back ---- */

static struct visit *find_visit(struct felt_desk *desk, uint64_t ticket, enum awaits what)
{
    uint32_t number = (uint32_t)ticket, generation = (uint32_t)(ticket >> 32);
    if (generation == 0 || number >= desk->config->requests_max) return NULL;
    struct visit *visit = &desk->visits[number];
    if (!visit->busy || visit->generation != generation || visit->awaits != what) return NULL;
    return visit;
}

static void go_on(struct felt_desk *desk, struct visit *visit, const struct reply *reply,
                  int64_t now_ms)
{
    felt_desk_step *then = visit->then;
    visit->now_ms = now_ms;
    visit->asked = visit->awaits == AWAITS_ANSWER;
    visit->awaits = AWAITS_NOTHING;
    visit->then = NULL;
    then(desk, visit, reply);
}

void felt_desk_tell_session_ended(const struct felt_desk *desk,
                                  const uint8_t token[FELT_DIGEST_BYTES])
{
    if (desk->services->session_ended) desk->services->session_ended(desk->services->self, token);
}

static struct ending ending_of(const struct visit *visit)
{
    const struct felt_order *order = &visit->order;
    struct ending ending = {.ticket = felt_desk_ticket(visit),
                            .kind = order->kind,
                            .has_token = order->has_old_token,
                            .user = order->user,
                            .session_user = visit->session.user};
    memcpy(ending.token, order->old_token, sizeof ending.token);
    return ending;
}

static bool is_ending(const struct ending *ending)
{
    bool in = ending->kind == FELT_ORDER_SIGN_IN || ending->kind == FELT_ORDER_FACEBOOK;
    return (in && ending->has_token) || ending->kind == FELT_ORDER_SIGN_OUT ||
           ending->kind == FELT_ORDER_PASSWORD || ending->kind == FELT_ORDER_CLOSE;
}

/* Lines of sessions that have ended must be closed.  An order that is answered UNAVAILABLE may
 * have been committed: they are closed too, and a client that comes back is judged by the ledger.
 * Only a sign-in that failed so leaves the old session's lines, as its cookie stays in use. */
static void tell_of_end(const struct felt_desk *desk, const struct ending *ending,
                        const struct felt_receipt *receipt)
{
    bool done = receipt->outcome == FELT_OUTCOME_OK;
    if (!is_ending(ending) || (!done && receipt->outcome != FELT_OUTCOME_UNAVAILABLE)) return;
    bool closed = ending->kind == FELT_ORDER_CLOSE;
    bool out = ending->kind == FELT_ORDER_SIGN_OUT, all = out && !ending->has_token;
    bool in = ending->kind == FELT_ORDER_SIGN_IN || ending->kind == FELT_ORDER_FACEBOOK;
    bool replaced = in && done && receipt->user.id != ending->session_user;
    if (replaced || (out && !all)) felt_desk_tell_session_ended(desk, ending->token);
    if (!desk->services->ended || !ending->user) return;
    if (closed || all || ending->kind == FELT_ORDER_PASSWORD)
        desk->services->ended(desk->services->self, ending->user, closed && done);
}

/* The client is gone, the order is not: what its receipt ends is kept for it.  There are never
 * more than orders that the bank takes.  Without memory the lines are closed before the time. */
static void keep_ending(struct felt_desk *desk, const struct visit *visit)
{
    struct ending ending = ending_of(visit);
    if (visit->awaits != AWAITS_RECEIPT || !is_ending(&ending)) return;
    struct ending *kept = malloc(sizeof *kept);
    if (!kept) {
        tell_of_end(desk, &ending, &(struct felt_receipt){.outcome = FELT_OUTCOME_UNAVAILABLE});
        return;
    }
    *kept = ending;
    kept->next = desk->endings;
    desk->endings = kept;
}

static void end_kept(struct felt_desk *desk, uint64_t ticket, const struct felt_receipt *receipt)
{
    struct ending **at = &desk->endings;
    while (*at && (*at)->ticket != ticket) at = &(*at)->next;
    if (!*at) return;
    struct ending *ending = *at;
    *at = ending->next;
    tell_of_end(desk, ending, receipt);
    free(ending);
}

void felt_desk_receipt(struct felt_desk *desk, uint64_t ticket, const struct felt_receipt *receipt,
                       int64_t now_ms)
{
    struct visit *visit = find_visit(desk, ticket, AWAITS_RECEIPT);
    struct reply reply = {.receipt = receipt};
    if (!visit) {
        end_kept(desk, ticket, receipt);
        return;
    }
    struct ending ending = ending_of(visit);
    tell_of_end(desk, &ending, receipt);
    go_on(desk, visit, &reply, now_ms);
}

void felt_desk_found(struct felt_desk *desk, uint64_t ticket, struct felt_answer *answer,
                     int64_t now_ms)
{
    struct visit *visit = find_visit(desk, ticket, AWAITS_ANSWER);
    struct reply reply = {.answer = answer};
    if (visit) go_on(desk, visit, &reply, now_ms);
    free(answer->rows);
    answer->rows = NULL;
    answer->count = 0;
}

void felt_desk_hashed(struct felt_desk *desk, uint64_t ticket, bool good, bool stale,
                      const char *hash, int64_t now_ms)
{
    struct reply reply = {.good = good, .hash = hash};
    if (!felt_desk_end_hash(desk, ticket)) return;
    struct visit *visit = find_visit(desk, ticket, AWAITS_HASH);
    /* A hash of another cost stays until the password is changed: to replace it here would undo a
     * change that was made at the same time. */
    (void)stale;
    if (visit) go_on(desk, visit, &reply, now_ms);
    felt_desk_start_hashes(desk);
}

/* ---- sessions ---- */

/* Notes now and then that a session is used; nobody waits for it. */
static void note_seen(struct felt_desk *desk, const struct visit *visit)
{
    const struct felt_counter *bank = &desk->services->bank;
    struct felt_order order = {.kind = FELT_ORDER_SEEN,
                               .now_ms = visit->now_ms,
                               .user = visit->user.id,
                               .has_old_token = true};
    if (visit->now_ms - visit->session.last_seen < FELT_DESK_SEEN_MS) return;
    memcpy(order.old_token, visit->token, sizeof visit->token);
    memcpy(order.address, visit->address, sizeof visit->address);
    memcpy(order.agent, visit->agent, sizeof visit->agent);
    (void)bank->order(bank->self, &order, 0);
}

/* A link is no session, and a token of a script is not for a browser's cookie. */
static enum felt_outcome judge_session(const struct visit *visit, const struct felt_answer *answer)
{
    enum felt_outcome outcome = (enum felt_outcome)answer->outcome;
    enum felt_session_kind kind = (enum felt_session_kind)answer->session.kind;
    bool fits = visit->by_bearer ? kind == FELT_SESSION_BEARER : felt_session_is_browser(kind);
    if (outcome == FELT_OUTCOME_OK && !fits) outcome = FELT_OUTCOME_NO_SESSION;
    return outcome;
}

static void session_found(struct felt_desk *desk, struct visit *visit, const struct reply *reply)
{
    const struct felt_answer *answer = reply->answer;
    enum felt_outcome outcome = judge_session(visit, answer);
    if (outcome != FELT_OUTCOME_OK) {
        felt_desk_refuse_outcome(desk, visit, outcome);
        return;
    }
    visit->user = answer->user;
    visit->known = true;
    visit->session = answer->session;
    visit->total = answer->total;
    note_seen(desk, visit);
    visit->route->begin(desk, visit);
}

/* Whoever comes or goes with a token that is none of that kind comes without: it must not end what
 * it belongs to. */
static void token_looked_at(struct felt_desk *desk, struct visit *visit, const struct reply *reply)
{
    enum felt_outcome outcome = judge_session(visit, reply->answer);
    if (outcome == FELT_OUTCOME_UNAVAILABLE || outcome == FELT_OUTCOME_BUSY) {
        felt_desk_return_try(desk, visit);
        felt_desk_refuse_outcome(desk, visit, outcome);
        return;
    }
    visit->has_token = outcome == FELT_OUTCOME_OK;
    visit->was_session = reply->answer->outcome == FELT_OUTCOME_NO_SESSION;
    if (visit->has_token) visit->session = reply->answer->session;
    visit->route->begin(desk, visit);
}

static void ask_session(struct felt_desk *desk, struct visit *visit)
{
    struct felt_question question = {.kind = FELT_ASK_SESSION, .now_ms = visit->now_ms, .limit = 1};
    if (!visit->has_token) {
        felt_desk_refuse_outcome(desk, visit, FELT_OUTCOME_NO_SESSION);
        return;
    }
    memcpy(question.token, visit->token, sizeof visit->token);
    felt_desk_ask(desk, visit, &question, visit->route->looks ? token_looked_at : session_found);
}

/* ---- a request ---- */

bool felt_desk_owns(const char *path)
{
    static const char arena[] = "/api/arena";
    if (strncmp(path, "/api/", 5) != 0) return false;
    if (strncmp(path, arena, sizeof arena - 1) != 0) return true;
    char next = path[sizeof arena - 1];
    return next != '\0' && next != '/';
}

/* What a header says, made fit to be kept. */
static void copy_header(char *out, size_t bytes, const char *text)
{
    size_t used = 0;
    for (; *text && used + 1 < bytes; text++) out[used++] = *text;
    out[used] = '\0';
    for (size_t i = 0; i < used; i++)
        if (out[i] < ' ' || out[i] > '~') out[i] = '?';
}

static struct visit *begin_visit(struct felt_desk *desk, uint32_t number,
                                 const struct felt_desk_request *request, int64_t now_ms)
{
    felt_assert(number < desk->config->requests_max);
    struct visit *visit = &desk->visits[number];
    felt_assert(!visit->busy);
    visit->busy = true;
    if (++visit->generation == 0) visit->generation = 1;
    visit->now_ms = now_ms;
    visit->secure = request->secure;
    copy_header(visit->address, sizeof visit->address, request->address);
    copy_header(visit->agent, sizeof visit->agent, request->agent);
    felt_limits_source_of(visit->address, &visit->from);
    return visit;
}

/* The cookie of a device counts if there is one, and only one. */
static void read_device(const struct felt_desk *desk, struct visit *visit,
                        const struct felt_desk_request *request)
{
    const char *value = NULL;
    size_t bytes = 0;
    if (felt_desk_find_cookie(request->cookie, request->secure, FELT_DESK_DEVICE, &value, &bytes) ==
        1)
        visit->has_device = felt_device_read(&desk->services->digests, desk->device_key, value,
                                             bytes, visit->now_ms, &visit->device);
}

/* The path, the method, and how the request was sent: all that is known before it is read. */
static bool admit(struct felt_desk *desk, struct visit *visit,
                  const struct felt_desk_request *request)
{
    bool known = false;
    visit->route = felt_desk_route(request->path, request->post, &known, &visit->id);
    read_device(desk, visit, request);
    if (!felt_desk_take_request(desk, visit)) return false;
    if (request->foreign) /* D2 */
        felt_desk_refuse(desk, visit, 403, "FOREIGN_ORIGIN", NULL,
                         "this was sent from a page of another site", 0);
    else if (!known)
        felt_desk_refuse(desk, visit, 404, "NOT_FOUND", NULL, "there is no such path", 0);
    else if (!visit->route)
        felt_desk_refuse(desk, visit, 405, "WRONG_METHOD", NULL,
                         request->post ? "use GET" : "use POST", 0);
    else if (request->post && request->bytes > FELT_DESK_BODY_MAX)
        felt_desk_refuse(desk, visit, 413, "TOO_LARGE", NULL, "a body has at most 8192 bytes", 0);
    else if (request->post && !felt_desk_is_json(request->type)) /* D2 */
        felt_desk_refuse(desk, visit, 415, "NOT_JSON", NULL,
                         "the type of the body is application/json", 0);
    else
        return true;
    return false;
}

static bool read_who(struct felt_desk *desk, struct visit *visit,
                     const struct felt_desk_request *request)
{
    const struct felt_digests *digests = &desk->services->digests;
    const char *value = request->bearer;
    size_t bytes = strlen(value);
    visit->by_bearer = bytes > 0;
    if (!visit->by_bearer) {
        int found = felt_desk_read_cookie(request->cookie, request->secure, &value, &bytes);
        if (found < 0) {
            felt_desk_refuse(desk, visit, 400, "BAD_FIELD", "cookie",
                             "there is more than one cookie of a session", 0);
            return false;
        }
        if (found == 0) return true;
    }
    visit->has_token = felt_desk_read_token(digests, value, bytes, visit->token);
    return true;
}

static bool read_request(struct felt_desk *desk, struct visit *visit,
                         const struct felt_desk_request *request)
{
    struct body body = {0};
    const struct route *route = visit->route;
    const char *field = NULL, *code = NULL, *wrong = NULL;
    bool good = false;
    if (route->post)
        wrong = felt_desk_read_body(request->body, request->bytes, route->fields, route->required,
                                    &body, &field, &code);
    if (wrong)
        felt_desk_refuse(desk, visit, 400, code, field, wrong, 0);
    else
        good = !route->read || route->read(desk, visit, &body, request);
    felt_desk_free_body(&body);
    return good;
}

void felt_desk_request(struct felt_desk *desk, uint32_t number,
                       const struct felt_desk_request *request, int64_t now_ms)
{
    struct visit *visit = begin_visit(desk, number, request, now_ms);
    desk->counts.requests++;
    if (!admit(desk, visit, request) || !read_who(desk, visit, request) ||
        !read_request(desk, visit, request))
        return;
    if (visit->route->session || (visit->route->looks && visit->has_token))
        ask_session(desk, visit);
    else
        visit->route->begin(desk, visit);
}

void felt_desk_gone(struct felt_desk *desk, uint32_t number)
{
    felt_assert(number < desk->config->requests_max);
    struct visit *visit = &desk->visits[number];
    if (!visit->busy) return;
    keep_ending(desk, visit);
    felt_desk_release(desk, visit);
}

void felt_desk_tell_guests(struct felt_desk *desk, uint64_t count)
{
    desk->guests = count;
}

/* ---- counts ---- */

const struct felt_desk_counts *felt_desk_counts(const struct felt_desk *desk)
{
    return &desk->counts;
}

void felt_desk_metrics(const struct felt_desk *desk, struct felt_buffer *out)
{
    const struct felt_desk_counts *counts = &desk->counts;
    felt_metric(out, "desk_requests_total", "counter", "Requests of accounts", counts->requests);
    static const char *const label[] = {[2] = "{status=\"2xx\"}",
                                        [3] = "{status=\"3xx\"}",
                                        [4] = "{status=\"4xx\"}",
                                        [5] = "{status=\"5xx\"}"};
    felt_metric_head(out, "desk_answers_total", "counter", "Answers, by the class of their status");
    for (int digit = 2; digit < 6; digit++)
        felt_metric_value(out, "desk_answers_total", label[digit], counts->answers[digit]);
    felt_metric(out, "desk_registered_total", "counter", "Accounts that people made",
                counts->registered);
    felt_metric(out, "desk_guests_total", "counter", "Accounts of guests", counts->guests);
    felt_metric(out, "desk_guests_open", "gauge", "Guests, as they were last counted, and new ones",
                desk->guests);
    felt_metric(out, "desk_signed_in_total", "counter", "Sign-ins", counts->signed_in);
    felt_metric(out, "desk_failed_total", "counter", "Wrong passwords", counts->failed);
    felt_metric(out, "desk_limited_total", "counter", "Requests that came too often",
                counts->limited);
    felt_metric(out, "desk_facebook_refused_total", "counter",
                "Signed requests that were not taken", counts->facebook_refused);
    felt_metric(out, "desk_reloads_total", "counter", "Reloads", counts->reloads);
}
