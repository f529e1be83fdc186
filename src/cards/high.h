/* high.h -- the scalar evaluator, inline for the loops of cards/.  Private to cards/. */
#ifndef FELT_CARDS_HIGH_H
#define FELT_CARDS_HIGH_H

#include "cards/tables.h"
#include "felt/hand.h"

static inline felt_value high_value(struct felt_tally tally)
{
    unsigned flush = (unsigned)tally.key & 0x8888;
    if (__builtin_expect(flush, 0)) {
        int suit = __builtin_ctz(flush) / 4;
        return tables_flush[tally.ranks >> (16 * suit) & 0x1fff];
    }
    uint32_t sum = (uint32_t)(tally.key >> (64 - TABLES_KEY_BITS));
    return tables_value[2u * tables_offset[sum % TABLES_ROWS] + sum / TABLES_ROWS];
}

/* Key and ranks of a list are added up side by side in one 128-bit register. */
static inline struct felt_tally high_tally(const felt_card *cards, int count)
{
    typedef uint64_t two_words __attribute__((vector_size(16), may_alias));
    two_words sum = {0x3333, 0};
    for (int i = 0; i < count; i++) sum += *(const two_words *)&felt_tally_card[cards[i]];
    return (struct felt_tally){sum[0], sum[1]};
}

#endif
