/* slow_settle.h -- who wins what at the end of a hand, done again by hand (RULES 9 to 11, 14).
 *
 * Takes what everybody at the table can see when the betting is over: who put in how much, who is
 * still in, the cards.  The pot is peeled chip by chip (slow_pots.h), hands are rated by trying
 * every choice of cards (reference.h), and shares are dealt out one chip at a time.  Shares no code
 * with src/games or src/cards, only the rows of data.
 *
 *   I1  won[] and the rake add up to everything put in.
 *   I2  who folded or mucked wins nothing. */
#ifndef FELT_TESTS_SLOW_SETTLE_H
#define FELT_TESTS_SLOW_SETTLE_H

#include "reference.h"

#include "felt/seat.h"
#include "felt/showdown.h"

FELT_BEGIN

struct slow_ending {
    const struct felt_showdown *game; /* the row: families, which cards count            */
    felt_cards wild;                  /* besides jokers, as the hand ended               */
    bool by_card;                     /* odd chips to the best card, not clockwise       */
    int button;
    felt_chips paid[FELT_SEATS_MAX]; /* in the whole hand, less what came back           */
    felt_chips dead;
    felt_seats dealt, live, mucked;
    felt_card hole[FELT_SEATS_MAX][FELT_HOLE_MAX]; /* in the order of their places        */
    int holes;
    felt_card board[2][FELT_BOARD_MAX]; /* a shared card of stud is a board of one        */
    int boards, runs;
    felt_chips rake_per_10000, rake_cap;
    bool rake_needs_board;
};

struct slow_result {
    felt_chips won[FELT_SEATS_MAX], rake;
    bool tied; /* somewhere a part was divided                                           */
};

void slow_settle(const struct reference_targets *targets, const struct slow_ending *ending,
                 struct slow_result *out);

/* The cards that are wild because of what fell face up, in the order in which they fell (RULES
 * 14.2): `trigger` are the queens. */
felt_cards slow_follow(felt_cards trigger, const felt_card *up, int count);

FELT_END

#endif
