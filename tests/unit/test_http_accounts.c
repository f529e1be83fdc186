/* test_http_accounts.c -- the accounts API by itself: the ledger store and the hasher are the test,
 * which answers when it likes, or never.  test_http_accounts_store.c has the real ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "http_accounts_scene.h"
#include "module.h"

/* ---- what is refused before anything is asked ------------------------------------------------ */

static void accounts_bad_requests_are_refused(void **state)
{
    static const struct {
        bool post;
        const char *path, *body;
        int status;
        const char *code;
    } rows[] = {
        {false, "/api/nothing", "", 404, "NOT_FOUND"},
        {false, "/api/", "", 404, "NOT_FOUND"},
        {false, "/api/me/", "", 404, "NOT_FOUND"},
        {false, "/api/login", "", 405, "WRONG_METHOD"},
        {true, "/api/ledger", "{}", 405, "WRONG_METHOD"},
        {true, "/api/facebook", "{\"signedRequest\":\"a.b\"}", 404, "NOT_FOUND"},
        {false, "/api/me", "", 401, "NOT_SIGNED_IN"},
        {true, "/api/reload", "{}", 401, "NOT_SIGNED_IN"},
        {true, "/api/logout", "{\"all\":true}", 401, "NOT_SIGNED_IN"},
        {true, "/api/guest", "", 400, "BAD_JSON"},
        {true, "/api/guest", "[]", 400, "BAD_JSON"},
        {true, "/api/guest", "{} {}", 400, "BAD_JSON"},
        {true, "/api/guest", "{\"all\":1}", 400, "BAD_FIELD"},
        {true, "/api/login", "{\"username\":\"ada\",\"username\":\"ada\"}", 400, "BAD_JSON"},
        {true, "/api/login", "{\"username\":\"a\\u0000b\",\"password\":\"x\"}", 400, "BAD_JSON"},
        {true, "/api/login", "{\"username\":\"\xff\",\"password\":\"x\"}", 400, "BAD_JSON"},
        {true, "/api/login", "{\"username\":\"ada\"}", 400, "BAD_FIELD"},
        {true, "/api/login", "{\"username\":\"ada\",\"password\":7}", 400, "BAD_FIELD"},
        {true, "/api/login", "{\"username\":null,\"password\":\"x\"}", 400, "BAD_FIELD"},
        {true, "/api/login", "{\"username\":\"ada\",\"password\":\"x\",\"admin\":true}", 400,
         "BAD_FIELD"},
        {true, "/api/register", "{\"username\":\"HousePlayer1\",\"password\":\"correct horse\"}",
         400, "BAD_FIELD"},
        {true, "/api/register", "{\"username\":\"houseplayer99\",\"password\":\"correct horse\"}",
         400, "BAD_FIELD"},
        {true, "/api/register", "{\"username\":\"ada\",\"password\":\"short\"}", 400, "BAD_FIELD"},
        {true, "/api/register",
         "{\"username\":\"ada\",\"password\":\"correct horse\",\"handle\":\"HousePlayer1\"}", 400,
         "BAD_FIELD"},
        {true, "/api/register",
         "{\"username\":\"ada\",\"password\":\"correct horse\",\"kind\":\"admin\"}", 400,
         "BAD_FIELD"},
        {true, "/api/register",
         "{\"username\":\"ada\",\"password\":\"correct horse\",\"birthday\":\"2026-02-30\"}", 400,
         "BAD_FIELD"},
        {true, "/api/link", "{\"token\":\"short\"}", 401, "NOT_SIGNED_IN"},
        {false, "/api/clubs/0", "", 404, "NOT_FOUND"},
        {false, "/api/clubs/01", "", 404, "NOT_FOUND"},
        {false, "/api/clubs/x", "", 404, "NOT_FOUND"},
        {false, "/api/clubs/9223372036854775808", "", 404, "NOT_FOUND"},
        {false, "/api/clubs/1/", "", 404, "NOT_FOUND"},
        {false, "/api/clubs/1/leave", "", 405, "WRONG_METHOD"},
        {false, "/api/clubs", "", 401, "NOT_SIGNED_IN"},
        {true, "/api/clubs", "{\"name\":\"x\"}", 401, "NOT_SIGNED_IN"},
        {true, "/api/clubs", "{}", 400, "BAD_FIELD"},
        {true, "/api/clubs/1/rank", "{\"handle\":\"a\",\"rank\":\"king\"}", 400, "BAD_FIELD"},
        {true, "/api/reports", "{\"handle\":\"a\",\"text\":\"\"}", 400, "BAD_FIELD"},
        {true, "/api/reports", "{\"handle\":\"a\",\"text\":\"a\\u001b[2J\"}", 400, "BAD_FIELD"},
        /* chips are no field of any request: nothing can be sold to the ledger store */
        {true, "/api/reload", "{\"amount\":-1000000}", 400, "BAD_FIELD"},
        {true, "/api/reload", "{\"amount\":0}", 400, "BAD_FIELD"},
        {true, "/api/reload", "{\"amount\":0.5}", 400, "BAD_FIELD"},
        {true, "/api/reload", "{\"amount\":1e300}", 400, "BAD_FIELD"},
        {true, "/api/reload", "{\"key\":\"\"}", 400, "BAD_FIELD"},
        {true, "/api/reload", "{\"key\":\"a b\"}", 400, "BAD_FIELD"},
        {true, "/api/reload", "{\"key\":5}", 400, "BAD_FIELD"},
        {true, "/api/delete", "{\"confirm\":\"yes\"}", 400, "BAD_FIELD"},
    };
    struct scene *scene = *state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        front_send(scene->front, 0, rows[i].post, rows[i].path, rows[i].body);
        assert_refused(scene, rows[i].status, rows[i].code);
    }
    assert_int_equal(scene->orders + scene->questions + scene->hashes + scene->verifies, 0);
}

static void accounts_body_too_large_is_refused(void **state)
{
    struct scene *scene = *state;
    char body[FELT_HTTP_ACCOUNTS_BODY_MAX + 2];
    memset(body, ' ', sizeof body);
    memcpy(body, "{}", 2);
    body[sizeof body - 1] = '\0';
    front_send(scene->front, 0, true, "/api/logout", body);
    assert_refused(scene, 413, "TOO_LARGE");
    body[FELT_HTTP_ACCOUNTS_BODY_MAX] = '\0';
    front_send(scene->front, 0, true, "/api/logout", body);
    assert_answer(scene, 200, "{}");
}

/* D2: what a form or a script of another page can make a browser send. */
static void accounts_foreign_pages_are_refused(void **state)
{
    static const char *const types[] = {"",
                                        "text/plain",
                                        "application/x-www-form-urlencoded",
                                        "multipart/form-data; boundary=application/json",
                                        "application/jsonp",
                                        "text/plain; application/json",
                                        " application/json"};
    static const char *const good[] = {"application/json", "Application/JSON; charset=utf-8",
                                       "application/json ;charset=utf-8"};
    struct scene *scene = *state;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        scene->front->type = types[i];
        front_send(scene->front, 0, true, "/api/logout", "{}");
        assert_refused(scene, 415, "NOT_JSON");
    }
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        scene->front->type = good[i];
        front_send(scene->front, 0, true, "/api/logout", "{}");
        assert_answer(scene, 200, "{}");
    }
    scene->front->foreign = true;
    front_send(scene->front, 0, true, "/api/logout", "{}");
    assert_refused(scene, 403, "FOREIGN_ORIGIN");
    be_signed_in(scene);
    front_send(scene->front, 0, false, "/api/me", "");
    assert_refused(scene, 403, "FOREIGN_ORIGIN");
    assert_int_equal(scene->questions, 0);
}

static void accounts_cookies_are_read_strictly(void **state)
{
    static const struct {
        const char *cookie;
        bool secure;
        int status; /* 0: the session is asked for                                               */
    } rows[] = {
        {COOKIE, false, 0},
        {"a=b; " COOKIE "; c=d", false, 0},
        {"a=b;" COOKIE ";c=d", false, 0},
        {"__Host-" COOKIE, true, 0},
        {"__Host-" COOKIE, false, 401},
        {COOKIE, true, 401},
        {"x" COOKIE, false, 401},
        {"Felt_session=" TOKEN, false, 401},
        {"felt_session=", false, 401},
        {"felt_session=" TOKEN "A", false, 401},
        {"felt_session=\"" TOKEN "\"", false, 401},
        {"felt_session =" TOKEN, false, 401},
        {"felt_session=AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh9", false, 401}, /* spare bits */
        {COOKIE "; " COOKIE, false, 400},
        {COOKIE "; felt_session=", false, 400},
    };
    struct scene *scene = *state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int before = scene->questions;
        (void)snprintf(scene->front->cookie, sizeof scene->front->cookie, "%s", rows[i].cookie);
        scene->front->secure = rows[i].secure;
        front_send(scene->front, 0, false, "/api/me", "");
        assert_int_equal(scene->questions - before, rows[i].status == 0);
        assert_int_equal(scene->front->answer[0].status, rows[i].status);
        felt_http_accounts_gone(scene->front->accounts, 0);
    }
}

static void accounts_token_is_asked_for_by_its_hash(void **state)
{
    struct scene *scene = *state;
    uint8_t raw[32], digest[32];
    for (int i = 0; i < 32; i++) raw[i] = (uint8_t)i;
    felt_secret_hash(raw, sizeof raw, digest);
    be_signed_in(scene);
    front_send(scene->front, 0, false, "/api/me", "");
    assert_memory_equal(scene->question.token, digest, sizeof digest);
}

/* ---- samples of PROTOCOL 14 ------------------------------------------------------------------ */

static void accounts_config_and_me_are_the_samples(void **state)
{
    struct scene *scene = *state;
    front_send(scene->front, 0, false, "/api/config", "");
    assert_answer(scene, 200, "{\"registration\":true,\"guests\":true,\"facebook\":false}");
    be_signed_in(scene);
    front_send(scene->front, 0, false, "/api/me", "");
    reply_session(scene, make_user());
    assert_answer(scene, 200, "{\"user\":" USER "}");
}

static void accounts_reload_is_the_sample(void **state)
{
    struct scene *scene = *state;
    struct felt_receipt receipt = {.user = make_user(), .total = 400, .amount = 150};
    be_signed_in(scene);
    front_send(scene->front, 0, true, "/api/reload", "{\"key\":\"a.b_c-d:1\"}");
    reply_session(scene, make_user());
    assert_string_equal(scene->order.key, "api:17:a.b_c-d:1");
    assert_int_equal(scene->order.user, 17);
    assert_int_equal(scene->order.kind, FELT_ORDER_RELOAD);
    receipt.transaction = 91;
    felt_http_accounts_receipt(scene->front->accounts, scene->ticket, &receipt, FRONT_NOW);
    assert_answer(scene, 200,
                  "{\"user\":" USER ",\"amount\":150,\"transaction\":91,\"replayed\":false}");
    assert_string_equal(scene->front->log, "{\"event\":\"reload\",\"outcome\":\"ok\",\"user\":17,"
                                           "\"address\":\"192.0.2.1\"}");
    front_send(scene->front, 0, true, "/api/reload", "{}");
    reply_session(scene, make_user());
    assert_memory_equal(scene->order.key, "once:17:", 8);
    reply_receipt(scene, FELT_OUTCOME_ENOUGH);
    assert_refused(scene, 409, "ENOUGH_CHIPS");
}

static void accounts_mistake_is_the_sample(void **state)
{
    struct scene *scene = *state;
    be_signed_in(scene);
    front_send(scene->front, 0, true, "/api/reload", "{}");
    reply_session(scene, make_user());
    reply_receipt(scene, FELT_OUTCOME_INSUFFICIENT);
    assert_answer(scene, 409,
                  "{\"error\":{\"code\":\"INSUFFICIENT_CHIPS\",\"message\":\"there are "
                  "not so many chips\"}}");
    front_send(scene->front, 0, true, "/api/reload", "{\"key\":\"?\"}");
    assert_answer(scene, 400,
                  "{\"error\":{\"code\":\"BAD_FIELD\",\"message\":\"a key is 1 to 64 letters, "
                  "digits and . _ - :\",\"field\":\"key\"}}");
}

#define MISTAKE(code, message, field)                                                              \
    "{\"error\":{\"code\":\"" code "\",\"message\":\"" message "\"" field "}}"
#define FIELD(name) ",\"field\":\"" name "\""

static void accounts_mistakes_say_what_to_do(void **state)
{
    static const struct {
        bool post;
        const char *path, *body, *answer;
    } rows[] = {
        {false, "/api/login", "", MISTAKE("WRONG_METHOD", "use POST", "")},
        {true, "/api/ledger", "{}", MISTAKE("WRONG_METHOD", "use GET", "")},
        {true, "/api/login", "{\"username\":7}",
         MISTAKE("BAD_FIELD", "username must be a text", FIELD("username"))},
        {true, "/api/login", "{\"username\":\"ada\"}",
         MISTAKE("BAD_FIELD", "password is missing", FIELD("password"))},
        {true, "/api/login", "{\"username\":\"ada\",\"colour\":\"red\"}",
         MISTAKE("BAD_FIELD", "there is no field called colour", FIELD("colour"))},
        {true, "/api/login", "{\"a1234567890123456789012345678901\":1}",
         MISTAKE("BAD_FIELD", "there is no field called a1234567890123456789012345678901",
                 FIELD("a1234567890123456789012345678901"))},
        {true, "/api/login", "{\"a12345678901234567890123456789012\":1}",
         MISTAKE("BAD_FIELD", "there is a field that is not known here", "")},
        {true, "/api/login", "{\"<b>\":1}",
         MISTAKE("BAD_FIELD", "there is a field that is not known here", "")},
        {true, "/api/login", "{\"\":1}",
         MISTAKE("BAD_FIELD", "there is a field that is not known here", "")},
        {true, "/api/login", "{\"username\":\"ada\",\"username\":\"bob\"}",
         MISTAKE("BAD_JSON", "a name stands twice", "")},
        {true, "/api/login", "{", MISTAKE("BAD_JSON", "the body is not strict JSON", "")},
        {true, "/api/logout", "{\"all\":1}",
         MISTAKE("BAD_FIELD", "all must be true or false", FIELD("all"))},
        {true, "/api/reload", "{\"key\":\"" EIGHTY "\"}",
         MISTAKE("BAD_FIELD", "key is too long", FIELD("key"))},
        {true, "/api/facebook", "{\"authResponse\":{}}",
         MISTAKE("BAD_FIELD", "authResponse must be an object with signedRequest in it",
                 FIELD("authResponse"))},
        {true, "/api/password", "{\"old\":\"x\"}",
         MISTAKE("BAD_FIELD", "new is missing", FIELD("new"))},
        {true, "/api/delete", "{\"confirm\":\"yes\"}",
         MISTAKE("BAD_FIELD", "confirm must be \\\"delete\\\"", FIELD("confirm"))},
        {true, "/api/register", "{\"username\":\"guest-1\",\"password\":\"correct horse\"}",
         MISTAKE("BAD_FIELD", "names like guest-1 belong to guests: choose another one",
                 FIELD("username"))},
        {true, "/api/link", "{\"token\":\"short\"}",
         MISTAKE("NOT_SIGNED_IN", "this link was used or is too old: ask for a new one", "")},
    };
    struct scene *scene = *state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        front_send(scene->front, 0, rows[i].post, rows[i].path, rows[i].body);
        assert_string_equal(scene->front->answer[0].body, rows[i].answer);
    }
}

/* Names of which only the ledger know that they cannot be had. */
static void accounts_names_refused_by_the_ledger_have_a_field(void **state)
{
    static const struct {
        enum felt_outcome outcome;
        bool at_me;
        const char *answer;
    } rows[] = {
        {FELT_OUTCOME_NAME_TAKEN, false,
         MISTAKE("NAME_TAKEN", "somebody has that username; choose another", FIELD("username"))},
        {FELT_OUTCOME_HANDLE_TAKEN, false,
         MISTAKE("HANDLE_TAKEN", "somebody has that handle; choose another", FIELD("handle"))},
        {FELT_OUTCOME_HANDLE_TAKEN, true,
         MISTAKE("HANDLE_TAKEN", "somebody has that handle; choose another", FIELD("handle"))},
        {FELT_OUTCOME_BAD_NAME, false,
         MISTAKE("BAD_FIELD", "that name is not allowed; choose another", FIELD("username"))},
        {FELT_OUTCOME_BAD_NAME, true,
         MISTAKE("BAD_FIELD", "that name is not allowed; choose another", FIELD("handle"))},
    };
    struct scene *scene = *state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].at_me) {
            be_signed_in(scene);
            front_send(scene->front, 0, true, "/api/me", "{\"handle\":\"Countess\"}");
            reply_session(scene, make_user());
        } else {
            scene->front->cookie[0] = '\0';
            front_send(scene->front, 0, true, "/api/register",
                       "{\"username\":\"ada\",\"password\":\"correct horse\"}");
            reply_hashed(scene, true);
        }
        reply_receipt(scene, rows[i].outcome);
        assert_string_equal(scene->front->answer[0].body, rows[i].answer);
    }
}

static void accounts_outcomes_have_their_status(void **state)
{
    static const struct {
        enum felt_outcome outcome;
        int status;
        const char *code;
    } rows[] = {
        {FELT_OUTCOME_UNAVAILABLE, 503, "UNAVAILABLE"},
        {FELT_OUTCOME_BUSY, 503, "BUSY"},
        {FELT_OUTCOME_NO_USER, 401, "NOT_SIGNED_IN"},
        {FELT_OUTCOME_NO_SESSION, 401, "NOT_SIGNED_IN"},
        {FELT_OUTCOME_DISABLED, 403, "DISABLED"},
        {FELT_OUTCOME_WRONG_KIND, 403, "WRONG_KIND"},
        {FELT_OUTCOME_NAME_TAKEN, 409, "NAME_TAKEN"},
        {FELT_OUTCOME_HANDLE_TAKEN, 409, "HANDLE_TAKEN"},
        {FELT_OUTCOME_BAD_NAME, 400, "BAD_FIELD"},
        {FELT_OUTCOME_KEY_REUSED, 409, "KEY_REUSED"},
        {FELT_OUTCOME_ENOUGH, 409, "ENOUGH_CHIPS"},
        {FELT_OUTCOME_SEATED, 409, "SEATED"},
        {FELT_OUTCOME_REPLAYED, 401, "WRONG_SECRET"},
        {FELT_OUTCOME_BAD_KEY, 400, "BAD_KEY"},
        {FELT_OUTCOME_NO_CLUB, 404, "NO_CLUB"},
        {FELT_OUTCOME_NO_MEMBER, 404, "NO_MEMBER"},
        {FELT_OUTCOME_NOT_ALLOWED, 403, "NOT_ALLOWED"},
        {FELT_OUTCOME_CLUB_FULL, 409, "CLUB_FULL"},
        {FELT_OUTCOME_CLUBS, 409, "TOO_MANY_CLUBS"},
    };
    struct scene *scene = *state;
    be_signed_in(scene);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        front_send(scene->front, 0, true, "/api/reload", "{}");
        reply_session(scene, make_user());
        reply_receipt(scene, rows[i].outcome);
        assert_refused(scene, rows[i].status, rows[i].code);
        assert_int_equal(scene->front->answer[0].retry_s, rows[i].status == 503);
    }
}

/* A question changes nothing: there is nothing that nobody knows. */
static void accounts_lost_store_says_what_may_have_happened(void **state)
{
    struct scene *scene = *state;
    struct felt_ledger_answer lost = {.outcome = FELT_OUTCOME_UNAVAILABLE};
    be_signed_in(scene);
    front_send(scene->front, 0, false, "/api/me", "");
    reply_found(scene, lost);
    assert_answer(scene, 503,
                  "{\"error\":{\"code\":\"UNAVAILABLE\",\"message\":\"the books cannot be "
                  "reached; try again\"}}");
    front_send(scene->front, 0, true, "/api/reload", "{}");
    reply_session(scene, make_user());
    reply_receipt(scene, FELT_OUTCOME_UNAVAILABLE);
    assert_non_null(strstr(scene->front->answer[0].body, "nobody knows"));
}

/* ---- the ledger ------------------------------------------------------------------------------ */

static struct felt_ledger_answer make_lines(uint32_t count, int64_t newest, int lines_each)
{
    struct felt_ledger_answer answer = {.count = count};
    answer.history = calloc(count ? count : 1, sizeof *answer.history);
    assert_non_null(answer.history);
    for (uint32_t i = 0; i < count; i++)
        answer.history[i] =
            (struct felt_history_row){.transaction = newest - (int64_t)i / lines_each,
                                      .at_ms = FRONT_NOW,
                                      .kind = FELT_ORDER_RELOAD,
                                      .amount = 150,
                                      .after = 400,
                                      .account = "bank:17"};
    return answer;
}

#define LINE(n)                                                                                    \
    "{\"transaction\":" #n ",\"at\":\"2026-01-02T03:04:05Z\",\"kind\":\"reload\","                 \
    "\"account\":\"bank:17\",\"amount\":150,\"after\":400}"

static void accounts_ledger_page_ends_with_a_whole_transaction(void **state)
{
    struct scene *scene = *state;
    be_signed_in(scene);
    scene->front->query = "before=92&limit=1";
    front_send(scene->front, 0, false, "/api/ledger", "");
    reply_session(scene, make_user());
    assert_int_equal(scene->question.kind, FELT_QUESTION_HISTORY);
    assert_int_equal(scene->question.number, 17);
    assert_int_equal(scene->question.before, 92);
    reply_found(scene, make_lines(3, 91, 2));
    assert_answer(scene, 200, "{\"lines\":[" LINE(91) "," LINE(91) "],\"next\":91}");
    front_send(scene->front, 0, false, "/api/ledger", "");
    reply_session(scene, make_user());
    reply_found(scene, make_lines(2, 91, 2));
    assert_answer(scene, 200, "{\"lines\":[" LINE(91) "," LINE(91) "]}");
    scene->front->query = "";
    front_send(scene->front, 0, false, "/api/ledger", "");
    reply_session(scene, make_user());
    assert_true(scene->question.before == INT64_MAX);
    reply_found(scene, make_lines(0, 91, 1));
    assert_answer(scene, 200, "{\"lines\":[]}");
}

static void accounts_ledger_bad_numbers_are_refused(void **state)
{
    static const char *const queries[] = {
        "limit=0",         "limit=201", "limit=-1",  "limit=1.5", "limit=1e2",
        "limit=",          "before=0",  "before=-5", "before=+5", "before=99999999999999999999",
        "limit=1&limit=2", "user=1",    "limit=5&",  "&",         "limit=05",
        "limit= 5",        "limit",
    };
    struct scene *scene = *state;
    be_signed_in(scene);
    for (size_t i = 0; i < sizeof queries / sizeof *queries; i++) {
        scene->front->query = queries[i];
        front_send(scene->front, 0, false, "/api/ledger", "");
        assert_refused(scene, 400, "BAD_FIELD");
    }
    assert_int_equal(scene->questions, 0);
}

/* Pages are collected until the end; lines are neither lost nor twice. */
static void accounts_export_collects_all_pages(void **state)
{
    struct scene *scene = *state;
    struct felt_ledger_answer sessions = {.count = 1};
    be_signed_in(scene);
    front_send(scene->front, 0, false, "/api/export", "");
    reply_session(scene, make_user());
    assert_int_equal(scene->question.limit, FELT_QUESTION_ROWS_MAX);
    reply_found(scene, make_lines(FELT_QUESTION_ROWS_MAX, 2000, 1));
    assert_int_equal(scene->question.before,
                     2001 - (FELT_QUESTION_ROWS_MAX - FELT_LEDGER_LINES_MAX));
    reply_found(scene, make_lines(1, 5, 1));
    assert_int_equal(scene->question.kind, FELT_QUESTION_SESSIONS);
    sessions.sessions = calloc(1, sizeof *sessions.sessions);
    assert_non_null(sessions.sessions);
    reply_found(scene, sessions);
    assert_int_equal(scene->question.kind, FELT_QUESTION_SEATS);
    reply_found(scene, (struct felt_ledger_answer){0});
    assert_answer(scene, 200, NULL);
    assert_string_equal(scene->front->answer[0].filename, "felt-export.json");
    assert_true(scene->front->answer[0].bytes > 100000);
    assert_null(strstr(scene->front->answer[0].body, HASH));
}

/* Rows of which there may be more are not all of them. */
static void accounts_export_says_when_rows_were_cut(void **state)
{
    static const struct {
        uint32_t sessions, accounts;
        bool complete;
    } rows[] = {{1, 1, true},
                {FELT_QUESTION_ROWS_MAX, 1, false},
                {1, FELT_QUESTION_ROWS_MAX, false},
                {FELT_QUESTION_ROWS_MAX - 1, FELT_QUESTION_ROWS_MAX - 1, true}};
    struct scene *scene = *state;
    be_signed_in(scene);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct felt_ledger_answer sessions = {.count = rows[i].sessions};
        struct felt_ledger_answer accounts = {.count = rows[i].accounts};
        sessions.sessions = calloc(sessions.count, sizeof *sessions.sessions);
        accounts.accounts = calloc(accounts.count, sizeof *accounts.accounts);
        size_t before = scene->front->said_bytes;
        front_send(scene->front, 0, false, "/api/export", "");
        reply_session(scene, make_user());
        reply_found(scene, make_lines(1, 5, 1));
        reply_found(scene, sessions);
        reply_found(scene, accounts);
        assert_answer(scene, 200, NULL);
        assert_true(scene->front->answer[0].complete == rows[i].complete);
        scene->front->said_bytes = before;
    }
}

static void accounts_two_exports_at_a_time(void **state)
{
    struct scene *scene = *state;
    be_signed_in(scene);
    for (uint32_t number = 0; number < 3; number++) {
        front_send(scene->front, number, false, "/api/export", "");
        reply_session(scene, make_user());
        assert_int_equal(scene->front->answer[number].status, number == 2 ? 503 : 0);
    }
    felt_http_accounts_gone(scene->front->accounts, 1);
    front_send(scene->front, 2, false, "/api/export", "");
    reply_session(scene, make_user());
    assert_int_equal(scene->front->answer[2].count, 0);
}

/* ---- signing in ------------------------------------------------------------------------------ */

/* D3: whoever the name belongs to, the same is done and the same is said. */
static void accounts_login_is_uniform(void **state)
{
    static const char *const wrong[] = {"unknown", "disabled", "deleted", "guest",
                                        "house",   "facebook", "wrong"};
    struct scene *scene = *state;
    char first[FRONT_BODY] = "";
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct felt_ledger_answer answer = {.user = make_user()};
        if (i == 0) answer = (struct felt_ledger_answer){.outcome = FELT_OUTCOME_NO_USER};
        if (i == 1) answer.user.disabled_at = 1;
        if (i == 2) answer.user.deleted_at = 1;
        if (i == 3) answer.user.kind = FELT_USER_GUEST;
        if (i == 4) answer.user.kind = FELT_USER_HOUSE;
        if (i == 5) answer.user.password[0] = '\0';
        log_in(scene);
        assert_int_equal(scene->question.kind, FELT_QUESTION_NAME);
        reply_found(scene, answer);
        assert_int_equal(scene->verifies, (int)i + 1);
        assert_string_equal(scene->password, "correct horse");
        assert_string_equal(scene->hash, i == 6 ? HASH : "");
        reply_hashed(scene, false);
        assert_refused(scene, 401, "WRONG_SECRET");
        if (i == 0) memcpy(first, scene->front->answer[0].body, sizeof first);
        assert_string_equal(scene->front->answer[0].body, first);
        assert_string_equal(scene->front->answer[0].cookie, "");
        scene->front->now_ms += 3600000;
    }
    assert_int_equal(scene->orders, 0);
    assert_int_equal(felt_http_accounts_counts(scene->front->accounts)->failed, 7);
}

/* A name or a password that nobody can have is compared too. */
static void accounts_login_of_impossible_names_takes_as_long(void **state)
{
    static const char *const bodies[] = {
        "{\"username\":\"\",\"password\":\"x\"}",
        "{\"username\":\"HousePlayer1\",\"password\":\"x\"}",
        "{\"username\":\"a very long name that nobody can have\",\"password\":\"x\"}",
        LONG,
    };
    struct scene *scene = *state;
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        front_send(scene->front, 0, true, "/api/login", bodies[i]);
        assert_int_equal(scene->verifies, (int)i + 1);
        assert_string_equal(scene->hash, "");
        reply_hashed(scene, false);
        assert_refused(scene, 401, "WRONG_SECRET");
    }
}

static void accounts_login_replaces_the_session(void **state)
{
    struct scene *scene = *state;
    static const char *const expected[] = {"; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000",
                                           "; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000; "
                                           "Secure"};
    for (int secure = 0; secure < 2; secure++) {
        (void)snprintf(scene->front->cookie, sizeof scene->front->cookie, "%s%s",
                       secure ? "__Host-" : "", COOKIE);
        scene->front->secure = secure;
        log_in(scene);
        reply_session(scene, make_user());
        reply_found(scene, (struct felt_ledger_answer){.user = make_user()});
        reply_hashed(scene, true);
        assert_int_equal(scene->order.kind, FELT_ORDER_SIGN_IN);
        assert_int_equal(scene->order.user, 17);
        assert_true(scene->order.has_token && scene->order.has_old_token);
        assert_memory_not_equal(scene->order.token, scene->order.old_token, FELT_DIGEST_BYTES);
        reply_receipt(scene, FELT_OUTCOME_OK);
        assert_answer(scene, 200, "{\"user\":" USER "}");
        const char *cookie = scene->front->answer[0].cookie;
        assert_true(strncmp(cookie, secure ? "__Host-felt_session=" : "felt_session=",
                            secure ? 20 : 13) == 0);
        assert_string_equal(cookie + strcspn(cookie, ";"), expected[secure]);
    }
}

/* Tries that are under way count: many at once are not many more. */
static void accounts_tries_at_once_are_limited(void **state)
{
    struct scene *scene = *state;
    scene->front->config.limits.name_burst = 3;
    for (uint32_t number = 0; number < 5; number++) {
        front_send(scene->front, number, true, "/api/login",
                   "{\"username\":\"ada\",\"password\":\"correct horse\"}");
        assert_int_equal(scene->front->answer[number].status, number < 3 ? 0 : 429);
    }
}

static void accounts_requests_are_limited_by_address(void **state)
{
    struct scene *scene = *state;
    for (int i = 0; i < 60; i++) {
        front_send(scene->front, 0, false, "/api/config", "");
        assert_answer(scene, 200, NULL);
    }
    front_send(scene->front, 0, false, "/api/config", "");
    assert_answer(scene, 429,
                  "{\"error\":{\"code\":\"TOO_MANY_REQUESTS\",\"message\":\"that was too often: "
                  "wait 1 second\"}}");
    assert_int_equal(scene->front->answer[0].retry_s, 1);
    scene->front->address = "2001:db8::1";
    for (int i = 0; i < 60; i++) front_send(scene->front, 0, false, "/api/config", "");
    assert_answer(scene, 200, NULL);
    scene->front->address = "2001:db8::2"; /* the same subscriber */
    front_send(scene->front, 0, false, "/api/config", "");
    assert_refused(scene, 429, "TOO_MANY_REQUESTS");
    scene->front->address = "2001:db8:0:1::1";
    front_send(scene->front, 0, false, "/api/config", "");
    assert_answer(scene, 200, NULL);
}

/* ---- others that do not answer, clients that are gone ---------------------------------------- */

static void accounts_full_queues_are_busy(void **state)
{
    static const struct {
        bool post;
        const char *path, *body;
    } rows[] = {
        {true, "/api/login", "{\"username\":\"ada\",\"password\":\"correct horse\"}"},
        {true, "/api/login", "{\"username\":\"?\",\"password\":\"correct horse\"}"},
        {true, "/api/register", "{\"username\":\"ada\",\"password\":\"correct horse\"}"},
        {true, "/api/guest", "{}"},
        {false, "/api/me", ""},
        {false, "/api/export", ""},
    };
    struct scene *scene = *state;
    be_signed_in(scene);
    scene->full = true;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        front_send(scene->front, 0, rows[i].post, rows[i].path, rows[i].body);
        assert_refused(scene, 503, "BUSY");
    }
}

/* What comes back for somebody who is gone goes nowhere, also if his number is used again. */
static void accounts_gone_clients_get_nothing(void **state)
{
    struct scene *scene = *state;
    be_signed_in(scene);
    for (int stage = 0; stage < 5; stage++) {
        front_send(scene->front, 0, false, "/api/export", "");
        if (stage > 0) reply_session(scene, make_user());
        if (stage > 1) reply_found(scene, make_lines(FELT_QUESTION_ROWS_MAX, 2000, 1));
        if (stage > 2) reply_found(scene, make_lines(1, 5, 1));
        if (stage > 3) reply_found(scene, make_lines(0, 5, 1));
        uint64_t late = scene->ticket;
        felt_http_accounts_gone(scene->front->accounts, 0);
        felt_http_accounts_gone(scene->front->accounts, 0);
        front_send(scene->front, 0, true, "/api/login",
                   "{\"username\":\"ada\",\"password\":\"correct horse\"}");
        uint64_t ticket = scene->ticket;
        assert_true(late != ticket);
        scene->ticket = late;
        reply_found(scene, make_lines(10, 10, 1));
        reply_receipt(scene, FELT_OUTCOME_OK);
        reply_hashed(scene, true);
        assert_int_equal(scene->front->answer[0].count, 0);
        scene->ticket = ticket;
        reply_receipt(scene, FELT_OUTCOME_OK); /* not what is waited for */
        assert_int_equal(scene->front->answer[0].count, 0);
        felt_http_accounts_gone(scene->front->accounts, 0);
    }
    scene->ticket = UINT64_MAX;
    reply_found(scene, make_lines(10, 10, 1));
    scene->ticket = 0;
    reply_found(scene, make_lines(10, 10, 1));
}

/* ---- the room hears of sessions that end ---- */

struct heard {
    int sessions, users, closed;
    int64_t user;
    uint8_t token[FELT_DIGEST_BYTES];
};

static void hear_ended(void *self, int64_t user, bool closed)
{
    struct heard *heard = ((struct front *)self)->behind;
    heard->users++;
    heard->closed += closed;
    heard->user = user;
}

static void hear_session_ended(void *self, const uint8_t token[FELT_DIGEST_BYTES])
{
    struct heard *heard = ((struct front *)self)->behind;
    heard->sessions++;
    memcpy(heard->token, token, sizeof heard->token);
}

/* What ends sessions, as far as the order, which the test has then. */
enum ending { SIGN_OUT, SIGN_OUT_ALL, NEW_PASSWORD, CLOSE, ENDINGS };

static void begin_ending(struct scene *scene, enum ending which)
{
    static const char *const path[] = {"/api/logout", "/api/logout", "/api/password",
                                       "/api/delete"};
    static const char *const body[] = {
        "{}", "{\"all\":true}", "{\"old\":\"correct horse\",\"new\":\"violet staple 99 battery\"}",
        "{\"password\":\"correct horse\",\"confirm\":\"delete\"}"};
    front_send(scene->front, 0, true, path[which], body[which]);
    reply_session(scene, make_user());
    if (which == NEW_PASSWORD || which == CLOSE) reply_hashed(scene, true); /* the old one */
    if (which == NEW_PASSWORD) reply_hashed(scene, true);
    assert_int_equal(scene->front->answer[0].count, 0);
}

static struct heard *listen_for_endings(struct scene *scene, struct heard *heard)
{
    scene->front->behind = heard;
    scene->front->services.ended = hear_ended;
    scene->front->services.session_ended = hear_session_ended;
    be_signed_in(scene);
    return heard;
}

static void assert_heard(const struct heard *heard, enum ending which, bool closed)
{
    assert_int_equal(heard->sessions, which == SIGN_OUT);
    assert_int_equal(heard->users, which != SIGN_OUT);
    assert_int_equal(heard->closed, closed);
    assert_int_equal(heard->user, which == SIGN_OUT ? 0 : 17);
}

/* The sockets of a session end with it, also if its client hangs up before the ledger answers. */
static void accounts_endings_are_told_when_the_client_is_gone(void **state)
{
    struct scene *scene = *state;
    for (int which = 0; which < ENDINGS; which++) {
        for (int good = 0; good < 2; good++) {
            struct heard heard = {0};
            listen_for_endings(scene, &heard);
            begin_ending(scene, (enum ending)which);
            uint64_t ticket = scene->ticket;
            felt_http_accounts_gone(scene->front->accounts, 0);
            front_send(scene->front, 0, false, "/api/me", ""); /* the number is used again */
            assert_int_equal(heard.sessions + heard.users, 0);
            scene->ticket = ticket;
            reply_receipt(scene, good ? FELT_OUTCOME_OK : FELT_OUTCOME_NO_USER);
            if (good) assert_heard(&heard, (enum ending)which, which == CLOSE);
            if (!good) assert_int_equal(heard.sessions + heard.users, 0);
            reply_receipt(scene, FELT_OUTCOME_OK); /* once only */
            assert_int_equal(heard.sessions + heard.users, good);
            felt_http_accounts_gone(scene->front->accounts, 0);
            scene->front->now_ms += 3600000; /* for the limits */
        }
    }
    /* One that the ledger never answers is forgotten with the accounts API. */
    struct heard heard = {0};
    listen_for_endings(scene, &heard);
    begin_ending(scene, SIGN_OUT);
    felt_http_accounts_gone(scene->front->accounts, 0);
}

/* Unavailable may mean that it was committed: whoever has lines of these sessions closes them, and
 * who comes back is judged by the ledger. */
static void accounts_endings_are_told_when_the_ledger_does_not_know(void **state)
{
    struct scene *scene = *state;
    for (int which = 0; which < ENDINGS; which++) {
        struct heard heard = {0};
        listen_for_endings(scene, &heard);
        begin_ending(scene, (enum ending)which);
        reply_receipt(scene, FELT_OUTCOME_UNAVAILABLE);
        assert_refused(scene, 503, "UNAVAILABLE");
        assert_heard(&heard, (enum ending)which, false);
        scene->front->now_ms += 3600000;
    }
}

/* The second try of a sign-out finds no session any more, but lines of it may be open. */
static void accounts_sign_out_without_a_session_is_told(void **state)
{
    struct scene *scene = *state;
    struct heard heard = {0};
    listen_for_endings(scene, &heard);
    front_send(scene->front, 0, true, "/api/logout", "{}");
    reply_found(scene, (struct felt_ledger_answer){.outcome = FELT_OUTCOME_NO_SESSION});
    assert_answer(scene, 200, NULL);
    assert_int_equal(heard.sessions, 1);
    assert_memory_equal(heard.token, scene->question.token, sizeof heard.token);
    /* A script's token in a cookie is no session of a browser; its lines are not the browser's. */
    struct felt_ledger_answer script = {.outcome = FELT_OUTCOME_OK, .user = make_user()};
    script.session.kind = FELT_SESSION_BEARER;
    front_send(scene->front, 0, true, "/api/logout", "{}");
    reply_found(scene, script);
    assert_answer(scene, 200, NULL);
    assert_int_equal(heard.sessions, 1);
}

static void accounts_session_is_noted_once_an_hour(void **state)
{
    struct scene *scene = *state;
    struct felt_ledger_answer answer = {.user = make_user()};
    be_signed_in(scene);
    answer.session.last_seen = FRONT_NOW - 3599999;
    front_send(scene->front, 0, false, "/api/me", "");
    reply_found(scene, answer);
    assert_int_equal(scene->orders, 0);
    answer.session.last_seen = FRONT_NOW - 3600000;
    front_send(scene->front, 0, false, "/api/me", "");
    reply_found(scene, answer);
    assert_answer(scene, 200, NULL);
    assert_int_equal(scene->orders, 1);
}

/* A link that was not redeemed and a script's token in a cookie are no sessions. */
static void accounts_kinds_of_sessions_are_kept_apart(void **state)
{
    struct scene *scene = *state;
    for (int kind = 0; kind < FELT_SESSION_KINDS; kind++)
        for (int bearer = 0; bearer < 2; bearer++) {
            struct felt_ledger_answer answer = {.user = make_user()};
            answer.session.kind = (uint8_t)kind;
            answer.session.last_seen = FRONT_NOW;
            scene->front->bearer = bearer ? TOKEN : "";
            (void)snprintf(scene->front->cookie, sizeof scene->front->cookie, "%s",
                           bearer ? "" : COOKIE);
            front_send(scene->front, 0, false, "/api/me", "");
            reply_found(scene, answer);
            bool good = bearer ? kind == FELT_SESSION_BEARER
                               : kind == FELT_SESSION_COOKIE || kind == FELT_SESSION_FRESH;
            assert_answer(scene, good ? 200 : 401, NULL);
        }
}

static void accounts_owns_what_is_not_the_arena(void **state)
{
    (void)state;
    assert_true(felt_http_accounts_owns("/api/me"));
    assert_true(felt_http_accounts_owns("/api/arenas"));
    assert_true(felt_http_accounts_owns("/api/"));
    assert_false(felt_http_accounts_owns("/api"));
    assert_false(felt_http_accounts_owns("/api/arena"));
    assert_false(felt_http_accounts_owns("/api/arena/matches/1"));
    assert_false(felt_http_accounts_owns("/metrics"));
}

static void accounts_metrics_count(void **state)
{
    struct scene *scene = *state;
    char memory[8192];
    struct felt_buffer out = felt_buffer_make(memory, sizeof memory);
    front_send(scene->front, 0, false, "/api/config", "");
    front_send(scene->front, 0, false, "/api/me", "");
    felt_http_accounts_metrics(scene->front->accounts, &out);
    assert_false(out.overflow);
    assert_non_null(strstr(felt_buffer_terminate(&out), "\nfelt_desk_requests_total 2\n"));
    assert_non_null(strstr(memory, "\nfelt_desk_answers_total{status=\"4xx\"} 1\n"));
}

static void accounts_times_are_of_the_calendar(void **state)
{
    static const struct {
        int64_t at_ms;
        const char *text;
    } rows[] = {
        {0, "null"},
        {INT64_C(1000), "\"1970-01-01T00:00:01Z\""},
        {INT64_C(951782400000), "\"2000-02-29T00:00:00Z\""},
        {INT64_C(1735689599000), "\"2024-12-31T23:59:59Z\""},
        {INT64_C(1740787200000), "\"2025-03-01T00:00:00Z\""},
        {INT64_C(4107542399000), "\"2100-02-28T23:59:59Z\""},
        {INT64_C(4107542400000), "\"2100-03-01T00:00:00Z\""},
        {INT64_C(1794832496000), "\"2026-11-16T12:34:56Z\""},
    };
    struct scene *scene = *state;
    be_signed_in(scene);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct felt_user user = make_user();
        char expected[64];
        user.reg_date = rows[i].at_ms;
        front_send(scene->front, 0, false, "/api/me", "");
        reply_session(scene, user);
        (void)snprintf(expected, sizeof expected, "\"reg_date\":%s,", rows[i].text);
        assert_non_null(strstr(scene->front->answer[0].body, expected));
    }
}

/* Somebody whose name is blocked by others does not use up the tries of his own address. */
static void accounts_refused_name_costs_the_address_nothing(void **state)
{
    struct scene *scene = *state;
    scene->front->config.limits.name_burst = 1;
    scene->front->config.limits.fails_burst = 3;
    for (int i = 0; i < 10; i++) {
        log_in(scene);
        assert_int_equal(scene->front->answer[0].status, i == 0 ? 0 : 429);
        if (i == 0) felt_http_accounts_gone(scene->front->accounts, 0);
    }
    front_send(scene->front, 0, true, "/api/login",
               "{\"username\":\"bob\",\"password\":\"correct horse\"}");
    assert_int_equal(scene->front->answer[0].count, 0);
}

TEST_MODULE(http_accounts)
{
    const struct CMUnitTest tests[] = {
#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
        CASE(accounts_bad_requests_are_refused),
        CASE(accounts_body_too_large_is_refused),
        CASE(accounts_foreign_pages_are_refused),
        CASE(accounts_cookies_are_read_strictly),
        CASE(accounts_token_is_asked_for_by_its_hash),
        CASE(accounts_config_and_me_are_the_samples),
        CASE(accounts_reload_is_the_sample),
        CASE(accounts_mistake_is_the_sample),
        CASE(accounts_mistakes_say_what_to_do),
        CASE(accounts_names_refused_by_the_ledger_have_a_field),
        CASE(accounts_outcomes_have_their_status),
        CASE(accounts_lost_store_says_what_may_have_happened),
        CASE(accounts_ledger_page_ends_with_a_whole_transaction),
        CASE(accounts_ledger_bad_numbers_are_refused),
        CASE(accounts_export_collects_all_pages),
        CASE(accounts_export_says_when_rows_were_cut),
        CASE(accounts_two_exports_at_a_time),
        CASE(accounts_login_is_uniform),
        CASE(accounts_login_of_impossible_names_takes_as_long),
        CASE(accounts_login_replaces_the_session),
        CASE(accounts_tries_at_once_are_limited),
        CASE(accounts_requests_are_limited_by_address),
        CASE(accounts_full_queues_are_busy),
        CASE(accounts_gone_clients_get_nothing),
        CASE(accounts_endings_are_told_when_the_client_is_gone),
        CASE(accounts_endings_are_told_when_the_ledger_does_not_know),
        CASE(accounts_sign_out_without_a_session_is_told),
        CASE(accounts_session_is_noted_once_an_hour),
        CASE(accounts_kinds_of_sessions_are_kept_apart),
        CASE(accounts_owns_what_is_not_the_arena),
        CASE(accounts_metrics_count),
        CASE(accounts_times_are_of_the_calendar),
        CASE(accounts_refused_name_costs_the_address_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
