/* test_poker_cards.c -- where the cards of a hand lie, and which ones come later. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "module.h"
#include "poker_scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- cards ---------------------------------------------------------------------------------- */

/* RULES 2.4: card i of the k-th seat left of the button is number i * n + k; then the board. */
static void poker_given_decks_are_laid_out(void **state)
{
    (void)state;
    static const struct {
        const char *variant;
        felt_seats seats;
        felt_seat button;
        felt_seat order[4]; /* from left of the button */
        int count;
    } rows[] = {{"holdem", 0x7, 2, {0, 1, 2}, 3},
                {"omaha", 0xF, 1, {2, 3, 0, 1}, 4},
                {"holdem", 0x292, 5, {7, 9, 1, 4}, 4}, /* the button is an empty seat */
                {"stud", 0x7, 0, {1, 2, 0}, 3},
                {"leduc", 0x3, 1, {0, 1}, 2}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_poker_rules rules = rules_of(rows[i].variant, FELT_FIXED_LIMIT, 20);
        const struct felt_variant *row = rules.variant;
        struct felt_deal deal = {.seats = rows[i].seats, .button = rows[i].button, .opener = -1};
        felt_card deck[FELT_CARDS_MAX], hole[FELT_HOLE_MAX];
        for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
            deal.stack[seat] = 500;
            deal.ante[seat] = 500; /* all-in: everything is dealt out */
        }
        struct felt_rng rng = felt_rng_make(i);
        cards_deal(&rng, row->deck, rules.deck_count, deck);
        deal.deck = deck;
        deal.deck_count = rules.deck_count;
        struct felt_poker hand = hand_of(&rules, &deal, i);
        assert_int_equal(hand.phase, FELT_PHASE_OVER);
        for (int k = 0; k < rows[i].count; k++) {
            int count = felt_poker_hole(&rules, &hand, rows[i].order[k], hole);
            assert_int_equal(count, row->hole_cards);
            for (int c = 0; c < count; c++) assert_int_equal(hole[c], deck[c * rows[i].count + k]);
        }
        assert_int_equal(hand.boards, row->board_cards);
        for (int b = 0; b < row->board_cards; b++)
            assert_int_equal(felt_poker_board(&hand)[b], deck[rows[i].count * row->hole_cards + b]);
    }
}

/* Unknown cards of a given deck are any of the others; H2. */
static void poker_unknown_cards_are_drawn(void **state)
{
    (void)state;
    struct felt_poker_rules rules = rules_of("holdem", FELT_NO_LIMIT, 20);
    struct felt_deal deal = deal_of(&rules, 2, 500);
    felt_card deck[4] = {FELT_CARD_NONE, 51, 50, FELT_CARD_NONE};
    felt_cards seen = 0;
    deal.deck = deck;
    deal.deck_count = 4;
    for (uint64_t seed = 0; seed < 2000; seed++) {
        struct felt_poker hand = hand_of(&rules, &deal, seed);
        felt_card hole[FELT_HOLE_MAX];
        assert_true(felt_cards_from(hand.deck, hand.size) == FELT_CARDS_ALL);
        assert_int_equal(felt_poker_hole(&rules, &hand, 0, hole), 2); /* left of the button */
        assert_int_equal(hole[1], 50);
        seen |= felt_cards_of(hole[0]);
        assert_int_equal(felt_poker_hole(&rules, &hand, 1, hole), 2);
        assert_int_equal(hole[0], 51);
        assert_int_equal(felt_poker_hole(&rules, &hand, 5, hole), 0); /* an empty seat */
    }
    assert_true(seen == (FELT_CARDS_ALL & ~((felt_cards)3 << 50)));
}

/* ---- cards that come later ------------------------------------------------------------------- */

/* Two seats, five-card draw, the second about to throw away its last two cards; the first threw
 * three. */
static struct felt_poker drawing_hand(const struct felt_poker_rules *rules)
{
    struct felt_deal deal = deal_of(rules, 2, 500);
    felt_card deck[FELT_CARDS_MAX];
    deal.deck_count = cards_parse("2c 3c 2d 3d 2h 3h 4s 5s 6s 7s  8c 8d 8h 8s 9c", deck, 52);
    deal.deck = deck;
    struct felt_poker hand = hand_of(rules, &deal, 3);
    assert_int_equal(act(rules, &hand, FELT_CALL, 0), FELT_OK);
    assert_int_equal(act(rules, &hand, FELT_CHECK, 0), FELT_OK);
    struct felt_action three = {.kind = FELT_DISCARD, .cards = 7};
    assert_int_equal(felt_poker_draw_due(rules, &hand, 7), 0); /* seat 1 is still to throw */
    assert_int_equal(felt_poker_apply(rules, &hand, 0, three, NULL), FELT_OK);
    return hand;
}

/* RULES 13.6: a recorded hand deals what is recorded. */
static void poker_recorded_draws_are_dealt_as_given(void **state)
{
    (void)state;
    struct felt_poker_rules rules = rules_of("draw", FELT_NO_LIMIT, 20);
    struct felt_action last = {.kind = FELT_DISCARD, .cards = 24};
    static const struct {
        const char *given, *first, *second; /* what the seats hold afterwards */
        enum felt_status status;
    } rows[] = {
        {"Ac Ad Ah As Kc", "Ac Ad Ah 4s 6s", "3c 3d 3h As Kc", FELT_OK},
        {"8c 8d 8h 8s 9c", "8c 8d 8h 4s 6s", "3c 3d 3h 8s 9c", FELT_OK}, /* the stub's own order */
        {"5s 7s Ah 2c 2d", "5s 7s Ah 4s 6s", "3c 3d 3h 2c 2d", FELT_OK}, /* thrown away before */
        {"2c 2d 2h 5s 7s", "2c 2d 2h 4s 6s", "3c 3d 3h 5s 7s", FELT_OK},
        {"Ac Ad Ah As", NULL, NULL, FELT_WRONG_COUNT},
        {"Ac Ad Ah As Kc Kd", NULL, NULL, FELT_WRONG_COUNT},
        {"Ac Ad Ah As Ac", NULL, NULL, FELT_DUPLICATE_CARD},
        {"Ac Ad Ah As 3c", NULL, NULL, FELT_DUPLICATE_CARD}, /* in the hand of seat 1 */
        {"Ac Ad Ah As 6s", NULL, NULL, FELT_DUPLICATE_CARD},
        {"Ac Ad Ah As Jr", NULL, NULL, FELT_BAD_CARD},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_poker hand = drawing_hand(&rules), before = hand;
        felt_card given[8], hole[FELT_HOLE_MAX];
        char text[CARDS_TEXT_BYTES];
        int count = cards_parse(rows[i].given, given, 8);
        assert_int_equal(felt_poker_draw_due(&rules, &hand, last.cards), 5);
        enum felt_status status =
            felt_poker_apply_dealing(&rules, &hand, 1, last, given, count, NULL);
        if (status != rows[i].status) fail_msg("%s: status %d", rows[i].given, status);
        if (status != FELT_OK) {
            assert_true(felt_poker_equal(&hand, &before));
            continue;
        }
        assert_string_equal(cards_show(hole, felt_poker_hole(&rules, &hand, 0, hole), text),
                            rows[i].first);
        assert_string_equal(cards_show(hole, felt_poker_hole(&rules, &hand, 1, hole), text),
                            rows[i].second);
        assert_true(felt_cards_from(hand.deck, hand.size) == FELT_CARDS_ALL); /* H2 */
    }
    /* Any card where none is named; the named one is kept for its place. */
    struct felt_poker hand = drawing_hand(&rules);
    felt_card given[5] = {FELT_CARD_NONE, FELT_CARD_NONE, FELT_CARD_NONE, FELT_CARD_NONE, 24};
    felt_card hole[FELT_HOLE_MAX];
    assert_int_equal(felt_poker_apply_dealing(&rules, &hand, 1, last, given, 5, NULL), FELT_OK);
    assert_int_equal(felt_poker_hole(&rules, &hand, 1, hole), 5);
    assert_int_equal(hole[4], 24); /* 8c, the top of the stub, but for the last place */
    assert_true(felt_cards_from(hand.deck, hand.size) == FELT_CARDS_ALL);
}

/* RULES 13.4: full tables throw everything away in every draw; nobody gets back what it threw, and
 * every card is in one place. */
static void poker_short_stubs_give_nothing_back(void **state)
{
    (void)state;
    static const struct {
        const char *variant;
        int seats;
    } rows[] = {{"draw", 9}, {"draw-jokers", 9}, {"27-triple", 7}, {"badugi", 10}, {"badeucy", 7}};
    static struct felt_event event[EVENTS];
    long shuffles = 0;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (uint64_t seed = 0; seed < 200; seed++) {
            struct felt_poker_rules rules = rules_of(rows[i].variant, FELT_NO_LIMIT, 20);
            struct felt_deal deal = deal_of(&rules, rows[i].seats, 20); /* all-in at once */
            struct felt_poker hand = hand_of(&rules, &deal, seed);
            felt_cards thrown[FELT_SEATS_MAX] = {0};
            while (felt_poker_actor(&hand) >= 0) {
                struct felt_event_log log = {.event = event, .room = EVENTS};
                felt_seat seat = felt_poker_actor(&hand);
                struct felt_action all = {.kind = FELT_CALL};
                if (hand.phase == FELT_PHASE_DISCARD) {
                    all.kind = FELT_DISCARD;
                    all.cards = (1u << rules.variant->hole_cards) - 1;
                }
                assert_int_equal(felt_poker_apply(&rules, &hand, seat, all, &log), FELT_OK);
                for (uint32_t at = 0; at < log.count; at++) {
                    felt_cards cards = felt_cards_from(event[at].cards, event[at].count);
                    shuffles += event[at].kind == FELT_EVENT_SHUFFLE;
                    if (event[at].kind == FELT_EVENT_ACT) thrown[seat] = cards;
                    if (event[at].kind == FELT_EVENT_DRAW)
                        assert_true((cards & thrown[event[at].seat]) == 0);
                }
                assert_true(felt_cards_from(hand.deck, hand.size) == rules.variant->deck);
            }
        }
    assert_true(shuffles > 200 * 5);
}

/* All-in by the ante: everything is dealt, with as many redeals as the queen of spades calls for.
 */
static struct felt_poker bitch_of(const struct felt_poker_rules *rules, uint64_t seed)
{
    struct felt_deal deal = deal_of(rules, 8, 4);
    return hand_of(rules, &deal, seed);
}

/* RULES 14.3: after eight redeals the queen up is an ordinary card. */
static void poker_ninth_queen_up_is_ordinary(void **state)
{
    (void)state;
    struct felt_poker_rules rules = rules_of("the-bitch", FELT_FIXED_LIMIT, 20);
    const felt_card lady = felt_card_make(FELT_QUEEN, FELT_SPADES);
    int most = 0, ninth = 0;
    for (uint64_t seed = 0; seed < 3000; seed++) {
        struct felt_poker hand = bitch_of(&rules, seed);
        bool up = false;
        assert_int_equal(hand.phase, FELT_PHASE_OVER);
        for (felt_seat seat = 0; seat < 8; seat++) {
            felt_card hole[FELT_HOLE_MAX];
            assert_true(felt_poker_hole(&rules, &hand, seat, hole) >= 6);
            for (int i = 2; i < 6; i++) up = up || hole[i] == lady;
        }
        if (hand.redeals > most) most = hand.redeals;
        if (!up) continue;
        assert_int_equal(hand.redeals, FELT_REDEALS_MAX);
        ninth++;
    }
    assert_int_equal(most, FELT_REDEALS_MAX);
    assert_true(ninth > 0);
}

/* RULES 2.5: a hand is a function of deck, stream and actions. */
static void poker_stream_decides_about_later_cards(void **state)
{
    (void)state;
    struct felt_poker_rules rules = rules_of("the-bitch", FELT_FIXED_LIMIT, 20);
    struct felt_deal deal = deal_of(&rules, 3, 500);
    felt_card deck[FELT_CARDS_MAX];
    struct felt_rng later = felt_rng_make(11), other = felt_rng_make(12);
    deal.deck_count = cards_parse("2c 3c 4c 2d 3d 4d Qs 5h 6h", deck, FELT_CARDS_MAX);
    deal.deck = deck;
    deal.later = &later;
    struct felt_poker one = hand_of(&rules, &deal, 1), two = hand_of(&rules, &deal, 2);
    assert_true(one.redeals > 0);
    assert_memory_equal(one.deck, two.deck, sizeof one.deck); /* whatever the unknown cards were */
    deal.later = &other;
    two = hand_of(&rules, &deal, 1);
    assert_true(memcmp(one.deck, two.deck, one.size) != 0);
}

TEST_MODULE(poker_cards)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(poker_given_decks_are_laid_out),
        cmocka_unit_test(poker_unknown_cards_are_drawn),
        cmocka_unit_test(poker_recorded_draws_are_dealt_as_given),
        cmocka_unit_test(poker_short_stubs_give_nothing_back),
        cmocka_unit_test(poker_ninth_queen_up_is_ordinary),
        cmocka_unit_test(poker_stream_decides_about_later_cards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
