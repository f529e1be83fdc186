/* own.c -- what a user does with his own account: me, password, reload, ledger, sessions, export,
 * delete.  All of these begin with a session that was found. */
#include "server/http/accounts/parts.h"

#include "base/base64url.h"
#include "felt/assert.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct felt_order *begin_order(struct visit *visit, enum felt_order_kind kind)
{
    visit->order =
        (struct felt_order){.kind = (uint8_t)kind, .now_ms = visit->now_ms, .user = visit->user.id};
    return &visit->order;
}

/* A key of our own, for an order that came without. */
static void add_new_key(struct felt_desk *desk, struct visit *visit)
{
    uint8_t raw[16];
    char text[FELT_BASE64URL_BYTES(sizeof raw) + 1];
    desk->services->entropy(desk->services->self, raw, sizeof raw);
    felt_base64url_write(raw, sizeof raw, text);
    (void)snprintf(visit->order.key, sizeof visit->order.key, "once:%lld:%s",
                   (long long)visit->user.id, text);
}

static bool accepted(struct felt_desk *desk, struct visit *visit, enum felt_outcome outcome)
{
    if (outcome == FELT_OUTCOME_OK) return true;
    felt_desk_refuse_outcome(desk, visit, outcome);
    return false;
}

static void log_outcome(struct felt_desk *desk, const struct visit *visit, const char *event,
                        enum felt_outcome outcome)
{
    felt_desk_log(desk, visit, event,
                  outcome == FELT_OUTCOME_OK ? "ok" : felt_outcome_word(outcome), visit->user.id,
                  NULL);
}

/* ---- me ---- */

void felt_desk_begin_me(struct felt_desk *desk, struct visit *visit)
{
    felt_desk_answer_user(desk, visit, 200, &visit->user, visit->total, false);
}

bool felt_desk_read_profile(struct felt_desk *desk, struct visit *visit, const struct body *body,
                            const struct felt_desk_request *request)
{
    (void)request;
    return felt_desk_read_person(desk, visit, body);
}

static void profile_done(struct felt_desk *desk, struct visit *visit, const struct reply *reply)
{
    const struct felt_receipt *receipt = reply->receipt;
    if (!accepted(desk, visit, (enum felt_outcome)receipt->outcome)) return;
    felt_desk_answer_user(desk, visit, 200, &receipt->user, receipt->total, false);
}

void felt_desk_begin_profile(struct felt_desk *desk, struct visit *visit)
{
    struct felt_order *order = begin_order(visit, FELT_ORDER_PROFILE);
    memcpy(order->handle, visit->handle, sizeof visit->handle);
    memcpy(order->email, visit->email, sizeof visit->email);
    memcpy(order->birthday, visit->birthday, sizeof visit->birthday);
    order->clears_email = visit->clears_email;
    order->clears_birthday = visit->clears_birthday;
    felt_desk_order(desk, visit, profile_done);
}

/* ---- a password that proves who asks ---- */

/* An order that is refused if session or password are no longer what they were when we looked. */
static struct felt_order *begin_own_order(struct visit *visit, enum felt_order_kind kind)
{
    struct felt_order *order = begin_order(visit, kind);
    order->has_old_token = true;
    memcpy(order->old_token, visit->token, sizeof visit->token);
    if (visit->has_password) memcpy(order->proof, visit->user.password, sizeof order->proof);
    return order;
}

/* Compares the visit's password with that of the user, as a try to sign in (D5). */
static void prove(struct felt_desk *desk, struct visit *visit, felt_desk_step *then)
{
    char password[FELT_PASSWORD_BYTES + 1];
    if (!felt_desk_take_proof(desk, visit)) return;
    memcpy(password, visit->password, sizeof password);
    felt_desk_wipe(visit->password, sizeof visit->password);
    felt_desk_verify(desk, visit, password, visit->misfit ? "" : visit->user.password, then);
    felt_desk_wipe(password, sizeof password);
}

static bool proved(struct felt_desk *desk, struct visit *visit, bool good, const char *event)
{
    if (good) {
        felt_desk_return_try(desk, visit);
        return true;
    }
    desk->counts.failed++;
    felt_desk_log(desk, visit, event, "failed", visit->user.id, NULL);
    felt_desk_refuse_outcome(desk, visit, FELT_OUTCOME_WRONG_SECRET);
    return false;
}

/* ---- password ---- */

bool felt_desk_read_password(struct felt_desk *desk, struct visit *visit, const struct body *body,
                             const struct felt_desk_request *request)
{
    const char *new_password = body->text[FIELD_NEW];
    (void)request;
    visit->has_password = body->text[FIELD_OLD] != NULL;
    visit->misfit = !felt_desk_copy(visit->password, sizeof visit->password, body->text[FIELD_OLD]);
    if (felt_desk_copy(visit->new_password, sizeof visit->new_password, new_password)) return true;
    felt_desk_refuse_field(desk, visit, FIELD_NEW, "a password has at most 72 bytes");
    return false;
}

static void password_done(struct felt_desk *desk, struct visit *visit, const struct reply *reply)
{
    enum felt_outcome outcome = (enum felt_outcome)reply->receipt->outcome;
    log_outcome(desk, visit, "password", outcome);
    if (accepted(desk, visit, outcome)) felt_desk_answer_nothing(desk, visit, false);
}

static void password_hashed(struct felt_desk *desk, struct visit *visit, const struct reply *reply)
{
    if (!reply->good) {
        felt_desk_refuse_outcome(desk, visit, FELT_OUTCOME_BUSY);
        return;
    }
    struct felt_order *order = begin_own_order(visit, FELT_ORDER_PASSWORD);
    (void)felt_desk_copy(order->password, sizeof order->password, reply->hash);
    felt_desk_order(desk, visit, password_done);
}

static void hash_new_password(struct felt_desk *desk, struct visit *visit)
{
    char password[FELT_PASSWORD_BYTES + 1];
    memcpy(password, visit->new_password, sizeof password);
    felt_desk_wipe(visit->new_password, sizeof visit->new_password);
    felt_desk_hash(desk, visit, password, password_hashed);
    felt_desk_wipe(password, sizeof password);
}

static void password_proved(struct felt_desk *desk, struct visit *visit, const struct reply *reply)
{
    if (proved(desk, visit, reply->good, "password")) hash_new_password(desk, visit);
}

/* Whoever came by a link does not know the old password, or never had one. */
static bool needs_old(const struct visit *visit)
{
    bool person = visit->user.kind == FELT_USER_HUMAN || visit->user.kind == FELT_USER_ADMIN;
    return !person || !felt_session_is_fresh(&visit->session, visit->now_ms);
}

void felt_desk_begin_password(struct felt_desk *desk, struct visit *visit)
{
    struct felt_complaint complaint = {.text = ""};
    bool needed = needs_old(visit);
    if (needed && !visit->user.password[0])
        felt_desk_refuse_outcome(desk, visit, FELT_OUTCOME_WRONG_KIND);
    else if (needed && !visit->has_password)
        felt_desk_refuse_field(desk, visit, FIELD_OLD, "old is missing");
    else if (felt_password_verify(visit->new_password, strlen(visit->new_password),
                                  visit->user.username, visit->user.handle, &complaint) != FELT_OK)
        felt_desk_refuse_field(desk, visit, FIELD_NEW, complaint.text);
    else if (visit->has_password)
        prove(desk, visit, password_proved);
    else
        hash_new_password(desk, visit);
}

/* ---- reload ---- */

static bool is_key(const char *text)
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                  "._-:";
    return *text && text[strspn(text, allowed)] == '\0';
}

bool felt_desk_read_reload(struct felt_desk *desk, struct visit *visit, const struct body *body,
                           const struct felt_desk_request *request)
{
    const char *key = body->text[FIELD_KEY];
    (void)request;
    if (!key) return true;
    if (is_key(key) && felt_desk_copy(visit->key, sizeof visit->key, key)) return true;
    felt_desk_refuse_field(desk, visit, FIELD_KEY, "a key is 1 to 64 letters, digits and . _ - :");
    return false;
}

static void reloaded(struct felt_desk *desk, struct visit *visit, const struct reply *reply)
{
    enum felt_outcome outcome = (enum felt_outcome)reply->receipt->outcome;
    log_outcome(desk, visit, "reload", outcome);
    if (outcome == FELT_OUTCOME_RELOADS) {
        felt_desk_refuse_reload(desk, visit, reply->receipt);
        return;
    }
    if (!accepted(desk, visit, outcome)) return;
    if (!reply->receipt->replayed) desk->counts.reloads++;
    felt_desk_answer_reload(desk, visit, reply->receipt);
}

void felt_desk_begin_reload(struct felt_desk *desk, struct visit *visit)
{
    struct felt_order *order = begin_order(visit, FELT_ORDER_RELOAD);
    if (visit->key[0])
        (void)snprintf(order->key, sizeof order->key, "api:%lld:%s", (long long)visit->user.id,
                       visit->key);
    else
        add_new_key(desk, visit);
    felt_desk_order(desk, visit, reloaded);
}

/* ---- ledger and sessions ---- */

bool felt_desk_read_ledger(struct felt_desk *desk, struct visit *visit, const struct body *body,
                           const struct felt_desk_request *request)
{
    const char *wrong = felt_desk_read_query(request->query, &visit->before, &visit->limit);
    (void)body;
    if (!wrong) return true;
    felt_desk_refuse(desk, visit, 400, "BAD_FIELD", wrong,
                     "before=N and limit=N, each once: whole numbers from 1, limit to 200", 0);
    return false;
}

/* More lines than are shown, so that a page can end with a whole transaction. */
static void ask_lines(struct felt_desk *desk, struct visit *visit, felt_desk_step *then)
{
    struct felt_question question = {.kind = FELT_ASK_HISTORY,
                                     .now_ms = visit->now_ms,
                                     .number = visit->user.id,
                                     .before = visit->before,
                                     .limit = visit->limit + FELT_LINES_MAX};
    felt_desk_ask(desk, visit, &question, then);
}

static void lines_found(struct felt_desk *desk, struct visit *visit, const struct reply *reply)
{
    const struct felt_answer *answer = reply->answer;
    if (!accepted(desk, visit, (enum felt_outcome)answer->outcome)) return;
    felt_desk_answer_ledger(desk, visit, answer->history, answer->count);
}

void felt_desk_begin_ledger(struct felt_desk *desk, struct visit *visit)
{
    ask_lines(desk, visit, lines_found);
}

static void ask_rows(struct felt_desk *desk, struct visit *visit, enum felt_question_kind kind,
                     felt_desk_step *then)
{
    struct felt_question question = {.kind = (uint8_t)kind,
                                     .now_ms = visit->now_ms,
                                     .number = visit->user.id,
                                     .limit = FELT_ASK_ROWS_MAX};
    felt_desk_ask(desk, visit, &question, then);
}

static void sessions_found(struct felt_desk *desk, struct visit *visit, const struct reply *reply)
{
    const struct felt_answer *answer = reply->answer;
    if (!accepted(desk, visit, (enum felt_outcome)answer->outcome)) return;
    felt_desk_answer_sessions(desk, visit, answer->sessions, answer->count);
}

void felt_desk_begin_sessions(struct felt_desk *desk, struct visit *visit)
{
    ask_rows(desk, visit, FELT_ASK_SESSIONS, sessions_found);
}

/* ---- end one session ---- */

/* An id that none can have is as good as one that none has: 404. */
bool felt_desk_read_session_end(struct felt_desk *desk, struct visit *visit,
                                const struct body *body, const struct felt_desk_request *request)
{
    (void)desk, (void)request;
    (void)felt_desk_copy(visit->session_id, sizeof visit->session_id, body->text[FIELD_ID]);
    return true;
}

static void session_end_done(struct felt_desk *desk, struct visit *visit, const struct reply *reply)
{
    enum felt_outcome outcome = (enum felt_outcome)reply->receipt->outcome;
    bool own = memcmp(visit->order.old_token, visit->token, sizeof visit->token) == 0;
    if (outcome == FELT_OUTCOME_NO_SESSION) outcome = FELT_OUTCOME_OK; /* it ended by itself */
    log_outcome(desk, visit, "session_end", outcome);
    if (accepted(desk, visit, outcome)) felt_desk_answer_nothing(desk, visit, own);
}

static void session_to_end_found(struct felt_desk *desk, struct visit *visit,
                                 const struct reply *reply)
{
    const struct felt_answer *answer = reply->answer;
    const struct felt_session *found = NULL;
    if (!accepted(desk, visit, (enum felt_outcome)answer->outcome)) return;
    for (uint32_t i = 0; i < answer->count && !found; i++) {
        char id[FELT_DESK_SESSION_ID + 1];
        felt_desk_session_id(desk, &answer->sessions[i], id);
        if (strcmp(id, visit->session_id) == 0) found = &answer->sessions[i];
    }
    if (!found) {
        felt_desk_refuse(desk, visit, 404, "NOT_FOUND", felt_desk_field_word(FIELD_ID),
                         "there is no such session: it may have ended already", 0);
        return;
    }
    begin_order(visit, FELT_ORDER_SIGN_OUT)->has_old_token = true;
    memcpy(visit->order.old_token, found->token, sizeof found->token);
    felt_desk_order(desk, visit, session_end_done);
}

void felt_desk_begin_session_end(struct felt_desk *desk, struct visit *visit)
{
    ask_rows(desk, visit, FELT_ASK_SESSIONS, session_to_end_found);
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

static void export_seats(struct felt_desk *desk, struct visit *visit, const struct reply *reply)
{
    const struct felt_answer *answer = reply->answer;
    if (!accepted(desk, visit, (enum felt_outcome)answer->outcome)) return;
    if (answer->count >= FELT_ASK_ROWS_MAX) visit->collection.complete = false;
    felt_desk_log(desk, visit, "export", "ok", visit->user.id, NULL);
    felt_desk_answer_export(desk, visit, answer->accounts, answer->count);
}

static void export_sessions(struct felt_desk *desk, struct visit *visit, const struct reply *reply)
{
    struct felt_answer *answer = reply->answer;
    if (!accepted(desk, visit, (enum felt_outcome)answer->outcome)) return;
    visit->collection.sessions = answer->sessions;
    visit->collection.session_count = answer->count;
    if (answer->count >= FELT_ASK_ROWS_MAX) visit->collection.complete = false;
    answer->rows = NULL;
    ask_rows(desk, visit, FELT_ASK_SEATS, export_seats);
}

static void export_lines(struct felt_desk *desk, struct visit *visit, const struct reply *reply)
{
    const struct felt_answer *answer = reply->answer;
    struct collection *collection = &visit->collection;
    if (!accepted(desk, visit, (enum felt_outcome)answer->outcome)) return;
    uint32_t page = felt_desk_page(answer->history, answer->count, visit->limit);
    if (!keep_lines(collection, answer->history, page)) {
        felt_desk_refuse_outcome(desk, visit, FELT_OUTCOME_BUSY);
        return;
    }
    collection->complete = page == answer->count;
    if (collection->complete || collection->count >= FELT_DESK_EXPORT_MAX) {
        ask_rows(desk, visit, FELT_ASK_SESSIONS, export_sessions);
        return;
    }
    felt_assert(collection->count > 0);
    visit->before = collection->lines[collection->count - 1].transaction;
    ask_lines(desk, visit, export_lines);
}

void felt_desk_begin_export(struct felt_desk *desk, struct visit *visit)
{
    if (desk->exports >= FELT_DESK_EXPORTS) {
        felt_desk_refuse_outcome(desk, visit, FELT_OUTCOME_BUSY);
        return;
    }
    desk->exports++;
    visit->exporting = true;
    visit->before = INT64_MAX;
    visit->limit = FELT_ASK_ROWS_MAX - FELT_LINES_MAX;
    ask_lines(desk, visit, export_lines);
}

/* ---- delete ---- */

bool felt_desk_read_delete(struct felt_desk *desk, struct visit *visit, const struct body *body,
                           const struct felt_desk_request *request)
{
    const char *password = body->text[FIELD_PASSWORD], *confirm = body->text[FIELD_CONFIRM];
    (void)request;
    visit->has_password = password != NULL;
    visit->misfit = password && !felt_desk_copy(visit->password, sizeof visit->password, password);
    visit->confirmed = confirm != NULL;
    if (!confirm || strcmp(confirm, "delete") == 0) return true;
    felt_desk_refuse_field(desk, visit, FIELD_CONFIRM, "confirm must be \"delete\"");
    return false;
}

static void closed(struct felt_desk *desk, struct visit *visit, const struct reply *reply)
{
    enum felt_outcome outcome = (enum felt_outcome)reply->receipt->outcome;
    log_outcome(desk, visit, "delete", outcome);
    if (accepted(desk, visit, outcome)) felt_desk_answer_nothing(desk, visit, true);
}

static void close_account(struct felt_desk *desk, struct visit *visit)
{
    (void)begin_own_order(visit, FELT_ORDER_CLOSE);
    felt_desk_order(desk, visit, closed);
}

static void delete_proved(struct felt_desk *desk, struct visit *visit, const struct reply *reply)
{
    if (proved(desk, visit, reply->good, "delete")) close_account(desk, visit);
}

/* Whoever has a password must give it; whoever has none must say what he wants. */
void felt_desk_begin_delete(struct felt_desk *desk, struct visit *visit)
{
    bool by_password = visit->user.password[0] != '\0';
    if (by_password && !visit->has_password)
        felt_desk_refuse_field(desk, visit, FIELD_PASSWORD, "password is missing");
    else if (by_password)
        prove(desk, visit, delete_proved);
    else if (!visit->confirmed)
        felt_desk_refuse_field(desk, visit, FIELD_CONFIRM, "confirm is missing: say \"delete\"");
    else
        close_account(desk, visit);
}
