/* test_thinkers.c -- players on threads: every question is answered once, in any order of things.
 */
#include "server/house/thinkers.h"
#include "expect.h"
#include "felt/poker.h"
#include "server/table/genome_plug.h"
#include "server/table/narc_plug.h"
#include "server/table/poker_plug.h"
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
    int rings;
};

static void ring(void *self)
{
    struct bell *bell = self;
    pthread_mutex_lock(&bell->mutex);
    bell->rings++;
    pthread_cond_signal(&bell->rung);
    pthread_mutex_unlock(&bell->mutex);
}

static void wait_for_ring(struct bell *bell)
{
    pthread_mutex_lock(&bell->mutex);
    while (!bell->rings) pthread_cond_wait(&bell->rung, &bell->mutex);
    bell->rings = 0;
    pthread_mutex_unlock(&bell->mutex);
}

/* A heads-up hand in which seat 1 is played by a thinker and seat 0 calls. */
struct table {
    struct felt_poker state;
    uint64_t req_id;
    int hands, answers;
    bool asked;
};

struct hall {
    struct felt_poker_plug plug;
    struct bell bell;
    struct felt_thinkers *thinkers;
    uint32_t tables;
    struct table *table;
    struct felt_rng rng;
};

static void hear(struct hall *hall, uint32_t table, const struct felt_event_log *log)
{
    for (uint32_t i = 0; i < log->count; i++) {
        struct felt_event mine = felt_event_for(&log->event[i], 1);
        felt_thinkers_event(hall->thinkers, table, 1, &mine);
    }
}

static void deal(struct hall *hall, uint32_t index)
{
    static const felt_chips stacks[2] = {10000, 10000};
    struct table *table = &hall->table[index];
    struct felt_event event[FELT_EVENTS_MAX];
    struct felt_event_log log = {.event = event, .room = FELT_EVENTS_MAX};
    struct felt_deal from =
        felt_poker_deal_make(&hall->plug.rules, 2, stacks, (felt_seat)(table->hands++ % 2));
    felt_thinkers_begin(hall->thinkers, index, 1, &hall->plug.plug);
    assert_int_equal(felt_poker_open(&hall->plug.rules, &from, &table->state, &log), FELT_OK);
    assert_int_equal(felt_poker_deal(&hall->plug.rules, &from, &hall->rng, &table->state, &log),
                     FELT_OK);
    hear(hall, index, &log);
}

static void apply(struct hall *hall, uint32_t index, struct felt_action action)
{
    struct table *table = &hall->table[index];
    struct felt_event event[FELT_EVENTS_MAX];
    struct felt_event_log log = {.event = event, .room = FELT_EVENTS_MAX};
    felt_seat seat = felt_poker_actor(&table->state);
    assert_int_equal(felt_poker_apply(&hall->plug.rules, &table->state, seat, action, &log),
                     FELT_OK);
    hear(hall, index, &log);
}

/* Goes on until the thinker is asked, or all hands are played. */
static void go_on(struct hall *hall, uint32_t index)
{
    struct table *table = &hall->table[index];
    struct felt_view view;
    for (;;) {
        felt_seat actor = felt_poker_actor(&table->state);
        if (actor == FELT_SEAT_NONE && table->hands == HANDS) return;
        if (actor == FELT_SEAT_NONE) {
            deal(hall, index);
        } else if (actor == 0) {
            felt_poker_game.view(&hall->plug.rules, &table->state, 0, &view);
            bool free = view.option[1].kind == FELT_CHECK;
            apply(hall, index, (struct felt_action){.kind = free ? FELT_CHECK : FELT_CALL});
        } else {
            felt_poker_game.view(&hall->plug.rules, &table->state, 1, &view);
            table->asked = true;
            felt_thinkers_ask(hall->thinkers, index, 1, ++table->req_id, &view);
            return;
        }
    }
}

static struct hall *open_hall_of(const struct felt_player_spec *player, uint32_t tables)
{
    struct hall *hall = calloc(1, sizeof *hall);
    assert_non_null(hall);
    struct felt_complaint complaint;
    assert_int_equal(
        felt_poker_plug_make(&hall->plug, "holdem", FELT_NO_LIMIT, 50, 100, &complaint), FELT_OK);
    hall->rng = felt_rng_make(7);
    hall->tables = tables;
    hall->table = calloc(tables, sizeof *hall->table);
    assert_non_null(hall->table);
    pthread_mutex_init(&hall->bell.mutex, NULL);
    pthread_cond_init(&hall->bell.rung, NULL);
    hall->thinkers = felt_thinkers_open(player, tables, 1, 15000, ring, &hall->bell);
    assert_non_null(hall->thinkers);
    for (uint32_t i = 0; i < tables; i++) hall->table[i].state.betting.turn.actor = FELT_SEAT_NONE;
    return hall;
}

static struct felt_player_spec read_player(const char *player)
{
    struct felt_player_spec spec;
    assert_int_equal(felt_player_read(player, strlen(player), &spec, NULL), FELT_OK);
    return spec;
}

static struct hall *open_hall(const char *player)
{
    struct felt_player_spec spec = read_player(player); /* it is copied */
    return open_hall_of(&spec, TABLES);
}

static void close_hall(struct hall *hall)
{
    felt_thinkers_close(hall->thinkers);
    pthread_cond_destroy(&hall->bell.rung);
    pthread_mutex_destroy(&hall->bell.mutex);
    free(hall->table);
    free(hall);
}

static int tables_asked(const struct hall *hall)
{
    int count = 0;
    for (uint32_t i = 0; i < hall->tables; i++) count += hall->table[i].asked;
    return count;
}

static void thinkers_answer_every_question_once(void **state)
{
    (void)state;
    struct hall *hall = open_hall("zoo:tag");
    struct felt_thought thought;
    for (uint32_t i = 0; i < TABLES; i++) go_on(hall, i);
    while (tables_asked(hall)) {
        wait_for_ring(&hall->bell);
        while (felt_thinkers_take(hall->thinkers, &thought)) {
            assert_true(thought.table < TABLES);
            struct table *table = &hall->table[thought.table];
            assert_true(table->asked);
            assert_int_equal(thought.seat, 1);
            assert_int_equal(thought.req_id, table->req_id);
            table->asked = false;
            table->answers++;
            apply(hall, thought.table, thought.action);
            go_on(hall, thought.table);
        }
    }
    for (int i = 0; i < TABLES; i++) assert_int_equal(hall->table[i].hands, HANDS);
    close_hall(hall);
}

/* A table goes while its player thinks; its number is used again at once. */
static void thinkers_table_that_goes_gets_no_answer(void **state)
{
    (void)state;
    struct hall *hall = open_hall("mcts:60");
    struct felt_thought thought;
    int answers = 0;
    for (int round = 0; round < 10; round++) {
        for (uint32_t i = 0; i < TABLES; i++) {
            hall->table[i] = (struct table){.req_id = (uint64_t)round * 1000};
            hall->table[i].state.betting.turn.actor = FELT_SEAT_NONE;
            go_on(hall, i);
            if (i % 2) felt_thinkers_gone(hall->thinkers, i);
        }
        for (int due = TABLES / 2; due;) {
            wait_for_ring(&hall->bell);
            while (felt_thinkers_take(hall->thinkers, &thought)) {
                assert_int_equal(thought.table % 2, 0);
                assert_int_equal(thought.req_id, hall->table[thought.table].req_id);
                due--;
                answers++;
            }
        }
        for (uint32_t i = 0; i < TABLES; i++) felt_thinkers_gone(hall->thinkers, i);
    }
    assert_int_equal(answers, 10 * TABLES / 2);
    close_hall(hall);
}

/* Asked again before it answered: the clock was faster.  Both answers come, in order. */
static void thinkers_asked_twice_answer_the_last(void **state)
{
    (void)state;
    struct hall *hall = open_hall("mcts:60");
    struct felt_thought thought = {0};
    go_on(hall, 0);
    struct felt_view view;
    felt_poker_game.view(&hall->plug.rules, &hall->table[0].state, 1, &view);
    felt_thinkers_ask(hall->thinkers, 0, 1, 100, &view);
    int64_t until = felt_clock_us() + WAIT_US;
    while (thought.req_id != 100 && felt_clock_us() < until) {
        wait_for_ring(&hall->bell);
        while (felt_thinkers_take(hall->thinkers, &thought)) {
        }
    }
    assert_int_equal(thought.req_id, 100);
    close_hall(hall);
}

static void thinkers_close_while_they_think(void **state)
{
    (void)state;
    for (int i = 0; i < 5; i++) {
        struct hall *hall = open_hall("mcts:300");
        for (uint32_t table = 0; table < TABLES; table++) go_on(hall, table);
        close_hall(hall);
    }
}

/* ---- chairs with players of their own ---- */

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
/* Sits anew when it is adjusted; so large that most chairs keep only what lasts. */
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
static bool take_soon(struct hall *hall, struct felt_thought *thought)
{
    struct bell *bell = &hall->bell;
    while (!felt_thinkers_take(hall->thinkers, thought)) {
        struct timespec until;
        int status = 0;
        (void)timespec_get(&until, TIME_UTC);
        until.tv_sec += WAIT_US / 1000000;
        pthread_mutex_lock(&bell->mutex);
        while (!bell->rings && !status)
            status = pthread_cond_timedwait(&bell->rung, &bell->mutex, &until);
        bell->rings = 0;
        pthread_mutex_unlock(&bell->mutex);
        if (status) return false;
    }
    return true;
}

static struct felt_action ask_spy(struct hall *hall, uint32_t table, felt_seat seat)
{
    static const struct felt_view view = {.options = 1, .option = {{.kind = FELT_CHECK}}};
    struct felt_thought thought;
    felt_thinkers_ask(hall->thinkers, table, seat, 77, &view);
    assert_true(take_soon(hall, &thought));
    assert_int_equal(thought.req_id, 77);
    assert_int_equal(thought.seat, seat);
    return thought.action;
}

static void thinkers_settings_hold_from_the_next_hand(void **state)
{
    (void)state;
    static const struct felt_player_kind *const kinds[] = {&spy_kind, &large_kind};
    for (int i = 0; i < 2; i++) {
        struct hall *hall = open_hall_of(NULL, TABLES);
        struct felt_player_spec before = make_spy(kinds[i], 3), after = make_spy(kinds[i], 8);
        assert_false(felt_thinkers_settings(hall->thinkers, 2, 5, &before));
        assert_true(felt_thinkers_sit(hall->thinkers, 2, 5, &before));
        felt_thinkers_begin(hall->thinkers, 2, 5, &hall->plug.plug);
        assert_int_equal(ask_spy(hall, 2, 5).amount, 3);
        assert_true(felt_thinkers_settings(hall->thinkers, 2, 5, &after));
        assert_int_equal(ask_spy(hall, 2, 5).amount, 3);
        felt_thinkers_begin(hall->thinkers, 2, 5, &hall->plug.plug);
        struct felt_action action = ask_spy(hall, 2, 5);
        assert_int_equal(action.amount, 8);
        assert_int_equal(action.choice, i == 0 ? 2 : 1); /* what can be adjusted forgets nothing */
        struct felt_player_spec other = make_spy(kinds[1 - i], 5);
        assert_true(felt_thinkers_settings(hall->thinkers, 2, 5, &other));
        assert_int_equal(ask_spy(hall, 2, 5).amount, 8);
        felt_thinkers_begin(hall->thinkers, 2, 5, &hall->plug.plug);
        action = ask_spy(hall, 2, 5);
        assert_int_equal(action.amount, 5);
        assert_int_equal(action.cards, 1);
        close_hall(hall);
    }
}

/* Seats of one table are several players; nobody sits where nobody sat down. */
static void thinkers_chairs_have_their_own_players(void **state)
{
    (void)state;
    struct hall *hall = open_hall_of(NULL, TABLES);
    struct felt_thought thought;
    for (int seat = 0; seat < 4; seat++) {
        struct felt_player_spec spec = make_spy(&spy_kind, 1 + seat);
        assert_true(felt_thinkers_sit(hall->thinkers, 0, (felt_seat)seat, &spec));
    }
    for (int seat = 0; seat < 6; seat++)
        felt_thinkers_begin(hall->thinkers, 0, (felt_seat)seat, &hall->plug.plug);
    for (int seat = 0; seat < 4; seat++)
        assert_int_equal(ask_spy(hall, 0, (felt_seat)seat).amount, 1 + seat);
    struct felt_view view = {0};
    felt_thinkers_ask(hall->thinkers, 0, 5, 1, &view);
    struct felt_thinkers_counts counts;
    felt_thinkers_count(hall->thinkers, &counts);
    assert_int_equal(counts.chairs, 4);
    assert_int_equal(counts.answers, 4);
    assert_int_equal(counts.waiting, 0);
    assert_false(felt_thinkers_take(hall->thinkers, &thought));
    for (int seat = 0; seat < 4; seat++) felt_thinkers_stand(hall->thinkers, 0, (felt_seat)seat);
    felt_thinkers_count(hall->thinkers, &counts);
    assert_int_equal(counts.chairs + counts.bytes, 0);
    close_hall(hall);
}

/* Asked without a hand, as after a restart: check or fold, no crash. */
static void thinkers_without_a_hand_are_timid(void **state)
{
    (void)state;
    struct hall *hall = open_hall_of(NULL, TABLES);
    struct felt_player_spec spec = make_spy(&spy_kind, 4);
    assert_true(felt_thinkers_sit(hall->thinkers, 0, 0, &spec));
    assert_int_equal(ask_spy(hall, 0, 0).kind, FELT_CHECK);
    felt_thinkers_begin(hall->thinkers, 0, 0, &hall->plug.plug);
    assert_int_equal(ask_spy(hall, 0, 0).amount, 4);
    close_hall(hall);
}

static void thinkers_stand_while_they_think(void **state)
{
    (void)state;
    struct felt_player_spec slow = read_player("mcts:300"), spy = make_spy(&spy_kind, 6);
    for (int i = 0; i < 5; i++) {
        struct hall *hall = open_hall_of(&slow, TABLES);
        struct felt_thought thought;
        go_on(hall, 0);
        assert_true(hall->table[0].asked);
        if (i % 2) {
            felt_thinkers_stand(hall->thinkers, 0, 1);
            assert_false(felt_thinkers_settings(hall->thinkers, 0, 1, &spy)); /* nobody is there */
        }
        assert_true(felt_thinkers_sit(hall->thinkers, 0, 1, &spy));
        felt_thinkers_begin(hall->thinkers, 0, 1, &hall->plug.plug);
        assert_int_equal(ask_spy(hall, 0, 1).amount, 6); /* never that of the other */
        assert_int_equal(ask_spy(hall, 0, 1).cards, 2);
        felt_thinkers_stand(hall->thinkers, 0, 1);
        felt_thinkers_stand(hall->thinkers, 0, 1);
        assert_false(felt_thinkers_take(hall->thinkers, &thought));
        close_hall(hall);
    }
}

static void thinkers_strangers_to_a_game_are_replaced(void **state)
{
    (void)state;
    struct felt_player_spec stranger = make_spy(&stranger_kind, 4);
    struct hall *hall = open_hall_of(&stranger, TABLES);
    struct felt_thought thought;
    go_on(hall, 0);
    for (int i = 0; i < 8 && hall->table[0].asked; i++) {
        assert_true(take_soon(hall, &thought));
        hall->table[0].asked = false;
        apply(hall, 0, thought.action); /* it is legal: the house chose it */
        go_on(hall, 0);
    }
    close_hall(hall);
}

/* At any chairs: players are told of seats side by side, and what they choose is legal at the
 * table, whoever does not know the game (house:tag) being replaced.  Returns the decisions. */
static int play_at_chairs(const struct felt_plug *plug, const char *player)
{
    static const felt_seat chairs[] = {1, 4, 7};
    _Alignas(16) char game[1024];
    const struct felt_game *rules = plug->game;
    struct hall *hall = open_hall_of(NULL, TABLES);
    struct felt_player_spec house = read_player(player);
    felt_chips stack[FELT_SEATS_MAX] = {0, 100, 0, 0, 100, 0, 0, 100};
    struct felt_event event[FELT_EVENTS_MAX];
    struct felt_event_log log = {.event = event, .room = FELT_EVENTS_MAX};
    struct felt_deal deal;
    struct felt_rng rng = felt_rng_make(3);
    int decisions = 0;
    plug->deal(plug, 0x92, stack, 4, &deal);
    assert_int_equal(rules->open(plug->rules, &deal, game, &log), FELT_OK);
    assert_int_equal(rules->deal(plug->rules, &deal, &rng, game, &log), FELT_OK);
    for (int i = 0; i < 3; i++) {
        assert_true(felt_thinkers_sit(hall->thinkers, 0, chairs[i], &house));
        felt_thinkers_begin(hall->thinkers, 0, chairs[i], plug);
    }
    for (uint64_t req = 1; req < 200; req++) {
        struct felt_view view;
        struct felt_thought thought;
        for (uint32_t i = 0; i < log.count * 3; i++) {
            struct felt_event mine = felt_event_for(&event[i / 3], chairs[i % 3]);
            felt_thinkers_event(hall->thinkers, 0, chairs[i % 3], &mine);
        }
        felt_seat actor = rules->actor(plug->rules, game);
        if (actor < 0) break;
        rules->view(plug->rules, game, actor, &view);
        felt_thinkers_ask(hall->thinkers, 0, actor, req, &view);
        assert_true(take_soon(hall, &thought));
        assert_int_equal(thought.seat, actor);
        log.count = 0;
        assert_int_equal(rules->apply(plug->rules, game, actor, thought.action, &log), FELT_OK);
        decisions++;
    }
    close_hall(hall);
    return decisions;
}

static void thinkers_play_genomes_at_any_chairs(void **state)
{
    (void)state;
    static struct felt_genome genome;
    static struct felt_genome_plug plug;
    struct felt_rng rng = felt_rng_make(3);
    do felt_genome_invent(&rng, &genome);
    while (genome.players.gene[FELT_PLAYERS_MAX] < 3 || genome.players.gene[FELT_PLAYERS_MIN] > 3);
    felt_genome_plug_make(&plug, &genome, 5);
    assert_true(play_at_chairs(&plug.plug, "house:tag") > 0);
}

/* The house does not know Narc; "narc:2" does, and stays. */
static void thinkers_play_narc_at_any_chairs(void **state)
{
    (void)state;
    static struct felt_narc_rules rules;
    static struct felt_narc_plug plug;
    narc_known_rules("house", &rules);
    for (int turns = 0; turns < 2; turns++) {
        felt_narc_plug_make(&plug, &rules, 0, turns);
        assert_true(play_at_chairs(&plug.plug, turns ? "house:tag" : "narc:2") > 10);
    }
}

/* More chairs than whole blocks: what lasts, lasts; what is behind is one's own or zero. */
static void thinkers_share_memory_when_there_are_many(void **state)
{
    (void)state;
    enum { CHAIRS = 200, ROUNDS = 5 };
    struct felt_player_spec large = make_spy(&large_kind, 2);
    struct hall *hall = open_hall_of(&large, CHAIRS);
    static const struct felt_view view = {.options = 1, .option = {{.kind = FELT_CHECK}}};
    for (int round = 1; round <= ROUNDS; round++) {
        for (uint32_t i = 0; i < CHAIRS; i++) {
            felt_thinkers_begin(hall->thinkers, i, 1, &hall->plug.plug);
            felt_thinkers_ask(hall->thinkers, i, 1, i, &view);
        }
        for (int i = 0; i < CHAIRS; i++) {
            struct felt_thought thought;
            assert_true(take_soon(hall, &thought));
            assert_int_equal(thought.action.kind, FELT_CALL);
            assert_int_equal(thought.action.cards, round);
            assert_int_equal(thought.action.choice, round);
        }
    }
    struct felt_thinkers_counts counts;
    felt_thinkers_count(hall->thinkers, &counts);
    assert_int_equal(counts.answers, CHAIRS * ROUNDS);
    assert_in_range(counts.bytes, 60 << 20, 66 << 20);
    close_hall(hall);
}

static void thinkers_house_players_at_many_tables(void **state)
{
    (void)state;
    struct felt_player_spec house = read_player("house:tag");
    const char *many = getenv("FELT_THINKERS");
    uint32_t tables = many ? MANY : test_is_quick() ? 450 : 600;
    struct hall *hall = open_hall_of(&house, tables);
    int64_t began = felt_clock_us();
    for (uint32_t i = 0; i < tables; i++) go_on(hall, i);
    for (uint32_t left = 3 * tables; left && tables_asked(hall); left--) {
        struct felt_thought thought;
        assert_true(take_soon(hall, &thought));
        struct table *table = &hall->table[thought.table];
        assert_true(table->asked);
        assert_int_equal(thought.req_id, table->req_id);
        table->asked = false;
        apply(hall, thought.table, thought.action);
        if (left > tables) go_on(hall, thought.table);
    }
    struct felt_thinkers_counts counts;
    felt_thinkers_count(hall->thinkers, &counts);
    print_message("# %u chairs: %.1f MB, %.0f us a decision, longest %.0f, all in %.2f s\n", tables,
                  (double)counts.bytes / 1e6, (double)counts.think_us / (double)counts.answers,
                  (double)counts.longest_us, (double)(felt_clock_us() - began) / 1e6);
    assert_in_range(counts.bytes, 1, (uint64_t)tables * 6500 + (64 << 20));
    close_hall(hall);
}

TEST_MODULE(thinkers)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(thinkers_answer_every_question_once),
        cmocka_unit_test(thinkers_table_that_goes_gets_no_answer),
        cmocka_unit_test(thinkers_asked_twice_answer_the_last),
        cmocka_unit_test(thinkers_close_while_they_think),
        cmocka_unit_test(thinkers_settings_hold_from_the_next_hand),
        cmocka_unit_test(thinkers_chairs_have_their_own_players),
        cmocka_unit_test(thinkers_without_a_hand_are_timid),
        cmocka_unit_test(thinkers_stand_while_they_think),
        cmocka_unit_test(thinkers_strangers_to_a_game_are_replaced),
        cmocka_unit_test(thinkers_play_genomes_at_any_chairs),
        cmocka_unit_test(thinkers_play_narc_at_any_chairs),
        cmocka_unit_test(thinkers_share_memory_when_there_are_many),
        cmocka_unit_test(thinkers_house_players_at_many_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
