/* narc_curios.h -- the catalogue that the vectors and golden hands of Narc are written for.  It
 * stays as it is when data/narc/cards.json is retuned. */
#ifndef FELT_TESTS_NARC_CURIOS_H
#define FELT_TESTS_NARC_CURIOS_H

#include "felt/narc.h"

FELT_BEGIN

extern const struct felt_narc_catalogue narc_curios;

/* The kind with this id; -1: none. */
int narc_curio(const char *id);

FELT_END

#endif
