/* test_poker_view.c -- what a seat may know, event by event and view by view: named situations, and
 * whole hands of every variant in which a view must not depend on what it hides. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/poker.h"
#include "module.h"
#include "statistics.h"
#include "support.h"

#include <stdio.h>
#include <string.h>

enum { EVENTS = 4096, HANDS = 100 };

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
    expect_hand(&rules, &hand, 7, 0, "????"); /* somebody at an empty seat */
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

static void throw_away(const struct felt_poker_rules *rules, struct felt_poker *state,
                       uint64_t cards)
{
    struct felt_action action = {.kind = FELT_DISCARD, .cards = cards};
    assert_int_equal(felt_poker_apply(rules, state, felt_poker_actor(state), action, NULL),
                     FELT_OK);
}

static void expect_zone(const struct felt_poker_rules *rules, const struct felt_poker *state,
                        felt_seat viewer, enum felt_zone_kind kind, felt_seat owner,
                        const char *expected)
{
    struct felt_view view;
    char text[64];
    felt_poker_view(rules, state, viewer, &view);
    assert_string_equal(zone_text(&view, kind, owner, text), expected);
}

/* RULES 13.1: how many is public, which ones is not. */
static void view_draw_shows_counts_and_own_discards(void **state)
{
    (void)state;
    struct felt_poker_rules rules = rules_of("draw", FELT_NO_LIMIT);
    struct felt_poker hand = hand_of(&rules, 2, "Ah Kh Ad Kd 2c 9c 3d 8d 4h 7h 5s 6s Jc");
    act(&rules, &hand, FELT_CALL, 0);
    act(&rules, &hand, FELT_CHECK, 0);
    throw_away(&rules, &hand, 4 | 8); /* 2c 3d of seat 0 */
    for (felt_seat viewer = -1; viewer < 3; viewer++) {
        struct felt_view view;
        felt_poker_view(&rules, &hand, viewer, &view);
        assert_int_equal(view.number[FELT_POKER_DREW + 0], 3); /* two cards */
        assert_int_equal(view.number[FELT_POKER_DREW + 1], 0);
        assert_int_equal(view.number[FELT_POKER_THROWN], viewer == 0 ? 12 : 0);
        assert_int_equal(view.number[FELT_POKER_STUB], 42);
        assert_null(felt_view_zone(&view, FELT_ZONE_DISCARDS, 1));
        assert_int_equal(view.options, viewer == 1); /* nothing but the discard */
        if (viewer == 1) assert_int_equal(view.option[0].kind, FELT_DISCARD);
        if (viewer == 1) assert_int_equal(view.option[0].cards, 31);
        if (viewer == 1) assert_int_equal(view.option[0].cards_max, 5);
    }
    expect_hand(&rules, &hand, 0, 0, "AhAd2c3d4h"); /* until everybody has thrown */
    throw_away(&rules, &hand, 16);                  /* 7h of seat 1 */
    expect_hand(&rules, &hand, 0, 0, "AhAd5s6s4h");
    expect_hand(&rules, &hand, 1, 0, "??????????");
    expect_hand(&rules, &hand, 1, 1, "KhKd9c8dJc");
    expect_zone(&rules, &hand, 0, FELT_ZONE_DISCARDS, 0, "2c3d");
    expect_zone(&rules, &hand, 0, FELT_ZONE_DISCARDS, 1, "no zone");
    expect_zone(&rules, &hand, 1, FELT_ZONE_DISCARDS, 1, "7h");
    expect_zone(&rules, &hand, FELT_SEAT_NONE, FELT_ZONE_DISCARDS, 0, "no zone");
}

static void view_pineapple_remembers_the_own_discard(void **state)
{
    (void)state;
    struct felt_poker_rules rules = rules_of("pineapple", FELT_NO_LIMIT);
    struct felt_poker hand = hand_of(&rules, 2, "Ah Kh 2c 9c Ad Kd 3h 4h 5h 6h 7h");
    act(&rules, &hand, FELT_CALL, 0);
    act(&rules, &hand, FELT_CHECK, 0);
    throw_away(&rules, &hand, 2);
    throw_away(&rules, &hand, 2);
    expect_hand(&rules, &hand, 0, 0, "AhAd");
    expect_hand(&rules, &hand, 0, 1, "????");
    expect_zone(&rules, &hand, 0, FELT_ZONE_DISCARDS, 0, "2c");
    expect_zone(&rules, &hand, 1, FELT_ZONE_DISCARDS, 0, "no zone");
    expect_zone(&rules, &hand, 1, FELT_ZONE_DISCARDS, 1, "9c");
}

/* RULES 11.4: a hand that is mucked is seen by nobody. */
static void view_mucked_hand_stays_hidden(void **state)
{
    (void)state;
    struct felt_poker_rules rules = rules_of("holdem", FELT_NO_LIMIT);
    rules.may_muck = true;
    struct felt_poker hand = hand_of(&rules, 2, "Ah Kh Ad Kd 2c 3c 4d 9s Ts");
    act(&rules, &hand, FELT_CALL, 0);
    act(&rules, &hand, FELT_CHECK, 0);
    for (int i = 0; i < 6; i++) act(&rules, &hand, FELT_CHECK, 0);
    assert_int_equal(hand.phase, FELT_PHASE_SHOW);
    expect_hand(&rules, &hand, 1, 0, "AhAd"); /* shown, and still nobody is paid */
    expect_hand(&rules, &hand, 0, 1, "????");
    struct felt_poker shown = hand;
    act(&rules, &hand, FELT_MUCK, 0);
    expect_hand(&rules, &hand, 0, 1, "????");
    expect_hand(&rules, &hand, FELT_SEAT_NONE, 1, "????");
    expect_hand(&rules, &hand, 1, 1, "KhKd");
    act(&rules, &shown, FELT_SHOW, 0);
    expect_hand(&rules, &shown, FELT_SEAT_NONE, 1, "KhKd");
}

static void view_two_boards_are_two_zones(void **state)
{
    (void)state;
    struct felt_poker_rules rules = rules_of("holdem", FELT_NO_LIMIT);
    rules.run_twice = true;
    struct felt_poker hand = hand_of(&rules, 2, "Ah Kh Ad Kd 2c 3c 4d 9s Ts 5c 6c 7c");
    act(&rules, &hand, FELT_CALL, 0);
    act(&rules, &hand, FELT_CHECK, 0);
    act(&rules, &hand, FELT_RAISE_TO, 480);
    act(&rules, &hand, FELT_CALL, 0);
    struct felt_action twice = {.kind = FELT_RUNS, .choice = 1};
    for (int i = 0; i < 2; i++) {
        expect_zone(&rules, &hand, 1, FELT_ZONE_BOARD, FELT_SEAT_NONE, "2c3c4d");
        expect_zone(&rules, &hand, 1, FELT_ZONE_SECOND_BOARD, FELT_SEAT_NONE, "no zone");
        assert_int_equal(felt_poker_apply(&rules, &hand, felt_poker_actor(&hand), twice, NULL),
                         FELT_OK);
    }
    expect_zone(&rules, &hand, FELT_SEAT_NONE, FELT_ZONE_BOARD, FELT_SEAT_NONE, "2c3c4d9sTs");
    expect_zone(&rules, &hand, FELT_SEAT_NONE, FELT_ZONE_SECOND_BOARD, FELT_SEAT_NONE,
                "2c3c4d5c6c");
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

struct secret {
    struct felt_poker_rules rules;
    struct felt_poker state;
    struct felt_event event[EVENTS];
    struct felt_event_log log;
};

/* The cards a viewer has seen and whose place it knows, by the events it is told. */
static felt_cards known_cards(const struct secret *secret, felt_seat viewer)
{
    felt_cards known = 0, thrown = 0;
    for (uint32_t i = 0; i < secret->log.count; i++) {
        struct felt_event event = felt_event_for(&secret->event[i], viewer);
        felt_cards cards = 0;
        for (int k = 0; k < event.count; k++)
            if (event.cards[k] != FELT_CARD_NONE) cards |= felt_cards_of(event.cards[k]);
        known |= cards;
        if (event.kind == FELT_EVENT_ACT && event.act == FELT_DISCARD) thrown |= cards;
        /* What went back into the deck may be anywhere. */
        if (event.kind == FELT_EVENT_SHUFFLE) known &= ~thrown;
        if (event.kind == FELT_EVENT_SHUFFLE) thrown = 0;
        if (event.kind == FELT_EVENT_REDEAL) known = 0;
    }
    return known;
}

/* The same state with everything the viewer does not know dealt anew, now and later. */
static struct felt_poker redealt(const struct felt_poker *state, felt_cards known,
                                 struct felt_rng *rng)
{
    struct felt_poker other = *state;
    for (int i = state->size - 1; i > 0; i--) {
        int j = (int)felt_rng_below(rng, (uint32_t)i + 1);
        felt_card card = other.deck[i];
        if (known >> card & 1 || known >> other.deck[j] & 1) continue;
        other.deck[i] = other.deck[j];
        other.deck[j] = card;
    }
    other.later = felt_rng_make(felt_rng_next(rng));
    return other;
}

/* An option, and one of the actions it stands for; folds are rare. */
static struct felt_action choose(const struct felt_poker_rules *rules,
                                 const struct felt_poker *state, struct felt_rng *rng)
{
    struct felt_option option[FELT_OPTIONS_MAX];
    int count = felt_poker_options(rules, state, option);
    const struct felt_option *chosen;
    do chosen = &option[felt_rng_below(rng, (uint32_t)count)];
    while (chosen->kind == FELT_FOLD && felt_rng_below(rng, 6));
    int64_t actions = felt_options_count(chosen, 1);
    int64_t n = chosen->kind == FELT_RAISE_TO && felt_rng_below(rng, 2)
                    ? 0
                    : (int64_t)felt_rng_below(rng, (uint32_t)actions);
    return felt_options_pick(chosen, 1, n);
}

/* What is imagined can be played to its end. */
static void play_out(const struct felt_poker_rules *rules, struct felt_poker *state,
                     struct felt_rng *rng)
{
    felt_chips sum = 0;
    while (felt_poker_actor(state) >= 0) {
        struct felt_action action = choose(rules, state, rng);
        assert_int_equal(felt_poker_apply(rules, state, felt_poker_actor(state), action, NULL),
                         FELT_OK);
    }
    for (int seat = 0; seat < FELT_SEATS_MAX; seat++) sum += state->betting.stack[seat];
    assert_int_equal(sum + state->rake, state->total);
    assert_true(felt_cards_from(state->deck, state->size) == rules->variant->deck);
}

/* Another future begins with the same cards: nobody sees a difference. */
static void verify_future(const struct secret *secret, struct felt_rng *rng)
{
    const struct felt_poker_rules *rules = &secret->rules;
    struct felt_poker other = secret->state;
    if (!felt_poker_future(rules, rng, &other)) {
        assert_true(felt_poker_equal(&other, &secret->state));
        return;
    }
    for (felt_seat viewer = -1; viewer < FELT_SEATS_MAX; viewer++) {
        struct felt_view view, again;
        felt_poker_view(rules, &secret->state, viewer, &view);
        felt_poker_view(rules, &other, viewer, &again);
        if (!felt_view_equal(&view, &again))
            fail_msg("future: %s, viewer %d, step %d", rules->variant->name, viewer,
                     secret->state.step);
    }
    if (felt_rng_below(rng, 4) == 0) play_out(rules, &other, rng);
}

static void verify_secrecy(const struct secret *secret, struct felt_rng *rng)
{
    const struct felt_poker_rules *rules = &secret->rules;
    const struct felt_poker *state = &secret->state;
    for (felt_seat viewer = -1; viewer < FELT_SEATS_MAX; viewer++) {
        struct felt_view view, again;
        struct felt_poker imagined;
        struct felt_poker other = redealt(state, known_cards(secret, viewer), rng);
        felt_poker_view(rules, state, viewer, &view);
        felt_poker_view(rules, &other, viewer, &again);
        if (!felt_view_equal(&view, &again)) fail_msg("G3: %s", rules->variant->name);
        /* Not a byte of the view tells: nothing is left in the padding either. */
        assert_memory_equal(&view, &again, sizeof view);
        felt_poker_imagine(rules, &view, rng, &imagined);
        felt_poker_view(rules, &imagined, viewer, &again);
        if (!felt_view_equal(&view, &again))
            fail_msg("G4: %s, viewer %d, phase %d, step %d", rules->variant->name, viewer,
                     state->phase, state->step);
        assert_true(felt_cards_from(imagined.deck, imagined.size) == rules->variant->deck);
        if (felt_rng_below(rng, 16) == 0) play_out(rules, &imagined, rng);
    }
    verify_future(secret, rng);
}

static void play_in_secret(struct secret *secret, int seats, struct felt_rng *rng)
{
    const struct felt_poker_rules *rules = &secret->rules;
    felt_chips stacks[FELT_SEATS_MAX];
    for (int seat = 0; seat < seats; seat++) stacks[seat] = 1 + felt_rng_below(rng, 400);
    struct felt_deal deal =
        felt_poker_deal_make(rules, seats, stacks, (felt_seat)felt_rng_below(rng, (uint32_t)seats));
    if (rules->variant->board_cards && felt_rng_below(rng, 4) == 0) {
        deal.bomb = true;
        memset(deal.blind, 0, sizeof deal.blind);
        for (int seat = 0; seat < seats; seat++) deal.ante[seat] = 20;
    }
    secret->log = (struct felt_event_log){.event = secret->event, .room = EVENTS};
    assert_int_equal(felt_poker_open(rules, &deal, &secret->state, &secret->log), FELT_OK);
    assert_int_equal(felt_poker_deal(rules, &deal, rng, &secret->state, &secret->log), FELT_OK);
    verify_secrecy(secret, rng);
    while (felt_poker_actor(&secret->state) >= 0) {
        struct felt_action action = choose(rules, &secret->state, rng);
        assert_int_equal(felt_poker_apply(rules, &secret->state, felt_poker_actor(&secret->state),
                                          action, &secret->log),
                         FELT_OK);
        verify_secrecy(secret, rng);
    }
}

static void view_does_not_depend_on_what_it_hides(void **state)
{
    (void)state;
    static struct secret secret;
    struct felt_rng rng = felt_rng_make(0x5EC2E7);
    for (int i = 0; i < felt_variant_count(); i++) {
        const struct felt_variant *variant = felt_variant_at(i);
        for (int hands = 0; hands < HANDS; hands++) {
            secret.rules =
                rules_of(variant->name, (enum felt_limit)felt_rng_below(&rng, FELT_STEP_LIMIT));
            secret.rules.may_muck = felt_rng_below(&rng, 2);
            secret.rules.run_twice = variant->board_cards && felt_rng_below(&rng, 2);
            uint32_t span = (uint32_t)(variant->seats_max - variant->seats_min + 1);
            /* A full table now and then: it is crowded, and the stub is short. */
            int seats = felt_rng_below(&rng, 4)
                            ? variant->seats_min + (int)felt_rng_below(&rng, span)
                            : variant->seats_max;
            play_in_secret(&secret, seats, &rng);
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

/* All-in on the flop: every card but seven may come, each as often, and none is to come after the
 * river. */
static void future_deals_every_card_left(void **state)
{
    (void)state;
    struct felt_poker_rules rules = rules_of("holdem", FELT_NO_LIMIT);
    struct felt_poker hand = hand_of(&rules, 2, "Ah Kh Ad Kd 2c 3c 4d 5d 6d"), other;
    struct felt_rng rng = felt_rng_make(9);
    uint32_t cells[FELT_CARDS] = {0}, left[FELT_CARDS];
    int count = 0;
    act(&rules, &hand, FELT_CALL, 0);
    act(&rules, &hand, FELT_CHECK, 0);
    for (int i = 0; i < 9000; i++) {
        other = hand;
        assert_true(felt_poker_future(&rules, &rng, &other));
        act(&rules, &other, FELT_CHECK, 0);
        act(&rules, &other, FELT_CHECK, 0);
        assert_memory_equal(other.deck, hand.deck, 3);
        cells[other.deck[3]]++;
    }
    for (int card = 0; card < FELT_CARDS; card++)
        if (cells[card]) left[count++] = cells[card];
    assert_int_equal(count, 45);
    assert_true(looks_uniform(left, count, 200));
    for (int i = 0; i < 4; i++) act(&rules, &hand, FELT_CHECK, 0);
    assert_int_equal(hand.boards, 5);
    assert_false(felt_poker_future(&rules, &rng, &hand));
}

TEST_MODULE(poker_view)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(future_deals_every_card_left),
        cmocka_unit_test(view_holdem_shows_own_cards_and_the_board),
        cmocka_unit_test(view_stud_shows_cards_that_lie_open),
        cmocka_unit_test(view_showdown_shows_only_who_is_live),
        cmocka_unit_test(view_options_are_the_actors),
        cmocka_unit_test(view_draw_shows_counts_and_own_discards),
        cmocka_unit_test(view_pineapple_remembers_the_own_discard),
        cmocka_unit_test(view_mucked_hand_stays_hidden),
        cmocka_unit_test(view_two_boards_are_two_zones),
        cmocka_unit_test(view_equal_sees_every_difference),
        cmocka_unit_test(event_words_are_all_there),
        cmocka_unit_test(event_for_a_seat_hides_cards_of_others),
        cmocka_unit_test(view_does_not_depend_on_what_it_hides),
        cmocka_unit_test(imagine_deals_every_unseen_card),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
