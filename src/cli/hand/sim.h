/* sim.h -- random hands through the engine, each of them audited.
 *
 * The result is a sum over hands of a hash of the hand's number and its final stacks: the same on
 * every machine, and however the hands are divided among threads or processes, results of the parts
 * add up to the result of the whole. */
#ifndef FELT_CLI_HAND_SIM_H
#define FELT_CLI_HAND_SIM_H

#include "audit/scene.h"

/* Paths that few hands take: a soak shows by them that they were taken. */
enum {
    FELT_SIM_DRAWS,
    FELT_SIM_SHUFFLES,
    FELT_SIM_REDEALS,
    FELT_SIM_SHARED,
    FELT_SIM_FOLLOWED,
    FELT_SIM_TWO_BOARDS,
    FELT_SIM_MUCKED,
    FELT_SIM_BOMBS,
    FELT_SIM_RARES
};

/* What to play.  It and what it points to stay where they are. */
struct felt_sim {
    const struct felt_scenes *scenes;
    uint64_t first, hands; /* numbers first .. first+hands-1                                 */
    bool checks;           /* audited, or just played                                        */
    int threads;
    const char *repeat; /* "to repeat it: ...": the hand's number is written behind it       */
};

struct felt_sim_tally {
    uint64_t played, actions, showdowns, result;
    uint64_t rare[FELT_SIM_RARES];
    double seconds;
};

enum felt_sim_end { FELT_SIM_OK, FELT_SIM_VIOLATED, FELT_SIM_NO_MEMORY };

/* Plays all hands, with a progress bar.  The earliest violation is printed, with the command that
 * repeats the hand; so is that command if the engine aborts the program. */
enum felt_sim_end felt_sim_run(const struct felt_sim *sim, struct felt_sim_tally *tally);

#endif
