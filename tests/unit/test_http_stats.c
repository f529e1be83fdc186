/* test_http_stats.c -- requests for figures without a server: who is told what, how shares are
 * made, and what a leaderboard leaves out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "server/http/stats/stats.h"
#include "server/http/stats/write.h"
#include "module.h"
#include "os/secret.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TOKEN  "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8" /* bytes 0 .. 31 */
#define COOKIE "felt_session=" TOKEN
#define NOW    INT64_C(1794873600000) /* 2026-11-17 */

/* Bank and hand store are the test, which answers when it likes. */
struct scene {
    struct felt_http_stats_services services;
    struct felt_http_stats *stats;
    bool full;
    int questions, counted, answers, status;
    struct felt_question question;
    struct felt_hand_store_question wanted;
    uint64_t ticket;
    char body[65536];
};

static bool take_question(void *self, const struct felt_question *question, uint64_t ticket)
{
    struct scene *scene = self;
    if (scene->full) return false;
    scene->questions++;
    scene->question = *question;
    scene->ticket = ticket;
    return true;
}

static bool take_stats(void *self, const struct felt_hand_store_question *question, uint64_t ticket)
{
    struct scene *scene = self;
    if (scene->full) return false;
    scene->counted++;
    scene->wanted = *question;
    scene->ticket = ticket;
    return true;
}

static void take_answer(void *self, uint32_t request,
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

static void fill(void *self, void *out, size_t bytes)
{
    (void)self;
    memset(out, 7, bytes);
}

static int set_up(void **state)
{
    struct scene *scene = calloc(1, sizeof *scene);
    scene->services = (struct felt_http_stats_services){
        .self = scene,
        .bank = {.self = scene, .ask = take_question},
        .digests = felt_secret_digests,
        .entropy = fill,
        .stats = take_stats,
        .stats_of = scene,
        .answer = take_answer,
    };
    scene->stats = felt_http_stats_open(8, &scene->services);
    *state = scene;
    return scene->stats ? 0 : -1;
}

static int tear_down(void **state)
{
    struct scene *scene = *state;
    felt_http_stats_close(scene->stats);
    free(scene);
    return 0;
}

/* ---- in short ---------------------------------------------------------------------------------
 */

static void get(struct scene *scene, const char *path, const char *query, const char *cookie)
{
    struct felt_http_accounts_request request = {.path = path,
                                                 .query = query,
                                                 .body = "",
                                                 .type = "",
                                                 .cookie = cookie,
                                                 .bearer = "",
                                                 .agent = "",
                                                 .address = "192.0.2.1"};
    assert_true(felt_http_stats_owns(path));
    felt_http_stats_request(scene->stats, 3, &request, NOW);
}

static void find_user(struct scene *scene, int64_t id, enum felt_user_kind kind, int64_t deleted)
{
    struct felt_ledger_answer answer = {
        .outcome = FELT_OUTCOME_OK,
        .session.kind = FELT_SESSION_COOKIE,
        .user = {.id = id, .kind = (uint8_t)kind, .deleted_at = deleted}};
    (void)snprintf(answer.user.handle, sizeof answer.user.handle, "Player %d", (int)id);
    felt_http_stats_found(scene->stats, scene->ticket, &answer, NOW);
}

static void find_stats(struct scene *scene, void *rows, uint32_t count)
{
    struct felt_hand_store_findings findings = {
        .ticket = scene->ticket, .topic = scene->wanted.topic, .rows = rows, .count = count};
    felt_http_stats_counted(scene->stats, &findings, NOW);
}

static bool says(const struct scene *scene, const char *text)
{
    return strstr(scene->body, text) != NULL;
}

/* ---- own figures -------------------------------------------------------------------------------
 */

static void stats_are_those_of_the_session(void **state)
{
    struct scene *scene = *state;
    struct felt_hand_store_stake_stats rows[] = {
        {.stake = "nl-2"}, {.stake = "tournaments", .kind = FELT_HAND_STORE_TABLE_EVENT}};
    struct felt_user_stats *stats = &rows[0].stats;
    stats->manners = (struct felt_play_stats){.hands = 210,
                                              .entered = 50,
                                              .raised = 40,
                                              .later_bets = 30,
                                              .later_calls = 12,
                                              .showdowns = 20,
                                              .showdowns_won = 11};
    stats->bombs = 10;
    stats->three_chances = 16;
    stats->three_bets = 2;
    stats->saw = 80;
    stats->won = -42;
    stats->won_mbb = -21000;
    stats->time_ms = 7200000;
    rows[1].stats.manners.hands = 9;
    rows[1].stats.won = 5000;
    get(scene, "/api/stats", "days=30", COOKIE);
    assert_int_equal(scene->question.kind, FELT_QUESTION_SESSION);
    find_user(scene, 5, FELT_USER_HUMAN, 0);
    assert_int_equal(scene->wanted.user, 5);
    assert_int_equal(scene->wanted.since, felt_hand_store_day(NOW) - 29);
    find_stats(scene, rows, 2);
    assert_int_equal(scene->status, 200);
    assert_true(says(scene, "\"days\":30,\"total\":{\"hands\":210,\"vpip\":25.0,\"pfr\":20.0,"
                            "\"three_bet\":12.5,\"three_bet_chances\":16,\"aggression\":2.50,"
                            "\"went_to_showdown\":25.0,\"won_at_showdown\":55.0,\"showdowns\":20,"
                            "\"won\":-42,\"won_bb\":-21.0,\"bb_per_100\":-10.0,\"minutes\":120,"
                            "\"won_per_hour\":-21.0,\"hands_per_hour\":105.0}"));
    assert_true(says(scene, "\"tournaments\":{\"hands\":9,\"vpip\":0.0"));
    assert_true(says(scene, "{\"stake\":\"nl-2\",\"kind\":\"cash\",\"as\":\"person\""));
    assert_int_equal(scene->answers, 1);
}

static void stats_of_nobody_are_nulls(void **state)
{
    struct scene *scene = *state;
    get(scene, "/api/stats", "", COOKIE);
    find_user(scene, 5, FELT_USER_HUMAN, 0);
    assert_int_equal(scene->wanted.since, 0);
    find_stats(scene, NULL, 0);
    assert_true(says(scene, "{\"days\":null,\"total\":{\"hands\":0,\"vpip\":null"));
    assert_true(says(scene, "\"aggression\":null"));
    assert_true(says(scene, "\"bb_per_100\":null"));
    assert_true(says(scene, "\"stakes\":[]"));
}

static void stats_without_a_session_are_refused(void **state)
{
    struct scene *scene = *state;
    get(scene, "/api/stats/graph", "", "");
    assert_int_equal(scene->status, 401);
    get(scene, "/api/stats", "", COOKIE);
    struct felt_ledger_answer none = {.outcome = FELT_OUTCOME_NO_SESSION};
    felt_http_stats_found(scene->stats, scene->ticket, &none, NOW);
    assert_int_equal(scene->status, 401);
    assert_int_equal(scene->counted, 0);
    struct felt_ledger_answer away = {.outcome = FELT_OUTCOME_UNAVAILABLE};
    get(scene, "/api/stats", "", COOKIE);
    felt_http_stats_found(scene->stats, scene->ticket, &away, NOW);
    assert_int_equal(scene->status, 503);
}

static void stats_queries_that_are_wrong_are_refused(void **state)
{
    static const struct {
        const char *path, *query, *field;
    } rows[] = {{"/api/stats", "days=0", "days"},
                {"/api/stats", "days=731", "days"},
                {"/api/stats", "days=7x", "days"},
                {"/api/stats", "days=", "days"},
                {"/api/stats", "user=7", "query"},
                {"/api/stats", "days=7&", "query"},
                {"/api/stats/graph", "hands=1001", "hands"},
                {"/api/leaderboard", "by=chips", "by"},
                {"/api/leaderboard", "by=profit&days=7", "days"},
                {"/api/leaderboard", "days=7", "days"}};
    struct scene *scene = *state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char field[64];
        get(scene, rows[i].path, rows[i].query, COOKIE);
        (void)snprintf(field, sizeof field, "\"field\":\"%s\"", rows[i].field);
        assert_int_equal(scene->status, 400);
        if (!says(scene, field)) fail_msg("%s: %s", rows[i].query, scene->body);
    }
    assert_int_equal(scene->questions, 0);
    assert_false(felt_http_stats_owns("/api/stats/7"));
    assert_false(felt_http_stats_owns("/api/statsx"));
}

static void stats_of_a_client_who_is_gone_are_dropped(void **state)
{
    struct scene *scene = *state;
    get(scene, "/api/stats", "", COOKIE);
    felt_http_stats_gone(scene->stats, 3);
    find_user(scene, 5, FELT_USER_HUMAN, 0);
    assert_int_equal(scene->counted, 0);
    get(scene, "/api/stats", "", COOKIE);
    find_user(scene, 5, FELT_USER_HUMAN, 0);
    uint64_t old = scene->ticket;
    felt_http_stats_gone(scene->stats, 3);
    get(scene, "/api/stats", "", COOKIE);
    scene->ticket = old;
    find_stats(scene, NULL, 0);
    assert_int_equal(scene->answers, 0);
}

static void stats_that_cannot_be_asked_for_are_busy(void **state)
{
    struct scene *scene = *state;
    scene->full = true;
    get(scene, "/api/stats", "", COOKIE);
    assert_int_equal(scene->status, 503);
    get(scene, "/api/leaderboard", "by=bb", "");
    assert_int_equal(scene->status, 503);
    scene->full = false;
    get(scene, "/api/stats", "", COOKIE);
    find_user(scene, 5, FELT_USER_HUMAN, 0);
    struct felt_hand_store_findings failed = {.ticket = scene->ticket, .failed = true};
    felt_http_stats_counted(scene->stats, &failed, NOW);
    assert_int_equal(scene->status, 503);
}

static void stats_graph_has_running_sums(void **state)
{
    struct scene *scene = *state;
    struct felt_hand_store_day_stats days[] = {
        {.day = 20773, .hands = 10, .won = 30, .won_mbb = 15000},
        {.day = 20774, .hands = 5, .won = -50, .won_mbb = -25000}};
    struct felt_hand_store_row hands[] = {{.hand_id = "H-2026-11-17-00002", .won = -4},
                                          {.hand_id = "H-2026-11-17-00001", .won = 10}};
    get(scene, "/api/stats/graph", "hands=2", COOKIE);
    find_user(scene, 5, FELT_USER_HUMAN, 0);
    assert_int_equal(scene->wanted.limit, 2);
    struct felt_hand_store_findings findings = {
        .ticket = scene->ticket, .days = days, .count = 2, .hands = hands, .hand_count = 2};
    felt_http_stats_counted(scene->stats, &findings, NOW);
    assert_true(says(scene, "{\"day\":\"2026-11-17\",\"hands\":5,\"won\":-50,\"won_bb\":-25.0,"
                            "\"sum\":-20,\"sum_hands\":15}"));
    assert_true(says(scene, "[{\"hand_id\":\"H-2026-11-17-00001\",\"won\":10,\"sum\":10},"
                            "{\"hand_id\":\"H-2026-11-17-00002\",\"won\":-4,\"sum\":6}]"));
}

/* ---- leaderboards ------------------------------------------------------------------------------
 */

/* U1: one is closed, one is the house's. */
static void leaderboard_leaves_out_whoever_is_not_to_be_seen(void **state)
{
    struct scene *scene = *state;
    struct felt_hand_store_day_stats rows[] = {
        {.user = 4, .hands = 400, .won = 90, .won_mbb = 80000},
        {.user = 5, .hands = 200, .won = 50, .won_mbb = 20000},
        {.user = 6, .hands = 100, .won = 10, .won_mbb = 5000}};
    get(scene, "/api/leaderboard", "by=bb&days=30", "");
    assert_int_equal(scene->wanted.topic, FELT_HAND_STORE_BEST);
    assert_int_equal(scene->wanted.hands_min, FELT_HTTP_STATS_HANDS_MIN);
    find_stats(scene, rows, 3);
    assert_int_equal(scene->question.number, 4);
    find_user(scene, 4, FELT_USER_HUMAN, 99);
    find_user(scene, 5, FELT_USER_HUMAN, 0);
    find_user(scene, 6, FELT_USER_HOUSE, 0);
    assert_string_equal(scene->body,
                        "{\"by\":\"bb\",\"days\":30,\"hands_min\":100,\"leaders\":[{\"rank\":1,"
                        "\"name\":\"Player 5\",\"hands\":200,\"bb_per_100\":10.0}]}");
    int stats = scene->counted;
    get(scene, "/api/leaderboard", "by=bb&days=30", ""); /* U3 */
    assert_int_equal(scene->answers, 2);
    assert_int_equal(scene->counted, stats);
    get(scene, "/api/leaderboard", "by=bb&days=31", "");
    assert_int_equal(scene->counted, stats + 1);
}

static void leaderboard_of_profit_is_that_of_the_ledger(void **state)
{
    struct scene *scene = *state;
    struct felt_ledger_leader rows[] = {
        {.user = 5, .handle = "Ann", .chips = 900, .invested = 400},
        {.user = 6, .handle = "Bob", .chips = 100, .invested = 400},
    };
    struct felt_ledger_answer answer = {.outcome = FELT_OUTCOME_OK, .count = 2, .leaders = rows};
    get(scene, "/api/leaderboard", "", "");
    assert_int_equal(scene->question.kind, FELT_QUESTION_LEADERS);
    felt_http_stats_found(scene->stats, scene->ticket, &answer, NOW);
    assert_string_equal(
        scene->body, "{\"by\":\"profit\",\"days\":null,\"leaders\":[{\"rank\":1,\"name\":\"Ann\","
                     "\"profit\":500},{\"rank\":2,\"name\":\"Bob\",\"profit\":-300}]}");
}

static void stats_requests_are_limited(void **state)
{
    struct scene *scene = *state;
    for (int i = 0; i < 60; i++) get(scene, "/api/stats", "days=0", "");
    assert_int_equal(scene->status, 400);
    get(scene, "/api/stats", "days=0", "");
    assert_int_equal(scene->status, 429);
}

static void pair_says_what_speaks_against_it(void **state)
{
    (void)state;
    char text[4096];
    struct felt_buffer out = felt_buffer_make(text, sizeof text);
    struct felt_json json = felt_json_make(&out);
    struct felt_hand_store_pair_row row = {
        .first = 5,
        .second = 6,
        .same_address = true,
        .there = {.hands = 60, .gave_mbb = 90500, .gave_up = 7},
        .suspicion = {.score = 61.5, .chips = 3.5, .give_up = 7},
        .clues = 1,
        .clue[0] = {"H-2026-11-17-00001", FELT_CLUE_GAVE_UP, 20000}};
    felt_http_stats_write_pair(&json, &row);
    assert_true(felt_json_done(&json));
    felt_buffer_char(&out, '\0');
    assert_string_equal(
        text,
        "{\"first\":5,\"second\":6,\"score\":61.5,\"suspect\":true,\"reasons\":[\"chips\","
        "\"gives-up\",\"same-address\"],\"dump\":0,\"hands\":60,\"deviations\":{\"chips\":3.5,"
        "\"gives_up\":7.0,\"soft_play\":0.0},\"there\":{\"gave_bb\":90.5,\"gave_up\":7,"
        "\"chances\":0,\"bets\":0},\"back\":{\"gave_bb\":0.0,\"gave_up\":0,\"chances\":0,"
        "\"bets\":0},\"clues\":[{\"hand_id\":\"H-2026-11-17-00001\",\"gave_bb\":20.0,"
        "\"gave_up\":true,\"checked\":false,\"dumped\":false}]}");
}

#define CASE(name)                                                                                 \
    {                                                                                              \
#name, name, set_up, tear_down, NULL                                                       \
    }

TEST_MODULE(http_stats)
{
    const struct CMUnitTest tests[] = {
        CASE(stats_are_those_of_the_session),
        CASE(stats_of_nobody_are_nulls),
        CASE(stats_without_a_session_are_refused),
        CASE(stats_queries_that_are_wrong_are_refused),
        CASE(stats_of_a_client_who_is_gone_are_dropped),
        CASE(stats_that_cannot_be_asked_for_are_busy),
        CASE(stats_graph_has_running_sums),
        CASE(leaderboard_leaves_out_whoever_is_not_to_be_seen),
        CASE(leaderboard_of_profit_is_that_of_the_ledger),
        CASE(stats_requests_are_limited),
        CASE(pair_says_what_speaks_against_it),
    };
    return cmocka_run_group_tests_name("http_stats", tests, NULL, NULL);
}
