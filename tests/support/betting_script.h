/* betting_script.h -- plays the hands of tests/golden/betting: a language card players can read.
 *
 * A file holds cases; a case begins with its title and the paragraphs of docs/RULES.md it shows.
 * Seats are letters, A is seat 0.  What follows `#` is a remark.
 *
 *     % short all-in does not reopen                       RULES 7.3, 7.4
 *     game     holdem no-limit, unit 20
 *     stacks   A 500  B 500  C 130       button C
 *     blinds   A 10  B 20                first C
 *     C call  A call  B check
 *     flop
 *     A bet 100   B call   C raise-to 110     # all-in, 10 more
 *     A turn:  fold, call 10                  # A acted already: no raise
 *
 * The table, before the first action; one or several on a line:
 *     game VARIANT no-limit|pot-limit|fixed-limit, unit N   and, after commas: bets N/N, cap N,
 *          cap counts blind, heads-up uncapped, bring-in N, rake N per 10000, rake cap N,
 *          no flop no drop, may muck, run twice, queens not wild
 *     stacks A N B N ...     who is dealt in       button A       may be an empty seat
 *     blinds A N ...   antes A N ... or all N   dead A N ...      first A    who acts first
 *     cards A AhKd B 2c2d ...   board 2h 3h ...  cards that are not named are random
 *     stub 5h 6h ...         what lies on top when hands and board are dealt: the cards that are
 *                            drawn, the second board, the last cards of a crowded stud table
 *     later N                the N-th way to shuffle cards that go back into play (RULES 2.5)
 *     bomb pot
 *     next-hand              the same table, stacks as they stand; forced bets, cards, button and
 *                            first seat are said anew
 *
 * Play: SEAT fold | check | call | bring-in | bet N | raise-to N | complete N | adds N | increment
 * N | all-in | discards 2c 7h | stands-pat | shows | mucks | runs once | runs twice.  `adds` and
 * `increment` are the two other ways to say an amount (RULES 7.1).
 *
 * Claims:
 *     A turn: fold, call 30, raise-to 60..500     A is asked, and may do just that; other turns:
 *                                                 discard 0..5;  show, muck;  runs once, runs twice
 *     refused A raise-to 50: wrong amount         and nothing changes; or: not offered, not your
 *                                                 turn, wrong number of cards
 *     before-flop, flop, turn, river, third .. seventh, round N    the betting round that is going
 *                                                 on, or comes next while cards are discarded
 *     board: 2h 3h 4h       second-board: 2h 3h 5c 6c 7c       lies open
 *     A holds: Ah Kd          "A holds: nothing"  A drew 3 1 0   how many, draw by draw
 *     wild: queens, sevens    as it stands        "wild: nothing"
 *     redeals 1               so far              reshuffled: 7  cards each time; or: nothing
 *     pots: main 300 A B C, side 40 B C           without the stakes of this street
 *     stack A 480    in A 20    pot 60            behind; staked on this street; everything put in
 *     returned: B 200         uncalled chips so far, "returned: nothing" if none
 *     shown: A, B             in this order       "shown: nobody";  on two boards one by one
 *     mucked: C               "mucked: nobody"
 *     rake: 5
 *     won: A 300 main, B 40 side1, ...            in order, each pot by itself; if it was run twice
 *                                                 "A 150 main first, B 150 main second"
 *     end: A 0  B 970                             the hand is over, everybody's stack */
#ifndef FELT_TESTS_BETTING_SCRIPT_H
#define FELT_TESTS_BETTING_SCRIPT_H

#include "felt/macros.h"

#include <stdbool.h>
#include <stdio.h>

FELT_BEGIN

enum { RULES_SECTIONS = 32, RULES_PARAGRAPHS = 64 };

struct betting_report {
    int cases, claims, failures;
    char message[4096];                           /* a line for each failed case: where, and what */
    bool cited[RULES_SECTIONS][RULES_PARAGRAPHS]; /* paragraphs of docs/RULES.md */
};

/* Plays every case of a stream and adds to the report.  A case ends at the first claim that is not
 * so. */
void betting_script_run(FILE *stream, const char *name, struct betting_report *report);

FELT_END

#endif
