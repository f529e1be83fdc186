/* house.c -- the house player. */
#include "players/poker/house/house.h"

#include "felt/assert.h"
#include "players/kinds.h"
#include "players/poker/zoo.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

enum { DRAW_SAMPLES = 80 }; /* every choice of a draw is tried on so many deals */

static bool draw_seed(void *self, uint64_t *out)
{
    *out = felt_rng_next(self);
    return true;
}

static void sit(void *self, const struct felt_strategy_config *settings, struct felt_rng rng)
{
    struct house *house = self;
    memset(house, 0, sizeof *house);
    house->rng = rng;
    felt_strategy_init(&house->manager, false);
    house->manager.config = *settings;
    house_hand_begin(&house->hand, 0);
}

/* begin() hands them to the decider. */
static void adjust(void *self, const struct felt_strategy_config *settings)
{
    struct house *house = self;
    house->manager.config = *settings;
}

/* What the last hand brought, in big blinds, and what it showed of the others (and of the own seat:
 * nobody asks about that). */
static void keep_books(struct house *house)
{
    double won = (double)(house->hand.won - house->hand.paid) / house->unit;
    house->hands++;
    house->sum += won;
    house->squares += won * won;
    for (int i = 0; i < house->hand.acts; i++) {
        const struct house_act *act = &house->hand.act[i];
        house_model_learn(&house->model[act->seat], act);
    }
}

/* 0, but 1 in a game of one betting round. */
static uint8_t first_street(const struct felt_variant *variant)
{
    int rounds = 0;
    for (int i = 0; i < variant->steps; i++) rounds += variant->step[i].kind == FELT_STEP_BET;
    return rounds == 1;
}

/* In a mixed game the variant changes: the seat is taken anew. */
static void begin(void *self, const struct felt_place *place)
{
    struct house *house = self;
    const struct felt_poker_rules *rules = place->rules;
    if (house->place && house->hand.acts) keep_books(house);
    house->place = place;
    if (house->variant != rules->variant)
        felt_strategy_join(&house->manager, rules->variant->name, draw_seed, &house->rng,
                           &house->seat);
    house->variant = rules->variant;
    house->unit = (double)rules->bet[0];
    felt_strategy_begin_hand(&house->manager, &house->seat);
    house_hand_begin(&house->hand, first_street(house->variant));
    house->dealt = false;
}

static void observe(void *self, const struct felt_event *event)
{
    struct house *house = self;
    house_hand_observe(&house->hand, event, house->place->seat);
}

/* How far what was learned is believed: half, unless it loses clearly. */
static double trust_of(const struct house *house)
{
    static const double most = 0.5;
    enum { HANDS_MIN = 40 };
    double n = house->hands;
    if (n < HANDS_MIN) return most;
    double mean = house->sum / n, variance = (house->squares - n * mean * mean) / (n - 1);
    return mean + 2 * sqrt(variance > 0 ? variance / n : 0) < 0 ? 0 : most;
}

static struct felt_decision answer(const struct felt_strategy_decision *decision,
                                   const struct felt_view *view, struct felt_decision thought)
{
    thought.action = felt_strategy_to_action(decision, view);
    thought.reasoning = decision->reasoning;
    thought.confidence = decision->confidence;
    thought.strength = decision->strength;
    thought.price = decision->price;
    thought.warning = (uint8_t)decision->warning;
    return thought;
}

static struct felt_decision choose(void *self, const struct felt_view *view,
                                   const struct felt_budget *budget)
{
    struct house *house = self;
    struct felt_strategy_state state;
    struct felt_decision thought = {0};
    struct house_turn turn = {
        .house = house, .rules = house->place->rules, .view = view, .budget = budget};
    bool bets = view->phase == FELT_PHASE_BET || view->phase == FELT_PHASE_BRING_IN;
    felt_strategy_state_make(turn.rules, view, &state);
    if (bets) felt_known_make(turn.rules, view, &turn.known);
    if (!bets || !house_deals_make(&turn)) {
        struct felt_budget draws = *budget;
        if (draws.samples == 0) draws.samples = DRAW_SAMPLES;
        struct felt_strategy_decision decision =
            felt_strategy_decide_action(&house->seat, turn.rules, view, &draws);
        return answer(&decision, view, thought);
    }
    turn.street = (uint8_t)(view->street + first_street(house->variant));
    turn.call = state.call_amount;
    turn.last_round = state.last_round;
    turn.acts_last = house_acts_last(view);
    turn.rivals = house_count_rivals(&turn);
    turn.aggression = house->seat.decider.config.aggression;
    turn.trust = trust_of(house);
    house_ranges_make(&turn);
    house_rows_make(&turn);
    struct felt_strategy_decision decision = house_decide(&turn, &state, &thought);
    return answer(&decision, view, thought);
}

const struct felt_player_kind felt_player_house = {
    .name = "house",
    .title = "the house player: thinks about what others hold, configurable manners",
    .bytes = sizeof(struct house),
    .lasting = offsetof(struct house, dealt),
    .has_settings = true,
    .plays = felt_zoo_plays_poker,
    .sit = sit,
    .adjust = adjust,
    .begin = begin,
    .observe = observe,
    .choose = choose};
