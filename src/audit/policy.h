/* policy.h -- players that choose at random, for simulation and for audits.
 *
 * A policy looks at what is legal, at prices and at the pot: never at cards.
 *
 *   I1  felt_policy_answer() returns a legal action.
 *   I2  the choice depends on the policy, on what is legal, on the pot and on the generator only.
 */
#ifndef FELT_AUDIT_POLICY_H
#define FELT_AUDIT_POLICY_H

#include "felt/poker.h"

/* How often each kind is taken, in proportion, where it is legal.  A policy that neither folds nor
 * raises is quiet in everything: it throws away as little as it may, takes one board and shows its
 * cards; the others do any of it. */
struct felt_policy {
    uint8_t fold;
    uint8_t pass; /* check, call, bring in */
    uint8_t raise;
};

/* What a raise of the size of the pot goes to, kept within what is legal (RULES 8.2). */
felt_chips felt_policy_pot(const struct felt_betting *betting, const struct felt_legal *legal);

/* In any phase: bets, discards, the number of boards, showing.  There is an actor. */
struct felt_action felt_policy_answer(struct felt_policy policy,
                                      const struct felt_poker_rules *rules,
                                      const struct felt_poker *state, struct felt_rng *rng);

#endif
