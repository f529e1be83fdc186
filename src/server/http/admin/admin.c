/* admin.c -- tasks and their tickets: who asks, what is asked for, what comes back.  See
 * parts.h. */
#include "server/http/admin/parts.h"

#include "server/http/credentials.h"
#include "felt/assert.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LIMIT_SETS = 512, /* 4096 buckets                                                            */
    REQUESTS_BURST = 60,
    REQUESTS_PER_HOUR = 240 * 60
};
static const char root[] = "/api/operator";
/* Of an address and its networks, for whoever is no operator: one who is gets his token back. */
static const struct felt_limits_rule limit = {.burst = REQUESTS_BURST,
                                              .per_hour = REQUESTS_PER_HOUR};

/* ---- opening and closing ---- */

static bool open_own(struct felt_http_admin *admin)
{
    const struct felt_http_admin_config *config = &admin->config;
    void *self = admin->services->self;
    admin->bank = admin->services->bank;
    if (!config->bank) return true;
    admin->accounts = felt_ledger_client_open(config->bank, config->wake, self);
    admin->requests = felt_admin_requests_open(config->wake, self);
    if (config->sql) admin->prover = felt_prover_open(config->sql, false, config->wake, self);
    if (admin->accounts) admin->bank = felt_ledger_client_services(admin->accounts);
    return admin->accounts && admin->requests && (admin->prover || !config->sql);
}

struct felt_http_admin *felt_http_admin_open(const struct felt_http_admin_config *config,
                                             const struct felt_http_admin_services *services)
{
    felt_assert(config->requests_max > 0);
    felt_assert(services->answer != NULL);
    struct felt_http_admin *admin = calloc(1, sizeof *admin);
    if (!admin) return NULL;
    admin->config = *config;
    admin->services = services;
    uint32_t count = config->requests_max + FELT_ADMIN_REQUESTS_SLOTS;
    admin->tasks = calloc(count, sizeof *admin->tasks);
    admin->limits.sets = LIMIT_SETS;
    admin->limits.buckets =
        calloc((size_t)LIMIT_SETS * FELT_LIMITS_WAYS, sizeof *admin->limits.buckets);
    admin->limits.digests = &services->digests;
    if (!admin->tasks || !admin->limits.buckets || !open_own(admin)) {
        felt_http_admin_close(admin);
        return NULL;
    }
    services->entropy(services->self, admin->limits.seed, sizeof admin->limits.seed);
    for (uint32_t i = 0; i < count; i++) admin->tasks[i].number = i;
    return admin;
}

void felt_http_admin_close(struct felt_http_admin *admin)
{
    struct felt_ledger_store_reply reply;
    if (!admin) return;
    while (admin->accounts && admin->given &&
           felt_ledger_client_take(admin->accounts, -1, &reply)) {
        admin->given--;
        if (!reply.is_receipt) free(reply.answer.rows);
    }
    for (uint32_t i = 0; admin->tasks && i < admin->config.requests_max + FELT_ADMIN_REQUESTS_SLOTS;
         i++)
        if (admin->tasks[i].busy) felt_http_admin_release(&admin->tasks[i]);
    if (admin->accounts) felt_ledger_client_close(admin->accounts);
    felt_prover_close(admin->prover);
    felt_admin_requests_close(admin->requests);
    free(admin->tasks);
    free(admin->limits.buckets);
    free(admin->out);
    free(admin);
}

struct felt_admin_requests *felt_http_admin_requests(struct felt_http_admin *admin)
{
    return admin->requests;
}

void felt_http_admin_release(struct task *task)
{
    uint32_t number = task->number, generation = task->generation;
    felt_assert(task->busy);
    json_decref(task->values.root);
    free(task->path);
    free(task->query);
    free(task->body);
    free(task->seats);
    *task = (struct task){.number = number, .generation = generation};
}

/* ---- waiting ---- */

static uint64_t make_ticket(const struct task *task)
{
    return (uint64_t)task->generation << 32 | task->number;
}

/* The task waits before something is given away: the answer may come at once. */
static void await(struct task *task, enum admin_awaits what, felt_http_admin_step *then)
{
    task->awaits = (uint8_t)what;
    task->then = then;
}

void felt_http_admin_ask(struct felt_http_admin *admin, struct task *task,
                         const struct felt_question *question, felt_http_admin_step *then)
{
    await(task, AWAITS_ANSWER, then);
    admin->given++;
    if (admin->bank.ask(admin->bank.self, question, make_ticket(task))) return;
    admin->given--;
    felt_http_admin_refuse_outcome(admin, task, FELT_OUTCOME_BUSY);
}

void felt_http_admin_order(struct felt_http_admin *admin, struct task *task,
                           felt_http_admin_step *then)
{
    struct felt_order *order = &task->order;
    const char *reason = task->values.text[FIELD_REASON];
    order->now_ms = task->now_ms;
    memcpy(order->actor, task->actor, sizeof order->actor); /* P3 */
    if (reason) (void)snprintf(order->reason, sizeof order->reason, "%s", reason);
    await(task, AWAITS_RECEIPT, then);
    admin->given++;
    if (admin->bank.order(admin->bank.self, order, make_ticket(task))) return;
    admin->given--;
    felt_http_admin_refuse_outcome(admin, task, FELT_OUTCOME_BUSY);
}

void felt_http_admin_prove(struct felt_http_admin *admin, struct task *task,
                           felt_http_admin_step *then)
{
    await(task, AWAITS_PROOF, then);
    if (!admin->prover || !felt_prover_begin(admin->prover, make_ticket(task)))
        felt_http_admin_refuse(admin, task, 503, "BUSY", NULL,
                               admin->prover ? "the books are being proved: ask again in a while"
                                             : "the books cannot be proved here");
    else
        admin->counts.proofs++;
}

bool felt_http_admin_is_good(struct felt_http_admin *admin, struct task *task)
{
    enum felt_outcome outcome = (enum felt_outcome)task->answer->outcome;
    if (outcome == FELT_OUTCOME_OK) return true;
    felt_http_admin_refuse_outcome(admin, task, outcome);
    return false;
}

void felt_http_admin_ask_stats(struct felt_http_admin *admin, struct task *task,
                               const struct felt_hand_store_question *question)
{
    await(task, AWAITS_STATS, task->route->run);
    if (!admin->services->stats)
        felt_http_admin_refuse(admin, task, 503, "CLOSED", NULL, "no figures are kept here");
    else if (!admin->services->stats(admin->services->self, question, make_ticket(task)))
        felt_http_admin_refuse_outcome(admin, task, FELT_OUTCOME_BUSY);
}

/* ---- what comes back ---- */

static struct task *find_task(struct felt_http_admin *admin, uint64_t ticket,
                              enum admin_awaits what)
{
    uint32_t number = (uint32_t)ticket, generation = (uint32_t)(ticket >> 32);
    if (number >= admin->config.requests_max + FELT_ADMIN_REQUESTS_SLOTS) return NULL;
    struct task *task = &admin->tasks[number];
    if (!task->busy || task->generation != generation || task->awaits != what) return NULL;
    return task;
}

static void go_on(struct felt_http_admin *admin, struct task *task, int64_t now_ms)
{
    felt_http_admin_step *then = task->then;
    task->now_ms = now_ms;
    task->awaits = AWAITS_NOTHING;
    task->then = NULL;
    then(admin, task);
}

void felt_http_admin_receipt(struct felt_http_admin *admin, uint64_t ticket,
                             const struct felt_receipt *receipt, int64_t now_ms)
{
    struct task *task = find_task(admin, ticket, AWAITS_RECEIPT);
    admin->given--;
    if (ticket == FELT_HTTP_ADMIN_NO_TICKET && receipt->outcome != FELT_OUTCOME_OK)
        felt_http_admin_lost_note(admin, felt_outcome_word((enum felt_outcome)receipt->outcome));
    if (!task) return;
    task->receipt = receipt;
    go_on(admin, task, now_ms);
}

void felt_http_admin_found(struct felt_http_admin *admin, uint64_t ticket,
                           struct felt_ledger_answer *answer, int64_t now_ms)
{
    struct task *task = find_task(admin, ticket, AWAITS_ANSWER);
    admin->given--;
    if (task) {
        task->answer = answer;
        go_on(admin, task, now_ms);
    }
    free(answer->rows);
    answer->rows = NULL;
    answer->count = 0;
}

void felt_http_admin_counted(struct felt_http_admin *admin,
                             const struct felt_hand_store_findings *findings, int64_t now_ms)
{
    struct task *task = find_task(admin, findings->ticket, AWAITS_STATS);
    if (!task) return;
    if (findings->failed) {
        felt_http_admin_refuse_outcome(admin, task, FELT_OUTCOME_UNAVAILABLE);
        return;
    }
    task->findings = findings;
    go_on(admin, task, now_ms);
}

/* ---- a task ---- */

/* Scripts have tokens with an end of their own, letters come from this machine. */
static bool is_older(const struct task *task, int64_t age_ms)
{
    return task->signed_in_ms && age_ms && task->now_ms - task->signed_in_ms > age_ms;
}

static void refuse_old(struct felt_http_admin *admin, struct task *task, const char *message)
{
    felt_http_admin_refuse(admin, task, 403, "SIGN_IN_AGAIN", NULL, message);
}

static void dispatch(struct felt_http_admin *admin, struct task *task)
{
    char why[FELT_HTTP_ADMIN_WHY_BYTES];
    const char *field = NULL, *wrong = NULL;
    bool known = false;
    task->route = felt_http_admin_find_route(task, &known);
    if (!task->route)
        felt_http_admin_refuse(admin, task, known ? 405 : 404, known ? "WRONG_METHOD" : "NOT_FOUND",
                               NULL,
                               !known       ? "there is no such path"
                               : task->post ? "use GET"
                                            : "use POST");
    else if (task->post && task->bytes > FELT_HTTP_ACCOUNTS_BODY_MAX)
        felt_http_admin_refuse(admin, task, 413, "TOO_LARGE", NULL,
                               "a body has at most 8192 bytes");
    else if (task->post && !task->is_json) /* P2 */
        felt_http_admin_refuse(admin, task, 415, "NOT_JSON", NULL,
                               "the type of the body is application/json");
    else if (task->post && (wrong = felt_http_admin_read_body(task, why, &field)) != NULL)
        felt_http_admin_refuse(admin, task, 400, field ? "BAD_FIELD" : "BAD_JSON", field, wrong);
    else if ((field = felt_http_admin_read_query(task)) != NULL)
        felt_http_admin_refuse(admin, task, 400, "BAD_FIELD", field,
                               "there is something wrong with this part of the query");
    else if (task->route->room && !admin->config.room)
        felt_http_admin_refuse(admin, task, 503, "CLOSED", NULL, "this server has no room");
    else if (task->route->proof && is_older(task, admin->config.proof_ms))
        refuse_old(admin, task,
                   "moving chips and disabling users needs a recent sign-in: sign out, sign in, "
                   "and do it again");
    else
        task->route->run(admin, task);
}

static struct task *begin(struct felt_http_admin *admin, uint32_t number, int64_t now_ms)
{
    struct task *task = &admin->tasks[number];
    felt_assert(!task->busy);
    task->busy = true;
    if (++task->generation == 0) task->generation = 1;
    task->now_ms = now_ms;
    return task;
}

static bool keep(struct task *task, const char *path, const char *query, const char *body,
                 size_t bytes)
{
    task->path = strdup(path);
    task->query = strdup(query);
    task->bytes = bytes;
    if (bytes > FELT_HTTP_ACCOUNTS_BODY_MAX) bytes = 0; /* it is refused */
    task->body = calloc(1, bytes + 1);
    if (task->body && bytes) memcpy(task->body, body, bytes);
    return task->path && task->query && task->body;
}

/* ---- requests ---- */

bool felt_http_admin_owns(const char *path)
{
    return strncmp(path, root, sizeof root - 1) == 0 &&
           (path[sizeof root - 1] == '\0' || path[sizeof root - 1] == '/');
}

static void forbid(struct felt_http_admin *admin, struct task *task)
{
    admin->counts.forbidden++;
    felt_http_admin_refuse(admin, task, 403, "FORBIDDEN", NULL,
                           "this is for operators: sign in by a link of felt admin token issue");
}

/* P1.  A link is no session, and a token of a script is not for a cookie. */
static void session_found(struct felt_http_admin *admin, struct task *task)
{
    const struct felt_ledger_answer *answer = task->answer;
    enum felt_outcome outcome = (enum felt_outcome)answer->outcome;
    enum felt_session_kind kind = (enum felt_session_kind)answer->session.kind;
    bool fits = task->by_bearer ? kind == FELT_SESSION_BEARER : felt_session_is_browser(kind);
    bool lacks = admin->config.factor_required && kind == FELT_SESSION_COOKIE &&
                 !felt_factor_is_on(answer->user.factor);
    if (outcome == FELT_OUTCOME_UNAVAILABLE || outcome == FELT_OUTCOME_BUSY) {
        felt_http_admin_refuse_outcome(admin, task, outcome);
    } else if (outcome != FELT_OUTCOME_OK || !fits || lacks ||
               answer->user.kind != FELT_USER_ADMIN) {
        forbid(admin, task);
    } else {
        felt_limits_return_from(&admin->limits, limit, &task->from, task->now_ms);
        task->admin = answer->user.id;
        (void)snprintf(task->actor, sizeof task->actor, "operator:%s", answer->user.username);
        if (!task->by_bearer) task->signed_in_ms = answer->session.created;
        if (is_older(task, admin->config.session_ms))
            refuse_old(
                admin, task,
                "your sign-in is too old for an operator's page: sign out and sign in again");
        else
            dispatch(admin, task);
    }
}

static bool read_token(struct felt_http_admin *admin, struct task *task,
                       const struct felt_http_accounts_request *request,
                       uint8_t out[FELT_DIGEST_BYTES])
{
    const char *value = request->bearer;
    size_t bytes = strlen(value);
    task->by_bearer = bytes > 0;
    if (!task->by_bearer &&
        felt_http_read_cookie(request->cookie, request->secure, &value, &bytes) != 1)
        return false;
    return felt_http_read_token(&admin->services->digests, value, bytes, out);
}

void felt_http_admin_request(struct felt_http_admin *admin, uint32_t number,
                             const struct felt_http_accounts_request *request, int64_t now_ms)
{
    felt_assert(number < admin->config.requests_max);
    struct task *task = begin(admin, number, now_ms);
    struct felt_question question = {.kind = FELT_QUESTION_SESSION, .now_ms = now_ms, .limit = 1};
    admin->counts.requests++;
    (void)snprintf(task->address, sizeof task->address, "%s", request->address);
    felt_limits_source_of(task->address, &task->from);
    task->post = request->post;
    task->is_json = felt_http_is_json(request->type);
    if (felt_limits_take_from(&admin->limits, limit, &task->from, now_ms))
        felt_http_admin_refuse(admin, task, 429, "TOO_MANY_REQUESTS", NULL,
                               "too many requests: wait a moment");
    else if (request->foreign) /* P2 */
        felt_http_admin_refuse(admin, task, 403, "FOREIGN_ORIGIN", NULL,
                               "this was sent from a page of another site");
    else if (!read_token(admin, task, request, question.token))
        forbid(admin, task);
    else if (!keep(task, request->path, request->query, request->body, request->bytes))
        felt_http_admin_refuse_outcome(admin, task, FELT_OUTCOME_BUSY);
    else
        felt_http_admin_ask(admin, task, &question, session_found);
}

void felt_http_admin_gone(struct felt_http_admin *admin, uint32_t number)
{
    felt_assert(number < admin->config.requests_max);
    if (admin->tasks[number].busy) felt_http_admin_release(&admin->tasks[number]);
}

/* ---- letters and turns ---- */

static void take_letters(struct felt_http_admin *admin, int64_t now_ms)
{
    uint32_t slot;
    bool post;
    const char *path, *body, *actor;
    while (admin->requests &&
           felt_admin_requests_take(admin->requests, &slot, &post, &path, &body, &actor)) {
        struct task *task = begin(admin, admin->config.requests_max + slot, now_ms);
        admin->counts.letters++;
        task->by_requests = task->is_json = true;
        task->post = post;
        (void)snprintf(task->actor, sizeof task->actor, "%s", actor);
        const char *query = strchr(path, '?');
        if (!keep(task, path, query ? query + 1 : "", body, strlen(body))) {
            felt_http_admin_refuse_outcome(admin, task, FELT_OUTCOME_BUSY);
            continue;
        }
        task->path[strcspn(task->path, "?")] = '\0';
        dispatch(admin, task);
    }
}

void felt_http_admin_turn(struct felt_http_admin *admin, int64_t now_ms)
{
    struct felt_ledger_store_reply reply;
    struct felt_proved proved;
    while (admin->accounts && admin->given && felt_ledger_client_take(admin->accounts, 0, &reply)) {
        if (reply.is_receipt)
            felt_http_admin_receipt(admin, reply.ticket, &reply.receipt, now_ms);
        else
            felt_http_admin_found(admin, reply.ticket, &reply.answer, now_ms);
    }
    if (admin->prover && felt_prover_take(admin->prover, &proved)) {
        struct task *task = find_task(admin, proved.ticket, AWAITS_PROOF);
        if (task) {
            task->proved = &proved;
            go_on(admin, task, now_ms);
        }
    }
    take_letters(admin, now_ms);
}
