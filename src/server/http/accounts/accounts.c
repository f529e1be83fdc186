/* accounts.c -- requests and their tickets: a request comes in, waits for one thing after the
 * other, and is answered.  See parts.h. */
#include "server/http/accounts/parts.h"

#include "base/metric.h"
#include "felt/assert.h"

#include <stdlib.h>
#include <string.h>

enum { LIMIT_SETS = 16384 }; /* 131072 buckets, 3 MiB */

void felt_http_accounts_wipe(void *memory, size_t bytes)
{
    explicit_bzero(memory, bytes);
}

/* ---- opening and closing ---- */

struct felt_http_accounts *
felt_http_accounts_open(const struct felt_http_accounts_config *config,
                        const struct felt_http_accounts_services *services)
{
    felt_assert(config->requests_max > 0);
    felt_assert(services->answer != NULL);
    struct felt_http_accounts *accounts = calloc(1, sizeof *accounts);
    if (!accounts) return NULL;
    accounts->config = config;
    accounts->services = services;
    accounts->visits = calloc(config->requests_max, sizeof *accounts->visits);
    accounts->limits.sets = LIMIT_SETS;
    accounts->limits.buckets =
        calloc((size_t)LIMIT_SETS * FELT_LIMITS_WAYS, sizeof *accounts->limits.buckets);
    accounts->limits.digests = &services->digests;
    if (!accounts->visits || !accounts->limits.buckets) {
        felt_http_accounts_close(accounts);
        return NULL;
    }
    services->entropy(services->self, accounts->limits.seed, sizeof accounts->limits.seed);
    if (config->device_key)
        memcpy(accounts->device_key, config->device_key, sizeof accounts->device_key);
    else
        services->entropy(services->self, accounts->device_key, sizeof accounts->device_key);
    felt_http_accounts_open_lanes(accounts);
    for (uint32_t i = 0; i < config->requests_max; i++) accounts->visits[i].number = i;
    return accounts;
}

void felt_http_accounts_close(struct felt_http_accounts *accounts)
{
    if (!accounts) return;
    for (uint32_t i = 0; accounts->visits && i < accounts->config->requests_max; i++)
        if (accounts->visits[i].busy) felt_http_accounts_release(accounts, &accounts->visits[i]);
    for (struct ending *ending; (ending = accounts->endings) != NULL; free(ending))
        accounts->endings = ending->next;
    free(accounts->visits);
    free(accounts->limits.buckets);
    free(accounts->out);
    felt_http_accounts_wipe(accounts->device_key, sizeof accounts->device_key);
    free(accounts);
}

void felt_http_accounts_release(struct felt_http_accounts *accounts, struct req *req)
{
    uint32_t number = req->number, generation = req->generation;
    felt_assert(req->busy);
    if (req->exporting) accounts->exports--;
    felt_http_accounts_leave_lane(accounts, req); /* D6 */
    free(req->collection.lines);
    free(req->collection.sessions);
    felt_http_accounts_wipe(req, sizeof *req);
    req->number = number;
    req->generation = generation;
}

/* ---- waiting ---- */

uint64_t felt_http_accounts_ticket(const struct req *req)
{
    return (uint64_t)req->generation << 32 | req->number;
}

void felt_http_accounts_await(struct req *req, enum account_awaits what,
                              felt_http_accounts_step *then)
{
    req->awaits = (uint8_t)what;
    req->then = then;
}

void felt_http_accounts_refuse_busy(struct felt_http_accounts *accounts, struct req *req)
{
    felt_http_accounts_return_try(accounts, req);
    felt_http_accounts_refuse_outcome(accounts, req, FELT_OUTCOME_BUSY);
}

void felt_http_accounts_ask(struct felt_http_accounts *accounts, struct req *req,
                            const struct felt_question *question, felt_http_accounts_step *then)
{
    const struct felt_ledger_services *bank = &accounts->services->bank;
    felt_http_accounts_await(req, AWAITS_ANSWER, then);
    if (!bank->ask(bank->self, question, felt_http_accounts_ticket(req)))
        felt_http_accounts_refuse_busy(accounts, req);
}

void felt_http_accounts_order(struct felt_http_accounts *accounts, struct req *req,
                              felt_http_accounts_step *then)
{
    const struct felt_ledger_services *bank = &accounts->services->bank;
    felt_http_accounts_await(req, AWAITS_RECEIPT, then);
    if (!bank->order(bank->self, &req->order, felt_http_accounts_ticket(req)))
        felt_http_accounts_refuse_busy(accounts, req);
}

/* ---- what comes back ---- */

static struct req *find_req(struct felt_http_accounts *accounts, uint64_t ticket,
                            enum account_awaits what)
{
    uint32_t number = (uint32_t)ticket, generation = (uint32_t)(ticket >> 32);
    if (generation == 0 || number >= accounts->config->requests_max) return NULL;
    struct req *req = &accounts->visits[number];
    if (!req->busy || req->generation != generation || req->awaits != what) return NULL;
    return req;
}

static void go_on(struct felt_http_accounts *accounts, struct req *req, const struct reply *reply,
                  int64_t now_ms)
{
    felt_http_accounts_step *then = req->then;
    req->now_ms = now_ms;
    req->asked = req->awaits == AWAITS_ANSWER;
    req->awaits = AWAITS_NOTHING;
    req->then = NULL;
    then(accounts, req, reply);
}

void felt_http_accounts_tell_session_ended(const struct felt_http_accounts *accounts,
                                           const uint8_t token[FELT_DIGEST_BYTES])
{
    if (accounts->services->session_ended)
        accounts->services->session_ended(accounts->services->self, token);
}

static struct ending ending_of(const struct req *req)
{
    const struct felt_order *order = &req->order;
    struct ending ending = {.ticket = felt_http_accounts_ticket(req),
                            .kind = order->kind,
                            .has_token = order->has_old_token,
                            .user = order->user,
                            .session_user = req->session.user};
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
static void tell_of_end(const struct felt_http_accounts *accounts, const struct ending *ending,
                        const struct felt_receipt *receipt)
{
    bool done = receipt->outcome == FELT_OUTCOME_OK;
    if (!is_ending(ending) || (!done && receipt->outcome != FELT_OUTCOME_UNAVAILABLE)) return;
    bool closed = ending->kind == FELT_ORDER_CLOSE;
    bool out = ending->kind == FELT_ORDER_SIGN_OUT, all = out && !ending->has_token;
    bool in = ending->kind == FELT_ORDER_SIGN_IN || ending->kind == FELT_ORDER_FACEBOOK;
    bool replaced = in && done && receipt->user.id != ending->session_user;
    if (replaced || (out && !all)) felt_http_accounts_tell_session_ended(accounts, ending->token);
    if (!accounts->services->ended || !ending->user) return;
    if (closed || all || ending->kind == FELT_ORDER_PASSWORD)
        accounts->services->ended(accounts->services->self, ending->user, closed && done);
}

/* The client is gone, the order is not: what its receipt ends is kept for it.  There are never
 * more than orders that the ledger store takes.  Without memory the lines are closed before the
 * time. */
static void keep_ending(struct felt_http_accounts *accounts, const struct req *req)
{
    struct ending ending = ending_of(req);
    if (req->awaits != AWAITS_RECEIPT || !is_ending(&ending)) return;
    struct ending *kept = malloc(sizeof *kept);
    if (!kept) {
        tell_of_end(accounts, &ending, &(struct felt_receipt){.outcome = FELT_OUTCOME_UNAVAILABLE});
        return;
    }
    *kept = ending;
    kept->next = accounts->endings;
    accounts->endings = kept;
}

static void end_kept(struct felt_http_accounts *accounts, uint64_t ticket,
                     const struct felt_receipt *receipt)
{
    struct ending **at = &accounts->endings;
    while (*at && (*at)->ticket != ticket) at = &(*at)->next;
    if (!*at) return;
    struct ending *ending = *at;
    *at = ending->next;
    tell_of_end(accounts, ending, receipt);
    free(ending);
}

void felt_http_accounts_receipt(struct felt_http_accounts *accounts, uint64_t ticket,
                                const struct felt_receipt *receipt, int64_t now_ms)
{
    struct req *req = find_req(accounts, ticket, AWAITS_RECEIPT);
    struct reply reply = {.receipt = receipt};
    if (!req) {
        end_kept(accounts, ticket, receipt);
        return;
    }
    struct ending ending = ending_of(req);
    tell_of_end(accounts, &ending, receipt);
    go_on(accounts, req, &reply, now_ms);
}

void felt_http_accounts_found(struct felt_http_accounts *accounts, uint64_t ticket,
                              struct felt_ledger_answer *answer, int64_t now_ms)
{
    struct req *req = find_req(accounts, ticket, AWAITS_ANSWER);
    struct reply reply = {.answer = answer};
    if (req) go_on(accounts, req, &reply, now_ms);
    free(answer->rows);
    answer->rows = NULL;
    answer->count = 0;
}

void felt_http_accounts_hashed(struct felt_http_accounts *accounts, uint64_t ticket, bool good,
                               bool stale, const char *hash, int64_t now_ms)
{
    struct reply reply = {.good = good, .hash = hash};
    if (!felt_http_accounts_end_hash(accounts, ticket)) return;
    struct req *req = find_req(accounts, ticket, AWAITS_HASH);
    /* A hash of another cost stays until the password is changed: to replace it here would undo a
     * change that was made at the same time. */
    (void)stale;
    if (req) go_on(accounts, req, &reply, now_ms);
    felt_http_accounts_start_hashes(accounts);
}

/* ---- sessions ---- */

/* Notes now and then that a session is used; nobody waits for it. */
static void note_seen(struct felt_http_accounts *accounts, const struct req *req)
{
    const struct felt_ledger_services *bank = &accounts->services->bank;
    struct felt_order order = {.kind = FELT_ORDER_SEEN,
                               .now_ms = req->now_ms,
                               .user = req->user.id,
                               .has_old_token = true};
    if (req->now_ms - req->session.last_seen < FELT_HTTP_ACCOUNTS_SEEN_MS) return;
    memcpy(order.old_token, req->token, sizeof req->token);
    memcpy(order.address, req->address, sizeof req->address);
    memcpy(order.agent, req->agent, sizeof req->agent);
    (void)bank->order(bank->self, &order, 0);
}

/* A link is no session, and a token of a script is not for a browser's cookie. */
static enum felt_outcome judge_session(const struct req *req,
                                       const struct felt_ledger_answer *answer)
{
    enum felt_outcome outcome = (enum felt_outcome)answer->outcome;
    enum felt_session_kind kind = (enum felt_session_kind)answer->session.kind;
    bool fits = req->by_bearer ? kind == FELT_SESSION_BEARER : felt_session_is_browser(kind);
    if (outcome == FELT_OUTCOME_OK && !fits) outcome = FELT_OUTCOME_NO_SESSION;
    return outcome;
}

static void session_found(struct felt_http_accounts *accounts, struct req *req,
                          const struct reply *reply)
{
    const struct felt_ledger_answer *answer = reply->answer;
    enum felt_outcome outcome = judge_session(req, answer);
    if (outcome != FELT_OUTCOME_OK) {
        felt_http_accounts_refuse_outcome(accounts, req, outcome);
        return;
    }
    req->user = answer->user;
    req->known = true;
    req->session = answer->session;
    req->total = answer->total;
    note_seen(accounts, req);
    req->route->begin(accounts, req);
}

/* Whoever comes or goes with a token that is none of that kind comes without: it must not end what
 * it belongs to. */
static void token_looked_at(struct felt_http_accounts *accounts, struct req *req,
                            const struct reply *reply)
{
    enum felt_outcome outcome = judge_session(req, reply->answer);
    if (outcome == FELT_OUTCOME_UNAVAILABLE || outcome == FELT_OUTCOME_BUSY) {
        felt_http_accounts_return_try(accounts, req);
        felt_http_accounts_refuse_outcome(accounts, req, outcome);
        return;
    }
    req->has_token = outcome == FELT_OUTCOME_OK;
    req->was_session = reply->answer->outcome == FELT_OUTCOME_NO_SESSION;
    if (req->has_token) req->session = reply->answer->session;
    req->route->begin(accounts, req);
}

static void ask_session(struct felt_http_accounts *accounts, struct req *req)
{
    struct felt_question question = {
        .kind = FELT_QUESTION_SESSION, .now_ms = req->now_ms, .limit = 1};
    if (!req->has_token) {
        felt_http_accounts_refuse_outcome(accounts, req, FELT_OUTCOME_NO_SESSION);
        return;
    }
    memcpy(question.token, req->token, sizeof req->token);
    felt_http_accounts_ask(accounts, req, &question,
                           req->route->looks ? token_looked_at : session_found);
}

/* ---- a request ---- */

bool felt_http_accounts_owns(const char *path)
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

static struct req *begin_req(struct felt_http_accounts *accounts, uint32_t number,
                             const struct felt_http_accounts_request *request, int64_t now_ms)
{
    felt_assert(number < accounts->config->requests_max);
    struct req *req = &accounts->visits[number];
    felt_assert(!req->busy);
    req->busy = true;
    if (++req->generation == 0) req->generation = 1;
    req->now_ms = now_ms;
    req->secure = request->secure;
    copy_header(req->address, sizeof req->address, request->address);
    copy_header(req->agent, sizeof req->agent, request->agent);
    felt_limits_source_of(req->address, &req->from);
    return req;
}

/* The cookie of a device counts if there is one, and only one. */
static void read_device(const struct felt_http_accounts *accounts, struct req *req,
                        const struct felt_http_accounts_request *request)
{
    const char *value = NULL;
    size_t bytes = 0;
    if (felt_http_find_cookie(request->cookie, request->secure, FELT_HTTP_DEVICE, &value, &bytes) ==
        1)
        req->has_device = felt_http_device_read(&accounts->services->digests, accounts->device_key,
                                                value, bytes, req->now_ms, &req->device);
}

/* The path, the method, and how the request was sent: all that is known before it is read. */
static bool admit(struct felt_http_accounts *accounts, struct req *req,
                  const struct felt_http_accounts_request *request)
{
    bool known = false;
    req->route = felt_http_accounts_route(request->path, request->post, &known, &req->id);
    read_device(accounts, req, request);
    if (!felt_http_accounts_take_request(accounts, req)) return false;
    if (request->foreign) /* D2 */
        felt_http_accounts_refuse(accounts, req, 403, "FOREIGN_ORIGIN", NULL,
                                  "this was sent from a page of another site", 0);
    else if (!known)
        felt_http_accounts_refuse(accounts, req, 404, "NOT_FOUND", NULL, "there is no such path",
                                  0);
    else if (!req->route)
        felt_http_accounts_refuse(accounts, req, 405, "WRONG_METHOD", NULL,
                                  request->post ? "use GET" : "use POST", 0);
    else if (request->post && request->bytes > FELT_HTTP_ACCOUNTS_BODY_MAX)
        felt_http_accounts_refuse(accounts, req, 413, "TOO_LARGE", NULL,
                                  "a body has at most 8192 bytes", 0);
    else if (request->post && !felt_http_is_json(request->type)) /* D2 */
        felt_http_accounts_refuse(accounts, req, 415, "NOT_JSON", NULL,
                                  "the type of the body is application/json", 0);
    else
        return true;
    return false;
}

static bool read_who(struct felt_http_accounts *accounts, struct req *req,
                     const struct felt_http_accounts_request *request)
{
    const struct felt_digests *digests = &accounts->services->digests;
    const char *value = request->bearer;
    size_t bytes = strlen(value);
    req->by_bearer = bytes > 0;
    if (!req->by_bearer) {
        int found = felt_http_read_cookie(request->cookie, request->secure, &value, &bytes);
        if (found < 0) {
            felt_http_accounts_refuse(accounts, req, 400, "BAD_FIELD", "cookie",
                                      "there is more than one cookie of a session", 0);
            return false;
        }
        if (found == 0) return true;
    }
    req->has_token = felt_http_read_token(digests, value, bytes, req->token);
    return true;
}

static bool read_request(struct felt_http_accounts *accounts, struct req *req,
                         const struct felt_http_accounts_request *request)
{
    struct body body = {0};
    const struct route *route = req->route;
    const char *field = NULL, *code = NULL, *wrong = NULL;
    bool good = false;
    if (route->post)
        wrong = felt_http_accounts_read_body(request->body, request->bytes, route->fields,
                                             route->required, &body, &field, &code);
    if (wrong)
        felt_http_accounts_refuse(accounts, req, 400, code, field, wrong, 0);
    else
        good = !route->read || route->read(accounts, req, &body, request);
    felt_http_accounts_free_body(&body);
    return good;
}

void felt_http_accounts_request(struct felt_http_accounts *accounts, uint32_t number,
                                const struct felt_http_accounts_request *request, int64_t now_ms)
{
    struct req *req = begin_req(accounts, number, request, now_ms);
    accounts->counts.requests++;
    if (!admit(accounts, req, request) || !read_who(accounts, req, request) ||
        !read_request(accounts, req, request))
        return;
    if (req->route->session || (req->route->looks && req->has_token))
        ask_session(accounts, req);
    else
        req->route->begin(accounts, req);
}

void felt_http_accounts_gone(struct felt_http_accounts *accounts, uint32_t number)
{
    felt_assert(number < accounts->config->requests_max);
    struct req *req = &accounts->visits[number];
    if (!req->busy) return;
    keep_ending(accounts, req);
    felt_http_accounts_release(accounts, req);
}

void felt_http_accounts_tell_guests(struct felt_http_accounts *accounts, uint64_t count)
{
    accounts->guests = count;
}

/* ---- counts ---- */

const struct felt_http_accounts_counts *
felt_http_accounts_counts(const struct felt_http_accounts *accounts)
{
    return &accounts->counts;
}

void felt_http_accounts_metrics(const struct felt_http_accounts *accounts, struct felt_buffer *out)
{
    const struct felt_http_accounts_counts *counts = &accounts->counts;
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
                accounts->guests);
    felt_metric(out, "desk_signed_in_total", "counter", "Sign-ins", counts->signed_in);
    felt_metric(out, "desk_failed_total", "counter", "Wrong passwords", counts->failed);
    felt_metric(out, "desk_limited_total", "counter", "Requests that came too often",
                counts->limited);
    felt_metric(out, "desk_facebook_refused_total", "counter",
                "Signed requests that were not taken", counts->facebook_refused);
    felt_metric(out, "desk_reloads_total", "counter", "Reloads", counts->reloads);
}
