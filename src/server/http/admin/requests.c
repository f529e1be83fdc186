/* requests.c -- see requests.h.
 *
 * A request lies in a slot as a copy: a sender who has waited too long goes home while the loop may
 * be reading it.  A slot that the loop has taken is free again when the loop has answered, so a
 * late answer is never given to the next request. */
#include "server/http/admin/requests.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum state { FREE, WAITS, TAKEN, ANSWERED };

struct slot {
    enum state state;
    bool left; /* the sender is gone                                                             */
    bool post;
    char *path, *body, *actor;
    int status;
    char *answer;
    size_t bytes;
};

struct felt_admin_requests {
    pthread_mutex_t lock;
    pthread_cond_t answered;
    bool shut;
    struct slot slots[FELT_ADMIN_REQUESTS_SLOTS];
    void (*wake)(void *self);
    void *self;
};

struct felt_admin_requests *felt_admin_requests_open(void (*wake)(void *self), void *self)
{
    struct felt_admin_requests *requests = calloc(1, sizeof *requests);
    pthread_condattr_t steady; /* not the clock that somebody sets                               */
    if (!requests) return NULL;
    requests->wake = wake;
    requests->self = self;
    (void)pthread_condattr_init(&steady);
    (void)pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    (void)pthread_mutex_init(&requests->lock, NULL);
    (void)pthread_cond_init(&requests->answered, &steady);
    (void)pthread_condattr_destroy(&steady);
    return requests;
}

static void clear(struct slot *slot)
{
    free(slot->path);
    free(slot->body);
    free(slot->actor);
    free(slot->answer);
    *slot = (struct slot){0};
}

void felt_admin_requests_close(struct felt_admin_requests *requests)
{
    if (!requests) return;
    for (int i = 0; i < FELT_ADMIN_REQUESTS_SLOTS; i++) clear(&requests->slots[i]);
    (void)pthread_cond_destroy(&requests->answered);
    (void)pthread_mutex_destroy(&requests->lock);
    free(requests);
}

/* ---- whoever sends ---- */

static struct slot *put(struct felt_admin_requests *requests,
                        const struct felt_admin_request *request)
{
    struct slot *slot = NULL;
    for (int i = 0; i < FELT_ADMIN_REQUESTS_SLOTS && !slot; i++)
        if (requests->slots[i].state == FREE) slot = &requests->slots[i];
    if (!slot || requests->shut) return NULL;
    slot->post = request->post;
    slot->path = strdup(request->path);
    slot->body = strdup(request->body);
    slot->actor = strdup(request->actor);
    if (slot->path && slot->body && slot->actor) {
        slot->state = WAITS;
        return slot;
    }
    clear(slot);
    return NULL;
}

bool felt_admin_requests_send(struct felt_admin_requests *requests,
                              struct felt_admin_request *request)
{
    struct timespec until;
    (void)clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += FELT_ADMIN_REQUESTS_WAIT_MS / 1000;
    request->status = 0;
    request->answer = NULL;
    request->bytes = 0;
    (void)pthread_mutex_lock(&requests->lock);
    struct slot *slot = put(requests, request);
    if (slot && requests->wake) requests->wake(requests->self);
    while (slot && slot->state != ANSWERED && !requests->shut)
        if (pthread_cond_timedwait(&requests->answered, &requests->lock, &until) == ETIMEDOUT)
            break;
    bool good = slot && slot->state == ANSWERED;
    if (good) {
        request->status = slot->status;
        request->answer = slot->answer;
        request->bytes = slot->bytes;
        slot->answer = NULL;
    }
    if (slot && slot->state == TAKEN)
        slot->left = true; /* the loop clears it */
    else if (slot)
        clear(slot);
    (void)pthread_mutex_unlock(&requests->lock);
    return good;
}

void felt_admin_requests_shut(struct felt_admin_requests *requests)
{
    (void)pthread_mutex_lock(&requests->lock);
    requests->shut = true;
    (void)pthread_cond_broadcast(&requests->answered);
    (void)pthread_mutex_unlock(&requests->lock);
}

/* ---- the loop ---- */

bool felt_admin_requests_take(struct felt_admin_requests *requests, uint32_t *slot, bool *post,
                              const char **path, const char **body, const char **actor)
{
    bool found = false;
    (void)pthread_mutex_lock(&requests->lock);
    for (uint32_t i = 0; i < FELT_ADMIN_REQUESTS_SLOTS && !found; i++) {
        struct slot *each = &requests->slots[i];
        if (each->state != WAITS) continue;
        each->state = TAKEN;
        *slot = i;
        *post = each->post;
        *path = each->path;
        *body = each->body;
        *actor = each->actor;
        found = true;
    }
    (void)pthread_mutex_unlock(&requests->lock);
    return found;
}

void felt_admin_requests_answer(struct felt_admin_requests *requests, uint32_t slot, int status,
                                const char *text, size_t bytes)
{
    struct slot *each = &requests->slots[slot];
    char *copy = malloc(bytes + 1);
    if (copy) memcpy(copy, text, bytes), copy[bytes] = '\0';
    (void)pthread_mutex_lock(&requests->lock);
    if (each->state == TAKEN && !each->left) {
        each->state = ANSWERED;
        each->status = copy ? status : 503;
        each->answer = copy;
        each->bytes = copy ? bytes : 0;
        copy = NULL;
        (void)pthread_cond_broadcast(&requests->answered);
    } else if (each->state == TAKEN) {
        clear(each);
    }
    (void)pthread_mutex_unlock(&requests->lock);
    free(copy);
}
