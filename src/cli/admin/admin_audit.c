/* admin_audit.c -- felt admin audit: what operators did, newest first.
 *
 * A line has one number for all kinds: of an order that moves chips the amount, of "disable"
 * whether it was that (1) or the contrary (0), of "issue" the kind of token. */
#include "cli/admin/admin.h"

#include "cli/cli.h"
#include "os/clock.h"

#include <stdlib.h>
#include <string.h>

enum { LIMIT = 100, LIMIT_MAX = 1000000000, PAGE = 500, WORD_BYTES = 40 };

static const char *write_what(const struct felt_ledger_audit *line, char out[WORD_BYTES])
{
    const char *word = felt_order_word((enum felt_order_kind)line->kind);
    if (line->kind == FELT_ORDER_DISABLE) return line->amount ? word : "enable";
    if (line->kind == FELT_ORDER_CLOSE) return "delete";
    if (line->kind == FELT_ORDER_NOTE && line->action[0]) return line->action;
    if (line->kind != FELT_ORDER_ISSUE || line->amount < 1 || line->amount >= FELT_SESSION_KINDS)
        return word;
    (void)snprintf(out, WORD_BYTES, "%s %s", word,
                   felt_session_kind_word((enum felt_session_kind)line->amount));
    return out;
}

static void print_json(const struct felt_cli_admin_job *admin,
                       const struct felt_ledger_audit_row *row, bool first)
{
    char memory[FELT_CLI_ADMIN_JSON_BYTES], time[FELT_CLI_ADMIN_TIME_BYTES], what[WORD_BYTES];
    const struct felt_ledger_audit *line = &row->line;
    struct felt_buffer out = felt_buffer_make(memory, sizeof memory);
    struct felt_json json = felt_json_make(&out);
    felt_json_object(&json);
    felt_json_key(&json, "id"), felt_json_int(&json, line->id);
    felt_json_key(&json, "time"), felt_json_text(&json, felt_cli_admin_time(line->at_ms, time));
    felt_json_key(&json, "actor"), felt_json_text(&json, line->actor);
    felt_json_key(&json, "what"), felt_json_text(&json, write_what(line, what));
    felt_json_key(&json, "user_id"), felt_json_int(&json, line->user);
    felt_json_key(&json, "user"), felt_json_text(&json, row->username);
    felt_json_key(&json, "amount"),
        felt_json_int(&json, felt_order_moves(line->kind) ? line->amount : 0);
    if (line->action[0]) felt_json_key(&json, "action"), felt_json_text(&json, line->action);
    if (line->about[0]) felt_json_key(&json, "about"), felt_json_text(&json, line->about);
    felt_json_key(&json, "reason"), felt_json_text(&json, line->reason);
    felt_json_end(&json);
    fprintf(admin->out, "%s%.*s", first ? "[" : ",\n ", (int)out.used, memory);
}

static void print_row(const struct felt_cli_admin_job *admin,
                      const struct felt_ledger_audit_row *row, bool first)
{
    char time[FELT_CLI_ADMIN_TIME_BYTES], what[WORD_BYTES],
        user[FELT_USERNAME_MAX + 24] = "-", amount[24] = "-";
    const struct felt_ledger_audit *line = &row->line;
    if (line->user) (void)snprintf(user, sizeof user, "#%lld", (long long)line->user);
    if (line->user && *row->username) (void)snprintf(user, sizeof user, "%s", row->username);
    if (felt_order_moves(line->kind) && line->amount)
        (void)snprintf(amount, sizeof amount, "%lld", (long long)line->amount);
    if (first)
        fprintf(admin->out, "%-20s  %-16s  %-12s  %-24s  %16s  %s\n", "time", "actor", "what",
                "user", "amount", "reason");
    fprintf(admin->out, "%-20s  %-16s  %-12s  %-24s  %16s  %s%s%s\n",
            felt_cli_admin_time(line->at_ms, time), line->actor, write_what(line, what), user,
            amount, line->about, line->about[0] && line->reason[0] ? ": " : "", line->reason);
}

int felt_cli_admin_audit(const struct felt_cli_admin_job *admin, const char *const *word)
{
    (void)word;
    int code;
    uint64_t limit = LIMIT, shown = 0;
    bool json = felt_cli_admin_json(admin), more = true;
    struct felt_ledger_answer answer;
    struct felt_question question = {.kind = FELT_QUESTION_AUDIT, .now_ms = felt_clock_wall_ms()};
    const char *name = admin->args->value[FELT_CLI_ADMIN_USER];
    const char *find = admin->args->value[FELT_CLI_ADMIN_FIND];
    if (!felt_cli_admin_number(admin, FELT_CLI_ADMIN_LIMIT, LIMIT_MAX, &limit))
        return FELT_EXIT_USAGE;
    if (name && !felt_cli_admin_user(admin, name, &answer, &code)) return code;
    if (name) question.number = answer.user.id;
    if (find && strlen(find) >= sizeof question.text)
        return felt_cli_admin_refuse(admin, "--find: no word of the audit is so long");
    if (find) memcpy(question.text, find, strlen(find) + 1);
    while (more && shown < limit) {
        question.limit = limit - shown < PAGE ? (uint32_t)(limit - shown) : PAGE;
        if (!felt_cli_admin_ask(admin, &question, &answer)) return FELT_EXIT_FAILED;
        for (uint32_t i = 0; i < answer.count; i++, shown++) {
            if (json)
                print_json(admin, &answer.audit[i], shown == 0);
            else
                print_row(admin, &answer.audit[i], shown == 0);
            question.before = answer.audit[i].line.id;
        }
        more = answer.count == question.limit;
        free(answer.rows);
    }
    if (json) fputs(shown ? "]\n" : "[]\n", admin->out);
    if (!json && !shown) fputs("nothing yet\n", admin->out);
    return FELT_EXIT_OK;
}
