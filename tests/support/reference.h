/* reference.h -- slow, obviously right evaluators to test the fast ones against.
 *
 * Written from the rules alone, on sorted arrays and counts; they share no code, table or trick
 * with src/cards.  A hand of more cards than play is evaluated by trying every choice of cards.
 *
 *   I1  a larger score is a better hand, equal scores split the pot; 0 means nothing.
 *   I2  scores compare only within one family.  Partial lows (fewer than five cards) compare only
 *       between hands of the same number of cards.
 *   I3  the score has nothing to do with felt_value but its order. */
#ifndef FELT_TESTS_REFERENCE_H
#define FELT_TESTS_REFERENCE_H

#include "felt/card.h"
#include "felt/value.h"

#include <stdint.h>

FELT_BEGIN

struct reference {
    enum felt_category category;
    int64_t score;
};

/* The best hand of 0 .. 7 cards, no jokers, in any family but FELT_FAMILY_NONE. */
struct reference reference_eval(enum felt_family family, const felt_card *cards, int count);

/* Exactly two hole and three board cards; nothing if there are fewer.  FELT_HIGH or FELT_LOW_8. */
struct reference reference_two_three(enum felt_family family, const felt_card *hole, int holes,
                                     const felt_card *board, int boards);

/* High hand with wild cards (jokers and the set `wild`), by trying every hand there is, from the
 * best down, until one can be built.  `targets` is the list of them. */
struct reference_targets;
struct reference_targets *reference_targets_open(void);
void reference_targets_close(struct reference_targets *targets);
struct reference reference_wild(const struct reference_targets *targets, felt_cards wild,
                                const felt_card *cards, int count);

/* The same by replacing each wild card by each card that is not in the hand.  Very slow: each
 * choice of five cards costs 50^(wild cards) evaluations. */
struct reference reference_wild_by_substitution(felt_cards wild, const felt_card *cards, int count);

FELT_END

#endif
