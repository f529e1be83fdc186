/* play_narc_screen.h -- a table of Narc as a screen of 80 columns and 24 rows, or as lines.
 *
 * The screen is drawn as a whole; nothing in it is told by colour alone.  The lines say the same in
 * sentences, for pipes and screen readers.
 *
 *   S1  no row has more than 80 columns, and there are never more than 23 of them: the last one is
 *       left for the cursor.
 *   S2  what is drawn comes from the view of who looks (play_narc_look.h). */
#ifndef FELT_TERMINAL_NARC_PLAY_NARC_SCREEN_H
#define FELT_TERMINAL_NARC_PLAY_NARC_SCREEN_H

#include "terminal/narc/play_narc_look.h"
#include "command/term.h"

enum { FELT_NARC_COLUMNS = 80, FELT_NARC_ROWS = 24 };

/* Clears the terminal.  Also what it keeps of earlier screens if `forget`: hands of others. */
void felt_narc_screen_clear(const struct felt_term *term, bool forget);

/* The table; below it as many of the last lines of `news` as fit, then what may be done if the
 * viewer is to act. */
void felt_narc_screen_draw(const struct felt_term *term, const struct felt_narc_look *look,
                           const char *news);
/* The same in sentences. */
void felt_narc_screen_tell(const struct felt_term *term, const struct felt_narc_look *look);
/* What may be done, in words that can be typed. */
void felt_narc_screen_offer(const struct felt_term *term, const struct felt_narc_look *look);
/* All cards on the table with what they do. */
void felt_narc_screen_table(const struct felt_narc_look *look, struct felt_buffer *out);

#endif
