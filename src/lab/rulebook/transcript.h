/* transcript.h -- a game of a genome as text that a card player can read.
 *
 * Made of events alone: whoever gets the events of a table (a terminal, a file, a line of the room)
 * can write it.  One line for each thing that happens, in the words of the card room:
 *
 *     hand 3, Anna starts
 *     Anna is dealt 7h 8h
 *     Anna bets 10
 *     Bert raises to 20
 *
 * Knows no state and no genome.
 *
 *   T1  no line is longer than FELT_TRANSCRIPT_COLUMNS; lists of cards go on in the next one.
 *   T2  a card that the viewer may not see is never written. */
#ifndef FELT_LAB_RULEBOOK_TRANSCRIPT_H
#define FELT_LAB_RULEBOOK_TRANSCRIPT_H

#include "felt/buffer.h"
#include "felt/game.h"

enum {
    FELT_TRANSCRIPT_COLUMNS = 100,
    FELT_TRANSCRIPT_NAME_BYTES = 24, /* of a name; the rest is cut                            */
    FELT_TRANSCRIPT_ALL = -2         /* as a viewer: all cards are shown                      */
};

struct felt_transcript {
    const char *const *names; /* of seats; NULL, or NULL for a seat: A, B, C ...             */
    felt_seat viewer;         /* whose cards are shown; FELT_SEAT_NONE: those that lie open   */
};

/* Adds the lines of these events: those of one call of felt_genome_begin() or
 * felt_genome_play(). */
void felt_transcript_write(const struct felt_transcript *transcript,
                           const struct felt_event *events, uint32_t count,
                           struct felt_buffer *out);

#endif
