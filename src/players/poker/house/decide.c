/* decide.c -- which action is taken.
 *
 * The one with the most chips to expect, but for
 *
 *   chance    gains move by up to 2 % of the pot, so that close decisions fall one way or the other
 *   dials     tightness is a part of the pot that must be expected on top to pay for a hand;
 *             aggression one that a bet is preferred by, and larger bets
 *   bluffs    weak hands are bet as often as the dial says; others that would be met by better ones
 *             now and then, whatever the size of the bet and on every street alike
 *   ambush    of the best hands some lie in wait
 *   tables    short stacks before the flop go all-in or fold (push.c) */
#include "felt/assert.h"
#include "players/poker/house/house.h"

static const double weak = 0.3;
static const double ambush = 0.15; /* of the best hands */

/* -0.8 .. 1 for dials of 1 .. 10, 0 in the middle. */
static double turned(double dial)
{
    return (dial - 5) / 5;
}

/* ---- sizes ---------------------------------------------------------------------------------- */

/* In half units, as people bet, as far as that is allowed. */
static int add_size(const struct house_turn *turn, const struct felt_strategy_state *state,
                    double to, felt_chips *sizes, int count)
{
    felt_chips step = turn->rules->bet[0] > 1 ? turn->rules->bet[0] / 2 : 1;
    felt_chips chips = (felt_chips)(to / (double)step + 0.5) * step;
    if (chips < state->min_bet) chips = state->min_bet;
    if (chips > state->max_bet) chips = state->max_bet;
    for (int i = 0; i < count; i++)
        if (sizes[i] == chips) return count;
    sizes[count] = chips;
    return count + 1;
}

/* First in: two and a half big blinds and what others called; again: three times the bet. */
static double first_size(const struct house_turn *turn, const struct felt_strategy_state *state)
{
    double unit = (double)turn->rules->bet[0], price = (double)turn->view->betting.to_match;
    double called = (double)(state->pot_size + state->call_amount) - price - 1.5 * unit;
    if (!state->unraised) return price * (turn->acts_last ? 3.0 : 3.5);
    return (2.5 + 0.5 * turned(turn->aggression)) * unit + (called > 0 ? called : 0);
}

/* Stakes to think about. */
static int list_sizes(const struct house_turn *turn, const struct felt_strategy_state *state,
                      felt_chips sizes[HOUSE_SIZES])
{
    static const double parts[] = {0.33, 0.66, 1};
    double pot = (double)(state->pot_size + state->call_amount);
    double force = 1 + 0.3 * turned(turn->aggression);
    int count = 0;
    if (state->min_bet >= state->max_bet)
        return add_size(turn, state, (double)state->max_bet, sizes, 0);
    if (turn->street == 0) count = add_size(turn, state, first_size(turn, state), sizes, count);
    for (int i = 0; turn->street > 0 && i < 3; i++)
        count = add_size(turn, state, (double)turn->view->betting.to_match + parts[i] * force * pot,
                         sizes, count);
    double rest = (double)(state->max_bet - state->staked - state->call_amount);
    if (rest < 1.6 * pot) count = add_size(turn, state, (double)state->max_bet, sizes, count);
    return count;
}

/* ---- gains ---------------------------------------------------------------------------------- */

/* What there is to choose from, with everything counted in. */
struct choice {
    const struct felt_strategy_state *state;
    bool free, may_bet;
    double pot; /* with the call                                                             */
    struct house_worth passing, raising;
    double pass, raise; /* gains that are compared                                           */
    double stay;        /* that of not raising: of passing, or of giving up                  */
};

static double shake(struct house_turn *turn, double pot)
{
    struct felt_strategy_decider *decider = &turn->house->seat.decider;
    double most = 0.02 / 0.15 * decider->config.randomization_factor * pot;
    return most * (2 * felt_rng_unit(&decider->rng) - 1);
}

/* Who folds more often than usual is beaten by bets with any cards.  So a call is worth more with a
 * hand that is good among those that the house may be taken for, and less with others; at a full
 * table less of it is up to one seat. */
static double stubborn(const struct house_turn *turn, double pot)
{
    static const double stubbornness = 0.6;
    struct house_spot spot = house_spot_of(&turn->house->hand, turn->view->viewer);
    struct house_shares shares = house_shares_of(&spot, NULL, 0);
    double over = turn->seen_as - (1 - shares.stay);
    return stubbornness / felt_seats_count(turn->view->seats) * pot *
           house_clamp(4 * over, -0.5, 1);
}

/* What must be expected on top: gains are guesses, and the first street is far from the end, the
 * more so among many.  There it is in parts of the pot before the bet, later of the whole pot. */
static double caution(const struct house_turn *turn, const struct felt_strategy_state *state,
                      double pot)
{
    double tight = turned(turn->house->seat.decider.config.tightness);
    double before = (double)(state->pot_size - state->call_amount);
    if (turn->street > 0) return (0.03 + 0.05 * tight) * pot;
    int more = turn->rivals - 1;
    return (0.03 + 0.28 * tight * (1 + 0.35 * more) + 0.08 * more) * before;
}

static struct choice weigh(struct house_turn *turn, const struct felt_strategy_state *state)
{
    const struct felt_strategy_config *config = &turn->house->seat.decider.config;
    felt_chips sizes[HOUSE_SIZES];
    struct choice choice = {.state = state,
                            .free = state->call_amount == 0,
                            .may_bet = felt_strategy_may(state, FELT_STRATEGY_BET) ||
                                       felt_strategy_may(state, FELT_STRATEGY_RAISE),
                            .pot = (double)(state->pot_size + state->call_amount)};
    if (!(choice.pot > 0)) choice.pot = 1; /* nobody had to put anything in */
    double careful = caution(turn, state, choice.pot);
    double force = 0.12 * turned(config->aggression) * choice.pot;
    int count = choice.may_bet ? list_sizes(turn, state, sizes) : 0;
    choice.passing = house_worth_pass(turn);
    choice.pass = choice.passing.gain + shake(turn, choice.pot) - (choice.free ? 0 : careful);
    if (!choice.free && turn->street > 0) choice.pass += stubborn(turn, choice.pot);
    choice.stay = choice.free || choice.pass > 0 ? choice.pass : 0;
    for (int i = 0; i < count; i++) {
        struct house_worth worth = house_worth_raise(turn, sizes[i]);
        double gain = worth.gain + shake(turn, 2 * choice.pot) + force - careful;
        if (i > 0 && gain <= choice.raise) continue;
        choice.raising = worth;
        choice.raise = gain;
    }
    return choice;
}

/* ---- words ---------------------------------------------------------------------------------- */

static struct felt_strategy_decision say(enum felt_strategy_action action, const char *reasoning,
                                         double confidence)
{
    return (struct felt_strategy_decision){
        .action = action, .reasoning = reasoning, .confidence = house_clamp(confidence, 0, 1)};
}

static struct felt_strategy_decision pass(const struct choice *choice, const char *reasoning,
                                          double confidence)
{
    const struct felt_strategy_state *state = choice->state;
    if (felt_strategy_may(state, FELT_STRATEGY_CHECK))
        return say(FELT_STRATEGY_CHECK, reasoning, confidence);
    if (felt_strategy_may(state, FELT_STRATEGY_CALL))
        return say(FELT_STRATEGY_CALL, reasoning, confidence);
    return say(FELT_STRATEGY_CHOOSE, "bring_in", confidence);
}

static struct felt_strategy_decision bet(const struct choice *choice, const char *reasoning,
                                         double confidence)
{
    bool raises = felt_strategy_may(choice->state, FELT_STRATEGY_RAISE);
    struct felt_strategy_decision decision =
        say(raises ? FELT_STRATEGY_RAISE : FELT_STRATEGY_BET, reasoning, confidence);
    decision.amount = choice->raising.to;
    return decision;
}

static struct felt_strategy_decision pass_or_fold(const struct choice *choice)
{
    double sure = 0.5 + (choice->pass > 0 ? choice->pass : -choice->pass) / choice->pot;
    if (choice->free) return pass(choice, "free_card", 0.5);
    if (choice->pass > 0)
        return pass(choice, choice->passing.gain > 0 ? "pot_odds" : "bluff_catch", sure);
    if (felt_strategy_may(choice->state, FELT_STRATEGY_FOLD))
        return say(FELT_STRATEGY_FOLD, choice->passing.gain > 0 ? "not_enough" : "too_expensive",
                   sure);
    return pass(choice, "bring_in", sure);
}

/* ---- the choice ----------------------------------------------------------------------------- */

/* A raise in the first round needs a hand of the best so many, the fewer the more raises there
 * were; a few others are mixed in. */
static bool raises_first(const struct house_turn *turn, double drawn)
{
    static const double best[] = {1, 0.20, 0.07, 0.04, 0.03};
    const struct felt_strategy_config *config = &turn->house->seat.decider.config;
    int raises = turn->view->betting.turn.raises;
    double force = 1 + 0.5 * turned(config->aggression);
    if (raises == 0) return true;
    if (turn->house->deals.standing >= 1 - force * best[raises < 4 ? raises : 4]) return true;
    return raises == 1 && drawn < 0.3 * force * config->bluff_frequency;
}

/* Is the hand one to bet?  What looks good against people who fold as they should must be good when
 * they do not: a hand for value, or one of few bluffs. */
static bool dares(struct house_turn *turn, const struct choice *choice)
{
    struct felt_strategy_decider *decider = &turn->house->seat.decider;
    double drawn = felt_rng_unit(&decider->rng), chance = decider->config.bluff_frequency;
    double force = 1 + 0.5 * turned(decider->config.aggression);
    if (turn->street == 0) return raises_first(turn, drawn);
    if (choice->raising.share > 1.0 / (turn->rivals + 1)) return true;
    if (!choice->free) return drawn < 0.8 * force * chance;
    return drawn < 3.5 * force * chance;
}

/* A weak hand, which may bet. */
static bool bluffs(struct house_turn *turn, const struct choice *choice)
{
    struct felt_strategy_decider *decider = &turn->house->seat.decider;
    double chance = decider->config.bluff_frequency * (choice->raise > choice->stay ? 1.5 : 0.8);
    return felt_rng_unit(&decider->rng) < house_clamp(chance, 0.05, 0.15);
}

static struct felt_strategy_decision bet_or_wait(struct house_turn *turn,
                                                 const struct choice *choice)
{
    struct felt_strategy_decider *decider = &turn->house->seat.decider;
    double strength = turn->house->deals.strength;
    bool best = strength >= decider->config.slow_play_threshold && !choice->state->last_round;
    bool value = choice->raising.share > 1.0 / (turn->rivals + 1);
    if (best && choice->pass > 0 && felt_rng_unit(&decider->rng) < ambush)
        return pass(choice, "slow_play", strength);
    return bet(choice, value ? "value_bet" : "semi_bluff",
               0.5 + (choice->raise - choice->stay) / choice->pot);
}

struct felt_strategy_decision house_decide(struct house_turn *turn,
                                           const struct felt_strategy_state *state,
                                           struct felt_decision *thought)
{
    struct felt_strategy_decision decision;
    if (house_push(turn, state, &decision)) return decision;
    struct choice choice = weigh(turn, state);
    if (choice.may_bet && turn->house->deals.strength < weak) {
        bool bluff = bluffs(turn, &choice);
        decision =
            bluff ? bet(&choice, "bluff", 1 - turn->house->deals.strength) : pass_or_fold(&choice);
    } else if (choice.may_bet && choice.raise > choice.stay && dares(turn, &choice)) {
        decision = bet_or_wait(turn, &choice);
    } else {
        decision = pass_or_fold(&choice);
    }
    const struct house_worth *worth = decision.amount ? &choice.raising : &choice.passing;
    decision.strength = turn->house->deals.strength;
    decision.price = choice.free ? 0 : (double)state->call_amount / choice.pot;
    thought->range = turn->range;
    thought->share = worth->share;
    thought->gain = worth->gain;
    return decision;
}
