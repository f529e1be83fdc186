/* serve_operator_users.c -- users, chips, and proofs of the books.  Whatever changes a user or
 * moves chips is an order with an actor (P3). */
#include "server/http/admin/serve_operator_parts.h"
#include "server/http/history_line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- looking ---- */

static void write_user(struct felt_json *json, const struct felt_user *user, int64_t now_ms)
{
    felt_json_object(json);
    felt_json_put_int(json, "id", user->id);
    felt_json_put_text(json, "kind", felt_user_kind_word((enum felt_user_kind)user->kind));
    felt_json_put_text(json, "username", user->username);
    felt_json_put_text(json, "handle", user->handle);
    felt_json_put_text(json, "email", user->email);
    felt_json_put_int(json, "chips", user->chips);
    felt_json_put_int(json, "invested", user->invested);
    felt_json_put_int(json, "level", user->level);
    felt_json_put_moment(json, "reg_date", user->reg_date);
    felt_json_put_moment(json, "last_visit", user->last_visit);
    felt_json_put_text(json, "remote_address", user->remote_address);
    felt_json_put_bool(json, "disabled", felt_user_is_disabled(user, now_ms));
    if (user->disabled_until) felt_json_put_moment(json, "disabled_until", user->disabled_until);
    if (user->silenced_until) felt_json_put_moment(json, "silenced_until", user->silenced_until);
    felt_json_put_bool(json, "deleted", user->deleted_at != 0);
    felt_json_end(json);
}

/* One row more than the limit was asked for: then there is a next page. */
static void write_users(struct felt_json *json, const struct felt_operator *operator,
                        const struct task * task)
{
    const struct felt_answer *answer = task->answer;
    uint32_t shown = answer->count < task->limit ? answer->count : task->limit;
    (void)operator;
    felt_json_object(json);
    felt_json_key(json, "users");
    felt_json_array(json);
    for (uint32_t i = 0; i < shown; i++) write_user(json, &answer->users[i], task->now_ms);
    felt_json_end(json);
    if (shown && shown < answer->count)
        felt_json_put_int(json, "next", answer->users[shown - 1].id);
    felt_json_end(json);
}

static void users_found(struct felt_operator *operator, struct task * task)
{
    if (!felt_operator_is_good(operator, task)) return;
    felt_operator_log(operator, task, "READ", NULL);
    felt_operator_answer(operator, task, write_users);
}

void felt_operator_users(struct felt_operator *operator, struct task * task)
{
    struct felt_question question = {.kind = FELT_ASK_USERS,
                                     .now_ms = task->now_ms,
                                     .before = task->behind,
                                     .limit = task->limit + 1};
    _Static_assert(sizeof question.text >= sizeof task->search, "every name fits");
    memcpy(question.text, task->search, sizeof task->search);
    felt_operator_ask(operator, task, &question, users_found);
}

/* ---- one of them ---- */

static void write_accounts(struct felt_json *json, const struct task *task)
{
    felt_json_key(json, "accounts");
    felt_json_array(json);
    for (uint32_t i = 0; i < task->seat_count; i++) {
        felt_json_object(json);
        felt_json_put_text(json, "account", task->seats[i].name);
        felt_json_put_int(json, "balance", task->seats[i].balance);
        felt_json_end(json);
    }
    felt_json_end(json);
}

static void write_chairs(struct felt_json *json, const struct felt_operator *operator, int64_t user)
{
    const struct felt_floor_config *config = operator->config.floor_config;
    felt_json_key(json, "seats");
    felt_json_array(json);
    for (uint32_t i = 0; operator->config.floor && i<config->tables_max; i++) {
        struct felt_floor_face face;
        if (!felt_floor_face(operator->config.floor, i, &face)) continue;
        for (int seat = 0; seat < face.stake->seats; seat++) {
            const struct felt_chair_face *chair = &face.chair[seat];
            if (chair->state == FELT_CHAIR_FREE || chair->user != user) continue;
            felt_json_object(json);
            felt_json_put_text(json, "table", face.id);
            felt_json_put_int(json, "seat", seat);
            felt_json_put_text(json, "state", felt_chair_word((enum felt_chair_state)chair->state));
            felt_json_put_int(json, "stack", chair->stack);
            felt_json_put_bool(json, "connected", chair->connected);
            felt_json_end(json);
        }
    }
    felt_json_end(json);
}

static void write_lines(struct felt_json *json, const struct felt_answer *answer)
{
    felt_json_key(json, "lines");
    felt_json_array(json);
    for (uint32_t i = 0; i < answer->count; i++) felt_json_history_line(json, &answer->history[i]);
    felt_json_end(json);
}

static void write_whole_user(struct felt_json *json, const struct felt_operator *operator,
                             const struct task * task)
{
    felt_json_object(json);
    felt_json_key(json, "user");
    write_user(json, &task->user, task->now_ms);
    felt_json_put_int(json, "total", task->total);
    write_accounts(json, task);
    write_chairs(json, operator, task->id);
    write_lines(json, task->answer);
    felt_json_end(json);
}

static void lines_found(struct felt_operator *operator, struct task * task)
{
    if (felt_operator_is_good(operator, task))
        felt_operator_answer(operator, task, write_whole_user);
}

static void seats_found(struct felt_operator *operator, struct task * task)
{
    if (!felt_operator_is_good(operator, task)) return;
    task->seats = task->answer->accounts; /* the task's from now on */
    task->seat_count = task->answer->count;
    task->answer->rows = NULL;
    struct felt_question question = {.kind = FELT_ASK_HISTORY,
                                     .now_ms = task->now_ms,
                                     .number = task->id,
                                     .before = INT64_MAX,
                                     .limit = FELT_OPERATOR_LINES};
    felt_operator_ask(operator, task, &question, lines_found);
}

static void user_found(struct felt_operator *operator, struct task * task)
{
    if (!felt_operator_is_good(operator, task)) return;
    task->user = task->answer->user;
    task->total = task->answer->total;
    felt_operator_log(operator, task, "READ", NULL); /* private data: who looked at whose */
    struct felt_question question = {.kind = FELT_ASK_SEATS,
                                     .now_ms = task->now_ms,
                                     .number = task->id,
                                     .limit = FELT_ASK_ROWS_MAX};
    felt_operator_ask(operator, task, &question, seats_found);
}

void felt_operator_user(struct felt_operator *operator, struct task * task)
{
    struct felt_question question = {
        .kind = FELT_ASK_USER, .now_ms = task->now_ms, .number = task->id, .limit = 1};
    felt_operator_ask(operator, task, &question, user_found);
}

/* ---- changing ---- */

static void write_receipt(struct felt_json *json, const struct felt_operator *operator,
                          const struct task * task)
{
    const struct felt_receipt *receipt = task->receipt;
    (void)operator;
    felt_json_object(json);
    felt_json_key(json, "user");
    write_user(json, &receipt->user, task->now_ms);
    if (felt_order_moves((enum felt_order_kind)task->order.kind)) {
        felt_json_put_int(json, "amount", receipt->amount);
        felt_json_put_int(json, "total", receipt->total);
        felt_json_put_int(json, "transaction", receipt->transaction);
        felt_json_put_bool(json, "replayed", receipt->replayed);
    }
    felt_json_end(json);
}

/* What a user whose sessions have ended still has in the room: lines, and, if he may not come back,
 * seats. */
static void send_away(struct felt_operator *operator, int64_t user, bool stands, const char *why)
{
    const struct felt_operator_services *services = operator->services;
    if (operator->config.floor && stands)
        felt_floor_clear(operator->config.floor, user, services->floor_ms(services->self));
    if (services->dismiss) services->dismiss(services->self, user, why);
}

static void changed(struct felt_operator *operator, struct task * task)
{
    enum felt_outcome outcome = (enum felt_outcome)task->receipt->outcome;
    const struct felt_order *order = &task->order;
    bool disabled = order->kind == FELT_ORDER_DISABLE && order->amount;
    char detail[FELT_ORDER_ABOUT_BYTES + FELT_ORDER_REASON_BYTES + 40];
    (void)snprintf(detail, sizeof detail, "user %lld%s%s%s%s", (long long)order->user,
                   order->about[0] ? ", " : "", order->about, order->reason[0] ? ": " : "",
                   order->reason);
    felt_operator_log(operator, task, felt_outcome_word(outcome), detail);
    if (outcome != FELT_OUTCOME_OK) {
        felt_operator_refuse_outcome(operator, task, outcome);
        return;
    }
    if (order->kind == FELT_ORDER_SILENCE && operator->config.floor) {
        int64_t floor_ms = operator->services->floor_ms(operator->services->self);
        (void)felt_floor_silence(operator->config.floor, order->user,
                                 order->until_ms ? floor_ms + order->until_ms - task->now_ms : 0);
    }
    if (disabled || order->kind == FELT_ORDER_SIGN_OUT)
        send_away(operator, order->user, disabled,
                  disabled ? "this account is disabled" : "you were signed out");
    felt_operator_answer(operator, task, write_receipt);
}

static void change(struct felt_operator *operator, struct task * task, enum felt_order_kind kind,
                   felt_chips amount)
{
    task->order = (struct felt_order){.kind = (uint8_t)kind, .user = task->id, .amount = amount};
    int64_t minutes = task->values.number[FIELD_MINUTES];
    if (minutes) {
        task->order.until_ms = task->now_ms + minutes * 60000;
        (void)snprintf(task->order.about, sizeof task->order.about, "%lld minutes",
                       (long long)minutes);
    }
    felt_operator_order(operator, task, changed);
}

/* He may be anywhere, or come later: the parlour asks the books. */
void felt_operator_silence(struct felt_operator *operator, struct task * task)
{
    change(operator, task, FELT_ORDER_SILENCE, 0);
}

void felt_operator_disable(struct felt_operator *operator, struct task * task)
{
    if (task->id == task->admin)
        felt_operator_refuse(operator, task, 409, "SELF", NULL,
                             "nobody disables himself: another operator can, or felt admin");
    else
        change(operator, task, FELT_ORDER_DISABLE, 1);
}

void felt_operator_enable(struct felt_operator *operator, struct task * task)
{
    change(operator, task, FELT_ORDER_DISABLE, 0);
}

void felt_operator_sign_out(struct felt_operator *operator, struct task * task)
{
    change(operator, task, FELT_ORDER_SIGN_OUT, 0);
}

/* Keys of one operator never meet those of another. */
static void move(struct felt_operator *operator, struct task * task, enum felt_order_kind kind)
{
    const struct felt_operator_values *values = &task->values;
    task->order = (struct felt_order){.kind = (uint8_t)kind,
                                      .user = values->number[FIELD_USER],
                                      .amount = values->number[FIELD_AMOUNT]};
    (void)snprintf(task->order.key, sizeof task->order.key, "operator:%lld:%s",
                   (long long)task->admin, values->text[FIELD_KEY]);
    felt_operator_order(operator, task, changed);
}

void felt_operator_credit(struct felt_operator *operator, struct task * task)
{
    move(operator, task, FELT_ORDER_CREDIT);
}

void felt_operator_debit(struct felt_operator *operator, struct task * task)
{
    move(operator, task, FELT_ORDER_DEBIT);
}

/* felt admin has ended the sessions of a user, or closed his account. */
void felt_operator_dismiss(struct felt_operator *operator, struct task * task)
{
    const struct felt_operator_services *services = operator->services;
    bool closed = task->values.number[FIELD_CLOSED] != 0;
    send_away(operator, task->id, closed || task->values.number[FIELD_STANDS],
              task->values.text[FIELD_REASON]);
    if (closed && services->forget) services->forget(services->self, task->id);
    felt_operator_log(operator, task, "OK", task->values.text[FIELD_REASON]);
    felt_operator_answer_nothing(operator, task);
}

/* ---- proofs ---- */

static void write_proofs(struct felt_json *json, const struct felt_operator *operator,
                         const struct task * task)
{
    const struct felt_proved *proved = task->proved;
    (void)operator;
    felt_json_object(json);
    felt_json_put_bool(json, "good", proved->good);
    felt_json_key(json, "proofs");
    felt_json_array(json);
    for (int i = 0; i < proved->count; i++) {
        const struct felt_proof *proof = &proved->proof[i];
        felt_json_object(json);
        felt_json_put_text(json, "what", felt_proof_text((enum felt_proof_kind)proof->kind));
        felt_json_put_int(json, "looked_at", (int64_t)proof->looked_at);
        felt_json_put_int(json, "wrong", (int64_t)proof->wrong);
        felt_json_put_text(json, "first", proof->first);
        felt_json_end(json);
    }
    felt_json_end(json);
    felt_json_end(json);
}

static void proved(struct felt_operator *operator, struct task * task)
{
    if (task->proved->done)
        felt_operator_answer(operator, task, write_proofs);
    else
        felt_operator_refuse(operator, task, 503, "UNAVAILABLE", NULL,
                             task->proved->complaint.text);
}

void felt_operator_check(struct felt_operator *operator, struct task * task)
{
    felt_operator_prove(operator, task, proved);
}
