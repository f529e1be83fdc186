/* hand.h -- the hand word and the fast evaluators of high hands.
 *
 * A hand word is 64 bits, one 16-bit lane for each suit (clubs lowest): 13 rank bits, and above
 * them a 3-bit counter of the cards of that suit.  A card is a constant, a hand is the SUM of its
 * cards, and taking a card away is a subtraction.  No joker, no card twice, at most seven cards.
 *
 * Two results, both larger for better hands:
 *   felt_strength  32 bits, what the batch kernels produce; two strengths compare as numbers.
 *                  High half: category and the ranks that make it, low half: kickers (kernel.h).
 *   felt_value     16 bits, the public number (value.h): category in the top four bits.
 * felt_strength_value() leads from the first to the second; the order is the same, and equal hands
 * are equal in both.
 *
 * Three ways to evaluate, all exact:
 *   batch    many words or many lists of card numbers; SIMD, chosen at run time.  The fastest.
 *   tally    one hand at a time, built by additions; two table loads per evaluation.
 *   eval.h   any family of games from a list of cards; the convenient one. */
#ifndef FELT_HAND_H
#define FELT_HAND_H

#include "felt/card.h"
#include "felt/value.h"

#include <stdbool.h>

FELT_BEGIN

typedef uint64_t felt_hand;
typedef uint32_t felt_strength;

/* All rank bits of a word, without the counters. */
#define FELT_HAND_RANKS UINT64_C(0x1fff1fff1fff1fff)

static inline felt_hand felt_hand_of(felt_card card)
{
    return ((UINT64_C(1) << (card >> 2)) + (UINT64_C(1) << 13)) << (16 * (card & 3));
}
static inline felt_hand felt_hand_from(const felt_card *cards, int count)
{
    felt_hand hand = 0;
    for (int i = 0; i < count; i++) hand += felt_hand_of(cards[i]);
    return hand;
}
/* The 13 rank bits of one suit. */
static inline unsigned felt_hand_suit(felt_hand hand, int suit)
{
    return (unsigned)(hand >> (16 * suit)) & 0x1fff;
}

/* Strengths of `count` hands of exactly 5, 6 or 7 cards each. */
FELT_API void felt_high5_batch(const felt_hand *hands, felt_strength *out, size_t count);
FELT_API void felt_high6_batch(const felt_hand *hands, felt_strength *out, size_t count);
FELT_API void felt_high7_batch(const felt_hand *hands, felt_strength *out, size_t count);

/* The same from card numbers, eight bytes a hand; bytes past the fifth (seventh) card are ignored.
 */
FELT_API void felt_high5_ids_batch(const felt_card (*hands)[8], felt_strength *out, size_t count);
FELT_API void felt_high7_ids_batch(const felt_card (*hands)[8], felt_strength *out, size_t count);

/* Deuce-to-seven low of five cards: larger is better, that is lower.  Not comparable with high
 * strengths; felt_low27_value() leads to the public value of FELT_LOW_27. */
FELT_API void felt_low27_batch(const felt_hand *hands, felt_strength *out, size_t count);

/* Sum of the strengths of all 133,784,560 seven-card hands, each looked at once, by rows: the 52
 * continuations of six cards differ only by the last card's rank unless somebody has a flush. */
FELT_API uint64_t felt_high7_sum_all(void);

FELT_API felt_value felt_strength_value(felt_strength strength);
FELT_API felt_value felt_low27_value(felt_strength strength);

/* "avx2" or "portable": which kernels this machine runs. */
FELT_API const char *felt_high_kernels(void);
/* Runs the named kernels from now on, to compare or test them; false if this machine cannot. */
FELT_API bool felt_high_use_kernels(const char *name);

/* A hand as a sum of additive keys: the top bits of `key` identify the multiset of ranks, the low
 * 16 hold four suit counters that start at 3, so that bit 3 of a counter means five or more. */
struct felt_tally {
    uint64_t key;
    uint64_t ranks; /* four lanes of rank bits; cards are OR-ed by addition */
};
FELT_API extern const struct felt_tally felt_tally_card[FELT_CARDS];
static inline struct felt_tally felt_tally_empty(void)
{
    struct felt_tally empty = {UINT64_C(0x3333), 0};
    return empty;
}

static inline void felt_tally_add(struct felt_tally *tally, felt_card card)
{
    tally->key += felt_tally_card[card].key;
    tally->ranks += felt_tally_card[card].ranks;
}
static inline void felt_tally_remove(struct felt_tally *tally, felt_card card)
{
    tally->key -= felt_tally_card[card].key;
    tally->ranks -= felt_tally_card[card].ranks;
}
/* Value of the best five cards of 0 .. 7; with fewer than five, of a partial hand (value.h). */
FELT_API felt_value felt_tally_value(struct felt_tally tally);

FELT_END

#endif
