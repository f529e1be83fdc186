/* narc_figure.c -- see narc_figure.h.
 *
 * Formulas: RATIO is over / under.  CONTRAST is how hands in which a card was held differ from
 * those without it: over / under - (total - over) / (hands - under).  CHANCE is the mean of the
 * probabilities that playouts estimate, SPREAD their standard deviation: with two estimates a and b
 * of the same probability that know nothing of each other, E(ab) - E((a + b) / 2)^2 is the variance
 * of the probability itself, without that of the estimates. */
#include "lab/narc/narc_figure.h"

#include "base/nearest.h"
#include "felt/assert.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { RATIO, CONTRAST, CHANCE, SPREAD };
/* Student's, 63 degrees, 97.5 %. */
#define QUANTILE 1.998341
FELT_STATIC_ASSERT(FELT_NARC_GROUPS == 64, "the quantile is that of 63 degrees");

#define PERCENT FELT_UNIT_PERCENT
#define NUMBER  FELT_UNIT_NUMBER
#define MONEY   FELT_UNIT_MONEY
#define ONE     FELT_EACH_ONE, RATIO
#define ROUND   FELT_EACH_ROUND, RATIO
#define KIND    FELT_EACH_KIND, RATIO
static const struct felt_narc_figure_row rows[FELT_NARC_FIGURES] = {
    {"win", "hands won", PERCENT, ONE, FELT_SUM_ENDS + FELT_NARC_SAFE, FELT_SUM_HANDS, true},
    {"bust", "hands busted", PERCENT, ONE, FELT_SUM_ENDS + FELT_NARC_BUSTED, FELT_SUM_HANDS, true},
    {"saved", "saved by an insurance", PERCENT, ONE, FELT_SUM_ENDS + FELT_NARC_SAVED,
     FELT_SUM_HANDS, true},
    {"fold", "hands folded", PERCENT, ONE, FELT_SUM_ENDS + FELT_NARC_FOLDED, FELT_SUM_HANDS, true},
    {"fold_round", "folded in round", PERCENT, ROUND, FELT_SUM_FOLDS, FELT_SUM_HANDS, true},
    {"fold_share", "of the folds, in round", PERCENT, ROUND, FELT_SUM_FOLDS,
     FELT_SUM_ENDS + FELT_NARC_FOLDED, true},
    {"null", "safe without profit", PERCENT, ONE, FELT_SUM_NULL, FELT_SUM_HANDS, true},
    {"money_hand", "money per hand", MONEY, ONE, FELT_SUM_MONEY, FELT_SUM_HANDS, true},
    {"money_session", "money per session", MONEY, ONE, FELT_SUM_MONEY, FELT_SUM_SESSIONS, true},
    {"heat_hand", "heat per hand", NUMBER, ONE, FELT_SUM_HEAT, FELT_SUM_HANDS, true},
    {"heat_end", "heat at session end", NUMBER, ONE, FELT_SUM_HEAT_END, FELT_SUM_SESSIONS, true},
    {"hands_session", "hands per session", NUMBER, ONE, FELT_SUM_HANDS, FELT_SUM_SESSIONS, true},
    {"sessions_run", "sessions per run", NUMBER, ONE, FELT_SUM_SESSIONS, FELT_SUM_RUNS, true},
    {"rounds_hand", "rounds per hand", NUMBER, ONE, FELT_SUM_ROUNDS, FELT_SUM_HANDS, true},
    {"actions_hand", "actions per hand", NUMBER, ONE, FELT_SUM_ACTIONS, FELT_SUM_HANDS, true},
    {"decisions_hand", "Player's decisions per hand", NUMBER, ONE, FELT_SUM_DECISIONS,
     FELT_SUM_HANDS, true},
    {"stays", "Player's decisions: stays", PERCENT, ONE, FELT_SUM_STAYS, FELT_SUM_DECISIONS, true},
    {"raises_all", "Player's decisions: raises", PERCENT, ONE, FELT_SUM_RAISES, FELT_SUM_DECISIONS,
     true},
    {"folds_all", "Player's decisions: folds", PERCENT, ONE, FELT_SUM_ENDS + FELT_NARC_FOLDED,
     FELT_SUM_DECISIONS, true},
    {"check", "Player's turns: checks", PERCENT, ONE, FELT_SUM_CHECKS, FELT_SUM_TURNS, true},
    {"raise", "Player's turns: raises", PERCENT, ONE, FELT_SUM_RAISES, FELT_SUM_TURNS, true},
    {"turn_fold", "Player's turns: folds", PERCENT, ONE, FELT_SUM_TURN_FOLDS, FELT_SUM_TURNS, true},
    {"point_fold", "decision points: folds", PERCENT, ONE, FELT_SUM_POINT_FOLDS, FELT_SUM_POINTS,
     true},
    {"raises", "raises in round", NUMBER, ROUND, FELT_SUM_RAISED, FELT_SUM_BEGUN, false},
    {"cards", "cards flipped in round", NUMBER, ROUND, FELT_SUM_CARDS, FELT_SUM_FLIPPED, false},
    {"evidence", "evidence after round", NUMBER, ROUND, FELT_SUM_EVIDENCE, FELT_SUM_FLIPPED, false},
    {"cover", "cover after round", NUMBER, ROUND, FELT_SUM_COVER, FELT_SUM_FLIPPED, false},
    {"cap_end", "rounds that reach the cap", PERCENT, ONE, FELT_SUM_CAPPED, FELT_SUM_ROUNDS, true},
    {"holder", "rounds held by the", PERCENT, FELT_EACH_ROLE, RATIO, FELT_SUM_HOLDERS,
     FELT_SUM_ROUNDS, true},
    {"option", "options per round", NUMBER, ONE, FELT_SUM_OPTIONS, FELT_SUM_ROUNDS, true},
    {"option_used", "options used", PERCENT, ONE, FELT_SUM_OPTIONS_USED, FELT_SUM_OPTIONS, true},
    {"automatic", "automatic checks per hand", NUMBER, ONE, FELT_SUM_AUTOMATIC, FELT_SUM_HANDS,
     true},
    {"customer_fold", "Customer folds", PERCENT, ONE, FELT_SUM_CUSTOMER_FOLDS, FELT_SUM_HANDS,
     true},
    {"narc_fold", "Narc folds", PERCENT, ONE, FELT_SUM_NARC_FOLDS, FELT_SUM_HANDS, true},
    {"chance", "chance to be safe, round", PERCENT, FELT_EACH_ROUND, CHANCE, FELT_SUM_HITS,
     FELT_SUM_SEEN, false},
    {"spread", "spread of chances, round", PERCENT, FELT_EACH_ROUND, SPREAD, FELT_SUM_BOTH,
     FELT_SUM_SEEN, false},
    {"drawn", "held in hands", PERCENT, KIND, FELT_SUM_DRAWN, FELT_SUM_HANDS, true},
    {"playable", "could be played in hands", PERCENT, KIND, FELT_SUM_PLAYABLE, FELT_SUM_HANDS,
     true},
    {"play", "played if it could be", PERCENT, KIND, FELT_SUM_PLAYED, FELT_SUM_PLAYABLE, false},
    {"card_money", "money per hand, held or not", MONEY, FELT_EACH_KIND, CONTRAST,
     FELT_SUM_DRAWN_MONEY, FELT_SUM_DRAWN, false},
    {"card_win", "hands won, held or not", PERCENT, FELT_EACH_KIND, CONTRAST, FELT_SUM_DRAWN_WINS,
     FELT_SUM_DRAWN, false},
};

/* ---- rows and names ---- */

const struct felt_narc_figure_row *felt_narc_figure_row(enum felt_narc_figure figure)
{
    felt_assert(figure < FELT_NARC_FIGURES);
    return &rows[figure];
}

static int places_of(enum felt_narc_figure figure)
{
    static const int places[] = {[FELT_EACH_ONE] = 1,
                                 [FELT_EACH_ROUND] = FELT_NARC_ROUNDS_MAX,
                                 [FELT_EACH_ROLE] = FELT_ROLES,
                                 [FELT_EACH_KIND] = FELT_NARC_KINDS_MAX};
    return places[rows[figure].each];
}

static int place_of(enum felt_narc_figure figure, int index)
{
    int place = index;
    felt_assert(index >= 0 && index < places_of(figure));
    for (int i = 0; i < (int)figure; i++) place += places_of((enum felt_narc_figure)i);
    felt_assert(place < FELT_NARC_VALUES);
    return place;
}

int felt_narc_figure_count(const struct felt_narc_rules *rules, enum felt_narc_figure figure)
{
    switch ((enum felt_narc_each)rows[figure].each) {
    case FELT_EACH_ROUND: return rules->options.rounds;
    case FELT_EACH_ROLE: return FELT_ROLES;
    case FELT_EACH_KIND: return rules->catalogue.kinds;
    case FELT_EACH_ONE: break;
    }
    return 1;
}

static const char *const role_words[FELT_ROLES] = {"narc", "customer", "player"};

const char *felt_narc_figure_write(const struct felt_narc_rules *rules,
                                   enum felt_narc_figure figure, int index,
                                   char out[FELT_NARC_FIGURE_BYTES])
{
    const char *name = rows[figure].name;
    switch ((enum felt_narc_each)rows[figure].each) {
    case FELT_EACH_ONE: snprintf(out, FELT_NARC_FIGURE_BYTES, "%s", name); break;
    case FELT_EACH_ROUND: snprintf(out, FELT_NARC_FIGURE_BYTES, "%s:%d", name, index + 1); break;
    case FELT_EACH_ROLE:
        snprintf(out, FELT_NARC_FIGURE_BYTES, "%s:%s", name, role_words[index]);
        break;
    case FELT_EACH_KIND:
        snprintf(out, FELT_NARC_FIGURE_BYTES, "%s:%s", name, rules->catalogue.card[index].id);
        break;
    }
    return out;
}

enum felt_status felt_narc_figure_read(const struct felt_narc_rules *rules, const char *text,
                                       enum felt_narc_figure *figure, int *index,
                                       struct felt_complaint *complaint)
{
    const char *names[FELT_NARC_FIGURES];
    char name[FELT_NARC_FIGURE_BYTES];
    for (int i = 0; i < FELT_NARC_FIGURES; i++) {
        names[i] = rows[i].name;
        if (!strcmp(text, rows[i].name)) {
            *figure = (enum felt_narc_figure)i;
            *index = rows[i].each == FELT_EACH_ONE ? 0 : -1;
            return FELT_OK;
        }
        for (int j = 0; j < felt_narc_figure_count(rules, (enum felt_narc_figure)i); j++) {
            if (strcmp(text, felt_narc_figure_write(rules, (enum felt_narc_figure)i, j, name)))
                continue;
            *figure = (enum felt_narc_figure)i;
            *index = j;
            return FELT_OK;
        }
    }
    const char *near = felt_nearest(text, strlen(text), names, FELT_NARC_FIGURES);
    if (near)
        return felt_complain(complaint, FELT_BAD_NAME, 0, strlen(text),
                             "there is no metric %s; did you mean %s?", text, near);
    return felt_complain(complaint, FELT_BAD_NAME, 0, strlen(text),
                         "there is no metric %s; felt narc sim --json shows their names", text);
}

/* ---- values ---- */

static double divide(double over, double under)
{
    return under > 0 ? over / under : (double)NAN;
}

static double evaluate(const struct felt_narc_figure_row *row, const struct felt_narc_tally *tally,
                       int index, int playouts)
{
    double scale = row->unit == FELT_UNIT_PERCENT ? 100 : 1;
    double over = (double)tally->at[row->over + index];
    double under = (double)tally->at[row->under + (row->under_one ? 0 : index)];
    double hits = 0;
    switch (row->formula) {
    case CONTRAST: {
        int total = row->unit == FELT_UNIT_MONEY ? FELT_SUM_MONEY : FELT_SUM_ENDS + FELT_NARC_SAFE;
        double rest = (double)tally->at[total] - over;
        double others = (double)tally->at[FELT_SUM_HANDS] - under;
        return scale * (divide(over, under) - divide(rest, others));
    }
    case CHANCE: return scale * divide(over, under * playouts);
    case SPREAD:
        hits = divide((double)tally->at[FELT_SUM_HITS + index], under * playouts);
        over = divide(over, under * playouts * playouts / 4) - hits * hits;
        return scale * sqrt(over > 0 ? over : over <= 0 ? 0 : (double)NAN);
    default: return scale * divide(over, under);
    }
}

static void evaluate_all(const struct felt_narc_tally *tally, int playouts, double *values)
{
    int place = 0;
    for (int figure = 0; figure < FELT_NARC_FIGURES; figure++)
        for (int i = 0; i < places_of((enum felt_narc_figure)figure); i++)
            values[place++] = evaluate(&rows[figure], tally, i, playouts);
    felt_assert(place == FELT_NARC_VALUES);
}

void felt_narc_values_of(const struct felt_narc_result *result, struct felt_narc_values *out)
{
    int playouts = result->trial.playouts;
    out->sessions = (uint64_t)result->all.at[FELT_SUM_SESSIONS];
    evaluate_all(&result->all, playouts, out->all);
    for (int group = 0; group < FELT_NARC_GROUPS; group++) {
        struct felt_narc_tally rest;
        for (int i = 0; i < FELT_SUMS; i++)
            rest.at[i] = result->all.at[i] - result->group[group].at[i];
        evaluate_all(&rest, playouts, out->without[group]);
    }
}

double felt_narc_value(const struct felt_narc_values *values, enum felt_narc_figure figure,
                       int index)
{
    return values->all[place_of(figure, index)];
}

/* ---- intervals ---- */

static struct felt_interval jackknife(double value, const double without[FELT_NARC_GROUPS])
{
    double mean = 0, squares = 0;
    for (int i = 0; i < FELT_NARC_GROUPS; i++) mean += without[i] / FELT_NARC_GROUPS;
    for (int i = 0; i < FELT_NARC_GROUPS; i++) squares += (without[i] - mean) * (without[i] - mean);
    double radius = QUANTILE * sqrt(squares * (FELT_NARC_GROUPS - 1) / FELT_NARC_GROUPS);
    return (struct felt_interval){value, value - radius, value + radius};
}

/* M2 */
static void widen(const struct felt_narc_figure_row *row, uint64_t sessions,
                  struct felt_interval *interval)
{
    if (row->unit != FELT_UNIT_PERCENT || row->formula != RATIO || sessions == 0) return;
    double most = 100 * (1 - exp(log(0.025) / (double)sessions));
    if (interval->mean <= 0 && interval->high < most) interval->high = most;
    if (interval->mean >= 100 && interval->low > 100 - most) interval->low = 100 - most;
    if (interval->low < 0) interval->low = 0;
    if (interval->high > 100) interval->high = 100;
}

struct felt_interval felt_narc_interval(const struct felt_narc_values *values,
                                        enum felt_narc_figure figure, int index)
{
    double without[FELT_NARC_GROUPS];
    int place = place_of(figure, index);
    for (int i = 0; i < FELT_NARC_GROUPS; i++) without[i] = values->without[i][place];
    struct felt_interval interval = jackknife(values->all[place], without);
    widen(&rows[figure], values->sessions, &interval);
    return interval;
}

struct felt_interval felt_narc_difference(const struct felt_narc_values *values,
                                          const struct felt_narc_values *base,
                                          enum felt_narc_figure figure, int index)
{
    double without[FELT_NARC_GROUPS];
    int place = place_of(figure, index);
    for (int i = 0; i < FELT_NARC_GROUPS; i++)
        without[i] = values->without[i][place] - base->without[i][place];
    return jackknife(values->all[place] - base->all[place], without);
}

struct felt_interval felt_narc_part(const struct felt_narc_values *values,
                                    const struct felt_narc_values *base,
                                    enum felt_narc_figure figure, int index)
{
    double without[FELT_NARC_GROUPS];
    int place = place_of(figure, index);
    for (int i = 0; i < FELT_NARC_GROUPS; i++)
        without[i] = 100 * divide(values->without[i][place], base->without[i][place]);
    return jackknife(100 * divide(values->all[place], base->all[place]), without);
}
