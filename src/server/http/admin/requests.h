/* requests.h -- requests from threads to the loop: a thread of the operator's socket asks for
 * something that only the loop's thread may do, and waits for the answer.
 *
 *   M1  a request is answered once, or refused; nobody waits longer than
 *       FELT_ADMIN_REQUESTS_WAIT_MS, nor at all once the request queue is shut. */
#ifndef FELT_SERVER_HTTP_ADMIN_REQUESTS_H
#define FELT_SERVER_HTTP_ADMIN_REQUESTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { FELT_ADMIN_REQUESTS_SLOTS = 8, FELT_ADMIN_REQUESTS_WAIT_MS = 10000 };

struct felt_admin_request {
    bool post;
    const char *path, *body; /* as of a request: "/api/operator/tables"; body "" without          */
    const char *actor;       /* "admin:root"                                                     */
    int status;              /* of the answer                                                    */
    char *answer;            /* its text, malloc'ed, freed by whoever sent the request            */
    size_t bytes;
};

struct felt_admin_requests;
/* `wake` is called from the thread that sends.  NULL: no memory. */
struct felt_admin_requests *felt_admin_requests_open(void (*wake)(void *self), void *self);
/* When nobody is in felt_admin_requests_send() any more. */
void felt_admin_requests_close(struct felt_admin_requests *requests);

/* From any thread.  False: shut, or too many requests, or nobody answered in time. */
bool felt_admin_requests_send(struct felt_admin_requests *requests,
                              struct felt_admin_request *request);
/* From now on nobody waits. */
void felt_admin_requests_shut(struct felt_admin_requests *requests);

/* From the loop's thread: a request that nobody has taken yet, and the slot it lies in; its texts
 * are valid until it is answered. */
bool felt_admin_requests_take(struct felt_admin_requests *requests, uint32_t *slot, bool *post,
                              const char **path, const char **body, const char **actor);
/* Whoever does not wait any more does not hear it. */
void felt_admin_requests_answer(struct felt_admin_requests *requests, uint32_t slot, int status,
                                const char *text, size_t bytes);

#endif
