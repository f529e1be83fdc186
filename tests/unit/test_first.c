/* test_first.c -- starting hands all-in, and push or fold, as a card player knows them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "ask.h"
#include "felt/range.h"
#include "felt/rng.h"
#include "module.h"
#include "players/poker/first/first.h"
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROWS(table) (sizeof(table) / sizeof(table)[0])

enum { KINDS = FELT_STARTING_KINDS };

/* "AKs" */
static int kind_of(const char *name)
{
    char text[4];
    for (int kind = 0; kind < KINDS; kind++) {
        felt_starting_write(kind, text);
        if (strcmp(text, name) == 0) return kind;
    }
    fail_msg("there is no %s", name);
    return -1;
}

static int combos_of(int kind)
{
    int first = kind / FELT_RANKS, second = kind % FELT_RANKS;
    return first == second ? 6 : first > second ? 4 : 12;
}

/* ---- equities ------------------------------------------------------------------------------- */

static void first_kind_is_that_of_the_cards(void **state)
{
    (void)state;
    static const struct {
        felt_card a, b;
        const char *kind;
    } cases[] = {{51, 50, "AA"},  {51, 47, "AKs"}, {47, 51, "AKs"}, {51, 46, "AKo"},
                 {46, 51, "AKo"}, {0, 1, "22"},    {0, 20, "72s"},  {20, 1, "72o"}};
    for (size_t i = 0; i < ROWS(cases); i++)
        assert_int_equal(felt_first_kind(cases[i].a, cases[i].b), kind_of(cases[i].kind));
    int seen[KINDS] = {0};
    for (felt_card a = 0; a < FELT_CARDS; a++)
        for (felt_card b = 0; b < a; b++) seen[felt_first_kind(a, b)]++;
    for (int kind = 0; kind < KINDS; kind++) assert_int_equal(seen[kind], combos_of(kind));
}

/* Shares of pairs that everybody knows, counted with `felt equity AA KK`. */
static void first_equity_is_what_everybody_knows(void **state)
{
    (void)state;
    static const struct {
        const char *mine, *theirs;
        double share;
    } cases[] = {{"AA", "KK", 0.8195},   {"AKs", "QQ", 0.4605},  {"22", "AKo", 0.5265},
                 {"JTs", "AKo", 0.4051}, {"AA", "72o", 0.8820},  {"A5s", "KK", 0.3334},
                 {"AKo", "AQo", 0.7439}, {"99", "AKs", 0.5258},  {"JJ", "AKo", 0.5685},
                 {"T9s", "22", 0.5364},  {"AKs", "AKo", 0.5249}, {"KK", "AKo", 0.6988}};
    for (size_t i = 0; i < ROWS(cases); i++) {
        double share = felt_first_equity(kind_of(cases[i].mine), kind_of(cases[i].theirs));
        if (fabs(share - cases[i].share) > 0.005)
            fail_msg("%s wins %.4f from %s", cases[i].mine, share, cases[i].theirs);
    }
}

static void first_equities_of_two_kinds_add_up_to_one(void **state)
{
    (void)state;
    for (int mine = 0; mine < KINDS; mine++) {
        assert_true(felt_first_equity(mine, mine) == 0.5);
        for (int theirs = 0; theirs < KINDS; theirs++) {
            double share = felt_first_equity(mine, theirs);
            assert_true(share > 0 && share < 1);
            assert_true(share + felt_first_equity(theirs, mine) == 1);
        }
    }
}

static void first_equity_against_all_hands_is_the_known_one(void **state)
{
    (void)state;
    for (int place = 0; place < KINDS; place++) {
        int kind = felt_starting_kind(place), first = kind / FELT_RANKS, second = kind % FELT_RANKS;
        felt_card one = felt_card_make(first, FELT_HEARTS);
        felt_card other = felt_card_make(second, first > second ? FELT_HEARTS : FELT_SPADES);
        double sum = 0;
        int hands = 0;
        for (felt_card a = 0; a < FELT_CARDS; a++)
            for (felt_card b = 0; b < a; b++) {
                if (a == one || a == other || b == one || b == other) continue;
                sum += felt_first_equity(kind, felt_first_kind(a, b));
                hands++;
            }
        assert_int_equal(hands, 1225);
        assert_true(fabs(sum / hands - felt_starting_equity(place) / 1e6) < 0.0001);
    }
}

/* Every match-up of some pairs of kinds is counted. */
static void first_equity_errs_little(void **state)
{
    (void)state;
    struct felt_equity_options options = felt_equity_defaults();
    struct felt_equity_work *work = malloc(sizeof *work);
    struct felt_rng rng = felt_rng_make(7);
    double squares = 0, worst = 0;
    int pairs = test_is_quick() ? 15 : 250;
    assert_non_null(work);
    options.method = FELT_EQUITY_EXACT;
    for (int i = 0; i < pairs; i++) {
        int mine = (int)felt_rng_below(&rng, KINDS), theirs = (int)felt_rng_below(&rng, KINDS);
        char one[4], other[4], hands[16];
        struct felt_equity_question question;
        struct felt_equity_answer answer;
        felt_starting_write(mine, one);
        felt_starting_write(theirs, other);
        snprintf(hands, sizeof hands, "=%s|=%s", one, other);
        question_read(&question, "holdem", hands, "", "");
        assert_int_equal(felt_equity_ask(&question, &options, work, &answer, NULL), FELT_OK);
        double error = fabs(felt_first_equity(mine, theirs) - answer.player[0].equity);
        squares += error * error;
        if (error > worst) worst = error;
    }
    free(work);
    assert_true(sqrt(squares / pairs) < 0.002);
    assert_true(worst < 0.0075);
}

/* ---- push or fold --------------------------------------------------------------------------- */

static double share_pushed(double depth, int behind)
{
    double sum = 0;
    for (int kind = 0; kind < KINDS; kind++)
        sum += combos_of(kind) * felt_first_push(depth, behind, kind);
    return sum / FELT_COMBOS;
}

static double share_called(double depth, int behind, int left)
{
    double sum = 0;
    for (int kind = 0; kind < KINDS; kind++)
        sum += combos_of(kind) * felt_first_call(depth, behind, left, kind);
    return sum / FELT_COMBOS;
}

static void first_aces_are_always_played(void **state)
{
    (void)state;
    int aces = kind_of("AA");
    for (double depth = 0.25; depth < 20; depth += 0.25)
        for (int behind = 1; behind <= FELT_FIRST_BEHIND_MAX + 1; behind++) {
            assert_true(felt_first_push(depth, behind, aces) == 1);
            for (int left = 0; left < behind; left++)
                assert_true(felt_first_call(depth, behind, left, aces) == 1);
        }
}

static void first_push_is_what_a_player_expects(void **state)
{
    (void)state;
    static const struct {
        const char *kind;
        double depth;
        int behind;
        bool pushed;
    } cases[] = {
        {"72o", 10, 5, false}, {"72o", 10, 1, false}, {"72o", 1, 1, true},   {"32o", 1, 1, true},
        {"72o", 3, 9, false},  {"A2o", 10, 1, true},  {"A2o", 10, 8, false}, {"AJs", 10, 8, true},
        {"22", 10, 1, true},   {"22", 10, 2, true},   {"22", 12, 9, false},  {"KQs", 10, 5, true},
        {"K2o", 10, 1, true},  {"K2o", 10, 4, false}, {"T9s", 10, 1, true},  {"T9s", 10, 2, true},
        {"QQ", 15, 9, true},   {"AKo", 15, 9, true},  {"J2o", 10, 1, false}, {"A9o", 8, 3, true},
    };
    for (size_t i = 0; i < ROWS(cases); i++) {
        double chance = felt_first_push(cases[i].depth, cases[i].behind, kind_of(cases[i].kind));
        if (cases[i].pushed ? chance < 0.95 : chance > 0.05)
            fail_msg("%s with %.1f big blinds and %d behind: %.3f", cases[i].kind, cases[i].depth,
                     cases[i].behind, chance);
    }
}

static void first_call_is_what_a_player_expects(void **state)
{
    (void)state;
    static const struct {
        const char *kind;
        double depth;
        int behind, left;
        bool called;
    } cases[] = {
        {"72o", 1, 1, 0, true},   {"72o", 1, 9, 0, true},   {"72o", 5, 1, 0, false},
        {"K9o", 10, 1, 0, true},  {"K9o", 10, 2, 1, false}, {"A2s", 10, 1, 0, true},
        {"A2s", 10, 8, 0, false}, {"TT", 10, 9, 8, true},   {"55", 10, 9, 8, false},
        {"KK", 15, 9, 8, true},   {"AKs", 15, 9, 3, true},  {"QTo", 10, 5, 0, false},
    };
    for (size_t i = 0; i < ROWS(cases); i++) {
        double chance =
            felt_first_call(cases[i].depth, cases[i].behind, cases[i].left, kind_of(cases[i].kind));
        if (cases[i].called ? chance < 0.95 : chance > 0.05)
            fail_msg("%s calls %.1f big blinds, %d behind the pusher, %d left: %.3f", cases[i].kind,
                     cases[i].depth, cases[i].behind, cases[i].left, chance);
    }
}

/* Heads-up these shares are well known; the others are in docs/STRATEGY.md. */
static void first_shares_are_those_of_the_equilibrium(void **state)
{
    (void)state;
    static const struct {
        double depth;
        int behind;
        double pushed, called; /* by the big blind */
    } cases[] = {{2, 1, 0.91, 1.00},  {5, 1, 0.72, 0.62},  {10, 1, 0.58, 0.37}, {15, 1, 0.46, 0.28},
                 {10, 2, 0.33, 0.24}, {10, 5, 0.16, 0.10}, {10, 8, 0.10, 0.06}, {3, 9, 0.17, 0.69}};
    for (size_t i = 0; i < ROWS(cases); i++) {
        double pushed = share_pushed(cases[i].depth, cases[i].behind);
        double called = share_called(cases[i].depth, cases[i].behind, 0);
        if (fabs(pushed - cases[i].pushed) > 0.015 || fabs(called - cases[i].called) > 0.015)
            fail_msg("%.1f big blinds, %d behind: %.3f pushed, %.3f called", cases[i].depth,
                     cases[i].behind, pushed, called);
    }
}

/* But for a kind of hand or two: around four big blinds the big blind begins to fold, and pushing
 * gets a little better again. */
static void first_deeper_stacks_and_more_players_push_less(void **state)
{
    (void)state;
    for (int behind = 1; behind <= FELT_FIRST_BEHIND_MAX; behind++)
        for (double depth = 1; depth < 15; depth += 0.5) {
            double here = share_pushed(depth, behind);
            assert_true(share_pushed(depth + 0.5, behind) < here + 0.01);
            assert_true(share_pushed(depth + 2, behind) < here || depth > 13 || here > 0.999);
            if (behind > 1) assert_true(here < share_pushed(depth, behind - 1) + 0.003);
        }
}

/* The big blind has the best price, then the small blind. */
static void first_blinds_call_more(void **state)
{
    (void)state;
    for (int behind = 2; behind <= FELT_FIRST_BEHIND_MAX; behind++)
        for (double depth = 1; depth <= 15; depth++)
            for (int left = 1; left < behind && left <= 2; left++)
                assert_true(share_called(depth, behind, left) <=
                            share_called(depth, behind, left - 1) + 0.003);
    for (int behind = 3; behind <= FELT_FIRST_BEHIND_MAX; behind++) {
        assert_true(share_called(3, behind, 1) < share_called(3, behind, 0) - 0.3);
        assert_true(share_called(3, behind, 2) < share_called(3, behind, 1) - 0.1);
    }
}

/* ---- how much can be gained heads-up -------------------------------------------------------- */

/* Ways to deal one kind to one player and another kind to the other. */
struct deals {
    double ways[KINDS][KINDS];
};

static struct deals *count_deals(void)
{
    struct deals *deals = calloc(1, sizeof *deals);
    assert_non_null(deals);
    for (int one = 0; one < FELT_COMBOS; one++)
        for (int other = 0; other < FELT_COMBOS; other++) {
            felt_card a, b, c, d;
            felt_combo_cards(one, &a, &b);
            felt_combo_cards(other, &c, &d);
            if (a == c || a == d || b == c || b == d) continue;
            deals->ways[felt_first_kind(a, b)][felt_first_kind(c, d)] += 1;
        }
    return deals;
}

/* What a small blind that knows the big blind's chances wins more than by the tables. */
static double small_blind_gains(const struct deals *deals, double depth)
{
    double gain = 0, all = 0;
    for (int mine = 0; mine < KINDS; mine++) {
        double push = 0, fold = 0, ways = 0;
        for (int theirs = 0; theirs < KINDS; theirs++) {
            double way = deals->ways[mine][theirs], call = felt_first_call(depth, 1, 0, theirs);
            push += way * (1 - call);
            push += way * call * depth * (2 * felt_first_equity(mine, theirs) - 1);
            fold -= way * 0.5;
            ways += way;
        }
        double chance = felt_first_push(depth, 1, mine);
        gain += (push > fold ? push : fold) - chance * push - (1 - chance) * fold;
        all += ways;
    }
    return gain / all;
}

static double big_blind_gains(const struct deals *deals, double depth)
{
    double gain = 0, all = 0;
    for (int mine = 0; mine < KINDS; mine++) {
        double call = 0, fold = 0;
        for (int theirs = 0; theirs < KINDS; theirs++) {
            double way = deals->ways[mine][theirs], push = felt_first_push(depth, 1, theirs);
            call += way * push * depth * (2 * felt_first_equity(mine, theirs) - 1);
            fold -= way * push;
            all += way;
        }
        double chance = felt_first_call(depth, 1, 0, mine);
        gain += (call > fold ? call : fold) - chance * call - (1 - chance) * fold;
    }
    return gain / all;
}

static void first_tables_heads_up_cannot_be_beaten(void **state)
{
    (void)state;
    struct deals *deals = count_deals();
    for (double depth = 1; depth <= 15; depth += depth < 6 ? 0.5 : 1) {
        assert_true(small_blind_gains(deals, depth) < 0.0005);
        assert_true(big_blind_gains(deals, depth) < 0.0005);
    }
    free(deals);
}

static void first_between_two_depths_little_can_be_gained(void **state)
{
    (void)state;
    struct deals *deals = count_deals();
    for (double depth = 1.25; depth < 15; depth += depth < 6 ? 0.5 : 1) {
        assert_true(small_blind_gains(deals, depth) < 0.005);
        assert_true(big_blind_gains(deals, depth) < 0.005);
    }
    free(deals);
}

/* ---- depths --------------------------------------------------------------------------------- */

static void first_depth_counts_antes(void **state)
{
    (void)state;
    assert_true(felt_first_depth(1000, 150) == 10);   /* blinds 50 and 100               */
    assert_true(felt_first_depth(1000, 240) == 6.25); /* and nine antes of 10            */
    assert_true(felt_first_depth(1000, 300) == 5);    /* and ten of 15: half the stack    */
    assert_true(felt_first_depth(0, 150) == 0);
}

static void first_stacks_out_of_the_tables_play_like_the_nearest(void **state)
{
    (void)state;
    for (int kind = 0; kind < KINDS; kind++) {
        assert_true(felt_first_push(0, 3, kind) == felt_first_push(1, 3, kind));
        assert_true(felt_first_push(99, 3, kind) == felt_first_push(15, 3, kind));
        assert_true(felt_first_push(8, 12, kind) == felt_first_push(8, 9, kind));
        assert_true(felt_first_call(0, 3, 1, kind) == felt_first_call(1, 3, 1, kind));
        assert_true(felt_first_call(99, 3, 2, kind) == felt_first_call(15, 3, 2, kind));
        assert_true(felt_first_call(8, 12, 11, kind) == felt_first_call(8, 9, 2, kind));
    }
}

static void first_chances_between_two_depths_lie_between(void **state)
{
    (void)state;
    for (int kind = 0; kind < KINDS; kind++) {
        double low = felt_first_push(2, 2, kind), high = felt_first_push(2.5, 2, kind);
        assert_true(fabs(felt_first_push(2.25, 2, kind) - (low + high) / 2) < 1e-12);
        low = felt_first_call(9, 4, 1, kind);
        high = felt_first_call(10, 4, 1, kind);
        assert_true(fabs(felt_first_call(9.25, 4, 1, kind) - (3 * low + high) / 4) < 1e-12);
    }
}

TEST_MODULE(first)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_kind_is_that_of_the_cards),
        cmocka_unit_test(first_equity_is_what_everybody_knows),
        cmocka_unit_test(first_equities_of_two_kinds_add_up_to_one),
        cmocka_unit_test(first_equity_against_all_hands_is_the_known_one),
        cmocka_unit_test(first_equity_errs_little),
        cmocka_unit_test(first_aces_are_always_played),
        cmocka_unit_test(first_push_is_what_a_player_expects),
        cmocka_unit_test(first_call_is_what_a_player_expects),
        cmocka_unit_test(first_shares_are_those_of_the_equilibrium),
        cmocka_unit_test(first_deeper_stacks_and_more_players_push_less),
        cmocka_unit_test(first_blinds_call_more),
        cmocka_unit_test(first_tables_heads_up_cannot_be_beaten),
        cmocka_unit_test(first_between_two_depths_little_can_be_gained),
        cmocka_unit_test(first_depth_counts_antes),
        cmocka_unit_test(first_stacks_out_of_the_tables_play_like_the_nearest),
        cmocka_unit_test(first_chances_between_two_depths_lie_between),
    };
    return cmocka_run_group_tests_name("first", tests, NULL, NULL);
}
