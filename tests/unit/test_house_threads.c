/* test_house_threads.c -- players on threads: every question is answered once, in any order of
 * things.
 */
#include "server/house/house_threads.h"
#include "expect.h"
#include "felt/poker.h"
#include "server/table/genome_adapter.h"
#include "server/table/narc_adapter.h"
#include "server/table/poker_adapter.h"
#include "lab/search/operators.h"
#include "module.h"
#include "narc_known.h"
#include "os/clock.h"
#include "support.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TABLES = 6, MANY = 6000, HANDS = 20, WAIT_US = 120000000 };

struct bell {
    pthread_mutex_t mutex;
    pthread_cond_t rung;
    int tables;
};

static void table(void *self)
{
    struct bell *bell = self;
    pthread_mutex_lock(&bell->mutex);
    bell->tables++;
    pthread_cond_signal(&bell->rung);
    pthread_mutex_unlock(&bell->mutex);
}

static void wait_for_table(struct bell *bell)
{
    pthread_mutex_lock(&bell->mutex);
    while (!bell->tables) pthread_cond_wait(&bell->rung, &bell->mutex);
    bell->tables = 0;
    pthread_mutex_unlock(&bell->mutex);
}

/* A heads-up hand in which seat 1 is played by a thinker and seat 0 calls. */
struct table {
    struct felt_poker state;
    uint64_t req_id;
    int hands, answers;
    bool asked;
};

struct fake_arena {
    struct felt_poker_adapter adapter;
    struct bell bell;
    struct felt_house_threads *threads;
    uint32_t tables;
    struct table *table;
    struct felt_rng rng;
};

static void hear(struct fake_arena *fake_arena, uint32_t table, const struct felt_event_log *log)
{
    for (uint32_t i = 0; i < log->count; i++) {
        struct felt_event mine = felt_event_for(&log->event[i], 1);
        felt_house_threads_event(fake_arena->threads, table, 1, &mine);
    }
}

static void deal(struct fake_arena *fake_arena, uint32_t index)
{
    static const felt_chips stacks[2] = {10000, 10000};
    struct table *table = &fake_arena->table[index];
    struct felt_event event[FELT_EVENTS_MAX];
    struct felt_event_log log = {.event = event, .room = FELT_EVENTS_MAX};
    struct felt_deal from = felt_poker_deal_make(&fake_arena->adapter.rules, 2, stacks,
                                                 (felt_seat)(table->hands++ % 2));
    felt_house_threads_begin(fake_arena->threads, index, 1, &fake_arena->adapter.adapter);
    assert_int_equal(felt_poker_open(&fake_arena->adapter.rules, &from, &table->state, &log),
                     FELT_OK);
    assert_int_equal(
        felt_poker_deal(&fake_arena->adapter.rules, &from, &fake_arena->rng, &table->state, &log),
        FELT_OK);
    hear(fake_arena, index, &log);
}

static void apply(struct fake_arena *fake_arena, uint32_t index, struct felt_action action)
{
    struct table *table = &fake_arena->table[index];
    struct felt_event event[FELT_EVENTS_MAX];
    struct felt_event_log log = {.event = event, .room = FELT_EVENTS_MAX};
    felt_seat seat = felt_poker_actor(&table->state);
    assert_int_equal(
        felt_poker_apply(&fake_arena->adapter.rules, &table->state, seat, action, &log), FELT_OK);
    hear(fake_arena, index, &log);
}

/* Goes on until the thinker is asked, or all hands are played. */
static void go_on(struct fake_arena *fake_arena, uint32_t index)
{
    struct table *table = &fake_arena->table[index];
    struct felt_view view;
    for (;;) {
        felt_seat actor = felt_poker_actor(&table->state);
        if (actor == FELT_SEAT_NONE && table->hands == HANDS) return;
        if (actor == FELT_SEAT_NONE) {
            deal(fake_arena, index);
        } else if (actor == 0) {
            felt_poker_game.view(&fake_arena->adapter.rules, &table->state, 0, &view);
            bool free = view.option[1].kind == FELT_CHECK;
            apply(fake_arena, index, (struct felt_action){.kind = free ? FELT_CHECK : FELT_CALL});
        } else {
            felt_poker_game.view(&fake_arena->adapter.rules, &table->state, 1, &view);
            table->asked = true;
            felt_house_threads_ask(fake_arena->threads, index, 1, ++table->req_id, &view);
            return;
        }
    }
}

static struct fake_arena *open_fake_arena_of(const struct felt_player_spec *player, uint32_t tables)
{
    struct fake_arena *fake_arena = calloc(1, sizeof *fake_arena);
    assert_non_null(fake_arena);
    struct felt_complaint complaint;
    assert_int_equal(
        felt_poker_adapter_make(&fake_arena->adapter, "holdem", FELT_NO_LIMIT, 50, 100, &complaint),
        FELT_OK);
    fake_arena->rng = felt_rng_make(7);
    fake_arena->tables = tables;
    fake_arena->table = calloc(tables, sizeof *fake_arena->table);
    assert_non_null(fake_arena->table);
    pthread_mutex_init(&fake_arena->bell.mutex, NULL);
    pthread_cond_init(&fake_arena->bell.rung, NULL);
    fake_arena->threads =
        felt_house_threads_open(player, tables, 1, 15000, table, &fake_arena->bell);
    assert_non_null(fake_arena->threads);
    for (uint32_t i = 0; i < tables; i++)
        fake_arena->table[i].state.betting.turn.actor = FELT_SEAT_NONE;
    return fake_arena;
}

static struct felt_player_spec read_player(const char *player)
{
    struct felt_player_spec spec;
    assert_int_equal(felt_player_read(player, strlen(player), &spec, NULL), FELT_OK);
    return spec;
}

static struct fake_arena *open_fake_arena(const char *player)
{
    struct felt_player_spec spec = read_player(player); /* it is copied */
    return open_fake_arena_of(&spec, TABLES);
}

static void close_fake_arena(struct fake_arena *fake_arena)
{
    felt_house_threads_close(fake_arena->threads);
    pthread_cond_destroy(&fake_arena->bell.rung);
    pthread_mutex_destroy(&fake_arena->bell.mutex);
    free(fake_arena->table);
    free(fake_arena);
}

static int tables_asked(const struct fake_arena *fake_arena)
{
    int count = 0;
    for (uint32_t i = 0; i < fake_arena->tables; i++) count += fake_arena->table[i].asked;
    return count;
}

static void house_threads_answer_every_question_once(void **state)
{
    (void)state;
    struct fake_arena *fake_arena = open_fake_arena("zoo:tag");
    struct felt_house_decision thought;
    for (uint32_t i = 0; i < TABLES; i++) go_on(fake_arena, i);
    while (tables_asked(fake_arena)) {
        wait_for_table(&fake_arena->bell);
        while (felt_house_threads_take(fake_arena->threads, &thought)) {
            assert_true(thought.table < TABLES);
            struct table *table = &fake_arena->table[thought.table];
            assert_true(table->asked);
            assert_int_equal(thought.seat, 1);
            assert_int_equal(thought.req_id, table->req_id);
            table->asked = false;
            table->answers++;
            apply(fake_arena, thought.table, thought.action);
            go_on(fake_arena, thought.table);
        }
    }
    for (int i = 0; i < TABLES; i++) assert_int_equal(fake_arena->table[i].hands, HANDS);
    close_fake_arena(fake_arena);
}

/* A table goes while its player thinks; its number is used again at once. */
static void house_threads_table_that_goes_gets_no_answer(void **state)
{
    (void)state;
    struct fake_arena *fake_arena = open_fake_arena("mcts:60");
    struct felt_house_decision thought;
    int answers = 0;
    for (int round = 0; round < 10; round++) {
        for (uint32_t i = 0; i < TABLES; i++) {
            fake_arena->table[i] = (struct table){.req_id = (uint64_t)round * 1000};
            fake_arena->table[i].state.betting.turn.actor = FELT_SEAT_NONE;
            go_on(fake_arena, i);
            if (i % 2) felt_house_threads_gone(fake_arena->threads, i);
        }
        for (int due = TABLES / 2; due;) {
            wait_for_table(&fake_arena->bell);
            while (felt_house_threads_take(fake_arena->threads, &thought)) {
                assert_int_equal(thought.table % 2, 0);
                assert_int_equal(thought.req_id, fake_arena->table[thought.table].req_id);
                due--;
                answers++;
            }
        }
        for (uint32_t i = 0; i < TABLES; i++) felt_house_threads_gone(fake_arena->threads, i);
    }
    assert_int_equal(answers, 10 * TABLES / 2);
    close_fake_arena(fake_arena);
}

/* Asked again before it answered: the clock was faster.  Both answers come, in order. */
static void house_threads_asked_twice_answer_the_last(void **state)
{
    (void)state;
    struct fake_arena *fake_arena = open_fake_arena("mcts:60");
    struct felt_house_decision thought = {0};
    go_on(fake_arena, 0);
    struct felt_view view;
    felt_poker_game.view(&fake_arena->adapter.rules, &fake_arena->table[0].state, 1, &view);
    felt_house_threads_ask(fake_arena->threads, 0, 1, 100, &view);
    int64_t until = felt_clock_us() + WAIT_US;
    while (thought.req_id != 100 && felt_clock_us() < until) {
        wait_for_table(&fake_arena->bell);
        while (felt_house_threads_take(fake_arena->threads, &thought)) {
        }
    }
    assert_int_equal(thought.req_id, 100);
    close_fake_arena(fake_arena);
}

static void house_threads_close_while_they_think(void **state)
{
    (void)state;
    for (int i = 0; i < 5; i++) {
        struct fake_arena *fake_arena = open_fake_arena("mcts:300");
        for (uint32_t table = 0; table < TABLES; table++) go_on(fake_arena, table);
        close_fake_arena(fake_arena);
    }
}

/* ---- seats with players of their own ---- */

/* Answers with what it knows: amount = settings, choice = hands since it sat down, cards = choices
 * since then.  Behind what lasts it leaves a mark of its own, and never finds another's. */
struct spy {
    double aggression;
    uint32_t hands, choices, mark;
    uint32_t behind[4];
};

static void spy_sit(void *self, const struct felt_strategy_config *settings, struct felt_rng rng)
{
    struct spy *spy = self;
    memset(spy, 0, sizeof *spy);
    spy->aggression = settings->aggression;
    spy->mark = (uint32_t)rng.state[0] | 1;
}

static void spy_adjust(void *self, const struct felt_strategy_config *settings)
{
    ((struct spy *)self)->aggression = settings->aggression;
}

static void spy_begin(void *self, const struct felt_place *place)
{
    assert_int_equal(place->game == &felt_poker_game, 1);
    ((struct spy *)self)->hands++;
}

static struct felt_decision spy_choose(void *self, const struct felt_view *view,
                                       const struct felt_budget *budget)
{
    struct spy *spy = self;
    (void)view;
    bool good = (spy->behind[0] == 0 || spy->behind[0] == spy->mark) && budget->samples == 0;
    spy->behind[0] = spy->mark;
    spy->choices++;
    return (struct felt_decision){.action = {.kind = good ? FELT_CALL : FELT_MOVE,
                                             .amount = (felt_chips)spy->aggression,
                                             .choice = (uint16_t)spy->hands,
                                             .cards = spy->choices},
                                  .reasoning = "spy"};
}

static bool plays_all(const struct felt_game *game, const void *rules)
{
    (void)game, (void)rules;
    return true;
}

static bool plays_nothing(const struct felt_game *game, const void *rules)
{
    (void)game, (void)rules;
    return false;
}

static const struct felt_player_kind spy_kind = {.name = "spy",
                                                 .bytes = sizeof(struct spy),
                                                 .plays = plays_all,
                                                 .sit = spy_sit,
                                                 .adjust = spy_adjust,
                                                 .begin = spy_begin,
                                                 .choose = spy_choose};
/* Sits anew when it is adjusted; so large that most seats keep only what lasts. */
static const struct felt_player_kind large_kind = {.name = "large",
                                                   .bytes = 1 << 20,
                                                   .lasting = offsetof(struct spy, behind),
                                                   .plays = plays_all,
                                                   .sit = spy_sit,
                                                   .begin = spy_begin,
                                                   .choose = spy_choose};
static const struct felt_player_kind stranger_kind = {.name = "stranger",
                                                      .bytes = sizeof(struct spy),
                                                      .plays = plays_nothing,
                                                      .sit = spy_sit,
                                                      .begin = spy_begin,
                                                      .choose = spy_choose};

static struct felt_player_spec make_spy(const struct felt_player_kind *kind, double aggression)
{
    struct felt_player_spec spec = {.kind = kind, .settings = felt_strategy_config_default()};
    spec.settings.aggression = aggression;
    return spec;
}

/* The next answer; false: none came for a long time. */
static bool take_soon(struct fake_arena *fake_arena, struct felt_house_decision *thought)
{
    struct bell *bell = &fake_arena->bell;
    while (!felt_house_threads_take(fake_arena->threads, thought)) {
        struct timespec until;
        int status = 0;
        (void)timespec_get(&until, TIME_UTC);
        until.tv_sec += WAIT_US / 1000000;
        pthread_mutex_lock(&bell->mutex);
        while (!bell->tables && !status)
            status = pthread_cond_timedwait(&bell->rung, &bell->mutex, &until);
        bell->tables = 0;
        pthread_mutex_unlock(&bell->mutex);
        if (status) return false;
    }
    return true;
}

static struct felt_action ask_spy(struct fake_arena *fake_arena, uint32_t table, felt_seat seat)
{
    static const struct felt_view view = {.options = 1, .option = {{.kind = FELT_CHECK}}};
    struct felt_house_decision thought;
    felt_house_threads_ask(fake_arena->threads, table, seat, 77, &view);
    assert_true(take_soon(fake_arena, &thought));
    assert_int_equal(thought.req_id, 77);
    assert_int_equal(thought.seat, seat);
    return thought.action;
}

static void house_threads_settings_hold_from_the_next_hand(void **state)
{
    (void)state;
    static const struct felt_player_kind *const kinds[] = {&spy_kind, &large_kind};
    for (int i = 0; i < 2; i++) {
        struct fake_arena *fake_arena = open_fake_arena_of(NULL, TABLES);
        struct felt_player_spec before = make_spy(kinds[i], 3), after = make_spy(kinds[i], 8);
        assert_false(felt_house_threads_settings(fake_arena->threads, 2, 5, &before));
        assert_true(felt_house_threads_sit(fake_arena->threads, 2, 5, &before));
        felt_house_threads_begin(fake_arena->threads, 2, 5, &fake_arena->adapter.adapter);
        assert_int_equal(ask_spy(fake_arena, 2, 5).amount, 3);
        assert_true(felt_house_threads_settings(fake_arena->threads, 2, 5, &after));
        assert_int_equal(ask_spy(fake_arena, 2, 5).amount, 3);
        felt_house_threads_begin(fake_arena->threads, 2, 5, &fake_arena->adapter.adapter);
        struct felt_action action = ask_spy(fake_arena, 2, 5);
        assert_int_equal(action.amount, 8);
        assert_int_equal(action.choice, i == 0 ? 2 : 1); /* what can be adjusted forgets nothing */
        struct felt_player_spec other = make_spy(kinds[1 - i], 5);
        assert_true(felt_house_threads_settings(fake_arena->threads, 2, 5, &other));
        assert_int_equal(ask_spy(fake_arena, 2, 5).amount, 8);
        felt_house_threads_begin(fake_arena->threads, 2, 5, &fake_arena->adapter.adapter);
        action = ask_spy(fake_arena, 2, 5);
        assert_int_equal(action.amount, 5);
        assert_int_equal(action.cards, 1);
        close_fake_arena(fake_arena);
    }
}

/* Seats of one table are several players; nobody sits where nobody sat down. */
static void house_threads_chairs_have_their_own_players(void **state)
{
    (void)state;
    struct fake_arena *fake_arena = open_fake_arena_of(NULL, TABLES);
    struct felt_house_decision thought;
    for (int seat = 0; seat < 4; seat++) {
        struct felt_player_spec spec = make_spy(&spy_kind, 1 + seat);
        assert_true(felt_house_threads_sit(fake_arena->threads, 0, (felt_seat)seat, &spec));
    }
    for (int seat = 0; seat < 6; seat++)
        felt_house_threads_begin(fake_arena->threads, 0, (felt_seat)seat,
                                 &fake_arena->adapter.adapter);
    for (int seat = 0; seat < 4; seat++)
        assert_int_equal(ask_spy(fake_arena, 0, (felt_seat)seat).amount, 1 + seat);
    struct felt_view view = {0};
    felt_house_threads_ask(fake_arena->threads, 0, 5, 1, &view);
    struct felt_house_threads_counts counts;
    felt_house_threads_count(fake_arena->threads, &counts);
    assert_int_equal(counts.table_seats, 4);
    assert_int_equal(counts.answers, 4);
    assert_int_equal(counts.waiting, 0);
    assert_false(felt_house_threads_take(fake_arena->threads, &thought));
    for (int seat = 0; seat < 4; seat++)
        felt_house_threads_stand(fake_arena->threads, 0, (felt_seat)seat);
    felt_house_threads_count(fake_arena->threads, &counts);
    assert_int_equal(counts.table_seats + counts.bytes, 0);
    close_fake_arena(fake_arena);
}

/* Asked without a hand, as after a restart: check or fold, no crash. */
static void house_threads_without_a_hand_are_timid(void **state)
{
    (void)state;
    struct fake_arena *fake_arena = open_fake_arena_of(NULL, TABLES);
    struct felt_player_spec spec = make_spy(&spy_kind, 4);
    assert_true(felt_house_threads_sit(fake_arena->threads, 0, 0, &spec));
    assert_int_equal(ask_spy(fake_arena, 0, 0).kind, FELT_CHECK);
    felt_house_threads_begin(fake_arena->threads, 0, 0, &fake_arena->adapter.adapter);
    assert_int_equal(ask_spy(fake_arena, 0, 0).amount, 4);
    close_fake_arena(fake_arena);
}

static void house_threads_stand_while_they_think(void **state)
{
    (void)state;
    struct felt_player_spec slow = read_player("mcts:300"), spy = make_spy(&spy_kind, 6);
    for (int i = 0; i < 5; i++) {
        struct fake_arena *fake_arena = open_fake_arena_of(&slow, TABLES);
        struct felt_house_decision thought;
        go_on(fake_arena, 0);
        assert_true(fake_arena->table[0].asked);
        if (i % 2) {
            felt_house_threads_stand(fake_arena->threads, 0, 1);
            assert_false(
                felt_house_threads_settings(fake_arena->threads, 0, 1, &spy)); /* nobody is there */
        }
        assert_true(felt_house_threads_sit(fake_arena->threads, 0, 1, &spy));
        felt_house_threads_begin(fake_arena->threads, 0, 1, &fake_arena->adapter.adapter);
        assert_int_equal(ask_spy(fake_arena, 0, 1).amount, 6); /* never that of the other */
        assert_int_equal(ask_spy(fake_arena, 0, 1).cards, 2);
        felt_house_threads_stand(fake_arena->threads, 0, 1);
        felt_house_threads_stand(fake_arena->threads, 0, 1);
        assert_false(felt_house_threads_take(fake_arena->threads, &thought));
        close_fake_arena(fake_arena);
    }
}

static void house_threads_strangers_to_a_game_are_replaced(void **state)
{
    (void)state;
    struct felt_player_spec stranger = make_spy(&stranger_kind, 4);
    struct fake_arena *fake_arena = open_fake_arena_of(&stranger, TABLES);
    struct felt_house_decision thought;
    go_on(fake_arena, 0);
    for (int i = 0; i < 8 && fake_arena->table[0].asked; i++) {
        assert_true(take_soon(fake_arena, &thought));
        fake_arena->table[0].asked = false;
        apply(fake_arena, 0, thought.action); /* it is legal: the house chose it */
        go_on(fake_arena, 0);
    }
    close_fake_arena(fake_arena);
}

/* At any seats: players are told of seats side by side, and what they choose is legal at the
 * table, whoever does not know the game (house:tag) being replaced.  Returns the decisions. */
static int play_at_table_seats(const struct felt_game_adapter *adapter, const char *player)
{
    static const felt_seat table_seats[] = {1, 4, 7};
    _Alignas(16) char game[1024];
    const struct felt_game *rules = adapter->game;
    struct fake_arena *fake_arena = open_fake_arena_of(NULL, TABLES);
    struct felt_player_spec house = read_player(player);
    felt_chips stack[FELT_SEATS_MAX] = {0, 100, 0, 0, 100, 0, 0, 100};
    struct felt_event event[FELT_EVENTS_MAX];
    struct felt_event_log log = {.event = event, .room = FELT_EVENTS_MAX};
    struct felt_deal deal;
    struct felt_rng rng = felt_rng_make(3);
    int decisions = 0;
    adapter->deal(adapter, 0x92, stack, 4, &deal);
    assert_int_equal(rules->open(adapter->rules, &deal, game, &log), FELT_OK);
    assert_int_equal(rules->deal(adapter->rules, &deal, &rng, game, &log), FELT_OK);
    for (int i = 0; i < 3; i++) {
        assert_true(felt_house_threads_sit(fake_arena->threads, 0, table_seats[i], &house));
        felt_house_threads_begin(fake_arena->threads, 0, table_seats[i], adapter);
    }
    for (uint64_t req = 1; req < 200; req++) {
        struct felt_view view;
        struct felt_house_decision thought;
        for (uint32_t i = 0; i < log.count * 3; i++) {
            struct felt_event mine = felt_event_for(&event[i / 3], table_seats[i % 3]);
            felt_house_threads_event(fake_arena->threads, 0, table_seats[i % 3], &mine);
        }
        felt_seat actor = rules->actor(adapter->rules, game);
        if (actor < 0) break;
        rules->view(adapter->rules, game, actor, &view);
        felt_house_threads_ask(fake_arena->threads, 0, actor, req, &view);
        assert_true(take_soon(fake_arena, &thought));
        assert_int_equal(thought.seat, actor);
        log.count = 0;
        assert_int_equal(rules->apply(adapter->rules, game, actor, thought.action, &log), FELT_OK);
        decisions++;
    }
    close_fake_arena(fake_arena);
    return decisions;
}

static void house_threads_play_genomes_at_any_chairs(void **state)
{
    (void)state;
    static struct felt_genome genome;
    static struct felt_genome_adapter adapter;
    struct felt_rng rng = felt_rng_make(3);
    do felt_genome_invent(&rng, &genome);
    while (genome.players.gene[FELT_PLAYERS_MAX] < 3 || genome.players.gene[FELT_PLAYERS_MIN] > 3);
    felt_genome_adapter_make(&adapter, &genome, 5);
    assert_true(play_at_table_seats(&adapter.adapter, "house:tag") > 0);
}

/* The house does not know Narc; "narc:2" does, and stays. */
static void house_threads_play_narc_at_any_chairs(void **state)
{
    (void)state;
    static struct felt_narc_rules rules;
    static struct felt_narc_adapter adapter;
    narc_known_rules("house", &rules);
    for (int turns = 0; turns < 2; turns++) {
        felt_narc_adapter_make(&adapter, &rules, 0, turns);
        assert_true(play_at_table_seats(&adapter.adapter, turns ? "house:tag" : "narc:2") > 10);
    }
}

/* More seats than whole blocks: what lasts, lasts; what is behind is one's own or zero. */
static void house_threads_share_memory_when_there_are_many(void **state)
{
    (void)state;
    enum { TABLE_SEATS = 200, ROUNDS = 5 };
    struct felt_player_spec large = make_spy(&large_kind, 2);
    struct fake_arena *fake_arena = open_fake_arena_of(&large, TABLE_SEATS);
    static const struct felt_view view = {.options = 1, .option = {{.kind = FELT_CHECK}}};
    for (int round = 1; round <= ROUNDS; round++) {
        for (uint32_t i = 0; i < TABLE_SEATS; i++) {
            felt_house_threads_begin(fake_arena->threads, i, 1, &fake_arena->adapter.adapter);
            felt_house_threads_ask(fake_arena->threads, i, 1, i, &view);
        }
        for (int i = 0; i < TABLE_SEATS; i++) {
            struct felt_house_decision thought;
            assert_true(take_soon(fake_arena, &thought));
            assert_int_equal(thought.action.kind, FELT_CALL);
            assert_int_equal(thought.action.cards, round);
            assert_int_equal(thought.action.choice, round);
        }
    }
    struct felt_house_threads_counts counts;
    felt_house_threads_count(fake_arena->threads, &counts);
    assert_int_equal(counts.answers, TABLE_SEATS * ROUNDS);
    assert_in_range(counts.bytes, 60 << 20, 66 << 20);
    close_fake_arena(fake_arena);
}

static void house_threads_house_players_at_many_tables(void **state)
{
    (void)state;
    struct felt_player_spec house = read_player("house:tag");
    const char *many = getenv("FELT_THINKERS");
    uint32_t tables = many ? MANY : test_is_quick() ? 450 : 600;
    struct fake_arena *fake_arena = open_fake_arena_of(&house, tables);
    int64_t began = felt_clock_us();
    for (uint32_t i = 0; i < tables; i++) go_on(fake_arena, i);
    for (uint32_t left = 3 * tables; left && tables_asked(fake_arena); left--) {
        struct felt_house_decision thought;
        assert_true(take_soon(fake_arena, &thought));
        struct table *table = &fake_arena->table[thought.table];
        assert_true(table->asked);
        assert_int_equal(thought.req_id, table->req_id);
        table->asked = false;
        apply(fake_arena, thought.table, thought.action);
        if (left > tables) go_on(fake_arena, thought.table);
    }
    struct felt_house_threads_counts counts;
    felt_house_threads_count(fake_arena->threads, &counts);
    print_message("# %u chairs: %.1f MB, %.0f us a decision, longest %.0f, all in %.2f s\n", tables,
                  (double)counts.bytes / 1e6, (double)counts.think_us / (double)counts.answers,
                  (double)counts.longest_us, (double)(felt_clock_us() - began) / 1e6);
    assert_in_range(counts.bytes, 1, (uint64_t)tables * 6500 + (64 << 20));
    close_fake_arena(fake_arena);
}

TEST_MODULE(house_threads)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(house_threads_answer_every_question_once),
        cmocka_unit_test(house_threads_table_that_goes_gets_no_answer),
        cmocka_unit_test(house_threads_asked_twice_answer_the_last),
        cmocka_unit_test(house_threads_close_while_they_think),
        cmocka_unit_test(house_threads_settings_hold_from_the_next_hand),
        cmocka_unit_test(house_threads_chairs_have_their_own_players),
        cmocka_unit_test(house_threads_without_a_hand_are_timid),
        cmocka_unit_test(house_threads_stand_while_they_think),
        cmocka_unit_test(house_threads_strangers_to_a_game_are_replaced),
        cmocka_unit_test(house_threads_play_genomes_at_any_chairs),
        cmocka_unit_test(house_threads_play_narc_at_any_chairs),
        cmocka_unit_test(house_threads_share_memory_when_there_are_many),
        cmocka_unit_test(house_threads_house_players_at_many_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
