/* ask.h -- equity questions from short texts. */
#ifndef FELT_TESTS_ASK_H
#define FELT_TESTS_ASK_H

#include "felt/equity.h"

FELT_BEGIN

/* `hands`: one player after the other, separated by `|`.  "Ah Ad" is cards (fewer than the game
 * has: the rest is random), "=QQ+,AKs" a range, "" nothing known.  Stops the program if a text is
 * wrong; cards may be in two places, so that refusals can be tested. */
void question_read(struct felt_equity_question *question, const char *game, const char *hands,
                   const char *board, const char *dead);

FELT_END

#endif
