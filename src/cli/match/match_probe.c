/* match_probe.c -- see match_probe.h. */
#include "cli/match/match_probe.h"

#include "cli/match/match_print.h"
#include "command/player_name.h"
#include "felt/assert.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* From which betting round on it bets. */
static const struct manner {
    const char *name;
    uint8_t street;
} play_stats[] = {{"lbr", 0}, {"lbr:flop", 1}, {"lbr:turn", 2}, {"lbr:river", 3}};
enum { PLAY_STATS = sizeof play_stats / sizeof play_stats[0] };

/* ---- options --------------------------------------------------------------------------------- */

static bool read_manner(struct felt_cli_match_plan *plan)
{
    const char *typed = plan->args->value[FELT_CLI_MATCH_OPTION_PROBE];
    const char *names[PLAY_STATS];
    for (int i = 0; i < PLAY_STATS; i++) {
        names[i] = play_stats[i].name;
        if (strcmp(typed, names[i])) continue;
        struct felt_player_spec *player = &plan->player[0];
        player->kind = &felt_probe_kind;
        snprintf(player->text, sizeof player->text, "%s", names[i]);
        plan->probe.street = play_stats[i].street;
        return true;
    }
    const char *near = felt_args_nearest(typed, names, PLAY_STATS);
    (void)felt_args_refuse(plan->args, "there is no probe %s; take %s", typed,
                           near ? near : "lbr, lbr:flop, lbr:turn or lbr:river");
    return false;
}

/* What makes no sense for a probe. */
static bool refuse_others(const struct felt_args *args)
{
    if (!felt_args_flag(args, FELT_CLI_MATCH_OPTION_PROBE)) {
        (void)felt_args_refuse(args, "--asked belongs to --probe, as in --probe lbr --asked 200");
        return true;
    }
    if (args->count != 1) {
        (void)felt_args_refuse(args, "--probe takes one player; these are %d", args->count);
        return true;
    }
    if (felt_args_flag(args, FELT_CLI_MATCH_OPTION_TABLE)) {
        (void)felt_args_refuse(args, "a probe plays one player; leave out --table");
        return true;
    }
    if (felt_args_flag(args, FELT_CLI_MATCH_OPTION_DEALS)) {
        (void)felt_args_refuse(args, "a player that is probed remembers nothing; leave out "
                                     "--deals");
        return true;
    }
    return false;
}

bool felt_cli_match_probe_given(const struct felt_args *args)
{
    return felt_args_flag(args, FELT_CLI_MATCH_OPTION_PROBE) ||
           felt_args_flag(args, FELT_CLI_MATCH_OPTION_ASKED);
}

bool felt_cli_match_probe_read(struct felt_cli_match_plan *plan)
{
    const struct felt_args *args = plan->args;
    uint64_t asked = FELT_PROBE_ASKED;
    if (refuse_others(args) || !read_manner(plan)) return false;
    if (!felt_args_uint(args, FELT_CLI_MATCH_OPTION_ASKED, FELT_PROBE_ASKED_MIN,
                        FELT_PROBE_ASKED_MAX, &asked))
        return false;
    plan->probing = true;
    plan->probe.asked = (uint32_t)asked;
    plan->form = FELT_CLI_MATCH_DUEL;
    plan->names = 2;
    return felt_player_name_read(args, args->word[0], &plan->player[1]);
}

bool felt_cli_match_probe_make(struct felt_cli_match_plan *plan)
{
    struct felt_complaint complaint = {0};
    if (!plan->probing) return true;
    struct felt_probe probe = felt_probe_make(&plan->match[0]);
    probe.asked = plan->probe.asked;
    probe.street = plan->probe.street;
    plan->probe = probe;
    if (felt_probe_verify(&plan->probe, &complaint) == FELT_OK) return true;
    (void)felt_args_complain(plan->args, NULL, &complaint);
    return false;
}

void felt_cli_match_probe_write(const struct felt_cli_match_plan *plan, struct felt_buffer *text)
{
    felt_buffer_text(text, ":street=");
    felt_buffer_uint(text, plan->probe.street);
    felt_buffer_text(text, ",asked=");
    felt_buffer_uint(text, plan->probe.asked);
    felt_buffer_text(text, ",boards=");
    felt_buffer_uint(text, plan->probe.boards);
}

/* ---- results --------------------------------------------------------------------------------- */

void felt_cli_match_probe_print(const struct felt_cli_match_run *run)
{
    const char *name = run->plan->player[1].text;
    struct felt_interval won = felt_cli_match_view(run, &run->sum[0].line[0]).fixed;
    printf("\n  local best response wins %+.2f bb/100 ", won.mean);
    if (!isfinite(won.low))
        printf("(no interval yet) from %s\n", name);
    else if (won.low > 0)
        printf("(%+.2f .. %+.2f) from %s: it can be beaten by at least that\n", won.low, won.high,
               name);
    else
        printf("(%+.2f .. %+.2f) from %s: no proof that it can be beaten\n", won.low, won.high,
               name);
}
