/* spawner.c -- see spawner.h.  One order at a time: starting a process is quick. */
#include "os/spawner.h"

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

struct felt_spawner {
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
    struct felt_spawner *spawner = self;
    pthread_mutex_lock(&spawner->mutex);
    while (!spawner->ends) {
        if (spawner->order && !spawner->order->done) {
            carry_out(spawner->order);
            pthread_cond_broadcast(&spawner->changed);
        } else {
            pthread_cond_wait(&spawner->changed, &spawner->mutex);
        }
    }
    pthread_mutex_unlock(&spawner->mutex);
    return NULL;
}

/* Signals from outside are for the thread that asked for them. */
static bool begin_thread(struct felt_spawner *spawner)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int code = pthread_create(&spawner->thread, NULL, run, spawner);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return code == 0;
}

struct felt_spawner *felt_spawner_open(void)
{
    struct felt_spawner *spawner = calloc(1, sizeof *spawner);
    if (spawner == NULL) return NULL;
    pthread_mutex_init(&spawner->mutex, NULL);
    pthread_cond_init(&spawner->changed, NULL);
    if (begin_thread(spawner)) return spawner;
    pthread_cond_destroy(&spawner->changed);
    pthread_mutex_destroy(&spawner->mutex);
    free(spawner);
    return NULL;
}

void felt_spawner_close(struct felt_spawner *spawner)
{
    if (spawner == NULL) return;
    pthread_mutex_lock(&spawner->mutex);
    spawner->ends = true;
    pthread_cond_broadcast(&spawner->changed);
    pthread_mutex_unlock(&spawner->mutex);
    pthread_join(spawner->thread, NULL);
    pthread_cond_destroy(&spawner->changed);
    pthread_mutex_destroy(&spawner->mutex);
    free(spawner);
}

bool felt_spawner_start(struct felt_spawner *spawner, struct felt_process *process,
                        const char *command, const struct felt_process_limits *limits,
                        int complaints)
{
    struct order order = {
        .process = process, .command = command, .limits = limits, .complaints = complaints};
    pthread_mutex_lock(&spawner->mutex);
    while (spawner->order) pthread_cond_wait(&spawner->changed, &spawner->mutex);
    spawner->order = &order;
    pthread_cond_broadcast(&spawner->changed);
    while (!order.done) pthread_cond_wait(&spawner->changed, &spawner->mutex);
    spawner->order = NULL;
    pthread_cond_broadcast(&spawner->changed);
    pthread_mutex_unlock(&spawner->mutex);
    errno = order.reason;
    return order.good;
}
