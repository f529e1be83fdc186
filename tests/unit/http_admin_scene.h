/* http_admin_scene.h -- an operator whose ledger store is the test, which answers when it likes.
 * Included after cmocka.h. */
#ifndef FELT_TESTS_HTTP_ADMIN_SCENE_H
#define FELT_TESTS_HTTP_ADMIN_SCENE_H

#include "http_admin_room.h"
#include "http_admin_tournaments.h"
#include "os/secret.h"

#include <stdlib.h>

#define TOKEN   "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8" /* bytes 0 .. 31 */
#define COOKIE  "felt_session=" TOKEN
#define NOW     INT64_C(1767323045000)
#define ROOM_MS INT64_C(77000)
#define ROOT    "/api/operator/"

struct scene {
    struct felt_http_admin *admin;
    struct felt_http_admin_services services;
    struct felt_room room;
    struct felt_house_seating seating;
    struct felt_tournaments tournaments;
    struct felt_stake stake;
    struct felt_room_config room_config;
    struct felt_room_session_counts counts;
    /* what was given to the ledger store */
    bool full;
    int orders, questions;
    struct felt_order order;
    struct felt_question question;
    uint64_t ticket;
    /* what was answered, logged, done */
    int answers, status;
    char body[65536], log[1024];
    int logs;
    int64_t dismissed, forgotten, club_closed;
    char why[128], who[64], persona[128];
    /* who sends */
    const char *cookie, *bearer, *type, *query, *address;
    bool foreign;
    int64_t age_ms; /* of the session                                                           */
};

static inline bool take_order(void *self, const struct felt_order *order, uint64_t ticket)
{
    struct scene *scene = self;
    if (scene->full) return false;
    scene->orders++;
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

static inline void fill(void *self, void *out, size_t bytes)
{
    (void)self;
    memset(out, 5, bytes);
}

static inline void take_answer(void *self, uint32_t request,
                               const struct felt_http_accounts_answer *answer)
{
    struct scene *scene = self;
    assert_int_equal(request, 3);
    assert_true(answer->bytes < sizeof scene->body);
    scene->answers++;
    scene->status = answer->status;
    memcpy(scene->body, answer->body, answer->bytes);
    scene->body[answer->bytes] = '\0';
}

static inline void take_log(void *self, const char *json, size_t bytes)
{
    struct scene *scene = self;
    scene->logs++;
    (void)snprintf(scene->log, sizeof scene->log, "%.*s", (int)bytes, json);
}

static inline int64_t tell_room_ms(void *self)
{
    (void)self;
    return ROOM_MS;
}

static inline void dismiss(void *self, int64_t user, const char *why)
{
    struct scene *scene = self;
    scene->dismissed = user;
    (void)snprintf(scene->why, sizeof scene->why, "%s", why);
}

static inline void forget(void *self, int64_t user)
{
    ((struct scene *)self)->forgotten = user;
}

static inline void close_club(void *self, int64_t club)
{
    ((struct scene *)self)->club_closed = club;
}

static inline void tell_persona(void *self, const char *name, char out[FELT_PLAYER_TEXT_MAX + 1])
{
    (void)self;
    (void)snprintf(out, FELT_PLAYER_TEXT_MAX + 1, "house:%s",
                   strcmp(name, "HousePlayer1") == 0 ? "rock" : "tag");
}

static inline enum felt_status dial(void *self, const char *who, const char *persona,
                                    struct felt_complaint *complaint)
{
    struct scene *scene = self;
    if (strcmp(persona, "nonsense") == 0)
        return felt_complain(complaint, FELT_BAD_NAME, 0, 0, "there is no player '%s'", persona);
    (void)snprintf(scene->who, sizeof scene->who, "%s", who);
    (void)snprintf(scene->persona, sizeof scene->persona, "%s", persona);
    return FELT_OK;
}

static inline int set_up(void **state)
{
    struct scene *scene = calloc(1, sizeof *scene);
    assert_non_null(scene);
    scene->stake = (struct felt_stake){
        .id = "nl-2", .title = "No-limit hold'em 1/2", .seats = 6, .tables = 1, .move_ms = 15000};
    scene->room_config.tables_max = TABLES;
    scene->room_config.stakes = 1;
    scene->room_config.stake[0] = &scene->stake;
    scene->room.stake = &scene->stake;
    scene->room.there[0] = true;
    (void)snprintf(scene->room.id[0], sizeof scene->room.id[0], "nl-2-1");
    scene->room.counts.hands = 99;
    scene->seating.member[0] = (struct felt_house_seating_member){
        .user = 2, .state = FELT_HOUSE_SEATING_SEATED, .bank = 800, .name = "HousePlayer1"};
    scene->seating.member[1] = (struct felt_house_seating_member){
        .user = 3, .state = FELT_HOUSE_SEATING_FREE, .bank = 900, .name = "HousePlayer2"};
    open_tournaments(&scene->tournaments);
    scene->counts.latencies = 4;
    scene->counts.latency_us = 100;
    scene->services = (struct felt_http_admin_services){.self = scene,
                                                        .bank = {scene, take_order, take_question},
                                                        .digests = felt_secret_digests,
                                                        .entropy = fill,
                                                        .answer = take_answer,
                                                        .log = take_log,
                                                        .room_ms = tell_room_ms,
                                                        .dismiss = dismiss,
                                                        .forget = forget,
                                                        .club_closed = close_club,
                                                        .persona = tell_persona,
                                                        .dial = dial};
    struct felt_http_admin_config config = {.requests_max = 8,
                                            .session_ms = 12 * 3600000,
                                            .proof_ms = 15 * 60000,
                                            .room = &scene->room,
                                            .seating = &scene->seating,
                                            .tournaments = &scene->tournaments,
                                            .room_config = &scene->room_config,
                                            .seating_config = {250, 1200, 6000, 200},
                                            .counts = &scene->counts};
    scene->admin = felt_http_admin_open(&config, &scene->services);
    assert_non_null(scene->admin);
    scene->cookie = COOKIE;
    scene->bearer = scene->query = "";
    scene->type = "application/json";
    scene->address = "192.0.2.1";
    *state = scene;
    return 0;
}

static inline int tear_down(void **state)
{
    struct scene *scene = *state;
    felt_http_admin_close(scene->admin);
    free(scene);
    return 0;
}

/* body NULL: GET. */
static inline void request(struct scene *scene, const char *path, const char *body)
{
    char whole[256];
    struct felt_http_accounts_request out = {.post = body != NULL,
                                             .path = whole,
                                             .query = scene->query,
                                             .body = body ? body : "",
                                             .bytes = body ? strlen(body) : 0,
                                             .type = scene->type,
                                             .cookie = scene->cookie,
                                             .bearer = scene->bearer,
                                             .agent = "",
                                             .address = scene->address,
                                             .foreign = scene->foreign};
    (void)snprintf(whole, sizeof whole, "%s%s", ROOT, path);
    scene->answers = scene->status = scene->orders = scene->questions = 0;
    scene->body[0] = '\0';
    felt_http_admin_request(scene->admin, 3, &out, NOW);
}

static inline void tell_session(struct scene *scene, enum felt_user_kind kind,
                                enum felt_session_kind how, enum felt_outcome outcome)
{
    struct felt_ledger_answer answer = {
        .outcome = (uint8_t)outcome,
        .user = {.id = 1, .kind = (uint8_t)kind, .username = "root"},
        .session = {.user = 1, .kind = (uint8_t)how, .created = NOW - scene->age_ms}};
    assert_int_equal(scene->question.kind, FELT_QUESTION_SESSION);
    felt_http_admin_found(scene->admin, scene->ticket, &answer, NOW);
}

/* By somebody who may. */
static inline void ask(struct scene *scene, const char *path, const char *body)
{
    request(scene, path, body);
    assert_int_equal(scene->questions, 1);
    tell_session(scene, FELT_USER_ADMIN, FELT_SESSION_FRESH, FELT_OUTCOME_OK);
}

static inline void tell_receipt(struct scene *scene, enum felt_outcome outcome)
{
    struct felt_receipt receipt = {.outcome = (uint8_t)outcome,
                                   .transaction = 44,
                                   .amount = 100,
                                   .total = 500,
                                   .user = {.id = 7, .kind = FELT_USER_HUMAN, .username = "ada"}};
    assert_int_equal(scene->orders, 1);
    felt_http_admin_receipt(scene->admin, scene->ticket, &receipt, NOW);
}

static inline bool says(const struct scene *scene, const char *text)
{
    return strstr(scene->body, text) != NULL;
}

static inline bool is_logged(const struct scene *scene, const char *text)
{
    return strstr(scene->log, text) != NULL;
}

#endif
