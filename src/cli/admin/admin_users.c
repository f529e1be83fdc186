/* admin_users.c -- felt admin users, felt admin token. */
#define _GNU_SOURCE /* explicit_bzero */
#include "cli/admin/admin.h"

#include "base/base64url.h"
#include "cli/cli.h"
#include "os/hasher.h"
#include "os/clock.h"

#include <stdlib.h>
#include <string.h>

enum { LIMIT_MAX = 1000000000, PAGE = 500, HOURS = 24 * 30, LINK_HOURS = 1, HOURS_MAX = 24 * 366 };

/* ---- looking ---- */

static void write_user(struct felt_json *json, const struct felt_user *user)
{
    char time[FELT_CLI_ADMIN_TIME_BYTES];
    felt_json_object(json);
    felt_json_key(json, "id"), felt_json_int(json, user->id);
    felt_json_key(json, "kind"),
        felt_json_text(json, felt_user_kind_word((enum felt_user_kind)user->kind));
    felt_json_key(json, "username"), felt_json_text(json, user->username);
    felt_json_key(json, "handle"), felt_json_text(json, user->handle);
    felt_json_key(json, "chips"), felt_json_int(json, user->chips);
    felt_json_key(json, "invested"), felt_json_int(json, user->invested);
    felt_json_key(json, "level"), felt_json_int(json, user->level);
    felt_json_key(json, "email"), felt_json_text(json, user->email);
    felt_json_key(json, "birthday"), felt_json_text(json, user->birthday);
    felt_json_key(json, "facebook_id"), felt_json_text(json, user->facebook_id);
    felt_json_key(json, "reg_date"),
        felt_json_text(json, felt_cli_admin_time(user->reg_date, time));
    felt_json_key(json, "last_visit"),
        felt_json_text(json, felt_cli_admin_time(user->last_visit, time));
    felt_json_key(json, "remote_address"), felt_json_text(json, user->remote_address);
    felt_json_key(json, "disabled"),
        felt_json_bool(json, felt_user_is_disabled(user, felt_clock_wall_ms()));
    felt_json_key(json, "deleted"), felt_json_bool(json, user->deleted_at != 0);
    if (user->disabled_until)
        felt_json_key(json, "disabled_until"),
            felt_json_text(json, felt_cli_admin_time(user->disabled_until, time));
    if (user->silenced_until)
        felt_json_key(json, "silenced_until"),
            felt_json_text(json, felt_cli_admin_time(user->silenced_until, time));
}

static void print_object(const struct felt_cli_admin_job *admin, const struct felt_user *user)
{
    char memory[FELT_CLI_ADMIN_JSON_BYTES];
    struct felt_buffer out = felt_buffer_make(memory, sizeof memory);
    struct felt_json json = felt_json_make(&out);
    write_user(&json, user);
    felt_json_end(&json);
    fprintf(admin->out, "%.*s", (int)out.used, memory);
}

static void print_row(const struct felt_cli_admin_job *admin, const struct felt_user *user,
                      bool first)
{
    char time[FELT_CLI_ADMIN_TIME_BYTES];
    if (!felt_cli_admin_json(admin)) {
        if (first)
            fprintf(admin->out, "%8s  %-5s  %-24s  %16s  %16s  %-20s  %s\n", "id", "kind",
                    "username", "chips", "invested", "last visit", "handle");
        fprintf(admin->out, "%8lld  %-5s  %-24s  %16lld  %16lld  %-20s  %s%s\n",
                (long long)user->id, felt_user_kind_word((enum felt_user_kind)user->kind),
                user->username, (long long)user->chips, (long long)user->invested,
                felt_cli_admin_time(user->last_visit, time), user->handle,
                user->deleted_at                                    ? "  (deleted)"
                : felt_user_is_disabled(user, felt_clock_wall_ms()) ? "  (disabled)"
                                                                    : "");
        return;
    }
    fputs(first ? "[" : ",\n ", admin->out);
    print_object(admin, user);
}

int felt_cli_admin_users_list(const struct felt_cli_admin_job *admin, const char *const *word)
{
    (void)word;
    uint64_t limit = LIMIT_MAX;
    const char *part = admin->args->value[FELT_CLI_ADMIN_FIND];
    struct felt_question question = {.kind = FELT_QUESTION_USERS, .now_ms = felt_clock_wall_ms()};
    if (!felt_cli_admin_number(admin, FELT_CLI_ADMIN_LIMIT, LIMIT_MAX, &limit))
        return FELT_EXIT_USAGE;
    if (part && strlen(part) > FELT_HANDLE_BYTES)
        return felt_cli_admin_refuse(admin, "--find: no name is so long");
    if (part) memcpy(question.text, part, strlen(part) + 1);
    uint64_t seen = 0; /* those behind the limit are counted */
    question.limit = PAGE;
    for (bool more = true; more;) {
        struct felt_ledger_answer answer;
        if (!felt_cli_admin_ask(admin, &question, &answer)) return FELT_EXIT_FAILED;
        for (uint32_t i = 0; i < answer.count; i++, seen++) {
            if (seen < limit) print_row(admin, &answer.users[i], seen == 0);
            question.before = answer.users[i].id;
        }
        more = answer.count == PAGE;
        free(answer.rows);
    }
    if (felt_cli_admin_json(admin)) fputs(seen ? "]\n" : "[]\n", admin->out);
    if (!seen && !felt_cli_admin_json(admin)) fputs("no users\n", admin->out);
    if (seen > limit)
        fprintf(admin->err, "felt admin: %llu of %llu users are shown\n", (unsigned long long)limit,
                (unsigned long long)seen);
    return FELT_EXIT_OK;
}

static void print_seats(const struct felt_cli_admin_job *admin,
                        const struct felt_ledger_answer *seats)
{
    for (uint32_t i = 0; i < seats->count; i++)
        fprintf(admin->out, "  %-14s %lld at %s\n", i ? "" : "accounts",
                (long long)seats->accounts[i].balance, seats->accounts[i].name);
}

static void write_seats(const struct felt_cli_admin_job *admin,
                        const struct felt_ledger_answer *seats)
{
    for (uint32_t i = 0; i < seats->count; i++) {
        fprintf(admin->out, "%s{\"name\":", i ? "," : "");
        felt_cli_admin_text(admin, seats->accounts[i].name);
        fprintf(admin->out, ",\"chips\":%lld}", (long long)seats->accounts[i].balance);
    }
}

static void print_user(const struct felt_cli_admin_job *admin, const struct felt_user *user,
                       felt_chips total)
{
    char one[FELT_CLI_ADMIN_TIME_BYTES];
    FILE *out = admin->out;
    fprintf(out, "%s, #%lld\n", user->username, (long long)user->id);
    fprintf(out, "  %-14s %s\n", "kind", felt_user_kind_word((enum felt_user_kind)user->kind));
    fprintf(out, "  %-14s %s\n", "handle", user->handle);
    fprintf(out, "  %-14s %lld in the bank, %lld in all, %lld invested\n", "chips",
            (long long)user->chips, (long long)total, (long long)user->invested);
    if (*user->email) fprintf(out, "  %-14s %s\n", "email", user->email);
    if (*user->birthday) fprintf(out, "  %-14s %s\n", "birthday", user->birthday);
    if (*user->facebook_id) fprintf(out, "  %-14s %s\n", "facebook", user->facebook_id);
    fprintf(out, "  %-14s %s\n", "registered", felt_cli_admin_time(user->reg_date, one));
    fprintf(out, "  %-14s %s%s%s\n", "last visit", felt_cli_admin_time(user->last_visit, one),
            *user->remote_address ? " from " : "", user->remote_address);
    if (user->disabled_at)
        fprintf(out, "  %-14s %s%s", "disabled", felt_cli_admin_time(user->disabled_at, one),
                user->disabled_until ? "" : "\n");
    if (user->disabled_at && user->disabled_until)
        fprintf(out, " until %s\n", felt_cli_admin_time(user->disabled_until, one));
    if (user->silenced_until)
        fprintf(out, "  %-14s until %s\n", "silenced",
                felt_cli_admin_time(user->silenced_until, one));
    if (user->deleted_at)
        fprintf(out, "  %-14s %s\n", "deleted", felt_cli_admin_time(user->deleted_at, one));
}

int felt_cli_admin_users_show(const struct felt_cli_admin_job *admin, const char *const *word)
{
    int code;
    char memory[FELT_CLI_ADMIN_JSON_BYTES];
    struct felt_ledger_answer answer, seats;
    if (!felt_cli_admin_user(admin, word[0], &answer, &code)) return code;
    struct felt_question question = {.kind = FELT_QUESTION_SEATS,
                                     .now_ms = felt_clock_wall_ms(),
                                     .number = answer.user.id,
                                     .limit = FELT_QUESTION_ROWS_MAX};
    if (!felt_cli_admin_ask(admin, &question, &seats)) return FELT_EXIT_FAILED;
    if (felt_cli_admin_json(admin)) {
        struct felt_buffer out = felt_buffer_make(memory, sizeof memory);
        struct felt_json json = felt_json_make(&out);
        write_user(&json, &answer.user);
        felt_json_key(&json, "total"), felt_json_int(&json, answer.total);
        felt_json_end(&json);
        fprintf(admin->out, "%.*s,\"accounts\":[", (int)out.used - 1, memory);
        write_seats(admin, &seats);
        fputs("]}\n", admin->out);
    } else {
        print_user(admin, &answer.user, answer.total);
        print_seats(admin, &seats);
    }
    free(seats.rows);
    return FELT_EXIT_OK;
}

/* ---- changing ---- */

static bool hash_password(const struct felt_cli_admin_job *admin, const char *username,
                          const char *handle, char out[FELT_PASSWORD_HASH_BYTES + 1], int *code)
{
    _Static_assert((int)FELT_PASSWORD_HASH_BYTES == (int)FELT_HASHER_HASH_BYTES, "the same hash");
    struct felt_complaint complaint = {0};
    if (felt_password_verify(admin->in, strlen(admin->in), username, handle, &complaint) !=
        FELT_OK) {
        *code = felt_cli_admin_refuse(admin, "%s", complaint.text);
        return false;
    }
    if (felt_hasher_now(admin->in, FELT_HASHER_COST, out)) return true;
    *code = felt_cli_admin_fail(admin, "this machine cannot hash passwords by bcrypt");
    return false;
}

int felt_cli_admin_users_create(const struct felt_cli_admin_job *admin, const char *const *word)
{
    int code;
    struct felt_order order = {.kind = FELT_ORDER_SIGN_UP, .user_kind = FELT_USER_HUMAN};
    struct felt_receipt receipt;
    struct felt_complaint complaint = {0};
    if (felt_args_flag(admin->args, FELT_CLI_ADMIN_ADMIN)) order.user_kind = FELT_USER_ADMIN;
    if (felt_username_verify(order.user_kind, word[0], strlen(word[0]), &complaint) != FELT_OK)
        return felt_cli_admin_refuse(admin, "%s", complaint.text);
    memcpy(order.username, word[0], strlen(word[0]) + 1);
    if (!hash_password(admin, word[0], NULL, order.password, &code)) return code;
    felt_cli_admin_key(admin, order.key);
    if (!felt_cli_admin_order(admin, &order, NULL, &receipt)) return FELT_EXIT_FAILED;
    if (felt_cli_admin_json(admin))
        print_object(admin, &receipt.user), fputc('\n', admin->out);
    else
        fprintf(admin->out, "%s is #%lld, with %lld chips\n", receipt.user.username,
                (long long)receipt.user.id, (long long)receipt.user.chips);
    return FELT_EXIT_OK;
}

/* An order about a user that is not about chips; `done` is what to say of it. */
static int change(const struct felt_cli_admin_job *admin, const char *name,
                  struct felt_order *order, const char *done)
{
    int code;
    struct felt_ledger_answer answer;
    struct felt_receipt receipt;
    if (!felt_cli_admin_customer(admin, name, &answer, &code)) return code;
    order->user = answer.user.id;
    if (!felt_cli_admin_order(admin, order, &answer.user, &receipt)) return FELT_EXIT_FAILED;
    bool silence = order->kind == FELT_ORDER_SILENCE;
    if (!silence && (order->kind != FELT_ORDER_DISABLE || order->amount)) /* sessions have ended */
        felt_cli_admin_dismiss(admin, answer.user.id, order->kind == FELT_ORDER_DISABLE,
                               order->kind == FELT_ORDER_CLOSE,
                               order->kind == FELT_ORDER_DISABLE ? "this account is disabled"
                               : order->kind == FELT_ORDER_CLOSE ? "this account is closed"
                                                                 : "you were signed out");
    if (felt_cli_admin_json(admin)) {
        fprintf(admin->out, "{\"id\":%lld,\"user\":", (long long)answer.user.id);
        felt_cli_admin_text(admin, answer.user.username);
        fputs(",\"done\":", admin->out);
        felt_cli_admin_text(admin, done);
        fputs("}\n", admin->out);
        return FELT_EXIT_OK;
    }
    fprintf(admin->out, "%s, #%lld: %s\n", answer.user.username, (long long)answer.user.id, done);
    return FELT_EXIT_OK;
}

int felt_cli_admin_users_passwd(const struct felt_cli_admin_job *admin, const char *const *word)
{
    int code;
    struct felt_order order = {.kind = FELT_ORDER_PASSWORD};
    struct felt_ledger_answer answer;
    if (!felt_cli_admin_customer(admin, word[0], &answer, &code)) return code;
    if (!hash_password(admin, answer.user.username, answer.user.handle, order.password, &code))
        return code;
    return change(admin, word[0], &order, "the password is changed, every session has ended");
}

/* --hours: until then.  False: refused. */
static bool read_end(const struct felt_cli_admin_job *admin, struct felt_order *order)
{
    uint64_t hours = 0;
    const char *text = admin->args->value[FELT_CLI_ADMIN_HOURS];
    bool ends = order->kind == FELT_ORDER_SILENCE && text && strcmp(text, "0") == 0;
    if (ends) return true;
    if (!felt_cli_admin_number(admin, FELT_CLI_ADMIN_HOURS, HOURS_MAX, &hours)) return false;
    if (!hours) return true;
    order->until_ms = felt_clock_wall_ms() + (int64_t)hours * 3600 * 1000;
    (void)snprintf(order->about, sizeof order->about, "%llu hours", (unsigned long long)hours);
    return true;
}

int felt_cli_admin_users_disable(const struct felt_cli_admin_job *admin, const char *const *word)
{
    struct felt_order order = {.kind = FELT_ORDER_DISABLE, .amount = 1};
    char done[96], time[FELT_CLI_ADMIN_TIME_BYTES];
    if (!read_end(admin, &order)) return FELT_EXIT_USAGE;
    (void)snprintf(done, sizeof done, "disabled%s%s, every session has ended",
                   order.until_ms ? " until " : "",
                   order.until_ms ? felt_cli_admin_time(order.until_ms, time) : "");
    return change(admin, word[0], &order, done);
}

/* In the ledger; a room that runs hears of it by its own request, which does the same. */
int felt_cli_admin_users_silence(const struct felt_cli_admin_job *admin, const char *const *word)
{
    int code;
    struct felt_order order = {.kind = FELT_ORDER_SILENCE};
    struct felt_ledger_answer answer;
    char done[96], time[FELT_CLI_ADMIN_TIME_BYTES], path[64], body[512], *told = NULL;
    const char *reason = admin->args->value[FELT_CLI_ADMIN_REASON];
    if (!admin->args->value[FELT_CLI_ADMIN_HOURS])
        return felt_cli_admin_refuse(admin, "--hours H: for how long; 0: he may speak again");
    if (!read_end(admin, &order)) return FELT_EXIT_USAGE;
    if (order.until_ms)
        (void)snprintf(done, sizeof done, "silenced until %s",
                       felt_cli_admin_time(order.until_ms, time));
    else
        (void)snprintf(done, sizeof done, "may speak again");
    if (!admin->requests) return change(admin, word[0], &order, done);
    if (!felt_cli_admin_customer(admin, word[0], &answer, &code)) return code;
    struct felt_buffer out = felt_buffer_make(body, sizeof body - 1);
    struct felt_json json = felt_json_make(&out);
    felt_json_object(&json);
    felt_json_key(&json, "minutes");
    felt_json_int(&json, order.until_ms
                             ? 60 * strtoll(admin->args->value[FELT_CLI_ADMIN_HOURS], NULL, 10)
                             : 0);
    if (reason) felt_json_key(&json, "reason"), felt_json_text(&json, reason);
    felt_json_end(&json);
    (void)snprintf(path, sizeof path, "/api/operator/users/%lld/silence",
                   (long long)answer.user.id);
    if (!felt_cli_admin_room(admin, path, felt_buffer_terminate(&out), &told))
        return FELT_EXIT_FAILED;
    free(told);
    fprintf(admin->out, "%s, #%lld: %s\n", answer.user.username, (long long)answer.user.id, done);
    return FELT_EXIT_OK;
}

int felt_cli_admin_users_silenced(const struct felt_cli_admin_job *admin, const char *const *word)
{
    (void)word;
    uint64_t shown = 0;
    struct felt_ledger_answer answer;
    char time[FELT_CLI_ADMIN_TIME_BYTES];
    struct felt_question question = {
        .kind = FELT_QUESTION_SILENCED, .now_ms = felt_clock_wall_ms(), .limit = PAGE};
    for (bool more = true; more;) {
        if (!felt_cli_admin_ask(admin, &question, &answer)) return FELT_EXIT_FAILED;
        for (uint32_t i = 0; i < answer.count; i++, shown++) {
            const struct felt_user *user = &answer.users[i];
            question.before = user->id;
            if (felt_cli_admin_json(admin)) {
                fputs(shown ? ",\n " : "[", admin->out);
                print_object(admin, user);
            } else {
                fprintf(admin->out, "%8lld  %-24s  until %s\n", (long long)user->id, user->username,
                        felt_cli_admin_time(user->silenced_until, time));
            }
        }
        more = answer.count == PAGE;
        free(answer.rows);
    }
    if (felt_cli_admin_json(admin))
        fputs(shown ? "]\n" : "[]\n", admin->out);
    else if (!shown)
        fputs("nobody\n", admin->out);
    return FELT_EXIT_OK;
}

int felt_cli_admin_users_enable(const struct felt_cli_admin_job *admin, const char *const *word)
{
    struct felt_order order = {.kind = FELT_ORDER_DISABLE};
    return change(admin, word[0], &order, "enabled");
}

int felt_cli_admin_users_delete(const struct felt_cli_admin_job *admin, const char *const *word)
{
    struct felt_order order = {.kind = FELT_ORDER_CLOSE};
    return change(admin, word[0], &order, "deleted; the ledger keeps its lines under the number");
}

/* ---- tokens ---- */

/* The token is alone on the first line, for scripts.  A link's is for a person, who must be told.
 */
static int print_token(const struct felt_cli_admin_job *admin, const char *token, bool link,
                       int64_t expires_ms)
{
    char time[FELT_CLI_ADMIN_TIME_BYTES];
    if (felt_cli_admin_json(admin))
        fprintf(admin->out, "{\"token\":\"%s\",\"kind\":\"%s\",\"expires\":\"%s\"}\n", token,
                felt_session_kind_word(link ? FELT_SESSION_LINK : FELT_SESSION_BEARER),
                felt_cli_admin_time(expires_ms, time));
    else
        fprintf(admin->out, "%s\n", token);
    if (link && !felt_cli_admin_json(admin))
        fprintf(
            admin->out,
            "\nIt signs in once, until %s.  To be opened in a browser, or sent to POST /api/link, "
            "with\nthe name of your server:\n\n"
            "  https://SERVER/#/link/%s\n"
            "  curl -c jar https://SERVER/api/link -H 'Content-Type: application/json' "
            "-d '{\"token\":\"%s\"}'\n",
            felt_cli_admin_time(expires_ms, time), token, token);
    return FELT_EXIT_OK;
}

int felt_cli_admin_token_issue(const struct felt_cli_admin_job *admin, const char *const *word)
{
    int code;
    bool link = felt_args_flag(admin->args, FELT_CLI_ADMIN_LINK);
    uint64_t hours = link ? LINK_HOURS : HOURS;
    uint8_t raw[FELT_SECRET_BYTES];
    char token[FELT_BASE64URL_BYTES(FELT_SECRET_BYTES) + 1];
    struct felt_ledger_answer answer;
    struct felt_receipt receipt;
    struct felt_order order = {.kind = FELT_ORDER_ISSUE, .has_token = true};
    if (!felt_cli_admin_number(admin, FELT_CLI_ADMIN_HOURS, HOURS_MAX, &hours))
        return FELT_EXIT_USAGE;
    if (!felt_cli_admin_customer(admin, word[0], &answer, &code)) return code;
    felt_secret_fill(raw, sizeof raw);
    felt_base64url_write(raw, sizeof raw, token);
    felt_secret_hash(raw, sizeof raw, order.token); /* the front desk hashes it in the same way */
    explicit_bzero(raw, sizeof raw);
    order.user = answer.user.id;
    order.session_kind = link ? FELT_SESSION_LINK : FELT_SESSION_BEARER;
    order.expires_ms = felt_clock_wall_ms() + (int64_t)hours * 3600 * 1000;
    order.amount = order.session_kind; /* for the audit: it has no other place for it */
    (void)snprintf(order.agent, sizeof order.agent, "felt admin token issue");
    if (!felt_cli_admin_order(admin, &order, &answer.user, &receipt)) return FELT_EXIT_FAILED;
    code = print_token(admin, token, link, order.expires_ms);
    explicit_bzero(token, sizeof token);
    return code;
}

int felt_cli_admin_token_revoke(const struct felt_cli_admin_job *admin, const char *const *word)
{
    struct felt_order order = {.kind = FELT_ORDER_SIGN_OUT};
    return change(admin, word[0], &order, "every session, token and link has ended");
}
