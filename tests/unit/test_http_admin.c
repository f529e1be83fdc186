/* test_http_admin.c -- the operator's requests: who is let in, what is read, what is done to the
 * room and to users, what is answered and logged.
 *
 * Bank and room are the test: http_admin_scene.h, http_admin_room.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "module.h"
#include "http_admin_scene.h"

#include <jansson.h>

/* ---- who ------------------------------------------------------------------------------------- */

static void http_admin_owns_its_paths_only(void **state)
{
    (void)state;
    assert_true(felt_http_admin_owns("/api/operator"));
    assert_true(felt_http_admin_owns("/api/operator/tables"));
    assert_false(felt_http_admin_owns("/api/operators"));
    assert_false(felt_http_admin_owns("/api/me"));
    assert_false(felt_http_admin_owns("/"));
}

/* P1: everything, also what is not there, and nothing has happened. */
static void admin_forbids_everybody_but_admins(void **state)
{
    struct scene *scene = *state;
    static const struct {
        const char *path, *body;
    } what[] = {{"tables", NULL},
                {"no/such/path", NULL},
                {"tables/open", "{\"stake\":\"nl-2\"}"},
                {"tables/open", "no json"},
                {"users/7/disable", "{}"},
                {"chips/credit", "{\"user\":7,\"amount\":5,\"reason\":\"x\",\"key\":\"k\"}"},
                {"notice", "{\"text\":\"hello\"}"}};
    static const struct {
        uint8_t kind, how;
        bool bearer;
        uint8_t outcome;
    } who[] = {
        {FELT_USER_HUMAN, FELT_SESSION_COOKIE, false, FELT_OUTCOME_OK},
        {FELT_USER_GUEST, FELT_SESSION_COOKIE, false, FELT_OUTCOME_OK},
        {FELT_USER_HOUSE, FELT_SESSION_BEARER, true, FELT_OUTCOME_OK},
        {FELT_USER_ADMIN, FELT_SESSION_LINK, false, FELT_OUTCOME_OK},
        {FELT_USER_ADMIN, FELT_SESSION_BEARER, false, FELT_OUTCOME_OK},
        {FELT_USER_ADMIN, FELT_SESSION_COOKIE, true, FELT_OUTCOME_OK},
        {FELT_USER_ADMIN, FELT_SESSION_COOKIE, false, FELT_OUTCOME_NO_SESSION},
        {FELT_USER_ADMIN, FELT_SESSION_COOKIE, false, FELT_OUTCOME_DISABLED},
    };
    for (size_t i = 0; i < sizeof what / sizeof *what; i++)
        for (size_t j = 0; j < sizeof who / sizeof *who; j++) {
            char address[32]; /* a limit of its own */
            (void)snprintf(address, sizeof address, "192.0.2.%zu", j);
            scene->address = address;
            scene->bearer = who[j].bearer ? TOKEN : "";
            request(scene, what[i].path, what[i].body);
            tell_session(scene, who[j].kind, who[j].how, who[j].outcome);
            assert_int_equal(scene->status, 403);
            assert_true(says(scene, "\"FORBIDDEN\""));
            assert_int_equal(scene->answers, 1);
            assert_int_equal(scene->orders, 0);
        }
    assert_int_equal(scene->room.changes, 0);
    assert_int_equal(scene->logs, 0);
}

/* In a browser: half a day for everything, a quarter of an hour for chips and bans.  A script's
 * token has its own end. */
static void admin_signs_in_again_from_time_to_time(void **state)
{
    struct scene *scene = *state;
    static const char move[] = "{\"user\":7,\"amount\":5,\"reason\":\"x\",\"key\":\"k\"}";
    static const struct {
        int64_t age_ms;
        const char *path, *body;
        bool bearer, fine;
    } rows[] = {
        {12 * 3600000, "tables", NULL, false, true},
        {12 * 3600000 + 1, "tables", NULL, false, false},
        {12 * 3600000 + 1, "no/such/path", NULL, false, false},
        {12 * 3600000 + 1, "tables", NULL, true, true},
        {15 * 60000, "chips/credit", move, false, true},
        {15 * 60000 + 1, "chips/credit", move, false, false},
        {15 * 60000 + 1, "chips/debit", move, false, false},
        {15 * 60000 + 1, "users/7/disable", "{}", false, false},
        {15 * 60000 + 1, "users/7/enable", "{}", false, true},
        {15 * 60000 + 1, "chips/credit", move, true, true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        scene->age_ms = rows[i].age_ms;
        scene->bearer = rows[i].bearer ? TOKEN : "";
        request(scene, rows[i].path, rows[i].body);
        tell_session(scene, FELT_USER_ADMIN,
                     rows[i].bearer ? FELT_SESSION_BEARER : FELT_SESSION_COOKIE, FELT_OUTCOME_OK);
        assert_true(says(scene, "\"SIGN_IN_AGAIN\"") == !rows[i].fine);
        assert_int_equal(scene->status == 403, !rows[i].fine);
        if (scene->orders) tell_receipt(scene, FELT_OUTCOME_OK);
        assert_int_equal(scene->status == 200, rows[i].fine);
    }
}

static void admin_asks_nobody_without_a_token(void **state)
{
    struct scene *scene = *state;
    static const char *const cookies[] = {"", "felt_session=short", COOKIE "; " COOKIE,
                                          "__Host-" COOKIE};
    for (size_t i = 0; i < sizeof cookies / sizeof *cookies; i++) {
        scene->cookie = cookies[i];
        request(scene, "tables", NULL);
        assert_int_equal(scene->status, 403);
        assert_int_equal(scene->questions, 0);
    }
}

static void admin_takes_a_bearer_and_a_cookie(void **state)
{
    struct scene *scene = *state;
    ask(scene, "tables", NULL);
    assert_int_equal(scene->status, 200);
    scene->bearer = TOKEN;
    request(scene, "tables", NULL);
    tell_session(scene, FELT_USER_ADMIN, FELT_SESSION_BEARER, FELT_OUTCOME_OK);
    assert_int_equal(scene->status, 200);
}

/* P2 */
static void admin_refuses_pages_of_other_sites(void **state)
{
    struct scene *scene = *state;
    scene->foreign = true;
    request(scene, "tables/open", "{\"stake\":\"nl-2\"}");
    assert_int_equal(scene->status, 403);
    assert_true(says(scene, "FOREIGN_ORIGIN"));
    assert_int_equal(scene->questions, 0);
    scene->foreign = false;
    scene->type = "text/plain";
    ask(scene, "tables/open", "{\"stake\":\"nl-2\"}");
    assert_int_equal(scene->status, 415);
    assert_int_equal(scene->room.changes, 0);
}

static void admin_limits_requests_of_an_address(void **state)
{
    struct scene *scene = *state;
    int taken = 0;
    for (int i = 0; i < 100; i++) {
        request(scene, "tables", NULL);
        taken += scene->questions;
        if (scene->questions)
            tell_session(scene, FELT_USER_HUMAN, FELT_SESSION_COOKIE, FELT_OUTCOME_OK);
        else
            assert_int_equal(scene->status, 429);
    }
    assert_int_equal(taken, 60);
    scene->address = "192.0.2.2"; /* nobody counts requests of an operator */
    for (int i = 0; i < 100; i++) {
        ask(scene, "tables", NULL);
        assert_int_equal(scene->status, 200);
    }
}

/* ---- what is read ---------------------------------------------------------------------------- */

static void admin_reads_strictly(void **state)
{
    struct scene *scene = *state;
    static const struct {
        const char *path, *query, *body;
        int status;
        const char *code;
    } rows[] = {
        {"nothing", "", NULL, 404, "NOT_FOUND"},
        {"", "", NULL, 404, "NOT_FOUND"},
        {"tables/", "", NULL, 404, "NOT_FOUND"},
        {"tables", "", "{}", 405, "WRONG_METHOD"},
        {"tables", "x=1", NULL, 400, "BAD_FIELD"},
        {"tables/open", "", NULL, 405, "WRONG_METHOD"},
        {"tables/open", "", "", 400, "BAD_JSON"},
        {"tables/open", "", "[]", 400, "BAD_JSON"},
        {"tables/open", "", "{\"stake\":\"a\",\"stake\":\"b\"}", 400, "BAD_JSON"},
        {"tables/open", "", "{}", 400, "stake is missing"},
        {"tables/open", "", "{\"stake\":7}", 400, "BAD_FIELD"},
        {"tables/open", "", "{\"stake\":\"\"}", 400, "BAD_FIELD"},
        {"tables/open", "", "{\"stake\":\"012345678901234567890123\"}", 400, "BAD_FIELD"},
        {"tables/open", "", "{\"stake\":\"nl-2\",\"more\":1}", 400, "BAD_FIELD"},
        {"tables/open", "", "{\"stake\":\"nl-3\"}", 404, "NO_STAKE"},
        {"tables/close", "", "{\"table\":\"nl-2-9\"}", 404, "NO_TABLE"},
        {"house/settings", "", "{\"think_ms\":-1}", 400, "BAD_FIELD"},
        {"house/settings", "", "{\"think_ms\":60001}", 400, "BAD_FIELD"},
        {"house/settings", "", "{\"think_ms\":1.5}", 400, "BAD_FIELD"},
        {"house/settings", "", "{\"think_ms\":6001}", 400, "think_max_ms"},
        {"house/dials", "", "{\"who\":\"*\",\"persona\":\"nonsense\"}", 400, "no player"},
        {"house/dials", "", "{\"who\":\"*\"}", 400, "persona is missing"},
        {"notice", "", "{\"text\":\"two\\nlines\"}", 400, "BAD_FIELD"},
        {"notice", "", "{\"text\":\"\\u001b[2J\"}", 400, "BAD_FIELD"},
        {"notice", "", "{\"text\":\"a\\u0000b\"}", 400, "BAD_JSON"},
        {"users", "behind=x", NULL, 400, "behind"},
        {"users", "behind=0", NULL, 400, "behind"},
        {"users", "limit=201", NULL, 400, "limit"},
        {"users", "query=%4", NULL, 400, "query"},
        {"users", "query=%zz", NULL, 400, "query"},
        {"users", "query=%00", NULL, 400, "query"},
        {"users", "limit=5&", NULL, 400, "query"},
        {"users/0", "", NULL, 404, "NOT_FOUND"},
        {"users/-1", "", NULL, 404, "NOT_FOUND"},
        {"users/9999999999999999999", "", NULL, 404, "NOT_FOUND"},
        {"users/7/", "", NULL, 404, "NOT_FOUND"},
        {"users/7/dismiss", "", "{\"reason\":\"x\"}", 404, "NOT_FOUND"}, /* by mail only */
        {"users/7/silence", "", "{\"minutes\":525601}", 400, "BAD_FIELD"},
        {"users/1/disable", "", "{}", 409, "SELF"},
        {"chips/credit", "", "{\"user\":7,\"amount\":5,\"reason\":\"x\"}", 400, "key is missing"},
        {"chips/credit", "", "{\"user\":7,\"amount\":0,\"reason\":\"x\",\"key\":\"k\"}", 400,
         "amount"},
        {"chips/credit", "", "{\"user\":7,\"amount\":5,\"reason\":\"x\",\"key\":\"a b\"}", 400,
         "key"},
        {"chips/debit", "", "{\"user\":7,\"amount\":5,\"key\":\"k\"}", 400, "reason is missing"},
        {"ledger/check", "", NULL, 503, "BUSY"}, /* no books here */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char address[32];
        (void)snprintf(address, sizeof address, "192.0.3.%zu", i);
        scene->address = address;
        scene->query = rows[i].query;
        ask(scene, rows[i].path, rows[i].body);
        if (scene->status != rows[i].status || !says(scene, rows[i].code))
            fail_msg("%s ?%s %s: %d %s", rows[i].path, rows[i].query,
                     rows[i].body ? rows[i].body : "GET", scene->status, scene->body);
        assert_int_equal(scene->orders, 0);
    }
    assert_int_equal(scene->room.changes + scene->seating.changes, 0);
}

static void admin_refuses_a_large_body(void **state)
{
    struct scene *scene = *state;
    char *body = malloc(9001);
    memset(body, ' ', 9000);
    body[9000] = '\0';
    ask(scene, "notice", body);
    assert_int_equal(scene->status, 413);
    free(body);
}

/* ---- the room -------------------------------------------------------------------------------- */

static void admin_shows_tables(void **state)
{
    struct scene *scene = *state;
    ask(scene, "tables", NULL);
    json_t *root = json_loads(scene->body, 0, NULL), *table, *seat;
    assert_non_null(root);
    table = json_array_get(json_object_get(root, "tables"), 0);
    assert_int_equal(json_array_size(json_object_get(root, "tables")), 1);
    assert_string_equal(json_string_value(json_object_get(table, "table")), "nl-2-1");
    assert_string_equal(json_string_value(json_object_get(table, "phase")), "hand");
    assert_int_equal(json_integer_value(json_object_get(table, "move_ms")), 15000);
    assert_int_equal(json_array_size(json_object_get(table, "chairs")), 2);
    seat = json_array_get(json_object_get(table, "chairs"), 0);
    assert_string_equal(json_string_value(json_object_get(seat, "name")), "Ada \"<b>\"");
    assert_int_equal(json_integer_value(json_object_get(seat, "user")), 7);
    assert_int_equal(json_integer_value(json_object_get(seat, "stack")), 250);
    json_decref(root);
    assert_int_equal(scene->logs, 0); /* a look is no change */
}

/* The house is nobody's neighbour, and nobody is asked about somebody who sits there alone. */
static void mark_all(void *self, const int64_t *users, int count, bool *out)
{
    struct scene *scene = self;
    assert_int_equal(count, 2);
    assert_int_equal(users[0], 7);
    assert_int_equal(users[1], 8);
    out[0] = out[1] = true;
    scene->dismissed++; /* asked */
}

static void admin_marks_people_of_one_address(void **state)
{
    struct scene *scene = *state;
    scene->services.neighbours = mark_all;
    ask(scene, "tables", NULL);
    assert_false(says(scene, "same_address"));
    assert_int_equal(scene->dismissed, 0);
    scene->room.crowded = true;
    ask(scene, "tables", NULL);
    assert_int_equal(scene->dismissed, 1);
    const char *first = strstr(scene->body, "\"same_address\":true");
    assert_non_null(first);
    const char *second = strstr(first + 1, "\"same_address\":true");
    assert_non_null(second);
    assert_null(strstr(second + 2, "same_address")); /* two people, and the house between them */
}

static void admin_opens_and_closes_tables(void **state)
{
    struct scene *scene = *state;
    ask(scene, "tables/open", "{\"stake\":\"nl-2\"}");
    assert_int_equal(scene->status, 200);
    assert_string_equal(scene->body, "{\"table\":\"nl-2-2\"}");
    assert_true(is_logged(scene, "\"actor\":\"operator:root\""));
    assert_true(is_logged(scene, "tables/open"));
    assert_true(scene->room.now_ms == ROOM_MS);
    ask(scene, "tables/open", "{\"stake\":\"nl-2\"}");
    ask(scene, "tables/open", "{\"stake\":\"nl-2\"}");
    assert_int_equal(scene->status, 409);
    ask(scene, "tables/close", "{\"table\":\"nl-2-2\"}");
    assert_int_equal(scene->status, 200);
    assert_string_equal(scene->room.closed, "nl-2-2");
}

static void admin_speaks_silences_and_sends_away(void **state)
{
    struct scene *scene = *state;
    ask(scene, "notice", "{\"text\":\"We close at \\u2665 ten\"}");
    assert_string_equal(scene->room.notice, "We close at \xe2\x99\xa5 ten");
    assert_int_equal(scene->order.kind, FELT_ORDER_NOTE); /* P3 */
    assert_string_equal(scene->order.action, "notice");
    assert_string_equal(scene->order.actor, "operator:root");
    assert_non_null(strstr(scene->order.reason, "We close"));
    ask(scene, "users/7/silence", "{\"minutes\":5,\"reason\":\"shouts\"}");
    assert_true(scene->room.silenced == 0); /* the ledger first */
    assert_int_equal(scene->order.kind, FELT_ORDER_SILENCE);
    assert_true(scene->order.until_ms == NOW + 300000);
    tell_receipt(scene, FELT_OUTCOME_OK);
    assert_true(scene->room.silenced == 7);
    assert_true(scene->room.until_ms == ROOM_MS + 300000);
    assert_true(is_logged(scene, "5 minutes"));
    ask(scene, "users/8/silence", "{\"minutes\":0}");
    tell_receipt(scene, FELT_OUTCOME_NO_USER);
    assert_int_equal(scene->status, 404);
    ask(scene, "users/7/stand", "");
    assert_int_equal(scene->status, 200);
    assert_true(scene->room.cleared == 7);
    assert_int_equal(scene->logs, 4);
    assert_int_equal(scene->order.kind, FELT_ORDER_NOTE);
    assert_string_equal(scene->order.action, "users_stand");
    assert_true(scene->order.user == 7);
    /* a note that is lost is told */
    struct felt_receipt lost = {.outcome = FELT_OUTCOME_UNAVAILABLE};
    felt_http_admin_receipt(scene->admin, scene->ticket, &lost, NOW);
    assert_true(is_logged(scene, "not in the audit"));
}

static void tell_rows(struct scene *scene, const void *row, size_t bytes, uint32_t count)
{
    struct felt_ledger_answer answer = {.outcome = FELT_OUTCOME_OK, .count = count};
    answer.rows = malloc(bytes * count);
    assert_non_null(answer.rows);
    for (uint32_t i = 0; i < count; i++) memcpy((char *)answer.rows + i * bytes, row, bytes);
    felt_http_admin_found(scene->admin, scene->ticket, &answer, NOW);
}

static void admin_shows_the_audit(void **state)
{
    struct scene *scene = *state;
    struct felt_ledger_audit_row row = {.line = {.id = 9,
                                                 .at_ms = NOW,
                                                 .kind = FELT_ORDER_NOTE,
                                                 .actor = "operator:root",
                                                 .action = "tables_close",
                                                 .about = "nl-2-1"}};
    scene->query = "query=tables_close&limit=1&behind=12";
    ask(scene, "audit", NULL);
    assert_int_equal(scene->question.kind, FELT_QUESTION_AUDIT);
    assert_string_equal(scene->question.text, "tables_close");
    assert_true(scene->question.before == 12);
    tell_rows(scene, &row, sizeof row, 2);
    assert_true(says(scene, "\"action\":\"tables_close\",\"about\":\"nl-2-1\""));
    assert_true(says(scene, "\"next\":9"));
}

static void admin_ends_reports(void **state)
{
    struct scene *scene = *state;
    struct felt_report_row row = {.report = {.id = 4, .by = 7, .user = 8, .text = "he \"shouts\""},
                                  .by = "ada",
                                  .username = "bob",
                                  .handle = "Bob"};
    scene->query = "query=open";
    ask(scene, "reports", NULL);
    assert_int_equal(scene->question.kind, FELT_QUESTION_REPORTS);
    assert_true(scene->question.number == 1);
    tell_rows(scene, &row, sizeof row, 1);
    assert_true(says(scene, "he \\\"shouts\\\""));
    assert_true(says(scene, "\"open\":true"));
    scene->query = "";
    ask(scene, "reports/4/close", "{\"reason\":\"warned\"}");
    assert_int_equal(scene->order.kind, FELT_ORDER_REPORT_DONE);
    assert_true(scene->order.number == 4);
    assert_string_equal(scene->order.about, "report 4");
    tell_receipt(scene, FELT_OUTCOME_OK);
    assert_int_equal(scene->status, 200);
    ask(scene, "reports/5/close", "{\"reason\":\"x\"}");
    tell_receipt(scene, FELT_OUTCOME_NO_REPORT);
    assert_int_equal(scene->status, 404);
}

static void admin_bans_for_a_while(void **state)
{
    struct scene *scene = *state;
    ask(scene, "users/7/disable", "{\"minutes\":60,\"reason\":\"cheats\"}");
    assert_int_equal(scene->order.kind, FELT_ORDER_DISABLE);
    assert_true(scene->order.until_ms == NOW + 3600000);
    assert_string_equal(scene->order.about, "60 minutes");
    tell_receipt(scene, FELT_OUTCOME_OK);
    assert_true(scene->room.cleared == 7);
    assert_true(scene->dismissed == 7);
}

static void admin_looks_at_clubs(void **state)
{
    struct scene *scene = *state;
    struct felt_club_row row = {.club = {.id = 3, .owner = 7, .members = 2, .name = "Tuesdays"},
                                .member = {.user = 7, .rank = FELT_CLUB_OWNER},
                                .handle = "Ada"};
    memcpy(row.club.code, "abcdefghijklmnop", 17);
    ask(scene, "clubs", NULL);
    tell_rows(scene, &row, sizeof row, 1);
    assert_true(says(scene, "\"name\":\"Tuesdays\""));
    assert_false(says(scene, "abcdefgh")); /* an invitation is for its members */
    ask(scene, "clubs/3", NULL);
    tell_rows(scene, &row, sizeof row, 1);
    assert_true(says(scene, "\"rank\":\"owner\""));
    ask(scene, "clubs/3/close", "{\"reason\":\"empty\"}");
    assert_int_equal(scene->order.kind, FELT_ORDER_CLUB_CLOSE);
    tell_receipt(scene, FELT_OUTCOME_OK);
    assert_int_equal(scene->status, 200);
    assert_true(scene->club_closed == 3);
}

static void admin_turns_dials(void **state)
{
    struct scene *scene = *state;
    ask(scene, "house/dials", "{\"who\":\"HousePlayer1\",\"persona\":\"house:rock,aggr=4\"}");
    assert_int_equal(scene->status, 200);
    assert_string_equal(scene->who, "HousePlayer1");
    assert_string_equal(scene->persona, "house:rock,aggr=4");
    assert_true(is_logged(scene, "house:rock,aggr=4"));
    ask(scene, "house/settings", "{\"think_ms\":0,\"stay_hands\":50}");
    assert_int_equal(scene->status, 200);
    assert_int_equal(scene->seating.config.think_ms, 0);
    assert_int_equal(scene->seating.config.think_max_ms, 6000); /* as it was */
    assert_int_equal(scene->seating.config.stay_hands, 50);
    assert_true(says(scene, "\"stay_hands\":50"));
}

/* Whoever is called HousePlayer but is not of that kind is not counted. */
static void admin_shows_the_house(void **state)
{
    struct scene *scene = *state;
    struct felt_user *users = calloc(3, sizeof *users);
    struct felt_account *accounts = calloc(2, sizeof *accounts);
    for (int i = 0; i < 3; i++) users[i] = (struct felt_user){.id = i + 2, .chips = 1000};
    users[0].kind = users[1].kind = FELT_USER_HOUSE;
    users[2].kind = FELT_USER_HUMAN;
    accounts[0] = (struct felt_account){.kind = FELT_ACCOUNT_MINT, .balance = -5};
    accounts[1] = (struct felt_account){.kind = FELT_ACCOUNT_HOUSE, .balance = 77};
    ask(scene, "house", NULL);
    assert_int_equal(scene->question.kind, FELT_QUESTION_USERS);
    struct felt_ledger_answer answer = {.count = 3, .users = users};
    felt_http_admin_found(scene->admin, scene->ticket, &answer, NOW);
    assert_int_equal(scene->question.kind, FELT_QUESTION_SUMMARY);
    answer = (struct felt_ledger_answer){.count = 2, .accounts = accounts};
    felt_http_admin_found(scene->admin, scene->ticket, &answer, NOW);
    assert_int_equal(scene->status, 200);
    assert_true(says(scene, "\"totals\":{\"account\":77,\"bank\":2000,\"seated\":150}"));
    assert_true(says(scene, "\"name\":\"HousePlayer1\",\"user\":2,\"state\":\"seated\","
                            "\"table\":\"nl-2-1\",\"persona\":\"house:rock\",\"bank\":800"));
    assert_true(says(scene, "\"state\":\"free\",\"table\":\"\",\"persona\":\"house:tag\""));
}

static void admin_shows_stats(void **state)
{
    struct scene *scene = *state;
    ask(scene, "metrics", NULL);
    assert_int_equal(scene->status, 200);
    assert_true(says(scene, "\"hands\":99"));
    assert_true(says(scene, "\"action_us\":25"));
}

/* ---- users and chips ------------------------------------------------------------------------- */

static void admin_lists_users_by_pages(void **state)
{
    struct scene *scene = *state;
    struct felt_user *users = calloc(3, sizeof *users);
    for (int i = 0; i < 3; i++) users[i] = (struct felt_user){.id = 10 + i, .username = "ada"};
    scene->query = "query=a%64a+%C3%A9&behind=9&limit=2";
    ask(scene, "users", NULL);
    assert_int_equal(scene->question.kind, FELT_QUESTION_USERS);
    assert_string_equal(scene->question.text, "ada \xc3\xa9");
    assert_true(scene->question.before == 9);
    assert_int_equal(scene->question.limit, 3);
    struct felt_ledger_answer answer = {.count = 3, .users = users};
    felt_http_admin_found(scene->admin, scene->ticket, &answer, NOW);
    assert_true(says(scene, "\"id\":11"));
    assert_false(says(scene, "\"id\":12"));
    assert_true(says(scene, "\"next\":11"));
    assert_false(says(scene, "password"));
}

static void admin_shows_a_user_with_seats_and_lines(void **state)
{
    struct scene *scene = *state;
    struct felt_account *seats = calloc(1, sizeof *seats);
    struct felt_history_row *lines = calloc(1, sizeof *lines);
    seats[0] = (struct felt_account){.name = "seat:nl-2-1:7", .balance = 200};
    lines[0] = (struct felt_history_row){
        .transaction = 5, .kind = FELT_ORDER_BUY_IN, .amount = -200, .account = "bank:7"};
    ask(scene, "users/7", NULL);
    assert_int_equal(scene->question.kind, FELT_QUESTION_USER);
    struct felt_ledger_answer answer = {.user = {.id = 7, .username = "ada", .password = "secret"},
                                        .total = 400};
    felt_http_admin_found(scene->admin, scene->ticket, &answer, NOW);
    assert_int_equal(scene->question.kind, FELT_QUESTION_SEATS);
    answer = (struct felt_ledger_answer){.count = 1, .accounts = seats};
    felt_http_admin_found(scene->admin, scene->ticket, &answer, NOW);
    assert_int_equal(scene->question.kind, FELT_QUESTION_HISTORY);
    answer = (struct felt_ledger_answer){.count = 1, .history = lines};
    felt_http_admin_found(scene->admin, scene->ticket, &answer, NOW);
    assert_int_equal(scene->status, 200);
    assert_true(is_logged(scene, "\"READ\"") && is_logged(scene, "operator:root"));
    assert_true(is_logged(scene, "users/7"));
    assert_int_equal(scene->orders, 0); /* the audit is for changes */
    assert_true(says(scene, "\"account\":\"seat:nl-2-1:7\",\"balance\":200"));
    assert_true(says(scene, "\"seats\":[{\"table\":\"nl-2-1\",\"seat\":0"));
    assert_true(says(scene, "\"kind\":\"buy_in\""));
    assert_true(says(scene, "\"total\":400"));
    assert_false(says(scene, "secret"));
}

/* P3: lines are closed when the ledger says that it is done, not before. */
static void admin_disables_a_user(void **state)
{
    struct scene *scene = *state;
    ask(scene, "users/7/disable", "{\"reason\":\"he cheats\"}");
    assert_int_equal(scene->order.kind, FELT_ORDER_DISABLE);
    assert_true(scene->order.amount == 1);
    assert_true(scene->order.user == 7);
    assert_string_equal(scene->order.actor, "operator:root");
    assert_string_equal(scene->order.reason, "he cheats");
    assert_true(scene->dismissed == 0);
    assert_int_equal(scene->answers, 0);
    tell_receipt(scene, FELT_OUTCOME_OK);
    assert_int_equal(scene->status, 200);
    assert_true(scene->dismissed == 7);
    assert_true(scene->room.cleared == 7);
    assert_true(is_logged(scene, "user 7: he cheats"));
}

static void admin_disables_nobody_if_the_ledger_refuse(void **state)
{
    struct scene *scene = *state;
    ask(scene, "users/7/disable", "{}");
    tell_receipt(scene, FELT_OUTCOME_NO_USER);
    assert_int_equal(scene->status, 404);
    assert_true(scene->dismissed == 0);
    assert_int_equal(scene->room.changes, 0);
    assert_true(is_logged(scene, felt_outcome_word(FELT_OUTCOME_NO_USER)));
    ask(scene, "users/7/enable", "{}");
    assert_true(scene->order.amount == 0);
    tell_receipt(scene, FELT_OUTCOME_OK);
    assert_true(scene->dismissed == 0);
    ask(scene, "users/7/signout", "{}");
    assert_int_equal(scene->order.kind, FELT_ORDER_SIGN_OUT);
    tell_receipt(scene, FELT_OUTCOME_OK);
    assert_true(scene->dismissed == 7);
    assert_int_equal(scene->room.changes, 0); /* he may come back to his seat */
}

static void admin_moves_chips_with_a_key(void **state)
{
    struct scene *scene = *state;
    ask(scene, "chips/credit", "{\"user\":7,\"amount\":100,\"reason\":\"a prize\",\"key\":\"k1\"}");
    assert_int_equal(scene->order.kind, FELT_ORDER_CREDIT);
    assert_string_equal(scene->order.key, "operator:1:k1");
    assert_true(scene->order.amount == 100);
    tell_receipt(scene, FELT_OUTCOME_OK);
    assert_true(says(scene, "\"transaction\":44"));
    assert_true(says(scene, "\"replayed\":false"));
    ask(scene, "chips/debit", "{\"user\":7,\"amount\":100,\"reason\":\"taken\",\"key\":\"k2\"}");
    assert_int_equal(scene->order.kind, FELT_ORDER_DEBIT);
    tell_receipt(scene, FELT_OUTCOME_INSUFFICIENT);
    assert_int_equal(scene->status, 409);
    assert_true(says(scene, "INSUFFICIENT_CHIPS"));
}

/* ---- what goes wrong ------------------------------------------------------------------------- */

static void admin_says_when_the_bank_is_busy(void **state)
{
    struct scene *scene = *state;
    scene->full = true;
    request(scene, "tables", NULL);
    assert_int_equal(scene->status, 503);
    scene->full = false;
    request(scene, "users/7/disable", "{}");
    scene->full = true;
    tell_session(scene, FELT_USER_ADMIN, FELT_SESSION_COOKIE, FELT_OUTCOME_OK);
    assert_int_equal(scene->status, 503);
    scene->full = false;
    request(scene, "tables", NULL);
    tell_session(scene, FELT_USER_ADMIN, FELT_SESSION_COOKIE, FELT_OUTCOME_UNAVAILABLE);
    assert_int_equal(scene->status, 503);
}

/* P4: whatever comes back for a client who is gone finds nobody, also if his number is used again.
 */
static void admin_answers_nobody_who_is_gone(void **state)
{
    struct scene *scene = *state;
    ask(scene, "users", NULL);
    uint64_t old = scene->ticket;
    felt_http_admin_gone(scene->admin, 3);
    felt_http_admin_gone(scene->admin, 3);
    request(scene, "tables", NULL);
    uint64_t ticket = scene->ticket;
    struct felt_ledger_answer answer = {.count = 1, .users = calloc(1, sizeof(struct felt_user))};
    felt_http_admin_found(scene->admin, old, &answer, NOW);
    assert_int_equal(scene->answers, 0);
    assert_null(answer.rows);
    scene->ticket = ticket;
    tell_session(scene, FELT_USER_ADMIN, FELT_SESSION_COOKIE, FELT_OUTCOME_OK);
    assert_int_equal(scene->answers, 1);
    assert_int_equal(scene->status, 200);
}

static void admin_without_a_room_says_so(void **state)
{
    struct scene *scene = *state;
    struct felt_http_admin_config config = {.requests_max = 8};
    felt_http_admin_close(scene->admin);
    scene->admin = felt_http_admin_open(&config, &scene->services);
    ask(scene, "tables", NULL);
    assert_int_equal(scene->status, 503);
    assert_true(says(scene, "no room"));
    ask(scene, "metrics", NULL);
    assert_int_equal(scene->status, 200);
    ask(scene, "users/7/disable", "{}");
    tell_receipt(scene, FELT_OUTCOME_OK);
    assert_int_equal(scene->status, 200);
}

/* ---- tournaments ------------------------------------------------------------------------------
 */

static void admin_shows_tournaments(void **state)
{
    struct scene *scene = *state;
    ask(scene, "events", NULL);
    assert_int_equal(scene->status, 200);
    assert_true(says(scene, "{\"events\":[{\"event\":\"friday\",\"number\":12,"));
    assert_true(says(scene, "\"private\":true"));
    ask(scene, "events/pools", NULL);
    assert_true(says(scene, "{\"pools\":[\"friday.12-00ff\"]}"));
    ask(scene, "events/12", NULL);
    assert_int_equal(scene->status, 200);
    assert_true(says(scene, "\"settings\":{\"id\":\"friday\""));
    assert_true(says(scene, "\"entrants\":[{\"entry\":1,\"name\":\"Ada\",\"state\":\"in\","
                            "\"stack\":1500,\"table\":\"nl-2-1\",\"seat\":2}]"));
    assert_false(says(scene, "sesame")); /* the key is nobody's to see */
    ask(scene, "events/13", NULL);
    assert_int_equal(scene->status, 404);
    assert_true(says(scene, "\"NO_EVENT\""));
    assert_int_equal(scene->tournaments.changes, 0);
}

static void admin_creates_a_tournament_after_a_note(void **state)
{
    struct scene *scene = *state;
    ask(scene, "events/create",
        "{\"settings\":{\"id\":\"duel\",\"seats\":2,\"entrants\":2,\"bots\":true,"
        "\"levels\":\"hyper\"},\"reason\":\"for Bea\"}");
    assert_int_equal(scene->orders, 1); /* nothing has happened yet */
    assert_int_equal(scene->tournaments.changes, 0);
    assert_int_equal(scene->order.kind, FELT_ORDER_NOTE);
    assert_string_equal(scene->order.action, "event_create");
    assert_string_equal(scene->order.about, "duel");
    assert_string_equal(scene->order.actor, "operator:root");
    assert_string_equal(scene->order.reason, "for Bea");
    tell_receipt(scene, FELT_OUTCOME_OK);
    assert_int_equal(scene->status, 200);
    assert_true(says(scene, "\"event\":\"duel\",\"number\":13"));
    assert_int_equal(scene->tournaments.changes, 1);
    assert_true(scene->tournaments.row[1].bots);
    assert_true(is_logged(scene, "\"detail\":\"duel\""));
    ask(scene, "events/create", "{\"settings\":{\"id\":\"third\"}}");
    tell_receipt(scene, FELT_OUTCOME_OK);
    assert_int_equal(scene->status, 409);
    assert_true(says(scene, "too many tournaments"));
}

/* What cannot be is refused before anybody writes it down; and without a note nothing is done. */
static void admin_refuses_tournaments_that_cannot_be(void **state)
{
    struct scene *scene = *state;
    static const struct {
        const char *body, *says;
    } rows[] = {
        {"{\"settings\":{\"seats\":2}}", "id: a tournament needs one"},
        {"{\"settings\":{\"id\":\"x\",\"seats\":11}}", "seats: a number, 2 to 10"},
        {"{\"settings\":{\"id\":\"x\",\"seets\":2}}", "is it \\\"seats\\\"?"},
        {"{\"settings\":{\"id\":\"x\",\"levels\":[1]}}", "texts, whole numbers"},
        {"{\"settings\":\"x\"}", "must be an object"},
        {"{}", "settings is missing"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ask(scene, "events/create", rows[i].body);
        assert_int_equal(scene->status, 400);
        if (!says(scene, rows[i].says)) fail_msg("%s: %s", rows[i].body, scene->body);
        assert_int_equal(scene->orders, 0);
    }
    ask(scene, "events/create", "{\"settings\":{\"id\":\"duel\"}}");
    tell_receipt(scene, FELT_OUTCOME_UNAVAILABLE);
    assert_int_equal(scene->status, 503);
    assert_int_equal(scene->tournaments.changes, 0);
}

static void admin_directs_a_tournament(void **state)
{
    struct scene *scene = *state;
    static const struct {
        const char *path, *body, *action;
        uint8_t what;
        int64_t user, amount;
        int seat;
    } rows[] = {
        {"events/pause", "{\"event\":\"friday\"}", "event_pause", FELT_DIRECTOR_PAUSE, 0, 0, -1},
        {"events/resume", "{\"event\":\"friday\"}", "event_resume", FELT_DIRECTOR_RESUME, 0, 0, -1},
        {"events/add-time", "{\"event\":\"friday\",\"seconds\":90}", "event_add_time",
         FELT_DIRECTOR_ADD_TIME, 0, 90000, -1},
        {"events/add-time", "{\"event\":\"friday\",\"hands\":5}", "event_add_time",
         FELT_DIRECTOR_ADD_TIME, 0, 5, -1},
        {"events/move", "{\"event\":\"friday\",\"user\":7,\"table\":\"nl-2-1\",\"seat\":4}",
         "event_move", FELT_DIRECTOR_MOVE, 7, 0, 4},
        {"events/remove", "{\"event\":\"friday\",\"user\":7}", "event_remove", FELT_DIRECTOR_REMOVE,
         7, 0, -1},
        {"events/cancel", "{\"event\":\"friday\"}", "event_cancel", FELT_DIRECTOR_CALL_OFF, 0, 0,
         -1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int before = scene->tournaments.changes;
        ask(scene, rows[i].path, rows[i].body);
        assert_int_equal(scene->order.kind, FELT_ORDER_NOTE);
        assert_string_equal(scene->order.action, rows[i].action);
        assert_int_equal(scene->tournaments.changes, before);
        tell_receipt(scene, FELT_OUTCOME_OK);
        assert_int_equal(scene->status, 200);
        assert_int_equal(scene->tournaments.changes, before + 1);
        assert_int_equal(scene->tournaments.input.what, rows[i].what);
        assert_int_equal(scene->tournaments.input.user, rows[i].user);
        assert_int_equal(scene->tournaments.input.amount, rows[i].amount);
        assert_int_equal(scene->tournaments.input.seat, rows[i].seat);
        assert_int_equal(scene->tournaments.now_ms, NOW);
    }
    ask(scene, "events/retire", "{\"event\":\"friday\"}");
    tell_receipt(scene, FELT_OUTCOME_OK);
    assert_true(scene->tournaments.retired);
    scene->tournaments.no = FELT_DIRECTOR_NOT_NOW;
    ask(scene, "events/cancel", "{\"event\":\"friday\"}");
    tell_receipt(scene, FELT_OUTCOME_OK);
    assert_int_equal(scene->status, 409);
    assert_true(says(scene, "\"REFUSED\""));
}

static void admin_directs_nothing_that_is_not_there(void **state)
{
    struct scene *scene = *state;
    static const struct {
        const char *path, *body;
        int status;
    } rows[] = {
        {"events/pause", "{\"event\":\"monday\"}", 404},
        {"events/add-time", "{\"event\":\"friday\"}", 400},
        {"events/move", "{\"event\":\"friday\",\"user\":7,\"table\":\"nl-9\"}", 404},
        {"events/move", "{\"event\":\"friday\",\"user\":7}", 400},
        {"events/remove", "{\"event\":\"friday\"}", 400},
        {"events/explode", "{\"event\":\"friday\"}", 404},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ask(scene, rows[i].path, rows[i].body);
        assert_int_equal(scene->status, rows[i].status);
        assert_int_equal(scene->orders, 0);
    }
    assert_int_equal(scene->tournaments.changes, 0);
}

/* ---- figures of players ---- */

static struct felt_hand_store_question wanted;

static bool take_stats(void *self, const struct felt_hand_store_question *question, uint64_t ticket)
{
    struct scene *scene = self;
    if (scene->full) return false;
    wanted = *question;
    scene->ticket = ticket;
    return true;
}

static void tell_stats(struct scene *scene, void *rows, uint32_t count)
{
    struct felt_hand_store_findings findings = {
        .ticket = scene->ticket, .topic = wanted.topic, .rows = rows, .count = count};
    felt_http_admin_counted(scene->admin, &findings, NOW);
}

static void admin_looks_at_stats_and_pairs(void **state)
{
    struct scene *scene = *state;
    struct felt_hand_store_stake_stats stakes[] = {{.stake = "nl-2", .stats.manners.hands = 12}};
    struct felt_hand_store_day_stats days[] = {{.day = 20454, .hands = 30, .won = -84}};
    struct felt_hand_store_pair_row pairs[] = {{.first = 5, .second = 6, .same_address = true}};
    scene->services.stats = take_stats;
    ask(scene, "stats/7", NULL);
    assert_int_equal(wanted.topic, FELT_HAND_STORE_STAKES);
    assert_int_equal(wanted.user, 7);
    tell_stats(scene, stakes, 1);
    assert_int_equal(scene->status, 200);
    assert_true(says(scene, "{\"user\":7,\"days\":730,\"total\":{\"hands\":12,"));
    scene->query = "days=2";
    ask(scene, "stats/house", NULL);
    assert_int_equal(wanted.since, felt_hand_store_day(NOW) - 1);
    tell_stats(scene, days, 1);
    assert_string_equal(scene->body, "{\"days\":[{\"day\":\"2026-01-01\",\"hands\":30,"
                                     "\"won\":-84}],\"hands\":30,\"won\":-84}");
    ask(scene, "fairplay", NULL);
    tell_stats(scene, pairs, 1);
    assert_true(says(scene, "{\"days\":2,\"pairs\":[{\"first\":5,\"second\":6,\"score\":0.0,"
                            "\"suspect\":false,\"reasons\":[\"same-address\"]"));
}

static void admin_refuses_stats_that_cannot_be(void **state)
{
    struct scene *scene = *state;
    ask(scene, "fairplay", NULL);
    assert_int_equal(scene->status, 503); /* none are kept */
    scene->services.stats = take_stats;
    static const char *const wrong[] = {"days=0", "days=91", "days=7x", "days=-1", "x=1", "days="};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        scene->query = wrong[i];
        ask(scene, "fairplay", NULL);
        assert_int_equal(scene->status, 400);
    }
    scene->query = "";
    ask(scene, "fairplay", NULL);
    struct felt_hand_store_findings failed = {.ticket = scene->ticket, .failed = true};
    felt_http_admin_counted(scene->admin, &failed, NOW);
    assert_int_equal(scene->status, 503);
    ask(scene, "fairplay", NULL);
    felt_http_admin_gone(scene->admin, 3);
    tell_stats(scene, NULL, 0);
    assert_int_equal(scene->answers, 0);
}

TEST_MODULE(http_admin)
{
#define CASE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(http_admin_owns_its_paths_only),
        CASE(admin_forbids_everybody_but_admins),
        CASE(admin_signs_in_again_from_time_to_time),
        CASE(admin_asks_nobody_without_a_token),
        CASE(admin_takes_a_bearer_and_a_cookie),
        CASE(admin_refuses_pages_of_other_sites),
        CASE(admin_limits_requests_of_an_address),
        CASE(admin_reads_strictly),
        CASE(admin_refuses_a_large_body),
        CASE(admin_shows_tables),
        CASE(admin_marks_people_of_one_address),
        CASE(admin_opens_and_closes_tables),
        CASE(admin_speaks_silences_and_sends_away),
        CASE(admin_shows_the_audit),
        CASE(admin_ends_reports),
        CASE(admin_bans_for_a_while),
        CASE(admin_looks_at_clubs),
        CASE(admin_turns_dials),
        CASE(admin_shows_the_house),
        CASE(admin_shows_stats),
        CASE(admin_lists_users_by_pages),
        CASE(admin_shows_a_user_with_seats_and_lines),
        CASE(admin_disables_a_user),
        CASE(admin_disables_nobody_if_the_ledger_refuse),
        CASE(admin_moves_chips_with_a_key),
        CASE(admin_says_when_the_bank_is_busy),
        CASE(admin_answers_nobody_who_is_gone),
        CASE(admin_without_a_room_says_so),
        CASE(admin_shows_tournaments),
        CASE(admin_creates_a_tournament_after_a_note),
        CASE(admin_refuses_tournaments_that_cannot_be),
        CASE(admin_directs_a_tournament),
        CASE(admin_directs_nothing_that_is_not_there),
        CASE(admin_looks_at_stats_and_pairs),
        CASE(admin_refuses_stats_that_cannot_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
