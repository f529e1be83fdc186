/* me.c -- what a user does with his own account: me, password, reload, ledger, sessions, export,
 * delete.  All of these begin with a session that was found. */
#include "server/http/accounts/parts.h"

#include "base/base64url.h"
#include "felt/assert.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct felt_order *begin_order(struct req *req, enum felt_order_kind kind)
{
    req->order =
        (struct felt_order){.kind = (uint8_t)kind, .now_ms = req->now_ms, .user = req->user.id};
    return &req->order;
}

/* A key of our own, for an order that came without. */
static void add_new_key(struct felt_http_accounts *accounts, struct req *req)
{
    uint8_t raw[16];
    char text[FELT_BASE64URL_BYTES(sizeof raw) + 1];
    accounts->services->entropy(accounts->services->self, raw, sizeof raw);
    felt_base64url_write(raw, sizeof raw, text);
    (void)snprintf(req->order.key, sizeof req->order.key, "once:%lld:%s", (long long)req->user.id,
                   text);
}

static bool accepted(struct felt_http_accounts *accounts, struct req *req,
                     enum felt_outcome outcome)
{
    if (outcome == FELT_OUTCOME_OK) return true;
    felt_http_accounts_refuse_outcome(accounts, req, outcome);
    return false;
}

static void log_outcome(struct felt_http_accounts *accounts, const struct req *req,
                        const char *event, enum felt_outcome outcome)
{
    felt_http_accounts_log(accounts, req, event,
                           outcome == FELT_OUTCOME_OK ? "ok" : felt_outcome_word(outcome),
                           req->user.id, NULL);
}

/* ---- me ---- */

void felt_http_accounts_begin_me(struct felt_http_accounts *accounts, struct req *req)
{
    felt_http_accounts_answer_user(accounts, req, 200, &req->user, req->total, false);
}

bool felt_http_accounts_read_profile(struct felt_http_accounts *accounts, struct req *req,
                                     const struct body *body,
                                     const struct felt_http_accounts_request *request)
{
    (void)request;
    return felt_http_accounts_read_person(accounts, req, body);
}

static void profile_done(struct felt_http_accounts *accounts, struct req *req,
                         const struct reply *reply)
{
    const struct felt_receipt *receipt = reply->receipt;
    if (!accepted(accounts, req, (enum felt_outcome)receipt->outcome)) return;
    felt_http_accounts_answer_user(accounts, req, 200, &receipt->user, receipt->total, false);
}

void felt_http_accounts_begin_profile(struct felt_http_accounts *accounts, struct req *req)
{
    struct felt_order *order = begin_order(req, FELT_ORDER_PROFILE);
    memcpy(order->handle, req->handle, sizeof req->handle);
    memcpy(order->email, req->email, sizeof req->email);
    memcpy(order->birthday, req->birthday, sizeof req->birthday);
    order->clears_email = req->clears_email;
    order->clears_birthday = req->clears_birthday;
    felt_http_accounts_order(accounts, req, profile_done);
}

/* ---- a password that proves who asks ---- */

/* An order that is refused if session or password are no longer what they were when we looked. */
static struct felt_order *begin_own_order(struct req *req, enum felt_order_kind kind)
{
    struct felt_order *order = begin_order(req, kind);
    order->has_old_token = true;
    memcpy(order->old_token, req->token, sizeof req->token);
    if (req->has_password) memcpy(order->proof, req->user.password, sizeof order->proof);
    return order;
}

/* Compares the request's password with that of the user, as a try to sign in (D5). */
static void prove(struct felt_http_accounts *accounts, struct req *req,
                  felt_http_accounts_step *then)
{
    char password[FELT_PASSWORD_BYTES + 1];
    if (!felt_http_accounts_take_proof(accounts, req)) return;
    memcpy(password, req->password, sizeof password);
    felt_http_accounts_wipe(req->password, sizeof req->password);
    felt_http_accounts_verify(accounts, req, password, req->misfit ? "" : req->user.password, then);
    felt_http_accounts_wipe(password, sizeof password);
}

static bool proved(struct felt_http_accounts *accounts, struct req *req, bool good,
                   const char *event)
{
    if (good) {
        felt_http_accounts_return_try(accounts, req);
        return true;
    }
    accounts->counts.failed++;
    felt_http_accounts_log(accounts, req, event, "failed", req->user.id, NULL);
    felt_http_accounts_refuse_outcome(accounts, req, FELT_OUTCOME_WRONG_SECRET);
    return false;
}

/* ---- password ---- */

bool felt_http_accounts_read_password(struct felt_http_accounts *accounts, struct req *req,
                                      const struct body *body,
                                      const struct felt_http_accounts_request *request)
{
    const char *new_password = body->text[FIELD_NEW];
    (void)request;
    req->has_password = body->text[FIELD_OLD] != NULL;
    req->misfit =
        !felt_http_accounts_copy(req->password, sizeof req->password, body->text[FIELD_OLD]);
    if (felt_http_accounts_copy(req->new_password, sizeof req->new_password, new_password))
        return true;
    felt_http_accounts_refuse_field(accounts, req, FIELD_NEW, "a password has at most 72 bytes");
    return false;
}

static void password_done(struct felt_http_accounts *accounts, struct req *req,
                          const struct reply *reply)
{
    enum felt_outcome outcome = (enum felt_outcome)reply->receipt->outcome;
    log_outcome(accounts, req, "password", outcome);
    if (accepted(accounts, req, outcome)) felt_http_accounts_answer_nothing(accounts, req, false);
}

static void password_hashed(struct felt_http_accounts *accounts, struct req *req,
                            const struct reply *reply)
{
    if (!reply->good) {
        felt_http_accounts_refuse_outcome(accounts, req, FELT_OUTCOME_BUSY);
        return;
    }
    struct felt_order *order = begin_own_order(req, FELT_ORDER_PASSWORD);
    (void)felt_http_accounts_copy(order->password, sizeof order->password, reply->hash);
    felt_http_accounts_order(accounts, req, password_done);
}

static void hash_new_password(struct felt_http_accounts *accounts, struct req *req)
{
    char password[FELT_PASSWORD_BYTES + 1];
    memcpy(password, req->new_password, sizeof password);
    felt_http_accounts_wipe(req->new_password, sizeof req->new_password);
    felt_http_accounts_hash(accounts, req, password, password_hashed);
    felt_http_accounts_wipe(password, sizeof password);
}

static void password_proved(struct felt_http_accounts *accounts, struct req *req,
                            const struct reply *reply)
{
    if (proved(accounts, req, reply->good, "password")) hash_new_password(accounts, req);
}

/* Whoever came by a link does not know the old password, or never had one. */
static bool needs_old(const struct req *req)
{
    bool person = req->user.kind == FELT_USER_HUMAN || req->user.kind == FELT_USER_ADMIN;
    return !person || !felt_session_is_fresh(&req->session, req->now_ms);
}

void felt_http_accounts_begin_password(struct felt_http_accounts *accounts, struct req *req)
{
    struct felt_complaint complaint = {.text = ""};
    bool needed = needs_old(req);
    if (needed && !req->user.password[0])
        felt_http_accounts_refuse_outcome(accounts, req, FELT_OUTCOME_WRONG_KIND);
    else if (needed && !req->has_password)
        felt_http_accounts_refuse_field(accounts, req, FIELD_OLD, "old is missing");
    else if (felt_password_verify(req->new_password, strlen(req->new_password), req->user.username,
                                  req->user.handle, &complaint) != FELT_OK)
        felt_http_accounts_refuse_field(accounts, req, FIELD_NEW, complaint.text);
    else if (req->has_password)
        prove(accounts, req, password_proved);
    else
        hash_new_password(accounts, req);
}

/* ---- reload ---- */

static bool is_key(const char *text)
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                  "._-:";
    return *text && text[strspn(text, allowed)] == '\0';
}

bool felt_http_accounts_read_reload(struct felt_http_accounts *accounts, struct req *req,
                                    const struct body *body,
                                    const struct felt_http_accounts_request *request)
{
    const char *key = body->text[FIELD_KEY];
    (void)request;
    if (!key) return true;
    if (is_key(key) && felt_http_accounts_copy(req->key, sizeof req->key, key)) return true;
    felt_http_accounts_refuse_field(accounts, req, FIELD_KEY,
                                    "a key is 1 to 64 letters, digits and . _ - :");
    return false;
}

static void reloaded(struct felt_http_accounts *accounts, struct req *req,
                     const struct reply *reply)
{
    enum felt_outcome outcome = (enum felt_outcome)reply->receipt->outcome;
    log_outcome(accounts, req, "reload", outcome);
    if (outcome == FELT_OUTCOME_RELOADS) {
        felt_http_accounts_refuse_reload(accounts, req, reply->receipt);
        return;
    }
    if (!accepted(accounts, req, outcome)) return;
    if (!reply->receipt->replayed) accounts->counts.reloads++;
    felt_http_accounts_answer_reload(accounts, req, reply->receipt);
}

void felt_http_accounts_begin_reload(struct felt_http_accounts *accounts, struct req *req)
{
    struct felt_order *order = begin_order(req, FELT_ORDER_RELOAD);
    if (req->key[0])
        (void)snprintf(order->key, sizeof order->key, "api:%lld:%s", (long long)req->user.id,
                       req->key);
    else
        add_new_key(accounts, req);
    felt_http_accounts_order(accounts, req, reloaded);
}

/* ---- ledger and sessions ---- */

bool felt_http_accounts_read_ledger(struct felt_http_accounts *accounts, struct req *req,
                                    const struct body *body,
                                    const struct felt_http_accounts_request *request)
{
    const char *wrong = felt_http_accounts_read_query(request->query, &req->before, &req->limit);
    (void)body;
    if (!wrong) return true;
    felt_http_accounts_refuse(accounts, req, 400, "BAD_FIELD", wrong,
                              "before=N and limit=N, each once: whole numbers from 1, limit to 200",
                              0);
    return false;
}

/* More lines than are shown, so that a page can end with a whole transaction. */
static void ask_lines(struct felt_http_accounts *accounts, struct req *req,
                      felt_http_accounts_step *then)
{
    struct felt_question question = {.kind = FELT_QUESTION_HISTORY,
                                     .now_ms = req->now_ms,
                                     .number = req->user.id,
                                     .before = req->before,
                                     .limit = req->limit + FELT_LEDGER_LINES_MAX};
    felt_http_accounts_ask(accounts, req, &question, then);
}

static void lines_found(struct felt_http_accounts *accounts, struct req *req,
                        const struct reply *reply)
{
    const struct felt_ledger_answer *answer = reply->answer;
    if (!accepted(accounts, req, (enum felt_outcome)answer->outcome)) return;
    felt_http_accounts_answer_ledger(accounts, req, answer->history, answer->count);
}

void felt_http_accounts_begin_ledger(struct felt_http_accounts *accounts, struct req *req)
{
    ask_lines(accounts, req, lines_found);
}

static void ask_rows(struct felt_http_accounts *accounts, struct req *req,
                     enum felt_question_kind kind, felt_http_accounts_step *then)
{
    struct felt_question question = {.kind = (uint8_t)kind,
                                     .now_ms = req->now_ms,
                                     .number = req->user.id,
                                     .limit = FELT_QUESTION_ROWS_MAX};
    felt_http_accounts_ask(accounts, req, &question, then);
}

static void sessions_found(struct felt_http_accounts *accounts, struct req *req,
                           const struct reply *reply)
{
    const struct felt_ledger_answer *answer = reply->answer;
    if (!accepted(accounts, req, (enum felt_outcome)answer->outcome)) return;
    felt_http_accounts_answer_sessions(accounts, req, answer->sessions, answer->count);
}

void felt_http_accounts_begin_sessions(struct felt_http_accounts *accounts, struct req *req)
{
    ask_rows(accounts, req, FELT_QUESTION_SESSIONS, sessions_found);
}

/* ---- end one session ---- */

/* An id that none can have is as good as one that none has: 404. */
bool felt_http_accounts_read_session_end(struct felt_http_accounts *accounts, struct req *req,
                                         const struct body *body,
                                         const struct felt_http_accounts_request *request)
{
    (void)accounts, (void)request;
    (void)felt_http_accounts_copy(req->session_id, sizeof req->session_id, body->text[FIELD_ID]);
    return true;
}

static void session_end_done(struct felt_http_accounts *accounts, struct req *req,
                             const struct reply *reply)
{
    enum felt_outcome outcome = (enum felt_outcome)reply->receipt->outcome;
    bool own = memcmp(req->order.old_token, req->token, sizeof req->token) == 0;
    if (outcome == FELT_OUTCOME_NO_SESSION) outcome = FELT_OUTCOME_OK; /* it ended by itself */
    log_outcome(accounts, req, "session_end", outcome);
    if (accepted(accounts, req, outcome)) felt_http_accounts_answer_nothing(accounts, req, own);
}

static void session_to_end_found(struct felt_http_accounts *accounts, struct req *req,
                                 const struct reply *reply)
{
    const struct felt_ledger_answer *answer = reply->answer;
    const struct felt_session *found = NULL;
    if (!accepted(accounts, req, (enum felt_outcome)answer->outcome)) return;
    for (uint32_t i = 0; i < answer->count && !found; i++) {
        char id[FELT_HTTP_ACCOUNTS_SESSION_ID + 1];
        felt_http_accounts_session_id(accounts, &answer->sessions[i], id);
        if (strcmp(id, req->session_id) == 0) found = &answer->sessions[i];
    }
    if (!found) {
        felt_http_accounts_refuse(accounts, req, 404, "NOT_FOUND",
                                  felt_http_accounts_field_word(FIELD_ID),
                                  "there is no such session: it may have ended already", 0);
        return;
    }
    begin_order(req, FELT_ORDER_SIGN_OUT)->has_old_token = true;
    memcpy(req->order.old_token, found->token, sizeof found->token);
    felt_http_accounts_order(accounts, req, session_end_done);
}

void felt_http_accounts_begin_session_end(struct felt_http_accounts *accounts, struct req *req)
{
    ask_rows(accounts, req, FELT_QUESTION_SESSIONS, session_to_end_found);
}

/* ---- export: all lines, page by page; then sessions; then accounts with chips ---- */

static bool keep_lines(struct collection *collection, const struct felt_history_row *lines,
                       uint32_t count)
{
    size_t needed = collection->count + count;
    if (needed > collection->capacity) {
        size_t capacity = needed * 2;
        struct felt_history_row *larger = realloc(collection->lines, capacity * sizeof *larger);
        if (!larger) return false;
        collection->lines = larger;
        collection->capacity = capacity;
    }
    if (count > 0) memcpy(collection->lines + collection->count, lines, count * sizeof *lines);
    collection->count = needed;
    return true;
}

static void export_seats(struct felt_http_accounts *accounts, struct req *req,
                         const struct reply *reply)
{
    const struct felt_ledger_answer *answer = reply->answer;
    if (!accepted(accounts, req, (enum felt_outcome)answer->outcome)) return;
    if (answer->count >= FELT_QUESTION_ROWS_MAX) req->collection.complete = false;
    felt_http_accounts_log(accounts, req, "export", "ok", req->user.id, NULL);
    felt_http_accounts_answer_export(accounts, req, answer->accounts, answer->count);
}

static void export_sessions(struct felt_http_accounts *accounts, struct req *req,
                            const struct reply *reply)
{
    struct felt_ledger_answer *answer = reply->answer;
    if (!accepted(accounts, req, (enum felt_outcome)answer->outcome)) return;
    req->collection.sessions = answer->sessions;
    req->collection.session_count = answer->count;
    if (answer->count >= FELT_QUESTION_ROWS_MAX) req->collection.complete = false;
    answer->rows = NULL;
    ask_rows(accounts, req, FELT_QUESTION_SEATS, export_seats);
}

static void export_lines(struct felt_http_accounts *accounts, struct req *req,
                         const struct reply *reply)
{
    const struct felt_ledger_answer *answer = reply->answer;
    struct collection *collection = &req->collection;
    if (!accepted(accounts, req, (enum felt_outcome)answer->outcome)) return;
    uint32_t page = felt_http_accounts_page(answer->history, answer->count, req->limit);
    if (!keep_lines(collection, answer->history, page)) {
        felt_http_accounts_refuse_outcome(accounts, req, FELT_OUTCOME_BUSY);
        return;
    }
    collection->complete = page == answer->count;
    if (collection->complete || collection->count >= FELT_HTTP_ACCOUNTS_EXPORT_MAX) {
        ask_rows(accounts, req, FELT_QUESTION_SESSIONS, export_sessions);
        return;
    }
    felt_assert(collection->count > 0);
    req->before = collection->lines[collection->count - 1].transaction;
    ask_lines(accounts, req, export_lines);
}

void felt_http_accounts_begin_export(struct felt_http_accounts *accounts, struct req *req)
{
    if (accounts->exports >= FELT_HTTP_ACCOUNTS_EXPORTS) {
        felt_http_accounts_refuse_outcome(accounts, req, FELT_OUTCOME_BUSY);
        return;
    }
    accounts->exports++;
    req->exporting = true;
    req->before = INT64_MAX;
    req->limit = FELT_QUESTION_ROWS_MAX - FELT_LEDGER_LINES_MAX;
    ask_lines(accounts, req, export_lines);
}

/* ---- delete ---- */

bool felt_http_accounts_read_delete(struct felt_http_accounts *accounts, struct req *req,
                                    const struct body *body,
                                    const struct felt_http_accounts_request *request)
{
    const char *password = body->text[FIELD_PASSWORD], *confirm = body->text[FIELD_CONFIRM];
    (void)request;
    req->has_password = password != NULL;
    req->misfit =
        password && !felt_http_accounts_copy(req->password, sizeof req->password, password);
    req->confirmed = confirm != NULL;
    if (!confirm || strcmp(confirm, "delete") == 0) return true;
    felt_http_accounts_refuse_field(accounts, req, FIELD_CONFIRM, "confirm must be \"delete\"");
    return false;
}

static void closed(struct felt_http_accounts *accounts, struct req *req, const struct reply *reply)
{
    enum felt_outcome outcome = (enum felt_outcome)reply->receipt->outcome;
    log_outcome(accounts, req, "delete", outcome);
    if (accepted(accounts, req, outcome)) felt_http_accounts_answer_nothing(accounts, req, true);
}

static void close_account(struct felt_http_accounts *accounts, struct req *req)
{
    (void)begin_own_order(req, FELT_ORDER_CLOSE);
    felt_http_accounts_order(accounts, req, closed);
}

static void delete_proved(struct felt_http_accounts *accounts, struct req *req,
                          const struct reply *reply)
{
    if (proved(accounts, req, reply->good, "delete")) close_account(accounts, req);
}

/* Whoever has a password must give it; whoever has none must say what he wants. */
void felt_http_accounts_begin_delete(struct felt_http_accounts *accounts, struct req *req)
{
    bool by_password = req->user.password[0] != '\0';
    if (by_password && !req->has_password)
        felt_http_accounts_refuse_field(accounts, req, FIELD_PASSWORD, "password is missing");
    else if (by_password)
        prove(accounts, req, delete_proved);
    else if (!req->confirmed)
        felt_http_accounts_refuse_field(accounts, req, FIELD_CONFIRM,
                                        "confirm is missing: say \"delete\"");
    else
        close_account(accounts, req);
}
