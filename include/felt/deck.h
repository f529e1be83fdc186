/* deck.h -- decks and shuffles.
 *
 *   I1  a deck holds every card at most once.
 *   I2  shuffle(deck, count) makes the first `count` cards a uniformly random arrangement of
 *       `count` of its cards; the others follow in no particular order.  From words of the
 *       caller exactly `count` draws are made, also when the last has one card to choose from.
 *   I3  cards of a fresh deck stand in the order of their numbers, jokers last. */
#ifndef FELT_DECK_H
#define FELT_DECK_H

#include "felt/card.h"
#include "felt/rng.h"

FELT_BEGIN

enum felt_deck_kind {
    FELT_DECK_52,    /* deuce to ace                       */
    FELT_DECK_53,    /* with the red joker                 */
    FELT_DECK_54,    /* with both jokers                   */
    FELT_DECK_SHORT, /* 36 cards, six to ace               */
    FELT_DECK_ROYAL, /* 20 cards, ten to ace               */
    FELT_DECK_KINDS
};

struct felt_deck {
    uint8_t count;
    felt_card card[FELT_CARDS_MAX];
};

/* The cards of a kind of deck as a set. */
FELT_API felt_cards felt_deck_cards(enum felt_deck_kind kind);

/* A fresh deck of the cards in a set, in order. */
FELT_API struct felt_deck felt_deck_make(felt_cards cards);

/* A deck in the given order (Kuhn, Leduc, a recorded hand).  FELT_DUPLICATE_CARD, FELT_BAD_CARD,
 * FELT_WRONG_COUNT (more than FELT_CARDS_MAX); *out is written only on FELT_OK. */
FELT_API FELT_MUST_USE enum felt_status felt_deck_from_list(const felt_card *cards, int count,
                                                            struct felt_deck *out);

/* I2.  0 <= count <= deck->count. */
FELT_API void felt_deck_shuffle(struct felt_deck *deck, int count, struct felt_rng *rng);

/* The same for the first `count` of `size` cards wherever they lie, several places from each random
 * word: for simulation.  0 <= count <= size <= FELT_CARDS_MAX. */
FELT_API void felt_cards_shuffle(felt_card *cards, int size, int count, struct felt_rng *rng);

/* The same from secret 32-bit words of the caller: for k = 0, 1, ...: card k changes places with
 * card k + d, where d is the first word below 2^32 - (2^32 mod n), mod n, n = deck->count - k. This
 * is the shuffle of docs/RULES.md 2.3 that anyone can check once the key is revealed. */
FELT_API void felt_deck_shuffle_words(struct felt_deck *deck, int count,
                                      uint32_t (*next_word)(void *self), void *self);

FELT_END

#endif
