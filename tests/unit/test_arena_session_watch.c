/* test_arena_session_watch.c -- who may look on, and what whoever does gets to see. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "arena_session_scene.h"
#include "module.h"

/* ---- 11.1: everybody may look on ---- */

enum { LOOKED_HANDS = 40, LOOKED_CARDS = 4 };

struct looked_hand {
    char id[24];
    char hole[2][LOOKED_CARDS][3]; /* of connections 0 and 1; "": it was never asked */
    bool folded;
};

/* What line 0 or 1 was asked, noted with its cards; then it folds now and then, or calls. */
static bool look_and_answer(struct game *game, uint32_t conn, struct looked_hand *hand, int *acts)
{
    char reply[256] = "";
    for (struct fake_arena_frame *frame; (frame = fake_arena_take(&game->fake_arena, conn));
         free(frame)) {
        json_t *json = json_loads(frame->text, 0, NULL);
        const char *id = json_string_value(json_object_get(json, "hand_id"));
        json_t *hole = json_object_get(json_object_get(json, "you"), "hole");
        if (id && hole) {
            if (strcmp(hand->id, id) != 0) *hand = (struct looked_hand){0};
            (void)snprintf(hand->id, sizeof hand->id, "%s", id);
            for (size_t i = 0; i < json_array_size(hole); i++)
                (void)snprintf(hand->hole[conn][i], 3, "%s",
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
    if (*reply) fake_arena_say(&game->fake_arena, conn, "%s", reply);
    return *reply != '\0';
}

/* Of the frames of a hand no card of the players is in any but their own SHOWDOWN, and none came
 * before the hand was over.  Returns how many were SHOWDOWNs. */
static int expect_no_hidden_card(struct game *game, uint32_t conn, const struct looked_hand *hand)
{
    int shown = 0;
    for (struct fake_arena_frame *frame; (frame = fake_arena_take(&game->fake_arena, conn));
         free(frame)) {
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
    game.fake_arena.table.max_hands = LOOKED_HANDS;
    game.fake_arena.config.watch_open = true;
    fake_arena_open(&game.fake_arena);
    hello(&game, 0, "Alpha");
    hello(&game, 1, "Beta");
    fake_arena_connect(&game.fake_arena, 2, "");
    fake_arena_say(&game.fake_arena, 2, "{\"type\":\"hello\",\"role\":\"spectator\"}");
    assert_int_equal(
        strncmp(fake_arena_brief(&game.fake_arena, 2, game.brief), "welcome T-1\n", 12), 0);
    fake_arena_connect(&game.fake_arena, 3, "");
    fake_arena_say(&game.fake_arena, 3,
                   "{\"type\":\"hello\",\"role\":\"operator\",\"secret\":\"guess\"}");
    assert_string_equal(fake_arena_brief(&game.fake_arena, 3, game.brief),
                        "error FORBIDDEN\nclosed 1008\n");
    for (bool answered = true; answered;) {
        uint64_t hands = felt_arena_counts(felt_arena_session_arena(game.fake_arena.host))->hands;
        answered =
            look_and_answer(&game, 0, &hand, &acts) || look_and_answer(&game, 1, &hand, &acts);
        bool over =
            felt_arena_counts(felt_arena_session_arena(game.fake_arena.host))->hands > hands;
        if (!over) {
            assert_null(game.fake_arena.conn[2].first); /* one hand behind */
        } else if (hands + 1 < LOOKED_HANDS) {
            shown += expect_no_hidden_card(&game, 2, &hand);
            folded += hand.folded;
        } else {
            fake_arena_deafen(&game.fake_arena); /* match_end has the keys */
        }
    }
    assert_true(shown > LOOKED_HANDS / 2 && folded > LOOKED_HANDS / 10);
    json_t *arena = ask_api(&game, "/api/arena");
    assert_string_equal(json_string_value(json_object_get(arena, "watch")), "open");
    assert_true(json_is_false(json_object_get(arena, "practice")));
    json_decref(arena);
    fake_arena_close(&game.fake_arena);
}

/* Players of hold'em learn their cards from `act`, of other games by events that watchers hear too.
 */
static void host_lets_everybody_look_on_where_it_is_open(void **state)
{
    (void)state;
    look_on_at("holdem");
    look_on_at("omaha");
}

/* The answer to a spectator from this address, whose connection stays. */
static const char *look_on(struct game *game, uint32_t conn, const char *address, bool loopback)
{
    struct fake_arena *fake_arena = &game->fake_arena;
    fake_arena->conn[conn].open = true;
    fake_arena->conn[conn].closed = 0;
    assert_true(
        felt_arena_session_conn(fake_arena->host, conn, address, loopback, "", fake_arena->now_us));
    fake_arena_say(fake_arena, conn, "{\"type\":\"hello\",\"role\":\"spectator\"}");
    return fake_arena_brief(fake_arena, conn, game->brief);
}

/* A few of an address, and never so many that bots find no connection. */
static void host_lets_not_too_many_look_on(void **state)
{
    (void)state;
    enum { OF_ADDRESS = 3, FIRST = 2 };
    static const char full[] = "error TOO_MANY\nclosed 1008\n";
    struct game game;
    uint32_t conn = FIRST;
    begin(&game);
    game.fake_arena.config.watch_open = true;
    game.fake_arena.config.limits.watchers = OF_ADDRESS;
    fake_arena_open(&game.fake_arena);
    hello(&game, 0, "Alpha");
    for (; conn < FIRST + OF_ADDRESS; conn++)
        assert_int_equal(strncmp(look_on(&game, conn, "192.0.2.7", false), "welcome", 7), 0);
    assert_string_equal(look_on(&game, conn, "192.0.2.7", false), full);
    fake_arena_gone(&game.fake_arena, conn);
    assert_int_equal(strncmp(look_on(&game, conn, "192.0.2.8", false), "welcome", 7), 0);
    fake_arena_gone(&game.fake_arena, FIRST);
    assert_int_equal(strncmp(look_on(&game, FIRST, "192.0.2.7", false), "welcome", 7), 0);
    for (conn++; conn < FIRST + FAKE_ARENA_CONNS / 2; conn++)
        assert_int_equal(strncmp(look_on(&game, conn, "127.0.0.1", true), "welcome", 7), 0);
    assert_string_equal(look_on(&game, conn, "127.0.0.1", true), full);
    fake_arena_gone(&game.fake_arena, conn);
    assert_string_equal(look_on(&game, conn, "192.0.2.9", false), full);
    hello(&game, 1, "Beta"); /* who plays is no spectator */
    assert_true(felt_arena_counts(felt_arena_session_arena(game.fake_arena.host))->seated == 2);
    fake_arena_close(&game.fake_arena);
}

static void host_lets_nobody_look_on_where_it_is_not(void **state)
{
    (void)state;
    struct game game;
    seat_two(&game);
    fake_arena_connect(&game.fake_arena, 2, "");
    fake_arena_say(&game.fake_arena, 2, "{\"type\":\"hello\",\"role\":\"spectator\"}");
    assert_string_equal(fake_arena_brief(&game.fake_arena, 2, game.brief),
                        "error FORBIDDEN\nclosed 1008\n");
    json_t *arena = ask_api(&game, "/api/arena");
    assert_string_equal(json_string_value(json_object_get(arena, "watch")), "secret");
    json_decref(arena);
    fake_arena_close(&game.fake_arena);
}

TEST_MODULE(arena_session_watch)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(host_lets_everybody_look_on_where_it_is_open),
        cmocka_unit_test(host_lets_not_too_many_look_on),
        cmocka_unit_test(host_lets_nobody_look_on_where_it_is_not),
    };
    return cmocka_run_group_tests_name("arena_session_watch", tests, NULL, NULL);
}
