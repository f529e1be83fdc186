/* outside_player.h -- players that are not part of this program.
 *
 *     exec:COMMAND    a program that is started, and gets the frames of docs/PROTOCOL.md on its
 *                     input, one a line: welcome (again when its seat changes), start_hand, event,
 *                     act, end_hand, error.  It answers an act with an action on its output.  Every
 *                     variant.
 *     acpc:PORT       a program that connects to that port and speaks the protocol of the Annual
 *                     Computer Poker Competition, version 2 (formats/hands/acpc_state.h).  Hold'em.
 *
 * To a match such a player is one like all others (felt/player.h), with an owner: this.
 *
 *   O1  whatever such a player does or does not do, a decision is made in the time that it has.
 *       Where it gives none the timid one is made and counted.
 *   O2  after FAILURES_MAX failures in a row it is benched: it is not asked again.
 *   O3  blocks of different addresses may be used by different threads: each has a process of its
 *       own.  Only one hand at a time is played by a player of acpc:.
 *   O4  when it is closed nothing of it is left running. */
#ifndef FELT_PROGRAMS_OUTSIDE_PLAYER_H
#define FELT_PROGRAMS_OUTSIDE_PLAYER_H

#include "command/args.h"
#include "felt/player.h"
#include "os/process.h"

#include <stdatomic.h>

enum {
    FELT_OUTSIDE_MOVE_MS = 1000,
    FELT_OUTSIDE_START_MS = 10000,
    FELT_OUTSIDE_MEMORY_MB = 4096,
    FELT_OUTSIDE_FAILURES_MAX = 20
};

struct felt_outside_options {
    uint32_t move_ms;  /* for a decision                                                   */
    uint32_t start_ms; /* for the first one after it was started, or until it connects     */
    struct felt_process_limits limits;
    int complaints;      /* where its stderr goes; -1: nowhere                              */
    const char *bind;    /* address that acpc: listens at                                   */
    bool passes_illegal; /* actions that are not legal are passed on (the match counts them);
                            else the timid one is taken here                               */
};
struct felt_outside_options felt_outside_options_default(void);

/* What went wrong, over all processes. */
struct felt_outside_counts {
    atomic_ullong timeouts; /* decisions that did not come in time                         */
    atomic_ullong crashes;  /* it ended, closed its output, or stopped reading             */
    atomic_ullong garbage;  /* decisions for which it said too much that was none          */
    atomic_ullong refused;  /* lines that were refused with an error                       */
    atomic_ullong failures; /* in a row                                                    */
    atomic_ullong answers;  /* decisions that it made itself                               */
    atomic_ullong legal;    /* of them those that were legal                               */
    atomic_bool came;       /* acpc: somebody has connected                                */
    atomic_bool benched;
};

struct felt_outside; /* owned by felt_outside_read()'s spec: close it                      */

bool felt_outside_is_acpc(const struct felt_outside *outside);

/* Any player that can be named: one from outside, or felt_player_name_read().  False: complained;
 * out->owner is NULL then.  *options is copied; what `bind` points to stays. */
bool felt_outside_read(const struct felt_args *args, const char *text,
                       const struct felt_outside_options *options, struct felt_player_spec *out);
/* Ends all its processes; NULL is nothing. */
void felt_outside_close(struct felt_outside *outside);

const struct felt_outside_counts *felt_outside_counts(const struct felt_outside *outside);

#endif
