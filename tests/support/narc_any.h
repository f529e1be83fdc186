/* narc_any.h -- rule sets of Narc by chance, and a walk through hands with everything looked at. */
#ifndef FELT_TESTS_NARC_ANY_H
#define FELT_TESTS_NARC_ANY_H

#include "felt/narc.h"

FELT_BEGIN

/* Options that felt_narc_rules_make() accepts in a sweep. */
void narc_any_options(struct felt_rng *rng, struct felt_narc_options *out);

/* An action of chance of the actor; folds are rarer than the rest, one in `folds`. */
struct felt_action narc_any_action(const struct felt_narc_rules *rules,
                                   const struct felt_narc_state *state, struct felt_rng *rng,
                                   uint32_t folds);

/* What is broken at this moment, or NULL: piles and turns (felt_narc_sound), legal and apply (G2),
 * views of everybody against imagined and redealt states (G3, G4, N4). */
const char *narc_fault(const struct felt_narc_rules *rules, const struct felt_narc_state *state,
                       struct felt_rng *rng);

FELT_END

#endif
