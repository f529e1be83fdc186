/* test_read_arena_client.c -- what clients send: what is taken, what is refused and with which
 * words, and that the short way for plain actions says what the long way says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/buffer.h"
#include "felt/rng.h"
#include "module.h"
#include "support.h"
#include "server/protocol/read_arena_client.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum felt_refusal read(const char *text, struct felt_arena_client_msg *out)
{
    char why[FELT_PROTOCOL_TEXT_BYTES] = "";
    enum felt_refusal refusal = felt_protocol_read_arena_client(text, strlen(text), out, why);
    assert_int_equal(refusal != FELT_REFUSED_NOT, why[0] != 0);
    return refusal;
}

/* ---- what is refused ---- */

#define ACTION "{\"type\":\"action\",\"v\":1,\"hand_id\":\"H-1\","
#define HELLO  "{\"type\":\"hello\",\"v\":1,"

static const struct {
    const char *text, *advice; /* a part of it */
} wrong[] = {
    {"", "no JSON"},
    {"hello", "no JSON"},
    {"{", "no JSON"},
    {"[]", "one JSON object"},
    {"3", "no JSON"},
    {"{}", "type must be a string"},
    {"{\"type\":1}", "type must be a string"},
    {"{\"type\":\"hello\",\"type\":\"hello\"}", "once"},
    {"{\"type\":\"hello\",\"team\":\"A\"} x", "no JSON"},
    {"{\"type\":\"hello\",\"team\":\"A\"}{}", "no JSON"},
    {"{\"type\":\"hello\",\"v\":2,\"team\":\"A\"}", "v must be 1"},
    {"{\"type\":\"hello\",\"v\":true,\"team\":\"A\"}", "v must be 1"},
    {"{\"type\":\"hello\",\"v\":\"1\",\"team\":\"A\"}", "v must be 1"},
    {"{\"type\":\"hello\",\"v\":1.0,\"team\":\"A\"}", "v must be 1"},
    {"{\"type\":\"hello\",\"v\":null,\"team\":\"A\"}", "v must be 1"},
    {HELLO "\"team\":\"\\u0000\"}", "no JSON"},
    {HELLO "\"x\":NaN}", "no JSON"},
    {HELLO "\"team\":\"\xff\"}", "no JSON"},
    {HELLO "\"x\":1}", "team must be a string"},
    {HELLO "\"team\":7}", "team must be a string"},
    {HELLO "\"team\":\"\"}", "1 to 64 bytes"},
    {HELLO "\"team\":\" \\t \"}", "1 to 64 bytes"},
    {HELLO "\"team\":\"1234567890123456789012345678901234567890123456789012345678901234x\"}",
     "1 to 64 bytes"},
    {HELLO "\"team\":\"a\\u0007b\"}", "control characters"},
    {HELLO "\"team\":\"a\\u0085b\"}", "control characters"},
    {HELLO "\"team\":\"a\\u200bb\"}", "invisible"},
    {HELLO "\"team\":\"a\\u202eb\"}", "invisible"},
    {HELLO "\"team\":\"a\\u2066b\"}", "invisible"},
    {HELLO "\"team\":\"a\\ufeffb\"}", "invisible"},
    {HELLO "\"team\":\"a\\u00adb\"}", "invisible"},
    {HELLO "\"team\":\"A\",\"join_code\":7}", "join_code must be a string"},
    {HELLO "\"team\":\"A\",\"join_code\":null}", "join_code must be a string"},
    {HELLO "\"team\":\"A\",\"role\":\"dealer\"}", "role must be"},
    {HELLO "\"team\":\"A\",\"role\":null}", "role must be"},
    {HELLO "\"role\":\"spectator\",\"secret\":1}", "secret must be"},
    {"{\"type\":\"action\",\"action\":\"FOLD\"}", "hand_id must be"},
    {"{\"type\":\"action\",\"hand_id\":\"\",\"action\":\"FOLD\"}", "hand_id must be"},
    {"{\"type\":\"action\",\"hand_id\":7,\"action\":\"FOLD\"}", "hand_id must be"},
    {"{\"type\":\"action\",\"hand_id\":\"123456789012345678901234567890123\","
     "\"action\":\"FOLD\"}",
     "hand_id must be"},
    {ACTION "\"x\":1}", "action must be a string"},
    {ACTION "\"action\":1}", "action must be a string"},
    {ACTION "\"action\":\"RAISE_TO\"}", "amount must be a whole number, for example 1200"},
    {ACTION "\"action\":\"RAISE_TO\",\"amount\":true}", "amount must be"},
    {ACTION "\"action\":\"RAISE_TO\",\"amount\":1.5}", "amount must be"},
    {ACTION "\"action\":\"RAISE_TO\",\"amount\":\"40\"}", "amount must be"},
    {ACTION "\"action\":\"RAISE_TO\",\"amount\":1e3}", "amount must be"},
    {ACTION "\"action\":\"RAISE_TO\",\"amount\":40.0}", "amount must be"},
    {ACTION "\"action\":\"RAISE_TO\",\"amount\":null}", "amount must be"},
    {ACTION "\"action\":\"RAISE_TO\",\"amount\":[40]}", "amount must be"},
    {ACTION "\"action\":\"RAISE_TO\",\"amount\":-1}", "amount must be"},
    {ACTION "\"action\":\"RAISE_TO\",\"amount\":9007199254740992}", "amount must be"},
    {ACTION "\"action\":\"RAISE_TO\",\"amount\":99999999999999999999}", "at most"},
    {ACTION "\"action\":\"RAISE_TO\",\"amount\":040}", "no JSON"},
    {ACTION "\"action\":\"FOLD\",\"req_id\":\"7\"}", "req_id must be"},
    {ACTION "\"action\":\"FOLD\",\"req_id\":-7}", "req_id must be"},
    {ACTION "\"action\":\"FOLD\",\"req_id\":7.5}", "req_id must be"},
    {ACTION "\"action\":\"FOLD\",\"req_id\":null}", "req_id must be"},
    {ACTION "\"action\":\"DISCARD\"}", "cards must be a list"},
    {ACTION "\"action\":\"DISCARD\",\"cards\":\"As\"}", "cards must be a list"},
    {ACTION "\"action\":\"DISCARD\",\"cards\":[7]}", "must be a card"},
    {ACTION "\"action\":\"DISCARD\",\"cards\":[\"\"]}", "must be a card"},
    {ACTION "\"action\":\"DISCARD\",\"cards\":[\"AsKd\"]}", "must be a card"},
    {ACTION "\"action\":\"DISCARD\",\"cards\":[\"1s\"]}", "must be a card"},
    {ACTION "\"action\":\"DISCARD\",\"cards\":[\"As\",\"As\"]}", "twice"},
    {ACTION "\"action\":\"DISCARD\",\"cards\":[1,2,3,4,5,6,7,8,9]}", "at most 8"},
    {ACTION "\"action\":\"RUNS\"}", "choice must be"},
    {ACTION "\"action\":\"RUNS\",\"choice\":65536}", "choice must be"},
    {"{\"type\":\"control\"}", "command must be"},
    {"{\"type\":\"control\",\"command\":\"DANCE\"}", "command must be"},
    {"{\"type\":\"control\",\"command\":\"FORFEIT_SEAT\"}", "seat must be"},
    {"{\"type\":\"control\",\"command\":\"FORFEIT_SEAT\",\"seat\":10}", "seat must be"},
    {"[[[[[[[[[]]]]]]]]]", "8 levels"},
    {"{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{}}}}}}}}}", "8 levels"},
};

static void ask_that_is_wrong_is_refused_with_advice(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct felt_arena_client_msg msg;
        char why[FELT_PROTOCOL_TEXT_BYTES] = "";
        enum felt_refusal refusal =
            felt_protocol_read_arena_client(wrong[i].text, strlen(wrong[i].text), &msg, why);
        if (refusal != FELT_REFUSED_BAD_SCHEMA || !strstr(why, wrong[i].advice))
            fail_msg("%s: %d, %s", wrong[i].text, (int)refusal, why);
    }
}

static void ask_of_unknown_type_is_told_the_types(void **state)
{
    (void)state;
    static const char *const rows[] = {"{\"type\":\"\"}", "{\"type\":\"Hello\"}",
                                       "{\"type\":\"bet\",\"v\":1}"};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_arena_client_msg msg;
        assert_int_equal(read(rows[i], &msg), FELT_REFUSED_UNKNOWN_TYPE);
    }
}

/* ---- limits ---- */

/* `members` of them, and a string full of what only looks like more. */
enum { MEMBERS_BYTES = 8192, MADE_UP_BYTES = 1024 };
static void write_members(char out[MEMBERS_BYTES], int members)
{
    struct felt_buffer text = felt_buffer_make(out, MEMBERS_BYTES);
    felt_buffer_text(
        &text, "{\"type\":\"control\",\"command\":\"PAUSE\",\"text\":\"::::[[[[[[[[[[{{{{\\\":\"");
    for (int i = 3; i < members; i++) {
        felt_buffer_text(&text, ",\"m");
        felt_buffer_int(&text, i);
        felt_buffer_text(&text, "\":");
        felt_buffer_int(&text, i);
    }
    felt_buffer_text(&text, "}");
    felt_buffer_terminate(&text);
}

static void ask_is_limited_in_members_and_bytes(void **state)
{
    (void)state;
    char text[MEMBERS_BYTES];
    struct felt_arena_client_msg msg;
    write_members(text, 32);
    assert_int_equal(read(text, &msg), FELT_REFUSED_NOT);
    write_members(text, 33);
    assert_int_equal(read(text, &msg), FELT_REFUSED_BAD_SCHEMA);
    for (int bytes = 4096; bytes <= 4097; bytes++) {
        memset(text, ' ', sizeof text);
        memcpy(text, ACTION "\"action\":\"FOLD\"}", strlen(ACTION "\"action\":\"FOLD\"}"));
        text[bytes] = 0;
        assert_int_equal(read(text, &msg),
                         bytes == 4096 ? FELT_REFUSED_NOT : FELT_REFUSED_BAD_SCHEMA);
    }
}

/* ---- what is taken ---- */

static void ask_hello_is_taken(void **state)
{
    (void)state;
    struct felt_arena_client_msg msg;
    assert_int_equal(
        read("{\"type\":\"hello\",\"v\":1,\"team\":\"Alpha\",\"join_code\":\"KF7Q9C\"}", &msg),
        FELT_REFUSED_NOT);
    assert_int_equal(msg.kind, FELT_ARENA_CLIENT_HELLO);
    assert_string_equal(msg.hello.team, "Alpha");
    assert_string_equal(msg.hello.code, "KF7Q9C");
    assert_true(msg.hello.has_code);
    assert_int_equal(msg.hello.role, FELT_AS_PLAYER);
    /* No code, blanks around, later clients' extra fields. */
    assert_int_equal(read(" {\"bot\":{\"a\":[1,2]},\"team\":\" \\tGr\\u00fcn 7 \\n\","
                          "\"type\":\"hello\"}\n",
                          &msg),
                     FELT_REFUSED_NOT);
    assert_string_equal(msg.hello.team, "Gr\xc3\xbcn 7");
    assert_false(msg.hello.has_code);
    assert_int_equal(read(HELLO "\"team\":\"A\",\"join_code\":\"\"}", &msg), FELT_REFUSED_NOT);
    assert_false(msg.hello.has_code);
    assert_int_equal(read(HELLO "\"role\":\"spectator\",\"secret\":\"s3\"}", &msg),
                     FELT_REFUSED_NOT);
    assert_int_equal(msg.hello.role, FELT_AS_SPECTATOR);
    assert_string_equal(msg.hello.secret, "s3");
    assert_int_equal(read(HELLO "\"role\":\"operator\",\"team\":\"Desk\"}", &msg),
                     FELT_REFUSED_NOT);
    assert_int_equal(msg.hello.role, FELT_AS_OPERATOR);
    assert_string_equal(msg.hello.team, "Desk");
}

static void ask_action_is_taken(void **state)
{
    (void)state;
    static const struct {
        const char *rest;
        bool known, has_req, has_amount;
        uint8_t kind, cards;
        uint16_t choice;
        uint64_t req_id;
        felt_chips amount;
    } rows[] = {
        {"\"action\":\"FOLD\"}", true, false, false, FELT_FOLD, 0, 0, 0, 0},
        {"\"action\":\"CHECK\"}", true, false, false, FELT_CHECK, 0, 0, 0, 0},
        {"\"action\":\"CALL\",\"amount\":null}", true, false, false, FELT_CALL, 0, 0, 0, 0},
        {"\"action\":\"CALL\",\"amount\":200}", true, false, false, FELT_CALL, 0, 0, 0, 0},
        {"\"action\":\"RAISE_TO\",\"amount\":1200}", true, false, true, FELT_RAISE_TO, 0, 0, 0,
         1200},
        {"\"action\":\"RAISE_TO\",\"amount\":0}", true, false, true, FELT_RAISE_TO, 0, 0, 0, 0},
        {"\"action\":\"RAISE_TO\",\"amount\":9007199254740991}", true, false, true, FELT_RAISE_TO,
         0, 0, 0, 9007199254740991},
        {"\"req_id\":17,\"action\":\"FOLD\"}", true, true, false, FELT_FOLD, 0, 0, 17, 0},
        {"\"req_id\":0,\"action\":\"FOLD\"}", true, true, false, FELT_FOLD, 0, 0, 0, 0},
        {"\"action\":\"BRING_IN\"}", true, false, false, FELT_BRING_IN, 0, 0, 0, 0},
        {"\"action\":\"DISCARD\",\"cards\":[\"As\",\"Td\"]}", true, false, false, FELT_DISCARD, 2,
         0, 0, 0},
        {"\"action\":\"DISCARD\",\"cards\":[]}", true, false, false, FELT_DISCARD, 0, 0, 0, 0},
        {"\"action\":\"RUNS\",\"choice\":1}", true, false, false, FELT_RUNS, 0, 1, 0, 0},
        {"\"action\":\"ALL_IN\",\"amount\":5}", false, false, false, 0, 0, 0, 0, 0},
        {"\"action\":\"fold\"}", false, false, false, 0, 0, 0, 0, 0},
        {"\"action\":\"\"}", false, false, false, 0, 0, 0, 0, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_arena_client_msg msg;
        char text[512];
        snprintf(text, sizeof text, "%s%s", ACTION, rows[i].rest);
        assert_int_equal(read(text, &msg), FELT_REFUSED_NOT);
        const struct felt_arena_client_action *action = &msg.action;
        assert_int_equal(msg.kind, FELT_ARENA_CLIENT_ACTION);
        assert_string_equal(action->hand_id, "H-1");
        assert_int_equal(action->known, rows[i].known);
        assert_int_equal(action->has_req, rows[i].has_req);
        assert_int_equal(action->has_amount, rows[i].has_amount);
        assert_int_equal(action->kind, rows[i].kind);
        assert_int_equal(action->cards, rows[i].cards);
        assert_int_equal(action->choice, rows[i].choice);
        assert_true(action->req_id == rows[i].req_id);
        assert_true(action->amount == rows[i].amount);
    }
}

static void ask_control_is_taken(void **state)
{
    (void)state;
    for (int control = 0; control < FELT_CONTROLS; control++) {
        char text[128];
        struct felt_arena_client_msg msg;
        snprintf(text, sizeof text, "{\"type\":\"control\",\"command\":\"%s\",\"seat\":3}",
                 felt_control_word((enum felt_control)control));
        assert_int_equal(read(text, &msg), FELT_REFUSED_NOT);
        assert_int_equal(msg.kind, FELT_ARENA_CLIENT_CONTROL);
        assert_int_equal(msg.control, control);
        assert_int_equal(msg.seat, control == FELT_CONTROL_FORFEIT_SEAT ? 3 : FELT_SEAT_NONE);
    }
}

/* ---- the short way ---- */

/* Both ways, whole structs: they are cleared before they are filled. */
static bool same_both_ways(const char *text, size_t bytes)
{
    struct felt_arena_client_msg quick, slow;
    char why_quick[FELT_PROTOCOL_TEXT_BYTES] = "", why_slow[FELT_PROTOCOL_TEXT_BYTES] = "";
    enum felt_refusal a = felt_protocol_read_arena_client(text, bytes, &quick, why_quick);
    enum felt_refusal b = felt_protocol_read_slowly(text, bytes, &slow, why_slow);
    return a == b && strcmp(why_quick, why_slow) == 0 &&
           (a != FELT_REFUSED_NOT || memcmp(&quick, &slow, sizeof quick) == 0);
}

/* Pieces of actions in any order, with mistakes among them. */
static size_t make_up(struct felt_rng *rng, char out[MADE_UP_BYTES])
{
    static const char *const pieces[] = {
        "\"type\":\"action\"",
        "\"hand_id\":\"H-2025-10-17-00123\"",
        "\"v\":1",
        "\"action\":\"FOLD\"",
        "\"action\":\"RAISE_TO\"",
        "\"action\":\"CALL\"",
        "\"amount\":1200",
        "\"req_id\":7",
        "\"v\":2",
        "\"amount\":01",
        "\"amount\":1e3",
        "\"amount\":999999999999999",
        "\"amount\":9007199254740992",
        "\"amount\":-0",
        "\"amount\" : 0 ",
        "\"req_id\":1.0",
        "\"action\":\"ALL_IN\"",
        "\"action\":\"DISCARD\"",
        "\"cards\":[\"As\"]",
        "\"hand_id\":\"\\u0048\"",
        "\"hand_id\":\"\"",
        "\"hand_id\":\"12345678901234567890123456789012\"",
        "\"hand_id\":\"123456789012345678901234567890123\"",
        "\"type\":\"hello\"",
        "\"team\":\"A\"",
        "\"hand_id\":\"\xc3\xbc\"",
        "\"amount\":null",
        "",
    };
    enum { PIECES = sizeof pieces / sizeof pieces[0], USUAL = 6 };
    bool usual = felt_rng_below(rng, 2) == 0;
    int count = (int)felt_rng_below(rng, usual ? 4 : 7);
    struct felt_buffer text = felt_buffer_make(out, MADE_UP_BYTES);
    /* Half of them are most of a good frame, so that many are taken. */
    felt_buffer_text(&text, usual ? "{\"type\":\"action\" ,\"hand_id\":\"H-1\"" : "{");
    for (int i = 0; i < count; i++) {
        bool any = !usual || felt_rng_below(rng, 8) == 0;
        if (i || usual) felt_buffer_text(&text, ",");
        felt_buffer_text(
            &text, pieces[any ? felt_rng_below(rng, PIECES) : 2 + felt_rng_below(rng, USUAL)]);
    }
    felt_buffer_text(&text, felt_rng_below(rng, 20) ? "}" : "} }");
    felt_buffer_terminate(&text);
    size_t bytes = text.used;
    if (felt_rng_below(rng, 4) == 0)
        out[felt_rng_below(rng, (uint32_t)bytes)] = (char)felt_rng_below(rng, 256);
    return bytes;
}

static void ask_read_quickly_is_the_one_read_slowly(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(5);
    int rounds = test_is_quick() ? 20000 : 200000, taken = 0;
    for (int i = 0; i < rounds; i++) {
        char text[MADE_UP_BYTES], why[FELT_PROTOCOL_TEXT_BYTES];
        struct felt_arena_client_msg msg;
        size_t bytes = make_up(&rng, text);
        if (!same_both_ways(text, bytes)) fail_msg("%.*s", (int)bytes, text);
        taken += felt_protocol_read_arena_client(text, bytes, &msg, why) == FELT_REFUSED_NOT;
    }
    assert_true(taken > rounds / 20);
}

/* Every single byte of a good frame changed to every other, and every beginning of it. */
static void ask_with_any_byte_changed_is_read_the_same(void **state)
{
    (void)state;
    static const char frame[] = "{\"type\":\"action\",\"v\":1,\"hand_id\":\"H-2025-10-17-00123\","
                                "\"action\":\"RAISE_TO\",\"amount\":1200,\"req_id\":7}";
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

TEST_MODULE(read_arena_client)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ask_that_is_wrong_is_refused_with_advice),
        cmocka_unit_test(ask_of_unknown_type_is_told_the_types),
        cmocka_unit_test(ask_is_limited_in_members_and_bytes),
        cmocka_unit_test(ask_hello_is_taken),
        cmocka_unit_test(ask_action_is_taken),
        cmocka_unit_test(ask_control_is_taken),
        cmocka_unit_test(ask_read_quickly_is_the_one_read_slowly),
        cmocka_unit_test(ask_with_any_byte_changed_is_read_the_same),
    };
    return cmocka_run_group_tests_name("read_arena_client", tests, NULL, NULL);
}
