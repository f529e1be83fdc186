/* answers.c -- what the accounts API says: users, lines, sessions and mistakes as JSON, cookies,
 * and lines of the log.
 *
 * An answer is written into memory that grows until it fits: a writer is called again with twice as
 * much.  Writers read the request, so it is released only when its answer is written; it is
 * released before the answer is given, so that its number may be used again at once. */
#include "server/http/accounts/parts.h"

#include "base/hex.h"
#include "server/http/history_line.h"
#include "server/http/mistake.h"
#include "base/calendar.h"
#include "base/json_member.h"

#include "felt/assert.h"
#include "felt/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    OUT_USUAL = 16 * 1024,
    OUT_MAX = 256 * 1024 * 1024, /* the largest export has 200000 lines of less than 1 KiB */
    LOG_BYTES = 1024
};

/* What a writer may need beside the request. */
struct content {
    const char *code, *field, *message;
    const struct felt_user *user;
    felt_chips total;
    const struct felt_receipt *receipt;
    const void *rows;
    uint32_t count, shown;
    felt_http_accounts_writer *other;
};
typedef void writer(struct felt_json *json, const struct felt_http_accounts *accounts,
                    const struct req *req, const struct content *content);

/* ---- giving an answer ---- */

static bool compose(struct felt_http_accounts *accounts, const struct req *req, writer *write,
                    const struct content *content, size_t *bytes)
{
    for (size_t capacity = accounts->out_bytes ? accounts->out_bytes : OUT_USUAL;
         capacity <= OUT_MAX; capacity *= 2) {
        if (capacity > accounts->out_bytes) {
            char *larger = realloc(accounts->out, capacity);
            if (!larger) return false;
            accounts->out = larger;
            accounts->out_bytes = capacity;
        }
        struct felt_buffer buffer = felt_buffer_make(accounts->out, accounts->out_bytes);
        struct felt_json json = felt_json_make(&buffer);
        write(&json, accounts, req, content);
        *bytes = buffer.used;
        if (felt_json_done(&json)) return true;
    }
    return false;
}

static void give(struct felt_http_accounts *accounts, struct req *req,
                 struct felt_http_accounts_answer *answer, writer *write,
                 const struct content *content)
{
    static const char no_memory[] =
        "{\"error\":{\"code\":\"BUSY\",\"message\":\"there is not enough memory\"}}";
    uint32_t number = req->number;
    if (compose(accounts, req, write, content, &answer->bytes)) {
        answer->body = accounts->out;
    } else {
        *answer = (struct felt_http_accounts_answer){
            .status = 503, .body = no_memory, .bytes = sizeof no_memory - 1, .retry_s = 1};
    }
    accounts->counts.answers[answer->status / 100]++;
    felt_http_accounts_release(accounts, req);
    accounts->services->answer(accounts->services->self, number, answer); /* D1 */
    if (accounts->out_bytes > 16 * OUT_USUAL) {
        free(accounts->out);
        accounts->out = NULL;
        accounts->out_bytes = 0;
    }
}

/* ---- parts of answers ---- */

/* Members of a user, without the ends of the object. */
static void write_user_members(struct felt_json *json, const struct felt_user *user,
                               felt_chips total)
{
    felt_json_put_int(json, "id", user->id);
    felt_json_put_text(json, "kind", felt_user_kind_word((enum felt_user_kind)user->kind));
    felt_json_put_text(json, "username", user->username);
    felt_json_put_text(json, "handle", user->handle);
    felt_json_put_text(json, "email", user->email);
    felt_json_put_text(json, "birthday", user->birthday);
    felt_json_put_int(json, "chips", user->chips);
    felt_json_put_int(json, "seated", total - user->chips);
    felt_json_put_int(json, "total", total);
    felt_json_put_int(json, "invested", user->invested);
    felt_json_put_int(json, "level", user->level);
    felt_json_put_moment(json, "reg_date", user->reg_date);
    felt_json_put_moment(json, "last_visit", user->last_visit);
}

static void write_user(struct felt_json *json, const struct felt_user *user, felt_chips total)
{
    felt_json_key(json, "user");
    felt_json_object(json);
    write_user_members(json, user, total);
    felt_json_end(json);
}

void felt_http_accounts_session_id(const struct felt_http_accounts *accounts,
                                   const struct felt_session *session,
                                   char out[FELT_HTTP_ACCOUNTS_SESSION_ID + 1])
{
    uint8_t digest[FELT_DIGEST_BYTES];
    accounts->services->digests.hash(session->token, sizeof session->token, digest);
    felt_hex_write(digest, FELT_HTTP_ACCOUNTS_SESSION_ID / 2, out);
}

static void write_session(struct felt_json *json, const struct felt_http_accounts *accounts,
                          const struct req *req, const struct felt_session *session)
{
    char id[FELT_HTTP_ACCOUNTS_SESSION_ID + 1];
    felt_http_accounts_session_id(accounts, session, id);
    felt_json_object(json);
    felt_json_put_text(json, "id", id);
    felt_json_put_text(json, "kind", felt_session_kind_word((enum felt_session_kind)session->kind));
    felt_json_put_moment(json, "created", session->created);
    felt_json_put_moment(json, "last_seen", session->last_seen);
    felt_json_put_moment(json, "expires", session->expires);
    felt_json_put_text(json, "address", session->address);
    felt_json_put_text(json, "agent", session->agent);
    felt_json_put_bool(json, "current", memcmp(session->token, req->token, FELT_DIGEST_BYTES) == 0);
    felt_json_end(json);
}

static void write_sessions(struct felt_json *json, const struct felt_http_accounts *accounts,
                           const struct req *req, const struct felt_session *sessions,
                           uint32_t count)
{
    felt_json_key(json, "sessions");
    felt_json_array(json);
    for (uint32_t i = 0; i < count; i++) write_session(json, accounts, req, &sessions[i]);
    felt_json_end(json);
}

/* ---- cookies ---- */

static const char *set_cookie(const struct req *req, const char *name, const char *value,
                              int64_t seconds, char out[FELT_HTTP_ACCOUNTS_COOKIE_BYTES])
{
    (void)snprintf(out, FELT_HTTP_ACCOUNTS_COOKIE_BYTES,
                   "%s%s=%s; Path=/; HttpOnly; SameSite=Strict; Max-Age=%lld%s",
                   req->secure ? FELT_HTTP_HOST : "", name, value, (long long)seconds,
                   req->secure ? "; Secure" : "");
    return out;
}

static const char *new_cookie(const struct req *req, char out[FELT_HTTP_ACCOUNTS_COOKIE_BYTES])
{
    felt_assert(req->new_token[0] != '\0');
    return set_cookie(req, FELT_HTTP_SESSION, req->new_token,
                      (req->order.expires_ms - req->now_ms) / 1000, out);
}

/* For whoever may sign in by a name (D7); NULL: a guest. */
static const char *new_device(const struct felt_http_accounts *accounts, const struct req *req,
                              const struct felt_user *user,
                              char out[FELT_HTTP_ACCOUNTS_COOKIE_BYTES])
{
    const struct felt_digests *digests = &accounts->services->digests;
    char text[FELT_HTTP_DEVICE_TEXT_BYTES + 1], name[FELT_USERNAME_MAX + 1];
    struct felt_http_device device = {.user = user->id,
                                      .expires_ms = req->now_ms + FELT_HTTP_DEVICE_MS};
    if (user->kind != FELT_USER_HUMAN && user->kind != FELT_USER_ADMIN) return NULL;
    felt_name_fold(user->username, name);
    device.name = felt_http_device_name(digests, accounts->device_key, name);
    accounts->services->entropy(accounts->services->self, device.mark, sizeof device.mark);
    felt_http_device_write(digests, accounts->device_key, &device, text);
    return set_cookie(req, FELT_HTTP_DEVICE, text, FELT_HTTP_DEVICE_MS / 1000, out);
}

/* ---- mistakes ---- */

static void write_mistake(struct felt_json *json, const struct felt_http_accounts *accounts,
                          const struct req *req, const struct content *content)
{
    (void)accounts, (void)req;
    felt_json_put_mistake(json, content->code, content->message, content->field);
}

void felt_http_accounts_refuse(struct felt_http_accounts *accounts, struct req *req, int status,
                               const char *code, const char *field, const char *message,
                               int retry_s)
{
    struct felt_http_accounts_answer answer = {.status = status, .retry_s = retry_s};
    struct content content = {.code = code, .field = field, .message = message};
    give(accounts, req, &answer, write_mistake, &content);
}

void felt_http_accounts_refuse_field(struct felt_http_accounts *accounts, struct req *req,
                                     enum field field, const char *message)
{
    felt_http_accounts_refuse(accounts, req, 400, "BAD_FIELD", felt_http_accounts_field_word(field),
                              message, 0);
}

void felt_http_accounts_refuse_outcome(struct felt_http_accounts *accounts, struct req *req,
                                       enum felt_outcome outcome)
{
    static const uint16_t statuses[FELT_OUTCOMES] = {
        [FELT_OUTCOME_UNAVAILABLE] = 503, [FELT_OUTCOME_BUSY] = 503,
        [FELT_OUTCOME_NO_SESSION] = 401,  [FELT_OUTCOME_WRONG_SECRET] = 401,
        [FELT_OUTCOME_DISABLED] = 403,    [FELT_OUTCOME_WRONG_KIND] = 403,
        [FELT_OUTCOME_BAD_NAME] = 400,    [FELT_OUTCOME_BAD_AMOUNT] = 400,
        [FELT_OUTCOME_BAD_SUM] = 400,     [FELT_OUTCOME_BAD_KEY] = 400,
        [FELT_OUTCOME_NO_CLUB] = 404,     [FELT_OUTCOME_NO_MEMBER] = 404,
        [FELT_OUTCOME_NOT_ALLOWED] = 403, [FELT_OUTCOME_BAD_TEXT] = 400,
        [FELT_OUTCOME_NEEDS_CODE] = 401,  [FELT_OUTCOME_WRONG_CODE] = 401,
    };
    felt_assert(outcome != FELT_OUTCOME_OK && outcome < FELT_OUTCOMES);
    /* A user who is gone has no session; why a signed request is not taken is nobody's business. */
    if (outcome == FELT_OUTCOME_NO_USER) outcome = FELT_OUTCOME_NO_SESSION;
    if (outcome == FELT_OUTCOME_REPLAYED) outcome = FELT_OUTCOME_WRONG_SECRET;
    int status = statuses[outcome] ? statuses[outcome] : 409;
    const char *message = felt_outcome_text(outcome);
    if (outcome == FELT_OUTCOME_UNAVAILABLE && req->asked) /* a question changes nothing */
        message = "the books cannot be reached; try again";
    const char *code = felt_outcome_word(outcome), *field = NULL;
    if (outcome == FELT_OUTCOME_NAME_TAKEN) field = felt_http_accounts_field_word(FIELD_USERNAME);
    if (outcome == FELT_OUTCOME_HANDLE_TAKEN) field = felt_http_accounts_field_word(FIELD_HANDLE);
    if (outcome == FELT_OUTCOME_BAD_NAME) {
        code = "BAD_FIELD"; /* a name is refused alike, whoever noticed */
        field = felt_http_accounts_field_word(req->username[0] ? FIELD_USERNAME : FIELD_HANDLE);
    }
    felt_http_accounts_refuse(accounts, req, status, code, field, message, status == 503 ? 1 : 0);
}

/* ---- answers ---- */

static void write_other(struct felt_json *json, const struct felt_http_accounts *accounts,
                        const struct req *req, const struct content *content)
{
    content->other(json, accounts, req, content->rows);
}

void felt_http_accounts_answer_with(struct felt_http_accounts *accounts, struct req *req,
                                    int status, felt_http_accounts_writer *write,
                                    const void *content)
{
    struct felt_http_accounts_answer answer = {.status = status};
    struct content other = {.rows = content, .other = write};
    give(accounts, req, &answer, write_other, &other);
}

static void write_config(struct felt_json *json, const struct felt_http_accounts *accounts,
                         const struct req *req, const struct content *content)
{
    (void)req, (void)content;
    felt_json_object(json);
    felt_json_put_bool(json, "registration", accounts->config->open);
    felt_json_put_bool(json, "guests", accounts->config->open);
    felt_json_put_bool(json, "facebook", accounts->config->facebook_secret != NULL);
    if (accounts->config->facebook_secret && accounts->config->facebook_app)
        felt_json_put_text(json, "facebook_app", accounts->config->facebook_app);
    felt_json_end(json);
}

void felt_http_accounts_answer_config(struct felt_http_accounts *accounts, struct req *req)
{
    struct felt_http_accounts_answer answer = {.status = 200};
    give(accounts, req, &answer, write_config, NULL);
}

static void write_nothing(struct felt_json *json, const struct felt_http_accounts *accounts,
                          const struct req *req, const struct content *content)
{
    (void)accounts, (void)req, (void)content;
    felt_json_object(json);
    felt_json_end(json);
}

void felt_http_accounts_answer_nothing(struct felt_http_accounts *accounts, struct req *req,
                                       bool take_back)
{
    char cookie[FELT_HTTP_ACCOUNTS_COOKIE_BYTES];
    struct felt_http_accounts_answer answer = {.status = 200};
    if (take_back && !req->by_bearer)
        answer.cookie = set_cookie(req, FELT_HTTP_SESSION, "", 0, cookie);
    give(accounts, req, &answer, write_nothing, NULL);
}

static void write_only_user(struct felt_json *json, const struct felt_http_accounts *accounts,
                            const struct req *req, const struct content *content)
{
    (void)accounts, (void)req;
    felt_json_object(json);
    write_user(json, content->user, content->total);
    felt_json_end(json);
}

void felt_http_accounts_answer_user(struct felt_http_accounts *accounts, struct req *req,
                                    int status, const struct felt_user *user, felt_chips total,
                                    bool with_cookie)
{
    char cookie[FELT_HTTP_ACCOUNTS_COOKIE_BYTES], device[FELT_HTTP_ACCOUNTS_COOKIE_BYTES];
    struct felt_http_accounts_answer answer = {.status = status};
    struct content content = {.user = user, .total = total};
    if (with_cookie) answer.cookie = new_cookie(req, cookie);
    if (with_cookie) answer.device = new_device(accounts, req, user, device);
    give(accounts, req, &answer, write_only_user, &content);
    felt_http_accounts_wipe(cookie, sizeof cookie);
}

static void write_facebook(struct felt_json *json, const struct felt_http_accounts *accounts,
                           const struct req *req, const struct content *content)
{
    (void)accounts, (void)req;
    felt_json_object(json);
    write_user(json, &content->receipt->user, content->receipt->total);
    felt_json_put_bool(json, "created", content->receipt->created);
    felt_json_end(json);
}

void felt_http_accounts_answer_facebook(struct felt_http_accounts *accounts, struct req *req,
                                        const struct felt_receipt *receipt)
{
    char cookie[FELT_HTTP_ACCOUNTS_COOKIE_BYTES], device[FELT_HTTP_ACCOUNTS_COOKIE_BYTES];
    struct felt_http_accounts_answer answer = {
        .status = receipt->created ? 201 : 200,
        .cookie = new_cookie(req, cookie),
        .device = new_device(accounts, req, &receipt->user, device)};
    struct content content = {.receipt = receipt};
    give(accounts, req, &answer, write_facebook, &content);
    felt_http_accounts_wipe(cookie, sizeof cookie);
}

static void write_reload(struct felt_json *json, const struct felt_http_accounts *accounts,
                         const struct req *req, const struct content *content)
{
    const struct felt_receipt *receipt = content->receipt;
    (void)accounts, (void)req;
    felt_json_object(json);
    write_user(json, &receipt->user, receipt->total);
    felt_json_put_int(json, "amount", receipt->amount);
    felt_json_put_int(json, "transaction", receipt->transaction);
    felt_json_put_bool(json, "replayed", receipt->replayed);
    felt_json_end(json);
}

static void write_no_reload(struct felt_json *json, const struct felt_http_accounts *accounts,
                            const struct req *req, const struct content *content)
{
    (void)accounts, (void)req;
    felt_json_object(json);
    felt_json_key(json, "error");
    felt_json_object(json);
    felt_json_put_text(json, "code", felt_outcome_word(FELT_OUTCOME_RELOADS));
    felt_json_put_text(json, "message", content->message);
    felt_json_put_moment(json, "next", content->receipt->next_ms);
    felt_json_end(json);
    felt_json_end(json);
}

void felt_http_accounts_refuse_reload(struct felt_http_accounts *accounts, struct req *req,
                                      const struct felt_receipt *receipt)
{
    char moment[FELT_MOMENT_BYTES], message[160];
    (void)snprintf(message, sizeof message, "%s; the next one is possible at %s",
                   felt_outcome_text(FELT_OUTCOME_RELOADS),
                   felt_moment_write(receipt->next_ms, moment));
    int64_t wait_ms = receipt->next_ms - req->now_ms; /* less than a day, so it fits */
    struct felt_http_accounts_answer answer = {.status = 429,
                                               .retry_s = (int)((wait_ms + 999) / 1000)};
    struct content content = {.message = message, .receipt = receipt};
    give(accounts, req, &answer, write_no_reload, &content);
}

void felt_http_accounts_answer_reload(struct felt_http_accounts *accounts, struct req *req,
                                      const struct felt_receipt *receipt)
{
    struct felt_http_accounts_answer answer = {.status = 200};
    struct content content = {.receipt = receipt};
    give(accounts, req, &answer, write_reload, &content);
}

uint32_t felt_http_accounts_page(const struct felt_history_row *lines, uint32_t count,
                                 uint32_t limit)
{
    if (count <= limit) return count;
    uint32_t shown = limit;
    while (shown < count && lines[shown].transaction == lines[shown - 1].transaction) shown++;
    return shown;
}

static void write_ledger(struct felt_json *json, const struct felt_http_accounts *accounts,
                         const struct req *req, const struct content *content)
{
    const struct felt_history_row *lines = content->rows;
    (void)accounts, (void)req;
    felt_json_object(json);
    felt_json_key(json, "lines");
    felt_json_array(json);
    for (uint32_t i = 0; i < content->shown; i++) felt_json_history_line(json, &lines[i]);
    felt_json_end(json);
    if (content->shown < content->count)
        felt_json_put_int(json, "next", lines[content->shown - 1].transaction);
    felt_json_end(json);
}

void felt_http_accounts_answer_ledger(struct felt_http_accounts *accounts, struct req *req,
                                      const struct felt_history_row *lines, uint32_t count)
{
    struct felt_http_accounts_answer answer = {.status = 200};
    struct content content = {
        .rows = lines, .count = count, .shown = felt_http_accounts_page(lines, count, req->limit)};
    give(accounts, req, &answer, write_ledger, &content);
}

static void write_all_sessions(struct felt_json *json, const struct felt_http_accounts *accounts,
                               const struct req *req, const struct content *content)
{
    (void)accounts;
    felt_json_object(json);
    write_sessions(json, accounts, req, content->rows, content->count);
    felt_json_end(json);
}

void felt_http_accounts_answer_sessions(struct felt_http_accounts *accounts, struct req *req,
                                        const struct felt_session *sessions, uint32_t count)
{
    struct felt_http_accounts_answer answer = {.status = 200};
    struct content content = {.rows = sessions, .count = count};
    give(accounts, req, &answer, write_all_sessions, &content);
}

static void write_seats(struct felt_json *json, const struct felt_account *seats, uint32_t count)
{
    felt_json_key(json, "accounts");
    felt_json_array(json);
    for (uint32_t i = 0; i < count; i++) {
        felt_json_object(json);
        felt_json_put_text(json, "account", seats[i].name);
        felt_json_put_int(json, "balance", seats[i].balance);
        felt_json_end(json);
    }
    felt_json_end(json);
}

static void write_export(struct felt_json *json, const struct felt_http_accounts *accounts,
                         const struct req *req, const struct content *content)
{
    const struct collection *collection = &req->collection;
    (void)accounts;
    felt_json_object(json);
    felt_json_put_moment(json, "exported", req->now_ms);
    felt_json_key(json, "user");
    felt_json_object(json);
    write_user_members(json, &req->user, req->total);
    felt_json_put_text(json, "facebook_id", req->user.facebook_id);
    felt_json_put_text(json, "bookmark", req->user.bookmark);
    felt_json_put_text(json, "remote_address", req->user.remote_address);
    felt_json_put_bool(json, "has_password", req->user.password[0] != '\0');
    felt_json_end(json);
    write_sessions(json, accounts, req, collection->sessions, collection->session_count);
    write_seats(json, content->rows, content->count);
    felt_json_key(json, "lines");
    felt_json_array(json);
    for (size_t i = 0; i < collection->count && !json->out->overflow; i++)
        felt_json_history_line(json, &collection->lines[i]);
    felt_json_end(json);
    felt_json_put_bool(json, "complete", collection->complete);
    felt_json_end(json);
}

void felt_http_accounts_answer_export(struct felt_http_accounts *accounts, struct req *req,
                                      const struct felt_account *seats, uint32_t count)
{
    struct felt_http_accounts_answer answer = {.status = 200, .filename = "felt-export.json"};
    struct content content = {.rows = seats, .count = count};
    give(accounts, req, &answer, write_export, &content);
}

/* ---- the log ---- */

void felt_http_accounts_log(struct felt_http_accounts *accounts, const struct req *req,
                            const char *event, const char *outcome, int64_t user,
                            const char *reason)
{
    char memory[LOG_BYTES];
    struct felt_buffer buffer = felt_buffer_make(memory, sizeof memory);
    struct felt_json json = felt_json_make(&buffer);
    if (!accounts->services->log) return;
    felt_json_object(&json);
    felt_json_put_text(&json, "event", event);
    felt_json_put_text(&json, "outcome", outcome);
    if (user) felt_json_put_int(&json, "user", user);
    felt_json_put_text(&json, "address", req->address);
    if (reason) felt_json_put_text(&json, "reason", reason);
    felt_json_end(&json);
    if (felt_json_done(&json))
        accounts->services->log(accounts->services->self, memory, buffer.used);
}
