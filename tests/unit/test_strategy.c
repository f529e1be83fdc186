/* test_strategy.c -- states from views, positions, actions, the manager, and whole decisions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "assert_trap.h"
#include "felt/strategy.h"
#include "module.h"
#include "support.h"

#include <string.h>

#define ROWS(table) (sizeof(table) / sizeof(table)[0])

/* ---- scenes --------------------------------------------------------------------------------- */

struct scene {
    struct felt_poker_rules rules;
    struct felt_deal deal;
    struct felt_poker state;
    struct felt_view view;
};

static void look(struct scene *scene)
{
    felt_poker_view(&scene->rules, &scene->state, felt_poker_actor(&scene->state), &scene->view);
}

static void deal_scene(struct scene *scene, uint64_t seed)
{
    struct felt_rng rng = felt_rng_make(seed);
    assert_int_equal(felt_poker_open(&scene->rules, &scene->deal, &scene->state, NULL), FELT_OK);
    assert_int_equal(felt_poker_deal(&scene->rules, &scene->deal, &rng, &scene->state, NULL),
                     FELT_OK);
    look(scene);
}

static void open_scene(struct scene *scene, const char *variant, int seats, uint64_t seed)
{
    const struct felt_variant *row = felt_variant_find(variant);
    felt_chips stacks[FELT_SEATS_MAX];
    for (int i = 0; i < FELT_SEATS_MAX; i++) stacks[i] = 1000;
    assert_int_equal(felt_poker_rules_of(row, (enum felt_limit)row->limit, 10, &scene->rules, NULL),
                     FELT_OK);
    scene->deal = felt_poker_deal_make(&scene->rules, seats, stacks, 0);
    deal_scene(scene, seed);
}

static void act(struct scene *scene, enum felt_action_kind kind, felt_chips amount)
{
    struct felt_action action = {.kind = (uint8_t)kind, .amount = amount};
    assert_int_equal(
        felt_poker_apply(&scene->rules, &scene->state, scene->view.actor, action, NULL), FELT_OK);
    if (felt_poker_actor(&scene->state) >= 0) look(scene);
}

static bool give_seed(void *self, uint64_t *out)
{
    *out = felt_rng_next(self);
    return true;
}

static struct felt_strategy_seat join(struct felt_strategy_manager *manager, const char *game_class)
{
    struct felt_strategy_seat seat;
    struct felt_rng rng = felt_rng_make(4);
    felt_strategy_join(manager, game_class, give_seed, &rng, &seat);
    return seat;
}

/* ---- words ---------------------------------------------------------------------------------- */

static void strategy_words(void **unused)
{
    (void)unused;
    static const char *const actions[] = {"bet",   "check", "fold",  "call",
                                          "raise", "draw",  "choose"};
    static const char *const positions[] = {"button", "sb", "bb", "early", "middle", "late"};
    assert_int_equal(ROWS(actions), FELT_STRATEGY_ACTIONS);
    assert_int_equal(ROWS(positions), FELT_POSITIONS);
    for (int i = 0; i < FELT_STRATEGY_ACTIONS; i++)
        assert_string_equal(felt_strategy_action_word((enum felt_strategy_action)i), actions[i]);
    for (int i = 0; i < FELT_POSITIONS; i++)
        assert_string_equal(felt_position_word((enum felt_position)i), positions[i]);
}

/* ---- position ------------------------------------------------------------------------------- */

/* The first letters of the words, in the order of seats; small and big blind are s and B. */
static const char *position_letters(const struct scene *scene, char out[FELT_SEATS_MAX + 1])
{
    static const char letters[FELT_POSITIONS + 1] = "bsBeml";
    int count = 0;
    for (felt_seats left = scene->view.seats; left;)
        out[count++] =
            letters[felt_strategy_position(&scene->rules, &scene->view, felt_seats_take(&left))];
    out[count] = 0;
    return out;
}

static void strategy_positions(void **unused)
{
    (void)unused;
    static const struct {
        const char *variant, *positions; /* seat 0 has the button */
    } rows[] = {
        {"holdem", "bB"},        {"holdem", "bsB"},       {"holdem", "bsBl"},
        {"holdem", "bsBml"},     {"holdem", "bsBeml"},    {"holdem", "bsBemll"},
        {"holdem", "bsBemmll"},  {"holdem", "bsBeemmll"}, {"holdem", "bsBeemmlll"},
        {"27-triple", "bsBeml"}, {"omaha", "bB"},         {"short-deck", "bl"},
        {"short-deck", "bml"},   {"short-deck", "beml"},  {"kuhn", "bl"},
        {"leduc", "bl"},
    };
    for (size_t i = 0; i < ROWS(rows); i++) {
        struct scene scene;
        char letters[FELT_SEATS_MAX + 1];
        open_scene(&scene, rows[i].variant, (int)strlen(rows[i].positions), i);
        if (strcmp(position_letters(&scene, letters), rows[i].positions) != 0)
            fail_msg("%s: %s, not %s", rows[i].variant, letters, rows[i].positions);
    }
}

/* Stud: from who brings it in. */
static void strategy_positions_of_stud(void **unused)
{
    (void)unused;
    static const char *const rows[] = {"ml",     "eml",     "emll",    "emmll",
                                       "eemmll", "eemmlll", "eemmmlll"};
    for (int seats = 3; seats <= 8; seats++)
        for (uint64_t seed = 0; seed < 5; seed++) {
            struct scene scene;
            char letters[FELT_SEATS_MAX + 1], turned[FELT_SEATS_MAX + 1] = "";
            open_scene(&scene, "stud", seats, seed);
            position_letters(&scene, letters);
            for (int i = 0; i < seats; i++) turned[i] = letters[(scene.view.actor + i) % seats];
            assert_int_equal(turned[0], seats > 2 ? 'e' : 'm');
            assert_int_equal(turned[seats - 1], 'l');
            assert_string_equal(turned, rows[seats - 2]);
        }
}

/* The button may lie at an empty seat. */
static void strategy_positions_with_a_dead_button(void **unused)
{
    (void)unused;
    static const struct {
        felt_seats seats;
        const char *positions;
    } rows[] = {{0x006, "sB"}, {0x00e, "sBl"}, {0x03e, "sBeml"}};
    for (size_t i = 0; i < ROWS(rows); i++) {
        struct scene scene;
        char letters[FELT_SEATS_MAX + 1];
        open_scene(&scene, "holdem", 2, i);
        scene.deal = (struct felt_deal){.seats = rows[i].seats, .opener = FELT_SEAT_NONE};
        for (int seat = 0; seat < FELT_SEATS_MAX; seat++) scene.deal.stack[seat] = 1000;
        scene.deal.blind[1] = 5;
        scene.deal.blind[2] = 10;
        deal_scene(&scene, 1);
        assert_string_equal(position_letters(&scene, letters), rows[i].positions);
    }
}

/* ---- states --------------------------------------------------------------------------------- */

enum { BET = 1 << FELT_STRATEGY_BET, CHECK = 1 << FELT_STRATEGY_CHECK };
enum { FOLD = 1 << FELT_STRATEGY_FOLD, CALL = 1 << FELT_STRATEGY_CALL };
enum { RAISE = 1 << FELT_STRATEGY_RAISE, DRAW = 1 << FELT_STRATEGY_DRAW };
enum { CHOOSE = 1 << FELT_STRATEGY_CHOOSE };

static struct felt_strategy_state state_of(const struct scene *scene)
{
    struct felt_strategy_state state;
    felt_strategy_state_make(&scene->rules, &scene->view, &state);
    assert_int_equal(felt_strategy_state_verify(&state), FELT_OK);
    return state;
}

static void strategy_state_of_holdem(void **unused)
{
    (void)unused;
    struct scene scene;
    open_scene(&scene, "holdem", 3, 1);
    struct felt_strategy_state state = state_of(&scene);
    assert_string_equal(state.game_class, "holdem");
    assert_int_equal(state.betting_round, 1);
    assert_int_equal(state.pot_size, 15);
    assert_int_equal(state.call_amount, 10);
    assert_int_equal(state.min_bet, 20);
    assert_int_equal(state.max_bet, 1000);
    assert_int_equal(state.staked, 0);
    assert_int_equal(state.position, FELT_POSITION_BUTTON);
    assert_int_equal(state.players_in_hand, 3);
    assert_int_equal(state.valid_actions, FOLD | CALL | RAISE);
    assert_int_equal(state.hole_count, 2);
    assert_int_equal(state.community_count, 0);
    assert_true(state.unraised);
    act(&scene, FELT_CALL, 0);
    act(&scene, FELT_FOLD, 0);
    state = state_of(&scene);
    assert_int_equal(state.valid_actions, CHECK | FOLD | RAISE); /* the big blind's option */
    assert_int_equal(state.call_amount, 0);
    assert_int_equal(state.staked, 10);
    assert_int_equal(state.players_in_hand, 2);
    act(&scene, FELT_CHECK, 0);
    state = state_of(&scene);
    assert_int_equal(state.betting_round, 2);
    assert_int_equal(state.community_count, 3);
    assert_int_equal(state.valid_actions, CHECK | FOLD | BET);
    assert_memory_equal(state.community_cards, felt_poker_board(&scene.state), 3);
    act(&scene, FELT_RAISE_TO, 20);
    state = state_of(&scene);
    assert_false(state.unraised);
    assert_int_equal(state.valid_actions, CALL | FOLD | RAISE);
    assert_int_equal(state.call_amount, 20);
}

static void strategy_state_of_draws_and_bring_ins(void **unused)
{
    (void)unused;
    struct scene scene;
    open_scene(&scene, "draw", 2, 1);
    act(&scene, FELT_CALL, 0);
    act(&scene, FELT_CHECK, 0);
    struct felt_strategy_state state = state_of(&scene);
    assert_int_equal(state.valid_actions, DRAW);
    assert_int_equal(state.draw_min, 0);
    assert_int_equal(state.draw_max, 5);
    assert_int_equal(state.hole_count, 5);
    open_scene(&scene, "stud", 3, 1);
    state = state_of(&scene);
    assert_int_equal(state.valid_actions, CHOOSE | BET); /* to complete it is a bet */
    assert_int_equal(state.call_amount, scene.rules.bring_in);
    assert_int_equal(state.position, FELT_POSITION_EARLY);
}

static void strategy_actions_of_the_game(void **unused)
{
    (void)unused;
    static const struct {
        struct felt_strategy_decision decision;
        struct felt_action action;
    } rows[] = {
        {{.action = FELT_STRATEGY_FOLD}, {.kind = FELT_FOLD}},
        {{.action = FELT_STRATEGY_CALL}, {.kind = FELT_CALL}},
        {{.action = FELT_STRATEGY_RAISE, .amount = 50}, {.kind = FELT_RAISE_TO, .amount = 50}},
        {{.action = FELT_STRATEGY_BET, .amount = 50}, {.kind = FELT_RAISE_TO, .amount = 50}},
        /* What cannot be: timid */
        {{.action = FELT_STRATEGY_RAISE, .amount = 5000}, {.kind = FELT_FOLD}},
        {{.action = FELT_STRATEGY_CHECK}, {.kind = FELT_FOLD}},
        {{.action = FELT_STRATEGY_DRAW}, {.kind = FELT_FOLD}},
    };
    struct scene scene;
    open_scene(&scene, "holdem", 3, 1);
    for (size_t i = 0; i < ROWS(rows); i++) {
        struct felt_action action = felt_strategy_to_action(&rows[i].decision, &scene.view);
        assert_int_equal(action.kind, rows[i].action.kind);
        assert_int_equal(action.amount, rows[i].action.amount);
    }
    open_scene(&scene, "draw", 2, 1);
    act(&scene, FELT_CALL, 0);
    act(&scene, FELT_CHECK, 0);
    const struct felt_strategy_decision draw = {
        .action = FELT_STRATEGY_DRAW, .card_count = 2, .cards = {1, 4}};
    assert_int_equal(felt_strategy_to_action(&draw, &scene.view).cards, 0x12);
}

/* ---- manager -------------------------------------------------------------------------------- */

static void evaluate_half(const struct felt_known *known, const struct felt_strategy_means *means,
                          struct felt_strategy_strength *out)
{
    (void)known;
    (void)means;
    *out = (struct felt_strategy_strength){.normalized = 0.5};
}

static uint64_t throw_far(const struct felt_known *known, int min, int max,
                          const struct felt_strategy_means *means)
{
    (void)known;
    (void)min;
    (void)max;
    (void)means;
    return UINT64_C(1) << 40;
}

static void strategy_registers_until_it_is_full(void **unused)
{
    (void)unused;
    static char names[FELT_STRATEGY_CLASSES_MAX + 1][8];
    const struct felt_strategy_evaluator own = {"own", evaluate_half, NULL, NULL};
    const struct felt_strategy_evaluator other = {"other", evaluate_half, NULL, NULL};
    struct felt_strategy_manager manager;
    felt_strategy_init(&manager, false);
    for (int i = 0; i <= FELT_STRATEGY_CLASSES_MAX; i++) {
        names[i][0] = (char)('a' + i % 26);
        names[i][1] = (char)('a' + i / 26);
        enum felt_status status = felt_strategy_register_evaluator(&manager, names[i], &own);
        assert_int_equal(status, i < FELT_STRATEGY_CLASSES_MAX ? FELT_OK : FELT_FULL);
    }
    assert_int_equal(felt_strategy_register_evaluator(&manager, "aa", &other), FELT_OK);
    assert_ptr_equal(felt_strategy_evaluator_of(&manager, "aa"), &other);
    assert_ptr_equal(felt_strategy_evaluator_of(&manager, "ba"), &own);
}

static void strategy_own_evaluator_in_a_draw(void **unused)
{
    (void)unused;
    const struct felt_strategy_evaluator keeps = {"keeps", evaluate_half, NULL, NULL};
    const struct felt_strategy_evaluator wrong = {"wrong", evaluate_half, NULL, throw_far};
    struct felt_strategy_manager manager;
    struct scene scene;
    felt_strategy_init(&manager, false);
    assert_int_equal(felt_strategy_register_evaluator(&manager, "draw", &keeps), FELT_OK);
    struct felt_strategy_seat seat = join(&manager, "draw");
    open_scene(&scene, "draw", 2, 1);
    act(&scene, FELT_CALL, 0);
    act(&scene, FELT_CHECK, 0);
    struct felt_strategy_decision decision =
        felt_strategy_decide_action(&seat, &scene.rules, &scene.view, NULL);
    assert_int_equal(decision.action, FELT_STRATEGY_DRAW);
    assert_int_equal(decision.card_count, 0);
    assert_string_equal(decision.reasoning, "stand_pat");
    seat.evaluator = &wrong;
    assert_stops(felt_strategy_decide_action(&seat, &scene.rules, &scene.view, NULL));
}

static void strategy_settings_change_with_the_next_hand(void **unused)
{
    (void)unused;
    struct felt_strategy_manager manager;
    struct felt_strategy_config tight = felt_strategy_config_default();
    felt_strategy_init(&manager, false);
    struct felt_strategy_seat seat = join(&manager, "holdem");
    tight.tightness = 9;
    assert_int_equal(felt_strategy_update(&manager, &tight, NULL), FELT_OK);
    assert_true(seat.decider.config.tightness <= 5);
    felt_strategy_begin_hand(&manager, &seat);
    assert_true(seat.decider.config.tightness >= 9);
}

/* ---- real hands ----------------------------------------------------------------------------- */

/* What a seat does in `hands` hands, first to act of six: how many it plays. */
static int count_played(const struct felt_strategy_config *config, int hands)
{
    struct felt_strategy_manager manager;
    const struct felt_budget budget = {.samples = 40};
    int played = 0;
    felt_strategy_init(&manager, false);
    assert_int_equal(felt_strategy_update(&manager, config, NULL), FELT_OK);
    for (int hand = 0; hand < hands; hand++) {
        struct scene scene;
        struct felt_strategy_seat seat = join(&manager, "holdem");
        seat.decider.rng = felt_rng_make((uint64_t)hand); /* the same chance each time */
        open_scene(&scene, "holdem", 6, (uint64_t)hand);
        played += felt_strategy_decide_action(&seat, &scene.rules, &scene.view, &budget).action !=
                  FELT_STRATEGY_FOLD;
    }
    return played;
}

static void strategy_tightness_plays_fewer_hands(void **unused)
{
    (void)unused;
    int hands = test_is_quick() ? 100 : 500, before = hands + 1, first = 0;
    for (int tightness = 1; tightness <= 10; tightness++) {
        struct felt_strategy_config config = felt_strategy_config_default();
        config.tightness = tightness;
        int played = count_played(&config, hands);
        assert_true(played <= before);
        if (tightness == 1) first = played;
        before = played;
    }
    assert_true(before < first - hands / 5); /* and not by a hair */
}

/* Blinds are no sign of strength: with many to act behind, aces are raised and never folded. */
static void strategy_aces_are_not_folded(void **unused)
{
    (void)unused;
    struct felt_strategy_manager manager;
    const struct felt_budget budget = {.samples = 100};
    felt_strategy_init(&manager, false);
    manager.config.slow_play_threshold = 1;
    for (int seats = 3; seats <= 10; seats++) {
        struct scene scene;
        struct felt_strategy_seat seat = join(&manager, "holdem");
        felt_card deck[2 * FELT_SEATS_MAX];
        open_scene(&scene, "holdem", seats, 1);
        int place = (scene.view.actor - 1 + seats) % seats; /* RULES 2.4, the button is seat 0 */
        memset(deck, FELT_CARD_NONE, sizeof deck);
        cards_parse("As", &deck[place], 1);
        cards_parse("Ah", &deck[seats + place], 1);
        scene.deal.deck = deck;
        scene.deal.deck_count = 2 * seats;
        deal_scene(&scene, 1);
        struct felt_strategy_decision decision =
            felt_strategy_decide_action(&seat, &scene.rules, &scene.view, &budget);
        if (decision.action != FELT_STRATEGY_RAISE)
            fail_msg("%d seats: %s, %s", seats, felt_strategy_action_word(decision.action),
                     decision.reasoning);
    }
}

/* Bets and chips of the first to act on the flop, in so many hands. */
static void strategy_aggression_bets_more(void **unused)
{
    (void)unused;
    int hands = test_is_quick() ? 60 : 300, bets[11] = {0};
    felt_chips chips[11] = {0};
    const struct felt_budget budget = {.samples = 40};
    for (int aggression = 1; aggression <= 10; aggression++) {
        struct felt_strategy_manager manager;
        felt_strategy_init(&manager, false);
        manager.config.aggression = aggression;
        for (int hand = 0; hand < hands; hand++) {
            struct scene scene;
            struct felt_strategy_seat seat = join(&manager, "holdem");
            open_scene(&scene, "holdem", 2, (uint64_t)hand);
            act(&scene, FELT_CALL, 0);
            act(&scene, FELT_CHECK, 0);
            struct felt_strategy_decision decision =
                felt_strategy_decide_action(&seat, &scene.rules, &scene.view, &budget);
            bets[aggression] += decision.action == FELT_STRATEGY_BET;
            chips[aggression] += decision.amount;
        }
        assert_true(bets[aggression] >= bets[aggression - 1]);
        assert_true(chips[aggression] >= chips[aggression - 1]);
    }
    assert_true(bets[10] > bets[1] && chips[10] > 2 * chips[1]);
}

TEST_MODULE(strategy)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strategy_words),
        cmocka_unit_test(strategy_positions),
        cmocka_unit_test(strategy_positions_of_stud),
        cmocka_unit_test(strategy_positions_with_a_dead_button),
        cmocka_unit_test(strategy_state_of_holdem),
        cmocka_unit_test(strategy_state_of_draws_and_bring_ins),
        cmocka_unit_test(strategy_actions_of_the_game),
        cmocka_unit_test(strategy_registers_until_it_is_full),
        cmocka_unit_test(strategy_own_evaluator_in_a_draw),
        cmocka_unit_test(strategy_settings_change_with_the_next_hand),
        cmocka_unit_test(strategy_tightness_plays_fewer_hands),
        cmocka_unit_test(strategy_aces_are_not_folded),
        cmocka_unit_test(strategy_aggression_bets_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
