/* narc_script.h -- plays the hands of tests/golden/narc: decks by name, actions in words, claims.
 *
 * A file holds cases; a case begins with its title and the paragraphs of docs/RULES.md it shows.
 * What follows `#` is a remark.  Roles are N, C, P; actions are those of narc_table.h.
 *
 *     % the last product counts                                   RULES 18.6
 *     player   bootleg_records unpapered_orchids dinner_guests    # the next cards of that deck
 *     deal
 *     Nc, Cc, Pr bootleg_records, Pr unpapered_orchids, Pc
 *     totals:  evidence 0  cover 0  heat 35  profit 100
 *
 * The table, before the first deal: `set OPTION VALUE` (cap 4, answers others, order player narc
 * customer, open yes ...), `heat N`, `cash N`.  Before any new session: narc, customer, player CARD
 * ...  `deal` begins the next hand, `session` does so too, and begins a session with it.
 *
 * Claims:  totals: NAME N ...      run: heat N cash N tier N gone N hand N
 *          turn: P, or nobody      may: check raise fold call continue, in this order
 *          holder: N, or nobody    option: yes or no      left: N (raises)
 *          P holds: CARD ...       by number, as the hand is counted; or a number
 *          deck: N 13 C 13 P 15    end: safe banked N session over, or goes on
 *          refused: ACTION         it is, and nothing changed
 *          P sees: CARD or ? ...   the table as the role sees it
 *          automatic: N            checks by themselves in the last line of actions */
#ifndef FELT_TESTS_NARC_SCRIPT_H
#define FELT_TESTS_NARC_SCRIPT_H

#include "felt/macros.h"

#include <stdbool.h>
#include <stdio.h>

FELT_BEGIN

enum { NARC_RULES_SECTION = 18, NARC_RULES_PARAGRAPHS = 64 };

struct narc_report {
    int cases, claims, failures;
    char message[4096];                /* a line for each failed case: where, and what */
    bool cited[NARC_RULES_PARAGRAPHS]; /* of section 18                                */
};

/* Plays every case of a stream and adds to the report.  A case ends at the first claim that is not
 * so. */
void narc_script_run(FILE *stream, const char *name, struct narc_report *report);

FELT_END

#endif
