/* test_strategy_errors.c -- one test for each row of the design's table of errors of the strategy
 * module (docs/STRATEGY.md), and chips that are not there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "felt/persona_json.h"
#include "felt/strategy.h"
#include "module.h"

#include <math.h>
#include <string.h>

#define ROWS(table) (sizeof(table) / sizeof(table)[0])

/* A hand with somebody to act. */
struct scene {
    struct felt_poker_rules rules;
    struct felt_poker state;
    struct felt_view view;
};

static void look(struct scene *scene)
{
    felt_poker_view(&scene->rules, &scene->state, felt_poker_actor(&scene->state), &scene->view);
}

static void open_scene(struct scene *scene, const char *variant, int seats, uint64_t seed)
{
    const struct felt_variant *row = felt_variant_find(variant);
    struct felt_rng rng = felt_rng_make(seed);
    felt_chips stacks[FELT_SEATS_MAX];
    for (int i = 0; i < FELT_SEATS_MAX; i++) stacks[i] = 1000;
    assert_int_equal(felt_poker_rules_of(row, (enum felt_limit)row->limit, 10, &scene->rules, NULL),
                     FELT_OK);
    struct felt_deal deal = felt_poker_deal_make(&scene->rules, seats, stacks, 0);
    assert_int_equal(felt_poker_open(&scene->rules, &deal, &scene->state, NULL), FELT_OK);
    assert_int_equal(felt_poker_deal(&scene->rules, &deal, &rng, &scene->state, NULL), FELT_OK);
    look(scene);
}

static void act(struct scene *scene, struct felt_action action)
{
    assert_int_equal(
        felt_poker_apply(&scene->rules, &scene->state, scene->view.actor, action, NULL), FELT_OK);
    if (felt_poker_actor(&scene->state) >= 0) look(scene);
}

/* Calls and checks until the phase or street is reached. */
static void call_until(struct scene *scene, enum felt_phase phase, int street)
{
    while (scene->view.phase != phase || scene->view.street != street) {
        struct felt_action action = felt_player_timid(&scene->view);
        for (int i = 0; i < scene->view.options; i++)
            if (scene->view.option[i].kind == FELT_CALL) action.kind = FELT_CALL;
        act(scene, action);
    }
}

static bool give_seed(void *self, uint64_t *out)
{
    *out = felt_rng_next(self);
    return true;
}
static bool give_none(void *self, uint64_t *out)
{
    (void)self;
    (void)out;
    return false;
}

static struct felt_strategy_seat seat_at(const char *game_class, bool classic)
{
    struct felt_strategy_manager manager;
    struct felt_strategy_seat seat;
    struct felt_rng rng = felt_rng_make(4);
    felt_strategy_init(&manager, classic);
    felt_strategy_join(&manager, game_class, give_seed, &rng, &seat);
    return seat;
}

/* ---- timeout -------------------------------------------------------------------------------- */

static bool count_down(void *self)
{
    int *left = self;
    return (*left)-- > 0;
}

static void strategy_timeout_checks_or_folds(void **unused)
{
    (void)unused;
    static const struct {
        const char *variant;
        enum felt_phase phase;
        int street;
        enum felt_action_kind action;
    } rows[] = {
        {"holdem", FELT_PHASE_BET, 0, FELT_FOLD},  /* the big blind is to be called */
        {"holdem", FELT_PHASE_BET, 1, FELT_CHECK}, /* free                          */
        {"omaha", FELT_PHASE_BET, 0, FELT_FOLD},
        {"draw", FELT_PHASE_DISCARD, 1, FELT_DISCARD}, /* stands pat                    */
        {"27-triple", FELT_PHASE_BET, 1, FELT_CHECK},
        {"stud", FELT_PHASE_BRING_IN, 0, FELT_BRING_IN},
        {"irish", FELT_PHASE_DISCARD, 2, FELT_DISCARD}, /* the first two                 */
    };
    for (size_t i = 0; i < ROWS(rows); i++)
        for (int looks = 0; looks < 2; looks++) { /* over at once, or while it thinks */
            struct scene scene;
            int left = looks;
            struct felt_budget budget = {.time_left = count_down, .self = &left};
            struct felt_strategy_seat seat = seat_at(rows[i].variant, false);
            open_scene(&scene, rows[i].variant, 3, i);
            call_until(&scene, rows[i].phase, rows[i].street);
            struct felt_strategy_decision decision =
                felt_strategy_decide_action(&seat, &scene.rules, &scene.view, &budget);
            struct felt_action action = felt_strategy_to_action(&decision, &scene.view);
            if (decision.warning != FELT_WARN_TIMEOUT || action.kind != rows[i].action)
                fail_msg("%s: %s, warning %s", rows[i].variant, decision.reasoning,
                         felt_warning_word(decision.warning));
            if (rows[i].phase != FELT_PHASE_DISCARD)
                assert_string_equal(decision.reasoning, "timeout");
            act(&scene, action); /* the game goes on */
        }
}

static void strategy_timeout_is_told_by_players(void **unused)
{
    (void)unused;
    _Alignas(16) static char block[1 << 18];
    static const char *const names[] = {"house", "house-classic"};
    for (size_t i = 0; i < ROWS(names); i++) {
        struct scene scene;
        int left = 0;
        struct felt_budget budget = {.time_left = count_down, .self = &left};
        const struct felt_player_kind *kind = felt_player_find(names[i], strlen(names[i]));
        struct felt_strategy_config settings = felt_strategy_config_default();
        assert_non_null(kind);
        assert_true(kind->bytes <= sizeof block);
        open_scene(&scene, "holdem", 3, 1);
        struct felt_place place = {
            .game = &felt_poker_game, .rules = &scene.rules, .seat = scene.view.actor};
        kind->sit(block, &settings, felt_rng_make(1));
        kind->begin(block, &place);
        struct felt_decision decision = kind->choose(block, &scene.view, &budget);
        assert_int_equal(decision.warning, FELT_WARN_TIMEOUT);
        assert_int_equal(decision.action.kind, FELT_FOLD);
    }
}

/* ---- invalid game state --------------------------------------------------------------------- */

enum {
    BET = 1 << FELT_STRATEGY_BET,
    CHECK = 1 << FELT_STRATEGY_CHECK,
    FOLD = 1 << FELT_STRATEGY_FOLD
};
enum { CALL = 1 << FELT_STRATEGY_CALL, RAISE = 1 << FELT_STRATEGY_RAISE };
enum { DRAW = 1 << FELT_STRATEGY_DRAW, CHOOSE = 1 << FELT_STRATEGY_CHOOSE };

static struct felt_strategy_state sound_state(uint32_t actions)
{
    return (struct felt_strategy_state){.game_class = "holdem",
                                        .betting_round = 1,
                                        .pot_size = 30,
                                        .call_amount = 10,
                                        .min_bet = 20,
                                        .max_bet = 500,
                                        .players_in_hand = 2,
                                        .valid_actions = actions,
                                        .hole_count = 2,
                                        .hole_cards = {0, 1},
                                        .draw_max = 2};
}

static void spoil(int how, struct felt_strategy_state *state)
{
    switch (how) {
    case 0: state->pot_size = -1; break;
    case 1: state->call_amount = -1; break;
    case 2: state->staked = -1; break;
    case 3: state->min_bet = 0; break;
    case 4: state->min_bet = state->max_bet + 1; break;
    case 5: state->max_bet = FELT_CHIPS_MAX + 1; break;
    case 6: state->pot_size = FELT_SEATS_MAX * FELT_CHIPS_MAX + 1; break;
    case 7: state->call_amount = FELT_CHIPS_MAX + 1; break;
    case 8: state->staked = FELT_CHIPS_MAX + 1; break;
    case 9: state->players_in_hand = 0; break;
    case 10: state->players_in_hand = FELT_SEATS_MAX + 1; break;
    case 11: state->betting_round = 0; break;
    case 12: state->position = FELT_POSITIONS; break;
    case 13: state->hole_count = 0; break;
    case 14: state->hole_count = FELT_HOLE_MAX + 1; break;
    case 15: state->community_count = FELT_BOARD_MAX + 1; break;
    case 16: state->hole_cards[1] = state->hole_cards[0]; break;
    case 17: state->hole_cards[1] = FELT_CARD_NONE; break;
    case 18: state->draw_min = 3; break;
    case 19: state->draw_max = 3; break;
    default: state->valid_actions |= 1u << FELT_STRATEGY_ACTIONS; break;
    }
}

static void strategy_invalid_state_checks_or_folds(void **unused)
{
    (void)unused;
    static const enum felt_status status[] = {
        FELT_BAD_AMOUNT,  FELT_BAD_AMOUNT,     FELT_BAD_AMOUNT,  FELT_BAD_AMOUNT,  FELT_BAD_AMOUNT,
        FELT_BAD_AMOUNT,  FELT_BAD_AMOUNT,     FELT_BAD_AMOUNT,  FELT_BAD_AMOUNT,  FELT_WRONG_COUNT,
        FELT_WRONG_COUNT, FELT_WRONG_COUNT,    FELT_WRONG_COUNT, FELT_WRONG_COUNT, FELT_WRONG_COUNT,
        FELT_WRONG_COUNT, FELT_DUPLICATE_CARD, FELT_BAD_CARD,    FELT_WRONG_COUNT, FELT_WRONG_COUNT,
        FELT_NOT_LEGAL};
    static const struct {
        uint32_t actions;
        enum felt_strategy_action answer;
    } rows[] = {
        {BET | CHECK | FOLD | DRAW, FELT_STRATEGY_CHECK},
        {RAISE | CALL | FOLD | DRAW, FELT_STRATEGY_FOLD},
        {RAISE | CHOOSE | DRAW, FELT_STRATEGY_CHOOSE},
        {RAISE | CALL | DRAW, FELT_STRATEGY_CALL}, /* nothing else is free */
    };
    const struct felt_strategy_strength strong = {.normalized = 0.99};
    for (int classic = 0; classic < 2; classic++)
        for (size_t how = 0; how < ROWS(status); how++)
            for (size_t i = 0; i < ROWS(rows); i++) {
                struct felt_strategy_seat seat = seat_at("holdem", classic);
                struct felt_strategy_state state = sound_state(rows[i].actions);
                assert_int_equal(felt_strategy_state_verify(&state), FELT_OK);
                spoil((int)how, &state);
                if (felt_strategy_state_verify(&state) != status[how])
                    fail_msg("spoiled in way %zu: status %d", how,
                             felt_strategy_state_verify(&state));
                struct felt_strategy_decision decision =
                    felt_strategy_decide(&seat.decider, &strong, &state);
                assert_int_equal(decision.action, rows[i].answer);
                assert_int_equal(decision.warning, FELT_WARN_BAD_STATE);
                assert_string_equal(decision.reasoning, "invalid_state");
            }
}

static void strategy_invalid_strength_checks_or_folds(void **unused)
{
    (void)unused;
    const double wrong[] = {-0.01, 1.01, NAN, INFINITY, -INFINITY};
    for (size_t i = 0; i < ROWS(wrong); i++) {
        struct felt_strategy_seat seat = seat_at("holdem", false);
        struct felt_strategy_state state = sound_state(RAISE | CALL | FOLD);
        struct felt_strategy_strength strength = {.normalized = wrong[i]};
        struct felt_strategy_decision decision =
            felt_strategy_decide(&seat.decider, &strength, &state);
        assert_int_equal(decision.action, FELT_STRATEGY_FOLD);
        assert_int_equal(decision.warning, FELT_WARN_BAD_STATE);
    }
    struct felt_strategy_seat seat = seat_at("holdem", false);
    struct felt_strategy_state nothing = sound_state(0);
    const struct felt_strategy_strength strong = {.normalized = 0.9};
    struct felt_strategy_decision decision = felt_strategy_decide(&seat.decider, &strong, &nothing);
    assert_int_equal(decision.action, FELT_STRATEGY_FOLD); /* no action is valid */
    assert_int_equal(decision.warning, FELT_WARN_BAD_STATE);
}

/* ---- evaluator not found -------------------------------------------------------------------- */

static void strategy_unknown_class_gets_the_default(void **unused)
{
    (void)unused;
    static const struct {
        const char *game_class;
        bool classic;
        const char *evaluator;
        enum felt_warning warning;
    } rows[] = {
        {"holdem", false, "holdem", FELT_WARN_NONE},
        {"holdem", true, "classic-holdem", FELT_WARN_NONE},
        {"whist", false, "default", FELT_WARN_NO_EVALUATOR},
        {"", false, "default", FELT_WARN_NO_EVALUATOR},
        {"badugi", true, "classic-default", FELT_WARN_NO_EVALUATOR},
        {"whist", true, "classic-default", FELT_WARN_NO_EVALUATOR},
    };
    for (size_t i = 0; i < ROWS(rows); i++) {
        struct scene scene;
        const struct felt_budget budget = {.samples = 20};
        struct felt_strategy_seat seat = seat_at(rows[i].game_class, rows[i].classic);
        assert_string_equal(seat.evaluator->name, rows[i].evaluator);
        assert_int_equal(seat.warning, rows[i].warning);
        open_scene(&scene, "badugi", 3, i);
        struct felt_strategy_decision decision =
            felt_strategy_decide_action(&seat, &scene.rules, &scene.view, &budget);
        assert_int_equal(decision.warning, rows[i].warning);
        act(&scene, felt_strategy_to_action(&decision, &scene.view)); /* the game goes on */
    }
}

/* ---- configuration -------------------------------------------------------------------------- */

static void strategy_wrong_configuration_is_refused(void **unused)
{
    (void)unused;
    static const char *const texts[] = {
        "",           "tight",      "tight=",         "tight=0",
        "tight=11",   "aggr=x",     "aggr=1e1",       "bluff=0.04",
        "bluff=0.16", "random=0.2", "slow=1.1",       "slow=-1",
        "bluf=0.1",   "tight=7,",   "tight=7 ",       "tight=7,tight=8",
        "=7",         "aggr=nan",   "aggr=3,tight=0", "tight=0x7"};
    for (size_t i = 0; i < ROWS(texts); i++) {
        struct felt_strategy_config before = {3, 4, 0.06, 0.07, 0.8}, config = before;
        struct felt_complaint complaint = {0};
        enum felt_status status =
            felt_strategy_config_read(texts[i], strlen(texts[i]), &config, &complaint);
        if (status == FELT_OK || complaint.text[0] == 0) fail_msg("\"%s\" is taken", texts[i]);
        assert_memory_equal(&config, &before, sizeof config);
    }
}

static void strategy_wrong_persona_is_refused(void **unused)
{
    (void)unused;
    static const char *const texts[] = {"",
                                        "{",
                                        "[]",
                                        "{\"name\": \"rock\", \"tightness\": 11}",
                                        "{\"name\": \"rock\", \"tightness\": \"9\"}",
                                        "{\"name\": \"rock\", \"tightnes\": 9}",
                                        "{\"tightness\": 9}"};
    for (size_t i = 0; i < ROWS(texts); i++) {
        struct felt_persona before = {.name = "before"}, persona = before;
        struct felt_complaint complaint = {0};
        enum felt_status status =
            felt_persona_json_read(texts[i], strlen(texts[i]), &persona, &complaint);
        if (status == FELT_OK || complaint.text[0] == 0) fail_msg("%s is taken", texts[i]);
        assert_string_equal(persona.name, before.name);
    }
}

static void strategy_wrong_update_keeps_the_old(void **unused)
{
    (void)unused;
    struct felt_strategy_manager manager;
    struct felt_strategy_config good = {7, 8, 0.06, 0.1, 0.9}, bad = good;
    struct felt_complaint complaint = {0};
    felt_strategy_init(&manager, false);
    assert_int_equal(felt_strategy_update(&manager, &good, NULL), FELT_OK);
    bad.bluff_frequency = 0.5;
    assert_int_equal(felt_strategy_update(&manager, &bad, &complaint), FELT_BAD_NUMBER);
    assert_non_null(strstr(complaint.text, "bluff_frequency"));
    assert_memory_equal(&manager.config, &good, sizeof good);
}

/* ---- no entropy ----------------------------------------------------------------------------- */

static void strategy_without_entropy_seats_differ(void **unused)
{
    (void)unused;
    struct felt_strategy_manager manager;
    struct felt_strategy_seat seat[4];
    felt_strategy_init(&manager, false);
    for (size_t i = 0; i < ROWS(seat); i++) {
        felt_strategy_join(&manager, "holdem", give_none, NULL, &seat[i]);
        assert_int_equal(seat[i].warning, FELT_WARN_NO_ENTROPY);
        for (size_t k = 0; k < i; k++)
            assert_memory_not_equal(&seat[i].decider.rng, &seat[k].decider.rng,
                                    sizeof seat[i].decider.rng);
    }
    struct scene scene;
    const struct felt_budget budget = {.samples = 20};
    open_scene(&scene, "holdem", 3, 1);
    struct felt_strategy_decision decision =
        felt_strategy_decide_action(&seat[0], &scene.rules, &scene.view, &budget);
    assert_int_equal(decision.warning, FELT_WARN_NO_ENTROPY);
    act(&scene, felt_strategy_to_action(&decision, &scene.view)); /* the game goes on */
    felt_strategy_join(&manager, "whist", give_none, NULL, &seat[0]);
    assert_int_equal(seat[0].warning, FELT_WARN_NO_ENTROPY); /* of two warnings the graver one */
}

/* ---- chips ---------------------------------------------------------------------------------- */

static void strategy_chips_that_are_not_there_are_refused(void **unused)
{
    (void)unused;
    static const felt_chips amounts[] = {1001, 5000, FELT_CHIPS_MAX, INT64_MAX, -1, INT64_MIN, 0};
    struct scene scene;
    open_scene(&scene, "holdem", 3, 1);
    for (size_t i = 0; i < ROWS(amounts); i++) {
        struct felt_poker before = scene.state;
        struct felt_complaint complaint = {0};
        struct felt_action action = {.kind = FELT_RAISE_TO, .amount = amounts[i]};
        assert_int_equal(
            felt_poker_apply(&scene.rules, &scene.state, scene.view.actor, action, NULL),
            FELT_BAD_AMOUNT);
        assert_true(felt_poker_equal(&scene.state, &before));
        assert_int_equal(
            felt_poker_explain(&scene.rules, &scene.state, scene.view.actor, action, &complaint),
            FELT_BAD_AMOUNT);
        assert_true(complaint.text[0] != 0);
    }
    act(&scene, (struct felt_action){.kind = FELT_RAISE_TO, .amount = 1000}); /* all there is */
}

TEST_MODULE(strategy_errors)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strategy_timeout_checks_or_folds),
        cmocka_unit_test(strategy_timeout_is_told_by_players),
        cmocka_unit_test(strategy_invalid_state_checks_or_folds),
        cmocka_unit_test(strategy_invalid_strength_checks_or_folds),
        cmocka_unit_test(strategy_unknown_class_gets_the_default),
        cmocka_unit_test(strategy_wrong_configuration_is_refused),
        cmocka_unit_test(strategy_wrong_persona_is_refused),
        cmocka_unit_test(strategy_wrong_update_keeps_the_old),
        cmocka_unit_test(strategy_without_entropy_seats_differ),
        cmocka_unit_test(strategy_chips_that_are_not_there_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
