/* play_narc_lesson.h -- two hands that teach Narc, and two questions.
 *
 * The decks are fixed and the others follow a script.  What the person is asked to do is the only
 * thing that goes on, but nobody gets stuck: whatever else is typed is answered with the words that
 * do it, the third time it is done for them; q leaves.  Numbers are those of the cards, so that a
 * catalogue that is retuned needs no other texts. */
#ifndef FELT_TERMINAL_NARC_PLAY_NARC_LESSON_H
#define FELT_TERMINAL_NARC_PLAY_NARC_LESSON_H

#include "terminal/narc/play_narc_table.h"

/* By rules of the usual cards; the table is used up.  True: to the end, false: left before. */
bool felt_play_narc_lesson(struct felt_narc_table *table);

#endif
