/* action.h -- what a seat does, and what it may do: the same few words in every game.
 *
 *   A1  an action is legal <=> felt_option_admits() says so for one of the options of the actor.
 *   A2  options of one decision differ in kind.
 *   A3  felt_options_count() counts every legal action once, felt_options_pick() numbers them.
 *
 * Amounts are totals: RAISE_TO 300 means that the seat's stake of this street becomes 300.  What
 * other notations say is converted at the edge (chips.h). */
#ifndef FELT_ACTION_H
#define FELT_ACTION_H

#include "felt/seat.h"

FELT_BEGIN

enum felt_action_kind {
    FELT_FOLD,
    FELT_CHECK,
    FELT_CALL,     /* all-in if the stack is not enough                           */
    FELT_RAISE_TO, /* bets, raises and completes: `amount` is the street total    */
    FELT_BRING_IN,
    FELT_DISCARD, /* `cards`: bit i is the i-th card of the own hand             */
    FELT_CHOOSE,  /* `choice`: a game, a side                                    */
    FELT_SHOW,
    FELT_MUCK,
    FELT_RUNS,   /* `choice`: 0 one board, 1 two boards                         */
    FELT_COMMIT, /* `cards`: a card that is staked                              */
    FELT_CONTINUE,
    FELT_MOVE, /* `choice`: the n-th move of a game without betting           */
    FELT_ACTION_KINDS
};

struct felt_action {
    uint8_t kind;
    uint16_t choice;
    felt_chips amount;
    uint64_t cards;
};

struct felt_option {
    uint8_t kind;
    uint8_t cards_min, cards_max; /* how many of `cards` may be named               */
    uint16_t choice_max;          /* 0 .. choice_max                                */
    felt_chips min, max;          /* RAISE_TO: the range of amounts.  CALL, BRING_IN: both are
                                     the chips that move; the action's amount is 0.  MOVE: min
                                     is the choice that does the least               */
    uint64_t cards;
};

enum { FELT_OPTIONS_MAX = 8 };

/* "fold", "raise_to", ...  Never NULL for a kind. */
FELT_API const char *felt_action_word(enum felt_action_kind kind);

/* Is this action one of those the option stands for? */
FELT_API bool felt_option_admits(const struct felt_option *option, struct felt_action action);

/* How many different actions the options stand for; INT64_MAX if there are more. */
FELT_API int64_t felt_options_count(const struct felt_option *options, int count);

/* The n-th of them, 0 <= n < felt_options_count(): options in order, amounts upwards. */
FELT_API struct felt_action felt_options_pick(const struct felt_option *options, int count,
                                              int64_t n);

FELT_END

#endif
