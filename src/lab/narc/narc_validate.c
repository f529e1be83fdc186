/* narc_validate.c -- see narc_validate.h.
 *
 * Spread.  A Player who never folds sees all three flips of every hand.  Let p be the chance to be
 * safe at the end, given what that Player knows after a flip (half of the playouts estimate it
 * twice: narc_figure.c).  Over hands the variance of p can only grow from flip to flip, and after
 * the last one it is that of the result itself.  So "it must widen" cannot fail; what can is that a
 * round adds next to nothing, or all of it.  A round has its share of the variance. */
#include "lab/narc/narc_validate.h"

#include "felt/assert.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { BASE, OTHER, STRONG = FELT_BOT_ROLLOUT, STRONG_SAMPLES = 16, PLAYS = 21 };
static const struct felt_narc_bot players[] = {
    {.role = FELT_ROLE_PLAYER, .kind = FELT_BOT_CAREFUL},
    {.role = FELT_ROLE_PLAYER, .kind = FELT_BOT_ROLLOUT, .samples = STRONG_SAMPLES}};
static const char *const player_words[] = {"careful", "strong"};

static const double share_least = 0.1, fold_share_most = 60, action_most = 75;

struct work {
    struct felt_narc_study *study;
    struct felt_narc_case *cases;
    struct felt_narc_answer *answer;
    uint64_t hands;
};

static void add_row(struct felt_narc_answer *answer, struct felt_interval value, uint8_t unit,
                    bool signs, const char *who, const char *what)
{
    felt_assert(answer->rows < FELT_ANSWER_ROWS_MAX);
    struct felt_narc_answer_row *row = &answer->row[answer->rows++];
    row->value = value;
    row->unit = unit;
    row->signs = signs;
    snprintf(row->label, sizeof row->label, "%.14s: %.44s", who, what);
}

/* A figure by round. */
static void add_rounds(struct work *work, const char *who, enum felt_narc_figure figure)
{
    const struct felt_narc_case *base = &work->cases[BASE];
    const struct felt_narc_figure_row *row = felt_narc_figure_row(figure);
    for (int i = 0; i < base->rules.options.rounds; i++) {
        char what[FELT_NARC_LABEL_BYTES];
        snprintf(what, sizeof what, "%s %d", row->title, i + 1);
        add_row(work->answer, felt_narc_interval(&base->values, figure, i), row->unit, false, who,
                what);
    }
}

/* Plays the case `index` with the options as they are, after `first` or by itself. */
static enum felt_narc_study_end play(struct work *work, int index,
                                     const struct felt_narc_options *options, int player,
                                     enum felt_narc_bot_limit limit, uint16_t playouts)
{
    struct felt_narc_study *study = work->study;
    struct felt_narc_case *out = &work->cases[index];
    enum felt_status status =
        felt_narc_rules_make(options, study->catalogue, true, &out->rules, NULL);
    felt_assert(status == FELT_OK); /* they were good with other words for order and initiative */
    bool strong = players[player].kind == STRONG;
    study->bot[FELT_ROLE_PLAYER] = players[player];
    study->bot[FELT_ROLE_PLAYER].limit = (uint8_t)limit;
    study->hands = strong ? work->hands / FELT_VALIDATE_STRONG : work->hands;
    if (study->hands == 0) study->hands = 1;
    return felt_narc_study_play(study, index == BASE ? NULL : &work->cases[BASE], playouts, out);
}

static void add_difference(struct work *work, const char *who, enum felt_narc_figure figure,
                           const char *what)
{
    add_row(work->answer,
            felt_narc_difference(&work->cases[OTHER].values, &work->cases[BASE].values, figure, 0),
            felt_narc_figure_row(figure)->unit, true, who, what);
}

static double value_of(const struct work *work, int index, enum felt_narc_figure figure, int round)
{
    return felt_narc_value(&work->cases[index].values, figure, round);
}

/* ---- escalation ---- */

static void judge_spread(struct work *work, double shares[FELT_NARC_ROUNDS_MAX], int rounds)
{
    double before = 0, all = value_of(work, BASE, FELT_FIGURE_SPREAD, rounds - 1);
    for (int i = 0; i < rounds; i++) {
        double spread = value_of(work, BASE, FELT_FIGURE_SPREAD, i);
        shares[i] = (spread * spread - before * before) / (all * all);
        before = spread;
        if (!(shares[i] >= share_least)) work->answer->yes = false;
    }
}

static enum felt_narc_study_end escalation(struct work *work)
{
    const struct felt_narc_options *options = &work->study->options;
    int rounds = options->rounds;
    double shares[FELT_NARC_ROUNDS_MAX], most = 0, grows[2];
    enum felt_narc_study_end end = play(work, BASE, options, 1, FELT_BOT_FREE, 0);
    if (end) return end;
    add_rounds(work, player_words[1], FELT_FIGURE_EVIDENCE);
    add_rounds(work, player_words[1], FELT_FIGURE_CARDS_ROUND);
    add_rounds(work, player_words[1], FELT_FIGURE_FOLD_SHARE);
    work->answer->yes = true;
    for (int i = 0; i < rounds; i++) {
        double share = value_of(work, BASE, FELT_FIGURE_FOLD_SHARE, i);
        if (share > most) most = share;
        if (i > 0 && !(value_of(work, BASE, FELT_FIGURE_EVIDENCE, i) >
                       value_of(work, BASE, FELT_FIGURE_EVIDENCE, i - 1)))
            work->answer->yes = false;
    }
    if (most > fold_share_most) work->answer->yes = false;
    grows[0] = value_of(work, BASE, FELT_FIGURE_EVIDENCE, 0);
    grows[1] = value_of(work, BASE, FELT_FIGURE_EVIDENCE, rounds - 1);
    end = play(work, BASE, options, 0, FELT_BOT_NEVER_FOLD, FELT_VALIDATE_PLAYOUTS);
    if (end) return end;
    add_rounds(work, "never folds", FELT_FIGURE_SPREAD);
    judge_spread(work, shares, rounds);
    snprintf(work->answer->words, sizeof work->answer->words,
             "Evidence grows from %.0f after the first flip to %.0f after the last.  Of what makes "
             "hands differ in their chance to be safe, the first flip shows %.0f %%, the last one "
             "%.0f %%.  The round in which strong play folds most has %.0f %% of its folds.",
             grows[0], grows[1], 100 * shares[0], 100 * shares[rounds - 1], most);
    return FELT_STUDY_DONE;
}

/* ---- actions ---- */

/* How often strong play does what: of all that it decides, and of its turns in betting. */
static void add_parts(struct work *work, const char *who)
{
    static const enum felt_narc_figure parts[] = {FELT_FIGURE_STAYS, FELT_FIGURE_RAISES,
                                                  FELT_FIGURE_FOLDS, FELT_FIGURE_CHECK,
                                                  FELT_FIGURE_RAISE, FELT_FIGURE_TURN_FOLD};
    for (int i = 0; i < 6; i++) {
        struct felt_interval part = felt_narc_interval(&work->cases[BASE].values, parts[i], 0);
        add_row(work->answer, part, FELT_UNIT_PERCENT, false, who,
                felt_narc_figure_row(parts[i])->title + strlen("Player's "));
        if (i < 3 && part.mean > action_most) work->answer->yes = false;
    }
}

static enum felt_narc_study_end forbid(struct work *work, int player, double losses[3])
{
    static const struct {
        uint8_t limit;
        const char *money, *bust;
    } limits[] = {{FELT_BOT_NEVER_CHECK, "money without checks", "busts without checks"},
                  {FELT_BOT_NEVER_RAISE, "money without raises", "busts without raises"},
                  {FELT_BOT_NEVER_FOLD, "money without folds", "busts without folds"}};
    const struct felt_narc_options *options = &work->study->options;
    enum felt_narc_study_end end = play(work, BASE, options, player, FELT_BOT_FREE, 0);
    const char *who = player_words[player];
    if (end) return end;
    if (players[player].kind == STRONG) add_parts(work, who);
    for (int i = 0; i < 3; i++) {
        end = play(work, OTHER, options, player, (enum felt_narc_bot_limit)limits[i].limit, 0);
        if (end) return end;
        add_difference(work, who, FELT_FIGURE_MONEY_SESSION, limits[i].money);
        if (!(work->answer->row[work->answer->rows - 1].value.high < 0)) work->answer->yes = false;
        add_difference(work, who, FELT_FIGURE_BUST, limits[i].bust);
        losses[i] = 100 - 100 * value_of(work, OTHER, FELT_FIGURE_MONEY_SESSION, 0) /
                              value_of(work, BASE, FELT_FIGURE_MONEY_SESSION, 0);
    }
    return FELT_STUDY_DONE;
}

static enum felt_narc_study_end actions(struct work *work)
{
    double losses[2][3], raises[2];
    work->answer->yes = true;
    enum felt_narc_study_end end = forbid(work, 0, losses[0]);
    if (!end) end = forbid(work, 1, losses[1]);
    if (end) return end;
    raises[0] = value_of(work, BASE, FELT_FIGURE_RAISE, 0);
    raises[1] = value_of(work, BASE, FELT_FIGURE_RAISES, 0);
    snprintf(
        work->answer->words, sizeof work->answer->words,
        "Without checks a careful Player loses %.0f %% of its money, without raises %.0f %%, "
        "without folds %.0f %%; strong play %.0f %%, %.0f %% and %.0f %%.  Of strong play's turns "
        "in betting %.0f %% are raises, of all that it decides %.0f %%.",
        losses[0][0], losses[0][1], losses[0][2], losses[1][0], losses[1][1], losses[1][2],
        raises[0], raises[1]);
    return FELT_STUDY_DONE;
}

/* ---- initiative ---- */

static enum felt_narc_study_end initiative(struct work *work)
{
    double gain[2] = {0}, used[2] = {0}, acts[2] = {0};
    struct felt_interval strong = {0};
    for (int player = 0; player < 2; player++) {
        struct felt_narc_options options = work->study->options;
        const char *who = player_words[player];
        options.initiative = false;
        enum felt_narc_study_end end = play(work, BASE, &options, player, FELT_BOT_FREE, 0);
        options.initiative = true;
        if (!end) end = play(work, OTHER, &options, player, FELT_BOT_FREE, 0);
        if (end) return end;
        add_row(work->answer,
                felt_narc_interval(&work->cases[BASE].values, FELT_FIGURE_MONEY_SESSION, 0),
                FELT_UNIT_MONEY, false, who, "money without it");
        add_difference(work, who, FELT_FIGURE_MONEY_SESSION, "money with it");
        strong = work->answer->row[work->answer->rows - 1].value;
        add_difference(work, who, FELT_FIGURE_WIN, "hands won");
        add_difference(work, who, FELT_FIGURE_FOLD, "hands folded");
        add_difference(work, who, FELT_FIGURE_ACTIONS_HAND, "actions per hand");
        add_row(work->answer,
                felt_narc_interval(&work->cases[OTHER].values, FELT_FIGURE_OPTION_USED, 0),
                FELT_UNIT_PERCENT, false, who, "options used, all seats");
        gain[player] = 100 * value_of(work, OTHER, FELT_FIGURE_MONEY_SESSION, 0) /
                           value_of(work, BASE, FELT_FIGURE_MONEY_SESSION, 0) -
                       100;
        used[player] = value_of(work, OTHER, FELT_FIGURE_OPTION_USED, 0);
        acts[player] = value_of(work, OTHER, FELT_FIGURE_ACTIONS_HAND, 0) -
                       value_of(work, BASE, FELT_FIGURE_ACTIONS_HAND, 0);
    }
    work->answer->yes = strong.low > 0 || strong.high < 0;
    snprintf(
        work->answer->words, sizeof work->answer->words,
        "It changes a careful Player's money by %+.0f %% and strong play's by %+.0f %%.  Of the "
        "options, %.0f %% are used when strong play sits there.  It adds %.1f actions to a "
        "hand.",
        gain[0], gain[1], used[1], acts[1]);
    return FELT_STUDY_DONE;
}

/* ---- order ---- */

static enum felt_narc_study_end order(struct work *work)
{
    struct felt_narc_sweep sweep;
    double best[2] = {0};
    char name[2][FELT_NARC_LABEL_BYTES] = {"", ""};
    enum felt_status status = felt_narc_sweep_read("order=NCP,NPC,CNP,CPN,PNC,PCN", &sweep, NULL);
    felt_assert(status == FELT_OK);
    work->answer->yes = true;
    for (int player = 0; player < 2; player++) {
        for (int i = 0; i < sweep.values; i++) {
            struct felt_narc_options options = work->study->options;
            char label[FELT_NARC_LABEL_BYTES];
            felt_narc_sweep_set(&sweep, i, &options, label);
            enum felt_narc_study_end end =
                play(work, i ? OTHER : BASE, &options, player, FELT_BOT_FREE, 0);
            if (end) return end;
            if (i == 0)
                add_row(work->answer,
                        felt_narc_interval(&work->cases[BASE].values, FELT_FIGURE_MONEY_SESSION, 0),
                        FELT_UNIT_MONEY, false, player_words[player],
                        "money in the usual order NCP");
            else
                add_difference(work, player_words[player], FELT_FIGURE_MONEY_SESSION, label);
            const struct felt_interval *value = &work->answer->row[work->answer->rows - 1].value;
            double change =
                i ? 100 * value->mean / value_of(work, BASE, FELT_FIGURE_MONEY_SESSION, 0) : 0;
            if (i > 0 && value->low > 0 && change > 10) work->answer->yes = false;
            if (i > 0 && change > best[player]) {
                best[player] = change;
                snprintf(name[player], sizeof name[player], "%s", label);
            }
        }
    }
    for (int player = 0; player < 2; player++)
        if (!*name[player]) snprintf(name[player], sizeof name[player], "the usual one");
    snprintf(
        work->answer->words, sizeof work->answer->words,
        "The best order for a careful Player is %s (%+.0f %% money against the usual one), for "
        "strong play %s (%+.0f %%).  Acting last is no advantage: the three raises of a round "
        "are shared, and cards face down tell little.",
        name[0], best[0], name[1], best[1]);
    if (best[0] <= 0 && best[1] <= 0)
        snprintf(work->answer->words, sizeof work->answer->words,
                 "No order is better for the Player than the usual one, in which it acts last.");
    return FELT_STUDY_DONE;
}

enum felt_narc_study_end felt_narc_validate(struct felt_narc_study *study,
                                            struct felt_narc_case *work,
                                            struct felt_narc_answer answers[FELT_VALIDATIONS])
{
    static const struct {
        const char *name, *question, *rule;
        enum felt_narc_study_end (*find)(struct work *work);
    } questions[FELT_VALIDATIONS] = {
        {"escalation", "Do three rounds create escalation?",
         "evidence grows with every flip, each flip shows at least 10 % of what makes hands "
         "differ, and no round has more than 60 % of strong play's folds",
         escalation},
        {"actions", "Do check, raise and fold all matter?",
         "to do without one of them costs money for certain, careful or strong, and none of "
         "staying, raising and folding is more than 75 % of what strong play decides",
         actions},
        {"initiative", "Does the initiative matter?",
         "strong play's money changes for certain when there is none", initiative},
        {"order", "Is it fair that the Player acts last?",
         "no other order is better for the Player by more than 10 %, for certain", order},
    };
    const struct felt_narc_bot player = study->bot[FELT_ROLE_PLAYER];
    struct work shared = {study, work, NULL, study->hands};
    enum felt_narc_study_end end = FELT_STUDY_DONE;
    study->begin = 0;
    study->part = 1.0 / 26; /* 2 + 8 + 4 + 12 cases */
    for (int i = 0; i < FELT_VALIDATIONS && !end; i++) {
        memset(&answers[i], 0, sizeof answers[i]);
        answers[i].name = questions[i].name;
        answers[i].question = questions[i].question;
        answers[i].rule = questions[i].rule;
        shared.answer = &answers[i];
        end = questions[i].find(&shared);
    }
    study->hands = shared.hands;
    study->bot[FELT_ROLE_PLAYER] = player;
    return end;
}
