/* fake_arena_brief.c -- frames in few words, so that a test can say what is to come. */
#include "fake_arena.h"

#include "felt/assert.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static const char *text_of(const json_t *frame, const char *key)
{
    const char *text = json_string_value(json_object_get(frame, key));
    return text ? text : "?";
}

static int64_t number_of(const json_t *frame, const char *key)
{
    return json_integer_value(json_object_get(frame, key));
}

static bool is_true(const json_t *frame, const char *key)
{
    return json_is_true(json_object_get(frame, key));
}

static void say_word(struct felt_buffer *out, const char *word)
{
    felt_buffer_char(out, ' ');
    felt_buffer_text(out, word);
}

static void say_number(struct felt_buffer *out, const char *word, int64_t number)
{
    if (*word) say_word(out, word);
    felt_buffer_char(out, ' ');
    felt_buffer_int(out, number);
}

static void say_value(struct felt_buffer *out, const char *key, const json_t *value)
{
    size_t index;
    json_t *item;
    if (json_is_true(value)) say_word(out, key);
    if (json_is_string(value)) say_word(out, json_string_value(value));
    if (json_is_integer(value)) say_number(out, "", json_integer_value(value));
    if (!json_is_array(value)) return;
    felt_buffer_text(out, " [");
    json_array_foreach(value, index, item)
    {
        if (index) felt_buffer_char(out, ' ');
        felt_buffer_text(out, json_string_value(item) ? json_string_value(item) : "?");
    }
    felt_buffer_char(out, ']');
}

static void say_seats(struct felt_buffer *out, const json_t *seats)
{
    size_t index;
    json_t *seat;
    json_array_foreach(seats, index, seat)
    {
        say_number(out, "", number_of(seat, "seat"));
        felt_buffer_char(out, ':');
        if (json_object_get(seat, "team")) {
            felt_buffer_text(out, text_of(seat, "team"));
            felt_buffer_char(out, ':');
        }
        felt_buffer_int(out, number_of(seat, "stack"));
        if (json_is_false(json_object_get(seat, "connected"))) felt_buffer_text(out, " away");
        if (is_true(seat, "forfeited")) felt_buffer_text(out, " forfeited");
    }
}

static void say_options(struct felt_buffer *out, const json_t *frame)
{
    size_t index;
    json_t *word;
    if (!json_object_get(frame, "legal")) return;
    felt_buffer_text(out, " |");
    json_array_foreach(json_object_get(frame, "legal"), index, word)
    {
        say_word(out, json_string_value(word));
        if (strcmp(json_string_value(word), "CALL") == 0)
            say_number(out, "", number_of(frame, "call_amount"));
        if (strcmp(json_string_value(word), "RAISE_TO") != 0) continue;
        say_number(out, "", number_of(frame, "min_raise_to"));
        felt_buffer_char(out, '-');
        felt_buffer_int(out, number_of(frame, "max_raise_to"));
    }
    say_number(out, "req", number_of(frame, "req_id"));
}

static void say_you(struct felt_buffer *out, const json_t *frame)
{
    const json_t *you = json_object_get(frame, "you");
    say_word(out, text_of(frame, "phase"));
    say_value(out, "", json_object_get(you, "hole"));
    say_number(out, "stack", number_of(you, "stack"));
    say_number(out, "in", number_of(you, "committed"));
    say_number(out, "to_call", number_of(you, "to_call"));
}

static void say_next(struct felt_buffer *out, const json_t *frame)
{
    if (json_is_null(json_object_get(frame, "next_actor"))) {
        felt_buffer_text(out, " next nobody");
        return;
    }
    say_number(out, "next", number_of(frame, "next_actor"));
    say_number(out, "time", number_of(frame, "time_ms_remaining"));
}

static void say_event(struct felt_buffer *out, const json_t *frame)
{
    const char *key;
    json_t *value;
    felt_buffer_text(out, text_of(frame, "ev"));
    json_object_foreach((json_t *)frame, key, value)
    {
        if (strcmp(key, "type") != 0 && strcmp(key, "v") != 0 && strcmp(key, "ev") != 0 &&
            strcmp(key, "name") != 0)
            say_value(out, key, value);
    }
}

static void say_match_end(struct felt_buffer *out, const json_t *frame)
{
    const json_t *winner = json_object_get(frame, "winner");
    say_word(out, text_of(frame, "reason"));
    if (winner) {
        say_number(out, "", number_of(winner, "seat"));
        say_word(out, text_of(winner, "team"));
    }
    felt_buffer_text(out, " stacks");
    say_seats(out, json_object_get(frame, "final_stacks"));
    if (json_object_get(frame, "tied"))
        say_number(out, "tied", (int64_t)json_array_size(json_object_get(frame, "tied")));
    say_number(out, "reveals", (int64_t)json_array_size(json_object_get(frame, "reveals")));
}

static void say_status(struct felt_buffer *out, const json_t *frame)
{
    static const char *const flags[] = {"paused", "over", "in_hand"};
    for (int i = 0; i < 3; i++)
        if (is_true(frame, flags[i])) say_word(out, flags[i]);
    say_number(out, "hands", number_of(frame, "hands"));
    say_next(out, frame);
}

static void say_frame(struct felt_buffer *out, const json_t *frame)
{
    const char *type = text_of(frame, "type");
    if (strcmp(type, "event") == 0) {
        say_event(out, frame);
        return;
    }
    felt_buffer_text(out, type);
    if (strcmp(type, "welcome") == 0) {
        say_word(out, text_of(frame, "table_id"));
        if (json_object_get(frame, "seat")) say_number(out, "seat", number_of(frame, "seat"));
    } else if (strcmp(type, "lobby") == 0) {
        say_seats(out, json_object_get(frame, "players"));
    } else if (strcmp(type, "start_hand") == 0) {
        say_word(out, text_of(frame, "hand_id"));
        say_number(out, "button", number_of(frame, "button"));
        felt_buffer_text(out, " stacks");
        say_seats(out, json_object_get(frame, "stacks"));
    } else if (strcmp(type, "end_hand") == 0) {
        say_seats(out, json_object_get(frame, "stacks"));
    } else if (strcmp(type, "act") == 0) {
        say_number(out, "", number_of(frame, "seat"));
        say_you(out, frame);
        say_number(out, "time", number_of(json_object_get(frame, "you"), "time_ms"));
        say_options(out, frame);
    } else if (strcmp(type, "snapshot") == 0) {
        say_number(out, "", number_of(json_object_get(frame, "you"), "seat"));
        say_you(out, frame);
        say_next(out, frame);
        say_options(out, frame);
        say_number(out, "history", (int64_t)json_array_size(json_object_get(frame, "history")));
    } else if (strcmp(type, "match_end") == 0) {
        say_match_end(out, frame);
    } else if (strcmp(type, "status") == 0) {
        say_status(out, frame);
    } else {
        say_word(out, text_of(frame, strcmp(type, "error") == 0 ? "code" : "msg"));
    }
}

const char *fake_arena_brief(struct fake_arena *fake_arena, uint32_t conn,
                             char out[FAKE_ARENA_BRIEF_BYTES])
{
    struct felt_buffer buffer = felt_buffer_make(out, FAKE_ARENA_BRIEF_BYTES);
    for (struct fake_arena_frame *frame; (frame = fake_arena_take(fake_arena, conn)); free(frame)) {
        json_t *json = json_loads(frame->text, JSON_REJECT_DUPLICATES, NULL);
        felt_assert(json);
        say_frame(&buffer, json);
        felt_buffer_char(&buffer, '\n');
        json_decref(json);
    }
    if (fake_arena->conn[conn].closed) {
        felt_buffer_text(&buffer, "closed ");
        felt_buffer_uint(&buffer, fake_arena->conn[conn].closed);
        felt_buffer_char(&buffer, '\n');
    }
    felt_assert(!buffer.overflow);
    return felt_buffer_terminate(&buffer);
}
