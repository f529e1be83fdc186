/* turns.h -- whose turn it is: a queue that is fair between networks, then between the networks in
 * them, then between addresses.
 *
 * Of each that waits it is known which networks it comes from, and the how-manieth of that network
 * it is, those that were served of late included (its rank).  The network with the lowest rank is
 * next, among its own those of the network within it with the lowest rank, and so on.  Pure; time
 * does not enter.
 *
 *   R1  a network that sends a thousand waits for itself: one that comes for the first time is
 *       next.
 *   R2  no network has more than each[level] places.  One too many costs the newest place of the
 *       greediest within it: that may be the one that comes.
 *   R3  a full queue sends away the newest of the network that has the most places. */
#ifndef FELT_SERVER_HTTP_TURNS_H
#define FELT_SERVER_HTTP_TURNS_H

#include "base/network.h"

enum { FELT_TURNS_MAX = 64 };

struct felt_turns_one {
    uint64_t ticket;                 /* the caller's, not 0                                      */
    uint64_t network[FELT_NETWORKS]; /* the same number: the same network                        */
    uint32_t rank[FELT_NETWORKS];
    uint64_t arrival; /* set by felt_turns_add()                                                 */
};

struct felt_turns {
    uint32_t places;              /* at most FELT_TURNS_MAX                                      */
    uint32_t each[FELT_NETWORKS]; /* of a network                                                */
    uint32_t count;
    uint64_t arrivals;
    struct felt_turns_one waiting[FELT_TURNS_MAX + 1]; /* in no order */
};

/* One more waits.  The ticket of the one that is sent away for it, who may be the same; 0: none. */
uint64_t felt_turns_add(struct felt_turns *turns, const struct felt_turns_one *turn);
/* The rank of the wide network that is next; UINT32_MAX: nobody waits. */
uint32_t felt_turns_least(const struct felt_turns *turns);
/* Who is next, and waits no more.  0: nobody waits. */
uint64_t felt_turns_next(struct felt_turns *turns);
/* It does not want to wait any longer; if it waits at all. */
void felt_turns_drop(struct felt_turns *turns, uint64_t ticket);

#endif
