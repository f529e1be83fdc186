/* test_room_session_tournaments.c -- tournaments over the wire: registering, house players, prizes,
 * crashes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "server/table/poker_adapter.h"
#include "fake_room.h"
#include "module.h"
#include "os/secret.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS = 3, HOUSE = 4, CHIPS = 1000, BUY_IN = 100, ADA = 0, BEA = 1, ADA_AGAIN = 3 };

struct scene {
    struct fake_room fake_room; /* first: services are the fake room's */
    struct felt_poker_adapter adapter[LEVELS];
    struct felt_stake stake;
    char text[8000];
    int64_t ada, bea;
    int gone, opened, alarms;
};

static const char *const rows[] = {"id",       "sng",
                                   "title",    "A quick one",
                                   "entrants", "3",
                                   "seats",    "3",
                                   "house",    "70",
                                   "stack",    "100",
                                   "buy-in",   "100",
                                   "fee",      "10",
                                   "prizes",   "winner",
                                   "clock",    "5s",
                                   "bank",     "0s",
                                   "pause",    "1s",
                                   "levels",   "20s 5/10 10/20 25/50"};

static struct felt_tournament_row row_of(const char *key, const char *value)
{
    struct felt_tournament_row row;
    struct felt_complaint complaint = {0};
    felt_tournament_row_usual(&row);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i += 2)
        if (felt_tournament_row_set(&row, rows[i], rows[i + 1], &complaint) != FELT_OK)
            fail_msg("%s: %s", rows[i], complaint.text);
    if (key && felt_tournament_row_set(&row, key, value, &complaint) != FELT_OK)
        fail_msg("%s: %s", key, complaint.text);
    assert_int_equal(felt_tournament_row_verify(&row, &complaint), FELT_OK);
    felt_tournament_row_fix(&row, FAKE_ROOM_WALL_MS, &felt_secret_digests);
    return row;
}

/* ---- services ---- */

static const struct felt_stake *make_stake(void *self, const struct felt_tournament_row *row,
                                           struct felt_complaint *why)
{
    struct scene *scene = self;
    struct felt_buffer out = felt_buffer_make(scene->text, sizeof scene->text);
    felt_buffer_text(&out, FELT_EVENT_STAKE_MARK);
    felt_tournament_row_write(row, &out);
    scene->stake = (struct felt_stake){.title = "A quick one",
                                       .variant = "holdem",
                                       .limit = "no-limit",
                                       .directed = true,
                                       .games = row->plan.levels,
                                       .seats = row->plan.seats,
                                       .small_blind = 5,
                                       .big_blind = 10,
                                       .buy_in_min = row->plan.stack,
                                       .buy_in_max = row->plan.stack,
                                       .move_ms = row->clock_ms,
                                       .bank_ms = row->bank_ms,
                                       .text = scene->text,
                                       .text_bytes = out.used};
    memcpy(scene->stake.id, row->id, sizeof row->id);
    for (int i = 0; i < row->plan.levels; i++) {
        assert_int_equal(felt_poker_adapter_make(&scene->adapter[i], "holdem", FELT_NO_LIMIT,
                                                 row->plan.level[i].small, row->plan.level[i].big,
                                                 why),
                         FELT_OK);
        scene->stake.game[i] = &scene->adapter[i].adapter;
    }
    return &scene->stake;
}

static const struct felt_stake *make_stake_again(void *self, const char *text, size_t bytes)
{
    struct felt_tournament_row row;
    size_t mark = strlen(FELT_EVENT_STAKE_MARK);
    if (felt_tournament_row_read(&row, text + mark, bytes - mark, NULL) != FELT_OK) return NULL;
    return make_stake(self, &row, NULL);
}

static void drop_stake(void *self, const struct felt_stake *stake)
{
    struct scene *scene = self;
    assert_ptr_equal(stake, &scene->stake);
    scene->gone++;
}

static void note_open(void *self)
{
    ((struct scene *)self)->opened++;
}

static void hear_log(void *self, const char *json)
{
    struct scene *scene = self;
    if (strstr(json, "\"event\":\"alarm\"")) scene->alarms++;
}

/* ---- the scene ---- */

static int open_scene(void **state)
{
    struct scene *scene = calloc(1, sizeof *scene);
    if (!scene) return -1;
    struct fake_room *fake_room = &scene->fake_room;
    fake_room_init(fake_room, 5);
    fake_room->config.tournaments = true;
    fake_room->config.event_house = HOUSE;
    fake_room->config.house_fund = 100000;
    fake_room->config.event_seat_ms = 2000;
    fake_room->config.room.state_bytes = felt_poker_game.state_bytes;
    fake_room->services.event_stake = make_stake;
    fake_room->services.stake_again = make_stake_again;
    fake_room->services.stake_gone = drop_stake;
    fake_room->services.opened = note_open;
    fake_room->listener = scene;
    fake_room->logged = hear_log;
    fake_room_open(fake_room);
    scene->ada = fake_room_user(fake_room, FELT_USER_HUMAN, "Ada", CHIPS);
    scene->bea = fake_room_user(fake_room, FELT_USER_HUMAN, "Bea", BUY_IN - 1);
    fake_room_enter(fake_room, ADA, scene->ada);
    fake_room_enter(fake_room, BEA, scene->bea);
    fake_room_wait(fake_room, 2000);
    *state = scene;
    return 0;
}

static int close_scene(void **state)
{
    struct scene *scene = *state;
    const char *wrong = ledger_toy_wrong(scene->fake_room.ledger);
    if (wrong) print_error("%s\n", wrong);
    fake_room_close(&scene->fake_room);
    free(scene);
    return wrong ? -1 : 0;
}

static void add(struct scene *scene, const char *key, const char *value)
{
    struct felt_tournament_row row = row_of(key, value);
    struct felt_complaint complaint = {0};
    struct felt_tournaments *tournaments = felt_room_session_tournaments(scene->fake_room.session);
    int64_t wall_ms = FAKE_ROOM_WALL_MS + scene->fake_room.now_us / 1000;
    if (felt_tournaments_add(tournaments, &row, wall_ms, &complaint) < 0)
        fail_msg("%s", complaint.text);
    fake_room_turn(&scene->fake_room);
}

/* Is there a frame of that type with this text in it? */
static bool hears(struct scene *scene, uint32_t conn, const char *type, const char *text)
{
    struct fake_room_frame *frame;
    bool found = false;
    while (!found && (frame = fake_room_find(&scene->fake_room, conn, type)) != NULL) {
        found = strstr(frame->text, text) != NULL;
        free(frame);
    }
    return found;
}

static struct felt_tournament_face face_of(struct scene *scene)
{
    struct felt_tournament_face face;
    struct felt_tournaments *tournaments = felt_room_session_tournaments(scene->fake_room.session);
    assert_int_equal(felt_tournaments_count(tournaments), 1);
    felt_tournaments_face(tournaments, 0, &face);
    return face;
}

static void wait_for(struct scene *scene, enum felt_director_state what)
{
    for (int i = 0; i < 3600 && face_of(scene).director.state != what; i++)
        fake_room_wait(&scene->fake_room, 1000);
    assert_int_equal(face_of(scene).director.state, what);
}

static void wait_for_settled(struct scene *scene)
{
    wait_for(scene, FELT_DIRECTOR_OVER);
    for (int i = 0; i < 60 && !face_of(scene).settled; i++) fake_room_wait(&scene->fake_room, 1000);
    assert_true(face_of(scene).settled);
}

/* ---- tests ---- */

static void a_sit_and_go_is_played_to_its_end(void **state)
{
    struct scene *scene = *state;
    struct fake_room *fake_room = &scene->fake_room;
    add(scene, NULL, NULL);
    fake_room_say(fake_room, BEA, "{\"type\":\"events\",\"req\":1,\"watch\":true}");
    fake_room_wait(fake_room, 100);
    assert_true(hears(scene, BEA, "events", "\"event\":\"sng\""));
    fake_room_say(fake_room, ADA, "{\"type\":\"register\",\"req\":2,\"event\":\"sng\"}");
    fake_room_wait(fake_room, 1500);
    assert_true(hears(scene, ADA, "ok", "\"req\":2"));
    assert_int_equal(ledger_toy_bank(fake_room->ledger, scene->ada), CHIPS - BUY_IN);
    assert_true(hears(scene, ADA, "cashier", "\"bank\":900"));
    assert_true(hears(scene, BEA, "event_row", "\"event\":\"sng\""));
    fake_room_enter(fake_room, ADA_AGAIN,
                    scene->ada); /* on another line: she hears where she is in */
    fake_room_wait(fake_room, 100);
    assert_true(hears(scene, ADA_AGAIN, "entry", "\"state\":\"waits\""));
    wait_for(scene, FELT_DIRECTOR_RUNNING); /* two house players came */
    assert_int_equal(face_of(scene).director.house, 2);
    assert_true(hears(scene, ADA, "entry", "\"table\":\"sng-1\""));
    assert_true(hears(scene, ADA_AGAIN, "table", "\"event\":\"sng.1\""));
    fake_room_say(fake_room, BEA, "{\"type\":\"watch\",\"req\":4,\"table\":\"sng-1\"}");
    fake_room_wait(fake_room, 100);
    assert_true(hears(scene, BEA, "table", "\"event\":\"sng.1\""));
    fake_room_say(fake_room, BEA, "{\"type\":\"event\",\"req\":3,\"event\":\"sng\"}");
    fake_room_wait(fake_room, 100);
    assert_true(hears(scene, BEA, "event_page", "\"req\":3"));
    wait_for_settled(scene);
    assert_true(fake_room->asks > 0); /* house players thought */
    assert_int_equal(scene->gone, 1);
    felt_chips has = ledger_toy_bank(fake_room->ledger, scene->ada);
    assert_true(has == CHIPS - BUY_IN || has == CHIPS - BUY_IN + 3 * (BUY_IN - 10));
    assert_int_equal(scene->alarms, 0);
}

static void whoever_cannot_pay_or_enter_is_told_so(void **state)
{
    struct scene *scene = *state;
    struct fake_room *fake_room = &scene->fake_room;
    add(scene, "key", "sesame");
    fake_room_say(fake_room, BEA, "{\"type\":\"register\",\"req\":1,\"event\":\"sng\"}");
    fake_room_wait(fake_room, 1000);
    assert_true(hears(scene, BEA, "error", "\"req\":1"));
    fake_room_say(fake_room, BEA,
                  "{\"type\":\"register\",\"req\":2,\"event\":\"sng\",\"key\":\"sesame\"}");
    fake_room_wait(fake_room, 1000);
    assert_true(hears(scene, BEA, "error", "INSUFFICIENT_CHIPS"));
    fake_room_say(fake_room, BEA, "{\"type\":\"event\",\"req\":3,\"event\":\"nobody\"}");
    fake_room_wait(fake_room, 100);
    assert_true(hears(scene, BEA, "error", "\"req\":3"));
    fake_room_connect(fake_room, 2, "");
    fake_room_say(fake_room, 2, "{\"type\":\"hello\",\"v\":1}");
    fake_room_say(fake_room, 2, "{\"type\":\"register\",\"req\":4,\"event\":\"sng\"}");
    fake_room_wait(fake_room, 100);
    assert_true(hears(scene, 2, "error", "\"req\":4"));
    fake_room_say(fake_room, ADA,
                  "{\"type\":\"register\",\"req\":5,\"event\":\"sng\",\"key\":\"sesame\"}");
    fake_room_wait(fake_room, 500);
    assert_true(hears(scene, ADA, "ok", "\"req\":5"));
    fake_room_say(fake_room, ADA, "{\"type\":\"unregister\",\"req\":6,\"event\":\"sng\"}");
    fake_room_wait(fake_room, 1000);
    assert_true(hears(scene, ADA, "ok", "\"req\":6"));
    assert_int_equal(ledger_toy_bank(fake_room->ledger, scene->ada), CHIPS);
}

/* Whatever her place is. */
static void a_prize_is_told_by_the_cashier(void **state)
{
    struct scene *scene = *state;
    struct fake_room *fake_room = &scene->fake_room;
    char bank[32];
    fake_room_enter(fake_room, ADA_AGAIN, scene->ada);
    add(scene, "prizes", "50 30 20");
    fake_room_say(fake_room, ADA, "{\"type\":\"register\",\"req\":1,\"event\":\"sng\"}");
    wait_for_settled(scene);
    felt_chips has = ledger_toy_bank(fake_room->ledger, scene->ada);
    assert_true(has > CHIPS - BUY_IN);
    (void)snprintf(bank, sizeof bank, "\"bank\":%d}", (int)has);
    assert_true(hears(scene, ADA, "cashier", bank));
    assert_true(hears(scene, ADA_AGAIN, "cashier", bank));
}

/* She has two connections; whatever happens by one of them, or by an operator, both hear it. */
static void an_entry_that_is_given_back_is_told_on_every_conn(void **state)
{
    static const char *const gone = "\"entries\":0,\"entry\":%d,\"name\":\"Player5\","
                                    "\"state\":\"unregistered\"}";
    struct scene *scene = *state;
    struct fake_room *fake_room = &scene->fake_room;
    fake_room_enter(fake_room, ADA_AGAIN, scene->ada);
    add(scene, NULL, NULL);
    for (int time = 1; time <= 2; time++) {
        char text[100];
        (void)snprintf(text, sizeof text, gone, time);
        fake_room_say(fake_room, ADA, "{\"type\":\"register\",\"req\":1,\"event\":\"sng\"}");
        fake_room_wait(fake_room, 500);
        for (uint32_t conn = ADA; conn <= ADA_AGAIN; conn += ADA_AGAIN) {
            assert_true(hears(scene, conn, "cashier", "\"bank\":900"));
            assert_true(hears(scene, conn, "entry", "\"state\":\"waits\""));
        }
        if (time == 1) {
            fake_room_say(fake_room, ADA, "{\"type\":\"unregister\",\"req\":2,\"event\":\"sng\"}");
        } else {
            struct felt_director_input out = {.what = FELT_DIRECTOR_REMOVE, .user = scene->ada};
            int64_t wall_ms = FAKE_ROOM_WALL_MS + fake_room->now_us / 1000;
            struct felt_tournaments *tournaments =
                felt_room_session_tournaments(fake_room->session);
            assert_int_equal(felt_tournaments_direct(tournaments, "sng", &out, wall_ms),
                             FELT_DIRECTOR_OK);
        }
        fake_room_wait(fake_room, 500);
        for (uint32_t conn = ADA; conn <= ADA_AGAIN; conn += ADA_AGAIN) {
            assert_true(hears(scene, conn, "entry", text));
            assert_true(hears(scene, conn, "cashier", "\"bank\":1000"));
        }
    }
    assert_false(hears(scene, BEA, "entry", "\"entry\""));
}

/* Leaves, and comes back: does she hear of her entry, and of nothing else? */
static int comes_back(struct scene *scene, const char *text)
{
    struct fake_room *fake_room = &scene->fake_room;
    struct fake_room_frame *frame;
    int heard = 0;
    fake_room_deafen(fake_room);
    fake_room_enter(fake_room, ADA, scene->ada);
    fake_room_wait(fake_room, 3000);
    while ((frame = fake_room_find(fake_room, ADA, "entry")) != NULL) {
        if (!strstr(frame->text, text)) fail_msg("%s", frame->text);
        heard++;
        free(frame);
    }
    fake_room_gone(fake_room, ADA);
    fake_room_wait(fake_room, 1000);
    return heard;
}

static void leaves_after_registering(struct scene *scene)
{
    fake_room_say(&scene->fake_room, ADA, "{\"type\":\"register\",\"req\":1,\"event\":\"sng\"}");
    fake_room_wait(&scene->fake_room, 500);
    assert_true(hears(scene, ADA, "entry", "\"state\":\"waits\""));
    fake_room_gone(&scene->fake_room, ADA);
}

static void whoever_went_out_while_away_is_told_once(void **state)
{
    struct scene *scene = *state;
    static const char *const out = "\"state\":\"out\",\"place\":";
    add(scene, "prizes", "50 30 20");
    leaves_after_registering(scene);
    wait_for_settled(scene);
    assert_int_equal(comes_back(scene, out), 1);
    assert_int_equal(comes_back(scene, out), 0);
}

/* She is told by the next process, be it that of the journal or that of a snapshot, and once. */
static void what_happened_while_away_survives_the_process(void **state)
{
    struct scene *scene = *state;
    struct fake_room *fake_room = &scene->fake_room;
    add(scene, "prizes", "50 30 20");
    leaves_after_registering(scene);
    wait_for_settled(scene);
    assert_true(fake_room_crash(fake_room, 0, 0, true));
    fake_room_snapshot(fake_room);
    assert_true(fake_room_crash(fake_room, 0, 0, true));
    assert_int_equal(comes_back(scene, "\"prize\":"), 1); /* before the room is open */
    assert_true(fake_room_crash(fake_room, 0, 0, true));
    assert_int_equal(comes_back(scene, "\"prize\":"), 0);
}

static void whoever_was_refunded_while_away_is_told_once(void **state)
{
    struct scene *scene = *state;
    struct fake_room *fake_room = &scene->fake_room;
    struct felt_tournaments *tournaments = felt_room_session_tournaments(fake_room->session);
    add(scene, NULL, NULL);
    for (int time = 0; time < 2; time++) {
        const char *text = time ? "\"state\":\"refunded\"" : "\"state\":\"unregistered\"";
        struct felt_director_input input = {
            .what = time ? FELT_DIRECTOR_CALL_OFF : FELT_DIRECTOR_REMOVE, .user = scene->ada};
        if (time) fake_room_enter(fake_room, ADA, scene->ada);
        leaves_after_registering(scene);
        int64_t wall_ms = FAKE_ROOM_WALL_MS + fake_room->now_us / 1000;
        assert_int_equal(felt_tournaments_direct(tournaments, "sng", &input, wall_ms),
                         FELT_DIRECTOR_OK);
        fake_room_wait(fake_room, 500); /* a house player may have her row by now */
        assert_int_equal(comes_back(scene, text), 1);
        assert_int_equal(comes_back(scene, text), 0);
        assert_int_equal(ledger_toy_bank(fake_room->ledger, scene->ada), CHIPS);
    }
}

static void a_tournament_survives_the_process(void **state)
{
    struct scene *scene = *state;
    struct fake_room *fake_room = &scene->fake_room;
    add(scene, NULL, NULL);
    fake_room_say(fake_room, ADA, "{\"type\":\"register\",\"req\":1,\"event\":\"sng\"}");
    for (int crashes = 0; crashes < 6; crashes++) {
        fake_room_wait(fake_room, 1700);
        if (crashes == 3) fake_room_snapshot(fake_room);
        assert_true(fake_room_crash(fake_room, 0, crashes % 2, crashes != 4));
        fake_room_wait(fake_room, 300);
        if (crashes % 2) fake_room_enter(fake_room, ADA, scene->ada);
    }
    assert_int_equal(scene->opened, 7);
    wait_for(scene, FELT_DIRECTOR_RUNNING);
    for (int snapshot = 0; snapshot < 2; snapshot++) { /* whose table it is, in another life too */
        if (snapshot) fake_room_snapshot(fake_room);
        assert_true(fake_room_crash(fake_room, 0, 0, true));
        fake_room_deafen(fake_room);
        fake_room_enter(fake_room, ADA, scene->ada);
        fake_room_wait(fake_room, 100);
        assert_true(hears(scene, ADA, "table", "\"event\":\"sng.1\""));
        assert_true(hears(scene, ADA, "entry", "\"state\":\"in\"")); /* came before it was open */
    }
    wait_for_settled(scene);
    fake_room_wait(fake_room, 5000);
    assert_int_equal(felt_room_counts(felt_room_session_room(fake_room->session))->tables, 0);
    assert_int_equal(scene->alarms, 0);
}

static void buy_ins_of_a_lost_journal_are_told(void **state)
{
    struct scene *scene = *state;
    struct fake_room *fake_room = &scene->fake_room;
    add(scene, NULL, NULL);
    fake_room_say(fake_room, ADA, "{\"type\":\"register\",\"req\":1,\"event\":\"sng\"}");
    fake_room_wait(fake_room, 1000);
    for (uint32_t i = 0; i < fake_room->records; i++) free(fake_room->record[i].bytes);
    fake_room->records = fake_room->flushed = 0;
    assert_true(fake_room_crash(fake_room, 0, 0, true));
    fake_room_wait(fake_room, 2000);
    assert_int_equal(scene->alarms, 1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_scene, close_scene)

TEST_MODULE(room_session_tournaments)
{
    const struct CMUnitTest tests[] = {
        TEST(a_sit_and_go_is_played_to_its_end),
        TEST(whoever_cannot_pay_or_enter_is_told_so),
        TEST(a_prize_is_told_by_the_cashier),
        TEST(an_entry_that_is_given_back_is_told_on_every_conn),
        TEST(whoever_went_out_while_away_is_told_once),
        TEST(what_happened_while_away_survives_the_process),
        TEST(whoever_was_refunded_while_away_is_told_once),
        TEST(a_tournament_survives_the_process),
        TEST(buy_ins_of_a_lost_journal_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
