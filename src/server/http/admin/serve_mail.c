/* serve_mail.c -- see serve_mail.h.
 *
 * A letter lies in a slot as a copy: a sender who has waited too long goes home while the loop may
 * be reading it.  A slot that the loop has taken is free again when the loop has answered, so a
 * late answer is never given to the next letter. */
#include "server/http/admin/serve_mail.h"

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

struct felt_mail {
    pthread_mutex_t lock;
    pthread_cond_t answered;
    bool shut;
    struct slot slots[FELT_MAIL_SLOTS];
    void (*wake)(void *self);
    void *self;
};

struct felt_mail *felt_mail_open(void (*wake)(void *self), void *self)
{
    struct felt_mail *mail = calloc(1, sizeof *mail);
    pthread_condattr_t steady; /* not the clock that somebody sets                               */
    if (!mail) return NULL;
    mail->wake = wake;
    mail->self = self;
    (void)pthread_condattr_init(&steady);
    (void)pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    (void)pthread_mutex_init(&mail->lock, NULL);
    (void)pthread_cond_init(&mail->answered, &steady);
    (void)pthread_condattr_destroy(&steady);
    return mail;
}

static void clear(struct slot *slot)
{
    free(slot->path);
    free(slot->body);
    free(slot->actor);
    free(slot->answer);
    *slot = (struct slot){0};
}

void felt_mail_close(struct felt_mail *mail)
{
    if (!mail) return;
    for (int i = 0; i < FELT_MAIL_SLOTS; i++) clear(&mail->slots[i]);
    (void)pthread_cond_destroy(&mail->answered);
    (void)pthread_mutex_destroy(&mail->lock);
    free(mail);
}

/* ---- whoever sends ---- */

static struct slot *put(struct felt_mail *mail, const struct felt_letter *letter)
{
    struct slot *slot = NULL;
    for (int i = 0; i < FELT_MAIL_SLOTS && !slot; i++)
        if (mail->slots[i].state == FREE) slot = &mail->slots[i];
    if (!slot || mail->shut) return NULL;
    slot->post = letter->post;
    slot->path = strdup(letter->path);
    slot->body = strdup(letter->body);
    slot->actor = strdup(letter->actor);
    if (slot->path && slot->body && slot->actor) {
        slot->state = WAITS;
        return slot;
    }
    clear(slot);
    return NULL;
}

bool felt_mail_send(struct felt_mail *mail, struct felt_letter *letter)
{
    struct timespec until;
    (void)clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += FELT_MAIL_WAIT_MS / 1000;
    letter->status = 0;
    letter->answer = NULL;
    letter->bytes = 0;
    (void)pthread_mutex_lock(&mail->lock);
    struct slot *slot = put(mail, letter);
    if (slot && mail->wake) mail->wake(mail->self);
    while (slot && slot->state != ANSWERED && !mail->shut)
        if (pthread_cond_timedwait(&mail->answered, &mail->lock, &until) == ETIMEDOUT) break;
    bool good = slot && slot->state == ANSWERED;
    if (good) {
        letter->status = slot->status;
        letter->answer = slot->answer;
        letter->bytes = slot->bytes;
        slot->answer = NULL;
    }
    if (slot && slot->state == TAKEN)
        slot->left = true; /* the loop clears it */
    else if (slot)
        clear(slot);
    (void)pthread_mutex_unlock(&mail->lock);
    return good;
}

void felt_mail_shut(struct felt_mail *mail)
{
    (void)pthread_mutex_lock(&mail->lock);
    mail->shut = true;
    (void)pthread_cond_broadcast(&mail->answered);
    (void)pthread_mutex_unlock(&mail->lock);
}

/* ---- the loop ---- */

bool felt_mail_take(struct felt_mail *mail, uint32_t *slot, bool *post, const char **path,
                    const char **body, const char **actor)
{
    bool found = false;
    (void)pthread_mutex_lock(&mail->lock);
    for (uint32_t i = 0; i < FELT_MAIL_SLOTS && !found; i++) {
        struct slot *each = &mail->slots[i];
        if (each->state != WAITS) continue;
        each->state = TAKEN;
        *slot = i;
        *post = each->post;
        *path = each->path;
        *body = each->body;
        *actor = each->actor;
        found = true;
    }
    (void)pthread_mutex_unlock(&mail->lock);
    return found;
}

void felt_mail_answer(struct felt_mail *mail, uint32_t slot, int status, const char *text,
                      size_t bytes)
{
    struct slot *each = &mail->slots[slot];
    char *copy = malloc(bytes + 1);
    if (copy) memcpy(copy, text, bytes), copy[bytes] = '\0';
    (void)pthread_mutex_lock(&mail->lock);
    if (each->state == TAKEN && !each->left) {
        each->state = ANSWERED;
        each->status = copy ? status : 503;
        each->answer = copy;
        each->bytes = copy ? bytes : 0;
        copy = NULL;
        (void)pthread_cond_broadcast(&mail->answered);
    } else if (each->state == TAKEN) {
        clear(each);
    }
    (void)pthread_mutex_unlock(&mail->lock);
    free(copy);
}
