/* test_write_room_server_texts.c -- frames of the room are good JSON whatever people call
 * themselves and say; their times and sizes; a hand is told in the words of the arena. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "module.h"
#include "server_message_scene.h"

/* ---- hostile texts ---- */

static const char *const hostile[] = {
    "\"quoted\"",
    "</script><b>",
    "line\xe2\x80\xa8separator\xe2\x80\xa9",
    "\xf0\x9f\x83\x8f\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x92\xbb",
    "back\\slash\\u0000",
    "tab\tnewline\n\r\x01\x7f",
    "cut \xf0\x9f",
    "\xff\xfe",
    "\"},{\"seq\":1",
    "",
};

/* What a reader gets is what was meant, or has U+FFFD where it was no UTF-8. */
static void verify_text(const json_t *value, const char *meant)
{
    assert_true(json_is_string(value));
    json_t *good = json_string(meant);
    if (good)
        assert_string_equal(json_string_value(value), meant);
    else
        assert_non_null(strstr(json_string_value(value), "\xef\xbf\xbd"));
    json_decref(good);
}

static void news_with_hostile_texts_stay_json(void **state)
{
    (void)state;
    static struct scene scene;
    char text[FRAME_BYTES];
    open_scene(&scene);
    for (size_t i = 0; i < sizeof hostile / sizeof hostile[0]; i++) {
        struct felt_room_chat_line conn = {.at_ms = NOW_MS};
        struct felt_user user = {.id = 5};
        const struct felt_room_chat_line *chat[] = {&conn};
        snprintf(conn.name, sizeof conn.name, "%s", hostile[i]);
        snprintf(conn.text, sizeof conn.text, "%s", hostile[i]);
        snprintf(user.handle, sizeof user.handle, "%s", hostile[i]);
        scene.face.seat[0].name = hostile[i];
        struct felt_room_server_msg msg = {
            .kind = FELT_ROOM_SERVER_CHAT, .table = &scene.face, .chat = chat, .count = 1};
        json_t *frame = write_frame(&msg, text);
        verify_text(json_object_get(frame, "text"), hostile[i]);
        verify_text(json_object_get(frame, "name"), hostile[i]);
        json_decref(frame);
        msg.kind = FELT_ROOM_SERVER_TABLE;
        frame = write_frame(&msg, text);
        const json_t *seat = json_array_get(json_object_get(frame, "chairs"), 0);
        verify_text(json_object_get(seat, "name"), hostile[i]);
        json_decref(frame);
        frame = write_frame(
            &(struct felt_room_server_msg){.kind = FELT_ROOM_SERVER_WELCOME, .user = &user}, text);
        verify_text(json_object_get(json_object_get(frame, "user"), "name"), hostile[i]);
        json_decref(frame);
        frame = write_frame(
            &(struct felt_room_server_msg){.kind = FELT_ROOM_SERVER_ONE_HAND, .text = hostile[i]},
            text);
        verify_text(json_object_get(frame, "phh"), hostile[i]);
        json_decref(frame);
    }
}

/* ---- times, numbers, sizes ---- */

/* A line of chat has the time of a calendar, whatever the room's clock began with. */
static void news_chat_bears_calendar_time(void **state)
{
    (void)state;
    static const struct {
        int64_t at_ms, told;
    } rows[] = {{NOW_MS, WALL_MS}, {NOW_MS - 1, WALL_MS - 1}, {0, WALL_MS - NOW_MS}};
    static struct scene scene;
    char text[FRAME_BYTES];
    open_scene(&scene);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_room_chat_line conn = {.at_ms = rows[i].at_ms};
        const struct felt_room_chat_line *chat[] = {&conn};
        json_t *frame = write_frame(&(struct felt_room_server_msg){.kind = FELT_ROOM_SERVER_TABLE,
                                                                   .table = &scene.face,
                                                                   .seat = FELT_SEAT_NONE,
                                                                   .chat = chat,
                                                                   .count = 1},
                                    text);
        const json_t *said = json_array_get(json_object_get(frame, "chat"), 0);
        assert_true(json_integer_value(json_object_get(said, "at")) == rows[i].told);
        assert_null(json_object_get(frame, "you"));
        json_decref(frame);
    }
}

/* The largest of everything fits where the room session writes frames: 64 KiB. */
static void news_of_a_full_table_fit(void **state)
{
    (void)state;
    enum { BYTES = 64 << 10, CHATS = 6 };
    static struct scene scene;
    static char text[BYTES], name[FELT_HANDLE_BYTES + 1];
    static struct felt_room_chat_line conn;
    const struct felt_room_chat_line *chat[CHATS];
    open_scene(&scene);
    memset(name, 1, FELT_HANDLE_BYTES); /* six bytes each, escaped */
    memset(conn.text, 1, FELT_ROOM_CHAT_BYTES);
    memcpy(conn.name, name, sizeof name);
    for (int i = 0; i < CHATS; i++) chat[i] = &conn;
    scene.stake.seats = FELT_SEATS_MAX;
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        scene.face.seat[seat] = (struct felt_room_seat_face){.state = FELT_ROOM_SEAT_LEAVING,
                                                             .name = name,
                                                             .stack = FELT_CHIPS_MAX,
                                                             .bank_ms = UINT32_MAX};
    struct felt_room_server_msg msg = {.kind = FELT_ROOM_SERVER_TABLE,
                                       .seq = UINT32_MAX,
                                       .table = &scene.face,
                                       .mine = &busy_mine,
                                       .chat = chat,
                                       .count = CHATS};
    struct felt_buffer out = felt_buffer_make(text, sizeof text);
    felt_protocol_write_room_server(&msg, WALL_MS, NOW_MS, &out);
    assert_false(out.overflow);
    size_t whole = out.used;
    out = felt_buffer_make(text, whole - 1);
    felt_protocol_write_room_server(&msg, WALL_MS, NOW_MS, &out);
    assert_true(out.overflow);
}

/* The hand itself is told in the words of the arena: the same members in the same order. */
static void hand_frames_are_those_of_the_arena(void **state)
{
    (void)state;
    static struct scene scene;
    char arena[FRAME_BYTES], room[FRAME_BYTES];
    felt_chips stack[FELT_SEATS_MAX] = {200, 0, 180, 100};
    open_scene(&scene);
    struct felt_arena_server_msg msg = {.kind = FELT_ARENA_SERVER_END_HAND,
                                        .table = &scene.hand_face,
                                        .hand_id = "H-2026-11-16-00012",
                                        .stacks = stack};
    struct felt_buffer out = felt_buffer_make(arena, sizeof arena);
    felt_protocol_write_arena_server(&msg, &out);
    (void)felt_buffer_terminate(&out);
    json_decref(write_frame(
        &(struct felt_room_server_msg){
            .kind = FELT_ROOM_SERVER_HAND, .seq = 9, .table = &scene.face, .tell = &msg},
        room));
    static const char envelope[] =
        "{\"seq\":9,\"table\":\"nl-2-1\",\"at\":1794830400000,\"type\":\"end_hand\"";
    static const char arena_envelope[] = "{\"type\":\"end_hand\",\"v\":1";
    assert_memory_equal(room, envelope, sizeof envelope - 1);
    assert_memory_equal(arena, arena_envelope, sizeof arena_envelope - 1);
    assert_string_equal(room + sizeof envelope - 1, arena + sizeof arena_envelope - 1);
}

TEST_MODULE(write_room_server_texts)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(news_with_hostile_texts_stay_json),
        cmocka_unit_test(news_chat_bears_calendar_time),
        cmocka_unit_test(news_of_a_full_table_fit),
        cmocka_unit_test(hand_frames_are_those_of_the_arena),
    };
    return cmocka_run_group_tests_name("write_room_server_texts", tests, NULL, NULL);
}
