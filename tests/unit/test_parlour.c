/* test_parlour.c -- lines of the room: who they are, how much they may send, what reaches them and
 * when; the opening, house players and their chips.  Paragraphs are those of docs/PROTOCOL.md. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "server/table/poker_plug.h"
#include "lounge.h"
#include "module.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HELLO "{\"type\":\"hello\",\"v\":1,\"req\":1}"
#define PING  "{\"type\":\"ping\",\"req\":%d}"

struct scene {
    struct lounge lounge;
    struct felt_poker_plug poker;
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
    assert_int_equal(felt_poker_plug_make(&scene->poker, "holdem", FELT_NO_LIMIT, 1, 2, NULL),
                     FELT_OK);
    lounge_init(&scene->lounge, 3);
    lounge_add_stake(&scene->lounge, &(struct felt_stake){.id = "nl-2",
                                                          .title = "No-limit hold'em 1/2",
                                                          .variant = "holdem",
                                                          .limit = "no-limit",
                                                          .game = {&scene->poker.plug},
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
    scene->lounge.config.house_players = house;
    scene->lounge.config.house_fund = house ? 1000000 : 0;
    scene->lounge.config.staff.think_ms = 0;
    scene->lounge.listener = scene;
    scene->lounge.flushes = flushes;
    scene->lounge.logged = logged;
}

static int open_scene(void **state)
{
    struct scene *scene = malloc(sizeof *scene);
    assert_non_null(scene);
    begin(scene, 0);
    lounge_open(&scene->lounge);
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
    assert_null(ledger_toy_wrong(scene->lounge.ledger));
    lounge_close(&scene->lounge);
    free(scene);
    return 0;
}

/* Is there a frame with all of that?  Those before it are forgotten. */
static bool hears(struct scene *scene, uint32_t line, const char *part, const char *other)
{
    for (struct lounge_frame *frame; (frame = lounge_take(&scene->lounge, line));) {
        bool found = strstr(frame->text, part) && strstr(frame->text, other);
        free(frame);
        if (found) return true;
    }
    return false;
}

static void say_hello(struct scene *scene, uint32_t line, const char *token)
{
    lounge_say(&scene->lounge, line, "{\"type\":\"hello\",\"v\":1,\"req\":1,\"token\":\"%s\"}",
               token);
}

static const struct felt_parlour_counts *counts(const struct scene *scene)
{
    return felt_parlour_counts(scene->lounge.parlour);
}

/* ---- hello (15.3) ---- */

static void hello_without_token_watches(void **state)
{
    struct scene *scene = *state;
    lounge_connect(&scene->lounge, 0, "");
    lounge_say(&scene->lounge, 0, HELLO);
    assert_true(hears(scene, 0, "\"type\":\"welcome\"", "\"req\":1"));
    lounge_say(&scene->lounge, 0, "{\"type\":\"watch\",\"req\":2,\"table\":\"nl-2-1\"}");
    assert_true(hears(scene, 0, "\"type\":\"table\"", "nl-2-1"));
    lounge_say(&scene->lounge, 0, "{\"type\":\"sit\",\"req\":3,\"table\":\"nl-2-1\"}");
    assert_true(hears(scene, 0, "NOT_SIGNED_IN", "\"req\":3"));
    lounge_say(&scene->lounge, 0, "{\"type\":\"hands\",\"req\":4}");
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
    int64_t ada = lounge_user(&scene->lounge, FELT_USER_HUMAN, "Ada", 1000);
    for (uint32_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char token[LOUNGE_TOKEN_BYTES + 1];
        lounge_token(&scene->lounge, ada, rows[i].kind, token);
        lounge_connect(&scene->lounge, i, rows[i].cookie ? token : "");
        if (rows[i].cookie)
            lounge_say(&scene->lounge, i, HELLO);
        else
            say_hello(scene, i, token);
        if (rows[i].taken) {
            assert_true(hears(scene, i, "\"type\":\"welcome\"", "\"bank\":1000"));
            assert_int_equal(scene->lounge.line[i].closed, 0);
            assert_false(scene->lounge.line[i].paused);
        } else if (rows[i].cookie) { /* whoever's session is over can watch */
            assert_true(hears(scene, i, "\"type\":\"welcome\"", "\"v\":1"));
            assert_false(hears(scene, i, "\"type\":\"welcome\"", "\"bank\""));
        } else {
            assert_true(hears(scene, i, "BAD_HELLO", "\"req\":1"));
            assert_int_equal(scene->lounge.line[i].closed, 1008);
        }
        assert_null(strstr(scene->words, token)); /* nothing secret is logged */
        /* A bot shows at a table that has none. */
        if (!rows[i].taken) continue;
        lounge_say(&scene->lounge, i, "{\"type\":\"sit\",\"req\":9,\"table\":\"nl-2-1\"}");
        assert_true(hears(scene, i, rows[i].bot ? "NO_BOTS" : "\"type\":\"ok\"", "\"req\":9"));
        if (!rows[i].bot)
            lounge_say(&scene->lounge, i, "{\"type\":\"stand\",\"table\":\"nl-2-1\"}");
        lounge_wait(&scene->lounge, 10);
        lounge_gone(&scene->lounge, i);
    }
}

static void hello_token_of_the_frame_counts_before_the_cookie(void **state)
{
    struct scene *scene = *state;
    char hers[LOUNGE_TOKEN_BYTES + 1], his[LOUNGE_TOKEN_BYTES + 1];
    int64_t ada = lounge_user(&scene->lounge, FELT_USER_HUMAN, "Ada", 1000);
    int64_t bob = lounge_user(&scene->lounge, FELT_USER_HUMAN, "Bob", 2000);
    lounge_connect(&scene->lounge, 0, lounge_token(&scene->lounge, ada, FELT_SESSION_COOKIE, hers));
    say_hello(scene, 0, lounge_token(&scene->lounge, bob, FELT_SESSION_COOKIE, his));
    assert_true(hears(scene, 0, "\"type\":\"welcome\"", "\"bank\":2000"));
}

static void hello_bad_token_ends_the_line(void **state)
{
    static const char *const tokens[] = {
        "x", "l8dJr0bX3kzvO2m1nT5yQe7wUa9sCfGhIjKpLqRtVxY", /* nobody's */
        "l8dJr0bX3kzvO2m1nT5yQe7wUa9sCfGhIjKpLqRtVx!"};
    struct scene *scene = *state;
    for (uint32_t i = 0; i < sizeof tokens / sizeof *tokens; i++) {
        lounge_connect(&scene->lounge, 2 * i, "");
        say_hello(scene, 2 * i, tokens[i]);
        assert_true(hears(scene, 2 * i, "\"code\":\"BAD_HELLO\"", "\"req\":1"));
        assert_int_equal(scene->lounge.line[2 * i].closed, 1008);
        lounge_connect(&scene->lounge, 2 * i + 1, tokens[i]); /* an old cookie is as none */
        lounge_say(&scene->lounge, 2 * i + 1, HELLO);
        assert_true(hears(scene, 2 * i + 1, "\"type\":\"welcome\"", "\"req\":1"));
    }
    assert_int_equal(scene->refused, 3);
    assert_int_equal(felt_floor_counts(felt_parlour_floor(scene->lounge.parlour))->lines, 3);
}

static void hello_ledger_away_may_be_said_again(void **state)
{
    struct scene *scene = *state;
    char token[LOUNGE_TOKEN_BYTES + 1];
    int64_t ada = lounge_user(&scene->lounge, FELT_USER_HUMAN, "Ada", 1000);
    lounge_token(&scene->lounge, ada, FELT_SESSION_COOKIE, token);
    lounge_connect(&scene->lounge, 0, token);
    for (int busy = 0; busy < 2; busy++) { /* it takes no question; it does not answer it     */
        ledger_toy_fault(scene->lounge.ledger,
                         &(struct ledger_toy_faults){.down = !busy, .busy = busy ? 100 : 0});
        lounge_send(&scene->lounge, 0, HELLO, false);
        lounge_say(&scene->lounge, 0, PING, 2); /* came behind it                             */
        assert_true(hears(scene, 0, "\"code\":\"BANK_REFUSED\"", "\"req\":1"));
        assert_true(hears(scene, 0, "\"code\":\"BAD_HELLO\"", "\"req\":2"));
        assert_int_equal(scene->lounge.line[0].closed, 0);
        assert_false(scene->lounge.line[0].paused);
        lounge_wait(&scene->lounge, 4000); /* each hello gives time for another                */
    }
    ledger_toy_fault(scene->lounge.ledger, &(struct ledger_toy_faults){0});
    lounge_say(&scene->lounge, 0, HELLO);
    assert_true(hears(scene, 0, "\"type\":\"welcome\"", "\"bank\":1000"));
}

static void hello_frames_behind_it_wait(void **state)
{
    struct scene *scene = *state;
    char token[LOUNGE_TOKEN_BYTES + 1];
    int64_t ada = lounge_user(&scene->lounge, FELT_USER_HUMAN, "Ada", 1000);
    lounge_connect(&scene->lounge, 0,
                   lounge_token(&scene->lounge, ada, FELT_SESSION_COOKIE, token));
    lounge_send(&scene->lounge, 0, HELLO, false);
    assert_true(scene->lounge.line[0].paused);
    for (int i = 2; i < 6; i++) {
        char ping[64];
        snprintf(ping, sizeof ping, PING, i);
        lounge_send(&scene->lounge, 0, ping, false);
    }
    assert_null(scene->lounge.line[0].first);
    lounge_turn(&scene->lounge);
    assert_false(scene->lounge.line[0].paused);
    assert_true(hears(scene, 0, "\"type\":\"welcome\"", "\"bank\":1000"));
    for (int i = 2; i < 6; i++) {
        char req[64];
        snprintf(req, sizeof req, "\"req\":%d,", i);
        assert_true(hears(scene, 0, "\"type\":\"pong\"", req));
    }
    assert_null(scene->lounge.line[0].first);
}

static void hello_too_much_behind_it_ends_the_line(void **state)
{
    struct scene *scene = *state;
    char token[LOUNGE_TOKEN_BYTES + 1];
    int64_t ada = lounge_user(&scene->lounge, FELT_USER_HUMAN, "Ada", 1000);
    lounge_connect(&scene->lounge, 0,
                   lounge_token(&scene->lounge, ada, FELT_SESSION_COOKIE, token));
    lounge_send(&scene->lounge, 0, HELLO, false);
    for (int i = 0; i < 20; i++) lounge_send(&scene->lounge, 0, "{\"type\":\"ping\"}", false);
    lounge_turn(&scene->lounge); /* the answer comes too late */
    assert_int_equal(scene->lounge.line[0].closed, 1008);
    assert_false(felt_floor_is_in(felt_parlour_floor(scene->lounge.parlour), 0));
}

static void hello_twice_is_an_error(void **state)
{
    struct scene *scene = *state;
    lounge_enter(&scene->lounge, 0, 0);
    lounge_say(&scene->lounge, 0, HELLO);
    assert_true(hears(scene, 0, "\"code\":\"BAD_HELLO\"", "\"req\":1"));
    assert_int_equal(scene->lounge.line[0].closed, 0);
    lounge_say(&scene->lounge, 0, PING, 2);
    assert_true(hears(scene, 0, "\"type\":\"pong\"", "\"req\":2"));
}

static void hello_must_come_first_and_in_time(void **state)
{
    struct scene *scene = *state;
    lounge_connect(&scene->lounge, 0, "");
    lounge_say(&scene->lounge, 0, PING, 7);
    assert_true(hears(scene, 0, "\"code\":\"BAD_HELLO\"", "\"req\":7"));
    assert_int_equal(scene->lounge.line[0].closed, 1008);
    lounge_connect(&scene->lounge, 1, "");
    lounge_say(&scene->lounge, 1, "no JSON");
    assert_int_equal(scene->lounge.line[1].closed, 1008);
    lounge_connect(&scene->lounge, 2, "");
    lounge_wait(&scene->lounge, 4999);
    assert_int_equal(scene->lounge.line[2].closed, 0);
    lounge_wait(&scene->lounge, 2);
    assert_int_equal(scene->lounge.line[2].closed, 1008);
    assert_true(hears(scene, 2, "\"code\":\"BAD_HELLO\"", "in time"));
}

static void hello_answer_for_a_line_that_went_is_nobodys(void **state)
{
    struct scene *scene = *state;
    char token[LOUNGE_TOKEN_BYTES + 1];
    int64_t ada = lounge_user(&scene->lounge, FELT_USER_HUMAN, "Ada", 1000);
    lounge_connect(&scene->lounge, 0,
                   lounge_token(&scene->lounge, ada, FELT_SESSION_COOKIE, token));
    lounge_send(&scene->lounge, 0, HELLO, false);
    lounge_gone(&scene->lounge, 0);
    lounge_connect(&scene->lounge, 0, "");
    lounge_turn(&scene->lounge);
    assert_null(scene->lounge.line[0].first);
    assert_false(felt_floor_is_in(felt_parlour_floor(scene->lounge.parlour), 0));
    /* Nor is it that of whoever asks now. */
    int64_t bob = lounge_user(&scene->lounge, FELT_USER_HUMAN, "Bob", 2000);
    char his[LOUNGE_TOKEN_BYTES + 1];
    lounge_gone(&scene->lounge, 0);
    lounge_connect(&scene->lounge, 0, token);
    lounge_send(&scene->lounge, 0, HELLO, false);
    lounge_gone(&scene->lounge, 0);
    lounge_connect(&scene->lounge, 0, lounge_token(&scene->lounge, bob, FELT_SESSION_COOKIE, his));
    lounge_send(&scene->lounge, 0, HELLO, false);
    lounge_turn(&scene->lounge);
    assert_true(hears(scene, 0, "\"type\":\"welcome\"", "\"bank\":2000"));
}

/* ---- limits (15.17) ---- */

static void line_that_floods_is_paused(void **state)
{
    struct scene *scene = *state;
    lounge_enter(&scene->lounge, 0, 0);
    int sent = 0;
    for (; !scene->lounge.line[0].paused; sent++)
        lounge_send(&scene->lounge, 0, "{\"type\":\"ping\"}", false);
    assert_int_equal(sent, 49); /* the hello was one of the fifty                             */
    assert_int_equal(counts(scene)->paused, 1);
    lounge_wait(&scene->lounge, 49);
    assert_true(scene->lounge.line[0].paused);
    lounge_wait(&scene->lounge, 2); /* twenty a second                                        */
    assert_false(scene->lounge.line[0].paused);
    assert_int_equal(scene->lounge.line[0].closed, 0);
}

static void line_gets_no_more_errors_than_its_allowance(void **state)
{
    struct scene *scene = *state;
    lounge_enter(&scene->lounge, 0, 0);
    lounge_deafen(&scene->lounge);
    uint32_t before = scene->lounge.line[0].frames;
    for (int i = 0; i < 45; i++)
        lounge_send(&scene->lounge, 0, "{\"type\":\"watch\",\"table\":\"none\"}", false);
    lounge_turn(&scene->lounge);
    assert_int_equal(scene->lounge.line[0].frames - before, 20);
    assert_int_equal(counts(scene)->errors, 20);
    assert_int_equal(counts(scene)->errors_left_out, 25);
    assert_int_equal(counts(scene)->refusals[FELT_NO_TABLE], 45);
}

static void line_of_bad_frames_is_closed(void **state)
{
    struct scene *scene = *state;
    lounge_enter(&scene->lounge, 0, 0);
    for (int i = 0; i < 19; i++) lounge_send(&scene->lounge, 0, "{", false);
    lounge_send(&scene->lounge, 0, "{\"type\":\"ping\"}", false);
    for (int i = 0; i < 19; i++) lounge_send(&scene->lounge, 0, "{", false);
    assert_int_equal(scene->lounge.line[0].closed, 0);
    lounge_send(&scene->lounge, 0, "{", false);
    lounge_turn(&scene->lounge);
    assert_int_equal(scene->lounge.line[0].closed, 1008);
    assert_int_equal(counts(scene)->bad_closed, 1);
}

static void journal_failure_stops_frames_and_orders(void **state)
{
    struct scene *scene = *state;
    int64_t ada = lounge_user(&scene->lounge, FELT_USER_HUMAN, "Ada", 1000);
    lounge_enter(&scene->lounge, 0, ada);
    lounge_deafen(&scene->lounge);
    scene->disk_fails = true;
    lounge_say(&scene->lounge, 0, "{\"type\":\"sit\",\"req\":3,\"table\":\"nl-2-1\"}");
    assert_true(felt_parlour_failed(scene->lounge.parlour));
    assert_null(scene->lounge.line[0].first);
    assert_int_equal(ledger_toy_waiting(scene->lounge.ledger), 0); /* A1 */
    assert_int_equal(ledger_toy_bank(scene->lounge.ledger, ada), 1000);
    assert_false(felt_parlour_line(scene->lounge.parlour, 5, "", true, "", 0));
}

static void full_counter_delays_orders(void **state)
{
    struct scene *scene = *state;
    int64_t ada = lounge_user(&scene->lounge, FELT_USER_HUMAN, "Ada", 1000);
    lounge_enter(&scene->lounge, 0, ada);
    ledger_toy_fault(scene->lounge.ledger, &(struct ledger_toy_faults){.busy = 100});
    lounge_say(&scene->lounge, 0, "{\"type\":\"sit\",\"req\":3,\"table\":\"nl-2-1\"}");
    lounge_wait(&scene->lounge, 50);
    assert_int_equal(ledger_toy_bank(scene->lounge.ledger, ada), 1000);
    assert_in_range(scene->lounge.next_us - scene->lounge.now_us, 1, 10000); /* tries again     */
    ledger_toy_fault(scene->lounge.ledger, &(struct ledger_toy_faults){0});
    lounge_wait(&scene->lounge, 50);
    assert_int_equal(ledger_toy_bank(scene->lounge.ledger, ada), 800);
    assert_true(hears(scene, 0, "\"type\":\"ok\"", "\"req\":3"));
    assert_null(lounge_wrong(&scene->lounge));
}

/* ---- the operator ---- */

static void dismiss_closes_all_lines_of_a_user(void **state)
{
    struct scene *scene = *state;
    int64_t ada = lounge_user(&scene->lounge, FELT_USER_HUMAN, "Ada", 1000);
    int64_t bob = lounge_user(&scene->lounge, FELT_USER_HUMAN, "Bob", 1000);
    for (uint32_t line = 0; line < 3; line++) lounge_enter(&scene->lounge, line, ada);
    lounge_enter(&scene->lounge, 3, bob);
    felt_parlour_dismiss(scene->lounge.parlour, ada, "signed out", scene->lounge.now_us);
    for (uint32_t line = 0; line < 3; line++) {
        assert_int_equal(scene->lounge.line[line].closed, 1008);
        assert_false(felt_floor_is_in(felt_parlour_floor(scene->lounge.parlour), line));
    }
    assert_int_equal(scene->lounge.line[3].closed, 0);
    assert_non_null(strstr(scene->words, "\"event\":\"dismissed\""));
}

static void dismiss_asks_again_for_a_hello_under_way(void **state)
{
    struct scene *scene = *state;
    char token[LOUNGE_TOKEN_BYTES + 1];
    int64_t ada = lounge_user(&scene->lounge, FELT_USER_HUMAN, "Ada", 1000);
    lounge_connect(&scene->lounge, 0,
                   lounge_token(&scene->lounge, ada, FELT_SESSION_COOKIE, token));
    lounge_send(&scene->lounge, 0, HELLO, false);
    /* The ledger has said yes, but its answer is on the way when the session ends. */
    struct ledger_toy_reply *reply = malloc(sizeof *reply);
    assert_true(ledger_toy_take(scene->lounge.ledger, reply));
    struct felt_order end = {.kind = FELT_ORDER_SIGN_OUT, .user = ada, .now_ms = LOUNGE_WALL_MS};
    struct felt_receipt receipt;
    ledger_toy_do(scene->lounge.ledger, &end, &receipt);
    assert_int_equal(receipt.outcome, FELT_OUTCOME_OK);
    felt_parlour_dismiss(scene->lounge.parlour, ada, "signed out", scene->lounge.now_us);
    felt_parlour_found(scene->lounge.parlour, reply->ticket, &reply->answer, scene->lounge.now_us);
    free(reply);
    lounge_turn(&scene->lounge);
    assert_true(hears(scene, 0, "\"type\":\"welcome\"", "")); /* he may watch, as nobody */
    assert_false(hears(scene, 0, "\"type\":\"welcome\"", "\"user\""));
}

/* A session lasts a day in the lounge.  The line of one that is over is closed like a sign-out's,
 * on time and without a request; a watcher has no session that could end. */
static void a_line_ends_with_its_session(void **state)
{
    struct scene *scene = *state;
    int64_t ada = lounge_user(&scene->lounge, FELT_USER_HUMAN, "Ada", 1000);
    lounge_enter(&scene->lounge, 0, ada);
    lounge_enter(&scene->lounge, 1, 0);
    int64_t day_ms = INT64_C(86400000), later_ms = 3600000;
    lounge_wait(&scene->lounge, later_ms);
    lounge_enter(&scene->lounge, 2, ada); /* of a session that began later */
    lounge_wait(&scene->lounge, day_ms - later_ms - 1000);
    assert_int_equal(scene->lounge.line[0].closed, 0);
    lounge_wait(&scene->lounge, 1001);
    assert_int_equal(scene->lounge.line[0].closed, 1008);
    assert_false(felt_floor_is_in(felt_parlour_floor(scene->lounge.parlour), 0));
    assert_non_null(strstr(scene->words, "your session has expired"));
    assert_int_equal(scene->lounge.line[1].closed, 0);
    assert_int_equal(scene->lounge.line[2].closed, 0);
    lounge_wait(&scene->lounge, later_ms);
    assert_int_equal(scene->lounge.line[2].closed, 1008);
}

static void farewell_is_heard_by_everybody(void **state)
{
    struct scene *scene = *state;
    lounge_enter(&scene->lounge, 0, 0);
    lounge_enter(&scene->lounge, 1, lounge_user(&scene->lounge, FELT_USER_HUMAN, "Ada", 1000));
    lounge_connect(&scene->lounge, 2, "");
    felt_parlour_farewell(scene->lounge.parlour, "the server stops", scene->lounge.now_us);
    assert_true(hears(scene, 0, "\"type\":\"notice\"", "the server stops"));
    assert_true(hears(scene, 1, "\"type\":\"notice\"", "the server stops"));
    assert_null(scene->lounge.line[2].first);
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
    lounge_enter(&scene->lounge, 0, 0);
    felt_parlour_metrics(scene->lounge.parlour, &out);
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
    ledger_toy_do(scene->lounge.ledger, &order, &receipt);
    assert_int_equal(receipt.outcome, FELT_OUTCOME_OK);
}

static void opening_cashes_out_strays(void **state)
{
    struct scene *scene = *state;
    begin(scene, 0);
    int64_t ada = lounge_user(&scene->lounge, FELT_USER_HUMAN, "Ada", 1000);
    int64_t bob = lounge_user(&scene->lounge, FELT_USER_HUMAN, "Bob", 1000);
    put_on_seat(scene, ada, "nl-2-1", 100);
    put_on_seat(scene, ada, "long-gone-7", 50);
    put_on_seat(scene, bob, "nl-2-1", 200);
    /* Every third order is done and not told, every fourth is lost. */
    ledger_toy_fault(scene->lounge.ledger,
                     &(struct ledger_toy_faults){.before = 25, .after = 33, .delay_ms = 20});
    lounge_open(&scene->lounge);
    assert_true(felt_floor_is_open(felt_parlour_floor(scene->lounge.parlour)));
    assert_int_equal(ledger_toy_bank(scene->lounge.ledger, ada), 1000);
    assert_int_equal(ledger_toy_bank(scene->lounge.ledger, bob), 1000);
    assert_int_equal(counts(scene)->strays, 3);
    assert_null(lounge_wrong(&scene->lounge));
}

static void opening_waits_for_the_ledger(void **state)
{
    struct scene *scene = *state;
    begin(scene, 0);
    ledger_toy_fault(scene->lounge.ledger, &(struct ledger_toy_faults){.down = true});
    int64_t ada = lounge_user(&scene->lounge, FELT_USER_HUMAN, "Ada", 1000);
    lounge_open(&scene->lounge);
    assert_false(felt_floor_is_open(felt_parlour_floor(scene->lounge.parlour)));
    lounge_enter(&scene->lounge, 0, 0);
    lounge_say(&scene->lounge, 0, "{\"type\":\"lobby\",\"req\":2}");
    assert_true(hears(scene, 0, "\"type\":\"lobby\"", "nl-2-1"));
    ledger_toy_fault(scene->lounge.ledger, &(struct ledger_toy_faults){0});
    lounge_wait(&scene->lounge, 2000);
    assert_true(felt_floor_is_open(felt_parlour_floor(scene->lounge.parlour)));
    lounge_enter(&scene->lounge, 1, ada);
    lounge_say(&scene->lounge, 1, "{\"type\":\"sit\",\"req\":3,\"table\":\"nl-2-1\"}");
    assert_true(hears(scene, 1, "\"type\":\"ok\"", "\"req\":3"));
}

/* ---- the house ---- */

static int house_users(struct scene *scene)
{
    struct shelf *shelf = ledger_toy_shelf(scene->lounge.ledger);
    int count = 0;
    for (int id = 1; id <= shelf_users(shelf); id++)
        count += shelf_user(shelf, id)->kind == FELT_USER_HOUSE;
    return count;
}

static uint32_t house_seated(struct scene *scene)
{
    const struct felt_floor_counts *floor =
        felt_floor_counts(felt_parlour_floor(scene->lounge.parlour));
    return floor->seated - floor->seated_people;
}

/* The lounge asserts that no function of the link is called for a line of the house. */
static void house_plays_without_the_link(void **state)
{
    struct scene *scene = *state;
    begin(scene, 8);
    lounge_open(&scene->lounge);
    lounge_wait(&scene->lounge, 120000);
    const struct felt_floor *floor = felt_parlour_floor(scene->lounge.parlour);
    assert_true(felt_floor_counts(floor)->hands > 20);
    assert_int_equal(felt_floor_counts(floor)->timeouts, 0);
    assert_int_equal(counts(scene)->frames, 0); /* property 17 */
    assert_int_equal(counts(scene)->messages, 0);
    assert_true(scene->lounge.asks > 40);
    assert_int_equal(scene->lounge.hands, 0); /* nobody wants to read them                    */
    assert_null(lounge_wrong(&scene->lounge));
}

static void house_players_are_made_once(void **state)
{
    struct scene *scene = *state;
    begin(scene, 70); /* more than are looked up at once */
    ledger_toy_fault(scene->lounge.ledger,
                     &(struct ledger_toy_faults){.before = 10, .after = 10, .delay_ms = 5});
    lounge_open(&scene->lounge);
    assert_int_equal(felt_staff_count(felt_parlour_staff(scene->lounge.parlour)), 70);
    assert_int_equal(house_users(scene), 70);
    ledger_toy_fault(scene->lounge.ledger, &(struct ledger_toy_faults){0});
    lounge_wait(&scene->lounge, 20000);
    assert_true(house_seated(scene) >= 3);
    for (int round = 0; round < 3; round++) {
        assert_true(lounge_crash(&scene->lounge, 0, round, true));
        lounge_wait(&scene->lounge, 20000);
        assert_int_equal(felt_staff_count(felt_parlour_staff(scene->lounge.parlour)), 70);
        assert_int_equal(house_users(scene), 70);
        assert_int_equal(house_seated(scene), 4); /* those who sat there, and nobody besides   */
        assert_null(lounge_wrong(&scene->lounge));
    }
}

static void house_is_funded_when_it_is_empty(void **state)
{
    struct scene *scene = *state;
    begin(scene, 6);
    lounge_open(&scene->lounge);
    /* Most of what is done is not told: the same key again must not fund it twice. */
    ledger_toy_fault(scene->lounge.ledger, &(struct ledger_toy_faults){.after = 70, .delay_ms = 5});
    lounge_wait(&scene->lounge, 60000);
    assert_true(house_seated(scene) >= 3);
    assert_int_equal(scene->funded, 1);
    assert_int_equal(scene->scolds, 0);
    struct shelf *shelf = ledger_toy_shelf(scene->lounge.ledger);
    assert_int_equal(shelf_balance(shelf, "mint"), -1000000);
    ledger_toy_fault(scene->lounge.ledger, &(struct ledger_toy_faults){0});
    lounge_wait(&scene->lounge, 5000);
    assert_null(lounge_wrong(&scene->lounge));
}

/* Nobody waits for the next round of the staff, or for a clock: an empty house is filled up,
 * somebody gets his stake and sits down, each as soon as it can be. */
static void house_comes_to_the_first_guest_at_once(void **state)
{
    struct scene *scene = *state;
    begin(scene, 6);
    scene->lounge.config.staff.look_ms = 20000;
    lounge_open(&scene->lounge);
    ledger_toy_fault(scene->lounge.ledger, &(struct ledger_toy_faults){.delay_ms = 20});
    int64_t ada = lounge_user(&scene->lounge, FELT_USER_HUMAN, "Ada", 400);
    lounge_enter(&scene->lounge, 0, ada);
    lounge_say(&scene->lounge, 0, "{\"type\":\"quick\",\"req\":1}");
    lounge_wait(&scene->lounge, 500);
    assert_true(hears(scene, 0, "\"type\":\"start_hand\"", "nl-2-1"));
}

static void house_is_funded_as_often_as_need_be(void **state)
{
    struct scene *scene = *state;
    begin(scene, 6);
    scene->lounge.config.house_fund = 1; /* never enough: as much as is asked for              */
    lounge_open(&scene->lounge);
    lounge_wait(&scene->lounge, 20000);
    assert_int_equal(house_seated(scene), 4);
    assert_true(scene->funded >= 4);
    assert_int_equal(scene->scolds, 0);
}

static void house_without_a_fund_says_so_once_a_minute(void **state)
{
    struct scene *scene = *state;
    begin(scene, 6);
    scene->lounge.config.house_fund = 0;
    lounge_open(&scene->lounge);
    lounge_wait(&scene->lounge, 50000);
    assert_int_equal(house_seated(scene), 0);
    assert_int_equal(scene->scolds, 1);
    assert_non_null(strstr(scene->words, "felt admin house fund"));
    lounge_wait(&scene->lounge, 130000);
    assert_in_range(scene->scolds, 2, 4);
    struct felt_order fund = {
        .kind = FELT_ORDER_FUND, .amount = 100000, .now_ms = 1, .key = "by-hand"};
    struct felt_receipt receipt;
    ledger_toy_do(scene->lounge.ledger, &fund, &receipt);
    assert_int_equal(receipt.outcome, FELT_OUTCOME_OK);
    lounge_wait(&scene->lounge, 130000);
    assert_true(house_seated(scene) >= 3);
}

/* ---- thinking time (staff.h W3) ---- */

/* Two people who always check or call. */
static void play_on(struct scene *scene, int turns)
{
    for (int i = 0; i < turns; i++) {
        for (uint32_t line = 0; line < 2; line++)
            for (struct lounge_frame *frame; (frame = lounge_find(&scene->lounge, line, "act"));) {
                char hand[64] = "", *id = strstr(frame->text, "\"hand_id\":\"");
                if (id) sscanf(id + 11, "%32[^\"]", hand);
                long long req_id = strtoll(strstr(frame->text, "\"req_id\":") + 9, NULL, 10);
                bool calls = strstr(frame->text, "\"CALL\"") != NULL;
                free(frame);
                lounge_say(&scene->lounge, line,
                           "{\"type\":\"action\",\"table\":\"nl-2-1\",\"hand_id\":\"%s\","
                           "\"action\":\"%s\",\"req_id\":%lld}",
                           hand, calls ? "CALL" : "CHECK", req_id);
            }
        lounge_wait(&scene->lounge, 100);
    }
}

/* Actions of house players in a minute, if they take so long. */
static uint64_t actions_in_a_minute(struct scene *scene, uint32_t think_ms)
{
    begin(scene, 6);
    scene->lounge.config.staff.think_ms = think_ms;
    scene->lounge.config.staff.think_max_ms = 6000;
    lounge_open(&scene->lounge);
    lounge_enter(&scene->lounge, 0, lounge_user(&scene->lounge, FELT_USER_HUMAN, "Ada", 1000));
    lounge_say(&scene->lounge, 0,
               "{\"type\":\"sit\",\"req\":3,\"table\":\"nl-2-1\",\"buy_in\":100}");
    lounge_wait(&scene->lounge, 5000);
    uint32_t asks = scene->lounge.asks;
    for (int i = 0; i < 600; i++) {
        play_on(scene, 1);
        /* She reloads whatever she loses. */
        lounge_send(&scene->lounge, 0, "{\"type\":\"top_up\",\"table\":\"nl-2-1\"}", false);
    }
    assert_int_equal(felt_floor_counts(felt_parlour_floor(scene->lounge.parlour))->timeouts, 0);
    return scene->lounge.asks - asks;
}

static void house_takes_its_time_where_people_play(void **state)
{
    struct scene *scene = *state;
    uint64_t quick = actions_in_a_minute(scene, 0);
    lounge_close(&scene->lounge);
    uint64_t slow = actions_in_a_minute(scene, 1200);
    assert_true(quick > 100);
    assert_in_range(slow, 15, 60); /* about one in a second, less her turns and the pauses    */
}

static void thinker_that_sleeps_is_played_by_the_clock(void **state)
{
    struct scene *scene = *state;
    begin(scene, 6);
    scene->lounge.thinkers_sleep = true;
    lounge_open(&scene->lounge);
    lounge_wait(&scene->lounge, 300000);
    const struct felt_floor_counts *floor =
        felt_floor_counts(felt_parlour_floor(scene->lounge.parlour));
    assert_true(floor->timeouts > 2);
    assert_true(floor->hands > 0);
    /* An answer to a question of long ago is nobody's. */
    struct felt_floor_face face;
    uint64_t actions = floor->actions;
    while (felt_floor_face(felt_parlour_floor(scene->lounge.parlour), 0, &face) && !face.hand)
        lounge_wait(&scene->lounge, 100);
    for (felt_seat seat = 0; seat < 6; seat++)
        felt_parlour_answer(scene->lounge.parlour, 0, seat, 0,
                            (struct felt_action){.kind = FELT_FOLD}, scene->lounge.now_us);
    assert_int_equal(floor->actions, actions);
}

static void thinker_may_be_slower_than_its_thinking_time(void **state)
{
    struct scene *scene = *state;
    begin(scene, 6);
    scene->lounge.think_us = 3000000;
    lounge_open(&scene->lounge);
    lounge_wait(&scene->lounge, 120000);
    const struct felt_floor_counts *floor =
        felt_floor_counts(felt_parlour_floor(scene->lounge.parlour));
    assert_int_equal(floor->timeouts, 0);
    assert_in_range(floor->actions, 20, 40); /* one in three seconds                          */
}

/* ---- own hands (15.14) ---- */

static void hands_are_for_those_who_played_them(void **state)
{
    struct scene *scene = *state;
    int64_t ada = lounge_user(&scene->lounge, FELT_USER_HUMAN, "Ada", 1000);
    int64_t bob = lounge_user(&scene->lounge, FELT_USER_HUMAN, "Bob", 1000);
    int64_t eve = lounge_user(&scene->lounge, FELT_USER_HUMAN, "Eve", 1000);
    lounge_enter(&scene->lounge, 0, ada);
    lounge_enter(&scene->lounge, 1, bob);
    lounge_enter(&scene->lounge, 2, eve);
    for (uint32_t line = 0; line < 2; line++)
        lounge_say(&scene->lounge, line,
                   "{\"type\":\"sit\",\"req\":3,\"table\":\"nl-2-1\",\"buy_in\":100}");
    play_on(scene, 100);
    assert_true(scene->lounge.hands >= 4);
    assert_int_equal(scene->lounge.hands % 2, 0);
    const struct lounge_hand *hand = &scene->lounge.hand[0], *other = &scene->lounge.hand[1];
    assert_true(hand->user != other->user);
    assert_string_equal(hand->row.hand_id, other->row.hand_id);
    assert_int_equal(hand->row.won + other->row.won, 0);
    assert_non_null(strstr(hand->phh, "\"Player"));
    assert_true(hand->row.at_ms >= LOUNGE_WALL_MS);
    lounge_deafen(&scene->lounge);
    lounge_say(&scene->lounge, 0, "{\"type\":\"hands\",\"req\":20,\"limit\":1}");
    assert_true(hears(scene, 0, "\"type\":\"hands\"", "\"more\":true"));
    for (uint32_t line = 0; line < 3; line++)
        lounge_say(&scene->lounge, line, "{\"type\":\"hand\",\"req\":21,\"hand_id\":\"%s\"}",
                   hand->row.hand_id);
    assert_true(hears(scene, 0, "\"type\":\"hand\"", "variant = "));
    assert_true(hears(scene, 1, "\"type\":\"hand\"", hand->row.hand_id));
    assert_true(hears(scene, 2, "NO_HAND", "\"req\":21"));
    assert_true(counts(scene)->latencies > 10);
    assert_null(lounge_wrong(&scene->lounge));
}

/* An action that answers its act costs nothing, however many there are (A2). */
static void action_that_answers_costs_nothing(void **state)
{
    struct scene *scene = *state;
    begin(scene, 0);
    scene->lounge.config.limits.burst = 4;
    scene->lounge.config.limits.per_second = 1;
    scene->lounge.stake[0].pause_ms = 10;
    lounge_open(&scene->lounge);
    lounge_enter(&scene->lounge, 0, lounge_user(&scene->lounge, FELT_USER_HUMAN, "Ada", 1000));
    lounge_enter(&scene->lounge, 1, lounge_user(&scene->lounge, FELT_USER_HUMAN, "Bob", 1000));
    for (uint32_t line = 0; line < 2; line++)
        lounge_say(&scene->lounge, line,
                   "{\"type\":\"sit\",\"req\":3,\"table\":\"nl-2-1\",\"buy_in\":100}");
    play_on(scene, 20);
    assert_true(felt_floor_counts(felt_parlour_floor(scene->lounge.parlour))->actions > 20);
    assert_int_equal(counts(scene)->paused, 0);
}

/* ---- clubs (14.9), silence (14.7) ---- */

static void club_is_asked_for_before_its_table_is_made(void **state)
{
    struct scene *scene = *state;
    struct felt_receipt receipt;
    int64_t ada = lounge_user(&scene->lounge, FELT_USER_HUMAN, "Ada", 1000);
    int64_t bob = lounge_user(&scene->lounge, FELT_USER_HUMAN, "Bob", 1000);
    struct felt_order open = {.kind = FELT_ORDER_CLUB_OPEN,
                              .by = ada,
                              .handle = "Tuesdays",
                              .code = "abcdefghijklmnopqrst"};
    ledger_toy_do(scene->lounge.ledger, &open, &receipt);
    assert_int_equal(receipt.outcome, FELT_OUTCOME_OK);
    lounge_enter(&scene->lounge, 0, ada);
    lounge_enter(&scene->lounge, 1, bob);
    lounge_enter(&scene->lounge, 2, 0);
    for (uint32_t line = 0; line < 3; line++)
        lounge_say(&scene->lounge, line, "{\"type\":\"create\",\"req\":5,\"club\":1}");
    lounge_wait(&scene->lounge, 1000);
    /* the floor of this room has no private tables: to say so is its own answer */
    assert_true(hears(scene, 0, "\"type\":\"error\"", "\"req\":5"));
    assert_true(hears(scene, 1, "FORBIDDEN", "\"req\":5"));
    assert_true(hears(scene, 2, "NOT_SIGNED_IN", "\"req\":5"));
    lounge_say(&scene->lounge, 0, "{\"type\":\"create\",\"req\":6,\"club\":2}");
    lounge_wait(&scene->lounge, 1000);
    assert_true(hears(scene, 0, "FORBIDDEN", "\"req\":6"));
    /* whoever hung up meanwhile, and came again as somebody else, hears nothing of it */
    lounge_send(&scene->lounge, 1, "{\"type\":\"create\",\"req\":7,\"club\":1}", false);
    lounge_gone(&scene->lounge, 1);
    lounge_enter(&scene->lounge, 1, ada);
    lounge_wait(&scene->lounge, 1000);
    assert_false(hears(scene, 1, "\"type\":\"error\"", "\"req\":7"));
}

static void creates_of_clubs_are_bounded(void **state)
{
    struct scene *scene = *state;
    lounge_enter(&scene->lounge, 0, lounge_user(&scene->lounge, FELT_USER_HUMAN, "Ada", 1000));
    for (int i = 0; i < 40; i++) {
        char text[80];
        (void)snprintf(text, sizeof text, "{\"type\":\"create\",\"req\":%d,\"club\":9}", i);
        lounge_send(&scene->lounge, 0, text, false);
    }
    lounge_turn(&scene->lounge);
    assert_true(hears(scene, 0, "TOO_MANY", "too many ask for that now"));
    lounge_wait(&scene->lounge, 60000); /* a line hears only so many errors at once */
    lounge_deafen(&scene->lounge);
    assert_int_equal(scene->lounge.line[0].closed, 0);
    lounge_say(&scene->lounge, 0, "{\"type\":\"create\",\"req\":999,\"club\":9}");
    lounge_wait(&scene->lounge, 30000);
    assert_true(hears(scene, 0, "FORBIDDEN", "\"req\":999")); /* every place is free again */
}

static void silence_of_the_books_holds_at_every_hello(void **state)
{
    struct scene *scene = *state;
    struct felt_receipt receipt;
    int64_t ada = lounge_user(&scene->lounge, FELT_USER_HUMAN, "Ada", 1000);
    struct felt_order hush = {
        .kind = FELT_ORDER_SILENCE, .user = ada, .until_ms = INT64_MAX / 2, .actor = "op"};
    ledger_toy_do(scene->lounge.ledger, &hush, &receipt);
    lounge_enter(&scene->lounge, 0, ada);
    lounge_say(&scene->lounge, 0, "{\"type\":\"watch\",\"req\":2,\"table\":\"nl-2-1\"}");
    lounge_say(&scene->lounge, 0,
               "{\"type\":\"chat\",\"req\":3,\"table\":\"nl-2-1\",\"text\":\"hello\"}");
    assert_true(hears(scene, 0, "MUTED", "\"req\":3"));
}

#define OPENED(name) cmocka_unit_test_setup_teardown(name, open_scene, close_scene)
#define NEW(name)    cmocka_unit_test_setup_teardown(name, new_scene, close_scene)

TEST_MODULE(parlour)
{
    const struct CMUnitTest tests[] = {
        OPENED(hello_without_token_watches),
        OPENED(hello_token_is_taken_by_its_kind),
        OPENED(hello_token_of_the_frame_counts_before_the_cookie),
        OPENED(hello_bad_token_ends_the_line),
        OPENED(hello_ledger_away_may_be_said_again),
        OPENED(hello_frames_behind_it_wait),
        OPENED(hello_too_much_behind_it_ends_the_line),
        OPENED(hello_twice_is_an_error),
        OPENED(hello_must_come_first_and_in_time),
        OPENED(club_is_asked_for_before_its_table_is_made),
        OPENED(creates_of_clubs_are_bounded),
        OPENED(silence_of_the_books_holds_at_every_hello),
        OPENED(hello_answer_for_a_line_that_went_is_nobodys),
        OPENED(line_that_floods_is_paused),
        OPENED(line_gets_no_more_errors_than_its_allowance),
        OPENED(line_of_bad_frames_is_closed),
        OPENED(journal_failure_stops_frames_and_orders),
        OPENED(full_counter_delays_orders),
        OPENED(dismiss_closes_all_lines_of_a_user),
        OPENED(dismiss_asks_again_for_a_hello_under_way),
        OPENED(a_line_ends_with_its_session),
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
    return cmocka_run_group_tests_name("parlour", tests, NULL, NULL);
}
