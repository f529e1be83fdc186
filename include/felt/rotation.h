/* rotation.h -- which game is dealt next: dealer's choice, and lists of games taken in turn.
 *
 * Knows rows of poker.h and numbers of seats.  Knows nothing of hands, stacks or buttons: who holds
 * the button, and how many hands of a game were dealt, is told by the caller.  Rules: docs/RULES.md
 * 15.
 *
 *     struct felt_rotation rotation;
 *     felt_rotation_make("horse", 5, FELT_LIMITS, &rotation, &complaint);
 *     game = felt_rotation_next(&rotation, -1, 0, seats);
 *     felt_rotation_rules(&rotation, game, 100, &rules, &complaint);
 *
 *   R1  1 <= count <= FELT_ROTATION_MAX; every game is a row of felt_variant_at() with a limit.
 *   R2  felt_rotation_option() offers exactly the games of felt_rotation_playable(), by their place
 *       in that list.
 *   R3  felt_rotation_next() is -1 exactly when no game of the list allows so many seats. */
#ifndef FELT_ROTATION_H
#define FELT_ROTATION_H

#include "felt/poker.h"

FELT_BEGIN

enum { FELT_ROTATION_MAX = 64 };

/* Who says what is dealt next. */
enum felt_rotation_order {
    FELT_ROTATION_IN_TURN, /* the list does: a round of the button for each game */
    FELT_ROTATION_CHOICE   /* the button does, before every hand                  */
};

struct felt_rotation_game {
    uint8_t row;   /* of felt_variant_at() */
    uint8_t limit; /* enum felt_limit      */
};

struct felt_rotation {
    const char *title; /* "HORSE"; NULL if the list has no name */
    uint8_t order;     /* enum felt_rotation_order              */
    uint8_t count;
    struct felt_rotation_game game[FELT_ROTATION_MAX];
};

/* Reads a rotation:
 *
 *   dealers-choice         every row; dealers-choice:holdem,razz  only these
 *   horse, eight-game      the well-known lists
 *   holdem,omaha:pl,razz   rows with commas between them, taken in turn; a single one is a list too
 *
 * Behind a row may stand its limit, :nl, :pl or :fl.  Without one it is `limit`, one for the whole
 * table, or with FELT_LIMITS what is usual: for the game, or in the well-known list.
 *
 * FELT_BAD_NAME, FELT_WRONG_COUNT: the complaint says where, and *out is untouched. */
FELT_API FELT_MUST_USE enum felt_status felt_rotation_make(const char *text, size_t bytes,
                                                           enum felt_limit limit,
                                                           struct felt_rotation *out,
                                                           struct felt_complaint *complaint);

/* The row of a game of the list. */
FELT_API const struct felt_variant *felt_rotation_variant(const struct felt_rotation *rotation,
                                                          int index);

/* The games that so many seats may play, as places in the list; returns how many. */
FELT_API int felt_rotation_playable(const struct felt_rotation *rotation, int seats,
                                    uint8_t out[FELT_ROTATION_MAX]);
/* The decision of the button: FELT_CHOOSE, the n-th of the playable games.  False: there is none.
 */
FELT_API bool felt_rotation_option(const struct felt_rotation *rotation, int seats,
                                   struct felt_option *out);

/* Taken in turn: the game of the next hand, if `index` was the last one (-1: nothing was dealt) and
 * `played` hands in a row were dealt of it.  It stays for a round of the button, one hand for each
 * seat; games that the number of seats does not allow are passed over. */
FELT_API int felt_rotation_next(const struct felt_rotation *rotation, int index, int played,
                                int seats);

/* The usual rules of a game of the list for a big blind (RULES 15.2).  FELT_BAD_RULES. */
FELT_API FELT_MUST_USE enum felt_status felt_rotation_rules(const struct felt_rotation *rotation,
                                                            int index, felt_chips big_blind,
                                                            struct felt_poker_rules *rules,
                                                            struct felt_complaint *complaint);

FELT_END

#endif
