/* test_house_deals.c -- how the house thinks of cards: hands that others may hold and their order,
 * how likely they are after what their holder did, deals to the end, and what actions are worth. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "module.h"
#include "players/poker/house/house.h"
#include "support.h"
#include "table_script.h"

#include <math.h>
#include <string.h>

static bool near(double a, double b)
{
    return fabs(a - b) < 1e-9;
}

/* ---- deals.c -------------------------------------------------------------------------------- */

/* Who gets which half of a pot of four quarters, told the long way. */
static int quarters_of(unsigned mine[2], unsigned theirs[2], bool split)
{
    int won = 0;
    bool low = split && (mine[1] || theirs[1]);
    for (int half = 0; half < 2; half++) {
        int by = half && low ? 1 : 0; /* without a low hand both halves go by the first value */
        if (mine[by] > theirs[by]) won += 2;
        if (mine[by] == theirs[by]) won += 1;
    }
    return won;
}

static void house_compare_counts_quarters(void **unused)
{
    (void)unused;
    enum { VALUES = 4 };
    for (unsigned i = 0; i < VALUES * VALUES * VALUES * VALUES; i++) {
        unsigned mine[2] = {i % VALUES, i / VALUES % VALUES};
        unsigned theirs[2] = {i / 16 % VALUES, i / 64};
        uint32_t a = house_pack((felt_value)mine[0], (felt_value)mine[1]);
        uint32_t b = house_pack((felt_value)theirs[0], (felt_value)theirs[1]);
        assert_int_equal(house_compare(a, b, true), quarters_of(mine, theirs, true));
        assert_int_equal(house_compare(a, b, true) + house_compare(b, a, true), 4);
        unsigned one[2] = {a, 0}, other[2] = {b, 0};
        assert_int_equal(house_compare(a, b, false), quarters_of(one, other, false));
    }
}

/* A seat that is about to decide, up to where the hands of the others are to be listed. */
struct thought {
    struct script_table table;
    struct house house;
    struct felt_place place;
    struct felt_view view;
    struct felt_budget budget;
    struct house_turn turn;
};

static void think(struct thought *thought, felt_seat seat, uint64_t seed)
{
    const struct felt_player_kind *kind = felt_player_find("house", 5);
    struct felt_strategy_config settings = felt_strategy_config_default();
    struct house_turn *turn = &thought->turn;
    assert_int_equal(kind->bytes, sizeof thought->house);
    assert_int_equal(felt_poker_actor(&thought->table.state), seat);
    thought->place =
        (struct felt_place){.game = &felt_poker_game, .rules = &thought->table.rules, .seat = seat};
    kind->sit(&thought->house, &settings, felt_rng_make(seed));
    kind->begin(&thought->house, &thought->place);
    for (uint32_t i = 0; i < thought->table.events; i++) {
        struct felt_event event = felt_event_for(&thought->table.event[i], seat);
        kind->observe(&thought->house, &event);
    }
    felt_poker_view(&thought->table.rules, &thought->table.state, seat, &thought->view);
    *turn = (struct house_turn){.house = &thought->house,
                                .rules = &thought->table.rules,
                                .view = &thought->view,
                                .budget = &thought->budget};
    felt_known_make(turn->rules, turn->view, &turn->known);
    assert_true(house_deals_make(turn));
}

static void think_of(struct thought *thought, const char *variant, const char *hole,
                     const char *board, const char *line, uint64_t seed)
{
    const struct felt_variant *row = felt_variant_find(variant);
    script_open(&thought->table, variant, (enum felt_limit)row->limit, 100, 2, 20000, 0);
    script_deal(&thought->table, &(struct script_cards){.hole = {hole}, .board = board}, seed);
    script_act(&thought->table, line);
    think(thought, 0, seed);
}

#define RIVER "c k | k k | k k | k"

/* Every pair of cards once, without the own ones. */
static void house_deals_list_all_pairs(void **unused)
{
    (void)unused;
    static struct thought thought;
    think_of(&thought, "holdem", "As Kd", NULL, "", 1);
    const struct house_deals *deals = &thought.house.deals;
    felt_cards own = felt_cards_from(thought.turn.known.hole, 2);
    assert_true(deals->lasting);
    assert_int_equal(deals->hands, 50 * 49 / 2);
    for (int i = 0; i < deals->hands; i++) {
        assert_int_equal(felt_cards_count(deals->set[i]), 2);
        assert_true(deals->set[i] == felt_cards_from(deals->card[i], 2));
        assert_true((deals->set[i] & own) == 0);
        for (int k = 0; k < i; k++) assert_true(deals->set[i] != deals->set[k]);
    }
}

/* What was listed stays for the whole hand, as far as others' cards are dealt once. */
static void house_deals_last_for_the_hand(void **unused)
{
    (void)unused;
    static struct thought thought;
    static felt_cards before[HOUSE_HANDS];
    static const struct {
        const char *variant;
        bool lasts;
    } rows[] = {{"holdem", true},     {"omaha", true},      {"courchevel", true}, {"stud", false},
                {"27-triple", false}, {"pineapple", false}, {"badugi", false}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct house_deals *deals = &thought.house.deals;
        const char *line = strcmp(rows[i].variant, "stud") == 0 ? "b" : "";
        const struct script_cards cards = {.hole = {"As Kd Kc", "Qs Qd 2c"}};
        script_open(&thought.table, rows[i].variant, FELT_FIXED_LIMIT, 100, 2, 20000, 0);
        script_deal(&thought.table, &cards, i);
        script_act(&thought.table, line);
        think(&thought, 0, i);
        memcpy(before, deals->set, sizeof before);
        assert_int_equal(deals->lasting, rows[i].lasts);
        assert_true(house_deals_make(&thought.turn));
        if (deals->lasting) assert_memory_equal(before, deals->set, sizeof before);
    }
}

/* An order is one of all hands. */
static void expect_permutation(const uint16_t *order, int hands)
{
    static bool seen[HOUSE_HANDS];
    memset(seen, 0, sizeof seen);
    for (int i = 0; i < hands; i++) {
        assert_true(order[i] < hands && !seen[order[i]]);
        seen[order[i]] = true;
    }
}

static uint32_t value_of(const struct thought *thought, const felt_card *hole)
{
    const struct felt_known *known = &thought->turn.known;
    felt_value value[2] = {0};
    const felt_card *one[1] = {hole};
    bool split = known->showdown.second != FELT_FAMILY_NONE;
    felt_showdown_values_each(&known->showdown, one, 1, known->holes, known->board, known->boards,
                              &value[0], split ? &value[1] : NULL);
    return house_pack(value[0], value[1]);
}

/* On the river strength is known: of two hands the better one comes later, but for those that beat
 * the same few peers. */
static void expect_river_order(struct thought *thought)
{
    static uint32_t value[HOUSE_HANDS];
    const struct house_deals *deals = &thought->house.deals;
    int hands = 0, right = 0, wrong = 0;
    double weaker = 0, tied = 0;
    uint32_t mine = value_of(thought, thought->turn.known.hole);
    house_deals_order(&thought->turn, 5);
    expect_permutation(deals->order, deals->hands);
    for (int i = 0; i < deals->hands; i++) {
        uint16_t hand = deals->order[i];
        if (deals->set[hand] & thought->turn.known.seen) continue;
        value[hands++] = value_of(thought, deals->card[hand]);
    }
    for (int i = 0; i < hands; i++) {
        for (int k = 0; k < i; k++) {
            right += value[k] < value[i];
            wrong += value[k] > value[i];
        }
        weaker += value[i] < mine;
        tied += value[i] == mine;
    }
    if (wrong > (right + wrong) / 25) fail_msg("%d pairs in order, %d are not", right, wrong);
    if (fabs(deals->strength - (weaker + tied / 2) / hands) > 0.25)
        fail_msg("strength %.3f, not %.3f", deals->strength, (weaker + tied / 2) / hands);
    if (deals->standing < weaker / hands - 0.25 || deals->standing > (weaker + tied) / hands + 0.25)
        fail_msg("standing %.3f, not %.3f", deals->standing, weaker / hands);
}

static void house_order_on_the_river_is_that_of_values(void **unused)
{
    (void)unused;
    static struct thought thought;
    int deals = test_is_quick() ? 4 : 24;
    for (int i = 0; i < deals; i++) {
        think_of(&thought,
                 i % 3 == 2 ? "omaha"
                 : i % 3    ? "short-deck"
                            : "holdem",
                 NULL, NULL, i % 3 == 1 ? "c k | k k | k k | k" : RIVER, (uint64_t)i);
        expect_river_order(&thought);
    }
}

/* Aces are the best of all hands before the flop, and the lowest the worst. */
static void house_order_before_the_flop_is_known(void **unused)
{
    (void)unused;
    static struct thought thought;
    felt_card worst[2], best[2];
    think_of(&thought, "holdem", "Jc 9d", NULL, "", 1);
    const struct house_deals *deals = &thought.house.deals;
    house_deals_order(&thought.turn, 0);
    expect_permutation(deals->order, deals->hands);
    memcpy(worst, deals->card[deals->order[0]], 2);
    memcpy(best, deals->card[deals->order[deals->hands - 1]], 2);
    assert_int_equal(felt_card_rank(best[0]), FELT_RANKS - 1);
    assert_int_equal(felt_card_rank(best[1]), FELT_RANKS - 1);
    assert_true(felt_card_rank(worst[0]) <= 1 && felt_card_rank(worst[1]) <= 1);
    assert_true(deals->strength > 0.5 && deals->strength < 0.6);
    assert_true(deals->standing > 0.5 && deals->standing < 0.8);
}

/* The best hand and the worst one, at every sort of table. */
static void house_strength_of_extremes(void **unused)
{
    (void)unused;
    static struct thought thought;
    static const struct {
        const char *variant, *hole, *board, *line;
        double low, high;
    } rows[] = {
        {"holdem", "As Ks", "Qs Js Ts 4d 2c", RIVER, 0.98, 1},
        {"holdem", "3c 2d", "Kc Jd 9h 5s 4s", RIVER, 0, 0.05},
        {"holdem", "As Ah", NULL, "", 0.84, 0.86},
        {"omaha", "9s 8s 2c 3d", "7s 6s 5s Kd 2h", RIVER, 0.98, 1},
        {"27-triple", "2c 3d 4h 5s 7c", NULL, "c k | d d | k k | d d | k k | d d | k", 0.98, 1},
        {"27-triple", "Kc Kd Kh Ks Qc", NULL, "c k | d d | k k | d d | k k | d d | k", 0, 0.02},
        {"badugi", "As 2h 3d 4c", NULL, "c k | d d | k k | d d | k k | d d | k", 0.98, 1},
        {"omaha-hilo", "As 2s Kc Kd", "3s 4s 5s Jd Qh", RIVER, 0.95, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        think_of(&thought, rows[i].variant, rows[i].hole, rows[i].board, rows[i].line, i);
        house_ranges_make(&thought.turn);
        double strength = thought.house.deals.strength;
        if (strength < rows[i].low || strength > rows[i].high)
            fail_msg("%s in %s: strength %.3f", rows[i].hole, rows[i].variant, strength);
    }
}

/* ---- ranges.c ------------------------------------------------------------------------------- */

/* The place among all hands that seat 1 is thought to hold on the average. */
static double mean_place(struct thought *thought)
{
    const struct house_deals *deals = &thought->house.deals;
    const float *weight = thought->house.ranges.weight[1];
    double sum = 0, total = 0;
    int place = 0;
    house_ranges_make(&thought->turn);
    for (int i = 0; i < deals->hands; i++) {
        bool gone = deals->set[deals->order[i]] & thought->turn.known.seen;
        double mine = (double)weight[deals->order[i]];
        if (gone) assert_true(!(mine > 0)); /* cards that lie elsewhere */
        if (gone) continue;
        assert_true(mine > 0); /* nothing else is ruled out */
        sum += mine * place++;
        total += mine;
    }
    return sum / total / place;
}

static void house_ranges_follow_the_actions(void **unused)
{
    (void)unused;
    static struct thought thought;
    static const struct {
        const char *weak, *strong; /* behind the second line better hands are expected        */
    } rows[] = {
        {"c k | k", "c r400"},                              /* who raised, not who checked  */
        {"r250 c | k", "r250 r900"},                        /* not who called               */
        {"c k | k", "r250 c | k"},                          /* who called, not who checked  */
        {"r250 c | k k | k", "r250 c | r300 c | r800"},     /* who bet twice                */
        {"r250 c | k r200 c | k", "r250 c | k r200 r700"},  /* who raised a bet             */
        {"r250 c | k r100 c | k", "r250 c | k r900 c | k"}, /* who called a larger one      */
    };
    enum { SEEDS = 6 };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        double weak = 0, strong = 0;
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            think_of(&thought, "holdem", NULL, NULL, rows[i].weak, seed);
            weak += mean_place(&thought) / SEEDS;
            think_of(&thought, "holdem", NULL, NULL, rows[i].strong, seed);
            strong += mean_place(&thought) / SEEDS;
        }
        if (strong < weak + 0.02)
            fail_msg("\"%s\" means hands at %.3f, \"%s\" at %.3f", rows[i].weak, weak,
                     rows[i].strong, strong);
    }
}

/* Of the hands that seat 1 is thought to hold, by weight: the share of the pot against them. */
static double share_by_weight(const struct thought *thought)
{
    const struct house_deals *deals = &thought->house.deals;
    const float *weight = thought->house.ranges.weight[1];
    uint32_t mine = value_of(thought, thought->turn.known.hole);
    double won = 0, total = 0;
    for (int i = 0; i < deals->hands; i++) {
        if (!(weight[i] > 0)) continue;
        uint32_t theirs = value_of(thought, deals->card[i]);
        won += (double)weight[i] * house_compare(mine, theirs, false) / 4;
        total += (double)weight[i];
    }
    return won / total;
}

/* On the river a deal to the end is the deal: hands are as frequent as they are likely. */
static void house_rows_on_the_river_are_true(void **unused)
{
    (void)unused;
    static struct thought thought;
    for (uint64_t seed = 0; seed < 8; seed++) {
        think_of(&thought, "holdem", NULL, NULL, "r250 c | k k | k r400 c | r900", seed);
        house_ranges_make(&thought.turn);
        house_rows_make(&thought.turn);
        const struct house_rows *rows = &thought.house.rows;
        double won = 0, wanted = share_by_weight(&thought);
        assert_int_equal(rows->others, 1);
        assert_true(rows->rows >= 100 && rows->rows <= HOUSE_ROWS);
        for (int row = 0; row < rows->rows; row++) {
            assert_int_equal(rows->mine[row], rows->mine[0]);
            won += house_compare(rows->mine[row], rows->theirs[row][0], false) / 4.0;
            assert_true(rows->place[row][0] >= 0 && rows->place[row][0] <= 1);
            assert_true(rows->drawn[row][0] >= 0 && rows->drawn[row][0] < 1);
        }
        won /= rows->rows;
        if (fabs(won - wanted) > 4 * 0.5 / sqrt(rows->rows))
            fail_msg("%.3f of the pot, not %.3f", won, wanted);
    }
}

/* ---- worth.c -------------------------------------------------------------------------------- */

static void house_worth_of_the_best_hand(void **unused)
{
    (void)unused;
    static struct thought thought;
    think_of(&thought, "holdem", "As Ks", "Qs Js Ts 4d 2c", "c k | k k | k k | r200", 1);
    thought.turn.call = 200;
    thought.turn.last_round = true;
    house_ranges_make(&thought.turn);
    house_rows_make(&thought.turn);
    struct house_worth call = house_worth_pass(&thought.turn);
    struct house_worth raise = house_worth_raise(&thought.turn, 600);
    assert_true(near(call.share, 1) && near(call.gain, 400)); /* all that lies there */
    assert_true(raise.gain >= call.gain && raise.to == 600);
    assert_true(raise.fold > 0 && raise.fold < 1);
}

/* With a hand that never wins a call costs what it costs, and a bluff wins the pot when it works.
 */
static void house_worth_of_the_worst_hand(void **unused)
{
    (void)unused;
    static struct thought thought;
    think_of(&thought, "holdem", "3c 2d", "Kc Jd 9h 5s 4s", "c k | k k | k k | r200", 1);
    thought.turn.call = 200;
    thought.turn.last_round = true;
    house_ranges_make(&thought.turn);
    house_rows_make(&thought.turn);
    struct house_worth call = house_worth_pass(&thought.turn);
    struct house_worth raise = house_worth_raise(&thought.turn, 600);
    assert_true(call.share < 0.05 && call.gain < -150);
    assert_true(near(call.fold, 0));
    assert_true(raise.gain <= raise.fold * 1000 - 600 + 50);
}

static void house_knows_who_acts_last(void **unused)
{
    (void)unused;
    static struct script_table table;
    static const struct {
        felt_seat button, seat;
        const char *line;
        bool last;
    } rows[] = {
        {0, 3, "", false},
        {0, 0, "f f f", true},
        {0, 5, "f f", false}, /* the button is behind                                      */
        {3, 3, "f f f", true},
        {0, 1, "f f f f", false}, /* the big blind acts behind the small one               */
        {0, 2, "f f f f c", true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_view view;
        script_open(&table, "holdem", FELT_NO_LIMIT, 100, 6, 20000, rows[i].button);
        script_deal(&table, &(struct script_cards){.board = NULL}, 1);
        script_act(&table, rows[i].line);
        felt_poker_view(&table.rules, &table.state, rows[i].seat, &view);
        assert_int_equal(house_acts_last(&view), rows[i].last);
    }
}

TEST_MODULE(house_deals)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(house_compare_counts_quarters),
        cmocka_unit_test(house_deals_list_all_pairs),
        cmocka_unit_test(house_deals_last_for_the_hand),
        cmocka_unit_test(house_order_on_the_river_is_that_of_values),
        cmocka_unit_test(house_order_before_the_flop_is_known),
        cmocka_unit_test(house_strength_of_extremes),
        cmocka_unit_test(house_ranges_follow_the_actions),
        cmocka_unit_test(house_rows_on_the_river_are_true),
        cmocka_unit_test(house_worth_of_the_best_hand),
        cmocka_unit_test(house_worth_of_the_worst_hand),
        cmocka_unit_test(house_knows_who_acts_last),
    };
    return cmocka_run_group_tests_name("house_deals", tests, NULL, NULL);
}
