/* published.h -- how many hands of each category there are, as published, for all hands of a deck.
 */
#ifndef FELT_TESTS_PUBLISHED_H
#define FELT_TESTS_PUBLISHED_H

#include "expect.h"

/* `counts` must be those of all five-card hands (FELT_HIGH_THREE: three) of the family's deck. */
static inline void expect_published(enum felt_family family, const int counts[FELT_CATEGORIES])
{
    static const int published[FELT_FAMILIES][FELT_CATEGORIES] = {
        [FELT_HIGH] = {[FELT_STRAIGHT_FLUSH] = 40,
                       [FELT_QUADS] = 624,
                       [FELT_FULL_HOUSE] = 3744,
                       [FELT_FLUSH] = 5108,
                       [FELT_STRAIGHT] = 10200,
                       [FELT_TRIPS] = 54912,
                       [FELT_TWO_PAIR] = 123552,
                       [FELT_PAIR] = 1098240,
                       [FELT_HIGH_CARD] = 1302540},
        [FELT_HIGH_SHORT] = {[FELT_STRAIGHT_FLUSH] = 24,
                             [FELT_QUADS] = 288,
                             [FELT_FLUSH] = 480,
                             [FELT_FULL_HOUSE] = 1728,
                             [FELT_STRAIGHT] = 6120,
                             [FELT_TRIPS] = 16128,
                             [FELT_TWO_PAIR] = 36288,
                             [FELT_PAIR] = 193536,
                             [FELT_HIGH_CARD] = 122400},
        [FELT_HIGH_THREE] = {[FELT_STRAIGHT_FLUSH] = 48,
                             [FELT_TRIPS] = 52,
                             [FELT_STRAIGHT] = 720,
                             [FELT_FLUSH] = 1096,
                             [FELT_PAIR] = 3744,
                             [FELT_HIGH_CARD] = 16440},
    };
    assert_true(published[family][FELT_HIGH_CARD] > 0); /* a family of the table */
    for (int category = 0; category < FELT_CATEGORIES; category++)
        assert_int_equal(counts[category], published[family][category]);
}

#endif
