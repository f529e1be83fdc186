/* serve_operator.c -- tasks and their tickets: who asks, what is asked for, what comes back.  See
 * serve_operator_parts.h. */
#include "server/http/admin/serve_operator_parts.h"

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

static bool open_own(struct felt_operator *operator)
{
    const struct felt_operator_config *config = &operator->config;
    void *self = operator->services->self;
    operator->bank = operator->services->bank;
    if (!config->bank) return true;
    operator->desk = felt_bank_desk_open(config->bank, config->wake, self);
    operator->mail = felt_mail_open(config->wake, self);
    if (config->sql) operator->prover = felt_prover_open(config->sql, false, config->wake, self);
    if (operator->desk) operator->bank = felt_bank_counter(operator->desk);
    return operator->desk && operator->mail &&(operator->prover || !config->sql);
}

struct felt_operator *felt_operator_open(const struct felt_operator_config *config,
                                         const struct felt_operator_services *services)
{
    felt_assert(config->requests_max > 0);
    felt_assert(services->answer != NULL);
    struct felt_operator *operator= calloc(1, sizeof *operator);
    if (!operator) return NULL;
    operator->config = * config;
    operator->services = services;
    uint32_t count = config->requests_max + FELT_MAIL_SLOTS;
    operator->tasks = calloc(count, sizeof *operator->tasks);
    operator->limits.sets = LIMIT_SETS;
    operator->limits.buckets =
        calloc((size_t)LIMIT_SETS *FELT_LIMITS_WAYS, sizeof *operator->limits.buckets);
    operator->limits.digests = & services->digests;
    if (!operator->tasks || !operator->limits.buckets || !open_own(operator)) {
        felt_operator_close(operator);
        return NULL;
    }
    services->entropy(services->self, operator->limits.seed, sizeof operator->limits.seed);
    for (uint32_t i = 0; i < count; i++) operator->tasks[i].number = i;
    return operator;
}

void felt_operator_close(struct felt_operator *operator)
{
    struct felt_bank_reply reply;
    if (!operator) return;
    while (operator->desk && operator->given && felt_bank_take(operator->desk, -1, &reply)) {
        operator->given--;
        if (!reply.is_receipt) free(reply.answer.rows);
    }
    for (uint32_t i = 0; operator->tasks && i<operator->config.requests_max + FELT_MAIL_SLOTS; i++)
        if (operator->tasks[i].busy) felt_operator_release(&operator->tasks[i]);
    if (operator->desk) felt_bank_desk_close(operator->desk);
    felt_prover_close(operator->prover);
    felt_mail_close(operator->mail);
    free(operator->tasks);
    free(operator->limits.buckets);
    free(operator->out);
    free(operator);
}

struct felt_mail *felt_operator_mail(struct felt_operator *operator)
{
    return operator->mail;
}

void felt_operator_release(struct task *task)
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
static void await(struct task *task, enum awaits what, felt_operator_step *then)
{
    task->awaits = (uint8_t)what;
    task->then = then;
}

void felt_operator_ask(struct felt_operator *operator, struct task * task,
                       const struct felt_question *question, felt_operator_step *then)
{
    await(task, AWAITS_ANSWER, then);
    operator->given++;
    if (operator->bank.ask(operator->bank.self, question, make_ticket(task))) return;
    operator->given--;
    felt_operator_refuse_outcome(operator, task, FELT_OUTCOME_BUSY);
}

void felt_operator_order(struct felt_operator *operator, struct task * task,
                         felt_operator_step *then)
{
    struct felt_order *order = &task->order;
    const char *reason = task->values.text[FIELD_REASON];
    order->now_ms = task->now_ms;
    memcpy(order->actor, task->actor, sizeof order->actor); /* P3 */
    if (reason) (void)snprintf(order->reason, sizeof order->reason, "%s", reason);
    await(task, AWAITS_RECEIPT, then);
    operator->given++;
    if (operator->bank.order(operator->bank.self, order, make_ticket(task))) return;
    operator->given--;
    felt_operator_refuse_outcome(operator, task, FELT_OUTCOME_BUSY);
}

void felt_operator_prove(struct felt_operator *operator, struct task * task,
                         felt_operator_step *then)
{
    await(task, AWAITS_PROOF, then);
    if (!operator->prover || !felt_prover_begin(operator->prover, make_ticket(task)))
        felt_operator_refuse(operator, task, 503, "BUSY",
                             NULL,
                             operator->prover ? "the books are being proved: ask again in a while"
                                              : "the books cannot be proved here");
    else
        operator->counts.proofs++;
}

bool felt_operator_is_good(struct felt_operator *operator, struct task * task)
{
    enum felt_outcome outcome = (enum felt_outcome)task->answer->outcome;
    if (outcome == FELT_OUTCOME_OK) return true;
    felt_operator_refuse_outcome(operator, task, outcome);
    return false;
}

void felt_operator_ask_figures(struct felt_operator *operator, struct task * task,
                               const struct felt_library_question *question)
{
    await(task, AWAITS_FIGURES, task->route->run);
    if (!operator->services->figures)
        felt_operator_refuse(operator, task, 503, "CLOSED", NULL, "no figures are kept here");
    else if (!operator->services->figures(operator->services->self, question, make_ticket(task)))
        felt_operator_refuse_outcome(operator, task, FELT_OUTCOME_BUSY);
}

/* ---- what comes back ---- */

static struct task *find_task(struct felt_operator *operator, uint64_t ticket, enum awaits what)
{
    uint32_t number = (uint32_t)ticket, generation = (uint32_t)(ticket >> 32);
    if (number >= operator->config.requests_max + FELT_MAIL_SLOTS) return NULL;
    struct task *task = &operator->tasks[number];
    if (!task->busy || task->generation != generation || task->awaits != what) return NULL;
    return task;
}

static void go_on(struct felt_operator *operator, struct task * task, int64_t now_ms)
{
    felt_operator_step *then = task->then;
    task->now_ms = now_ms;
    task->awaits = AWAITS_NOTHING;
    task->then = NULL;
    then(operator, task);
}

void felt_operator_receipt(struct felt_operator *operator, uint64_t ticket,
                           const struct felt_receipt *receipt, int64_t now_ms)
{
    struct task *task = find_task(operator, ticket, AWAITS_RECEIPT);
    operator->given--;
    if (ticket == FELT_OPERATOR_NO_TICKET && receipt->outcome != FELT_OUTCOME_OK)
        felt_operator_lost_note(operator, felt_outcome_word((enum felt_outcome)receipt->outcome));
    if (!task) return;
    task->receipt = receipt;
    go_on(operator, task, now_ms);
}

void felt_operator_found(struct felt_operator *operator, uint64_t ticket,
                         struct felt_answer *answer, int64_t now_ms)
{
    struct task *task = find_task(operator, ticket, AWAITS_ANSWER);
    operator->given--;
    if (task) {
        task->answer = answer;
        go_on(operator, task, now_ms);
    }
    free(answer->rows);
    answer->rows = NULL;
    answer->count = 0;
}

void felt_operator_figured(struct felt_operator *operator,
                           const struct felt_library_findings * findings, int64_t now_ms)
{
    struct task *task = find_task(operator, findings->ticket, AWAITS_FIGURES);
    if (!task) return;
    if (findings->failed) {
        felt_operator_refuse_outcome(operator, task, FELT_OUTCOME_UNAVAILABLE);
        return;
    }
    task->findings = findings;
    go_on(operator, task, now_ms);
}

/* ---- a task ---- */

/* Scripts have tokens with an end of their own, letters come from this machine. */
static bool is_older(const struct task *task, int64_t age_ms)
{
    return task->signed_in_ms && age_ms && task->now_ms - task->signed_in_ms > age_ms;
}

static void refuse_old(struct felt_operator *operator, struct task * task, const char *message)
{
    felt_operator_refuse(operator, task, 403, "SIGN_IN_AGAIN", NULL, message);
}

static void dispatch(struct felt_operator *operator, struct task * task)
{
    char why[FELT_OPERATOR_WHY_BYTES];
    const char *field = NULL, *wrong = NULL;
    bool known = false;
    task->route = felt_operator_find_route(task, &known);
    if (!task->route)
        felt_operator_refuse(operator, task, known ? 405 : 404,
                             known ? "WRONG_METHOD" : "NOT_FOUND", NULL,
                             !known       ? "there is no such path"
                             : task->post ? "use GET"
                                          : "use POST");
    else if (task->post && task->bytes > FELT_DESK_BODY_MAX)
        felt_operator_refuse(operator, task, 413, "TOO_LARGE", NULL,
                             "a body has at most 8192 bytes");
    else if (task->post && !task->is_json) /* P2 */
        felt_operator_refuse(operator, task, 415, "NOT_JSON", NULL,
                             "the type of the body is application/json");
    else if (task->post && (wrong = felt_operator_read_body(task, why, &field)) != NULL)
        felt_operator_refuse(operator, task, 400, field ? "BAD_FIELD" : "BAD_JSON", field, wrong);
    else if ((field = felt_operator_read_query(task)) != NULL)
        felt_operator_refuse(operator, task, 400, "BAD_FIELD", field,
                             "there is something wrong with this part of the query");
    else if (task->route->room && !operator->config.floor)
        felt_operator_refuse(operator, task, 503, "CLOSED", NULL, "this server has no room");
    else if (task->route->proof && is_older(task, operator->config.proof_ms))
        refuse_old(operator, task,
                   "moving chips and disabling users needs a recent sign-in: sign out, sign in, "
                   "and do it again");
    else
        task->route->run(operator, task);
}

static struct task *begin(struct felt_operator *operator, uint32_t number, int64_t now_ms)
{
    struct task *task = &operator->tasks[number];
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
    if (bytes > FELT_DESK_BODY_MAX) bytes = 0; /* it is refused */
    task->body = calloc(1, bytes + 1);
    if (task->body && bytes) memcpy(task->body, body, bytes);
    return task->path && task->query && task->body;
}

/* ---- requests ---- */

bool felt_operator_owns(const char *path)
{
    return strncmp(path, root, sizeof root - 1) == 0 &&
           (path[sizeof root - 1] == '\0' || path[sizeof root - 1] == '/');
}

static void forbid(struct felt_operator *operator, struct task * task)
{
    operator->counts.forbidden++;
    felt_operator_refuse(operator, task, 403, "FORBIDDEN", NULL,
                         "this is for operators: sign in by a link of felt admin token issue");
}

/* P1.  A link is no session, and a token of a script is not for a cookie. */
static void session_found(struct felt_operator *operator, struct task * task)
{
    const struct felt_answer *answer = task->answer;
    enum felt_outcome outcome = (enum felt_outcome)answer->outcome;
    enum felt_session_kind kind = (enum felt_session_kind)answer->session.kind;
    bool fits = task->by_bearer ? kind == FELT_SESSION_BEARER : felt_session_is_browser(kind);
    bool lacks = operator->config.factor_required &&
                 kind == FELT_SESSION_COOKIE && !felt_factor_is_on(answer->user.factor);
    if (outcome == FELT_OUTCOME_UNAVAILABLE || outcome == FELT_OUTCOME_BUSY) {
        felt_operator_refuse_outcome(operator, task, outcome);
    } else if (outcome != FELT_OUTCOME_OK || !fits || lacks ||
               answer->user.kind != FELT_USER_ADMIN) {
        forbid(operator, task);
    } else {
        felt_limits_return_from(&operator->limits, limit, &task->from, task->now_ms);
        task->admin = answer->user.id;
        (void)snprintf(task->actor, sizeof task->actor, "operator:%s", answer->user.username);
        if (!task->by_bearer) task->signed_in_ms = answer->session.created;
        if (is_older(task, operator->config.session_ms))
            refuse_old(
                operator, task,
                "your sign-in is too old for an operator's page: sign out and sign in again");
        else
            dispatch(operator, task);
    }
}

static bool read_token(struct felt_operator *operator, struct task * task,
                       const struct felt_desk_request *request, uint8_t out[FELT_DIGEST_BYTES])
{
    const char *value = request->bearer;
    size_t bytes = strlen(value);
    task->by_bearer = bytes > 0;
    if (!task->by_bearer &&
        felt_desk_read_cookie(request->cookie, request->secure, &value, &bytes) != 1)
        return false;
    return felt_desk_read_token(&operator->services->digests, value, bytes, out);
}

void felt_operator_request(struct felt_operator *operator, uint32_t number,
                           const struct felt_desk_request *request, int64_t now_ms)
{
    felt_assert(number < operator->config.requests_max);
    struct task *task = begin(operator, number, now_ms);
    struct felt_question question = {.kind = FELT_ASK_SESSION, .now_ms = now_ms, .limit = 1};
    operator->counts.requests++;
    (void)snprintf(task->address, sizeof task->address, "%s", request->address);
    felt_limits_source_of(task->address, &task->from);
    task->post = request->post;
    task->is_json = felt_desk_is_json(request->type);
    if (felt_limits_take_from(&operator->limits, limit, &task->from, now_ms))
        felt_operator_refuse(operator, task, 429, "TOO_MANY_REQUESTS", NULL,
                             "too many requests: wait a moment");
    else if (request->foreign) /* P2 */
        felt_operator_refuse(operator, task, 403, "FOREIGN_ORIGIN", NULL,
                             "this was sent from a page of another site");
    else if (!read_token(operator, task, request, question.token))
        forbid(operator, task);
    else if (!keep(task, request->path, request->query, request->body, request->bytes))
        felt_operator_refuse_outcome(operator, task, FELT_OUTCOME_BUSY);
    else
        felt_operator_ask(operator, task, &question, session_found);
}

void felt_operator_gone(struct felt_operator *operator, uint32_t number)
{
    felt_assert(number < operator->config.requests_max);
    if (operator->tasks[number].busy) felt_operator_release(&operator->tasks[number]);
}

/* ---- letters and turns ---- */

static void take_letters(struct felt_operator *operator, int64_t now_ms)
{
    uint32_t slot;
    bool post;
    const char *path, *body, *actor;
    while (operator->mail && felt_mail_take(operator->mail, &slot, &post, &path, &body, &actor)) {
        struct task *task = begin(operator, operator->config.requests_max + slot, now_ms);
        operator->counts.letters++;
        task->by_mail = task->is_json = true;
        task->post = post;
        (void)snprintf(task->actor, sizeof task->actor, "%s", actor);
        const char *query = strchr(path, '?');
        if (!keep(task, path, query ? query + 1 : "", body, strlen(body))) {
            felt_operator_refuse_outcome(operator, task, FELT_OUTCOME_BUSY);
            continue;
        }
        task->path[strcspn(task->path, "?")] = '\0';
        dispatch(operator, task);
    }
}

void felt_operator_turn(struct felt_operator *operator, int64_t now_ms)
{
    struct felt_bank_reply reply;
    struct felt_proved proved;
    while (operator->desk && operator->given && felt_bank_take(operator->desk, 0, &reply)) {
        if (reply.is_receipt)
            felt_operator_receipt(operator, reply.ticket, &reply.receipt, now_ms);
        else
            felt_operator_found(operator, reply.ticket, &reply.answer, now_ms);
    }
    if (operator->prover && felt_prover_take(operator->prover, &proved)) {
        struct task *task = find_task(operator, proved.ticket, AWAITS_PROOF);
        if (task) {
            task->proved = &proved;
            go_on(operator, task, now_ms);
        }
    }
    take_letters(operator, now_ms);
}

const struct felt_operator_counts *felt_operator_counts(const struct felt_operator *operator)
{
    return &operator->counts;
}
