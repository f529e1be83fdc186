/* policy.c -- see policy.h.
 *
 * The sizes where rules change are the ends of the range and the pot, so half of all raises go to
 * an end and a quarter to the pot; the last quarter is any amount, most often a small one. */
#include "audit/policy.h"

#include "felt/assert.h"

static felt_chips clamp(felt_chips value, felt_chips min, felt_chips max)
{
    return value < min ? min : value > max ? max : value;
}

felt_chips felt_policy_pot(const struct felt_betting *betting, const struct felt_legal *legal)
{
    felt_chips pot = betting->to_match + betting->pot + legal->to_call;
    return clamp(pot, legal->raise_to_min, legal->raise_to_max);
}

/* Any amount, with the distance from the smallest cut by a random number of bits. */
static felt_chips any_amount(const struct felt_legal *legal, struct felt_rng *rng)
{
    uint64_t range = (uint64_t)(legal->raise_to_max - legal->raise_to_min);
    uint64_t cut = range >> felt_rng_below(rng, 8);
    return legal->raise_to_min + (felt_chips)(felt_rng_next(rng) % (cut + 1));
}

static felt_chips choose_amount(const struct felt_betting *betting, const struct felt_legal *legal,
                                struct felt_rng *rng)
{
    switch (felt_rng_below(rng, 4)) {
    case 0: return legal->raise_to_min;
    case 1: return legal->raise_to_max;
    case 2: return felt_policy_pot(betting, legal);
    default: return any_amount(legal, rng);
    }
}

/* Check, call or bring in: never more than one of them is legal. */
static int pass_kind(const struct felt_legal *legal)
{
    return felt_legal_has(legal, FELT_CHECK)      ? FELT_CHECK
           : felt_legal_has(legal, FELT_CALL)     ? FELT_CALL
           : felt_legal_has(legal, FELT_BRING_IN) ? FELT_BRING_IN
                                                  : -1;
}

static struct felt_action choose_bet(struct felt_policy policy, const struct felt_betting *betting,
                                     const struct felt_legal *legal, struct felt_rng *rng)
{
    int pass = pass_kind(legal);
    uint32_t fold_weight = felt_legal_has(legal, FELT_FOLD) ? policy.fold : 0;
    uint32_t pass_weight = pass >= 0 ? policy.pass : 0;
    uint32_t raise_weight = felt_legal_has(legal, FELT_RAISE_TO) ? policy.raise : 0;
    uint32_t sum = fold_weight + pass_weight + raise_weight;
    felt_assert(sum > 0);
    uint32_t drawn = felt_rng_below(rng, sum);
    struct felt_action action = {.kind = FELT_FOLD};
    if (drawn < fold_weight) return action;
    if (drawn < fold_weight + pass_weight) {
        action.kind = (uint8_t)pass;
        return action;
    }
    action.kind = FELT_RAISE_TO;
    action.amount = choose_amount(betting, legal, rng);
    return action;
}

/* ---- other phases --------------------------------------------------------------------------- */

/* So many of the cards of an option, each set equally likely. */
static uint64_t any_cards(const struct felt_option *option, int count, struct felt_rng *rng)
{
    uint64_t from = option->cards, picked = 0;
    for (int left = __builtin_popcountll(from); count > 0; left--) {
        uint64_t lowest = from & -from;
        from ^= lowest;
        if ((int)felt_rng_below(rng, (uint32_t)left) >= count) continue;
        picked |= lowest;
        count--;
    }
    return picked;
}

/* Standing pat and throwing everything away are what strains the rules; a third of all draws throws
 * each card with an even chance, the rest any number. */
static uint64_t choose_cards(const struct felt_option *option, bool quiet, struct felt_rng *rng)
{
    int low = option->cards_min, high = option->cards_max, count = low;
    if (quiet) { /* the first ones */
        uint64_t from = option->cards, first = 0;
        for (; count > 0; count--, from &= from - 1) first |= from & -from;
        return first;
    }
    switch (felt_rng_below(rng, 6)) {
    case 0: break;
    case 1: count = high; break;
    case 2:
    case 3: {
        int half = __builtin_popcountll(felt_rng_next(rng) & option->cards);
        count = half < low ? low : half > high ? high : half;
        break;
    }
    default: count = low + (int)felt_rng_below(rng, (uint32_t)(high - low + 1));
    }
    return any_cards(option, count, rng);
}

/* Runs: every seat must agree, so that most of them do. */
static uint16_t choose_runs(bool quiet, struct felt_rng *rng)
{
    return !quiet && felt_rng_below(rng, 6) > 0;
}

struct felt_action felt_policy_answer(struct felt_policy policy,
                                      const struct felt_poker_rules *rules,
                                      const struct felt_poker *state, struct felt_rng *rng)
{
    struct felt_option option[FELT_OPTIONS_MAX];
    struct felt_legal legal;
    bool quiet = policy.fold == 0 && policy.raise == 0;
    if (state->phase == FELT_PHASE_BET || state->phase == FELT_PHASE_BRING_IN) {
        felt_poker_legal(rules, state, &legal);
        return choose_bet(policy, &state->betting, &legal, rng);
    }
    int options = felt_poker_options(rules, state, option);
    felt_assert(options > 0);
    const struct felt_option *chosen =
        &option[quiet || options == 1 ? 0 : felt_rng_below(rng, (uint32_t)options)];
    struct felt_action action = {.kind = chosen->kind};
    if (action.kind == FELT_DISCARD) action.cards = choose_cards(chosen, quiet, rng);
    if (action.kind == FELT_RUNS) action.choice = choose_runs(quiet, rng);
    return action;
}
