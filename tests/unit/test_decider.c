/* test_decider.c -- thresholds, sizes, slow play and bluffs; what is said in which situation. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/strategy.h"
#include "module.h"

#include <math.h>
#include <string.h>

#define ROWS(table) (sizeof(table) / sizeof(table)[0])

enum { BET = 1 << FELT_STRATEGY_BET, CHECK = 1 << FELT_STRATEGY_CHECK };
enum { FOLD = 1 << FELT_STRATEGY_FOLD, CALL = 1 << FELT_STRATEGY_CALL };
enum { RAISE = 1 << FELT_STRATEGY_RAISE, DRAW = 1 << FELT_STRATEGY_DRAW };
enum { CHOOSE = 1 << FELT_STRATEGY_CHOOSE };

/* Thresholds do not move unless a test lets them. */
static struct felt_strategy_decider decider_of(bool classic, uint64_t seed)
{
    struct felt_strategy_decider decider = {
        .config = felt_strategy_config_default(), .rng = felt_rng_make(seed), .classic = classic};
    decider.config.randomization_factor = 0;
    return decider;
}

/* Heads-up in the big blind; `call` chips into a pot of `pot`. */
static struct felt_strategy_state state_of(felt_chips pot, felt_chips call)
{
    return (struct felt_strategy_state){.game_class = "holdem",
                                        .betting_round = 2,
                                        .pot_size = pot,
                                        .call_amount = call,
                                        .min_bet = call ? 2 * call : 10,
                                        .max_bet = 5000,
                                        .position = FELT_POSITION_BB,
                                        .players_in_hand = 2,
                                        .valid_actions = call ? FOLD | CALL | RAISE : CHECK | BET,
                                        .hole_count = 2,
                                        .hole_cards = {0, 1}};
}

static struct felt_strategy_decision decide(struct felt_strategy_decider *decider, double strength,
                                            const struct felt_strategy_state *state)
{
    struct felt_strategy_strength hand = {.normalized = strength};
    return felt_strategy_decide(decider, &hand, state);
}

static bool is_bet(const struct felt_strategy_decision *decision)
{
    return decision->action == FELT_STRATEGY_BET || decision->action == FELT_STRATEGY_RAISE;
}

/* How many of `count` decisions have this reason. */
static int count_reason(struct felt_strategy_decider *decider, double strength,
                        const struct felt_strategy_state *state, const char *reason, int count)
{
    int found = 0;
    for (int i = 0; i < count; i++)
        found += strcmp(decide(decider, strength, state).reasoning, reason) == 0;
    return found;
}

/* ---- numbers -------------------------------------------------------------------------------- */

static void decider_thresholds_are_those_of_the_table(void **unused)
{
    (void)unused;
    static const struct {
        double tightness, play, raise;
    } rows[] = {
        {1, 0.23, 0.52}, {2, 0.26, 0.54}, {5, 0.35, 0.60}, {7.5, 0.425, 0.65}, {10, 0.5, 0.7}};
    for (size_t i = 0; i < ROWS(rows); i++) {
        struct felt_strategy_config config = felt_strategy_config_default();
        config.tightness = rows[i].tightness;
        assert_true(fabs(felt_strategy_play_threshold(&config) - rows[i].play) < 1e-12);
        assert_true(fabs(felt_strategy_raise_threshold(&config) - rows[i].raise) < 1e-12);
    }
}

static void decider_threshold_moves_as_far_as_told(void **unused)
{
    (void)unused;
    static const double factors[] = {0, 0.05, 0.15};
    for (size_t i = 0; i < ROWS(factors); i++) {
        struct felt_strategy_decider decider = decider_of(false, i);
        double low = 1, high = 0, sum = 0;
        decider.config.randomization_factor = factors[i];
        for (int k = 0; k < 5000; k++) {
            double moved = felt_strategy_threshold(&decider, 0.5);
            low = fmin(low, moved);
            high = fmax(high, moved);
            sum += moved;
        }
        assert_true(low >= 0.5 * (1 - factors[i]) && low <= 0.5 * (1 - 0.98 * factors[i]));
        assert_true(high <= 0.5 * (1 + factors[i]) && high >= 0.5 * (1 + 0.98 * factors[i]));
        assert_true(fabs(sum / 5000 - 0.5) < 0.004);
    }
}

static void decider_bet_is_a_share_of_the_pot(void **unused)
{
    (void)unused;
    static const struct {
        double aggression, strength;
        felt_chips pot, min, max, amount;
    } rows[] = {
        {5, 0.5, 100, 1, 1000, 75},   /* pot * (0.3 + 0.45) * 1    */
        {5, 1, 100, 1, 1000, 112},    /* * 1.5                     */
        {1, 0.5, 1000, 1, 1000, 390}, /* 0.39                      */
        {10, 0.5, 1000, 1, 9999, 1200}, {5, 0, 1000, 1, 9999, 375},
        {5, 0.5, 100, 80, 1000, 80},                               /* the least there is        */
        {5, 0.5, 100, 1, 60, 60},                                  /* the most                  */
        {5, 0.5, 0, 2, 60, 2},          {5, 0.5, 100, 20, 20, 20}, /* fixed limit               */
    };
    for (size_t i = 0; i < ROWS(rows); i++) {
        struct felt_strategy_decider decider = decider_of(false, 0);
        decider.config.aggression = rows[i].aggression;
        felt_chips amount = felt_strategy_calculate_bet_amount(
            &decider, rows[i].strength, rows[i].pot, rows[i].min, rows[i].max);
        if (amount != rows[i].amount) fail_msg("row %zu: %lld", i, (long long)amount);
    }
}

static void decider_raise_comes_on_top_of_a_call(void **unused)
{
    (void)unused;
    struct felt_strategy_decider decider = decider_of(false, 3), classic = decider_of(true, 3);
    struct felt_strategy_state state = state_of(100, 20);
    decider.config.slow_play_threshold = classic.config.slow_play_threshold = 1;
    struct felt_strategy_decision decision = decide(&decider, 0.99, &state);
    assert_int_equal(decision.action, FELT_STRATEGY_RAISE);
    assert_int_equal(decision.amount, 20 + (int)(120 * 0.75 * 1.49));
    do decision = decide(&classic, 0.75, &state);
    while (strcmp(decision.reasoning, "strong_hand") != 0); /* it bluffs with the nuts, too */
    assert_int_equal(decision.amount, (int)(100 * 0.75 * 1.25));
}

/* ---- shares --------------------------------------------------------------------------------- */

static void decider_slow_plays_three_of_ten(void **unused)
{
    (void)unused;
    static const struct {
        double strength, threshold;
        double share;
    } rows[] = {{0.95, 0.85, 0.3}, {0.85, 0.85, 0.3}, {0.84, 0.85, 0}, {0.95, 1, 0}, {0.7, 0, 0.3}};
    for (size_t i = 0; i < ROWS(rows); i++) {
        struct felt_strategy_decider decider = decider_of(false, i);
        struct felt_strategy_state state = state_of(100, 0);
        decider.config.slow_play_threshold = rows[i].threshold;
        int slow = count_reason(&decider, rows[i].strength, &state, "slow_play", 10000);
        if (fabs(slow / 10000.0 - rows[i].share) > 0.02) fail_msg("row %zu: %d", i, slow);
        if (rows[i].share <= 0) assert_int_equal(slow, 0);
    }
}

static void decider_bluffs_as_often_as_told(void **unused)
{
    (void)unused;
    static const struct {
        bool classic;
        double setting, odds, least, most;
    } rows[] = {
        {false, 0.10, 0, 0.10, 0.12},   {false, 0.10, 0.5, 0.08, 0.10},
        {false, 0.05, 0.5, 0.04, 0.06}, {false, 0.15, 0, 0.14, 0.16},
        {true, 0.10, 0, 0.09, 0.11},    {true, 0.10, 0.5, 0.14, 0.16},
        {true, 0.15, 0.5, 0.19, 0.21}, /* up to one in five */
    };
    for (size_t i = 0; i < ROWS(rows); i++) {
        struct felt_strategy_decider decider = decider_of(rows[i].classic, i);
        int bluffs = 0;
        decider.config.bluff_frequency = rows[i].setting;
        for (int k = 0; k < 20000; k++)
            bluffs += felt_strategy_should_bluff(&decider, rows[i].odds);
        if (bluffs < rows[i].least * 20000 || bluffs > rows[i].most * 20000)
            fail_msg("row %zu: %d of 20000", i, bluffs);
    }
}

/* Only weak hands are a bluff; the first version bluffs with anything. */
static void decider_bluffs_are_weak_hands(void **unused)
{
    (void)unused;
    struct felt_strategy_state state = state_of(100, 0);
    static const double strengths[] = {0, 0.1, 0.29, 0.3, 0.5, 0.99};
    for (size_t i = 0; i < ROWS(strengths); i++) {
        struct felt_strategy_decider house = decider_of(false, i), classic = decider_of(true, i);
        int bluffs = count_reason(&house, strengths[i], &state, "bluff", 4000);
        if (strengths[i] < 0.3) assert_in_range(bluffs, 320, 560);
        if (strengths[i] >= 0.3) assert_int_equal(bluffs, 0);
        assert_in_range(count_reason(&classic, strengths[i], &state, "bluff", 4000), 320, 480);
    }
    struct felt_strategy_decider house = decider_of(false, 1);
    state.valid_actions = FOLD | CALL; /* nothing to bluff with */
    assert_int_equal(count_reason(&house, 0.1, &state, "bluff", 1000), 0);
}

/* Over all strengths: more bets, and larger ones. */
static void decider_aggression_bets_more_and_more_often(void **unused)
{
    (void)unused;
    int bets_before = 0;
    felt_chips chips_before = 0;
    for (int aggression = 1; aggression <= 10; aggression++) {
        struct felt_strategy_decider decider = decider_of(false, 5);
        struct felt_strategy_state state = state_of(100, 0);
        int bets = 0;
        felt_chips chips = 0;
        decider.config.aggression = aggression;
        decider.config.slow_play_threshold = 1;
        for (int i = 300; i < 1000; i++) {
            struct felt_strategy_decision decision = decide(&decider, i / 1000.0, &state);
            bets += is_bet(&decision);
            if (i == 990) chips = decision.amount;
        }
        assert_true(bets > bets_before && chips > chips_before);
        bets_before = bets;
        chips_before = chips;
    }
}

/* ---- manners -------------------------------------------------------------------------------- */

/* The least strength, in thousandths, that is not given up. */
static int plays_from(enum felt_position position, int players, double tightness)
{
    struct felt_strategy_state state = state_of(100, 0);
    state.position = position;
    state.players_in_hand = players;
    for (int i = 0; i <= 1000; i++) {
        struct felt_strategy_decider decider = decider_of(false, 1);
        decider.config.tightness = tightness;
        if (strcmp(decide(&decider, i / 1000.0, &state).reasoning, "weak_hand") != 0 && i >= 300)
            return i;
    }
    return 1001;
}

static void decider_plays_more_in_late_position(void **unused)
{
    (void)unused;
    int button = plays_from(FELT_POSITION_BUTTON, 2, 5),
        late = plays_from(FELT_POSITION_LATE, 2, 5);
    int middle = plays_from(FELT_POSITION_MIDDLE, 2, 5),
        early = plays_from(FELT_POSITION_EARLY, 2, 5);
    assert_true(button < late && late < middle && middle < early);
    assert_true(plays_from(FELT_POSITION_BB, 2, 5) == 350);
    assert_true(plays_from(FELT_POSITION_BB, 6, 5) > plays_from(FELT_POSITION_BB, 2, 5));
    for (int tightness = 5; tightness < 10; tightness++)
        assert_true(plays_from(FELT_POSITION_BB, 2, tightness) <
                    plays_from(FELT_POSITION_BB, 2, tightness + 1));
}

static void decider_respects_large_bets(void **unused)
{
    (void)unused;
    int raises_before = 1 << 20;
    static const felt_chips calls[] = {0, 10, 50, 100}; /* into a pot that was 100 */
    for (size_t i = 0; i < ROWS(calls); i++) {
        struct felt_strategy_state state = state_of(100 + calls[i], calls[i]);
        struct felt_strategy_decider decider = decider_of(false, 1);
        int raises = 0;
        decider.config.slow_play_threshold = 1;
        for (int k = 300; k < 1000; k++) {
            struct felt_strategy_decision decision = decide(&decider, k / 1000.0, &state);
            raises += is_bet(&decision);
        }
        assert_true(raises < raises_before);
        raises_before = raises;
    }
}

/* What is worth a call against one is not against five who are in; who has yet to act is not
 * counted. */
static void decider_calls_less_against_many(void **unused)
{
    (void)unused;
    for (int contesting = 1; contesting <= 5; contesting += 4) {
        struct felt_strategy_state state = state_of(100, 30);
        struct felt_strategy_decider decider = decider_of(false, 3);
        state.players_in_hand = 6;
        state.contesting = contesting;
        struct felt_strategy_decision decision = decide(&decider, 0.6, &state);
        assert_string_equal(decision.reasoning, contesting == 1 ? "pot_odds" : "too_expensive");
    }
}

/* With the last card dealt there is nobody to be lured: the best hands are bet. */
static void decider_does_not_slow_play_at_the_end(void **unused)
{
    (void)unused;
    struct felt_strategy_state state = state_of(100, 0);
    struct felt_strategy_decider decider = decider_of(false, 3);
    state.last_round = true;
    assert_int_equal(count_reason(&decider, 0.97, &state, "slow_play", 1000), 0);
    assert_int_equal(count_reason(&decider, 0.97, &state, "strong_hand", 1000), 1000);
}

/* ---- words ---------------------------------------------------------------------------------- */

static void decider_says_why(void **unused)
{
    (void)unused;
    static const struct {
        double strength;
        felt_chips pot, call;
        uint32_t actions; /* 0: as usual */
        enum felt_strategy_action action;
        const char *reason;
    } rows[] = {
        {0.10, 100, 0, 0, FELT_STRATEGY_CHECK, "weak_hand"},
        {0.10, 100, 50, 0, FELT_STRATEGY_FOLD, "weak_hand"},
        {0.10, 100, 50, CALL | RAISE, FELT_STRATEGY_CALL, "weak_hand"}, /* cannot fold */
        {0.45, 100, 0, 0, FELT_STRATEGY_CHECK, "medium_hand"},
        {0.45, 100, 0, CHOOSE | RAISE, FELT_STRATEGY_CHOOSE, "medium_hand"}, /* brings in */
        {0.45, 100, 10, 0, FELT_STRATEGY_CALL, "pot_odds"},
        {0.45, 200, 400, 0, FELT_STRATEGY_FOLD, "too_expensive"},
        {0.70, 100, 0, 0, FELT_STRATEGY_BET, "strong_hand"},
        {0.97, 110, 10, 0, FELT_STRATEGY_RAISE, "strong_hand"},
        {0.97, 110, 10, FOLD | CALL, FELT_STRATEGY_CALL, "pot_odds"}, /* all-in already */
        {0.97, 100, 0, FOLD, FELT_STRATEGY_FOLD, "medium_hand"},
        {0.97, 100, 0, CHOOSE, FELT_STRATEGY_CHOOSE, "formality"},
        {0.97, 100, 0, DRAW, FELT_STRATEGY_DRAW, "formality"},
    };
    for (size_t i = 0; i < ROWS(rows); i++) {
        struct felt_strategy_state state = state_of(rows[i].pot, rows[i].call);
        struct felt_strategy_decider decider = decider_of(false, 3); /* no bluff at first */
        decider.config.slow_play_threshold = 1;
        if (rows[i].actions) state.valid_actions = rows[i].actions;
        struct felt_strategy_decision decision = decide(&decider, rows[i].strength, &state);
        if (decision.action != rows[i].action || strcmp(decision.reasoning, rows[i].reason) != 0)
            fail_msg("row %zu: %s, %s", i, felt_strategy_action_word(decision.action),
                     decision.reasoning);
        assert_int_equal(decision.warning, FELT_WARN_NONE);
        assert_true(decision.confidence >= 0 && decision.confidence <= 1);
    }
}

/* The first version, word for word, where nothing is left to chance. */
static void decider_classic_says_why(void **unused)
{
    (void)unused;
    static const struct {
        double strength;
        felt_chips pot, call;
        enum felt_strategy_action action;
        const char *reason;
    } rows[] = {
        {0, 100, 0, FELT_STRATEGY_CHECK, "weak_hand"},
        {0.34, 100, 50, FELT_STRATEGY_FOLD, "weak_hand"},
        {0.36, 100, 0, FELT_STRATEGY_CHECK, "medium_hand"},
        {0.36, 100, 50, FELT_STRATEGY_CALL, "medium_hand"}, /* 0.36 > 50 / 150 */
        {0.36, 100, 60, FELT_STRATEGY_FOLD, "too_expensive"},
        {0.60, 100, 0, FELT_STRATEGY_BET, "strong_hand"},
        {0.60, 100, 60, FELT_STRATEGY_RAISE, "strong_hand"},
    };
    for (size_t i = 0; i < ROWS(rows); i++) {
        struct felt_strategy_state state = state_of(rows[i].pot, rows[i].call);
        struct felt_strategy_decider decider = decider_of(true, 3);
        struct felt_strategy_decision decision = decide(&decider, rows[i].strength, &state);
        if (decision.action != rows[i].action || strcmp(decision.reasoning, rows[i].reason) != 0)
            fail_msg("row %zu: %s, %s", i, felt_strategy_action_word(decision.action),
                     decision.reasoning);
    }
    struct felt_strategy_decider decider = decider_of(true, 1);
    struct felt_strategy_state state = state_of(100, 0);
    int passes = count_reason(&decider, 0.9, &state, "medium_hand", 10000); /* slow play */
    assert_in_range(passes, 2500, 2900);                                    /* 0.3 of 0.9 */
}

static void decider_same_generator_same_decisions(void **unused)
{
    (void)unused;
    for (int classic = 0; classic < 2; classic++) {
        struct felt_strategy_decider a = decider_of(classic, 9), b = decider_of(classic, 9);
        a.config.randomization_factor = b.config.randomization_factor = 0.15;
        for (int i = 0; i < 1000; i++) {
            struct felt_strategy_state state = state_of(100, i % 3 * 30);
            struct felt_strategy_decision one = decide(&a, i / 1000.0, &state);
            struct felt_strategy_decision two = decide(&b, i / 1000.0, &state);
            assert_int_equal(one.action, two.action);
            assert_int_equal(one.amount, two.amount);
            assert_ptr_equal(one.reasoning, two.reasoning);
        }
        assert_memory_equal(&a.rng, &b.rng, sizeof a.rng);
    }
}

TEST_MODULE(decider)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decider_thresholds_are_those_of_the_table),
        cmocka_unit_test(decider_threshold_moves_as_far_as_told),
        cmocka_unit_test(decider_bet_is_a_share_of_the_pot),
        cmocka_unit_test(decider_raise_comes_on_top_of_a_call),
        cmocka_unit_test(decider_slow_plays_three_of_ten),
        cmocka_unit_test(decider_bluffs_as_often_as_told),
        cmocka_unit_test(decider_bluffs_are_weak_hands),
        cmocka_unit_test(decider_aggression_bets_more_and_more_often),
        cmocka_unit_test(decider_plays_more_in_late_position),
        cmocka_unit_test(decider_respects_large_bets),
        cmocka_unit_test(decider_calls_less_against_many),
        cmocka_unit_test(decider_does_not_slow_play_at_the_end),
        cmocka_unit_test(decider_says_why),
        cmocka_unit_test(decider_classic_says_why),
        cmocka_unit_test(decider_same_generator_same_decisions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
