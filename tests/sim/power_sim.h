/* power_sim.h -- servers through power failures: a real journal on a disk that loses what was not
 * synced, over the made-up network, clock and ledger of the other simulators.
 *
 *   room   cash tables, people and house players (fake_room.h); power_room.c
 *   tournament    sit-and-gos of the same room, one after the other; power_room.c,
 *   power_tournament.c arena  tables of bots (fake_arena.h); power_arena.c
 *
 *   P0  no frame and no order leaves but by an acknowledgement of the journal (power_journal.h N2).
 *   P1  what was told is read back after the power failed: hands, stacks, ledger stores, accepted
 *       buy-ins, registrations, places; the server that is restored is the one that was flushed.
 *   P2  no deck is dealt twice, and no id of a hand is used twice, over all lives.
 *   P3  chips are where the ledger has them; the ledger breaks no rule; nothing raises an alarm.
 *
 * Every fourth seed has a disk that is rolled back to its last snapshot, as by one that lies about
 * syncs.  There P1 cannot hold, and alarms are right; P2 holds, and the ledger's chips do. */
#ifndef FELT_TESTS_POWER_SIM_H
#define FELT_TESTS_POWER_SIM_H

#include "power_journal.h"

struct power_sim_result {
    uint64_t hands, frames, failures, syncs, stalls;
    uint64_t compared; /* facts that were told, and looked for after a failure                   */
    char failure[300];
};

bool power_sim_lies(uint64_t seed);
/* `breaks`: what the server does wrong (power_journal.h). */
bool power_room_run(uint64_t seed, enum power_break breaks, struct power_sim_result *result);
bool power_tournament_run(uint64_t seed, enum power_break breaks, struct power_sim_result *result);
bool power_arena_run(uint64_t seed, enum power_break breaks, struct power_sim_result *result);

#endif
