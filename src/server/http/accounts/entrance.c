/* entrance.c -- coming and going: register, login, guest, facebook, link, logout.
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

bool felt_desk_copy(char *out, size_t bytes, const char *text)
{
    if (!text || strlen(text) >= bytes) return false;
    memcpy(out, text, strlen(text) + 1);
    return true;
}

/* Begins an order of the visit. */
static struct felt_order *begin_order(struct visit *visit, enum felt_order_kind kind)
{
    visit->order = (struct felt_order){.kind = (uint8_t)kind, .now_ms = visit->now_ms};
    memcpy(visit->order.address, visit->address, sizeof visit->address);
    memcpy(visit->order.agent, visit->agent, sizeof visit->agent);
    return &visit->order;
}

/* A new session for the order, in place of the one that the visitor has. */
static void add_session(struct felt_desk *desk, struct visit *visit, int64_t lasts_ms)
{
    uint8_t raw[FELT_DIGEST_BYTES];
    struct felt_order *order = &visit->order;
    desk->services->entropy(desk->services->self, raw, sizeof raw);
    felt_base64url_write(raw, sizeof raw, visit->new_token);
    desk->services->digests.hash(raw, sizeof raw, order->token);
    felt_desk_wipe(raw, sizeof raw);
    order->has_token = true;
    order->session_kind = FELT_SESSION_COOKIE;
    order->expires_ms = visit->now_ms + lasts_ms;
    if (visit->has_token && !visit->by_bearer) {
        order->has_old_token = true;
        memcpy(order->old_token, visit->token, sizeof visit->token);
    }
}

/* A key that belongs to the new token: the order cannot be done twice. */
enum { KEY_TOKEN_BYTES = 16 };
static void add_key(struct visit *visit, const char *prefix)
{
    struct felt_order *order = &visit->order;
    size_t used = strlen(prefix);
    memcpy(order->key, prefix, used);
    felt_hex_write(order->token, KEY_TOKEN_BYTES, order->key + used);
}

/* A refused receipt is answered here. */
static bool accepted(struct felt_desk *desk, struct visit *visit,
                     const struct felt_receipt *receipt, const char *event)
{
    enum felt_outcome outcome = (enum felt_outcome)receipt->outcome;
    felt_desk_log(desk, visit, event,
                  outcome == FELT_OUTCOME_OK ? "ok" : felt_outcome_word(outcome), receipt->user.id,
                  NULL);
    if (outcome == FELT_OUTCOME_OK) return true;
    felt_desk_refuse_outcome(desk, visit, outcome);
    return false;
}

/* Ends the session that a new one of `user` replaces, where the order itself does not, without
 * waiting for it.  A guest who registers is the same user: the lines stay. */
static void end_old_session(struct felt_desk *desk, const struct visit *visit, int64_t user)
{
    const struct felt_counter *bank = &desk->services->bank;
    struct felt_order order = {
        .kind = FELT_ORDER_SIGN_OUT, .now_ms = visit->now_ms, .has_old_token = true};
    if (!visit->has_token || visit->by_bearer) return;
    memcpy(order.old_token, visit->token, sizeof visit->token);
    (void)bank->order(bank->self, &order, 0);
    if (visit->session.user != user) felt_desk_tell_session_ended(desk, visit->token);
}

void felt_desk_begin_config(struct felt_desk *desk, struct visit *visit)
{
    felt_desk_answer_config(desk, visit);
}

static bool is_open(struct felt_desk *desk, struct visit *visit)
{
    if (desk->config->open) return true;
    felt_desk_refuse(desk, visit, 403, "CLOSED", NULL, "nobody may register here", 0);
    return false;
}

/* ---- register ---- */

bool felt_desk_read_person(struct felt_desk *desk, struct visit *visit, const struct body *body)
{
    struct felt_complaint complaint = {.text = ""};
    const char *handle = body->text[FIELD_HANDLE], *email = body->text[FIELD_EMAIL];
    const char *birthday = body->text[FIELD_BIRTHDAY];
    /* Somebody who registers; otherwise anybody: the books know whose handle it is. */
    enum felt_user_kind kind = body->text[FIELD_USERNAME] ? FELT_USER_HUMAN : FELT_USER_ADMIN;
    enum field wrong = FIELDS;
    visit->clears_email = email && !*email;
    visit->clears_birthday = birthday && !*birthday;
    if (handle && (felt_handle_verify(kind, handle, strlen(handle), &complaint) != FELT_OK ||
                   !felt_desk_copy(visit->handle, sizeof visit->handle, handle)))
        wrong = FIELD_HANDLE;
    else if (email && *email &&
             (felt_email_verify(email, strlen(email), &complaint) != FELT_OK ||
              !felt_desk_copy(visit->email, sizeof visit->email, email)))
        wrong = FIELD_EMAIL;
    else if (birthday && *birthday &&
             (felt_birthday_verify(birthday, strlen(birthday), visit->now_ms, &complaint) !=
                  FELT_OK ||
              !felt_desk_copy(visit->birthday, sizeof visit->birthday, birthday)))
        wrong = FIELD_BIRTHDAY;
    if (wrong == FIELDS) return true;
    felt_desk_refuse_field(desk, visit, wrong, complaint.text);
    return false;
}

bool felt_desk_read_register(struct felt_desk *desk, struct visit *visit, const struct body *body,
                             const struct felt_desk_request *request)
{
    struct felt_complaint complaint = {.text = ""};
    const char *username = body->text[FIELD_USERNAME], *password = body->text[FIELD_PASSWORD];
    (void)request;
    if (!is_open(desk, visit)) return false;
    if (felt_username_verify(FELT_USER_HUMAN, username, strlen(username), &complaint) != FELT_OK ||
        !felt_desk_copy(visit->username, sizeof visit->username, username)) {
        felt_desk_refuse_field(desk, visit, FIELD_USERNAME, complaint.text);
        return false;
    }
    if (felt_password_verify(password, strlen(password), username, body->text[FIELD_HANDLE],
                             &complaint) != FELT_OK ||
        !felt_desk_copy(visit->password, sizeof visit->password, password)) {
        felt_desk_refuse_field(desk, visit, FIELD_PASSWORD, complaint.text);
        return false;
    }
    return felt_desk_read_person(desk, visit, body) &&
           felt_desk_take(desk, visit, FELT_DESK_ACCOUNTS);
}

static void registered(struct felt_desk *desk, struct visit *visit, const struct reply *reply)
{
    if (!accepted(desk, visit, reply->receipt, "register")) return;
    end_old_session(desk, visit, reply->receipt->user.id);
    desk->counts.registered++;
    felt_desk_answer_user(desk, visit, 201, &reply->receipt->user, reply->receipt->total, true);
}

static void register_hashed(struct felt_desk *desk, struct visit *visit, const struct reply *reply)
{
    if (!reply->good) {
        felt_desk_refuse_outcome(desk, visit, FELT_OUTCOME_BUSY);
        return;
    }
    struct felt_order *order = begin_order(visit, FELT_ORDER_SIGN_UP);
    order->user_kind = FELT_USER_HUMAN;
    memcpy(order->username, visit->username, sizeof visit->username);
    memcpy(order->handle, visit->handle, sizeof visit->handle);
    memcpy(order->email, visit->email, sizeof visit->email);
    memcpy(order->birthday, visit->birthday, sizeof visit->birthday);
    (void)felt_desk_copy(order->password, sizeof order->password, reply->hash);
    add_session(desk, visit, desk->config->session_ms);
    add_key(visit, "signup:");
    felt_desk_order(desk, visit, registered);
}

void felt_desk_begin_register(struct felt_desk *desk, struct visit *visit)
{
    felt_desk_hash(desk, visit, visit->password, register_hashed);
    felt_desk_wipe(visit->password, sizeof visit->password);
}

/* ---- login ---- */

/* The name of somebody who came by Facebook is his number there; an operator may have given him a
 * password. */
static bool is_number(const char *text)
{
    size_t bytes = strlen(text);
    return bytes >= 1 && bytes <= FELT_FACEBOOK_ID_BYTES && strspn(text, "0123456789") == bytes;
}

bool felt_desk_read_login(struct felt_desk *desk, struct visit *visit, const struct body *body,
                          const struct felt_desk_request *request)
{
    const char *username = body->text[FIELD_USERNAME], *password = body->text[FIELD_PASSWORD];
    const char *code = body->text[FIELD_CODE];
    (void)request;
    /* One that is too long is wrong. */
    if (code && !felt_desk_copy(visit->code, sizeof visit->code, code)) visit->code[0] = '?';
    bool fits = is_number(username) ||
                felt_username_verify(FELT_USER_ADMIN, username, strlen(username), NULL) == FELT_OK;
    visit->misfit = !fits || !felt_desk_copy(visit->username, sizeof visit->username, username) ||
                    !felt_desk_copy(visit->password, sizeof visit->password, password);
    visit->known = !visit->misfit && felt_desk_take_device(desk, visit, visit->username);
    return visit->known || felt_desk_take_try(desk, visit, visit->misfit ? "" : visit->username);
}

static void logged_in(struct felt_desk *desk, struct visit *visit, const struct reply *reply)
{
    const struct felt_receipt *receipt = reply->receipt;
    bool wrong =
        receipt->outcome == FELT_OUTCOME_WRONG_CODE; /* a failed try, as a wrong password */
    if (!wrong) felt_desk_return_try(desk, visit);
    if (wrong) desk->counts.failed++;
    if (receipt->outcome == FELT_OUTCOME_OK) desk->counts.signed_in++;
    if (!accepted(desk, visit, receipt, "login")) return;
    felt_desk_answer_user(desk, visit, 200, &receipt->user, receipt->total, true);
}

static void login_verified(struct felt_desk *desk, struct visit *visit, const struct reply *reply)
{
    if (!reply->good) {
        desk->counts.failed++;
        felt_desk_log(desk, visit, "login", "failed", visit->user.id, NULL);
        felt_desk_refuse_outcome(desk, visit, FELT_OUTCOME_WRONG_SECRET);
        return;
    }
    if (desk->config->factor_required && visit->user.kind == FELT_USER_ADMIN &&
        !felt_factor_is_on(visit->user.factor)) {
        felt_desk_return_try(desk, visit);
        felt_desk_log(desk, visit, "login", "no second factor", visit->user.id, NULL);
        felt_desk_refuse(desk, visit, 403, "NO_SECOND_FACTOR", NULL,
                         "operators need a second factor here: felt admin factor begin", 0);
        return;
    }
    /* Taken before the books compare it, so that many requests at once have no more tries. */
    if (visit->code[0] && felt_factor_is_on(visit->user.factor) &&
        !felt_desk_take_code(desk, visit))
        return;
    struct felt_order *order = begin_order(visit, FELT_ORDER_SIGN_IN);
    order->user = visit->user.id;
    _Static_assert(sizeof order->factor_code == sizeof visit->code, "it is copied whole");
    memcpy(order->factor_code, visit->code, sizeof order->factor_code);
    felt_desk_wipe(visit->code, sizeof visit->code);
    memcpy(order->proof, visit->user.password, sizeof order->proof);
    add_session(desk, visit, desk->config->session_ms);
    felt_desk_order(desk, visit, logged_in);
}

/* Only people sign in by name, and only those who have a password. */
static bool may_sign_in(const struct felt_answer *answer, int64_t now_ms)
{
    const struct felt_user *user = &answer->user;
    return answer->outcome == FELT_OUTCOME_OK && !felt_user_is_disabled(user, now_ms) &&
           !user->deleted_at && (user->kind == FELT_USER_HUMAN || user->kind == FELT_USER_ADMIN) &&
           user->password[0];
}

static void compare_password(struct felt_desk *desk, struct visit *visit, const char *hash)
{
    char password[FELT_PASSWORD_BYTES + 1];
    memcpy(password, visit->password, sizeof password);
    felt_desk_wipe(visit->password, sizeof visit->password);
    felt_desk_verify(desk, visit, password, hash, login_verified);
    felt_desk_wipe(password, sizeof password);
}

static void login_named(struct felt_desk *desk, struct visit *visit, const struct reply *reply)
{
    const struct felt_answer *answer = reply->answer;
    if (answer->outcome == FELT_OUTCOME_UNAVAILABLE || answer->outcome == FELT_OUTCOME_BUSY) {
        felt_desk_return_try(desk, visit);
        felt_desk_refuse_outcome(desk, visit, (enum felt_outcome)answer->outcome);
        return;
    }
    bool may = may_sign_in(answer, visit->now_ms);
    if (answer->outcome == FELT_OUTCOME_OK) visit->user = answer->user;
    /* The name is another user's by now: then the device is that of a stranger. */
    if (visit->known && visit->user.id != visit->device.user) {
        felt_desk_return_try(desk, visit);
        visit->known = false;
        if (!felt_desk_take_try(desk, visit, visit->username)) return;
    }
    compare_password(desk, visit, may ? answer->user.password : "");
}

void felt_desk_begin_login(struct felt_desk *desk, struct visit *visit)
{
    struct felt_question question = {.kind = FELT_ASK_NAME, .now_ms = visit->now_ms, .limit = 1};
    if (visit->misfit) {
        compare_password(desk, visit, "");
        return;
    }
    memcpy(question.text, visit->username, sizeof visit->username);
    felt_desk_ask(desk, visit, &question, login_named);
}

/* ---- guest ---- */

enum { GUESTS_RETRY_S = 600 };

bool felt_desk_read_guest(struct felt_desk *desk, struct visit *visit, const struct body *body,
                          const struct felt_desk_request *request)
{
    (void)body, (void)request;
    return is_open(desk, visit);
}

static void guest_made(struct felt_desk *desk, struct visit *visit, const struct reply *reply)
{
    if (!accepted(desk, visit, reply->receipt, "guest")) return;
    desk->counts.guests++;
    desk->guests++;
    felt_desk_answer_user(desk, visit, 201, &reply->receipt->user, reply->receipt->total, true);
}

static void make_guest(struct felt_desk *desk, struct visit *visit)
{
    uint64_t most = desk->config->guests_max;
    if (most > 0 && desk->guests >= most) {
        felt_desk_log(desk, visit, "guest", "full", 0, NULL);
        felt_desk_refuse(desk, visit, 503, felt_outcome_word(FELT_OUTCOME_BUSY), NULL,
                         "there are too many guests: register, or come back later", GUESTS_RETRY_S);
        return;
    }
    if (!felt_desk_take(desk, visit, FELT_DESK_GUESTS)) return;
    visit->has_token = false;
    begin_order(visit, FELT_ORDER_SIGN_UP)->user_kind = FELT_USER_GUEST;
    add_session(desk, visit, desk->config->guest_ms);
    add_key(visit, "signup:");
    felt_desk_order(desk, visit, guest_made);
}

static void guest_asked(struct felt_desk *desk, struct visit *visit, const struct reply *reply)
{
    const struct felt_answer *answer = reply->answer;
    if (answer->outcome == FELT_OUTCOME_OK &&
        felt_session_is_browser((enum felt_session_kind)answer->session.kind))
        felt_desk_answer_user(desk, visit, 200, &answer->user, answer->total, false);
    else if (answer->outcome == FELT_OUTCOME_UNAVAILABLE || answer->outcome == FELT_OUTCOME_BUSY)
        felt_desk_refuse_outcome(desk, visit, (enum felt_outcome)answer->outcome);
    else
        make_guest(desk, visit);
}

/* Whoever is signed in already stays who he is: a page that asks twice makes no second guest. */
void felt_desk_begin_guest(struct felt_desk *desk, struct visit *visit)
{
    struct felt_question question = {.kind = FELT_ASK_SESSION, .now_ms = visit->now_ms, .limit = 1};
    if (!visit->has_token || visit->by_bearer) {
        make_guest(desk, visit);
        return;
    }
    memcpy(question.token, visit->token, sizeof visit->token);
    felt_desk_ask(desk, visit, &question, guest_asked);
}

/* ---- facebook ---- */

/* The same words for every reason. */
static void refuse_facebook(struct felt_desk *desk, struct visit *visit)
{
    desk->counts.facebook_refused++;
    felt_desk_refuse(desk, visit, 401, felt_outcome_word(FELT_OUTCOME_WRONG_SECRET), NULL,
                     "Facebook's sign-in was not accepted: try again", 0);
}

bool felt_desk_read_facebook(struct felt_desk *desk, struct visit *visit, const struct body *body,
                             const struct felt_desk_request *request)
{
    struct felt_complaint complaint = {.text = ""};
    const char *text = body->text[FIELD_SIGNED_REQUEST], *inner = body->text[FIELD_AUTH_RESPONSE];
    (void)request;
    if (!desk->config->facebook_secret) {
        felt_desk_refuse(desk, visit, 404, "NOT_FOUND", NULL, "that sign-in is off", 0);
        return false;
    }
    if (!text == !inner) {
        felt_desk_refuse_field(desk, visit, FIELD_SIGNED_REQUEST,
                               "signedRequest is needed once, here or in authResponse");
        return false;
    }
    if (!text) text = inner;
    if (!felt_desk_take_try(desk, visit, "")) return false;
    if (felt_signed_read(&desk->services->digests, desk->config->facebook_secret, text,
                         strlen(text), visit->now_ms / 1000, FELT_SIGNED_WINDOW_S,
                         &visit->signed_request, &complaint) == FELT_OK)
        return true;
    felt_desk_log(desk, visit, "facebook", "failed", 0, complaint.text);
    refuse_facebook(desk, visit);
    return false;
}

static void facebook_done(struct felt_desk *desk, struct visit *visit, const struct reply *reply)
{
    const struct felt_receipt *receipt = reply->receipt;
    if (receipt->outcome == FELT_OUTCOME_REPLAYED) {
        felt_desk_log(desk, visit, "facebook", felt_outcome_word(FELT_OUTCOME_REPLAYED),
                      receipt->user.id, NULL);
        refuse_facebook(desk, visit);
        return;
    }
    felt_desk_return_try(desk, visit);
    if (!accepted(desk, visit, receipt, "facebook")) return;
    desk->counts.signed_in++;
    felt_desk_answer_facebook(desk, visit, receipt);
}

void felt_desk_begin_facebook(struct felt_desk *desk, struct visit *visit)
{
    const struct felt_signed *request = &visit->signed_request;
    struct felt_order *order = begin_order(visit, FELT_ORDER_FACEBOOK);
    memcpy(order->facebook_id, request->facebook_id, sizeof request->facebook_id);
    memcpy(order->signature, request->digest, sizeof request->digest);
    order->signature_until_ms = (request->issued_at + FELT_SIGNED_WINDOW_S + 1) * 1000;
    add_session(desk, visit, desk->config->session_ms);
    add_key(visit, "facebook:");
    felt_desk_order(desk, visit, facebook_done);
}

/* ---- link ---- */

static void refuse_link(struct felt_desk *desk, struct visit *visit)
{
    enum felt_outcome outcome = FELT_OUTCOME_NO_SESSION;
    felt_desk_log(desk, visit, "link", felt_outcome_word(outcome), 0, NULL);
    felt_desk_refuse(desk, visit, 401, felt_outcome_word(outcome), NULL,
                     "this link was used or is too old: ask for a new one", 0);
}

bool felt_desk_read_link(struct felt_desk *desk, struct visit *visit, const struct body *body,
                         const struct felt_desk_request *request)
{
    const char *token = body->text[FIELD_TOKEN];
    (void)request;
    if (!felt_desk_take_try(desk, visit, "")) return false;
    if (felt_desk_read_token(&desk->services->digests, token, strlen(token), visit->link))
        return true;
    refuse_link(desk, visit);
    return false;
}

static void redeemed(struct felt_desk *desk, struct visit *visit, const struct reply *reply)
{
    const struct felt_receipt *receipt = reply->receipt;
    if (receipt->outcome == FELT_OUTCOME_NO_SESSION) {
        refuse_link(desk, visit);
        return;
    }
    felt_desk_return_try(desk, visit);
    if (!accepted(desk, visit, receipt, "link")) return;
    end_old_session(desk, visit, receipt->user.id);
    desk->counts.signed_in++;
    felt_desk_answer_user(desk, visit, 200, &receipt->user, receipt->total, true);
}

void felt_desk_begin_link(struct felt_desk *desk, struct visit *visit)
{
    begin_order(visit, FELT_ORDER_REDEEM);
    add_session(desk, visit, desk->config->session_ms);
    visit->order.has_old_token = true;
    memcpy(visit->order.old_token, visit->link, sizeof visit->link);
    felt_desk_order(desk, visit, redeemed);
}

/* ---- logout ---- */

bool felt_desk_read_logout(struct felt_desk *desk, struct visit *visit, const struct body *body,
                           const struct felt_desk_request *request)
{
    (void)desk, (void)request;
    visit->all = body->all;
    return true;
}

static void logged_out(struct felt_desk *desk, struct visit *visit, const struct reply *reply)
{
    enum felt_outcome outcome = (enum felt_outcome)reply->receipt->outcome;
    if (outcome == FELT_OUTCOME_UNAVAILABLE || outcome == FELT_OUTCOME_BUSY)
        felt_desk_refuse_outcome(desk, visit, outcome);
    else
        felt_desk_answer_nothing(desk, visit, true);
}

/* Whoever has no session is signed out already; all of them are ended only by somebody who is
 * signed in. */
void felt_desk_begin_logout(struct felt_desk *desk, struct visit *visit)
{
    if (visit->has_token && visit->all) {
        begin_order(visit, FELT_ORDER_SIGN_OUT)->user = visit->session.user;
        felt_desk_log(desk, visit, "logout", "all", visit->session.user, NULL);
        felt_desk_order(desk, visit, logged_out);
    } else if (visit->has_token) {
        struct felt_order *order = begin_order(visit, FELT_ORDER_SIGN_OUT);
        order->has_old_token = true;
        memcpy(order->old_token, visit->token, sizeof visit->token);
        felt_desk_order(desk, visit, logged_out);
    } else if (visit->all) {
        if (visit->was_session) felt_desk_tell_session_ended(desk, visit->token);
        felt_desk_refuse_outcome(desk, visit, FELT_OUTCOME_NO_SESSION);
    } else {
        /* An earlier try may have ended it without an answer: its lines are closed now. */
        if (visit->was_session) felt_desk_tell_session_ended(desk, visit->token);
        felt_desk_answer_nothing(desk, visit, true);
    }
}
