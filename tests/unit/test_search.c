/* test_search.c -- the player mcts: legal and repeatable in every game of poker, right where a card
 * player knows the answer, and at home in games that are no poker at all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/assert.h"
#include "felt/hash.h"
#include "felt/poker.h"
#include "module.h"
#include "players/search/search.h"
#include "support.h"

#include <stdlib.h>
#include <string.h>

static const struct felt_player_kind *mcts(void)
{
    return felt_player_find("mcts", 4);
}

/* A player in a seat of a game; sit() and begin() must not rely on zeros. */
static void *take_seat(const struct felt_place *place, uint64_t seed)
{
    struct felt_strategy_config settings = felt_strategy_config_default();
    void *block = malloc(mcts()->bytes);
    felt_assert(block != NULL);
    memset(block, 0xA5, mcts()->bytes);
    mcts()->sit(block, &settings, felt_rng_make(seed));
    mcts()->begin(block, place);
    return block;
}

static bool is_legal(const struct felt_view *view, struct felt_action action)
{
    for (int i = 0; i < view->options; i++)
        if (felt_option_admits(&view->option[i], action)) return true;
    return false;
}

static void expect_words(const struct felt_view *view, const struct felt_decision *decision)
{
    assert_true(is_legal(view, decision->action)); /* P1 */
    assert_int_equal(decision->warning, FELT_WARN_NONE);
    assert_string_equal(decision->reasoning, "search");
    assert_true(decision->confidence > 0 && decision->confidence <= 1);
    assert_true(decision->strength >= 0 && decision->strength <= 1);
    assert_true(decision->price >= 0 && decision->price < 1);
}

/* ---- every game of poker ---- */

enum { UNIT = 20 };

/* A hand of the player in all seats; returns a hash of what was done. */
static uint64_t play_hand(const struct felt_poker_rules *rules, int seats, uint32_t samples,
                          uint64_t seed)
{
    const struct felt_budget budget = {.samples = samples};
    struct felt_rng rng = felt_rng_make(seed);
    struct felt_place place[FELT_SEATS_MAX];
    felt_chips stacks[FELT_SEATS_MAX];
    void *block[FELT_SEATS_MAX];
    struct felt_poker state;
    uint64_t hash = 0;
    for (int seat = 0; seat < seats; seat++) {
        stacks[seat] = 1 + felt_rng_below(&rng, seed % 4 ? 50 * UNIT : 2 * UNIT);
        place[seat] =
            (struct felt_place){.game = &felt_poker_game, .rules = rules, .seat = (felt_seat)seat};
        block[seat] = take_seat(&place[seat], seed + (uint64_t)seat);
    }
    struct felt_deal deal = felt_poker_deal_make(rules, seats, stacks, (felt_seat)(seats - 1));
    felt_assert(felt_poker_open(rules, &deal, &state, NULL) == FELT_OK);
    felt_assert(felt_poker_deal(rules, &deal, &rng, &state, NULL) == FELT_OK);
    for (felt_seat seat; (seat = felt_poker_actor(&state)) >= 0;) {
        struct felt_view view;
        felt_poker_view(rules, &state, seat, &view);
        struct felt_decision decision = mcts()->choose(block[seat], &view, &budget);
        expect_words(&view, &decision);
        hash = felt_hash_word(hash, decision.action.kind);
        hash = felt_hash_word(hash, (uint64_t)decision.action.amount);
        hash = felt_hash_word(hash, decision.action.cards);
        felt_assert(felt_poker_apply(rules, &state, seat, decision.action, NULL) == FELT_OK);
    }
    for (int seat = 0; seat < seats; seat++) free(block[seat]);
    return hash;
}

static void play_variant(const struct felt_variant *variant, int hands)
{
    int limits = 0;
    for (int limit = 0; limit < FELT_LIMITS; limit++) {
        struct felt_poker_rules rules;
        if (felt_poker_rules_make(variant->name, (enum felt_limit)limit, UNIT, &rules, NULL) !=
            FELT_OK)
            continue;
        rules.may_muck = rules.run_twice = limit % 2 == 0;
        if (felt_poker_rules_verify(&rules, NULL) != FELT_OK)
            rules.may_muck = rules.run_twice = false;
        for (uint64_t seed = 0; seed < (uint64_t)hands; seed++) {
            uint64_t hash = play_hand(&rules, 2, 3, seed);
            assert_int_equal(play_hand(&rules, 2, 3, seed), hash); /* P2 */
        }
        (void)play_hand(&rules, variant->seats_max, 1, 1 + 3 * (uint64_t)(limits % 2));
        limits++;
    }
    assert_true(limits > 0);
}

static void search_plays_every_variant(void **unused)
{
    (void)unused;
    for (int i = 0; i < felt_variant_count(); i += test_is_quick() ? 4 : 1)
        play_variant(felt_variant_at(i), test_is_quick() ? 1 : 2);
}

/* The stream decides between actions that are worth about the same. */
static void search_depends_on_its_stream(void **unused)
{
    (void)unused;
    struct felt_poker_rules rules;
    uint64_t first = 0;
    int others = 0;
    felt_assert(felt_poker_rules_make("holdem", FELT_NO_LIMIT, UNIT, &rules, NULL) == FELT_OK);
    for (uint64_t seed = 1; seed <= 12; seed++) {
        uint64_t hash = play_hand(&rules, 2, 4, seed);
        if (seed == 1) first = hash;
        others += hash != first;
    }
    assert_true(others > 0);
}

/* ---- what a card player knows ---- */

struct position {
    const char *variant, *deck; /* from the top, RULES 2.4; seat 1 gets the first card       */
    int limit;
    const char *script; /* k check, c call, r raise to the least, R raise to the most; then    */
    uint32_t samples;   /* the player is asked                                                */
    int wanted;         /* kind of its answer                                                 */
    bool not_wanted;    /* it is anything but that                                            */
};

static struct felt_action scripted(const struct felt_view *view, char letter)
{
    struct felt_action action = {.kind = letter == 'k'   ? FELT_CHECK
                                         : letter == 'c' ? FELT_CALL
                                                         : FELT_RAISE_TO};
    for (int i = 0; i < view->options; i++)
        if (action.kind == FELT_RAISE_TO && view->option[i].kind == FELT_RAISE_TO)
            action.amount = letter == 'R' ? view->option[i].max : view->option[i].min;
    if (!is_legal(view, action)) fail_msg("'%c' is not legal", letter);
    return action;
}

static struct felt_decision decide_at(const struct position *row, uint64_t seed,
                                      const struct felt_budget *budget)
{
    struct felt_poker_rules rules;
    struct felt_poker state;
    struct felt_view view;
    struct felt_rng rng = felt_rng_make(seed);
    felt_card deck[FELT_CARDS_MAX];
    const felt_chips stacks[2] = {2000, 2000};
    felt_assert(felt_poker_rules_make(row->variant, (enum felt_limit)row->limit, UNIT, &rules,
                                      NULL) == FELT_OK);
    struct felt_deal deal = felt_poker_deal_make(&rules, 2, stacks, 0);
    deal.deck_count = cards_parse(row->deck, deck, FELT_CARDS_MAX);
    deal.deck = deck;
    felt_assert(felt_poker_open(&rules, &deal, &state, NULL) == FELT_OK);
    felt_assert(felt_poker_deal(&rules, &deal, &rng, &state, NULL) == FELT_OK);
    for (const char *at = row->script;; at++) {
        felt_seat seat = felt_poker_actor(&state);
        felt_poker_view(&rules, &state, seat, &view);
        if (!*at) break;
        felt_assert(felt_poker_apply(&rules, &state, seat, scripted(&view, *at), NULL) == FELT_OK);
    }
    const struct felt_place place = {.game = &felt_poker_game, .rules = &rules, .seat = view.actor};
    void *block = take_seat(&place, seed);
    struct felt_decision decision = mcts()->choose(block, &view, budget);
    assert_true(is_legal(&view, decision.action));
    free(block);
    return decision;
}

#define HOLDEM "holdem"
static const struct position positions[] = {
    /* Kuhn: a king calls, a jack does not */
    {"kuhn", "Ks Js", FELT_FIXED_LIMIT, "kr", 0, FELT_CALL, false},
    {"kuhn", "Js Ks", FELT_FIXED_LIMIT, "kr", 0, FELT_FOLD, false},
    {"kuhn", "Qs Js", FELT_FIXED_LIMIT, "r", 0, FELT_FOLD, false},
    {"kuhn", "Qs Ks", FELT_FIXED_LIMIT, "r", 0, FELT_CALL, false},
    /* the nuts on the river, the second time for everything */
    {HOLDEM, "7c Ah 2d Kh Qh Jh Th 3c 4s", FELT_NO_LIMIT, "ckkkkkr", 0, FELT_FOLD, true},
    {HOLDEM, "7c Ah 2d Kh Qh Jh Th 3c 4s", FELT_NO_LIMIT, "ckkkkkR", 0, FELT_CALL, false},
    /* nothing on the river, for everything */
    {HOLDEM, "Ac 3h Ad 2d Qh Jh Th Kc 9s", FELT_NO_LIMIT, "ckkkkkR", 0, FELT_FOLD, false},
    /* aces before the flop against everything */
    {HOLDEM, "As 7c Ah 2d", FELT_NO_LIMIT, "R", 0, FELT_CALL, false},
    {HOLDEM, "7c As 2d Ah", FELT_NO_LIMIT, "", 0, FELT_FOLD, true},
    {HOLDEM, "7c As 2d 3h", FELT_NO_LIMIT, "R", 0, FELT_FOLD, false},
    /* the three best cards of razz */
    {"razz", "Ks As Kh 2d Kd 3c", FELT_FIXED_LIMIT, "", 0, FELT_FOLD, true},
};

static void search_finds_the_obvious(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof positions / sizeof positions[0]; i++)
        for (uint64_t seed = 1; seed <= 5; seed++) {
            const struct felt_budget budget = {.samples = positions[i].samples};
            struct felt_decision decision = decide_at(&positions[i], seed, &budget);
            if ((decision.action.kind == positions[i].wanted) == positions[i].not_wanted)
                fail_msg("row %zu, seed %llu: %s", i, (unsigned long long)seed,
                         felt_action_word(decision.action.kind));
        }
}

/* With one look it answers, and legally. */
static void search_one_sample_is_enough(void **unused)
{
    (void)unused;
    const struct felt_budget budget = {.samples = 1};
    for (size_t i = 0; i < sizeof positions / sizeof positions[0]; i++)
        (void)decide_at(&positions[i], 1, &budget);
}

/* ---- time ---- */

static bool count_down(void *self)
{
    int *left = self;
    return --*left >= 0;
}

static void search_without_time_is_timid(void **unused)
{
    (void)unused;
    int left = 0;
    const struct felt_budget budget = {.time_left = count_down, .self = &left};
    struct felt_decision decision = decide_at(&positions[7], 1, &budget);
    assert_int_equal(decision.action.kind, FELT_FOLD);
    assert_int_equal(decision.warning, FELT_WARN_TIMEOUT);
    assert_string_equal(decision.reasoning, "no_time");
}

/* Time for sixteen of a million iterations; it is asked three times in all. */
static void search_stops_when_time_is_over(void **unused)
{
    (void)unused;
    int left = 2;
    const struct felt_budget budget = {
        .samples = FELT_PLAYER_SAMPLES_MAX, .time_left = count_down, .self = &left};
    struct felt_decision decision = decide_at(&positions[7], 1, &budget);
    assert_int_equal(decision.action.kind, FELT_CALL);
    assert_int_equal(decision.warning, FELT_WARN_NONE);
    assert_int_equal(left, -1);
}

/* Before the first iteration, and before every sixteenth. */
static void search_asks_for_time_now_and_then(void **unused)
{
    (void)unused;
    int left = 10;
    const struct felt_budget budget = {.samples = 40, .time_left = count_down, .self = &left};
    (void)decide_at(&positions[7], 1, &budget);
    assert_int_equal(left, 7);
}

/* ---- the menu and the tree ---- */

static void search_menu_is_bounded_and_legal(void **unused)
{
    (void)unused;
    static const struct {
        struct felt_option option;
        felt_chips at_stake;
        int count;
        felt_chips first, last; /* amounts                                                  */
    } rows[] = {
        {{.kind = FELT_RAISE_TO, .min = 20, .max = 20}, 30, 1, 20, 20},
        {{.kind = FELT_RAISE_TO, .min = 20, .max = 2000}, 40, 3, 40, 120},
        {{.kind = FELT_RAISE_TO, .min = 20, .max = 150}, 40, 3, 40, 150},
        {{.kind = FELT_RAISE_TO, .min = 20, .max = 30}, 40, 1, 30, 30},
        {{.kind = FELT_RAISE_TO, .min = 0, .max = 10}, 0, 3, 0, 10},
        {{.kind = FELT_RAISE_TO, .min = 7, .max = 8}, 0, 2, 7, 8},
        {{.kind = FELT_DISCARD, .cards_max = 4, .cards = 15}, 10, 16, 0, 0},
        {{.kind = FELT_DISCARD, .cards_max = 5, .cards = 31}, 10, 32, 0, 0},
        {{.kind = FELT_DISCARD, .cards_max = 6, .cards = 63}, 10, 32, 0, 0},
        {{.kind = FELT_MOVE, .choice_max = 65535}, 0, 32, 0, 0},
        {{.kind = FELT_MOVE, .choice_max = 0}, 0, 1, 0, 0},
        {{.kind = FELT_COMMIT, .cards_min = 1, .cards_max = 3, .cards = UINT64_MAX}, 0, 32, 0, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct search_menu menu;
        felt_search_menu(&rows[i].option, 1, rows[i].at_stake, &menu);
        if (menu.count != rows[i].count) fail_msg("row %zu: %d actions", i, menu.count);
        for (int k = 0; k < menu.count; k++)
            assert_true(felt_option_admits(&rows[i].option, menu.action[k]));
        assert_int_equal(menu.action[0].amount, rows[i].first);
        assert_int_equal(menu.action[menu.count - 1].amount, rows[i].last);
        if (rows[i].option.kind == FELT_DISCARD) {
            assert_int_equal(menu.action[0].cards, 0);
            assert_int_equal(menu.action[menu.count - 1].cards, rows[i].option.cards);
        }
    }
}

/* Who may check does not think of folding; guesses are chances. */
static void search_guesses_are_chances(void **unused)
{
    (void)unused;
    const struct felt_option free_look[] = {
        {.kind = FELT_FOLD}, {.kind = FELT_CHECK}, {.kind = FELT_RAISE_TO, .min = 20, .max = 900}};
    const struct felt_option bet[] = {{.kind = FELT_FOLD},
                                      {.kind = FELT_CALL, .min = 50, .max = 50},
                                      {.kind = FELT_RAISE_TO, .min = 100, .max = 900}};
    for (int share = 0; share <= 10; share++) {
        struct search_outlook outlook = {share / 10.0, share / 10.0};
        struct search_menu menu;
        double guess[FELT_SEARCH_MENU_MAX], sum = 0;
        felt_search_menu(free_look, 3, 40, &menu);
        for (int i = 0; i < menu.count; i++) assert_int_not_equal(menu.action[i].kind, FELT_FOLD);
        felt_search_menu(bet, 3, 100, &menu);
        felt_search_guess(&menu, outlook, guess);
        for (int i = 0; i < menu.count; i++) sum += guess[i];
        assert_true(sum > 0.999999 && sum < 1.000001);
        assert_int_equal(menu.action[0].kind, FELT_FOLD);
        assert_true(share < 3 ? guess[0] > 0.5 : share > 4 ? guess[0] < 0.5 : true);
    }
}

static void search_full_tree_grows_no_more(void **unused)
{
    (void)unused;
    struct search_tree *tree = malloc(sizeof *tree);
    felt_assert(tree != NULL);
    felt_search_plant(tree);
    for (uint32_t i = 1; i < FELT_SEARCH_SPOTS; i++) {
        struct felt_action action = {.kind = FELT_RAISE_TO, .amount = i};
        uint32_t spot = felt_search_grow(tree, i > 50 ? i - 50 : 0, action);
        assert_int_equal(spot, i);
        for (uint8_t rank = 0; rank < 2; rank++) {
            uint32_t tally = felt_search_tally(tree, spot, rank);
            assert_int_equal(felt_search_tally(tree, spot, rank), tally);
        }
    }
    struct felt_action more = {.kind = FELT_CALL}, old = {.kind = FELT_RAISE_TO, .amount = 7};
    assert_int_equal(felt_search_grow(tree, 3, more), 0);
    assert_int_equal(felt_search_grow(tree, 0, old), 7);
    while (tree->tallies < FELT_SEARCH_TALLIES)
        assert_true(felt_search_tally(tree, 1, (uint8_t)tree->tallies) > 0);
    assert_int_equal(felt_search_tally(tree, 2, 5), 0);
    free(tree);
}

/* More iterations than the tree has room for. */
static void search_goes_on_with_a_full_tree(void **unused)
{
    (void)unused;
    const struct felt_budget budget = {.samples = test_is_quick() ? 300 : 3000};
    struct felt_decision decision = decide_at(&positions[8], 1, &budget);
    assert_int_equal(decision.action.kind, FELT_RAISE_TO);
}

/* ---- other games ---- */

/* Some matches on the table, one to three are taken in turn; who takes the last one wins a point.
 */
struct nim {
    int left;
    felt_seat actor;
};

static felt_seat nim_actor(const void *rules, const void *state)
{
    (void)rules;
    const struct nim *nim = state;
    return nim->left ? nim->actor : (felt_seat)FELT_SEAT_NONE;
}
static int nim_legal(const void *rules, const void *state, struct felt_option *out)
{
    (void)rules;
    const struct nim *nim = state;
    if (nim->left == 0) return 0;
    out[0] = (struct felt_option){.kind = FELT_MOVE,
                                  .choice_max = (uint16_t)((nim->left < 3 ? nim->left : 3) - 1)};
    return 1;
}
static enum felt_status nim_apply(const void *rules, void *state, felt_seat seat,
                                  struct felt_action action, struct felt_event_log *log)
{
    (void)rules, (void)log;
    struct nim *nim = state;
    if (seat != nim->actor || action.choice >= nim->left) return FELT_NOT_LEGAL;
    nim->left -= action.choice + 1;
    nim->actor = (felt_seat)(1 - nim->actor);
    return FELT_OK;
}
static void nim_view(const void *rules, const void *state, felt_seat seat, struct felt_view *out)
{
    const struct nim *nim = state;
    memset(out, 0, sizeof *out);
    out->viewer = seat;
    out->actor = nim_actor(rules, state);
    out->seats = 3;
    out->number[0] = nim->left;
    if (seat >= 0 && seat == out->actor)
        out->options = (uint8_t)nim_legal(rules, state, out->option);
}
static void nim_imagine(const void *rules, const struct felt_view *view, struct felt_rng *rng,
                        void *state)
{
    (void)rules, (void)rng;
    *(struct nim *)state = (struct nim){(int)view->number[0], view->actor};
}
static void nim_payoff(const void *rules, const void *state, felt_chips *out)
{
    (void)rules;
    const struct nim *nim = state;
    memset(out, 0, FELT_SEATS_MAX * sizeof *out);
    if (nim->left) return;
    out[nim->actor] = -1;
    out[1 - nim->actor] = 1;
}
static const struct felt_game nim_game = {.name = "nim",
                                          .state_bytes = sizeof(struct nim),
                                          .actor = nim_actor,
                                          .legal = nim_legal,
                                          .apply = nim_apply,
                                          .view = nim_view,
                                          .imagine = nim_imagine,
                                          .payoff = nim_payoff};

static struct felt_decision decide_in(const struct felt_game *game, const void *state,
                                      uint64_t seed)
{
    const struct felt_budget budget = {.samples = 400};
    struct felt_view view;
    game->view(NULL, state, game->actor(NULL, state), &view);
    const struct felt_place place = {.game = game, .rules = NULL, .seat = view.actor};
    void *block = take_seat(&place, seed);
    struct felt_decision decision = mcts()->choose(block, &view, &budget);
    expect_words(&view, &decision);
    free(block);
    return decision;
}

/* What is left for the other must be a multiple of four. */
static void search_wins_nim(void **unused)
{
    (void)unused;
    for (int left = 2; left <= 11; left++)
        for (uint64_t seed = 1; left % 4 && seed <= 5; seed++) {
            const struct nim nim = {left, (felt_seat)(seed % 2)};
            struct felt_decision decision = decide_in(&nim_game, &nim, seed);
            if (decision.action.choice + 1 != left % 4)
                fail_msg("%d left: takes %d", left, decision.action.choice + 1);
        }
}

/* Seven cards, one for each of three seats.  The first one fights, or passes; it wins two points if
 * both others are lower, and else loses one to each of them. */
struct fight {
    felt_card card[3];
    bool over, fought;
};

static felt_seat fight_actor(const void *rules, const void *state)
{
    (void)rules;
    return ((const struct fight *)state)->over ? (felt_seat)FELT_SEAT_NONE : (felt_seat)0;
}
static int fight_legal(const void *rules, const void *state, struct felt_option *out)
{
    (void)rules, (void)state;
    out[0] = (struct felt_option){.kind = FELT_MOVE, .choice_max = 1};
    return 1;
}
static enum felt_status fight_apply(const void *rules, void *state, felt_seat seat,
                                    struct felt_action action, struct felt_event_log *log)
{
    (void)rules, (void)seat, (void)log;
    ((struct fight *)state)->over = true;
    ((struct fight *)state)->fought = action.choice == 1;
    return FELT_OK;
}
static void fight_view(const void *rules, const void *state, felt_seat seat, struct felt_view *out)
{
    const struct fight *fight = state;
    memset(out, 0, sizeof *out);
    out->viewer = seat;
    out->actor = fight_actor(rules, state);
    out->seats = 7;
    out->zones = 3;
    for (uint8_t i = 0; i < 3; i++) {
        out->zone[i] =
            (struct felt_zone){.kind = FELT_ZONE_HAND, .owner = (felt_seat)i, .at = i, .count = 1};
        out->cards[i] = seat == i ? fight->card[i] : (felt_card)FELT_CARD_NONE;
    }
    if (seat == 0) out->options = (uint8_t)fight_legal(rules, state, out->option);
}
static void fight_imagine(const void *rules, const struct felt_view *view, struct felt_rng *rng,
                          void *state)
{
    (void)rules;
    struct fight *fight = state;
    bool taken[7] = {false};
    *fight = (struct fight){0};
    for (int i = 0; i < 3; i++)
        if (view->cards[i] != FELT_CARD_NONE) taken[fight->card[i] = view->cards[i]] = true;
    for (int i = 0; i < 3; i++) {
        if (view->cards[i] != FELT_CARD_NONE) continue;
        do fight->card[i] = (felt_card)felt_rng_below(rng, 7);
        while (taken[fight->card[i]]);
        taken[fight->card[i]] = true;
    }
}
static void fight_payoff(const void *rules, const void *state, felt_chips *out)
{
    (void)rules;
    const struct fight *fight = state;
    memset(out, 0, FELT_SEATS_MAX * sizeof *out);
    if (!fight->fought) return;
    bool best = fight->card[0] > fight->card[1] && fight->card[0] > fight->card[2];
    out[0] = best ? 2 : -2;
    out[1] = out[2] = best ? -1 : 1;
}
static const struct felt_game fight_game = {.name = "fight",
                                            .state_bytes = sizeof(struct fight),
                                            .actor = fight_actor,
                                            .legal = fight_legal,
                                            .apply = fight_apply,
                                            .view = fight_view,
                                            .imagine = fight_imagine,
                                            .payoff = fight_payoff};

/* Both others are lower than the card c of 0 .. 6 in c (c - 1) of 30 deals: 20 of 30 for 5. */
static void search_knows_what_hidden_cards_are_worth(void **unused)
{
    (void)unused;
    for (felt_card card = 0; card < 7; card++)
        for (uint64_t seed = 1; seed <= 5; seed++) {
            const struct fight fight = {.card = {card, (felt_card)(card == 0), 6}};
            struct felt_decision decision = decide_in(&fight_game, &fight, seed);
            if ((decision.action.choice == 1) != (card >= 5))
                fail_msg("card %d: %s", card, decision.action.choice ? "fights" : "passes");
        }
}

/* The same question once more is answered from other deals. */
static void search_does_not_repeat_its_chances(void **unused)
{
    (void)unused;
    const struct felt_budget budget = {.samples = 50};
    const struct fight fight = {.card = {5, 0, 6}};
    const struct felt_place place = {.game = &fight_game, .rules = NULL, .seat = 0};
    struct felt_view view;
    void *block = take_seat(&place, 1);
    bool same = true;
    fight_view(NULL, &fight, 0, &view);
    double strength = mcts()->choose(block, &view, &budget).strength;
    for (int i = 0; i < 5; i++) same &= mcts()->choose(block, &view, &budget).strength == strength;
    assert_false(same);
    free(block);
}

static void search_refuses_what_it_cannot_imagine(void **unused)
{
    (void)unused;
    struct felt_game game = nim_game;
    assert_true(mcts()->plays(&game, NULL));
    game.state_bytes = 16384;
    assert_true(mcts()->plays(&game, NULL));
    game.state_bytes = 16385;
    assert_false(mcts()->plays(&game, NULL));
    game = nim_game;
    game.imagine = NULL;
    assert_false(mcts()->plays(&game, NULL));
}

static void search_is_named_with_its_effort(void **unused)
{
    (void)unused;
    struct felt_player_spec spec;
    assert_int_equal(felt_player_read("mcts:250", 8, &spec, NULL), FELT_OK);
    assert_ptr_equal(spec.kind, mcts());
    assert_int_equal(spec.samples, 250);
    assert_int_equal(felt_player_read("mcts", 4, &spec, NULL), FELT_OK);
    assert_int_equal(spec.samples, 0);
    assert_int_equal(felt_player_read("mcts:0", 6, &spec, NULL), FELT_BAD_NUMBER);
    assert_int_equal(felt_player_read("mcts:tight=3", 12, &spec, NULL), FELT_BAD_FORMAT);
}

TEST_MODULE(search)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(search_plays_every_variant),
        cmocka_unit_test(search_depends_on_its_stream),
        cmocka_unit_test(search_finds_the_obvious),
        cmocka_unit_test(search_one_sample_is_enough),
        cmocka_unit_test(search_without_time_is_timid),
        cmocka_unit_test(search_stops_when_time_is_over),
        cmocka_unit_test(search_asks_for_time_now_and_then),
        cmocka_unit_test(search_menu_is_bounded_and_legal),
        cmocka_unit_test(search_guesses_are_chances),
        cmocka_unit_test(search_full_tree_grows_no_more),
        cmocka_unit_test(search_goes_on_with_a_full_tree),
        cmocka_unit_test(search_wins_nim),
        cmocka_unit_test(search_knows_what_hidden_cards_are_worth),
        cmocka_unit_test(search_does_not_repeat_its_chances),
        cmocka_unit_test(search_refuses_what_it_cannot_imagine),
        cmocka_unit_test(search_is_named_with_its_effort),
    };
    return cmocka_run_group_tests_name("search", tests, NULL, NULL);
}
