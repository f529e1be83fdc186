/* test_write_arena_server.c -- frames of a few hands that are played through, compared with the
 * samples of docs/PROTOCOL.md; and random hands of every row, in whose frames no hidden card may
 * stand.
 *
 * FELT_SHOW_FRAMES=1 prints the frames of the hands. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "server/table/poker_adapter.h"
#include "module.h"
#include "os/secret.h"
#include "server/table/shuffle.h"
#include "support.h"
#include "server/protocol/read_arena_client.h"
#include "server/protocol/write_arena_server.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

enum { FRAME_BYTES = 16384, FRAMES_MAX = 256, SAID_MAX = 512 };

static const struct felt_digests digests = {.hmac = felt_secret_hmac, .hash = felt_secret_hash};

/* ---- a table at which a hand is played ---- */

struct scene {
    struct felt_poker_adapter adapter;
    struct felt_table_config config;
    struct felt_table_face face;
    const char *hand_id;
    uint64_t req_id;
    struct felt_deal deal;
    struct felt_poker state;
    struct felt_announcer announcer;
    struct felt_event events[FELT_EVENTS_MAX];
    struct felt_event_log log;
    felt_seat listener; /* whose frames are kept                                              */
    int said_count;     /* the hand so far                                                    */
    struct felt_announcement said[SAID_MAX];
    int frames;
    char *frame[FRAMES_MAX];
};

static void open_scene(struct scene *scene, const char *variant, enum felt_limit limit,
                       felt_chips small, felt_chips big)
{
    struct felt_complaint complaint;
    memset(scene, 0, sizeof *scene);
    assert_int_equal(
        felt_poker_adapter_make(&scene->adapter, variant, limit, small, big, &complaint), FELT_OK);
    scene->config = (struct felt_table_config){.adapter = &scene->adapter.adapter,
                                               .seats = 6,
                                               .min_players = 2,
                                               .stack = 10000,
                                               .move_ms = 15000,
                                               .absent_ms = 15000};
    scene->face.id = "T-1";
    scene->face.config = &scene->config;
    scene->hand_id = "H-2025-10-17-00123";
    scene->listener = FELT_SEAT_NONE;
}

static void close_scene(struct scene *scene)
{
    for (int i = 0; i < scene->frames; i++) free(scene->frame[i]);
    scene->frames = 0;
}

static void sit(struct scene *scene, int seat, const char *team, felt_chips stack)
{
    scene->face.seat[seat] =
        (struct felt_seat_face){.team = team, .connected = true, .stack = stack};
}

/* One frame, which must be good JSON of the protocol's envelope. */
static void write_frame(const struct felt_arena_server_msg *msg, char text[FRAME_BYTES])
{
    struct felt_buffer out = felt_buffer_make(text, FRAME_BYTES);
    felt_protocol_write_arena_server(msg, &out);
    assert_false(out.overflow);
    (void)felt_buffer_terminate(&out);
    json_t *object = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    assert_true(json_is_object(object));
    assert_true(json_is_string(json_object_get(object, "type")));
    assert_int_equal(json_integer_value(json_object_get(object, "v")), 1);
    json_decref(object);
}

static void keep(struct scene *scene, const struct felt_arena_server_msg *msg)
{
    char text[FRAME_BYTES];
    write_frame(msg, text);
    assert_true(scene->frames < FRAMES_MAX);
    scene->frame[scene->frames] = strdup(text);
    if (getenv("FELT_SHOW_FRAMES")) printf("%s\n", scene->frame[scene->frames]);
    scene->frames++;
}

static void hear(void *self, const struct felt_announcement *said)
{
    struct scene *scene = self;
    struct felt_announcement heard = felt_announcement_for(said, scene->listener);
    assert_true(scene->said_count < SAID_MAX);
    scene->said[scene->said_count++] = *said;
    if (scene->frames < FRAMES_MAX - 1)
        keep(scene,
             &(struct felt_arena_server_msg){.kind = FELT_ARENA_SERVER_EVENT, .event = &heard});
}

static void announce(struct scene *scene, felt_say say)
{
    felt_announce(&scene->announcer, &scene->adapter.adapter, scene->events, scene->log.count, say,
                  scene);
    scene->log.count = 0;
}

/* The hand so far as a seat may hear it. */
struct retelling {
    const struct scene *scene;
    felt_seat seat;
};
static void retell(const void *self, felt_say say, void *to)
{
    const struct retelling *retelling = self;
    for (int i = 0; i < retelling->scene->said_count; i++) {
        struct felt_announcement heard =
            felt_announcement_for(&retelling->scene->said[i], retelling->seat);
        say(to, &heard);
    }
}

static void begin(struct scene *scene, felt_seats seats, felt_seat button, const felt_card *deck,
                  int count, const struct felt_rng *later, struct felt_rng *rng, felt_say say)
{
    felt_chips stack[FELT_SEATS_MAX] = {0};
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) stack[seat] = scene->face.seat[seat].stack;
    scene->said_count = 0;
    scene->log = (struct felt_event_log){scene->events, 0, FELT_EVENTS_MAX};
    scene->adapter.adapter.deal(&scene->adapter.adapter, seats, stack, button, &scene->deal);
    scene->deal.deck = deck;
    scene->deal.deck_count = count;
    scene->deal.later = later;
    felt_announcer_begin(&scene->announcer, &scene->deal);
    assert_int_equal(
        felt_poker_open(&scene->adapter.rules, &scene->deal, &scene->state, &scene->log), FELT_OK);
    assert_int_equal(
        felt_poker_deal(&scene->adapter.rules, &scene->deal, rng, &scene->state, &scene->log),
        FELT_OK);
    announce(scene, say);
}

static void act(struct scene *scene, struct felt_action action, felt_say say)
{
    felt_seat actor = felt_poker_actor(&scene->state);
    scene->req_id++;
    assert_int_equal(
        felt_poker_apply(&scene->adapter.rules, &scene->state, actor, action, &scene->log),
        FELT_OK);
    announce(scene, say);
}

static struct felt_arena_server_msg tell_act(struct scene *scene, struct felt_view *view)
{
    felt_seat actor = felt_poker_actor(&scene->state);
    felt_poker_view(&scene->adapter.rules, &scene->state, actor, view);
    return (struct felt_arena_server_msg){.kind = FELT_ARENA_SERVER_ACT,
                                          .table = &scene->face,
                                          .seat = actor,
                                          .hand_id = scene->hand_id,
                                          .req_id = scene->req_id,
                                          .time_ms = 15000,
                                          .view = view};
}

static struct felt_arena_server_msg tell_snapshot(struct scene *scene, felt_seat seat,
                                                  struct felt_view *view,
                                                  struct retelling *retelling)
{
    bool dealt = seat >= 0 && felt_seats_has(scene->deal.seats, seat);
    felt_poker_view(&scene->adapter.rules, &scene->state, dealt ? seat : (felt_seat)FELT_SEAT_NONE,
                    view);
    *retelling = (struct retelling){scene, seat};
    return (struct felt_arena_server_msg){.kind = FELT_ARENA_SERVER_SNAPSHOT,
                                          .table = &scene->face,
                                          .seat = seat,
                                          .hand_id = scene->hand_id,
                                          .req_id = scene->req_id,
                                          .time_ms = 3200,
                                          .view = view,
                                          .retell = retell,
                                          .retell_self = retelling};
}

static void keep_act(struct scene *scene)
{
    struct felt_view view;
    struct felt_arena_server_msg msg = tell_act(scene, &view);
    keep(scene, &msg);
}

static void keep_snapshot(struct scene *scene, felt_seat seat)
{
    struct felt_view view;
    struct retelling retelling;
    struct felt_arena_server_msg msg = tell_snapshot(scene, seat, &view, &retelling);
    keep(scene, &msg);
}

/* ---- the hands of the document ---- */

static struct felt_action raise_to(felt_chips amount)
{
    return (struct felt_action){.kind = FELT_RAISE_TO, .amount = amount};
}
static struct felt_action just(enum felt_action_kind kind)
{
    return (struct felt_action){.kind = (uint8_t)kind};
}

struct example {
    uint8_t secret[FELT_KEY_BYTES], key[FELT_KEY_BYTES], commit[FELT_KEY_BYTES];
    felt_card deck[FELT_CARDS_MAX];
    struct felt_rng later;
};

/* The first hand of the match of PROTOCOL 8. */
static void make_example(struct example *example)
{
    for (int i = 0; i < FELT_KEY_BYTES; i++) example->secret[i] = (uint8_t)i;
    for (int i = 0; i < FELT_CARDS; i++) example->deck[i] = (felt_card)i;
    const uint8_t fresh[FELT_KEY_BYTES] = {0};
    felt_shuffle_key(&digests, example->secret, fresh, "M-2025-10-17-00001", 1, example->key);
    felt_shuffle_commit(&digests, example->key, example->commit);
    felt_shuffle_deck(&digests, example->key, example->deck, FELT_CARDS, &example->later);
}

static void keep_greetings(struct scene *scene)
{
    struct felt_arena_server_msg msg = {.kind = FELT_ARENA_SERVER_WELCOME,
                                        .table = &scene->face,
                                        .seat = 2,
                                        .match_id = "M-2025-10-17-00001"};
    keep(scene, &msg);
    scene->config.max_hands = 1000;
    scene->config.join = FELT_JOIN_OPEN;
    scene->config.pace = FELT_PACE_OPERATOR;
    scene->config.reveal_hands = true;
    msg.seat = FELT_SEAT_NONE;
    keep(scene, &msg);
    scene->config.max_hands = 0;
    scene->config.join = FELT_JOIN_CLAIM;
    scene->config.pace = FELT_PACE_AUTO;
    scene->config.reveal_hands = false;
    keep(scene,
         &(struct felt_arena_server_msg){.kind = FELT_ARENA_SERVER_LOBBY, .table = &scene->face});
}

/* Three of four seats are dealt in: one came too late for this hand. */
static void play_holdem(struct scene *scene, const struct example *example)
{
    const felt_chips before[FELT_SEATS_MAX] = {10000, 8000, 10000, 10000};
    keep(scene, &(struct felt_arena_server_msg){.kind = FELT_ARENA_SERVER_START_HAND,
                                                .table = &scene->face,
                                                .hand_id = scene->hand_id,
                                                .hand_number = 1,
                                                .commit = example->commit,
                                                .button = 2,
                                                .stacks = before});
    scene->req_id = 41;
    begin(scene, 7, 2, example->deck, FELT_CARDS, &example->later, NULL, hear);
    keep_act(scene);
    act(scene, raise_to(300), hear);
    act(scene, just(FELT_FOLD), hear);
    act(scene, just(FELT_CALL), hear);
    act(scene, just(FELT_CHECK), hear);
    keep_act(scene);
    act(scene, raise_to(400), hear);
    keep_act(scene);
    act(scene, just(FELT_CALL), hear);
    act(scene, raise_to(2000), hear);
    keep_snapshot(scene, 0);
    keep_snapshot(scene, 2);
    keep_snapshot(scene, 3);
    keep_snapshot(scene, FELT_SEAT_NONE);
    act(scene, raise_to(9300), hear);
    keep_act(scene);
    act(scene, just(FELT_CALL), hear);
    struct felt_announcement out = {.ev = FELT_SAID_ELIMINATED, .seat = 1, .other = FELT_SEAT_NONE};
    hear(scene, &out);
    keep_snapshot(scene, 0);
}

static void keep_ends(struct scene *scene, const struct example *example)
{
    felt_chips after[FELT_SEATS_MAX] = {0};
    struct felt_reveal reveal = {.hand_id = "H-2025-10-17-00123"};
    struct felt_arena_server_msg end = {.kind = FELT_ARENA_SERVER_END_HAND,
                                        .table = &scene->face,
                                        .hand_id = scene->hand_id,
                                        .stacks = after};
    for (int seat = 0; seat < 3; seat++) after[seat] = scene->state.betting.stack[seat];
    after[3] = 10000;
    keep(scene, &end);
    end.key = example->key;
    keep(scene, &end);
    for (int seat = 0; seat < 4; seat++) scene->face.seat[seat].stack = after[seat];
    memcpy(reveal.key, example->key, sizeof reveal.key);
    struct felt_arena_server_msg match = {.kind = FELT_ARENA_SERVER_MATCH_END,
                                          .table = &scene->face,
                                          .seat = 2,
                                          .text = "hand_limit",
                                          .match_id = "M-2025-10-17-00001",
                                          .secret = example->secret,
                                          .reveal = &reveal,
                                          .reveals = 1};
    keep(scene, &match);
    scene->face.seat[0].stack = 9000;
    scene->face.seat[2].stack = 9000;
    scene->face.seat[3].stack = 1000;
    scene->face.seat[3].forfeited = true;
    match.seat = 0;
    match.tied = 5;
    match.text = "abandoned";
    match.reveals_omitted = 12;
    keep(scene, &match);
}

static void keep_others(struct scene *scene)
{
    keep(scene, &(struct felt_arena_server_msg){
                    .kind = FELT_ARENA_SERVER_ERROR,
                    .refusal = FELT_REFUSED_BAD_SCHEMA,
                    .text = "amount must be a whole number, for example 1200"});
    keep(scene,
         &(struct felt_arena_server_msg){.kind = FELT_ARENA_SERVER_NOTICE,
                                         .text = "the server stops: connect again in a minute"});
    scene->face.in_hand = true;
    scene->face.hands = 1;
    struct felt_arena_server_msg status = {.kind = FELT_ARENA_SERVER_STATUS,
                                           .table = &scene->face,
                                           .match_id = "M-2025-10-17-00001",
                                           .hand_id = scene->hand_id,
                                           .seat = 1,
                                           .time_ms = 12050};
    keep(scene, &status);
    scene->face.in_hand = false;
    status.hand_id = NULL;
    status.seat = FELT_SEAT_NONE;
    keep(scene, &status);
}

/* Stud: antes, cards up, a bring-in, uncalled chips that are returned. */
static void play_stud(struct scene *scene)
{
    felt_card deck[FELT_CARDS_MAX];
    int count = cards_parse("Ah 2c Ad 7d Ks 3h", deck, FELT_CARDS_MAX);
    struct felt_rng rng = felt_rng_make(1);
    open_scene(scene, "stud", FELT_FIXED_LIMIT, 0, 20);
    sit(scene, 0, "Alpha", 1000);
    sit(scene, 1, "Beta", 1000);
    scene->hand_id = "H-2025-10-17-00124";
    scene->listener = 0;
    scene->req_id = 7;
    keep(scene, &(struct felt_arena_server_msg){.kind = FELT_ARENA_SERVER_WELCOME,
                                                .table = &scene->face,
                                                .match_id = "M-2025-10-17-00002"});
    begin(scene, 3, 1, deck, count, NULL, &rng, hear);
    keep_act(scene);
    act(scene, just(FELT_BRING_IN), hear);
    keep_act(scene);
    act(scene, raise_to(20), hear);
    act(scene, just(FELT_FOLD), hear);
}

/* Draw: discards, and new cards that only their owner sees. */
static void play_draw(struct scene *scene)
{
    felt_card deck[FELT_CARDS_MAX];
    int count = cards_parse("Ah 2c Ad 7d Ks 3h 4s 9h 8c Jc Qd 5s 6s", deck, FELT_CARDS_MAX);
    struct felt_rng rng = felt_rng_make(1);
    open_scene(scene, "draw", FELT_NO_LIMIT, 10, 20);
    sit(scene, 0, "Alpha", 1000);
    sit(scene, 1, "Beta", 1000);
    scene->hand_id = "H-2025-10-17-00125";
    scene->listener = 0;
    scene->req_id = 20;
    begin(scene, 3, 1, deck, count, NULL, &rng, hear);
    act(scene, just(FELT_CALL), hear);
    act(scene, just(FELT_CHECK), hear);
    keep_act(scene);
    act(scene, (struct felt_action){.kind = FELT_DISCARD, .cards = 28}, hear);
    act(scene, (struct felt_action){.kind = FELT_DISCARD, .cards = 1}, hear);
}

/* What happens in few games, as it would be said. */
static void keep_rare(struct scene *scene)
{
    struct felt_announcement said = {.other = FELT_SEAT_NONE, .seat = FELT_SEAT_NONE};
    said.ev = FELT_SAID_SHUFFLE;
    said.amount = 9;
    hear(scene, &said);
    said.ev = FELT_SAID_RAKE;
    hear(scene, &said);
    said.ev = FELT_SAID_REDEAL;
    hear(scene, &said);
    said = (struct felt_announcement){
        .ev = FELT_SAID_OTHER, .seat = 1, .other = FELT_SEAT_NONE, .act = FELT_RUNS, .to = 1};
    hear(scene, &said);
}

static void play_all(struct scene scene[3])
{
    struct example example;
    make_example(&example);
    open_scene(&scene[0], "holdem", FELT_NO_LIMIT, 50, 100);
    sit(&scene[0], 0, "Alpha", 10000);
    sit(&scene[0], 1, "Beta", 8000);
    sit(&scene[0], 2, "Gamma", 10000);
    sit(&scene[0], 3, "Delta", 10000);
    scene[0].face.seat[1].connected = false;
    keep_greetings(&scene[0]);
    play_holdem(&scene[0], &example);
    keep_ends(&scene[0], &example);
    keep_others(&scene[0]);
    play_stud(&scene[1]);
    play_draw(&scene[2]);
    keep_rare(&scene[2]);
}

/* ---- the document ---- */

static bool is_produced(const struct scene scene[3], const char *line)
{
    for (int s = 0; s < 3; s++)
        for (int i = 0; i < scene[s].frames; i++)
            if (strcmp(scene[s].frame[i], line) == 0) return true;
    return false;
}

static bool is_from_client(const char *line)
{
    static const char *const types[] = {"\"hello\"", "\"action\"", "\"control\""};
    for (int i = 0; i < 3; i++)
        if (strncmp(line, "{\"type\":", 8) == 0 &&
            strncmp(line + 8, types[i], strlen(types[i])) == 0)
            return true;
    return false;
}

/* Every sample, and which kinds of frames and events have one. */
static void protocol_samples_are_what_the_server_writes(void **state)
{
    (void)state;
    static struct scene scene[3];
    char path[512], *line = malloc(FRAME_BYTES), wanted[64];
    static char all[1 << 17];
    bool inside = false;
    int samples = 0;
    play_all(scene);
    snprintf(path, sizeof path, "%s/../../docs/PROTOCOL.md", golden_folder());
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    all[0] = 0;
    while (fgets(line, FRAME_BYTES, file)) {
        line[strcspn(line, "\n")] = 0;
        if (strncmp(line, "## 15.", 6) == 0) break; /* the room's: test_write_room_server.c */
        if (strncmp(line, "```", 3) == 0) {
            inside = strcmp(line, "```json") == 0;
            continue;
        }
        if (!inside) continue;
        struct felt_arena_client_msg msg;
        char why[FELT_PROTOCOL_TEXT_BYTES] = "";
        samples++;
        assert_true(strlen(all) + strlen(line) + 2 < sizeof all);
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s", line);
        if (is_from_client(line)) {
            if (felt_protocol_read_arena_client(line, strlen(line), &msg, why))
                fail_msg("%s: %s", line, why);
        } else if (!is_produced(scene, line)) {
            fail_msg("the server does not write this: %s", line);
        }
    }
    fclose(file);
    free(line);
    assert_true(samples > 40);
    static const char *const types[FELT_ARENA_SERVER_MSGS] = {
        "welcome",  "lobby",     "start_hand", "act",    "event", "end_hand",
        "snapshot", "match_end", "error",      "status", "notice"};
    for (int i = 0; i < FELT_ARENA_SERVER_MSGS; i++) {
        snprintf(wanted, sizeof wanted, "{\"type\":\"%s\"", types[i]);
        if (!strstr(all, wanted)) fail_msg("no sample of %s", types[i]);
    }
    for (int i = 0; i <= FELT_SAID_ELIMINATED; i++) { /* the others are the room's */
        snprintf(wanted, sizeof wanted, "\"v\":1,\"ev\":\"%s\"", felt_said_word((enum felt_said)i));
        if (!strstr(all, wanted)) fail_msg("no sample of %s", wanted);
    }
    for (int i = 0; i < 3; i++) close_scene(&scene[i]);
}

/* ---- random hands ---- */

/* The cards named in a frame. */
static felt_cards cards_in(const char *text)
{
    felt_cards cards = 0;
    for (const char *at = text; (at = strchr(at, '"')) != NULL; at++) {
        felt_card card;
        size_t used;
        if (strlen(at) < 4 || at[3] != '"') continue;
        if (felt_card_read(at + 1, 2, &used, &card, NULL) == FELT_OK && used == 2)
            cards |= felt_cards_of(card);
    }
    return cards;
}

/* What a seat may know: its view, and what it heard. */
static felt_cards cards_known(const struct scene *scene, const struct felt_view *view,
                              felt_seat seat)
{
    felt_cards cards = 0;
    for (int i = 0; i < view->zones; i++)
        for (int k = 0; k < view->zone[i].count; k++) {
            felt_card card = view->cards[view->zone[i].at + k];
            if (card != FELT_CARD_NONE) cards |= felt_cards_of(card);
        }
    for (int i = 0; i < scene->said_count; i++) {
        struct felt_announcement heard = felt_announcement_for(&scene->said[i], seat);
        for (int k = 0; k < heard.count; k++)
            if (heard.cards[k] != FELT_CARD_NONE) cards |= felt_cards_of(heard.cards[k]);
        for (int k = 0; k < heard.board_count; k++) cards |= felt_cards_of(heard.board[k]);
    }
    return cards;
}

static int64_t number_of(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_integer(value) ? json_integer_value(value) : -1;
}

/* The numbers of an act, against the engine's own answer. */
static void verify_act(const struct scene *scene, const char *text)
{
    json_t *frame = json_loads(text, 0, NULL);
    const json_t *you = json_object_get(frame, "you"), *legal = json_object_get(frame, "legal");
    const struct felt_betting *betting = &scene->state.betting;
    felt_seat actor = felt_poker_actor(&scene->state);
    struct felt_legal may;
    felt_poker_legal(&scene->adapter.rules, &scene->state, &may);
    bool raises = felt_legal_has(&may, FELT_RAISE_TO), calls = felt_legal_has(&may, FELT_CALL);
    felt_chips stack = number_of(you, "stack"), committed = number_of(you, "committed");
    felt_chips to_call = number_of(you, "to_call");
    assert_int_equal(stack, betting->stack[actor]);
    assert_int_equal(committed, betting->staked[actor]);
    assert_int_equal(number_of(frame, "pot"), betting->pot);
    assert_int_equal(number_of(frame, "min_raise_to"), raises ? may.raise_to_min : -1);
    assert_int_equal(number_of(frame, "max_raise_to"), raises ? may.raise_to_max : -1);
    assert_int_equal(number_of(frame, "call_amount"), calls ? may.to_call : -1);
    assert_int_equal(json_array_size(legal), __builtin_popcount(may.kinds));
    if (calls) assert_int_equal(may.to_call, to_call < stack ? to_call : stack);
    if (scene->adapter.adapter.awards_uncalled) { /* ARENA's own game: the amounts in full */
        felt_chips most = stack + committed;
        felt_chips least =
            number_of(frame, "current_bet") + number_of(frame, "min_raise_increment");
        if (raises) assert_int_equal(may.raise_to_max, most);
        if (raises) assert_int_equal(may.raise_to_min, least < most ? least : most);
    }
    assert_int_equal(json_array_size(json_object_get(you, "hole")),
                     felt_poker_hole(&scene->adapter.rules, &scene->state, actor,
                                     (felt_card[FELT_HOLE_MAX]){0}));
    json_decref(frame);
}

static void verify_frames(struct scene *scene)
{
    static char text[FRAME_BYTES];
    struct felt_view view;
    struct retelling retelling;
    for (int who = -1; who < FELT_SEATS_MAX; who++) {
        if (who >= 0 && !scene->face.seat[who].team) continue;
        struct felt_arena_server_msg msg = tell_snapshot(scene, (felt_seat)who, &view, &retelling);
        write_frame(&msg, text);
        assert_true((cards_in(text) & ~cards_known(scene, &view, (felt_seat)who)) == 0);
    }
    if (felt_poker_actor(&scene->state) < 0) return;
    struct felt_arena_server_msg msg = tell_act(scene, &view);
    write_frame(&msg, text);
    verify_act(scene, text);
    felt_cards hole = 0;
    const struct felt_zone *zone = felt_view_zone(&view, FELT_ZONE_HAND, msg.seat);
    for (int i = 0; i < zone->count; i++) hole |= felt_cards_of(view.cards[zone->at + i]);
    assert_true((cards_in(text) & hole) == hole);
    assert_true((cards_in(text) & ~cards_known(scene, &view, msg.seat)) == 0);
}

static void listen(void *self, const struct felt_announcement *said)
{
    struct scene *scene = self;
    assert_true(scene->said_count < SAID_MAX);
    scene->said[scene->said_count++] = *said;
}

static void play_random(struct scene *scene, struct felt_rng *rng)
{
    static const char *const teams[FELT_SEATS_MAX] = {"a", "b\"", "c\\", "d", "\xc3\xa4",
                                                      "f", "g",   "h",   "i", "j"};
    const struct felt_variant *variant = scene->adapter.rules.variant;
    felt_seats seats = 0;
    int count =
        variant->seats_min + (int)felt_rng_below(rng, variant->seats_max - variant->seats_min + 1u);
    while (felt_seats_count(seats) < count) seats |= felt_seats_of((int)felt_rng_below(rng, 10));
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++)
        sit(scene, seat, felt_seats_has(seats, seat) || seat % 2 ? teams[seat] : NULL,
            1 + felt_rng_below(rng, felt_rng_below(rng, 2) ? 60 : 900));
    felt_seat button = felt_seats_from(seats, (int)felt_rng_below(rng, 10));
    begin(scene, seats, button, NULL, 0, NULL, rng, listen);
    verify_frames(scene);
    while (felt_poker_actor(&scene->state) >= 0) {
        struct felt_option option[FELT_OPTIONS_MAX];
        int options = felt_poker_options(&scene->adapter.rules, &scene->state, option);
        int at = (int)felt_rng_below(rng, (uint32_t)options);
        if (option[at].kind == FELT_FOLD && felt_rng_below(rng, 3)) at = options - 1;
        int64_t ways = felt_options_count(&option[at], 1);
        uint32_t most = ways < 1000 ? (uint32_t)ways : 1000;
        act(scene, felt_options_pick(&option[at], 1, felt_rng_below(rng, most)), listen);
        if (felt_rng_below(rng, 4) == 0 || felt_poker_actor(&scene->state) < 0)
            verify_frames(scene);
    }
}

static void tell_of_every_row_is_right_and_keeps_secrets(void **state)
{
    (void)state;
    static struct scene scene;
    struct felt_rng rng = felt_rng_make(8);
    int hands = test_is_quick() ? 2 : 12;
    for (int row = 0; row < felt_variant_count(); row++) {
        const struct felt_variant *variant = felt_variant_at(row);
        open_scene(&scene, variant->name, variant->limit, 10, 20);
        /* The protocol's own game first of all. */
        int many = scene.adapter.adapter.awards_uncalled ? 10 * hands : hands;
        for (int i = 0; i < many; i++) play_random(&scene, &rng);
    }
}

/* I2 of buffer.h: what does not fit is told, and nothing is written behind the end. */
static void tell_that_does_not_fit_overflows(void **state)
{
    (void)state;
    static struct scene scene;
    char text[64];
    struct felt_buffer out = felt_buffer_make(text, sizeof text - 1);
    open_scene(&scene, "holdem", FELT_NO_LIMIT, 50, 100);
    sit(&scene, 0, "Alpha", 1000);
    text[63] = '!';
    felt_protocol_write_arena_server(
        &(struct felt_arena_server_msg){.kind = FELT_ARENA_SERVER_WELCOME, .table = &scene.face},
        &out);
    assert_true(out.overflow);
    assert_int_equal(text[63], '!');
}

/* How long a hand gets is up to its players; a snapshot of it has an end. */
static void repeat(const void *self, felt_say say, void *to)
{
    struct felt_announcement call = {
        .ev = FELT_SAID_CALL, .seat = 0, .other = FELT_SEAT_NONE, .amount = 100, .to = 100};
    for (int left = *(const int *)self; left > 0; left--) say(to, &call);
}

static void snapshot_of_a_long_hand_is_cut(void **state)
{
    (void)state;
    enum { HISTORY_MAX = 48 << 10, ROOM = 1 << 20, ONE = 128, REST = 2048 };
    static struct scene scene;
    static char text[ROOM];
    struct felt_rng rng = felt_rng_make(1);
    struct felt_view view;
    struct retelling unused;
    static const struct {
        int count;
        bool cut;
    } rows[] = {{0, false}, {700, false}, {1000, true}, {100000, true}};
    open_scene(&scene, "holdem", FELT_NO_LIMIT, 50, 100);
    sit(&scene, 0, "Alpha", 10000);
    sit(&scene, 1, "Beta", 10000);
    begin(&scene, 3, 0, NULL, 0, NULL, &rng, listen);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_arena_server_msg msg = tell_snapshot(&scene, 0, &view, &unused);
        struct felt_buffer out = felt_buffer_make(text, sizeof text);
        msg.retell = repeat;
        msg.retell_self = &rows[i].count;
        felt_protocol_write_arena_server(&msg, &out);
        assert_false(out.overflow);
        json_t *json = json_loadb(text, out.used, JSON_REJECT_DUPLICATES, NULL);
        assert_non_null(json);
        int count = (int)json_array_size(json_object_get(json, "history"));
        assert_int_equal(json_is_true(json_object_get(json, "history_cut")), rows[i].cut);
        assert_int_equal(count < rows[i].count, rows[i].cut);
        assert_true(out.used < HISTORY_MAX + REST);
        if (rows[i].cut) assert_true(out.used > HISTORY_MAX - ONE);
        json_decref(json);
    }
}

TEST_MODULE(write_arena_server)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(protocol_samples_are_what_the_server_writes),
        cmocka_unit_test(tell_of_every_row_is_right_and_keeps_secrets),
        cmocka_unit_test(tell_that_does_not_fit_overflows),
        cmocka_unit_test(snapshot_of_a_long_hand_is_cut),
    };
    return cmocka_run_group_tests_name("write_arena_server", tests, NULL, NULL);
}
