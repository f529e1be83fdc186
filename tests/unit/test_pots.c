/* test_pots.c -- layers, shares, odd chips and rake: tables written by hand (RULES 9, 10), and many
 * random tables against slow_pots.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/pots.h"
#include "felt/rng.h"
#include "module.h"
#include "slow_pots.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

enum { PAYERS = 6, RANDOM_TABLES = 20000 };

struct layer_row {
    const char *name;
    felt_chips paid[PAYERS];
    felt_seats dealt, live;
    felt_chips dead;
    int count;
    struct felt_pot pot[4];
};

static const struct layer_row layers[] = {
    {"two seats, one pot", {50, 50}, 3, 3, 0, 1, {{100, 3}}},
    {"9.1: one layer for each different amount",
     {30, 100, 100, 60},
     15,
     15,
     0,
     3,
     {{120, 15}, {90, 14}, {80, 6}}},
    {"9.1: dead money is in the lowest layer", {30, 100, 100}, 7, 7, 25, 2, {{115, 7}, {140, 6}}},
    {"6.3: a seat all-in by dead money plays for that and nothing else",
     {0, 100, 100},
     7,
     7,
     20,
     2,
     {{20, 7}, {200, 6}}},
    {"nothing paid and nothing dead: the empty layer is left out",
     {0, 100, 100},
     7,
     7,
     0,
     1,
     {{200, 6}}},
    {"6.2: a part of the ante plays for that part of every ante",
     {3, 10, 10, 10},
     15,
     15,
     0,
     2,
     {{12, 15}, {21, 14}}},
    {"9.2: chips of a folded seat fall into the layers they reach",
     {30, 45, 100, 100},
     15,
     13,
     0,
     2,
     {{120, 13}, {155, 12}}},
    {"9.2: what it paid above every live seat stays in the highest",
     {20, 8, 12},
     7,
     6,
     0,
     2,
     {{24, 6}, {16, 4}}},
    {"one seat is left: one pot", {20, 10, 40}, 7, 2, 5, 1, {{75, 2}}},
    {"seats that are not dealt in do not count", {10, 99, 10}, 5, 5, 0, 1, {{20, 5}}},
    {"a folded seat cuts no layer", {50, 20, 50}, 7, 5, 0, 1, {{120, 5}}},
    {"four all-ins", {1, 2, 3, 4}, 15, 15, 0, 4, {{4, 15}, {3, 14}, {2, 12}, {1, 8}}},
};

static void pots_are_cut_at_the_amounts_of_live_seats(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof layers / sizeof layers[0]; i++) {
        const struct layer_row *row = &layers[i];
        felt_chips paid[FELT_SEATS_MAX] = {0}, total = row->dead;
        struct felt_pot out[FELT_SEATS_MAX];
        for (int seat = 0; seat < PAYERS; seat++) {
            paid[seat] = row->paid[seat];
            if (felt_seats_has(row->dealt, seat)) total += paid[seat];
        }
        int count = felt_pots_layer(paid, row->dealt, row->live, row->dead, total, out);
        if (count != row->count) fail_msg("%s: %d pots", row->name, count);
        for (int pot = 0; pot < count; pot++)
            if (out[pot].amount != row->pot[pot].amount ||
                out[pot].eligible != row->pot[pot].eligible)
                fail_msg("%s: pot %d is %lld for %#x", row->name, pot, (long long)out[pot].amount,
                         out[pot].eligible);
    }
}

struct award_row {
    const char *name;
    felt_chips amount;
    felt_seats eligible;
    felt_value first[PAYERS], second[PAYERS];
    bool halves;
    felt_seat from;
    felt_seat order[PAYERS]; /* of both halves; used if the first two differ */
    felt_chips won[PAYERS];
};

static const struct award_row awards[] = {
    {"the best hand", 100, 7, {1, 3, 2}, {0}, false, 0, {0}, {0, 100, 0}},
    {"a better hand that cannot win this pot", 100, 5, {1, 9, 2}, {0}, false, 0, {0}, {0, 0, 100}},
    {"a tie", 100, 7, {3, 3, 2}, {0}, false, 0, {0}, {50, 50, 0}},
    {"10.4: the odd chip goes clockwise", 101, 7, {3, 0, 3}, {0}, false, 1, {0}, {50, 0, 51}},
    {"10.4: ... from the given seat on", 101, 7, {3, 0, 3}, {0}, false, 0, {0}, {51, 0, 50}},
    {"10.4: ... and round the table", 101, 3, {3, 3}, {0}, false, 2, {0}, {51, 50}},
    {"10.4: two odd chips, one each", 101, 7, {5, 5, 5}, {0}, false, 1, {0}, {33, 34, 34}},
    {"10.4: by a list", 101, 7, {5, 5, 5}, {0}, false, 1, {2, 0, 1}, {34, 33, 34}},
    {"10.4: a list with losers in it", 7, 7, {5, 1, 5}, {0}, false, 0, {1, 2, 0}, {3, 0, 4}},
    {"fewer chips than winners", 2, 15, {5, 5, 5, 5}, {0}, false, 3, {0}, {1, 0, 0, 1}},
    {"4.1: two halves", 100, 7, {5, 1, 1}, {0, 0, 7}, true, 0, {0}, {50, 0, 50}},
    {"10.3: the odd chip goes to the first half",
     101,
     7,
     {1, 5, 1},
     {7, 0, 0},
     true,
     0,
     {0},
     {50, 51, 0}},
    {"10.2: nobody has a second half", 100, 7, {5, 1, 1}, {0}, true, 0, {0}, {100}},
    {"10.2: nobody who can win this pot has one",
     100,
     3,
     {5, 1, 1},
     {0, 0, 7},
     true,
     0,
     {0},
     {100}},
    {"one seat takes both", 101, 7, {5, 1, 1}, {7, 0, 0}, true, 0, {0}, {101}},
    {"10.5: the same two take both: 66 is 33 and 33",
     66,
     3,
     {5, 5},
     {7, 7},
     true,
     0,
     {0},
     {33, 33}},
    {"10.5: ... and 67 is 34 and 33", 67, 3, {5, 5}, {7, 7}, true, 1, {0}, {33, 34}},
    {"quartered, with odd chips in both halves",
     67,
     7,
     {5, 5, 1},
     {0, 7, 7},
     true,
     0,
     {0},
     {17, 34, 16}},
    {"three share the second half",
     60,
     15,
     {5, 1, 1, 1},
     {0, 7, 7, 7},
     true,
     0,
     {0},
     {30, 10, 10, 10}},
};

static void pots_are_shared_by_the_best_hands(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof awards / sizeof awards[0]; i++) {
        const struct award_row *row = &awards[i];
        felt_chips won[FELT_SEATS_MAX] = {0};
        struct felt_pot pot = {row->amount, row->eligible};
        const felt_seat *order = row->order[0] != row->order[1] ? row->order : NULL;
        struct felt_split split = {.first = row->first,
                                   .second = row->halves ? row->second : NULL,
                                   .order = order,
                                   .order_second = order,
                                   .from = row->from};
        felt_seats winners = felt_pots_award(&pot, &split, won), paid = 0;
        for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
            felt_chips expected = seat < PAYERS ? row->won[seat] : 0;
            if (won[seat] != expected)
                fail_msg("%s: seat %d wins %lld, should be %lld", row->name, seat,
                         (long long)won[seat], (long long)expected);
            if (won[seat]) paid |= felt_seats_of(seat);
        }
        if (paid & ~winners) fail_msg("%s: winners %#x, paid %#x", row->name, winners, paid);
    }
}

static void pots_awards_add_to_what_was_won_before(void **state)
{
    (void)state;
    felt_chips won[FELT_SEATS_MAX] = {7, 8};
    static const felt_value first[FELT_SEATS_MAX] = {1, 2};
    struct felt_pot pot = {100, 3};
    struct felt_split split = {.first = first};
    assert_int_equal(felt_pots_award(&pot, &split, won), 2);
    assert_int_equal(won[0], 7);
    assert_int_equal(won[1], 108);
}

static void pots_rake_is_rounded_down_and_capped(void **state)
{
    (void)state;
    static const struct {
        felt_chips pot;
        unsigned per_10000;
        felt_chips cap, rake;
    } rows[] = {{0, 500, 100, 0},       {100, 500, 100, 5},   {119, 500, 100, 5},
                {120, 500, 100, 6},     {10000, 500, 30, 30}, {10000, 0, 30, 0},
                {10000, 10000, 30, 30}, {19, 500, 100, 0},    {10000, 500, 0, 0},
                {777, 10000, 1000, 777}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_int_equal(felt_pots_rake(rows[i].pot, rows[i].per_10000, rows[i].cap), rows[i].rake);
    felt_chips largest = FELT_CHIPS_MAX * FELT_SEATS_MAX; /* no overflow on the way */
    assert_true(felt_pots_rake(largest, 10000, largest) == largest);
    assert_true(felt_pots_rake(largest, 1, largest) == largest / 10000);
}

static void pots_drop_is_taken_in_proportion(void **state)
{
    (void)state;
    static const struct {
        int count;
        felt_chips amount[3], rake, left[3], taken;
    } rows[] = {{1, {100}, 5, {95}, 5},
                {2, {300, 100}, 20, {285, 95}, 20},
                {2, {100, 99}, 9, {96, 95}, 8}, /* 4.5.. and 4.4..: rounded down each */
                {3, {90, 10, 0}, 10, {81, 9, 0}, 10},
                {3, {50, 30, 20}, 1, {50, 30, 20}, 0},
                {2, {60, 40}, 0, {60, 40}, 0},
                {2, {60, 40}, 100, {0, 0}, 100}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_pot pots[3] = {{0, 1}, {0, 1}, {0, 1}};
        for (int pot = 0; pot < rows[i].count; pot++) pots[pot].amount = rows[i].amount[pot];
        assert_int_equal(felt_pots_drop(pots, rows[i].count, rows[i].rake), rows[i].taken);
        for (int pot = 0; pot < rows[i].count; pot++)
            assert_int_equal(pots[pot].amount, rows[i].left[pot]);
    }
    felt_chips huge = FELT_CHIPS_MAX / 2 * 10;
    struct felt_pot pots[2] = {{huge, 1}, {huge, 1}};
    assert_true(felt_pots_drop(pots, 2, huge) == huge);
    assert_true(pots[0].amount == huge / 2 && pots[1].amount == huge / 2);
}

/* --- random tables against slow_pots.c --- */

struct table {
    felt_chips paid[FELT_SEATS_MAX], dead, total;
    felt_seats dealt, live;
    felt_value first[FELT_SEATS_MAX], second[FELT_SEATS_MAX];
    felt_seat order[2][FELT_SEATS_MAX];
    struct felt_split split;
};

static void make_table(struct felt_rng *rng, struct table *table)
{
    felt_card shuffled[2][FELT_SEATS_MAX];
    *table = (struct table){.dead = felt_rng_below(rng, 3) ? 0 : felt_rng_below(rng, 40)};
    while (!table->live) {
        table->dealt = (felt_seats)felt_rng_below(rng, 1 << FELT_SEATS_MAX);
        table->live = table->dealt & (felt_seats)felt_rng_below(rng, 1 << FELT_SEATS_MAX);
    }
    table->total = table->dead;
    uint32_t spread = 1 + felt_rng_below(rng, 60);
    for (int half = 0; half < 2; half++)
        cards_deal(rng, (1 << FELT_SEATS_MAX) - 1, FELT_SEATS_MAX, shuffled[half]);
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        table->paid[seat] = felt_rng_below(rng, spread);
        if (felt_seats_has(table->dealt, seat)) table->total += table->paid[seat];
        table->first[seat] = (felt_value)(1 + felt_rng_below(rng, 4));
        table->second[seat] = (felt_value)felt_rng_below(rng, 3);
        for (int half = 0; half < 2; half++)
            table->order[half][seat] = (felt_seat)shuffled[half][seat];
    }
    table->split =
        (struct felt_split){.first = table->first,
                            .second = felt_rng_below(rng, 2) ? table->second : NULL,
                            .order = felt_rng_below(rng, 2) ? table->order[0] : NULL,
                            .order_second = felt_rng_below(rng, 2) ? table->order[1] : NULL,
                            .from = (felt_seat)felt_rng_below(rng, FELT_SEATS_MAX)};
}

static void pots_agree_with_chips_dealt_one_by_one(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(0x9075);
    for (int i = 0; i < RANDOM_TABLES; i++) {
        struct table table;
        struct felt_pot fast[FELT_SEATS_MAX], slow[FELT_SEATS_MAX];
        felt_chips won[FELT_SEATS_MAX] = {0}, dealt_out[FELT_SEATS_MAX] = {0}, sum = 0;
        make_table(&rng, &table);
        int count =
            felt_pots_layer(table.paid, table.dealt, table.live, table.dead, table.total, fast);
        int expected = slow_pots_cut(table.paid, table.dealt, table.live, table.dead, slow);
        if (count != expected) fail_msg("table %d: %d pots, should be %d", i, count, expected);
        for (int pot = 0; pot < count; pot++) {
            if (fast[pot].amount != slow[pot].amount || fast[pot].eligible != slow[pot].eligible)
                fail_msg("table %d: pot %d differs", i, pot);
            felt_pots_award(&fast[pot], &table.split, won);
            slow_pots_share(&slow[pot], &table.split, dealt_out);
        }
        for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
            if (won[seat] != dealt_out[seat])
                fail_msg("table %d: seat %d wins %lld, should be %lld", i, seat,
                         (long long)won[seat], (long long)dealt_out[seat]);
            sum += won[seat];
        }
        if (sum != table.total) fail_msg("table %d: chips are lost", i);
    }
}

TEST_MODULE(pots)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pots_are_cut_at_the_amounts_of_live_seats),
        cmocka_unit_test(pots_are_shared_by_the_best_hands),
        cmocka_unit_test(pots_awards_add_to_what_was_won_before),
        cmocka_unit_test(pots_rake_is_rounded_down_and_capped),
        cmocka_unit_test(pots_drop_is_taken_in_proportion),
        cmocka_unit_test(pots_agree_with_chips_dealt_one_by_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
