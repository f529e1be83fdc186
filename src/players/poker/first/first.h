/* first.h -- the first street of hold'em from tables: what a starting hand is worth all-in, and
 * push or fold with a short stack.  Private to players/.
 *
 * Knows starting hands and stacks in big blinds; knows nothing of views, opponents or prizes.  The
 * tables are made at build time (first_gen.c, first_solve.c), and docs/STRATEGY.md says what they
 * assume under "Short stacks".
 *
 *   F1  kinds are numbered as by felt_starting_kind().
 *   F2  equity(a, b) + equity(b, a) is 1, and equity(a, a) is a half.
 *   F3  chances lie in 0 .. 1; between the depths of the tables they are interpolated. */
#ifndef FELT_PLAYERS_POKER_FIRST_FIRST_H
#define FELT_PLAYERS_POKER_FIRST_FIRST_H

#include "felt/card.h"
#include "felt/chips.h"

enum { FELT_FIRST_BEHIND_MAX = 9 }; /* players behind the pusher */

/* Stacks below and above are played as if they were these, in big blinds. */
#define FELT_FIRST_DEPTH_MIN 1.0
#define FELT_FIRST_DEPTH_MAX 15.0

/* The kind of a starting hand; two different cards, no jokers. */
int felt_first_kind(felt_card a, felt_card b);

/* Share of the pot that the first kind wins from the second when all five cards come. */
double felt_first_equity(int mine, int theirs);

/* The depth of a stack where `forced` chips, blinds and antes of all seats, lie in the pot before
 * the first action: the stack in units of two thirds of them, which is big blinds if there are no
 * antes.  The stack that counts is the one that can be lost: that of the pusher, or the largest
 * behind if that is smaller, what was posted included. */
double felt_first_depth(felt_chips stack, felt_chips forced);

/* Chance to go all-in as the first to come in, with 1 .. FELT_FIRST_BEHIND_MAX players behind: one
 * is behind the small blind, two behind the button.  More than that is played like that. */
double felt_first_push(double depth, int behind, int kind);

/* Chance to call such a push, when those in between folded.  `left` players act after the caller: 0
 * is the big blind, 1 the small blind; left < behind. */
double felt_first_call(double depth, int behind, int left, int kind);

#endif
