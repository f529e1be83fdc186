/* test_golden_room.c -- evenings in the room as the lines hear them, byte for byte:
 * tests/golden/room.
 *
 *     > line 0 {...}      what a client sends; its token is left out
 *     < line 1 {...}      what the server sends
 *     @ 20000 ms          the clock goes on by so much
 *
 * FELT_REWRITE_GOLDEN=1 writes the files anew; read them before they are committed.  What is
 * written there is looked at besides: numbers of tables without gaps (J3), no hole cards for
 * others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/narc_json.h"
#include "server/table/narc_adapter.h"
#include "server/table/poker_adapter.h"
#include "fake_room.h"
#include "module.h"
#include "narc_curios.h"
#include "support.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CONNS = 4, QUESTIONS_MAX = 200, SCRIPT_BYTES = 1 << 18 };

struct evening {
    struct fake_room fake_room;
    struct felt_poker_adapter adapter[3];
    struct felt_narc_adapter narc;
    uint32_t people; /* lines that sit                                                         */
    struct felt_buffer script;
    int asked[CONNS]; /* how many questions each line had                                     */
    int64_t seq[CONNS], req, user[3];
    char bytes[SCRIPT_BYTES];
};

/* ---- the script ---- */

static void note(struct evening *evening, const char *sign, uint32_t conn, const char *text)
{
    felt_buffer_text(&evening->script, sign);
    felt_buffer_text(&evening->script, " line ");
    felt_buffer_uint(&evening->script, conn);
    felt_buffer_char(&evening->script, ' ');
    felt_buffer_text(&evening->script, text);
    felt_buffer_char(&evening->script, '\n');
}

/* J3: from the `table` frame on each number is there, or said again. */
static void verify_seq(struct evening *evening, uint32_t conn, const json_t *frame)
{
    const json_t *seq = json_object_get(frame, "seq");
    if (!seq) return;
    int64_t number = json_integer_value(seq);
    bool begins = strcmp(json_string_value(json_object_get(frame, "type")), "table") == 0;
    if (!begins && number != evening->seq[conn] && number != evening->seq[conn] + 1)
        fail_msg("line %u: %lld comes after %lld", conn, (long long)number,
                 (long long)evening->seq[conn]);
    evening->seq[conn] = number;
}

/* In these evenings line 0 sits in seat 0, line 1 in seat 1, and so on; the others watch. */
static void verify_cards(uint32_t conn, uint32_t people, const json_t *frame, const char *text)
{
    static const char *const hidden[] = {"DEAL", "DRAW", "DISCARD", "COMMIT"};
    const char *ev = json_string_value(json_object_get(frame, "ev"));
    const json_t *seat = json_object_get(frame, "seat");
    if (json_object_get(json_object_get(frame, "you"), "hole") && conn >= people)
        fail_msg("line %u has no cards: %s", conn, text);
    for (size_t i = 0; ev && i < sizeof hidden / sizeof hidden[0]; i++)
        if (strcmp(ev, hidden[i]) == 0 && json_object_get(frame, "cards") &&
            !json_object_get(frame, "up") && json_integer_value(seat) != (json_int_t)conn)
            fail_msg("line %u sees cards of another: %s", conn, text);
}

static void heard(void *self, uint32_t conn, const char *text, size_t bytes, bool droppable)
{
    struct evening *evening = self;
    json_t *frame = json_loadb(text, bytes, JSON_REJECT_DUPLICATES, NULL);
    (void)droppable;
    assert_true(conn < CONNS);
    if (!json_is_object(frame)) fail_msg("no JSON: %s", text);
    verify_seq(evening, conn, frame);
    verify_cards(conn, evening->people, frame, text);
    json_decref(frame);
    note(evening, "<", conn, text);
}

static void say(struct evening *evening, uint32_t conn, const char *text)
{
    note(evening, ">", conn, text);
    fake_room_say(&evening->fake_room, conn, "%s", text);
}

static void pass(struct evening *evening, int64_t ms)
{
    felt_buffer_text(&evening->script, "@ ");
    felt_buffer_int(&evening->script, ms);
    felt_buffer_text(&evening->script, " ms\n");
    fake_room_wait(&evening->fake_room, ms);
}

static void enter(struct evening *evening, uint32_t conn, int64_t user)
{
    note(evening, ">", conn, "{\"type\":\"hello\",\"v\":1}");
    fake_room_enter(&evening->fake_room, conn, user);
}

static void leave(struct evening *evening, uint32_t conn)
{
    note(evening, ">", conn, "is gone");
    fake_room_gone(&evening->fake_room, conn);
    fake_room_turn(&evening->fake_room);
}

static bool offers(const json_t *act, const char *word)
{
    size_t at;
    const json_t *legal;
    json_array_foreach(json_object_get(act, "legal"), at, legal)
    {
        if (strcmp(json_string_value(legal), word) == 0) return true;
    }
    return false;
}

/* ---- players ---- */

static void answer(struct evening *evening, uint32_t conn, const json_t *act, char manner)
{
    static const char *const words[] = {"CHECK",   "CONTINUE", "CALL", "MUCK",
                                        "DISCARD", "RUNS",     "FOLD"};
    const char *type = json_string_value(json_object_get(act, "type"));
    const char *hand = json_string_value(json_object_get(act, "hand_id"));
    const char *word = NULL;
    char text[512], rest[64] = "";
    long long least = json_integer_value(json_object_get(act, "min_raise_to"));
    for (size_t i = 0; i < sizeof words / sizeof words[0] && !word; i++) {
        if (offers(act, words[i])) word = words[i];
    }
    if (manner == 'f') word = "FOLD";
    if (manner == 'r' && least) {
        word = "RAISE_TO";
        snprintf(rest, sizeof rest, ",\"amount\":%lld", least);
    }
    if (manner == 'r' && offers(act, "COMMIT")) {
        word = "COMMIT";
        snprintf(rest, sizeof rest, ",\"choice\":0");
    }
    if (word && strcmp(word, "DISCARD") == 0) snprintf(rest, sizeof rest, ",\"cards\":[]");
    if (strcmp(type, "choose") == 0) {
        word = "CHOOSE";
        snprintf(rest, sizeof rest, ",\"choice\":%d", manner == 'r' ? 2 : 1);
    }
    assert_non_null(word);
    snprintf(text, sizeof text,
             "{\"req\":%lld,\"type\":\"action\",\"table\":\"%s\"%s%s%s,\"action\":\"%s\"%s,"
             "\"req_id\":%lld}",
             (long long)++evening->req, json_string_value(json_object_get(act, "table")),
             hand ? ",\"hand_id\":\"" : "", hand ? hand : "", hand ? "\"" : "", word, rest,
             (long long)json_integer_value(json_object_get(act, "req_id")));
    say(evening, conn, text);
}

/* Reads what a line got, and answers the last question if nothing has answered it. */
static bool serve(struct evening *evening, uint32_t conn, const char *play_stats)
{
    json_t *act = NULL;
    for (struct fake_room_frame *frame; (frame = fake_room_take(&evening->fake_room, conn));
         free(frame)) {
        json_t *json = json_loads(frame->text, 0, NULL);
        const char *type = json_string_value(json_object_get(json, "type"));
        bool asks = strcmp(type, "act") == 0 || strcmp(type, "choose") == 0;
        if (asks || strcmp(type, "event") == 0 || strcmp(type, "game") == 0) {
            json_decref(act);
            act = asks ? json_incref(json) : NULL;
        }
        json_decref(json);
    }
    if (!act) return false;
    char manner = play_stats[evening->asked[conn]++ % (int)strlen(play_stats)];
    if (manner != '.') answer(evening, conn, act, manner);
    json_decref(act);
    return manner != '.';
}

/* Until nobody answers any more. */
static void play(struct evening *evening, const char *const play_stats[CONNS])
{
    for (int i = 0, idle = 0; i < QUESTIONS_MAX && idle < CONNS; i++) {
        uint32_t conn = (uint32_t)(i % CONNS);
        idle = play_stats[conn] && serve(evening, conn, play_stats[conn]) ? 0 : idle + 1;
    }
}

/* ---- an evening ---- */

static void make_adapter(struct felt_poker_adapter *adapter, const char *variant,
                         enum felt_limit limit)
{
    struct felt_poker_rules rules;
    assert_int_equal(felt_poker_rules_make(variant, limit, 2, &rules, NULL), FELT_OK);
    rules.may_muck = true;
    felt_poker_adapter_room(adapter, &rules, 1);
}

/* A table of Narc for 10 instead, with the cards that stay as they are. */
static void serve_narc(struct evening *evening, struct felt_stake *stake)
{
    static struct felt_narc_rules rules;
    struct felt_narc_options options = felt_narc_options_usual;
    snprintf(options.name, sizeof options.name, "house");
    options.session_hands = 1;
    assert_int_equal(felt_narc_rules_join(&options, &narc_curios, false, &rules, NULL), FELT_OK);
    felt_narc_adapter_make(&evening->narc, &rules, 10, true);
    memcpy(stake->id, "narc-10", sizeof "narc-10");
    memcpy(stake->title, "Narc for 10", sizeof "Narc for 10");
    stake->variant = "narc";
    stake->limit = "";
    stake->games = 1;
    stake->game[0] = &evening->narc.adapter;
    stake->seats = FELT_ROLES;
    stake->small_blind = 0;
    stake->big_blind = 10;
}

/* So many games of poker; 0: Narc. */
static struct evening *begin(uint64_t seed, int games)
{
    struct evening *evening = calloc(1, sizeof *evening);
    assert_non_null(evening);
    make_adapter(&evening->adapter[0], "holdem", FELT_NO_LIMIT);
    make_adapter(&evening->adapter[1], "draw", FELT_POT_LIMIT);
    make_adapter(&evening->adapter[2], "stud", FELT_FIXED_LIMIT);
    evening->script = felt_buffer_make(evening->bytes, sizeof evening->bytes);
    fake_room_init(&evening->fake_room, seed);
    struct felt_stake stake = {.id = "nl-2",
                               .title = "No-limit hold'em 1/2",
                               .variant = "holdem",
                               .limit = "no-limit",
                               .games = games,
                               .seats = 6,
                               .tables = 1,
                               .small_blind = 1,
                               .big_blind = 2,
                               .buy_in_min = 40,
                               .buy_in_max = 200,
                               .move_ms = 20000,
                               .bank_ms = 30000,
                               .pause_ms = 2000};
    if (games > 1) {
        memcpy(stake.id, "dc-2", sizeof "dc-2");
        memcpy(stake.title, "Dealer's choice 1/2", sizeof "Dealer's choice 1/2");
        stake.variant = "choice";
        stake.limit = "";
    }
    for (int i = 0; i < games; i++) stake.game[i] = &evening->adapter[i].adapter;
    evening->people = games == 0 ? 3 : 2;
    if (games == 0) serve_narc(evening, &stake);
    fake_room_add_stake(&evening->fake_room, &stake);
    evening->fake_room.listener = evening;
    evening->fake_room.heard = heard;
    fake_room_open(&evening->fake_room);
    return evening;
}

static void compare(const struct evening *evening, const char *file)
{
    char path[1024];
    static char golden[SCRIPT_BYTES];
    bool rewrites = getenv("FELT_REWRITE_GOLDEN") != NULL;
    assert_false(evening->script.overflow);
    snprintf(path, sizeof path, "%s/room/%s", golden_folder(), file);
    FILE *stream = fopen(path, rewrites ? "w" : "r");
    if (!stream) fail_msg("%s cannot be opened", path);
    if (rewrites) {
        assert_true(fwrite(evening->bytes, 1, evening->script.used, stream) ==
                    evening->script.used);
    } else {
        size_t used = fread(golden, 1, sizeof golden, stream), at = 0;
        while (at < used && at < evening->script.used && golden[at] == evening->bytes[at]) at++;
        size_t row = at;
        while (row > 0 && evening->bytes[row - 1] != '\n') row--;
        if (at < used || at < evening->script.used)
            fail_msg("%s differs at byte %zu:\n%.*s", file, at,
                     (int)strcspn(evening->bytes + row, "\n"), evening->bytes + row);
    }
    assert_int_equal(fclose(stream), 0);
}

static void finish(struct evening *evening, const char *file)
{
    compare(evening, file);
    assert_null(fake_room_wrong(&evening->fake_room));
    fake_room_close(&evening->fake_room);
    free(evening);
}

static void sit_two(struct evening *evening, const char *table)
{
    char text[128];
    evening->user[0] = fake_room_user(&evening->fake_room, FELT_USER_HUMAN, "Ada", 400);
    evening->user[1] = fake_room_user(&evening->fake_room, FELT_USER_HUMAN, "Bob", 400);
    for (uint32_t conn = 0; conn < 2; conn++) {
        enter(evening, conn, evening->user[conn]);
        snprintf(text, sizeof text,
                 "{\"req\":%lld,\"type\":\"sit\",\"table\":\"%s\",\"buy_in\":%d}",
                 (long long)++evening->req, table, conn ? 100 : 200);
        say(evening, conn, text);
        fake_room_turn(&evening->fake_room);
    }
}

/* Two people sit down; somebody watches; a hand, a word, and one of them goes home. */
static void golden_sit_play_and_stand(void **state)
{
    (void)state;
    static const char *const play_stats[CONNS] = {"rcc", "ccr"};
    struct evening *evening = begin(5, 1);
    enter(evening, 2, 0);
    say(evening, 2, "{\"req\":1,\"type\":\"lobby\"}");
    say(evening, 2, "{\"req\":2,\"type\":\"watch\",\"table\":\"nl-2-1\"}");
    say(evening, 2, "{\"req\":3,\"type\":\"sit\",\"table\":\"nl-2-1\"}");
    sit_two(evening, "nl-2-1");
    say(evening, 0, "{\"req\":90,\"type\":\"chat\",\"table\":\"nl-2-1\",\"text\":\" good luck \"}");
    play(evening, play_stats);
    say(evening, 1, "{\"req\":91,\"type\":\"stand\",\"table\":\"nl-2-1\"}");
    pass(evening, 2000);
    say(evening, 1, "{\"req\":92,\"type\":\"hands\"}");
    finish(evening, "sit_and_stand.txt");
}

/* One of them loses the line, is played for, and comes back; then not in time. */
static void golden_away_and_back(void **state)
{
    (void)state;
    static const char *const play_stats[CONNS] = {"c", "c"};
    struct evening *evening = begin(6, 1);
    sit_two(evening, "nl-2-1");
    say(evening, 1,
        "{\"req\":90,\"type\":\"settings\",\"table\":\"nl-2-1\",\"auto_action\":\"call_2\"}");
    leave(evening, 1);
    play(evening, play_stats);
    pass(evening, 25000);
    play(evening, play_stats);
    enter(evening, 1, evening->user[1]);
    play(evening, (const char *const[CONNS]){"c", "."});
    leave(evening, 1);
    pass(evening, 61000);
    finish(evening, "away.txt");
}

static void preselect(struct evening *evening, uint32_t conn, const char *what)
{
    char text[256], hand_id[FELT_LIVE_HAND_ID_BYTES + 1] = "";
    json_t *turn = NULL;
    for (struct fake_room_frame *frame; (frame = fake_room_find(&evening->fake_room, conn, "turn"));
         free(frame)) {
        json_decref(turn);
        turn = json_loads(frame->text, 0, NULL);
    }
    assert_non_null(turn);
    snprintf(hand_id, sizeof hand_id, "%s", json_string_value(json_object_get(turn, "hand_id")));
    json_decref(turn);
    snprintf(text, sizeof text,
             "{\"req\":80,\"type\":\"preselect\",\"table\":\"nl-2-1\",\"hand_id\":\"%s\","
             "\"what\":\"%s\"}",
             hand_id, what);
    say(evening, conn, text);
}

/* The clock, the time bank, and what is done when both are over; a choice ahead of the turn. */
static void golden_clocks(void **state)
{
    (void)state;
    struct evening *evening = begin(7, 1);
    sit_two(evening, "nl-2-1");
    pass(evening, 20000);
    pass(evening, 30000);
    pass(evening, 2000);
    preselect(evening, 0, "check_fold");
    serve(evening, 1, "r");
    finish(evening, "clocks.txt");
}

/* The button chooses the game. */
static void golden_dealers_choice(void **state)
{
    (void)state;
    static const char *const play_stats[CONNS] = {"cccccf", "rccccf"};
    struct evening *evening = begin(8, 3);
    sit_two(evening, "dc-2-1");
    for (int i = 0; i < 3; i++) {
        play(evening, play_stats);
        pass(evening, 2000);
    }
    finish(evening, "choice.txt");
}

/* A session of Narc for chips: cards committed and turned up, a line that drops at its turn, one
 * who looks on, and what the score is worth. */
static void golden_narc(void **state)
{
    (void)state;
    static const char *const play_stats[CONNS] = {"rc", "cr", "r"};
    static const char *const names[] = {"Ada", "Bob", "Cyd"};
    struct evening *evening = begin(10, 0);
    for (uint32_t conn = 0; conn < 3; conn++) {
        char text[128];
        evening->user[conn] =
            fake_room_user(&evening->fake_room, FELT_USER_HUMAN, names[conn], 400);
        enter(evening, conn, evening->user[conn]);
        snprintf(text, sizeof text,
                 "{\"req\":%lld,\"type\":\"sit\",\"table\":\"narc-10-1\",\"buy_in\":200}",
                 (long long)++evening->req);
        say(evening, conn, text);
        fake_room_turn(&evening->fake_room);
    }
    serve(evening, 1, "r");
    enter(evening, 3, 0);
    say(evening, 3, "{\"req\":90,\"type\":\"watch\",\"table\":\"narc-10-1\"}");
    leave(evening, 2);
    enter(evening, 2, evening->user[2]);
    play(evening, play_stats);
    finish(evening, "narc.txt");
}

TEST_MODULE(golden_room)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_sit_play_and_stand),
        cmocka_unit_test(golden_away_and_back),
        cmocka_unit_test(golden_clocks),
        cmocka_unit_test(golden_dealers_choice),
        cmocka_unit_test(golden_narc),
    };
    return cmocka_run_group_tests_name("golden_room", tests, NULL, NULL);
}
