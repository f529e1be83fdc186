/* test_thinkers.c -- players on threads: every question is answered once, in any order of things.
 */
#include "cli/arena.h"
#include "expect.h"
#include "os/clock.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { TABLES = 6, HANDS = 20, WAIT_US = 20000000 };

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
    struct felt_player_spec player;
    struct bell bell;
    struct felt_thinkers *thinkers;
    struct table table[TABLES];
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

static struct hall *open_hall(const char *player)
{
    struct hall *hall = calloc(1, sizeof *hall);
    assert_non_null(hall);
    struct felt_complaint complaint;
    assert_int_equal(
        felt_poker_plug_make(&hall->plug, "holdem", FELT_NO_LIMIT, 50, 100, &complaint), FELT_OK);
    assert_int_equal(felt_player_read(player, strlen(player), &hall->player, &complaint), FELT_OK);
    hall->rng = felt_rng_make(7);
    pthread_mutex_init(&hall->bell.mutex, NULL);
    pthread_cond_init(&hall->bell.rung, NULL);
    hall->thinkers = felt_thinkers_open(&hall->player, TABLES, 1, 15000, ring, &hall->bell);
    assert_non_null(hall->thinkers);
    for (uint32_t i = 0; i < TABLES; i++) hall->table[i].state.betting.turn.actor = FELT_SEAT_NONE;
    return hall;
}

static void close_hall(struct hall *hall)
{
    felt_thinkers_close(hall->thinkers);
    pthread_cond_destroy(&hall->bell.rung);
    pthread_mutex_destroy(&hall->bell.mutex);
    free(hall);
}

static int tables_asked(const struct hall *hall)
{
    int count = 0;
    for (int i = 0; i < TABLES; i++) count += hall->table[i].asked;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(thinkers_answer_every_question_once),
        cmocka_unit_test(thinkers_table_that_goes_gets_no_answer),
        cmocka_unit_test(thinkers_asked_twice_answer_the_last),
        cmocka_unit_test(thinkers_close_while_they_think),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
