/* test_write_room_server.c -- frames of the room, compared with the samples of docs/PROTOCOL.md 15;
 * that no number of a user stands in one.
 *
 * FELT_SHOW_FRAMES=1 prints the frames of the samples. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/genome_json.h"
#include "felt/narc_json.h"
#include "server/table/genome_adapter.h"
#include "server/table/narc_adapter.h"
#include "module.h"
#include "narc_curios.h"
#include "server_message_scene.h"
#include "server/table/answer.h"
#include "support.h"
#include "server/protocol/read_room_client.h"

/* ---- the samples ---- */

static const struct felt_user ada = {.id = 17, .kind = FELT_USER_HUMAN, .handle = "Ada"};

static const struct felt_room_mine usual_mine = {.wait = true, .owes = FELT_OWES_ENTRY};

static void keep_answers(struct scene *scene)
{
    KEEP(scene, .kind = FELT_ROOM_SERVER_WELCOME, .has_req = true, .req = 1, .user = &ada,
         .bank = 400);
    KEEP(scene, .kind = FELT_ROOM_SERVER_WELCOME);
    KEEP(scene, .kind = FELT_ROOM_SERVER_PONG, .has_req = true, .req = 2);
    KEEP(scene, .kind = FELT_ROOM_SERVER_PONG, .has_req = true, .req = 0);
    KEEP(scene, .kind = FELT_ROOM_SERVER_OK, .has_req = true, .req = 7, .table = &scene->face,
         .seat = 3, .amount = 200);
    KEEP(scene, .kind = FELT_ROOM_SERVER_OK, .has_req = true, .req = 8, .table = &scene->face,
         .seat = FELT_SEAT_NONE);
    KEEP(scene, .kind = FELT_ROOM_SERVER_ERROR, .has_req = true, .req = 7, .no = FELT_NO_AMOUNT,
         .text = "bring 40 to 200 chips");
    KEEP(scene, .kind = FELT_ROOM_SERVER_ERROR, .no = FELT_NO_BAD_SCHEMA,
         .text = "this is no JSON: send one object in each message");
    KEEP(scene, .kind = FELT_ROOM_SERVER_CASHIER, .bank = 200);
    KEEP(scene, .kind = FELT_ROOM_SERVER_NOTICE,
         .text = "the server stops: connect again in a minute");
}

static void keep_tables(struct scene *scene)
{
    static const struct felt_room_chat_line hello = {
        .at_ms = NOW_MS - 4000, .user = 770017, .name = "Ada", .text = "good evening"};
    const struct felt_room_chat_line *chat[] = {&hello};
    struct felt_stake choice = {.title = "Dealer's choice 1/2",
                                .variant = "choice",
                                .limit = "",
                                .seats = 8,
                                .small_blind = 1,
                                .big_blind = 2,
                                .buy_in_min = 40,
                                .buy_in_max = 200,
                                .bots_welcome = true};
    struct felt_room_face faces[2] = {scene->face, {.id = "dc-2-1", .stake = &choice}};
    KEEP(scene, .kind = FELT_ROOM_SERVER_LOBBY, .has_req = true, .req = 3, .faces = faces,
         .count = 2);
    KEEP(scene, .kind = FELT_ROOM_SERVER_LOBBY_ROW, .table = &scene->face);
    KEEP(scene, .kind = FELT_ROOM_SERVER_TABLE, .seq = 310, .table = &scene->face, .seat = 3,
         .mine = &usual_mine, .chat = chat, .count = 1);
    KEEP(scene, .kind = FELT_ROOM_SERVER_SEAT, .seq = 311, .table = &scene->face, .seat = 3);
    KEEP(scene, .kind = FELT_ROOM_SERVER_SEAT, .seq = 312, .table = &scene->face, .seat = 5);
    KEEP(scene, .kind = FELT_ROOM_SERVER_MINE, .table = &scene->face, .seat = 3,
         .mine = &usual_mine);
    KEEP(scene, .kind = FELT_ROOM_SERVER_MINE, .table = &scene->face, .seat = 3,
         .mine = &busy_mine);
    KEEP(scene, .kind = FELT_ROOM_SERVER_CHAT, .table = &scene->face, .chat = chat, .count = 1);
    KEEP(scene, .kind = FELT_ROOM_SERVER_GONE, .table = &scene->face);
}

static void keep_games(struct scene *scene)
{
    const struct felt_game_adapter *games[] = {&scene->adapter.adapter, &scene->omaha.adapter,
                                               &scene->stud.adapter};
    struct felt_room_face face = {
        .id = "dc-2-1", .stake = &scene->stake, .adapter = &scene->omaha.adapter};
    KEEP(scene, .kind = FELT_ROOM_SERVER_CHOOSE, .seq = 90, .table = &face, .seat = 0,
         .time_ms = 15000, .games = games, .count = 3, .req_id = 61);
    KEEP(scene, .kind = FELT_ROOM_SERVER_TURN, .seq = 90, .table = &face, .seat = 0,
         .time_ms = 15000, .text = "choose");
    KEEP(scene, .kind = FELT_ROOM_SERVER_GAME, .seq = 91, .table = &face, .seat = 0);
}

static void keep_absence(struct scene *scene)
{
    static const struct felt_room_away_note notes[] = {{20261116, 12, false, FELT_CALL, 2},
                                                       {20261116, 12, true, 0, -2},
                                                       {20261116, 13, false, FELT_FOLD, 0},
                                                       {20261116, 13, true, 0, 0}};
    static const struct felt_hand_store_row rows[] = {
        {"H-2026-11-16-00013", "nl-2-1", "NT", WALL_MS - 30000, 0},
        {"H-2026-11-16-00012", "nl-2-1", "NT", WALL_MS - 65000, -2}};
    struct felt_room_face face = scene->face;
    face.seat[0].stack = 198;
    KEEP(scene, .kind = FELT_ROOM_SERVER_REPORT, .table = &face, .seat = 0, .amount = 200,
         .time_ms = 31250, .notes = notes, .count = 4);
    KEEP(scene, .kind = FELT_ROOM_SERVER_HANDS, .has_req = true, .req = 20, .rows = rows,
         .count = 2, .more = true);
    KEEP(scene, .kind = FELT_ROOM_SERVER_ONE_HAND, .has_req = true, .req = 21,
         .hand_id = "H-2026-11-16-00013", .text = "variant = \"NT\"\nantes = [0, 0]\n");
    KEEP(scene, .kind = FELT_ROOM_SERVER_SETTLING, .seq = 330, .table = &scene->face,
         .hand_id = "H-2026-11-16-00012");
    KEEP(scene, .kind = FELT_ROOM_SERVER_VOID, .seq = 331, .table = &scene->face,
         .hand_id = "H-2026-11-16-00012",
         .text = "the server was restarted: all bets of this hand are back");
}

/* ---- a hand, heads-up ---- */

static void hear(void *self, const struct felt_announcement *said)
{
    struct scene *scene = self;
    assert_true(scene->said_count < SAID_MAX);
    scene->said[scene->said_count++] = *said;
    struct felt_announcement heard = felt_announcement_for(said, 0);
    keep_tell(scene, 314 + (uint32_t)scene->said_count + (uint32_t)scene->turns,
              &(struct felt_arena_server_msg){.kind = FELT_ARENA_SERVER_EVENT, .event = &heard});
}

static void announce(struct scene *scene)
{
    felt_announce(&scene->announcer, &scene->adapter.adapter, scene->events, scene->log.count, hear,
                  scene);
    scene->log.count = 0;
}

static void retell(const void *self, felt_say say, void *to)
{
    const struct scene *scene = self;
    for (int i = 0; i < scene->said_count; i++) {
        struct felt_announcement heard = felt_announcement_for(&scene->said[i], 0);
        say(to, &heard);
    }
}

/* How the table's number goes on with every event. */
static uint32_t seq_of(const struct scene *scene)
{
    return 315 + (uint32_t)scene->said_count + (uint32_t)scene->turns;
}

static void keep_turn(struct scene *scene)
{
    struct felt_view view;
    felt_seat actor = felt_poker_actor(&scene->state);
    felt_poker_view(&scene->adapter.rules, &scene->state, 0, &view);
    struct felt_arena_server_msg msg = {.kind = actor == 0 ? FELT_ARENA_SERVER_ACT
                                                           : FELT_ARENA_SERVER_SNAPSHOT,
                                        .table = &scene->hand_face,
                                        .seat = 0,
                                        .hand_id = "H-2026-11-16-00012",
                                        .req_id = 41,
                                        .time_ms = actor == 0 ? 20000 : 12500,
                                        .view = &view,
                                        .retell = retell,
                                        .retell_self = scene};
    uint32_t seq = seq_of(scene);
    scene->turns++;
    keep_tell(scene, seq, &msg);
    KEEP(scene, .kind = FELT_ROOM_SERVER_TURN, .seq = seq, .table = &scene->face,
         .hand_id = "H-2026-11-16-00012", .seat = actor, .time_ms = 20000, .bank_ms = 30000,
         .text = "bet");
}

static void act(struct scene *scene, enum felt_action_kind kind, felt_chips amount)
{
    struct felt_action action = {.kind = (uint8_t)kind, .amount = amount};
    assert_int_equal(felt_poker_apply(&scene->adapter.rules, &scene->state,
                                      felt_poker_actor(&scene->state), action, &scene->log),
                     FELT_OK);
    announce(scene);
}

static void play(struct scene *scene)
{
    felt_card deck[FELT_CARDS_MAX];
    felt_chips stack[FELT_SEATS_MAX] = {200, 0, 180};
    uint8_t commit[FELT_KEY_BYTES];
    int count = cards_parse("2c Ah 7d Ad", deck, FELT_CARDS_MAX);
    struct felt_rng rng = felt_rng_make(1);
    for (int i = 0; i < FELT_KEY_BYTES; i++) commit[i] = (uint8_t)(3 * i);
    scene->face.hand_id = "H-2026-11-16-00012";
    keep_tell(scene, 314,
              &(struct felt_arena_server_msg){.kind = FELT_ARENA_SERVER_START_HAND,
                                              .table = &scene->hand_face,
                                              .hand_id = scene->face.hand_id,
                                              .hand_number = 12,
                                              .commit = commit,
                                              .button = 0,
                                              .stacks = stack});
    scene->log = (struct felt_event_log){scene->events, 0, FELT_EVENTS_MAX};
    scene->adapter.adapter.deal(&scene->adapter.adapter, 5, stack, 0, &scene->deal);
    scene->deal.deck = deck;
    scene->deal.deck_count = count;
    felt_announcer_begin(&scene->announcer, &scene->deal);
    assert_int_equal(
        felt_poker_open(&scene->adapter.rules, &scene->deal, &scene->state, &scene->log), FELT_OK);
    assert_int_equal(
        felt_poker_deal(&scene->adapter.rules, &scene->deal, &rng, &scene->state, &scene->log),
        FELT_OK);
    announce(scene);
    keep_turn(scene);
    act(scene, FELT_RAISE_TO, 6);
    keep_turn(scene);
    act(scene, FELT_FOLD, 0);
    for (int seat = 0; seat < 3; seat++) stack[seat] = scene->state.betting.stack[seat];
    keep_tell(scene, seq_of(scene),
              &(struct felt_arena_server_msg){.kind = FELT_ARENA_SERVER_END_HAND,
                                              .table = &scene->hand_face,
                                              .hand_id = scene->face.hand_id,
                                              .stacks = stack});
}

/* ---- a genome: Crazy Eights for two ---- */

struct eights {
    struct scene *scene;
    const struct felt_game_adapter *adapter;
    felt_seat eyes; /* who is told */
    struct felt_stake stake;
    struct felt_room_face face;
    struct felt_table_config config;
    struct felt_table_face hand_face;
    struct felt_announcer announcer;
    struct felt_event events[FELT_EVENTS_MAX];
    struct felt_event_log log;
    uint32_t seq;
    _Alignas(16) char state[1024];
    int said_count;
    struct felt_announcement said[SAID_MAX];
};

static void keep_eights_tell(struct eights *eights, const struct felt_arena_server_msg *msg)
{
    KEEP(eights->scene, .kind = FELT_ROOM_SERVER_HAND, .seq = eights->seq, .table = &eights->face,
         .tell = msg, .bank_ms = 60000);
}

static void hear_eights(void *self, const struct felt_announcement *said)
{
    struct eights *eights = self;
    struct felt_announcement heard = felt_announcement_for(said, eights->eyes);
    eights->said[eights->said_count++] = *said;
    eights->seq++;
    keep_eights_tell(
        eights, &(struct felt_arena_server_msg){.kind = FELT_ARENA_SERVER_EVENT, .event = &heard});
}

static void announce_eights(struct eights *eights)
{
    felt_announce(&eights->announcer, eights->adapter, eights->events, eights->log.count,
                  hear_eights, eights);
    eights->log.count = 0;
}

static void retell_eights(const void *self, felt_say say, void *to)
{
    const struct eights *eights = self;
    for (int i = 0; i < eights->said_count; i++) {
        struct felt_announcement heard = felt_announcement_for(&eights->said[i], eights->eyes);
        say(to, &heard);
    }
}

static void keep_eights_turn(struct eights *eights)
{
    const struct felt_game_adapter *adapter = eights->adapter;
    struct felt_view view;
    felt_seat actor = adapter->game->actor(adapter->rules, eights->state);
    adapter->game->view(adapter->rules, eights->state, eights->eyes, &view);
    bool own = actor == eights->eyes;
    struct felt_arena_server_msg msg = {.kind = own ? FELT_ARENA_SERVER_ACT
                                                    : FELT_ARENA_SERVER_SNAPSHOT,
                                        .table = &eights->hand_face,
                                        .seat = eights->eyes,
                                        .hand_id = eights->face.hand_id,
                                        .req_id = 7,
                                        .time_ms = own ? 20000 : 12500,
                                        .view = &view,
                                        .retell = retell_eights,
                                        .retell_self = eights};
    if (own) eights->seq++;
    keep_eights_tell(eights, &msg);
    KEEP(eights->scene, .kind = FELT_ROOM_SERVER_TURN, .seq = eights->seq, .table = &eights->face,
         .hand_id = eights->face.hand_id, .seat = actor, .time_ms = 20000, .bank_ms = 60000,
         .text = adapter->moves                    ? "move"
                 : view.phase == FELT_PHASE_DECIDE ? "decide"
                                                   : "bet");
}

/* As a client names it. */
static void move_eights(struct eights *eights, const char *text)
{
    const struct felt_game_adapter *adapter = eights->adapter;
    struct felt_arena_client_action ask = {.known = true, .kind = FELT_MOVE};
    felt_seat actor = adapter->game->actor(adapter->rules, eights->state);
    struct felt_action action;
    struct felt_view view;
    snprintf(ask.move, sizeof ask.move, "%s", text);
    adapter->game->view(adapter->rules, eights->state, actor, &view);
    if (!felt_table_answer_read(adapter, &view, &ask, &action)) fail_msg("%s is no move", text);
    assert_int_equal(
        adapter->game->apply(adapter->rules, eights->state, actor, action, &eights->log), FELT_OK);
    announce_eights(eights);
}

static void read_eights(struct felt_genome *genome)
{
    static char text[FELT_GENOME_TEXT_MAX];
    struct felt_genome_error error;
    char path[512];
    snprintf(path, sizeof path, "%s/../../data/genomes/crazy-eights.json", golden_folder());
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    size_t bytes = fread(text, 1, sizeof text, file);
    fclose(file);
    assert_int_equal(felt_genome_json_read(text, bytes, genome, &error), FELT_OK);
}

static void open_eights(struct eights *eights, struct scene *scene)
{
    static struct felt_genome genome;
    static struct felt_genome_adapter adapter;
    memset(eights, 0, sizeof *eights);
    read_eights(&genome);
    felt_genome_adapter_make(&adapter, &genome, 5);
    eights->adapter = &adapter.adapter;
    eights->scene = scene;
    eights->stake = (struct felt_stake){.title = "Crazy Eights for 5",
                                        .variant = "genome",
                                        .limit = "",
                                        .seats = 4,
                                        .big_blind = 5,
                                        .buy_in_min = 100,
                                        .buy_in_max = 500};
    eights->face = (struct felt_room_face){.id = "eights-5-1",
                                           .stake = &eights->stake,
                                           .adapter = eights->adapter,
                                           .taken = 2,
                                           .people = 1,
                                           .in_hand = 2,
                                           .watchers = 1,
                                           .hand_id = "H-2026-11-16-00020"};
    eights->config = (struct felt_table_config){.adapter = eights->adapter, .seats = 4};
    eights->hand_face = scene->hand_face;
    eights->hand_face.config = &eights->config;
    eights->log = (struct felt_event_log){eights->events, 0, FELT_EVENTS_MAX};
    eights->seq = 40;
}

/* What happens in other games, as it would be said. */
static void keep_more(struct eights *eights)
{
    static const struct felt_event events[] = {
        {FELT_EVENT_HAND, 0, 2, 0, (felt_seats)-1, 0, 0, {0}, 3, 2},
        {FELT_EVENT_PLAY, 0, 2, 1, (felt_seats)-1, 0, 0, {50}, 0, 3},
        {FELT_EVENT_PLAY, 0, 2, 1, 4, 0, 0, {50}, 0, 3},
        {FELT_EVENT_TAKE, 0, 2, 2, (felt_seats)-1, 0, 0, {50, 51}, 2, 1},
        {FELT_EVENT_TAKE, 0, 2, 0, 0, 0, 0, {0}, 5, 0},
        {FELT_EVENT_GIVE, 0, 2, 1, 5, 0, 0, {4}, 0, 0},
        {FELT_EVENT_GIVE, 0, 2, 3, 6, 0, 0, {4, 5, 6}, 0, 1},
        {FELT_EVENT_SAY, 0, 2, 0, (felt_seats)-1, 0, 0, {0}, FELT_ASKS_RANK, FELT_KING},
        {FELT_EVENT_SAY, 0, 2, 0, (felt_seats)-1, 0, 0, {0}, FELT_ASKS_SEAT, 0},
        {FELT_EVENT_SAY, 0, 2, 0, (felt_seats)-1, 0, 0, {0}, FELT_ASKS_NUMBER, 4},
        {FELT_EVENT_SAY, 0, 2, 0, (felt_seats)-1, 0, 0, {0}, FELT_ASKS_NOTHING, FELT_MOVE_PASS},
        {FELT_EVENT_SHOW, 0, 2, 1, (felt_seats)-1, 0, 0, {12}, 0, 0},
        {FELT_EVENT_SCORE, 0, 0, 0, (felt_seats)-1, 0, 0, {0}, -13, 26},
        {FELT_EVENT_EFFECT, 0, 0, 0, (felt_seats)-1, 0, 0, {0}, 2, FELT_EFFECT_DRAW},
        {FELT_EVENT_OUT, 0, 2, 0, (felt_seats)-1, 0, 0, {0}, 0, 0},
    };
    eights->seq = 70;
    eights->log.count = sizeof events / sizeof events[0];
    memcpy(eights->events, events, sizeof events);
    announce_eights(eights);
}

static void play_eights(struct scene *scene)
{
    static struct eights eights;
    felt_chips stack[FELT_SEATS_MAX] = {200, 0, 180};
    felt_card deck[FELT_CARDS_MAX];
    struct felt_deal deal;
    struct felt_rng later = felt_rng_make(1);
    open_eights(&eights, scene);
    const struct felt_game_adapter *adapter = eights.adapter;
    KEEP(scene, .kind = FELT_ROOM_SERVER_LOBBY_ROW, .table = &eights.face);
    adapter->deal(adapter, 5, stack, 0, &deal);
    deal.deck_count = cards_parse("9c 8h 3d 7h 4d 2c 6s Qs Ks Jd 9h Tc Td", deck, FELT_CARDS_MAX);
    deal.deck = deck;
    deal.later = &later;
    felt_announcer_begin(&eights.announcer, &deal);
    assert_int_equal(adapter->game->open(adapter->rules, &deal, eights.state, &eights.log),
                     FELT_OK);
    assert_int_equal(adapter->game->deal(adapter->rules, &deal, NULL, eights.state, &eights.log),
                     FELT_OK);
    announce_eights(&eights);
    move_eights(&eights, "play 9c");
    keep_eights_turn(&eights);
    move_eights(&eights, "play 8h");
    keep_eights_turn(&eights);
    move_eights(&eights, "name spades");
    keep_eights_turn(&eights);
    keep_more(&eights);
}

/* ---- Narc: the first rounds of a session, as the Player hears them ---- */

static void open_narc(struct eights *narc, struct scene *scene)
{
    static struct felt_narc_adapter adapter;
    static struct felt_narc_rules rules;
    struct felt_narc_options options = felt_narc_options_usual;
    memset(narc, 0, sizeof *narc);
    snprintf(options.name, sizeof options.name, "house");
    assert_int_equal(felt_narc_rules_join(&options, &narc_curios, false, &rules, NULL), FELT_OK);
    felt_narc_adapter_make(&adapter, &rules, 0, false);
    narc->adapter = &adapter.adapter;
    narc->eyes = 2;
    narc->scene = scene;
    narc->stake = (struct felt_stake){.title = "Narc, for the score",
                                      .variant = "narc",
                                      .limit = "score",
                                      .seats = 3,
                                      .big_blind = 1,
                                      .buy_in_min = 1,
                                      .buy_in_max = 1,
                                      .move_ms = 30000,
                                      .bank_ms = 60000,
                                      .pause_ms = 5000};
    narc->face = (struct felt_room_face){.id = "narc-1",
                                         .stake = &narc->stake,
                                         .adapter = narc->adapter,
                                         .taken = 3,
                                         .people = 1,
                                         .in_hand = 3,
                                         .watchers = 1,
                                         .hand_id = "H-2026-11-16-00021"};
    narc->config = (struct felt_table_config){.adapter = narc->adapter, .seats = 3};
    narc->hand_face = scene->hand_face;
    narc->hand_face.config = &narc->config;
    for (int seat = 0; seat < 3; seat++) narc->hand_face.seat[seat].team = "somebody";
    narc->log = (struct felt_event_log){narc->events, 0, FELT_EVENTS_MAX};
    narc->seq = 400;
}

/* As a client names it; "": no card. */
static void commit_narc(struct eights *narc, enum felt_action_kind kind, const char *card)
{
    const struct felt_game_adapter *adapter = narc->adapter;
    struct felt_arena_client_action ask = {
        .known = true, .kind = (uint8_t)kind, .names_card = card[0] != '\0'};
    felt_seat actor = adapter->game->actor(adapter->rules, narc->state);
    struct felt_action action;
    struct felt_view view;
    snprintf(ask.move, sizeof ask.move, "%s", card);
    adapter->game->view(adapter->rules, narc->state, actor, &view);
    if (!felt_table_answer_read(adapter, &view, &ask, &action)) fail_msg("%s is not there", card);
    assert_int_equal(adapter->game->apply(adapter->rules, narc->state, actor, action, &narc->log),
                     FELT_OK);
    announce_eights(narc);
}

static void keep_more_narc(struct eights *narc)
{
    static const struct felt_event events[] = {
        {FELT_EVENT_ACT, FELT_CALL, 1, 1, 2, 0, 0, {20}, 0, 0},
        {FELT_EVENT_ACT, FELT_CHECK, 2, 0, (felt_seats)-1, 0, 0, {0}, 1, 0},
        {FELT_EVENT_SCORE, 0, 2, 0, (felt_seats)-1, 0, 0, {0}, 80, 180},
        {FELT_EVENT_OUTCOME, 0, 2, 0, (felt_seats)-1, 1, 0, {0}, 0, FELT_NARC_BUSTED},
    };
    narc->seq = 440;
    narc->log.count = sizeof events / sizeof events[0];
    memcpy(narc->events, events, sizeof events);
    announce_eights(narc);
}

static void play_narc(struct scene *scene)
{
    static struct eights narc;
    felt_chips stack[FELT_SEATS_MAX] = {1, 1, 1};
    struct felt_deal deal;
    struct felt_rng later = felt_rng_make(1);
    open_narc(&narc, scene);
    const struct felt_game_adapter *adapter = narc.adapter;
    felt_card deck[FELT_CARDS_MAX];
    for (int i = 0; i < adapter->deck_count; i++) /* a step that visits every card */
        deck[i] = (felt_card)(i * 7 % adapter->deck_count);
    KEEP(scene, .kind = FELT_ROOM_SERVER_LOBBY_ROW, .table = &narc.face);
    KEEP(scene, .kind = FELT_ROOM_SERVER_TABLE, .seq = 399, .table = &narc.face);
    adapter->deal(adapter, 7, stack, 0, &deal);
    deal.deck = deck;
    deal.deck_count = adapter->deck_count;
    deal.later = &later;
    felt_announcer_begin(&narc.announcer, &deal);
    assert_int_equal(adapter->game->open(adapter->rules, &deal, narc.state, &narc.log), FELT_OK);
    assert_int_equal(adapter->game->deal(adapter->rules, &deal, NULL, narc.state, &narc.log),
                     FELT_OK);
    announce_eights(&narc);
    commit_narc(&narc, FELT_COMMIT, "parked_van");
    commit_narc(&narc, FELT_CHECK, "");
    keep_eights_turn(&narc);
    commit_narc(&narc, FELT_COMMIT, "quiet_favour");
    keep_eights_turn(&narc);
    commit_narc(&narc, FELT_CHECK, "");
    keep_eights_turn(&narc);
    commit_narc(&narc, FELT_FOLD, "");
    keep_more_narc(&narc);
}

/* A table of Ada's, with everything that one can have. */
static void keep_private(struct scene *scene)
{
    static const char key[] = "h4x9mk2qrt7wbzpa";
    struct felt_stake stake = scene->stake;
    struct felt_room_mine mine = {.straddle = true, .muck = true};
    struct felt_room_face face = {.id = "p-x7k3qd-1",
                                  .stake = &stake,
                                  .adapter = &scene->adapter.adapter,
                                  .hand_id = "",
                                  .watchers = 1,
                                  .is_private = true,
                                  .host = "Ada"};
    snprintf(stake.title, sizeof stake.title, "Friday");
    KEEP(scene, .kind = FELT_ROOM_SERVER_PRIVATE, .has_req = true, .req = 40, .table = &face,
         .text = key, .more = true);
    stake.small_blind = 2, stake.big_blind = 4;
    stake.buy_in_min = 80, stake.buy_in_max = 400;
    stake.options = (struct felt_room_table_options){.ante_by = FELT_ANTE_EACH,
                                                     .ante = 1,
                                                     .straddle = FELT_STRADDLE_OPTIONAL,
                                                     .bomb_every = 10,
                                                     .bomb_units = 2,
                                                     .twice = FELT_TWICE_ALWAYS,
                                                     .no_rathole = true};
    face.taken = face.people = 3, face.in_hand = 3;
    KEEP(scene, .kind = FELT_ROOM_SERVER_TERMS, .seq = 17, .table = &face, .more = true);
    face.paused = face.bomb_next = true;
    face.club = 12;
    face.in_hand = 0;
    KEEP(scene, .kind = FELT_ROOM_SERVER_TERMS, .seq = 31, .table = &face);
    KEEP(scene, .kind = FELT_ROOM_SERVER_LOBBY_ROW, .table = &face);
    KEEP(scene, .kind = FELT_ROOM_SERVER_MINE, .seat = 3, .table = &face, .mine = &mine);
    KEEP(scene, .kind = FELT_ROOM_SERVER_GONE, .table = &face,
         .text = "the host has sent you away");
}

/* Two tournaments: one that is to start, one under way with everything that can be told. */
static const struct felt_room_tournament_card sit_and_go = {.id = "sng-6",
                                                            .number = 3,
                                                            .title = "Sit-and-go, six players",
                                                            .game = "holdem",
                                                            .limit = "no-limit",
                                                            .format = "freezeout",
                                                            .state = "open",
                                                            .registering = true,
                                                            .seats = 6,
                                                            .stack = 1500,
                                                            .buy_in = 50,
                                                            .pool = 100,
                                                            .entrants_min = 6,
                                                            .entrants_max = 6,
                                                            .entries = 2};
static const struct felt_room_tournament_card evening = {.id = "evening",
                                                         .number = 2,
                                                         .title = "Evening tournament",
                                                         .game = "holdem",
                                                         .limit = "no-limit",
                                                         .format = "freezeout",
                                                         .state = "running",
                                                         .is_private = true,
                                                         .hand_for_hand = true,
                                                         .final = true,
                                                         .seats = 9,
                                                         .stack = 5000,
                                                         .buy_in = 100,
                                                         .fee = 5,
                                                         .pool = 1500,
                                                         .guarantee = 1500,
                                                         .starts_ms = WALL_MS - 3600000,
                                                         .entrants_min = 6,
                                                         .entrants_max = 60,
                                                         .entries = 12,
                                                         .house = 4,
                                                         .left = 5,
                                                         .tables = 1,
                                                         .level = 6,
                                                         .now = {200, 400, 40, 600000, 0},
                                                         .next = {250, 500, 50, 600000, 0},
                                                         .level_ends_ms = WALL_MS + 240000};

static void keep_events(struct scene *scene)
{
    static const struct felt_room_tournament_level levels[] = {
        {30, 60, 0, 600000, 0}, {0, 0, 0, 300000, 0}, {60, 120, 12, 0, 20}, {90, 180, 18, 0, 0}};
    static const struct felt_room_tournament_prize prizes[] = {
        {1, 1, 750}, {2, 2, 450}, {3, 3, 300}};
    static const struct felt_room_tournament_table tables[] = {{"evening-1", 5}};
    static const struct felt_room_tournament_guest ada_in = {
        .name = "Ada", .state = "in", .table = "evening-1", .seat = 3, .number = 7, .stack = 21400};
    static const struct felt_room_tournament_guest guests[] = {
        {.name = "HousePlayer7",
         .house = true,
         .state = "in",
         .table = "evening-1",
         .seat = 0,
         .number = 1,
         .stack = 9100},
        {.name = "Bea", .state = "out", .seat = FELT_SEAT_NONE, .number = 2, .place = 6, .tied = 2},
    };
    static const struct felt_room_tournament_guest third = {.name = "Ada",
                                                            .state = "out",
                                                            .seat = FELT_SEAT_NONE,
                                                            .number = 7,
                                                            .place = 3,
                                                            .prize = 300};
    static const struct felt_room_tournament_guest gone = {
        .name = "Ada", .state = "unregistered", .seat = FELT_SEAT_NONE, .number = 2};
    const struct felt_room_tournament_card cards[] = {sit_and_go, evening};
    const struct felt_room_tournament_page page = {.card = &evening,
                                                   .ante = "each",
                                                   .late = 4,
                                                   .reentries = 1,
                                                   .bubble = 1,
                                                   .final_seats = 9,
                                                   .move_ms = 20000,
                                                   .bank_ms = 60000,
                                                   .average = 12000,
                                                   .levels = 4,
                                                   .level = levels,
                                                   .prizes = 3,
                                                   .prize = prizes,
                                                   .tables = 1,
                                                   .table = tables,
                                                   .leaders = 1,
                                                   .leader = &ada_in,
                                                   .guests = 2,
                                                   .guest = guests,
                                                   .next = 2,
                                                   .you = &ada_in};
    const struct felt_room_tournament_entry in = {&evening, &ada_in}, out = {&evening, &third},
                                            back = {&sit_and_go, &gone};
    KEEP(scene, .kind = FELT_ROOM_SERVER_EVENTS, .has_req = true, .req = 30, .cards = cards,
         .count = 2);
    KEEP(scene, .kind = FELT_ROOM_SERVER_EVENT_ROW, .cards = &sit_and_go);
    KEEP(scene, .kind = FELT_ROOM_SERVER_EVENT, .has_req = true, .req = 31, .page = &page);
    KEEP(scene, .kind = FELT_ROOM_SERVER_OK, .has_req = true, .req = 32);
    KEEP(scene, .kind = FELT_ROOM_SERVER_ENTRY, .entry = &in);
    KEEP(scene, .kind = FELT_ROOM_SERVER_ENTRY, .entry = &out);
    KEEP(scene, .kind = FELT_ROOM_SERVER_ENTRY, .entry = &back);
}

static void keep_event_table(struct scene *scene)
{
    struct felt_stake stake = {.id = "evening",
                               .title = "Evening tournament",
                               .variant = "holdem",
                               .limit = "no-limit",
                               .directed = true,
                               .seats = 9,
                               .small_blind = 30,
                               .big_blind = 60,
                               .buy_in_min = 5000,
                               .buy_in_max = 5000,
                               .move_ms = 20000,
                               .bank_ms = 60000,
                               .pause_ms = 1500};
    const struct felt_room_face face = {
        .id = "evening-1", .stake = &stake, .adapter = &scene->adapter.adapter, .hand_id = ""};
    KEEP(scene, .kind = FELT_ROOM_SERVER_TABLE, .seq = 1, .table = &face, .event = 2);
}

static void keep_all(struct scene *scene)
{
    open_scene(scene);
    keep_answers(scene);
    keep_tables(scene);
    keep_games(scene);
    keep_absence(scene);
    keep_private(scene);
    keep_events(scene);
    keep_event_table(scene);
    play(scene);
    play_eights(scene);
    play_narc(scene);
}

/* ---- the document ---- */

static bool is_produced(const struct scene *scene, const char *line)
{
    for (int i = 0; i < scene->frames; i++)
        if (strcmp(scene->frame[i], line) == 0) return true;
    return false;
}

static void verify_sample(const struct scene *scene, const char *line,
                          bool kinds[FELT_ROOM_CLIENT_KINDS])
{
    struct felt_room_client_msg msg;
    char why[FELT_PROTOCOL_TEXT_BYTES] = "";
    if (strstr(line, "\"at\":")) {
        if (!is_produced(scene, line)) fail_msg("the server does not write this: %s", line);
    } else if (felt_protocol_read_room_client(line, strlen(line), &msg, why)) {
        fail_msg("%s: %s", line, why);
    } else {
        kinds[msg.kind] = true;
    }
}

/* The samples of section 15, one after the other. */
static void read_samples(const struct scene *scene, char *all, size_t bytes,
                         bool kinds[FELT_ROOM_CLIENT_KINDS])
{
    static char line[FRAME_BYTES];
    char path[512];
    bool inside = false, here = false;
    snprintf(path, sizeof path, "%s/../../docs/PROTOCOL.md", golden_folder());
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    all[0] = 0;
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        if (strncmp(line, "## ", 3) == 0) here = strncmp(line, "## 15.", 6) == 0;
        if (strncmp(line, "```", 3) == 0) {
            inside = strcmp(line, "```json") == 0;
            continue;
        }
        if (!inside || !here) continue;
        assert_true(strlen(all) + strlen(line) + 2 < bytes);
        snprintf(all + strlen(all), bytes - strlen(all), "%s\n", line);
        verify_sample(scene, line, kinds);
    }
    fclose(file);
}

static void room_samples_are_what_the_server_writes(void **state)
{
    (void)state;
    static struct scene scene;
    static char all[1 << 17];
    char wanted[64];
    bool wanted_kinds[FELT_ROOM_CLIENT_KINDS] = {false};
    keep_all(&scene);
    read_samples(&scene, all, sizeof all, wanted_kinds);
    for (int kind = 0; kind < FELT_ROOM_SERVER_KINDS; kind++)
        if (!scene.kinds[kind]) fail_msg("no frame of server message %d is kept here", kind);
    for (int i = 0; i < scene.frames; i++) {
        const char *type = strstr(scene.frame[i], "\"type\":\"");
        assert_non_null(type);
        snprintf(wanted, sizeof wanted, "\"at\":%lld,%.*s", (long long)WALL_MS,
                 (int)(strcspn(type + 8, "\"") + 9), type);
        if (!strstr(all, wanted)) fail_msg("no sample of %s", type);
    }
    for (int said = FELT_SAID_HAND; said < FELT_SAIDS;
         said++) { /* the others: test_write_arena_server.c */
        snprintf(wanted, sizeof wanted, "\"ev\":\"%s\"", felt_said_word((enum felt_said)said));
        if (!strstr(all, wanted)) fail_msg("no sample of %s", wanted);
    }
    for (int kind = 0; kind < FELT_ROOM_CLIENT_KINDS; kind++)
        if (!wanted_kinds[kind])
            fail_msg("no sample of %s", felt_room_client_word((enum felt_room_client_kind)kind));
    close_scene(&scene);
}

/* Every code is explained in 15.16. */
static void room_codes_are_all_in_the_document(void **state)
{
    (void)state;
    static char text[1 << 19];
    char path[512], wanted[64];
    snprintf(path, sizeof path, "%s/../../docs/PROTOCOL.md", golden_folder());
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = 0;
    fclose(file);
    const char *section = strstr(text, "\n## 15.");
    assert_non_null(section);
    for (int no = FELT_NO_NOT + 1; no < FELT_NOS; no++) {
        snprintf(wanted, sizeof wanted, "\n| %s |", felt_no_word((enum felt_no)no));
        if (!strstr(section, wanted)) fail_msg("not explained: %s", wanted);
    }
}

TEST_MODULE(write_room_server)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(room_samples_are_what_the_server_writes),
        cmocka_unit_test(room_codes_are_all_in_the_document),
    };
    return cmocka_run_group_tests_name("write_room_server", tests, NULL, NULL);
}
