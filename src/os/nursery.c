/* nursery.c -- see nursery.h.  One order at a time: starting a process is quick. */
#include "os/nursery.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

struct order {
    struct felt_process *process;
    const char *command;
    const struct felt_process_limits *limits;
    int complaints;
    bool done, good;
    int reason; /* errno, if it is not good                                               */
};

struct felt_nursery {
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t changed; /* an order came, was done or taken away, or the end            */
    struct order *order;    /* guarded, as `ends` is; NULL: none                            */
    bool ends;
};

static void carry_out(struct order *order)
{
    order->good =
        felt_process_start(order->process, order->command, order->limits, order->complaints);
    order->reason = errno;
    order->done = true;
}

static void *run(void *self)
{
    struct felt_nursery *nursery = self;
    pthread_mutex_lock(&nursery->mutex);
    while (!nursery->ends) {
        if (nursery->order && !nursery->order->done) {
            carry_out(nursery->order);
            pthread_cond_broadcast(&nursery->changed);
        } else {
            pthread_cond_wait(&nursery->changed, &nursery->mutex);
        }
    }
    pthread_mutex_unlock(&nursery->mutex);
    return NULL;
}

/* Signals from outside are for the thread that asked for them. */
static bool begin_thread(struct felt_nursery *nursery)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int code = pthread_create(&nursery->thread, NULL, run, nursery);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return code == 0;
}

struct felt_nursery *felt_nursery_open(void)
{
    struct felt_nursery *nursery = calloc(1, sizeof *nursery);
    if (nursery == NULL) return NULL;
    pthread_mutex_init(&nursery->mutex, NULL);
    pthread_cond_init(&nursery->changed, NULL);
    if (begin_thread(nursery)) return nursery;
    pthread_cond_destroy(&nursery->changed);
    pthread_mutex_destroy(&nursery->mutex);
    free(nursery);
    return NULL;
}

void felt_nursery_close(struct felt_nursery *nursery)
{
    if (nursery == NULL) return;
    pthread_mutex_lock(&nursery->mutex);
    nursery->ends = true;
    pthread_cond_broadcast(&nursery->changed);
    pthread_mutex_unlock(&nursery->mutex);
    pthread_join(nursery->thread, NULL);
    pthread_cond_destroy(&nursery->changed);
    pthread_mutex_destroy(&nursery->mutex);
    free(nursery);
}

bool felt_nursery_start(struct felt_nursery *nursery, struct felt_process *process,
                        const char *command, const struct felt_process_limits *limits,
                        int complaints)
{
    struct order order = {
        .process = process, .command = command, .limits = limits, .complaints = complaints};
    pthread_mutex_lock(&nursery->mutex);
    while (nursery->order) pthread_cond_wait(&nursery->changed, &nursery->mutex);
    nursery->order = &order;
    pthread_cond_broadcast(&nursery->changed);
    while (!order.done) pthread_cond_wait(&nursery->changed, &nursery->mutex);
    nursery->order = NULL;
    pthread_cond_broadcast(&nursery->changed);
    pthread_mutex_unlock(&nursery->mutex);
    errno = order.reason;
    return order.good;
}
