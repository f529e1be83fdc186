/* match_outside.c -- see match_outside.h. */
#include "cli/match/match_outside.h"
#include "base/json_member.h"

#include "command/term.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MS_MAX = 3600000, MEMORY_MB_MAX = 1 << 24 };

static bool open_log(struct felt_cli_match_plan *plan)
{
    const char *name = plan->args->value[FELT_CLI_MATCH_OPTION_BOT_LOG];
    if (name == NULL) return true;
    if (strcmp(name, "-") == 0) {
        plan->outside.complaints = STDERR_FILENO;
        return true;
    }
    plan->outside.complaints = open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (plan->outside.complaints >= 0) return true;
    (void)felt_args_refuse(plan->args, "--bot-log %s: %s", name, strerror(errno));
    return false;
}

static bool read_options(struct felt_cli_match_plan *plan)
{
    const struct felt_args *args = plan->args;
    uint64_t move = FELT_OUTSIDE_MOVE_MS, start = FELT_OUTSIDE_START_MS;
    uint64_t memory = FELT_OUTSIDE_MEMORY_MB;
    plan->outside = felt_outside_options_default();
    if (!felt_args_uint(args, FELT_CLI_MATCH_OPTION_BOT_MS, 1, MS_MAX, &move) ||
        !felt_args_uint(args, FELT_CLI_MATCH_OPTION_BOT_START, 1, MS_MAX, &start) ||
        !felt_args_uint(args, FELT_CLI_MATCH_OPTION_BOT_MEMORY, 0, MEMORY_MB_MAX, &memory))
        return false;
    plan->outside.move_ms = (uint32_t)move;
    plan->outside.start_ms = (uint32_t)start;
    plan->outside.limits.memory_bytes = memory << 20;
    if (args->value[FELT_CLI_MATCH_OPTION_ACPC_BIND])
        plan->outside.bind = args->value[FELT_CLI_MATCH_OPTION_ACPC_BIND];
    return open_log(plan);
}

bool felt_cli_match_outside_read(struct felt_cli_match_plan *plan)
{
    if (!read_options(plan)) return false;
    for (int i = 0; i < plan->names; i++) {
        if (!felt_outside_read(plan->args, plan->args->word[i], &plan->outside, &plan->player[i]))
            return false;
        plan->has_outside |= plan->player[i].owner != NULL;
    }
    return true;
}

int felt_cli_match_outside_threads(const struct felt_cli_match_plan *plan, int threads)
{
    for (int i = 0; i < plan->names; i++)
        if (plan->player[i].owner && felt_outside_is_acpc(plan->player[i].owner)) return 1;
    return threads;
}

void felt_cli_match_outside_close(struct felt_cli_match_plan *plan)
{
    for (int i = 0; i < plan->names; i++) {
        felt_outside_close(plan->player[i].owner);
        plan->player[i].owner = NULL;
    }
    if (plan->outside.complaints > STDERR_FILENO) close(plan->outside.complaints);
    plan->outside.complaints = -1;
}

/* ---- results --------------------------------------------------------------------------------- */

static uint64_t read_count(const atomic_ullong *count)
{
    return atomic_load_explicit(count, memory_order_relaxed);
}

static bool read_came(const struct felt_outside_counts *counts)
{
    return atomic_load_explicit(&counts->came, memory_order_relaxed);
}

static void print_count(const char *name, uint64_t count, const char *what)
{
    char number[FELT_TERM_NUMBER_BYTES];
    if (count) printf("  %s: %s %s\n", name, felt_term_number(count, number), what);
}

/* One who was asked, or could not even be asked, and never gave a legal answer. */
static bool never_answered(const struct felt_outside_counts *counts)
{
    uint64_t failures =
        read_count(&counts->timeouts) + read_count(&counts->crashes) + read_count(&counts->garbage);
    return read_count(&counts->legal) == 0 && failures + read_count(&counts->answers) > 0;
}

/* Adds "it ended 20 times" to a list. */
static void list_count(const char **gap, const char *what, uint64_t count)
{
    if (count == 0) return;
    fprintf(stderr, "%s%s %llu time%s", *gap, what, (unsigned long long)count,
            count == 1 ? "" : "s");
    *gap = ", ";
}

static void blame(const struct felt_cli_match_plan *plan, const struct felt_player_spec *player)
{
    const struct felt_outside_counts *counts = felt_outside_counts(player->owner);
    const char *log = plan->args->value[FELT_CLI_MATCH_OPTION_BOT_LOG], *gap = ": ";
    bool acpc = felt_outside_is_acpc(player->owner);
    uint64_t answers = read_count(&counts->answers);
    fprintf(stderr, "felt match: %s never %s", player->text,
            answers ? "gave a legal answer" : "answered");
    list_count(&gap, "it took an action that was not legal", answers);
    list_count(&gap,
               !acpc               ? "it ended"
               : read_came(counts) ? "it left"
                                   : "nobody connected",
               read_count(&counts->crashes));
    list_count(&gap, "it was too late", read_count(&counts->timeouts));
    list_count(&gap, "it said what is no action", read_count(&counts->garbage));
    if (acpc || (log && strcmp(log, "-") == 0))
        fputs("\n", stderr);
    else if (log)
        fprintf(stderr, "; %s has what it says\n", log);
    else
        fputs("; --bot-log - shows what it says\n", stderr);
}

bool felt_cli_match_outside_answered(const struct felt_cli_match_plan *plan)
{
    bool all = true;
    fflush(stdout); /* the result first, where both go to the same place */
    for (int i = 0; i < plan->names; i++) {
        const struct felt_player_spec *player = &plan->player[i];
        if (player->owner == NULL || !never_answered(felt_outside_counts(player->owner))) continue;
        blame(plan, player);
        all = false;
    }
    return all;
}

/* Would its complaints help, and nobody looks at them? */
static bool is_unheard(const struct felt_cli_match_plan *plan,
                       const struct felt_player_spec *player)
{
    const struct felt_outside_counts *counts = felt_outside_counts(player->owner);
    return plan->args->value[FELT_CLI_MATCH_OPTION_BOT_LOG] == NULL &&
           !felt_outside_is_acpc(player->owner) && !never_answered(counts) &&
           (read_count(&counts->timeouts) || read_count(&counts->crashes) ||
            read_count(&counts->garbage) || read_count(&counts->refused));
}

void felt_cli_match_outside_print(const struct felt_cli_match_plan *plan)
{
    bool unheard = false;
    for (int i = 0; i < plan->names; i++) {
        if (plan->player[i].owner == NULL) continue;
        const struct felt_outside_counts *counts = felt_outside_counts(plan->player[i].owner);
        const char *name = plan->player[i].text;
        print_count(name, read_count(&counts->timeouts), "decisions did not come in time");
        print_count(name, read_count(&counts->crashes),
                    felt_outside_is_acpc(plan->player[i].owner) && !read_came(counts)
                        ? "times nobody connected"
                        : "times it ended or did not read");
        print_count(name, read_count(&counts->garbage), "times it said much that was no action");
        print_count(name, read_count(&counts->refused), "lines were answered with an error");
        if (atomic_load_explicit(&counts->benched, memory_order_relaxed))
            printf("  %s: was not asked any more after %d failures in a row\n", name,
                   FELT_OUTSIDE_FAILURES_MAX);
        unheard |= is_unheard(plan, &plan->player[i]);
    }
    if (unheard) printf("  --bot-log - shows what programs write to stderr\n");
    if (plan->has_outside)
        printf("\n  Programs may remember earlier hands, or toss coins: the same command need not "
               "give\n  the same result.\n");
}

void felt_cli_match_outside_write(struct felt_json *json, const struct felt_player_spec *player)
{
    felt_json_key(json, "outside");
    if (player->owner == NULL) {
        felt_json_null(json);
        return;
    }
    const struct felt_outside_counts *counts = felt_outside_counts(player->owner);
    felt_json_object(json);
    felt_json_put_uint(json, "timeouts", read_count(&counts->timeouts));
    felt_json_put_uint(json, "crashes", read_count(&counts->crashes));
    felt_json_put_uint(json, "garbage", read_count(&counts->garbage));
    felt_json_put_uint(json, "refused", read_count(&counts->refused));
    felt_json_key(json, "benched");
    felt_json_bool(json, atomic_load_explicit(&counts->benched, memory_order_relaxed));
    felt_json_end(json);
}
