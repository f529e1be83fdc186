/* admin_stats.c -- felt admin stats, fairplay and house profit: what the hand store of a running
 * server knows of players, pairs and the house. */
#include "cli/admin/admin.h"

#include "cli/cli.h"
#include "command/term.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_BYTES = 96, DAYS_MAX = 730, PAIRS_DAYS_MAX = 90 };

static double real_of(const json_t *object, const char *key)
{
    return json_number_value(json_object_get(object, key));
}

static long long int_of(const json_t *object, const char *key)
{
    return (long long)json_integer_value(json_object_get(object, key));
}

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

/* The answer to a path with --days, printed as it is with --json: then *root is NULL.  False: an
 * exit code is in *code. */
static bool ask(const struct felt_cli_admin_job *admin, const char *path, uint64_t usual,
                uint64_t most, json_t **root, int *code)
{
    char whole[PATH_BYTES];
    char *answer;
    uint64_t days = usual;
    *root = NULL;
    *code = FELT_EXIT_USAGE;
    if (!felt_cli_admin_number(admin, FELT_CLI_ADMIN_DAYS, most, &days)) return false;
    if (days == 0) {
        *code =
            felt_cli_admin_refuse(admin, "--days is from 1 up to %llu", (unsigned long long)most);
        return false;
    }
    (void)snprintf(whole, sizeof whole, "/api/operator/%s?days=%llu", path,
                   (unsigned long long)days);
    *code = FELT_EXIT_FAILED;
    if (!felt_cli_admin_room(admin, whole, NULL, &answer)) return false;
    *code = FELT_EXIT_OK;
    if (felt_cli_admin_json(admin))
        fprintf(admin->out, "%s\n", answer);
    else
        *root = json_loads(answer, 0, NULL);
    free(answer);
    return true;
}

/* ---- a user ---- */

static void print_share(const struct felt_cli_admin_job *admin, const json_t *row, const char *key)
{
    if (json_is_null(json_object_get(row, key)))
        fprintf(admin->out, "  %7s", "-");
    else
        fprintf(admin->out, "  %7.1f", real_of(row, key));
}

static void print_row(const struct felt_cli_admin_job *admin, const char *name, const char *as,
                      const json_t *row)
{
    static const char *const shares[] = {
        "vpip", "pfr", "three_bet", "aggression", "went_to_showdown", "won_at_showdown"};
    fprintf(admin->out, "%-16s  %-6s  %8lld", name, as, int_of(row, "hands"));
    for (size_t i = 0; i < sizeof shares / sizeof shares[0]; i++)
        print_share(admin, row, shares[i]);
    fprintf(admin->out, "  %12lld", int_of(row, "won"));
    print_share(admin, row, "bb_per_100");
    print_share(admin, row, "won_per_hour");
    fputc('\n', admin->out);
}

int felt_cli_admin_stats(const struct felt_cli_admin_job *admin, const char *const *word)
{
    char path[PATH_BYTES];
    struct felt_ledger_answer user;
    json_t *root, *stakes;
    int code;
    if (!felt_cli_admin_user(admin, word[0], &user, &code)) return code;
    (void)snprintf(path, sizeof path, "stats/%lld", (long long)user.user.id);
    if (!ask(admin, path, DAYS_MAX, DAYS_MAX, &root, &code) || !root) return code;
    fprintf(admin->out, "%-16s  %-6s  %8s  %7s  %7s  %7s  %7s  %7s  %7s  %12s  %7s  %7s\n", "stake",
            "as", "hands", "vpip %", "pfr %", "3bet %", "aggr", "wtsd %", "w$sd %", "won", "bb/100",
            "won/h");
    stakes = json_object_get(root, "stakes");
    for (size_t i = 0; i < json_array_size(stakes); i++) {
        const json_t *row = json_array_get(stakes, i);
        print_row(admin, text_of(row, "stake"), text_of(row, "as"), row);
    }
    print_row(admin, "all for chips", "", json_object_get(root, "total"));
    json_decref(root);
    return FELT_EXIT_OK;
}

/* ---- pairs ---- */

static void print_pair(const struct felt_cli_admin_job *admin, const json_t *pair)
{
    const json_t *reasons = json_object_get(pair, "reasons"),
                 *clues = json_object_get(pair, "clues");
    const json_t *there = json_object_get(pair, "there"), *back = json_object_get(pair, "back");
    fprintf(admin->out, "%8.1f%s  #%-8lld  #%-8lld  %6lld  %9.1f  ", real_of(pair, "score"),
            json_is_true(json_object_get(pair, "suspect")) ? "!" : " ", int_of(pair, "first"),
            int_of(pair, "second"), int_of(pair, "hands"),
            real_of(there, "gave_bb") - real_of(back, "gave_bb"));
    for (size_t i = 0; i < json_array_size(reasons); i++)
        fprintf(admin->out, "%s%s", i ? ", " : "", json_string_value(json_array_get(reasons, i)));
    fputc('\n', admin->out);
    for (size_t i = 0; i < json_array_size(clues); i++) {
        const json_t *clue = json_array_get(clues, i);
        fprintf(admin->out, "             %s  %+.1f bb%s%s%s\n", text_of(clue, "hand_id"),
                real_of(clue, "gave_bb"),
                json_is_true(json_object_get(clue, "gave_up")) ? "  gave up" : "",
                json_is_true(json_object_get(clue, "checked")) ? "  checked down" : "",
                json_is_true(json_object_get(clue, "dumped")) ? "  a stack for nothing" : "");
    }
}

int felt_cli_admin_fairplay(const struct felt_cli_admin_job *admin, const char *const *word)
{
    (void)word;
    json_t *root;
    int code;
    if (!ask(admin, "fairplay", 7, PAIRS_DAYS_MAX, &root, &code) || !root) return code;
    const json_t *pairs = json_object_get(root, "pairs");
    fprintf(admin->out, "%8s   %-9s  %-9s  %6s  %9s  %s\n", "score", "gives", "takes", "hands",
            "bb", "why");
    for (size_t i = 0; i < json_array_size(pairs); i++) print_pair(admin, json_array_get(pairs, i));
    if (!json_array_size(pairs)) fputs("no pair stands out\n", admin->out);
    json_decref(root);
    return FELT_EXIT_OK;
}

/* ---- the house ---- */

/* What the ledger says now: chips of the house, wherever they are. */
static bool print_account(const struct felt_cli_admin_job *admin)
{
    char *answer;
    if (!felt_cli_admin_room(admin, "/api/operator/house", NULL, &answer)) return false;
    json_t *root = json_loads(answer, 0, NULL), *totals = json_object_get(root, "totals");
    fprintf(admin->out, "%-12s  %8s  %14lld\n", "account", "", int_of(totals, "account"));
    fprintf(admin->out, "%-12s  %8s  %14lld\n", "players", "", int_of(totals, "bank"));
    fprintf(admin->out, "%-12s  %8s  %14lld\n", "on tables", "", int_of(totals, "seated"));
    json_decref(root);
    free(answer);
    return true;
}

int felt_cli_admin_house_profit(const struct felt_cli_admin_job *admin, const char *const *word)
{
    (void)word;
    json_t *root;
    int code;
    if (!ask(admin, "stats/house", 7, DAYS_MAX, &root, &code) || !root) return code;
    const json_t *days = json_object_get(root, "days");
    fprintf(admin->out, "%-12s  %8s  %14s\n", "day", "seats", "won");
    for (size_t i = 0; i < json_array_size(days); i++) {
        const json_t *day = json_array_get(days, i);
        fprintf(admin->out, "%-12s  %8lld  %14lld\n", text_of(day, "day"), int_of(day, "hands"),
                int_of(day, "won"));
    }
    fprintf(admin->out, "%-12s  %8lld  %14lld\n", "together", int_of(root, "hands"),
            int_of(root, "won"));
    json_decref(root);
    return print_account(admin) ? FELT_EXIT_OK : FELT_EXIT_FAILED;
}
