/* http_accounts_scene.h -- an accounts API whose ledger store and hasher are the test, which
 * answers when it likes, or never. Included after cmocka.h. */
#ifndef FELT_TESTS_HTTP_ACCOUNTS_SCENE_H
#define FELT_TESTS_HTTP_ACCOUNTS_SCENE_H

#include "http_accounts_front.h"

#define TOKEN  "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8" /* bytes 0 .. 31 */
#define COOKIE "felt_session=" TOKEN
#define EIGHTY "01234567890123456789012345678901234567890123456789012345678901234567890123456789"
#define LONG   "{\"username\":\"ada\",\"password\":\"" EIGHTY "\"}"
#define HASH   "$2b$04$abcdefghijklmnopqrstuv"

/* What the accounts API gave to those behind it. */
struct scene {
    struct front *front;
    bool full; /* they take nothing                                                              */
    int orders, questions, hashes, verifies;
    struct felt_order order;
    struct felt_question question;
    uint64_t ticket;
    char password[100], hash[128];
};

static inline bool take_order(void *self, const struct felt_order *order, uint64_t ticket)
{
    struct scene *scene = self;
    if (scene->full) return false;
    scene->orders++;
    if (ticket == 0) return true;
    scene->order = *order;
    scene->ticket = ticket;
    return true;
}

static inline bool take_question(void *self, const struct felt_question *question, uint64_t ticket)
{
    struct scene *scene = self;
    if (scene->full) return false;
    scene->questions++;
    scene->question = *question;
    scene->ticket = ticket;
    return true;
}

static inline bool take_hash(void *self, const char *password, uint64_t ticket)
{
    struct front *front = self;
    struct scene *scene = front->services.bank.self;
    if (scene->full) return false;
    scene->hashes++;
    scene->ticket = ticket;
    (void)snprintf(scene->password, sizeof scene->password, "%s", password);
    return true;
}

static inline bool take_verify(void *self, const char *password, const char *hash, uint64_t ticket)
{
    struct front *front = self;
    struct scene *scene = front->services.bank.self;
    if (scene->full) return false;
    scene->verifies++;
    scene->ticket = ticket;
    (void)snprintf(scene->password, sizeof scene->password, "%s", password);
    (void)snprintf(scene->hash, sizeof scene->hash, "%s", hash);
    return true;
}

static inline int set_up(void **state)
{
    struct scene *scene = calloc(1, sizeof *scene);
    assert_non_null(scene);
    struct front *front = scene->front = front_make();
    front->entropy = 1;
    front->services.bank =
        (struct felt_ledger_services){.self = scene, .order = take_order, .ask = take_question};
    front->services.hash = take_hash;
    front->services.verify = take_verify;
    front->accounts = felt_http_accounts_open(&front->config, &front->services);
    assert_non_null(front->accounts);
    *state = scene;
    return 0;
}

static inline int tear_down(void **state)
{
    struct scene *scene = *state;
    front_free(scene->front);
    free(scene);
    return 0;
}

static inline struct felt_user make_user(void)
{
    struct felt_user user = {.id = 17,
                             .kind = FELT_USER_HUMAN,
                             .username = "ada",
                             .handle = "Ada",
                             .password = HASH,
                             .chips = 400,
                             .invested = 400,
                             .level = 1,
                             .reg_date = FRONT_NOW,
                             .last_visit = FRONT_NOW};
    return user;
}

#define USER                                                                                       \
    "{\"id\":17,\"kind\":\"human\",\"username\":\"ada\",\"handle\":\"Ada\",\"email\":\"\","        \
    "\"birthday\":\"\",\"chips\":400,\"seated\":0,\"total\":400,\"invested\":400,\"level\":1,"     \
    "\"reg_date\":\"2026-01-02T03:04:05Z\",\"last_visit\":\"2026-01-02T03:04:05Z\"}"

static inline void reply_found(struct scene *scene, struct felt_ledger_answer answer)
{
    felt_http_accounts_found(scene->front->accounts, scene->ticket, &answer, scene->front->now_ms);
}

static inline void reply_session(struct scene *scene, struct felt_user user)
{
    struct felt_ledger_answer answer = {
        .outcome = FELT_OUTCOME_OK, .user = user, .total = user.chips};
    assert_int_equal(scene->question.kind, FELT_QUESTION_SESSION);
    answer.session.user = user.id;
    answer.session.last_seen = scene->front->now_ms;
    reply_found(scene, answer);
}

static inline void reply_receipt(struct scene *scene, enum felt_outcome outcome)
{
    struct felt_receipt receipt = {.outcome = (uint8_t)outcome, .user = make_user(), .total = 400};
    felt_http_accounts_receipt(scene->front->accounts, scene->ticket, &receipt,
                               scene->front->now_ms);
}

static inline void reply_hashed(struct scene *scene, bool good)
{
    felt_http_accounts_hashed(scene->front->accounts, scene->ticket, good, false, HASH,
                              scene->front->now_ms);
}

static inline void assert_answer(const struct scene *scene, int status, const char *body)
{
    assert_int_equal(scene->front->answer[0].count, 1); /* D1 */
    assert_int_equal(scene->front->answer[0].status, status);
    if (body) assert_string_equal(scene->front->answer[0].body, body);
}

static inline void assert_refused(const struct scene *scene, int status, const char *code)
{
    char found[64];
    assert_answer(scene, status, NULL);
    assert_string_equal(front_code(scene->front, 0, found), code);
}

static inline void be_signed_in(struct scene *scene)
{
    (void)snprintf(scene->front->cookie, sizeof scene->front->cookie, "%s", COOKIE);
}

static inline void log_in(struct scene *scene)
{
    front_send(scene->front, 0, true, "/api/login",
               "{\"username\":\"ada\",\"password\":\"correct horse\"}");
}

#endif
