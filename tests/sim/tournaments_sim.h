/* tournaments_sim.h -- rooms with tournaments from one seed: a real room with directed tables, the
 * ledger of a ledger that fails, house players and people who do anything, crashes between any two
 * records (tests/support/fake_tournaments.h says what is looked at). */
#ifndef FELT_TESTS_TOURNAMENTS_SIM_H
#define FELT_TESTS_TOURNAMENTS_SIM_H

#include <stdbool.h>
#include <stdint.h>

struct tournaments_sim_result {
    uint64_t events, entries, hands, records, crashes, snapshots, alarms;
    char failure[400];
};

/* What a seed plays, in a line. */
void tournaments_sim_describe(uint64_t seed, char out[400]);
/* `large`: one freeze-out of so many house players instead; 0: what the seed says.  False:
 * `failure` says why. */
bool tournaments_sim_run(uint64_t seed, uint32_t large, struct tournaments_sim_result *result);

#endif
