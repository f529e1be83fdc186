/* decide.c -- which action is taken. */
#include "felt/assert.h"
#include "players/house/house.h"

static const double weak = 0.3;

static double clamp(double value, double low, double high)
{
    return value < low ? low : value > high ? high : value;
}

/* ---- sizes ---------------------------------------------------------------------------------- */

static int add_size(const struct felt_strategy_state *state, double to, felt_chips *sizes,
                    int count)
{
    felt_chips chips = (felt_chips)clamp(to + 0.5, (double)state->min_bet, (double)state->max_bet);
    for (int i = 0; i < count; i++)
        if (sizes[i] == chips) return count;
    sizes[count] = chips;
    return count + 1;
}

/* Stakes to think about. */
static int list_sizes(const struct house_turn *turn, const struct felt_strategy_state *state,
                      felt_chips sizes[HOUSE_SIZES])
{
    static const double parts[] = {0.4, 0.75, 1.1};
    const struct felt_betting *betting = &turn->view->betting;
    double pot = (double)(state->pot_size + state->call_amount), price = (double)betting->to_match;
    double unit = (double)turn->rules->bet[0], force = 0.7 + 0.06 * turn->aggression;
    int count = 0;
    if (state->min_bet >= state->max_bet) return add_size(state, (double)state->max_bet, sizes, 0);
    if (turn->view->street == 0 && state->unraised) {
        double limped = pot - price - 1.5 * unit;
        count = add_size(state, (2.1 + 0.1 * turn->aggression) * unit + (limped > 0 ? limped : 0),
                         sizes, count);
    } else if (turn->view->street == 0) {
        count = add_size(state, price * (turn->acts_last ? 3.0 : 3.5), sizes, count);
    } else {
        for (int i = 0; i < 3; i++)
            count = add_size(state, price + parts[i] * force * pot, sizes, count);
    }
    double rest = (double)(state->max_bet - state->staked - state->call_amount);
    if (rest < 1.6 * pot) count = add_size(state, (double)state->max_bet, sizes, count);
    return count;
}

/* ---- words ---------------------------------------------------------------------------------- */

static struct felt_strategy_decision say(enum felt_strategy_action action, const char *reasoning,
                                         double confidence)
{
    return (struct felt_strategy_decision){
        .action = action, .reasoning = reasoning, .confidence = clamp(confidence, 0, 1)};
}

static struct felt_strategy_decision pass(const struct felt_strategy_state *state,
                                          const char *reasoning, double confidence)
{
    if (felt_strategy_may(state, FELT_STRATEGY_CHECK))
        return say(FELT_STRATEGY_CHECK, reasoning, confidence);
    if (felt_strategy_may(state, FELT_STRATEGY_CALL))
        return say(FELT_STRATEGY_CALL, reasoning, confidence);
    return say(FELT_STRATEGY_CHOOSE, reasoning, confidence); /* bringing in */
}

static struct felt_strategy_decision give_up(const struct felt_strategy_state *state,
                                             const char *reasoning, double confidence)
{
    if (felt_strategy_may(state, FELT_STRATEGY_FOLD) &&
        !felt_strategy_may(state, FELT_STRATEGY_CHECK))
        return say(FELT_STRATEGY_FOLD, reasoning, confidence);
    return pass(state, reasoning, confidence);
}

static struct felt_strategy_decision bet(const struct felt_strategy_state *state, felt_chips to,
                                         const char *reasoning, double confidence)
{
    bool raises = felt_strategy_may(state, FELT_STRATEGY_RAISE);
    struct felt_strategy_decision decision =
        say(raises ? FELT_STRATEGY_RAISE : FELT_STRATEGY_BET, reasoning, confidence);
    decision.amount = to;
    return decision;
}

/* Is the hand one to raise with?  What looks good against people who fold as they should must be
 * good when they do not: a hand for value, or one of few bluffs. */
static bool dares(struct house_turn *turn, const struct house_worth *raising)
{
    static const double first_round[] = {0, 0.20, 0.07, 0.04, 0.03};
    struct house *house = turn->house;
    const struct felt_strategy_config *config = &house->seat.decider.config;
    int raises = turn->view->betting.turn.raises;
    double fair = 1.0 / (house->others + 1);
    double drawn = felt_rng_unit(&house->seat.decider.rng);
    if (turn->view->street == 0 && raises == 0) return true;
    if (turn->view->street == 0) {
        double share = first_round[raises < 4 ? raises : 4];
        if (house->deals.standing >= 1 - share) return true;
        return drawn < 0.3 * config->bluff_frequency && raises < 2;
    }
    if (raising->share > fair) return true;
    return drawn < config->bluff_frequency * (raises ? 0.8 : 3.5);
}

/* ---- the choice ----------------------------------------------------------------------------- */

struct felt_strategy_decision house_decide(struct house_turn *turn,
                                           const struct felt_strategy_state *state,
                                           struct felt_decision *thought)
{
    struct felt_strategy_decider *decider = &turn->house->seat.decider;
    const struct felt_strategy_config *config = &decider->config;
    felt_chips sizes[HOUSE_SIZES];
    bool may_bet = felt_strategy_may(state, FELT_STRATEGY_BET) ||
                   felt_strategy_may(state, FELT_STRATEGY_RAISE);
    int count = may_bet ? list_sizes(turn, state, sizes) : 0;
    double pot = (double)(state->pot_size + state->call_amount), best_gain = 0;
    double strength = turn->house->deals.strength;
    struct house_worth passing = house_worth_pass(turn), raising = {0};
    double shake = 0.02 * config->randomization_factor / 0.15 * pot;
    for (int i = 0; i < count; i++) {
        struct house_worth worth = house_worth_raise(turn, sizes[i]);
        double gain = worth.gain + shake * (2 * felt_rng_unit(&decider->rng) - 1);
        if (i > 0 && gain <= best_gain) continue;
        raising = worth;
        best_gain = gain;
    }
    double tight = 0.010 * (config->tightness - 5) * pot;
    double force = 0.012 * (config->aggression - 5) * pot;
    bool free = state->call_amount == 0;
    double pass_gain =
        passing.gain - (free ? 0 : tight) + shake * (2 * felt_rng_unit(&decider->rng) - 1);
    double raise_gain = best_gain + force - tight;
    double price = free ? 0 : (double)state->call_amount / pot;
    double other = pass_gain > 0 || free ? pass_gain : 0;
    bool raise = may_bet && raise_gain > other;
    if (raise) raise = dares(turn, &raising);
    struct felt_strategy_decision decision;
    if (may_bet && strength < weak) {
        double chance = config->bluff_frequency * (raise ? 1.4 : 0.6);
        raise = felt_rng_unit(&decider->rng) < clamp(chance, 0.05, 0.15);
        if (raise) decision = bet(state, raising.to, "bluff", 1 - strength);
    } else if (raise) {
        bool slow = !state->last_round && strength >= config->slow_play_threshold &&
                    felt_rng_unit(&decider->rng) < 0.15;
        if (slow && pass_gain > 0)
            decision = pass(state, "slow_play", strength);
        else
            decision = bet(state, raising.to, raising.share > 0.5 ? "value_bet" : "semi_bluff",
                           0.5 + (raise_gain - other) / (pot + 1));
    }
    if (!raise) {
        if (free)
            decision = pass(state, "free_card", 0.5);
        else if (pass_gain > 0)
            decision = pass(state, "pot_odds", 0.5 + pass_gain / (pot + 1));
        else
            decision = give_up(state, "too_expensive", 0.5 - pass_gain / (pot + 1));
    }
    decision.strength = strength;
    decision.price = price;
    thought->range = turn->range;
    thought->gain = raise ? raising.gain : passing.gain;
    return decision;
}
