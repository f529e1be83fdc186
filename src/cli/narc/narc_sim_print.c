/* narc_sim_print.c -- felt narc sim for people, in 80 columns. */
#include "cli/cli.h"
#include "cli/narc/narc_sim.h"
#include "command/term.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { CELL_BYTES = 48, WIDTH = 78, SHARES = 5 };

static const double shares[SHARES] = {0.05, 0.25, 0.5, 0.75, 0.95};

/* ---- numbers ---- */

static int decimals_of(double size, uint8_t unit)
{
    if (unit == FELT_UNIT_PERCENT) return 1;
    return fabs(size) < 100 && unit == FELT_UNIT_NUMBER ? 2 : 1;
}

/* "69.7" or, as a difference, "+1.3"; a dash if there is none.  Never "-0.0". */
static const char *number(double value, int decimals, bool sign, char out[CELL_BYTES])
{
    double unit = pow(10, -decimals);
    if (fabs(value) < unit / 2) value = 0;
    if (isfinite(value))
        snprintf(out, CELL_BYTES, sign ? "%+.*f" : "%.*f", decimals, value);
    else
        snprintf(out, CELL_BYTES, "-");
    return out;
}

static const char *unit_word(uint8_t unit)
{
    return unit == FELT_UNIT_PERCENT ? "%" : "";
}

/* A number and its interval, with a label. */
static void print_row(const char *label, struct felt_interval value, uint8_t unit, bool sign)
{
    char mean[CELL_BYTES], low[CELL_BYTES], high[CELL_BYTES];
    int decimals = decimals_of(value.mean, unit);
    printf("  %-42s %9s %-1s  %9s .. %s\n", label, number(value.mean, decimals, sign, mean),
           unit_word(unit), number(value.low, decimals, sign, low),
           number(value.high, decimals, sign, high));
}

static void title(const struct felt_term *term, const char *text)
{
    printf("\n");
    felt_term_style(term, FELT_BOLD);
    printf("%s", text);
    felt_term_style(term, FELT_PLAIN);
    printf("\n");
}

/* Words in lines of at most WIDTH. */
static void print_words(const char *text)
{
    int used = 0;
    while (*text) {
        size_t length = strcspn(text, " ");
        if (used && used + 1 + (int)length > WIDTH) {
            printf("\n");
            used = 0;
        }
        printf("%s%.*s", used ? " " : "  ", (int)length, text);
        used += (int)length + (used ? 1 : 2);
        text += length;
        text += strspn(text, " ");
    }
    printf("\n");
}

/* ---- what was played ---- */

static void introduce(const struct felt_cli_narc_sim *sim, const struct felt_narc_case *play)
{
    char policy[FELT_NARC_POLICY_BYTES], hands[FELT_TERM_NUMBER_BYTES],
        sessions[FELT_TERM_NUMBER_BYTES];
    const struct felt_narc_rules *rules = &play->rules;
    const struct felt_narc_trial *trial = &play->result.trial;
    int tier = rules->options.tiers ? felt_narc_tier_at(rules, trial->heat) : 0;
    printf("rules %s, cards %s, heat %d (%s), seed %llu\n", rules->options.name,
           rules->catalogue.name, (int)trial->heat, rules->catalogue.tier[tier].name,
           (unsigned long long)trial->seed);
    printf("policy %s\n", felt_narc_policy_write(trial->bot, policy));
    printf("%s hands in %s sessions",
           felt_term_number((uint64_t)play->result.all.at[FELT_SUM_HANDS], hands),
           felt_term_number((uint64_t)play->result.all.at[FELT_SUM_SESSIONS], sessions));
    if (sim->study.sessions_max > 1)
        printf(" of %s runs",
               felt_term_number((uint64_t)play->result.all.at[FELT_SUM_RUNS], hands));
    printf("\n");
}

/* ---- one case ---- */

static void print_plain_figures(const struct felt_narc_case *play, const struct felt_term *term)
{
    title(term, "                                                 value     95 % interval");
    for (int i = 0; i < FELT_NARC_FIGURES; i++) {
        enum felt_narc_figure figure = (enum felt_narc_figure)i;
        const struct felt_narc_figure_row *row = felt_narc_figure_row(figure);
        if (row->each != FELT_EACH_ONE && row->each != FELT_EACH_ROLE) continue;
        for (int j = 0; j < felt_narc_figure_count(&play->rules, figure); j++) {
            char label[CELL_BYTES];
            snprintf(
                label, sizeof label, "%s%s%s", row->title, row->each == FELT_EACH_ROLE ? " " : "",
                row->each == FELT_EACH_ROLE ? felt_narc_role_name((enum felt_narc_role)j) : "");
            struct felt_interval value = felt_narc_interval(&play->values, figure, j);
            if (isfinite(value.mean)) print_row(label, value, row->unit, false);
        }
    }
}

static void print_quantiles(const struct felt_narc_case *play)
{
    printf("  money, quantiles  ");
    for (int i = 0; i < SHARES; i++)
        printf("%s%.0f %%: %d", i ? ", " : "", 100 * shares[i],
               (int)felt_narc_quantile(&play->result, shares[i]));
    printf("\n");
}

static void print_rounds(const struct felt_narc_case *play, const struct felt_term *term)
{
    int rounds = play->rules.options.rounds;
    title(term, "by round");
    for (int i = 0; i < FELT_NARC_FIGURES; i++) {
        enum felt_narc_figure figure = (enum felt_narc_figure)i;
        const struct felt_narc_figure_row *row = felt_narc_figure_row(figure);
        if (row->each != FELT_EACH_ROUND) continue;
        if (!isfinite(felt_narc_value(&play->values, figure, 0))) continue;
        printf("  %-24s", row->title);
        for (int j = 0; j < rounds; j++) {
            struct felt_interval value = felt_narc_interval(&play->values, figure, j);
            char mean[CELL_BYTES], radius[CELL_BYTES];
            int decimals = decimals_of(value.mean, row->unit);
            printf(" %7s +-%-*s", number(value.mean, decimals, false, mean), j + 1 < rounds ? 5 : 0,
                   number((value.high - value.low) / 2, decimals, false, radius));
        }
        printf("\n");
    }
}

static void print_card(const struct felt_narc_case *play, int kind)
{
    const struct felt_narc_card *card = &play->rules.catalogue.card[kind];
    struct felt_interval play_rate = felt_narc_interval(&play->values, FELT_FIGURE_PLAY, kind);
    struct felt_interval money = felt_narc_interval(&play->values, FELT_FIGURE_CARD_MONEY, kind);
    struct felt_interval win = felt_narc_interval(&play->values, FELT_FIGURE_CARD_WIN, kind);
    char cell[6][CELL_BYTES], drawn[CELL_BYTES];
    if (!play->result.all.at[FELT_SUM_DRAWN + kind]) return;
    printf("  %-24.24s %5s  %5s +-%-4s %7s +-%-5s %6s +-%s\n", card->name,
           number(felt_narc_value(&play->values, FELT_FIGURE_DRAWN, kind), 1, false, drawn),
           number(play_rate.mean, 1, false, cell[0]),
           number((play_rate.high - play_rate.low) / 2, 1, false, cell[1]),
           number(money.mean, 1, true, cell[2]),
           number((money.high - money.low) / 2, 1, false, cell[3]),
           number(win.mean, 1, true, cell[4]), number((win.high - win.low) / 2, 1, false, cell[5]));
}

static void print_cards(const struct felt_narc_case *play, const struct felt_term *term)
{
    static const int owners[] = {FELT_ROLE_PLAYER, FELT_ROLE_CUSTOMER, FELT_ROLE_NARC};
    title(term, "cards                      held %   played %     money/hand       won %");
    for (int i = 0; i < FELT_ROLES; i++)
        for (int kind = 0; kind < play->rules.catalogue.kinds; kind++)
            if (play->rules.catalogue.card[kind].owner == owners[i]) print_card(play, kind);
    printf("  held: hands in which it was.  played: of those in which it could be.  The last\n"
           "  two: hands in which it was held less the others.\n");
}

static void print_case(const struct felt_cli_narc_sim *sim, const struct felt_term *term)
{
    introduce(sim, sim->play);
    print_plain_figures(sim->play, term);
    print_quantiles(sim->play);
    print_rounds(sim->play, term);
    print_cards(sim->play, term);
}

/* ---- two cases ---- */

static void print_compared_row(const struct felt_cli_narc_sim *sim, const struct felt_term *term,
                               enum felt_narc_figure figure, int index)
{
    const struct felt_narc_values *a = &sim->play[0].values, *b = &sim->play[1].values;
    const struct felt_narc_figure_row *row = felt_narc_figure_row(figure);
    char name[FELT_NARC_FIGURE_BYTES], cell[5][CELL_BYTES];
    struct felt_interval change = felt_narc_difference(b, a, figure, index);
    double one = felt_narc_value(a, figure, index), two = felt_narc_value(b, figure, index);
    if (!isfinite(one) && !isfinite(two)) return;
    bool sure = change.low > 0 || change.high < 0;
    int decimals = decimals_of(one, row->unit);
    felt_narc_figure_write(&sim->play->rules, figure, index, name);
    if (sure) felt_term_style(term, FELT_BOLD);
    printf("  %-22s %10s %10s %10s   %s .. %s%s", name, number(one, decimals, false, cell[0]),
           number(two, decimals, false, cell[1]), number(change.mean, decimals, true, cell[2]),
           number(change.low, decimals, true, cell[3]),
           number(change.high, decimals, true, cell[4]), sure ? " *" : "");
    if (sure) felt_term_style(term, FELT_PLAIN);
    printf("\n");
}

static void print_compared(const struct felt_cli_narc_sim *sim, const struct felt_term *term)
{
    for (int i = 0; i < 2; i++) {
        printf("%c: %s\n", 'A' + i, sim->play[i].label);
        introduce(sim, &sim->play[i]);
    }
    title(term, "                                A          B      B - A   95 % interval");
    for (int i = 0; i < FELT_NARC_FIGURES; i++) {
        enum felt_narc_figure figure = (enum felt_narc_figure)i;
        if (felt_narc_figure_row(figure)->each == FELT_EACH_KIND) continue;
        int count = felt_narc_figure_count(&sim->play[0].rules, figure);
        int other = felt_narc_figure_count(&sim->play[1].rules, figure);
        for (int j = 0; j < count || j < other; j++) print_compared_row(sim, term, figure, j);
    }
    printf("  The same sessions were played twice; * marks differences that are no chance.\n");
}

/* ---- a sweep ---- */

static void print_sweep(const struct felt_cli_narc_sim *sim, const struct felt_term *term)
{
    introduce(sim, sim->play);
    title(term, "                     won %  bust %  fold %  acts  money/session        "
                "change");
    for (int i = 0; i < sim->cases; i++) {
        const struct felt_narc_values *values = &sim->play[i].values;
        struct felt_interval money = felt_narc_interval(values, FELT_FIGURE_MONEY_SESSION, 0);
        struct felt_interval change =
            felt_narc_difference(values, &sim->play->values, FELT_FIGURE_MONEY_SESSION, 0);
        char cell[2][CELL_BYTES];
        printf("  %-17.17s %6.1f  %6.1f  %6.1f %5.1f %8.1f +-%-*.1f", sim->play[i].label,
               felt_narc_value(values, FELT_FIGURE_WIN, 0),
               felt_narc_value(values, FELT_FIGURE_BUST, 0),
               felt_narc_value(values, FELT_FIGURE_FOLD, 0),
               felt_narc_value(values, FELT_FIGURE_ACTIONS_HAND, 0), money.mean, i ? 4 : 0,
               (money.high - money.low) / 2);
        if (i > 0)
            printf(" %7s +-%s", number(change.mean, 1, true, cell[0]),
                   number((change.high - change.low) / 2, 1, false, cell[1]));
        printf("\n");
    }
    printf("  The first line is the rule set as it is; all lines play the same sessions.\n");
}

/* ---- answers and goals ---- */

static void print_answers(const struct felt_cli_narc_sim *sim, const struct felt_term *term)
{
    printf("rules %s, cards %s, seed %llu\n%llu hands a case, a quarter of it for strong play\n",
           sim->play->rules.options.name, sim->catalogue.name, (unsigned long long)sim->study.seed,
           (unsigned long long)sim->study.hands);
    printf("careful: thresholds; strong: rollout:16.  Differences are paired.\n");
    for (int i = 0; i < FELT_VALIDATIONS; i++) {
        const struct felt_narc_answer *answer = &sim->answer[i];
        printf("\n");
        felt_term_style(term, FELT_BOLD);
        printf("%s: %s", answer->name, answer->question);
        felt_term_style(term, FELT_PLAIN);
        printf("\n");
        for (int j = 0; j < answer->rows; j++)
            print_row(answer->row[j].label, answer->row[j].value, answer->row[j].unit,
                      answer->row[j].signs);
        print_words(answer->words);
        felt_term_style(term, answer->yes ? FELT_GREEN : FELT_YELLOW);
        printf("  %s", answer->yes ? "Yes" : "No");
        felt_term_style(term, FELT_PLAIN);
        printf(", where yes means:\n");
        print_words(answer->rule);
    }
}

static void print_band(const struct felt_narc_goal *goal, char out[CELL_BYTES])
{
    char low[CELL_BYTES], high[CELL_BYTES];
    number(goal->min, goal->min == floor(goal->min) ? 0 : 1, false, low);
    number(goal->max, goal->max == floor(goal->max) ? 0 : 1, false, high);
    snprintf(out, CELL_BYTES, "%.15s..%.15s", isfinite(goal->min) ? low : "",
             isfinite(goal->max) ? high : "");
}

static void print_goals(const struct felt_cli_narc_sim *sim, const struct felt_term *term)
{
    printf("rules %s, cards %s, seed %llu\n", sim->study.options.name, sim->catalogue.name,
           (unsigned long long)sim->study.seed);
    title(term, "       goal                                              band    value");
    for (int i = 0; i < sim->goals.count; i++) {
        const struct felt_narc_goal *goal = &sim->goals.goal[i];
        char band[CELL_BYTES], mean[CELL_BYTES], radius[CELL_BYTES], name[FELT_NARC_FIGURE_BYTES];
        print_band(goal, band);
        felt_term_style(term, goal->met ? FELT_GREEN : FELT_RED);
        printf("%-6s", goal->met ? "met" : "MISSED");
        felt_term_style(term, FELT_PLAIN);
        printf(" %-44.44s %9s %8s +-%s\n", goal->about, band,
               number(goal->value.mean, 1, false, mean),
               number((goal->value.high - goal->value.low) / 2, 1, false, radius));
        if (goal->index < 0)
            printf("       (worst of them: %s)\n",
                   felt_narc_goal_name(&sim->play->rules, goal, name));
    }
}

int felt_cli_narc_sim_print(const struct felt_cli_narc_sim *sim)
{
    struct felt_term term = felt_term_make(stdout);
    switch (sim->mode) {
    case FELT_SIM_PLAIN: print_case(sim, &term); break;
    case FELT_SIM_COMPARE: print_compared(sim, &term); break;
    case FELT_SIM_SWEEP: print_sweep(sim, &term); break;
    case FELT_SIM_VALIDATE: print_answers(sim, &term); break;
    case FELT_SIM_GOALS: print_goals(sim, &term); break;
    }
    return FELT_EXIT_OK;
}
