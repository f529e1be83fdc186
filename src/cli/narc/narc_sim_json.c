/* narc_sim_json.c -- felt narc sim for scripts. */
#include "cli/cli.h"
#include "base/json_member.h"
#include "command/input.h"
#include "cli/narc/narc_sim.h"

#include <stdio.h>
#include <stdlib.h>

enum { CASE_BYTES = 1 << 16, DECIMALS = 4, SHARES = 5 };

static const double shares[SHARES] = {0.05, 0.25, 0.5, 0.75, 0.95};

static void write_interval(struct felt_json *json, const char *key, struct felt_interval value)
{
    felt_json_key(json, key);
    felt_json_object(json);
    felt_json_key(json, "value");
    felt_json_decimal(json, value.mean, DECIMALS);
    felt_json_key(json, "low");
    felt_json_decimal(json, value.low, DECIMALS);
    felt_json_key(json, "high");
    felt_json_decimal(json, value.high, DECIMALS);
    felt_json_end(json);
}

/* Of one case, or how it differs from another. */
static void write_figures(struct felt_json *json, const struct felt_narc_case *play,
                          const struct felt_narc_case *base)
{
    felt_json_object(json);
    for (int i = 0; i < FELT_NARC_FIGURES; i++) {
        enum felt_narc_figure figure = (enum felt_narc_figure)i;
        if (felt_narc_figure_row(figure)->each == FELT_EACH_KIND) continue;
        for (int j = 0; j < felt_narc_figure_count(&play->rules, figure); j++) {
            char name[FELT_NARC_FIGURE_BYTES];
            felt_narc_figure_write(&play->rules, figure, j, name);
            write_interval(json, name,
                           base ? felt_narc_difference(&play->values, &base->values, figure, j)
                                : felt_narc_interval(&play->values, figure, j));
        }
    }
    felt_json_end(json);
}

static void write_cards(struct felt_json *json, const struct felt_narc_case *play)
{
    felt_json_array(json);
    for (int kind = 0; kind < play->rules.catalogue.kinds; kind++) {
        const struct felt_narc_card *card = &play->rules.catalogue.card[kind];
        if (!play->result.all.at[FELT_SUM_DRAWN + kind]) continue;
        felt_json_object(json);
        felt_json_put_text(json, "id", card->id);
        felt_json_put_text(json, "owner", felt_narc_role_name((enum felt_narc_role)card->owner));
        for (int i = FELT_FIGURE_DRAWN; i < FELT_NARC_FIGURES; i++) {
            enum felt_narc_figure figure = (enum felt_narc_figure)i;
            write_interval(json, felt_narc_figure_row(figure)->name,
                           felt_narc_interval(&play->values, figure, kind));
        }
        felt_json_end(json);
    }
    felt_json_end(json);
}

static void write_case(struct felt_json *json, const struct felt_narc_case *play,
                       const struct felt_narc_case *base)
{
    const struct felt_narc_trial *trial = &play->result.trial;
    char policy[FELT_NARC_POLICY_BYTES], hash[20];
    felt_json_object(json);
    felt_json_put_text(json, "label", play->label);
    felt_json_put_text(json, "rules", play->rules.options.name);
    felt_json_put_text(json, "cards_name", play->rules.catalogue.name);
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)play->rules.hash);
    felt_json_put_text(json, "hash", hash);
    felt_json_put_text(json, "policy", felt_narc_policy_write(trial->bot, policy));
    felt_json_put_int(json, "heat", trial->heat);
    felt_json_put_int(json, "sessions_max", trial->sessions_max);
    felt_json_put_int(json, "hands", play->result.all.at[FELT_SUM_HANDS]);
    felt_json_put_int(json, "sessions", play->result.all.at[FELT_SUM_SESSIONS]);
    felt_json_key(json, "metrics");
    write_figures(json, play, NULL);
    if (base) {
        felt_json_key(json, "differences");
        write_figures(json, play, base);
    }
    felt_json_key(json, "money_session_quantiles");
    felt_json_array(json);
    for (int i = 0; i < SHARES; i++) {
        felt_json_object(json);
        felt_json_key(json, "share");
        felt_json_decimal(json, shares[i], 2);
        felt_json_put_int(json, "money", felt_narc_quantile(&play->result, shares[i]));
        felt_json_end(json);
    }
    felt_json_end(json);
    felt_json_key(json, "cards");
    write_cards(json, play);
    felt_json_end(json);
}

static void write_answers(struct felt_json *json, const struct felt_cli_narc_sim *sim)
{
    felt_json_key(json, "validations");
    felt_json_array(json);
    for (int i = 0; i < FELT_VALIDATIONS; i++) {
        const struct felt_narc_answer *answer = &sim->answer[i];
        felt_json_object(json);
        felt_json_put_text(json, "name", answer->name);
        felt_json_put_text(json, "question", answer->question);
        felt_json_put_text(json, "answer", answer->words);
        felt_json_key(json, "yes");
        felt_json_bool(json, answer->yes);
        felt_json_put_text(json, "yes_means", answer->rule);
        felt_json_key(json, "numbers");
        felt_json_object(json);
        for (int j = 0; j < answer->rows; j++)
            write_interval(json, answer->row[j].label, answer->row[j].value);
        felt_json_end(json);
        felt_json_end(json);
    }
    felt_json_end(json);
}

static void write_bound(struct felt_json *json, const char *key, double bound)
{
    felt_json_key(json, key);
    felt_json_decimal(json, bound, DECIMALS); /* null if there is none */
}

static void write_goals(struct felt_json *json, const struct felt_cli_narc_sim *sim)
{
    felt_json_key(json, "goals");
    felt_json_array(json);
    for (int i = 0; i < sim->goals.count; i++) {
        const struct felt_narc_goal *goal = &sim->goals.goal[i];
        char name[FELT_NARC_FIGURE_BYTES];
        felt_json_object(json);
        felt_json_put_text(json, "about", goal->about);
        felt_json_put_text(json, "metric", felt_narc_goal_name(&sim->play->rules, goal, name));
        write_bound(json, "min", goal->min);
        write_bound(json, "max", goal->max);
        write_interval(json, "number", goal->value);
        felt_json_key(json, "met");
        felt_json_bool(json, goal->met);
        felt_json_end(json);
    }
    felt_json_end(json);
}

static void write_sim(struct felt_json *json, const struct felt_cli_narc_sim *sim)
{
    static const char *const modes[] = {[FELT_SIM_PLAIN] = "plain",
                                        [FELT_SIM_COMPARE] = "compare",
                                        [FELT_SIM_SWEEP] = "sweep",
                                        [FELT_SIM_VALIDATE] = "validations",
                                        [FELT_SIM_GOALS] = "goals"};
    felt_json_object(json);
    felt_json_put_text(json, "narc_sim", modes[sim->mode]);
    felt_json_key(json, "seed");
    felt_json_uint(json, sim->study.seed);
    if (sim->mode == FELT_SIM_VALIDATE) {
        write_answers(json, sim);
    } else if (sim->mode == FELT_SIM_GOALS) {
        write_goals(json, sim);
    } else {
        felt_json_key(json, "cases");
        felt_json_array(json);
        for (int i = 0; i < sim->cases; i++)
            write_case(json, &sim->play[i], i ? &sim->play[0] : NULL);
        felt_json_end(json);
    }
    felt_json_end(json);
}

int felt_cli_narc_sim_json(const struct felt_cli_narc_sim *sim)
{
    size_t bytes = (size_t)CASE_BYTES * (size_t)(1 + sim->cases);
    char *memory = malloc(bytes);
    if (!memory) {
        fputs("felt narc sim: out of memory; free some and try again\n", stderr);
        return FELT_EXIT_FAILED;
    }
    struct felt_buffer buffer = felt_buffer_make(memory, bytes);
    struct felt_json json = felt_json_make(&buffer);
    write_sim(&json, sim);
    int code = felt_input_flush(&json);
    free(memory);
    return code;
}
