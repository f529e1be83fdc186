/* admin_run.c -- which command of `felt admin` it is, and what all of them need. */
#define _GNU_SOURCE
#include "cli/admin/admin.h"
#include "base/hex.h"

#include "base/format.h"
#include "base/utf8.h"
#include "cli/cli.h"
#include "os/clock.h"

#include <pwd.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Keys of operators never meet those of others. */
#define KEY_HEAD "admin:"
enum { KEY_BYTES = 64 };

/* ---- complaints ---- */

/* Names come from outside: felt_format() shows nothing that could drive a terminal. */
static void complain(FILE *err, const char *format, va_list rest)
{
    char line[512];
    struct felt_buffer buffer = felt_buffer_make(line, sizeof line - 1);
    felt_format(&buffer, format, rest);
    fprintf(err, "felt admin: %s\n", felt_buffer_terminate(&buffer));
}

int felt_cli_admin_fail(const struct felt_cli_admin_job *admin, const char *format, ...)
{
    va_list rest;
    va_start(rest, format);
    complain(admin->err, format, rest);
    va_end(rest);
    return FELT_EXIT_FAILED;
}

int felt_cli_admin_refuse(const struct felt_cli_admin_job *admin, const char *format, ...)
{
    va_list rest;
    va_start(rest, format);
    complain(admin->err, format, rest);
    va_end(rest);
    return FELT_EXIT_USAGE;
}

__attribute__((format(printf, 2, 3))) static const struct felt_cli_admin_command *
refuse_words(FILE *err, const char *format, ...)
{
    va_list rest;
    va_start(rest, format);
    complain(err, format, rest);
    va_end(rest);
    return NULL;
}

/* ---- which command ---- */

#define BIT(name) (1u << FELT_CLI_ADMIN_##name)
enum { CHANGE = BIT(REASON) | BIT(JSON), ORDER = CHANGE | BIT(KEY) };

static const struct felt_cli_admin_command commands[] = {
    {"users", "list", "", 0, BIT(FIND) | BIT(LIMIT) | BIT(JSON), false, false, false,
     felt_cli_admin_users_list},
    {"users", "show", "NAME", 1, BIT(JSON), false, false, false, felt_cli_admin_users_show},
    {"users", "create", "NAME", 1, BIT(ADMIN) | BIT(REASON) | BIT(JSON), true, false, false,
     felt_cli_admin_users_create},
    {"users", "passwd", "NAME", 1, CHANGE, true, false, false, felt_cli_admin_users_passwd},
    {"users", "disable", "NAME", 1, BIT(HOURS) | CHANGE, false, false, false,
     felt_cli_admin_users_disable},
    {"users", "silence", "NAME --hours H", 1, BIT(HOURS) | BIT(REASON), false, false, false,
     felt_cli_admin_users_silence},
    {"users", "silenced", "", 0, BIT(JSON), false, false, false, felt_cli_admin_users_silenced},
    {"users", "enable", "NAME", 1, CHANGE, false, false, false, felt_cli_admin_users_enable},
    {"users", "delete", "NAME", 1, CHANGE, false, false, false, felt_cli_admin_users_delete},
    {"chips", "credit", "NAME AMOUNT --reason TEXT", 2, ORDER, false, false, false,
     felt_cli_admin_chips_credit},
    {"chips", "debit", "NAME AMOUNT --reason TEXT", 2, ORDER, false, false, false,
     felt_cli_admin_chips_debit},
    {"house", "create", "N", 1, BIT(CHIPS) | CHANGE, false, false, false,
     felt_cli_admin_house_create},
    {"house", "fund", "AMOUNT", 1, ORDER, false, false, false, felt_cli_admin_house_fund},
    {"house", "stake", "N AMOUNT", 2, ORDER, false, false, false, felt_cli_admin_house_stake},
    {"house", "unstake", "N AMOUNT", 2, ORDER, false, false, false, felt_cli_admin_house_unstake},
    {"house", "list", "", 0, BIT(JSON), false, false, false, felt_cli_admin_house_list},
    {"house", "dials", "WHO PERSONA", 2, 0, false, false, false, felt_cli_admin_house_dials},
    {"house", "profit", "", 0, BIT(DAYS) | BIT(JSON), false, false, false,
     felt_cli_admin_house_profit},
    {"stats", NULL, "NAME", 1, BIT(DAYS) | BIT(JSON), false, false, false, felt_cli_admin_stats},
    {"fairplay", NULL, "", 0, BIT(DAYS) | BIT(JSON), false, false, false, felt_cli_admin_fairplay},
    {"tables", "open", "STAKE", 1, BIT(JSON), false, false, false, felt_cli_admin_tables_open},
    {"tables", "close", "TABLE", 1, 0, false, false, false, felt_cli_admin_tables_close},
    {"tables", NULL, "", 0, BIT(JSON), false, false, false, felt_cli_admin_tables},
    {"event", "list", "", 0, BIT(JSON), false, false, false, felt_cli_admin_tournament_list},
    {"event", "show", "ID", 1, BIT(JSON), false, false, false, felt_cli_admin_tournament_show},
    {"event", "create", "ID SETTING=VALUE ...", -1, CHANGE, false, false, false,
     felt_cli_admin_tournament_create},
    {"event", "pause", "ID", 1, CHANGE, false, false, false, felt_cli_admin_tournament_pause},
    {"event", "resume", "ID", 1, CHANGE, false, false, false, felt_cli_admin_tournament_resume},
    {"event", "add-time", "ID TIME", 2, CHANGE, false, false, false,
     felt_cli_admin_tournament_add_time},
    {"event", "move", "ID NAME TABLE[:SEAT]", 3, CHANGE, false, false, false,
     felt_cli_admin_tournament_move},
    {"event", "remove", "ID NAME", 2, CHANGE, false, false, false,
     felt_cli_admin_tournament_remove},
    {"event", "cancel", "ID", 1, CHANGE, false, false, false, felt_cli_admin_tournament_cancel},
    {"event", "pools", "", 0, BIT(JSON), false, false, false, felt_cli_admin_tournament_pools},
    {"event", "refund", "POOL", 1, CHANGE, false, false, false, felt_cli_admin_tournament_refund},
    {"event", "retire", "ID", 1, CHANGE, false, false, false, felt_cli_admin_tournament_retire},
    {"ledger", "check", "", 0, BIT(JSON), false, false, false, felt_cli_admin_ledger_check},
    {"ledger", "export", "", 0, BIT(USER) | BIT(CSV) | BIT(JSON), false, false, false,
     felt_cli_admin_ledger_export},
    {"ledger", "summary", "", 0, BIT(JSON), false, false, false, felt_cli_admin_ledger_summary},
    {"factor", "begin", "NAME", 1, BIT(REASON), false, false, false, felt_cli_admin_factor_begin},
    {"factor", "confirm", "NAME CODE", 2, BIT(REASON), false, false, false,
     felt_cli_admin_factor_confirm},
    {"factor", "remove", "NAME", 1, BIT(REASON), false, false, false, felt_cli_admin_factor_remove},
    {"token", "issue", "NAME", 1, BIT(HOURS) | BIT(LINK) | BIT(REASON) | BIT(JSON), false, false,
     false, felt_cli_admin_token_issue},
    {"token", "revoke", "NAME", 1, CHANGE, false, false, false, felt_cli_admin_token_revoke},
    {"audit", NULL, "", 0, BIT(USER) | BIT(FIND) | BIT(LIMIT) | BIT(JSON), false, false, false,
     felt_cli_admin_audit},
    {"reports", "close", "NUMBER --reason TEXT", 1, BIT(REASON), false, false, false,
     felt_cli_admin_reports_close},
    {"reports", NULL, "", 0, BIT(FIND) | BIT(LIMIT) | BIT(JSON), false, false, false,
     felt_cli_admin_reports},
    {"club", "list", "", 0, BIT(JSON), false, false, false, felt_cli_admin_club_list},
    {"club", "show", "NUMBER", 1, BIT(JSON), false, false, false, felt_cli_admin_club_show},
    {"club", "close", "NUMBER --reason TEXT", 1, BIT(REASON), false, false, false,
     felt_cli_admin_club_close},
    {"doctor", NULL, "", 0, BIT(CONFIG) | BIT(JSON), false, false, false, felt_cli_admin_doctor},
    {"backup", NULL, "FILE", 1, BIT(JSON), false, false, true, felt_cli_admin_backup},
    {"restore", NULL, "FILE", 1, BIT(REPLACE) | BIT(JSON), false, true, true,
     felt_cli_admin_restore},
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

/* The nearest of the nouns, or of the verbs behind a noun. */
static const struct felt_cli_admin_command *refuse_command(const struct felt_args *args, FILE *err)
{
    const char *names[COMMANDS], *noun = args->word[0];
    int count = 0;
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i].noun, noun) == 0) names[count++] = commands[i].verb;
    bool known = count > 0;
    if (known && args->count < 2) {
        char verbs[160];
        struct felt_buffer list = felt_buffer_make(verbs, sizeof verbs - 1);
        for (int i = 0; i < count; i++) {
            if (i) felt_buffer_text(&list, i == count - 1 ? " or " : ", ");
            felt_buffer_text(&list, names[i]);
        }
        return refuse_words(err, "%s what?  %s", noun, felt_buffer_terminate(&list));
    }
    for (int i = 0; !known && i < COMMANDS; i++) names[count++] = commands[i].noun;
    const char *typed = known ? args->word[1] : noun,
               *near = felt_args_nearest(typed, names, count);
    if (near)
        return refuse_words(err, "there is no command %s%s%s; did you mean %s%s%s?",
                            known ? noun : "", known ? " " : "", typed, known ? noun : "",
                            known ? " " : "", near);
    return refuse_words(err, "there is no command %s%s%s; felt admin --help lists them",
                        known ? noun : "", known ? " " : "", typed);
}

static bool takes_options(const struct felt_cli_admin_command *command,
                          const struct felt_args *args, FILE *err)
{
    unsigned taken = command->options | BIT(DATA) | BIT(STORE);
    for (int i = 0; i < FELT_CLI_ADMIN_OPTIONS; i++) {
        if (!args->value[i] || taken & 1u << i) continue;
        (void)refuse_words(err, "%s%s%s takes no --%s; see felt admin --help", command->noun,
                           command->verb ? " " : "", command->verb ? command->verb : "",
                           felt_cli_admin_spec.options[i].name);
        return false;
    }
    return true;
}

const struct felt_cli_admin_command *felt_cli_admin_find(const struct felt_args *args, FILE *err)
{
    const struct felt_cli_admin_command *command = NULL;
    if (!args->count) return refuse_words(err, "name a command; felt admin --help lists them");
    for (int i = 0; i < COMMANDS && !command; i++) {
        const struct felt_cli_admin_command *row = &commands[i];
        if (strcmp(row->noun, args->word[0]) != 0) continue;
        if (!row->verb || (args->count > 1 && strcmp(row->verb, args->word[1]) == 0)) command = row;
    }
    if (!command) return refuse_command(args, err);
    int words = args->count - (command->verb ? 2 : 1);
    bool many = command->words < 0;
    const char *last =
        !many && words > command->words ? args->word[args->count - words + command->words] : NULL;
    if (many ? words < -command->words : words != command->words)
        return refuse_words(err, "%s%s%s is written: felt admin %s%s%s%s%s", last ? last : "",
                            last ? " is one word too many: " : "",
                            command->verb ? command->verb : command->noun, command->noun,
                            command->verb ? " " : "", command->verb ? command->verb : "",
                            command->words ? " " : "", command->names);
    return takes_options(command, args, err) ? command : NULL;
}

/* ---- help ---- */

static void print_usage(const struct felt_cli_admin_command *command, FILE *out)
{
    static const char *const values[FELT_CLI_ADMIN_OPTIONS] = {
        [FELT_CLI_ADMIN_FIND] = "TEXT",    [FELT_CLI_ADMIN_LIMIT] = "N",
        [FELT_CLI_ADMIN_REASON] = "TEXT",  [FELT_CLI_ADMIN_KEY] = "KEY",
        [FELT_CLI_ADMIN_CHIPS] = "AMOUNT", [FELT_CLI_ADMIN_USER] = "NAME",
        [FELT_CLI_ADMIN_HOURS] = "HOURS",  [FELT_CLI_ADMIN_CONFIG] = "FILE",
        [FELT_CLI_ADMIN_DAYS] = "N",
    };
    fprintf(out, "felt admin %s%s%s%s%s", command->noun, command->verb ? " " : "",
            command->verb ? command->verb : "", *command->names ? " " : "", command->names);
    for (int i = 0; i < FELT_CLI_ADMIN_OPTIONS; i++) {
        const char *name = felt_cli_admin_spec.options[i].name;
        if (!(command->options & 1u << i) || strstr(command->names, name)) continue;
        fprintf(out, " [--%s%s%s]", name, values[i] ? " " : "", values[i] ? values[i] : "");
    }
    fputc('\n', out);
}

int felt_cli_admin_help(const struct felt_args *args, FILE *out, FILE *err)
{
    bool any = false;
    for (int i = 0; i < COMMANDS; i++) {
        const struct felt_cli_admin_command *row = &commands[i];
        if (strcmp(row->noun, args->word[0]) != 0) continue;
        if (args->count > 1 && row->verb && strcmp(row->verb, args->word[1]) != 0) continue;
        print_usage(row, out);
        any = true;
    }
    if (!any) (void)refuse_command(args, err);
    return any ? FELT_EXIT_OK : FELT_EXIT_USAGE;
}

/* ---- completion ---- */

/* The words among what was typed, without options and their values: two at most. */
static int plain_words(int count, char *const *typed, const char *word[2])
{
    int used = 0;
    for (int i = 0; i < count && used < 2; i++) {
        bool value = false;
        for (int k = 0; i && k < FELT_CLI_ADMIN_OPTIONS; k++)
            value |= felt_cli_admin_spec.options[k].takes_value &&
                     strncmp(typed[i - 1], "--", 2) == 0 &&
                     strcmp(typed[i - 1] + 2, felt_cli_admin_spec.options[k].name) == 0;
        if (!value && typed[i][0] != '-') word[used++] = typed[i];
    }
    return used;
}

/* Options first: if the value of one is wanted, nothing else may follow. */
int felt_cli_admin_suggest(int count, char *const *typed)
{
    const char *word[2] = {"", ""}, *told = "";
    int words = plain_words(count, typed, word), code;
    unsigned taken = BIT(DATA) | BIT(STORE);
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i].noun, word[0]) == 0 &&
            (!commands[i].verb || strcmp(commands[i].verb, word[1]) == 0))
            taken |= commands[i].options;
    if (!felt_args_suggest(&felt_cli_admin_spec, count, typed, taken, &code)) return code;
    bool nouns = words == 0 || (words == 1 && strcmp(word[0], "help") == 0);
    for (int i = 0; i < COMMANDS; i++) {
        bool verb = words == 1 && commands[i].verb && strcmp(commands[i].noun, word[0]) == 0;
        const char *next = nouns ? commands[i].noun : verb ? commands[i].verb : told;
        if (strcmp(next, told) != 0) puts(next); /* rows of a noun stand together */
        told = next;
    }
    if (words == 0) puts("help");
    return code;
}

/* ---- running ---- */

/* What goes into the ledger as it is. */
static bool verify_texts(const struct felt_cli_admin_job *admin)
{
    const char *reason = admin->args->value[FELT_CLI_ADMIN_REASON];
    const char *key = admin->args->value[FELT_CLI_ADMIN_KEY];
    for (size_t at = 0, used; reason && reason[at]; at += used) {
        uint32_t character;
        bool good = felt_utf8_read(reason + at, strlen(reason + at), &used, &character);
        if (good && character >= ' ' && character != 0x7f && at + used <= FELT_ORDER_REASON_BYTES)
            continue;
        (void)felt_cli_admin_refuse(admin, "--reason: write one line of at most %d bytes",
                                    FELT_ORDER_REASON_BYTES);
        return false;
    }
    bool good = !key || (*key && strlen(key) <= KEY_BYTES);
    for (const char *at = key; good && at && *at; at++) good = *at > ' ' && *at <= '~';
    if (!good)
        (void)felt_cli_admin_refuse(
            admin, "--key: write at most %d printable characters, no blanks", KEY_BYTES);
    return good;
}

int felt_cli_admin_run(const struct felt_cli_admin_job *admin)
{
    const struct felt_cli_admin_command *command = felt_cli_admin_find(admin->args, admin->err);
    if (!command) return FELT_EXIT_USAGE;
    if (command->closed && admin->served)
        return felt_cli_admin_fail(admin, "a server works on %s: stop it first",
                                   admin->data->directory);
    if (!verify_texts(admin)) return FELT_EXIT_USAGE;
    if (command->password && !admin->in)
        return felt_cli_admin_refuse(admin, "a password is missing");
    return command->run(admin, admin->args->word + (command->verb ? 2 : 1));
}

/* ---- who ---- */

void felt_cli_admin_actor(long uid, char out[FELT_ORDER_ACTOR_BYTES + 1])
{
    char text[4096];
    struct passwd entry, *found = NULL;
    if (getpwuid_r((uid_t)uid, &entry, text, sizeof text, &found) == 0 && found)
        (void)snprintf(out, FELT_ORDER_ACTOR_BYTES + 1, "admin:%s", found->pw_name);
    else
        (void)snprintf(out, FELT_ORDER_ACTOR_BYTES + 1, "admin:%ld", uid);
}

/* ---- what commands need ---- */

bool felt_cli_admin_amount(const struct felt_cli_admin_job *admin, const char *text,
                           felt_chips *out)
{
    felt_chips value = 0;
    const char *at = text;
    for (; *at >= '0' && *at <= '9' && value <= FELT_ACCOUNT_CHIPS_MAX; at++)
        value = value * 10 + (*at - '0');
    if (at > text && !*at && value >= 1 && value <= FELT_ACCOUNT_CHIPS_MAX) {
        *out = value;
        return true;
    }
    (void)felt_cli_admin_refuse(admin,
                                "'%s' is no amount: write a whole number of chips from 1 to %lld",
                                text, (long long)FELT_ACCOUNT_CHIPS_MAX);
    return false;
}

bool felt_cli_admin_number(const struct felt_cli_admin_job *admin, int option, uint64_t max,
                           uint64_t *out)
{
    const char *text = admin->args->value[option], *at = text;
    uint64_t value = 0;
    if (!text) return true;
    for (; *at >= '0' && *at <= '9' && value <= max; at++)
        value = value * 10 + (uint64_t)(*at - '0');
    if (at > text && !*at && value >= 1 && value <= max) {
        *out = value;
        return true;
    }
    (void)felt_cli_admin_refuse(admin, "--%s %s: take a whole number from 1 to %llu",
                                felt_cli_admin_spec.options[option].name, text,
                                (unsigned long long)max);
    return false;
}

/* What an outcome says of itself; where the reason is, if the ledger cannot be reached. */
static int fail(const struct felt_cli_admin_job *admin, enum felt_outcome outcome, const char *key)
{
    bool lost = outcome == FELT_OUTCOME_UNAVAILABLE;
    return felt_cli_admin_fail(admin, "%s%s%s%s", felt_outcome_text(outcome),
                               *key ? ": --key " : "", key,
                               lost && admin->served ? "; the server's log says why" : "");
}

bool felt_cli_admin_ask(const struct felt_cli_admin_job *admin,
                        const struct felt_question *question, struct felt_ledger_answer *out)
{
    *out = (struct felt_ledger_answer){0};
    felt_ledger_client_find(admin->client, question, out);
    if (out->outcome == FELT_OUTCOME_OK) return true;
    free(out->rows);
    out->rows = NULL;
    (void)fail(admin, (enum felt_outcome)out->outcome, "");
    return false;
}

bool felt_cli_admin_house(const struct felt_cli_admin_job *admin, felt_chips *out)
{
    struct felt_ledger_answer answer;
    struct felt_question question = {.kind = FELT_QUESTION_SUMMARY,
                                     .now_ms = felt_clock_wall_ms(),
                                     .limit = FELT_QUESTION_ROWS_MAX};
    *out = 0;
    if (!felt_cli_admin_ask(admin, &question, &answer)) return false;
    for (uint32_t i = 0; i < answer.count; i++)
        if (answer.accounts[i].kind == FELT_ACCOUNT_HOUSE) *out = answer.accounts[i].balance;
    free(answer.rows);
    return true;
}

bool felt_cli_admin_user(const struct felt_cli_admin_job *admin, const char *name,
                         struct felt_ledger_answer *out, int *code)
{
    struct felt_question question = {.kind = FELT_QUESTION_NAME, .now_ms = felt_clock_wall_ms()};
    *code = FELT_EXIT_FAILED;
    if (name[0] == '#') {
        char *end;
        long long id = name[1] >= '1' && name[1] <= '9' ? strtoll(name + 1, &end, 10) : 0;
        if (!id || *end || strlen(name) > 18) {
            *code = felt_cli_admin_refuse(admin, "'%s' is no user: write #ID, as in #17", name);
            return false;
        }
        question.kind = FELT_QUESTION_USER;
        question.number = id;
    } else if (!*name || strlen(name) > FELT_USERNAME_MAX) {
        (void)felt_cli_admin_fail(admin, "there is no user '%s'", name);
        return false;
    } else {
        memcpy(question.text, name, strlen(name) + 1);
    }
    *out = (struct felt_ledger_answer){0};
    felt_ledger_client_find(admin->client, &question, out);
    if (out->outcome == FELT_OUTCOME_OK) return true;
    if (out->outcome == FELT_OUTCOME_NO_USER)
        (void)felt_cli_admin_fail(admin,
                                  "there is no user '%s'; felt admin users list --find finds "
                                  "parts of names",
                                  name);
    else
        (void)fail(admin, (enum felt_outcome)out->outcome, "");
    return false;
}

bool felt_cli_admin_customer(const struct felt_cli_admin_job *admin, const char *name,
                             struct felt_ledger_answer *out, int *code)
{
    if (!felt_cli_admin_user(admin, name, out, code)) return false;
    if (!out->user.deleted_at) return true;
    *code = felt_cli_admin_fail(admin, "#%lld is deleted", (long long)out->user.id);
    return false;
}

static void copy(char *out, const char *text, size_t bytes)
{
    (void)snprintf(out, bytes, "%s", text);
}

/* What an outcome says of this user. */
static bool complain_of_user(const struct felt_cli_admin_job *admin, const struct felt_order *order,
                             const struct felt_user *user, enum felt_outcome outcome)
{
    felt_chips house;
    if (outcome == FELT_OUTCOME_WRONG_KIND)
        (void)felt_cli_admin_fail(admin, "this is not for an account of this kind: %s is %s",
                                  user->username,
                                  felt_user_kind_word((enum felt_user_kind)user->kind));
    else if (outcome == FELT_OUTCOME_INSUFFICIENT && order->kind == FELT_ORDER_STAKE &&
             felt_cli_admin_house(admin, &house))
        (void)felt_cli_admin_fail(admin,
                                  "there are not so many chips: the house has %lld; felt admin "
                                  "house fund AMOUNT gives it more",
                                  (long long)house);
    else if (outcome == FELT_OUTCOME_INSUFFICIENT)
        (void)felt_cli_admin_fail(admin, "there are not so many chips: %s has %lld in the bank",
                                  user->username, (long long)user->chips);
    else
        return false;
    return true;
}

bool felt_cli_admin_order(const struct felt_cli_admin_job *admin, struct felt_order *order,
                          const struct felt_user *user, struct felt_receipt *receipt)
{
    const char *reason = admin->args->value[FELT_CLI_ADMIN_REASON];
    order->now_ms = felt_clock_wall_ms();
    copy(order->actor, admin->actor, sizeof order->actor);
    if (reason) copy(order->reason, reason, sizeof order->reason);
    felt_ledger_client_do(admin->client, order, receipt);
    if (receipt->outcome == FELT_OUTCOME_OK) return true;
    enum felt_outcome outcome = (enum felt_outcome)receipt->outcome;
    bool retry = outcome == FELT_OUTCOME_UNAVAILABLE && felt_order_moves(order->kind);
    if (!user || !complain_of_user(admin, order, user, outcome))
        (void)fail(admin, outcome, retry ? order->key + strlen(KEY_HEAD) : "");
    return false;
}

void felt_cli_admin_text(const struct felt_cli_admin_job *admin, const char *text)
{
    char memory[FELT_CLI_ADMIN_JSON_BYTES];
    struct felt_buffer out = felt_buffer_make(memory, sizeof memory);
    struct felt_json json = felt_json_make(&out);
    felt_json_text(&json, text);
    fprintf(admin->out, "%.*s", (int)out.used, memory);
}

void felt_cli_admin_key(const struct felt_cli_admin_job *admin, char out[FELT_ORDER_KEY_BYTES + 1])
{
    const char *typed = admin->args->value[FELT_CLI_ADMIN_KEY];
    if (typed) {
        (void)snprintf(out, FELT_ORDER_KEY_BYTES + 1, KEY_HEAD "%s", typed);
        return;
    }
    uint8_t random[16];
    felt_secret_fill(random, sizeof random);
    int used = snprintf(out, FELT_ORDER_KEY_BYTES + 1, KEY_HEAD);
    felt_hex_write(random, sizeof random, out + used);
}

const char *felt_cli_admin_time(int64_t ms, char out[FELT_CLI_ADMIN_TIME_BYTES])
{
    return ms ? felt_moment_write(ms, out) : "-";
}
