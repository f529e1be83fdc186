/* sign_in.c -- coming and going: register, login, guest, facebook, link, logout.
 *
 * A sign-in by name always does the same, whoever the name belongs to (D3):
 *
 *     take tokens of the address and of the name       none left: 429
 *         or of the device, if its cookie is of this name
 *     look at the cookie, if there is one               a session that the new one replaces
 *     ask for the name                                  known or not ...
 *     verify the password                               ... against the hash, or nobody's
 *     wrong: 401, the tokens are gone                   right: a session, the tokens are given back
 */
#include "server/http/accounts/parts.h"
#include "base/hex.h"

#include "base/base64url.h"

#include <stdio.h>
#include <string.h>

/* ---- what all of them need ---- */

bool felt_http_accounts_copy(char *out, size_t bytes, const char *text)
{
    if (!text || strlen(text) >= bytes) return false;
    memcpy(out, text, strlen(text) + 1);
    return true;
}

/* Begins an order of the request. */
static struct felt_order *begin_order(struct req *req, enum felt_order_kind kind)
{
    req->order = (struct felt_order){.kind = (uint8_t)kind, .now_ms = req->now_ms};
    memcpy(req->order.address, req->address, sizeof req->address);
    memcpy(req->order.agent, req->agent, sizeof req->agent);
    return &req->order;
}

/* A new session for the order, in place of the one that the client has. */
static void add_session(struct felt_http_accounts *accounts, struct req *req, int64_t lasts_ms)
{
    uint8_t raw[FELT_DIGEST_BYTES];
    struct felt_order *order = &req->order;
    accounts->services->entropy(accounts->services->self, raw, sizeof raw);
    felt_base64url_write(raw, sizeof raw, req->new_token);
    accounts->services->digests.hash(raw, sizeof raw, order->token);
    felt_http_accounts_wipe(raw, sizeof raw);
    order->has_token = true;
    order->session_kind = FELT_SESSION_COOKIE;
    order->expires_ms = req->now_ms + lasts_ms;
    if (req->has_token && !req->by_bearer) {
        order->has_old_token = true;
        memcpy(order->old_token, req->token, sizeof req->token);
    }
}

/* A key that belongs to the new token: the order cannot be done twice. */
enum { KEY_TOKEN_BYTES = 16 };
static void add_key(struct req *req, const char *prefix)
{
    struct felt_order *order = &req->order;
    size_t used = strlen(prefix);
    memcpy(order->key, prefix, used);
    felt_hex_write(order->token, KEY_TOKEN_BYTES, order->key + used);
}

/* A refused receipt is answered here. */
static bool accepted(struct felt_http_accounts *accounts, struct req *req,
                     const struct felt_receipt *receipt, const char *event)
{
    enum felt_outcome outcome = (enum felt_outcome)receipt->outcome;
    felt_http_accounts_log(accounts, req, event,
                           outcome == FELT_OUTCOME_OK ? "ok" : felt_outcome_word(outcome),
                           receipt->user.id, NULL);
    if (outcome == FELT_OUTCOME_OK) return true;
    felt_http_accounts_refuse_outcome(accounts, req, outcome);
    return false;
}

/* Ends the session that a new one of `user` replaces, where the order itself does not, without
 * waiting for it.  A guest who registers is the same user: the lines stay. */
static void end_old_session(struct felt_http_accounts *accounts, const struct req *req,
                            int64_t user)
{
    const struct felt_ledger_services *bank = &accounts->services->bank;
    struct felt_order order = {
        .kind = FELT_ORDER_SIGN_OUT, .now_ms = req->now_ms, .has_old_token = true};
    if (!req->has_token || req->by_bearer) return;
    memcpy(order.old_token, req->token, sizeof req->token);
    (void)bank->order(bank->self, &order, 0);
    if (req->session.user != user) felt_http_accounts_tell_session_ended(accounts, req->token);
}

void felt_http_accounts_begin_config(struct felt_http_accounts *accounts, struct req *req)
{
    felt_http_accounts_answer_config(accounts, req);
}

static bool is_open(struct felt_http_accounts *accounts, struct req *req)
{
    if (accounts->config->open) return true;
    felt_http_accounts_refuse(accounts, req, 403, "CLOSED", NULL, "nobody may register here", 0);
    return false;
}

/* ---- register ---- */

bool felt_http_accounts_read_person(struct felt_http_accounts *accounts, struct req *req,
                                    const struct body *body)
{
    struct felt_complaint complaint = {.text = ""};
    const char *handle = body->text[FIELD_HANDLE], *email = body->text[FIELD_EMAIL];
    const char *birthday = body->text[FIELD_BIRTHDAY];
    /* Somebody who registers; otherwise anybody: the ledger know whose handle it is. */
    enum felt_user_kind kind = body->text[FIELD_USERNAME] ? FELT_USER_HUMAN : FELT_USER_ADMIN;
    enum field wrong = FIELDS;
    req->clears_email = email && !*email;
    req->clears_birthday = birthday && !*birthday;
    if (handle && (felt_handle_verify(kind, handle, strlen(handle), &complaint) != FELT_OK ||
                   !felt_http_accounts_copy(req->handle, sizeof req->handle, handle)))
        wrong = FIELD_HANDLE;
    else if (email && *email &&
             (felt_email_verify(email, strlen(email), &complaint) != FELT_OK ||
              !felt_http_accounts_copy(req->email, sizeof req->email, email)))
        wrong = FIELD_EMAIL;
    else if (birthday && *birthday &&
             (felt_birthday_verify(birthday, strlen(birthday), req->now_ms, &complaint) !=
                  FELT_OK ||
              !felt_http_accounts_copy(req->birthday, sizeof req->birthday, birthday)))
        wrong = FIELD_BIRTHDAY;
    if (wrong == FIELDS) return true;
    felt_http_accounts_refuse_field(accounts, req, wrong, complaint.text);
    return false;
}

bool felt_http_accounts_read_register(struct felt_http_accounts *accounts, struct req *req,
                                      const struct body *body,
                                      const struct felt_http_accounts_request *request)
{
    struct felt_complaint complaint = {.text = ""};
    const char *username = body->text[FIELD_USERNAME], *password = body->text[FIELD_PASSWORD];
    (void)request;
    if (!is_open(accounts, req)) return false;
    if (felt_username_verify(FELT_USER_HUMAN, username, strlen(username), &complaint) != FELT_OK ||
        !felt_http_accounts_copy(req->username, sizeof req->username, username)) {
        felt_http_accounts_refuse_field(accounts, req, FIELD_USERNAME, complaint.text);
        return false;
    }
    if (felt_password_verify(password, strlen(password), username, body->text[FIELD_HANDLE],
                             &complaint) != FELT_OK ||
        !felt_http_accounts_copy(req->password, sizeof req->password, password)) {
        felt_http_accounts_refuse_field(accounts, req, FIELD_PASSWORD, complaint.text);
        return false;
    }
    return felt_http_accounts_read_person(accounts, req, body) &&
           felt_http_accounts_take(accounts, req, FELT_HTTP_ACCOUNTS_ACCOUNTS);
}

static void registered(struct felt_http_accounts *accounts, struct req *req,
                       const struct reply *reply)
{
    if (!accepted(accounts, req, reply->receipt, "register")) return;
    end_old_session(accounts, req, reply->receipt->user.id);
    accounts->counts.registered++;
    felt_http_accounts_answer_user(accounts, req, 201, &reply->receipt->user, reply->receipt->total,
                                   true);
}

static void register_hashed(struct felt_http_accounts *accounts, struct req *req,
                            const struct reply *reply)
{
    if (!reply->good) {
        felt_http_accounts_refuse_outcome(accounts, req, FELT_OUTCOME_BUSY);
        return;
    }
    struct felt_order *order = begin_order(req, FELT_ORDER_SIGN_UP);
    order->user_kind = FELT_USER_HUMAN;
    memcpy(order->username, req->username, sizeof req->username);
    memcpy(order->handle, req->handle, sizeof req->handle);
    memcpy(order->email, req->email, sizeof req->email);
    memcpy(order->birthday, req->birthday, sizeof req->birthday);
    (void)felt_http_accounts_copy(order->password, sizeof order->password, reply->hash);
    add_session(accounts, req, accounts->config->session_ms);
    add_key(req, "signup:");
    felt_http_accounts_order(accounts, req, registered);
}

void felt_http_accounts_begin_register(struct felt_http_accounts *accounts, struct req *req)
{
    felt_http_accounts_hash(accounts, req, req->password, register_hashed);
    felt_http_accounts_wipe(req->password, sizeof req->password);
}

/* ---- login ---- */

/* The name of somebody who came by Facebook is his number there; an operator may have given him a
 * password. */
static bool is_number(const char *text)
{
    size_t bytes = strlen(text);
    return bytes >= 1 && bytes <= FELT_FACEBOOK_ID_BYTES && strspn(text, "0123456789") == bytes;
}

bool felt_http_accounts_read_login(struct felt_http_accounts *accounts, struct req *req,
                                   const struct body *body,
                                   const struct felt_http_accounts_request *request)
{
    const char *username = body->text[FIELD_USERNAME], *password = body->text[FIELD_PASSWORD];
    const char *code = body->text[FIELD_CODE];
    (void)request;
    /* One that is too long is wrong. */
    if (code && !felt_http_accounts_copy(req->code, sizeof req->code, code)) req->code[0] = '?';
    bool fits = is_number(username) ||
                felt_username_verify(FELT_USER_ADMIN, username, strlen(username), NULL) == FELT_OK;
    req->misfit = !fits ||
                  !felt_http_accounts_copy(req->username, sizeof req->username, username) ||
                  !felt_http_accounts_copy(req->password, sizeof req->password, password);
    req->known = !req->misfit && felt_http_accounts_take_device(accounts, req, req->username);
    return req->known ||
           felt_http_accounts_take_try(accounts, req, req->misfit ? "" : req->username);
}

static void logged_in(struct felt_http_accounts *accounts, struct req *req,
                      const struct reply *reply)
{
    const struct felt_receipt *receipt = reply->receipt;
    bool wrong =
        receipt->outcome == FELT_OUTCOME_WRONG_CODE; /* a failed try, as a wrong password */
    if (!wrong) felt_http_accounts_return_try(accounts, req);
    if (wrong) accounts->counts.failed++;
    if (receipt->outcome == FELT_OUTCOME_OK) accounts->counts.signed_in++;
    if (!accepted(accounts, req, receipt, "login")) return;
    felt_http_accounts_answer_user(accounts, req, 200, &receipt->user, receipt->total, true);
}

static void login_verified(struct felt_http_accounts *accounts, struct req *req,
                           const struct reply *reply)
{
    if (!reply->good) {
        accounts->counts.failed++;
        felt_http_accounts_log(accounts, req, "login", "failed", req->user.id, NULL);
        felt_http_accounts_refuse_outcome(accounts, req, FELT_OUTCOME_WRONG_SECRET);
        return;
    }
    if (accounts->config->factor_required && req->user.kind == FELT_USER_ADMIN &&
        !felt_factor_is_on(req->user.factor)) {
        felt_http_accounts_return_try(accounts, req);
        felt_http_accounts_log(accounts, req, "login", "no second factor", req->user.id, NULL);
        felt_http_accounts_refuse(accounts, req, 403, "NO_SECOND_FACTOR", NULL,
                                  "operators need a second factor here: felt admin factor begin",
                                  0);
        return;
    }
    /* Taken before the ledger compare it, so that many requests at once have no more tries. */
    if (req->code[0] && felt_factor_is_on(req->user.factor) &&
        !felt_http_accounts_take_code(accounts, req))
        return;
    struct felt_order *order = begin_order(req, FELT_ORDER_SIGN_IN);
    order->user = req->user.id;
    _Static_assert(sizeof order->factor_code == sizeof req->code, "it is copied whole");
    memcpy(order->factor_code, req->code, sizeof order->factor_code);
    felt_http_accounts_wipe(req->code, sizeof req->code);
    memcpy(order->proof, req->user.password, sizeof order->proof);
    add_session(accounts, req, accounts->config->session_ms);
    felt_http_accounts_order(accounts, req, logged_in);
}

/* Only people sign in by name, and only those who have a password. */
static bool may_sign_in(const struct felt_ledger_answer *answer, int64_t now_ms)
{
    const struct felt_user *user = &answer->user;
    return answer->outcome == FELT_OUTCOME_OK && !felt_user_is_disabled(user, now_ms) &&
           !user->deleted_at && (user->kind == FELT_USER_HUMAN || user->kind == FELT_USER_ADMIN) &&
           user->password[0];
}

static void compare_password(struct felt_http_accounts *accounts, struct req *req, const char *hash)
{
    char password[FELT_PASSWORD_BYTES + 1];
    memcpy(password, req->password, sizeof password);
    felt_http_accounts_wipe(req->password, sizeof req->password);
    felt_http_accounts_verify(accounts, req, password, hash, login_verified);
    felt_http_accounts_wipe(password, sizeof password);
}

static void login_named(struct felt_http_accounts *accounts, struct req *req,
                        const struct reply *reply)
{
    const struct felt_ledger_answer *answer = reply->answer;
    if (answer->outcome == FELT_OUTCOME_UNAVAILABLE || answer->outcome == FELT_OUTCOME_BUSY) {
        felt_http_accounts_return_try(accounts, req);
        felt_http_accounts_refuse_outcome(accounts, req, (enum felt_outcome)answer->outcome);
        return;
    }
    bool may = may_sign_in(answer, req->now_ms);
    if (answer->outcome == FELT_OUTCOME_OK) req->user = answer->user;
    /* The name is another user's by now: then the device is that of a stranger. */
    if (req->known && req->user.id != req->device.user) {
        felt_http_accounts_return_try(accounts, req);
        req->known = false;
        if (!felt_http_accounts_take_try(accounts, req, req->username)) return;
    }
    compare_password(accounts, req, may ? answer->user.password : "");
}

void felt_http_accounts_begin_login(struct felt_http_accounts *accounts, struct req *req)
{
    struct felt_question question = {.kind = FELT_QUESTION_NAME, .now_ms = req->now_ms, .limit = 1};
    if (req->misfit) {
        compare_password(accounts, req, "");
        return;
    }
    memcpy(question.text, req->username, sizeof req->username);
    felt_http_accounts_ask(accounts, req, &question, login_named);
}

/* ---- guest ---- */

enum { GUESTS_RETRY_S = 600 };

bool felt_http_accounts_read_guest(struct felt_http_accounts *accounts, struct req *req,
                                   const struct body *body,
                                   const struct felt_http_accounts_request *request)
{
    (void)body, (void)request;
    return is_open(accounts, req);
}

static void guest_made(struct felt_http_accounts *accounts, struct req *req,
                       const struct reply *reply)
{
    if (!accepted(accounts, req, reply->receipt, "guest")) return;
    accounts->counts.guests++;
    accounts->guests++;
    felt_http_accounts_answer_user(accounts, req, 201, &reply->receipt->user, reply->receipt->total,
                                   true);
}

static void make_guest(struct felt_http_accounts *accounts, struct req *req)
{
    uint64_t most = accounts->config->guests_max;
    if (most > 0 && accounts->guests >= most) {
        felt_http_accounts_log(accounts, req, "guest", "full", 0, NULL);
        felt_http_accounts_refuse(accounts, req, 503, felt_outcome_word(FELT_OUTCOME_BUSY), NULL,
                                  "there are too many guests: register, or come back later",
                                  GUESTS_RETRY_S);
        return;
    }
    if (!felt_http_accounts_take(accounts, req, FELT_HTTP_ACCOUNTS_GUESTS)) return;
    req->has_token = false;
    begin_order(req, FELT_ORDER_SIGN_UP)->user_kind = FELT_USER_GUEST;
    add_session(accounts, req, accounts->config->guest_ms);
    add_key(req, "signup:");
    felt_http_accounts_order(accounts, req, guest_made);
}

static void guest_asked(struct felt_http_accounts *accounts, struct req *req,
                        const struct reply *reply)
{
    const struct felt_ledger_answer *answer = reply->answer;
    if (answer->outcome == FELT_OUTCOME_OK &&
        felt_session_is_browser((enum felt_session_kind)answer->session.kind))
        felt_http_accounts_answer_user(accounts, req, 200, &answer->user, answer->total, false);
    else if (answer->outcome == FELT_OUTCOME_UNAVAILABLE || answer->outcome == FELT_OUTCOME_BUSY)
        felt_http_accounts_refuse_outcome(accounts, req, (enum felt_outcome)answer->outcome);
    else
        make_guest(accounts, req);
}

/* Whoever is signed in already stays who he is: a page that asks twice makes no second guest. */
void felt_http_accounts_begin_guest(struct felt_http_accounts *accounts, struct req *req)
{
    struct felt_question question = {
        .kind = FELT_QUESTION_SESSION, .now_ms = req->now_ms, .limit = 1};
    if (!req->has_token || req->by_bearer) {
        make_guest(accounts, req);
        return;
    }
    memcpy(question.token, req->token, sizeof req->token);
    felt_http_accounts_ask(accounts, req, &question, guest_asked);
}

/* ---- facebook ---- */

/* The same words for every reason. */
static void refuse_facebook(struct felt_http_accounts *accounts, struct req *req)
{
    accounts->counts.facebook_refused++;
    felt_http_accounts_refuse(accounts, req, 401, felt_outcome_word(FELT_OUTCOME_WRONG_SECRET),
                              NULL, "Facebook's sign-in was not accepted: try again", 0);
}

bool felt_http_accounts_read_facebook(struct felt_http_accounts *accounts, struct req *req,
                                      const struct body *body,
                                      const struct felt_http_accounts_request *request)
{
    struct felt_complaint complaint = {.text = ""};
    const char *text = body->text[FIELD_SIGNED_REQUEST], *inner = body->text[FIELD_AUTH_RESPONSE];
    (void)request;
    if (!accounts->config->facebook_secret) {
        felt_http_accounts_refuse(accounts, req, 404, "NOT_FOUND", NULL, "that sign-in is off", 0);
        return false;
    }
    if (!text == !inner) {
        felt_http_accounts_refuse_field(accounts, req, FIELD_SIGNED_REQUEST,
                                        "signedRequest is needed once, here or in authResponse");
        return false;
    }
    if (!text) text = inner;
    if (!felt_http_accounts_take_try(accounts, req, "")) return false;
    if (felt_signed_read(&accounts->services->digests, accounts->config->facebook_secret, text,
                         strlen(text), req->now_ms / 1000, FELT_SIGNED_WINDOW_S,
                         &req->signed_request, &complaint) == FELT_OK)
        return true;
    felt_http_accounts_log(accounts, req, "facebook", "failed", 0, complaint.text);
    refuse_facebook(accounts, req);
    return false;
}

static void facebook_done(struct felt_http_accounts *accounts, struct req *req,
                          const struct reply *reply)
{
    const struct felt_receipt *receipt = reply->receipt;
    if (receipt->outcome == FELT_OUTCOME_REPLAYED) {
        felt_http_accounts_log(accounts, req, "facebook", felt_outcome_word(FELT_OUTCOME_REPLAYED),
                               receipt->user.id, NULL);
        refuse_facebook(accounts, req);
        return;
    }
    felt_http_accounts_return_try(accounts, req);
    if (!accepted(accounts, req, receipt, "facebook")) return;
    accounts->counts.signed_in++;
    felt_http_accounts_answer_facebook(accounts, req, receipt);
}

void felt_http_accounts_begin_facebook(struct felt_http_accounts *accounts, struct req *req)
{
    const struct felt_signed *request = &req->signed_request;
    struct felt_order *order = begin_order(req, FELT_ORDER_FACEBOOK);
    memcpy(order->facebook_id, request->facebook_id, sizeof request->facebook_id);
    memcpy(order->signature, request->digest, sizeof request->digest);
    order->signature_until_ms = (request->issued_at + FELT_SIGNED_WINDOW_S + 1) * 1000;
    add_session(accounts, req, accounts->config->session_ms);
    add_key(req, "facebook:");
    felt_http_accounts_order(accounts, req, facebook_done);
}

/* ---- link ---- */

static void refuse_link(struct felt_http_accounts *accounts, struct req *req)
{
    enum felt_outcome outcome = FELT_OUTCOME_NO_SESSION;
    felt_http_accounts_log(accounts, req, "link", felt_outcome_word(outcome), 0, NULL);
    felt_http_accounts_refuse(accounts, req, 401, felt_outcome_word(outcome), NULL,
                              "this link was used or is too old: ask for a new one", 0);
}

bool felt_http_accounts_read_link(struct felt_http_accounts *accounts, struct req *req,
                                  const struct body *body,
                                  const struct felt_http_accounts_request *request)
{
    const char *token = body->text[FIELD_TOKEN];
    (void)request;
    if (!felt_http_accounts_take_try(accounts, req, "")) return false;
    if (felt_http_read_token(&accounts->services->digests, token, strlen(token), req->link))
        return true;
    refuse_link(accounts, req);
    return false;
}

static void redeemed(struct felt_http_accounts *accounts, struct req *req,
                     const struct reply *reply)
{
    const struct felt_receipt *receipt = reply->receipt;
    if (receipt->outcome == FELT_OUTCOME_NO_SESSION) {
        refuse_link(accounts, req);
        return;
    }
    felt_http_accounts_return_try(accounts, req);
    if (!accepted(accounts, req, receipt, "link")) return;
    end_old_session(accounts, req, receipt->user.id);
    accounts->counts.signed_in++;
    felt_http_accounts_answer_user(accounts, req, 200, &receipt->user, receipt->total, true);
}

void felt_http_accounts_begin_link(struct felt_http_accounts *accounts, struct req *req)
{
    begin_order(req, FELT_ORDER_REDEEM);
    add_session(accounts, req, accounts->config->session_ms);
    req->order.has_old_token = true;
    memcpy(req->order.old_token, req->link, sizeof req->link);
    felt_http_accounts_order(accounts, req, redeemed);
}

/* ---- logout ---- */

bool felt_http_accounts_read_logout(struct felt_http_accounts *accounts, struct req *req,
                                    const struct body *body,
                                    const struct felt_http_accounts_request *request)
{
    (void)accounts, (void)request;
    req->all = body->all;
    return true;
}

static void logged_out(struct felt_http_accounts *accounts, struct req *req,
                       const struct reply *reply)
{
    enum felt_outcome outcome = (enum felt_outcome)reply->receipt->outcome;
    if (outcome == FELT_OUTCOME_UNAVAILABLE || outcome == FELT_OUTCOME_BUSY)
        felt_http_accounts_refuse_outcome(accounts, req, outcome);
    else
        felt_http_accounts_answer_nothing(accounts, req, true);
}

/* Whoever has no session is signed out already; all of them are ended only by somebody who is
 * signed in. */
void felt_http_accounts_begin_logout(struct felt_http_accounts *accounts, struct req *req)
{
    if (req->has_token && req->all) {
        begin_order(req, FELT_ORDER_SIGN_OUT)->user = req->session.user;
        felt_http_accounts_log(accounts, req, "logout", "all", req->session.user, NULL);
        felt_http_accounts_order(accounts, req, logged_out);
    } else if (req->has_token) {
        struct felt_order *order = begin_order(req, FELT_ORDER_SIGN_OUT);
        order->has_old_token = true;
        memcpy(order->old_token, req->token, sizeof req->token);
        felt_http_accounts_order(accounts, req, logged_out);
    } else if (req->all) {
        if (req->was_session) felt_http_accounts_tell_session_ended(accounts, req->token);
        felt_http_accounts_refuse_outcome(accounts, req, FELT_OUTCOME_NO_SESSION);
    } else {
        /* An earlier try may have ended it without an answer: its lines are closed now. */
        if (req->was_session) felt_http_accounts_tell_session_ended(accounts, req->token);
        felt_http_accounts_answer_nothing(accounts, req, true);
    }
}
