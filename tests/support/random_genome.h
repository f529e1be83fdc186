/* random_genome.h -- any genome at all: every gene somewhere in its range, any expressions, any
 * unknown fields.  Hardly one of them is a game; they are for readers, writers and comparisons. */
#ifndef FELT_TESTS_RANDOM_GENOME_H
#define FELT_TESTS_RANDOM_GENOME_H

#include "felt/genome.h"
#include "felt/rng.h"

FELT_BEGIN

void random_genome(struct felt_rng *rng, struct felt_genome *out);

FELT_END

#endif
