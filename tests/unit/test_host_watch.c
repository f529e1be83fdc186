/* test_host_watch.c -- who may look on, and what whoever does gets to see. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "host_scene.h"
#include "module.h"

/* ---- 11.1: everybody may look on ---- */

enum { LOOKED_HANDS = 40, LOOKED_CARDS = 4 };

struct looked_hand {
    char id[24];
    char hole[2][LOOKED_CARDS][3]; /* of lines 0 and 1; "": it was never asked                   */
    bool folded;
};

/* What line 0 or 1 was asked, noted with its cards; then it folds now and then, or calls. */
static bool look_and_answer(struct game *game, uint32_t line, struct looked_hand *hand, int *acts)
{
    char reply[256] = "";
    for (struct hall_frame *frame; (frame = hall_take(&game->hall, line)); free(frame)) {
        json_t *json = json_loads(frame->text, 0, NULL);
        const char *id = json_string_value(json_object_get(json, "hand_id"));
        json_t *hole = json_object_get(json_object_get(json, "you"), "hole");
        if (id && hole) {
            if (strcmp(hand->id, id) != 0) *hand = (struct looked_hand){0};
            (void)snprintf(hand->id, sizeof hand->id, "%s", id);
            for (size_t i = 0; i < json_array_size(hole); i++)
                (void)snprintf(hand->hole[line][i], 3, "%s",
                               json_string_value(json_array_get(hole, i)));
            bool folds = ++*acts % 13 == 0;
            (void)snprintf(reply, sizeof reply,
                           "{\"type\":\"action\",\"hand_id\":\"%s\",\"action\":\"%s\"}", id,
                           folds                                  ? "FOLD"
                           : json_object_get(json, "call_amount") ? "CALL"
                                                                  : "CHECK");
            hand->folded = folds;
        }
        json_decref(json);
    }
    if (*reply) hall_say(&game->hall, line, "%s", reply);
    return *reply != '\0';
}

/* Of the frames of a hand no card of the players is in any but their own SHOWDOWN, and none came
 * before the hand was over.  Returns how many were SHOWDOWNs. */
static int expect_no_hidden_card(struct game *game, uint32_t line, const struct looked_hand *hand)
{
    int shown = 0;
    for (struct hall_frame *frame; (frame = hall_take(&game->hall, line)); free(frame)) {
        bool showdown = strstr(frame->text, "\"SHOWDOWN\"") != NULL;
        assert_null(strstr(frame->text, "\"act\""));
        assert_null(strstr(frame->text, "\"hole\""));
        assert_false(showdown && hand->folded);
        shown += showdown;
        for (int i = 0; i < 2 * LOOKED_CARDS && !showdown; i++) {
            char card[8];
            const char *held = hand->hole[i / LOOKED_CARDS][i % LOOKED_CARDS];
            (void)snprintf(card, sizeof card, "\"%s\"", held);
            if (*held && strstr(frame->text, card)) fail_msg("%s in %s", held, frame->text);
        }
    }
    return shown;
}

static void look_on_at(const char *variant)
{
    struct game game;
    struct looked_hand hand = {0};
    int acts = 0, shown = 0, folded = 0;
    begin_with(&game, variant);
    game.hall.table.max_hands = LOOKED_HANDS;
    game.hall.config.watch_open = true;
    hall_open(&game.hall);
    hello(&game, 0, "Alpha");
    hello(&game, 1, "Beta");
    hall_connect(&game.hall, 2, "");
    hall_say(&game.hall, 2, "{\"type\":\"hello\",\"role\":\"spectator\"}");
    assert_int_equal(strncmp(hall_brief(&game.hall, 2, game.brief), "welcome T-1\n", 12), 0);
    hall_connect(&game.hall, 3, "");
    hall_say(&game.hall, 3, "{\"type\":\"hello\",\"role\":\"operator\",\"secret\":\"guess\"}");
    assert_string_equal(hall_brief(&game.hall, 3, game.brief), "error FORBIDDEN\nclosed 1008\n");
    for (bool answered = true; answered;) {
        uint64_t hands = felt_room_counts(felt_host_room(game.hall.host))->hands;
        answered =
            look_and_answer(&game, 0, &hand, &acts) || look_and_answer(&game, 1, &hand, &acts);
        bool over = felt_room_counts(felt_host_room(game.hall.host))->hands > hands;
        if (!over) {
            assert_null(game.hall.line[2].first); /* one hand behind */
        } else if (hands + 1 < LOOKED_HANDS) {
            shown += expect_no_hidden_card(&game, 2, &hand);
            folded += hand.folded;
        } else {
            hall_deafen(&game.hall); /* match_end has the keys */
        }
    }
    assert_true(shown > LOOKED_HANDS / 2 && folded > LOOKED_HANDS / 10);
    json_t *arena = ask_api(&game, "/api/arena");
    assert_string_equal(json_string_value(json_object_get(arena, "watch")), "open");
    assert_true(json_is_false(json_object_get(arena, "practice")));
    json_decref(arena);
    hall_close(&game.hall);
}

/* Players of hold'em learn their cards from `act`, of other games by events that watchers hear too.
 */
static void host_lets_everybody_look_on_where_it_is_open(void **state)
{
    (void)state;
    look_on_at("holdem");
    look_on_at("omaha");
}

/* The answer to a spectator from this address, whose line stays. */
static const char *look_on(struct game *game, uint32_t line, const char *address, bool loopback)
{
    struct hall *hall = &game->hall;
    hall->line[line].open = true;
    hall->line[line].closed = 0;
    assert_true(felt_host_line(hall->host, line, address, loopback, "", hall->now_us));
    hall_say(hall, line, "{\"type\":\"hello\",\"role\":\"spectator\"}");
    return hall_brief(hall, line, game->brief);
}

/* A few of an address, and never so many that bots find no line. */
static void host_lets_not_too_many_look_on(void **state)
{
    (void)state;
    enum { OF_ADDRESS = 3, FIRST = 2 };
    static const char full[] = "error TOO_MANY\nclosed 1008\n";
    struct game game;
    uint32_t line = FIRST;
    begin(&game);
    game.hall.config.watch_open = true;
    game.hall.config.limits.watchers = OF_ADDRESS;
    hall_open(&game.hall);
    hello(&game, 0, "Alpha");
    for (; line < FIRST + OF_ADDRESS; line++)
        assert_int_equal(strncmp(look_on(&game, line, "192.0.2.7", false), "welcome", 7), 0);
    assert_string_equal(look_on(&game, line, "192.0.2.7", false), full);
    hall_gone(&game.hall, line);
    assert_int_equal(strncmp(look_on(&game, line, "192.0.2.8", false), "welcome", 7), 0);
    hall_gone(&game.hall, FIRST);
    assert_int_equal(strncmp(look_on(&game, FIRST, "192.0.2.7", false), "welcome", 7), 0);
    for (line++; line < FIRST + HALL_LINES / 2; line++)
        assert_int_equal(strncmp(look_on(&game, line, "127.0.0.1", true), "welcome", 7), 0);
    assert_string_equal(look_on(&game, line, "127.0.0.1", true), full);
    hall_gone(&game.hall, line);
    assert_string_equal(look_on(&game, line, "192.0.2.9", false), full);
    hello(&game, 1, "Beta"); /* who plays is no spectator */
    assert_true(felt_room_counts(felt_host_room(game.hall.host))->seated == 2);
    hall_close(&game.hall);
}

static void host_lets_nobody_look_on_where_it_is_not(void **state)
{
    (void)state;
    struct game game;
    seat_two(&game);
    hall_connect(&game.hall, 2, "");
    hall_say(&game.hall, 2, "{\"type\":\"hello\",\"role\":\"spectator\"}");
    assert_string_equal(hall_brief(&game.hall, 2, game.brief), "error FORBIDDEN\nclosed 1008\n");
    json_t *arena = ask_api(&game, "/api/arena");
    assert_string_equal(json_string_value(json_object_get(arena, "watch")), "secret");
    json_decref(arena);
    hall_close(&game.hall);
}

TEST_MODULE(host_watch)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(host_lets_everybody_look_on_where_it_is_open),
        cmocka_unit_test(host_lets_not_too_many_look_on),
        cmocka_unit_test(host_lets_nobody_look_on_where_it_is_not),
    };
    return cmocka_run_group_tests_name("host", tests, NULL, NULL);
}
