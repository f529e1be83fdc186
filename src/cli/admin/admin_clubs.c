/* admin_clubs.c -- felt admin club, felt admin reports: what players say of each other, and clubs.
 *
 * A running server with a room is asked by its operator's requests where tables are concerned; all
 * the rest is done in the ledger, with a server or without. */
#include "cli/admin/admin.h"

#include "cli/cli.h"
#include "os/clock.h"

#include <stdlib.h>
#include <string.h>

enum { LIMIT = 100, LIMIT_MAX = 1000000, PAGE = 500, PATH_BYTES = 96 };

/* "12": of a club or a report.  False: refused. */
static bool read_number(const struct felt_cli_admin_job *admin, const char *text, int64_t *out)
{
    size_t digits = strspn(text, "0123456789");
    *out = digits > 0 && digits <= 15 && text[digits] == '\0' ? strtoll(text, NULL, 10) : 0;
    if (*out > 0) return true;
    (void)felt_cli_admin_refuse(admin, "'%s' is no number: the list has them in its first column",
                                text);
    return false;
}

/* A line of a list as JSON or as text; `first`: nothing came before it. */
static void print_line(const struct felt_cli_admin_job *admin, const char *json, size_t bytes,
                       bool first)
{
    fprintf(admin->out, "%s%.*s", first ? "[" : ",\n ", (int)bytes, json);
}

/* ---- reports ---- */

static void write_report(struct felt_json *json, const struct felt_report_row *row)
{
    char time[FELT_CLI_ADMIN_TIME_BYTES];
    const struct felt_user_report *report = &row->report;
    felt_json_object(json);
    felt_json_key(json, "id"), felt_json_int(json, report->id);
    felt_json_key(json, "time"), felt_json_text(json, felt_cli_admin_time(report->at_ms, time));
    felt_json_key(json, "by"), felt_json_text(json, row->by);
    felt_json_key(json, "user"), felt_json_text(json, row->username);
    felt_json_key(json, "user_id"), felt_json_int(json, report->user);
    felt_json_key(json, "table"), felt_json_text(json, report->table);
    felt_json_key(json, "hand"), felt_json_text(json, report->hand);
    felt_json_key(json, "text"), felt_json_text(json, report->text);
    felt_json_key(json, "open"), felt_json_bool(json, report->done_at == 0);
    felt_json_key(json, "done_by"), felt_json_text(json, report->done_by);
    felt_json_key(json, "remark"), felt_json_text(json, report->remark);
    felt_json_end(json);
}

static void print_report(const struct felt_cli_admin_job *admin, const struct felt_report_row *row,
                         bool first)
{
    char memory[FELT_CLI_ADMIN_JSON_BYTES], time[FELT_CLI_ADMIN_TIME_BYTES];
    const struct felt_user_report *report = &row->report;
    struct felt_buffer out = felt_buffer_make(memory, sizeof memory);
    struct felt_json json = felt_json_make(&out);
    if (felt_cli_admin_json(admin)) {
        write_report(&json, row);
        print_line(admin, memory, out.used, first);
        return;
    }
    fprintf(admin->out, "%lld  %s  %s about %s%s%s%s%s%s\n", (long long)report->id,
            felt_cli_admin_time(report->at_ms, time), row->by, row->username,
            report->table[0] ? " at " : "", report->table, report->hand[0] ? ", hand " : "",
            report->hand, report->done_at ? "  (done)" : "");
    fprintf(admin->out, "    %s\n", report->text);
    if (report->done_at) fprintf(admin->out, "    %s: %s\n", report->done_by, report->remark);
}

/* Those that are open, or with --find all every one. */
int felt_cli_admin_reports(const struct felt_cli_admin_job *admin, const char *const *word)
{
    (void)word;
    uint64_t limit = LIMIT, shown = 0;
    const char *find = admin->args->value[FELT_CLI_ADMIN_FIND];
    struct felt_ledger_answer answer;
    struct felt_question question = {.kind = FELT_QUESTION_REPORTS, .now_ms = felt_clock_wall_ms()};
    if (find && strcmp(find, "all") != 0)
        return felt_cli_admin_refuse(admin, "--find all shows those that are done, too");
    if (!felt_cli_admin_number(admin, FELT_CLI_ADMIN_LIMIT, LIMIT_MAX, &limit))
        return FELT_EXIT_USAGE;
    question.number = find == NULL;
    for (bool more = true; more && shown < limit;) {
        question.limit = limit - shown < PAGE ? (uint32_t)(limit - shown) : PAGE;
        if (!felt_cli_admin_ask(admin, &question, &answer)) return FELT_EXIT_FAILED;
        for (uint32_t i = 0; i < answer.count; i++, shown++) {
            print_report(admin, &answer.reports[i], shown == 0);
            question.before = answer.reports[i].report.id;
        }
        more = answer.count == question.limit;
        free(answer.rows);
    }
    if (felt_cli_admin_json(admin))
        fputs(shown ? "]\n" : "[]\n", admin->out);
    else if (!shown)
        fputs("no reports\n", admin->out);
    return FELT_EXIT_OK;
}

int felt_cli_admin_reports_close(const struct felt_cli_admin_job *admin, const char *const *word)
{
    struct felt_receipt receipt;
    struct felt_order order = {.kind = FELT_ORDER_REPORT_DONE};
    if (!read_number(admin, word[0], &order.number)) return FELT_EXIT_USAGE;
    if (!admin->args->value[FELT_CLI_ADMIN_REASON])
        return felt_cli_admin_refuse(admin, "--reason TEXT: what was done about it");
    (void)snprintf(order.about, sizeof order.about, "report %lld", (long long)order.number);
    if (!felt_cli_admin_order(admin, &order, NULL, &receipt)) return FELT_EXIT_FAILED;
    fprintf(admin->out, "report %lld is closed\n", (long long)order.number);
    return FELT_EXIT_OK;
}

/* ---- clubs ---- */

static void print_club(const struct felt_cli_admin_job *admin, const struct felt_club_row *row,
                       bool first)
{
    char memory[FELT_CLI_ADMIN_JSON_BYTES], time[FELT_CLI_ADMIN_TIME_BYTES];
    struct felt_buffer out = felt_buffer_make(memory, sizeof memory);
    struct felt_json json = felt_json_make(&out);
    if (!felt_cli_admin_json(admin)) {
        if (first)
            fprintf(admin->out, "%8s  %7s  %-20s  %-24s  %s\n", "id", "members", "created", "owner",
                    "name");
        fprintf(admin->out, "%8lld  %7lu  %-20s  %-24s  %s%s\n", (long long)row->club.id,
                (unsigned long)row->club.members, felt_cli_admin_time(row->club.created, time),
                row->handle, row->club.name, row->club.closed_at ? "  (closed)" : "");
        return;
    }
    felt_json_object(&json);
    felt_json_key(&json, "id"), felt_json_int(&json, row->club.id);
    felt_json_key(&json, "name"), felt_json_text(&json, row->club.name);
    felt_json_key(&json, "owner"), felt_json_text(&json, row->handle);
    felt_json_key(&json, "members"), felt_json_int(&json, row->club.members);
    felt_json_key(&json, "created"),
        felt_json_text(&json, felt_cli_admin_time(row->club.created, time));
    felt_json_key(&json, "closed"), felt_json_bool(&json, row->club.closed_at != 0);
    felt_json_end(&json);
    print_line(admin, memory, out.used, first);
}

int felt_cli_admin_club_list(const struct felt_cli_admin_job *admin, const char *const *word)
{
    (void)word;
    uint64_t shown = 0;
    struct felt_ledger_answer answer;
    struct felt_question question = {
        .kind = FELT_QUESTION_CLUBS, .now_ms = felt_clock_wall_ms(), .limit = PAGE};
    for (bool more = true; more;) {
        if (!felt_cli_admin_ask(admin, &question, &answer)) return FELT_EXIT_FAILED;
        for (uint32_t i = 0; i < answer.count; i++, shown++) {
            print_club(admin, &answer.clubs[i], shown == 0);
            question.before = answer.clubs[i].club.id;
        }
        more = answer.count == question.limit;
        free(answer.rows);
    }
    if (felt_cli_admin_json(admin))
        fputs(shown ? "]\n" : "[]\n", admin->out);
    else if (!shown)
        fputs("no clubs\n", admin->out);
    return FELT_EXIT_OK;
}

static void print_member(const struct felt_cli_admin_job *admin, const struct felt_club_row *row,
                         bool first)
{
    char memory[FELT_CLI_ADMIN_JSON_BYTES], time[FELT_CLI_ADMIN_TIME_BYTES];
    const char *rank = felt_club_rank_word((enum felt_club_rank)row->member.rank);
    struct felt_buffer out = felt_buffer_make(memory, sizeof memory);
    struct felt_json json = felt_json_make(&out);
    if (!felt_cli_admin_json(admin)) {
        if (first)
            fprintf(admin->out, "%s, club %lld, %lu members\n", row->club.name,
                    (long long)row->club.id, (unsigned long)row->club.members);
        fprintf(admin->out, "%8lld  %-7s  %-20s  %s\n", (long long)row->member.user, rank,
                felt_cli_admin_time(row->member.joined, time), row->handle);
        return;
    }
    felt_json_object(&json);
    felt_json_key(&json, "user_id"), felt_json_int(&json, row->member.user);
    felt_json_key(&json, "handle"), felt_json_text(&json, row->handle);
    felt_json_key(&json, "rank"), felt_json_text(&json, rank);
    felt_json_key(&json, "joined"),
        felt_json_text(&json, felt_cli_admin_time(row->member.joined, time));
    felt_json_end(&json);
    print_line(admin, memory, out.used, first);
}

int felt_cli_admin_club_show(const struct felt_cli_admin_job *admin, const char *const *word)
{
    struct felt_ledger_answer answer;
    struct felt_question question = {.kind = FELT_QUESTION_CLUB,
                                     .now_ms = felt_clock_wall_ms(),
                                     .limit = FELT_QUESTION_ROWS_MAX};
    if (!read_number(admin, word[0], &question.number)) return FELT_EXIT_USAGE;
    if (!felt_cli_admin_ask(admin, &question, &answer)) return FELT_EXIT_FAILED;
    for (uint32_t i = 0; i < answer.count; i++) print_member(admin, &answer.clubs[i], i == 0);
    if (felt_cli_admin_json(admin)) fputs("]\n", admin->out);
    free(answer.rows);
    return FELT_EXIT_OK;
}

int felt_cli_admin_club_close(const struct felt_cli_admin_job *admin, const char *const *word)
{
    int64_t number;
    char path[PATH_BYTES], body[FELT_CLI_ADMIN_JSON_BYTES], *answer = NULL;
    const char *reason = admin->args->value[FELT_CLI_ADMIN_REASON];
    struct felt_receipt receipt;
    struct felt_order order = {.kind = FELT_ORDER_CLUB_CLOSE};
    if (!read_number(admin, word[0], &number)) return FELT_EXIT_USAGE;
    if (!reason) return felt_cli_admin_refuse(admin, "--reason TEXT: why, for the audit");
    if (admin->requests) { /* its tables close too */
        struct felt_buffer out = felt_buffer_make(body, sizeof body - 1);
        struct felt_json json = felt_json_make(&out);
        felt_json_object(&json);
        felt_json_key(&json, "reason"), felt_json_text(&json, reason);
        felt_json_end(&json);
        (void)snprintf(path, sizeof path, "/api/operator/clubs/%lld/close", (long long)number);
        if (!felt_cli_admin_room(admin, path, felt_buffer_terminate(&out), &answer))
            return FELT_EXIT_FAILED;
        free(answer);
    } else {
        order.number = number;
        (void)snprintf(order.about, sizeof order.about, "club %lld", (long long)number);
        if (!felt_cli_admin_order(admin, &order, NULL, &receipt)) return FELT_EXIT_FAILED;
    }
    fprintf(admin->out, "club %lld is closed\n", (long long)number);
    return FELT_EXIT_OK;
}
