/* test_house_parts.c -- how the house thinks of people: what it makes of events, how often they are
 * expected to bet, call and fold, and what it learns about them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "module.h"
#include "players/poker/house/house.h"
#include "table_script.h"

#include <math.h>
#include <string.h>

static bool near(double a, double b)
{
    return fabs(a - b) < 1e-9;
}

/* ---- watch.c -------------------------------------------------------------------------------- */

struct wanted_act {
    int seat, kind;
    int street, boards, others, raises;
    bool free, pressing;
    double alpha, price, size;
};

static void expect_spot(const struct house_spot *spot, const struct wanted_act *wanted, int number)
{
    bool same = spot->street == wanted->street && spot->boards == wanted->boards &&
                spot->others == wanted->others && spot->raises == wanted->raises &&
                spot->free == wanted->free && spot->pressing == wanted->pressing &&
                near(spot->alpha, wanted->alpha) && near(spot->price, wanted->price);
    if (!same)
        fail_msg("action %d: street %d, %d on the board, %d others, %d raises, free %d, "
                 "pressing %d, alpha %.6f, price %.6f",
                 number, spot->street, spot->boards, spot->others, spot->raises, spot->free,
                 spot->pressing, spot->alpha, spot->price);
}

static void watch_hand(const struct script_table *table, felt_seat own, struct house_hand *out)
{
    house_hand_begin(out, 0);
    for (uint32_t i = 0; i < table->events; i++) {
        struct felt_event event = felt_event_for(&table->event[i], own);
        house_hand_observe(out, &event, own);
        assert_true(out->acts <= HOUSE_ACTS);
    }
}

static void expect_acts(const struct house_hand *hand, const struct wanted_act *wanted, int count)
{
    assert_int_equal(hand->acts, count);
    for (int i = 0; i < count; i++) {
        assert_int_equal(hand->act[i].seat, wanted[i].seat);
        assert_int_equal(hand->act[i].kind, wanted[i].kind);
        expect_spot(&hand->act[i].spot, &wanted[i], i);
        /* One chip more in the divisor: there may be no pot. */
        if (fabs(hand->act[i].size - wanted[i].size) > 0.01)
            fail_msg("action %d is a raise of %.4f pots", i, hand->act[i].size);
    }
}

/* Blinds 50 and 100 at six seats; a raise, one behind it, and a bet of two thirds on the flop. */
static void house_watch_textbook_hand(void **unused)
{
    (void)unused;
    static struct script_table table;
    struct house_hand hand;
    static const struct wanted_act acts[] = {
        {3, FELT_RAISE_TO, 0, 0, 5, 0, false, false, 0, 100 / 250.0, 150 / 250.0},
        {4, FELT_FOLD, 0, 0, 5, 1, false, false, 250 / 400.0, 250 / 650.0, 0},
        {5, FELT_RAISE_TO, 0, 0, 4, 1, false, false, 250 / 400.0, 250 / 650.0, 650 / 650.0},
        {0, FELT_FOLD, 0, 0, 4, 2, false, false, 900 / 1300.0, 900 / 2200.0, 0},
        {1, FELT_FOLD, 0, 0, 3, 2, false, false, 900 / 1300.0, 850 / 2150.0, 0},
        {2, FELT_FOLD, 0, 0, 2, 2, false, false, 900 / 1300.0, 800 / 2100.0, 0},
        {3, FELT_CALL, 0, 0, 1, 2, false, false, 900 / 1300.0, 650 / 1950.0, 0},
        {3, FELT_CHECK, 1, 3, 1, 0, true, false, 0, 0, 0},
        {5, FELT_RAISE_TO, 1, 3, 1, 0, true, true, 0, 0, 1300 / 1950.0},
        {3, FELT_CALL, 1, 3, 1, 1, false, false, 0.4, 1300 / 4550.0, 0},
        {3, FELT_CHECK, 2, 4, 1, 0, true, false, 0, 0, 0},
        {5, FELT_CHECK, 2, 4, 1, 0, true, true, 0, 0, 0},
        {3, FELT_RAISE_TO, 3, 5, 1, 0, true, false, 0, 0, 1150 / 4550.0},
        {5, FELT_RAISE_TO, 3, 5, 1, 1, false, true, 1150 / 5700.0, 1150 / 6850.0, 2850 / 6850.0},
        {3, FELT_FOLD, 3, 5, 1, 2, false, false, 4000 / 9700.0, 2850 / 12550.0, 0},
    };
    script_open(&table, "holdem", FELT_NO_LIMIT, 100, 6, 20000, 0);
    script_deal(&table, &(struct script_cards){.board = NULL}, 1);
    script_act(&table, "r250 f r900 f f f c | k r1300 c | k k | r1150 r4000 f");
    watch_hand(&table, 5, &hand);
    expect_acts(&hand, acts, sizeof acts / sizeof acts[0]);
    assert_int_equal(hand.paid, 900 + 1300 + 4000);
    assert_int_equal(hand.won, 9700 + 0); /* with the chips that nobody called */
    assert_int_equal(hand.live, felt_seats_of(5));
}

/* The cards of a street lie there, and nobody has acted yet. */
static void house_watch_new_street(void **unused)
{
    (void)unused;
    static struct script_table table;
    struct house_hand hand;
    static const struct wanted_act first = {.street = 1, .boards = 3, .others = 1, .free = true};
    static const struct wanted_act raiser = {
        .street = 1, .boards = 3, .others = 1, .free = true, .pressing = true};
    script_open(&table, "holdem", FELT_NO_LIMIT, 100, 2, 20000, 0);
    script_deal(&table, &(struct script_cards){.board = NULL}, 1);
    script_act(&table, "r250 c");
    watch_hand(&table, 1, &hand);
    struct house_spot one = house_spot_of(&hand, 1), other = house_spot_of(&hand, 0);
    expect_spot(&one, &first, 1);
    expect_spot(&other, &raiser, 0);
}

/* Antes of 20, the two of clubs brings it in for 25; that is no action of anybody's own. */
static void house_watch_stud(void **unused)
{
    (void)unused;
    static struct script_table table;
    struct house_hand hand;
    static const struct wanted_act acts[] = {
        {1, FELT_RAISE_TO, 0, 0, 2, 0, false, false, 0, 25 / 110.0, 75 / 110.0},
        {2, FELT_CALL, 0, 0, 2, 1, false, false, 100 / 185.0, 100 / 285.0, 0},
        {0, FELT_FOLD, 0, 0, 2, 1, false, false, 100 / 185.0, 75 / 360.0, 0},
        {1, FELT_CHECK, 1, 0, 1, 0, true, true, 0, 0, 0},
        {2, FELT_RAISE_TO, 1, 0, 1, 0, true, false, 0, 0, 100 / 285.0},
        {1, FELT_CALL, 1, 0, 1, 1, false, true, 100 / 385.0, 100 / 485.0, 0},
    };
    script_open(&table, "stud", FELT_FIXED_LIMIT, 100, 3, 20000, 0);
    script_deal(&table,
                &(struct script_cards){.hole = {"Ks Kh 2c 3c", "As Ad Th Tc", "Qs Qd 9h 9c"}}, 1);
    script_act(&table, "b r100 c f | k r100 c");
    watch_hand(&table, 2, &hand);
    expect_acts(&hand, acts, sizeof acts / sizeof acts[0]);
}

/* A draw ends a street as cards on the board do. */
static void house_watch_draws(void **unused)
{
    (void)unused;
    static struct script_table table;
    struct house_hand hand;
    static const struct wanted_act acts[] = {
        {0, FELT_CALL, 0, 0, 1, 0, false, false, 0, 50 / 200.0, 0},
        {1, FELT_RAISE_TO, 0, 0, 1, 0, true, false, 0, 0, 200 / 200.0},
        {0, FELT_CALL, 0, 0, 1, 1, false, false, 200 / 400.0, 200 / 600.0, 0},
        {1, FELT_CHECK, 1, 0, 1, 0, true, true, 0, 0, 0},
        {0, FELT_CHECK, 1, 0, 1, 0, true, false, 0, 0, 0},
        {1, FELT_CHECK, 2, 0, 1, 0, true, true, 0, 0, 0},
        {0, FELT_RAISE_TO, 2, 0, 1, 0, true, false, 0, 0, 300 / 600.0},
        {1, FELT_CALL, 2, 0, 1, 1, false, true, 300 / 900.0, 300 / 1200.0, 0},
        {1, FELT_CHECK, 3, 0, 1, 0, true, false, 0, 0, 0},
        {0, FELT_CHECK, 3, 0, 1, 0, true, true, 0, 0, 0},
    };
    script_open(&table, "27-triple", FELT_NO_LIMIT, 100, 2, 20000, 0);
    script_deal(&table, &(struct script_cards){.board = NULL}, 1);
    script_act(&table, "c r300 c | d12 d | k k | d d3 | k r300 c | d d | k k");
    watch_hand(&table, 0, &hand);
    expect_acts(&hand, acts, sizeof acts / sizeof acts[0]);
}

/* What a table is told of nobody's blinds, of a straddle, and of a short all-in. */
static void house_watch_odd_bets(void **unused)
{
    (void)unused;
    static struct script_table table;
    struct house_hand hand;
    static const struct wanted_act acts[] = {
        {0, FELT_CALL, 0, 0, 3, 0, false, false, 0, 200 / 550.0, 0},
        {1, FELT_FOLD, 0, 0, 3, 0, false, false, 0, 150 / 700.0, 0},
        {2, FELT_RAISE_TO, 0, 0, 2, 0, false, false, 0, 100 / 650.0, 600 / 650.0},
        {3, FELT_CALL, 0, 0, 2, 1, false, false, 700 / 1250.0, 600 / 1850.0, 0},
    };
    script_open(&table, "holdem", FELT_NO_LIMIT, 100, 4, 20000, 0);
    table.deal.blind[3] = 200;
    table.deal.opener = 0;
    table.deal.stack[3] = 500;
    script_deal(&table, &(struct script_cards){.board = NULL}, 1);
    script_act(&table, "c f r800 c");
    watch_hand(&table, 0, &hand);
    expect_acts(&hand, acts, sizeof acts / sizeof acts[0]);
    assert_int_equal(house_spot_of(&hand, 0).raises, 1);
}

/* Two seats of fixed limit without a cap: however often they raise, it was raised. */
static void house_watch_raising_war(void **unused)
{
    (void)unused;
    static struct script_table table;
    struct house_hand hand;
    script_open(&table, "holdem", FELT_FIXED_LIMIT, 100, 2, 100000, 0);
    table.rules.heads_up_uncapped = true;
    script_deal(&table, &(struct script_cards){.board = NULL}, 1);
    for (int raises = 1; raises <= 600; raises++) {
        script_apply(&table, (struct felt_action){.kind = FELT_RAISE_TO,
                                                  .amount = table.state.betting.to_match + 100});
        if (raises % 64 > 1 && raises % 64 < 63) continue;
        watch_hand(&table, 0, &hand);
        assert_int_equal(hand.acts, raises < HOUSE_ACTS ? raises : HOUSE_ACTS);
        if (house_spot_of(&hand, 0).raises == 0) fail_msg("%d raises are none", raises);
    }
}

/* A bomb pot begins with the flop: what is done there is of the second round. */
static void house_watch_bomb_pot(void **unused)
{
    (void)unused;
    static struct script_table table;
    struct house_hand hand;
    script_open(&table, "holdem", FELT_NO_LIMIT, 100, 3, 10000, 0);
    table.deal.bomb = true;
    for (felt_seat seat = 0; seat < 3; seat++) {
        table.deal.ante[seat] = 200;
        table.deal.blind[seat] = 0;
    }
    table.deal.opener = FELT_SEAT_NONE;
    script_deal(&table, &(struct script_cards){.board = NULL}, 1);
    script_act(&table, "k r300");
    watch_hand(&table, 0, &hand);
    assert_int_equal(hand.acts, 2);
    assert_int_equal(hand.act[0].spot.street, 1);
    assert_int_equal(hand.act[0].spot.boards, 3);
}

/* ---- habits.c ------------------------------------------------------------------------------- */

/* Spots of all sorts. */
static int list_spots(struct house_spot *out)
{
    int count = 0;
    for (int street = 0; street < 3; street++)
        for (int others = 1; others < 10; others += 4)
            for (int raises = 0; raises < 3; raises++)
                for (int free = 0; free < 2; free++)
                    for (int pressing = 0; pressing < 2; pressing++) {
                        if (free && raises) continue;
                        out[count++] = (struct house_spot){.street = (uint8_t)street,
                                                           .others = (uint8_t)others,
                                                           .raises = (uint8_t)raises,
                                                           .free = free,
                                                           .pressing = pressing,
                                                           .alpha = raises ? 0.4 : 0,
                                                           .price = free ? 0 : 0.3};
                    }
    return count;
}
enum { SPOTS_MAX = 256, PLACES = 200 };

/* Chances of what may be done sum to one, but for what is unlikely and never ruled out; the better
 * the hand, the more it raises and the less it folds. */
static void house_chances_are_chances(void **unused)
{
    (void)unused;
    struct house_spot spots[SPOTS_MAX];
    const struct house_spot checked = {.street = 1, .others = 1, .free = true};
    int count = list_spots(spots);
    for (int i = 0; i < count; i++) {
        struct house_shares shares = house_shares_of(&spots[i], NULL, 0);
        struct house_shares never = house_shares_of(&checked, NULL, 0);
        double unlikely = house_chance(&never, &checked, FELT_FOLD, 0, 0.5);
        double folds_before = 1, raises_before = 0;
        assert_true(shares.raise > 0 && shares.raise <= shares.stay && shares.stay <= 1);
        assert_true(unlikely > 0 && unlikely < 0.2);
        for (int k = 0; k <= PLACES; k++) {
            double place = (double)k / PLACES;
            double folds = house_chance(&shares, &spots[i], FELT_FOLD, 0, place);
            double calls =
                house_chance(&shares, &spots[i], spots[i].free ? FELT_CHECK : FELT_CALL, 0, place);
            double raises = house_chance(&shares, &spots[i], FELT_RAISE_TO, 0.7, place);
            double large = house_chance(&shares, &spots[i], FELT_RAISE_TO, 3, place);
            assert_true(near(folds + calls + raises, 1 + 2 * unlikely));
            assert_true(folds >= unlikely - 1e-9 && calls >= unlikely - 1e-9);
            assert_true(large >= unlikely - 1e-9 && raises >= large - 1e-9 && raises <= 1);
            assert_true(folds <= folds_before + 1e-9 && raises >= raises_before - 1e-9);
            folds_before = folds;
            raises_before = raises;
        }
        if (spots[i].free) assert_true(near(folds_before, unlikely));
    }
}

/* Over all hands they are about the shares that they are made of. */
static void house_chances_make_up_the_shares(void **unused)
{
    (void)unused;
    struct house_spot spots[SPOTS_MAX];
    int count = list_spots(spots);
    for (int i = 0; i < count; i++) {
        struct house_shares shares = house_shares_of(&spots[i], NULL, 0);
        double folds = 0, raises = 0;
        for (int k = 0; k < PLACES; k++) {
            double place = (k + 0.5) / PLACES;
            folds += house_chance(&shares, &spots[i], FELT_FOLD, 0, place) / PLACES;
            raises += house_chance(&shares, &spots[i], FELT_RAISE_TO, 0.7, place) / PLACES;
        }
        if (fabs(folds - (1 - shares.stay)) > 0.12 || fabs(raises - shares.raise) > 0.12)
            fail_msg("spot %d: folds %.3f and raises %.3f, not %.3f and %.3f", i, folds, raises,
                     1 - shares.stay, shares.raise);
    }
}

static double stay_of(int street, int others, double alpha)
{
    struct house_spot spot = {.street = (uint8_t)street,
                              .others = (uint8_t)others,
                              .raises = 1,
                              .alpha = alpha,
                              .price = alpha / (1 + alpha)};
    return house_shares_of(&spot, NULL, 0).stay;
}

static void house_small_bets_are_called_more(void **unused)
{
    (void)unused;
    for (int street = 0; street < 3; street++)
        for (int others = 1; others < 10; others++)
            for (int tenth = 1; tenth < 9; tenth++) {
                double small = stay_of(street, others, 0.1 * tenth);
                double large = stay_of(street, others, 0.1 * (tenth + 1));
                assert_true(large <= small);
                if (others < 9) assert_true(stay_of(street, others + 1, 0.1 * tenth) <= small);
            }
    assert_true(stay_of(1, 1, 0.2) > stay_of(1, 1, 0.5) + 0.2);
    assert_true(stay_of(1, 1, 0.5) > stay_of(1, 3, 0.5) + 0.05);
    assert_true(stay_of(0, 1, 0.5) > stay_of(0, 3, 0.5) + 0.05);
    for (int others = 1; others < 9; others++) {
        struct house_spot spot = {.others = (uint8_t)others, .price = 0.4}, more = spot;
        more.others++;
        assert_true(house_shares_of(&more, NULL, 0).raise < house_shares_of(&spot, NULL, 0).raise);
    }
}

/* ---- learning ---- */

static void learn(struct house_model *model, struct house_spot spot, uint8_t kind, int times)
{
    const struct house_act act = {.spot = spot, .kind = kind, .size = 0.7};
    for (int i = 0; i < times; i++) house_model_learn(model, &act);
}

/* The more is seen of one thing, the further the share moves towards it, and by no more than what
 * is trusted of the way. */
static void house_learning_moves_shares(void **unused)
{
    (void)unused;
    const struct house_spot faced = {
        .street = 1, .others = 1, .raises = 1, .alpha = 0.4, .price = 0.3};
    static const int times[] = {1, 3, 10, 30, 100, 1000, 100000};
    for (int street = 0; street < 2; street++)
        for (int tenth = 1; tenth <= 10; tenth++) {
            struct house_spot spot = faced;
            double trust = 0.1 * tenth;
            spot.street = (uint8_t)street;
            struct house_shares usual = house_shares_of(&spot, NULL, 0);
            double low = usual.stay, high = usual.stay;
            for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
                struct house_model folder = {0}, caller = {0};
                learn(&folder, spot, FELT_FOLD, times[i]);
                learn(&caller, spot, FELT_CALL, times[i]);
                double folds = house_shares_of(&spot, &folder, trust).stay;
                double calls = house_shares_of(&spot, &caller, trust).stay;
                assert_true(folds < low && calls > high);
                assert_true(folds >= usual.stay * (1 - trust) - 1e-9 ||
                            folds >= house_shares_of(&spot, &folder, trust).raise - 1e-9);
                assert_true(calls <= usual.stay + trust * (1 - usual.stay) + 1e-9);
                low = folds;
                high = calls;
            }
            assert_true(usual.stay - low > 0.8 * trust * (usual.stay - usual.raise));
            assert_true(high - usual.stay > 0.8 * trust * (1 - usual.stay));
        }
}

/* Whatever is seen of somebody, shares are shares; also where nobody else seems to have cards, as
 * to a seat that comes in the middle of a hand. */
static void house_shares_are_shares(void **unused)
{
    (void)unused;
    static const uint8_t kinds[] = {FELT_FOLD, FELT_CALL, FELT_RAISE_TO};
    for (int others = 0; others < FELT_SEATS_MAX; others++)
        for (int street = 0; street < 2; street++)
            for (int raises = 0; raises < 2; raises++)
                for (size_t kind = 0; kind < sizeof kinds; kind++) {
                    struct house_model model = {0};
                    struct house_spot spot = {.street = (uint8_t)street,
                                              .others = (uint8_t)others,
                                              .raises = (uint8_t)raises,
                                              .alpha = raises,
                                              .price = 0.5};
                    learn(&model, spot, kinds[kind], 5);
                    struct house_shares shares = house_shares_of(&spot, &model, 0.5);
                    if (!(shares.raise > 0 && shares.raise <= shares.stay && shares.stay <= 1))
                        fail_msg("%d others, street %d, %d raises, %s: %f and %f", others, street,
                                 raises, felt_action_word(kinds[kind]), shares.raise, shares.stay);
                }
}

/* Nothing seen, nothing believed: what is usual. */
static void house_no_model_is_the_usual(void **unused)
{
    (void)unused;
    struct house_spot spots[SPOTS_MAX];
    struct house_model empty = {0}, seen = {0};
    int count = list_spots(spots);
    for (int i = 0; i < count; i++) learn(&seen, spots[i], FELT_RAISE_TO, 50);
    for (int i = 0; i < count; i++) {
        struct house_shares usual = house_shares_of(&spots[i], NULL, 1);
        struct house_shares none = house_shares_of(&spots[i], &empty, 1);
        struct house_shares doubted = house_shares_of(&spots[i], &seen, 0);
        struct house_shares trusted = house_shares_of(&spots[i], &seen, 1);
        assert_true(near(usual.raise, none.raise) && near(usual.stay, none.stay));
        assert_true(near(usual.raise, doubted.raise) && near(usual.stay, doubted.stay));
        assert_true(trusted.raise > usual.raise);
    }
}

/* Who does what is usual stays usual: 2 of 5 folds where 2 of 5 are expected. */
static void house_usual_play_teaches_nothing(void **unused)
{
    (void)unused;
    struct house_model model = {0};
    struct house_spot spot = {.street = 1, .others = 1, .raises = 1, .alpha = 0.4, .price = 0.3};
    struct house_shares usual = house_shares_of(&spot, NULL, 0);
    int of = 10000, stays = (int)(usual.stay * of + 0.5), raises = (int)(usual.raise * of + 0.5);
    learn(&model, spot, FELT_RAISE_TO, raises);
    learn(&model, spot, FELT_CALL, stays - raises);
    learn(&model, spot, FELT_FOLD, of - stays);
    struct house_shares learned = house_shares_of(&spot, &model, 1);
    assert_true(fabs(learned.stay - usual.stay) < 0.001);
    assert_true(fabs(learned.raise - usual.raise) < 0.001);
}

TEST_MODULE(house_parts)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(house_watch_textbook_hand),
        cmocka_unit_test(house_watch_new_street),
        cmocka_unit_test(house_watch_stud),
        cmocka_unit_test(house_watch_draws),
        cmocka_unit_test(house_watch_odd_bets),
        cmocka_unit_test(house_watch_raising_war),
        cmocka_unit_test(house_watch_bomb_pot),
        cmocka_unit_test(house_chances_are_chances),
        cmocka_unit_test(house_chances_make_up_the_shares),
        cmocka_unit_test(house_small_bets_are_called_more),
        cmocka_unit_test(house_learning_moves_shares),
        cmocka_unit_test(house_shares_are_shares),
        cmocka_unit_test(house_no_model_is_the_usual),
        cmocka_unit_test(house_usual_play_teaches_nothing),
    };
    return cmocka_run_group_tests_name("house_parts", tests, NULL, NULL);
}
