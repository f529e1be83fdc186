/* test_room_session.c -- connections of the room: who they are, how much they may send, what
 * reaches them and when; the opening, house players and their chips.  Paragraphs are those of
 * docs/PROTOCOL.md. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "server/table/poker_adapter.h"
#include "fake_room.h"
#include "module.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HELLO "{\"type\":\"hello\",\"v\":1,\"req\":1}"
#define PING  "{\"type\":\"ping\",\"req\":%d}"

struct scene {
    struct fake_room fake_room;
    struct felt_poker_adapter poker;
    bool disk_fails;
    int scolds, funded, refused;
    char words[4096]; /* everything that was logged, as far as it fits                        */
};

static bool flushes(void *self)
{
    return !((struct scene *)self)->disk_fails;
}

static void logged(void *self, const char *json)
{
    struct scene *scene = self;
    size_t used = strlen(scene->words);
    scene->scolds += strstr(json, "house_is_broke") != NULL;
    scene->funded += strstr(json, "house_funded") != NULL;
    scene->refused += strstr(json, "\"event\":\"refused\"") != NULL;
    (void)snprintf(scene->words + used, sizeof scene->words - used, "%s\n", json);
}

/* One table of no-limit hold'em 1/2 with so many house players. */
static void begin(struct scene *scene, uint32_t house)
{
    *scene = (struct scene){0};
    assert_int_equal(felt_poker_adapter_make(&scene->poker, "holdem", FELT_NO_LIMIT, 1, 2, NULL),
                     FELT_OK);
    fake_room_init(&scene->fake_room, 3);
    fake_room_add_stake(&scene->fake_room, &(struct felt_stake){.id = "nl-2",
                                                                .title = "No-limit hold'em 1/2",
                                                                .variant = "holdem",
                                                                .limit = "no-limit",
                                                                .game = {&scene->poker.adapter},
                                                                .games = 1,
                                                                .seats = 6,
                                                                .tables = 1,
                                                                .house = house ? 4 : 0,
                                                                .small_blind = 1,
                                                                .big_blind = 2,
                                                                .buy_in_min = 40,
                                                                .buy_in_max = 200,
                                                                .move_ms = 20000,
                                                                .bank_ms = 30000,
                                                                .pause_ms = 1000});
    scene->fake_room.config.house_players = house;
    scene->fake_room.config.house_fund = house ? 1000000 : 0;
    scene->fake_room.config.seating.think_ms = 0;
    scene->fake_room.listener = scene;
    scene->fake_room.flushes = flushes;
    scene->fake_room.logged = logged;
}

static int open_scene(void **state)
{
    struct scene *scene = malloc(sizeof *scene);
    assert_non_null(scene);
    begin(scene, 0);
    fake_room_open(&scene->fake_room);
    *state = scene;
    return 0;
}

static int new_scene(void **state)
{
    *state = malloc(sizeof(struct scene));
    return *state == NULL;
}

static int close_scene(void **state)
{
    struct scene *scene = *state;
    assert_null(ledger_toy_wrong(scene->fake_room.ledger));
    fake_room_close(&scene->fake_room);
    free(scene);
    return 0;
}

/* Is there a frame with all of that?  Those before it are forgotten. */
static bool hears(struct scene *scene, uint32_t conn, const char *part, const char *other)
{
    for (struct fake_room_frame *frame; (frame = fake_room_take(&scene->fake_room, conn));) {
        bool found = strstr(frame->text, part) && strstr(frame->text, other);
        free(frame);
        if (found) return true;
    }
    return false;
}

static void say_hello(struct scene *scene, uint32_t conn, const char *token)
{
    fake_room_say(&scene->fake_room, conn,
                  "{\"type\":\"hello\",\"v\":1,\"req\":1,\"token\":\"%s\"}", token);
}

static const struct felt_room_session_counts *counts(const struct scene *scene)
{
    return felt_room_session_counts(scene->fake_room.session);
}

/* ---- hello (15.3) ---- */

static void hello_without_token_watches(void **state)
{
    struct scene *scene = *state;
    fake_room_connect(&scene->fake_room, 0, "");
    fake_room_say(&scene->fake_room, 0, HELLO);
    assert_true(hears(scene, 0, "\"type\":\"welcome\"", "\"req\":1"));
    fake_room_say(&scene->fake_room, 0, "{\"type\":\"watch\",\"req\":2,\"table\":\"nl-2-1\"}");
    assert_true(hears(scene, 0, "\"type\":\"table\"", "nl-2-1"));
    fake_room_say(&scene->fake_room, 0, "{\"type\":\"sit\",\"req\":3,\"table\":\"nl-2-1\"}");
    assert_true(hears(scene, 0, "NOT_SIGNED_IN", "\"req\":3"));
    fake_room_say(&scene->fake_room, 0, "{\"type\":\"hands\",\"req\":4}");
    assert_true(hears(scene, 0, "NOT_SIGNED_IN", "\"req\":4"));
}

/* Which token of which kind is taken, in the frame and as a cookie. */
static void hello_token_is_taken_by_its_kind(void **state)
{
    static const struct {
        enum felt_session_kind kind;
        bool cookie, taken, bot;
    } rows[] = {
        {FELT_SESSION_COOKIE, false, true, false}, {FELT_SESSION_COOKIE, true, true, false},
        {FELT_SESSION_BEARER, false, true, true},  {FELT_SESSION_BEARER, true, false, false},
        {FELT_SESSION_FRESH, true, true, false},   {FELT_SESSION_LINK, false, false, false},
        {FELT_SESSION_LINK, true, false, false},
    };
    struct scene *scene = *state;
    int64_t ada = fake_room_user(&scene->fake_room, FELT_USER_HUMAN, "Ada", 1000);
    for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char token[FAKE_ROOM_TOKEN_BYTES + 1];
        fake_room_token(&scene->fake_room, ada, rows[i].kind, token);
        fake_room_connect(&scene->fake_room, i, rows[i].cookie ? token : "");
        if (rows[i].cookie)
            fake_room_say(&scene->fake_room, i, HELLO);
        else
            say_hello(scene, i, token);
        if (rows[i].taken) {
            assert_true(hears(scene, i, "\"type\":\"welcome\"", "\"bank\":1000"));
            assert_int_equal(scene->fake_room.conn[i].closed, 0);
            assert_false(scene->fake_room.conn[i].paused);
        } else if (rows[i].cookie) { /* whoever's session is over can watch */
            assert_true(hears(scene, i, "\"type\":\"welcome\"", "\"v\":1"));
            assert_false(hears(scene, i, "\"type\":\"welcome\"", "\"bank\""));
        } else {
            assert_true(hears(scene, i, "BAD_HELLO", "\"req\":1"));
            assert_int_equal(scene->fake_room.conn[i].closed, 1008);
        }
        assert_null(strstr(scene->words, token)); /* nothing secret is logged */
        /* A bot shows at a table that has none. */
        if (!rows[i].taken) continue;
        fake_room_say(&scene->fake_room, i, "{\"type\":\"sit\",\"req\":9,\"table\":\"nl-2-1\"}");
        assert_true(hears(scene, i, rows[i].bot ? "NO_BOTS" : "\"type\":\"ok\"", "\"req\":9"));
        if (!rows[i].bot)
            fake_room_say(&scene->fake_room, i, "{\"type\":\"stand\",\"table\":\"nl-2-1\"}");
        fake_room_wait(&scene->fake_room, 10);
        fake_room_gone(&scene->fake_room, i);
    }
}

static void hello_token_of_the_frame_counts_before_the_cookie(void **state)
{
    struct scene *scene = *state;
    char hers[FAKE_ROOM_TOKEN_BYTES + 1], his[FAKE_ROOM_TOKEN_BYTES + 1];
    int64_t ada = fake_room_user(&scene->fake_room, FELT_USER_HUMAN, "Ada", 1000);
    int64_t bob = fake_room_user(&scene->fake_room, FELT_USER_HUMAN, "Bob", 2000);
    fake_room_connect(&scene->fake_room, 0,
                      fake_room_token(&scene->fake_room, ada, FELT_SESSION_COOKIE, hers));
    say_hello(scene, 0, fake_room_token(&scene->fake_room, bob, FELT_SESSION_COOKIE, his));
    assert_true(hears(scene, 0, "\"type\":\"welcome\"", "\"bank\":2000"));
}

static void hello_bad_token_ends_the_conn(void **state)
{
    static const char *const tokens[] = {
        "x", "l8dJr0bX3kzvO2m1nT5yQe7wUa9sCfGhIjKpLqRtVxY", /* nobody's */
        "l8dJr0bX3kzvO2m1nT5yQe7wUa9sCfGhIjKpLqRtVx!"};
    struct scene *scene = *state;
    for (uint32_t i = 0; i < sizeof tokens / sizeof *tokens; i++) {
        fake_room_connect(&scene->fake_room, 2 * i, "");
        say_hello(scene, 2 * i, tokens[i]);
        assert_true(hears(scene, 2 * i, "\"code\":\"BAD_HELLO\"", "\"req\":1"));
        assert_int_equal(scene->fake_room.conn[2 * i].closed, 1008);
        fake_room_connect(&scene->fake_room, 2 * i + 1, tokens[i]); /* an old cookie is as none */
        fake_room_say(&scene->fake_room, 2 * i + 1, HELLO);
        assert_true(hears(scene, 2 * i + 1, "\"type\":\"welcome\"", "\"req\":1"));
    }
    assert_int_equal(scene->refused, 3);
    assert_int_equal(felt_room_counts(felt_room_session_room(scene->fake_room.session))->conns, 3);
}

static void hello_ledger_away_may_be_said_again(void **state)
{
    struct scene *scene = *state;
    char token[FAKE_ROOM_TOKEN_BYTES + 1];
    int64_t ada = fake_room_user(&scene->fake_room, FELT_USER_HUMAN, "Ada", 1000);
    fake_room_token(&scene->fake_room, ada, FELT_SESSION_COOKIE, token);
    fake_room_connect(&scene->fake_room, 0, token);
    for (int busy = 0; busy < 2; busy++) { /* it takes no question; it does not answer it     */
        ledger_toy_fault(scene->fake_room.ledger,
                         &(struct ledger_toy_faults){.down = !busy, .busy = busy ? 100 : 0});
        fake_room_send(&scene->fake_room, 0, HELLO, false);
        fake_room_say(&scene->fake_room, 0, PING, 2); /* came behind it */
        assert_true(hears(scene, 0, "\"code\":\"BANK_REFUSED\"", "\"req\":1"));
        assert_true(hears(scene, 0, "\"code\":\"BAD_HELLO\"", "\"req\":2"));
        assert_int_equal(scene->fake_room.conn[0].closed, 0);
        assert_false(scene->fake_room.conn[0].paused);
        fake_room_wait(&scene->fake_room, 4000); /* each hello gives time for another */
    }
    ledger_toy_fault(scene->fake_room.ledger, &(struct ledger_toy_faults){0});
    fake_room_say(&scene->fake_room, 0, HELLO);
    assert_true(hears(scene, 0, "\"type\":\"welcome\"", "\"bank\":1000"));
}

static void hello_frames_behind_it_wait(void **state)
{
    struct scene *scene = *state;
    char token[FAKE_ROOM_TOKEN_BYTES + 1];
    int64_t ada = fake_room_user(&scene->fake_room, FELT_USER_HUMAN, "Ada", 1000);
    fake_room_connect(&scene->fake_room, 0,
                      fake_room_token(&scene->fake_room, ada, FELT_SESSION_COOKIE, token));
    fake_room_send(&scene->fake_room, 0, HELLO, false);
    assert_true(scene->fake_room.conn[0].paused);
    for (int i = 2; i < 6; i++) {
        char ping[64];
        snprintf(ping, sizeof ping, PING, i);
        fake_room_send(&scene->fake_room, 0, ping, false);
    }
    assert_null(scene->fake_room.conn[0].first);
    fake_room_turn(&scene->fake_room);
    assert_false(scene->fake_room.conn[0].paused);
    assert_true(hears(scene, 0, "\"type\":\"welcome\"", "\"bank\":1000"));
    for (int i = 2; i < 6; i++) {
        char req[64];
        snprintf(req, sizeof req, "\"req\":%d,", i);
        assert_true(hears(scene, 0, "\"type\":\"pong\"", req));
    }
    assert_null(scene->fake_room.conn[0].first);
}

static void hello_too_much_behind_it_ends_the_conn(void **state)
{
    struct scene *scene = *state;
    char token[FAKE_ROOM_TOKEN_BYTES + 1];
    int64_t ada = fake_room_user(&scene->fake_room, FELT_USER_HUMAN, "Ada", 1000);
    fake_room_connect(&scene->fake_room, 0,
                      fake_room_token(&scene->fake_room, ada, FELT_SESSION_COOKIE, token));
    fake_room_send(&scene->fake_room, 0, HELLO, false);
    for (int i = 0; i < 20; i++) fake_room_send(&scene->fake_room, 0, "{\"type\":\"ping\"}", false);
    fake_room_turn(&scene->fake_room); /* the answer comes too late */
    assert_int_equal(scene->fake_room.conn[0].closed, 1008);
    assert_false(felt_room_is_in(felt_room_session_room(scene->fake_room.session), 0));
}

static void hello_twice_is_an_error(void **state)
{
    struct scene *scene = *state;
    fake_room_enter(&scene->fake_room, 0, 0);
    fake_room_say(&scene->fake_room, 0, HELLO);
    assert_true(hears(scene, 0, "\"code\":\"BAD_HELLO\"", "\"req\":1"));
    assert_int_equal(scene->fake_room.conn[0].closed, 0);
    fake_room_say(&scene->fake_room, 0, PING, 2);
    assert_true(hears(scene, 0, "\"type\":\"pong\"", "\"req\":2"));
}

static void hello_must_come_first_and_in_time(void **state)
{
    struct scene *scene = *state;
    fake_room_connect(&scene->fake_room, 0, "");
    fake_room_say(&scene->fake_room, 0, PING, 7);
    assert_true(hears(scene, 0, "\"code\":\"BAD_HELLO\"", "\"req\":7"));
    assert_int_equal(scene->fake_room.conn[0].closed, 1008);
    fake_room_connect(&scene->fake_room, 1, "");
    fake_room_say(&scene->fake_room, 1, "no JSON");
    assert_int_equal(scene->fake_room.conn[1].closed, 1008);
    fake_room_connect(&scene->fake_room, 2, "");
    fake_room_wait(&scene->fake_room, 4999);
    assert_int_equal(scene->fake_room.conn[2].closed, 0);
    fake_room_wait(&scene->fake_room, 2);
    assert_int_equal(scene->fake_room.conn[2].closed, 1008);
    assert_true(hears(scene, 2, "\"code\":\"BAD_HELLO\"", "in time"));
}

static void hello_answer_for_a_conn_that_went_is_nobodys(void **state)
{
    struct scene *scene = *state;
    char token[FAKE_ROOM_TOKEN_BYTES + 1];
    int64_t ada = fake_room_user(&scene->fake_room, FELT_USER_HUMAN, "Ada", 1000);
    fake_room_connect(&scene->fake_room, 0,
                      fake_room_token(&scene->fake_room, ada, FELT_SESSION_COOKIE, token));
    fake_room_send(&scene->fake_room, 0, HELLO, false);
    fake_room_gone(&scene->fake_room, 0);
    fake_room_connect(&scene->fake_room, 0, "");
    fake_room_turn(&scene->fake_room);
    assert_null(scene->fake_room.conn[0].first);
    assert_false(felt_room_is_in(felt_room_session_room(scene->fake_room.session), 0));
    /* Nor is it that of whoever asks now. */
    int64_t bob = fake_room_user(&scene->fake_room, FELT_USER_HUMAN, "Bob", 2000);
    char his[FAKE_ROOM_TOKEN_BYTES + 1];
    fake_room_gone(&scene->fake_room, 0);
    fake_room_connect(&scene->fake_room, 0, token);
    fake_room_send(&scene->fake_room, 0, HELLO, false);
    fake_room_gone(&scene->fake_room, 0);
    fake_room_connect(&scene->fake_room, 0,
                      fake_room_token(&scene->fake_room, bob, FELT_SESSION_COOKIE, his));
    fake_room_send(&scene->fake_room, 0, HELLO, false);
    fake_room_turn(&scene->fake_room);
    assert_true(hears(scene, 0, "\"type\":\"welcome\"", "\"bank\":2000"));
}

/* ---- limits (15.17) ---- */

static void conn_that_floods_is_paused(void **state)
{
    struct scene *scene = *state;
    fake_room_enter(&scene->fake_room, 0, 0);
    int sent = 0;
    for (; !scene->fake_room.conn[0].paused; sent++)
        fake_room_send(&scene->fake_room, 0, "{\"type\":\"ping\"}", false);
    assert_int_equal(sent, 49); /* the hello was one of the fifty                             */
    assert_int_equal(counts(scene)->paused, 1);
    fake_room_wait(&scene->fake_room, 49);
    assert_true(scene->fake_room.conn[0].paused);
    fake_room_wait(&scene->fake_room, 2); /* twenty a second */
    assert_false(scene->fake_room.conn[0].paused);
    assert_int_equal(scene->fake_room.conn[0].closed, 0);
}

static void conn_gets_no_more_errors_than_its_allowance(void **state)
{
    struct scene *scene = *state;
    fake_room_enter(&scene->fake_room, 0, 0);
    fake_room_deafen(&scene->fake_room);
    uint32_t before = scene->fake_room.conn[0].frames;
    for (int i = 0; i < 45; i++)
        fake_room_send(&scene->fake_room, 0, "{\"type\":\"watch\",\"table\":\"none\"}", false);
    fake_room_turn(&scene->fake_room);
    assert_int_equal(scene->fake_room.conn[0].frames - before, 20);
    assert_int_equal(counts(scene)->errors, 20);
    assert_int_equal(counts(scene)->errors_left_out, 25);
    assert_int_equal(counts(scene)->refusals[FELT_NO_TABLE], 45);
}

static void conn_of_bad_frames_is_closed(void **state)
{
    struct scene *scene = *state;
    fake_room_enter(&scene->fake_room, 0, 0);
    for (int i = 0; i < 19; i++) fake_room_send(&scene->fake_room, 0, "{", false);
    fake_room_send(&scene->fake_room, 0, "{\"type\":\"ping\"}", false);
    for (int i = 0; i < 19; i++) fake_room_send(&scene->fake_room, 0, "{", false);
    assert_int_equal(scene->fake_room.conn[0].closed, 0);
    fake_room_send(&scene->fake_room, 0, "{", false);
    fake_room_turn(&scene->fake_room);
    assert_int_equal(scene->fake_room.conn[0].closed, 1008);
    assert_int_equal(counts(scene)->bad_closed, 1);
}

static void journal_failure_stops_frames_and_orders(void **state)
{
    struct scene *scene = *state;
    int64_t ada = fake_room_user(&scene->fake_room, FELT_USER_HUMAN, "Ada", 1000);
    fake_room_enter(&scene->fake_room, 0, ada);
    fake_room_deafen(&scene->fake_room);
    scene->disk_fails = true;
    fake_room_say(&scene->fake_room, 0, "{\"type\":\"sit\",\"req\":3,\"table\":\"nl-2-1\"}");
    assert_true(felt_room_session_failed(scene->fake_room.session));
    assert_null(scene->fake_room.conn[0].first);
    assert_int_equal(ledger_toy_waiting(scene->fake_room.ledger), 0); /* A1 */
    assert_int_equal(ledger_toy_bank(scene->fake_room.ledger, ada), 1000);
    assert_false(felt_room_session_conn(scene->fake_room.session, 5, "", true, "", 0));
}

static void full_counter_delays_orders(void **state)
{
    struct scene *scene = *state;
    int64_t ada = fake_room_user(&scene->fake_room, FELT_USER_HUMAN, "Ada", 1000);
    fake_room_enter(&scene->fake_room, 0, ada);
    ledger_toy_fault(scene->fake_room.ledger, &(struct ledger_toy_faults){.busy = 100});
    fake_room_say(&scene->fake_room, 0, "{\"type\":\"sit\",\"req\":3,\"table\":\"nl-2-1\"}");
    fake_room_wait(&scene->fake_room, 50);
    assert_int_equal(ledger_toy_bank(scene->fake_room.ledger, ada), 1000);
    assert_in_range(scene->fake_room.next_us - scene->fake_room.now_us, 1, 10000); /* tries again */
    ledger_toy_fault(scene->fake_room.ledger, &(struct ledger_toy_faults){0});
    fake_room_wait(&scene->fake_room, 50);
    assert_int_equal(ledger_toy_bank(scene->fake_room.ledger, ada), 800);
    assert_true(hears(scene, 0, "\"type\":\"ok\"", "\"req\":3"));
    assert_null(fake_room_wrong(&scene->fake_room));
}

/* ---- the operator ---- */

static void dismiss_closes_all_conns_of_a_user(void **state)
{
    struct scene *scene = *state;
    int64_t ada = fake_room_user(&scene->fake_room, FELT_USER_HUMAN, "Ada", 1000);
    int64_t bob = fake_room_user(&scene->fake_room, FELT_USER_HUMAN, "Bob", 1000);
    for (uint32_t conn = 0; conn < 3; conn++) fake_room_enter(&scene->fake_room, conn, ada);
    fake_room_enter(&scene->fake_room, 3, bob);
    felt_room_session_dismiss(scene->fake_room.session, ada, "signed out", scene->fake_room.now_us);
    for (uint32_t conn = 0; conn < 3; conn++) {
        assert_int_equal(scene->fake_room.conn[conn].closed, 1008);
        assert_false(felt_room_is_in(felt_room_session_room(scene->fake_room.session), conn));
    }
    assert_int_equal(scene->fake_room.conn[3].closed, 0);
    assert_non_null(strstr(scene->words, "\"event\":\"dismissed\""));
}

static void dismiss_asks_again_for_a_hello_under_way(void **state)
{
    struct scene *scene = *state;
    char token[FAKE_ROOM_TOKEN_BYTES + 1];
    int64_t ada = fake_room_user(&scene->fake_room, FELT_USER_HUMAN, "Ada", 1000);
    fake_room_connect(&scene->fake_room, 0,
                      fake_room_token(&scene->fake_room, ada, FELT_SESSION_COOKIE, token));
    fake_room_send(&scene->fake_room, 0, HELLO, false);
    /* The ledger has said yes, but its answer is on the way when the session ends. */
    struct ledger_toy_reply *reply = malloc(sizeof *reply);
    assert_true(ledger_toy_take(scene->fake_room.ledger, reply));
    struct felt_order end = {.kind = FELT_ORDER_SIGN_OUT, .user = ada, .now_ms = FAKE_ROOM_WALL_MS};
    struct felt_receipt receipt;
    ledger_toy_do(scene->fake_room.ledger, &end, &receipt);
    assert_int_equal(receipt.outcome, FELT_OUTCOME_OK);
    felt_room_session_dismiss(scene->fake_room.session, ada, "signed out", scene->fake_room.now_us);
    felt_room_session_found(scene->fake_room.session, reply->ticket, &reply->answer,
                            scene->fake_room.now_us);
    free(reply);
    fake_room_turn(&scene->fake_room);
    assert_true(hears(scene, 0, "\"type\":\"welcome\"", "")); /* he may watch, as nobody */
    assert_false(hears(scene, 0, "\"type\":\"welcome\"", "\"user\""));
}

/* A session lasts a day in the fake room.  The connection of one that is over is closed like a
 * sign-out's, on time and without a request; a watcher has no session that could end. */
static void a_conn_ends_with_its_session(void **state)
{
    struct scene *scene = *state;
    int64_t ada = fake_room_user(&scene->fake_room, FELT_USER_HUMAN, "Ada", 1000);
    fake_room_enter(&scene->fake_room, 0, ada);
    fake_room_enter(&scene->fake_room, 1, 0);
    int64_t day_ms = INT64_C(86400000), later_ms = 3600000;
    fake_room_wait(&scene->fake_room, later_ms);
    fake_room_enter(&scene->fake_room, 2, ada); /* of a session that began later */
    fake_room_wait(&scene->fake_room, day_ms - later_ms - 1000);
    assert_int_equal(scene->fake_room.conn[0].closed, 0);
    fake_room_wait(&scene->fake_room, 1001);
    assert_int_equal(scene->fake_room.conn[0].closed, 1008);
    assert_false(felt_room_is_in(felt_room_session_room(scene->fake_room.session), 0));
    assert_non_null(strstr(scene->words, "your session has expired"));
    assert_int_equal(scene->fake_room.conn[1].closed, 0);
    assert_int_equal(scene->fake_room.conn[2].closed, 0);
    fake_room_wait(&scene->fake_room, later_ms);
    assert_int_equal(scene->fake_room.conn[2].closed, 1008);
}

static void farewell_is_heard_by_everybody(void **state)
{
    struct scene *scene = *state;
    fake_room_enter(&scene->fake_room, 0, 0);
    fake_room_enter(&scene->fake_room, 1,
                    fake_room_user(&scene->fake_room, FELT_USER_HUMAN, "Ada", 1000));
    fake_room_connect(&scene->fake_room, 2, "");
    felt_room_session_farewell(scene->fake_room.session, "the server stops",
                               scene->fake_room.now_us);
    assert_true(hears(scene, 0, "\"type\":\"notice\"", "the server stops"));
    assert_true(hears(scene, 1, "\"type\":\"notice\"", "the server stops"));
    assert_null(scene->fake_room.conn[2].first);
}

static void metrics_name_everything_once(void **state)
{
    static const char *const names[] = {"felt_room_tables 1",
                                        "felt_room_open 1",
                                        "felt_room_lines 1",
                                        "felt_room_messages_total",
                                        "felt_room_refusals_total{code=\"BAD_SCHEMA\"} 0",
                                        "felt_room_bytes_total",
                                        "felt_room_action_seconds_bucket{le=\"0.000025\"} 0",
                                        "felt_room_strays_total 0",
                                        "felt_room_action_seconds_bucket{le=\"+Inf\"} 0"};
    struct scene *scene = *state;
    static char text[65536];
    struct felt_buffer out = felt_buffer_make(text, sizeof text);
    fake_room_enter(&scene->fake_room, 0, 0);
    felt_room_session_metrics(scene->fake_room.session, &out);
    felt_buffer_terminate(&out);
    assert_false(out.overflow);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *found = strstr(text, names[i]);
        if (!found) fail_msg("%s is missing", names[i]);
    }
}

/* ---- the opening ---- */

static void put_on_seat(struct scene *scene, int64_t user, const char *table, felt_chips amount)
{
    struct felt_order order = {
        .kind = FELT_ORDER_BUY_IN, .now_ms = 1, .user = user, .amount = amount};
    struct felt_receipt receipt;
    snprintf(order.table, sizeof order.table, "%s", table);
    snprintf(order.key, sizeof order.key, "old:%s:%lld", table, (long long)user);
    ledger_toy_do(scene->fake_room.ledger, &order, &receipt);
    assert_int_equal(receipt.outcome, FELT_OUTCOME_OK);
}

static void opening_cashes_out_strays(void **state)
{
    struct scene *scene = *state;
    begin(scene, 0);
    int64_t ada = fake_room_user(&scene->fake_room, FELT_USER_HUMAN, "Ada", 1000);
    int64_t bob = fake_room_user(&scene->fake_room, FELT_USER_HUMAN, "Bob", 1000);
    put_on_seat(scene, ada, "nl-2-1", 100);
    put_on_seat(scene, ada, "long-gone-7", 50);
    put_on_seat(scene, bob, "nl-2-1", 200);
    /* Every third order is done and not told, every fourth is lost. */
    ledger_toy_fault(scene->fake_room.ledger,
                     &(struct ledger_toy_faults){.before = 25, .after = 33, .delay_ms = 20});
    fake_room_open(&scene->fake_room);
    assert_true(felt_room_is_open(felt_room_session_room(scene->fake_room.session)));
    assert_int_equal(ledger_toy_bank(scene->fake_room.ledger, ada), 1000);
    assert_int_equal(ledger_toy_bank(scene->fake_room.ledger, bob), 1000);
    assert_int_equal(counts(scene)->strays, 3);
    assert_null(fake_room_wrong(&scene->fake_room));
}

static void opening_waits_for_the_ledger(void **state)
{
    struct scene *scene = *state;
    begin(scene, 0);
    ledger_toy_fault(scene->fake_room.ledger, &(struct ledger_toy_faults){.down = true});
    int64_t ada = fake_room_user(&scene->fake_room, FELT_USER_HUMAN, "Ada", 1000);
    fake_room_open(&scene->fake_room);
    assert_false(felt_room_is_open(felt_room_session_room(scene->fake_room.session)));
    fake_room_enter(&scene->fake_room, 0, 0);
    fake_room_say(&scene->fake_room, 0, "{\"type\":\"lobby\",\"req\":2}");
    assert_true(hears(scene, 0, "\"type\":\"lobby\"", "nl-2-1"));
    ledger_toy_fault(scene->fake_room.ledger, &(struct ledger_toy_faults){0});
    fake_room_wait(&scene->fake_room, 2000);
    assert_true(felt_room_is_open(felt_room_session_room(scene->fake_room.session)));
    fake_room_enter(&scene->fake_room, 1, ada);
    fake_room_say(&scene->fake_room, 1, "{\"type\":\"sit\",\"req\":3,\"table\":\"nl-2-1\"}");
    assert_true(hears(scene, 1, "\"type\":\"ok\"", "\"req\":3"));
}

/* ---- the house ---- */

static int house_users(struct scene *scene)
{
    struct fake_store *fake_store = ledger_toy_fake_store(scene->fake_room.ledger);
    int count = 0;
    for (int id = 1; id <= fake_store_users(fake_store); id++)
        count += fake_store_user(fake_store, id)->kind == FELT_USER_HOUSE;
    return count;
}

static uint32_t house_seated(struct scene *scene)
{
    const struct felt_room_counts *room =
        felt_room_counts(felt_room_session_room(scene->fake_room.session));
    return room->seated - room->seated_people;
}

/* The fake room asserts that no function of the link is called for a connection of the house. */
static void house_plays_without_the_link(void **state)
{
    struct scene *scene = *state;
    begin(scene, 8);
    fake_room_open(&scene->fake_room);
    fake_room_wait(&scene->fake_room, 120000);
    const struct felt_room *room = felt_room_session_room(scene->fake_room.session);
    assert_true(felt_room_counts(room)->hands > 20);
    assert_int_equal(felt_room_counts(room)->timeouts, 0);
    assert_int_equal(counts(scene)->frames, 0); /* property 17 */
    assert_int_equal(counts(scene)->messages, 0);
    assert_true(scene->fake_room.asks > 40);
    assert_int_equal(scene->fake_room.hands, 0); /* nobody wants to read them                    */
    assert_null(fake_room_wrong(&scene->fake_room));
}

static void house_players_are_made_once(void **state)
{
    struct scene *scene = *state;
    begin(scene, 70); /* more than are looked up at once */
    ledger_toy_fault(scene->fake_room.ledger,
                     &(struct ledger_toy_faults){.before = 10, .after = 10, .delay_ms = 5});
    fake_room_open(&scene->fake_room);
    assert_int_equal(felt_house_seating_count(felt_room_session_seating(scene->fake_room.session)),
                     70);
    assert_int_equal(house_users(scene), 70);
    ledger_toy_fault(scene->fake_room.ledger, &(struct ledger_toy_faults){0});
    fake_room_wait(&scene->fake_room, 20000);
    assert_true(house_seated(scene) >= 3);
    for (int round = 0; round < 3; round++) {
        assert_true(fake_room_crash(&scene->fake_room, 0, round, true));
        fake_room_wait(&scene->fake_room, 20000);
        assert_int_equal(
            felt_house_seating_count(felt_room_session_seating(scene->fake_room.session)), 70);
        assert_int_equal(house_users(scene), 70);
        assert_int_equal(house_seated(scene), 4); /* those who sat there, and nobody besides   */
        assert_null(fake_room_wrong(&scene->fake_room));
    }
}

static void house_is_funded_when_it_is_empty(void **state)
{
    struct scene *scene = *state;
    begin(scene, 6);
    fake_room_open(&scene->fake_room);
    /* Most of what is done is not told: the same key again must not fund it twice. */
    ledger_toy_fault(scene->fake_room.ledger,
                     &(struct ledger_toy_faults){.after = 70, .delay_ms = 5});
    fake_room_wait(&scene->fake_room, 60000);
    assert_true(house_seated(scene) >= 3);
    assert_int_equal(scene->funded, 1);
    assert_int_equal(scene->scolds, 0);
    struct fake_store *fake_store = ledger_toy_fake_store(scene->fake_room.ledger);
    assert_int_equal(fake_store_balance(fake_store, "mint"), -1000000);
    ledger_toy_fault(scene->fake_room.ledger, &(struct ledger_toy_faults){0});
    fake_room_wait(&scene->fake_room, 5000);
    assert_null(fake_room_wrong(&scene->fake_room));
}

/* Nobody waits for the next round of the house seating, or for a clock: an empty house is filled
 * up, somebody gets his stake and sits down, each as soon as it can be. */
static void house_comes_to_the_first_guest_at_once(void **state)
{
    struct scene *scene = *state;
    begin(scene, 6);
    scene->fake_room.config.seating.look_ms = 20000;
    fake_room_open(&scene->fake_room);
    ledger_toy_fault(scene->fake_room.ledger, &(struct ledger_toy_faults){.delay_ms = 20});
    int64_t ada = fake_room_user(&scene->fake_room, FELT_USER_HUMAN, "Ada", 400);
    fake_room_enter(&scene->fake_room, 0, ada);
    fake_room_say(&scene->fake_room, 0, "{\"type\":\"quick\",\"req\":1}");
    fake_room_wait(&scene->fake_room, 500);
    assert_true(hears(scene, 0, "\"type\":\"start_hand\"", "nl-2-1"));
}

static void house_is_funded_as_often_as_need_be(void **state)
{
    struct scene *scene = *state;
    begin(scene, 6);
    scene->fake_room.config.house_fund = 1; /* never enough: as much as is asked for              */
    fake_room_open(&scene->fake_room);
    fake_room_wait(&scene->fake_room, 20000);
    assert_int_equal(house_seated(scene), 4);
    assert_true(scene->funded >= 4);
    assert_int_equal(scene->scolds, 0);
}

static void house_without_a_fund_says_so_once_a_minute(void **state)
{
    struct scene *scene = *state;
    begin(scene, 6);
    scene->fake_room.config.house_fund = 0;
    fake_room_open(&scene->fake_room);
    fake_room_wait(&scene->fake_room, 50000);
    assert_int_equal(house_seated(scene), 0);
    assert_int_equal(scene->scolds, 1);
    assert_non_null(strstr(scene->words, "felt admin house fund"));
    fake_room_wait(&scene->fake_room, 130000);
    assert_in_range(scene->scolds, 2, 4);
    struct felt_order fund = {
        .kind = FELT_ORDER_FUND, .amount = 100000, .now_ms = 1, .key = "by-hand"};
    struct felt_receipt receipt;
    ledger_toy_do(scene->fake_room.ledger, &fund, &receipt);
    assert_int_equal(receipt.outcome, FELT_OUTCOME_OK);
    fake_room_wait(&scene->fake_room, 130000);
    assert_true(house_seated(scene) >= 3);
}

/* ---- thinking time (house_seating.h W3) ---- */

/* Two people who always check or call. */
static void play_on(struct scene *scene, int turns)
{
    for (int i = 0; i < turns; i++) {
        for (uint32_t conn = 0; conn < 2; conn++)
            for (struct fake_room_frame *frame;
                 (frame = fake_room_find(&scene->fake_room, conn, "act"));) {
                char hand[64] = "", *id = strstr(frame->text, "\"hand_id\":\"");
                if (id) sscanf(id + 11, "%32[^\"]", hand);
                long long req_id = strtoll(strstr(frame->text, "\"req_id\":") + 9, NULL, 10);
                bool calls = strstr(frame->text, "\"CALL\"") != NULL;
                free(frame);
                fake_room_say(&scene->fake_room, conn,
                              "{\"type\":\"action\",\"table\":\"nl-2-1\",\"hand_id\":\"%s\","
                              "\"action\":\"%s\",\"req_id\":%lld}",
                              hand, calls ? "CALL" : "CHECK", req_id);
            }
        fake_room_wait(&scene->fake_room, 100);
    }
}

/* Actions of house players in a minute, if they take so long. */
static uint64_t actions_in_a_minute(struct scene *scene, uint32_t think_ms)
{
    begin(scene, 6);
    scene->fake_room.config.seating.think_ms = think_ms;
    scene->fake_room.config.seating.think_max_ms = 6000;
    fake_room_open(&scene->fake_room);
    fake_room_enter(&scene->fake_room, 0,
                    fake_room_user(&scene->fake_room, FELT_USER_HUMAN, "Ada", 1000));
    fake_room_say(&scene->fake_room, 0,
                  "{\"type\":\"sit\",\"req\":3,\"table\":\"nl-2-1\",\"buy_in\":100}");
    fake_room_wait(&scene->fake_room, 5000);
    uint32_t asks = scene->fake_room.asks;
    for (int i = 0; i < 600; i++) {
        play_on(scene, 1);
        /* She reloads whatever she loses. */
        fake_room_send(&scene->fake_room, 0, "{\"type\":\"top_up\",\"table\":\"nl-2-1\"}", false);
    }
    assert_int_equal(felt_room_counts(felt_room_session_room(scene->fake_room.session))->timeouts,
                     0);
    return scene->fake_room.asks - asks;
}

static void house_takes_its_time_where_people_play(void **state)
{
    struct scene *scene = *state;
    uint64_t quick = actions_in_a_minute(scene, 0);
    fake_room_close(&scene->fake_room);
    uint64_t slow = actions_in_a_minute(scene, 1200);
    assert_true(quick > 100);
    assert_in_range(slow, 15, 60); /* about one in a second, less her turns and the pauses    */
}

static void thinker_that_sleeps_is_played_by_the_clock(void **state)
{
    struct scene *scene = *state;
    begin(scene, 6);
    scene->fake_room.threads_sleep = true;
    fake_room_open(&scene->fake_room);
    fake_room_wait(&scene->fake_room, 300000);
    const struct felt_room_counts *room =
        felt_room_counts(felt_room_session_room(scene->fake_room.session));
    assert_true(room->timeouts > 2);
    assert_true(room->hands > 0);
    /* An answer to a question of long ago is nobody's. */
    struct felt_room_face face;
    uint64_t actions = room->actions;
    while (felt_room_face(felt_room_session_room(scene->fake_room.session), 0, &face) && !face.hand)
        fake_room_wait(&scene->fake_room, 100);
    for (felt_seat seat = 0; seat < 6; seat++)
        felt_room_session_answer(scene->fake_room.session, 0, seat, 0,
                                 (struct felt_action){.kind = FELT_FOLD}, scene->fake_room.now_us);
    assert_int_equal(room->actions, actions);
}

static void thinker_may_be_slower_than_its_thinking_time(void **state)
{
    struct scene *scene = *state;
    begin(scene, 6);
    scene->fake_room.think_us = 3000000;
    fake_room_open(&scene->fake_room);
    fake_room_wait(&scene->fake_room, 120000);
    const struct felt_room_counts *room =
        felt_room_counts(felt_room_session_room(scene->fake_room.session));
    assert_int_equal(room->timeouts, 0);
    assert_in_range(room->actions, 20, 40); /* one in three seconds                          */
}

/* ---- own hands (15.14) ---- */

static void hands_are_for_those_who_played_them(void **state)
{
    struct scene *scene = *state;
    int64_t ada = fake_room_user(&scene->fake_room, FELT_USER_HUMAN, "Ada", 1000);
    int64_t bob = fake_room_user(&scene->fake_room, FELT_USER_HUMAN, "Bob", 1000);
    int64_t eve = fake_room_user(&scene->fake_room, FELT_USER_HUMAN, "Eve", 1000);
    fake_room_enter(&scene->fake_room, 0, ada);
    fake_room_enter(&scene->fake_room, 1, bob);
    fake_room_enter(&scene->fake_room, 2, eve);
    for (uint32_t conn = 0; conn < 2; conn++)
        fake_room_say(&scene->fake_room, conn,
                      "{\"type\":\"sit\",\"req\":3,\"table\":\"nl-2-1\",\"buy_in\":100}");
    play_on(scene, 100);
    assert_true(scene->fake_room.hands >= 4);
    assert_int_equal(scene->fake_room.hands % 2, 0);
    const struct fake_room_hand *hand = &scene->fake_room.hand[0],
                                *other = &scene->fake_room.hand[1];
    assert_true(hand->user != other->user);
    assert_string_equal(hand->row.hand_id, other->row.hand_id);
    assert_int_equal(hand->row.won + other->row.won, 0);
    assert_non_null(strstr(hand->phh, "\"Player"));
    assert_true(hand->row.at_ms >= FAKE_ROOM_WALL_MS);
    fake_room_deafen(&scene->fake_room);
    fake_room_say(&scene->fake_room, 0, "{\"type\":\"hands\",\"req\":20,\"limit\":1}");
    assert_true(hears(scene, 0, "\"type\":\"hands\"", "\"more\":true"));
    for (uint32_t conn = 0; conn < 3; conn++)
        fake_room_say(&scene->fake_room, conn, "{\"type\":\"hand\",\"req\":21,\"hand_id\":\"%s\"}",
                      hand->row.hand_id);
    assert_true(hears(scene, 0, "\"type\":\"hand\"", "variant = "));
    assert_true(hears(scene, 1, "\"type\":\"hand\"", hand->row.hand_id));
    assert_true(hears(scene, 2, "NO_HAND", "\"req\":21"));
    assert_true(counts(scene)->latencies > 10);
    assert_null(fake_room_wrong(&scene->fake_room));
}

/* An action that answers its act costs nothing, however many there are (A2). */
static void action_that_answers_costs_nothing(void **state)
{
    struct scene *scene = *state;
    begin(scene, 0);
    scene->fake_room.config.limits.burst = 4;
    scene->fake_room.config.limits.per_second = 1;
    scene->fake_room.stake[0].pause_ms = 10;
    fake_room_open(&scene->fake_room);
    fake_room_enter(&scene->fake_room, 0,
                    fake_room_user(&scene->fake_room, FELT_USER_HUMAN, "Ada", 1000));
    fake_room_enter(&scene->fake_room, 1,
                    fake_room_user(&scene->fake_room, FELT_USER_HUMAN, "Bob", 1000));
    for (uint32_t conn = 0; conn < 2; conn++)
        fake_room_say(&scene->fake_room, conn,
                      "{\"type\":\"sit\",\"req\":3,\"table\":\"nl-2-1\",\"buy_in\":100}");
    play_on(scene, 20);
    assert_true(felt_room_counts(felt_room_session_room(scene->fake_room.session))->actions > 20);
    assert_int_equal(counts(scene)->paused, 0);
}

/* ---- clubs (14.9), silence (14.7) ---- */

static void club_is_asked_for_before_its_table_is_made(void **state)
{
    struct scene *scene = *state;
    struct felt_receipt receipt;
    int64_t ada = fake_room_user(&scene->fake_room, FELT_USER_HUMAN, "Ada", 1000);
    int64_t bob = fake_room_user(&scene->fake_room, FELT_USER_HUMAN, "Bob", 1000);
    struct felt_order open = {.kind = FELT_ORDER_CLUB_OPEN,
                              .by = ada,
                              .handle = "Tuesdays",
                              .code = "abcdefghijklmnopqrst"};
    ledger_toy_do(scene->fake_room.ledger, &open, &receipt);
    assert_int_equal(receipt.outcome, FELT_OUTCOME_OK);
    fake_room_enter(&scene->fake_room, 0, ada);
    fake_room_enter(&scene->fake_room, 1, bob);
    fake_room_enter(&scene->fake_room, 2, 0);
    for (uint32_t conn = 0; conn < 3; conn++)
        fake_room_say(&scene->fake_room, conn, "{\"type\":\"create\",\"req\":5,\"club\":1}");
    fake_room_wait(&scene->fake_room, 1000);
    /* the room of this room has no private tables: to say so is its own answer */
    assert_true(hears(scene, 0, "\"type\":\"error\"", "\"req\":5"));
    assert_true(hears(scene, 1, "FORBIDDEN", "\"req\":5"));
    assert_true(hears(scene, 2, "NOT_SIGNED_IN", "\"req\":5"));
    fake_room_say(&scene->fake_room, 0, "{\"type\":\"create\",\"req\":6,\"club\":2}");
    fake_room_wait(&scene->fake_room, 1000);
    assert_true(hears(scene, 0, "FORBIDDEN", "\"req\":6"));
    /* whoever hung up meanwhile, and came again as somebody else, hears nothing of it */
    fake_room_send(&scene->fake_room, 1, "{\"type\":\"create\",\"req\":7,\"club\":1}", false);
    fake_room_gone(&scene->fake_room, 1);
    fake_room_enter(&scene->fake_room, 1, ada);
    fake_room_wait(&scene->fake_room, 1000);
    assert_false(hears(scene, 1, "\"type\":\"error\"", "\"req\":7"));
}

static void creates_of_clubs_are_bounded(void **state)
{
    struct scene *scene = *state;
    fake_room_enter(&scene->fake_room, 0,
                    fake_room_user(&scene->fake_room, FELT_USER_HUMAN, "Ada", 1000));
    for (int i = 0; i < 40; i++) {
        char text[80];
        (void)snprintf(text, sizeof text, "{\"type\":\"create\",\"req\":%d,\"club\":9}", i);
        fake_room_send(&scene->fake_room, 0, text, false);
    }
    fake_room_turn(&scene->fake_room);
    assert_true(hears(scene, 0, "TOO_MANY", "too many ask for that now"));
    fake_room_wait(&scene->fake_room, 60000); /* a connection hears only so many errors at once */
    fake_room_deafen(&scene->fake_room);
    assert_int_equal(scene->fake_room.conn[0].closed, 0);
    fake_room_say(&scene->fake_room, 0, "{\"type\":\"create\",\"req\":999,\"club\":9}");
    fake_room_wait(&scene->fake_room, 30000);
    assert_true(hears(scene, 0, "FORBIDDEN", "\"req\":999")); /* every place is free again */
}

static void silence_of_the_ledger_holds_at_every_hello(void **state)
{
    struct scene *scene = *state;
    struct felt_receipt receipt;
    int64_t ada = fake_room_user(&scene->fake_room, FELT_USER_HUMAN, "Ada", 1000);
    struct felt_order hush = {
        .kind = FELT_ORDER_SILENCE, .user = ada, .until_ms = INT64_MAX / 2, .actor = "op"};
    ledger_toy_do(scene->fake_room.ledger, &hush, &receipt);
    fake_room_enter(&scene->fake_room, 0, ada);
    fake_room_say(&scene->fake_room, 0, "{\"type\":\"watch\",\"req\":2,\"table\":\"nl-2-1\"}");
    fake_room_say(&scene->fake_room, 0,
                  "{\"type\":\"chat\",\"req\":3,\"table\":\"nl-2-1\",\"text\":\"hello\"}");
    assert_true(hears(scene, 0, "MUTED", "\"req\":3"));
}

#define OPENED(name) cmocka_unit_test_setup_teardown(name, open_scene, close_scene)
#define NEW(name)    cmocka_unit_test_setup_teardown(name, new_scene, close_scene)

TEST_MODULE(room_session)
{
    const struct CMUnitTest tests[] = {
        OPENED(hello_without_token_watches),
        OPENED(hello_token_is_taken_by_its_kind),
        OPENED(hello_token_of_the_frame_counts_before_the_cookie),
        OPENED(hello_bad_token_ends_the_conn),
        OPENED(hello_ledger_away_may_be_said_again),
        OPENED(hello_frames_behind_it_wait),
        OPENED(hello_too_much_behind_it_ends_the_conn),
        OPENED(hello_twice_is_an_error),
        OPENED(hello_must_come_first_and_in_time),
        OPENED(club_is_asked_for_before_its_table_is_made),
        OPENED(creates_of_clubs_are_bounded),
        OPENED(silence_of_the_ledger_holds_at_every_hello),
        OPENED(hello_answer_for_a_conn_that_went_is_nobodys),
        OPENED(conn_that_floods_is_paused),
        OPENED(conn_gets_no_more_errors_than_its_allowance),
        OPENED(conn_of_bad_frames_is_closed),
        OPENED(journal_failure_stops_frames_and_orders),
        OPENED(full_counter_delays_orders),
        OPENED(dismiss_closes_all_conns_of_a_user),
        OPENED(dismiss_asks_again_for_a_hello_under_way),
        OPENED(a_conn_ends_with_its_session),
        OPENED(farewell_is_heard_by_everybody),
        OPENED(metrics_name_everything_once),
        NEW(opening_cashes_out_strays),
        NEW(opening_waits_for_the_ledger),
        NEW(house_plays_without_the_link),
        NEW(house_players_are_made_once),
        NEW(house_comes_to_the_first_guest_at_once),
        NEW(house_is_funded_when_it_is_empty),
        NEW(house_is_funded_as_often_as_need_be),
        NEW(house_without_a_fund_says_so_once_a_minute),
        NEW(house_takes_its_time_where_people_play),
        NEW(thinker_that_sleeps_is_played_by_the_clock),
        NEW(thinker_may_be_slower_than_its_thinking_time),
        OPENED(hands_are_for_those_who_played_them),
        NEW(action_that_answers_costs_nothing),
    };
    return cmocka_run_group_tests_name("room_session", tests, NULL, NULL);
}
