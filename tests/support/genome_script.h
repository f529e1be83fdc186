/* genome_script.h -- plays the games of tests/golden/genomes: moves in words, and what a transcript
 * says about them.
 *
 * A file holds cases; a case begins with its title and perhaps the paragraphs of docs/RULES.md it
 * shows.  Seats are letters, A is seat 0.  What follows `#` is a remark: here it says which rule of
 * the game is seen.
 *
 *     % an eight names a suit
 *     genome   crazy-eights     seats 2
 *     A holds  8c 4d 5s 6s 7s
 *     B holds  2h 3h Jc Qc Kc
 *     discard  9h
 *     > hand 1, A starts
 *     > ...                               # lines that do not matter
 *     A may: play 8c                      # no heart, no nine
 *     A: play 8c
 *     > A plays 8c
 *
 * The table, before the first line of play:
 *     genome NAME seats N            a file of data/genomes
 *     set SECTION.GENE VALUE         another value of a gene: set session.max_hands 1
 *     only CARD ...                  the game is played with these cards
 *     A holds CARD ...               dealt to A, in this order
 *     discard CARD ...   table CARD ...   pile CARD ...   the draw pile, its top first
 *     chips A N B N ...     starts A     seed N     viewer A     whose cards the lines show
 * Cards that are not named are random, by the seed.
 *
 * Play and claims:
 *     A: WORDS                       A's move, as felt_genome_move_text() calls it; several after
 *                                    semicolons
 *     trick: CARD CARD ...           whoever is asked plays the next of these
 *     A may: WORDS, WORDS, ...       A is asked, and may do just that, in the order of the codes
 *     > LINE                         the next line of the transcript; all of them, in order
 *     > ...                          any number of lines
 *     rest N                         the rest of the game is random, by the seed N
 *     score: A N B N ...   stacks: A N B N ...   pot: N   A hand: CARD ...   table: CARD ...
 *     winner: A B                    the game is over; "nobody": it is a draw */
#ifndef FELT_TESTS_GENOME_SCRIPT_H
#define FELT_TESTS_GENOME_SCRIPT_H

#include "felt/macros.h"

#include <stdbool.h>
#include <stdio.h>

FELT_BEGIN

enum { GENOME_RULES_PARAGRAPHS = 64, GENOME_RULES_SECTION = 17, KNOWN_COMPLAINT_BYTES = 512 };

struct genome_report {
    int cases, moves, claims, failures;
    char message[4096];                  /* a line for each failed case: where, and what       */
    bool cited[GENOME_RULES_PARAGRAPHS]; /* of section 17 of docs/RULES.md                     */
};

/* Plays every case of a stream and adds to the report.  A case ends at the first claim that is not
 * so.  `echo`, if it is not NULL, gets the cases with the lines as they really are. */
void genome_script_run(FILE *stream, const char *name, struct genome_report *report, FILE *echo);

/* Reads data/genomes/NAME.json; false: *complaint says why not. */
struct felt_genome;
bool known_genome_read(const char *name, struct felt_genome *out,
                       char complaint[KNOWN_COMPLAINT_BYTES]);
/* Its text; NULL: there is none.  The caller frees it. */
char *known_genome_text(const char *name, size_t *bytes);

FELT_END

#endif
