/* test_client_arena.c -- hands are dealt and announced as a server does it; in every seat sits a
 * guest that knows only its frames, and must see what the engine would show it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "client/arena.h"
#include "server/table/poker_adapter.h"
#include "module.h"
#include "support.h"
#include "server/protocol/read_arena_client.h"
#include "server/protocol/write_arena_server.h"

#include <stdlib.h>
#include <string.h>

enum { EVENTS_MAX = 4096, FRAME_BYTES = 1 << 17, SAIDS_MAX = 4096 };

/* ---- a player who remembers what it was shown, and takes any action ---- */

struct spy {
    struct felt_rng rng;
    struct felt_view view;
    int asked;
    uint32_t events;
    struct felt_event event[EVENTS_MAX];
};

/* The block of the guest that was opened last: a guest does not show its player. */
static struct spy *sat;

static bool spy_plays(const struct felt_game *game, const void *rules)
{
    return game == &felt_poker_game && rules != NULL;
}

static void spy_sit(void *self, const struct felt_strategy_config *settings, struct felt_rng rng)
{
    (void)settings;
    sat = self;
    sat->rng = rng;
}

static void spy_begin(void *self, const struct felt_place *place)
{
    struct spy *spy = self;
    assert_non_null(place->rules);
    spy->events = 0;
}

static void spy_observe(void *self, const struct felt_event *event)
{
    struct spy *spy = self;
    assert_true(spy->events < EVENTS_MAX);
    spy->event[spy->events++] = *event;
}

/* Any action, but folds are rare and small raises are likely: hands that go on are worth more. */
static struct felt_decision spy_choose(void *self, const struct felt_view *view,
                                       const struct felt_budget *budget)
{
    struct spy *spy = self;
    struct felt_decision decision = {.reasoning = "spy"};
    (void)budget;
    spy->view = *view;
    spy->asked++;
    for (int tries = 0; tries < 3; tries++) {
        const struct felt_option *option = &view->option[felt_rng_below(&spy->rng, view->options)];
        int64_t count = felt_options_count(option, 1), most = count < 200 ? count : 200;
        if (felt_rng_below(&spy->rng, 8) == 0) most = count < 100000 ? count : 100000;
        decision.action = felt_options_pick(option, 1, felt_rng_below(&spy->rng, (uint32_t)most));
        if (option->kind != FELT_FOLD) break;
    }
    return decision;
}

static const struct felt_player_kind spy_kind = {.name = "spy",
                                                 .title = "remembers",
                                                 .bytes = sizeof(struct spy),
                                                 .plays = spy_plays,
                                                 .sit = spy_sit,
                                                 .begin = spy_begin,
                                                 .observe = spy_observe,
                                                 .choose = spy_choose};

/* ---- a table without a server ---- */

struct place {
    struct felt_client_arena *client;
    struct spy *spy;
};

struct table {
    struct felt_poker_adapter adapter;
    struct felt_table_config config;
    struct felt_table_face face;
    struct felt_rng rng;
    int seats, hands, decisions, other_views, other_ends;
    uint64_t req_id;
    bool redealt;
    char hand_id[FELT_LIVE_HAND_ID_BYTES + 1];
    felt_chips stack[FELT_SEATS_MAX];
    struct place place[FELT_SEATS_MAX];
    struct felt_announcer announcer;
    int saids;
    struct felt_announcement said[SAIDS_MAX];
    uint32_t told;
    struct felt_poker state;
    struct felt_event_log log;
    struct felt_event event[EVENTS_MAX];
};

static char frame_memory[FRAME_BYTES];

static enum felt_client_arena_news tell(const struct table *table, struct felt_client_arena *client,
                                        struct felt_arena_server_msg what)
{
    struct felt_buffer frame = felt_buffer_make(frame_memory, sizeof frame_memory);
    what.table = &table->face;
    what.hand_id = table->hand_id;
    felt_protocol_write_arena_server(&what, &frame);
    assert_false(frame.overflow);
    return felt_client_arena_take(client, frame.bytes, frame.used);
}

static struct place open_client(const struct table *table, felt_seat seat, uint64_t seed)
{
    struct felt_player_spec spec = {.kind = &spy_kind};
    struct place place = {.client = felt_client_arena_open(&spec, seed)};
    assert_non_null(place.client);
    place.spy = sat;
    struct felt_arena_server_msg welcome = {.kind = FELT_ARENA_SERVER_WELCOME, .seat = seat};
    assert_int_equal(tell(table, place.client, welcome), FELT_CLIENT_ARENA_WELCOME);
    assert_int_equal(felt_client_arena_facts(place.client)->seat, seat);
    return place;
}

static struct table *open_table(const char *variant, enum felt_limit limit, int seats,
                                uint64_t seed)
{
    struct table *table = calloc(1, sizeof *table);
    struct felt_complaint complaint;
    assert_non_null(table);
    assert_int_equal(felt_poker_adapter_make(&table->adapter, variant, limit, 40, 100, &complaint),
                     FELT_OK);
    table->rng = felt_rng_make(seed);
    table->seats = seats;
    table->config = (struct felt_table_config){.adapter = &table->adapter.adapter,
                                               .seats = (uint8_t)seats,
                                               .stack = 3000,
                                               .move_ms = 1000};
    table->face.id = "T-1";
    table->face.config = &table->config;
    for (int seat = 0; seat < seats; seat++) table->face.seat[seat].team = "team";
    for (int seat = 0; seat < seats; seat++)
        table->place[seat] = open_client(table, (felt_seat)seat, seed + (uint64_t)seat);
    return table;
}

static void close_table(struct table *table)
{
    for (int seat = 0; seat < table->seats; seat++)
        felt_client_arena_close(table->place[seat].client);
    free(table);
}

static void say(void *self, const struct felt_announcement *said)
{
    struct table *table = self;
    assert_true(table->saids < SAIDS_MAX);
    table->said[table->saids++] = *said;
    if (said->ev == FELT_SAID_REDEAL) table->redealt = true;
    for (int seat = 0; seat < table->seats; seat++) {
        struct felt_announcement heard = felt_announcement_for(said, (felt_seat)seat);
        struct felt_arena_server_msg what = {.kind = FELT_ARENA_SERVER_EVENT, .event = &heard};
        assert_int_equal(tell(table, table->place[seat].client, what), FELT_CLIENT_ARENA_NOTHING);
    }
}

static void announce(struct table *table)
{
    felt_announce(&table->announcer, &table->adapter.adapter, table->event + table->told,
                  table->log.count - table->told, say, table);
    table->told = table->log.count;
}

struct retelling {
    const struct table *table;
    felt_seat seat;
};

static void retell(const void *self, felt_say say_to, void *to)
{
    const struct retelling *retelling = self;
    for (int i = 0; i < retelling->table->saids; i++) {
        struct felt_announcement heard =
            felt_announcement_for(&retelling->table->said[i], retelling->seat);
        say_to(to, &heard);
    }
}

/* Stacks are short now and then; some seats are empty in this hand. */
static void begin_hand(struct table *table)
{
    const struct felt_game_adapter *adapter = &table->adapter.adapter;
    struct felt_deal deal;
    felt_seats seats = 0;
    for (int seat = 0; seat < table->seats; seat++) {
        bool away = table->seats > 3 && felt_rng_below(&table->rng, 8) == 0 && seat >= 2;
        bool is_short = felt_rng_below(&table->rng, 4) == 0;
        table->stack[seat] = away ? 0 : 1 + felt_rng_below(&table->rng, is_short ? 150 : 6000);
        if (!away) seats |= felt_seats_of(seat);
    }
    felt_seat button = felt_seats_from(seats, (int)felt_rng_below(&table->rng, FELT_SEATS_MAX));
    adapter->deal(adapter, seats, table->stack, button, &deal);
    snprintf(table->hand_id, sizeof table->hand_id, "H-2026-11-16-%05d", ++table->hands);
    table->saids = 0;
    table->told = 0;
    table->redealt = false;
    table->log = (struct felt_event_log){table->event, 0, EVENTS_MAX};
    felt_announcer_begin(&table->announcer, &deal);
    for (int seat = 0; seat < table->seats; seat++) {
        struct felt_arena_server_msg what = {
            .kind = FELT_ARENA_SERVER_START_HAND, .button = button, .stacks = table->stack};
        assert_int_equal(tell(table, table->place[seat].client, what), FELT_CLIENT_ARENA_HAND);
    }
    assert_int_equal(felt_poker_open(adapter->rules, &deal, &table->state, &table->log), FELT_OK);
    felt_poker_shuffle(adapter->rules, &table->rng, &table->state, &table->log);
    announce(table);
}

/* The frame as the server reads it, as an action of the engine. */
static struct felt_action read_answer(const struct table *table, const struct felt_view *view,
                                      const struct felt_buffer *frame)
{
    struct felt_arena_client_msg msg;
    char text[FELT_PROTOCOL_TEXT_BYTES];
    assert_int_equal(felt_protocol_read_arena_client(frame->bytes, frame->used, &msg, text),
                     FELT_REFUSED_NOT);
    assert_int_equal(msg.kind, FELT_ARENA_CLIENT_ACTION);
    assert_string_equal(msg.action.hand_id, table->hand_id);
    assert_true(msg.action.has_req && msg.action.req_id == table->req_id && msg.action.known);
    struct felt_action action = {.kind = msg.action.kind};
    if (action.kind == FELT_RAISE_TO) action.amount = msg.action.amount;
    const struct felt_zone *own = felt_view_zone(view, FELT_ZONE_HAND, view->viewer);
    for (int i = 0; i < msg.action.cards; i++)
        for (int k = 0; k < own->count; k++)
            if (view->cards[own->at + k] == msg.action.card[i]) action.cards |= UINT64_C(1) << k;
    return action;
}

/* A guest that was not there before, with nothing but a snapshot. */
static void come_back(struct table *table, const struct felt_view *view)
{
    struct retelling retelling = {table, view->viewer};
    struct place place = open_client(table, view->viewer, 5);
    char memory[512];
    struct felt_buffer answer = felt_buffer_make(memory, sizeof memory);
    struct felt_arena_server_msg what = {.kind = FELT_ARENA_SERVER_SNAPSHOT,
                                         .seat = view->viewer,
                                         .view = view,
                                         .req_id = table->req_id,
                                         .time_ms = 900,
                                         .retell = retell,
                                         .retell_self = &retelling};
    assert_int_equal(tell(table, place.client, what), FELT_CLIENT_ARENA_ACT);
    felt_client_arena_answer(place.client, &(struct felt_budget){0}, &answer, NULL);
    if (!table->redealt) assert_true(felt_view_equal(&place.spy->view, view));
    what.kind = FELT_ARENA_SERVER_ACT; /* the same once more: it is answered already */
    assert_int_equal(tell(table, place.client, what), FELT_CLIENT_ARENA_NOTHING);
    felt_client_arena_close(place.client);
}

static void decide(struct table *table, felt_seat actor)
{
    const struct felt_poker_rules *rules = &table->adapter.rules;
    struct place *place = &table->place[actor];
    struct felt_view view;
    char memory[512];
    struct felt_buffer answer = felt_buffer_make(memory, sizeof memory);
    int asked = place->spy->asked;
    felt_poker_view(rules, &table->state, actor, &view);
    table->req_id++;
    if (felt_rng_below(&table->rng, 16) == 0) come_back(table, &view);
    struct felt_arena_server_msg what = {.kind = FELT_ARENA_SERVER_ACT,
                                         .seat = actor,
                                         .view = &view,
                                         .req_id = table->req_id,
                                         .time_ms = 1000};
    assert_int_equal(tell(table, place->client, what), FELT_CLIENT_ARENA_ACT);
    assert_int_equal(felt_client_arena_facts(place->client)->stack, view.betting.stack[actor]);
    felt_client_arena_answer(place->client, &(struct felt_budget){0}, &answer, NULL);
    table->decisions++;
    bool same = place->spy->asked == asked + 1 && felt_view_equal(&place->spy->view, &view);
    if (!same && !table->redealt) {
        printf("# %s, %s, seat %d, asked %d\n", table->adapter.rules.variant->name, table->hand_id,
               actor, place->spy->asked - asked);
        fail();
    }
    table->other_views += !same;
    struct felt_action action = read_answer(table, &view, &answer);
    assert_int_equal(felt_poker_apply(rules, &table->state, actor, action, &table->log), FELT_OK);
    announce(table);
}

/* ---- what a player hears ---- */

static bool same_event(const struct felt_event *a, const struct felt_event *b)
{
    return a->kind == b->kind && a->act == b->act && a->seat == b->seat && a->count == b->count &&
           a->pot == b->pot && a->board == b->board && a->amount == b->amount && a->to == b->to &&
           memcmp(a->cards, b->cards, a->count) == 0;
}

/* Its own hole cards a hold'em player learns when it is asked, and it may never be. */
static bool is_blank(const struct felt_event *event)
{
    return event->kind == FELT_EVENT_DEAL && event->count && event->cards[0] == FELT_CARD_NONE;
}

static void compare_events(struct table *table, felt_seat seat)
{
    const struct spy *spy = table->place[seat].spy;
    bool same = spy->events == table->log.count;
    for (uint32_t i = 0; same && i < spy->events; i++) {
        struct felt_event heard = felt_event_for(&table->event[i], seat);
        if (is_blank(&spy->event[i]) && heard.kind == FELT_EVENT_DEAL && heard.seat == seat)
            continue;
        same = same_event(&spy->event[i], &heard);
    }
    table->other_ends += !same;
}

static void play_hand(struct table *table)
{
    felt_chips payoff[FELT_SEATS_MAX];
    begin_hand(table);
    for (felt_seat actor; (actor = felt_poker_actor(&table->state)) >= 0;) decide(table, actor);
    felt_poker_payoff(&table->state, payoff);
    for (int seat = 0; seat < table->seats; seat++) table->stack[seat] += payoff[seat];
    for (int seat = 0; seat < table->seats; seat++) {
        struct felt_arena_server_msg what = {.kind = FELT_ARENA_SERVER_END_HAND,
                                             .stacks = table->stack};
        const struct felt_client_arena_facts *facts =
            felt_client_arena_facts(table->place[seat].client);
        assert_int_equal(tell(table, table->place[seat].client, what), FELT_CLIENT_ARENA_HAND_OVER);
        assert_int_equal(facts->stack, table->stack[seat]);
        assert_int_equal(facts->hands, table->hands);
        if (felt_seats_has(table->state.dealt, seat) && !table->redealt)
            compare_events(table, (felt_seat)seat);
    }
}

/* ---- cases ---- */

static void client_arena_any_game_sees_what_the_engine_shows(void **unused)
{
    int hands = test_is_quick() ? 1 : 6;
    (void)unused;
    for (int i = 0; i < felt_variant_count(); i++) {
        const struct felt_variant *variant = felt_variant_at(i);
        int decisions = 0, other_ends = 0, other_views = 0;
        for (int seats = variant->seats_min; seats <= variant->seats_max; seats++) {
            struct table *table =
                open_table(variant->name, variant->limit, seats, (uint64_t)(100 * i + seats));
            for (int hand = 0; hand < hands; hand++) play_hand(table);
            decisions += table->decisions;
            other_ends += table->other_ends;
            other_views += table->other_views;
            close_table(table);
        }
        assert_true(decisions > 0);
        assert_int_equal(other_ends, 0);
        if (variant->on_up != FELT_UP_REDEAL) assert_int_equal(other_views, 0);
    }
}

/* ---- other servers ---- */

#define PLAYERS(first, second)                                                                     \
    "\"table\":{\"sb\":100,\"bb\":200,\"seats\":2,\"button\":0},\"players\":[{\"seat\":0,"         \
    "\"stack\":" first "},{\"seat\":1,\"stack\":" second "}]"

/* A server that tells no req_id, null where there is nothing, more than it must (ts), and amounts
 * of bets without their total. */
static const char *const older[] = {
    "{\"type\":\"welcome\",\"v\":1,\"ts\":\"2025-11-13T10:00:00+00:00\",\"table_id\":\"T-1\","
    "\"seat\":1,"
    "\"config\":{\"variant\":\"HUNL\",\"seats\":6,\"sb\":100,\"bb\":200}}",
    "{\"type\":\"start_hand\",\"v\":1,\"hand_id\":\"H-20251113-00000\",\"seed\":123,\"button\":0,"
    "\"stacks\":["
    "{\"seat\":0,\"stack\":8000},{\"seat\":1,\"stack\":8000}]}",
    "{\"type\":\"event\",\"v\":1,\"ev\":\"POST_BLINDS\",\"sb_seat\":0,\"bb_seat\":1,\"sb\":100,"
    "\"bb\":200}",
    "{\"type\":\"event\",\"v\":1,\"ev\":\"BET\",\"seat\":0,\"amount\":300}",
    "{\"type\":\"act\",\"hand_id\":\"H-20251113-00000\",\"seat\":1,\"you\":{\"hole\":[\"Ah\","
    "\"Ad\"],"
    "\"stack\":7800,\"to_call\":200}," PLAYERS(
        "7600,\"committed\":400",
        "7800,\"committed\":200") ",\"community\":[],\"pot\":600,\"current_bet\":400,\"min_raise_"
                                  "increment\":200,"
                                  "\"legal\":[\"FOLD\",\"CALL\",\"RAISE_TO\"],\"call_amount\":200,"
                                  "\"min_raise_to\":600,"
                                  "\"max_raise_to\":8000}",
    "{\"type\":\"event\",\"ev\":\"CALL\",\"seat\":1,\"amount\":200}",
    "{\"type\":\"event\",\"ev\":\"FLOP\",\"cards\":[\"2h\",\"7c\",\"9d\"]}",
    "{\"type\":\"act\",\"hand_id\":\"H-20251113-00000\",\"seat\":1,\"you\":{\"hole\":[\"Ah\","
    "\"Ad\"],"
    "\"stack\":7600,\"to_call\":0}," PLAYERS(
        "7600,\"committed\":0",
        "7600,\"committed\":0") ",\"community\":[\"2h\",\"7c\",\"9d\"],\"pot\":800,\"legal\":["
                                "\"FOLD\",\"CHECK\"],"
                                "\"call_amount\":null,\"min_raise_to\":200,\"max_raise_to\":null}",
};
enum { OLDER = sizeof older / sizeof older[0], OLDER_FIRST_ACT = 4, OLDER_SECOND_ACT = 7 };

/* After the line dropped: no history. */
static const char older_snapshot[] =
    "{\"type\":\"snapshot\",\"at_hand_id\":\"H-20251113-00000\",\"you\":{\"seat\":1,\"hole\":["
    "\"Ah\","
    "\"Ad\"],\"stack\":7600,\"to_call\":400}," PLAYERS(
        "7200,\"committed\":400",
        "7600,\"committed\":0") ",\"community\":[\"2h\",\"7c\",\"9d\",\"Kd\"],\"next_actor\":1,"
                                "\"legal\":[\"FOLD\",\"CALL\","
                                "\"RAISE_TO\"],\"call_amount\":400,\"min_raise_to\":800,\"max_"
                                "raise_to\":7600}";

static enum felt_client_arena_news take_text(struct felt_client_arena *client, const char *text)
{
    return felt_client_arena_take(client, text, strlen(text));
}

/* The word of the answer; the frame says which ones were offered. */
static void answer_text(struct felt_client_arena *client, const char *frame)
{
    char memory[512], quoted[32];
    struct felt_buffer out = felt_buffer_make(memory, sizeof memory);
    struct felt_arena_client_msg msg;
    char text[FELT_PROTOCOL_TEXT_BYTES];
    static const char *const words[] = {"FOLD", "CHECK", "CALL", "RAISE_TO"};
    felt_client_arena_answer(client, &(struct felt_budget){.samples = 50}, &out, NULL);
    assert_int_equal(felt_protocol_read_arena_client(out.bytes, out.used, &msg, text),
                     FELT_REFUSED_NOT);
    assert_false(msg.action.has_req);
    assert_string_equal(msg.action.hand_id, "H-20251113-00000");
    assert_in_range(msg.action.kind, FELT_FOLD, FELT_RAISE_TO);
    snprintf(quoted, sizeof quoted, "\"%s\"", words[msg.action.kind]);
    assert_non_null(strstr(frame, quoted));
    if (msg.action.kind == FELT_RAISE_TO) assert_in_range(msg.action.amount, 600, 8000);
}

static void client_arena_older_server_is_answered(void **unused)
{
    static const char *const names[] = {"house", "zoo:tag", "zoo:random", "mcts:20", "house-plain"};
    (void)unused;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct felt_player_spec spec;
        assert_int_equal(felt_player_read(names[i], strlen(names[i]), &spec, NULL), FELT_OK);
        struct felt_client_arena *client = felt_client_arena_open(&spec, 3);
        for (int k = 0; k < OLDER; k++) {
            enum felt_client_arena_news news = take_text(client, older[k]);
            bool asks = k == OLDER_FIRST_ACT || k == OLDER_SECOND_ACT;
            assert_int_equal(news == FELT_CLIENT_ARENA_ACT, asks);
            if (asks) answer_text(client, older[k]);
        }
        assert_int_equal(take_text(client, older_snapshot), FELT_CLIENT_ARENA_ACT);
        answer_text(client, older_snapshot);
        felt_client_arena_close(client);
    }
}

static void client_arena_older_frames_fit_the_engine(void **unused)
{
    struct felt_player_spec spec = {.kind = &spy_kind};
    struct felt_client_arena *client = felt_client_arena_open(&spec, 3);
    struct spy *spy = sat;
    (void)unused;
    for (int i = 0; i <= OLDER_FIRST_ACT; i++) (void)take_text(client, older[i]);
    answer_text(client, older[OLDER_FIRST_ACT]);
    assert_int_equal(spy->events, 5); /* two blinds, two hands, a raise: nothing was guessed */
    assert_int_equal(spy->event[4].act, FELT_RAISE_TO);
    assert_int_equal(spy->event[4].to, 400);
    assert_int_equal(spy->view.options, 3);
    felt_client_arena_close(client);
}

static void client_arena_without_history_guesses_the_view(void **unused)
{
    struct felt_player_spec spec = {.kind = &spy_kind};
    struct felt_client_arena *client = felt_client_arena_open(&spec, 3);
    struct spy *spy = sat;
    felt_card hole[2], board[4];
    (void)unused;
    (void)take_text(client, older[0]);
    assert_int_equal(take_text(client, older_snapshot), FELT_CLIENT_ARENA_ACT);
    answer_text(client, older_snapshot);
    const struct felt_view *view = &spy->view;
    assert_int_equal(spy->asked, 1);
    assert_int_equal(spy->events, 0);
    assert_true(view->viewer == 1 && view->actor == 1 && view->street == 2);
    assert_int_equal(view->betting.stack[0], 7200);
    assert_int_equal(view->betting.to_match, 400);
    assert_int_equal(view->betting.staked[0], 400);
    assert_int_equal(view->options, 3);
    assert_true(view->option[2].min == 800 && view->option[2].max == 7600);
    (void)cards_parse("Ah Ad", hole, 2);
    (void)cards_parse("2h 7c 9d Kd", board, 4);
    const struct felt_zone *own = felt_view_zone(view, FELT_ZONE_HAND, 1);
    const struct felt_zone *middle = felt_view_zone(view, FELT_ZONE_BOARD, FELT_SEAT_NONE);
    assert_memory_equal(view->cards + own->at, hole, 2);
    assert_memory_equal(view->cards + middle->at, board, 4);
    felt_client_arena_close(client);
}

static void client_arena_other_frames_are_told_apart(void **unused)
{
    static const struct {
        const char *frame;
        enum felt_client_arena_news news;
    } rows[] = {
        {"", FELT_CLIENT_ARENA_NOTHING},
        {"{", FELT_CLIENT_ARENA_NOTHING},
        {"[]", FELT_CLIENT_ARENA_NOTHING},
        {"{\"type\":7}", FELT_CLIENT_ARENA_NOTHING},
        {"{\"type\":\"lobby\",\"players\":[]}", FELT_CLIENT_ARENA_NOTHING},
        {"{\"type\":\"act\",\"legal\":[]}", FELT_CLIENT_ARENA_NOTHING},
        {"{\"type\":\"act\",\"legal\":[\"DANCE\"]}", FELT_CLIENT_ARENA_NOTHING},
        {"{\"type\":\"event\",\"ev\":\"EARTHQUAKE\",\"seat\":-5}", FELT_CLIENT_ARENA_NOTHING},
        {"{\"type\":\"snapshot\",\"at_hand_id\":\"H-1\",\"next_actor\":0}",
         FELT_CLIENT_ARENA_NOTHING},
        {"{\"type\":\"error\",\"code\":\"TEAM_TAKEN\",\"msg\":\"no\"}", FELT_CLIENT_ARENA_ERROR},
        {"{\"type\":\"act\",\"legal\":[\"FOLD\"]}", FELT_CLIENT_ARENA_ACT},
        {"{\"type\":\"act\",\"legal\":[\"COMMIT\",\"CONTINUE\",\"MOVE\"]}",
         FELT_CLIENT_ARENA_NOTHING},
        {"{\"type\":\"match_end\",\"winner\":{\"seat\":1,\"team\":\"Gamma\"},\"final_stacks\":["
         "{\"seat\":1,\"team\":\"Gamma\",\"stack\":16000}]}",
         FELT_CLIENT_ARENA_MATCH_END},
    };
    struct felt_player_spec spec = {.kind = &spy_kind};
    struct felt_client_arena *client = felt_client_arena_open(&spec, 3);
    const struct felt_client_arena_facts *facts = felt_client_arena_facts(client);
    (void)unused;
    (void)take_text(client, older[0]);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_int_equal(take_text(client, rows[i].frame), rows[i].news);
    assert_string_equal(facts->code, "TEAM_TAKEN");
    assert_string_equal(facts->text, "no");
    assert_string_equal(facts->winner, "Gamma");
    assert_true(facts->won);
    assert_int_equal(facts->stack, 16000);
    felt_client_arena_close(client);
}

TEST_MODULE(client_arena)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(client_arena_any_game_sees_what_the_engine_shows),
        cmocka_unit_test(client_arena_older_server_is_answered),
        cmocka_unit_test(client_arena_older_frames_fit_the_engine),
        cmocka_unit_test(client_arena_without_history_guesses_the_view),
        cmocka_unit_test(client_arena_other_frames_are_told_apart),
    };
    return cmocka_run_group_tests_name("client_arena", tests, NULL, NULL);
}
