/* narc_figure.h -- numbers that people read, made of the sums of a trial, with their intervals.
 *
 * A figure is a row of data: a sum over another sum, most of the time; some have a number for each
 * round, role or kind of card.  Its name in goals and in JSON is the row's word, with an index
 * behind a colon: "win", "fold:1", "holder:narc", "play:bootleg_records".  Rounds count from 1.
 *
 *   M1  what has nothing below the line is no number (NAN), and so is its interval.
 *   M2  a share that was never, or always, seen has an interval all the same: what a session that
 *       did otherwise may have as its probability if none of so many did (97.5 %). */
#ifndef FELT_LAB_NARC_NARC_FIGURE_H
#define FELT_LAB_NARC_NARC_FIGURE_H

#include "felt/score.h"
#include "lab/narc/narc_balance.h"

enum felt_narc_figure {
    FELT_FIGURE_WIN,
    FELT_FIGURE_BUST,
    FELT_FIGURE_SAVED,
    FELT_FIGURE_FOLD,
    FELT_FIGURE_FOLD_ROUND, /* of hands, by round                                                */
    FELT_FIGURE_FOLD_SHARE, /* of folds, by round                                                */
    FELT_FIGURE_NULL,
    FELT_FIGURE_MONEY_HAND,
    FELT_FIGURE_MONEY_SESSION,
    FELT_FIGURE_HEAT_HAND,
    FELT_FIGURE_HEAT_END,
    FELT_FIGURE_HANDS_SESSION,
    FELT_FIGURE_SESSIONS_RUN,
    FELT_FIGURE_ROUNDS_HAND,
    FELT_FIGURE_ACTIONS_HAND,
    FELT_FIGURE_DECISIONS_HAND,
    FELT_FIGURE_STAYS, /* of all decisions of the Player                                          */
    FELT_FIGURE_RAISES,
    FELT_FIGURE_FOLDS,
    FELT_FIGURE_CHECK, /* of its turns in betting                                                */
    FELT_FIGURE_RAISE,
    FELT_FIGURE_TURN_FOLD,
    FELT_FIGURE_POINT_FOLD,
    FELT_FIGURE_RAISES_ROUND,
    FELT_FIGURE_CARDS_ROUND,
    FELT_FIGURE_EVIDENCE,
    FELT_FIGURE_COVER,
    FELT_FIGURE_CAP_END,
    FELT_FIGURE_HOLDER,
    FELT_FIGURE_OPTION,
    FELT_FIGURE_OPTION_USED,
    FELT_FIGURE_AUTOMATIC,
    FELT_FIGURE_CUSTOMER_FOLD,
    FELT_FIGURE_NARC_FOLD,
    FELT_FIGURE_CHANCE,
    FELT_FIGURE_SPREAD,
    FELT_FIGURE_DRAWN,
    FELT_FIGURE_PLAYABLE,
    FELT_FIGURE_PLAY,
    FELT_FIGURE_CARD_MONEY,
    FELT_FIGURE_CARD_WIN,
    FELT_NARC_FIGURES
};

enum felt_narc_unit { FELT_UNIT_PERCENT, FELT_UNIT_NUMBER, FELT_UNIT_MONEY };
enum felt_narc_each { FELT_EACH_ONE, FELT_EACH_ROUND, FELT_EACH_ROLE, FELT_EACH_KIND };

struct felt_narc_figure_row {
    const char *name, *title; /* "money_session", "money per session"                            */
    uint8_t unit, each;
    uint8_t formula;      /* of narc_figure.c                                                  */
    uint16_t over, under; /* enum felt_narc_sum; with an index if there are several             */
    bool under_one;       /* the lower sum is the same for all indices                          */
};
const struct felt_narc_figure_row *felt_narc_figure_row(enum felt_narc_figure figure);
/* How many numbers a figure has with these rules. */
int felt_narc_figure_count(const struct felt_narc_rules *rules, enum felt_narc_figure figure);
/* "fold:1"; returns out. */
enum { FELT_NARC_FIGURE_BYTES = 64 };
const char *felt_narc_figure_write(const struct felt_narc_rules *rules,
                                   enum felt_narc_figure figure, int index,
                                   char out[FELT_NARC_FIGURE_BYTES]);
/* "fold:1", "win"; an index of -1: all of them ("fold_share").  FELT_BAD_NAME with the nearest. */
FELT_MUST_USE enum felt_status felt_narc_figure_read(const struct felt_narc_rules *rules,
                                                     const char *text,
                                                     enum felt_narc_figure *figure, int *index,
                                                     struct felt_complaint *complaint);

/* All numbers of a result, and each of them once more without each group.  Percents are 0 .. 100.
 */
enum { FELT_NARC_VALUES = 27 + 8 * FELT_NARC_ROUNDS_MAX + FELT_ROLES + 5 * FELT_NARC_KINDS_MAX };
struct felt_narc_values {
    uint64_t sessions;
    double all[FELT_NARC_VALUES];
    double without[FELT_NARC_GROUPS][FELT_NARC_VALUES];
};
void felt_narc_values_of(const struct felt_narc_result *result, struct felt_narc_values *out);
double felt_narc_value(const struct felt_narc_values *values, enum felt_narc_figure figure,
                       int index);
/* 95 %. */
struct felt_interval felt_narc_interval(const struct felt_narc_values *values,
                                        enum felt_narc_figure figure, int index);
/* values - base, of the same sessions. */
struct felt_interval felt_narc_difference(const struct felt_narc_values *values,
                                          const struct felt_narc_values *base,
                                          enum felt_narc_figure figure, int index);
/* 100 * values / base, of the same sessions. */
struct felt_interval felt_narc_part(const struct felt_narc_values *values,
                                    const struct felt_narc_values *base,
                                    enum felt_narc_figure figure, int index);

#endif
