/* test_zoo.c -- players: every one of them legal in every game and the same again with the same
 * seed; what each of the zoo does in situations a card player can read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/assert.h"
#include "module.h"
#include "play_hand.h"
#include "support.h"

#include <stdlib.h>
#include <string.h>

static const struct felt_player_kind *kind_of(const char *name)
{
    const struct felt_player_kind *kind = felt_player_find(name, strlen(name));
    if (!kind) fail_msg("there is no %s", name);
    return kind;
}

static bool is_zoo(const struct felt_player_kind *kind)
{
    return strncmp(kind->name, "zoo:", 4) == 0;
}

/* Who thinks a hundred times as long as others, however few samples it may take: test_house plays
 * more hands of it. */
static bool is_slow(const struct felt_player_kind *kind)
{
    return kind->has_effort || strcmp(kind->name, "house") == 0;
}

/* ---- every game ---- */

enum { SEED = 20, HANDS = 24, HANDS_SLOW = 3, SAMPLES = 4, UNIT = 20 };

/* One kind at every other seat, random between: it sees whatever may be done to it.  Stacks of a
 * chip up to some fifty units, so that many are all-in. */
static void play_some(struct play_table *table, const struct felt_poker_rules *rules, int seats,
                      const struct felt_player_kind *kind, int hands, uint64_t seed)
{
    const struct felt_player_kind *kinds[FELT_SEATS_MAX];
    struct felt_rng rng = felt_rng_make(seed);
    for (int seat = 0; seat < seats; seat++) kinds[seat] = seat % 2 ? kind_of("random") : kind;
    play_sit(table, rules, seats, kinds, seed);
    table->budget.samples = SAMPLES;
    for (int hand = 0; hand < hands; hand++) {
        felt_chips stacks[FELT_SEATS_MAX];
        for (int seat = 0; seat < seats; seat++)
            stacks[seat] = 1 + felt_rng_below(&rng, hand % 4 ? 50 * UNIT : 2 * UNIT);
        play_hand(table, stacks, (felt_seat)(hand % seats), NULL, 0, &rng);
    }
}

static void expect_clean(const struct play_table *table, const struct felt_poker_rules *rules,
                         const struct felt_player_kind *kind)
{
    felt_chips sum = 0;
    if (table->illegal || table->warnings || table->wrong_words)
        fail_msg("%s in %s, limit %d, %d seats: %d illegal, %d warnings, %d wrong words",
                 kind->name, rules->variant->name, rules->limit, table->seats, table->illegal,
                 table->warnings, table->wrong_words);
    for (int seat = 0; seat < table->seats; seat++) sum += table->won[seat];
    assert_int_equal(sum, 0);
}

/* P1 and P2. */
static void play_rules(const struct felt_poker_rules *rules, int seats, int hands)
{
    static struct play_table table, again;
    for (int i = 0; i < felt_player_count(); i++) {
        const struct felt_player_kind *kind = felt_player_at(i);
        if (!kind->plays(&felt_poker_game, rules)) {
            assert_false(is_zoo(kind));
            continue;
        }
        if (kind->has_effort && test_is_quick()) continue; /* test_search plays it everywhere */
        int count = is_slow(kind) ? HANDS_SLOW : hands;
        play_some(&table, rules, seats, kind, count, SEED);
        expect_clean(&table, rules, kind);
        play_some(&again, rules, seats, kind, count / 3, SEED + 1);
        uint64_t hash = again.hash;
        play_some(&again, rules, seats, kind, count / 3, SEED + 1);
        if (again.hash != hash)
            fail_msg("%s in %s does something else with the same seed", kind->name,
                     rules->variant->name);
        assert_true(again.hash != table.hash);
    }
}

static void zoo_and_house_play_every_game(void **unused)
{
    (void)unused;
    int hands = test_is_quick() ? 3 : HANDS;
    for (int i = 0; i < felt_variant_count(); i++) {
        const struct felt_variant *variant = felt_variant_at(i);
        int limits = 0;
        for (int limit = 0; limit < FELT_LIMITS; limit++) {
            struct felt_poker_rules rules;
            if (felt_poker_rules_make(variant->name, (enum felt_limit)limit, UNIT, &rules, NULL) !=
                FELT_OK)
                continue;
            rules.may_muck = rules.run_twice = limit % 2 == 0 && !variant->shares_last;
            if (felt_poker_rules_verify(&rules, NULL) != FELT_OK)
                rules.may_muck = rules.run_twice = false;
            play_rules(&rules, 2, hands);
            if (variant->seats_max > 2) play_rules(&rules, variant->seats_max, hands);
            limits++;
        }
        assert_true(limits > 0);
    }
}

static void zoo_other_games_are_for_random(void **unused)
{
    (void)unused;
    const struct felt_game other = {.name = "other"};
    for (int i = 0; i < felt_player_count(); i++) {
        const struct felt_player_kind *kind = felt_player_at(i);
        if (is_zoo(kind))
            assert_int_equal(kind->plays(&other, NULL), strcmp(kind->name, "zoo:random") == 0);
    }
}

/* ---- situations ----
 *
 * Two seats with 200 chips, blinds 1 and 2; seat 0 has the button and the small blind.  One of them
 * is the player; the other one follows a script. */

struct situation {
    const char *player;
    const char *variant;
    int limit, seat;
    const char *hole, *board; /* the board may be short, and so may the cards; the rest is drawn */
    const char *script;       /* of the opponent: f, k (check), c, r60 (to 60), d (stand pat)    */
    int nth;                  /* decision of the player that is looked at, from 0                */
    int kind;
    felt_chips low, high; /* of a raise                                                      */
};

static struct felt_action scripted(const char **script)
{
    static const char letters[] = "fkcrd";
    static const uint8_t kinds[] = {FELT_FOLD, FELT_CHECK, FELT_CALL, FELT_RAISE_TO, FELT_DISCARD};
    while (**script == ' ') ++*script;
    const char *letter = **script ? strchr(letters, **script) : NULL;
    if (!letter) fail_msg("the script ends, or has no such letter: \"%s\"", *script);
    struct felt_action action = {.kind = kinds[letter - letters]};
    char *end = NULL;
    long amount = strtol(++*script, &end, 10);
    *script = end;
    action.amount = amount;
    return action;
}

/* The deck of RULES 2.4 for two seats, with the known cards in their places. */
static int build_deck(const struct situation *row, const struct felt_variant *variant,
                      felt_card deck[FELT_CARDS_MAX])
{
    felt_card hole[FELT_HOLE_MAX], board[FELT_BOARD_MAX];
    int holes = cards_parse(row->hole, hole, FELT_HOLE_MAX);
    int boards = cards_parse(row->board, board, FELT_BOARD_MAX);
    memset(deck, FELT_CARD_NONE, FELT_CARDS_MAX);
    for (int i = 0; i < holes; i++) deck[2 * i + (row->seat == 0)] = hole[i];
    for (int i = 0; i < boards; i++) deck[2 * variant->hole_cards + i] = board[i];
    return 2 * variant->hole_cards + boards;
}

/* The n-th decision of the player. */
static struct felt_decision decide_in(const struct situation *row, struct felt_budget budget)
{
    struct felt_poker_rules rules;
    struct felt_poker state;
    struct felt_rng rng = felt_rng_make(5);
    felt_card deck[FELT_CARDS_MAX];
    const felt_chips stacks[2] = {200, 200};
    static _Alignas(16) char block[PLAY_BLOCK_BYTES];
    const struct felt_player_kind *kind = kind_of(row->player);
    struct felt_strategy_config settings = felt_strategy_config_default();
    felt_assert(felt_poker_rules_make(row->variant, (enum felt_limit)row->limit, 2, &rules, NULL) ==
                FELT_OK);
    struct felt_deal deal = felt_poker_deal_make(&rules, 2, stacks, 0);
    deal.deck_count = build_deck(row, rules.variant, deck);
    deal.deck = deck;
    const struct felt_place place = {
        .game = &felt_poker_game, .rules = &rules, .seat = (felt_seat)row->seat};
    kind->sit(block, &settings, rng);
    kind->begin(block, &place);
    felt_assert(felt_poker_open(&rules, &deal, &state, NULL) == FELT_OK);
    felt_assert(felt_poker_deal(&rules, &deal, &rng, &state, NULL) == FELT_OK);
    const char *script = row->script;
    for (int decision = 0;;) {
        felt_seat seat = felt_poker_actor(&state);
        if (seat < 0) fail_msg("%s: the hand was over before", row->player);
        struct felt_decision made = {0};
        if (seat == row->seat) {
            struct felt_view view;
            felt_poker_view(&rules, &state, seat, &view);
            made = kind->choose(block, &view, &budget);
            if (decision++ == row->nth) return made;
        } else {
            made.action = scripted(&script);
        }
        if (felt_poker_apply(&rules, &state, seat, made.action, NULL) != FELT_OK)
            fail_msg("%s with %s: %s is not legal", row->player, row->hole,
                     felt_action_word(made.action.kind));
    }
}

#define NL "holdem", FELT_NO_LIMIT
#define PL "holdem", FELT_POT_LIMIT
#define FL "holdem", FELT_FIXED_LIMIT

static const struct situation situations[] = {
    /* who never folds, and who always does */
    {"call", NL, 0, "7c 2d", "", "", 0, FELT_CALL, 0, 0},
    {"call", NL, 1, "7c 2d", "", "r200", 0, FELT_CALL, 0, 0},
    {"call", NL, 1, "As Ah", "", "c", 0, FELT_CHECK, 0, 0},
    {"fold", NL, 0, "As Ah", "", "", 0, FELT_FOLD, 0, 0},
    {"fold", NL, 1, "As Ah", "", "r4", 0, FELT_FOLD, 0, 0},
    {"fold", NL, 1, "As Ah", "", "c", 0, FELT_CHECK, 0, 0},
    /* as much as there is */
    {"shove", NL, 0, "7c 2d", "", "", 0, FELT_RAISE_TO, 200, 200},
    {"shove", NL, 1, "7c 2d", "", "r200", 0, FELT_CALL, 0, 0},
    {"shove", PL, 0, "7c 2d", "", "", 0, FELT_RAISE_TO, 6, 6},
    {"shove", FL, 0, "7c 2d", "", "", 0, FELT_RAISE_TO, 4, 4},
    /* a raise, another bet, and no more */
    {"stealer", NL, 0, "7c 2d", "", "", 0, FELT_RAISE_TO, 5, 6},
    {"stealer", PL, 0, "7c 2d", "", "", 0, FELT_RAISE_TO, 6, 6},
    {"stealer", FL, 0, "7c 2d", "", "", 0, FELT_RAISE_TO, 4, 4},
    {"stealer", NL, 1, "7c 2d", "", "c", 0, FELT_RAISE_TO, 5, 8},
    {"stealer", NL, 1, "As Ah", "", "r4", 0, FELT_FOLD, 0, 0},
    {"stealer", NL, 0, "7c 2d", "", "c k", 1, FELT_RAISE_TO, 6, 9},
    {"stealer", NL, 0, "7c 2d", "", "c r2", 1, FELT_FOLD, 0, 0},
    {"stealer", NL, 0, "7c 2d", "", "c k c k", 2, FELT_CHECK, 0, 0},
    {"stealer", NL, 0, "As Ah", "", "c k c r20", 2, FELT_FOLD, 0, 0},
    {"stealer", NL, 0, "As Ah", "", "r18", 1, FELT_FOLD, 0, 0},
    /* tight and aggressive: raise or fold first in, odds and a margin later */
    {"tag", NL, 0, "As Ah", "", "", 0, FELT_RAISE_TO, 5, 6},
    {"tag", NL, 0, "Ks 4d", "", "", 0, FELT_RAISE_TO, 5, 6},
    {"tag", NL, 0, "7c 2d", "", "", 0, FELT_FOLD, 0, 0},
    {"tag", NL, 0, "8c 3d", "", "", 0, FELT_FOLD, 0, 0},
    {"tag", NL, 1, "7c 2d", "", "r200", 0, FELT_FOLD, 0, 0},
    {"tag", NL, 1, "9c 6d", "", "r200", 0, FELT_FOLD, 0, 0},
    {"tag", NL, 1, "As Ah", "", "r200", 0, FELT_CALL, 0, 0},
    {"tag", NL, 1, "As Ah", "", "r6", 0, FELT_RAISE_TO, 12, 20},
    {"tag", NL, 1, "Jc 9d", "", "r6", 0, FELT_CALL, 0, 0},
    {"tag", NL, 1, "7c 2d", "", "r6", 0, FELT_FOLD, 0, 0},
    {"tag", NL, 1, "7c 2d", "", "c", 0, FELT_CHECK, 0, 0},
    {"tag", NL, 1, "As Ah", "", "c", 0, FELT_RAISE_TO, 5, 8},
    {"tag", NL, 0, "As Kh", "Ad Kc 7h", "c k", 1, FELT_RAISE_TO, 7, 9},
    {"tag", NL, 0, "As Kh", "Ad Kc 7h", "c r6", 1, FELT_RAISE_TO, 12, 30},
    {"tag", NL, 0, "Ks 8h", "Ac Qd 5c", "c r12", 1, FELT_FOLD, 0, 0},
    {"tag", NL, 0, "Ks 9h", "Kd 7c 2h", "c r6", 1, FELT_RAISE_TO, 12, 30},
    {"tag", NL, 0, "9s 8h", "Kd 8c 2h", "c r6", 1, FELT_CALL, 0, 0},
    /* more hands, more chips */
    {"lag", NL, 0, "8c 3d", "", "", 0, FELT_RAISE_TO, 5, 6},
    {"lag", NL, 0, "As Kh", "Ad Kc 7h", "c k", 1, FELT_RAISE_TO, 10, 12},
    {"lag", NL, 1, "7c 2d", "", "r200", 0, FELT_FOLD, 0, 0},
    /* calls, and raises the best */
    {"station", NL, 0, "7c 2d", "", "", 0, FELT_CALL, 0, 0},
    {"station", NL, 1, "9c 4d", "", "r60", 0, FELT_CALL, 0, 0},
    {"station", NL, 1, "As Ah", "", "r6", 0, FELT_RAISE_TO, 10, 20},
    {"station", NL, 1, "As Jh", "", "c", 0, FELT_CHECK, 0, 0},
    {"station", NL, 1, "3c 2d", "4c 4d 7h Ts Jc", "c k k r100", 4, FELT_FOLD, 0, 0},
    /* ranks and nothing else; low ones in low games */
    {"threshold", NL, 0, "As Kh", "", "", 0, FELT_RAISE_TO, 4, 6},
    {"threshold", NL, 0, "9c 8d", "", "", 0, FELT_CALL, 0, 0},
    {"threshold", NL, 0, "3c 3d", "", "", 0, FELT_FOLD, 0, 0},
    {"threshold", "27-single", 0, 0, "2c 3d 4h 5s 7c", "", "", 0, FELT_RAISE_TO, 4, 6},
    {"threshold", "27-single", 0, 0, "As Kh Qd Jc Ts", "", "", 0, FELT_FOLD, 0, 0},
    {"threshold", "27-single", 0, 0, "As Ah Ad Jc Ts", "", "", 0, FELT_FOLD, 0, 0},
    {"threshold", "a5-single", 0, 0, "As Ah Ad 2c 3s", "", "", 0, FELT_RAISE_TO, 4, 6},
    {"threshold", "badugi", 0, 0, "As 2h 3d 4c", "", "", 0, FELT_RAISE_TO, 4, 6},
};

static void zoo_situations_are_played_as_expected(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof situations / sizeof situations[0]; i++) {
        const struct situation *row = &situations[i];
        struct felt_decision made = decide_in(row, (struct felt_budget){0});
        bool size = made.action.kind != FELT_RAISE_TO ||
                    (made.action.amount >= row->low && made.action.amount <= row->high);
        if (made.action.kind != row->kind || !size)
            fail_msg("%s with %s on %s after \"%s\": %s %d (%s)", row->player, row->hole,
                     row->board, row->script, felt_action_word(made.action.kind),
                     (int)made.action.amount, made.reasoning);
    }
}

static void zoo_good_cards_are_kept(void **unused)
{
    (void)unused;
    static const struct {
        struct situation situation;
        uint64_t never, always; /* thrown away */
    } rows[] = {
        {{"call", "draw", 0, 1, "As Ah 7d 5c 2s", "", "c", 1, FELT_DISCARD, 0, 0}, 3, 28},
        {{"tag", "draw", 0, 1, "As Ah 7d 5c 2s", "", "r4 c", 1, FELT_DISCARD, 0, 0}, 3, 0},
        {{"station", "draw", 0, 1, "As Ah 7d 5c 2s", "", "c c", 1, FELT_DISCARD, 0, 0}, 3, 0},
        {{"shove", "27-single", 0, 1, "2c 3d 4h 7s Kc", "", "r200", 1, FELT_DISCARD, 0, 0}, 15, 16},
        {{"fold", "draw", 0, 1, "As 9h 7d 5c 2s", "", "c", 1, FELT_DISCARD, 0, 0}, 31, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct felt_decision made = decide_in(&rows[i].situation, (struct felt_budget){0});
        if (made.action.kind != FELT_DISCARD || made.action.cards & rows[i].never ||
            (made.action.cards & rows[i].always) != rows[i].always)
            fail_msg("%s with %s throws away %#x", rows[i].situation.player, rows[i].situation.hole,
                     (unsigned)made.action.cards);
    }
}

/* What the stealer does first in a hand that begins like this. */
static struct felt_action steal_first(void *block, const struct felt_poker_rules *rules, bool bomb)
{
    const struct felt_player_kind *kind = kind_of("stealer");
    const felt_chips stacks[2] = {200, 200};
    struct felt_deal deal = felt_poker_deal_make(rules, 2, stacks, bomb ? 1 : 0);
    struct felt_rng rng = felt_rng_make(6);
    struct felt_poker state;
    struct felt_view view;
    static struct felt_place place;
    place = (struct felt_place){.game = &felt_poker_game, .rules = rules, .seat = 0};
    if (bomb) { /* antes in place of blinds (RULES 6.9) */
        deal.bomb = true;
        memset(deal.blind, 0, sizeof deal.blind);
        deal.ante[0] = deal.ante[1] = 5;
        deal.opener = FELT_SEAT_NONE;
    }
    kind->begin(block, &place);
    felt_assert(felt_poker_open(rules, &deal, &state, NULL) == FELT_OK);
    felt_assert(felt_poker_deal(rules, &deal, &rng, &state, NULL) == FELT_OK);
    felt_poker_view(rules, &state, 0, &view);
    return kind->choose(block, &view, &(struct felt_budget){0}).action;
}

/* A bomb pot begins with the flop: who has not raised has nothing to continue. */
static void zoo_last_hand_is_forgotten(void **unused)
{
    (void)unused;
    _Alignas(16) char block[PLAY_BLOCK_BYTES];
    struct felt_strategy_config settings = felt_strategy_config_default();
    struct felt_poker_rules rules;
    assert_int_equal(felt_poker_rules_make("holdem", FELT_NO_LIMIT, 2, &rules, NULL), FELT_OK);
    kind_of("stealer")->sit(block, &settings, felt_rng_make(1));
    assert_int_equal(steal_first(block, &rules, false).kind, FELT_RAISE_TO);
    assert_int_equal(steal_first(block, &rules, true).kind, FELT_CHECK);
}

/* ---- time ---- */

static bool runs_out(void *self)
{
    int *left = self;
    return (*left)-- > 0;
}

/* P4: before it begins to think, and while it does. */
static void zoo_no_time_is_the_timid_answer(void **unused)
{
    (void)unused;
    for (int i = 0; i < felt_player_count(); i++) {
        const char *name = felt_player_at(i)->name;
        const struct situation facing = {.player = name,
                                         .variant = "holdem",
                                         .seat = 1,
                                         .hole = "As Ah",
                                         .board = "",
                                         .script = "r6"};
        const struct situation free = {.player = name,
                                       .variant = "holdem",
                                       .seat = 1,
                                       .hole = "As Ah",
                                       .board = "",
                                       .script = "c"};
        if (!is_zoo(felt_player_at(i))) continue;
        int left = 0;
        struct felt_decision made = decide_in(&facing, (struct felt_budget){0, runs_out, &left});
        assert_int_equal(made.action.kind, FELT_FOLD);
        assert_int_equal(made.warning, FELT_WARN_TIMEOUT);
        left = 0;
        made = decide_in(&free, (struct felt_budget){0, runs_out, &left});
        assert_int_equal(made.action.kind, FELT_CHECK);
        assert_int_equal(made.warning, FELT_WARN_TIMEOUT);
    }
    const struct situation thinking = {.player = "tag",
                                       .variant = "holdem",
                                       .seat = 1,
                                       .hole = "As Ah",
                                       .board = "",
                                       .script = "r6"};
    int left = 1;
    struct felt_decision made = decide_in(&thinking, (struct felt_budget){5000, runs_out, &left});
    assert_int_equal(made.action.kind, FELT_FOLD);
    assert_int_equal(made.warning, FELT_WARN_TIMEOUT);
}

/* ---- how often ---- */

static void zoo_tag_opens_four_of_five_buttons(void **unused)
{
    (void)unused;
    static struct play_table table;
    struct felt_poker_rules rules;
    struct felt_rng rng = felt_rng_make(11);
    const struct felt_player_kind *kinds[] = {kind_of("tag"), kind_of("fold")};
    const felt_chips stacks[] = {200, 200};
    int hands = test_is_quick() ? 400 : 2000;
    assert_int_equal(felt_poker_rules_make("holdem", FELT_NO_LIMIT, 2, &rules, NULL), FELT_OK);
    play_sit(&table, &rules, 2, kinds, 3);
    for (int i = 0; i < hands; i++) play_hand(&table, stacks, 0, NULL, 0, &rng);
    assert_in_range(table.count[0][FELT_RAISE_TO], hands * 74 / 100, hands * 85 / 100);
    assert_int_equal(table.count[0][FELT_CALL], 0); /* raise or fold: it does not limp */
    assert_int_equal(table.count[0][FELT_RAISE_TO] + table.count[0][FELT_FOLD], hands);
}

/* Each kind of action about as often, and raises all over their range. */
static void zoo_random_is_uniform(void **unused)
{
    (void)unused;
    enum { DRAWS = 3000 };
    _Alignas(16) char block[PLAY_BLOCK_BYTES];
    struct felt_strategy_config settings = felt_strategy_config_default();
    const struct felt_player_kind *kind = kind_of("random");
    struct felt_view view = {.options = 3};
    int count[FELT_ACTION_KINDS] = {0};
    double sum = 0;
    view.option[0] = (struct felt_option){.kind = FELT_FOLD};
    view.option[1] = (struct felt_option){.kind = FELT_CALL, .min = 5, .max = 5};
    view.option[2] = (struct felt_option){.kind = FELT_RAISE_TO, .min = 100, .max = 300};
    kind->sit(block, &settings, felt_rng_make(4));
    for (int i = 0; i < DRAWS; i++) {
        struct felt_decision made = kind->choose(block, &view, &(struct felt_budget){0});
        count[made.action.kind]++;
        sum += (double)made.action.amount;
    }
    for (int i = 0; i < 3; i++)
        assert_in_range(count[view.option[i].kind], DRAWS / 3 - 120, DRAWS / 3 + 120);
    assert_in_range((int)(sum / count[FELT_RAISE_TO]), 190, 210);
}

TEST_MODULE(zoo)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(zoo_and_house_play_every_game),
        cmocka_unit_test(zoo_other_games_are_for_random),
        cmocka_unit_test(zoo_situations_are_played_as_expected),
        cmocka_unit_test(zoo_good_cards_are_kept),
        cmocka_unit_test(zoo_last_hand_is_forgotten),
        cmocka_unit_test(zoo_no_time_is_the_timid_answer),
        cmocka_unit_test(zoo_tag_opens_four_of_five_buttons),
        cmocka_unit_test(zoo_random_is_uniform),
    };
    return cmocka_run_group_tests_name("zoo", tests, NULL, NULL);
}
