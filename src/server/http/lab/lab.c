/* lab.c -- requests to the lab that are under way: who asks, what he may, who waits for news.
 * See parts.h.
 *
 * A request that follows an evolution may be held until there is something new: it is given to the
 * clerk again every LOOK_MS, and answered with nothing when its time is over.  Held are a few of an
 * address and HELD_MAX of all; to others is said at once that there is nothing. */
#include "server/http/lab/parts.h"
#include "server/http/mistake.h"

#include "server/http/credentials.h"
#include "server/http/limits.h"
#include "felt/assert.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    LIMIT_SETS = 512, /* 4096 buckets                                                            */
    LOOK_MS = 400,
    HELD_MAX = 64,
    HELD_EACH = 4,
    WAITING_MAX = 64, /* wants that wait for the clerk, beside those that are held               */
    WAITING_EACH = 8,
    LOG_BYTES = 512,
    ACTOR_BYTES = 32
};
_Static_assert((int)HELD_MAX + (int)WAITING_MAX < (int)FELT_HTTP_LAB_QUEUE,
               "the clerk takes them all");

static const char root[] = "/api/lab";

enum rule {
    RULE_REQUESTS,
    RULE_ADDRESS_RATINGS,
    RULE_USER_RATINGS,
    RULE_ADDRESS_TABLES,
    RULE_USER_TABLES
};
static const struct felt_limits_rule rules[] = {
    [RULE_REQUESTS] = {RULE_REQUESTS, 60, 240 * 60, {0}, 0},
    [RULE_ADDRESS_RATINGS] = {RULE_ADDRESS_RATINGS, 60, 240, {0}, 0},
    [RULE_USER_RATINGS] = {RULE_USER_RATINGS, 30, 120, {0}, 0},
    [RULE_ADDRESS_TABLES] = {RULE_ADDRESS_TABLES, 60, 240, {0}, 0},
    [RULE_USER_TABLES] = {RULE_USER_TABLES, 30, 120, {0}, 0},
};

enum awaits { AWAITS_NOTHING, AWAITS_SESSION, AWAITS_CLERK, AWAITS_NEWS };

struct task {
    uint32_t number, generation;
    bool busy, held, by_bearer;
    uint8_t awaits;
    struct felt_http_lab_want want;
    int64_t look_ms, until_ms; /* of one that is held                                            */
    struct felt_limits_source from; /* the address, as it is limited                             */
    char address[FELT_ADDRESS_BYTES + 1];
};

struct felt_http_lab {
    struct felt_http_lab_config config;
    const struct felt_http_lab_services *services;
    struct felt_ledger_client *accounts;
    struct felt_http_lab_clerk *clerk;
    struct felt_limits limits;
    struct task *tasks;
    uint32_t given; /* to the ledger store, without an answer so far */
    struct felt_http_lab_counts counts;
};

/* ---- opening and closing ---- */

static bool open_own(struct felt_http_lab *lab)
{
    const struct felt_http_lab_services *services = lab->services;
    int directory = -1;
    if (lab->config.directory) {
        directory = open(lab->config.directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (directory < 0) return false;
    }
    lab->clerk = felt_http_lab_clerk_open(directory, services->wake, services->self);
    lab->accounts = felt_ledger_client_open(lab->config.bank, services->wake, services->self);
    return lab->clerk && lab->accounts;
}

struct felt_http_lab *felt_http_lab_open(const struct felt_http_lab_config *config,
                                         const struct felt_http_lab_services *services)
{
    felt_assert(config->requests_max > 0);
    struct felt_http_lab *lab = calloc(1, sizeof *lab);
    if (!lab) return NULL;
    lab->config = *config;
    lab->services = services;
    lab->tasks = calloc(config->requests_max, sizeof *lab->tasks);
    lab->limits.sets = LIMIT_SETS;
    lab->limits.buckets =
        calloc((size_t)LIMIT_SETS * FELT_LIMITS_WAYS, sizeof *lab->limits.buckets);
    lab->limits.digests = &services->digests;
    if (!lab->tasks || !lab->limits.buckets || !open_own(lab)) {
        felt_http_lab_close(lab);
        return NULL;
    }
    services->entropy(services->self, lab->limits.seed, sizeof lab->limits.seed);
    for (uint32_t i = 0; i < config->requests_max; i++) lab->tasks[i].number = i;
    return lab;
}

void felt_http_lab_close(struct felt_http_lab *lab)
{
    struct felt_ledger_store_reply reply;
    if (!lab) return;
    while (lab->accounts && lab->given && felt_ledger_client_take(lab->accounts, -1, &reply)) {
        lab->given--;
        if (!reply.is_receipt) free(reply.answer.rows);
    }
    felt_http_lab_clerk_close(lab->clerk);
    if (lab->accounts) felt_ledger_client_close(lab->accounts);
    free(lab->tasks);
    free(lab->limits.buckets);
    free(lab);
}

const struct felt_http_lab_counts *felt_http_lab_counts(const struct felt_http_lab *lab)
{
    return &lab->counts;
}

/* ---- answers ---- */

static void release(struct felt_http_lab *lab, struct task *task)
{
    felt_assert(task->busy);
    if (task->held) lab->counts.held--;
    *task = (struct task){.number = task->number, .generation = task->generation};
}

/* B6.  A body of NULL: there was no memory for it. */
static void give(struct felt_http_lab *lab, struct task *task, struct felt_net_answer *answer)
{
    static const char no_memory[] =
        "{\"error\":{\"code\":\"BUSY\",\"message\":\"there is not enough memory\"}}";
    uint32_t number = task->number;
    if (!answer->body) {
        answer->status = 503;
        answer->type = "application/json";
        answer->body = strdup(no_memory);
        answer->bytes = answer->body ? sizeof no_memory - 1 : 0;
    }
    if (answer->status >= 400) lab->counts.refused++;
    if (answer->status == 503) answer->retry_s = 1;
    release(lab, task);
    lab->services->answer(lab->services->self, number, answer);
}

static void refuse(struct felt_http_lab *lab, struct task *task, int status, const char *code,
                   const char *field, const char *message, int64_t wait_ms)
{
    enum { ROOM = 512 };
    struct felt_net_answer answer = {.status = status,
                                     .type = "application/json",
                                     .body = malloc(ROOM),
                                     .retry_s = (int)((wait_ms + 999) / 1000)};
    if (answer.body) {
        struct felt_buffer out = felt_buffer_make(answer.body, ROOM);
        struct felt_json json = felt_json_make(&out);
        felt_json_put_mistake(&json, code, message, field);
        felt_assert(felt_json_done(&json));
        answer.bytes = out.used;
    }
    give(lab, task, &answer);
}

static void refuse_busy(struct felt_http_lab *lab, struct task *task)
{
    refuse(lab, task, 503, "BUSY", NULL, "too much is asked for at once: try again", 1000);
}

static bool take_token(struct felt_http_lab *lab, struct task *task, enum rule rule,
                       const struct felt_limits_source *source, int64_t now_ms)
{
    char message[64];
    int64_t wait_ms = felt_limits_take_from(&lab->limits, rules[rule], source, now_ms);
    if (wait_ms == 0) return true;
    (void)snprintf(message, sizeof message, "that was too often: wait %lld second%s",
                   (long long)((wait_ms + 999) / 1000), wait_ms <= 1000 ? "" : "s");
    refuse(lab, task, 429, "TOO_MANY_REQUESTS", NULL, message, wait_ms);
    return false;
}

static void write_log(const struct felt_http_lab *lab, const struct task *task, const char *level,
                      const char *event, const char *text)
{
    char memory[LOG_BYTES];
    struct felt_buffer out = felt_buffer_make(memory, sizeof memory);
    struct felt_json json = felt_json_make(&out);
    if (!lab->services->log) return;
    felt_json_object(&json);
    felt_json_key(&json, "level"), felt_json_text(&json, level);
    felt_json_key(&json, "event"), felt_json_text(&json, event);
    felt_json_key(&json, "archive"), felt_json_text(&json, task->want.archive);
    if (task->want.user) felt_json_key(&json, "user"), felt_json_int(&json, task->want.user);
    if (*text) felt_json_key(&json, "text"), felt_json_text(&json, text);
    felt_json_end(&json);
    if (felt_json_done(&json)) lab->services->log(lab->services->self, memory, out.used);
}

/* ---- the clerk ---- */

static uint64_t make_ticket(const struct task *task)
{
    return (uint64_t)task->generation << 32 | task->number;
}

static struct task *find_task(struct felt_http_lab *lab, uint64_t ticket, enum awaits what)
{
    uint32_t number = (uint32_t)ticket, generation = (uint32_t)(ticket >> 32);
    felt_assert(number < lab->config.requests_max);
    struct task *task = &lab->tasks[number];
    return task->busy && task->generation == generation && task->awaits == what ? task : NULL;
}

/* How many others are under way like this one, of its address and of all.  The others of a wider
 * network count for less, as it may have more. */
static void count_others(const struct felt_http_lab *lab, const struct task *task, uint32_t *each,
                         uint32_t *all)
{
    uint32_t of[FELT_NETWORKS] = {0};
    *each = *all = 0;
    for (uint32_t i = 0; i < lab->config.requests_max; i++) {
        const struct task *other = &lab->tasks[i];
        if (other == task || !other->busy || other->held != task->held) continue;
        if (!task->held && other->awaits != AWAITS_CLERK) continue;
        ++*all;
        for (int level = 0; level < FELT_NETWORKS; level++)
            of[level] += strcmp(other->from.whom[level], task->from.whom[level]) == 0;
    }
    for (int level = 0; level < FELT_NETWORKS; level++) {
        uint32_t share = of[level] / felt_network_times(level);
        if (task->from.whom[level][0] && share > *each) *each = share;
    }
}

static void hand_over(struct felt_http_lab *lab, struct task *task)
{
    task->awaits = AWAITS_CLERK;
    if (!felt_http_lab_clerk_give(lab->clerk, &task->want, make_ticket(task)))
        refuse_busy(lab, task);
}

/* For the first time. */
static void begin(struct felt_http_lab *lab, struct task *task, int64_t now_ms)
{
    uint32_t each, all;
    if (task->want.wait_ms > 0) {
        task->held = true;
        count_others(lab, task, &each, &all);
        task->held = each < HELD_EACH && all < HELD_MAX;
        if (task->held) lab->counts.held++;
        task->want.waits = task->held;
        task->until_ms = now_ms + task->want.wait_ms;
    }
    count_others(lab, task, &each, &all);
    if (!task->held && (each >= WAITING_EACH || all >= WAITING_MAX))
        refuse_busy(lab, task);
    else
        hand_over(lab, task);
}

/* False: it cannot be, and he was told. */
static bool make_ready(struct felt_http_lab *lab, struct task *task,
                       struct felt_http_lab_result *result)
{
    const struct felt_http_lab_services *services = lab->services;
    bool good = services->prepare && services->prepare(services->self, result->seats,
                                                       result->genome, result->genome_bytes);
    free(result->genome);
    result->genome = NULL;
    if (good) {
        lab->counts.tables++;
        return true;
    }
    free(result->body);
    refuse(lab, task, 503, "UNAVAILABLE", NULL, "there is no room to play in here now", 1000);
    return false;
}

static void take_result(struct felt_http_lab *lab, struct felt_http_lab_result *result,
                        int64_t now_ms)
{
    struct task *task = find_task(lab, result->ticket, AWAITS_CLERK);
    if (!task) {
        free(result->body);
        free(result->genome);
        return;
    }
    if (result->genome && !make_ready(lab, task, result)) return;
    if (result->status == 0) {
        task->awaits = AWAITS_NEWS;
        task->look_ms = now_ms + LOOK_MS;
        return;
    }
    if (result->log[0]) write_log(lab, task, "error", "lab", result->log);
    if (result->rated) {
        lab->counts.ratings++;
        write_log(lab, task, "info", "rating", "");
    }
    struct felt_net_answer answer = {.status = result->status,
                                     .type = result->type,
                                     .body = result->body,
                                     .bytes = result->bytes,
                                     .page = result->page};
    give(lab, task, &answer);
}

/* ---- who rates, who plays ---- */

static void session_found(struct felt_http_lab *lab, struct task *task,
                          const struct felt_ledger_answer *answer, int64_t now_ms)
{
    enum felt_outcome outcome = (enum felt_outcome)answer->outcome;
    enum felt_session_kind kind = (enum felt_session_kind)answer->session.kind;
    char whom[ACTOR_BYTES];
    struct felt_limits_source user;
    bool fits = task->by_bearer ? kind == FELT_SESSION_BEARER : felt_session_is_browser(kind);
    if (outcome == FELT_OUTCOME_UNAVAILABLE || outcome == FELT_OUTCOME_BUSY) {
        refuse(lab, task, 503, felt_outcome_word(outcome), NULL,
               "the books cannot be reached; try again", 1000);
        return;
    }
    if (outcome != FELT_OUTCOME_OK || !fits) {
        refuse(lab, task, 401, felt_outcome_word(FELT_OUTCOME_NO_SESSION), NULL,
               felt_outcome_text(FELT_OUTCOME_NO_SESSION), 0);
        return;
    }
    task->want.user = answer->user.id;
    (void)snprintf(whom, sizeof whom, "user:%lld", (long long)answer->user.id);
    felt_limits_source_name(whom, &user);
    bool plays = task->want.what == FELT_HTTP_LAB_TABLE;
    if (take_token(lab, task, plays ? RULE_USER_TABLES : RULE_USER_RATINGS, &user, now_ms) &&
        take_token(lab, task, plays ? RULE_ADDRESS_TABLES : RULE_ADDRESS_RATINGS, &task->from,
                   now_ms))
        begin(lab, task, now_ms);
}

static void ask_session(struct felt_http_lab *lab, struct task *task,
                        const struct felt_http_accounts_request *request, int64_t now_ms)
{
    struct felt_question question = {.kind = FELT_QUESTION_SESSION, .now_ms = now_ms, .limit = 1};
    const char *value = request->bearer;
    size_t bytes = strlen(value);
    int found = 1;
    task->by_bearer = bytes > 0;
    if (!task->by_bearer)
        found = felt_http_read_cookie(request->cookie, request->secure, &value, &bytes);
    if (found < 0) {
        refuse(lab, task, 400, "BAD_FIELD", "cookie", "there is more than one cookie of a session",
               0);
        return;
    }
    if (found == 0 ||
        !felt_http_read_token(&lab->services->digests, value, bytes, question.token)) {
        refuse(lab, task, 401, felt_outcome_word(FELT_OUTCOME_NO_SESSION), NULL,
               felt_outcome_text(FELT_OUTCOME_NO_SESSION), 0);
        return;
    }
    task->awaits = AWAITS_SESSION;
    lab->given++;
    if (felt_ledger_client_ask(lab->accounts, &question, make_ticket(task))) return;
    lab->given--;
    refuse_busy(lab, task);
}

static const char *read_body(const struct felt_http_accounts_request *request,
                             struct felt_http_lab_want *want, const char **code, const char **field)
{
    if (want->what == FELT_HTTP_LAB_TABLE)
        return felt_http_lab_read_nothing(request->body, request->bytes, code, field);
    return felt_http_lab_read_rating(request->body, request->bytes, want, code, field);
}

static void take_post(struct felt_http_lab *lab, struct task *task,
                      const struct felt_http_accounts_request *request, int64_t now_ms)
{
    const char *code = NULL, *field = NULL, *wrong = NULL;
    if (request->bytes > FELT_HTTP_ACCOUNTS_BODY_MAX)
        refuse(lab, task, 413, "TOO_LARGE", NULL, "a body has at most 8192 bytes", 0);
    else if (!felt_http_is_json(request->type)) /* B5 */
        refuse(lab, task, 415, "NOT_JSON", NULL, "the type of the body is application/json", 0);
    else if ((wrong = read_body(request, &task->want, &code, &field)) != NULL)
        refuse(lab, task, 400, code, field, wrong, 0);
    else
        ask_session(lab, task, request, now_ms);
}

/* ---- requests ---- */

bool felt_http_lab_owns(const char *path)
{
    return strncmp(path, root, sizeof root - 1) == 0 &&
           (path[sizeof root - 1] == '\0' || path[sizeof root - 1] == '/');
}

static bool is_of_known(const char *path)
{
    static const char known[] = "/api/lab/" FELT_HTTP_LAB_KNOWN;
    size_t bytes = sizeof known - 1;
    return strncmp(path, known, bytes) == 0 && (path[bytes] == '\0' || path[bytes] == '/');
}

void felt_http_lab_request(struct felt_http_lab *lab, uint32_t number,
                           const struct felt_http_accounts_request *request, int64_t now_ms)
{
    felt_assert(number < lab->config.requests_max);
    struct task *task = &lab->tasks[number];
    const char *code = NULL, *why = NULL, *field = NULL;
    felt_assert(!task->busy);
    task->busy = true;
    if (++task->generation == 0) task->generation = 1;
    lab->counts.requests++;
    (void)snprintf(task->address, sizeof task->address, "%s", request->address);
    felt_limits_source_of(task->address, &task->from);
    if (!take_token(lab, task, RULE_REQUESTS, &task->from, now_ms)) return;
    int status = 0;
    if (request->foreign)
        refuse(lab, task, 403, "FOREIGN_ORIGIN", NULL, "this was sent from a page of another site",
               0);
    else if (!lab->config.directory && !is_of_known(request->path))
        refuse(lab, task, 404, "NO_LAB", NULL,
               "there is no lab here: felt serve --lab-dir DIR shows archives of felt lab evolve",
               0);
    else if ((status = felt_http_lab_read_path(request->path, request->post, &task->want, &code,
                                               &why)) != 0)
        refuse(lab, task, status, code, NULL, why, 0);
    else if ((field = felt_http_lab_read_query(request->query, &task->want)) != NULL)
        refuse(lab, task, 400, "BAD_FIELD", field,
               "there is something wrong with this part of the query", 0);
    else if (request->post)
        take_post(lab, task, request, now_ms);
    else
        begin(lab, task, now_ms);
}

void felt_http_lab_gone(struct felt_http_lab *lab, uint32_t number)
{
    felt_assert(number < lab->config.requests_max);
    if (lab->tasks[number].busy) release(lab, &lab->tasks[number]);
}

/* ---- turns ---- */

/* Those that are held are looked at again, or have waited long enough. */
static int64_t look_again(struct felt_http_lab *lab, int64_t now_ms)
{
    int64_t next = -1;
    if (!lab->counts.held) return -1;
    for (uint32_t i = 0; i < lab->config.requests_max; i++) {
        struct task *task = &lab->tasks[i];
        if (!task->busy || task->awaits != AWAITS_NEWS) continue;
        if (task->look_ms <= now_ms || task->look_ms > now_ms + LOOK_MS) { /* the clock was set */
            task->want.waits = now_ms < task->until_ms;
            hand_over(lab, task);
            continue;
        }
        int64_t left = task->look_ms - now_ms;
        if (next < 0 || left < next) next = left;
    }
    return next;
}

int64_t felt_http_lab_turn(struct felt_http_lab *lab, int64_t now_ms)
{
    struct felt_ledger_store_reply reply;
    struct felt_http_lab_result result;
    while (lab->given && felt_ledger_client_take(lab->accounts, 0, &reply)) {
        lab->given--;
        if (reply.is_receipt) continue;
        struct task *task = find_task(lab, reply.ticket, AWAITS_SESSION);
        if (task) session_found(lab, task, &reply.answer, now_ms);
        free(reply.answer.rows);
    }
    while (lab->clerk && felt_http_lab_clerk_take(lab->clerk, &result))
        take_result(lab, &result, now_ms);
    return look_again(lab, now_ms);
}
