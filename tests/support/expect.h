/* expect.h -- comparing values with the reference, in cmocka's terms. */
#ifndef FELT_TESTS_EXPECT_H
#define FELT_TESTS_EXPECT_H

#include "reference.h"
#include "support.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

/* The value has the category of the reference, and the same score as whenever it was seen. */
static inline void expect_rated(struct order *order, enum felt_family family, felt_value value,
                                struct reference rated, const felt_card *cards, int count)
{
    char text[CARDS_TEXT_BYTES], other[CARDS_TEXT_BYTES];
    enum felt_category category = felt_value_category(family, value);
    if (category != rated.category)
        fail_msg("family %d, %s: value %#x has category %d, reference %d", family,
                 cards_show(cards, count, text), value, category, rated.category);
    if (!order_note(order, value, rated.score, cards, count))
        fail_msg("family %d: value %#x both for %s (reference %#llx) and for %s (%#llx)", family,
                 value, cards_show(cards, count, text), (unsigned long long)rated.score,
                 cards_show(order->example[value], order->example_cards[value], other),
                 (unsigned long long)order->score[value]);
}

/* Values rise strictly with scores.  Closes the order. */
static inline void expect_ordered(struct order *order)
{
    char text[CARDS_TEXT_BYTES], other[CARDS_TEXT_BYTES];
    felt_value low, high;
    if (!order_verify(order, &low, &high))
        fail_msg("%s (value %#x, reference %#llx) is not worse than %s (value %#x, %#llx)",
                 cards_show(order->example[low], order->example_cards[low], text), low,
                 (unsigned long long)order->score[low],
                 cards_show(order->example[high], order->example_cards[high], other), high,
                 (unsigned long long)order->score[high]);
    order_close(order);
}

#endif
