/* narc_goals.c -- see narc_goals.h. */
#include "lab/narc/narc_goals.h"

#include "base/nearest.h"
#include "felt/assert.h"
#include "formats/load.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define FORMAT "felt.narc.goals"

enum {
    HANDS_USUAL = 20000,
    HEAT_MAX = 1000000,
    BAND_MAX = 1000000000,
    PLACE_BYTES = 24,
    PLAYABLE_LEAST = 30 /* hands in which a card could be played: fewer say nothing about it     */
};
static const uint64_t hands_max = 1000000000;
static const char *const roles[FELT_ROLES] = {"narc", "customer", "player"};

/* ---- reading ---- */

struct reader {
    const struct felt_narc_rules *rules;
    struct felt_narc_goals *goals;
    struct felt_complaint *complaint;
    char place[PLACE_BYTES]; /* "/goals/3"                                                       */
};

static enum felt_status bad(const struct reader *reader, enum felt_status status, const char *key,
                            const char *why)
{
    return felt_complain(reader->complaint, status, 0, 0, "%s%s%s: %s", reader->place,
                         *key || !*reader->place ? "/" : "", key, why);
}

/* G2: only these keys. */
static enum felt_status look_at_keys(const struct reader *reader, const json_t *object,
                                     const char *const *keys, int count)
{
    const char *key;
    json_t *value;
    if (!json_is_object(object))
        return bad(reader, FELT_BAD_FORMAT, "", "this must be an object, { ... }");
    json_object_foreach((json_t *)object, key, value)
    {
        bool known = false;
        for (int i = 0; i < count; i++) known = known || !strcmp(key, keys[i]);
        if (known) continue;
        const char *near = felt_nearest(key, strlen(key), keys, count);
        return felt_complain(reader->complaint, FELT_BAD_NAME, 0, 0,
                             "%s: there is no field \"%.*s\"%s%s%s",
                             *reader->place ? reader->place : "/", 40, key,
                             near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
    }
    return FELT_OK;
}

static enum felt_status read_text(const struct reader *reader, const json_t *object,
                                  const char *key, size_t bytes, char *out)
{
    const json_t *value = json_object_get(object, key);
    if (!value) return FELT_OK;
    if (!json_is_string(value)) return bad(reader, FELT_BAD_FORMAT, key, "this must be a text");
    size_t length = json_string_length(value);
    if (length >= bytes || strlen(json_string_value(value)) != length)
        return bad(reader, FELT_BAD_FORMAT, key, "this text is too long");
    memcpy(out, json_string_value(value), length + 1);
    return FELT_OK;
}

static enum felt_status read_count(const struct reader *reader, const json_t *object,
                                   const char *key, uint64_t min, uint64_t max, uint64_t *out)
{
    const json_t *value = json_object_get(object, key);
    if (!value) return FELT_OK;
    json_int_t number = json_is_integer(value) ? json_integer_value(value) : -1;
    if (number < (json_int_t)min || number > (json_int_t)max)
        return felt_complain(reader->complaint, FELT_BAD_NUMBER, 0, 0,
                             "%s/%s: this must be a whole number of %llu to %llu", reader->place,
                             key, (unsigned long long)min, (unsigned long long)max);
    *out = (uint64_t)number;
    return FELT_OK;
}

static enum felt_status read_bound(const struct reader *reader, const json_t *object,
                                   const char *key, double *out)
{
    const json_t *value = json_object_get(object, key);
    if (!value) return FELT_OK;
    if (!json_is_number(value) || !(fabs(json_number_value(value)) <= BAND_MAX))
        return bad(reader, FELT_BAD_NUMBER, key, "this must be a number");
    *out = json_number_value(value);
    return FELT_OK;
}

/* Who plays, at what heat, how long: what is not said stays. */
static enum felt_status read_trial(const struct reader *reader, const json_t *object,
                                   struct felt_narc_goal_trial *trial)
{
    uint64_t heat = (uint64_t)trial->heat;
    enum felt_status status = read_count(reader, object, "heat", 0, HEAT_MAX, &heat);
    if (!status) status = read_count(reader, object, "hands", 1, hands_max, &trial->hands);
    trial->heat = (int32_t)heat;
    for (int role = 0; role < FELT_ROLES && !status; role++) {
        struct felt_complaint why;
        char name[FELT_NARC_BOT_TEXT_BYTES] = "";
        status = read_text(reader, object, roles[role], sizeof name, name);
        if (status || !*name) continue;
        status = felt_narc_bot_read(name, strlen(name), (enum felt_narc_role)role,
                                    &trial->bot[role], &why);
        if (status) (void)bad(reader, status, roles[role], why.text);
    }
    return status;
}

static bool same_bot(const struct felt_narc_bot *a, const struct felt_narc_bot *b)
{
    return a->kind == b->kind && a->limit == b->limit && a->samples == b->samples;
}

static bool same_trial(const struct felt_narc_goal_trial *a, const struct felt_narc_goal_trial *b)
{
    bool same = a->heat == b->heat && a->hands == b->hands;
    for (int role = 0; role < FELT_ROLES; role++)
        same = same && same_bot(&a->bot[role], &b->bot[role]);
    return same;
}

/* Trials that are the same are played once. */
static enum felt_status keep_trial(const struct reader *reader,
                                   const struct felt_narc_goal_trial *trial, uint8_t *out)
{
    struct felt_narc_goals *goals = reader->goals;
    for (int i = 0; i < goals->trials; i++) {
        if (!same_trial(&goals->trial[i], trial)) continue;
        *out = (uint8_t)i;
        return FELT_OK;
    }
    if (goals->trials == FELT_GOAL_TRIALS_MAX)
        return bad(reader, FELT_FULL, "", "there are too many different trials");
    *out = (uint8_t)goals->trials;
    goals->trial[goals->trials++] = *trial;
    return FELT_OK;
}

static enum felt_status read_figure(const struct reader *reader, const json_t *object,
                                    struct felt_narc_goal *goal)
{
    char name[FELT_NARC_FIGURE_BYTES] = "", owner[FELT_NARC_ID_BYTES] = "";
    struct felt_complaint why;
    enum felt_narc_figure figure;
    int index;
    enum felt_status status = read_text(reader, object, "metric", sizeof name, name);
    if (!status) status = read_text(reader, object, "cards", sizeof owner, owner);
    if (status) return status;
    if (!*name) return bad(reader, FELT_BAD_FORMAT, "metric", "say which number is meant");
    status = felt_narc_figure_read(reader->rules, name, &figure, &index, &why);
    if (status) return bad(reader, status, "metric", why.text);
    goal->figure = (uint8_t)figure;
    goal->index = (int8_t)index;
    goal->owner = -1;
    for (int role = 0; role < FELT_ROLES; role++)
        if (!strcmp(owner, roles[role])) goal->owner = (int8_t)role;
    if (*owner && goal->owner < 0)
        return bad(reader, FELT_BAD_NAME, "cards", "whose cards: narc, customer or player?");
    if (goal->owner >= 0 && felt_narc_figure_row(figure)->each != FELT_EACH_KIND)
        return bad(reader, FELT_BAD_FORMAT, "cards", "this metric is not about cards");
    return FELT_OK;
}

/* "of" or "above": another trial, with what it does not say itself from this one. */
static enum felt_status read_base(struct reader *reader, const json_t *object,
                                  struct felt_narc_goal_trial trial, struct felt_narc_goal *goal)
{
    static const char *const keys[] = {"narc", "customer", "player", "heat"};
    const json_t *of = json_object_get(object, "of"), *above = json_object_get(object, "above");
    if (of && above) return bad(reader, FELT_BAD_FORMAT, "above", "of or above, not both");
    if (!of && !above) return FELT_OK;
    goal->kind = of ? FELT_GOAL_OF : FELT_GOAL_ABOVE;
    enum felt_status status = look_at_keys(reader, of ? of : above, keys, 4);
    if (!status) status = read_trial(reader, of ? of : above, &trial);
    return status ? status : keep_trial(reader, &trial, &goal->base);
}

static enum felt_status read_goal(struct reader *reader, const json_t *object, uint64_t hands)
{
    static const char *const keys[] = {"about", "metric", "narc", "customer", "player", "heat",
                                       "hands", "min",    "max",  "of",       "above",  "cards"};
    struct felt_narc_goal goal = {.min = -(double)INFINITY, .max = (double)INFINITY};
    struct felt_narc_goal_trial trial = {.hands = hands};
    felt_narc_bots_usual(reader->rules, trial.bot);
    enum felt_status status =
        look_at_keys(reader, object, keys, (int)(sizeof keys / sizeof keys[0]));
    if (!status) status = read_text(reader, object, "about", sizeof goal.about, goal.about);
    if (!status) status = read_figure(reader, object, &goal);
    if (!status) status = read_trial(reader, object, &trial);
    if (!status) status = keep_trial(reader, &trial, &goal.trial);
    if (!status) status = read_base(reader, object, trial, &goal);
    if (!status) status = read_bound(reader, object, "min", &goal.min);
    if (!status) status = read_bound(reader, object, "max", &goal.max);
    if (status) return status;
    if (!isfinite(goal.min) && !isfinite(goal.max))
        return bad(reader, FELT_BAD_FORMAT, "", "give min, max or both");
    if (goal.min > goal.max) return bad(reader, FELT_BAD_NUMBER, "max", "this is below min");
    if (!*goal.about) snprintf(goal.about, sizeof goal.about, "goal %d", reader->goals->count + 1);
    reader->goals->goal[reader->goals->count++] = goal;
    return FELT_OK;
}

static enum felt_status read_all(struct reader *reader, const json_t *root)
{
    static const char *const keys[] = {"format", "version", "hands", "goals"};
    const json_t *list = json_object_get(root, "goals"), *format = json_object_get(root, "format");
    uint64_t hands = HANDS_USUAL, version = 0;
    enum felt_status status = look_at_keys(reader, root, keys, 4);
    if (!status) status = read_count(reader, root, "version", 1, 1, &version);
    if (!status) status = read_count(reader, root, "hands", 1, hands_max, &hands);
    if (status) return status;
    if (!json_is_string(format) || strcmp(json_string_value(format), FORMAT) != 0 || version != 1)
        return bad(reader, FELT_UNSUPPORTED, "format", "this is not \"" FORMAT "\", version 1");
    if (!json_is_array(list) || json_array_size(list) == 0)
        return bad(reader, FELT_BAD_FORMAT, "goals", "this must be a list with a goal or more");
    if (json_array_size(list) > FELT_GOALS_MAX)
        return bad(reader, FELT_FULL, "goals", "there are too many goals");
    for (size_t i = 0; i < json_array_size(list) && !status; i++) {
        snprintf(reader->place, sizeof reader->place, "/goals/%d", (int)i);
        status = read_goal(reader, json_array_get(list, i), hands);
    }
    return status;
}

enum felt_status felt_narc_goals_read(const char *text, size_t bytes,
                                      const struct felt_narc_rules *rules,
                                      struct felt_narc_goals *out, struct felt_complaint *complaint)
{
    struct felt_narc_goals goals = {0};
    struct reader reader = {rules, &goals, complaint, ""};
    enum felt_status status;
    json_t *root =
        felt_load_json(text, bytes, FELT_GOALS_TEXT_MAX, "a list of goals", &status, complaint);
    if (!root) return status;
    status = read_all(&reader, root);
    json_decref(root);
    if (!status) *out = goals;
    return status;
}

/* ---- playing ---- */

/* How far a number is out of its band; negative: how far within. */
static double outside(const struct felt_narc_goal *goal, double value)
{
    double below = goal->min - value, above = value - goal->max;
    if (isnan(value)) return (double)INFINITY;
    return below > above ? below : above;
}

static struct felt_interval number_of(const struct felt_narc_goal *goal,
                                      const struct felt_narc_case *cases, int index)
{
    const struct felt_narc_values *values = &cases[goal->trial].values;
    const struct felt_narc_values *base = &cases[goal->base].values;
    enum felt_narc_figure figure = (enum felt_narc_figure)goal->figure;
    if (goal->kind == FELT_GOAL_OF) return felt_narc_part(values, base, figure, index);
    if (goal->kind == FELT_GOAL_ABOVE) return felt_narc_difference(values, base, figure, index);
    return felt_narc_interval(values, figure, index);
}

/* A card that was hardly ever there says nothing, and other owners' cards are not meant. */
static bool counts(const struct felt_narc_goal *goal, const struct felt_narc_case *played,
                   int index)
{
    if (felt_narc_figure_row((enum felt_narc_figure)goal->figure)->each != FELT_EACH_KIND)
        return true;
    if (goal->owner >= 0 && played->rules.catalogue.card[index].owner != goal->owner) return false;
    return played->result.all.at[FELT_SUM_PLAYABLE + index] >= PLAYABLE_LEAST;
}

static void judge(const struct felt_narc_case *cases, struct felt_narc_goal *goal)
{
    const struct felt_narc_case *played = &cases[goal->trial];
    int count = felt_narc_figure_count(&played->rules, (enum felt_narc_figure)goal->figure);
    double worst = -(double)INFINITY;
    goal->value = (struct felt_interval){(double)NAN, (double)NAN, (double)NAN};
    for (int i = 0; i < count; i++) {
        if (goal->index >= 0 && goal->index != i) continue;
        if (goal->index < 0 && !counts(goal, played, i)) continue;
        struct felt_interval value = number_of(goal, cases, i);
        double out = outside(goal, value.mean);
        if (!(out > worst)) continue;
        worst = out;
        goal->value = value;
        goal->worst = (int8_t)i;
    }
    goal->met = worst <= 0 && isfinite(goal->value.mean);
}

enum felt_narc_study_end felt_narc_goals_play(struct felt_narc_study *study,
                                              struct felt_narc_case *cases,
                                              struct felt_narc_goals *goals)
{
    struct felt_narc_study own = *study;
    double all = 0;
    for (int i = 0; i < goals->trials; i++) all += (double)goals->trial[i].hands;
    own.begin = 0;
    for (int i = 0; i < goals->trials; i++) {
        const struct felt_narc_goal_trial *trial = &goals->trial[i];
        const struct felt_narc_case *first = NULL;
        /* Trials of as many hands play the same sessions: what is compared is paired. */
        for (int j = i - 1; j >= 0; j--)
            if (goals->trial[j].hands == trial->hands) first = &cases[j];
        enum felt_status status =
            felt_narc_rules_make(&study->options, study->catalogue, true, &cases[i].rules, NULL);
        felt_assert(status == FELT_OK);
        own.heat = trial->heat;
        own.hands = trial->hands;
        own.part = (double)trial->hands / all;
        memcpy(own.bot, trial->bot, sizeof own.bot);
        enum felt_narc_study_end end = felt_narc_study_play(&own, first, 0, &cases[i]);
        if (end) return end;
    }
    for (int i = 0; i < goals->count; i++) judge(cases, &goals->goal[i]);
    return FELT_STUDY_DONE;
}

int felt_narc_goals_missed(const struct felt_narc_goals *goals)
{
    int missed = 0;
    for (int i = 0; i < goals->count; i++) missed += !goals->goal[i].met;
    return missed;
}

const char *felt_narc_goal_name(const struct felt_narc_rules *rules,
                                const struct felt_narc_goal *goal, char out[FELT_NARC_FIGURE_BYTES])
{
    return felt_narc_figure_write(rules, (enum felt_narc_figure)goal->figure, goal->worst, out);
}
