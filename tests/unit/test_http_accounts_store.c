/* test_http_accounts_store.c -- the accounts API with all that stands behind it: the ledger in a
 * database of a temporary directory, and passwords that are really hashed (at the lowest cost).
 *
 * Every test ends with a look at everything that was said, in answers and in the log: passwords,
 * tokens and hashes are nowhere in it. */
#define _GNU_SOURCE /* memmem */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/base64url.h"
#include "cluster.h"
#include "http_accounts_front.h"
#include "module.h"
#include "os/hasher.h"
#include "remove_folder.h"
#include "store/ledger/ledger_store.h"
#include "store/backup/backup.h"

#include <unistd.h>

#define PASSWORD "correct horse"
#define OTHER    "battery staple"
#define SECRET   "an app secret of this test only"
#define ADA      "{\"username\":\"ada\",\"password\":\"" PASSWORD "\"}"

enum { TOKENS = 64, PATIENCE_MS = 60000 /* on a slow machine, too */ };

struct scene {
    char directory[256];
    struct felt_ledger_store_config config;
    struct felt_ledger_store *bank;
    struct felt_ledger_client *tournaments, *operators;
    struct felt_hasher *hasher;
    struct front *front;
    char tokens[TOKENS][FELT_HTTP_ACCOUNTS_TOKEN_BYTES + 1]; /* all that were given */
    int token_count;
};

/* ---- behind the accounts API
 * ------------------------------------------------------------------------- */

static bool hash(void *self, const char *password, uint64_t ticket)
{
    struct scene *scene = ((struct front *)self)->behind;
    return felt_hasher_hash(scene->hasher, password, ticket);
}

static bool verify(void *self, const char *password, const char *hashed, uint64_t ticket)
{
    struct scene *scene = ((struct front *)self)->behind;
    return felt_hasher_verify(scene->hasher, password, hashed, ticket);
}

static int set_up(void **state)
{
    struct scene *scene = calloc(1, sizeof *scene);
    assert_non_null(scene);
    struct felt_complaint complaint = {.text = ""};
    (void)snprintf(scene->directory, sizeof scene->directory, "%s/felt-desk-XXXXXX",
                   felt_test_folder());
    assert_non_null(mkdtemp(scene->directory));
    scene->config = felt_ledger_store_config_usual;
    scene->config.sql = (struct felt_sql_config){
        .kind = FELT_SQL_SQLITE, .place = scene->directory, .wait_ms = PATIENCE_MS};
    scene->config.patience_ms = PATIENCE_MS;
    scene->config.ledger.digests = &felt_secret_digests;
    memset(scene->config.ledger.secret, 5, sizeof scene->config.ledger.secret);
    assert_int_equal(felt_ledger_store_open(&scene->config, &scene->bank, &complaint), FELT_OK);
    scene->tournaments = felt_ledger_client_open(scene->bank, NULL, NULL);
    scene->operators = felt_ledger_client_open(scene->bank, NULL, NULL);
    scene->hasher = felt_hasher_open(1, 4, 16, NULL, NULL);
    assert_non_null(scene->tournaments);
    assert_non_null(scene->operators);
    assert_non_null(scene->hasher);
    struct front *front = scene->front = front_make();
    front->behind = scene;
    front->services.bank = felt_ledger_client_services(scene->tournaments);
    front->services.hash = hash;
    front->services.verify = verify;
    front->config.facebook_secret = SECRET;
    front->config.facebook_app = "1234567";
    front->accounts = felt_http_accounts_open(&front->config, &front->services);
    assert_non_null(front->accounts);
    *state = scene;
    return 0;
}

static void assert_unsaid(const struct scene *scene, const void *secret, size_t bytes)
{
    assert_null(memmem(scene->front->said, scene->front->said_bytes, secret, bytes));
}

/* D4, and the ledger add up. */
static void assert_clean(const struct scene *scene)
{
    static const char digits[] = "0123456789abcdef";
    struct felt_complaint complaint;
    struct felt_proof proofs[FELT_PROOFS];
    bool good = false;
    int count = 0;
    assert_unsaid(scene, PASSWORD, strlen(PASSWORD));
    assert_unsaid(scene, OTHER, strlen(OTHER));
    assert_unsaid(scene, SECRET, strlen(SECRET));
    assert_unsaid(scene, "$2b$", 4);
    for (int i = 0; i < scene->token_count; i++) {
        uint8_t raw[32], digest[32];
        char hex[65] = "", coded[FELT_HTTP_ACCOUNTS_TOKEN_BYTES + 1];
        size_t bytes = 0;
        assert_unsaid(scene, scene->tokens[i], FELT_HTTP_ACCOUNTS_TOKEN_BYTES);
        assert_true(
            felt_base64url_read(scene->tokens[i], FELT_HTTP_ACCOUNTS_TOKEN_BYTES, raw, 32, &bytes));
        felt_secret_hash(raw, sizeof raw, digest);
        for (int j = 0; j < 32; j++) {
            hex[2 * j] = digits[digest[j] >> 4];
            hex[2 * j + 1] = digits[digest[j] & 15];
        }
        felt_base64url_write(digest, sizeof digest, coded);
        assert_unsaid(scene, hex, 32); /* also the beginning, as in a key */
        assert_unsaid(scene, coded, strlen(coded));
    }
    assert_int_equal(
        felt_ledger_backup_prove(&scene->config.sql, false, proofs, &count, &good, &complaint),
        FELT_OK);
    assert_true(good);
}

/* What nobody waits for, and what clients who left had ordered, is done too. */
static void finish(struct scene *scene)
{
    struct felt_order order = {.kind = FELT_ORDER_SEEN, .now_ms = FRONT_NOW, .has_old_token = true};
    struct felt_question question = {.kind = FELT_QUESTION_USER, .number = 1, .limit = 1};
    struct felt_ledger_store_reply reply;
    assert_true(felt_ledger_client_order(scene->tournaments, &order, UINT64_MAX));
    assert_true(felt_ledger_client_ask(scene->tournaments, &question, UINT64_MAX));
    for (int left = 2; left > 0;) {
        assert_true(felt_ledger_client_take(scene->tournaments, PATIENCE_MS, &reply));
        if (!reply.is_receipt) free(reply.answer.rows);
        if (reply.ticket == UINT64_MAX) left--;
    }
}

static int tear_down(void **state)
{
    struct scene *scene = *state;
    finish(scene);
    assert_clean(scene);
    front_free(scene->front);
    felt_hasher_close(scene->hasher);
    felt_ledger_client_close(scene->tournaments);
    felt_ledger_client_close(scene->operators);
    felt_ledger_store_close(scene->bank);
    remove_folder(scene->directory);
    free(scene);
    return 0;
}

/* Everything that has come back goes to the accounts API. */
static void carry(struct scene *scene, int wait_ms)
{
    struct front *front = scene->front;
    struct felt_ledger_store_reply reply;
    struct felt_hashed hashed;
    while (felt_hasher_take(scene->hasher, &hashed))
        felt_http_accounts_hashed(front->accounts, hashed.ticket, hashed.good, hashed.stale,
                                  hashed.hash, front->now_ms);
    if (!felt_ledger_client_take(scene->tournaments, wait_ms, &reply)) return;
    if (reply.is_receipt)
        felt_http_accounts_receipt(front->accounts, reply.ticket, &reply.receipt, front->now_ms);
    else
        felt_http_accounts_found(front->accounts, reply.ticket, &reply.answer, front->now_ms);
}

/* Sends a request and waits for its answer: its status. */
static int call(struct scene *scene, bool post, const char *path, const char *body)
{
    struct front *front = scene->front;
    front_send(front, 0, post, path, body);
    for (int i = 0; i < PATIENCE_MS && front->answer[0].count == 0; i++) carry(scene, 1);
    assert_int_equal(front->answer[0].count, 1); /* D1 */
    const char *value = strchr(front->answer[0].cookie, '=');
    if (value && strcspn(value + 1, ";") == FELT_HTTP_ACCOUNTS_TOKEN_BYTES) {
        assert_true(scene->token_count < TOKENS);
        memcpy(scene->tokens[scene->token_count++], value + 1, FELT_HTTP_ACCOUNTS_TOKEN_BYTES);
        front_take_cookie(front, 0);
    }
    return front->answer[0].status;
}

static int post(struct scene *scene, const char *path, const char *body)
{
    return call(scene, true, path, body);
}

static int get(struct scene *scene, const char *path)
{
    return call(scene, false, path, "");
}

static void assert_code(const struct scene *scene, const char *code)
{
    char found[64];
    assert_string_equal(front_code(scene->front, 0, found), code);
}

static bool said(const struct scene *scene, const char *text)
{
    return strstr(scene->front->answer[0].body, text) != NULL;
}

static void be(struct scene *scene, const char *cookie)
{
    (void)snprintf(scene->front->cookie, sizeof scene->front->cookie, "%s", cookie);
}

/* An operator's order. */
static struct felt_receipt do_order(struct scene *scene, struct felt_order order)
{
    struct felt_receipt receipt;
    order.now_ms = scene->front->now_ms;
    felt_ledger_client_do(scene->operators, &order, &receipt);
    return receipt;
}

static uint32_t count_users(struct scene *scene)
{
    struct felt_question question = {.kind = FELT_QUESTION_USERS, .limit = FELT_QUESTION_ROWS_MAX};
    struct felt_ledger_answer answer;
    felt_ledger_client_find(scene->operators, &question, &answer);
    uint32_t count = answer.count;
    free(answer.rows);
    return count;
}

/* ---- coming and going ------------------------------------------------------------------------ */

static void accounts_register_me_logout_login(void **state)
{
    struct scene *scene = *state;
    char first[300];
    assert_int_equal(post(scene, "/api/register", ADA), 201);
    assert_true(said(scene, "\"username\":\"ada\""));
    assert_true(said(scene, "\"chips\":400,\"seated\":0,\"total\":400,\"invested\":400"));
    memcpy(first, scene->front->cookie, sizeof first);
    assert_int_equal(get(scene, "/api/me"), 200);
    assert_int_equal(post(scene, "/api/login", ADA), 200);
    assert_string_not_equal(scene->front->cookie, first);
    assert_int_equal(get(scene, "/api/me"), 200);
    char second[300];
    memcpy(second, scene->front->cookie, sizeof second);
    be(scene, first); /* it was replaced */
    assert_int_equal(get(scene, "/api/me"), 401);
    be(scene, second);
    assert_int_equal(post(scene, "/api/logout", "{}"), 200);
    assert_string_equal(scene->front->answer[0].cookie,
                        "felt_session=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0");
    assert_int_equal(get(scene, "/api/me"), 401);
    assert_int_equal(post(scene, "/api/logout", "{}"), 200); /* again: he is out */
}

static void accounts_taken_names_are_refused(void **state)
{
    struct scene *scene = *state;
    assert_int_equal(post(scene, "/api/register",
                          "{\"username\":\"ada\",\"password\":\"" PASSWORD
                          "\",\"handle\":\"Countess\"}"),
                     201);
    be(scene, "");
    assert_int_equal(
        post(scene, "/api/register", "{\"username\":\"ADA\",\"password\":\"" OTHER "\"}"), 409);
    assert_code(scene, "NAME_TAKEN");
    assert_int_equal(post(scene, "/api/register",
                          "{\"username\":\"bob\",\"password\":\"" OTHER
                          "\",\"handle\":\"countess\"}"),
                     409);
    assert_code(scene, "HANDLE_TAKEN");
    assert_int_equal(
        post(scene, "/api/register", "{\"username\":\"guest-77\",\"password\":\"" OTHER "\"}"),
        400);
    assert_int_equal(count_users(scene), 1);
}

static void accounts_wrong_password_and_unknown_name_are_the_same(void **state)
{
    struct scene *scene = *state;
    char first[FRONT_BODY];
    assert_int_equal(post(scene, "/api/register", ADA), 201);
    be(scene, "");
    assert_int_equal(post(scene, "/api/login", "{\"username\":\"ada\",\"password\":\"" OTHER "\"}"),
                     401);
    assert_code(scene, "WRONG_SECRET");
    memcpy(first, scene->front->answer[0].body, sizeof first);
    assert_int_equal(
        post(scene, "/api/login", "{\"username\":\"nobody\",\"password\":\"" OTHER "\"}"), 401);
    assert_string_equal(scene->front->answer[0].body, first);
}

static void accounts_logout_all_ends_every_session(void **state)
{
    struct scene *scene = *state;
    char first[300];
    assert_int_equal(post(scene, "/api/register", ADA), 201);
    memcpy(first, scene->front->cookie, sizeof first);
    be(scene, "");
    assert_int_equal(post(scene, "/api/login", ADA), 200);
    assert_int_equal(get(scene, "/api/sessions"), 200);
    assert_true(said(scene, "\"current\":true") && said(scene, "\"current\":false"));
    assert_int_equal(post(scene, "/api/logout", "{\"all\":true}"), 200);
    assert_int_equal(get(scene, "/api/me"), 401);
    be(scene, first);
    assert_int_equal(get(scene, "/api/me"), 401);
}

/* The id of the first session in the answer that is, or is not, the one that asks. */
static void find_session_id(struct scene *scene, bool current, char out[17])
{
    const char *mark = current ? "\"current\":true" : "\"current\":false";
    const char *end = strstr(scene->front->answer[0].body, mark), *at = NULL;
    assert_non_null(end);
    for (const char *next = scene->front->answer[0].body;
         (next = strstr(next, "\"id\":\"")) && next < end; next++)
        at = next;
    assert_non_null(at);
    memcpy(out, at + strlen("\"id\":\""), 16);
    out[16] = '\0';
}

static int end_session(struct scene *scene, const char *id)
{
    char body[64];
    (void)snprintf(body, sizeof body, "{\"id\":\"%s\"}", id);
    return post(scene, "/api/sessions/end", body);
}

/* One session is ended by its id, which tells nothing of the token; not those of other users. */
static void accounts_one_session_is_ended_by_its_id(void **state)
{
    struct scene *scene = *state;
    char first[300], second[300], other[17], own[17], strange[17];
    assert_int_equal(
        post(scene, "/api/register", "{\"username\":\"bob\",\"password\":\"" OTHER "\"}"), 201);
    assert_int_equal(get(scene, "/api/sessions"), 200);
    find_session_id(scene, true, strange);
    be(scene, "");
    assert_int_equal(post(scene, "/api/register", ADA), 201);
    memcpy(first, scene->front->cookie, sizeof first);
    be(scene, "");
    scene->front->now_ms += 1000;
    assert_int_equal(post(scene, "/api/login", ADA), 200);
    memcpy(second, scene->front->cookie, sizeof second);
    assert_int_equal(get(scene, "/api/sessions"), 200);
    find_session_id(scene, false, other);
    find_session_id(scene, true, own);
    assert_string_not_equal(own, other);
    assert_int_equal(end_session(scene, strange), 404);
    assert_int_equal(end_session(scene, "0123456789abcdef"), 404);
    assert_int_equal(end_session(scene, "x"), 404);
    assert_int_equal(post(scene, "/api/sessions/end", "{}"), 400);
    assert_int_equal(end_session(scene, other), 200);
    assert_int_equal(end_session(scene, other), 404);
    assert_int_equal(get(scene, "/api/me"), 200);
    be(scene, first);
    assert_int_equal(get(scene, "/api/me"), 401);
    assert_int_equal(end_session(scene, own), 401);
    be(scene, second);
    assert_int_equal(end_session(scene, own), 200); /* its own: a sign-out */
    assert_non_null(strstr(scene->front->answer[0].cookie, "Max-Age=0"));
    be(scene, second);
    assert_int_equal(get(scene, "/api/me"), 401);
}

static void accounts_disabled_user_is_cut_off_at_once(void **state)
{
    struct scene *scene = *state;
    assert_int_equal(post(scene, "/api/register", ADA), 201);
    assert_int_equal(get(scene, "/api/me"), 200);
    struct felt_receipt receipt =
        do_order(scene, (struct felt_order){.kind = FELT_ORDER_DISABLE, .user = 1, .amount = 1});
    assert_int_equal(receipt.outcome, FELT_OUTCOME_OK);
    assert_int_equal(get(scene, "/api/me"), 401);
    assert_int_equal(post(scene, "/api/login", ADA), 401);
    assert_code(scene, "WRONG_SECRET");
}

static void accounts_session_ends_after_thirty_days(void **state)
{
    struct scene *scene = *state;
    assert_int_equal(post(scene, "/api/register", ADA), 201);
    scene->front->now_ms += INT64_C(30) * 86400 * 1000 - 1;
    assert_int_equal(get(scene, "/api/me"), 200);
    scene->front->now_ms += 1;
    assert_int_equal(get(scene, "/api/me"), 401);
}

static void accounts_guest_is_made_once_and_becomes_a_user(void **state)
{
    struct scene *scene = *state;
    char guest[300];
    assert_int_equal(get(scene, "/api/config"), 200);
    assert_int_equal(get(scene, "/api/me"), 401);
    assert_int_equal(count_users(scene), 0); /* looking makes no rows */
    assert_int_equal(post(scene, "/api/guest", "{}"), 201);
    assert_true(said(scene, "\"kind\":\"guest\"") && said(scene, "\"handle\":\"Player1\""));
    memcpy(guest, scene->front->cookie, sizeof guest);
    assert_int_equal(post(scene, "/api/guest", "{}"), 200);
    assert_string_equal(scene->front->answer[0].cookie, "");
    assert_int_equal(post(scene, "/api/register", ADA), 201);
    assert_true(said(scene, "\"id\":1,\"kind\":\"human\",\"username\":\"ada\""));
    assert_true(said(scene, "\"chips\":400,") && said(scene, "\"invested\":400,"));
    be(scene, guest);
    assert_int_equal(get(scene, "/api/me"), 401);
    assert_int_equal(count_users(scene), 1);
}

static void accounts_closed_house_takes_nobody(void **state)
{
    struct scene *scene = *state;
    scene->front->config.open = false;
    assert_int_equal(post(scene, "/api/register", ADA), 403);
    assert_code(scene, "CLOSED");
    assert_int_equal(post(scene, "/api/guest", "{}"), 403);
    assert_code(scene, "CLOSED");
    assert_int_equal(count_users(scene), 0);
}

/* The number of the user under a secret is known to whoever knows both; it opens nothing. */
static void accounts_bookmark_does_not_authenticate(void **state)
{
    struct scene *scene = *state;
    struct felt_question question = {.kind = FELT_QUESTION_USER, .number = 1, .limit = 1};
    struct felt_ledger_answer answer;
    char cookie[300];
    assert_int_equal(post(scene, "/api/register", ADA), 201);
    felt_ledger_client_find(scene->operators, &question, &answer);
    assert_int_equal(strlen(answer.user.bookmark), FELT_BOOKMARK_BYTES);
    (void)snprintf(cookie, sizeof cookie, "felt_session=%s", answer.user.bookmark);
    be(scene, cookie);
    assert_int_equal(get(scene, "/api/me"), 401);
    be(scene, "");
    scene->front->bearer = answer.user.bookmark;
    assert_int_equal(get(scene, "/api/me"), 401);
}

/* Neither the first user nor a visitor from this machine is more than others. */
static void accounts_nobody_is_admin_by_address_or_number(void **state)
{
    struct scene *scene = *state;
    scene->front->address = "127.0.0.1";
    assert_int_equal(post(scene, "/api/register", ADA), 201);
    assert_true(said(scene, "\"id\":1,\"kind\":\"human\""));
}

/* ---- facebook -------------------------------------------------------------------------------- */

static const char *sign(const char *secret, const char *payload, char out[1024])
{
    char coded[700], signature[64];
    uint8_t digest[FELT_DIGEST_BYTES];
    felt_base64url_write(payload, strlen(payload), coded);
    felt_secret_sign(secret, strlen(secret), coded, strlen(coded), digest);
    felt_base64url_write(digest, sizeof digest, signature);
    (void)snprintf(out, 1024, "%s.%s", signature, coded);
    return out;
}

static int facebook(struct scene *scene, const char *secret, int64_t issued_s, const char *id,
                    bool inside)
{
    char payload[256], request[1024], body[1400];
    (void)snprintf(payload, sizeof payload,
                   "{\"algorithm\":\"HMAC-SHA256\",\"issued_at\":%lld,\"user_id\":\"%s\"}",
                   (long long)issued_s, id);
    sign(secret, payload, request);
    (void)snprintf(body, sizeof body,
                   inside ? "{\"authResponse\":{\"userID\":\"1\",\"signedRequest\":\"%s\"}}"
                          : "{\"signedRequest\":\"%s\"}",
                   request);
    return post(scene, "/api/facebook", body);
}

static void accounts_facebook_signs_up_and_in(void **state)
{
    struct scene *scene = *state;
    int64_t now_s = FRONT_NOW / 1000;
    assert_int_equal(facebook(scene, SECRET, now_s, "1015800001", false), 201);
    assert_true(said(scene, "\"created\":true") && said(scene, "\"handle\":\"Player1\""));
    assert_int_equal(facebook(scene, SECRET, now_s + 1, "1015800001", true), 200);
    assert_true(said(scene, "\"created\":false") && said(scene, "\"id\":1,"));
    assert_int_equal(get(scene, "/api/me"), 200);
    assert_int_equal(post(scene, "/api/password", "{\"old\":\"\",\"new\":\"" OTHER "\"}"), 403);
    assert_code(scene, "WRONG_KIND");
    assert_int_equal(
        post(scene, "/api/facebook", "{\"signedRequest\":\"a.b\",\"authResponse\":{}}"), 400);
    assert_int_equal(post(scene, "/api/facebook", "{}"), 400);
}

/* Why is for the log; whoever sent it learns the same each time. */
static void accounts_config_names_the_facebook_app(void **state)
{
    struct scene *scene = *state;
    assert_int_equal(get(scene, "/api/config"), 200);
    assert_true(said(scene, "\"facebook\":true,\"facebook_app\":\"1234567\"}"));
}

static void accounts_facebook_forgeries_are_refused(void **state)
{
    static const struct {
        const char *secret;
        int64_t late_s;
    } rows[] = {
        {"wrong secret of somebody", 0},
        {"", 0},
        {"secret", 0},
        {"changeme", 0},
        {SECRET, 601},
        {SECRET, -601},
    };
    struct scene *scene = *state;
    char first[FRONT_BODY] = "";
    int64_t now_s = FRONT_NOW / 1000;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(facebook(scene, rows[i].secret, now_s - rows[i].late_s, "1015", false),
                         401);
        assert_code(scene, "WRONG_SECRET");
        assert_non_null(strstr(scene->front->log, "\"reason\":\""));
        assert_true(said(scene, "Facebook's sign-in was not accepted: try again"));
        if (i == 0) memcpy(first, scene->front->answer[0].body, sizeof first);
        assert_string_equal(scene->front->answer[0].body, first);
    }
    assert_int_equal(count_users(scene), 0);
    assert_int_equal(facebook(scene, SECRET, now_s, "1015", false), 201);
    be(scene, "");
    assert_int_equal(facebook(scene, SECRET, now_s, "1015", false), 401); /* replayed */
    assert_string_equal(scene->front->answer[0].body, first);
    assert_int_equal(get(scene, "/api/me"), 401);
    assert_int_equal(felt_http_accounts_counts(scene->front->accounts)->facebook_refused, 7);
}

/* ---- one's own account ----------------------------------------------------------------------- */

static void accounts_profile_changes(void **state)
{
    struct scene *scene = *state;
    assert_int_equal(post(scene, "/api/register", ADA), 201);
    assert_int_equal(post(scene, "/api/me",
                          "{\"handle\":\"Countess\",\"email\":\"ada@example.org\","
                          "\"birthday\":\"1815-12-10\"}"),
                     400);
    assert_true(said(scene, "\"field\":\"birthday\""));
    assert_int_equal(post(scene, "/api/me",
                          "{\"handle\":\"Countess\",\"email\":\"ada@example.org\","
                          "\"birthday\":\"1985-12-10\"}"),
                     200);
    assert_true(said(scene, "\"handle\":\"Countess\",\"email\":\"ada@example.org\","
                            "\"birthday\":\"1985-12-10\""));
    assert_int_equal(post(scene, "/api/me", "{\"email\":\"\"}"), 200);
    assert_true(said(scene, "\"email\":\"\",\"birthday\":\"1985-12-10\""));
    assert_int_equal(post(scene, "/api/me", "{\"username\":\"bob\"}"), 400);
}

static void accounts_password_changes(void **state)
{
    struct scene *scene = *state;
    char first[300];
    assert_int_equal(post(scene, "/api/register", ADA), 201);
    memcpy(first, scene->front->cookie, sizeof first);
    be(scene, "");
    assert_int_equal(post(scene, "/api/login", ADA), 200);
    assert_int_equal(post(scene, "/api/password", "{\"old\":\"wrong\",\"new\":\"" OTHER "\"}"),
                     401);
    assert_int_equal(post(scene, "/api/password", "{\"old\":\"" PASSWORD "\",\"new\":\"short\"}"),
                     400);
    assert_int_equal(
        post(scene, "/api/password", "{\"old\":\"" PASSWORD "\",\"new\":\"" OTHER "\"}"), 200);
    assert_int_equal(get(scene, "/api/me"), 200);
    be(scene, first);
    assert_int_equal(get(scene, "/api/me"), 401);
    assert_int_equal(post(scene, "/api/login", ADA), 401);
    assert_int_equal(post(scene, "/api/login", "{\"username\":\"Ada\",\"password\":\"" OTHER "\"}"),
                     200);
}

static struct felt_receipt seat(struct scene *scene, felt_chips chips, const char *key)
{
    struct felt_order order = {
        .kind = FELT_ORDER_BUY_IN, .user = 1, .amount = chips, .table = "t1"};
    (void)snprintf(order.key, sizeof order.key, "%s", key);
    return do_order(scene, order);
}

static void accounts_reload_fills_up_once(void **state)
{
    struct scene *scene = *state;
    assert_int_equal(post(scene, "/api/register", ADA), 201);
    assert_int_equal(post(scene, "/api/reload", "{\"key\":\"k1\"}"), 409);
    assert_code(scene, "ENOUGH_CHIPS");
    assert_int_equal(do_order(scene, (struct felt_order){.kind = FELT_ORDER_DEBIT,
                                                         .user = 1,
                                                         .amount = 150,
                                                         .key = "debit",
                                                         .actor = "test",
                                                         .reason = "test"})
                         .outcome,
                     FELT_OUTCOME_OK);
    assert_int_equal(seat(scene, 100, "seat").outcome, FELT_OUTCOME_OK);
    assert_int_equal(get(scene, "/api/me"), 200);
    assert_true(said(scene, "\"chips\":150,\"seated\":100,\"total\":250,"));
    assert_int_equal(post(scene, "/api/reload", "{\"key\":\"k1\"}"), 200);
    assert_true(said(scene, "\"chips\":300,\"seated\":100,\"total\":400,"));
    assert_true(said(scene, "\"amount\":150,") && said(scene, "\"replayed\":false"));
    assert_int_equal(post(scene, "/api/reload", "{\"key\":\"k1\"}"), 200);
    assert_true(said(scene, "\"amount\":150,") && said(scene, "\"replayed\":true"));
    assert_int_equal(post(scene, "/api/reload", "{}"), 409);
    assert_int_equal(felt_http_accounts_counts(scene->front->accounts)->reloads, 1);
}

/* The ledger is opened once more, and allow so many reloads. */
static void open_again(struct scene *scene, uint32_t reloads)
{
    struct felt_complaint complaint = {.text = ""};
    finish(scene);
    felt_ledger_client_close(scene->tournaments);
    felt_ledger_client_close(scene->operators);
    felt_ledger_store_close(scene->bank);
    scene->config.ledger.reloads = reloads;
    assert_int_equal(felt_ledger_store_open(&scene->config, &scene->bank, &complaint), FELT_OK);
    scene->tournaments = felt_ledger_client_open(scene->bank, NULL, NULL);
    scene->operators = felt_ledger_client_open(scene->bank, NULL, NULL);
    scene->front->services.bank = felt_ledger_client_services(scene->tournaments);
}

static void take_chips(struct scene *scene, const char *key)
{
    struct felt_order order = {.kind = FELT_ORDER_DEBIT, .user = 1, .amount = 150};
    (void)snprintf(order.key, sizeof order.key, "%s", key);
    (void)snprintf(order.actor, sizeof order.actor, "test");
    (void)snprintf(order.reason, sizeof order.reason, "test");
    assert_int_equal(do_order(scene, order).outcome, FELT_OUTCOME_OK);
}

static void accounts_reloads_of_a_day_are_told(void **state)
{
    struct scene *scene = *state;
    open_again(scene, 1);
    assert_int_equal(post(scene, "/api/register", ADA), 201);
    take_chips(scene, "first");
    assert_int_equal(post(scene, "/api/reload", "{\"key\":\"k1\"}"), 200);
    take_chips(scene, "second");
    open_again(scene, 1); /* a restart forgets nothing */
    scene->front->now_ms += 3600 * 1000;
    assert_int_equal(post(scene, "/api/reload", "{\"key\":\"k1\"}"), 200);
    assert_true(said(scene, "\"replayed\":true"));
    assert_int_equal(post(scene, "/api/reload", "{}"), 429);
    assert_code(scene, "TOO_MANY_RELOADS");
    assert_true(said(scene, "\"next\":\"2026-01-03T03:04:05"));
    assert_true(said(scene, "the next one is possible at 2026-01-03T03:04:05"));
    assert_int_equal(scene->front->answer[0].retry_s, 23 * 3600);
    scene->front->now_ms += 23 * 3600 * 1000;
    assert_int_equal(post(scene, "/api/reload", "{}"), 200);
    assert_int_equal(felt_http_accounts_counts(scene->front->accounts)->reloads, 2);
}

static void accounts_ledger_and_export_tell_everything(void **state)
{
    struct scene *scene = *state;
    assert_int_equal(post(scene, "/api/register", ADA), 201);
    assert_int_equal(seat(scene, 100, "seat").outcome, FELT_OUTCOME_OK);
    scene->front->query = "limit=1";
    assert_int_equal(get(scene, "/api/ledger"), 200);
    assert_true(said(scene, "\"kind\":\"buy_in\",\"account\":\"bank:1\",\"amount\":-100"));
    assert_true(said(scene, "\"account\":\"seat:t1:1\",\"amount\":100,\"after\":100"));
    assert_true(said(scene, "],\"next\":2}"));
    scene->front->query = "limit=1&before=2";
    assert_int_equal(get(scene, "/api/ledger"), 200);
    assert_true(said(scene, "\"kind\":\"sign_up\"") && !said(scene, "\"next\""));
    scene->front->query = "";
    assert_int_equal(get(scene, "/api/export"), 200);
    assert_string_equal(scene->front->answer[0].filename, "felt-export.json");
    assert_true(said(scene, "\"has_password\":true") && said(scene, "\"complete\":true}"));
    assert_true(said(scene, "{\"account\":\"seat:t1:1\",\"balance\":100}"));
    assert_true(said(scene, "\"kind\":\"sign_up\"") && said(scene, "\"agent\":\"test/1\""));
}

static void accounts_delete_forgets(void **state)
{
    struct scene *scene = *state;
    assert_int_equal(post(scene, "/api/register", ADA), 201);
    assert_int_equal(post(scene, "/api/delete", "{\"confirm\":\"delete\"}"), 400);
    assert_int_equal(post(scene, "/api/delete", "{\"password\":\"wrong\"}"), 401);
    assert_int_equal(seat(scene, 100, "seat").outcome, FELT_OUTCOME_OK);
    assert_int_equal(post(scene, "/api/delete", "{\"password\":\"" PASSWORD "\"}"), 409);
    assert_code(scene, "SEATED");
    assert_int_equal(do_order(scene, (struct felt_order){.kind = FELT_ORDER_CASH_OUT,
                                                         .user = 1,
                                                         .table = "t1",
                                                         .key = "out"})
                         .outcome,
                     FELT_OUTCOME_OK);
    assert_int_equal(post(scene, "/api/delete", "{\"password\":\"" PASSWORD "\"}"), 200);
    assert_true(strstr(scene->front->answer[0].cookie, "Max-Age=0") != NULL);
    assert_int_equal(get(scene, "/api/me"), 401);
    be(scene, "");
    assert_int_equal(post(scene, "/api/login", ADA), 401);
    assert_int_equal(post(scene, "/api/guest", "{}"), 201);
    assert_int_equal(post(scene, "/api/delete", "{}"), 400);
    assert_int_equal(post(scene, "/api/delete", "{\"confirm\":\"delete\"}"), 200);
}

/* A link for user 1, as an operator makes it. */
static void issue_link(struct scene *scene, uint8_t byte,
                       char token[FELT_HTTP_ACCOUNTS_TOKEN_BYTES + 1])
{
    struct felt_order order = {.kind = FELT_ORDER_ISSUE,
                               .user = 1,
                               .session_kind = FELT_SESSION_LINK,
                               .has_token = true,
                               .expires_ms = FRONT_NOW + 600000,
                               .actor = "test"};
    uint8_t raw[32];
    memset(raw, byte, sizeof raw);
    felt_base64url_write(raw, sizeof raw, token);
    felt_secret_hash(raw, sizeof raw, order.token);
    assert_int_equal(do_order(scene, order).outcome, FELT_OUTCOME_OK);
}

static void accounts_forgotten_password_is_set_by_a_link(void **state)
{
    struct scene *scene = *state;
    char token[FELT_HTTP_ACCOUNTS_TOKEN_BYTES + 1], body[100], first[300];
    static const char change[] = "{\"new\":\"" OTHER "\"}";
    assert_int_equal(post(scene, "/api/register", ADA), 201);
    memcpy(first, scene->front->cookie, sizeof first);
    assert_int_equal(post(scene, "/api/password", change), 400);
    assert_true(said(scene, "old is missing"));
    be(scene, "");
    issue_link(scene, 9, token);
    (void)snprintf(body, sizeof body, "{\"token\":\"%s\"}", token);
    assert_int_equal(post(scene, "/api/link", body), 200);
    assert_int_equal(get(scene, "/api/sessions"), 200);
    assert_true(said(scene, "\"kind\":\"fresh\""));
    assert_int_equal(post(scene, "/api/password", change), 200);
    assert_int_equal(get(scene, "/api/sessions"), 200); /* it is a session like others now */
    assert_false(said(scene, "\"kind\":\"fresh\""));
    assert_int_equal(post(scene, "/api/password", "{\"new\":\"" PASSWORD "\"}"), 400);
    be(scene, first);
    assert_int_equal(get(scene, "/api/me"), 401);
    assert_int_equal(post(scene, "/api/login", ADA), 401);
    assert_int_equal(post(scene, "/api/login", "{\"username\":\"Ada\",\"password\":\"" OTHER "\"}"),
                     200);
    memcpy(scene->tokens[scene->token_count++], token, FELT_HTTP_ACCOUNTS_TOKEN_BYTES);
}

/* Sessions of links are a browser's: the oldest of those make room, whatever they came by. */
static void accounts_sessions_of_links_are_fifty_too(void **state)
{
    struct scene *scene = *state;
    assert_int_equal(post(scene, "/api/register", ADA), 201);
    for (uint8_t i = 0; i < 50; i++) {
        struct felt_order order = {.kind = FELT_ORDER_ISSUE,
                                   .user = 1,
                                   .session_kind = FELT_SESSION_FRESH,
                                   .has_token = true,
                                   .token = {i},
                                   .expires_ms = FRONT_NOW + 600000};
        scene->front->now_ms++;
        assert_int_equal(do_order(scene, order).outcome, FELT_OUTCOME_OK);
    }
    assert_int_equal(get(scene, "/api/me"), 401); /* the one of the registration was the oldest */
    struct felt_question question = {
        .kind = FELT_QUESTION_SESSIONS, .now_ms = scene->front->now_ms, .number = 1, .limit = 100};
    struct felt_ledger_answer answer;
    felt_ledger_client_find(scene->operators, &question, &answer);
    free(answer.rows);
    assert_int_equal(answer.count, 50);
}

static void accounts_link_becomes_a_session_once(void **state)
{
    struct scene *scene = *state;
    char token[FELT_HTTP_ACCOUNTS_TOKEN_BYTES + 1], body[100], first[300];
    assert_int_equal(post(scene, "/api/register", ADA), 201);
    memcpy(first, scene->front->cookie, sizeof first);
    issue_link(scene, 9, token);
    (void)snprintf(body, sizeof body, "felt_session=%s", token);
    be(scene, body); /* a link is no session */
    assert_int_equal(get(scene, "/api/me"), 401);
    be(scene, first);
    (void)snprintf(body, sizeof body, "{\"token\":\"%s\"}", token);
    assert_int_equal(post(scene, "/api/link", body), 200);
    assert_int_equal(get(scene, "/api/me"), 200);
    assert_int_equal(post(scene, "/api/link", body), 401);
    assert_code(scene, "NOT_SIGNED_IN");
    assert_true(said(scene, "this link was used or is too old: ask for a new one"));
    be(scene, first); /* it was replaced */
    assert_int_equal(get(scene, "/api/me"), 401);
    memcpy(scene->tokens[scene->token_count++], token, FELT_HTTP_ACCOUNTS_TOKEN_BYTES);
}

/* Clients that leave while something is under way: what was ordered is done, nobody is told. */
static void accounts_gone_clients_leave_nothing_behind(void **state)
{
    struct scene *scene = *state;
    struct front *front = scene->front;
    for (int turns = 0; turns < 6; turns++) {
        char body[100];
        (void)snprintf(body, sizeof body, "{\"username\":\"user%d\",\"password\":\"" PASSWORD "\"}",
                       turns);
        front_send(front, 1, true, "/api/register", body);
        for (int i = 0; i < turns; i++) carry(scene, 2);
        int before = front->answer[1].count;
        felt_http_accounts_gone(front->accounts, 1);
        for (int i = 0; i < 10; i++) carry(scene, 2);
        assert_int_equal(front->answer[1].count, before);
    }
}

/* ---- clubs and reports ---- */

/* The text behind "KEY":" in the last answer. */
static const char *told(const struct scene *scene, const char *key, char out[64])
{
    char start[40];
    (void)snprintf(start, sizeof start, "\"%s\":\"", key);
    const char *at = strstr(scene->front->answer[0].body, start);
    assert_non_null(at);
    at += strlen(start);
    (void)snprintf(out, 64, "%.*s", (int)strcspn(at, "\""), at);
    return out;
}

static bool says(const struct scene *scene, const char *text)
{
    return strstr(scene->front->answer[0].body, text) != NULL;
}

/* Somebody new is signed in; his cookie is kept in `out`. */
static void come(struct scene *scene, const char *name, char out[300])
{
    char body[128];
    scene->front->cookie[0] = '\0';
    (void)snprintf(body, sizeof body,
                   "{\"username\":\"%s\",\"handle\":\"%s!\",\"password\":\"" PASSWORD "\"}", name,
                   name);
    assert_int_equal(call(scene, true, "/api/register", body), 201);
    front_take_cookie(scene->front, 0);
    memcpy(out, scene->front->cookie, sizeof scene->front->cookie);
}

static void become(struct scene *scene, const char cookie[300])
{
    memcpy(scene->front->cookie, cookie, sizeof scene->front->cookie);
}

static int64_t left_club, left_user, closed_club;

static void note_left(void *self, int64_t club, int64_t user)
{
    (void)self;
    left_club = club;
    left_user = user;
}

static void note_closed(void *self, int64_t club)
{
    (void)self;
    closed_club = club;
}

static void write_table(void *self, int64_t club, struct felt_json *json)
{
    (void)self;
    felt_json_array(json);
    felt_json_int(json, club);
    felt_json_end(json);
}

static void accounts_clubs_are_for_members(void **state)
{
    struct scene *scene = *state;
    char ada[300], bea[300], code[64], body[128];
    scene->front->services.club_left = note_left;
    scene->front->services.club_closed = note_closed;
    scene->front->services.club_tables = write_table;
    come(scene, "bea", bea);
    come(scene, "ada", ada);
    assert_int_equal(call(scene, true, "/api/clubs", "{\"name\":\" \"}"), 400);
    assert_int_equal(call(scene, true, "/api/clubs", "{\"name\":\"Tuesdays\"}"), 200);
    assert_int_equal(strlen(told(scene, "code", code)), 20);
    become(scene, bea); /* who is no member learns nothing */
    assert_int_equal(call(scene, false, "/api/clubs/1", ""), 404);
    assert_int_equal(call(scene, false, "/api/clubs/1/leaders", ""), 404);
    assert_int_equal(call(scene, true, "/api/clubs/1/close", "{}"), 404);
    assert_int_equal(call(scene, true, "/api/clubs/join", "{\"code\":\"no\"}"), 404);
    (void)snprintf(body, sizeof body, "{\"code\":\"%s\"}", code);
    assert_int_equal(call(scene, true, "/api/clubs/join", body), 200);
    assert_int_equal(call(scene, false, "/api/clubs/1", ""), 200);
    assert_true(says(scene, "\"handle\":\"ada!\",\"rank\":\"owner\""));
    assert_true(says(scene, "\"tables\":[1]"));
    assert_false(says(scene, code)); /* the invitation is not for every member */
    assert_int_equal(call(scene, true, "/api/clubs/1/code", "{}"), 403);
    become(scene, ada);
    assert_int_equal(call(scene, false, "/api/clubs", ""), 200);
    assert_true(says(scene, code));
    assert_true(says(scene, "\"members\":2"));
    assert_int_equal(
        call(scene, true, "/api/clubs/1/rank", "{\"handle\":\"bea!\",\"rank\":\"manager\"}"), 200);
    assert_int_equal(call(scene, true, "/api/clubs/1/remove", "{\"handle\":\"nobody\"}"), 404);
    assert_int_equal(call(scene, true, "/api/clubs/1/remove", "{\"handle\":\"bea!\"}"), 200);
    assert_true(left_club == 1 && left_user == 1);
    assert_int_equal(call(scene, true, "/api/clubs/1/name", "{\"name\":\"Mondays\"}"), 200);
    assert_int_equal(call(scene, false, "/api/clubs/1/leaders", ""), 200);
    assert_int_equal(call(scene, true, "/api/clubs/1/leave", "{}"), 403); /* an owner stays */
    assert_int_equal(call(scene, true, "/api/clubs/1/close", "{}"), 200);
    assert_true(closed_club == 1);
    assert_int_equal(call(scene, false, "/api/clubs/1", ""), 404);
}

/* The answer of every request about a club is the same for one that is not there and for one that
 * the asker is not in, and the room hears nothing. */
static void accounts_clubs_are_not_there_for_strangers(void **state)
{
    static const struct {
        bool post;
        const char *rest, *body;
    } wishes[] = {
        {false, "", ""},
        {false, "/leaders", ""},
        {true, "/leave", "{}"},
        {true, "/code", "{}"},
        {true, "/close", "{}"},
        {true, "/name", "{\"name\":\"Mondays\"}"},
        {true, "/remove", "{\"handle\":\"ada!\"}"},
        {true, "/rank", "{\"handle\":\"ada!\",\"rank\":\"member\"}"},
    };
    struct scene *scene = *state;
    char ada[300], bea[300], path[64], there[1024];
    scene->front->services.club_left = note_left;
    scene->front->services.club_closed = note_closed;
    come(scene, "bea", bea);
    come(scene, "ada", ada);
    assert_int_equal(call(scene, true, "/api/clubs", "{\"name\":\"Tuesdays\"}"), 200);
    become(scene, bea);
    left_club = closed_club = 0;
    for (size_t i = 0; i < sizeof wishes / sizeof *wishes; i++) {
        (void)snprintf(path, sizeof path, "/api/clubs/1%s", wishes[i].rest);
        assert_int_equal(call(scene, wishes[i].post, path, wishes[i].body), 404);
        (void)snprintf(there, sizeof there, "%s", scene->front->answer[0].body);
        (void)snprintf(path, sizeof path, "/api/clubs/2%s", wishes[i].rest);
        assert_int_equal(call(scene, wishes[i].post, path, wishes[i].body), 404);
        assert_string_equal(scene->front->answer[0].body, there);
    }
    assert_true(left_club == 0 && closed_club == 0);
}

static void accounts_reports_are_taken_now_and_then(void **state)
{
    struct scene *scene = *state;
    char ada[300], bea[300];
    static const char report[] =
        "{\"handle\":\"BEA!\",\"table\":\"nl-2-1\",\"text\":\"slow on purpose\"}";
    come(scene, "bea", bea);
    come(scene, "ada", ada);
    assert_int_equal(call(scene, true, "/api/reports", "{\"handle\":\"ada!\",\"text\":\"me\"}"),
                     400);
    assert_int_equal(call(scene, true, "/api/reports", "{\"handle\":\"zoe\",\"text\":\"her\"}"),
                     400);
    for (int i = 0; i < 3; i++) assert_int_equal(call(scene, true, "/api/reports", report), 200);
    assert_int_equal(call(scene, true, "/api/reports", report), 429);
    become(scene, bea); /* limits are of each user */
    assert_int_equal(
        call(scene, true, "/api/reports", "{\"handle\":\"ada!\",\"text\":\"no, she\"}"), 200);
    struct felt_ledger_answer answer;
    struct felt_question question = {.kind = FELT_QUESTION_REPORTS, .number = 1, .limit = 10};
    felt_ledger_client_find(scene->operators, &question, &answer);
    assert_int_equal(answer.count, 4);
    assert_string_equal(answer.reports[3].report.text, "slow on purpose");
    free(answer.rows);
}

TEST_MODULE(http_accounts_store)
{
    const struct CMUnitTest tests[] = {
#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
        CASE(accounts_register_me_logout_login),
        CASE(accounts_taken_names_are_refused),
        CASE(accounts_wrong_password_and_unknown_name_are_the_same),
        CASE(accounts_logout_all_ends_every_session),
        CASE(accounts_one_session_is_ended_by_its_id),
        CASE(accounts_disabled_user_is_cut_off_at_once),
        CASE(accounts_session_ends_after_thirty_days),
        CASE(accounts_guest_is_made_once_and_becomes_a_user),
        CASE(accounts_closed_house_takes_nobody),
        CASE(accounts_bookmark_does_not_authenticate),
        CASE(accounts_nobody_is_admin_by_address_or_number),
        CASE(accounts_facebook_signs_up_and_in),
        CASE(accounts_config_names_the_facebook_app),
        CASE(accounts_facebook_forgeries_are_refused),
        CASE(accounts_profile_changes),
        CASE(accounts_password_changes),
        CASE(accounts_reload_fills_up_once),
        CASE(accounts_reloads_of_a_day_are_told),
        CASE(accounts_ledger_and_export_tell_everything),
        CASE(accounts_delete_forgets),
        CASE(accounts_forgotten_password_is_set_by_a_link),
        CASE(accounts_link_becomes_a_session_once),
        CASE(accounts_sessions_of_links_are_fifty_too),
        CASE(accounts_clubs_are_for_members),
        CASE(accounts_clubs_are_not_there_for_strangers),
        CASE(accounts_reports_are_taken_now_and_then),
        CASE(accounts_gone_clients_leave_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
