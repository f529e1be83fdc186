/* pokerstars.h -- hand histories in the text form of PokerStars.
 *
 *     PokerStars Hand #700:  Hold'em No Limit ($1/$2 USD) - 2026/05/01 20:15:00 ET
 *     Table 'Vesta' 6-max Seat #2 is the button
 *     Seat 1: Ann ($200 in chips)
 *     Seat 2: Bob ($150.50 in chips)
 *     Bob: posts small blind $1
 *     Ann: posts big blind $2
 *     *** HOLE CARDS ***
 *     Dealt to Ann [Ah Kd]
 *     Bob: raises $4 to $6
 *     Ann: folds
 *     Uncalled bet ($4) returned to Bob
 *     Bob collected $4 from pot
 *     Bob: doesn't show hand
 *     *** SUMMARY ***
 *     Total pot $4 | Rake $0
 *     Seat 1: Ann (big blind) folded before Flop
 *
 * Hold'em, Omaha of four to six cards, hi-lo too; no limit, pot limit and limit; for money, play
 * money, and in tournaments.  What is read:
 *
 *   head     `PokerStars [words] Hand #N:` or `Game #N:`, somewhere the game, the limit, and behind
 *            them the stakes `A/B`; then the table with the seat of the button; then the seats
 *   posts    `posts` and one of: `small blind`, `big blind`, `small & big blinds`, `the ante`,
 *            `straddle`; a second big blind is a post out of turn
 *   streets  `*** HOLE CARDS ***`, FLOP, TURN, RIVER, SHOW DOWN, SUMMARY; FIRST and SECOND before a
 *            street: the hand was run twice
 *   deeds    `NAME: ` and one of: folds, checks, calls A, bets A, raises A to B, shows [cards],
 *            mucks hand, doesn't show hand; ` and is all-in` may follow an amount
 *   chips    `Uncalled bet (A) returned to NAME`, `NAME collected A from pot` (main pot, side pot),
 *            `Total pot A | Rake B`
 *   summary  `mucked [cards]` of a seat
 *
 * A line that begins with a player's name and a colon must be one of these.  Other lines are the
 * talk of a table (people come, go, chat and lose their connection) and are passed over.
 *
 * Dealt in is who posts, is dealt to or acts.  Final stacks are what the text pays out.  The rake
 * is recorded as all of the pot up to that amount (RULES 10.6); with a rake and side pots nothing
 * is claimed about final stacks, for the text does not say which pot bore how much of it.  In limit
 * games the big blind counts towards the cap.
 *
 * Knows no rules: a hand that could not have been played is found by replay.h. */
#ifndef FELT_POKERSTARS_H
#define FELT_POKERSTARS_H

#include "felt/record.h"

FELT_BEGIN

/* One hand.  Statuses as in record.h; FELT_UNSUPPORTED also for bet caps and hands that were cashed
 * out. */
FELT_API FELT_MUST_USE enum felt_status felt_pokerstars_read(const char *text, size_t bytes,
                                                             struct felt_record *out,
                                                             struct felt_complaint *complaint);
/* How many bytes the first hand of a text of many takes: up to the second head, or all of it. */
FELT_API size_t felt_pokerstars_first(const char *text, size_t bytes);
/* Does the text begin with the head of such a hand?  A byte-order mark and blanks do not count. */
FELT_API bool felt_pokerstars_likely(const char *text, size_t bytes);

FELT_END

#endif
