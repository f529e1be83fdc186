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
static struct felt_manners manners_of(const struct felt_match_run *run, int name)
{
    const struct felt_match_plan *plan = run->plan;
    struct felt_manners all = {0};
    for (int p = 0; p < plan->pairings; p++)
        for (int i = 0; i < plan->setting.players; i++)
            if (plan->who[p][i] == name) felt_manners_add(&all, &run->sum[p].manners[i]);
    return all;
}

/* ---- for people ------------------------------------------------------------------------------ */

/* "24.1 %", or a dash where there is nothing to take a share of. */
static void print_share(int columns, uint64_t part, uint64_t whole)
{
    if (whole > 0)
        printf("%*.1f %%", columns - 2, PERCENT * felt_manners_share(part, whole));
    else
        printf("%*s", columns, "-");
}

static void print_aggression(const struct felt_manners *manners)
{
    double factor = felt_manners_aggression(manners);
    if (isfinite(factor))
        printf("%*.2f", AGGRESSION_COLUMNS, factor);
    else
        printf("%*s", AGGRESSION_COLUMNS, isinf(factor) ? "no calls" : "-");
}

void felt_match_print_manners(const struct felt_match_run *run, int columns)
{
    const struct felt_match_plan *plan = run->plan;
    printf("\n  %-*s%*s%*s%*s%*s%*s%*s%*s\n", columns, "manners", HANDS_COLUMNS, "hands",
           ENTERED_COLUMNS, "entered", RAISED_COLUMNS, "raised", AGGRESSION_COLUMNS, "aggression",
           FOLDS_COLUMNS, "folds to bets", SHOWDOWN_COLUMNS, "showdowns", BLUFFS_COLUMNS, "bluffs");
    for (int i = 0; i < plan->names; i++) {
        char number[FELT_TERM_NUMBER_BYTES];
        struct felt_manners manners = manners_of(run, i);
        printf("  %-*s%*s", columns, plan->player[i].text, HANDS_COLUMNS,
               felt_term_number(manners.hands, number));
        print_share(ENTERED_COLUMNS, manners.entered, manners.hands);
        print_share(RAISED_COLUMNS, manners.raised, manners.hands);
        print_aggression(&manners);
        print_share(FOLDS_COLUMNS, manners.folded_to_bet, manners.faced);
        print_share(SHOWDOWN_COLUMNS, manners.showdowns, manners.hands);
        print_share(BLUFFS_COLUMNS, manners.bluffs, manners.weak);
        printf("\n");
    }
}

/* ---- for programs ---------------------------------------------------------------------------- */

static void write_ratio(struct felt_json *json, const char *key, double ratio)
{
    felt_json_key(json, key);
    felt_json_decimal(json, ratio, PLACES); /* null if it is no number */
}

void felt_match_write_manners(struct felt_json *json, const struct felt_manners *manners)
{
    felt_json_key(json, "manners");
    felt_json_object(json);
    felt_match_write_counters(json, manners);
    write_ratio(json, "entered_share", felt_manners_share(manners->entered, manners->hands));
    write_ratio(json, "raised_share", felt_manners_share(manners->raised, manners->hands));
    write_ratio(json, "aggression_factor", felt_manners_aggression(manners));
    write_ratio(json, "later_aggression_factor", felt_manners_later_aggression(manners));
    write_ratio(json, "folded_to_bet_share",
                felt_manners_share(manners->folded_to_bet, manners->faced));
    write_ratio(json, "showdown_share", felt_manners_share(manners->showdowns, manners->hands));
    write_ratio(json, "won_showdown_share",
                felt_manners_share(manners->showdowns_won, manners->showdowns));
    write_ratio(json, "bluff_share", felt_manners_share(manners->bluffs, manners->weak));
    felt_json_end(json);
}
