/* eval.h -- evaluate a list of cards in any family of games.
 *
 * Cards of one call are different from each other; jokers only where said.  Larger is better. */
#ifndef FELT_EVAL_H
#define FELT_EVAL_H

#include "felt/card.h"
#include "felt/value.h"

#include <stdbool.h>

FELT_BEGIN

#define FELT_EVAL_CARDS_MAX 7 /* own cards of a hand where any five play */
#define FELT_HOLE_MAX       7
#define FELT_BOARD_MAX      5

/* The best hand of 0 .. 7 cards (FELT_HIGH_THREE: the best three; badugi: the best one to four).
 * Lows other than FELT_LOW_8 take the best five.  FELT_HIGH_SHORT: no card below six. */
FELT_API felt_value felt_eval(enum felt_family family, const felt_card *cards, int count);

/* High hand in which jokers and the cards of `wild` may stand for any card not in the hand, or make
 * five of a kind (RULES 3.8).  0 .. 7 cards. */
FELT_API felt_value felt_eval_wild(felt_cards wild, const felt_card *cards, int count);

/* Omaha and Courchevel: exactly two of 2 .. 6 hole cards and three of 3 .. 5 board cards.
 * FELT_HIGH or FELT_LOW_8. */
FELT_API felt_value felt_eval_two_three(enum felt_family family, const felt_card *hole, int holes,
                                        const felt_card *board, int boards);

/* A complete board of five, prepared once for many Omaha hands. */
struct felt_omaha_board {
    const felt_value *row; /* best value for each pair of hole ranks, without flushes */
    uint64_t key;          /* suit counters                                            */
    uint64_t ranks;        /* four lanes of rank bits                                  */
    uint8_t low;           /* ranks ace .. eight on the board, ace is bit 0            */
};
FELT_API struct felt_omaha_board felt_omaha_board_make(const felt_card board[5]);
FELT_API felt_value felt_omaha_high(const struct felt_omaha_board *board, const felt_card *hole,
                                    int holes);
FELT_API felt_value felt_omaha_low(const struct felt_omaha_board *board, const felt_card *hole,
                                   int holes);
/* `count` deals of 4 hole cards each on its own board: 16 bytes a deal, board first, then hole. */
FELT_API void felt_omaha4_batch(const felt_card (*deals)[16], felt_value *out, size_t count);

/* Badugi for many four-card hands, ace low. */
FELT_API void felt_badugi_batch(const felt_card (*hands)[4], felt_value *out, size_t count);

FELT_END

#endif
