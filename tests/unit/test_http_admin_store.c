/* test_http_admin_store.c -- the operator's requests on real ledger: sessions, the audit, proofs on
 * another thread; and letters of threads that are not the loop's. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/base64url.h"
#include "cluster.h"
#include "module.h"
#include "http_admin_room.h"
#include "os/secret.h"
#include "remove_folder.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#define NOW INT64_C(1767323045000)

enum { PATIENCE_MS = 60000 /* on a slow machine, too */ };

struct scene {
    char directory[256];
    struct felt_ledger_store_config config;
    struct felt_ledger_store *bank;
    struct felt_ledger_client *client;
    struct felt_http_admin_services services;
    struct felt_http_admin *http_admin;
    struct felt_room room;
    struct felt_stake stake;
    struct felt_room_config room_config;
    int64_t admin, user;
    char token[FELT_BASE64URL_BYTES(FELT_SECRET_BYTES) + 1];
    int answers, status, woken;
    char body[65536];
    int64_t dismissed, forgotten;
};

static void fill(void *self, void *out, size_t bytes)
{
    (void)self;
    felt_secret_fill(out, bytes);
}

static void take_answer(void *self, uint32_t request,
                        const struct felt_http_accounts_answer *answer)
{
    struct scene *scene = self;
    assert_int_equal(request, 0);
    scene->answers++;
    scene->status = answer->status;
    (void)snprintf(scene->body, sizeof scene->body, "%.*s", (int)answer->bytes, answer->body);
}

static int64_t tell_room_ms(void *self)
{
    (void)self;
    return 5;
}

static void dismiss(void *self, int64_t user, const char *why)
{
    (void)why;
    ((struct scene *)self)->dismissed = user;
}

static void forget(void *self, int64_t user)
{
    ((struct scene *)self)->forgotten = user;
}

static void wake(void *self)
{
    (void)__atomic_add_fetch(&((struct scene *)self)->woken, 1, __ATOMIC_SEQ_CST);
}

static int64_t add_user(struct scene *scene, const char *name, enum felt_user_kind kind)
{
    struct felt_receipt receipt;
    struct felt_order order = {
        .kind = FELT_ORDER_SIGN_UP, .now_ms = NOW, .user_kind = (uint8_t)kind};
    (void)snprintf(order.username, sizeof order.username, "%s", name);
    (void)snprintf(order.password, sizeof order.password, "$2b$04$x");
    (void)snprintf(order.key, sizeof order.key, "signup:%s", name);
    felt_ledger_client_do(scene->client, &order, &receipt);
    assert_int_equal(receipt.outcome, FELT_OUTCOME_OK);
    return receipt.user.id;
}

static void issue(struct scene *scene, int64_t user)
{
    uint8_t raw[FELT_SECRET_BYTES];
    struct felt_receipt receipt;
    struct felt_order order = {.kind = FELT_ORDER_ISSUE,
                               .now_ms = NOW,
                               .user = user,
                               .has_token = true,
                               .session_kind = FELT_SESSION_BEARER,
                               .expires_ms = NOW + 3600000};
    felt_secret_fill(raw, sizeof raw);
    felt_base64url_write(raw, sizeof raw, scene->token);
    felt_secret_hash(raw, sizeof raw, order.token);
    felt_ledger_client_do(scene->client, &order, &receipt);
    assert_int_equal(receipt.outcome, FELT_OUTCOME_OK);
}

static int set_up(void **state)
{
    struct scene *scene = calloc(1, sizeof *scene);
    struct felt_complaint complaint = {.text = ""};
    assert_non_null(scene);
    (void)snprintf(scene->directory, sizeof scene->directory, "%s/felt-operator-XXXXXX",
                   felt_test_folder());
    assert_non_null(mkdtemp(scene->directory));
    scene->config = felt_ledger_store_config_usual;
    scene->config.sql = (struct felt_sql_config){
        .kind = FELT_SQL_SQLITE, .place = scene->directory, .wait_ms = PATIENCE_MS};
    scene->config.patience_ms = PATIENCE_MS;
    scene->config.ledger.digests = &felt_secret_digests;
    assert_int_equal(felt_ledger_store_open(&scene->config, &scene->bank, &complaint), FELT_OK);
    scene->client = felt_ledger_client_open(scene->bank, NULL, NULL);
    scene->admin = add_user(scene, "root-admin", FELT_USER_ADMIN);
    scene->user = add_user(scene, "ada", FELT_USER_HUMAN);
    scene->room.stake = scene->room_config.stake[0] = &scene->stake;
    scene->room_config.stakes = 1;
    scene->room_config.tables_max = TABLES;
    (void)snprintf(scene->stake.id, sizeof scene->stake.id, "nl-2");
    scene->services = (struct felt_http_admin_services){.self = scene,
                                                        .digests = felt_secret_digests,
                                                        .entropy = fill,
                                                        .answer = take_answer,
                                                        .room_ms = tell_room_ms,
                                                        .dismiss = dismiss,
                                                        .forget = forget};
    struct felt_http_admin_config config = {.requests_max = 1,
                                            .room = &scene->room,
                                            .room_config = &scene->room_config,
                                            .bank = scene->bank,
                                            .sql = &scene->config.sql,
                                            .wake = wake};
    scene->http_admin = felt_http_admin_open(&config, &scene->services);
    assert_non_null(scene->http_admin);
    *state = scene;
    return 0;
}

static int tear_down(void **state)
{
    struct scene *scene = *state;
    felt_http_admin_close(scene->http_admin);
    felt_ledger_client_close(scene->client);
    felt_ledger_store_close(scene->bank);
    remove_folder(scene->directory);
    free(scene);
    return 0;
}

/* Turns until it is answered. */
static int ask(struct scene *scene, const char *path, const char *body)
{
    struct felt_http_accounts_request request = {.post = body != NULL,
                                                 .path = path,
                                                 .query = "",
                                                 .body = body ? body : "",
                                                 .bytes = body ? strlen(body) : 0,
                                                 .type = "application/json",
                                                 .cookie = "",
                                                 .bearer = scene->token,
                                                 .agent = "",
                                                 .address = "192.0.2.1"};
    scene->answers = 0;
    felt_http_admin_request(scene->http_admin, 0, &request, NOW + 1000);
    for (int i = 0; i < 2 * PATIENCE_MS && !scene->answers; i++) {
        felt_http_admin_turn(scene->http_admin, NOW + 1000);
        (void)usleep(500);
    }
    assert_int_equal(scene->answers, 1);
    return scene->status;
}

static void http_admin_bank_admin_only(void **state)
{
    struct scene *scene = *state;
    issue(scene, scene->user);
    assert_int_equal(ask(scene, "/api/operator/users", NULL), 403);
    issue(scene, scene->admin);
    assert_int_equal(ask(scene, "/api/operator/users", NULL), 200);
    assert_non_null(strstr(scene->body, "\"username\":\"ada\""));
    assert_int_equal(ask(scene, "/api/operator/users/99", NULL), 404);
}

/* P3: who, to whom, why, in the same transaction; a key moves chips once. */
static void http_admin_bank_changes_are_audited(void **state)
{
    struct scene *scene = *state;
    char body[200];
    issue(scene, scene->admin);
    (void)snprintf(body, sizeof body,
                   "{\"user\":%lld,\"amount\":50,\"reason\":\"a prize\",\"key\":\"k\"}",
                   (long long)scene->user);
    assert_int_equal(ask(scene, "/api/operator/chips/credit", body), 200);
    assert_non_null(strstr(scene->body, "\"chips\":450"));
    assert_int_equal(ask(scene, "/api/operator/chips/credit", body), 200);
    assert_non_null(strstr(scene->body, "\"chips\":450"));
    assert_non_null(strstr(scene->body, "\"replayed\":true"));
    (void)snprintf(body, sizeof body, "/api/operator/users/%lld/disable", (long long)scene->user);
    assert_int_equal(ask(scene, body, "{\"reason\":\"for a test\"}"), 200);
    assert_true(scene->dismissed == scene->user);
    struct felt_question question = {
        .kind = FELT_QUESTION_AUDIT, .now_ms = NOW, .before = INT64_MAX, .limit = 10};
    struct felt_ledger_answer answer = {0};
    felt_ledger_client_find(scene->client, &question, &answer);
    assert_true(answer.count >= 2);
    assert_int_equal(answer.audit[0].line.kind, FELT_ORDER_DISABLE);
    assert_string_equal(answer.audit[0].line.actor, "operator:root-admin");
    assert_string_equal(answer.audit[0].line.reason, "for a test");
    assert_int_equal(answer.audit[1].line.kind, FELT_ORDER_CREDIT);
    assert_string_equal(answer.audit[1].line.reason, "a prize");
    free(answer.rows);
}

static void http_admin_bank_a_session_that_ended_opens_nothing(void **state)
{
    struct scene *scene = *state;
    struct felt_receipt receipt;
    struct felt_order order = {.kind = FELT_ORDER_SIGN_OUT, .now_ms = NOW, .user = scene->admin};
    issue(scene, scene->admin);
    assert_int_equal(ask(scene, "/api/operator/metrics", NULL), 200);
    felt_ledger_client_do(scene->client, &order, &receipt);
    assert_int_equal(ask(scene, "/api/operator/metrics", NULL), 403);
}

static void http_admin_bank_proves_the_ledger(void **state)
{
    struct scene *scene = *state;
    issue(scene, scene->admin);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(ask(scene, "/api/operator/ledger/check", NULL), 200);
        assert_non_null(strstr(scene->body, "{\"good\":true,\"proofs\":[{"));
    }
    assert_true(__atomic_load_n(&scene->woken, __ATOMIC_SEQ_CST) > 0);
}

/* ---- letters --------------------------------------------------------------------------------- */

struct writer {
    struct felt_admin_requests *mail;
    const char *path, *body;
    bool answered;
    struct felt_admin_request letter;
    int done;
};

static void *write_letter(void *self)
{
    struct writer *writer = self;
    writer->letter = (struct felt_admin_request){.post = writer->body != NULL,
                                                 .path = writer->path,
                                                 .body = writer->body ? writer->body : "",
                                                 .actor = "admin:root"};
    writer->answered = felt_admin_requests_send(writer->mail, &writer->letter);
    __atomic_store_n(&writer->done, 1, __ATOMIC_SEQ_CST);
    return NULL;
}

static void send_letter(struct scene *scene, struct writer *writer, bool turns)
{
    pthread_t thread;
    writer->mail = felt_http_admin_requests(scene->http_admin);
    writer->done = 0;
    assert_int_equal(pthread_create(&thread, NULL, write_letter, writer), 0);
    for (int i = 0;
         turns && i < 2 * PATIENCE_MS && !__atomic_load_n(&writer->done, __ATOMIC_SEQ_CST); i++) {
        felt_http_admin_turn(scene->http_admin, NOW);
        (void)usleep(500);
    }
    if (!turns) felt_admin_requests_shut(writer->mail);
    (void)pthread_join(thread, NULL);
}

static void http_admin_bank_answers_letters(void **state)
{
    struct scene *scene = *state;
    char path[100];
    struct writer writer = {.path = "/api/operator/tables/open", .body = "{\"stake\":\"nl-2\"}"};
    send_letter(scene, &writer, true);
    assert_true(writer.answered);
    assert_int_equal(writer.letter.status, 200);
    assert_string_equal(writer.letter.answer, "{\"table\":\"nl-2-1\"}");
    free(writer.letter.answer);
    writer.path = "/api/operator/users?query=ada";
    writer.body = NULL;
    send_letter(scene, &writer, true);
    assert_non_null(strstr(writer.letter.answer, "\"username\":\"ada\""));
    free(writer.letter.answer);
    (void)snprintf(path, sizeof path, "/api/operator/users/%lld/dismiss", (long long)scene->user);
    writer.path = path;
    writer.body = "{\"reason\":\"closed\",\"closed\":true}";
    send_letter(scene, &writer, true);
    assert_int_equal(writer.letter.status, 200);
    free(writer.letter.answer);
    assert_true(scene->dismissed == scene->user);
    assert_true(scene->forgotten == scene->user);
    assert_true(scene->room.cleared == scene->user);
}

/* M1: a server that stops keeps nobody waiting. */
static void http_admin_bank_mail_that_is_shut_refuses(void **state)
{
    struct scene *scene = *state;
    struct writer writer = {.path = "/api/operator/tables"};
    send_letter(scene, &writer, false);
    assert_false(writer.answered);
    send_letter(scene, &writer, true);
    assert_false(writer.answered);
}

TEST_MODULE(http_admin_store)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        CASE(http_admin_bank_admin_only),
        CASE(http_admin_bank_changes_are_audited),
        CASE(http_admin_bank_a_session_that_ended_opens_nothing),
        CASE(http_admin_bank_proves_the_ledger),
        CASE(http_admin_bank_answers_letters),
        CASE(http_admin_bank_mail_that_is_shut_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
