/* support.h -- what the tests of cards share: texts of cards, random deals, order of values.
 *
 * Nothing here calls src/cards, so a mistake there cannot hide itself. */
#ifndef FELT_TESTS_SUPPORT_H
#define FELT_TESTS_SUPPORT_H

#include "felt/card.h"
#include "felt/rng.h"
#include "felt/value.h"

#include <stdbool.h>
#include <stdio.h>

FELT_BEGIN

/* --- texts --- */

enum { CARDS_TEXT_BYTES = 3 * FELT_CARDS_MAX + 1 };

/* Reads "Ah Kd Jr"; stops the program if the text is wrong, for it is a test's own.  Returns the
 * number of cards. */
int cards_parse(const char *text, felt_card *out, int max);

/* "Ah Kd Jr", to be printed when a test fails.  Returns `out`. */
const char *cards_show(const felt_card *cards, int count, char out[CARDS_TEXT_BYTES]);

/* --- deals --- */

/* `count` different random cards of a set, in random order. */
void cards_deal(struct felt_rng *rng, felt_cards from, int count, felt_card *out);

/* The next choice of `count` numbers out of 0 .. n-1, in order; start with 0, 1, 2, ...  False
 * after the last one. */
bool choice_next(int n, felt_card *numbers, int count);

/* FELT_TEST_QUICK=1: look at every 97th hand instead of every one (sanitizers). */
bool test_is_quick(void);

/* --- order of values ---
 *
 * Collects pairs of a value and the reference's score for the same hand.  The two have the same
 * order if each value goes with one score (noted at once) and scores rise with values
 * (order_verify). */
enum { ORDER_VALUES = 1 << 16, ORDER_CARDS_MAX = 11 };

struct order {
    int64_t score[ORDER_VALUES];                      /* of each value seen, else -1            */
    int different;                                    /* values seen                            */
    felt_card example[ORDER_VALUES][ORDER_CARDS_MAX]; /* the first hand of each */
    uint8_t example_cards[ORDER_VALUES];
};

struct order *order_open(void);
void order_close(struct order *order);

/* Notes a value for the first time. */
void order_add(struct order *order, felt_value value, int64_t score, const felt_card *cards,
               int count);

/* False if the value was seen with another score. */
static inline bool order_note(struct order *order, felt_value value, int64_t score,
                              const felt_card *cards, int count)
{
    if (order->score[value] == score) return true;
    if (order->score[value] != -1) return false;
    order_add(order, value, score, cards, count);
    return true;
}

/* True if scores rise strictly with values; else *low and *high are two values that do not. */
bool order_verify(const struct order *order, felt_value *low, felt_value *high);

/* --- golden files --- */

/* The folder tests/golden; FELT_GOLDEN in the environment names another one. */
const char *golden_folder(void);

/* Opens tests/golden/<name> for reading; stops the program if it is not there. */
FILE *golden_open(const char *name);

/* Cuts `line` at each `separator` into at most `max` fields without white space around them.
 * Returns their number.  Changes the line. */
int fields_split(char *line, char separator, char **fields, int max);

FELT_END

#endif
