/* test_solve.c -- solve.h: known equilibria, and values of any strategy by plain enumeration.
 *
 * slow_solve.h plays every deal through the engine and groups what a seat cannot tell apart.  What
 * it says a strategy is worth, and what a best response wins against it, is what felt_solve_rate()
 * must say. */
#include "felt/solve.h"
#include "module.h"
#include "slow_solve.h"
#include "support.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* ---- games ---------------------------------------------------------------------------------- */

#define DOWN(n)                                                                                    \
    {                                                                                              \
        FELT_STEP_DEAL, n, 0, 0, 0, 0, false, 0                                                    \
    }
#define BOARD(n)                                                                                   \
    {                                                                                              \
        FELT_STEP_DEAL, 0, 0, n, 0, 0, false, 0                                                    \
    }
#define BET                                                                                        \
    {                                                                                              \
        FELT_STEP_BET, 0, 0, 0, 0, 0, false, 0                                                     \
    }

/* Rhode Island with eight cards, in which flushes are made of two suits; hold'em with nine cards,
 * in which hands of two cards get in each other's way. */
static const struct felt_variant small_island = {
    .name = "small-island",
    .title = "Small island",
    .code = "SI",
    .showdown = "three-card",
    .deck = (felt_cards)0x3333 << (4 * FELT_JACK),
    .seats_min = 2,
    .seats_max = 2,
    .limit = FELT_FIXED_LIMIT,
    .forced = FELT_FORCED_HALF_ANTES,
    .cap = 1,
    .hole_cards = 1,
    .board_cards = 2,
    .steps = 6,
    .step = {DOWN(1), BET, BOARD(1), BET, BOARD(1), BET},
};
static const struct felt_variant small_holdem = {
    .name = "small-holdem",
    .title = "Small hold'em",
    .code = "SH",
    .showdown = "holdem",
    .deck = (felt_cards)0x777 << (4 * FELT_QUEEN - 4),
    .seats_min = 2,
    .seats_max = 2,
    .limit = FELT_FIXED_LIMIT,
    .forced = FELT_FORCED_BLINDS,
    .cap = 1,
    .hole_cards = 2,
    .board_cards = 5,
    .steps = 4,
    .step = {DOWN(2), BET, BOARD(5), BET},
};

struct table {
    const char *variant;            /* of the list, or                                        */
    const struct felt_variant *row; /* one of the above                                       */
    enum felt_limit limit;
    felt_chips unit, stack[2];
    bool suits; /* they matter                                                                */
    uint64_t nodes, information, deals;
};
static const struct table tables[] = {
    {.variant = "kuhn",
     .limit = FELT_FIXED_LIMIT,
     .unit = 1,
     .stack = {9, 9},
     .nodes = 9,
     .information = 12,
     .deals = 6},
    {.variant = "leduc",
     .limit = FELT_FIXED_LIMIT,
     .unit = 2,
     .stack = {200, 200},
     .nodes = 240,
     .information = 288,
     .deals = 120},
    {.variant = "kuhn",
     .limit = FELT_NO_LIMIT,
     .unit = 1,
     .stack = {3, 5},
     .nodes = 33,
     .information = 36,
     .deals = 6},
    {.variant = "leduc",
     .limit = FELT_POT_LIMIT,
     .unit = 2,
     .stack = {6, 5},
     .nodes = 153,
     .information = 174,
     .deals = 120},
    {.row = &small_island,
     .limit = FELT_FIXED_LIMIT,
     .unit = 2,
     .stack = {100, 100},
     .suits = true,
     .nodes = 2385,
     .information = 6400,
     .deals = 1680},
    {.row = &small_holdem,
     .limit = FELT_FIXED_LIMIT,
     .unit = 2,
     .stack = {100, 100},
     .suits = true,
     .nodes = 69877,
     .information = 181476,
     .deals = 90720},
};
enum { TABLES = sizeof tables / sizeof tables[0], KUHN = 0, LEDUC = 1, HOLDEM = TABLES - 1 };

static struct felt_poker_rules rules_of(const struct table *table)
{
    struct felt_poker_rules rules;
    struct felt_complaint complaint = {0};
    enum felt_status status =
        table->row
            ? felt_poker_rules_of(table->row, table->limit, table->unit, &rules, &complaint)
            : felt_poker_rules_make(table->variant, table->limit, table->unit, &rules, &complaint);
    if (status != FELT_OK) fail_msg("%s", complaint.text);
    return rules;
}

static struct felt_deal deal_of(const struct table *table, const struct felt_poker_rules *rules)
{
    return felt_poker_deal_make(rules, 2, table->stack, 1);
}

/* To be freed. */
static struct felt_solve *open_solve(const struct table *table)
{
    struct felt_poker_rules rules = rules_of(table);
    struct felt_deal deal = deal_of(table, &rules);
    struct felt_solve_size size;
    struct felt_complaint complaint = {0};
    struct felt_solve *solve = NULL;
    if (felt_solve_measure(&rules, &deal, &size, &complaint) != FELT_OK)
        fail_msg("%s", complaint.text);
    void *memory = malloc(size.bytes);
    assert_non_null(memory);
    assert_int_equal(felt_solve_init(&rules, &deal, memory, size.bytes, &solve, NULL), FELT_OK);
    assert_ptr_equal(solve, memory);
    return solve;
}

static struct felt_solve_rating rate_of(struct felt_solve *solve)
{
    struct felt_solve_rating rate;
    felt_solve_rate(solve, &rate);
    return rate;
}

static void assert_near(double a, double b, double tolerance)
{
    if (!(fabs(a - b) <= tolerance)) fail_msg("%.12g is not %.12g within %g", a, b, tolerance);
}

/* ---- known equilibria ----------------------------------------------------------------------- */

static void solve_kuhn_is_worth_an_eighteenth(void **unused)
{
    (void)unused;
    struct felt_solve *solve = open_solve(&tables[KUHN]);
    felt_solve_iterate(solve, 1000);
    struct felt_solve_rating rate = rate_of(solve);
    assert_int_equal(rate.iterations, 1000);
    assert_int_equal(rate.first, 0);
    assert_int_equal(rate.second, 1);
    assert_near(rate.value, -1.0 / 18, 1e-5);
    assert_true(rate.exploitability > 0 && rate.exploitability < 1e-3);
    /* Nobody wins more than the value and what the other gives away. */
    assert_true(rate.best[0] >= -1.0 / 18 && rate.best[1] >= 1.0 / 18);
    felt_solve_iterate(solve, 30000);
    rate = rate_of(solve);
    assert_near(rate.value, -1.0 / 18, 1e-7);
    assert_true(rate.exploitability < 2e-5);
    free(solve);
}

/* How often a card (J, Q, K) takes the bolder action (bet, call) after this history: "", "k", "b",
 * "kb". */
static double boldness(const struct felt_solve *solve, int rank, const char *history)
{
    for (uint64_t i = 0; i < felt_solve_sets(solve); i++) {
        struct felt_solve_set set;
        felt_solve_look(solve, i, &set);
        char path[FELT_SOLVE_PATH_MAX + 1] = "";
        for (int k = 0; k < set.steps; k++) path[k] = set.path[k].kind == FELT_CHECK ? 'k' : 'b';
        if (felt_card_rank(set.hole[0]) != rank || strcmp(path, history) != 0) continue;
        assert_int_equal(set.actions, 2);
        assert_near(set.share[0] + set.share[1], 1, 1e-12);
        return set.share[1];
    }
    fail_msg("no information set of %d after %s", rank, history);
    return 0;
}

static void solve_kuhn_plays_as_kuhn_said(void **unused)
{
    (void)unused;
    struct felt_solve *solve = open_solve(&tables[KUHN]);
    felt_solve_iterate(solve, 20000);
    double alpha = boldness(solve, FELT_JACK, "");
    const struct {
        int rank;
        const char *history;
        double share;
    } rows[] = {
        {FELT_QUEEN, "", 0},  {FELT_KING, "", 3 * alpha},
        {FELT_JACK, "kb", 0}, {FELT_QUEEN, "kb", alpha + 1.0 / 3},
        {FELT_KING, "kb", 1}, {FELT_JACK, "k", 1.0 / 3},
        {FELT_QUEEN, "k", 0}, {FELT_KING, "k", 1},
        {FELT_JACK, "b", 0},  {FELT_QUEEN, "b", 1.0 / 3},
        {FELT_KING, "b", 1},
    };
    assert_true(alpha >= 0 && alpha <= 1.0 / 3 + 1e-3);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_near(boldness(solve, rows[i].rank, rows[i].history), rows[i].share, 2e-3);
    free(solve);
}

static void solve_leduc_is_nearly_perfect_soon(void **unused)
{
    (void)unused;
    struct felt_solve *solve = open_solve(&tables[LEDUC]);
    felt_solve_iterate(solve, 256);
    assert_true(rate_of(solve).exploitability < 1e-2); /* the ante is a chip */
    felt_solve_iterate(solve, 2000 - 256);
    struct felt_solve_rating rate = rate_of(solve);
    assert_true(rate.exploitability < 1e-3);
    assert_near(rate.value, -0.0856, 1e-4);
    /* The value lies between what each seat can make sure of. */
    assert_true(-rate.best[1] <= rate.value + 1e-12 && rate.value <= rate.best[0] + 1e-12);
    free(solve);
}

static void solve_exploitability_falls(void **unused)
{
    (void)unused;
    for (int i = 0; i < HOLDEM; i++) { /* which takes its time */
        struct felt_solve *solve = open_solve(&tables[i]);
        double first = 0, before = INFINITY;
        int last = test_is_quick() || tables[i].suits ? 128 : 1024;
        for (int n = 1; n <= last; n *= 2) {
            felt_solve_iterate(solve, (uint64_t)(n == 1 ? 1 : n / 2));
            struct felt_solve_rating rate = rate_of(solve);
            assert_int_equal(rate.iterations, n);
            assert_true(rate.exploitability > -1e-12); /* V3 */
            if (n == 1) first = rate.exploitability;
            if (n >= 8) assert_true(rate.exploitability < before);
            before = rate.exploitability;
        }
        assert_true(before < first / 20);
        free(solve);
    }
}

/* ---- what it says of itself ------------------------------------------------------------------ */

static void solve_sizes_are_known(void **unused)
{
    (void)unused;
    for (int i = 0; i < TABLES; i++) {
        struct felt_poker_rules rules = rules_of(&tables[i]);
        struct felt_deal deal = deal_of(&tables[i], &rules);
        struct felt_solve_size size;
        assert_int_equal(felt_solve_measure(&rules, &deal, &size, NULL), FELT_OK);
        assert_int_equal(size.nodes, tables[i].nodes);
        assert_int_equal(size.information, tables[i].information);
        assert_int_equal(size.deals, tables[i].deals);
    }
}

/* Every hand of every board is in one class, whose hands are counted once. */
static void solve_sets_tell_what_is_known(void **unused)
{
    (void)unused;
    struct felt_solve *solve = open_solve(&tables[LEDUC]);
    felt_solve_iterate(solve, 10);
    int hands = 0, boards = 0;
    assert_int_equal(felt_solve_sets(solve), tables[LEDUC].information);
    for (uint64_t i = 0; i < felt_solve_sets(solve); i++) {
        struct felt_solve_set set;
        double sum = 0;
        felt_solve_look(solve, i, &set);
        assert_int_equal(set.holes, 1);
        assert_false(set.suits);
        for (int a = 0; a < set.actions; a++) {
            assert_true(set.share[a] >= 0);
            assert_int_equal(set.action[a].seat, set.seat);
            sum += set.share[a];
        }
        assert_near(sum, 1, 1e-12); /* V2 */
        assert_true(set.reach >= 0 && set.reach <= 1 + 1e-12);
        if (set.steps == 0) hands += set.hands;
        if (set.steps == 2 && set.boards == 1) boards += set.hands;
    }
    assert_int_equal(hands, 6);
    assert_int_equal(boards, 2 * 3 * 5); /* after check, check and after bet, call */
    free(solve);
}

/* Only the seat's own actions count: the other may bet or not, and the cards are given. */
static void solve_reach_is_what_the_seat_did_before(void **unused)
{
    (void)unused;
    struct felt_solve *solve = open_solve(&tables[KUHN]);
    felt_solve_iterate(solve, 100);
    for (uint64_t i = 0; i < felt_solve_sets(solve); i++) {
        struct felt_solve_set set;
        felt_solve_look(solve, i, &set);
        double checked = 1 - boldness(solve, felt_card_rank(set.hole[0]), "");
        assert_int_equal(set.seat, set.steps % 2);
        assert_near(set.reach, set.steps == 2 ? checked : 1, 1e-12);
    }
    free(solve);
}

static void solve_is_repeatable(void **unused)
{
    (void)unused;
    struct felt_solve *one = open_solve(&tables[LEDUC]), *two = open_solve(&tables[LEDUC]);
    felt_solve_iterate(one, 100);
    for (int i = 0; i < 10; i++) {
        felt_solve_iterate(two, 10);
        (void)rate_of(two); /* a look changes nothing */
    }
    for (uint64_t i = 0; i < felt_solve_sets(one); i++) {
        struct felt_solve_set a, b;
        felt_solve_look(one, i, &a);
        felt_solve_look(two, i, &b);
        assert_memory_equal(a.share, b.share, sizeof a.share); /* V1 */
    }
    free(one);
    free(two);
}

/* ---- refusals -------------------------------------------------------------------------------- */

static void solve_refuses_other_games(void **unused)
{
    (void)unused;
    static const struct {
        const char *variant;
        enum felt_limit limit;
        felt_chips stack;
        enum felt_status status;
        const char *says;
    } rows[] = {
        {"stud", FELT_FIXED_LIMIT, 200, FELT_UNSUPPORTED, "without cards face up"},
        {"27-single", FELT_FIXED_LIMIT, 200, FELT_UNSUPPORTED, "without draws"},
        {"crazy-pineapple", FELT_FIXED_LIMIT, 200, FELT_UNSUPPORTED, "without draws"},
        {"omaha-hilo", FELT_FIXED_LIMIT, 200, FELT_UNSUPPORTED, "divided"},
        {"holdem", FELT_FIXED_LIMIT, 200, FELT_FULL, "1326 starting hands"},
        {"leduc", FELT_NO_LIMIT, 200, FELT_FULL, "more than 64 actions to choose from"},
        {"leduc", FELT_NO_LIMIT, 40, FELT_FULL, "more than a million sequences"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_poker_rules rules;
        felt_chips stack[2] = {rows[i].stack, rows[i].stack};
        struct felt_complaint complaint = {0};
        struct felt_solve_size size;
        if (test_is_quick() && rows[i].status == FELT_FULL) continue;
        assert_int_equal(felt_poker_rules_make(rows[i].variant, rows[i].limit, 2, &rules, NULL),
                         FELT_OK);
        struct felt_deal deal = felt_poker_deal_make(&rules, 2, stack, 0);
        assert_int_equal(felt_solve_measure(&rules, &deal, &size, &complaint), rows[i].status);
        if (!strstr(complaint.text, rows[i].says)) fail_msg("%s", complaint.text);
    }
}

static void solve_refuses_other_rules(void **unused)
{
    (void)unused;
    struct felt_solve_size size;
    struct felt_solve *solve = NULL;
    static const felt_chips stack[3] = {100, 100, 100};
    struct felt_poker_rules rules = rules_of(&tables[LEDUC]), other = rules;
    struct felt_deal deal = deal_of(&tables[LEDUC], &rules);
    other.rake_per_10000 = 500;
    assert_int_equal(felt_solve_measure(&other, &deal, &size, NULL), FELT_UNSUPPORTED);
    other = rules;
    other.may_muck = true;
    assert_int_equal(felt_solve_measure(&other, &deal, &size, NULL), FELT_UNSUPPORTED);
    other = rules;
    other.run_twice = true;
    assert_int_equal(felt_solve_measure(&other, &deal, &size, NULL), FELT_UNSUPPORTED);
    struct felt_deal empty = deal;
    empty.stack[1] = 0;
    assert_int_equal(felt_solve_measure(&rules, &empty, &size, NULL), FELT_BAD_DEAL);

    struct felt_variant wide = *rules.variant;
    wide.seats_max = 3;
    assert_int_equal(felt_poker_rules_of(&wide, FELT_FIXED_LIMIT, 2, &other, NULL), FELT_OK);
    struct felt_deal three = felt_poker_deal_make(&other, 3, stack, 0);
    assert_int_equal(felt_solve_measure(&other, &three, &size, NULL), FELT_UNSUPPORTED);

    assert_int_equal(felt_solve_measure(&rules, &deal, &size, NULL), FELT_OK);
    void *memory = malloc(size.bytes);
    assert_non_null(memory);
    assert_int_equal(felt_solve_init(&rules, &deal, memory, size.bytes - 1, &solve, NULL),
                     FELT_FULL);
    assert_null(solve);
    free(memory);
}

/* ---- against enumeration ----------------------------------------------------------------------
 */

static void write_strategy(struct felt_solve *solve, enum slow_manner manner)
{
    for (uint64_t i = 0; i < felt_solve_sets(solve); i++) {
        struct felt_solve_set set;
        double share[FELT_SOLVE_ACTIONS_MAX];
        struct felt_action action[FELT_SOLVE_ACTIONS_MAX];
        felt_solve_look(solve, i, &set);
        struct slow_knowledge knows = {
            .suits = set.suits, .holes = set.holes, .boards = set.boards, .steps = set.steps};
        memcpy(knows.hole, set.hole, sizeof knows.hole);
        memcpy(knows.board, set.board, sizeof knows.board);
        for (int k = 0; k < set.steps; k++)
            knows.path[k] =
                (struct felt_action){.kind = set.path[k].kind, .amount = set.path[k].to};
        for (int a = 0; a < set.actions; a++)
            action[a] =
                (struct felt_action){.kind = set.action[a].kind, .amount = set.action[a].to};
        slow_choose(manner, &knows, action, set.actions, share);
        felt_solve_replace(solve, i, share);
        felt_solve_look(solve, i, &set);
        for (int a = 0; a < set.actions; a++) assert_near(set.share[a], share[a], 1e-12);
    }
}

/* Value and best responses of two strategies. */
static void assert_rates_alike(const struct table *played)
{
    struct felt_poker_rules rules = rules_of(played);
    struct felt_deal deal = deal_of(played, &rules);
    struct slow_worlds worlds = slow_worlds_open(&rules, &deal);
    struct felt_solve *solve = open_solve(played);
    for (int manner = SLOW_CALL; manner <= SLOW_MIXED; manner++) {
        write_strategy(solve, (enum slow_manner)manner);
        struct felt_solve_rating rate = rate_of(solve);
        struct slow_table table = {.rules = &rules,
                                   .suits = played->suits,
                                   .manner = (enum slow_manner)manner,
                                   .hero = FELT_SEAT_NONE,
                                   .counted = rate.first};
        assert_near(rate.value, slow_play(&table, &worlds), 1e-9);
        for (int seat = 0; seat < 2; seat++) {
            table.hero = table.counted = seat == 0 ? rate.first : rate.second;
            assert_near(rate.best[seat], slow_play(&table, &worlds), 1e-9);
        }
        assert_near(rate.exploitability, (rate.best[0] + rate.best[1]) / 2, 1e-12);
    }
    free(solve);
    slow_worlds_close(&worlds);
}

static void solve_rates_as_enumeration_does(void **unused)
{
    (void)unused;
    for (int i = 0; i < TABLES; i++)
        if (!test_is_quick() || !tables[i].suits) assert_rates_alike(&tables[i]);
}

/* Stacks that end the betting early, or leave nothing to decide at all. */
static void solve_rates_short_stacks_as_enumeration_does(void **unused)
{
    (void)unused;
    static const struct {
        const char *variant;
        enum felt_limit limit;
        felt_chips unit, stack_max, stack_max_quick;
    } rows[] = {
        {"kuhn", FELT_FIXED_LIMIT, 1, 4, 4},  {"kuhn", FELT_FIXED_LIMIT, 2, 6, 6},
        {"kuhn", FELT_NO_LIMIT, 1, 5, 3},     {"kuhn", FELT_NO_LIMIT, 2, 6, 4},
        {"leduc", FELT_FIXED_LIMIT, 2, 7, 3}, {"leduc", FELT_NO_LIMIT, 2, 5, 3},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        felt_chips most = test_is_quick() ? rows[i].stack_max_quick : rows[i].stack_max;
        for (felt_chips first = 1; first <= most; first++)
            for (felt_chips second = 1; second <= most; second++)
                assert_rates_alike(&(struct table){.variant = rows[i].variant,
                                                   .limit = rows[i].limit,
                                                   .unit = rows[i].unit,
                                                   .stack = {first, second}});
    }
}

/* The forced bets take everything: a hand without a decision, which cards decide.  The first is
 * still who would have opened, the button where there are blinds. */
static void solve_all_in_by_forced_bets_is_even(void **unused)
{
    (void)unused;
    static const struct {
        struct table table;
        felt_seat first;
    } rows[] = {
        {{.variant = "kuhn", .unit = 2, .stack = {1, 1}}, 0},
        {{.variant = "kuhn", .unit = 2, .stack = {2, 2}}, 0},
        {{.variant = "kuhn", .unit = 2, .stack = {100, 2}}, 0},
        {{.variant = "kuhn", .unit = 2, .stack = {1, 100}}, 0},
        {{.variant = "leduc", .unit = 2, .stack = {1, 1}}, 0},
        {{.variant = "leduc", .unit = 2, .stack = {1, 100}}, 0},
        {{.row = &small_island, .unit = 2, .stack = {1, 1}, .suits = true}, 0},
        {{.row = &small_holdem, .unit = 2, .stack = {1, 1}, .suits = true}, 1},
        {{.row = &small_holdem, .unit = 2, .stack = {1, 9}, .suits = true}, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct table table = rows[i].table;
        table.limit = FELT_FIXED_LIMIT;
        if (test_is_quick() && table.row == &small_holdem) continue;
        struct felt_solve *solve = open_solve(&table);
        felt_solve_iterate(solve, 3);
        struct felt_solve_rating rate = rate_of(solve);
        assert_int_equal(felt_solve_sets(solve), 0);
        assert_int_equal(rate.first, rows[i].first);
        assert_int_equal(rate.second, 1 - rows[i].first);
        assert_near(rate.value, 0, 1e-12);
        assert_near(rate.best[0], 0, 1e-12);
        assert_near(rate.best[1], 0, 1e-12);
        free(solve);
    }
}

TEST_MODULE(solve)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solve_kuhn_is_worth_an_eighteenth),
        cmocka_unit_test(solve_kuhn_plays_as_kuhn_said),
        cmocka_unit_test(solve_leduc_is_nearly_perfect_soon),
        cmocka_unit_test(solve_exploitability_falls),
        cmocka_unit_test(solve_sizes_are_known),
        cmocka_unit_test(solve_sets_tell_what_is_known),
        cmocka_unit_test(solve_reach_is_what_the_seat_did_before),
        cmocka_unit_test(solve_is_repeatable),
        cmocka_unit_test(solve_refuses_other_games),
        cmocka_unit_test(solve_refuses_other_rules),
        cmocka_unit_test(solve_rates_as_enumeration_does),
        cmocka_unit_test(solve_rates_short_stacks_as_enumeration_does),
        cmocka_unit_test(solve_all_in_by_forced_bets_is_even),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
