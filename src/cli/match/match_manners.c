/* match_manners.c -- see match_print.h: how the players behaved, for people and for programs. */
#include "cli/match/match_print.h"
#include "command/term.h"
#include "felt/assert.h"

#include <math.h>

enum {
    HANDS_COLUMNS = 11,
    ENTERED_COLUMNS = 10,
    RAISED_COLUMNS = 9,
    AGGRESSION_COLUMNS = 12,
    FOLDS_COLUMNS = 15,
    SHOWDOWN_COLUMNS = 11,
    BLUFFS_COLUMNS = 9,
    PERCENT = 100,
    PLACES = 4
};

/* Over all pairings in which the player sits. */
static struct felt_play_stats play_stats_of(const struct felt_cli_match_run *run, int name)
{
    const struct felt_cli_match_plan *plan = run->plan;
    struct felt_play_stats all = {0};
    for (int p = 0; p < plan->pairings; p++)
        for (int i = 0; i < plan->setting.players; i++)
            if (plan->who[p][i] == name) felt_play_stats_add(&all, &run->sum[p].manners[i]);
    return all;
}

/* ---- for people ------------------------------------------------------------------------------ */

/* "24.1 %", or a dash where there is nothing to take a share of. */
static void print_share(int columns, uint64_t part, uint64_t whole)
{
    if (whole > 0)
        printf("%*.1f %%", columns - 2, PERCENT * felt_play_stats_share(part, whole));
    else
        printf("%*s", columns, "-");
}

static void print_aggression(const struct felt_play_stats *play_stats)
{
    double factor = felt_play_stats_aggression(play_stats);
    if (isfinite(factor))
        printf("%*.2f", AGGRESSION_COLUMNS, factor);
    else
        printf("%*s", AGGRESSION_COLUMNS, isinf(factor) ? "no calls" : "-");
}

void felt_cli_match_print_play_stats(const struct felt_cli_match_run *run, int columns)
{
    const struct felt_cli_match_plan *plan = run->plan;
    printf("\n  %-*s%*s%*s%*s%*s%*s%*s%*s\n", columns, "manners", HANDS_COLUMNS, "hands",
           ENTERED_COLUMNS, "entered", RAISED_COLUMNS, "raised", AGGRESSION_COLUMNS, "aggression",
           FOLDS_COLUMNS, "folds to bets", SHOWDOWN_COLUMNS, "showdowns", BLUFFS_COLUMNS, "bluffs");
    for (int i = 0; i < plan->names; i++) {
        char number[FELT_TERM_NUMBER_BYTES];
        struct felt_play_stats play_stats = play_stats_of(run, i);
        printf("  %-*s%*s", columns, plan->player[i].text, HANDS_COLUMNS,
               felt_term_number(play_stats.hands, number));
        print_share(ENTERED_COLUMNS, play_stats.entered, play_stats.hands);
        print_share(RAISED_COLUMNS, play_stats.raised, play_stats.hands);
        print_aggression(&play_stats);
        print_share(FOLDS_COLUMNS, play_stats.folded_to_bet, play_stats.faced);
        print_share(SHOWDOWN_COLUMNS, play_stats.showdowns, play_stats.hands);
        print_share(BLUFFS_COLUMNS, play_stats.bluffs, play_stats.weak);
        printf("\n");
    }
}

/* ---- for programs ---------------------------------------------------------------------------- */

static void write_ratio(struct felt_json *json, const char *key, double ratio)
{
    felt_json_key(json, key);
    felt_json_decimal(json, ratio, PLACES); /* null if it is no number */
}

void felt_cli_match_write_play_stats(struct felt_json *json,
                                     const struct felt_play_stats *play_stats)
{
    felt_json_key(json, "manners");
    felt_json_object(json);
    felt_cli_match_write_counters(json, play_stats);
    write_ratio(json, "entered_share",
                felt_play_stats_share(play_stats->entered, play_stats->hands));
    write_ratio(json, "raised_share", felt_play_stats_share(play_stats->raised, play_stats->hands));
    write_ratio(json, "aggression_factor", felt_play_stats_aggression(play_stats));
    write_ratio(json, "later_aggression_factor", felt_play_stats_later_aggression(play_stats));
    write_ratio(json, "folded_to_bet_share",
                felt_play_stats_share(play_stats->folded_to_bet, play_stats->faced));
    write_ratio(json, "showdown_share",
                felt_play_stats_share(play_stats->showdowns, play_stats->hands));
    write_ratio(json, "won_showdown_share",
                felt_play_stats_share(play_stats->showdowns_won, play_stats->showdowns));
    write_ratio(json, "bluff_share", felt_play_stats_share(play_stats->bluffs, play_stats->weak));
    felt_json_end(json);
}
