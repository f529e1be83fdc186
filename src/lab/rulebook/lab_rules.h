/* lab_rules.h -- the rulebook of a genome with what playing it shows: how long it takes, a hand
 * that was really played, and hints from players who were not free to do something.
 *
 * Everything depends on genome, seats, seed and effort alone. */
#ifndef FELT_LAB_RULEBOOK_LAB_RULES_H
#define FELT_LAB_RULEBOOK_LAB_RULES_H

#include "lab/rulebook/rulebook.h"

struct felt_lab_rules {
    const struct felt_genome *genome; /* in order                                             */
    int seats;                        /* of the example and the hints; 0: as few as can play  */
    uint64_t seed;
    double effort;  /* of the hints: 1 takes about a second                                    */
    double minutes; /* of a game, as they were measured; 0: worked out here                    */
    bool example, hints;
};
/* False: there is no memory, or `out` is too small (FELT_RULEBOOK_BYTES are enough). */
bool felt_lab_rules_write(const struct felt_lab_rules *rules, enum felt_rulebook_form form,
                          struct felt_buffer *out);
/* The whole of it; an effort of 0 leaves the hints out. */
bool felt_lab_rules_book(const struct felt_genome *genome, int seats, uint64_t seed, double effort,
                         enum felt_rulebook_form form, struct felt_buffer *out);

#endif
