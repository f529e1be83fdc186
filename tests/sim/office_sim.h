/* office_sim.h -- rooms with tournaments from one seed: a real floor with guided tables, the books
 * of a ledger that fails, house players and people who do anything, crashes between any two
 * records (tests/support/bureau.h says what is looked at). */
#ifndef FELT_TESTS_OFFICE_SIM_H
#define FELT_TESTS_OFFICE_SIM_H

#include <stdbool.h>
#include <stdint.h>

struct office_sim_result {
    uint64_t events, entries, hands, records, crashes, snapshots, alarms;
    char failure[400];
};

/* What a seed plays, in a line. */
void office_sim_describe(uint64_t seed, char out[400]);
/* `large`: one freeze-out of so many house players instead; 0: what the seed says.  False:
 * `failure` says why. */
bool office_sim_run(uint64_t seed, uint32_t large, struct office_sim_result *result);

#endif
