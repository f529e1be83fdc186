/* test_poker_view.c -- what a seat may know, event by event and view by view: named situations, and
 * whole hands of every variant in which a view must not depend on what it hides. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/poker.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

enum { EVENTS = 1024, HANDS = 150 };

static struct felt_poker_rules rules_of(const char *variant, enum felt_limit limit)
{
    struct felt_poker_rules rules;
    assert_int_equal(felt_poker_rules_make(variant, limit, 20, &rules, NULL), FELT_OK);
    return rules;
}

static struct felt_poker hand_of(const struct felt_poker_rules *rules, int seats, const char *cards)
{
    static const felt_chips stacks[FELT_SEATS_MAX] = {500, 500, 500, 500, 500,
                                                      500, 500, 500, 500, 500};
    felt_card deck[FELT_CARDS_MAX];
    struct felt_deal deal = felt_poker_deal_make(rules, seats, stacks, (felt_seat)(seats - 1));
    struct felt_poker state;
    struct felt_rng rng = felt_rng_make(4);
    deal.deck = deck;
    deal.deck_count = cards_parse(cards, deck, FELT_CARDS_MAX);
    assert_int_equal(felt_poker_open(rules, &deal, &state, NULL), FELT_OK);
    assert_int_equal(felt_poker_deal(rules, &deal, &rng, &state, NULL), FELT_OK);
    return state;
}

static void act(const struct felt_poker_rules *rules, struct felt_poker *state,
                enum felt_action_kind kind, felt_chips amount)
{
    struct felt_action action = {.kind = (uint8_t)kind, .amount = amount};
    assert_int_equal(felt_poker_apply(rules, state, felt_poker_actor(state), action, NULL),
                     FELT_OK);
}

/* The cards of a zone as text, "??" where they are hidden. */
static const char *zone_text(const struct felt_view *view, enum felt_zone_kind kind,
                             felt_seat owner, char out[64])
{
    const struct felt_zone *zone = felt_view_zone(view, kind, owner);
    out[0] = 0;
    if (zone == NULL) return "no zone";
    for (int i = 0; i < zone->count; i++) felt_card_write(view->cards[zone->at + i], out + 2 * i);
    return out;
}

static void expect_hand(const struct felt_poker_rules *rules, const struct felt_poker *state,
                        felt_seat viewer, felt_seat owner, const char *expected)
{
    struct felt_view view;
    char text[64];
    felt_poker_view(rules, state, viewer, &view);
    assert_string_equal(zone_text(&view, FELT_ZONE_HAND, owner, text), expected);
}

static void view_holdem_shows_own_cards_and_the_board(void **state)
{
    (void)state;
    struct felt_poker_rules rules = rules_of("holdem", FELT_NO_LIMIT);
    struct felt_poker hand = hand_of(&rules, 3, "Ah Kh Qh Ad Kd Qd 2c 3c 4d 9s Ts");
    struct felt_view view;
    char text[64];
    expect_hand(&rules, &hand, 0, 0, "AhAd");
    expect_hand(&rules, &hand, 0, 1, "????");
    expect_hand(&rules, &hand, 2, 2, "QhQd");
    expect_hand(&rules, &hand, FELT_SEAT_NONE, 2, "????");
    expect_hand(&rules, &hand, 7, 0, "????"); /* somebody at an empty chair */
    felt_poker_view(&rules, &hand, 0, &view);
    assert_string_equal(zone_text(&view, FELT_ZONE_BOARD, FELT_SEAT_NONE, text), "");
    assert_null(felt_view_zone(&view, FELT_ZONE_HAND, 5));
    act(&rules, &hand, FELT_CALL, 0);
    act(&rules, &hand, FELT_FOLD, 0);
    act(&rules, &hand, FELT_CHECK, 0);
    felt_poker_view(&rules, &hand, 1, &view);
    assert_string_equal(zone_text(&view, FELT_ZONE_BOARD, FELT_SEAT_NONE, text), "2c3c4d");
    expect_hand(&rules, &hand, 0, 0, "AhAd"); /* folded: it still knows what it threw away */
    expect_hand(&rules, &hand, 1, 0, "????");
}

static void view_stud_shows_cards_that_lie_open(void **state)
{
    (void)state;
    struct felt_poker_rules rules = rules_of("stud", FELT_FIXED_LIMIT);
    struct felt_poker hand = hand_of(&rules, 2, "Ah Kh Ad Kd 2c 9c 3d 8d 4h 7h 5s 6s Jc Qc");
    struct felt_view view;
    expect_hand(&rules, &hand, 0, 1, "????9c");
    expect_hand(&rules, &hand, 1, 0, "????2c");
    expect_hand(&rules, &hand, FELT_SEAT_NONE, 0, "????2c");
    felt_poker_view(&rules, &hand, 1, &view);
    assert_int_equal(felt_view_zone(&view, FELT_ZONE_HAND, 0)->up, 4);
    act(&rules, &hand, FELT_BRING_IN, 0);
    act(&rules, &hand, FELT_CALL, 0);
    for (int street = 0; street < 3; street++)
        for (int seat = 0; seat < 2; seat++) act(&rules, &hand, FELT_CHECK, 0);
    expect_hand(&rules, &hand, 1, 0, "????2c3d4h5s??");
    expect_hand(&rules, &hand, 0, 0, "AhAd2c3d4h5sJc");
    struct felt_poker folded = hand;
    act(&rules, &folded, FELT_FOLD, 0);
    expect_hand(&rules, &folded, FELT_SEAT_NONE, 0, "????2c3d4h5s??"); /* nothing is shown */
    act(&rules, &hand, FELT_CHECK, 0);
    act(&rules, &hand, FELT_CHECK, 0);
    expect_hand(&rules, &hand, FELT_SEAT_NONE, 0, "AhAd2c3d4h5sJc"); /* the showdown */
    expect_hand(&rules, &hand, 0, 1, "KhKd9c8d7h6sQc");
}

static void view_showdown_shows_only_who_is_live(void **state)
{
    (void)state;
    struct felt_poker_rules rules = rules_of("holdem", FELT_NO_LIMIT);
    struct felt_poker hand = hand_of(&rules, 3, "Ah Kh Qh Ad Kd Qd 2c 3c 4d 9s Ts");
    act(&rules, &hand, FELT_RAISE_TO, 500);
    act(&rules, &hand, FELT_CALL, 0);
    act(&rules, &hand, FELT_FOLD, 0);
    assert_int_equal(hand.phase, FELT_PHASE_OVER);
    expect_hand(&rules, &hand, FELT_SEAT_NONE, 0, "AhAd");
    expect_hand(&rules, &hand, FELT_SEAT_NONE, 1, "????");
    expect_hand(&rules, &hand, 1, 2, "QhQd");
}

static void view_options_are_the_actors(void **state)
{
    (void)state;
    struct felt_poker_rules rules = rules_of("holdem", FELT_NO_LIMIT);
    struct felt_poker hand = hand_of(&rules, 3, "");
    for (felt_seat seat = -1; seat < 4; seat++) {
        struct felt_view view;
        struct felt_option option[FELT_OPTIONS_MAX];
        int count = felt_poker_options(&rules, &hand, option);
        felt_poker_view(&rules, &hand, seat, &view);
        assert_int_equal(view.viewer, seat);
        assert_int_equal(view.actor, 2);
        assert_int_equal(view.options, seat == 2 ? count : 0);
        assert_int_equal(view.betting.to_match, 20);
        assert_int_equal(view.start[0], 500);
        for (int i = 0; i < view.options; i++) {
            assert_int_equal(view.option[i].kind, option[i].kind);
            assert_int_equal(view.option[i].min, option[i].min);
            assert_int_equal(view.option[i].max, option[i].max);
        }
    }
}

static void view_equal_sees_every_difference(void **state)
{
    (void)state;
    struct felt_poker_rules rules = rules_of("stud", FELT_FIXED_LIMIT);
    struct felt_poker hand = hand_of(&rules, 3, "");
    struct felt_view view, padded;
    felt_poker_view(&rules, &hand, felt_poker_actor(&hand), &view);
    memset(&padded, 0x5A, sizeof padded);
    padded = view;
    assert_true(felt_view_equal(&view, &padded));
#define DIFFERS(field)                                                                             \
    do {                                                                                           \
        struct felt_view other = view;                                                             \
        other.field ^= 1;                                                                          \
        if (felt_view_equal(&view, &other)) fail_msg("equal, but for %s", #field);                 \
    } while (0)
    DIFFERS(viewer);
    DIFFERS(actor);
    DIFFERS(button);
    DIFFERS(opener);
    DIFFERS(phase);
    DIFFERS(step);
    DIFFERS(street);
    DIFFERS(seats);
    DIFFERS(betting.stack[1]);
    DIFFERS(betting.turn.may_raise);
    DIFFERS(start[0]);
    DIFFERS(paid[2]);
    DIFFERS(dead);
    DIFFERS(rake);
    DIFFERS(pots);
    DIFFERS(zones);
    DIFFERS(options);
    DIFFERS(pot[0].amount);
    DIFFERS(pot[0].eligible);
    DIFFERS(zone[1].owner);
    DIFFERS(zone[1].count);
    DIFFERS(zone[1].up);
    DIFFERS(cards[2]);
    DIFFERS(number[0]);
    DIFFERS(option[0].kind);
    DIFFERS(option[0].max);
#undef DIFFERS
}

static void event_words_are_all_there(void **state)
{
    (void)state;
    for (int a = 0; a < FELT_EVENT_KINDS; a++) {
        const char *word = felt_event_word((enum felt_event_kind)a);
        assert_non_null(word);
        assert_true(word[0] != 0);
        for (int b = 0; b < a; b++)
            assert_string_not_equal(word, felt_event_word((enum felt_event_kind)b));
    }
}

static void event_for_a_seat_hides_cards_of_others(void **state)
{
    (void)state;
    struct felt_event event = {.kind = FELT_EVENT_DEAL, .seat = 1, .count = 2, .cards_to = 2};
    event.cards[0] = 50;
    event.cards[1] = 51;
    for (felt_seat seat = -1; seat < FELT_SEATS_MAX; seat++) {
        struct felt_event seen = felt_event_for(&event, seat);
        bool knows = seat == 1;
        assert_int_equal(seen.cards[0], knows ? 50 : FELT_CARD_NONE);
        assert_int_equal(seen.cards[1], knows ? 51 : FELT_CARD_NONE);
        assert_int_equal(seen.count, 2);
        assert_int_equal(seen.seat, 1);
        assert_int_equal(seen.kind, FELT_EVENT_DEAL);
    }
    event.cards_to = (felt_seats)-1; /* everybody, a spectator too */
    assert_int_equal(felt_event_for(&event, FELT_SEAT_NONE).cards[1], 51);
    assert_int_equal(felt_event_for(&event, 9).cards[0], 50);
}

/* ---- whole hands ---------------------------------------------------------------------------- */

/* Places of the deck a viewer may see. */
static uint64_t visible_places(const struct felt_poker_rules *rules, const struct felt_poker *state,
                               felt_seat viewer)
{
    const struct felt_variant *variant = rules->variant;
    uint64_t visible = (UINT64_C(1) << state->boards) - 1;
    int row = variant->board_cards;
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
        if (!felt_seats_has(state->dealt, seat)) continue;
        int held =
            felt_seats_has(state->betting.turn.live, seat) ? state->slots : state->kept[seat];
        bool all = seat == viewer || felt_seats_has(state->shown, seat);
        int at = 0;
        for (int i = 0; i < variant->steps; i++) {
            const struct felt_step *step = &variant->step[i];
            for (int card = 0; card < step->down + step->up; card++, at++)
                if (at < held && (all || card >= step->down)) visible |= UINT64_C(1) << (row + at);
        }
        row += variant->hole_cards;
    }
    return visible;
}

/* The same state with everything the viewer cannot see dealt anew. */
static struct felt_poker redealt(const struct felt_poker *state, uint64_t visible,
                                 struct felt_rng *rng)
{
    struct felt_poker other = *state;
    for (int i = state->size - 1; i > 0; i--) {
        int j = (int)felt_rng_below(rng, (uint32_t)i + 1);
        if (visible >> i & 1 || visible >> j & 1) continue;
        felt_card card = other.deck[i];
        other.deck[i] = other.deck[j];
        other.deck[j] = card;
    }
    return other;
}

static void verify_secrecy(const struct felt_poker_rules *rules, const struct felt_poker *state,
                           struct felt_rng *rng)
{
    for (felt_seat viewer = -1; viewer < FELT_SEATS_MAX; viewer++) {
        struct felt_view view, again;
        struct felt_poker imagined;
        struct felt_poker other = redealt(state, visible_places(rules, state, viewer), rng);
        felt_poker_view(rules, state, viewer, &view);
        felt_poker_view(rules, &other, viewer, &again);
        if (!felt_view_equal(&view, &again)) fail_msg("G3: %s", rules->variant->name);
        /* Not a byte of the view tells: nothing is left in the padding either. */
        assert_memory_equal(&view, &again, sizeof view);
        felt_poker_imagine(rules, &view, rng, &imagined);
        felt_poker_view(rules, &imagined, viewer, &again);
        if (!felt_view_equal(&view, &again)) fail_msg("G4: %s", rules->variant->name);
        assert_true(felt_cards_from(imagined.deck, imagined.size) == rules->variant->deck);
    }
}

static void play_in_secret(const struct felt_poker_rules *rules, int seats, struct felt_rng *rng)
{
    felt_chips stacks[FELT_SEATS_MAX];
    struct felt_poker hand;
    for (int seat = 0; seat < seats; seat++) stacks[seat] = 1 + felt_rng_below(rng, 400);
    struct felt_deal deal =
        felt_poker_deal_make(rules, seats, stacks, (felt_seat)felt_rng_below(rng, (uint32_t)seats));
    assert_int_equal(felt_poker_open(rules, &deal, &hand, NULL), FELT_OK);
    assert_int_equal(felt_poker_deal(rules, &deal, rng, &hand, NULL), FELT_OK);
    verify_secrecy(rules, &hand, rng);
    while (felt_poker_actor(&hand) >= 0) {
        struct felt_option option[FELT_OPTIONS_MAX];
        int count = felt_poker_options(rules, &hand, option);
        const struct felt_option *chosen = &option[felt_rng_below(rng, (uint32_t)count)];
        if (chosen->kind == FELT_FOLD && felt_rng_below(rng, 3)) continue;
        act(rules, &hand, (enum felt_action_kind)chosen->kind,
            chosen->kind == FELT_RAISE_TO ? chosen->min : 0);
        verify_secrecy(rules, &hand, rng);
    }
}

static void view_does_not_depend_on_what_it_hides(void **state)
{
    (void)state;
    struct felt_rng rng = felt_rng_make(0x5EC2E7);
    for (int i = 0; i < felt_variant_count(); i++) {
        const struct felt_variant *variant = felt_variant_at(i);
        for (int hands = 0; hands < HANDS; hands++) {
            struct felt_poker_rules rules =
                rules_of(variant->name, (enum felt_limit)felt_rng_below(&rng, FELT_STEP_LIMIT));
            uint32_t span = (uint32_t)(variant->seats_max - variant->seats_min + 1);
            play_in_secret(&rules, variant->seats_min + (int)felt_rng_below(&rng, span), &rng);
        }
    }
}

/* A view imagined from many times shows every card that can be there, and no other. */
static void imagine_deals_every_unseen_card(void **state)
{
    (void)state;
    struct felt_poker_rules rules = rules_of("holdem", FELT_NO_LIMIT);
    struct felt_poker hand = hand_of(&rules, 2, "Ah Kh Ad Kd 2c 3c 4d"), other;
    struct felt_view view;
    struct felt_rng rng = felt_rng_make(9);
    felt_cards seen = 0, known;
    act(&rules, &hand, FELT_CALL, 0);
    act(&rules, &hand, FELT_CHECK, 0);
    felt_poker_view(&rules, &hand, 0, &view);
    known = felt_cards_from(hand.deck, 3);
    felt_card mine[FELT_HOLE_MAX], theirs[FELT_HOLE_MAX];
    known |= felt_cards_from(mine, felt_poker_hole(&rules, &hand, 0, mine));
    for (int i = 0; i < 2000; i++) {
        felt_poker_imagine(&rules, &view, &rng, &other);
        assert_int_equal(felt_poker_hole(&rules, &other, 1, theirs), 2);
        seen |= felt_cards_from(theirs, 2);
        assert_int_equal(felt_poker_actor(&other), felt_poker_actor(&hand));
    }
    assert_true(seen == (FELT_CARDS_ALL & ~known));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(view_holdem_shows_own_cards_and_the_board),
        cmocka_unit_test(view_stud_shows_cards_that_lie_open),
        cmocka_unit_test(view_showdown_shows_only_who_is_live),
        cmocka_unit_test(view_options_are_the_actors),
        cmocka_unit_test(view_equal_sees_every_difference),
        cmocka_unit_test(event_words_are_all_there),
        cmocka_unit_test(event_for_a_seat_hides_cards_of_others),
        cmocka_unit_test(view_does_not_depend_on_what_it_hides),
        cmocka_unit_test(imagine_deals_every_unseen_card),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
