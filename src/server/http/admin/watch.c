/* watch.c -- what operators did, what players reported, and clubs. */
#include "server/http/admin/parts.h"

#include <stdio.h>
#include <string.h>

/* Rows come newest first, before a number: `behind` of a query, as everywhere. */
static void ask_page(struct felt_http_admin *admin, struct task *task, enum felt_question_kind kind,
                     int64_t number, felt_http_admin_step *then)
{
    struct felt_question question = {.kind = (uint8_t)kind,
                                     .now_ms = task->now_ms,
                                     .number = number,
                                     .before = task->behind,
                                     .limit = task->limit + 1};
    memcpy(question.text, task->search, sizeof task->search);
    felt_http_admin_ask(admin, task, &question, then);
}

static uint32_t rows_shown(const struct task *task)
{
    return task->answer->count < task->limit ? task->answer->count : task->limit;
}

/* Ends the list; `last` is the number of its last row. */
static void end_list(struct felt_json *json, const struct task *task, int64_t last)
{
    felt_json_end(json);
    if (task->answer->count > task->limit) felt_json_put_int(json, "next", last);
    felt_json_end(json);
}

/* ---- the audit ---- */

static void write_audit(struct felt_json *json, const struct felt_http_admin *admin,
                        const struct task *task)
{
    uint32_t shown = rows_shown(task);
    int64_t last = 0;
    (void)admin;
    felt_json_object(json);
    felt_json_key(json, "audit");
    felt_json_array(json);
    for (uint32_t i = 0; i < shown; i++) {
        const struct felt_ledger_audit_row *row = &task->answer->audit[i];
        const struct felt_ledger_audit *line = &row->line;
        felt_json_object(json);
        felt_json_put_int(json, "id", last = line->id);
        felt_json_put_moment(json, "at", line->at_ms);
        felt_json_put_text(json, "actor", line->actor);
        felt_json_put_text(json, "kind", felt_order_word((enum felt_order_kind)line->kind));
        if (line->action[0]) felt_json_put_text(json, "action", line->action);
        if (line->about[0]) felt_json_put_text(json, "about", line->about);
        if (line->user) felt_json_put_int(json, "user", line->user);
        if (row->username[0]) felt_json_put_text(json, "username", row->username);
        if (line->amount) felt_json_put_int(json, "amount", line->amount);
        if (line->reason[0]) felt_json_put_text(json, "reason", line->reason);
        felt_json_end(json);
    }
    end_list(json, task, last);
}

static void audit_found(struct felt_http_admin *admin, struct task *task)
{
    if (felt_http_admin_is_good(admin, task)) felt_http_admin_answer(admin, task, write_audit);
}

void felt_http_admin_audit(struct felt_http_admin *admin, struct task *task)
{
    ask_page(admin, task, FELT_QUESTION_AUDIT, 0, audit_found);
}

/* ---- reports ---- */

static void write_reports(struct felt_json *json, const struct felt_http_admin *admin,
                          const struct task *task)
{
    uint32_t shown = rows_shown(task);
    int64_t last = 0;
    (void)admin;
    felt_json_object(json);
    felt_json_key(json, "reports");
    felt_json_array(json);
    for (uint32_t i = 0; i < shown; i++) {
        const struct felt_report_row *row = &task->answer->reports[i];
        const struct felt_user_report *report = &row->report;
        felt_json_object(json);
        felt_json_put_int(json, "id", last = report->id);
        felt_json_put_moment(json, "at", report->at_ms);
        felt_json_put_int(json, "by", report->by);
        felt_json_put_text(json, "by_username", row->by);
        felt_json_put_int(json, "user", report->user);
        felt_json_put_text(json, "username", row->username);
        felt_json_put_text(json, "handle", row->handle);
        if (report->table[0]) felt_json_put_text(json, "table", report->table);
        if (report->hand[0]) felt_json_put_text(json, "hand", report->hand);
        felt_json_put_text(json, "text", report->text);
        felt_json_put_bool(json, "open", report->done_at == 0);
        if (report->done_at) {
            felt_json_put_moment(json, "done_at", report->done_at);
            felt_json_put_text(json, "done_by", report->done_by);
            felt_json_put_text(json, "remark", report->remark);
        }
        felt_json_end(json);
    }
    end_list(json, task, last);
}

static void reports_found(struct felt_http_admin *admin, struct task *task)
{
    if (felt_http_admin_is_good(admin, task)) felt_http_admin_answer(admin, task, write_reports);
}

/* query=open: only those that nobody has dealt with. */
void felt_http_admin_reports(struct felt_http_admin *admin, struct task *task)
{
    bool open = strcmp(task->search, "open") == 0;
    if (task->search[0] && !open) {
        felt_http_admin_refuse(admin, task, 400, "BAD_FIELD", "query", "query=open, or none");
        return;
    }
    ask_page(admin, task, FELT_QUESTION_REPORTS, open, reports_found);
}

/* An order about no user is done. */
static void order_done(struct felt_http_admin *admin, struct task *task)
{
    enum felt_outcome outcome = (enum felt_outcome)task->receipt->outcome;
    felt_http_admin_log(admin, task, felt_outcome_word(outcome), task->order.reason);
    if (outcome != FELT_OUTCOME_OK)
        felt_http_admin_refuse_outcome(admin, task, outcome);
    else
        felt_http_admin_answer_nothing(admin, task);
}

static void order_number(struct felt_http_admin *admin, struct task *task,
                         enum felt_order_kind kind, const char *what, felt_http_admin_step *then)
{
    task->order = (struct felt_order){.kind = (uint8_t)kind, .number = task->id};
    (void)snprintf(task->order.about, sizeof task->order.about, "%s %lld", what,
                   (long long)task->id);
    felt_http_admin_order(admin, task, then);
}

void felt_http_admin_end_report(struct felt_http_admin *admin, struct task *task)
{
    order_number(admin, task, FELT_ORDER_REPORT_DONE, "report", order_done);
}

/* ---- clubs ---- */

static void write_club(struct felt_json *json, const struct felt_club *club)
{
    felt_json_put_int(json, "id", club->id);
    felt_json_put_text(json, "name", club->name);
    felt_json_put_int(json, "owner", club->owner);
    felt_json_put_int(json, "members", club->members);
    felt_json_put_moment(json, "created", club->created);
    if (club->closed_at) felt_json_put_moment(json, "closed_at", club->closed_at);
}

static void write_clubs(struct felt_json *json, const struct felt_http_admin *admin,
                        const struct task *task)
{
    uint32_t shown = rows_shown(task);
    int64_t last = 0;
    (void)admin;
    felt_json_object(json);
    felt_json_key(json, "clubs");
    felt_json_array(json);
    for (uint32_t i = 0; i < shown; i++) {
        const struct felt_club_row *row = &task->answer->clubs[i];
        last = row->club.id;
        felt_json_object(json);
        write_club(json, &row->club);
        felt_json_put_text(json, "owner_handle", row->handle);
        felt_json_end(json);
    }
    end_list(json, task, last);
}

static void clubs_found(struct felt_http_admin *admin, struct task *task)
{
    if (felt_http_admin_is_good(admin, task)) felt_http_admin_answer(admin, task, write_clubs);
}

void felt_http_admin_clubs(struct felt_http_admin *admin, struct task *task)
{
    ask_page(admin, task, FELT_QUESTION_CLUBS, 0, clubs_found);
}

static void write_whole_club(struct felt_json *json, const struct felt_http_admin *admin,
                             const struct task *task)
{
    const struct felt_ledger_answer *answer = task->answer;
    (void)admin;
    felt_json_object(json);
    felt_json_key(json, "club");
    felt_json_object(json);
    write_club(json, &answer->clubs[0].club);
    felt_json_end(json);
    felt_json_key(json, "members");
    felt_json_array(json);
    for (uint32_t i = 0; i < answer->count; i++) {
        const struct felt_club_row *row = &answer->clubs[i];
        felt_json_object(json);
        felt_json_put_int(json, "user", row->member.user);
        felt_json_put_text(json, "handle", row->handle);
        felt_json_put_text(json, "rank",
                           felt_club_rank_word((enum felt_club_rank)row->member.rank));
        felt_json_put_moment(json, "joined", row->member.joined);
        felt_json_end(json);
    }
    felt_json_end(json);
    felt_json_end(json);
}

static void club_found(struct felt_http_admin *admin, struct task *task)
{
    if (felt_http_admin_is_good(admin, task)) felt_http_admin_answer(admin, task, write_whole_club);
}

void felt_http_admin_club(struct felt_http_admin *admin, struct task *task)
{
    struct felt_question question = {.kind = FELT_QUESTION_CLUB,
                                     .now_ms = task->now_ms,
                                     .number = task->id,
                                     .limit = FELT_QUESTION_ROWS_MAX};
    felt_http_admin_ask(admin, task, &question, club_found);
}

static void club_closed(struct felt_http_admin *admin, struct task *task)
{
    const struct felt_http_admin_services *services = admin->services;
    if (task->receipt->outcome == FELT_OUTCOME_OK && services->club_closed)
        services->club_closed(services->self, task->id);
    order_done(admin, task);
}

void felt_http_admin_close_club(struct felt_http_admin *admin, struct task *task)
{
    order_number(admin, task, FELT_ORDER_CLUB_CLOSE, "club", club_closed);
}
