/* serve_mail.h -- letters from threads to the loop: a thread of the operator's socket asks for
 * something that only the loop's thread may do, and waits for the answer.
 *
 *   M1  a letter is answered once, or refused; nobody waits longer than FELT_MAIL_WAIT_MS, nor at
 *       all once the mail is shut. */
#ifndef FELT_SERVER_HTTP_ADMIN_SERVE_MAIL_H
#define FELT_SERVER_HTTP_ADMIN_SERVE_MAIL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FELT_MAIL_SLOTS = 8, FELT_MAIL_WAIT_MS = 10000 };

struct felt_letter {
    bool post;
    const char *path, *body; /* as of a request: "/api/operator/tables"; body "" without          */
    const char *actor;       /* "admin:root"                                                     */
    int status;              /* of the answer                                                    */
    char *answer;            /* its text, malloc'ed, freed by whoever sent the letter            */
    size_t bytes;
};

struct felt_mail;
/* `wake` is called from the thread that sends.  NULL: no memory. */
struct felt_mail *felt_mail_open(void (*wake)(void *self), void *self);
/* When nobody is in felt_mail_send() any more. */
void felt_mail_close(struct felt_mail *mail);

/* From any thread.  False: shut, or too many letters, or nobody answered in time. */
bool felt_mail_send(struct felt_mail *mail, struct felt_letter *letter);
/* From now on nobody waits. */
void felt_mail_shut(struct felt_mail *mail);

/* From the loop's thread: a letter that nobody has taken yet, and the slot it lies in; its texts
 * are valid until it is answered. */
bool felt_mail_take(struct felt_mail *mail, uint32_t *slot, bool *post, const char **path,
                    const char **body, const char **actor);
/* Whoever does not wait any more does not hear it. */
void felt_mail_answer(struct felt_mail *mail, uint32_t slot, int status, const char *text,
                      size_t bytes);

#endif
