/* narc_known.h -- the rules of Narc that are in data/narc, for tests. */
#ifndef FELT_TESTS_NARC_KNOWN_H
#define FELT_TESTS_NARC_KNOWN_H

#include "felt/narc_json.h"

FELT_BEGIN

enum { NARC_KNOWN_RULES = 7 };
/* "house", "seed", ...; index 0 .. NARC_KNOWN_RULES-1. */
const char *narc_known_name(int index);
/* The rules of a name with the catalogue of data/narc/cards.json.  Aborts with the reason if they
 * are wrong: tests rely on them. */
void narc_known_rules(const char *name, struct felt_narc_rules *out);
/* The parts of it, to change something before felt_narc_rules_join(). */
void narc_known_options(const char *name, struct felt_narc_options *out);
void narc_known_cards(struct felt_narc_catalogue *out);
/* The text of data/narc/NAME.json; free() it. */
char *narc_known_text(const char *name, size_t *bytes);

FELT_END

#endif
