/* starting_count.h -- counts the exact equity of one kind of starting hand against a random one. */
#ifndef FELT_TESTS_STARTING_COUNT_H
#define FELT_TESTS_STARTING_COUNT_H

#include "felt/equity.h"

#include <stdlib.h>

/* Millionths, rounded to nearest; -1 if there was no answer. */
static inline int starting_count(int place)
{
    int kind = felt_starting_kind(place), first = kind / FELT_RANKS, second = kind % FELT_RANKS;
    felt_card high = felt_card_make(first > second ? first : second, FELT_HEARTS);
    felt_card low =
        felt_card_make(first > second ? second : first, first > second ? FELT_HEARTS : FELT_SPADES);
    struct felt_equity_question question = {.game = felt_showdown_find("holdem"), .players = 2};
    question.holding[0].is_range = question.holding[1].is_range = true;
    felt_range_add(&question.holding[0].range, felt_combo_index(high, low));
    for (int i = 0; i < FELT_COMBOS; i++) felt_range_add(&question.holding[1].range, i);
    struct felt_equity_options options = felt_equity_defaults();
    options.method = FELT_EQUITY_EXACT;
    struct felt_equity_work *work = malloc(sizeof *work);
    struct felt_equity_answer answer = {0};
    int result = -1;
    if (work && felt_equity_ask(&question, &options, work, &answer, NULL) == FELT_OK) {
        uint64_t halves = 2 * answer.player[0].wins + answer.player[0].ties;
        result = (int)((halves * 1000000 + answer.matchups) / (2 * answer.matchups));
    }
    free(work);
    return result;
}

#endif
