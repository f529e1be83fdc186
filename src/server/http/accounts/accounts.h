/* accounts.h -- the accounts API: the HTTP API under /api/ for accounts, without sockets, store or
 * clock.
 *
 * A request comes in; the accounts API reads it strictly, minds limits and cookies, gives orders
 * and questions to the ledger store and passwords to the hasher, and answers when the last of them
 * is back. All of it runs in a test.  docs/PROTOCOL.md 14 says what the requests are.
 *
 *   D1  every request is answered exactly once, or its client is gone.
 *   D2  a request that changes something is a POST of application/json, from no other origin than
 *       our own: a foreign page cannot make a client's browser send it.
 *   D3  an unknown name and a wrong password get the same answer after the same work.
 *   D4  no answer, log line or metric holds a password, a token, a hash of either, or anything of
 *       another user but his handle.
 *   D5  limits: requests, failed sign-ins, passwords to be hashed and new accounts for each
 *       address and its networks (base/network.h), new accounts and guests also for all together;
 *       failed sign-ins for each name, few from one address and many from all of them; wrong
 *       passwords of somebody who is signed in for each user.
 *   D6  passwords are hashed in turns: the network that has had the fewest of late is next, then
 *       the network within it, however many others have sent, and nothing is hashed for a client
 *       who is gone.
 *   D7  a device that has signed in before (device.h) waits for no stranger when the same user
 *       signs in: strangers can use up neither its requests nor its tries nor its place.
 *
 * Time is in milliseconds since 1970. */
#ifndef FELT_SERVER_HTTP_ACCOUNTS_ACCOUNTS_H
#define FELT_SERVER_HTTP_ACCOUNTS_ACCOUNTS_H

#include "accounts/question.h"
#include "felt/buffer.h"
#include "felt/json.h"

enum {
    FELT_HTTP_ACCOUNTS_BODY_MAX = 8192,
    FELT_HTTP_ACCOUNTS_TOKEN_BYTES = 43,
    FELT_HTTP_ACCOUNTS_HASHERS =
        2 /* passwords given to the hasher at a time: it wants a thread for each */
};

struct felt_http_accounts_request {
    bool post;         /* else GET                                                             */
    const char *path;  /* "/api/me"                                                            */
    const char *query; /* what is behind '?', "" without                                        */
    const char *body;  /* of a POST                                                            */
    size_t bytes;
    const char *type;    /* Content-Type, "" without                                             */
    const char *cookie;  /* the whole header, "" without                                          */
    const char *bearer;  /* Authorization: Bearer ..., "" without                                 */
    const char *agent;   /* User-Agent, "" without                                               */
    const char *address; /* of the client                                                        */
    bool foreign;        /* Origin is there and is none of ours                                  */
    bool secure;         /* came over TLS                                                        */
};

struct felt_http_accounts_answer {
    int status;
    const char *body; /* JSON                                                                    */
    size_t bytes;
    const char *cookie;   /* Set-Cookie, NULL: none                                               */
    const char *device;   /* one more Set-Cookie, NULL: none                                      */
    int retry_s;          /* Retry-After, 0: none                                                 */
    const char *filename; /* Content-Disposition: attachment, NULL: none                         */
};

struct felt_http_accounts_services {
    void *self;
    struct felt_ledger_services bank;
    struct felt_digests digests;
    void (*entropy)(void *self, void *out, size_t bytes);
    /* os/hasher.h: the result comes by felt_http_accounts_hashed().  False: too many wait. */
    bool (*hash)(void *self, const char *password, uint64_t ticket);
    bool (*verify)(void *self, const char *password, const char *hash, uint64_t ticket);
    /* The answer to a request; texts are valid during the call, which does not call the accounts
     * API. */
    void (*answer)(void *self, uint32_t request, const struct felt_http_accounts_answer *answer);
    /* A line of the log: one JSON object.  NULL: none is kept. */
    void (*log)(void *self, const char *json, size_t bytes);
    /* All other sessions of a user have ended: he changed his password, signed out everywhere, or
     * (closed) has no account any more.  NULL: nobody cares. */
    void (*ended)(void *self, int64_t user, bool closed);
    /* One session has ended, that of the hash `token`: its user signed out, or another user signed
     * in.  NULL: there are no lines to close. */
    void (*session_ended)(void *self, const uint8_t token[FELT_DIGEST_BYTES]);
    /* Tables of a club for its members, a JSON array; somebody is of a club no more; a club is
     * closed.  Each may be NULL: there is no room. */
    void (*club_tables)(void *self, int64_t club, struct felt_json *json);
    void (*club_left)(void *self, int64_t club, int64_t user);
    void (*club_closed)(void *self, int64_t club);
};

struct felt_http_accounts_limits {
    uint32_t requests_burst, requests_per_minute; /* of an address: 60, 240                      */
    uint32_t fails_burst, fails_per_hour;         /* of an address: 20, 60                       */
    uint32_t hashes_burst, hashes_per_hour;       /* passwords of an address: 30, 120            */
    uint32_t name_burst, name_per_hour; /* failed sign-ins of a name from an address: 10, 30     */
    uint32_t spread_burst, spread_per_hour; /* ... from all addresses: 100, 100            */
    uint32_t proof_burst, proof_per_hour; /* wrong passwords of a user who is signed in: 10, 30  */
    uint32_t device_burst, device_per_hour; /* wrong passwords of a device that is known: 10, 30 */
    uint32_t code_burst, code_per_hour;     /* wrong codes of a user's second factor: 5, 10      */
    uint32_t new_burst, new_per_hour;       /* accounts of an address: 10, 20              */
    uint32_t all_new_burst, all_new_per_hour; /* of all addresses together: 2000, 2000     */
    uint32_t guests_burst, guests_per_hour;   /* of an address: 20, 60                       */
    uint32_t guests_times; /* so many times as many of a /48 or a /24: 4                         */
    uint32_t all_guests_burst, all_guests_per_hour; /* of all together: 1000, 1000         */
    uint32_t clubs_burst, clubs_per_hour; /* opened or joined, of a user: 10, 30               */
    uint32_t reports_burst, reports_per_hour; /* of a user: 5, 10                                */
};
extern const struct felt_http_accounts_limits felt_http_accounts_limits_usual;

struct felt_http_accounts_config {
    uint32_t requests_max; /* under way at a time                                             */
    struct felt_http_accounts_limits limits;
    const char *facebook_secret;  /* NULL: that sign-in is off                                    */
    const char *facebook_app;     /* its public number, for pages; NULL: they are not told        */
    int64_t session_ms, guest_ms; /* how long a session lasts: 30 days; 30 days                   */
    uint64_t guests_max; /* accounts of guests that are open at a time, 0: any number             */
    bool open;           /* anybody may register                                            */
    const uint8_t *device_key; /* of FELT_DIGEST_BYTES; NULL: cookies of devices end with us      */
    bool factor_required;      /* admins sign in by password only with a second factor            */
};

struct felt_http_accounts_counts {
    uint64_t requests, answers[6]; /* by the first digit of the status                           */
    uint64_t registered, guests, signed_in, failed, limited, facebook_refused, reloads;
};

struct felt_http_accounts;

/* NULL: no memory.  Services and config stay where they are. */
struct felt_http_accounts *
felt_http_accounts_open(const struct felt_http_accounts_config *config,
                        const struct felt_http_accounts_services *services);
void felt_http_accounts_close(struct felt_http_accounts *accounts);

/* Is this path ours?  Every path below /api/ but those of the arena. */
bool felt_http_accounts_owns(const char *path);
/* A request with a number of the caller's below requests_max.  May answer at once. */
void felt_http_accounts_request(struct felt_http_accounts *accounts, uint32_t number,
                                const struct felt_http_accounts_request *request, int64_t now_ms);
/* Its client is gone: no answer is wanted; the number may be used again at once. */
void felt_http_accounts_gone(struct felt_http_accounts *accounts, uint32_t number);

/* What comes back.  Rows of an answer become the accounts API's. */
void felt_http_accounts_receipt(struct felt_http_accounts *accounts, uint64_t ticket,
                                const struct felt_receipt *receipt, int64_t now_ms);
void felt_http_accounts_found(struct felt_http_accounts *accounts, uint64_t ticket,
                              struct felt_ledger_answer *answer, int64_t now_ms);
void felt_http_accounts_hashed(struct felt_http_accounts *accounts, uint64_t ticket, bool good,
                               bool stale, const char *hash, int64_t now_ms);

/* How many guests there are: those that the accounts API makes are added. */
void felt_http_accounts_tell_guests(struct felt_http_accounts *accounts, uint64_t count);

const struct felt_http_accounts_counts *
felt_http_accounts_counts(const struct felt_http_accounts *accounts);
void felt_http_accounts_metrics(const struct felt_http_accounts *accounts, struct felt_buffer *out);

#endif
