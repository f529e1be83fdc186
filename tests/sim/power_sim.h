/* power_sim.h -- the room through power failures: cash tables, people and house players, a real
 * journal on a disk that loses what was not synced.
 *
 *   P1  everything that a frame rests on is read back after the power failed.
 *   P2  no deck is dealt twice, and no id of a hand is used twice, over all lives.
 *   P3  chips are where the ledger has them; the ledger breaks no rule; nothing raises an alarm.
 *
 * Every fourth seed has a disk that is rolled back to its last snapshot, as by one that lies about
 * syncs.  There P1 cannot hold, and alarms are right; P2 holds, and the ledger's chips do. */
#ifndef FELT_TESTS_POWER_SIM_H
#define FELT_TESTS_POWER_SIM_H

#include <stdbool.h>
#include <stdint.h>

struct power_sim_result {
    uint64_t hands, frames, failures, syncs, stalls;
    char failure[300];
};

bool power_sim_lies(uint64_t seed);
bool power_sim_run(uint64_t seed, struct power_sim_result *result);

#endif
