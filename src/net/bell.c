/* bell.c -- see bell.h. */
#include "net/bell.h"

#include "net/server.h"

void felt_net_bell_init(struct felt_net_bell *bell)
{
    (void)pthread_mutex_init(&bell->lock, NULL);
    bell->net = NULL;
}

void felt_net_bell_close(struct felt_net_bell *bell)
{
    (void)pthread_mutex_destroy(&bell->lock);
}

void felt_net_bell_hang(struct felt_net_bell *bell, struct felt_net *net)
{
    (void)pthread_mutex_lock(&bell->lock);
    bell->net = net;
    (void)pthread_mutex_unlock(&bell->lock);
}

void felt_net_bell_ring(void *self)
{
    struct felt_net_bell *bell = self;
    (void)pthread_mutex_lock(&bell->lock);
    if (bell->net) felt_net_wake(bell->net);
    (void)pthread_mutex_unlock(&bell->lock);
}
