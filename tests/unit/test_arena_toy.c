/* test_arena_toy.c -- a game that is not poker at a table of the arena: nothing between the adapter
 * and the connection knows what is played. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/poker.h"
#include "fake_arena.h"
#include "module.h"
#include "os/secret.h"
#include "support.h"
#include "toy_game.h"

#include <ctype.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char brief[FAKE_ARENA_BRIEF_BYTES];

static void seat_two(struct fake_arena *fake_arena)
{
    fake_arena_init(fake_arena, &toy_adapter);
    fake_arena->services.digests =
        fake_arena_unshuffled; /* 2c to the left of the button, then 2d */
    fake_arena->table.stack = 3;
    fake_arena_open(fake_arena);
    fake_arena_connect(fake_arena, 0, "");
    fake_arena_say(fake_arena, 0,
                   "{\"type\":\"hello\",\"v\":1,\"team\":\"Alpha\",\"join_code\":\"a\"}");
    fake_arena_connect(fake_arena, 1, "");
    fake_arena_say(fake_arena, 1,
                   "{\"type\":\"hello\",\"v\":1,\"team\":\"Beta\",\"join_code\":\"b\"}");
}

static void answer(struct fake_arena *fake_arena, uint32_t conn, int hand, const char *word)
{
    fake_arena_say(
        fake_arena, conn,
        "{\"type\":\"action\",\"v\":1,\"hand_id\":\"H-2025-10-17-%05d\",\"action\":\"%s\"}", hand,
        word);
}

static void arena_toy_plays_a_match(void **state)
{
    (void)state;
    struct fake_arena fake_arena;
    seat_two(&fake_arena);
    assert_string_equal(fake_arena_brief(&fake_arena, 0, brief),
                        "welcome T-1 seat 0\n"
                        "lobby 0:Alpha:3\n"
                        "lobby 0:Alpha:3 1:Beta:3\n"
                        "start_hand H-2025-10-17-00001 button 0 stacks 0:3 1:3\n"
                        "ANTE 0 1\n"
                        "ANTE 1 1\n"
                        "DEAL 1 1\n"
                        "DEAL 0 1 [2d]\n");
    assert_string_equal(fake_arena_brief(&fake_arena, 1, brief),
                        "welcome T-1 seat 1\n"
                        "lobby 0:Alpha:3 1:Beta:3\n"
                        "start_hand H-2025-10-17-00001 button 0 stacks 0:3 1:3\n"
                        "ANTE 0 1\n"
                        "ANTE 1 1\n"
                        "DEAL 1 1 [2c]\n"
                        "DEAL 0 1\n"
                        "act 1 CARD [2c] stack 2 in 0 to_call 1 time 15000 | FOLD CALL 1 req 1\n");
    answer(&fake_arena, 1, 1, "RAISE_TO");
    answer(&fake_arena, 1, 1, "CALL");
    answer(&fake_arena, 0, 1, "CALL");
    assert_string_equal(fake_arena_brief(&fake_arena, 1, brief),
                        "error BAD_SCHEMA\n" /* RAISE_TO needs an amount */
                        "CALL 1 1 1\n"
                        "CALL 0 1 1\n"
                        "SHOWDOWN 0 [2d] [] one_card\n"
                        "SHOWDOWN 1 [2c] [] one_card\n"
                        "POT_AWARD 0 4 0\n"
                        "end_hand 0:5 1:1\n"
                        "start_hand H-2025-10-17-00002 button 1 stacks 0:5 1:1\n"
                        "ANTE 0 1\n"
                        "ANTE 1 1 all_in\n"
                        "DEAL 0 1\n"
                        "DEAL 1 1 [2d]\n");
    /* The ante was the last chip of seat 1; seat 0 has the lower card and folds. */
    fake_arena_deafen(&fake_arena);
    answer(&fake_arena, 0, 2, "FOLD");
    assert_string_equal(fake_arena_brief(&fake_arena, 1, brief),
                        "FOLD 0\n"
                        "POT_AWARD 1 2 0\n"
                        "end_hand 0:4 1:2\n"
                        "start_hand H-2025-10-17-00003 button 0 stacks 0:4 1:2\n"
                        "ANTE 0 1\n"
                        "ANTE 1 1\n"
                        "DEAL 1 1 [2c]\n"
                        "DEAL 0 1\n"
                        "act 1 CARD [2c] stack 1 in 0 to_call 1 time 15000 | FOLD CALL 1 req 4\n");
    fake_arena_wait(&fake_arena, 30000); /* both are called for */
    assert_string_equal(fake_arena_brief(&fake_arena, 1, brief),
                        "CALL 1 1 1 all_in\n"
                        "CALL 0 1 1\n"
                        "SHOWDOWN 0 [2d] [] one_card\n"
                        "SHOWDOWN 1 [2c] [] one_card\n"
                        "POT_AWARD 0 4 0\n"
                        "ELIMINATED 1\n"
                        "end_hand 0:6 1:0\n"
                        "match_end winner 0 Alpha stacks 0:Alpha:6 1:Beta:0 reveals 3\n");
    fake_arena_close(&fake_arena);
}

static void arena_toy_survives_a_crash(void **state)
{
    (void)state;
    struct fake_arena fake_arena;
    seat_two(&fake_arena);
    answer(&fake_arena, 1, 1, "CALL");
    uint64_t hash = felt_arena_hash(felt_arena_session_arena(fake_arena.host));
    for (int snapshot = 0; snapshot < 2; snapshot++) {
        if (snapshot) fake_arena_snapshot(&fake_arena);
        assert_true(fake_arena_crash(&fake_arena, 0, true));
        assert_int_equal(fake_arena.restored_hash, hash);
        hash = felt_arena_hash(
            felt_arena_session_arena(fake_arena.host)); /* ids of hands are passed over */
    }
    fake_arena_deafen(&fake_arena);
    fake_arena_connect(&fake_arena, 5, "");
    fake_arena_say(&fake_arena, 5,
                   "{\"type\":\"hello\",\"v\":1,\"team\":\"Alpha\",\"join_code\":\"a\"}");
    assert_string_equal(
        fake_arena_brief(&fake_arena, 5, brief),
        "welcome T-1 seat 0\n"
        "lobby 0:Alpha:2 1:Beta:1 away\n"
        "snapshot 0 CARD [2d] stack 2 in 0 to_call 1 next 0 time 15000 | FOLD CALL 1 "
        "req 2 history 5\n"
        "act 0 CARD [2d] stack 2 in 0 to_call 1 time 15000 | FOLD CALL 1 req 2\n");
    fake_arena_close(&fake_arena);
}

/* PROTOCOL 7.9, 8.2: of a long match the last keys are told, and how many are not; each is the key
 * of its hand. */
static void arena_toy_long_match_reveals_its_last_hands(void **state)
{
    (void)state;
    enum { HANDS = 1100 };
    static const struct felt_digests digests = {.hmac = felt_secret_hmac, .hash = felt_secret_hash};
    struct fake_arena fake_arena;
    fake_arena_init(&fake_arena, &toy_adapter);
    fake_arena.table.max_hands = HANDS;
    fake_arena_open(&fake_arena);
    for (uint32_t conn = 0; conn < 2; conn++) {
        fake_arena_connect(&fake_arena, conn, "");
        fake_arena_say(&fake_arena, conn,
                       "{\"type\":\"hello\",\"team\":\"T%u\",\"join_code\":\"x\"}", conn);
    }
    for (int hand = 1; hand <= HANDS; hand++) {
        fake_arena_deafen(&fake_arena);
        answer(&fake_arena, hand % 2 ? 1 : 0, hand, "FOLD"); /* left of the button is asked first */
    }
    struct fake_arena_frame *frame = NULL;
    for (struct fake_arena_frame *next; (next = fake_arena_take(&fake_arena, 0)); frame = next)
        free(frame);
    json_t *end = json_loads(frame->text, 0, NULL), *reveals = json_object_get(end, "reveals");
    uint8_t secret[FELT_KEY_BYTES], key[FELT_KEY_BYTES], fresh[FELT_KEY_BYTES];
    const char *hex = json_string_value(json_object_get(end, "secret"));
    for (int i = 0; i < FELT_KEY_BYTES; i++) sscanf(hex + 2 * i, "%2hhx", &secret[i]);
    int count = (int)json_array_size(reveals);
    int omitted = (int)json_integer_value(json_object_get(end, "reveals_omitted"));
    assert_true(count >= 500 && omitted > 0);
    assert_int_equal(count + omitted, HANDS);
    for (int i = 0; i < count; i++) {
        char id[32], text[2 * FELT_KEY_BYTES + 1];
        const json_t *reveal = json_array_get(reveals, (size_t)i);
        snprintf(id, sizeof id, "H-2025-10-17-%05d", omitted + i + 1);
        hex = json_string_value(json_object_get(reveal, "fresh"));
        for (int k = 0; k < FELT_KEY_BYTES; k++) sscanf(hex + 2 * k, "%2hhx", &fresh[k]);
        felt_shuffle_key(&digests, secret, fresh, "M-2025-10-17-00001", (uint32_t)(omitted + i + 1),
                         key);
        for (int k = 0; k < FELT_KEY_BYTES; k++) snprintf(text + 2 * k, 3, "%02x", key[k]);
        assert_string_equal(json_string_value(json_object_get(reveal, "hand_id")), id);
        assert_string_equal(json_string_value(json_object_get(reveal, "key")), text);
    }
    json_decref(end);
    free(frame);
    fake_arena_close(&fake_arena);
}

/* ---- names of variants ---- */

/* Is the word in the text, as a word of its own and in any case? */
static bool has_word(const char *text, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = text; *at; at++) {
        size_t i = 0;
        while (i < length && tolower((unsigned char)at[i]) == tolower((unsigned char)word[i])) i++;
        bool before = at > text && (isalnum((unsigned char)at[-1]) || at[-1] == '_');
        bool behind = isalnum((unsigned char)at[length > i ? i : length]) || at[i] == '_';
        if (i == length && !before && !behind) return true;
    }
    return false;
}

/* Comments may explain by example; code may not. */
static void drop_comments(char *text)
{
    char *out = text;
    for (const char *at = text; *at;) {
        if (at[0] == '/' && at[1] == '*') {
            const char *end = strstr(at, "*/");
            at = end ? end + 2 : at + strlen(at);
        } else {
            *out++ = *at++;
        }
    }
    *out = '\0';
}

static void verify_file(const char *folder, const char *name)
{
    enum { SOURCE_BYTES = 1 << 17 };
    static char text[SOURCE_BYTES];
    char path[2048];
    snprintf(path, sizeof path, "%s/../../src/%s/%s", golden_folder(), folder, name);
    FILE *stream = fopen(path, "r");
    assert_non_null(stream);
    size_t bytes = fread(text, 1, sizeof text - 1, stream);
    assert_true(bytes > 0 && bytes < sizeof text - 1);
    text[bytes] = '\0';
    fclose(stream);
    drop_comments(text);
    for (int row = 0; row < felt_variant_count(); row++) {
        const struct felt_variant *variant = felt_variant_at(row);
        /* "draw" is also something players of many games do. */
        if (strcmp(variant->name, "draw") != 0 && has_word(text, variant->name))
            fail_msg("%s names the game %s", path, variant->name);
        if (has_word(text, variant->title)) fail_msg("%s names the game %s", path, variant->title);
    }
    if (has_word(text, "HUNL")) fail_msg("%s names HUNL", path);
    if (has_word(text, "felt_poker_game")) fail_msg("%s names poker", path);
}

static void arena_and_protocol_name_no_variant(void **state)
{
    (void)state;
    static const char *const files[][2] = {
        {"server/table", "announce.c"},
        {"server/table", "announce.h"},
        {"server/arena", "journal_records.c"},
        {"server/arena", "hand.c"},
        {"server/table", "heap.c"},
        {"server/arena", "hello.c"},
        {"server/table", "chunks.c"},
        {"server/arena", "match.c"},
        {"server/table", "arena_message.c"},
        {"server/table", "arena_message.h"},
        {"server/table", "game_adapter.h"},
        {"server/arena", "arena.c"},
        {"server/arena", "arena.h"},
        {"server/arena", "arena_parts.h"},
        {"server/table", "shuffle.c"},
        {"server/table", "shuffle.h"},
        {"server/protocol", "read_arena_client.c"},
        {"server/protocol", "read_arena_client.h"},
        {"server/protocol", "words.h"},
        {"server/protocol", "write_arena_server.c"},
        {"server/protocol", "write_arena_server.h"},
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        verify_file(files[i][0], files[i][1]);
}

TEST_MODULE(arena_toy)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arena_toy_plays_a_match),
        cmocka_unit_test(arena_toy_survives_a_crash),
        cmocka_unit_test(arena_toy_long_match_reveals_its_last_hands),
        cmocka_unit_test(arena_and_protocol_name_no_variant),
    };
    return cmocka_run_group_tests_name("arena_toy", tests, NULL, NULL);
}
