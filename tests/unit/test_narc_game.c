/* test_narc_game.c -- Narc as the platform knows a game: deals, the last state carried on, views,
 * events, payoffs, other futures; and states that are copied, compared and hashed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "module.h"
#include "narc_any.h"
#include "narc_curios.h"
#include "narc_table.h"

#include <string.h>

enum { SEATS = 7, EVENTS = 512 };

static struct felt_narc_rules rules;
static struct felt_narc_state hand;
static struct felt_event event[EVENTS];
static struct felt_event_log events;

static int make(void **state)
{
    (void)state;
    events = (struct felt_event_log){.event = event, .room = EVENTS};
    return (int)felt_narc_rules_make(&felt_narc_options_usual, &narc_curios, false, &rules, NULL);
}

static struct felt_deal everybody(void)
{
    struct felt_deal deal;
    memset(&deal, 0, sizeof deal);
    deal.seats = SEATS;
    return deal;
}

static enum felt_status open_and_deal(const struct felt_deal *deal, struct felt_rng *rng)
{
    events.count = 0;
    enum felt_status status = felt_narc_game.open(&rules, deal, &hand, &events);
    return status == FELT_OK ? felt_narc_game.deal(&rules, deal, rng, &hand, &events) : status;
}

static void play_out(struct felt_rng *rng)
{
    while (hand.phase != FELT_NARC_OVER) {
        struct felt_action action = narc_any_action(&rules, &hand, rng, 4);
        events.count = 0;
        felt_seat actor = felt_narc_game.actor(&rules, &hand);
        assert_int_equal(felt_narc_game.apply(&rules, &hand, actor, action, &events), FELT_OK);
    }
}

static void narc_game_is_dealt_and_carried_on(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(7);
    struct felt_deal deal = everybody();
    assert_int_equal(open_and_deal(&deal, &rng), FELT_OK);
    assert_int_equal(hand.hand_number, 1);
    assert_int_equal(event[0].kind, FELT_EVENT_HAND);
    assert_int_equal(event[1].kind, FELT_EVENT_ROUND);
    assert_int_equal(event[2].kind, FELT_EVENT_DEAL);
    assert_int_equal(event[2].count, 3);
    assert_int_equal(event[2].cards_to, 1);
    for (int i = 1; i < 30; i++) {
        play_out(&rng);
        struct felt_narc_state last = hand;
        deal.carry = &last;
        felt_chips payoff[FELT_SEATS_MAX];
        felt_narc_game.payoff(&rules, &hand, payoff);
        assert_int_equal(payoff[0], 0);
        assert_int_equal(payoff[2], last.banked);
        assert_int_equal(open_and_deal(&deal, &rng), FELT_OK);
        assert_int_equal(hand.hand_number, last.session_over ? 1 : last.hand_number + 1);
        assert_int_equal(hand.cash, last.cash);
        assert_int_equal(hand.heat, last.heat);
        assert_true(felt_narc_sound(&rules, &hand));
    }
}

static void narc_game_given_decks_are_drawn_in_their_order(void **state)
{
    (void)state;
    struct felt_rng later = felt_rng_make(3);
    struct felt_deal deal = everybody();
    uint8_t deck[FELT_NARC_CARDS_MAX];
    for (int i = 0; i < rules.cards; i++) deck[i] = (uint8_t)(rules.cards - 1 - i);
    deal.deck = deck;
    deal.deck_count = rules.cards;
    deal.later = &later;
    assert_int_equal(open_and_deal(&deal, NULL), FELT_OK);
    for (int role = 0; role < FELT_ROLES; role++) {
        felt_cards top = (felt_cards)7 << (rules.first[role] + rules.count[role] - 3);
        assert_int_equal(hand.hand & rules.of_role[role], top);
    }
    struct felt_narc_state first = hand;
    assert_int_equal(open_and_deal(&deal, NULL), FELT_OK);
    assert_true(felt_narc_equal(&first, &hand)); /* N3 */
    deal.later = NULL;
    assert_int_equal(open_and_deal(&deal, NULL), FELT_OK); /* nothing is left to chance but folds */
    assert_int_equal(open_and_deal(&deal, &later), FELT_OK);
}

static void narc_game_bad_deals_are_refused(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(1);
    uint8_t deck[FELT_NARC_CARDS_MAX + 1];
    for (int i = 0; i < rules.cards; i++) deck[i] = (uint8_t)i;
    struct felt_deal deal = everybody();
    deal.seats = 3;
    assert_int_equal(open_and_deal(&deal, &rng), FELT_BAD_DEAL);
    deal.seats = 15;
    assert_int_equal(open_and_deal(&deal, &rng), FELT_BAD_DEAL);
    deal = everybody();
    assert_int_equal(open_and_deal(&deal, NULL), FELT_BAD_DEAL); /* no deck and no chance */
    deal.deck = deck;
    deal.deck_count = rules.cards - 1;
    assert_int_equal(open_and_deal(&deal, &rng), FELT_BAD_DEAL);
    deal.deck_count = rules.cards;
    deck[4] = 5;
    assert_int_equal(open_and_deal(&deal, &rng), FELT_BAD_DEAL);
    deck[4] = rules.cards;
    assert_int_equal(open_and_deal(&deal, &rng), FELT_BAD_DEAL);
    deck[4] = 4;
    assert_int_equal(open_and_deal(&deal, &rng), FELT_OK);
    assert_int_equal(felt_narc_game.deal(&rules, &deal, &rng, &hand, &events), FELT_BAD_DEAL);
    struct felt_narc_state playing = hand;
    deal.carry = &playing;
    assert_int_equal(open_and_deal(&deal, &rng), FELT_BAD_DEAL); /* the last hand is not over */
    hand = playing;
    struct felt_action fold = {.kind = FELT_FOLD}, check = {.kind = FELT_CHECK};
    assert_int_equal(felt_narc_apply(&rules, &hand, 0, check, NULL), FELT_OK);
    assert_int_equal(felt_narc_apply(&rules, &hand, 1, check, NULL), FELT_OK);
    assert_int_equal(felt_narc_apply(&rules, &hand, 2, fold, NULL), FELT_OK);
    playing = hand;
    assert_int_equal(open_and_deal(&deal, &rng), FELT_BAD_DEAL); /* decks are for new sessions */
    deal.deck = NULL;
    assert_int_equal(open_and_deal(&deal, NULL), FELT_OK); /* what chance is left is in the state */
}

/* Cards that are gone may stand in a deck that is given: they are passed over. */
static void narc_game_given_deck_without_what_is_gone(void **state)
{
    (void)state;
    struct felt_narc_state last;
    struct felt_rng later = felt_rng_make(1);
    uint8_t deck[FELT_NARC_CARDS_MAX];
    for (int i = 0; i < rules.cards; i++) deck[i] = (uint8_t)i;
    felt_narc_rest(&rules, 0, 0, &last);
    int card = rules.first[FELT_ROLE_PLAYER] + 1;
    last.gone = felt_cards_of((felt_card)card);
    last.deck &= ~last.gone;
    assert_int_equal(felt_narc_begin_with(&rules, &last, deck, rules.cards, &later, &hand, NULL),
                     FELT_OK);
    assert_int_equal(hand.gone, last.gone);
    assert_true(felt_narc_sound(&rules, &hand));
    assert_int_equal(hand.left[FELT_ROLE_PLAYER], rules.count[FELT_ROLE_PLAYER] - 1 - 3);
    struct felt_rng rng = felt_rng_make(1);
    felt_narc_begin(&rules, &last, &rng, &hand, NULL);
    assert_true(felt_narc_sound(&rules, &hand));
    assert_int_equal(hand.gone, last.gone);
}

static void narc_game_same_deal_and_actions_give_the_same_states(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 50; seed++) {
        struct felt_narc_state twin;
        struct felt_rng rng = felt_rng_make(seed), other = rng, choices = felt_rng_make(~seed);
        felt_narc_rest(&rules, 60, 100, &hand);
        twin = hand;
        for (int i = 0; i < 5; i++) {
            felt_narc_begin(&rules, &hand, &rng, &hand, NULL);
            felt_narc_begin(&rules, &twin, &other, &twin, NULL);
            while (hand.phase != FELT_NARC_OVER) {
                struct felt_action action = narc_any_action(&rules, &hand, &choices, 4);
                felt_seat actor = felt_narc_actor(&rules, &hand);
                events.count = 0;
                assert_int_equal(felt_narc_apply(&rules, &hand, actor, action, &events), FELT_OK);
                int card = 0;
                if (action.cards) { /* the fast way does the same as the one with a log */
                    uint8_t cards[FELT_NARC_HAND_MAX];
                    felt_narc_hand(&rules, &twin, actor, cards);
                    card = cards[__builtin_ctzll(action.cards)];
                }
                felt_narc_act(&rules, &twin, (enum felt_action_kind)action.kind, card);
                assert_true(felt_narc_equal(&hand, &twin));
                assert_true(felt_narc_hash(&hand) == felt_narc_hash(&twin));
            }
        }
    }
}

static void narc_game_equal_sees_every_field(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(1);
    felt_narc_rest(&rules, 0, 0, &hand);
    felt_narc_begin(&rules, &hand, &rng, &hand, NULL);
    struct felt_narc_state changed[] = {hand, hand, hand, hand, hand, hand, hand, hand};
    changed[0].later.state[0]++;
    changed[1].pile[5] ^= 1;
    changed[2].totals.heat++;
    changed[3].betting.held[1]++;
    changed[4].ordered ^= 1;
    changed[5].betting.turn.raises++;
    changed[6].hand ^= 1;
    changed[7].session_over = true;
    for (size_t i = 0; i < sizeof changed / sizeof changed[0]; i++) {
        assert_false(felt_narc_equal(&hand, &changed[i]));
        assert_true(felt_narc_hash(&hand) != felt_narc_hash(&changed[i]));
    }
    assert_true(felt_narc_equal(&hand, &hand));
}

static void narc_game_sound_notices_what_is_broken(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(1);
    felt_narc_rest(&rules, 0, 0, &hand);
    felt_narc_begin(&rules, &hand, &rng, &hand, NULL);
    assert_true(felt_narc_sound(&rules, &hand));
    struct felt_narc_state broken[] = {hand, hand, hand, hand, hand, hand, hand, hand, hand, hand};
    broken[0].spent |= hand.hand & -hand.hand; /* a card twice */
    broken[1].hand &= hand.hand - 1;           /* a card lost */
    broken[2].open_spent = 1;                  /* seen, but not spent */
    broken[3].betting.held[0]++;               /* a card that is not there */
    broken[4].left[1]--;                       /* a deck that is too short */
    broken[5].totals.evidence = 5;             /* nothing was flipped */
    broken[6].betting.turn.owes |= 8;          /* nobody sits there */
    broken[7].betting.turn.raises = 9;         /* above the cap */
    broken[8].phase = FELT_NARC_OVER;          /* without an end */
    broken[9].commits = 1;                     /* nothing lies there */
    for (size_t i = 0; i < sizeof broken / sizeof broken[0]; i++)
        if (felt_narc_sound(&rules, &broken[i])) fail_msg("%zu is said to be sound", i);
}

static void narc_game_futures_change_no_view(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(1);
    struct felt_view before, after;
    felt_narc_rest(&rules, 0, 0, &hand);
    assert_false(felt_narc_game.future(&rules, &rng, &hand));
    felt_narc_begin(&rules, &hand, &rng, &hand, NULL);
    struct felt_narc_state other = hand;
    assert_true(felt_narc_game.future(&rules, &rng, &other));
    assert_false(felt_narc_equal(&hand, &other));
    for (felt_seat seat = -1; seat < FELT_ROLES; seat++) {
        felt_narc_game.view(&rules, &hand, seat, &before);
        felt_narc_game.view(&rules, &other, seat, &after);
        assert_true(felt_view_equal(&before, &after));
    }
}

/* What is dealt anew does not depend on what was hidden: a bot cannot learn from it. */
static void narc_game_redeal_forgets_what_was_hidden(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(5), choices = felt_rng_make(6);
    felt_narc_rest(&rules, 0, 0, &hand);
    for (int i = 0; i < 40; i++) {
        felt_narc_begin(&rules, &hand, &rng, &hand, NULL);
        while (hand.phase != FELT_NARC_OVER) {
            felt_seat actor = felt_narc_actor(&rules, &hand);
            struct felt_narc_state one = hand, two = hand;
            struct felt_rng same = felt_rng_make(9), again = same;
            felt_narc_redeal(&rules, &two, actor, &rng); /* another hidden world */
            felt_narc_redeal(&rules, &one, actor, &same);
            felt_narc_redeal(&rules, &two, actor, &again);
            for (int role = 0; role < FELT_ROLES; role++)
                assert_memory_equal(one.pile + rules.first[role] + one.top[role],
                                    two.pile + rules.first[role] + two.top[role], one.left[role]);
            memcpy(one.pile, two.pile, sizeof one.pile); /* what was drawn means nothing */
            assert_true(felt_narc_equal(&one, &two));
            struct felt_action action = narc_any_action(&rules, &hand, &choices, 9);
            assert_int_equal(felt_narc_apply(&rules, &hand, actor, action, NULL), FELT_OK);
        }
    }
}

static void narc_game_draws_every_card_as_often(void **state)
{
    (void)state;
    enum { DEALS = 4000 };
    int drawn[FELT_NARC_CARDS_MAX] = {0};
    struct felt_rng rng = felt_rng_make(11);
    for (int i = 0; i < DEALS; i++) {
        felt_narc_rest(&rules, 0, 0, &hand);
        felt_narc_begin(&rules, &hand, &rng, &hand, NULL);
        for (felt_cards left = hand.hand; left;) drawn[felt_cards_take(&left)]++;
    }
    for (int card = 0; card < rules.cards; card++) {
        int role = card >= rules.first[2] ? 2 : card >= rules.first[1] ? 1 : 0;
        int expected = 3 * DEALS / rules.count[role];
        assert_in_range(drawn[card], expected - 130, expected + 130); /* five deviations */
    }
}

TEST_MODULE(narc_game)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(narc_game_is_dealt_and_carried_on, make),
        cmocka_unit_test_setup(narc_game_given_decks_are_drawn_in_their_order, make),
        cmocka_unit_test_setup(narc_game_bad_deals_are_refused, make),
        cmocka_unit_test_setup(narc_game_given_deck_without_what_is_gone, make),
        cmocka_unit_test_setup(narc_game_same_deal_and_actions_give_the_same_states, make),
        cmocka_unit_test_setup(narc_game_equal_sees_every_field, make),
        cmocka_unit_test_setup(narc_game_sound_notices_what_is_broken, make),
        cmocka_unit_test_setup(narc_game_futures_change_no_view, make),
        cmocka_unit_test_setup(narc_game_redeal_forgets_what_was_hidden, make),
        cmocka_unit_test_setup(narc_game_draws_every_card_as_often, make),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
