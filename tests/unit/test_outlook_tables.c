/* test_outlook_tables.c -- the outlook in every game with every seat taken: cards are dealt once,
 * and shares are fair. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "module.h"
#include "players/poker/outlook.h"
#include "support.h"

#include <math.h>

/* One imagined deal: every card once, none that was seen but where it was seen (O3). */
static void verify_deal(const struct felt_known *known, const struct outlook_plan *plan,
                        const struct outlook_deal *deal)
{
    felt_cards all = 0;
    int count = 0;
    for (int i = 0; i < plan->boards_end; i++, count++) {
        if (i < known->boards) assert_int_equal(deal->board[i], known->board[i]);
        if (i >= known->boards) assert_false(known->seen >> deal->board[i] & 1);
        all |= felt_cards_of(deal->board[i]);
    }
    for (int k = 0; k < known->opponents; k++)
        for (int i = 0; i < plan->holes_end; i++, count++) {
            felt_card card = deal->hand[k][i], was = FELT_CARD_NONE;
            if (i < known->opponent[k].count) was = known->opponent[k].card[i];
            if (was != FELT_CARD_NONE) assert_int_equal(card, was);
            if (was == FELT_CARD_NONE) assert_false(known->seen >> card & 1);
            all |= felt_cards_of(card);
        }
    if (felt_cards_count(all) != count) fail_msg("%s: a card twice", known->variant->name);
    assert_int_equal(all & ~known->variant->deck, 0);
}

/* In the end, when thrown cards may have gone back into play: every card once. */
static void verify_end(const struct felt_known *known, const struct outlook_plan *plan,
                       const struct outlook_deal *deal)
{
    felt_cards all = felt_cards_from(deal->board, plan->boards_end);
    int count = plan->boards_end + deal->mines + known->opponents * plan->holes_end;
    all |= felt_cards_from(deal->mine, deal->mines);
    for (int k = 0; k < known->opponents; k++)
        all |= felt_cards_from(deal->hand[k], plan->holes_end);
    if (felt_cards_count(all) != count) fail_msg("%s: a card twice", known->variant->name);
}

static void verify_deals(const struct felt_known *all, struct felt_rng *rng)
{
    struct felt_known known;
    struct outlook_plan plan;
    struct outlook_past past;
    outlook_reduce(all, &known);
    outlook_plan_make(&known, &plan);
    outlook_past_make(&known, &plan, OUTLOOK_PAST_HANDS, rng, &past);
    for (int i = 0; i < 8; i++) {
        struct outlook_deal deal;
        outlook_deal_begin(&known, &plan, &past, rng, &deal);
        verify_deal(&known, &plan, &deal);
        if (i % 2) outlook_deal_settle(&known, &plan, rng, &deal);
        (void)outlook_deal_share(&known, &plan, OUTLOOK_BY_RULE, rng, &deal);
        verify_end(&known, &plan, &deal);
    }
}

static void verify_outlook(const struct felt_known *known, const struct felt_view *view,
                           struct felt_rng *rng)
{
    verify_deals(known, rng);
    struct felt_outlook outlook = felt_outlook_sample(known, 10, NULL, rng);
    double potential = felt_outlook_potential(known, 10, NULL, rng);
    assert_true(outlook.share >= 0 && outlook.share <= 1);
    assert_true(potential >= 0 && potential <= 1);
    assert_in_range(felt_outlook_outs(known), 0, FELT_CARDS_MAX);
    if (view->phase != FELT_PHASE_DISCARD) return;
    const struct felt_option *option = &view->option[0];
    uint64_t thrown =
        felt_outlook_discard(known, option->cards_min, option->cards_max, 8, NULL, rng);
    struct felt_action action = {.kind = FELT_DISCARD, .cards = thrown};
    assert_true(felt_option_admits(option, action));
}

/* Mostly calls, so that many stay in; draws at random. */
static struct felt_action go_on(const struct felt_view *view, struct felt_rng *rng)
{
    int64_t count = felt_options_count(view->option, view->options);
    struct felt_action timid = felt_player_timid(view);
    bool at_random = felt_rng_below(rng, view->phase == FELT_PHASE_DISCARD ? 2 : 40) == 0;
    if (at_random)
        return felt_options_pick(view->option, view->options,
                                 felt_rng_below(rng, count < 1000 ? (uint32_t)count : 1000));
    for (int i = 0; i < view->options; i++)
        if (view->option[i].kind == FELT_CALL) return (struct felt_action){.kind = FELT_CALL};
    return timid;
}

/* Every decision of a hand with every seat taken.  Returns what `shared` saw. */
static int play_full_table(const struct felt_variant *variant, uint64_t seed)
{
    struct felt_poker_rules rules;
    struct felt_rng rng = felt_rng_make(seed);
    struct felt_poker state;
    felt_chips stacks[FELT_SEATS_MAX];
    int shared = 0;
    for (int i = 0; i < FELT_SEATS_MAX; i++) stacks[i] = 5000;
    assert_int_equal(
        felt_poker_rules_of(variant, (enum felt_limit)variant->limit, 20, &rules, NULL), FELT_OK);
    struct felt_deal deal = felt_poker_deal_make(&rules, variant->seats_max, stacks, 0);
    assert_int_equal(felt_poker_open(&rules, &deal, &state, NULL), FELT_OK);
    assert_int_equal(felt_poker_deal(&rules, &deal, &rng, &state, NULL), FELT_OK);
    for (felt_seat seat; (seat = felt_poker_actor(&state)) >= 0;) { /* H4 */
        struct felt_view view;
        struct felt_known known;
        felt_poker_view(&rules, &state, seat, &view);
        felt_known_make(&rules, &view, &known);
        assert_int_equal(known.opponents, felt_seats_count(view.betting.turn.live) - 1);
        verify_outlook(&known, &view, &rng);
        shared += variant->shares_last && known.boards == 1;
        assert_int_equal(felt_poker_apply(&rules, &state, seat, go_on(&view, &rng), NULL), FELT_OK);
    }
    return shared;
}

static void outlook_full_tables_of_every_game(void **unused)
{
    (void)unused;
    int shared = 0, hands = test_is_quick() ? 1 : 2;
    for (int i = 0; i < felt_variant_count(); i++)
        for (int hand = 0; hand < hands; hand++)
            shared += play_full_table(felt_variant_at(i), (uint64_t)hand);
    assert_true(shared > 0); /* RULES 14.1 did occur */
}

/* ---- fairness ------------------------------------------------------------------------------- */

/* Shares of any cards add up to the pot: their mean over seats and deals is that of a seat. */
static void verify_fair(const struct felt_variant *variant, int seats, int hands)
{
    enum { SAMPLES = 24 };
    struct felt_poker_rules rules;
    struct felt_rng rng = felt_rng_make(11);
    struct felt_poker state;
    felt_chips stacks[FELT_SEATS_MAX];
    double sum = 0, squares = 0;
    for (int i = 0; i < FELT_SEATS_MAX; i++) stacks[i] = 5000;
    assert_int_equal(
        felt_poker_rules_of(variant, (enum felt_limit)variant->limit, 20, &rules, NULL), FELT_OK);
    struct felt_deal deal = felt_poker_deal_make(&rules, seats, stacks, 0);
    for (int i = 0; i < hands; i++) {
        struct felt_view view;
        struct felt_known known;
        assert_int_equal(felt_poker_open(&rules, &deal, &state, NULL), FELT_OK);
        assert_int_equal(felt_poker_deal(&rules, &deal, &rng, &state, NULL), FELT_OK);
        felt_poker_view(&rules, &state, (felt_seat)(i % seats), &view);
        felt_known_make(&rules, &view, &known);
        double share = felt_outlook_sample(&known, SAMPLES, NULL, &rng).share;
        sum += share;
        squares += share * share;
    }
    double mean = sum / hands, error = sqrt((squares / hands - mean * mean) / hands);
    if (fabs(mean - 1.0 / seats) > 4 * error)
        fail_msg("%s, %d seats: %.4f +- %.4f", variant->name, seats, mean, error);
}

static void outlook_is_fair_at_every_table(void **unused)
{
    (void)unused;
    int hands = test_is_quick() ? 60 : 120;
    for (int i = 0; i < felt_variant_count(); i++) {
        const struct felt_variant *variant = felt_variant_at(i);
        if (variant->on_up == FELT_UP_REDEAL) continue; /* who is dealt the card first matters */
        verify_fair(variant, variant->seats_min, hands);
        verify_fair(variant, (variant->seats_min + variant->seats_max) / 2, hands);
        verify_fair(variant, variant->seats_max, hands);
    }
}

TEST_MODULE(outlook_tables)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(outlook_full_tables_of_every_game),
        cmocka_unit_test(outlook_is_fair_at_every_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
