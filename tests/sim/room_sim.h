/* room_sim.h -- cash tables, people and house players, and everything that goes wrong, from one
 * seed.
 *
 * A crowd (tests/support/fake_tables.h) plays any games at any number of tables: it sits down,
 * acts, talks nonsense, breaks off, comes back by other connections.  The ledger is slow, fails
 * before or after it did what was asked, and is down for a while; the process dies with whatever
 * the journal has by then.  What is heard and what chips there are is looked at after every step:
 * V1 to V7.  At last everybody goes home, and the ledger must have every chip in somebody's bank.
 */
#ifndef FELT_TESTS_ROOM_SIM_H
#define FELT_TESTS_ROOM_SIM_H

#include <stdbool.h>
#include <stdint.h>

struct room_sim_result {
    uint64_t steps, hands, frames, records, crashes, voids, requests;
    char failure[640]; /* "" if all went well                                                 */
};

bool room_sim_run(uint64_t seed, struct room_sim_result *result);
/* What is played with this seed, in a connection. */
void room_sim_describe(uint64_t seed, char out[300]);

#endif
