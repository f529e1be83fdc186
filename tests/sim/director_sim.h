/* director_sim.h -- whole tournaments from one seed: entrants, hands that are made up, a director
 * who interferes, crashes.  A witness looks at every hand that begins and every player who moves,
 * and keeps the ledger of the money; he knows the rules (RULES 19), not the code. */
#ifndef FELT_TESTS_DIRECTOR_SIM_H
#define FELT_TESTS_DIRECTOR_SIM_H

#include <stdbool.h>
#include <stdint.h>

struct director_sim_result {
    uint64_t inputs, refused, hands, moves, crashes, voids, entries, tables, rounds;
    char failure[300];
};

/* What a seed plays, in a line. */
void director_sim_describe(uint64_t seed, char out[200]);
/* False: `failure` says why. */
bool director_sim_run(uint64_t seed, struct director_sim_result *result);

#endif
