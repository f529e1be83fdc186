/* test_director.c -- the director of tournaments, rule by rule (RULES 19). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "module.h"
#include "tournament/director.h"

#include <string.h>

static uint64_t block[1 << 16];
static struct felt_director_event events[4096];
static struct felt_director_log the_log = {.event = events, .room = 4096};
static struct felt_director_face face;
static struct felt_director_hand hand;

/* Six-handed, when full, three places are paid from four entries on. */
static struct felt_director_plan usual(uint32_t entrants)
{
    return (struct felt_director_plan){
        .seats = 6,
        .levels = 3,
        .entrants_min = 2,
        .entrants_max = entrants,
        .tables_max = (entrants + 1) / 2,
        .house_max = 1,
        .start_ms = 5000,
        .stack = 1000,
        .buy_in = 110,
        .fee = 10,
        .level = {{5, 10, 0, 1000, 0}, {10, 20, 2, 1000, 0}, {20, 40, 5, 0, 0}},
        .prizes = {.rows = 2,
                   .runs = 4,
                   .row = {{2, 0, 1}, {4, 1, 3}},
                   .run = {{1, 1}, {1, 50}, {2, 30}, {3, 20}}}};
}

static struct felt_director *open_director(const struct felt_director_plan *plan)
{
    assert_null(felt_director_verify(plan));
    assert_true(felt_director_bytes(plan) <= sizeof block);
    return felt_director_init(block, plan, felt_rng_make(3));
}

static enum felt_director_no give(struct felt_director *director, struct felt_director_input input)
{
    uint64_t before = felt_director_hash(director);
    the_log.count = 0;
    enum felt_director_no no = felt_director_apply(director, &input, &the_log);
    if (no) assert_true(felt_director_hash(director) == before); /* T3 */
    assert_null(
        felt_director_audit(director, felt_director_bytes(felt_director_plan_of(director))));
    assert_false(the_log.lost);
    felt_director_face(director, &face);
    return no;
}
#define DO(word, ...)                                                                              \
    give(director, (struct felt_director_input){.what = FELT_DIRECTOR_##word, __VA_ARGS__})
#define FINE(...) assert_int_equal(DO(__VA_ARGS__), FELT_DIRECTOR_OK)

static uint32_t told(enum felt_director_told kind)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < the_log.count; i++) count += events[i].kind == kind;
    return count;
}

static void register_all(struct felt_director *director, int count)
{
    for (int i = 1; i <= count; i++) FINE(REGISTER, .user = i, .now_ms = 100);
}

static int size_of(const struct felt_director *director, uint32_t table)
{
    uint16_t entry[FELT_SEATS_MAX];
    int size = 0;
    if (!felt_director_table(director, table, entry)) return 0;
    for (int i = 0; i < FELT_SEATS_MAX; i++) size += entry[i] != FELT_DIRECTOR_NOBODY;
    return size;
}

static void begin(struct felt_director *director, uint32_t table)
{
    FINE(BEGIN, .table = table, .now_ms = 100);
    assert_true(felt_director_under_way(director, table, &hand));
}

/* The hand ends: `losers` players lose everything to the first one dealt in. */
static void end(struct felt_director *director, uint32_t table, int losers)
{
    struct felt_director_input input = {
        .what = FELT_DIRECTOR_RESULT, .table = table, .now_ms = 100};
    assert_true(felt_director_under_way(director, table, &hand));
    memcpy(input.stack, hand.stack, sizeof input.stack);
    felt_seats left = hand.seats;
    felt_seat winner = felt_seats_take(&left);
    while (losers--) {
        felt_seat loser = felt_seats_take(&left);
        input.stack[winner] += input.stack[loser];
        input.stack[loser] = 0;
    }
    assert_int_equal(give(director, input), FELT_DIRECTOR_OK);
}

static void knock_out(struct felt_director *director, uint32_t table, int losers)
{
    begin(director, table);
    end(director, table, losers);
}

/* 19.1 */
static void director_entries_are_limited_and_refunded(void **state)
{
    (void)state;
    struct felt_director_plan plan = usual(4);
    struct felt_director *director = open_director(&plan);
    FINE(REGISTER, .user = 7, .house = true);
    assert_int_equal(DO(REGISTER, .user = 7), FELT_DIRECTOR_ALREADY_IN);
    assert_int_equal(DO(REGISTER, .user = 8, .house = true), FELT_DIRECTOR_HOUSE_FULL);
    assert_int_equal(DO(REMOVE, .user = 8), FELT_DIRECTOR_NO_SUCH_USER);
    FINE(REMOVE, .user = 7);
    assert_int_equal(told(FELT_DIRECTOR_REFUND), 1);
    assert_int_equal(events[0].amount, 110);
    assert_int_equal(face.entries, 0);
    FINE(REGISTER, .user = 8, .house = true); /* his place is free again */
    assert_int_equal(felt_director_entry(director, 0)->number, 2);
    for (int i = 1; i < 4; i++) FINE(REGISTER, .user = i);
    assert_int_equal(face.state, FELT_DIRECTOR_RUNNING);
    assert_int_equal(DO(REGISTER, .user = 9), FELT_DIRECTOR_CLOSED);
    assert_int_equal(face.pool, 400);
    assert_int_equal(face.fees, 40);
}

/* 19.2 */
static void director_scheduled_starts_or_is_called_off(void **state)
{
    (void)state;
    struct felt_director_plan plan = usual(8);
    plan.start = FELT_DIRECTOR_AT_TIME;
    plan.entrants_min = 3;
    struct felt_director *director = open_director(&plan);
    register_all(director, 2);
    assert_int_equal(felt_director_alarm(director), 5000);
    FINE(TICK, .now_ms = 4999);
    assert_int_equal(face.state, FELT_DIRECTOR_OPEN);
    FINE(TICK, .now_ms = 5000);
    assert_int_equal(face.state, FELT_DIRECTOR_CALLED_OFF);
    assert_int_equal(told(FELT_DIRECTOR_REFUND), 2);
    assert_int_equal(DO(REGISTER, .user = 9), FELT_DIRECTOR_NOT_NOW);
    director = open_director(&plan);
    register_all(director, 3);
    FINE(TICK, .now_ms = 5000);
    assert_int_equal(face.state, FELT_DIRECTOR_RUNNING);
    assert_int_equal(told(FELT_DIRECTOR_SEATED), 3);
    assert_int_equal(DO(CALL_OFF, .now_ms = 5001), FELT_DIRECTOR_NOT_NOW);
}

/* 19.3 */
static void director_late_and_again(void **state)
{
    (void)state;
    struct felt_director_plan plan = usual(12);
    plan.start = FELT_DIRECTOR_AT_TIME, plan.late_levels = 1, plan.reentries = 1;
    plan.guarantee = 700;
    struct felt_director *director = open_director(&plan);
    register_all(director, 3);
    FINE(TICK, .now_ms = 5000);
    knock_out(director, 0, 1);
    uint16_t out = (uint16_t)(events[0].entry);
    int64_t user = felt_director_entry(director, out)->user;
    assert_int_equal(felt_director_place(director, out), 3);
    FINE(REGISTER, .user = user, .now_ms = 5100);
    assert_int_equal(face.chips, 4000);
    assert_int_equal(felt_director_place(director, out), 4); /* one more plays */
    FINE(REGISTER, .user = 50, .now_ms = 5200);
    assert_int_equal(face.entries, 5);
    assert_int_equal(face.overlay, 200);
    FINE(TICK, .now_ms = 6000);
    assert_true(face.closed);
    assert_int_equal(DO(REGISTER, .user = 51, .now_ms = 6001), FELT_DIRECTOR_CLOSED);
    for (int i = 0; i < 3; i++) knock_out(director, 0, 1);
    assert_int_equal(face.state, FELT_DIRECTOR_OVER);
    assert_int_equal(face.pool, 700);
}

static void director_reentries_are_counted(void **state)
{
    (void)state;
    struct felt_director_plan plan = usual(12);
    plan.start = FELT_DIRECTOR_AT_TIME, plan.late_levels = 1, plan.reentries = 1;
    struct felt_director *director = open_director(&plan);
    register_all(director, 2);
    FINE(TICK, .now_ms = 5000);
    knock_out(director, 0, 1);
    int64_t user = felt_director_entry(director, events[0].entry)->user;
    assert_int_equal(face.state, FELT_DIRECTOR_RUNNING); /* somebody may come */
    assert_int_equal(felt_director_next(director, 0, &hand), FELT_DIRECTOR_ALONE);
    FINE(REGISTER, .user = user, .now_ms = 5100);
    begin(director, 0);
    struct felt_director_input input = {.what = FELT_DIRECTOR_RESULT, .now_ms = 5200};
    uint32_t entry = felt_director_entry_of(director, user);
    int seat = felt_director_entry(director, entry)->seat;
    for (int i = 0; i < FELT_SEATS_MAX; i++)
        if (felt_seats_has(hand.seats, i) && i != seat) input.stack[i] = 3000;
    assert_int_equal(give(director, input), FELT_DIRECTOR_OK);
    assert_int_equal(DO(REGISTER, .user = user, .now_ms = 5300), FELT_DIRECTOR_NO_REENTRY);
    FINE(TICK, .now_ms = 6000);
    assert_int_equal(face.state, FELT_DIRECTOR_OVER);
}

/* 19.4 */
static void director_tables_begin_even(void **state)
{
    (void)state;
    struct felt_director_plan plan = usual(32);
    struct felt_director *director = open_director(&plan);
    register_all(director, 32);
    assert_int_equal(face.tables, 6);
    for (uint32_t i = 0; i < 6; i++) assert_in_range(size_of(director, i), 5, 6);
    assert_int_equal(told(FELT_DIRECTOR_SEATED), 32);
}

/* 19.7: the next big blind moves to the worst position */
static void director_next_big_blind_moves_to_the_worst_chair(void **state)
{
    (void)state;
    struct felt_director_plan plan = usual(12);
    plan.seats = 6;
    struct felt_director *director = open_director(&plan);
    register_all(director, 12);
    begin(director, 1);
    knock_out(director, 0, 1);
    assert_int_equal(felt_director_next(director, 0, &hand), FELT_DIRECTOR_OK); /* 5 and 6 */
    knock_out(director, 0, 1);
    assert_int_equal(felt_director_next(director, 0, &hand),
                     FELT_DIRECTOR_BALANCING); /* 4 and 6 in a hand */
    uint16_t seat[FELT_SEATS_MAX];
    assert_true(felt_director_table(director, 0, seat));
    assert_true(felt_director_under_way(director, 1, &hand));
    uint16_t next_big = hand.entry[(hand.big + 1) % 6];
    end(director, 1, 0);
    assert_int_equal(told(FELT_DIRECTOR_WENT), 1);
    assert_int_equal(events[0].entry, next_big);
    assert_int_equal(size_of(director, 0), 5);
    assert_int_equal(size_of(director, 1), 5);
    assert_int_equal(felt_director_next(director, 0, &hand), FELT_DIRECTOR_OK);
    assert_int_equal(seat[events[0].seat], FELT_DIRECTOR_NOBODY);
    /* He has the big blind as soon as anybody in a free seat could. */
    if (hand.entry[hand.big] != next_big)
        assert_int_not_equal(seat[hand.big], FELT_DIRECTOR_NOBODY);
}

/* 19.8 */
static void director_last_table_breaks_and_the_final_is_drawn(void **state)
{
    (void)state;
    struct felt_director_plan plan = usual(13);
    plan.final_seats = 7;
    struct felt_director *director = open_director(&plan);
    register_all(director, 13);
    assert_int_equal(face.tables, 3);
    knock_out(director, 0, 1);
    assert_int_equal(face.tables, 2); /* twelve fit in two */
    assert_int_equal(told(FELT_DIRECTOR_TABLE_DOWN), 1);
    begin(director, 1);
    knock_out(director, 0, 5);
    assert_int_equal(face.left, 7);
    assert_false(face.final);
    assert_int_equal(felt_director_next(director, 0, &hand), FELT_DIRECTOR_ALONE);
    end(director, 1, 0);
    assert_true(face.final);
    assert_int_equal(face.tables, 1);
    assert_int_equal(size_of(director, 0), 7);
}

/* 19.9 */
static void director_levels_breaks_and_pauses(void **state)
{
    (void)state;
    struct felt_director_plan plan = usual(3);
    plan.levels = 4;
    plan.level[3] = plan.level[2];
    plan.level[1] = (struct felt_director_level){.ms = 500}; /* a break */
    plan.level[2] = (struct felt_director_level){10, 20, 2, 1000, 0};
    struct felt_director *director = open_director(&plan);
    register_all(director, 3); /* at 100 */
    assert_int_equal(felt_director_alarm(director), 1100);
    begin(director, 0);
    FINE(TICK, .now_ms = 1100);
    assert_true(felt_director_under_way(director, 0, &hand));
    assert_int_equal(hand.big_blind, 10); /* until it is over */
    end(director, 0, 0);
    assert_int_equal(felt_director_next(director, 0, &hand), FELT_DIRECTOR_BREAK);
    FINE(TICK, .now_ms = 1600);
    FINE(PAUSE, .now_ms = 1700);
    assert_int_equal(DO(PAUSE, .now_ms = 1700), FELT_DIRECTOR_NOT_NOW);
    assert_int_equal(felt_director_next(director, 0, &hand), FELT_DIRECTOR_PAUSED);
    assert_int_equal(felt_director_alarm(director), INT64_MAX);
    FINE(TICK, .now_ms = 99000);
    FINE(RESUME, .now_ms = 100000);
    assert_int_equal(face.level_ms, 900);
    FINE(ADD_TIME, .amount = 50, .now_ms = 100000);
    assert_int_equal(DO(ADD_TIME, .amount = -1, .now_ms = 100000), FELT_DIRECTOR_BAD_AMOUNT);
    FINE(WAKE, .now_ms = 200000); /* a crash took long */
    assert_int_equal(felt_director_alarm(director), 200950);
    assert_int_equal(felt_director_next(director, 0, &hand), FELT_DIRECTOR_OK);
    assert_int_equal(hand.ante, 2);
    FINE(TICK, .now_ms = 200950);
    assert_int_equal(face.level, 3);
    assert_int_equal(felt_director_alarm(director), INT64_MAX); /* the last one lasts */
}

static void director_levels_of_hands(void **state)
{
    (void)state;
    struct felt_director_plan plan = usual(4);
    plan.level[0] = (struct felt_director_level){5, 10, 0, 0, 2};
    struct felt_director *director = open_director(&plan);
    register_all(director, 4);
    knock_out(director, 0, 0);
    assert_int_equal(face.level, 0);
    knock_out(director, 0, 0);
    assert_int_equal(face.level, 1);
}

/* Nobody ticks while levels last hands: a break behind them is not shorter for that. */
static void director_break_behind_hands_lasts_its_time(void **state)
{
    (void)state;
    struct felt_director_plan plan = usual(3);
    plan.level[0] = (struct felt_director_level){5, 10, 0, 0, 2};
    plan.level[1] = (struct felt_director_level){.ms = 1000};
    struct felt_director *director = open_director(&plan);
    register_all(director, 3);
    knock_out(director, 0, 0);
    begin(director, 0);
    struct felt_director_input input = {.what = FELT_DIRECTOR_RESULT, .now_ms = 90000};
    memcpy(input.stack, hand.stack, sizeof input.stack);
    assert_int_equal(give(director, input), FELT_DIRECTOR_OK);
    assert_int_equal(face.level, 1);
    assert_true(felt_director_alarm(director) == 91000);
    FINE(TICK, .now_ms = 90999);
    assert_int_equal(felt_director_next(director, 0, &hand), FELT_DIRECTOR_BREAK);
    FINE(TICK, .now_ms = 91000);
    assert_int_equal(felt_director_next(director, 0, &hand), FELT_DIRECTOR_OK);
}

/* 19.10 */
static void director_out_together_by_stacks_before(void **state)
{
    (void)state;
    struct felt_director_plan plan = usual(4);
    struct felt_director *director = open_director(&plan);
    register_all(director, 4);
    begin(director, 0);
    felt_seats left = hand.seats;
    felt_seat seat[4];
    struct felt_director_input input = {.what = FELT_DIRECTOR_RESULT};
    for (int i = 0; i < 4; i++) seat[i] = felt_seats_take(&left);
    input.stack[seat[0]] = 1900, input.stack[seat[1]] = 900;
    input.stack[seat[2]] = 900, input.stack[seat[3]] = 300;
    assert_int_equal(give(director, input), FELT_DIRECTOR_OK);
    uint16_t entry[4];
    for (int i = 0; i < 4; i++) entry[i] = hand.entry[seat[i]];
    knock_out(director, 0, 3);
    assert_int_equal(face.state, FELT_DIRECTOR_OVER);
    assert_int_equal(felt_director_place(director, entry[0]), 1);
    assert_int_equal(felt_director_place(director, entry[1]), 2);
    assert_int_equal(felt_director_place(director, entry[2]), 2); /* shared with the third */
    assert_int_equal(felt_director_place(director, entry[3]), 4);
    assert_int_equal(felt_director_entry(director, entry[0])->prize, 200);
    assert_int_equal(felt_director_entry(director, entry[1])->prize, 100); /* 120 and 80 */
    assert_int_equal(felt_director_entry(director, entry[2])->prize, 100);
    assert_int_equal(felt_director_entry(director, entry[3])->prize, 0);
}

static void director_hand_for_hand(void **state)
{
    (void)state;
    struct felt_director_plan plan = usual(6);
    plan.seats = 3, plan.bubble = 3;
    struct felt_director *director = open_director(&plan);
    register_all(director, 6);
    assert_true(face.hand_for_hand);
    begin(director, 0);
    end(director, 0, 1);
    assert_int_equal(told(FELT_DIRECTOR_PLACED), 0); /* not before the other table has played */
    assert_int_equal(felt_director_next(director, 0, &hand), FELT_DIRECTOR_HAND_FOR_HAND);
    begin(director, 1);
    end(director, 1, 1);
    assert_int_equal(told(FELT_DIRECTOR_PLACED), 2);
    for (uint32_t i = 0; i < 6; i++)
        if (felt_director_entry(director, i)->state == FELT_DIRECTOR_ENTRY_OUT)
            assert_int_equal(felt_director_place(director, i), 5); /* as many chips: they tie */
    assert_true(face.hand_for_hand);
    assert_int_equal(felt_director_next(director, 0, &hand), FELT_DIRECTOR_OK);
}

/* 19.11 */
static void director_bracket_has_byes(void **state)
{
    (void)state;
    struct felt_director_plan plan = usual(5);
    plan.format = FELT_DIRECTOR_BRACKET, plan.seats = 2;
    struct felt_director *director = open_director(&plan);
    register_all(director, 5);
    assert_int_equal(face.tables, 1); /* three of five need not play */
    knock_out(director, 0, 1);
    assert_int_equal(face.round, 2);
    assert_int_equal(face.tables, 2);
    assert_int_equal(face.chips, 4000); /* stacks are full again */
    knock_out(director, 1, 1);
    knock_out(director, 0, 1);
    assert_int_equal(face.round, 3);
    uint32_t third = 0;
    for (uint32_t i = 0; i < 5; i++) third += felt_director_place(director, i) == 3;
    assert_int_equal(third, 2);
    knock_out(director, 0, 1);
    assert_int_equal(face.state, FELT_DIRECTOR_OVER);
}

static void director_shootout_winners_meet(void **state)
{
    (void)state;
    struct felt_director_plan plan = usual(9);
    plan.format = FELT_DIRECTOR_SHOOTOUT, plan.seats = 3;
    struct felt_director *director = open_director(&plan);
    register_all(director, 9);
    for (uint32_t i = 0; i < 3; i++) {
        knock_out(director, i, 1);
        assert_int_equal(felt_director_next(director, i, &hand), FELT_DIRECTOR_OK);
        knock_out(director, i, 1);
    }
    assert_int_equal(face.round, 2);
    assert_int_equal(face.left, 3);
    uint32_t at[10] = {0};
    for (uint32_t i = 0; i < 9; i++) at[felt_director_place(director, i)]++;
    assert_int_equal(at[4], 3); /* second at their tables */
    assert_int_equal(at[7], 3);
    knock_out(director, 0, 2);
    assert_int_equal(face.state, FELT_DIRECTOR_OVER);
}

/* 19.13 */
static void director_director_moves_removes_and_voids(void **state)
{
    (void)state;
    struct felt_director_plan plan = usual(11);
    struct felt_director *director = open_director(&plan);
    register_all(director, 11);
    uint16_t large[FELT_SEATS_MAX], small[FELT_SEATS_MAX];
    uint32_t from = size_of(director, 0) == 6 ? 0 : 1, to = 1 - from;
    assert_true(felt_director_table(director, from, large));
    assert_true(felt_director_table(director, to, small));
    int64_t user = felt_director_entry(director, large[0])->user;
    int free_seat = 0, taken = 0;
    while (small[free_seat] != FELT_DIRECTOR_NOBODY) free_seat++;
    while (small[taken] == FELT_DIRECTOR_NOBODY) taken++;
    int64_t other = felt_director_entry(director, small[taken])->user;
    assert_int_equal(DO(MOVE, .user = 99, .table = to), FELT_DIRECTOR_NO_SUCH_USER);
    assert_int_equal(DO(MOVE, .user = user, .table = 4), FELT_DIRECTOR_NO_SUCH_TABLE);
    assert_int_equal(DO(MOVE, .user = other, .table = from), FELT_DIRECTOR_UNBALANCED);
    assert_int_equal(DO(MOVE, .user = user, .table = to, .seat = (felt_seat)taken),
                     FELT_DIRECTOR_BAD_SEAT);
    assert_int_equal(DO(MOVE, .user = user, .table = to, .seat = 6), FELT_DIRECTOR_BAD_SEAT);
    begin(director, from);
    struct felt_director_hand first = hand;
    assert_int_equal(DO(MOVE, .user = user, .table = to), FELT_DIRECTOR_IN_HAND);
    FINE(REMOVE, .user = user);
    assert_int_equal(DO(REMOVE, .user = user), FELT_DIRECTOR_NO_SUCH_USER);
    FINE(VOID, .table = from);
    assert_int_equal(DO(VOID, .table = from), FELT_DIRECTOR_NO_HAND);
    begin(director, from);
    assert_int_equal(hand.removed, felt_seats_of(0)); /* dealt in, blinded off */
    assert_int_equal(hand.big, first.big);
    assert_int_equal(hand.number, first.number);
    FINE(VOID, .table = from);
    FINE(MOVE, .user = user, .table = to, .seat = (felt_seat)free_seat);
    assert_int_equal(size_of(director, to), 6);
}

/* T1 */
/* Nobody has a prize: everything goes back.  Somebody has: the rest is shared. */
static void director_is_given_up_between_hands(void **state)
{
    (void)state;
    struct felt_director_plan plan = usual(5);
    plan.guarantee = 600;
    struct felt_director *director = open_director(&plan);
    register_all(director, 4);
    assert_int_equal(DO(GIVE_UP, .now_ms = 100), FELT_DIRECTOR_NOT_NOW);
    FINE(REGISTER, .user = 5, .now_ms = 100);
    begin(director, 0);
    assert_int_equal(DO(GIVE_UP, .now_ms = 100), FELT_DIRECTOR_IN_HAND);
    end(director, 0, 1);
    FINE(GIVE_UP, .now_ms = 100);
    assert_int_equal(face.state, FELT_DIRECTOR_CALLED_OFF);
    assert_int_equal(events[1].kind, FELT_DIRECTOR_WAS_CALLED_OFF);
    assert_int_equal(events[1].amount, 50 - 100); /* fees went out, the guarantee came in */
    assert_int_equal(told(FELT_DIRECTOR_REFUND), 5);
    assert_int_equal(face.chips, 0);
    director = open_director(&plan);
    register_all(director, 5);
    knock_out(director, 0, 3); /* three share the third place: two are left */
    assert_int_equal(told(FELT_DIRECTOR_PRIZE), 3);
    FINE(GIVE_UP, .now_ms = 100);
    assert_int_equal(face.state, FELT_DIRECTOR_OVER);
    assert_int_equal(told(FELT_DIRECTOR_REFUND), 0);
    assert_int_equal(told(FELT_DIRECTOR_PRIZE), 2);
    for (uint32_t i = 0; i < the_log.count; i++)
        if (events[i].kind == FELT_DIRECTOR_PRIZE) assert_int_equal(events[i].amount, 240);
}

static void director_results_make_no_chips(void **state)
{
    (void)state;
    struct felt_director_plan plan = usual(2);
    struct felt_director *director = open_director(&plan);
    register_all(director, 2);
    struct felt_director_input input = {.what = FELT_DIRECTOR_RESULT};
    assert_int_equal(give(director, input), FELT_DIRECTOR_NO_HAND);
    begin(director, 0);
    assert_int_equal(give(director, input), FELT_DIRECTOR_BAD_AMOUNT);
    felt_seat one = felt_seats_take(&hand.seats), two = felt_seats_take(&hand.seats);
    input.stack[one] = 2001, input.stack[two] = -1;
    assert_int_equal(give(director, input), FELT_DIRECTOR_BAD_AMOUNT);
    input.stack[one] = 1999, input.stack[two] = 0;
    assert_int_equal(give(director, input), FELT_DIRECTOR_BAD_AMOUNT);
    input.stack[one] = 2000;
    assert_int_equal(give(director, input), FELT_DIRECTOR_OK);
    assert_int_equal(face.state, FELT_DIRECTOR_OVER);
    assert_int_equal(DO(DOS, .table = 0), FELT_DIRECTOR_BAD_INPUT);
}

static void director_records_are_read_as_written(void **state)
{
    (void)state;
    uint8_t bytes[FELT_DIRECTOR_RECORD_BYTES + 1] = {0};
    for (uint8_t what = 1; what < FELT_DIRECTOR_DOS; what++) {
        struct felt_director_input input = {.what = what, .now_ms = 123456789012}, again;
        if (what == FELT_DIRECTOR_REGISTER) input.user = -5, input.house = true;
        if (what == FELT_DIRECTOR_MOVE) input.user = 9, input.table = 77, input.seat = -1;
        if (what == FELT_DIRECTOR_RESULT) input.table = 3, input.stack[9] = FELT_CHIPS_MAX;
        size_t count = felt_director_write(&input, bytes);
        assert_true(felt_director_read(bytes, count, &again));
        assert_true(again.user == input.user && again.house == input.house);
        assert_true(again.table == input.table && again.seat == input.seat);
        assert_true(again.now_ms == input.now_ms && again.stack[9] == input.stack[9]);
        assert_false(felt_director_read(bytes, count + 1, &again));
        for (size_t i = 0; i < count; i++) assert_false(felt_director_read(bytes, i, &again));
    }
    struct felt_director_input again;
    bytes[0] = FELT_DIRECTOR_DOS;
    assert_false(felt_director_read(bytes, 9, &again));
}

static void director_bad_plans_are_refused(void **state)
{
    (void)state;
    struct felt_director_plan good = usual(8), bad;
    assert_null(felt_director_verify(&good));
#define BAD(change) (bad = good, bad.change, assert_non_null(felt_director_verify(&bad)))
    BAD(format = 9), BAD(start = 2), BAD(ante = 2), BAD(seats = 1), BAD(seats = 11);
    BAD(final_seats = 5), BAD(final_seats = 11), BAD(entrants_max = 1), BAD(entrants_max = 10001);
    BAD(entrants_min = 1), BAD(entrants_min = 9), BAD(tables_max = 1), BAD(late_levels = 1);
    BAD(reentries = 1), BAD(levels = 0), BAD(levels = 65), BAD(level[0].ms = 0);
    BAD(level[0].hands = 3), BAD(level[0].small = 11), BAD(level[1].ante = -1);
    BAD(level[2].big = 0), BAD(stack = 0), BAD(stack = FELT_CHIPS_MAX), BAD(buy_in = -1);
    BAD(fee = 111), BAD(guarantee = -1), BAD(prizes.rows = 0), BAD(bubble = 10001);
    BAD(format = FELT_DIRECTOR_BRACKET), BAD(tables_max = 10001);
    good.format = FELT_DIRECTOR_SHOOTOUT;
    BAD(final_seats = 6), BAD(bubble = 1);
}

static void director_audit_sees_damage(void **state)
{
    (void)state;
    struct felt_director_plan plan = usual(8);
    struct felt_director *director = open_director(&plan);
    size_t bytes = felt_director_bytes(&plan);
    register_all(director, 8);
    assert_null(felt_director_audit(director, bytes));
    assert_non_null(felt_director_audit(director, bytes - 8));
    assert_non_null(felt_director_audit(director, 8));
    struct felt_director_entry *who =
        (struct felt_director_entry *)(uintptr_t)felt_director_entry(director, 0);
    who->stack++;
    assert_non_null(felt_director_audit(director, bytes)); /* T1 */
    who->stack--;
    who->seat ^= 1;
    assert_non_null(felt_director_audit(director, bytes)); /* T2 */
    who->seat ^= 1;
    int64_t user = who->user;
    who->user = felt_director_entry(director, 1)->user;
    assert_non_null(felt_director_audit(director, bytes)); /* T2 */
    who->user = user;
    who->prize = 5;
    assert_non_null(felt_director_audit(director, bytes)); /* T6 */
    who->prize = 0;
    assert_null(felt_director_audit(director, bytes));
}

TEST_MODULE(director)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(director_entries_are_limited_and_refunded),
        cmocka_unit_test(director_scheduled_starts_or_is_called_off),
        cmocka_unit_test(director_late_and_again),
        cmocka_unit_test(director_reentries_are_counted),
        cmocka_unit_test(director_tables_begin_even),
        cmocka_unit_test(director_next_big_blind_moves_to_the_worst_chair),
        cmocka_unit_test(director_last_table_breaks_and_the_final_is_drawn),
        cmocka_unit_test(director_levels_breaks_and_pauses),
        cmocka_unit_test(director_levels_of_hands),
        cmocka_unit_test(director_break_behind_hands_lasts_its_time),
        cmocka_unit_test(director_out_together_by_stacks_before),
        cmocka_unit_test(director_hand_for_hand),
        cmocka_unit_test(director_bracket_has_byes),
        cmocka_unit_test(director_shootout_winners_meet),
        cmocka_unit_test(director_director_moves_removes_and_voids),
        cmocka_unit_test(director_is_given_up_between_hands),
        cmocka_unit_test(director_results_make_no_chips),
        cmocka_unit_test(director_records_are_read_as_written),
        cmocka_unit_test(director_bad_plans_are_refused),
        cmocka_unit_test(director_audit_sees_damage),
    };
    return cmocka_run_group_tests_name("director", tests, NULL, NULL);
}
