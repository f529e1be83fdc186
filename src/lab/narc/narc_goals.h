/* narc_goals.h -- what a balanced game is, as bands for numbers: a file that a build can fail by.
 *
 *     {"format": "felt.narc.goals", "version": 1, "hands": 20000, "goals": [
 *       {"about": "a careful Player wins", "metric": "win", "player": "careful",
 *        "min": 65, "max": 75},
 *       {"about": "random play earns, of careful play", "metric": "money_session",
 *        "player": "random", "of": {"player": "careful"}, "max": 20},
 *       {"about": "Warm busts more than Cold", "metric": "bust", "player": "cover", "heat": 100,
 *        "above": {"heat": 0}, "min": 4},
 *       {"about": "no card is dead or automatic", "metric": "play", "cards": "player",
 *        "player": "rollout:16", "min": 10, "max": 95}]}
 *
 * `metric` is a word of narc_figure.h; without an index, each of its numbers must be in the band
 * (those of one owner with `cards`).  Bots that are not named are those of the rule set.  `of`: in
 * percent of the same metric of another trial; `above`: the difference to it; both have what they
 * do not say themselves from the goal.  `hands` of a goal are its own.
 *
 *   G1  the number itself must be in its band; its interval is there to say how sure that is.
 *   G2  what is not known, or given twice, is refused with a JSON pointer; nothing is half read. */
#ifndef FELT_LAB_NARC_NARC_GOALS_H
#define FELT_LAB_NARC_NARC_GOALS_H

#include "lab/narc/narc_study.h"

enum {
    FELT_GOALS_MAX = 48,
    FELT_GOAL_TRIALS_MAX = 24, /* different ones                                               */
    FELT_GOAL_ABOUT_BYTES = 64,
    FELT_GOALS_TEXT_MAX = 64 * 1024
};

struct felt_narc_goal_trial {
    struct felt_narc_bot bot[FELT_ROLES];
    int32_t heat;
    uint64_t hands;
};
enum felt_narc_goal_kind { FELT_GOAL_ITSELF, FELT_GOAL_OF, FELT_GOAL_ABOVE };

struct felt_narc_goal {
    char about[FELT_GOAL_ABOUT_BYTES];
    uint8_t figure, kind;
    int8_t index; /* -1: all                                                                     */
    int8_t owner; /* of cards; -1: all                                                           */
    uint8_t trial, base;
    double min, max; /* -inf, +inf: not said                                                     */
    /* what came out: the number that is worst off */
    struct felt_interval value;
    int8_t worst; /* its index                                                                   */
    bool met;
};

struct felt_narc_goals {
    int count, trials;
    struct felt_narc_goal goal[FELT_GOALS_MAX];
    struct felt_narc_goal_trial trial[FELT_GOAL_TRIALS_MAX];
};

/* With the bots of the rules.  FELT_BAD_FORMAT, FELT_BAD_NAME, FELT_BAD_NUMBER, FELT_FULL. */
FELT_MUST_USE enum felt_status felt_narc_goals_read(const char *text, size_t bytes,
                                                    const struct felt_narc_rules *rules,
                                                    struct felt_narc_goals *out,
                                                    struct felt_complaint *complaint);
/* Plays all trials with the study's rules and seed; `cases` is memory for goals->trials of them. */
FELT_MUST_USE enum felt_narc_study_end felt_narc_goals_play(struct felt_narc_study *study,
                                                            struct felt_narc_case *cases,
                                                            struct felt_narc_goals *goals);
/* How many were missed. */
int felt_narc_goals_missed(const struct felt_narc_goals *goals);
/* "play:bootleg_records", "money_session of ..."; returns out. */
const char *felt_narc_goal_name(const struct felt_narc_rules *rules,
                                const struct felt_narc_goal *goal,
                                char out[FELT_NARC_FIGURE_BYTES]);

#endif
