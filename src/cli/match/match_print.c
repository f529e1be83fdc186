/* match_print.c -- see match_print.h: for people. */
#include "cli/match/match_print.h"

#include "cli/match/match_outside.h"
#include "cli/match/match_probe.h"
#include "command/term.h"
#include "felt/assert.h"

#include <math.h>
#include <string.h>

enum { NAME_MIN = 8, NAME_MAX_COLUMNS = 32, PLOT_HALF = 16, COLUMNS_MAX = 8 };
static const double level = 0.95, normal_quantile = 1.959963984540054;

/* ---- figures --------------------------------------------------------------------------------- */

static struct felt_interval scaled(struct felt_interval interval, double scale)
{
    return (struct felt_interval){interval.mean * scale, interval.low * scale,
                                  interval.high * scale};
}

struct felt_cli_match_view felt_cli_match_view(const struct felt_cli_match_run *run,
                                               const struct felt_cli_match_line *line)
{
    double scale = felt_cli_match_plan_scale(run->plan), plan = (double)run->interval_plan;
    return (struct felt_cli_match_view){
        .anytime = scaled(felt_interval_anytime(&line->adjusted, level, plan), scale),
        .fixed = scaled(felt_interval_fixed(&line->adjusted, level), scale),
        .played = scaled(felt_interval_anytime(&line->won, level, plan), scale)};
}

static void sort_places(struct felt_cli_match_place *places, int count)
{
    for (int i = 1; i < count; i++) {
        struct felt_cli_match_place place = places[i];
        int at = i;
        for (; at > 0 && places[at - 1].rating.elo < place.rating.elo; at--)
            places[at] = places[at - 1];
        places[at] = place;
    }
}

void felt_cli_match_places(const struct felt_cli_match_run *run,
                           struct felt_cli_match_place out[FELT_CLI_MATCH_NAMES_MAX])
{
    const struct felt_cli_match_plan *plan = run->plan;
    static const struct felt_cli_match_place nobody;
    struct felt_pairing pairing[FELT_CLI_MATCH_NAMES_MAX * FELT_CLI_MATCH_NAMES_MAX];
    struct felt_rating rating[FELT_CLI_MATCH_NAMES_MAX];
    struct felt_score score[FELT_CLI_MATCH_NAMES_MAX];
    memset(pairing, 0, sizeof pairing);
    memset(score, 0, sizeof score);
    for (int i = 0; i < plan->names; i++) out[i] = nobody;
    for (int p = 0; p < plan->pairings; p++) {
        for (int i = 0; i < 2; i++) {
            const struct felt_cli_match_line *line = &run->sum[p].line[i];
            int name = plan->who[p][i], other = plan->who[p][1 - i];
            pairing[name * plan->names + other] =
                (struct felt_pairing){line->wins, line->draws, line->losses};
            felt_score_merge(&score[name], &line->adjusted);
            out[name].wins += line->wins;
            out[name].draws += line->draws;
            out[name].losses += line->losses;
        }
    }
    felt_rating_fit(pairing, plan->names, rating);
    for (int i = 0; i < plan->names; i++) {
        out[i].name = i;
        out[i].rating = rating[i];
        out[i].won = felt_score_mean(&score[i]) * felt_cli_match_plan_scale(plan);
    }
    sort_places(out, plan->names);
}

double felt_cli_match_margin(const struct felt_rating *rating)
{
    return normal_quantile * rating->error;
}

/* ---- pieces ---------------------------------------------------------------------------------- */

static int name_columns(const struct felt_cli_match_plan *plan)
{
    size_t columns = NAME_MIN;
    for (int i = 0; i < plan->names; i++) {
        size_t bytes = strlen(plan->player[i].text);
        if (bytes > columns) columns = bytes;
    }
    return columns > NAME_MAX_COLUMNS ? NAME_MAX_COLUMNS : (int)columns;
}

/* "-0.00" is nothing. */
static double plain(double number)
{
    return fabs(number) < 0.005 ? 0 : number;
}

/* The same for a number without decimals. */
static double plain_whole(double number)
{
    return fabs(number) < 0.5 ? 0 : number;
}

static void print_interval(struct felt_interval interval)
{
    if (isfinite(interval.low))
        printf("%+.2f .. %+.2f", plain(interval.low), plain(interval.high));
    else
        printf("no interval yet");
}

static void print_stacks(const struct felt_setting *setting)
{
    char number[FELT_TERM_NUMBER_BYTES];
    bool same = true;
    for (int i = 1; i < setting->players; i++) same &= setting->stack[i] == setting->stack[0];
    if (same) {
        printf("stacks %s", felt_term_number((uint64_t)setting->stack[0], number));
        return;
    }
    for (int i = 0; i < setting->players; i++)
        printf("%s%lld", i ? "/" : "stacks ", (long long)setting->stack[i]);
}

static void print_header(const struct felt_cli_match_run *run)
{
    const struct felt_cli_match_plan *plan = run->plan;
    char number[FELT_TERM_NUMBER_BYTES], other[FELT_TERM_NUMBER_BYTES];
    uint64_t groups = run->sum[plan->pairings - 1].groups;
    printf("%s, %s, ", plan->setting.variant->title, felt_setting_limit_title(plan->setting.limit));
    if (plan->form == FELT_CLI_MATCH_LEAGUE)
        printf("a league of %d, ", plan->names);
    else
        printf("%d players, ", plan->names);
    printf("unit %s, ", felt_term_number((uint64_t)plan->setting.unit, number));
    print_stacks(&plan->setting);
    printf("\n%s hands%s in %s group%s of %u deal%s, seed %llu",
           felt_term_number(groups * plan->hands, number),
           plan->form == FELT_CLI_MATCH_LEAGUE ? " of each pair" : "",
           felt_term_number(groups, other), groups == 1 ? "" : "s", plan->deals,
           plan->deals == 1 ? "" : "s", (unsigned long long)plan->seed);
    if (plan->samples)
        printf(", at most %s samples a decision", felt_term_number(plan->samples, number));
    printf("%s\n", plan->futures == 0 ? ", not adjusted for luck" : "");
}

/* Where a value stands in a plot whose middle is 0. */
static int plot_place(double value, double most)
{
    double place = most > 0 ? value / most * PLOT_HALF : 0;
    return PLOT_HALF + (int)lround(place > PLOT_HALF    ? PLOT_HALF
                                   : place < -PLOT_HALF ? -PLOT_HALF
                                                        : place);
}

static void print_plot(struct felt_interval interval, double most)
{
    char plot[2 * PLOT_HALF + 2];
    memset(plot, ' ', sizeof plot);
    plot[sizeof plot - 1] = '\0';
    int low = plot_place(interval.low, most), high = plot_place(interval.high, most);
    for (int i = low; i <= high && isfinite(interval.low); i++) plot[i] = '-';
    plot[PLOT_HALF] = '|';
    plot[plot_place(interval.mean, most)] = 'o';
    int end = (int)sizeof plot - 1;
    while (end > 0 && plot[end - 1] == ' ') end--;
    printf("%.*s", end, plot);
}

/* The far end of the plot: the largest bound, or mean, of all. */
static double plot_most(const struct felt_cli_match_run *run)
{
    double most = 0;
    for (int i = 0; i < run->plan->setting.players; i++) {
        struct felt_interval interval = felt_cli_match_view(run, &run->sum[0].line[i]).anytime;
        if (!isfinite(interval.low)) interval.low = interval.high = interval.mean;
        most = fmax(most, fmax(fabs(interval.low), fabs(interval.high)));
    }
    return most;
}

/* ---- a duel, a table ------------------------------------------------------------------------- */

static void print_player(const struct felt_cli_match_run *run, const struct felt_term *term,
                         int index, int columns, double most)
{
    const struct felt_cli_match_plan *plan = run->plan;
    const struct felt_cli_match_line *line = &run->sum[0].line[index];
    struct felt_cli_match_view view = felt_cli_match_view(run, line);
    char won[FELT_TERM_NUMBER_BYTES], drawn[FELT_TERM_NUMBER_BYTES], lost[FELT_TERM_NUMBER_BYTES];
    printf("\n  %-*s  ", columns, plan->player[index].text);
    felt_term_style(term, FELT_BOLD);
    printf("%+10.2f", plain(view.anytime.mean));
    felt_term_style(term, FELT_PLAIN);
    printf(" bb/100   ");
    print_plot(view.anytime, most);
    printf("\n  %-*s  95 %% interval ", columns, "");
    print_interval(view.anytime);
    printf("\n");
    felt_term_style(term, FELT_DIM);
    printf("  %-*s  one look      ", columns, "");
    print_interval(view.fixed);
    printf("\n  %-*s  as played     ", columns, "");
    printf("%+.2f, ", plain(view.played.mean));
    print_interval(view.played);
    printf("\n");
    felt_term_style(term, FELT_PLAIN);
    printf("  %-*s  groups        %s won, %s drawn, %s lost\n", columns, "",
           felt_term_number(line->wins, won), felt_term_number(line->draws, drawn),
           felt_term_number(line->losses, lost));
}

static void print_sprt(const struct felt_cli_match_run *run)
{
    const struct felt_cli_match_plan *plan = run->plan;
    struct felt_sprt sprt = felt_cli_match_plan_sprt(plan);
    enum felt_verdict verdict = felt_cli_match_run_verdict(run);
    double lower, upper;
    felt_sprt_bounds(&sprt, &lower, &upper);
    printf("\n  test          is it %+.2f or %+.2f bb/100 for %s?  ", plan->sprt_low,
           plan->sprt_high, plan->player[0].text);
    if (verdict == FELT_VERDICT_OPEN)
        printf("not decided\n");
    else
        printf("rather %+.2f\n", verdict == FELT_VERDICT_LOW ? plan->sprt_low : plan->sprt_high);
    printf("                ratio %+.2f, decided below %+.2f and above %+.2f\n",
           plain(felt_sprt_ratio(&sprt, &run->sum[0].line[0].adjusted)), lower, upper);
}

static void print_duel(const struct felt_cli_match_run *run, const struct felt_term *term)
{
    const struct felt_cli_match_plan *plan = run->plan;
    int columns = name_columns(plan);
    double most = plot_most(run);
    for (int i = 0; i < plan->names; i++) print_player(run, term, i, columns, most);
    if (plan->has_sprt) print_sprt(run);
}

/* ---- a league -------------------------------------------------------------------------------- */

/* What `name` won against `other`. */
static const struct felt_cli_match_line *line_of(const struct felt_cli_match_run *run, int name,
                                                 int other)
{
    const struct felt_cli_match_plan *plan = run->plan;
    for (int p = 0; p < plan->pairings; p++)
        for (int i = 0; i < 2; i++)
            if (plan->who[p][i] == name && plan->who[p][1 - i] == other)
                return &run->sum[p].line[i];
    felt_assert(!"every two of a league are a pairing");
    return NULL;
}

static void print_ratings(const struct felt_cli_match_run *run, const struct felt_term *term,
                          const struct felt_cli_match_place *places, int columns)
{
    const struct felt_cli_match_plan *plan = run->plan;
    printf("\n      %-*s  rating   95 %% interval      bb/100      won    drawn     lost\n",
           columns, "");
    for (int i = 0; i < plan->names; i++) {
        const struct felt_cli_match_place *place = &places[i];
        double margin = felt_cli_match_margin(&place->rating), elo = place->rating.elo;
        printf("  %2d  %-*s  ", i + 1, columns, plan->player[place->name].text);
        felt_term_style(term, FELT_BOLD);
        printf("%+6.0f", plain_whole(elo));
        felt_term_style(term, FELT_PLAIN);
        if (isfinite(margin))
            printf("  %+6.0f .. %+6.0f", plain_whole(elo - margin), plain_whole(elo + margin));
        else
            printf("  %-16s", "no interval yet");
        printf("  %+10.2f %8llu %8llu %8llu\n", plain(place->won), (unsigned long long)place->wins,
               (unsigned long long)place->draws, (unsigned long long)place->losses);
    }
}

/* Columns `from` .. `end`-1 of the table of pairs. */
static void print_cross(const struct felt_cli_match_run *run,
                        const struct felt_cli_match_place *places, int columns, int from, int end)
{
    const struct felt_cli_match_plan *plan = run->plan;
    printf("\n      %-*s", columns, from == 0 ? "bb/100" : "");
    for (int j = from; j < end; j++) printf("%s %9d", j > from ? " " : "", j + 1);
    printf("\n");
    for (int i = 0; i < plan->names; i++) {
        printf("  %2d  %-*s", i + 1, columns, plan->player[places[i].name].text);
        for (int j = from; j < end; j++) {
            const char *gap = j + 1 < end ? " " : "";
            if (i == j) {
                printf(" %9s%s", "-", gap);
                continue;
            }
            struct felt_interval interval =
                felt_cli_match_view(run, line_of(run, places[i].name, places[j].name)).anytime;
            bool sure = interval.low > 0 || interval.high < 0;
            printf(" %+9.2f%s", plain(interval.mean), sure ? "*" : gap);
        }
        printf("\n");
    }
}

static void print_league(const struct felt_cli_match_run *run, const struct felt_term *term)
{
    struct felt_cli_match_place places[FELT_CLI_MATCH_NAMES_MAX];
    int columns = name_columns(run->plan), names = run->plan->names;
    felt_cli_match_places(run, places);
    print_ratings(run, term, places, columns);
    for (int from = 0; from < names; from += COLUMNS_MAX)
        print_cross(run, places, columns, from,
                    from + COLUMNS_MAX < names ? from + COLUMNS_MAX : names);
    printf("\n  Each row against each column; * is a 95 %% interval without 0.  Ratings count "
           "groups won,\n"
           "  large or small; bb/100 counts chips.\n");
}

/* ---- all of it ------------------------------------------------------------------------------- */

static void print_footer(const struct felt_cli_match_run *run)
{
    const struct felt_cli_match_plan *plan = run->plan;
    uint64_t hands = 0, showdowns = 0, lucky = 0;
    char number[FELT_TERM_NUMBER_BYTES];
    for (int p = 0; p < plan->pairings; p++) {
        hands += run->sum[p].hands;
        showdowns += run->sum[p].showdowns;
        lucky += run->sum[p].lucky;
    }
    double all = hands > 0 ? (double)hands : 1;
    printf("\n  showdowns     %.1f %% of hands; %.1f %% were adjusted for luck\n",
           100 * (double)showdowns / all, 100 * (double)lucky / all);
    for (int p = 0; p < plan->pairings; p++) {
        for (int i = 0; i < plan->setting.players; i++) {
            const struct felt_cli_match_line *line = &run->sum[p].line[i];
            const char *name = plan->player[plan->who[p][i]].text;
            if (line->illegal)
                printf("  %s: %s actions were not legal, the timid one was taken\n", name,
                       felt_term_number(line->illegal, number));
            if (line->warnings)
                printf("  %s: %s decisions were %s\n", name,
                       felt_term_number(line->warnings, number),
                       plan->player[plan->who[p][i]].owner
                           ? "made for it, because it gave no answer (check, else fold)"
                           : "not thought to the end (no time, or nothing to go by)");
        }
    }
}

void felt_cli_match_print(const struct felt_cli_match_run *run)
{
    struct felt_term term = felt_term_make(stdout);
    print_header(run);
    if (run->plan->form == FELT_CLI_MATCH_LEAGUE)
        print_league(run, &term);
    else
        print_duel(run, &term);
    print_footer(run);
    felt_cli_match_outside_print(run->plan);
    if (run->plan->probing) felt_cli_match_probe_print(run);
    if (run->plan->manners) felt_cli_match_print_play_stats(run, name_columns(run->plan));
}
