/* test_read_room_client.c -- what lines of the room send: what is taken and how, what is refused
 * and with which words, that a request's number comes through, and that the short way for plain
 * actions says what the long way says; and the words of wants and news (server/room/words.c). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/buffer.h"
#include "felt/rng.h"
#include "module.h"
#include "support.h"
#include "server/protocol/read_room_client.h"

#include <stdio.h>
#include <string.h>

static void take(const char *text, struct felt_room_client_msg *msg)
{
    char why[FELT_PROTOCOL_TEXT_BYTES] = "";
    enum felt_no no = felt_protocol_read_room_client(text, strlen(text), msg, why);
    if (no) fail_msg("%s: %s, %s", text, felt_no_word(no), why);
    assert_int_equal(why[0], 0);
}

/* ---- what is refused ---- */

#define OF(type)     "{\"req\":7,\"type\":\"" type "\","
#define AT(type)     OF(type) "\"table\":\"nl-2-1\","
#define ACTION       AT("action") "\"hand_id\":\"H-1\","
#define THIRTY_THREE "123456789012345678901234567890123"

static const struct {
    const char *text, *advice; /* a part of it */
    bool has_req;
} wrong[] = {
    {"", "no JSON", false},
    {"{\"req\":7", "no JSON", false},
    {"[]", "one JSON object", false},
    {"[{\"req\":7}]", "one JSON object", false},
    {"{\"req\":7,\"req\":7,\"type\":\"ping\"}", "once", false},
    {"{\"req\":7}", "type must be a string", true},
    {OF("ping") "\"v\":2}", "v must be 1", true},
    {OF("ping") "\"v\":\"1\"}", "v must be 1", true},
    {"{\"type\":3,\"req\":7}", "type must be a string", true},
    {"{\"type\":\"ping\",\"req\":-1}", "req must be a whole number", false},
    {"{\"type\":\"ping\",\"req\":1.5}", "req must be a whole number", false},
    {"{\"type\":\"ping\",\"req\":\"7\"}", "req must be a whole number", false},
    {"{\"type\":\"ping\",\"req\":null}", "req must be a whole number", false},
    {"{\"type\":\"ping\",\"req\":9007199254740992}", "req must be a whole number", false},
    {"{\"type\":\"ping\",\"req\":99999999999999999999}", "numbers must be whole", false},
    {"{\"req\":7,\"type\":\"hello\"}", "v must be 1: the version", true},
    {OF("hello") "\"v\":1,\"token\":7}", "token must be a string", true},
    {OF("hello") "\"v\":1,\"token\":\"a\\u0007\"}", "token must be a string", true},
    {OF("hello") "\"v\":1,\"bot\":1}", "bot must be true or false", true},
    {OF("lobby") "\"watch\":\"yes\"}", "watch must be true or false", true},
    {OF("events") "\"watch\":1}", "watch must be true or false", true},
    {"{\"req\":7,\"type\":\"event\"}", "event must be the id", true},
    {OF("event") "\"event\":\"\"}", "event must be the id", true},
    {OF("event") "\"event\":\"" THIRTY_THREE "\"}", "event must be the id", true},
    {OF("event") "\"event\":\"a\",\"from\":-1}", "from must be", true},
    {OF("event") "\"event\":\"a\",\"limit\":51}", "limit must be", true},
    {OF("event") "\"event\":\"a\",\"limit\":0}", "limit must be", true},
    {OF("register") "\"event\":7}", "event must be the id", true},
    {OF("register") "\"event\":\"a\",\"key\":7}", "key must be the word", true},
    {"{\"req\":7,\"type\":\"unregister\"}", "event must be the id", true},
    {OF("lobby") "\"variant\":3}", "variant must be", true},
    {OF("lobby") "\"variant\":\"" THIRTY_THREE "\"}", "variant must be", true},
    {OF("lobby") "\"limit\":20}", "limit must be", true},
    {OF("lobby") "\"big_blind_max\":0}", "big_blind_max must be", true},
    {OF("lobby") "\"big_blind_max\":-2}", "big_blind_max must be", true},
    {OF("lobby") "\"bots_welcome\":null}", "bots_welcome must be", true},
    {OF("lobby") "\"free_seat\":1}", "free_seat must be", true},
    {OF("quick") "\"buy_in\":\"100\"}", "buy_in must be", true},
    {OF("quick") "\"wait_bb\":1}", "wait_bb must be", true},
    {"{\"req\":7,\"type\":\"watch\"}", "table must be", true},
    {OF("watch") "\"table\":\"\"}", "table must be", true},
    {OF("watch") "\"table\":2}", "table must be", true},
    {OF("watch") "\"table\":\"" THIRTY_THREE "\"}", "table must be", true},
    {OF("watch") "\"table\":\"a\\u200bb\"}", "table must be", true},
    {OF("unwatch") "\"seat\":2}", "table must be", true},
    {OF("stand") "\"seat\":2}", "table must be", true},
    {OF("sit") "\"seat\":2}", "table must be", true},
    {AT("sit") "\"seat\":10}", "seat must be the number", true},
    {AT("sit") "\"seat\":-1}", "seat must be the number", true},
    {AT("sit") "\"seat\":2.0}", "seat must be the number", true},
    {AT("sit") "\"seat\":null}", "seat must be the number", true},
    {AT("sit") "\"buy_in\":0}", "buy_in must be", true},
    {AT("sit") "\"buy_in\":1.5}", "buy_in must be", true},
    {AT("sit") "\"buy_in\":-200}", "buy_in must be", true},
    {AT("sit") "\"buy_in\":1099511627776}", "buy_in must be", true},
    {AT("sit") "\"auto_rebuy\":\"no\"}", "auto_rebuy must be", true},
    {AT("sit") "\"auto_muck\":0}", "auto_muck must be", true},
    {AT("sit") "\"run_twice\":\"maybe\"}", "run_twice must be", true},
    {AT("sit") "\"run_twice\":true}", "run_twice must be", true},
    {AT("sit") "\"auto_action\":\"call\"}", "auto_action must be", true},
    {AT("sit") "\"auto_action\":\"call_-5\"}", "auto_action must be", true},
    {AT("sit") "\"auto_action\":250}", "auto_action must be", true},
    {AT("settings") "\"x\":1}", "name what shall change", true},
    {AT("sit_out") "\"on\":1}", "on must be true or false", true},
    {AT("mute") "\"on\":\"\"}", "on must be true or false", true},
    {AT("top_up") "\"amount\":0}", "amount must be", true},
    {AT("top_up") "\"amount\":1e3}", "amount must be", true},
    {OF("action") "\"hand_id\":\"H-1\",\"action\":\"FOLD\"}", "table must be", true},
    {AT("action") "\"action\":\"FOLD\"}", "hand_id must be", true},
    {AT("action") "\"hand_id\":\"\",\"action\":\"CHOOSE\",\"choice\":1}", "hand_id must be", true},
    {AT("action") "\"action\":\"CHOOSE\"}", "choice must be", true},
    {ACTION "\"action\":7}", "action must be a string", true},
    {ACTION "\"action\":\"RAISE_TO\"}", "amount must be a whole number", true},
    {ACTION "\"action\":\"FOLD\",\"req_id\":\"41\"}", "req_id must be", true},
    {ACTION "\"action\":\"DISCARD\"}", "cards must be a list", true},
    {ACTION "\"action\":\"COMMIT\"}", "name the card", true},
    {ACTION "\"action\":\"COMMIT\",\"choice\":-1}", "name the card", true},
    {ACTION "\"action\":\"COMMIT\",\"card\":7}", "card must be", true},
    {ACTION "\"action\":\"COMMIT\",\"card\":\"\",\"choice\":1}", "card must be", true},
    {ACTION "\"action\":\"CALL\",\"card\":[]}", "card must be", true},
    {ACTION "\"action\":\"MOVE\"}", "name the move", true},
    {ACTION "\"action\":\"MOVE\",\"choice\":65536}", "name the move", true},
    {ACTION "\"action\":\"MOVE\",\"move\":7}", "move must be", true},
    {ACTION "\"action\":\"MOVE\",\"move\":\"\",\"choice\":1}", "move must be", true},
    {ACTION "\"action\":\"MOVE\",\"move\":"
            "\"0123456789012345678901234567890123456789012345678901234567890123"
            "\"}",
     "move must be", true},
    {AT("preselect") "\"hand_id\":\"H-1\"}", "what must be there", true},
    {AT("preselect") "\"hand_id\":\"H-1\",\"what\":\"raise\"}", "what must be \"none\"", true},
    {AT("preselect") "\"hand_id\":\"H-1\",\"what\":3}", "what must be \"none\"", true},
    {AT("preselect") "\"what\":\"fold\"}", "hand_id must be", true},
    {AT("preselect") "\"hand_id\":\"H-1\",\"what\":\"call\"}", "amount must be the chips", true},
    {AT("preselect") "\"hand_id\":\"H-1\",\"what\":\"call\",\"amount\":0}", "amount must be", true},
    {AT("chat") "\"x\":1}", "text must be a string", true},
    {AT("chat") "\"text\":\"\"}", "text must not be empty", true},
    {AT("chat") "\"text\":\" \\t\\n\"}", "text must not be empty", true},
    {AT("chat") "\"text\":\"\\u200d\\ufe0f\"}", "text must not be empty", true},
    {AT("chat") "\"text\":\"a\\nb\"}", "control characters", true},
    {AT("chat") "\"text\":\"a\\u202eb\"}", "control characters", true},
    {AT("chat") "\"text\":\"a\\u2066b\"}", "control characters", true},
    {AT("chat") "\"text\":\"a\\u2028b\"}", "control characters", true},
    {AT("chat") "\"text\":\"a\\u0085b\"}", "control characters", true},
    {OF("block") "\"on\":true}", "name must be", true},
    {OF("block") "\"name\":\"\"}", "name must be", true},
    {OF("block") "\"name\":\"a\\u202eb\"}", "name must be", true},
    {OF("hands") "\"limit\":0}", "limit must be", true},
    {OF("hands") "\"limit\":101}", "limit must be", true},
    {OF("hands") "\"before\":12}", "before must be", true},
    {OF("hand") "\"x\":1}", "hand_id must be", true},
};

static void want_that_is_wrong_is_refused_with_advice(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct felt_room_client_msg msg;
        char why[FELT_PROTOCOL_TEXT_BYTES] = "";
        enum felt_no no =
            felt_protocol_read_room_client(wrong[i].text, strlen(wrong[i].text), &msg, why);
        if (no != FELT_NO_BAD_SCHEMA || !strstr(why, wrong[i].advice))
            fail_msg("%s: %s, %s", wrong[i].text, felt_no_word(no), why);
        if (msg.has_req != wrong[i].has_req || msg.req != (wrong[i].has_req ? 7 : 0))
            fail_msg("%s: req %d %llu", wrong[i].text, msg.has_req, (unsigned long long)msg.req);
    }
}

static void want_of_unknown_type_is_told_so(void **state)
{
    (void)state;
    static const char *const rows[] = {"{\"req\":7,\"type\":\"\"}", "{\"req\":7,\"type\":\"Sit\"}",
                                       "{\"req\":7,\"type\":\"control\",\"command\":\"PAUSE\"}"};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_room_client_msg msg;
        char why[FELT_PROTOCOL_TEXT_BYTES] = "";
        assert_int_equal(felt_protocol_read_room_client(rows[i], strlen(rows[i]), &msg, why),
                         FELT_NO_UNKNOWN_TYPE);
        assert_true(msg.has_req && msg.req == 7 && why[0]);
    }
}

/* ---- what is taken ---- */

static void want_plain_kinds_are_taken(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        enum felt_room_client_kind kind;
        const char *table;
        bool on;
        felt_chips amount;
    } rows[] = {
        {"{\"type\":\"ping\"}", FELT_ROOM_CLIENT_PING, "", false, 0},
        {"{\"type\":\"watch\",\"table\":\"nl-2-1\"}", FELT_ROOM_CLIENT_WATCH, "nl-2-1", false, 0},
        {"{\"type\":\"unwatch\",\"table\":\"x\"}", FELT_ROOM_CLIENT_UNWATCH, "x", false, 0},
        {"{\"type\":\"stand\",\"table\":\"x\",\"v\":1}", FELT_ROOM_CLIENT_STAND, "x", false, 0},
        {"{\"type\":\"sit_out\",\"table\":\"x\"}", FELT_ROOM_CLIENT_SIT_OUT, "x", true, 0},
        {"{\"type\":\"sit_out\",\"table\":\"x\",\"on\":false}", FELT_ROOM_CLIENT_SIT_OUT, "x",
         false, 0},
        {"{\"type\":\"mute\",\"table\":\"x\",\"on\":true}", FELT_ROOM_CLIENT_MUTE, "x", true, 0},
        {"{\"type\":\"top_up\",\"table\":\"x\"}", FELT_ROOM_CLIENT_TOP_UP, "x", false, 0},
        {"{\"type\":\"top_up\",\"table\":\"x\",\"amount\":1099511627775}", FELT_ROOM_CLIENT_TOP_UP,
         "x", false, FELT_CHIPS_MAX},
        {"{\"type\":\"lobby\",\"later\":{\"a\":[]}}", FELT_ROOM_CLIENT_LOBBY, "", false, 0},
        {"{\"type\":\"lobby\",\"watch\":true}", FELT_ROOM_CLIENT_LOBBY, "", true, 0},
        {"{\"type\":\"quick\",\"buy_in\":80}", FELT_ROOM_CLIENT_QUICK, "", false, 80},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_room_client_msg msg;
        take(rows[i].text, &msg);
        assert_int_equal(msg.kind, rows[i].kind);
        assert_string_equal(msg.table, rows[i].table);
        assert_int_equal(msg.on, rows[i].on);
        assert_true(msg.amount == rows[i].amount);
        assert_int_equal(msg.seat, FELT_SEAT_NONE);
        assert_false(msg.has_req);
    }
}

static void want_sit_is_taken(void **state)
{
    (void)state;
    struct felt_room_client_msg msg;
    take("{\"req\":9007199254740991,\"type\":\"sit\",\"table\":\"nl-2-1\",\"seat\":3,"
         "\"buy_in\":200,\"wait_bb\":true,\"auto_rebuy\":false,\"run_twice\":\"never\","
         "\"auto_action\":\"call_hand_250\"}",
         &msg);
    assert_int_equal(msg.kind, FELT_ROOM_CLIENT_SIT);
    assert_true(msg.has_req && msg.req == (UINT64_C(1) << 53) - 1);
    assert_int_equal(msg.seat, 3);
    assert_true(msg.amount == 200);
    assert_true(msg.settings.has_wait && msg.settings.wait);
    assert_true(msg.settings.has_rebuy && !msg.settings.rebuy);
    assert_false(msg.settings.has_muck);
    assert_true(msg.settings.has_twice && msg.settings.twice == FELT_TWICE_NEVER);
    assert_true(msg.settings.has_auto && msg.settings.auto_action == FELT_ROOM_AUTO_CALL_HAND);
    assert_true(msg.settings.auto_limit == 250);
    take("{\"type\":\"sit\",\"table\":\"nl-2-1\"}", &msg);
    assert_int_equal(msg.seat, FELT_SEAT_NONE);
    assert_true(msg.amount == 0 && !msg.settings.has_twice && !msg.settings.has_auto);
    take("{\"type\":\"settings\",\"table\":\"a\",\"auto_muck\":false}", &msg);
    assert_true(msg.settings.has_muck && !msg.settings.muck && !msg.settings.has_wait);
}

static void want_terms_are_taken(void **state)
{
    (void)state;
    struct felt_room_client_msg msg;
    take("{\"type\":\"create\"}", &msg);
    assert_int_equal(msg.kind, FELT_ROOM_CLIENT_CREATE);
    assert_int_equal(msg.terms.said, 0);
    take("{\"type\":\"create\",\"title\":\"Friday\",\"game\":\"holdem,omaha\",\"limit\":\"usual\","
         "\"sb\":1,\"bb\":2,\"seats\":8,\"buy_in_min\":50,\"buy_in_max\":200,\"move_ms\":1000,"
         "\"bank_ms\":0,\"pause_ms\":3600000,\"house\":3,\"bots\":true,\"password\":\"x y\","
         "\"ante\":1,\"ante_by\":\"big\",\"straddle\":\"always\",\"bomb_every\":10,\"bomb_bb\":3,"
         "\"run_twice\":\"never\",\"rathole\":false,\"club\":12}",
         &msg);
    const struct felt_room_client_terms *terms = &msg.terms;
    assert_int_equal(terms->said, (1u << FELT_TERMS) - 1);
    assert_string_equal(terms->title, "Friday");
    assert_string_equal(terms->game, "holdem,omaha");
    assert_string_equal(terms->password, "x y");
    assert_true(terms->small_blind == 1 && terms->big_blind == 2 && terms->seats == 8);
    assert_true(terms->buy_in_min == 50 && terms->buy_in_max == 200 && terms->house == 3);
    assert_true(terms->move_ms == 1000 && terms->bank_ms == 0 && terms->pause_ms == 3600000);
    assert_true(terms->bots && terms->club == 12 && terms->options.ante == 1);
    assert_int_equal(terms->options.ante_by, FELT_ANTE_BIG);
    assert_int_equal(terms->options.straddle, FELT_STRADDLE_ALWAYS);
    assert_int_equal(terms->options.twice, FELT_TWICE_NEVER);
    assert_true(terms->options.bomb_every == 10 && terms->options.bomb_units == 3);
    assert_true(terms->options.no_rathole);
    take("{\"type\":\"change\",\"table\":\"p-a-1\",\"password\":\"\",\"ante_by\":\"none\"}", &msg);
    assert_int_equal(msg.terms.said, 1u << FELT_TERM_PASSWORD | 1u << FELT_TERM_ANTE);
    take("{\"type\":\"host\",\"table\":\"p-a-1\",\"do\":\"kick\",\"name\":\"Bea\"}", &msg);
    assert_int_equal(msg.host, FELT_ROOM_HOST_KICK);
    assert_string_equal(msg.name, "Bea");
    take("{\"type\":\"watch\",\"table\":\"p-a-1\",\"key\":\"k\"}", &msg);
    assert_string_equal(msg.key, "k");
    take("{\"type\":\"sit\",\"table\":\"p-a-1\",\"password\":\"w\",\"straddle\":true}", &msg);
    assert_string_equal(msg.key, "w");
    assert_true(msg.settings.has_straddle && msg.settings.straddle);
    for (int i = 0; i < FELT_ROOM_HOST_DOS; i++)
        assert_int_equal(felt_room_host_find(felt_room_host_word((enum felt_room_host_do)i)), i);
}

static void want_terms_that_are_wrong_are_refused(void **state)
{
    (void)state;
    static const char *const rows[] = {
        "\"create\",\"sb\":1",
        "\"create\",\"sb\":0,\"bb\":2",
        "\"create\",\"buy_in_min\":20",
        "\"create\",\"seats\":11",
        "\"create\",\"seats\":1",
        "\"create\",\"house\":10",
        "\"create\",\"move_ms\":999",
        "\"create\",\"pause_ms\":3600001",
        "\"create\",\"ante\":1",
        "\"create\",\"ante_by\":\"each\"",
        "\"create\",\"ante\":1,\"ante_by\":\"none\"",
        "\"create\",\"straddle\":true",
        "\"create\",\"bomb_bb\":2",
        "\"create\",\"bomb_every\":1001",
        "\"create\",\"run_twice\":1",
        "\"create\",\"rathole\":\"no\"",
        "\"create\",\"title\":\"a\\u0007\"",
        "\"create\",\"password\":7",
        "\"create\",\"game\":\"\"",
        "\"create\",\"club\":0",
        "\"change\",\"table\":\"x\"",
        "\"change\",\"sb\":1,\"bb\":2",
        "\"host\",\"table\":\"x\"",
        "\"host\",\"table\":\"x\",\"do\":\"dance\"",
        "\"host\",\"table\":\"x\",\"do\":\"kick\"",
        "\"watch\",\"table\":\"x\",\"key\":\"\"",
        "\"watch\",\"table\":\"x\",\"key\":{}",
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[256], why[FELT_PROTOCOL_TEXT_BYTES] = "";
        struct felt_room_client_msg msg;
        snprintf(text, sizeof text, "{\"type\":%s}", rows[i]);
        if (felt_protocol_read_room_client(text, strlen(text), &msg, why) != FELT_NO_BAD_SCHEMA ||
            !why[0])
            fail_msg("%s is taken", text);
    }
}

static void want_hello_and_filters_are_taken(void **state)
{
    (void)state;
    struct felt_room_client_msg msg;
    take("{\"type\":\"hello\",\"v\":1,\"token\":\"abc\",\"bot\":true}", &msg);
    assert_string_equal(msg.token, "abc");
    assert_true(msg.bot);
    take("{\"type\":\"hello\",\"v\":1}", &msg);
    assert_string_equal(msg.token, "");
    assert_false(msg.bot);
    take("{\"type\":\"lobby\",\"variant\":\"omaha\",\"limit\":\"pot-limit\",\"big_blind_max\":10,"
         "\"bots_welcome\":true,\"free_seat\":true}",
         &msg);
    assert_string_equal(msg.filter.variant, "omaha");
    assert_string_equal(msg.filter.limit, "pot-limit");
    assert_true(msg.filter.big_blind_max == 10);
    assert_true(msg.filter.bots_welcome && msg.filter.free_seat && !msg.on);
    take("{\"type\":\"hands\"}", &msg);
    assert_true(msg.limit == 20 && msg.hand_id[0] == 0);
    take("{\"type\":\"hands\",\"limit\":100,\"before\":\"H-2\"}", &msg);
    assert_true(msg.limit == 100);
    assert_string_equal(msg.hand_id, "H-2");
    take("{\"type\":\"hand\",\"hand_id\":\"H-2\"}", &msg);
    assert_string_equal(msg.hand_id, "H-2");
    take("{\"type\":\"block\",\"name\":\"Gr\\u00fcn\",\"on\":false}", &msg);
    assert_string_equal(msg.name, "Gr\xc3\xbcn");
    assert_false(msg.on);
}

static void want_tournaments_are_taken(void **state)
{
    (void)state;
    struct felt_room_client_msg msg;
    take("{\"type\":\"events\",\"watch\":true}", &msg);
    assert_int_equal(msg.kind, FELT_ROOM_CLIENT_EVENTS);
    assert_true(msg.on);
    take("{\"type\":\"event\",\"event\":\"friday\"}", &msg);
    assert_int_equal(msg.kind, FELT_ROOM_CLIENT_EVENT);
    assert_string_equal(msg.table, "friday");
    assert_int_equal(msg.from, 0);
    assert_int_equal(msg.limit, 50);
    take("{\"type\":\"event\",\"event\":\"friday\",\"from\":9999,\"limit\":1}", &msg);
    assert_int_equal(msg.from, 9999);
    assert_int_equal(msg.limit, 1);
    take("{\"type\":\"register\",\"event\":\"friday\",\"key\":\"open sesame\"}", &msg);
    assert_int_equal(msg.kind, FELT_ROOM_CLIENT_REGISTER);
    assert_string_equal(msg.key, "open sesame");
    take("{\"type\":\"unregister\",\"event\":\"friday\"}", &msg);
    assert_int_equal(msg.kind, FELT_ROOM_CLIENT_UNREGISTER);
    assert_string_equal(msg.key, "");
}

static void want_actions_are_taken(void **state)
{
    (void)state;
    struct felt_room_client_msg msg;
    take(ACTION "\"action\":\"RAISE_TO\",\"amount\":6,\"req_id\":41}", &msg);
    assert_int_equal(msg.kind, FELT_ROOM_CLIENT_ACTION);
    assert_string_equal(msg.table, "nl-2-1");
    assert_string_equal(msg.action.hand_id, "H-1");
    assert_true(msg.has_req && msg.req == 7);
    assert_true(msg.action.known && msg.action.kind == FELT_RAISE_TO);
    assert_true(msg.action.has_amount && msg.action.amount == 6);
    assert_true(msg.action.has_req && msg.action.req_id == 41);
    take(ACTION "\"action\":\"DISCARD\",\"cards\":[\"As\",\"Td\"]}", &msg);
    assert_true(msg.action.kind == FELT_DISCARD && msg.action.cards == 2);
    take(AT("action") "\"action\":\"CHOOSE\",\"choice\":4,\"req_id\":61}", &msg);
    assert_true(msg.action.kind == FELT_CHOOSE && msg.action.choice == 4);
    assert_string_equal(msg.action.hand_id, "");
    take(ACTION "\"action\":\"MOVE\",\"move\":\"play 7h\",\"choice\":3}", &msg);
    assert_true(msg.action.kind == FELT_MOVE && strcmp(msg.action.move, "play 7h") == 0);
    take(ACTION "\"action\":\"COMMIT\",\"card\":\"quiet_favour\",\"choice\":3}", &msg);
    assert_true(msg.action.kind == FELT_COMMIT && msg.action.names_card);
    assert_string_equal(msg.action.move, "quiet_favour");
    take(ACTION "\"action\":\"CALL\",\"choice\":2}", &msg);
    assert_true(msg.action.kind == FELT_CALL && msg.action.names_card);
    assert_true(msg.action.choice == 2 && !msg.action.move[0]);
    take(ACTION "\"action\":\"CALL\"}", &msg);
    assert_true(msg.action.kind == FELT_CALL && !msg.action.names_card);
    take(ACTION "\"action\":\"CONTINUE\"}", &msg);
    assert_true(msg.action.kind == FELT_CONTINUE && msg.action.known);
    take(ACTION "\"action\":\"MOVE\",\"choice\":3}", &msg);
    assert_true(msg.action.choice == 3 && msg.action.move[0] == 0);
    take(ACTION "\"action\":\"DANCE\"}", &msg);
    assert_false(msg.action.known);
    take(AT("preselect") "\"hand_id\":\"H-1\",\"what\":\"call\",\"amount\":20}", &msg);
    assert_true(msg.preselect == FELT_PRESELECT_CALL && msg.amount == 20);
    take(AT("preselect") "\"hand_id\":\"H-1\",\"what\":\"check_fold\",\"amount\":20}", &msg);
    assert_true(msg.preselect == FELT_PRESELECT_CHECK_FOLD && msg.amount == 0);
}

/* ---- chat ---- */

static void want_chat_is_trimmed_and_bounded(void **state)
{
    (void)state;
    static const struct {
        const char *one; /* a character                                                       */
        int count;
        bool fits;
    } rows[] = {{"a", 200, true},
                {"a", 201, false},
                {"\xc3\xbc", 200, true},
                {"\xc3\xbc", 201, false},
                {"\xf0\x9f\x83\x8f", 100, true},
                {"\xf0\x9f\x83\x8f", 101, false}};
    struct felt_room_client_msg msg;
    char text[2048], why[FELT_PROTOCOL_TEXT_BYTES];
    take(AT("chat") "\"text\":\" \\t good \\\"evening\\\" </b> \\n\"}", &msg);
    assert_string_equal(msg.text, "good \"evening\" </b>");
    /* A woman at a computer: two characters and a joiner. */
    take(AT("chat") "\"text\":\"\\ud83d\\udc69\\u200d\\ud83d\\udcbb\"}", &msg);
    assert_string_equal(msg.text, "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x92\xbb");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_buffer out = felt_buffer_make(text, sizeof text);
        felt_buffer_text(&out, AT("chat") "\"text\":\" ");
        for (int k = 0; k < rows[i].count; k++) felt_buffer_text(&out, rows[i].one);
        felt_buffer_text(&out, " \"}");
        enum felt_no no = felt_protocol_read_room_client(text, out.used, &msg, why);
        assert_int_equal(no, rows[i].fits ? FELT_NO_NOT : FELT_NO_BAD_SCHEMA);
        if (rows[i].fits)
            assert_true(strlen(msg.text) == strlen(rows[i].one) * (size_t)rows[i].count);
        else
            assert_non_null(strstr(why, "200 characters"));
    }
}

/* ---- words ---- */

static void words_of_wants_and_news_are_found_again(void **state)
{
    (void)state;
    for (int i = 0; i < FELT_ROOM_CLIENT_KINDS; i++)
        assert_int_equal(
            felt_room_client_find(felt_room_client_word((enum felt_room_client_kind)i)), i);
    for (int i = 0; i < FELT_PRESELECTS; i++)
        assert_int_equal(felt_preselect_find(felt_preselect_word((enum felt_preselect)i)), i);
    for (int i = 0; i < FELT_TWICES; i++)
        assert_int_equal(felt_twice_find(felt_twice_word((enum felt_twice)i)), i);
    assert_int_equal(felt_room_client_find(""), -1);
    assert_int_equal(felt_preselect_find("raise"), -1);
    assert_int_equal(felt_twice_find("ASK"), -1);
    for (int i = 0; i < FELT_NOS; i++)
        for (int k = 0; k < i; k++)
            assert_string_not_equal(felt_no_word((enum felt_no)i), felt_no_word((enum felt_no)k));
    for (int i = 0; i < FELT_ROOM_SEAT_STATES; i++)
        assert_true(felt_room_seat_word((enum felt_room_seat_state)i)[0] != 0);
}

static void auto_actions_are_read_and_written(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool good;
        enum felt_room_auto_action kind;
        felt_chips limit;
    } rows[] = {{"check_fold", true, FELT_ROOM_AUTO_CHECK_FOLD, 0},
                {"fold", true, FELT_ROOM_AUTO_FOLD, 0},
                {"call_1", true, FELT_ROOM_AUTO_CALL, 1},
                {"call_1099511627775", true, FELT_ROOM_AUTO_CALL, FELT_CHIPS_MAX},
                {"call_hand_250", true, FELT_ROOM_AUTO_CALL_HAND, 250},
                {"", false, 0, 0},
                {"call_", false, 0, 0},
                {"call_0", false, 0, 0},
                {"call_07", false, 0, 0},
                {"call_1099511627776", false, 0, 0},
                {"call_99999999999999999999999999", false, 0, 0},
                {"call_+5", false, 0, 0},
                {"call_5 ", false, 0, 0},
                {"call_hand_", false, 0, 0},
                {"folds", false, 0, 0},
                {"check", false, 0, 0},
                {"FOLD", false, 0, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[FELT_ROOM_AUTO_ACTION_BYTES];
        uint8_t kind = 99;
        felt_chips limit = 99;
        bool good = felt_room_auto_action_read(rows[i].text, strlen(rows[i].text), &kind, &limit);
        if (good != rows[i].good) fail_msg("%s", rows[i].text);
        if (!good) continue;
        assert_int_equal(kind, rows[i].kind);
        assert_true(limit == rows[i].limit);
        assert_string_equal(felt_room_auto_action_write(rows[i].kind, limit, text), rows[i].text);
    }
}

/* ---- the short way ---- */

/* Both ways, whole structs: they are cleared before they are filled. */
static bool same_both_ways(const char *text, size_t bytes)
{
    struct felt_room_client_msg quick, slow;
    char why_quick[FELT_PROTOCOL_TEXT_BYTES] = "", why_slow[FELT_PROTOCOL_TEXT_BYTES] = "";
    enum felt_no a = felt_protocol_read_room_client(text, bytes, &quick, why_quick);
    enum felt_no b = felt_protocol_read_room_client_slowly(text, bytes, &slow, why_slow);
    return a == b && strcmp(why_quick, why_slow) == 0 && memcmp(&quick, &slow, sizeof quick) == 0;
}

static void want_with_any_byte_changed_is_read_the_same(void **state)
{
    (void)state;
    static const char frame[] = "{\"req\":7,\"type\":\"action\",\"v\":1,\"table\":\"nl-2-1\","
                                "\"hand_id\":\"H-2\",\"action\":\"RAISE_TO\",\"amount\":12,"
                                "\"req_id\":7}";
    char text[sizeof frame];
    for (size_t at = 0; at + 1 < sizeof frame; at++) {
        memcpy(text, frame, sizeof frame);
        for (int byte = 0; byte < 256; byte++) {
            text[at] = (char)byte;
            if (!same_both_ways(text, sizeof frame - 1)) fail_msg("byte %zu: %d", at, byte);
        }
        assert_true(same_both_ways(frame, at));
    }
}

/* Pieces of frames in any order, with mistakes among them. */
static void want_read_quickly_is_the_one_read_slowly(void **state)
{
    (void)state;
    static const char *const pieces[] = {"\"type\":\"action\"",
                                         "\"table\":\"nl-2-1\"",
                                         "\"hand_id\":\"H-1\"",
                                         "\"action\":\"FOLD\"",
                                         "\"action\":\"CALL\"",
                                         "\"action\":\"RAISE_TO\"",
                                         "\"amount\":12",
                                         "\"req\":3",
                                         "\"req_id\":41",
                                         "\"v\":1",
                                         "\"action\":\"CHOOSE\"",
                                         "\"choice\":1",
                                         "\"table\":\"\"",
                                         "\"table\":\"\\u0041\"",
                                         "\"table\":\"" THIRTY_THREE "\"",
                                         "\"req\":1.5",
                                         "\"req\":9007199254740992",
                                         "\"amount\":9007199254740992",
                                         "\"req\":01",
                                         "\"type\":\"chat\"",
                                         "\"text\":\"x\"",
                                         "\"table\":7",
                                         "\"amount\":-1"};
    enum { PIECES = sizeof pieces / sizeof pieces[0], USUAL = 10 };
    struct felt_rng rng = felt_rng_make(5);
    int rounds = test_is_quick() ? 10000 : 100000, taken = 0;
    for (int i = 0; i < rounds; i++) {
        char text[1024], why[FELT_PROTOCOL_TEXT_BYTES];
        struct felt_room_client_msg msg;
        struct felt_buffer out = felt_buffer_make(text, sizeof text);
        bool usual = felt_rng_below(&rng, 2) == 0;
        felt_buffer_text(&out,
                         usual ? "{\"type\":\"action\",\"table\":\"t\",\"hand_id\":\"H\"" : "{");
        int count = 1 + (int)felt_rng_below(&rng, usual ? 3 : 6);
        for (int k = 0; k < count; k++) {
            uint32_t from = usual ? 3 : 0, to = felt_rng_below(&rng, 8) ? USUAL : PIECES;
            if (k || usual) felt_buffer_text(&out, ",");
            felt_buffer_text(&out, pieces[from + felt_rng_below(&rng, to - from)]);
        }
        felt_buffer_text(&out, "}");
        if (!same_both_ways(text, out.used)) fail_msg("%.*s", (int)out.used, text);
        taken += felt_protocol_read_room_client(text, out.used, &msg, why) == FELT_NO_NOT;
    }
    assert_true(taken > rounds / 20);
}

static void want_is_limited_in_bytes(void **state)
{
    (void)state;
    static char text[5000];
    struct felt_room_client_msg msg;
    char why[FELT_PROTOCOL_TEXT_BYTES] = "";
    memset(text, ' ', sizeof text);
    memcpy(text, ACTION "\"action\":\"FOLD\"}", strlen(ACTION "\"action\":\"FOLD\"}"));
    assert_int_equal(felt_protocol_read_room_client(text, 4096, &msg, why), FELT_NO_NOT);
    assert_int_equal(felt_protocol_read_room_client(text, 4097, &msg, why), FELT_NO_BAD_SCHEMA);
    assert_non_null(strstr(why, "4096 bytes"));
}

TEST_MODULE(read_room_client)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(want_that_is_wrong_is_refused_with_advice),
        cmocka_unit_test(want_of_unknown_type_is_told_so),
        cmocka_unit_test(want_plain_kinds_are_taken),
        cmocka_unit_test(want_sit_is_taken),
        cmocka_unit_test(want_terms_are_taken),
        cmocka_unit_test(want_terms_that_are_wrong_are_refused),
        cmocka_unit_test(want_hello_and_filters_are_taken),
        cmocka_unit_test(want_tournaments_are_taken),
        cmocka_unit_test(want_actions_are_taken),
        cmocka_unit_test(want_chat_is_trimmed_and_bounded),
        cmocka_unit_test(words_of_wants_and_news_are_found_again),
        cmocka_unit_test(auto_actions_are_read_and_written),
        cmocka_unit_test(want_with_any_byte_changed_is_read_the_same),
        cmocka_unit_test(want_read_quickly_is_the_one_read_slowly),
        cmocka_unit_test(want_is_limited_in_bytes),
    };
    return cmocka_run_group_tests_name("read_room_client", tests, NULL, NULL);
}
