/* narc_slow_round.h -- a betting round in cards, told the long way: a queue of names.
 *
 * Written from docs/RULES.md 18.5, 18.10 to 18.13 and 18.21, and from nothing else; it shares no
 * code with turn.h or commits.h and holds no masks. */
#ifndef FELT_TESTS_NARC_SLOW_ROUND_H
#define FELT_TESTS_NARC_SLOW_ROUND_H

#include "felt/commits.h"

FELT_BEGIN

enum { SLOW_SEATS = 3 };

struct narc_slow_rules {
    char machine; /* 'S', 'A' or 'P' */
    bool cap_ends, pays, initiative;
    int cap;
};

struct narc_slow_round {
    bool in[SLOW_SEATS], unanswered[SLOW_SEATS]; /* somebody raised since it acted */
    int cards[SLOW_SEATS], laid[SLOW_SEATS];
    int queue[SLOW_SEATS], queued; /* who is still to act, in order */
    int first, holder, raises;
    bool anybody_raised, option, over;
};

void narc_slow_begin(struct narc_slow_round *round, int first);
int narc_slow_actor(const struct narc_slow_round *round); /* -1: the round is over */
bool narc_slow_may(const struct narc_slow_round *round, const struct narc_slow_rules *rules,
                   enum felt_action_kind kind);
void narc_slow_act(struct narc_slow_round *round, const struct narc_slow_rules *rules,
                   enum felt_action_kind kind);
/* Do the two stand at the same point of the same round? */
bool narc_slow_agrees(const struct narc_slow_round *slow, const struct narc_slow_rules *slow_rules,
                      const struct felt_commits *commits, const struct felt_commit_rules *rules);

FELT_END

#endif
