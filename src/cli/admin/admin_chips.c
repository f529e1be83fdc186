/* admin_chips.c -- felt admin chips, felt admin house. */
#include "cli/admin/admin.h"

#include "cli/cli.h"
#include "os/clock.h"

#include <stdlib.h>
#include <string.h>

enum { HOUSE_RANGE_MAX = 1000, PAGE = 500 };
#define HOUSE_CHIPS INT64_C(1000000)

/* ---- chips ---- */

static void print_receipt(const struct felt_cli_admin_job *admin,
                          const struct felt_receipt *receipt, const char *username)
{
    if (felt_cli_admin_json(admin))
        fprintf(admin->out,
                "{\"transaction\":%lld,\"amount\":%lld,\"chips\":%lld,\"total\":%lld,"
                "\"replayed\":%s}\n",
                (long long)receipt->transaction, (long long)receipt->amount,
                (long long)receipt->user.chips, (long long)receipt->total,
                receipt->replayed ? "true" : "false");
    else
        fprintf(admin->out, "%s has %lld chips in the bank (transaction %lld%s)\n", username,
                (long long)receipt->user.chips, (long long)receipt->transaction,
                receipt->replayed ? ", done before" : "");
}

static int move(const struct felt_cli_admin_job *admin, enum felt_order_kind kind, const char *name,
                const char *amount)
{
    int code;
    struct felt_order order = {.kind = (uint8_t)kind};
    struct felt_ledger_answer answer;
    struct felt_receipt receipt;
    if (!felt_cli_admin_amount(admin, amount, &order.amount)) return FELT_EXIT_USAGE;
    if (!felt_cli_admin_customer(admin, name, &answer, &code)) return code;
    order.user = answer.user.id;
    felt_cli_admin_key(admin, order.key);
    if (!felt_cli_admin_order(admin, &order, &answer.user, &receipt)) return FELT_EXIT_FAILED;
    print_receipt(admin, &receipt, answer.user.username);
    return FELT_EXIT_OK;
}

/* Chips out of nothing, or into it: somebody will ask why. */
static bool has_reason(const struct felt_cli_admin_job *admin)
{
    const char *reason = admin->args->value[FELT_CLI_ADMIN_REASON];
    if (reason && *reason) return true;
    (void)felt_cli_admin_refuse(admin, "say why: --reason TEXT goes to the audit");
    return false;
}

int felt_cli_admin_chips_credit(const struct felt_cli_admin_job *admin, const char *const *word)
{
    if (!has_reason(admin)) return FELT_EXIT_USAGE;
    return move(admin, FELT_ORDER_CREDIT, word[0], word[1]);
}

int felt_cli_admin_chips_debit(const struct felt_cli_admin_job *admin, const char *const *word)
{
    if (!has_reason(admin)) return FELT_EXIT_USAGE;
    return move(admin, FELT_ORDER_DEBIT, word[0], word[1]);
}

/* ---- the house ---- */

/* "7" or "1-6". */
static bool read_range(const struct felt_cli_admin_job *admin, const char *text, long *first,
                       long *last)
{
    char *end = NULL;
    *first = *text >= '1' && *text <= '9' ? strtol(text, &end, 10) : 0;
    *last = *first;
    if (end && *end == '-' && end[1] >= '1' && end[1] <= '9') *last = strtol(end + 1, &end, 10);
    bool good = end && !*end && *first >= 1 && *last >= *first && *last <= 999999999;
    if (good && *last - *first >= HOUSE_RANGE_MAX) {
        (void)felt_cli_admin_refuse(admin,
                                    "%s: these are more than %d house players; make HousePlayer<N> "
                                    "by that many at a time",
                                    text, HOUSE_RANGE_MAX);
        return false;
    }
    if (!good)
        (void)felt_cli_admin_refuse(
            admin,
            "'%s' is no house player: write the number of HousePlayer<N>, as in "
            "7, or 1-6 for several",
            text);
    return good;
}

static void name_house(long number, char out[FELT_USERNAME_MAX + 1])
{
    (void)snprintf(out, FELT_USERNAME_MAX + 1, "HousePlayer%d", (int)number);
}

/* mint -> house, house -> its bank.  Keys of the player's number: done again after a failure, it
 * goes on where that ended, and nothing is done twice. */
static bool give_stake(const struct felt_cli_admin_job *admin, int64_t user, felt_chips amount,
                       struct felt_receipt *receipt)
{
    struct felt_order fund = {.kind = FELT_ORDER_FUND, .amount = amount};
    struct felt_order stake = {.kind = FELT_ORDER_STAKE, .amount = amount, .user = user};
    (void)snprintf(fund.key, sizeof fund.key, "house:%lld:fund", (long long)user);
    (void)snprintf(stake.key, sizeof stake.key, "house:%lld:stake", (long long)user);
    return felt_cli_admin_order(admin, &fund, NULL, receipt) &&
           felt_cli_admin_order(admin, &stake, NULL, receipt);
}

int felt_cli_admin_house_create(const struct felt_cli_admin_job *admin, const char *const *word)
{
    long first, last;
    felt_chips chips = HOUSE_CHIPS;
    const char *typed = admin->args->value[FELT_CLI_ADMIN_CHIPS];
    if (!read_range(admin, word[0], &first, &last)) return FELT_EXIT_USAGE;
    if (typed && !felt_cli_admin_amount(admin, typed, &chips)) return FELT_EXIT_USAGE;
    for (long number = first; number <= last; number++) {
        struct felt_order order = {.kind = FELT_ORDER_SIGN_UP, .user_kind = FELT_USER_HOUSE};
        struct felt_receipt receipt;
        name_house(number, order.username);
        felt_cli_admin_key(admin, order.key);
        if (!felt_cli_admin_order(admin, &order, NULL, &receipt)) {
            fprintf(admin->err, "felt admin: %s was not made\n", order.username);
            return FELT_EXIT_FAILED;
        }
        int64_t user = receipt.user.id;
        if (!give_stake(admin, user, chips, &receipt)) {
            bool other = receipt.outcome == FELT_OUTCOME_KEY_REUSED; /* made before */
            fprintf(admin->err,
                    other ? "felt admin: %s was made before, with another stake; felt admin house "
                            "stake %ld AMOUNT gives it more\n"
                          : "felt admin: %s has no stake yet; felt admin house create %ld again\n",
                    order.username, number);
            return FELT_EXIT_FAILED;
        }
        fprintf(admin->out,
                felt_cli_admin_json(admin) ? "{\"user\":\"%s\",\"id\":%lld,\"chips\":%lld}\n"
                                           : "%s is #%lld, with %lld chips\n",
                order.username, (long long)user, (long long)receipt.user.chips);
    }
    return FELT_EXIT_OK;
}

int felt_cli_admin_house_fund(const struct felt_cli_admin_job *admin, const char *const *word)
{
    felt_chips house;
    struct felt_order order = {.kind = FELT_ORDER_FUND};
    struct felt_receipt receipt;
    if (!felt_cli_admin_amount(admin, word[0], &order.amount)) return FELT_EXIT_USAGE;
    felt_cli_admin_key(admin, order.key);
    if (!felt_cli_admin_order(admin, &order, NULL, &receipt)) return FELT_EXIT_FAILED;
    if (!felt_cli_admin_house(admin, &house)) return FELT_EXIT_FAILED;
    if (felt_cli_admin_json(admin))
        fprintf(admin->out,
                "{\"transaction\":%lld,\"amount\":%lld,\"house\":%lld,\"replayed\":%s}\n",
                (long long)receipt.transaction, (long long)receipt.amount, (long long)house,
                receipt.replayed ? "true" : "false");
    else
        fprintf(admin->out, "the house has %lld chips (transaction %lld%s)\n", (long long)house,
                (long long)receipt.transaction, receipt.replayed ? ", done before" : "");
    return FELT_EXIT_OK;
}

static int stake(const struct felt_cli_admin_job *admin, enum felt_order_kind kind,
                 const char *const *word)
{
    long first, last;
    char name[FELT_USERNAME_MAX + 1];
    if (!read_range(admin, word[0], &first, &last)) return FELT_EXIT_USAGE;
    if (first != last) return felt_cli_admin_refuse(admin, "name one house player at a time");
    name_house(first, name);
    return move(admin, kind, name, word[1]);
}

int felt_cli_admin_house_stake(const struct felt_cli_admin_job *admin, const char *const *word)
{
    return stake(admin, FELT_ORDER_STAKE, word);
}

int felt_cli_admin_house_unstake(const struct felt_cli_admin_job *admin, const char *const *word)
{
    return stake(admin, FELT_ORDER_UNSTAKE, word);
}

/* `house`: where they sit, on a running server; NULL: it is not known. */
static void print_house(const struct felt_cli_admin_job *admin, const struct felt_user *user,
                        bool first, const struct json_t *house)
{
    bool json = felt_cli_admin_json(admin);
    if (json)
        fprintf(admin->out, "%s{\"id\":%lld,\"username\":\"%s\",\"chips\":%lld",
                first ? "" : ",\n ", (long long)user->id, user->username, (long long)user->chips);
    else
        fprintf(admin->out, "%8lld  %-24s  %16lld", (long long)user->id, user->username,
                (long long)user->chips);
    if (house) felt_cli_admin_house_print(admin, house, user->id);
    fputs(json ? "}" : "\n", admin->out);
}

int felt_cli_admin_house_list(const struct felt_cli_admin_job *admin, const char *const *word)
{
    (void)word;
    felt_chips house;
    bool more = true, any = false;
    if (!felt_cli_admin_house(admin, &house)) return FELT_EXIT_FAILED;
    if (felt_cli_admin_json(admin))
        fprintf(admin->out, "{\"house\":%lld,\"players\":[", (long long)house);
    else
        fprintf(admin->out, "%8s  %-24s  %16s\n%8s  %-24s  %16lld\n", "id", "account", "chips", "-",
                "house", (long long)house);
    struct felt_question question = {.kind = FELT_QUESTION_USERS,
                                     .now_ms = felt_clock_wall_ms(),
                                     .limit = PAGE,
                                     .text = "HousePlayer"};
    struct json_t *where = felt_cli_admin_house_open(admin);
    while (more) {
        struct felt_ledger_answer answer;
        if (!felt_cli_admin_ask(admin, &question, &answer)) {
            if (where) felt_cli_admin_house_close(where);
            return FELT_EXIT_FAILED;
        }
        for (uint32_t i = 0; i < answer.count; i++) {
            question.before = answer.users[i].id;
            if (answer.users[i].kind != FELT_USER_HOUSE) continue; /* its kind says it */
            print_house(admin, &answer.users[i], !any, where);
            any = true;
        }
        more = answer.count == PAGE;
        free(answer.rows);
    }
    if (where) felt_cli_admin_house_close(where);
    if (felt_cli_admin_json(admin)) fputs("]}\n", admin->out);
    if (!any && !felt_cli_admin_json(admin))
        fputs("no house players; felt admin house create 1 makes one\n", admin->out);
    return FELT_EXIT_OK;
}
