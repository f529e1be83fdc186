/* write.c -- what an operator is answered, and lines of the log.
 *
 * An answer is written into memory that grows until it fits, as the accounts API's are.  Writers
 * read the task, so it is released when its answer is written, and before it is given. */
#include "server/http/admin/parts.h"
#include "server/http/mistake.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OUT_USUAL = 16 * 1024, OUT_MAX = 64 * 1024 * 1024, LOG_BYTES = 1024 };

/* ---- giving an answer ---- */

static bool compose(struct felt_http_admin *admin, const struct task *task,
                    felt_http_admin_writer *write, size_t *bytes)
{
    for (size_t capacity = admin->out_bytes ? admin->out_bytes : OUT_USUAL; capacity <= OUT_MAX;
         capacity *= 2) {
        if (capacity > admin->out_bytes) {
            char *larger = realloc(admin->out, capacity);
            if (!larger) return false;
            admin->out = larger;
            admin->out_bytes = capacity;
        }
        struct felt_buffer buffer = felt_buffer_make(admin->out, admin->out_bytes);
        struct felt_json json = felt_json_make(&buffer);
        write(&json, admin, task);
        *bytes = buffer.used;
        if (felt_json_done(&json)) return true;
    }
    return false;
}

/* P4 */
static void give(struct felt_http_admin *admin, struct task *task,
                 const struct felt_http_accounts_answer *answer)
{
    uint32_t number = task->number;
    bool by_requests = task->by_requests;
    felt_http_admin_release(task);
    if (by_requests)
        felt_admin_requests_answer(admin->requests, number - admin->config.requests_max,
                                   answer->status, answer->body, answer->bytes);
    else
        admin->services->answer(admin->services->self, number, answer);
    if (admin->out_bytes > 64 * OUT_USUAL) {
        free(admin->out);
        admin->out = NULL;
        admin->out_bytes = 0;
    }
}

void felt_http_admin_answer(struct felt_http_admin *admin, struct task *task,
                            felt_http_admin_writer *write)
{
    static const char no_memory[] =
        "{\"error\":{\"code\":\"BUSY\",\"message\":\"there is not enough memory\"}}";
    struct felt_http_accounts_answer answer = {.status = 200};
    if (compose(admin, task, write, &answer.bytes))
        answer.body = admin->out;
    else
        answer = (struct felt_http_accounts_answer){
            .status = 503, .body = no_memory, .bytes = sizeof no_memory - 1, .retry_s = 1};
    give(admin, task, &answer);
}

static void write_nothing(struct felt_json *json, const struct felt_http_admin *admin,
                          const struct task *task)
{
    (void)admin, (void)task;
    felt_json_object(json);
    felt_json_end(json);
}

void felt_http_admin_answer_nothing(struct felt_http_admin *admin, struct task *task)
{
    felt_http_admin_answer(admin, task, write_nothing);
}

/* ---- mistakes ---- */

void felt_http_admin_refuse(struct felt_http_admin *admin, struct task *task, int status,
                            const char *code, const char *field, const char *message)
{
    char memory[LOG_BYTES];
    struct felt_buffer out = felt_buffer_make(memory, sizeof memory);
    struct felt_json json = felt_json_make(&out);
    admin->counts.refused++;
    felt_json_put_mistake(&json, code, message, field);
    struct felt_http_accounts_answer answer = {.status = status,
                                               .body = memory,
                                               .bytes = out.used,
                                               .retry_s = status == 503 || status == 429 ? 1 : 0};
    give(admin, task, &answer);
}

void felt_http_admin_refuse_outcome(struct felt_http_admin *admin, struct task *task,
                                    enum felt_outcome outcome)
{
    static const uint16_t statuses[FELT_OUTCOMES] = {
        [FELT_OUTCOME_UNAVAILABLE] = 503, [FELT_OUTCOME_BUSY] = 503,
        [FELT_OUTCOME_NO_USER] = 404,     [FELT_OUTCOME_BAD_AMOUNT] = 400,
        [FELT_OUTCOME_BAD_KEY] = 400,     [FELT_OUTCOME_NO_CLUB] = 404,
        [FELT_OUTCOME_NO_REPORT] = 404,
    };
    felt_http_admin_refuse(admin, task, statuses[outcome] ? statuses[outcome] : 409,
                           felt_outcome_word(outcome), NULL, felt_outcome_text(outcome));
}

/* ---- the log ---- */

void felt_http_admin_lost_note(struct felt_http_admin *admin, const char *why)
{
    char memory[LOG_BYTES];
    struct felt_buffer out = felt_buffer_make(memory, sizeof memory);
    struct felt_json json = felt_json_make(&out);
    if (!admin->services->log) return;
    felt_json_object(&json);
    felt_json_put_text(&json, "event", "audit");
    felt_json_put_text(&json, "outcome", why);
    felt_json_put_text(&json, "detail", "a note is not in the audit: see the line of the change");
    felt_json_end(&json);
    if (felt_json_done(&json)) admin->services->log(admin->services->self, memory, out.used);
}

/* "/api/operator/house/dials" as "house_dials", "users/7/stand" as "users_stand". */
static void write_action(const struct task *task, char out[FELT_ORDER_ACTION_BYTES + 1])
{
    size_t used = 0;
    for (const char *at = task->route->path; *at && used < FELT_ORDER_ACTION_BYTES; at++) {
        if (*at == '#' || (*at == '/' && at[1] == '#')) continue;
        out[used++] = *at >= 'a' && *at <= 'z' ? *at : '_';
    }
    out[used] = '\0';
}

/* What was done and is no order of its own.  Letters that only follow an order of felt admin are
 * in the audit by that. */
static void note(struct felt_http_admin *admin, const struct task *task, const char *detail)
{
    struct felt_order order = {
        .kind = FELT_ORDER_NOTE, .now_ms = task->now_ms, .user = task->id > 0 ? task->id : 0};
    const char *table = task->values.text[FIELD_TABLE];
    if (task->order.actor[0] || task->route->letters) return;
    if (strncmp(task->route->path, "users/", 6) != 0) order.user = 0;
    memcpy(order.actor, task->actor, sizeof order.actor);
    write_action(task, order.action);
    (void)snprintf(order.about, sizeof order.about, "%s", table ? table : "");
    if (detail && strcmp(detail, order.about) != 0)
        (void)snprintf(order.reason, sizeof order.reason, "%s", detail);
    admin->given++;
    if (admin->bank.order(admin->bank.self, &order, FELT_HTTP_ADMIN_NO_TICKET)) return;
    admin->given--;
    felt_http_admin_lost_note(admin, felt_outcome_word(FELT_OUTCOME_BUSY));
}

void felt_http_admin_log(struct felt_http_admin *admin, const struct task *task,
                         const char *outcome, const char *detail)
{
    char memory[LOG_BYTES];
    struct felt_buffer out = felt_buffer_make(memory, sizeof memory);
    struct felt_json json = felt_json_make(&out);
    if (strcmp(outcome, "OK") == 0) {
        admin->counts.changes++;
        note(admin, task, detail);
    }
    if (!admin->services->log) return;
    felt_json_object(&json);
    felt_json_put_text(&json, "event", "operator");
    felt_json_put_text(&json, "what", task->path);
    felt_json_put_text(&json, "outcome", outcome);
    felt_json_put_text(&json, "actor", task->actor);
    if (task->address[0]) felt_json_put_text(&json, "address", task->address);
    if (detail && *detail) felt_json_put_text(&json, "detail", detail);
    felt_json_end(&json);
    if (felt_json_done(&json)) admin->services->log(admin->services->self, memory, out.used);
}
