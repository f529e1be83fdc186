/* narc_validate.h -- the four "critical playtest validations" of the document, answered by play.
 *
 *     escalation   Do three rounds create escalation?  Evidence, cards and folds by round; and how
 *                  far apart the chances of hands are after each flip.
 *     actions      Do check, raise and fold all matter?  What it costs to do without each of them.
 *     initiative   Does the initiative matter?  Money with it and without.
 *     order        Is it fair that the Player acts last?  Money in all six orders.
 *
 * Each is a question, rows of numbers with their intervals, a sentence, and a verdict by a rule
 * that is said.  Two Players answer: `careful` (thresholds) and strong play (a rollout). */
#ifndef FELT_LAB_NARC_NARC_VALIDATE_H
#define FELT_LAB_NARC_NARC_VALIDATE_H

#include "lab/narc/narc_study.h"

enum felt_narc_validation {
    FELT_VALIDATE_ESCALATION,
    FELT_VALIDATE_ACTIONS,
    FELT_VALIDATE_INITIATIVE,
    FELT_VALIDATE_ORDER,
    FELT_VALIDATIONS
};

enum {
    FELT_ANSWER_ROWS_MAX = 24,
    FELT_ANSWER_TEXT_BYTES = 400,
    FELT_ANSWER_LABEL_BYTES = 64,
    FELT_VALIDATE_STRONG = 4,   /* strong play gets a fourth of the hands                        */
    FELT_VALIDATE_PLAYOUTS = 32 /* after each flip                                              */
};

struct felt_narc_answer {
    const char *name, *question, *rule; /* rule: what "yes" means                               */
    bool yes;
    char words[FELT_ANSWER_TEXT_BYTES];
    int rows;
    struct felt_narc_answer_row {
        char label[FELT_ANSWER_LABEL_BYTES];
        uint8_t unit; /* enum felt_narc_unit                                                    */
        bool signs;   /* a difference                                                           */
        struct felt_interval value;
    } row[FELT_ANSWER_ROWS_MAX];
};

/* With the study's rules, Narc and Customer; `work` is memory of FELT_VALIDATE_CASES cases. */
enum { FELT_VALIDATE_CASES = 2 };
FELT_MUST_USE enum felt_narc_study_end
felt_narc_validate(struct felt_narc_study *study, struct felt_narc_case *work,
                   struct felt_narc_answer answers[FELT_VALIDATIONS]);

#endif
