/* test_user_stats.c -- what players did in hands that are over: hands that a card player can read,
 * and every variant counted once more from decisions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/felt.h"
#include "match/user_stats.h"
#include "module.h"

#include <stdio.h>
#include <string.h>

enum { SEATS = 3, STACK = 5000, BIG = 100, LOG_MAX = 4096 };

/* A hand under way, with everything that happened. */
struct table {
    struct felt_poker_rules rules;
    struct felt_poker state;
    struct felt_deal deal;
    struct felt_event event[LOG_MAX];
    struct felt_event_log log;
    /* the same, counted from decisions */
    struct felt_play_stats_hand manners;
    struct felt_play_stats of[FELT_SEATS_MAX];
};

static void open_table(struct table *table, const char *variant, int seats, uint64_t seed,
                       bool bomb)
{
    felt_chips stacks[FELT_SEATS_MAX];
    struct felt_rng rng = felt_rng_make(seed);
    enum felt_limit limit = (enum felt_limit)felt_variant_find(variant)->limit;
    memset(table, 0, sizeof *table);
    table->log = (struct felt_event_log){table->event, 0, LOG_MAX};
    for (int i = 0; i < FELT_SEATS_MAX; i++) stacks[i] = STACK;
    assert_int_equal(felt_poker_rules_make(variant, limit, BIG, &table->rules, NULL), FELT_OK);
    table->deal = felt_poker_deal_make(&table->rules, seats, stacks, (felt_seat)(seats - 1));
    table->deal.bomb = bomb;
    for (int i = 0; bomb && i < seats; i++) {
        table->deal.blind[i] = 0;
        table->deal.ante[i] = BIG;
    }
    assert_int_equal(felt_poker_open(&table->rules, &table->deal, &table->state, &table->log),
                     FELT_OK);
    assert_int_equal(felt_poker_deal(&table->rules, &table->deal, &rng, &table->state, &table->log),
                     FELT_OK);
}

static void act(struct table *table, felt_seat seat, const struct felt_view *view,
                struct felt_action action)
{
    struct felt_decision decision = {.action = action, .reasoning = "test"};
    felt_play_stats_decide(&table->manners, view, &decision, &table->of[seat]);
    assert_int_equal(felt_poker_apply(&table->rules, &table->state, seat, action, &table->log),
                     FELT_OK);
}

static void finish(struct table *table, int seats, struct felt_user_stats out[FELT_SEATS_MAX])
{
    felt_chips won[FELT_SEATS_MAX];
    for (uint32_t i = 0; i < table->log.count; i++)
        felt_play_stats_observe(&table->manners, &table->event[i]);
    for (felt_seat seat = 0; seat < seats; seat++)
        felt_play_stats_end(&table->manners, seat, &table->of[seat]);
    felt_poker_game.payoff(&table->rules, &table->state, won);
    felt_user_stats_hand(&(struct felt_told_hand){.deal = &table->deal,
                                                  .events = table->event,
                                                  .count = table->log.count,
                                                  .seats = table->deal.seats,
                                                  .won = won,
                                                  .big_blind = BIG},
                         out);
}

/* ---- hands that can be read -------------------------------------------------------------------
 *
 * Three seats, seat 2 on the button, blinds of 0 and 1.  f fold, k check, c call, i bring in, p
 * stand pat; r is the smallest bet or raise, a all of one's chips; blanks mean nothing. */

static struct felt_action read_action(const struct felt_view *view, char letter)
{
    static const char letters[] = "fkcripa";
    static const uint8_t kinds[] = {FELT_FOLD,     FELT_CHECK,   FELT_CALL,    FELT_RAISE_TO,
                                    FELT_BRING_IN, FELT_DISCARD, FELT_RAISE_TO};
    const char *found = strchr(letters, letter);
    assert_non_null(found);
    struct felt_action action = {.kind = kinds[found - letters]};
    for (int i = 0; i < view->options; i++) {
        if (view->option[i].kind != action.kind) continue;
        if (action.kind == FELT_RAISE_TO)
            action.amount = letter == 'a' ? view->option[i].max : view->option[i].min;
        return action;
    }
    fail_msg("%c cannot be done", letter);
    return action;
}

static void play(const char *variant, const char *text, bool bomb,
                 struct felt_user_stats out[FELT_SEATS_MAX])
{
    static struct table table;
    open_table(&table, variant, SEATS, 1, bomb);
    for (felt_seat seat; (seat = felt_poker_actor(&table.state)) >= 0; text++) {
        struct felt_view view;
        text += strspn(text, " ");
        felt_poker_view(&table.rules, &table.state, seat, &view);
        act(&table, seat, &view, read_action(&view, *text));
    }
    assert_string_equal(text, "");
    finish(&table, SEATS, out);
}

/* What a hand says of a seat besides its manners. */
static const struct {
    const char *variant, *text;
    felt_seat seat;
    uint64_t entered, raised, chances, bets, saw, showdowns;
    int64_t won_mbb;
} rows[] = {
    /* Everybody folds to the big blind. */
    {"holdem", "ff", 0, 0, 0, 0, 0, 0, 0, -500},
    {"holdem", "ff", 1, 0, 0, 0, 0, 0, 0, 500},
    /* The button raises, the small blind raises that: a three-bet.  The button's own raise behind
     * it is a fourth bet and no chance of his. */
    {"holdem", "r r f r f", 0, 1, 1, 1, 1, 0, 0, -3000},
    {"holdem", "r r f r f", 2, 1, 1, 0, 0, 0, 0, 4000},
    {"holdem", "r r f r f", 1, 0, 0, 0, 0, 0, 0, -1000}, /* two raises before him: too late */
    /* Whoever calls or folds had the chance too. */
    {"holdem", "r c f  kk kk kk", 0, 1, 0, 1, 0, 1, 1, 2000 + 1000},
    {"holdem", "r c f  kk kk kk", 1, 0, 0, 1, 0, 0, 0, -1000},
    /* A free flop: the big blind sees it without having entered. */
    {"holdem", "f c k  kk r f", 1, 0, 0, 0, 0, 1, 0, -1000},
    {"holdem", "f c k  kk r f", 2, 0, 0, 0, 0, 0, 0, 0},
    /* All in before the flop: both see it, and a call for everything is no chance to raise. */
    {"holdem", "a f c", 1, 1, 0, 0, 0, 1, 1, 0},
    /* Stud: the completion of the bring-in is the first raise, a raise of it the three-bet. */
    {"stud", "i r r f f", 0, 1, 1, 0, 0, 0, 0, 0},
    {"stud", "i r r f f", 1, 1, 1, 1, 1, 0, 0, 0},
    {"stud", "i r c f  kk kk kk kk", 1, 1, 0, 1, 0, 1, 1, 0},
    /* Draw: whoever is left to draw has seen the second round. */
    {"27-single", "f c k  p p  r f", 0, 1, 0, 0, 0, 1, 0, 1000},
    {"27-single", "f c k  p p  r f", 1, 0, 0, 0, 0, 1, 0, -1000},
};

static void user_stats_of_a_hand_are_as_a_player_counts(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_user_stats of[FELT_SEATS_MAX];
        play(rows[i].variant, rows[i].text, false, of);
        const struct felt_user_stats *got = &of[rows[i].seat];
        bool good = got->manners.hands == 1 && got->manners.entered == rows[i].entered &&
                    got->manners.raised == rows[i].raised &&
                    got->three_chances == rows[i].chances && got->three_bets == rows[i].bets &&
                    got->saw == rows[i].saw && got->manners.showdowns == rows[i].showdowns &&
                    (rows[i].won_mbb == 0 || got->won_mbb == rows[i].won_mbb);
        if (!good)
            fail_msg("%s %s, seat %d: entered %d raised %d chances %d bets %d saw %d showdowns %d "
                     "won %lld",
                     rows[i].variant, rows[i].text, rows[i].seat, (int)got->manners.entered,
                     (int)got->manners.raised, (int)got->three_chances, (int)got->three_bets,
                     (int)got->saw, (int)got->manners.showdowns, (long long)got->won_mbb);
    }
}

/* Nobody enters a bomb pot of his own accord, and everybody sees the flop. */
static void user_stats_of_a_bomb_pot_have_no_first_round(void **unused)
{
    (void)unused;
    struct felt_user_stats of[FELT_SEATS_MAX];
    play("holdem", "r c f  kk kk", true, of);
    for (int seat = 0; seat < SEATS; seat++) {
        assert_int_equal(of[seat].bombs, 1);
        assert_int_equal(of[seat].manners.entered, 0);
        assert_int_equal(of[seat].three_chances, 0);
        assert_int_equal(of[seat].saw, 1);
    }
    assert_int_equal(of[0].manners.later_bets, 1);
    assert_int_equal(of[2].manners.showdowns, 0);
}

/* Too many events, or a game that is none of ours: what was won is known all the same. */
static void user_stats_without_events_have_the_result(void **unused)
{
    (void)unused;
    static const felt_chips won[FELT_SEATS_MAX] = {-7, 7};
    const struct felt_deal deal = {.seats = 3};
    struct felt_user_stats of[FELT_SEATS_MAX];
    felt_user_stats_hand(
        &(struct felt_told_hand){.deal = &deal, .seats = 3, .won = won, .big_blind = 2}, of);
    assert_int_equal(of[0].manners.hands, 1);
    assert_int_equal(of[0].won, -7);
    assert_int_equal(of[0].won_mbb, -3500);
    assert_int_equal(of[1].won_mbb, 3500);
    assert_int_equal(of[2].manners.hands, 0);
}

static void user_stats_of_thirds_are_rounded(void **unused)
{
    (void)unused;
    assert_int_equal(felt_probe_walk_mbb(1, 3), 333);
    assert_int_equal(felt_probe_walk_mbb(2, 3), 667);
    assert_int_equal(felt_probe_walk_mbb(-2, 3), -667);
    assert_int_equal(felt_probe_walk_mbb(5, 0), 0);
    assert_int_equal(felt_probe_walk_mbb(-FELT_CHIPS_MAX, 1), -FELT_CHIPS_MAX * 1000);
}

/* ---- every variant ----------------------------------------------------------------------------
 */

/* Any legal action, folds less often than others so that hands go on. */
static struct felt_action choose(const struct felt_view *view, struct felt_rng *rng)
{
    for (;;) {
        const struct felt_option *option =
            &view->option[felt_rng_below(rng, (uint32_t)view->options)];
        struct felt_action action = {.kind = option->kind};
        if (option->kind == FELT_FOLD && felt_rng_below(rng, 4)) continue;
        if (option->kind == FELT_RAISE_TO) {
            if (felt_rng_below(rng, 3) == 0) continue;
            action.amount = felt_rng_below(rng, 5) ? option->min : option->max;
        }
        if (option->cards_min > 0) action.cards = (UINT64_C(1) << option->cards_min) - 1;
        return action;
    }
}

static void verify_same(const struct table *table, const struct felt_user_stats *of, int seats,
                        const char *variant)
{
    int64_t sum = 0;
    for (int seat = 0; seat < seats; seat++) {
        for (int i = 0; i < FELT_PLAY_STATS_FIELDS; i++) {
            int64_t want;
            struct felt_play_stats_field field = felt_user_stats_field_at(i);
            memcpy(&want, (const char *)&table->of[seat] + field.at, sizeof want);
            if (felt_user_stats_get(&of[seat], i) != want)
                fail_msg("%s, seat %d: %s is %lld, not %lld", variant, seat, field.name,
                         (long long)felt_user_stats_get(&of[seat], i), (long long)want);
        }
        sum += of[seat].won;
        assert_true(felt_user_stats_possible(&of[seat]));
    }
    assert_int_equal(sum, 0); /* T3 */
}

static void user_stats_of_every_variant_are_those_of_its_decisions(void **unused)
{
    (void)unused;
    enum { HANDS = 60 };
    static struct table table;
    for (int v = 0; v < felt_variant_count(); v++) {
        const struct felt_variant *variant = felt_variant_at(v);
        struct felt_rng rng = felt_rng_make(77 + (uint64_t)v);
        int seats = variant->seats_max < 5 ? variant->seats_max : 5;
        for (int hand = 0; hand < HANDS; hand++) {
            struct felt_user_stats of[FELT_SEATS_MAX];
            open_table(&table, variant->name, seats, felt_rng_next(&rng), false);
            for (felt_seat seat; (seat = felt_poker_actor(&table.state)) >= 0;) {
                struct felt_view view;
                felt_poker_view(&table.rules, &table.state, seat, &view);
                act(&table, seat, &view, choose(&view, &rng));
            }
            finish(&table, seats, of);
            verify_same(&table, of, seats, variant->name);
        }
    }
}

/* ---- sums -------------------------------------------------------------------------------------
 */

static void user_stats_add_every_counter(void **unused)
{
    (void)unused;
    struct felt_user_stats sum = {0}, one;
    for (int i = 0; i < FELT_USER_STATS_FIELDS; i++) felt_user_stats_set(&one, i, i - 3);
    felt_user_stats_add(&sum, &one);
    felt_user_stats_add(&sum, &one);
    for (int i = 0; i < FELT_USER_STATS_FIELDS; i++)
        assert_int_equal(felt_user_stats_get(&sum, i), 2 * (i - 3));
    assert_string_equal(felt_user_stats_field_at(0).name, "hands");
    assert_string_equal(felt_user_stats_field_at(FELT_USER_STATS_FIELDS - 1).name, "time_ms");
}

TEST_MODULE(user_stats)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(user_stats_of_a_hand_are_as_a_player_counts),
        cmocka_unit_test(user_stats_of_a_bomb_pot_have_no_first_round),
        cmocka_unit_test(user_stats_without_events_have_the_result),
        cmocka_unit_test(user_stats_of_thirds_are_rounded),
        cmocka_unit_test(user_stats_of_every_variant_are_those_of_its_decisions),
        cmocka_unit_test(user_stats_add_every_counter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
