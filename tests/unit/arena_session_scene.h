/* arena_session_scene.h -- for the tests of the session: a game in the fake arena, teams at its
 * table.  Include it behind cmocka.h. */
#ifndef FELT_TESTS_ARENA_SESSION_SCENE_H
#define FELT_TESTS_ARENA_SESSION_SCENE_H

#include "fake_arena.h"
#include "server/table/poker_adapter.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct game {
    struct fake_arena fake_arena;
    struct felt_poker_adapter poker;
    char brief[FAKE_ARENA_BRIEF_BYTES];
    int droppable, kept; /* frames that a slow reader may miss, and others                    */
    bool disk_fails;
    char *match; /* the text of a match that was kept                                         */
    size_t match_bytes;
    int matches, winners;
    int holds,
        together[FAKE_ARENA_CONNS]; /* held connections: 1 and the frames since then, 0: not held */
};

static inline void begin_with(struct game *game, const char *variant)
{
    struct felt_complaint complaint;
    *game = (struct game){0};
    assert_int_equal(
        felt_poker_adapter_make(&game->poker, variant, FELT_NO_LIMIT, 50, 100, &complaint),
        FELT_OK);
    fake_arena_init(&game->fake_arena, &game->poker.adapter);
}

static inline void begin(struct game *game)
{
    begin_with(game, "holdem");
}

static inline void hello(struct game *game, uint32_t conn, const char *team)
{
    fake_arena_connect(&game->fake_arena, conn, "");
    fake_arena_say(&game->fake_arena, conn,
                   "{\"type\":\"hello\",\"v\":1,\"team\":\"%s\",\"join_code\":\"%s\"}", team, team);
}

static inline void seat_two(struct game *game)
{
    begin(game);
    fake_arena_open(&game->fake_arena);
    hello(game, 0, "Alpha");
    hello(game, 1, "Beta");
    fake_arena_deafen(&game->fake_arena);
}

static inline const struct felt_arena_session_counts *counts(const struct game *game)
{
    return felt_arena_session_counts(game->fake_arena.host);
}

/* Answers the last act of a connection, if there is one: checks, else calls. */
static inline bool answer(struct game *game, uint32_t conn, bool numbered)
{
    char reply[256] = "";
    for (struct fake_arena_frame *frame; (frame = fake_arena_take(&game->fake_arena, conn));
         free(frame)) {
        json_t *json = json_loads(frame->text, 0, NULL);
        if (strcmp(json_string_value(json_object_get(json, "type")), "act") == 0) {
            long long req_id = json_integer_value(json_object_get(json, "req_id"));
            char number[48] = "";
            if (numbered) snprintf(number, sizeof number, ",\"req_id\":%lld", req_id);
            snprintf(reply, sizeof reply,
                     "{\"type\":\"action\",\"hand_id\":\"%s\",\"action\":\"%s\"%s}",
                     json_string_value(json_object_get(json, "hand_id")),
                     json_object_get(json, "call_amount") ? "CALL" : "CHECK", number);
        }
        json_decref(json);
    }
    if (*reply) fake_arena_say(&game->fake_arena, conn, "%s", reply);
    return *reply != '\0';
}

/* Any action; what needs no amount takes no notice of it. */
static inline void bet(struct game *game, uint32_t conn, int hand, const char *action,
                       int64_t amount)
{
    fake_arena_say(&game->fake_arena, conn,
                   "{\"type\":\"action\",\"hand_id\":\"H-2025-10-17-%05d\",\"action\":\"%s\","
                   "\"amount\":%lld}",
                   hand, action, (long long)amount);
}

/* What is answered over HTTP (12.5), which the caller frees. */
static inline json_t *ask_api(struct game *game, const char *path)
{
    char *text;
    size_t bytes;
    if (!felt_arena_session_api(game->fake_arena.host, path, "", &text, &bytes)) return NULL;
    json_t *json = json_loadb(text, bytes, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(json);
    free(text);
    return json;
}

#endif
