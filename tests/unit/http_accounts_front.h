/* http_accounts_front.h -- an accounts API with a visitor in front of it, for its tests: requests
 * are sent, answers and log lines are kept.  What stands behind the accounts API is up to the test.
 */
#ifndef FELT_TESTS_HTTP_ACCOUNTS_FRONT_H
#define FELT_TESTS_HTTP_ACCOUNTS_FRONT_H

#include "server/http/accounts/accounts.h"
#include "os/secret.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FRONT_REQUESTS = 80, FRONT_BODY = 65536, FRONT_SAID = 1 << 20 };
#define FRONT_NOW INT64_C(1767323045000) /* 2026-01-02T03:04:05Z */

struct front_answer {
    int count, status, retry_s;
    bool complete; /* of an export                                                               */
    size_t bytes;
    char body[FRONT_BODY], cookie[300], device[300], filename[64];
};

struct front {
    struct felt_http_accounts_services services;
    struct felt_http_accounts_config config;
    struct felt_http_accounts *accounts;
    int64_t now_ms;
    struct front_answer answer[FRONT_REQUESTS];
    char *said; /* every answer's body and every line of the log                                */
    size_t said_bytes;
    char log[512];
    void *behind;     /* what the test has behind the accounts API */
    uint64_t entropy; /* 0: real; else a counter                                                */
    /* who sends the next requests */
    const char *address, *agent;
    bool secure, foreign;
    const char *type, *bearer, *query;
    char cookie[300];
};

static inline void front_keep(struct front *front, const char *text, size_t bytes)
{
    if (front->said_bytes + bytes + 1 >= FRONT_SAID) return;
    memcpy(front->said + front->said_bytes, text, bytes);
    front->said_bytes += bytes;
    front->said[front->said_bytes++] = '\n';
}

static inline void front_answered(void *self, uint32_t number,
                                  const struct felt_http_accounts_answer *answer)
{
    struct front *front = self;
    struct front_answer *out = &front->answer[number];
    size_t bytes = answer->bytes < FRONT_BODY ? answer->bytes : FRONT_BODY - 1;
    out->count++;
    out->status = answer->status;
    out->retry_s = answer->retry_s;
    out->bytes = answer->bytes;
    memcpy(out->body, answer->body, bytes);
    out->body[bytes] = '\0';
    static const char end[] = ",\"complete\":true}";
    out->complete =
        answer->bytes >= sizeof end &&
        memcmp(answer->body + answer->bytes - (sizeof end - 1), end, sizeof end - 1) == 0;
    (void)snprintf(out->cookie, sizeof out->cookie, "%s", answer->cookie ? answer->cookie : "");
    (void)snprintf(out->device, sizeof out->device, "%s", answer->device ? answer->device : "");
    (void)snprintf(out->filename, sizeof out->filename, "%s",
                   answer->filename ? answer->filename : "");
    front_keep(front, out->body, bytes);
}

static inline void front_logged(void *self, const char *json, size_t bytes)
{
    struct front *front = self;
    (void)snprintf(front->log, sizeof front->log, "%.*s", (int)bytes, json);
    front_keep(front, json, bytes);
}

static inline void front_entropy(void *self, void *out, size_t bytes)
{
    struct front *front = self;
    uint8_t *byte = out;
    if (!front->entropy) {
        felt_secret_fill(out, bytes);
        return;
    }
    for (size_t i = 0; i < bytes; i++) byte[i] = (uint8_t)(front->entropy * 37 + i);
    front->entropy++;
}

/* Everything but the ledger store and the hasher. */
static inline struct front *front_make(void)
{
    struct front *front = calloc(1, sizeof *front);
    if (!front) abort();
    front->said = calloc(1, FRONT_SAID);
    if (!front->said) abort();
    front->now_ms = FRONT_NOW;
    front->address = "192.0.2.1";
    front->agent = "test/1";
    front->type = "application/json";
    front->bearer = front->query = "";
    front->services.self = front;
    front->services.digests = felt_secret_digests;
    front->services.entropy = front_entropy;
    front->services.answer = front_answered;
    front->services.log = front_logged;
    front->config.requests_max = FRONT_REQUESTS;
    front->config.limits = felt_http_accounts_limits_usual;
    front->config.session_ms = front->config.guest_ms = INT64_C(30) * 86400 * 1000;
    front->config.open = true;
    return front;
}

static inline void front_free(struct front *front)
{
    felt_http_accounts_close(front->accounts);
    free(front->said);
    free(front);
}

static inline void front_send(struct front *front, uint32_t number, bool post, const char *path,
                              const char *body)
{
    /* A copy of just its length: a sanitizer sees who reads beyond. */
    size_t bytes = strlen(body);
    char *copy = malloc(bytes ? bytes : 1);
    if (!copy) abort();
    memcpy(copy, body, bytes);
    struct felt_http_accounts_request request = {.post = post,
                                                 .path = path,
                                                 .query = front->query,
                                                 .body = copy,
                                                 .bytes = bytes,
                                                 .type = post ? front->type : "",
                                                 .cookie = front->cookie,
                                                 .bearer = front->bearer,
                                                 .agent = front->agent,
                                                 .address = front->address,
                                                 .foreign = front->foreign,
                                                 .secure = front->secure};
    struct front_answer *answer = &front->answer[number]; /* a crowd has no time to clear it all */
    answer->count = answer->status = answer->retry_s = 0;
    answer->complete = false;
    answer->bytes = 0;
    answer->body[0] = answer->cookie[0] = answer->device[0] = answer->filename[0] = '\0';
    felt_http_accounts_request(front->accounts, number, &request, front->now_ms);
    free(copy);
}

/* The cookie of an answer becomes that of the next requests. */
static inline void front_take_cookie(struct front *front, uint32_t number)
{
    const char *set = front->answer[number].cookie;
    (void)snprintf(front->cookie, sizeof front->cookie, "%.*s", (int)strcspn(set, ";"), set);
}

/* The code of a mistake in the answer, "" without. */
static inline const char *front_code(const struct front *front, uint32_t number, char out[64])
{
    static const char start[] = "{\"error\":{\"code\":\"";
    const char *body = front->answer[number].body;
    out[0] = '\0';
    if (strncmp(body, start, sizeof start - 1) != 0) return out;
    body += sizeof start - 1;
    (void)snprintf(out, 64, "%.*s", (int)strcspn(body, "\""), body);
    return out;
}

#endif
