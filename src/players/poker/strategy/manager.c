/* manager.c -- which evaluator plays which game, with which settings, and a whole decision. */
#include "felt/assert.h"
#include "felt/strategy.h"

#include <string.h>

/* ---- evaluators by class -------------------------------------------------------------------- */

/* Which of the evaluators knows a variant. */
static const char *kind_of(const struct felt_variant *variant)
{
    const struct felt_showdown *showdown = felt_showdown_find(variant->showdown);
    bool draws = false;
    for (int i = 0; i < variant->steps; i++)
        draws |= variant->step[i].kind == FELT_STEP_DISCARD && variant->step[i].replace;
    if (showdown == NULL) return "default"; /* games of one card */
    bool badugi = showdown->first == FELT_BADUGI || showdown->first == FELT_BADUGI_HIGH ||
                  showdown->second == FELT_BADUGI || showdown->second == FELT_BADUGI_HIGH;
    if (draws && badugi) return "badugi";
    if (draws) return showdown->first == FELT_HIGH ? "draw" : "lowball";
    if (variant->forced == FELT_FORCED_BRING_IN) return "stud";
    return showdown->two_three ? "omaha" : "holdem";
}

static void register_named(struct felt_strategy_manager *manager, const char *game_class,
                           const char *name)
{
    enum felt_status status =
        felt_strategy_register_evaluator(manager, game_class, felt_strategy_evaluator_find(name));
    felt_assert(status == FELT_OK);
}

void felt_strategy_init(struct felt_strategy_manager *manager, bool classic)
{
    *manager = (struct felt_strategy_manager){
        .config = felt_strategy_config_default(),
        .classic = classic,
        .fallback = felt_strategy_evaluator_find(classic ? "classic-default" : "default")};
    if (!classic) return;
    register_named(manager, "holdem", "classic-holdem");
    register_named(manager, "omaha", "classic-omaha");
    register_named(manager, "draw", "classic-draw");
}

enum felt_status felt_strategy_register_evaluator(struct felt_strategy_manager *manager,
                                                  const char *game_class,
                                                  const struct felt_strategy_evaluator *evaluator)
{
    felt_assert(evaluator != NULL);
    felt_assert(evaluator->evaluate_hand != NULL);
    int row = 0;
    while (row < manager->classes && strcmp(manager->row[row].game_class, game_class) != 0) row++;
    if (row == FELT_STRATEGY_CLASSES_MAX) return FELT_FULL;
    if (row == manager->classes) manager->classes++;
    manager->row[row].game_class = game_class;
    manager->row[row].evaluator = evaluator;
    return FELT_OK;
}

const struct felt_strategy_evaluator *
felt_strategy_evaluator_of(const struct felt_strategy_manager *manager, const char *game_class)
{
    for (int i = 0; i < manager->classes; i++)
        if (strcmp(manager->row[i].game_class, game_class) == 0) return manager->row[i].evaluator;
    const struct felt_variant *variant = manager->classic ? NULL : felt_variant_find(game_class);
    return variant ? felt_strategy_evaluator_find(kind_of(variant)) : NULL;
}

enum felt_status felt_strategy_update(struct felt_strategy_manager *manager,
                                      const struct felt_strategy_config *config,
                                      struct felt_complaint *complaint)
{
    enum felt_status status = felt_strategy_config_validate(config, complaint);
    if (status == FELT_OK) manager->config = *config;
    return status;
}

/* ---- seats ---------------------------------------------------------------------------------- */

void felt_strategy_join(struct felt_strategy_manager *manager, const char *game_class,
                        bool (*seed)(void *self, uint64_t *out), void *self,
                        struct felt_strategy_seat *seat)
{
    uint64_t number = 0;
    manager->joined++;
    *seat =
        (struct felt_strategy_seat){.evaluator = felt_strategy_evaluator_of(manager, game_class),
                                    .decider = {.classic = manager->classic}};
    if (seat->evaluator == NULL) {
        seat->evaluator = manager->fallback;
        seat->warning = FELT_WARN_NO_EVALUATOR;
    }
    if (!seed(self, &number)) { /* of the two warnings this is the graver one */
        number = manager->joined;
        seat->warning = FELT_WARN_NO_ENTROPY;
    }
    seat->decider.rng = felt_rng_make(number);
    felt_strategy_begin_hand(manager, seat);
}

void felt_strategy_begin_hand(const struct felt_strategy_manager *manager,
                              struct felt_strategy_seat *seat)
{
    seat->decider.config = manager->config;
}

/* ---- a decision ----------------------------------------------------------------------------- */

static bool time_is_over(const struct felt_budget *budget)
{
    return budget && budget->time_left && !budget->time_left(budget->self);
}

static struct felt_strategy_decision decide_draw(struct felt_strategy_seat *seat,
                                                 const struct felt_known *known,
                                                 const struct felt_strategy_means *means,
                                                 const struct felt_strategy_state *state)
{
    struct felt_strategy_decision decision = {
        .action = FELT_STRATEGY_DRAW, .reasoning = "draw", .confidence = 0.5};
    uint64_t thrown = (UINT64_C(1) << state->draw_min) - 1;
    if (seat->evaluator->select_discards != NULL)
        thrown = seat->evaluator->select_discards(known, state->draw_min, state->draw_max, means);
    felt_assert(thrown >> state->hole_count == 0); /* Y2 */
    if (time_is_over(means->budget))
        decision.warning = FELT_WARN_TIMEOUT; /* what was found so far counts */
    for (; thrown; thrown &= thrown - 1)
        decision.cards[decision.card_count++] = (uint8_t)__builtin_ctzll(thrown);
    if (decision.card_count == 0) decision.reasoning = "stand_pat";
    return decision;
}

struct felt_strategy_decision felt_strategy_decide_action(struct felt_strategy_seat *seat,
                                                          const struct felt_poker_rules *rules,
                                                          const struct felt_view *view,
                                                          const struct felt_budget *budget)
{
    struct felt_strategy_decision decision;
    struct felt_strategy_strength strength = {0};
    struct felt_strategy_state state;
    struct felt_known known;
    struct felt_strategy_means means = {
        .rng = &seat->decider.rng, .samples = budget ? budget->samples : 0, .budget = budget};
    felt_strategy_state_make(rules, view, &state);
    bool bets = view->phase == FELT_PHASE_BET || view->phase == FELT_PHASE_BRING_IN;
    if (bets || view->phase == FELT_PHASE_DISCARD) felt_known_make(rules, view, &known);
    strength.timeout = time_is_over(budget);
    if (bets && !strength.timeout) seat->evaluator->evaluate_hand(&known, &means, &strength);
    if (view->phase == FELT_PHASE_DISCARD && !strength.timeout)
        decision = decide_draw(seat, &known, &means, &state);
    else
        decision = felt_strategy_decide(&seat->decider, &strength, &state);
    if (decision.warning == FELT_WARN_NONE) decision.warning = seat->warning;
    return decision;
}
