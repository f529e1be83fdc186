/* users.c -- users, chips, and proofs of the ledger.  Whatever changes a user or
 * moves chips is an order with an actor (P3). */
#include "server/http/admin/parts.h"
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
static void write_users(struct felt_json *json, const struct felt_http_admin *admin,
                        const struct task *task)
{
    const struct felt_ledger_answer *answer = task->answer;
    uint32_t shown = answer->count < task->limit ? answer->count : task->limit;
    (void)admin;
    felt_json_object(json);
    felt_json_key(json, "users");
    felt_json_array(json);
    for (uint32_t i = 0; i < shown; i++) write_user(json, &answer->users[i], task->now_ms);
    felt_json_end(json);
    if (shown && shown < answer->count)
        felt_json_put_int(json, "next", answer->users[shown - 1].id);
    felt_json_end(json);
}

static void users_found(struct felt_http_admin *admin, struct task *task)
{
    if (!felt_http_admin_is_good(admin, task)) return;
    felt_http_admin_log(admin, task, "READ", NULL);
    felt_http_admin_answer(admin, task, write_users);
}

void felt_http_admin_users(struct felt_http_admin *admin, struct task *task)
{
    struct felt_question question = {.kind = FELT_QUESTION_USERS,
                                     .now_ms = task->now_ms,
                                     .before = task->behind,
                                     .limit = task->limit + 1};
    _Static_assert(sizeof question.text >= sizeof task->search, "every name fits");
    memcpy(question.text, task->search, sizeof task->search);
    felt_http_admin_ask(admin, task, &question, users_found);
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

static void write_seats(struct felt_json *json, const struct felt_http_admin *admin, int64_t user)
{
    const struct felt_room_config *config = admin->config.room_config;
    felt_json_key(json, "seats");
    felt_json_array(json);
    for (uint32_t i = 0; admin->config.room && i < config->tables_max; i++) {
        struct felt_room_face face;
        if (!felt_room_face(admin->config.room, i, &face)) continue;
        for (int seat = 0; seat < face.stake->seats; seat++) {
            const struct felt_room_seat_face *place = &face.seat[seat];
            if (place->state == FELT_ROOM_SEAT_FREE || place->user != user) continue;
            felt_json_object(json);
            felt_json_put_text(json, "table", face.id);
            felt_json_put_int(json, "seat", seat);
            felt_json_put_text(json, "state",
                               felt_room_seat_word((enum felt_room_seat_state)place->state));
            felt_json_put_int(json, "stack", place->stack);
            felt_json_put_bool(json, "connected", place->connected);
            felt_json_end(json);
        }
    }
    felt_json_end(json);
}

static void write_lines(struct felt_json *json, const struct felt_ledger_answer *answer)
{
    felt_json_key(json, "lines");
    felt_json_array(json);
    for (uint32_t i = 0; i < answer->count; i++) felt_json_history_line(json, &answer->history[i]);
    felt_json_end(json);
}

static void write_whole_user(struct felt_json *json, const struct felt_http_admin *admin,
                             const struct task *task)
{
    felt_json_object(json);
    felt_json_key(json, "user");
    write_user(json, &task->user, task->now_ms);
    felt_json_put_int(json, "total", task->total);
    write_accounts(json, task);
    write_seats(json, admin, task->id);
    write_lines(json, task->answer);
    felt_json_end(json);
}

static void lines_found(struct felt_http_admin *admin, struct task *task)
{
    if (felt_http_admin_is_good(admin, task)) felt_http_admin_answer(admin, task, write_whole_user);
}

static void seats_found(struct felt_http_admin *admin, struct task *task)
{
    if (!felt_http_admin_is_good(admin, task)) return;
    task->seats = task->answer->accounts; /* the task's from now on */
    task->seat_count = task->answer->count;
    task->answer->rows = NULL;
    struct felt_question question = {.kind = FELT_QUESTION_HISTORY,
                                     .now_ms = task->now_ms,
                                     .number = task->id,
                                     .before = INT64_MAX,
                                     .limit = FELT_HTTP_ADMIN_LINES};
    felt_http_admin_ask(admin, task, &question, lines_found);
}

static void user_found(struct felt_http_admin *admin, struct task *task)
{
    if (!felt_http_admin_is_good(admin, task)) return;
    task->user = task->answer->user;
    task->total = task->answer->total;
    felt_http_admin_log(admin, task, "READ", NULL); /* private data: who looked at whose */
    struct felt_question question = {.kind = FELT_QUESTION_SEATS,
                                     .now_ms = task->now_ms,
                                     .number = task->id,
                                     .limit = FELT_QUESTION_ROWS_MAX};
    felt_http_admin_ask(admin, task, &question, seats_found);
}

void felt_http_admin_user(struct felt_http_admin *admin, struct task *task)
{
    struct felt_question question = {
        .kind = FELT_QUESTION_USER, .now_ms = task->now_ms, .number = task->id, .limit = 1};
    felt_http_admin_ask(admin, task, &question, user_found);
}

/* ---- changing ---- */

static void write_receipt(struct felt_json *json, const struct felt_http_admin *admin,
                          const struct task *task)
{
    const struct felt_receipt *receipt = task->receipt;
    (void)admin;
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
static void send_away(struct felt_http_admin *admin, int64_t user, bool stands, const char *why)
{
    const struct felt_http_admin_services *services = admin->services;
    if (admin->config.room && stands)
        felt_room_clear(admin->config.room, user, services->room_ms(services->self));
    if (services->dismiss) services->dismiss(services->self, user, why);
}

static void changed(struct felt_http_admin *admin, struct task *task)
{
    enum felt_outcome outcome = (enum felt_outcome)task->receipt->outcome;
    const struct felt_order *order = &task->order;
    bool disabled = order->kind == FELT_ORDER_DISABLE && order->amount;
    char detail[FELT_ORDER_ABOUT_BYTES + FELT_ORDER_REASON_BYTES + 40];
    (void)snprintf(detail, sizeof detail, "user %lld%s%s%s%s", (long long)order->user,
                   order->about[0] ? ", " : "", order->about, order->reason[0] ? ": " : "",
                   order->reason);
    felt_http_admin_log(admin, task, felt_outcome_word(outcome), detail);
    if (outcome != FELT_OUTCOME_OK) {
        felt_http_admin_refuse_outcome(admin, task, outcome);
        return;
    }
    if (order->kind == FELT_ORDER_SILENCE && admin->config.room) {
        int64_t room_ms = admin->services->room_ms(admin->services->self);
        (void)felt_room_silence(admin->config.room, order->user,
                                order->until_ms ? room_ms + order->until_ms - task->now_ms : 0);
    }
    if (disabled || order->kind == FELT_ORDER_SIGN_OUT)
        send_away(admin, order->user, disabled,
                  disabled ? "this account is disabled" : "you were signed out");
    felt_http_admin_answer(admin, task, write_receipt);
}

static void change(struct felt_http_admin *admin, struct task *task, enum felt_order_kind kind,
                   felt_chips amount)
{
    task->order = (struct felt_order){.kind = (uint8_t)kind, .user = task->id, .amount = amount};
    int64_t minutes = task->values.number[FIELD_MINUTES];
    if (minutes) {
        task->order.until_ms = task->now_ms + minutes * 60000;
        (void)snprintf(task->order.about, sizeof task->order.about, "%lld minutes",
                       (long long)minutes);
    }
    felt_http_admin_order(admin, task, changed);
}

/* He may be anywhere, or come later: the room session asks the ledger. */
void felt_http_admin_silence(struct felt_http_admin *admin, struct task *task)
{
    change(admin, task, FELT_ORDER_SILENCE, 0);
}

void felt_http_admin_disable(struct felt_http_admin *admin, struct task *task)
{
    if (task->id == task->admin)
        felt_http_admin_refuse(admin, task, 409, "SELF", NULL,
                               "nobody disables himself: another operator can, or felt admin");
    else
        change(admin, task, FELT_ORDER_DISABLE, 1);
}

void felt_http_admin_enable(struct felt_http_admin *admin, struct task *task)
{
    change(admin, task, FELT_ORDER_DISABLE, 0);
}

void felt_http_admin_sign_out(struct felt_http_admin *admin, struct task *task)
{
    change(admin, task, FELT_ORDER_SIGN_OUT, 0);
}

/* Keys of one operator never meet those of another. */
static void move(struct felt_http_admin *admin, struct task *task, enum felt_order_kind kind)
{
    const struct felt_http_admin_values *values = &task->values;
    task->order = (struct felt_order){.kind = (uint8_t)kind,
                                      .user = values->number[FIELD_USER],
                                      .amount = values->number[FIELD_AMOUNT]};
    (void)snprintf(task->order.key, sizeof task->order.key, "operator:%lld:%s",
                   (long long)task->admin, values->text[FIELD_KEY]);
    felt_http_admin_order(admin, task, changed);
}

void felt_http_admin_credit(struct felt_http_admin *admin, struct task *task)
{
    move(admin, task, FELT_ORDER_CREDIT);
}

void felt_http_admin_debit(struct felt_http_admin *admin, struct task *task)
{
    move(admin, task, FELT_ORDER_DEBIT);
}

/* felt admin has ended the sessions of a user, or closed his account. */
void felt_http_admin_dismiss(struct felt_http_admin *admin, struct task *task)
{
    const struct felt_http_admin_services *services = admin->services;
    bool closed = task->values.number[FIELD_CLOSED] != 0;
    send_away(admin, task->id, closed || task->values.number[FIELD_STANDS],
              task->values.text[FIELD_REASON]);
    if (closed && services->forget) services->forget(services->self, task->id);
    felt_http_admin_log(admin, task, "OK", task->values.text[FIELD_REASON]);
    felt_http_admin_answer_nothing(admin, task);
}

/* ---- proofs ---- */

static void write_proofs(struct felt_json *json, const struct felt_http_admin *admin,
                         const struct task *task)
{
    const struct felt_proved *proved = task->proved;
    (void)admin;
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

static void proved(struct felt_http_admin *admin, struct task *task)
{
    if (task->proved->done)
        felt_http_admin_answer(admin, task, write_proofs);
    else
        felt_http_admin_refuse(admin, task, 503, "UNAVAILABLE", NULL, task->proved->complaint.text);
}

void felt_http_admin_check(struct felt_http_admin *admin, struct task *task)
{
    felt_http_admin_prove(admin, task, proved);
}
