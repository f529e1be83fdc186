/* lab_rules_parts.h -- the parts of a rulebook that come of playing.  Private to lab_rules*.c. */
#ifndef FELT_LAB_RULEBOOK_LAB_RULES_PARTS_H
#define FELT_LAB_RULEBOOK_LAB_RULES_PARTS_H

#include "lab/rulebook/lab_rules.h"
#include "lab/search/batch.h"

enum { RULES_EXAMPLE_BYTES = 7000, RULES_HINT_BYTES = 256 };

/* What is played, and what came of it. */
struct rules_play {
    const struct felt_lab_rules *rules;
    struct felt_genome_program program;
    struct felt_strengths strengths;
    double minutes; /* of a game between people, estimated                                     */
    char example[RULES_EXAMPLE_BYTES];
    int hints;
    char hint[FELT_RULEBOOK_HINTS][RULES_HINT_BYTES];
};

/* A hand with names, shortened if it is long; "" if there is none worth telling.  False: there is
 * no memory. */
bool rules_example(struct rules_play *play);
/* Hints and minutes.  The same. */
bool rules_hints(struct rules_play *play);
bool rules_minutes(struct rules_play *play);

#endif
