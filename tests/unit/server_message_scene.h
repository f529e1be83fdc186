/* server_message_scene.h -- for the tests of frames of the room: a table, a hand at it, and frames
 * that must be good JSON.  Include it behind cmocka.h. */
#ifndef FELT_TESTS_SERVER_MESSAGE_SCENE_H
#define FELT_TESTS_SERVER_MESSAGE_SCENE_H

#include "server/table/poker_adapter.h"
#include "server/protocol/write_room_server.h"
#include "server/protocol/write_arena_server.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { FRAME_BYTES = 16384, FRAMES_MAX = 128, SAID_MAX = 64 };
#define WALL_MS INT64_C(1794830400000)
#define NOW_MS  INT64_C(500000)

/* ---- a table of the room, and a hand at it ---- */

struct scene {
    struct felt_poker_adapter adapter, omaha, stud;
    struct felt_stake stake;
    struct felt_room_face face;
    struct felt_table_config config; /* the table as frames of a hand see it                  */
    struct felt_table_face hand_face;
    struct felt_deal deal;
    struct felt_poker state;
    struct felt_announcer announcer;
    struct felt_event events[FELT_EVENTS_MAX];
    struct felt_event_log log;
    int said_count, turns;
    struct felt_announcement said[SAID_MAX];
    int frames;
    bool kinds[FELT_ROOM_SERVER_KINDS]; /* of which a frame was kept */
    char *frame[FRAMES_MAX];
};

static inline void make_adapter(struct felt_poker_adapter *adapter, const char *variant,
                                enum felt_limit limit)
{
    struct felt_poker_rules rules;
    assert_int_equal(felt_poker_rules_make(variant, limit, 2, &rules, NULL), FELT_OK);
    felt_poker_adapter_room(adapter, &rules, 1);
}

static inline void open_scene(struct scene *scene)
{
    memset(scene, 0, sizeof *scene);
    make_adapter(&scene->adapter, "holdem", FELT_NO_LIMIT);
    make_adapter(&scene->omaha, "omaha", FELT_POT_LIMIT);
    make_adapter(&scene->stud, "stud", FELT_FIXED_LIMIT);
    scene->stake = (struct felt_stake){.id = "nl-2",
                                       .title = "No-limit hold'em 1/2",
                                       .variant = "holdem",
                                       .limit = "no-limit",
                                       .game = {&scene->adapter.adapter},
                                       .games = 1,
                                       .seats = 6,
                                       .small_blind = 1,
                                       .big_blind = 2,
                                       .buy_in_min = 40,
                                       .buy_in_max = 200,
                                       .move_ms = 20000,
                                       .bank_ms = 30000,
                                       .pause_ms = 2000};
    struct felt_room_face *face = &scene->face;
    *face = (struct felt_room_face){.id = "nl-2-1",
                                    .stake = &scene->stake,
                                    .adapter = &scene->adapter.adapter,
                                    .taken = 3,
                                    .people = 2,
                                    .hand_id = "",
                                    .watchers = 1,
                                    .hands_per_hour = 92,
                                    .average_pot = 31,
                                    .percent_flop = 44};
    face->seat[0] = (struct felt_room_seat_face){.state = FELT_ROOM_SEAT_PLAYING,
                                                 .kind = FELT_USER_HUMAN,
                                                 .connected = true,
                                                 .name = "Ada",
                                                 .stack = 200,
                                                 .bank_ms = 30000,
                                                 .user = 770017};
    face->seat[2] = (struct felt_room_seat_face){.state = FELT_ROOM_SEAT_PLAYING,
                                                 .kind = FELT_USER_HOUSE,
                                                 .connected = true,
                                                 .name = "HousePlayer7",
                                                 .stack = 180,
                                                 .bank_ms = 30000,
                                                 .user = 770018};
    face->seat[3] = (struct felt_room_seat_face){.state = FELT_ROOM_SEAT_WAITING,
                                                 .kind = FELT_USER_GUEST,
                                                 .name = "Player12",
                                                 .stack = 100,
                                                 .bank_ms = 30000,
                                                 .user = 770019};
    scene->config = (struct felt_table_config){
        .adapter = &scene->adapter.adapter, .seats = 6, .move_ms = 20000};
    scene->hand_face.config = &scene->config;
    for (int seat = 0; seat < 3; seat++) /* those who are dealt in */
        scene->hand_face.seat[seat] =
            (struct felt_seat_face){.team = face->seat[seat].name,
                                    .connected = face->seat[seat].connected,
                                    .stack = face->seat[seat].stack};
}

static inline void close_scene(struct scene *scene)
{
    for (int i = 0; i < scene->frames; i++) free(scene->frame[i]);
    scene->frames = 0;
}

/* One frame, which must be good JSON in the envelope of the room. */
static inline json_t *write_frame(const struct felt_room_server_msg *msg, char text[FRAME_BYTES])
{
    struct felt_buffer out = felt_buffer_make(text, FRAME_BYTES);
    felt_protocol_write_room_server(msg, WALL_MS, NOW_MS, &out);
    assert_false(out.overflow);
    (void)felt_buffer_terminate(&out);
    json_t *object = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    if (!json_is_object(object)) fail_msg("no JSON: %s", text);
    assert_true(json_is_string(json_object_get(object, "type")));
    assert_true(json_integer_value(json_object_get(object, "at")) == WALL_MS);
    assert_true(json_is_integer(json_object_get(object, "req")) == msg->has_req);
    if (strstr(text, "77001")) fail_msg("a user's number: %s", text);
    return object;
}

static inline void keep(struct scene *scene, const struct felt_room_server_msg *msg)
{
    char text[FRAME_BYTES];
    json_decref(write_frame(msg, text));
    assert_true(scene->frames < FRAMES_MAX);
    scene->frame[scene->frames++] = strdup(text);
    scene->kinds[msg->kind] = true;
    if (getenv("FELT_SHOW_FRAMES")) printf("%s\n", text);
}

#define KEEP(scene, ...) keep(scene, &(struct felt_room_server_msg){__VA_ARGS__})

static inline void keep_tell(struct scene *scene, uint32_t seq,
                             const struct felt_arena_server_msg *msg)
{
    KEEP(scene, .kind = FELT_ROOM_SERVER_HAND, .seq = seq, .table = &scene->face, .tell = msg);
}

static const struct felt_room_mine busy_mine = {.rebuy = true,
                                                .muck = true,
                                                .twice = FELT_TWICE_ALWAYS,
                                                .auto_action = FELT_ROOM_AUTO_CALL,
                                                .auto_limit = 20,
                                                .preselect = FELT_PRESELECT_CALL,
                                                .preselect_amount = 6,
                                                .owes = FELT_OWES_BIG | FELT_OWES_SMALL,
                                                .top_up = 50};

#endif
