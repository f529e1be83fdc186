/* test_client_room.c -- a client's memory of the room: frames as a server writes them, and frames
 * that no server should write. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/buffer.h"
#include "felt/rng.h"
#include "client/room.h"
#include "module.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct felt_client_room *room;

static int set_up(void **state)
{
    (void)state;
    room = felt_client_room_open();
    return room ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    felt_client_room_close(room);
    return 0;
}

static const struct felt_client_room_news *take(const char *frame)
{
    return felt_client_room_take(room, frame, strlen(frame));
}

#define ROW                                                                                        \
    "\"title\":\"No-limit hold'em 1/2\",\"variant\":\"holdem\",\"limit\":\"no-limit\",\"sb\":1,"   \
    "\"bb\":2,\"buy_in_min\":40,\"buy_in_max\":200,\"bots_welcome\":false,\"seats\":6,"            \
    "\"taken\":2,\"people\":1,\"in_hand\":2"

static const char table_frame[] =
    "{\"seq\":7,\"table\":\"nl-2-1\",\"at\":1,\"type\":\"table\"," ROW
    ",\"game\":\"NT\",\"chairs\":[{\"seat\":1,\"state\":\"playing\",\"name\":\"Ada\",\"kind\":"
    "\"human\",\"bot\":false,\"connected\":true,\"in_hand\":true,\"stack\":150},{\"seat\":4,"
    "\"state\":\"playing\",\"name\":\"Bob\",\"kind\":\"house\",\"bot\":false,\"connected\":true,"
    "\"in_hand\":true,\"stack\":90}],\"you\":{\"seat\":1,\"sitting_out\":false,\"leaving\":false,"
    "\"wait_bb\":true,\"auto_rebuy\":false,\"auto_muck\":true,\"run_twice\":\"ask\","
    "\"auto_action\":\"call_20\",\"preselect\":\"none\",\"owes\":[]},\"chat\":[]}";

static const char start_frame[] =
    "{\"seq\":8,\"table\":\"nl-2-1\",\"at\":1,\"type\":\"start_hand\",\"hand_id\":\"H-1\","
    "\"seed\":1,\"button\":1,\"stacks\":[{\"seat\":1,\"stack\":150},{\"seat\":4,\"stack\":90}],"
    "\"game\":\"NT\"}";

#define EVENT(seq, members)                                                                        \
    "{\"seq\":" #seq ",\"table\":\"nl-2-1\",\"at\":1,\"type\":\"event\"," members "}"

static const char act_frame[] =
    "{\"seq\":12,\"table\":\"nl-2-1\",\"at\":1,\"type\":\"act\",\"hand_id\":\"H-1\",\"seat\":1,"
    "\"phase\":\"PRE_FLOP\",\"you\":{\"hole\":[\"As\",\"Kd\"],\"stack\":149,\"committed\":1,"
    "\"to_call\":1,\"time_ms\":20000},\"blinds\":{\"sb\":1,\"bb\":2,\"seats\":6,\"button\":1},"
    "\"players\":[{\"seat\":1,\"stack\":149,\"has_folded\":false,\"committed\":1},{\"seat\":4,"
    "\"stack\":88,\"has_folded\":false,\"committed\":2}],\"community\":[],\"pot\":3,"
    "\"current_bet\":2,\"min_raise_increment\":2,\"legal\":[\"FOLD\",\"CALL\",\"RAISE_TO\"],"
    "\"call_amount\":1,\"min_raise_to\":4,\"max_raise_to\":150,\"req_id\":41,\"bank_ms\":60000}";

static void sit(void)
{
    take(table_frame);
    take(start_frame);
    take(EVENT(9, "\"ev\":\"POST_BLINDS\",\"sb_seat\":1,\"bb_seat\":4,\"sb\":1,\"bb\":2"));
    take(EVENT(10, "\"ev\":\"DEAL\",\"seat\":4,\"count\":2"));
    take(EVENT(11, "\"ev\":\"DEAL\",\"seat\":1,\"count\":2,\"cards\":[\"As\",\"Kd\"]"));
}

/* ---- lobby and seats ---- */

static void room_client_welcome_tells_who(void **state)
{
    (void)state;
    assert_int_equal(take("{\"at\":1,\"type\":\"welcome\",\"v\":1,\"user\":{\"id\":64,\"kind\":"
                          "\"guest\",\"name\":\"Player64\"},\"bank\":400}")
                         ->kind,
                     FELT_CLIENT_ROOM_WELCOME);
    assert_true(room->signed_in);
    assert_string_equal(room->name, "Player64");
    assert_int_equal(room->bank, 400);
    assert_int_equal(take("{\"at\":1,\"type\":\"cashier\",\"bank\":150}")->kind,
                     FELT_CLIENT_ROOM_CASHIER);
    assert_int_equal(room->bank, 150);
}

static void room_client_lobby_is_kept_and_changes(void **state)
{
    (void)state;
    const struct felt_client_room_news *news =
        take("{\"req\":3,\"at\":1,\"type\":\"lobby\",\"tables\":[{\"table\":\"nl-2-1\"," ROW
             "},{\"table\":\"nl-2-2\"," ROW "},{\"no\":\"name\"},7]}");
    assert_int_equal(news->kind, FELT_CLIENT_ROOM_LOBBY);
    assert_true(news->has_req);
    assert_int_equal(news->req, 3);
    assert_int_equal(room->rows, 2);
    assert_string_equal(room->row[1].id, "nl-2-2");
    assert_int_equal(room->row[0].buy_in_max, 200);
    take("{\"table\":\"nl-2-2\",\"at\":1,\"type\":\"lobby_row\",\"title\":\"x\",\"taken\":5}");
    assert_int_equal(room->rows, 2);
    assert_int_equal(room->row[1].taken, 5);
}

static void room_client_table_has_seats_and_settings(void **state)
{
    (void)state;
    const struct felt_client_room_news *news = take(table_frame);
    assert_int_equal(news->kind, FELT_CLIENT_ROOM_TABLE);
    const struct felt_client_room_table *table = &room->table[news->table];
    assert_int_equal(table->seat, 1);
    assert_true(table->has_rules);
    assert_string_equal(table->rules.variant->name, "holdem");
    assert_true(table->table_seat[4].taken);
    assert_false(table->table_seat[0].taken);
    assert_string_equal(table->table_seat[4].name, "Bob");
    assert_true(table->mine.wait);
    assert_string_equal(table->mine.auto_action, "call_20");
    news = take("{\"seq\":8,\"table\":\"nl-2-1\",\"at\":1,\"type\":\"chair\",\"seat\":4,"
                "\"state\":\"free\"}");
    assert_int_equal(news->kind, FELT_CLIENT_ROOM_SEAT);
    assert_string_equal(news->before.name, "Bob");
    assert_false(table->table_seat[4].taken);
    assert_int_equal(take("{\"table\":\"nl-2-1\",\"at\":1,\"type\":\"gone\"}")->kind,
                     FELT_CLIENT_ROOM_GONE);
    assert_int_equal(felt_client_room_find(room, "nl-2-1"), -1);
}

static void room_client_ok_tells_the_seat(void **state)
{
    (void)state;
    take("{\"seq\":7,\"table\":\"nl-2-1\",\"at\":1,\"type\":\"table\"," ROW ",\"chairs\":[]}");
    assert_int_equal(room->table[0].seat, FELT_SEAT_NONE);
    take("{\"req\":3,\"table\":\"nl-2-1\",\"at\":1,\"type\":\"ok\",\"seat\":5,\"amount\":100}");
    assert_int_equal(room->table[0].seat, 5);
}

static void room_client_missing_number_is_noticed(void **state)
{
    (void)state;
    sit();
    assert_false(room->table[0].gap);
    take(EVENT(12, "\"ev\":\"CHECK\",\"seat\":1"));
    assert_false(room->table[0].gap);
    take(EVENT(14, "\"ev\":\"CHECK\",\"seat\":4"));
    assert_true(room->table[0].gap);
}

/* ---- hands ---- */

static void room_client_hand_becomes_events(void **state)
{
    (void)state;
    static const uint8_t kinds[] = {FELT_EVENT_BLIND, FELT_EVENT_BLIND, FELT_EVENT_DEAL,
                                    FELT_EVENT_DEAL};
    sit();
    const struct felt_client_room_hand *hand = &room->table[0].hand;
    assert_int_equal(hand->events, 4);
    for (size_t i = 0; i < sizeof kinds; i++) assert_int_equal(hand->event[i].kind, kinds[i]);
    assert_int_equal(hand->pot, 3);
    assert_int_equal(hand->stack[4], 88);
    assert_int_equal(hand->holes, 2);
    take(EVENT(12, "\"ev\":\"BET\",\"seat\":1,\"amount\":5,\"to\":6,\"all_in\":false"));
    take(EVENT(13, "\"ev\":\"CALL\",\"seat\":4,\"amount\":4,\"to\":6,\"all_in\":false"));
    take(EVENT(14, "\"ev\":\"FLOP\",\"cards\":[\"Ah\",\"7c\",\"2d\"]"));
    assert_int_equal(hand->pot, 12);
    assert_int_equal(hand->staked[1], 0);
    assert_int_equal(hand->boards[0], 3);
    assert_int_equal(hand->live, felt_seats_of(1) | felt_seats_of(4));
    take(EVENT(15, "\"ev\":\"FOLD\",\"seat\":4"));
    assert_int_equal(hand->live, felt_seats_of(1));
    take(EVENT(16, "\"ev\":\"POT_AWARD\",\"seat\":1,\"amount\":12,\"pot\":0"));
    assert_int_equal(hand->stack[1], 156);
    assert_int_equal(
        take("{\"seq\":17,\"table\":\"nl-2-1\",\"at\":1,\"type\":\"end_hand\",\"hand_id\":"
             "\"H-1\",\"stacks\":[{\"seat\":1,\"stack\":156},{\"seat\":4,\"stack\":84}]}")
            ->kind,
        FELT_CLIENT_ROOM_END);
    assert_false(hand->under_way);
    assert_int_equal(room->table[0].table_seat[1].stack, 156);
}

static void room_client_show_is_compared(void **state)
{
    (void)state;
    sit();
    take(EVENT(12, "\"ev\":\"SHOWDOWN\",\"seat\":4,\"hand\":[\"Ac\",\"Ad\"],\"board\":[\"Ah\","
                   "\"7c\",\"7d\",\"2d\",\"3c\"],\"rank\":\"full_house\",\"name\":\"x\""));
    const struct felt_client_room_hand *hand = &room->table[0].hand;
    const struct felt_event *show = &hand->event[hand->events - 1];
    assert_int_equal(show->kind, FELT_EVENT_SHOW);
    assert_true(show->amount > 0);
    /* A card twice is no hand; it is shown, and not compared. */
    take(EVENT(13, "\"ev\":\"SHOWDOWN\",\"seat\":1,\"hand\":[\"Ah\",\"Ah\"],\"board\":[\"Ah\"]"));
    show = &hand->event[hand->events - 1];
    assert_int_equal(show->seat, 1);
    assert_int_equal(show->amount, 0);
}

static void room_client_act_is_answered_once(void **state)
{
    (void)state;
    char memory[512];
    struct felt_buffer out = felt_buffer_make(memory, sizeof memory);
    sit();
    const struct felt_client_room_news *news = take(act_frame);
    assert_int_equal(news->kind, FELT_CLIENT_ROOM_ASKED);
    assert_false(news->again);
    struct felt_client_room_table *table = &room->table[0];
    assert_true(table->offer.asked);
    assert_int_equal(table->offer.phase, FELT_PHASE_BET);
    assert_int_equal(table->offer.legal.to_call, 1);
    assert_int_equal(table->offer.legal.raise_to_max, 150);
    assert_int_equal(table->offer.bank_ms, 60000);
    assert_true(felt_client_room_comparable(table));
    assert_true(take(act_frame)->again); /* the time bank */
    felt_client_room_answer(table, 9, (struct felt_action){.kind = FELT_RAISE_TO, .amount = 10},
                            &out);
    felt_buffer_terminate(&out);
    assert_string_equal(memory, "{\"req\":9,\"type\":\"action\",\"table\":\"nl-2-1\",\"hand_id\":"
                                "\"H-1\",\"req_id\":41,\"action\":\"RAISE_TO\",\"amount\":10}");
    assert_false(table->offer.asked);
    take(act_frame);
    assert_false(table->offer.asked);
}

static void room_client_view_shows_what_is_known(void **state)
{
    (void)state;
    struct felt_view view;
    sit();
    take(act_frame);
    felt_client_room_view(&room->table[0], &view);
    const struct felt_zone *own = felt_view_zone(&view, FELT_ZONE_HAND, 1);
    assert_int_equal(view.viewer, 1);
    assert_int_equal(view.button, 1);
    assert_int_equal(view.seats, felt_seats_of(1) | felt_seats_of(4));
    assert_int_equal(own->count, 2);
    assert_int_equal(felt_view_zone(&view, FELT_ZONE_HAND, 4)->count, 0);
    assert_int_equal(view.betting.staked[4], 2);
}

static void room_client_snapshot_brings_the_hand_back(void **state)
{
    (void)state;
    take(table_frame);
    const struct felt_client_room_news *news =
        take("{\"seq\":7,\"table\":\"nl-2-1\",\"at\":1,\"type\":\"snapshot\",\"at_hand_id\":"
             "\"H-9\",\"phase\":\"FLOP\",\"you\":{\"seat\":1,\"hole\":[\"As\",\"Kd\"],\"stack\":"
             "144,\"committed\":0,\"to_call\":0},\"blinds\":{\"sb\":1,\"bb\":2,\"seats\":6,"
             "\"button\":4},\"players\":[{\"seat\":1,\"stack\":144,\"has_folded\":false,"
             "\"committed\":0},{\"seat\":4,\"stack\":84,\"has_folded\":false,\"committed\":0}],"
             "\"community\":[\"Ah\",\"7c\",\"2d\"],\"pot\":12,\"current_bet\":0,"
             "\"min_raise_increment\":2,\"next_actor\":4,\"time_ms_remaining\":9000,\"history\":"
             "[{\"ev\":\"POST_BLINDS\",\"sb_seat\":4,\"bb_seat\":1,\"sb\":1,\"bb\":2},"
             "{\"ev\":\"FLOP\",\"cards\":[\"Ah\",\"7c\",\"2d\"]}],\"game\":\"NT\"}");
    const struct felt_client_room_hand *hand = &room->table[0].hand;
    assert_int_equal(news->kind, FELT_CLIENT_ROOM_SNAPSHOT);
    assert_true(hand->under_way);
    assert_string_equal(hand->id, "H-9");
    assert_int_equal(hand->actor, 4);
    assert_int_equal(hand->pot, 12);
    assert_int_equal(hand->stack[1], 144);
    assert_int_equal(hand->start[1], 146); /* and the big blind, which the history tells */
    assert_int_equal(hand->boards[0], 3);
    assert_int_equal(hand->holes, 2);
    assert_false(room->table[0].offer.asked);
}

static void room_client_draws_are_asked_and_answered_by_name(void **state)
{
    (void)state;
    char memory[512];
    struct felt_buffer out = felt_buffer_make(memory, sizeof memory);
    take(table_frame);
    take("{\"seq\":8,\"table\":\"nl-2-1\",\"at\":1,\"type\":\"start_hand\",\"hand_id\":\"H-2\","
         "\"button\":1,\"stacks\":[{\"seat\":1,\"stack\":150},{\"seat\":4,\"stack\":90}],"
         "\"game\":\"F2L3D\"}");
    take("{\"seq\":9,\"table\":\"nl-2-1\",\"at\":1,\"type\":\"act\",\"hand_id\":\"H-2\",\"seat\":"
         "1,\"phase\":\"DRAW\",\"you\":{\"hole\":[\"As\",\"Kd\",\"7c\",\"5d\",\"2h\"]},\"players\":"
         "[],\"legal\":[\"DISCARD\"],\"discard_min\":0,\"discard_max\":5,\"req_id\":3}");
    struct felt_client_room_table *table = &room->table[0];
    assert_string_equal(table->rules.variant->name, "27-triple");
    assert_int_equal(table->offer.phase, FELT_PHASE_DISCARD);
    assert_true(table->offer.replaces);
    assert_int_equal(table->offer.legal.discard_max, 5);
    felt_client_room_answer(table, 1, (struct felt_action){.kind = FELT_DISCARD, .cards = 3}, &out);
    felt_buffer_terminate(&out);
    assert_non_null(strstr(memory, "\"action\":\"DISCARD\",\"cards\":[\"As\",\"Kd\"]}"));
}

static void room_client_games_are_chosen_by_number(void **state)
{
    (void)state;
    char memory[512];
    struct felt_buffer out = felt_buffer_make(memory, sizeof memory);
    take(table_frame);
    take("{\"seq\":8,\"table\":\"nl-2-1\",\"at\":1,\"type\":\"choose\",\"seat\":1,\"time_ms\":"
         "15000,\"games\":[\"NT\",\"FR\"],\"req_id\":5}");
    struct felt_client_room_table *table = &room->table[0];
    assert_true(table->offer.asked);
    assert_int_equal(table->offer.games, 2);
    felt_client_room_answer(table, 2, (struct felt_action){.kind = FELT_CHOOSE, .choice = 1}, &out);
    felt_buffer_terminate(&out);
    assert_string_equal(memory, "{\"req\":2,\"type\":\"action\",\"table\":\"nl-2-1\",\"req_id\":5,"
                                "\"action\":\"CHOOSE\",\"choice\":1}");
}

/* ---- genomes ---- */

#define EIGHTS(seq, members)                                                                       \
    "{\"seq\":" #seq ",\"table\":\"eights-1\",\"at\":1,\"type\":" members "}"

static const char eights_frame[] =
    "{\"seq\":7,\"table\":\"eights-1\",\"at\":1,\"type\":\"table\",\"title\":\"Crazy Eights\","
    "\"variant\":\"genome\",\"limit\":\"\",\"sb\":0,\"bb\":5,\"buy_in_min\":100,\"buy_in_max\":500,"
    "\"seats\":4,\"taken\":2,\"people\":1,\"in_hand\":2,\"game\":\"Crazy Eights\",\"chairs\":[{"
    "\"seat\":1,\"state\":\"playing\",\"name\":\"Ada\",\"kind\":\"human\",\"stack\":150},{\"seat\":"
    "3,"
    "\"state\":\"playing\",\"name\":\"Bob\",\"kind\":\"house\",\"stack\":90}],\"you\":{\"seat\":1},"
    "\"chat\":[]}";

static const char eights_act[] = EIGHTS(
    20,
    "\"act\",\"hand_id\":\"H-1\",\"seat\":1,\"phase\":\"MOVE\",\"you\":{\"hole\":[\"2c\",\"7h\","
    "\"8h\",\"Jd\",\"Qs\",\"Qd\",\"Qh\",\"Ks\",\"Kd\"],\"stack\":145,\"committed\":0,\"to_call\":0,"
    "\"time_ms\":20000},\"blinds\":{\"sb\":0,\"bb\":5,\"seats\":4,\"button\":1},\"players\":[{"
    "\"seat\":1,\"stack\":145,\"has_folded\":false,\"committed\":0,\"cards\":9,\"score\":-3},{"
    "\"seat\":3,\"stack\":85,\"has_folded\":false,\"committed\":0,\"cards\":4,\"score\":12,"
    "\"laid\":["
    "\"Kh\"]}],\"community\":[\"5c\"],\"pot\":10,\"current_bet\":0,\"min_raise_increment\":0,"
    "\"step\":\"play\",\"deck\":41,\"discards\":2,\"top\":[\"9c\"],\"suit\":\"c\",\"legal\":["
    "\"MOVE\"],\"choice_max\":2,\"moves\":[\"play 2c\",\"play 8h\",\"pass\"],\"req_id\":7,"
    "\"bank_ms\":60000");

/* A table of a genome: what happens is told in sentences, what lies there in lines, and a move is
 * answered by its number. */
static void room_client_genome_is_told_in_words(void **state)
{
    (void)state;
    static const struct {
        const char *frame, *text;
    } rows[] = {
        {EIGHTS(9, "\"event\",\"ev\":\"HAND\",\"seat\":3,\"number\":2"), "deal 2: Bob begins"},
        {EIGHTS(10, "\"event\",\"ev\":\"DEAL\",\"seat\":3,\"count\":5"), "Bob gets 5 cards"},
        {EIGHTS(11, "\"event\",\"ev\":\"DRAW\",\"seat\":1,\"count\":1,\"cards\":[\"2c\"]"),
         "you draw 2c"},
        {EIGHTS(12, "\"event\",\"ev\":\"PLAY\",\"seat\":3,\"to\":\"discards\",\"count\":1,"
                    "\"cards\":[\"9c\"]"),
         "Bob plays 9c"},
        {EIGHTS(13, "\"event\",\"ev\":\"SAY\",\"seat\":3,\"suit\":\"c\""), "Bob says c"},
        {EIGHTS(14, "\"event\",\"ev\":\"SAY\",\"seat\":3,\"other\":1"), "Bob asks you"},
        {EIGHTS(15, "\"event\",\"ev\":\"SAY\",\"seat\":3,\"number\":4"), "Bob says 4"},
        {EIGHTS(16, "\"event\",\"ev\":\"GIVE\",\"seat\":1,\"other\":3,\"count\":2"),
         "you give 2 cards to Bob"},
        {EIGHTS(17, "\"event\",\"ev\":\"SCORE\",\"seat\":3,\"points\":-2,\"score\":10"),
         "Bob scores -2, 10 in all"},
        {EIGHTS(18, "\"event\",\"ev\":\"TAKE\",\"seat\":3,\"to\":\"pile\",\"count\":1"),
         "Bob takes a card"},
    };
    take(eights_frame);
    take(EIGHTS(8, "\"start_hand\",\"hand_id\":\"H-1\",\"button\":1,\"stacks\":[{\"seat\":1,"
                   "\"stack\":150},{\"seat\":3,\"stack\":90}],\"game\":\"Crazy Eights\""));
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct felt_client_room_news *news = take(rows[i].frame);
        assert_int_equal(news->kind, FELT_CLIENT_ROOM_SAID);
        assert_string_equal(news->text, rows[i].text);
    }
    const struct felt_client_room_news *ante =
        take(EIGHTS(19, "\"event\",\"ev\":\"ANTE\",\"seat\":1,\"amount\":5,\"all_in\":false"));
    assert_int_equal(ante->kind, FELT_CLIENT_ROOM_EVENT);

    const struct felt_client_room_news *news = take(eights_act);
    struct felt_client_room_table *table = &room->table[news->table];
    assert_int_equal(news->kind, FELT_CLIENT_ROOM_ASKED);
    assert_true(table->offer.asked);
    assert_int_equal(table->genome.moves, 3);
    assert_string_equal(table->genome.move[2], "pass");
    assert_string_equal(table->genome.text,
                        "  you 9 cards, -3 points; Bob 4 cards, 12 points, in front Kh\n"
                        "  41 to draw, 2 thrown away, on top 9c, suit c, open 5c\n"
                        "  your hand: 2c 7h 8h Jd Qs Qd Qh Ks Kd\n");
    char memory[512];
    struct felt_buffer out = felt_buffer_make(memory, sizeof memory);
    felt_client_room_answer(table, 3, (struct felt_action){.kind = FELT_MOVE, .choice = 2}, &out);
    assert_string_equal(felt_buffer_terminate(&out),
                        "{\"req\":3,\"type\":\"action\",\"table\":\"eights-1\",\"hand_id\":"
                        "\"H-1\",\"req_id\":7,\"action\":\"MOVE\",\"choice\":2}");
    assert_false(table->offer.asked);
}

/* ---- Narc ---- */

#define NARC(seq, members) "{\"seq\":" #seq ",\"table\":\"narc-1\",\"at\":1,\"type\":" members "}"

static const char narc_frame[] =
    "{\"seq\":7,\"table\":\"narc-1\",\"at\":1,\"type\":\"table\",\"title\":\"Narc\",\"variant\":"
    "\"narc\",\"limit\":\"score\",\"sb\":0,\"bb\":1,\"buy_in_min\":1,\"buy_in_max\":1,\"seats\":3,"
    "\"taken\":3,\"people\":1,\"in_hand\":3,\"game\":\"house\",\"rules\":\"6bb1\",\"roles\":["
    "\"narc\",\"customer\",\"player\"],\"chairs\":[{\"seat\":0,\"state\":\"playing\",\"name\":"
    "\"Bob\",\"kind\":\"house\",\"stack\":1},{\"seat\":1,\"state\":\"playing\",\"name\":\"Cyd\","
    "\"kind\":\"house\",\"stack\":1},{\"seat\":2,\"state\":\"playing\",\"name\":\"Ada\",\"kind\":"
    "\"human\",\"stack\":1}],\"you\":{\"seat\":2},\"chat\":[]}";

#define NARC_STATE                                                                                 \
    "\"blinds\":{\"sb\":0,\"bb\":0,\"seats\":3,\"button\":0},\"players\":[{\"seat\":0,\"stack\":"  \
    "1,"                                                                                           \
    "\"has_folded\":false,\"committed\":0,\"role\":\"narc\",\"cards\":2,\"down\":1,\"deck\":13},{" \
    "\"seat\":1,\"stack\":1,\"has_folded\":true,\"committed\":0,\"role\":\"customer\",\"cards\":"  \
    "3,"                                                                                           \
    "\"down\":0,\"deck\":13},{\"seat\":2,\"stack\":1,\"has_folded\":false,\"committed\":0,"        \
    "\"role\":"                                                                                    \
    "\"player\",\"cards\":2,\"down\":0,\"deck\":15}],\"community\":[\"parked_van\"],\"pot\":0,"    \
    "\"hand\":2,\"hands\":12,\"round\":2,\"rounds\":3,\"cap\":3,\"raises_left\":2,\"initiative\":" \
    "0,"                                                                                           \
    "\"evidence\":20,\"cover\":15,\"margin\":-5,\"heat\":5,\"profit\":30,\"run_heat\":14,"         \
    "\"cash\":0,"                                                                                  \
    "\"tier\":\"Cold\",\"score\":80,\"fold_price\":1,\"down\":[],"

static const char narc_act[] =
    NARC(30, "\"act\",\"hand_id\":\"H-1\",\"seat\":2,\"phase\":\"BET\",\"you\":{\"hole\":["
             "\"quiet_favour\",\"\\u001b[2J\"],\"stack\":1,\"time_ms\":20000}," NARC_STATE
             "\"legal\":[\"FOLD\",\"CHECK\",\"COMMIT\",\"COMMIT\"],\"req_id\":7,\"bank_ms\":60000");

static bool name_card(void *self, const char *game, const char *rules, const char *id, bool effects,
                      struct felt_buffer *out)
{
    assert_string_equal(game, "house");
    assert_string_equal(rules, "6bb1");
    assert_null(self);
    if (strcmp(id, "quiet_favour") != 0) return false;
    felt_buffer_text(out, effects ? "Quiet Favour (+25 cover)" : "Quiet Favour");
    return true;
}

static const struct {
    const char *frame, *text;
} narc_rows[] = {
    {NARC(9, "\"event\",\"ev\":\"HAND\",\"seat\":0,\"number\":2"), "hand 2 of the session"},
    {NARC(10, "\"event\",\"ev\":\"ROUND\",\"seat\":0,\"round\":1"), "round 1: Bob begins"},
    {NARC(11, "\"event\",\"ev\":\"DEAL\",\"seat\":0,\"count\":3"), ""},
    {NARC(12, "\"event\",\"ev\":\"DEAL\",\"seat\":2,\"count\":2,\"cards\":[\"quiet_favour\","
              "\"parked_van\"]"),
     "you draw Quiet Favour (+25 cover), parked van"},
    {NARC(13, "\"event\",\"ev\":\"COMMIT\",\"seat\":0,\"count\":1"),
     "Bob raises with a card face down"},
    {NARC(14, "\"event\",\"ev\":\"STAY\",\"seat\":2,\"count\":1,\"cards\":[\"parked_van\"]"),
     "you stay with parked van face down"},
    {NARC(15, "\"event\",\"ev\":\"INITIATIVE\",\"seat\":0"),
     "Bob holds the initiative: the first raise of the round"},
    {NARC(16, "\"event\",\"ev\":\"CHECK\",\"seat\":1,\"automatic\":true"),
     "Cyd checks without cards"},
    {NARC(17, "\"event\",\"ev\":\"FLIP\",\"seat\":0,\"count\":1,\"cards\":[\"parked_van\"]"),
     "Bob turns up parked van"},
    {NARC(18, "\"event\",\"ev\":\"TALLY\",\"evidence\":20,\"cover\":25,\"heat\":15,"
              "\"profit\":0"),
     "evidence 20, cover 25: safe by 5; profit 0, heat 15"},
    {NARC(19, "\"event\",\"ev\":\"ACTION\",\"seat\":2,\"action\":\"CONTINUE\",\"choice\":0"),
     "you continue"},
    {NARC(20, "\"event\",\"ev\":\"FOLD\",\"seat\":1"), "Cyd folds"},
    {NARC(21, "\"event\",\"ev\":\"DISCARD\",\"seat\":2,\"count\":1"), "you lose a card"},
    {NARC(22, "\"event\",\"ev\":\"SHUFFLE\",\"seat\":0,\"count\":16"),
     "Bob shuffles 16 cards that were spent"},
    {NARC(23, "\"event\",\"ev\":\"OUTCOME\",\"seat\":2,\"outcome\":\"busted\",\"banked\":0,"
              "\"session_over\":true"),
     "busted, banked 0; the session is over"},
    {NARC(24, "\"event\",\"ev\":\"SCORE\",\"seat\":2,\"points\":80,\"score\":180"),
     "score 180 (+80)"},
    {NARC(25, "\"event\",\"ev\":\"ANTE\",\"seat\":1,\"amount\":15,\"all_in\":false"),
     "Cyd pays 15 chips"},
    {NARC(26, "\"event\",\"ev\":\"COMMIT\",\"seat\":-5,\"count\":1"), ""},
    {NARC(27, "\"event\",\"ev\":\"SOMETHING\",\"seat\":0"), ""},
};

/* A table of Narc: sentences, lines, and words that stand for actions; cards that nobody knows are
 * called by their ids, whatever these are. */
static void room_client_narc_is_told_in_words(void **state)
{
    (void)state;
    room->card = name_card;
    take(narc_frame);
    take(NARC(8,
              "\"start_hand\",\"hand_id\":\"H-1\",\"button\":0,\"stacks\":[{\"seat\":0,\"stack\":"
              "1},{\"seat\":1,\"stack\":1},{\"seat\":2,\"stack\":1}],\"game\":\"house\""));
    for (size_t i = 0; i < sizeof narc_rows / sizeof narc_rows[0]; i++) {
        const struct felt_client_room_news *news = take(narc_rows[i].frame);
        assert_int_equal(news->kind, FELT_CLIENT_ROOM_SAID);
        assert_string_equal(news->text, narc_rows[i].text);
    }
    const struct felt_client_room_news *news = take(narc_act);
    struct felt_client_room_table *table = &room->table[news->table];
    assert_int_equal(news->kind, FELT_CLIENT_ROOM_ASKED);
    assert_int_equal(table->genome.moves, 4);
    assert_string_equal(table->genome.move[0], "raise Quiet Favour");
    assert_string_equal(table->genome.move[1], "raise ?[2J");
    assert_string_equal(table->genome.move[2], "check");
    assert_string_equal(table->genome.move[3], "fold (costs 1 card)");
    assert_string_equal(table->genome.text,
                        "  hand 2, round 2 of 3; raises left: 2 of 3; run heat 14, score 80\n"
                        "  Bob (narc): 2 cards, 1 face down, holds the initiative\n"
                        "  Cyd (customer): 3 cards, folded\n"
                        "  you (player): 2 cards\n"
                        "  evidence 20, cover 15: 5 behind; profit 30, heat 5\n"
                        "  on the table: parked van\n"
                        "  your cards: Quiet Favour (+25 cover)\n"
                        "             ?[2J\n");
    char memory[512];
    struct felt_buffer out = felt_buffer_make(memory, sizeof memory);
    felt_client_room_answer(table, 3, (struct felt_action){.kind = FELT_MOVE, .choice = 0}, &out);
    assert_string_equal(felt_buffer_terminate(&out),
                        "{\"req\":3,\"type\":\"action\",\"table\":\"narc-1\",\"hand_id\":\"H-1\","
                        "\"req_id\":7,\"action\":\"COMMIT\",\"card\":\"quiet_favour\"}");
    take(NARC(31, "\"act\",\"hand_id\":\"H-1\",\"seat\":2,\"phase\":\"DECIDE\",\"you\":{\"hole\":["
                  "\"quiet_favour\"],\"stack\":1,\"time_ms\":20000}," NARC_STATE
                  "\"legal\":[\"FOLD\",\"CONTINUE\"],\"req_id\":8"));
    assert_int_equal(table->genome.moves, 2);
    out = felt_buffer_make(memory, sizeof memory);
    felt_client_room_answer(table, 4, (struct felt_action){.kind = FELT_MOVE, .choice = 0}, &out);
    assert_non_null(strstr(felt_buffer_terminate(&out), "\"action\":\"CONTINUE\"}"));
}

static void room_client_report_and_hands_are_lists(void **state)
{
    (void)state;
    take(table_frame);
    const struct felt_client_room_news *news =
        take("{\"table\":\"nl-2-1\",\"at\":1,\"type\":\"report\",\"seat\":1,\"away_ms\":32000,"
             "\"stack_then\":150,\"stack\":140,\"notes\":[{\"hand_id\":\"H-1\",\"action\":"
             "\"FOLD\",\"amount\":0},{\"hand_id\":\"H-1\",\"won\":-10}]}");
    assert_int_equal(news->kind, FELT_CLIENT_ROOM_REPORT);
    assert_int_equal(news->count, 2);
    assert_int_equal(news->time_ms, 32000);
    assert_string_equal(news->note[0].action, "FOLD");
    assert_true(news->note[1].result);
    assert_int_equal(news->note[1].amount, -10);
    news = take("{\"req\":1,\"at\":1,\"type\":\"hand\",\"hand_id\":\"H-1\",\"phh\":\"a = 1\\nb\"}");
    assert_string_equal(news->text, "a = 1\nb");
}

/* ---- hostile servers ---- */

/* ---- tournaments and private tables ---- */

#define CARD(id, number, more)                                                                     \
    "\"event\":\"" id "\",\"number\":" number ",\"title\":\"Friday\",\"variant\":\"holdem\","      \
    "\"limit\":\"no-limit\",\"format\":\"freezeout\",\"state\":\"open\",\"registering\":true,"     \
    "\"seats\":6,\"stack\":1500,\"buy_in\":50,\"fee\":0,\"pool\":100,\"entrants_min\":6,"          \
    "\"entrants_max\":6,\"entries\":2,\"house\":0" more

static const char page_frame[] =
    "{\"req\":31,\"at\":1794830400000,\"type\":\"event_page\",\"event\":\"evening\",\"number"
    "\":2,\"title\":\"Evening tournament\",\"variant\":\"holdem\",\"limit\":\"no-limit\",\"fo"
    "rmat\":\"freezeout\",\"state\":\"running\",\"registering\":false,\"private\":true,\"bots"
    "_welcome\":false,\"seats\":9,\"stack\":5000,\"buy_in\":100,\"fee\":5,\"pool\":1500,\"gua"
    "rantee\":1500,\"starts\":1794826800000,\"entrants_min\":6,\"entrants_max\":60,\"entries"
    "\":12,\"house\":4,\"left\":5,\"tables\":1,\"level\":6,\"now\":{\"sb\":200,\"bb\":400,\"a"
    "nte\":40,\"ms\":600000},\"next\":{\"sb\":250,\"bb\":500,\"ante\":50,\"ms\":600000},\"lev"
    "el_ends\":1794830640000,\"hand_for_hand\":true,\"final\":true,\"ante_by\":\"each\",\"lat"
    "e_levels\":4,\"reentries\":1,\"bubble\":1,\"final_seats\":9,\"move_ms\":20000,\"bank_ms"
    "\":60000,\"levels\":[{\"sb\":30,\"bb\":60,\"ms\":600000},{\"break\":true,\"ms\":300000},"
    "{\"sb\":60,\"bb\":120,\"ante\":12,\"hands\":20},{\"sb\":90,\"bb\":180,\"ante\":18}],\"av"
    "erage\":12000,\"prizes\":[{\"first\":1,\"last\":1,\"chips\":750},{\"first\":2,\"last\":2"
    ",\"chips\":450},{\"first\":3,\"last\":3,\"chips\":300}],\"at_tables\":[{\"table\":\"even"
    "ing-1\",\"players\":5}],\"leaders\":[{\"entry\":7,\"name\":\"Ada\",\"state\":\"in\",\"st"
    "ack\":21400,\"table\":\"evening-1\",\"seat\":3}],\"entrants\":[{\"entry\":1,\"name\":\"H"
    "ousePlayer7\",\"house\":true,\"state\":\"in\",\"stack\":9100,\"table\":\"evening-1\",\"s"
    "eat\":0},{\"entry\":2,\"name\":\"Bea\",\"state\":\"out\",\"place\":6,\"tied\":2}],\"more"
    "_from\":2,\"you\":{\"entry\":7,\"name\":\"Ada\",\"state\":\"in\",\"stack\":21400,\"table"
    "\":\"evening-1\",\"seat\":3}}";

static void room_client_tournaments_are_kept(void **state)
{
    (void)state;
    char text[200];
    struct felt_buffer conn = felt_buffer_make(text, sizeof text);
    const struct felt_client_room_news *news =
        take("{\"req\":1,\"at\":1794830400000,\"type\":\"events\",\"events\":[{" CARD(
            "a", "1", "") "},{" CARD("b", "2", ",\"starts\":1794834000000") "}]}");
    assert_int_equal(news->kind, FELT_CLIENT_ROOM_TOURNAMENTS);
    assert_true(news->has_req);
    assert_int_equal(room->tournaments, 2);
    assert_string_equal(room->tournament[0].id, "a");
    assert_int_equal(room->tournament[0].buy_in, 50);
    assert_int_equal(room->tournament[0].starts_ms, -1);
    assert_int_equal(room->tournament[1].starts_ms, 3600000);
    felt_client_room_level_line(&room->tournament[1], &conn);
    assert_string_equal(felt_buffer_terminate(&conn), "starts in 1 h 0 min");
    news = take("{\"at\":1,\"type\":\"event_row\"," CARD("a", "3", ",\"level\":2") "}");
    assert_int_equal(news->kind, FELT_CLIENT_ROOM_TOURNAMENT_ROW);
    assert_int_equal(news->count, 0);
    assert_int_equal(room->tournament[0].number, 3);
    news = take("{\"at\":1,\"type\":\"event_row\"," CARD("a", "2", "") "}"); /* an older one */
    assert_int_equal(news->kind, FELT_CLIENT_ROOM_NOTHING);
    assert_int_equal(room->tournament[0].number, 3);
    assert_int_equal(room->tournaments, 2);
}

static void room_client_tournament_page_is_told_in_conns(void **state)
{
    (void)state;
    const struct felt_client_room_news *news = take(page_frame);
    assert_int_equal(news->kind, FELT_CLIENT_ROOM_TOURNAMENT);
    static const char *const parts[] = {
        "Evening tournament: holdem, no-limit, freezeout, running\n",
        "buy-in 100, of it for the house 5; stack 5000; tables of 9\n",
        "level 6: 200/400 ante 40, 4 min 0 s left; then 250/500 ante 50; 5 of 12 left\n",
        "place 1: 750\n",
        "levels: 30/60, a break, 60/120 ante 12, 90/180 ante 18\n",
        "Ada: in, 21400 at evening-1\n",
        "HousePlayer7 (house): in, 9100",
        "Bea: out, place 6\n",
        "    ...\n"};
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (!strstr(news->text, parts[i])) fail_msg("%s is not in\n%s", parts[i], news->text);
}

#define ENTRY(more)                                                                                \
    "{\"at\":1,\"type\":\"entry\",\"event\":\"friday\",\"number\":2,\"title\":\"Friday\","         \
    "\"entries\":12,\"entry\":7,\"name\":\"Ada\"," more "}"

static void room_client_own_entry_changes(void **state)
{
    (void)state;
    const struct felt_client_room_news *news = take(ENTRY("\"state\":\"waits\""));
    assert_int_equal(news->kind, FELT_CLIENT_ROOM_ENTRY);
    assert_string_equal(news->was_entry.state, "");
    assert_int_equal(room->entries, 1);
    take(ENTRY("\"state\":\"in\",\"stack\":1500,\"table\":\"friday-1\",\"seat\":3"));
    news = take(ENTRY("\"state\":\"in\",\"stack\":900,\"table\":\"friday-2\",\"seat\":0"));
    assert_int_equal(room->entries, 1);
    assert_string_equal(news->was_entry.table, "friday-1");
    assert_string_equal(room->entry[0].table, "friday-2");
    assert_int_equal(room->entry[0].seat, 0);
    take(ENTRY("\"state\":\"out\",\"place\":3,\"tied\":2,\"prize\":300"));
    assert_int_equal(room->entry[0].place, 3);
    assert_int_equal(room->entry[0].prize, 300);
    take(ENTRY("\"state\":\"waits\""));
    news = take(ENTRY("\"state\":\"unregistered\""));
    assert_string_equal(news->was_entry.state, "waits");
    assert_string_equal(room->entry[0].state, "unregistered");
    for (int i = 0; i < 20; i++) { /* too many: the oldest give way */
        char frame[300];
        (void)snprintf(frame, sizeof frame,
                       "{\"type\":\"entry\",\"event\":\"e%d\",\"state\":\"waits\"}", i);
        take(frame);
    }
    assert_int_equal(room->entries, FELT_CLIENT_ROOM_ENTRIES_MAX);
    assert_string_equal(room->entry[FELT_CLIENT_ROOM_ENTRIES_MAX - 1].event, "e19");
}

static void room_client_private_tables(void **state)
{
    (void)state;
    const struct felt_client_room_news *news =
        take("{\"req\":40,\"table\":\"nl-2-1\",\"at\":1,\"type\":\"private\",\"key\":\"h4x9\","
             "\"link\":\"/?table=nl-2-1&key=h4x9\",\"password\":true}");
    assert_int_equal(news->kind, FELT_CLIENT_ROOM_PRIVATE);
    assert_string_equal(room->own_key, "h4x9");
    assert_true(room->own_password);
    take(table_frame);
    news = take("{\"seq\":8,\"table\":\"nl-2-1\",\"at\":1,\"type\":\"terms\",\"when\":\"next\","
                "\"title\":\"Friday\",\"sb\":2,\"bb\":4,\"host\":\"Ada\",\"paused\":true}");
    assert_int_equal(news->kind, FELT_CLIENT_ROOM_TERMS);
    assert_string_equal(news->text,
                        "blinds 2/4 from the next hand on; the host has paused the table");
    assert_true(room->table[news->table].paused);
    assert_false(room->table[news->table].gap);
    assert_int_equal(room->table[news->table].big_blind, 2); /* until the next hand */
    news = take("{\"seq\":9,\"table\":\"nl-2-1\",\"at\":1,\"type\":\"terms\",\"when\":\"now\","
                "\"title\":\"Friday\",\"sb\":2,\"bb\":4,\"host\":\"Ada\",\"bomb_next\":true}");
    assert_string_equal(news->text, "blinds 2/4; the game goes on; the next hand is a bomb pot");
    assert_int_equal(room->table[news->table].big_blind, 4);
    assert_string_equal(room->table[news->table].host, "Ada");
}

static void room_client_texts_are_harmless(void **state)
{
    (void)state;
    take(table_frame);
    const struct felt_client_room_news *news =
        take("{\"table\":\"nl-2-1\",\"at\":1,\"type\":\"chat\",\"name\":\"A\\u001b[2J\","
             "\"text\":\"x\\n\\u202ey \\ud83d\\ude00\"}");
    assert_int_equal(news->kind, FELT_CLIENT_ROOM_CHAT);
    assert_string_equal(news->name, "A?[2J");
    assert_string_equal(news->text, "x??y \xf0\x9f\x98\x80");
}

static void room_client_wrong_frames_change_nothing(void **state)
{
    (void)state;
    static const char *const frames[] = {
        "",
        "{",
        "7",
        "[]",
        "{\"type\":7}",
        "{\"type\":\"event\",\"table\":\"other\",\"ev\":\"FOLD\",\"seat\":1}",
        "{\"type\":\"chair\",\"table\":\"nl-2-1\",\"seat\":99}",
        "{\"type\":\"chair\",\"table\":\"nl-2-1\",\"seat\":-1}",
        "{\"type\":\"event\",\"table\":\"nl-2-1\",\"ev\":\"BET\",\"seat\":12,\"amount\":5}",
        "{\"type\":\"event\",\"table\":\"nl-2-1\",\"ev\":\"FLOP\",\"cards\":[\"zz\"]}",
        "{\"type\":\"event\",\"table\":\"nl-2-1\",\"ev\":\"NONE\"}",
        "{\"type\":\"table\",\"chairs\":[{\"seat\":3}]}",
    };
    sit();
    struct felt_client_room_table before = room->table[0];
    for (size_t i = 0; i < sizeof frames / sizeof frames[0]; i++) {
        take(frames[i]);
        assert_memory_equal(&before.hand, &room->table[0].hand, sizeof before.hand);
        assert_memory_equal(before.table_seat, room->table[0].table_seat, sizeof before.table_seat);
    }
}

/* More than there is room for is left out, whatever it is (G1). */
static void room_client_too_much_is_left_out(void **state)
{
    (void)state;
    char frame[256];
    sit();
    for (int i = 0; i < 3 * FELT_CLIENT_ROOM_EVENTS_MAX; i++)
        take(EVENT(12, "\"ev\":\"DEAL\",\"seat\":1,\"up\":true,\"count\":1,\"cards\":[\"2c\"]"));
    assert_int_equal(room->table[0].hand.events, FELT_CLIENT_ROOM_EVENTS_MAX);
    for (int i = 0; i < 2 * FELT_CLIENT_ROOM_ROWS_MAX; i++) {
        (void)snprintf(frame, sizeof frame, "{\"type\":\"lobby_row\",\"table\":\"t%d\"}", i);
        take(frame);
    }
    assert_int_equal(room->rows, FELT_CLIENT_ROOM_ROWS_MAX);
    for (int i = 0; i < 2 * FELT_CLIENT_ROOM_TABLES_MAX; i++) {
        (void)snprintf(frame, sizeof frame, "{\"type\":\"table\",\"table\":\"t%d\"}", i);
        take(frame);
    }
    assert_int_equal(felt_client_room_find(room, "t0"), 1);
    assert_int_equal(felt_client_room_find(room, "t9"), -1);
}

/* Frames with bytes changed, cut and repeated at random. */
static void room_client_damaged_frames_do_no_harm(void **state)
{
    (void)state;
    static const char *const frames[] = {table_frame,  start_frame, act_frame,
                                         eights_frame, eights_act,  page_frame};
    struct felt_rng rng = felt_rng_make(9);
    struct felt_view view;
    int rounds = test_is_quick() ? 2000 : 20000;
    sit();
    for (int i = 0; i < rounds; i++) {
        char frame[2048];
        const char *whole = frames[felt_rng_below(&rng, 6)];
        size_t bytes = strlen(whole);
        assert_true(bytes <= sizeof frame);
        memcpy(frame, whole, bytes);
        for (uint32_t k = felt_rng_below(&rng, 4); k > 0; k--) {
            static const char letters[] = "0123456789-\"[]{}:,eEnT.x";
            frame[felt_rng_below(&rng, (uint32_t)bytes)] =
                letters[felt_rng_below(&rng, sizeof letters - 1)];
        }
        (void)felt_client_room_take(room, frame, bytes);
        for (int k = 0; k < FELT_CLIENT_ROOM_TABLES_MAX; k++)
            if (room->table[k].known) felt_client_room_view(&room->table[k], &view);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

TEST_MODULE(client_room)
{
    const struct CMUnitTest tests[] = {
        TEST(room_client_welcome_tells_who),
        TEST(room_client_lobby_is_kept_and_changes),
        TEST(room_client_table_has_seats_and_settings),
        TEST(room_client_ok_tells_the_seat),
        TEST(room_client_missing_number_is_noticed),
        TEST(room_client_hand_becomes_events),
        TEST(room_client_show_is_compared),
        TEST(room_client_act_is_answered_once),
        TEST(room_client_view_shows_what_is_known),
        TEST(room_client_snapshot_brings_the_hand_back),
        TEST(room_client_draws_are_asked_and_answered_by_name),
        TEST(room_client_games_are_chosen_by_number),
        TEST(room_client_genome_is_told_in_words),
        TEST(room_client_narc_is_told_in_words),
        TEST(room_client_report_and_hands_are_lists),
        TEST(room_client_tournaments_are_kept),
        TEST(room_client_tournament_page_is_told_in_conns),
        TEST(room_client_own_entry_changes),
        TEST(room_client_private_tables),
        TEST(room_client_texts_are_harmless),
        TEST(room_client_wrong_frames_change_nothing),
        TEST(room_client_too_much_is_left_out),
        TEST(room_client_damaged_frames_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
