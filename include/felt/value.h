/* value.h -- how good a hand is, as one number, a category and words.
 *
 * A value is 16 bits and means something only together with its family.  In EVERY family a larger
 * value is a better hand and equal values split the pot; lows are turned round so that this holds.
 *   I1  value >> 12 decides the category, and categories are ordered within their family.
 *   I2  0 means: nothing (no card, no spade, no qualifying low).
 *   I3  a high hand of fewer than five cards ("partial", stud boards, Kuhn, Leduc) has a value too:
 * a missing card loses to any card.  Adding a card never makes a high hand worse. Partial lows are
 * comparable only between hands of the same number of cards. */
#ifndef FELT_VALUE_H
#define FELT_VALUE_H

#include "felt/status.h"

#include <stdint.h>

FELT_BEGIN

typedef uint16_t felt_value;

enum felt_family {
    FELT_FAMILY_NONE, /* a game without a second half                                          */
    FELT_HIGH,        /* best five; five of a kind on top where cards are wild                 */
    FELT_HIGH_SHORT,  /* 36 cards: a flush beats a full house, A-6-7-8-9 is a straight         */
    FELT_LOW_27,      /* deuce to seven: ace high, straights and flushes count against it      */
    FELT_LOW_A5,      /* ace to five: ace low, straights and flushes do not count              */
    FELT_LOW_8,       /* ace to five, five different ranks of eight or lower, else nothing     */
    FELT_BADUGI,      /* most cards of different suits and ranks, then lowest; ace low         */
    FELT_BADUGI_HIGH, /* the same with the ace high (badeucy)                                  */
    FELT_HIGH_THREE,  /* three cards: straight flush, trips, straight, flush, pair, high card  */
    FELT_SPADE,       /* highest spade                                                         */
    FELT_FAMILIES
};

/* What kind of hand a value stands for, the same names in all families. */
enum felt_category {
    FELT_NOTHING,
    FELT_HIGH_CARD,
    FELT_PAIR,
    FELT_TWO_PAIR,
    FELT_TRIPS,
    FELT_STRAIGHT,
    FELT_FLUSH,
    FELT_FULL_HOUSE,
    FELT_QUADS,
    FELT_STRAIGHT_FLUSH,
    FELT_FIVE_OF_A_KIND,
    FELT_BADUGI_1,
    FELT_BADUGI_2,
    FELT_BADUGI_3,
    FELT_BADUGI_4,
    FELT_ONE_SPADE,
    FELT_CATEGORIES
};

FELT_API enum felt_category felt_value_category(enum felt_family family, felt_value value);

/* The place of a high hand of five cards among all that can be told apart, 1 (7-5-4-3-2) to
 * FELT_HIGH_CLASSES (royal flush); five of a kind is FELT_HIGH_CLASSES too.  0: fewer than five
 * cards. */
enum { FELT_HIGH_CLASSES = 7462 };
FELT_API int felt_high_class(felt_value value);

/* "two_pair": for scripts.  "two pair": for people. */
FELT_API const char *felt_category_word(enum felt_category category);
FELT_API const char *felt_category_name(enum felt_category category);
/* "high", "low-27", ...: the family's name in commands and JSON. */
FELT_API const char *felt_family_name(enum felt_family family);

/* "two pair, aces and kings, queen kicker".  Cut if it does not fit; FELT_VALUE_NAME_BYTES always
 * do. `value` must be one that the family's evaluator returned. */
#define FELT_VALUE_NAME_BYTES 96
FELT_API void felt_value_name(enum felt_family family, felt_value value, char *out, size_t bytes);

FELT_END

#endif
