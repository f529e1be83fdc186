/* test_parlour_events.c -- tournaments over the wire: registering, house players, prizes, crashes.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "server/table/poker_plug.h"
#include "lounge.h"
#include "module.h"
#include "os/secret.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS = 3, HOUSE = 4, CHIPS = 1000, BUY_IN = 100, ADA = 0, BEA = 1, ADA_AGAIN = 3 };

struct scene {
    struct lounge lounge; /* first: services are the lounge's                                */
    struct felt_poker_plug plug[LEVELS];
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

static struct felt_event_row row_of(const char *key, const char *value)
{
    struct felt_event_row row;
    struct felt_complaint complaint = {0};
    felt_event_row_usual(&row);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i += 2)
        if (felt_event_row_set(&row, rows[i], rows[i + 1], &complaint) != FELT_OK)
            fail_msg("%s: %s", rows[i], complaint.text);
    if (key && felt_event_row_set(&row, key, value, &complaint) != FELT_OK)
        fail_msg("%s: %s", key, complaint.text);
    assert_int_equal(felt_event_row_verify(&row, &complaint), FELT_OK);
    felt_event_row_fix(&row, LOUNGE_WALL_MS, &felt_secret_digests);
    return row;
}

/* ---- services ---- */

static const struct felt_stake *make_stake(void *self, const struct felt_event_row *row,
                                           struct felt_complaint *why)
{
    struct scene *scene = self;
    struct felt_buffer out = felt_buffer_make(scene->text, sizeof scene->text);
    felt_buffer_text(&out, FELT_EVENT_STAKE_MARK);
    felt_event_row_write(row, &out);
    scene->stake = (struct felt_stake){.title = "A quick one",
                                       .variant = "holdem",
                                       .limit = "no-limit",
                                       .guided = true,
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
        assert_int_equal(felt_poker_plug_make(&scene->plug[i], "holdem", FELT_NO_LIMIT,
                                              row->plan.level[i].small, row->plan.level[i].big,
                                              why),
                         FELT_OK);
        scene->stake.game[i] = &scene->plug[i].plug;
    }
    return &scene->stake;
}

static const struct felt_stake *make_stake_again(void *self, const char *text, size_t bytes)
{
    struct felt_event_row row;
    size_t mark = strlen(FELT_EVENT_STAKE_MARK);
    if (felt_event_row_read(&row, text + mark, bytes - mark, NULL) != FELT_OK) return NULL;
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
    struct lounge *lounge = &scene->lounge;
    lounge_init(lounge, 5);
    lounge->config.events = true;
    lounge->config.event_house = HOUSE;
    lounge->config.house_fund = 100000;
    lounge->config.event_chair_ms = 2000;
    lounge->config.floor.state_bytes = felt_poker_game.state_bytes;
    lounge->services.event_stake = make_stake;
    lounge->services.stake_again = make_stake_again;
    lounge->services.stake_gone = drop_stake;
    lounge->services.opened = note_open;
    lounge->listener = scene;
    lounge->logged = hear_log;
    lounge_open(lounge);
    scene->ada = lounge_user(lounge, FELT_USER_HUMAN, "Ada", CHIPS);
    scene->bea = lounge_user(lounge, FELT_USER_HUMAN, "Bea", BUY_IN - 1);
    lounge_enter(lounge, ADA, scene->ada);
    lounge_enter(lounge, BEA, scene->bea);
    lounge_wait(lounge, 2000);
    *state = scene;
    return 0;
}

static int close_scene(void **state)
{
    struct scene *scene = *state;
    const char *wrong = ledger_toy_wrong(scene->lounge.ledger);
    if (wrong) print_error("%s\n", wrong);
    lounge_close(&scene->lounge);
    free(scene);
    return wrong ? -1 : 0;
}

static void add(struct scene *scene, const char *key, const char *value)
{
    struct felt_event_row row = row_of(key, value);
    struct felt_complaint complaint = {0};
    struct felt_office *office = felt_parlour_office(scene->lounge.parlour);
    int64_t wall_ms = LOUNGE_WALL_MS + scene->lounge.now_us / 1000;
    if (felt_office_add(office, &row, wall_ms, &complaint) < 0) fail_msg("%s", complaint.text);
    lounge_turn(&scene->lounge);
}

/* Is there a frame of that type with this text in it? */
static bool hears(struct scene *scene, uint32_t line, const char *type, const char *text)
{
    struct lounge_frame *frame;
    bool found = false;
    while (!found && (frame = lounge_find(&scene->lounge, line, type)) != NULL) {
        found = strstr(frame->text, text) != NULL;
        free(frame);
    }
    return found;
}

static struct felt_event_face face_of(struct scene *scene)
{
    struct felt_event_face face;
    struct felt_office *office = felt_parlour_office(scene->lounge.parlour);
    assert_int_equal(felt_office_count(office), 1);
    felt_office_face(office, 0, &face);
    return face;
}

static void wait_for(struct scene *scene, enum felt_tour_state what)
{
    for (int i = 0; i < 3600 && face_of(scene).tour.state != what; i++)
        lounge_wait(&scene->lounge, 1000);
    assert_int_equal(face_of(scene).tour.state, what);
}

static void wait_for_settled(struct scene *scene)
{
    wait_for(scene, FELT_TOUR_OVER);
    for (int i = 0; i < 60 && !face_of(scene).settled; i++) lounge_wait(&scene->lounge, 1000);
    assert_true(face_of(scene).settled);
}

/* ---- tests ---- */

static void a_sit_and_go_is_played_to_its_end(void **state)
{
    struct scene *scene = *state;
    struct lounge *lounge = &scene->lounge;
    add(scene, NULL, NULL);
    lounge_say(lounge, BEA, "{\"type\":\"events\",\"req\":1,\"watch\":true}");
    lounge_wait(lounge, 100);
    assert_true(hears(scene, BEA, "events", "\"event\":\"sng\""));
    lounge_say(lounge, ADA, "{\"type\":\"register\",\"req\":2,\"event\":\"sng\"}");
    lounge_wait(lounge, 1500);
    assert_true(hears(scene, ADA, "ok", "\"req\":2"));
    assert_int_equal(ledger_toy_bank(lounge->ledger, scene->ada), CHIPS - BUY_IN);
    assert_true(hears(scene, ADA, "cashier", "\"bank\":900"));
    assert_true(hears(scene, BEA, "event_row", "\"event\":\"sng\""));
    lounge_enter(lounge, ADA_AGAIN, scene->ada); /* on another line: she hears where she is in */
    lounge_wait(lounge, 100);
    assert_true(hears(scene, ADA_AGAIN, "entry", "\"state\":\"waits\""));
    wait_for(scene, FELT_TOUR_RUNNING); /* two house players came */
    assert_int_equal(face_of(scene).tour.house, 2);
    assert_true(hears(scene, ADA, "entry", "\"table\":\"sng-1\""));
    assert_true(hears(scene, ADA_AGAIN, "table", "\"event\":\"sng.1\""));
    lounge_say(lounge, BEA, "{\"type\":\"watch\",\"req\":4,\"table\":\"sng-1\"}");
    lounge_wait(lounge, 100);
    assert_true(hears(scene, BEA, "table", "\"event\":\"sng.1\""));
    lounge_say(lounge, BEA, "{\"type\":\"event\",\"req\":3,\"event\":\"sng\"}");
    lounge_wait(lounge, 100);
    assert_true(hears(scene, BEA, "event_page", "\"req\":3"));
    wait_for_settled(scene);
    assert_true(lounge->asks > 0); /* house players thought */
    assert_int_equal(scene->gone, 1);
    felt_chips has = ledger_toy_bank(lounge->ledger, scene->ada);
    assert_true(has == CHIPS - BUY_IN || has == CHIPS - BUY_IN + 3 * (BUY_IN - 10));
    assert_int_equal(scene->alarms, 0);
}

static void whoever_cannot_pay_or_enter_is_told_so(void **state)
{
    struct scene *scene = *state;
    struct lounge *lounge = &scene->lounge;
    add(scene, "key", "sesame");
    lounge_say(lounge, BEA, "{\"type\":\"register\",\"req\":1,\"event\":\"sng\"}");
    lounge_wait(lounge, 1000);
    assert_true(hears(scene, BEA, "error", "\"req\":1"));
    lounge_say(lounge, BEA,
               "{\"type\":\"register\",\"req\":2,\"event\":\"sng\",\"key\":\"sesame\"}");
    lounge_wait(lounge, 1000);
    assert_true(hears(scene, BEA, "error", "INSUFFICIENT_CHIPS"));
    lounge_say(lounge, BEA, "{\"type\":\"event\",\"req\":3,\"event\":\"nobody\"}");
    lounge_wait(lounge, 100);
    assert_true(hears(scene, BEA, "error", "\"req\":3"));
    lounge_connect(lounge, 2, "");
    lounge_say(lounge, 2, "{\"type\":\"hello\",\"v\":1}");
    lounge_say(lounge, 2, "{\"type\":\"register\",\"req\":4,\"event\":\"sng\"}");
    lounge_wait(lounge, 100);
    assert_true(hears(scene, 2, "error", "\"req\":4"));
    lounge_say(lounge, ADA,
               "{\"type\":\"register\",\"req\":5,\"event\":\"sng\",\"key\":\"sesame\"}");
    lounge_wait(lounge, 500);
    assert_true(hears(scene, ADA, "ok", "\"req\":5"));
    lounge_say(lounge, ADA, "{\"type\":\"unregister\",\"req\":6,\"event\":\"sng\"}");
    lounge_wait(lounge, 1000);
    assert_true(hears(scene, ADA, "ok", "\"req\":6"));
    assert_int_equal(ledger_toy_bank(lounge->ledger, scene->ada), CHIPS);
}

/* Whatever her place is. */
static void a_prize_is_told_by_the_cashier(void **state)
{
    struct scene *scene = *state;
    struct lounge *lounge = &scene->lounge;
    char bank[32];
    lounge_enter(lounge, ADA_AGAIN, scene->ada);
    add(scene, "prizes", "50 30 20");
    lounge_say(lounge, ADA, "{\"type\":\"register\",\"req\":1,\"event\":\"sng\"}");
    wait_for_settled(scene);
    felt_chips has = ledger_toy_bank(lounge->ledger, scene->ada);
    assert_true(has > CHIPS - BUY_IN);
    (void)snprintf(bank, sizeof bank, "\"bank\":%d}", (int)has);
    assert_true(hears(scene, ADA, "cashier", bank));
    assert_true(hears(scene, ADA_AGAIN, "cashier", bank));
}

/* She has two lines; whatever happens by one of them, or by an operator, both hear it. */
static void an_entry_that_is_given_back_is_told_on_every_line(void **state)
{
    static const char *const gone = "\"entries\":0,\"entry\":%d,\"name\":\"Player5\","
                                    "\"state\":\"unregistered\"}";
    struct scene *scene = *state;
    struct lounge *lounge = &scene->lounge;
    lounge_enter(lounge, ADA_AGAIN, scene->ada);
    add(scene, NULL, NULL);
    for (int time = 1; time <= 2; time++) {
        char text[100];
        (void)snprintf(text, sizeof text, gone, time);
        lounge_say(lounge, ADA, "{\"type\":\"register\",\"req\":1,\"event\":\"sng\"}");
        lounge_wait(lounge, 500);
        for (uint32_t line = ADA; line <= ADA_AGAIN; line += ADA_AGAIN) {
            assert_true(hears(scene, line, "cashier", "\"bank\":900"));
            assert_true(hears(scene, line, "entry", "\"state\":\"waits\""));
        }
        if (time == 1) {
            lounge_say(lounge, ADA, "{\"type\":\"unregister\",\"req\":2,\"event\":\"sng\"}");
        } else {
            struct felt_tour_input out = {.what = FELT_TOUR_REMOVE, .user = scene->ada};
            int64_t wall_ms = LOUNGE_WALL_MS + lounge->now_us / 1000;
            struct felt_office *office = felt_parlour_office(lounge->parlour);
            assert_int_equal(felt_office_direct(office, "sng", &out, wall_ms), FELT_TOUR_OK);
        }
        lounge_wait(lounge, 500);
        for (uint32_t line = ADA; line <= ADA_AGAIN; line += ADA_AGAIN) {
            assert_true(hears(scene, line, "entry", text));
            assert_true(hears(scene, line, "cashier", "\"bank\":1000"));
        }
    }
    assert_false(hears(scene, BEA, "entry", "\"entry\""));
}

/* Leaves, and comes back: does she hear of her entry, and of nothing else? */
static int comes_back(struct scene *scene, const char *text)
{
    struct lounge *lounge = &scene->lounge;
    struct lounge_frame *frame;
    int heard = 0;
    lounge_deafen(lounge);
    lounge_enter(lounge, ADA, scene->ada);
    lounge_wait(lounge, 3000);
    while ((frame = lounge_find(lounge, ADA, "entry")) != NULL) {
        if (!strstr(frame->text, text)) fail_msg("%s", frame->text);
        heard++;
        free(frame);
    }
    lounge_gone(lounge, ADA);
    lounge_wait(lounge, 1000);
    return heard;
}

static void leaves_after_registering(struct scene *scene)
{
    lounge_say(&scene->lounge, ADA, "{\"type\":\"register\",\"req\":1,\"event\":\"sng\"}");
    lounge_wait(&scene->lounge, 500);
    assert_true(hears(scene, ADA, "entry", "\"state\":\"waits\""));
    lounge_gone(&scene->lounge, ADA);
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
    struct lounge *lounge = &scene->lounge;
    add(scene, "prizes", "50 30 20");
    leaves_after_registering(scene);
    wait_for_settled(scene);
    assert_true(lounge_crash(lounge, 0, 0, true));
    lounge_snapshot(lounge);
    assert_true(lounge_crash(lounge, 0, 0, true));
    assert_int_equal(comes_back(scene, "\"prize\":"), 1); /* before the room is open */
    assert_true(lounge_crash(lounge, 0, 0, true));
    assert_int_equal(comes_back(scene, "\"prize\":"), 0);
}

static void whoever_was_refunded_while_away_is_told_once(void **state)
{
    struct scene *scene = *state;
    struct lounge *lounge = &scene->lounge;
    struct felt_office *office = felt_parlour_office(lounge->parlour);
    add(scene, NULL, NULL);
    for (int time = 0; time < 2; time++) {
        const char *text = time ? "\"state\":\"refunded\"" : "\"state\":\"unregistered\"";
        struct felt_tour_input input = {.what = time ? FELT_TOUR_CALL_OFF : FELT_TOUR_REMOVE,
                                        .user = scene->ada};
        if (time) lounge_enter(lounge, ADA, scene->ada);
        leaves_after_registering(scene);
        int64_t wall_ms = LOUNGE_WALL_MS + lounge->now_us / 1000;
        assert_int_equal(felt_office_direct(office, "sng", &input, wall_ms), FELT_TOUR_OK);
        lounge_wait(lounge, 500); /* a house player may have her row by now */
        assert_int_equal(comes_back(scene, text), 1);
        assert_int_equal(comes_back(scene, text), 0);
        assert_int_equal(ledger_toy_bank(lounge->ledger, scene->ada), CHIPS);
    }
}

static void a_tournament_survives_the_process(void **state)
{
    struct scene *scene = *state;
    struct lounge *lounge = &scene->lounge;
    add(scene, NULL, NULL);
    lounge_say(lounge, ADA, "{\"type\":\"register\",\"req\":1,\"event\":\"sng\"}");
    for (int crashes = 0; crashes < 6; crashes++) {
        lounge_wait(lounge, 1700);
        if (crashes == 3) lounge_snapshot(lounge);
        assert_true(lounge_crash(lounge, 0, crashes % 2, crashes != 4));
        lounge_wait(lounge, 300);
        if (crashes % 2) lounge_enter(lounge, ADA, scene->ada);
    }
    assert_int_equal(scene->opened, 7);
    wait_for(scene, FELT_TOUR_RUNNING);
    for (int snapshot = 0; snapshot < 2; snapshot++) { /* whose table it is, in another life too */
        if (snapshot) lounge_snapshot(lounge);
        assert_true(lounge_crash(lounge, 0, 0, true));
        lounge_deafen(lounge);
        lounge_enter(lounge, ADA, scene->ada);
        lounge_wait(lounge, 100);
        assert_true(hears(scene, ADA, "table", "\"event\":\"sng.1\""));
        assert_true(hears(scene, ADA, "entry", "\"state\":\"in\"")); /* came before it was open */
    }
    wait_for_settled(scene);
    lounge_wait(lounge, 5000);
    assert_int_equal(felt_floor_counts(felt_parlour_floor(lounge->parlour))->tables, 0);
    assert_int_equal(scene->alarms, 0);
}

static void buy_ins_of_a_lost_journal_are_told(void **state)
{
    struct scene *scene = *state;
    struct lounge *lounge = &scene->lounge;
    add(scene, NULL, NULL);
    lounge_say(lounge, ADA, "{\"type\":\"register\",\"req\":1,\"event\":\"sng\"}");
    lounge_wait(lounge, 1000);
    for (uint32_t i = 0; i < lounge->records; i++) free(lounge->record[i].bytes);
    lounge->records = lounge->flushed = 0;
    assert_true(lounge_crash(lounge, 0, 0, true));
    lounge_wait(lounge, 2000);
    assert_int_equal(scene->alarms, 1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_scene, close_scene)

TEST_MODULE(parlour_events)
{
    const struct CMUnitTest tests[] = {
        TEST(a_sit_and_go_is_played_to_its_end),
        TEST(whoever_cannot_pay_or_enter_is_told_so),
        TEST(a_prize_is_told_by_the_cashier),
        TEST(an_entry_that_is_given_back_is_told_on_every_line),
        TEST(whoever_went_out_while_away_is_told_once),
        TEST(what_happened_while_away_survives_the_process),
        TEST(whoever_was_refunded_while_away_is_told_once),
        TEST(a_tournament_survives_the_process),
        TEST(buy_ins_of_a_lost_journal_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
