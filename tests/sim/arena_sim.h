/* arena_sim.h -- a server, its clients and everything that goes wrong between them, from one seed.
 *
 * The host plays on a clock, a network and a disk that are made up (tests/support/fake_arena.h).
 * Clients are small random players whose frames come late, twice, in the wrong turn or as rubbish;
 * lines break, readers fall asleep, operators interfere, the disk fails and the process dies.
 * After a while everybody behaves, and every match must come to its end.
 *
 *   S1  chips: every list of stacks adds up to what the seats brought, pots included.
 *   S2  a table in a hand makes progress within the clock of a turn, unless it is paused.
 *   S3  frames have the fields of their type and no others, and come in the order of PROTOCOL 6.1.
 *   S4  nobody gets a card that he may not know, and watchers nothing of a hand that runs.
 *   S5  an arena restored from the journal is the arena that wrote it (felt_arena_hash()); what was
 *       told to clients survives. */
#ifndef FELT_TESTS_ARENA_SIM_H
#define FELT_TESTS_ARENA_SIM_H

#include <stdbool.h>
#include <stdint.h>

struct sim_result {
    uint64_t turns, hands, frames, records, crashes, restored;
    char failure[512]; /* "" if all went well                                                 */
};

/* Runs one seed.  `every_flush`: restores a second arena at the end of every turn. */
bool sim_run(uint64_t seed, bool every_flush, struct sim_result *result);
/* What is played with this seed, in a connection. */
void sim_describe(uint64_t seed, char out[200]);

#endif
