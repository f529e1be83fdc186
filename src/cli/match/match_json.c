/* match_json.c -- see match_print.h: for programs.  docs/MATCHES.md lists the fields. */
#include "cli/cli.h"
#include "base/json_member.h"
#include "command/input.h"
#include "cli/match/match_outside.h"
#include "cli/match/match_print.h"
#include "felt/assert.h"

#include <math.h>

enum { JSON_BYTES = 65536, PLACES = 3, ELO_PLACES = 1 };
/* felt_json_decimal() takes smaller numbers, felt_json_int() too. */
#define DECIMAL_MAX 9e9
#define WHOLE_MAX   9e18

/* Numbers that are too large for decimals are whole; those that are no number are null. */
static void write_decimal(struct felt_json *json, double number, int places)
{
    if (fabs(number) >= DECIMAL_MAX && fabs(number) < WHOLE_MAX)
        felt_json_int(json, (int64_t)number);
    else
        felt_json_decimal(json, number, places);
}

static void write_number(struct felt_json *json, const char *key, double number)
{
    felt_json_key(json, key);
    write_decimal(json, number, PLACES);
}

static void write_interval(struct felt_json *json, const char *key, struct felt_interval interval)
{
    felt_json_key(json, key);
    felt_json_array(json);
    write_decimal(json, interval.low, PLACES);
    write_decimal(json, interval.high, PLACES);
    felt_json_end(json);
}

static void write_settings(struct felt_json *json, const struct felt_cli_match_plan *plan)
{
    felt_json_put_text(json, "program", FELT_VERSION);
    felt_json_put_text(json, "form", felt_cli_match_form_word(plan->form));
    felt_json_put_text(json, "variant", plan->setting.variant->name);
    felt_json_put_text(json, "limit", felt_setting_limit_name(plan->setting.limit));
    felt_json_put_uint(json, "unit", (uint64_t)plan->setting.unit);
    felt_json_key(json, "stacks");
    felt_json_array(json);
    for (int i = 0; i < plan->setting.players; i++) felt_json_int(json, plan->setting.stack[i]);
    felt_json_end(json);
    felt_json_put_uint(json, "seed", plan->seed);
    felt_json_put_uint(json, "deals", plan->deals);
    felt_json_put_uint(json, "futures", plan->futures);
    felt_json_put_uint(json, "samples", plan->samples);
    felt_json_put_text(json, "on_illegal", plan->stop_on_illegal ? "error" : "fold");
    felt_json_key(json, "reproducible");
    felt_json_bool(json, !plan->has_outside);
    felt_json_put_uint(json, "hands_planned", plan->groups * plan->hands);
    felt_json_put_uint(json, "hands_in_group", plan->hands);
    felt_json_key(json, "players");
    felt_json_array(json);
    for (int i = 0; i < plan->names; i++) {
        felt_json_object(json);
        felt_json_put_text(json, "name", plan->player[i].text);
        felt_json_put_text(json, "kind", plan->player[i].kind->name);
        felt_cli_match_outside_write(json, &plan->player[i]);
        felt_json_end(json);
    }
    felt_json_end(json);
}

static void write_line(struct felt_json *json, const struct felt_cli_match_run *run, int pairing,
                       int index)
{
    const struct felt_cli_match_line *line = &run->sum[pairing].line[index];
    struct felt_cli_match_view view = felt_cli_match_view(run, line);
    int name = run->plan->who[pairing][index];
    felt_json_object(json);
    felt_json_put_uint(json, "player", (uint64_t)name);
    felt_json_put_text(json, "name", run->plan->player[name].text);
    write_number(json, "bb100", view.anytime.mean);
    write_interval(json, "interval", view.anytime);
    write_interval(json, "interval_one_look", view.fixed);
    write_number(json, "bb100_played", view.played.mean);
    write_interval(json, "interval_played", view.played);
    felt_json_key(json, "won_milli");
    felt_json_int(json, line->won.sum);
    felt_json_key(json, "adjusted_milli");
    felt_json_int(json, line->adjusted.sum);
    felt_cli_match_write_counts(json, line);
    if (run->plan->manners)
        felt_cli_match_write_play_stats(json, &run->sum[pairing].manners[index]);
    felt_json_end(json);
}

static void write_pairings(struct felt_json *json, const struct felt_cli_match_run *run)
{
    const struct felt_cli_match_plan *plan = run->plan;
    felt_json_key(json, "pairings");
    felt_json_array(json);
    for (int p = 0; p < plan->pairings; p++) {
        const struct felt_cli_match_sum *sum = &run->sum[p];
        felt_json_object(json);
        felt_json_put_uint(json, "seed", plan->match[p].seed);
        felt_json_put_uint(json, "groups", sum->groups);
        felt_json_put_uint(json, "hands", sum->hands);
        felt_json_put_uint(json, "showdowns", sum->showdowns);
        felt_json_put_uint(json, "adjusted_hands", sum->lucky);
        felt_json_key(json, "players");
        felt_json_array(json);
        for (int i = 0; i < plan->setting.players; i++) write_line(json, run, p, i);
        felt_json_end(json);
        felt_json_end(json);
    }
    felt_json_end(json);
}

static void write_sprt(struct felt_json *json, const struct felt_cli_match_run *run)
{
    static const char *const words[] = {
        [FELT_VERDICT_OPEN] = "open", [FELT_VERDICT_LOW] = "low", [FELT_VERDICT_HIGH] = "high"};
    felt_json_key(json, "sprt");
    if (!run->plan->has_sprt) {
        felt_json_null(json);
        return;
    }
    struct felt_sprt sprt = felt_cli_match_plan_sprt(run->plan);
    double lower, upper;
    felt_sprt_bounds(&sprt, &lower, &upper);
    felt_json_object(json);
    write_number(json, "low", run->plan->sprt_low);
    write_number(json, "high", run->plan->sprt_high);
    write_number(json, "alpha", sprt.alpha);
    write_number(json, "beta", sprt.beta);
    write_number(json, "ratio", felt_sprt_ratio(&sprt, &run->sum[0].line[0].adjusted));
    write_number(json, "lower", lower);
    write_number(json, "upper", upper);
    felt_json_put_text(json, "verdict", words[felt_cli_match_run_verdict(run)]);
    felt_json_end(json);
}

static void write_probe(struct felt_json *json, const struct felt_cli_match_run *run)
{
    const struct felt_cli_match_plan *plan = run->plan;
    felt_json_key(json, "probe");
    if (!plan->probing) {
        felt_json_null(json);
        return;
    }
    struct felt_interval won = felt_cli_match_view(run, &run->sum[0].line[0]).fixed;
    felt_json_object(json);
    felt_json_put_text(json, "name", plan->player[0].text);
    felt_json_put_text(json, "player", plan->player[1].text);
    felt_json_put_uint(json, "street", plan->probe.street);
    felt_json_put_uint(json, "asked", plan->probe.asked);
    felt_json_put_uint(json, "boards", plan->probe.boards);
    write_number(json, "bb100", won.mean);
    write_interval(json, "interval", won);
    felt_json_end(json);
}

static void write_ratings(struct felt_json *json, const struct felt_cli_match_run *run)
{
    struct felt_cli_match_place places[FELT_CLI_MATCH_NAMES_MAX];
    felt_json_key(json, "rating");
    if (run->plan->form != FELT_CLI_MATCH_LEAGUE) {
        felt_json_null(json);
        return;
    }
    felt_cli_match_places(run, places);
    felt_json_array(json);
    for (int i = 0; i < run->plan->names; i++) {
        double elo = places[i].rating.elo, margin = felt_cli_match_margin(&places[i].rating);
        felt_json_object(json);
        felt_json_put_uint(json, "player", (uint64_t)places[i].name);
        felt_json_put_text(json, "name", run->plan->player[places[i].name].text);
        felt_json_key(json, "elo");
        write_decimal(json, elo, ELO_PLACES);
        felt_json_key(json, "interval");
        felt_json_array(json);
        write_decimal(json, elo - margin, ELO_PLACES);
        write_decimal(json, elo + margin, ELO_PLACES);
        felt_json_end(json);
        write_number(json, "bb100", places[i].won);
        felt_json_put_uint(json, "wins", places[i].wins);
        felt_json_put_uint(json, "draws", places[i].draws);
        felt_json_put_uint(json, "losses", places[i].losses);
        felt_json_end(json);
    }
    felt_json_end(json);
}

static void write_all(struct felt_json *json, const void *what)
{
    static const char *const ends[] = {[FELT_CLI_MATCH_PLAYED] = "hands",
                                       [FELT_CLI_MATCH_DECIDED] = "sprt",
                                       [FELT_CLI_MATCH_INTERRUPTED] = "interrupted"};
    const struct felt_cli_match_run *run = what;
    felt_assert(run->end <= FELT_CLI_MATCH_INTERRUPTED);
    felt_json_object(json);
    write_settings(json, run->plan);
    felt_json_put_text(json, "end", ends[run->end]);
    felt_json_put_uint(json, "interval_plan", run->interval_plan);
    write_pairings(json, run);
    write_sprt(json, run);
    write_probe(json, run);
    write_ratings(json, run);
    felt_json_end(json);
}

int felt_cli_match_print_json(const struct felt_cli_match_run *run)
{
    return felt_input_print_json(run->plan->args, write_all, run, JSON_BYTES);
}
