/* decider.c -- from strength and state to an action.
 *
 *   play threshold   0.2 + 0.03 tightness       below it a hand is checked or folded
 *   raise threshold  0.5 + 0.02 tightness       from it on it is bet
 *   bet              pot * (0.3 + 0.09 aggression) * (0.5 + strength)
 *   slow play        3 of 10 hands of slow_play_threshold and better are checked or called, as long
 *                    as cards are to come
 *   bluff            of weak hands (below 0.3) that may bet, bluff_frequency
 *
 * Thresholds move at random by at most randomization_factor.  Besides, the house's own manners: it
 * plays a little more in late position and a little less in early, needs more against several
 * opponents, takes a bet for a sign of strength in proportion to its size, and bets more often the
 * more aggressive it is.
 *
 * The first version ("classic") moves the strength instead of the thresholds, knows none of these
 * manners, and bluffs with any hand, more often the worse the odds are, up to one in five. */
#include "felt/assert.h"
#include "felt/strategy.h"

enum { WEAK_PERCENT = 30 };
static const double weak = WEAK_PERCENT / 100.0;
static const double slow_play_share = 0.3;
static const double raise_over_bet = 0.1; /* to raise a bet takes so much more than to bet */
static const double bluff_min = 0.05, bluff_max = 0.15, classic_bluff_max = 0.20;

static double clamp(double value, double min, double max)
{
    return value < min ? min : value > max ? max : value;
}

double felt_strategy_play_threshold(const struct felt_strategy_config *config)
{
    return 0.2 + 0.03 * config->tightness;
}
double felt_strategy_raise_threshold(const struct felt_strategy_config *config)
{
    return 0.5 + 0.02 * config->tightness;
}

double felt_strategy_threshold(struct felt_strategy_decider *decider, double base)
{
    double noise = 2 * felt_rng_unit(&decider->rng) - 1;
    return base * (1 + decider->config.randomization_factor * noise);
}

bool felt_strategy_should_bluff(struct felt_strategy_decider *decider, double pot_odds)
{
    double chance = decider->config.bluff_frequency;
    if (decider->classic)
        chance = clamp(chance * (1 + pot_odds), 0, classic_bluff_max);
    else /* odds run from 0 to a half: there is most to win where nothing is to be called */
        chance = clamp(chance * (1.1 - 0.4 * pot_odds), bluff_min, bluff_max);
    return felt_rng_unit(&decider->rng) < chance;
}

felt_chips felt_strategy_calculate_bet_amount(const struct felt_strategy_decider *decider,
                                              double strength, felt_chips pot, felt_chips min,
                                              felt_chips max)
{
    double share = (0.3 + 0.09 * decider->config.aggression) * (0.5 + strength);
    double amount = (double)pot * share;
    felt_assert(min <= max);
    if (!(amount > (double)min)) return min;
    return amount < (double)max ? (felt_chips)amount : max;
}

/* ---- decisions ------------------------------------------------------------------------------ */

static struct felt_strategy_decision say(enum felt_strategy_action action, const char *reasoning,
                                         double confidence)
{
    return (struct felt_strategy_decision){
        .action = action, .reasoning = reasoning, .confidence = clamp(confidence, 0, 1)};
}

/* The first of these that is valid; the last resort is whatever is. */
static struct felt_strategy_decision first_valid(const struct felt_strategy_state *state,
                                                 enum felt_strategy_action wish,
                                                 enum felt_strategy_action second,
                                                 const char *reasoning, double confidence)
{
    static const enum felt_strategy_action order[FELT_STRATEGY_ACTIONS] = {
        FELT_STRATEGY_CHECK, FELT_STRATEGY_FOLD, FELT_STRATEGY_CHOOSE, FELT_STRATEGY_CALL,
        FELT_STRATEGY_DRAW,  FELT_STRATEGY_BET,  FELT_STRATEGY_RAISE};
    enum felt_strategy_action action = wish;
    if (!felt_strategy_may(state, action)) action = second;
    for (int i = 0; i < FELT_STRATEGY_ACTIONS && !felt_strategy_may(state, action); i++)
        action = order[i];
    if (!felt_strategy_may(state, action)) action = FELT_STRATEGY_FOLD; /* nothing is valid */
    struct felt_strategy_decision decision = say(action, reasoning, confidence);
    if (action == FELT_STRATEGY_BET || action == FELT_STRATEGY_RAISE)
        decision.amount = state->min_bet;
    if (action == FELT_STRATEGY_DRAW && state->draw_min <= FELT_HOLE_MAX)
        for (; decision.card_count < state->draw_min; decision.card_count++)
            decision.cards[decision.card_count] = decision.card_count;
    return decision;
}

/* Check, else fold. */
static struct felt_strategy_decision give_up(const struct felt_strategy_state *state,
                                             const char *reasoning, double confidence)
{
    return first_valid(state, FELT_STRATEGY_CHECK, FELT_STRATEGY_FOLD, reasoning, confidence);
}

/* Bringing in is a pass that costs something. */
static struct felt_strategy_decision pass(const struct felt_strategy_state *state,
                                          const char *reasoning, double confidence)
{
    if (felt_strategy_may(state, FELT_STRATEGY_CHOOSE))
        return say(FELT_STRATEGY_CHOOSE, reasoning, confidence);
    return first_valid(state, FELT_STRATEGY_CHECK, FELT_STRATEGY_CALL, reasoning, confidence);
}

static bool may_bet(const struct felt_strategy_state *state)
{
    return felt_strategy_may(state, FELT_STRATEGY_BET) ||
           felt_strategy_may(state, FELT_STRATEGY_RAISE);
}

/* The amount is a stake to go to; what the pot is compared with is what comes on top of a call. (In
 * the first version it is the stake itself.) */
static struct felt_strategy_decision bet(const struct felt_strategy_decider *decider,
                                         const struct felt_strategy_state *state, double strength,
                                         const char *reasoning, double confidence)
{
    bool raises = felt_strategy_may(state, FELT_STRATEGY_RAISE);
    felt_chips base = state->staked + state->call_amount,
               pot = state->pot_size + state->call_amount;
    if (base > state->min_bet) base = state->min_bet;
    if (decider->classic) {
        base = 0;
        pot = state->pot_size;
    }
    struct felt_strategy_decision decision =
        say(raises ? FELT_STRATEGY_RAISE : FELT_STRATEGY_BET, reasoning, confidence);
    decision.amount =
        base + felt_strategy_calculate_bet_amount(decider, strength, pot, state->min_bet - base,
                                                  state->max_bet - base);
    return decision;
}

/* ---- the house ------------------------------------------------------------------------------ */

struct thresholds {
    double play, raise;
};

static struct thresholds move_thresholds(struct felt_strategy_decider *decider,
                                         const struct felt_strategy_state *state)
{
    static const double by_position[FELT_POSITIONS] = {
        [FELT_POSITION_BUTTON] = 0.94, [FELT_POSITION_SB] = 1.02,     [FELT_POSITION_BB] = 1.0,
        [FELT_POSITION_EARLY] = 1.06,  [FELT_POSITION_MIDDLE] = 1.02, [FELT_POSITION_LATE] = 0.97};
    const struct felt_strategy_config *config = &decider->config;
    int more = state->players_in_hand > 2 ? state->players_in_hand - 2 : 0;
    double play = felt_strategy_play_threshold(config) * by_position[state->position];
    double raise = felt_strategy_raise_threshold(config) - 0.012 * (config->aggression - 5);
    struct thresholds moved = {felt_strategy_threshold(decider, play) + 0.04 * more,
                               felt_strategy_threshold(decider, raise) + 0.01 * more};
    return moved;
}

/* What the hand is worth against somebody who bets: the more, the less. */
static double doubted(const struct felt_strategy_state *state, double strength)
{
    double before = (double)(state->pot_size - state->call_amount);
    double size = before > 0 ? clamp((double)state->call_amount / before, 0, 1) : 1;
    if (state->call_amount == 0) return strength;
    return strength - 0.55 * size * strength * (1 - strength) - 0.08 * size;
}

/* The share of the pot that a strength against one opponent means against those who are in for the
 * price.  Who has yet to act will mostly fold. */
static double share_of_pot(const struct felt_strategy_state *state, double strength)
{
    int others = state->contesting > 1 ? state->contesting : 1;
    double lost = others * (1 - strength);
    return strength + lost > 0 ? strength / (strength + lost) : 0;
}

static struct felt_strategy_decision decide_house(struct felt_strategy_decider *decider,
                                                  double strength, double odds,
                                                  const struct felt_strategy_state *state)
{
    struct thresholds moved = move_thresholds(decider, state);
    /* Blinds are no sign of strength. */
    double worth = state->unraised ? strength : doubted(state, strength);
    if (state->call_amount > 0 && !state->unraised) moved.raise += raise_over_bet;
    if (strength < weak && may_bet(state) && felt_strategy_should_bluff(decider, odds))
        return bet(decider, state, weak, "bluff", 1 - strength);
    if (strength < moved.play) return give_up(state, "weak_hand", 0.5 + moved.play - strength);
    if (strength >= weak && worth >= moved.raise && may_bet(state)) {
        bool slow = !state->last_round && strength >= decider->config.slow_play_threshold &&
                    felt_rng_unit(&decider->rng) < slow_play_share;
        if (slow) return pass(state, "slow_play", strength);
        return bet(decider, state, strength, "strong_hand", 0.5 + worth - moved.raise);
    }
    if (state->call_amount == 0 || !felt_strategy_may(state, FELT_STRATEGY_CALL))
        return pass(state, "medium_hand", 0.5);
    double share = share_of_pot(state, worth);
    if (share > odds) return pass(state, "pot_odds", 0.5 + share - odds);
    return give_up(state, "too_expensive", 0.5 + odds - share);
}

/* ---- the first version ---------------------------------------------------------------------- */

static struct felt_strategy_decision decide_classic(struct felt_strategy_decider *decider,
                                                    double strength, double odds,
                                                    const struct felt_strategy_state *state)
{
    double play = felt_strategy_play_threshold(&decider->config);
    double raise = felt_strategy_raise_threshold(&decider->config);
    double moved = clamp(felt_strategy_threshold(decider, strength), 0, 1);
    if (may_bet(state) && felt_strategy_should_bluff(decider, odds))
        return bet(decider, state, weak, "bluff", 1 - moved);
    if (moved < play) return give_up(state, "weak_hand", 0.5 + play - moved);
    if (moved >= raise && may_bet(state)) {
        bool slow = moved >= decider->config.slow_play_threshold &&
                    felt_rng_unit(&decider->rng) < slow_play_share;
        if (!slow) return bet(decider, state, moved, "strong_hand", 0.5 + moved - raise);
    }
    if (state->call_amount == 0 || moved > odds) return pass(state, "medium_hand", 0.5);
    return give_up(state, "too_expensive", 0.5 + odds - moved);
}

/* ---- public --------------------------------------------------------------------------------- */

static bool is_betting(const struct felt_strategy_state *state)
{
    return may_bet(state) || felt_strategy_may(state, FELT_STRATEGY_CALL) ||
           felt_strategy_may(state, FELT_STRATEGY_FOLD) ||
           felt_strategy_may(state, FELT_STRATEGY_CHECK);
}

struct felt_strategy_decision felt_strategy_decide(struct felt_strategy_decider *decider,
                                                   const struct felt_strategy_strength *strength,
                                                   const struct felt_strategy_state *state)
{
    struct felt_strategy_decision decision;
    double value = strength->normalized;
    if (felt_strategy_state_verify(state) != FELT_OK || !(value >= 0 && value <= 1)) {
        decision = give_up(state, "invalid_state", 0);
        decision.warning = FELT_WARN_BAD_STATE;
        return decision;
    }
    if (strength->timeout) {
        decision = give_up(state, "timeout", 0);
        decision.warning = FELT_WARN_TIMEOUT;
        return decision;
    }
    if (!is_betting(state))
        return first_valid(state, FELT_STRATEGY_DRAW, FELT_STRATEGY_CHOOSE, "formality", 1);
    double price = (double)state->call_amount, pot = (double)state->pot_size;
    double odds = price > 0 ? price / (pot + price) : 0;
    decision = decider->classic ? decide_classic(decider, value, odds, state)
                                : decide_house(decider, value, odds, state);
    decision.strength = value;
    decision.price = odds;
    return decision;
}
