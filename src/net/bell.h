/* bell.h -- wakes the loop of a net from any thread, also while there is no net yet, or none any
 * more.
 *
 * Threads of a server (journal, ledger, players) begin before its net and end after it. */
#ifndef FELT_NET_BELL_H
#define FELT_NET_BELL_H

#include <pthread.h>

struct felt_net;

struct felt_net_bell {
    pthread_mutex_t lock;
    struct felt_net *net; /* NULL: not yet, or not any more */
};

void felt_net_bell_init(struct felt_net_bell *bell);
void felt_net_bell_close(struct felt_net_bell *bell);
/* From now on it is this net that wakes; NULL: none. */
void felt_net_bell_hang(struct felt_net_bell *bell, struct felt_net *net);
/* The loop takes a turn.  `self` is a bell: a callback of threads. */
void felt_net_bell_ring(void *self);

#endif
