/* fuzz_http_accounts.c -- any bytes as requests to the accounts API.
 *
 * A request is a line of choices and texts that end with a zero byte:
 *
 *     choices   bit 0: POST, 1: TLS, 2: foreign, 3: another type, 4: bearer instead of a cookie,
 *               5: a good cookie before the text, 6: its client leaves at once
 *     replies   two bits for each thing that comes back: good, refused, unavailable, never
 *     path, cookie, query, body
 *
 * What must hold: every request is answered once unless its client left or something never came
 * (D1); every answer is JSON with a fitting status; and nothing of the password hash is in it. */
#define _GNU_SOURCE /* memmem */
#include "felt/assert.h"
#include "server/http/accounts/accounts.h"
#include "os/secret.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define COOKIE "felt_session=AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"
#define HASH   "$2b$04$abcdefghijklmnopqrstuv"

enum { REQUESTS = 4, PENDING = 16, TEXT = 9000 };

struct pending {
    uint64_t ticket;
    enum { ORDER, ASK, HASHED } what;
    uint8_t kind;
    uint32_t limit;
};

struct stage {
    struct pending pending[PENDING];
    int count, answers[REQUESTS];
    uint8_t entropy;
};

static bool keep(struct stage *stage, struct pending pending)
{
    if (pending.ticket == 0) return true;
    if (stage->count == PENDING) return false;
    stage->pending[stage->count++] = pending;
    return true;
}

static bool order(void *self, const struct felt_order *order, uint64_t ticket)
{
    felt_assert(order->kind < FELT_ORDER_KINDS);
    felt_assert(felt_order_verify(order) != FELT_OUTCOME_BAD_KEY);
    return keep(self, (struct pending){.ticket = ticket, .what = ORDER, .kind = order->kind});
}

static bool ask(void *self, const struct felt_question *question, uint64_t ticket)
{
    felt_assert(question->limit >= 1 && question->limit <= FELT_QUESTION_ROWS_MAX);
    return keep(
        self, (struct pending){
                  .ticket = ticket, .what = ASK, .kind = question->kind, .limit = question->limit});
}

static bool hash(void *self, const char *password, uint64_t ticket)
{
    felt_assert(strlen(password) <= FELT_PASSWORD_BYTES);
    return keep(self, (struct pending){.ticket = ticket, .what = HASHED});
}

static bool verify(void *self, const char *password, const char *hashed, uint64_t ticket)
{
    felt_assert(strlen(hashed) <= FELT_PASSWORD_HASH_BYTES);
    return hash(self, password, ticket);
}

static void entropy(void *self, void *out, size_t bytes)
{
    struct stage *stage = self;
    memset(out, ++stage->entropy, bytes);
}

static void answer(void *self, uint32_t request, const struct felt_http_accounts_answer *answer)
{
    struct stage *stage = self;
    json_t *root = json_loadb(answer->body, answer->bytes, JSON_REJECT_DUPLICATES, NULL);
    felt_assert(request < REQUESTS);
    felt_assert(++stage->answers[request] == 1);
    felt_assert(json_is_object(root));
    felt_assert((json_object_get(root, "error") == NULL) == (answer->status < 300));
    felt_assert(answer->status >= 200 && answer->status < 600);
    felt_assert((answer->status == 429 || answer->status == 503) == (answer->retry_s > 0));
    felt_assert(!memmem(answer->body, answer->bytes, HASH, strlen(HASH)));
    json_decref(root);
}

static void say(void *self, const char *json, size_t bytes)
{
    json_t *root = json_loadb(json, bytes, JSON_REJECT_DUPLICATES, NULL);
    (void)self;
    felt_assert(json_is_object(root));
    json_decref(root);
}

static struct felt_user make_user(uint8_t choice)
{
    return (struct felt_user){.id = 17,
                              .kind = (uint8_t)(choice % FELT_USER_KINDS),
                              .username = "ada",
                              .handle = "Ada",
                              .password = HASH};
}

/* Rows of a size that the accounts API must bear; of a history more than were asked for at times.
 */
static void add_rows(struct felt_ledger_answer *out, const struct pending *pending)
{
    static const size_t bytes[FELT_QUESTION_KINDS] = {
        [FELT_QUESTION_HISTORY] = sizeof(struct felt_history_row),
        [FELT_QUESTION_SESSIONS] = sizeof(struct felt_session),
        [FELT_QUESTION_SEATS] = sizeof(struct felt_account),
        [FELT_QUESTION_CLUB] = sizeof(struct felt_club_row),
        [FELT_QUESTION_CLUBS] = sizeof(struct felt_club_row),
        [FELT_QUESTION_CLUB_LEADERS] = sizeof(struct felt_ledger_leader)};
    if (!bytes[pending->kind]) return;
    out->count = pending->limit < 5 ? pending->limit : 5;
    out->rows = calloc(out->count, bytes[pending->kind]);
    felt_assert(out->rows != NULL);
    if (pending->kind == FELT_QUESTION_CLUB) { /* he who asks is the second of its members */
        out->clubs[1].member.user = 17;
        out->clubs[1].member.rank = FELT_CLUB_MANAGER;
        memcpy(out->clubs[1].handle, "Ada", 4);
    }
}

static void reply(struct felt_http_accounts *accounts, const struct pending *pending, int how,
                  int64_t now_ms)
{
    static const uint8_t outcomes[] = {FELT_OUTCOME_OK, FELT_OUTCOME_NO_SESSION,
                                       FELT_OUTCOME_UNAVAILABLE};
    if (how == 3) return;
    if (pending->what == HASHED) {
        felt_http_accounts_hashed(accounts, pending->ticket, how == 0, false, HASH, now_ms);
    } else if (pending->what == ORDER) {
        struct felt_receipt receipt = {.outcome = outcomes[how], .user = make_user(1)};
        felt_http_accounts_receipt(accounts, pending->ticket, &receipt, now_ms);
    } else {
        struct felt_ledger_answer found = {.outcome = outcomes[how], .user = make_user(1)};
        add_rows(&found, pending);
        felt_http_accounts_found(accounts, pending->ticket, &found, now_ms);
    }
}

/* A text up to a zero byte or the end, with a zero behind it. */
static size_t take(const uint8_t **at, const uint8_t *end, char out[TEXT])
{
    const uint8_t *zero = memchr(*at, 0, (size_t)(end - *at));
    size_t bytes = (size_t)((zero ? zero : end) - *at), kept = bytes < TEXT ? bytes : TEXT - 1;
    memcpy(out, *at, kept);
    out[kept] = '\0';
    *at += bytes + (zero != NULL);
    return kept;
}

struct texts {
    char path[TEXT], cookie[TEXT + sizeof COOKIE], query[TEXT], body[TEXT];
};

static void send(struct felt_http_accounts *accounts, struct stage *stage, uint32_t number,
                 const uint8_t **at, const uint8_t *end, struct texts *texts)
{
    uint8_t choices = (*at)[0], replies = (*at)[1];
    int64_t now_ms = INT64_C(1767323045000);
    size_t start = choices & 32 ? strlen(COOKIE) : 0;
    *at += 2;
    take(at, end, texts->path);
    memcpy(texts->cookie, COOKIE, start);
    take(at, end, texts->cookie + start);
    take(at, end, texts->query);
    size_t bytes = take(at, end, texts->body);
    struct felt_http_accounts_request request = {.post = choices & 1,
                                                 .secure = choices & 2,
                                                 .foreign = choices & 4,
                                                 .type = choices & 8 ? texts->query
                                                                     : "application/json",
                                                 .bearer = choices & 16 ? texts->cookie : "",
                                                 .cookie = choices & 16 ? "" : texts->cookie,
                                                 .path = texts->path,
                                                 .query = texts->query,
                                                 .body = texts->body,
                                                 .bytes = bytes,
                                                 .agent = texts->query,
                                                 .address = texts->query};
    stage->answers[number] = 0;
    felt_http_accounts_request(accounts, number, &request, now_ms);
    if (choices & 64) felt_http_accounts_gone(accounts, number);
    bool lost = choices & 64;
    for (int i = 0; i < stage->count; i++) {
        int how = replies >> (i % 4 * 2) & 3;
        lost = lost || how == 3;
        reply(accounts, &stage->pending[i], how, now_ms);
    }
    felt_assert(lost || stage->answers[number] == 1);
    stage->count = 0;
    felt_http_accounts_gone(accounts, number);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct texts texts;
    struct stage stage = {0};
    struct felt_http_accounts_config config = {.requests_max = REQUESTS,
                                               .limits = felt_http_accounts_limits_usual,
                                               .facebook_secret = "a secret of this harness",
                                               .session_ms = 1000,
                                               .guest_ms = 1000,
                                               .open = true};
    struct felt_http_accounts_services services = {.self = &stage,
                                                   .bank = {&stage, order, ask},
                                                   .digests = felt_secret_digests,
                                                   .entropy = entropy,
                                                   .hash = hash,
                                                   .verify = verify,
                                                   .answer = answer,
                                                   .log = say};
    const uint8_t *end = data + size;
    struct felt_http_accounts *accounts = felt_http_accounts_open(&config, &services);
    felt_assert(accounts != NULL);
    for (uint32_t number = 0; end - data > 2; number = (number + 1) % REQUESTS)
        send(accounts, &stage, number, &data, end, &texts);
    felt_http_accounts_close(accounts);
    return 0;
}
