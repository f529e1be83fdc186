/* test_perft.c -- the number of action sequences of small games, as fixed numbers.
 *
 * Derivations.  Write k, b, r, c, f for check, bet, raise, call, fold.
 *
 * Kuhn: kk kbf kbc bf bc, 5 ends; 3 * 2 deals make 30 histories.  Decisions: the start, k, b, kb;
 * with three cards 12 information sets and with six deals 24 states.
 *
 * Leduc: a round with at most two bets ends without a fold in 5 ways (kk kbc kbrc bc brc) and by a
 * fold in 4 (kbf kbrf bf brf).  So 4 + 5 * 9 = 49 ends; 6 * 5 = 30 deals, 4 cards for the board:
 * 4 * 30 + 45 * 120 = 5,520 histories.  6 decisions in a round, 6 cards, 5 boards as one player
 * sees them: 6 * 6 + 5 * 6 * 6 * 5 = 936 information sets; 6 * 30 + 30 * 120 = 3,780 states.  Free
 * folds add one end for each decision in front of a check: 2 in the first round, 10 in the second.
 *
 * Fixed limit, two players, at most four bets and raises by players: a later round has 10
 * decisions, ends by a fold in 8 ways and goes on in 9 (kk, and after b or kb up to three raises
 * and a call). Before the flop, small blind first: 10 decisions, 9 folds, 9 ways on; if the blind
 * counts towards the cap 8, 7 and 7.  Ends: 9 + 9 * (8 + 9 * (8 + 9 * 17)) = 13,122, with the blind
 * in the cap 10,206.  With the blind in the cap this is the game of the literature, whose
 * 319,365,922,522,608 information sets and 3.162 * 10^17 states are well known: decisions of a
 * street times C(52,2) * C(50,3) * 47 * 46 and C(52,2) * C(50,2) * C(48,3) * 45 * 44, as far as the
 * street goes.
 *
 * Rhode Island, at most four bets in a round: the later rounds of above three times, so 8 + 9 * (8
 * + 9 * 17) = 1,457 ends and 10 + 90 + 810 = 910 decisions.  52 * 51 deals, 50 and 49 cards for the
 * board: histories 52 * 51 * (8 + 50 * (72 + 49 * 1377)); information sets, with 51 and 50 cards
 * for the board as one player sees them, 52 * (10 + 51 * (90 + 50 * 810)).
 *
 * Draws: a seat may throw away any of 2^5 sets of its cards.  Five-card draw with fixed limit: 9
 * folds before the draw, and 9 ways on, each with 32 * 32 pairs of discards and a later round:
 * 9 + 9 * 1024 * 17 = 156,681 ends; decisions 10 + 9 * 33 + 9 * 1024 * 10.  Three draws: three
 * times as deep.   Small games with draws are also counted by plain recursion, discard by discard.
 *
 * Three players, and no limit with a few chips, were counted by an enumeration written apart in
 * another language: seats act in turn from left of the button, owing seats are those that have not
 * acted since the last raise, raises go from the last full raise up to all-in. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "audit/tree.h"
#include "module.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

enum { DEPTH = FELT_TREE_DEPTH_MAX };

struct row {
    const char *variant;
    enum felt_limit limit;
    felt_chips unit;
    int seats;
    felt_chips stacks[4];
    bool free_folds, blind_counts;
    int depth; /* of the longest sequence */
    uint64_t nodes, ends;
    uint64_t histories, states, information; /* 0: not looked at */
};

static const struct row rows[] = {
    {"kuhn", FELT_FIXED_LIMIT, 1, 2, {9, 9}, false, false, 3, 9, 5, 30, 24, 12},
    {"leduc", FELT_FIXED_LIMIT, 2, 2, {99, 99}, false, false, 8, 85, 49, 5520, 3780, 936},
    {"leduc", FELT_FIXED_LIMIT, 2, 2, {99, 99}, true, false, 8, 97, 61, 6780, 3780, 936},
    {"rhode-island",
     FELT_FIXED_LIMIT,
     2,
     2,
     {200, 200},
     false,
     false,
     18,
     2367,
     1457,
     UINT64_C(52) * 51 * (8 + 50 * (72 + 49 * 1377)),
     UINT64_C(52) * 51 * (10 + 50 * (90 + 49 * 810)),
     UINT64_C(52) * (10 + 51 * (90 + 50 * 810))},
    {"draw",
     FELT_FIXED_LIMIT,
     2,
     2,
     {200, 200},
     false,
     false,
     14,
     156681 + 10 + 9 * 33 + 9 * 1024 * 10,
     156681,
     0,
     0,
     0},
    {"27-triple",
     FELT_FIXED_LIMIT,
     2,
     2,
     {200, 200},
     false,
     false,
     30,
     9 + 10 +
         9 * (33 + 1024 * (8 + 10 + 9 * (33 + 1024 * (8 + 10 + 9 * (33 + UINT64_C(1024) * 27))))),
     9 + 9 * 1024 * (8 + 9 * 1024 * (8 + 9 * UINT64_C(1024) * 17)),
     0,
     0,
     0},
    {"holdem",
     FELT_FIXED_LIMIT,
     2,
     2,
     {200, 200},
     false,
     false,
     24,
     21322,
     13122,
     UINT64_C(690214361223646350),
     UINT64_C(406551932608867500),
     UINT64_C(410613328957260)},
    {"holdem",
     FELT_FIXED_LIMIT,
     2,
     2,
     {200, 200},
     false,
     true,
     23,
     16584,
     10206,
     UINT64_C(536833392062836050),
     UINT64_C(316207058696146800),
     UINT64_C(319365922522608)},
    {"holdem",
     FELT_FIXED_LIMIT,
     2,
     3,
     {200, 200, 200},
     false,
     false,
     44,
     50053316,
     29745822,
     FELT_TREE_MANY,
     FELT_TREE_MANY,
     0},
    {"holdem", FELT_NO_LIMIT, 2, 2, {5, 5}, false, false, 10, 178, 98, 0, 0, 0},
    {"holdem", FELT_NO_LIMIT, 2, 2, {8, 8}, false, false, 11, 1714, 978, 0, 0, 0},
    {"holdem", FELT_NO_LIMIT, 2, 2, {8, 5}, false, false, 10, 310, 186, 0, 0, 0},
    {"holdem", FELT_NO_LIMIT, 2, 2, {12, 12}, false, false, 13, 28114, 16738, 0, 0, 0},
};

static void start(const struct row *row, struct felt_poker_rules *rules, struct felt_poker *state)
{
    struct felt_rng rng = felt_rng_make(7);
    assert_int_equal(felt_poker_rules_make(row->variant, row->limit, row->unit, rules, NULL),
                     FELT_OK);
    rules->cap_counts_blind = row->blind_counts;
    struct felt_deal deal = felt_poker_deal_make(rules, row->seats, row->stacks, 0);
    assert_int_equal(felt_poker_open(rules, &deal, state, NULL), FELT_OK);
    felt_poker_shuffle(rules, &rng, state, NULL);
}

static enum felt_status count(const struct row *row, int depth, uint64_t visits_max,
                              struct felt_tree *tree)
{
    struct felt_poker_rules rules;
    struct felt_poker state;
    struct felt_tree_options options = {
        .depth = depth, .free_folds = row->free_folds, .visits_max = visits_max};
    start(row, &rules, &state);
    return felt_tree_count(&rules, &state, &options, tree);
}

static void perft_small_games_have_known_sizes(void **unused)
{
    (void)unused;
    static struct felt_tree tree;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct row *row = &rows[i];
        assert_int_equal(count(row, DEPTH, UINT64_MAX, &tree), FELT_OK);
        assert_false(tree.cut);
        assert_int_equal(tree.depth, row->depth);
        assert_int_equal(tree.sum.nodes, row->nodes);
        assert_int_equal(tree.sum.ends, row->ends);
        if (row->histories) assert_int_equal(tree.sum.histories, row->histories);
        if (row->states) assert_int_equal(tree.sum.states, row->states);
        if (row->information) assert_int_equal(tree.sum.information, row->information);
    }
}

/* Leduc by depth, as in the derivation: k b; kk kb bf br bc; ... */
static void perft_leduc_by_depth_is_as_enumerated(void **unused)
{
    (void)unused;
    static const uint64_t nodes[] = {1, 2, 5, 9, 16, 22, 19, 9, 2};
    static const uint64_t ends[] = {0, 0, 1, 2, 7, 14, 15, 8, 2};
    static struct felt_tree tree;
    assert_int_equal(count(&rows[1], DEPTH, UINT64_MAX, &tree), FELT_OK);
    for (int i = 0; i <= tree.depth; i++) {
        assert_int_equal(tree.row[i].nodes, nodes[i]);
        assert_int_equal(tree.row[i].ends, ends[i]);
    }
}

/* I2, and a limited count is the beginning of the whole one, whatever was remembered on the way. */
static void perft_limited_depth_is_a_prefix(void **unused)
{
    (void)unused;
    static struct felt_tree whole, part;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(count(&rows[i], DEPTH, UINT64_MAX, &whole), FELT_OK);
        for (int depth = 0; depth <= whole.depth + 1; depth++) {
            assert_int_equal(count(&rows[i], depth, UINT64_MAX, &part), FELT_OK);
            assert_int_equal(part.depth, depth < whole.depth ? depth : whole.depth);
            assert_int_equal(part.cut, depth < whole.depth);
            for (int k = 0; k <= part.depth; k++) {
                assert_int_equal(part.row[k].nodes, whole.row[k].nodes);
                assert_int_equal(part.row[k].ends, whole.row[k].ends);
                assert_int_equal(part.row[k].states, whole.row[k].states);
                assert_int_equal(part.row[k].histories, whole.row[k].histories);
            }
        }
    }
}

static uint64_t actions_of(const struct felt_poker_rules *rules, const struct felt_poker *state)
{
    struct felt_option option[FELT_OPTIONS_MAX];
    int options = felt_poker_options(rules, state, option);
    return (uint64_t)felt_options_count(option, options);
}

/* In stud nothing is weighed, and the first row is what the opener may do. */
static void perft_stud_counts_one_deal(void **unused)
{
    (void)unused;
    static const struct row row = {.variant = "stud",
                                   .limit = FELT_FIXED_LIMIT,
                                   .unit = 20,
                                   .seats = 2,
                                   .stacks = {60, 60},
                                   .free_folds = true};
    static struct felt_tree tree;
    struct felt_poker_rules rules;
    struct felt_poker state;
    start(&row, &rules, &state);
    assert_int_equal(count(&row, DEPTH, UINT64_MAX, &tree), FELT_OK);
    assert_int_equal(tree.row[1].nodes, actions_of(&rules, &state));
    assert_int_equal(tree.sum.histories, 0);
    assert_int_equal(tree.sum.states, 0);
    assert_int_equal(tree.sum.information, 0);
    assert_true(tree.sum.ends > 100);
}

/* Every action applied, nothing remembered, nothing merged. */
static void count_plainly(const struct felt_poker_rules *rules, const struct felt_poker *state,
                          uint64_t *nodes, uint64_t *ends)
{
    struct felt_option option[FELT_OPTIONS_MAX];
    int options = felt_poker_options(rules, state, option);
    int64_t actions = felt_options_count(option, options);
    ++*nodes;
    *ends += options == 0;
    for (int64_t n = 0; n < actions; n++) {
        struct felt_poker next = *state;
        struct felt_action action = felt_options_pick(option, options, n);
        assert_int_equal(felt_poker_apply(rules, &next, felt_poker_actor(state), action, NULL),
                         FELT_OK);
        count_plainly(rules, &next, nodes, ends);
    }
}

static void perft_draws_are_as_many_as_plain_recursion_finds(void **unused)
{
    (void)unused;
    static const struct row small[] = {
        {.variant = "draw", .limit = FELT_NO_LIMIT, .unit = 2, .seats = 2, .stacks = {4, 4}},
        {.variant = "draw", .limit = FELT_FIXED_LIMIT, .unit = 2, .seats = 2, .stacks = {5, 9}},
        {.variant = "pineapple",
         .limit = FELT_NO_LIMIT,
         .unit = 2,
         .seats = 3,
         .stacks = {3, 4, 4}},
        {.variant = "crazy-pineapple",
         .limit = FELT_NO_LIMIT,
         .unit = 2,
         .seats = 2,
         .stacks = {5, 5}},
    };
    static struct felt_tree tree;
    for (size_t i = 0; i < sizeof small / sizeof small[0]; i++) {
        struct row row = small[i];
        struct felt_poker_rules rules;
        struct felt_poker state;
        uint64_t nodes = 0, ends = 0;
        row.free_folds = true;
        start(&row, &rules, &state);
        count_plainly(&rules, &state, &nodes, &ends);
        assert_int_equal(count(&row, DEPTH, UINT64_MAX, &tree), FELT_OK);
        assert_int_equal(tree.sum.nodes, nodes);
        assert_int_equal(tree.sum.ends, ends);
        assert_int_equal(tree.sum.histories, 0); /* not weighed */
        assert_true(ends > 100);
    }
}

static void perft_too_many_visits_are_refused(void **unused)
{
    (void)unused;
    static struct felt_tree tree;
    assert_int_equal(count(&rows[0], DEPTH, 9, &tree), FELT_OK);
    assert_int_equal(count(&rows[0], DEPTH, 8, &tree), FELT_UNSUPPORTED);
}

TEST_MODULE(perft)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(perft_small_games_have_known_sizes),
        cmocka_unit_test(perft_leduc_by_depth_is_as_enumerated),
        cmocka_unit_test(perft_limited_depth_is_a_prefix),
        cmocka_unit_test(perft_stud_counts_one_deal),
        cmocka_unit_test(perft_draws_are_as_many_as_plain_recursion_finds),
        cmocka_unit_test(perft_too_many_visits_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
