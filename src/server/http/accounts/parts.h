/* parts.h -- the inside of the accounts API.
 *
 *     limits.c     how often somebody may do something
 *     tries.c      which limits there are, and what a try to sign in takes of them
 *     turns.c      who is next, where networks are served in turns
 *     hashes.c     whose password is hashed next
 *     device.c     the cookie of a browser that has signed in before
 *     routes.c   what a request says: routes, bodies, cookies, numbers
 *     answers.c    what is answered: users, lines, mistakes, cookies; and what is logged
 *     sign_in.c   coming and going: register, login, guest, facebook, link, logout
 *     me.c        what a user does with his account: me, password, reload, ledger, export ...
 *     clubs.c      clubs, and reports of other players
 *     accounts.c       requests, tickets, and what comes back from the ledger store and the hasher
 *
 * A request is a request that is under way.  It waits for one thing at a time, and `then` goes on
 * when that has come.  Its ticket is its number and how often that number was used: what comes back
 * for a request that is over finds nobody. */
#ifndef FELT_SERVER_HTTP_ACCOUNTS_PARTS_H
#define FELT_SERVER_HTTP_ACCOUNTS_PARTS_H

#include "accounts/signed.h"
#include "server/http/credentials.h"
#include "server/http/accounts/accounts.h"
#include "server/http/accounts/device.h"
#include "server/http/limits.h"
#include "server/http/turns.h"

#include <jansson.h>

enum {
    FELT_HTTP_ACCOUNTS_KEY_BYTES = 64,     /* chosen by the client */
    FELT_HTTP_ACCOUNTS_TEXT_MAX = 256,     /* any text of a body but a signed request */
    FELT_HTTP_ACCOUNTS_WHY_BYTES = 96,     /* what is wrong with a body */
    FELT_HTTP_ACCOUNTS_FIELD_MAX = 32,     /* a longer name of a field is not repeated */
    FELT_HTTP_ACCOUNTS_COOKIE_BYTES = 200, /* a Set-Cookie of ours */
    FELT_HTTP_ACCOUNTS_LINES_USUAL = 50,   /* of a page of the ledger */
    FELT_HTTP_ACCOUNTS_LINES_MAX = 200,
    FELT_HTTP_ACCOUNTS_EXPORT_MAX = 200000, /* lines of an export */
    FELT_HTTP_ACCOUNTS_EXPORTS = 2,         /* under way at a time */
    FELT_HTTP_ACCOUNTS_HASHES_MAX = 64, /* passwords of strangers that wait; of an address, ... */
    FELT_HTTP_ACCOUNTS_HASHES_EACH = 8, /* ... a middle network and a wide one: */
    FELT_HTTP_ACCOUNTS_HASHES_MIDDLE = 16,
    FELT_HTTP_ACCOUNTS_HASHES_WIDE = 32,
    FELT_HTTP_ACCOUNTS_KNOWN_MAX = 16, /* passwords of people who are known that wait; of each: */
    FELT_HTTP_ACCOUNTS_KNOWN_EACH = 2,
    FELT_HTTP_ACCOUNTS_SESSION_ID = 16,  /* digits of a session's id */
    FELT_HTTP_ACCOUNTS_TRIES = 4,        /* tokens that a try takes */
    FELT_HTTP_ACCOUNTS_SEEN_MS = 3600000 /* a session is noted as used not more often */
};

/* Fields of bodies. */
enum field {
    FIELD_USERNAME,
    FIELD_PASSWORD,
    FIELD_HANDLE,
    FIELD_EMAIL,
    FIELD_BIRTHDAY,
    FIELD_OLD,
    FIELD_NEW,
    FIELD_KEY,
    FIELD_TOKEN,
    FIELD_CONFIRM,
    FIELD_SIGNED_REQUEST,
    FIELD_AUTH_RESPONSE,
    FIELD_ALL,
    FIELD_NAME,
    FIELD_CODE,
    FIELD_RANK,
    FIELD_TABLE,
    FIELD_HAND,
    FIELD_TEXT,
    FIELD_ID,
    FIELDS
};

/* What a body said; texts are valid while its JSON is. */
struct body {
    json_t *root;
    const char *text[FIELDS]; /* NULL: not there                                                 */
    bool all;
    char why[FELT_HTTP_ACCOUNTS_WHY_BYTES]; /* it is refused */
};

enum account_awaits { AWAITS_NOTHING, AWAITS_RECEIPT, AWAITS_ANSWER, AWAITS_HASH };

struct req;
/* What came back: that which was waited for. */
struct reply {
    const struct felt_receipt *receipt;
    struct felt_ledger_answer
        *answer; /* rows: to be freed by the accounts API, unless they are taken away */
    bool good;
    const char *hash;
};
typedef void felt_http_accounts_step(struct felt_http_accounts *accounts, struct req *req,
                                     const struct reply *reply);

struct route {
    const char *path; /* '#' stands for a number                                                */
    bool post;
    bool session;              /* whoever has none is refused                                    */
    bool looks;                /* or it is looked at: a token that is no session counts as none  */
    uint32_t fields, required; /* bits of enum field                                             */
    /* Takes what the request needs from the request.  False: it was refused. */
    bool (*read)(struct felt_http_accounts *accounts, struct req *req, const struct body *body,
                 const struct felt_http_accounts_request *request);
    void (*begin)(struct felt_http_accounts *accounts, struct req *req);
};

/* Rows that an export collects. */
struct collection {
    struct felt_history_row *lines;
    size_t count, capacity;
    bool complete;
    struct felt_session *sessions;
    uint32_t session_count;
};

enum felt_http_accounts_rule {
    FELT_HTTP_ACCOUNTS_REQUESTS,
    FELT_HTTP_ACCOUNTS_FAILS,
    FELT_HTTP_ACCOUNTS_HASHES,
    FELT_HTTP_ACCOUNTS_TURNS, /* no limit: counts for hashes.c who had how many of late */
    FELT_HTTP_ACCOUNTS_NAMES,
    FELT_HTTP_ACCOUNTS_SPREAD,
    FELT_HTTP_ACCOUNTS_PROOFS,
    FELT_HTTP_ACCOUNTS_DEVICES,
    FELT_HTTP_ACCOUNTS_CODES,
    FELT_HTTP_ACCOUNTS_ACCOUNTS,
    FELT_HTTP_ACCOUNTS_ALL_ACCOUNTS,
    FELT_HTTP_ACCOUNTS_GUESTS,
    FELT_HTTP_ACCOUNTS_ALL_GUESTS,
    FELT_HTTP_ACCOUNTS_CLUBS,
    FELT_HTTP_ACCOUNTS_REPORTS,
    FELT_HTTP_ACCOUNTS_RULES
};

/* Tokens of a limit. */
struct attempt {
    uint8_t rule;
    struct felt_limits_source source;
};

/* Where passwords wait: those of people who are known have places of their own. */
enum lane { LANE_STRANGERS, LANE_KNOWN, LANES };

/* A password that waits for its turn. */
struct job {
    bool waits, verifies;
    uint8_t lane; /* also whose token was taken for it */
    char password[FELT_PASSWORD_BYTES + 1], hash[FELT_PASSWORD_HASH_BYTES + 1];
};

struct req {
    uint32_t number, generation;
    bool busy, exporting;
    uint8_t awaits;
    bool asked; /* what came last was an answer, not a receipt                                   */
    felt_http_accounts_step *then;
    const struct route *route;
    int64_t now_ms;

    /* whoever asks */
    char address[FELT_ADDRESS_BYTES + 1], agent[FELT_ORDER_AGENT_BYTES + 1];
    struct felt_limits_source from; /* the address, as it is limited                              */
    bool secure, by_bearer, has_token;
    bool was_session; /* the token that came may have been one, and is none now                  */
    bool has_device, known; /* known: signed in, or the device is of the name that signs in      */
    struct felt_http_device device;
    uint8_t token[FELT_DIGEST_BYTES]; /* hash of the token that came                              */
    struct felt_user user;            /* of the session                                           */
    struct felt_session session;
    felt_chips total;

    /* what was asked for */
    char username[FELT_USERNAME_MAX + 1], handle[FELT_HANDLE_BYTES + 1];
    char email[FELT_EMAIL_BYTES + 1], birthday[FELT_BIRTHDAY_BYTES + 1];
    char password[FELT_PASSWORD_BYTES + 1], new_password[FELT_PASSWORD_BYTES + 1];
    char key[FELT_HTTP_ACCOUNTS_KEY_BYTES + 1];
    uint8_t link[FELT_DIGEST_BYTES];
    char session_id[FELT_HTTP_ACCOUNTS_SESSION_ID + 1]; /* of the one that is to end */
    bool has_password, misfit; /* his own came; misfit: a name or password that nobody can have  */
    bool confirmed, all, clears_email, clears_birthday;
    int64_t before, id; /* id: in the path                                                       */
    uint32_t limit;
    uint8_t rank;
    char code[FELT_CLUB_CODE_BYTES + 1];
    struct felt_signed signed_request;

    /* tokens of limits that are given back if all goes well */
    uint32_t try_count;
    struct attempt tries[FELT_HTTP_ACCOUNTS_TRIES];

    struct job job;
    char new_token[FELT_HTTP_ACCOUNTS_TOKEN_BYTES + 1];
    struct felt_order order;
    struct collection collection;
};

/* An order that ends sessions, and whose client did not wait for its receipt. */
struct ending {
    struct ending *next;
    uint64_t ticket;
    uint8_t kind; /* enum felt_order_kind                                                        */
    bool has_token;
    int64_t user, session_user; /* of the order; of the session that came with it                */
    uint8_t token[FELT_DIGEST_BYTES];
};

struct felt_http_accounts {
    const struct felt_http_accounts_config *config;
    const struct felt_http_accounts_services *services;
    struct req *visits;
    struct felt_limits limits;
    struct ending *endings;
    uint32_t exports;
    uint8_t device_key[FELT_DIGEST_BYTES];
    uint64_t guests; /* that are open, as far as is known                                         */
    struct felt_turns lanes[LANES]; /* tickets of requests whose passwords wait: hashes.c */
    uint64_t hashing[FELT_HTTP_ACCOUNTS_HASHERS];    /* tickets that the hasher has, 0: none */
    uint8_t hashing_for[FELT_HTTP_ACCOUNTS_HASHERS]; /* whom they are of: hashes.c */
    struct felt_http_accounts_counts counts;
    char *out; /* the answer that is written                                                      */
    size_t out_bytes;
};

/* ---- accounts.c ---- */

/* Asks or orders, and goes on with `then`.  If too many wait, the request is refused. */
void felt_http_accounts_ask(struct felt_http_accounts *accounts, struct req *req,
                            const struct felt_question *question, felt_http_accounts_step *then);
void felt_http_accounts_order(struct felt_http_accounts *accounts, struct req *req,
                              felt_http_accounts_step *then);
/* Lines that were opened with this session must be closed. */
void felt_http_accounts_tell_session_ended(const struct felt_http_accounts *accounts,
                                           const uint8_t token[FELT_DIGEST_BYTES]);
/* The request waits for something before that is given away, as the answer may come at once. */
void felt_http_accounts_await(struct req *req, enum account_awaits what,
                              felt_http_accounts_step *then);
uint64_t felt_http_accounts_ticket(const struct req *req);
/* Nothing was done, so nothing was tried. */
void felt_http_accounts_refuse_busy(struct felt_http_accounts *accounts, struct req *req);
/* The request is over; its memory is clean. */
void felt_http_accounts_release(struct felt_http_accounts *accounts, struct req *req);
/* Overwrites, and is not left out by a compiler that sees no reader. */
void felt_http_accounts_wipe(void *memory, size_t bytes);

/* ---- tries.c ---- */

/* A token of the address and its networks, and of all together where there is such a limit.  False:
 * refused with 429. */
bool felt_http_accounts_take(struct felt_http_accounts *accounts, struct req *req,
                             enum felt_http_accounts_rule rule);
/* The same for a request: a device that is known has tokens of its own beside. */
bool felt_http_accounts_take_request(struct felt_http_accounts *accounts, struct req *req);
struct felt_limits_rule felt_http_accounts_rule_of(const struct felt_http_accounts *accounts,
                                                   enum felt_http_accounts_rule rule);
/* Tokens of the device, if it is one of this name: its failures count for nobody else, and those of
 * others not for it.  False: it is not, or has none left; nothing was refused. */
bool felt_http_accounts_take_device(struct felt_http_accounts *accounts, struct req *req,
                                    const char *username);
/* Tokens of the address and of the name ("": none), before a secret is compared: whoever asks many
 * times at once has no more tries than whoever waits for the answers. */
bool felt_http_accounts_take_try(struct felt_http_accounts *accounts, struct req *req,
                                 const char *username);
/* The same for the password of the user who is signed in: nobody else can use up those tokens. */
bool felt_http_accounts_take_proof(struct felt_http_accounts *accounts, struct req *req);
/* One more for the code of a second factor, of the user or of the device that is known: guesses of
 * others do not lock it out. */
bool felt_http_accounts_take_code(struct felt_http_accounts *accounts, struct req *req);
void felt_http_accounts_return_try(struct felt_http_accounts *accounts, struct req *req);
/* A token of the user who is signed in.  False: refused. */
bool felt_http_accounts_take_user(struct felt_http_accounts *accounts, struct req *req,
                                  enum felt_http_accounts_rule rule);

/* ---- hashes.c ---- */

/* Both take a token, of the user who is known or of the address; it is not given back when all goes
 * well. */
void felt_http_accounts_hash(struct felt_http_accounts *accounts, struct req *req,
                             const char *password, felt_http_accounts_step *then);
void felt_http_accounts_verify(struct felt_http_accounts *accounts, struct req *req,
                               const char *password, const char *hash,
                               felt_http_accounts_step *then);
/* The hasher is done with a ticket.  False: it never had it. */
bool felt_http_accounts_end_hash(struct felt_http_accounts *accounts, uint64_t ticket);
/* Gives the hasher what is next. */
void felt_http_accounts_start_hashes(struct felt_http_accounts *accounts);
void felt_http_accounts_open_lanes(struct felt_http_accounts *accounts);
/* The request is over, and its password need not be hashed. */
void felt_http_accounts_leave_lane(struct felt_http_accounts *accounts, const struct req *req);

/* ---- routes.c ---- */

const char *felt_http_accounts_field_word(enum field field);
/* NULL, or why it is refused; *field: which field, NULL: none that has a name.  Both are valid
 * while the body is. */
const char *felt_http_accounts_read_body(const char *text, size_t bytes, uint32_t fields,
                                         uint32_t required, struct body *out, const char **field,
                                         const char **code);
void felt_http_accounts_free_body(struct body *body);
/* "before=12&limit=5": whole numbers from 1 up.  NULL, or the name that is wrong. */
const char *felt_http_accounts_read_query(const char *query, int64_t *before, uint32_t *limit);
/* *id: the number in the path. */
const struct route *felt_http_accounts_route(const char *path, bool post, bool *known, int64_t *id);

/* ---- answers.c ---- */

void felt_http_accounts_refuse(struct felt_http_accounts *accounts, struct req *req, int status,
                               const char *code, const char *field, const char *message,
                               int retry_s);
void felt_http_accounts_refuse_field(struct felt_http_accounts *accounts, struct req *req,
                                     enum field field, const char *message);
void felt_http_accounts_refuse_outcome(struct felt_http_accounts *accounts, struct req *req,
                                       enum felt_outcome outcome);
/* Anything else. */
typedef void felt_http_accounts_writer(struct felt_json *json,
                                       const struct felt_http_accounts *accounts,
                                       const struct req *req, const void *content);
void felt_http_accounts_answer_with(struct felt_http_accounts *accounts, struct req *req,
                                    int status, felt_http_accounts_writer *write,
                                    const void *content);
void felt_http_accounts_answer_config(struct felt_http_accounts *accounts, struct req *req);
void felt_http_accounts_answer_nothing(struct felt_http_accounts *accounts, struct req *req,
                                       bool take_back);
/* `with_cookie`: that of new_token. */
void felt_http_accounts_answer_user(struct felt_http_accounts *accounts, struct req *req,
                                    int status, const struct felt_user *user, felt_chips total,
                                    bool with_cookie);
void felt_http_accounts_answer_facebook(struct felt_http_accounts *accounts, struct req *req,
                                        const struct felt_receipt *receipt);
void felt_http_accounts_answer_reload(struct felt_http_accounts *accounts, struct req *req,
                                      const struct felt_receipt *receipt);
/* FELT_OUTCOME_RELOADS: with the time of the next one. */
void felt_http_accounts_refuse_reload(struct felt_http_accounts *accounts, struct req *req,
                                      const struct felt_receipt *receipt);
void felt_http_accounts_answer_ledger(struct felt_http_accounts *accounts, struct req *req,
                                      const struct felt_history_row *lines, uint32_t count);
void felt_http_accounts_answer_sessions(struct felt_http_accounts *accounts, struct req *req,
                                        const struct felt_session *sessions, uint32_t count);
/* What a session is called where its user sees it: of the hash of what the store has, so that it
 * tells nothing of the token. */
void felt_http_accounts_session_id(const struct felt_http_accounts *accounts,
                                   const struct felt_session *session,
                                   char out[FELT_HTTP_ACCOUNTS_SESSION_ID + 1]);
void felt_http_accounts_answer_export(struct felt_http_accounts *accounts, struct req *req,
                                      const struct felt_account *seats, uint32_t count);
/* How many of the lines make a page of `limit` that splits no transaction. */
uint32_t felt_http_accounts_page(const struct felt_history_row *lines, uint32_t count,
                                 uint32_t limit);
/* `user` 0: nobody; `reason` NULL: none. */
void felt_http_accounts_log(struct felt_http_accounts *accounts, const struct req *req,
                            const char *event, const char *outcome, int64_t user,
                            const char *reason);

/* ---- sign_in.c, me.c: what routes do ---- */

typedef bool felt_http_accounts_reader(struct felt_http_accounts *accounts, struct req *req,
                                       const struct body *body,
                                       const struct felt_http_accounts_request *request);
typedef void felt_http_accounts_beginner(struct felt_http_accounts *accounts, struct req *req);
felt_http_accounts_reader felt_http_accounts_read_register, felt_http_accounts_read_login,
    felt_http_accounts_read_guest, felt_http_accounts_read_facebook, felt_http_accounts_read_link,
    felt_http_accounts_read_logout, felt_http_accounts_read_profile,
    felt_http_accounts_read_password, felt_http_accounts_read_reload,
    felt_http_accounts_read_ledger, felt_http_accounts_read_delete, felt_http_accounts_read_club,
    felt_http_accounts_read_report, felt_http_accounts_read_session_end;
felt_http_accounts_beginner felt_http_accounts_begin_config, felt_http_accounts_begin_register,
    felt_http_accounts_begin_login, felt_http_accounts_begin_guest,
    felt_http_accounts_begin_facebook, felt_http_accounts_begin_link,
    felt_http_accounts_begin_logout, felt_http_accounts_begin_me, felt_http_accounts_begin_profile,
    felt_http_accounts_begin_password, felt_http_accounts_begin_reload,
    felt_http_accounts_begin_ledger, felt_http_accounts_begin_sessions,
    felt_http_accounts_begin_session_end, felt_http_accounts_begin_export,
    felt_http_accounts_begin_delete, felt_http_accounts_begin_clubs, felt_http_accounts_begin_club,
    felt_http_accounts_begin_club_leaders, felt_http_accounts_begin_club_open,
    felt_http_accounts_begin_club_join, felt_http_accounts_begin_club_leave,
    felt_http_accounts_begin_club_code, felt_http_accounts_begin_club_name,
    felt_http_accounts_begin_club_close, felt_http_accounts_begin_club_remove,
    felt_http_accounts_begin_club_rank, felt_http_accounts_begin_report;
/* A text into a request.  False: it is not there, or too long. */
bool felt_http_accounts_copy(char *out, size_t bytes, const char *text);
/* Handle, email and birthday, as far as they are there. */
bool felt_http_accounts_read_person(struct felt_http_accounts *accounts, struct req *req,
                                    const struct body *body);

#endif
