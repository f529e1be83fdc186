/* tally.h -- double entry for the second time: deeds that were acknowledged, booked one after the
 * other by rules of their own, and compared with the balances of the database (W4 of witness.h). */
#ifndef FELT_TESTS_LEDGER_TALLY_H
#define FELT_TESTS_LEDGER_TALLY_H

#include "witness.h"

/* False: the database could not be read.  Differences are breaches. */
bool tally_compare(struct witness *witness, const struct felt_sql_config *config);

#endif
