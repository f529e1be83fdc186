/* poker_scene.h -- for the tests of poker: rules, a deal, a hand and an action in a line each.
 * Include it behind cmocka.h. */
#ifndef FELT_TESTS_POKER_SCENE_H
#define FELT_TESTS_POKER_SCENE_H

#include "felt/poker.h"
#include "support.h"

enum { EVENTS = 1024 };

static inline struct felt_poker_rules rules_of(const char *variant, enum felt_limit limit,
                                               felt_chips unit)
{
    struct felt_poker_rules rules;
    struct felt_complaint complaint;
    if (felt_poker_rules_make(variant, limit, unit, &rules, &complaint) != FELT_OK)
        fail_msg("%s: %s", variant, complaint.text);
    return rules;
}

static inline struct felt_deal deal_of(const struct felt_poker_rules *rules, int seats,
                                       felt_chips stack)
{
    felt_chips stacks[FELT_SEATS_MAX];
    for (int seat = 0; seat < seats; seat++) stacks[seat] = stack;
    return felt_poker_deal_make(rules, seats, stacks, (felt_seat)(seats - 1));
}

static inline struct felt_poker hand_of(const struct felt_poker_rules *rules,
                                        const struct felt_deal *deal, uint64_t seed)
{
    struct felt_poker state;
    struct felt_rng rng = felt_rng_make(seed);
    assert_int_equal(felt_poker_open(rules, deal, &state, NULL), FELT_OK);
    assert_int_equal(felt_poker_deal(rules, deal, &rng, &state, NULL), FELT_OK);
    return state;
}

static inline enum felt_status act(const struct felt_poker_rules *rules, struct felt_poker *state,
                                   enum felt_action_kind kind, felt_chips amount)
{
    struct felt_action action = {.kind = (uint8_t)kind, .amount = amount};
    return felt_poker_apply(rules, state, felt_poker_actor(state), action, NULL);
}

#endif
