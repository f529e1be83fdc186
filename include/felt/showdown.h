/* showdown.h -- what is compared when the cards are turned over, one row for each game.
 *
 * Knows cards and values; knows nothing of streets, bets and pots.  A game needs a row here if its
 * hands are ranked in a way of their own; how it is dealt and bet is another row (games/poker).
 *
 *   I1  hole <= FELT_HOLE_MAX, board <= FELT_BOARD_MAX, first != FELT_FAMILY_NONE. */
#ifndef FELT_SHOWDOWN_H
#define FELT_SHOWDOWN_H

#include "felt/deck.h"
#include "felt/eval.h"

FELT_BEGIN

struct felt_showdown {
    const char *name;        /* "omaha-hilo"                                               */
    const char *title;       /* "Omaha hi-lo"                                              */
    uint8_t hole, board;     /* cards of a complete hand                                   */
    bool two_three;          /* exactly two hole and three board cards play                */
    enum felt_family first;  /* takes the pot, or the first half and its odd chip          */
    enum felt_family second; /* takes the other half if somebody has it                    */
    enum felt_deck_kind deck;
    felt_cards wild;   /* besides jokers                                             */
    uint8_t second_of; /* bit i: own card i counts for the second half, no card of the board does;
                          0: all do                                                     */
    felt_cards second_only; /* of them these cards; 0: any                             */
};

FELT_API int felt_showdown_count(void);
FELT_API const struct felt_showdown *felt_showdown_at(int index);
/* NULL if there is no such game. */
FELT_API const struct felt_showdown *felt_showdown_find(const char *name);

/* Values of both halves (0 where there is none) for own cards and a board, either of which may be
 * incomplete.  Hole cards in the order they were dealt.  With two_three fewer than 2 or 3 cards: 0.
 */
FELT_API void felt_showdown_values(const struct felt_showdown *game, const felt_card *hole,
                                   int holes, const felt_card *board, int boards,
                                   felt_value out[2]);

/* Values of several hands of `holes` own cards each on one board, which is prepared once.  `second`
 * may be NULL if the game has no second half. */
FELT_API void felt_showdown_values_each(const struct felt_showdown *game,
                                        const felt_card *const *hole, int hands, int holes,
                                        const felt_card *board, int boards, felt_value *first,
                                        felt_value *second);

/* Name of a value of one half (0 or 1) of this game. */
FELT_API void felt_showdown_name(const struct felt_showdown *game, int half, felt_value value,
                                 char *out, size_t bytes);

/* The cards that make the hand: the fewest that have the value (five at most), own cards first.
 * With several ways to make it, the one with the earliest cards of the lists.  Returns their
 * number. */
FELT_API int felt_showdown_cards(const struct felt_showdown *game, int half, const felt_card *hole,
                                 int holes, const felt_card *board, int boards, felt_card out[5]);

FELT_END

#endif
