/* test_poker.c -- rules and deals that are refused, what is equal, and how many ways there are to
 * play small games.  Cards are in test_poker_cards.c, hands in tests/golden/betting, rows in
 * test_variants.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "assert_trap.h"
#include "module.h"
#include "poker_scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- usual rules ---------------------------------------------------------------------------- */

static void poker_rules_are_made_as_described(void **state)
{
    (void)state;
    static const struct {
        const char *variant;
        int limit;
        felt_chips unit, small, big, bring_in;
        int cap;
    } rows[] = {{"holdem", FELT_NO_LIMIT, 20, 20, 20, 0, FELT_CAP_NONE},
                {"omaha", FELT_POT_LIMIT, 20, 20, 20, 0, FELT_CAP_NONE},
                {"holdem", FELT_FIXED_LIMIT, 20, 20, 40, 0, 4},
                {"stud", FELT_FIXED_LIMIT, 20, 20, 40, 5, 4},
                {"razz", FELT_FIXED_LIMIT, 2, 2, 4, 1, 4},
                {"kuhn", FELT_FIXED_LIMIT, 1, 1, 2, 0, 1},
                {"leduc", FELT_FIXED_LIMIT, 2, 2, 4, 0, 2}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_poker_rules rules =
            rules_of(rows[i].variant, (enum felt_limit)rows[i].limit, rows[i].unit);
        assert_int_equal(rules.bet[0], rows[i].small);
        assert_int_equal(rules.bet[1], rows[i].big);
        assert_int_equal(rules.bring_in, rows[i].bring_in);
        assert_int_equal(rules.cap, rows[i].cap);
        assert_int_equal(rules.rake_per_10000, 0);
        assert_false(rules.cap_counts_blind || rules.heads_up_uncapped || rules.rake_needs_board);
    }
}

/* The forced bets that are usual, for a unit of 20 (2 in Kuhn and Leduc). */
static void poker_deals_are_made_as_described(void **state)
{
    (void)state;
    static const struct {
        const char *variant;
        int seats, button;
        felt_chips ante, blind[4];
        int opener;
    } rows[] = {{"holdem", 3, 2, 0, {10, 20, 0}, 2},     {"holdem", 2, 0, 0, {10, 20}, 0},
                {"holdem", 4, 1, 0, {0, 0, 10, 20}, 0},  {"omaha", 2, 1, 0, {20, 10}, 1},
                {"short-deck", 3, 2, 20, {0, 0, 20}, 0}, {"stud", 3, 2, 4, {0, 0, 0}, -1},
                {"kuhn", 2, 1, 20, {0, 0}, -1},          {"leduc", 2, 1, 10, {0, 0}, -1}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_poker_rules rules = rules_of(rows[i].variant, FELT_FIXED_LIMIT, 20);
        static const felt_chips stacks[4] = {500, 501, 502, 503};
        struct felt_deal deal =
            felt_poker_deal_make(&rules, rows[i].seats, stacks, (felt_seat)rows[i].button);
        assert_int_equal(deal.seats, (1 << rows[i].seats) - 1);
        assert_int_equal(deal.button, rows[i].button);
        assert_int_equal(deal.opener, rows[i].opener);
        for (int seat = 0; seat < rows[i].seats; seat++) {
            assert_int_equal(deal.stack[seat], stacks[seat]);
            assert_int_equal(deal.ante[seat], rows[i].ante);
            assert_int_equal(deal.blind[seat], rows[i].blind[seat]);
            assert_int_equal(deal.dead[seat], 0);
        }
        assert_int_equal(felt_poker_deal_verify(&rules, &deal, NULL), FELT_OK);
    }
}

/* ---- refusals ------------------------------------------------------------------------------- */

static void expect_complaint(enum felt_status is, enum felt_status should_be, const char *text,
                             const char *what)
{
    if (is != should_be) fail_msg("%s: status %d, should be %d", what, is, should_be);
    if (text[0] == 0) fail_msg("%s: no complaint", what);
}

static void poker_rules_nobody_can_play_by_are_refused(void **state)
{
    (void)state;
    struct felt_complaint complaint = {.text = ""};
    struct felt_poker_rules out;
    static const felt_chips units[] = {0, -1, FELT_CHIPS_MAX};
    expect_complaint(felt_poker_rules_make("nothing", FELT_NO_LIMIT, 20, &out, &complaint),
                     FELT_BAD_NAME, complaint.text, "name");
    assert_non_null(strstr(complaint.text, "holdem"));
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        expect_complaint(felt_poker_rules_make("holdem", FELT_NO_LIMIT, units[i], &out, &complaint),
                         FELT_BAD_RULES, complaint.text, "unit");
    assert_int_equal(felt_poker_rules_make("holdem", FELT_STEP_LIMIT, 20, &out, NULL),
                     FELT_BAD_RULES);
    static const char *const variants[] = {"holdem", "holdem", "holdem", "holdem",      "stud",
                                           "holdem", "holdem", "holdem", "holdem",      "draw",
                                           "holdem", "razz",   "omaha",  "rhode-island"};
    for (int i = 0; i < 14; i++) {
        struct felt_poker_rules rules = rules_of(variants[i], FELT_FIXED_LIMIT, 20);
        complaint.text[0] = 0;
        if (i == 0) rules.bet[0] = 0;
        if (i == 1) rules.bet[1] = 10;
        if (i == 2) rules.bring_in = 5; /* no cards lie face up */
        if (i == 3) rules.bring_in = -1;
        if (i == 4) rules.bring_in = 20;
        if (i == 5) rules.cap = 0;
        if (i == 6) rules.rake_per_10000 = 10001;
        if (i == 7) rules.rake_cap = -1;
        if (i == 8) rules.limit = FELT_LIMITS;
        if (i == 9) rules.run_twice = true; /* there is no board */
        if (i == 10) rules.wild = felt_cards_of(FELT_JOKER_RED);
        if (i == 11) rules.wild = felt_cards_of(3); /* wild cards are for high hands ... */
        if (i == 12) rules.wild = felt_cards_of(3); /* ... of any five cards ... */
        if (i == 13) rules.wild = felt_cards_of(3); /* ... of five cards */
        char what[32];
        snprintf(what, sizeof what, "rules %d", i);
        expect_complaint(felt_poker_rules_verify(&rules, &complaint), FELT_BAD_RULES,
                         complaint.text, what);
        assert_int_equal(felt_poker_rules_verify(&rules, NULL), FELT_BAD_RULES);
    }
}

/* Changes one thing of a good deal; false after the last one.  RULES 5.1, 5.4. */
static bool spoil(int n, struct felt_deal *deal, felt_card deck[FELT_CARDS_MAX])
{
    switch (n) {
    case 0: deal->seats = 1; return true;
    case 1: deal->seats = 0; return true;
    case 2: deal->seats |= 1 << FELT_SEATS_MAX; return true;
    case 3: deal->stack[1] = 0; return true; /* a seat without chips is not dealt in */
    case 4: deal->stack[1] = -5; return true;
    case 5: deal->stack[1] = FELT_CHIPS_MAX + 1; return true;
    case 6: deal->ante[0] = -1; return true;
    case 7: deal->dead[2] = -1; return true;
    case 8: deal->blind[1] = -20; return true;
    case 9: deal->blind[1] = FELT_CHIPS_MAX + 1; return true;
    case 10: deal->button = -1; return true;
    case 11: deal->button = FELT_SEATS_MAX; return true;
    case 12: deal->opener = 5; return true;
    case 13: deal->opener = -2; return true;
    case 14: deck[3] = deck[7]; return true;
    case 15: deck[3] = FELT_JOKER_RED; return true;
    case 16: deck[3] = 200; return true;
    case 17: deal->deck_count = 53; return true;
    case 18: deal->deck_count = -1; return true;
    case 19: deal->stack[0] = INT64_MIN; return true;
    case 20: deal->dead[0] = INT64_MAX; return true;
    case 21: deal->bomb = true; return true; /* with blinds */
    default: return false;
    }
}

static void poker_deals_that_cannot_be_are_refused(void **state)
{
    (void)state;
    struct felt_poker_rules rules = rules_of("holdem", FELT_NO_LIMIT, 20);
    felt_card deck[FELT_CARDS_MAX];
    for (int n = 0;; n++) {
        struct felt_deal deal = deal_of(&rules, 3, 500);
        struct felt_complaint complaint = {.text = ""};
        struct felt_poker hand;
        struct felt_rng rng = felt_rng_make(1);
        for (int i = 0; i < FELT_CARDS; i++) deck[i] = (felt_card)i;
        deal.deck = deck;
        deal.deck_count = 11;
        assert_int_equal(felt_poker_deal_verify(&rules, &deal, NULL), FELT_OK);
        if (!spoil(n, &deal, deck)) break;
        char what[32];
        snprintf(what, sizeof what, "deal %d", n);
        expect_complaint(felt_poker_deal_verify(&rules, &deal, &complaint), FELT_BAD_DEAL,
                         complaint.text, what);
        enum felt_status opened = felt_poker_open(&rules, &deal, &hand, NULL);
        if (opened == FELT_OK) opened = felt_poker_deal(&rules, &deal, &rng, &hand, NULL);
        if (opened != FELT_BAD_DEAL) fail_msg("%s is dealt", what);
    }
}

/* RULES 6.9, 13.4, 14.1: too many seats, and bomb pots without a board. */
static void poker_deals_need_cards_and_boards(void **state)
{
    (void)state;
    static const struct {
        const char *variant;
        int seats;
        bool bomb, good;
    } rows[] = {
        {"stud", 8, false, true},    {"stud", 9, false, false},     {"draw", 9, false, true},
        {"draw", 10, false, false},  {"27-triple", 7, false, true}, {"27-triple", 8, false, false},
        {"badugi", 10, false, true}, {"omaha6", 7, false, true},    {"omaha6", 8, false, false},
        {"holdem", 10, true, true},  {"leduc", 2, true, true},      {"stud", 8, true, false},
        {"draw", 5, true, false},    {"kuhn", 2, true, false}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_poker_rules rules = rules_of(rows[i].variant, FELT_FIXED_LIMIT, 20);
        struct felt_complaint complaint = {.text = ""};
        struct felt_deal deal = {.seats = (felt_seats)((1u << rows[i].seats) - 1), .opener = -1};
        for (int seat = 0; seat < FELT_SEATS_MAX; seat++) deal.stack[seat] = 500;
        for (int seat = 0; seat < FELT_SEATS_MAX; seat++) deal.ante[seat] = 20;
        deal.bomb = rows[i].bomb;
        enum felt_status status = felt_poker_deal_verify(&rules, &deal, &complaint);
        if ((status == FELT_OK) != rows[i].good)
            fail_msg("%s, %d seats: %s", rows[i].variant, rows[i].seats, complaint.text);
        if (!rows[i].good) expect_complaint(status, FELT_BAD_DEAL, complaint.text, rows[i].variant);
    }
}

static void poker_deal_needs_chance_and_an_open_hand(void **state)
{
    (void)state;
    struct felt_poker_rules rules = rules_of("holdem", FELT_NO_LIMIT, 20);
    struct felt_deal deal = deal_of(&rules, 3, 500);
    struct felt_poker hand;
    struct felt_rng rng = felt_rng_make(1);
    assert_int_equal(felt_poker_open(&rules, &deal, &hand, NULL), FELT_OK);
    assert_int_equal(hand.phase, FELT_PHASE_DEAL);
    assert_int_equal(felt_poker_actor(&hand), FELT_SEAT_NONE);
    assert_int_equal(felt_poker_deal(&rules, &deal, NULL, &hand, NULL), FELT_BAD_DEAL);
    assert_int_equal(felt_poker_deal(&rules, &deal, &rng, &hand, NULL), FELT_OK);
    assert_int_equal(felt_poker_deal(&rules, &deal, &rng, &hand, NULL), FELT_BAD_DEAL); /* twice */
}

/* Every kind, wrong seats, wrong amounts, extra cards and choices: refused, bit for bit (G2). */
static void poker_refused_actions_change_nothing(void **state)
{
    (void)state;
    struct felt_poker_rules rules = rules_of("holdem", FELT_NO_LIMIT, 20);
    struct felt_deal deal = deal_of(&rules, 3, 500);
    struct felt_poker hand = hand_of(&rules, &deal, 7), before;
    static const felt_chips amounts[] = {0, 1, 20, 39, 501, -40, INT64_MIN, INT64_MAX};
    int refused = 0;
    memcpy(&before, &hand, sizeof hand);
    for (int seat = -2; seat <= FELT_SEATS_MAX; seat++)
        for (int kind = 0; kind <= FELT_ACTION_KINDS + 1; kind++)
            for (size_t i = 0; i < sizeof amounts / sizeof amounts[0]; i++)
                for (int extra = 0; extra < 3; extra++) {
                    struct felt_action action = {.kind = (uint8_t)kind,
                                                 .amount = amounts[i],
                                                 .choice = extra == 1,
                                                 .cards = extra == 2};
                    bool legal = seat == 2 && extra == 0 && amounts[i] == 0 &&
                                 (kind == FELT_FOLD || kind == FELT_CALL);
                    if (legal) continue;
                    struct felt_complaint complaint = {.text = ""};
                    enum felt_status status =
                        felt_poker_apply(&rules, &hand, (felt_seat)seat, action, NULL);
                    assert_int_not_equal(status, FELT_OK);
                    assert_int_equal(
                        felt_poker_explain(&rules, &hand, (felt_seat)seat, action, &complaint),
                        status);
                    assert_true(complaint.text[0] != 0);
                    assert_memory_equal(&hand, &before, sizeof hand);
                    refused++;
                }
    assert_int_equal(refused, 13 * (FELT_ACTION_KINDS + 2) * 8 * 3 - 2);
}

/* Every action there is against one state: accepted and refused as `legal` says (G2). */
static int try_everything(const struct felt_poker_rules *rules, const struct felt_poker *state,
                          bool (*legal)(struct felt_action action))
{
    int accepted = 0;
    felt_seat actor = felt_poker_actor(state);
    for (int kind = 0; kind <= FELT_ACTION_KINDS; kind++)
        for (uint64_t cards = 0; cards < 256; cards++)
            for (int choice = 0; choice < 3; choice++)
                for (int amount = -1; amount < 2; amount++) {
                    struct felt_action action = {(uint8_t)kind, (uint16_t)choice, amount, cards};
                    struct felt_complaint complaint = {.text = ""};
                    struct felt_poker after = *state;
                    enum felt_status said =
                        felt_poker_explain(rules, state, actor, action, &complaint);
                    enum felt_status status = felt_poker_apply(rules, &after, actor, action, NULL);
                    if ((status == FELT_OK) != legal(action))
                        fail_msg("%s, cards %d, choice %d, amount %d: status %d",
                                 kind < FELT_ACTION_KINDS
                                     ? felt_action_word((enum felt_action_kind)kind)
                                     : "nothing",
                                 (int)cards, choice, amount, status);
                    assert_int_equal(said, status);
                    accepted += status == FELT_OK;
                    if (status == FELT_OK) continue;
                    assert_true(complaint.text[0] != 0);
                    assert_true(felt_poker_equal(&after, state));
                }
    return accepted;
}

static bool is_draw_of_five(struct felt_action action)
{
    return action.kind == FELT_DISCARD && action.cards < 32 && !action.choice && !action.amount;
}
static bool is_one_of_three(struct felt_action action)
{
    bool one = action.cards == 1 || action.cards == 2 || action.cards == 4;
    return action.kind == FELT_DISCARD && one && !action.choice && !action.amount;
}
static bool is_runs(struct felt_action action)
{
    return action.kind == FELT_RUNS && action.choice < 2 && !action.cards && !action.amount;
}
static bool is_show_or_muck(struct felt_action action)
{
    return (action.kind == FELT_SHOW || action.kind == FELT_MUCK) && !action.choice &&
           !action.cards && !action.amount;
}

/* RULES 13.2: a seat that is asked for cards, boards or its hand may do nothing else. */
static void poker_questions_have_their_answers(void **state)
{
    (void)state;
    struct felt_poker_rules rules = rules_of("draw", FELT_NO_LIMIT, 20);
    struct felt_deal deal = deal_of(&rules, 2, 500);
    struct felt_poker hand = hand_of(&rules, &deal, 7);
    assert_int_equal(act(&rules, &hand, FELT_CALL, 0), FELT_OK);
    assert_int_equal(act(&rules, &hand, FELT_CHECK, 0), FELT_OK);
    assert_int_equal(hand.phase, FELT_PHASE_DISCARD);
    assert_int_equal(try_everything(&rules, &hand, is_draw_of_five), 32);

    rules = rules_of("pineapple", FELT_NO_LIMIT, 20);
    hand = hand_of(&rules, &deal, 7);
    assert_int_equal(act(&rules, &hand, FELT_CALL, 0), FELT_OK);
    assert_int_equal(act(&rules, &hand, FELT_CHECK, 0), FELT_OK);
    assert_int_equal(try_everything(&rules, &hand, is_one_of_three), 3);

    rules = rules_of("holdem", FELT_NO_LIMIT, 20);
    rules.run_twice = rules.may_muck = true;
    hand = hand_of(&rules, &deal, 7);
    assert_int_equal(act(&rules, &hand, FELT_RAISE_TO, 500), FELT_OK);
    assert_int_equal(act(&rules, &hand, FELT_CALL, 0), FELT_OK);
    assert_int_equal(hand.phase, FELT_PHASE_RUNS);
    assert_int_equal(try_everything(&rules, &hand, is_runs), 2);

    felt_card deck[FELT_CARDS_MAX]; /* the first hand to be shown wins */
    deal.deck_count = cards_parse("As Ks Ah Kh 2c 3d 4h 9s Td", deck, FELT_CARDS_MAX);
    deal.deck = deck;
    hand = hand_of(&rules, &deal, 7);
    assert_int_equal(act(&rules, &hand, FELT_CALL, 0), FELT_OK);
    for (int i = 0; i < 7; i++) assert_int_equal(act(&rules, &hand, FELT_CHECK, 0), FELT_OK);
    assert_int_equal(hand.phase, FELT_PHASE_SHOW);
    assert_int_equal(try_everything(&rules, &hand, is_show_or_muck), 2);
}

/* Why the actor may not raise, in words. */
static void expect_reason(const struct felt_poker_rules *rules, const struct felt_poker *hand,
                          const char *text)
{
    struct felt_action raise = {.kind = FELT_RAISE_TO, .amount = 1};
    struct felt_complaint complaint = {.text = ""};
    enum felt_status status =
        felt_poker_explain(rules, hand, felt_poker_actor(hand), raise, &complaint);
    assert_int_equal(status, FELT_NOT_LEGAL);
    assert_string_equal(complaint.text, text);
}

static void poker_explain_names_the_reason(void **state)
{
    (void)state;
    struct felt_poker_rules rules = rules_of("holdem", FELT_NO_LIMIT, 20);
    struct felt_deal deal = deal_of(&rules, 3, 500);
    deal.stack[0] = 30;
    struct felt_poker hand = hand_of(&rules, &deal, 7);
    assert_int_equal(act(&rules, &hand, FELT_RAISE_TO, 100), FELT_OK);
    expect_reason(&rules, &hand, "the stack is too short to raise: call all-in or fold");

    hand = hand_of(&rules, &deal, 7); /* a call, an all-in of half a raise, a call */
    assert_int_equal(act(&rules, &hand, FELT_CALL, 0), FELT_OK);
    assert_int_equal(act(&rules, &hand, FELT_RAISE_TO, 30), FELT_OK);
    assert_int_equal(act(&rules, &hand, FELT_CALL, 0), FELT_OK);
    expect_reason(&rules, &hand, "no raise: you have acted, and what came since was no full raise");

    deal.stack[0] = deal.stack[1] = 200; /* the only other seat is all-in */
    hand = hand_of(&rules, &deal, 7);
    assert_int_equal(act(&rules, &hand, FELT_CALL, 0), FELT_OK);
    assert_int_equal(act(&rules, &hand, FELT_RAISE_TO, 200), FELT_OK);
    assert_int_equal(act(&rules, &hand, FELT_FOLD, 0), FELT_OK);
    expect_reason(&rules, &hand, "no raise: nobody could call it");

    rules = rules_of("leduc", FELT_FIXED_LIMIT, 2);
    deal = deal_of(&rules, 2, 50);
    hand = hand_of(&rules, &deal, 7);
    assert_int_equal(act(&rules, &hand, FELT_RAISE_TO, 2), FELT_OK);
    assert_int_equal(act(&rules, &hand, FELT_RAISE_TO, 4), FELT_OK);
    expect_reason(&rules, &hand, "no more raises in this round: the cap of 2 is reached");
}

/* ---- equality ------------------------------------------------------------------------------- */

static void poker_equal_and_hash_look_at_every_field(void **state)
{
    (void)state;
    struct felt_poker_rules rules = rules_of("stud", FELT_FIXED_LIMIT, 20);
    struct felt_deal deal = deal_of(&rules, 3, 500);
    struct felt_poker hand = hand_of(&rules, &deal, 3);
    assert_int_equal(act(&rules, &hand, FELT_BRING_IN, 0), FELT_OK);
    struct felt_poker padded;
    memset(&padded, 0xA5, sizeof padded); /* assignment need not copy padding */
    padded = hand;
    assert_true(felt_poker_equal(&hand, &padded));
    assert_true(felt_poker_hash(&hand) == felt_poker_hash(&padded));
#define DIFFERS(field)                                                                             \
    do {                                                                                           \
        struct felt_poker other = hand;                                                            \
        other.field ^= 1;                                                                          \
        if (felt_poker_equal(&hand, &other)) fail_msg("equal, but for %s", #field);                \
        if (felt_poker_hash(&hand) == felt_poker_hash(&other)) fail_msg("hash: %s", #field);       \
    } while (0)
    DIFFERS(betting.stack[2]);
    DIFFERS(betting.staked[1]);
    DIFFERS(betting.to_match);
    DIFFERS(betting.raise_from);
    DIFFERS(betting.raise_min);
    DIFFERS(betting.pot);
    DIFFERS(betting.missing);
    DIFFERS(betting.turn.live);
    DIFFERS(betting.turn.able);
    DIFFERS(betting.turn.owes);
    DIFFERS(betting.turn.may_raise);
    DIFFERS(betting.turn.actor);
    DIFFERS(betting.turn.holder);
    DIFFERS(betting.turn.raiser);
    DIFFERS(betting.turn.first);
    DIFFERS(betting.turn.raises);
    DIFFERS(betting.turn.cap);
    DIFFERS(betting.limit);
    DIFFERS(paid[0]);
    DIFFERS(start[2]);
    DIFFERS(total);
    DIFFERS(dead);
    DIFFERS(rake);
    DIFFERS(phase);
    DIFFERS(step);
    DIFFERS(street);
    DIFFERS(button);
    DIFFERS(opener);
    DIFFERS(boards);
    DIFFERS(slots);
    DIFFERS(dealt);
    DIFFERS(shown);
    DIFFERS(kept[1]);
    DIFFERS(mucked);
    DIFFERS(runs);
    DIFFERS(common);
    DIFFERS(follow);
    DIFFERS(redeals);
    DIFFERS(shuffles);
    DIFFERS(draws);
    DIFFERS(crowded);
    DIFFERS(late[0]);
    DIFFERS(thrown[1]);
    DIFFERS(drew[2]);
    DIFFERS(bomb);
    DIFFERS(deck[51]);
    DIFFERS(special);
    DIFFERS(gone);
    DIFFERS(next);
    DIFFERS(row[2]);
    DIFFERS(later.state[0]);
#undef DIFFERS
}

/* ---- how many ways to play ------------------------------------------------------------------ */

/* Complete sequences of actions; without folds where a check is free. */
static long count_lines(const struct felt_poker_rules *rules, const struct felt_poker *state)
{
    struct felt_option option[FELT_OPTIONS_MAX];
    int count = felt_poker_options(rules, state, option);
    long lines = count == 0;
    for (int i = 0; i < count; i++) {
        struct felt_poker next = *state;
        bool free_check = count > 1 && option[1].kind == FELT_CHECK;
        if (option[i].kind == FELT_FOLD && free_check) continue;
        assert_int_equal(act(rules, &next, (enum felt_action_kind)option[i].kind,
                             option[i].kind == FELT_RAISE_TO ? option[i].min : 0),
                         FELT_OK);
        lines += count_lines(rules, &next);
    }
    return lines;
}

static void poker_small_games_have_known_numbers_of_lines(void **state)
{
    (void)state;
    static const struct {
        const char *variant;
        felt_chips unit;
        long lines;
    } rows[] = {
        {"kuhn", 1, 5},
        {"leduc", 2, 49},      /* 4 + 5 * (4 + 5) */
        {"holdem", 20, 13122}, /* 9 + 9 * (8 + 9 * (8 + 9 * (8 + 9))) */
        {"omaha", 20, 13122},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_poker_rules rules = rules_of(rows[i].variant, FELT_FIXED_LIMIT, rows[i].unit);
        struct felt_deal deal = deal_of(&rules, 2, 10000);
        struct felt_poker hand = hand_of(&rules, &deal, i);
        assert_int_equal(count_lines(&rules, &hand), rows[i].lines);
    }
}

/* Kuhn: each of the six deals, the five lines, what the first seat wins. */
static void poker_kuhn_pays_what_the_book_says(void **state)
{
    (void)state;
    static const struct {
        const char *line;  /* k check, b bet, c call, f fold */
        int better, worse; /* of seat 0 with the better and with the worse card */
    } rows[] = {{"kk", 1, -1}, {"kbf", -1, -1}, {"kbc", 2, -2}, {"bf", 1, 1}, {"bc", 2, -2}};
    struct felt_poker_rules rules = rules_of("kuhn", FELT_FIXED_LIMIT, 1);
    felt_card cards[3];
    assert_int_equal(cards_parse("Js Qs Ks", cards, 3), 3);
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++)
            for (size_t i = 0; i < sizeof rows / sizeof rows[0] && a != b; i++) {
                struct felt_deal deal = deal_of(&rules, 2, 10);
                felt_card deck[2] = {cards[a], cards[b]};
                felt_chips payoff[FELT_SEATS_MAX];
                deal.deck = deck;
                deal.deck_count = 2;
                struct felt_poker hand = hand_of(&rules, &deal, 1);
                for (const char *at = rows[i].line; *at; at++)
                    assert_int_equal(act(&rules, &hand,
                                         *at == 'k'   ? FELT_CHECK
                                         : *at == 'c' ? FELT_CALL
                                         : *at == 'f' ? FELT_FOLD
                                                      : FELT_RAISE_TO,
                                         *at == 'b'),
                                     FELT_OK);
                felt_poker_payoff(&hand, payoff);
                assert_int_equal(hand.phase, FELT_PHASE_OVER);
                assert_int_equal(payoff[0], a > b ? rows[i].better : rows[i].worse);
                assert_int_equal(payoff[1], -payoff[0]);
            }
}

/* ---- several hands, and the table of game.h -------------------------------------------------- */

/* Stacks go from hand to hand, the button round the seats that have chips, until one is left. */
static void poker_many_hands_keep_the_chips(void **state)
{
    (void)state;
    struct felt_poker_rules rules = rules_of("holdem", FELT_NO_LIMIT, 20);
    struct felt_rng rng = felt_rng_make(20);
    felt_chips stack[FELT_SEATS_MAX] = {400, 400, 400, 400};
    felt_seats left = 0xF;
    felt_seat button = 0;
    int hands = 0;
    for (; !felt_seats_lone(left) && hands < 5000; hands++) {
        struct felt_deal deal = {.seats = left};
        button = felt_seats_from(left, button + 1);
        felt_seat small = felt_seats_count(left) == 2 ? button : felt_seats_from(left, button + 1);
        felt_seat big = felt_seats_from(left, small + 1);
        deal.button = button;
        deal.opener = felt_seats_from(left, big + 1);
        deal.blind[small] = 10;
        deal.blind[big] = 20;
        memcpy(deal.stack, stack, sizeof deal.stack);
        struct felt_poker hand = hand_of(&rules, &deal, felt_rng_next(&rng));
        while (felt_poker_actor(&hand) >= 0) {
            struct felt_option option[FELT_OPTIONS_MAX];
            int count = felt_poker_options(&rules, &hand, option);
            int64_t actions = felt_options_count(option, count);
            struct felt_action action =
                felt_options_pick(option, count, (int64_t)felt_rng_below(&rng, (uint32_t)actions));
            assert_int_equal(felt_poker_apply(&rules, &hand, felt_poker_actor(&hand), action, NULL),
                             FELT_OK);
        }
        felt_chips sum = 0;
        left = 0;
        for (int seat = 0; seat < FELT_SEATS_MAX; seat++) {
            stack[seat] = hand.betting.stack[seat];
            sum += stack[seat];
            if (stack[seat]) left |= felt_seats_of(seat);
        }
        assert_int_equal(sum, 1600);
    }
    assert_true(felt_seats_lone(left) && hands > 1);
    assert_int_equal(stack[felt_seats_first(left)], 1600);
}

static void poker_table_of_functions_does_the_same(void **state)
{
    (void)state;
    const struct felt_game *game = &felt_poker_game;
    struct felt_poker_rules rules = rules_of("stud-hilo", FELT_FIXED_LIMIT, 20);
    struct felt_deal deal = deal_of(&rules, 4, 300);
    struct felt_rng rng = felt_rng_make(5), choice = felt_rng_make(6);
    struct felt_poker direct = hand_of(&rules, &deal, 5), *hand = calloc(1, game->state_bytes);
    assert_non_null(hand);
    assert_int_equal(game->state_bytes, sizeof(struct felt_poker));
    assert_int_equal(game->rules_bytes, sizeof rules);
    assert_int_equal(game->open(&rules, &deal, hand, NULL), FELT_OK);
    assert_int_equal(game->deal(&rules, &deal, &rng, hand, NULL), FELT_OK);
    for (;;) {
        struct felt_option option[FELT_OPTIONS_MAX];
        struct felt_view here, there;
        felt_chips payoff[2][FELT_SEATS_MAX];
        assert_true(felt_poker_equal(hand, &direct));
        felt_seat actor = game->actor(&rules, hand);
        assert_int_equal(actor, felt_poker_actor(&direct));
        game->view(&rules, hand, 1, &here);
        felt_poker_view(&rules, &direct, 1, &there);
        assert_true(felt_view_equal(&here, &there));
        game->payoff(&rules, hand, payoff[0]);
        felt_poker_payoff(&direct, payoff[1]);
        assert_memory_equal(payoff[0], payoff[1], sizeof payoff[0]);
        int count = game->legal(&rules, hand, option);
        assert_true((count == 0) == (actor < 0)); /* G6 */
        if (actor < 0) break;
        struct felt_action action = felt_options_pick(
            option, count,
            (int64_t)felt_rng_below(&choice, (uint32_t)felt_options_count(option, count)));
        assert_int_equal(game->apply(&rules, hand, actor, action, NULL), FELT_OK);
        assert_int_equal(felt_poker_apply(&rules, &direct, actor, action, NULL), FELT_OK);
    }
    free(hand);
}

/* A log without room is the caller's mistake. */
static void poker_log_without_room_stops(void **state)
{
    (void)state;
    static struct felt_event event[2];
    struct felt_event_log log = {.event = event, .room = 2};
    struct felt_poker_rules rules = rules_of("holdem", FELT_NO_LIMIT, 20);
    struct felt_deal deal = deal_of(&rules, 2, 500);
    struct felt_poker hand;
    struct felt_rng rng = felt_rng_make(1);
    assert_int_equal(felt_poker_open(&rules, &deal, &hand, &log), FELT_OK); /* two blinds */
    assert_int_equal(log.count, 2);
    assert_stops(felt_poker_shuffle(&rules, &rng, &hand, &log));
}

TEST_MODULE(poker)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(poker_rules_are_made_as_described),
        cmocka_unit_test(poker_deals_are_made_as_described),
        cmocka_unit_test(poker_rules_nobody_can_play_by_are_refused),
        cmocka_unit_test(poker_deals_that_cannot_be_are_refused),
        cmocka_unit_test(poker_deals_need_cards_and_boards),
        cmocka_unit_test(poker_deal_needs_chance_and_an_open_hand),
        cmocka_unit_test(poker_refused_actions_change_nothing),
        cmocka_unit_test(poker_questions_have_their_answers),
        cmocka_unit_test(poker_explain_names_the_reason),
        cmocka_unit_test(poker_equal_and_hash_look_at_every_field),
        cmocka_unit_test(poker_small_games_have_known_numbers_of_lines),
        cmocka_unit_test(poker_kuhn_pays_what_the_book_says),
        cmocka_unit_test(poker_many_hands_keep_the_chips),
        cmocka_unit_test(poker_table_of_functions_does_the_same),
        cmocka_unit_test(poker_log_without_room_stops),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
