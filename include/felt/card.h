/* card.h -- cards, sets of cards, and their text.
 *
 * A card is a number: 4 * rank + suit, ranks deuce = 0 .. ace = 12, suits c d h s = 0 .. 3, so the
 * numbers run 2c 2d 2h 2s 3c ... As.  Two jokers follow: 52 is the red one, 53 the black one.
 * A set of cards is a 64-bit mask, bit c for card c.
 *
 * Text is rank and suit: "Ah", "Td" (also "10d"), "2c"; jokers are "Jr" and "Jb".  Ranks may be in
 * lower case; suits may be in upper case, or the characters U+2660 .. U+2667.  We write "Ah". */
#ifndef FELT_CARD_H
#define FELT_CARD_H

#include "felt/status.h"

#include <stdint.h>

FELT_BEGIN

typedef uint8_t felt_card;
typedef uint64_t felt_cards;

enum {
    FELT_RANKS = 13,
    FELT_SUITS = 4,
    FELT_CARDS = 52, /* without jokers */
    FELT_JOKER_RED = 52,
    FELT_JOKER_BLACK = 53,
    FELT_CARDS_MAX = 54,     /* with both jokers */
    FELT_CARD_NONE = 255,    /* no card, or a card that is not known */
    FELT_CARD_TEXT_BYTES = 3 /* two characters and the zero */
};

enum felt_rank {
    FELT_DEUCE,
    FELT_THREE,
    FELT_FOUR,
    FELT_FIVE,
    FELT_SIX,
    FELT_SEVEN,
    FELT_EIGHT,
    FELT_NINE,
    FELT_TEN,
    FELT_JACK,
    FELT_QUEEN,
    FELT_KING,
    FELT_ACE
};
enum felt_suit { FELT_CLUBS, FELT_DIAMONDS, FELT_HEARTS, FELT_SPADES };

static inline felt_card felt_card_make(int rank, int suit)
{
    return (felt_card)(4 * rank + suit);
}
/* Rank and suit of one of the 52; a joker has neither. */
static inline int felt_card_rank(felt_card card)
{
    return card >> 2;
}
static inline int felt_card_suit(felt_card card)
{
    return card & 3;
}
static inline felt_cards felt_cards_of(felt_card card)
{
    return (felt_cards)1 << card;
}
static inline felt_cards felt_cards_of_rank(int rank)
{
    return (felt_cards)15 << (4 * rank);
}
static inline int felt_cards_count(felt_cards cards)
{
    return __builtin_popcountll(cards);
}
#define FELT_CARDS_ALL    (((felt_cards)1 << FELT_CARDS) - 1)
#define FELT_CARDS_JOKERS ((felt_cards)3 << FELT_CARDS)

/* Removes and returns the lowest card of a set that is not empty. */
static inline felt_card felt_cards_take(felt_cards *cards)
{
    felt_card card = (felt_card)__builtin_ctzll(*cards);
    *cards &= *cards - 1;
    return card;
}
/* The set of a list; a card that is there twice counts once. */
static inline felt_cards felt_cards_from(const felt_card *cards, int count)
{
    felt_cards set = 0;
    for (int i = 0; i < count; i++) set |= felt_cards_of(cards[i]);
    return set;
}

/* "A", "ace", "aces" and "h", "hearts".  Never NULL for values in range. */
FELT_API char felt_rank_letter(int rank);
FELT_API const char *felt_rank_name(int rank);
FELT_API const char *felt_rank_plural(int rank);
FELT_API char felt_suit_letter(int suit);
FELT_API const char *felt_suit_name(int suit);
/* The rank a letter stands for, or -1. */
FELT_API int felt_rank_from_letter(char letter);

/* Two characters and a zero; FELT_CARD_NONE is "??". */
FELT_API void felt_card_write(felt_card card, char out[FELT_CARD_TEXT_BYTES]);

/* Reads one card at the start of text[0 .. bytes).  On FELT_OK *used says how many bytes it took.
 * FELT_BAD_CARD: complaint says which character and what is accepted. */
FELT_API FELT_MUST_USE enum felt_status felt_card_read(const char *text, size_t bytes, size_t *used,
                                                       felt_card *out,
                                                       struct felt_complaint *complaint);

/* Reads a list of cards, in any mix of "AhKd", "Ah Kd" and "Ah,Kd".  At most `max` of them, no card
 * twice.  FELT_BAD_CARD, FELT_DUPLICATE_CARD, FELT_WRONG_COUNT (more than max): then out and *count
 * are untouched.  An empty text is an empty list. */
FELT_API FELT_MUST_USE enum felt_status felt_cards_read(const char *text, size_t bytes, int max,
                                                        felt_card *out, int *count,
                                                        struct felt_complaint *complaint);

FELT_END

#endif
